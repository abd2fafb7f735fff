"""Games looked at: labels that are proven, values, what is written of them."""

from __future__ import annotations

import contextlib
import io
import json
import sys

import numpy as np
import pytest

import fivefold as ff
from fivefold import cli
from fivefold.analysis._results import label_counts
from source_tree import ROOT

PUBLISHED = json.loads((ROOT / "tests" / "data" / "threats" / "published.json").read_text("utf-8"))["cases"]
QUICK = [case for case in PUBLISHED if case.get("positions", 10**9) <= 1_000]
THREE = "h8 a1 h9 a3 h10 a5"


def labels(analysis: ff.analysis.Analysis) -> list[tuple[int, str]]:
    return [(turn.number, turn.label) for turn in analysis.turns if turn.label]


def passed_over(position: ff.Position, nodes: int) -> ff.analysis.Turn:
    """Analyse a game that begins here with a stone far from everything."""
    record = ff.Record(position)
    names = [position.move(action) for action in position.legal_actions()]
    far = next(name for name in ("a1", "o1", "a15", "o15", "b1", "b15", "n1", *names) if name in names)
    record.push(far)
    (turn,) = ff.analyse(record, nodes=nodes).turns
    return turn


@pytest.mark.parametrize("case", QUICK, ids=lambda case: case["name"])
def test_a_published_win_that_is_passed_over_is_labelled(case) -> None:
    player = int(case["to_move"] == "white")
    if "rows" in case:
        position = ff.Position.from_diagram("\n".join(case["rows"]), case["rules"], player)
    else:  # set up, so that the moves before are not looked at
        played = ff.rules(case["rules"]).start().play_all(case["moves"])
        position = ff.Position.from_line(played.to_line())
    turn = passed_over(position, 10_000)
    assert turn.label in ("missed win", "threw away a win")
    assert turn.before == 1.0
    assert turn.before_kind == "proven"
    assert turn.winning[0] == turn.win.line[0]
    end = position.play_all(turn.win.line)
    assert end.returns[position.player] == 1.0


@pytest.mark.slow
def test_wins_of_real_games_that_are_passed_over_are_labelled() -> None:
    """Those that are there two turns before the end; a few cannot be stopped by one stone."""
    labelled = stored = 0
    for record in list(ff.records.bundled()["engine_gomoku"])[:36]:
        for position in record.positions()[-6:-2]:
            if ff.search.forced_win(position, nodes=2_000) is None:
                continue
            turn = passed_over(ff.Position.from_line(position.to_line()), 2_000)
            if turn.label is None:
                after = position.play(turn.move)
                assert all(ff.search.forced_win(after.play(int(reply))) for reply in after.legal_actions())
                stored += 1
            else:
                assert turn.label in ("missed win", "threw away a win")
                labelled += 1
    assert labelled + len(QUICK) >= 60
    assert stored < labelled


def test_every_winning_move_is_proven() -> None:
    turn = ff.analyse(ff.rules("freestyle").start().play_all(f"{THREE} o15 h7").record()).turns[6]
    assert (turn.move, turn.label) == ("o15", "missed win")
    assert set(turn.winning) >= {"h7", "h11"}
    position = ff.rules("freestyle").start().play_all(THREE)
    for move in turn.winning:
        after = position.play(move)
        assert all(ff.search.forced_win(after.play(int(reply))) for reply in after.legal_actions())


def test_a_win_that_the_move_keeps_is_no_fault() -> None:
    analysis = ff.analyse(ff.rules("freestyle").start().play_all(f"{THREE} h11 h7 h12").record())
    assert [turn.label for turn in analysis.turns[6:]] == [None, None, None]
    assert analysis.turns[6].loss == 0.0
    assert analysis.decided == 6
    assert all(analysis.proven[6:])
    for turn in analysis.turns[6::2]:
        assert (turn.candidates[0].value, turn.candidates[0].kind) == (1.0, "proven")


def test_a_candidate_that_the_tree_hardly_saw_is_searched() -> None:
    """A value of few simulations would be that of an untried move."""
    record = ff.rules("freestyle").start().play_all(f"{THREE} o15 h7").record()
    rows = ff.analyse(record).final.candidates
    few = [row for row in rows if row.kind == "rollouts" and row.visits < 20]
    assert few
    assert all(len(row.line) > 1 for row in few)


def test_what_is_refuted_stands_last() -> None:
    record = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5").record()
    for turn in ff.analyse(record, nodes=2000, candidates=8).turns:
        lost = [row.kind == "proven" and row.value == 0.0 for row in turn.candidates]
        assert lost == sorted(lost)


def test_a_win_thrown_away_and_one_allowed() -> None:
    """Black leaves its three alone and lets White's open four be."""
    moves = "h8 b2 h9 b3 h10 b4 o15 b5 o14 b6"
    analysis = ff.analyse(ff.rules("freestyle").start().play_all(moves).record())
    assert labels(analysis)[-1][1] in ("allowed a forced win", "threw away a win")
    black = [turn for turn in analysis.turns if turn.player == 0]
    assert black[3].label in ("missed win", "threw away a win")
    assert black[3].before == 1.0


def test_an_only_move_is_one() -> None:
    """A four must be blocked; every other stone loses at once."""
    record = ff.rules("freestyle").start().play_all("h8 h7 h9 a1 h10 a3 h11 h12").record()
    analysis = ff.analyse(record)
    assert analysis.turns[7].label == "only move"
    position = record.positions()[7]
    assert [
        position.move(int(action))
        for action in position.legal_actions()
        if ff.search.forced_win(position.play(int(action))) is None
    ] == ["h12"]


@pytest.mark.slow
def test_both_postal_games_were_lost_when_their_loser_resigned() -> None:
    """Pagoda by post: proven without a word of rollouts, and from which move on."""
    decided = []
    for name in ("pagoda_postal_1", "pagoda_postal_2"):
        (record,) = ff.records.bundled()[name]
        analysis = ff.analyse(record)
        assert record.events == ["resign 1"]
        assert analysis.final.before == 0.0
        assert analysis.final.before_kind == "proven"
        assert analysis.final.player == 1
        decided.append(analysis.decided)
        last = [turn for turn in analysis.turns if turn.label == "allowed a forced win"][-1]
        assert last.number == analysis.decided
        assert last.after_kind == "proven"
        assert last.reply in record.positions()[last.number].legal_moves()
        assert f" {last.reply} " in last.words()
        assert "wins for the other side" in last.words()
    assert decided == [12, 14]


@pytest.mark.parametrize("preset", ["freestyle", "gomoku"])
def test_proofs_of_a_real_game_are_accepted_by_the_checker(tmp_path, capsys, preset) -> None:
    """Bundled games of engines, five or more and exactly five: the files of all proofs, by the command."""
    games = ff.records.bundled()["engine_gomoku"]
    record = next(one for one in games if one.rules.name == preset and one.rules.board_shape == (15, 15))
    turns = ff.analyse(record, nodes=2_000, candidates=1).turns
    proofs = [win for turn in turns for win in (turn.win, turn.refutation) if win is not None]
    assert len(proofs) >= 4
    for number, proof in enumerate(proofs):
        proof.write(tmp_path / f"{number}.proof")
        assert cli.main(["proof", "check", str(tmp_path / f"{number}.proof")]) == 0
    assert capsys.readouterr().out.count("proved") == len(proofs)


@pytest.mark.slow
def test_the_ending_of_a_pentagame_is_proven_and_agrees_with_the_solver() -> None:
    players = ("racer(simulations=20)", "racer(simulations=21)")
    for record in ff.arena.match(*players, ff.rules("pentagame"), games=2, seed=4).records():
        analysis = ff.analyse(record, nodes=2_000, candidates=1)
        assert analysis.decided is not None
        assert analysis.decided < len(analysis.curve) - 2
        position = record.positions()[analysis.decided]
        solution = ff.search.solve(position, nodes=1_000_000)
        low, high = record.rules.info.min_return, record.rules.info.max_return
        expected = (np.asarray(solution.returns) - low) / (high - low)
        assert analysis.curve[analysis.decided] == pytest.approx(expected.tolist())


@pytest.mark.parametrize("preset", ["freestyle", "renju", "pente", "pah_tum", "pentagame"])
def test_a_whole_game_of_every_kind(preset) -> None:
    options = {"pentagame": {"max_turns": 8}, "pah_tum": {}}.get(preset, {"size": 7})
    rules = ff.rules(preset, **options)
    record = ff.playouts(rules, 1, seed=3).record(0)
    analysis = ff.analyse(record, nodes=500)
    assert len(analysis.curve) == len(record.positions()) == len(analysis.proven)
    assert analysis.proven[-1]
    for turn in analysis.turns:
        assert 0.0 <= turn.before <= 1.0
        assert 0.0 <= turn.after <= 1.0
        assert turn.loss == pytest.approx(max(0.0, turn.before - turn.after))
        assert turn.label is None or turn.words()
    again = ff.analyse(record, nodes=500)
    assert again.to_dict() == analysis.to_dict()


def test_the_empty_board_of_renju_is_not_lost_for_black() -> None:
    """Rollouts that block gave -0.37; a fair value is near a half, for the best moves too."""
    analysis = ff.analyse(ff.rules("renju").start().play_all("h8 h9").record())
    for value, _ in analysis.curve:
        assert 0.35 < value < 0.65
    assert all(0.25 < one.value < 0.75 for one in analysis.final.candidates)
    assert analysis.turns[0].after_kind == "rollouts"


def test_a_die_that_is_due_is_worth_its_mean() -> None:
    """No move is a mistake because a die comes after it."""
    record = ff.playouts(ff.rules("pentagame", dice="before", max_turns=8), 1, seed=3).record(0)
    analysis = ff.analyse(record, nodes=500)
    waits = [number for number, one in enumerate(record.positions()) if one.player == ff.CHANCE]
    assert len(waits) >= 8
    assert any(analysis.curve[number] != [0.5, 0.5] for number in waits)
    assert len(analysis.turns) == len(record.moves) - len(waits)


def test_labels_name_what_is_known_of_the_rules() -> None:
    """Proven values of ends agree with the record."""
    record = ff.playouts(ff.rules("freestyle", size=7), 1, seed=2).record(0)
    analysis = ff.analyse(record, nodes=500)
    assert analysis.curve[-1] == [float(value > 0) for value in record.returns]


def test_two_labels_are_told_as_two() -> None:
    counts = {"missed win": 2, "allowed a forced win": 2, "only move": 1, "mistake": 0}
    assert label_counts(counts) == "2 missed wins, 2 allowed a forced win, 1 only move"
    assert label_counts({}) == "no labels"


def test_many_games_make_a_table() -> None:
    pytest.importorskip("pyarrow")
    records = list(ff.records.bundled()["engine_renju"])[:2]
    reports = []
    analysis = ff.analyse(records, nodes=300, progress=lambda done, total: reports.append((done, total)))
    table = analysis.to_arrow()
    assert table.num_rows == sum(len(record.moves) for record in records) == len(analysis.to_rows())
    assert table["move"].to_pylist() == [move for record in records for move in record.moves]
    assert reports[-1] == (2, 2)
    assert ff.analysis.Collection([]).to_arrow().schema == table.schema


def test_what_is_written(tmp_path) -> None:
    record = ff.rules("freestyle").start().play_all(f"{THREE} o15 h7").record()
    record.players = ["<b>Ada", "Grace]"]
    record.comment(2, "a ] bracket; (and more) \\")
    analysis = ff.analyse(record)
    for ending in ("html", "json", "sgf"):
        analysis.write(tmp_path / f"game.{ending}")
    page = (tmp_path / "game.html").read_text("utf-8")
    assert "&lt;b&gt;Ada" in page
    assert "<b>Ada" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    data = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert data["turns"][6]["label"] == "missed win"
    assert ff.Record.from_dict(data["record"]) == record
    (read,) = ff.records.read(tmp_path / "game.sgf")
    assert read.moves == record.moves
    assert (2, "a ] bracket; (and more) \\") in read.comments
    assert any("Missed win" in text for _, text in read.comments)
    sgf = (tmp_path / "game.sgf").read_text("utf-8")
    assert "Instead of o15" in sgf
    assert sgf.count("(") >= 3
    with pytest.raises(ff.FivefoldError, match="is written as"):
        analysis.write(tmp_path / "game.txt")


def test_a_certificate_is_accepted(tmp_path) -> None:
    turn = ff.analyse(ff.rules("freestyle").start().play_all(f"{THREE} o15 h7").record()).turns[6]
    turn.win.write(tmp_path / "missed.proof")
    assert ff.proofs.check(tmp_path / "missed.proof").is_proved


def test_a_player_is_asked_first() -> None:
    position = ff.rules("freestyle").start().play_all("h8 i9")
    analysis = ff.analyse(position, "greedy", nodes=300)
    suggested = position.move(ff.players.make("greedy")(position, np.random.default_rng(0)))
    assert analysis.final.candidates[0].move == suggested
    assert ff.analyse(position, "mcts(simulations=30)", nodes=300).final.candidates[0].kind == "rollouts"


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("h8 i9",), {}, "cannot be analysed"),
        (([3],), {}, "3 cannot be analysed"),
        ((ff.Record(ff.rules("gomoku")),), {"nodes": 3}, "nodes=3 are refused"),
        ((ff.Record(ff.rules("gomoku")),), {"seconds": -1}, "seconds=-1 are refused"),
        ((ff.Record(ff.rules("gomoku")),), {"seconds": 1, "nodes": 900}, "refused together"),
        ((ff.Record(ff.rules("gomoku")),), {"candidates": 99}, "candidates=99 are refused"),
    ],
)
def test_what_cannot_be_analysed_is_refused(arguments, options, message) -> None:
    with pytest.raises(ff.FivefoldError, match=message):
        ff.analyse(*arguments, **options)


def test_the_file_of_a_page_needs_no_network() -> None:
    file = io.StringIO()
    ff.records.write(file, [ff.rules("freestyle").start().play_all("h8 i9").record()])
    (record,) = ff.records.read(io.StringIO(file.getvalue()))
    assert "src=" not in str(ff.analyse(record, nodes=300).html())


ENGINE = """
import sys
size, stones, rows = 0, set(), None
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if rows is not None:
        if word == "DONE":
            rows = None
        else:
            x, y, _ = word.split(",")
            stones.add((int(x), int(y)))
    elif word == "START":
        print("OK", flush=True)
    elif word in ("BOARD", "YXBOARD"):
        rows, stones = [], set()
    elif word == "YXNBEST":
        free = [(x, y) for x in range(15) for y in range(15) if (x, y) not in stones][:2]
        for rank, (x, y) in enumerate(free, 1):
            print(f"MESSAGE ({rank}) {300 - 400 * (rank - 1)} | 8-12 | {chr(65 + x)}{y + 1}")
        print("{},{}".format(*free[0]), flush=True)
    elif word == "END":
        break
"""


def test_values_of_an_engine_stand_where_nothing_is_proven(tmp_path):
    """Of kind "engine", before and after; a proven win stays proven."""
    path = tmp_path / "engine.py"
    path.write_text(ENGINE)
    record = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15").record()
    with contextlib.closing(ff.players.make("gomocup", command=[sys.executable, str(path)])) as engine:
        turns = ff.analyse(record, engine, nodes=1000, candidates=2).turns
    first = turns[0]
    assert (first.before_kind, first.after_kind) == ("engine", "engine")
    assert [one.kind for one in first.candidates] == ["engine", "engine"]
    assert first.candidates[0].value == pytest.approx(1 / (1 + np.exp(-1.5)))
    assert first.candidates[1].value == pytest.approx(1 / (1 + np.exp(0.5)))
    assert turns[6].label == "missed win"
    assert turns[6].before_kind == "proven"


def test_exact_results_tell_the_moves():
    """`moves` of a solved position of Pah-Tum and of any other: the best one, proven."""
    rules = ff.rules("pah_tum", size=5, layout=["a1", "b2", "c3", "d4", "e5"])
    solution = ff.pah_tum.solve(rules.start().play_all("b3 b4 c4 c2 d3 d2 b1 c1 a4 e2 a3 a2"))
    (best,) = solution.moves
    assert (best.move, best.line, best.proven) == (solution.line[0], list(solution.line), True)
    assert best.value == solution.value
