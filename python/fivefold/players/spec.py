"""Players as texts: ``"mcts(simulations=400)"``."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from fivefold._core import FivefoldError

__all__ = ["parse", "written"]

LONGEST = 2000


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """Read a name with options: plain literals by keyword, none twice, no code. A level has its number alone.

    Parameters
    ----------
    text : str
        ``"name"`` or ``"name(option=literal, ...)"``.

    Returns
    -------
    tuple
        The name, and the options in their order.

    Raises
    ------
    FivefoldError
        The text has another form.

    Examples
    --------
    >>> parse("mcts(simulations=400)")
    ('mcts', {'simulations': 400})
    """
    refusal = (
        f"the player {text!r:.120} is refused: a name, alone or with plain values as in mcts(simulations=400)"
    )
    if len(text) > LONGEST:
        raise FivefoldError(refusal)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        if isinstance(tree, ast.Name):
            return tree.id, {}
        if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
            raise FivefoldError(refusal)
        options: dict[str, Any] = {}
        if tree.args:
            if tree.func.id != "level" or len(tree.args) > 1:
                raise FivefoldError(refusal)
            options["number"] = ast.literal_eval(tree.args[0])
        for keyword in tree.keywords:
            if keyword.arg is None or keyword.arg in options:
                raise FivefoldError(refusal)
            options[keyword.arg] = ast.literal_eval(keyword.value)
    except FivefoldError:
        raise
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as error:
        raise FivefoldError(refusal) from error
    return tree.func.id, options


def written(name: str, options: Mapping[str, Any]) -> str:
    """Write a player as `parse` reads it.

    Examples
    --------
    >>> written("mcts", {"simulations": 400})
    'mcts(simulations=400)'
    """
    if not options:
        return name
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in options.items())})"
