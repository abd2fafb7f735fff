"""Which format a file has: by its beginning, else by its ending."""

import json
import re
from pathlib import PurePath

FORMATS = {
    "jsonl": (".jsonl", ".json", ".ndjson"),
    "text": (".txt", ".record"),
    "sgf": (".sgf",),
    "psq": (".psq",),
    "notes": (".notes",),
    "pos": (".pos",),
    "pente_org": (".pente", ".pgn"),
    "rec": (".rec",),
    "rif": (".rif",),
}
# Formats that are read only.
READ_ONLY = ("pente_org", "rec", "rif")
# What stands at the beginning of files that are no records.
SIGNS = (
    (
        "\xffRenLib\xff",
        "a library of RenLib, a tree: `fivefold.records.Tree.read` and `fivefold convert` read it",
    ),
    ("PK", "a ZIP archive once more: unpack it first"),
    ("\x1f\x8b", "packed by gzip once more: unpack it first"),
    ("BZh", "packed by bzip2: unpack it first"),
    ("\xfd7zXZ", "packed by xz: unpack it first"),
    ("\x28\xb5\x2f\xfd", "packed by Zstandard: unpack it first"),
    ("Rar!", "a RAR archive: unpack it first"),
    ("7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"),
    (
        "\x04\x22\x4d\x18",
        "packed by LZ4: positions to learn from are read by `fivefold.records.read_samples`",
    ),
    ("\x93NUMPY", "an array of numpy"),
    ("SQLite format 3", "a database of SQLite"),
    ("PAR1", "a Parquet table"),
    ("%PDF", "a PDF document"),
    ("\x89PNG", "an image"),
    ("GIF8", "an image"),
    ("\xff\xd8\xff", "an image"),
    ("\x7fELF", "a program"),
    ("MZ", "a program"),
)
# The formats of files with these endings, where their content does not decide.
NAMED = {
    ".bin": "positions to learn from: `fivefold.records.read_samples` reads them",
    ".binpack": "positions to learn from: `fivefold.records.read_samples` reads them",
    ".bdt": "a .bdt: of that format no description was found, so it is not read",
    ".wzq": "a .wzq: of that format no description was found, so it is not read",
}
_OFFSETS = re.compile(
    r"-?[0-9]{1,2},\s*-?[0-9]{1,2}(?:[,\s]\s*-?[0-9]{1,2},\s*-?[0-9]{1,2})+\s*$", re.MULTILINE
)
_POINTS = re.compile(r"(?:[a-z]{1,2}[0-9]{1,2}[\s,]*){2,}", re.IGNORECASE)


def format_of(beginning: str, name: str = "") -> str | None:
    """Return the format of a file.

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
    >>> import fivefold as ff
    >>> (
    ...     ff.records.format_of("(;FF[4]GM[4]"),
    ...     ff.records.format_of("", "games.psq"),
    ...     ff.records.format_of("hello"),
    ... )
    ('sgf', 'psq', None)
    """
    text = beginning.lstrip("\ufeff \t\r\n")
    if re.match(r"\[[A-Za-z][A-Za-z0-9 ]*\s*\"", text):
        return "pente_org"
    if text.startswith(("{", "[")) and ('"' in text or len(text) < 3):
        # JSON of others has nothing of a record in it.
        is_other = len(text) > 2 and not any(key in text for key in ('"rules"', '"moves"', '"format"'))
        return None if is_other and _is_json(text) else "jsonl"
    if text.startswith("fivefold record"):
        return "text"
    if text.startswith("<") and not re.match(r"<(!doctype html|html)", text, re.IGNORECASE):
        return "rif"
    if text[:9].lower() == "piskvorky":
        return "psq"
    if text.startswith("(") and text[1:].lstrip().startswith(";"):
        return "sgf"
    if re.match(r"1\.\s*[a-zA-Z0]", text) or text.startswith(("1.\n", "1.\r")) or text == "1.":
        return "notes"
    if _POINTS.fullmatch(text.split("\n", 1)[0].strip()):
        return "pos"
    ending = PurePath(name).suffix.lower()
    named = next((format for format, endings in FORMATS.items() if ending in endings), None)
    # Many things are .txt: what is in it must tell.
    return None if named == "text" and text else named


def _is_json(text: str) -> bool:
    """Return whether a text begins with a whole value of JSON."""
    try:
        json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return True


def seems(beginning: str, name: str = "") -> str:
    """Describe in words what a file that is none of the formats seems to be."""
    ending = PurePath(name).suffix.lower()
    if ending in NAMED:
        return NAMED[ending]
    for sign, words in SIGNS:
        if beginning.startswith(sign):
            return words
    if beginning[257:262] == "ustar":
        return "a tar archive: unpack it first"
    text = beginning.lstrip("\ufeff \t\r\n")
    if _OFFSETS.match(text):
        return "openings as offsets from the centre: `fivefold.lab.openings.read_gomocup` reads them"
    if text.startswith(("{", "[")) and _is_json(text):
        return f"JSON, but no record: {text[:40]!r}"
    if re.match(r"<(!doctype html|html)", text, re.IGNORECASE):
        return "a web page"
    if not text:
        return "empty"
    odd = sum(letter < " " and letter not in "\t\n\r\f" for letter in beginning)
    if odd * 20 > len(beginning):
        return "no text"
    return f"a text that begins with {text[:40]!r}"
