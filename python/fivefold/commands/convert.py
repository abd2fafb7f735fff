"""Convert records from one format to another."""

import argparse
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import fivefold as ff

from .arguments import OF_FILES, READING, add, add_common, add_rules, named_options, rules_option
from .hints import as_flags

EXAMPLES = f"""\
examples:
  fivefold convert games.sgf games.jsonl
  fivefold convert game.psq game.sgf --rules freestyle
  fivefold convert old.sgf games.jsonl --rules renju --encoding gbk
  fivefold convert openings.lib openings.sgf           a library of RenLib, with all its variations
  fivefold convert games.jsonl - --to text | less

formats: {", ".join(f"{name} ({' '.join(endings)})" for name, endings in ff.records.FORMATS.items())}
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(command, "source FROM", "the file to read")
    add(command, "target TO", "the file to write, or - for the terminal")
    add(
        command,
        "--from",
        "the format of FROM, if it is not recognised",
        dest="source_format",
        choices=ff.records.FORMATS,
    )
    add(
        command,
        "--to",
        "the format of TO, if its ending does not say it",
        dest="target_format",
        choices=ff.records.FORMATS,
    )
    add_common(command, *READING)
    add_rules(command, flag=OF_FILES)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    if parsed.target != "-" and Path(parsed.target).exists() and Path(parsed.source).samefile(parsed.target):
        raise ff.FivefoldError("FROM and TO are the same file")
    if _is_tree(parsed.source) or _is_tree(parsed.target):
        return _tree(parsed)
    named = ff.records.format_of("", parsed.target.removesuffix(".gz"))
    if parsed.target != "-" and parsed.target_format is None and named is None:
        endings = " ".join(ending for endings in ff.records.FORMATS.values() for ending in endings)
        raise ff.FivefoldError(
            f"the ending of '{parsed.target}' names no format: there are {endings}; or give one with --to"
        )
    records = ff.records.read(
        parsed.source,
        format=parsed.source_format,
        rules=rules_option(parsed),
        **named_options(parsed, *READING),
    )
    records = _reported(records, parsed.source)
    target = sys.stdout if parsed.target == "-" else Path(parsed.target)
    try:
        written = ff.records.write(target, records, format=parsed.target_format)
    except ff.RecordError as error:
        print(f"fivefold: {as_flags(str(error), ['--rules', '--encoding', '--origin'])}", file=sys.stderr)
        return 1
    if parsed.target != "-":
        print(f"{written} game{'' if written == 1 else 's'} written to {parsed.target}")
    return 0


def _is_tree(name: str) -> bool:
    if zipfile.is_zipfile(name):
        with zipfile.ZipFile(name) as archive:
            return any(member.lower().endswith(".lib") for member in archive.namelist())
    return name.lower().removesuffix(".gz").endswith(".lib")


def _tree(parsed: argparse.Namespace) -> int:
    """Convert a library of RenLib, or make one: every variation goes along."""
    try:
        tree = ff.records.Tree.read(parsed.source, rules=rules_option(parsed), encoding=parsed.encoding)
        tree.write(parsed.target, format=parsed.target_format)
    except ff.RecordError as error:
        print(f"fivefold: {as_flags(str(error), ['--rules', '--encoding'])}", file=sys.stderr)
        return 1
    print(f"a tree of {len(tree)} positions written to {parsed.target}")
    return 0


def _reported(records: Iterator[ff.Record], source: str) -> Iterator[ff.Record]:
    """Say of each game that is one line of a tree that there were others."""
    for number, record in enumerate(records, 1):
        others = record.metadata.get("variations")
        if others:
            lines = "1 other line is" if others == 1 else f"{others} other lines are"
            print(f"fivefold: {source}, game {number}: {lines} not taken over", file=sys.stderr)
        yield record
