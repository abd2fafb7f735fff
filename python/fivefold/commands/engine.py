"""Run as an engine for every game: read each question as a line of JSON, and answer with a line of JSON."""

import argparse
import json

from fivefold.commands.line_server import serve
from fivefold.players import Player, make
from fivefold.players.engine import answer

from .arguments import add

EXAMPLES = """\
examples:
  echo '{"rules": {"preset": "freestyle"}, "moves": "h8 i9"}' | fivefold engine
  echo '{"rules": {"preset": "pagoda", "size": 9}, "limits": {"seconds": 0.2}}' | fivefold engine
  fivefold engine --player greedy
"""

LONGEST = 2**24
"""Bytes of a question."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(command, "--player TEXT", "the player that answers questions without limits", "mcts")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""

    def step(player: Player, line: str, max_seconds: float | None, came: float) -> tuple[Player, list[str]]:
        return player, [json.dumps(answer(line, player, max_seconds))] if line else []

    serve(make(parsed.player), step, LONGEST)
    return 0
