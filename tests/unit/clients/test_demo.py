"""The sample agent's calls."""

from assent.clients import demo


def test_the_tour_shows_approval_colour_a_terminal_a_timeout_and_a_refusal():
    assert any("\\033[" in wish.command for wish in demo.WISHES)
    assert any(wish.interactive for wish in demo.WISHES)
    assert any(wish.timeout < 10 for wish in demo.WISHES)
    assert any("refuse" in wish.description.lower() for wish in demo.WISHES)


def test_every_wish_explains_itself():
    assert all(wish.description for wish in demo.WISHES)


def test_without_a_console_the_agent_ends(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSENT_SOCKET", str(tmp_path / "none.sock"))
    assert demo.main() == 1
