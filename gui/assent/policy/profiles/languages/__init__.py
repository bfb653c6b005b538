"""Small languages that stand in arguments, read just far enough to tell what they can do."""
