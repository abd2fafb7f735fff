"""Comparing studies: paired where games share their random numbers, else independent."""

import math

import numpy as np
import pytest

pytest.importorskip("pyarrow")
from fivefold import cli, study
from fivefold.draw.numbers import fitted, span
from fivefold.study.tables.pairing import PairedSums


def row(table, measure, seat=None):
    matching = [one for one in table.to_pylist() if one["measure"] == measure and one["seat"] == seat]
    assert len(matching) == 1
    return matching[0]


def play(out, seed=1, **more):
    entry = {"rules": "freestyle", "games": 3000, "shard": 700, "sample": 40, **more}
    study.run({"seed": seed, "experiment": [{"name": "x", **entry}]}, out, threads=2)
    return out


def columns(out):
    games = study.load(out)
    return games["winner"].fill_null(-1).to_numpy(), games["turns"].to_numpy()


def test_paired_differences_are_those_of_the_games(tmp_path):
    """Mean and interval by hand, from the tables; the cut into shards does not matter."""
    one = play(tmp_path / "a", options={"size": 9})
    other = play(tmp_path / "b", options={"size": 10}, shard=900)
    table = study.compare(one, other)
    (won, turns), (other_won, other_turns) = columns(one), columns(other)
    gap = other_turns.astype(float) - turns
    figure = row(table, "turns_mean")
    half = 1.959963984540054 * gap.std(ddof=1) / math.sqrt(3000)
    assert figure["paired"]
    assert figure["games"] == 3000
    assert figure["difference"] == pytest.approx(gap.mean())
    assert (figure["low"], figure["high"]) == (
        pytest.approx(gap.mean() - half),
        pytest.approx(gap.mean() + half),
    )
    n12, n21 = ((other_won == 0) & (won != 0)).sum(), ((other_won != 0) & (won == 0)).sum()
    figure = row(table, "win", 0)
    assert figure["difference"] == pytest.approx((n12 - n21) / 3000)
    centre = (n12 - n21) / 3002
    spread = ((n12 + 1) / 3002 + (n21 + 1) / 3002 - centre**2) / 3002
    assert figure["high"] - centre == pytest.approx(1.959963984540054 * math.sqrt(spread))
    assert row(table, "branching")["paired"]
    assert not row(table, "turns_median")["paired"]


def test_the_same_games_differ_by_nothing(tmp_path):
    """A study beside itself: every difference is 0, and means are known exactly."""
    out = play(tmp_path)
    for one in study.compare(out, out).to_pylist():
        assert one["difference"] == 0
        assert one["differs"] in (False, None)
    figure = row(study.compare(out, out), "turns_mean")
    assert figure["low"] == figure["high"] == 0


def test_other_seeds_are_independent(tmp_path):
    """Newcombe's interval, and no pairs are claimed."""
    table = study.compare(play(tmp_path / "a"), play(tmp_path / "b", seed=2))
    assert not any(one["paired"] for one in table.to_pylist())
    assert row(table, "win", 0)["low"] < 0 < row(table, "win", 0)["high"]


def test_two_experiments_of_one_study(tmp_path, capsys):
    """Points of a sweep share their seed; names that are long stay apart."""
    entry = {"rules": "freestyle", "name": "a-name-that-is-rather-long-and-says-little", "games": 400}
    config = {"experiment": [{**entry, "sweep": {"size": [9, 11]}, "sample": 5}]}
    study.run(config, tmp_path, threads=1)
    names = tuple(f"{entry['name']}-size-{size}" for size in (9, 11))
    assert row(study.compare(tmp_path, tmp_path, names), "turns_mean")["paired"]
    assert cli.main(["compare", str(tmp_path), str(tmp_path), "--experiments", *names]) == 0
    assert "turns_mean" in capsys.readouterr().out
    with pytest.raises(study.StudyError, match='no experiment "y"'):
        study.compare(tmp_path, tmp_path, (names[0], "y"))


def test_rounds_of_exchanged_seats_are_units(tmp_path):
    """Games that share a seed are not independent: their means are compared."""
    more = {
        "players": ["greedy", "random"],
        "exchange": True,
        "games": 40,
        "shard": 10,
        "options": {"size": 7},
    }
    one = play(tmp_path / "a", **more)
    other = play(tmp_path / "b", **{**more, "players": ["mcts(simulations=5)", "random"]})
    figure = row(study.compare(one, other), "turns_mean")
    rounds = (columns(other)[1].astype(float) - columns(one)[1]).reshape(-1, 2).mean(axis=1)
    half = 1.959963984540054 * rounds.std(ddof=1) / math.sqrt(20)
    assert figure["games"] == 40
    assert figure["high"] - figure["low"] == pytest.approx(2 * half)


def test_paired_intervals_hold_what_they_say():
    """Of 600 drawn samples of correlated pairs about 95 % cover the true difference."""
    chance, covered = np.random.default_rng(5), np.zeros(3)
    for _ in range(600):
        base = chance.random(200)
        x, y = base < 0.5, 0.3 * chance.random(200) + 0.7 * base < 0.45
        truth = TRUTH - 0.5
        share, mean, ratio = PairedSums(), PairedSums(), PairedSums()
        share.add(x, y)
        mean.add(x, y)
        decided = np.ones(200)
        ratio.add(x, y, decided, decided)
        ends = [share.difference(True), mean.difference(), ratio.difference()]
        covered += [one.low <= truth <= one.high for one in ends]
    assert (np.abs(covered / 600 - 0.95) < 0.03).all(), covered


# P(0.3 u + 0.7 v < 0.45) for independent u, v in [0, 1]: the area below a line.
TRUTH = (0.45 - 0.15) / 0.7


def test_the_ends_of_an_interval_never_look_alike():
    """However narrow; a chart's labels that differ are drawn differently."""
    for low, high in [(0.0, 0.001), (0.0, 1e-7), (50.0, 50.00004), (108.0, 1080.0)]:
        first, second = span(low, high).split(" – ")
        assert first != second
    names = [f"{'x' * 40}-{number}-{'y' * 40}" for number in range(12)]
    for maximum in (8, 20, 40, 100):
        assert len(set(fitted(names, maximum))) == 12


def test_many_figures_are_corrected():
    """S6: what one figure alone would show, one of forty does not."""
    from fivefold._statistics import Value, holm
    from fivefold.study.tables.comparing import chance_of

    just = Value(1.0, 0.02, 1.98)
    assert chance_of(just) == pytest.approx(0.0455, abs=1e-3)
    assert holm([chance_of(just)]) == [True]
    assert not any(holm([chance_of(just)] * 40))
    assert chance_of(Value(-1.0, -1.98, -0.02)) == pytest.approx(chance_of(just))
    assert chance_of(Value(0.0, 0.0, 0.0)) == 1
