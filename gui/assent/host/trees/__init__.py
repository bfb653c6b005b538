"""The ways to start a command so that every process of it can be ended, and what they share."""
