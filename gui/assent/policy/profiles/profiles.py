"""The profiles of programs, read when they are first asked for.

A profile that is malformed, or whose samples do not hold, raises BadProfile: it is a bug of ours.
"""

import asyncio
import shlex
import tomllib
from collections.abc import Sequence

from pydantic import ValidationError

from assent import resources
from assent.model.complaint import complaint
from assent.policy.profiles.line import Line
from assent.policy.profiles.profile import Profile, profile_of
from assent.policy.profiles.profile_file import ProfileFile
from assent.policy.profiles.use import Use
from assent.policy.profiles.walk import Walk

_FOLDER = "profiles"
_ALIASES = "aliases"  # the file of other names for the same programs
_NONE: frozenset[int] = frozenset()


class BadProfile(Exception):  # noqa: N818
    """A shipped profile does not say what its samples say: the text names it, and the sample."""


class Profiles:
    """What is known of the arguments of programs."""

    def __init__(self) -> None:
        """Read nothing but which profiles there are."""
        self._files = frozenset(
            name.removesuffix(".toml") for name in resources.names(_FOLDER) if name.endswith(".toml")
        ) - {_ALIASES}
        self._aliases: dict[str, str] = tomllib.loads(resources.text(f"{_FOLDER}/{_ALIASES}.toml"))
        self._read: dict[str, Profile] = {}

    def use(
        self,
        argv: Sequence[str],
        spelled: int = 0,
        globs: frozenset[int] = _NONE,
        expands: frozenset[int] = _NONE,
    ) -> Use | None:
        """Return what the command line does, None where its program has no profile.

        The first `spelled` words are ones that a rule spelled out: nothing is objected to them. `globs` are
        the indexes of words that are patterns for file names, `expands` of those into which the shell puts a
        value.
        """
        profile = self._profile(argv[0]) if argv else None
        if profile is None:
            return None
        walk = Walk(Line(tuple(argv), spelled, globs, expands), self._profile)
        walk.go(profile)
        return walk.found.use()

    def names(self) -> tuple[str, ...]:
        """Return all programs that have a profile, other names too, in their order."""
        return tuple(sorted(self._files | self._aliases.keys()))

    async def read_all(self) -> None:
        """Read every profile, so that no call has to wait for its program's; nothing else waits long for it.

        Raises BadProfile.
        """
        for name in sorted(self._files):
            self._profile(name)
            await asyncio.sleep(0)

    def samples(self, program: str) -> int:
        """Try all samples of the program's profile, and return how many they are. Raises BadProfile."""
        return self._try(self._file(self._aliases.get(program, program)), program)

    def _try(self, file: ProfileFile, program: str) -> int:
        for sample in file.match:
            use = self.use(_words(sample))
            if use is None or not use.is_known:
                raise BadProfile(f"{program}: `{sample}` should be known: {use.why if use else 'no profile'}")
        for sample in file.not_match:
            use = self.use(_words(sample))
            if use is not None and use.is_known:
                raise BadProfile(f"{program}: `{sample}` should not be known")
        return len(file.match) + len(file.not_match)

    def _profile(self, program: str) -> Profile | None:
        """Return the profile of a program by its name or path, its samples tried when it is first read."""
        base = program.rsplit("/", 1)[-1]
        name = self._aliases.get(base, base)
        if name in self._read:
            return self._read[name]
        if name not in self._files:
            return None
        file = self._file(name)
        try:
            self._read[name] = profile_of(file)
        except ValueError as problem:
            raise BadProfile(f"{name}: {problem}") from None
        self._try(file, name)
        return self._read[name]

    def _file(self, name: str) -> ProfileFile:
        try:
            return ProfileFile.model_validate(tomllib.loads(resources.text(f"{_FOLDER}/{name}.toml")))
        except ValidationError as problem:
            raise BadProfile(f"{name}: {complaint(problem)}") from None
        except tomllib.TOMLDecodeError as problem:
            raise BadProfile(f"{name}: {problem}") from None


def _words(sample: str) -> list[str]:
    """Take a sample apart; quickly where nothing in it is quoted."""
    return shlex.split(sample) if any(sign in sample for sign in "\"'\\") else sample.split()
