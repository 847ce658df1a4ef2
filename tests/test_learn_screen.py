"""Learning in the window: the ways there, lessons by mouse and by keys, and what is kept."""

import threading

import pygame
import pytest
from driver import Driver, assert_against_the_level_that_suits, choose_otherwise

from kalahgui.games import GAMES
from kalahgui.gui.boards.eight import path_of
from kalahgui.gui.screens.learn.exercise_screen import ExerciseScreen
from kalahgui.gui.screens.learn.learn import PAGES, Learn
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.searching.search_panel import SearchPanel
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import GameOf, LearnOf, SetUpOf
from kalahgui.learning.course import course, courses
from kalahgui.learning.tasks import MoveJudge
from kalahgui.library import learnt
from kalahgui.library.saved import StoredMatch
from kalahgui.match.clock import TimeControl
from kalahgui.match.match import Match, Player
from kalahgui.theatre.node_labels import NodeState
from kalahgui.words import say


def begin(window: Driver, key: str, lesson: str, pace: str = "off") -> ExerciseScreen:
    window.choose(pace=pace)
    window.app.open(LearnOf(key, lesson))
    window.frames(2)
    assert isinstance(window.app.screen, ExerciseScreen)
    return window.app.screen


def click_cell(window: Driver, cell: int) -> None:
    window.click(window.app.screen.view.mark_place(cell)[0].center)


def try_move(window: Driver, text: str) -> None:
    window.move(window.app.screen.match.game.parse_move(text))


def rest(window: Driver) -> None:
    """Let a try be answered and all that follows be seen."""
    screen = window.app.screen
    window.wait_for(lambda: not screen.busy)


def test_a_wrong_move_of_the_arrow_keys_is_not_chosen_for_the_next_try(window):
    screen = begin(window, "kalah", "again")
    for _ in range(5):
        window.key(pygame.K_RIGHT)
    before = screen.match.here
    window.key(pygame.K_RETURN)
    assert screen.match.here is not before
    rest(window)
    assert screen.match.here is before and screen.hands.selected is None


def names(screen: ExerciseScreen) -> list[str]:
    """Return what the parts of the screen are called, among them all sentences."""
    return [element.name for element in screen.controls.root.all]


def do_by_mouse(window: Driver) -> None:
    """Do the present task with as few clicks as possible."""
    screen = window.app.screen
    task, count, chosen = screen.exercise, screen.run.steps, ()
    while screen.exercise is task and not (screen.run.solved and not screen.busy):
        asking = task.asking
        if asking is not None and asking.options:
            window.press(asking.options[asking.next_choice(())].said(say))
        elif asking is not None:
            chosen = (*chosen, asking.next_choice(chosen))
            click_cell(window, chosen[-1])
        else:
            window.move(window.next_ply())
        rest(window)
    assert screen.run.steps != count


def play_a_game(window: Driver) -> None:
    window.press(say("learn_play_it"))
    play = window.app.screen
    assert isinstance(play, Play)
    while not isinstance(window.app.screen, EndCard):
        window.wait_for(
            lambda: (
                isinstance(window.app.screen, EndCard)
                or (play.session.persons_turn and not play.session.moving)
            )
        )
        if play.session.persons_turn:
            play.session.play(play.match.position.moves()[0])
    window.frames(40)
    window.press(say("learn_to_lesson"))


def test_the_course_of_kalah_by_mouse_from_the_home_screen_to_its_end(window):
    window.choose(pace="off")
    window.press(say("card_learn"))
    assert isinstance(window.app.screen, Learn)
    window.press(say("learn_begin"))
    lessons = course("kalah").lessons
    for place, lesson in enumerate(lessons):
        screen = window.app.screen
        assert screen.run.lesson is lesson
        for task in lesson.tasks:
            assert screen.exercise is task
            if task.opponent is None:
                do_by_mouse(window)
            else:
                play_a_game(window)
                screen = window.app.screen
        assert screen.run.stars == 3
        if place + 1 < len(lessons):
            window.press(say("learn_next"))
    window.frames(2)
    assert say("learn_course_done", title=say("course_kalah")) in window.says()
    window.key(pygame.K_ESCAPE)
    kept = learnt.stars(window.app.store, "kalah")
    assert kept == {lesson.key: 3 for lesson in lessons}
    most = 3 * sum(len(whole_course.lessons) for whole_course in courses()[0].values())
    assert say("learn_stars_all", n=30, all=most) in window.says()


def test_the_course_of_eight_by_keys(window):
    window.choose(pace="off")
    window.key(pygame.K_n, "n")
    while window.app.screen.page.chosen != "eight":
        window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    for lesson in course("eight").lessons:
        screen = window.app.screen
        for task in lesson.tasks:
            while screen.exercise is task and not screen.run.stars:
                window.type(str(window.next_ply()))
                rest(window)
        window.key(pygame.K_RETURN)
    assert screen.run.steps.done == {0, 1, 2} and screen.run.stars == 3


def test_cells_are_chosen_by_arrow_keys_and_options_by_digits(window):
    screen = begin(window, "kalah", "side")
    seen = set()
    for key in [pygame.K_RIGHT] * 9 + [pygame.K_UP] * 2 + [pygame.K_LEFT] * 9:
        window.key(key)
        seen.add(screen.hands.selected)
    assert len(seen) > 12
    screen.hands.selected = 6
    window.key(pygame.K_RETURN)
    rest(window)
    assert screen.run.task == 1
    window.type("123456")  # the pits by their numbers, as in play
    rest(window)
    assert screen.run.stars == 3
    screen = begin(window, "computer", "tree")
    for key in (pygame.K_LEFT, pygame.K_RETURN, *[pygame.K_RIGHT] * 2, pygame.K_RETURN):
        window.key(key)
    rest(window)
    assert screen.run.task == 1
    screen = begin(window, "kalah", "end")
    window.key(pygame.K_2, "2")
    rest(window)
    assert screen.run.task == 1
    screen = begin(window, "computer", "memory")
    for digit in "566":  # what the options are, and not their places
        window.type(digit)
        rest(window)
    assert screen.run.task == 3


def test_a_wrong_move_is_told_comes_back_and_after_three_the_answer_is_offered(window):
    screen = begin(window, "kalah", "again", pace="normal")
    for wrong in range(3):
        assert window.button(say("learn_show")) is None
        before = screen.match.position
        try_move(window, "5")
        move = say("review_move_first_kalah", move=5)
        past = say("learn_past", move=move, count=3)
        window.wait_for(lambda: past in names(screen))  # noqa: B023
        window.frames(2)
        assert past in window.says()
        if not wrong:
            window.speak("ja")
            move = say("review_move_first_kalah", move=5)
            assert say("learn_past", move=move, count=3) in window.says()
            window.speak("en")
        assert screen.match.position is not before
        rest(window)
        assert screen.match.position is before
    assert window.button(say("learn_show"))
    window.key(pygame.K_s, "s")
    rest(window)
    assert screen.run.task == 1
    for _ in (1, 2):
        do_by_mouse(window)
    assert screen.run.stars == 1
    window.frames(2)
    assert say("learn_stars_1") in window.says()


def test_answers_come_into_sight_where_the_window_shows_a_part_of_the_screen(new_window):
    window = new_window((800, 500), text="times_2")

    def in_sight(words: str) -> bool:
        window.frames(2)
        elements = (
            element for element in window.app.screen.controls.root.all if element.name == words
        )
        return window.app.magnifier.part.collidepoint(next(elements).rect.topleft)

    screen = begin(window, "kalah", "again")
    for _ in range(2):
        try_move(window, "5")
        rest(window)
        move = say("review_move_first_kalah", move=5)
        assert in_sight(say("learn_past", move=move, count=3))
    window.app.open(LearnOf("computer", "look"))
    screen = window.app.screen
    while not screen.panel.done:
        window.move_to((0, 0))
        asked, wrong = screen.panel.task.question, not screen.panel.mistakes
        answers = [choice for choice in asked.choices if asked.is_right(choice) is not wrong]
        screen.panel.answer(answers[0])
        if not screen.panel.done:
            assert in_sight(say("you_search_not_quite" if wrong else "you_search_right"))
    assert in_sight(say("learn_stars_2")) and screen.run.stars == 2  # a wrong one costs a star


def test_what_refutes_a_move_is_played_and_a_click_hurries_it(window):
    screen = begin(window, "kalah", "safe")
    do_by_mouse(window)
    start = screen.match.here
    try_move(window, "2")
    [played] = start.children
    window.wait_for(lambda: screen.match.here not in (start, played))
    assert screen.match.here.parent is played
    goal = next(
        element for element in screen.controls.root.all if element.name == screen.goal_words
    )
    window.click(goal.rect.center)
    assert screen.match.here is start and not screen.busy


def test_tries_are_told_in_words_and_answered_on_the_engines_thread(window, monkeypatch):
    lines, threads, answer = [], [], MoveJudge.answer

    def noted(judge, match):
        threads.append(threading.current_thread().name)
        return answer(judge, match)

    monkeypatch.setattr(MoveJudge, "answer", noted)
    monkeypatch.setattr(window.services.voice, "tell", lines.append)
    screen = begin(window, "tictactoe", "win")
    window.frames(60)
    assert lines == [screen.goal_words]  # and nothing of the board's own
    try_move(window, "a3")
    rest(window)
    window.frames(60)
    assert any("a3" in line for line in lines[1:])
    assert say("learn_goes_on", move="a3") in lines
    assert threads == ["engine"]
    place = window.place_of(screen.match.game.parse_move("c1"))
    window.click(place, touch=True)  # a tap shows a move, and a second one plays it
    assert screen.match.here.plies == [] and naming.capital(say("preview_tap")) in window.says()
    window.click(place, touch=True)
    rest(window)
    assert screen.run.task == 1


def test_who_is_new_to_a_game_is_told_of_its_course_in_the_set_up(window):
    new = say("learn_new", game=say("course_kalah"))
    window.app.open(SetUpOf("kalah"))
    assert new in window.says()
    window.press(new)
    assert (window.app.screen.page.chosen, window.app.screen.page.at) == ("kalah", 0)
    learnt.keep_stars(window.services.autosave.store, "kalah", "side", 2)
    window.app.open(SetUpOf("kalah"))
    assert new not in window.says()
    window.press(say("learn_title"))
    assert window.app.screen.page.at == 1  # the first lesson that is left
    for course_of in ("reversi", "diamond"):  # the board's own for whoever knows the game
        window.app.open(SetUpOf("diamond"))
        window.press(say("learn_title"))
        assert window.app.screen.page.chosen == course_of
        learnt.keep_stars(window.services.autosave.store, "reversi", "line", 2)
    match = Match(GAMES["reversi"], "8x8", (), (Player(), Player()))
    match.replay_texts(["f5"])
    window.services.autosave.keep_match(StoredMatch(match))
    window.app.open(SetUpOf("diamond"))
    assert say("learn_new", game=say("course_diamond")) not in window.says()


@pytest.mark.parametrize(
    ("place", "board"),
    [
        (LearnOf("eight"), ("eight", "8")),
        (LearnOf("diamond"), ("reversi", "diamond")),
        (LearnOf("kalah 6x3 level", tab="puzzles"), ("kalah", "6x3")),
    ],
)
def test_a_game_after_lessons_and_puzzles_is_against_the_computer(window, place, board):
    choose_otherwise(window)
    window.app.open(place)
    window.frames(2)
    window.press(say("learn_play"))
    match = window.app.screen.match
    assert (match.game.key, match.variant) == board
    assert_against_the_level_that_suits(window, match, person=board[0] == "eight")


def test_ten_questions_before_the_course_and_after_it_show_the_gain_there(window):
    seen = set()

    def take(words, right):
        window.press(words)
        for number in range(10):
            task = window.app.screen.page.asked
            if number < right:
                task.answer(task.question.truth)
            else:
                task.show_me()
            window.app.screen.refresh()
            window.frames(2)
            seen.update(window.said())
            window.key(pygame.K_RETURN)
        assert isinstance(window.app.screen, Learn) and window.app.screen.page.chosen == "computer"

    window.app.open(LearnOf("computer"))
    window.press(say("learn_ten_first"))
    window.frames(2)
    assert {say("you_search_test_of", n=1, all=10), say("you_search_test_what")} <= {*window.said()}
    window.press(say("you_search_test_skip"))
    assert isinstance(window.app.screen, Learn)
    take(say("learn_ten_first"), 4)
    assert say("you_search_mastery") not in seen
    assert say("learn_ten_before", n=4) in window.says()
    assert window.button(say("learn_ten_first")) is None
    for lesson in course("computer").lessons:
        learnt.keep_stars(window.services.autosave.store, "computer", lesson.key, 3)
    window.app.open(LearnOf("computer"))
    take(say("learn_ten_again"), 8)
    assert {say("you_search_mastery"), say("you_search_idea_alpha")} <= seen
    assert say("you_search_idea_deep") not in seen
    assert say("learn_ten_gain", n=4, now=8) in window.says()


def test_help_in_a_game_leads_to_the_lesson_on_what_happened_and_back(window):
    match = Match(GAMES["kalah"], "6x4", (), (Player(), Player()), control=TimeControl(60))
    match.replay_texts(["3"])
    window.app.open(GameOf(match))
    play = window.app.screen
    play.session.go_on()
    window.frames(2)
    for by_keys in (False, True):
        window.key(pygame.K_F1)
        if by_keys:
            window.key(pygame.K_RETURN)
        else:
            window.press(say("learn_happened", title=say("lesson_kalah_again")))
        lesson = window.app.screen
        assert isinstance(lesson, ExerciseScreen) and lesson.run.lesson.key == "again"
        window.frames(2, dt=100)
        window.key(pygame.K_ESCAPE)
        window.frames(2)
        assert window.app.screens == [play] and play.match is match
        assert match.clock.left[0] > 55 and not play.session.paused


def test_what_was_learnt_outlasts_the_program_and_the_most_stars_stay(new_window):
    for stars in (2, 3, 1):
        learnt.keep_stars(new_window().services.autosave.store, "eight", "rule", stars)
    assert new_window().services.autosave.stars("eight") == {"rule": 3}


def test_the_course_on_computers_is_searched_by_the_learner(window):
    window.choose(pace="off")
    window.app.open(LearnOf("computer", "tree"))
    lessons = course("computer").lessons
    for lesson in lessons:
        assert window.app.screen.run.lesson is lesson
        for task in lesson.tasks:
            screen = window.app.screen
            assert screen.run.exercise is task
            if task.made is None:
                do_by_mouse(window)
            else:
                if isinstance(screen.panel, SearchPanel):
                    compared = say("you_search_count_minimax") in window.says()
                    assert compared is (lesson.key != "minimax")
                    while not screen.panel.done:
                        screen.panel.answer(screen.panel.task.question.truth)
                else:
                    window.press(say("learn_show"))
                    window.frames(2)
                    said = window.says()
                    assert say("learn_shown") in said and say("learn_show") not in said.split("\n")
                    assert not any(
                        say(key) in said for key in ("learn_right", "you_search_break_met")
                    )
                window.frames(2)
                assert screen.run.solved
            stays = task.made or lesson.key == "cost" or task is lesson.tasks[-1]
            if task is not lessons[-1].tasks[-1] and stays:
                window.key(pygame.K_RETURN)
    kept = learnt.stars(window.app.store, "computer")
    assert kept == {lesson.key: 1 if lesson.key == "order" else 3 for lesson in lessons}
    assert learnt.answers(window.app.store)
    window.press(say("you_search_mode_test"))  # the end of a course leads on
    assert window.app.screen.page.mode == "test"


def test_the_tree_of_a_game_does_not_give_the_answer_away(window):
    view = begin(window, "computer", "ends").view
    path = tuple(path_of(view.tree.tree, view.shown(window.app.screen.match).numbers))
    asked = view.labels(path)
    assert view.asks and not any(label.value for label in asked.values())
    shown = {way for way, label in asked.items() if label.state is not NodeState.HIDDEN}
    assert shown == {way for way in asked if way[: len(path)] == path or path[: len(way)] == way}
    view.asks = False
    assert all(label.value for label in view.labels(path).values())


def test_the_keys_of_tabs_go_on_and_back_and_no_lesson_is_called_off(window):
    window.app.open(LearnOf("kalah"))
    screen, tabs = window.app.screen, list(PAGES)
    before = tabs.index(screen.tab)
    for mod, step in ((pygame.KMOD_CTRL, 1), (pygame.KMOD_CTRL | pygame.KMOD_SHIFT, 0)):
        window.key(pygame.K_TAB, mod=mod)
        assert screen.tab == tabs[(before + step) % len(tabs)]
    focused = []
    for _ in range(14):
        window.key(pygame.K_TAB)
        focused.append(screen.controls.focus_words)
    assert any(words.startswith("2. Sow") for words in focused)
    assert not any(say("off") in words.split(". ") for words in focused)
