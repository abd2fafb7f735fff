"""List the presets, or the options of one with their defaults, values, rules and meanings."""

import argparse

import fivefold as ff

from .arguments import add

EXAMPLES = """\
examples:
  fivefold presets
  fivefold presets renju
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(command, "preset PRESET", "list the options of this preset", nargs="?")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    if parsed.preset is None:
        for name in ff.presets():
            rules = ff.rules(name)
            print(f"{name:<20} {rules.num_players} players, {rules.num_actions} actions")
        return 0
    infos = ff.options(parsed.preset)
    for info in infos.values():
        print(f"{info.name:<12} {info.default!r:<24} {info.range} ({info.rule}). {info.doc}")
    return 0
