"""What one command, with all that it starts, may use of this machine."""

from typing import Annotated

from pydantic import Field

from assent.model.frozen import Frozen

_Amount = Annotated[int, Field(strict=True, ge=1, le=1 << 40)]


class Limits(Frozen):
    """Limits of one command and all its processes together; None is no limit.

    `memory_mib` is the memory that they hold at one time, `cpu_s` the processor seconds that they use in all,
    `processes` how many there may be at one time, `output_mib` how much of the output is kept on disk.
    """

    memory_mib: _Amount | None = None
    processes: _Amount | None = None
    cpu_s: _Amount | None = None
    output_mib: _Amount = 64
