"""Reading a move out of what a language model answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fivefold._core import FivefoldError, IllegalMoveError, Position

from ._prompts import has_points

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_JSON = re.compile(r"\{[^{}]*\}")
_MARKER = re.compile(
    r"(?:final answer|final move|my move|answer|move)\s*(?:is)?\s*[:=]\s*(.+)", re.IGNORECASE
)
_POINT = re.compile(
    r"(?<![a-z0-9])([a-z]{1,2})-?(\d{1,2})((?:x[a-z]{1,2}\d{1,2})|x+)?(?![a-z0-9])", re.IGNORECASE
)
_NUMBERS = re.compile(r"\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)")
_WORDY = re.compile(
    r"column\s+([a-z]{1,2})\W+(?:and\s+)?row\s+(\d{1,2})|row\s+(\d{1,2})\W+(?:and\s+)?column\s+([a-z]{1,2})",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\d)[^.!?\n]+)*")


class Answer(NamedTuple):
    """What was read out of an answer.

    Attributes
    ----------
    move : str or None
        The move in canonical notation, if it is legal.
    action : int or None
        Its number.
    asked : str or None
        The move that was named, legal or not; None if none was found.
    problem : str or None
        Why there is no legal move, or what makes the reading doubtful.
    rule : str or None
        The number of the rule that an illegal move breaks.
    also : tuple of str
        Other moves that the deciding sentence names: the last one is taken.
    """

    move: str | None = None
    action: int | None = None
    asked: str | None = None
    problem: str | None = None
    rule: str | None = None
    also: tuple[str, ...] = ()


def parse(answer: str, position: Position) -> Answer:
    """Read the move out of an answer in words.

    A JSON object with ``move`` decides; else what follows "Move:", "Final answer:" and the like; else the
    last move that the text names.

    Parameters
    ----------
    answer : str
        What a model said.
    position : Position
        Where it is to move.

    Returns
    -------
    Answer

    Raises
    ------
    FivefoldError
        The answer is not a text.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("pagoda").start()
    >>> ff.text.parse('I like the centre. {"move": "I9"}', position).move
    'i9'
    >>> ff.text.parse("h8 or i9", position).also
    ('h8',)
    """
    if not isinstance(answer, str):
        raise FivefoldError(f"the answer {answer!r:.60} is refused: it takes a text")
    text = _THOUGHTS.sub(" ", answer).split("</think>")[-1]
    stated = _stated(text)
    found = list(_named(stated, position)) if stated else _last_sentence(text, position)
    if not found:
        said = f" {stated.strip()!r:.60} names none." if stated else ""
        return Answer(problem=f"no move was found in the answer.{said}")
    move, also = found[-1], tuple(dict.fromkeys(one for one in found[:-1] if one != found[-1]))
    doubt = f"several moves are named: {', '.join((*also, move))}; the last is taken" if also else None
    try:
        refused = position.why_illegal(move)
        if refused is not None:
            return Answer(None, None, move, refused.message, refused.rule, also)
        action = position.action(move)
    except FivefoldError as error:
        return Answer(None, None, move, str(error), getattr(error, "rule", None), also)
    return Answer(position.move(action), action, move, doubt, None, also)


def rethink(answer: str, position: Position) -> str:
    """Return a model why its answer is not a legal move, with the rule; ask again.

    Parameters
    ----------
    answer : str
        What it said.
    position : Position
        Where it is to move.

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


def named_among(answer: str, legal: Sequence[str]) -> tuple[str | None, str | None]:
    """Find the last of some legal moves in an answer, and what the answer itself calls its move."""
    text = _THOUGHTS.sub(" ", answer).split("</think>")[-1]
    stated = _stated(text)
    source = text if stated is None else stated
    ends = [
        (found.end(), len(move), move)
        for move in legal
        for found in re.finditer(rf"(?<!\w){re.escape(move)}(?!\w)", source, re.IGNORECASE)
    ]
    move = max(ends)[2] if ends else None
    return move, move if stated is None else stated.strip()


def _stated(text: str) -> str | None:
    """Return what the answer itself calls its move: the last JSON object with one, or the last such label."""
    for found in reversed(_JSON.findall(text)):
        try:
            move = json.loads(found).get("move")
        except ValueError:
            continue
        if isinstance(move, str):
            return move
    labels = _MARKER.findall(text)
    return labels[-1] if labels else None


def _last_sentence(text: str, position: Position) -> list[str]:
    """Return the moves of the last sentence that names any."""
    for sentence in reversed(_SENTENCE.findall(text)):
        if found := list(_named(sentence, position)):
            return found
    return []


def _named(text: str, position: Position) -> Iterator[str]:
    """Return the moves that a text names, in their order, as this game reads them."""
    tokens = _points(text) if has_points(position.rules) else _words(text)
    words = {move for move in position.legal_moves() if not _POINT.fullmatch(move) and "(" not in move}
    for word in words:
        pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, word.split())) + r"(?!\w)"
        tokens += [(found.start(), word) for found in re.finditer(pattern, text, re.IGNORECASE)]
    last_end = -1
    for start, token in sorted(tokens, key=lambda each: (each[0], -len(each[1]))):
        if start >= last_end and _is_a_move(token, position):
            last_end = start + len(token)
            yield token


def _points(text: str) -> list[tuple[int, str]]:
    # What follows a point names a square that is captured; crosses alone may be left out (P7).
    tokens = [
        (found.start(), found[0].rstrip("Xx").replace("-", "").lower()) for found in _POINT.finditer(text)
    ]
    tokens += [
        (found.start(), f"{_column(int(found[1]))}{found[2]}")
        for found in _NUMBERS.finditer(text)
        if 1 <= int(found[1]) <= 63
    ]
    tokens += [
        (found.start(), f"{found[1] or found[4]}{found[2] or found[3]}".lower())
        for found in _WORDY.finditer(text)
    ]
    return tokens


def _words(text: str) -> list[tuple[int, str]]:
    return [(found.start(), found[0].strip("`'\"*.,;:")) for found in re.finditer(r"[^\s`'\"*]+", text)]


def _column(number: int) -> str:
    """Name a column counted from 1: a to z, then aa (E2)."""
    number -= 1
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
