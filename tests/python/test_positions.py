"""`Batch.from_positions`, `Batch.positions` and `playouts` over a list of positions."""

from typing import Any

import numpy as np
import pytest

import fivefold as ff

COLUMNS = ("returns", "turns", "actions", "termination", "winners", "first_actions", "seeds")
SMALL: dict[str, dict[str, Any]] = {
    "gomoku": {"size": 7},
    "renju": {},
    "pente": {"size": 9},
    "pah_tum": {"size": 5},
    "custodial_pah_tum": {"size": 5},
    "pentagame": {"dice": "before", "max_turns": 40},
}


def along(preset: str, seed: int, count: int = 5) -> list[ff.Position]:
    """Positions of one random game, the first being its start."""
    rng = np.random.default_rng(seed)
    positions = [ff.rules(preset, **SMALL[preset]).start(seed)]
    while len(positions) < count and not positions[-1].is_over:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_actions())))
    return positions


@pytest.mark.parametrize("preset", SMALL)
def test_games_begin_at_their_positions_and_return_there(preset: str) -> None:
    starts = along(preset, 1)
    batch = ff.Batch.from_positions(starts)
    if preset != "pentagame":
        assert batch.positions() == starts
    else:  # a die that is due has been thrown (E10)
        assert [p.player >= 0 for p in batch.positions()] == [True] * len(starts)
    first = ff.Batch.from_positions(starts).positions()
    batch.play_random()
    assert all(position.is_over for position in batch.positions())
    batch.reset(seeds=[3, 4, 5, 6, 7])
    again = ff.Batch.from_positions(starts, seed=[3, 4, 5, 6, 7])
    assert batch.positions() == again.positions()
    assert ff.Batch.from_positions(starts).positions() == first


@pytest.mark.parametrize("preset", SMALL)
def test_a_batch_of_one_position_plays_its_playouts(preset: str) -> None:
    position = along(preset, 2, 4)[-1]
    batch = ff.Batch.from_positions([position] * 100, seed=9)
    batch.play_random()
    games = ff.playouts(position, 100, seed=9)
    np.testing.assert_array_equal(batch.rewards, games.returns)
    np.testing.assert_array_equal([p.turns for p in batch.positions()], games.turns)


def test_the_start_given_as_a_position_is_played_as_a_position() -> None:
    """Plain Pah-Tum from its start is drawn as whole games only where rules are given."""
    start = ff.rules("pah_tum", size=5).start(4)
    batch = ff.Batch.from_positions([start] * 50, seed=1)
    batch.play_random()
    np.testing.assert_array_equal(batch.rewards, ff.playouts(start, 50, seed=1).returns)


def test_game_i_depends_on_seed_and_number_alone() -> None:
    starts = along("gomoku", 3)
    batch, longer = ff.Batch.from_positions(starts, seed=5), ff.Batch.from_positions(starts * 20, seed=5)
    for _ in range(3):
        batch.play_random(4)
        longer.play_random(4)
        assert longer.positions()[: len(starts)] == batch.positions()
        batch.reset()
        longer.reset()


def test_a_game_that_is_over_stays_over() -> None:
    position = along("gomoku", 1, 1)[0]
    while not position.is_over:
        position = position.play(position.legal_actions()[0])
    batch = ff.Batch.from_positions([position, position.rules.start()])
    assert batch.player.tolist() == [-2, 0]
    assert batch.terminated.tolist() == [True, False]
    batch.step([-1, 24])
    batch.reset()
    assert batch.player.tolist() == [-2, 0]


@pytest.mark.parametrize("preset", SMALL)
@pytest.mark.parametrize("threads", [1, 3])
def test_playouts_of_a_list_are_those_of_each_position(preset: str, threads: int) -> None:
    starts = along(preset, 4)
    games = ff.playouts(starts, 7, seed=8, first=5, threads=threads, first_actions=3)
    assert len(games) == 35
    for row, position in enumerate(starts):
        one = ff.playouts(position, 7, seed=8, first=5, first_actions=3)
        for name in COLUMNS:
            part = getattr(games, name)[7 * row : 7 * row + 7]
            np.testing.assert_array_equal(part, getattr(one, name), err_msg=name)
        assert games.record(7 * row + 6) == one.record(6)
    assert games.summary()["games"] == 35


def test_playouts_of_a_list_may_be_none() -> None:
    starts = along("gomoku", 4)
    assert len(ff.playouts(starts, 0)) == 0
    assert "at each of 5 positions" in repr(ff.playouts(starts, 2))


@pytest.mark.parametrize("call", [ff.Batch.from_positions, lambda starts: ff.playouts(starts, 2)])
def test_what_are_no_positions_of_one_rules_object_is_refused(call: Any) -> None:
    small, large = (ff.rules("gomoku", size=size).start() for size in (7, 9))
    for starts, why in (([], "empty"), ([small, large], "position 1"), ([small, 3], "item 1")):
        with pytest.raises(ff.FivefoldError, match=why):
            call(starts)
    with pytest.raises(ff.FivefoldError):
        call(17)


def test_too_many_games_are_refused() -> None:
    with pytest.raises(ff.FivefoldError, match="too many"):
        ff.playouts([ff.rules("gomoku", size=7).start()] * 3, 2**31)


def test_the_seed_of_positions_is_0_unless_one_is_given() -> None:
    starts = [ff.rules("gomoku", size=7).start()] * 9
    batches = [ff.Batch.from_positions(starts, *seed) for seed in ((), (0,), (None,))]
    for batch in batches:
        batch.play_random()
    assert batches[0].positions() == batches[1].positions() != batches[2].positions()
