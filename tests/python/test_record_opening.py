"""Files as they lie on disks: packed, in any encoding, with any end of lines; and what is none of games."""

import gzip
import io
import zipfile

import pytest

import fivefold as ff

SGF = "(;GM[4]FF[4]{ca}SZ[15]PB[{black}]PW[{white}]C[{black}];B[hh];W[ii])"
PSQ = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,1\nA\nB\n-1\n"


def one(path, **options):
    (record,) = ff.records.read(path, **{"rules": "freestyle", **options})
    return record


@pytest.mark.parametrize(
    ("encoding", "declared", "black", "white"),
    [
        ("gbk", "GBK", "王小明", "李雷"),
        ("gbk", "gb2312", "王小明", "李雷"),
        ("gb18030", "GB18030", "王小明", "李雷"),
        ("big5", "Big5", "王小明", "許功蓋"),
        ("shift_jis", "Shift_JIS", "表示", "ソフト"),
        ("euc_jp", "EUC-JP", "表示", "ソフト"),
        ("euc_kr", "EUC-KR", "김", "박"),
        ("windows-1251", "windows-1251", "Иван", "Пётр"),
        ("windows-1251", "cp1251", "Иван", "Пётр"),
        ("koi8-r", "KOI8-R", "Иван", "Пётр"),
        ("iso-8859-2", "ISO-8859-2", "Žižka", "Řehoř"),
        ("utf-8", "UTF-8", "Žižka", "王"),
        ("latin-1", None, "Bär", "Åse"),
        ("utf-8", None, "Bär", "王"),
        ("utf-8-sig", None, "Bär", "王"),
        ("utf-16", None, "Bär", "王"),
        ("utf-16-le", None, "Bar", "Bo"),
        ("utf-32", None, "Bär", "王"),
    ],
)
@pytest.mark.parametrize("packed", ["", ".gz", ".zip"])
def test_text_is_text_in_every_encoding(tmp_path, encoding, declared, black, white, packed):
    """F4: a mark, then CA, then UTF-8, then ISO-8859-1; packed or not."""
    data = SGF.format(ca=f"CA[{declared}]" if declared else "", black=black, white=white).encode(encoding)
    path = tmp_path / f"a.sgf{packed}"
    if packed == ".gz":
        path.write_bytes(gzip.compress(data))
    elif packed == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("games/a.sgf", data)
            archive.writestr("__MACOSX/games/._a.sgf", b"\x00\x05\x16\x07")
    else:
        path.write_bytes(data)
    record = one(path)
    assert record.players == (black, white)
    assert record.comments == [(0, black)]
    assert record.moves == ["h8", "i7"]


@pytest.mark.parametrize("encoding", ["gbk", "big5", "cp1251", "shift_jis"])
def test_the_callers_encoding_beats_the_files(tmp_path, encoding):
    """F4: encoding= for every format, whatever a file says of itself."""
    name = {"gbk": "王", "big5": "許", "cp1251": "Пётр", "shift_jis": "表"}[encoding]
    path = tmp_path / "a.psq"
    path.write_bytes(PSQ.replace("A", name).encode(encoding))
    assert one(path, encoding=encoding).players == (name, "B")
    path = tmp_path / "a.sgf"
    path.write_bytes(SGF.format(ca="CA[UTF-8]", black=name, white="B").encode(encoding))
    assert one(path, encoding=encoding).players == (name, "B")
    with pytest.raises(ff.RecordError, match="encoding="):
        one(path)
    with pytest.raises(ff.RecordError, match="no known encoding"):
        one(path, encoding="klingon")
    with pytest.raises(ff.RecordError, match="no known encoding"):
        one(path, encoding="rot13")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("format", ["jsonl", "text", "sgf", "psq", "notes", "pos"])
def test_every_end_of_a_line_is_one(tmp_path, end, format):
    """F4: CR, CRLF and LF, with a byte order mark too."""
    record = ff.playouts(ff.rules("freestyle", size=9), 1, seed=2).record(0)
    file = io.StringIO()
    games = [record] if format == "notes" else [record, record]
    ff.records.write(file, games, format=format)
    path = tmp_path / f"a{ff.records.FORMATS[format][0]}"
    path.write_bytes(file.getvalue().replace("\n", end).encode("utf-8-sig"))
    assert [game.moves for game in ff.records.read(path, rules=record.rules)] == [
        game.moves for game in games
    ]
    again = ff.records.read(io.StringIO(file.getvalue().replace("\n", end), newline=""), rules=record.rules)
    assert len(list(again)) == len(games)


def test_an_archive_gives_every_file_of_it(tmp_path):
    """Each by its own format; a bad one does not hide what was read before it."""
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.sgf", SGF.format(ca="", black="A", white="B") * 2)
        archive.writestr("b.psq", PSQ)
    entries = list(ff.records.scan(path, rules="freestyle"))
    assert [(one.member, one.number) for one in entries] == [("a.sgf", 1), ("a.sgf", 2), ("b.psq", 1)]
    with path.open("rb") as file:
        assert len(list(ff.records.read(file, rules="freestyle"))) == 3
    assert one(io.BytesIO(PSQ.encode())).players == ("A", "B")


@pytest.mark.parametrize("ending", [".gz", ".zip"])
def test_a_bomb_is_refused(tmp_path, ending):
    """What grows a thousand times is no text of games."""
    path = tmp_path / f"a.sgf{ending}"
    data = b" " * (1 << 20)
    if ending == ".gz":
        with gzip.open(path, "wb") as file:
            for _ in range(80):
                file.write(data)
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.sgf", "w") as file:
            for _ in range(80):
                file.write(data)
    with pytest.raises(ff.RecordError, match="grows more than"):
        one(path)


@pytest.mark.parametrize("ending", [".gz", ".zip"])
def test_a_cut_archive_is_refused(tmp_path, ending):
    """Never shorter than the file."""
    path = tmp_path / f"a.psq{ending}"
    if ending == ".gz":
        path.write_bytes(gzip.compress(PSQ.encode())[:-12])
    else:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.psq", PSQ)
        path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(ff.RecordError, match="packed"):
        one(path)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.lib", b"\xffRenLib\xff\x03\x04" + b"\xff" * 10, "library of RenLib"),
        ("a.dat", b"what is this\nand this\n", "begins with 'what is this"),
        ("a.txt", b"Dear diary,\ntoday I won.\n", "begins with 'Dear diary,"),
        ("a.html", b"<!DOCTYPE html><html></html>", "web page"),
        ("a.db", b"SQLite format 3\0" + bytes(100), "SQLite"),
        ("a.dat", bytes(range(256)) * 4, "no text"),
        ("a", b"", "empty"),
    ],
)
def test_an_unknown_file_is_said_to_be_one(tmp_path, name, data, words):
    """F5: one message that says what it seems to be, what is read, and what to pass."""
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(ff.RecordError) as caught:
        list(ff.records.scan(path))
    for word in (words, "jsonl", "sgf", "format="):
        assert word in str(caught.value)


def test_lines_that_are_no_records_get_one_message(tmp_path):
    """F5: never a message for each line."""
    path = tmp_path / "a.jsonl"
    path.write_text("{hello}\n" * 50)
    with pytest.raises(ff.RecordError, match="no line of this is a record"):
        list(ff.records.scan(path))


@pytest.mark.parametrize("name", ["x.lib", "x.pdf", "x", "x.sgf.zip"])
def test_an_unknown_ending_is_refused_in_writing(tmp_path, name):
    """F5: nothing is written under a name that says something else."""
    path = tmp_path / name
    with pytest.raises(ff.RecordError, match="format="):
        ff.records.write(path, [ff.Record(ff.rules("freestyle"))])
    assert not path.exists()
    assert ff.records.write(path, [ff.Record(ff.rules("freestyle"))], format="jsonl") == 1


def test_a_packed_file_is_written(tmp_path):
    """An ending .gz packs what the ending before it names."""
    path, record = tmp_path / "a.sgf.gz", ff.playouts(ff.rules("renju"), 1, seed=1).record(0)
    ff.records.write(path, [record])
    assert gzip.decompress(path.read_bytes()).startswith(b"(;FF[4]")
    assert list(ff.records.read(path)) == [record]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no game of SGF"),
        ("  \n", "no game of SGF"),
        (";B[hh];W[ii])", "outside of a game"),
        ("(;GM[4]SZ[15];B[hh];W[ii]", "breaks off"),
        ("(;GM[4]SZ[15];B[hh])\n;W[ii])", "outside of a game"),
        ("(;GM[4]SZ[15];B[hh]))", "closes no game"),
        ("(;GM[4]SZ[15];B]hh])", "outside of a value"),
    ],
)
def test_parts_of_games_are_not_passed_over(text, words):
    """F1: a collection that lost a line is refused, not read as the games that are left."""
    with pytest.raises(ff.RecordError, match=words):
        list(ff.records.read(io.StringIO(text), format="sgf", rules="freestyle"))
    heading = "From: ann\nSubject: games\n\n"
    assert one(io.StringIO(heading + SGF.format(ca="", black="A", white="B")), format="sgf").moves


def test_small_formats_of_renlib_and_piskvork_are_read(tmp_path):
    """A game in bytes, and one with names first and coordinates from 0."""
    path = tmp_path / "a.pos"
    path.write_bytes(bytes([3, 112, 98, 14]))
    assert one(path).moves == ["h8", "i9", "o15"]
    ff.records.write(path, [one(path)])
    assert path.read_text() == "h8i9o15\n"
    assert one(path).moves == ["h8", "i9", "o15"]
    path = tmp_path / "a.rec"
    path.write_text("ann\nbob\n0,0,5\n19,19,7\n-1\n")
    record = one(path)
    assert (record.moves, record.players) == (["a20", "t1"], ("ann", "bob"))
    assert one(path, rules=ff.rules("freestyle", size=20)).moves == record.moves
    with pytest.raises(ff.RecordError, match="move 2"):
        one(path, rules=ff.rules("freestyle"))


@pytest.mark.parametrize(
    ("codec", "names"),
    [
        ("big5", ("Big5", "BIG-5", "x-big5", "big5-eten")),
        ("gbk", ("GB2312", "gb_2312-80", "x-gbk", "CP936", "MS936", "windows-936", "Codepage 936")),
        ("shift_jis", ("Shift-JIS", "x-sjis", "Windows-31J", "MS932", "windows-932")),
        ("cp949", ("EUC-KR", "windows-949", "ks_c_5601-1987")),
        ("cp1251", ("windows-1251", "Win1251", "win-1251", "cp1251")),
        ("cp1252", ("ANSI", "Windows-1252", "IBM-1252")),
        ("mac_roman", ("macintosh", "x-mac-roman")),
        ("iso2022_jp", ("ISO-2022-JP", "iso2022_jp")),
        ("hz", ("HZ", "hz-gb-2312")),
    ],
)
def test_encodings_are_known_by_the_names_that_programs_write(codec, names):
    """F4: of the registry, of Windows, of Java; those that write everything in ASCII, too."""
    word = {"cp1251": "Иван", "cp1252": "Müller", "mac_roman": "Müller", "cp949": "김"}.get(codec, "中")
    for name in names:
        file = io.BytesIO(f"(;GM[4]CA[{name}]SZ[15]PB[{word}];B[hh])".encode(codec))
        file.name = "a.sgf"
        assert next(ff.records.read(file, rules="freestyle")).players == (word, ""), name


def test_the_encoding_may_stand_behind_a_long_remark():
    text = f"(;GM[4]SZ[15]GC[{'x' * 20_000}]CA[GBK]PB[王];B[hh])"
    (record,) = ff.records.read(io.BytesIO(text.encode("gbk")), rules="freestyle")
    assert record.players == ("王", "")


def test_each_game_of_a_collection_has_its_own_encoding():
    """What `cat *.sgf` puts together; where a game is not in the encoding that it says, it is refused."""
    one = "(;GM[4]CA[%s]SZ[15]PB[王小明];B[hh])\n"
    both = (one % "GBK").encode("gbk") + (one % "Big5").encode("big5") + b"(;GM[4]SZ[15]PB[Ann];B[hh])"
    records = ff.records.read(io.BytesIO(both), rules="freestyle")
    assert [record.players[0] for record in records] == ["王小明", "王小明", "Ann"]
    wrong = io.BytesIO((one % "GBK").encode("gbk") + (one % "UTF-8").encode("gbk"))
    entries = list(ff.records.scan(wrong, rules="freestyle"))
    assert entries[0].record is not None
    assert "the game says that it is in 'UTF-8'" in str(entries[1].error)
    games = ff.records.read(io.BytesIO((one % "Big5").encode("gbk")), rules="freestyle", encoding="gbk")
    assert next(games).players == ("王小明", "")
