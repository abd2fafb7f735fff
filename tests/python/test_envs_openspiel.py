"""OpenSpiel's games: pickles, starts, sums of returns, and an evaluator for its MCTS."""

import copy
import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest

import fivefold as ff

pyspiel = pytest.importorskip("pyspiel")

import fivefold.envs as ff_envs  # noqa: E402

NAMES = [
    "fivefold_gomoku(size=9)",
    "fivefold_pentagame(dice=before,max_turns=30)",
    "fivefold_pah_tum(seed=4)",
]


def load(name: str) -> Any:
    ff_envs.register_openspiel()
    return pyspiel.load_game(name)


def after(game: Any, count: int) -> Any:
    """A state some actions into a game."""
    state = game.new_initial_state()
    for _ in range(count):
        state.apply_action(state.legal_actions()[count % len(state.legal_actions())])
    return state


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("made", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy])
def test_games_and_states_are_copied(name: str, made: Any) -> None:
    game = load(name)
    twin = made(game)
    assert str(twin) == str(game)
    assert twin.rules == game.rules
    state = after(game, 5)
    other = made(state)
    assert (other.position, other.history()) == (state.position, state.history())
    assert pyspiel.serialize_game_and_state(other.get_game(), other) == pyspiel.serialize_game_and_state(
        game, state
    )


def play(state: Any) -> list[int]:
    """What a worker process does with a state it is sent."""
    state.apply_action(state.legal_actions()[0])
    actions: list[int] = state.history()
    return actions


def test_a_spawned_process_is_sent_a_state() -> None:
    """OpenSpiel's AlphaZero starts its actors so."""
    state = after(load(NAMES[0]), 3)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map_async(play, [state]).get(timeout=60) == [play(state)]


@pytest.mark.parametrize(
    ("name", "utility", "total"),
    [("fivefold_gomoku", "ZERO_SUM", 0.0), ("fivefold_pentagame(scoring=points)", "GENERAL_SUM", None)],
)
def test_only_zero_sum_games_announce_their_sum(name: str, utility: str, total: float | None) -> None:
    game = load(name)
    assert game.get_type().utility == getattr(pyspiel.GameType.Utility, utility)
    assert game.utility_sum() == total


def test_games_begin_where_they_are_told() -> None:
    position = ff.rules("gomoku", size=9, five="or_more").start().play_all("e5 d4 e6")
    for game in (
        ff_envs.openspiel_game(position),
        load("fivefold_gomoku(size=9,five=or_more,moves=e5_d4_e6)"),
    ):
        state = game.new_initial_state()
        assert state.position == position
        assert state.current_player() == 1
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        assert pickle.loads(pickle.dumps(after(game, 2))).position == after(game, 2).position
    assert ff_envs.openspiel_game(ff.rules("gomoku", size=9)).new_initial_state().position.turns == 0
    with pytest.raises(ff.FivefoldError, match="OpenSpiel takes numbers"):
        ff_envs.openspiel_game(ff.rules("gomoku", size=(9, 7)))
    with pytest.raises(ff.FivefoldError, match="start="):
        load("fivefold_gomoku(start=nonsense)")


@pytest.mark.parametrize("name", NAMES)
def test_the_evaluator_gives_the_mean_of_playouts(name: str) -> None:
    state = after(load(name), 4)
    one, other = (ff_envs.PlayoutEvaluator(50, seed=3) for _ in range(2))
    values = one.evaluate(state)
    np.testing.assert_array_equal(values, other.evaluate(state))
    assert values.shape == (state.get_game().num_players(),)
    assert values.sum() == pytest.approx(0)
    prior = one.prior(state)
    assert [action for action, _ in prior] == state.legal_actions()
    assert sum(chance for _, chance in prior) == pytest.approx(1)


def test_openspiels_search_wins_with_it() -> None:
    from open_spiel.python.algorithms import mcts

    game = load("fivefold_gomoku(size=7,moves=d4_a1_d5_a2_d3_a3_d2_g7)")
    bot = mcts.MCTSBot(
        game, 2, 200, ff_envs.PlayoutEvaluator(4, seed=1), random_state=np.random.RandomState(1)
    )
    state = game.new_initial_state()
    state.apply_action(bot.step(state))
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize("playouts", [0, True, 1.5])
def test_the_evaluator_refuses_what_is_no_number_of_games(playouts: Any) -> None:
    with pytest.raises(ff.FivefoldError, match="playouts="):
        ff_envs.PlayoutEvaluator(playouts)
