"""OpenSpiel's games: pickles, starts, sums of returns, and an evaluator for its MCTS."""

import copy
import json
import multiprocessing
import pickle
from pathlib import Path
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
@pytest.mark.parametrize("copied", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy])
def test_games_and_states_are_copied(name: str, copied: Any) -> None:
    game = load(name)
    twin = copied(game)
    assert str(twin) == str(game)
    assert twin.rules == game.rules
    state = after(game, 5)
    other = copied(state)
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


@pytest.mark.parametrize("preset", ff.presets())
def test_structs_come_back_on_every_preset(preset: str) -> None:
    """A game is played through its structs alone: each state, observation and action comes back from JSON."""
    game = load(f"fivefold_{preset}")
    state = game.new_initial_state()
    random = np.random.default_rng(5)
    for _ in range(12):
        struct = state.to_struct()
        assert isinstance(struct, pyspiel.StateStruct)
        assert state.to_json() == struct.to_json()
        again = game.new_initial_state(json.loads(struct.to_json()))
        assert again.position == state.position
        assert again.legal_actions() == state.legal_actions()
        for player in range(game.num_players()):
            seen = state.to_observation_struct(player).to_dict()
            assert seen["observer"] == player
            assert seen["to_move"] == (state.current_player() == player)
        if state.is_terminal():
            break
        action = int(random.choice(state.legal_actions()))
        move = state.action_to_struct(action)
        assert isinstance(move, pyspiel.ActionStruct)
        assert state.struct_to_actions(move) == [action]
        assert move.to_dict()["move"] == state.action_to_string(action)
        state.apply_action(action)


@pytest.mark.parametrize("name", ["python_tic_tac_toe", *NAMES])
def test_what_holds_of_their_structs_holds_of_ours(name: str) -> None:
    """The first game is OpenSpiel's own model of a game in Python with structs."""
    import open_spiel.python.games.tic_tac_toe  # noqa: F401  (registers it)

    ff_envs.register_openspiel()
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    random = np.random.default_rng(7)
    while not state.is_terminal() and len(state.history()) < 12:
        data = json.loads(state.to_json())
        assert data == state.to_dict() == state.to_struct().to_dict()
        again = game.new_initial_state(data)
        assert (str(again), again.legal_actions()) == (str(state), state.legal_actions())
        action = int(random.choice(state.legal_actions()))
        if state.is_chance_node():
            state.apply_action(action)
            continue
        seen = state.to_observation_struct(state.current_player())
        assert isinstance(seen, pyspiel.ObservationStruct)
        assert json.loads(seen.to_json()) == seen.to_dict()
        move = state.action_to_struct(state.current_player(), action)
        assert json.loads(move.to_json()) == move.to_dict()
        assert state.struct_to_actions(move) == [action]
        assert state.validate_action_struct(move).ok()
        assert again.apply_action_struct(move).ok()
        state.apply_action(action)
        assert str(again) == str(state)
        if not state.is_terminal() and action not in state.legal_actions():
            status = state.validate_action_struct(move)
            assert not status.ok()
            assert "not legal" in status.to_string()


@pytest.mark.parametrize(
    "name", ["fivefold_freestyle(size=5)", "fivefold_pentagame(dice=before,max_turns=6)"]
)
@pytest.mark.slow
def test_structs_lead_through_their_playthrough(name: str, tmp_path: Path) -> None:
    """A playthrough of their generator comes back when they replay it, and structs go through its states."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    ff_envs.register_openspiel()
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, [], seed=3), encoding="utf-8")
    text, again = generate_playthrough.replay(str(file))
    assert text == again
    blocks: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("# State "):
            blocks.append([])
        elif blocks and line.startswith("#") and not line.startswith("# Apply action"):
            blocks[-1].append(line)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    actions = [int(line.split()[1]) for line in text.splitlines() if line.startswith("action: ")]
    assert len(blocks) == len(actions) + 1 > 3
    for number, lines in enumerate(blocks):
        state = game.new_initial_state(json.loads(state.to_json()))
        assert lines in ([], [f"# {line}".rstrip() for line in str(state).splitlines()])
        if number == len(actions):
            assert state.is_terminal()
        elif state.is_chance_node():
            state.apply_action(actions[number])
        else:
            move = state.action_to_struct(state.current_player(), actions[number])
            assert state.apply_action_struct(move).ok()


def test_a_state_from_a_struct_is_pickled_with_its_start() -> None:
    game = load("fivefold_freestyle(size=9)")
    state = after(game, 3)
    again = game.new_initial_state(state.to_struct())
    again.apply_action(again.legal_actions()[0])
    copied = pickle.loads(pickle.dumps(again))
    assert copied.position == again.position
    assert copied.history() == again.history()
    assert again.clone().position == again.position


@pytest.mark.parametrize("name", ["fivefold_gomoku", "fivefold_pentagame", "fivefold_pah_tum"])
def test_a_struct_that_contradicts_itself_is_refused(name: str) -> None:
    """A board that was edited is no set-up: `position` makes the state, and the rest must fit it."""
    game = load(name)
    data = after(game, 4).to_dict()
    assert game.new_initial_state(data).to_dict() == data
    for changed in ({"board": {}}, {"turns": 55}, {"current_player": 7}, {"winners": [0]}):
        with pytest.raises(ff.FivefoldError, match=f"'{next(iter(changed))}' does not fit the position"):
            game.new_initial_state(data | changed)
    bare = {key: data[key] for key in ("rules", "position")}
    assert game.new_initial_state(bare).to_dict() == data


def test_a_struct_of_other_rules_is_refused() -> None:
    other = load("fivefold_freestyle(size=7)").new_initial_state().to_struct()
    game = load("fivefold_freestyle(size=9)")
    with pytest.raises(ff.FivefoldError, match="the state is refused: it is one of"):
        game.new_initial_state(other)
    with pytest.raises(ff.FivefoldError, match="'rules' and 'position'"):
        game.new_initial_state({"board": {}})
