"""What was not looked at has no seal, and a script that changed is told with its text."""

from assent.model.inspection import Inspection, Script, differences
from assent.model.seal import Difference, Seal, SealedFile


def looked_at(text: str, sha256: str) -> Inspection:
    script = Script(path="/x.sh", why="", sha256=sha256, size=1, text=text)
    sealed = (SealedFile(path="/x.sh", sha256=sha256),)
    seal = Seal(command_sha256="0" * 64, cwd="/tmp", cwd_device=1, cwd_inode=2, scripts=sealed)
    return Inspection(scripts=(script,), seal=seal)


def test_nothing_is_sealed_that_nobody_looked_at():
    assert Inspection().seal is None
    assert differences(Inspection(), looked_at("one", "1")) == ()


def test_a_script_that_changed_is_told_before_and_after():
    assert differences(looked_at("one", "1"), looked_at("two", "2")) == (
        Difference(what="script /x.sh", before="one", after="two"),
    )


def test_one_that_changed_beyond_what_is_shown_is_told_by_its_digest():
    [difference] = differences(looked_at("one", "1"), looked_at("one", "2"))
    assert (difference.before, difference.after) == ("SHA-256 1", "SHA-256 2")


def test_one_that_went_away_has_no_text_any_more():
    [difference] = differences(looked_at("one", "1"), looked_at("", ""))
    assert (difference.before, difference.after) == ("SHA-256 1", "nothing")
