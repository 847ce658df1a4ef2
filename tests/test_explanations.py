"""What hint and review say of a move follows from the rules, the line and the solver."""

import random
import re
from types import SimpleNamespace

import pytest
from examples import examples
from reference import slow_rules

from kalahgui import words
from kalahgui.core.search import StopWord
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.games.game import Capture, fold
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.panels.reviewed_course import Course
from kalahgui.gui.panels.sentences import Teller, comes_to
from kalahgui.gui.screens.play.status import Hint
from kalahgui.match.match import Match, Player
from kalahgui.review.move_reasons import next_best, reasons_for
from kalahgui.review.pointers import pointers
from kalahgui.review.review_rows import result_of
from kalahgui.solving.solver import solve

KALAH = GAMES["kalah"]
PERSON, COMPUTER = Player(), Player(computer=Method(level=1))
SECONDS = 0.05
BOARDS = {
    "kalah": ("6x4", "4x3", "3x2"),
    "reversi": ("diamond", "4x4", "6x6"),
}


class Known(SimpleNamespace):
    """Judgements as an analysis has them."""

    changes = 0

    def of(self, node):
        return self.judged.get(node)


def solved_positions(key, count):
    """Yield matches of random plies, each with an exact judgement found in no time, and a value."""
    game, chance = GAMES[key], random.Random(f"explained {key}")
    yielded = 0
    while yielded < count:
        seats = chance.choice([(PERSON, COMPUTER), (COMPUTER, PERSON)])
        match = Match(game, chance.choice(BOARDS.get(key, game.variants)), (), seats)
        line = []
        while not match.over:
            line.append(match.here)
            match.play(chance.choice(match.position.moves()))
        match.go_to(chance.choice(line))
        judged = None
        thinker = Thinker(table_bits=16)
        for judgement in thinker.judge(match.position, Interrupt(), SECONDS):
            judged = judgement or judged
        if judged is not None and judged.exact:
            yielded += 1
            yield match, judged


def claims(game, position, move, judgement, solution):
    """Return for every reason whether it holds, by means of the test's own."""
    child = position.copy()
    again = child.play(move)
    side = position.turn
    results = [result_of(value) for value in solution.moves.values()]
    alone = results.count(result_of(solution.moves[move])) == 1
    best = result_of(solution.moves[move]) == max(results)
    yield "forced", len(position.moves()) == 1
    yield "only_win", alone and best and solution.moves[move] > 0
    yield "only_draw", alone and best and solution.moves[move] == 0
    mine = 0 if not child.over else child.final() if child.turn == side else -child.final()
    yield "wins", mine > 0
    yield "ends", child.over
    yield "again", again
    yield "no_moves", again
    yield from slow_rules(game).claims(game, position, move, child, solution.moves[move])


def sown_and_captured(position, line):
    """Return how many stones the captures of a line take, by the stores."""
    taken, here = 0, position.to_the_end()
    for move in line:
        cells = KALAH.cells(here)
        for index, event in enumerate(events := list(KALAH.tell(here, move))):
            if isinstance(event, Capture):
                before = fold(cells, events[:index])
                taken += sum(before[cell] for cell in event.cells)
        here.play(move)
    return taken


def said_by_hint(match, judgement):
    session = SimpleNamespace(
        match=match, judgement=judgement, moving=False, persons_turn=True, message=None
    )
    hint = Hint(session)
    hint.toggle()
    game = match.game
    view = SimpleNamespace(move_text=lambda move, side: game.text(move))
    assert VIEWS[game.key]
    return hint.words(view, figures=True)


def outcomes(text):
    """Return what a text says of results: (of whom, points), both None for a draw."""
    results = []
    for who, points, later, draw in re.findall(
        r"(?i)(you|the computer) wins?(?: by (one|\d+) \w+)? with best play"
        r"(?:: by (one|\d+) \w+, if it is played out)?|(it is a draw with best play)",
        text,
    ):
        points = points or later
        number = 1 if points == "one" else int(points) if points else None
        results.append((None, None) if draw else (who.lower(), number))
    return results


def expected(match, seat, value):
    """Return what is to be said of a value for a seat."""
    if not value:
        return (None, None)
    ahead = seat if value > 0 else 1 - seat
    who = "you" if match.players[ahead].person else "the computer"
    return (who, abs(value) if match.game.has_points else None)


def check_words(text):
    assert "%{" not in text and "review_" not in text and "  " not in text
    for sentence in re.split(r"(?<=[.!?]) ", text):
        assert len(sentence.split()) <= 15 + 4 * sentence.count("–"), sentence


@pytest.mark.compiled
@pytest.mark.parametrize("key", GAMES)
def test_no_sentence_contradicts_the_solver(key):
    words.choose("en")
    game = GAMES[key]
    seen = set()
    for match, judgement in solved_positions(key, examples(2000, few=14)):
        position = match.position
        solution = solve(position.to_the_end(), StopWord(), with_moves=True)
        assert solution.value == judgement.value
        assert solution.moves[judgement.best] == solution.value
        if match.mover.person:
            check_hint(match, judgement, solution)
        for move in position.moves():
            check_reasons(game, position, move, judgement, solution, seen)
            node = match.here.child(move) or match.add(match.here, move)
            check_review(match, node, judgement, solution)
    assert seen


def check_hint(match, judgement, solution):
    """The hint tells the best move, and what the position comes to for who asked."""
    text, after = said_by_hint(match, judgement), match.position.copy()
    check_words(text)
    name = match.game.text(judgement.best)
    assert text.removeprefix("Pit ").removeprefix("Number ").startswith(name)
    after.play(judgement.best)
    seat = match.seat_of(match.position.turn)
    assert outcomes(text) == ([] if after.over else [expected(match, seat, solution.value)])


def check_reasons(game, position, move, judgement, solution, seen):
    """Every reason holds, and says more than it would of the move that it is compared with."""
    holds = dict(claims(game, position, move, judgement, solution))
    for other in {next_best(judgement, move), judgement.best} - {move, None}:
        for reason in reasons_for(game, position, move, judgement, other):
            key = reason.key.removeprefix("move_reason_")
            seen.add(key)
            assert holds[key], (key, game.position_text(position), game.text(move))
            if key == "captures":
                assert reason.values["count"] == sown_and_captured(position, [move])
            if key == "moves_left":
                child, beside = position.copy(), position.copy()
                child.play(move)
                beside.play(other)
                assert reason.values["count"] == len(child.moves()) < len(beside.moves())


def check_review(match, node, judgement, solution):
    """The review of a move tells its loss, what was better, and what both come to."""
    game, before = match.game, node.parent
    known = Known(judged={before: judgement})
    match.go_to(before)
    course = Course(match, known)
    course.follow(node)
    row = course.rows[node]
    teller = Teller(match, known, lambda move, side: game.text(move))
    said = teller.about(node, course.numbers[node], row)
    for text in (said.heading, *said.sentences):
        check_words(text)
    seat, best, value = row.seat, solution.value, solution.moves[row.move]
    assert row.loss == best - value
    changed = result_of(best) != result_of(value)
    assert ("turned a" in said.heading) == changed
    if changed:
        names = {1: "win", 0: "draw", -1: "loss"}
        turned = f"turned a {names[result_of(best)]} into a {names[result_of(value)]}"
        assert turned in said.heading
    elif row.loss and game.has_points:
        assert f"lost {row.loss} " in said.heading or row.loss == 1
    results = [expected(match, seat, worth) for worth in ([best, value] if row.loss else [best])]
    over = node.position.over
    instead = before.position.copy()
    instead.play(row.best)
    if over:
        results = results[:1] if row.loss else []
    if instead.over:
        results = results[1:] if row.loss else []
    text = " ".join(said.sentences)
    if not over and row.loss and ("and wins." in text or "and win." in text):
        results = results[:-1]
        assert value < 0
    assert outcomes(text) == results, (text, results)
    for words_for_it, turn in ((r"captures? (one|\d+) stone", 1), (r"then takes? (one|\d+) ", 3)):
        taken = re.search(words_for_it, text)
        if taken is not None:
            number = 1 if taken[1] == "one" else int(taken[1])
            assert number == captured_in(before.position, judgement.lines[row.move], turn)


def captured_in(position, line, turn):
    """Return how many stones a turn of a line captures, the first being number 0."""
    end, rest = position.to_the_end(), list(line)
    for _ in range(turn + 1):
        here, plies = end.copy(), []
        while rest and end.turn == here.turn and not end.over:
            plies.append(rest.pop(0))
            end.play(plies[-1])
    return sown_and_captured(here, plies)


@pytest.mark.parametrize("key", ["kalah", "reversi"])
def test_an_estimate_is_never_told_as_a_result(key):
    words.choose("en")
    game = GAMES[key]
    match = Match(game, game.variant, (), (PERSON, COMPUTER))
    moves = match.position.moves()
    values = {move: 3 - number for number, move in enumerate(moves)}
    lines = {move: [move] for move in moves}
    judgement = Judgement(4, values, frozenset(moves[1:]), lines)
    text = said_by_hint(match, judgement)
    assert "By estimate you are 3" in text and "best play" not in text
    assert text.endswith("4 turns") or "4 turns" in text
    node = match.add(match.here, moves[0])
    known = Known(judged={node.parent: judgement})
    course = Course(match, known)
    course.follow(node)
    teller = Teller(match, known, lambda move, side: game.text(move))
    said = teller.about(node, 1, course.rows[node])
    assert "By estimate you are 3" in said.sentences[0] and not said.certain


def test_a_move_without_a_reason_shows_its_line_and_how_much():
    words.choose("en")
    # Pits 1 and 2 both sow at home, and change nothing else.
    start = KALAH.parse_position("<6,10,10,2,2,9,0,0,9,2,2,2,2,2,2>")
    match = Match(KALAH, "6x4", (), (PERSON, COMPUTER), start=start)
    moves = match.position.moves()
    values = dict.fromkeys(moves, 2) | {0: 4}
    lines = {move: [move] for move in moves} | {0: [0, 4, 2]}
    judgement = Judgement(4, values, frozenset(moves), lines)
    assert next_best(judgement, 0) == 1
    assert not reasons_for(KALAH, match.position, 0, judgement, 1)
    said = (
        "Pit 1, then the computer plays 5 – 3. "
        "You win with best play: by 4 stones, if it is played out."
    )
    assert said_by_hint(match, judgement) == said


@pytest.mark.parametrize("key", ["kalah", "reversi", "tictactoe", "eight"])
def test_arrows_show_where_stones_go_and_what_is_taken(key):
    game, seen = GAMES[key], set()
    chance = random.Random(f"arrows {key}")
    for _ in range(examples(60, few=6)):
        here = game.start(game.variant)
        while not here.over:
            for move in here.moves():
                child = here.copy()
                child.play(move)
                before, after = game.cells(here), fold(game.cells(here), game.tell(here, move))
                for pointer in pointers(game, here, move):
                    seen.add(pointer.kind)
                    start, end = pointer.start, pointer.end
                    if pointer.kind == "taken" and key == "kalah":
                        assert after[start] == 0 and after[end] > before[end] + 1
                    elif pointer.kind == "taken":
                        assert (before[start], after[start]) == (0, here.turn + 1)
                        assert {before[end], after[end]} == {1, 2}
                    elif pointer.kind == "way":
                        assert before[start] and start == game.board(here).cell(here.turn, move)
                    else:
                        assert not after[end]
            here.play(chance.choice(here.moves()))
    kinds = {"kalah": {"way", "taken"}, "reversi": {"taken", "matters"}, "eight": set()}
    assert seen == kinds.get(key, {"matters"})


def test_who_may_win_early_is_not_told_to_win_by_so_many():
    """The winner stops at a majority; the value counts on."""
    words.choose("en")
    for rules, end in (
        ((), "with best play: by 8 stones, if it is played out"),
        (("last-stone",), "by 8 stones with best play"),
    ):
        match = Match(KALAH, "6x4", rules, (PERSON, COMPUTER))
        assert comes_to(match, 0, 8, True) == f"you win {end}"
        assert comes_to(match, 0, -8, True) == f"the computer wins {end}"
        assert comes_to(match, 0, 8, False) == "by estimate you are 8 stones ahead"
