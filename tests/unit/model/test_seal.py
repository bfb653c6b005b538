"""Two seals are the same only when every figure is."""

from assent.model.seal import Seal

SEAL = Seal(command_sha256="0" * 64, cwd="/tmp", cwd_device=1, cwd_inode=2)


def test_a_seal_of_something_else_is_another():
    assert Seal.model_validate_json(SEAL.model_dump_json()) == SEAL
    assert SEAL.model_copy(update={"cwd_inode": 3}) != SEAL
