"""The one command: picks a face, imports nothing heavy."""

# Imports stand where they are used: a client must reach the socket within 60 ms, and Qt alone takes longer.

import sys

_OTHERS = """other commands:
  assent run -- COMMAND …   ask the console to run a command (see 'assent run --help')
  assent rules check BLOCK  say what the rules decide of a command, and why (see 'assent rules --help')
  assent schema             print the JSON Schema of the protocol
"""


def main() -> int:
    """Run `assent` with the command line's words and return its exit code."""
    words = sys.argv[1:]
    match words[:1]:
        case ["run"]:
            from assent.clients import cli

            return cli.main(words[1:])
        case ["rules"]:
            from assent.console import rules_check

            return rules_check.main(words[1:])
        case ["schema"]:
            return _schema(words[1:])
        case _:
            return _console(words)


def _schema(words: list[str]) -> int:
    import json

    if words:
        print(f"assent schema: it takes no {words[0]!r}", file=sys.stderr)
        return 2

    from assent.wire.schema import schema

    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return 0


def _console(words: list[str]) -> int:
    import argparse

    from assent import __version__

    parser = argparse.ArgumentParser(
        prog="assent",
        description="A desktop console in which a person approves and watches what AI agents run.",
        epilog=_OTHERS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "face",
        nargs="?",
        choices=("desktop", "demo"),
        default="desktop",
        help="the window (default), or the window with a sample agent and nothing of yours touched",
    )
    parser.add_argument("--version", "-V", action="version", version=f"assent {__version__}")
    parser.add_argument(
        "--theme", choices=("auto", "light", "dark"), default="auto", help="the window's colours"
    )
    parser.add_argument("--headless", action="store_true", help="serve without a window: rules decide")
    parser.add_argument(
        "--unanswered",
        choices=("refuse", "wait"),
        default="refuse",
        help="without a window, what becomes of a call that no rule decides (default: refuse)",
    )
    chosen = parser.parse_args(words)
    return _serve(chosen.face, chosen.theme, chosen.unanswered if chosen.headless else None)


def _serve(face: str, theme: str, unanswered: str | None) -> int:
    from assent.console.console import AlreadyRunning, HostError, JournalError

    try:
        if unanswered is not None:
            from assent.console import headless

            return headless.main(unanswered)
        from assent.desktop import app
        from assent.desktop.appearance.theme import CHOICES

        return app.main(demo=face == "demo", theme=CHOICES[theme])
    except AlreadyRunning as running:
        from assent.clients import line

        raised = "; its window was raised" if line.raise_window(running.address) else ""
        print(f"assent: {running}{raised}.", file=sys.stderr)
        return 1
    except (HostError, JournalError) as problem:
        print(f"assent: {problem}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
