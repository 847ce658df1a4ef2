"""What the theatre says of a step: true numbers, in the words of who is spoken to."""

from __future__ import annotations

import random

import pytest

from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games import GAMES
from kalahgui.gui.kit import words
from kalahgui.gui.kit.naming import number, signed
from kalahgui.gui.theatre.reasons import heading, sentence
from kalahgui.gui.theatre.watching import Watched
from kalahgui.gui.theatre.window_line import Shown, WindowLine
from kalahgui.gui.theatre.wording import Wording
from kalahgui.theatre.because import Source, because
from kalahgui.theatre.endings import Reason, ending
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import CUT, KINDS, Plan
from kalahgui.theatre.stopping import parse
from kalahgui.theatre.subject import PositionSubject, WrittenSubject
from kalahgui.theatre.tree import Node
from kalahgui.theatre.written_tree import read_tree

TREE = "R(A(C(1 3) D(4 2)) B(E(2 1) F(3 5)))"
KALAH = GAMES["kalah"]


@pytest.fixture(autouse=True)
def english():
    words.choose("en")
    yield
    words.choose("en")


def random_tree(rng: random.Random, height: int, mover: int = 0, name: str = "R") -> Node:
    """Return a tree of two or three moves at every node."""
    if height == 0:
        return Node(name, rng.randrange(-9, 10), mover)
    children = tuple(
        random_tree(rng, height - 1, 1 - mover, f"{name}{i}") for i in range(rng.choice((2, 3)))
    )
    return Node(name, None, mover, children)


def played(subject, algorithm: str, depth: int) -> Playback:
    return Playback(record(Plan(subject, algorithm, depth)))


def at_first(playback: Playback, kind: str) -> Playback:
    kinds = [step.kind for step in playback.recording.steps]
    playback.go_to(kinds.index(kind) + 1)
    return playback


def test_a_cut_is_explained_by_what_the_other_side_has_already():
    playback = at_first(played(WrittenSubject(read_tree(TREE)), "alpha-beta", 3), CUT)
    assert sentence(playback, Wording(playback.recording)) == (
        "They can already hold you to +3 (C after A). Here you could play 4 and get +4. "
        "Whatever else you have, they gain nothing by coming here."
    )
    playback.next_cut()
    assert sentence(playback, Wording(playback.recording)) == (
        "You already have a move worth +3 (A). Here they can play E and hold you to +2. "
        "Whatever else they have, you gain nothing by coming here."
    )
    assert sentence(playback, Wording(playback.recording, you=1)) == (
        "They already have a move worth +3 (A). Here you can play E and hold them to +2. "
        "Whatever else you have, they gain nothing by coming here."
    )
    assert sentence(playback, Wording(playback.recording, as_mover=True)) == (
        "You already have a move worth +3 (A). Here they can play E and get \u22122, "
        "which leaves you +2. "
        "Whatever else they have, you gain nothing by coming here."
    )


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("seed", range(4))
def test_every_step_of_a_random_tree_has_its_sentence(language, algorithm, seed):
    words.choose(language)
    tree = random_tree(random.Random(seed), 4)
    playback = played(WrittenSubject(tree), algorithm, 4)
    for you in (0, 1):
        for as_mover in (False, True):
            wording = Wording(playback.recording, you, as_mover)
            for at in range(playback.length + 1):
                playback.go_to(at)
                said = sentence(playback, wording)
                assert said and "%{" not in said and "reason_" not in said
                assert "reason_" not in heading(playback.step)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("seed", range(20))
def test_the_numbers_of_a_cut_are_those_of_the_tree(algorithm, seed):
    playback = played(WrittenSubject(random_tree(random.Random(seed), 4)), algorithm, 4)
    wording = Wording(playback.recording)
    for cut in playback.cuts:
        playback.go_to(cut + 1)
        step, told = playback.step, because(playback, cut)
        said = sentence(playback, wording)
        assert signed(step.value) in said
        bound = step.alpha if told.mover else step.beta
        if told.bound is None:
            assert algorithm == "nega-scout"
            assert number(abs(bound)) not in said
        else:
            assert signed(bound) in said
        at = playback.recording.nodes[step.node]
        assert at.texts[told.place] in said
        if told.source is Source.HELD:
            held = playback.recording.nodes[told.holder].texts[told.holder_place]
            assert held in said


def test_all_kinds_of_steps_come_about():
    seen = set()
    for algorithm in ALGORITHMS:
        for seed in range(6):
            tree = random_tree(random.Random(seed), 4)
            steps = played(WrittenSubject(tree), algorithm, 4).recording.steps
            seen |= {step.kind for step in steps}
    assert seen >= set(KINDS) - {"known"}
    kalah = played(PositionSubject(KALAH, KALAH.start("6x3")), "mtd-f", 3)
    assert "known" in {step.kind for step in kalah.recording.steps}


def test_moves_of_a_board_are_named_as_the_window_names_them():
    recording = played(PositionSubject(KALAH, KALAH.start("6x4")), "alpha-beta", 2).recording
    wording = Wording(recording, move_text=lambda move, side: f"{side}/{move}")
    root = recording.nodes[0]
    assert wording.name(0, 2) == f"pit 0/{root.moves[2]}"
    # Pit 3 of 6x4 moves again; then it is the other side's turn.
    first = root.children[2]
    second = next(child for child in recording.nodes[first].children if child is not None)
    third = next(child for child in recording.nodes[second].children if child is not None)
    line = wording.line([0, first, second, third])
    assert line == [f"0/2, 0/{recording.nodes[second].move}", "their 1/0"]


def test_counts_go_with_the_steps():
    watched = Watched.of(record(Plan(WrittenSubject(read_tree(TREE)), "alpha-beta", 3)))
    recording = watched.recording
    assert watched.counts(0) == (0, 0)
    assert watched.counts(len(recording.steps)) == (recording.visits, recording.evaluations)
    assert watched.range == (1, 4)


# -- the window as a number line


def test_the_walls_close_in_and_come_to_rest():
    line = WindowLine(-8, 8)
    line.show(Shown(alpha=0))
    assert line.moving
    before = line.walls
    line.update(0.05)
    assert before[0] < line.walls[0] < 0.5
    for _ in range(200):
        line.update(0.05)
    assert line.walls == (0.5, 1.0)
    assert not line.moving


def test_a_bound_beyond_the_line_stands_at_its_end():
    line = WindowLine(-4, 4)
    line.show(Shown(alpha=-99, beta=99), at_once=True)
    assert line.walls == (0.0, 1.0)


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-1, 1), (-99, 99), (3, 40)])
def test_the_line_is_long_enough_for_its_values(low, high):
    line = WindowLine(low, high)
    assert line.low <= low <= high <= line.high
    assert line.low < line.high


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("realization:0.1", "not likely enough to look on: "),
        ("conspiracy:4", "better moves were left aside, more than 4: the line ends."),
    ],
)
def test_a_leaf_says_which_rule_ended_its_line(rule, told):
    plan = Plan(PositionSubject(KALAH, KALAH.start("6x4")), "nega-alpha", 3, rule=parse(rule))
    playback = Playback(record(plan))
    said = set()
    for place, step in enumerate(playback.recording.steps):
        if step.kind == "leaf":
            playback.go_to(place + 1)
            words_said = sentence(playback, Wording(playback.recording))
            by_rule = ending(playback.recording, step.node).reason is Reason.RULE
            assert (told in words_said) == by_rule
            said.add(by_rule)
    assert said == {True, False}


def test_a_null_window_at_infinity_has_no_number_in_it():
    """The article's NegaScout probes even the first move, when nothing is known yet."""
    subject = PositionSubject(KALAH, KALAH.start("6x4"))
    playback = played(subject, "nega-scout", 2)
    for at in range(12):
        playback.go_to(at)
        assert "\u2009" not in sentence(playback, Wording(playback.recording))
