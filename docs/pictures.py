"""A hook of mkdocs: runs examples that make pictures and puts the pictures below them.

Nothing is written into the tree. A page is one session; the value of a block's last line is shown if it
is SVG text, a dict of such texts by their titles, a record, or axes of matplotlib. Blocks that begin with
`>>>` show their values themselves and are left alone. On the page of Renju `<!-- picture: foul(...) -->`
becomes what that function of `foul_pictures.py` draws.
"""

import ast
import contextlib
import importlib
import io
import re
import shutil
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"^```python\n(?!>>>)(.*?)^```\n", re.MULTILINE | re.DOTALL)
PAGES = ("gallery.md", "performance.md", "games/pentagame.md", "tournaments.md")
DRAWN = re.compile(r"^<!-- picture: (.*?) -->$", re.MULTILINE | re.DOTALL)
DRAWN_PAGES = ("games/renju.md",)
_made: dict[str, str] = {}


def run(block: str, names: dict[str, Any]) -> Any:
    """Run a block and give the value of its last line, if that is an expression."""
    tree = ast.parse(block)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "<example>", "exec"), names)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "<example>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<example>", "eval"), names)


def picture(value: Any) -> str:
    """Give the HTML that shows a value; nothing for what is no picture."""
    if isinstance(value, str) and value.startswith("<svg"):
        return value
    if isinstance(value, dict) and all(picture(one) for one in value.values()):
        figures = (
            f'<figure style="margin: 0">{picture(one)}<figcaption>{escape(title)}</figcaption></figure>'
            for title, one in value.items()
        )
        return f'<div style="display: flex; flex-wrap: wrap; gap: 0.5em">{"".join(figures)}</div>'
    if hasattr(value, "_repr_html_"):
        return str(value._repr_html_())
    if hasattr(value, "get_figure"):
        import matplotlib as mpl

        file = io.StringIO()
        # Names of shapes inside the SVG are drawn from the salt: the same page every time.
        with mpl.rc_context({"svg.hashsalt": "fivefold"}):
            value.get_figure().savefig(file, format="svg", bbox_inches="tight", metadata={"Date": None})
        return "<svg" + file.getvalue().partition("<svg")[2]
    return ""


def drawn(call: str) -> str:
    """Give what a function of `foul_pictures.py`, named with its arguments, draws."""
    folder = str(Path(__file__).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    names: dict[str, Any] = vars(importlib.import_module("foul_pictures"))
    return str(eval(call, dict(names)))


def _mark(made: str) -> str:
    """Keep what was made; give the word that stands for it until the page is HTML."""
    mark = f"picture-{len(_made)}-of-the-manual"
    _made[mark] = made
    return mark


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Run the blocks; leave a mark below each that makes a picture."""
    if page.file.src_uri in DRAWN_PAGES:
        return DRAWN.sub(lambda found: _mark(drawn(found[1])), markdown)
    if page.file.src_uri not in PAGES:
        return markdown
    names: dict[str, Any] = {}
    folder = tempfile.mkdtemp(prefix="fivefold-docs-")

    def below(found: re.Match[str]) -> str:
        with contextlib.chdir(folder):  # what an example writes
            made = picture(run(found[1], names))
        if not made:
            return found[0]
        return f"{found[0]}\n{_mark(made)}\n"

    try:
        return BLOCK.sub(below, markdown)
    finally:
        shutil.rmtree(folder)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Put the pictures where their marks are: the Markdown of the page must not read them."""
    if page.file.src_uri in PAGES + DRAWN_PAGES:
        for mark, made in _made.items():
            shown = made if page.file.src_uri in DRAWN_PAGES else f"<figure>{made}</figure>"
            html = html.replace(f"<p>{mark}</p>", shown)
    return html
