"""The person's settings: the whole of `settings.toml`, each value with its default."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from assent.model.confinement import BUILT_IN, OFF, NoSuchProfile, Profile, ProfileName, profile_named
from assent.model.frozen import Frozen
from assent.model.guarantee import Wanted
from assent.model.limits import Limits

Secrets = Literal["off", "on", "strict"]
# A variable's name; `*` stands for any signs.
NamePattern = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^=\x00]+$")]

PRESETS = (
    "Explain first why this is needed.",
    "Show me a plan before you go on.",
    "Do it with smaller steps, one command at a time.",
    "Only read for now; change nothing.",
    "Stay inside the project's folder.",
    "Install nothing; use what is there.",
    "Don't push or publish anything.",
    "Run the tests first.",
)


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


class BackgroundSettings(Frozen):
    """Settings of commands that go on after their agent was answered.

    `most_running` is how many of them one agent may have at a time. Those that the person sends to the
    background count, and are never refused.
    """

    most_running: Annotated[int, Field(strict=True, ge=0, le=1_000)] = 4


class ShellSettings(Frozen):
    """Settings of the Shell tool.

    `supervision` says who makes sure that all processes of a command end with it (model/guarantee.py):
    "auto" takes the strongest that changes nothing for the commands, "strongest" the best that works on this
    machine, a kind's name that kind or nothing. It is read when the console starts.
    """

    environment: EnvironmentSettings = EnvironmentSettings()
    supervision: Wanted = "auto"
    # Seconds without output after which a command is killed; None: it may be silent for as long as it likes.
    idle_timeout_s: Annotated[float, Field(gt=0, le=86_400)] | None = None
    # What becomes of processes that a command left behind when it ended by itself: "stop" ends them after
    # its last output was read, "keep" answers the agent, names them, and lets them run on in sight.
    leftovers: Literal["stop", "keep"] = "stop"
    background: BackgroundSettings = BackgroundSettings()
    # Whether programs are looked for in folders of PATH that lie in the folder that the agent works in: what
    # the agent or a repository puts there would run in place of the program that was meant.
    path_in_workspace: bool = False
    # The profile for commands that nothing else is said of: no rule that matches, and no agent's wish.
    confinement: str = OFF
    limits: Limits = Limits()


class ToolsSettings(Frozen):
    """Settings by tool."""

    shell: ShellSettings = ShellSettings()


class ApprovalSettings(Frozen):
    """How a person is asked.

    `expires_after_s` is when a request that nobody answers is refused, None: never. `while_away` says what
    becomes of requests while nobody is at the desk. `presets` are words of refusal to choose from.
    """

    expires_after_s: Annotated[float, Field(gt=0, le=604_800)] | None = None
    while_away: Literal["wait", "refuse"] = "wait"
    presets: tuple[Annotated[str, StringConstraints(min_length=1, max_length=500)], ...] = PRESETS


class Settings(Frozen):
    """All settings; `confinement` holds the person's own profiles by name."""

    approval: ApprovalSettings = ApprovalSettings()
    tools: ToolsSettings = ToolsSettings()
    confinement: dict[ProfileName, Profile] = Field(default={})

    @model_validator(mode="after")
    def _names_profiles_that_are_there(self) -> "Settings":
        for name in self.confinement.keys() & BUILT_IN.keys():
            raise ValueError(f"confinement.{name}: it is built in; give yours another name")
        try:
            profile_named(self.tools.shell.confinement, self.confinement)
        except NoSuchProfile as problem:
            raise ValueError(f"tools.shell.confinement: {problem}") from None
        return self


# In force while the file cannot be read: what it forbids is not known. Where nothing can confine a command to
# its workspace none runs until the file is mended: what was asked for cannot be had.
STRICT = Settings(
    tools=ToolsSettings(
        shell=ShellSettings(
            environment=EnvironmentSettings(secrets="strict"),
            supervision="strongest",
            confinement="workspace",
        )
    )
)
