"""Play on a board in a browser of this machine: people and programs on any seat.

Rules, opponents, sides and clocks can be chosen on the board as well. Nobody else can reach the page.
"""

import argparse

from .arguments import add, add_rules, given, rules_of

EXAMPLES = """\
examples:
  fivefold play                                      Gomoku, all seats by hand
  fivefold play pentagame --opponent racer
  fivefold play renju --opponent "mcts(simulations=2000)" --seat 1
  fivefold play freestyle -o size=9 --opponent threats --clock "total 300"
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    rules = next(action for action in command._actions if action.dest == "rules")
    rules.nargs, rules.default = "?", "gomoku"
    rules.help = "what to play (gomoku)"
    add(command, "--opponent PLAYER", "who plays the other seats, such as greedy")
    add(command, "--seat N", "your own seat", 0)
    add(command, "--seed N", "seed of set-up, dice and opponents", int)
    add(command, "--clock TIME", 'the time of the game, such as "total 600"')
    add(command, "--theme NAME", "light, dark, print, colour-blind", default="light")
    add(command, "--port N", "where to listen (any free port)", int, default=0)
    add(command, "--no-browser", "print the address only")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    from fivefold.board import serve

    return serve(
        rules_of(parsed),
        parsed.opponent,
        open_browser=not parsed.no_browser,
        **given(parsed, "seat seed clock port theme"),
    )
