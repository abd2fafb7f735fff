"""Export games: positions, actions and outcomes for training, records in a notation, or a data set.

Positions come from a study; a data set, a folder with a card, from a study, a match or a file of records.
"""

import argparse

EXAMPLES = """\
examples:
  fivefold export study-out positions.npz --experiment freestyle --games 1000
  fivefold export study-out positions.parquet --experiment renju --observations
  fivefold export study-out games.sgf --experiment engine_renju
  fivefold export games.sgf --dataset games-of-the-club --licence CC-BY-4.0
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument(
        "source", metavar="DIR", help="the folder of a study; with --dataset also other sources"
    )
    command.add_argument(
        "target",
        metavar="FILE",
        nargs="?",
        help="the file to write, .npz, .parquet or the ending of a notation, or a folder",
    )
    command.add_argument(
        "--dataset", metavar="DIR", help="write a data set: Parquet, card, schema, splits, digests"
    )
    command.add_argument("--title", metavar="TEXT", help="the name of the data set, for its card")
    command.add_argument(
        "--licence", metavar="NAME", default="unknown", help="of the games, for the card (unknown)"
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

    if parsed.dataset:
        title = {} if parsed.title is None else {"title": parsed.title}
        rows = study.dataset(parsed.source, parsed.dataset, licence=parsed.licence, **title)
        parts = ", ".join(f"{name} {count}" for name, count in rows.items())
        print(f"{sum(rows.values())} rows written to {parsed.dataset}: {parts}")
        return 0
    if parsed.target is None:
        raise study.StudyError("FILE is missing: where to write (or --dataset DIR)")
    written = study.export(
        parsed.source,
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
