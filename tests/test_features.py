"""The page of features: each is held by a test that runs by default."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
PAGE = (HERE.parent / "docs" / "features.md").read_text("utf-8")
ROW = re.compile(r"^\| [^|]+ \| `(test_\w+\.py)::(test_\w+)` \|$", re.MULTILINE)


def test_every_feature_names_a_test_that_holds_it():
    rows = ROW.findall(PAGE)
    heads = PAGE.count("| What | Held by |")
    assert len(rows) == len(re.findall(r"^\| ", PAGE, re.MULTILINE)) - heads > 40
    slow = []
    for file, test in rows:
        tree = _parsed(file)
        [found] = [node for node in tree.body if getattr(node, "name", "") == test]
        marks = [ast.unparse(each) for each in (*found.decorator_list, *_module_marks(tree))]
        slow += [test for mark in marks if "mark.slow" in mark and "parametrize" not in mark]
    assert slow == []


@cache
def _parsed(file):
    return ast.parse((HERE / file).read_text("utf-8"))


def _module_marks(tree):
    """Return what marks all tests of a file."""
    return [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    ]
