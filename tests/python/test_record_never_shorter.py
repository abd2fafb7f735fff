"""What is written is read back, by every pair of formats; a damaged file is never read shorter than it is."""

import gzip
import io
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fivefold as ff

HOLDS_ALL = ("jsonl", "text", "sgf")
WRITTEN = ("jsonl", "text", "sgf", "psq", "notes", "pos")
# What stands for a move in each format.
MOVE = {
    "jsonl": re.compile(r'(?<=")[a-z]\d{1,2}(?=")'),
    "text": re.compile(r"^\d+\. ", re.MULTILINE),
    "sgf": re.compile(r"[BW]\["),
    "psq": re.compile(r"^\d+,\d+", re.MULTILINE),
    "notes": re.compile(r"\b[a-z]\d{1,2}\b"),
    "pos": re.compile(r"[a-z]\d{1,2}|pass"),
    "pente_org": re.compile(r"\b[A-HJ-T]\d{1,2}\b"),
    "rec": re.compile(r"^\d+,\d+", re.MULTILINE),
    "rif": re.compile(r"(?<=[ >])[a-o]\d{1,2}(?=[ <])"),
}
COLUMNS = "ABCDEFGHJKLMNOPQRST"


def written(record, format):
    if format in OTHERS:
        return OTHERS[format](record)
    file = io.StringIO()
    ff.records.write(file, [record], format=format)
    return file.getvalue()


def again(text, format, rules):
    return list(ff.records.read(io.StringIO(text), format=format, rules=rules))


def random_game(seed, maximum):
    """Give the first moves of a random game of Gomoku, with all that a record may hold."""
    whole = ff.playouts(ff.rules("freestyle", size=9), 1, seed=seed).record(0)
    record = ff.Record(whole.rules)
    for move in whole.moves[:maximum]:
        record.push(move)
    return record


def pente_org(record):
    """Write a game as Pente.org does."""
    points = [COLUMNS[ord(move[0]) - ord("a")] + move[1:] for move in record.moves]
    turns = [" ".join(points[at : at + 2]) for at in range(0, len(points), 2)]
    moves = "\n".join(f"{number}. {turn}" for number, turn in enumerate(turns, 1))
    return f'[Game "Gomoku"]\n[Player 1 Name "ann"]\n[Player 2 Name "bob"]\n\n{moves}\n'


def rec(record):
    """Write a game as Gomotur does: names, and columns and rows from 0."""
    stones = [f"{ord(move[0]) - ord('a')},{9 - int(move[1:])},0\n" for move in record.moves]
    return "ann\nbob\n" + "".join(stones)


def rif(record):
    """Write a game as RenjuNet does."""
    moves = " ".join(record.moves)
    return (
        '<?xml version="1.0"?>\n<database>\n<games>\n<game id="1" rule="1" bresult="">\n'
        f"<move>{moves}</move>\n<info>none</info>\n</game>\n</games>\n</database>\n"
    )


OTHERS = {"pente_org": pente_org, "rec": rec, "rif": rif}
READ = (*WRITTEN, *OTHERS)
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C",)), max_size=12)
WORDS = st.sampled_from(["B+", "W+5", "1-0", "Void", "黑胜", "unknown", "Black wins"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(0, 50), st.integers(0, 12), NAMES, NAMES, NAMES, st.none() | WORDS,
    st.sampled_from(["resign 0", "draw agreed", "timeout 1", None]), st.data(),
)  # fmt: skip
def test_what_is_written_is_read_back_by_every_pair(seed, maximum, black, white, note, words, event, data):
    """What one format holds, the next takes over, and neither changes it."""
    record = random_game(seed, maximum)
    record.players, record.date = [black, white], note or None
    record.metadata = {"event": note, "XY": "plain", "code": 3, "nodes": {"1": {"N": note}}}
    if words is not None and record.outcome is None:
        record.metadata |= {"result": words}
    record.comment(0, note)
    if event is not None and record.outcome is None:
        record.event(event)
    if len(record):
        record.annotations, record.time_left = {1: "!?"}, {len(record): 12.5}
    for first in WRITTEN:
        if first not in HOLDS_ALL:
            bare = random_game(seed, maximum)
            (copy,) = again(written(bare, first), first, record.rules) if len(bare) else (bare,)
            for second in WRITTEN if len(bare) else ():
                (last,) = again(written(copy, second), second, record.rules)
                assert (last.moves, last.result) == (bare.moves, bare.result), (first, second)
            continue
        (copy,) = again(written(record, first), first, None)
        if first == "sgf" and (not black.strip(), not white.strip()) == (True, True):
            copy.players = record.players
        if first == "sgf":  # names are texts without blanks around them
            assert [name.strip() for name in copy.players] == [name.strip() for name in record.players]
            copy.players = record.players
        assert copy == record, first
        second = data.draw(st.sampled_from(WRITTEN))
        try:
            text = written(copy, second)
        except ff.RecordError:
            assert second in ("psq", "notes", "pos")
            continue
        (last,) = again(text, second, record.rules)
        assert last.moves == record.moves
        if second in HOLDS_ALL:
            assert last.result == record.result
        if second == "psq":
            assert last.players == record.players


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(0, 50),
    st.sampled_from(READ),
    st.sampled_from(["cut", "line", "double", "swap"]),
    st.data(),
)
def test_a_damaged_file_is_refused_or_read_as_what_it_says(seed, format, damage, data):
    """F1: as many moves come out as stand in the file, or none."""
    record = random_game(seed, 12)
    text = written(record, format)
    lines = text.splitlines(keepends=True)
    if damage == "cut":
        text = text[: data.draw(st.integers(0, len(text) - 1))]
    elif damage == "line":
        lost = data.draw(st.integers(0, len(lines) - 1))
        text = "".join(lines[:lost] + lines[lost + 1 :])
    elif damage == "double":
        text += text
    else:
        at = data.draw(st.integers(0, len(lines) - 1))
        text = "".join(lines[:at] + lines[at:][::-1])
    try:
        games = again(text, format, None if format in HOLDS_ALL else record.rules)
    except ff.RecordError:
        return
    moves = [move for game in games for move in game.moves]
    if format != "jsonl":
        assert len(moves) == len(MOVE[format].findall(text)), text
    elif games:
        assert len(moves) == len(record) * len(text.splitlines())


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("codec", ["ascii", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("format", READ)
def test_a_file_in_another_encoding_says_the_same(format, codec, end):
    """F4: recoded, with other ends of lines, packed."""
    record = random_game(7, 9)
    data = written(record, format).replace("\n", end).encode(codec)
    rules = None if format in HOLDS_ALL else record.rules
    for name, packed in ((f"a.{format}", data), (f"a.{format}.gz", gzip.compress(data))):
        file = io.BytesIO(packed)
        file.name = name
        (copy,) = ff.records.read(file, format=format, rules=rules)
        assert copy.moves == record.moves, name


@pytest.mark.parametrize("game", ["gomoku", "renju", "pagoda", "pente"])
def test_openings_of_sgf_that_are_not_understood_are_refused(game):
    """A private property that hides moves is no remark."""
    for hidden in ("QPR[h8i9h9]", "QPR[hh;ii]", "XX[hh][ii][jj]", "OPENING[H8 I9]", "QPR[hhiijj]"):
        with pytest.raises(ff.RecordError, match="seems to hold moves"):
            ff.Record.from_sgf(f"(;GM[4]SZ[15]{hidden};B[hh])", game)
    for plain in ("KM[0]", "PB[hh]", "GN[h8i9]", "C[h8 i9 h9]", "LB[hh:1][ii:2]", "XX[one]", "TR[hh][ii]"):
        record = ff.Record.from_sgf(f"(;GM[4]SZ[15]{plain};B[hh])", "freestyle")
        assert ff.Record.from_sgf(record.to_sgf()) == record


@pytest.mark.parametrize(
    ("text", "moves", "others"),
    [
        ("(;GM[4]SZ[15];B[hh](;W[ii];B[jj])(;W[gg]))", ["h8", "i7", "j6"], 1),
        ("(;GM[4]SZ[15](;B[hh];W[ii])(;B[aa])(;B[bb](;W[cc])(;W[dd])))", ["h8", "i7"], 3),
    ],
)
def test_a_record_says_that_there_were_other_lines(text, moves, others):
    """F6: the main line is the record, and the others are counted."""
    (entry,) = ff.records.scan(io.StringIO(text), rules="freestyle")
    assert (entry.record.moves, entry.others) == (moves, others)
    assert ff.Record.from_sgf(entry.record.to_sgf()).metadata["variations"] == others
    with pytest.raises(ff.RecordError, match="behind a variation"):
        ff.Record.from_sgf("(;GM[4]SZ[15];B[hh](;W[ii]);B[jj])", "freestyle")


def test_what_a_file_says_of_moves_is_written_back_to_its_place():
    """F3: names of nodes, marks, clocks; what stands in front of a move belongs to it."""
    text = (
        "(;GM[4]SZ[15]KM[0]AP[x]ON[indirect];N[one]C[good]B[hh]BL[12.5];W[ii]WL[3]TR[hh][ii](;B[jj])(;B[kk]))"
    )
    record = ff.Record.from_sgf(text, "freestyle")
    assert record.metadata["opening"] == "indirect"
    assert record.metadata["KM"] == "0"
    assert record.comments == [(1, "good")]
    assert record.time_left == {1: 12.5, 2: 3}
    assert record.metadata["nodes"] == {"1": {"N": "one"}, "2": {"TR": ["hh", "ii"]}}
    written = record.to_sgf()
    for part in ("KM[0]", "ON[indirect]", ";B[hh]BL[12.5]N[one]C[good]", ";W[ii]WL[3]TR[hh][ii]"):
        assert part in written


@pytest.mark.parametrize("rules", ["renju", "freestyle", "pente"])
def test_the_callers_rules_beat_the_files(rules):
    """F2: whatever GM, RU and FR say; the metadata keep the words of the file."""
    for tags in ("", "GM[1]", "GM[5]", "GM[11]", "GM[4]RU[chess]", "RU[Gomoku]", "GM[1]RU[Renju]"):
        record = ff.Record.from_sgf(f"(;FF[4]{tags}SZ[15];B[hh])", rules)
        assert record.rules == ff.rules(rules, size=15)
        for name, value in re.findall(r"([A-Z]+)\[(.*?)\]", tags):
            if value not in ("4", "Renju"):
                assert record.metadata[name] == value or rules == "pente"
    own = ff.playouts(ff.rules("freestyle"), 1, seed=1).record(0).to_sgf()
    assert ff.Record.from_sgf(own, "pente").rules == ff.rules("pente", size=15)


@pytest.mark.parametrize(
    ("setup", "stones", "player"),
    [
        ("AB[hh]", 1, 1),
        ("AB[hh]AW[ii]", 2, 0),
        ("AB[hh]AW[ii]PL[W]", 2, 1),
        ("AB[aa:cc]", 9, 1),
        ("AB[aa:ac][hh]AW[ca:cc]", 7, 1),
        ("AB[ca:ac]PL[White]", 9, 1),
    ],
)
def test_stones_set_up_are_read_as_sgf_has_them(setup, stones, player):
    """Rectangles, and who is to move: as PL says, as the first move shows, as the stones are counted."""
    record = ff.Record.from_sgf(f"(;GM[4]SZ[15]{setup})", "freestyle")
    assert (int((record.start.board != 0).sum()), record.start.player) == (stones, player)
    assert ff.Record.from_sgf(record.to_sgf()) == record
    for colour in "BW":
        moved = ff.Record.from_sgf(f"(;GM[4]SZ[15]{setup.split('PL')[0]};{colour}[oo])", "freestyle")
        assert moved.start.player == "BW".index(colour)
    for twice in ("AB[hh][hh]", "AB[hh]AW[hh]", "AB[hh]AW[gg:ii]", "AB[hh]AE[hh]"):
        with pytest.raises(ff.RecordError, match="set up twice"):
            ff.Record.from_sgf(f"(;GM[4]SZ[15]{twice})", "freestyle")


@pytest.mark.parametrize(
    "text", ["h8i9h10", "H8,I9,H10", "h8, i9, h10", "1. h8 i9 2. h10", "1.h8 i9 2.h10", "h8 i9 (why) h10"]
)
def test_what_people_paste_is_played(text):
    """Strings of points, by `play_all` and by `from_notes`."""
    start = ff.rules("freestyle").start()
    assert start.play_all(text) == start.play_all("h8 i9 h10")
    assert ff.Record.from_notes(text, "freestyle").to_pos() == "h8i9h10"
    with pytest.raises(ff.FivefoldError, match="move 4"):
        start.play_all(text + " h8")
    passing = ff.rules("renju").start().play_all("h8 -- h9").record()
    assert passing.to_pos() == "h8 pass h9"
    assert ff.rules("renju").start().play_all(passing.to_pos()).record() == passing


@pytest.mark.parametrize("more", ["3. f7 f8", "and Black resigns.", "f7", "1. h8"])
def test_nothing_stands_behind_the_end_of_a_game(more):
    """X3: moves after a resignation or a result are refused, not dropped."""
    for end in ("and White resigns.", "1-0", "and Black wins.", "White resigns"):
        with pytest.raises(ff.RecordError, match="behind the end"):
            ff.Record.from_notes(f"1. h8 i9 2. h9 {end} {more}", "freestyle")
    with pytest.raises(ff.RecordError, match="E6"):
        ff.Record.from_sgf("(;GM[4]SZ[15];B[hh];FE[resign 1];W[ii])", "freestyle")


@pytest.mark.parametrize("text", ["(;GM[4]SZ[15]FA[!];B[hh])", "(;GM[4]SZ[15];FA[!];B[hh])"])
def test_an_annotation_of_no_move_is_refused(text):
    """Written again it would be lost; after a move it is kept."""
    with pytest.raises(ff.RecordError, match="FA is refused before the first move"):
        ff.Record.from_sgf(text, "freestyle")
    stored = ff.Record.from_sgf("(;GM[4]SZ[15];B[hh]FA[!])", "freestyle")
    assert ff.Record.from_sgf(stored.to_sgf()) == stored
