"""The results on the book's principles and questions: the page shows the results, and none is old."""

import json
import sys

import numpy as np
import pytest

import fivefold as ff
from source_tree import ROOT

sys.path.insert(0, str(ROOT / "docs"))
book_principles = pytest.importorskip("book_principles")
book_questions = pytest.importorskip("book_questions")
renju_openings = pytest.importorskip("renju_openings")

START = ff.rules("pentagame").start()


def turn(*actions: str) -> "book_principles.Turn":
    chosen = iter(actions)
    moves, end = book_principles.play_turn(START, lambda at: at.action(next(chosen)))
    before = book_principles.View(START, 0), book_principles.View(START, 1)
    return book_principles.Turn(0, moves, before, end, None)


def test_the_page_shows_the_results() -> None:
    assert book_principles.main(["--check"]) == 0
    assert book_questions.main(["--check"]) == 0


def test_no_result_is_older_than_its_player() -> None:
    """S8: nothing published is older than the player it speaks of."""
    principles = json.loads(book_principles.RESULTS.read_text(encoding="utf-8"))
    results = json.loads(book_questions.RESULTS.read_text(encoding="utf-8"))
    for row in [*principles.values(), *results["move"], *results["coalitions"], *results["openings"]]:
        assert row["version"] == ff.players.make(row["player"]).version, row["player"]


def test_the_tables_of_the_book_have_26_principles() -> None:
    tables = [name.rpartition(".")[0] for name in book_principles.PRINCIPLES]
    assert (tables.count("5.1"), tables.count("5.2"), len(tables)) == (7, 19, 26)


@pytest.mark.parametrize(
    ("actions", "name", "keeps"),
    [
        (["a,b(A<->B)"], "5.2.13", True),
        (["a(A->d)", "[A-1-B]"], "5.2.13", False),
        (["a(A->d)", "[A-1-B]"], "5.2.12", True),
        (["a(A->A-1-B)"], "5.2.12", False),
        (["a(A->A-1-B)"], "5.2.8", False),
        (["a(A->A-1-B)"], "5.2.10", True),
        (["a(A->A-2-B)"], "5.2.10", False),
        (["a,b(A<->B)"], "5.1.1", True),
        (["a(A->d)", "[A-1-B]"], "5.2.16", True),
        (["a(A->d)", "[A-2-B]"], "5.2.16", False),
    ],
)
def test_a_turn_keeps_or_breaks_a_principle(actions: list[str], name: str, keeps: bool) -> None:
    assert book_principles.PRINCIPLES[name][2](turn(*actions)) is keeps


def test_shares_by_hand() -> None:
    """Two games: 2 of 3 turns and 1 of 1 keep a principle, where lots expect 1.5 and 0.5."""
    row = book_principles.summary(np.array([[3, 2, 1.5], [1, 1, 0.5]]))
    assert (row["turns"], row["kept"], row["lot"], row["difference"]) == (4, 0.75, 0.5, 0.25)


def test_an_opening_is_played_whole() -> None:
    """The second move may be written from either piece, or be the mirror image of the one in the table."""
    player, types = ff.players.make("random"), []
    for opening in ff.pentagame.openings():
        tries = (book_questions.open_with(opening, player, np.random.default_rng(seed)) for seed in range(9))
        types.append({ff.pentagame.opening_type(at, 0) for at in tries if at is not None})
    assert types == [{opening.type} for opening in ff.pentagame.openings()]
    rabbit = ff.pentagame.openings()[0]
    assert book_questions.seconds_of(rabbit) == {"a,c(B<->C)", "c,a(C<->B)", "b,e(A<->E)", "e,b(E<->A)"}


def test_games_of_an_opening_are_played_again_by_the_command() -> None:
    """S8: here the rocket, which few games could play; each opening has a seed of its own."""
    known = json.loads(book_questions.RESULTS.read_text(encoding="utf-8"))["openings"][0]
    again = book_questions.openings_of(known["player"], book_questions.OPENINGS[known["player"]], ["4h"])
    assert again["rows"]["4h"] == known["rows"]["4h"]
    assert again["rows"]["4h"]["games"] == 24


def test_copies_do_not_narrow_the_mean_of_openings() -> None:
    rows = [{"halves": [40, 20, 40], "distinct": 100}, {"halves": [10, 0, 90], "distinct": 100}]
    copies = [row | {"distinct": 25} for row in rows]
    assert book_questions.mean_of(rows)[0] == pytest.approx(0.7)
    assert book_questions.mean_of(copies)[1] == pytest.approx(2 * book_questions.mean_of(rows)[1])


def test_the_26_openings_of_renju() -> None:
    """S8: the page shows what was measured, for each opening, by players of today."""
    assert renju_openings.main(["--check"]) == 0
    for level in json.loads(renju_openings.RESULTS.read_text(encoding="utf-8")):
        assert level["version"] == ff.players.make(level["player"]).version
        assert len(level["rows"]) == len(ff.renju.openings()) == 26
