"""Games by lockstep search: every tree goes on by itself, so that the evaluator is always asked much."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, Any, SupportsIndex

from fivefold._arguments import need_memory, read_rules, short_repr, whole
from fivefold._core import FivefoldError, Rules
from fivefold._core.search import Lockstep
from fivefold._progress import ProgressLike, make_progress
from fivefold.lab.jobs import give_out, in_order
from fivefold.lab.workers import check_executor
from fivefold.search._lockstep import ask

from ._games import Games, Played, gather
from ._options import Course, SelfPlayOptions

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from fivefold.search import Evaluate

__all__ = ["play", "stream"]


# With this many trees or more, one half is searched while the other half is evaluated.
_HALVES = 32


class _Actor:
    """Trees and the games that they play."""

    def __init__(self, course: Course, evaluate: Evaluate, numbers: range | None) -> None:
        self.course, self.evaluate, options = course, evaluate, course.options
        self.numbers: Iterator[int] = count() if numbers is None else iter(numbers)
        begin = 0 if numbers is None else numbers.start
        trees = options.parallel if numbers is None else min(options.parallel, len(numbers))
        Lockstep._need(course.rules.start(0), options.simulations, trees)
        rows = (trees + 1) // 2 if trees >= _HALVES else trees
        self.parts: list[tuple[Lockstep, list[Played | None]]] = []
        for first in range(0, trees, max(rows, 1)):
            begun = [course.begin(next(self.numbers)) for _ in range(min(rows, trees - first))]
            part = Lockstep._part(
                [position for _, position in begun],
                options.simulations,
                considered=options.considered,
                gumbel_scale=options.gumbel_scale,
                seed=options.seed,
                proofs=options.proofs,
                first=begin + first,
                rows=rows,
                short=None if options.cap is None else options.cap[0],
            )
            for tree, (game, position) in enumerate(begun):
                if course.is_short(game):
                    part._replace(tree, position, game.number, short=True)
            self.parts.append((part, [game for game, _ in begun]))

    def run(self) -> Iterator[Played]:
        """Yield the games as they end."""
        waiting = list(self.parts)
        try:
            for part, _ in waiting:
                part._go()
            while waiting:
                part, games = waiting.pop(0)
                live = part._wait()
                while ended := self.harvest(part, games):
                    yield from (game for game in ended if game is not None)
                    live = part.ask()
                if live:
                    part._go(ask(part, self.evaluate))
                    waiting.append((part, games))
        finally:
            for part, _ in self.parts:
                part._stop()

    def harvest(self, part: Lockstep, games: list[Played | None]) -> list[Played | None]:
        """Play the decisions that are made: for each None, or the game that it ended."""
        return [
            self.decide(part, games, tree, game) for tree in part._done() if (game := games[tree]) is not None
        ]

    def decide(self, part: Lockstep, games: list[Played | None], tree: int, game: Played) -> Played | None:
        options = self.course
        result = part._result(tree)
        action, seat = result.action, result.position.player
        if not options.is_short(game):
            game.observations.append(result.position.observation())
            game.policies.append(result.policy)
            game.seats.append(seat)
            game.surprises.append(result.surprise)
        over = False
        if options.gives_up(game, float(result.value[seat])):
            if options.is_control(game):
                game.would_resign = seat
            else:
                game.resigned, over = seat, True
        if not over:
            action = options.choose(game, action, result.policy, result.position.turns)
            game.decisions += 1
            advanced = part._advance_one(tree, action, options.is_short(game))
            game.actions += [action, *advanced.rolls]
            over = advanced.is_over
        if not over:
            return None
        games[tree] = None
        number = next(self.numbers, None)
        if number is not None:
            new, position = options.begin(number)
            part._replace(tree, position, number, options.is_short(new))
            games[tree] = new
        return game


def _play_part(course: Course, evaluate: Evaluate, numbers: range) -> list[Played]:
    """Play some of the games: what a worker of an executor does."""
    return list(_Actor(course, evaluate, numbers).run())


def _parts(course: Course, evaluate: Evaluate, total: int, executor: Executor) -> Iterator[Played]:
    """Yield the games that the workers of an executor play, as many a task as are played at once."""
    step = course.options.parallel
    pieces = [(course, evaluate, range(first, min(first + step, total))) for first in range(0, total, step)]
    for games in in_order(give_out(executor, _play_part, pieces, "self-play")):
        yield from games


def play(
    rules: Rules | str,
    evaluate: Evaluate,
    games: SupportsIndex,
    *,
    executor: Executor | None = None,
    progress: ProgressLike = None,
    **options: Any,
) -> Games:
    """Play games by lockstep search and give their decisions as samples.

    The games depend only on rules, evaluator, options and seed, not on ``parallel``: each game has a tree of
    its own, and the next game takes the place of one that ends.

    Parameters
    ----------
    rules : Rules or str
        The rules of all games.
    evaluate : callable
        ``evaluate(observation, legal_mask) -> (logits, values)`` as described at
        `fivefold.search.Lockstep`, always called with the same number of rows and with new arrays,
        which it may keep.
    games : int
        Number of games, at least 0. Game g is the same in every call with the same seed.
    executor : concurrent.futures.Executor, optional
        Executor that plays the games, ``parallel`` of them in each task: a `ProcessPoolExecutor`, or one of
        a distributed engine. Each task takes ``evaluate`` along, so it must be a function of a module or
        an object that can be pickled. The games are the same.
    progress : bool or callable, optional
        Show how many games are done, or call with (done, total); by default in a terminal or
        notebook, after two seconds.
    **options
        Those of `SelfPlayOptions`, such as `simulations`, `parallel`, `seed` and `openings`.

    Returns
    -------
    Games

    Raises
    ------
    FivefoldError
        An option is out of range, or the evaluator's answer is refused.

    Examples
    --------
    >>> import numpy as np
    >>> import fivefold as ff
    >>> def evaluate(observation, legal_mask):
    ...     return np.zeros(legal_mask.shape), np.zeros(len(legal_mask))
    >>> games = ff.selfplay.play(ff.rules("freestyle", size=5), evaluate, 3, simulations=4, seed=2)
    >>> games.policies.shape == (len(games), 25), sorted(set(games.game.tolist()))
    (True, [0, 1, 2])
    """
    rules = read_rules(rules)
    total = whole(games, "games", 0)
    need_memory(total * (rules.num_actions + 1), f"games={total}")  # each has one decision at least
    course = Course(rules, SelfPlayOptions(**options))
    check_executor(executor)
    report = make_progress(progress)
    played: list[Played] = []
    if total:
        finished = (
            _Actor(course, evaluate, range(total)).run()
            if executor is None
            else _parts(course, evaluate, total, executor)
        )
        for game in finished:
            played.append(game)
            report(len(played), total)
    else:
        report(0, 0)
    return gather(rules, sorted(played, key=lambda game: game.number), course.options.surprise)


def stream(
    rules: Rules | str, evaluate: Evaluate, games: SupportsIndex = 64, **options: Any
) -> Iterator[Games]:
    """Play without end: yield the next games as they finish.

    Unfinished games wait between two steps of the iterator. If you train in between, they continue
    with the new network. Games come in the order in which they end, each with its number.

    Parameters
    ----------
    rules, evaluate
        See `play`.
    games : int, default 64
        Number of games that each step yields.
    **options
        Those of `SelfPlayOptions`.

    Yields
    ------
    Games

    Raises
    ------
    FivefoldError
        An option is out of range, or the evaluator's answers do not fit.

    Examples
    --------
    >>> import numpy as np
    >>> import fivefold as ff
    >>> def evaluate(observation, legal_mask):
    ...     return np.zeros(legal_mask.shape), np.zeros(len(legal_mask))
    >>> endless = ff.selfplay.stream(ff.rules("pah_tum"), evaluate, games=2, simulations=2, parallel=4)
    >>> [len(next(endless).records()) for _ in range(3)]
    [2, 2, 2]
    """
    rules = read_rules(rules)
    each = whole(games, "games", 1)
    course = Course(rules, SelfPlayOptions(**options))
    if not callable(evaluate):
        raise FivefoldError(f"evaluate={short_repr(evaluate)} is refused: it takes a function")
    return _endless(_Actor(course, evaluate, None), each)


def _endless(actor: _Actor, each: int) -> Iterator[Games]:
    rules, surprise = actor.course.rules, actor.course.options.surprise
    played: list[Played] = []
    for game in actor.run():
        played.append(game)
        if len(played) == each:
            yield gather(rules, sorted(played, key=lambda game: game.number), surprise)
            played = []
