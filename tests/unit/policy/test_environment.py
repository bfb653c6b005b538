"""A command sees what it needs to work, and no secret that it does not need."""

import pytest

from assent.model.settings import STRICT, EnvironmentSettings, Secrets
from assent.policy.environment import visible

STRICTLY = STRICT.tools.shell.environment
SECRET_VALUES = [
    "-----BEGIN RSA PRIVATE KEY-----\nMII",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3B",
    "-----BEGIN EC PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----\n",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----\n",
    "-----BEGIN CERTIFICATE-----\nMII",
    *(f"{kind}_" + "a1B2" * 9 for kind in ("ghp", "gho", "ghu", "ghs", "ghr", "github_pat")),
    "AIzaSy" + "a1B2" * 9,
    "AKIA" + "ABCD1234" * 2,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    *(f"{kind}_" + "a1B2" * 6 for kind in ("sk_live", "rk_live", "sk_test")),
    "sk-proj-" + "a1B2" * 9,
    "xoxb-123456789012-abcdef",
    "postgres://ada:hunter2@db.example.org/app",
]


def sees(name: str, value: str = "value", settings: EnvironmentSettings | None = None) -> bool:
    return name in visible({name: value}, settings or EnvironmentSettings()).variables


@pytest.mark.parametrize(
    "name",
    [
        *(
            "CLIENT_ID",
            "DB_URI",
            "DATABASE_URL",
            "API_KEY",
            "OPENAI_API_KEY",
            "ANTHROPIC_API_KEY",
            "MY_TOKEN",
        ),
        *(
            "STRIPE_SECRET",
            "SECRET_KEY",
            "PGPASSWORD",
            "DB_PASSWD",
            "BASIC_AUTH",
            "X_CREDENTIALS",
            "SENTRY_DSN",
        ),
        *("SIGNING_CERT", "hidden_password", "SESSION_COOKIE", "ACCESSTOKEN", "RESTIC_PASSWORD"),
    ],
)
def test_what_is_named_like_a_secret_is_left_out(name: str):
    assert not sees(name)


@pytest.mark.parametrize("value", SECRET_VALUES)
def test_what_looks_like_a_secret_is_left_out_whatever_its_name(value: str):
    assert not sees("SAFE_VAR", value)
    assert not sees("SAFE_VAR", f"prefix {value}")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("SAFE_VAR", "x"), ("PATH", "/bin"), ("HOME", "/root"), ("LANG", "C.UTF-8"), ("LC_ALL", "C")],
        *[("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0"), ("XDG_RUNTIME_DIR", "/run/user/1000")],
        ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus"),
        *[("VIRTUAL_ENV", "/v"), ("PYTHONPATH", "gui"), ("CARGO_HOME", "/c")],
        *[("JAVA_HOME", "/j"), ("CC", "gcc"), ("TOKENIZERS_PARALLELISM", "1")],
        *[("XKB_KEYBOARD", "us"), ("GIT_AUTHOR_NAME", "Ada"), ("MONKEY", "x"), ("PASSAGE", "x")],
        *[("SSL_CERT_FILE", "/c.pem"), ("SSL_CERT_DIR", "/c"), ("SSH_KEY_PATH", "/k"), ("TOKEN_FILE", "/t")],
        *[("PROJECT_URL", "https://example.org/a:b@c"), ("REMOTE", "git@example.org:a/b.git")],
        ("AT", "a:b@c"),
    ],
)  # fmt: skip
def test_what_is_no_secret_stays(name: str, value: str):
    assert sees(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("SSH_AUTH_SOCK", "/run/ssh"), ("SSH_AGENT_PID", "7")],
        *[("GPG_TTY", "x"), ("KRB5CCNAME", "FILE:/tmp/k")],
        *[("GH_TOKEN", "ghp_" + "a" * 36), ("GITHUB_TOKEN", "ghp_" + "a" * 36), ("NPM_TOKEN", "npm_x")],
        *[("AWS_SECRET_ACCESS_KEY", "x"), ("AWS_ACCESS_KEY_ID", "AKIA" + "A" * 16), ("KUBECONFIG", "/k")],
        *[("https_proxy", "http://ada:pw@proxy:3128"), ("PIP_INDEX_URL", "https://ada:pw@index.example.org")],
        ("GOOGLE_APPLICATION_CREDENTIALS", "/g.json"),
    ],
)  # fmt: skip
def test_what_common_tools_log_in_by_stays(name: str, value: str):
    assert sees(name, value)
    assert not sees(name, value, STRICTLY)


def test_strict_hands_on_a_short_list_only():
    kept = (
        "PATH",
        "HOME",
        "USER",
        "LOGNAME",
        "SHELL",
        "LANG",
        "LC_CTYPE",
        "TERM",
        "COLORTERM",
        "TMPDIR",
        "TZ",
    )
    found = visible(dict.fromkeys([*kept, "DISPLAY", "EDITOR", "GH_TOKEN", "SAFE_VAR"], "x"), STRICTLY)
    assert set(found.variables) == set(kept)
    assert found.removed == ("DISPLAY", "EDITOR", "GH_TOKEN", "SAFE_VAR")


def test_off_hands_on_everything():
    everything = {"MY_TOKEN": "x", "A": SECRET_VALUES[0]}
    found = visible(everything, EnvironmentSettings(secrets="off"))
    assert (found.variables, found.removed) == (everything, ())


@pytest.mark.parametrize("secrets", ["off", "on", "strict"])
def test_the_persons_lists_come_first_and_deny_wins(secrets: Secrets):
    settings = EnvironmentSettings(secrets=secrets, allow=("MY_*", "PATH"), deny=("MY_OTHER", "PA*"))
    assert sees("MY_TOKEN", settings=settings)
    assert not sees("MY_OTHER", settings=settings)
    assert not sees("PATH", settings=settings)
    assert sees("my_token", settings=settings) == (secrets == "off")


def test_names_are_told_in_order_and_values_are_not():
    found = visible({"B_TOKEN": "hunter2", "A_TOKEN": "hunter2", "X": "hunter3"}, EnvironmentSettings())
    assert found.removed == ("A_TOKEN", "B_TOKEN")
    assert "hunter" not in repr(found)


def test_no_value_is_slow():
    for text in (
        "a" * 200_000,
        "://" + "a" * 200_000,
        "://a:" * 50_000,
        "eyJ" + "a" * 200_000,
        "_KEY" * 50_000,
    ):
        sees("X", text)
        sees(text)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "BASH_ENV",
            "ENV",
            "BASH_FUNC_git%%",
            "CDPATH",
            "GLOBIGNORE",
            "SHELLOPTS",
            "BASHOPTS",
            "PS4",
            "IFS",
        ),
        *(
            "LD_PRELOAD",
            "LD_AUDIT",
            "DYLD_INSERT_LIBRARIES",
            "GIT_DIR",
            "GIT_CONFIG_COUNT",
            "GIT_CONFIG_KEY_0",
        ),
    ],
)
@pytest.mark.parametrize("secrets", ["off", "on", "strict"])
def test_what_makes_another_thing_of_a_command_is_left_out(name: str, secrets: Secrets):
    assert not sees(name, settings=EnvironmentSettings(secrets=secrets))
    assert sees(name, settings=EnvironmentSettings(secrets=secrets, allow=(name,)))
