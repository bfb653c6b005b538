"""The modal is handed callables, so that it never has the console."""

from asking import a_counsel


def test_it_hands_on_what_it_was_built_with() -> None:
    told: list[tuple[str, str]] = []
    counsel = a_counsel(trust=lambda root, fingerprint: told.append((root, fingerprint)))
    counsel.trust("/r", "f")
    assert told == [("/r", "f")]
