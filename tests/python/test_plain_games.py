"""Tables of exact values against minimax of games written anew from the rules (`plain_games`)."""

from functools import cache
from typing import Any

import numpy as np
import pytest

import fivefold as ff
import plain_games


@pytest.mark.slow
@pytest.mark.parametrize("name", ff.search.solved_tables())
def test_every_value_of_a_stored_table_is_plain_minimax(name: str) -> None:
    """All positions of the table: the legal moves, whose turn it is, and the value."""
    game: Any = plain_games.GAMES[name]
    table = ff.search.SolvedTable.load(name)
    known: dict[Any, tuple[float, ...]] = {}

    def value(position: ff.Position, state: Any) -> tuple[float, ...]:
        if state not in known:
            moves, texts = game.moves(state), [move.text for move in position.describe_legal()]
            assert set(texts) == moves.keys()
            if texts:
                mover = game.mover(state)
                assert position.player == mover
                after = [value(position.play(text), moves[text]) for text in texts]
                known[state] = max(after, key=lambda returns: returns[mover])
            else:
                assert position.is_over
                known[state] = game.returns(state)
            assert tuple(table.returns(position)) == known[state]
        return known[state]

    value(table.start, game.start)
    assert len(known) == len(table)


def test_values_of_pah_tum_endings_are_plain_minimax() -> None:
    """`ff.pah_tum.solve`, which made the stored values of 5x5, with seven empty squares of many layouts."""
    game: Any = plain_games.Tum("." * 25, 0)

    @cache
    def value(state: Any) -> int:
        after = [value(one) for one in game.moves(state).values()]
        return (max, min)[state[1]](after) if after else game.ahead(state)

    rng = np.random.default_rng(1)
    layouts = [layout for layout, _ in ff.pah_tum.layouts_5x5()]
    for number in rng.choice(len(layouts), 40, replace=False).tolist():
        position = ff.rules("pah_tum", size=5, layout=layouts[number]).start()
        for _ in range(13):
            position = position.play(int(rng.choice(position.legal_actions())))
        squares = "".join("#.YB"[stone + 1] for stone in position.board.ravel().tolist())
        assert ff.pah_tum.solve(position, threads=1).value == value((squares, position.player, None))
