"""Running one command: start, read, stop, keep what matters of its output."""
