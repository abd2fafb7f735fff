"""The search for proofs made of lemmas: `ProofSearch` with ``form=2``."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal, NoReturn, SupportsFloat, SupportsIndex

from fivefold import _core
from fivefold._arguments import short_repr
from fivefold._files import whole_file
from fivefold._progress import ProgressLike, reporting

from ._proof_search import ProofSearch, ProofVerdict
from ._threats import ProofBranch


class LemmaProofSearch(ProofSearch):
    """A `ProofSearch` whose proof is made of lemmas; ``ProofSearch(..., form=2)`` makes one.

    Parameters
    ----------
    position, attacker, memory, form, folder, skeleton
        As of `ProofSearch`.
    """

    def __init__(
        self,
        position: _core.Position,
        attacker: Literal["black", "white"] | None = None,
        *,
        memory: SupportsIndex = 512,
        form: Literal[1, 2] = 2,
        folder: str | PathLike[str] | None = None,
        skeleton: str | PathLike[str] | None = None,
    ) -> None:
        if attacker is None and isinstance(position, _core.Position):
            attacker = "white" if position.colour == "white" else "black"
        guide = None if skeleton is None else Path(skeleton).read_text(encoding="utf-8")
        where = None if folder is None else fspath(folder)
        self._lemmas = _core.proofs.LemmaSearch(position, attacker, where, guide)

    def __repr__(self) -> str:
        return f"<ProofSearch of lemmas for {self.attacker}: {self.proven} positions, {self.lemmas} lemmas>"

    def run(
        self,
        seconds: SupportsFloat | None = None,
        *,
        nodes: SupportsIndex | None = None,
        progress: ProgressLike = None,
        answers: Iterable[str] | None = None,
        quiet_moves: SupportsIndex | None = None,
        retries: SupportsIndex = 0,
    ) -> ProofVerdict:
        """Search on, until it is proven, nothing is left to try, or a limit is met.

        Parameters
        ----------
        seconds, nodes, progress
            As of `ProofSearch.run`.
        answers : iterable of str, optional
            Look only at these replies at the root.
        quiet_moves : int, optional
            The most quiet moves in a row that are tried, from 0 to 100; 4 by default.
        retries : int
            How often a win by threats that was not found may be looked for again in a position, each time
            with ten times as many positions, from 0 to 6; 0 by default. The first time is before a quiet
            move is tried, each further one after eight times as many visits to the position.

        Returns
        -------
        str
            ``"won"``, or ``"open"``: a win that takes more quiet moves is not excluded.
        """
        self._lemmas.set_retries(retries)
        names = None if answers is None else list(answers)
        words = "{:,} positions looked at, {:,} proven, {:,} lemmas"
        with reporting(progress, lambda nodes: words.format(nodes, self.proven, self.lemmas)) as notify:
            hearer = (lambda nodes, _: notify(nodes, self.proven)) if notify else None
            return self._lemmas.run(seconds, nodes, quiet_moves, names, hearer)

    @property
    def verdict(self) -> ProofVerdict:
        """The state of the search: ``"won"`` or ``"open"``."""
        return self._lemmas.verdict

    @property
    def attacker(self) -> Literal["black", "white"]:
        """The colour that tries to win."""
        return self._lemmas.attacker

    @property
    def nodes(self) -> int:
        """Positions looked at since the search was made."""
        return self._lemmas.nodes

    @property
    def proven(self) -> int:
        """Number of positions proven so far."""
        return self._lemmas.proven

    @property
    def lemmas(self) -> int:
        """Lemmas known so far."""
        return self._lemmas.lemmas

    @property
    def is_full(self) -> bool:
        """False: memory is not limited."""
        return False

    @property
    def open_answers(self) -> list[str]:
        """The replies at the root that are not proven yet, one of all images of each."""
        return self._lemmas.open_answers

    @property
    def tree(self) -> list[ProofBranch]:
        """Empty: a proof of lemmas lists no positions."""
        return []

    @classmethod
    def load(cls, path: str | PathLike[str], *, memory: SupportsIndex = 512) -> NoReturn:
        """Refuse: the state of form 2 is its folder."""
        raise _core.FivefoldError(
            f"{short_repr(path)} is refused: form 2 goes on with ProofSearch(..., folder=...)"
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Refuse: the state of form 2 is its folder."""
        raise _core.FivefoldError(
            f"{short_repr(path)} is refused: form 2 keeps its state in ProofSearch(..., folder=...)"
        )

    def write(self, path: str | PathLike[str], name: str = "", *, answer: str | None = None) -> None:
        """Write the proof as a file that `fivefold proof check` and other checkers read.

        Parameters
        ----------
        path, name
            As of `ProofSearch.write`.
        answer : str, optional
            A reply at the root: write the proof of the position after it, though others may be open.

        Raises
        ------
        FivefoldError
            It is not proven, or ``answer`` is no reply at the root.
        """
        text = self._lemmas.text(answer)
        if text is None:
            left = " ".join(self.open_answers if answer is None else [answer])
            more = f"; not proven are the replies {left}" if left else ""
            if self.verdict == "won":
                more = "; the folder lacks a part of the proof, which run() finds again"
            raise _core.FivefoldError(
                f"the proof cannot be written: it takes a search whose verdict is 'won'{more}"
            )
        rules = "exactly five" if text.is_exact else "freestyle"
        head: dict[str, Any] = {"format": "open-proof/2", "rules": rules, "size": text.size, "row": 5}
        head |= {"name": name, "attacker": text.attacker, "defender": text.defender}
        head["to_move"] = text.to_move
        content = f"{json.dumps(head)}\n{text.entries}".encode()
        with whole_file(Path(path)) as aside:
            aside.write_bytes(gzip.compress(content, mtime=0) if str(path).endswith(".gz") else content)
