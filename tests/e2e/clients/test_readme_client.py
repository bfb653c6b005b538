"""The client that the README shows is run as it stands there."""

import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[3] / "README.md"


def test_the_ten_lines_of_the_readme_get_a_command_run(console):
    code = README.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    assert len(code.splitlines()) == 10
    ran = subprocess.run(
        [sys.executable, "-c", code], env=console.environment, capture_output=True, timeout=30, check=False
    )
    lines = ran.stdout.decode().splitlines()
    assert any(line.endswith(" tmp") for line in lines), ran
    assert lines[-1] == "Command executed successfully."
