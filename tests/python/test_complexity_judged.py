"""Drama, lead changes, decisiveness of games and values written by hand; skill, report."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

import fivefold as ff
from fivefold.complexity import decisiveness, drama, lead_changes, report, skill
from fivefold.complexity.courses import Course

RULES = ff.rules("freestyle", size=5)


def record_of(moves, rules=RULES):
    record = rules.start().record()
    for move in moves.split():
        record.push(move)
    return record


# Black wins with the ninth stone: nine turns. White wins with the tenth: ten turns.
BLACK = record_of("a1 a2 b1 b2 c1 c2 d1 d2 e1")
WHITE = record_of("a1 a2 b1 b2 c1 c2 d1 d2 a5 e2")
UNFINISHED = record_of("a1 a2 b1")


def by_turn(blacks):
    """Values of two seats, from Black's share u at each turn."""
    return lambda position: (2 * blacks[position.turns] - 1, 1 - 2 * blacks[position.turns])


# Black's u at turns 0 to 8: behind at turns 1, 2 and 5 by 0.2, 0.6 and 0.4.
U = [0.5, 0.4, 0.2, 0.6, 0.5, 0.3, 0.7, 0.9, 1.0]
BEHIND = (sqrt(0.2) + sqrt(0.6) + sqrt(0.4)) / 3


def test_drama_of_a_game_by_hand():
    """C8."""
    result = drama(BLACK, values=by_turn(U))
    assert result.severity.value == pytest.approx(BEHIND)
    assert result.gap.value == pytest.approx(1.2 / 9)
    assert result.behind.value == pytest.approx(3 / 9)
    assert result.left_out == 0


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")
def test_severity_is_a_mean_over_games_the_gap_one_over_turns():
    """C8: a winner who never was behind counts as 0."""
    never = by_turn([0.6] * 9)
    games = [BLACK, BLACK]
    judged = iter([by_turn(U)] * 9 + [never] * 9)
    result = drama(games, values=lambda position: next(judged)(position))
    assert result.severity.value == pytest.approx(BEHIND / 2)
    assert result.gap.value == pytest.approx(1.2 / 18)
    assert result.behind.value == pytest.approx(3 / 18)


def test_the_winner_is_who_won():
    """White wins: its values count."""
    result = drama(WHITE, values=by_turn([*U, 0.0]))
    behind = [2 * u - 1 for u in [*U, 0.0] if u > 0.5]
    assert result.severity.value == pytest.approx(np.sqrt(behind).mean())
    assert result.gap.value == pytest.approx(sum(behind) / 10)


def test_lead_changes_by_hand():
    """C8: nobody leads at turn 0, White at 1 (no change), Black at 3, still at 4, White at 5, Black at 6."""
    result = lead_changes(BLACK, values=by_turn(U))
    assert result.count.value == 3
    assert result.rate.value == pytest.approx(3 / 8)
    assert lead_changes(BLACK, values=by_turn([0.5] * 9)).count.value == 0
    assert lead_changes(BLACK, values=by_turn([0.5, 0.9, 0.5, 0.9] + [0.5] * 5)).count.value == 0


def test_partners_lead_together():
    """C8: by team; a tie of others than the leader leaves the lead where it was."""
    rows = np.array([[0.1, 0.5, 0.9, 0.5], [0.9, 0.5, 0.1, 0.5], [0.1, 0.9, 0.2, 0.3]])
    assert Course(rows, [0, 2], (0, 1, 0, 1)).lead_changes() == 1
    assert Course(rows, [0], (0, 1, 2, 3)).lead_changes() == 2
    tie = np.array([[0.9, 0.1, 0.1], [0.2, 0.8, 0.8], [0.9, 0.1, 0.1]])
    assert Course(tie, [0], (0, 1, 2)).lead_changes() == 0
    assert Course(rows, [0, 2], (0, 1, 0, 1)).of_winner() == pytest.approx([0.5, 0.5, 0.15])


def test_decisiveness_by_hand():
    """C8: from turn 6 on Black has at least 0.5 and 0.7, from turn 7 on 0.8 and 0.9."""
    result = decisiveness(BLACK, values=by_turn(U), thresholds=(0.2, 0.5, 0.7, 0.8, 1.0))
    shares = {x: one.value for x, one in result.decided.items()}
    assert shares == pytest.approx({0.2: 0, 0.5: 6 / 9, 0.7: 6 / 9, 0.8: 7 / 9, 1.0: 8 / 9})
    # White's highest was 0.8, at turn 2; Black is above it from turn 7 on.
    assert result.threshold.value == pytest.approx(0.8)
    assert result.tail.value == pytest.approx(2 / 9)
    never = decisiveness(BLACK, values=by_turn([0.4] * 9))
    assert (never.decided[0.5].value, never.tail.value) == (1.0, 0.0)


def test_draws_and_unfinished_games_are_left_out():
    full = ff.rules("freestyle", size=5)
    draw = next(r for r in (ff.playouts(full, 300).record(i) for i in range(300)) if not r.outcome.winners)
    cut = record_of("", ff.rules("pentagame", max_turns=1))
    while not cut.position.is_over:
        cut.push(int(cut.position.legal_actions()[0]))
    flat = lambda position: np.zeros(position.rules.num_players)  # noqa: E731
    for measure in (drama, lead_changes, decisiveness):
        result = measure([draw, UNFINISHED, cut, BLACK], values=flat)
        assert result.left_out == 3
    assert np.isnan(drama([UNFINISHED], values=flat).severity.value)


def test_values_come_from_search_by_default():
    """The fourth stone in an open row is seen; the same arguments give the same figures."""
    result = decisiveness(BLACK, simulations=60)
    assert result == decisiveness(BLACK, simulations=60)
    assert result.decided[0.5].value < 1
    rules = ff.rules("freestyle", size=5)
    assert drama(rules, ["mcts(simulations=20)", "random"], 3, simulations=10).left_out <= 3


def test_what_cannot_be_judged_is_refused():
    for source, options in (
        (5, {}),
        ([1], {}),
        (BLACK, {"players": ["random", "random"]}),
        (BLACK, {"values": 3}),
        (BLACK, {"values": lambda _: [1]}),
        (BLACK, {"values": lambda _: [np.nan, 0]}),
        (BLACK, {"simulations": 0}),
        (RULES, {"games": 0}),
    ):
        with pytest.raises(ff.FivefoldError):
            drama(source, **options)
    with pytest.raises(ff.FivefoldError):
        decisiveness(BLACK, thresholds=(2,))


def test_more_simulations_win():
    """C9."""
    rules = ff.rules("pah_tum")
    rows = skill(rules, 2, 40, simulations=8)
    assert [(row.weak, row.strong, row.games) for row in rows] == [(8, 16, 40), (16, 32, 40)]
    assert all(0 <= row.share.low <= row.share.value <= row.share.high <= 1 for row in rows)
    assert max(row.share.value for row in rows) > 0.5
    assert rows == skill(rules, 2, 40, simulations=8)
    for options in ({"doublings": 0}, {"doublings": 31}, {"games": 3}, {"simulations": 0}):
        with pytest.raises(ff.FivefoldError):
            skill(RULES, **options)
    with pytest.raises(ff.FivefoldError):
        skill(ff.rules("pentagame", players=3), 1, 2)


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")
def test_a_report_has_every_measure():
    """C10."""
    result = report(RULES, 6, judged_games=2, simulations=5, doublings=1)
    names = [row.name for row in result.rows]
    for name in ("positions, open", "games", "branching", "length", "share of seat 1", "lead changes"):
        assert name in names
    assert len(set(names)) == len(names)
    data = result.to_dict()
    assert len(data["rows"]) == len(names)
    assert data["rows"][names.index("games")]["exact"] == "12123953291699459229254400"
    notes = [row.estimate.note for row in result.rows if row.estimate.note]
    assert str(result).count("\n") == len(names) + len(notes)
    assert any("distinct" in note for note in notes)
    assert result._repr_html_().count("<tr>") == len(names) + 1
    with pytest.raises(ff.FivefoldError):
        report(RULES, 0)
