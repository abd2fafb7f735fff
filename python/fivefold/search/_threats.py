"""Threats and forced wins in the games in which rows of stones win."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Literal, NamedTuple, SupportsFloat, SupportsIndex, TypeAlias, overload

from fivefold import _core

from ._lemma_file import write_lemma
from ._proof_file import write_proof

__all__ = ["ForcedWin", "ProofBranch", "Threat", "ThreatKind", "forced_win", "threats"]

ThreatKind: TypeAlias = Literal[
    "five", "captures", "straight four", "double four", "four-three", "four", "double three", "three"
]


class Threat(NamedTuple):
    """What the next stone of a seat would make on a point.

    Attributes
    ----------
    seat : int
        The seat whose stone it is.
    kind : str
        What it makes: ``"five"`` (a row that wins), ``"captures"`` (the last capture that is needed to
        win), ``"straight four"`` (a four with a point to win on at each end), ``"double four"``,
        ``"four-three"``, ``"four"``, ``"double three"``, ``"three"``. Of several the first of this list.
    point : int
        Where: row * columns + column, an action.
    points : list of int
        The point and the stones with which it makes that, ascending; for ``"captures"`` the stones that
        it takes.
    """

    seat: int
    kind: ThreatKind
    point: int
    points: list[int]


class ProofBranch(NamedTuple):
    """A position of a proof in which the winner is to move.

    Attributes
    ----------
    attacker, defender : list of str
        The stones of the winner and of the other side.
    move : str or None
        The winner's move here; None where ``line`` wins by continuous fours.
    line : list of str
        Continuous fours, attack, reply, attack ...: they win, or after ``move`` they would if the other
        side passed. Empty after a move that makes a four itself.
    """

    attacker: list[str]
    defender: list[str]
    move: str | None
    line: list[str]


def proof_branches(branches: Iterable[_core.search.Branch]) -> list[ProofBranch]:
    """Name the positions of a proof."""
    return [ProofBranch(one.attacker, one.defender, one.move, one.line) for one in branches]


class ForcedWin:
    """A forced win with its proof.

    Attributes
    ----------
    line : list of str
        Attack, reply, attack ... up to the winning move, against a defence that holds out longest.
    nodes : int
        Number of positions that the search visited.
    attacker : str
        The colour that wins, ``"black"`` or ``"white"``.
    tree : list of ProofBranch
        Every position with the winner to move that the proof needs, the present one first.
    """

    def __init__(
        self,
        line: list[str],
        nodes: int,
        attacker: Literal["black", "white"],
        tree: list[ProofBranch],
        size: int | None,
        is_exact: bool = False,
    ) -> None:
        self.line, self.nodes, self.attacker, self.tree = line, nodes, attacker, tree
        self._size, self._is_exact = size, is_exact

    def __repr__(self) -> str:
        return f"<ForcedWin for {self.attacker}, {len(self.line)} turns, {len(self.tree)} positions>"

    def write(self, path: str | PathLike[str], name: str = "", *, form: Literal[1, 2] | None = None) -> None:
        """Write the proof as a file that `fivefold proof check` and other checkers read.

        Parameters
        ----------
        path : str or path
            The file; gzipped if it ends with ``.gz``.
        name : str, optional
            What is proven, in words; kept in the file.
        form : {1, 2}, optional
            1 writes an entry for each position, 2 one lemma: what must be there for the win, wherever it is.
            By default 1 where five or more win, and 2 where exactly five win, which form 1 does not know.

        Raises
        ------
        FivefoldError
            The format does not know the rules: it is for square boards of up to 26 columns (form 2: 24) on
            which five or more win or exactly five, without fouls and captures. Or the form is another, or
            in form 2 stones far away matter.
        OSError
            The file cannot be written.

        Examples
        --------
        See `fivefold.proofs.check`, which reads the file.
        >>> import tempfile
        >>> from pathlib import Path
        >>> import fivefold as ff
        >>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f5 b2 g5 c3")
        >>> win = ff.search.forced_win(position, proof=True)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     win.write(Path(folder) / "open_three.proof.gz", "an open three")
        ...     ff.proofs.check(Path(folder) / "open_three.proof.gz").is_proved
        True
        """
        if self._size is None or self._size > 26:
            raise _core.FivefoldError(
                "the proof cannot be written: the format is for five or more, or exactly five, in a row on "
                "square boards of up to 26 columns, without fouls and captures"
            )
        if form not in (None, 1, 2) or isinstance(form, bool):
            raise _core.FivefoldError(f"form={form!r:.40} is refused: 1 or 2")
        if form == 1 and self._is_exact:
            raise _core.FivefoldError(
                "the proof cannot be written: form 1 does not know exactly five; form=2 does"
            )
        if form == 2 or self._is_exact:
            write_lemma(self._size, self.tree, path, name, is_exact=self._is_exact)
        else:
            write_proof(self._size, self.tree, path, name)


def threats(position: _core.Position) -> list[Threat]:
    """List what each side threatens: what its next stone would make, whoever is to move.

    Parameters
    ----------
    position : Position
        A position of Gomoku, Renju, Pagoda or their kin.

    Returns
    -------
    list of Threat
        One for each seat and empty point where a stone makes a three or more; by seat, then by kind,
        the strongest first, then by point. Where fouls bind a colour, points that are forbidden to it
        are left out, and so are threes that cannot grow because of a foul (R5). Empty after the end.

    Raises
    ------
    WrongGameError
        In this game no row of stones wins.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5")
    >>> [(t.seat, t.kind, position.move(t.point)) for t in ff.search.threats(position)][:2]
    [(0, 'straight four', 'h7'), (0, 'straight four', 'h11')]
    """
    listed = _core.search.threats(position)
    return [Threat(one.seat, one.kind, one.point, one.points) for one in listed]


@overload
def forced_win(
    position: _core.Position,
    seconds: SupportsFloat | None = 1.0,
    *,
    nodes: SupportsIndex | None = None,
    proof: Literal[False] = False,
) -> list[str] | None: ...
@overload
def forced_win(
    position: _core.Position,
    seconds: SupportsFloat | None = 1.0,
    *,
    nodes: SupportsIndex | None = None,
    proof: Literal[True],
) -> ForcedWin | None: ...
@overload
def forced_win(
    position: _core.Position,
    seconds: SupportsFloat | None = 1.0,
    *,
    nodes: SupportsIndex | None = None,
    proof: bool,
) -> list[str] | ForcedWin | None: ...
def forced_win(
    position: _core.Position,
    seconds: SupportsFloat | None = 1.0,
    *,
    nodes: SupportsIndex | None = None,
    proof: bool = False,
) -> list[str] | ForcedWin | None:
    """Find a win of the side to move by threats alone: continuous fours, then fours and threes.

    Every reply of the other side is proven to lose, not only those of the line that is returned. If no win
    is found, the position may still be won.

    Parameters
    ----------
    position : Position
        A position of Gomoku, Renju, Pagoda or their kin, with all their options.
    seconds : float, optional
        Time limit; None for no limit. Ignored if ``nodes`` is given.
    nodes : int, optional
        Limit of positions to search; with it the result is the same on any machine.
    proof : bool
        Return the whole proof, not only a line.

    Returns
    -------
    list of str, ForcedWin or None
        Attack, reply, attack ... up to the winning move. An attack threatens to win at once (by a row or
        the last capture), or by continuous fours if the other side passed. None where no such win was
        found in time, after the end, and while an opening or a choice is due.

    Raises
    ------
    WrongGameError
        In this game no row of stones wins.
    FivefoldError
        A limit is out of range.
    KeyboardInterrupt
        Ctrl-C, within 0.2 s.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5")
    >>> ff.search.forced_win(position)
    ['h7', 'h6', 'h11']
    """
    win = _core.search.forced_win(position, seconds, nodes, bool(proof))
    if win is None:
        return None
    if not proof:
        return win.line
    # Freestyle is 0 there, exactly five 1.
    is_exact = position.rules.info.gomocup == 1
    rows, columns = position.board.shape
    size = rows if win.is_freestyle or (is_exact and rows == columns) else None
    tree = proof_branches(win.tree)
    return ForcedWin(win.line, win.nodes, win.colour, tree, size, is_exact)
