"""Who plays the other seats: kinds of opponents, pools, and what is left after an opponent's error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fivefold as ff
from opponents import first, last, lowest, sampled

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

import fivefold.envs as ff_envs  # noqa: E402


class Seeded:
    """A player: an action drawn from a seed."""

    name = "seeded"

    def __call__(self, position: ff.Position, rng: Any = None) -> int:
        raise AssertionError("a player is asked through choose")

    def choose(self, positions: list[ff.Position], seeds: Any) -> Any:
        assert seeds.dtype == np.uint64
        draw = [np.random.default_rng(seed) for seed in seeds.tolist()]
        chosen = [rng.choice(p.legal_actions()) for p, rng in zip(positions, draw, strict=True)]
        return np.array(chosen, np.int32)


class Failing:
    """Plays the first legal action `times` times, then fails."""

    def __init__(self, times: int, how: Any) -> None:
        self.times, self.how = times, how

    def __call__(self, position: ff.Position, rng: Any) -> Any:
        self.times -= 1
        if self.times >= 0:
            return int(position.legal_actions()[0])
        if isinstance(self.how, BaseException):
            raise self.how
        return self.how


def make(**options: Any) -> Any:
    return ff_envs.FivefoldEnv("freestyle", size=7, **options)


@pytest.mark.parametrize(
    "how", [RuntimeError("no answer"), KeyboardInterrupt(), 0, -1, 10**6, None, 1.5, "x"]
)
def test_after_an_opponents_error_nothing_has_changed(how: Any) -> None:
    """The caller's action is undone: it must not go on with the opponent's stones."""
    errors = (RuntimeError, KeyboardInterrupt, ff.FivefoldError)
    env = make(opponent=Failing(2, how))
    env.reset(seed=1)
    env.step(5)
    env.step(6)
    before = env.position, env.action_masks(), env.record()
    with pytest.raises(errors):
        env.step(8)
    np.testing.assert_array_equal(env.action_masks(), before[1])
    assert (env.position, env.record()) == (before[0], before[2])
    assert env.position.player == env.seat
    env.set_opponent(first)
    *_, info = env.step(8)
    assert env.position.board.reshape(-1)[8] == 1
    assert info["actions"] == (2,)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("how", [RuntimeError("no answer"), 0])
def test_after_an_opponents_error_no_game_has_changed(mode: Any, how: Any) -> None:
    envs = ff_envs.FivefoldVectorEnv(3, "freestyle", size=7, opponent=Failing(4, how), autoreset_mode=mode)
    envs.reset(seed=1)
    *_, infos = envs.step(np.array([5, 6, 8]))
    before = envs.positions
    with pytest.raises((RuntimeError, ff.FivefoldError)):
        envs.step(np.array([15, 16, 18]))
    assert envs.positions == before
    np.testing.assert_array_equal(envs.action_masks(), infos["action_mask"])
    envs.set_opponent(first)
    again = envs.step(np.array([15, 16, 18]))
    for game in range(3):
        assert envs.positions[game].turns == 4
    assert not again[2].any()


def test_an_error_at_a_reset_leaves_the_old_game() -> None:
    env = make(opponent=Failing(3, RuntimeError()), seat=1)
    env.reset(seed=1)
    env.step(5)
    env.reset(seed=2)
    before, seed = env.position, env.np_random_seed
    with pytest.raises(RuntimeError):
        env.reset(seed=3)
    assert (env.position, env.np_random_seed) == (before, seed) == (before, 2)
    envs = ff_envs.FivefoldVectorEnv(2, "freestyle", size=7, opponent=Failing(2, RuntimeError()), seat=1)
    envs.reset(seed=4)
    before = envs.positions
    with pytest.raises(RuntimeError):
        envs.reset(seed=9)
    assert envs.positions == before
    assert envs.np_random_seed == (4, 5)


def test_before_the_first_reset_nobody_plays_for_an_opponent() -> None:
    env = make(opponent=first, seat=1)
    with pytest.raises(ff.FivefoldError, match="reset"):
        env.step(5)
    assert env.position.turns == 0


def test_an_error_in_a_same_step_reset_undoes_the_step() -> None:
    """The last step of a game that was won is undone too, if the next game cannot begin."""
    opponent = Failing(5, RuntimeError())
    envs = ff_envs.FivefoldVectorEnv(
        1, "freestyle", size=7, opponent=opponent, seat=1, autoreset_mode=AutoresetMode.SAME_STEP
    )
    envs.reset(seed=1)
    start = ff.rules("freestyle", size=7).start().play_all("a1 g7 b1 g6 c1 g5 d1 g4 f1")
    envs.reset(options={"position": start})
    before = envs.positions
    opponent.times = 0
    with pytest.raises(RuntimeError):
        envs.step(np.array([start.action("g3")]))
    assert envs.positions == before


KINDS: dict[str, Any] = {
    "one by one": sampled,
    "player": Seeded(),
    "many at once": lowest,
    "pool": ["random", first, lowest, Seeded()],
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment_plays_the_games_of_single_ones(kind: str, mode: Any) -> None:
    """Whatever the opponent is, autoresets and draws from a pool included."""
    options: dict[str, Any] = {"opponent": KINDS[kind], "seat": "random", "size": 5}
    single = SyncVectorEnv([lambda: ff_envs.FivefoldEnv("freestyle", **options)] * 3, autoreset_mode=mode)
    native = ff_envs.FivefoldVectorEnv(3, "freestyle", autoreset_mode=mode, **options)
    rng = np.random.default_rng(2)
    one, other = single.reset(seed=5), native.reset(seed=5)
    ends = 0
    for _ in range(40):
        np.testing.assert_array_equal(one[0], other[0])
        assert one[-1]["actions"].tolist() == other[-1]["actions"].tolist()
        masks = native.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        one, other = single.step(actions), native.step(actions)
        for a, b in zip(one[1:4], other[1:4], strict=True):
            np.testing.assert_array_equal(a, b)
        over = one[2] | one[3]
        ends += int(over.sum())
        if mode == AutoresetMode.DISABLED and over.any():
            one, other = (envs.reset(options={"reset_mask": over.copy()}) for envs in (single, native))
            np.testing.assert_array_equal(one[0], other[0])
            one, other = (one[0], {"actions": np.zeros(0)}), (other[0], {"actions": np.zeros(0)})
    assert ends > 2


def test_an_opponent_is_drawn_for_each_episode_from_the_seed() -> None:
    envs = [make(opponent=[first, last]) for _ in range(2)]
    replies: list[list[int]] = [[], []]
    for env, seen in zip(envs, replies, strict=True):
        env.reset(seed=3)
        for _ in range(20):
            *_, info = env.step(24)
            seen += info["actions"]
            env.reset()
    assert replies[0] == replies[1]
    assert set(replies[0]) == {0, 48}


def test_a_mapping_seats_opponents() -> None:
    """With three to five seats each may have its own."""
    env = ff_envs.FivefoldEnv("pentagame", players=3, seat=1, opponent={0: first, 2: last})
    env.reset(seed=1)
    record = env.record()
    assert record.actions == [int(record.start.legal_actions()[0])] or len(record.actions) > 1
    position = record.start
    while position.player == 0:
        position = position.play(int(position.legal_actions()[0]))
    assert position == env.position
    _, info = env.reset(seed=1)
    while position.player == 1:
        action = int(position.legal_actions()[3])
        position = position.play(action)
        *_, info = env.step(action)
    played = list(info["actions"])
    while position.player != 1 and not position.is_over:
        actions = position.legal_actions()
        position = position.play(int(actions[0] if position.player == 0 else actions[-1]))
        played.pop(0)
    assert position == env.position
    assert not played


def test_one_opponent_takes_all_other_seats() -> None:
    env = ff_envs.FivefoldEnv("pentagame", players=5, seat=2, opponent=sampled, max_turns=25)
    _, info = env.reset(seed=1)
    while True:
        assert env.position.player == 2
        _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if terminated or truncated:
            break
    assert reward == env.position.returns[2]


@pytest.mark.parametrize(
    ("opponent", "why"),
    [
        ([], "nobody to draw"),
        ([None], "it takes"),
        ({3: "random"}, "no seat 3"),
        ({0: "random"}, "nobody plays seat 1"),
        ({1: 4}, "it takes"),
        (4, "it takes"),
    ],
)
def test_what_is_no_opponent_is_refused(opponent: Any, why: str) -> None:
    for call in (lambda: make(opponent=opponent), lambda: make().set_opponent(opponent)):
        with pytest.raises(ff.FivefoldError, match=f"opponent=.*{why}"):
            call()


def test_players_are_named_by_texts() -> None:
    """The caller lets four in a row stand: the greedy player wins."""
    start = ff.rules("freestyle", size=7).start().play_all("b2 a7 c2 b7 d2 c7 e2 d7")
    for opponent in ("greedy", {1: "greedy"}, ["greedy", "greedy"]):
        env = make(opponent=opponent)
        env.reset(seed=1, options={"position": start})
        _, reward, terminated, _, info = env.step(start.action("g4"))
        assert (reward, terminated) == (-1.0, True)
        assert [start.move(action) for action in info["actions"]] == ["e7"]
    env = make(opponent="mcts(simulations=20)")
    env.reset(seed=1)
    assert len(env.step(0)[-1]["actions"]) == 1


@pytest.mark.parametrize("text", ["greedy", "mcts(simulations=8)", "threats(simulations=4, nodes=50)"])
def test_players_of_rust_answer_as_for_positions(text: str) -> None:
    """The same games whether the player sees the batch or position after position."""
    player = ff.players.make(text)

    class Alike:
        name = "alike"

        def choose(self, positions: Any, seeds: Any) -> Any:
            return player.choose(positions, seeds)

    envs = [
        ff_envs.FivefoldVectorEnv(4, "renju", size=7, opponent=one, seat="random")
        for one in (player, Alike())
    ]
    one, other = (env.reset(seed=3) for env in envs)
    rng = np.random.default_rng(1)
    for _ in range(12):
        np.testing.assert_array_equal(one[0], other[0])
        masks = envs[0].action_masks()
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        one, other = (env.step(actions) for env in envs)
        assert one[-1]["actions"].tolist() == other[-1]["actions"].tolist()


def test_a_player_of_another_game_is_refused() -> None:
    with pytest.raises(ff.WrongGameError, match="racer plays races"):
        make(opponent="racer")


def test_a_text_that_names_no_player_is_refused() -> None:
    with pytest.raises(ff.FivefoldError, match="nobody_of_this_name"):
        make(opponent="nobody_of_this_name")


def test_many_games_at_once_are_checked() -> None:
    for answer in (np.array([1.0]), np.array([1, 2]), np.array([-1]), np.array([0]), "x"):
        env = make(opponent=lambda observations, masks, which, answer=answer: answer)
        env.reset(seed=1)
        with pytest.raises(ff.FivefoldError, match="opponent's"):
            env.step(0)
        assert env.position.turns == 0


def test_set_opponent_takes_over_at_once() -> None:
    env = make(opponent="random")
    env.reset(seed=1)
    env.step(20)
    env.set_opponent(first)
    assert env.opponent is first
    *_, info = env.step(int(np.flatnonzero(env.action_masks())[-1]))
    assert len(info["actions"]) == 1
    assert info["actions"][0] == min(set(range(49)) - set(env.record().actions[:-1]))
    env.set_opponent("random")
    action = int(np.flatnonzero(env.action_masks())[-1])
    *_, info = env.step(action)
    assert env.position.turns == 6


def test_a_change_from_or_to_nobody_wants_a_reset() -> None:
    for before, after in ((None, first), (None, "random"), ("random", None), (first, None)):
        for env, action in ((make(opponent=before), 3),):
            env.reset(seed=1)
            env.set_opponent(after)
            with pytest.raises(ff.FivefoldError, match="reset"):
                env.step(action)
            _, info = env.reset()
            env.step(int(np.flatnonzero(info["action_mask"])[0]))
            assert env.position.turns == (1 if after is None else 2)


def test_the_actions_of_others_can_be_left_out() -> None:
    """Nothing else changes."""
    informed, silent = (
        ff_envs.FivefoldVectorEnv(4, "freestyle", size=5, history=stored) for stored in ("replies", False)
    )
    for step in range(-1, 20):
        actions = np.zeros(4, np.int64) if step < 0 else informed.action_masks().argmax(axis=1)
        one, other = (env.reset(seed=3) if step < 0 else env.step(actions) for env in (informed, silent))
        assert set(one[-1]) - set(other[-1]) == {"actions", "_actions"}
        for before, after in zip(one[:-1], other[:-1], strict=True):
            np.testing.assert_array_equal(before, after)
