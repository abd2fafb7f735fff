"""No call takes more than ten parameters: what is more is an options object, given by name or as a dict."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any, is_typeddict

import pytest

import fivefold as ff

MAX = 10
OPTIONS = [
    (ff.draw, "DrawOptions", lambda **more: ff.draw.svg(ff.rules("freestyle", size=5).start(), **more)),
    (ff.lab, "RunOptions", lambda **more: ff.arena.match("random", "greedy", SMALL, 2, **more)),
    (ff.lab, "RunOptions", lambda **more: ff.arena.ladder(["random", "greedy"], SMALL, 2, **more)),
    (
        ff.lab,
        "RunOptions",
        lambda **more: ff.tournament.play(
            ff.tournament.League(["a", "b"]), {"a": "random", "b": "greedy"}, SMALL, **more
        ),
    ),
    (ff.complexity, "JudgeOptions", lambda **more: ff.complexity.report(SMALL, 2, doublings=1, **more)),
]
SMALL = ff.rules("freestyle", size=5)


def modules() -> Iterator[str]:
    """The public modules, of optional packages only those that are there."""
    yield "fivefold"
    for module in pkgutil.walk_packages(ff.__path__, "fivefold."):
        if not any(part.startswith("_") for part in module.name.split(".")):
            yield module.name


def is_data(thing: Any) -> bool:
    """Tell whether a class is an options object or a result itself: what it takes are its attributes."""
    return hasattr(thing, "__dataclass_fields__") or hasattr(thing, "_fields") or is_typeddict(thing)


def calls() -> dict[str, Any]:
    """Every public function, constructor and method."""
    by_name: dict[str, Any] = {}
    for name in modules():
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        for part in getattr(module, "__all__", ()):
            thing = getattr(module, part)
            if inspect.isclass(thing):
                if not is_data(thing):
                    by_name[f"{name}.{part}"] = thing
                for own, value in vars(thing).items():
                    if not own.startswith("_") and callable(getattr(value, "__func__", value)):
                        by_name[f"{name}.{part}.{own}"] = getattr(value, "__func__", value)
            elif callable(thing):
                by_name[f"{name}.{part}"] = thing
    return by_name


def test_no_call_takes_more_than_ten_parameters() -> None:
    """43.3: an options object of its own, `**options`, is not one of them."""
    seen, many = 0, {}
    for name, call in calls().items():
        try:
            parts = inspect.signature(call).parameters
        except (TypeError, ValueError):
            continue
        named = [
            part for part, of in parts.items() if part not in ("self", "cls") and of.kind != of.VAR_KEYWORD
        ]
        seen += 1
        if len(named) > MAX:
            many[name] = named
    assert seen > 300
    assert not many


@pytest.mark.parametrize(("home", "name", "call"), OPTIONS)
def test_an_unknown_option_is_refused_with_the_nearest_name(home: Any, name: str, call: Any) -> None:
    kind = getattr(home, name)
    known = next(iter(kind.__annotations__))
    with pytest.raises(TypeError, match=rf"has no argument '{known}s': did you mean {known}\?"):
        call(**{f"{known}s": 1})


def test_an_option_of_a_wrong_kind_is_refused_by_its_name() -> None:
    with pytest.raises(ff.FivefoldError, match="letters are refused"):
        ff.draw.svg(SMALL.start(), letters=3)
    with pytest.raises(ff.FivefoldError, match=r"arrows=3 is refused: it takes Iterable\[Any\]"):
        ff.draw.svg(SMALL.start(), arrows=3)
    with pytest.raises(ff.FivefoldError, match="threads=0 is refused"):
        ff.arena.ladder(["random", "greedy"], SMALL, 2, threads=0)
