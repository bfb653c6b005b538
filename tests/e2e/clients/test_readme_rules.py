"""The rules that the README shows say what it prints of them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[3] / "README.md"
SECTION = README.read_text(encoding="utf-8").split("## Rules: ")[1].split("\n## ")[0]
SHOWN = re.findall(r"^    \$ assent (rules check) '(.*)'\n((?:    \S.*\n|     .*\n)+)", SECTION, re.MULTILINE)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Return the path of a file with the README's rules."""
    path = tmp_path / "rules.toml"
    path.write_text(SECTION.split("```toml\n")[1].split("```")[0])
    return path


def said(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "assent", "rules", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="the blocks are read for bash")
@pytest.mark.parametrize(("block", "printed"), [(block, printed) for _, block, printed in SHOWN])
def test_a_block_is_decided_as_it_is_printed(rules: Path, block: str, printed: str):
    there = said(rules.parent, "check", "--rules", str(rules), block)
    assert there == re.sub("^    ", "", printed, flags=re.MULTILINE).replace(
        "/home/ada/.config/assent/rules.toml", str(rules)
    )


def test_it_shows_some_and_their_samples_hold(rules: Path):
    assert len(SHOWN) == 2
    first = said(rules.parent, "test", "--rules", str(rules)).splitlines()[0]
    assert f"    {first}\n" in SECTION
