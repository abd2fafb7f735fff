"""How fast files of games are read, and how much memory a tree of them takes.

``python benches/reading.py --games 100000``: random games of 60 moves, written in each format and read again
by `ff.records.read`, and as a tree by `ff.records.Tree.read`. Seconds are those of the processor.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import fivefold as ff

MOVES = 60
FORMATS = ("jsonl", "text", "sgf", "psq", "pos", "pente_org", "rif")
RIF = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<database><rules>'
    '<rule id="1" name="RIF" category="1"/></rules><games>\n'
)


def games(count: int, preset: str = "freestyle"):
    """Give games of random moves, cut off after some: their players stop in the middle."""
    rules = ff.rules(preset, size=19) if preset == "freestyle" else ff.rules(preset, foul="loses")
    for begin in range(0, count, 1000):
        played = ff.playouts(rules, min(1000, count - begin), seed=begin)
        for number in range(len(played)):
            record = ff.Record(rules, players=["Ann", "Bob"])
            for move in played.record(number).moves[:MOVES]:
                record.push(move)
            yield record


def written(path: Path, format: str, count: int) -> None:
    """Write games, those of formats that are only read by hand."""
    if format == "rif":
        with path.open("w") as file:
            file.write(RIF)
            for number, record in enumerate(games(count, "renju"), 1):
                file.write(f'<game id="{number}" rule="1"><move>{" ".join(record.moves)}</move></game>\n')
            file.write("</games></database>\n")
    elif format == "pente_org":
        with path.open("w") as file:
            for record in games(count):
                moves = record.to_notes().translate(str.maketrans("ijklmnopqrs", "jklmnopqrst"))
                file.write(f'[Game "Gomoku"]\n[Player 1 Name "Ann"]\n[Player 2 Name "Bob"]\n\n{moves}\n')
    else:
        ff.records.write(path, games(count), format=format)


def tree(path: str) -> None:
    """Read a tree and say what it took."""
    began = time.process_time()
    tree = ff.records.Tree.read(path, rules=ff.rules("freestyle", size=19), progress=False)
    seconds = time.process_time() - began
    print(f"{len(tree)} {seconds:.3f} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f}")


def main() -> None:
    """Print a row for each format."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--formats", nargs="+", default=FORMATS, choices=FORMATS)
    parser.add_argument("--tree", help=argparse.SUPPRESS)
    parsed = parser.parse_args()
    if parsed.tree:
        tree(parsed.tree)
        return
    print("format       games/minute   MB   tree: games/minute  positions  MB of memory")
    with tempfile.TemporaryDirectory() as folder:
        for format in parsed.formats:
            path = Path(folder, f"games{ff.records.FORMATS[format][0]}")
            written(path, format, parsed.games)
            rules = None if format == "rif" else ff.rules("freestyle", size=19)
            began = time.process_time()
            count = sum(1 for _ in ff.records.read(path, rules=rules, progress=False))
            assert count == parsed.games, (format, count)
            rate = 60 * count / (time.process_time() - began)
            size, again = path.stat().st_size / 1e6, ["", "", ""]
            if format != "rif":
                command = [sys.executable, __file__, "--tree", str(path)]
                again = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
                again[1] = f"{60 * count / float(again[1]):.0f}"
            print(
                f"{format:12} {rate:12.0f} {size:4.0f} {again[1]:>20} {again[0]:>10} {again[2]:>13}",
                flush=True,
            )
            path.unlink()


if __name__ == "__main__":
    main()
