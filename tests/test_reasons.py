"""What the theatre says of a step: true numbers, in the words of who is spoken to."""

import random
import re
from functools import cache, partial

import pytest
import test_because

from kalahgui import words
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.theatre.step_words import Wording, sentence
from kalahgui.gui.searching.window_line import Shown, WindowLine
from kalahgui.theatre.cut_reasons import Reason, ending
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import CUT, Plan, record
from kalahgui.theatre.stopping import parse
from kalahgui.theatre.subject import PositionSubject, WrittenSubject

TREE = "R(A(C(1 3) D(4 2)) B(E(2 1) F(3 5)))"
KALAH = GAMES["kalah"]
HOW = (theme.PALETTES["paper"], theme.Scale())


# A tree of two or three moves at every node.
random_tree = partial(test_because.random_tree, values=range(-9, 10), moves=(2, 3), early=0)


def played(subject, algorithm: str, depth: int) -> Playback:
    return Playback(record(Plan(subject, algorithm, depth)))


def at_first(playback: Playback, kind: str) -> Playback:
    kinds = [step.kind for step in playback.recording.steps]
    playback.go_to(kinds.index(kind) + 1)
    return playback


def test_a_cut_is_explained_by_what_the_other_side_has_already():
    playback = at_first(played(WrittenSubject(read_tree(TREE)), "alpha-beta", 3), CUT)
    assert sentence(playback, Wording(playback.recording)) == (
        "Your opponent can already hold you to +3 (C after A). Here you could play 4 and get +4. "
        "Whatever else you have, your opponent gains nothing by coming here."
    )
    playback.next_cut()
    assert sentence(playback, Wording(playback.recording)) == (
        "You already have a move worth +3 (A). Here your opponent can play E and hold you to +2. "
        "Whatever else is there, you gain nothing by coming here."
    )
    assert sentence(playback, Wording(playback.recording, 1, other="computer")) == (
        "The computer already has a move worth +3 (A). "
        "Here you can play E and hold the computer to +2. "
        "Whatever else you have, the computer gains nothing by coming here."
    )
    assert sentence(playback, Wording(playback.recording, as_mover=True)) == (
        "You already have a move worth +3 (A). Here your opponent can play E and get \u22122, "
        "which leaves you +2. "
        "Whatever else is there, you gain nothing by coming here."
    )


@pytest.mark.few(4)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("seed", range(4))
def test_every_step_of_a_random_tree_has_its_sentence(language, algorithm, seed):
    words.choose(language)
    tree = random_tree(random.Random(seed), 4)
    playback = played(WrittenSubject(tree), algorithm, 4)
    for you, other in ((0, "opponent"), (0, "computer"), (1, "computer")):
        for as_mover in (False, True):
            wording = Wording(playback.recording, you, as_mover, other=other)
            for at in range(playback.length + 1):
                playback.go_to(at)
                said = sentence(playback, wording)
                assert said and "%{" not in said and "reason_" not in said
                told = {words.say(f"other_computer{first}") for first in ("", "_first")}
                assert other == "computer" or not any(name in said for name in told)
                assert not re.search(r"\b([Tt]hey|[Tt]hem|their)\b", said), "who they are is said"


def true_value(subject, state, turns: int) -> int:
    """Return what a state is worth for the side to move, by minimax without any window."""
    moves = subject.moves(state)
    if turns == 0 or not moves:
        return subject.worth(state)
    values = []
    for move in moves:
        child, again = subject.play(state, move)
        value = true_value(subject, child, turns if again else turns - 1)
        values.append(value if again else -value)
    return max(values)


def at_random(key: str, seed: int) -> PositionSubject:
    """Return a position some turns into a random game."""
    game, rng = GAMES[key], random.Random(seed)
    position = game.start({"kalah": "6x2", "reversi": "diamond"}.get(key, game.variant))
    for _ in range(rng.randrange(8)):
        after = position.copy()
        after.play(rng.choice(after.moves()))
        if after.over:
            break
        position = after
    return PositionSubject(game, position)


_AMOUNT = r"([+\u2212]?[0-9]+)( or more| or less)?"
# How each sentence tells the value of a node's move, and that of the node itself.
_TOLD_OF_A_MOVE = (
    r"you get (at most|at least)? ?_",
    r"your opponent gets (at most|at least)? ?_",
    r"leaves? (?:you|your opponent) (at least) _",
    r"and (?:get|hold (?:you|your opponent) to)() _",
    r"you hold your opponent to() _",
    r"your opponent holds you to() _",
    r"answers it, and [^.]* (?:brings|comes to)() _",
    r"Any value answers the first question. [^.]* brings() _",
    r"leaves (no more than) _",
    r"brings (no less than) _",
)
_TOLD_OF_A_NODE = (r"has been seen:() _", r"knows this position:() _", r"is best,() _")
_AT_MOST = (" or less", "at most", "no more than")
_AT_LEAST = (" or more", "at least", "no less than")


def told_values(said: str, forms: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return the values that a sentence tells, and what it says of each."""
    values = []
    for form in forms:
        for before, value, behind in re.findall(form.replace("_", _AMOUNT), said):
            values.append((int(value.replace("\u2212", "-")), before or behind))
    return values


def holds(amount: tuple[int, str], true: int) -> bool:
    value, words_beside = amount
    if words_beside in _AT_MOST:
        return true <= value
    return true >= value if words_beside in _AT_LEAST else true == value


def check_sentences(playback: Playback) -> set[str]:
    """Hold every value that is told against minimax; return the kinds of words met."""
    recording, met = playback.recording, set()
    subject, depth = recording.plan.subject, recording.plan.depth

    @cache
    def worth(node: int, eyes: int) -> int:
        at = recording.nodes[node]
        value = true_value(subject, recording.state(node), depth - at.turns)
        return value if at.mover == eyes else -value

    for place, step in enumerate(recording.steps):
        if step.kind not in ("better", "cut", "leave", "known"):
            continue
        playback.go_to(place + 1)
        at = recording.nodes[step.node]
        for as_mover in (False, True):
            said = sentence(playback, Wording(recording, as_mover=as_mover))
            other = 1 - at.mover if as_mover else 0
            # What a probe has shown is told in the eyes of whoever asked.
            eyes = other if "The last question" in said or not as_mover else at.mover
            if step.kind in ("leave", "known"):
                values, node = told_values(said, _TOLD_OF_A_NODE), step.node
                assert values or not at.moves, said
            else:
                values, node = told_values(said, _TOLD_OF_A_MOVE), at.children[step.move_index]
                assert values, said
                for amount in told_values(said, (r"which leaves (?:you|your opponent)() _",)):
                    assert holds(amount, worth(node, other)), said
            for amount in values:
                assert holds(amount, worth(node, eyes)), said
                met.add(amount[1])
            if "best here so far" in said:
                mine = worth(node, at.mover)
                earlier = at.children[: step.move_index]
                assert all(worth(child, at.mover) <= mine for child in earlier), said
    return met


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_value_that_is_told_is_true_of_the_tree(algorithm):
    met = set()
    for seed in range(12):
        tree = WrittenSubject(random_tree(random.Random(seed), 4))
        met |= check_sentences(played(tree, algorithm, 4))
    if algorithm == "minimax":
        assert met == {""}
    elif algorithm.endswith("nega-scout"):
        assert {"", " or more", " or less", "at most", "at least"} <= met


@pytest.mark.few(4)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("key", list(GAMES))
def test_every_value_that_is_told_is_true_of_the_game(key, algorithm):
    for seed in range(3):
        check_sentences(played(at_random(key, seed), algorithm, 2))


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
    assert line == [f"0/2, 0/{recording.nodes[second].move}", "your opponent’s 1/0"]


# -- the window as a number line


def test_the_walls_close_in_and_come_to_rest():
    line = WindowLine(-8, 8, *HOW)
    line.show(Shown(alpha=0))
    assert line.moving
    before = line.walls
    line.update(0.05)
    assert before[0] < line.walls[0] < 0.5
    for _ in range(200):
        line.update(0.05)
    assert line.walls == (0.5, 1.0)
    assert not line.moving
    line.show(Shown(alpha=-99, beta=99), at_once=True)
    assert line.walls == (0.0, 1.0)


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-1, 1), (-99, 99), (3, 40)])
def test_the_line_is_long_enough_for_its_values(low, high):
    line = WindowLine(low, high, *HOW)
    assert line.low <= low <= high <= line.high
    assert line.low < line.high


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("realization:0.1", " % (limit 10 %). It counts as "),
        ("conspiracy:4", "better moves were passed over, more than 4. The line ends."),
    ],
)
def test_a_leaf_says_which_rule_ended_its_line(rule, reason):
    plan = Plan(PositionSubject(KALAH, KALAH.start("6x4")), "nega-alpha", 3, rule=parse(rule))
    playback = Playback(record(plan))
    said = set()
    for place, step in enumerate(playback.recording.steps):
        if step.kind == "leaf":
            playback.go_to(place + 1)
            words_said = sentence(playback, Wording(playback.recording))
            by_rule = ending(playback.recording, step.node).reason is Reason.RULE
            assert (reason in words_said) == by_rule
            said.add(by_rule)
    assert said == {True, False}


def test_a_null_window_at_infinity_has_no_number_in_it():
    """The article's NegaScout probes even the first move, when nothing is known yet."""
    subject = PositionSubject(KALAH, KALAH.start("6x4"))
    playback = played(subject, "nega-scout", 2)
    for at in range(12):
        playback.go_to(at)
        assert "\u2009" not in sentence(playback, Wording(playback.recording))
