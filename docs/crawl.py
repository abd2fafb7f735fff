"""Check the built manual as a reader without a network would use it: `python docs/crawl.py site`.

Every link leads to a file that is there, every anchor to a place in it, nothing is loaded from elsewhere,
every page can be reached from the start page, and the search index knows every page.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Attributes that load something at once; `href` of these tags does too.
LOADS = {"src", "srcset", "data", "poster"}
LOADING_LINKS = {"stylesheet", "preload", "modulepreload", "icon", "manifest"}


class Reader(HTMLParser):
    """The links, the anchors and what is loaded by one page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to."""
        attributes = {name: value or "" for name, value in attrs}
        self.anchors |= {attributes[name] for name in ("id", "name") if name in attributes}
        self.loads += [attributes[name].split()[0] for name in LOADS if attributes.get(name)]
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag == "link" and LOADING_LINKS & set(attributes.get("rel", "").split()):
            self.loads.append(attributes.get("href", ""))


def read(path: Path) -> Reader:
    """Read a page."""
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def elsewhere(address: str) -> bool:
    """Say whether an address is on another machine."""
    return bool(urlsplit(address).netloc) or urlsplit(address).scheme in ("http", "https")


def faults(site: Path) -> list[str]:
    """Give what is wrong with a built manual."""
    site = site.resolve()
    pages = {path: read(path) for path in sorted(site.rglob("*.html"))}
    wrong: list[str] = []
    leads: dict[Path, set[Path]] = {path: set() for path in pages}
    for path, page in pages.items():
        relative = path.relative_to(site)
        wrong += [f"{relative}: loads {address}" for address in page.loads if elsewhere(address)]
        if relative.name == "404.html":  # it is shown at any address, so that its links begin with /
            continue
        for address in page.links + page.loads:
            split = urlsplit(address)
            if elsewhere(address) or split.scheme in ("mailto", "data", "javascript"):
                continue
            target = (path.parent / unquote(split.path)).resolve() if split.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                wrong.append(f"{relative}: {address} is not there")
                continue
            leads[path].add(target)
            # Anchors that begin with two underscores are made by the theme's script.
            known = target in pages and (unquote(split.fragment) in pages[target].anchors)
            if split.fragment and target in pages and not known and not split.fragment.startswith("__"):
                wrong.append(f"{relative}: {address} has no such anchor")
    for style in site.rglob("*.css"):
        for address in re.findall(r"url\(\s*[\"']?([^\"')]+)", style.read_text(encoding="utf-8")):
            if elsewhere(address):
                wrong.append(f"{style.relative_to(site)}: loads {address}")
    reached, waiting = {site / "index.html"}, [site / "index.html"]
    while waiting:
        new = {target for target in leads.get(waiting.pop(), set()) if target in pages} - reached
        reached |= new
        waiting += new
    alone = [path for path in pages if path not in reached and path.name != "404.html"]
    wrong += [f"{path.relative_to(site)} cannot be reached from the start page" for path in alone]
    wrong += unfound(site, [path for path in pages if path in reached])
    return wrong


def unfound(site: Path, pages: list[Path]) -> list[str]:
    """Give the pages that the search does not know; pages of a viewer alone have nothing to find."""
    indices = [
        path for path in (site / "search.json", site / "search" / "search_index.json") if path.is_file()
    ]
    if not indices:
        return ["there is no index for the search"]
    index = indices[0].read_text(encoding="utf-8")
    return [
        f"{path.relative_to(site)} is not in the search index"
        for path in pages
        if path.parent.name not in ("pictures", "files")
        and f'"{path.relative_to(site).as_posix()}' not in index
    ]


def main(arguments: list[str]) -> int:
    """Check one built manual."""
    site = Path(arguments[0] if arguments else "site")
    wrong = faults(site)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(list(site.rglob('*.html')))} pages of {site}: {len(wrong)} faults")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
