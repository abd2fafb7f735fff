"""A plugin: `ff` in the examples of methods, which do not repeat the import."""

from typing import Any

import pytest

import fivefold as ff


@pytest.fixture(autouse=True)
def name_the_package(doctest_namespace: dict[str, Any]) -> None:
    """Put the package under its usual name."""
    doctest_namespace["ff"] = ff
