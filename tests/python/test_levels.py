"""The player `level`: ten strengths in every preset, in order."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

import fivefold as ff
from fivefold.board.choices import players_of
from fivefold.players import make, timed
from fivefold.players.levels import CUSTODIAL, DUEL, LEVELS, ROWS, SCORED, STAR, within_time
from fivefold.players.versions import VERSIONS


def test_there_are_ten_from_random_to_the_strongest():
    assert [len(ladder) for ladder in (CUSTODIAL, DUEL, ROWS, SCORED, STAR)] == 5 * [LEVELS] == 5 * [10]
    for rules in (*map(ff.rules, ff.presets()), ff.rules("pentagame", players=3)):
        assert make("level(1)").rung(rules) == "random"
        best = "racer" if len(rules.info.sides) > 2 else "alpha_beta"
        best = "mcts(simulations=2000, rollouts='rave')" if rules.to_dict().get("custodial") else best
        assert make("level(10)").rung(rules) == best


def test_a_level_is_named_by_its_number_alone():
    """As text, by keyword, and in a copy; other texts of this kind are refused."""
    for player in (make("level(7)"), make("level", number=7), make("level(number=7)")):
        assert (player.name, player.version) == ("level(7)", 3)
        assert make(player.name).name == pickle.loads(pickle.dumps(player)).name == "level(7)"
    assert make("level").name == "level(5)"
    for text in (
        "level(0)",
        "level(11)",
        "level(True)",
        "level(2.0)",
        "level(1, 2)",
        "mcts(7)",
        "level('3')",
    ):
        with pytest.raises(ff.FivefoldError):
            make(text)


def test_the_version_of_a_mixed_player_follows_its_players(monkeypatch):
    """What rests on answers of before is then known to be old."""
    monkeypatch.setitem(VERSIONS, "mcts", 5)
    monkeypatch.setitem(VERSIONS, "random", 1)
    assert make("mixed(weaker='random', stronger='mcts(simulations=4)', share=0.5)").version == 5


@pytest.mark.parametrize("preset", ["freestyle", "pente", "pah_tum", "pentagame"])
def test_a_limit_of_time_stands_beside_the_counts_of_a_level(preset):
    """With time enough a level answers as without a limit: time alone would make it stronger."""
    position = ff.rules(preset).start(seed=1)
    while position.player < 0 or position.turns < 4:
        position = position.play(int(position.legal_actions()[0]))
    for number in (4, 8, 10):
        player = make(f"level({number})")
        slow, hurried = timed(player, 1e6), timed(player, 0.001)
        assert slow.name == hurried.name == player.name
        assert slow.choose([position], [3]) == player.choose([position], [3])
        assert position.legal_mask[hurried.choose([position], [3])[0]]
    rung = player.rung(position.rules)
    assert json.loads(within_time(make(rung), 0.5).kind) == json.loads(make(rung).kind) | {"seconds": 0.5}


@pytest.mark.parametrize("preset", ["freestyle", "pente", "pah_tum", "pentagame"])
def test_decisions_are_shared_by_the_seed(preset):
    """The same seed gives the same answer, alone and among others; every answer is legal."""
    rules = ff.rules(preset)
    positions, rng = [], np.random.default_rng(2)
    for number in range(12):
        position = rules.start(seed=number)
        while position.player < 0:
            position = position.play(int(rng.choice(position.legal_actions())))
        positions.append(position)
    for number in (2, 5):
        player = make(f"level({number})")
        together = player.choose(positions, range(12)).tolist()
        assert together == [int(player.choose([one], [seed])[0]) for seed, one in enumerate(positions)]
        assert all(one.legal_mask[action] for one, action in zip(positions, together, strict=True))
    assert make("level(3)").choose([], []).shape == (0,)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "top"), [("freestyle", 7), ("pah_tum", 6), ("pentagame", 4)])
def test_a_higher_level_is_stronger(preset, top):
    """Neighbours in quick games: by far the most pairs are won by the higher one."""
    points = [
        ff.arena.match(
            f"level({number + 1})", f"level({number})", rules_of(preset), 40, seed=3, threads=1
        ).score
        for number in range(1, top)
    ]
    assert min(points) > 0.5, points
    assert np.mean(points) > 0.65, points


def rules_of(preset: str) -> ff.Rules:
    """Rules on a board on which games are short."""
    return ff.rules(preset, size=9) if preset == "freestyle" else ff.rules(preset)


def test_the_board_offers_levels():
    """In every game, and the strongest beside them."""
    for preset in ff.presets():
        offered = players_of(ff.rules(preset), True)
        assert offered[:LEVELS] == [f"level({number})" for number in range(1, LEVELS + 1)]
