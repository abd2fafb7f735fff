"""Write a page of the manual for each notebook.

    python docs/notebook_pages.py              write them, as `make manual` does
    python docs/notebook_pages.py --check      change nothing; 1 if one differs
    python docs/notebook_pages.py --downloads  write the notebooks without outputs, as `make site` does

A page holds the cells of its notebook and the outputs that the file in `notebooks/` has, nothing is run
here. Pictures and viewers become files in `docs/notebooks/files/`. `docs/notebooks/index.md` is a gallery
with a picture of each, and the list of pages in `mkdocs.yml` is kept in step. All of it is committed, so
that any builder makes the same manual from plain Markdown. The notebooks to download are not: they are
written before the site is built.
"""

from __future__ import annotations

import base64
import json
import re
import sys
from html import escape
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
BOOKS = DOCS.parent / "notebooks"
PAGES = DOCS / "notebooks"
FILES = PAGES / "files"
CONFIG = DOCS.parent / "mkdocs.yml"
NAV = re.compile(r"(?P<indent> *)# Notebooks: .*\n(?:.*\n)*?(?= *# End of notebooks\.)")
REPOSITORY = re.compile(r"^repo_url: https://github\.com/(\S+?/\S+?)/?$", re.MULTILINE)
CHART = "{ .chart }"  # dark pages show its colours the other way round
BOARD = re.compile(r"\b(?:board|heatmap|plot\.grid|imshow)\(")  # there that would exchange black and white
VIEWER_HEIGHT = 640  # pixels: the board of a viewer, its buttons and a few lines of comment

Content = str | bytes


def joined(text: str | list[str]) -> str:
    """Give the text of a cell or an output, which the format may cut into lines."""
    return text if isinstance(text, str) else "".join(text)


def merged(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the outputs with what was printed in pieces put together."""
    blocks: list[dict[str, Any]] = []
    for output in outputs:
        if output["output_type"] == "stream" and blocks and blocks[-1].get("name") == output["name"]:
            blocks[-1] = {**output, "text": joined(blocks[-1]["text"]) + joined(output["text"])}
        else:
            blocks.append(output)
    return blocks


def colab(stem: str) -> str:
    """Say how to open a notebook in Colab: by a link once `mkdocs.yml` has a `repo_url` on GitHub."""
    match = REPOSITORY.search(CONFIG.read_text(encoding="utf-8"))
    if match is None:
        return "upload it to Colab"
    where = f"https://colab.research.google.com/github/{match[1]}/blob/main/notebooks/{stem}.ipynb"
    return f"[open it in Colab]({where})"


class Page:
    """The page of one notebook, and the files that it shows."""

    def __init__(self, book: Path) -> None:
        self.stem = book.stem
        self.cells: list[dict[str, Any]] = json.loads(book.read_text(encoding="utf-8"))["cells"]
        self.files: dict[Path, Content] = {}
        self.charts: list[str] = []
        self.heading = ""
        texts = [joined(cell["source"]) for cell in self.cells if cell["cell_type"] == "markdown"]
        self.title = texts[0].splitlines()[0].removeprefix("# ")
        # The question: the first paragraph below the title.
        self.question = " ".join(self.linked(texts[0]).split("\n\n")[1].split())

    def text(self) -> str:
        """Give the Markdown of the page."""
        parts = [f"<!-- Written by `make manual` from notebooks/{self.stem}.ipynb: edit that instead. -->"]
        for cell in self.cells:
            source = joined(cell["source"]).strip()
            if cell["cell_type"] == "markdown":
                parts.append(self.linked(source))
                headings = re.findall(r"^#+ (.+)$", source, re.MULTILINE)
                self.heading = headings[-1] if headings else self.heading
            elif cell["cell_type"] == "code" and source:
                parts.append(f"```python\n{source}\n```")
                rendered = [self.output(output, source) for output in merged(cell["outputs"])]
                parts += [text for text in rendered if text]
            if cell["cell_type"] == "markdown" and len(parts) == 2:
                parts.append(
                    f"*This page shows the last full run of [{self.stem}.ipynb](files/{self.stem}.ipynb): "
                    f"download it for Jupyter, or {colab(self.stem)} and begin with `%pip install fivefold`.*"
                )
        parts.append("Next: the other [notebooks](index.md), or [How to](../how-to/index.md).")
        return "\n\n".join(parts) + "\n"

    @staticmethod
    def linked(source: str) -> str:
        """Give Markdown with the links of a notebook turned into those of its page."""

        def turned(match: re.Match[str]) -> str:
            target = match[1]
            if "://" in target or target.startswith("#"):
                return match[0]
            if target.startswith("../docs/"):
                return f"](../{target.removeprefix('../docs/')})"
            if re.fullmatch(r"\w+\.ipynb(#.*)?", target):
                return f"]({target.replace('.ipynb', '.md')})"
            raise ValueError(f"a notebook links to {target}, which the manual does not have")

        return re.sub(r"\]\(([^)\s]+)\)", turned, source)

    def add(self, content: Content, ending: str) -> str:
        """Keep a file and give its address as seen from the page."""
        name = f"{self.stem}-{len(self.files) + 1:02}.{ending}"
        self.files[FILES / name] = content
        return f"files/{name}"

    def output(self, output: dict[str, Any], source: str) -> str:
        """Give the Markdown of one output of a cell."""
        if output["output_type"] == "error":
            raise ValueError(f"{self.stem} holds an error: {output['evalue']}")
        if output["output_type"] == "stream":
            return self.printed(joined(output["text"]))
        data = output["data"]
        if "application/vnd.jupyter.widget-view+json" in data:
            return "*(In a notebook a board to click on stands here.)*"
        if "image/svg+xml" in data:
            return self.html(joined(data["image/svg+xml"]))
        if "text/html" in data:
            return self.html(joined(data["text/html"]))
        if "image/png" in data:
            picture = base64.b64decode(joined(data["image/png"]))
            address = self.add(picture, "png")
            rendered = f"![{escape(self.heading or self.title)}]({address})"
            if BOARD.search(source):
                return rendered
            self.charts.append(address)
            return rendered + CHART
        return self.printed(joined(data["text/plain"]))

    @staticmethod
    def printed(text: str) -> str:
        """Give printed text as a block that is no code."""
        lines = [line.rstrip() for line in text.rstrip().splitlines()]
        return "``` { .text .output }\n" + "\n".join(lines) + "\n```" if lines else ""

    def html(self, html: str) -> str:
        """Give HTML with its pictures put into files; a viewer, which has a script, becomes a whole file."""
        if "<script" in html:
            label = re.search(r'aria-label="([^"]*)"', html)
            title = label[1] if label else self.title
            head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            page = f'<!doctype html><html lang="en"><head>{head}<title>{title}</title></head>'
            address = self.add(f"{page}\n<body>\n{html}\n</body></html>\n", "html")
            return (
                f'<iframe src="{address}" title="{title}" width="100%" height="{VIEWER_HEIGHT}" '
                'loading="lazy"></iframe>'
            )

        def aside(match: re.Match[str]) -> str:
            title = re.search(r"<title[^>]*>(.*?)</title>", match[0], re.DOTALL)
            width = re.search(r'<svg[^>]*? width="([\d.]+)"', match[0])
            size = f' width="{round(float(width[1]))}"' if width else ""
            words = title[1] if title else escape(self.heading or self.title)
            return f'<img src="{self.add(match[0] + chr(10), "svg")}" alt="{words}"{size}>'

        rendered = re.sub(r"<svg.*?</svg>", aside, html.strip(), flags=re.DOTALL)
        # A blank line would end the block of HTML in Markdown.
        return '<div class="output">' + re.sub(r"\n\s*\n", "\n", rendered) + "</div>"

    def card(self) -> str:
        """Give the picture that stands for the notebook in the gallery, with its classes."""
        # Charts say more about a question than the first board.
        pictures = [f"files/{path.name}" for path in self.files if path.suffix in (".png", ".svg")]
        for address in self.charts + sorted(pictures, key=lambda name: not name.endswith(".png")):
            kinds = "{ .card .chart }" if address in self.charts else "{ .card }"
            return f"    [![{escape(self.title)}]({address}){kinds}]({self.stem}.md)\n\n"
        return ""


def gallery(pages: list[Page]) -> str:
    """Give the page that shows all notebooks with a picture of each."""
    cards = []
    for page in pages:
        cards.append(f"-   **[{page.title}]({page.stem}.md)**\n\n{page.card()}    {page.question}\n")
    return (
        "<!-- Written by `make manual`. -->\n\n"
        "# Notebooks\n\n"
        "Each notebook answers one question and ends with what was learnt. The pages show the outputs of "
        "their last run at\nfull length; the files are in the folder `notebooks/` of the source, and `make "
        "lab` opens them. `make notebooks` runs\nall of them again, `make check` a short form of each.\n\n"
        '<div class="grid cards" markdown>\n\n' + "\n".join(cards) + "\n</div>\n\n"
        "Next: [How to](../how-to/index.md), or the [reference](../reference.md).\n"
    )


def rendered() -> dict[Path, Content]:
    """Give all files that belong to the notebooks, by their paths."""
    pages = [Page(book) for book in sorted(BOOKS.glob("*.ipynb"))]
    files: dict[Path, Content] = {}
    for page in pages:
        files[PAGES / f"{page.stem}.md"] = page.text()
        files.update(page.files)
    files[PAGES / "index.md"] = gallery(pages)
    lines = ["# Notebooks: written by `make manual`.", "- notebooks/index.md"]
    lines += [
        f"- {json.dumps(f'{page.stem[:2]} {page.title}', ensure_ascii=False)}: notebooks/{page.stem}.md"
        for page in pages
    ]
    config = CONFIG.read_text(encoding="utf-8")
    match = NAV.search(config)
    if match is None:
        raise ValueError("mkdocs.yml has no list of notebooks")
    nav = "".join(f"{match['indent']}{line}\n" for line in lines)
    files[CONFIG] = config[: match.start()] + nav + config[match.end() :]
    return files


def downloads() -> dict[Path, str]:
    """Give the notebooks without their outputs, by their paths in the manual."""
    files = {}
    for book in sorted(BOOKS.glob("*.ipynb")):
        whole = json.loads(book.read_text(encoding="utf-8"))
        for cell in whole["cells"]:
            if cell["cell_type"] == "code":
                cell.update(outputs=[], execution_count=None)
        files[FILES / book.name] = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
    return files


def main(arguments: list[str]) -> int:
    """Write or compare all pages."""
    if "--downloads" in arguments:
        for path, content in downloads().items():
            path.write_text(content, encoding="utf-8")
        return 0
    check = "--check" in arguments
    files = rendered()
    differ = []
    for path, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        if path.exists() and path.read_bytes() == data:
            continue
        differ.append(path)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    there = [path for path in PAGES.rglob("*") if path.is_file() and path.suffix != ".ipynb"]
    for path in sorted(set(there) - set(files)):
        differ.append(path)
        if not check:
            path.unlink()
    for path in differ:
        print(f"{'differs' if check else 'written'}: {path.relative_to(DOCS.parent)}")
    return int(check and bool(differ))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
