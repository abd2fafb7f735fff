"""Measures say how far they are, and stop on request."""

from __future__ import annotations

import inspect
import sys

import pytest

import fivefold as ff
from fivefold import _core, _progress, complexity
from fivefold._progress import Progress
from interrupts import ends_by_ctrl_c

SMALL = ff.rules("freestyle", size=5)
TINY = ff.rules("custodial_pah_tum", size=5, setup="random", layout=["a1", "b2", "c3", "d4", "e5"], stones=1)
RANDOM = ["random", "random"]
SEARCH = ["mcts(simulations=100000)"] * 2
GAMES = [ff.playouts(SMALL, 3, seed=1).record(index) for index in range(3)]


def flat(position):
    return [0, 0]


# A little of everything; what is counted, and how much of it there is.
QUICK = {
    "positions, sum": (complexity.positions, (SMALL,), {}, 100),
    "positions, splitting": (complexity.positions, (SMALL, 40), {}, 100),
    "positions, walk": (complexity.positions, (TINY,), {}, 100),
    "positions, bounds": (complexity.positions, ("pente", 3), {}, 100),
    "games, walk": (complexity.games, (TINY,), {}, 100),
    "games, splitting": (complexity.games, ("freestyle", 40), {}, 100),
    "games, populations": (complexity.games, ("pagoda", 40), {}, 100),
    "games, turns": (complexity.games, (SMALL,), {"turns": 3}, 100),
    "transpositions": (complexity.transpositions, (SMALL, 3), {}, 100),
    "records": (complexity.records, (SMALL, RANDOM, 7), {}, 7),
    "tree": (complexity.tree, (SMALL,), {"games": 8}, 8),
    "branching": (complexity.branching, (SMALL, RANDOM, 9), {}, 9),
    "branching, action": (complexity.branching, (SMALL, None, 9), {"unit": "action"}, 9),
    "length": (complexity.length, (SMALL, None, 10), {}, 10),
    "advantage": (complexity.advantage, (SMALL, ["greedy", "random"], 6), {}, 6),
    "drama": (complexity.drama, (GAMES,), {"simulations": 5}, 3),
    "lead_changes": (complexity.lead_changes, (SMALL, None, 4), {"values": flat}, 4),
    "decisiveness": (complexity.decisiveness, (SMALL, RANDOM, 4), {"simulations": 5}, 4),
    "skill": (complexity.skill, (SMALL, 2, 4), {}, 8),
    "report": (complexity.report, (SMALL, 4), {"judged_games": 1, "simulations": 2, "doublings": 1}, 100),
}


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")  # short searches play alike
@pytest.mark.parametrize("name", QUICK)
def test_a_measure_tells_how_far_it_is(name):
    """Never back, never beyond, at the end all of it."""
    measure, arguments, options, total = QUICK[name]
    reports = []
    result = measure(*arguments, **options, progress=lambda *pair: reports.append(pair))
    assert reports[-1] == (total, total)
    assert [done for done, _ in reports] == sorted({done for done, _ in reports})
    assert {whole for _, whole in reports} == {total}
    if name != "branching":  # its arrays do not compare
        assert str(result) == str(measure(*arguments, **options))


def test_it_is_shown_when_asked_for(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    complexity.length(SMALL, games=20, progress=True)
    assert capfd.readouterr().err.endswith("20 of 20 games\n")
    for quiet in (False, None):
        complexity.length(SMALL, games=20, progress=quiet)
    assert capfd.readouterr().err == ""


def test_it_is_a_bar_where_tqdm_is_installed(capfd):
    pytest.importorskip("tqdm")
    complexity.length(SMALL, games=20, progress=True)
    assert "20/20" in capfd.readouterr().err


def test_long_calls_show_it_to_who_watches(capfd, monkeypatch):
    """By itself in a terminal or a notebook, and wiped away at the end."""
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.setattr(_progress, "is_watched", lambda: True)
    complexity.length(SMALL, games=20)
    assert capfd.readouterr().err == ""  # it does not take two seconds
    monkeypatch.setattr(_progress, "PATIENCE", 0.0)
    monkeypatch.setattr(_progress, "BETWEEN", 0.0)
    with Progress(None, 10, "games") as progress:
        report = progress.part(1.0)
        report(1, 5)
        report(4, 5)
    printed = capfd.readouterr().err
    assert "\r2 of 10 games" in printed
    assert "\r8 of 10 games" in printed
    assert printed.endswith("\r")
    assert printed.split("\r")[-2].strip() == ""


def test_a_forecast_never_falls_below_the_rate_of_the_last_minute(monkeypatch, capsys):
    """S11, by a clock of the test's own: work that becomes slower."""
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    now = [0.0]
    monkeypatch.setattr(_progress.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(_progress, "BETWEEN_LINES", 0.0)
    estimates = []
    monkeypatch.setattr(_progress, "duration", lambda seconds: estimates.append(seconds) or "")
    live = _progress.Live(True, "games")
    done = [0.0]
    for second in range(1, 400):
        now[0] = float(second)
        done.append(done[-1] + (20 if second < 60 else 2 if second < 300 else 0.5))
        live(int(done[-1]), 4000)
        rate = (int(done[-1]) - int(done[max(1, second - 60)])) / max(min(second - 1, 60), 1)
        if rate and second > 1:
            assert estimates[-1] >= 0.8 * (4000 - int(done[-1])) / rate
    assert len(estimates) > 390
    assert max(estimates) > 4000  # at the last rate
    capsys.readouterr()


def takers():
    """Everything public that takes `progress=`, but for what hears it only."""
    modules = [ff.arena, ff.complexity, ff.tournament, ff.selfplay, ff.search.ProofSearch, ff.study]
    for module in modules:
        names = getattr(module, "__all__", None) or ["run"]
        for name in names:
            thing = getattr(module, name)
            if callable(thing) and not isinstance(thing, type):
                parameters = inspect.signature(thing).parameters
                if "progress" in parameters:
                    yield f"{module.__name__}.{name}", parameters["progress"].default
                elif "RunOptions" in str(parameters.get("options")):  # left out is None
                    yield f"{module.__name__}.{name}", None


def test_long_calls_show_their_progress_by_themselves():
    """S11: `progress=None` is the default everywhere."""
    pytest.importorskip("pyarrow")
    defaults = dict(takers())
    assert len(defaults) > 15
    assert [name for name, default in defaults.items() if default is not None] == []


def test_nothing_else_is_progress():
    with pytest.raises(ff.FivefoldError, match="progress="):
        complexity.length(SMALL, games=2, progress=5)


def test_an_error_of_the_callable_comes_through():
    def fail(done, total):
        raise RuntimeError("no more")

    for measure, arguments, options, _ in QUICK.values():
        with pytest.raises(RuntimeError, match="no more"):
            measure(*arguments, **options, progress=fail)


# Each of these takes minutes.
LONG = {
    "positions, splitting": lambda: complexity.positions("freestyle", 1_000_000),
    "positions, bounds": lambda: complexity.positions("pente", 1_000_000),
    "games, splitting": lambda: complexity.games("gomoku", 400_000),
    "games, populations": lambda: complexity.games(ff.rules("pente", size=31), 500_000),
    "games, products": lambda: _core.complexity.game_products(ff.rules("renju"), 10_000_000, 0),
    "games, one thread": lambda: _core.complexity.game_populations(
        ff.rules("pente"), [100_000] * 100, 0, threads=1
    ),
    "transpositions": lambda: [
        complexity.transpositions(ff.rules("freestyle", size=9), 3) for _ in range(1000)
    ],
    "tree": lambda: complexity.tree("pentagame", games=1_000_000),
    "tree, players": lambda: complexity.tree("freestyle", SEARCH),
    "branching": lambda: complexity.branching("pentagame", games=1_000_000),
    "branching, players": lambda: complexity.branching("pentagame", SEARCH),
    "counting turns": lambda: _core.complexity.turn_counts(complexity.records("pentagame", games=2) * 5000),
    "counting turns with cards": lambda: _core.complexity.turn_counts(
        complexity.records(ff.rules("pentagame", cards=True), games=1) * 5000, threads=1
    ),
    "length": lambda: complexity.length("pentagame", games=1_000_000),
    "length, own players": lambda: complexity.length(
        "freestyle", [lambda p, rng: p.legal_actions()[0]] * 2, 1_000_000
    ),
    "advantage": lambda: complexity.advantage("pentagame", games=1_000_000),
    "advantage, players": lambda: complexity.advantage("pente", SEARCH),
    "advantage, quick players": lambda: complexity.advantage("pente", ["greedy"] * 2, 2_000_000),
    "drama": lambda: complexity.drama("renju", games=10, simulations=1_000_000),
    "drama, players": lambda: complexity.drama("renju", SEARCH, 10, values=flat),
    "drama, values": lambda: complexity.drama("pentagame", games=200_000, values=flat),
    "lead_changes": lambda: complexity.lead_changes(GAMES, simulations=10_000_000),
    "decisiveness": lambda: complexity.decisiveness("pah_tum", RANDOM, 1000, simulations=10_000_000),
    "skill": lambda: complexity.skill("freestyle", 2, simulations=100_000),
    "report": lambda: complexity.report("pagoda", 4, samples=3_000_000, judged_games=1),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_measure(name):
    """And leaves nothing broken: the next measure is as ever."""
    ends_by_ctrl_c(LONG[name])
    assert complexity.length(SMALL, games=50, seed=3).counts.tolist() == LENGTHS


LENGTHS = complexity.length(SMALL, games=50, seed=3).counts.tolist()
