"""What every game owes through Python, on every preset and every value of its options."""

import pickle

import numpy as np
import pytest

import fivefold as ff
from variants import all_rules, play

RULES = list(all_rules())


@pytest.fixture(params=RULES, ids=repr)
def rules(request: pytest.FixtureRequest) -> ff.Rules:
    return request.param


def some(positions: list[ff.Position], count: int = 6) -> list[ff.Position]:
    """A few positions of a game, the first and the last among them."""
    step = max(1, (len(positions) - 1) // count)
    return [*positions[:-1:step], positions[-1]]


def test_a_move_is_listed_if_and_only_if_it_is_legal(rules: ff.Rules) -> None:
    for position in some(play(rules, 1)):
        actions = position.legal_actions()
        assert actions.dtype == np.int32
        assert (np.diff(actions) > 0).all()
        assert np.array_equal(np.flatnonzero(position.legal_mask), actions)
        for action in range(rules.num_actions):
            assert (position.why_illegal(action) is None) == bool(position.legal_mask[action])
        assert [position.move(action) for action in actions] == position.legal_moves()
        for action, move in zip(actions, position.legal_moves(), strict=True):
            assert position.action(move) == action
            assert position.why_illegal(move) is None


def test_a_refused_move_changes_nothing_and_names_its_rule(rules: ff.Rules) -> None:
    for position in some(play(rules, 2), 3):
        before = (position.key, position.board.copy(), position.player, position.legal_moves())
        for action in np.flatnonzero(~position.legal_mask)[::13]:
            with pytest.raises(ff.FivefoldError) as error:
                position.play(action)
            why = position.why_illegal(action)
            assert why is not None
            assert why.rule == error.value.rule
            assert str(error.value) == f"{why.message} ({why.rule})"
        after = (position.key, position.board, position.player, position.legal_moves())
        assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))


def test_positions_come_back_from_pickles_and_dicts(rules: ff.Rules) -> None:
    for position in some(play(rules, 3), 3):
        for again in (
            pickle.loads(pickle.dumps(position)),
            ff.Position.from_dict(position.to_dict()),
            position.copy(),
        ):
            assert again == position
            assert hash(again) == hash(position)
            assert again.key == position.key
            assert again.turns == position.turns
            assert np.array_equal(again.board, position.board)
            assert again.legal_moves() == position.legal_moves()
        assert pickle.loads(pickle.dumps(position)).record() == position.record()


def test_rules_come_back_from_pickles_and_dicts(rules: ff.Rules) -> None:
    for again in (
        pickle.loads(pickle.dumps(rules)),
        ff.Rules.from_dict(rules.to_dict()),
        ff.rules(rules.name, **rules.options),
    ):
        assert again == rules
        assert hash(again) == hash(rules)
        assert again.options == rules.options


def test_a_record_replays_to_the_same_positions(rules: ff.Rules) -> None:
    record = ff.playouts(rules, 1, seed=4).record(0)
    for again in (
        ff.Record.from_json(record.to_json()),
        ff.Record.from_text(record.to_text()),
        ff.Record.from_dict(record.to_dict()),
    ):
        assert again == record
        assert again.positions() == record.positions()
        assert again.outcome == record.outcome
    assert record.start.play_all(record.moves) == record.position


def test_symmetries_keep_what_is_legal(rules: ff.Rules) -> None:
    for position in some(play(rules, 5), 2):
        for symmetry in rules.symmetries:
            image = position.image(symmetry)
            assert np.array_equal(np.sort(symmetry.actions[position.legal_actions()]), image.legal_actions())
            assert image.canonical()[0] == position.canonical()[0]
            assert image.turns == position.turns
            assert image.player == position.player
            if symmetry is rules.symmetries[0]:
                assert image == position


def test_games_end_with_an_outcome(rules: ff.Rules) -> None:
    games = ff.playouts(rules, 20, seed=6)
    assert (games.turns <= rules.max_turns).all()
    assert (games.actions <= rules.max_actions).all()
    assert (games.returns >= rules.min_return).all()
    assert (games.returns <= rules.max_return).all()
    for index in range(0, 20, 7):
        end = games.record(index).position
        assert end.is_over
        assert end.player == ff.OVER
        assert end.legal_moves() == []
        assert end.legal_actions().size == 0
        assert not end.legal_mask.any()
        assert end.outcome is not None
        assert end.outcome.termination == ff.Termination(games.termination[index])
        assert np.array_equal(end.returns, games.returns[index])
        with pytest.raises(ff.IllegalMoveError) as error:
            end.play(0)
        assert error.value.rule == "E6"


def test_a_game_starts_where_its_seed_says(rules: ff.Rules) -> None:
    games = ff.playouts(rules, 3, seed=7)
    for index in range(3):
        assert games.record(index).start == rules.start(games.seeds[index])


def test_a_batch_plays_the_same_games(rules: ff.Rules) -> None:
    games = ff.playouts(rules, 12, seed=8)
    batch = ff.Batch(rules, 12, seed=8)
    batch.play_random()
    assert np.array_equal(batch.rewards, games.returns)
    assert np.array_equal(batch.terminated, games.termination != ff.Termination.MAX_TURNS)
    assert (batch.terminated ^ batch.truncated).all()


def test_a_batch_shows_what_its_positions_show(rules: ff.Rules) -> None:
    batch = ff.Batch(rules, 5, seed=9)
    random = np.random.default_rng(0)
    views = (batch.boards, batch.legal_mask, batch.player, batch.observation)
    for _ in range(min(12, rules.max_turns)):
        actions = [random.choice(np.flatnonzero(mask)) if mask.any() else -1 for mask in batch.legal_mask]
        batch.step(actions)
        for game, position in enumerate(batch):
            single_views = (position.board, position.legal_mask, position.player, position.observation())
            # After the end a batch shows the last mover's view.
            single_views = single_views[:3] if position.is_over else single_views
            for view, single in zip(views, single_views, strict=False):
                assert np.array_equal(view[game], single)


def test_observations_are_bytes_of_the_stated_shape(rules: ff.Rules) -> None:
    position = some(play(rules, 10), 2)[1]
    for player in range(rules.num_players):
        planes = position.observation(player)
        assert planes.shape == rules.observation_shape
        assert planes.dtype == np.uint8
        out = np.full(rules.observation_shape, 99, np.uint8)
        assert position.observation(player, out=out) is out
        assert np.array_equal(out, planes)


def test_whole_turns_can_be_played(rules: ff.Rules) -> None:
    if rules.options.get("cards"):
        pytest.skip("hundreds of thousands of turns: Pentagame's own tests count them")
    position = play(rules, 11)[0]
    turns = position.turn_moves()
    assert len(set(turns)) == len(turns)
    for turn in turns[:40]:
        # A roll of a die belongs to no turn.
        assert position.play(turn).turns == position.turns + (position.player != ff.CHANCE)
