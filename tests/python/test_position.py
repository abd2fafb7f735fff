"""`Position`: play, text, set-ups, identity, history."""

import copy
import pickle
import subprocess
import sys
import time

import numpy as np
import pytest

import fivefold as ff

FREESTYLE = ff.rules("freestyle")
START = FREESTYLE.start()
FIVE = "h8 i9 h9 i8 h10 i7 h11 i6 h12"


def test_play_leaves_the_position_as_it_was() -> None:
    after = START.play("h8")
    assert START.turns == 0
    assert not START.board.any()
    assert after.turns == 1
    assert after.board[7, 7] == 1


@pytest.mark.parametrize(
    "move", [112, np.int8(112), np.uint8(112), np.int64(112), np.array(112), "h8", " H8 "]
)
def test_play_takes_numbers_of_any_kind_and_text(move: object) -> None:
    assert START.play(move) == START.play("h8")  # type: ignore[arg-type]


def test_play_takes_a_run_of_moves() -> None:
    assert START.play("h8 & i9 &h9") == START.play_all(["h8", "i9", "h9"])


def test_play_all_takes_text_and_iterables() -> None:
    expected = START.play("h8").play("i9").play("h9")
    for moves in (
        "h8 i9 h9",
        " h8\ni9\th9 ",
        ["h8", 128, "h9"],
        iter(["h8", "i9", 127]),
        np.array([112, 128, 127]),
    ):
        assert START.play_all(moves) == expected
    assert START.play_all("") == START


def test_play_all_says_which_move_is_wrong() -> None:
    with pytest.raises(ff.IllegalMoveError, match="move 3: h8"):
        START.play_all("h8 i9 h8 h9")


def test_play_all_stops_at_the_first_wrong_move_of_an_endless_run() -> None:
    def endless():  # type: ignore[no-untyped-def]
        while True:
            yield 0

    with pytest.raises(ff.IllegalMoveError, match="move 2"):
        START.play_all(endless())


def test_text_and_action_name_each_other() -> None:
    assert START.action("a1") == 0
    assert START.action("o15") == 224
    assert START.move(224) == "o15"
    assert START.play("h8").action("h8") == 112  # taken, but still an action


def test_a_win_says_who_why_and_where() -> None:
    end = START.play_all(FIVE)
    outcome = end.outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.winner == 0
    assert outcome.termination is ff.Termination.ROW
    assert [[end.move(point) for point in line] for line in outcome.lines] == [
        ["h8", "h9", "h10", "h11", "h12"]
    ]
    assert outcome.scores == ()
    assert end.returns.tolist() == [1.0, -1.0]
    assert (end.player, end.is_over) == (ff.OVER, True)
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert hash(pickle.loads(pickle.dumps(outcome))) == hash(outcome)
    assert START.outcome is None


def test_players_and_colours() -> None:
    assert (START.player, START.colour) == (0, "black")
    assert (START.play("h8").player, START.play("h8").colour) == (1, "white")


def test_why_illegal() -> None:
    position = START.play("h8")
    assert position.why_illegal("i9") is None
    taken = position.why_illegal("h8")
    assert isinstance(taken, ff.Illegal)
    assert taken.rule == "E5"
    assert "h8" in taken.message
    assert position.why_illegal(112) == taken
    assert position.why_illegal("z9").rule == "E5"  # type: ignore[union-attr]
    assert position.why_illegal("nonsense").rule == "E7"  # type: ignore[union-attr]
    assert position.why_illegal(225).rule == "E7"  # type: ignore[union-attr]
    assert position.why_illegal("i9 & h8") == taken
    assert START.play_all(FIVE).why_illegal("a1").rule == "E6"  # type: ignore[union-attr]


def test_identity_forgets_the_way() -> None:
    one = START.play_all("h8 i9 h9 i8")
    other = START.play_all("h9 i8 h8 i9")
    assert one == other
    assert hash(one) == hash(other)
    assert one.key == other.key
    assert len({one, other}) == 1
    assert one != START
    assert one != ff.rules("freestyle", passing="always").start().play_all("h8 i9 h9 i8")
    assert START != "START"
    assert 0 <= START.key < 2**64


def test_copies_are_the_position_itself() -> None:
    assert copy.copy(START) is START
    assert copy.deepcopy(START) is START
    assert START.copy() is START


def test_record_knows_the_way() -> None:
    record = START.play_all("h8 i9 h9").record()
    assert record.moves == ["h8", "i9", "h9"]
    assert record.start == START


def test_a_long_game_is_pickled_and_dropped_without_recursion() -> None:
    rules = ff.rules("freestyle", size=63, passing="always")
    # White passes, and Black leaves every fifth point of any line: no five ever comes about.
    stones = [a for a in range(63 * 63) if (a % 63 + 2 * (a // 63)) % 5]
    position = rules.start().play_all(move for a in stones for move in (a, "pass"))
    assert position.turns == 2 * len(stones) > 6000
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.record() == position.record()
    del again, position


def test_a_very_long_game_is_dropped_on_a_small_stack() -> None:
    # More than 6000 moves: one frame a move would not fit.
    code = """
import threading, fivefold as ff
rules = ff.rules("freestyle", size=63, five="exact", passing="always")
stones = [a for a in range(63 * 63) if (a % 63 + 2 * (a // 63)) % 5]
kept = [rules.start().play_all(m for a in stones for m in (a, "pass"))]
threading.stack_size(64 * 1024)
thread = threading.Thread(target=kept.clear)
thread.start()
thread.join()
print("alive")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.strip() == "alive", done.stderr


def test_from_diagram_sets_a_position_up() -> None:
    text = """
        . . . . .
        . . . . .
        . . X . .
        . O . . .
        . . . . X
    """
    rules = ff.rules("freestyle", size=5)
    position = ff.Position.from_diagram(text, rules, player=1)
    assert position == ff.Position.from_diagram(text.lower(), rules, 1)
    assert (position.player, position.colour) == (1, "white")
    assert position.board[0, 4] == 1
    assert position.board[1, 1] == 2
    assert position.play("a1").record().start == position
    assert position.play("a1").record().moves == ["a1"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        ". .",
        "\n".join(["....."] * 4),
        "\n".join(["....Z"] * 5),
        "\n".join(["......"] * 5),
        "XXXXX\n" + ".....\n" * 4,
    ],
)
def test_from_diagram_refuses_what_is_no_position(text: str) -> None:
    with pytest.raises(ff.SetupError) as error:
        ff.Position.from_diagram(text, ff.rules("freestyle", size=5))
    assert error.value.rule == "E8"


def test_from_diagram_admits_finished_rows_when_told() -> None:
    text = "XXXXX\n" + ".....\n" * 4
    assert ff.Position.from_diagram(text, ff.rules("freestyle", size=5), check=False).board.sum() == 5


@pytest.mark.parametrize(
    "arguments",
    [
        {"player": 2},
        {"player": -1},
        {"player": 0.5},
        {"taken": (1, 2)},
        {"taken": (1,)},
        {"supply": (-1, 3)},
        {"supply": "many"},
    ],
)
def test_from_diagram_refuses_bad_arguments(arguments: dict[str, object]) -> None:
    with pytest.raises(ff.FivefoldError):
        ff.Position.from_diagram(".....\n" * 5, ff.rules("freestyle", size=5), **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [
        None,
        5,
        [],
        {},
        {"rules": {}},
        {"rules": FREESTYLE.to_dict(), "position": {}},
        {"rules": FREESTYLE.to_dict(), "position": 7},
    ],
)
def test_from_dict_refuses_what_is_no_position(data: object) -> None:
    with pytest.raises(ff.FivefoldError):
        ff.Position.from_dict(data)  # type: ignore[arg-type]


def test_from_dict_refuses_another_games_position() -> None:
    data = START.to_dict()
    data["rules"] = ff.rules("freestyle", size=9).to_dict()
    with pytest.raises(ff.SetupError):
        ff.Position.from_dict(data)


def test_text_draws_the_board() -> None:
    lines = str(START.play("h8")).splitlines()
    assert "X" in lines[7]
    assert "freestyle" in repr(START)


def test_opening_choices_are_actions() -> None:
    rules = ff.rules("gomoku", opening="swap2")
    assert rules.num_actions > 225
    position = rules.start().play_all("h8 i9 h9")
    assert set(position.legal_moves()) >= {"swap", "keep", "place2"}
    # Seat 1 that swaps holds Black, and White is to play.
    assert (position.play("swap").player, position.play("keep").player) == (0, 1)


def test_playing_is_quick() -> None:
    """Under a microsecond a move on a quiet machine; twenty here, where others may be at work."""
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(2000):
            START.play(112)
        best = min(best, (time.perf_counter() - begin) / 2000)
    assert best < 20e-6


def test_a_die_is_drawn_from_a_seed():
    """Every outcome comes up, the same for the same seed; without a die there is nothing to draw."""
    start = ff.rules("pentagame", dice="before").start()
    sampled = [start.chance_action(seed) for seed in range(60)]
    assert set(sampled) == set(start.legal_actions().tolist())
    assert sampled == [start.chance_action(seed) for seed in range(60)]
    with pytest.raises(ff.FivefoldError, match="no die"):
        ff.rules("freestyle").start().chance_action(1)
