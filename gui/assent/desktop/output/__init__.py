"""What a command writes, as it is shown."""
