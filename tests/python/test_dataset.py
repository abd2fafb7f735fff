"""Data sets: what is written comes back, splits follow the games, digests fit."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import fivefold as ff

pq = pytest.importorskip("pyarrow.parquet")

from fivefold.study import StudyError, dataset  # noqa: E402


def rows(folder: Path, kind: str = "data") -> list[dict[str, object]]:
    return [row for path in sorted((folder / kind).iterdir()) for row in pq.read_table(path).to_pylist()]


def test_games_come_back_and_digests_fit(tmp_path: Path) -> None:
    """Each game replays from its row, and every file is what SHA256SUMS says."""
    games = ff.playouts("pah_tum", 40, seed=3)
    records = [games.record(game) for game in range(40)]
    written = dataset(records, tmp_path / "set", title="Some games", licence="CC0-1.0")
    read = rows(tmp_path / "set")
    assert sum(written.values()) == 40
    assert written["train"] > written["test"]
    assert {ff.Record.from_json(row["record"]).position for row in read} == {one.position for one in records}
    for row in read:
        assert ff.Record.from_json(row["record"]).returns.tolist() == row["returns"]
    for line in (tmp_path / "set" / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((tmp_path / "set" / name).read_bytes()).hexdigest() == digest
    card = (tmp_path / "set" / "README.md").read_text()
    assert card.startswith("---\nlicense: cc0-1.0\n")
    columns = json.loads((tmp_path / "set" / "schema.json").read_text())["columns"]["data"]
    assert [column["name"] for column in columns] == list(read[0])
    assert all(column["meaning"] for column in columns)


def test_a_copy_of_a_game_stays_in_its_split(tmp_path: Path) -> None:
    """Names of players make no other game; one that is longer or on other rules is another."""
    record = ff.rules("freestyle").start().play_all("h8 h9").record()
    named = ff.rules("freestyle").start().play_all("h8 h9").record()
    named.players = ["Anna", "Bert"]
    other = ff.rules("gomoku").start().play_all("h8 h9").record()
    dataset([record, named, other], tmp_path / "set")
    assert len({row["id"] for row in rows(tmp_path / "set")}) == 2
    with pytest.raises(StudyError, match="not empty"):
        dataset([record], tmp_path / "set")
    with pytest.raises(StudyError, match="nothing"):
        dataset([], tmp_path / "other")
    with pytest.raises(StudyError, match="no such file"):
        dataset(tmp_path / "absent.sgf", tmp_path / "other")


def test_self_play_brings_its_samples(tmp_path: Path) -> None:
    """A sample stands in the split of its game, with what the network saw."""
    rules = ff.rules("pah_tum", size=5)
    games = ff.selfplay.play(
        rules, lambda seen, legal: (np.zeros(legal.shape), np.zeros(len(legal))), games=6, simulations=2
    )
    dataset(games, tmp_path / "set")
    samples = rows(tmp_path / "set", "samples")
    assert len(samples) == len(games)
    ids = {row["id"]: row for row in rows(tmp_path / "set")}
    wanted = {(ff.Record.from_json(ids[row["game"]]["record"]).moves[0]) for row in samples}
    assert wanted == {record.moves[0] for record in games.records()}
    assert np.sum([row["policy"] for row in samples]) == pytest.approx(len(games), rel=1e-4)
    for split in ("train", "validation", "test"):
        own = {
            row["game"]
            for row in pq.read_table(tmp_path / "set" / "samples" / f"{split}.parquet").to_pylist()
        }
        there = {
            row["id"] for row in pq.read_table(tmp_path / "set" / "data" / f"{split}.parquet").to_pylist()
        }
        assert own == there


def test_files_and_findings_are_sources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file by the command, and a list of findings as one table."""
    from fivefold.cli import main

    ff.records.write(tmp_path / "games.sgf", [ff.rules("freestyle").start().play_all("h8 h9").record()])
    assert main(["export", str(tmp_path / "games.sgf"), "--dataset", str(tmp_path / "set")]) == 0
    assert "1 rows written" in capsys.readouterr().out
    assert rows(tmp_path / "set")[0]["moves"] == ["h8", "h9"]
    for odd, named in (
        (["--games", "1"], "--games is refused"),
        (["--regret"], "--regret is refused"),
        (["games.npz"], "FILE is refused"),
        (["--licence", ""], "--licence '' is refused"),
        (["--licence", "MIT\ntags: [other]"], "name on SPDX's list"),
    ):
        assert main(["export", str(tmp_path / "games.sgf"), *odd, "--dataset", str(tmp_path / "odd")]) == 2
        assert named in capsys.readouterr().err
        assert not (tmp_path / "odd").exists()
    findings = [
        {"id": "one", "claim": "it is", "players": ["greedy"], "answer": {"value": 0.5, "versions": [1]}}
    ]
    (tmp_path / "findings.json").write_text(json.dumps(findings))
    assert dataset(tmp_path / "findings.json", tmp_path / "findings") == {"train": 1}
    (row,) = rows(tmp_path / "findings", "findings")
    assert (row["answer.value"], row["answer.versions"], row["players"]) == (0.5, "[1]", '["greedy"]')


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")
def test_folders_of_results_are_sources(tmp_path: Path) -> None:
    """A match and a ladder keep records in their folders; another folder is refused by name."""
    ff.arena.match("greedy", "random", "pah_tum", 4, out=tmp_path / "match")
    ff.arena.ladder(["greedy", "random"], "pah_tum", 4, out=tmp_path / "ladder")
    for kind in ("match", "ladder"):
        assert sum(dataset(tmp_path / kind, tmp_path / f"{kind}-set").values()) == 4
    (tmp_path / "other").mkdir()
    with pytest.raises(StudyError, match="no folder of a study, match or ladder"):
        dataset(tmp_path / "other", tmp_path / "other-set")


def test_a_card_of_findings_speaks_of_findings(tmp_path: Path) -> None:
    """Each column of the library's own findings has a meaning, which is not that of a game's column."""
    source = Path(__file__).parents[2] / "docs" / "findings" / "findings.json"
    dataset(source, tmp_path / "set")
    columns = json.loads((tmp_path / "set" / "schema.json").read_text(encoding="utf-8"))["columns"][
        "findings"
    ]
    meanings = {column["name"]: column["meaning"] for column in columns}
    assert all(meanings.values())
    assert meanings["id"] == "name of the finding"
    card = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    assert "# Findings of fivefold" in card
    assert "copies" not in card


@pytest.mark.parametrize("preset", ["pah_tum", "pentagame"])
def test_the_first_public_games_are_the_sample(
    preset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that makes 10,000 games makes those of the sample first, in every release."""
    notebooks = Path(__file__).parents[2] / "notebooks"
    monkeypatch.syspath_prepend(notebooks)
    import make_public_games

    make_public_games.make(preset, tmp_path, 2)
    sample = {row["id"]: row["record"] for row in rows(notebooks / "sample_games" / preset)}
    rows_ = rows(tmp_path / preset)
    assert len(rows_) == 2
    for row in rows_:
        again, known = (ff.Record.from_json(str(text)) for text in (row["record"], sample[row["id"]]))
        assert again.moves == known.moves
