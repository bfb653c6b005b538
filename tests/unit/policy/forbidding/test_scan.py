"""A rule that forbids finds its program behind wrappers, in quotes, in texts, and leaves data alone."""

import pytest

from assent.model.rules import Rule
from assent.policy.forbidding.reader import Reader
from assent.policy.forbidding.scan import Scan
from assent.policy.layered import GivenRules
from assent.policy.patterns import pattern_of
from assent.policy.profiles.profiles import Profiles

PROFILES = Profiles()


def finds(text: str, *denied: str) -> bool:
    rules = GivenRules([Rule(command=command, decision="deny") for command in denied], "x").layered()
    scan = Scan([(pattern_of(each.rule.command or ""), each) for each in rules], PROFILES.use)
    return any(True for _ in scan.hits(Reader(text).read(), lambda _rule, _command: True))


@pytest.mark.parametrize(
    "text",
    [
        "rm x",
        "'rm' x",
        "\\rm x",
        'r""m x',
        "$'\\162\\x6d' x",
        "/bin/rm x",
        "RM x",
        "./rm x",
        "r{m,} x",
        "{rm,-rf,x}",
        "/bin/r? x",
        "/usr/*/rm x",
        "x=rm; $x y",
        "a=1 b=2 rm x",
        "x='rm -rf'; $x y",
        "${x:-rm} y",
        "${x=rm} y",
        "${0/bash/rm} y",
        "alias x=rm; x y",
        "f() { rm x; }; f",
        "$SUDO rm x",
        "env A=1 rm x",
        "sudo -u root rm x",
        "nice -n 5 rm x",
        "unheard-of-wrapper rm x",
        "find . -exec rm {} +",
        "xargs rm",
        "ls | xargs -0 rm",
        "sh -c 'rm x'",
        "sh -c \"sh -c 'rm x'\"",
        "bash -lc 'cd . && rm x'",
        "eval rm x",
        "eval 'rm x'",
        "echo 'rm x' | sh",
        "echo rm x | sudo bash",
        "printf '\\x72m x' | sh",
        "{ echo rm x; } | sh",
        "(echo rm x) | sh",
        "echo cm0gLXJmIC4veA== | base64 -d | sh",
        "echo 726d2078 | xxd -r -p | sh",
        "echo 'x mr' | rev | bash",
        "bash <<< 'rm x'",
        "bash <<E\nrm x\nE",
        "cat <<E | sh\nrm x\nE",
        "$(echo rm) x",
        "`echo rm` x",
        "$(printf 'r\\x6d') x",
        "bash <(echo rm x)",
        "source <(echo rm x)",
        "echo $(rm x)",
        'echo "a $(rm x)"',
        "cat <<E\n$(rm x)\nE",
        "echo $((`rm x`))",
        "x=$(rm x)",
        "x=(rm x)",
        "! rm x",
        "time -p rm x",
        "coproc rm x",
        "while rm x; do :; done",
        "case a in a) rm x;; esac",
        "for i in rm; do $i x; done",
        "trap 'rm x' EXIT",
        "ssh host 'rm x'",
        "watch 'rm x'",
        "PAGER='rm x' git log",
        "git -c alias.x='!rm x' x",
        "rg --pre=rm x",
        "tar xf a --to-command='rm x'",
        "parallel rm ::: x",
        "python3 -c 'import os; os.system(\"rm x\")'",
        "echo ok\n\\rm x",
        "echo ok &&\\\n rm x",
        "true;" * 60 + "rm x",
        "if true; then rm x; fi",
        "git status |& rm x",
        'set -- rm x; "$@"',
        "read x <<< rm; $x",
        "unknown --option 'a; rm x'",
    ],
)
def test_it_is_found(text: str):
    assert finds(text, "rm")


@pytest.mark.parametrize(
    "text",
    [
        "echo rm",
        "grep rm file",
        "git commit -m 'rm x'",
        "git commit -m \"$(cat <<'E'\nrm x\nE\n)\"",
        "ls rm",
        "printf 'rm x' > x.sh && bash y.sh",
        "cat <<E\nrm x\nE",
        "find . -name rm",
        "git clean -fdx",
        "# rm x",
        "ln -s /bin/rm y; ./y x",
        "echo 'rm x' | grep rm",
        "x=$(grep -c rm list); echo $x",
        "sed -n /rm/p x",
        "echo rm > list",
        "for f in rm ls; do echo $f; done",
        "[[ -f rm ]] && ls",
        "touch rm; ls > out",
        "echo $(echo rm)",
        "rmdir x",
        "git rm-x y",
        "echo ok # ; rm x",
    ],
)
def test_data_is_left_alone(text: str):
    assert not finds(text, "rm")


def test_a_rule_of_any_program_finds_everything_that_runs():
    assert finds("ls", "*")
    assert finds("ls | grep x > y", "*")
    assert not finds("# nothing", "*")


def test_a_long_block_is_looked_through_to_its_end():
    assert finds("echo rm 1;\n" * 3_000 + "rm x", "rm")
    assert not finds("x " * 20_000, "rm")
    assert finds("wrapper " + "x " * 20_000 + "rm", "rm")
