"""Games by the clock: in matches, tournaments and records (N14, X1, X3)."""

from __future__ import annotations

import itertools

import pytest

import fivefold as ff
from fivefold.clocks import Clock, TimeControl
from fivefold.lab.playing import play_in_python
from fivefold.lab.spec import GameSpec
from fivefold.players import make

STONES = ff.rules("freestyle", size=7)
STAR = ff.rules("pentagame", max_turns=12)


def thinking(*seconds):
    """Give a time that passes while players think: the given seconds for each answer, then 1 each."""
    now, spans = [0.0], itertools.chain(seconds, itertools.repeat(1.0))
    begins = itertools.cycle((True, False))

    def tell():
        if not next(begins):
            now[0] += next(spans)
        return now[0]

    return tell


def game(rules, control, *seconds, players=("random", "random"), **options):
    seated = tuple(make(player) for player in players)
    spec = GameSpec(seated, rules.start(seed=1), 3, clock=TimeControl.parse(control))
    return play_in_python([spec], options.get("faults", "raise"), now=thinking(*seconds))[0]


def test_records_hold_the_time_left_with_each_action():
    """X1: what the player had left when the action was made."""
    record = game(STONES, "total 60", 5, 10, 2.5).clocked
    assert [record.time_left[number] for number in (1, 2, 3, 4)] == [55, 50, 52.5, 49]
    assert set(record.time_left) == set(range(1, len(record.moves) + 1))
    assert ff.Record.from_text(record.to_text()) == record
    assert ff.Record.from_json(record.to_json()) == record


def test_a_late_answer_loses_a_game_of_stones():
    """X3: the answer is not played."""
    record = game(STONES, "move 10", 5, 5, 5, 10).clocked
    assert len(record.moves) == 3
    assert record.events == ["timeout 1"]
    assert record.outcome.winners == (0,)


def test_a_late_answer_loses_a_turn_of_pentagame():
    """N14: the steps of the turn are taken back, the die and the others go on."""
    record = game(STAR, "move 10", 10).clocked
    assert record.events[0] == "timeout 0"
    assert record.positions()[1].player == 1
    assert record.time_left[1] == 9
    half = game(STAR, "total 100", 1, 1, 1, 100).clocked
    assert "timeout 0" in half.events or "timeout 1" in half.events
    assert set(half.time_left) <= set(range(1, len(half.moves) + 1))


def test_who_has_no_time_left_is_not_asked():
    """All turns are lost until the limit of turns ends the game."""
    requests = []

    def spy(position, rng):
        requests.append(position.turns)
        return position.legal_actions()[0]

    record = game(STAR, "total 10", 10, players=(spy, "random")).clocked
    assert requests == [0]
    assert record.events.count("timeout 0") >= 5
    assert record.outcome.termination.name == "MAX_TURNS"


def test_dice_take_no_time():
    """N13, N14: while a die is to be rolled nobody's time runs."""
    rules = ff.rules("pentagame", dice="before", max_turns=6)
    record = game(rules, "total 60").clocked
    rolls = [number for number, move in enumerate(record.moves, 1) if move.isdigit() or "die" in move]
    spent = sum(60 - left for left in [min(record.time_left.values())])
    assert spent > 0
    assert not set(rolls) & set(record.time_left)


def test_without_lack_of_time_the_moves_are_those_without_a_clock():
    m = ff.arena.match("greedy", "random", STONES, games=4, seed=2)
    timed = ff.arena.match("greedy", "random", STONES, games=4, seed=2, clock="total 1000")
    assert [one.moves for one in m.records()] == [one.moves for one in timed.records()]
    assert (m.wins, m.draws, m.losses) == (timed.wins, timed.draws, timed.losses)
    assert timed.timeouts == (0, 0)
    assert timed.records()[1].players == ("random", "greedy")
    assert all(record.time_left for record in timed.records())
    assert not any(record.time_left for record in m.records())


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")  # no game has a move
def test_a_match_counts_who_ran_out_of_time():
    m = ff.arena.match("greedy", "random", STONES, games=4, clock=TimeControl("total", 1e-9))
    assert (m.wins, m.losses) == (2, 2)  # who begins is out of time first
    assert m.timeouts == (2, 2)
    assert str(m.clock) == "total 0.000000001"


def test_openings_are_played_before_the_clock_starts():
    timed = ff.arena.match("random", "random", STONES, games=2, openings=["d4 e5 c3"], clock="total 100")
    for record in timed.records():
        assert record.moves[:3] == ["d4", "e5", "c3"]
        assert min(record.time_left) == 4


def test_the_seat_that_decides_uses_its_time_in_openings():
    """PLAY: the clock of the seat that decides runs, in openings too (swap: the other seat chooses)."""
    rules = ff.rules("gomoku", opening="swap2")
    record = game(rules, "total 100").clocked
    first = [position.player for position in record.positions()[:4]]
    used = [0, 0]
    for number, seat in enumerate(first, 1):
        used[seat] += 1
        assert record.time_left[number] == 100 - used[seat]


def test_a_fault_by_the_clock_ends_the_game():
    def broken(position, rng):
        raise ValueError("no idea")

    m = ff.arena.match("random", broken, STONES, games=2, faults="lose", clock="total 60")
    assert m.wins == 2
    assert [fault.reason for fault in m.faults] == ["ValueError: no idea"] * 2
    assert m.records()[0].events == ["resign 1"]
    with pytest.raises(ff.FivefoldError, match="no idea"):
        ff.arena.match("random", broken, STONES, games=2, clock="total 60")


@pytest.mark.parametrize("clock", ["", "sand 60", 60, "total"])
def test_bad_clocks_are_refused_before_anything_is_played(clock):
    def never(position, rng):
        raise AssertionError

    with pytest.raises(ff.FivefoldError, match="the time"):
        ff.arena.match(never, never, STONES, games=2, clock=clock)
    with pytest.raises(ff.FivefoldError, match="the time"):
        ff.tournament.play(ff.tournament.League(["a", "b"]), {"a": never, "b": never}, STONES, clock=clock)


def test_tournaments_are_played_by_the_clock(tmp_path):
    names = ["Ann", "Bob", "Cy"]
    league = ff.tournament.League(names, seed=1)
    players = dict.fromkeys(names, "random")
    records = ff.tournament.play(league, players, STONES, clock="egg 60", out=tmp_path)
    assert all(record.time_left for record in records)
    again = ff.tournament.play(
        ff.tournament.League(names, seed=1), players, STONES, clock="egg 60", out=tmp_path
    )
    assert again == records  # read, not played
    late = ff.tournament.League(names, seed=1)
    records = ff.tournament.play(late, players, STONES, clock="move 1e-9")
    # Whose turn it is after an opening loses.
    assert all(record.events in (["timeout 0"], ["timeout 1"]) for record in records)
    assert "times out of time" in ff.tournament.report(late, records)


def test_a_team_shares_its_time_in_a_game_of_teams():
    rules = ff.rules("pentagame_teams", max_turns=8)
    seated = (make("random"),) * 4
    spec = GameSpec(seated, rules.start(), 1, clock=TimeControl.parse("team 100"))
    record = play_in_python([spec], "raise", now=thinking())[0].clocked
    used, clock = [0, 0], Clock("team 100", 4, teams=rules.info.teams)
    assert clock.left(0) == (100,) * 4
    for number, position in enumerate(record.positions()[:-1], 1):
        team = position.player % 2
        used[team] += 1
        assert record.time_left[number] == 100 - used[team]
