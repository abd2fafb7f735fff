"""The player of rows of stones: forced wins, their defence, and a look ahead."""

from __future__ import annotations

import json

import numpy as np
import pytest

import fivefold as ff
from fivefold.players import make

STONES = ["freestyle", "gomoku", "renju", "pagoda", "pente", "ninuki_renju"]


def small(preset):
    """The rules of a preset on a small board where there is one."""
    for size in (9, 7):
        try:
            return ff.rules(preset, size=size)
        except ff.FivefoldError:
            continue
    return ff.rules(preset)


@pytest.mark.slow
@pytest.mark.parametrize("preset", STONES)
def test_threats_plays_games_of_rows(preset):
    """From the opening on: legal answers, the same for the same seed."""
    player, position = make("threats(simulations=8, nodes=200)"), small(preset).start()
    for number in range(12):
        if position.is_over:
            break
        action = player.choose([position], [number])[0]
        assert action == player.choose([position], [number])[0]
        assert position.legal_mask[action]
        position = position.play(int(action))


def test_threats_plays_no_other_game():
    for preset in ("pah_tum", "pentagame"):
        with pytest.raises(ff.WrongGameError, match="threats plays games in which rows of stones win"):
            make("threats")(ff.rules(preset).start(seed=1))


def test_threats_wins_by_fours_and_threes():
    """A four-three, three actions before the five; then the game is played to its end."""
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 i10 c1 j10 e1 k8 o15")
    forced = ff.search.forced_win(position, nodes=10_000)
    assert forced is not None
    player, seat, rng = make("threats(simulations=0)"), position.player, np.random.default_rng(1)
    for _ in range(len(forced)):
        action = player(position, rng) if position.player == seat else make("greedy")(position, rng)
        position = position.play(action)
        if position.is_over:
            break
    assert position.outcome.winners == (seat,)


def test_threats_stops_a_forced_win():
    """An open three of the other side: whatever is played instead loses."""
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10")
    assert position.player == 1
    action = make("threats")(position)
    assert ff.search.forced_win(position.play(action), nodes=20_000) is None
    assert position.move(action) in ("h6", "h7", "h11", "h12")


def test_threats_sees_captures():
    """The last pair wins, and is stopped by taking its point (P4)."""
    rules = ff.rules("pagoda", size=9)
    board = "\n".join([*[". " * 9] * 4, ". X O O . . . . .", *[". " * 9] * 4])
    mine = ff.Position.from_diagram(board, rules, player=0, taken=(8, 0))
    assert mine.move(make("threats")(mine)).startswith("e5")
    theirs = ff.Position.from_diagram(board, rules, player=1, taken=(8, 0))
    stopped = theirs.play(make("threats")(theirs))
    assert not any(stopped.play(action).is_over for action in stopped.legal_actions() if stopped.player == 0)


def test_threats_plays_no_foul_that_loses():
    """R7: the point that most rows pass through is Black's double three."""
    rules = ff.rules("renju", foul="loses", opening="none", first_move="anywhere")
    position = rules.start().play_all("g8 a1 i8 a15 h7 o1 h9 o15")
    assert position.play("h8").outcome.winners == (1,)
    assert not position.play(make("threats(simulations=0)")(position)).is_over


LOOKAHEAD = "threats(simulations=0, nodes=0, lookahead=400)"


@pytest.mark.parametrize("preset", STONES)
def test_the_look_ahead_plays_games_of_rows(preset):
    """Without forced wins and rollouts: whole games of legal answers, the same for the same count."""
    player, position = make(LOOKAHEAD), small(preset).start()
    for number in range(40):
        if position.is_over:
            break
        action = player.choose([position], [number])[0]
        assert action == player.choose([position], [number])[0]
        assert position.legal_mask[action]
        position = position.play(int(action))


@pytest.mark.parametrize("size", [9, 15])
def test_the_look_ahead_wins_and_stops_wins(size):
    rules = ff.rules("freestyle", size=size)
    player = make(LOOKAHEAD)
    four = "d4 a1 d5 a3 d6 a5 d7 b9"
    assert rules.start().play_all(four).move(player(rules.start().play_all(four))) in ("d3", "d8")
    closed = rules.start().play_all("d4 d3 d5 a1 d6 a3 d7")
    assert closed.move(player(closed)) == "d8"
    three = rules.start().play_all("d4 a1 d5 a3 d6")
    assert three.move(player(three)) in ("d2", "d3", "d7", "d8")


def test_the_look_ahead_sees_captures():
    """The last pair wins; a pair in danger that would win is taken out of it or stopped (P4)."""
    rules = ff.rules("pagoda", size=9)
    board = "\n".join([*[". " * 9] * 4, ". X O O . . . . .", *[". " * 9] * 4])
    mine = ff.Position.from_diagram(board, rules, player=0, taken=(8, 0))
    assert mine.move(make(LOOKAHEAD)(mine)).startswith("e5")
    theirs = ff.Position.from_diagram(board, rules, player=1, taken=(8, 0))
    stopped = theirs.play(make(LOOKAHEAD)(theirs))
    assert not any(stopped.play(action).is_over for action in stopped.legal_actions() if stopped.player == 0)


def test_the_look_ahead_plays_no_foul():
    """R6: the point that most rows pass through is Black's double three."""
    rules = ff.rules("renju", opening="none", first_move="anywhere")
    position = rules.start().play_all("g8 a1 i8 a15 h7 o1 h9 o15")
    assert position.why_illegal("h8") is not None or position.is_over is False
    action = make(LOOKAHEAD)(position)
    assert position.legal_mask[action]


def test_the_look_ahead_beats_greedy():
    result = ff.arena.match(LOOKAHEAD, "greedy", ff.rules("freestyle", size=11), games=20, seed=3)
    assert result.share.low > 0.5


def test_a_time_alone_takes_the_limits_off_threats():
    by_time = json.loads(make("threats(seconds=0.5)").kind)
    assert by_time["seconds"] == 0.5
    assert min(by_time["nodes"], by_time["lookahead"]) == 2**31 - 1
    named = json.loads(make("threats(seconds=0.5, nodes=100)").kind)
    assert (named["nodes"], named["lookahead"], named["simulations"]) == (100, 30_000, 200)


def test_threats_beats_greedy():
    result = ff.arena.match(
        "threats(simulations=16, nodes=500)", "greedy", ff.rules("freestyle"), games=10, seed=3
    )
    assert result.score >= 0.9
