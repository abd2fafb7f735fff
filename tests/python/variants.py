"""Every preset with every value of its options, for the tests that hold for all games."""

import re
from collections.abc import Iterator
from typing import Any

import fivefold as ff

# Values for options whose range is no list of words; those that a preset refuses are passed over.
VALUES: dict[str, list[Any]] = {
    "size": [5, 6, 7, 9, 11, (9, 7)],
    "five": [("exact", "or_more"), ("or_more", "exact")],
    "fouls": [("double_three",), ("double_three", "overline"), ()],
    "take": [(1,), (2, 3), (1, 2, 3, 4, 5)],
    "target": [1, 2, 3, 4, 5, 8],
    "stones": [9, 12, None],
    "handicap": [{"black": ["c3"]}, {"white": ["c3", "d4"]}],
    "layout": [["a1", "b3", "c2", "d5", "e4"]],
    "players": [1, 2, 3, 4, 5],
    "teams": [True, False],
    "points": [7],
    "leg": [3],
    "arm": [2],
    "max_turns": [12],
    "dice": [None],
    "dice_count": [2],
    "cards": [True],
    "hand": ["JNN"],
    "must_play": [True],
    "last_round": [False],
    "double_exit": [True],
    "tie_break": ["superior"],
}
# A smaller board first: the same laws, tested sooner.
SMALLER = ({"size": 9}, {"size": 7}, {})
# Options that only mean something beside others.
BESIDE: dict[str, list[dict[str, Any]]] = {
    "teams": [{"players": 4}],
    "opening": [{"first_move": "anywhere"}],
    "five_players": [{"players": 5}],
    "dice_count": [{"dice": "after"}],
    "hand": [{"cards": True}],
    "must_play": [{"cards": True}],
}


def values(info: ff.OptionInfo) -> list[Any]:
    """What to try for an option: the words of its range, and the values known by name."""
    return [*re.findall(r"'(\w+)'", info.range), *VALUES.get(info.name, [])]


def accepted(preset: str, options: dict[str, Any]) -> ff.Rules | None:
    """The rules, if the preset takes the options."""
    try:
        return ff.rules(preset, **options)
    except ff.SetupError:
        return None


def all_rules() -> Iterator[ff.Rules]:
    """Every preset as it is, and each value of an option with the first preset of its game that takes it."""
    seen: set[ff.Rules] = set()
    tried: set[str] = set()
    for preset in ff.presets():
        sets: list[dict[str, Any]] = [{}]
        for name, info in ff.options(preset).items():
            for value in values(info):
                for beside in [{}, *BESIDE.get(name, [])]:
                    label = f"{ff.rules(preset).to_dict()['game']} {beside} {name} {value}"
                    choices = ({**smaller, **beside, name: value} for smaller in SMALLER)
                    fits = next((choice for choice in choices if accepted(preset, choice)), None)
                    if fits is not None and label not in tried:
                        tried.add(label)
                        sets.append(fits)
        for options in sets:
            rules = ff.rules(preset, **options)
            if rules not in seen:
                seen.add(rules)
                yield rules


def play(rules: ff.Rules, seed: int) -> list[ff.Position]:
    """The positions of a random game."""
    return ff.playouts(rules, 1, seed=seed).record(0).positions()
