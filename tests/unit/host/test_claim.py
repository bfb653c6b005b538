"""One process at a time holds a claim, and its end gives it back."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from assent.host.claim import claim

HOLDER = """
import sys
from pathlib import Path
from assent.host.claim import claim
claim(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_claim_is_refused_until_the_first_is_given_back(tmp_path: Path):
    first = claim(tmp_path / "c")
    with pytest.raises(BlockingIOError, match="another process"):
        claim(tmp_path / "c")
    os.close(first)
    os.close(claim(tmp_path / "c"))


def test_the_claim_of_a_killed_process_is_free(tmp_path: Path):
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3] / "gui")}
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "c")],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(BlockingIOError):
            claim(tmp_path / "c")
        holder.kill()
    os.close(claim(tmp_path / "c"))


@pytest.mark.skipif(sys.platform == "win32", reason="modes and links are of POSIX")
def test_it_is_private_and_follows_no_link(tmp_path: Path):
    held = claim(tmp_path / "c")
    assert stat.S_IMODE((tmp_path / "c").stat().st_mode) == 0o600
    assert not os.get_inheritable(held)
    os.close(held)
    (tmp_path / "link").symlink_to(tmp_path / "precious")
    with pytest.raises(OSError, match="symbolic links"):
        claim(tmp_path / "link")
    assert not (tmp_path / "precious").exists()
