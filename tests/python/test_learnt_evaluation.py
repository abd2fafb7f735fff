"""The evaluation that was learnt, in tree searches: the same numbers as the player's, from every way in."""

import pickle
import threading

import numpy as np
import pytest

import fivefold as ff
from fivefold import _core
from fivefold.search import LearntEvaluation

CAPTURES = ["pagoda", "pente", "keryo_pente", "ninuki_renju"]
ROWS = ["freestyle", "gomoku", "renju", "renju_1899", "family", *CAPTURES]


def played(rules: ff.Rules, moves: int, seed: int) -> ff.Position:
    """A position after some random moves of a game that goes on."""
    random = np.random.default_rng(seed)
    position = rules.start(seed=0)
    while position.turns < moves:
        after = position.play(int(random.choice(position.legal_actions())))
        position = rules.start(seed=0) if after.is_over else after
    return position


@pytest.mark.parametrize("preset", ROWS)
def test_it_says_what_the_player_is_told(preset: str) -> None:
    """Value and order of points are those of `alpha_beta`, whatever it was asked before."""
    rules = ff.rules(preset)
    evaluate, points = LearntEvaluation(preset), int(np.prod(rules.board_shape))
    for seed in range(6):
        position = played(rules, 3 + 5 * seed, seed)
        if position.player != position.turns % 2:
            continue
        logits, values = evaluate(position.observation()[None], position.legal_mask[None])
        evaluation = _core.players.line_evaluation(position)
        value, scores = evaluation.value, evaluation.scores
        assert values[0] == pytest.approx(np.tanh(value / 512), abs=1e-6)
        assert logits.shape == (1, rules.num_actions)
        near = logits[0, :points] > -10
        scaled = (logits[0, :points][near] - logits[0, :points].max()) * 2048
        np.testing.assert_allclose(scaled, scores[near] - scores[near].max(), atol=0.01)


@pytest.mark.parametrize("preset", CAPTURES)
def test_it_sees_what_either_side_has_captured(preset: str) -> None:
    """Value and planes agree whoever is to move and has captured, and the counts matter (P4)."""
    evaluate, board = LearntEvaluation(preset), played(ff.rules(preset), 12, 1).board
    for player in (0, 1):
        values = []
        for taken in [(0, 0), (8, 2), (2, 8)]:
            position = ff.Position.from_array(board, preset, player, taken=taken, check=False)
            values.append(float(evaluate(position.observation()[None])[1][0]))
            value = _core.players.line_evaluation(position).value
            assert values[-1] == pytest.approx(np.tanh(value / 512), abs=1e-6)
        assert len(set(values)) == 3


def test_one_board_after_another_is_seen_as_alone() -> None:
    rules = ff.rules("renju")
    seen = np.stack([played(rules, moves, moves).observation() for moves in (30, 4, 0, 17, 30)])
    together = LearntEvaluation(rules)(seen)
    for row in range(len(seen)):
        alone = LearntEvaluation(rules)(seen[row : row + 1])
        np.testing.assert_array_equal(together[0][row], alone[0][0])
        assert together[1][row] == alone[1][0]


def test_either_side_sees_the_other_sides_value() -> None:
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10")
    _, values = LearntEvaluation("freestyle")(np.stack([position.observation(seat) for seat in (0, 1)]))
    assert values[0] == -values[1] > 0.5


def test_a_tree_asks_it_as_it_asks_a_function() -> None:
    """The search without Python in between is that of the same numbers from a function, bit by bit."""
    evaluate = LearntEvaluation("freestyle")
    position = ff.rules("freestyle").start().play_all("h8 i9 h9 h10")
    result = ff.search.mcts(position, 150, seed=4, evaluate=evaluate)
    again = ff.search.mcts(position, 150, seed=4, evaluate=lambda seen, legal: evaluate(seen, legal))
    assert result.line == again.line
    np.testing.assert_array_equal(result.visits, again.visits)
    np.testing.assert_array_equal(result.value, again.value)
    player = ff.players.make("mcts(simulations=150, evaluation='learnt')")
    assert player(position, np.random.default_rng(1)) == result.action


@pytest.mark.parametrize("preset", ["freestyle", "gomoku", "renju"])
def test_searches_with_it_find_wins(preset: str) -> None:
    """A four on the way is found by a tree, a player and many games at once."""
    position = ff.rules(preset).start(seed=0).play_all("h8 a1 h9 a3 h10 a5")
    assert ff.search.mcts(position, 200, evaluate=LearntEvaluation(preset)).value[0] > 0.9
    wins = {position.action(move) for move in ("h7", "h11")}
    assert ff.players.make("mcts(simulations=200, evaluation='learnt')")(position) in wins
    result = ff.search.gumbel_search([position] * 3, LearntEvaluation(preset), 32, gumbel_scale=0.0)
    assert set(result.action.tolist()) <= wins


def test_a_copy_judges_alike_and_weights_must_be_weights() -> None:
    position = ff.rules("freestyle").start().play_all("h8 i9")
    evaluate = LearntEvaluation(position.rules)
    copied = pickle.loads(pickle.dumps(evaluate))
    assert copied.rules == evaluate.rules
    np.testing.assert_array_equal(
        copied(position.observation()[None])[0], evaluate(position.observation()[None])[0]
    )
    with pytest.raises(ff.FivefoldError, match="does not begin as a file of weights does"):
        LearntEvaluation("freestyle", b"nothing")


def test_threads_may_share_it() -> None:
    evaluate = LearntEvaluation("freestyle")
    seen = np.stack([played(ff.rules("freestyle"), 9, seed).observation() for seed in range(8)])
    expected, wrong = evaluate(seen)[0], []

    def ask() -> None:
        wrong.extend(1 for _ in range(30) if not np.array_equal(evaluate(seen)[0], expected))

    workers = [threading.Thread(target=ask) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


OTHERS = [name for name in ff.presets() if name.startswith(("penta", "pah", "cus"))]


@pytest.mark.parametrize("preset", OTHERS)
def test_rules_without_weights_are_refused_by_name(preset: str) -> None:
    with pytest.raises(ff.WrongGameError, match=f"'{preset}'"):
        LearntEvaluation(preset)
    with pytest.raises(ff.WrongGameError, match=f"'{preset}'"):
        ff.players.make("mcts(evaluation='learnt')")(ff.rules(preset).start(seed=1))


def test_what_does_not_fit_is_refused() -> None:
    evaluate = LearntEvaluation("freestyle")
    with pytest.raises(ff.FivefoldError, match=r"uint8 \[n, \*\[7, 15, 15\]\] is wanted"):
        evaluate(np.zeros((1, 2, 15, 15), np.uint8))
    with pytest.raises(ff.FivefoldError, match="it is one of 'freestyle'"):
        ff.search.mcts(ff.rules("freestyle", size=9).start(), 10, evaluate=evaluate)
    with pytest.raises(ff.FivefoldError, match="evaluation= takes their place"):
        ff.players.make("mcts(evaluation='learnt', rollouts='uniform')")
    with pytest.raises(ff.FivefoldError, match="evaluation="):
        ff.players.make("mcts(evaluation='guess')")
