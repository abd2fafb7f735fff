"""Run as an engine that speaks the Gomocup protocol on standard input and output."""

import argparse

from fivefold.commands.line_server import serve
from fivefold.players import make
from fivefold.players.gomocup_engine import Engine
from fivefold.players.gomocup_time import TimeKeeper

from .arguments import add

EXAMPLES = """\
examples:
  fivefold gomocup
  fivefold gomocup --player "mcts(simulations=2000)"
"""

LONGEST = 2**16
"""Bytes of a line."""
STOPS = ("STOP", "YXSTOP")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(command, "--player TEXT", "the player that chooses the moves", "threats")
    add(command, "--suggest", "suggest each move to the manager, and play the one that it confirms")


def first(line: str) -> str:
    """Return the first word of a line, in capitals."""
    return "".join(line[:20].split()[:1]).upper()


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    keeper = TimeKeeper(make(parsed.player))
    keeper.warm_up()

    def step(engine: Engine, line: str, max_seconds: float | None, came: float) -> tuple[Engine, list[str]]:
        after = engine.copy(max_seconds)
        return after, keeper.timed(came, lambda: after.take(line))

    engine = Engine(keeper.limited, parsed.suggest)
    serve(engine, step, LONGEST, lambda line: first(line) == "END", lambda line: first(line) in STOPS)
    return 0
