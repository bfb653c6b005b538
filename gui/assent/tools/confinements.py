"""The confinements on offer: which one a command gets, whether it is to be had, and running in it."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from assent.execution.runner import Command, Finished
from assent.host.confining.confinement import Confinement
from assent.host.confining.start import Start
from assent.host.errors import Unconfinable
from assent.model.call import Wants
from assent.model.confinement import BUILT_IN, OFF, Choice, NoSuchProfile, Profile, profile_named
from assent.model.lifecycle import Failed
from assent.model.result import ToolReturnValue, error
from assent.policy.confining import Demand, Refused, chosen

_UNCONFINED = "Commands run without confinement."


class Confinements:
    """The profiles of the moment, what the person demands of each command, and what this system can do.

    `demands` says what is demanded for a command, `own` are the person's profiles; without `host` nothing but
    no confinement is to be had.
    """

    def __init__(
        self,
        demands: Callable[[str], Sequence[Demand]] = lambda _command: (Demand(OFF, "The settings"),),
        own: Callable[[], Mapping[str, Profile]] = dict[str, Profile],
        host: Confinement | None = None,
    ) -> None:
        """Offer these."""
        self._demands, self._own, self._host = demands, own, host

    def choices(self) -> tuple[Choice, ...]:
        """Return all that a person can choose from, with why some are not to be had."""
        return tuple(
            Choice(name=OFF, sentence=_UNCONFINED)
            if profile is None
            else Choice(name=name, sentence=profile.sentence, problem=self._problem(profile))
            for name, profile in {**BUILT_IN, **self._own()}.items()
        )

    def chosen(self, command: str, requested: str, folder: str, wants: Wants) -> str | ToolReturnValue:
        """Return the name of the profile for a command in `folder`, or why it is refused with nobody asked.

        What an agent runs itself is not confined by us: it can't ask for that, and no rule allows it then
        which would have it confined.
        """
        if wants == "permission":
            return (
                OFF
                if requested in ("", OFF)
                else _refused("You run it yourself, so it cannot be confined here.")
            )
        try:
            name = chosen(requested, self._demands(command), self._own())
            self._check(name, folder)
        except (NoSuchProfile, Refused) as problem:
            return _refused(str(problem))
        except Unconfinable as problem:
            return _refused(_not_to_be_had(name, problem))
        return name

    def is_container(self, name: str) -> bool:
        """Tell whether commands of this profile run in another system than this one."""
        try:
            profile = profile_named(name, self._own())
        except NoSuchProfile:
            return False
        return profile is not None and profile.is_container

    def sealed(self, name: str) -> str:
        """Return the name, and in short what a profile of the person's says: that may change."""
        own = self._own().get(name)
        if own is None:
            return name
        return f"{name} ({hashlib.sha256(own.model_dump_json().encode()).hexdigest()[:16]})"

    async def run(
        self, name: str, command: Command, run: Callable[[Command], Awaitable[Finished]]
    ) -> Finished:
        """Run the command in the profile of this name, or say why it did not run: never with less."""
        with contextlib.ExitStack() as unused:
            if command.terminal is not None:
                unused.callback(command.terminal.close)
            try:
                profile = profile_named(name, self._own())
                if profile is None:
                    unused.pop_all()  # whoever runs it closes it
                    return await run(command)
                async with self._around(profile, command) as confined:
                    unused.pop_all()
                    return await run(confined)
            except (NoSuchProfile, Unconfinable) as problem:
                return Finished(Failed(error=_not_to_be_had(name, problem)))

    @contextlib.asynccontextmanager
    async def _around(self, profile: Profile, command: Command) -> AsyncIterator[Command]:
        if self._host is None:
            raise Unconfinable(_NOTHING)
        start = Start(command.words, command.cwd, command.environment, command.terminal is not None)
        async with self._host.around(profile, start) as made:
            # What confines opens the folder by its path, some milliseconds from now.
            _check(command)
            yield replace(command, words=made.words, cwd=made.cwd, folder=None, environment=made.environment)

    async def look(self) -> None:
        """Find out what is to be had, as far as that takes no container; remove containers that are left."""
        host = self._host
        if host is None:
            return
        profiles = [profile for profile in (*BUILT_IN.values(), *self._own().values()) if profile is not None]
        here = [host.tried(profile) for profile in profiles if not profile.is_container]
        await asyncio.gather(*here, host.remove_leftovers(profiles))

    async def close(self) -> None:
        """End what was still to be found out."""
        if self._host is not None:
            await self._host.close()

    def _check(self, name: str, folder: str) -> None:
        profile = profile_named(name, self._own())
        if profile is None:
            return
        if self._host is None:
            raise Unconfinable(_NOTHING)
        self._host.check(profile, folder)

    def _problem(self, profile: Profile) -> str:
        return _NOTHING if self._host is None else self._host.problem(profile)


def _check(command: Command) -> None:
    if command.folder is not None:
        try:
            command.folder.check()
        except OSError as problem:
            raise Unconfinable(f"{problem.strerror}: {problem.filename}") from None


_NOTHING = "there is nothing here to confine commands by"


def _not_to_be_had(name: str, problem: Exception) -> str:
    return f"It was to run confined (`{name}`), which is not to be had: {problem}. It did not run."


def _refused(why: str) -> ToolReturnValue:
    return error(why, brief="Confinement refused")
