"""Arguments of the commands: one way to declare them, and those that several commands have."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import fivefold as ff

COMMON: dict[str, tuple[Any, ...]] = {
    "games": ("--games N", "number of games", 200),
    "seed": ("--seed N", "random seed of all games", 0),
    "openings": (
        "--openings NAME",
        "where games begin: suite (the suite of the rules, the default), random or balanced (drawn), start "
        "(the empty board), or a file with the moves of an opening on each line",
    ),
    "out": ("--out DIR", "folder for the games and a report; the same command resumes there"),
    "threads": ("--threads N", "number of threads (default: all cores)", int),
    "quiet": ("--quiet", "show no progress"),
    # How to read a file that does not say it itself.
    "encoding": ("--encoding NAME", "encoding of the text, such as gbk or shift_jis"),
    "letters": ("--letters", "whether the columns use the letter i or skip it"),
    "origin": ("--origin", "number of the first column and row of a .psq file", 1),
}
CHOICES: dict[str, dict[str, Any]] = {"letters": {"choices": ("i", "no_i")}, "origin": {"choices": (0, 1)}}
OF_FILES = "the rules of the games, if the file does not say them"
TO_PLAY = "the preset to play; `fivefold presets` lists all"
PLAYING = ("openings", "out", "threads", "quiet")
READING = ("encoding", "letters", "origin")


def add(
    command: argparse.ArgumentParser, spec: str, text: str, usual: Any = None, **more: Any
) -> argparse.Action:
    """Declare an argument, such as ``"--games N"``, with a default, which the help shows, or a type.

    A flag with neither is a switch.
    """
    words = spec.split()
    names = [word for word in words if word.startswith("-")] or words[:1]
    if words[len(names) :]:
        more["metavar"] = words[-1]
    if isinstance(usual, type):
        more["type"] = usual
    elif usual is not None:
        more |= {"type": type(usual), "default": usual}
        text += f" (default: {usual:g})" if isinstance(usual, float) else f" (default: {usual})"
    elif spec.startswith("-") and not more:
        more["action"] = "store_true"
    return command.add_argument(*names, help=text, **more)


def add_common(command: argparse.ArgumentParser, *names: str) -> None:
    """Declare arguments that several commands have."""
    for name in names:
        add(command, *COMMON[name], **CHOICES.get(name, {}))


def named_options(parsed: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Return arguments by name, as a function takes them."""
    return {name: getattr(parsed, name) for one in names for name in one.split()}


def wants_progress(parsed: argparse.Namespace) -> bool:
    """Return whether a line of progress is shown: in a terminal, unless --quiet was given."""
    return not parsed.quiet and sys.stderr.isatty()


def add_rules(command: argparse.ArgumentParser, flag: str | None = None, letter: bool = True) -> None:
    """Let a command take a preset, as its first argument or by `--rules` with this help, and options."""
    preset = add(command, "--rules PRESET", flag) if flag else add(command, "rules PRESET", TO_PLAY)
    preset.completer = lambda **options: ff.presets()  # type: ignore[attr-defined]  # read by argcomplete
    add(
        command,
        f"{'-o ' * letter}--option NAME=VALUE",
        "an option of the rules, such as size=9, size=[9,11] or foul=loses; may be repeated; "
        "`fivefold presets PRESET` lists all",
        action="append",
        default=[],
    )


def parse_rules(parsed: argparse.Namespace) -> ff.Rules:
    """Make the rules that a command was given; SetupError where there is no such preset or option."""
    if not parsed.rules:
        raise ff.FivefoldError("--rules PRESET is missing: fivefold presets lists them")
    return ff.rules(parsed.rules, **dict(map(parse_option, parsed.option)))


def rules_option(parsed: argparse.Namespace) -> ff.Rules | str | None:
    """Make the rules of `--rules`: a preset by its name fits itself to the board of a file."""
    if parsed.option and not parsed.rules:
        raise ff.FivefoldError("--option belongs to --rules")
    return parse_rules(parsed) if parsed.option else parsed.rules


def parse_option(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE, the value as JSON where it is some."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise ff.FivefoldError(f"'{text}' is no option: write NAME=VALUE, such as size=9")
    try:
        data = json.loads(value)
    except ValueError:
        data = {"True": True, "False": False, "None": None}.get(value, value)
    return name.replace("-", "_"), tuple(data) if isinstance(data, list) else data
