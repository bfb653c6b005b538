"""Every step of every call, on disk before anyone hears of it."""
