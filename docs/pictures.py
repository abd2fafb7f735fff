"""A hook of mkdocs: runs the examples of the gallery and puts what they make below them.

Nothing is written into the tree. A page is one session; the value of a block's last line is shown if it
is SVG text, a record, or axes of matplotlib.
"""

import ast
import io
import re
from typing import Any

BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
PAGES = ("gallery.md",)
_made: dict[str, str] = {}


def run(block: str, names: dict[str, Any]) -> Any:
    """Run a block and give the value of its last line, if that is an expression."""
    tree = ast.parse(block)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "<gallery>", "exec"), names)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "<gallery>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<gallery>", "eval"), names)


def picture(value: Any) -> str:
    """Give the HTML that shows a value; nothing for what is no picture."""
    if isinstance(value, str) and value.startswith("<svg"):
        return value
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


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Run the blocks; leave a mark below each that makes a picture."""
    if page.file.src_uri not in PAGES:
        return markdown
    names: dict[str, Any] = {}

    def below(found: re.Match[str]) -> str:
        made = picture(run(found[1], names))
        if not made:
            return found[0]
        mark = f"picture-{len(_made)}-of-the-gallery"
        _made[mark] = made
        return f"{found[0]}\n{mark}\n"

    return BLOCK.sub(below, markdown)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Put the pictures where their marks are: the Markdown of the page must not read them."""
    if page.file.src_uri in PAGES:
        for mark, made in _made.items():
            html = html.replace(f"<p>{mark}</p>", f"<figure>{made}</figure>")
    return html
