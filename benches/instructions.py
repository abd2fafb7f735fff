"""Instructions of a random game of every preset, against the counts that were accepted.

    python benches/instructions.py            compare; more than 3 % above an accepted count fails
    python benches/instructions.py --accept   write the counts of today into instructions.json

Callgrind counts the same on every machine of a kind, so that a loss of speed is seen without a
clock. It sees one thread, and no instructions wider than AVX2. Counts belong to one version of the
compiler; with another, or without valgrind, there is nothing to compare and the script says so.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ACCEPTED = Path(__file__).with_name("instructions.json")
WORSE = 1.03
# Enough that a game counts and the start of the process does not, nor in how many pieces the games
# happen to be played, which depends on the clock; the long ones play fewer.
GAMES = 3000
LONG = {"pentagame": 10, "pentagame_teams": 10}


def bench_binary() -> str:
    """Build the bench `speed` and give its path."""
    command = ["cargo", "bench", "--locked", "--bench", "speed", "--no-run", "--message-format=json"]
    built = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    messages = [json.loads(line) for line in built.stdout.splitlines() if line.startswith("{")]
    return str([message["executable"] for message in messages if message.get("executable")][-1])


def compiler() -> str:
    """Name the compiler that counts belong to."""
    return _output(["rustc", "--version"]).strip()


def instructions(binary: str, preset: str) -> int | None:
    """Count the instructions of a game; None without valgrind."""
    if shutil.which("valgrind") is None:
        return None

    callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]

    def count(games: int) -> int:
        command = [*callgrind, binary, "--games", preset, str(games)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        line = next(line for line in run.stderr.splitlines() if "Collected" in line)
        return int(line.split(":")[1])

    games = LONG.get(preset, GAMES)
    # The difference of two runs leaves out the start.
    return round((count(2 * games) - count(games)) / games)


def presets(binary: str) -> list[str]:
    """Name what the bench plays."""
    return _output([binary, "--names"]).split()


def _output(command: list[str]) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> int:
    """Count, and compare or accept."""
    if shutil.which("valgrind") is None:
        print("instructions: valgrind is not installed, nothing is counted")
        return 0
    accepted = json.loads(ACCEPTED.read_text()) if ACCEPTED.exists() else {"compiler": None, "games": {}}
    accept = "--accept" in sys.argv[1:]
    if not accept and accepted["compiler"] != compiler():
        print(f"instructions: counts are of {accepted['compiler']}, here is {compiler()}: not compared")
        return 0
    binary = bench_binary()
    counts = {preset: instructions(binary, preset) for preset in presets(binary)}
    if accept:
        ACCEPTED.write_text(json.dumps({"compiler": compiler(), "games": counts}, indent=1) + "\n")
    worse = 0
    for preset, count in counts.items():
        assert count is not None
        before = accepted["games"].get(preset)
        slower = before is not None and count > WORSE * before
        worse += slower and not accept
        print(
            f"{preset:18} {count:12,} instructions a game"
            + (f", accepted {before:12,} ({count / before - 1:+.1%})" if before else ", new")
            + ("  WORSE" if slower else "")
        )
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
