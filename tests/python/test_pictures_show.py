"""What the manual prints as a picture is one when a real kernel runs its lines."""

import importlib.util
import re
from pathlib import Path

import pytest

from source_tree import ROOT, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

DOCS = ROOT / "docs"
PICTURES = {"image/svg+xml", "image/png"}


def blocks(page: Path) -> list[tuple[str, bool]]:
    """The blocks of a page that run, each with whether the manual shows a picture below it."""
    spec = importlib.util.spec_from_file_location("figures", DOCS / "figures.py")
    figures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(figures)
    matches = figures.PART.finditer(text(page))
    return [(one["code"], one["kind"] == "figure") for one in matches if one["code"] and not one["mark"]]


PAGES = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if re.search(r"<!-- figure -->", text(page)) and any(outputs for _, outputs in blocks(page))
]


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    manager = pytest.importorskip("jupyter_client.manager", reason="the extra `notebook` is not installed")
    pytest.importorskip("ipykernel")
    folder = tmp_path_factory.mktemp("kernel")
    at_work, client = manager.start_new_kernel(kernel_name="python3", cwd=str(folder))
    yield client
    client.stop_channels()
    at_work.shutdown_kernel(now=True)


def outputs_of(client, code: str) -> list[dict]:
    """Run a cell; give what it shows, by kind."""
    outputs = []

    def receive(message):
        if message["msg_type"] in ("display_data", "execute_result"):
            outputs.append(message["content"]["data"])

    reply = client.execute_interactive(code, output_hook=receive, timeout=200)
    content = reply["content"]
    assert content["status"] == "ok", (code, content.get("evalue"))
    return outputs


def is_picture(data: dict) -> bool:
    return bool(PICTURES & data.keys()) or bool(re.search(r"<svg|<iframe", data.get("text/html", "")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pictures_of_a_page_show_themselves(page: Path, kernel) -> None:
    outputs_of(kernel, "%reset -f")
    for code, wanted in blocks(page):
        outputs = outputs_of(kernel, code)
        assert not wanted or any(map(is_picture, outputs)), (code, [sorted(one) for one in outputs])


def test_a_text_alone_is_no_picture(kernel) -> None:
    assert not any(map(is_picture, outputs_of(kernel, "'<svg></svg>'")))
