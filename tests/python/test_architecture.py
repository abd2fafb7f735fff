"""The structure of the tree: who may use whom, five places for a game, sizes, no stray path.

The tests read the sources; `source_tree.py` holds the readers.
"""

import re
import statistics
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from source_tree import PACKAGE, ROOT, SRC, games, python_imports, rust_code, rust_crates, rust_uses, text

RUST = sorted(SRC.rglob("*.rs"))
PYTHON = sorted(PACKAGE.rglob("*.py"))

# Who may use whom in src/. A tool works for every game: it knows the register, not a game.
GAME = {"position", "stream", "board", "stones"}
TOOL = {
    "position",
    "stream",
    "board",
    "games",
    "pool",
    "turns",
    "canonical",
    "playout",
    "perft",
    "batch",
    "record",
}
ARROWS = {
    "stream": set(),
    "position": {"stream"},
    "board": {"position"},
    "vectors": set(),
    "stones": {"position", "stream", "board", "vectors"},
    "solve": {"position", "stream"},
    "games": {*GAME, "games", "threats", "solve", "vectors"},
    "pool": set(),
    "matching": set(),
    "simulator": {"position"},
    "kernels": {"position", "stream", "board", "stones", "games", "simulator", "vectors"},
    "playout": {*TOOL, "simulator", "kernels"},
    "batch": TOOL,
    "turns": {"position"},
    "canonical": {"position"},
    "perft": {"position"},
    "proof": set(),
    "record": TOOL,
    "search": {"position", "playout", "stream", "pool", "vectors", "solve"},
    "threats": {"position", "stream", "board", "stones", "solve", "vectors"},
    "players": {"position", "stream", "pool", "games", "playout", "search", "solve", "threats"},
    "complexity": {"position", "stream", "pool", "games"},
}
OPTIONAL_MODULES = {"envs", "plot", "study", "notebook"}
OPTIONAL = {
    "matplotlib": {"plot"},
    "PIL": {"plot"},
    "gymnasium": {"envs"},
    "stable_baselines3": {"envs"},
    "onnxruntime": {"players"},
    "torch": {"selfplay"},
    "pettingzoo": {"envs"},
    "pyspiel": {"envs"},
    "open_spiel": {"envs"},
    "pyarrow": {"study"},
    "fsspec": {"lab"},
    "distributed": {"study", "commands"},
    "dask": {"study"},
    "anywidget": {"notebook"},
    "ipywidgets": {"notebook"},
    "IPython": {"notebook", "_completion"},
    "traitlets": {"notebook"},
}
UNSAFE = {"src/python/views.rs", "src/vectors.rs"}


def tracked() -> list[Path]:
    """The files that git follows, or will."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    paths = [ROOT / name for name in names.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_rust_arrows() -> None:
    """Each file of `src/` uses only the modules below its own."""
    for file in RUST:
        parts = file.relative_to(SRC).with_suffix("").parts
        if parts[0] in ("lib", "python"):
            continue
        assert parts[0] in ARROWS, f"{name(file)} lies in a module that ARROWS does not know"
        used = {use[0] for use in rust_uses(file)}
        if "with_game!" in rust_code(text(file)):
            used.add("games")
        strays = used - ARROWS[parts[0]] - {parts[0]}
        assert not strays, f"{name(file)} uses {sorted(strays)}, which its module may not"


@pytest.mark.parametrize("module", ["search", "solve"])
def test_files_of_a_search_know_each_other_one_way(module: str) -> None:
    """A tree knows its store of nodes and the rules of selection; none of these knows the tree."""
    files = {file.stem: file for file in (SRC / module).glob("*.rs") if file.stem != "mod"}
    files |= {file.parent.name: file for file in (SRC / module).glob("*/mod.rs")}
    below = {
        stem: set(
            re.findall(r"\w+", " ".join(re.findall(r"super::(\{.*?\}|\w+)", rust_code(text(file)), re.S)))
        )
        & set(files) - {stem}
        for stem, file in files.items()
    }
    order: list[str] = []
    while rest := set(files) - set(order):
        free = sorted(stem for stem in rest if below[stem] <= set(order))
        assert free, f"a circle among {sorted(rest)}"
        order += free
    assert module != "search" or order.index("node_pool") < order.index("tree")


def test_the_board_knows_no_rules() -> None:
    """Of the contract `board/` takes the refusal alone."""
    for file in sorted((SRC / "board").glob("*.rs")):
        taken = {use[1] for use in rust_uses(file) if use[0] == "position" and len(use) > 1}
        assert taken <= {"Refusal"}, name(file)


def test_one_file_asks_for_the_kernels() -> None:
    """They may be left out: nobody but `playout/fast.rs` names them."""
    asking = {
        name(file)
        for file in RUST
        if file.relative_to(SRC).parts[0] != "kernels" and any(use[0] == "kernels" for use in rust_uses(file))
    }
    assert asking == {"src/playout/fast.rs"}


@pytest.mark.parametrize("game", games())
def test_a_game_never_uses_another_game(game: str) -> None:
    """What two games share lies in `stones/` or `board/`."""
    for file in [*SRC.glob(f"games/{game}.rs"), *SRC.glob(f"games/{game}/**/*.rs")]:
        others = {use[1] for use in rust_uses(file) if use[0] == "games" and len(use) > 1} - {game}
        assert not others, f"{name(file)} uses {sorted(others)}"


def test_only_the_binding_knows_python() -> None:
    """PyO3 and numpy live in `src/python/` and nowhere else."""
    for file in RUST:
        if file.relative_to(SRC).parts[0] != "python":
            assert not rust_crates(file) & {"pyo3", "numpy"}, name(file)


def test_unsafe_stays_in_two_files() -> None:
    """`unsafe` stands where it is allowed, each block under its safety argument."""
    for file in RUST:
        code = rust_code(text(file))
        blocks = re.findall(r"\bunsafe\b(?!_)", code)
        if name(file) not in UNSAFE:
            assert not blocks, name(file)
        else:
            assert text(file).upper().count("SAFETY") >= len(re.findall(r"\bunsafe\s*\{", code)), name(file)


def test_two_macros_at_most() -> None:
    """No macro soup: what is made of the list of games, and the match over them."""
    macros = [
        (name(file), macro) for file in RUST for macro in re.findall(r"macro_rules!\s*(\w+)", text(file))
    ]
    assert len(macros) <= 2, macros


def test_python_arrows() -> None:
    """Games know `_core`; nothing below imports the modules that need extras."""
    for file in PYTHON:
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        inner = {
            use.split(".")[1]
            for use in python_imports(file)
            if use.startswith("fivefold.") and use.count(".")
        }
        if parts[0] in games():
            assert all(use.startswith("_") or use == parts[0] for use in inner), name(file)
        # `__init__` names them for type checkers; `test_import_is_light` sees that it brings nothing.
        if parts[0] not in OPTIONAL_MODULES | {"__init__", "cli", "commands", "__main__"}:
            assert not inner & OPTIONAL_MODULES, name(file)
        if parts[0] in ("draw", "records"):
            assert "cli" not in inner, name(file)


def test_study_arrows() -> None:
    """The parts of a study use only those before their own, so that there is no circle."""
    for file in sorted((PACKAGE / "study").glob("*/*.py")):
        part = file.parent.name
        parts = ["config", "storage", "tables", "report", "running"]
        used = {use.split(".")[2] for use in python_imports(file) if use.startswith("fivefold.study.")}
        assert used <= {*parts[: parts.index(part) + 1]}, name(file)


def test_optional_packages_stay_in_their_modules() -> None:
    """A package that an extra brings is imported in its module alone."""
    for file in PYTHON:
        module = file.relative_to(PACKAGE).with_suffix("").parts[0]
        for use in python_imports(file):
            package = use.split(".")[0]
            assert module in OPTIONAL.get(package, {module}), f"{name(file)} imports {package}"


@pytest.mark.parametrize("game", games())
def test_a_game_has_its_five_places(game: str) -> None:
    """One name: rules, their tests, the module, its tests, playthroughs, and the page."""
    places = {
        "rules": [f"src/games/{game}.rs", f"src/games/{game}/mod.rs"],
        "tests of the rules": [f"tests/rules/{game}.rs", f"tests/rules/{game}/mod.rs"],
        "module": [f"python/fivefold/{game}.py", f"python/fivefold/{game}/__init__.py"],
        "tests of the module": [f"tests/python/test_{game}.py"],
        "playthroughs": [f"tests/data/playthroughs/{game}*.txt"],
        "page": [f"docs/games/{game}.md"],
    }
    missing = [place for place, globs in places.items() if not any(any(ROOT.glob(glob)) for glob in globs)]
    assert not missing, f"{game} lacks {missing}"
    assert f"games/{game}.md" in text(ROOT / "mkdocs.yml"), f"the manual does not list {game}"


@pytest.mark.parametrize("game", games())
def test_a_page_has_all_sections(game: str) -> None:
    """Readers find the same sections in the same order on every page."""
    headings = re.findall(r"^## (.+?)\s*$", text(ROOT / "docs" / "games" / f"{game}.md"), re.MULTILINE)
    wanted = [
        "Use",
        "Rules",
        "Actions",
        "Observation",
        "Rewards",
        "Endings",
        "Decided here",
        "Sources",
        "Versions",
    ]
    assert [heading for heading in headings if heading in wanted] == wanted


def test_no_file_is_too_long() -> None:
    """Split at 400 lines by concern; over 600 is a finding."""
    long = {
        name(path): lines
        for path in tracked()
        if path.suffix in (".rs", ".py", ".pyi", ".js") and (lines := text(path).count("\n")) > 600
    }
    assert not long


def test_no_path_of_one_machine() -> None:
    """Nothing that is committed names a folder of somebody's machine."""
    pattern = re.compile(r"(?<![\w.])/(?:work|root|tmp|home|Users)/\w")
    readable = {
        ".rs",
        ".py",
        ".pyi",
        ".toml",
        ".md",
        ".yml",
        ".json",
        ".ipynb",
        ".txt",
        ".in",
        ".cff",
        ".js",
        ".css",
        "",
    }
    finds = [
        (name(path), line.strip()[:100])
        for path in tracked()
        if path.suffix in readable
        for line in text(path).splitlines()
        if pattern.search(line)
    ]
    assert not finds


def test_the_version_stands_everywhere_alike() -> None:
    """Crate, citation and changelog name the same version."""
    version = re.search(r'^version = "(.+)"', text(ROOT / "Cargo.toml"), re.MULTILINE)
    assert version is not None
    assert f"version: {version[1]}\n" in text(ROOT / "CITATION.cff")
    assert f"## {version[1]}" in text(ROOT / "CHANGELOG.md")


@pytest.mark.slow
def test_import_is_light() -> None:
    """Importing fivefold costs under 60 ms over numpy's and brings no optional package."""
    code = (
        "import sys, time, numpy; t = time.process_time(); import fivefold; t = time.process_time() - t;"
        f"print(t, *({set(OPTIONAL) | {'tqdm'}!r} & set(sys.modules)))"
    )
    times = []
    for _ in range(7):
        answer = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
        assert not answer[1:], f"importing fivefold brings {answer[1:]}"
        times.append(float(answer[0]))
    assert statistics.median(times) < 0.060, times


def test_the_wheel_is_small_and_complete() -> None:
    """One abi3 wheel under 6 MB with types, licence and the data that the package ships."""
    wheels = list((ROOT / "target" / "python" / "wheels").glob("fivefold-*.whl"))
    if not wheels:
        pytest.skip("no wheel was built here: `make check` builds one")
    (wheel,) = wheels
    assert wheel.stat().st_size < 6_000_000
    assert "-cp311-abi3-" in wheel.name
    inside = zipfile.ZipFile(wheel).namelist()
    for wanted in ("fivefold/py.typed", "fivefold/_core/__init__.pyi", "fivefold/__init__.py"):
        assert wanted in inside
    assert any(path.endswith("LICENSE") for path in inside)
