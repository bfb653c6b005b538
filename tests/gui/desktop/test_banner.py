"""The banner tells what is not as it should be, and is gone when nothing is."""

from pytestqt.qtbot import QtBot

from assent.desktop.banner import Banner
from assent.model.problem import FileProblem


def test_problems_and_failures_are_told_together_and_go_one_by_one(qtbot: QtBot) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    assert banner.text == ""
    banner.show_failure("Not done: \u202efull")
    banner.show_problems(FileProblem(source="rules.toml", message="line 3"), None)
    assert banner.text.split("\n") == [
        "The rules are not in force as they are written: rules.toml: line 3",
        "Not done: ⟦U+202E⟧full",
    ]
    banner.show_failure("")
    assert "rules.toml" in banner.text
    banner.show_problems(None, None)
    assert not banner.isVisibleTo(None)
