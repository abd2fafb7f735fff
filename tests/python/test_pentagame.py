"""Pentagame from Python: set-ups, features, arrays, chance."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import fivefold as ff

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "data" / "golden" / "pentagame.json").read_text(encoding="utf-8")
)
START = ff.rules("pentagame").start()


def test_a_board_is_read_back_as_a_position() -> None:
    """What `board` says sets up the same position."""
    pos = START.play("b(B->B-1-C)").play("d(D->D-1-E)")
    again = ff.pentagame.position(ff.pentagame.board(pos), pos.rules)
    assert again == pos
    assert again.key == pos.key


@pytest.mark.parametrize(
    ("board", "kwargs", "rule"),
    [
        ({"A": ["0a", "0a"]}, {}, "E8"),
        ({"A-1-B": ["0a", "1a"]}, {}, "E8"),
        ({"Z": ["0a"]}, {}, "N2"),
        ({"A": ["9a"]}, {}, "E8"),
        ({"A": ["0a"]}, {"points": [3, 0]}, "E8"),
    ],
)
def test_boards_that_cannot_be_are_refused(
    board: dict[str, list[str]], kwargs: dict[str, list[int]], rule: str
) -> None:
    """The error names the rule (E8)."""
    with pytest.raises(ff.SetupError) as caught:
        ff.pentagame.position(board, START.rules, **kwargs)
    assert caught.value.rule == rule  # type: ignore[attr-defined]


def test_the_counts_of_the_board_array_are_those_of_the_dict() -> None:
    """`pos.board` is uint8 [kinds + 2, stops] (DESIGN)."""
    pos = START.play("d(D->b) & [E-3-b]")
    names = ff.pentagame.stops(pos.rules)
    kinds = [f"{seat}{colour}" for seat in range(2) for colour in "abcde"] + ["black", "grey"]
    assert pos.board.dtype == np.uint8
    assert pos.board.shape == (12, 100)
    by_stop: dict[str, list[str]] = {}
    for kind, stop in zip(*np.nonzero(pos.board), strict=True):
        by_stop.setdefault(names[stop], []).append(kinds[kind])
    assert {stop: sorted(things) for stop, things in by_stop.items()} == ff.pentagame.board(pos)


def test_five_players_count_alike_pieces() -> None:
    """Three alike pieces stand on each corner (N5)."""
    pos = ff.rules("pentagame", players=5).start()
    assert pos.board.shape == (7, 100)
    assert pos.board[0, 0] == 3
    assert len(pos.rules.symmetries) == 1


@pytest.mark.parametrize("players", [2, 5])
def test_routes_of_many_boards_are_the_moves_home_of_each(players: int) -> None:
    """N21: temperature, and N7: whoever may move to a stop reaches it."""
    rules = ff.rules("pentagame", players=players)
    stops = ff.pentagame.stops(rules)
    rng = np.random.default_rng(3)
    positions = []
    for seed in range(20):
        position = rules.start(seed=seed)
        for _ in range(3 * seed):
            if not position.is_over:
                position = position.play(int(rng.choice(position.legal_actions())))
        positions.append(position)
    taken = np.array([position.board.any(axis=0) for position in positions])
    reach, moves = ff.pentagame.routes(rules, taken)
    assert reach.shape == (20, 100, 100)
    assert moves.shape == (20, 5, 100)
    for position, reached, home in zip(positions, reach, moves, strict=True):
        for heat in ff.pentagame.temperature(position):
            at, colour = stops.index(heat.stop), "abcde".index(heat.piece[1])
            assert home[colour, at] == min(heat.moves, 6)
            assert (home[colour, at] == 1) == reached[at, stops.index("abcde"[colour])]


def test_routes_refuse_other_shapes() -> None:
    with pytest.raises(ValueError, match=r"\(2, 7\) is refused: it must be \(boards, 100\)"):
        ff.pentagame.routes("pentagame", np.zeros((2, 7)))
    with pytest.raises(ValueError, match=r"\(7,\) is refused: it must be \(boards, stops\)"):
        ff.pentagame.routes("pentagame", np.zeros(7))


def test_symmetries_permute_stops_and_actions() -> None:
    """D5, and the graph is mapped onto itself (E11)."""
    rules = START.rules
    adjacency = ff.pentagame.adjacency(rules)
    assert len(rules.symmetries) == 10
    for symmetry in rules.symmetries:
        assert (adjacency[np.ix_(symmetry.points, symmetry.points)] == adjacency).all()
        image = START.play("a,b(A<->B)").image(symmetry)
        action = START.action("a,b(A<->B)")
        assert image == START.play(int(symmetry.actions[action]))


def test_canonical_images_agree() -> None:
    """All images of a position have one canonical form."""
    pos = START.play("d(D->b) & [E-3-b]")
    forms = {pos.image(symmetry).canonical()[0] for symmetry in pos.rules.symmetries}
    assert len(forms) == 1


def test_observation_has_the_features_that_are_named() -> None:
    """One row for each name, own pieces first."""
    pos = START.play("d(D->b)")
    names = ff.pentagame.features(pos.rules)
    seen = pos.observation()
    assert seen.shape == (len(names), 100) == pos.rules.observation_shape
    rows = dict(zip(names, seen, strict=True))
    stops = ff.pentagame.stops(pos.rules)
    assert rows["d of seat +0"][stops.index("b")] == 1
    assert rows["due: black"].all()
    assert not rows["due: move"].any()
    other = dict(zip(names, pos.observation(player=1), strict=True))
    assert other["d of seat +1"][stops.index("b")] == 1


@pytest.mark.parametrize("opening", GOLDEN["openings"][::7])
def test_opening_types(opening: dict[str, object]) -> None:
    """By text, and from a position that remembers its turns (N21)."""
    turns = opening["turns"]
    assert ff.pentagame.opening_type(turns) == opening["type"]  # type: ignore[arg-type]
    pos = ff.rules("pentagame", players=1).start().play_all(turns)  # type: ignore[arg-type]
    assert ff.pentagame.opening_type(pos) == opening["type"]


def test_pinned_and_paths() -> None:
    """A blue piece on the leg holds white back from its goal."""
    board = {
        "C-3-a": "0b",
        "C-1-a": "1a",
        "C-1-D": "black",
        "B-3-C": "black",
        "C-1-e": "black",
    }
    pos = ff.pentagame.position(board, START.rules)
    assert ff.pentagame.pinned(pos) == (ff.pentagame.Pin("0b", "C-3-a", "1a"),)
    kinds = {path.towards: path.kind for path in ff.pentagame.path_kinds(pos, player=1)}
    assert kinds == {"a": "cut off", "C": "open"}
    assert {path.kind for path in ff.pentagame.path_kinds(pos, player=0)} == {"cut off", "open"}
    assert ff.pentagame.temperature(pos)[1] == ("1a", "C-1-a", 2, 6)


def test_dice_and_cards_are_moves_of_the_game() -> None:
    """Chance is a player of its own (E10); the record holds the rolls."""
    pos = ff.rules("pentagame", dice="before", cards=True).start()
    assert pos.player == ff.CHANCE
    assert pos.legal_moves() == [f"roll {colour}" for colour in "abcde"]
    pos = pos.play("ROLL a").play("a(A->A-1-B) & Q[a->A-2-B]")
    assert ff.pentagame.cards(pos) == ("JKA", "JQKA")
    assert ff.pentagame.dice(pos) == (None, None)
    assert ff.pentagame.board(pos)["A-2-B"] == ["black"]
    assert pickle.loads(pickle.dumps(pos)) == pos


@pytest.mark.parametrize(
    ("move", "rule", "why"),
    [
        ("a(A->d-1-e)", "N7", "blocked at d by a black block"),
        ("a(A->A-7-c)", "N2", "no stop"),
        ("pass", "N12", "legal"),
        ("a(A->d)+", "N20", "leave"),
        ("[E-3-b]", "N8", "a piece is to move"),
    ],
)
def test_refusals_name_the_rule_and_what_stands_in_the_way(move: str, rule: str, why: str) -> None:
    """Nothing changes, and the message helps (E4)."""
    illegal = START.why_illegal(move)
    assert illegal is not None
    assert illegal.rule == rule
    assert why in illegal.message


@pytest.mark.parametrize(
    "options", [{"points": 6}, {"players": 6}, {"players": 5, "dice": "before"}, {"ko": "always"}]
)
def test_rules_that_cannot_be_are_refused(options: dict[str, object]) -> None:
    """By the rule of the option."""
    with pytest.raises(ff.SetupError):
        ff.rules("pentagame", **options)


def test_questions_of_another_game_are_refused() -> None:
    """Asking the wrong game raises."""
    gomoku = ff.rules("gomoku")
    with pytest.raises(ff.WrongGameError):
        ff.pentagame.temperature(gomoku.start())
    with pytest.raises(ff.WrongGameError):
        ff.pentagame.layout(gomoku)


def test_whole_turns() -> None:
    """1010 at the start (N22)."""
    turns = START.turn_moves()
    assert len(turns) == len(set(turns)) == 1010
    assert "d(D->b) & [E-3-b]" in turns
    assert ff.perft(START, 1, unit="turn") == 1010


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("(A<~>B)", ["a,1b(A<~>B)", "a,2b(A<~>B)"]),
        ("(E-2-D)", ["d(D->D-2-E)", "e(E->D-2-E)"]),
        ("(b)", ["d(D->b)", "e(E->b)"]),
    ],
)
def test_a_short_form_that_fits_several_moves_names_them_all(text: str, meant: list[str]) -> None:
    """N20: all of them, in canonical text and in the order of actions."""
    start = ff.rules("pentagame", players=3).start()
    fits = [move for move in meant if move in start.legal_moves()]
    assert fits == meant
    with pytest.raises(ff.NotationError) as error:
        start.play(text)
    assert f"any of {', '.join(meant)}:" in str(error.value)


@pytest.mark.slow
def test_short_forms_read_every_legal_move_that_they_fit_alone() -> None:
    """N20: of each move of whole games start, arrow and end; those that one move has are that move."""
    games = ff.playouts(ff.rules("pentagame", players=3, double_exit=True), 2, seed=3)
    read = 0
    for position in games.record(0).positions()[:120] + games.record(1).positions()[:120]:
        moves = [move for move in position.legal_moves() if re.fullmatch(r".+\(.+>.+\)\+*", move)]
        shorts = [move[move.index("(") :].rstrip("+") for move in moves]
        for move, short in zip(moves, shorts, strict=True):
            if shorts.count(short) == 1:
                assert position.move(position.action(short)) == move
                assert position.move(position.action(short + "+" * move.count("+"))) == move
                read += 1
            else:
                with pytest.raises(ff.NotationError):
                    position.action(short)
    assert read > 1000


@pytest.mark.parametrize(
    "form", ["[E,3,b]", "[ E - 3 - b ]", "[b,4,E]", "[E x b]", "[E×b]", "[E-3-b]!?", "[E-3-b] ∆ c(C->e)"]
)
def test_spellings_of_a_block(form: str) -> None:
    """N2, N20: from either end, with commas or hyphens, blanks anywhere, an annotation behind."""
    before = ff.rules("pentagame").start().play("d(D->b)")
    assert before.move(before.action(form)) == "[E-3-b]"


def test_a_string_of_moves_may_have_signs_behind_blanks() -> None:
    """N20: `play_all` takes them with the move before; an idea ends nowhere there and is refused."""
    played = START.play_all("a,b(A<->B) ! d(D->b) ?! [E-3-b]")
    assert played == START.play_all(["a,b(A<->B)", "d(D->b) △ c(C->e)", "[E-3-b]"])
    with pytest.raises(ff.NotationError):
        START.play_all("a,b(A<->B) △ d(D->b)")


def test_five_ordinary_players_have_five_colours_each() -> None:
    """N5, N22: 25 pieces, 150 actions and 1040 turns at the start; the symmetries of fewer players."""
    start = ff.pentagame.rules(players=5, five_players="ordinary").start()
    assert start.board.shape == (27, 100)
    assert ff.pentagame.board(start)["C"] == ["0c", "1c", "2c", "3c", "4c"]
    assert (len(start.legal_moves()), len(start.turn_moves())) == (150, 1040)
    assert len(start.rules.symmetries) == 10
    assert start.rules.options["target"] == 3


def test_hands_are_the_same_in_whatever_order_they_are_written() -> None:
    """N13: the order does not matter, and alike hands are one text."""
    rules = ff.pentagame.rules(cards=True, hand=["NAJ", "JAN"])
    assert rules == ff.pentagame.rules(cards=True, hand="ANJ")
    assert rules.options["hand"] == "JAN"
    assert ff.Rules.from_dict(rules.to_dict()) == rules


def test_records_of_rules_without_new_options_do_not_name_them() -> None:
    """X1: records of 0.1.0 are written back as they were."""
    new = {"five_players", "exit_block", "last_round", "dice_count", "hand", "must_play"}
    rules = ff.pentagame.rules()
    assert new <= rules.options.keys()
    record = ff.Record(rules)
    record.push("a(A->d) & [A-1-d]")
    assert not new & record.to_dict()["rules"].keys()
    other = ff.Record(ff.pentagame.rules(last_round=False))
    assert other.to_dict()["rules"]["last_round"] is False
    assert ff.Record.from_json(other.to_json()) == other


def test_a_set_up_position_has_its_opening_behind_it() -> None:
    """E8: its phase is never "opening", its later turns are of type "other"."""
    pos = ff.pentagame.position(ff.pentagame.board(START), START.rules)
    assert (ff.pentagame.phase(START), ff.pentagame.phase(pos)) == ("opening", "early")
    turns = ["a,b(A<->B)", "d(D->D-1-E)", "c,d(C<->D)"]
    assert ff.pentagame.opening_type(START.play_all(turns)) == "1b"
    assert ff.pentagame.opening_type(pos.play_all(turns)) == "other"


def test_a_seat_must_be_named_where_nobody_is_to_decide() -> None:
    """N21: before a roll, and after the end."""
    rolling = ff.rules("pentagame", dice="before").start()
    for question in (ff.pentagame.area, ff.pentagame.heat_of, ff.pentagame.leaving, ff.pentagame.impasse):
        with pytest.raises(ff.FivefoldError, match="name the seat"):
            question(rolling)  # type: ignore[operator]
    assert ff.pentagame.heat_of(rolling, 1) == (15, 75)
    assert ff.pentagame.heat_of(rolling, -1) == (30, 150)


@pytest.mark.parametrize("goals", ["a", "aa", "af", "abcd", "", "AB"])
def test_goals_that_have_no_shape_are_refused(goals: str) -> None:
    """N21: two or three different letters of a to e."""
    with pytest.raises(ff.FivefoldError, match="2 or 3 different letters"):
        ff.pentagame.shape(goals)
    with pytest.raises(ff.FivefoldError, match="3 different letters"):
        ff.pentagame.superior(goals)


def test_ways_of_stops_and_colours_that_do_not_exist_are_refused() -> None:
    """N2, N21."""
    rules = ff.rules("pentagame")
    with pytest.raises(ff.FivefoldError) as caught:
        ff.pentagame.shortest_paths(rules, "A-7-c", "a")
    assert caught.value.rule == "N2"  # type: ignore[attr-defined]
    with pytest.raises(ff.FivefoldError, match="no colour"):
        ff.pentagame.shortest_paths(rules, "A", "f")
    with pytest.raises(ff.WrongGameError):
        ff.pentagame.shortest_paths(ff.rules("gomoku"), "A", "a")
