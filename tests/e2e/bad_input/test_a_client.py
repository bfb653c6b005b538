"""A client that goes, stalls or comes two hundred times over leaves nothing running and nothing unsettled."""

import json
import signal
import socket
import subprocess
import sys

import pytest

from e2e.agent import Agent, agents
from e2e.running import SOURCES, Console
from waiting import until_now


def call_id_of(note: dict[str, object]) -> str:
    params = note["params"]
    assert isinstance(params, dict)
    return str(params["call_id"])


def test_one_who_goes_while_a_person_is_asked_withdraws_the_call(console: Console):
    with console.connect() as agent:
        agent.call("sleep 1 $(true)")
        call_id = call_id_of(agent.hear("asking"))
    until_now(lambda: console.outcome_of(call_id))
    assert console.steps_of(call_id) == ["received", "asking", "settled"]
    assert console.outcome_of(call_id) == "withdrawn"


def test_one_who_goes_while_the_command_runs_takes_it_along(console: Console):
    with console.connect() as agent:
        agent.call("bash -c 'sleep 60 & sleep 60'")
        call_id = call_id_of(agent.hear("running"))
        until_now(lambda: len(console.commands()) >= 3)
    until_now(lambda: not console.commands())
    until_now(lambda: console.outcome_of(call_id))
    assert console.outcome_of(call_id) == "withdrawn"


def test_one_who_goes_in_the_middle_of_output_takes_the_command_along(console: Console):
    with console.connect() as agent:
        agent.call("yes", stream=True)
        call_id = call_id_of(agent.hear("running"))
        for _ in range(5):
            agent.hear("output")
    until_now(lambda: not console.commands())
    until_now(lambda: console.outcome_of(call_id))
    assert console.outcome_of(call_id) == "withdrawn"


def test_one_who_only_stops_to_send_has_gone(console: Console):
    with console.connect() as agent:
        agent.call("sleep 60")
        call_id = call_id_of(agent.hear("running"))
        agent.socket.shutdown(socket.SHUT_WR)
        assert agent.hung_up_on()
    until_now(lambda: console.outcome_of(call_id))
    assert console.outcome_of(call_id) == "withdrawn"


def test_one_who_is_killed_takes_the_command_along(console: Console):
    code = (
        "import sys; sys.path.insert(0, sys.argv[2]); from e2e.agent import Agent;"
        "agent = Agent(sys.argv[1]); agent.call('sleep 60');"
        "print(agent.hear('running')['params']['call_id'], flush=True); agent.receive()"
    )
    tests = SOURCES.replace("/gui", "/tests")
    with subprocess.Popen(
        [sys.executable, "-c", code, console.address, tests], stdout=subprocess.PIPE, text=True
    ) as client:
        assert client.stdout is not None
        call_id = client.stdout.readline().strip()
        client.send_signal(signal.SIGKILL)
    until_now(lambda: console.outcome_of(call_id))
    assert console.outcome_of(call_id) == "withdrawn"


@pytest.mark.parametrize("flow", ["skip", "wait"])
def test_one_who_never_reads_stalls_nobody_and_fills_no_memory(console: Console, flow: str):
    before = console.process.memory_info().rss
    with console.connect() as deaf, console.connect() as other:
        deaf.call("yes", request_id=1, stream=True, flow=flow, arguments={"timeout": 60})
        deaf.hear("running")
        for number in range(20):
            assert other.run(f"echo {number}")["result"]["output"] == f"{number}\n"
        assert console.process.memory_info().rss - before < 40_000_000
        deaf.send(method="cancel", params={"id": 1})
        assert deaf.answer(1)["result"]["outcome"]["kind"] == "withdrawn"
        skipped = sum(note["params"].get("skipped_bytes", 0) for note in deaf.notes)
        assert (skipped > 0) == (flow == "skip")


def test_one_who_asks_and_never_reads_is_let_go_before_memory_is_full(console: Console):
    before = console.process.memory_info().rss
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode() + b"\n"
    with console.connect() as deaf:
        try:
            for _ in range(4_000):
                deaf.send_bytes(line * 50)
        except (BrokenPipeError, ConnectionResetError):
            pass
        else:
            pytest.fail("it was never let go")
    assert console.process.memory_info().rss - before < 150_000_000


def test_two_hundred_at_once_are_all_served(console: Console):
    with agents(console.address, 200) as crowd:
        for number, agent in enumerate(crowd):
            agent.call(f"echo {number}", request_id=number)
        for number, agent in enumerate(crowd):
            answer = agent.answer(number)["result"]
            assert (answer["outcome"], answer["result"]["output"]) == (
                {"kind": "exited", "code": 0},
                f"{number}\n",
            )


def test_two_hundred_who_go_at_once_leave_nothing(console: Console):
    with agents(console.address, 200) as crowd:
        for agent in crowd:
            agent.call("sleep 60")
        calls = [call_id_of(agent.hear("running")) for agent in crowd]
        assert len(console.commands()) >= 200
    until_now(lambda: not console.commands())
    until_now(lambda: all(map(console.outcome_of, calls)))
    assert {console.outcome_of(call_id) for call_id in calls} == {"withdrawn"}


def test_connecting_and_going_a_thousand_times_leaves_no_descriptor(console: Console):
    until_now(lambda: not console.commands())
    before = console.process.num_fds()
    for _ in range(1_000):
        Agent(console.address, greet=False).close()
    until_now(lambda: console.process.num_fds() <= before)
