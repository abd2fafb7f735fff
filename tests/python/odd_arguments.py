"""Calls of public callables with odd arguments: what `test_odd_arguments` runs in a process of its own."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import itertools
import os
import random
import resource
import signal
import sys
import time
import warnings
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import fivefold as ff

MODULES = [
    "", "analysis", "arena", "clocks", "complexity", "complexity.book", "draw", "gomoku", "pagoda", "pah_tum",
    "pentagame", "players", "proofs", "records", "renju", "search", "selfplay", "text", "tournament",
    "lab", "lab.openings", "board", "envs", "notebook", "plot", "study",
]  # fmt: skip

# They start another program, are abstract, or take nothing: tests of their own ask them odd things.
LEFT_OUT = {
    "players.EnginePlayer", "players.GomocupPlayer", "players.ProgramPlayer", "tournament.System",
    "show_versions",
}  # fmt: skip

SECONDS = 10
began: dict[str, float] = {}
QUICK = {"games": 2, "simulations": 2}
STUDY = {"seed": 1, "experiment": [{"name": "few", "rules": "pah_tum", "games": 2, "sample": 1}]}
# Where the defaults take long: with these each call is short.
LONG: dict[str, dict[str, Any]] = {
    "arena.ladder": {"players": ["greedy", "random"], "games": 2},
    "complexity.branching": {"games": 2},
    "complexity.report": {"games": 2, "doublings": 1, "simulations": 2, "judged_games": 1},
    "complexity.skill": {"games": 2, "doublings": 1},
    "complexity.transpositions": {"turns": 1},
    "search.SolvedTable": {"start": ff.rules("pah_tum", size=5).start(seed=1), "max_positions": 5},
    "search.regret": {"nodes": 2},
    "search.regrets": {"nodes": 2},
    "search.solve": {"nodes": 2},
    "tournament.depth": {"players": ["greedy", "random"], "tournaments": 2},
}
# Whoever asks for as much work waits: Ctrl-C ends it.
WORK = {
    "source", "simulations", "seconds", "games", "nodes", "playouts", "count", "tell", "config", "regret",
    "turns", "max_positions",
}  # fmt: skip
MEMORY = 6 << 30


class Strange:
    """An object that has not even a repr."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


class Liar:
    """A list that is no list."""

    def __len__(self) -> int:
        return -1

    def __iter__(self) -> Iterator[Any]:
        raise RuntimeError("no items")

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("no array")


class Nothing(ff.lab.Schedule):
    """Asks for no game."""

    def next(self, rows: Any) -> list[ff.lab.GameSpec]:
        return []


class Bare(ModuleType):
    """A module whose library is not installed."""

    __all__: Sequence[str] = ()


def home_of(module: str) -> ModuleType:
    """Import a module of the package; an empty one in its place where its library is missing."""
    try:
        return importlib.import_module(f"fivefold.{module}".rstrip("."))
    except ImportError:
        return Bare(module)


class TooLong(BaseException):
    """A call takes longer than any of these should."""


def odd_values() -> list[Any]:
    """Values that are right nearly nowhere."""
    return [
        None, True, -1, 2**63, 2**64, 10**400, 1.5, -0.0, float("nan"), float("inf"), 1e308, "", "nothing",
        "\ud800", "\0", "x" * 10_000, b"bytes", [], [None], (), {}, {"a": 1}, {1, 2}, object(), Strange(),
        Liar(), lambda *_: None, np.float32(2), np.array(3), np.zeros(0), np.zeros((2, 2)),
        np.array(["a"]), np.ma.masked_array([1], [True]), np.zeros(2, [("a", int)]),
        np.broadcast_to(np.int8(0), (2**40,)), np.arange(5)[::-1], np.array([1], ">i4"), range(3), iter([]),
        Path("nowhere"), ff.rules("pah_tum"), ff.rules("renju").start(),
    ]  # fmt: skip


def usual_values() -> dict[str, Any]:
    """A good value for each parameter that needs one, by its name."""
    rules = ff.rules("freestyle", size=7)
    position = rules.start().play_all("d4 a1")
    league = ff.tournament.League(["Ann", "Bob", "Cy"])
    specs = [ff.lab.GameSpec((ff.players.make("random"),) * 2, position, 1)]
    return {
        "rules": rules, "position": position, "positions": [position], "record": position.record(),
        "records": [position.record()], "games": 2, "n": 2, "count": 2, "depth": 1, "simulations": 2,
        "evaluate": lambda seen, mask: (np.zeros(mask.shape), np.zeros(len(mask))), "source": [position],
        "name": "random", "names": ["Ann", "Bob"], "players": dict.fromkeys(["Ann", "Bob", "Cy"], "random"),
        "system": league, "path": "nowhere.jsonl", "first": "random", "second": "random", "seat": 0,
        "seed": 1,
        "move": "d5", "text": "total 60", "control": "total 60", "counts": (1, 2, 1), "losses": 1, "draws": 1,
        "wins": 1, "point": "d5", "subject": position, "preset": "freestyle", "colour": "black", "threads": 1,
        "kind": "standings", "values": np.zeros(49), "table": ("Ann", "Bob"), "game": 0, "capacity": 5,
        "observation": position.observation()[None], "function": lambda position, rng: 0, "attacker": "black",
        "specs": specs, "rows": ff.lab.play_specs(specs), "measure": lambda row: 1.0, "schedule": Nothing(),
        "player": "random", "seconds": 0.01, "answer": "d5", "model": lambda prompt: "d5",
        "scene": ff.draw.scene(position), "subjects": [position], "result": np.ones(49), "successes": 1,
        "trials": 2, "root": ff.search.Tree(position), "start": rules, "out": "done",
        "config": STUDY, "data": STUDY, "folder": "there", "session": ff.board.Session(rules),
        "state": None,
        "action": 5, "actions": [5, 5], "num_envs": 2, "env": None, "agent": "player_0", "opponent": "random",
        "message": {"kind": "click"}, "spot": 5, "space": None, "mode": "values", "listener": lambda: None,
        "experiments": (),
    }  # fmt: skip


def stop(_address: str) -> None:
    """End what would serve a page."""
    raise KeyboardInterrupt


def fitting_values(name: str) -> dict[str, Any]:
    """Arguments that one callable needs to be other than `usual_values`."""
    if name in ("plot.lengths", "plot.outcomes"):
        return {"results": ff.playouts("pah_tum", 3)}
    if name == "plot.estimates":
        return {"results": {"one": ff.complexity.positions("pah_tum")}}
    if name in ("plot.crosstable", "plot.ratings"):
        return {"results": ff.tournament.League(["Ann", "Bob", "Cy"])}
    if name == "plot.learning_curve":
        return {"results": [(1, 0.5, 0.4, 0.6), (2, 0.6, 0.5, 0.7)]}
    if name == "study.compare":
        return {"first": "done", "second": "done"}
    if name in LONG:
        return LONG[name] | ({} if name.startswith("search.") else {"rules": ff.rules("pah_tum", size=5)})
    if name == "envs.ExactRegret":
        return {"env": ff.envs.FivefoldEnv("pah_tum")}
    if name == "board.serve":
        return {"open_browser": False, "tell": stop}
    return {"plot.save_png": {"path": "board.png"}, "plot.save_gif": {"path": "game.gif"},
            "study.export": {"path": "games.parquet"}, "study.dataset": {"source": "done"},
            "envs.aec": {"game": "pente"}, "envs.FivefoldAEC": {"game": "pente"},
            "envs.sb3_vec_env": {"game": "pente"},
            "study.run": {"config": STUDY}, "study.read": {"path": "study.toml"}}.get(name, {})  # fmt: skip


def objects() -> Iterator[Any]:
    """Objects whose methods are called."""
    rules = ff.rules("freestyle", size=7)
    position = rules.start().play_all("d4 a1")
    yield from (
        rules, position, position.record(), ff.Batch(rules, 2, seed=1, history=True), ff.playouts(rules, 3),
        ff.tournament.Swiss(["Ann", "Bob", "Cy"]), ff.clocks.Clock("total 60"), ff.selfplay.ReplayBuffer(5),
        ff.search.Tree(position), ff.players.make("random"),
    )  # fmt: skip
    yield ff.board.Session(rules)
    yield ff.board.Desk(ff.board.Session(rules))
    with contextlib.suppress(ImportError):
        yield ff.envs.FivefoldEnv(rules)
        yield ff.envs.FivefoldVectorEnv(2, rules)
        yield ff.envs.ExactRegret(ff.envs.FivefoldEnv("pah_tum"))
    with contextlib.suppress(ImportError):
        several = ff.envs.aec(rules)
        several.reset(seed=1)
        yield several


def callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function and class, and the methods of objects that are easily made."""
    for module in MODULES:
        home = home_of(module)
        for part in dir(home) if module == "envs" else home.__all__:  # what is not installed is left out
            thing, name = getattr(home, part), f"{module}.{part}".lstrip(".")
            is_class = inspect.isclass(thing)
            if name in LEFT_OUT or (is_class and issubclass(thing, (Exception, int))):
                continue  # an enumeration is Python's own
            if is_class and (issubclass(thing, tuple) or inspect.isabstract(thing)):
                continue  # answers, which hold what they are given
            if is_class or inspect.isfunction(thing) or inspect.isbuiltin(thing):
                yield name, thing
    for thing in objects():
        for part in dir(thing):
            method = getattr(thing, part) if part[0] != "_" or part == "__call__" else None
            of_others = not str(getattr(method, "__module__", None) or "fivefold").startswith("fivefold")
            if callable(method) and not inspect.isclass(method) and not of_others:
                yield f"{type(thing).__name__}.{part}", method


Case = tuple[str, Callable[..., Any], str, Any, dict[str, Any]]


def options_of(rest: inspect.Parameter, thing: Callable[..., Any]) -> list[inspect.Parameter]:
    """The options that a call takes by name: the attributes of a `TypedDict`."""
    text = str(rest.annotation)
    kind = thing.__globals__.get(text[7:-1]) if text.startswith("Unpack[") else None
    return [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None)
        for name in getattr(kind, "__annotations__", ())
    ]


def cases() -> list[Case]:
    """Every call with one odd value: callable, parameter, value, the arguments that it needs besides."""
    usual, odd, all_cases = usual_values(), odd_values(), []
    for name, thing in callables():
        try:
            parameters = inspect.signature(thing).parameters.values()
        except (TypeError, ValueError):
            continue
        named = [one for one in parameters if one.kind is not one.VAR_KEYWORD]
        named += [one for rest in parameters for one in options_of(rest, thing)]
        fit = fitting_values(name)
        right = {**usual, **fit}
        needed = [
            one.name
            for one in named
            if (one.default is one.empty and one.kind is not one.VAR_POSITIONAL) or one.name in fit
        ]
        for parameter in named:
            if all(one in right or one == parameter.name for one in needed):
                others = {one: right[one] for one in needed if one != parameter.name}
                if name.startswith("selfplay.") and parameter.name not in QUICK:
                    others |= {one: QUICK[one] for one in QUICK if any(one == other.name for other in named)}
                all_cases += [(name, thing, parameter.name, value, others) for value in odd]
    return all_cases


def fault_of(thing: Callable[..., Any], name: str, value: Any, others: dict[str, Any]) -> str | None:
    """Call, and say what is wrong with the answer."""
    arguments = {**others, name: value}
    positional = []
    for one in inspect.signature(thing).parameters.values():
        if one.kind in (one.POSITIONAL_ONLY, one.VAR_POSITIONAL) and one.name in arguments:
            positional.append(arguments.pop(one.name))
    began.update(worked=time.process_time(), at=time.monotonic(), ends=name not in WORK)
    signal.alarm(2 if name in WORK else SECONDS)
    try:
        answer = thing(*positional, **arguments)
        if isinstance(answer, Iterator):
            list(itertools.islice(answer, 3))
    except (ff.FivefoldError, OSError, ImportError):
        return None
    except (TypeError, ValueError) as error:
        # PyO3 names the argument in a note below the message.
        message = " ".join([str(error), *getattr(error, "__notes__", ())])
        return None if name in message else f"{type(error).__name__}: {error}"
    except RuntimeError as error:
        # What a value itself raises may come through.
        return None if str(error).startswith("no ") else f"{type(error).__name__}: {error}"
    except IndexError as error:
        return None if "there is no" in str(error) else f"IndexError: {error}"
    except KeyboardInterrupt:
        return None  # `stop` has ended it
    except TooLong as error:
        return None if name in WORK else f"hangs: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    except BaseException as error:
        return f"{type(error).__name__}, which nobody expects: {error}"
    finally:
        signal.alarm(0)
        if "matplotlib.pyplot" in sys.modules:
            sys.modules["matplotlib.pyplot"].close("all")
    return None


def main(seed: int, count: int) -> None:
    """Make some of the calls, or all: print the faults, and the call that is being made on stderr."""

    def too_long(*_: Any) -> None:
        # On a busy machine a call may get no processor for seconds: then it is given a minute.
        is_starved = began["ends"] and time.process_time() - began["worked"] < SECONDS / 4
        if is_starved and time.monotonic() - began["at"] < 6 * SECONDS:
            signal.alarm(SECONDS)
            return
        raise TooLong(f"more than {SECONDS} seconds")

    signal.signal(signal.SIGALRM, too_long)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    webbrowser.open = lambda *_, **__: False
    with contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(ImportError):
        ff.study.run(STUDY, "done")
    all_cases = cases()
    random.Random(seed).shuffle(all_cases)
    under_way = os.fdopen(os.dup(2), "w", buffering=1)
    for name, thing, parameter, value, others in all_cases[:count]:
        label = f"{name}({parameter}={type(value).__name__})"
        under_way.write(f"{label}\n")
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            fault = fault_of(thing, parameter, value, others)
        if fault is not None:
            sys.stdout.write(f"{label}: {fault:.150}\n".encode(errors="replace").decode())
    sys.stdout.write(f"made {min(count, len(all_cases))} calls\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
