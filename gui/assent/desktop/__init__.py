"""The window through which a person sees and answers."""
