"""Games by lockstep search: every tree goes on by itself, so that the evaluator is always asked much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex

from fivefold._core import FivefoldError, Lockstep, Position, Rules
from fivefold._given import need_memory, read_rules, read_seed, real, shown, whole
from fivefold._progress import Shown, progress_of
from fivefold.lab.jobs import give_out, in_order
from fivefold.lab.workers import check_executor
from fivefold.search._lockstep import ask

from ._games import Games, Played, gather
from ._options import Options, read_cap, read_openings, read_temperature

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from fivefold.search import Evaluate

__all__ = ["play", "stream"]


_MOST = 2**31 - 2
# With this many trees or more, one half is searched while the other half is evaluated.
_HALVES = 32


class _Actor:
    """Trees and the games that they play."""

    def __init__(self, options: Options, evaluate: Evaluate, numbers: range | None) -> None:
        self.options, self.evaluate = options, evaluate
        self.numbers: Iterator[int] = count() if numbers is None else iter(numbers)
        begin = 0 if numbers is None else numbers.start
        trees = options.parallel if numbers is None else min(options.parallel, len(numbers))
        Lockstep._need(options.rules.start(0), options.simulations, trees)
        rows = (trees + 1) // 2 if trees >= _HALVES else trees
        self.parts: list[tuple[Lockstep, list[Played | None]]] = []
        for first in range(0, trees, max(rows, 1)):
            begun = [options.begin(next(self.numbers)) for _ in range(min(rows, trees - first))]
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
                if options.is_short(game):
                    part._replace(tree, position, game.number, short=True)
            self.parts.append((part, [game for game, _ in begun]))

    def run(self) -> Iterator[Played]:
        """Give the games as they end."""
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
        options = self.options
        action, policy, value, proven, surprise, position = part._result(tree)
        del proven
        seat = position.player
        if not options.is_short(game):
            game.observations.append(position.observation())
            game.policies.append(policy)
            game.seats.append(seat)
            game.surprises.append(surprise)
        over = False
        if options.gives_up(game, float(value[seat])):
            if options.is_control(game):
                game.given_up = seat
            else:
                game.resigned, over = seat, True
        if not over:
            action = options.choose(game, action, policy, position.turns)
            game.decisions += 1
            rolls, over = part._advance_one(tree, action, options.is_short(game))
            game.actions += [action, *rolls]
        if not over:
            return None
        games[tree] = None
        number = next(self.numbers, None)
        if number is not None:
            new, position = options.begin(number)
            part._replace(tree, position, number, options.is_short(new))
            games[tree] = new
        return game


def _play_part(options: Options, evaluate: Evaluate, numbers: range) -> list[Played]:
    """Play some of the games: what a worker of an executor does."""
    return list(_Actor(options, evaluate, numbers).run())


def _parts(options: Options, evaluate: Evaluate, total: int, executor: Executor) -> Iterator[Played]:
    """Give the games that the workers of an executor play, as many a task as are played at once."""
    pieces = [
        (options, evaluate, range(first, min(first + options.parallel, total)))
        for first in range(0, total, options.parallel)
    ]
    for games in in_order(give_out(executor, _play_part, pieces, "self-play")):
        yield from games


def play(
    rules: Rules | str,
    evaluate: Evaluate,
    games: SupportsIndex,
    *,
    simulations: SupportsIndex = 32,
    parallel: SupportsIndex = 256,
    seed: int = 0,
    considered: SupportsIndex = 16,
    gumbel_scale: SupportsFloat = 1.0,
    proofs: bool = True,
    cap: tuple[int, float] | None = None,
    surprise: float = 0.0,
    resign: float | None = None,
    control: float = 0.1,
    temperature: tuple[int, float] | None = None,
    openings: Sequence[str | Position] | None = None,
    executor: Executor | None = None,
    progress: Shown = None,
) -> Games:
    """Play games by lockstep search and give their decisions as samples.

    The games depend on rules, evaluator, options and seed alone, not on ``parallel``: every tree
    goes on by itself, and a game that ends is followed by the next.

    Parameters
    ----------
    rules : Rules or str
        The rules of all games.
    evaluate : callable
        ``evaluate(observation, legal_mask) -> (logits, values)`` as described at
        `fivefold.search.Lockstep`, always called with the same number of rows and with new arrays,
        which it may keep.
    games : int
        How many games, at least 0. Game g is the same in every call with the same seed.
    simulations, considered, gumbel_scale, proofs
        See `fivefold.search.Lockstep`.
    parallel : int, default 256
        Games at once: the rows of a call of the evaluator (half of them from 32 on).
    seed : int, default 0
        Starts, noise, rolls and drawings of game g depend on (seed, g) alone.
    cap : (int, float), optional
        Playout cap randomisation (D. Wu, "Accelerating Self-Play Learning in Go", 2019): with this
        probability a decision is searched with so few simulations and gives no sample, which makes
        more games.
    surprise : float, default 0
        Share of the weights that goes by how much the search changed the evaluator's policy
        (Kullback-Leibler); the rest is alike. The weights of a game have mean 1.
    resign : float, optional
        The seat to decide resigns at this value or less, on the scale of the returns.
    control : float, default 0.1
        Share of the games that are played on where somebody would resign: see `Games.control`.
    temperature : (int, float), optional
        In the first turns, this many, the action is drawn from the improved policy to the power of
        1 / temperature; later, and without, it is that of the search, whose noise explores.
    openings : sequence of str or Position, optional
        Where games begin, one after the other: moves from the start of the rules, or positions.
    executor : concurrent.futures.Executor, optional
        Plays the games instead, ``parallel`` of them a task: a `ProcessPoolExecutor`, or that of a
        distributed engine. ``evaluate`` travels with each task, so that it must be a function of a
        module or an object that can be pickled. The games are the same.
    progress : bool or callable, optional
        Show how many games are done, or call with (done, total); by default where somebody watches, after two
        seconds.

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
    options = _options(
        rules, simulations, parallel, seed, considered, gumbel_scale, proofs, cap, surprise, resign, control,
        temperature, openings,
    )  # fmt: skip
    check_executor(executor)
    report = progress_of(progress)
    played: list[Played] = []
    if total:
        found = (
            _Actor(options, evaluate, range(total)).run()
            if executor is None
            else _parts(options, evaluate, total, executor)
        )
        for game in found:
            played.append(game)
            report(len(played), total)
    else:
        report(0, 0)
    return gather(rules, sorted(played, key=lambda game: game.number), surprise)


def stream(
    rules: Rules | str,
    evaluate: Evaluate,
    games: SupportsIndex = 64,
    *,
    simulations: SupportsIndex = 32,
    parallel: SupportsIndex = 256,
    seed: int = 0,
    considered: SupportsIndex = 16,
    gumbel_scale: SupportsFloat = 1.0,
    proofs: bool = True,
    cap: tuple[int, float] | None = None,
    surprise: float = 0.0,
    resign: float | None = None,
    control: float = 0.1,
    temperature: tuple[int, float] | None = None,
    openings: Sequence[str | Position] | None = None,
) -> Iterator[Games]:
    """Play for ever: give the next games as they end, for training without end.

    Games that are under way stay so between two steps of the iterator: whoever trains in between
    lets them go on with the new network. They come in the order of their ends, each with its
    number.

    Parameters
    ----------
    rules, evaluate
        See `play`.
    games : int, default 64
        How many games each step gives.
    simulations, parallel, seed, considered, gumbel_scale, proofs
        See `play`.
    cap, surprise, resign, control, temperature, openings
        See `play`.

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
    options = _options(
        rules, simulations, parallel, seed, considered, gumbel_scale, proofs, cap, surprise, resign, control,
        temperature, openings,
    )  # fmt: skip
    if not callable(evaluate):
        raise FivefoldError(f"evaluate={shown(evaluate)} is refused: it takes a function")
    return _endless(_Actor(options, evaluate, None), rules, each, surprise)


def _endless(actor: _Actor, rules: Rules, each: int, surprise: float) -> Iterator[Games]:
    played: list[Played] = []
    for game in actor.run():
        played.append(game)
        if len(played) == each:
            yield gather(rules, sorted(played, key=lambda game: game.number), surprise)
            played = []


def _options(
    rules: Rules,
    simulations: SupportsIndex,
    parallel: SupportsIndex,
    seed: int,
    considered: SupportsIndex,
    gumbel_scale: SupportsFloat,
    proofs: bool,
    cap: tuple[int, float] | None,
    surprise: float,
    resign: float | None,
    control: float,
    temperature: tuple[int, float] | None,
    openings: Sequence[str | Position] | None,
) -> Options:
    return Options(
        rules,
        whole(simulations, "simulations", 1, _MOST),
        whole(considered, "considered", 1, _MOST),
        real(gumbel_scale, "gumbel_scale", 0),
        bool(proofs),
        read_seed(seed),
        whole(parallel, "parallel", 1, _MOST),
        read_cap(cap, whole(simulations, "simulations", 1, _MOST)),
        real(surprise, "surprise", 0, 1),
        None if resign is None else real(resign, "resign"),
        real(control, "control", 0, 1),
        read_temperature(temperature),
        read_openings(openings),
    )
