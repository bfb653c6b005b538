"""What in a repository makes git run programs is found, and known again by its fingerprint."""

import shutil
import subprocess
from pathlib import Path

import pytest

from assent.host.digests import Digests
from assent.host.git_config import Entry
from assent.host.repositories import Repositories
from assent.model.inspection import Repository
from assent.policy.repository import Place, _is_harmless, looked_at, place_of

_EXECUTING = """
core.fsmonitor=.git/x  core.sshCommand=x  core.editor=x  core.pager=x  core.askPass=x  core.gitProxy=x
core.alternateRefsCommand=x  pager.log=x  diff.external=x  diff.png.command=x  diff.png.textconv=x
filter.x.clean=x  filter.x.smudge=x  filter.x.process=x  merge.x.driver=x  credential.helper=x
credential.https://example.org.helper=x  gpg.program=x  gpg.ssh.program=x  gpg.ssh.defaultKeyCommand=x
alias.st=!x  alias.l=log  sequence.editor=x  uploadpack.packObjectsHook=x  remote.o.uploadpack=x
remote.o.receivepack=x  remote.o.vcs=x  remote.o.url=ext::x  remote.o.pushurl=fd::x  submodule.s.update=!x
submodule.s.url=ext::x  url.ext::x.insteadOf=y  protocol.ext.allow=always  protocol.allow=always
branch.b.remote=ext::x  interactive.diffFilter=x  difftool.x.cmd=x  mergetool.x.cmd=x  mergetool.x.path=x
browser.x.cmd=x  man.x.cmd=x  web.browser=x  instaweb.httpd=x  sendemail.smtpServer=x  sendemail.toCmd=x
imap.tunnel=x  tar.x.command=x  trailer.x.command=x  trailer.x.cmd=x  guitool.x.cmd=x  hook.x.command=x
gc.recentObjectsHook=x  receive.procReceiveRefs=x  core.virtualFilesystem=x  lfs.customtransfer.x.path=x
lfs.standalonetransferagent=x  annex.x-command=x  svn.x=y  whatever.comes=later  diff.tool=x  merge.tool=x
transfer.x.y=!x  init.templateDir=x  commit.gpgsign=!x  fsmonitor.x=y  ssh.variant=x  bigfile.x=y
"""
_HARMLESS = """
core.repositoryformatversion=0  core.bare=false  core.filemode=true  core.ignoreCase=true  core.autocrlf=input
core.fsmonitor=true  core.fsmonitor=false  core.hooksPath=.husky  core.untrackedCache=true  core.worktree=..
remote.origin.url=git@example.org:a/b.git  remote.origin.url=https://x@example.org/a  remote.o.url=../a
remote.origin.fetch=+refs/heads/*:refs/remotes/origin/*  branch.main.remote=origin  remote.o.url=C:/a
branch.main.merge=refs/heads/main  branch.a.b.vscode-merge-base=origin/main  user.email=a@b
submodule.libs/x.url=https://example.org/x  submodule.libs/x.active=true  extensions.worktreeConfig=true
diff.renames=copies  diff.png.binary=true  merge.conflictStyle=zdiff3  push.default=simple  pull.rebase=true
pager.log=false  color.ui=auto  http.https://example.org/.extraheader=x  status.short=true  gc.auto=0
url.git@example.org:.insteadOf=https://example.org/  lfs.repositoryformatversion=0  rerere.enabled=true
filter.lfs.required=true  remote.o.promisor=true  include.path=x  commit.gpgsign=true  tag.sort=v:refname
"""


def entry(text: str) -> Entry:
    spelled, _, value = text.strip().partition("=")
    if spelled.startswith(("credential.https", "http.https", "url.")):
        section, _, rest = spelled.partition(".")
        name, _, key = rest.rpartition(".")
        return Entry(section, name, key.lower(), value)
    section, *middle, key = spelled.split(".")
    return Entry(section, ".".join(middle) if middle else None, key.lower(), value)


@pytest.mark.parametrize("text", _EXECUTING.split())
def test_a_setting_that_may_run_something_is_not_harmless(text: str):
    assert not _is_harmless(entry(text))


@pytest.mark.parametrize("text", _HARMLESS.split())
def test_usual_settings_are_harmless(text: str):
    assert _is_harmless(entry(text))


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("git status", Place("/w")),
        ("git -C sub -C deep log", Place("/w/sub/deep")),
        ("git -C /x status", Place("/x")),
        ("git --git-dir=a.git log", Place("/w", "/w/a.git")),
        ("git --git-dir a.git --work-tree x log", Place("/w", "/w/a.git")),
        ("git -c a.b=c -C sub log -C 3", Place("/w/sub")),
        ("git --no-pager -p -C sub diff", Place("/w/sub")),
        ("git", Place("/w")),
        ("git -C", Place("/w/")),
    ],
)
def test_git_works_where_its_options_say(line: str, place: Place):
    assert place_of(line.split(), "/w") == place


def test_a_name_that_no_folder_has_is_no_place():
    assert place_of(["git", "-C", "a\0b"], "/w") is None


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a fresh repository of a person without a configuration."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    git(tmp_path, "init", "--quiet", "root")
    return tmp_path / "root"


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=b", *words], cwd=folder, check=True)


def repositories(folder: Path) -> list[Repository]:
    digests = Digests()
    return [found for found, _ in looked_at(Place(str(folder)), Repositories(digests), digests)]


def test_a_fresh_repository_runs_nothing(root: Path):
    [found] = repositories(root)
    assert (found.root, found.executes) == (str(root), ())


def test_the_fingerprint_is_of_what_runs_and_of_nothing_else(root: Path):
    [before] = repositories(root)
    git(root, "config", "remote.origin.url", "https://example.org/x")
    assert repositories(root) == [before]
    git(root, "config", "core.fsmonitor", ".git/watch.sh --fast")
    [with_name] = repositories(root)
    assert with_name.executes == ("core.fsmonitor: .git/watch.sh --fast",)
    assert with_name.fingerprint != before.fingerprint
    (root / ".git" / "watch.sh").write_text("one")
    [with_file] = repositories(root)
    (root / ".git" / "watch.sh").write_text("two")
    [with_another] = repositories(root)
    assert len({each.fingerprint for each in (before, with_name, with_file, with_another)}) == 4


def test_a_hook_counts_by_its_content(root: Path):
    path = root / ".git" / "hooks" / "pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text("one")
    assert repositories(root)[0].executes == ()
    path.chmod(0o755)
    [one] = repositories(root)
    assert one.executes == (f"hook pre-commit: {path}",)
    path.write_text("two")
    assert repositories(root)[0].fingerprint != one.fingerprint


def test_the_persons_own_settings_are_the_persons_choice(root: Path):
    config = root.parent / "home" / ".gitconfig"
    config.write_text(
        '[core]\n\tpager = less -R\n\teditor = /usr/bin/vi\n[filter "lfs"]\n\tclean = git-lfs clean\n'
    )
    assert repositories(root)[0].executes == ()
    # But not what the repository puts into the place that they name.
    config.write_text("[core]\n\tfsmonitor = .git/hooks/query\n")
    assert repositories(root)[0].executes == ()
    (root / ".git" / "hooks").mkdir(exist_ok=True)
    (root / ".git" / "hooks" / "query").write_text("x")
    assert repositories(root)[0].executes == ("core.fsmonitor: .git/hooks/query",)


def test_submodules_count_too(root: Path):
    git(root, "init", "--quiet", "sub")
    git(root / "sub", "commit", "--quiet", "--allow-empty", "--message", "x")
    git(root, "add", "sub")
    git(root / "sub", "config", "core.fsmonitor", "evil")
    assert {found.root: found.executes for found in repositories(root)} == {
        str(root): (),
        str(root / "sub"): ("core.fsmonitor: evil",),
    }


def test_what_cannot_be_read_counts_as_something_that_runs(root: Path):
    (root / ".git" / "config").write_text("[core\n")
    [found] = repositories(root)
    assert found.executes
    assert found.executes[0].startswith("what could not be read: ")


def test_there_is_nothing_where_there_is_no_repository(tmp_path: Path):
    assert repositories(tmp_path) == []
