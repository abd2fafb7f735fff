"""The checker of proofs: good files pass, and every kind of fault is found."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest

import fivefold as ff
from fivefold import cli, proofs
from proof_reference import ProofBoard, checked, each

FOLDER = Path(__file__).parents[1] / "data" / "proofs"
GOOD = sorted(FOLDER.glob("*.proof*"))
FOUR = FOLDER / "four_in_a_row_7x7.proof"

HEAD = {
    "format": "open-proof/1",
    "rules": "freestyle",
    "size": 5,
    "row": 3,
    "name": "three in a row",
    "attacker": "cc",
    "defender": "ca",
    "to_move": "attacker",
}


def written(folder: Path, *entries: str, **changes: object) -> Path:
    """A proof file of three in a row on 5x5."""
    file = folder / "a.proof"
    file.write_text("\n".join([json.dumps({**HEAD, **changes}), *entries, ""]))
    return file


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("file", GOOD, ids=lambda file: file.name)
def test_the_proofs_of_the_project_stand(file: Path) -> None:
    verdict = proofs.check(file)
    assert verdict.is_proved, verdict.message
    assert verdict.looked_at <= verdict.entries


def test_the_corner_is_no_answer_to_the_centre_on_9x9() -> None:
    """The proof is of the position that it names: the first stone, the corner, and one quiet move."""
    with gzip.open(FOLDER / "freestyle_9x9_e5_a1_f6.proof.gz", "rt") as lines:
        head = json.loads(next(lines))
    stones = {
        side: sorted(head[side][k : k + 2] for k in range(0, len(head[side]), 2))
        for side in ("attacker", "defender")
    }
    assert stones == {"attacker": ["ee", "ff"], "defender": ["aa"]}
    assert (head["size"], head["row"], head["to_move"]) == (9, 5, "defender")


def test_a_sample_looks_at_the_root_and_some_entries() -> None:
    verdict = proofs.check(FOUR, sample=10, seed=1)
    assert verdict.is_proved
    assert verdict.is_sample
    assert 10 <= verdict.looked_at <= 20


def test_without_any_one_of_its_entries_it_is_no_proof(tmp_path: Path) -> None:
    head, *entries = FOUR.read_text().splitlines()
    for left_out in range(0, len(entries), 7):
        rest = [entry for number, entry in enumerate(entries) if number != left_out]
        (tmp_path / "a.proof").write_text("\n".join([head, *rest]))
        verdict = proofs.check(tmp_path / "a.proof")
        assert not verdict.is_proved
        assert "no entry" in verdict.message


def test_a_changed_line_is_found(tmp_path: Path) -> None:
    head, *entries = FOUR.read_text().splitlines()
    for number, entry in enumerate(entries):
        own, other, move, *line = entry.split()
        if move != "!":
            continue
        broken = [*entries[:number], f"{own} {other} ! {line[0][:-4] or '-'}", *entries[number + 1 :]]
        (tmp_path / "a.proof").write_text("\n".join([head, *broken]))
        assert not proofs.check(tmp_path / "a.proof").is_proved


def test_the_plain_checker_finds_the_same_faults(tmp_path: Path) -> None:
    """A stone moved, an entry dropped or stated twice, another move or line: both agree on each file."""
    lines = FOUR.read_text().splitlines()
    rng = random.Random(4)
    refused = 0
    for _ in range(60):
        at = rng.randrange(1, len(lines))
        words = lines[at].split()
        changed = rng.randrange(len(words))
        point = rng.choice("abcdefg") + rng.choice("abcdefgh")
        words[changed] = rng.choice([words[changed][:-2] + point, words[changed][:-2] or "-", point, "-"])
        some = rng.choice([[], [lines[at]] * 2, [" ".join(words)], [" ".join(words)]])
        spoilt = [*lines[:at], *some, *lines[at + 1 :]]
        (tmp_path / "a.proof").write_text("\n".join(spoilt))
        own, (is_proved, fault, counts) = proofs.check(tmp_path / "a.proof"), checked(spoilt)
        assert own.is_proved == is_proved, (own.message, fault)
        assert is_proved or own.message == fault
        assert (own.looked_at, own.entries, own.replies) == counts
        refused += not is_proved
    assert refused > 30


def test_a_defender_who_wins_at_once_is_no_root(tmp_path: Path) -> None:
    """The attacker would win after any reply but the one that wins at once."""
    head = {**HEAD, "format": "open-proof/2", "attacker": "bbcb", "defender": "adbd", "to_move": "defender"}
    board = ProofBoard(5, 3)
    own, other = map(board.read_set, ("bbcb", "adbd"))
    entries = {}
    for reply in each(board.all & ~(own | other)):
        at = board.canonical(own, other | 1 << reply)
        move = next(1 << point for point in each(board.completing(*at)))
        entries[at] = {"at": [board.write(side) for side in at], "move": board.write(move)}
    file = tmp_path / "a.proof"
    file.write_text("\n".join(map(json.dumps, [head, *entries.values()])))
    assert proofs.check(file).message == "the defender wins"
    assert checked(file.read_text().splitlines())[1] == "the defender wins"


def test_a_page_is_refused_of_what_proves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ff.FivefoldError, match="no entry"):
        proofs.page(written(tmp_path))
    with pytest.raises(ff.FivefoldError, match="form 2"):
        proofs.page(FOUR)


def test_gzipped_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.proof.gz").write_bytes(gzip.compress(FOUR.read_bytes()))
    assert proofs.check(tmp_path / "a.proof.gz").is_proved


# The attacker has c3, the defender c1; b3 makes two in a row with a point at either end. The least image
# of a position has its attacker's stones at the lowest points.
@pytest.mark.parametrize(
    ("entries", "changes", "fault"),
    [
        ([], {}, "no entry"),
        (["cc ca"], {}, "line 2"),
        (["cc ca ! bc", "cc ca ! bc"], {}, "already"),
        (["cc ca ! zz"], {}, "no point"),
        (["cc ca ! -"], {}, "does not win"),
        (["cc ca cc"], {}, "taken"),
        (["cc ca bcdc"], {}, "not one move"),
        (["cc ca ab"], {}, "no entry for"),
        ([], {"format": "open-proof/3"}, "format"),
        ([], {"rules": "renju"}, "freestyle"),
        ([], {"size": 30}, "board"),
        ([], {"attacker": "cccc"}, "twice"),
        ([], {"attacker": "ccbcdc"}, "root"),
    ],
)
def test_faults_are_named(entries: list[str], changes: dict[str, object], fault: str, tmp_path: Path) -> None:
    file = written(tmp_path, *entries, **changes)
    verdict = proofs.check(file)
    assert not verdict.is_proved
    assert fault in verdict.message


def test_two_points_to_win_on_end_a_proof(tmp_path: Path) -> None:
    assert proofs.check(written(tmp_path, "cc ca bc")).is_proved


def test_the_command_says_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["proof", "check", str(FOUR)]) == 0
    assert capsys.readouterr().out.startswith("proved: ")
    assert cli.main(["proof", "check", str(FOUR), "--sample", "5", "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith("sampled: ")
    assert cli.main(["proof", "check", str(written(tmp_path))]) == 1
    assert capsys.readouterr().out.startswith("not proved: ")
    assert cli.main(["proof", "check", str(tmp_path / "none.proof")]) == 2


@pytest.mark.parametrize(
    "head",
    [
        "[]",
        "3",
        "null",
        "",
        "{",
        "[" * 10_000,
        '{"a":' * 2_000,
        "x" * 100_000,
        "\ufeff{}",
        json.dumps({**HEAD, "row": 10**9}),
        json.dumps({**HEAD, "row": 6}),
        json.dumps({**HEAD, "row": 2}),
        json.dumps({**HEAD, "row": 3.0}),
        json.dumps({**HEAD, "size": True}),
        json.dumps({**HEAD, "size": 10**400}),
        json.dumps({**HEAD, "five": "exact"}),
        json.dumps({**HEAD, "fouls": "renju"}),
        json.dumps({**HEAD, "attacker": ["cc"]}),
        json.dumps({**HEAD, "name": 3}),
        json.dumps({**HEAD, "to_move": None}),
        json.dumps({key: value for key, value in HEAD.items() if key != "size"}),
    ],
)
def test_any_first_line_has_a_verdict(head: str, tmp_path: Path) -> None:
    """Files of strangers: whatever they hold, the checker answers, and soon."""
    file = tmp_path / "a.proof"
    file.write_text(f"{head}\ncc ca bc\n", encoding="utf-8")
    assert not proofs.check(file).is_proved


def test_damaged_and_swollen_files_have_a_verdict(tmp_path: Path) -> None:
    good = gzip.compress(written(tmp_path, "cc ca bc").read_bytes(), mtime=0)
    file = tmp_path / "b.proof.gz"
    for place in range(len(good)):
        file.write_bytes(good[:place] + bytes([good[place] ^ 0x24]) + good[place + 1 :])
        proofs.check(file)
        file.write_bytes(good[:place])
        assert not proofs.check(file).is_proved
    file.write_bytes(gzip.compress(b" " * 50_000_000))
    assert "characters" in proofs.check(file).message


def test_the_verdict_says_what_is_proved(tmp_path: Path) -> None:
    """Board, row, side and stones are the checker's words; the file's own are marked as such, and plain."""
    boast = "freestyle 15x15: Black wins from the empty board\x1b[2J\n"
    verdict = proofs.check(written(tmp_path, "cc ca bc", name=boast))
    assert verdict.is_proved
    assert verdict.root == "5x5, three or more in a row, attacker to move, attacker: c3, defender: c1"
    assert verdict.root in verdict.message
    assert verdict.message.index(verdict.root) < verdict.message.index("the file calls it")
    assert verdict.message.isprintable()
    fault = proofs.check(written(tmp_path, "cc ca \x1b[2Jbc"))
    assert fault.message.isprintable()
    assert fault.root == verdict.root


def test_what_is_no_path_and_no_sample_is_refused(tmp_path: Path) -> None:
    for path in (3, None, b"a.proof"):
        with pytest.raises(ff.FivefoldError, match="path="):
            proofs.check(path)  # type: ignore[arg-type]
    file = written(tmp_path, "cc ca bc")
    for sample in (0, -1, 1.5, "1"):
        with pytest.raises(ff.FivefoldError, match="sample="):
            proofs.check(file, sample)  # type: ignore[arg-type]
    with pytest.raises(ff.FivefoldError, match="seed="):
        proofs.check(file, 1, seed="a")  # type: ignore[arg-type]
