"""Damage in a study's folder: every changed bit is found, named and mended."""

import hashlib
import os
import random
import shutil

import pytest

pytest.importorskip("pyarrow")
from fivefold import cli, study

CONFIG = {
    "seed": 7,
    "experiment": [
        {"name": "p", "rules": "freestyle", "games": 300, "shard": 100, "sample": 5},
        {"name": "q", "rules": "freestyle", "options": {"size": 9}, "games": 100, "sample": 5},
    ],
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The study, run in one go."""
    out = tmp_path_factory.mktemp("whole")
    study.run(CONFIG, out, threads=2)
    return out


@pytest.fixture
def out(whole, tmp_path):
    """A copy to damage."""
    return shutil.copytree(whole, tmp_path / "out")


def contents(folder):
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name not in (".lock", "study.log")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def flip(path, bit):
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def named(folder):
    """What a check names; a state that is not JSON any more is named by the error."""
    try:
        return study.check(folder)
    except study.StudyError as error:
        return {"study.json": "damaged"} if "study.json is damaged" in str(error) else {}


def test_the_digests_are_those_of_sha256sum(whole):
    """Every file but the log stands in `SHA256SUMS` once, in the form that other tools check."""
    lines = (whole / "SHA256SUMS").read_text().splitlines()
    digests = {name: value for value, name in (line.split("  ") for line in lines)}
    expected = {name: hashlib.sha256(data).hexdigest() for name, data in contents(whole).items()}
    del expected["SHA256SUMS"]
    assert digests == expected
    assert len(lines) == len(expected) == 4 + 2 + 4
    assert study.check(whole) == {}


@pytest.mark.slow
def test_every_single_bit_flip_is_found(out):
    """In headers, pages and footers of every file, also where the table of games could still be read."""
    chance = random.Random(27)
    for name, data in contents(out).items():
        bits = 8 * len(data)
        ends = [*range(0, 64, 5), *range(bits - 160, bits, 7)]
        for bit in [*ends, *(chance.randrange(bits) for _ in range(30))]:
            flip(out / name, bit)
            faults = named(out)
            assert faults, (name, bit)
            assert name == "SHA256SUMS" or faults == {name: "damaged"}
            flip(out / name, bit)
    assert study.check(out) == {}


@pytest.mark.parametrize(
    "name", ["games/p/000001.parquet", "samples/q.parquet", "summary.parquet", "report.html"]
)
def test_a_flipped_bit_is_mended_by_the_same_command(whole, out, name, capsys):
    """The file is named on stderr and in the log, and made again; nothing else is."""
    flip(out / name, 8 * 400 + 3)
    before = {path: path.stat().st_mtime_ns for path in out.glob("games/*/*") if path != out / name}
    study.run(CONFIG, out, threads=2, progress=True)
    assert f"{name} is damaged: it is made again" in capsys.readouterr().err
    assert f"{name} is damaged" in (out / "study.log").read_text()
    assert contents(out) == contents(whole)
    assert {path: path.stat().st_mtime_ns for path in before} == before


@pytest.mark.slow
def test_a_flipped_bit_in_the_digests_is_mended(whole, out):
    """S9: the file whose digest it was is made again: nobody can tell which of the two changed."""
    chance = random.Random(3)
    for _ in range(8):
        flip(out / "SHA256SUMS", chance.randrange(8 * (out / "SHA256SUMS").stat().st_size))
        study.run(CONFIG, out, threads=2)
        assert contents(out) == contents(whole)


def test_a_changed_value_in_the_state_is_mended(whole, out):
    """The folder is still known as this study's: by its fingerprint, or by its configuration."""
    text = (out / "study.json").read_text()
    for old, new in (
        ('"seed": 7', '"seed": 5'),
        ('"fingerprint": "', '"fingerprint": "0'),
        ('"title"', '"titlf"'),
    ):
        assert old in text
        (out / "study.json").write_text(text.replace(old, new, 1))
        assert study.check(out) == {"study.json": "damaged"}
        study.run(CONFIG, out, threads=2)
        assert contents(out) == contents(whole)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("games/p/000000.parquet", "games/p/000001.parquet"),
        ("games/p/000000.parquet", "games/q/000000.parquet"),
    ],
)
def test_shards_that_changed_places_are_found(whole, out, first, second):
    """Each says whose it is: loading refuses, checking names both, running plays both again."""
    os.rename(out / first, out / "x")
    os.rename(out / second, out / first)
    os.rename(out / "x", out / second)
    assert study.check(out) == {first: "damaged", second: "damaged"}
    with pytest.raises(study.StudyError, match=r"000000\.parquet holds other games than p from 0 to 99"):
        study.load(out, ["turns"])
    study.run(CONFIG, out, threads=2)
    assert contents(out) == contents(whole)


def test_what_has_no_digest_is_made_again(whole, out):
    """A folder without `SHA256SUMS` ends as every other."""
    (out / "SHA256SUMS").unlink()
    assert set(study.check(out).values()) == {"without a digest"}
    study.run(CONFIG, out, threads=2)
    assert contents(out) == contents(whole)


def test_the_command_line_names_what_is_damaged(out, capsys):
    """Exit code 1 for damage, 0 for a whole study or one that is not finished."""
    assert cli.main(["study", "--check", str(out)]) == 0
    assert "Every file is whole." in capsys.readouterr().out
    (out / "report.html").unlink()
    flip(out / "games" / "q" / "000000.parquet", 5000)
    assert cli.main(["study", "config.toml", "--out", str(out), "--check"]) == 1
    output = capsys.readouterr().out
    assert "000000.parquet: damaged" in output
    assert "report.html: missing" in output
    assert cli.main(["study", "--check", str(out / "games")]) == 2
    assert "is no study" in capsys.readouterr().err


def test_a_study_that_is_not_finished_is_no_damage(tmp_path, capsys):
    """What was not played yet is distinguished from what was lost."""

    def stop(done, total):
        if done:
            raise KeyboardInterrupt

    many = {"experiment": [{"rules": "pente", "games": 40_000, "shard": 1000, "sample": 1}]}
    with pytest.raises(KeyboardInterrupt):
        study.run(many, tmp_path, threads=1, progress=stop)
    states = study.check(tmp_path)
    assert states["report.html"] == "not written"
    assert set(states.values()) <= {"not written", "without a digest"}


def test_a_damaged_summary_is_not_read(out):
    """Figures are compared from it: a changed one is worse than none."""
    path = out / "summary.parquet"
    flip(path, 8 * 200)
    with pytest.raises(study.StudyError, match=r"summary\.parquet is damaged"):
        study.read_summary(out)
