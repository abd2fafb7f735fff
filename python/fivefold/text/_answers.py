"""Reading a move out of what a language model answers."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fivefold._core import FivefoldError, IllegalMoveError, Position

from ._prompts import has_points

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_THOUGHTS_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_JSON = re.compile(r"\{[^{}]*\}")
_MARKER = re.compile(
    r"(?:final answer|final move|my move|answer|move)\s*(?:is\s*)?[:=]\s*(.+)", re.IGNORECASE
)
_POINT = re.compile(
    r"(?<![a-z0-9])([a-z]{1,2})-?(\d{1,2})((?:x[a-z]{1,2}\d{1,2})|x+)?(?![a-z0-9])", re.IGNORECASE
)
_NUMBERS = re.compile(r"[(\[]\s*([a-z]|\d{1,2})\s*,\s*(\d{1,2})\s*[)\]]", re.IGNORECASE)
_COLUMN, _ROW = r"col(?:umn)?\W{1,3}([a-z]{1,2}|\d{1,2})", r"row\W{1,3}(\d{1,2})"
_WORDY = re.compile(rf"\b{_COLUMN}\W+(?:and\s+)?{_ROW}\b|\b{_ROW}\W+(?:and\s+)?{_COLUMN}\b", re.IGNORECASE)
# A point alone, with a space, a comma or with the row first: within prose such words are not one.
_ALONE = re.compile(r"\W*(?:([a-z]{1,2})[\s,]\s*(\d{1,2})|(\d{1,2})\s?([a-z]{1,2}))\W*", re.IGNORECASE)
_ARROWS = re.compile(r"(?<!\s)\s*(?:(?<![<=\u2013\u2014-])[-\u2013\u2014=]+>|[\u2192\u27f6\u21d2])\s*")
_PLAIN: dict[int, str | None] = {ord(odd): '"' for odd in "\u201c\u201d\u201e\u00ab\u00bb"}
_PLAIN |= {ord(odd): "'" for odd in "\u2018\u2019"} | {ord(odd): None for odd in "\u200b\u200c\u200d\ufeff"}
_PLAIN |= {ord("\u2194"): "<->", ord("\u21d4"): "<=>"}
# Words before a move that is not the one to play, and before one that is named beside it.
_LINK = (
    r"(?:\s+(?:play(?:ing)?|plac(?:e|ing)|choos(?:e|ing)|tak(?:e|ing)|to|at|on|of|the|with|me|my))*\s+\W*$"
)
_REFUSED = re.compile(
    r"(?:\bnot|n't|\bno|\bnever|\bavoid(?:ing)?|\b(?:instead\s+of|(?:rather|better)\s+than))" + _LINK,
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:(?:threaten|block|stop|prevent|captur|attack|defend|protect|answer|repl)\w*|next\s+to|near|beside"
    r"|adjacent|behind|since|because|if\s+you)" + _LINK,
    re.IGNORECASE,
)
_WORDS_BEFORE = 200
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\d)[^.!?\n]+)*")


class Answer(NamedTuple):
    """What `parse` reads in an answer.

    Attributes
    ----------
    move : str or None
        The move in canonical notation, if it is legal.
    action : int or None
        Its number.
    named : str or None
        The move that was named, legal or not; None if none was found.
    problem : str or None
        Why there is no legal move, or what makes the reading doubtful.
    rule : str or None
        The number of the rule that an illegal move breaks.
    also : tuple of str
        Other moves that the deciding words name.
    """

    move: str | None = None
    action: int | None = None
    named: str | None = None
    problem: str | None = None
    rule: str | None = None
    also: tuple[str, ...] = ()


def parse(answer: str, position: Position) -> Answer:
    """Read the move out of an answer in words.

    The move is that of a JSON object with ``move``, else the first one after "Move:", "Final answer:" and the
    like, else the last legal one of the last sentence that names a move. There, moves that the answer rejects
    ("not h8") or names beside another ("h8, blocking i9") are left out.

    Parameters
    ----------
    answer : str
        The model's answer.
    position : Position
        Position in which it is to move.

    Returns
    -------
    Answer

    Raises
    ------
    FivefoldError
        The answer is not a string.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("pagoda").start()
    >>> ff.text.parse('I like the centre. {"move": "I9"}', position).move
    'i9'
    >>> ff.text.parse("h8 or i9", position).also
    ('h8',)
    """
    text = plain(answer)
    stated = _stated(text)
    moves = _moves(stated[-1], position) if stated else _last_sentence(text, position)
    if not moves:
        return Answer(problem=_no_move(text, stated))
    move = moves[0] if stated else _chosen(moves, position)
    others = [*moves, *(one for statement in stated[:-1] for one in _moves(statement, position))]
    also = tuple(dict.fromkeys(one for one in others if one != move))
    doubt = f"several moves are named: {', '.join((*also, move))}; {move} is taken" if also else None
    try:
        refused = position.why_illegal(move)
        if refused is not None:
            return Answer(None, None, move, refused.message, refused.rule, also)
        action = position.action(move)
    except FivefoldError as error:
        return Answer(None, None, move, str(error), getattr(error, "rule", None), also)
    return Answer(position.move(action), action, move, doubt, None, also)


def rethink(answer: str, position: Position) -> str:
    """Write the reply to an answer without a legal move: the reason and its rule.

    Parameters
    ----------
    answer : str
        The model's answer.
    position : Position
        Position in which it is to move.

    Returns
    -------
    str
        "" if the answer holds a legal move.

    Examples
    --------
    >>> import fivefold as ff
    >>> print(ff.text.rethink("h8", ff.rules("freestyle").start().play("h8")))
    h8 is refused: the point is taken (E5)
    Choose another move. End with it alone on the last line, as JSON: {"move": "..."}
    """
    read = parse(answer, position)
    if read.move is not None:
        return ""
    rule = f" ({read.rule})" if read.rule and f"({read.rule})" not in str(read.problem) else ""
    return (
        f"{read.problem}{rule}\nChoose another move. End with it alone on the last line, as JSON: "
        '{"move": "..."}'
    )


def plain(answer: str) -> str:
    """Return what follows the thoughts of an answer, with plain letters, quotes, spaces and arrows."""
    if not isinstance(answer, str):
        raise FivefoldError(f"the answer {answer!r:.60} is refused: it takes a text")
    end = max((match.end() for match in _THOUGHTS_END.finditer(answer)), default=0)
    text = (_THOUGHTS.sub(" ", answer[:end]) + answer[end:]).split("</think>")[-1]
    text = unicodedata.normalize("NFKC", html.unescape(text)).translate(_PLAIN)
    return _ARROWS.sub("->", text)


def named_among(answer: str, legal: Sequence[str]) -> tuple[str | None, str | None]:
    """Find the move that an answer names among some legal ones, and what the answer itself calls its move."""
    text = plain(answer)
    stated = _stated(text)
    source = stated[-1] if stated else text
    # The case of letters decides between moves that differ in nothing else: corners of a star and crossings.
    named = [
        (match.start(), match[0] == move, len(move), move)
        for move in legal
        for match in re.finditer(rf"(?<!\w){re.escape(move)}(?!\w)", source, re.IGNORECASE)
        if not _REFUSED.search(_before(source, match.start()))
    ]
    at = (min if stated else max)((start for start, *_ in named), default=None)
    move = max((each for each in named if each[0] == at), default=(None,))[-1]
    return move, source.strip() if stated else move


def _stated(text: str) -> list[str]:
    """Return what the answer itself calls its move: by JSON objects, or else by the last such label."""
    stated = []
    for match in _JSON.findall(text):
        try:
            move = json.loads(match).get("move")
        except ValueError:
            continue
        if isinstance(move, str):
            stated.append(move)
    return stated or _MARKER.findall(text)[-1:]


def _no_move(text: str, stated: Sequence[str]) -> str:
    if re.search(r"\bresign", text, re.IGNORECASE):
        return "resigning is no move: the game goes on until its rules end it."
    statement = f" {stated[-1].strip()!r:.60} names none." if stated else ""
    return f"no move was found in the answer.{statement}"


def _last_sentence(text: str, position: Position) -> list[str]:
    """Return the moves of the last sentence that names any."""
    for sentence in reversed(_SENTENCE.findall(text)):
        if moves := _moves(sentence, position):
            return moves
    return []


def _chosen(moves: Sequence[str], position: Position) -> str:
    """Return the last legal move, or the last where none is legal."""
    return next((move for move in reversed(moves) if position.why_illegal(move) is None), moves[-1])


def _moves(text: str, position: Position) -> list[str]:
    """Return the moves that a text names: none that it refuses, asides only where it has no other."""
    named = [(_before(text, start), move) for start, move in _named(text, position)]
    named = [(before, move) for before, move in named if not _REFUSED.search(before)]
    return [move for before, move in named if not _ASIDE.search(before)] or [move for _, move in named]


def _before(text: str, start: int) -> str:
    """Return the words before a move, as many as can say what it is: an answer may have a million."""
    return text[max(0, start - _WORDS_BEFORE) : start]


def _named(text: str, position: Position) -> Iterator[tuple[int, str]]:
    """Yield the moves that a text names, and where, in their order, as this game reads them."""
    tokens = _points(text) if has_points(position.rules) else _words(text)
    words = {move for move in position.legal_moves() if not _POINT.fullmatch(move) and "(" not in move}
    for word in words | {"pass"}:
        pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, word.split())) + r"(?!\w)"
        tokens += [(match.start(), word) for match in re.finditer(pattern, text, re.IGNORECASE)]
    last_end = -1
    for start, token in sorted(tokens, key=lambda each: (each[0], -len(each[1]))):
        if start >= last_end and _is_a_move(token, position):
            last_end = start + len(token)
            yield start, token


def _points(text: str) -> list[tuple[int, str]]:
    tokens = []
    for match in _POINT.finditer(text):
        # What follows a point names a square that is captured; crosses alone may be left out (P7). Where that
        # cannot be read the point alone is left.
        whole, point = match[0].rstrip("Xx").replace("-", "").lower(), f"{match[1]}{match[2]}".lower()
        tokens += [(match.start(), one) for one in dict.fromkeys((whole, point))]
    named = [(match, match[1], match[2]) for match in _NUMBERS.finditer(text)]
    named += [(match, match[1] or match[4], match[2] or match[3]) for match in _WORDY.finditer(text)]
    if alone := _ALONE.fullmatch(text):
        named.append((alone, alone[1] or alone[4], alone[2] or alone[3]))
    return tokens + [(match.start(), _column(column) + row) for match, column, row in named]


def _words(text: str) -> list[tuple[int, str]]:
    # A piece may stand apart from its way: "a (A->c)".
    text = re.sub(r"(?<=[^\s(]) +(?=\([^()\s]*>)", "", text)
    return [(match.start(), match[0].strip("`'\"*.,;:")) for match in re.finditer(r"[^\s`'\"*]+", text)]


def _column(name: str) -> str:
    """Name a column by its letters, or by its number from 1: a to z, then aa (E2)."""
    if name.isalpha():
        return name.lower()
    number = max(0, int(name) - 1)
    return (chr(96 + number // 26) if number > 25 else "") + chr(97 + number % 26)


def _is_a_move(token: str, position: Position) -> bool:
    """Return whether the game can read it, legal or not."""
    if not token:
        return False
    try:
        refused = position.why_illegal(token)
    except IllegalMoveError:
        return True
    except FivefoldError:
        return False
    return refused is None or refused.rule != "E7"
