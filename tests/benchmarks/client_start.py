"""Importing `assent.clients.cli` against `import json, socket`; and from start to request sent.

python tests/benchmarks/client_start.py [runs]
"""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measuring import row


def _run(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def _until_sent(listener: socket.socket, address: str) -> float:
    start = time.perf_counter()
    command = [sys.executable, "-m", "assent", "run", "true"]
    with subprocess.Popen(
        command, env=os.environ | {"ASSENT_SOCKET": address}, stderr=subprocess.DEVNULL
    ) as client:
        connection, _ = listener.accept()
        received = b""
        while received.count(b"\n") < 2:
            received += connection.recv(65536)
        took = time.perf_counter() - start
        connection.close()
        client.wait()
    return took


def main() -> None:
    """Measure in turns."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    base, ours, sent = [], [], []
    with tempfile.TemporaryDirectory(prefix="ab-") as folder, socket.socket(socket.AF_UNIX) as listener:
        address = str(Path(folder) / "a.sock")
        listener.bind(address)
        listener.listen()
        for _ in range(runs):
            base.append(_run("import json, socket"))
            ours.append(_run("import assent.clients.cli"))
            sent.append(_until_sent(listener, address))
    print(row("python -c 'import json, socket'", base))
    print(row("python -c 'import assent.clients.cli'", ours))
    print(row("assent run true: start to request sent", sent))
    print(f"ratio of p50: {statistics.median(ours) / statistics.median(base):.2f} (target: at most 1.5)")


if __name__ == "__main__":
    main()
