"""Rules decide what they speak of for certain; whatever else there is, a person decides."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assent.model.authority import ByMode, ByRule
from assent.model.grant import ForUses, Grant, Offer, Wish
from assent.model.inspection import Inspection
from assent.model.judgement import Judgement
from assent.model.mode import Mode
from assent.model.result import ShellBlock
from assent.model.rules import Decision, Rule
from assent.policy.confining import Demand
from assent.policy.judge import Judge
from assent.policy.layered import GivenRules, Layered, name_of
from assent.policy.rulebook import Rulebook
from assent.policy.settings_file import SettingsFile
from builders import AT, a_call, a_process, a_proposal


def judge_of(folder: Path, *rules: tuple[str, str]) -> Judge:
    path = folder / "rules.toml"
    path.write_text(
        "".join(
            f'[[rule]]\ncommand = {json.dumps(command)}\ndecision = "{word}"\n' for word, command in rules
        )
    )
    path.chmod(0o600)
    return Judge(Rulebook(path))


def said(judge: Judge, command: str) -> str:
    return judge.judge(a_call(), a_proposal(command)).decision


def test_a_rule_that_allows_is_named(tmp_path: Path):
    judgement = judge_of(tmp_path, ("allow", "git status")).judge(a_call(), a_proposal("git status -s"))
    by = ByRule(rule="git status", source=str(tmp_path / "rules.toml"))
    assert (judgement.decision, judgement.by) == ("allow", by)
    assert judgement.reason == "The rule 'git status' says allow."


def test_without_a_rule_a_person_is_asked(tmp_path: Path):
    judge = judge_of(tmp_path, ("allow", "git status"))
    for command in ("git push", "git", "git statusx", "ls"):
        judgement = judge.judge(a_call(), a_proposal(command))
        assert (judgement.decision, judgement.by) == ("ask", None)
        assert judgement.reason == f"`{command}`: no rule speaks of it."


@pytest.mark.parametrize("turned", [False, True])
def test_the_strictest_rule_holds_wherever_it_stands(tmp_path: Path, turned: bool):
    rules = [
        ("allow", "git"),
        ("ask", "git push"),
        ("deny", "git push --force"),
        ("allow", "git push --force x"),
    ]
    judge = judge_of(tmp_path, *(rules[::-1] if turned else rules))
    assert said(judge, "git log") == "allow"
    assert said(judge, "git push") == "ask"
    assert said(judge, "git push --force x") == "deny"


def test_every_part_needs_its_rule_and_one_that_is_denied_denies_all(tmp_path: Path):
    judge = judge_of(tmp_path, ("allow", "ls"), ("allow", "head"), ("deny", "rm"))
    assert said(judge, "ls | head; ls") == "allow"
    for command in ("ls; wc", "ls $(head x)", "ls > x", "ls &"):
        assert said(judge, command) == "ask"
    for command in ("ls; rm x", "ls $(rm x)", "env r''m x > y", "ls\n\\rm x"):
        judgement = judge.judge(a_call(), a_proposal(command))
        assert (judgement.decision, judgement.by) == ("deny", ByRule(rule="rm", source=judgement.by.source))


def in_another_shell(
    command: str, *rules: tuple[Decision, str], language: str = "sh", mode: Mode | None = None
) -> Judgement:
    given = GivenRules([Rule(decision=decision, command=text) for decision, text in rules], "x")
    proposal = a_proposal(command, display=(ShellBlock(language=language, command=command),))
    return Judge(given, mode=lambda: mode or Mode()).judge(a_call(), proposal)


@pytest.mark.parametrize("language", ["sh", "powershell", "zsh"])
def test_where_the_shell_is_not_bash_only_exact_rules_allow(language: str):
    rules: tuple[tuple[Decision, str], ...] = (("allow", "npm"), ("allow", "*"), ("allow", "=npm test  -v"))
    judgement = in_another_shell("npm test  -v", *rules, language=language)
    assert (judgement.decision, judgement.by) == ("allow", ByRule(rule="=npm test  -v", source="x"))
    assert [part.decision for part in judgement.parts] == ["allow"]
    for command in (
        "npm test -v",
        "npm 'test'  -v",
        "npm test  -v ",
        "npm test  -v; npm test  -v",
        "npm run x",
    ):
        judgement = in_another_shell(command, *rules, language=language)
        assert (judgement.decision, judgement.by) == ("ask", None)
        assert language in judgement.reason


def test_an_exact_rule_there_has_no_stand_in_and_speaks_of_no_repository():
    for command in ("npm *", "npm test\nnpm test", "git status", "npm test | tee x", "echo $(ls)"):
        assert in_another_shell(command, ("allow", f"={command}")).decision == "ask"


@pytest.mark.parametrize("language", ["sh", "powershell"])
def test_what_is_denied_is_denied_there_too(language: str):
    for command in ("rm x", "env r''m x", "ls; (rm x)", "sh -c 'rm x'"):
        assert in_another_shell(command, ("deny", "rm"), language=language).decision == "deny"


def test_no_mode_reads_there_and_trust_needs_to_tell_what_is_denied():
    until = datetime.now(UTC) + timedelta(minutes=5)
    trust, reading = Mode(name="trust", until=until), Mode(name="auto-read")
    assert in_another_shell("cat x", mode=reading).decision == "ask"
    for language in ("sh", "powershell"):
        assert in_another_shell("cat x", language=language, mode=trust).decision == "allow"
        assert in_another_shell("rm x", ("deny", "rm"), language=language, mode=trust).decision == "deny"
    assert in_another_shell("cat x", ("deny", "rm"), mode=trust).decision == "allow"
    assert in_another_shell("cat x", ("deny", "rm"), language="powershell", mode=trust).decision == "ask"


def test_a_rule_does_not_loosen_a_confinement_there(tmp_path: Path):
    path = tmp_path / "settings.toml"
    path.write_text('[tools.shell]\nconfinement = "workspace"\n')
    path.chmod(0o600)
    rule = Rule(decision="ask", command="npm", confinement="off")
    judge = Judge(GivenRules([rule], "x"), SettingsFile(path).settings)
    assert [demand.name for demand in judge.demands("npm test")] == ["off"]
    assert [demand.name for demand in judge.demands("npm test", language="sh")] == ["off", "workspace"]


def test_what_hides_something_is_never_allowed(tmp_path: Path):
    judge = judge_of(tmp_path, ("allow", "echo"))
    judgement = judge.judge(a_call(), a_proposal("echo 'a \u202e b'"))
    assert judgement.decision == "ask"
    assert [each.kind for each in judgement.disguises] == ["bidi"]


def in_mode(mode: Mode, *rules: Rule) -> Judge:
    return Judge(GivenRules(rules, "x"), mode=lambda: mode)


UNTIL = datetime.now(UTC) + timedelta(hours=1)
NO_RM, ASK_PUSH = Rule(decision="deny", command="rm"), Rule(decision="ask", command="git push")


def test_in_lockdown_nothing_runs():
    judge = in_mode(Mode(name="lockdown"), Rule(decision="allow", command="ls"))
    judgement = judge.judge(a_call(), a_proposal("ls"))
    assert (judgement.decision, judgement.by) == ("deny", ByMode(mode="lockdown"))


def test_trust_runs_what_no_rule_denies_or_asks_about():
    judge = in_mode(Mode(name="trust", until=UNTIL), NO_RM, ASK_PUSH)
    assert said(judge, "unheard of > x; $(y)") == "allow"
    assert said(judge, "env rm x") == "deny"
    assert said(judge, "git -C . push") == "ask"
    assert said(judge, "ls \u200b") == "ask"


def test_what_only_reads_passes_by_itself_in_its_mode_alone():
    proposal = a_proposal("cat a.txt | head").model_copy(update={"cwd": "/home/ada"})
    for mode, decision in (("auto-read", "allow"), ("ask", "ask")):
        judgement = in_mode(Mode(name=mode), NO_RM).judge(a_call(), proposal)
        assert judgement.decision == decision
    judge = in_mode(Mode(name="auto-read"))
    assert said(judge, "rm x") == "ask"


def test_a_grant_allows_as_a_rule_does_and_is_named():
    rule = Rule(decision="allow", command="=make test")
    offer = Offer(cover="block", text="exactly make test", rules=(rule,), toml="")
    grant = Grant(id="1", wish=Wish(offer=offer, term=ForUses(uses=2)), process=a_process(), given_at=AT)
    granted = (Layered(rule, name_of(rule, "granted").model_copy(update={"grant": "1"}), "grant", grant),)
    judge = Judge(GivenRules([NO_RM], "x"), grants=lambda _call: granted)
    judgement = judge.judge(a_call(), a_proposal("make test"))
    assert judgement.by == grant.authority
    assert [part.by.grant for part in judgement.parts if part.by] == ["1"]
    assert said(judge, "make test; rm x") == "deny"
    assert said(judge, "make clean") == "ask"


async def test_a_long_block_is_judged_apart_and_alike():
    judge = in_mode(Mode(), NO_RM)
    for command in ("echo a > b;\n" * 5_000, "echo a > b;\n" * 5_000 + "rm x"):
        proposal = a_proposal(command)
        assert await judge.judge_apart(a_call(), proposal, Inspection()) == judge.judge(a_call(), proposal)
    short = a_proposal("rm x")
    assert (await judge.judge_apart(a_call(), short, Inspection())).decision == "deny"


def test_what_is_no_command_is_asked(tmp_path: Path):
    proposal = a_proposal().model_copy(update={"command": None})
    assert judge_of(tmp_path, ("allow", "*")).judge(a_call(), proposal).decision == "ask"


def confined(folder: Path, rules: str, settings: str = "") -> Judge:
    """Return a judge by these files."""
    for name, text in (("rules.toml", rules), ("settings.toml", settings)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o600)
    return Judge(Rulebook(folder / "rules.toml"), SettingsFile(folder / "settings.toml").settings)


MAKE = '[[rule]]\ncommand = "make"\ndecision = "allow"\nconfinement = "workspace"\n'
ONLINE = '[[rule]]\ncommand = "make fetch"\ndecision = "allow"\nconfinement = "online"\n'
SETTINGS = (
    '[tools.shell]\nconfinement = "read-only"\n[confinement.online]\nbase = "workspace"\nnetwork = true\n'
)


def test_a_rule_with_a_confinement_allows_it_only_so_confined(tmp_path: Path):
    judge = confined(tmp_path, MAKE)
    assert judge.judge(a_call(), a_proposal("make", confinement="workspace")).decision == "allow"
    assert judge.judge(a_call(), a_proposal("make", confinement="read-only")).decision == "allow"
    judgement = judge.judge(a_call(), a_proposal("make", confinement="off"))
    assert (judgement.decision, judgement.by) == ("ask", None)
    assert "confined in another way" in judgement.reason


def test_a_rule_without_one_allows_it_as_the_settings_confine(tmp_path: Path):
    judge = confined(tmp_path, '[[rule]]\ncommand = "ls"\ndecision = "allow"\n', SETTINGS)
    assert judge.judge(a_call(), a_proposal("ls", confinement="read-only")).decision == "allow"
    assert judge.judge(a_call(), a_proposal("ls", confinement="workspace")).decision == "ask"


def test_what_is_confined_otherwise_is_denied_all_the_same(tmp_path: Path):
    judge = confined(tmp_path, MAKE + '[[rule]]\ncommand = "make all"\ndecision = "deny"\n')
    assert judge.judge(a_call(), a_proposal("make all", confinement="workspace")).decision == "deny"


def test_rules_demand_in_place_of_the_settings_and_all_that_match_do(tmp_path: Path):
    judge = confined(tmp_path, MAKE + ONLINE, SETTINGS)
    assert judge.demands("ls") == [Demand("read-only", "The person's settings")]
    assert judge.demands("make") == [Demand("workspace", "The rule 'make'")]
    assert [demand.name for demand in judge.demands("make fetch")] == ["workspace", "online"]
    assert judge.demands("ls; make") == [Demand("workspace", "The rule 'make'")]
    assert judge.demands("make > x") == [Demand("read-only", "The person's settings")]


def test_a_rule_that_names_an_unknown_confinement_allows_nothing(tmp_path: Path):
    judge = confined(tmp_path, ONLINE)
    assert judge.judge(a_call(), a_proposal("make fetch", confinement="read-only")).decision == "ask"
