"""Clocks: what they show, when they run, and what is lost by them."""

from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_session import COMPUTER, PERSON, FakeEngine, Time, session_of

from kalahgui import words
from kalahgui.games import GAMES
from kalahgui.gui.panels.narration import status_words
from kalahgui.gui.screens.play.plates import clock_faces
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import GameOf, MainScreen, SetUpOf
from kalahgui.gui.services.settings import Seat
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.match.analysis import Analysis
from kalahgui.match.clock import MOST_SECONDS, Clock, TimeControl
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Forfeit
from kalahgui.words import say

CONTROLS = st.one_of(
    st.builds(
        TimeControl, st.integers(1, MOST_SECONDS), st.integers(0, MOST_SECONDS), st.just(False)
    ),
    st.builds(TimeControl, st.integers(1, MOST_SECONDS), st.just(0), st.just(True)),
)
GAME, MOVE = TimeControl(60, 5), TimeControl(10, each_move=True)


def match_of(first=PERSON, second=PERSON, control=GAME, game="kalah", board="6x4"):
    return Match(GAMES[game], board, (), (first, second), control=control)


def timed(match, engine=None, pace=0.0, keep=lambda: None):
    """Return a session, and what lets time pass for it in frames that a clock adds up exactly."""
    now = Time()
    session = session_of(match, engine or FakeEngine(), pace, now, keep)
    session.elapse()

    def think(seconds, frame=0.125):
        for _ in range(round(seconds / frame)):
            now.seconds += frame
            session.elapse()

    return session, think


@given(CONTROLS, st.tuples(*2 * [st.integers(0, 999)]))
def test_what_is_written_is_read(control, turns):
    assert TimeControl.parse(str(control)) == control
    clock = replace(Clock.new(control), turns=turns)
    assert Clock.parse(str(clock)) == clock
    assert Clock.parse("60+5 1.500 2.000") == Clock(GAME, (1.5, 2.0)), "where no turns are counted"


@pytest.mark.parametrize(
    ("read", "text"),
    [
        *product([TimeControl.parse], ["", "5", "0+3", "-1+3", "5+", "5/turn", "999999+0", "٣+1"]),
        *product([TimeControl.parse], ["86401+0", "5+3/move", "x"]),
        *product([Clock.parse], ["60+5 1", "60+5 1 2 3", "60+5 -1 2", "60+5 nan 2", "60+5 a b"]),
        (Clock.parse, "60+5 9e9 2"),
    ],
)
def test_what_is_no_time_and_what_no_clocks_show_is_refused(read, text):
    with pytest.raises(ValueError):
        read(text)


@given(CONTROLS, st.floats(0.001, 1.0))
def test_a_computer_that_takes_what_it_is_allowed_never_runs_out_of_time(control, share):
    clock = Clock(control, (share * control.seconds,) * 2)
    for turns in range(1, 301):
        clock = clock.ran(1, clock.allowance(1))
        assert clock.left[1] > 0
        clock = clock.moved(1, turns)
    assert clock.left[0] == share * control.seconds


@pytest.mark.parametrize(("control", "left"), [(GAME, (58.0, 60.0)), (MOVE, (10.0, 10.0))])
def test_nobodys_clock_runs_before_the_first_move_and_a_turn_adds_the_increment(control, left):
    match = match_of(control=control)
    session, think = timed(match)
    think(7.0)
    assert match.clock == Clock.new(control)
    session.play(2)  # ends in the store, so the same player moves again
    assert match.clock == Clock.new(control)
    think(7.0)
    session.play(0)
    assert match.clock.left == left
    think(2.5)
    assert match.clock.left == (left[0], left[1] - 2.5)


def test_a_persons_clock_stands_while_stones_move_and_in_side_lines():
    match = match_of()
    session, think = timed(match, pace=1.0)
    session.play(0)
    assert session.moving
    think(5.0)
    assert match.clock.left == (65.0, 60.0)
    session.rest()
    think(5.0)
    assert match.clock.left == (65.0, 55.0)
    session.play(0)
    session.rest()
    session.go_to(match.root)
    think(1.0)
    assert match.clock.left == (64.0, 60.0)  # who walks about still has to move
    session.play(3)
    assert match.aside
    session.rest()
    think(30.0)
    assert match.clock.left == (64.0, 60.0)


@pytest.mark.parametrize("look", ["replay", "walk"])
def test_a_persons_clock_runs_while_moves_are_looked_at_again(look):
    match = match_of()
    session, think = timed(match, pace=1.0)
    session.play(0)
    session.rest()
    if look == "replay":
        session.replay_last_turn()
    else:
        session.go_to_start()
        session.step_by(1)
    assert session.moving
    think(5.0)
    assert match.clock.left == (65.0, 55.0)


@pytest.mark.parametrize("walking", [False, True])
def test_whose_time_is_up_has_lost(walking):
    match = match_of()
    kept = []
    session, think = timed(match, keep=lambda: kept.append(record_of(StoredMatch(match)).result))
    session.play(0)
    if walking:
        session.go_to(match.root)
    think(59.0)
    assert not match.tip.over
    think(1.0)
    assert (match.tip.forfeit, match.winner, match.tip.resigned) == (
        Forfeit(1, on_time=True),
        0,
        None,
    )
    assert kept[-1] == "second out of time"
    assert naming.why_over_words(match) == say("by_time", name=naming.player_name(match, 1))
    with pytest.raises(ValueError, match="over"):
        match.play(0)


def test_a_loss_on_time_is_kept_and_taken_back_with_the_clocks_anew():
    match = match_of()
    match.play(0)
    match.clock = match.clock.ran(1, 60.0)
    match.lose(Forfeit(1, on_time=True), match.tip)
    again = stored_of(record_of(StoredMatch(match))).match
    assert (again.tip.forfeit, again.clock) == (match.tip.forfeit, match.clock)
    assert again.can_undo
    again.undo()
    assert (again.tip.forfeit, again.clock, again.plies) == (None, Clock.new(GAME), [0])


@pytest.mark.parametrize("control", [GAME, MOVE])
def test_a_move_that_is_played_again_brings_no_more_time(control):
    match = match_of(control=control)
    session, think = timed(match)
    session.play(0)
    think(4.0)
    once = match.clock
    session.go_to(match.root)
    session.play(0)
    assert match.clock == once
    for _ in range(3):
        session.undo()
        session.play(0)
    assert match.clock.left[1] == once.left[1]
    assert match.clock.left[0] == once.left[0]
    session.play(1)
    assert match.clock.left[1] == (61.0 if control is GAME else 10.0)


def test_a_chain_is_no_way_to_more_time_for_a_move():
    match = match_of(control=MOVE)
    session, think = timed(match)
    session.play(2)
    think(6.0)
    session.step_by(-1)
    session.play(2)
    assert match.clock.left == (4.0, 10.0)


# -- stalls of the program, and a machine that slept


def thinking(seconds=3600):
    """Return a match in which a computer thinks, its session, and what lets time pass."""
    match = match_of(second=COMPUTER, control=TimeControl(seconds, 0))
    engine = FakeEngine()
    engine.patience = 10**9
    session, think = timed(match, engine)
    session.play(0)
    session.update(0.0)
    assert session.thinking
    return match, session, think


def test_a_computer_pays_for_what_it_thinks_in_stalls_but_a_late_frame_costs_it_no_game():
    match, _, think = thinking()
    think(4.0, frame=1.0)
    think(1.0)
    assert match.clock.left == (3600.0, 3595.0)
    match, session, think = thinking(3)
    think(4.0, frame=4.0)
    assert session.job.stopped
    assert match.tip.forfeit is None and match.clock.left[1] > 2.0
    think(4.0, frame=4.0)
    assert match.tip.forfeit == Forfeit(1, on_time=True)


def test_a_person_whose_machine_slept_loses_no_time_until_they_go_on():
    match = match_of()
    session, think = timed(match)
    session.play(0)
    think(3600.0, frame=3600.0)
    assert session.paused
    think(30.0)
    assert match.clock.left == (65.0, 60.0)
    session.toggle_pause()
    assert not session.paused
    left, seat = sum(match.clock.left), match.seat_to_move_at(match.tip)
    think(2.0)
    assert sum(match.clock.left) == left - 2.0
    think(3600.0, frame=3600.0)
    assert session.paused
    assert match.clock.left[seat] > 50.0


def test_a_computer_whose_machine_slept_thinks_anew_when_the_game_goes_on():
    match, session, think = thinking()
    job = session.job
    think(3600.0, frame=3600.0)
    assert job.stopped
    for _ in range(20):
        session.update(0.5)
    think(30.0)
    assert not session.thinking
    assert match.clock.left == (3600.0, 3600.0)
    session.toggle_pause()
    session.update(0.0)
    think(2.0)
    assert session.thinking
    assert match.clock.left == (3600.0, 3598.0)


@pytest.mark.parametrize("where", ["untimed", "start", "side line", "over", "paused", "stands"])
def test_a_game_in_which_no_clock_runs_waits_for_nobody(where):
    match = match_of(second=COMPUTER if where == "stands" else PERSON)
    if where == "untimed":
        match.clock = None
    session, think = timed(match)
    if where in ("paused", "stands"):
        session.pause()
    if where != "start":
        session.play(0)
    if where == "side line":
        session.go_to_start()
        session.play(1)
    elif where == "over":
        session.resign()
    paused, clock = session.paused, match.clock
    think(3600.0, frame=3600.0)
    assert session.paused == paused
    assert match.clock is clock


@pytest.fixture
def timed_play(window):
    """A game by the clock of two persons in a window, in which the second is to move."""
    window.start("kalah", clock="60+5")
    window.type("2")
    window.frames(30)
    return window.app.screen


def go_on(window, match, how):
    """Go on with a game of one ply that is paused, by which the clock runs again."""
    if how == "space":
        window.key(pygame.K_SPACE)
    elif how == "button":
        window.press(say("go_on"))
    else:
        window.type("3")
        assert len(match.plies) == 2
    before = sum(match.clock.left)
    window.frames(60)
    assert before - sum(match.clock.left) == pytest.approx(1.0, abs=0.1)


@pytest.mark.few(2)
@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("how", ["space", "button", "move"])
def test_the_window_says_that_a_game_waits_and_lets_it_go_on(window, timed_play, how, by_hand):
    match, session = timed_play.match, timed_play.session
    if by_hand:
        window.press(say("row_menu"))
        window.press(say("row_pause"))
    else:
        window.seconds += 3600.0
        window.frames()
    left, seconds, waits = match.clock.left, session.seconds, say("paused_status")
    window.frames(60)
    assert window.services.notices.waiting == [say("notice_interrupted")] * (not by_hand)
    assert status_words(session, timed_play.view) == waits and waits in window.said()
    assert (match.clock.left, session.seconds) == (left, seconds)
    go_on(window, match, how)
    assert window.services.notices.waiting == [] and waits not in window.said()
    assert window.button(say("go_on")) is None


@pytest.mark.parametrize("by_key", [False, True])
def test_the_sides_are_swapped_after_the_game_goes_on(window, by_key):
    match = Match(GAMES["kalah"], "6x4", (), (PERSON, PERSON), pie=True, control=GAME)
    window.app.open(GameOf(match))
    window.type("1")
    window.seconds += 3600.0
    window.frames(2)
    assert window.button(say("swap")) is None
    if by_key:
        window.key(pygame.K_s, "s")
    else:
        window.press(say("go_on"))
        window.press(say("swap"))
    assert match.plies == [0, SWAP]
    assert not window.app.screen.session.paused


def test_a_computer_answers_when_the_person_moves_in_a_paused_game(window):
    play = window.start("kalah", second=Seat(person=False, level=1))
    window.press(say("row_menu"))
    window.press(say("row_pause"))
    window.type("2")
    window.wait_for(lambda: len(play.match.plies) > 1)


def test_a_review_pauses_a_game_by_the_clock(window, timed_play):
    match, left = timed_play.match, timed_play.match.clock.left
    timed_play.review()
    window.frames(60)
    assert window.app.screen is not timed_play
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is timed_play
    window.frames(60)
    assert match.clock.left == left
    assert window.services.voice.last == say("paused_status")
    window.press(say("go_on"))
    window.frames(60)
    assert window.services.voice.last == status_words(timed_play.session, timed_play.view)
    assert match.clock.left[1] < left[1] - 0.9


def test_a_side_line_leads_back_to_a_game_that_is_paused(window, timed_play):
    window.key(pygame.K_HOME)
    window.type("4")
    assert timed_play.match.aside
    window.press(say("list_back"))
    left = timed_play.match.clock.left
    window.frames(60)
    assert timed_play.match.clock.left == left
    assert say("paused_status") in window.said()


def test_a_timed_game_is_paused_when_it_is_continued_and_stays_one_game(window, timed_play):
    window.type("513")
    for _ in range(2):
        window.frames(60)
        left = window.app.screen.match.clock.left
        window.app.open(MainScreen.HOME)
        window.frames(3)
        window.press(say("continue"))
        match = window.app.screen.match
        window.frames(60)
        assert match.clock.left == pytest.approx(left, abs=0.1)
    assert window.app.store.count_unfinished() == 1
    assert not window.services.notices.waiting
    window.type("4")
    assert len(match.plies) == 5


def test_a_game_that_is_over_is_neither_paused_nor_goes_on(window, timed_play):
    timed_play.session.pause()
    window.press(say("row_menu"))
    timed_play.session.resign()
    timed_play.session.step_by(-1)
    window.frames(3)
    assert not window.button(say("row_resume")).enabled
    window.key(pygame.K_ESCAPE)
    assert window.button(say("go_on")) is None


def test_a_step_of_a_paused_computer_takes_time_and_can_be_hurried(window):
    play = window.start("kalah", second=Seat(person=False, level=10), clock="60+5")
    play.session.pause()
    play.session.play(1)
    window.wait_for(lambda: not play.session.moving)
    assert status_words(play.session, play.view) == say("paused_status_step")
    window.key(pygame.K_PERIOD, ".")
    window.frames(2)
    assert play.session.thinking and window.button(say("go_on")) is None
    seconds, left = play.session.seconds, play.match.clock.left
    window.frames(30)
    assert play.session.seconds > seconds + 0.4
    assert play.match.clock.left[1] < left[1] - 0.4
    window.press(say("move_now"))
    window.wait_for(lambda: len(play.match.plies) == 2)
    window.settle()
    assert status_words(play.session, play.view) == say(
        "paused_status" if play.session.persons_turn else "paused_status_step"
    )


@pytest.fixture
def leave_alone(monkeypatch, request):
    """Leave the window alone for some seconds, in which it waits between frames as it wants.

    A test names it before the window, which is begun with a clock of its own here.
    """

    def tick(rate):
        window.seconds += 1 / rate
        return 1000 / rate

    def leave(seconds):
        end = window.seconds + seconds
        while window.seconds < end:
            window.app.step(window.app.wait())

    monkeypatch.setattr(pygame.time, "Clock", lambda: SimpleNamespace(tick=tick))
    window = request.getfixturevalue("window")
    # Searches go by the true time, and would have to be awaited.
    monkeypatch.setattr(type(window.services.engine), "busy", False)
    for name in ("reviewing", "busy"):
        monkeypatch.setattr(Analysis, name, False)
    monkeypatch.setattr(Analysis, "update", lambda analysis: None)
    return leave


def test_a_clock_loses_no_second_while_nobody_touches_the_window(leave_alone, window, timed_play):
    leave_alone(10.0)
    left = timed_play.match.clock.left[1]
    leave_alone(10.0)
    assert timed_play.match.clock.left[1] == pytest.approx(left - 10.0, abs=0.3)


@pytest.mark.parametrize("why", ["over", "interrupted", "paused", "stands", "under a review"])
def test_the_window_rests_once_no_clock_runs(leave_alone, window, timed_play, why):
    session = timed_play.session
    if why == "over":
        session.resign()
    elif why == "interrupted":
        window.seconds += 3600.0
    elif why == "paused":
        session.pause()
    elif why == "stands":
        session.match.players = (PERSON, COMPUTER)
        session.pause()
    else:
        timed_play.review()
    leave_alone(30.0)  # the notice of an interruption goes meanwhile
    assert window.app.wait() > 0.25


@pytest.mark.few(1)
@pytest.mark.parametrize("elsewhere", ["search", "edit"])
def test_the_clocks_stand_while_the_theatre_or_the_editor_is_open(window, timed_play, elsewhere):
    window.do(elsewhere)
    left = timed_play.match.clock.left
    window.frames(100, dt=0.1)
    assert window.app.screen is not timed_play
    window.key(pygame.K_ESCAPE)
    window.frames()
    assert window.app.screen is timed_play
    assert timed_play.match.clock.left == pytest.approx(left, abs=0.1)
    window.frames(60)
    assert timed_play.match.clock.left[1] == pytest.approx(left[1] - 1.0, abs=0.1)
    assert not window.services.notices.waiting


def test_the_clock_is_kept_while_somebody_thinks_and_nothing_that_nobody_played_on():
    match = match_of()
    kept = []
    session, think = timed(match, keep=lambda: kept.append(match.clock.left[1]))
    session.close()
    assert kept == []
    session.play(0)
    think(12.0)
    session.close()
    assert kept == pytest.approx([60.0, 55.0, 50.0, 48.0], abs=0.2)


@pytest.mark.parametrize("changes", [{"clock": "60+5 x 2"}, {"clock": "soon"}])
def test_damaged_clocks_are_refused(changes):
    with pytest.raises(ValueError):
        stored_of(replace(record_of(StoredMatch(match_of())), **changes))


def test_a_computer_answers_in_time():
    match, session, think = thinking(25)
    job = session.job
    think(0.875)
    assert not job.stopped
    think(0.25)
    assert job.stopped
    assert match.clock.left[1] == 23.875
    for _ in range(20):
        session.update(0.2)
    assert not match.over
    assert len(match.plies) > 1


def test_a_clock_belongs_to_a_card_its_board_and_who_plays(window):
    friends, computer = Seat(), Seat(person=False)
    window.choose(first=friends, second=friends)
    window.choose_card("kalah", board="6x4")
    window.choose_clock("kalah", "60+5")

    def shown(card: str, board: str, second: Seat) -> TimeControl | None:
        window.choose_card(card, board=board, second=second)
        window.app.open(SetUpOf(card))
        window.frames()
        window.press(say("start"))
        clock = window.app.screen.match.clock
        return None if clock is None else clock.control

    assert shown("kalah", "6x4", computer) is None
    assert shown("kalah", "6x6", friends) is None
    assert shown("tictactoe", "3x3", friends) is None
    assert shown("kalah", "6x4", friends) == TimeControl(60, 5)
    window.choose_clock("kalah", "")
    assert shown("kalah", "6x4", friends) is None


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_clocks_are_chosen_run_and_end_a_game_in_the_window(window, language):
    window.speak(language)
    window.app.open(SetUpOf("tictactoe"))
    window.frames()
    window.press(say("clock_none"))
    window.press(say("clock_move"))
    window.press("5")
    control = window.services.choices.cards["tictactoe"].control
    assert control == TimeControl(5, each_move=True)
    window.app.pop()
    window.frames()
    assert naming.clock_words(control) == say("clock_each_move", n=5)
    window.press(say("start"))
    play = window.app.screen
    window.type("a1")
    window.wait_for(lambda: play.session.persons_turn)
    window.frames(3)
    assert clock_faces(play.match) == ["5.0", "5.0"] or play.match.clock.left[0] < 5.0
    window.frames(1, 1.0)
    before = set(window.said())
    window.frames(60, 0.05)
    assert before != set(window.said())
    window.frames(40, 0.1)
    assert play.match.tip.forfeit == Forfeit(0, on_time=True)
