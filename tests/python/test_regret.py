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


@pytest.mark.parametrize("moves", ["c3 c1 c5 a3 c4 c2 b1 a5 a4 d5 a1 d1"])
def test_a_table_says_what_the_solver_says(moves: str) -> None:
    """Each position of random games in the table has the value of `solve`; each regret is `regret`'s."""
    rules = ff.rules("pah_tum", size=5, layout=["b2", "d2", "d3", "e3", "b4"])
    table = ff.search.SolvedTable(rules.start().play_all(moves))
    rng = np.random.default_rng(1)
    for _ in range(10):
        position = table.start
        while not position.is_over:
            solution = ff.search.solve(position)
            assert solution is not None
            assert table.returns(position).tolist() == solution.returns.tolist()
            assert solution.move in table.best(position)
            action = int(rng.choice(position.legal_actions()))
            assert table.regret(position, action) == ff.search.regret(position, action)
            position = position.play(action)
    assert rules.start() not in table
    with pytest.raises(ff.FivefoldError, match="cannot be reached"):
        table.returns(rules.start())


def test_an_ending_of_gomoku_is_a_table_too() -> None:
    """By hand: Black completes five at once, so any other move throws away at least a win."""
    rules = ff.rules("freestyle", size=5)
    start = rules.start().play_all("a1 a2 b1 b2 c1 c2 d1 d3 a3 b3 c4 a4 d4 b4 e3 e2 a5 d5")
    table = ff.search.SolvedTable(start)
    assert table.returns(start).tolist() == [1.0, -1.0]
    assert "e1" in table.best(start)


def test_tables_refuse_what_they_cannot_hold() -> None:
    """Too many positions, positions that come up again, and returns without a fixed sum."""
    rules = ff.rules("pah_tum", size=5, layout=["b2", "d2", "d3", "e3", "b4"])
    with pytest.raises(ff.FivefoldError, match="most=10"):
        ff.search.SolvedTable(rules.start().play_all("c3 c1 c5 a3 c4 c2 b1 a5 a4 d5 a1 d1"), 10)
    with pytest.raises(ff.FivefoldError, match="refused"):
        ff.search.SolvedTable(ff.rules("pentagame", players=3).start())


def test_an_environment_begins_where_its_table_begins() -> None:
    """The regret of each step is the table's."""
    rules = ff.rules("pah_tum", size=5, layout=["b2", "d2", "d3", "e3", "b4"])
    table = ff.search.SolvedTable(rules.start().play_all("c3 c1 c5 a3 c4 c2 b1 a5 a4 d5 a1 d1"))
    env = ff.envs.ExactRegret(ff.envs.FivefoldEnv(rules, opponent="random"), table=table)
    env.reset(seed=1)
    assert env.unwrapped.position == table.start
    assert env.step(rules.start().action("a2"))[4]["regret"] == table.regret(table.start, "a2") == 1
    with pytest.raises(ff.FivefoldError, match="other rules"):
        ff.envs.ExactRegret(ff.envs.FivefoldEnv("freestyle"), table=table)
