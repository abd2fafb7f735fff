"""A language model as a player: asked in words, and asked again after a refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from fivefold._core import FivefoldError, Position

from ._answers import parse, rethink
from ._prompts import Style, prompt
from ._twins import Twin


class Attempt(NamedTuple):
    """One answer of a model.

    Attributes
    ----------
    position : Position
        Position that the question was about.
    answer : str
        The model's answer.
    move : str or None
        The legal move that was read; None if none was.
    rule : str or None
        The rule that the named move breaks; None if the move is legal or none was named.
    number : int
        Which attempt at this decision, from 0.
    """

    position: Position
    answer: str
    move: str | None
    rule: str | None
    number: int


class LanguagePlayer:
    """A function of text as a player of matches, ladders and tournaments.

    Parameters
    ----------
    ask : callable
        Takes a prompt and returns an answer. After a refusal the prompt ends with the answer and the reason.
    name : str, optional
        Name in reports.
    retries : int, optional
        Number of further attempts after an illegal or unreadable answer.
    style : {"full", "short"}, optional
        As in `fivefold.text.prompt`.
    legal_moves : bool, optional
        List the legal moves in the prompt.
    twin : int, optional
        Seed of a `Twin` of the game, about which the model is asked instead.

    Attributes
    ----------
    attempts : list of Attempt
        Every answer so far.

    Examples
    --------
    >>> import fivefold as ff
    >>> stubborn = ff.text.LanguagePlayer(
    ...     lambda prompt: "h8" if "refused" not in prompt else "a1", name="stubborn"
    ... )
    >>> position = ff.rules("freestyle").start().play("h8")
    >>> position.move(stubborn(position))
    'a1'
    >>> stubborn.illegal_by_rule()
    {'E5': 1}
    """

    def __init__(
        self,
        ask: Callable[[str], str],
        *,
        name: str = "model",
        retries: int = 2,
        style: Style = "full",
        legal_moves: bool = False,
        twin: int | None = None,
    ) -> None:
        if not callable(ask):
            raise FivefoldError(
                f"ask={ask!r:.40} is refused: a function that takes a prompt and returns text"
            )
        if isinstance(retries, bool) or not isinstance(retries, int) or retries < 0:
            raise FivefoldError(f"retries={retries!r:.40} is refused: a whole number from 0 on")
        self.ask, self.name, self.retries = ask, name, retries
        self.style, self.legal_moves, self.twin = style, legal_moves, twin
        self.attempts: list[Attempt] = []

    def __repr__(self) -> str:
        return f"<language player {self.name}>"

    def __call__(self, position: Position, rng: np.random.Generator | None = None) -> int:
        """Choose an action.

        Parameters
        ----------
        position : Position
            It waits for a player's decision.
        rng : numpy.random.Generator, optional
            Not used: what varies is up to the model.

        Returns
        -------
        int
            The number of a legal action.

        Raises
        ------
        FivefoldError
            No attempt gave a legal move: in a match this is a fault (``faults=``).
        """
        twin = None if self.twin is None else Twin(position.rules, self.twin)
        source = prompt if twin is None else twin.prompt
        question = text = source(position, style=self.style, legal_moves=self.legal_moves)
        for number in range(self.retries + 1):
            answer = self.ask(text)
            read = parse(answer, position) if twin is None else twin.parse(answer, position)
            self.attempts.append(Attempt(position, answer, read.move, read.rule, number))
            if read.action is not None:
                return read.action
            again = rethink(answer, position) if twin is None else f"{read.problem}\nChoose another move."
            text = f"{question}\n\nYou answered:\n{answer}\n\nThat is refused. {again}"
        raise FivefoldError(
            f"{self.name} gave no legal move in {self.retries + 1} attempts; the last: {answer!r:.80}"
        )

    def illegal_by_rule(self) -> dict[str, int]:
        """Count the answers that were no legal move, by the rule they broke.

        Returns
        -------
        dict of str to int
            ``"none named"`` counts answers in which no move was found. Most frequent first.
        """
        failed = [attempt for attempt in self.attempts if attempt.move is None]
        return dict(Counter(attempt.rule or "none named" for attempt in failed).most_common())

    def report(self) -> str:
        """Return how many decisions, retries and illegal answers there were.

        Returns
        -------
        str
        """
        decisions = sum(attempt.number == 0 for attempt in self.attempts)
        legal_at_once = sum(attempt.number == 0 and attempt.move is not None for attempt in self.attempts)
        rows = "".join(f"\n  {rule}: {count}" for rule, count in self.illegal_by_rule().items())
        return (
            f"{self.name}: {decisions} decisions, {legal_at_once} legal at once, "
            f"{len(self.attempts) - decisions} retries; illegal answers by rule:{rows or ' none'}"
        )
