"""Studies in parts: any order, twice, at once, in copies, killed; the same bytes as in one go."""

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("pyarrow")
from fivefold import cli, study

CONFIG = {
    "seed": 7,
    "experiment": [
        {"rules": "freestyle", "games": 900, "shard": 100, "sample": 10},
        {"rules": "custodial_pah_tum", "games": 130, "shard": 40, "sample": 5},
        {"name": "engines", "records": "engine_gomoku.jsonl", "sample": 5, "shard": 25},
        {"rules": "pagoda", "name": "played", "games": 9, "shard": 3, "players": ["greedy", "random"]},
    ],
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The study, run in one go."""
    out = tmp_path_factory.mktemp("whole")
    study.run(CONFIG, out, threads=2)
    return out


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(CONFIG))
    return str(path)


def contents(folder):
    """Every file but the log and the lock, as bytes by name."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in files.items() if name not in ("study.log", ".lock")}


def command(config, out, *more):
    return [sys.executable, "-m", "fivefold", "study", config, "--out", str(out), "--quiet", *more]


def test_parts_in_any_order_and_twice_are_the_whole(whole, tmp_path):
    """A part makes no summary and no report; the end has the bytes of the study in one go."""
    parts = [f"{number}/5" for number in range(1, 6)]
    random.Random(1).shuffle(parts)
    for part in [*parts, *parts[:2]]:
        assert study.run(CONFIG, tmp_path, threads=1, part=part) == tmp_path
        assert not (tmp_path / "report.html").exists()
        assert not (tmp_path / "summary.csv").exists()
    study.run(CONFIG, tmp_path, finish=True)
    assert contents(tmp_path) == contents(whole)


def test_parts_at_once_in_one_folder(whole, tmp_path, config):
    """S9: each holds the folder with the others; the same part twice is no harm."""
    out = tmp_path / "out"
    parts = ["1/3", "2/3", "3/3", "2/3"]
    running = [subprocess.Popen(command(config, out, "--part", part, "--threads", "1")) for part in parts]
    assert [process.wait(timeout=60) for process in running] == [0, 0, 0, 0]
    assert cli.main(command(config, out, "--finish")[3:]) == 0
    assert contents(out) == contents(whole)


def test_parts_in_copies_are_put_together(whole, tmp_path):
    """Digests of parts lie in files of their own, so that copying loses none."""
    for part in ("1/2", "2/2"):
        study.run(CONFIG, tmp_path / part[0], threads=1, part=part)
    for part in "12":
        shutil.copytree(tmp_path / part, tmp_path / "out", dirs_exist_ok=True)
    played = {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "games").rglob("*.parquet")}
    study.run(CONFIG, tmp_path / "out", finish=True)
    assert contents(tmp_path / "out") == contents(whole)
    assert played == {path: path.stat().st_mtime_ns for path in played}


def test_missing_shards_are_named_with_the_command(tmp_path, config, capsys):
    """Nothing is played, the exit code is 1, and the command that is named makes them."""
    out = tmp_path / "out"
    study.run(config, out, part="1/4")
    study.run(config, out, part="3/4")
    assert cli.main(["study", config, "--out", str(out), "--finish", "--quiet"]) == 1
    message = capsys.readouterr().err
    assert "games/freestyle/000001.parquet" in message
    for part in ("2/4", "4/4"):
        assert f"fivefold study {config} --out {out} --part {part}" in message
    assert "--part 1/4" not in message
    assert not (out / "report.html").exists()
    with pytest.raises(study.UnfinishedError) as caught:
        study.run(config, out, finish=True)
    assert "games/freestyle/000001.parquet" in caught.value.missing


def test_a_study_that_nobody_began_is_not_finished(tmp_path, config, capsys):
    """All shards are missing; the command without parts is named."""
    assert cli.main(["study", config, "--out", str(tmp_path / "out"), "--finish", "--quiet"]) == 1
    assert f"fivefold study {config} --out {tmp_path / 'out'}" in capsys.readouterr().err


def test_parts_that_are_killed_go_on(whole, tmp_path, config):
    """S9: SIGKILL in the middle, and the part again."""
    out, chance = tmp_path / "out", random.Random(3)
    for part in ("2/2", "1/2"):
        process = subprocess.Popen(command(config, out, "--part", part, "--threads", "1"))
        time.sleep(0.3 + chance.random())
        process.send_signal(signal.SIGKILL)
        process.wait()
        study.run(config, out, part=part)
    study.run(config, out, finish=True)
    assert contents(out) == contents(whole)


def test_a_damaged_shard_of_a_part_is_missing(whole, tmp_path):
    """To finish finds what changed since it was written."""
    study.run(CONFIG, tmp_path, part="1/1")
    path = tmp_path / "games" / "freestyle" / "000002.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(study.UnfinishedError, match=r"freestyle/000002\.parquet"):
        study.run(CONFIG, tmp_path, finish=True)
    study.run(CONFIG, tmp_path, part="1/1")
    study.run(CONFIG, tmp_path, finish=True)
    assert contents(tmp_path) == contents(whole)


def test_the_study_itself_takes_up_what_parts_have_played(whole, tmp_path):
    """The command without parts plays what is missing and finishes."""
    study.run(CONFIG, tmp_path, part="2/3")
    study.run(CONFIG, tmp_path)
    assert contents(tmp_path) == contents(whole)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    study.run(CONFIG, tmp_path, part="1/3")
    study.run(CONFIG, tmp_path, finish=True)
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}


@pytest.mark.parametrize("part", ["0/3", "4/3", "1/0", "1", "a/b", "1/3/5", "-1/3", "1.0/2", "", "1/1000000"])
def test_a_wrong_part_is_refused(part, tmp_path, config, capsys):
    """One message, exit code 2, and nothing is made."""
    assert cli.main(["study", config, "--out", str(tmp_path / "out"), f"--part={part}"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_part_and_the_whole_do_not_share_a_folder(tmp_path):
    """While parts are played nobody finishes, and the other way round."""
    fcntl = pytest.importorskip("fcntl")
    (tmp_path / ".lock").touch()
    with open(tmp_path / ".lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        with pytest.raises(study.DirectoryError, match="in use"):
            study.run(CONFIG, tmp_path, finish=True)
        study.run(CONFIG, tmp_path, part="1/20")


def test_a_study_grows(tmp_path):
    """More games of the same configuration: what is there stays, and the bytes are those of one go."""
    small = json.loads(json.dumps(CONFIG))
    small["experiment"][0] |= {"games": 5}
    small["experiment"][1] |= {"games": 95}
    small["experiment"][3] |= {"games": 4}
    study.run(small, tmp_path / "a", threads=2)
    stored = tmp_path / "a" / "games" / "custodial_pah_tum" / "000001.parquet"
    before = stored.stat().st_mtime_ns
    study.run(CONFIG, tmp_path / "a", threads=2)
    study.run(CONFIG, tmp_path / "b", threads=2)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert stored.stat().st_mtime_ns == before


def test_a_study_that_is_killed_while_it_grows_tells_nothing_old(tmp_path):
    """All games are played, the report is not yet written: the old one does not pass for it."""
    small = {"seed": 7, "experiment": [{"rules": "freestyle", "games": 40, "shard": 20, "sample": 2}]}
    large = {"seed": 7, "experiment": [{**small["experiment"][0], "games": 60}]}
    study.run(small, tmp_path / "a", threads=1)

    def stop(done, total):
        if done == total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.run(large, tmp_path / "a", threads=1, progress=stop)
    study.run(large, tmp_path / "a", threads=1)
    study.run(large, tmp_path / "b", threads=1)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.parametrize("change", [{"games": 100}, {"sample": 11}, {"shard": 50}, {"first_moves": 3}])
def test_only_more_games_are_an_extension(whole, tmp_path, change, capsys):
    """Any other difference is refused with exit code 2, and nothing changes."""
    other = json.loads(json.dumps(CONFIG))
    other["experiment"][0] |= change
    (tmp_path / "other.json").write_text(json.dumps(other))
    before = contents(whole)
    assert cli.main(["study", str(tmp_path / "other.json"), "--out", str(whole), "--quiet"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert contents(whole) == before


def test_threads_of_one_process_may_play_parts_at_once(whole, tmp_path):
    """Even the same part."""
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda part: study.run(CONFIG, tmp_path, threads=1, part=part), ["1/2", "2/2", "1/2"]))
    study.run(CONFIG, tmp_path, finish=True)
    assert contents(tmp_path) == contents(whole)
