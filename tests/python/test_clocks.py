"""Clocks: what each kind of time does, set by hand."""

import json

import pytest

import fivefold as ff
from fivefold.clocks import Clock, TimeControl


def test_a_time_a_move_is_new_every_turn():
    clock = Clock("move 30")
    clock.start(100, seat=0)
    assert clock.left(110) == (20, 30)
    clock.turn(125, seat=1)
    assert clock.left(125) == (30, 30)
    assert clock.expired(154) is None
    assert clock.expired(155) == 1


def test_a_total_is_used_up_and_grows_by_the_increment():
    clock = Clock("total 60 + 5")
    clock.start(0, seat=0)
    clock.turn(20, seat=1)
    clock.turn(30, seat=0)
    assert clock.left(30) == (45, 55)
    assert clock.left(40) == (35, 55)
    assert clock.expired(75) == 0


def test_a_team_shares_its_total():
    clock = Clock("team 100", players=4, teams=[0, 1, 0, 1])
    clock.start(0, seat=0)
    clock.turn(10, seat=1)
    clock.turn(30, seat=2)
    assert clock.left(60) == (60, 80, 60, 80)


def test_what_is_left_in_the_egg_timer_is_used_first():
    clock = Clock("egg 60")
    clock.start(0, seat=0)
    assert clock.left(0) == (60, 60)
    clock.turn(45, seat=1)  # 15 left
    assert clock.left(45)[1] == 75
    clock.turn(50, seat=0)  # within the 15: 10 left, not yet turned
    assert clock.left(50)[0] == 70
    clock.turn(70, seat=1)  # 10 of the rest, then 10 of the own minute: 50 left
    assert clock.left(70)[1] == 110
    assert clock.expired(180) == 1
    clock.turn(190, seat=0)  # out of time: nothing is left over
    assert clock.left(190)[0] == 60


def test_several_actions_of_one_seat_are_one_turn():
    clock = Clock("total 60 + 5")
    clock.start(0, seat=0)
    clock.turn(10, seat=0)
    assert clock.left(20) == (40, 60)


def test_a_stopped_clock_keeps_what_is_left():
    clock = Clock("total 60")
    clock.start(0, seat=0)
    clock.stop(10)
    assert clock.left(1000) == (50, 60)
    assert clock.expired(1000) is None
    clock.start(2000, seat=0)
    assert clock.left(2005) == (45, 60)


@pytest.mark.parametrize("kind", ["move 30", "total 60 + 5", "team 100", "egg 60"])
def test_a_clock_goes_on_from_its_file(kind):
    clock = Clock(kind, players=4, teams=[0, 1, 0, 1])
    clock.start(0, seat=0)
    for seat, now in ((1, 10), (2, 25), (3, 26)):
        clock.turn(now, seat)
        again = Clock.from_dict(json.loads(json.dumps(clock.to_dict())))
        assert again.left(now + 5) == clock.left(now + 5)
        assert again.to_dict() == clock.to_dict()


@pytest.mark.parametrize("text", ["total 600 + 5", "egg 60", "move 0.5", "team 1200"])
def test_texts_come_back(text):
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "egg", "egg 0", "egg -1", "egg 60 + 5", "sand 60", "total nan", "total 1 + x", 60, "move 1 + 2"],
)
def test_bad_texts_are_refused(text):
    with pytest.raises(ff.FivefoldError):
        TimeControl.parse(text)


def test_bad_calls_are_refused_and_change_nothing():
    clock = Clock("total 60")
    with pytest.raises(ff.FivefoldError, match="start it first"):
        clock.turn(1, seat=0)
    clock.start(10, seat=0)
    before = clock.to_dict()
    for now, seat in ((5, 1), (float("nan"), 1), (20, 2), (20, True), ("20", 1)):
        with pytest.raises(ff.FivefoldError):
            clock.turn(now, seat)
    assert clock.to_dict() == before
    for arguments in ((0,), (6,), (2.0,)):
        with pytest.raises(ff.FivefoldError):
            Clock("egg 60", *arguments)
    with pytest.raises(ff.FivefoldError):
        Clock("team 60", players=4)


@pytest.mark.parametrize("seconds", [1234567.0, 999999.7, 600.1234567, 1e300, 1e-7, 0.1, 60, 2.0**60, 1 / 3])
def test_a_time_comes_back_from_its_text(seconds: float) -> None:
    for control in (TimeControl("total", seconds, seconds), TimeControl("egg", seconds)):
        assert TimeControl.parse(str(control)) == control
        clock = Clock(control)
        assert clock.control == control
        assert Clock.from_dict(clock.to_dict()).control == control


@pytest.mark.parametrize(
    "changes",
    [
        {"accounts": [0, 9, 0, 1]},
        {"accounts": [0, 0, 1, 1]},
        {"accounts": [-1]},
        {"accounts": [10**400]},
        {"accounts": 3},
        {"left": []},
        {"left": [float("nan")] * 2},
        {"left": ["1", "2"]},
        {"seat": 2},
        {"seat": True},
        {"since": 10**400},
        {"sand": -1},
        {"control": None},
        {"control": "move 1e999"},
    ],
)
def test_dicts_that_are_no_clock_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ff.FivefoldError):
        Clock.from_dict({**Clock("total 60").to_dict(), **changes})


@pytest.mark.parametrize("now", [10**400, float("inf"), "1", None, True, [1.0]])
def test_times_are_finite_numbers(now: object) -> None:
    clock = Clock("total 60")
    with pytest.raises(ff.FivefoldError, match="now="):
        clock.start(now, 0)  # type: ignore[arg-type]
    clock.start(0, 0)
    for call in (clock.left, clock.expired, clock.stop):
        with pytest.raises(ff.FivefoldError, match="now="):
            call(now)  # type: ignore[arg-type]
