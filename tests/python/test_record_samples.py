"""Positions to learn from: of games, written, read, and refused where they break off."""

import dataclasses
import io
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest

import fivefold as ff

RULES = [("freestyle", {"size": 20}), ("gomoku", {"first_move": "anywhere"}), ("renju", {"foul": "loses"})]


def played(preset, options, count=3):
    """Give the samples of random games that end without a pass."""
    games = ff.playouts(ff.rules(preset, **options), count, seed=1)
    records = [games.record(number) for number in range(count)]
    records.append(ff.Record(records[0].rules))  # not finished: it gives no sample
    return records, [sample for sample in ff.records.samples(records) if sample.move != "pass"]


@pytest.mark.parametrize("form", ["bin", "binpack", "npz"])
@pytest.mark.parametrize(("preset", "options"), RULES)
def test_samples_of_games_are_read_back(preset, options, form, tmp_path):
    """Positions, the move played, and the result for the player to move, from a file and from a path."""
    records, samples = played(preset, options)
    samples = [sample for sample in samples if len(sample.position.record()) % 9 in (4, 5)]
    file = io.BytesIO()
    assert ff.records.write_samples(file, samples, format=form) == len(samples) > 5
    ff.records.write_samples(tmp_path / f"games.{form}", samples)
    file.seek(0)
    for place in (file, tmp_path / f"games.{form}"):
        again = list(ff.records.read_samples(place, format=form))
        for one, other in zip(again, samples, strict=True):
            assert (one.move, one.result) == (other.move, other.result)
            assert one.position.rules == other.position.rules
            assert one.position.player == other.position.player
            assert (one.position.board == other.position.board).all()
            assert form == "npz" or one.position.record().moves == other.position.record().moves
    last = list(ff.records.samples(records[:1]))[-1]
    assert last.result == (records[0].returns[last.position.player] + 1) / 2


@pytest.mark.parametrize("form", ["bin", "binpack", "npz"])
def test_a_cut_file_of_samples_is_refused(form):
    """Wherever it breaks off: never fewer samples than the file says."""
    _, samples = played("freestyle", {}, 1)
    file = io.BytesIO()
    ff.records.write_samples(file, samples[3:9], format=form)
    data = file.getvalue()
    for end in (1, 3, 9, len(data) // 2, len(data) - 1):
        with pytest.raises(ff.RecordError, match=r"breaks off|cannot be read"):
            list(ff.records.read_samples(io.BytesIO(data[:end]), format=form))


def test_values_of_engines_are_kept_by_binpack():
    """An evaluation is 200 times the logarithm of the odds, as in Rapfi; positions without one have none."""
    start = ff.rules("freestyle").start()
    values = [0.5, 0.7310585786300049, None, 1.0, 0.0]
    samples = []
    for number, value in enumerate(values):
        samples.append(ff.records.Sample(start, f"h{number + 3}", float(number % 2), value))
        start = start.play(f"h{number + 3}")
    file = io.BytesIO()
    ff.records.write_samples(file, samples, format="binpack")
    assert len(file.getvalue()) == 8 + 4 * len(values)  # one entry: each is a move after the one before
    file.seek(0)
    again = [sample.value for sample in ff.records.read_samples(file, format="binpack")]
    assert again == pytest.approx([0.5, 0.7310585786300049, None, 1.0, 0.0])


def test_of_several_moves_the_one_that_was_played_is_read():
    """An entry as Rapfi's self-play writes it: two moves listed for the first position, one of the second."""
    side, first, second = 15, 7 << 5 | 7, 8 << 5 | 6
    head = (side | 0 << 5 | 2 << 8 | 2 << 12 | 0 << 22 | 3 << 46).to_bytes(8, "little")
    moves = struct.pack("<HhHhHh", 1 | first << 6, 100, 2 | second << 6, 50, 3 | second << 6, -100)
    read = list(ff.records.read_samples(io.BytesIO(head + moves), format="binpack"))
    assert [(sample.move, sample.result) for sample in read] == [("h8", 1.0), ("i9", 0.0)]
    passed = struct.pack("<Hh", 11 | first << 6, 0)
    head = (side | 2 << 8 | 1 << 46).to_bytes(8, "little")
    with pytest.raises(ff.RecordError, match="pass"):
        list(ff.records.read_samples(io.BytesIO(head + passed), format="binpack"))


@pytest.mark.parametrize("side", [9, 15])
def test_npz_has_the_arrays_that_katagos_trainer_reads(side):
    """Names, shapes and kinds of KataGomo's reader; planes of the mover, rows from the top."""
    position = ff.rules("freestyle", size=side).start().play_all("a1 b1 c2")
    policy = np.zeros(position.rules.num_actions, np.float32)
    policy[[position.action("e5"), position.action("e6")]] = 0.75, 0.25
    file = io.BytesIO()
    sample = ff.records.Sample(position, "e5", 0.0, policy=policy)
    ff.records.write_samples(file, [sample], format="npz")
    file.seek(0)
    arrays = np.load(file)
    planes = np.unpackbits(arrays["binaryInputNCHWPacked"], axis=2)[:, :, : side * side]
    planes = planes.reshape(1, 22, side, side)
    assert planes[0, 0].all()
    assert np.argwhere(planes[0, 1]).tolist() == [[side - 1, 1]]  # White's b1
    assert np.argwhere(planes[0, 2]).tolist() == [[side - 2, 2], [side - 1, 0]]
    assert arrays["policyTargetsNCMove"].shape == (1, 2, side * side + 1)
    assert arrays["policyTargetsNCMove"][0, 0].reshape(-1)[(side - 5) * side + 4] == 7500
    assert arrays["globalTargetsNC"][0, :3].tolist() == [0, 1, 0]
    assert arrays["globalInputNC"].shape == (1, 39)
    assert arrays["valueTargetsNCHW"].shape == (1, 5, side, side)
    assert arrays["scoreDistrN"].shape == (1, 2 * side * side + 120)
    # KataGo's own files have no other names, and Rapfi's reader knows no others.
    assert set(zipfile.ZipFile(file).namelist()) == set(arrays.files)
    file.seek(0)
    (again,) = ff.records.read_samples(file, format="npz")
    assert (again.move, again.result, again.position.player) == ("e5", 0.0, 1)
    assert np.allclose(again.policy, policy)


def test_samples_of_self_play_have_policies():
    """One call each way: every row of the arrays is a sample, at its own position."""

    def evaluate(observation, legal_mask):
        return np.zeros(legal_mask.shape), np.zeros(len(legal_mask))

    rules = ff.rules("freestyle", size=7)
    games = ff.selfplay.play(rules, evaluate, games=3, simulations=4, seed=1)
    samples = list(ff.records.samples(games))
    assert len(samples) == len(games)
    for row, sample in enumerate(samples):
        assert (sample.policy == games.policies[row]).all()
        assert 2 * sample.result - 1 == games.outcomes[row]
    file = io.BytesIO()
    ff.records.write_samples(file, samples, format="npz")
    file.seek(0)
    for one, other in zip(ff.records.read_samples(file, format="npz"), samples, strict=True):
        assert np.abs(one.policy - other.policy).max() < 1e-3


def test_hostile_arrays_are_refused_before_they_take_memory():
    """An array that says more than its bytes, a bomb, objects, other shapes, other files."""
    names = ("binaryInputNCHWPacked", "globalInputNC", "policyTargetsNCMove", "globalTargetsNC")

    def file(**arrays):
        held = io.BytesIO()
        np.savez_compressed(held, **arrays)
        held.seek(0)
        return held

    def claimed(shape):
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w") as archive:
            for name in names:
                with archive.open(f"{name}.npy", "w") as member:
                    header = {"descr": "<f4", "fortran_order": False, "shape": shape}
                    np.lib.format.write_array_header_1_0(member, header)
        held.seek(0)
        return held

    bad = [
        (claimed((2**40, 22, 29)), "which it is not"),
        (file(a=np.zeros(3)), "it has no"),
        (file(**{name: np.zeros((1, 2)) for name in names}), "shapes"),
        (file(**{name: np.array([{}], object) for name in names}), "which it is not"),
        (io.BytesIO(b"PK\x03\x04" + bytes(50)), "cannot be read"),
    ]
    tracemalloc.start()
    for held, words in bad:
        with pytest.raises(ff.RecordError, match=words):
            list(ff.records.read_samples(held, format="npz"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


@pytest.mark.parametrize("form", ["bin", "binpack"])
def test_packed_files_are_read_and_written(form, tmp_path):
    """A stream of LZ4, as c-gomoku-cli writes it; cut it is refused."""
    frame = pytest.importorskip("lz4.frame")
    _, samples = played("freestyle", {}, 1)
    path = tmp_path / f"games.{form}.lz4"
    ff.records.write_samples(path, samples)
    plain = io.BytesIO()
    ff.records.write_samples(plain, samples, format=form)
    assert frame.decompress(path.read_bytes()) == plain.getvalue()
    assert [sample.move for sample in ff.records.read_samples(path)] == [sample.move for sample in samples]
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(ff.RecordError):
        list(ff.records.read_samples(path))


def test_an_ending_that_names_no_form_is_refused(tmp_path):
    """Nothing is written, nothing replaced."""
    for name in ("games.csv", "games", "games.npz.lz4"):
        with pytest.raises(ff.RecordError, match="format="):
            ff.records.write_samples(tmp_path / name, [])
    assert list(tmp_path.iterdir()) == []


START = ff.rules("freestyle", size=9).start()
SET_UP = ff.Position.from_line(START.play_all("e5 e6").to_line())


@pytest.mark.parametrize("form", ["bin", "binpack", "npz"])
@pytest.mark.parametrize(
    "odd",
    [
        *({"result": result} for result in (0.3, 2, -1, float("nan"), float("inf"), "1", None)),
        *({"value": value} for value in (2, -1, float("nan"), float("inf"), "x")),
        *({"move": move} for move in ("", "a0", "a10", "z9", "A1", "e5 ", "a\u0663", "e5e6", 5, None)),
        {"position": START.play("e5")},
        {"position": START.play_all("a1 b2 a2 b3 a3 b4 a4 b5 a5")},
        *(
            {"policy": policy}
            for policy in (np.zeros(81), np.full(81, np.nan), -np.ones(81), np.ones(9), "x")
        ),
    ],
    ids=str,
)
def test_a_sample_that_cannot_be_is_not_written(form, odd):
    """Not cut, not rounded, not read back as another: an error with the number of the sample."""
    if "policy" in odd and form != "npz":
        return  # there is no place for it
    good = ff.records.Sample(START, "e5", 1.0)
    with pytest.raises(ff.RecordError, match="sample 2: "):
        ff.records.write_samples(io.BytesIO(), [good, dataclasses.replace(good, **odd)], format=form)


@pytest.mark.parametrize("form", ["bin", "binpack"])
def test_a_position_without_its_moves_is_refused_where_moves_are_held(form):
    """Stones that were set up were lost in silence."""
    with pytest.raises(ff.RecordError, match="set up"):
        ff.records.write_samples(io.BytesIO(), [ff.records.Sample(SET_UP, "a1", 1.0)], format=form)
    file = io.BytesIO()
    ff.records.write_samples(file, [ff.records.Sample(SET_UP, "a1", 1.0)], format="npz")
    file.seek(0)
    (again,) = ff.records.read_samples(file, format="npz")
    assert (again.position.board == SET_UP.board).all()


def changed(name, at, value):
    """Give a file of three samples in KataGo's form in which a number of one array is another."""
    held, file = io.BytesIO(), io.BytesIO()
    _, samples = played("freestyle", {"size": 9}, 1)
    ff.records.write_samples(held, samples[3:6], format="npz")
    held.seek(0)
    arrays = {key: array.copy() for key, array in np.load(held).items()}
    (key,) = (key for key in arrays if key.startswith(name))
    arrays[key][at] = value
    np.savez_compressed(file, **arrays)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "at", "value", "words"),
    [
        ("binary", (1, 0, 3), 0, "its board is not all of 9 by 9"),
        ("binary", (1, slice(1, 3)), 255, "two stones"),
        ("globalInput", (1, 3), np.nan, "rules"),
        ("globalInput", (1, slice(3, 5)), 1, "rules"),
        ("globalInput", (1, 5), 7, "side to move"),
        ("globalInput", (1, 5), np.nan, "side to move"),
        ("policy", (1, 0), 0, "no move"),
        ("policy", (1, 0, 3), -1, "no move"),
        ("policy", (1, 0, 81), 9, "a pass"),
        ("globalTargets", (1, slice(0, 3)), 0, "no result"),
        ("globalTargets", (1, 0), np.inf, "no result"),
        ("globalTargets", (1, 0), np.nan, "no result"),
        ("globalTargets", (1, slice(0, 3)), [-1, 3, 0], "no result"),
    ],
)
def test_numbers_that_no_trainer_writes_are_refused(name, at, value, words):
    """The first sample is read, the second refused by its number."""
    reader = ff.records.read_samples(io.BytesIO(changed(name, at, value)), format="npz")
    assert next(reader).position.board.any()
    with pytest.raises(ff.RecordError, match=f"sample 2: .*{words}"):
        next(reader)


def test_an_archive_that_is_two_or_holds_more_is_refused():
    """What stands before it, behind it, or behind an array is not passed over."""
    whole = changed("globalTargets", (1, 63), 1)
    for data in (whole + whole, b"xx" + whole, whole + b"xx", whole + whole[:-30]):
        with pytest.raises(ff.RecordError, match="cannot be read"):
            list(ff.records.read_samples(io.BytesIO(data), format="npz"))
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(file, "w") as new:
        for one in old.namelist():
            new.writestr(one, old.read(one) + b"more")
    with pytest.raises(ff.RecordError, match="which it is not"):
        list(ff.records.read_samples(file, format="npz"))


def packed_game(total, moves):
    head = (15 | 1 << 8 | total << 12 | len(moves) << 46).to_bytes(8, "little")
    return head + b"".join(struct.pack("<Hh", flags | (7 << 5 | row) << 6, 0) for flags, row in moves)


@pytest.mark.parametrize(
    ("form", "data", "words"),
    [
        ("binpack", packed_game(3, [(7, 7), (7, 8)]), "the head says 3 stones, and there are 2"),
        ("binpack", packed_game(1, [(7, 7), (7, 8)]), "the head says 1 stones"),
        ("binpack", packed_game(2, []), "the head says 2 stones"),
        ("binpack", packed_game(2, [(6, 7), (6, 8)]), "do not end"),
        ("binpack", packed_game(2, [(5, 7), (5, 8)]), "do not end"),
        ("binpack", packed_game(2, [(7, 7), (5, 8)]), "the head says"),
        ("bin", b"\x02\x78\x38\x87", "no stone"),
        ("bin", b"\x06\x78\x38\x07\xe7\x04", "no stone"),
    ],
)
def test_a_game_whose_head_says_otherwise_is_refused(form, data, words):
    """Stones that are lost, several moves without an end, bits that are no point."""
    with pytest.raises(ff.RecordError, match=words):
        list(ff.records.read_samples(io.BytesIO(data), format=form))


@pytest.mark.parametrize("form", ["bin", "binpack", "npz"])
def test_rules_of_another_board_are_refused(form):
    """Stones are not moved to other points."""
    file = io.BytesIO()
    ff.records.write_samples(file, [ff.records.Sample(START, "e5", 1.0)], format=form)
    for rules in (ff.rules("freestyle"), ff.rules("freestyle", size=(9, 8))):
        file.seek(0)
        with pytest.raises(ff.RecordError, match="sample 1: a board of 9 by 9"):
            list(ff.records.read_samples(file, rules=rules, format=form))


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


@pytest.mark.parametrize(
    ("words", "results"),
    [("B+", [1.0, 0.0]), ("White wins", [0.0, 1.0]), ("1/2", [0.5, 0.5]), ("Void", []), ("B+5", [1.0, 0.0])],
)
def test_a_result_that_is_only_stated_is_one(words, results):
    """Most published games end where somebody resigned, and say no more than who won."""
    game = ff.Record.from_sgf(f"(;GM[4]SZ[15]RE[{words}];B[hh];W[ii])", "freestyle")
    assert [sample.result for sample in ff.records.samples([game])] == results
