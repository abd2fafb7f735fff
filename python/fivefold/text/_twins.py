"""The same game in other clothes, so that a model cannot recite what it has read."""

from __future__ import annotations

import re
from random import Random

import numpy as np

from fivefold._core import FivefoldError, Position, Rules

from ._answers import Answer, parse, plain
from ._prompts import Style, has_points, prompt, rules_text

_COLOURS = ("amber", "violet", "copper", "silver", "crimson", "teal")
_SYLLABLES = ("bo", "da", "fel", "ga", "ka", "lin", "mo", "nar", "pil", "ro", "sut", "tev", "vin", "zu")
_STARS = ("VWXYZ", "PQRST", "KLMNO")
_EITHER_POINT = re.compile(
    r"r(\d{1,2})\s*c(\d{1,2})|(?<![a-wyz0-9])[a-z]{1,2}-?\d{1,2}(?![a-wyz0-9])", re.IGNORECASE
)
_PIECES = re.compile(r"\b(?:a\s+white|b\s+blue|c\s+red|d\s+yellow|e\s+green)\b")
_POINT = re.compile(r"(?<![A-WYZa-wyz0-9])([a-z]{1,2})(\d{1,2})(?![A-WYZa-wyz0-9])")


class Twin:
    """The same game under a symmetry of its board, with other names for points, colours and the game.

    A model that knows openings by heart gets no help from them. Positions remain those of the game: `prompt`
    writes them in the twin's words, and `parse` reads answers in these words.

    Parameters
    ----------
    rules : Rules
        The game.
    seed : int, optional
        Chooses the symmetry and the names.

    Attributes
    ----------
    name : str
        What the twin calls the game.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("freestyle", size=9)
    >>> twin = ff.text.Twin(rules, seed=3)
    >>> position = rules.start().play("e5")
    >>> "freestyle" in twin.prompt(position), "e5" in twin.prompt(position)
    (False, False)
    >>> twin.parse(twin.write("d6"), position).move
    'd6'
    """

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        random = Random(seed)
        self.rules = rules
        self.symmetry = random.choice(rules.symmetries)
        self.name = "".join(random.sample(_SYLLABLES, 3)).capitalize()
        board = rules.info.board
        names = board.colours
        self._colours = dict(zip(names, random.sample(_COLOURS, len(names)), strict=True))
        self._letters = random.choice(_STARS)
        self._back = np.argsort(self.symmetry.actions)

    def prompt(self, position: Position, *, style: Style = "full", legal_moves: bool = False) -> str:
        """Write a prompt in the twin's words.

        Parameters
        ----------
        position : Position
            A position of the game itself.
        style : {"full", "short"}, optional
            As in `fivefold.text.prompt`.
        legal_moves : bool, optional
            List the legal moves.

        Returns
        -------
        str
        """
        self._check(position)
        law = self._in_code(rules_text(self.rules))
        text = prompt(position.image(self.symmetry), style=style, legal_moves=legal_moves, rules="\0")
        head, mark, rest = text.partition("\0")
        return self._renamed(head) + (self._renamed(law, points=False) if mark else "") + self._renamed(rest)

    def parse(self, answer: str, position: Position) -> Answer:
        """Read an answer in the twin's words.

        Parameters
        ----------
        answer : str
            The model's answer.
        position : Position
            A position of the game itself.

        Returns
        -------
        Answer
            Its `move` and `action` are those of the game; `named` and `problem` use the twin's words.
        """
        self._check(position)
        read = parse(self._native(plain(answer)), position.image(self.symmetry))
        problem = read.problem and self._renamed(read.problem)
        named = read.named and self._renamed(read.named)
        also = tuple(self._renamed(move) for move in read.also)
        if read.action is None:
            return read._replace(problem=problem, named=named, also=also)
        action = int(self._back[read.action])
        return Answer(position.move(action), action, named, problem, None, also)

    def write(self, move: str | int, position: Position | None = None) -> str:
        """Write a move of the game in the twin's words.

        Parameters
        ----------
        move : str or int
            A move of the game itself.
        position : Position, optional
            Position in which it is played; the start by default.

        Returns
        -------
        str
        """
        at = self.rules.start(seed=0) if position is None else position
        action = move if isinstance(move, int) else at.action(move)
        return self._renamed(at.image(self.symmetry).move(int(self.symmetry.actions[action])))

    def _check(self, position: Position) -> None:
        if position.rules != self.rules:
            raise FivefoldError(f"the position is refused: the twin is one of {self.rules}")

    def _renamed(self, text: str, *, points: bool = True) -> str:
        for old, new in self._colours.items():
            for word in (str, str.capitalize):
                text = re.sub(rf"\b{word(old)}\b", word(new), text)
        for old in {
            self.rules.name,
            self.rules.info.title,
            *self.rules.info.title.replace(",", "").split(),
        } - {"and"}:
            text = re.sub(rf"\b{re.escape(old)}\b", self.name, text, flags=re.IGNORECASE)
        return self._points(text) if points else text

    def _points(self, text: str) -> str:
        if not has_points(self.rules):
            return self._lettered(text)
        return _POINT.sub(lambda match: f"r{match[2]}c{_number(match[1])}", self._edges(text))

    def _edges(self, text: str) -> str:
        """Write numbers instead of letters below a board."""
        columns = self.rules.info.board.columns or 0
        letters = [_name(number) for number in range(1, columns + 1)]
        phrase = "Columns are letters, rows count from the bottom."
        text = text.replace(phrase, "r3c7 is row 3 from the bottom, column 7 from the left.")
        return text.replace(" ".join(letters), " ".join(str(number % 10) for number in range(1, columns + 1)))

    def _lettered(self, text: str) -> str:
        """Rename the corners and crossings of a star where a text writes them in notation."""
        table = dict(zip("ABCDEabcde", self._letters + self._letters.lower(), strict=True))
        return _letters_in_notation("ABCDEabcde").sub(lambda match: table[match[0]], text)

    def _in_code(self, text: str) -> str:
        """Rename points where the rules quote notation, and the pieces of a star by their colours."""
        text = re.sub(r"``[^`]*``", lambda match: self._points(match[0]), text)
        if has_points(self.rules):
            return text
        letters = dict(zip("abcde", self._letters.lower(), strict=True))
        return _PIECES.sub(lambda match: letters[match[0][0]] + match[0][1:], text)

    def _native(self, text: str) -> str:
        """Return an answer in the words of the game itself, without what these words added."""
        for old, new in self._colours.items():
            text = re.sub(rf"\b{new}\b", old, text, flags=re.IGNORECASE)
        if has_points(self.rules):
            return _EITHER_POINT.sub(lambda at: f"{_name(int(at[2]))}{at[1]}" if at[1] else "", text)
        letters = self._letters + self._letters.lower() + "ABCDEabcde"
        table = dict(zip(letters, "ABCDEabcde" + "?" * 10, strict=True))
        return _letters_in_notation(letters).sub(lambda match: table[match[0]], text)


def _letters_in_notation(letters: str) -> re.Pattern[str]:
    """Match single letters beside signs of the notation: the article in a sentence is not a crossing."""
    beside = r"-(){}<>/,+`\d\[\]"
    return re.compile(rf"(?<![A-Za-z])[{letters}](?=[{beside}])|(?<=[{beside}])[{letters}](?![A-Za-z])")


def _number(column: str) -> int:
    return (ord(column[0]) - 96) * 26 + ord(column[1]) - 96 if len(column) == 2 else ord(column) - 96


def _name(number: int) -> str:
    return (chr(96 + (number - 1) // 26) if number > 26 else "") + chr(97 + (number - 1) % 26)
