"""What a board on the page shows beside the game: clocks, hints, values, buttons, who is to decide."""

import re

import pytest

import fivefold as ff
from by_hand import click, first_legal

pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")
from fivefold.board import Session
from fivefold.notebook import play

PRESETS = ff.presets()


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


def test_a_hint_blocks_what_would_win_and_holds_out_longest_where_all_is_lost():
    """Not the far corner (B9)."""
    session = Session("freestyle")
    click(session, "h8", "a1", "h9", "a3", "h10")
    session.hint()
    assert session.message.partition("hint: ")[2] in ("h6", "h7", "h11", "h12")
    lost = Session("freestyle")
    click(lost, "h8", "a1", "h9", "a3", "h10", "o15", "h11")
    lost.hint()
    assert lost.message.partition("hint: ")[2] in ("h7", "h12")


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
    values = session.view()["values"]
    assert values["values"] == [1, -1]
    assert values["shares"] == [1, 0]
    assert values["proven"]
    three = Session(ff.rules("pentagame", players=3))
    three.toggle_values()
    values = three.view()["values"]
    assert len(values["values"]) == 3
    assert all(0 <= share <= 1 for share in values["shares"])
    assert not values["proven"]


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
    set_up = Session("custodial_pah_tum", seed=1)
    assert set_up.view()["due"] == "set-up: put a black stone, which is nobody's"
    for spot in range(5):
        set_up.click(spot)
    assert set_up.view()["due"] == "put a yellow stone"
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
    view = Session("pentagame", first_legal, seed=1).view()
    assert [(seat["who"], seat["holds"]) for seat in view["seats"]] == [
        ("you", "discs"),
        ("program", "triangles"),
    ]
    assert view["common"] == "5 grey blocks in the supply"
    assert session.view()["common"] == ""


@pytest.mark.parametrize(
    ("rules", "moves", "holds", "has"),
    [
        (ff.rules("freestyle"), "", ["black", "white"], ["", ""]),
        (ff.rules("gomoku", opening="swap2"), "h8 i9 a1", ["black", "white"], ["", ""]),
        (ff.rules("gomoku", opening="swap2"), "h8 i9 a1 swap", ["white", "black"], ["", ""]),
        (ff.rules("pagoda"), "", ["black", "white"], ["0 pairs, 40 stones left"] * 2),
        (ff.rules("keryo_pente"), "", ["black", "white"], ["0 taken"] * 2),
        (ff.rules("pah_tum"), "", ["yellow", "blue"], ["0 points"] * 2),
        (ff.rules("custodial_pah_tum"), "a1 b1 c1 d1 e1 g7", ["yellow", "blue"],
         ["0 points, 39 stones left", "0 points, 40 stones left"]),
        (ff.rules("custodial_pah_tum", setup="cut"), "a1 b1 c1 d1 e1 yellow", ["blue", "yellow"],
         ["0 points, 40 stones left"] * 2),
    ],
    ids=str,
)  # fmt: skip
def test_colours_and_stones_are_told_from_the_first_decision_on(rules, moves, holds, has):
    """E1: before any exchange seat 0 holds the first colour. Supplies by P5 and T5."""
    seats = Session(rules.start(seed=1).play_all(moves)).view()["seats"]
    assert [seat["holds"] for seat in seats] == holds
    assert [seat["has"] for seat in seats] == has


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
