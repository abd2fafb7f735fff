"""What a file states a second time, or in another place than most: kept, or refused, never dropped (F3)."""

import io
import json
import random
import zipfile

import pytest

import fivefold as ff

SGF = "(;GM[4]SZ[15]{}"
RIF = (
    '<database><rules><rule id="1" name="RIF" category="1"/></rules>'
    '<games><game rule="1" black="A" white="B" {}><move>h8 i9</move>{}</game></games></database>'
)
PENTE = '[Game "Pente"]\n{}\n\n1. G7 H8 2. G8\n'


def read(text, name="a.sgf", rules="freestyle"):
    """Give the only record of a text."""
    file = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    file.name = name
    (record,) = ff.records.read(file, rules=rules)
    return record


@pytest.mark.parametrize(
    "twice",
    [
        "SZ[19]", "GM[1]", "RU[a]RU[b]", "RU[a][b]", "PL[B]PL[W]AB[aa]", "DT[2020]DT[2021]", "EV[a]EV[b]",
        "EV[a][b]", "PB[a]PB[b]", "PB[a][b]", "PW[a];B[hh]PW[b]", "RE[B+R]RE[W+R]", "RE[B+R][W+R]",
        "RE[B+];B[hh]RE[W+]",
        "DT[2020];B[hh];W[ii]DT[2021]", ";B[hh]SZ[19]", ";B[hh]BL[1]BL[2]", ";B[hh]BL[1][2]",
        ";B[hh]WL[1][2]",
    ],
)  # fmt: skip
def test_a_second_value_that_differs_is_refused(twice):
    with pytest.raises(ff.RecordError, match="has a second value"):
        read(SGF.format(twice) + (")" if ";" in twice else ";B[hh])"))


def test_the_same_value_twice_is_one():
    record = read("(;GM[4]SZ[15]SZ[15]PB[a]PB[ a ];B[hh]PB[a])")
    assert record.players == ("a", "")


@pytest.mark.parametrize(
    "body",
    [
        ";PB[Ann]PW[Bob]DT[2020]RE[W+R];B[hh];W[ii])",
        ";PB[Ann]PW[Bob]DT[2020]RE[W+R]B[hh];W[ii])",
        ";B[hh]PB[Ann];W[ii]PW[Bob];DT[2020]RE[W+R])",
        ";B[hh];W[ii];RE[W+R]C[]PB[Ann]PW[Bob]DT[2020])",
        "(;B[hh]PB[Ann]PW[Bob];W[ii]DT[2020]RE[W+R])(;B[jj]PB[Cy]RE[B+R]))",
    ],
)
def test_names_date_and_result_may_stand_in_any_node(body):
    """In collections that were put together they stand in the first node of their game."""
    record = read(SGF.format(body))
    assert (record.players, record.date, record.moves) == (("Ann", "Bob"), "2020", ["h8", "i7"])
    assert record.events == ["resign 0"]
    assert read(record.to_sgf()) == record


@pytest.mark.parametrize(
    ("body", "stored"),
    [
        ("BL[600]WL[600];B[hh];W[ii])", {"BL": "600", "WL": "600"}),
        (";B[hh]BL[599]WL[600];W[ii])", {"nodes": {"1": {"WL": "600"}}}),
        (";B[hh]BL[9:59];W[ii]WL[9:58])", {"nodes": {"1": {"BL": "9:59"}, "2": {"WL": "9:58"}}}),
        (";BL[600];B[hh];W[ii])", {"nodes": {"0": {"BL": "600"}}}),
        (";B[hh];W[ii]BL[-3])", {"nodes": {"2": {"BL": "-3"}}}),
    ],
)
def test_clocks_that_are_no_time_left_after_a_move_stay(body, stored):
    record = read(SGF.format(body))
    assert record.metadata == stored
    again = record.to_sgf()
    assert "FM[" not in again
    assert read(again) == record


def test_metadata_of_nodes_come_back_whole():
    """What SGF has a place for and what it has none for, of the same move."""
    record = read(SGF.format(";B[hh]N[x]BL[5])"))
    nodes = {"1": {"N": "x", "a key": "y", "BL": "7", "WL": "8"}, "2": "z"}
    record.metadata = {"nodes": nodes}
    again = read(record.to_sgf())
    assert again.metadata == {"nodes": nodes}
    assert again.time_left == {1: 5.0}


@pytest.mark.parametrize(
    ("attributes", "more", "result", "metadata"),
    [
        ('bresult="1"', "<result>W resigned</result>", "player 0 wins: resignation",
         {"result": "W resigned", "bresult": "1"}),
        ('bresult="1"', "<result>five</result>", "unfinished", {"result": "five", "bresult": "1"}),
        ('bresult="0" result="W+T"', "", "player 1 wins: timeout", {"result": "W+T", "bresult": "0"}),
        ('result="W+T"', "", "player 1 wins: timeout", {"result": "W+T"}),
        ('result="1"', "", "unfinished", {"result": "1"}),
        ('bresult="0,5"', "", "nobody wins: agreement", {}),
        ('bresult="1,0" wresult="0"', "", "unfinished", {"result": "B+", "wresult": "0"}),
        ('wresult="1"', "", "unfinished", {"result": "W+", "wresult": "1"}),
    ],
)  # fmt: skip
def test_results_of_a_database_that_stand_beside_each_other_stay(attributes, more, result, metadata):
    record = read(RIF.format(attributes, more), "a.rif", None)
    assert record.result == result
    assert {key: word for key, word in record.metadata.items() if key != "rule"} == metadata


@pytest.mark.parametrize(
    ("attributes", "more"),
    [
        ('bresult="1" wresult="1"', ""),
        ('bresult="0.5" wresult="1"', ""),
        ('bresult="1" result="W+R"', ""),
        ('bresult="1"', "<result>White wins</result>"),
        ('bresult="1"', "<result>0</result>"),
        ('bresult="0"', "<result>draw</result>"),
    ],
)
def test_results_of_a_database_that_contradict_each_other_are_refused(attributes, more):
    with pytest.raises(ff.RecordError, match="points of Black"):
        read(RIF.format(attributes, more), "a.rif", None)


@pytest.mark.parametrize("text", ["(7,7)(8,8)\n", "{h8-i9}", "(7,7)", "(a)(b)(c)"])
def test_what_is_nothing_but_words_in_brackets_is_no_game(text):
    """F1: they may be moves in a form that is not known."""
    for name in ("a.pos", "a.notes"):
        with pytest.raises(ff.RecordError, match="brackets"):
            read(text, name)


@pytest.mark.parametrize("words", ["½:½", "1/2:1/2", "0.5:0.5", "½-½"])
def test_draws_are_known_with_a_colon(words):
    assert read(SGF.format(f"RE[{words}];B[hh])")).events == ["draw agreed"]


@pytest.mark.parametrize(
    ("heading", "size"),
    [("", 19), ('[Board "13"]', 13), ('[Board Size "15x15"]', 15), ('[Size "13 x 13"]', 13)],
)
def test_the_board_of_a_heading_is_played_on(heading, size):
    assert read(PENTE.format(heading), "a.txt", None).rules == ff.rules("pente", size=size)


def test_headings_say_what_they_mean():
    for board in ("13x15", "large"):
        with pytest.raises(ff.RecordError, match="no square board"):
            read(PENTE.format(f'[Board "{board}"]'), "a.txt", None)
    headings = '[Player 1 Name "a \\"b\\" c"]\n[Player 2 Name "\\\\o/"]\n[Date "31/12/2001"]'
    record = read(PENTE.format(headings), "a.txt", None)
    assert (record.players, record.date) == (('a "b" c', "\\o/"), "31/12/2001")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_known_without_a_mark(codec):
    for name in ("王", "王小明", "Ann"):
        assert read(SGF.format(f"PB[{name}];B[hh])").encode(codec)).players == (name, "")


def tree(text, name="a.sgf", **options):
    file = io.BytesIO(text.encode())
    file.name = name
    return ff.records.Tree.read(file, **options)


GAMES = "(;GM[4]SZ[15]RE[B+R];B[hh];W[ii])(;GM[4]SZ[15]RE[W+];B[hh];W[jj])(;GM[4]SZ[15];B[hh];W[ii])"


def test_games_of_sgf_count_in_a_tree_with_their_results():
    result = tree(GAMES, rules="freestyle")
    assert (result[""].games, result[""].wins) == (3, (1, 1))
    assert [(branch.move, branch.games) for branch in result["h8"].moves] == [("i7", 2), ("j6", 1)]
    both = tree("(;GM[4]SZ[15]RE[B+R];B[hh];W[ii](;B[jj])(;B[kk]))", rules="freestyle")
    assert (both["h8 i7 j6"].games, both["h8 i7 k5"].games) == (1, 0)
    # Variations without a result are an analysis, no game.
    assert tree("(;GM[4]SZ[15];B[hh](;W[ii])(;W[jj]))", rules="freestyle")[""].games == 0


@pytest.mark.parametrize(("name", "text"), [
    ("a.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n3\n2,Cup\n"),
    ("a.txt", PENTE.replace("Pente", "Gomoku").format('[Result "0-1"]')),
    ("a.rif", RIF.format('bresult="0"', "")),
])  # fmt: skip
def test_results_that_files_state_count_in_a_tree(name, text):
    rules = "freestyle" if name == "a.psq" else None
    assert tree(text, name, rules=rules)[""].wins == (0, 1)


def test_a_tree_takes_no_game_of_other_rules():
    one = "(;GM[4]SZ[15]RU[renju];B[hh];W[ii])"
    for other in ("SZ[19]RU[renju]", "SZ[15]RU[freestyle]"):
        with pytest.raises(ff.RecordError, match=r"game 2 .*is refused: the tree is one of"):
            tree(one + f"(;GM[4]{other};B[hh];W[ii])")


def test_what_a_tree_counts_comes_back(tmp_path):
    """A library of one line has no games, as SGF either."""
    empty = ff.records.Tree("renju")
    empty.add(ff.Record.from_notes("1. h8 h9", "renju"))
    data = json.loads(empty._inner.to_json())
    data["nodes"] = [[depth, move, {}] for depth, move, _ in data["nodes"]]
    (tmp_path / "a.json").write_text(json.dumps(data))
    tree = ff.records.Tree.read(tmp_path / "a.json")
    tree.write(tmp_path / "a.sgf")
    assert ff.records.Tree.read(tmp_path / "a.sgf")[""].games == tree[""].games == 0


def test_all_choices_of_a_node_are_read_in_a_tree():
    text = "(;GM[4]AP[fivefold]SZ[15]RU[freestyle];FV[h8][i9];FV[h9])"
    assert tree(text).get("h8 i9 h9") is not None


def test_reading_a_tree_in_json_tells_how_far_it_is(tmp_path):
    games = ff.playouts(ff.rules("freestyle"), 60, seed=1)
    ff.records.Tree.of_games(games.record(number) for number in range(60)).write(tmp_path / "a.json")
    reported = []
    ff.records.Tree.read(tmp_path / "a.json", progress=lambda done, total: reported.append((done, total)))
    size = (tmp_path / "a.json").stat().st_size // 1000
    assert len(reported) > 3
    assert reported == sorted(reported)
    assert all(done <= total == size for done, total in reported)


VARIED = "(;GM[4]SZ[15]RU[renju]RE[B+R];B[hh](;W[ii])(;W[hi]))"


def test_variations_are_kept_in_folders_and_archives(tmp_path):
    """F6: a tree of many files has all that each of them has."""
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("a.sgf", VARIED)
        archive.writestr("b.jsonl", ff.Record.from_notes("1. h8 h9 2. i9", "renju").to_json())
    assert len(ff.records.Tree.read(tmp_path / "b.zip")) == 6
    (tmp_path / "a.sgf").write_text(VARIED.replace("[hi]", "[gg]"))
    tree = ff.records.Tree.read(tmp_path)
    assert [(one.move, one.games) for one in tree["h8"].moves] == [
        ("i7", 2),
        ("g9", 0),
        ("h7", 0),
        ("h9", 1),
    ]


def test_libraries_of_a_folder_are_read_into_one_tree(tmp_path):
    rules = ff.rules("renju", foul="loses")
    for name, moves in (("a.lib", "1. h8 h9"), ("b.lib", "1. h8 i9")):
        ff.records.Tree.of_games([ff.Record.from_notes(moves, rules)]).write(tmp_path / name)
    (tmp_path / "c.sgf").write_text(VARIED)
    with pytest.raises(ff.RecordError, match=r"c\.sgf, game 1 .*is refused: the tree is one of"):
        ff.records.Tree.read(tmp_path)
    assert len(ff.records.Tree.read(tmp_path, rules=rules)["h8"].moves) == 4
    (tmp_path / "0.sgf").write_text(VARIED)
    with pytest.raises(ff.RecordError, match="a library is of"):
        ff.records.Tree.read(tmp_path)


def test_each_game_of_sgf_in_a_tree_is_in_the_encoding_that_it_says(tmp_path):
    path = tmp_path / "a.sgf"
    form = "(;GM[4]SZ[15]RU[renju]CA[{}];B[hh]C[{}])"
    one, two = form.format("GBK", "王"), form.format("KOI8-R", "Иван")
    path.write_bytes(one.encode("gbk") + two.encode("koi8-r"))
    assert ff.records.Tree.read(path)["h8"].comment.split() == ["王", "Иван"]


def test_the_end_of_a_file_of_many_games_is_told_once(tmp_path):
    path, reported = tmp_path / "a.sgf", []
    path.write_text("(;GM[4]SZ[15];B[hh];W[ii])\n" * 9_000)
    ff.records.Tree.read(path, rules="freestyle", progress=lambda done, total: reported.append((done, total)))
    assert len(reported) > 3
    assert [done for done, total in reported if done == total] == [reported[-1][1]]


NAMES = (
    "PB",
    "PW",
    "RE",
    "DT",
    "EV",
    "GC",
    "BL",
    "WL",
    "C",
    "N",
    "OT",
    "RU",
    "XX",
    "LB",
    "TE",
    "PL",
    "KM",
    "BR",
)
VALUES = (
    "a",
    "5",
    "9:59",
    "-3",
    "B+",
    "W+R",
    "hh",
    "1-0",
    "[",
    "\\\\",
    "\\]",
    "",
    "王",
    "aa:1",
    "\n",
    "Draw",
)


def test_what_sgf_says_anywhere_comes_back():
    """Properties of all kinds in any node: read, written and read again."""
    chance, read_again = random.Random(5), 0
    for _ in range(4000):
        text = "(;GM[4]SZ[15]"
        for move in ["", *(f";{'BW'[n % 2]}[{'abcdefghij'[n]}a]" for n in range(chance.randint(0, 4)))]:
            text += move
            for _ in range(chance.randint(0, 3)):
                values = chance.choices(VALUES, k=chance.choice((1, 1, 1, 2)))
                text += chance.choice(NAMES) + "".join(f"[{value}]" for value in values)
        try:
            record = ff.Record.from_sgf(text + ")", "freestyle")
        except ff.RecordError:
            continue
        assert ff.Record.from_sgf(record.to_sgf()) == record, text
        read_again += 1
    assert read_again > 1000
