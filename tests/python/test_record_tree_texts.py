"""What a tree says of its positions: kept in little memory, however it changes; JSON read node by node."""

import io
import json

import pytest

import fivefold as ff

Tree = ff.records.Tree
FREE = ff.rules("freestyle")


def tree_of(*games):
    tree = Tree(FREE)
    for moves in games:
        tree.add(FREE.start().play_all(moves).record())
    return tree


def test_texts_that_change_often_are_kept():
    """Old ones are thrown away in between, and nothing else with them."""
    tree = tree_of("h8 i9", "h8 a1", "h8 b2")
    tree.note("h8 i9", comment="stays", mark=True, labels={"a1": "A", "b2": "\u738b"})
    tree.note("h8 b2", comment="long " * 300)
    for number in range(2_500):
        tree.note("h8 a1", comment=f"{number} " + "x" * 900, labels={"c3": "y" * 500, "d4": ""})
    assert tree["h8 a1"].comment == "2499 " + "x" * 900
    assert tree["h8 a1"].labels == {"c3": "y" * 500, "d4": ""}
    assert tree["h8 b2"].comment == "long " * 300
    stored = tree["h8 i9"]
    assert (stored.comment, stored.mark, stored.labels) == ("stays", True, {"a1": "A", "b2": "\u738b"})
    tree.note("h8 i9", comment="", mark=False, labels={})
    gone = tree["h8 i9"]
    assert (gone.comment, gone.mark, gone.labels) == ("", False, {})
    again = Tree.read(io.BytesIO(tree._inner.to_json().encode()))
    assert again["h8 a1"] == tree["h8 a1"]
    assert again["h8 b2"] == tree["h8 b2"]


def test_remarks_that_grow_in_turn_are_joined():
    """Of two positions with a remark a game, beyond the length of a short one."""
    tree = Tree(FREE)
    for number in range(300):
        record = FREE.start().play_all("h8 i9" if number % 2 else "h8 g7").record()
        record.comment(2, f"remark {number}")
        tree.add(record)
    for moves, first in (("h8 i9", 1), ("h8 g7", 0)):
        remarks = tree[moves].comment.split("\n\n")
        assert remarks == [f"remark {number}" for number in range(first, 300, 2)]


def written(change):
    data = json.loads(tree_of("h8 i9 h9", "h8 g7")._inner.to_json())
    change(data)
    return io.BytesIO(json.dumps(data).encode())


def test_a_tree_in_json_may_have_its_parts_in_any_order():
    """Programs sort them: then the nodes come before the rules."""

    def turn(data):
        parts = sorted(data.items())
        data.clear()
        data.update(parts, more={"nodes": []})

    assert [branch.move for branch in Tree.read(written(turn))["h8"].moves] == ["i9", "g7"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.pop("nodes"), "no 'nodes'"),
        (lambda data: data.update(nodes={}), "a list of nodes"),
        (lambda data: data.update(nodes=None), "a list of nodes"),
        (lambda data: data.update(format="fivefold tree 2"), "no tree in JSON"),
        (lambda data: data["nodes"].append([9, "h8", {}]), "node 6: nothing is 9 deep"),
        (lambda data: data["nodes"].append([1, "h8"]), "node 6: it is no list of a depth"),
        (lambda data: data["nodes"].append([2, "h8", {}]), "node 6: .*h8 is refused"),
        (lambda data: data["nodes"].append(3), "node 6: it is no list of a depth"),
    ],
)
def test_a_node_that_is_none_is_refused_by_its_number(change, words):
    with pytest.raises(ff.RecordError, match=words):
        Tree.read(written(change))


def test_a_tree_with_two_lists_of_nodes_or_cut_off_is_refused():
    text = written(lambda data: None).getvalue().decode()
    twice = text.removesuffix("}") + ', "nodes": []}'
    for bad, words in ((twice, "twice|duplicate"), (text[:-2], "no JSON"), (text + "x", "no JSON")):
        with pytest.raises(ff.RecordError, match=words):
            Tree.read(io.BytesIO(bad.encode()))
