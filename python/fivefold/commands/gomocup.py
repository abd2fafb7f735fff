"""An engine that speaks the Gomocup protocol on standard input and output."""

import argparse

from fivefold.commands.listening import serve
from fivefold.players import Player, make, timed
from fivefold.players.gomocup_engine import Engine
from fivefold.players.gomocup_limits import within

EXAMPLES = """\
examples:
  fivefold gomocup
  fivefold gomocup --player "mcts(simulations=2000)"
"""

LONGEST = 2**16
"""Bytes of a line."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("--player", default="threats", metavar="TEXT", help="who plays (threats)")
    command.add_argument("--suggest", action="store_true", help="suggest moves, and play what is answered")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    player = make(parsed.player)

    def with_limits(seconds: float | None, memory: int | None) -> Player:
        if seconds is None:
            return player
        # A tenth of the time is left for the way to the manager and back.
        return within(timed(player, max(0.9 * seconds - 0.03, 0.005)), memory)

    def step(engine: Engine, line: str, most: float | None) -> tuple[Engine, list[str]]:
        after = engine.copy(most)
        return after, after.take(line)

    engine = Engine(with_limits, parsed.suggest)
    serve(engine, step, lambda line: line[:4].split()[:1] in (["END"], ["end"], ["End"]), LONGEST)
    return 0
