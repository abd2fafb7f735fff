"""Renju's own questions: fouls, their reasons, openings."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

import fivefold as ff

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
NUMBERS = {"overline": 1, "double_four": 2, "double_three": 3}


def board(stones: dict[str, str], **options: object) -> ff.Position:
    """A position with these stones, whoever put them."""
    rules = ff.rules("renju", **options)
    rows, columns = rules.board_shape
    lines = []
    for row in range(rows, 0, -1):
        names = [f"{chr(ord('a') + column)}{row}" for column in range(columns)]
        lines.append("".join(stones.get(name, ".") for name in names))
    return ff.Position.from_diagram("\n".join(lines), rules, check=False)


def black(points: str, **options: object) -> ff.Position:
    """A position with these black stones."""
    return board(dict.fromkeys(points.split(), "X"), **options)


@pytest.mark.parametrize(
    ("points", "kind", "rule", "lines"),
    [
        ("c8 d8 e8 g8 h8", "overline", "R2", [["c8", "d8", "e8", "f8", "g8", "h8"]]),
        (
            "d8 g8 h8 j8",
            "double_four",
            "R3",
            [["d8", "f8", "g8", "h8"], ["f8", "g8", "h8", "j8"]],
        ),
        ("f9 f10 g8 h8", "double_three", "R6", [["f8", "f9", "f10"], ["f8", "g8", "h8"]]),
    ],
)
def test_a_foul_names_its_kind_and_its_lines(
    points: str, kind: str, rule: str, lines: list[list[str]]
) -> None:
    """Kind, lines, words, and the refusal of the move agree."""
    pos = black(points)
    foul = ff.renju.foul(pos, "f8")
    assert foul is not None
    assert (foul.kind, foul.point, foul.colour) == (kind, "f8", "black")
    assert sorted(foul.lines) == lines
    assert kind.replace("_", " ") in str(foul)
    illegal = pos.why_illegal("f8")
    assert illegal is not None
    assert illegal.rule == rule
    assert ff.renju.foul(pos, pos.action("f8")) == foul
    assert ff.renju.foul_map(pos)[7, 5] == NUMBERS[kind]


def test_every_four_has_its_fifth_and_every_three_its_straight_four() -> None:
    """The parts of a foul are data."""
    four = ff.renju.foul(black("d8 g8 h8 j8"), "f8")
    assert four is not None
    assert sorted(part.fifths for part in four.fours) == [["e8"], ["i8"]]
    three = ff.renju.foul(black("f9 f10 g8 h8"), "f8")
    assert three is not None
    for part in three.threes:
        for grows, straight, ends in zip(part.grows, part.straight_fours, part.ends, strict=True):
            assert set(straight) == {*part.stones, grows}
            assert len(straight) == 4
            assert not set(ends) & set(straight)


def test_the_readings_of_r5_part_on_the_test_position() -> None:
    """R5: a five on the growing point spoils the three under "full" alone."""
    stones = "f8 i8 g4 g5 g6 g7 h9 h10"
    assert ff.renju.foul(black(stones), "h8") is None
    for three in ("no_five_clause", "simple"):
        foul = ff.renju.foul(black(stones, three=three), "h8")
        assert foul is not None
        assert foul.kind == "double_three"
    tree = ff.renju.explain(black(stones), "h8")
    assert tree is not None
    false = next(three for three in tree["threes"] if not three["real"])
    assert false["extensions"][0]["judgement"]["fives"] == [["g4", "g5", "g6", "g7", "g8"]]
    assert json.loads(json.dumps(tree)) == tree


def test_white_is_free_unless_both_are_restricted() -> None:
    """R11: the question is about a colour, not about who is to move."""
    stones = dict.fromkeys(["f9", "f10", "g8", "h8"], "O")
    assert ff.renju.foul(board(stones), "f8", "white") is None
    assert not ff.renju.foul_map(board(stones), "white").any()
    foul = ff.renju.foul(board(stones, restricted="both"), "f8", colour="white")
    assert foul is not None
    assert foul.kind == "double_three"


def test_the_map_is_a_new_array_of_the_boards_shape() -> None:
    """uint8 [rows, columns], the caller's own."""
    pos = black("f9 f10 g8 h8", size=(15, 11))
    fouls = ff.renju.foul_map(pos)
    assert fouls.dtype == np.uint8
    assert fouls.shape == (11, 15)
    fouls[:] = 9
    assert ff.renju.foul_map(pos).max() == 3


def test_the_map_is_what_each_point_says() -> None:
    """One map against 225 questions."""
    pos = black("f9 f10 g8 h8 c8 d8 k3 k4 l5 m5 d12 e12 g12 h12")
    fouls = ff.renju.foul_map(pos)
    for row, column in itertools.product(range(15), range(15)):
        foul = ff.renju.foul(pos, row * 15 + column)
        assert fouls[row, column] == (0 if foul is None else NUMBERS[foul.kind])


def test_taken_points_are_no_foul_and_have_no_tree() -> None:
    """Decided here: a taken point is answered by None, not by an error."""
    pos = black("f9")
    assert ff.renju.foul(pos, "f9") is None
    assert ff.renju.explain(pos, "f9") is None


@pytest.mark.parametrize(
    ("point", "error"),
    [
        ("p1", ff.IllegalMoveError),
        (225, ff.IllegalMoveError),
        (-1, ff.IllegalMoveError),
        ("8h", ff.NotationError),
        (None, ff.NotationError),
        (1.5, ff.NotationError),
    ],
)
def test_what_is_no_point_is_refused(point: object, error: type[Exception]) -> None:
    """E5 off the board, E7 no point at all."""
    for question in (ff.renju.foul, ff.renju.explain):
        with pytest.raises(error):
            question(black("f9"), point)  # type: ignore[arg-type]


def test_other_colours_and_other_games_are_refused() -> None:
    """A message that says what is taken."""
    with pytest.raises(ff.FivefoldError, match="'black' or 'white'"):
        ff.renju.foul_map(black("f9"), "red")  # type: ignore[arg-type]
    other = ff.rules("gomoku").start()
    for ask in (
        lambda: ff.renju.foul(other, "h8"),
        lambda: ff.renju.foul_map(other),
        lambda: ff.renju.explain(other, "h8"),
        lambda: ff.renju.opening_name(other),
    ):
        with pytest.raises(ff.WrongGameError):
            ask()


def test_questions_are_answered_inside_an_opening() -> None:
    """R11: also where a point has the word `offer` before it."""
    pos = ff.rules("renju", opening="rif_classic").start()
    pos = pos.play_all("h8 h9 i10 keep a1")
    assert ff.renju.foul(pos, "g7") is None
    assert ff.renju.explain(pos, "g7") is not None


def test_the_26_openings_are_those_of_the_golden_file() -> None:
    """Codes, names, kinds, moves; each position is named again."""
    golden = json.loads((GOLDEN / "renju_openings.json").read_text())["openings"]
    named = ff.renju.openings()
    assert [{"code": o.code, "name": o.name, "kind": o.kind, "moves": list(o.moves)} for o in named] == golden
    for opening in named:
        name = ff.renju.opening_name(opening.position)
        assert name is not None
        assert (name.code, name.name) == (opening.code, opening.name)
        assert str(name) == f"{opening.code} {opening.name}"
    assert ff.renju.opening_name(ff.rules("renju").start()) is None


def test_rules_of_renju_are_those_of_the_register() -> None:
    """The typed constructor gives the same object."""
    assert ff.renju.rules() == ff.rules("renju")
    rules = ff.renju.rules("renju_1918", fouls={"overline"}, three="simple", foul="illegal")
    assert rules == ff.rules("renju_1918", fouls=["overline"], three="simple", foul="illegal")
    with pytest.raises(ff.SetupError) as caught:
        ff.renju.rules(opening="yamaguchi", size=7)
    assert caught.value.rule == "R10"
