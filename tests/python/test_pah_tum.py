"""Pah-Tum from Python: its questions, and the solver."""

import os
import signal
import threading
import time

import pytest

import fivefold as ff

LAYOUT = ["e7", "g1", "g3", "g5", "g7"]


def custodial(moves: str, **options: object) -> ff.Position:
    return ff.rules("custodial_pah_tum", layout=LAYOUT, **options).start().play_all(moves)


def minimax(position: ff.Position) -> int:
    """The margin of seat 0, by trying everything."""
    if position.is_over:
        first, second = ff.pah_tum.scores(position)
        return first - second
    values = [minimax(position.play(move)) for move in position.legal_moves()]
    return max(values) if position.player == 0 else min(values)


def ending(seed: int, empty: int, preset: str = "pah_tum", **options: object) -> ff.Position:
    """A position with a given number of empty squares from a random game."""
    game = ff.playouts(ff.rules(preset, size=5, **options), 1, seed=seed).record(0)
    position = game.position
    while (position.board == 0).sum() < empty:
        game.pop()
        position = game.position
    return position


def test_rows_and_scores_tell_the_same() -> None:
    """T2: the points are the sum of what the rows are worth."""
    for seed in range(20):
        position = ending(seed, seed % 5)
        by_colour = {"yellow": 0, "blue": 0}
        for row in ff.pah_tum.rows(position):
            assert len(row.points) >= 3
            by_colour[row.colour] += row.worth
        assert ff.pah_tum.scores(position) == (by_colour["yellow"], by_colour["blue"])


def test_score_if_is_the_score_after() -> None:
    """It tells what playing shows, captures included."""
    position = custodial("a1 b1 c3 c2")
    for move in position.legal_moves():
        assert ff.pah_tum.score_if(position, move) == ff.pah_tum.scores(position.play(move))
    with pytest.raises(ff.IllegalMoveError) as error:
        ff.pah_tum.score_if(position, "c1")
    assert error.value.rule == "T4"


def test_captures_are_what_the_moves_say() -> None:
    """T4: every capture listed is a move, and every capturing move is listed."""
    position = custodial("a1 b1 c3 c2")
    assert ff.pah_tum.captures(position, "c1") == ["c2", "b1"]
    assert ff.pah_tum.captures(position, 2) == ["c2", "b1"]
    assert ff.pah_tum.captures(position, "a1") == []
    points = [f"{column}{row}" for column in "abcdefg" for row in range(1, 8)]
    listed = {f"{point}x{other}" for point in points for other in ff.pah_tum.captures(position, point)}
    assert listed == {move for move in position.legal_moves() if "x" in move}
    for wrong in ("c1xb1", "pass", 400, None):
        with pytest.raises(ff.NotationError):
            ff.pah_tum.captures(position, wrong)


@pytest.mark.parametrize("stones", [6, 12, 40])
@pytest.mark.parametrize("setup", ["alternate", "cut", "random"])
def test_supplies_are_what_is_not_on_the_board(setup: str, stones: int) -> None:
    """T5: what is put, and what replaces a captured stone, leaves the supply; captured stones go back."""
    rules = ff.rules("custodial_pah_tum", setup=setup, stones=stones)
    for seed in range(12):
        game = ff.playouts(rules, 1, seed=seed).record(0)
        for position in game.positions():
            on_board = [int((position.board == colour).sum()) for colour in (1, 2)]
            assert ff.pah_tum.supply(position) == (stones - on_board[0], stones - on_board[1])
    assert ff.pah_tum.supply(ff.rules("custodial_pah_tum", stones=None).start(1)) is None
    assert ff.pah_tum.supply(ff.rules("pah_tum").start(1)) is None


@pytest.mark.parametrize("ask", [ff.pah_tum.scores, ff.pah_tum.rows, ff.pah_tum.solve, ff.pah_tum.supply])
def test_other_games_are_refused(ask) -> None:
    """A question about Pah-Tum asked of Gomoku."""
    with pytest.raises(ff.WrongGameError):
        ask(ff.rules("gomoku").start())


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["pah_tum", "custodial_pah_tum"])
def test_solve_agrees_with_minimax(preset: str) -> None:
    """Small endings, tried out in full."""
    for seed in range(12):
        position = ending(seed, 4, preset)
        solution = ff.pah_tum.solve(position)
        assert solution.value == minimax(position)
        end = position.play_all(solution.line)
        assert end.is_over
        first, second = ff.pah_tum.scores(end)
        assert first - second == solution.value


def test_threads_and_memory_change_nothing() -> None:
    """The value and the line are those of the position alone."""
    position = ending(3, 12)
    value, line, _ = ff.pah_tum.solve(position, threads=1)
    assert ff.pah_tum.solve(position, threads=2)[:2] == (value, line)
    assert ff.pah_tum.solve(position, memory=0)[:2] == (value, line)


def test_what_cannot_be_solved_is_refused() -> None:
    """Set-ups, boards too large, arguments that are none."""
    with pytest.raises(ff.IllegalMoveError) as error:
        ff.pah_tum.solve(ff.rules("custodial_pah_tum").start())
    assert error.value.rule == "T3"
    with pytest.raises(ff.IllegalMoveError) as error:
        ff.pah_tum.solve(ff.rules("pah_tum").start(seed=1))
    assert error.value.rule == "T1"
    position = ending(0, 3)
    for wrong in ({"threads": 0}, {"memory": -1}, {"progress": 3}, {"threads": True}):
        with pytest.raises(ff.FivefoldError):
            ff.pah_tum.solve(position, **wrong)


def hopeless() -> ff.Position:
    """Nobody searches this to the end."""
    return ff.rules("custodial_pah_tum", setup="random").start(seed=0)


def test_progress_is_told_and_its_error_ends_the_search() -> None:
    """A callable hears positions and bounds; what it raises comes out."""
    reports: list[tuple[int, int, int]] = []

    def listen(nodes: int, lower: int, upper: int) -> None:
        reports.append((nodes, lower, upper))
        if len(reports) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ff.pah_tum.solve(hopeless(), progress=listen, memory=1 << 20)
    assert reports[0][0] < reports[2][0]
    assert reports[2][1] < reports[2][2]


def test_ctrl_c_ends_a_search() -> None:
    """Within a moment, and as KeyboardInterrupt."""
    times: list[float] = []

    def interrupt() -> None:
        times.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ff.pah_tum.solve(hopeless(), memory=1 << 20)
    # 0.2 s on a machine of one's own.
    assert time.monotonic() - times[0] < 2


@pytest.mark.slow
def test_every_layout_of_5x5_is_solved() -> None:
    """Each of the 53,130 layouts is the image of one; Blue is never ahead (a strategy can be stolen)."""
    openings = ff.pah_tum.solved_5x5()
    assert sum(opening.images for opening in openings) == 53_130
    assert [opening.layout for opening in openings] == [layout for layout, _ in ff.pah_tum.layouts_5x5()]
    assert {opening.value for opening in openings} == {0, 2, 3}
    for opening in openings[::1500]:
        start = ff.pah_tum.rules(size=5, layout=opening.layout).start()
        solution = ff.pah_tum.solve(start, threads=1)
        assert (solution.value, solution.line[0]) == (opening.value, opening.first)


def test_rules_takes_every_option() -> None:
    """The typed constructor is `fivefold.rules`."""
    assert ff.pah_tum.rules(size=5) == ff.rules("pah_tum", size=5)
    rules = ff.pah_tum.rules("custodial_pah_tum", layout=LAYOUT, stones=None)
    assert rules == ff.rules("custodial_pah_tum", layout=LAYOUT, stones=None)
    assert ff.rules("custodial_pah_tum").options["setup"] == "alternate"
