"""The private socket that agents connect to (a named pipe on Windows)."""

import sys

if sys.platform == "win32":
    from assent.host.endpoint_windows import Endpoint as Endpoint
else:
    from assent.host.endpoint_posix import Endpoint as Endpoint
