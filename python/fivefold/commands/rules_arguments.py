"""Arguments that name rules: a preset and options, such as `renju size=9 foul=loses`."""

import argparse
import json
from typing import Any

import fivefold as ff


def add_rules(command: argparse.ArgumentParser, flag: bool = False, letter: bool = True) -> None:
    """Let a command take a preset and options.

    Parameters
    ----------
    command : ArgumentParser
        The command.
    flag : bool
        As `--rules PRESET` with `--option NAME=VALUE`; else the preset is the first argument.
    letter : bool
        Whether ``-o`` is short for ``--option``.
    """
    if flag:
        preset = command.add_argument(
            "--rules", metavar="PRESET", help="the rules, where a file does not say them"
        )
    else:
        preset = command.add_argument(
            "rules", metavar="PRESET", help="the rules: fivefold presets lists them"
        )
    preset.completer = lambda **asked: ff.presets()  # type: ignore[attr-defined]  # read by argcomplete
    command.add_argument(
        *(["-o"] if letter else []),
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the rules, such as size=9, size=[9,11] or foul=loses; may be repeated; "
        "`fivefold presets PRESET` lists them",
    )


def rules_of(parsed: argparse.Namespace) -> ff.Rules:
    """Make the rules that a command was given.

    Raises
    ------
    SetupError
        There is no such preset or option.
    """
    return ff.rules(parsed.rules, **dict(map(option_of, parsed.option)))


def given_rules(parsed: argparse.Namespace) -> ff.Rules | str | None:
    """Make the rules of `--rules`: a preset by its name fits itself to the board of a file."""
    if parsed.option and not parsed.rules:
        raise ff.FivefoldError("--option belongs to --rules")
    return rules_of(parsed) if parsed.option else parsed.rules


def option_of(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE, the value as JSON where it is some."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise ff.FivefoldError(f"'{text}' is no option: write NAME=VALUE, such as size=9")
    try:
        data = json.loads(value)
    except ValueError:
        data = {"True": True, "False": False, "None": None}.get(value, value)
    return name.replace("-", "_"), tuple(data) if isinstance(data, list) else data
