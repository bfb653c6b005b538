"""Requests that come too early, twice, too many or never are told so, and harm no other."""

from e2e.agent import Agent
from e2e.running import Console
from waiting import until_now


def test_a_call_before_initialize_is_refused(console: Console):
    with console.connect(greet=False) as agent:
        assert agent.ask("tools/call", name="Shell", arguments={"command": "ls"})["error"]["code"] == -32002
        assert agent.ask("tools/list")["error"]["code"] == -32002
        assert agent.is_alive()
        assert agent.ask("initialize", **Agent.introduction())["result"]["protocol_version"] == 1


def test_initialize_twice_is_refused_and_the_first_holds(console: Console):
    with console.connect() as agent:
        assert "came twice" in agent.ask("initialize", **Agent.introduction())["error"]["message"]
        assert agent.run("echo hi")["result"]["output"] == "hi\n"


def test_another_protocol_version_is_refused(console: Console):
    with console.connect(greet=False) as agent:
        for version in (0, 2, "1", None, 1.5, True):
            told = agent.ask("initialize", **Agent.introduction() | {"protocol_version": version})["error"]
            assert (told["code"], "protocol_version" in told["message"]) == (-32602, True), version
        assert "result" in agent.ask("initialize", **Agent.introduction())


def test_an_id_in_use_is_refused_and_the_first_request_is_answered(console: Console):
    with console.connect() as agent:
        agent.call("echo first $(true)", request_id=5)  # waits for a person
        agent.hear("asking")
        agent.call("echo second", request_id=5)
        error = agent.answer(None)["error"]
        assert ("in use" in error["message"], error["data"]) == (True, {"used_id": 5})
        agent.send(id=5, method="ping")
        assert "in use" in agent.answer(None)["error"]["message"]
        agent.call("echo third", request_id="5")  # a text is another id
        assert agent.answer("5")["result"]["result"]["output"] == "third\n"
        agent.send(method="cancel", params={"id": 5})
        assert agent.answer(5)["result"]["outcome"]["kind"] == "withdrawn"
        agent.call("echo again", request_id=5)  # answered, so it is free
        assert agent.answer(5)["result"]["result"]["output"] == "again\n"


def test_one_request_more_than_fits_is_refused_and_the_others_are_kept(console: Console):
    with console.connect() as agent:
        most = agent.greeting["limits"]["most_requests_at_once"]
        for number in range(most):
            agent.call("true $(true)", request_id=number)
        agent.call("true $(true)", request_id="one more")
        error = agent.answer("one more")["error"]
        assert (error["code"], str(most) in error["message"]) == (-32011, True)
        assert agent.is_alive()
        for number in range(most):
            agent.send(method="cancel", params={"id": number})
        answers = [agent.answer(number)["result"] for number in range(most)]
        assert {answer["outcome"]["kind"] for answer in answers} == {"withdrawn"}


def test_cancelling_what_is_not_there_is_no_error(console: Console):
    with console.connect() as agent:
        agent.send(method="cancel", params={"id": "nobody"})
        agent.send(method="cancel", params={"id": 7})
        assert agent.is_alive()


def test_a_cancel_in_the_same_breath_as_its_request_is_answered(console: Console):
    params = b'{"name":"Shell","arguments":{"command":"%s"}}'
    request = b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":' + params + b"}\n"
    cancel = b'{"jsonrpc":"2.0","method":"cancel","params":{"id":9}}\n'
    with console.connect() as agent:
        for command in (b"sleep 60", b"true $(true)"):
            agent.send_bytes(request % command + cancel)
            answer = agent.answer(9)["result"]
            assert answer["outcome"] == {"kind": "withdrawn", "why": "the agent cancelled it"}
            assert console.outcome_of(answer["call_id"]) == "withdrawn"


def test_cancelling_a_command_that_runs_ends_its_tree(console: Console):
    with console.connect() as agent:
        agent.call("bash -c 'sleep 60 & sleep 60'", request_id=1)
        agent.hear("running")
        until_now(lambda: len(console.commands()) >= 3)
        agent.send(method="cancel", params={"id": 1})
        answer = agent.answer(1)["result"]
        assert answer["outcome"] == {"kind": "withdrawn", "why": "the agent cancelled it"}
        assert not console.commands()
        assert console.outcome_of(answer["call_id"]) == "withdrawn"


def test_cancelling_twice_is_cancelling(console: Console):
    with console.connect() as agent:
        stubborn = 'trap "" TERM; echo up; while true; do sleep 1; done'
        console.allow(f"bash -c '{stubborn}'")
        agent.call(f"bash -c '{stubborn}'", request_id=1, stream=True)
        agent.hear("output")
        for _ in range(3):
            agent.send(method="cancel", params={"id": 1})
            assert agent.is_alive()
        assert agent.answer(1)["result"]["outcome"]["kind"] == "withdrawn"
        assert not console.commands()


def test_wrong_arguments_of_a_tool_are_an_answer(console: Console):
    with console.connect() as agent:
        for arguments, told in (
            ({}, "command: Field required"),
            ({"command": 5}, "command: "),
            ({"command": ""}, "Command cannot be empty."),
            ({"command": "ls\0"}, "NUL byte"),
            ({"command": "ls", "timeout": 0}, "timeout: "),
            ({"command": "ls", "timeout": "5"}, "timeout: "),
            ({"command": "ls", "timeout": 1e300}, "timeout: "),
            ({"command": "ls", "shell": "zsh"}, "shell: unknown field"),
            ({"command": "ls", "cwd": "/no/such"}, "`/no/such` is not a folder."),
            ({"command": "ls", "cwd": "/" + "x" * 300}, "cannot be used as a folder"),
            ({"command": "ls", "cwd": "a\0b"}, "NUL byte"),
            ({str(number): 1 for number in range(50_000)}, "command: Field required"),
        ):
            answer = agent.ask("tools/call", name="Shell", arguments=arguments)["result"]
            assert answer["outcome"]["kind"] == "failed"
            assert told in answer["result"]["message"]
            assert len(answer["result"]["message"]) < 3_000
            assert console.outcome_of(answer["call_id"]) == "failed"


def test_a_tool_that_is_not_there_is_an_answer(console: Console):
    with console.connect() as agent:
        for name in ("shell", "", "\0", "Shell "):
            answer = agent.ask("tools/call", name=name, arguments={})["result"]
            assert "not found" in answer["result"]["message"]


def test_a_command_longer_than_the_system_takes_is_an_answer(console: Console):
    with console.connect() as agent:
        for length in (131_000, 140_000, 200_000, 300_000):
            result = agent.run(": " + "x" * length) if length > 262_144 else _asked(agent, length)
            assert result["outcome"]["kind"] in ("failed", "withdrawn")


def _asked(agent: Agent, length: int) -> dict[str, object]:
    """Send a block that is too long for a rule, and take it back."""
    agent.call(": " + "x" * length, request_id=1)
    agent.send(method="cancel", params={"id": 1})
    result: dict[str, object] = agent.answer(1)["result"]
    return result
