"""How nodes stand while a recorded search is played, and the picture of that as SVG."""

import itertools
from xml.etree import ElementTree

from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games import GAMES
from kalahgui.theatre.game_tree import TreeNode, read_tree
from kalahgui.theatre.node_labels import NodeLabels, NodeState, best_line
from kalahgui.theatre.playback import Phase, Playback
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import BETTER, CUT, INFINITE, ROOT, Plan
from kalahgui.theatre.subject import PositionSubject, WrittenSubject
from kalahgui.theatre.svg import TreeWords, svg
from kalahgui.theatre.tree_layout import TreeLayout

SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def trees(draw, mover=0, height=4, name="R"):
    """Draw a tree in which a player may move again."""
    count = draw(st.integers(1, 3)) if name == "R" else draw(st.integers(0, 3)) if height else 0
    if not count:
        return TreeNode(name, draw(st.integers(-9, 9)), mover)
    children = []
    for i in range(count):
        again = draw(st.integers(0, 4)) == 0
        child_mover = mover if again else 1 - mover
        children.append(draw(trees(child_mover, height - 1, f"{name}{i}")))
    return TreeNode(name, None, mover, tuple(children))


recordings = st.builds(
    lambda tree, algorithm: record(
        Plan(WrittenSubject(tree), algorithm, max(1, WrittenSubject(tree).least_depth))
    ),
    trees(),
    st.sampled_from(ALGORITHMS),
)


def example(algorithm="nega-alpha", text="R(A(D(3 2) E(1 0)) B(F(4 3) G(6 8)) C(H(2 0) I(9 1)))"):
    subject = WrittenSubject(read_tree(text))
    playback = Playback(record(Plan(subject, algorithm, subject.least_depth)))
    playback.go_to(playback.length)
    return playback


def looks_of(playback, **more):
    return NodeLabels(playback, TreeLayout(playback.recording.nodes), **more)


def by_name(looks):
    """Return the looks of the nodes by what is written of the way to them."""
    nodes = looks.layout.nodes
    return {node.text or "R": looks.of(number) for number, node in enumerate(nodes)}


@given(recordings, st.lists(st.floats(0, 1), min_size=1, max_size=6), st.booleans())
def test_what_is_kept_while_a_search_is_played_is_what_is_so(recording, shares, as_mover):
    playback = Playback(recording)
    layout = TreeLayout(recording.nodes)
    looks = NodeLabels(playback, layout, as_mover)
    for share in shares:
        playback.go_to(round(share * playback.length))
        looks.catch_up()
        fresh = NodeLabels(playback, layout, as_mover)
        assert all(looks.of(p) == fresh.of(p) for p in range(len(layout.parent)))


@given(recordings, st.floats(0, 1))
def test_a_node_is_visited_when_the_search_has_entered_it(recording, share):
    playback = Playback(recording)
    playback.go_to(round(share * playback.length))
    looks = looks_of(playback)
    for number in range(1, len(recording.nodes)):
        entered = playback.seen(number).phase in (Phase.OPEN, Phase.DONE)
        assert looks.of(number).visited == entered
    for place in range(1, len(looks.layout.parent)):
        parent = looks.layout.parent[place]
        if looks.of(place).state is NodeState.HIDDEN:
            assert not looks.of(parent).visited
        elif looks.of(place).state is NodeState.WAITING:
            assert looks.of(parent).state is NodeState.OPEN


@given(recordings)
def test_at_the_end_what_was_never_visited_is_cut_away(recording):
    playback = Playback(recording)
    playback.go_to(playback.length)
    looks = looks_of(playback)
    for place in range(len(looks.layout.parent)):
        stub = looks.layout.is_stub(place)
        assert (looks.of(place).state is NodeState.CUT_AWAY) == stub
    if not recording.cuts:
        assert len(looks.layout.parent) == len(recording.nodes)


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


def test_nothing_but_the_root_stands_before_the_first_step():
    playback = example()
    playback.go_to(0)
    looks = looks_of(playback)
    standings = [looks.of(place).state for place in range(len(looks.layout.parent))]
    assert standings[0] is NodeState.OPEN
    assert standings.count(NodeState.WAITING) == 3
    assert standings.count(NodeState.HIDDEN) == len(standings) - 4


@given(recordings, st.floats(0, 1))
def test_the_best_line_goes_from_better_move_to_better_move(recording, share):
    playback = Playback(recording)
    playback.go_to(round(share * playback.length))
    line = best_line(playback)
    assert line[0] == ROOT
    for above, below in itertools.pairwise(line):
        told = [s for s in recording.steps[: playback.at] if s.node == above and s.kind == BETTER]
        assert recording.nodes[below].text == told[-1].move


# -- SVG


def parsed(playback, **more):
    return ElementTree.fromstring(svg(playback, **more))


def words(root):
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
    written = words(root)
    for value in {looks.of(n).value for n in visited} - {""}:
        assert written.count(value) >= sum(looks.of(n).value == value for n in visited)


def test_svg_keeps_within_its_box_and_needs_nothing_outside():
    root = parsed(example())
    _, _, width, height = map(float, root.get("viewBox").split())
    for element in root:
        for name, most in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
            assert 0 <= float(element.get(name, 0)) <= most
        for name, most in (("y", height), ("y1", height), ("y2", height), ("cy", height)):
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
    assert words(parsed(playback)).count("A") == 1


def test_svg_draws_a_double_line_where_somebody_moves_again():
    game = GAMES["kalah"]
    start = game.start("6x6")
    playback = Playback(record(Plan(PositionSubject(game, start), "minimax", 1)))
    playback.go_to(playback.length)
    nodes = playback.recording.nodes
    again = sum(node.again for node in nodes)
    assert again
    lines = list(parsed(playback).iter(f"{SVG}line"))
    assert len(lines) == len(nodes) - 1 + again


def test_svg_writes_the_words_it_is_given_and_escapes_them():
    own = TreeWords("<Tree> & more", "A<B", "them & co", "value", "CUT {}")
    text = svg(example(), words=own)
    root = ElementTree.fromstring(text)
    assert root.find(f"{SVG}title").text == "<Tree> & more"
    assert {"A<B", "them & co"} <= set(words(root))
    assert "CUT +2 ≤ +4" in words(root)


def test_svg_leaves_out_what_is_folded():
    playback = example()
    layout = TreeLayout(playback.recording.nodes)
    layout.fold(layout.slots[0][0])
    written = words(parsed(playback, layout=layout))
    assert "+6" in written
    assert "D" not in written
