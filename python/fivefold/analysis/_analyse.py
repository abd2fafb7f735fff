"""Looking at a game from its end to its beginning: what is proven late helps to judge what came before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, SupportsFloat, SupportsIndex, overload

import numpy as np

from fivefold import search
from fivefold._core import FivefoldError, Position, Record
from fivefold._progress import Progress, ProgressLike
from fivefold._types import Move
from fivefold.draw.viewer import steps_of
from fivefold.players import Player, make

from ._collection import Collection
from ._judge import FEWEST_NODES, NODES_A_SECOND, SHARE, Judge, Judgement
from ._results import Analysis, Candidate, Turn

__all__ = ["analyse"]

NODES = 10_000
MISTAKE = 0.15
MAX_NODES = 10**9


@overload
def analyse(
    game: Record | Position,
    player: str | Player | None = None,
    *,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    candidates: int = 3,
    progress: ProgressLike = None,
) -> Analysis: ...
@overload
def analyse(
    game: Iterable[Record],
    player: str | Player | None = None,
    *,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    candidates: int = 3,
    progress: ProgressLike = None,
) -> Collection: ...
def analyse(
    game: Record | Position | Iterable[Record],
    player: str | Player | None = None,
    *,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    candidates: int = 3,
    progress: ProgressLike = None,
) -> Analysis | Collection:
    """Analyse a game move by move: values, better moves, and what is proven.

    Labels of moves: *missed win*, if the player could force a win and the move is not proven to keep it;
    *threw away a win*, if the other side can force a win after it; *allowed a forced win*, if the other side
    can force a win and another move was not refuted; *only move*, if every other move is proven to lose;
    *mistake*, if it gave away more than 0.15 of the expected points.

    Parameters
    ----------
    game : Record, Position or iterable of Record
        A game, a position (the moves that led there), or many games.
    player : str or Player, optional
        The player whose moves are listed first, as `fivefold.players.make` takes it. All values use the
        simulations of ``"mcts(simulations=2000)"``. If a Gomocup engine reports values, these are used, with
        the kind ``"engine"``, unless something is proven.
    seconds : float, optional
        Time for each position, about. Without it the result is the same on any machine.
    nodes : int, optional
        Limit of the threat search for each position of the game, 10,000 by default. The tree search takes
        one simulation for each 40 of them.
    candidates : int
        How many moves to list at each position.
    progress : bool or callable, optional
        Whether progress is shown, or a callable; by default after two seconds.

    Returns
    -------
    Analysis or Collection
        The analysis of the game; for many games a collection, which makes a table.

    Raises
    ------
    FivefoldError
        The argument is not a game, or a value is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> record = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15 h7").record()
    >>> turn = ff.analyse(record).turns[6]
    >>> turn.move, turn.label, turn.winning
    ('o15', 'missed win', ('h7', 'h11'))
    """
    budget = parse_budget(seconds, nodes)
    if isinstance(candidates, bool) or not isinstance(candidates, int) or not 0 <= candidates <= 16:
        raise FivefoldError(f"candidates={candidates!r:.60} are refused: it takes 0 to 16")
    named = None if player is None else make(player)
    if isinstance(game, Position):
        game = game.record()
    if isinstance(game, Record):
        with Progress(progress, len(game.positions()), "positions") as bar:
            return one_game(game, named, budget, candidates, bar.part(1.0))
    records = read_all(game)
    analyses = []
    with Progress(progress, len(records), "games") as bar:
        for record in records:
            analyses.append(one_game(record, named, budget, candidates, bar.part(1 / len(records))))
    return Collection(analyses)


def read_all(games: Any) -> list[Record]:
    """Read an iterable of records."""
    if isinstance(games, (str, bytes)) or not isinstance(games, Iterable):
        raise FivefoldError(
            f"{games!r:.80} cannot be analysed: it takes a record, a position or records "
            "(fivefold.records.read gives those of a file)"
        )
    records = list(games)
    for record in records:
        if not isinstance(record, Record):
            raise FivefoldError(f"{record!r:.80} cannot be analysed: it is no Record")
    return records


def parse_budget(seconds: Any, nodes: Any) -> int:
    """Return the positions that a threat search may look at."""
    if nodes is not None:
        if seconds is not None:
            raise FivefoldError("seconds= and nodes= are refused together: one of them is the limit")
        try:
            number = -1 if isinstance(nodes, bool) else nodes.__index__()
        except AttributeError:
            number = -1
        if not FEWEST_NODES <= number <= MAX_NODES:
            raise FivefoldError(f"nodes={nodes!r:.60} are refused: it takes {FEWEST_NODES} to {MAX_NODES}")
        return int(number)
    if seconds is None:
        return NODES
    try:
        time = -1.0 if isinstance(seconds, bool) else float(seconds)
    except (TypeError, ValueError):
        time = -1.0
    if not 0.0 < time <= 3600.0:
        raise FivefoldError(f"seconds={seconds!r:.60} are refused: it takes more than 0, at most 3600")
    return max(FEWEST_NODES, int(time * NODES_A_SECOND / 4))


class _Look:
    """A game while it is looked at."""

    def __init__(self, record: Record, judge: Judge, report: Any) -> None:
        self.record, self.judge = record, judge
        self.positions = record.positions()
        self.steps = steps_of(record)
        self.known: list[Judgement] = []
        for number, position in enumerate(self.positions):
            self.known.append(judge.of(position))
            report(number + 1, len(self.positions))
        self.holding: dict[int, list[int]] = {}
        self.only: set[int] = set()

    def prove(self) -> None:
        """Take what is proven from the end of the game to its beginning."""
        last = len(self.positions) - 1
        if not self.known[last].is_proven and self.judge.is_lost(self.positions[last], self.judge.nodes):
            self._lost(last)
        for number in range(last - 1, -1, -1):
            step = self.steps[number]
            if isinstance(step, Move) and self.positions[number].player >= 0:
                self._prove(number, step.action)

    def _prove(self, number: int, action: int) -> None:
        here, after = self.known[number], self.known[number + 1]
        position = self.positions[number]
        mover, judge = position.player, self.judge
        if here.win is not None and not after.is_proven and judge.is_duel:
            # Does the move keep the win? The first of the proof does; others are looked at.
            is_best = action == position.action(here.win.line[0])
            short = max(FEWEST_NODES, judge.nodes // SHARE)
            if is_best or judge.is_lost(self.positions[number + 1], short):
                self.known[number + 1] = Judgement(here.returns, "proven", None, after.candidates)
        elif not here.is_proven and after.is_proven and judge.is_duel:
            if after.returns[mover] == 1.0:
                self._known_as(number, after, position.move(action))
            elif after.returns[mover] == 0.0 and judge.has_threats:
                held = judge.holding(position, action, 3)
                if held:
                    self.holding[number] = held
                else:
                    self._lost(number)
        if judge.has_threats and judge.is_duel and self._is_only(number, action):
            self.only.add(number)

    def _known_as(self, number: int, other: Judgement, move: str) -> None:
        """Take over that a move wins."""
        here = self.known[number]
        row = next(
            (one for one in here.candidates if one.move == move), Candidate(move, 1.0, "proven", (move,), 0)
        )
        rest = [one for one in here.candidates if one.move != move]
        rows = (row._replace(value=1.0, kind="proven"), *rest)[: self.judge.candidates]
        self.known[number] = Judgement(other.returns, "proven", here.win, rows)

    def _lost(self, number: int) -> None:
        position, here = self.positions[number], self.known[number]
        returns = self.judge.won_by(position, 1 - position.player)
        self.known[number] = Judgement(returns, "proven", None, here.candidates)

    def _is_only(self, number: int, action: int) -> bool:
        """Return whether every other move is proven to lose, and this one is not."""
        position, judge = self.positions[number], self.judge
        here, after = self.known[number], self.known[number + 1]
        if here.win is not None or len(position.legal_actions()) < 2:
            return False
        if after.is_proven and after.returns[position.player] == 0.0:
            return False
        short = max(FEWEST_NODES, judge.nodes // SHARE)
        # A move far from all threats is as good as none: if that is not refuted, nothing is forced.
        others = [one for one in reversed(judge.in_order(position)) if one != action]
        return all(judge.loses(position, one, position.player, short) for one in others)


def one_game(record: Record, player: Player | None, nodes: int, candidates: int, report: Any) -> Analysis:
    """Look at one game."""
    judge = Judge(record.position, nodes, candidates, player)
    look = _Look(record, judge, report)
    look.prove()
    turns, number = [], 0
    for place, step in enumerate(look.steps):
        if not isinstance(step, Move):
            continue
        number += 1
        if look.positions[place].player >= 0:
            turns.append(_turn(look, place, number, step.action))
    last = look.positions[-1]
    final = None if record.position.is_over or last.player < 0 else _final(look, number)
    return Analysis(
        record=record,
        turns=turns,
        curve=[judgement.returns.tolist() for judgement in look.known],
        proven=[judgement.is_proven for judgement in look.known],
        final=final,
    )


def _colour(position: Position) -> str:
    if position.colour:
        return position.colour.capitalize()
    return f"Seat {position.player}"


def _turn(look: _Look, place: int, number: int, action: int) -> Turn:
    position, mover = look.positions[place], look.positions[place].player
    here, after = look.known[place], look.known[place + 1]
    before, then = float(here.returns[mover]), float(after.returns[mover])
    if not here.is_proven:
        before = _worth(look, place, position.move(action), before, then)
    # Where the margin counts as well, more than a draw is a win.
    won = here.is_proven and before > 0.5 and look.judge.has_sides
    lost = after.is_proven and then < 0.5 and look.judge.has_sides
    loss = max(0.0, before - then)
    label: str | None = None
    is_best = after.is_proven and then > 0.5
    if won and not is_best:
        label = "threw away a win" if after.is_proven else "missed win"
    elif lost and not here.is_proven:
        label = "allowed a forced win"
    elif place in look.only and not here.is_proven:
        label = "only move"
    elif loss > MISTAKE:
        label = "mistake"
    winning: tuple[str, ...] = ()
    if won and not is_best and here.win is not None:
        winning = look.judge.winning(position, here.win.line[0])
    return Turn(
        number=number,
        player=mover,
        colour=_colour(position),
        move=position.move(action),
        before=before,
        after=then,
        before_kind=here.kind,
        after_kind=after.kind,
        candidates=here.candidates,
        win=here.win,
        winning=winning,
        refutation=after.win if lost else None,
        reply=_winner(after) if lost else None,
        holding=tuple(position.move(one) for one in look.holding.get(place, [])),
        loss=loss,
        regret=_regret(look, place, action),
        label=label,
    )


def _winner(known: Judgement) -> str | None:
    """Give the best move of a position if it is proven to win."""
    best = known.candidates[0] if known.candidates else None
    return best.move if best is not None and best.kind == "proven" and best.value == 1.0 else None


def _regret(look: _Look, place: int, action: int) -> float | None:
    """Return the exact loss of a move: by proofs, or where no threats are known by solving."""
    position, here, after = look.positions[place], look.known[place], look.known[place + 1]
    if here.is_proven and after.is_proven:
        lost = float(here.returns[position.player] - after.returns[position.player])
        return max(0.0, look.judge.width * lost)
    info = position.rules.info
    if look.judge.has_threats or info.num_players != 2 or not info.zero_sum or info.chance == "dice":
        return None
    return search.regret(position, action, look.judge.nodes)


def _worth(look: _Look, place: int, move: str, before: float, then: float) -> float:
    """Return what a position was worth before a move: what its best move leads to, if that was another one.

    Before and after are compared by the same search, one move deep: the values of two neighbours in a game
    differ by who is to move alone.
    """
    here, after = look.known[place], look.known[place + 1]
    best = here.candidates[0] if here.candidates else None
    if here.kind == "engine" and after.kind == "engine":
        return max(before, then)
    if best is None or best.move == move or before - then <= MISTAKE or best.kind == "proven":
        return then if best is not None and best.move == move and not after.is_proven else max(before, then)
    value, _ = look.judge.value_of(look.positions[place], best.move)
    return max(then, min(before, value)) if not after.is_proven else max(before, then)


def _final(look: _Look, number: int) -> Turn:
    position, here = look.positions[-1], look.known[-1]
    value = float(np.asarray(here.returns)[position.player])
    return Turn(
        number=number + 1,
        player=position.player,
        colour=_colour(position),
        move="",
        before=value,
        after=value,
        before_kind=here.kind,
        after_kind=here.kind,
        candidates=here.candidates,
        win=here.win,
    )
