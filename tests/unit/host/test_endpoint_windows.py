"""The named pipe's endpoint; what it does on Windows is tested there."""

import importlib
import sys

import pytest


@pytest.mark.skipif(sys.platform == "win32", reason="there it may be imported")
def test_it_refuses_to_be_imported_elsewhere():
    with pytest.raises((AssertionError, AttributeError)):
        importlib.import_module("assent.host.endpoint_windows")


@pytest.mark.skipif(sys.platform != "win32", reason="there are no named pipes here")
async def test_a_second_console_is_refused():
    import asyncio  # noqa: PLC0415  # not needed elsewhere

    from assent.host.endpoint import Endpoint  # noqa: PLC0415
    from assent.host.errors import AlreadyRunning  # noqa: PLC0415

    first, second = Endpoint(r"\\.\pipe\assent-test"), Endpoint(r"\\.\pipe\assent-test")
    await first.serve(asyncio.Protocol)
    with pytest.raises(AlreadyRunning):
        await second.serve(asyncio.Protocol)
    first.close()
