"""A game out of what somebody pastes or opens: a file of any format, or moves."""

from __future__ import annotations

import io

from fivefold import records
from fivefold._core import FivefoldError, Record, Rules

__all__ = ["MAX", "parse_record"]

MAX = 2_000_000
"""Characters of a text that is read."""


def parse_record(text: str, rules: Rules) -> Record:
    """Read the first game of a text: a record in any format, or moves of the rules on the board.

    Raises
    ------
    FivefoldError
        It is neither.
    """
    if len(text) > MAX:
        raise FivefoldError(f"a text of {len(text):,} characters is refused: a game has at most {MAX:,}")
    if not text.strip():
        raise FivefoldError("there is nothing to read")
    try:
        for record in records.read(io.StringIO(text)):
            return record
    except FivefoldError as error:
        first = error
    else:
        first = FivefoldError("it holds no game")
    try:
        return rules.start(seed=0).play_all(text).record()
    except FivefoldError as error:
        raise FivefoldError(f"no game can be read: {first}; nor are these moves: {error}") from None
