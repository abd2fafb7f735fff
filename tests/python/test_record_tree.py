"""Trees of positions: merged, counted, proven, and the same after RenLib's files, SGF and JSON."""

import gzip
import io
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivefold as ff
from fivefold._core.position_tree import PositionTree
from fivefold.cli import main

Tree = ff.records.Tree
HEAD = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
FREE = ff.rules("freestyle")


def lines(*games, rules=FREE, **options):
    tree = Tree(rules, **options)
    for moves in games:
        tree.add(rules.start().play_all(moves).record())
    return tree


def content(tree):
    """Give everything that a tree knows, by the keys of its positions."""
    by_key, due = {}, [tree.start]
    while due:
        position = due.pop()
        key = position.key
        if key in by_key:
            continue
        has = tree[position]
        by_key[key] = (has.games, has.value, has.comment, has.mark, has.labels, has.moves)
        due.extend(position.play(branch.move) for branch in has.moves)
    assert len(by_key) == len(tree) or tree.symmetric
    return by_key


def stripped(tree, counts=True):
    """Give the content without the order of moves, and without counts where a format has none."""
    return {
        key: (
            games if counts else 0,
            value if counts else None,
            *rest,
            sorted((one.move, one.games, one.wins) if counts else one.move for one in moves),
        )
        for key, (games, value, *rest, moves) in content(tree).items()
    }


def noted():
    tree = lines("h8 i9 h9", "h9 i9 h8 a1", "h8 g7 h9 a1 h10 a2 h11 a3 h12")
    tree.note("h8", comment="the centre\nof the board\n\nand more", mark=True)
    tree.note("h8 i9", comment="Bär 王", labels={"h9": "A", "a15": "best [1]: ok"})
    tree.note("", comment="all of it", labels={"h8": "go"})
    return tree


def test_a_position_is_there_once_however_it_was_reached():
    """Games of both lines count at it, and the moves that follow are shared."""
    tree = lines("h8 i9 h9 a1", "h9 i9 h8 a2", "h8 i9")
    assert tree["h8 i9 h9"].games == 2
    assert [branch.move for branch in tree["h9 i9 h8"].moves] == ["a1", "a2"]
    assert [(branch.move, branch.games) for branch in tree[""].moves] == [("h8", 2), ("h9", 1)]
    assert ("o15" in tree, tree.get("a1"), "h8 i9" in tree) == (False, None, True)
    with pytest.raises(ff.FivefoldError, match="does not have"):
        tree["a1"]


def test_images_are_one_by_choice():
    """Counts, labels and moves come back in the frame of the position that is asked about."""
    tree = lines("h8 i9 h9", "h8 g9 h9", "h8 g7 h7", symmetric=True)
    assert len(tree) == 4
    assert tree["h8"].games == 3
    assert [branch.games for branch in tree["h8"].moves] == [3]
    for second, third in (("i9", "h9"), ("g7", "h7"), ("i7", "i8")):
        (branch,) = tree[f"h8 {second}"].moves
        assert FREE.start().play_all(f"h8 {second} {branch.move}") in tree
        assert f"h8 {second} {third}" in tree
    tree.note("h8 i9", labels={"j9": "x"})
    assert tree["h8 g7"].labels in ({"f7": "x"}, {"g6": "x"})
    again = Tree.read(io.BytesIO(written(tree, "json")))
    assert again.symmetric
    assert len(again) == len(tree)
    assert again["h8 g9"].labels == tree["h8 g9"].labels


def written(tree, format, **options):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{format}"
        tree.write(path, **options)
        return path.read_bytes()


@pytest.mark.parametrize("format", ["json", "sgf", "lib"])
def test_what_is_written_is_read_back(format):
    """Everything that the format can hold."""
    tree = noted()
    tree.prove("h8 g7", 1)
    again = Tree.read(io.BytesIO(written(tree, format)), rules=None if format == "json" else FREE)
    counts = format != "lib"
    assert stripped(again, counts) == stripped(tree, counts)
    assert again.rules == tree.rules


@pytest.mark.parametrize("preset", ["renju", "pente", "pagoda"])
@pytest.mark.parametrize("format", ["json", "sgf", "lib"])
def test_games_become_trees_and_come_back(preset, format, tmp_path):
    """Of random games; a format that cannot hold them says so."""
    rules = ff.rules(preset, **({"foul": "loses"} if preset == "renju" else {}))
    games = ff.playouts(rules, 8, seed=5)
    tree = Tree.of_games(games.record(number) for number in range(8))
    path = tmp_path / f"a.{format}.gz"
    holds = format == "json" or preset == "renju" or format == "sgf"
    if not holds:
        with pytest.raises(ff.RecordError):
            tree.write(path)
        assert not path.exists()
        return
    tree.write(path)
    again = Tree.read(path, rules=rules)
    assert stripped(again, format != "lib") == stripped(tree, format != "lib")


def test_a_file_or_a_folder_of_games_becomes_a_tree(tmp_path):
    """Each game counts at every position that it passed."""
    games = ff.playouts(FREE, 6, seed=2)
    records = [games.record(number) for number in range(6)]
    ff.records.write(tmp_path / "a.jsonl", records[:3])
    ff.records.write(tmp_path / "b.sgf", records[3:])
    tree = Tree.read(tmp_path)
    assert tree[""].games == 6
    assert tree[""].wins[0] == sum(record.returns[0] > 0 for record in records)
    assert sum(branch.games for branch in tree[""].moves) == 6
    assert tree[""].score(0) == 1 - tree[""].score(1)
    with pytest.raises(ff.FivefoldError, match="seat=2 is refused"):
        tree[""].score(2)
    assert Tree.read(tmp_path / "a.jsonl")[""].games == 3
    with pytest.raises(ff.RecordError, match="the tree is one of"):
        Tree("renju").add(records[0])


def test_proven_values_are_carried_up():
    """A move that wins, and moves that all lose."""
    won = "h8 a1 h9 a2 h10 a3 h11 a15 h12"
    tree = lines(won)
    assert tree.solve() == 2
    assert (tree[won].value, tree[won[:-4]].value, tree[won[:-8]].value) == (1, 1, None)
    # Every answer loses: then the position before is lost, too.
    answers = FREE.start().play("h8").legal_moves()
    tree = lines(*(f"h8 {move}" for move in answers))
    for move in answers[1:]:
        tree.prove(f"h8 {move}", 1)
    assert tree.solve() == len(answers) - 1
    tree.prove(f"h8 {answers[0]}", 0)
    tree.solve()
    assert (tree["h8"].value, tree[""].value) == (0, None)
    with pytest.raises(ff.FivefoldError, match="value"):
        tree.prove("h8", 2)
    with pytest.raises(ff.FivefoldError, match="does not have"):
        tree.prove("a1", 1)


# RenLib's files, byte by byte ------------------------------------------------------------------


def test_a_library_is_read_as_renlib_writes_it():
    """Root, two answers to h8, a comment of two parts, a mark, a text on a point, a pass."""
    nodes = (
        b"\x00\x00"  # the root
        b"\x78\x08first\x08rest\x00\x00"  # h8 with a comment, filled up to pairs
        b"\x69\x80"  # i9; another answer comes later
        b"\x68\x50"  # h9, marked; nothing follows
        b"\x6a\x81\x00\x01A1\x00\x00"  # j9 with a text; another answer comes later
        b"\x00\x40"  # a pass; nothing follows
        b"\x01\x43\x00\x01note\x00\x00"  # no move: a text on a15
    )
    data = HEAD + nodes
    tree = Tree.read(io.BytesIO(data), rules="renju")
    assert tree["h8"].comment == "first\nrest"
    assert [branch.move for branch in tree["h8"].moves] == ["i9", "j9"]
    assert tree["h8"].labels == {"j9": "A1", "a15": "note"}
    assert tree["h8 i9 h9"].mark
    assert [branch.move for branch in tree["h8 j9"].moves] == ["pass"]
    assert written(tree, "lib")[:20] == HEAD


@pytest.mark.parametrize("head", [HEAD[:9] + b"\x00" + HEAD[10:], b""])
def test_older_libraries_are_read(head):
    """Version 3.0 and files without a heading begin with h8; comments of seven bits."""
    comment = [*b"sm}", ord("l") | 0x80]
    data = head + bytes([0x78, 0x20, *comment, 0x69, 0x80 | 0x40, 0x68, 0x40])
    path = io.BytesIO(data)
    path.name = "a.lib"
    tree = Tree.read(path, rules="renju")
    assert tree["h8"].comment == "smål"
    assert [branch.move for branch in tree["h8"].moves] == ["i9", "h9"]


def test_a_cut_library_is_refused():
    """Never shorter than the file, wherever it was cut."""
    data = written(noted(), "lib")
    for end in range(len(data)):
        with pytest.raises(ff.RecordError):
            Tree.read(io.BytesIO(data[:end]), rules=FREE)
    with pytest.raises(ff.RecordError, match="behind the end"):
        Tree.read(io.BytesIO(data + b"\x78\x40"), rules=FREE)
    with pytest.raises(ff.RecordError, match=r"3\.5"):
        Tree.read(io.BytesIO(data[:9] + b"\x05" + data[10:]))
    with pytest.raises(ff.RecordError, match=r"node 2.*taken"):
        Tree.read(io.BytesIO(HEAD + bytes([0, 0, 0x78, 0, 0x78, 0x40])))


@pytest.mark.parametrize("encoding", ["gbk", "latin-1", "utf-8"])
def test_texts_of_a_library_have_the_encoding_that_is_said(encoding):
    """As for records; UTF-8 else ISO-8859-1 by default."""
    words = {"gbk": "黑胜", "latin-1": "Bär", "utf-8": "黑 Bär"}[encoding]
    tree = lines("h8")
    tree.note("h8", comment=words)
    data = written(tree, "lib", encoding=encoding)
    assert Tree.read(io.BytesIO(data), rules=FREE, encoding=encoding)["h8"].comment == words
    if encoding != "gbk":
        assert Tree.read(io.BytesIO(data), rules=FREE)["h8"].comment == words
    tree.note("h8", comment="王")
    with pytest.raises(ff.RecordError, match="no signs for"):
        written(tree, "lib", encoding="latin-1")


@pytest.mark.slow
def test_hostile_sizes_are_refused_in_little_memory(tmp_path):
    """A million branches, a tree deeper than any game, more positions than it may have."""
    games = ff.playouts(FREE, 10, seed=3)
    data = written(Tree.of_games(games.record(number) for number in range(10)), "lib")
    with pytest.raises(ff.RecordError, match="max_positions="):
        Tree.read(io.BytesIO(data), rules=FREE, max_positions=100)
    deep = HEAD + bytes([0, 0]) + bytes([0x78, 0x02]) * 10_000
    with pytest.raises(ff.RecordError, match="deeper"):
        Tree.read(io.BytesIO(deep))
    wide = HEAD + bytes([0, 0]) + bytes([0x78, 0xC0]) * 100_000
    with pytest.raises(ff.RecordError, match="still to come"):
        Tree.read(io.BytesIO(wide))
    bomb = tmp_path / "a.lib.gz"
    with gzip.open(bomb, "wb") as file:
        file.write(HEAD)
        for _ in range(13):
            file.write(bytes(20_000_000))
    with pytest.raises(ff.RecordError, match="grows more than 200 times"):
        Tree.read(bomb)
    large = tmp_path / "a.lib"
    with large.open("wb") as file:
        file.write(HEAD)
        file.truncate(260_000_000)  # holes take no place
    with pytest.raises(ff.RecordError, match="MB is refused"):
        Tree.read(large)
    branches = "(;GM[4]SZ[15]" + "(;B[hh])" * 20_000 + ")"
    tree = Tree.read(io.BytesIO(branches.encode()), rules=FREE)
    assert len(tree) == 2


@pytest.mark.parametrize(
    "body",
    [
        ";" * 200_000,
        "(" * 200_000 + ")" * 200_000,
        "(;" * 200_000 + ")" * 200_000,
        ";" + "C[]" * 200_000,
    ],
    ids=["nodes", "brackets", "branches", "values"],
)
def test_hostile_sgf_is_refused_before_it_is_held(body):
    """Nodes below one another, brackets in one another, values in one node: more than any game has."""
    with pytest.raises(ff.RecordError, match=r"deeper|values"):
        Tree.read(io.BytesIO(f"(;GM[4]SZ[15]{body})".encode()), rules=FREE)
    with pytest.raises(ff.RecordError, match=r"deeper|values"):
        ff.Record.from_sgf(f"(;GM[4]SZ[15]{body})", FREE)


def test_a_remark_is_kept_once_however_many_there_are():
    """Short and long, with blank lines and without, by a library and by games."""
    remarks = [f"remark {number % 3_000}\n\nand more" for number in range(9_000)]
    nodes = b"".join(bytes([0x78, 0xC8]) + text.encode() + bytes(2 - len(text) % 2) for text in remarks)
    data = HEAD + bytes([0, 0]) + nodes + bytes([0x78, 0x40])
    comment = Tree.read(io.BytesIO(data), rules=FREE)["h8"].comment
    assert comment == "\n\n".join(dict.fromkeys(remarks))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_library_or_are_refused(data):
    """Nothing else happens, and what was read is written and read again."""
    try:
        tree = Tree.read(io.BytesIO(HEAD + data), rules=FREE)
    except ff.RecordError:
        return
    again = Tree.read(io.BytesIO(written(tree, "lib")), rules=FREE)
    assert len(again) == len(tree)


def test_variations_of_others_are_read():
    """Comments, marks, and moves in any manner; several games are one tree."""
    text = (
        "(;GM[4]SZ[15]C[root];B[hh]N[centre](;W[ii]C[one]LB[hg:a];B[jj])(;W[gg]B[gh]W[gf]TR[hh]))"
        "(;GM[4]SZ[15];B[hh];W[hg])"
    )
    tree = Tree.read(io.BytesIO(text.encode()), rules="freestyle")
    assert [branch.move for branch in tree["h8"].moves] == ["i7", "g9", "h9"]
    assert (tree[""].comment, tree["h8"].comment, tree["h8 i7"].comment) == ("root", "centre", "one")
    assert tree["h8 i7"].labels == {"h9": "a"}
    assert tree["h8 g9 g8 g10"].labels == {"h8": "△"}
    for wrong, words in (
        ("(;GM[4]SZ[15];B[hh](;W[ii])(;B[jj]))", "out of turn"),
        ("(;GM[4]SZ[15];B[hh](;W[ii])(;W[hh]))", "taken"),
        ("(;GM[4]SZ[15];B[hh](;AB[ii]))", "set up"),
        ("(;GM[4]SZ[15];B[hh](;W[ii][jj]))", "second value"),
        ("(;GM[4]SZ[15];B[hh](;QPR[iijjkk]))", "seems to hold moves"),
    ):
        with pytest.raises(ff.RecordError, match=words):
            Tree.read(io.BytesIO(wrong.encode()), rules="freestyle")


def test_the_command_convert_takes_libraries_over_whole(tmp_path, capsys):
    """From `.lib` to SGF and back: every variation goes along."""
    library, sgf, again = (tmp_path / name for name in ("a.lib", "a.sgf", "b.lib"))
    tree = noted()
    tree.write(library)
    assert main(["convert", str(library), str(sgf), "--rules", "freestyle"]) == 0
    assert "15 positions" in capsys.readouterr().out
    assert main(["convert", str(sgf), str(again), "--rules", "freestyle"]) == 0
    assert stripped(Tree.read(again, rules=FREE)) == stripped(Tree.read(library, rules=FREE))
    library.write_bytes(library.read_bytes()[:-4])
    assert main(["convert", str(library), str(sgf), "--rules", "freestyle"]) == 1
    assert "breaks off" in capsys.readouterr().err


def test_a_search_becomes_a_tree_and_is_written():
    """Its moves with visits and values as comments; what it proved is proven; SGF keeps the lines."""
    start = ff.rules("freestyle", size=9).start().play_all("e5 a1 f5 b1 g5 c1 h5 i9")
    search = ff.search.Tree(start)
    search.run(simulations=300)
    tree = Tree.of_search(search, min_visits=1)
    rows = search.children()
    assert {branch.move for branch in tree[start].moves} == {row.move for row in rows}
    best = tree[start.play("d5")]
    assert (best.value, best.comment) == (1, f"{rows[0].visits} visits, value 1.000")
    assert tree.solve() >= 1
    again = Tree.read(io.BytesIO(tree._inner.to_json().encode()))
    assert again[start.play("d5")].comment == best.comment


def test_reading_tells_how_far_it_is(tmp_path):
    """Trees and collections over two seconds show it: here a callable hears it."""
    games = ff.playouts(ff.rules("renju", foul="loses", passing="never"), 40, seed=1)
    records = [games.record(number) for number in range(40)]
    ff.records.write(tmp_path / "a.jsonl", records)
    tree = ff.records.Tree.of_games(records)
    reports = {"games": [], "tree": [], "library": []}
    read = ff.records.read(tmp_path / "a.jsonl", progress=lambda *reported: reports["games"].append(reported))
    assert len(list(read)) == 40
    ff.records.Tree.read(tmp_path / "a.jsonl", progress=lambda *reported: reports["tree"].append(reported))
    tree.write(tmp_path / "a.lib")
    again = ff.records.Tree.read(
        tmp_path / "a.lib", progress=lambda *reported: reports["library"].append(reported)
    )
    assert len(again) == len(tree)
    for reported in reports.values():
        assert reported
        assert reported == sorted(reported)
        assert all(done <= total for done, total in reported)
    with pytest.raises(KeyboardInterrupt):
        ff.records.Tree.read(tmp_path / "a.lib", progress=_stop)


@pytest.mark.parametrize("packed", [False, True])
def test_one_long_game_tells_how_far_it_is(tmp_path, packed):
    """Not only after it: a tree of 100 MB is one game of SGF."""
    text = "(;GM[4]SZ[15]" + "(;B[hh]C[" + "remark " * 100 + "])" + "(;B[hh]C[b])" * 40_000 + ")"
    path = tmp_path / ("a.sgf.gz" if packed else "a.sgf")
    path.write_bytes(gzip.compress(text.encode(), 0) if packed else text.encode())
    reports = {"tree": [], "game": []}
    Tree.read(path, rules=FREE, progress=lambda *reported: reports["tree"].append(reported))
    list(ff.records.read(path, rules=FREE, progress=lambda *reported: reports["game"].append(reported)))
    for reported in reports.values():
        assert len(reported) > 3
        assert reported == sorted(reported)
        assert reported[0][0] < reported[-1][0] == reported[-1][1]
    # Half of a tree is reading its text, the other half replaying it.
    half = reports["tree"][-1][1] // 2
    assert len({done for done, _ in reports["tree"] if done > half}) > 3


def test_ctrl_c_ends_a_long_game():
    """In the midst of one game of SGF, of the first as of those that are added."""
    text = "(;GM[4]SZ[15]" + "(;B[hh])" * 20_000 + ")"
    tree = PositionTree.from_sgf(text, FREE, False, 100)
    for read in (
        lambda: PositionTree.from_sgf(text, FREE, False, 100, _stop),
        lambda: tree.add_sgf(text, FREE, _stop),
    ):
        with pytest.raises(KeyboardInterrupt):
            read()


def _stop(done, total):
    raise KeyboardInterrupt


def test_a_tree_is_walked_on_a_page():
    """Each position that fits has a board; its moves are links to theirs, the root is what is seen first."""
    tree = ff.records.Tree("freestyle")
    for moves in ("h8 i9 h9", "h8 g7", "h9 i9 h8"):
        tree.add(ff.rules("freestyle").start().play_all(moves).record())
    tree.note("h8", comment="<b>the centre</b>", labels={"a1": "x"})
    page = tree.page()
    assert page.count("<section") == page.count("<svg") == len(tree)
    assert page.index('id="p0"') > page.index('id="p1"')
    assert "&lt;b&gt;the centre" in page
    assert set(re.findall(r'href="#(p\d+)"', page)) == set(re.findall(r'<section id="(p\d+)"', page))
    few = tree.page(max_positions=2)
    assert few.count("<section") == 2
    assert set(re.findall(r'href="#(p\d+)"', few)) == {"p0", "p1"}
