"""Proof-number search and the search for lemmas."""

from collections.abc import Callable, Iterable
from typing import Literal, SupportsFloat, SupportsIndex, final

from . import _Progress
from .position import Position
from .search import Branch

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
        quiet_moves: SupportsIndex | None = None,
        answers: list[str] | None = None,
        progress: _Progress = None,
    ) -> Literal["won", "open"]:
        """Search on, and return the verdict."""
    def set_retries(self, retries: SupportsIndex) -> None:
        """Set how often a win may be looked for again, from 0 to 6."""
    @property
    def verdict(self) -> Literal["won", "open"]:
        """The verdict so far."""
    @property
    def attacker(self) -> Literal["black", "white"]:
        """The colour that tries to win."""
    @property
    def nodes(self) -> int:
        """Positions looked at since the search was made; also while it searches."""
    @property
    def proven(self) -> int:
        """Positions that are proven; also while it searches."""
    @property
    def lemmas(self) -> int:
        """Lemmas that are proven; also while it searches."""
    @property
    def open_answers(self) -> list[str]:
        """The replies at the root that are not proven, one of all images of each."""
    def text(self, answer: str | None = None) -> ProofText | None:
        """Return the proof as lemmas and entries of a file; None where it is not won."""

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
        """Search on, and return the verdict."""
    @property
    def verdict(self) -> Literal["won", "not won", "open"]:
        """The verdict so far."""
    @property
    def attacker(self) -> Literal["black", "white"]:
        """The colour that tries to win."""
    @property
    def nodes(self) -> int:
        """Number of positions searched so far."""
    @property
    def proven(self) -> int:
        """Positions proven so far; also while it searches."""
    @property
    def is_full(self) -> bool:
        """No memory is left for proven positions."""
    @property
    def tree(self) -> list[Branch] | None:
        """The positions that the proof needs; None where it is not won."""
    def text(self) -> ProofText | None:
        """Return the proof as the entries of a file; None where it is not won."""

@final
class ProofText:
    """A proof as the entries of a file, with what its first line says.

    Attributes
    ----------
    size : int
        Columns of the board.
    is_exact : bool
        Whether exactly five win.
    attacker, defender : str
        The stones of the root.
    to_move : str
        The side to move there.
    entries : str
        The lines of the file after the first.
    """

    @property
    def size(self) -> int: ...
    @property
    def is_exact(self) -> bool: ...
    @property
    def attacker(self) -> str: ...
    @property
    def defender(self) -> str: ...
    @property
    def to_move(self) -> Literal["attacker", "defender"]: ...
    @property
    def entries(self) -> str: ...

@final
class CheckedProof:
    """The result of a check: the fault, if there is one, what is proven, and counts.

    Attributes
    ----------
    fault : str or None
        What is wrong.
    root : str
        What is proven.
    name : str
        What the file calls it.
    looked_at : int
        Positions that the check looked at.
    entries : int
        Positions of the proof.
    replies : int
        Replies that were followed.
    lemmas : int or None
        Lemmas, in form 2.
    """

    @property
    def fault(self) -> str | None: ...
    @property
    def root(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def looked_at(self) -> int: ...
    @property
    def entries(self) -> int: ...
    @property
    def replies(self) -> int: ...
    @property
    def lemmas(self) -> int | None: ...

@final
class VerifiedLemmas:
    """Lemmas of proof files that are verified."""

    def __new__(cls) -> VerifiedLemmas: ...
    def __len__(self) -> int:
        """How many there are."""

def check_proof(
    head: str,
    lines: Iterable[str],
    draw: Callable[[int], list[int]] | None = None,
    progress: _Progress = None,
    verified: VerifiedLemmas | None = None,
    /,
) -> CheckedProof:
    """Check a proof file: its first line, then an iterable of the others.

    `draw` takes the number of entries and chooses a sample of them. A lemma that is among `verified` is not
    verified again; the others are added to it.
    """
