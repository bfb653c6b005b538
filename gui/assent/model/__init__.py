"""Plain values and the law: what a call is, what may follow what."""
