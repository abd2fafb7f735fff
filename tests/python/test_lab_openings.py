"""Law S3: every preset has a suite of openings, measured, distinct and made again from its seed."""

import gzip
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import fivefold as ff
from fivefold.lab.openings import Suite, read_gomocup, read_suite, suite
from fivefold.lab.openings.files import read_text
from fivefold.lab.openings.making import attempt, make_suite
from fivefold.lab.openings.sampling import candidates

DATA = files("fivefold.lab.openings") / "data"
SHIPPED = sorted(name for name in ff.presets() if (DATA / f"{name}.txt").is_file())
OTHERS = [
    ff.rules("freestyle", size=5),
    ff.rules("freestyle", size=(9, 7)),
    ff.rules("gomoku", size=9, opening="swap2"),
    ff.rules("renju", size=9, opening="taraguchi10"),
    ff.rules("renju", size=9, opening="yamaguchi"),
    ff.rules("pah_tum", size=5),
    ff.rules("custodial_pah_tum", size=5, setup="cut"),
    ff.rules("pagoda", size=9, handicap={"black": ["e5"]}),
    ff.rules("pentagame", players=3, dice="before"),
]


def images(openings: Suite) -> set[int]:
    """The openings up to the board's symmetries."""
    return {position.canonical()[0].key for position in openings}


@pytest.mark.parametrize("name", ff.presets())
def test_a_preset_has_a_suite(name: str) -> None:
    """S3: openings are legal, not over, distinct under the symmetries, and go on with a player's decision."""
    rules = ff.rules(name)
    openings = suite(rules)
    assert openings.rules == rules
    assert len(openings) >= 100
    assert len(images(openings)) == len(openings)
    for position in openings:
        assert position.rules == rules
        assert position.player >= 0
        assert not position.winning_moves()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_suite_is_measured_and_balanced(name: str) -> None:
    """S3: at least 60 distinct games each, the share within 0.40 and 0.60, the most balanced first."""
    openings = suite(name)
    assert openings.measured_by is not None
    version = ff.players.make(openings.measured_by).version
    assert version is not None
    assert 1 <= (openings.player_version or 0) <= version
    away = []
    for share in openings.shares:
        assert share is not None
        assert share.games >= share.distinct >= 60
        assert share.low < share.value < share.high
        assert sum(share.by_side) == pytest.approx(1)
        assert 0.40 <= share.value <= 0.60
        away.append(round(abs(share.value - 0.5), 9))
    assert away == sorted(away)
    assert openings.outside == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED[:: max(len(SHIPPED) // 3, 1)])
def test_a_shipped_share_is_what_the_games_bring(name: str) -> None:
    """S8: the first opening that was kept is drawn again, and its games are played again."""
    content = read_text((DATA / f"{name}.txt").read_text(encoding="utf-8"))
    rows = {(row.seed, row.moves): row for row in content.rows}
    player = ff.players.make(content.measured_by)
    if player.version != content.player_version:
        pytest.skip(f"measured by version {content.player_version} of the player, which plays otherwise now")
    for number, position, start in candidates(content.rules, content.seed):
        row = rows.get((start, " ".join(position.record().moves)))
        if row is not None:
            again = attempt(number, start, position, player, content.seed, 60, whole=False)
            assert (again.games, again.distinct, again.points) == (row.games, row.distinct, row.points)
            return
    pytest.fail("none of the openings is drawn from the seed")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_file_is_small(name: str) -> None:
    """S3: some kilobytes each."""
    assert len((DATA / f"{name}.txt").read_bytes()) < 12_000


def test_the_page_lists_the_suites_as_they_are() -> None:
    """S3: which presets are measured, by whom, and how their shares lie."""
    script = Path(__file__).parents[2] / "docs" / "suite_table.py"
    done = subprocess.run([sys.executable, script, "--check"], check=False)
    assert done.returncode == 0, "write it anew: python docs/suite_table.py"


@pytest.mark.parametrize("rules", OTHERS, ids=str)
def test_other_rules_have_a_drawn_suite(rules: ff.Rules) -> None:
    """S3: what nobody measured says so, and is made by the same procedure."""
    openings = suite(rules)
    assert "drawn" in openings.name
    assert openings.measured_by is None
    assert set(openings.shares) == {None}
    assert len(images(openings)) == len(openings) > 20
    for position in openings:
        assert position.rules == rules
        assert not position.is_over


@pytest.mark.parametrize("opening", ["swap", "swap2", "rif_classic", "taraguchi10", "soosyrv8"])
def test_the_choice_of_a_protocol_belongs_to_the_players(opening: str) -> None:
    """S3: a suite of a protocol ends where the first choice after the third stone is due."""
    for position in suite(ff.rules("renju", size=9, opening=opening)):
        stones = sum(move.kind == "place" for move in position.record().describe())
        assert stones == 3
        assert {move.kind for move in position.describe_legal()} == {"choose"}


def test_a_suite_is_a_sequence() -> None:
    openings = suite("freestyle")
    assert openings[-1] == openings[len(openings) - 1]
    assert openings[:3] == list(openings)[:3]
    assert len(openings.moves) == len(openings.shares) == len(openings)
    with pytest.raises(IndexError):
        openings[len(openings)]


def test_what_is_no_rules_is_refused() -> None:
    with pytest.raises(ff.FivefoldError, match="refused"):
        suite(7)  # type: ignore[arg-type]


TINY = ff.rules("freestyle", size=6)
TINY_SUITE = {"player": "greedy", "seed": 5, "count": 6, "games": 10, "limit": 30}


def test_a_seed_makes_the_same_suite_again(tmp_path: Path) -> None:
    """S3: the way a suite was made is a command that makes it again."""
    for name in ("one.txt", "two.txt"):
        make_suite(TINY, tmp_path / name, **TINY_SUITE)
    suite = (tmp_path / "one.txt").read_text()
    assert suite == (tmp_path / "two.txt").read_text()
    content = read_text(suite)
    assert len(content.rows) == 6 <= content.drawn
    assert "-o size=6 --make --player 'greedy' --seed 5" in suite
    make_suite(TINY, tmp_path / "other.txt", **TINY_SUITE | {"seed": 6})
    assert read_text((tmp_path / "other.txt").read_text()).rows != content.rows


def test_a_match_begins_from_a_suite_of_ones_own(tmp_path: Path) -> None:
    """S2: the file that was made is a suite wherever games are played."""
    make_suite(TINY, tmp_path / "own.txt", **TINY_SUITE)
    own = read_suite(tmp_path / "own.txt")
    assert own.rules == TINY
    assert own.outside == sum(abs(share.value - 0.5) > 0.1 for share in own.shares if share is not None)
    match = ff.arena.match("greedy", "random", TINY, games=6, openings=tmp_path / "own.txt")
    assert match.openings == own.name
    begun = [game.opening.key for game in match.games[::2]]
    assert len(set(begun)) == 3
    assert set(begun) <= {position.key for position in own}
    with pytest.raises(ff.FivefoldError, match="other rules"):
        ff.arena.match("greedy", "random", "freestyle", games=6, openings=tmp_path / "own.txt")
    (tmp_path / "own.txt").write_text("# Opening suite of fivefold, made by: nobody\n{}\n")
    with pytest.raises(ff.FivefoldError, match="no file of a suite"):
        read_suite(tmp_path / "own.txt")


def test_making_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """S9: a kill loses the opening in work alone, half a line included."""
    make_suite(TINY, tmp_path / "whole.txt", **TINY_SUITE)

    def stop(done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    out = tmp_path / "parts.txt"
    with pytest.raises(KeyboardInterrupt):
        make_suite(TINY, out, **TINY_SUITE, progress=stop)
    part = tmp_path / "parts.txt.part"
    before = part.read_text()
    assert before.count("\n") >= 2
    part.write_text(before + '[17, 0, "c3')
    with pytest.raises(ff.FivefoldError, match="another suite"):
        make_suite(TINY, out, **TINY_SUITE | {"games": 11})
    make_suite(TINY, out, **TINY_SUITE)
    assert out.read_text() == (tmp_path / "whole.txt").read_text()
    assert not part.exists()


def test_a_copy_of_a_game_is_no_game(tmp_path: Path) -> None:
    """S1: a player that cannot vary brings one distinct game, however many are played."""

    def first(position: ff.Position, rng: object) -> int:
        return int(position.legal_actions()[0])

    suite = make_suite(TINY, tmp_path / "copies.txt", player=first, count=3, games=8, limit=12)
    assert {row.distinct for row in suite.rows} == {1}
    assert all(sum(row.points) == 1 for row in suite.rows)


@pytest.mark.parametrize("size", [15, (9, 8), 20])
def test_gomocup_goes_out_and_comes_back(size: int | tuple[int, int], tmp_path: Path) -> None:
    """S3: Gomocup's kind of file is read and written."""
    rules = ff.rules("freestyle", size=size)
    openings = suite(rules)
    file = tmp_path / "mine.txt"
    file.write_text("# a remark\n\n" + openings.to_gomocup().replace("\n", "\r\n"), encoding="utf-8")
    again = read_gomocup(file, rules)
    assert again.name == "mine"
    assert again.moves == openings.moves


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "latin-1", "gzip"])
def test_openings_are_read_in_any_encoding(codec: str, tmp_path: Path) -> None:
    """F4: as files of games are, and packed."""
    text, file = "# \xe9\r\n0,0, 1,-1\r-2,0, 3,3\n", tmp_path / "a.txt"
    file.write_bytes(gzip.compress(text.encode()) if codec == "gzip" else text.encode(codec))
    assert read_gomocup(file, "freestyle").moves == ("h8 i9", "f8 k5")


def test_offsets_count_from_the_middle_downwards() -> None:
    """The point (columns // 2, rows // 2) from the top left is 0,0."""
    odd = read_gomocup(["0,0, 1,-1, -2,3"], ff.rules("freestyle", size=15))
    assert odd.moves == ("h8 i9 f5",)
    even = read_gomocup(["0,0,-10,-10 9,9"], ff.rules("freestyle", size=20))
    assert even.moves == ("k10 a20 t1",)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("h8 i9", "no opening"),
        ("0,0, 1", "no opening"),
        ("0,0, 1,1,", "no opening"),
        ("0,0, 1,1, -", "no opening"),
        ("0,0\u2028 1,1", "no opening"),
        ("0,0 ١,١", "no opening"),
        ("0,0, 1,1 # good", "no opening"),
        ("0,0, 9,0", "off a board"),
        ("0,0, 0,0", "E5"),
        ("0,0, 5,5, 1,0, 5,4, 2,0, 5,3, 3,0, 5,2, 4,0", "over"),
    ],
)
def test_a_bad_line_is_refused_with_its_number(line: str, message: str) -> None:
    with pytest.raises(ff.FivefoldError, match=f"line 2 .*{message}"):
        read_gomocup(["0,0", line], ff.rules("freestyle"))


def test_gomocup_is_for_stones_in_turn() -> None:
    for rules in (ff.rules("pentagame"), ff.rules("pah_tum")):
        with pytest.raises(ff.FivefoldError, match="refused"):
            suite(rules).to_gomocup()
    with pytest.raises(ff.FivefoldError, match="holds no openings"):
        read_gomocup([], ff.rules("freestyle"))


@pytest.mark.parametrize("line", ["0," + "9" * 5000, "0,0" + " " * 100_000 + "x", "0,0" + " ," * 50_000])
def test_a_hostile_line_of_openings_is_refused_at_once(line: str) -> None:
    """Neither Python's limit of digits nor a pattern that tries every way to part blanks comes into it."""
    with pytest.raises(ff.FivefoldError, match="line 2 is no opening"):
        read_gomocup(["0,0", line], "freestyle")
