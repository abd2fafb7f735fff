"""Generations: games, a fit and a test in turn, kept in a folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path
from typing import Any, cast

from fivefold._arguments import read_rules, read_seed
from fivefold._core import FivefoldError, Rules
from fivefold._files import whole_file
from fivefold._progress import ProgressLike, make_progress
from fivefold.players import NativePlayer, Player, make
from fivefold.players.fitting import check_plays
from fivefold.players.spec import parse

from .games import GAMES_A_FILE, play_file, positions_of

__all__ = ["Generation", "train_evaluation"]

FIRST = "threats(simulations=0, nodes=100, lookahead=3000)"
"""Who plays the games of the first generation."""
NODES = 2000
"""Positions a move of `alpha_beta` in the games of later generations."""
TEST_NODES = 3000
"""Positions a move in the test, of either player."""
SPRT = (0.0, 50.0)
"""Normalised Elo: no better, and better by so much that a generation is taken."""
FILE, RUN = "generations.json", "run.json"


@dataclass(frozen=True)
class Generation:
    """One round of games, fit and test.

    Attributes
    ----------
    number : int
        Number, from 1.
    player : str
        The best player so far, which played the new games and is the opponent in the test.
    games, positions : int
        What the network was fitted to: the games of all generations so far.
    value_loss, move_loss, right : float
        On positions that were held out: cross-entropy of the result and of the move, and the share of
        positions whose winner is predicted correctly.
    score : float
        Mean points of a game against the best player so far, from the suite.
    test_games : int
        Games of the test.
    is_admitted : bool
        Whether the sequential test took it.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.selfplay.Generation(1, "greedy", 250, 6000, 0.6, 2.5, 0.7, 0.62, 200, True).is_admitted
    True
    """

    number: int
    player: str
    games: int
    positions: int
    value_loss: float
    move_loss: float
    right: float
    score: float
    test_games: int
    is_admitted: bool


def train_evaluation(
    rules: str | Rules,
    out: str | PathLike[str],
    *,
    generations: int = 2,
    games: int = 8000,
    steps: int = 1500,
    batch: int = 256,
    first: str = FIRST,
    test_games: int = 400,
    seed: int = 0,
    progress: ProgressLike = None,
) -> list[Generation]:
    """Train an evaluation of lines for the player `alpha_beta`: self-play, a fit, and a test, in turn.

    The best player so far plays against itself from drawn openings. A network learns its moves, which a
    search has found, and the results; of `alpha_beta` also values by short searches, and moves and values
    after random moves. It begins with the weights of the player whose games it learns, if a file holds them.
    A sequential test against the best player so far, in pairs from the suite, decides whether the network
    takes its place. The first such player is `first`.

    Parameters
    ----------
    rules : str or Rules
        A game of rows on a square board: Gomoku, Renju, Pagoda and its kin.
    out : path
        A folder. The same call resumes there, also with more `generations`.
    generations : int, optional
        How many rounds.
    games : int, optional
        New games of each generation, in files of 250.
    steps, batch : int, optional
        Steps of the fit, and positions in each. It uses a GPU if PyTorch finds one.
    first : str, optional
        Player of the games of the first generation. In the test `threats` and `alpha_beta` search 3,000
        positions for each move, any other player is as it is named.
    test_games : int, optional
        Maximum number of test games; a generation that is not better by then is dropped.
    seed : int, optional
        Random seed of the games and the tests. That of a fit is the number of its generation; its result
        depends on the version of PyTorch, too.
    progress : bool or callable, optional
        Show the progress, or call with (done, total): of the games, the steps and the tests.

    Returns
    -------
    list of Generation
        The generations in the folder. ``weights.nn`` there has the weights of the last admitted one, for
        ``alpha_beta(weights=...)``; the file is missing if none was admitted.

    Raises
    ------
    ImportError
        PyTorch is not installed.
    WrongGameError
        `alpha_beta` does not play these rules.
    FivefoldError
        A number is out of range, or the folder holds another run.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.selfplay.train_evaluation("freestyle", "out", games=0)
    Traceback (most recent call last):
    fivefold.FivefoldError: games=0 is refused: a whole number from 1 on
    """
    rules, seed = read_rules(rules), read_seed(seed)
    numbers = {"generations": generations, "games": games, "steps": steps, "batch": batch}
    numbers["test_games"] = test_games
    for name, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number < 10**9:
            raise FivefoldError(f"{name}={number!r:.60} is refused: a whole number from 1 on")
    if test_games % 2:
        raise FivefoldError(f"test_games={test_games} is refused: games are played in pairs")
    run = Run(rules, Path(out), RunOptions(games, steps, batch, first, test_games, seed), progress)
    while len(run.generations) < generations:
        run.add()
    return run.generations


@dataclass(frozen=True)
class RunOptions:
    """What a folder keeps to: see `train_evaluation`."""

    games: int
    steps: int
    batch: int
    first: str
    test_games: int
    seed: int


class Run:
    """A folder with the generations of a run.

    Parameters
    ----------
    rules, out, options, progress
        See `train_evaluation`.
    """

    def __init__(self, rules: Rules, out: Path, options: RunOptions, progress: ProgressLike) -> None:
        self.rules, self.out, self.options, self.progress = rules, out, options, progress
        self.first = make(options.first)
        if not isinstance(self.first, NativePlayer):
            raise FivefoldError(
                f"first={options.first!r:.60} is refused: a player of the library plays the games"
            )
        data = rules.to_dict()
        self.size = int(data.get("size", 0))
        sides = {str(data.get("five"))} if isinstance(data.get("five"), str) else set(data.get("five", ()))
        self.parts = 2 if len(sides) > 1 or data.get("restricted") in ("black", "white") else 1
        self.check()
        run = {"rules": data, **asdict(options)}
        stored = read_json(out / RUN)
        if stored is not None and stored != run:
            raise FivefoldError(f"{out} is refused: it holds another run, {json.dumps(stored)}")
        out.mkdir(parents=True, exist_ok=True)
        if stored is None:
            write_json(out / RUN, run)
        self.generations = [Generation(**row) for row in read_json(out / FILE) or []]

    def check(self) -> None:
        """Refuse rules that have no such evaluation, and to begin without PyTorch."""
        try:
            import torch
        except ImportError as missing:
            raise ImportError("training an evaluation needs PyTorch: pip install torch") from missing
        from fivefold.players.learnt import LearntPlayer

        from .network import LineNetwork

        torch.set_num_threads(1)
        name, weights = "alpha_beta", LineNetwork(self.parts).to_bytes()
        check_plays(LearntPlayer(name, {"kind": name, "nodes": 1, "seconds": None}, weights), self.rules)

    def player(self, number: int, nodes: int) -> Player:
        """Return the player with the weights of a generation."""
        return make("alpha_beta", nodes=nodes, weights=str(self.folder(number) / "weights.nn"))

    def folder(self, number: int) -> Path:
        """Return the folder of a generation."""
        return self.out / f"generation_{number}"

    def add(self) -> None:
        """Play, fit and test another generation."""
        number = len(self.generations) + 1
        best = max((one.number for one in self.generations if one.is_admitted), default=0)
        teacher = self.player(best, NODES) if best else self.first
        self.folder(number).mkdir(exist_ok=True)
        files = [file for own in range(1, number + 1) for file in self.files(own)]
        self.play(cast("NativePlayer", teacher), number)
        positions, losses = self.fit(files, number, getattr(teacher, "weights", None))
        score, tested, is_admitted = self.test(best, number)
        played = len(files) * GAMES_A_FILE
        self.generations.append(
            Generation(number, teacher.name, played, positions, *losses, score, tested, is_admitted)
        )
        if is_admitted:
            write(self.out / "weights.nn", (self.folder(number) / "weights.nn").read_bytes())
        write_json(self.out / FILE, [asdict(one) for one in self.generations])

    def files(self, number: int) -> list[Path]:
        """Name the files of games of a generation."""
        count = -(-self.options.games // GAMES_A_FILE)
        return [self.folder(number) / f"games_{place:04d}.npz" for place in range(count)]

    def play(self, player: NativePlayer, number: int) -> None:
        """Play the games of a generation that are not there yet."""
        report = make_progress(self.progress)
        files = self.files(number)
        for place, file in enumerate(files):
            if not file.exists():
                play_file(
                    player, self.rules, self.size, self.options.seed, (number - 1) * len(files) + place, file
                )
            report((place + 1) * GAMES_A_FILE, len(files) * GAMES_A_FILE)

    def fit(
        self, files: list[Path], number: int, weights: bytes | None
    ) -> tuple[int, tuple[float, float, float]]:
        """Fit a network to games, the newest last, beginning with `weights`, and write its weights."""
        from .fit import Fit

        data = positions_of(files, self.rules, self.size)
        options = self.options
        fit = Fit(data, self.size, self.parts, options.steps, options.batch, number - 1, weights)
        fit.run(self.folder(number) / "fit.pt", make_progress(self.progress, "steps"))
        write(self.folder(number) / "weights.nn", fit.network.to_bytes())
        return len(data), fit.held_out()

    def test(self, best: int, number: int) -> tuple[float, int, bool]:
        """Test a generation against the best so far: points a game, games, and whether it is better."""
        from fivefold.arena import match

        first = {
            "threats": f"threats(simulations=0, nodes={TEST_NODES // 10}, lookahead={TEST_NODES})",
            "alpha_beta": f"alpha_beta(nodes={TEST_NODES})",
        }.get(parse(self.options.first)[0], self.options.first)
        result = match(
            self.player(number, TEST_NODES),
            self.player(best, TEST_NODES) if best else first,
            self.rules,
            self.options.test_games,
            seed=self.options.seed,
            sprt=SPRT,
            threads=1,
            out=self.folder(number) / "test",
            progress=self.progress,
        )
        return result.score, len(result.games), result.decision == "first"


def read_json(file: Path) -> Any:
    """Read a file of the folder; None if it is not there."""
    try:
        return json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise FivefoldError(f"{file} cannot be read: {error}") from error


def write_json(file: Path, data: Any) -> None:
    """Write a file of the folder in one go."""
    write(file, (json.dumps(data, indent=1) + "\n").encode())


def write(file: Path, data: bytes) -> None:
    """Write a file that is whole at every moment."""
    with whole_file(file) as aside:
        aside.write_bytes(data)
