"""Positions to learn from: of games, written, read, and refused where they break off."""

import io

import pytest

import fivefold as ff


@pytest.mark.parametrize(
    ("preset", "options"),
    [("freestyle", {"size": 20}), ("gomoku", {"first_move": "anywhere"}), ("renju", {"foul": "loses"})],
)
def test_samples_of_games_are_read_back(preset, options):
    """Positions with their moves, the move played, and the result for the player to move."""
    games = ff.playouts(ff.rules(preset, **options), 3, seed=1)
    records = [games.record(number) for number in range(3)]
    records.append(ff.Record(records[0].rules))
    found = [sample for sample in ff.records.samples(records) if len(sample.position.record()) % 9 == 4]
    file = io.BytesIO()
    assert ff.records.write_samples(file, found) == len(found) > 5
    file.seek(0)
    assert list(ff.records.read_samples(file)) == found
    last = list(ff.records.samples(records[:1]))[-1]
    assert last.result == (records[0].returns[last.position.player] + 1) / 2
    data = file.getvalue()
    for end in (1, 3, len(data) - 1):
        with pytest.raises(ff.RecordError, match="breaks off"):
            list(ff.records.read_samples(io.BytesIO(data[:end])))


def test_what_the_form_cannot_hold_is_refused():
    """Other games, passes, moves that are illegal, rules without a number."""
    sample = ff.records.Sample(ff.rules("pente").start(), "k10", 1.0)
    with pytest.raises(ff.RecordError, match="no number"):
        ff.records.write_samples(io.BytesIO(), [sample])
    sample = ff.records.Sample(ff.rules("renju", foul="loses").start().play("h8"), "pass", 1.0)
    with pytest.raises(ff.RecordError, match="no stone"):
        ff.records.write_samples(io.BytesIO(), [sample])
    for data, words in ((b"\x06\x78\x38\x07\xe7\x00", "taken"), (b"\x02\x78\x3f\x07", "rule 7")):
        with pytest.raises(ff.RecordError, match=words):
            list(ff.records.read_samples(io.BytesIO(data)))
