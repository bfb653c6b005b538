"""Confining commands on this system: which program does it for a profile, and whether it works here."""

import asyncio
import contextlib
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from assent.host.confining.start import Start
from assent.host.errors import Unconfinable
from assent.host.trees.launch import Launch
from assent.host.trees.process import Trees
from assent.model.confinement import CONTAINERS, Profile

if sys.platform == "linux":
    from assent.host.confining.bubblewrap import Bubblewrap
    from assent.host.confining.placeholders import Placeholders
elif sys.platform == "darwin":
    from assent.host.confining.seatbelt import Seatbelt
if sys.platform != "win32":
    from assent.host.confining.containers import Containers

# Seconds in which a confinement must have run `true` to be had; a container engine may have to wake up first.
PROBE_LIMIT_S = 3.0
CONTAINER_PROBE_LIMIT_S = 20.0
# Seconds for which a failed probe is believed: the person may mend what it complained of.
_FAILED_FOR_S = 10.0
_MOST_SAID = 500  # characters


class Way(Protocol):
    """A program that confines."""

    def problem(self, profile: Profile) -> str:
        """Say what is missing, as far as a look tells, or nothing."""

    def explained(self, said: str) -> str:
        """Return a complaint of the program with what it may come from."""

    def check(self, profile: Profile, folder: str) -> None:
        """Raise Unconfinable where the profile cannot be had in this folder."""

    def around(self, profile: Profile, start: Start) -> AbstractAsyncContextManager[Start]:
        """Yield what to start in place of `start`; raises Unconfinable."""


class Confinement:
    """Confines what is started, or refuses: nothing is ever run with less than was asked for."""

    def __init__(self, trees: Trees, *, state: Path, own: Sequence[str]) -> None:
        """Try with `trees`; `own` are the console's folders and its socket, `state` that of its accounts."""
        self._trees = trees
        self._here, self._containers = _ways(own, state)
        self._works: set[Profile] = set()
        self._failed: dict[Profile, tuple[float, str]] = {}
        self._probes: dict[Profile, asyncio.Task[str]] = {}

    def problem(self, profile: Profile) -> str:
        """Return why the profile is not to be had here, as far as is known now, or nothing.

        What failed a while ago is tried again meanwhile.
        """
        way = self._way(profile)
        if isinstance(way, str):
            return way
        if missing := way.problem(profile):
            self._works.discard(profile)
            return missing
        at, said = self._failed.get(profile, (0.0, ""))
        if said and time.monotonic() - at > _FAILED_FOR_S:
            with contextlib.suppress(RuntimeError):  # no loop runs: nobody is going to start a command either
                self._probe(profile)
        return said

    def check(self, profile: Profile, folder: str) -> None:
        """Raise Unconfinable when a command in this folder cannot be confined so."""
        way = self._way(profile)
        if isinstance(way, str):
            raise Unconfinable(way)
        if problem := self.problem(profile):
            raise Unconfinable(problem)
        way.check(profile, folder)

    async def tried(self, profile: Profile) -> str:
        """Return why the profile is not to be had here, or nothing: it has really run `true` then."""
        if profile in self._works:
            return self.problem(profile)
        way = self._way(profile)
        if isinstance(way, str) or way.problem(profile):
            return self.problem(profile)
        return await asyncio.shield(self._probe(profile))

    @contextlib.asynccontextmanager
    async def around(self, profile: Profile, start: Start) -> AsyncIterator[Start]:
        """Yield what to start in place of `start`; raises Unconfinable when that is not to be had."""
        if problem := await self.tried(profile):
            raise Unconfinable(problem)
        way = self._way(profile)
        assert not isinstance(way, str), "it was tried"
        async with way.around(profile, start) as confined:
            yield confined

    async def remove_leftovers(self, profiles: Sequence[Profile]) -> None:
        """Remove the containers that an earlier console of this person's left."""
        for engine in sorted({profile.base for profile in profiles if profile.is_container}):
            if not isinstance(self._containers, str):
                await self._containers.remove_leftovers(engine)

    async def close(self) -> None:
        """Wait for the probes that are under way; what they started is ended."""
        for probe in list(self._probes.values()):
            probe.cancel()
        await asyncio.gather(*self._probes.values(), return_exceptions=True)

    def _way(self, profile: Profile) -> Way | str:
        return self._containers if profile.base in CONTAINERS else self._here

    def _probe(self, profile: Profile) -> "asyncio.Task[str]":
        if profile not in self._probes:
            task = asyncio.get_running_loop().create_task(self._probed(profile))
            self._probes[profile] = task
            task.add_done_callback(lambda _: self._probes.pop(profile, None))
        return self._probes[profile]

    async def _probed(self, profile: Profile) -> str:
        limit_s = CONTAINER_PROBE_LIMIT_S if profile.is_container else PROBE_LIMIT_S
        try:
            async with asyncio.timeout(limit_s):
                problem = await self._run_true(profile)
        except TimeoutError:
            problem = f"no answer within {limit_s:g} s"
        except (OSError, ValueError, Unconfinable) as refused:
            problem = str(refused)
        if problem:
            self._failed[profile] = (time.monotonic(), problem)
        else:
            self._failed.pop(profile, None)
            self._works.add(profile)
        return problem

    async def _run_true(self, profile: Profile) -> str:
        way = self._way(profile)
        assert not isinstance(way, str), "there is nothing to try"
        with tempfile.TemporaryDirectory(prefix="assent-") as folder:
            start = Start(["/bin/sh", "-c", "true"], folder, {**os.environ})
            async with way.around(profile, start) as confined:
                code, said = await _ran(self._trees, confined)
        return "" if code == 0 else way.explained(said or f"`true` ended with {code}")


async def _ran(trees: Trees, start: Start) -> tuple[int, str]:
    """Run it and return the exit code with the last line of its standard error."""
    with contextlib.ExitStack() as held:
        tree = await trees.start(Launch(start.words, start.cwd, start.environment))
        for descriptor in (tree.stdout, tree.stderr):
            held.callback(os.close, descriptor)
        held.callback(tree.close)
        held.callback(tree.end_now)
        code = await tree.exited()
        said = b""
        with contextlib.suppress(BlockingIOError):  # it said nothing, and somebody still could
            said = os.read(tree.stderr, 1 << 16)
        while not tree.is_empty():  # the caller's limit ends it
            tree.kill()
            await asyncio.sleep(0.001)
        lines = said.decode(errors="replace").strip().splitlines()
        return code, (lines[-1] if lines else "")[:_MOST_SAID]


if sys.platform == "win32":

    def _ways(_own: Sequence[str], _state: Path) -> tuple[Way | str, str]:
        return _NOTHING, _NOTHING

    _NOTHING = "there is nothing on Windows that Assent could confine a command by"

else:

    def _ways(own: Sequence[str], state: Path) -> "tuple[Way | str, Containers | str]":
        """Return what confines to places, and what to containers; a text says why there is none."""
        containers = Containers(hashlib.sha256(os.fsencode(state)).hexdigest()[:16])
        if sys.platform == "linux":
            return Bubblewrap(own, Placeholders(state / "placeholders.json")), containers
        if sys.platform == "darwin":
            return Seatbelt(own), containers
        return "there is nothing on this system that Assent could confine a command by", containers
