"""Export positions, actions played and outcomes of a study's random games, for training."""

import argparse

EXAMPLES = """\
examples:
  fivefold export study-out positions.npz --experiment freestyle --games 1000
  fivefold export study-out positions.parquet --experiment renju --observations
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("study", metavar="DIR", help="the folder of a study")
    command.add_argument("target", metavar="FILE", help="the file to write, .npz or .parquet, or a folder")
    command.add_argument("--experiment", metavar="NAME", help="which experiment, if there are several")
    command.add_argument("--games", type=int, metavar="N", help="the first N games (all)")
    command.add_argument("--observations", action="store_true", help="write the observations too")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    from fivefold import study

    written = study.export(
        parsed.study,
        parsed.target,
        parsed.experiment,
        games=parsed.games,
        observations=parsed.observations,
    )
    print(f"{written} positions written to {parsed.target}")
    return 0
