"""The checker of proofs of form 2 that knows nothing of this library, where it is at hand."""

import importlib.util
from pathlib import Path

from source_tree import SHARED

JUDGE = SHARED / "check_proof2.py"


def judged(path: Path) -> bool | None:
    """Whether the independent checker accepts a file; None where that checker is not at hand."""
    if not JUDGE.is_file():
        return None
    spec = importlib.util.spec_from_file_location("judge", JUDGE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        module.Proof(iter(path.read_text().splitlines())).check()
    except (module.Wrong, ValueError, KeyError, IndexError, TypeError, StopIteration):
        return False
    return True
