"""The modal: what is asked, by whom, and the person's answer."""
