"""A console in a process of its own, with each face, at which all tests here throw what they have."""

from collections.abc import Iterator

import pytest

from e2e.running import FACES, Console, running
from waiting import until_now


@pytest.fixture(scope="package", params=FACES)
def console(request: pytest.FixtureRequest) -> Iterator[Console]:
    """Start a console that shares nothing with this user's."""
    with running(request.param) as console:
        yield console


@pytest.fixture(autouse=True)
def serves_everybody_afterwards(console: Console) -> Iterator[None]:
    """Fail a test after which the console does not serve a new agent, or still runs something."""
    yield
    until_now(lambda: not console.commands())
    with console.connect() as agent:
        assert agent.run("echo still here")["result"]["output"] == "still here\n"
