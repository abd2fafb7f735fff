"""A tree of positions: the moves and remarks at each, merged over all lines that lead there."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import replace
from operator import index
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING, SupportsIndex

from fivefold import FivefoldError, Position, Record, RecordError, Rules
from fivefold._arguments import read_rules
from fivefold._core.position_tree import PositionTree
from fivefold._files import whole_file
from fivefold._progress import ProgressLike, Report, make_progress

from ._known import Branch, Known
from .encoding import known, own_text
from .opening import Opened, ReadingAndReplay, opened
from .reading import ReadOptions, ScanResult, format_in, games_in
from .splitting import TooLong, sgf_games
from .tree_files import (
    MAX_BYTES,
    all_bytes,
    encoded_text,
    is_library,
    library_rules,
    placed,
)

if TYPE_CHECKING:
    from fivefold.draw.theme import Theme
    from fivefold.draw.viewer import Html
    from fivefold.search import Tree as SearchTree

# Positions that a tree grows to by default: about 600 MB, and 100,000 games of 60 moves fit.
MAX = 7_000_000


class Tree:
    """A tree of positions of a game for two.

    Transpositions are one position: games, comments and proven values are counted and kept once, whatever
    the order of the moves.

    Parameters
    ----------
    start : Rules, str or Position
        The rules, the name of a preset, or the position at the root.
    symmetric : bool
        Whether images under the symmetries of the rules count as one position.
    max_positions : int
        Maximum number of positions.

    Examples
    --------
    >>> import fivefold as ff
    >>> tree = ff.records.Tree("freestyle")
    >>> for moves in ("h8 i9 h9", "h9 i9 h8", "h8 g7"):
    ...     tree.add(ff.rules("freestyle").start().play_all(moves).record())
    >>> len(tree)
    7
    >>> [(branch.move, branch.games) for branch in tree["h8"].moves]
    [('i9', 1), ('g7', 1)]
    >>> tree["h8 i9 h9"].games
    2
    """

    def __init__(
        self, start: Rules | str | Position, *, symmetric: bool = False, max_positions: int = MAX
    ) -> None:
        root = start if isinstance(start, Position) else read_rules(start).start(seed=0)
        self._inner = PositionTree(root, symmetric, max_positions)

    @classmethod
    def _of(cls, inner: PositionTree) -> Tree:
        tree = cls.__new__(cls)
        tree._inner = inner
        return tree

    @property
    def start(self) -> Position:
        """The position at the root."""
        return self._inner.start

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._inner.start.rules

    @property
    def symmetric(self) -> bool:
        """Whether images are one position."""
        return self._inner.symmetric

    def __len__(self) -> int:
        return len(self._inner)

    def __repr__(self) -> str:
        return f"<Tree of {self.rules!r}, {len(self)} positions>"

    def add(self, record: Record) -> None:
        """Add a game, with its result and its comments.

        Parameters
        ----------
        record : Record
            A game of the tree's rules that begins at its root.

        Raises
        ------
        RecordError
            The game has other rules or another start, or the tree is full.
        """
        self._inner.add(record)

    def _at(self, position: Position | str) -> Position:
        return self.start.play_all(position) if isinstance(position, str) else position

    def get(self, position: Position | str) -> Known | None:
        """Return what the tree knows of a position.

        Parameters
        ----------
        position : Position or str
            The position, or the moves that lead there from the root.

        Returns
        -------
        Known or None
            None where the tree does not have it.
        """
        node = self._inner.look(self._at(position))
        if node is None:
            return None
        moves = tuple(Branch(one.move, one.games, one.wins, one.draws, one.value) for one in node.moves)
        count = (node.games, node.wins, node.draws)
        return Known(*count, node.value, node.comment, node.mark, node.labels, moves)

    def __getitem__(self, position: Position | str) -> Known:
        known = self.get(position)
        if known is None:
            raise FivefoldError("the tree does not have this position: get() gives None for such ones")
        return known

    def __contains__(self, position: Position | str) -> bool:
        return self.get(position) is not None

    def note(
        self,
        position: Position | str,
        *,
        comment: str | None = None,
        mark: bool | None = None,
        labels: dict[str, str] | None = None,
    ) -> None:
        """Set comment, mark or labels of a position; what is left out stays as it is.

        Parameters
        ----------
        position : Position or str
            The position, or the moves that lead there from the root.
        comment : str, optional
            A comment.
        mark : bool, optional
            Whether it is marked.
        labels : dict of str to str, optional
            Texts on points.

        Raises
        ------
        FivefoldError
            The tree does not have the position, or a label stands on no point.
        """
        at, has = self._at(position), self[position]
        self._inner.note(
            at,
            has.comment if comment is None else comment,
            has.mark if mark is None else mark,
            has.labels if labels is None else labels,
        )

    def prove(self, position: Position | str, value: int | None) -> None:
        """Set the proven value of a position.

        Parameters
        ----------
        position : Position or str
            The position, or the moves that lead there from the root.
        value : int or None
            1 a win of seat 0, -1 of seat 1, 0 a draw; None takes it back.

        Raises
        ------
        FivefoldError
            The tree does not have the position, or the value is none of these.
        """
        at = self._at(position)
        if not self._inner.prove(at, value):
            raise FivefoldError("the tree does not have this position")

    def solve(self) -> int:
        """Propagate proven values up the tree by minimax.

        A position is won where one of its moves wins, and worth its best move once each of its legal moves
        is in the tree and proven. Ends of games are proven by the rules.

        Returns
        -------
        int
            Number of positions that are proven afterwards.
        """
        return self._inner.solve()

    @classmethod
    def read(
        cls,
        path: str | Path | IO[bytes],
        *,
        rules: Rules | str | None = None,
        encoding: str | None = None,
        symmetric: bool = False,
        max_positions: int = MAX,
        progress: ProgressLike = None,
    ) -> Tree:
        """Read a tree, or make one of the games of a file or a folder.

        Parameters
        ----------
        path : str, Path or file of bytes
            A library of RenLib (``.lib``), SGF whose variations are kept, a tree in JSON (``.json``), any
            other file of games, or a folder of such files; ``.gz`` and ``.zip`` are unpacked.
        rules : Rules or str, optional
            Rules of the games, as for `fivefold.records.read`; a library of RenLib is Renju in which a foul
            loses by default.
        encoding : str, optional
            The encoding of its texts, as for `fivefold.records.read`; texts of RenLib without it are UTF-8
            where they can be, else ISO-8859-1.
        symmetric : bool
            Whether images are one position; a tree in JSON says it itself.
        max_positions : int
            Maximum number of positions.
        progress : bool, callable or None
            True shows how much is read, False nothing, a callable is given ``(read, all)`` in kilobytes, of
            a folder in files; None shows it in a terminal or notebook after two seconds.

        Returns
        -------
        Tree

        Raises
        ------
        RecordError
            A move cannot be played (the message has its number), the file breaks off, the games are of
            different rules, or the tree grows beyond `max_positions`.
        """
        if not (isinstance(path, (str, Path)) and Path(path).is_dir()):
            tree = cls._grown(None, path, rules, encoding, symmetric, max_positions, progress)
        else:
            files = sorted(one for one in Path(path).rglob("*") if one.is_file())
            tree, live = None, make_progress(progress, "files")
            for number, one in enumerate(files, 1):
                tree = cls._grown(tree, one, rules, encoding, symmetric, max_positions, False)
                live(number, len(files))
            live.close()
        if tree is None:
            raise RecordError(f"{path}: there are no games to make a tree of")
        return tree

    @classmethod
    def _grown(
        cls,
        tree: Tree | None,
        path: str | Path | IO[bytes],
        rules: Rules | str | None,
        encoding: str | None,
        symmetric: bool,
        max_positions: int,
        progress: ProgressLike,
    ) -> Tree | None:
        """Read a file into a tree, or begin one with it."""
        name = str(path) if isinstance(path, (str, Path)) else str(getattr(path, "name", "the library"))
        live = make_progress(progress, "kB")
        try:
            for one in opened(path, name, encoding):
                alone = progress if one.member is None else False
                if is_library(one.head, one.ending.lower()):
                    tree = cls._with_library(tree, one, rules, encoding, symmetric, max_positions, alone)
                elif b'"fivefold tree' in one.head[:4096]:
                    if tree is not None:
                        raise RecordError(f"{one.name}: a tree in JSON is read alone")
                    tree = cls._read_json(one, max_positions, alone)
                else:
                    tree = cls._with_games(tree, one, rules, symmetric, max_positions, live)
        except TooLong as error:
            raise RecordError(f"{name}: {error}") from None
        finally:
            live.close()
        return tree

    @classmethod
    def _with_library(
        cls,
        tree: Tree | None,
        one: Opened,
        rules: Rules | str | None,
        encoding: str | None,
        symmetric: bool,
        max_positions: int,
        progress: ProgressLike,
    ) -> Tree:
        """Add a library of RenLib."""
        name, data = one.name, all_bytes(one)
        source_rules = rules if rules is not None else library_rules()
        if tree is None:
            tree = cls(source_rules, symmetric=symmetric, max_positions=max_positions)
        elif rules is None and tree.rules != source_rules:
            raise RecordError(f"{name}: a library is of {source_rules!r}, and the tree of {tree.rules!r}")
        codec = known(encoding) if encoding is not None else None
        decode = None if codec is None else lambda text: text.decode(codec, "replace")
        live = make_progress(progress, "kB")
        try:
            tree._inner.read_lib(data, decode, lambda done, total: live(done // 1000, total // 1000))
        except RecordError as error:
            refused = RecordError(f"{name}: {error}")
            refused.number, refused.rule = error.number, error.rule
            raise refused from None
        finally:
            live.close()
        return tree

    @classmethod
    def _read_json(cls, one: Opened, max_positions: int, progress: ProgressLike) -> Tree:
        try:
            text = all_bytes(one).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RecordError(f"{one.name}: this is no text in UTF-8 ({error.reason})") from None
        live = make_progress(progress, "kB")
        try:
            report = lambda done, total: live(done // 1000, total // 1000)  # noqa: E731
            return cls._of(PositionTree.from_json(text, max_positions, report))
        finally:
            live.close()

    @classmethod
    def _with_games(
        cls,
        tree: Tree | None,
        one: Opened,
        rules: Rules | str | None,
        symmetric: bool,
        max_positions: int,
        live: Report,
    ) -> Tree | None:
        """Add the games of a text, those of SGF with their variations."""
        format = format_in(one)
        if format != "sgf":
            one.text.on_read = lambda: one.report(live)
            for result in games_in(one, format, ReadOptions(rules)):
                if result.record is None:
                    raise placed(one.name, result)
                tree = (
                    cls(result.record.start, symmetric=symmetric, max_positions=max_positions)
                    if tree is None
                    else tree
                )
                try:
                    tree.add(result.record)
                except RecordError as error:
                    raise placed(one.name, replace(result, error=error)) from None
            return tree
        report = ReadingAndReplay(live)
        report.take(one)
        for number, (line, text) in enumerate(sgf_games(one.text, MAX_BYTES), 1):
            try:
                if one.text.codec is not None:
                    text = own_text(text, one.text.codec)
                if tree is None:
                    tree = cls._of(
                        PositionTree.from_sgf(text, rules, symmetric, max_positions, report.within)
                    )
                else:
                    tree._inner.add_sgf(text, rules, report.within)
            except RecordError as error:
                raise placed(one.name, ScanResult(number, line, error=error)) from None
            report.next()
        return tree

    @classmethod
    def of_games(
        cls,
        games: Iterable[Record],
        *,
        symmetric: bool = False,
        max_positions: int = MAX,
    ) -> Tree:
        """Make a tree of games.

        Parameters
        ----------
        games : iterable of Record
            Games of the same rules from the same position; taken one by one.
        symmetric : bool
            Whether images are one position.
        max_positions : int
            Maximum number of positions.

        Returns
        -------
        Tree

        Raises
        ------
        RecordError
            There is no game, or one is of other rules than the first.

        Examples
        --------
        >>> import fivefold as ff
        >>> games = ff.playouts(ff.rules("freestyle"), 20, seed=1)
        >>> tree = ff.records.Tree.of_games(games.record(number) for number in range(20))
        >>> tree[""].games
        20
        """
        tree: Tree | None = None
        for record in games:
            if tree is None:
                tree = cls(record.start, symmetric=symmetric, max_positions=max_positions)
            tree.add(record)
        if tree is None:
            raise RecordError("there are no games to make a tree of")
        return tree

    @classmethod
    def of_search(cls, tree: SearchTree, *, min_visits: int = 2, max_positions: int = MAX) -> Tree:
        """Make a tree from a search tree, from the beginning of its game.

        Parameters
        ----------
        tree : fivefold.search.Tree
            The search, of a game for two.
        min_visits : int
            Moves with fewer visits are left out, unless they are proven.
        max_positions : int
            Maximum number of positions.

        Returns
        -------
        Tree
            Comments have visits and the value for the player who moved; proven values are kept. Each line
            that ends in it counts as a game without a result.

        Raises
        ------
        FivefoldError
            The game is not one for two.
        RecordError
            The tree grows beyond `max_positions`.

        Examples
        --------
        >>> import fivefold as ff
        >>> search = ff.search.Tree(ff.rules("freestyle", size=9).start().play_all("e5 a1 f5 b1 g5 c1 h5 i9"))
        >>> _ = search.run(simulations=200)
        >>> tree = ff.records.Tree.of_search(search)
        >>> known = tree[search.position.play("d5")]
        >>> known.value, known.comment.split(",")[-1]
        (1, ' value 1.000')
        """
        start = tree.position
        result = cls(start.record().start, max_positions=max_positions)
        waiting: list[list[str]] = [[]]
        while waiting:
            path = waiting.pop()
            position = start.play_all(" ".join(path)) if path else start
            rows = [row for row in tree.children(path) if row.visits >= min_visits or row.proven]
            for row in rows:
                result.add(_line(start, [*path, row.move]))
                after = position.play(row.move)
                if row.value is None:
                    continue
                result.note(after, comment=f"{row.visits} visits, value {row.value:.3f}")
                if row.proven:
                    worth = round(row.value)
                    result.prove(after, worth if position.player == 0 else -worth)
            waiting.extend([*path, row.move] for row in rows if not position.play(row.move).is_over)
        return result

    def page(
        self, *, max_positions: SupportsIndex = 200, theme: str | Theme = "light", size: float = 420.0
    ) -> Html:
        """Draw the tree as one page; links lead from position to position.

        Parameters
        ----------
        max_positions : int
            How many positions it shows: those that most games passed.
        theme : str or Theme
            As in `fivefold.draw.svg`.
        size : float
            Width of a board in pixels.

        Returns
        -------
        Html
            A whole page, without scripts or network: write it to a file, or let a notebook show it. Beside
            each board stand its moves with their games, the score of who moves there, what is proven, and the
            comment.

        Raises
        ------
        FivefoldError
            There is no such theme.

        Examples
        --------
        >>> import fivefold as ff
        >>> tree = ff.records.Tree("freestyle")
        >>> tree.add(ff.Record.from_notes("1. h8 i9 2. h9", "freestyle"))
        >>> page = tree.page()
        >>> page.count("<section"), '<a href="#p1">h8</a>' in page
        (4, True)
        """
        from .tree_page import render_page

        return render_page(self, index(max_positions), theme, size)

    def write(self, path: str | Path, *, format: str | None = None, encoding: str = "utf-8") -> None:
        """Write the tree.

        Parameters
        ----------
        path : str or Path
            The file; an older one is replaced.
        format : {"lib", "sgf", "json"}, optional
            By default the ending decides. A ``.lib`` holds moves, comments, marks and texts on points of
            boards of 15 by 15; SGF the counts of games and proven values too; JSON everything.
        encoding : str
            The encoding of the texts in a ``.lib``; SGF and JSON are UTF-8.

        Raises
        ------
        RecordError
            The ending names no format, or the format cannot hold the tree; nothing is written.
        """
        ending = PurePath(str(path).removesuffix(".gz")).suffix.lower().removeprefix(".")
        chosen = ending if format is None else format
        if chosen not in ("lib", "sgf", "json"):
            raise RecordError(f"{path}: a tree is written as .lib, .sgf or .json; or say which with format=")
        if chosen == "lib":
            codec = known(encoding)
            data = self._inner.to_lib(lambda text: encoded_text(text, codec))
        else:
            text = self._inner.to_sgf() if chosen == "sgf" else self._inner.to_json()
            data = text.encode()
        if str(path).endswith(".gz"):
            data = gzip.compress(data, mtime=0)
        with whole_file(Path(path)) as aside:
            aside.write_bytes(data)


def _line(start: Position, moves: list[str]) -> Record:
    record = start.record()
    for move in moves:
        record.push(move)
    return record
