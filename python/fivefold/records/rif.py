"""RenjuNet's database of tournament games (``.rif``): XML, read game by game.

No specification of the format was found. What is read here is what programs that read it agree on: tables of
``rule`` (with a ``category``: 1 is Renju), ``opening``, ``player`` and ``tournament`` elements, each with an
``id``, then ``game`` elements whose attributes name them by that number, with the stones as text in ``move``.
"""

import json
from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from fivefold import FivefoldError, Record, RecordError, Rules, _core
from fivefold._arguments import read_rules

from .splitting import File, TooLong

# Where a database begins; a game may stand alone.
ROOTS = ("database", "games", "game")
# Spelt in another way they would be passed over.
KNOWN = (*ROOTS, "move")
# What of a game is the number of a row, and in which table.
NAMED = {
    "rule": "rule",
    "opening": "opening",
    "black": "player",
    "white": "player",
    "tournament": "tournament",
}
TABLES = ("rule", "opening", "player", "tournament")
# A row of a table is a few names; there are thousands of them, not millions.
MAX_ROWS = 200_000
# Characters of all tables together.
MAX_NAMES = 50_000_000
# A database nests four levels and knows some dozens of names of elements and attributes.
MAX_LEVELS = 100
MAX_WORDS = 1_000
# Characters of a tag, or of a remark.
MAX_OF_A_TAG = 1_000_000


class _Cutter:
    """Collects the tables and hands out each game with names in place of their numbers."""

    def __init__(self, maximum: int) -> None:
        self.maximum = maximum
        self.games: list[tuple[int, str]] = []
        self._tables: dict[str, dict[str, dict[str, str]]] = {table: {} for table in TABLES}
        self._game: dict[str, Any] | None = None
        self._line, self._count = 1, 0
        self._text: list[str] = []
        self._open: list[str] = []
        self._level = 0  # of the game
        self._size = self._names = self._fed = 0
        # The text is decoded already, whatever it says of its encoding.
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._entity

    def feed(self, text: str, last: bool) -> None:
        try:
            data = text.encode()
            self.parser.Parse(data, last)
        except UnicodeEncodeError:
            raise TooLong(f"line {self.parser.CurrentLineNumber}: a lone surrogate is no text") from None
        except expat.ExpatError as error:
            raise TooLong(f"line {error.lineno}: this is no XML ({expat.ErrorString(error.code)})") from None
        self._fed += len(data)
        if self._fed - self.parser.CurrentByteIndex > MAX_OF_A_TAG:
            raise self._refused("a tag or remark is too long")

    def finish(self) -> None:
        """Refuse a file without a game."""
        if not self._count:
            raise self._refused("there is no <game> in it")

    def _refused(self, what: str) -> TooLong:
        return TooLong(f"line {self.parser.CurrentLineNumber}: {what}")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        above = self._open[-1] if self._open else None
        self._open.append(name)
        plain = name.rpartition(":")[2].lower()
        if above is None and name not in ROOTS:
            raise self._refused(f"<{name:.60}> is no database of games: RenjuNet's begins with <database>")
        if plain in KNOWN and name != plain:
            raise self._refused(f"<{name:.60}> is not read: RenjuNet writes <{plain}>")
        if len(self._open) > MAX_LEVELS:
            raise self._refused(f"elements are nested more than {MAX_LEVELS} deep")
        if len(self.parser.intern) > MAX_WORDS:
            raise self._refused("there are too many names of elements and attributes")
        if self._game is not None:
            self._part(name, attributes)
        elif name == "game":
            self._line, self._level = self.parser.CurrentLineNumber, len(self._open)
            self._game, self._size = dict(attributes), 0
            self._count += 1
        elif name == "move" or above == "games":
            raise self._refused(f"<{name:.60}> stands outside of a game")
        elif name in TABLES:
            self._row(name, attributes)

    def _part(self, name: str, attributes: dict[str, str]) -> None:
        """Begin what a game says in elements, once each."""
        assert self._game is not None
        is_deeper = len(self._open) > self._level + 1
        if name in ROOTS or (is_deeper and name in KNOWN):
            raise self._refused(f"a <{name}> stands within <{self._open[-2]:.60}>")
        if not is_deeper:
            if name in self._game:
                raise self._refused(f"a game has a second <{name:.60}>")
            if attributes:
                raise self._refused(f"what <{name:.60}> of a game says in attributes is not read")
            self._text = []

    def _row(self, name: str, attributes: dict[str, str]) -> None:
        table, number = self._tables[name], attributes.get("id")
        # What it costs to keep an attribute, however short it is.
        self._names += sum(100 + len(value) for value in attributes.values())
        if len(table) == MAX_ROWS or self._names > MAX_NAMES:
            raise self._refused(f"there are too many rows of <{name}>")
        if self._count:
            raise self._refused(f"a <{name}> stands behind the games that would name it")
        if number is not None and table.setdefault(number, attributes) != attributes:
            raise self._refused(f"a second <{name}> has the id {number!r:.60}")

    def _characters(self, text: str) -> None:
        if self._game is None or len(self._open) == self._level:
            if text.strip() and self._open[-1] in ROOTS:
                raise self._refused(f"{text.strip()!r:.60} stands outside of an element")
            return
        self._text.append(text)
        self._size += len(text)
        if self._size > self.maximum:
            raise TooLong(
                f"line {self._line}: a game of more than {self.maximum // 1_000_000} million characters"
            )

    def _end(self, name: str) -> None:
        level = len(self._open)
        self._open.pop()
        if self._game is None:
            return
        if level == self._level + 1:
            self._game[name] = " ".join("".join(self._text).split())
        elif level == self._level:
            if "move" not in self._game:
                raise self._refused("a game has no <move>")
            self.games.append((self._line, json.dumps(self._named(self._game))))
            self._game = None

    def _named(self, game: dict[str, Any]) -> dict[str, Any]:
        """Return a game with names, and what the tables say of it."""

        def name(table: str, number: str) -> str:
            words = self._tables[table].get(number, {})
            parts = (words.get(part, "").strip() for part in ("name", "surname"))
            return " ".join(part for part in parts if part) or number

        named = game | {key: name(table, game[key]) for key, table in NAMED.items() if key in game}
        tournament = self._tables["tournament"].get(game.get("tournament", ""), {})
        rule = game.get("rule") or tournament.get("rule")
        # Without a rule it is Renju.
        is_renju = not rule or self._tables["rule"].get(rule, {}).get("category") == "1"
        return {"game": named, "is_renju": is_renju, "date": _date(tournament)}

    def _entity(self, *_: Any) -> None:
        raise self._refused("declared entities are refused")


def _date(tournament: dict[str, str]) -> str | None:
    start = tournament.get("start", "")
    if start and not start.startswith("0000"):
        return start
    year, month = tournament.get("year", ""), tournament.get("month", "")
    if not year.isdigit() or int(year) == 0:
        return None
    return f"{int(year):04}-{int(month):02}" if month.isdigit() and int(month) else f"{int(year):04}"


def rif_games(file: File, maximum: int) -> Iterator[tuple[int, str]]:
    """Yield the games of a database, each as JSON with names in place of the numbers of its tables."""
    cutter = _Cutter(maximum)
    while chunk := file.read(65536):
        cutter.feed(chunk, False)
        yield from cutter.games
        cutter.games.clear()
    # A new expat looks at the end of a long tag only when it hears that nothing follows.
    cutter.feed("", True)
    yield from cutter.games
    cutter.finish()


def rif_record(text: str, rules: Rules | str | None) -> Record:
    """Replay a game as `rif_games` gives it.

    Parameters
    ----------
    text : str
        The game.
    rules : Rules or str, optional
        The rules; else Renju in which a foul loses, as in tournaments (R7).

    Raises
    ------
    RecordError
        It was played by other rules than Renju and none are given, a move is illegal, or it ends
        otherwise than it says.
    """
    data = json.loads(text)
    game: dict[str, Any] = data["game"]
    if rules is None:
        if not data["is_renju"]:
            raise RecordError(
                f"nothing says that {game.get('rule') or 'this':.60} is Renju: give the rules with rules="
            )
        rules = _core.rules("renju", foul="loses")
    else:
        rules = read_rules(rules)
    players = [str(game.pop(seat, "")) for seat in ("black", "white")]
    date, moves, result = game.pop("date", data["date"]), game.pop("move"), game.pop("bresult", "")
    record = Record(rules, players=players if any(players) else None, date=date)
    for number, move in enumerate(moves.split(), 1):
        try:
            record.push(move)
        except FivefoldError as error:
            refused = RecordError(f"move {number} is refused: {error}")
            refused.number, refused.rule = number, error.rule
            raise refused from None
    _end(record, result, game)
    record.metadata = game
    return record


def _end(record: Record, result: str, metadata: dict[str, Any]) -> None:
    """Compare the end with all results that are stated; a game that was not played out keeps them.

    ``bresult`` and ``wresult`` are the points of a side; ``result`` may stand beside them.
    """
    black = _RESULTS.get(result.strip().replace(",", "."), result)
    white = _TURNED.get(_RESULTS.get(metadata.get("wresult", "").strip().replace(",", "."), ""), "")
    words = metadata.get("result", "").strip()
    own = _RESULTS.get(words, words)
    for other in (white, own):
        if black in _ENDS and other:
            against = Record(record.rules)
            against.event(_ENDS[black])
            try:
                against.conclude(other)
            except RecordError:
                raise RecordError(f"it says {other!r:.40}, and {result!r:.20} points of Black") from None
    for stated in (own, black or white):
        record.conclude(stated)
    own_result = record.metadata.get("result")
    if words:
        # The figure beside it keeps its own name.
        metadata |= {"bresult": result} if result else {}
    elif own_result is not None and not (own_result in _ENDS and record.outcome is not None):
        metadata["result"] = own_result


# Black's points, as every game of the database has them.
_RESULTS = {"1": "B+", "1.0": "B+", "0": "W+", "0.0": "W+", "0.5": "Draw", ".5": "Draw"}
_TURNED = {"B+": "W+", "W+": "B+", "Draw": "Draw"}
_ENDS = {"B+": "resign 1", "W+": "resign 0", "Draw": "draw agreed"}
