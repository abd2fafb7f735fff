"""What comes after a study: summary, report, comparing, exporting, intervals."""

import re
import xml.dom.minidom
from pathlib import Path

import numpy as np
import pytest

import fivefold as ff

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402 it needs the extra

from fivefold import study  # noqa: E402 it needs the extra
from fivefold.study.report import html  # noqa: E402 it needs the extra
from fivefold.study.running import shards, tasks  # noqa: E402 it needs the extra
from fivefold.study.tables import columns, intervals, parquet, tally  # noqa: E402 it needs the extra


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """A study with a sweep, a game of many seats and real games."""
    folder = tmp_path_factory.mktemp("study")
    config = {
        "seed": 5,
        "title": "Boards & <sizes>",
        "experiment": [
            {"name": "boards", "rules": "freestyle", "options": {"size": [7, 9, 11]}, "games": 2000},
            {"rules": "pah_tum", "games": 500, "sample": 50},
            {"name": "engines", "records": "engine_gomoku.jsonl"},
        ],
    }
    study.run(config, folder, threads=2)
    return folder


def figures(folder, experiment):
    rows = study.read_summary(folder).to_pylist()
    return {(row["measure"], row["seat"]): row for row in rows if row["experiment"] == experiment}


def test_figures_are_those_of_the_games(out):
    """Rates, lengths and quantiles, counted again from the table of games."""
    games = study.load(out)
    mine = games.filter(pa.compute.equal(games["experiment"].cast(pa.string()), "boards-size-9"))
    turns = mine["turns"].to_numpy()
    winner = mine["winner"].to_pylist()
    by_measure = figures(out, "boards-size-9")
    assert by_measure["turns_mean", None]["value"] == pytest.approx(turns.mean())
    assert by_measure["turns_sd", None]["value"] == pytest.approx(turns.std(ddof=1))
    assert by_measure["turns_median", None]["value"] == np.quantile(turns, 0.5, method="inverted_cdf")
    assert by_measure["turns_q95", None]["value"] == np.quantile(turns, 0.95, method="inverted_cdf")
    assert by_measure["win", 0]["value"] == winner.count(0) / 2000
    assert by_measure["draw", None]["value"] == winner.count(None) / 2000
    decided = 2000 - winner.count(None)
    assert by_measure["first_mover_share", None]["value"] == winner.count(0) / decided
    assert by_measure["return_mean", 1]["value"] == pytest.approx(mine["return_1"].to_numpy().mean())


def test_branching_is_that_of_the_replayed_games(out):
    """Freestyle has one action less at each ply, so the figures can be counted by hand."""
    turns = ff.playouts(ff.rules("freestyle", size=7), 500, seed=5).turns
    branching = [np.mean(49 - np.arange(count)) for count in turns]
    trees = [np.log10(49 - np.arange(count)).sum() for count in turns]
    by_measure = figures(out, "boards-size-7")
    assert by_measure["branching", None]["value"] == pytest.approx(np.mean(branching))
    assert by_measure["log10_tree", None]["value"] == pytest.approx(np.mean(trees))
    assert by_measure["log10_tree", None]["games"] == 500
    # Here a turn is one action; turns are counted in the first games only.
    assert by_measure["turn_branching", None]["value"] == pytest.approx(np.mean(branching[:20]))
    assert by_measure["turn_log10_tree", None]["value"] == pytest.approx(np.mean(trees[:20]))
    assert by_measure["turn_branching", None]["games"] == 20


def test_the_report_stands_alone_and_names_every_experiment(out):
    """Nothing is fetched, pictures are well-formed, a title is text and no markup."""
    page = (out / "report.html").read_text()
    for name in ("boards", "boards-size-7", "boards-size-11", "pah_tum", "engines"):
        assert f">{name}<" in page
    assert "Boards &amp; &lt;sizes&gt;" in page
    assert not re.search(r'(?:src|href)="https?:|url\(|@import|<link', page)
    pictures = re.findall(
        r'<svg xmlns="[^"]*" viewBox="[^"]*" width="\d+" height="\d+" role="img".*?</svg>', page, re.DOTALL
    )
    assert len(pictures) >= 12
    for picture in pictures:
        xml.dom.minidom.parseString(picture)
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets <= set(re.findall(r'id="([^"]+)"', page))


def test_no_table_knows_the_time(out):
    """Clock time stands in the log and nowhere else."""
    assert re.search(r"\d\d:\d\d:\d\d", (out / "study.log").read_text())
    for path in [*out.glob("*.html"), *out.glob("*.csv"), *out.glob("*.json")]:
        assert not re.search(r"\d\d:\d\d:\d\d", path.read_text()), path


def test_only_tables_of_games_have_experiment_and_game(out):
    """Whoever reads all Parquet files with both columns gets every game once."""
    rows = 0
    for path in out.rglob("*.parquet"):
        names = pq.read_schema(path).names
        if "experiment" in names and "game" in names:
            rows += pq.read_metadata(path).num_rows
    assert rows == 3 * 2000 + 500 + 60


def test_studies_side_by_side(out, tmp_path):
    """A longer board makes longer games, whatever the experiments are called."""
    study.run({"experiment": [{"rules": "freestyle", "games": 2000, "sample": 5}]}, tmp_path / "large")
    small = {"experiment": [{"name": "small", "rules": "freestyle", "options": {"size": 7}, "games": 2000}]}
    study.run(small, tmp_path / "small")
    rows = study.compare(tmp_path / "small", tmp_path / "large").to_pylist()
    (length,) = [row for row in rows if row["measure"] == "turns_mean"]
    assert length["differs"]
    assert length["low"] < length["difference"] < length["high"]
    assert length["difference"] == length["second"] - length["first"]
    same = study.compare(tmp_path / "small", tmp_path / "small").to_pylist()
    assert not any(row["differs"] for row in same)
    with pytest.raises(study.StudyError, match="in common"):
        study.compare(out, tmp_path / "large")


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_positions_are_exported(out, tmp_path, ending):
    """Each row replays: the action is legal in the position, the outcome that of its game."""
    path = tmp_path / f"positions.{ending}"
    written = study.export(out, path, "pah_tum", games=20, observations=True)
    result = ff.playouts(ff.rules("pah_tum"), 20, seed=5)
    assert written == int(result.actions.sum())
    if ending == "npz":
        data = dict(np.load(path))
    else:
        table = pq.read_table(path)
        data = {name: np.array(table[name].to_pylist()) for name in table.column_names}
        shape = table.schema.metadata[b"board"].decode().split("x")
        data["board"] = data["board"].reshape(-1, *map(int, shape))
    record = result.record(3)
    rows = np.flatnonzero(data["game"] == 3)
    np.testing.assert_array_equal(data["action"][rows], record.actions)
    np.testing.assert_array_equal(data["board"][rows[5]], record.positions()[5].board)
    np.testing.assert_array_equal(data["returns"][rows[0]], result.returns[3])


def test_export_asks_which_experiment(out, tmp_path):
    """Several experiments: one must be named; an unknown ending is refused."""
    with pytest.raises(study.StudyError, match="name one of"):
        study.export(out, tmp_path / "x.npz")
    with pytest.raises(study.StudyError, match="none of"):
        study.export(out, tmp_path / "x.npz", "missing")
    with pytest.raises(study.StudyError, match="15 by 15, 19 by 19"):
        study.export(out, tmp_path / "x.npz", "engines")
    with pytest.raises(study.StudyError, match="npz or"):
        study.export(out, tmp_path / "x.csv", "pah_tum")


def test_intervals_agree_with_figures_from_the_literature():
    """Wilson's interval of 15 of 50 and Newcombe's difference of 56/70 and 48/80."""
    share = intervals.share(15, 50)
    assert (round(share.low, 4), round(share.high, 4)) == (0.1910, 0.4375)
    gap = intervals.difference(intervals.share(56, 70), intervals.share(48, 80))
    assert (round(gap.low, 4), round(gap.high, 4)) == (0.0524, 0.3339)
    assert intervals.share(0, 10).low == 0
    assert intervals.share(10, 10).high == 1


def test_returns_of_many_values_are_counted():
    """Also values that are not among the first games; NaN is none."""
    values = np.repeat(np.arange(40, dtype=np.float32), np.arange(40) * 100)
    counts = tally._few(np.append(values, np.float32([np.nan, 77])))
    assert counts == {77.0: 1} | {float(number): 100 * number for number in range(1, 40)}


def test_counts_add_up_in_any_order():
    """A summary does not depend on how games were cut into shards."""
    random = np.random.default_rng(1)
    turns = random.integers(5, 50, 300).astype(np.uint16)
    winner = random.integers(0, 3, 300).astype(np.uint8)
    returns = np.where(winner == [[1], [2]], 1.0, -1.0).astype(np.float32)

    def counted(cut):
        one = np.ones(300, np.uint8)[cut]
        table = {
            "experiment": columns.Cells("x"),
            "game": columns.Cells(0),
            "winner": columns.Cells(winner[cut], [None, 0, 1]),
            "termination": columns.Cells(one),
            "ending": columns.Cells(one, columns.ENDINGS),
            **{name: columns.Cells(turns[cut]) for name in ("turns", "actions")},
            **{f"return_{seat}": columns.Cells(returns[seat, cut]) for seat in (0, 1)},
        }
        table |= {name: columns.Cells(None) for name in ("seed", "source", "player_0", "player_1")}
        return parquet.to_parquet(table, len(one), 2, columns.Fields(2, 0), "study")[1]

    whole = counted(slice(None))
    parts = [counted(cut) for cut in (slice(0, 7), slice(7, 300))]
    assert whole.wins == {seat - 1: np.count_nonzero(winner == seat) for seat in range(3)}
    assert whole.returns[1] == {value: np.count_nonzero(returns[1] == value) for value in (-1.0, 1.0)}
    assert whole.turns == whole.actions == {n: np.count_nonzero(turns == n) for n in set(turns.tolist())}
    assert tally.Tally.sum(parts).to_dict() == whole.to_dict()
    assert tally.Tally.sum(parts[::-1]).to_dict() == whole.to_dict()
    assert tally.Tally.from_dict(whole.to_dict()) == whole


def test_records_that_vanish_are_no_fault_of_the_disk(tmp_path):
    """What cannot be read is named, and not the file that was to be written."""
    path = tmp_path / "games.jsonl"
    ff.records.write(path, [ff.playouts(ff.rules("freestyle"), 1).record(0)])
    config = study.from_dict({"experiment": [{"name": "games", "records": str(path)}]})
    path.unlink()
    fields = columns.Fields.of(config)
    task = tasks.Task(config.experiments[0], 0, config.seed, tmp_path, fields, config.fingerprint)
    with pytest.raises(study.StudyError, match=r"games\.jsonl cannot be read") as caught:
        shards.play_shard(task)
    assert not isinstance(caught.value, study.DiskError)
    assert not any(tmp_path.iterdir())


def test_the_dark_report_covers_the_colours_of_the_light_theme():
    """Pictures are drawn in the light theme; the style sheet darkens its ground and its labels by name."""
    sheet = Path(ff.draw.__file__).with_name("page.css").read_text(encoding="utf-8")
    light = ff.draw.THEMES["light"]
    assert f'[fill="{light.page}"]' in sheet
    assert f'[fill="{light.label}"]' in sheet


def test_teams_stand_among_who_moves_first(tmp_path, monkeypatch):
    """The mark is the share by chance: one half for two teams of two, a third for three players."""
    charts = {}
    compared = html.charts.compared

    def seen(rows, title, *rest):
        charts[title] = {name: (share.value, mark) for name, share, mark in rows}
        return compared(rows, title, *rest)

    monkeypatch.setattr(html.charts, "compared", seen)
    rules = [("pentagame_teams", {}), ("pentagame", {"players": 3}), ("pentagame", {"players": 1})]
    rows = [
        {"name": f"{name}-{number}", "rules": name, "options": options, "games": 12, "sample": 1}
        for number, (name, options) in enumerate(rules)
    ]
    study.run({"experiment": rows}, tmp_path / "out")
    marks = {name: mark for name, (_, mark) in charts["First mover's share"].items()}
    assert marks == {"pentagame_teams-0": 1 / 2, "pentagame-1": 1 / 3}
    winners = study.load(tmp_path / "out").filter(pa.compute.field("experiment") == "pentagame_teams-0")
    counts = winners["winner"].to_pylist()
    share = counts.count(0) / (len(counts) - counts.count(None))
    assert charts["First mover's share"]["pentagame_teams-0"][0] == pytest.approx(share)
