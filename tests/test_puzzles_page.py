"""Puzzles in the window: four ways to them, the first try that counts, and what comes after it."""

from dataclasses import replace
from datetime import datetime, timedelta

import pygame
import pytest
from driver import Driver

from kalahgui.games import GAMES
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.paint import charts
from kalahgui.gui.screens.learn.puzzle_screen import PuzzleScreen
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.theatre.theatre_screen import Theatre
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import LearnOf
from kalahgui.learning import puzzles as lists
from kalahgui.learning.exercise import Answer, Grade
from kalahgui.learning.puzzle_judge import result as puzzle_result
from kalahgui.learning.puzzle_run import (
    BY_RATING,
    BY_THEME,
    FIRST_MOVE,
    STREAK,
    THEME,
    TODAY,
    WAYS,
    History,
    PuzzleRun,
)
from kalahgui.learning.puzzles import number_of_day, puzzles_of, theme_words
from kalahgui.learning.rating import BEGINNER, PLAYER, STAGES, Rating, after_try
from kalahgui.library import learnt
from kalahgui.words import LANGUAGES, say

KALAH, DIAMOND = GAMES["kalah"], GAMES["reversi"]
NOW = datetime(2026, 11, 23, 12).astimezone()
RIGHT, WRONG = Answer(Grade.DONE), Answer(Grade.WRONG)


def run_of(way, history=None, theme="", now=NOW, game=DIAMOND, variant="diamond"):
    history = History([]) if history is None else history
    kept = []
    run = PuzzleRun(game, variant, way, theme, history, kept.append, lambda: now)
    return run, kept


def try_of(number):
    """Return a try at a puzzle of the diamond, by rating."""
    after = (1000.0, 300.0, 0.06)
    return learnt.PuzzleTry("reversi", "diamond", number, BY_RATING, True, False, *after)


def go_on(run, answer):
    """Try the present puzzle, solve it, and go to the next one."""
    run.note(answer)
    run.note(RIGHT)
    run.go_by(1)


# -- what is kept of a try


def test_only_the_first_try_is_kept_and_rated():
    run, kept = run_of(BY_RATING)
    puzzle = run.puzzle
    assert not run.can_go(1)
    for answer in (Answer(Grade.RIGHT, None, (1,)), WRONG, WRONG, RIGHT):
        run.note(answer)
    [done] = kept
    assert (done.number, done.solved, done.helped, done.day) == (puzzle.number, False, False, "")
    after = after_try(Rating(), puzzle.rating, False)
    assert (done.rating, done.deviation, done.volatility) == tuple(vars(after).values())
    assert run.can_go(1) and run.gained == after.rating - 1000 < 0
    assert run.history.rating == after and run.history.course == [after.rating]
    run.go_by(1)
    run.note(RIGHT)
    assert kept[1].solved and kept[1].rating > after.rating and kept[1].number != puzzle.number


@pytest.mark.parametrize("way", WAYS)
def test_a_hint_tells_the_theme_for_half_and_then_the_first_move_for_all_points(way):
    for answer in (RIGHT, WRONG):
        run, kept = run_of(way, theme="corner")
        full = after_try(Rating(), run.puzzle.rating, answer is RIGHT).rating - 1000
        assert run.hint == THEME
        run.note_theme()
        assert run.hint == FIRST_MOVE and not kept
        run.note(answer)
        [done] = kept
        assert (done.solved, done.helped) == (answer is RIGHT, False)
        assert done.rating - 1000 == run.gained == pytest.approx(full / 2)
    run, kept = run_of(way, theme="corner")
    run.note_theme()
    run.note_help()
    run.note(RIGHT)
    [done] = kept
    assert (done.solved, done.helped) == (False, True)
    assert Rating(done.rating, done.deviation, done.volatility) == Rating()
    assert run.found == "puzzle_found_helped" and run.lost


def test_a_chosen_theme_moves_the_rating_less_and_is_no_hint_any_more():
    for answer in (RIGHT, WRONG):
        run, kept = run_of(BY_THEME, theme="corner")
        assert "corner" in run.puzzle.themes
        run.note(answer)
        full = after_try(Rating(), run.puzzle.rating, answer is RIGHT).rating
        assert 0 < abs(kept[0].rating - 1000) < abs(full - 1000)
    for puzzle in puzzles_of(KALAH, "6x3")[:60]:
        run, _ = run_of(BY_THEME, theme=puzzle.themes[0], game=KALAH, variant="6x3")
        run.puzzle = puzzle
        assert run.hint == (THEME if len(puzzle.themes) > 1 else FIRST_MOVE)


def test_todays_puzzle_stays_when_the_stage_changes_by_it():
    history = History([], BEGINNER)
    history.tries.append(replace(try_of(1), rating=1195.0))
    run, kept = run_of(TODAY, history)
    run.note(RIGHT)
    assert history.stage == PLAYER and kept[0].number == run.puzzle.number
    assert run_of(TODAY, history)[0].puzzle == run.puzzle
    assert number_of_day(DIAMOND, "diamond", NOW.date(), PLAYER) != run.puzzle.number


def test_a_day_counts_once_and_also_with_a_puzzle_that_was_tried_before():
    run, kept = run_of(TODAY, History([], PLAYER))
    assert run.puzzle.number == number_of_day(DIAMOND, "diamond", NOW.date())
    run.note(RIGHT)
    [first] = kept
    assert first.day == "2026-11-23"
    run.go_by(1)
    assert run.way == BY_RATING
    again, more = run_of(TODAY, run.history)
    assert again.puzzle.number == first.number
    again.note(WRONG)
    assert not more and again.history.days == {NOW.date(): True}
    # The list begins anew one day: the puzzle counts for that day, but not for the rating.
    later, more = run_of(TODAY, run.history, now=NOW + timedelta(7 * 35))
    assert later.puzzle.number == first.number
    later.note(WRONG)
    assert [(puzzle_try.day, puzzle_try.rating) for puzzle_try in more] == [
        ("2027-07-26", first.rating)
    ]
    assert later.history.firsts == {("diamond", first.number): True}


def test_a_streak_rises_and_ends_with_the_first_wrong_try():
    run, _ = run_of(STREAK)
    ratings = []
    for number in range(1, 8):
        ratings.append(run.puzzle.rating)
        go_on(run, RIGHT)
        assert len(run.streak) == number
    assert ratings == sorted(ratings) and run.puzzle.rating >= ratings[-1] > ratings[0]
    run.note(WRONG)
    assert run.lost and len(run.streak) == 7, "it is shown until one goes on"
    run.note(RIGHT)
    assert len(run.streak) == 7
    run.go_by(1)
    assert not run.streak and run.puzzle.rating < ratings[-1]


def test_a_streak_goes_on_after_it_was_left_and_the_best_one_is_known():
    run, kept = run_of(STREAK)
    for right in (RIGHT, RIGHT, RIGHT, WRONG, RIGHT):
        go_on(run, right)
    by_rating, _ = run_of(BY_RATING, run.history)
    go_on(by_rating, WRONG)
    again, _ = run_of(STREAK, run.history)
    assert again.streak == [kept[-1].number]
    assert again.about.values["count"] == 1 and again.about.values["best"] == 3
    for number in (2, 3, 4):
        go_on(again, RIGHT)
        assert len(again.streak) == number
    assert again.about.values["best"] == 4
    assert not run_of(STREAK, run.history, variant="8x8")[0].streak


def test_the_same_puzzle_comes_until_it_is_tried():
    for way in WAYS:
        run, _ = run_of(way)
        assert run_of(way)[0].puzzle == run.puzzle
        run.note(WRONG)
        run.note(RIGHT)
        assert run_of(way, run.history)[0].puzzle != run.puzzle or way == TODAY


def test_tries_of_the_same_puzzle_on_two_days_are_kept(window):
    store = window.services.autosave.store
    run, kept = run_of(TODAY)
    run.note(RIGHT)
    later, more = run_of(TODAY, run.history, now=NOW + timedelta(7 * 35))
    later.note(RIGHT)
    for done in (*kept, *more, *more):
        learnt.keep_try(store, done)
    days = [puzzle_try.day for puzzle_try in window.services.autosave.tries("reversi")]
    assert days == ["2026-11-23", "2027-07-26"]
    store.change("UPDATE puzzle_tries SET day = 'soon' WHERE day > '2027'")
    [left] = window.services.autosave.tries("reversi")
    assert left.day == "2026-11-23"


# -- in the window


@pytest.fixture
def puzzles(window, monkeypatch):
    # On a machine with other work a wrong turn takes longer to be read out.
    monkeypatch.setattr("kalahgui.learning.puzzle_judge._SECONDS", 60.0)
    window.services.clock = lambda: NOW
    window.choose(pace="off")
    return window


def begin(window: Driver, course: str) -> PuzzleScreen:
    window.app.open(LearnOf(course, tab="puzzles"))
    window.frames(2)
    window.press(say("learn_begin"))
    window.frames(2)
    assert isinstance(window.app.screen, PuzzleScreen)
    return window.app.screen


def click(window: Driver, move: int) -> None:
    window.move(move)
    window.wait_for(lambda: not window.app.screen.busy)


def solve(window: Driver) -> None:
    """Solve the present puzzle by mouse."""
    screen = window.app.screen
    while not screen.run.solved:
        click(window, screen.exercise.judge.next_plies(screen.match)[0])


def wrong_move(screen: PuzzleScreen) -> int:
    """Return a move after which the puzzle cannot be solved."""
    moves = screen.match.start.moves()
    return next(move for move in moves if answer_to(screen, move).grade is Grade.WRONG)


def answer_to(screen: PuzzleScreen, move: int) -> Answer:
    """Return the answer to a first move."""
    match = screen.exercise.match()
    match.play(move)
    return screen.exercise.judge.answer(match)


def tries(window: Driver, game: str) -> list[bool]:
    return [puzzle_try.solved for puzzle_try in window.services.autosave.tries(game)]


def lists_words(puzzle) -> str:
    """Return the themes of a puzzle in words."""
    return say("list_joint").join(theme_words(theme).said(say) for theme in puzzle.themes)


def test_todays_puzzle_by_mouse_from_the_page_to_the_next_one(puzzles):
    puzzles.app.open(LearnOf())
    puzzles.frames(2)
    puzzles.press(say("learn_tab_puzzles"))
    puzzles.press(naming.title_of(DIAMOND, "diamond"))
    puzzles.press(say("learn_begin"))
    screen = puzzles.app.screen
    hidden = lists_words(screen.run.puzzle)
    gap = say("puzzle_gap", count=screen.run.puzzle.gap)
    assert hidden not in puzzles.says() and gap not in puzzles.says()
    solve(puzzles)
    puzzles.frames(2)
    text = " ".join(puzzles.said())
    assert hidden in text and gap in text and say("puzzle_row", count=1) in text
    assert tries(puzzles, "reversi") == [True]
    puzzles.press(say("puzzle_next"))
    assert screen.run.way == BY_RATING and not screen.run.solved
    puzzles.key(pygame.K_ESCAPE)
    assert puzzles.app.screen.page.board == ("reversi", "diamond")


def test_a_puzzle_by_keys_alone(puzzles):
    puzzles.app.open(LearnOf())
    puzzles.key(pygame.K_PAGEDOWN)
    for _ in (1, 2):
        puzzles.key(pygame.K_DOWN)
    puzzles.key(pygame.K_RIGHT)
    puzzles.key(pygame.K_RETURN)
    screen = puzzles.app.screen
    assert (screen.run.variant, screen.run.way) == ("6x3", BY_RATING)
    while not screen.run.solved:
        ply = screen.exercise.judge.next_plies(screen.match)[0]
        puzzles.type(KALAH.text(ply))
        puzzles.wait_for(lambda: not screen.busy)
    assert tries(puzzles, "kalah") == [True]
    end = screen.match.here
    puzzles.key(pygame.K_LEFT)
    assert screen.match.here is end.parent
    puzzles.key(pygame.K_RIGHT)
    assert screen.match.here is end
    puzzles.key(pygame.K_RETURN)
    assert not screen.run.solved


def test_a_wrong_try_is_answered_comes_back_and_counts_once(puzzles):
    screen = begin(puzzles, "kalah 6x3 rating")
    start, move = screen.match.here, wrong_move(screen)
    answer = answer_to(screen, move)
    refusal = answer.message.said(say)
    for _ in (1, 2):
        click(puzzles, move)
        assert screen.match.here is start and refusal in puzzles.says()
    assert tries(puzzles, "kalah") == [False]
    solve(puzzles)
    assert tries(puzzles, "kalah") == [False]
    # Once it is solved, what refutes another turn stays on the board and can be walked.
    solution = screen.match.here.line
    assert refusal not in puzzles.says()
    for _ in solution:
        puzzles.press(say("puzzle_left"))
    assert screen.match.here is start
    click(puzzles, move)
    refuted = screen.match.here
    assert refuted.plies == [move, *answer.reply]
    assert len(refuted.plies) > 1 and refuted not in solution
    assert refusal in puzzles.says() and not screen.wanted
    for _ in refuted.line:
        puzzles.press(say("puzzle_left"))
    puzzles.press(say("puzzle_right"))
    assert screen.match.here is solution[0]


def picture_of(window: Driver, cell: int) -> bytes:
    """Return what is seen where a cell may have a ring."""
    place, _ = window.app.screen.view.mark_place(cell)
    window.draw()
    return pygame.image.tobytes(window.app.surface.subsurface(place), "RGB")


def test_a_hint_rings_the_move_and_the_answer_is_shown_to_its_end(puzzles):
    screen = begin(puzzles, "kalah 6x4 streak")
    assert len(screen.run.puzzle.turns) > 1
    first = screen.exercise.judge.next_plies(screen.match)[0]
    cell = screen.view.cell_of(first, screen.match.position)
    before = picture_of(puzzles, cell)
    themes = lists_words(screen.run.puzzle)
    puzzles.press(say("puzzle_hint_theme_cost"))
    puzzles.frames(2)
    assert say("puzzle_told_theme_cost", themes=themes) in puzzles.says()
    assert picture_of(puzzles, cell) == before and not puzzles.services.autosave.tries("kalah")
    puzzles.press(say("puzzle_hint_move_cost"))
    puzzles.wait_for(lambda: not screen.busy)
    cells = [part for part in screen.accessible_node().all if part.role is Role.CELL]
    assert [part.key for part in cells if say("access_ringed") in part.name] == [cell]
    assert picture_of(puzzles, cell) != before
    # Who does not see the ring hears where it is.
    assert f"Pit {screen.view.move_text(first, 0)} comes first" in puzzles.says()
    [done] = puzzles.services.autosave.tries("kalah")
    assert done.helped and not done.solved
    assert (done.rating, done.deviation) == (Rating().rating, Rating().deviation)
    puzzles.key(pygame.K_s, "s")
    puzzles.wait_for(lambda: screen.run.solved and not screen.busy)
    assert say("puzzle_shown") in puzzles.says()
    plies = [ply for turn in screen.run.puzzle.turns for ply in turn]
    assert screen.match.here.plies == plies
    assert len(puzzles.services.autosave.tries("kalah")) == 1


def test_what_a_try_costs_is_said_and_one_press_shows_the_answer(puzzles):
    screen = begin(puzzles, "kalah 6x3 streak")
    assert say("puzzle_streak_once") in puzzles.says()
    solve(puzzles)
    puzzles.key(pygame.K_ESCAPE)
    puzzles.frames(2)
    assert say("puzzle_streak", now=1, best=1) in " ".join(puzzles.said())
    screen = begin(puzzles, "kalah 6x3 streak")
    puzzles.press(say("puzzle_way_rating"))
    screen = puzzles.app.screen
    assert say("puzzle_once") in puzzles.says() and say("learn_try") not in puzzles.says()
    start = screen.match.here
    move = wrong_move(screen)
    refusal = answer_to(screen, move).message.said(say)
    puzzles.move(move)
    puzzles.wait_for(lambda: refusal in screen.news[1] and screen.busy)
    puzzles.press(say("puzzle_show"))
    assert screen.match.here is start  # what refutes the try is over at once
    puzzles.wait_for(lambda: screen.run.solved and not screen.busy)
    assert screen.match.here is not start and say("puzzle_shown") in puzzles.says()
    assert say("puzzle_once") not in puzzles.says()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", WAYS)
def test_what_a_hint_costs_is_said_before_it_is_pressed(puzzles, way, language):
    puzzles.speak(language)
    puzzles.app.open(LearnOf(f"kalah 6x3 {way}", "run", tab="puzzles"))
    puzzles.frames(2)
    screen = puzzles.app.screen
    run = screen.run
    hints = []
    while not hints or hints[-1] != FIRST_MOVE:
        hints.append(run.hint)
        name = say(f"puzzle_hint_{run.hint}_cost")
        assert say(screen.try_words) in puzzles.says() and puzzles.button(name)
        assert puzzles.button(say("puzzle_show")).tip == say("puzzle_show_cost")
        puzzles.press(name)
        puzzles.wait_for(lambda: not screen.busy)
        if run.hint != hints[-1]:
            screen._hush()
            screen.refresh()
    assert hints[0] == THEME or way == BY_THEME
    # The try is decided: more help is free, and nothing is said of a price.
    assert puzzles.button(say("puzzle_hint_move")) and not screen.try_words
    assert say("puzzle_show_cost") not in puzzles.labels()


def test_a_puzzle_solved_later_is_said_to_be_found_at_that_try(puzzles):
    screen = begin(puzzles, "kalah 6x3 rating")
    for wrong, key in enumerate(
        ("puzzle_found_second", "puzzle_found_third", "puzzle_found_later")
    ):
        for _ in range(wrong + 1):
            click(puzzles, wrong_move(screen))
        solve(puzzles)
        result = puzzle_result(screen.run.puzzle.value).said(say)
        assert say(key, n=wrong + 2, result=result) in puzzles.says()
        assert say("puzzle_solved", result=result) not in puzzles.says()
        puzzles.press(say("puzzle_next"))


def test_where_a_newcomer_begins_is_asked_until_the_first_rated_puzzle(puzzles):
    puzzles.app.open(LearnOf("kalah 6x3 today", tab="puzzles"))
    puzzles.frames(2)
    seen = set()
    for stage, rating in STAGES.items():
        puzzles.press(say(f"puzzle_stage_{stage}"))
        puzzles.frames(2)
        page = puzzles.app.screen.page
        number = number_of_day(KALAH, "6x3", NOW.date(), stage)
        assert page.run.puzzle.number == number and str(round(rating)) in puzzles.said()
        assert say(f"puzzle_same_{stage}") in " ".join(puzzles.said())
        seen.add(number)
    assert len(seen) == len(STAGES)
    puzzles.press(say("learn_begin"))
    solve(puzzles)
    [done] = puzzles.services.autosave.tries("kalah")
    assert done.rating > STAGES["strong"]
    puzzles.key(pygame.K_ESCAPE)
    puzzles.frames(2)
    assert puzzles.button(say("puzzle_stage_beginner")) is None
    puzzles.press(naming.title_of(DIAMOND, "diamond"))  # of another game nothing is known
    puzzles.frames(2)
    assert puzzles.button(say("puzzle_stage_strong")).chosen


def test_a_course_of_ratings_is_drawn_from_two_tries_on(puzzles, monkeypatch):
    drawn = []
    monkeypatch.setattr(charts, "render_course", lambda *a: drawn.append(a) or pygame.Surface(a[0]))
    begin(puzzles, "kalah 6x3 rating")
    solve(puzzles)
    puzzles.frames(2)
    assert not drawn
    puzzles.press(say("puzzle_next"))
    solve(puzzles)
    puzzles.frames(2)
    assert drawn


def test_from_a_solved_puzzle_to_its_search_and_back_and_on_to_a_game(puzzles):
    screen = begin(puzzles, "reversi diamond rating")
    puzzles.key(pygame.K_l, "l")
    assert puzzles.app.screen is screen, "the search would give it away"
    solve(puzzles)
    puzzles.press(say("puzzle_search"))
    theatre = puzzles.app.screen
    assert isinstance(theatre, Theatre)
    puzzles.key(pygame.K_ESCAPE)
    assert puzzles.app.screen is screen and screen.match.here is screen.match.root
    puzzles.press(say("puzzle_play_on"))
    play = puzzles.app.screen
    assert isinstance(play, Play) and play.match.start == screen.run.puzzle.position
    assert play.match.rules == screen.run.exercise.rules
    assert play.match.mover.person and not all(player.person for player in play.match.players)
    puzzles.key(pygame.K_ESCAPE)
    assert puzzles.app.screen.page.board == ("reversi", "diamond")


def test_the_days_of_tries_and_today_are_told_each_in_its_place(puzzles):
    begin(puzzles, "kalah 6x3 today")
    solve(puzzles)
    puzzles.frames(2)
    today = f"{say('when_month_11', day=23)}, {say('access_solved')}"
    [days] = [
        part
        for part in puzzles.app.accessible_node().all
        if part.name == say("puzzle_days") and part.parts
    ]
    assert [day.name for day in days.parts] == [today]
    assert days.rect.contains(days.parts[0].rect) and days.parts[0].rect.width < days.rect.width / 5
    puzzles.key(pygame.K_ESCAPE)
    puzzles.frames(2)
    row = puzzles.button(naming.title_of(KALAH, "6x3"))
    assert row.name.endswith(today) and row.chosen


def test_themes_are_chosen_on_the_page(puzzles):
    begin(puzzles, "reversi diamond rating")
    puzzles.press(say("puzzle_way_theme"))  # leads to where they stand
    puzzles.press(say("puzzle_theme_corner"))
    puzzles.press(say("learn_begin"))
    run = puzzles.app.screen.run
    assert (run.way, run.theme) == (BY_THEME, "corner") and "corner" in run.puzzle.themes


def test_a_damaged_list_is_told_in_a_sentence(puzzles, tmp_path, monkeypatch):
    (tmp_path / "kalah-6x6.txt").write_text("nonsense\n", "ascii")
    puzzles_of.cache_clear()
    monkeypatch.setattr(lists, "asset", lambda *parts: tmp_path / parts[-1])
    puzzles.app.open(LearnOf("kalah 6x6 today", tab="puzzles"))
    puzzles.frames(2)
    text = " ".join(puzzles.said())
    assert say("refused_puzzle_line", line=1, file="kalah-6x6.txt")[1:] in text
    assert puzzles.button(say("learn_begin")) is None
    puzzles.key(pygame.K_RETURN)
    assert puzzles.app.screen.page.run is None
    puzzles_of.cache_clear()
