"""Which format a file has: by its beginning, else by its ending."""

from pathlib import PurePath

FORMATS = {
    "jsonl": (".jsonl", ".json", ".ndjson"),
    "text": (".txt", ".record"),
    "sgf": (".sgf",),
    "psq": (".psq",),
    "notes": (".notes",),
    "rif": (".rif",),
}


def format_of(beginning: str, name: str = "") -> str | None:
    """Tell the format of a file.

    Parameters
    ----------
    beginning : str
        Its first characters; may be empty.
    name : str
        Its name.

    Returns
    -------
    str or None
        A key of `FORMATS`; None if nothing fits.

    Examples
    --------
    >>> format_of("(;FF[4]GM[4]"), format_of("", "games.psq"), format_of("hello")
    ('sgf', 'psq', None)
    """
    text = beginning.lstrip("\ufeff \t\r\n")
    if text.startswith(("{", "[")):
        return "jsonl"
    if text.startswith("fivefold record"):
        return "text"
    if text.startswith("<"):
        return "rif"
    if text.startswith("Piskvorky"):
        return "psq"
    if text.startswith("(") and text[1:].lstrip().startswith(";"):
        return "sgf"
    if text.startswith(("1. ", "1.\n", "1.\r")):
        return "notes"
    ending = PurePath(name).suffix.lower()
    return next((format for format, endings in FORMATS.items() if ending in endings), None)
