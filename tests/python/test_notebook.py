"""Playing by hand: what clicks, buttons and opponents do, and the widget's messages."""

import copy
import pickle
import re

import numpy as np
import pytest

import fivefold as ff
from fivefold import draw
from fivefold.draw.reading import clicks_of

pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")
from fivefold.notebook import Board, Session, play

PRESETS = ff.presets()


def spot(session, name):
    return draw.scene(session.position).names.index(name)


def click(session, *names):
    for name in names:
        session.click(spot(session, name))


def first_legal(position, rng):
    return int(position.legal_actions()[0])


def at_random(position, rng):
    return rng.choice(position.legal_actions())


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
    kept = session.record
    click(session, "h8")
    assert kept.moves == []
    kept.push("a1")
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


class Time:
    """A time that stands still until a test moves it."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_the_clock_runs_for_the_seat_that_decides():
    now = Time()
    session = Session("freestyle", clock="total 60 + 5", now=now)
    now.now += 20
    assert session.view()["clock"] == {"left": [40, 60], "seat": 0}
    click(session, "h8")
    assert session.record.time_left == {1: 40}
    now.now += 1
    assert session.view()["clock"] == {"left": [45, 59], "seat": 1}
    assert Session("freestyle").view()["clock"] is None


def test_what_is_taken_back_gets_its_time_back():
    now = Time()
    session = Session("freestyle", clock="total 60", now=now)
    now.now += 10
    click(session, "h8")
    now.now += 20
    session.undo()
    assert session.view()["clock"] == {"left": [50, 60], "seat": 0}
    now.now += 5
    assert session.view()["clock"]["left"] == [45, 60]
    session.restart()
    assert session.view()["clock"]["left"] == [60, 60]


def test_out_of_time_the_game_is_lost():
    now = Time()
    session = Session("freestyle", clock="move 10", now=now)
    click(session, "h8")
    now.now += 10
    click(session, "i9")
    assert session.record.moves == ["h8"]
    assert session.record.events == ["timeout 1"]
    assert "out of time" in session.view()["message"] or session.message == "the game is over"
    assert session.view()["clock"]["seat"] is None
    assert not session.view()["targets"]
    session.undo()
    assert session.record.events == []


def test_out_of_time_the_turn_of_pentagame_is_lost():
    """N14, also of a program: its late answer is not played."""
    now = Time()

    def slow(position, rng):
        now.now += 20
        return position.legal_actions()[0]

    session = Session("pentagame", slow, clock="move 10", now=now)
    now.now += 10
    assert session.out_of_time()
    assert session.record.events == ["timeout 0", "timeout 1"]
    assert session.position.player == 0
    assert not session.out_of_time()
    assert session.view()["clock"]["left"] == [10, 10]


def test_the_page_tells_when_the_time_is_up():
    board = play("freestyle", clock="move 10")
    board.session._timer._now = lambda: 1e12
    board._hear(board, {"kind": "flag", "value": None}, None)
    assert board.record.events == ["timeout 0"]
    with pytest.raises(ff.FivefoldError, match="the time"):
        play("freestyle", clock="sand 10")


def test_players_sit_by_their_texts():
    session = Session("pentagame", {1: "racer"}, seed=1)
    click(session, "A", "A-1-B")
    assert session.position.player == 0
    assert session.position.turns == 2
    assert len(Session("freestyle", "greedy", seat=1).record.moves) == 1


def test_a_hint_is_marked_and_forgotten():
    session = Session("freestyle", adviser="greedy")
    click(session, "h8", "a1", "h9", "a3", "h10", "a5", "h11", "b9")
    plain = session.view()["svg"]
    session.hint()
    assert session.message in ("hint: h7", "hint: h12")
    assert session.view()["svg"] != plain
    click(session, "a7")
    assert "hint" not in session.view()["message"]
    pentagame = Session("pentagame", adviser="racer")
    plain = pentagame.view()["svg"]
    pentagame.hint()
    assert pentagame.message.startswith("hint: ")
    assert pentagame.view()["svg"] != plain
    assert Session("freestyle", adviser="racer").hint() is None
    over = Session(ff.rules("freestyle").start().play_all("a1 a3 b1 b3 c1 c3 d1 d3 e1"))
    over.hint()
    assert over.message == "the game is over"


def written_on(session):
    """The words on the points of a board: bold, as nothing else in the picture."""
    return sorted(re.findall(r'font-weight="700">([^<]*)<', session.view()["svg"]))


def test_threats_are_written_on_their_points():
    session = Session("freestyle")
    click(session, "h8", "a1", "h9", "o1", "h10", "a15")
    assert session.view()["threats"] is False
    assert written_on(session) == []
    session.toggle_threats()
    view = session.view()
    assert view["threats"] is True
    assert view["message"] == "threats: what a stone would make, in brackets the other side's"
    # Black's three makes a four on h6, h7, h11 and h12.
    assert written_on(session) == ["4"] * 4
    click(session, "o15")
    assert written_on(session) == ["(4)"] * 4
    session.toggle_threats()
    assert written_on(session) == []
    assert session.view()["message"] == ""
    empty = Session("freestyle")
    empty.toggle_threats()
    assert empty.view()["message"] == "no threats"


def test_both_sides_may_threaten_on_one_point():
    session = Session("freestyle")
    click(session, "h8", "e11", "h9", "f11", "h10", "g11")
    session.toggle_threats()
    # On h11 and h12 Black makes a four; White makes one on c11, d11, h11 and i11.
    assert written_on(session) == sorted(["4"] * 3 + ["4(4)"] + ["(4)"] * 3)


def test_threats_are_shown_where_rows_of_stones_win():
    for preset in ("pentagame", "pah_tum"):
        session = Session(preset)
        assert session.view()["threats"] is None
        with pytest.raises(ff.WrongGameError, match="rows do not win"):
            session.toggle_threats()


def test_values_by_seat_with_proofs_marked():
    session = Session("freestyle")
    assert session.view()["values"] is None
    click(session, "h8", "a1", "h9", "a3", "h10", "a5", "h11", "b9")
    session.toggle_values()
    told = session.view()["values"]
    assert told["values"] == [1, -1]
    assert told["shares"] == [1, 0]
    assert told["proven"]
    three = Session(ff.rules("pentagame", players=3))
    three.toggle_values()
    told = three.view()["values"]
    assert len(told["values"]) == 3
    assert all(0 <= share <= 1 for share in told["shares"])
    assert not told["proven"]


def test_the_buttons_of_the_page():
    board = play("freestyle", "random", seed=1, adviser="greedy")
    for value in (True, False):
        board._hear(board, {"kind": "values", "value": None}, None)
        assert board.view["showsValues"] is value
        assert (board.view["values"] is not None) is value
    for value in (True, False):
        board._hear(board, {"kind": "threats", "value": None}, None)
        assert board.view["threats"] is value
    board._hear(board, {"kind": "hint", "value": None}, None)
    assert board.view["message"].startswith("hint: ")


def test_the_view_says_which_decision_is_due():
    """Put a stone of which colour, pick an offer, move a piece, say a word."""
    assert Session("gomoku").view()["due"] == "put a black stone"
    swap2 = Session(ff.rules("gomoku", opening="swap2").start().play_all("h8 i9 a1"))
    assert swap2.view()["due"] == "say swap or say keep or say place2"
    assert Session("custodial_pah_tum", seed=1).view()["due"] == "put a black stone"
    pentagame = Session("pentagame")
    assert pentagame.view()["due"].startswith("move a piece")
    pentagame.press("d(D->b)")
    assert "black block" in pentagame.view()["due"]
    ended = Session(ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4 h12"))
    assert ended.view()["due"] == ""


def test_the_view_says_who_holds_and_has_what():
    session = Session(ff.rules("pente").start().play_all("k10 k11 a1 k12 k13"), seat=1)
    black, white = session.view()["seats"]
    assert (black["holds"], black["has"], black["due"]) == ("black", "1 pair", False)
    assert (white["holds"], white["has"], white["due"]) == ("white", "0 pairs", True)
    seats = Session("pentagame", first_legal, seed=1).view()["seats"]
    assert [(seat["who"], seat["holds"]) for seat in seats] == [("you", "pieces 0"), ("program", "pieces 1")]


def test_the_own_stone_is_shown_before_the_program_thinks():
    seen = []

    def program(position, rng):
        seen.append(board.view["thinking"])
        seen.append(board.view["moves"])
        return "a1"

    board = play("freestyle", program)
    board.session.click(112)
    assert seen == [1, ["h8"]]
    assert board.session.view()["thinking"] is None
    assert board.record.moves == ["h8", "a1"]


def test_stones_are_numbered_and_the_record_is_there_to_copy():
    board = play("freestyle")
    board.session.click(112)
    assert board.session.view()["numbered"] is False
    plain = board.session.view()["svg"]
    board._hear(None, {"kind": "numbers"}, [])
    assert board.view["numbered"] is True
    assert board.view["svg"] != plain
    assert ff.Record.from_json(board.view["record"]) == board.record
    assert play("pentagame").view["numbered"] is None
