"""What the command line adds to a message: the names of its flags, and what may have been meant."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

QUOTED = re.compile(r"['\"]([^'\"]{1,60})['\"]")
THERE_ARE = re.compile(r"\b(?:there are|it has|one of|choose from|it takes)\b")
ARGUMENT = re.compile(r"(?<![\w-])([a-z][a-z_]*)=(?=(\S?))")


def as_flags(message: str, flags: Iterable[str]) -> str:
    """Say `--rules` where a message of the library says `rules=`.

    Examples
    --------
    >>> as_flags("give them with rules=", ["--rules"])
    'give them with --rules'
    >>> as_flags("seed=-1 is refused", ["--seed"])
    '--seed -1 is refused'
    """
    known = set(flags)

    def flag(match: re.Match[str]) -> str:
        name = "--" + match[1].replace("_", "-")
        if name not in known:
            return match[0]
        return name + (" " if match[2] and match[2] not in ",;:." else "")

    return ARGUMENT.sub(flag, message)


def did_you_mean(message: str, flags: Iterable[str] = ()) -> str:
    """Name what may have been meant, where a message quotes a word and lists the right ones; else nothing.

    `flags` are those of the command, for arguments that it does not have.

    Examples
    --------
    >>> did_you_mean("'gomuku' is no preset; there are gomoku, freestyle (G7)")
    '; did you mean gomoku?'
    >>> did_you_mean("unrecognized arguments: --unti turn", ["--unit", "--seed"])
    '; did you mean --unit?'
    """
    unknown = re.match(r"unrecognized arguments: (--[\w-]+)", message)
    listed = next(iter([*THERE_ARE.finditer(message)][::-1]), None)
    quoted = QUOTED.findall(message[: listed.start()]) if listed else []
    if unknown:
        word, words = unknown[1], list(flags)
    elif listed and quoted:
        word, words = quoted[-1], re.findall(r"[\w-]+", message[listed.end() :])
    else:
        return ""
    # What was quoted may be a player with options: its name is what was misspelt.
    close = [] if word in words else get_close_matches(word.partition("(")[0], words, 1, 0.6)
    return f"; did you mean {close[0]}?" if close else ""
