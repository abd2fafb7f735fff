"""Who plays in a study, what each used, how strong each is, and the games as records."""

import json

import numpy as np
import pytest

import fivefold as ff

pa = pytest.importorskip("pyarrow")
from fivefold import cli, study  # noqa: E402 it needs the extra
from fivefold._core import decision_seed  # noqa: E402 as above

MCTS = "mcts(simulations=9)"
SMALL = {"size": 7}


def first(position, rng):
    """Play the first legal action."""
    return int(position.legal_actions()[0])


def coin(position, rng):
    """Play any legal action."""
    return int(rng.choice(position.legal_actions()))


def dice(position, rng):
    """Play any legal action too."""
    return coin(position, rng)


class Counting:
    """A player of one's own that says how many simulations it plays out."""

    name = "counting"

    def choose(self, positions, seeds):
        return self.choose_counted(positions, seeds)[0]

    def __call__(self, position, rng=None):
        return int(position.legal_actions()[-1])

    def choose_counted(self, positions, seeds):
        actions = [int(position.legal_actions()[-1]) for position in positions]
        return np.array(actions, np.int32), np.array([position.turns for position in positions])


def entry(name, players, **more):
    return {
        "name": name,
        "rules": "freestyle",
        "options": SMALL,
        "games": 6,
        "shard": 4,
        "players": players,
        "openings": "start",
        **more,
    }


CONFIG = {
    "seed": 3,
    "experiment": [
        entry("native", [MCTS, "random"], exchange=True),
        entry("mixed", [MCTS, first]),
        entry("own", [Counting(), "threats(simulations=16, nodes=20)"]),
        {"rules": "freestyle", "games": 10, "sample": 2},
        {"name": "engines", "records": "engine_renju.jsonl", "sample": 2},
    ],
}


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """A study with players of all kinds."""
    folder = tmp_path_factory.mktemp("study")
    study.run(CONFIG, folder, threads=2)
    return folder


def rows_of(out, name):
    return [row for row in study.load(out).to_pylist() if row["experiment"] == name]


def records_of(out, name):
    lines = [path.read_text().splitlines() for path in sorted((out / "records" / name).iterdir())]
    return [ff.Record.from_dict(json.loads(line)) for part in lines for line in part]


@pytest.mark.parametrize("name", ["native", "mixed", "own"])
def test_simulations_are_those_of_each_decision(out, name):
    """Each decision asked again by itself, from its own seed, adds up to the column."""
    for row, record in zip(rows_of(out, name), records_of(out, name), strict=True):
        totals: list[int | None] = [0, 0]
        for number, (position, action) in enumerate(zip(record.positions(), record.actions, strict=False)):
            seat = position.player
            name_of = record.players[seat]
            player = (
                Counting()
                if name_of == "counting"
                else None
                if name_of == "first"
                else ff.players.make(name_of)
            )
            if player is None:
                totals[seat] = None
                continue
            seeds = np.array([decision_seed(row["seed"], seat, number)], np.uint64)
            chosen, counts = player.choose_counted([position], seeds)
            assert int(chosen[0]) == action
            totals[seat] += int(counts[0])
        assert [row["simulations_0"], row["simulations_1"]] == totals


def test_random_games_and_records_have_no_simulations(out):
    """Null, and no column at all in a study without players."""
    for name in ("freestyle", "engines"):
        assert {row["simulations_0"] for row in rows_of(out, name)} == {None}


def test_a_study_without_players_has_no_columns_for_them(tmp_path):
    """Its tables are as they were before there were such columns."""
    study.run({"experiment": [{"rules": "freestyle", "games": 5, "sample": 1}]}, tmp_path)
    names = study.load(tmp_path).column_names
    assert not [name for name in names if name.startswith(("simulations_", "seconds_"))]


def test_seconds_are_told_on_request(out, tmp_path):
    """All else is as without."""
    assert "seconds_0" not in study.load(out).column_names
    timed = {"seed": 3, "experiment": [{**one, "times": True} for one in CONFIG["experiment"][:2]]}
    study.run(timed, tmp_path, threads=1)
    assert (tmp_path / "report.html").read_text().count("\ntimes = true\n") == 2
    for name in ("native", "mixed"):
        for row, plain in zip(rows_of(tmp_path, name), rows_of(out, name), strict=True):
            seconds = {row[f"player_{seat}"]: row[f"seconds_{seat}"] for seat in (0, 1)}
            assert seconds[MCTS] > 0
            assert min(seconds.values()) >= 0
            assert {key: row[key] for key in plain} == plain


def test_seconds_are_those_of_the_decisions(tmp_path, monkeypatch):
    """By a clock that players move on: a quarter of a second for each decision of one, two for the other."""
    clock = [0.0]
    monkeypatch.setattr("fivefold.lab.playing.perf_counter", lambda: clock[0])

    def slow(position, rng):
        clock[0] += 2
        return first(position, rng)

    def quick(position, rng):
        clock[0] += 0.25
        return first(position, rng)

    study.run({"experiment": [entry("x", [slow, quick], times=True)]}, tmp_path, threads=1)
    for row in study.load(tmp_path).to_pylist():
        turns = row["actions"]
        assert (row["seconds_0"], row["seconds_1"]) == ((turns + 1) // 2 * 2, turns // 2 * 0.25)


@pytest.mark.parametrize("more", [{"rules": "freestyle"}, {"records": "engine_renju.jsonl"}])
def test_times_are_for_players(more):
    """Random games and records have none."""
    with pytest.raises(study.ConfigError, match="times"):
        study.from_dict({"experiment": [{**more, "times": True}]})


RATED = {
    "seed": 5,
    "experiment": [
        entry("a", ["mcts(simulations=4)", "mcts(simulations=8)"], games=20, exchange=True),
        entry("b", ["mcts(simulations=8)", "mcts(simulations=16)"], games=20, exchange=True),
        entry("c", ["greedy", "random"], games=6, options={"size": 9}),
        {"name": "d", "rules": "pentagame", "options": {"players": 3}, "games": 30, "shard": 15, "sample": 0,
         "players": ["random", coin, dice], "exchange": True},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def rated(tmp_path_factory):
    """Players over several experiments."""
    folder = tmp_path_factory.mktemp("rated")
    study.run(RATED, folder, threads=2)
    return folder


def test_ratings_are_those_of_the_games(rated):
    """Counted shard by shard, and by hand from the records, over experiments of the same rules."""
    figure = study.ratings(rated).to_pylist()
    for names, options, method in [
        (["a", "b"], {"size": 7}, "bradley_terry"),
        (["d"], {"players": 3}, "plackett_luce"),
    ]:
        games = [(record.players, record.returns) for name in names for record in records_of(rated, name)]
        rows = [row for row in figure if json.loads(row["options"]) == options]
        wanted = ff.arena.ratings(games, method)
        assert [row["player"] for row in rows] == [one.name for one in wanted]
        for row, one in zip(rows, wanted, strict=True):
            assert row["games"] == one.games
            for key in ("rating", "low", "high"):
                assert row[key] == pytest.approx(getattr(one, key), abs=1e-6)
    text = (rated / "report.html").read_text()
    assert 'id="ratings"' in text
    assert text.count("<h3>freestyle with size") == 2


def test_players_without_finite_ratings_are_named(rated):
    """Greedy won every game: no figure, and why."""
    rows = [row for row in study.ratings(rated).to_pylist() if json.loads(row["options"]) == {"size": 9}]
    assert {row["player"] for row in rows} == {"greedy", "random"}
    assert {row["rating"] for row in rows} == {None}
    assert "greedy" in rows[0]["note"]


def test_ratings_over_several_studies(rated, tmp_path):
    """A player is the same wherever its name is."""
    more = entry("e", ["mcts(simulations=16)", "mcts(simulations=4)"], games=20, exchange=True)
    study.run({"seed": 6, "experiment": [more]}, tmp_path)
    rows = [row for row in study.ratings(rated, tmp_path).to_pylist() if row["options"] == '{"size": 7}']
    assert {row["player"]: row["games"] for row in rows} == {f"mcts(simulations={k})": 40 for k in (4, 8, 16)}
    with pytest.raises(study.StudyError, match="no players"):
        study.ratings()


@pytest.mark.parametrize(("name", "games"), [("native", 6), ("freestyle", 10), ("engines", 75)])
def test_games_are_exported_as_records(out, tmp_path, name, games):
    """Players' games, random ones played again, and recorded ones that the package brings."""
    assert study.export(out, tmp_path / "games.jsonl", name) == games
    records = list(ff.records.read(tmp_path / "games.jsonl"))
    assert len(records) == games
    rows = rows_of(out, name)
    assert [record.moves[:2] for record in records] == [[row["move_1"], row["move_2"]] for row in rows]
    assert study.export(out, tmp_path / "three.sgf", name, games=3) == 3
    assert len(list(ff.records.read(tmp_path / "three.sgf"))) == 3


def test_openings_of_pentagame_stand_in_the_table_by_seat(tmp_path):
    """As the function names them; other games in the study have none, and a study without it no columns."""
    star = entry("star", ["racer(simulations=8)"] * 2, rules="pentagame", options={}, save_records=True)
    study.run({"seed": 3, "experiment": [star, entry("row", ["random", "greedy"], games=2)]}, tmp_path)
    study.export(tmp_path, tmp_path / "star.jsonl", "star")
    types = [
        [ff.pentagame.opening_type(record.position, seat) for seat in range(2)]
        for record in ff.records.read(tmp_path / "star.jsonl")
    ]
    assert [[row["opening_0"], row["opening_1"]] for row in rows_of(tmp_path, "star")] == types
    assert {row["opening_0"] for row in rows_of(tmp_path, "row")} == {None}


def test_a_notation_of_one_game_has_a_file_for_each(out, tmp_path):
    """psq holds one game only."""
    assert study.export(out, tmp_path / "games", "native", games=4, format="psq") == 4
    names = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert names == [f"{number:06}.psq" for number in range(4)]


def test_positions_of_recorded_games_are_exported(out, tmp_path):
    """As those of games that the study has played."""
    written = study.export(out, tmp_path / "engines.npz", "engines", games=5)
    arrays = np.load(tmp_path / "engines.npz")
    assert written == len(arrays["action"]) == sum(row["actions"] for row in rows_of(out, "engines")[:5])


def test_recorded_games_of_ones_own_need_their_file(tmp_path):
    """Kept on request; else the file is named, and must be the one that was read."""
    study.run({"experiment": [entry("x", ["random", "greedy"])]}, tmp_path / "source")
    study.export(tmp_path / "source", tmp_path / "mine.jsonl")
    config = {"experiment": [{"name": "mine", "records": str(tmp_path / "mine.jsonl"), "sample": 1}]}
    study.run(config, tmp_path / "a")
    with pytest.raises(study.StudyError, match="save_records"):
        study.export(tmp_path / "a", tmp_path / "a.npz")
    assert study.export(tmp_path / "a", tmp_path / "a.jsonl", records=tmp_path / "mine.jsonl") == 6
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "mine.jsonl").read_bytes()
    other = tmp_path / "other.jsonl"
    other.write_text("".join(reversed((tmp_path / "mine.jsonl").read_text().splitlines(keepends=True))))
    with pytest.raises(study.StudyError, match="other games"):
        study.export(tmp_path / "a", tmp_path / "b.jsonl", records=other)
    config["experiment"][0]["save_records"] = True
    study.run(config, tmp_path / "kept")
    assert study.export(tmp_path / "kept", tmp_path / "kept.jsonl") == 6
    assert (tmp_path / "kept.jsonl").read_bytes() == (tmp_path / "mine.jsonl").read_bytes()


def test_the_command_line_exports_records(out, tmp_path, capsys):
    """By the ending; a wrong format is one message."""
    path = str(tmp_path / "games.sgf")
    assert cli.main(["export", str(out), path, "--experiment", "native"]) == 0
    assert "6 games written" in capsys.readouterr().out
    assert cli.main(["export", str(out), path, "--experiment", "native", "--format", "pgn"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
