"""`assent run`: asks the console to run a command, streams it, and exits as the command did."""

import argparse
import binascii
import json
import os
import shlex
import signal
import sys

from assent.clients.line import ConsoleAbsent, Line, Message, at, initialize

TIMED_OUT, REFUSED, NO_CONSOLE, INTERRUPTED, WRONG_USE = 124, 125, 126, 130, 2
_GOES_ON = 75  # as sysexits.h has it for what is not done yet (EX_TEMPFAIL)
_NOBODY_READS = 141  # as a shell says of a command that SIGPIPE ended
# By the outcome's kind; 143 as a shell says of a command that SIGTERM ended.
_EXIT_CODES = {
    "timed_out": TIMED_OUT,
    "exceeded": 137,  # as a shell says of a command that SIGKILL ended
    "refused": REFUSED,
    "expired": REFUSED,
    "stopped": 143,
    "failed": WRONG_USE,
}
_INITIALIZE, _CALL = 1, 2


def main(words: list[str]) -> int:
    """Run `assent run` with its arguments and return the exit code."""
    chosen = _parse(words)
    try:
        line = Line()
        line.send(
            initialize("assent run", request_id=_INITIALIZE, session=chosen.session, cwd=_here()),
            _request(chosen),
        )
        answer = _Answer(line, quiet=chosen.json).wait()
    except ConsoleAbsent as problem:
        _say(f"{problem}; start one with 'assent'")
        return NO_CONSOLE
    if "error" in answer:
        _say(str(at(answer, "error", "message")))
        return WRONG_USE
    if chosen.json:
        print(json.dumps(answer["result"], ensure_ascii=False, indent=2))
    elif chosen.background and at(answer, "result", "outcome") is None:
        print(at(answer, "result", "result", "output"))
        return 0
    return _exit_code(answer, quiet=chosen.json)


def _parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="assent run",
        usage="assent run [options] -- COMMAND [ARGUMENT …]\n       assent run [options] 'BLOCK'",
        description="Ask the console to run a command; output is streamed, the exit code is the command's.",
        epilog="Exit codes: the command's, or 124 timeout, 125 refused, 126 no console, 143 stopped.",
    )
    parser.add_argument(
        "--timeout",
        type=int,
        metavar="SECONDS",
        help="kill it after so many seconds (1 to 300, with --background to 86400)",
    )
    parser.add_argument(
        "--interactive", action="store_true", help="run it in a terminal, into which the person can type"
    )
    parser.add_argument(
        "--background", action="store_true", help="let it go on as a background task; needs --description"
    )
    parser.add_argument("--confinement", default="", metavar="PROFILE", help="run it confined by a profile")
    parser.add_argument("--cwd", metavar="FOLDER", help="run in this folder instead of the current one")
    parser.add_argument(
        "--session", default="", metavar="NAME", help="the session's name, shown to the person"
    )
    parser.add_argument("--description", default="", metavar="TEXT", help="a word to the person who decides")
    parser.add_argument("--json", action="store_true", help="print the result as JSON instead of the output")
    parser.add_argument("block", nargs="*", help=argparse.SUPPRESS)
    # Words after `--` are one command's words, quoted as a shell needs them; without it a block is as it is.
    split = words.index("--") if "--" in words else None
    chosen = parser.parse_args(words if split is None else words[:split])
    if split is not None:
        chosen.block.append(shlex.join(words[split + 1 :]))
    if len(chosen.block) != 1 or not chosen.block[0]:
        parser.error("give one quoted block, or '--' and a command with its arguments")
    return chosen


def _request(chosen: argparse.Namespace) -> Message:
    arguments: Message = {"command": chosen.block[0]}
    if chosen.timeout is not None:
        arguments["timeout"] = chosen.timeout
    if chosen.interactive:
        arguments["interactive"] = True
    if chosen.background:
        arguments["run_in_background"] = True
    if chosen.confinement:
        arguments["confinement"] = chosen.confinement
    if chosen.cwd:
        arguments["cwd"] = os.path.abspath(chosen.cwd)  # noqa: PTH100  # pathlib is 5 ms of a client's 60
    if chosen.description:
        arguments["description"] = chosen.description
    params: Message = {"name": "Shell", "arguments": arguments, "stream": not chosen.json}
    if not chosen.json:
        # Every byte as the command wrote it, and as fast as whoever reads us takes it.
        params |= {"encoding": "base64", "flow": "wait"}
    return {"id": _CALL, "method": "tools/call", "params": params}


class _Answer:
    """Waits for the call's answer, passes its output on, and withdraws it when it is not wanted any more."""

    def __init__(self, line: Line, *, quiet: bool) -> None:
        self._line, self._quiet = line, quiet
        self._exit_as: int | None = None

    def wait(self) -> Message:
        # A handler, not KeyboardInterrupt: that could strike in the middle of a line and lose it.
        before = signal.signal(signal.SIGINT, lambda *_: self._withdraw(INTERRUPTED))
        try:
            answer = self._until_answered()
        finally:
            signal.signal(signal.SIGINT, before)
        if self._exit_as is not None:
            sys.exit(self._exit_as)
        return answer

    def _until_answered(self) -> Message:
        for message in self._line.messages():
            if message.get("method") == "call/output":
                self._write(message)
            elif at(message, "params", "state", "kind") == "asking" and sys.stderr.isatty():
                _say("waiting for approval …")
            elif message.get("id") == _CALL or "error" in message:
                return message
        raise AssertionError("messages end with an exception")

    def _write(self, message: Message) -> None:
        if self._exit_as is not None:
            return
        data = binascii.a2b_base64(str(at(message, "params", "base64") or ""))
        out = 2 if at(message, "params", "channel") == "stderr" else 1
        try:
            while data:
                data = data[os.write(out, data) :]
        except BrokenPipeError:
            self._withdraw(_NOBODY_READS)  # as for any command before `head`

    def _withdraw(self, exit_as: int) -> None:
        if self._exit_as is not None:
            sys.exit(exit_as)  # asked twice: hanging up withdraws it, too
        self._exit_as = exit_as
        self._line.send({"method": "cancel", "params": {"id": _CALL}})


def _exit_code(answer: Message, *, quiet: bool) -> int:
    kind, code = at(answer, "result", "outcome", "kind"), at(answer, "result", "outcome", "code")
    if kind == "exited" and isinstance(code, int):
        return code if code >= 0 else 128 - code
    if not quiet:
        _say(str(at(answer, "result", "result", "message")))
    if kind is None:  # it goes on in the background, or what it left does
        left_by = at(answer, "result", "result", "extras", "exit_code")
        return left_by if isinstance(left_by, int) else _GOES_ON
    return _EXIT_CODES.get(str(kind), 1)


def _here() -> str:
    try:
        return os.getcwd()  # noqa: PTH109
    except OSError:
        return ""  # the folder is gone: the console says so if it matters


def _say(text: str) -> None:
    safe = "".join(sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in text)
    print(f"assent: {safe}", file=sys.stderr)
