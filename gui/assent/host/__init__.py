"""All that differs between Linux, macOS and Windows."""
