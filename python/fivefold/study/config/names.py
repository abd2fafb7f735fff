"""Names of experiments as names of folders: what is refused, and what two names share."""

import unicodedata
from collections.abc import Iterable

from fivefold.lab.errors import ConfigError

# File systems take 255 bytes; the file beside it that is being written has some fifty more than the name.
LONGEST_NAME = 200

# What Windows opens under these names, with any ending, is no folder.
_DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)),
}


def folder_of(name: str) -> str:
    """Return the folder of an experiment: its name with every odd character replaced.

    Examples
    --------
    >>> folder_of("p<1")
    'p_1'
    """
    return "".join(letter if letter.isalnum() or letter in "-_.=" else "_" for letter in name)


def folded(name: str) -> str:
    """Return what is equal for two names that would share a folder on some system.

    Systems differ in whether capitals, composed letters and dots at the end count; here none does.

    Examples
    --------
    >>> folded("Size 9") == folded("size_9")
    True
    """
    folder = unicodedata.normalize("NFKC", folder_of(name)).casefold()
    return unicodedata.normalize("NFKC", folder).rstrip(".")


def _check_name(name: str) -> None:
    """Refuse a name that cannot be a folder's: it begins with a dot, names a device or is too long."""
    if name.startswith("."):
        raise ConfigError(f'the name "{name}" of an experiment begins with a dot: its folder would be hidden')
    if folded(name).partition(".")[0] in _DEVICES:
        raise ConfigError(f'the name "{name}" of an experiment is that of a device on some systems')
    size = len(folder_of(name).encode())
    if size > LONGEST_NAME:
        raise ConfigError(
            f'the name "{name[:40]}..." of an experiment takes {size} bytes: '
            f"at most {LONGEST_NAME} are possible"
        )


def check_names(names: Iterable[str]) -> None:
    """Refuse names that cannot be a folder's, or that differ in capitals and odd characters alone."""
    seen: dict[str, str] = {}
    for name in names:
        _check_name(name)
        folder = folded(name)
        if folder not in seen:
            seen[folder] = name
        elif seen[folder] == name:
            raise ConfigError(f'two experiments are called "{name}": give one of them another name')
        else:
            raise ConfigError(
                f'the experiments "{seen[folder]}" and "{name}" would share a folder: '
                "give one of them a name that differs in more than capitals and odd characters"
            )
