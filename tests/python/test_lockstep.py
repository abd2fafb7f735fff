"""`Lockstep` and `gumbel_search`: the algorithm by its reference, exactness, independence, errors."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import numpy.typing as npt
import pytest

import fivefold as ff
from gumbel_reference import search
from lockstep_games import Answer, answers_of, finish, network, nothing, same, somewhere

GAMES = [
    ff.rules("freestyle", size=6),
    ff.rules("gomoku", size=9),
    ff.rules("pagoda", size=9),
    ff.rules("renju"),
    ff.rules("pah_tum"),
    ff.rules("custodial_pah_tum"),
    ff.rules("pentagame"),
    ff.rules("pentagame", players=3),
    ff.rules("pentagame", players=1),
]


def nearest_sum(values: np.ndarray, rules: ff.Rules) -> np.ndarray:
    """The nearest values in the range of returns whose sum is 0: the same is added to each that may grow."""
    nearest = np.asarray(values, float)
    for _ in range(200):
        nearest = np.clip(nearest - nearest.sum() / len(nearest), rules.min_return, rules.max_return)
    return nearest


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.name}-{rules.num_players}")
@pytest.mark.parametrize(("simulations", "considered"), [(1, 16), (20, 1), (33, 7), (64, 16), (50, 400)])
def test_lockstep_is_gumbel_alphazero(rules: ff.Rules, simulations: int, considered: int) -> None:
    """Policies, visits, values and actions are those of the reference, which mctx agrees with."""
    positions = somewhere(rules, 3, simulations)
    evaluate = network(rules, simulations, each=rules.num_players != 2)
    s = ff.search.Lockstep(positions, simulations, considered=considered, gumbel_scale=0, proofs=False)
    finish(s, evaluate)
    for game, position in enumerate(positions):
        wanted = search(position, evaluate, simulations, considered)
        assert np.array_equal(s.visits[game], wanted.visits)
        assert np.allclose(s.policy[game], wanted.policy, atol=1e-4)
        value = nearest_sum(wanted.value, rules) if rules.num_players > 2 else wanted.value
        assert np.allclose(s.value[game], value, atol=1e-4 * rules.max_return)
        assert s.action[game] == wanted.action


@pytest.mark.parametrize("preset", ff.presets())
def test_every_preset_is_searched(preset: str) -> None:
    """Sums, ranges and legality hold for every preset, with noise and proofs."""
    rules = ff.rules(preset)
    positions = somewhere(rules, 4, 5)
    s = ff.search.Lockstep(positions, 12, seed=3)
    finish(s, network(rules, 1, each=True))
    legal = np.stack([position.legal_mask for position in positions])
    assert not s.policy[~legal].any()
    assert not s.visits[~legal].any()
    assert np.allclose(s.policy.sum(axis=1), 1, atol=1e-5)
    assert (s.visits.sum(axis=1)[~s.proven] == 12).all()
    assert legal[np.arange(4), s.action].all()


def test_noise_depends_on_seed_and_game_alone() -> None:
    """A game is searched the same alone, among others, and by `gumbel_search`; another seed, otherwise."""
    rules = ff.rules("freestyle", size=9)
    positions = somewhere(rules, 40, 2)
    evaluate = network(rules, 3)
    many = ff.search.Lockstep(positions, 24, seed=7)
    alone = ff.search.Lockstep(positions[:1], 24, seed=7)
    other = ff.search.Lockstep(positions, 24, seed=8)
    for s in (many, alone, other):
        finish(s, evaluate)
    assert np.array_equal(many.visits[:1], alone.visits)
    assert np.array_equal(many.policy[:1], alone.policy)
    assert same(many, ff.search.gumbel_search(positions, evaluate, 24, seed=7))
    assert not np.array_equal(many.visits, other.visits)


def test_without_noise_the_order_of_games_is_nothing() -> None:
    """Games turned round have their results turned round."""
    rules = ff.rules("pentagame", dice="after")
    positions = [p for p in somewhere(rules, 6, 4) if p.player >= 0]
    evaluate = network(rules, 5)
    one = ff.search.Lockstep(positions, 30, gumbel_scale=0)
    other = ff.search.Lockstep(positions[::-1], 30, gumbel_scale=0)
    finish(one, evaluate)
    finish(other, evaluate)
    for a, b in zip(answers_of(one), answers_of(other), strict=True):
        assert np.array_equal(a, b[::-1])


@pytest.mark.slow
def test_threads_change_nothing() -> None:
    """One thread and three find the same."""
    code = """
import numpy as np, fivefold as ff
def evaluate(observation, legal_mask):
    weights = np.random.default_rng(0).normal(size=(observation[0].size, 82)).astype(np.float32)
    out = np.sin(observation.reshape(len(observation), -1) @ weights)
    return out[:, :81], out[:, 81]
batch = ff.Batch(ff.rules("freestyle", size=9), 50, seed=1)
batch.play_random(9)
found = ff.search.gumbel_search(batch, evaluate, 20, seed=2)
print(found.action.tolist(), found.visits.tolist())
"""
    results = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"RAYON_NUM_THREADS": threads},
            capture_output=True,
            check=True,
        ).stdout
        for threads in ("1", "3")
    ]
    assert results[0]
    assert results[0] == results[1]


def test_advance_is_a_search_of_the_next_position_that_asks_less() -> None:
    """What is kept below a move saves questions and changes no result."""
    rules = ff.rules("pagoda", size=9)
    positions = somewhere(rules, 5, 6)
    evaluate = network(rules, 7)
    s = ff.search.Lockstep(positions, 48, gumbel_scale=0, proofs=False)
    finish(s, evaluate)
    played = [p.play(int(a)) for p, a in zip(positions, s.action, strict=True)]
    s.advance(s.action)
    assert s.positions() == played
    stored = finish(s, evaluate)
    new = ff.search.Lockstep(played, 48, gumbel_scale=0, proofs=False)
    calls = finish(new, evaluate)
    assert same(s, new)
    assert stored < calls


def test_a_win_in_one_is_proven_whatever_the_evaluator_says() -> None:
    """The evaluator dislikes the winning move and is not believed."""
    rules = ff.rules("freestyle")
    position = rules.start().play_all("h8 a1 i8 b1 j8 c1 k8 o15")
    wins = [position.action("g8"), position.action("l8")]

    def evaluate(observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> Answer:
        logits, values = nothing(observation, legal_mask)
        logits[:, wins] = -50
        return logits, values - 1

    s = ff.search.Lockstep([position], 8)
    finish(s, evaluate)
    assert s.action[0] in wins
    assert s.proven[0]
    assert np.array_equal(s.value[0], [1, -1])
    assert s.policy[0, wins].sum() == 1


def minimax(position: ff.Position) -> npt.NDArray[np.float32]:
    """The returns under best play."""
    if position.is_over:
        return position.returns
    below = [minimax(position.play(int(action))) for action in position.legal_actions()]
    return max(below, key=lambda returns: float(returns[position.player]))


def test_proven_values_are_those_of_minimax() -> None:
    """Random endings of small games, looked at to the bottom."""
    rules = ff.rules("freestyle", size=5)
    rng, positions = np.random.default_rng(8), []
    while len(positions) < 60:
        position = rules.start()
        while not position.is_over and len(position.legal_actions()) > 4:
            position = position.play(int(rng.choice(position.legal_actions())))
        if not position.is_over:
            positions.append(position)
    s = ff.search.Lockstep(positions, 400, seed=1)
    finish(s, network(rules, 9))
    assert s.proven.mean() > 0.9
    for position, value, proven, action in zip(positions, s.value, s.proven, s.action, strict=True):
        if proven:
            assert np.array_equal(value, minimax(position))
            assert np.array_equal(value, minimax(position.play(int(action))))


def test_games_that_are_over_have_no_action() -> None:
    """Beside games that go on: -1, no visits, no policy, and their action is ignored."""
    rules = ff.rules("freestyle")
    over = rules.start().play_all("h8 a1 i8 b1 j8 c1 k8 o15 l8")
    s = ff.search.Lockstep([over, rules.start()], 4)
    finish(s, nothing)
    assert s.action[0] == -1
    assert not s.visits[0].any()
    assert not s.policy[0].any()
    assert np.array_equal(s.value[0], [1, -1])
    s.advance(s.action)
    assert [position.turns for position in s.positions()] == [9, 1]
    everything = ff.search.Lockstep([over], 4)
    assert not everything.ask()
    assert everything.action.tolist() == [-1]


def test_partners_have_equal_values() -> None:
    """In a team the evaluator's two opinions become one (N6)."""
    rules = ff.rules("pentagame_teams")
    s = ff.search.Lockstep(somewhere(rules, 3, 1), 20)
    finish(s, network(rules, 2, each=True))
    assert np.array_equal(s.value[:, :2], s.value[:, 2:])


def test_rolls_after_advance_depend_on_seed_and_game() -> None:
    """The die is thrown by `advance`, the same for the same seed (E10)."""
    rules = ff.rules("pentagame", dice="after")

    def play(seed: int) -> list[int]:
        batch = ff.Batch(rules, 3, seed=0)
        s = ff.search.Lockstep(batch, 4, seed=seed)
        for _ in range(12):
            finish(s, nothing)
            s.advance(s.action)
            assert all(position.player >= 0 for position in s.positions())
        return [position.key for position in s.positions()]

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_plan_asks_with_one_number_of_rows() -> None:
    """Padded, and never more than there are games."""
    rules = ff.rules("freestyle", size=7)
    for count in (1, 31, 65):
        rows = set()

        def evaluate(
            observation: npt.NDArray[np.uint8],
            legal_mask: npt.NDArray[np.bool_],
            rows: set[tuple[int, int]] = rows,
        ) -> Answer:
            rows.add((len(observation), len(legal_mask)))
            return nothing(observation, legal_mask)

        ff.search.gumbel_search(ff.Batch(rules, count, seed=0), evaluate, 8)
        assert len(rows) == 1
        assert max(rows)[0] <= count


def test_views_are_read_only() -> None:
    """What is shown belongs to the search."""
    s = ff.search.Lockstep([ff.rules("freestyle").start()], 4)
    assert s.ask()
    for view in (s.observation, s.legal_mask):
        with pytest.raises(ValueError, match="read-only"):
            view[:] = 0


@pytest.mark.usefixtures("uncollected")
def test_interrupts_stop_a_plan_at_once() -> None:
    """Ctrl-C reaches a search with an evaluator that costs nothing within 0.2 s."""
    rules = ff.rules("freestyle")
    batch = ff.Batch(rules, 8, seed=0)
    due = time.monotonic() + 0.3
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ff.search.gumbel_search(batch, nothing, 200_000)
    assert time.monotonic() - due < 0.2
    assert ff.search.gumbel_search(batch, nothing, 4).visits.sum() == 32
