"""What the rules say of a call before a person is asked."""
