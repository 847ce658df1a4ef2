"""Where the nodes of a tree lie, how they stand while a search is played, and that as SVG."""

import itertools
from dataclasses import dataclass, field
from xml.etree import ElementTree

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games import GAMES
from kalahgui.theatre.game_tree import TreeNode, read_tree, walk
from kalahgui.theatre.node_labels import NodeLabels, NodeState, best_line
from kalahgui.theatre.playback import Phase, Playback
from kalahgui.theatre.recording import BETTER, CUT, INFINITE, ROOT, Plan, record
from kalahgui.theatre.subject import PositionSubject, WrittenSubject
from kalahgui.theatre.svg import TreeWords, svg
from kalahgui.theatre.tree_layout import TreeLayout, numbered
from kalahgui.theatre.tree_painter import level_names

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
    below = []
    for place in layout.slots[number]:
        below.append(place)
        if not layout.is_stub(place):
            below += descendants(layout, place)
    return below


def fold_some(layout, data):
    """Return a layout with up to three nodes folded."""
    return layout.with_folded(
        data.draw(st.lists(st.integers(0, len(layout.nodes) - 1), max_size=3))
    )


@given(layouts)
def test_every_move_has_a_place_from_the_beginning(layout):
    entered = [node for node in layout.nodes if any(c is not None for c in node.children)]
    shown = [place for row in layout.rows for place in row.places]
    assert len(shown) == len(set(shown)) == 1 + sum(len(node.moves) for node in entered)
    for place in shown[1:]:
        child = layout.nodes[layout.parent[place]].children[layout.index[place]]
        assert child is None if layout.is_stub(place) else child == place


@given(layouts, st.data())
def test_places_keep_apart_and_a_parent_lies_over_the_middle_of_its_children(layout, data):
    layout = fold_some(layout, data)
    for number, slots in enumerate(layout.slots):
        across = [layout.across(place) for place in slots if layout.is_shown(place)]
        assert across == sorted(across)
        if across:
            assert layout.across(number) == pytest.approx((across[0] + across[-1]) / 2)
            assert all(layout.level[place] > layout.level[number] for place in slots)
            assert all(layout.line_of(place) > layout.line_of(number) for place in slots)
    for row in layout.rows:
        touching = set()
        for one, two in itertools.pairwise(row.places):
            distance = layout.across(two) - layout.across(one)
            halves = layout.half(one), layout.half(two)
            assert distance >= sum(halves) - CLOSE
            # They can be spread as far as they touch, and no farther.
            spreads = layout.spread(one), layout.spread(two)
            assert spreads[0] * halves[0] + spreads[1] * halves[1] <= distance + CLOSE
            for place, spread in ((one, spreads[0]), (two, spreads[1])):
                if spread * sum(halves) == pytest.approx(distance):
                    touching.add(place)
        assert touching == set(row.places if len(row.places) > 1 else ())
        for x, place in itertools.product(row.passing, row.places):
            assert abs(layout.across(place) - x) >= layout.half(place) + 0.25 - CLOSE


def test_a_crowded_level_is_spread_nowhere():
    layout = TreeLayout(grow([[True] * 2, *([[True] * 200] * 2)]))
    assert layout.rows[2].crowded
    assert {layout.spread(place) for place in layout.rows[2].places} == {1.0}
    assert layout.spread(1) > 50


@given(shapes)
def test_every_subtree_touches_those_before_it(shape):
    layout = TreeLayout(grow(shape), values_last=False)

    def edges(place, side):
        below = [] if layout.is_stub(place) else descendants(layout, place)
        by_level = {}
        for slot in (place, *below):
            edge = layout.across(slot) + side * layout.half(slot)
            level = layout.level[slot]
            by_level[level] = max(by_level.get(level, edge), edge, key=lambda x: side * x)
        return by_level

    for slots in layout.slots:
        for i in range(1, len(slots)):
            begins = edges(slots[i], -1)
            before = [edges(place, 1) for place in slots[:i]]
            gaps = [
                begins[level] - ends[level] for ends in before for level in ends if level in begins
            ]
            assert min(gaps) == pytest.approx(0, abs=CLOSE)


@given(trees())
def test_a_written_tree_is_numbered_as_it_is_walked(tree):
    nodes, way = numbered(tree), {path: i for i, (path, _) in enumerate(walk(tree))}
    for path, node in walk(tree):
        numbered_node = nodes[way[path]]
        assert (numbered_node.text, numbered_node.mover, len(numbered_node.moves)) == (
            node.label,
            node.mover,
            len(node.children),
        )
        assert numbered_node.children == [way[*path, i] for i in range(len(node.children))]
        assert numbered_node.parent == (way[path[:-1]] if path else None)


@given(layouts, st.data())
def test_folding_hides_what_lies_below_and_leaves_the_layout_it_came_from(layout, data):
    number = data.draw(st.integers(0, len(layout.nodes) - 1))
    before = [(layout.across(place), layout.is_shown(place)) for place in range(len(layout.parent))]
    below = descendants(layout, number)
    folded = layout.with_folded([number])
    assert [p for p in range(len(folded.parent)) if not folded.is_shown(p)] == sorted(below)
    assert all(folded.shown(place) == number for place in below)
    assert folded.hidden_below(number) == sum(not folded.is_stub(place) for place in below)
    assert folded.folded == ({number} if below else set())
    after = [(layout.across(place), layout.is_shown(place)) for place in range(len(layout.parent))]
    assert after == before


# -- rows


MOVED_AGAIN = "kalah", "6x6"


def test_rows_are_for_one_player_each_and_values_stand_in_the_last():
    """Extra moves make branches of different depths; today's example has one at depth 1."""
    for depth in (1, 2, 3):
        layout = TreeLayout(played(*MOVED_AGAIN, "minimax", depth).recording.nodes)
        movers = {}
        for number, node in enumerate(layout.nodes):
            level = layout.level[number]
            if layout.slots[number]:
                movers.setdefault(level, set()).add((node.mover, node.again))
            else:
                assert level == max(layout.level)
        assert all(len(row) == 1 for row in movers.values())
        assert max(layout.level) not in movers
    names = level_names(layout, "you", "them", "value", "again")
    assert names[:2] == ["you", "again"]
    assert names[-1] == "value"
    assert len(names) == len(layout.rows)


@given(layouts, st.floats(-12, 12), st.integers(-1, 6))
def test_the_nearest_place_of_a_level_is_found(layout, across, level):
    place = layout.nearest(across, level)
    if not 0 <= level < len(layout.rows):
        assert place is None
        return
    distances = [abs(x - across) for x in layout.rows[level].across]
    assert place in layout.rows[level].places
    assert abs(layout.across(place) - across) == pytest.approx(min(distances))


# -- how nodes stand


SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def growing_trees(draw, mover=0, height=4, name="R"):
    """Draw a tree in which a player may move again."""
    count = draw(st.integers(1, 3)) if name == "R" else draw(st.integers(0, 3)) if height else 0
    if not count:
        return TreeNode(name, draw(st.integers(-9, 9)), mover)
    children = []
    for i in range(count):
        again = draw(st.integers(0, 4)) == 0
        child_mover = mover if again else 1 - mover
        children.append(draw(growing_trees(child_mover, height - 1, f"{name}{i}")))
    return TreeNode(name, None, mover, tuple(children))


recordings = st.builds(
    lambda tree, algorithm: record(
        Plan(WrittenSubject(tree), algorithm, max(1, WrittenSubject(tree).least_depth))
    ),
    growing_trees(),
    st.sampled_from(ALGORITHMS),
)


def example(algorithm="nega-alpha", text="R(A(D(3 2) E(1 0)) B(F(4 3) G(6 8)) C(H(2 0) I(9 1)))"):
    subject = WrittenSubject(read_tree(text))
    playback = Playback(record(Plan(subject, algorithm, subject.least_depth)))
    playback.go_to(playback.length)
    return playback


def played(game, board, algorithm, depth):
    """Return a finished search of a start position."""
    game = GAMES[game]
    plan = Plan(PositionSubject(game, game.start(board)), algorithm, depth)
    playback = Playback(record(plan))
    playback.go_to(playback.length)
    return playback


def looks_of(playback, **more):
    return NodeLabels(playback, TreeLayout(playback.recording.nodes), **more)


def by_name(looks):
    """Return the looks of the nodes by what is written of the way to them."""
    nodes = looks.layout.nodes
    return {node.text or "R": looks.of(number) for number, node in enumerate(nodes)}


@given(recordings, st.lists(st.floats(0, 1), min_size=1, max_size=6), st.booleans())
def test_labels_say_how_far_the_search_has_come_wherever_it_is_gone_to(recording, shares, as_mover):
    playback = Playback(recording)
    looks = looks_of(playback, as_mover=as_mover)
    layout, places = looks.layout, range(1, len(looks.layout.parent))
    for share in (*shares, 1.0):
        playback.go_to(round(share * playback.length))
        looks.catch_up()
        fresh = NodeLabels(playback, layout, as_mover)
        assert all(looks.of(p) == fresh.of(p) for p in range(len(layout.parent)))
        for number in range(1, len(recording.nodes)):
            entered = playback.seen(number).phase in (Phase.OPEN, Phase.DONE)
            assert looks.of(number).visited == entered
        for place in places:
            above = looks.of(layout.parent[place])
            if looks.of(place).state is NodeState.HIDDEN:
                assert not above.visited
            elif looks.of(place).state is NodeState.WAITING:
                assert above.state is NodeState.OPEN
        line = best_line(playback)
        assert line[0] == ROOT
        for node, below in itertools.pairwise(line):
            done = recording.steps[: playback.at]
            steps = [s for s in done if s.node == node and s.kind == BETTER]
            assert recording.nodes[below].text == steps[-1].move
    for place in places:  # at the end what was never visited is cut away
        assert (looks.of(place).state is NodeState.CUT_AWAY) == layout.is_stub(place)
    assert recording.cuts or len(layout.parent) == len(recording.nodes)


@given(recordings)
def test_a_cut_is_written_where_it_happens(recording):
    playback = Playback(recording)
    for at, step in enumerate(recording.steps):
        if step.kind == CUT:
            playback.go_to(at + 1)
            looks = looks_of(playback)
            value, sign, bound = looks.of(step.node).cut.split()
            value = int(value.replace("−", "-"))
            assert value == step.value
            met = step.alpha if sign == "≤" else step.beta
            if "∞" in bound:
                assert recording.plan.algorithm == "nega-scout"
                assert abs(met) >= INFINITE
                assert bound == ("∞" if sign == "≤" else "−∞")
            else:
                assert int(bound.replace("−", "-")) == met
            assert value <= met if sign == "≤" else value >= met
            assert (sign == "≤") == (recording.nodes[step.node].mover == 1)


def test_values_and_windows_turn_round_for_whoever_moves():
    playback = example()
    plain, turned = by_name(looks_of(playback)), by_name(looks_of(playback, as_mover=True))
    assert (plain["C"].value, plain["C"].cut) == ("≤+2", "+2 ≤ +4")
    assert (turned["C"].value, turned["C"].cut) == ("≥−2", "−2 ≥ −4")
    assert (plain["A"].window, turned["A"].window) == ("α −∞ β +1", "α −1 β ∞")
    assert plain["R"] == turned["R"]
    assert plain["D"] == turned["D"]


# -- SVG


def parsed(playback, **more):
    return ElementTree.fromstring(svg(playback, **more))


def svg_words(root):
    return [element.text for element in root.iter(f"{SVG}text")]


@given(recordings, st.floats(0, 1), st.booleans())
@settings(max_examples=examples(40))
def test_svg_shows_every_visited_node_with_its_value(recording, share, as_mover):
    playback = Playback(recording)
    playback.go_to(round(share * playback.length))
    looks = looks_of(playback, as_mover=as_mover)
    root = parsed(playback, as_mover=as_mover)
    visited = [n for n in range(len(recording.nodes)) if looks.of(n).visited]
    circles = [n for n in visited if recording.nodes[n].mover]
    squares = [e for e in root.iter(f"{SVG}rect") if "stroke" in e.attrib]
    assert len(list(root.iter(f"{SVG}circle"))) == len(circles)
    assert len(squares) == len(visited) - len(circles)
    written = svg_words(root)
    for value in {looks.of(n).value for n in visited} - {""}:
        assert written.count(value) >= sum(looks.of(n).value == value for n in visited)


def test_svg_keeps_within_its_box_and_needs_nothing_outside():
    root = parsed(example())
    _, _, width, height = map(float, root.get("viewBox").split())
    for element in root:
        for axis, most in (("x", width), ("y", height)):
            for name in (axis, f"{axis}1", f"{axis}2", f"c{axis}"):
                assert 0 <= float(element.get(name, 0)) <= most
    text = svg(example())
    assert "href" not in text
    assert "url(" not in text
    assert text.count("http") == 1  # the name of the language
    assert root.get("font-family") == "sans-serif"


def test_svg_tells_cut_from_waiting_by_more_than_colour():
    playback = example()
    cut_away = sum(child is None for n in playback.recording.nodes for child in n.children)
    dashed = [e for e in parsed(playback).iter() if "stroke-dasharray" in e.attrib]
    assert len(dashed) == cut_away > 0
    playback.go_to(0)
    assert not [e for e in parsed(playback).iter() if "stroke-dasharray" in e.attrib]
    assert svg_words(parsed(playback)).count("A") == 1


def test_svg_draws_a_double_line_where_somebody_moves_again():
    playback = played(*MOVED_AGAIN, "minimax", 1)
    nodes = playback.recording.nodes
    again = sum(node.again for node in nodes)
    assert again
    lines = list(parsed(playback).iter(f"{SVG}line"))
    assert len(lines) == 3 * (len(nodes) - 1 + again)  # down, aslant, and down


def test_svg_writes_the_words_it_is_given_and_leaves_out_what_is_folded():
    own = TreeWords("<Tree> & more", "A<B", "them & co", cut="CUT {}")
    playback = example()
    layout = TreeLayout(playback.recording.nodes)
    layout = layout.with_folded([layout.slots[0][0]])
    root = parsed(playback, layout=layout, words=own)
    assert root.find(f"{SVG}title").text == "<Tree> & more"
    written = svg_words(root)
    assert {"A<B", "them & co", "CUT +2 ≤ +4", "+6"} <= set(written)
    assert "D" not in written
