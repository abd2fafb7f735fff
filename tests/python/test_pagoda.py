"""Pagoda and its kin in Python: the questions, the options, real games; the laws are tested in Rust."""

import numpy as np
import pytest

import fivefold as ff

PAIR = "a1 b1 q17 c1"


@pytest.fixture
def before_capture():
    """Black to move can capture b1 c1 at d1."""
    return ff.rules("pagoda").start().play_all(PAIR)


def test_a_capture_is_told_before_and_after_it_is_made(before_capture):
    """P3, P7: the groups, the crosses, the counts."""
    assert ff.pagoda.captures(before_capture, "d1") == (("c1", "b1"),)
    assert ff.pagoda.captures(before_capture, before_capture.action("d1X")) == (("c1", "b1"),)
    assert ff.pagoda.captures(before_capture, "e5") == ()
    after = before_capture.play("d1")
    assert ff.pagoda.captured(after) == ("b1", "c1")
    assert ff.pagoda.captured(before_capture) == ()
    assert ff.pagoda.taken(after) == (2, 0)
    assert ff.pagoda.captured_pairs(after) == (1, 0)
    assert ff.pagoda.supply(after) == (37, 38)
    assert after.board[0, :4].tolist() == [1, 0, 0, 1]


def test_threats_name_points_and_pairs(before_capture):
    """Points that make five, points that capture, pairs at risk, for either colour."""
    threats = ff.pagoda.threats(before_capture)
    assert threats == ff.pagoda.threats(before_capture, "black")
    assert (threats.five, threats.capture, threats.pairs) == ((), ("d1",), (("b1", "c1"),))
    four = ff.rules("pente").start().play_all("h4 a1 i4 a3 j4 a5 k4 a7")
    assert ff.pagoda.threats(four, "black").five == ("g4", "l4")
    assert ff.pagoda.threats(four, "white") == ((), (), ())


@pytest.mark.parametrize("colour", ["red", "Black", 1, b"black"])
def test_a_colour_that_is_none_is_refused(before_capture, colour):
    """The error shows what was asked."""
    with pytest.raises(ff.FivefoldError, match=r"colour=.* takes 'black' or 'white'"):
        ff.pagoda.threats(before_capture, colour)


@pytest.mark.parametrize(
    ("move", "error", "rule"),
    [
        ("a1", ff.IllegalMoveError, "E5"),
        ("d1XX", ff.IllegalMoveError, "P7"),
        ("r1", ff.IllegalMoveError, "E5"),
        ("pass", ff.NotationError, "E7"),
        (289, ff.NotationError, "E7"),
        (1.5, ff.NotationError, "E7"),
        (None, ff.NotationError, "E7"),
    ],
)
def test_what_a_refused_move_would_capture_is_refused_as_the_move_is(before_capture, move, error, rule):
    """The same error as `play` has."""
    for ask in (lambda: ff.pagoda.captures(before_capture, move), lambda: before_capture.play(move)):
        with pytest.raises(error) as caught:
            ask()
        assert caught.value.rule == rule


def test_questions_of_another_game_are_refused():
    """A position of Gomoku has no captures."""
    position = ff.rules("gomoku").start()
    for ask in (
        ff.pagoda.taken,
        ff.pagoda.captured_pairs,
        ff.pagoda.supply,
        ff.pagoda.captured,
        ff.pagoda.threats,
        lambda position: ff.pagoda.captures(position, "h8"),
    ):
        with pytest.raises(ff.WrongGameError):
            ask(position)
    with pytest.raises(ff.FivefoldError):
        ff.pagoda.taken("h8")


def test_the_constructor_is_the_general_one_with_types():
    """Options left out are those of the preset."""
    assert ff.pagoda.rules() == ff.rules("pagoda")
    assert ff.pagoda.rules("pente", opening="tournament") == ff.rules("pente", opening="tournament")
    unlimited = ff.pagoda.rules(stones=None)
    assert unlimited == ff.rules("pagoda", stones=None)
    assert ff.pagoda.supply(unlimited.start()) is None
    assert ff.pagoda.rules(take=(3, 2)) == ff.rules("pagoda", take=[2, 3])
    handicap = ff.pagoda.rules(handicap={"white": ("H8", "j10")})
    assert handicap == ff.rules("pagoda", handicap={"white": ["j10", "h8"]})
    assert ff.pagoda.supply(handicap.start()) == (40, 38)


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"handicap": {"black": ["a1", "a2", "a3", "a4"]}}, "P6"),
        ({"handicap": {"black": ["a1"], "white": ["b1"]}}, "P6"),
        ({"handicap": {"black": ["a1", "a1"]}}, "P6"),
        ({"handicap": {"black": ["a1"]}, "opening": "tournament"}, "P6"),
        ({"take": [6]}, "P9"),
        ({"target": 61}, "P9"),
        ({"stones": 0}, "P5"),
        ({"stones": 1.5}, "P5"),
        ({"five": "six"}, "P2"),
        ({"fouls": ["overline"]}, "G7"),
    ],
)
def test_options_that_are_refused_name_their_rule(options, rule):
    """Bad input of the issue, and what does not mix."""
    with pytest.raises(ff.SetupError) as caught:
        ff.rules("pagoda", **options)
    assert caught.value.rule == rule


def test_a_set_up_has_taken_and_supply():
    """E8: what is not given follows from the board; more stones than supplies are refused."""
    rules = ff.rules("pagoda", size=5, stones=4)
    diagram = ". . . . .\n. . . . .\n. . . . .\n. . . . .\nX O O . ."
    position = ff.Position.from_diagram(diagram, rules, player=0, taken=(2, 0))
    assert (ff.pagoda.taken(position), ff.pagoda.supply(position)) == ((2, 0), (3, 0))
    assert position.legal_moves()[0] == "d1X"
    position = ff.Position.from_diagram(diagram, rules, player=1, supply=(1, 1))
    assert ff.pagoda.supply(position) == (1, 1)
    for wrong in ({"supply": (4, 0)}, {"taken": (10, 0)}, {"taken": (4, 0)}, {"taken": (1, 0)}):
        with pytest.raises(ff.SetupError) as caught:
            ff.Position.from_diagram(diagram, rules, **wrong)
        assert caught.value.rule == "E8"


def test_observation_planes_are_those_of_the_page(before_capture):
    """Plane by plane as in docs/games/pagoda.md, from both views."""
    after = before_capture.play("d1")
    white, black = after.observation(), after.observation(player=0)
    assert white.shape == (9, 17, 17)
    assert np.array_equal(white[0], after.board == 2)
    assert np.array_equal(black[0], after.board == 1)
    assert np.array_equal(black[1], white[0])
    assert [int(plane.max()) for plane in black[2:]] == [2, 0, 37, 38, 1, 0, 0]
    assert [int(plane.max()) for plane in white[2:]] == [0, 2, 38, 37, 0, 1, 0]
    opening = ff.rules("pente", opening="tournament").start().observation()
    assert [int(plane.min()) for plane in opening[4:]] == [255, 255, 1, 1, 3]


def test_postal_games_replay_with_the_captures_that_are_marked():
    """P8: the two games of the source, shipped with the package."""
    marked = {"i13X", "e9X"}, {"l15X", "k16X", "o13X"}
    taken = (4, 0), (4, 2)
    for record, crosses, stones in zip(ff.pagoda.postal_games(), marked, taken, strict=True):
        assert {move for move in record.moves if "X" in move} == crosses
        assert ff.pagoda.taken(record.position) == stones
        assert record.outcome.winners == (0,)
        assert record.outcome.termination == ff.Termination.RESIGNATION
        assert ff.Record.from_json(record.to_json()) == record


def test_the_plain_text_of_the_source_is_written_and_read(tmp_path):
    """X4: numbers, crosses, remarks in brackets; the postal games come back whole."""
    for record in ff.pagoda.postal_games():
        path = tmp_path / "game.notes"
        path.write_text(record.to_notes())
        (back,) = ff.records.read(path)
        assert (back.moves, back.comments, back.result) == (record.moves, record.comments, record.result)
    text = "1. h8 a4 2. f10 (the one-space jump) g9 3. h10 g11"
    assert ff.Record.from_notes(text).to_notes().split() == text.split()


@pytest.mark.parametrize(
    ("written", "read"), [("H8", "h8"), ("J8", "i8"), ("K10", "j10"), ("T19", "s19"), ("a1", "a1")]
)
def test_letters_without_i_are_read_on_request(written, read):
    """Pente servers leave the I out."""
    assert ff.Record.from_notes(f"1. {written}", "pente", letters="no_i").moves == [read]


def test_letters_that_are_wrong_are_refused():
    """An i where there is none, a column off the board, a word that is none of the two."""
    for text, number in [("1. h8 i9", 2), ("1. U8", 1), ("1. AA1", 1)]:
        with pytest.raises(ff.RecordError) as caught:
            ff.Record.from_notes(text, "pente", letters="no_i")
        assert caught.value.number == number
    wide = ff.Record.from_notes("1. AA1 Z1", ff.rules("pente", size=30), letters="no_i")
    assert wide.moves == ["z1", "y1"]
    with pytest.raises(ff.FivefoldError, match="no_i"):
        ff.Record.from_notes("1. h8", letters="none")


def test_real_games_end_as_they_did(real):
    """460 games of a Pente server, read where they lie: stones taken and the winner."""
    games = real("pente_org_games")["cases"]
    assert len(games) == 460
    for game in games:
        position = ff.Record.from_notes(" ".join(game["moves"]), "pente", letters="no_i").position
        captures = game["captured_stones_after_ply"]
        assert ff.pagoda.taken(position) == tuple(captures[-1][1] if captures else (0, 0))
        assert position.is_over == game["ends_by_rule"]
        if position.is_over:
            assert position.outcome.winners == (0 if game["result"] == "first" else 1,)
