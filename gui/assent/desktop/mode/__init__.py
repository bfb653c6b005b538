"""How the console stands: the mode, what is granted, what waits and what went by, at the window's top."""
