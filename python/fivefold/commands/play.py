"""Play on a board in a browser of this machine: people and programs on any seat.

Rules, opponents, sides and clocks can be chosen on the board as well. Nobody else can reach the page.
"""

import argparse

from .rules_arguments import add_rules, rules_of

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
    command.add_argument("--opponent", metavar="PLAYER", help="who plays the other seats, such as greedy")
    command.add_argument("--seat", type=int, default=0, metavar="N", help="your own seat (0)")
    command.add_argument("--seed", type=int, metavar="N", help="seed of set-up, dice and opponents")
    command.add_argument("--clock", metavar="TIME", help='the time of the game, such as "total 600"')
    command.add_argument("--theme", default="light", metavar="NAME", help="light, dark, print, colour-blind")
    command.add_argument("--port", type=int, default=0, metavar="N", help="where to listen (any free port)")
    command.add_argument("--no-browser", action="store_true", help="print the address only")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    from fivefold.board import serve

    return serve(
        rules_of(parsed),
        parsed.opponent,
        seat=parsed.seat,
        seed=parsed.seed,
        clock=parsed.clock,
        port=parsed.port,
        theme=parsed.theme,
        open_browser=not parsed.no_browser,
    )
