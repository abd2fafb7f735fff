"""Train the evaluation of lines of the player alpha_beta: self-play, a fit in PyTorch and a test, in turn.

The best player so far (threats at first) plays games from drawn openings; a network learns their moves and
results; a sequential test in pairs from the suite decides whether it takes that player's place. The same
command again resumes. FOLDER/weights.nn is for alpha_beta(weights="FOLDER/weights.nn").
"""

import argparse
from pathlib import Path

import fivefold as ff

from .arguments import add, add_common, add_rules, given, rules_of

EXAMPLES = """\
examples:
  fivefold train-evaluation renju --out evaluation
  fivefold train-evaluation freestyle -o size=9 --generations 1 --games 2000 --steps 300 --out small
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    add(command, "--out FOLDER", "games, fits, tests and weights", required=True)
    add(command, "--generations N", "rounds", 2)
    add(command, "--games N", "new games of each", 8000)
    add(command, "--steps N", "of each fit", 1500)
    add(command, "--test-games N", "games of a test", 400)
    add(command, "--seed N", "of everything random", 0)
    add_common(command, "quiet")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    found = ff.selfplay.train_evaluation(
        rules_of(parsed),
        parsed.out,
        progress=not parsed.quiet,
        **given(parsed, "generations games steps test_games seed"),
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
