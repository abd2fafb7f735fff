"""The exact search over all moves: its proofs stand before a checker that knows nothing of it."""

from __future__ import annotations

import gzip
import json
import signal
import threading
import time
from pathlib import Path

import pytest

import fivefold as ff
from fivefold import cli

MOVES = "e5 a1 f6 i1 e6 a9"


def won(size: int = 9, moves: str = MOVES) -> ff.search.ProofSearch:
    """A search that is decided in a moment, with a quiet move in it."""
    search = ff.search.ProofSearch(ff.rules("freestyle", size=size).start().play_all(moves), memory=64)
    assert search.run(nodes=20_000_000) == "won"
    return search


def test_a_proof_by_quiet_moves_is_accepted(tmp_path: Path) -> None:
    # Two stones beside each other win by no threat: the third is quiet, and every answer counts.
    position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f6 a9")
    assert ff.search.forced_win(position, nodes=200_000) is None
    search = ff.search.ProofSearch(position, "black", memory=128)
    assert search.run(nodes=60_000_000) == "won"
    quiet = [branch for branch in search.tree if branch.move is not None and not branch.line]
    assert quiet
    search.write(tmp_path / "quiet.proof.gz", "a quiet third stone")
    verdict = ff.proofs.check(tmp_path / "quiet.proof.gz")
    assert verdict.is_proved, verdict.message
    assert verdict.looked_at == verdict.entries == len(search.tree)


def test_the_first_line_says_whose_move_it_is(tmp_path: Path) -> None:
    search = won()
    search.write(tmp_path / "a.proof", "five stones")
    head = json.loads((tmp_path / "a.proof").read_text().splitlines()[0])
    assert (head["size"], head["row"], head["to_move"], head["name"]) == (9, 5, "attacker", "five stones")
    # The side that is not to move: Black has an open three and a stone more, White answers.
    position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f6 i1 e6 a9 e7")
    other = ff.search.ProofSearch(position, "black", memory=64)
    assert other.run(nodes=5_000_000) == "won"
    other.write(tmp_path / "b.proof")
    assert json.loads((tmp_path / "b.proof").read_text().splitlines()[0])["to_move"] == "defender"
    verdict = ff.proofs.check(tmp_path / "b.proof")
    assert verdict.is_proved, verdict.message


def test_a_saved_search_goes_on_where_it_stood(tmp_path: Path) -> None:
    position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f6 a9")
    search = ff.search.ProofSearch(position, "black", memory=64)
    assert search.run(nodes=20_000) == "open"
    search.save(tmp_path / "state")
    again = ff.search.ProofSearch.load(tmp_path / "state", memory=64)
    assert (again.nodes, again.proven, again.verdict) == (search.nodes, search.proven, "open")
    assert again.run(nodes=60_000_000) == "won"
    (tmp_path / "state").write_bytes((tmp_path / "state").read_bytes()[:-3])
    with pytest.raises(ff.FivefoldError, match="damaged"):
        ff.search.ProofSearch.load(tmp_path / "state")


def test_what_is_not_proven_is_not_written(tmp_path: Path) -> None:
    search = ff.search.ProofSearch(ff.rules("freestyle").start().play("h8"), "black")
    assert repr(search) == "<ProofSearch for black: open, 0 positions proven>"
    assert search.tree == []
    with pytest.raises(ff.FivefoldError, match="'won'"):
        search.write(tmp_path / "a.proof")


@pytest.mark.usefixtures("uncollected")
def test_ctrl_c_keeps_what_was_learnt() -> None:
    search = ff.search.ProofSearch(ff.rules("freestyle").start().play_all("h8 i8"), "black", memory=64)
    seen: list[tuple[int, int]] = []
    threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        search.run(seconds=60, progress=lambda nodes, proven: seen.append((nodes, proven)))
    assert time.monotonic() - began < 30
    nodes = search.nodes
    assert nodes > 0
    assert seen
    assert search.run(nodes=1_000) == "open"
    assert search.nodes > nodes


@pytest.mark.parametrize(
    ("rules", "moves"), [("renju", "h8"), ("gomoku", "h8"), ("pente", ""), ("pentagame", "")]
)
def test_other_games_are_refused(rules: str, moves: str) -> None:
    position = ff.rules(rules).start().play_all(moves)
    with pytest.raises(ff.WrongGameError, match="five or more"):
        ff.search.ProofSearch(position, "black")


def test_wrong_arguments_are_refused() -> None:
    position = ff.rules("freestyle").start()
    with pytest.raises(ff.FivefoldError, match="attacker='red'"):
        ff.search.ProofSearch(position, "red")  # type: ignore[arg-type]
    with pytest.raises(ff.FivefoldError, match="memory"):
        ff.search.ProofSearch(position, "black", memory=0)
    with pytest.raises(ff.FivefoldError, match="Position"):
        ff.search.ProofSearch("h8", "black")  # type: ignore[arg-type]


def test_the_command_searches_saves_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, out = tmp_path / "state", tmp_path / "a.proof.gz"
    arguments = ["proof", "search", *MOVES.split(), "--rules", "freestyle", "-o", "size=9", "--memory", "64"]
    arguments += ["--state", str(state), "--quiet"]
    assert cli.main([*arguments, "--nodes", "500"]) == 1
    assert "open" in capsys.readouterr().out
    assert cli.main(["proof", "search", "--state", str(state), "--out", str(out), "--quiet"]) == 0
    assert "won" in capsys.readouterr().out
    assert cli.main(["proof", "check", str(out)]) == 0
    assert gzip.decompress(out.read_bytes()).startswith(b"{")
    assert cli.main(arguments) == 2
    assert "exists" in capsys.readouterr().err


def mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


def sealed(content: bytes) -> bytes:
    """A state with the checksum that it needs."""
    total = len(content)
    for first in range(0, len(content), 8):
        total = mixed(total ^ int.from_bytes(content[first : first + 8], "big"))
        total = (total << 1 | total >> 63) % 2**64
    return content + total.to_bytes(8, "little")


def test_a_forged_state_is_refused_or_harmless(tmp_path: Path) -> None:
    """Whatever a state says it is no panic, and the search is not in use ever after."""
    won().save(tmp_path / "state")
    content = (tmp_path / "state").read_bytes()[:-8]
    assert sealed(content) == (tmp_path / "state").read_bytes()
    second = content.index(b"\n", content.index(b"\n") + 1) + 1
    count = int.from_bytes(content[second : second + 8], "little")
    assert count > 0
    key, first = content[second + 8 : second + 16], second + 18
    rest = content[first + 2 * int.from_bytes(content[second + 16 : second + 18], "little") :]

    def forged(points: list[int]) -> Path:
        entry = key + len(points).to_bytes(2, "little") + b"".join(p.to_bytes(2, "little") for p in points)
        (tmp_path / "forged").write_bytes(sealed(content[: second + 8] + entry + rest))
        return tmp_path / "forged"

    for points in ([65535, *[0] * 60_000], [], [81], [3] * 83):
        with pytest.raises(ff.FivefoldError, match="no state"):
            ff.search.ProofSearch.load(forged(points), memory=1)
    for points in ([65535, *range(81)], [40, 40], [65535, 3, 3, 3], list(range(82))[:82], [40, *range(60)]):
        try:
            search = ff.search.ProofSearch.load(forged(points), memory=1)
        except ff.FivefoldError:
            continue
        assert isinstance(search.tree, list)
        search.run(nodes=1000)
        assert search.verdict in ("won", "not won", "open")
