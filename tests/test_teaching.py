"""A teaching game: the computer asks before a move that loses much, and the game does not count."""

from types import SimpleNamespace
from unittest.mock import patch

import pygame
import pytest

from kalahgui.engine.judgement import Judgement
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.boards.view import MoveMark
from kalahgui.gui.screens.help import Help
from kalahgui.gui.screens.play.after import Aftermath
from kalahgui.gui.screens.play.teacher import Teacher, TeacherQuestion
from kalahgui.gui.services.navigation import GameOf, MainScreen
from kalahgui.gui.services.settings import EVERY_TIME, Seat
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.match.match import Match, Player
from kalahgui.words import say

GAME = GAMES["kalah"]
MARK = MoveMark("mistake")


def begin(window, times=1, level=5, board="3x3"):
    """Begin a teaching game on a board that is read to its end at once."""
    match = Match(GAME, board, (), (Player(), Player("", Method(level=level))))
    match.teaching = times
    window.app.open(GameOf(match))
    screen = window.app.screen
    window.frames(2)
    judged(window, screen)
    return screen


def judged(window, screen):
    """Wait until the position is read to the end."""
    window.wait_for(lambda: screen.session.judgement is not None and screen.session.judgement.exact)


def by_value(screen):
    """Return the best and the worst move here."""
    values = screen.session.judgement.values
    return max(values, key=values.__getitem__), min(values, key=values.__getitem__)


def marks(window):
    """Return the marks of moves on the board of the next picture."""
    with patch("kalahgui.gui.screens.play.play_tree.draw_board") as draw_board:
        window.draw()
    return draw_board.call_args.args[-1].moves


def question_of(session, move):
    """Return what a move is asked about with; nothing where it is played without a question."""
    teacher, asked = Teacher(session, lambda move: None), []
    teacher.take(move)
    teacher.update(0.0, lambda move, words, meant: asked.append(words))
    return asked


def ask(window, move):
    window.move(move)
    window.wait_for(lambda: isinstance(window.app.screen, TeacherQuestion))


def test_a_move_that_loses_much_is_asked_about_as_often_as_chosen_and_no_other(window):
    screen = begin(window)
    window.move(by_value(screen)[0])
    assert screen.match.plies and window.app.screen is screen, "a good one is played at once"
    window.wait_for(lambda: not screen.session.moving)
    judged(window, screen)
    (_, worst), plies = by_value(screen), screen.match.plies
    ask(window, worst)
    gap = screen.session.judgement.value - screen.session.judgement.values[worst]
    assert str(gap) in window.says()
    window.press("Take back")
    assert window.app.screen is screen and screen.match.plies == plies
    [record] = window.services.autosave.store.matches(1)
    match = stored_of(record).match
    assert (match.teaching, match.asked) == (1, 1), "also after the game was left"
    after = Aftermath(StoredMatch(match), None, kept=True, back=MainScreen.HOME)
    fresh = after.next_game(swapped=False).match
    assert (fresh.teaching, fresh.asked) == (1, 0)
    window.move(worst)
    window.frames(3)
    assert screen.match.plies != plies  # once was enough
    game = window.start("kalah", second=Seat(person=False, level=5), board="3x3", values=True)
    judged(window, game)
    window.move(by_value(game)[1])
    assert game.match.plies and window.app.screen is game, "this is no teaching game"


def test_the_move_asked_about_is_marked_and_pressed_again_to_leave_it(window):
    screen = begin(window, EVERY_TIME)
    best, worst = by_value(screen)
    place = window.place_of(worst)

    ask(window, worst)
    assert marks(window) == {screen.view.cell_of(worst, screen.match.position): MARK}
    window.click(place)
    assert isinstance(window.app.screen, TeacherQuestion)  # a double click leaves nothing
    window.frames(5, 0.1)
    window.key(pygame.K_QUESTION, "?")
    assert isinstance(window.app.screen, Help)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.app.screen, TeacherQuestion)
    window.click(screen.view.mark_place(screen.view.cell_of(best, screen.match.position))[0].center)
    assert window.app.screen is screen and not screen.match.plies and not marks(window)
    ask(window, worst)
    window.frames(5, 0.1)
    window.click(place)
    assert screen.match.root.children[0].ply == worst


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("<3,0,0,1,1,2,0,1,0>", [2, 1], "The computer can then capture 2."),
        ("<3,0,0,3,3,3,3,3,3>", [1, 0], "You could move again."),
        ("<3,0,0,1,0,2,0,3,3>", [2, 1], "You could capture."),
    ],
)
def test_the_question_says_what_answers_the_move_or_what_it_misses(text, line, words):
    here = GAME.parse_position(text)
    match = Match(GAME, "3x3", (), (Player(), Player("", Method(level=5))), start=here)
    values = {move: -2 * (move == line[0]) for move in here.moves()}
    lines = {move: [move] for move in values} | {line[0]: line}
    judgement = Judgement(9, values, frozenset(values), lines)
    match.teaching = EVERY_TIME
    session = SimpleNamespace(match=match, persons_turn=True, judgement=judgement)
    assert question_of(session, line[0]) == [f"That gives away 2 stones. {words}"]


def test_a_move_that_is_meant_is_played(window):
    screen = begin(window, EVERY_TIME)
    _, worst = by_value(screen)
    ask(window, worst)
    window.key(13)  # takes it back
    assert not screen.match.plies
    ask(window, worst)
    window.press("Leave it")
    assert screen.match.root.children[0].ply == worst


def test_a_move_nothing_is_known_of_is_played_after_half_a_second(window, monkeypatch):
    screen = begin(window)
    monkeypatch.setattr(type(screen.session), "judgement", None)
    window.move(0)
    assert not screen.match.plies
    window.frames(6, 0.1)
    assert screen.match.plies and window.app.screen is screen


def test_a_beginner_is_asked_before_grave_mistakes_alone(window):
    asked = {}
    for level in (1, 5):
        screen = begin(window, EVERY_TIME, level, "3x2")
        values = screen.session.judgement.values
        asked[level] = {move for move in values if question_of(screen.session, move)}
    assert asked[1] <= asked[5] and asked[5]


def test_the_game_is_marked_and_does_not_count(window):
    autosave = window.services.autosave
    for times in (3, 0):
        screen = window.start("tictactoe", second=Seat(person=False, level=1), teaching=times)
        assert screen.match.teaching == times
        window.frames(2)
        assert stored_of(record_of(StoredMatch(screen.match))).match.teaching == times
        screen.session.play(0)
        screen.session.resign()
        window.settle()
        assert ("teaching game, does not count" in window.says()) is bool(times)
        counted = autosave.level_results(screen.match.game, "3x3").records
        assert bool(counted) == (not times)
    two = window.start("tictactoe", Seat(), Seat(), teaching=3)
    assert not two.match.teaching  # nobody could ask


@pytest.mark.parametrize("asked", [False, True])
def test_nothing_is_played_when_the_game_ended_meanwhile(window, monkeypatch, asked):
    screen = begin(window)
    _, worst = by_value(screen)
    if not asked:
        monkeypatch.setattr(type(screen.session), "judgement", None)
    window.move(worst)
    if asked:
        window.wait_for(lambda: isinstance(window.app.screen, TeacherQuestion))
    screen.session.resign()
    window.frames(6, 0.1)
    if asked:
        window.press("Leave it")
    assert screen.match.over and not screen.match.plies


def test_what_a_move_loses_is_told_whole_in_a_small_window(new_window, reader):
    window = new_window((800, 500), "ja")
    window.start("kalah")
    words = say("teacher_result") * 8
    window.app.push(TeacherQuestion(window.app, 1, words, print, print))
    window.frames(2)
    card = window.app.screen
    reader.cut.clear()
    written = window.written(card.controls.draw)
    assert reader.cut == []
    assert words in "".join(label for label, _ in written)
    assert all(card.card.contains(place) for _, place in written)
