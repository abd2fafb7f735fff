"""Exact regret against plain minimax, and in environments."""

from functools import cache

import numpy as np
import pytest

import fivefold as ff

RULES = [
    ff.rules("freestyle", size=5),
    ff.rules("pah_tum", size=5),
    ff.rules("custodial_pah_tum", size=5, stones=3, setup="random"),
    ff.rules("pentagame", leg=1, arm=1, target=1, max_turns=4),
]


@cache
def minimax(position: ff.Position) -> tuple[float, ...]:
    """The returns under best play, every game played out."""
    if position.is_over:
        return tuple(map(float, position.returns))
    after = [minimax(position.play(int(action))) for action in position.legal_actions()]
    return max(after, key=lambda returns: returns[position.player])


def near_the_end(rules: ff.Rules, seed: int, most: int) -> ff.Position:
    """A position of a random game with few actions left to play."""
    record = ff.playouts(rules, 1, seed=seed).record(0)
    positions = [position for position in record.positions() if not position.is_over]
    return positions[max(len(positions) - most, 0)]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_regret_is_what_minimax_says(rules: ff.Rules) -> None:
    found = set()
    for seed in range(6):
        position = near_the_end(rules, seed, 1 if rules.name == "pentagame" else 4)
        best = minimax(position)[position.player]
        for action in map(int, position.legal_actions()):
            wanted = best - minimax(position.play(action))[position.player]
            assert ff.search.regret(position, action) == pytest.approx(wanted)
            found.add(wanted > 0)
    assert found == {True, False}


def test_regret_has_no_answer_beyond_its_limit() -> None:
    assert ff.search.regret(ff.rules("freestyle").start(), "h8", nodes=100) is None


def test_an_environment_tells_the_regret_of_each_step() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    rules = ff.rules("pah_tum", size=5, layout=["b2", "d2", "d3", "e3", "b4"])
    env = ff.envs.ExactRegret(gymnasium.make("fivefold/PahTum-v0", preset=rules, opponent="random"))
    _, info = env.reset(seed=3)
    random = np.random.default_rng(1)
    over, regrets = False, []
    while not over:
        position = env.unwrapped.position
        action = int(random.choice(position.legal_actions()))
        _, _, terminated, truncated, info = env.step(action)
        assert info["regret"] == ff.search.regret(position, action)
        regrets.append(info["regret"])
        over = terminated or truncated
    assert min(regrets) == 0
    with pytest.raises(ff.FivefoldError, match="none of fivefold"):
        ff.envs.ExactRegret(gymnasium.make("CartPole-v1"))
