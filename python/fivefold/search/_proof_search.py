"""An exact search over all moves, with a proof that anybody can check."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Literal, Self, SupportsFloat, SupportsIndex, TypeAlias, cast

from fivefold import _core
from fivefold._files import whole_file
from fivefold._progress import ProgressLike, reporting

from ._proof_file import write_text
from ._threats import ProofBranch, proof_branches

__all__ = ["ProofSearch", "ProofVerdict"]

ProofVerdict: TypeAlias = Literal["won", "not won", "open"]


class ProofSearch:
    """An exact search over all moves for a win of one side, whatever the other does.

    It is a depth-first search by proof numbers in bounded memory. At each position it looks for wins by
    threats first. If a move threatens nothing, every answer must be proven to lose; the win that follows a
    pass shows which answers matter. You can stop the search at any time, save it, and continue it.

    Parameters
    ----------
    position : Position
        A position in play, of a game in which five or more in a row win for both, without fouls and captures
        (``freestyle`` and its like on any board). Either side may be to move.
    attacker : str, optional
        The colour that tries to win, ``"black"`` or ``"white"``; the side to move if left out.
    memory : int
        MiB that the search may take, about (form 1).
    form : {1, 2}
        Form of the proof. 1 lists positions. 2 is made of lemmas: wins that are proven once and applied
        wherever they fit. Quiet moves on large boards need them, also for exactly five. A search for
        lemmas finds wins; it cannot show that there is none.
    folder : str or path, optional
        For form 2: a folder that keeps what is found, line by line. A search with the same folder
        continues from it, also after a kill. Several programs may share a folder.
    skeleton : str or path, optional
        For form 2: a file of moves to try first. Each line has the moves from the empty board.

    Raises
    ------
    WrongGameError
        Another game, or the game is over, or an opening or a choice is due.
    FivefoldError
        An argument is out of range.
    OSError
        The folder or the skeleton cannot be read, or the folder belongs to another board.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f6 i1 e6 a9")
    >>> search = ff.search.ProofSearch(position, "black", memory=16)
    >>> search.run(nodes=1_000_000)
    'won'
    >>> search.tree[0].attacker
    ['e5', 'e6', 'f6']

    The same by lemmas:
    >>> search = ff.search.ProofSearch(position, "black", form=2)
    >>> search.run(nodes=1_000_000)
    'won'
    """

    def __new__(
        cls,
        position: _core.Position,
        attacker: Literal["black", "white"] | None = None,
        *,
        memory: SupportsIndex = 512,
        form: Literal[1, 2] = 1,
        folder: str | PathLike[str] | None = None,
        skeleton: str | PathLike[str] | None = None,
    ) -> Self:
        """Choose the class by the form."""
        if not isinstance(form, int) or isinstance(form, bool) or form not in (1, 2):
            raise _core.FivefoldError(f"form={form!r:.40} is refused: 1 or 2")
        if form == 2:
            from ._lemma_search import LemmaProofSearch

            return cast(Self, object.__new__(LemmaProofSearch))
        if folder is not None or skeleton is not None:
            raise _core.FivefoldError("folder and skeleton are refused: they are for form=2")
        return object.__new__(cls)

    def __init__(
        self,
        position: _core.Position,
        attacker: Literal["black", "white"] | None = None,
        *,
        memory: SupportsIndex = 512,
        form: Literal[1, 2] = 1,
        folder: str | PathLike[str] | None = None,
        skeleton: str | PathLike[str] | None = None,
    ) -> None:
        if attacker is None and isinstance(position, _core.Position):
            attacker = "white" if position.colour == "white" else "black"
        self._search = _core.proofs.ProofSearch(position, attacker, memory)

    @classmethod
    def load(cls, path: str | PathLike[str], *, memory: SupportsIndex = 512) -> ProofSearch:
        """Continue from a saved state.

        Parameters
        ----------
        path : str or path
            What `save` wrote.
        memory : int
            MiB that the search may take, about.

        Returns
        -------
        ProofSearch
            The search as it stood.

        Raises
        ------
        FivefoldError
            The file is not a state of a proof search, or it is damaged.
        OSError
            The file cannot be read.
        """
        search = object.__new__(cls)
        search._search = _core.proofs.ProofSearch.from_bytes(Path(path).read_bytes(), memory)
        return search

    def __repr__(self) -> str:
        return f"<ProofSearch for {self.attacker}: {self.verdict}, {self.proven} positions proven>"

    def run(
        self,
        seconds: SupportsFloat | None = None,
        *,
        nodes: SupportsIndex | None = None,
        progress: ProgressLike = None,
    ) -> ProofVerdict:
        """Search on, until it is decided or a limit is met.

        Parameters
        ----------
        seconds : float, optional
            How long; None for as long as it takes.
        nodes : int, optional
            How many more positions to search. Unlike ``seconds`` this limit is the same on any machine.
        progress : bool or callable
            True shows a line on stderr. A callable gets the numbers of positions searched and proven. By
            default the line is shown in a terminal, after two seconds.

        Returns
        -------
        str
            ``"won"`` (the attacker wins), ``"not won"`` (it cannot: the game is lost or drawn for it) or
            ``"open"`` (a limit was met, or memory is full).

        Raises
        ------
        KeyboardInterrupt
            Ctrl-C, within 0.2 s; what was learnt is kept.
        FivefoldError
            A limit is out of range, or the search runs already.
        """
        words = "{:,} positions looked at, {:,} proven"
        with reporting(progress, lambda nodes: words.format(nodes, self.proven)) as notify:
            hearer = (lambda nodes, _: notify(nodes, self.proven)) if notify else None
            return self._search.run(seconds, nodes, hearer)

    @property
    def verdict(self) -> ProofVerdict:
        """The state of the search: ``"won"``, ``"not won"`` or ``"open"``."""
        return self._search.verdict

    @property
    def attacker(self) -> Literal["black", "white"]:
        """The colour that tries to win."""
        return self._search.attacker

    @property
    def nodes(self) -> int:
        """Number of positions searched so far."""
        return self._search.nodes

    @property
    def proven(self) -> int:
        """Number of positions proven so far."""
        return self._search.proven

    @property
    def is_full(self) -> bool:
        """Whether the memory for proven positions is full, so that the search cannot continue."""
        return self._search.is_full

    @property
    def tree(self) -> list[ProofBranch]:
        """The positions with the attacker to move that the proof needs, one for all images of a position.

        The root is the first, where the attacker is to move there. Empty unless the position is won.
        """
        return proof_branches(self._search.tree or [])

    def write(self, path: str | PathLike[str], name: str = "") -> None:
        """Write the proof as a file that `fivefold proof check` and other checkers read.

        Parameters
        ----------
        path : str or path
            The file; gzipped if it ends with ``.gz``.
        name : str, optional
            What is proven, in words; kept in the file.

        Raises
        ------
        FivefoldError
            Nothing is proven yet, or the board is not square or has more than 26 columns.
        OSError
            The file cannot be written.
        """
        text = self._search.text()
        if text is None:
            raise _core.FivefoldError(
                "the proof cannot be written: it takes a search whose verdict is 'won', on a square board of "
                f"up to 26 columns; the verdict is '{self.verdict}'"
            )
        write_text(text.size, text.attacker, text.defender, text.to_move, text.entries, path, name)

    def save(self, path: str | PathLike[str]) -> None:
        """Save the state of the search, for `load`.

        Parameters
        ----------
        path : str or path
            The file. It is replaced in one step: a broken write leaves the old one.

        Raises
        ------
        OSError
            The file cannot be written.
        """
        state = self._search.to_bytes()
        with whole_file(Path(path)) as aside:
            aside.write_bytes(state)
