"""Proof-number search and the search for lemmas."""

from collections.abc import Callable, Iterable
from typing import Literal, SupportsFloat, SupportsIndex, final

from . import _Progress
from .position import Position

@final
class LemmaSearch:
    """A search for a proof made of lemmas; `fivefold.search.ProofSearch` with ``form=2`` is its face."""

    def __new__(
        cls,
        position: Position,
        attacker: Literal["black", "white"],
        folder: str | None = None,
        guide: str | None = None,
        effort: SupportsIndex | None = None,
    ) -> LemmaSearch: ...
    def run(
        self,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        quiet: SupportsIndex | None = None,
        answers: list[str] | None = None,
        progress: _Progress = None,
    ) -> Literal["won", "open"]:
        """Search on; how it stands then."""
    @property
    def verdict(self) -> Literal["won", "open"]:
        """How the search stands."""
    @property
    def attacker(self) -> Literal["black", "white"]:
        """The colour that shall win."""
    @property
    def nodes(self) -> int:
        """Positions looked at since the search was made; also while it searches."""
    @property
    def counts(self) -> tuple[int, int]:
        """Positions and lemmas that are proven; also while it searches."""
    @property
    def open_answers(self) -> list[str]:
        """The replies at the root that are not proven, one of all images of each."""
    def text(self) -> tuple[int, bool, str, str, bool, str] | None:
        """Give size, is it exactly five, stones of the root, is the attacker to move, lemmas and entries."""

@final
class ProofSearch:
    """An exact search over all moves; `fivefold.search.ProofSearch` is its face."""

    def __new__(
        cls, position: Position, attacker: Literal["black", "white"], memory: SupportsIndex
    ) -> ProofSearch: ...
    @staticmethod
    def from_bytes(state: bytes, memory: SupportsIndex) -> ProofSearch:
        """Go on from a state."""
    def to_bytes(self) -> bytes:
        """Return the state, to go on from another time."""
    def run(
        self,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: _Progress = None,
    ) -> Literal["won", "not won", "open"]:
        """Search on; how it stands then."""
    @property
    def verdict(self) -> Literal["won", "not won", "open"]:
        """How the search stands."""
    @property
    def attacker(self) -> Literal["black", "white"]:
        """The colour that shall win."""
    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
    @property
    def proven(self) -> int:
        """Positions proven so far; also while it searches."""
    @property
    def is_full(self) -> bool:
        """No memory is left for proven positions."""
    @property
    def tree(self) -> list[tuple[list[str], list[str], str | None, list[str]]] | None:
        """The positions that the proof needs; None where it is not won."""
    def text(self) -> tuple[int, str, str, bool, str] | None:
        """Return size, stones of the root, whose move it is there (True: the attacker's), entries."""

def check_proof(
    head: str,
    lines: Iterable[str],
    draw: Callable[[int], list[int]] | None = None,
    progress: _Progress = None,
    /,
) -> tuple[str | None, str, str, tuple[int, int, int, int | None]]:
    """Check a proof file: its first line, then an iterable of the others.

    `draw` takes the number of entries and chooses a sample of them. What is wrong (None if nothing is), what
    is proven and the file's name for it; positions looked at, entries, replies followed, lemmas (of form 2).
    """
