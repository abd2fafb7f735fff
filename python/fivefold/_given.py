"""What functions of the package are given: rules, or the name of a preset."""

from __future__ import annotations

from fivefold._core import FivefoldError, Rules
from fivefold._core import rules as make_rules


def read_rules(rules: Rules | str) -> Rules:
    """Take rules, or a preset by its name.

    Raises
    ------
    SetupError
        There is no such preset (G7).
    FivefoldError
        It is neither.
    """
    found = make_rules(rules) if isinstance(rules, str) else rules
    if not isinstance(found, Rules):
        raise FivefoldError(f"rules={rules!r:.80} are refused: it takes Rules or the name of a preset")
    return found
