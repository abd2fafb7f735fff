"""Write new names on the pages of the reference, and where each is used: `make manual`; `--check` compares.

A name counts as used on a page of the manual if a block of Python there has it behind the name of its
module, such as `draw.svg(` for `fivefold.draw.svg`.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PACKAGE = DOCS.parent / "python" / "fivefold"
BEGIN, END = "<!-- Used in: written by `python docs/used_in.py`. -->", "<!-- End of used in. -->"
MAX = 4  # pages shown for a name
BLOCK = re.compile(r"^ *```python\n(.*?)^ *```", re.M | re.S)


def titles() -> dict[Path, str]:
    """Give the pages with examples, by their titles: those that explain first, notebooks last."""
    pages = [
        page for page in DOCS.rglob("*.md") if page.parent.name != "reference" and page.name != "reference.md"
    ]
    pages.sort(key=lambda page: (page.parent.name == "notebooks", page.relative_to(DOCS).as_posix()))
    headings = {}
    for page in pages:
        heading = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.M)
        headings[page] = heading[1] if heading else page.stem
    return headings


def names(page: Path) -> list[tuple[str, str]]:
    """Give the names that a page of the reference lists, with their modules."""
    module, members = "", []
    for line in page.read_text(encoding="utf-8").partition(BEGIN)[0].splitlines():
        if line.startswith("::: "):
            module = line.removeprefix("::: fivefold").strip().strip(".").split(".")[-1]
        elif member := re.match(r"        - (\w+)$", line):
            members.append((module or "ff", member[1]))
    return members


def completed(page: Path, before: str) -> str:
    """Add the names of the module's `__all__` that the page does not list, below those that it does."""
    folder = PACKAGE / page.stem
    source = folder / "__init__.py" if folder.is_dir() else PACKAGE / f"{page.stem}.py"
    stated = re.search(r"(?ms)^__all__ = (\[.*?\])", source.read_text("utf-8")) if source.exists() else None
    public = ast.literal_eval(stated[1]) if stated else []
    listed = {name for _, name in names(page)}
    new = [name for name in public if name not in listed and not (folder / f"{name}.py").exists()]
    lines = "".join(f"        - {name}\n" for name in new if not (folder / name).is_dir())
    return re.sub(rf"(?m)^::: fivefold\.{page.stem}\n(?:    .*\n)+", lambda list_: list_[0] + lines, before)


def table(page: Path, code: dict[Path, str], called: dict[Path, str]) -> str:
    """Write where the names of a page are used."""
    lines = []
    for module, name in names(page):
        used = [other for other, text in code.items() if re.search(rf"\b{module}\.{name}\b", text)]
        links = [
            f"[{called[other]}]({Path(os.path.relpath(other, page.parent)).as_posix()})"
            for other in used[:MAX]
        ]
        if links:
            lines.append(f"| `{module}.{name}` | {', '.join(links)} |")
    if not lines:
        return ""
    return "\n".join(["## Used in", "", "| name | examples |", "|---|---|", *lines])


def pages() -> dict[Path, str]:
    """Give each page of the reference as it should be."""
    called = titles()
    code = {page: "\n".join(BLOCK.findall(page.read_text(encoding="utf-8"))) for page in called}
    pages = {}
    for page in [DOCS / "reference.md", *sorted((DOCS / "reference").glob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGIN)
        after = rest.partition(END)[2].strip()
        links = table(page, code, called)
        parts = [
            completed(page, before).strip(),
            *([BEGIN, links, END] if links else []),
            *([after] if after else []),
        ]
        pages[page] = "\n\n".join(parts) + "\n"
    return pages


def main(arguments: list[str]) -> int:
    """Write or compare all pages of the reference."""
    differ = [page for page, text in pages().items() if page.read_text(encoding="utf-8") != text]
    if "--check" not in arguments:
        for page in differ:
            page.write_text(pages()[page], encoding="utf-8")
        return 0
    for page in differ:
        print(f"{page.name} differs: python docs/used_in.py")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
