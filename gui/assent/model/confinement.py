"""What a command may see and change of this machine: the profiles that it can be confined by."""

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from assent.model.frozen import Frozen

OFF = "off"  # the name of no confinement
Base = Literal["workspace", "read-only", "docker", "podman"]
CONTAINERS: tuple[Base, ...] = ("docker", "podman")
_OF_CONTAINERS = ("image", "mounts", "environment", "user")
_OF_THIS_MACHINE = ("writable", "readable", "hidden", "protected")


def _place(path: str) -> str:
    if "\0" in path or ".." in PurePath(path).parts:
        raise ValueError("it must hold neither NUL nor `..`")
    return path


def _mount(text: str) -> str:
    source, target, access = mount_parts(text)
    for path in (source, target):
        if not path.startswith(("/", "~/")) and path != "~":
            raise ValueError(f"path {path!r} must be absolute")
    if access not in ("ro", "rw"):
        raise ValueError("it ends with `ro` or `rw`")
    return text


def mount_parts(text: str) -> tuple[str, str, str]:
    """Take `from[:to[:ro|rw]]` apart: read-only, and at the same place, unless it says otherwise."""
    source, *rest = text.split(":")
    if len(rest) > 2:
        raise ValueError("it is not `from`, `from:to` or `from:to:rw`")
    return source, (rest[0] if rest else source), (rest[1] if len(rest) == 2 else "ro")


# Absolute, below the home (`~/…`), or below the folder that the command runs in.
Place = Annotated[str, StringConstraints(min_length=1, max_length=4096), AfterValidator(_place)]
Mount = Annotated[
    str, StringConstraints(min_length=1, max_length=8192, pattern=r'^[^\x00,"]+$'), AfterValidator(_mount)
]
# NAME hands on the console's own value, NAME=VALUE sets one.
Variable = Annotated[
    str, StringConstraints(max_length=32_768, pattern=r"^[A-Za-z_][A-Za-z0-9_]*(=[^\x00]*)?$")
]
ProfileName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]


class Profile(Frozen):
    """One confinement.

    "workspace" may write to the folder that the command runs in and to a /tmp of its own, "read-only" to that
    /tmp only; both see the rest of the machine without secrets, and reach the network if `network` is set.
    `writable` adds to what may be written, also what is protected by default, `readable` shows what is hidden
    by default or lies in the real /tmp; `hidden` hides more, and `protected` forbids more writing. "docker"
    and "podman" run a container of `image`, which is never downloaded, with the command's folder, `mounts`,
    `environment` and `user`.
    """

    base: Base
    network: Annotated[bool, Field(strict=True)] = False
    writable: tuple[Place, ...] = ()
    readable: tuple[Place, ...] = ()
    hidden: tuple[Place, ...] = ()
    protected: tuple[Place, ...] = ()
    image: Annotated[str, StringConstraints(max_length=500, pattern=r"^([A-Za-z0-9][\w./:@-]*)?$")] = ""
    mounts: tuple[Mount, ...] = ()
    environment: tuple[Variable, ...] = ()
    user: Annotated[
        str, StringConstraints(max_length=100, pattern=r"^([A-Za-z0-9_][\w.-]*(:[\w.-]+)?)?$")
    ] = ""

    @property
    def is_container(self) -> bool:
        """Whether the command gets another system than this one."""
        return self.base in CONTAINERS

    @model_validator(mode="after")
    def _says_what_its_base_knows(self) -> "Profile":
        for name in _OF_THIS_MACHINE if self.is_container else _OF_CONTAINERS:
            if getattr(self, name):
                raise ValueError(f"{name}: `{self.base}` has no such thing")
        if self.is_container and not self.image:
            raise ValueError(f"image: `{self.base}` needs one")
        return self

    def __repr__(self) -> str:
        """Leave the environment out: it may hold secrets."""
        return f"Profile({self.sentence!r})"

    @property
    def sentence(self) -> str:
        """What it is, in one sentence for a person."""
        network = "with network" if self.network else "without network"
        if self.is_container:
            return f"In a container of {self.image} ({self.base}), {network}."
        more = f" and {', '.join(self.writable)}" if self.writable else ""
        if self.base == "workspace":
            return f"Changes its folder{more} and a /tmp of its own only, sees no secrets, {network}."
        changes = f"Changes{more.removeprefix(' and')} and" if more else "Changes nothing but"
        return f"{changes} a /tmp of its own, sees no secrets, {network}."


class Choice(Frozen):
    """A confinement on offer; `problem` says why it is not to be had here, or nothing."""

    name: str
    sentence: str
    problem: str = ""


# The profiles that are there without anybody's doing.
BUILT_IN: Mapping[str, Profile | None] = {
    OFF: None,
    "workspace": Profile(base="workspace"),
    "read-only": Profile(base="read-only"),
}


class NoSuchProfile(Exception):  # noqa: N818
    """Nothing is known by that name; the text is for agents and persons."""


def profile_named(name: str, own: Mapping[str, Profile]) -> Profile | None:
    """Return the profile of that name, built in or the person's `own`; None is no confinement.

    Raises NoSuchProfile.
    """
    known = {**own, **BUILT_IN}
    if name not in known:
        there = ", ".join(f"`{each}`" for each in (*BUILT_IN, *own))
        raise NoSuchProfile(f"There is no confinement profile `{name}`. There are: {there}.")
    return known[name]


def is_within(tight: Profile | None, wide: Profile | None) -> bool:
    """Tell whether `tight` certainly forbids all that `wide` forbids.

    A partial order. None, no confinement, is the widest of those on this machine. A container is another
    system: it is comparable with itself only.
    """
    if tight == wide:
        return True
    if tight is None or tight.is_container:
        return False
    if wide is None or wide.is_container:
        return wide is None
    return (
        (tight.base == "read-only" or wide.base == "workspace")
        and tight.network <= wide.network
        and {*tight.writable} <= {*wide.writable}
        and {*tight.readable} <= {*wide.readable}
        and {*tight.hidden} >= {*wide.hidden}
        and {*tight.protected} >= {*wide.protected}
    )


def strictest(names: Iterable[str], own: Mapping[str, Profile]) -> str | None:
    """Return the name of the profile that is within all others, or None when none is.

    Raises NoSuchProfile, and ValueError for no names.
    """
    found = {name: profile_named(name, own) for name in names}
    if not found:
        raise ValueError("there are no profiles to compare")
    for name, profile in found.items():
        if all(is_within(profile, other) for other in found.values()):
            return name
    return None
