"""What a position is worth: by its end, by a threat search, by a tree search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from fivefold import search
from fivefold._core import FivefoldError, Position, WrongGameError
from fivefold.players import GomocupPlayer, NativePlayer, Player

from ._results import Candidate

__all__ = ["Judge", "Judgement", "Kind"]

Kind: TypeAlias = Literal["proven", "search", "rollouts", "engine"]

# Of the positions that a threat search may look at: the part for each of many moves, and how many of them
# cost as much as a simulation of the tree search.
SHARE, NODES_PER_SIMULATION = 10, 40
MAX_WINNING = 12
"""Moves of which it is asked whether they win too, the strongest threats first."""
FEWEST_NODES, FEWEST_SIMULATIONS = 200, 20
# Positions that a threat search looks at in a second, about.
NODES_A_SECOND = 1_000_000


@dataclass
class Judgement:
    """What is known of a position.

    Attributes
    ----------
    returns : ndarray
        Expected returns by seat, scaled to 0..1.
    kind : str
        Where they come from.
    win : ForcedWin, optional
        A win of the player to move, with its proof.
    candidates : tuple of Candidate
        The best moves.
    """

    returns: npt.NDArray[np.float64]
    kind: Kind
    win: search.ForcedWin | None = None
    candidates: tuple[Candidate, ...] = ()

    @property
    def is_proven(self) -> bool:
        """Whether the returns are exact."""
        return self.kind == "proven"


class Judge:
    """Judges positions of one game within a budget a position.

    Parameters
    ----------
    position : Position
        Any position of the game.
    nodes : int
        Positions that a threat search may look at.
    candidates : int
        How many moves to tell of.
    player : Player, optional
        Whose moves come first.
    """

    def __init__(self, position: Position, nodes: int, candidates: int, player: Player | None) -> None:
        self.nodes, self.candidates, self.player = nodes, candidates, player
        info = position.rules.info
        self.low, self.width = info.min_return, (info.max_return - info.min_return) or 1.0
        self.has_threats = knows_threats(position)
        self.is_duel = info.num_players == 2
        # Returns on both sides of 0: above it a seat has won.
        self.has_sides = info.min_return == -info.max_return < 0
        # Pentagame is judged without play (`rollouts="progress"`).
        # Rollouts that block think little of a side that must not block everywhere: where there are fouls,
        # values come from games of uniformly random moves.
        self.is_foul = bool(info.board.fouls)
        self.simulations = simulations_of(player) or max(FEWEST_SIMULATIONS, nodes // NODES_PER_SIMULATION)
        # A program that tells values: what it says stands where nothing is proven.
        self.engine = player if isinstance(player, GomocupPlayer) else None
        self.tree_kind: Kind = "search" if info.rollouts[0] == "progress" else "rollouts"

    def scaled(self, returns: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """Convert returns to shares of what can be had, 0 to 1."""
        return np.clip((np.asarray(returns, np.float64) - self.low) / self.width, 0.0, 1.0)

    def won_by(self, position: Position, seat: int) -> npt.NDArray[np.float64]:
        """Return the returns, scaled, where a seat of two has won."""
        return np.array([1.0 if other == seat else 0.0 for other in range(position.rules.num_players)])

    def forced_win(self, position: Position, nodes: int) -> search.ForcedWin | None:
        """Look for a win by threats of the player to move."""
        if not self.has_threats or position.player < 0:
            return None
        return search.forced_win(position, nodes=nodes, proof=True)

    def of(self, position: Position) -> Judgement:
        """Judge a position that stands by itself."""
        if position.is_over:
            return Judgement(self.scaled(position.returns), "proven")
        if position.player < 0:
            return Judgement(self._through_a_die(position), self.tree_kind)
        win = self.forced_win(position, self.nodes)
        # Beside a proven win the tree only names other moves; where values come from other random games,
        # half of its simulations name the same moves.
        share = SHARE if win is not None else 1 + self.is_foul
        simulations = max(FEWEST_SIMULATIONS, self.simulations // share)
        result = search.mcts(position, simulations)
        value = result.value
        if self.is_foul and result.proven is None and win is None:
            value = search.mcts(position, self.simulations // 2 or 1, rollouts="uniform").value
        proven = result.proven is not None
        kind: Kind = "proven" if proven or win is not None else self.tree_kind
        returns = self.won_by(position, position.player) if win is not None else self.scaled(value)
        rows = [self._candidate(position, row) for row in result.moves[: max(self.candidates, 1)]]
        if win is not None:
            rows = [row for row in rows if row.move != win.line[0]]
            rows.insert(0, Candidate(win.line[0], 1.0, "proven", tuple(win.line), win.nodes))
        elif not proven:
            # What is refuted goes last; if that is what the tree thought best, the others stand by value.
            first = rows[0].kind == "proven" and rows[0].value == 0.0
            rows.sort(key=lambda row: (row.kind == "proven" and row.value == 0.0, -row.value * first))
            if rows and rows[0].kind != "proven":
                # What the tree thought best may be refuted: then the best that is left counts.
                returns = self._of_mover(position, returns, rows[0].value)
        if self.engine is not None:
            rows, by_engine = self._with_engine(position, rows, self.engine)
            if by_engine is not None and kind != "proven":
                returns, kind = by_engine, "engine"
        else:
            rows = self._with_player(position, rows)
        return Judgement(returns, kind, win, tuple(rows[: self.candidates]))

    def _through_a_die(self, position: Position) -> npt.NDArray[np.float64]:
        """Return the mean over the faces of a die that is due, each as likely as the others."""
        faces = position.legal_actions()
        simulations = max(FEWEST_SIMULATIONS, self.simulations // len(faces))
        total = np.zeros(position.rules.num_players)
        for face in faces:
            after = position.play(int(face))
            if after.is_over:
                total += self.scaled(after.returns)
            elif after.player < 0:
                total += self._through_a_die(after)
            else:
                total += self.scaled(search.mcts(after, simulations).value)
        return total / len(faces)

    def is_lost(self, position: Position, nodes: int) -> bool:
        """Prove that the player to move loses: every reply meets a win by threats. False says nothing."""
        if not self.has_threats or position.player < 0 or position.is_over:
            return False
        mover = position.player
        if search.forced_win(position, nodes=nodes) is not None:
            return False
        return all(self.loses(position, action, mover, nodes) for action in self.in_order(position))

    def loses(self, position: Position, action: int, mover: int, nodes: int) -> bool:
        """Prove that a move loses for who plays it: the other side wins at once or by threats."""
        after = position.play(action)
        if after.is_over:
            return bool(self.scaled(after.returns)[mover] == 0.0)
        return after.player != mover and search.forced_win(after, nodes=nodes) is not None

    def in_order(self, position: Position) -> list[int]:
        """Return the legal actions, those on points of threats first: a defence is likely there."""
        near: dict[int, int] = {}
        kinds = ("five", "captures", "straight four", "double four", "four-three", "four")
        for threat in search.threats(position):
            rank = kinds.index(threat.kind) if threat.kind in kinds else len(kinds)
            near[threat.point] = min(rank, near.get(threat.point, rank))
        legal = position.legal_actions().tolist()
        return sorted(legal, key=lambda action: near.get(action, len(kinds) + 1))

    def holding(self, position: Position, but: int, limit: int) -> list[int]:
        """Return moves beside one that are not refuted, at most `limit`."""
        mover, moves = position.player, []
        short = max(FEWEST_NODES, self.nodes // SHARE)
        for action in self.in_order(position):
            if action == but or self.loses(position, action, mover, short):
                continue
            if not self.loses(position, action, mover, self.nodes):
                moves.append(action)
                if len(moves) >= limit:
                    break
        return moves

    def defence(self, position: Position) -> int | None:
        """Return the move that is not refuted, or holds out longest; None where nothing is threatened."""
        mover, longest, best = position.player, -1, None
        short = max(FEWEST_NODES, self.nodes // SHARE)
        for action in self.in_order(position):
            after = position.play(action)
            line = None
            if not after.is_over and after.player != mover:
                line = search.forced_win(after, nodes=short)
            if line is None:
                return None if best is None else action
            if len(line) > longest:
                longest, best = len(line), action
        return best

    def winning(self, position: Position, first: str) -> tuple[str, ...]:
        """Return the moves that are proven to win, among those that threaten something; `first` is one."""
        mover, short = position.player, max(FEWEST_NODES, self.nodes // SHARE)
        points = dict.fromkeys(one.point for one in search.threats(position) if one.seat == mover)
        known, names = position.action(first), [first]
        for action in list(points)[:MAX_WINNING]:
            if action == known or position.why_illegal(action) is not None:
                continue
            after = position.play(action)
            over = after.is_over and self.scaled(after.returns)[mover] == 1.0
            if over or (not after.is_over and self.is_lost(after, short)):
                names.append(position.move(action))
        return tuple(names)

    def _candidate(self, position: Position, row: search.MoveInfo) -> Candidate:
        """Read a row of the tree search; what threats refute is worth nothing."""
        value = 0.5 if row.value is None else float(self.scaled(np.array([row.value]))[0])
        kind: Kind = "proven" if row.proven else self.tree_kind
        if self.has_threats and not row.proven:
            after = position.play(row.move)
            short = max(FEWEST_NODES, self.nodes // SHARE)
            win = None if after.is_over else search.forced_win(after, nodes=short)
            if win is not None and after.player != position.player:
                return Candidate(row.move, 0.0, "proven", (row.move, *win), row.visits)
        line = tuple(row.line)
        if not row.proven and (self.is_foul or row.visits < FEWEST_SIMULATIONS):
            # Few simulations through a move say nothing of it.
            value, line = self.value_of(position, row.move, self.simulations // 5)
        return Candidate(row.move, value, kind, line, row.visits)

    def _of_mover(
        self, position: Position, returns: npt.NDArray[np.float64], value: float
    ) -> npt.NDArray[np.float64]:
        """Bound returns: the player to move has no more than its best move is worth."""
        mover = position.player
        if not self.is_duel or returns[mover] <= value:
            return returns
        return np.array([value if seat == mover else 1.0 - value for seat in range(2)])

    def _with_engine(
        self, position: Position, rows: list[Candidate], engine: GomocupPlayer
    ) -> tuple[list[Candidate], npt.NDArray[np.float64] | None]:
        """Put the moves that an engine tells first, what is proven before them; give its values by seat."""
        report = engine.analyse(position, max(self.candidates, 1))
        proven = {row.move: row for row in rows if row.kind == "proven"}
        evaluated: list[Candidate] = []
        for row in report.moves:
            known = next((one for one in rows if one.move == row.move), None)
            if row.move in proven or row.value is None:
                evaluated.append(
                    known or Candidate(row.move, *self._searched(position, row.move), row.visits)
                )
            else:
                evaluated.append(
                    Candidate(row.move, (1 + row.value) / 2, "engine", tuple(row.line), row.visits)
                )
        won = [row for row in proven.values() if row.value == 1.0]
        first = {row.move: row for row in [*won, *evaluated, *rows]}
        if report.value is None or not self.is_duel:
            return list(first.values()), None
        own = (1 + report.value) / 2
        return list(first.values()), np.array(
            [own if seat == position.player else 1 - own for seat in range(2)]
        )

    def _searched(self, position: Position, move: str) -> tuple[float, Kind, tuple[str, ...]]:
        value, line = self.value_of(position, move)
        return value, self.tree_kind, line

    def _with_player(self, position: Position, rows: list[Candidate]) -> list[Candidate]:
        """Put the move of the player that was named first."""
        if self.player is None or simulations_of(self.player):
            return rows
        move = position.move(self.player(position, np.random.default_rng(0)))
        known = next((row for row in rows if row.move == move), None)
        if known is None:
            value, line = self.value_of(position, move)
            known = Candidate(move, value, self.tree_kind, line, 0)
        return [known, *(row for row in rows if row.move != move)]

    def value_of(
        self, position: Position, move: str, simulations: int | None = None
    ) -> tuple[float, tuple[str, ...]]:
        """Search what a move leads to."""
        after = position.play(move)
        if after.is_over or after.player < 0:
            return (float(self.scaled(after.returns)[position.player]) if after.is_over else 0.5), (move,)
        count = max(FEWEST_SIMULATIONS, simulations or self.simulations)
        result = search.mcts(after, count, rollouts="uniform" if self.is_foul else None)
        return float(self.scaled(result.value)[position.player]), (move, *result.line)


def simulations_of(player: Player | None) -> int | None:
    """Return how many simulations a player by tree search takes; None for any other."""
    import json

    if not isinstance(player, NativePlayer):
        return None
    kind = json.loads(player.kind)
    count = (
        kind.get("simulations") if str(kind.get("kind", kind.get("name", ""))) in ("mcts", "tree") else None
    )
    return int(count) if count else None


def knows_threats(position: Position) -> bool:
    """Return whether rows of stones win in this game."""
    try:
        search.threats(position)
    except WrongGameError:
        return False
    except FivefoldError:
        return False
    return True
