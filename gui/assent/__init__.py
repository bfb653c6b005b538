"""Assent: a desktop console in which a person approves and watches what AI agents run."""

__version__ = "0.1.0"
