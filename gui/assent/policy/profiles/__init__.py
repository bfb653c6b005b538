"""What programs do with their arguments: told by data, closed by default."""
