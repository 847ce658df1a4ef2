"""What differs between games is asked of the game or its view: no key is compared."""

import ast

import pytest
from sources import PACKAGE, reads_sources, sources

from kalahgui.games import GAMES
from kalahgui.gui.services.game_catalogue import CATALOGUE

KEYS = {*GAMES, *CATALOGUE}


def is_key(node):
    """Tell whether a node is a game's or a card's key, by its name or in letters."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value in KEYS
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(is_key, node.elts))
    owners = ("game", "offer", "card")
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "key"
        and ast.unparse(node.value).split(".")[-1] in owners
    )


def compares(node):
    """Tell whether a node compares a key."""
    if isinstance(node, ast.MatchValue):
        return is_key(node.value)
    if not isinstance(node, ast.Compare):
        return False
    # To look something up by a key is no comparison with one.
    looked_up = isinstance(node.ops[0], ast.In | ast.NotIn) and not is_key(node.comparators[0])
    return not looked_up and any(map(is_key, (node.left, *node.comparators)))


@reads_sources
def test_no_key_of_a_game_is_compared():
    assert [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node)}"
        for path, nodes in sources().items()
        for node in nodes
        if compares(node)
    ] == []


@pytest.mark.parametrize(
    "source",
    [
        "game.key == other",
        "self.offer.key != 'x'",
        "name == 'kalah'",
        "name in ('kalah', 'x')",
        "match name:\n case 'reversi':\n  pass",
    ],
)
def test_a_comparison_is_found(source):
    assert any(map(compares, ast.walk(ast.parse(source))))


@pytest.mark.parametrize("source", ["event.key == 3", "offer.key in pictures", "GAMES['kalah']"])
def test_what_is_no_comparison_is_let_be(source):
    assert not any(map(compares, ast.walk(ast.parse(source))))
