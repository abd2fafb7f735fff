"""Show a position or a record in the terminal or as a picture."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import fivefold as ff
from fivefold._arguments import read_rules
from fivefold.draw import THEMES

from .arguments import OF_FILES, READING, add, add_common, add_rules, named_options, rules_option

EXAMPLES = """\
examples:
  fivefold show game.sgf                          the end of the first game
  fivefold show games.jsonl --game 3 --turn 20    the third game after 20 turns
  fivefold show engine_renju --game 5             games that come with the package: engine_gomoku,
                                                  engine_renju, pagoda_postal_1, pagoda_postal_2
  fivefold show --rules renju --moves "h8 h9 j10"
  fivefold show game.sgf --svg board.svg --theme print
  fivefold show game.sgf --gif game.gif           needs the extra plot, as --png does
  fivefold show game.sgf --html game.html         a page to click through in any browser
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(
        command,
        "file FILE",
        "a file of games, or a name of games in the package, such as engine_renju",
        nargs="?",
    )
    add(command, "--game N", "number of the game in the file", 1)
    add(command, "--turn N", "show the position after N turns (default: the last)", int)
    add(command, "--moves TEXT", "show the position after these moves from the start of --rules")
    add(command, "--seed N", "random seed of the set-up", 0)
    add(command, "--svg FILE", "write the position as an SVG picture")
    add(command, "--png FILE", "write the position as a PNG image (needs the extra plot)")
    add(command, "--gif FILE", "write the game as an animated GIF (needs the extra plot)")
    add(command, "--html FILE", "write the game as a page to click through")
    add(
        command,
        "--theme NAME",
        f"theme of the picture: {', '.join(THEMES)} (default: light)",
        default="light",
    )
    add(command, "--size N", "width of the picture in pixels", 480)
    add_common(command, *READING)
    add_rules(command, flag=OF_FILES)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    record = _record(parsed)
    position = record.position
    if parsed.turn is not None:
        positions = [one for one in record.positions() if one.turns <= parsed.turn]
        if parsed.turn > record.position.turns or not positions:
            raise ff.FivefoldError(f"--turn {parsed.turn}: the game has {record.position.turns} turns")
        position = positions[-1]
    subject = record if parsed.turn is None else position
    if parsed.svg:
        picture = ff.draw.svg(subject, theme=parsed.theme, size=parsed.size)
        Path(parsed.svg).write_text(picture, encoding="utf-8")
    if parsed.html:
        page = ff.draw.html(record, theme=parsed.theme, size=parsed.size, page=True)
        Path(parsed.html).write_text(page, encoding="utf-8")
    if parsed.png or parsed.gif:
        from fivefold import plot

        if parsed.png:
            plot.save_png(subject, parsed.png, parsed.size, theme=parsed.theme)
        if parsed.gif:
            plot.save_gif(record, parsed.gif, parsed.size, theme=parsed.theme)
    written = [path for path in (parsed.svg, parsed.html, parsed.png, parsed.gif) if path]
    for path in written:
        print(f"written: {path}", file=sys.stderr)
    if not written:
        print(position)
        # An event may have ended the game without ending its position (X3).
        ended = record.is_over if parsed.turn is None else position.is_over
        print(f"{record.rules.name}, {position.turns} turns: {record.result if ended else 'goes on'}")
    return 0


def _record(parsed: argparse.Namespace) -> ff.Record:
    if parsed.file is None:
        if not parsed.rules:
            raise ff.FivefoldError("show needs a FILE, or --rules with --moves")
        rules = rules_option(parsed)
        position = read_rules(rules or parsed.rules).start(seed=parsed.seed)
        return ff.Record(position.play_all(parsed.moves) if parsed.moves else position)
    records: Iterator[ff.Record] = ff.records.read(
        parsed.file, rules=rules_option(parsed), **named_options(parsed, *READING)
    )
    for number, record in enumerate(records, 1):
        if number == parsed.game:
            return record
    raise ff.FivefoldError(f"{parsed.file} has no game {parsed.game}")
