"""What a command may see and change of this machine: the profiles that it can be confined by."""

OFF = "off"  # the name of no confinement
