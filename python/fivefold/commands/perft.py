"""Count the sequences of actions, or of whole turns, from the start or from a position."""

import argparse
import sys
import time

import fivefold as ff

from .rules_arguments import add_rules, rules_of

EXAMPLES = """\
examples:
  fivefold perft freestyle 2
  fivefold perft pentagame 2 --unit turn
  fivefold perft renju 1 --moves "f6 f7 h8" -o size=11
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    command.add_argument("depth", type=int, metavar="DEPTH", help="how many actions or turns deep")
    units = ("action", "turn", "result")
    command.add_argument("--unit", choices=units, default="action", help="what a step is")
    command.add_argument("--moves", default="", metavar="TEXT", help="moves to play first")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="seed of a random set-up (0)")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    position = rules_of(parsed).start(seed=parsed.seed)
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
