"""Tree search: the contract of results, limits, evaluators; several trees are in test_search_trees.py."""

from __future__ import annotations

import contextlib
import time

import numpy as np
import pytest

import fivefold as ff

PRESETS = [preset if isinstance(preset, str) else preset.name for preset in ff.presets()]


def decided(rules: ff.Rules) -> ff.Position:
    """A start at which somebody is to decide."""
    position = rules.start(1)
    while position.player == ff.CHANCE:
        position = position.play(position.chance_action(1))
    return position


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_searched(name: str) -> None:
    position = decided(ff.rules(name))
    r = ff.search.mcts(position, simulations=50, seed=3)
    assert r.visits.dtype == np.int32
    assert r.visits.shape == (position.rules.num_actions,)
    assert r.policy.dtype == np.float32
    assert r.value.dtype == np.float32
    assert r.visits.sum() == r.simulations == 50
    assert r.policy.sum() == pytest.approx(1, abs=1e-5)
    assert not r.policy[~position.legal_mask].any()
    assert not r.visits[~position.legal_mask].any()
    assert r.line[0] == r.move == position.move(r.action)
    position.play_all(r.line)


def test_seeds_differ() -> None:
    position = ff.rules("freestyle", size=9).start()
    visits = [ff.search.mcts(position, simulations=500, seed=seed).visits for seed in (0, 1)]
    assert not np.array_equal(*visits)


def test_a_win_in_one_is_proven() -> None:
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 h11 a7")
    r = ff.search.mcts(position, simulations=2 * position.rules.num_actions)
    assert r.ended == "proven"
    assert r.proven is not None
    assert r.proven.tolist() == r.value.tolist() == [1, -1]
    assert position.play(r.move).returns.tolist() == [1, -1]
    assert r.policy[r.action] > 0


def test_running_none_tells_and_changes_nothing() -> None:
    tree = ff.search.Tree(ff.rules("pente").start(), seed=2)
    first = tree.run(simulations=0)
    assert first.visits.sum() == 0
    assert first.policy.sum() == pytest.approx(1, abs=1e-5)
    once = tree.run(simulations=400)
    again = tree.run(simulations=0)
    assert np.array_equal(once.visits, again.visits)
    assert once.line == again.line


def test_advancing_keeps_what_was_learnt() -> None:
    tree = ff.search.Tree(ff.rules("custodial_pah_tum").start(), seed=2)
    r = tree.run(simulations=3000)
    tree.advance(r.move)
    assert tree.run(simulations=0).simulations in (r.visits.max(), r.visits.max() - 1)
    assert tree.position.turns == 1


def test_a_refused_move_changes_nothing() -> None:
    tree = ff.search.Tree(ff.rules("freestyle").start().play("h8"), seed=2)
    before = tree.run(simulations=300)
    for move, error in (
        ("h8", ff.IllegalMoveError),
        ("what", ff.NotationError),
        ("a1 & h8", ff.FivefoldError),
    ):
        with pytest.raises(error):
            tree.advance(move)
    after = tree.run(simulations=0)
    assert np.array_equal(before.visits, after.visits)
    assert tree.position.turns == 1


def test_dice_are_advanced_through() -> None:
    position = decided(ff.rules("pentagame", dice="after"))
    tree = ff.search.Tree(position, seed=1)
    for _ in range(6):
        r = tree.run(simulations=200)
        tree.advance(r.action)
        while tree.position.player == ff.CHANCE:
            with pytest.raises(ff.FivefoldError, match="die"):
                tree.run(simulations=1)
            tree.advance(tree.position.legal_moves()[0])
    assert tree.position.turns > 0


def test_what_cannot_be_searched_is_refused() -> None:
    over = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 h11 a7 h12")
    due = ff.rules("pentagame", dice="before").start(1)
    for position in (over, due):
        with pytest.raises(ff.FivefoldError, match=r"over|die"):
            ff.search.mcts(position, simulations=10)
    start = ff.rules("freestyle").start()
    for bad in (
        {},
        {"simulations": -1},
        {"simulations": 1.5},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": "long"},
        {"simulations": 5, "threads": 0},
        {"simulations": 5, "seed": -1},
        {"simulations": 5, "rollouts": "wild"},
        {"simulations": 5, "evaluate": 3},
    ):
        with pytest.raises(ff.FivefoldError):
            ff.search.mcts(start, **bad)


def test_seconds_end_a_search() -> None:
    began = time.perf_counter()
    r = ff.search.mcts(ff.rules("pentagame").start(), seconds=0.2)
    assert 0.2 <= time.perf_counter() - began < 1.0
    assert r.ended == "seconds"
    assert r.visits.sum() == r.simulations > 0


def test_memory_ends_a_search_with_an_answer() -> None:
    r = ff.search.mcts(ff.rules("freestyle").start(), simulations=10**7, memory=1_000_000)
    assert r.ended == "memory"
    assert 0 < r.visits.sum() == r.simulations


def test_the_repr_names_move_value_and_line() -> None:
    r = ff.search.mcts(ff.rules("freestyle").start(), simulations=300)
    assert r.move in repr(r)
    assert "300 simulations" in repr(r)
    assert "<table>" in r._repr_html_()
    assert r.move in r._repr_html_()


def uniform(observation: np.ndarray, legal_mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """No opinion on anything."""
    return np.zeros(legal_mask.shape, np.float32), np.zeros(len(legal_mask), np.float32)


@pytest.mark.parametrize(
    ("preset", "own"),
    [
        ("freestyle", "win_else_block"),
        ("renju", "win_else_block"),
        ("pagoda", "win_else_block"),
        ("pah_tum", "uniform"),
        ("custodial_pah_tum", "uniform"),
        ("pentagame", "progress"),
    ],
)
def test_each_game_has_rollouts_of_its_own(preset: str, own: str) -> None:
    start = ff.rules(preset).start(1)
    usual = ff.search.mcts(start, simulations=60, seed=3)
    named = ff.search.mcts(start, simulations=60, seed=3, rollouts=own)
    assert np.array_equal(usual.visits, named.visits)
    assert np.array_equal(usual.value, named.value)
    uniform = ff.search.mcts(start, simulations=60, seed=3, rollouts="uniform")
    assert (uniform.value == usual.value).all() == (own == "uniform")
    others = {"win_else_block", "progress"} - {own}
    for other in others:
        with pytest.raises(ff.FivefoldError, match=f"{other}.*'uniform'"):
            ff.search.mcts(start, simulations=5, rollouts=other)


def test_rave_is_stronger_than_uct_with_as_many_simulations() -> None:
    rules = ff.rules("pah_tum")
    one, other = "mcts(simulations=300, rollouts='rave')", "mcts(simulations=300)"
    assert ff.arena.match(one, other, rules, games=8, seed=1).share.value > 0.7


@pytest.mark.parametrize("preset", ["pah_tum", "custodial_pah_tum"])
def test_a_tree_of_rave_is_kept_from_move_to_move(preset: str) -> None:
    """Also through the set-up, where nobody plays for himself."""
    position = ff.rules(preset, size=5).start(seed=1)
    tree = ff.search.Tree(position, seed=1, rollouts="rave")
    while position.outcome is None:
        result = tree.run(simulations=100)
        assert result.proven is not None or result.visits.sum() >= 100
        if result.proven is not None:
            assert np.array_equal(result.proven, ff.search.solve(position).returns)
        tree.advance(result.move)
        position = position.play(result.move)


def test_an_evaluator_takes_the_place_of_rollouts() -> None:
    rules = ff.rules("renju", size=9)
    seen = []

    def evaluate(observation: np.ndarray, legal_mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        assert observation.dtype == np.uint8
        assert observation.shape == (1, *rules.observation_shape)
        assert legal_mask.dtype == np.bool_
        assert legal_mask.shape == (1, rules.num_actions)
        seen.append(observation)
        logits = np.where(legal_mask, 0, np.nan)
        logits[:, 40] = 5
        return logits.tolist(), [0.25]

    position = rules.start().play_all("e5 d5 e4").play_all("a1 e3")
    r = ff.search.mcts(position, simulations=60, evaluate=evaluate)
    assert r.visits.sum() == 60
    assert len(seen) <= 61
    assert np.array_equal(seen[0][0], position.observation())


def test_an_evaluator_finds_ends_one_move_ahead() -> None:
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 h11 a7")
    r = ff.search.mcts(position, simulations=1, evaluate=uniform)
    assert r.proven is not None
    assert r.proven.tolist() == [1, -1]
    assert position.play(r.move).is_over


@pytest.mark.parametrize(
    "answer",
    [
        None,
        3,
        (np.zeros((1, 225)),),
        (np.zeros(225), np.zeros(1)),
        (np.zeros((1, 224)), np.zeros(1)),
        (np.zeros((1, 225)), np.zeros(2)),
        (np.zeros((1, 225)), np.zeros((1, 3))),
        (np.full((1, 225), np.nan), np.zeros(1)),
        (np.full((1, 225), np.inf), np.zeros(1)),
        (np.zeros((1, 225)), np.array([np.nan])),
        (np.zeros((1, 225)), "values"),
    ],
)
def test_a_bad_answer_of_an_evaluator_is_refused(answer: object) -> None:
    tree = ff.search.Tree(ff.rules("freestyle").start(), evaluate=lambda *_: answer)
    for _ in range(2):
        with pytest.raises((ff.FivefoldError, TypeError, ValueError)):
            tree.run(simulations=5)


def test_a_search_goes_on_after_a_bad_answer_as_if_there_had_been_none() -> None:
    start, count = ff.rules("pah_tum", size=5).start(1), 0

    def mostly(observation: np.ndarray, legal_mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        nonlocal count
        count += 1
        logits, values = uniform(observation, legal_mask)
        return logits, values if count % 4 else values + np.nan

    tree, plain = ff.search.Tree(start, evaluate=mostly), ff.search.Tree(start, evaluate=uniform)
    while tree.run(simulations=0).simulations < 40:
        with contextlib.suppress(ff.FivefoldError):
            tree.run(simulations=1)
    assert np.array_equal(tree.run(simulations=0).visits, plain.run(simulations=40).visits)


def test_an_evaluators_own_exception_comes_through() -> None:
    class OddError(Exception):
        pass

    odd, calls = OddError("mine"), []

    def evaluate(observation: np.ndarray, legal_mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        calls.append(1)
        if len(calls) == 5:
            raise odd
        return uniform(observation, legal_mask)

    tree = ff.search.Tree(ff.rules("freestyle", size=7).start(), evaluate=evaluate)
    with pytest.raises(OddError) as caught:
        tree.run(simulations=20)
    assert caught.value is odd
    assert tree.run(simulations=20).visits.sum() == 23


def test_values_of_several_players_are_from_the_one_to_decide_onward() -> None:
    own = np.array([2.0, -0.5, -1.5])

    def evaluate(observation: np.ndarray, legal_mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(legal_mask.shape), own[None]

    position = ff.rules("pentagame", players=3).start().play("a(A->c)").play("[B-3-C]")
    r = ff.search.mcts(position, simulations=1, evaluate=evaluate)
    # The evaluation of the root and that of its one child.
    seats = [position.player, position.play(r.move).player]
    assert r.value == pytest.approx(sum(np.roll(own, seat) for seat in seats) / 2)


def test_solve_finds_a_win_and_its_line() -> None:
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5")
    solution = ff.search.solve(position, seconds=20)
    assert solution is not None
    assert solution.line[0] == solution.move
    end = position.play_all(solution.line)
    assert end.is_over
    assert solution.returns.dtype == np.float32
    assert end.returns.tolist() == solution.returns.tolist() == [1, -1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pah_tum", "custodial_pah_tum"])
def test_solve_agrees_with_the_solver_of_pah_tum(name: str) -> None:
    rules = ff.rules(name, size=5)
    for seed in range(5):
        record = ff.playouts(rules, 1, seed=seed).record(0)
        position = record.start.play_all(record.moves[:-7])
        solution = ff.search.solve(position, nodes=10**7)
        assert solution is not None
        value = ff.pah_tum.solve(position).value
        assert solution.returns.tolist() == [np.sign(value), -np.sign(value)]
        assert position.play_all(solution.line).returns.tolist() == solution.returns.tolist()


def test_solve_stops_at_its_limits() -> None:
    start = ff.rules("freestyle").start()
    assert ff.search.solve(start, nodes=500) is None
    began = time.perf_counter()
    assert ff.search.solve(start, seconds=0.2) is None
    assert time.perf_counter() - began < 1
    assert ff.search.solve(ff.rules("pah_tum").start(), nodes=1000) is None


def test_what_solve_cannot_solve_is_refused() -> None:
    for rules in (
        ff.rules("pentagame", players=3),
        ff.rules("pentagame", players=1),
        ff.rules("pentagame_teams"),
        ff.rules("pentagame", dice="after"),
        ff.rules("pentagame", scoring="points"),
    ):
        with pytest.raises(ff.FivefoldError, match="solve is refused"):
            ff.search.solve(rules.start(), nodes=10)
    over = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 h11 a7 h12")
    with pytest.raises(ff.FivefoldError, match="over"):
        ff.search.solve(over)
    with pytest.raises(ff.FivefoldError):
        ff.search.solve(ff.rules("freestyle").start(), nodes=-1)


@pytest.mark.parametrize("preset", ["pente", "freestyle"])
def test_simulations_spread_where_no_move_stands_out(preset: str) -> None:
    """B9: on an empty board not every simulation follows the move that was tried first."""
    result = ff.search.mcts(ff.rules(preset).start(), 600, seed=1)
    assert result.visits.max() < 100
    assert np.count_nonzero(result.visits) > 50
    assert len(result.line) < 25


@pytest.mark.parametrize("preset", ["pente", "pagoda", "freestyle"])
@pytest.mark.parametrize("simulations", [400, 1000])
def test_an_empty_board_is_opened_in_its_middle(preset: str, simulations: int) -> None:
    """B9: no first move at the edge, with few simulations too."""
    start = ff.rules(preset).start()
    rows, columns = start.board.shape[-2:]
    for seed in range(3):
        row, column = divmod(ff.search.mcts(start, simulations, seed=seed).action, columns)
        assert rows / 4 <= row < rows * 3 / 4
        assert columns / 4 <= column < columns * 3 / 4


@pytest.mark.parametrize("simulations", [20, 200, 1000])
@pytest.mark.parametrize(
    ("preset", "moves", "blocks"),
    [
        ("freestyle", "h8 a1 h9 a2 h10 a3 h11", {"h7", "h12"}),
        ("pente", "k10 a1 k11 a3 k12 a5 k13", {"k9", "k14"}),
    ],
)
def test_a_lost_position_is_held_out(preset: str, moves: str, blocks: set[str], simulations: int) -> None:
    """B9: where all moves lose, the one to play blocks and is no far corner."""
    result = ff.search.mcts(ff.rules(preset).start().play_all(moves), simulations, seed=1)
    assert result.move in blocks
    assert result.moves[0].move == result.move
    assert set(result.line[:2]) <= blocks
