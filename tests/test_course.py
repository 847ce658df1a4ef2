"""A match under review: what is said of every move, which one is talked about, what counts."""

import itertools
import random
from dataclasses import replace

import pytest

from kalahgui import words
from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.gui.panels.reviewed_course import Course, turn_numbers
from kalahgui.gui.panels.sentences import Teller, comes_to, mistake_words, sentence
from kalahgui.gui.screens.review.attempt import Attempt, Verdict
from kalahgui.gui.screens.review.showing import line_to_show
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP
from kalahgui.review.judgements import judge_moves
from kalahgui.review.review_rows import (
    BEST,
    BLUNDER,
    DUBIOUS,
    FINE,
    KINDS,
    MISTAKE,
    STRONG,
    Summary,
    is_mistake,
    kind_of,
    reviewed_seats,
    rows_of,
    summary_of,
    turning_point,
)
from kalahgui.solving.solver import solve

PERSON = Player()
COMPUTER = Player(computer=Method(level=3))


class Known:
    """What an analysis has found, without an engine."""

    def __init__(self, judged=None):
        self.judged = judged or {}
        self.changes = 0

    def of(self, node):
        return self.judged.get(node)


def test_rows_that_are_taken_up_one_by_one_are_those_of_all_at_once():
    match = played("kalah", "3x2")
    chance = random.Random(4)
    while not match.over:
        match.play(chance.choice(match.position.moves()))
    whole = judge_moves(match, match.tip.line, 2, Thinker(), Interrupt())
    known = Known()
    course = Course(match, known)
    for node in chance.sample([*whole, *whole], k=2 * len(whole)):
        whole_judgement = whole[node]
        depth = whole_judgement.depth + known.changes
        known.judged[node] = Judgement(
            depth, whole_judgement.values, whole_judgement.exact_moves, whole_judgement.lines
        )
        known.changes += 1
        course.update()
        rows = rows_of(match, match.tip.line, known.of)
        assert [*course.rows.values()] == rows
    known.judged.clear()
    known.changes += 1
    course.update()
    assert course.rows == {}


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
    return request.param


@pytest.fixture
def lost():
    match = played("tictactoe", "3x3", LOST)
    return Course(match, judged(match))


def test_the_move_talked_about_is_the_one_played_where_one_looks(lost):
    match = lost.match
    line = match.tip.line
    assert lost.discussed is None
    for node in line:
        look_at(lost, node.parent)
        assert lost.discussed is node
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
            if row.loss > 1 and game.has_points and row.kind != BLUNDER:
                assert str(row.loss) in said.heading
            if row.loss:
                assert game.text(row.best) in said.sentences[0]


def test_a_line_that_is_shown_ends_where_the_match_does_and_begins_with_the_move(lost):
    row = lost.mistakes[1]
    known = judged(lost.match)
    line = known.of(row.node.parent).lines[row.move]
    showing = line_to_show(row, line, better=False)
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
    analysis = judged(match)
    course = Course(match, analysis)
    node = match.here
    assert node not in course.rows
    teller = Teller(match, analysis, lambda move, side: match.game.text(move))
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
    read = {"en": "By estimate", "ja": "読みの範囲では"}[language]
    best_play = {"en": "With best play", "ja": "双方最善なら"}[language]
    assert read in guess and read not in fact
    assert best_play in fact and best_play not in guess
    for said in (fact, guess):
        assert "%{" not in said and "review_" not in said
        assert match.game.text(1) in said


def test_what_a_line_shown_comes_to_is_called_an_estimate_where_it_is_one(lost):
    row = lost.mistakes[1]
    match, text = lost.match, lost.match.game.text
    look_at(lost, row.node.parent)
    line = [row.move, row.best]
    for exact in (True, False):
        showing = line_to_show(replace(row, exact=exact), line, better=False)
        match.go_to(match.glimpse(showing.before, showing.plies)[-1])
        moves, comes_to = showing.said(match, lambda move, side: text(move)).sentences
        assert moves == f"You {text(row.move)} · The computer {text(row.best)}"
        by = "The computer wins with best play." if exact else "By estimate the computer is ahead."
        assert comes_to == by


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
    assert node.parent is match.here
    ahead = seat if value > 0 else 1 - seat
    said = (
        "You win with best play: by 4 stones, if it is played out.",
        "The computer wins with best play: by 4 stones, if it is played out.",
    )
    assert sentence(comes_to(match, seat, value, exact=True)) == said[ahead]
    said = ("By estimate you are 4 stones ahead.", "By estimate the computer is 4 stones ahead.")
    assert sentence(comes_to(match, seat, value, exact=False)) == said[ahead]


# -- what is said of every move


KALAH = GAMES["kalah"]
REVERSI = GAMES["reversi"]
TICTACTOE = GAMES["tictactoe"]
ENOUGH = 600.0  # seconds; a review ends as soon as everything is exact


def random_match(key, variant, rules=(), seed=0, plies=None):
    """Return a match of random moves, finished unless it has so many plies."""
    chance = random.Random(f"{seed} {key} {variant} {rules}")
    match = Match(GAMES[key], variant, tuple(rules), (Player(), Player()))
    while not match.over and (plies is None or len(match.plies) < plies):
        match.play(chance.choice(match.position.moves()))
    return match


def reviewed(match, seconds=ENOUGH, table_bits=16):
    thinker = Thinker(table_bits=table_bits)
    judged = judge_moves(match, match.tip.line, seconds, thinker, Interrupt())
    return rows_of(match, match.tip.line, judged.get)


def check_against_the_solver(match):
    rows = reviewed(match)
    assert [row.ply for row in rows] == list(range(1, len(match.tip.line) + 1))
    for row in rows:
        solution = solve(row.node.parent.position, StopWord(), with_moves=True)
        assert row.exact
        assert row.move == row.node.ply
        assert row.value == solution.moves[row.move]
        assert row.best_value == solution.value
        assert solution.moves[row.best] == solution.value
        assert row.loss == solution.value - solution.moves[row.move] >= 0
        assert row.side == row.seat == row.node.parent.position.turn
    return rows


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("key", "variant", "rules", "seed"),
    [
        ("kalah", "3x2", (), 0),
        ("kalah", "2x4", ("last-stone", "empty-capture"), 1),
        ("tictactoe", "3x3", (), 2),
        ("eight", "8", (), 3),
        pytest.param("kalah", "4x3", (), 0, marks=pytest.mark.compiled),
        pytest.param("reversi", "4x4", (), 0, marks=pytest.mark.compiled),
        pytest.param("reversi", "diamond", ("empties-winner",), 0, marks=pytest.mark.compiled),
    ],
)
def test_finished_games_agree_with_the_solver(key, variant, rules, seed):
    assert check_against_the_solver(random_match(key, variant, rules, seed))


def test_under_the_majority_rule_values_are_those_of_the_very_end():
    # 13 of 24 stones end the game at once; the values go on to the last stone.
    start = KALAH.parse_position("<4,10,4,0,0,1,1,5,1,1,1>")
    match = Match(KALAH, "4x3", (), (Player(), Player()), start=start)
    match.replay_texts(["4"])
    (row,) = reviewed(match)
    unlimited = KALAH.parse_position("<4,10,4,0,0,1,1,5,1,1,1>", ("last-stone",))
    solution = solve(unlimited, StopWord(), with_moves=True)
    assert (row.value, row.best_value) == (solution.moves[3], solution.value)


def test_a_hurried_review_has_every_move():
    match = random_match("kalah", "6x6", plies=12)
    rows = reviewed(match, seconds=1e-6)
    assert len(rows) == 12
    assert all(1 <= row.depth < 20 for row in rows)
    assert all(row.loss >= 0 for row in rows)


def test_an_interrupt_ends_a_review_with_what_is_known():
    match = random_match("kalah", "6x6", plies=12)
    interrupt = Interrupt()
    heard = []

    def watch(progress):
        heard.append(progress)
        if len(heard) == 3:
            interrupt.stop()

    judged = judge_moves(match, match.tip.line, 1.0, Thinker(table_bits=16), interrupt, watch)
    assert len(judged) == 3
    assert len(rows_of(match, match.tip.line, judged.get)) == 3
    assert heard == sorted(heard)


def judgement(values, exact=True):
    exact_moves = frozenset(values) if exact else frozenset()
    return Judgement(7, values, exact_moves, {move: [move] for move in values})


@pytest.mark.parametrize(
    ("exact_moves", "most", "exact"), [((0, 1), 4, True), ((0, 1), None, False), ((1, 2), 4, False)]
)
def test_a_row_is_exact_when_its_move_and_the_best_are_and_nothing_is_better(
    exact_moves, most, exact
):
    match = Match(KALAH, "6x4", (), (Player(), Player()))
    match.replay_texts(["1"])
    known = judgement({0: 1, 1: 4, 2: 4, 3: 0, 4: 0, 5: 0}, exact=False)
    known = known._replace(exact_moves=frozenset(exact_moves), most=most)
    (row,) = rows_of(match, match.tip.line, lambda node: known)
    assert (row.loss, row.exact) == (3, exact)


@pytest.mark.parametrize(
    ("exact_moves", "most", "exact"), [((1, 3), 4, True), ((1, 3), None, False), ((1,), 4, False)]
)
def test_another_try_is_exact_when_its_loss_is(exact_moves, most, exact):
    match = played("kalah", "6x4", ["1"])
    known = judgement({0: 1, 1: 4, 2: 4, 3: 2, 4: 0, 5: 0}, exact=False)
    known = known._replace(exact_moves=frozenset(exact_moves), most=most)
    (row,) = rows_of(match, match.tip.line, {match.root: known}.get)
    match.go_to(match.root)
    match.play(3)
    analysis = Analysis(match, None, print)
    analysis.restore({match.root: known}, whole=False)
    assert Attempt(row, (3,)).verdict(match, analysis) == Verdict(2, exact, 7, 2)


def test_rows_leave_out_what_nobody_judged_and_swaps():
    match = Match(KALAH, "6x4", (), (Player(), Player()), pie=True)
    match.replay_texts(["1", "swap", "2", "3"])
    root, first, swapped, second, third = match.root, *match.tip.line
    assert swapped.ply == SWAP
    judged = {
        root: judgement({0: 1, 1: 4, 2: 4, 3: 0, 4: 0, 5: 0}),
        first: judgement(dict.fromkeys(range(6), 0)),
        swapped: judgement({0: -3, 1: -3, 2: -4, 3: -5, 4: -5, 5: -5}, exact=False),
    }
    one, three = rows_of(match, match.tip.line, judged.get)
    assert (one.node, one.ply, one.side, one.seat, one.move) == (first, 1, 0, 0, 0)
    assert (one.value, one.best, one.best_value, one.loss, one.exact) == (1, 1, 4, 3, True)
    # Who had the first side has the second one now.
    assert (three.node, three.ply, three.side, three.seat) == (second, 3, 1, 0)
    # The first pit is as good: the move played is the best one.
    assert (three.best, three.loss, three.exact, three.depth) == (1, 0, False, 7)
    assert third not in judged


def kinds_of(game, known, easy=-1):
    return [kind_of(game, known, move, lambda: easy) for move in known.values]


@pytest.mark.parametrize(
    ("game", "values", "kinds"),
    [
        # Still won, or lost before: dubious at most, however much it loses.
        (KALAH, [20, 20, 19, 18, 1], [BEST, BEST, FINE, DUBIOUS, DUBIOUS]),
        (REVERSI, [-2, -2, -3, -4, -30], [BEST, BEST, FINE, DUBIOUS, DUBIOUS]),
        # A win given away, or a draw, however few the points are.
        (KALAH, [1, 1, 0, -1], [BEST, BEST, BLUNDER, BLUNDER]),
        (REVERSI, [0, 0, -1], [BEST, BEST, BLUNDER]),
        (TICTACTOE, [1, 1, 0, -1], [BEST, BEST, BLUNDER, BLUNDER]),
        (TICTACTOE, [0, 0, -1], [BEST, BEST, BLUNDER]),
        # Better than the next one by two.
        (KALAH, [20, 18, 14], [STRONG, DUBIOUS, DUBIOUS]),
        (KALAH, [20, 19, 14], [BEST, FINE, DUBIOUS]),
        (KALAH, [-30], [BEST]),
    ],
)  # fmt: skip
def test_what_a_move_is_called(game, values, kinds):
    known = judgement(dict(enumerate(values)))
    assert kinds_of(game, known) == kinds
    assert set(kinds) <= set(KINDS)


@pytest.mark.parametrize(
    ("values", "kinds"),
    [
        # Across a draw by four on either side.
        ([4, 4, -4], [BEST, BEST, BLUNDER]),
        ([4, 4, -3], [BEST, BEST, MISTAKE]),
        ([3, 3, -30], [BEST, BEST, MISTAKE]),
        ([3, 3, 1, 0], [BEST, BEST, DUBIOUS, MISTAKE]),
        ([20, 20, 4, 3], [BEST, BEST, DUBIOUS, MISTAKE]),
        ([-4, -4, -30], [BEST, BEST, DUBIOUS]),
    ],
)  # fmt: skip
def test_an_estimate_counts_as_a_result_from_four_points_on(values, kinds):
    assert kinds_of(KALAH, judgement(dict(enumerate(values)), exact=False)) == kinds


def test_what_is_exact_of_two_moves_tells_the_result_whatever_the_others_are():
    values = {0: 2, 1: -1, 2: 1}
    known = Judgement(7, values, frozenset({0, 1}), {move: [move] for move in values})
    assert kinds_of(KALAH, known) == [BEST, BLUNDER, FINE]
    assert kinds_of(KALAH, known._replace(exact_moves=frozenset({1}))) == [BEST, MISTAKE, FINE]


def test_a_move_that_level_2_finds_is_not_strong():
    known = judgement({0: 8, 1: 2})
    assert kinds_of(KALAH, known, easy=0)[0] == BEST
    assert kinds_of(KALAH, known, easy=1)[0] == STRONG
    # Pit 3 moves again at once, which every beginner sees, and plays in place of pit 1.
    for text, kind in (("3", BEST), ("1", STRONG)):
        match = Match(KALAH, "6x4", (), (Player(), Player()))
        match.replay_texts([text])
        known = judgement(dict.fromkeys(range(6), 0) | {match.tip.ply: 9})
        assert {
            rows_of(match, match.tip.line, {match.root: known}.get)[0].kind for _ in range(5)
        } == {kind}


def test_mistakes_are_mistakes_and_blunders():
    assert [kind for kind in KINDS if is_mistake(kind)] == [MISTAKE, BLUNDER]


def test_a_summary_counts_moves_best_ones_losses_and_mistakes():
    match = random_match("kalah", "3x2", seed=5)
    rows = reviewed(match)
    assert rows
    for side in (0, 1):
        own = [row for row in rows if row.side == side]
        summary = summary_of(own)
        assert summary.moves == len(own)
        assert summary.found == sum(row.value == row.best_value for row in own)
        assert summary.lost == sum(row.loss for row in own)
        assert summary.mistakes == sum(row.kind in (MISTAKE, BLUNDER) for row in own)
        assert summary.loss_a_move == summary.lost / summary.moves
    assert summary_of([]) == Summary() and Summary().loss_a_move == 0.0


def judged_match(texts, values):
    """Return a match of tic-tac-toe and rows with some values of the moves, best and played."""
    match = Match(TICTACTOE, "3x3", (), (Player(), Player()))
    match.replay_texts(texts)
    judged = {}
    for node, (best, value) in zip(match.tip.line, values, strict=True):
        before = node.parent
        others = dict.fromkeys(before.position.moves(), best)
        judged[before] = judgement(others | {node.ply: value})
    return match, rows_of(match, match.tip.line, judged.get)


# First wins: o a1, x b1?, o a2, x b2, o a3.
WON = ["a1", "b1", "a2", "b2", "a3"]


@pytest.mark.parametrize(
    ("values", "ply"),
    [
        # The second side threw the draw away with its first move.
        ([(0, 0), (0, -1), (1, 1), (-1, -1), (1, 1)], 2),
        # Both gave it away in turns; the last time counts.
        ([(0, 0), (0, -1), (1, 0), (0, -1), (1, 1)], 4),
        # A won game thrown away and won back by the other side's mistake.
        ([(0, 0), (0, -1), (1, -1), (1, -1), (1, 1)], 4),
        # Won from the start: nothing decided it.
        ([(1, 1), (-1, -1), (1, 1), (-1, -1), (1, 1)], None),
        # The value drifted without a mistake.
        ([(0, 0), (0, 0), (1, 1), (-1, -1), (1, 1)], None),
    ],
)
def test_the_turning_point_is_the_last_change_of_the_result(values, ply):
    match, rows = judged_match(WON, values)
    row = turning_point(match, rows)
    assert (row and row.ply) == ply
    if row is not None:
        assert row.best_value > row.value


def test_there_is_no_turning_point_before_the_end_is_known():
    match, rows = judged_match(WON, [(0, 0), (0, -1), (1, 1), (-1, -1), (1, 1)])
    assert turning_point(match, rows[:-1]) is None
    assert turning_point(match, [row for row in rows if row.ply != 4]) is None
    assert turning_point(match, [row for row in rows if row.ply != 1]).ply == 2
    match.undo()
    assert turning_point(match, rows[:-1]) is None


def test_a_resignation_in_a_won_game_was_not_decided_by_a_move():
    match, rows = judged_match(WON[:4], [(0, 0), (0, -1), (1, 1), (-1, -1)])
    match.resign(1)
    assert turning_point(match, rows).ply == 2
    match.undo()
    match.resign(0)
    assert turning_point(match, rows) is None


def test_after_a_swap_the_turning_point_goes_by_sides():
    turning_points = 0
    for seed in range(3):
        chance = random.Random(seed)
        match = Match(KALAH, "3x2", (), (Player(), Player()), pie=True)
        match.replay_texts(["1", "swap"])
        while not match.over:
            match.play(chance.choice(match.position.moves()))
        margins = {}
        rows = reviewed(match)
        for row in rows:
            for name, value in (("best", row.best_value), ("played", row.value)):
                margins[row.ply, name] = value if row.side == 0 else -value
        # Signs of what was possible and of what was played, to the end.
        same = [((margin > 0) - (margin < 0)) for margin in margins.values()]
        pairs = zip(rows, same[::2], same[1::2], strict=True)
        changes = [row for row, best, played in pairs if best != played]
        assert turning_point(match, rows) is (changes[-1] if changes else None)
        turning_points += bool(changes)
    assert turning_points
