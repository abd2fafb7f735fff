"""Stop rules: where an experiment ends depends on the configuration alone, however it was played."""

import json
import random
import shutil
import time
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

pytest.importorskip("pyarrow")
from fivefold import cli, study
from fivefold.study.config.stopping import Stop
from fivefold.study.running import stopping
from fivefold.study.tables.figures import figures
from fivefold.study.tables.tally import Tally

CONFIG = {
    "seed": 7,
    "experiment": [
        {"rules": "freestyle", "games": 8000, "shard": 100, "sample": 5, "stop": 0.03},
        {
            "name": "lengths",
            "rules": "freestyle",
            "games": 8000,
            "shard": 100,
            "sample": 5,
            "stop": {"half_width": 1.0, "measure": "turns_mean", "every": 3},
        },
        {
            "name": "played",
            "rules": "freestyle",
            "options": {"size": 7},
            "games": 400,
            "shard": 20,
            "sample": 3,
            "players": ["greedy", "random"],
            "exchange": True,
            "stop": {"half_width": 0.1, "measure": "player_win", "player": "random", "min_games": 60},
        },
        {"name": "plain", "rules": "pah_tum", "games": 90, "shard": 30, "sample": 2},
    ],
}


def contents(folder):
    """Every file but the log and the lock, as bytes by name."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in files.items() if name not in ("study.log", ".lock")}


def played(folder):
    """The games of each experiment with a rule, as the folder tells them."""
    return json.loads((folder / "study.json").read_text())["played"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The study, played shard by shard in order."""
    out = tmp_path_factory.mktemp("whole")
    study.run(CONFIG, out, threads=1)
    return out


def halves(out, experiment, measure, seat=None, player=None):
    """Half the width of a figure's interval in a summary."""
    for row in study.read_summary(out).to_pylist():
        if (row["experiment"], row["measure"], row["seat"], row["player"]) == (
            experiment,
            measure,
            seat,
            player,
        ):
            return (row["high"] - row["low"]) / 2
    raise LookupError(measure)


def test_an_experiment_ends_at_the_first_look_at_which_it_is_narrow_enough(whole, tmp_path):
    """With the last look's games fewer it was too wide; looks come after whole, fixed numbers of shards."""
    games = played(whole)
    assert halves(whole, "freestyle", "win", 0) <= 0.03
    assert halves(whole, "lengths", "turns_mean") <= 1.0
    assert halves(whole, "played", "player_win", None, "random") <= 0.1
    assert games["freestyle"] % 100 == games["lengths"] % 300 == games["played"] % 20 == 0
    assert games["played"] >= 60
    shorter = json.loads(json.dumps(CONFIG))
    shorter["experiment"] = shorter["experiment"][:2]
    for entry, step in zip(shorter["experiment"], (100, 300), strict=True):
        del entry["stop"]
        entry["games"] = games[entry.get("name", "freestyle")] - step
    study.run(shorter, tmp_path, threads=1)
    assert halves(tmp_path, "freestyle", "win", 0) > 0.03
    assert halves(tmp_path, "lengths", "turns_mean") > 1.0


def test_everything_of_the_study_knows_its_end(whole):
    """Tables, figures, digests and exports hold the games up to the end and no more."""
    games = played(whole)
    table = study.load(whole)
    assert table.num_rows == sum(games.values()) + 90
    rows = study.read_summary(whole).to_pylist()
    assert {row["games"] for row in rows if (row["experiment"], row["measure"]) == ("freestyle", "draw")} == {
        games["freestyle"]
    }
    assert study.check(whole) == {}
    assert study.compare(whole, whole)["difference"].to_pylist()[0] == 0
    assert len(list((whole / "records" / "played").iterdir())) * 20 == games["played"]


class Disordered(Executor):
    """Brings pieces in any order, some of them late."""

    def __init__(self, seed):
        self.pool, self.chance = ThreadPoolExecutor(4), random.Random(seed)

    def submit(self, work, task, **more):
        return self.pool.submit(self.later, self.chance.random() * 0.05, work, task, more)

    def later(self, seconds, work, task, more):
        time.sleep(seconds)
        return work(task, **more)


@pytest.mark.slow
@pytest.mark.parametrize("shared", [True, False])
def test_the_order_in_which_shards_come_changes_no_byte(whole, tmp_path, shared):
    """What was played beyond the end is gone, also where a worker brings it late."""
    executor = Disordered(3)
    study.run(CONFIG, tmp_path, executor=executor, shared_folder=shared)
    executor.pool.shutdown(wait=True)
    assert contents(tmp_path) == contents(whole)


def test_threads_change_no_byte(whole, tmp_path):
    """Several at once play further than the end before they know it."""
    study.run(CONFIG, tmp_path, threads=4)
    assert contents(tmp_path) == contents(whole)


@pytest.mark.slow
@pytest.mark.parametrize("order", [["1/3", "2/3", "3/3"], ["3/3", "1/3", "2/3", "3/3"]])
def test_parts_change_no_byte(whole, tmp_path, order):
    """In one folder they see each other's shards; in copies the end is found when they are put together."""
    for part in order:
        study.run(CONFIG, tmp_path / "one", part=part)
    study.run(CONFIG, tmp_path / "one", finish=True)
    assert contents(tmp_path / "one") == contents(whole)


def test_parts_in_copies_change_no_byte(whole, tmp_path):
    """None of them knows the end: each plays all of its shards."""
    for part in ("2/2", "1/2"):
        study.run(CONFIG, tmp_path / part[0], part=part)
        shutil.copytree(tmp_path / part[0], tmp_path / "all", dirs_exist_ok=True)
    study.run(CONFIG, tmp_path / "all", finish=True)
    assert contents(tmp_path / "all") == contents(whole)


class EnoughError(Exception):
    """Somebody stops the study."""


def test_a_study_with_rules_goes_on_where_it_was_stopped(whole, tmp_path):
    """Stopped again and again; and where a shard was lost after the end was known."""

    def stop(done, total):
        nonlocal seen
        seen += 1
        if seen % 3 == 0:
            raise EnoughError

    seen = 0
    for _ in range(40):
        try:
            study.run(CONFIG, tmp_path, threads=2, progress=stop)
        except EnoughError:
            continue
        break
    assert contents(tmp_path) == contents(whole)
    (tmp_path / "games" / "freestyle" / "000001.parquet").write_bytes(b"x")
    (tmp_path / "games" / "lengths" / "000000.parquet").unlink()
    study.run(CONFIG, tmp_path, threads=2)
    assert contents(tmp_path) == contents(whole)


def test_a_finished_study_is_left_as_it_is(whole):
    """Nothing is written when all is reported."""
    before = {
        path: path.stat().st_mtime_ns for path in whole.rglob("*") if path.name not in ("study.log", ".lock")
    }
    study.run(CONFIG, whole, threads=1)
    after = {
        path: path.stat().st_mtime_ns for path in whole.rglob("*") if path.name not in ("study.log", ".lock")
    }
    assert before == after


def test_extending_gives_what_the_longer_study_gives(tmp_path):
    """One that ended by its most games goes on; one that its rule ended stays."""
    small = json.loads(json.dumps(CONFIG))
    for entry in small["experiment"][:2]:
        entry["games"] = 350
    study.run(small, tmp_path / "a", threads=1)
    assert played(tmp_path / "a")["freestyle"] == 350
    study.run(CONFIG, tmp_path / "a", threads=1)
    study.run(CONFIG, tmp_path / "b", threads=1)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.parametrize(
    ("stop", "word"),
    [
        ({"half_width": 0}, "half_width"),
        ({}, "half_width"),
        ({"half_width": True}, "half_width"),
        ({"half_width": 0.1, "measur": "win"}, "measure"),
        ({"half_width": 0.1, "measure": "turns_median"}, "measure"),
        ({"half_width": 0.1, "seat": 2}, "seat"),
        ({"half_width": 0.1, "measure": "draw", "seat": 0}, "seat"),
        ({"half_width": 0.1, "measure": "player_win"}, "players"),
        ({"half_width": 0.1, "player": "random"}, "player"),
        ({"half_width": 0.1, "every": 0}, "every"),
        ({"half_width": 0.1, "min_games": 1.5}, "min_games"),
        ("narrow", "stop"),
    ],
)
def test_rules_that_make_no_sense_are_refused(stop, word, tmp_path, capsys):
    """Exit code 2, one message that names what is wrong, and nothing is made."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"experiment": [{"rules": "freestyle", "games": 100, "stop": stop}]}))
    assert cli.main(["study", str(path), "--out", str(tmp_path / "out"), "--quiet"]) == 2
    message = capsys.readouterr().err
    assert word in message
    assert message.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_the_interval_after_stopping_covers_as_it_says():
    """Wilson's interval at the end of a course covers the true share in some 95 of 100 courses."""
    (experiment,) = study.from_dict(
        {"experiment": [{"rules": "freestyle", "games": 10_000, "shard": 50}]}
    ).experiments
    chance, covered = random.Random(1), 0
    for _ in range(400):
        course = stopping.StopLine(experiment, Stop(0.05, min_games=100))
        number = 0
        while course.end is None:
            wins = sum(chance.random() < 0.3 for _ in range(50))
            course.add(
                number, Tally(50, {0: wins, 1: 50 - wins}, {1: 50}, {9: 50}, {9: 50}, [{1.0: 50}, {1.0: 50}])
            )
            number += 1
        win = next(one for one in figures(experiment, course.total) if one.measure == "win")
        covered += win.estimate.low <= 0.3 <= win.estimate.high
    assert covered >= 370


def test_a_plan_tells_when_a_rule_will_probably_end_it(whole):
    """Within a factor of two of where it ended, from a pilot."""
    rows = {row.experiment: row for row in study.plan(CONFIG, seconds=0.05)}
    for name in ("freestyle", "lengths"):
        assert 0.5 < rows[name].likely / played(whole)[name] < 2
    assert rows["plain"].likely == rows["plain"].games == 90


def test_the_report_tells_of_the_rule(whole):
    """In words, and in the configuration to repeat it."""
    text = (whole / "report.html").read_text()
    assert "ended by the rule" in text
    assert "stop = {" in text
