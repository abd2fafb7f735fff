"""Write the pictures of the manual: `make manual`; with `--check`, only compare them.

A comment `<!-- figure -->` below a block of Python stands for the picture of its last value: SVG text,
a position, a dict of such texts by their titles, axes of matplotlib, or a record, which becomes a viewer.
A comment `<!-- output -->` stands for what the block prints. The blocks of a page are one session in an
empty folder. A comment `<!-- figure: board("h8") -->` stands for what that function of `foul_pictures.py`
draws, and `<!-- figure: rules: ... -->` for what functions of `rule_pictures.py` do. The pictures are
written to `docs/pictures/`, and what shows them is written between the comment and `<!-- end of figure -->`.
Both are committed, so that any builder makes the same manual from plain Markdown without running anything.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import os
import re
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
FOLDER = DOCS / "pictures"
# A block of Python with the figure below it, or without one; or a figure that a function draws.
PART = re.compile(
    r"^(?P<mark><!-- not run: .+? -->\n)?```python\n(?!>>>)(?P<code>.*?)^```\n"
    r"(?P<below>\n<!-- (?P<kind>figure|output) -->\n"
    r"(?:(?:(?!<!-- (?:figure|output)).)*?<!-- end of (?P=kind) -->\n)?)?"
    r"|^<!-- figure: (?P<call>.*?) -->\n(?:(?:(?!<!-- figure).)*?<!-- end of figure -->\n)?",
    re.MULTILINE | re.DOTALL,
)
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")


def run(code: str, names: dict[str, Any]) -> Any:
    """Run a block and give the value of its last line, if that is an expression."""
    tree = ast.parse(code)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "<example>", "exec"), names)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "<example>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<example>", "eval"), names)


def axes_svg(axes: Any) -> str:
    """Give a figure of matplotlib as SVG text, the same each time."""
    import matplotlib as mpl

    file = io.StringIO()
    # Names of shapes inside the SVG are drawn from the salt.
    with mpl.rc_context({"svg.hashsalt": "fivefold"}):
        axes.get_figure().savefig(file, format="svg", bbox_inches="tight", metadata={"Date": None})
    return "<svg" + file.getvalue().partition("<svg")[2]


class Figures:
    """The figures of one page: the files, and the text that shows them."""

    def __init__(self, page: Path) -> None:
        self.stem = page.relative_to(DOCS).with_suffix("").as_posix().replace("/", "-")
        self.there = os.path.relpath(FOLDER, page.parent)
        self.files: dict[Path, str] = {}

    def add(self, content: str, ending: str) -> str:
        """Keep a file and give its address as seen from the page."""
        name = f"{self.stem}-{len(self.files) + 1:02}.{ending}"
        self.files[FOLDER / name] = content + "\n"
        return f"{self.there}/{name}"

    def rendered(self, value: Any, words: str) -> str:
        """Give the Markdown that shows a value; `words` say what is to be seen."""
        if hasattr(value, "_repr_svg_"):
            value = value._repr_svg_()
        if isinstance(value, str) and value.startswith("<svg"):
            return f"![{words}]({self.add(value, 'svg')})"
        if isinstance(value, dict):
            titles, pictures = list(value), [self.rendered(one, title) for title, one in value.items()]
            rows = [titles, ["---"] * len(titles), pictures]
            return "\n".join("| " + " | ".join(row) + " |" for row in rows)
        if hasattr(value, "get_figure"):
            return f"![{words}]({self.add(axes_svg(value), 'svg')})"
        if hasattr(value, "to_dict") and hasattr(value, "moves"):
            from fivefold import draw

            address = self.add(draw.html(value, page=True), "html")
            return (
                f'<iframe src="{address}" title="{words}" width="100%" height="620" loading="lazy"></iframe>'
            )
        raise TypeError(f"no picture: {value!r:.80}")

    def render(self, call: str) -> str:
        """Give the HTML of a function of `foul_pictures.py`, its pictures put into files."""
        if str(DOCS) not in sys.path:
            sys.path.append(str(DOCS))
        # `rules: ...` is drawn by rule_pictures.py, anything else by foul_pictures.py.
        module = "rule_pictures" if call.startswith("rules:") else "foul_pictures"
        names: dict[str, Any] = vars(importlib.import_module(module))
        rendered = str(eval(call.removeprefix("rules:").strip(), dict(names)))

        def aside(match: re.Match[str]) -> str:
            title = re.search(r"<title[^>]*>(.*?)</title>", match[0])
            return f'<img src="{self.add(match[0], "svg")}" alt="{title[1] if title else "a board"}">'

        return re.sub(r"<svg.*?</svg>", aside, rendered, flags=re.DOTALL)


def rewritten(page: Path) -> tuple[str, dict[Path, str]]:
    """Give a page with its figures made anew, and the files of the figures."""
    before = page.read_text(encoding="utf-8")
    figures, names = Figures(page), {}
    wanted = "<!-- figure" in before or "<!-- output" in before

    def part(match: re.Match[str]) -> str:
        if match["call"]:
            rendered = figures.render(match["call"])
            return f"<!-- figure: {match['call']} -->\n\n{rendered}\n\n<!-- end of figure -->\n"
        if match["mark"]:
            return match[0]
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            value = run(match["code"], names)
        if not match["below"]:
            return match[0]
        if match["kind"] == "output":
            lines = "\n".join(line.rstrip() for line in printed.getvalue().splitlines())
            rendered = f"``` {{ .text .output }}\n{lines}\n```"
            return (
                f"```python\n{match['code']}```\n\n<!-- output -->\n\n{rendered}\n\n<!-- end of output -->\n"
            )
        above = before[: match.start()].rstrip().rpartition("\n\n")[2]
        words = (
            " ".join(re.sub(r"[\[\]`*#|]", "", above).split()) if not above.startswith("<") else "the figure"
        )
        rendered = figures.rendered(value, escape(words))
        # Dark pages turn the colours of charts; on boards that would exchange black and white.
        if hasattr(value, "get_figure") and not re.search(r"\b(?:board|heatmap|grid)\(", match["code"]):
            rendered += "{ .chart }"
        return f"```python\n{match['code']}```\n\n<!-- figure -->\n\n{rendered}\n\n<!-- end of figure -->\n"

    if not wanted:
        return before, {}
    # Examples write files, which do not belong here.
    with tempfile.TemporaryDirectory(prefix="fivefold-docs-") as folder, contextlib.chdir(folder):
        return PART.sub(part, before), figures.files


def same(old: str, new: str) -> bool:
    """Say whether two pictures are one: numbers may differ in the last place that a reader could see."""
    if old == new:
        return True
    if NUMBER.sub("0", old) != NUMBER.sub("0", new):
        return False
    pairs = zip(NUMBER.findall(old), NUMBER.findall(new), strict=True)
    return all(abs(float(a) - float(b)) < 0.1 for a, b in pairs)


def main(arguments: list[str]) -> int:
    """Write or compare all pictures; with names of pages, only theirs."""
    check = "--check" in arguments
    only = [argument for argument in arguments if not argument.startswith("-")]
    differ = []
    rendered: set[Path] = set()
    for page in sorted(DOCS.rglob("*.md")):
        if only and page.name not in only:
            continue
        text, files = rewritten(page)
        rendered.update(files)
        for path, content in {page: text, **files}.items():
            old = path.read_text(encoding="utf-8") if path.exists() else ""
            if same(old, content) if path.suffix == ".svg" else old == content:
                continue
            differ.append(path)
            if not check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(content, encoding="utf-8")
    if not only:
        for path in sorted(set(FOLDER.iterdir()) - rendered):
            differ.append(path)
            if not check:
                path.unlink()
    for path in differ:
        print(f"{'differs' if check else 'written'}: {path.relative_to(DOCS.parent)}")
    return int(check and bool(differ))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
