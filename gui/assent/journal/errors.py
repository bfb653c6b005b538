"""What can go wrong with the journal."""


class JournalError(Exception):
    """The journal cannot be opened, read or written; nothing is run without it."""
