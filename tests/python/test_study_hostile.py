"""Studies against odd names, bounds, broken state files, foreign files and folders to be read only."""

import json
import os
import subprocess
import sys
import time

import pytest

pytest.importorskip("pyarrow")
from fivefold import cli, study

SMALL = {"seed": 7, "experiment": [{"rules": "freestyle", "games": 40, "shard": 20, "sample": 2}]}


def named(*names, **more):
    entries = [{"name": name, "rules": "freestyle", "games": 5, "sample": 1, **more} for name in names]
    return {"seed": 7, "experiment": entries}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("p<1", "p>1"),
        ("a b", "a_b"),
        ("A", "a"),
        ("Straße", "STRASSE"),
        ("é", "É"),
        ("a", "a."),
        ("²", "2"),
    ],
)
def test_names_that_share_a_folder_are_refused(first, second):
    """On some system the one would overwrite the other's files; the message names both."""
    with pytest.raises(study.ConfigError) as caught:
        study.from_dict(named(first, "between", second))
    assert f'"{first}"' in str(caught.value)
    assert f'"{second}"' in str(caught.value)


def test_names_that_differ_in_a_letter_are_taken():
    """What is refused is what shares a folder, no more."""
    names = ["p<1", "p<2", "a-b", "a_b", "a.b", "größe", "grosse"]
    config = study.from_dict(named(*names))
    assert [experiment.name for experiment in config.experiments] == names


@pytest.mark.parametrize(
    "name",
    [
        "\ud800",
        "a\udfffb",
        "x" * 300,
        "ä" * 101,
        ".",
        "..",
        ".hidden",
        "../up/../..",
        "CON",
        "nul.txt",
        "Com1",
    ],
)
def test_names_that_no_folder_can_have_are_refused(name, tmp_path):
    """Lone surrogates, 300 characters, the folder above, a device: before anything is written."""
    with pytest.raises(study.ConfigError, match="name"):
        study.run(named(name), tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_name_of_200_bytes_is_played(tmp_path):
    """The longest name that is taken leaves space for the file beside it."""
    study.run(named("ä" * 100), tmp_path, threads=1)
    assert study.load(tmp_path).num_rows == 5


def test_options_without_names_are_refused():
    """A mapping from Python may have keys that are no text."""
    with pytest.raises(study.ConfigError, match="options are a table"):
        study.from_dict({"experiment": [{"rules": "freestyle", "options": {1: 2}}]})


@pytest.mark.parametrize(
    "data",
    [
        {**SMALL, "title": "\ud800"},
        {"experiment": [{"rules": "\ud800"}]},
        {"experiment": [{"rules": "freestyle", "options": {"five": "\ud800"}}]},
        {"experiment": [{"records": "\ud800"}]},
        {"experiment": [{"records": "x" * 5000}]},
        {"experiment": [{"records": "a\0b"}]},
    ],
)
def test_texts_that_no_file_can_hold_are_refused(data):
    """Half a character is a mistake of the configuration, not an error of an encoder."""
    with pytest.raises(study.ConfigError):
        study.from_dict(data)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"games": 10**12}, ["4000000 files", "at most 100000", "shard"]),
        ({"games": 10**12, "shard": 10**6}, ["1000000 files"]),
        ({"sweep": {key: list(range(200)) for key in "abcde"}}, ["320000000000 points", "at most 10000"]),
        ({"sweep": {"size": list(range(10_001))}}, ["10001 points"]),
    ],
)
def test_what_is_too_large_is_refused_at_once(changes, words, capsys, tmp_path):
    """Bounds are looked at before anything is spread out."""
    entry = {"rules": "freestyle", **changes}
    path = tmp_path / "study.json"
    path.write_text(json.dumps({"experiment": [entry]}))
    began = time.monotonic()
    assert cli.main(["study", str(path), "--out", str(tmp_path / "out")]) == 2
    assert time.monotonic() - began < 1.0
    message = capsys.readouterr().err
    for word in words:
        assert word in message
    assert not (tmp_path / "out").exists()


def test_the_bounds_hold_for_all_experiments_together():
    """Many entries are no way round the bounds."""
    entries = [{"name": f"e{n}", "rules": "freestyle", "games": 10**9, "shard": 10**5} for n in range(11)]
    with pytest.raises(study.ConfigError, match="110000 files"):
        study.from_dict({"experiment": entries})
    swept = {"rules": "freestyle", "sweep": {"size": [9] * 9_999}}
    with pytest.raises(study.ConfigError, match="at most 10000"):
        study.from_dict({"experiment": [{"rules": "gomoku"}, {**swept, "sweep": {"size": [9] * 10_000}}]})


def test_a_trillion_games_in_large_shards_are_a_study():
    """The bound is on files, which a larger shard makes fewer."""
    config = study.from_dict({"experiment": [{"rules": "freestyle", "games": 10**12, "shard": 10**7}]})
    assert config.experiments[0].shards == 100_000


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"files": [], "config": []}',
        '{"files": [5], "config": {}}',
        '{"files": [], "config": {"seed": 1, "experiments": 5}}',
        '{"files": [], "config": {"seed": 1, "experiments": [5]}}',
        '{"files": ["../x"], "config": {"seed": 1, "experiments": [{"name": "x", "games": 1, "shard": 1}]}}',
        '{"files": [], "config": {"seed": 1, "experiments": [{"name": "x", "games": 1e999, "shard": 1}]}}',
        '{"files": [], "config": {"seed": 1, "experiments": [{"name": "x", "games": 1, "shard": 0}]}}',
        "[" * 100_000,
        '{"files":' * 100_000,
        "9" * 5000,
        "\ud800",
    ],
)
def test_a_broken_state_is_named(text, tmp_path, capsys):
    """`study.json` is read by run, load and export; none fails with an error of Python's."""
    (tmp_path / "study.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    path = tmp_path / "config.json"
    path.write_text(json.dumps(SMALL))
    for arguments in (["study", str(path), "--out", str(tmp_path)], ["export", str(tmp_path), "x.npz"]):
        assert cli.main(arguments) == 2
        message = capsys.readouterr().err
        assert "study.json is damaged" in message
        assert message.count("\n") == 1
    with pytest.raises(study.StudyError, match=r"study\.json is damaged"):
        study.load(tmp_path)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"experiment":' + "[" * 800 + "]" * 800 + "}"])
def test_a_deeply_nested_configuration_is_refused(text, tmp_path):
    """Also where the parser takes it and a message cannot."""
    path = tmp_path / "config.json"
    path.write_text(text)
    with pytest.raises(study.ConfigError):
        study.read(path)
    nested: object = 1
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(study.ConfigError):
        study.from_dict({"experiment": [{"rules": nested}]})


def test_cleaning_up_leaves_what_others_wrote(tmp_path):
    """Only files that a study was writing are removed, and only in a study's own folders."""
    config = named("mine")
    for folder in ("games/mine", "samples", "notes", "games/other"):
        (tmp_path / folder).mkdir(parents=True)
    own = [
        ".study.json.12-34.partial",
        ".report.html.12-34.partial",
        "samples/.mine.parquet.12-34.partial",
        "games/mine/.000000.parquet.12-34.partial",
    ]
    others = [
        ".download.partial",
        ".thesis.odt.12-34.partial",
        "thesis.12-34.partial",
        ".report.html.draft.partial",
        "notes/.study.json.12-34.partial",
        "games/mine/.mine.partial",
        "games/mine/.000007.parquet.12-34.partial",
        "games/other/.000000.parquet.12-34.partial",
        "samples/.other.parquet.12-34.partial",
    ]
    for name in own + others:
        (tmp_path / name).write_text("x")
    study.run(config, tmp_path, threads=1)
    assert [name for name in own if (tmp_path / name).exists()] == []
    assert [name for name in others if not (tmp_path / name).exists()] == []


READER = """
import ctypes, os, sys
from fivefold import cli
if os.geteuid() == 0:
    # The superuser may write everywhere: give that up (capset of Linux, version 3, no capability left).
    header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None).capset(header, none) == 0
sys.exit(cli.main(["study", "config.json", "--out", "out", "--quiet", "--threads", "1"]))
"""


def read_only(folder):
    """Run the study as somebody who may read the folder and not write it."""
    folder.chmod(0o755)
    for path in sorted(folder.rglob("*"), reverse=True):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        command = [sys.executable, "-c", READER]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    finally:
        for path in folder.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)


needs_users = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of this kind are Unix's")


@needs_users
@pytest.mark.parametrize("lock", [True, False])
def test_a_finished_study_in_a_folder_to_be_read_is_opened(tmp_path, lock):
    """Nothing is to be written there, so nothing is in the way."""
    (tmp_path / "config.json").write_text(json.dumps(SMALL))
    study.run(SMALL, tmp_path / "out", threads=1)
    if not lock:
        (tmp_path / "out" / ".lock").unlink()
    answer = read_only(tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")


@needs_users
def test_a_folder_that_cannot_be_written_is_no_full_disk(tmp_path):
    """Freeing disk space would not help; the message says what would not be written and why."""
    (tmp_path / "config.json").write_text(json.dumps(SMALL))
    (tmp_path / "out").mkdir()
    answer = read_only(tmp_path)
    assert answer.returncode == 4
    assert "Permission denied" in answer.stderr
    assert "disk space" not in answer.stderr
    study.run(SMALL, tmp_path / "out", threads=1)
    (tmp_path / "out" / "games" / "freestyle" / "000001.parquet").unlink()
    answer = read_only(tmp_path)
    assert answer.returncode == 4
    assert "Permission denied" in answer.stderr
    assert "disk space" not in answer.stderr
