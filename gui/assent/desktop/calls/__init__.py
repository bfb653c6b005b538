"""The calls of the past and the present: the list, and the page of the chosen one."""
