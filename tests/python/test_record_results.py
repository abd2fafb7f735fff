"""Results as files state them: kept, understood in many words, and compared with the game."""

import io

import pytest

import fivefold as ff

WON = "h8 a1 i8 a3 j8 a5 k8 a7 l8"
BLACK = (
    "B+", "B+5", "Black wins", "1-0", "黑胜", "黒勝ち", "B win", "black won by five", "Чёрные выиграли",
    "Noir gagne", "Negras ganan", "Černý vyhrál", "Svart vinner", "Must võitis", "黒の勝ち",
)  # fmt: skip
WHITE = (
    "W+", "W+R", "White wins", "0-1", "白胜", "w+t", "White won on time", "Black resigns", "Weiß gewinnt",
    "Noir abandonne", "Ganan blancas", "Bianco vince", "Bílý vyhrál", "Białe wygrały", "Vit vann",
    "Must alistus", "Valkea voitti", "Wit wint", "Világos nyert", "Beyaz kazandı", "Trắng thắng",
    "Baltie uzvar", "Білі перемогли", "흑 기권",
)  # fmt: skip
DRAWN = (
    "Draw", "0", "1/2-1/2", "1/2", "½-½", "Jigo", "和棋", "Ничья", "Empate", "Unentschieden", "Partie nulle",
    "引分け", "Remíza",
)  # fmt: skip
NOBODY = ("Void", "?", "Ann wins", "unknown", "White did not win", "White to move", "White resigns?")


def sgf(words, moves="B[hh];W[aa];B[ih];W[ac];B[jh];W[ae];B[kh];W[ag];B[lh]"):
    return f"(;GM[4]SZ[15]RE[{words}];{moves})"


@pytest.mark.parametrize("words", WHITE + DRAWN)
def test_a_result_that_contradicts_the_game_is_found(words):
    """F3: in any spelling, by `scan`."""
    (entry,) = ff.records.scan(io.StringIO(sgf(words)), rules="freestyle")
    assert "ends otherwise" in str(entry.error)
    assert words in str(entry.error)


@pytest.mark.parametrize("words", BLACK + NOBODY)
def test_a_result_that_agrees_or_says_nothing_stays(words):
    """F3: word for word, and back in its place."""
    record = ff.Record.from_sgf(sgf(words), "freestyle")
    assert record.outcome.winner == 0
    assert f"RE[{words}]" in record.to_sgf()
    assert ff.Record.from_sgf(record.to_sgf()) == record


@pytest.mark.parametrize("words", BLACK + WHITE + DRAWN + NOBODY)
def test_a_result_of_an_unfinished_game_is_an_event_or_stays(words):
    """F3: nothing that is stated is dropped, and no winner is another one's."""
    record = ff.Record.from_sgf(sgf(words, "B[hh];W[aa]"), "freestyle")
    assert record.is_over or record.metadata["result"] == words
    if record.is_over and words in BLACK + WHITE:
        assert record.outcome.winner == (0 if words in BLACK else 1)
    if record.is_over and words in DRAWN:
        assert record.events == ["draw agreed"]
    assert ff.Record.from_sgf(record.to_sgf()) == record


@pytest.mark.parametrize(
    ("format", "text"),
    [
        (
            "psq",
            "Piskvorky 15x15, 0:0, 0\n8,8\n1,1\n9,8\n1,2\n10,8\n1,3\n11,8\n1,4\n12,8\nA\nB\n-1\n2,A cup\n",
        ),
        ("notes", "1. h8 a1 2. i8 a3 3. j8 a5 4. k8 a7 5. l8 0-1"),
        ("notes", "1. h8 a1 2. i8 a3 3. j8 a5 4. k8 a7 5. l8 and Black resigns."),
        ("pente_org", '[Game "Gomoku"]\n[Result "0-1"]\n\n1. H8 A1 2. J8 A3 3. K8 A5 4. L8 A7 5. M8 0-1\n'),
        ("pente_org", '[Game "Gomoku"]\n[Result "1/2"]\n\n1. H8 A1 2. J8 A3 3. K8 A5 4. L8 A7 5. M8\n'),
        ("rif", f'<database><game rule="1" bresult="0"><move>{WON}</move></game></database>'),
        ("rif", f'<database><game rule="1" bresult="White wins"><move>{WON}</move></game></database>'),
    ],
)
def test_every_format_finds_the_contradiction(format, text):
    """F3: not only SGF."""
    (entry,) = ff.records.scan(
        io.StringIO(text), format=format, rules=None if "org" in format else "freestyle"
    )
    assert entry.record is None
    assert "end" in str(entry.error)


def test_the_export_of_pente_org_is_read_game_by_game():
    """Names, dates, results and the server's own games; what is not played here is marked so."""
    head = '[Game "{}"]\n[Site "Pente.org"]\n[Event "Live Game"]\n[Date "{}"]\n[Player 1 Name "{}"]\n'
    moves = '[Player 2 Name "bob"]\n[Player 1 Rating "1600"]\n[Result "{}"]\n\n1. K10 L10 2. {} L6\n{}\n\n'
    games = [
        ("Pente", "04/05/2014", "ann", "1-0", "K7", "1-0"),
        ("Keryo-Pente", "x", "cy", "0-1", "K6", "0-1"),
    ]
    games += [("Speed Pente", "", "di", "", "K7", ""), ("Connect6", "", "ed", "1-0", "K7", "1-0")]
    text = "".join(
        head.format(game, date, name) + moves.format(result, third, end)
        for game, date, name, result, third, end in games
    )
    entries = list(ff.records.scan(io.StringIO(text)))
    assert [one.line for one in entries] == [1, 13, 25, 37]
    first, second, third = (one.record for one in entries[:3])
    assert first.rules == ff.rules("pente", size=19)
    assert first.moves == ["j10", "k10", "j7", "k6"]
    assert (first.players, first.date) == (("ann", "bob"), "2014-04-05")
    assert first.metadata["event"] == "Live Game"
    assert first.metadata["Player 1 Rating"] == "1600"
    assert first.metadata["result"] == "1-0"
    assert (second.rules.name, second.date, third.rules.name) == ("keryo_pente", "x", "pente")
    assert "Connect6" in str(entries[3].error)
    small = ff.rules("pente", size=13)
    board = io.StringIO(text.replace("K10 L10", "G7 G8").split("[Game", 2)[1].join(["[Game", ""]))
    (record,) = ff.records.read(board, rules=small)
    assert record.rules == small
    with pytest.raises(ff.RecordError, match="move 3"):
        list(ff.records.read(io.StringIO('[Game "Pente"]\n\n1. K10 L10 2. I7 L6\n')))
