"""Export a study's games: positions, actions and outcomes for training, or records in a notation."""

import argparse

EXAMPLES = """\
examples:
  fivefold export study-out positions.npz --experiment freestyle --games 1000
  fivefold export study-out positions.parquet --experiment renju --observations
  fivefold export study-out games.sgf --experiment engine_renju
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("study", metavar="DIR", help="the folder of a study")
    command.add_argument(
        "target",
        metavar="FILE",
        help="the file to write, .npz, .parquet or the ending of a notation, or a folder",
    )
    command.add_argument("--experiment", metavar="NAME", help="which experiment, if there are several")
    command.add_argument("--games", type=int, metavar="N", help="the first N games (all)")
    command.add_argument("--records", metavar="FILE", help="the file that recorded games came from")
    command.add_argument("--format", metavar="NAME", help="the notation, where the ending does not tell it")
    command.add_argument(
        "--regret", action="store_true", help="write the exact loss of each move, where known"
    )
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
        regret=parsed.regret,
        records=parsed.records,
        format=parsed.format,
    )
    ending = parsed.target.rpartition(".")[2] if "." in parsed.target.rpartition("/")[2] else ""
    what = "games" if parsed.format or ending not in ("npz", "parquet", "") else "positions"
    print(f"{written} {what} written to {parsed.target}")
    return 0
