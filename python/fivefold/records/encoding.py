"""In which encoding a file is: as its mark or the file itself says, else UTF-8, else ISO-8859-1."""

import codecs
import re
from collections.abc import Callable, Iterator
from typing import IO

from fivefold import RecordError

from .formats import format_of
from .splitting import TooLong

# How much of a file is looked at to tell its format and its encoding.
LOOK = 8192
MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
# Encodings by the names of smaller ones, whose texts they read too.
LARGER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "ascii": "utf-8",
}
# What programs write in front of the numbers and names of encodings that Python knows without.
_PREFIX = re.compile(r"(?:x|ms|windows|win|ibm|code-?page)?[-_ ]*", re.IGNORECASE)
# Names of encodings that have no other form.
ALIASES = {
    "ansi": "cp1252",
    "gb231280": "gb2312",
    "big5eten": "big5",
    "31j": "cp932",
    "xsjis": "shift_jis",
    "macroman": "mac_roman",
    "unicode": "utf-16",
}
# How much of a file its encoding may stand behind: a long remark comes first.
FAR = 1 << 20
_CA = re.compile(rb"(?:CA|ca|Ca)\s*\[\s*([^\]\s][^\]\r\n]{0,39}?)\s*\]")
_SEVEN_BITS = re.compile(rb"hz|iso-?2022|utf-?7", re.IGNORECASE)
_XML = re.compile(rb"<\?xml[^>]*\bencoding\s*=\s*[\"']([^\"']{1,40})[\"']")
# Our own forms are UTF-8 by their definition.
OURS = ("jsonl", "text")


def known(encoding: str) -> str:
    """Give the encoding of a name; refuse what is none."""
    for name in _names(encoding):
        try:
            codec = codecs.lookup(name)
            "".encode(codec.name)
        except (LookupError, TypeError, ValueError):
            continue
        return LARGER.get(codec.name, codec.name)
    raise TooLong(f"encoding={encoding!r:.60} is no known encoding of text")


def _names(encoding: str) -> Iterator[str]:
    """Give a name of an encoding, and what else it may be called: `Windows-936` is `cp936`."""
    yield encoding
    if not isinstance(encoding, str):
        return
    bare = encoding[_PREFIX.match(encoding).end() :]  # type: ignore[union-attr]
    plain = re.sub(r"[-_ ]", "", bare).lower()
    yield from (bare, f"cp{plain}", plain, ALIASES.get(plain, plain))


def encoding_of(
    again: Callable[[], IO[bytes]], head: bytes, ending: str, named: str | None
) -> tuple[str, bool]:
    """Tell the encoding: as given, as a mark or the file itself says, else UTF-8, else Latin-1.

    With it comes whether the caller or a mark named it, which is beyond doubt.
    """
    marked = next((codec for mark, codec in MARKS if head.startswith(mark)), None)
    if named is not None:
        # A mark of UTF-8 is no part of the text.
        return "utf-8-sig" if named == "utf-8" else named, True
    if marked is not None:
        return marked, True
    # Without a mark: a name in other letters may come early.
    low, high = head[:80:2], head[1:80:2]
    for codec, zeros, letters in (("utf-16-le", high, low), ("utf-16-be", low, high)):
        if len(zeros) > 3 and 4 * zeros.count(0) > 3 * len(zeros) and not letters.count(0):
            return codec, True
    format = format_of(head.decode("latin-1"), ending)
    declared = _XML.search(head) if format == "rif" else _declared(again, head) if format == "sgf" else None
    # Some encodings write everything in the signs of ASCII.
    is_plain = _decodes(again, "ascii") and (declared is None or not _SEVEN_BITS.match(declared[1]))
    if is_plain:
        return "utf-8", False
    if declared is not None:
        word = declared[1].decode("latin-1")
        try:
            codec = known(word)
        except TooLong:
            codec = ""
        for one in (codec, "utf-8"):
            if one and _decodes(again, one):
                return one, False
        raise TooLong(f"the file says that it is in {word!r} and is not: name its encoding with encoding=")
    return ("utf-8" if _decodes(again, "utf-8") or format in OURS else "iso-8859-1"), False


def _declared(again: Callable[[], IO[bytes]], head: bytes) -> re.Match[bytes] | None:
    """Find the encoding that SGF says, if only behind a long remark."""
    return _CA.search(head) or (_CA.search(again().read(FAR)) if len(head) == LOOK else None)


def own_text(text: str, codec: str) -> str:
    """Give a game of SGF in the encoding that it says itself, in a file that was read in another one.

    Raises
    ------
    RecordError
        It is no text in that encoding.
    """
    declared = None if text.isascii() or codec == "utf-8" else _CA.search(text.encode("ascii", "replace"))
    if declared is None:
        return text
    word = declared[1].decode("ascii")
    try:
        own = known(word)
    except TooLong:
        return text
    if own == codec:
        return text
    try:
        return text.encode(codec).decode(own)
    except UnicodeError:
        raise RecordError(
            f"the game says that it is in {word!r:.40}, and the file was read as {codec}: name the encoding "
            "with encoding="
        ) from None


def _decodes(again: Callable[[], IO[bytes]], codec: str) -> bool:
    stream, decoder = again(), codecs.getincrementaldecoder(codec)()
    try:
        while chunk := stream.read(1 << 18):
            decoder.decode(chunk)
        decoder.decode(b"", True)
    except UnicodeError:
        return False
    return True
