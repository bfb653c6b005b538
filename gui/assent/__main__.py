"""The one command: picks a face, imports nothing heavy."""

import sys


def main() -> int:
    """Run `assent` and return its exit code."""
    return 0


if __name__ == "__main__":
    sys.exit(main())
