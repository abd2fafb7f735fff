"""Positions to learn from: of games and of self-play, in the files of trainers and engines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import IO, Any

import numpy as np

from fivefold import Record, RecordError, Rules
from fivefold._files import whole_file
from fivefold.selfplay import Games

from . import _binpack, _katago
from ._samples import Sample, read_bin, write_bin

FORMS = ("bin", "binpack", "npz")


def samples(games: Iterable[Record] | Games) -> Iterator[Sample]:
    """Yield each position of finished games with the move and the result.

    Parameters
    ----------
    games : iterable of Record, or fivefold.selfplay.Games
        Games of two seats; those without a result, of the game or stated, are skipped. Self-play gives the
        decisions that were searched in full, with their policies.

    Yields
    ------
    Sample
        In the order of the games and their moves.

    Examples
    --------
    >>> import fivefold as ff
    >>> game = ff.Record.from_notes("1. h8 i9 2. h9 and White resigns.", "freestyle")
    >>> [(sample.move, sample.result) for sample in ff.records.samples([game])]
    [('h8', 1.0), ('i9', 0.0), ('h9', 1.0)]
    """
    if isinstance(games, Games):
        yield from _of_selfplay(games)
        return
    for game in games:
        returns = _returns(game)
        if returns is None:
            continue
        for position, move in zip(game.positions(), game.moves, strict=False):
            yield Sample(position, move, float(returns[position.player]) / 2 + 0.5)


def _returns(game: Record) -> Any:
    """Return what each seat got, by the game or by the result that its file states; None if neither says."""
    if game.outcome is not None:
        return game.returns
    words, fits = game.metadata.get("result"), []
    if isinstance(words, str):
        # The words contradict all ends but the one that they mean.
        for end in ("resign 0", "resign 1", "draw agreed"):
            ended = Record.from_json(game.to_json())
            ended.event(end)
            try:
                ended.conclude(words)
            except RecordError:
                continue
            fits.append(ended.returns)
    return fits[0] if len(fits) == 1 else None


def _of_selfplay(games: Games) -> Iterator[Sample]:
    rows = {
        int(number): [at for at, _ in group]
        for number, group in groupby(enumerate(games.game), lambda one: one[1])
    }
    for record, indices in zip(games.records(), rows.values(), strict=True):
        left = iter(indices)
        row = next(left, None)
        for sample in samples([record]):
            # A decision that was not searched in full has no row.
            seen = row is not None and np.array_equal(sample.position.observation(), games.observations[row])
            if row is not None and seen:
                yield Sample(sample.position, sample.move, sample.result, policy=games.policies[row])
                row = next(left, None)


def write_samples(
    path: str | Path | IO[bytes], samples: Iterable[Sample], *, format: str | None = None
) -> int:
    """Write positions for a trainer.

    Parameters
    ----------
    path : str, Path or file of bytes
        The file; an older one is replaced.
    samples : iterable of Sample
        Taken one by one; for ``npz`` all of them are held, at most 100,000.
    format : {"bin", "binpack", "npz"}, optional
        By default the ending decides; an open file has ``"bin"``. ``bin`` and ``binpack`` are those of
        c-gomoku-cli and Rapfi, packed where the name ends in ``.lz4`` (that needs the package lz4); ``npz``
        is KataGo's, as KataGomo's trainer for Gomoku reads it.

    Returns
    -------
    int
        How many were written.

    Raises
    ------
    RecordError
        A game has no number there, its board is not a square of 5 to 22, or a move is not a stone. Nothing is
        written to a path then; of an open file the samples before it are.
    ImportError
        The package lz4 is not installed.

    Notes
    -----
    ``bin`` holds position, move and result; ``binpack`` the value, too; ``npz`` position, policy and result
    (of two seats, with stones only, not how it came about).

    Examples
    --------
    >>> import fivefold as ff, io
    >>> file = io.BytesIO()
    >>> ff.records.write_samples(file, [ff.records.Sample(ff.rules("freestyle").start(), "h8", 1.0)])
    1
    >>> file.getvalue().hex()
    '02783807'
    """
    form, is_packed = _form(path, format)
    writer = {"bin": write_bin, "binpack": _binpack.write, "npz": _katago.write}[form]
    if not isinstance(path, (str, Path)):
        return writer(path, samples)
    with whole_file(Path(path)) as aside, ExitStack() as stack:
        opener: Any = _lz4().open if is_packed else open
        return writer(stack.enter_context(opener(aside, "wb")), samples)


def read_samples(
    path: str | Path | IO[bytes], *, rules: Rules | str | None = None, format: str | None = None
) -> Iterator[Sample]:
    """Read positions of a trainer's file one by one.

    Parameters
    ----------
    path : str, Path or file of bytes
        The file.
    rules : Rules or str, optional
        Rules of the games, whatever the file says.
    format : {"bin", "binpack", "npz"}, optional
        See `write_samples`.

    Yields
    ------
    Sample
        The positions in their order. Those of ``npz`` are set up: which moves led there is not known.

    Raises
    ------
    RecordError
        The file breaks off, its rules are not known, or a move is illegal; the message has the number of
        the sample.
    ImportError
        The package lz4 is not installed.

    Examples
    --------
    >>> import fivefold as ff, io
    >>> (sample,) = ff.records.read_samples(io.BytesIO(bytes.fromhex("02783807")))
    >>> sample.move, sample.result, sample.position.rules
    ('h8', 1.0, fivefold.rules('freestyle'))
    """
    form, is_packed = _form(path, format)
    reader = {"bin": read_bin, "binpack": _binpack.read, "npz": _katago.read}[form]
    if not isinstance(path, (str, Path)):
        yield from reader(path, rules)
        return
    opener: Any = _lz4().open if is_packed else open
    with opener(path, "rb") as file:
        try:
            yield from reader(file, rules)
        except (EOFError, RuntimeError) as error:  # what lz4 says of a damaged file
            raise RecordError(f"{path}: what is packed cannot be read ({error})") from None


def _form(path: Any, format: str | None) -> tuple[str, bool]:
    """Return the form of a file, and whether it is packed by lz4."""
    name = str(path).lower() if isinstance(path, (str, Path)) else ""
    is_packed = name.endswith(".lz4")
    ending = name.removesuffix(".lz4").rpartition(".")[2] if name else "bin"
    form = ending if format is None else format
    if form not in FORMS or (is_packed and form == "npz"):
        raise RecordError(
            f"{path}: samples are read and written as .bin, .binpack (both also .lz4) or .npz; "
            "or say which with format="
        )
    return form, is_packed


def _lz4() -> Any:
    try:
        import lz4.frame
    except ImportError as missing:
        raise ImportError(
            "a file that ends in .lz4 needs the package lz4: pip install fivefold[lz4]"
        ) from missing
    return lz4.frame
