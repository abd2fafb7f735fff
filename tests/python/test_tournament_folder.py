"""A tournament in a folder: it goes on after any interruption, and keeps records and a report."""

from __future__ import annotations

import json
import multiprocessing
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor

import pytest

import fivefold as ff
from fivefold.tournament import Knockout, League, Mixed, Swiss, System, load, play

SMALL = ff.rules("freestyle", size=7)
PLAYERS = {"Ann": "greedy", "Bob": "random", "Cy": "random", "Di": "greedy", "Eve": "random"}


def swiss():
    return Swiss(list(PLAYERS), rounds=3, seed=1, games=2)


def files(folder):
    """Every file with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def whole(tmp_path):
    """A tournament played in one go, its records and its folder."""
    folder = tmp_path / "whole"
    return play(swiss(), PLAYERS, SMALL, seed=5, out=folder), folder


def test_a_folder_changes_no_game_and_is_read_back(whole):
    records, folder = whole
    assert records == play(swiss(), PLAYERS, SMALL, seed=5)
    system, games = load(folder)
    assert games == records
    assert isinstance(system, Swiss)
    assert system.is_over
    assert len(list((folder / "matches").iterdir())) == 6


class Stopped(BaseException):
    """What ends a tournament in the middle."""


@pytest.mark.parametrize("after", range(6))
def test_an_interrupted_tournament_goes_on_and_ends_alike(whole, tmp_path, after):
    """After any number of matches: the same files, byte for byte, and no match is played twice."""
    records, folder = whole
    reported = []

    def stop(done, total):
        reported.append(done)
        if len(reported) > after:
            raise Stopped

    again = tmp_path / "again"
    with pytest.raises(Stopped):
        play(swiss(), PLAYERS, SMALL, seed=5, out=again, progress=stop)
    before = {path: path.stat().st_mtime_ns for path in (again / "matches").iterdir()}
    assert play(swiss(), PLAYERS, SMALL, seed=5, out=again) == records
    assert files(again) == files(folder)
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_what_a_killed_process_left_is_removed_and_nothing_else(whole):
    """Only halves of files that are there by now, by their own pattern."""
    records, folder = whole
    before = files(folder)
    match = next((folder / "matches").iterdir()).name
    for left in (folder / "matches" / f".{match}.1-2.partial", folder / ".report.html.1-2.partial"):
        left.write_text("half")
    (folder / "mine.partial").write_text("mine")
    assert play(swiss(), PLAYERS, SMALL, seed=5, out=folder) == records
    assert files(folder) == {**before, "mine.partial": b"mine"}


def test_round_by_round_in_one_folder_is_the_same(whole, tmp_path):
    records, folder = whole
    system, played = swiss(), []
    for _ in range(3):
        played += play(system, PLAYERS, SMALL, rounds=1, seed=5, out=tmp_path / "parts")
        system = System.from_dict(system.to_dict())
    assert played == records
    matches = {name: text for name, text in files(folder).items() if name.startswith("matches")}
    assert matches.items() <= files(tmp_path / "parts").items()


@pytest.mark.parametrize("damage", ["cut", "move", "player", "empty", "binary"])
def test_a_damaged_match_is_played_again(whole, damage):
    records, folder = whole
    before = files(folder)
    path = sorted((folder / "matches").iterdir())[2]
    data = path.read_bytes()
    moves = data.index(b'"actions": [') + 12
    spoilt = {
        "cut": data[: len(data) // 2],
        "move": data[:moves] + b"1" + data[moves:],
        "player": data.replace(b'"random"', b'"greedy"', 1).replace(b'"greedy"', b'"random"', 1),
        "empty": b"",
        "binary": b"\xff" * 100,
    }
    path.write_bytes(spoilt[damage])
    assert path.read_bytes() != data
    assert play(swiss(), PLAYERS, SMALL, seed=5, out=folder) == records
    assert files(folder) == before


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 6},
        {"rules": ff.rules("freestyle", size=8)},
        {"system": lambda: Swiss(list(PLAYERS), rounds=3, seed=2, games=2)},
        {"system": lambda: League(list(PLAYERS))},
        {"players": {**PLAYERS, "Ann": "random"}},
        {"clock": "total 60"},
    ],
    ids=lambda other: next(iter(other)),
)
def test_a_folder_of_another_tournament_is_refused_and_stays(whole, other):
    _, folder = whole
    before = files(folder)
    system = other.get("system", swiss)()
    with pytest.raises(ff.FivefoldError, match="another tournament"):
        play(
            system,
            other.get("players", PLAYERS),
            other.get("rules", SMALL),
            seed=other.get("seed", 5),
            clock=other.get("clock"),
            out=folder,
        )
    assert files(folder) == before
    assert not system.entries()


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(ff.FivefoldError, match="other files"):
        play(swiss(), PLAYERS, SMALL, out=tmp_path)
    (tmp_path / "tournament.json").write_text('{"players": 3}')
    with pytest.raises(ff.FivefoldError, match="does not tell"):
        play(swiss(), PLAYERS, SMALL, out=tmp_path)
    with pytest.raises(ff.FivefoldError):
        load(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(ff.FivefoldError):
        play(swiss(), PLAYERS, SMALL, out=tmp_path / "file" / "below")


def test_who_joins_later_is_added_to_the_players(tmp_path):
    system = swiss()
    play(system, PLAYERS, SMALL, rounds=1, out=tmp_path)
    system.join("Fay")
    play(system, {**PLAYERS, "Fay": "greedy"}, SMALL, out=tmp_path)
    about = json.loads((tmp_path / "tournament.json").read_text(encoding="utf-8"))
    assert list(about["players"]) == [*PLAYERS, "Fay"]
    assert about["players"]["Fay"].startswith("greedy")


class Lossy(Executor):
    """An executor that loses each task as often as it is set to."""

    def __init__(self, losses, error):
        self.left, self.losses, self.error = {}, losses, error

    def submit(self, function, /, *arguments, **options):
        future, key = Future(), repr(arguments)
        self.left[key] = self.left.get(key, self.losses) - 1
        if self.left[key] >= 0:
            future.set_exception(self.error)
        else:
            future.set_result(function(*arguments, **options))
        return future


@pytest.mark.parametrize("error", [BrokenExecutor("gone"), CancelledError()])
def test_lost_matches_are_given_out_again(whole, error):
    records, _ = whole
    assert play(swiss(), PLAYERS, SMALL, seed=5, executor=Lossy(7, error)) == records
    with pytest.raises(ff.FivefoldError, match="was lost 8 times"):
        play(swiss(), PLAYERS, SMALL, seed=5, executor=Lossy(8, error))


def test_processes_play_the_same_games(whole, tmp_path):
    records, folder = whole
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert play(swiss(), PLAYERS, SMALL, seed=5, executor=executor, out=tmp_path / "pool") == records
    assert files(tmp_path / "pool") == files(folder)


def test_other_matches_are_finished_before_an_error_is_told(tmp_path):
    """One player fails; what the others played is kept."""

    def broken(position, rng):
        raise ValueError("no idea")

    class Here(Lossy):
        def submit(self, function, /, *arguments, **options):
            future = Future()
            try:
                future.set_result(function(*arguments, **options))
            except Exception as error:
                future.set_exception(error)
            return future

    league = League(["Ann", "Bob", "Cy", "Di"], shuffle=False)
    players = {**PLAYERS, "Ann": broken}
    with pytest.raises(ff.FivefoldError, match="no idea"):
        play(league, players, SMALL, executor=Here(0, None), out=tmp_path)
    assert len(list((tmp_path / "matches").iterdir())) == 1
    assert not league.entries()


def test_two_against_two_each_name_plays_a_team():
    """A name plays both seats of its side, and has the pieces out of both."""
    rules = ff.rules("pentagame_teams", max_turns=60)
    league = League(["Ann", "Bob"], games=2, shuffle=False, scoring="points")
    records = play(league, PLAYERS, rules, seed=2)
    assert {record.players for record in records} == {("Ann", "Bob") * 2, ("Bob", "Ann") * 2}
    expected = dict.fromkeys(("Ann", "Bob"), 0)
    for record in records:
        for name, out in zip(record.players, record.outcome.scores, strict=True):
            expected[name] += out
    assert {row.name: row.points for row in league.standings()} == expected


def test_four_at_a_table_play_everybody_for_himself_or_in_changing_teams():
    for rules in (ff.rules("pentagame", max_turns=40), ff.rules("pentagame_teams", max_turns=40)):
        table = Knockout(["Ann", "Bob", "Cy", "Di"], table=True, seed=1)
        records = play(table, PLAYERS, rules, seed=3, rounds=1)
        assert {record.rules.num_players for record in records} == {4}
        assert len({record.players for record in records[:6]}) == 6


def test_a_match_that_is_always_level_is_given_up():
    def first(position, rng):
        return position.legal_actions()[0]

    cup = Knockout(["Ann", "Bob"], games=2, shuffle=False)
    with pytest.raises(ff.FivefoldError, match="level after 100 matches"):
        play(cup, {"Ann": first, "Bob": first}, ff.rules("freestyle", size=5))


def test_a_mixed_tournament_of_pentagame_goes_on_too(tmp_path):
    names = list(PLAYERS)
    rules = ff.rules("pentagame", max_turns=30)
    records = play(Mixed(names, rounds=2, seed=1), PLAYERS, rules, out=tmp_path / "a")
    part = Mixed(names, rounds=2, seed=1)
    play(part, PLAYERS, rules, rounds=1, out=tmp_path / "b")
    assert play(Mixed(names, rounds=2, seed=1), PLAYERS, rules, out=tmp_path / "b") == records
    assert files(tmp_path / "b") == files(tmp_path / "a")


def test_two_processes_do_not_play_in_one_folder(tmp_path):
    """S9: the second is refused at once; a lock of a dead process does not count."""
    fcntl = pytest.importorskip("fcntl")
    calls = [
        lambda out: play(swiss(), PLAYERS, SMALL, seed=5, out=out),
        lambda out: ff.arena.match("greedy", "random", SMALL, games=4, out=out),
    ]
    for number, call in enumerate(calls):
        out = tmp_path / str(number)
        out.mkdir()
        with open(out / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with pytest.raises(ff.FivefoldError, match="in use"):
                call(out)
        call(out)
