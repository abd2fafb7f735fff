"""An engine that speaks the Gomocup protocol on standard input and output."""

import argparse
import sys

from fivefold.players import Player, make, timed
from fivefold.players.gomocup_engine import Engine
from fivefold.players.spec import parse

EXAMPLES = """\
examples:
  fivefold gomocup
  fivefold gomocup --player "mcts(simulations=2000)"
"""


WITHOUT_POSITIONS = 64 * 2**20
"""Bytes of memory that the program takes before it thinks, and some to spare."""
OF_A_POSITION = 256
"""Bytes of memory that a position may take which a search keeps."""
MOST_KEPT = 2**20
"""Positions that the look ahead keeps at most."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("--player", default="threats", metavar="TEXT", help="who plays (threats)")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    player = make(parsed.player)

    def with_limits(seconds: float | None, memory: int | None) -> Player:
        if seconds is None:
            return player
        # A tenth of the time is left for the way to the manager and back.
        return within(timed(player, max(0.9 * seconds - 0.03, 0.01)), memory)

    engine = Engine(with_limits)
    for line in sys.stdin:
        for answer in engine.take(line):
            print(answer, flush=True)
        if engine.is_over:
            break
    return 0


def within(player: Player, memory: int | None) -> Player:
    """Give the same player with no more positions than fit into `memory` bytes, if time alone limits it.

    Examples
    --------
    >>> within(make("threats(seconds=0.5)"), 350_000_000).name
    'threats(seconds=0.5, nodes=1105043, lookahead=2147483647)'
    >>> within(make("threats(nodes=100)"), 350_000_000).name
    'threats(nodes=100)'
    """
    name, options = parse(player.name)
    if memory is None or name != "threats" or options.keys() != {"seconds"}:
        return player
    fitting = max((memory - WITHOUT_POSITIONS) // OF_A_POSITION, 1000)
    fitting = min(fitting, 2**31 - 1)
    return make(name, **options, nodes=fitting, lookahead=2**31 - 1 if fitting >= MOST_KEPT else fitting)
