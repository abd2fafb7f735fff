"""Each environment works without the packages of the others."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import fivefold

BLOCK = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
{before}
import fivefold.envs as envs
"""
GYMNASIUM = """
import gymnasium
env = gymnasium.make("fivefold/Freestyle-v0", size=7)
env.reset(seed=1)
env.step(0)
gymnasium.make_vec("fivefold/Freestyle-v0", 2, vectorization_mode="vector_entry_point").reset()
"""
# PettingZoo has a registry since 1.27; before, importing it fails.
NO_REGISTRY = """
try:
    import pettingzoo.env_registry.registration as registration
    del registration.aec_registry
except ImportError:
    pass
"""
PETTINGZOO = """
env = envs.aec("freestyle")
env.reset(seed=1)
env.step(0)
"""
OPENSPIEL = """
assert envs.register_openspiel()
"""
CASES = [
    ("gymnasium", ["pettingzoo", "pyspiel"], "", GYMNASIUM),
    ("pettingzoo", ["pyspiel"], "", GYMNASIUM + PETTINGZOO),
    ("pettingzoo", ["pyspiel"], NO_REGISTRY, GYMNASIUM + PETTINGZOO),
    ("pyspiel", ["gymnasium", "pettingzoo"], "", OPENSPIEL),
]
PACKAGES = ["gymnasium", "pettingzoo", "pyspiel"]
REFUSALS = [
    (["pettingzoo", "pyspiel"], "envs.aec", "fivefold.envs.aec needs pettingzoo: pip install"),
    (["gymnasium", "pettingzoo"], "envs.FivefoldEnv", "fivefold.envs.FivefoldEnv needs gymnasium"),
    (["pyspiel"], "envs.register_openspiel()", "needs open_spiel for this: pip install"),
    (["gymnasium", "pettingzoo", "pyspiel"], "", "fivefold.envs needs gymnasium, pettingzoo or open_spiel"),
]


def run(script: str) -> subprocess.CompletedProcess[str]:
    # The package that these tests have found, installed or not.
    environment = {**os.environ, "PYTHONPATH": str(Path(fivefold.__file__).parents[1])}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("package", "missing", "before", "script"), CASES)
def test_each_opens_alone(package: str, missing: list[str], before: str, script: str) -> None:
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    done = run(BLOCK.format(missing=missing, before=before) + script)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("missing", "script", "why"), REFUSALS)
def test_what_is_missing_is_named(missing: list[str], script: str, why: str) -> None:
    present = [name for name in PACKAGES if name not in missing and find_spec(name) is not None]
    if script and not present:
        pytest.skip("none of the others is installed")
    done = run(BLOCK.format(missing=missing, before="") + script)
    assert done.returncode == 1
    assert why in done.stderr
