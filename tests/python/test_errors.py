"""The exceptions: their tree, their rule, and that nothing panics."""

import contextlib
import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivefold as ff

START = ff.rules("freestyle").start()


def test_every_error_is_a_value_error_of_the_package() -> None:
    for error in (ff.NotationError, ff.IllegalMoveError, ff.SetupError, ff.RecordError, ff.WrongGameError):
        assert issubclass(error, ff.FivefoldError)
        assert error.__module__ == "fivefold"
        assert error.__doc__
    assert issubclass(ff.FivefoldError, ValueError)


@pytest.mark.parametrize(
    "action",
    [
        1.5,
        None,
        math.nan,
        True,
        False,
        np.True_,
        [],
        {},
        b"h8",
        np.array([1]),
        np.array([1, 2]),
        object(),
        1j,
    ],
)
def test_what_is_no_move_is_a_notation_error(action: Any) -> None:
    for ask in (START.play, START.action):
        with pytest.raises(ff.NotationError) as error:
            ask(action)
        assert error.value.rule == "E7"
    assert START.why_illegal(action).rule == "E7"  # type: ignore[union-attr]
    with pytest.raises(ff.FivefoldError):
        START.move(action)
    with pytest.raises(ff.FivefoldError):
        START.play_all([action])


@pytest.mark.parametrize("action", [-1, 225, 10**6, 10**30, -(10**30), np.int64(-1), np.uint64(2**63)])
def test_a_number_out_of_range_is_a_notation_error(action: Any) -> None:
    for ask in (START.play, START.action, START.move):
        with pytest.raises(ff.NotationError, match="out of range"):
            ask(action)


@pytest.mark.parametrize(
    "move",
    [
        "",
        " ",
        "h",
        "8",
        "h8h8",
        "8h",
        "h08",
        "h-8",
        "h8 i9",
        "&",
        "h8 & ",
        "\ud800",
        "\x00",
        "h8\x00",
        "ℎ8",
        "h８",
    ],
)
def test_unreadable_text_is_a_notation_error(move: str) -> None:
    with pytest.raises(ff.NotationError) as error:
        START.play(move)
    assert error.value.rule == "E7"


@pytest.mark.parametrize(
    ("move", "rule"), [("h8", "E5"), ("p1", "E5"), ("a16", "E5"), ("pass", "G5"), ("swap", "G6")]
)
def test_a_move_that_is_refused_carries_its_rule(move: str, rule: str) -> None:
    with pytest.raises(ff.IllegalMoveError) as error:
        START.play("h8").play(move)
    assert error.value.rule == rule
    assert str(error.value).endswith(f"({rule})")


@pytest.mark.parametrize(
    ("preset", "options", "moves", "why"),
    [
        ("gomoku", {}, "", "the first move may not be a pass"),
        ("renju", {}, "", "the first move may not be a pass"),
        ("renju", {"opening": "rif_classic"}, "h8", "there is no passing inside an opening"),
        ("gomoku", {"opening": "pro", "passing": "always"}, "h8 i9", "there is no passing inside an opening"),
        ("gomoku", {}, "h8", "passing is allowed only when no point is legal"),
        ("renju", {"passing": "when_stuck"}, "h8", "passing is allowed only when no point is legal"),
        ("freestyle", {}, "", "there is no passing in these rules"),
        ("freestyle", {}, "h8", "there is no passing in these rules"),
    ],
)
def test_a_refused_pass_says_which_of_its_reasons_it_has(
    preset: str, options: dict[str, str], moves: str, why: str
) -> None:
    """G5: four reasons; that of the empty board is not the one of openings."""
    position = ff.rules(preset, **options).start().play_all(moves)
    assert position.why_illegal("pass") == ("G5", f"pass is refused: {why}")


def test_a_question_about_another_game_is_refused() -> None:
    if "pagoda" not in ff.presets():
        pytest.skip("there is no other game yet")
    with pytest.raises(ff.WrongGameError, match="pagoda"):
        ff.gomoku.winning_points(ff.rules("pagoda").start())
    with pytest.raises(ff.FivefoldError, match="takes a Position"):
        ff.gomoku.winning_points("h8")  # type: ignore[arg-type]


def test_errors_survive_a_pickle() -> None:
    with pytest.raises(ff.IllegalMoveError) as error:
        START.play("z9")
    again = pickle.loads(pickle.dumps(error.value))
    assert type(again) is ff.IllegalMoveError
    assert (str(again), again.rule) == (str(error.value), "E5")


def test_classes_are_not_made_by_hand() -> None:
    for kind in (ff.Rules, ff.Position, ff.Playouts, ff.Outcome):
        with pytest.raises(TypeError):
            kind()


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.text(max_size=12))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        START.play(text)
    except ff.FivefoldError as error:
        assert error.rule  # noqa: PT017


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(JUNK)
def test_any_value_is_taken_or_refused(value: Any) -> None:
    rules = ff.rules("freestyle", size=5)
    for ask in (
        START.play,
        START.play_all,
        START.observation,
        rules.start,
        lambda value: ff.Batch(rules, 2, value),
        ff.Rules.from_dict,
        ff.Position.from_dict,
        ff.Record.from_dict,
        ff.Record.from_json,
        lambda value: ff.rules("gomoku", size=value),
        lambda value: ff.rules("gomoku", five=value),
        lambda value: ff.Position.from_diagram(".....\n" * 5, rules, taken=value),
        lambda value: ff.playouts(rules, 1, seed=value),
        lambda value: ff.perft(START, 1, unit=value),
    ):
        with contextlib.suppress(ff.FivefoldError):
            ask(value)
