"""Files as other programs and people write them: each is read as what it says, or refused with a reason.

A table: what the file is called, by which rules it is read, what is in it, and what is right: the moves of
its games (one text each), or what the refusal says, after an exclamation mark.
"""

import bz2
import gzip
import io
import tarfile
import zipfile

import pytest

import fivefold as ff

P = "Piskvorky 15x15, 11:11, 0\n"
HEAD = (
    '[Game "%s"]\n[Site "Pente.org"]\n[Event "E"]\n[Player 1 Name "ann"]\n'
    '[Player 2 Name "bob"]\n[Result "%s"]\n\n%s\n'
)
RIF = (
    '<?xml version="1.0" encoding="%s"?>\n<database><rules>'
    '<rule id="1" name="RIF" category="1"/></rules><games>'
    '<game id="1" rule="1" black="7" white="9" bresult="1">%s</game></games></database>'
)
FIVE = "(;GM[4]SZ[15]RE[%s];B[hh];W[aa];B[ih];W[ac];B[jh];W[ae];B[kh];W[ag];B[lh])"
WHOLE = "h8 a15 i8 a13 j8 a11 k8 a9 l8"
FREE = "freestyle"
TEXT = ff.Record.from_notes("1. h8 i9", FREE).to_text()
JSON = ff.Record(ff.rules(FREE), metadata={"a": 1}).to_json().replace('"moves":[]', '"moves":["h8","i9"]')


def sgf(body, rules=FREE):
    return ("a.sgf", rules, body)


def psq(body, rules=FREE):
    return ("a.psq", rules, body)


def pente(game="Pente", result="1-0", moves="1. K10 L10 2. K7 L6 1-0", rules=None):
    return ("games.txt", rules, HEAD % (game, result, moves))


def rif(body, coding="UTF-8"):
    return ("a.rif", None, (RIF % (coding, body)).encode(coding))


def zipped(**members):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("_", "."), text)
    return held.getvalue()


def tarred(data):
    held, member = io.BytesIO(), tarfile.TarInfo("a.sgf")
    member.size = len(data)
    with tarfile.open(fileobj=held, mode="w") as archive:
        archive.addfile(member, io.BytesIO(data))
    return held.getvalue()


CASES = [
    # Moves in one node, with line ends, comments, remarks between them; other sizes and games.
    (*sgf("(;FF[4]GM[4]SZ[15]\r\nB[hh]\r\nW[ii]\r\nB[jj])"), ["h8 i7 j6"]),
    (*sgf("(;GM[4]SZ[19]B[jj]W[kk]B[ll];W[aa])"), ["j10 k9 l8 a19"]),
    (*sgf("(;GM[4]SZ[15]B[hh]C[x]W[ii]BL[3]B[jj])"), ["h8 i7 j6"]),
    (*sgf("(;GM[4]SZ[19]B[jj]W[kk]B[ll])", "pente"), ["j10 k9 l8"]),
    (*sgf("(;GM[4]SZ[15]AB[hh]W[ii]B[jj])"), ["i7 j6"]),
    (*sgf("(;GM[4]SZ[15]B[hh]B[ii]W[jj])"), "!move 2: black is to move out of turn"),
    (*sgf("(;GM[4]SZ[15];B[hh];B[ii];W[jj])"), "!move 2: black is to move out of turn"),
    (*sgf("(;GM[4]SZ[15];B[hh];W[ii][jj];B[kk])"), "!move 2: W has a second value"),
    (*sgf("(;GM[4]SZ[15]B[hh][ii])"), "!move 1: B has a second value"),
    # Spellings of names, sizes and points.
    (*sgf("(;ff[4]gm[4]sz[15]pb[Ann]pw[Bob];b[hh];w[ii])"), ["h8 i7"]),
    (*sgf("(;GaMe[4]SiZe[15]PlayerBlack[A];Black[hh];White[ii])"), ["h8 i7"]),
    (*sgf("(;GM[4]SZ[15:15];B[hh];W[ii])"), ["h8 i7"]),
    (*sgf("(;GM[4]SZ[ 15 ];B[ hh ];W[ii])"), ["h8 i7"]),
    (*sgf("(;GM[4]SZ[15];B[h8];W[i7])"), ["h8 i7"]),
    (*sgf("(;GM[4]SZ[30];B[AA];W[DD])"), ["aa4 ad1"]),
    (*sgf("(;GM[4]SZ[0];B[hh])"), "!no size"),
    (*sgf("(;GM[4]SZ[99999999999999];B[hh])"), "!no size"),
    (*sgf("(;GM[4]SZ[fifteen];B[hh])"), "!no size"),
    (*sgf("(;GM[4]SZ[15];B[hh];W[pp])"), "!move 2: column 16, row 16"),
    (*sgf("(;GM[4]SZ[15];B[h];W[ii])"), "!move 1"),
    (*sgf("(;GM[4]SZ[15];B[hhh];W[ii])"), "!move 1"),
    (*sgf("(;GM[4]SZ[15];B[hh];W[];B[ii])"), "!move 2: pass is refused"),
    (*sgf("(;GM[4]SZ[15];B[hh];W[ii];B[ih];W[];B[hi])", "renju"), ["h8 i7 i8 pass h7"]),
    (*sgf("(;GM[4]SZ[15];B[hh]C[see \\] ;B(jj)];W[kk])"), ["h8 k5"]),
    (*sgf("(;GM[4]SZ[15];B[hh];W[ii"), "!breaks off"),
    (*sgf("(;GM[4]SZ[15]()(;B[hh];W[ii]))"), "!a variation without a node"),
    (*sgf("(;GM[4]SZ[15];B[hh](;W[ii])())"), "!a variation without a node"),
    (*sgf("(;GM[4]SZ[15];B[hh];W[ii]"), "!breaks off"),
    (*sgf("\ufeff(;GM[4]SZ[15];B[hh];W[ii])\n(;GM[4]SZ[15];B[aa];W[bb])"), ["h8 i7", "a15 b14"]),
    (*sgf("(;FF[4]SZ[15];B[hh];W[swap];B[ii])"), "!move 2: swap is refused: these rules have no such choice"),
    (*sgf("(;FF[4]SZ[15];B[hh];W[ii];B[resign])"), ["h8 i7"]),
    # Stones set up.
    (*sgf("(;GM[4]SZ[15];B[hh];W[ii];AB[jj];W[kk])"), "!in the middle of a game"),
    (*sgf("(;GM[4]SZ[15]AB[hh][ii]AE[ii];W[jj])"), "!set up twice"),
    (*sgf("(;GM[4]SZ[15]AB[hh][hh];W[ii])"), "!set up twice"),
    (*sgf("(;GM[4]SZ[15]AB[aa:cc]AW[bb];W[jj])"), "!set up twice"),
    (*sgf("(;GM[4]SZ[15]AB[aa:zz];W[jj])"), "!off the board"),
    (*sgf("(;GM[4]SZ[15]AB[hh];W[hh])"), "!move 1: h8 is refused"),
    (*sgf("(;GM[4]SZ[15]AW[hh];B[jj];W[kk])"), ["j6 k5"]),
    (*sgf("(;GM[4]SZ[15]AB[hh]AW[ii]PL[White];W[jj])"), ["j6"]),
    (*sgf("(;GM[4]SZ[15]HA[2]AB[hh][ii];W[jj])"), ["j6"]),
    *((*sgf(f"(;GM[4]SZ[15]AB[hh]PL[{who}];B[jj])"), ["j6"]) for who in ("B", "b", "Black", "1", "黑")),
    *((*sgf(f"(;GM[4]SZ[15]AB[hh]PL[{who}];B[jj])"), "!out of turn") for who in ("W", "white", "2")),
    *((*sgf(f"(;GM[4]SZ[15]AB[hh]PL[{who}];B[jj])"), f"!PL[{who}]") for who in ("x", "", "0", "Wrong")),
    # Which game it is.
    (*sgf("(;GM[2]SZ[15];B[hh];W[ii])", None), "!rules="),
    (*sgf("(;SZ[15];B[hh];W[ii])", None), "!rules="),
    (*sgf("(;GM[5]SZ[15];B[hh];W[ii])", "renju"), ["h8 i7"]),
    (*sgf("(;GM[4]RU[2]SZ[15];B[hh];W[ii])", None), "!rules="),
    (*sgf("(;GM[4]RU[Japanese]SZ[15];B[hh])", None), "!rules="),
    (*sgf("(;GM[4]RU[Gomoku]SZ[15];B[hh])", None), "!rules="),
    (*sgf("(;GM[4]RU[RENJU]SZ[15];B[hh];W[ii])", None), ["h8 i7"]),
    # Results that contradict the game, and others that do not.
    *(
        (*sgf(FIVE % words), "!ends otherwise")
        for words in ("W+R", "0-1", "Draw", "白胜", "W win", "0 - 1", "1/2", "Jigo", "White", "白", "Weiss")
    ),
    *(
        (*sgf(FIVE % words), [WHOLE])
        for words in ("B+", "1-0", "黑胜", "Void", "?", "", "B+5", "black win", "1 - 0", "Black", "黒", "W")
    ),
    # Words in place of points: passes, ends, choices of an opening.
    (*sgf("(;GM[4]SZ[15];B[hh];W[resign])"), ["h8"]),
    (*sgf("(;GM[4]SZ[15]RE[B+R];B[hh];W[Resign])"), ["h8"]),
    (*sgf("(;GM[4]SZ[15];B[hh];W[resign];B[ii])"), "!move 2"),
    (*sgf("(;GM[4]SZ[15];B[hh];W[pass];B[ii])", ff.rules(FREE, passing="always")), ["h8 pass i7"]),
    (*sgf("(;GM[4]SZ[15];B[hh];W[pass];B[ii])"), "!move 2"),
    (*sgf("(;GM[4]SZ[15];B[hh];W[thinks])"), "!move 2"),
    (
        *sgf("(;GM[4]SZ[15];B[hh];W[ii];B[jj];W[Swap];W[kk])", ff.rules("gomoku", opening="swap")),
        ["h8 i7 j6 swap k5"],
    ),
    # Piskvork's: blanks, signs, fractions, remarks, line ends, counting.
    (*psq(P + " 8 , 8 , 0\n 9, 9, 1\n"), ["h8 i7"]),
    (*psq(P + "8,8,0\t\n9,9,1 \n"), ["h8 i7"]),
    (*psq(P + "8,8,0\n9,9,1.5\n8,9,2\n"), ["h8 i7 h7"]),
    (*psq(P + "8,8,0\n\n9,9,1\n8,9,1\n"), ["h8 i7 h7"]),
    (*psq(P + "8.5,8,0\n9,9,1\n"), "!line 2"),
    (*psq(P + "8,8,0\n-9,9,1\n"), "!move 2: column -9"),
    (*psq(P + "8,8,0\n9\n8,9,1\n"), "!line 3"),
    (*psq(P + "8,8,0,1,2\n9,9,1\n"), "!move 1: 5 numbers"),
    (*psq(P + "8,8,0\n; remark\n9,9,1\n"), "!neither stone nor name"),
    (*psq(P + "8,8,0\n// remark\n9,9,1\n8,9,1\n"), "!line 5"),
    (*psq(P + "8,8,0\n16,1,1\n"), "!move 2: column 16"),
    (*psq(P + "8,8,0\n8,8,1\n"), "!move 2: h8 is refused"),
    (*psq(P + "8,8,0\n9,9,0\nA\nB\n-1\n7,7,0\n"), "!line 7"),
    # Several games in a file: whatever stands between them, each is whole.
    *(
        (*psq(P + "8,8,0\nA\nB\n-1" + between + P + "9,9,0\nC\nD\n-1\n"), ["h8", "i7"])
        for between in (
            "\n",
            "\n\n \n",
            "\n\x1a",
            "\n\x1a\n",
            "\n\0",
            "\n\x0c",
            "\n\xa0",
            "\n\ufeff",
            "\n\t",
            "\n\r",
        )
    ),
    (*psq(P + "8,8,0\nA\nPiskvorky bot\n-1\n" + P + "9,9,0\n"), ["h8", "i7"]),
    (*psq(P + "8,8,0\nA\nPiskvorky7\n-1\n" + P + "9,9,0\n"), ["h8", "i7"]),
    (*psq(P + "8,8,0\nA\nB\n-1" + P + "9,9,0\n"), "!line 5: '-1Piskvorky"),
    (*psq(P + "8,8,0\nA\nB\n-1\n" + P[1:] + "9,9,0\n"), "!line 6: 'iskvorky"),
    (*psq(P + "8,8,0\nA\nB\n-1\n2,Cup\n" + P[1:] + "9,9,0\n"), "!line 7: 'iskvorky"),
    (*psq(P + "8,8,0\n9"), "!line 3: '9' is a code without names, or a part of a stone"),
    (*psq(P + "8,8,0\n3\n1,Cup\n"), ["h8"]),
    *((*psq(P + "8,8,0\n" + end), ["h8"]) for end in ("-1\n", "-1\n1,Cup\n", "A\n-1\n", "A\n3\n2,Cup\n")),
    (*psq("Piskvorky 20x20, 11:11, 0\n10,10,0\n20,20,1\n"), ["j11 t1"]),
    (*psq("Piskvorky 999999999x999999999, 11:11, 0\n8,8,0\n"), "!begins with its board"),
    (*psq("Piskvorky 15x15, 11:11, 2\n8,8,0\nA\nB\n-1\n"), "!begins with its board"),
    (*psq((P + "8,8,0\nA\nB\n-1\n").replace("\n", "\r") * 3), ["h8"] * 3),
    (*psq("PISKVORKY 15x15, 11:11, 1\n8,8,0\n"), ["h8"]),
    (*psq("Piskvorky 15, 11:11, 0\n8,8,0\n"), "!not with 'Piskvorky 15, 11:11, 0'"),
    *(
        (*psq(P + line), "!neither stone nor name")
        for line in ("8，8，0\n9，9，1", "٨,٨,0", "h,8,0", "8\t8\t0")
    ),
    (*psq(P + "#8,8,0\n# 9,9,0\n"), "!there is no stone but behind '#'"),
    # Moves in brackets, every one of them.
    ("a.pos", FREE, "(h8)(i9)(h9)\n", ["h8 i9 h9"]),
    ("a.notes", FREE, "(h8) {i9}\n(h9)", ["h8 i9 h9"]),
    ("a.notes", FREE, "(1. h8 i9) (2. h9)", ["h8 i9 h9"]),
    ("a.notes", FREE, "(h8)(a good move)", "!nothing but brackets"),
    (*pente(moves="{K10}{L10}", result="*"), ["j10 k10"]),
    # Lines of points.
    ("a.pos", FREE, "h8i9h9\nH8,I9\n1. h8 i9\n", ["h8 i9 h9", "h8 i9", "h8 i9"]),
    ("a.pos", "renju", "H8I9H9G7\r\n\r\nh8 i9\r\n", ["h8 i9 h9 g7", "h8 i9"]),
    ("a.pos", None, "h8i9h9\n", "!rules="),
    ("a.pos", FREE, "h8p9\n", "!move 2: p9 is off the board"),
    ("a.pos", FREE, "h8i9h\n", "!no point"),
    # RenLib's: a count, and a byte for each stone.
    ("a.pos", FREE, b"\3\x70\x71\x72", ["h8 i8 j8"]),
    ("a.pos", FREE, b"\2\x70\x71\x72", "!the count is 2, and 3 bytes follow"),
    ("a.pos", FREE, b"\4\x70\x71\x72", "!the count is 4, and 3 bytes follow"),
    ("a.pos", FREE, b"\0", "!the count is 0, and 0 bytes follow"),
    ("a.pos", FREE, b"\3\x70\xfa\x72", "!stone 2 is 250, and 224 is the last point"),
    ("a.pos", FREE, b"\3\x70\x71\x70", "!stone 3 is on h8, which is taken"),
    ("a.pos.gz", FREE, gzip.compress(b"\3\x70\xfa\x72"), "!stone 2 is 250"),
    ("a.zip", FREE, zipped(a_pos=b"\3\x70\xfa\x72"), "!a.pos, game 1 (line 1): this is neither a text nor"),
    # Numbered moves.
    ("a.notes", FREE, "1. H8 I9\r\n2. H9 G7\r\n", ["h8 i9 h9 g7"]),
    ("a.notes", FREE, "1. h8 i9 3. h9", "!out of order"),
    # A number for each stone, and none left out.
    *(("a.txt", FREE, text, ["h8 i9 h9"]) for text in ("1.h8 2.i9 3.h9", "1. h8\n2. i9\n3. h9\n")),
    ("a.txt", FREE, "1.h8 2.i9", ["h8 i9"]),
    ("a.txt", FREE, "1.h8 2.i9 4.h9", "!out of order"),
    ("a.txt", FREE, "1.h8 2.i9 2.h9", "!out of order"),
    ("a.txt", FREE, "1.h8 2.i9 h9", "!after move 2: each move has a number"),
    ("a.txt", FREE, "1.h8 i9 2.h9 4.g7", "!out of order"),
    ("a.txt", FREE, "1.h8 1...i9 2.h9 2...g7", ["h8 i9 h9 g7"]),
    ("a.notes", FREE, "1. h8 i9 1/2-1/2 2. h9", "!move 3"),
    ("a.notes", FREE, "1. h8 i9 1-0 2. h9 g7", "!move 3"),
    # Pente.org: other games of the server, letters without i, results.
    (*pente(), ["j10 k10 j7 k6"]),
    (*pente("Keryo-Pente"), ["j10 k10 j7 k6"]),
    (*pente("Speed Gomoku"), ["j10 k10 j7 k6"]),
    (*pente(moves="1.k10 l10 2.k7 l6 1-0"), ["j10 k10 j7 k6"]),
    (*pente(moves="1. K10 L10 {hi} 2. K7 1-0"), ["j10 k10 j7"]),
    (*pente(result="*", moves="1. K10 L10 2. K7 *"), ["j10 k10 j7"]),
    (*pente("D-Pente"), "!rules="),
    (*pente("Connect6"), "!rules="),
    (*pente(moves="1. K10 I10 1-0"), "!move 2: 'I10'"),
    (*pente(moves="1. K10 PASS 2. K7 1-0"), "!move 2: 'PASS'"),
    (*pente(moves="1. K10 L10 3. K7 L6 1-0"), "!out of order"),
    (*pente(moves="1. K10 L10 1-0 2. K7 L6"), "!move 3"),
    (*pente(result="0-1"), "!the heading says '0-1', the end of the moves '1-0'"),
    ("games.txt", None, HEAD % ("Pente", "1-0", "1. K10 1-0") * 2, ["j10", "j10"]),
    ("games.txt", None, '[Game "Pente"\n[Site "x"]\n\n1. K10 L10\n', "!heading"),
    # RenjuNet: encodings, elements within moves, a second list of moves.
    (*rif("<move>\nH8\n I9\n</move>"), ["h8 i9"]),
    (*rif("<move>h8 i9</move><info>王</info>", "GBK"), ["h8 i9"]),
    (*rif("<move><![CDATA[h8 i9 h9]]></move>"), ["h8 i9 h9"]),
    (*rif("<move>h8 <b>i9</b> h9</move>"), ["h8 i9 h9"]),
    (*rif("<move>h8 i9</move><move>h8 i9 h9</move>"), "!a second <move>"),
    (*rif("<move>h8 i9 -- h9</move>"), "!move 3"),
    (*rif("<move>h8 q9 h9</move>"), "!move 2"),
    *(
        (*rif(body), right)
        for body, right in (
            ("<move>h8</move>i9", "!'i9' stands outside of an element"),
            ("h8<move>i9</move>", "!'h8' stands outside of an element"),
            ("h8 i9", "!'h8 i9' stands outside of an element"),
            ("<moves>h8 i9</moves>", "!a game has no <move>"),
            ("<info>h8 i9</info>", "!a game has no <move>"),
            ("<Move>h8 i9</Move>", "!<Move> is not read"),
            ("<move>h8</move><game><move>h8 i9</move></game>", "!a <game> stands within <game>"),
            ("<info>see <move>h8 i9</move></info>", "!a <move> stands within <info>"),
            ('<move n="1">h8</move>', "!says in attributes"),
            ("<move>h8 <!-- centre --> i9</move><comment>fine</comment>", ["h8 i9"]),
            ("<move/>", [""]),
        )
    ),
    *(
        ("a.rif", None, (RIF % ("UTF-8", "<move>h8 i9</move>")).replace(here, there), right)
        for here, there, right in (
            ('<rule id="1" name="RIF" category="1"/>', "", "!nothing says that 1 is Renju"),
            (' category="1"', "", "!nothing says that RIF is Renju"),
            (' category="1"', ' category="2"', "!nothing says that RIF is Renju"),
            (' rule="1"', "", ["h8 i9"]),
            (' rule="1"', ' rule="2"', "!nothing says that 2 is Renju"),
            ("<rules>", '<rules><rule id="1" name="Swap2" category="2"/>', "!a second <rule> has the id '1'"),
            ("</games>", '</games><player id="7" name="Ann"/>', "!a <player> stands behind the games"),
            ("</games>", "</games><move>h8</move>", "!<move> stands outside of a game"),
            ("<games>", "<games>h8 i9", "!'h8 i9' stands outside"),
            ("games>", "Games>", "!<Games> is not read"),
            ("game ", "partie ", "!<partie> stands outside of a game"),
            ("</game></games>", "</game>", "!no XML"),
            ("<move>h8 i9</move>", "<move>h8 i9</move></game><game>", "!a game has no <move>"),
        )
    ),
    ("a.rif", None, "<database><games/></database>", "!there is no <game> in it"),
    ("a.rif", None, '<?xml version="1.0"?><feed><entry/></feed>', "!no database of games"),
    ("a.rif", None, RIF[:150], "!no XML"),
    # Encodings and packing.
    ("a.sgf", FREE, "(;gm[4]ca[gbk]sz[15]pb[王小明];b[hh];w[ii])".encode("gbk"), ["h8 i7"]),
    ("a.sgf", FREE, "(;GM[4]PB[中村]SZ[15]CA[Shift_JIS];B[hh])".encode("shift-jis"), ["h8"]),
    ("a.sgf", FREE, "(;GM[4]CA[KOI8-R]SZ[15]PB[Иван];B[hh])".encode("koi8-r"), ["h8"]),
    ("a.sgf", FREE, "(;GM[4]CA[UTF-8]SZ[15]PB[王];B[hh])".encode("gbk"), "!encoding="),
    ("a.sgf", FREE, "\ufeff(;GM[4]SZ[15]PB[王];B[hh])".encode("utf-16-be"), ["h8"]),
    ("a.psq", FREE, (P + "8,8,0\n").encode("utf-16"), ["h8"]),
    ("a.psq.gz", FREE, gzip.compress((P + "8,8,0\n").encode()), ["h8"]),
    ("a.zip", FREE, zipped(a_psq=P + "8,8,0\n", b_sgf="(;GM[4]SZ[15];B[hh];W[ii])"), ["h8", "h8 i7"]),
    ("a.zip", FREE, zipped(a_psq=P + "8,8,0\n") + zipped(b_psq=P), "!what is no part of the archive"),
    ("a.zip", FREE, zipped(a_psq=P + "8,8,0\n") + b"x", "!what is no part of the archive"),
    # What is none of the formats is called by its name, once.
    ("a.txt", FREE, "0,0, 1,1, -2,2\n5,-3, 6,6\n", "!openings as offsets from the centre"),
    ("a.txt", FREE, "\ufeff8,-3, 6,-4, 5,-4\r\n", "!openings as offsets from the centre"),
    ("a.wzq", None, b"\x01\x02\x03wzq" * 9, "!a .wzq: of that format no description was found"),
    ("a.bdt", None, bytes(range(200)), "!a .bdt: of that format no description was found"),
    ("a.binpack", None, bytes(range(200)), "!read_samples"),
    ("a.bin.lz4", None, b"\x04\x22\x4d\x18" + bytes(50), "!packed by LZ4"),
    ("a.tgz", FREE, gzip.compress(tarred(b"(;GM[4]SZ[15];B[hh])")), "!a tar archive"),
    ("a.sgf.bz2", FREE, bz2.compress(b"(;GM[4]SZ[15];B[hh])"), "!packed by bzip2"),
    ("a.sgf.xz", FREE, b"\xfd7zXZ\0" + bytes(50), "!packed by xz"),
    ("a.sgf.zst", FREE, b"\x28\xb5\x2f\xfd" + bytes(50), "!packed by Zstandard"),
    ("a.zip", FREE, zipped(a_gz=gzip.compress(b"(;GM[4]SZ[15];B[hh])")), "!packed by gzip once more"),
    ("a.rar", None, b"Rar!\x1a\x07\x00" + bytes(50), "!a RAR archive"),
    ("a.7z", None, b"7z\xbc\xaf\x27\x1c" + bytes(50), "!a 7z archive"),
    ("a.json", None, '{"a": 1}\n', "!JSON, but no record"),
    ("a.jsonl", None, '{"a": 1}\n{"b": 2}\n' * 300, "!JSON, but no record"),
    # JSON that says something twice, or nothing of the moves.
    ("a.json", None, JSON, ["h8 i9"]),
    ("a.json", None, "\ufeff" + JSON, ["h8 i9"]),
    ("a.json", None, f"[{JSON}, {JSON}]", ["h8 i9", "h8 i9"]),
    ("a.json", None, JSON.replace('"i9"]', '"i9"],"moves":["a1"]'), "!a second 'moves'"),
    ("a.json", None, "[" + JSON.replace('"i9"]', '"i9"],"moves":["a1"]') + "]", "!has a key twice"),
    ("a.json", None, JSON.replace('"a":1', '"a":1,"a":2'), "!a second 'a'"),
    ("a.json", None, JSON.replace('"moves":["h8","i9"],', ""), "!it has no 'moves'"),
    # Our own text, which ends with the result.
    ("a.txt", None, TEXT, ["h8 i9"]),
    ("a.txt", None, TEXT * 2, ["h8 i9"] * 2),
    *(("a.txt", None, TEXT[:-cut], "!breaks off before") for cut in (19, 20, 25, 26)),
    ("a.txt", None, TEXT[:-5], "!the record ends otherwise"),
    # PGN of chess, which may look like moves for a while.
    ("a.pgn", FREE, '[White "a"]\n[SetUp "1"]\n[FEN "k7/8"]\n\n1. e4 e5\n', "!a position of chess"),
    ("a.csv", None, "game,move\n1,h8\n", "!a text that begins with"),
]


@pytest.mark.parametrize(("name", "rules", "data", "right"), CASES, ids=map(str, range(len(CASES))))
def test_a_file_is_read_as_what_it_says_or_refused(name, rules, data, right):
    """Never shorter than the file, and never in silence."""
    file = io.BytesIO(data.encode() if isinstance(data, str) else data)
    file.name = name
    if isinstance(right, list):
        assert [" ".join(record.moves) for record in ff.records.read(file, rules=rules)] == right
        return
    with pytest.raises(ff.RecordError) as refused:
        list(ff.records.read(file, rules=rules))
    assert right[1:] in str(refused.value)


@pytest.mark.parametrize(
    "words",
    [
        "Black wins on time",
        "B+T",
        "W+F",
        "白勝",
        "½-½",
        "Ничья",
        "White won",
        "B +R",
        "Both lose",
        "*",
        "1:0",
    ],
)
def test_a_result_in_words_is_an_event_or_stays(words):
    """And it is written back to its place, whatever was made of it."""
    record = ff.Record.from_sgf(f"(;GM[4]SZ[15]RE[{words}];B[hh];W[ii])", FREE)
    assert record.outcome is not None or record.metadata["result"] == words
    assert f"RE[{words}]" in record.to_sgf()


@pytest.mark.parametrize(
    "pasted",
    ["H8I9H9", "h8 i9 h9", "H8, I9, H9", "1.h8 i9 2.h9", "1. H8 2. I9 3. H9", "h8\ni9\nh9\n", "h8\ti9\th9"],
)
def test_what_people_paste_is_played_whole(pasted):
    """Joined, parted, numbered, in columns."""
    assert ff.rules(FREE).start().play_all(pasted).record().moves == ["h8", "i9", "h9"]


@pytest.mark.parametrize(
    "pasted", ["h8-i9-h9", "1) h8 2) i9", "h8;i9", "[h8][i9]", "h8 -> i9", "h8i9?h9", "8h9i", "h8i9h"]
)
def test_what_is_no_list_of_moves_is_refused(pasted):
    """Nothing of it is passed over."""
    with pytest.raises(ff.FivefoldError, match="move"):
        ff.rules(FREE).start().play_all(pasted)


@pytest.mark.parametrize("text", ["(h8)(i9)(h9)", "(h8 i9)(h9)", "{h8}, {i9}, {h9}", "(1. h8)(i9)(h9)"])
def test_moves_in_brackets_are_played(text):
    """F1: brackets around everything are no remarks, of which nothing would be left."""
    position = ff.rules(FREE).start().play_all(text)
    assert position.record().moves == ["h8", "i9", "h9"]
    assert ff.Record.from_notes(text, FREE).moves == ["h8", "i9", "h9"]


@pytest.mark.parametrize("text", ["(a threat)", "h8 (i9) h9", "(h8)(a threat)", "h8 {i9}"])
def test_what_may_be_a_move_is_not_passed_over(text):
    """F1: where there is no place for remarks, one that may be a move is refused."""
    with pytest.raises(ff.NotationError, match=r"bracket|remark"):
        ff.rules(FREE).start().play_all(text)
    assert ff.rules(FREE).start().play_all("1. h8 (a threat) i9").record().moves == ["h8", "i9"]


@pytest.mark.parametrize("word", ["resign", "timeout"])
def test_a_tree_keeps_how_a_game_ended_in_words(word):
    """A tree is of positions: the word belongs to the last one."""
    tree = ff.records.Tree.read(io.BytesIO(f"(;GM[4]SZ[15];B[hh];W[{word}])".encode()), rules=FREE)
    assert tree["h8"].comment == f"white: {word}"


@pytest.mark.parametrize("players", [[], ["A", "B"], ["Piskvorky bot", "Piskvorky7"]])
@pytest.mark.parametrize(
    "metadata", [{}, {"code": 3}, {"result": "W+"}, {"code": 3, "result": "B+", "event": "Cup"}]
)
def test_psq_is_read_as_it_was_written(players, metadata):
    """With names or without, with a code or a result; a code alone looks like a stone that was cut off."""
    record = ff.Record(ff.rules(FREE), players=players or None)
    record.push("h8")
    record.metadata = metadata
    if metadata == {"code": 3} and not players:
        with pytest.raises(ff.RecordError, match="no place for the code 3 without names"):
            record.to_psq()
        return
    file = io.StringIO()
    ff.records.write(file, [record] * 2, format="psq")
    file.seek(0)
    for copy in ff.records.read(file, rules=FREE):
        assert (copy.moves, list(copy.players)) == (["h8"], players)
        assert {key: copy.metadata[key] for key in metadata} == metadata
    record.players = ["Piskvorky 9x9", "Piskvorky 999x999"]
    with pytest.raises(ff.RecordError, match="no place for the name"):
        record.to_psq()
