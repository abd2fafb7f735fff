"""Train the evaluation of the player alpha_beta by self-play. It needs PyTorch.

Each generation has three steps. The best player so far (at first that of --first) plays games against
itself from drawn openings. A network learns their moves and results. A sequential test decides whether
alpha_beta with this network takes the place of the best player. The same command resumes.

The result is the player alpha_beta(weights="FOLDER/weights.nn").
"""

import argparse
from pathlib import Path

import fivefold as ff
from fivefold.selfplay._evaluation.generations import FIRST

from .arguments import add, add_common, add_rules, named_options, parse_rules

EXAMPLES = """\
examples:
  fivefold train-evaluation renju --out evaluation
  fivefold train-evaluation freestyle -o size=9 --generations 1 --games 2000 --steps 300 --out small
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    add(command, "--out FOLDER", "folder for games, fits, tests and weights", required=True)
    add(command, "--generations N", "number of generations", 2)
    add(command, "--games N", "number of new games in each generation", 8000)
    add(command, "--steps N", "number of steps in each fit", 1500)
    add(command, "--batch N", "number of positions in each step; a GPU is used if PyTorch finds one", 256)
    add(command, "--first PLAYER", "player of the games of the first generation", FIRST)
    add(command, "--test-games N", "maximum number of games in a test", 400)
    add(command, "--seed N", "random seed of all draws", 0)
    add_common(command, "quiet")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    generations = ff.selfplay.train_evaluation(
        parse_rules(parsed),
        parsed.out,
        progress=not parsed.quiet,
        **named_options(parsed, "generations games steps batch first test_games seed"),
    )
    for one in generations:
        verdict = "admitted" if one.is_admitted else "not better"
        print(
            f"generation {one.number}: {one.games} games, {one.positions} positions; held out: value "
            f"{one.value_loss:.3f}, moves {one.move_loss:.3f}, right {one.right:.3f}; "
            f"{100 * one.score:.1f} % of {one.test_games} games against {one.player}: {verdict}"
        )
    if any(one.is_admitted for one in generations):
        print(f"weights: {Path(parsed.out) / 'weights.nn'}")
    return 0
