"""The person's settings: the whole of `settings.toml`, each value with its default."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from assent.model.confinement import OFF
from assent.model.frozen import Frozen
from assent.model.guarantee import Kind
from assent.model.limits import Limits

Secrets = Literal["off", "on", "strict"]
# A variable's name; `*` stands for any signs.
NamePattern = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^=\x00]+$")]


class EnvironmentSettings(Frozen):
    """What commands see of the console's environment.

    `secrets`: "off" hands everything on, "on" leaves out what looks like a secret, "strict" hands on a short
    list only. `allow` hands on more than that, `deny` less; `deny` wins.
    """

    # "on": an agent passes on whatever a command prints, so `env` in a block would hand every key of the
    # login to the agent's provider. It breaks no ordinary work, since the variables by which common tools log
    # in (ssh, gh, git, clouds, package registries) stay, and what was left out is named in the result.
    secrets: Secrets = "on"
    allow: tuple[NamePattern, ...] = ()
    deny: tuple[NamePattern, ...] = ()


class ShellSettings(Frozen):
    """Settings of the Shell tool.

    `supervision` says who makes sure that all processes of a command end with it (model/guarantee.py):
    "strongest" takes the best that works on this machine, a kind's name that kind or nothing. It is read
    when the console starts.
    """

    environment: EnvironmentSettings = EnvironmentSettings()
    # "session": a warden adds a thousandth of a second to each call, and in a namespace `ps` and `sudo` are
    # not what they were. That is the person's to choose until it is cheaper.
    supervision: Literal["strongest"] | Kind = "session"
    # Seconds without output after which a command is killed; None: it may be silent for as long as it likes.
    idle_timeout_s: Annotated[float, Field(gt=0, le=86_400)] | None = None
    # What becomes of processes that a command left behind when it ended by itself: "stop" ends them after
    # its last output was read, "keep" answers the agent, names them, and lets them run on in sight.
    leftovers: Literal["stop", "keep"] = "stop"
    confinement: str = OFF
    limits: Limits = Limits()


class ToolsSettings(Frozen):
    """Settings by tool."""

    shell: ShellSettings = ShellSettings()


class Settings(Frozen):
    """All settings."""

    tools: ToolsSettings = ToolsSettings()


# In force while the file cannot be read: what it forbids is not known.
STRICT = Settings(
    tools=ToolsSettings(
        shell=ShellSettings(environment=EnvironmentSettings(secrets="strict"), supervision="strongest")
    )
)
