"""Play on a board in a browser, by hand or against programs.

Rules, opponents, sides and clocks can be chosen on the board, too. Only this machine can reach the page.
"""

import argparse

from .arguments import add, add_rules, named_options, parse_rules

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
    rules.help = "the preset to play (default: gomoku)"
    add(
        command,
        "--opponent PLAYER",
        "the player on the other seats, such as greedy (default: all seats by hand)",
    )
    add(command, "--seat N", "the seat that you play", 0)
    add(command, "--seed N", "random seed of the set-up, of dice and of opponents", int)
    add(command, "--clock TIME", 'time control of the game, such as "total 600"')
    add(
        command,
        "--theme NAME",
        "theme of the board: light, dark, print or colour-blind (default: light)",
        default="light",
    )
    add(command, "--port N", "port to listen on (default: any free port)", int, default=0)
    add(command, "--no-browser", "only print the address")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    from fivefold.board import serve

    return serve(
        parse_rules(parsed),
        parsed.opponent,
        open_browser=not parsed.no_browser,
        **named_options(parsed, "seat seed clock port theme"),
    )
