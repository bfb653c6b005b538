"""What commands see of the console's environment: the rows of the reference systems, and no secrets."""

import sys
from pathlib import Path

import pytest

from fakes import says_yes
from unit.console.serving import connected, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"
SECRET_VALUES = {
    "rsa": "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
    "openssh": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl",
    "ec": "-----BEGIN EC PRIVATE KEY-----\nMHcC",
    "pgp": "-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOY",
    "certificate": "-----BEGIN CERTIFICATE-----\nMIID",
    **{prefix: f"{prefix}_{'a1B2' * 9}" for prefix in ("ghp", "gho", "ghu", "ghs", "ghr", "github_pat")},
    "google": "AIzaSy" + "a1B2" * 8,
    "aws": "AKIA" + "ABCD" * 4,
    "jwt": JWT,
    **{prefix: f"{prefix}_{'a1B2' * 6}" for prefix in ("sk_live", "rk_live", "sk_test")},
    "slack": "xoxb-123456789012-abcdefghijkl",
}


async def seen(block: str, settings: str = "") -> str:
    """Run a block in a console that starts now and return what it wrote."""
    async with serving(says_yes()) as console:
        path = console.folders.configuration / "settings.toml"
        path.write_text(settings)
        path.chmod(0o600)
        async with connected(console) as agent:
            agent.run(1, block)
            result = (await agent.answer(1))["result"]["result"]
            assert result["is_error"] is False, result
            output: str = result["output"]
            return output


async def test_d92_nobody_is_asked_for_a_password_and_ssh_is_as_it_was(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("GIT_TERMINAL_PROMPT", raising=False)
    monkeypatch.delenv("GIT_SSH_COMMAND", raising=False)
    assert await seen("echo $GIT_TERMINAL_PROMPT ${GIT_SSH_COMMAND-none}") == "0 none\n"


async def test_d94_what_the_person_set_stays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_TERMINAL_PROMPT", "1")
    assert await seen("echo $GIT_TERMINAL_PROMPT") == "1\n"


@pytest.mark.parametrize("original", ["/the/persons/own", None])
async def test_d95_a_frozen_program_hands_on_the_persons_libraries(
    monkeypatch: pytest.MonkeyPatch, original: str | None
):
    # The loader would look for a shell's libraries there, too: an empty folder does no harm.
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/the/programs/own")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    if original is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", original)
    assert (
        await seen("echo ${LD_LIBRARY_PATH-none} ${LD_LIBRARY_PATH_ORIG-none}")
        == f"{original or 'none'} none\n"
    )


async def test_d97_strict_hands_on_a_short_list_only(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GITHUB_SHA", "abc")
    monkeypatch.setenv("SAFE_VAR", "safe")
    strict = '[tools.shell.environment]\nsecrets = "strict"\n'
    assert await seen("echo ${GITHUB_SHA-none} ${SAFE_VAR-none} ${PATH:+path} ${HOME:+home}", strict) == (
        "none none path home\n"
    )


async def test_d98_names_that_speak_of_secrets_are_left_out(monkeypatch: pytest.MonkeyPatch):
    for name in ("CLIENT_ID", "DB_URI", "DATABASE_URL", "SAFE_VAR"):
        monkeypatch.setenv(name, "value")
    block = "echo ${CLIENT_ID-none} ${DB_URI-none} ${DATABASE_URL-none} ${SAFE_VAR-none}"
    assert await seen(block) == "none none none value\n"


async def test_d100_values_that_are_secrets_are_left_out_whatever_their_name(monkeypatch: pytest.MonkeyPatch):
    for name, value in SECRET_VALUES.items():
        monkeypatch.setenv(f"HARMLESS_{name}", value)
    monkeypatch.setenv("HARMLESS_word", "AKIA and ghp_ are only beginnings")
    assert await seen("compgen -e | grep ^HARMLESS_") == "HARMLESS_word\n"


async def test_d101_what_programs_need_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("USER", "ada")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GEMINI_CLI_FOO", "bar")
    assert await seen("echo $LANG $USER $HOME ${PATH:+path} $TERM $GEMINI_CLI_FOO") == (
        f"C.UTF-8 ada {tmp_path} path dumb bar\n"
    )


async def test_no_pager_waits_for_a_key(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PAGER", "less")
    assert await seen("echo $PAGER $GIT_PAGER") == "cat cat\n"
