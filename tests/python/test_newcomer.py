"""What makes the package easy to use: names for rules, positions on a line, pictures of everything."""

import inspect
from urllib.parse import quote, unquote

import numpy as np
import pytest

import fivefold as ff


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: ff.Batch(rules, 2).rules,
        lambda rules: ff.playouts(rules, 2).rules,
        lambda rules: ff.Record(rules).rules,
        lambda rules: ff.Position.from_moves([], rules).rules,
        lambda rules: ff.Position.from_array(np.zeros((15, 15), np.int8), rules).rules,
        lambda rules: ff.Position.from_diagram("." * 15 + ("\n" + "." * 15) * 14, rules).rules,
        lambda rules: ff.arena.match("random", "random", rules, games=2).rules,
        lambda rules: next(iter(ff.selfplay.stream(rules, _uniform, games=1, simulations=2))).rules,
    ],
    ids=["Batch", "playouts", "Record", "from_moves", "from_array", "from_diagram", "match", "stream"],
)
def test_the_name_of_a_preset_stands_for_its_rules(ask):
    assert ask("freestyle") == ask(ff.rules("freestyle")) == ff.rules("freestyle")
    with pytest.raises(ff.FivefoldError, match=r"gomuku.*G7|'gomuku' is no preset"):
        ask("gomuku")


def test_one_default_for_seeds():
    """What plays many games has seed 0; None takes one from the system."""
    for call in (ff.playouts, ff.Batch, ff.Batch.from_positions, ff.arena.match, ff.search.Lockstep):
        assert inspect.signature(call).parameters["seed"].default == 0
    one, two = ff.Batch("freestyle", 8), ff.Batch("freestyle", 8, 0)
    for batch in (one, two):
        batch.play_random()
    np.testing.assert_array_equal(one.boards, two.boards)


@pytest.mark.parametrize("preset", ff.presets())
def test_winners_of_playouts_are_those_of_the_outcomes(preset):
    options = {"max_turns": 200} if "max_turns" in ff.options(preset) else {}
    games = ff.playouts(ff.rules(preset, **options), 12, seed=5)
    assert games.winners.shape == (12, games.rules.num_players)
    for game, row in enumerate(games.winners):
        assert tuple(np.flatnonzero(row)) == games.record(game).outcome.winners


def test_winners_of_a_batch_are_those_of_the_outcomes():
    batch = ff.Batch("pah_tum", 12, 3)
    assert not batch.winners.any()
    batch.play_random()
    assert [tuple(np.flatnonzero(row)) for row in batch.winners] == [one.outcome.winners for one in batch]


def test_the_last_move_is_written_as_it_was_played():
    position = ff.rules("pente").start()
    assert position.last_move is None
    for text in ("k10", "k11", "a1", "k12", "k13X"):
        position = position.play(text)
        assert position.last_move == text
    assert position.record().position.last_move == "k13X"
    record = ff.Record("pentagame")
    record.push("a,b(A<->B)")
    record.event("timeout 1")
    assert record.position.last_move == "a,b(A<->B)"


def positions(preset: str) -> list[ff.Position]:
    """Positions of random games from the start to the end."""
    options = {"max_turns": 60} if "max_turns" in ff.options(preset) else {}
    sampled = []
    for seed in range(3):
        sampled += ff.playouts(ff.rules(preset, **options), 1, seed=seed).record(0).positions()[:120:7]
    return sampled


@pytest.mark.parametrize("preset", ff.presets())
def test_a_position_on_one_line_comes_back(preset):
    for position in positions(preset):
        line = position.to_line()
        assert "\n" not in line
        assert ff.Position.from_line(unquote(quote(line))) == position


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        (ff.rules("gomoku", opening="swap2", size=(9, 11), five=("exact", "or_more")), "e6 f6 a1"),
        (ff.rules("renju", opening="taraguchi10", foul="loses"), "h8"),
        (ff.rules("pagoda", handicap={"black": ["h8", "j10"]}), "a1 b1"),
        (ff.rules("custodial_pah_tum"), "a1"),
        (ff.rules("pentagame", cards=True, hand="JQ", players=5, five_players="ordinary"), ""),
        (ff.rules("pentagame", dice="before"), ""),
    ],
    ids=str,
)
def test_a_line_keeps_rules_and_decisions_that_are_due(rules, moves):
    position = rules.start(4).play_all(moves)
    back = ff.Position.from_line(position.to_line())
    assert back == position
    assert back.rules == rules
    assert back.legal_moves() == position.legal_moves()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "freestyle",
        "freestyle 15 x",
        "gomuku 5/5/5/5/5 0",
        "freestyle;size=5 5/5/5/5 0",
        "freestyle;size=5 5/5/5/5/6 0",
        "freestyle;size=5 5/5/5/5/4Q 0",
        "freestyle;size 5/5/5/5/5 0",
        "freestyle;size=5 5/5/5/5/5 7",
        "freestyle;size=5 5/5/5/5/5 0 [1]",
        'freestyle;size=5 5/5/5/5/5 0 {"turns":"x"}',
        "pentagame A:0z 0",
        3,
    ],
)
def test_what_is_no_line_is_refused(line):
    with pytest.raises(ff.FivefoldError):
        ff.Position.from_line(line)


@pytest.mark.parametrize("preset", ["freestyle", "renju", "pah_tum", "custodial_pah_tum"])
def test_an_array_sets_up_what_a_board_shows(preset):
    rules = ff.rules(preset, size=7)
    board = (
        ff.playouts(rules, 1, seed=2).record(0).positions()[6 if preset != "custodial_pah_tum" else 12].board
    )
    position = ff.Position.from_array(board, rules, check=False)
    np.testing.assert_array_equal(position.board, board)
    np.testing.assert_array_equal(ff.Position.from_array(board.tolist(), rules, check=False).board, board)


@pytest.mark.parametrize(
    ("board", "rules", "message"),
    [
        (np.zeros((3, 3), np.int8), "freestyle", "shape"),
        (np.zeros((15, 15)), "freestyle", "whole numbers"),
        (np.full((15, 15), 3), "freestyle", "3"),
        (np.full((15, 15), -1), "freestyle", "E8|neutral|refused"),
        (ff.rules("pentagame").start().board, "pentagame", "dict of stops"),
        (np.zeros((15, 15), int), 7, "name of a preset"),
    ],
)
def test_an_array_that_is_no_board_is_refused(board, rules, message):
    with pytest.raises(ff.FivefoldError, match=message):
        ff.Position.from_array(board, rules)


def test_a_record_is_iterated_by_its_moves():
    record = ff.rules("freestyle").start().play_all("h8 i9 j10").record()
    assert list(record) == record.moves == ["h8", "i9", "j10"]
    for _ in record:
        record.push(f"a{len(record)}")  # as long as the list was
    assert len(record) == 6


@pytest.mark.parametrize("preset", ["freestyle", "gomoku", "renju", "pagoda", "pente", "pah_tum"])
def test_winning_moves_are_those_that_win(preset):
    """Each legal move is tried."""
    for seed in range(4):
        for position in ff.playouts(ff.rules(preset, size=7), 1, seed=seed).record(0).positions()[-6:]:
            won = [
                text
                for text in position.legal_moves()
                if (outcome := position.play(text).outcome) and position.player in outcome.winners
            ]
            assert position.winning_moves() == won


def test_winning_points_of_either_colour():
    """Gomoku, Renju and Pagoda; of the colour to move they are the winning moves."""
    for module, preset in ((ff.gomoku, "freestyle"), (ff.renju, "renju"), (ff.pagoda, "pente")):
        position = ff.rules(preset).start().play_all("h8 a1 h9 a2 h10 a3 h11 a4 o1")
        names = {
            colour: [position.move(point) for point in module.winning_points(position, colour)]
            for colour in ("black", "white")
        }
        assert names == {"black": ["h7", "h12"], "white": ["a5"]}
        assert position.winning_moves() == names["white"]
        with pytest.raises(ff.FivefoldError, match="green"):
            module.winning_points(position, "green")
        with pytest.raises(ff.WrongGameError):
            module.winning_points(ff.rules("pah_tum").start(0))


def test_playouts_as_tables():
    pyarrow = pytest.importorskip("pyarrow")
    games = ff.playouts("pagoda", 50, seed=1, first=7)
    table = games.to_arrow()
    assert isinstance(table, pyarrow.Table)
    assert table["game"].to_pylist() == list(range(7, 57))
    rows = table.to_pylist()
    for game, row in enumerate(rows):
        outcome = games.record(game).outcome
        assert row["termination"] == outcome.termination.name.lower()
        assert row["winner"] == (outcome.winners[0] if outcome.winners else None)
        assert row["return_0"] == games.returns[game, 0]


def test_pictures_of_rules_batches_and_playouts():
    pages = [
        ff.rules("renju", foul="loses")._repr_html_(),
        ff.Batch("pah_tum", 9)._repr_html_(),
        ff.Batch("pentagame", 0)._repr_html_(),
        ff.playouts("freestyle", 20)._repr_html_(),
        ff.playouts("freestyle", 0)._repr_html_(),
    ]
    assert "<b>foul=&#x27;loses&#x27;</b>" in pages[0]
    assert pages[1].count("<svg") == 6
    assert "3 games more" in pages[1]
    assert "seat 0 won" in pages[3]
    assert all(page.startswith("<div>") and page.endswith("</div>") for page in pages)


@pytest.mark.parametrize("name", ff.records.bundled())
def test_games_of_the_package_are_read_by_name(name):
    known = ff.records.bundled()[name]
    assert len(list(known)) == len(known) == len(list(ff.records.read(name)))
    assert known.title
    assert known.players
    assert known.source


def _uniform(observation, mask):
    return np.zeros(mask.shape), np.zeros(len(mask))
