"""Check a proof of a forced win, play against it, or search for one.

The checker shares no code with the search. The search tries all moves and keeps its state, so that it can
resume.
"""

import argparse
from pathlib import Path

import fivefold as ff
from fivefold import proofs
from fivefold._files import whole_file
from fivefold.search._lemma_search import LemmaProofSearch

from .arguments import TO_PLAY, add, add_common, add_rules, parse_rules

EXAMPLES = """\
examples:
  fivefold proof check three.proof
  fivefold proof check whole_game.proof.gz --sample 10000
  fivefold proof page n15.proof.gz --out n15.html
  fivefold proof search e5 a1 f6 i1 --rules freestyle -o size=9 --attacker black --out a1_f6_i1.proof.gz
  fivefold proof search h8 a1 --rules freestyle --attacker black --state a1.state --seconds 600
  fivefold proof search h8 o15 --rules freestyle --form 2 --state lemmas --out o15.proof.gz
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    steps = command.add_subparsers(dest="step", metavar="STEP", required=True)
    check = steps.add_parser("check", help="check a proof")
    add(check, "file", "the proofs; gzipped if the name ends with .gz", Path, nargs="+")
    add(check, "--sample N", "one proof: check only the root and N randomly drawn entries", int)
    add(check, "--seed N", "random seed of the sample", int)
    page = steps.add_parser("page", help="write a page on which you play against a proof of lemmas")
    add(page, "file", "the proof, which is checked first", Path)
    add(page, "--out FILE", "the page to write", Path, required=True)
    search = steps.add_parser("search", help="search for a win over all moves, and write its proof")
    add(search, "moves MOVE", "the moves that lead to the position", nargs="*")
    add_rules(search, flag=TO_PLAY)
    add(
        search,
        "--attacker",
        "the side that tries to win (default: the side to move)",
        choices=("black", "white"),
    )
    add(search, "--out FILE", "the proof to write; gzipped if the name ends with .gz", Path)
    add(search, "--name TEXT", "what is proven, in words, for the file", default="")
    add(
        search,
        "--form",
        "form of the proof: 1 lists positions, 2 is made of lemmas, which large boards need",
        1,
        choices=(1, 2),
    )
    add(
        search,
        "--state FILE",
        "file for the state of the search, from which it resumes; a folder for form 2",
        Path,
    )
    add(search, "--skeleton FILE", "file of moves to try first, a line of play per line (form 2)", Path)
    add(search, "--answers MOVE", "search only these replies of the other side (form 2)", nargs="+")
    add(search, "--quiet-moves N", "number of quiet moves in a row to try (form 2; default: 4)", int)
    add(search, "--retries N", "how often to look again for a win, ten times as hard (form 2)", int)
    add(search, "--seconds S", "time limit in seconds", float)
    add(search, "--nodes N", "limit of positions to search", int)
    add(search, "--memory MIB", "memory in MiB", 512)
    add_common(search, "quiet")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    if parsed.step == "page":
        written = proofs.page(parsed.file)
        with whole_file(parsed.out) as aside:
            aside.write_text(written, encoding="utf-8")
        return 0
    return _check(parsed) if parsed.step == "check" else _search(parsed)


def _check(parsed: argparse.Namespace) -> int:
    if parsed.sample is not None and parsed.sample < 1:
        raise ff.FivefoldError(f"--sample {parsed.sample} is refused: it takes a number of entries from 1 on")
    if len(parsed.file) == 1:
        verdicts = [proofs.check(parsed.file[0], parsed.sample, parsed.seed)]
    elif parsed.sample is None:
        verdicts = proofs.check_all(parsed.file)
    else:
        raise ff.FivefoldError(f"--sample {parsed.sample} is refused: it takes one proof")
    for verdict in verdicts:
        print(verdict.message if verdict.is_proved else f"not proved: {verdict.message}")
    return 0 if all(verdict.is_proved for verdict in verdicts) else 1


def _search(parsed: argparse.Namespace) -> int:
    if parsed.form == 2:
        return _search_lemmas(parsed)
    for name in ("skeleton", "answers", "quiet_moves", "retries"):
        if getattr(parsed, name) is not None:
            raise ff.FivefoldError(f"--{name.replace('_', '-')} is refused: it is for --form 2")
    state: Path | None = parsed.state
    if state is not None and state.exists():
        if parsed.moves or parsed.rules:
            raise ff.FivefoldError(
                f"--state {state} exists: the search goes on from it, and takes no rules and no moves"
            )
        search = ff.search.ProofSearch.load(state, memory=parsed.memory)
    else:
        search = ff.search.ProofSearch(_position(parsed), parsed.attacker, memory=parsed.memory)
    try:
        search.run(parsed.seconds, nodes=parsed.nodes, progress=not parsed.quiet)
    finally:
        if state is not None:
            search.save(state)
    print(f"{search.verdict}: {search.nodes:,} positions looked at, {search.proven:,} proven")
    if search.verdict == "won" and parsed.out is not None:
        search.write(parsed.out, parsed.name)
    if search.is_full:
        print(f"--memory {parsed.memory} is used up: the search goes on with more")
    return 1 if search.verdict == "open" else 0


def _position(parsed: argparse.Namespace) -> ff.Position:
    return parse_rules(parsed).start().play_all(" ".join(parsed.moves))


def _search_lemmas(parsed: argparse.Namespace) -> int:
    search = ff.search.ProofSearch(
        _position(parsed), parsed.attacker, form=2, folder=parsed.state, skeleton=parsed.skeleton
    )
    assert isinstance(search, LemmaProofSearch)
    search.run(
        parsed.seconds,
        nodes=parsed.nodes,
        progress=not parsed.quiet,
        answers=parsed.answers,
        quiet_moves=parsed.quiet_moves,
        retries=parsed.retries or 0,
    )
    print(
        f"{search.verdict}: {search.nodes:,} positions looked at, {search.proven:,} proven, "
        f"{search.lemmas:,} lemmas"
    )
    if search.open_answers:
        print(f"not proven: {' '.join(search.open_answers)}")
    if search.verdict == "won" and parsed.out is not None:
        search.write(parsed.out, parsed.name)
    return 1 if search.verdict == "open" else 0
