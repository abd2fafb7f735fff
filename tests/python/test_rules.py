"""`rules`, `presets`, `options`, `Rules`: what can be asked for, and what is refused."""

import copy
import pickle

import numpy as np
import pytest

import fivefold as ff


def test_presets_have_options_with_defaults_ranges_and_rules() -> None:
    assert {"gomoku", "freestyle"} <= set(ff.presets())
    for preset in ff.presets():
        options = ff.options(preset)
        assert options
        for name, info in options.items():
            assert isinstance(info, ff.OptionInfo)
            assert info.name == name
            assert info.range
            assert info.rule
            assert info.default == ff.rules(preset).options[name]


def test_facts_of_the_default_board() -> None:
    rules = ff.rules("freestyle")
    assert rules.name == "freestyle"
    assert (rules.num_players, rules.num_actions, rules.board_shape) == (2, 225, (15, 15))
    assert (rules.min_return, rules.max_return) == (-1.0, 1.0)
    assert rules.max_turns == rules.max_actions == 225
    assert rules.observation_shape[1:] == (15, 15)


def test_options_of_numpy_and_lists_are_taken() -> None:
    assert ff.rules("gomoku", size=np.int64(9)) == ff.rules("gomoku", size=9)
    assert ff.rules("gomoku", size=[9, 7]) == ff.rules("gomoku", size=(9, 7))
    assert ff.rules("gomoku", size=(9, 7)).board_shape == (7, 9)


def test_rules_are_equal_by_their_options() -> None:
    one = ff.rules("gomoku", five="or_more", first_move="anywhere", passing="never")
    assert one == ff.rules("freestyle")
    assert hash(one) == hash(ff.rules("freestyle"))
    assert one != ff.rules("gomoku")
    assert one != "freestyle"
    assert copy.deepcopy(one) is one
    assert repr(ff.rules("freestyle", size=9)) == "fivefold.rules('freestyle', size=9)"
    assert pickle.loads(pickle.dumps(one)).name == "gomoku"


def test_options_are_a_copy() -> None:
    rules = ff.rules("gomoku")
    rules.options["size"] = 5
    assert rules.options["size"] == 15


@pytest.mark.parametrize(
    ("preset", "options", "rule"),
    [
        ("gomuku", {}, "G7"),
        ("gomoku", {"siez": 15}, "G7"),
        ("gomoku", {"size": 4}, "G1"),
        ("gomoku", {"size": 64}, "G1"),
        ("gomoku", {"size": 14}, "G2"),
        ("gomoku", {"size": 10**30}, None),
        ("gomoku", {"size": -1}, "G1"),
        ("gomoku", {"size": 9.5}, "G1"),
        ("gomoku", {"size": float("nan")}, None),
        ("gomoku", {"size": None}, "G1"),
        ("gomoku", {"size": True}, "G1"),
        ("gomoku", {"size": (9, 9, 9)}, "G1"),
        ("gomoku", {"size": object()}, None),
        ("gomoku", {"five": "six"}, "G3"),
        ("gomoku", {"five": ("exact",)}, "G3"),
        ("gomoku", {"opening": "renju"}, "G6"),
        ("gomoku", {"opening": "pro", "size": 5}, "G6"),
        ("gomoku", {"passing": 1}, "G5"),
    ],
)
def test_what_cannot_be_set_up_is_refused_by_name(
    preset: str, options: dict[str, object], rule: str | None
) -> None:
    with pytest.raises(ff.SetupError) as error:
        ff.rules(preset, **options)
    assert error.value.rule == rule
    assert str(error.value)


@pytest.mark.parametrize("name", [None, 5, 1.5, b"gomoku", ["gomoku"]])
def test_a_name_is_text(name: object) -> None:
    for function in (ff.rules, ff.options):
        with pytest.raises(ff.FivefoldError):
            function(name)  # type: ignore[arg-type, operator]


def test_options_of_no_preset_are_refused() -> None:
    with pytest.raises(ff.SetupError, match="nonsense"):
        ff.options("nonsense")


@pytest.mark.parametrize("data", [None, [], {}, {"name": "x", "game": "gomoku"}, {"name": 5}])
def test_from_dict_refuses_what_are_no_rules(data: object) -> None:
    with pytest.raises(ff.SetupError):
        ff.Rules.from_dict(data)  # type: ignore[arg-type]


def test_from_dict_refuses_an_unknown_key_and_endless_data() -> None:
    data = ff.rules("gomoku").to_dict()
    with pytest.raises(ff.SetupError, match="colour"):
        ff.Rules.from_dict({**data, "colour": 1})
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(ff.FivefoldError, match="nested"):
        ff.Rules.from_dict({**data, "size": endless})


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True, "0", float("nan"), np.float64(1), [1]])
def test_start_refuses_what_is_no_seed(seed: object) -> None:
    with pytest.raises(ff.FivefoldError, match="seed"):
        ff.rules("gomoku").start(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.uint64(2**64 - 1), np.int32(5), None])
def test_start_takes_every_seed(seed: object) -> None:
    assert ff.rules("gomoku").start(seed) == ff.rules("gomoku").start(0)  # type: ignore[arg-type]


def test_symmetries_are_permutations_with_the_identity_first() -> None:
    rules = ff.rules("freestyle")
    assert len(rules.symmetries) == 8
    assert len(ff.rules("freestyle", size=(9, 7)).symmetries) == 4
    for symmetry in rules.symmetries:
        assert isinstance(symmetry, ff.Symmetry)
        assert sorted(symmetry.points) == list(range(225))
        assert sorted(symmetry.actions) == list(range(rules.num_actions))
        assert not symmetry.points.flags.writeable
    assert np.array_equal(rules.symmetries[0].actions, np.arange(225))


def test_a_symmetry_carries_the_board() -> None:
    rules = ff.rules("freestyle")
    position = rules.start().play_all("a1 b3 c7")
    for symmetry in rules.symmetries:
        image = position.image(symmetry)
        assert np.array_equal(image.board.ravel()[symmetry.points], position.board.ravel())


def test_image_refuses_what_is_no_symmetry_of_the_rules() -> None:
    turned = ff.rules("freestyle").symmetries[4]
    with pytest.raises(ff.FivefoldError, match="symmetry"):
        ff.rules("freestyle", size=(9, 7)).start().image(turned)


def test_canonical_is_one_for_all_images_and_says_how() -> None:
    rules = ff.rules("freestyle")
    position = rules.start().play_all("a1 b3 c7")
    canonical, symmetry = position.canonical()
    assert position.image(symmetry) == canonical
    for motion in rules.symmetries:
        assert position.image(motion).canonical()[0] == canonical


def test_the_game_module_makes_the_same_rules() -> None:
    assert ff.gomoku.rules() == ff.rules("gomoku")
    assert ff.gomoku.rules("freestyle", size=(9, 7), five=("exact", "or_more")) == ff.rules(
        "freestyle", size=(9, 7), five=("exact", "or_more")
    )


def test_equal_pairs_are_one_value():
    """A square given by both sides, a five given for both colours: the same rules."""
    assert ff.rules("pagoda", size=(17, 17)) == ff.rules("pagoda")
    assert ff.rules("gomoku", five=("exact", "exact")) == ff.rules("gomoku")
    assert ff.rules("renju", size=(15, 15)).options["size"] == 15
