"""Trees as text: what can be written can be read, and the rest is refused in a sentence."""

import pytest
from hypothesis import given
from test_recorder import trees

from kalahgui.theatre.game_tree import read_tree, written


@given(trees())
def test_what_is_written_is_read_again(tree):
    assert read_tree(written(tree)) == tree


def test_names_numbers_and_blanks():
    tree = read_tree("  Root ( a( -3 +4 )\n b(\u22125 x=7) 6 ) ")
    assert [child.label for child in tree.children] == ["a", "b", "6"]
    assert [leaf.value for leaf in tree.leaves()] == [-3, 4, -5, 7, 6]
    assert [child.mover for child in tree.children] == [1, 1, 1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "ends before"),
        ("R", "neither a whole number nor a name"),
        ("5", "the root is a leaf"),
        ("R(A(3 5) B(2 9)", "the bracket of R is not closed"),
        ("R(A(3 5) B(2 9)))", r"the tree ends before '\)'"),
        ("R()", "the brackets of R are empty"),
        ("R(A() 3)", "the brackets of A are empty"),
        ("R(A(3 x) 2)", "'x' is neither a whole number"),
        ("(3 5)", "a name is missing"),
        ("R((3 5))", "a name is missing"),
        ("R(3=)", "nothing can be read"),
        ("R(A=3(4))", "is a leaf and has no moves"),
        ("R(3.5 2)", "'3.5' is neither a whole number"),
        ("R(1234567 2)", "'1234567' is too large"),
        ("R(" * 80 + "1" + ")" * 80, "at most"),
    ],
)
def test_what_is_no_tree_is_refused_in_a_sentence(text, why):
    with pytest.raises(ValueError, match=why) as refused:
        read_tree(text)
    assert "\n" not in str(refused.value)
