"""Completion in IPython: presets, their options and the values of these, inside ``ff.rules(...)``."""

from __future__ import annotations

import re
import sys
from typing import Any

from ._core import FivefoldError, options, presets

__all__ = ["candidates", "register"]

# Up to the cursor: the preset is being written, or it is there and something follows.
_PRESET = re.compile(r"""\brules\(\s*(["'])(?P<begun>\w*)$""")
_OPTIONS = re.compile(r"""\brules\(\s*(["'])(?P<preset>\w+)\1\s*,(?P<rest>[^()]*)$""")
_VALUE = re.compile(r"""(?:^|,)\s*(?P<name>\w+)\s*=\s*(?P<begun>["']?\w*)$""")
_NAME = re.compile(r"(?:^|,)\s*(?P<begun>\w*)$")


def candidates(line: str) -> tuple[str, list[str]]:
    """Find what may stand at the end of a line.

    Parameters
    ----------
    line : str
        The text up to the cursor.

    Returns
    -------
    tuple of str and list of str
        What is written of the word, and the words that begin so.

    Examples
    --------
    >>> from fivefold._completion import candidates
    >>> candidates('ff.rules("keryo')
    ('keryo', ['keryo_pente'])
    """
    begun, words = "", []
    if match := _PRESET.search(line):
        begun, words = match["begun"], list(presets())
    elif match := _OPTIONS.search(line):
        begun, words = _of_options(match["preset"], match["rest"])
    return begun, [word for word in words if word.startswith(begun)]


def _of_options(preset: str, rest: str) -> tuple[str, list[str]]:
    """Complete the name of an option, or its value."""
    try:
        known = options(preset)
    except FivefoldError:
        return "", []
    if (value := _VALUE.search(rest)) and value["name"] in known:
        begun = value["begun"]
        quote = begun[:1] if begun[:1] in ('"', "'") else '"'
        texts = [
            f"{quote}{one}" if isinstance(one, str) else repr(one)
            for one in known[value["name"]].values or ()
        ]
        return begun, texts
    if name := _NAME.search(rest):
        named = set(re.findall(r"(\w+)\s*=", rest))
        return name["begun"], [f"{one}=" for one in known if one not in named]
    return "", []


def register() -> None:
    """Tell the IPython that runs, if one does; it asks us for each completion from then on."""
    if "IPython" not in sys.modules:
        return
    try:
        from IPython import get_ipython
        from IPython.core.completer import SimpleCompletion, context_matcher
    except ImportError:  # an older one, without such matchers
        return
    shell = get_ipython()
    if shell is None or not hasattr(shell, "Completer"):
        return

    @context_matcher(identifier="fivefold")  # type: ignore[untyped-decorator]
    def matcher(context: Any) -> Any:
        begun, words = candidates(context.line_with_cursor[: context.cursor_position])
        # IPython puts a completion in the place of its own idea of the word.
        prefix = context.token[: len(context.token) - len(begun)] if context.token.endswith(begun) else ""
        return {
            "completions": [SimpleCompletion(prefix + word, type="value") for word in words],
            "suppress": bool(words),
        }

    known = shell.Completer.custom_matchers
    known[:] = [one for one in known if getattr(one, "matcher_identifier", "") != "fivefold"]
    known.append(matcher)
