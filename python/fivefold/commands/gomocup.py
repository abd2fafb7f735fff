"""An engine that speaks the Gomocup protocol on standard input and output."""

import argparse
import sys

from fivefold.players import Player, make, timed
from fivefold.players.gomocup_engine import Engine

EXAMPLES = """\
examples:
  fivefold gomocup
  fivefold gomocup --player "mcts(simulations=2000)"
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("--player", default="threats", metavar="TEXT", help="who plays (threats)")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    player = make(parsed.player)

    def with_time(seconds: float | None) -> Player:
        # A tenth of the time is left for the way to the manager and back.
        return player if seconds is None else timed(player, max(0.9 * seconds - 0.03, 0.01))

    engine = Engine(with_time)
    for line in sys.stdin:
        for answer in engine.take(line):
            print(answer, flush=True)
        if engine.is_over:
            break
    return 0
