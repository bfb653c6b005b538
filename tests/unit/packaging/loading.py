"""Loads the files of packaging/, which are scripts and no package, for the tests of this folder."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[3]


def load(name: str) -> ModuleType:
    """Load a file of packaging/ by its path: `packaging` is also the name of an installed distribution."""
    spec = importlib.util.spec_from_file_location(f"assent_{name}", ROOT / "packaging" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
