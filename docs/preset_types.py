"""The types of `fivefold.rules`, written from what the presets say of themselves.

    python docs/preset_types.py            write python/fivefold/_presets.pyi
    python docs/preset_types.py --check    change nothing; 1 if the file differs

One overload for the presets of each game: a name that is no preset, an option that they do not have
and a value that it does not take are then errors of the type checker.
"""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import textwrap
from pathlib import Path

import fivefold as ff
from fivefold._types import OptionInfo

FILE = Path(__file__).parent.parent / "python" / "fivefold" / "_presets.pyi"
HEAD = '''"""Types of `fivefold.rules`, for type checkers alone: written by `make manual`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict, Unpack, overload

from ._core import Rules
from ._types import OptionInfo

'''


def literal(values: object) -> str:
    """Write a type of which there are these values alone."""
    return f"Literal[{', '.join(map(_quoted, values))}]"


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _class(presets: list[str]) -> str:
    return f"{presets[0].title().replace('_', '')}Options"


def annotation(info: OptionInfo) -> str:
    """Write the type of an option's values."""
    types = {
        "int": "int" if isinstance(info.values, range) else literal(info.values),
        "bool": "bool",
        "word": literal(info.values),
        "sides": "int | tuple[int, int]",
        "per_colour": f"{literal(info.values)} | tuple[{literal(info.values)}, {literal(info.values)}]",
        "words": f"Iterable[{literal(info.values)}]",
        "ints": "Sequence[int]",
        "letters": "str | Sequence[str]",
        "points": "Sequence[str]",
        "coloured_points": 'Mapping[Literal["black", "white"], Sequence[str]]',
    }
    return types[info.kind] + (" | None" if info.optional else "")


def documented(function: object) -> str:
    """Write a function's docstring as its body."""
    doc = textwrap.indent(inspect.getdoc(function) or "", "    ", lambda line: bool(line.strip()))
    return f'\n    """{doc.strip()}\n    """\n\n'


def written() -> str:
    """Write the whole file."""
    kinds: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for preset in ff.presets():
        options = tuple((name, annotation(info)) for name, info in ff.options(preset).items())
        kinds.setdefault(options, []).append(preset)
    text = HEAD + f"PresetName: TypeAlias = {literal(ff.presets())}\n"
    text += '"""Names of all presets."""\n\n'
    for options, presets in kinds.items():
        text += f"class {_class(presets)}(TypedDict, total=False):\n"
        text += "".join(f"    {name}: {kind}\n" for name, kind in options) + "\n"
    for number, presets in enumerate(kinds.values()):
        head = f"def rules(name: {literal(presets)}, /, **options: Unpack[{_class(presets)}]) -> Rules:"
        # Editors show the docstring of the first overload.
        text += f"@overload\n{head}" + (" ...\n" if number else documented(ff.rules))
    text += "def presets() -> list[PresetName]:" + documented(ff.presets)
    text += "def options(preset: PresetName) -> dict[str, OptionInfo]:" + documented(ff.options)
    return text


def main() -> int:
    """Write the file, or compare what it says, however it is laid out."""
    old, new = FILE.read_text(encoding="utf-8") if FILE.exists() else "", written()
    if ast.dump(ast.parse(old)) == ast.dump(ast.parse(new)):
        return 0
    print(f"types of presets that changed: {FILE.name}")
    if "--check" in sys.argv[1:]:
        return 1
    FILE.write_text(new, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", str(FILE)], check=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
