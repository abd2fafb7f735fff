"""What the architecture tests read: the tree, who imports whom in Rust and in Python."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
PACKAGE = ROOT / "python" / "fivefold"
STUBS = sorted((PACKAGE / "_core").glob("*.pyi"))
SHARED = Path(os.environ.get("FIVEFOLD_SHARED", "../shared"))
SHARED = SHARED if SHARED.is_absolute() else ROOT / SHARED


def text(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def stub_home(stub: Path) -> str:
    """What stands before the names of a stub: `pentagame.` for a submodule, nothing for `_core`."""
    return "" if stub.stem == "__init__" else f"{stub.stem}."


def games() -> list[str]:
    """The games of the register: the public modules that `src/games/mod.rs` declares."""
    register = SRC / "games" / "mod.rs"
    return re.findall(r"^pub mod (\w+);", text(register), re.MULTILINE) if register.exists() else []


# Rust -------------------------------------------------------------------------------------------


def rust_code(source: str) -> str:
    """`source` without comments, strings and the tests at its end."""
    source = source.split("#[cfg(test)]")[0]
    source = re.sub(r"/\*.*?\*/", " ", source, flags=re.DOTALL)
    source = re.sub(r'"(?:\\.|[^"\\])*"', '""', source)
    return re.sub(r"//[^\n]*", " ", source)


def module_of(file: Path) -> tuple[str, ...]:
    """The module path of a file: `src/games/renju/foul.rs` is `("games", "renju", "foul")`."""
    parts = file.relative_to(SRC).with_suffix("").parts
    return parts[:-1] if parts[-1] in ("mod", "lib") else parts


def expand(tree: str) -> Iterator[list[str]]:
    """The paths of a use tree: `a::{b, c::d}` is `a::b` and `a::c::d`."""
    head, brace, rest = tree.partition("{")
    stem = [part for part in re.split(r"\s*::\s*", head.split(" as ")[0].strip()) if part]
    if not brace:
        yield stem
        return
    depth, branch = 0, ""
    for letter in rest[: rest.rindex("}")] + ",":
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            if branch.strip():
                yield from (stem + leaf for leaf in expand(branch))
            branch = ""
        else:
            branch += letter


def rust_uses(file: Path) -> set[tuple[str, ...]]:
    """The paths inside the crate that a file names, each from the crate's root."""
    code = rust_code(text(file))
    uses = [path for tree in re.findall(r"\buse\s+([^;]+);", code) for path in expand(tree)]
    code = re.sub(r"\buse\s+[^;]+;", " ", code)
    uses += [path.split("::") for path in re.findall(r"\b(?:crate|super)(?:::\w+)+", code)]
    paths = set()
    for path in uses:
        if path[0] == "crate":
            paths.add(tuple(path[1:]))
        elif path[0] == "super":
            climbs = len(path) - len(list(_drop_super(path)))
            paths.add(module_of(file)[: len(module_of(file)) - climbs] + tuple(_drop_super(path)))
    return {path for path in paths if path}


def _drop_super(path: list[str]) -> list[str]:
    return path[next((i for i, part in enumerate(path) if part != "super"), len(path)) :]


def rust_crates(file: Path) -> set[str]:
    """The names before the first `::` in a file: other crates among them."""
    return set(re.findall(r"\b([a-z_]\w*)::", rust_code(text(file))))


# Python -----------------------------------------------------------------------------------------


def python_imports(file: Path) -> set[str]:
    """The full names that a module imports, at its top or inside a function."""
    inside = ("fivefold", *file.relative_to(PACKAGE).with_suffix("").parts)
    package = inside[:-1]
    modules = set()
    for node in ast.walk(ast.parse(text(file))):
        if isinstance(node, ast.Import):
            modules |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join([*base, *([node.module] if node.module else [])])
            modules |= {f"{stem}.{name.name}" for name in node.names} | {stem}
    return modules
