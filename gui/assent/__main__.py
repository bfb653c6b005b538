"""The one command: picks a face, imports nothing heavy."""

import sys


def main() -> int:
    """Run `assent` and return its exit code."""
    words = sys.argv[1:]
    # Imported where they are used: a client must reach the socket within 60 ms, and Qt alone takes longer.
    match words[:1]:
        case ["run"]:
            from assent.clients import cli

            return cli.main(words[1:])
        case ["schema"]:
            return _schema()
        case ["--version" | "-V"]:
            from assent import __version__

            print(f"assent {__version__}")
            return 0
        case [] | ["demo" | "--headless" | "--help" | "-h"]:
            return _console(words)
        case [other, *_]:
            print(f"assent: there is no {other!r}; see 'assent --help'", file=sys.stderr)
            return 2
    return 2


def _schema() -> int:
    import json

    from assent.wire.schema import schema

    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return 0


def _console(words: list[str]) -> int:
    import argparse
    import asyncio

    parser = argparse.ArgumentParser(
        prog="assent",
        description="A desktop console in which a person approves and watches what AI agents run.",
        epilog="Other commands: 'assent demo', 'assent run -- COMMAND…' (see 'assent run --help'), 'assent schema'.",
    )
    parser.add_argument("--version", "-V", action="store_true", help="print the version and exit")
    parser.add_argument("--headless", action="store_true", help="serve without a window: rules decide")
    parser.add_argument(
        "--unanswered",
        choices=("refuse", "wait"),
        default="refuse",
        help="without a window, what becomes of a call that no rule decides (default: refuse)",
    )
    chosen = parser.parse_args([word for word in words if word != "demo"])

    from assent.console.console import AlreadyRunning, Folders, HostError, JournalError

    try:
        if chosen.headless:
            from assent.console import headless

            asyncio.run(headless.run(Folders.of_this_user(), chosen.unanswered))
            return 0
        from assent.desktop import app

        return app.main(demo="demo" in words)
    except AlreadyRunning as running:
        from assent.clients import line

        raised = line.raise_window(running.address)
        print(f"{running}{'; its window was raised' if raised else ''}.", file=sys.stderr)
        return 1
    except (HostError, JournalError) as problem:
        print(f"assent: {problem}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
