"""Checking a proof file: its lines are read here, and checked in Rust."""

from __future__ import annotations

import gzip
import random
import zlib
from collections.abc import Iterable, Iterator
from os import PathLike
from typing import NamedTuple, TextIO

from fivefold import _core
from fivefold._arguments import plain, short_repr, whole
from fivefold._core import FivefoldError
from fivefold._progress import ProgressLike, reporting

__all__ = ["Verdict", "check", "check_all"]


class Verdict(NamedTuple):
    """What a check found.

    Attributes
    ----------
    is_proved : bool
        Whether nothing is missing or wrong in what was checked.
    message : str
        In words: what is proved, or what is missing or wrong. The file's own name for it stands last.
    looked_at, entries, replies : int
        Positions checked, positions in the file, replies followed.
    is_sample : bool
        Whether only a sample was checked.
    root : str
        What the proof is about: board, row, side to move and the stones of both sides. Empty where the
        first line of the file cannot be read.
    """

    is_proved: bool
    message: str
    looked_at: int = 0
    entries: int = 0
    replies: int = 0
    is_sample: bool = False
    root: str = ""


def check(
    path: str | PathLike[str],
    sample: int | None = None,
    seed: int | None = None,
    *,
    progress: ProgressLike = None,
) -> Verdict:
    """Check a proof file.

    Parameters
    ----------
    path : str or path
        The file.
    sample : int, optional
        Check only the root and this many randomly drawn entries, at least 1: each must be right, and
        what it needs must be there. By default every position that play can reach from the root is checked.
    seed : int, optional
        Random seed of the sample.
    progress : bool or callable
        True shows a line on stderr. A callable gets the number of lines read and positions checked,
        twice. By default the line is shown in a terminal or notebook, after two seconds.

    Returns
    -------
    Verdict
        Whether it is a proof, and why not.

    Raises
    ------
    FivefoldError
        ``path`` is not a path, or ``sample`` or ``seed`` is out of range.
    OSError
        The file cannot be read. Whatever a file holds, the answer is a `Verdict`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f5 b2 g5 c3")
    >>> win = ff.search.forced_win(position, proof=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "open_three.proof"
    ...     win.write(path)
    ...     verdict = ff.proofs.check(path)
    >>> verdict.is_proved
    True
    """
    if sample is not None:
        sample = whole(sample, "sample", 1)
    return _checked(path, sample, None if seed is None else whole(seed, "seed"), progress)


def check_all(paths: Iterable[str | PathLike[str]], *, progress: ProgressLike = None) -> list[Verdict]:
    """Check several proof files, and a lemma that more than one has only once.

    Parameters
    ----------
    paths : iterable of str or path
        The files.
    progress : bool or callable
        As of `check`, for each file.

    Returns
    -------
    list of Verdict
        For each file what `check` says.

    Raises
    ------
    FivefoldError, OSError
        As of `check`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f5 b2 g5 c3")
    >>> win = ff.search.forced_win(position, proof=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = [Path(folder) / name for name in ("first.proof", "second.proof")]
    ...     for path in paths:
    ...         win.write(path)
    ...     [verdict.is_proved for verdict in ff.proofs.check_all(paths)]
    [True, True]
    """
    if isinstance(paths, (str, bytes, PathLike)) or not isinstance(paths, Iterable):
        raise FivefoldError(f"paths={short_repr(paths)} is refused: it takes the paths of files")
    verified = _core.proofs.VerifiedLemmas()
    return [_checked(path, None, None, progress, verified) for path in paths]


def _checked(
    path: str | PathLike[str],
    sample: int | None,
    seed: int | None,
    progress: ProgressLike,
    verified: _core.proofs.VerifiedLemmas | None = None,
) -> Verdict:
    if not isinstance(path, (str, PathLike)):
        raise FivefoldError(f"path={short_repr(path)} is refused: it takes the path of a file")
    lot = random.Random(seed)

    def draw(entries: int) -> list[int]:
        return lot.sample(range(entries), min(sample or 0, entries))

    is_sample = sample is not None
    try:
        with _opened(path) as file, reporting(progress, "{:,} lines and positions".format) as notify:
            head = next(_lines(file, _LONGEST), "")
            checked = _core.proofs.check_proof(
                head, _lines(file, _LONGEST_LEMMA), draw if is_sample else None, notify, verified
            )
    except (_TooLongError, UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        return Verdict(False, _plain(f"not a proof file: {error}"), is_sample=is_sample)
    if checked.fault is not None:
        return Verdict(False, _plain(checked.fault), is_sample=is_sample, root=checked.root)
    rest = f"{checked.replies} replies" if checked.lemmas is None else f"{checked.lemmas} lemmas"
    message = (
        f"{'sampled' if is_sample else 'proved'}: {checked.looked_at} of {checked.entries} entries, {rest}"
    )
    message += f"; {checked.root}" + (f'; the file calls it "{_plain(checked.name)}"' if checked.name else "")
    return Verdict(
        True, message, checked.looked_at, checked.entries, checked.replies, is_sample, checked.root
    )


# A first line longer than anybody needs; a lemma longer than any search makes.
_LONGEST, _LONGEST_LEMMA = 1 << 14, 1 << 24


class _TooLongError(Exception):
    pass


def _plain(text: str, maximum: int = 300) -> str:
    """Show a text of the file: control characters could say what is not there."""
    return plain(text if len(text) <= maximum else f"{text[: maximum - 3]}...")


def _lines(file: TextIO, longest: int) -> Iterator[str]:
    """Yield the lines of a file, none of them longer than one can be."""
    while line := file.readline(longest + 1):
        if len(line) > longest:
            raise _TooLongError(f"a line has more than {longest} characters")
        yield line


def _opened(path: str | PathLike[str]) -> TextIO:
    if str(path).endswith(".gz"):
        return gzip.open(path, "rt", encoding="utf-8")
    return open(path, encoding="utf-8")
