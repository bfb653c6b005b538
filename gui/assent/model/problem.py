"""Why a file of the person's is not in force as it is written."""

from assent.model.frozen import Frozen


class FileProblem(Frozen):
    """The file and what is wrong with it, for the person's eyes."""

    source: str
    message: str
