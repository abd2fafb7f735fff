"""Every preset with every value of its options, for the tests that hold for all games."""

from collections.abc import Iterator, Sequence
from typing import Any

import fivefold as ff

# A smaller board first: the same laws, tested sooner.
SMALLER = ({"size": 9}, {"size": 7}, {})
# Of many numbers only the first few and some others.
FEW = (0, 1, 2, 4, 7)


def numbers(values: Sequence[int]) -> list[int]:
    """All of a few numbers, else the small ones."""
    return list(values) if len(values) <= 9 else [values[index] for index in FEW]


def some_points(counts: Sequence[int]) -> list[str]:
    """Some points, `counts[0]` of them, that lie on every board."""
    return ["a1", "b3", "c2", "d5", "e4"][: counts[0]]


def values(info: ff.OptionInfo) -> list[Any]:
    """What to try for an option, by the kind of its values."""
    taken = list(info.values) if info.kind in ("bool", "word", "per_colour", "words") else []
    match info.kind:
        case "int":
            taken = numbers(info.values)
        case "sides":
            minimum = info.values[0]
            taken = [minimum, minimum + 1, minimum + 2, minimum + 4, (minimum + 4, minimum + 2)]
        case "per_colour":
            taken += [tuple(taken), tuple(reversed(taken))]
        case "words":
            taken = [tuple(taken[:count]) for count in range(len(taken) + 1)]
        case "ints":
            taken = [(info.values[0],), tuple(info.values[1:3]), tuple(info.values)]
        case "letters":
            text = "".join(info.values)
            taken = [text, text[-1] * 3, [text, text[:2]]]
        case "points":
            taken = [some_points(info.values)]
        case "coloured_points":
            taken = [{"black": ["c3"]}, {"white": ["c3", "d4"]}]
        case kind:
            assert kind in ("bool", "word"), f"{info.name}: values of the kind {kind} are not tried"
    return [*taken, None] if info.optional else taken


def beside(preset: str, name: str) -> Iterator[dict[str, Any]]:
    """Nothing, then every value of another option: what some options only go together with."""
    yield {}
    for other, info in ff.options(preset).items():
        if other != name:
            yield from ({other: value} for value in values(info))


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
        game = ff.rules(preset).to_dict()["game"]
        for name, info in ff.options(preset).items():
            for value in values(info):
                label = f"{game} {name} {value}"
                if label in tried:
                    continue
                choices = (
                    {**smaller, **other, name: value} for other in beside(preset, name) for smaller in SMALLER
                )
                fits = next((choice for choice in choices if accepted(preset, choice)), None)
                if fits is not None:
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
