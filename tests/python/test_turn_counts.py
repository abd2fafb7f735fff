"""The turns that could have been played at each turn of a game, against playing them all."""

from __future__ import annotations

import numpy as np
import pytest

import fivefold as ff
from fivefold import _core
from fivefold._core import CHANCE
from fivefold.complexity import branching

STAR = {"leg": 2, "arm": 1}
GAMES = {
    "two players": ff.rules("pentagame", **STAR),
    "three players": ff.rules("pentagame", players=3, **STAR),
    "five players": ff.rules("pentagame", players=5, leg=1, arm=1),
    "teams": ff.rules("pentagame_teams", **STAR, max_turns=40),
    "cards": ff.rules("pentagame", cards=True, hand="JQKA", leg=1, arm=1, max_turns=8),
    "cards that must be played": ff.rules(
        "pentagame", cards=True, hand="JKN", must_play=True, leg=1, arm=1, max_turns=12
    ),
    "a die before": ff.rules("pentagame", dice="before", **STAR),
    "two dice after": ff.rules("pentagame", dice="after", dice_count=2, **STAR),
    "double exits": ff.rules("pentagame", double_exit=True, **STAR),
    "black blocks of those who leave": ff.rules("pentagame", exit_block="black", leg=1, arm=1),
    "full boards": ff.rules("pentagame", players=4, leg=1, arm=1, max_turns=60),
    "swap2": ff.rules("gomoku", size=5, opening="swap2"),
    "passes": ff.rules("gomoku", size=5, passing="always"),
    "a set-up": ff.rules("custodial_pah_tum", size=5),
    "captures": ff.rules("pente", size=7),
}


def played_out(position, turns):
    """Play every action, until the turn is over."""
    if position.turns > turns:
        return 1
    return sum(played_out(position.play(int(action)), turns) for action in position.legal_actions())


def starts(record):
    """The first position of each turn in which a seat decides."""
    last = -1
    for position in record.positions():
        if not position.is_over and position.player != CHANCE and position.turns != last:
            last = position.turns
            yield position


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_turns_are_counted_as_if_all_were_played(name):
    """C3."""
    records = [ff.playouts(GAMES[name], 2, seed=4).record(index) for index in range(2)]
    chance = np.random.default_rng(0)
    for record, counts in zip(records, _core.complexity.turn_counts(records), strict=True):
        positions = list(starts(record))
        assert len(counts) == len(positions)
        # Some turns, those at the end among them, where pieces leave.
        chosen = set(chance.integers(0, len(positions), 6).tolist()) | {len(positions) - 1}
        for turn in chosen:
            assert counts[turn] == played_out(positions[turn], positions[turn].turns)
            assert counts[turn] == ff.perft(positions[turn], 1, unit="turn")


def test_threads_change_no_count():
    records = [ff.playouts("pentagame", 4, seed=1).record(index) for index in range(4)]
    alone, many = (_core.complexity.turn_counts(records, threads) for threads in (1, 3))
    assert [row.tolist() for row in alone] == [row.tolist() for row in many]
    assert all(row.dtype == np.int64 for row in alone)
    assert _core.complexity.turn_counts([]) == []


def test_the_turn_that_is_due_counts_too():
    record = ff.rules("freestyle", size=5).start().play_all("c3 c4").record()
    assert _core.complexity.turn_counts([record])[0].tolist() == [25, 24, 23]
    assert _core.complexity.turn_counts([ff.rules("freestyle", size=5).start().record()])[0].tolist() == [25]


def test_options_by_action_leave_out_rolls():
    """A roll is nobody's decision: what is legal at each decision of a seat counts."""
    rules = ff.rules("pentagame", dice="before", max_turns=6)
    result = branching(rules, games=5, seed=2, unit="action")
    records = [ff.playouts(rules, 5, seed=2).record(index) for index in range(5)]
    options = [
        [len(position.legal_actions()) for position in record.positions() if position.player >= 0]
        for record in records
    ]
    assert result.mean.value == pytest.approx(sum(map(sum, options)) / sum(map(len, options)))
    assert result.counts[0] == 5
