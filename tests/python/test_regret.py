"""Exact regret against plain minimax, and in environments."""

from functools import cache
from pathlib import Path

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


def near_the_end(rules: ff.Rules, seed: int, maximum: int) -> ff.Position:
    """A position of a random game with few actions left to play."""
    record = ff.playouts(rules, 1, seed=seed).record(0)
    positions = [position for position in record.positions() if not position.is_over]
    return positions[max(len(positions) - maximum, 0)]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_regret_is_what_minimax_says(rules: ff.Rules) -> None:
    outcomes = set()
    for seed in range(6):
        position = near_the_end(rules, seed, {"pentagame": 1, "custodial_pah_tum": 3}.get(rules.name, 4))
        best = minimax(position)[position.player]
        for action in map(int, position.legal_actions()):
            wanted = best - minimax(position.play(action))[position.player]
            assert ff.search.regret(position, action) == pytest.approx(wanted)
            outcomes.add(wanted > 0)
    assert outcomes == {True, False}


@pytest.mark.slow
def test_regret_has_no_answer_beyond_its_limit() -> None:
    assert ff.search.regret(ff.rules("freestyle").start(), "h8", nodes=100) is None
    assert ff.search.regret(ff.rules("freestyle", size=19).start(), "h8") is None  # by default there is one


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
    env.reset(seed=3)
    for odd in (1.5, "c3", None, -1, 25, [1, 2]):
        with pytest.raises((ff.FivefoldError, TypeError)):
            env.step(odd)
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
    with pytest.raises(ff.FivefoldError, match="max_positions=10"):
        ff.search.SolvedTable(rules.start().play_all("c3 c1 c5 a3 c4 c2 b1 a5 a4 d5 a1 d1"), 10)
    with pytest.raises(ff.FivefoldError, match="refused"):
        ff.search.SolvedTable(ff.rules("pentagame", scoring="points").start())


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


@pytest.mark.parametrize("name", ff.search.solved_tables())
def test_an_environment_plays_from_every_stored_table(name: str) -> None:
    """The seat to move at its start has a turn; where another has none, the message names it."""
    table = ff.search.SolvedTable.load(name)
    for seat in range(table.start.rules.num_players):
        game = ff.envs.FivefoldEnv(table.start.rules, opponent="random", seat=seat)
        env = ff.envs.ExactRegret(game, table=table)
        if (name, seat) == ("pentagame-3", 0):
            with pytest.raises(ff.FivefoldError, match="seat=1"):
                env.reset(seed=1)
            continue
        _, info = env.reset(seed=1)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            assert info["regret"] in (0, 1, 2)
            over = terminated or truncated


def test_a_regret_counts_the_turns_where_a_limit_ends_the_game() -> None:
    """Going back costs nothing while three turns are left, and a point with one; the positions are equal."""
    line = "pentagame;players=2;target=5;ko=none;max_turns=5;leg=1;arm=1 A:0a/B:1b 0"
    start = ff.Position.from_line(line)
    early = start.play_all("a(A->A-1-B) & b(B->B-1-d)")
    late = start.play_all("a(A->A-1-E) & b(B->B-1-C) & a(A-1-E->A-1-B) & b(B-1-C->B-1-d)")
    assert early == late
    assert [ff.search.regret(position, "a(A-1-B->A)") for position in (early, late)] == [0, 1]


@pytest.mark.parametrize("name", ff.search.solved_tables())
def test_stored_tables_are_what_solving_says(name: str, tmp_path: Path) -> None:
    """A table comes back from its file, and agrees with the solver where that takes the game."""
    table = ff.search.SolvedTable.load(name)
    table.save(tmp_path / "table.npz")
    again = ff.search.SolvedTable.load(tmp_path / "table.npz")
    assert (again.start, len(again)) == (table.start, len(table))
    rng, position = np.random.default_rng(3), table.start
    while not position.is_over:
        assert again.returns(position).tolist() == table.returns(position).tolist()
        if position.rules.num_players == 2:
            solution = ff.search.solve(position)
            assert solution is not None
            assert table.returns(position).tolist() == solution.returns.tolist()
        position = position.play(int(rng.choice(position.legal_actions())))
    (tmp_path / "other.npz").write_bytes(b"PK")
    with pytest.raises(ff.FivefoldError, match="no table"):
        ff.search.SolvedTable.load(tmp_path / "other.npz")


def test_a_forced_win_proves_a_regret() -> None:
    """The first move of the win loses nothing; on 15x15 the solver alone has no answer."""
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5")
    win = ff.search.forced_win(position)
    assert win is not None
    assert ff.search.regret(position, win[0], 100_000) == 0
    assert ff.search.solve(ff.rules("freestyle").start().play("h8"), nodes=1000) is None


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")
def test_games_of_all_kinds_tell_their_regrets(tmp_path: Path) -> None:
    """Match, self-play, analysis and export say of the same moves what the table says."""
    table = ff.search.SolvedTable.load("pah_tum-5")
    rules, start = table.start.rules, table.start
    match = ff.arena.match("greedy", "random", rules, 6, openings=[start])
    wanted = []
    for game in match.games:
        position = start
        for action in game.actions.tolist():
            if position.player != game.seat:
                wanted.append((game.number, table.regret(position, action)))
            position = position.play(action)
    means = [np.mean([loss for number, loss in wanted if number == game]) for game in range(6)]
    assert match.regrets(table=table)["random"].value == pytest.approx(np.mean(means))

    record = match.records()[0]
    losses = ff.search.regrets(record, table=table)
    analysed = [turn.regret for turn in ff.analyse(record, nodes=100_000).turns]
    assert np.isnan(losses[:2]).sum() <= 2
    assert analysed[-8:] == losses[-8:].tolist()

    games = ff.selfplay.play(
        rules, lambda seen, legal: (np.zeros(legal.shape), np.zeros(len(legal))), games=2, openings=[start]
    )
    for own, played in zip(games.regrets(table=table), games.records(), strict=True):
        assert own.tolist() == ff.search.regrets(played, table=table).tolist()


def test_a_study_exports_regrets(tmp_path: Path) -> None:
    """A column of exact losses stands beside the actions."""
    pytest.importorskip("pyarrow")
    row = {"rules": "pah_tum", "options": {"size": 5}, "games": 3}
    ff.study.run(ff.study.from_dict({"seed": 1, "experiment": [row]}), tmp_path / "study")
    ff.study.export(tmp_path / "study", tmp_path / "positions.npz", regret=True)
    losses = np.load(tmp_path / "positions.npz")["regret"]
    wanted = np.concatenate(
        [ff.search.regrets(ff.playouts(ff.rules("pah_tum", size=5), 3, seed=1).record(n)) for n in range(3)]
    )
    np.testing.assert_array_equal(losses, wanted)
    assert np.nanmax(losses) > 0
