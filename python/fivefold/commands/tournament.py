"""Run a tournament by hand: pair, enter results, print tables.

The tournament is kept in one JSON file, which each change replaces in one step, so a crash cannot damage it.
"""

import argparse
import json
import sys
from inspect import signature
from pathlib import Path
from typing import Any, Literal

import fivefold as ff
from fivefold._files import whole_file
from fivefold.tournament import System, minutes, sheet
from fivefold.tournament.playing import SYSTEMS

from .arguments import add

EXAMPLES = """\
examples:
  fivefold tournament plan --players 14 --minutes 240
  fivefold tournament new club.json swiss Ann Bob Cy Di --rounds 3
  fivefold tournament pair club.json --html pairings.html
  fivefold tournament enter club.json "Ann - Bob: 3 1" "Cy - Di: 2 3"
  fivefold tournament join club.json Eve
  fivefold tournament table club.json --kind cross
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    steps = command.add_subparsers(dest="step", metavar="STEP", required=True)
    new = steps.add_parser("new", help="begin a tournament")
    add(new, "file", "the new file of the tournament", Path)
    add(new, "system", "the system that pairs the players", choices=sorted(SYSTEMS))
    add(new, "names NAME", "the players", nargs="+")
    add(new, "--rounds", "number of rounds (swiss, mixed), or of times that any two meet (league)", int)
    add(new, "--tables", "number of players at a table (league): 2 or 3", int)
    add(new, "--table", "play at one table that shrinks (knockout)", default=None, action="store_true")
    add(new, "--threes", "number of tables of three in each round (mixed)", int)
    add(new, "--wins", "number of wins that release a player (journey)", int)
    add(new, "--games", "number of games in a match", int)
    add(
        new,
        "--scoring",
        "how the points of a game become scores",
        choices=("zero_sum", "constant_sum", "points"),
    )
    add(new, "--seed", "random seed that shuffles the names and draws byes", 0)
    add(new, "--no-shuffle", "keep the names in the given order")
    for step, text in (
        ("pair", "print the tables of the next round"),
        ("table", "print standings or a cross table"),
    ):
        show = steps.add_parser(step, help=text)
        add(show, "file", "the file of the tournament", Path)
        add(show, "--html PAGE", "also write a page that prints well", Path)
        add(show, "--place", "place, for the heading", default="")
        add(show, "--date", "date, for the heading", default="")
        if step == "table":
            add(show, "--kind", "the table to print", "standings", choices=("standings", "cross"))
    enter = steps.add_parser("enter", help="enter results")
    add(enter, "file", "the file of the tournament", Path)
    add(enter, "results RESULT", "a result, such as 'Ann - Bob: 3 1'; of several games '3 1, 2 3'", nargs="+")
    for step, text in (("join", "add a player who comes late"), ("leave", "remove a player")):
        change = steps.add_parser(step, help=text)
        add(change, "file", "the file of the tournament", Path)
        add(change, "name", "the player")
    plan = steps.add_parser("plan", help="estimate which tournaments fit into an evening")
    add(plan, "--players", "number of players", int, required=True)
    add(plan, "--minutes", "length of the evening in minutes", int, required=True)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    if parsed.step == "plan":
        print_plan(parsed.players, parsed.minutes)
    elif parsed.step == "new":
        begin(parsed)
    else:
        system = read(parsed.file)
        if parsed.step in ("pair", "table"):
            show(system, parsed)
        else:
            if parsed.step == "enter":
                system.enter(dict(read_result(system, text) for text in parsed.results))
            elif parsed.step == "join":
                system.join(parsed.name)
            else:
                system.leave(parsed.name)
            write(parsed.file, system)
            print(f"{parsed.file}: {system!r}")
    return 0


def begin(parsed: argparse.Namespace) -> None:
    """Make a tournament and its file."""
    kind = SYSTEMS[parsed.system]
    own = signature(kind).parameters
    options: dict[str, Any] = {"seed": parsed.seed, "shuffle": not parsed.no_shuffle}
    for name in ("rounds", "tables", "table", "threes", "wins", "games", "scoring"):
        value = getattr(parsed, name)
        if value is not None:
            if name not in own and name not in ("games", "scoring"):
                raise ff.FivefoldError(f"--{name} is refused: a {parsed.system} has no such option")
            options[name] = value
    system = kind(parsed.names, **options)
    if parsed.file.exists():
        raise ff.FivefoldError(f"{parsed.file} exists already: a tournament is begun in a new file")
    write(parsed.file, system)
    print(f"{parsed.file}: {system!r}")


def read(path: Path) -> System:
    """Read a tournament from its file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ff.FivefoldError(f"{path} holds no tournament: {error}") from error
    if not isinstance(data, dict):
        raise ff.FivefoldError(f"{path} holds no tournament")
    return System.from_dict(data)


def write(path: Path, system: System) -> None:
    """Replace the file as a whole."""
    with whole_file(path) as aside:
        aside.write_text(json.dumps(system.to_dict(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read_result(system: System, text: str) -> tuple[tuple[str, ...], list[list[float]]]:
    """Read "Ann - Bob: 3 1, 2 3": the names of a due table in its order, then a row of numbers a game."""
    names, colon, numbers = text.rpartition(":")
    for table in system.pairings():
        if colon and " - ".join(table) == names.strip():
            try:
                return table, [[float(word) for word in row.split()] for row in numbers.split(",")]
            except ValueError:
                raise ff.FivefoldError(f"{text!r:.120} is refused: no numbers after the colon") from None
    due = "; ".join(" - ".join(table) for table in system.pairings()) or "none"
    raise ff.FivefoldError(f"{text!r:.120} is refused: it begins with no table that is due; due: {due}")


def show(system: System, parsed: argparse.Namespace) -> None:
    """Print a sheet, and write the page if one is asked for."""
    kind: Literal["pairings", "cross", "standings"] = "pairings" if parsed.step == "pair" else parsed.kind
    print(sheet(system, kind, format="text", place=parsed.place, date=parsed.date), end="")
    if parsed.html:
        page = sheet(system, kind, place=parsed.place, date=parsed.date)
        with whole_file(parsed.html) as aside:
            aside.write_text(page, encoding="utf-8")
        print(f"written: {parsed.html}", file=sys.stderr)


def print_plan(players: int, available: int) -> None:
    """Print what fits: rounds of each system, by the durations of T2-2."""
    if players < 2 or available < 1:
        raise ff.FivefoldError("a plan is refused: it takes two players or more and a minute or more")
    two, three = minutes(2, "match"), minutes(3, "match")
    league = players if players % 2 else players - 1
    knockout = (players - 1).bit_length()
    print(f"{players} players, {available} minutes; a game of two takes {two}, a match of three {three}")
    for name, rounds, length in (
        ("league, tables of two", league, two),
        ("knockout", knockout, two),
        ("Swiss", None, two),
        ("mixed tables (six games of two, two of three)", None, max(6 * two, three)),
        ("mixed tables, as the book reckons", None, three),
    ):
        fits = available // length
        if rounds is None:
            print(f"  {name}: {fits} rounds of {length} minutes")
        else:
            verdict = "fits" if rounds <= fits else f"needs {rounds * length} minutes"
            print(f"  {name}: {rounds} rounds of {length} minutes, {verdict}")
