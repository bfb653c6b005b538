"""The tap between a command and whoever must get all of its output."""

from assent.execution.flow import Flow


def test_it_starts_open_and_with_nothing_behind_it():
    flow = Flow()
    assert not flow.held
    flow.hold()
    flow.release()


def test_each_change_is_told_when_it_has_happened():
    flow, seen = Flow(), []
    flow.attach(lambda: seen.append(flow.held))
    flow.hold()
    flow.release()
    assert seen == [True, False]


def test_what_was_held_before_anything_stood_behind_it_stays_held():
    flow = Flow()
    flow.hold()
    flow.attach(lambda: None)
    assert flow.held
