"""Reads the part of bash's language whose meaning is certain.

Doubt is the room's only exception, and does not leave it: `policy.lexer.read` returns it as a value.
"""
