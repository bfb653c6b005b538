"""What is spoken on the socket: lines, messages, connections."""
