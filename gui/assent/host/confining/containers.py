"""Confines a command to a container of docker or podman, which ends with it, or with a killed console.

The program that is started is only a client. Killed, it leaves its container running, so a guard stands
beside each: a shell in a session of its own that waits until nobody holds the other end of its input, and
then removes the container. The console lets go at the command's end; its death does the same.
"""

import asyncio
import contextlib
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from assent.host.cancelling import to_its_end
from assent.host.confining.start import Start
from assent.host.errors import Unconfinable
from assent.model.confinement import Profile, mount_parts

assert sys.platform != "win32"

_LABEL = "assent"
# Seconds in which the guard has removed its container; reached when the container engine does not answer.
_GONE_WITHIN_S = 15.0
_LOOK_EVERY_S = 0.02
_STOP_TIMEOUT_S = 2
_GUARD = 'read -r _; exec "$@" >/dev/null 2>&1'
# Handed into the container besides what the profile names: the mark of the call and how to write.
_HANDED_ON = ("ASSENT_CALL_ID", "TERM", "LANG", "PAGER", "GIT_PAGER", "GIT_TERMINAL_PROMPT")
# What the client obeys itself is put on its command line instead.
_CLIENTS_OWN = ("PATH", "HOME", "SHELL", "DOCKER_", "CONTAINER", "XDG_", "LD_", "SSH_", "TMPDIR")
_log = logging.getLogger(__name__)


class Containers:
    """Confinement by containers; `label` tells this console's from those of others."""

    def __init__(self, label: str) -> None:
        """Make containers with this label."""
        self._label = f"{_LABEL}={label}"

    def problem(self, profile: Profile) -> str:
        """Say what is missing, as far as a look tells, or nothing."""
        return "" if shutil.which(profile.base) else f"{profile.base} is not installed"

    def explained(self, said: str) -> str:
        """Return the engine's own complaint: it says what is missing."""
        return said

    def check(self, profile: Profile, folder: str) -> None:
        """Raise Unconfinable for a folder or a mount that cannot be given to a container."""
        _mounts(profile, os.path.realpath(folder))

    @contextlib.asynccontextmanager
    async def around(self, profile: Profile, start: Start) -> AsyncIterator[Start]:
        """Yield what to start in place of `start`; afterwards the container is gone."""
        engine = shutil.which(profile.base)
        if engine is None:
            raise Unconfinable(self.problem(profile))
        name = f"assent-{start.environment.get('ASSENT_CALL_ID') or uuid4().hex}"
        words, environment = self._run_words(profile, start, name)
        guard = _Guard([engine, "rm", "--force", "--volumes", name], start.environment)
        try:
            yield replace(start, words=[engine, *words], cwd=os.sep, environment=environment)
        finally:
            await guard.finish(name)

    async def remove_leftovers(self, engine: str) -> None:
        """Remove what an earlier console of this label left: somebody killed a guard."""
        program = shutil.which(engine)
        if program is None:
            return
        listing = f'{_QUOTED} ps --all --quiet --filter "label=$2"'
        script = f'found=$({listing}) && [ -n "$found" ] && {_QUOTED} rm --force --volumes $found'
        guard = _Guard(["/bin/sh", "-c", script, "sh", program, self._label], os.environ)
        await guard.finish(f"leftovers of {engine}")

    def _run_words(self, profile: Profile, start: Start, name: str) -> tuple[list[str], dict[str, str]]:
        folder = os.path.realpath(start.cwd)
        words = ["run", "--rm", "--init", "--interactive", *(["--tty"] if start.has_terminal else [])]
        words += ["--name", name, "--label", self._label, "--stop-timeout", str(_STOP_TIMEOUT_S)]
        words += ["--pull", "never", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"]
        words += [] if profile.network else ["--network", "none"]
        words += _user(profile)
        words += [word for mount in _mounts(profile, folder) for word in ("--mount", mount)]
        environment = dict(start.environment)
        for variable in (*_HANDED_ON, *profile.environment):
            words += _variable(variable, environment)
        return [*words, "--workdir", folder, profile.image, *start.words], environment


_QUOTED = '"$1"'


class _Guard:
    """Runs words once its creator closed the other end or died."""

    def __init__(self, words: list[str], environment: Mapping[str, str]) -> None:
        theirs, self._ours = os.pipe()
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _GUARD, "sh", *words],
                stdin=theirs,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Without the call's mark: who looks for the call's processes must not find the guard.
                env={name: value for name, value in environment.items() if name != "ASSENT_CALL_ID"},
                start_new_session=True,
            )
        except BaseException:
            os.close(self._ours)
            raise
        finally:
            os.close(theirs)

    async def finish(self, what: str) -> None:
        """Let it do its work, and wait for that however often the task is cancelled."""
        os.close(self._ours)
        await to_its_end(self._gone(what))

    async def _gone(self, what: str) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + _GONE_WITHIN_S
        while self._process.poll() is None and loop.time() < until:  # noqa: ASYNC110  # a thread would do no more
            await asyncio.sleep(_LOOK_EVERY_S)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
            _log.error("the container engine did not answer: %s may still be there", what)


def _mounts(profile: Profile, folder: str) -> list[str]:
    given = [(folder, folder, "rw")]
    for text in profile.mounts:
        source, target, access = mount_parts(text)
        given.append((str(Path(source).expanduser()), str(Path(target).expanduser()), access))
    mounts = []
    for source, target, access in given:
        if any(sign in path for sign in ',"\n' for path in (source, target)):
            raise Unconfinable(f"`{source}` cannot be mounted: its name has a comma, a quote or a line's end")
        if not Path(source).exists():
            raise Unconfinable(f"`{source}` is not there, so it cannot be mounted")
        mounts.append(f"type=bind,source={source},target={target}{',readonly' if access == 'ro' else ''}")
    return mounts


def _user(profile: Profile) -> list[str]:
    if profile.user:
        return ["--user", profile.user]
    own = ["--user", f"{os.getuid()}:{os.getgid()}"]
    # Without it podman's own user would be the container's root, and what it writes nobody's.
    return [*own, "--userns", "keep-id"] if profile.base == "podman" and os.getuid() != 0 else own


def _variable(text: str, environment: dict[str, str]) -> list[str]:
    """Hand a variable on by its name, so that its value stands on no command line for others to read."""
    name, given, value = text.partition("=")
    if given and name.startswith(_CLIENTS_OWN):
        return ["--env", text]
    if given:
        environment[name] = value
    return ["--env", name] if name in environment else []
