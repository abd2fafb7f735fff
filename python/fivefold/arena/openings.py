"""Where games begin: a suite, openings drawn for each pair, your own, or the start of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from re import match
from threading import Lock
from typing import Any, TypeAlias

from fivefold import search
from fivefold._core import CHANCE, FivefoldError, Position, Rules, decision_seed, game_seed
from fivefold.players import make

OpeningsLike: TypeAlias = "str | PathLike[str] | Iterable[str | Position] | Openings | None"
"""What `openings=` takes: "suite", "random", "balanced", "start", a file, a suite, or a list."""
DECISIONS = 4
"""Decisions of an opening that is drawn: two stones each in the games of stones."""
TRIES = 30
"""Openings among which the most balanced is taken, unless one is balanced enough; or one that is new."""
SIMULATIONS = 1000
"""Simulations of the search that judges an opening."""
SUITE = "# Opening suite of fivefold"
"""How the file of a suite begins."""
BALANCED = 0.02
"""Balanced enough: the first seat may expect so much more or less than half of the points."""


class Openings:
    """Where games begin: opening number n of rules and a seed is a position; `name` stands in results."""

    name: str

    def position(self, rules: Rules, seed: int, number: int) -> Position:
        """Return the position in which the players begin: it depends on the arguments alone."""
        raise NotImplementedError

    def describe(self) -> Any:
        """Describe what they are, as JSON has it."""
        return self.name

    def is_single(self, rules: Rules) -> bool:
        """Return whether every number has the same opening, because that alone was asked for."""
        return False


class Start(Openings):
    """The start of the rules; a random set-up is drawn anew for each number."""

    name = "start"

    def position(self, rules: Rules, seed: int, number: int) -> Position:
        """See `Openings.position`."""
        return rules.start(seed=game_seed(seed, number))

    def is_single(self, rules: Rules) -> bool:
        """See `Openings.is_single`."""
        return rules.info.chance != "set_up"


class FixedOpenings(Openings):
    """Openings of the user's own, in turn: moves from the start, or positions."""

    def __init__(self, openings: Sequence[str | Position], name: str = "") -> None:
        self.openings = openings
        self.name = name or f"{len(openings)} given"

    def position(self, rules: Rules, seed: int, number: int) -> Position:
        """See `Openings.position`."""
        opening = self.openings[number % len(self.openings)]
        if isinstance(opening, Position):
            return opening
        return rules.start(seed=game_seed(seed, number)).play_all(opening)

    def describe(self) -> Any:
        """See `Openings.describe`."""
        return [one if isinstance(one, str) else one.to_dict() for one in self.openings]

    def is_single(self, rules: Rules) -> bool:
        """See `Openings.is_single`."""
        one = self.openings[0]
        return len(self.openings) == 1 and (isinstance(one, Position) or rules.info.chance != "set_up")


class Suited(FixedOpenings):
    """The openings of a suite, in an order of the seed: few games are a sample of all of it."""

    def __init__(self, suite: Any, name: str = "") -> None:
        super().__init__([suite[number] for number in range(len(suite))], name or str(suite.name))
        self.last: tuple[int | None, list[int]] = (None, [])

    def position(self, rules: Rules, seed: int, number: int) -> Position:
        """See `Openings.position`."""
        return super().position(rules, seed, self.order(seed)[number % len(self.openings)])

    def order(self, seed: int) -> list[int]:
        """Return the order of the openings for a seed."""
        known, order = self.last
        if known != seed:
            order = sorted(range(len(self.openings)), key=lambda at: game_seed(seed, at))
            self.last = seed, order
        return order

    @property
    def digest(self) -> str:
        """What tells these openings from others of the same name."""
        keys = ",".join(str(one.key) for one in self.openings if isinstance(one, Position))
        return sha256(keys.encode()).hexdigest()[:16]

    def describe(self) -> Any:
        """See `Openings.describe`."""
        return {"suite": self.name, "digest": self.digest}

    def is_single(self, rules: Rules) -> bool:
        """See `Openings.is_single`: a suite is a sample of what there is."""
        return False


class RandomOpenings(Openings):
    """Openings that are drawn, each another one where there are enough: random ones, or balanced ones."""

    def __init__(self, kind: str) -> None:
        self.name = kind

    def position(self, rules: Rules, seed: int, number: int) -> Position:
        """See `Openings.position`."""
        sampled, known = _sequence(rules, self.name, seed)
        with _one_at_a_time:
            while len(sampled) <= number:
                sampled.append(_new(rules, self.name, seed, len(sampled), known))
        return sampled[number]


def read_openings(rules: Rules, openings: OpeningsLike) -> Openings:
    """Read openings; those of the user are tried, so that a bad one is refused before anything is played."""
    if openings is None or openings == "suite":
        return suited(rules)
    if isinstance(openings, Openings):
        return openings
    if isinstance(openings, str) and openings in ("random", "balanced"):
        return RandomOpenings(openings)
    if isinstance(openings, str) and openings == "start":
        return Start()
    if isinstance(openings, (str, PathLike)):
        return read_file(rules, openings)
    if hasattr(openings, "name") and hasattr(openings, "__getitem__"):
        suite = Suited(openings)
        tried(rules, suite.openings)
        return suite
    try:
        starts = list(openings)
    except TypeError:
        raise FivefoldError(
            f"openings={openings!r:.80} are refused: a list of openings, a suite or its name"
        ) from None
    if not starts:
        raise FivefoldError("openings=[] is refused: at least one, or 'start'")
    return FixedOpenings(tried(rules, starts))


@lru_cache(maxsize=32)
def suited(rules: Rules) -> Openings:
    """Return the suite of the rules; where there is none openings are drawn."""
    from fivefold.lab.openings import suite

    try:
        return Suited(suite(rules))
    except FivefoldError:
        return RandomOpenings("random")


def read_file(rules: Rules, path: str | PathLike[str]) -> Openings:
    """Read a file of openings: a line of moves each, or of offsets as Gomocup has them; or a suite's file."""
    file = Path(path)
    if not file.is_file():
        raise FivefoldError(
            f"openings={str(path)!r:.80} are refused: 'suite', 'random', 'balanced', 'start', a file, or a "
            "list of openings"
        )
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise FivefoldError(f"{file} holds no openings: {error}") from error
    if lines and lines[0].startswith(SUITE):
        from fivefold.lab.openings import read_suite

        suited = Suited(read_suite(file))
        tried(rules, suited.openings)
        return suited
    lines = [line for line in map(str.strip, lines) if line and not line.startswith("#")]
    if lines and match(r"-?\d+\s*,", lines[0]):
        from fivefold.lab.openings import read_gomocup

        return FixedOpenings(list(read_gomocup(lines, rules)), f"the file {file.name}")
    return FixedOpenings(tried(rules, lines), f"the file {file.name}")


def tried(rules: Rules, openings: Sequence[str | Position]) -> Sequence[str | Position]:
    """Refuse openings from which the rules cannot be played."""
    if not openings:
        raise FivefoldError("openings are refused: there are none")
    for number, opening in enumerate(openings, 1):
        if isinstance(opening, Position):
            if opening.rules != rules:
                raise FivefoldError(f"opening {number} is refused: it is a position of other rules")
            position = opening
        elif isinstance(opening, str):
            position = rules.start(seed=0).play_all(opening)
        else:
            raise FivefoldError(f"opening {number} is refused: {opening!r:.80} is no text and no Position")
        if position.is_over:
            raise FivefoldError(f"opening {number} is refused: the game is over after it")
    return openings


_one_at_a_time = Lock()


@lru_cache(maxsize=32)
def _sequence(rules: Rules, kind: str, seed: int) -> tuple[list[Position], set[int]]:
    """Hold the openings that were drawn so far, and their keys."""
    return [], set()


def _new(rules: Rules, kind: str, seed: int, number: int, known: set[int]) -> Position:
    """Draw opening `number`, another one than those before it if that is to be had."""
    for again in range(TRIES):
        own = game_seed(seed, number)
        position = _sample_opening(rules, kind, game_seed(own, TRIES + again) if again else own)
        if position.key not in known:
            break
    known.add(position.key)
    return position


def _sample_opening(rules: Rules, kind: str, seed: int) -> Position:
    if kind == "random":
        return _random(rules, seed, 0)
    best, minimum = None, 2.0
    for number in range(TRIES):
        position = _random(rules, seed, number)
        away = abs(_share(position, seed) - 0.5)
        if away < minimum:
            best, minimum = position, away
        if away <= BALANCED:
            break
    assert best is not None, "every share lies within 0 and 1"
    return best


def _random(rules: Rules, seed: int, number: int) -> Position:
    """Play some decisions at random: near the stones where there are stones."""
    sampler, seed = make("greedy"), game_seed(seed, number)
    position = rules.start(seed=seed)
    decisions = 0
    while decisions < DECISIONS:
        player = position.player
        # Dice are drawn like any other action; their odds play no part in an opening.
        action = (
            int(position.legal_actions()[decision_seed(seed, 0, decisions) % len(position.legal_actions())])
            if player == CHANCE
            else int(sampler.choose([position], [decision_seed(seed, player, decisions)])[0])
        )
        following = position.play(action)
        if following.is_over:
            break
        position, decisions = following, decisions + (player != CHANCE)
    return position


def _share(position: Position, seed: int) -> float:
    """Judge a position: the share of the points that the first seat may expect."""
    while position.player == CHANCE:
        position = position.play(int(position.legal_actions()[0]))
    result = search.mcts(position, SIMULATIONS, seed=seed)
    info = position.rules.info
    width = info.max_return - info.min_return or 1.0
    return float(result.value[0] - info.min_return) / width
