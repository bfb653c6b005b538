"""The one command."""

import json
import subprocess
import sys

import pytest

from assent import __main__ as command
from assent import __version__


def _assent(*words: str) -> "subprocess.CompletedProcess[str]":
    line = [sys.executable, "-m", "assent", *words]
    return subprocess.run(line, capture_output=True, text=True, timeout=30, check=False)


def test_it_tells_its_version_and_its_use():
    assert _assent("--version").stdout == f"assent {__version__}\n"
    assert "assent run" in _assent("--help").stdout


@pytest.mark.parametrize("words", [["nonsense"], ["schema", "nonsense"], ["--nonsense"]])
def test_an_unknown_word_is_named(words):
    ran = _assent(*words)
    assert ran.returncode == 2
    assert "nonsense" in ran.stderr


def test_the_schema_names_every_method_and_each_reference_leads_somewhere():
    schema = json.loads(_assent("schema").stdout)
    assert {"initialize", "tools/list", "tools/call", "permission/request", "ping"} <= schema[
        "requests"
    ].keys()
    assert {"call/state", "call/output"} <= schema["server_notifications"].keys()
    text = json.dumps(schema)
    names = {part.split('"')[0] for part in text.split('"#/$defs/')[1:]}
    assert names <= schema["$defs"].keys()


def test_run_is_handed_to_the_small_client(monkeypatch, tmp_path):
    monkeypatch.setenv("ASSENT_SOCKET", str(tmp_path / "none.sock"))
    monkeypatch.setattr(sys, "argv", ["assent", "run", "--", "true"])
    assert command.main() == 126
