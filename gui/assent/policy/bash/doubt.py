"""Why a text can't be read with certainty, on its way to whoever asked."""


class Doubt(Exception):  # noqa: N818  not an error: it is what the reading came to
    """The text's meaning is not certain: why, and at which code point."""

    def __init__(self, why: str, offset: int) -> None:
        """Say `why` in a sentence that a person reads."""
        super().__init__(why)
        self.why, self.offset = why, offset
