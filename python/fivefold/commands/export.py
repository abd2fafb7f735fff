"""Export games: positions, actions and outcomes for training, records in a notation, or a data set.

Positions and records come from a study. A data set is a folder with a card; it can also be made from a match
or from a file of records.
"""

import argparse

from .arguments import add, named_options

EXAMPLES = """\
examples:
  fivefold export study-out positions.npz --experiment freestyle --games 1000
  fivefold export study-out positions.parquet --experiment renju --observations
  fivefold export study-out games.sgf --experiment engine_renju
  fivefold export games.sgf --dataset games-of-the-club --licence CC-BY-4.0
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(command, "source DIR", "the folder of a study; with --dataset also a match or a file of records")
    add(
        command,
        "target FILE",
        "the file to write (.npz, .parquet, or the ending of a notation), or a folder",
        nargs="?",
    )
    add(command, "--dataset DIR", "write a data set: Parquet files by split, a card, a schema and digests")
    add(command, "--title TEXT", "title of the data set, for its card")
    add(command, "--licence NAME", "licence of the games, for the card", "unknown")
    add(command, "--experiment NAME", "the experiment to export, if there are several")
    add(command, "--games N", "export only the first N games (default: all)", int)
    add(command, "--records FILE", "the file that recorded games came from")
    add(command, "--format NAME", "the notation, if the ending does not say it")
    add(command, "--regret", "write the exact loss of each move where it is known")
    add(command, "--observations", "write the observations, too")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    from fivefold import study

    if parsed.dataset:
        others = named_options(parsed, "target experiment games observations regret records format")
        for name in (name for name, value in others.items() if value not in (None, False)):
            label = "FILE" if name == "target" else f"--{name}"
            raise study.StudyError(f"{label} is refused: a data set has whole games, all of its source")
        rows = study.dataset(parsed.source, parsed.dataset, licence=parsed.licence, title=parsed.title)
        parts = ", ".join(f"{name} {count}" for name, count in rows.items())
        print(f"{sum(rows.values())} rows written to {parsed.dataset}: {parts}")
        return 0
    if parsed.target is None:
        raise study.StudyError("FILE is missing: where to write (or --dataset DIR)")
    written = study.export(
        parsed.source,
        parsed.target,
        parsed.experiment,
        **named_options(parsed, "games observations regret records format"),
    )
    ending = parsed.target.rpartition(".")[2] if "." in parsed.target.rpartition("/")[2] else ""
    what = "games" if parsed.format or ending not in ("npz", "parquet", "") else "positions"
    print(f"{written} {what} written to {parsed.target}")
    return 0
