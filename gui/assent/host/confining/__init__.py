"""The ways to confine a command: what it may see and change of this machine."""
