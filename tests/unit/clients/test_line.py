"""The line protocol of the small clients."""

import json
import socket
import tempfile
import threading
from pathlib import Path

import pytest

from assent.clients.line import ConsoleAbsent, Line, at, initialize, raise_window


@pytest.fixture
def listener():
    with tempfile.TemporaryDirectory(prefix="at-") as folder, socket.socket(socket.AF_UNIX) as server:
        address = str(Path(folder) / "a.sock")
        server.bind(address)
        server.listen()
        server.settimeout(10)
        yield server, address


def test_messages_are_cut_at_lines_however_they_arrive(listener):
    server, address = listener
    line = Line(address)
    connection, _ = server.accept()
    connection.sendall(b'{"id":1}\n{"id"')
    messages = line.messages()
    assert next(messages) == {"id": 1}
    connection.sendall(b":2}\n")
    assert next(messages) == {"id": 2}
    connection.close()
    with pytest.raises(ConsoleAbsent, match="went away"):
        next(messages)
    line.close()


def test_several_messages_leave_in_one_go_as_lines_of_json(listener):
    server, address = listener
    line = Line(address)
    connection, _ = server.accept()
    line.send(initialize("me", request_id=1, session="s", cwd="/"), {"id": 2, "method": "ping"})
    first, second = connection.recv(65536).decode().splitlines()
    assert json.loads(first)["params"]["session"] == {"id": "s", "title": "s", "cwd": "/"}
    assert json.loads(second) == {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    connection.close()
    line.close()


def test_no_console_is_told_with_its_address(tmp_path):
    with pytest.raises(ConsoleAbsent, match=r"none\.sock"):
        Line(str(tmp_path / "none.sock"))
    assert raise_window(str(tmp_path / "none.sock")) is False


def test_raising_a_window_waits_for_the_answer(listener):
    server, address = listener

    def answer():
        connection, _ = server.accept()
        connection.recv(65536)
        connection.sendall(b'{"jsonrpc":"2.0","id":1,"result":{"raised":true}}\n')
        connection.close()

    thread = threading.Thread(target=answer)
    thread.start()
    assert raise_window(address) is True
    thread.join()


def test_at_finds_what_stands_deep_and_nothing_where_there_is_nothing():
    message = {"params": {"state": {"kind": "asking"}}}
    assert at(message, "params", "state", "kind") == "asking"
    assert at(message, "params", "nothing", "kind") is None
    assert at(message, "params", "state", "kind", "deeper") is None
