"""What an agent can call, and how its arguments are checked."""
