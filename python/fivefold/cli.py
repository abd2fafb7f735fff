"""The command line: `fivefold study`, `replay`, `show`, `convert`, `perft`, `presets` and more.

Exit codes:
  0    success
  1    a game is illegal or ends differently from what its file says, or a file of a study is damaged
  2    the request is wrong: its arguments, a configuration, an unreadable file, a folder of another study
  3    an extra is missing, and the message names it
  4    the disk is full or cannot be written
  130  Ctrl-C
"""

import argparse
import atexit
import errno
import gc
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from fivefold.commands.hints import as_flags, did_you_mean

EXIT_GAME, EXIT_USAGE, EXIT_EXTRA, EXIT_DISK, EXIT_INTERRUPT = 1, 2, 3, 4, 130

_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}

# A command, the module of `fivefold.commands` that does it, and what it does in a line.
COMMANDS = {
    "study": "play millions of games, and write tables and a report",
    "compare": "compare two studies: differences with intervals",
    "export": "export games: positions for training, records, or a data set",
    "replay": "check that every game of a file is legal to its end",
    "convert": "convert records from one format to another",
    "play": "open a board to play on in a browser",
    "analyse": "find missed wins and mistakes in games, move by move",
    "show": "show a position or a record in the terminal or as a picture",
    "tournament": "run a tournament by hand: pair, enter results, print tables",
    "match": "play a match of two players, and estimate the difference in Elo",
    "ladder": "let all players meet each other, and rate them",
    "run": "play any schedule: swiss, league, knockout ... or one of your own",
    "rate": "rate an agent in Elo against baselines that never change",
    "train-evaluation": "train the evaluation of the player alpha_beta by self-play",
    "openings": "show the suite of openings of a game, write it, or make a new one",
    "gomocup": "run as an engine that speaks the Gomocup protocol",
    "engine": "run as an engine for every game, in lines of JSON",
    "proof": "check a proof of a win, play against it, or search for one",
    "measure": "measure a game: size, branching, length, drama, with intervals",
    "perft": "count the sequences of moves from a position",
    "presets": "list the presets, or the options of one",
    "completion": "let a shell complete commands, flags and presets",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments without the name of the program; those of the process by default.

    Returns
    -------
    int
        The exit code, as listed above.

    Examples
    --------
    >>> from fivefold.cli import main
    >>> main(["perft", "freestyle", "2"])
    50400
    0
    """
    from fivefold import FivefoldError

    if arguments is None:
        # The process ends with the command, and all memory goes back at once: looking for cycles
        # among a million objects first takes Python a twentieth of a second.
        atexit.register(gc.freeze)
    parser, parsed = _parse(list(sys.argv[1:] if arguments is None else arguments))
    if parsed.command is None:
        parser.print_help()
        return EXIT_USAGE
    flags = _flags(parser)
    try:
        return _run(parsed)
    except KeyboardInterrupt:
        _say("stopped")
        return EXIT_INTERRUPT
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ImportError as error:
        if "pip install" not in str(error):
            raise
        _say(str(error))
        return EXIT_EXTRA
    except FivefoldError as error:
        message = as_flags(str(error), flags)
        _say(message + did_you_mean(message))
        return EXIT_DISK if type(error).__name__ == "DiskError" else EXIT_USAGE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _say(f"{where}{error.strerror or error}")
        return EXIT_DISK if error.errno in _DISK else EXIT_USAGE


def import_command(name: str) -> ModuleType:
    """Return the module of a command."""
    return import_module(f"fivefold.commands.{name.replace('-', '_')}")


def _say(message: str) -> None:
    print(f"fivefold: {message}", file=sys.stderr)


def _run(parsed: argparse.Namespace) -> int:
    run: Callable[[argparse.Namespace], int] = parsed.run
    show = warnings.showwarning

    def tell(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        """Say in a line what concerns the result, and where in the code all else came up."""
        if category.__name__ == "FewDistinctGamesWarning":
            _say(str(message))
        else:
            show(message, category, *where, **more)

    with warnings.catch_warnings():
        warnings.showwarning = tell
        return run(parsed)


class _Parser(argparse.ArgumentParser):
    """Keep the examples of a help text as they are written; say errors in one line."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**options)

    def error(self, message: str) -> NoReturn:
        _say(f"{message}{did_you_mean(message, _flags(self))} ({self.prog} --help tells more)")
        sys.exit(EXIT_USAGE)


def _flags(parser: argparse.ArgumentParser) -> list[str]:
    """List the flags of a parser and of all below it."""
    flags = [flag for action in parser._actions for flag in action.option_strings]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            flags += [flag for command in action.choices.values() for flag in _flags(command)]
    return flags


def _parse(arguments: list[str]) -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    from fivefold import __version__

    parser = _Parser(
        prog="fivefold",
        description="Gomoku, Renju, Pagoda, Pente, Pah-Tum and Pentagame: rules, records, studies.",
        epilog="fivefold COMMAND --help shows examples.\n\n" + (__doc__ or "").partition("\n\n")[2],
    )
    parser.add_argument("--version", action="version", version=f"fivefold {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    is_completing = "_ARGCOMPLETE" in os.environ
    if is_completing:  # what is written so far stands there
        arguments = os.environ["COMP_LINE"].split()[1:]
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        # Only the command that runs is imported: the others cost nothing.
        if name == chosen:
            module = import_command(name)
            command.description = module.__doc__
            command.epilog = module.EXAMPLES
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    if is_completing:
        import_module("fivefold.commands.completion").library().autocomplete(parser)  # ends the process
    parsed, unknown = parser.parse_known_args(arguments)
    if unknown:
        command = commands.choices.get(parsed.command, parser)
        command.error(f"unrecognized arguments: {' '.join(unknown)}")
    return parser, parsed
