"""Check a proof of a forced win, with a checker that knows nothing of the search."""

import argparse
from pathlib import Path

from fivefold import FivefoldError, proofs

EXAMPLES = """\
examples:
  fivefold proof check three.proof
  fivefold proof check whole_game.proof.gz --sample 10000
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


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    if parsed.sample is not None and parsed.sample < 0:
        raise FivefoldError(f"--sample {parsed.sample} is refused: it takes a number of entries")
    verdict = proofs.check(parsed.file, parsed.sample, parsed.seed)
    print(verdict.message if verdict.is_proved else f"not proved: {verdict.message}")
    return 0 if verdict.is_proved else 1
