"""What a confined command cannot do, tried by commands: each property, profile and kind of user."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("bubblewrap is Linux's", allow_module_level=True)

from confining import READ_ONLY, WORKSPACE, Box, box, listening

_OPEN_FILES = "for file in /proc/$$/fd/*; do echo ${file##*/}; done"
# Each block ends with 0 if the property holds. `$PORT` is one that somebody listens on, `$OUTSIDE` lies in
# /tmp, `$OWN` is the console's folder.
PROPERTIES = {
    "the root is read-only": "! touch /usr/x && ! touch /etc/x && ! touch /x",
    "the home is read-only": '! touch "$HOME/x" && ! touch "$HOME/.bashrc" && ! mkdir "$HOME/.ssh"',
    "/tmp is its own": 'touch /tmp/x && [ ! -e "$OUTSIDE" ] && [ "$(ls -A /tmp)" != "" ]',
    "there is no network": "! (exec 3<>/dev/tcp/127.0.0.1/$PORT)",
    "there is no interface but lo": '[ "$(tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " ")" = lo ]',
    "it sees its own processes only": '[ "$(ls -d /proc/[0-9]* | wc -l)" -lt 10 ] && [ $$ -lt 100 ]',
    "git's configuration cannot be changed": "! (echo x >> .git/config) && ! rm .git/config && ! mv .git o",
    "git's hooks cannot be changed": "! (echo x > .git/hooks/pre-commit) && ! rm -r .git/hooks",
    "there is no terminal to reach": "! (: < /dev/tty)",
    "nothing of the console's environment is there": '[ -z "${CONSOLES_OWN+x}${SSH_AUTH_SOCK+x}" ]',
    "no descriptor is left open": f'[ "$({_OPEN_FILES} | grep -c "^[012]$")" = 3 ]'
    f' && ! ({_OPEN_FILES} | grep -qE "^([3-9]|[1-9][0-9])$")',
    "no program gains rights": "grep -q 'NoNewPrivs:[[:space:]]*1' /proc/self/status",
    "it has no capability": "! grep -E 'Cap(Inh|Prm|Eff|Bnd|Amb)' /proc/self/status | grep -vq 00000000000",
    "nothing can be mounted": "! mount -t tmpfs none /mnt && ! mount -o remount,rw /",
    "no namespace can be made": "! unshare --user true && ! unshare --mount true",
    "/run is its own": '[ "$(ls -A /run | grep -v systemd)" = "" ]',
    "no container engine can be reached": "[ ! -e /run/docker.sock ] && [ ! -e /var/run/docker.sock ]",
    "the kernel's messages are not to be read": "! dmesg",
    "the kernel's settings cannot be changed": "! (echo x > /proc/sys/kernel/core_pattern)"
    " && ! (echo 1 > /proc/sys/vm/drop_caches) && ! (echo h > /proc/sysrq-trigger)",
    "secrets of the home are hidden": '[ -z "$(ls -A "$HOME/.ssh")" ] && ! grep -q secret "$HOME/.netrc"',
    "the console's own folders are hidden": '[ -z "$(ls -A "$OWN")" ] && ! touch "$OWN/x"',
    "the mark of the call is there": '[ "$ASSENT_CALL_ID" = call-1 ]',
}
IN_A_WORKSPACE = {
    "the folder is writable": 'echo new > file && [ "$(cat file)" = new ] && rm file',
    "git works": "git add . && git -c user.name=a -c user.email=a@b commit -qm x --allow-empty && git status",
}
# What an unconfined shell of the same user is open to, so that the blocks above are known to tell.
OPEN = [
    "the home is read-only",
    "/tmp is its own",
    "there is no network",
    "it sees its own processes only",
    "git's configuration cannot be changed",
    "git's hooks cannot be changed",
    "nothing of the console's environment is there",
    "no program gains rights",
    "secrets of the home are hidden",
    "the console's own folders are hidden",
]


@pytest.fixture(params=[False, True], ids=["this user", "ordinary user"])
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """Return a box with a repository in its workspace, and secrets in its home."""
    with box(monkeypatch, ordinary=request.param) as made:
        made.write(".ssh/id_ed25519", "secret")
        made.write(".netrc", "secret")
        made.write(".local/state/assent/journal", "secret")
        subprocess.run(["git", "init", "-q", str(made.folder)], check=True)
        (made.folder / ".git" / "hooks").mkdir(exist_ok=True)
        made.hand_over()
        yield made


def surroundings(place: Box, port: int, outside: Path) -> dict[str, str]:
    """Return what the blocks know of the place."""
    return {"PORT": str(port), "OUTSIDE": str(outside), "OWN": str(place.own)}


@pytest.mark.parametrize("name", [*PROPERTIES, *IN_A_WORKSPACE])
async def test_in_a_workspace(place: Box, tmp_path: Path, name: str):
    with listening() as port:
        environment = {**surroundings(place, port, tmp_path), "SSH_AUTH_SOCK": "/run/agent"}
        block = (PROPERTIES | IN_A_WORKSPACE)[name]
        ran = await place.run(block, WORKSPACE, environment=environment)
    assert ran.returncode == 0, ran


@pytest.mark.parametrize("name", PROPERTIES)
async def test_read_only(place: Box, tmp_path: Path, name: str):
    with listening() as port:
        environment = {**surroundings(place, port, tmp_path), "SSH_AUTH_SOCK": "/run/agent"}
        block = PROPERTIES[name]
        ran = await place.run(block, READ_ONLY, environment=environment)
    assert ran.returncode == 0, ran


async def test_read_only_changes_nothing(place: Box):
    ran = await place.run(
        '! touch x && ! mkdir y && ! rm -r .git && cd / && [ -d "$HOME/my work/.git" ]', READ_ONLY
    )
    assert ran.returncode == 0, ran
    assert sorted(path.name for path in place.folder.iterdir()) == [".git"]


@pytest.mark.parametrize("name", OPEN)
def test_an_unconfined_shell_has_none_of_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str):
    with box(monkeypatch) as made, listening() as port:
        made.write(".ssh/id_ed25519", "secret")
        made.write(".netrc", "secret")
        made.write(".local/state/assent/journal", "secret")
        subprocess.run(["git", "init", "-q", str(made.folder)], check=True)
        own = {"CONSOLES_OWN": "1", "HOME": str(made.home), "PATH": os.environ["PATH"]}
        ran = subprocess.run(
            ["bash", "-c", PROPERTIES[name]],
            cwd=made.folder,
            env=own | surroundings(made, port, tmp_path),
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode != 0, ran


async def test_with_network_there_is_one(place: Box):
    with listening() as port:
        ran = await place.run(
            f"exec 3<>/dev/tcp/127.0.0.1/{port} && head -c 1 /etc/resolv.conf",
            WORKSPACE.model_copy(update={"network": True}),
        )
    assert ran.returncode == 0, ran
    assert Path("/etc/resolv.conf").read_text()[:1] == ran.stdout
