"""Proofs of form 2: lemmas are written, checked, laid elsewhere, spoilt and played out."""

import json
import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fivefold as ff
from proof_judge import judged
from proof_reference import _DIRECTIONS, _MOTIONS, ProofBoard, _read

Sides = tuple[Iterable[tuple[int, int]], Iterable[tuple[int, int]]]

# An open three, rows that cross, and a three at the edge.
POSITIONS = ["e5 a1 f5 b2 g5 c3", "e5 a1 e6 b9 f4 h1 g3 j9", "b1 j9 c1 i7 d1 g8"]


def written(tmp_path: Path, moves: str, size: int = 10) -> list[dict[str, Any]]:
    """The lines of the proof of a forced win."""
    position = ff.rules("freestyle", size=size).start().play_all(moves)
    win = ff.search.forced_win(position, nodes=100_000, proof=True)
    assert win is not None
    win.write(tmp_path / "win.proof", form=2)
    return [json.loads(line) for line in (tmp_path / "win.proof").read_text().splitlines()]


def verdict(tmp_path: Path, lines: list[dict[str, Any]]) -> ff.proofs.Verdict:
    """What the checker says of some lines."""
    path = tmp_path / "other.proof"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return ff.proofs.check(path)


@pytest.mark.parametrize("moves", POSITIONS)
def test_a_forced_win_becomes_a_lemma_that_both_checkers_accept(tmp_path: Path, moves: str) -> None:
    lines = written(tmp_path, moves)
    judgement = verdict(tmp_path, lines)
    assert judgement.is_proved, judgement.message
    assert "1 lemmas" in judgement.message
    assert judged(tmp_path / "other.proof") is not False


# The last: a stone in line with the three, with which a four would come to six.
EXACT = [*POSITIONS, "e5 a1 f5 b2 g5 c3 j5 b9"]


@pytest.mark.parametrize("moves", EXACT)
def test_a_win_of_exactly_five_is_written_as_a_lemma(tmp_path: Path, moves: str) -> None:
    position = ff.rules("gomoku", size=11, first_move="anywhere").start().play_all(moves)
    win = ff.search.forced_win(position, nodes=100_000, proof=True)
    assert win is not None
    path = tmp_path / "exact.proof"
    win.write(path, "exactly five")
    head, lemma, entry = [json.loads(line) for line in path.read_text().splitlines()]
    assert head["rules"] == "exactly five"
    checked = ff.proofs.check(path)
    assert checked.is_proved, checked.message
    assert "exactly five in a row" in checked.message
    assert judged(path) is not False
    stones = lemma["attacker"]
    for at in range(0, len(stones), 2):
        fewer = stones[:at] + stones[at + 2 :]
        assert not verdict(tmp_path, [head, lemma | {"attacker": fewer or "-"}, entry]).is_proved
    with pytest.raises(ff.FivefoldError, match="form 1 does not know exactly five"):
        win.write(path, form=1)


def test_a_row_that_would_be_six_is_not_what_a_lemma_of_exactly_five_wins_by(tmp_path: Path) -> None:
    """f5 would make six; k5 makes five."""
    moves = "e5 a1 g5 b2 h5 c3 i5 d9 j5 a9"
    position = ff.rules("gomoku", size=11, first_move="anywhere").start().play_all(moves)
    win = ff.search.forced_win(position, nodes=1_000, proof=True)
    assert win is not None
    win.write(tmp_path / "row.proof")
    assert win.line == ["k5"]
    assert ff.proofs.check(tmp_path / "row.proof").is_proved
    assert judged(tmp_path / "row.proof") is not False


@pytest.mark.parametrize("preset", ["renju", "pente", "pagoda"])
def test_where_there_are_fouls_or_captures_no_file_is_written(tmp_path: Path, preset: str) -> None:
    position = ff.rules(preset).start().play_all("h8 a1 h9 a3 h10 a5")
    win = ff.search.forced_win(position, nodes=10_000, proof=True)
    assert win is not None
    for form in (None, 1, 2):
        with pytest.raises(ff.FivefoldError, match="without fouls and captures"):
            win.write(tmp_path / "no.proof", form=form)
    assert list(tmp_path.iterdir()) == []


def applies(
    folder: Path, lemma: dict[str, Any], size: int, row: int, position: Sides, reference: list[int]
) -> bool:
    """Whether a lemma is right and applies to a position, the attacker to move, as the checker says."""
    board = ProofBoard(size, row)

    def number(side: Iterable[tuple[int, int]]) -> int:
        return sum(1 << y * (size + 1) + x for x, y in side)

    _, turn, x, y = reference
    images = []
    for xx, xy, yx, yy in _MOTIONS:
        dx, dy = (size - 1 if part < 0 else 0 for part in (xx + xy, yx + yy))
        a, b, c, d = _MOTIONS[turn]
        # The lemma is turned and moved with the position.
        both = xx * a + xy * c, xx * b + xy * d, yx * a + yy * c, yx * b + yy * d
        moved = [0, _MOTIONS.index(both), xx * x + xy * y + dx, yx * x + yy * y + dy]
        sides = [number((xx * u + xy * v + dx, yx * u + yy * v + dy) for u, v in side) for side in position]
        images.append((sides, moved))
    at, moved = min(images)
    names = [board.write(side) for side in at]
    head = {"format": "open-proof/2", "rules": "freestyle", "size": size, "row": row, "to_move": "attacker"}
    head |= {"attacker": names[0], "defender": names[1]}
    return verdict(folder, [head, {"lemma": 0} | lemma, {"at": names, "by": [moved]}]).is_proved


@pytest.mark.parametrize("moves", POSITIONS)
def test_a_spoilt_lemma_proves_nothing(tmp_path: Path, moves: str) -> None:
    """The lemma holds no stone that it could do without, and no line of it may be missing."""
    head, lemma, entry = written(tmp_path, moves)
    stones = lemma["attacker"]
    for at in range(0, len(stones), 2):
        fewer = stones[:at] + stones[at + 2 :]
        assert not verdict(tmp_path, [head, lemma | {"attacker": fewer or "-"}, entry]).is_proved
    assert not verdict(tmp_path, [head, entry]).is_proved
    assert not verdict(tmp_path, [head, lemma, lemma, entry]).is_proved
    assert not verdict(tmp_path, [head | {"to_move": "defender"}, lemma, entry]).is_proved
    assert not verdict(tmp_path, [head, lemma, entry | {"by": [[0, 0, 40, 0]]}]).is_proved
    assert not verdict(tmp_path, [head, lemma | {"tree": [lemma["tree"][0]] * 3}, entry]).is_proved


def test_a_lemma_holds_wherever_it_is_laid(tmp_path: Path) -> None:
    """Moved, on a larger board, with stones far away; not where the defender has a stone in it."""
    lemma = written(tmp_path, POSITIONS[0])[1]
    own = [(3, 11), (4, 11), (5, 11)]
    at = [(place[0] - 1, place[1] - 1) for place in _read(lemma["attacker"])]
    shift = [3 - min(x for x, _ in at) - 1, 11 - at[0][1] - 1]

    def proved(other: list[tuple[int, int]]) -> bool:
        return applies(tmp_path, lemma, 15, 5, (own, other), [0, 0, *shift])

    assert proved([])
    assert proved([(0, 0), (14, 0), (7, 3)])
    assert not proved([(2, 11)])
    assert not proved([(0, 0), (1, 1), (2, 2), (3, 3)])


Stones = frozenset[tuple[int, int]]
# On rows of three: one stone wins by a quiet move to its side, whatever the defender does but what spoils it.
QUIET = {"attacker": "dd", "defender": "-", "tree": ["-", "ed", "fd", {"fd": ["cd"]}]}
AT_ONCE = {"attacker": "dded", "defender": "-", "tree": ["fd"]}


@cache
def attacker_wins(own: Stones, other: Stones, size: int) -> bool:
    """Plain minimax on a row of three: does the side to move, holding `own`, win?"""
    points = [(x, y) for x in range(size) for y in range(size) if (x, y) not in own | other]
    if any(has_row(own | {point}, point) for point in points):
        return True
    return any(all_replies_lose(own | {point}, other, size) for point in points)


def all_replies_lose(own: Stones, other: Stones, size: int) -> bool:
    """Does the defender, to move, lose by every reply? A full board is a draw."""
    points = [(x, y) for x in range(size) for y in range(size) if (x, y) not in own | other]
    return bool(points) and all(
        not has_row(other | {reply}, reply) and attacker_wins(own, other | {reply}, size) for reply in points
    )


def has_row(stones: Stones, point: tuple[int, int]) -> bool:
    """Does a stone stand in three in a row?"""
    for dx, dy in _DIRECTIONS:
        run = 1
        for sign in (1, -1):
            step = 1
            while (point[0] + sign * step * dx, point[1] + sign * step * dy) in stones:
                step, run = step + 1, run + 1
        if run >= 3:
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("lemma", [QUIET, AT_ONCE], ids=["quiet", "at once"])
def test_what_a_lemma_proves_is_won_against_every_reply(tmp_path: Path, lemma: dict[str, Any]) -> None:
    """Laid on random stones of 4x4, wherever the checker says that it applies, plain minimax says so too."""
    draw = random.Random(6)
    applied = refused = 0
    for _ in range(2000):
        points = draw.sample([(x, y) for x in range(4) for y in range(4)], draw.randint(2, 6))
        split = draw.randint(1, len(points))
        own, other = frozenset(points[:split]), frozenset(points[split:])
        if any(has_row(side, point) for side in (own, other) for point in side):
            continue
        motion, (x, y) = draw.randrange(8), points[0]
        xx, xy, yx, yy = _MOTIONS[motion]
        reference = [0, motion, x - 3 * (xx + xy), y - 3 * (yx + yy)]
        if applies(tmp_path, lemma, 4, 3, (own, other), reference):
            applied += 1
            assert attacker_wins(own, other, 4), (sorted(own), sorted(other), reference)
        else:
            refused += 1
    assert applied > 5
    assert refused > applied


def test_only_forms_that_there_are_can_be_written(tmp_path: Path) -> None:
    position = ff.rules("freestyle", size=9).start().play_all(POSITIONS[0])
    win = ff.search.forced_win(position, proof=True)
    assert win is not None
    with pytest.raises(ff.FivefoldError, match="form=3 is refused"):
        win.write(tmp_path / "x.proof", form=3)  # type: ignore[arg-type]
    large = ff.rules("freestyle", size=25).start().play_all(POSITIONS[0])
    win = ff.search.forced_win(large, proof=True)
    assert win is not None
    with pytest.raises(ff.FivefoldError, match="boards up to 24"):
        win.write(tmp_path / "x.proof", form=2)
