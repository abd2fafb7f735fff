"""A proof to play against, in a real browser: whatever White plays, Black wins by the rules."""

import random
from pathlib import Path

import pytest

import fivefold as ff

pytestmark = pytest.mark.browser

PROOF = Path(__file__).parents[1] / "data" / "proofs" / "freestyle_15x15_h8_n15.proof.gz"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The page of the answer n15 to h8."""
    path = tmp_path_factory.mktemp("proof") / "n15.html"
    path.write_text(ff.proofs.page(PROOF), encoding="utf-8")
    return path


@pytest.fixture
def game(page, written):
    """The page, with its first move played."""
    page.goto(written.as_uri())
    page.wait_for_function("document.querySelector('.ff-moves').textContent !== ''")
    return page


def moves(page):
    return page.locator(".ff-moves").inner_text().split()


def play(page, move):
    page.get_by_label("Your move, such as h9").fill(move)
    page.get_by_role("button", name="Play").click()


def start():
    return ff.rules("freestyle").start().play_all("h8 n15")


@pytest.mark.parametrize("seed", range(4))
def test_black_wins_against_whatever_white_plays(game, seed):
    """White stops fours, or plays near the last move, or anywhere; the rules say that Black wins."""
    rng = random.Random(seed)
    for _ in range(60):
        position = start().play_all(" ".join(moves(game)))
        if position.outcome is not None:
            break
        legal = position.legal_moves()
        fives = [move for move in ff.gomoku.winning_points(position, "black") if move in legal]
        if fives and rng.random() < 0.9:
            reply = fives[0]
        elif rng.random() < 0.7:
            x, y = ord(moves(game)[-1][0]), int(moves(game)[-1][1:])
            near = [m for m in legal if abs(ord(m[0]) - x) < 3 and abs(int(m[1:]) - y) < 3]
            reply = rng.choice(near or legal)
        else:
            reply = rng.choice(legal)
        play(game, reply)
    assert position.outcome.winner == 0
    assert "Black wins" in game.locator(".ff-status").inner_text()
    assert game.locator(".ff-lemma").count() > 0
    assert "emma" in game.locator(".ff-why").inner_text()


def test_a_click_plays_and_moves_are_taken_back(game):
    first = moves(game)
    board = game.locator(".ff-board svg")
    box = board.bounding_box()
    board.click(position={"x": 2, "y": 2})
    assert moves(game) == first
    # a1 is the point at the lower left of the grid.
    wide, high = map(float, board.get_attribute("viewBox").split()[2:])
    board.click(position={"x": 35 / wide * box["width"], "y": 303 / high * box["height"]})
    assert moves(game)[: len(first) + 1] == [*first, "a1"]
    assert len(moves(game)) == len(first) + 2
    game.get_by_role("button", name="Take back").click()
    assert moves(game) == first
    play(game, "z99")
    assert "no empty point" in game.locator(".ff-status").inner_text()
