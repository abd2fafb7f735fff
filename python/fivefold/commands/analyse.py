"""Analyse games move by move: missed wins, allowed wins, only moves, mistakes.

Every win that is reported is proven, by a threat search or by the search tree.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fivefold as ff
from fivefold.analysis._results import ENDINGS as WRITTEN
from fivefold.analysis._results import TABLES, check_ending, label_counts

from .arguments import OF_FILES, add, add_rules, named_options, rules_option
from .hints import as_flags

ENDINGS = {ending for endings in ff.records.FORMATS.values() for ending in endings}

EXAMPLES = """\
examples:
  fivefold analyse game.sgf -o report.html           a page with board, curve, moves and proofs
  fivefold analyse game.sgf -o commented.sgf         comments, marks and better lines
  fivefold analyse engine_gomoku --out turns.parquet a row per turn (needs the extra study)
  fivefold analyse games/ --nodes 50000 --out turns.parquet
  fivefold analyse game.sgf --serve                  the analysis on a board in a browser

exit codes: 0 every game was analysed, 1 at least one has an illegal move, 2 a file is unreadable
"""

MORE_THAN_ONE = "-o takes one game, and there are more: choose one with --game, or write a table with --out"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(command, "files FILE", "files of games, folders, or names of games in the package", nargs="*")
    add(command, "-o --output FILE", "write the analysis of one game as .html, .json or .sgf")
    add(command, "--out PARQUET", "write a table with a row per turn")
    add(command, "--game N", "analyse only game N of each file", int)
    add(command, "--player TEXT", "the player whose move is listed first, such as greedy")
    add(command, "--seconds X", "about how many seconds to spend on each position", float)
    add(command, "--nodes N", "limit of positions for each threat search (default: 10000)", int)
    add(command, "--candidates N", "number of moves to list at each position", 3)
    add(command, "--format", "format of the files, if it is not recognised", choices=ff.records.FORMATS)
    add(command, "--serve", "open the analysis on a board in a browser")
    add(command, "--port N", "port of --serve (default: any free port)", int, default=0)
    add_rules(command, flag=OF_FILES, letter=False)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    if parsed.serve:
        return _serve(parsed)
    if not parsed.files:
        raise ff.FivefoldError("analyse needs a FILE: records, a folder of them, or games by name")
    # What cannot be written is refused before the games are looked at, which takes seconds each.
    if parsed.output:
        check_ending(parsed.output, WRITTEN, "an analysis")
    if parsed.out:
        check_ending(parsed.out, TABLES, "a table")
        ff.analysis.Collection([]).to_arrow()  # needs pyarrow
    analyses: list[ff.analysis.Analysis] = []
    bad = unreadable = 0
    for path in _paths(parsed.files):
        try:
            for game in ff.records.scan(path, format=parsed.format, rules=rules_option(parsed)):
                if parsed.game is not None and game.number != parsed.game:
                    continue
                if game.record is None:
                    bad += 1
                    print(f"{path} {game.number}: {as_flags(str(game.error), ['--rules'])}")
                    continue
                if parsed.output and analyses:
                    raise ff.FivefoldError(MORE_THAN_ONE)
                analysis = _analysed(game.record, parsed)
                analyses.append(analysis)
                print(f"{path} {game.number}: {summary_line(analysis)}", flush=True)
        except (ff.RecordError, OSError) as error:
            unreadable += 1
            reason = f"{path}: {error.strerror}" if isinstance(error, OSError) else str(error)
            print(f"fivefold: {reason}", file=sys.stderr)
    _write(analyses, parsed)
    return 2 if unreadable else 1 if bad else 0


def summary_line(analysis: "ff.analysis.Analysis") -> str:
    """Describe in a line what was found in a game."""
    decided = "" if analysis.decided is None else f", proven from move {analysis.decided} on"
    record = analysis.record
    result = record.result if record.is_over else "goes on"
    return f"{len(analysis.turns)} moves, {result}{decided}; {label_counts(analysis.counts())}"


def _analysed(record: ff.Record, parsed: argparse.Namespace) -> "ff.analysis.Analysis":
    return ff.analyse(record, parsed.player, **named_options(parsed, "seconds nodes candidates"))


def _paths(files: list[str]) -> Iterator[str]:
    """Yield the files of folders in the order of their names; all else as it is."""
    for name in files:
        if not Path(name).is_dir():
            yield name
            continue
        inside = [path for path in sorted(Path(name).rglob("*")) if path.suffix.lower() in ENDINGS]
        if not inside:
            raise ff.FivefoldError(f"{name} holds no file of a known format: {', '.join(sorted(ENDINGS))}")
        yield from map(str, inside)


def _write(analyses: "list[ff.analysis.Analysis]", parsed: argparse.Namespace) -> None:
    if parsed.output:
        if not analyses:
            raise ff.FivefoldError("-o takes one game, and none was read")
        analyses[0].write(parsed.output)
        print(f"written: {parsed.output}", file=sys.stderr)
    if parsed.out:
        ff.analysis.Collection(analyses).write(parsed.out)
        print(f"written: {parsed.out}", file=sys.stderr)


def _serve(parsed: argparse.Namespace) -> int:
    from fivefold.board.server import serve

    record: Any = None
    if parsed.files:
        games = ff.records.read(parsed.files[0], format=parsed.format, rules=rules_option(parsed))
        wanted = parsed.game or 1
        record = next((game for number, game in enumerate(games, 1) if number == wanted), None)
        if record is None:
            raise ff.FivefoldError(f"{parsed.files[0]} has no game {wanted}")
    rules = rules_option(parsed) or parsed.rules or "gomoku"
    return serve(rules, record=record, port=parsed.port)
