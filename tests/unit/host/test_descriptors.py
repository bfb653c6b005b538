"""The console may have many descriptors open; what it starts has as many as before."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits are left alone elsewhere")

# In a process of its own, since the limit is the whole process's.
CODE = """
import resource, subprocess
from assent.host.descriptors import ENOUGH, Descriptors
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
descriptors = Descriptors()
descriptors.raise_own()
assert resource.getrlimit(resource.RLIMIT_NOFILE) == (min(hard, ENOUGH), hard)
descriptors.raise_own()
assert resource.getrlimit(resource.RLIMIT_NOFILE) == (min(hard, ENOUGH), hard)
child = subprocess.Popen(["sh", "-c", "read go; ulimit -Sn; ulimit -Hn"], stdin=-1, stdout=-1, text=True)
descriptors.restore(child.pid)
assert child.communicate("\\n")[0].split() == ["300", str(hard)]
descriptors.restore(child.pid)
"""


def test_it_is_raised_here_and_restored_there():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
