"""`ProofSearch` of form 2: found, checked twice, spoilt, stopped and gone on with."""

import contextlib
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import fivefold as ff
from fivefold import cli
from proof_judge import judged
from proof_reference import checked

# Two threes of Black's that cross: every reply of White's loses.
MOVES = "e5 a1 f5 b3 g5 i9 e6 h1 e7"
# One quiet move is needed, which the search chooses itself.
QUIET = "e5 a1 f6 i1"


def start(rules: str = "freestyle", moves: str = MOVES) -> ff.Position:
    """A position on 9x9."""
    return ff.rules(rules, size=9).start().play_all(moves)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state of a search that has found its proof, and the proof."""
    folder = tmp_path_factory.mktemp("lemmas")
    search = ff.search.ProofSearch(start(), "black", form=2, folder=folder)
    assert search.run(progress=False) == "won"
    search.write(folder / "whole.proof", "two threes that cross")
    return folder


def verdicts(path: Path) -> bool:
    """What all checkers say, which must be the same: ours, the plain one, and the stranger's."""
    own, other = ff.proofs.check(path), judged(path)
    assert other is None or own.is_proved == other
    is_proved, fault, counts = checked(path.read_text().splitlines())
    assert own.is_proved == is_proved
    if is_proved:
        assert (own.looked_at, own.entries, own.replies) == counts
    elif "cannot be read" not in fault and "cannot be read" not in own.message:
        assert own.message == fault
    return is_proved


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_quiet_move_that_was_named_is_proven_by_lemmas(tmp_path: Path) -> None:
    skeleton = tmp_path / "skeleton.txt"
    skeleton.write_text("# The number at the end is passed over.\ne5 a1 f6 i1 e6 7\n")
    search = ff.search.ProofSearch(start(moves=QUIET), form=2, skeleton=skeleton)
    assert search.run(progress=False) == "won"
    path = tmp_path / "quiet.proof"
    search.write(path)
    assert verdicts(path)
    items = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    entries = [item for item in items if "at" in item]
    # In the least image of the root e6 is one of these points.
    move = next(entry["move"] for entry in entries if len(entry["at"][0]) == 4)
    assert move in ("fe", "ef", "ed", "de")
    # Of 75 replies most need no entry: that is what lemmas are for.
    assert len(entries) < 38
    assert len(entries) < len(items)
    skeleton.write_text("e5 a1\ne5 e5\n")
    with pytest.raises(ff.FivefoldError, match="line 2"):
        ff.search.ProofSearch(start(moves=QUIET), form=2, skeleton=skeleton)


def test_both_checkers_refuse_what_is_spoilt(folder: Path, tmp_path: Path) -> None:
    head, *items = [json.loads(line) for line in (folder / "whole.proof").read_text().splitlines()]
    rng = random.Random(2)

    def changed(item: dict[str, Any]) -> dict[str, Any]:
        """A lemma without a stone, with one elsewhere, another line or a reply less, or an entry with a lemma
        less or elsewhere."""
        if "lemma" in item:
            stones, tree = item["attacker"], item["tree"]
            kinds = [{"attacker": stones[2:] or "-"}, {"attacker": stones[:-1] + rng.choice("abcdefghij")}]
            kinds.append({"tree": [tree[0][2:], *tree[1:]]})
            if len(tree) == 4:
                replies = dict(tree[3])
                replies.pop(rng.choice(list(replies)))
                kinds += [{"tree": [*tree[:3], replies]}, {"tree": [*tree[:2], tree[2][:-2], tree[3]]}]
            return item | rng.choice(kinds)
        references = [list(reference) for reference in item["by"]]
        if references and rng.random() < 0.5:
            references[0][2] += 1
        return item | {"by": references[: len(references) - rng.randrange(2)]}

    refused = 0
    for _ in range(24):
        at = rng.randrange(len(items))
        spoilt = [*items[:at], changed(items[at]), *items[at + 1 :]]
        path = tmp_path / "spoilt.proof"
        path.write_text("".join(json.dumps(item) + "\n" for item in [head, *spoilt]))
        refused += not verdicts(path)
    assert refused >= 12


def test_a_search_that_was_killed_goes_on(folder: Path, tmp_path: Path) -> None:
    """What a kill leaves of a log, at whatever byte, is read; the verdict is the same."""
    log = min(folder.glob("*.log"))
    content = log.read_bytes()
    rng = random.Random(8)
    for number in range(3):
        state = tmp_path / str(number)
        state.mkdir()
        (state / "00000.log").write_bytes(content[: rng.randrange(len(content))])
        search = ff.search.ProofSearch(start(), "black", form=2, folder=state)
        known = search.proven
        assert search.run(progress=False) == "won"
        assert search.proven > known or known
        search.write(state / "again.proof")
        assert ff.proofs.check(state / "again.proof").is_proved
    done = ff.search.ProofSearch(start(), "black", form=2, folder=folder)
    assert done.verdict == "won"
    assert done.run(progress=False) == "won"
    assert done.nodes == 0


def test_entries_are_read_whose_lemmas_have_other_names_in_another_log(folder: Path, tmp_path: Path) -> None:
    """A packed log numbers its lemmas from 0 on; what is added beside it knows them by their own names."""
    log = min(folder.glob("*.log"))
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    lemmas = [item for item in lines if "lemma" in item]
    packed = [json.dumps(item | {"lemma": number}) for number, item in enumerate(lemmas)]
    others = [json.dumps(item) for item in lines if "lemma" not in item]
    (tmp_path / "00000.log").write_text("\n".join([others[0], *packed, ""]))
    (tmp_path / "00001.log").write_text("\n".join([*others, ""]))
    whole = ff.search.ProofSearch(start(), "black", form=2, folder=folder)
    assert whole.proven
    assert ff.search.ProofSearch(start(), "black", form=2, folder=tmp_path).proven == whole.proven


@pytest.mark.slow
def test_what_a_log_lost_in_the_middle_is_proven_again(tmp_path: Path) -> None:
    state, gap = tmp_path / "state", tmp_path / "gap"
    assert ff.search.ProofSearch(start(moves=QUIET), form=2, folder=state).run(progress=False) == "won"
    lines = (state / "00000.log").read_text().splitlines()
    entries = [number for number, line in enumerate(lines) if '"at"' in line and '"by"' in line]
    whole = ff.search.ProofSearch(start(moves=QUIET), form=2, folder=state)
    assert whole.run(progress=False) == "won"
    assert whole.nodes == 0
    mended = 0
    for number in entries[:-1]:
        shutil.rmtree(gap, ignore_errors=True)
        gap.mkdir()
        (gap / "00000.log").write_text("\n".join(lines[:number] + lines[number + 1 :] + [""]))
        search = ff.search.ProofSearch(start(moves=QUIET), form=2, folder=gap)
        assert search.verdict == "won"
        with contextlib.suppress(ff.FivefoldError):
            search.write(gap / "whole.proof")  # the proof does without this entry
            continue
        with pytest.raises(ff.FivefoldError, match="lacks a part"):
            search.write(gap / "whole.proof")
        assert search.run(progress=False) == "won"
        search.write(gap / "whole.proof")
        assert ff.proofs.check(gap / "whole.proof").is_proved
        mended += 1
    assert mended


def test_limits_and_a_folder_of_another_game(folder: Path) -> None:
    search = ff.search.ProofSearch(start(moves=QUIET), form=2)
    assert search.run(nodes=0, progress=False) == "open"
    with pytest.raises(ff.FivefoldError, match="'won'"):
        search.write(folder / "none.proof")
    with pytest.raises(OSError, match="another board or rule"):
        ff.search.ProofSearch(start("gomoku"), "black", form=2, folder=folder)
    with pytest.raises(ff.FivefoldError, match="form=2"):
        ff.search.ProofSearch(start(), folder=folder)
    with pytest.raises(ff.WrongGameError, match="form 2"):
        ff.search.ProofSearch(ff.rules("pente").start(), form=2)


def test_exactly_five_is_proven_too(tmp_path: Path) -> None:
    position = start("gomoku")
    search = ff.search.ProofSearch(position, "black", form=2)
    assert search.run(progress=False) == "won"
    path = tmp_path / "exact.proof"
    search.write(path)
    assert '"exactly five"' in path.read_text().splitlines()[0]
    assert verdicts(path)


def test_the_command_names_what_is_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, out = str(tmp_path / "state"), str(tmp_path / "out.proof.gz")
    base = ["proof", "search", "--rules", "freestyle", "-o", "size=9", "--form", "2", "--quiet"]
    base += ["--attacker", "black", "--state", state, "--out", out]
    moves = MOVES.split()
    assert cli.main([*base, *moves, "--answers", "d7"]) == 1
    printed = capsys.readouterr().out
    assert "not proven: " in printed
    assert "d7" not in printed.split("not proven: ")[1].split()
    assert cli.main([*base, *moves]) == 0
    assert ff.proofs.check(out).is_proved


def test_the_proof_of_one_answer_is_written_though_others_are_open(tmp_path: Path) -> None:
    search = ff.search.ProofSearch(start(), "black", form=2)
    search.run(answers=["d7"], progress=False)
    path = tmp_path / "d7.proof"
    search.write(path, answer="d7")
    assert verdicts(path)
    alone = ff.search.ProofSearch(start().play("d7"), "black", form=2)
    alone.run(progress=False)
    alone.write(tmp_path / "alone.proof")
    assert path.read_text().splitlines()[0] == (tmp_path / "alone.proof").read_text().splitlines()[0]
    for answer in ("c3", "e5"):  # open; taken
        with pytest.raises(ff.FivefoldError, match=answer):
            search.write(path, answer=answer)


@pytest.mark.slow
def test_no_more_quiet_moves_in_a_row_than_named(tmp_path: Path) -> None:
    """With one quiet move this start is open; with two in a row it is won."""
    path = tmp_path / "quiet.proof"
    search = ff.search.ProofSearch(start(moves=QUIET), form=2)
    assert search.run(quiet_moves=1, progress=False) == "open"
    assert search.run(quiet_moves=2, progress=False) == "won"
    search.write(path)
    assert ff.proofs.check(path).is_proved
    with pytest.raises(ff.FivefoldError, match="quiet_moves"):
        search.run(quiet_moves=-1)
    with pytest.raises(ff.FivefoldError, match="retries"):
        search.run(retries=7)


@pytest.mark.parametrize(
    "option", [["--skeleton", "none"], ["--answers", "d7"], ["--quiet-moves", "2"], ["--retries", "1"]]
)
def test_what_is_for_lemmas_is_refused_for_positions(option: list[str]) -> None:
    command = ["proof", "search", *MOVES.split(), "--rules", "freestyle", "-o", "size=9", *option]
    assert cli.main(command) == 2


def test_proofs_checked_together_get_the_verdicts_that_they_get_alone(folder: Path, tmp_path: Path) -> None:
    """A lemma that another file has is not verified again; one that is spoilt is."""
    whole, spoilt = folder / "whole.proof", tmp_path / "spoilt.proof"
    head, *items = [json.loads(line) for line in whole.read_text().splitlines()]
    at = next(at for at, item in enumerate(items) if "lemma" in item)
    items[at] |= {"attacker": items[at]["attacker"][2:]}
    spoilt.write_text("".join(json.dumps(item) + "\n" for item in [head, *items]))
    paths = [whole, spoilt, whole]
    verdicts = ff.proofs.check_all(paths)
    assert verdicts == [ff.proofs.check(path) for path in paths]
    assert [verdict.is_proved for verdict in verdicts] == [True, False, True]
    assert cli.main(["proof", "check", str(whole), str(whole)]) == 0
    assert cli.main(["proof", "check", str(whole), str(spoilt)]) == 1
    assert cli.main(["proof", "check", str(whole), str(whole), "--sample", "2"]) == 2
    for wrong in (str(whole), 3):
        with pytest.raises(ff.FivefoldError, match="paths of files"):
            ff.proofs.check_all(wrong)  # type: ignore[arg-type]


def test_a_lemma_is_verified_once(folder: Path) -> None:
    first, *lines = (folder / "whole.proof").read_text().splitlines()
    verified = ff._core.proofs.VerifiedLemmas()
    for _ in range(2):
        ff._core.proofs.check_proof(first, lines, None, None, verified)
        assert len(verified) == sum('"lemma"' in line for line in lines)


def test_a_win_that_takes_more_positions_is_found_by_a_harder_search() -> None:
    """This one takes some 13,000; a search for one win is given 3,000, then ten times as many."""
    position = start(moves=f"{QUIET} e6 a9")
    for retries, verdict in enumerate(("open", "won")):
        search = ff._core.proofs.LemmaSearch(position, "black", effort=3_000)
        search.set_retries(retries)
        assert search.run(quiet_moves=0) == verdict
