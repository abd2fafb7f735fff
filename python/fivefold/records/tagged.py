"""Games with headings in square brackets, as Pente.org exports them.

``[Game "Pente"]``, ``[Player 1 Name "ann"]`` and more, then ``1. K10 L10 2. K7 ... 1-0``. Columns leave the
letter i out. Rows count from the bottom.
"""

import re
from typing import Literal

from fivefold import Record, RecordError, Rules, _core
from fivefold._arguments import read_rules

_HEADING = re.compile(r"^\[([A-Za-z][A-Za-z0-9 ]*?)\s*\"(.*)\"\s*\]\s*$")
# The server's games that the library plays, by their names without signs; `speed` games are played faster.
GAMES = {
    "pente": "pente",
    "keryopente": "keryo_pente",
    "keryo": "keryo_pente",
    "gomoku": "freestyle",
    "renju": "renju",
    "swap2pente": "pente",
    "swap2keryo": "keryo_pente",
    "swap2gomoku": "freestyle",
}
# Boards of the server where neither file nor caller says it.
SIZE = 19


def tagged_record(text: str, rules: Rules | str | None, letters: Literal["i", "no_i"]) -> Record:
    """Replay a game with headings.

    Parameters
    ----------
    text : str
        The headings and the moves.
    rules : Rules or str, optional
        The rules; else those that the heading ``Game`` names, on a board of 19.
    letters : {"i", "no_i"}
        Whether columns use the letter i.

    Raises
    ------
    RecordError
        The game is not known, a move is illegal, or it ends otherwise than it says.
    """
    tags: dict[str, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        heading = _HEADING.match(line.strip())
        if heading is None and line.strip():
            lines = lines[number:]
            break
        if heading is not None:
            tags[heading[1]] = re.sub(r"\\([\\\"])", r"\1", heading[2])
    else:
        lines = []
    if any(line.strip().startswith("[") for line in lines):
        raise RecordError("a heading that cannot be read stands before the moves")
    if set(tags) & {"FEN", "SetUp"}:
        raise RecordError("the game begins from a position of chess (FEN, SetUp), which is not read")
    chosen = read_rules(rules) if rules is not None else _rules(tags)
    moves = " ".join(lines)
    record = Record.from_notes(moves, chosen, letters=letters) if moves.strip() else Record(chosen)
    names = [tags.pop(f"Player {seat} Name", "") or tags.pop(colour, "") for seat, colour in _SEATS]
    if any(names):
        record.players = names
    record.date = _date(tags.pop("Date", None))
    result = tags.pop("Result", "")
    if result:
        at_the_end = record.metadata.get("result")
        if at_the_end not in (None, result) and "*" not in (at_the_end, result):
            raise RecordError(f"the heading says {result!r:.40}, the end of the moves {at_the_end!r:.40}")
        record.conclude(result)
    record.metadata = {_KEYS.get(key, key): words for key, words in tags.items()} | record.metadata
    return record


# What other formats have a place for, by the keys of the metadata.
_KEYS = {"Event": "event", "Round": "round", "Site": "place"}
_SEATS = ((1, "Black"), (2, "White"))


def _rules(tags: dict[str, str]) -> Rules:
    name = tags.get("Game")
    if name is None:
        raise RecordError("the headings do not say which game it is: give its rules with rules=")
    plain = re.sub(r"[^a-z0-9]", "", name.lower()).removeprefix("speed").removeprefix("turnbased")
    preset = GAMES.get(plain)
    if preset is None:
        raise RecordError(f"the game {name!r:.60} is none that is played here: give rules with rules=")
    return _core.rules(preset, size=_size(tags))


def _size(tags: dict[str, str]) -> int:
    """Return the side of the board, ``13`` or ``13x13``, where a heading has it."""
    for name in ("Board", "Board Size", "BoardSize", "Size"):
        if name in tags:
            match = re.fullmatch(r"\s*(\d{1,2})(?:\s*[xX×]\s*\1)?\s*", tags[name])
            if match is None:
                raise RecordError(f"[{name} {tags[name]!r:.30}] is no square board: give rules with rules=")
            return int(match[1])
    return SIZE


def _date(date: str | None) -> str | None:
    """Write the server's month/day/year as a date."""
    match = re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{4})", date or "")
    if match is None or not (1 <= int(match[1]) <= 12 and 1 <= int(match[2]) <= 31):
        return date
    return f"{match[3]}-{int(match[1]):02}-{int(match[2]):02}"
