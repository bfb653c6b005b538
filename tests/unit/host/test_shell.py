"""The shell that runs a block is the one that was judged, and its environment asks nobody anything."""

import subprocess
import sys

import pytest

from assent.host import shell as host_shell
from assent.host.shell import Shell, command_environment, find_shell

BASH = Shell("bash", "/bin/bash")
OPTIONS = ["--noprofile", "--norc", "-p", "+O", "promptvars"]


@pytest.mark.skipif(sys.platform == "win32", reason="PowerShell is found there")
def test_bash_is_taken_where_there_is_one(monkeypatch: pytest.MonkeyPatch):
    for there in ("/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"):
        monkeypatch.setattr(host_shell.os, "access", lambda path, _mode, there=there: path == there)
        assert find_shell() == Shell("bash", there)


@pytest.mark.skipif(sys.platform == "win32", reason="PowerShell is found there")
def test_without_bash_it_is_sh_and_never_the_users_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHELL", "/bin/zsh")
    monkeypatch.setattr(host_shell.os, "access", lambda _path, _mode: False)
    assert find_shell() == Shell("sh", "/bin/sh")


@pytest.mark.parametrize(
    ("shell", "words"),
    [
        (BASH, ["/bin/bash", *OPTIONS, "-c", "--", "-x 'a'"]),
        (Shell("sh", "/bin/sh"), ["/bin/sh", "-c", "--", "-x 'a'"]),
        (Shell("powershell", "p.exe"), ["p.exe", "-NoProfile", "-NonInteractive", "-Command", "-x 'a'"]),
    ],
)
def test_the_block_is_one_word_and_the_last(shell: Shell, words: list[str]):
    assert shell.words("-x 'a'") == words


@pytest.mark.skipif(sys.platform == "win32", reason="there is no bash")
@pytest.mark.parametrize("shell", [BASH, Shell("sh", "/bin/sh")])
@pytest.mark.parametrize("option", ["-x", "--version", "-s", "-i", "-c", "--", "-", "+x"])
def test_a_block_that_looks_like_an_option_is_a_block(shell: Shell, option: str):
    words = shell.words(f"{option} 2>/dev/null || echo ran")
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("ran\n", "")


def test_the_environment_is_ours_with_what_a_command_needs():
    environment = command_environment({"PATH": "/bin", "TOKEN": "x"}, BASH, "call-7")
    assert environment == {
        "PATH": "/bin",
        "TOKEN": "x",
        "TERM": "dumb",
        "PAGER": "cat",
        "GIT_PAGER": "cat",
        "GIT_TERMINAL_PROMPT": "0",
        "GCM_INTERACTIVE": "never",
        "GH_PROMPT_DISABLED": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "SHELL": "/bin/bash",
        "ASSENT_CALL_ID": "call-7",
    }


def test_a_person_who_wants_git_to_ask_gets_that():
    assert command_environment({"GIT_TERMINAL_PROMPT": "1"}, BASH, "c")["GIT_TERMINAL_PROMPT"] == "1"


def test_what_was_handed_in_is_not_changed():
    inherited = {"_PYI_ARCHIVE": "x", "PATH": "/bin"}
    assert "_PYI_ARCHIVE" not in command_environment(inherited, BASH, "c")
    assert inherited == {"_PYI_ARCHIVE": "x", "PATH": "/bin"}


def test_a_frozen_programs_libraries_are_not_the_commands(monkeypatch: pytest.MonkeyPatch):
    inherited = {
        "LD_LIBRARY_PATH": "/opt/assent",
        "LD_LIBRARY_PATH_ORIG": "/usr/local/lib",
        "LD_PRELOAD": "/opt/assent/x.so",
        "QT_PLUGIN_PATH": "/opt/assent/plugins",
    }
    kept = command_environment(inherited, BASH, "c")
    assert inherited.items() <= kept.items()  # not frozen: they are the person's own
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    cleaned = command_environment(inherited, BASH, "c")
    assert cleaned["LD_LIBRARY_PATH"] == "/usr/local/lib"
    assert not {"LD_LIBRARY_PATH_ORIG", "LD_PRELOAD", "QT_PLUGIN_PATH"} & cleaned.keys()


def test_there_is_no_terminal_and_nobody_turns_pages_however_the_console_was_started():
    inherited = {"TERM": "xterm-256color", "PAGER": "less", "GIT_PAGER": "delta"}
    environment = command_environment(inherited, BASH, "c")
    assert [environment[name] for name in inherited] == ["dumb", "cat", "cat"]


def test_what_git_means_is_left_to_the_persons_configuration():
    own = {"GIT_ASKPASS": "a", "SSH_ASKPASS": "b", "GIT_CONFIG_GLOBAL": "c", "GIT_EDITOR": "d"}
    assert own.items() <= command_environment(own, BASH, "c").items()
    added = command_environment({}, BASH, "c").keys()
    assert not [name for name in added if "CONFIG" in name or "ASKPASS" in name or "EDITOR" in name]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no bash")
@pytest.mark.parametrize(
    "block",
    [
        "x='$(echo expanded >&2)'; : \"${x@P}\"",
        "PS4='$(echo expanded >&2)'; set -x; :",
        "shopt -q promptvars && echo expanded >&2",
    ],
)
def test_what_stands_in_a_variable_is_not_run_as_a_prompt(block: str):
    done = subprocess.run(BASH.words(block), capture_output=True, text=True, check=False)
    assert "expanded" not in done.stderr.splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no bash")
@pytest.mark.parametrize(
    "option", ["nullglob", "extglob", "nocaseglob", "dotglob", "expand_aliases", "extdebug"]
)
def test_patterns_mean_what_they_mean_in_a_fresh_shell(option: str):
    words, hostile = BASH.words(f"shopt -q {option}"), {"BASHOPTS": option, "SHELLOPTS": "noglob"}
    assert subprocess.run(words, env=hostile, check=False).returncode == 1
