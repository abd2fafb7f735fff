"""What a command says of how to read files that do not say it themselves."""

import argparse
from typing import Any


def add_reading(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("--encoding", metavar="NAME", help="the encoding of the text: gbk, shift_jis ...")
    command.add_argument(
        "--letters", choices=("i", "no_i"), help="whether columns use the letter i, where a file may not"
    )
    command.add_argument(
        "--origin", type=int, default=1, choices=(0, 1), help="the first column and row of a .psq (1)"
    )


def given_reading(parsed: argparse.Namespace) -> dict[str, Any]:
    """Return them as `fivefold.records.read` takes them."""
    return {"encoding": parsed.encoding, "letters": parsed.letters, "origin": parsed.origin}
