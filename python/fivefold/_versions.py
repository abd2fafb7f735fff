"""What a report of a fault begins with: the versions of all that takes part."""

from __future__ import annotations

import sys

from ._core import __version__

__all__ = ["show_versions"]

# What the package imports, if it is there.
_OTHERS = (
    "numpy", "pyarrow", "pandas", "matplotlib", "gymnasium", "pettingzoo", "open_spiel", "anywidget",
    "ipywidgets", "IPython", "tqdm", "dask", "distributed", "fsspec",
)  # fmt: skip


def show_versions() -> None:
    """Print the versions of fivefold, Python, the system and the packages that fivefold can work with.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.show_versions()  # doctest: +ELLIPSIS
    fivefold     ...
    """
    # Looked up only here: these modules take as long to import as the whole package.
    import platform
    from importlib.metadata import PackageNotFoundError, version

    rows = {
        "fivefold": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}, {sys.byteorder}-endian",
    }
    for name in _OTHERS:
        try:
            rows[name] = version(name)
        except PackageNotFoundError:
            rows[name] = "-"
    width = max(map(len, rows))
    print("\n".join(f"{name:<{width}}  {value}" for name, value in rows.items()))
