"""Playing by hand: what clicks, buttons and opponents do, and the widget's messages."""

import copy
import pickle

import numpy as np
import pytest

import fivefold as ff
from by_hand import at_random, click, first_legal, spot
from fivefold.draw.reading import clicks_of

pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")
from fivefold.board import Session
from fivefold.notebook import Board, play

PRESETS = ff.presets()


def test_a_click_plays_a_stone():
    session = Session("freestyle")
    click(session, "h8", "i9")
    assert session.record.moves == ["h8", "i9"]
    assert session.position == ff.rules("freestyle").start().play_all("h8 i9")


def test_an_illegal_click_is_explained_and_changes_nothing():
    session = Session("gomoku")
    click(session, "a1")
    assert session.record.moves == []
    refusal = session.position.why_illegal("a1")
    assert session.message == f"{refusal.message} ({refusal.rule})"
    click(session, "h8")
    assert session.message == ""
    click(session, "h8")
    assert session.message
    assert session.record.moves == ["h8"]


def test_clicks_capture_in_pagoda():
    session = Session("pagoda")
    click(session, "a1", "b1", "q17", "c1", "d1")
    assert session.record.moves[-1] == "d1X"
    assert session.position.board[0, :4].tolist() == [1, 0, 0, 1]


def test_an_opponent_answers_and_undo_takes_both_back():
    session = Session("freestyle", first_legal)
    click(session, "h8", "i9")
    assert session.record.moves == ["h8", "a1", "i9", "b1"]
    session.undo()
    assert session.record.moves == ["h8", "a1"]
    session.undo()
    session.undo()
    assert session.record.moves == []
    assert session.message == "there is nothing to take back"


def test_the_opponent_may_begin():
    session = Session("freestyle", first_legal, seat=1)
    assert session.record.moves == ["a1"]
    session.undo()
    assert session.record.moves == ["a1"]
    click(session, "h8")
    session.undo()
    assert session.record.moves == ["a1"]
    session.restart()
    assert session.record.moves == ["a1"]


def test_a_failing_opponent_is_reported():
    def broken(position, rng):
        raise RuntimeError("out of ideas")

    session = Session("freestyle", broken)
    click(session, "h8")
    assert session.message == "the opponent of seat 1 failed: out of ideas"
    assert session.record.moves == ["h8"]


def test_an_illegal_answer_is_reported():
    session = Session("freestyle", lambda position, rng: "h8")
    click(session, "h8")
    assert "the opponent of seat 1 failed: " in session.message
    assert "h8" in session.message
    assert session.record.moves == ["h8"]


def test_programs_may_hold_all_seats():
    session = Session("pentagame", {0: at_random, 1: at_random}, seed=2)
    assert session.position.is_over
    again = Session("pentagame", {0: at_random, 1: at_random}, seed=2)
    assert again.record.moves == session.record.moves


def test_choices_that_are_no_points_are_buttons():
    session = Session(ff.rules("gomoku", opening="swap2"))
    click(session, "h8", "i9", "j10")
    assert session.view()["buttons"] == ["swap", "keep", "place2"]
    assert session.view()["targets"] == []
    session.press("swap")
    assert session.record.moves[-1] == "swap"
    session.press("nonsense")
    assert session.message


def test_dice_are_rolled_for_the_players():
    session = Session(ff.rules("pentagame", dice="before"), seed=4)
    assert session.position.player == 0
    assert session.record.moves[0].startswith("roll ")


def test_a_piece_of_pentagame_is_clicked_then_its_target():
    session = Session("pentagame")
    click(session, "A")
    view = session.view()
    assert session.chosen == spot(session, "A")
    wanted = {c.spot for c in clicks_of(session.position) if c.start == session.chosen}
    assert wanted <= set(view["targets"])
    click(session, "A")
    assert session.chosen is None
    click(session, "A", "A-6-c")
    assert session.record.moves == ["a(A->A-6-c)"]


def test_a_swap_on_a_shared_corner_asks_which_piece():
    session = Session("pentagame")
    click(session, "A", "B")
    assert session.message == "which one?"
    choices = session.view()["buttons"]
    assert set(choices) == {"a,b(A<->B)", "a,1b(A<~>B)"}
    session.press("a,1b(A<~>B)")
    assert session.record.moves == ["a,1b(A<~>B)"]


def test_a_whole_turn_of_pentagame_by_clicks():
    """A black block is replaced, then set on a free stop."""
    session = Session("pentagame")
    click(session, "A", "d")
    assert session.record.moves == ["a(A->d)"]
    assert session.position.player == 0
    click(session, "E-2-b")
    assert session.record.moves == ["a(A->d)", "[E-2-b]"]
    assert session.position.player == 1
    session.undo()
    assert session.record.moves == ["a(A->d)"]


def test_a_click_on_nothing_of_ones_own_is_explained():
    session = Session("pentagame")
    click(session, "A-1-E")
    assert session.message == "nothing of yours can move from or to there"
    click(session, "A", "A-1-E")
    assert session.record.moves == ["a(A->A-1-E)"]
    session.undo()
    click(session, "A", "d")
    click(session, "B")
    assert session.message.startswith(session.position.why_illegal("[B]").message)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_legal_move_can_be_made_by_hand(preset):
    """Through a whole game at random, by clicks and buttons alone."""
    rng = np.random.default_rng(5)
    session = Session(preset, seed=1)
    for _ in range(40):
        if session.position.is_over:
            break
        clicks = clicks_of(session.position)
        assert [c.move for c in clicks] == session.position.legal_moves()
        wanted = clicks[rng.integers(len(clicks))]
        before = len(session.record.moves)
        if wanted.start is not None:
            session.click(wanted.start)
        if wanted.spot is not None:
            session.click(wanted.spot)
        if len(session.record.moves) == before:
            assert wanted.move in session.view()["buttons"]
            session.press(wanted.move)
        assert session.record.moves[before] == wanted.move


def test_nothing_moves_after_the_end():
    session = Session(ff.rules("freestyle").start().play_all("a1 a3 b1 b3 c1 c3 d1 d3 e1"))
    click(session, "h8")
    assert session.message == "the game is over"
    assert session.view()["targets"] == []


def test_the_record_is_a_copy():
    session = Session("freestyle")
    stored = session.record
    click(session, "h8")
    assert stored.moves == []
    stored.push("a1")
    assert session.record.moves == ["h8"]
    assert pickle.loads(pickle.dumps(session.record)) == copy.copy(session.record)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess",), "chess"),
        ((3,), "3 cannot be played"),
        (("gomoku", "bot"), "there is no player 'bot'"),
        (("gomoku", 7), "takes the name of a player or a callable"),
        (("gomoku", {5: first_legal}), "a callable of a seat"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, message):
    with pytest.raises(ff.FivefoldError, match=message):
        Session(*arguments)
    with pytest.raises(ff.FivefoldError, match="seat 2 is refused"):
        Session("gomoku", seat=2)


def test_the_widget_takes_messages_of_the_page():
    board = play("freestyle")
    assert isinstance(board, Board)
    assert board.view["svg"].startswith("<svg")
    board._hear(board, {"kind": "click", "value": 112}, [])
    assert board.record.moves == ["h8"]
    assert board.view["moves"] == ["h8"]
    for nonsense in (
        {"kind": "click", "value": 1e9},
        {"kind": "click", "value": -1},
        {"kind": "x"},
        "undo",
        None,
    ):
        board._hear(board, nonsense, [])
    assert board.record.moves == ["h8"]
    board._hear(board, {"kind": "undo", "value": None}, [])
    assert board.position == board.session.position
    assert board.record.moves == []
    with pytest.raises(ff.FivefoldError, match="theme"):
        play("freestyle", theme="none")
