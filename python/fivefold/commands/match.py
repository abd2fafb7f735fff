"""Play a match of two players, and estimate the difference in Elo. Each pair of games exchanges the seats.

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
  fivefold match greedy random --rules freestyle -o size=9 --games 100
  fivefold match "mcts(simulations=1000)" greedy --rules renju --out renju-match
  fivefold match "mcts(simulations=400)" "mcts(simulations=200)" --rules pente --sprt 0 20
  fivefold match threats "mcts(simulations=1000)" --rules freestyle --openings balanced
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(command, "first A", "a player, such as greedy or 'mcts(simulations=400)'")
    add(command, "second B", "the other player")
    add_rules(command, flag=TO_PLAY)
    add(
        command,
        "--sprt",
        "stop when a sequential test accepts one of these differences in normalised Elo",
        float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
    )
    add(
        command,
        "--faults",
        "a player that fails stops the match with an error, or loses the game",
        "raise",
        choices=("raise", "lose"),
    )
    add_common(command, "games", "seed", *PLAYING)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    result = ff.arena.match(
        parsed.first,
        parsed.second,
        parse_rules(parsed),
        progress=wants_progress(parsed),
        **named_options(parsed, "games seed openings sprt faults threads out"),
    )
    print(result)
    print("pairs by points of the first, 0 to 2:", *result.pairs.tolist())
    for fault in result.faults:
        print(f"game {fault.game}: {fault.player}: {fault.reason}")
    if parsed.out:
        print(f"The report is {Path(parsed.out) / 'report.html'}; the games lie beside it.")
    return 0
