"""Fixtures for every test: golden data, and the real games of others where they are at hand."""

import gc
import json
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from source_tree import ROOT, SHARED, text

# A job that a shell starts in the background ignores Ctrl-C, and so would all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Collect no garbage in a test of Ctrl-C: Python swallows what is raised while it collects."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(scope="session")
def golden() -> Callable[[str], Any]:
    """Give a function that reads `tests/data/golden/NAME.json`."""
    return lambda name: json.loads(text(ROOT / "tests" / "data" / "golden" / f"{name}.json"))


@pytest.fixture(scope="session")
def real() -> Callable[[str], Any]:
    """Give a function that reads `real/NAME.json` in place, or skips the test where it is absent."""

    def read(name: str) -> Any:
        path = SHARED / "real" / f"{name}.json"
        if not path.exists():
            pytest.skip(f"real/{name}.json is not here: set FIVEFOLD_SHARED to the folder that holds real/")
        return json.loads(text(path))

    return read


def pytest_collection_finish() -> None:
    """IPython 7 puts a folder with a package `tests` on the path: new processes would take that for ours."""
    sys.path[:] = [place for place in sys.path if Path(place).parts[-2:] != ("IPython", "extensions")]
