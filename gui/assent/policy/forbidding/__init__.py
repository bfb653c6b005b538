"""What a text might run, read generously: for rules that forbid or ask, never for those that allow."""
