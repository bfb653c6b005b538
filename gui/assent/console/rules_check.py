"""`assent rules`: explains what the rules say of a block, judges many for a test, tries all samples."""

import argparse
import contextlib
import json
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from assent.console.rules_batch import judged_lines
from assent.console.rules_look import Looking
from assent.console.rules_print import as_json, as_lines
from assent.host.folders import Folders
from assent.journal.trusted_repositories import TrustedRepositories
from assent.model.complaint import complaint
from assent.model.reveal import one_line
from assent.model.rules import Rule, RulebookFile
from assent.policy.layered import GivenRules, Rules
from assent.policy.patterns import pattern_of
from assent.policy.profiles.profiles import BadProfile, Profiles
from assent.policy.projects import Projects, TrustedFiles
from assent.policy.rulebook import Rulebook
from assent.policy.samples import failures

# A decision is an exit code, so that scripts need not read; the others are those of sysexits.h.
EXIT_CODES = {"allow": 0, "ask": 1, "deny": 2}
FAILED, USAGE, BAD_DATA = 1, 64, 65

_EPILOG = """exit codes of check: 0 allow, 1 ask, 2 deny; of a batch: 0 when each line was judged.
64: the command line is wrong; 65: the rules, or a line of a batch, can't be read.

A batch has one JSON object a line: {"id": …, "allow": […], "deny": […], "command": …}, and perhaps "ask": […]
and "cwd". Each comes back as {"id", "decision", "reason", "disguises"}."""


class _BadRules(Exception):  # noqa: N818
    """The rules can't be read; the text says why."""


def main(words: Sequence[str]) -> int:
    """Run `assent rules` with the words that follow it, and return its exit code."""
    try:
        chosen = _parser().parse_args(words)
        if chosen.what == "check" and (chosen.block is None) == (chosen.batch is None):
            _parser().error("it takes a block, or --batch")
    except SystemExit as left:
        return USAGE if left.code else 0
    try:
        return _test(chosen) if chosen.what == "test" else _check(chosen)
    except (_BadRules, BadProfile) as problem:
        print(f"assent rules: {one_line(str(problem))}", file=sys.stderr)
        return BAD_DATA


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="assent rules", epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    below = parser.add_subparsers(dest="what", required=True)
    check = below.add_parser(
        "check",
        help="say what the rules decide of a command block, and why",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    check.add_argument("block", nargs="?", help="the command block, as one word")
    check.add_argument("--batch", metavar="FILE", help="judge the blocks of a file, one a line (-: of stdin)")
    check.add_argument("--rules", metavar="FILE", help="the rules (default: your own)")
    check.add_argument("--cwd", metavar="DIR", help="where it would run (default: here)")
    check.add_argument("--json", action="store_true", help="print it as JSON, in one line")
    test = below.add_parser("test", help="try all samples that stand in rules and in programs' profiles")
    test.add_argument("--rules", metavar="FILE", help="the rules (default: your own)")
    return parser


def _check(chosen: argparse.Namespace) -> int:
    if chosen.batch is not None:
        rules = _rules_of(Path(chosen.rules)) if chosen.rules is not None else []
        return _batch(chosen.batch, rules)
    cwd = str(Path(chosen.cwd or ".").absolute())
    book: Rules = (
        _own(cwd) if chosen.rules is None else GivenRules(_rules_of(Path(chosen.rules)), chosen.rules)
    )
    judgement = Looking(_trusted()).judgement(book, chosen.block, cwd)
    if chosen.json:
        print(json.dumps(as_json(judgement)))
    else:
        print("\n".join(as_lines(judgement)))
    return EXIT_CODES[judgement.decision]


def _batch(name: str, rules: list[Rule]) -> int:
    bad = 0
    try:
        with contextlib.ExitStack() as open_files:
            lines = sys.stdin.buffer if name == "-" else open_files.enter_context(Path(name).open("rb"))
            for answer in judged_lines(lines, rules):
                bad += "error" in answer
                print(json.dumps(answer))
    except OSError as problem:
        raise _BadRules(f"{name}: {problem.strerror or problem}") from None
    return BAD_DATA if bad else 0


def _test(chosen: argparse.Namespace) -> int:
    rules = (
        [each.rule for each in _own().layered()] if chosen.rules is None else _rules_of(Path(chosen.rules))
    )
    profiles = Profiles()
    failed = failures(rules, profiles)
    for each in failed:
        print(one_line(f"rule {each.number}, {each.rule!r}: {each.sample!r}: {each.why}"))
    tried = sum(len(rule.match) + len(rule.not_match) for rule in rules)
    of_profiles = sum(profiles.samples(name) for name in profiles.names())
    print(f"{tried:,} samples of {len(rules):,} rules, {len(failed):,} of them wrong")
    print(f"{of_profiles:,} samples of {len(profiles.names()):,} programs")
    return FAILED if failed else 0


def _own(folder: str = "") -> Rulebook:
    folders = Folders.of_this_user()
    book = Rulebook(
        folders.configuration / "rules.toml",
        managed=folders.managed / "rules.toml",
        projects=Projects(TrustedFiles(folders.state / "trusted_rules.json").known),
    )
    book.layered(folder)
    if book.problem is not None:
        raise _BadRules(f"{book.problem.source}: {book.problem.message}")
    return book


def _trusted() -> TrustedRepositories:
    return TrustedRepositories(Folders.of_this_user().state / "repositories.json")


def _rules_of(path: Path) -> list[Rule]:
    try:
        rules = RulebookFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).rule
        for rule in rules:
            if rule.command is not None:
                pattern_of(rule.command)
    except ValidationError as problem:
        raise _BadRules(f"{path}: {complaint(problem)}") from None
    except (OSError, ValueError) as problem:
        raise _BadRules(f"{path}: {problem}") from None
    return list(rules)
