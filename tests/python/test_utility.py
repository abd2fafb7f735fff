"""Utilities: what a search maximises where it is not a seat's own return."""

from __future__ import annotations

import math

import numpy as np
import pytest

import fivefold as ff
from fivefold.players import make
from fivefold.search import Tree, mcts

NEXT = {3: (1, -1, 0), 4: (1, -1, 0, 0), 5: (1, -1, 0, 0, 0)}


def middle(players, scoring):
    """A position some turns into a game; moves do not hang on the scoring."""
    rules = ff.rules("pentagame", players=players, scoring=scoring)
    position, chance = rules.start(), np.random.default_rng(players)
    while position.turns < 40:
        position = position.play(int(chance.choice(position.legal_actions())))
    return position


@pytest.mark.parametrize("players", NEXT)
def test_the_next_ones_points_subtracted_are_the_zero_sum_scoring(players):
    """N17: what the rules pay for three and more players, given as a utility of points."""
    points, paid = middle(players, "points"), middle(players, "zero_sum")
    for rollouts in ("progress", "uniform"):
        result = mcts(points, 150, seed=3, rollouts=rollouts, utility=NEXT[players])
        wanted = mcts(paid, 150, seed=3, rollouts=rollouts)
        assert result.visits.tolist() == wanted.visits.tolist()
        assert result.value == pytest.approx(wanted.value, abs=1e-6)


def test_the_own_return_alone_is_the_default():
    position = middle(3, "points")
    result, wanted = mcts(position, 100, utility=(1, 0, 0)), mcts(position, 100)
    assert result.visits.tolist() == wanted.visits.tolist()
    assert result.value.tolist() == wanted.value.tolist()


def test_proofs_are_of_utilities():
    """Black can win at once: it does so for itself, and does not for the other seat."""
    position = ff.rules("freestyle", size=5).start().play_all("a1 a2 b1 b2 c1 c2 d1 d2")
    assert mcts(position, 200, utility=(1, 0)).move == "e1"
    difference = mcts(position, 200, utility=[1, -1])
    assert (difference.move, difference.proven.tolist()) == ("e1", [2.0, -2.0])
    # Each seat wants the other to win: whoever has four leaves the fifth point alone.
    generous = mcts(position, 2000, utility=(0, 1))
    assert generous.move not in ("e1", "e2")


@pytest.mark.parametrize("utility", [(1, -0.5), (0.75, -0.25), (1, 0)], ids=repr)
def test_weights_that_do_not_cancel_prove_as_much(utility):
    """Of two seats with one sum of returns every such utility wants what the return wants."""
    solved = ff.rules("pah_tum", size=5, layout=["a1", "b2", "c3", "d4", "e5"])
    solved = solved.start().play_all("b3 b4 c4 c2 d3 d2 b1 c1 a4 e2 a3 a2 e3 e4")
    points = ff.rules("pentagame", scoring="constant_sum", max_turns=21)
    chance, end = np.random.default_rng(3), points.start()
    while end.turns < 19:
        end = end.play(int(chance.choice(end.legal_actions())))
    for position in (solved, end):
        rules, range_ = position.rules, utility[0] - utility[1]
        own = mcts(position, 3000, seed=1, rollouts="uniform")
        weighed = mcts(position, 3000, seed=1, rollouts="uniform", utility=utility)
        assert weighed.visits.tolist() == own.visits.tolist()
        assert (weighed.proven is None) == (own.proven is None)
        total = rules.min_return + rules.max_return
        expected = [range_ * value + utility[1] * total for value in own.value]
        assert weighed.value == pytest.approx(expected, abs=1e-4)
    assert mcts(solved, 3000, seed=1, utility=utility).proven is not None


def test_evaluators_give_returns_and_the_utility_weighs_them():
    position = middle(3, "points")
    calls = []

    def evaluate(observation, legal):
        calls.append(observation.shape)
        return np.zeros(legal.shape), np.array([[2.0, 1.0, 0.0]])

    tree = Tree(position, evaluate=evaluate, utility=(1, -1, 0))
    assert tree.run(simulations=1).simulations == 1
    assert calls
    value = Tree(position, evaluate=evaluate, utility=(1, -1, 0)).run(simulations=20).value
    assert value.sum() == pytest.approx(0, abs=1e-5)


def test_players_can_be_given_a_utility():
    text = "mcts(simulations=30, utility=(1, -1, 0))"
    player, position = make(text), middle(3, "points")
    assert make(player.name).name == player.name == text
    assert make("mcts", simulations=30, utility=[1, -1, 0]).name == "mcts(simulations=30, utility=[1, -1, 0])"
    actions = player.choose([position] * 3, [1, 2, 3]).tolist()
    assert actions == [mcts(position, 30, seed=seed, utility=(1, -1, 0)).action for seed in (1, 2, 3)]
    lengths = ff.complexity.length(position.rules, [text, "mcts(simulations=5)", "random"], 1)
    assert lengths.mean.value > 0


@pytest.mark.parametrize(
    "utility",
    [(1,), (1, 0, 0), (0, 0), (math.nan, 1), (math.inf, 1), (1e7, 1), "ab", 5, (1, "a"), [], [1] * 9],
    ids=repr,
)
def test_what_is_no_utility_is_refused(utility):
    position = ff.rules("freestyle", size=5).start()
    with pytest.raises(ff.FivefoldError, match="utility"):
        mcts(position, 10, utility=utility)
    with pytest.raises(ff.FivefoldError, match="utility"):
        make("mcts", simulations=10, utility=utility).choose([position], [1])


def test_a_utility_is_for_games_without_partners():
    position = ff.rules("pentagame_teams").start()
    with pytest.raises(ff.FivefoldError, match="partner"):
        mcts(position, 10, utility=(1, -1, 0, 0))
    with pytest.raises(ff.WrongGameError, match="partner"):
        make("mcts(simulations=10, utility=(1, -1, 0, 0))").choose([position], [1])
