"""Studies: tables, resuming, refusing, and the same rows whatever happens on the way."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import fivefold as ff

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402 it needs the extra

from fivefold import study  # noqa: E402 it needs the extra

CONFIG = {
    "seed": 7,
    "experiment": [
        {"rules": "freestyle", "games": 3000, "shard": 250, "sample": 20},
        {"rules": "custodial_pah_tum", "games": 500, "shard": 200, "sample": 5},
        {"name": "engines", "records": "engine_gomoku.jsonl", "sample": 5, "shard": 25},
    ],
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The study, run in one go."""
    out = tmp_path_factory.mktemp("whole")
    study.run(CONFIG, out, threads=2)
    return out


def tables(out):
    """All that must not depend on how a study came about, as bytes by name."""
    paths = [*out.rglob("*.parquet"), out / "summary.csv", out / "report.html"]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in paths}


def test_every_game_stands_in_the_table_once(whole):
    """Experiment and game name each game; the games are those of the playouts."""
    games = study.load(whole).to_pandas() if False else study.load(whole)
    names = games["experiment"].to_pylist()
    numbers = games["game"].to_numpy()
    assert len(set(zip(names, numbers.tolist(), strict=True))) == len(names) == 3560
    for preset, count in (("freestyle", 3000), ("custodial_pah_tum", 500)):
        rows = games.filter(pa.compute.equal(games["experiment"].cast(pa.string()), preset))
        result = ff.playouts(ff.rules(preset), count, seed=7)
        assert rows["game"].to_pylist() == list(range(count))
        for column in ("turns", "actions", "termination"):
            np.testing.assert_array_equal(rows[column].to_numpy(), getattr(result, column))
        np.testing.assert_array_equal(rows["seed"].to_numpy(), result.seeds)
        for seat in (0, 1):
            np.testing.assert_array_equal(rows[f"return_{seat}"].to_numpy(), result.returns[:, seat])
        record = result.record(17)
        assert [rows["move_1"][17].as_py(), rows["move_2"][17].as_py()] == record.moves[:2]
        winners = record.outcome.winners
        assert rows["winner"][17].as_py() == (winners[0] if winners else None)


def test_the_columns_are_fixed(whole):
    """Other tools rely on names and types."""
    fields = {field.name: str(field.type) for field in study.load(whole).schema}
    text = "dictionary<values=string, indices=int32, ordered=0>"
    assert fields == {
        "experiment": text,
        "game": "int64",
        "seed": "uint64",
        "source": text,
        "player_0": text,
        "player_1": text,
        "winner": "int8",
        "return_0": "float",
        "return_1": "float",
        "termination": "uint8",
        "ending": text,
        "turns": "uint16",
        "actions": "uint16",
        "move_1": text,
        "move_2": text,
    }


def test_real_games_carry_their_source(whole):
    """Random games have a seed, recorded ones a source."""
    games = study.load(whole).to_pylist()
    real = [row for row in games if row["experiment"] == "engines"]
    assert len(real) == 60
    assert real[0]["source"].startswith("std15")
    assert all(row["seed"] is None for row in real)
    assert all(row["source"] is None for row in games[:3000])


def test_a_finished_study_is_left_alone(whole):
    """The same call again writes nothing."""
    before = {path: path.stat().st_mtime_ns for path in whole.rglob("*")}
    study.run(CONFIG, whole, threads=1)
    assert {path: path.stat().st_mtime_ns for path in whole.rglob("*")} == before


def test_a_folder_of_another_schedule_is_refused(tmp_path):
    """Nothing is lost: neither takes the other's folder."""

    def files(out):
        return {path.name: path.read_bytes() for path in out.rglob("*.*") if ".json" in path.name}

    small, names = ff.rules("freestyle", size=5), ["greedy", "random"]
    ff.arena.match(*names, small, 2, out=tmp_path / "match")
    ff.lab.run(ff.lab.schedule("league", names, small), out=tmp_path / "league")
    for kind, file in (("match", "played.json"), ("league", "tournament.json")):
        before = files(tmp_path / kind)
        with pytest.raises(study.DirectoryError, match=f"holds something else, see {file}"):
            study.run(CONFIG, tmp_path / kind)
        assert files(tmp_path / kind) == before
    study.run({"experiment": [{"rules": "freestyle", "games": 2, "sample": 1}]}, tmp_path / "study")
    for play in (
        lambda: ff.arena.match(*names, small, 2, out=tmp_path / "study"),
        lambda: ff.lab.run(ff.lab.schedule("league", names, small), out=tmp_path / "study"),
    ):
        with pytest.raises(ff.FivefoldError, match="it is not empty"):
            play()


def test_another_study_in_the_folder_is_refused(whole):
    """Nothing changes, and the message says what differs."""
    before = tables(whole)
    with pytest.raises(study.DirectoryError, match=r"seed is 7, not 8"):
        study.run({**CONFIG, "seed": 8}, whole)
    other = json.loads(json.dumps(CONFIG))
    other["experiment"][0]["games"] = 2000
    with pytest.raises(study.DirectoryError, match=r"freestyle.games is 3000, not 2000"):
        study.run(other, whole)
    assert tables(whole) == before


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_a_killed_study_ends_with_the_same_tables(whole, tmp_path, threads):
    """S9: SIGKILL at random moments, again and again, changes no byte of the tables."""
    (tmp_path / "study.json").write_text(json.dumps(CONFIG))
    out = tmp_path / "out"
    command = [sys.executable, "-m", "fivefold", "study", str(tmp_path / "study.json"), "--out", str(out)]
    command += ["--threads", str(threads), "--quiet"]
    chance = random.Random(threads)
    for _ in range(4):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            deadline = time.monotonic() + 20
            shards = len(list(out.rglob("games/*/*.parquet")))
            wanted = shards + chance.randrange(1, 4)
            while process.poll() is None and time.monotonic() < deadline:
                if len(list(out.rglob("games/*/*.parquet"))) >= wanted:
                    break
                time.sleep(0.002)
            time.sleep(chance.random() * 0.01)
            process.kill()
        for path in out.rglob("*.parquet"):
            pq.read_metadata(path)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60)
    assert tables(out) == tables(whole)
    assert not list(out.rglob("*.partial"))


@pytest.mark.slow
def test_processes_give_the_same_tables(whole, tmp_path):
    """Any executor may play the shards."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        study.run(CONFIG, tmp_path, executor=pool)
    assert tables(tmp_path) == tables(whole)


def test_a_damaged_shard_is_played_again(whole, tmp_path):
    """A truncated Parquet is named by `load` and mended by the study's own command."""
    study.run(CONFIG, tmp_path, threads=2)
    path = tmp_path / "games" / "freestyle" / "000003.parquet"
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(study.StudyError, match=r"000003.parquet is damaged"):
        study.load(tmp_path)
    study.run(CONFIG, tmp_path, threads=2)
    assert tables(tmp_path) == tables(whole)


@pytest.mark.slow
def test_ctrl_c_ends_within_a_second_and_says_how_to_go_on(tmp_path):
    """The command that goes on is printed; what is finished is kept."""
    long = {"experiment": [{"rules": "pente", "games": 3_000_000, "shard": 1_000_000, "sample": 1}]}
    (tmp_path / "long.json").write_text(json.dumps(long))
    command = [sys.executable, "-m", "fivefold", "study", "long.json", "--out", "out", "--threads", "2"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 30
        while not (tmp_path / "out" / "games" / "pente").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, errors = process.communicate(timeout=20)
        assert time.monotonic() - began < 1.5
    assert process.returncode == 130
    assert "To go on: fivefold study long.json --out out" in errors
    assert not list(tmp_path.rglob("*.partial"))


def test_two_processes_do_not_share_a_folder(tmp_path):
    """S9: the second is refused at once; a lock of a dead process does not count."""
    fcntl = pytest.importorskip("fcntl")
    tmp_path.joinpath(".lock").touch()
    with open(tmp_path / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(study.DirectoryError, match="in use"):
            study.run(CONFIG, tmp_path)
    assert study.run({"experiment": [{"rules": "freestyle", "games": 5}]}, tmp_path).exists()


FULL = """
import resource, sys
from fivefold import cli
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(cli.main(["study", sys.argv[2], "--out", sys.argv[3], "--quiet", "--threads", "1"]))
"""


@pytest.mark.slow
def test_a_full_disk_gives_one_plain_message_and_goes_on_elsewhere(tmp_path):
    """S9: a limit on the size of files stands in for a full disk: the large shards do not fit."""
    config = {
        "seed": 7,
        "experiment": [
            {"rules": "freestyle", "games": 1000, "shard": 100, "sample": 5},
            {"rules": "pagoda", "games": 5000, "sample": 5},
        ],
    }
    path, small, large = tmp_path / "study.json", tmp_path / "small", tmp_path / "large"
    path.write_text(json.dumps(config))
    command = [sys.executable, "-c", FULL, "30000", str(path), str(small)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 4, answer.stderr
    assert answer.stderr.count("\n") == 1
    assert "the disk is full" in answer.stderr
    assert "bigger place" in answer.stderr
    stored = sorted(small.rglob("games/*/*.parquet"))
    assert stored
    assert not list(small.rglob("*.partial"))
    os.rename(small, large)
    study.run(config, large, threads=2)
    study.run(config, tmp_path / "fresh", threads=1)
    assert tables(large) == tables(tmp_path / "fresh")


def test_a_million_games_are_small(tmp_path):
    """Below 12 bytes a game for the columns that are not moves."""
    config = {"experiment": [{"rules": "freestyle", "games": 200_000, "first_moves": 0, "sample": 1}]}
    study.run(config, tmp_path, threads=2)
    (path,) = tmp_path.glob("games/*/*.parquet")
    assert path.stat().st_size < 12 * 200_000
