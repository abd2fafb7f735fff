"""Show the suite of openings of a game, write it in Gomocup's form, or make a new one.

With --make, openings are drawn and measured by games in which one player has all seats. The balanced ones are
written to --out. The same command resumes.
"""

import argparse
from pathlib import Path

import fivefold as ff

from .arguments import add, add_common, add_rules, named_options, parse_rules, wants_progress

EXAMPLES = """\
examples:
  fivefold openings freestyle
  fivefold openings freestyle --gomocup openings.txt
  fivefold openings renju -o size=9 --make --out renju9.txt --player "mcts(simulations=50)" --count 20
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    add(command, "--gomocup FILE", "write the suite in Gomocup's form: offsets from the centre")
    add(command, "--make", "draw and measure a new suite, and write it to --out")
    add(command, "--out FILE", "with --make: the file to write")
    add(command, "--player P", "with --make: the player on all seats")
    add(command, "--seed N", "with --make: random seed", 1)
    add(command, "--count N", "with --make: number of openings", 100)
    add(command, "--games N", "with --make: number of games from each opening", 60)
    add_common(command, "quiet")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    rules = parse_rules(parsed)
    if parsed.make:
        return make(parsed, rules)
    suite = ff.lab.openings.suite(rules)
    if parsed.gomocup:
        Path(parsed.gomocup).write_text(suite.to_gomocup(), encoding="utf-8")
        print(f"{len(suite)} openings are written to {parsed.gomocup}")
        return 0
    print(suite)
    for moves, share in zip(suite.moves, suite.shares, strict=True):
        share_text = "" if share is None else f"{share.value:.2f} [{share.low:.2f}, {share.high:.2f}]  "
        print(f"{share_text}{moves}")
    return 0


def make(parsed: argparse.Namespace, rules: ff.Rules) -> int:
    """Make a suite."""
    from fivefold.lab.openings.making import make_suite

    if not parsed.out:
        raise ff.FivefoldError("--out FILE is missing: --make writes a suite to a file")
    suite = make_suite(
        rules, parsed.out, progress=wants_progress(parsed), **named_options(parsed, "player seed count games")
    )
    print(f"{suite.name}: {len(suite.rows)} openings of {suite.drawn} drawn are written to {parsed.out}")
    return 0
