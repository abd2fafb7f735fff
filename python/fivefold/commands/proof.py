"""Check a proof of a forced win, play against it, or search for one.

The checker knows nothing of the search. The search tries all moves and keeps its state, so that it goes on
where it was stopped.
"""

import argparse
from pathlib import Path

import fivefold as ff
from fivefold import proofs
from fivefold._files import whole_file
from fivefold.search._lemma_search import LemmaProofSearch

from .rules_arguments import add_rules, rules_of

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
    check = steps.add_parser("check", help="is it a proof?")
    check.add_argument("file", type=Path, help="the proof; gzipped if its name ends with .gz")
    check.add_argument(
        "--sample", type=int, metavar="N", help="look at the root and at N entries drawn by lot"
    )
    check.add_argument("--seed", type=int, metavar="N", help="seed of the lot")
    page = steps.add_parser("page", help="a page to play against a proof of lemmas")
    page.add_argument("file", type=Path, help="the proof; it is checked first")
    page.add_argument("--out", type=Path, required=True, metavar="FILE", help="write the page there")
    search = steps.add_parser("search", help="search all moves for a win and its proof")
    search.add_argument("moves", nargs="*", metavar="MOVE", help="the moves up to the position")
    add_rules(search, flag=True)
    search.add_argument(
        "--attacker", choices=("black", "white"), help="the side that shall win (the side to move)"
    )
    search.add_argument("--out", type=Path, metavar="FILE", help="write the proof there; gzipped for .gz")
    search.add_argument("--name", default="", metavar="TEXT", help="what is proven, in words")
    search.add_argument(
        "--form",
        type=int,
        choices=(1, 2),
        default=1,
        help="of the proof: 1 positions, 2 lemmas, which large boards need (1)",
    )
    search.add_argument(
        "--state",
        type=Path,
        metavar="FILE",
        help="keep the state there, and go on from what is there; a folder for form 2",
    )
    search.add_argument(
        "--skeleton", type=Path, metavar="FILE", help="moves to try first, lines of a game each (form 2)"
    )
    search.add_argument(
        "--answers", nargs="+", metavar="MOVE", help="of the replies look at these only (form 2)"
    )
    search.add_argument("--seconds", type=float, metavar="S", help="how long to search")
    search.add_argument("--nodes", type=int, metavar="N", help="how many more positions to look at")
    search.add_argument("--memory", type=int, default=512, metavar="MIB", help="memory to use (512)")
    search.add_argument("--quiet", action="store_true", help="no line of progress")


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
    verdict = proofs.check(parsed.file, parsed.sample, parsed.seed)
    print(verdict.message if verdict.is_proved else f"not proved: {verdict.message}")
    return 0 if verdict.is_proved else 1


def _search(parsed: argparse.Namespace) -> int:
    if parsed.form == 2:
        return _search_lemmas(parsed)
    if parsed.skeleton is not None or parsed.answers is not None:
        raise ff.FivefoldError("--skeleton and --answers are refused: they are for --form 2")
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
    if not parsed.rules:
        raise ff.FivefoldError("--rules PRESET is missing: fivefold presets lists them")
    return rules_of(parsed).start().play_all(" ".join(parsed.moves))


def _search_lemmas(parsed: argparse.Namespace) -> int:
    search = ff.search.ProofSearch(
        _position(parsed), parsed.attacker, form=2, folder=parsed.state, skeleton=parsed.skeleton
    )
    assert isinstance(search, LemmaProofSearch)
    search.run(parsed.seconds, nodes=parsed.nodes, progress=not parsed.quiet, answers=parsed.answers)
    print(
        f"{search.verdict}: {search.nodes:,} positions looked at, {search.proven:,} proven, "
        f"{search.lemmas:,} lemmas"
    )
    if search.open_answers:
        print(f"not proven: {' '.join(search.open_answers)}")
    if search.verdict == "won" and parsed.out is not None:
        search.write(parsed.out, parsed.name)
    return 1 if search.verdict == "open" else 0
