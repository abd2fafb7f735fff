"""Replay recorded games, and find those with an illegal move or a wrong result."""

import argparse
import sys

import fivefold as ff

from .arguments import OF_FILES, READING, add, add_common, add_rules, named_options, rules_option
from .hints import as_flags

EXAMPLES = """\
examples:
  fivefold replay games.jsonl more.sgf
  fivefold replay tournament/*.psq --rules gomoku -o first_move=anywhere
  fivefold replay engine_renju                       games that come with the package
  fivefold replay games.sgf --out games.parquet      a table of the games (needs fivefold[study])

exit codes: 0 every game is legal and ends as recorded, 1 at least one is not, 2 a file is unreadable
"""
FLAGS = ["--rules", "--encoding", "--origin", "--format"]


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(
        command,
        "files FILE",
        "files of games, or names of games in the package, such as engine_renju",
        nargs="+",
    )
    add(command, "--format", "format of the files, if it is not recognised", choices=ff.records.FORMATS)
    add(command, "--out PARQUET", "write a table of the good games")
    add(command, "--quiet", "print only the bad games and the total")
    add_common(command, *READING)
    add_rules(command, flag=OF_FILES)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    rules, reading = rules_option(parsed), named_options(parsed, *READING)
    writer = None
    if parsed.out:
        from fivefold.study.tables.replays import ReplayTable

        writer = ReplayTable(parsed.out)
    games = bad = unreadable = 0
    if not parsed.quiet:
        print(f"{'file':<28} {'game':>6} {'rules':<18} {'turns':>5}  result")
    for path in parsed.files:
        try:
            for entry in ff.records.scan(path, format=parsed.format, rules=rules, **reading):
                games += 1
                if entry.record is None:
                    bad += 1
                    reason = as_flags(str(entry.error), FLAGS)
                    print(f"{_short(path):<28} {entry.number:>6} line {entry.line}: {reason}")
                    continue
                if writer is not None:
                    writer.add(path, entry.record)
                if not parsed.quiet:
                    record = entry.record
                    more = f" (and {entry.others} other lines)" if entry.others else ""
                    print(
                        f"{_short(path):<28} {entry.number:>6} {record.rules.name:<18} "
                        f"{record.position.turns:>5}  {record.result}{more}"
                    )
        except (ff.RecordError, OSError) as error:
            unreadable += 1
            reason = (
                f"{path}: {error.strerror}" if isinstance(error, OSError) else as_flags(str(error), FLAGS)
            )
            print(f"fivefold: {reason}", file=sys.stderr)
    if writer is not None:
        writer.close()
        print(f"written: {parsed.out}", file=sys.stderr)
    right = games - bad
    print(f"{games} game{'' if games == 1 else 's'}: {right} legal and ended as recorded, {bad} not")
    return 2 if unreadable else 1 if bad else 0


def _short(path: str) -> str:
    return path if len(path) <= 28 else "..." + path[-25:]
