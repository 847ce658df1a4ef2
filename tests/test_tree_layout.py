"""Where the nodes of a tree lie."""

import itertools
import math
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahgui.theatre.game_tree import TreeNode, walk
from kalahgui.theatre.tree_frame import TreeFrame
from kalahgui.theatre.tree_layout import HALF_STUB, TreeLayout, numbered

CLOSE = 1e-6


@dataclass
class Node:
    """What a layout asks of a node, and no more."""

    parent: int | None = None
    moves: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    mover: int = 0
    again: bool = False
    children: list[int | None] = field(default_factory=list)


def grow(shape):
    """Make nodes of lists: for each node in turn, which of its moves were entered."""
    nodes = [Node()]
    for number, entered in enumerate(shape):
        if number == len(nodes):
            break
        node = nodes[number]
        node.moves = tuple(range(len(entered)))
        node.texts = tuple(str(move) for move in node.moves)
        for one in entered:
            node.children.append(len(nodes) if one else None)
            if one:
                nodes.append(Node(number))
    return nodes


def trees(mover=0, height=3):
    """Draw written trees whose nodes have up to three moves."""
    below = st.lists(trees(1 - mover, height - 1), max_size=3) if height else st.just([])
    return below.map(lambda nodes: TreeNode("X", 0, mover, tuple(nodes)))


shapes = st.lists(st.lists(st.booleans(), max_size=5), max_size=40)
layouts = shapes.map(lambda shape: TreeLayout(grow(shape)))


def descendants(layout, number):
    """Return the places below a node."""
    found = []
    for place in layout.slots[number]:
        found.append(place)
        if not layout.is_stub(place):
            found += descendants(layout, place)
    return found


def fold_some(layout, data):
    """Fold up to three nodes."""
    for number in data.draw(st.lists(st.integers(0, len(layout.nodes) - 1), max_size=3)):
        layout.fold(number)


@given(layouts, st.data())
def test_places_of_a_level_keep_apart_in_the_order_of_the_moves(layout, data):
    fold_some(layout, data)
    for row in layout.rows:
        for one, two in itertools.pairwise(row.places):
            needed = layout.half(one) + layout.half(two)
            assert layout.across(two) - layout.across(one) >= needed - CLOSE
    for slots in layout.slots:
        across = [layout.across(place) for place in slots if layout.is_shown(place)]
        assert across == sorted(across)


@given(layouts, st.data())
def test_places_can_be_spread_as_far_as_they_touch_and_no_farther(layout, data):
    fold_some(layout, data)
    for row in layout.rows:
        touching = set()
        for one, two in itertools.pairwise(row.places):
            distance = layout.across(two) - layout.across(one)
            halves = layout.half(one), layout.half(two)
            spreads = layout.spread(one), layout.spread(two)
            assert spreads[0] * halves[0] + spreads[1] * halves[1] <= distance + CLOSE
            for place, spread in ((one, spreads[0]), (two, spreads[1])):
                if spread * sum(halves) == pytest.approx(distance):
                    touching.add(place)
        assert touching == set(row.places if len(row.places) > 1 else ())


def test_a_crowded_level_is_spread_nowhere():
    layout = TreeLayout(grow([[True] * 2, *([[True] * 200] * 2)]))
    assert layout.rows[2].crowded
    assert {layout.spread(place) for place in layout.rows[2].places} == {1.0}
    assert layout.spread(1) > 50


@given(layouts, st.data())
def test_a_parent_lies_over_the_middle_of_its_children(layout, data):
    fold_some(layout, data)
    for number, slots in enumerate(layout.slots):
        if slots and layout.is_shown(slots[0]):
            middle = (layout.across(slots[0]) + layout.across(slots[-1])) / 2
            assert layout.across(number) == pytest.approx(middle)
            assert all(layout.level[place] == layout.level[number] + 1 for place in slots)


@given(layouts)
def test_every_subtree_touches_those_before_it(layout):
    def edges(place, side):
        below = [] if layout.is_stub(place) else descendants(layout, place)
        found = {}
        for each in (place, *below):
            edge = layout.across(each) + side * layout.half(each)
            level = layout.level[each]
            found[level] = max(found.get(level, edge), edge, key=lambda x: side * x)
        return found

    for slots in layout.slots:
        for i in range(1, len(slots)):
            begins = edges(slots[i], -1)
            before = [edges(place, 1) for place in slots[:i]]
            gaps = [
                begins[level] - ends[level] for ends in before for level in ends if level in begins
            ]
            assert min(gaps) == pytest.approx(0, abs=CLOSE)


@given(layouts)
def test_every_move_has_a_place_from_the_beginning(layout):
    entered = [node for node in layout.nodes if any(c is not None for c in node.children)]
    shown = [place for row in layout.rows for place in row.places]
    assert len(shown) == len(set(shown)) == 1 + sum(len(node.moves) for node in entered)
    for place in shown[1:]:
        parent = layout.nodes[layout.parent[place]]
        child = parent.children[layout.index[place]]
        assert child is None if layout.is_stub(place) else child == place


@given(layouts, st.data())
def test_the_gaps_of_a_place_reach_to_its_neighbours(layout, data):
    fold_some(layout, data)
    for row in layout.rows:
        edges = [-math.inf, *row.across, math.inf]
        for entry, place in enumerate(row.places, 1):
            before, at, after = edges[entry - 1 : entry + 2]
            assert layout.gaps(place) == (pytest.approx(at - before), pytest.approx(after - at))


@given(trees())
def test_a_written_tree_is_numbered_as_it_is_walked(tree):
    nodes, way = numbered(tree), {path: i for i, (path, _) in enumerate(walk(tree))}
    for path, node in walk(tree):
        found = nodes[way[path]]
        assert (found.text, found.mover, len(found.moves)) == (
            node.label,
            node.mover,
            len(node.children),
        )
        assert found.children == [way[*path, i] for i in range(len(node.children))]
        assert found.parent == (way[path[:-1]] if path else None)


@given(layouts, st.floats(-90, 90), st.floats(-20, 90), st.floats(0, 90))
def test_what_a_frame_shows_is_what_meets_a_rectangle(layout, left, top, side):
    frame = TreeFrame(layout)
    frame.set((7, 5), 11.0, 23.0, 9.0, 6.0)
    edges, nodes = frame.within(left, top, left + side, top + side)
    for row in layout.rows:
        for place in row.places:
            x, y = frame.at(place)
            above = frame.at(max(0, layout.parent[place]))
            inside = left <= x <= left + side and top <= y <= top + side
            assert (place in nodes) == inside
            across = min(x, above[0]) <= left + side and max(x, above[0]) >= left
            assert (place in edges) == (across and y >= top and y - 23 <= top + side)


@given(layouts, st.data())
def test_folding_hides_what_lies_below_and_unfolding_brings_it_back(layout, data):
    number = data.draw(st.integers(0, len(layout.nodes) - 1))
    before = [(layout.across(place), layout.is_shown(place)) for place in range(len(layout.parent))]
    below = descendants(layout, number)
    layout.fold(number)
    assert [p for p in range(len(layout.parent)) if not layout.is_shown(p)] == sorted(below)
    assert all(layout.shown(place) == number for place in below)
    assert layout.hidden_below(number) == sum(not layout.is_stub(place) for place in below)
    layout.unfold(number)
    after = [(layout.across(place), layout.is_shown(place)) for place in range(len(layout.parent))]
    assert after == [(pytest.approx(across), shown) for across, shown in before]


@given(layouts, st.data())
def test_a_hidden_node_is_revealed_with_all_that_hid_it(layout, data):
    number = data.draw(st.integers(0, len(layout.nodes) - 1))
    line = layout.line(number)
    folded = [each for each in line[:-1] if data.draw(st.booleans())]
    for each in folded:
        layout.fold(each)
    assert layout.reveal(number) == bool(folded)
    assert layout.is_shown(number)
    fresh = TreeLayout(layout.nodes)
    for place in range(len(layout.parent)):
        assert layout.across(place) == pytest.approx(fresh.across(place))


@given(layouts, st.floats(-12, 12), st.integers(-1, 6))
def test_the_nearest_place_of_a_level_is_found(layout, across, level):
    place = layout.nearest(across, level)
    if not 0 <= level < len(layout.rows):
        assert place is None
        return
    distances = [abs(x - across) for x in layout.rows[level].across]
    assert place in layout.rows[level].places
    assert abs(layout.across(place) - across) == pytest.approx(min(distances))


def test_the_edges_of_all_are_known():
    layout = TreeLayout(grow([[True, True], [True, False], []]))
    places = [place for row in layout.rows for place in row.places]
    assert layout.left == min(layout.across(p) - layout.half(p) for p in places)
    assert layout.right == max(layout.across(p) + layout.half(p) for p in places)
    assert layout.half(places[-1]) == HALF_STUB


def test_a_node_with_nothing_below_cannot_be_folded():
    layout = TreeLayout(grow([[True, True]]))
    layout.fold(1)
    assert not layout.folded
