"""After all of that the same console serves, nothing runs, and the journal knows how everything ended."""

from e2e.running import Console


def test_it_still_serves(console: Console):
    with console.connect() as agent:
        assert agent.run("echo hi")["result"]["output"] == "hi\n"
        assert agent.ask("tools/list")["result"]["tools"][0]["name"] == "Shell"


def test_nothing_runs(console: Console):
    assert console.commands() == []


def test_every_call_is_on_record_and_settled_once(console: Console):
    [(calls,)] = console.read("SELECT count(*) FROM calls")
    assert isinstance(calls, int)
    assert calls > 0
    ends = console.read(
        "SELECT count(steps.number) FROM calls LEFT JOIN steps ON call = calls.number AND kind = 'settled'"
        " GROUP BY calls.number"
    )
    assert set(ends) == {(1,)}


def test_every_way_begins_with_received_and_ends_with_settled(console: Console):
    ways = console.read(
        "SELECT DISTINCT group_concat(kind, ' ') FROM (SELECT * FROM steps ORDER BY number) GROUP BY call"
    )
    assert set(ways) <= {
        ("received settled",),
        ("received asking settled",),
        ("received approved settled",),
        ("received approved running settled",),
    }


def test_the_record_is_sound(console: Console):
    assert console.read("PRAGMA integrity_check") == [("ok",)]


def test_it_keeps_no_descriptor_of_what_is_over(console: Console):
    assert console.process.num_fds() < 30
