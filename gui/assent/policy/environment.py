"""Which variables of the console's environment a command may see."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache

from assent.model.settings import EnvironmentSettings

# Handed on in every mode: without them hardly a program starts.
_ESSENTIAL = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ", "TERM", "COLORTERM"),
    *("TMPDIR", "TEMP", "TMP", "XDG_RUNTIME_DIR", "ASSENT_*"),
    *("LD_LIBRARY_PATH_ORIG", "QT_PLUGIN_PATH_ORIG"),  # host/shell puts them back
    *("SystemRoot", "SYSTEMROOT", "SystemDrive", "SYSTEMDRIVE", "windir", "WINDIR", "COMSPEC", "ComSpec"),
    *("PATHEXT", "Path", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "ProgramFiles", "ProgramData"),
)
# Handed on although the name or the value looks like a secret: common tools log in by them by themselves, and
# a person who approves `git push` or `gh pr create` means it to work.
_LOGINS = (
    *("SSH_AUTH_SOCK", "SSH_ASKPASS*", "GIT_ASKPASS", "GPG_*", "XAUTHORITY", "KRB5*"),
    *("GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GITLAB_TOKEN"),
    *("AWS_*", "AZURE_*", "ARM_*", "GOOGLE_APPLICATION_CREDENTIALS", "CLOUDSDK_*", "KUBECONFIG", "DOCKER_*"),
    *("NPM_TOKEN", "NODE_AUTH_TOKEN", "CARGO_REGISTRY*", "CARGO_REGISTRIES_*", "UV_*", "PIP_*", "POETRY_*"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "FTP_PROXY", "http_proxy", "https_proxy", "all_proxy"),
    *("ftp_proxy", "GOPROXY", "GOAUTH"),
)
# Handed on in no mode, unless they are named in `allow`: what was judged is not what runs with them. They
# lead
# every shell and every program, or git to another repository than the folder's (`git rev-parse
# --local-env-vars`; they are set where the console was started by a hook).
_STEERING = (
    *("BASH_ENV", "ENV", "BASH_FUNC_*", "BASH_LOADABLES_PATH", "BASH_XTRACEFD", "BASH_COMPAT", "BASHOPTS"),
    *("SHELLOPTS", "CDPATH", "GLOBIGNORE", "EXECIGNORE", "IFS", "PS4", "PROMPT_COMMAND", "POSIXLY_CORRECT"),
    *("LD_PRELOAD", "LD_PRELOAD_ORIG", "LD_AUDIT", "DYLD_INSERT_LIBRARIES"),
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"),
    *("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"),
    *("GIT_CONFIG_KEY_*", "GIT_CONFIG_VALUE_*", "GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE"),
    *("GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS", "GIT_EXEC_PATH"),
)
# Words of a name that speak of a secret. Whole words: KEYBOARD, AUTHOR and MONKEY are none.
_SECRET_NAME = re.compile(
    r"(?:^|_)(?:\w*TOKEN|\w*SECRETS?|\w*PASSWORD|\w*PASSWD|PASS|PASSPHRASE|\w*APIKEY|KEYS?|AUTH|CREDENTIALS?|CREDS?"
    r"|PRIVATE|CERT|COOKIE|DSN|CLIENT_ID|DB_URI|DATABASE_URL|CONNECTION_STRING)(?:_|$)",
    re.IGNORECASE,
)
# A name that ends so speaks of where a secret is, not of what it is.
_PLACE_NAME = re.compile(r"_(?:FILE|PATH|DIR|SOCK|SOCKET|HOME|HOST|PORT|TTY|COMMAND|PROGRAM)$", re.IGNORECASE)
_SECRET_VALUE = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*(?:PRIVATE KEY|CERTIFICATE|PGP [A-Z ]+)"
    r"|\b(?:gh[pousr]_|github_pat_|glpat-)\w{10}"
    r"|\bAIza[\w-]{20}|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"
    r"|\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]{4}"
    r"|\b[rs]k_(?:live|test)_\w{10}|\bsk-[\w-]{20}|\bxox[abeoprs]-[\w-]{10}"
    r"|://[^/\s:@]+:[^/\s@]+@"
)


@dataclass(frozen=True)
class Visible:
    """The variables that a command sees, and the names of those that it does not."""

    variables: Mapping[str, str]
    removed: tuple[str, ...]

    def __repr__(self) -> str:
        """Leave the values out: they hold secrets."""
        return f"Visible({len(self.variables)} variables, removed={self.removed!r})"


def visible(environment: Mapping[str, str], settings: EnvironmentSettings) -> Visible:
    """Return what `settings` leave of `environment`."""
    denied, allowed = _any_of(settings.deny), _any_of((*settings.allow, *_ESSENTIAL))
    logins, steering, named = _any_of(_LOGINS), _any_of(_STEERING), _any_of(settings.allow)

    def may_see(name: str, value: str) -> bool:
        if denied.match(name):
            return False
        if steering.match(name):
            return bool(named.match(name))
        if settings.secrets == "off" or allowed.match(name):
            return True
        return settings.secrets == "on" and (bool(logins.match(name)) or not _looks_secret(name, value))

    kept = {name: value for name, value in environment.items() if may_see(name, value)}
    return Visible(kept, tuple(sorted(environment.keys() - kept.keys())))


@lru_cache(maxsize=8)
def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """Return one expression for all: single ones would take longer than the start of a shell."""
    return re.compile("|".join(translate(pattern) for pattern in patterns) or r"(?!)")


# The environment is the same at each call. What is kept here is in the process's environment anyway.
@lru_cache(maxsize=1024)
def _looks_secret(name: str, value: str) -> bool:
    if _SECRET_VALUE.search(value):
        return True
    return bool(_SECRET_NAME.search(name)) and not _PLACE_NAME.search(name)
