"""What a type checker and completion know of the package."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import fivefold as ff
from source_tree import PACKAGE, ROOT

PROGRAM = """\
from typing import Any

import fivefold as ff

ff.studdy.run()  # refused
ff.draw.svgg(1)  # refused
ff.rules("gomuku")  # refused
ff.rules("gomoku", sise=3)  # refused
ff.rules("gomoku", five="exakt")  # refused
ff.options("gomuku")  # refused
ff.envs.FivefoldEnvs("gomoku")  # refused
ff.study.runn("study.toml")  # refused
ff.rules("gomoku", size=19, five=("exact", "or_more"))
ff.rules("pente", handicap={"black": ["h8", "j10"]}, take=[2, 3])
ff.rules("pah_tum", layout=None, size=7)
ff.draw.svg(ff.rules("freestyle").start())
ff.study.run
for name in ff.presets():
    print(ff.rules(name), ff.options(name))
options: dict[str, Any] = {"size": 9}
ff.rules("gomoku", **options)


def start(preset: ff.PresetName) -> ff.Position:
    return ff.rules(preset).start()
"""


def test_a_type_checker_knows_modules_presets_and_options(tmp_path: Path) -> None:
    """Misspelled names of modules, functions, presets and options are errors; what is right is none."""
    api = pytest.importorskip("mypy.api")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    cache = ROOT / ".mypy_cache"
    report, problems, _ = api.run(["--strict", "--no-error-summary", f"--cache-dir={cache}", str(program)])
    assert not problems
    errors = {int(line.split(":")[1]) for line in report.splitlines() if ": error:" in line}
    wanted = {number for number, line in enumerate(PROGRAM.splitlines(), 1) if line.endswith("# refused")}
    assert errors == wanted


def test_the_types_of_presets_are_those_of_the_games() -> None:
    """`make manual` writes them."""
    script = ROOT / "docs" / "preset_types.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_names_of_presets_are_a_type_at_run_time() -> None:
    """`typing.get_args(ff.PresetName)` lists them."""
    assert list(ff.PresetName.__args__) == ff.presets()


MODULES = sorted(
    path.name.removesuffix(".py")
    for path in PACKAGE.iterdir()
    if path.name[0] != "_" and (path.suffix == ".py" or (path / "__init__.py").exists())
)
COMMAND_LINE = {"cli", "commands"}
EXTRAS = {"envs": "gymnasium", "notebook": "anywidget", "plot": "matplotlib", "study": "pyarrow"}


def test_completion_shows_the_modules() -> None:
    """`ff.<tab>` lists every module, also those not imported yet, and no name of the module's own imports."""
    assert set(MODULES) - COMMAND_LINE <= set(dir(ff))
    assert not set(dir(ff)) - set(ff.__all__) - set(MODULES)


@pytest.mark.parametrize("name", [name for name in MODULES if name not in COMMAND_LINE])
def test_completion_hides_what_a_module_imports(name: str) -> None:
    """No `annotations`, `json` or `np` beside the public names; every name that is shown exists."""
    if name in EXTRAS:
        pytest.importorskip(EXTRAS[name])
    module = importlib.import_module(f"fivefold.{name}")
    assert dir(module) == sorted(module.__all__)
    assert getattr(ff, name) is module
    for public in dir(module):
        assert getattr(module, public) is not None
