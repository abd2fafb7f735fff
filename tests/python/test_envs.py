"""Every preset through every environment: conformance suites, equal trajectories, refused actions."""

from __future__ import annotations

import copy
import multiprocessing
import warnings
from typing import Any

import numpy as np
import pytest

import fivefold as ff

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import fivefold.envs as ff_envs  # noqa: E402

SMALL: dict[str, dict[str, Any]] = {
    "gomoku": {"size": 5},
    "freestyle": {"size": 6},
    "pente": {"size": 7, "target": 4},
    "pah_tum": {"size": 5},
    "custodial_pah_tum": {"size": 5},
    "pentagame": {"max_turns": 24, "dice": "before"},
}


def first_player(position: ff.Position, rng: np.random.Generator) -> int:
    """An opponent that draws from the generator it is given."""
    return int(rng.choice(position.legal_actions()))


def legal(rng: np.random.Generator, masks: Any) -> np.ndarray[Any, Any]:
    """One legal action a row; 0 where none is."""
    return np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])


@pytest.mark.parametrize("preset", ff.presets())
@pytest.mark.parametrize("opponent", ["random", None])
def test_gymnasium_finds_nothing_to_complain_of(preset: str, opponent: str | None) -> None:
    """Gymnasium's checker passes; it plays any action, so illegal ones must be allowed."""
    env = gymnasium.make(ff_envs.gymnasium_id(preset), opponent=opponent, illegal="random")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_pettingzoo_passes_for_every_number_of_players(players: int) -> None:
    """One to five players take turns as PettingZoo expects."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(ff_envs.aec("pentagame", players=players, max_turns=40), num_cycles=300)


@pytest.mark.parametrize("preset", ff.presets())
def test_pettingzoo_finds_nothing_to_complain_of(preset: str) -> None:
    """PettingZoo's API and seed tests pass."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(ff_envs.aec(preset), num_cycles=1000)
        seed_test(lambda: ff_envs.aec(preset), num_cycles=60)


def test_importing_twice_is_harmless() -> None:
    """A second registration warns of nothing and changes nothing."""
    before = dict(gymnasium.registry)
    ff_envs._register()
    assert dict(gymnasium.registry) == before


def assert_same(one: Any, other: Any, place: str) -> None:
    """Compare arrays, and infos with arrays inside, to the last bit and dtype."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), f"{place}: {one.keys()} {other.keys()}"
        for key in one:
            assert_same(one[key], other[key], f"{place} {key}")
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for index, (a, b) in enumerate(zip(one, other, strict=True)):
            assert_same(a, b, f"{place}[{index}]")
    elif one is None:
        assert other is None, place
    else:
        np.testing.assert_array_equal(one, other, err_msg=place)
        assert np.asarray(one).dtype == np.asarray(other).dtype, place


@pytest.mark.parametrize("preset", SMALL)
@pytest.mark.parametrize("opponent", ["random", None, first_player])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vector_equals_sync_vector_of_singles(preset: str, opponent: Any, mode: Any) -> None:
    """Observations, rewards, ends and infos are those of single environments, autoresets too."""
    options: dict[str, Any] = {"opponent": opponent, "seat": "random", **SMALL[preset]}
    name, n = ff_envs.gymnasium_id(preset), 3
    single = SyncVectorEnv(
        [lambda: gymnasium.make(name, disable_env_checker=True, **options)] * n,
        autoreset_mode=mode,
    )
    native = gymnasium.make_vec(
        name, n, vectorization_mode="vector_entry_point", autoreset_mode=mode, **options
    )
    rng = np.random.default_rng(5)
    one, other = single.reset(seed=7), native.reset(seed=7)
    assert_same(one[0], other[0], "reset")
    assert_same(one[1], other[1], "reset")
    ends = 0
    for step in range(40):
        actions = legal(rng, one[1]["action_mask"])
        one, other = single.step(actions), native.step(actions)
        for part, (a, b) in enumerate(zip(one, other, strict=True)):
            assert_same(a, b, f"step {step} part {part}")
        over = one[2] | one[3]
        ends += int(over.sum())
        one = (one[0], one[-1])
        if mode == AutoresetMode.DISABLED and over.any():
            one = single.reset(options={"reset_mask": over.copy()})
            other = native.reset(options={"reset_mask": over.copy()})
            assert_same(one[0], other[0], f"reset after {step}")
            assert_same(one[1], other[1], f"reset after {step}")
            masks = native.action_masks()
            one = (one[0], {"action_mask": masks})
    assert ends > 0, "no game ended: the test shows too little"


@pytest.mark.parametrize("preset", SMALL)
def test_the_turn_by_turn_door_plays_the_games_of_the_single_one(preset: str) -> None:
    """Same seed, same actions: same observations and returns."""
    options = SMALL[preset]
    single = gymnasium.make(ff_envs.gymnasium_id(preset), opponent=None, **options)
    turns = ff_envs.aec(preset, **options)
    rng = np.random.default_rng(3)
    observation, info = single.reset(seed=4)
    turns.reset(seed=4)
    while not any((*turns.terminations.values(), *turns.truncations.values())):
        seen, *_ = turns.last()
        np.testing.assert_array_equal(seen["observation"], observation)
        np.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, truncated, info = single.step(action)
        actor = turns.agent_selection
        turns.step(action)
        assert turns.rewards[actor] == reward
    assert terminated or truncated
    assert single.unwrapped.position == turns.position


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    """The rule's number comes with the error (E4), the game and the action are named."""
    envs = gymnasium.make_vec(
        "fivefold/Freestyle-v0", 3, vectorization_mode="vector_entry_point", opponent=None, size=7
    )
    envs.reset(seed=0)
    envs.step(np.array([0, 1, 2]))
    before = envs.unwrapped.positions
    with pytest.raises(ff.IllegalMoveError, match=r"game 1.*b1") as caught:
        envs.step(np.array([3, 1, 4]))
    assert caught.value.rule == "E5"
    assert envs.unwrapped.positions == before


@pytest.mark.parametrize(
    "actions",
    [np.array([0, 1]), np.array([0.0, 1.0, 2.0]), np.array([0, 1, 10**6]), np.array([0, -1, 2])],
)
@pytest.mark.parametrize("illegal", ["raise", "lose", "random"])
def test_what_is_no_action_is_refused_whatever_the_policy(actions: Any, illegal: str) -> None:
    """Shape, dtype and range: an error of the family, and no game has moved."""
    envs = gymnasium.make_vec(
        "fivefold/Freestyle-v0",
        3,
        vectorization_mode="vector_entry_point",
        illegal=illegal,
        size=7,
    )
    envs.reset(seed=0)
    before = envs.unwrapped.positions
    with pytest.raises(ff.FivefoldError):
        envs.step(actions)
    assert envs.unwrapped.positions == before


def test_nan_and_none_are_no_actions() -> None:
    """A single environment refuses them by name too."""
    env = gymnasium.make("fivefold/Freestyle-v0", disable_env_checker=True, size=7)
    env.reset(seed=0)
    for action in (float("nan"), None, 1.5):
        with pytest.raises(ff.FivefoldError):
            env.step(action)


def test_an_illegal_action_can_lose() -> None:
    """The episode ends, the offender has -1, and what was asked stands in the info."""
    env = gymnasium.make("fivefold/Freestyle-v0", opponent=None, illegal="lose", size=7)
    env.reset(seed=0)
    env.step(5)
    _, reward, terminated, truncated, info = env.step(5)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, 5)
    assert not info["action_mask"].any()
    turns = ff_envs.aec("freestyle", illegal="lose", size=7)
    turns.reset(seed=0)
    turns.step(5)
    turns.step(5)
    assert turns.rewards == {"player_0": 0.0, "player_1": -1.0}
    assert all(turns.terminations.values())


def test_an_illegal_action_can_be_replaced() -> None:
    """A seeded legal action is played instead: the same for the same seed."""
    after = []
    for _ in range(2):
        env = gymnasium.make("fivefold/Freestyle-v0", opponent=None, illegal="random", size=7)
        env.reset(seed=9)
        env.step(5)
        *_, info = env.step(5)
        assert info["illegal_action"] == 5
        after.append(env.unwrapped.position)
    assert after[0] == after[1]
    assert after[0].turns == 2


@pytest.mark.parametrize("number", [0, -1, True, 1.5, "2", 10**15])
def test_numbers_of_games_that_cannot_be_are_refused(number: Any) -> None:
    """Before anything is allocated; the refusal names the argument."""
    with pytest.raises(ff.FivefoldError, match=r"num_envs=.* is refused"):
        ff_envs.FivefoldVectorEnv(number, "freestyle")


def test_stepping_after_the_end_is_refused() -> None:
    """E6, in the single environment and where autoreset is disabled."""
    env = gymnasium.make(
        "fivefold/Freestyle-v0", opponent=None, illegal="lose", size=7, disable_env_checker=True
    )
    env.reset(seed=0)
    env.step(5)
    env.step(5)
    with pytest.raises(ff.IllegalMoveError, match="E6"):
        env.step(6)


@pytest.mark.parametrize("option", [{"opponent": 3}, {"seat": 2}, {"illegal": "no"}, {"siz": 3}])
def test_a_wrong_option_is_named(option: dict[str, Any]) -> None:
    """An error of the family that says what was asked."""
    with pytest.raises(ff.FivefoldError, match=next(iter(option))):
        gymnasium.make("fivefold/Freestyle-v0", **option)


def test_copies_are_kept_and_views_are_not() -> None:
    """By default yesterday's observation stays; copy=False hands out the games' own memory."""
    for keep in (True, False):
        envs = ff_envs.FivefoldVectorEnv(2, "freestyle", opponent=None, size=7, copy=keep)
        first, _ = envs.reset(seed=0)
        stored = first.copy()
        envs.step(np.array([0, 0]))
        assert np.array_equal(first, stored) == keep


def test_text_and_svg_are_drawn() -> None:
    """Render modes that need nothing else."""
    for mode, start in (("ansi", " 7"), ("svg", "<svg")):
        env = gymnasium.make("fivefold/Freestyle-v0", render_mode=mode, size=7)
        env.reset(seed=0)
        assert env.render().startswith(start)


def _play(seed: int) -> list[int]:
    env = gymnasium.make("fivefold/Freestyle-v0", disable_env_checker=True)
    _, info = env.reset(seed=seed)
    batch = ff.Batch(ff.rules("freestyle"), 256, seed)
    batch.play_random()
    return [int(info["action_mask"].sum()), int(batch.terminated.sum())]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_do_not_hang(method: str) -> None:
    """Threads of the parent's pool are not waited for in a child."""
    ff.playouts(ff.rules("freestyle"), 2000, seed=1, threads=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map_async(_play, [1, 2]).get(timeout=60) == [[225, 256]] * 2


def test_openspiel_plays_every_preset() -> None:
    """OpenSpiel's own random simulation, with serialisation."""
    pyspiel = pytest.importorskip("pyspiel")
    names = ff_envs.register_openspiel()
    assert names == ff_envs.register_openspiel()
    assert len(names) == len(ff.presets())
    for name in ("fivefold_gomoku(size=5)", "fivefold_pah_tum(size=5,seed=3)"):
        game = pyspiel.load_game(name)
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    for name in names:
        state = pyspiel.load_game(name).new_initial_state()
        for _ in range(4):
            state.apply_action(state.legal_actions()[0])
        twin = copy.deepcopy(state)
        assert twin.position == state.position
        assert twin.legal_actions() == state.legal_actions()


def test_openspiel_takes_options_and_chance() -> None:
    """A die is a chance node with equally likely outcomes (E10)."""
    pyspiel = pytest.importorskip("pyspiel")
    ff_envs.register_openspiel()
    game = pyspiel.load_game("fivefold_gomoku(size=9,five=or_more)")
    assert game.rules == ff.rules("gomoku", size=9, five="or_more")
    state = pyspiel.load_game("fivefold_pentagame(dice=before)").new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1.0)
    pyspiel.random_sim_test(
        pyspiel.load_game("fivefold_pentagame(dice=before,max_turns=6)"),
        num_sims=1,
        serialize=True,
        verbose=False,
    )
