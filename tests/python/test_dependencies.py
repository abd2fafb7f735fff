"""Every declared dependency is used, in both languages: what nothing imports is not declared."""

import functools
import re
import tomllib
from pathlib import Path

import pytest

from source_tree import PACKAGE, ROOT, SRC, python_imports, rust_code, text

CARGO = tomllib.loads(text(ROOT / "Cargo.toml"))
PROJECT = tomllib.loads(text(ROOT / "pyproject.toml"))["project"]
# How a distribution is imported where its name differs.
IMPORTED = {"open_spiel": {"pyspiel", "open_spiel"}, "distributed": {"distributed", "dask"}}
# Not imported by Python here: Jupyter runs notebooks, its widgets show anywidget's, Rust imports tqdm.
RUN_NOT_IMPORTED = {"ipykernel", "ipywidgets", "jupyterlab", "tqdm"}


@functools.cache
def crates_in(*folders: Path) -> set[str]:
    """The first names of paths in Rust sources, tests inside modules too."""
    files = [file for folder in folders for file in sorted(folder.rglob("*.rs"))]
    code = "\n".join(rust_code(text(file).replace("#[cfg(test)]", "")) for file in files)
    return set(re.findall(r"(?<![:\w])([a-z_]\w*)::", code))


@pytest.mark.parametrize("name", CARGO["dependencies"])
def test_each_crate_is_used(name: str) -> None:
    """A crate of the library is named in `src/`."""
    assert name.replace("-", "_") in crates_in(SRC)


@pytest.mark.parametrize("name", CARGO["dev-dependencies"])
def test_each_crate_of_the_tests_is_used(name: str) -> None:
    """A crate of the tests is named in them, or in the tests inside `src/`."""
    assert name.replace("-", "_") in crates_in(SRC, ROOT / "tests", ROOT / "benches")


def distributions() -> list[str]:
    """The names of the packages that the package and its extras declare."""
    extras = PROJECT["optional-dependencies"].values()
    declared = [*PROJECT["dependencies"], *(wanted for extra in extras for wanted in extra)]
    return sorted({re.split(r"[<>=!~\[; ]", wanted)[0] for wanted in declared})


@functools.cache
def imported() -> set[str]:
    """The packages that `python/fivefold/` imports."""
    return {use.split(".")[0] for file in PACKAGE.rglob("*.py") for use in python_imports(file)}


@pytest.mark.parametrize("name", distributions())
def test_each_package_is_used(name: str) -> None:
    """A package is imported somewhere in `python/fivefold/`, or runs it."""
    assert name in RUN_NOT_IMPORTED or imported() & IMPORTED.get(name, {name})
