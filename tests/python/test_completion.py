"""What IPython completes inside `ff.rules(...)`, and what it shows of `Rules.info`."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

import fivefold as ff
from fivefold._completion import candidates, register


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ('ff.rules("', set(ff.presets())),
        ("p = ff.rules('pe", {"pentagame", "pente"}),
        ('fivefold.rules("renju", ', {f"{name}=" for name in ff.options("renju")}),
        ('ff.rules("freestyle", si', {"size="}),
        ('ff.rules("pentagame", players=3, ko=', {'"undo', '"none'}),
        ("ff.rules('pentagame', ko='u", {"'undo"}),
        ('ff.rules("pentagame", teams=T', {"True"}),
    ],
)
def test_presets_options_and_values_are_completed(line: str, some: set[str]) -> None:
    begun, words = candidates(line)
    assert line.endswith(begun)
    assert some <= set(words)
    assert all(word.startswith(begun) for word in words)


@pytest.mark.parametrize(
    "line", ["", "rules", 'ff.rules("freestyle").st', 'ff.rules("nothing", ', "other('fr"]
)
def test_elsewhere_nothing_is_completed(line: str) -> None:
    assert candidates(line)[1] == []


def test_an_option_is_offered_once() -> None:
    assert "size=" not in candidates('ff.rules("freestyle", size=9, ')[1]


def test_ipython_asks() -> None:
    shells = pytest.importorskip("IPython.core.interactiveshell")
    completer = pytest.importorskip("IPython.core.completer")
    shell = shells.InteractiveShell.instance()
    try:
        register()
        register()
        assert len(shell.Completer.custom_matchers) == 1
        with completer.provisionalcompleter():
            for text, words in (('ff.rules("keryo', ["keryo_pente"]), ('ff.rules("pente", si', ["size="])):
                completions = list(shell.Completer.completions(text, len(text)))
                assert [text[: one.start] + one.text for one in completions] == [
                    text[: -len(candidates(text)[0])] + word for word in words
                ]
    finally:
        shells.InteractiveShell.clear_instance()


class Cells(HTMLParser):
    """The texts of a table, cell by cell."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in ("th", "td"):
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        self.texts[-1] += data


@pytest.mark.parametrize("preset", ["freestyle", "renju", "pah_tum", "pentagame"])
def test_info_is_shown_as_a_table(preset: str) -> None:
    info = ff.rules(preset).info
    texts = Cells(info._repr_html_()).texts
    rows = dict(zip(texts[::2], texts[1::2], strict=True))
    assert rows["title"] == info.title
    assert rows["num_actions"] == str(info.num_actions)
    assert rows["planes"] == ", ".join(info.planes)
    assert set(rows) == {*info._fields, *(f"board.{name}" for name in info.board._fields)} - {"board"}
