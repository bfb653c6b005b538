"""The agents' side: programs that reach the console by its socket."""
