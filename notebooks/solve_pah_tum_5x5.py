"""Solve the layouts of plain Pah-Tum 5x5 that are not stored yet, or check some that are.

python notebooks/solve_pah_tum_5x5.py             # every one that is missing; may be broken off
python notebooks/solve_pah_tum_5x5.py --check 50  # fifty stored ones, solved again
"""

from __future__ import annotations

import argparse
import json
import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fivefold as ff

STORED = Path(__file__).resolve().parents[1] / "python" / "fivefold" / "pah_tum" / "solved_5x5.json"


def solve(layout: tuple[str, ...]) -> tuple[int, str]:
    """Value and a best first move; the search lets go of Python, so threads are enough."""
    start = ff.rules("pah_tum", size=5, layout=list(layout)).start()
    solution = ff.pah_tum.solve(start, threads=1, memory=16 << 20)
    return solution.value, solution.line[0]


def letter(square: str) -> str:
    """A square as one of the letters a ... y, row by row from row 1."""
    return chr(97 + (int(square[1]) - 1) * 5 + "abcde".index(square[0]))


def check(number: int) -> str:
    """Solve some stored layouts again."""
    openings = random.Random(0).sample(ff.pah_tum.solved_5x5(), number)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(solve, [opening.layout for opening in openings]))
    wrong = [o for o, answer in zip(openings, answers, strict=True) if answer != (o.value, o.first)]
    return f"wrong: {wrong}" if wrong else f"{number} layouts are as stored"


def add() -> None:
    """Solve what is missing, in random order, and write it down now and then."""
    layouts = [layout for layout, _ in ff.pah_tum.layouts_5x5()]
    values, firsts = (list(text) for text in json.loads(STORED.read_text("utf-8")).values())
    missing = [number for number, value in enumerate(values) if value == "?"]
    random.Random(0).shuffle(missing)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for start in range(0, len(missing), 100):
            piece = missing[start : start + 100]
            answers = pool.map(solve, [layouts[number] for number in piece])
            for number, (value, first) in zip(piece, answers, strict=True):
                values[number], firsts[number] = str(value), letter(first)
            data = {"value": "".join(values), "first": "".join(firsts)}
            STORED.write_text(json.dumps(data) + "\n", encoding="utf-8")
            print(f"{start + len(piece)} of {len(missing)}", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", type=int, metavar="N", help="solve N stored layouts and compare")
    number = parser.parse_args().check
    if number is not None:
        print(check(number))
    else:
        add()


if __name__ == "__main__":
    main()
