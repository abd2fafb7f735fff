"""What every study takes beside its games: to start Python, to load what it needs, and to make the report."""

import subprocess
import sys
from functools import cache

# A study of a few games, which is all start and end; the processor time of its process.
SMALLEST = """
import tempfile, time
from fivefold import study
with tempfile.TemporaryDirectory() as folder:
    study.run({"experiment": [{"rules": "freestyle", "games": 10, "sample": 1}]}, folder, threads=1)
print(time.process_time())
"""
# Where no other process can be started.
USUAL = 0.5


@cache
def starting() -> float:
    """Measure it in a process of its own, once."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", SMALLEST], check=True, capture_output=True, text=True, timeout=60
        )
        return float(done.stdout.split()[-1])
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return USUAL
