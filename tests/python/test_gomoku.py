"""Gomoku in Python: its constructor, its question, its choices; the laws are tested in Rust."""

import numpy as np
import pytest

import fivefold as ff


def names(position, points):
    return [position.move(point) for point in points]


def test_the_constructor_makes_what_ff_rules_makes():
    """G7: the typed function and the general one make the same rules."""
    assert ff.gomoku.rules() == ff.rules("gomoku")
    options = {
        "size": (9, 7),
        "five": ("exact", "or_more"),
        "first_move": "anywhere",
        "full_board": "white_wins",
    }
    assert ff.gomoku.rules("freestyle", passing="always", **options) == ff.rules(
        "freestyle", passing="always", **options
    )


@pytest.mark.parametrize(("size", "rule"), [(4, "G1"), (64, "G1"), ((5, 64), "G1"), (8, "G2")])
def test_a_size_is_refused_under_its_rule(size, rule):
    """G1: 5 to 63; G2: a centre needs odd sides."""
    with pytest.raises(ff.SetupError) as refusal:
        ff.gomoku.rules(size=size)
    assert refusal.value.rule == rule


def test_winning_points_are_those_that_end_the_game():
    """G3: each point listed wins, every other point does not."""
    pos = ff.rules("freestyle", size=9).start().play_all("c5 c1 d5 d2 e5 e3 f5 f4")
    points = ff.gomoku.winning_points(pos)
    assert names(pos, points) == ["b5", "g5"]
    assert points.dtype == np.int32
    for action in pos.legal_actions():
        after = pos.play(int(action))
        assert after.is_over == (action in points)


def test_winning_points_know_that_six_does_not_win():
    """G3: with exactly five the point that joins two rows to six is none."""
    for five, wins in (("or_more", ["d1"]), ("exact", [])):
        rules = ff.rules("freestyle", size=9, five=five)
        pos = rules.start().play_all("a1 a9 b1 b9 c1 c9 e1 e9 f1 f9")
        assert names(pos, ff.gomoku.winning_points(pos)) == wins


def test_the_wrong_game_is_refused():
    """A question of Gomoku about another game."""
    with pytest.raises(ff.WrongGameError):
        ff.gomoku.winning_points(ff.rules("pagoda").start())


def test_swap2_hands_the_choice_on():
    """G6: seat 1 puts two more stones, then seat 0 chooses; the winner is a seat."""
    pos = ff.rules("gomoku", size=9, opening="swap2").start().play_all("e5 a1 b1")
    assert (pos.player, pos.colour, pos.legal_moves()) == (1, "white", ["swap", "keep", "place2"])
    pos = pos.play_all("place2 c1 d1")
    assert (pos.player, pos.legal_moves()) == (0, ["swap", "keep"])
    assert pos.play("swap").player != pos.play("keep").player


def test_pro_keeps_the_third_stone_away():
    """G6: more than 2 steps of a king from the centre."""
    pos = ff.rules("gomoku", size=9, opening="pro").start()
    assert pos.legal_moves() == ["e5"]
    pos = pos.play_all("e5 a1")
    board = pos.legal_mask[:81].reshape(9, 9)
    assert not board[2:7, 2:7].any()
    assert board.sum() == 81 - 25 - 1
    assert pos.why_illegal("g7").rule == "G6"
