"""What resets take, what infos tell, limits of steps, seeds, records and pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fivefold as ff

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

import fivefold.envs as ff_envs  # noqa: E402

RULES = ff.rules("freestyle", size=7)


def environments(**options: Any) -> dict[str, Any]:
    """One of each kind."""
    return {
        "single": ff_envs.FivefoldEnv("freestyle", size=7, **options),
        "vector": ff_envs.FivefoldVectorEnv(2, "freestyle", size=7, **options),
        "turns": ff_envs.aec("freestyle", size=7),
    }


def position_of(env: Any) -> ff.Position:
    return env.positions[0] if hasattr(env, "positions") else env.position


@pytest.mark.parametrize("kind", ["single", "vector", "turns"])
def test_a_game_begins_at_a_position(kind: str) -> None:
    positions = RULES.start().play_all("d4 a1")
    env = environments(opponent=None)[kind]
    env.reset(seed=1, options={"position": positions})
    assert position_of(env) == positions
    env.reset()
    assert position_of(env) == RULES.start()


@pytest.mark.parametrize("kind", ["single", "vector", "turns"])
def test_options_of_a_reset_are_checked(kind: str) -> None:
    env = environments()[kind]
    env.reset(seed=1)
    over = RULES.start().play_all("a1 a7 b1 b7 c1 c7 d1 d7 e1")
    wrong: list[tuple[Any, str]] = [
        ({"positon": RULES.start()}, "positon"),
        ({"position": 3}, "position=3"),
        ({"position": ff.rules("gomoku").start()}, "other rules"),
        ({"position": over}, "over"),
    ]
    for options, why in wrong:
        with pytest.raises(ff.FivefoldError, match=why):
            env.reset(options=options)


def test_each_game_may_have_its_own_position() -> None:
    positions = [RULES.start().play(move) for move in ("d4", "a1")]
    envs = ff_envs.FivefoldVectorEnv(2, "freestyle", size=7, opponent=None)
    envs.reset(seed=1, options={"position": positions})
    assert envs.positions == positions
    mask = np.array([True, False])
    envs.step(np.array([0, 1]))
    envs.reset(options={"position": positions, "reset_mask": mask})
    assert envs.positions == [positions[0], positions[1].play(1)]
    with pytest.raises(ff.FivefoldError, match="1 positions"):
        envs.reset(options={"position": positions[:1]})


def test_the_opponent_moves_first_where_it_is_to_decide() -> None:
    positions = RULES.start().play("d4")
    env = ff_envs.FivefoldEnv("freestyle", size=7, opponent="random")
    _, info = env.reset(seed=1, options={"position": positions})
    assert len(info["actions"]) == 1
    assert env.record().start == positions
    assert env.position.turns == 2


def test_infos_tell_what_was_played_since_ones_own_action() -> None:
    env = ff_envs.FivefoldEnv("freestyle", size=7, opponent="random", seat=1)
    _, info = env.reset(seed=2)
    game = list(info["actions"])
    assert len(game) == 1
    for action in (20, 21, 22):
        if not info["action_mask"][action]:
            continue
        *_, info = env.step(action)
        game += [action, *info["actions"]]
    assert env.record().actions == game
    assert env.record().position == env.position


def test_agents_are_told_what_was_played_since_their_own_action() -> None:
    env = ff_envs.aec("pentagame", players=3, dice="before", max_turns=9)
    env.reset(seed=5)
    mine: dict[str, int] = dict.fromkeys(env.possible_agents, 0)
    played = list(env.infos["player_0"]["actions"])
    assert played, "a die was thrown"
    while not any((*env.terminations.values(), *env.truncations.values())):
        agent = env.agent_selection
        observation, *_, info = env.last()
        assert list(info["actions"]) == env.record().actions[mine[agent] :]
        action = int(np.flatnonzero(observation["action_mask"])[0])
        count = len(env.record().actions)
        env.step(action)
        mine[agent] = count + 1
        assert env.record().actions[count] == action
    for agent in env.possible_agents:
        assert list(env.infos[agent]["actions"]) == env.record().actions[mine[agent] :]


def test_a_replaced_action_stands_in_the_record() -> None:
    env = ff_envs.aec("freestyle", size=7, illegal="random")
    env.reset(seed=1)
    env.step(5)
    env.step(5)
    first, second = env.record().actions
    assert first == 5 != second
    assert env.infos["player_1"]["illegal_action"] == 5
    assert env.infos["player_0"]["actions"] == (second,)


def test_the_vector_environment_keeps_games_on_request() -> None:
    envs = ff_envs.FivefoldVectorEnv(2, "freestyle", size=7, history=True)
    _, infos = envs.reset(seed=3)
    action = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    *_, infos = envs.step(action)
    for game in range(2):
        record = envs.record(game)
        assert record.position == envs.positions[game]
        assert record.actions == [action[game], *infos["actions"][game]]
    envs = ff_envs.FivefoldVectorEnv(2, "freestyle", size=7)
    with pytest.raises(ff.FivefoldError, match="history=True"):
        envs.record(0)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("opponent", ["random", None])
def test_a_limit_of_steps_is_that_of_gymnasium(mode: Any, opponent: Any) -> None:
    """`TimeLimit` around single environments, and the same natively."""
    name, options = "fivefold/Freestyle-v0", {"opponent": opponent, "size": 6, "max_episode_steps": 7}
    wrapped = SyncVectorEnv(
        [lambda: gymnasium.make(name, disable_env_checker=True, **options)] * 3, autoreset_mode=mode
    )
    single = SyncVectorEnv([lambda: ff_envs.FivefoldEnv("freestyle", **options)] * 3, autoreset_mode=mode)
    native = gymnasium.make_vec(
        name, 3, vectorization_mode="vector_entry_point", autoreset_mode=mode, **options
    )
    rng = np.random.default_rng(3)
    all_of_them = (wrapped, single, native)
    seen = [envs.reset(seed=4)[0] for envs in all_of_them]
    cut = 0
    for _ in range(40):
        for other in seen[1:]:
            np.testing.assert_array_equal(seen[0], other)
        masks = native.unwrapped.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        results = [envs.step(actions) for envs in all_of_them]
        for result in results[1:]:
            for a, b in zip(results[0][:4], result[:4], strict=True):
                np.testing.assert_array_equal(a, b)
        over = results[0][2] | results[0][3]
        cut += int(results[0][3].sum())
        seen = [result[0] for result in results]
        if mode == AutoresetMode.DISABLED and over.any():
            seen = [envs.reset(options={"reset_mask": over.copy()})[0] for envs in all_of_them]
    assert cut > 2


def test_a_limit_of_steps_counts_those_of_all_agents() -> None:
    env = ff_envs.aec("freestyle", size=7, max_episode_steps=3)
    env.reset(seed=1)
    for action in (1, 2, 3):
        assert not any(env.truncations.values())
        env.step(action)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_after_the_limit_a_step_is_refused() -> None:
    env = ff_envs.FivefoldEnv("freestyle", size=7, max_episode_steps=1)
    env.reset(seed=1)
    assert env.step(0)[3]
    with pytest.raises(ff.IllegalMoveError, match="E6"):
        env.step(1)


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, "3"])
def test_a_limit_is_a_whole_number(limit: Any) -> None:
    with pytest.raises(ff.FivefoldError, match="max_episode_steps"):
        ff_envs.FivefoldEnv("freestyle", size=7, max_episode_steps=limit)


@pytest.mark.parametrize("seed", [None, 7, 2**64 - 1, 2**64, 2**127 + 5, np.uint64(2**63), np.int32(5)])
def test_seeds_can_be_given_back(seed: Any) -> None:
    """Those that an environment was given, and those that it drew itself, of 128 bits too."""
    for make in (
        lambda: ff_envs.FivefoldEnv("pah_tum", opponent="random", seat="random"),
        lambda: ff_envs.FivefoldVectorEnv(3, "pah_tum", opponent="random", seat="random"),
        lambda: ff_envs.aec("pah_tum"),
    ):
        env, again = make(), make()
        env.reset(seed=seed)
        again.reset(seed=env.np_random_seed)
        assert position_of(env) == position_of(again)
        assert env.np_random_seed == again.np_random_seed
        env.reset()
        again.reset()
        assert position_of(env) == position_of(again)


@pytest.mark.parametrize("seed", [-1, 1.5, True, "1"])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    for env in environments().values():
        with pytest.raises((ff.FivefoldError, TypeError)):
            env.reset(seed=seed)


def test_pictures_have_even_sides() -> None:
    """Films want them; the rate of pictures is known."""
    pytest.importorskip("matplotlib")
    for env in (
        ff_envs.FivefoldEnv("pagoda", render_mode="rgb_array"),
        ff_envs.FivefoldVectorEnv(1, "pentagame", render_mode="rgb_array"),
    ):
        env.reset(seed=1)
        picture: Any = env.render()
        picture = picture[0] if isinstance(picture, tuple) else picture
        assert picture.shape[0] % 2 == picture.shape[1] % 2 == 0
        assert env.metadata["render_fps"] == 2


def test_odd_sides_repeat_their_last_points() -> None:
    from fivefold.envs.rendering import even

    picture = np.arange(45, dtype=np.uint8).reshape(3, 5, 3)
    larger = even(picture)
    assert larger.shape == (4, 6, 3)
    np.testing.assert_array_equal(larger[:3, :5], picture)
    np.testing.assert_array_equal(larger[3, 5], picture[2, 4])


def test_people_are_shown_each_turn(capsys: Any) -> None:
    env = ff_envs.aec("freestyle", size=7, render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out == f"{env.position}\n"
    env.step(3)
    assert capsys.readouterr().out == f"{env.position}\n"
    assert env.render() is None


class Tensor:
    """Like a number of torch: an index, and an array of no dimension."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize("illegal", ["raise", "random", "lose"])
def test_numbers_of_other_libraries_are_actions(illegal: Any) -> None:
    for action in (Tensor(5), np.array(5), np.int8(5)):
        env = ff_envs.FivefoldEnv("freestyle", size=7, opponent=None, illegal=illegal)
        env.reset(seed=1)
        *_, info = env.step(action)  # type: ignore[arg-type]
        assert env.position.board.reshape(-1)[5] == 1
        assert "illegal_action" not in info
        turns = ff_envs.aec("freestyle", size=7, illegal=illegal)
        turns.reset(seed=1)
        turns.step(action)
        assert turns.record().actions == [5]
