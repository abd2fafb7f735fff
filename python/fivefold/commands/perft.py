"""Count the sequences of actions or of whole turns, from the start or from a position."""

import argparse
import sys
import time

import fivefold as ff

from .arguments import add, add_rules, parse_rules

EXAMPLES = """\
examples:
  fivefold perft freestyle 2
  fivefold perft pentagame 2 --unit turn
  fivefold perft renju 1 --moves "f6 f7 h8" -o size=11
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    add(command, "depth DEPTH", "number of actions or turns in a sequence", int)
    units = ("action", "turn", "result")
    add(
        command,
        "--unit",
        "what to count: actions, whole turns, or turns with different results",
        "action",
        choices=units,
    )
    add(command, "--moves TEXT", "moves to play first", default="")
    add(command, "--seed N", "random seed of the set-up", 0)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    position = parse_rules(parsed).start(seed=parsed.seed)
    if parsed.moves:
        position = position.play_all(parsed.moves)
    # The smaller depths together cost much less than the last: they show how far a long count is.
    lines: list[str] = []
    before, long = 1, False
    for depth in range(1, parsed.depth):
        began = time.monotonic()
        count = ff.perft(position, depth, unit=parsed.unit)
        lines.append(f"depth {depth}: {count}")
        long = long or (time.monotonic() - began) * count / max(before, 1) > 1
        before = count
        if long:
            print("\n".join(lines), file=sys.stderr, flush=True)
            lines.clear()
    print(ff.perft(position, parsed.depth, unit=parsed.unit))
    return 0
