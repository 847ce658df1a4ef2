"""The course of a match under review: which move is talked about, and what is counted."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.gui.panels.course import Course, turn_numbers
from kalahgui.gui.panels.sentences import Teller, mistake_words
from kalahgui.gui.screens.review.showing import line_to_show
from kalahgui.gui.services import words
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP
from kalahgui.review.judgements import judge_moves
from kalahgui.review.rows import ReviewRow, reviewed_seats

PERSON = Player()
COMPUTER = Player(computer=Method(level=3))


class Known:
    """What an analysis has found, without an engine."""

    def __init__(self, judged=None):
        self.judged = judged or {}
        self.changes = 0

    def of(self, node):
        return self.judged.get(node)


def played(key, variant, texts=(), players=(PERSON, COMPUTER), **how):
    match = Match(GAMES[key], variant, (), players, **how)
    match.replay_texts(texts)
    return match


def at_random(key, variant, seed, players=(PERSON, COMPUTER)):
    match = played(key, variant, players=players)
    rng = random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.position.moves()))
    return match


def judged(match, seconds=30.0):
    return Known(judge_moves(match, match.tip.line, seconds, Thinker(table_bits=16), Interrupt()))


LOST = ["a2", "c1", "b2", "b3", "a3", "a1", "c3", "b1"]


def look_at(course, node):
    course.match.go_to(node)
    course.update()


@pytest.fixture(params=words.LANGUAGES)
def language(request):
    words.choose(request.param)
    yield request.param
    words.choose("en")


@pytest.fixture
def lost():
    match = played("tictactoe", "3x3", LOST)
    return Course(match, judged(match))


def test_the_move_talked_about_is_the_one_played_where_one_looks(lost):
    match = lost.match
    line = match.tip.line
    assert lost.told is None
    for node in line:
        look_at(lost, node.parent)
        assert lost.told is node
        assert lost.row.node is node
    look_at(lost, match.root)
    assert lost.beside(-1) is None
    assert lost.beside(1) is line[0]


def test_mistakes_are_those_of_the_person_and_stand_in_order(lost):
    match = lost.match
    assert [match.text(row.move) for row in lost.mistakes] == ["b2", "c3"]
    first, second = lost.mistakes
    for node, before, after in (
        (match.root, None, first),
        (first.node.parent, None, second),
        (match.tip, second, None),
    ):
        look_at(lost, node)
        assert (lost.mistake_beside(-1), lost.mistake_beside(1)) == (before, after)
    assert lost.decided is second, "the last result that was given away decided the game"
    summary = lost.summary(0)
    assert (summary.moves, summary.mistakes, summary.found) == (4, 2, 2)
    assert lost.judged_count == (8, 8)
    written = mistake_words(match, second, 4, lambda move, side: match.game.text(move))
    assert written == ("4. c3, better c2", "win → loss")


@pytest.mark.parametrize(("at", "then"), [(1, 1), (2, 3), (-1, 5)])
def test_a_person_plays_on_from_here_or_from_the_next_turn(lost, at, then):
    line = lost.match.tip.line
    look_at(lost, line[at])
    assert lost.persons_turn is line[then]


def test_a_side_line_has_a_course_of_its_own():
    match = played("tictactoe", "3x3", LOST)
    match.go_to(match.tip.line[1])
    match.play(match.parse("a1"))
    course = Course(match, judged(match))
    assert course.line[-1] is match.here
    assert not course.on_main_line
    assert course.decided is None


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        ((PERSON, COMPUTER), (0,)),
        ((COMPUTER, PERSON), (1,)),
        ((COMPUTER, COMPUTER), (0, 1)),
        ((PERSON, PERSON), (0, 1)),
    ],
)
def test_without_a_person_everybodys_mistakes_are_gone_through(players, seats):
    assert reviewed_seats(played("kalah", "6x4", players=players)) == seats


def test_turns_are_numbered_like_the_rows_of_a_list_and_gone_over_as_a_whole():
    match = played("kalah", "6x4", ["3", "1", "6", "2", "5"])
    assert list(turn_numbers(match, match.here.line).values()) == [1, 1, 1, 2, 2]
    course = Course(match, Known())
    look_at(course, match.root)
    ways = []
    while (node := course.beside_turn(1)) is not None:
        look_at(course, node)
        ways.append(len(node.line))
    assert ways == sorted(set(ways)) and ways[-1] == len(match.tip.line)
    turns = [node.parent.position.turn for node in match.tip.line]
    changes = sum(a != b for a, b in itertools.pairwise(turns))
    assert len(ways) <= changes + 2


def test_who_moves_twice_because_the_other_one_passed_moves_in_another_row():
    for seed in range(60):
        match = at_random("reversi", "4x4", seed)
        line = match.tip.line
        sides = [node.parent.position.turn for node in line]
        twice = [i for i in range(1, len(line)) if sides[i] == sides[i - 1]]
        if twice:
            numbers = turn_numbers(match, line)
            assert all(numbers[line[i]] == numbers[line[i - 1]] + 1 for i in twice)
            return
    raise AssertionError("nobody ever passed")


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("key", "variant"),
    [
        pytest.param("kalah", "4x3", marks=pytest.mark.compiled),
        ("reversi", "4x4"),
        ("tictactoe", "3x3"),
        ("eight", "8"),
    ],
)
def test_what_is_said_has_the_numbers_of_the_rows(key, variant, language):
    game = GAMES[key]
    for seed in range(3):
        match = at_random(key, variant, seed)
        known = judged(match)
        course = Course(match, known)
        teller = Teller(match, known, lambda move, side: game.text(move))
        for node, row in course.rows.items():
            said = teller.about(node, course.numbers[node], row)
            assert "%{" not in str(said) and "review_" not in str(said)
            assert game.text(row.move) in said.heading
            if row.loss and game.has_points and row.loss > 1:
                assert str(row.loss) in said.heading
            if row.loss:
                assert game.text(row.best) in said.sentences[0]
                if game.has_points and row.best_value > 0:
                    assert f"+{row.best_value}" in said.sentences[0]


def test_a_line_that_is_shown_ends_where_the_match_does_and_begins_with_the_move(lost):
    row = lost.mistakes[1]
    known = judged(lost.match)
    line = known.of(row.node.parent).lines[row.move]
    showing = line_to_show(lost.match, row, line, better=False)
    assert showing.plies[0] == row.move
    nodes = lost.match.glimpse(showing.before, showing.plies)
    assert len(nodes) == len(showing.plies)
    assert nodes[-1].position.over
    assert showing.shown_count(nodes[-1]) == len(nodes)
    assert showing.shown_count(showing.before) == 0


@pytest.mark.compiled
def test_a_swap_of_sides_has_words_and_no_row():
    match = Match(GAMES["kalah"], "4x3", (), (PERSON, PERSON), pie=True)
    match.play(match.parse("1"))
    while match.position.turn == 0:
        match.play(match.position.moves()[0])
    match.play(SWAP)
    course = Course(match, judged(match))
    node = match.here
    assert node not in course.rows
    teller = Teller(match, course._analysis, lambda move, side: match.game.text(move))
    assert "swapped" in teller.about(node, 1, None).heading
    assert course.numbers[node] == 1


@pytest.mark.parametrize(("key", "best_value"), [("kalah", 4), ("kalah", 0), ("tictactoe", 1)])
def test_what_decided_a_game_is_said_as_a_fact_only_when_it_is_exact(
    lost, language, key, best_value
):
    match = at_random(key, GAMES[key].variant, 1)
    teller = Teller(match, Known(), lambda move, side: match.game.text(move))
    row = replace(lost.decided, best_value=best_value, value=-1, move=0, best=1)
    fact, guess = (teller.decided(replace(row, exact=exact), 4) for exact in (True, False))
    read = {"en": "as far as it was read", "ja": "読んだ範囲では"}[language]
    assert read in guess and read not in fact
    for said in (fact, guess):
        assert "%{" not in said and "review_" not in said
        assert match.game.text(1) in said


def test_what_a_line_shown_comes_to_is_called_an_estimate_where_it_is_one(lost):
    row = lost.mistakes[1]
    match, text = lost.match, lost.match.game.text
    look_at(lost, row.node.parent)
    line = [row.move, row.best]
    for exact in (True, False):
        showing = line_to_show(match, replace(row, exact=exact), line, better=False)
        match.go_to(match.glimpse(showing.before, showing.plies)[-1])
        moves, comes_to = showing.said(match, lambda move, side: text(move)).sentences
        assert moves == f"You {text(row.move)} · The computer {text(row.best)}"
        assert ("as far as it was read" in comes_to) != exact
        assert comes_to.startswith("You in the end") and comes_to.endswith("loss.")


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("value", [4, -4])
def test_who_is_ahead_in_the_end_is_told_by_the_seat(swapped, seat, value):
    match = Match(GAMES["kalah"], "4x3", (), (PERSON, COMPUTER), pie=swapped)
    while match.position.turn == 0:
        match.play(match.position.moves()[0])
    if swapped:
        match.play(SWAP)
    node = match.add(match.here, match.position.moves()[0])
    row = ReviewRow(node, 1, 1, seat, node.ply, value, 0, value, True, 9, "best")
    teller = Teller(match, Known(), lambda move, side: match.game.text(move))
    ahead = seat if value > 0 else 1 - seat
    said = ("You win by 4 stones.", "The computer wins by 4 stones.")
    assert teller._outcome(row) == said[ahead]
