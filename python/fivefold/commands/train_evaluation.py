"""Train the evaluation of lines of the player alpha_beta: self-play, a fit in PyTorch and a test, in turn.

The player of the moment (threats at first) plays games from drawn openings; a network learns their moves and
results; a sequential test in pairs from the suite decides whether it takes that player's place. The same
command again resumes. FOLDER/weights.nn is for alpha_beta(weights="FOLDER/weights.nn").
"""

import argparse
from pathlib import Path

import fivefold as ff

from .rules_arguments import add_rules, rules_of

EXAMPLES = """\
examples:
  fivefold train-evaluation renju --out evaluation
  fivefold train-evaluation freestyle -o size=9 --generations 1 --games 2000 --steps 300 --out small
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    command.add_argument("--out", metavar="FOLDER", required=True, help="games, fits, tests and weights")
    command.add_argument("--generations", type=int, default=2, metavar="N", help="rounds (2)")
    command.add_argument("--games", type=int, default=8000, metavar="N", help="new games of each (8000)")
    command.add_argument("--steps", type=int, default=1500, metavar="N", help="of each fit (1500)")
    command.add_argument("--test-games", type=int, default=400, metavar="N", help="games of a test (400)")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="of everything random (0)")
    command.add_argument("--quiet", action="store_true", help="no line of progress")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    found = ff.selfplay.train_evaluation(
        rules_of(parsed),
        parsed.out,
        generations=parsed.generations,
        games=parsed.games,
        steps=parsed.steps,
        test_games=parsed.test_games,
        seed=parsed.seed,
        progress=not parsed.quiet,
    )
    for one in found:
        verdict = "admitted" if one.is_admitted else "not better"
        print(
            f"generation {one.number}: {one.games} games, {one.positions} positions; held out: value "
            f"{one.value_loss:.3f}, moves {one.move_loss:.3f}, right {one.right:.3f}; "
            f"{100 * one.score:.1f} % of {one.test_games} games against {one.player}: {verdict}"
        )
    if any(one.is_admitted for one in found):
        print(f"weights: {Path(parsed.out) / 'weights.nn'}")
    return 0
