"""Records in files: every format there and back, files of other programs, broken files."""

import contextlib
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fivefold as ff

STONES = {"gomoku", "freestyle", "renju", "pagoda", "pente", "keryo_pente", "ninuki_renju"}
STONES |= {preset for preset in ff.presets() if preset.startswith("renju_")} | {"family"} & set(ff.presets())


def games(preset, count=3, **options):
    result = ff.playouts(ff.rules(preset, **options), count, seed=4)
    return [result.record(index) for index in range(count)]


def there_and_back(records, format, rules=None):
    file = io.StringIO()
    assert ff.records.write(file, records, format=format) == len(records)
    return list(ff.records.read(io.StringIO(file.getvalue()), format=format, rules=rules))


@pytest.mark.parametrize("format", ["jsonl", "text"])
@pytest.mark.parametrize("preset", ff.presets())
def test_own_formats_hold_every_game(preset, format):
    """JSON lines and the readable form lose nothing."""
    records = games(preset)
    assert there_and_back(records, format) == records


@pytest.mark.parametrize("preset", sorted(STONES))
def test_sgf_holds_every_game_of_black_and_white(preset):
    """What fivefold writes as SGF comes back equal."""
    records = games(preset)
    assert there_and_back(records, "sgf") == records


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("gomoku", {"size": (19, 15), "opening": "none", "first_move": "anywhere"}),
        ("freestyle", {"size": 52}),
        ("gomoku", {"opening": "swap2"}),
        ("renju", {"opening": "soosyrv8"}),
        ("renju", {"opening": "taraguchi10"}),
        ("renju", {"opening": "rif_classic"}),
        ("renju", {"foul": "loses"}),
        ("pagoda", {"handicap": {"black": ["h8", "j10"]}}),
        ("pente", {"opening": "tournament"}),
    ],
)
def test_sgf_holds_options_and_openings(preset, options):
    """Options, exchanged colours and offers come back equal."""
    records = games(preset, **options)
    assert there_and_back(records, "sgf") == records


def test_sgf_holds_names_comments_metadata_and_events():
    """The rest of a record too, brackets and backslashes among it."""
    record = ff.Record(ff.rules("renju"), players=["Ann [x]", "Bob\\"], date="2026-11-21")
    record.metadata = {"event": "A cup", "round": "2", "rating": [1500, 1600]}
    for move in ("h8", "h9", "j10"):
        record.push(move)
    record.comment(0, "before ]")
    record.comment(2, "two\nlines \\ and ; (brackets)")
    record.comment(2, "a second one")
    record.event("resign 1")
    text = record.to_sgf()
    assert "RE[B+R]" in text
    assert ff.Record.from_sgf(text) == record


@pytest.mark.parametrize("preset", sorted(STONES))
def test_psq_holds_the_stones(preset):
    """Gomocup's format gives the same moves when the same rules are named."""
    for record in games(preset):
        if "pass" in record.moves:
            with pytest.raises(ff.RecordError, match="no place for 'pass'"):
                record.to_psq()
            continue
        again = ff.Record.from_psq(record.to_psq(), record.rules)
        assert again.moves == record.moves
        assert again.result == record.result


@pytest.mark.parametrize("preset", ["pagoda", "pente", "freestyle"])
def test_numbered_moves_hold_the_game(preset):
    """The form of Pagoda's source, with remarks and a resignation."""
    record = ff.playouts(ff.rules(preset), 1, seed=2).record(0)
    assert ff.Record.from_notes(record.to_notes(), record.rules) == record
    short = ff.Record(ff.rules(preset))
    for move in ("h8", "a4", "f10"):
        short.push(move)
    short.comment(1, "a remark")
    short.event("resign 1")
    assert ff.Record.from_notes(short.to_notes(), short.rules) == short


def test_pah_tum_and_pentagame_are_refused_by_the_foreign_formats():
    """The message says what the format holds."""
    for preset in {"pah_tum", "pentagame"} & set(ff.presets()):
        record = ff.playouts(ff.rules(preset), 1).record(0)
        for write in (record.to_sgf, record.to_psq, record.to_notes):
            with pytest.raises(ff.RecordError, match="black and white stones only"):
                write()


# Files in the manner of other programs, made by hand -------------------------------------------

VIEWER = """(;GM[4]FF[4]CA[utf-8]SZ[15]KM[0]RU[Renju]PB[Sakura]PW[Tuuli]RE[W+Resign]DT[2019-08-04]
;B[hh]BL[1790.2];W[ig]N[indirect];B[hg](;W[if]C[the main line];B[];W[])(;W[gg];B[ab]))
"""


def test_sgf_of_a_viewer_is_read_along_its_main_line():
    """Clocks, names of nodes and side lines are passed over; a pass is an empty value."""
    record = ff.Record.from_sgf(VIEWER.replace(";B[];W[]", ";B[hi]"))
    assert record.rules == ff.rules("renju")
    assert record.moves == ["h8", "i9", "h9", "i10", "h7"]
    assert record.players == ("Sakura", "Tuuli")
    assert record.comments == [(4, "the main line")]
    assert record.result == "player 0 wins: resignation" or record.events == ["resign 0"]


def test_sgf_with_readable_points_and_old_names_is_read():
    """Some programs write h8, and `tt` for a pass; old ones spell properties out."""
    record = ff.Record.from_sgf("(;GaMe[4]SiZe[15]RUles[renju];B[h8];W[i9];Black[j10])", None)
    assert record.moves == ["h8", "i9", "j10"]
    record = ff.Record.from_sgf("(;GM[4]SZ[15]RU[Renju];B[hh];W[hg];B[tt])")
    assert record.moves[-1] == "pass"


def test_a_preset_given_fits_the_board_of_the_file():
    """A file without rules is read by those that are given."""
    text = "(;FF[4]GM[4]SZ[19];B[jj];W[jk])"
    with pytest.raises(ff.RecordError, match="give them with rules="):
        ff.Record.from_sgf(text)
    assert ff.Record.from_sgf(text, "freestyle").rules == ff.rules("freestyle", size=19)
    with pytest.raises(ff.RecordError, match="19 by 19"):
        ff.Record.from_sgf(text, ff.rules("freestyle"))


def test_psq_of_a_manager_is_read():
    """Times and names of programs are no moves; a closing line has the result and the tournament."""
    text = (
        "Piskvorky 20x20, 11:11, 1\r\n10,10,0\r\n11,9,1312\r\n10,11,871\r\nLYNX.zip\r\nBISON.zip\r\n0,1\r\n"
    )
    record = ff.Record.from_psq(text, "freestyle")
    assert record.rules == ff.rules("freestyle", size=20)
    assert record.moves == ["j11", "k12", "j10"]
    # The header's last number: the second of the named programs began.
    assert record.players == ("BISON.zip", "LYNX.zip")
    assert record.events == ["draw agreed"]
    assert record.metadata["event"] == "1"


def test_the_source_of_pagoda_is_read(tmp_path):
    """Remarks in brackets, the misprint of a nought for the letter o (P8), who resigns."""
    path = tmp_path / "game.notes"
    path.write_text("1. h8 a4 2. f10 (the one-space jump) g9 3. h10 g11 4. 013 a1 5. a2 and White resigns.")
    (record,) = ff.records.read(path)
    assert record.moves == ["h8", "a4", "f10", "g9", "h10", "g11", "o13", "a1", "a2"]
    assert record.comments == [(3, "the one-space jump")]
    assert record.result == "player 0 wins: resignation"


# Files that are wrong --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.sgf", "(;FF[4]GM[1]SZ[19];B[aa])", ["a.sgf", "SGF of game 1", "GM[4]"]),
        ("a.sgf", "(;GM[4]SZ[15]RU[chess];B[aa])", ["'chess'", "rules="]),
        ("a.sgf", "(;GM[4]SZ[15]RU[gomoku];B[hh", ["breaks off"]),
        ("a.sgf", "(;GM[4]SZ[99]RU[gomoku];B[hh])", ["SZ[99]"]),
        ("a.sgf", "(;GM[4]SZ[15]RU[renju];W[hh])", ["move 1", "out of turn"]),
        ("a.sgf", "(;GM[4]SZ[15]RU[renju];B[hh];W[hh])", ["move 2", "E5"]),
        ("a.sgf", "(;GM[4]SZ[15]RU[renju];B[hh];AB[aa])", ["middle of a game"]),
        ("a.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n", ["rules="]),
        ("a.jsonl", "{", ["game 1 (line 1)", "no JSON"]),
        ("a.jsonl", '{"format": 2}', ["format 2"]),
        ("a.txt", "fivefold record 1\nrules: {", ["rules"]),
        ("a.notes", "1. h8 a4 3. f10", ["3.", "out of order"]),
        ("a.notes", "1. h8 (never closed", ["bracket"]),
        ("a.bin", "what is this", ["none of the formats"]),
    ],
)
def test_a_broken_file_is_refused_in_plain_words(tmp_path, name, text, words):
    """The message names the file and what is wrong with it."""
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ff.RecordError) as caught:
        list(ff.records.read(path))
    for word in words:
        assert word in str(caught.value)


def test_the_number_of_the_wrong_move_is_told():
    """Of a game that breaks a rule at move 17, 17."""
    record = ff.playouts(ff.rules("freestyle"), 1, seed=1).record(0)
    data = json.loads(record.to_json())
    data["moves"][16] = data["moves"][3]
    with pytest.raises(ff.RecordError) as caught:
        list(ff.records.read(io.StringIO(json.dumps(data))))
    assert (caught.value.number, caught.value.rule) == (17, "E5")


def test_bad_games_do_not_hide_the_good_ones():
    """`scan` goes on after a game that is none."""
    good = ff.playouts(ff.rules("freestyle"), 1, seed=1).record(0)
    lines = [good.to_json(), "{}", "", good.to_json(), "no json"]
    entries = list(ff.records.scan(io.StringIO("\n".join(lines))))
    assert [(one.number, one.line, one.record is None) for one in entries] == [
        (1, 1, False),
        (2, 2, True),
        (3, 4, False),
        (4, 5, True),
    ]


def test_a_single_record_may_span_lines(tmp_path):
    """Indented JSON is one record; a list holds several."""
    records = games("freestyle")
    path = tmp_path / "one.json"
    path.write_text(json.dumps(json.loads(records[0].to_json()), indent=2))
    assert list(ff.records.read(path)) == records[:1]
    path.write_text(json.dumps([json.loads(record.to_json()) for record in records], indent=1))
    assert list(ff.records.read(path)) == records


RIF = """<?xml version="1.0" encoding="utf-8"?>
<database>
<rules><rule id="4" name="Taraguchi-10" category="1" /><rule id="9" name="Swap2" category="2" /></rules>
<openings><opening id="3" name="Kagetsu" abbr="4d" /></openings>
<players>
<player id="7" name="Anna" surname="B\u00e4r" country="1" city="1" gender="2" />
<player id="8" name="Bo" surname="" country="1" city="1" gender="1" />
</players>
<tournaments>
<tournament id="5" name="Cup &amp; Saucer" start="2024-05-04" end="2024-05-05" year="2024" month="5" />
<tournament id="6" name="By post" start="0000-00-00" end="0000-00-00" year="1997" month="3" rule="9" />
</tournaments>
<games>
<game id="1" tournament="5" round="2" rule="4" black="7" white="8" bresult="1" opening="3" swap="R--R-">
<move>h8 h9 i9 a1 g7 a2 f6 a4 j10</move>
<info>B=1245</info>
</game>
<game id="2" tournament="5" rule="4" black="8" white="7" bresult="0"><move>h8 a1 h9 a3 i10 a5 j10 a7 h10
</move></game>
<game id="3" tournament="5" rule="4" black="8" white="99" bresult="0"><move>h8 h9</move></game>
<game id="4" tournament="6" rule="9" black="8" white="7" bresult="0.5"><move>a1 h9</move></game>
<game id="5" tournament="5" rule="4" black="8" white="7" bresult="0.5"><move> h8
 h9 </move></game>
<game id="6" rule="4" bresult=""><move>h8 h8</move></game>
<game id="7" rule="4" bresult="0"><move>h8 h9 i9 a1 g7 a2 f6 a4 j10</move></game>
<game id="8" rule="4" bresult="1"><move/></game>
</games>
</database>
"""


def test_the_database_of_renjunet_is_read():
    """Names, dates and results; bad games do not hide the good ones."""
    entries = list(ff.records.scan(io.StringIO(RIF)))
    assert [(one.line, one.record is None) for one in entries] == [
        (14, False),
        (18, False),
        (20, False),
        (21, True),
        (22, False),
        (24, True),
        (25, True),
        (26, False),
    ]
    first, foul, won = (one.record for one in entries[:3])
    assert first.players == ("Anna B\u00e4r", "Bo")
    assert first.date == "2024-05-04"
    assert first.outcome.winner == 0
    assert first.metadata == {
        "id": "1",
        "tournament": "Cup & Saucer",
        "round": "2",
        "rule": "Taraguchi-10",
        "opening": "Kagetsu",
        "swap": "R--R-",
        "info": "B=1245",
    }
    assert foul.outcome.termination is ff.Termination.FOUL
    assert won.players == ("Bo", "99")
    assert (won.is_over, won.metadata["result"]) == (False, "W+")
    assert "rules=" in str(entries[3].error)
    assert entries[4].record.events == ["draw agreed"]
    assert (entries[5].error.number, entries[5].error.rule) == (2, "E5")
    assert "ends otherwise" in str(entries[6].error)
    swap2 = ff.rules("gomoku", first_move="anywhere")
    third = list(ff.records.scan(io.StringIO(RIF), rules=swap2))[3].record
    assert (third.moves, third.date, third.metadata["rule"]) == (["a1", "h9"], "1997-03", "Swap2")


def test_the_database_of_renjunet_is_not_held_in_memory():
    """The first games come while the file goes on without end."""

    class Endless:
        def __init__(self):
            self.begun = False

        def read(self, size):
            head, game = RIF.split("<game ")[:2]
            text, self.begun = "<game " + game if self.begun else head + "<game " + game, True
            return text

    reader = ff.records.read(Endless(), format="rif")
    assert len([record for record, _ in zip(reader, range(300), strict=False)]) == 300


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<database><games><game><move>h8", "no XML"),
        ('<!DOCTYPE d [<!ENTITY a "h8">]><d><game><move>&a;</move></game></d>', "entities are refused"),
    ],
)
def test_a_broken_database_is_refused(text, words):
    """A file that breaks off, and one that plays with entities."""
    with pytest.raises(ff.RecordError, match=words):
        list(ff.records.read(io.StringIO(text)))


def test_the_database_of_renjunet_is_not_written():
    """It is read only, and says so."""
    with pytest.raises(ff.RecordError, match="not written"):
        ff.records.write(io.StringIO(), [], format="rif")


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["{", "(", "a", "1"])
def test_forty_megabytes_on_one_line_are_refused(tmp_path, letter):
    """No record is that long; the answer comes at once and in words."""
    path = tmp_path / "long.jsonl"
    path.write_text({"(": "(;GM[4]C["}.get(letter, "") + letter * 40_000_000)
    with pytest.raises(ff.RecordError, match="million characters"):
        list(ff.records.read(path))


def test_a_long_collection_is_read_one_by_one(tmp_path):
    """Only one game is held: the first comes before the file is read to its end."""
    text = ff.playouts(ff.rules("freestyle"), 1, seed=1).record(0).to_sgf().replace("\n", "")

    class Endless(io.StringIO):
        def read(self, size=-1):
            while self.tell() + size > len(self.getvalue()):
                place = self.tell()
                self.seek(0, io.SEEK_END)
                self.write(text)
                self.seek(place)
            return super().read(size)

    reader = ff.records.read(Endless(text), format="sgf")
    assert len([record for record, _ in zip(reader, range(300), strict=False)]) == 300


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.text(alphabet='(;)[]BWFVGMSZRUhi485\\ \n{}":,.1Piskvorky x', max_size=120),
    st.sampled_from(["sgf", "psq", "notes", "jsonl", "text", "rif"]),
)
def test_readers_refuse_nonsense_with_a_record_error(text, format):
    """Whatever the text: a record or a RecordError, nothing else."""
    heads = {
        "sgf": "(;GM[4]SZ[9]RU[freestyle]",
        "psq": "Piskvorky 9x9, 0:0, 0\n",
        "notes": "1. ",
        "jsonl": "",
        "text": "fivefold record 1\n",
        "rif": "<d><game><move>",
    }
    file = io.StringIO(heads[format] + text)
    with contextlib.suppress(ff.RecordError):
        for record in ff.records.read(file, format=format, rules="freestyle"):
            assert isinstance(record, ff.Record)
