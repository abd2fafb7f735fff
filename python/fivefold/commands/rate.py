"""Rate an agent: matches against the baselines of the rules until the interval is narrow enough.

With --out the games are kept: the same command resumes.
"""

import argparse
import sys
from pathlib import Path

import fivefold as ff

from .match import add_common, add_openings
from .rules_arguments import add_rules, rules_of

EXAMPLES = """\
examples:
  fivefold rate my_module:agent --rules freestyle
  fivefold rate model.zip --rules pah_tum --within 30 --out rating
  fivefold rate "mcts(simulations=50)" --rules pente --max-games 400
  fivefold rate "gomocup(command='./engine')" --rules renju
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument(
        "agent",
        metavar="AGENT",
        help="a player, module:name of a function or policy, or a file .zip (Stable-Baselines3) or .onnx",
    )
    add_rules(command, flag=True)
    command.add_argument(
        "--within", type=float, default=50.0, metavar="ELO", help="half the width of the interval (50)"
    )
    command.add_argument("--max-games", type=int, default=1000, metavar="N", help="games at most (1000)")
    command.add_argument("--seed", type=int, default=0, help="every game depends on it (0)")
    add_openings(command)
    command.add_argument(
        "--faults", choices=("raise", "lose"), default="lose", help="what the agent's failure means (lose)"
    )
    add_common(command)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    if not parsed.rules:
        raise ff.FivefoldError("--rules PRESET is missing: fivefold presets lists them")
    found = ff.arena.rate(
        parsed.agent,
        rules_of(parsed),
        within=parsed.within,
        max_games=parsed.max_games,
        seed=parsed.seed,
        openings=parsed.openings,
        faults=parsed.faults,
        threads=parsed.threads,
        out=parsed.out,
        progress=not parsed.quiet and sys.stderr.isatty(),
    )
    print(found)
    if parsed.out:
        print(f"\nThe report is {Path(parsed.out) / 'rating.html'}; the games lie beside it.")
    return 0
