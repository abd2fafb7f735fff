"""Rate an agent by games against the baselines of the rules, until the interval is narrow enough.

With --out the games are kept, and the same command resumes.
"""

import argparse
from pathlib import Path

import fivefold as ff

from .arguments import (
    PLAYING,
    TO_PLAY,
    add,
    add_common,
    add_rules,
    named_options,
    parse_rules,
    wants_progress,
)

EXAMPLES = """\
examples:
  fivefold rate my_module:agent --rules freestyle
  fivefold rate model.zip --rules pah_tum --within 30 --out rating
  fivefold rate "mcts(simulations=50)" --rules pente --max-games 400
  fivefold rate "gomocup(command='./engine')" --rules renju
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(
        command,
        "agent AGENT",
        "a player, a function or policy as module:name, or a file: .zip (Stable-Baselines3) or .onnx",
    )
    add_rules(command, flag=TO_PLAY)
    add(
        command,
        "--within ELO",
        "stop when the interval reaches no further than this to either side, in Elo",
        50.0,
    )
    add(command, "--max-games N", "maximum number of games", 1000)
    add(
        command,
        "--faults",
        "an agent that fails loses the game, or stops the rating with an error",
        "lose",
        choices=("raise", "lose"),
    )
    add_common(command, "seed", *PLAYING)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    rated = ff.arena.rate(
        parsed.agent,
        parse_rules(parsed),
        progress=wants_progress(parsed),
        **named_options(parsed, "within max_games seed openings faults threads out"),
    )
    print(rated)
    if parsed.out:
        print(f"\nThe report is {Path(parsed.out) / 'rating.html'}; the games lie beside it.")
    return 0
