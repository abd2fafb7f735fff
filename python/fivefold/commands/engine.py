"""An engine for every game: reads questions as lines of JSON, answers each with a line of JSON."""

import argparse
import json
import sys

from fivefold.players import make
from fivefold.players.engine import answer

EXAMPLES = """\
examples:
  echo '{"rules": {"preset": "freestyle"}, "moves": "h8 i9"}' | fivefold engine
  fivefold engine --player greedy
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("--player", default="mcts", metavar="TEXT", help="who answers without limits (mcts)")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    player = make(parsed.player)
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(line, player)), flush=True)
    return 0
