"""The window driven by posted events; time passes only when a test lets it."""

import pygame
import pytest
from driver import Driver

from kalahgui.engine.thinker import Thinker
from kalahgui.gui.panels.narration import status_words
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.play import tools
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.gui.services.settings import Seat
from kalahgui.match.node import SWAP
from kalahgui.words import LANGUAGES, say


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "games.sqlite3"


def start(
    window: Driver,
    first: Seat | None = None,
    second: Seat | None = None,
    stones: int = 4,
    pie: bool = False,
    **choices,
) -> Play:
    computer = Seat(person=False, level=3)
    return window.start("kalah", first, second or computer, f"6x{stones}", pie, **choices)


def test_hover_tells_a_capture(window):
    play = start(window, second=Seat())
    board = play.view.board
    window.move_to(board.centre(2))
    assert "move again" in play.banner_words(play.cell_in_hand)
    window.move_to((5, 700))
    assert play.cell_in_hand is None
    window.type("51")  # the first player's fifth pit is empty now
    window.move_to(board.centre(0))
    assert "captures 7" in play.banner_words(play.cell_in_hand)


def test_a_tap_shows_a_second_tap_plays_and_an_impossible_click_gets_a_sentence(window):
    play = start(window, second=Seat(), stones=4)
    place = play.view.board.centre(2)
    window.click(place, touch=True)
    assert (play.match.plies, play.cell_in_hand) == ([], 2)
    window.click(place, touch=True)
    assert play.match.plies == [2], "which moves again"
    for cell, key in ((9, "other_side"), (6, "a_store"), (2, "empty_pit")):
        window.click(play.view.board.centre(cell))
        assert play.session.message.key == key
    window.type("9")
    assert play.session.message is None, "which was about another pit"
    assert play.match.plies == [2]


def test_sowing_goes_stone_by_stone(window):
    play = start(window, second=Seat(), pace="normal")
    window.key(pygame.K_r)
    assert play.session.message.key == "no_replay"
    window.click(play.view.board.centre(2))
    seen = set()
    for _ in range(40):
        seen.add(sum(map(len, play.session.shown.cells)))
        window.frames()
    assert {44, 45, 46} <= seen
    assert play.session.moving
    window.click(play.view.board.centre(3))  # the next move finishes what moves
    assert play.match.plies == [2, 3]
    window.settle()
    cells = play.match.game.cells(play.match.position)
    assert [*map(len, play.session.shown.cells)] == cells
    window.key(pygame.K_r)
    assert play.session.replaying and [*map(len, play.session.shown.cells)] != cells
    window.settle()
    assert [*map(len, play.session.shown.cells)] == cells


def test_undo_takes_back_the_persons_sowing_and_the_answer(window):
    play = start(window)
    window.key(pygame.K_z)
    assert play.session.message.key == "no_undo"
    ends = [0]
    while len(ends) < 4:
        window.settle()
        if play.session.persons_turn:
            window.type(str(play.match.position.moves()[0] + 1))
            window.settle()
            ends.append(len(play.match.plies))
    for count in reversed(ends[:-1]):
        window.key(pygame.K_z)
        assert len(play.match.plies) == count
    for count in ends[1:]:
        window.key(pygame.K_y)
        assert len(play.match.plies) == count
    assert window.app.store.matches()[0].moves.split() == play.match.ply_texts()


def test_move_now_plays_the_best_so_far(window):
    play = start(window, second=Seat(person=False, custom=True, algorithm="minimax", turns=20))
    window.click(play.view.board.centre(0))
    window.frames(3)
    assert play.session.thinking
    window.press("Move now")
    window.settle()
    assert len(play.match.plies) >= 2


def test_an_exception_in_the_engine_is_a_sentence(window, monkeypatch):
    play = start(window)
    calls = []

    def fail(self, position, limit, interrupt):
        calls.append(1)
        raise RuntimeError("out of stones")

    monkeypatch.setattr(Thinker, "think", fail)
    window.click(play.view.board.centre(0))
    window.wait_for(lambda: play.session.message is not None)
    assert play.session.message.key == "engine_failed"
    assert "out of stones" in play.session.message.values["why"]
    window.frames(60)
    assert len(calls) == 1, "it is not tried again by itself"
    monkeypatch.undo()
    window.key(pygame.K_SPACE)
    assert play.session.message is None
    window.settle()
    assert len(play.match.plies) >= 2


def test_the_second_player_may_swap(window):
    play = start(window, second=Seat(), pie=True, stones=4)
    window.click(play.view.board.centre(0))
    assert play.match.can_swap
    window.press("Swap sides")
    assert play.match.plies == [0, SWAP]
    assert not play.match.can_swap
    assert play.match.seat_of(1) == 0
    assert play.banner_words(None) == "Second player swaps sides"


def test_continue_after_the_program_was_killed(window, path):
    play = start(window, second=Seat())
    for pit in (0, 8, 2, 9):
        window.click(play.view.board.centre(pit))
    before = play.match.position
    assert len(play.match.plies) == 4
    # No farewell: a second program reads what the first one left behind.
    other = Driver(path)
    assert isinstance(other.app.screen, Home)
    other.press("Continue")
    again = other.app.screen
    assert again.match.position == before
    assert [len(p) for p in again.session.shown.cells] == again.match.game.cells(before)
    again.match.play(again.match.position.moves()[0])
    other.services.autosave.keep_match(again.stored)
    assert len(other.app.store.matches()) == 1
    other.close()


def test_a_new_game_asks_before_it_leaves_one(window):
    play = start(window, second=Seat())
    window.key(pygame.K_1, "1")
    window.key(pygame.K_n, "n")
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is play
    window.key(pygame.K_n, "n")
    window.key(pygame.K_RETURN)
    assert window.app.screen is not play
    assert window.app.screen.match.plies == []


@pytest.mark.slow
def test_two_computers_pause_and_step(window):
    computer = Seat(person=False, level=3)
    play = start(window, computer, computer)
    window.key(pygame.K_SPACE)
    assert play.session.paused
    window.settle()
    count = len(play.match.plies)
    window.key(pygame.K_PERIOD, ".")
    window.settle()
    assert len(play.match.plies) == count + 1
    window.key(pygame.K_SPACE)
    window.wait_for(lambda: play.match.over)


def test_rematch_swaps_sides_and_keeps_the_score(window):
    play = start(window, Seat(name="Ann"), Seat(name="Bob"))
    for names, wins in ((["Bob", "Ann"], (1, 0)), (["Ann", "Bob"], (1, 1))):
        window.press(say("menu_resign"))
        window.key(pygame.K_RETURN)
        window.end()
        window.press(f"Play again: {names[0]} begins")
        again = window.app.screen
        assert [player.name for player in again.match.players] == names
        assert again.stored.series.wins == wins
    assert again is not play
    window.type("3641")
    window.key(pygame.K_ESCAPE)
    window.press("Continue")
    assert naming.score_words(window.app.screen.stored.series) == "1 – 1"


def test_the_board_turns_round_and_faces_both(window):
    play = start(window, second=Seat(), face="flip")
    assert play.view.south == 0
    window.do("hint")  # it goes with the move, and the screen is laid out anew
    window.click(play.view.board.centre(0))
    window.frames(2)
    assert play.match.position.turn == 1 and play.view.south == 0 and play.moving
    window.frames(9, 0.1)
    assert play.view.south == 0, "it is seen for a second how the move has come out"
    window.wait_for(lambda: play.view.south == 1)
    window.draw()
    turning = pygame.image.tobytes(window.app.surface, "RGB")
    window.frames(6, 0.1)
    assert not play.moving
    window.draw()
    assert pygame.image.tobytes(window.app.surface, "RGB") != turning
    window.key(pygame.K_f)
    assert play.view.south == 0
    window.choose(face="both")
    window.frames(2)
    assert play.facing


def test_a_resized_window_is_laid_out_again(window):
    play = start(window, second=Seat())
    window.click(play.view.board.centre(0))
    window.app.surface = pygame.display.set_mode((1024, 640), pygame.RESIZABLE)
    pygame.event.post(pygame.Event(pygame.VIDEORESIZE, size=(1024, 640), w=1024, h=640))
    window.frames(15)
    assert window.app.size == (1024, 640)
    assert window.services.choices.window == (1024, 640)
    assert play.view.rect.right < 1024
    window.click(play.view.board.centre(8))
    assert play.match.plies == [0, 1]


def test_the_whole_window_speaks_japanese(window):
    window.press("日本語")
    assert window.services.choices.language == "ja"
    window.app.open(SetUpOf("kalah"))
    window.frames()
    window.press("はじめる")
    play = window.app.screen
    window.move_to(play.view.board.centre(0))
    assert "番の穴" in play.banner_words(play.cell_in_hand)


def test_two_windows_on_one_match_notice_each_other(window, path):
    play = start(window, second=Seat())
    window.type("3641")
    other = Driver(path)
    other.press("Continue")
    theirs = other.app.screen
    other.services.choose(pace="off")
    other.type("2")
    window.type("3")
    assert len(window.services.notices.waiting) == 1
    assert "copy" in window.services.notices.waiting[0]
    window.type("1")
    assert len(window.services.notices.waiting) == 1, "a copy is a match of its own"
    lines = {record.moves for record in window.app.store.matches()}
    assert lines == {" ".join(play.match.ply_texts()), " ".join(theirs.match.ply_texts())}
    other.close()


def test_a_notice_is_shown_for_as_long_as_it_takes_to_read(window):
    window.services.notices.add("One sentence.")
    window.services.notices.add("Another one.")
    window.frames(60, dt=0.1)
    assert window.services.notices.waiting == ["One sentence.", "Another one."]
    window.frames(15, dt=0.1)
    assert window.services.notices.waiting == ["Another one."]
    window.services.notices.show_now("Speed")
    window.frames(10, dt=0.1)
    assert window.services.notices.waiting[0] == "Speed"
    window.frames(10, dt=0.1)
    assert window.services.notices.waiting == ["Another one."]
    window.frames(75, dt=0.1)
    assert window.services.notices.waiting == []


def test_nobody_is_taken_for_you_by_a_name(window):
    play = start(window, Seat(name="You"), Seat(name="Bob"))
    assert not naming.is_you(play.match, 0)
    assert status_words(play.session, play.view).startswith("You: ")
    play = start(window, second=Seat(person=False, level=1))
    assert naming.is_you(play.match, 0)
    assert status_words(play.session, play.view).startswith("Your turn")


# -- walking through a match


COMPUTER = Seat(person=False, custom=True, algorithm="minimax", turns=1)


def begin(window: Driver, card: str = "kalah", second: Seat = COMPUTER, **choices) -> Play:
    return window.start(card, second=second, **choices)


def turns(window: Driver, play: Play, count: int) -> None:
    """Let the person and the computer play so many turns each."""
    for _ in range(count):
        person = play.match.tip.position.turn
        while play.session.persons_turn and play.match.position.turn == person:
            play.session.play(play.match.position.moves()[-1])
        window.app.wake()
        window.wait_for(lambda: play.session.persons_turn)
    window.settle()


@pytest.mark.few(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_walks_through_a_game_plays_there_and_is_told_where_one_stands(window, language):
    window.speak(language)
    play = begin(window)
    turns(window, play, 2)
    match, tip = play.match, play.match.tip
    plies, whereabouts = tip.plies, play.panel.whereabouts
    assert whereabouts.words() == ""
    assert not window.button(say("list_back"))
    for key, node in (
        (pygame.K_PAGEUP, tip.parent),
        (pygame.K_PAGEUP, tip.parent.parent),
        (pygame.K_PAGEDOWN, tip.parent),
        (pygame.K_HOME, match.root),
        (pygame.K_END, tip),
    ):
        window.key(key)
        assert match.here is node
    window.key(pygame.K_PAGEUP)
    assert whereabouts.words().startswith(say("list_earlier", n=len(plies) - 1, of=len(plies)))
    window.press(say("list_back"))
    assert match.here is match.tip is tip and tip.plies == plies
    window.frames()
    assert not window.button(say("list_back"))
    # A move at an earlier position opens a side line, in which the computer answers.
    window.key(pygame.K_HOME)
    other = next(move for move in (1, 2, 3) if match.root.child(move) is None)
    window.type(match.game.text(other))
    window.wait_for(lambda: match.aside and len(match.end.line) > 1)
    window.wait_for(lambda: play.session.persons_turn)
    assert match.tip is tip and match.here is match.end
    assert whereabouts.words() == say("list_side_line")
    window.press(say("list_back"))
    assert match.here is match.end is match.tip is tip
    # The computer goes on while somebody looks elsewhere.
    person = match.position.turn
    while match.position.turn == person and not match.over:
        play.session.play(match.position.moves()[-1])
    play.session.go_to_start()
    before = match.tip
    window.app.wake()
    window.wait_for(lambda: match.tip is not before and not play.session.computer_moves)
    assert match.here is match.root
    assert whereabouts.words() == say("list_computer_has_moved")
    window.key(pygame.K_END)
    assert whereabouts.words() == ""


def usable(play: Play) -> set[str]:
    """Return the commands above the board and on its sheets that can be done now."""
    shown = tools.row(play.session, hint=False) + tools.study(play.session)
    shown += tools.menu(play.session, play.services.choices, turns_round=True, full=False)
    return {tool.command for tool in shown if tool.usable()}


@pytest.mark.slow
def test_what_cannot_be_done_looks_disabled(window):
    play = begin(window)
    assert not usable(play) & {"undo", "redo", "replay", "review"}
    assert not window.button("undo").enabled
    window.key(pygame.K_r, "R", pygame.KMOD_SHIFT)
    assert window.app.screen is play
    assert play.session.message.key == "no_review"
    turns(window, play, 1)
    assert {"undo", "replay", "review"} <= usable(play) and "redo" not in usable(play)
    assert window.button("undo").enabled
    window.press("undo")
    window.frames()
    assert "redo" in usable(play) and not window.button("undo").enabled
    window.press(say("menu_redo"))
    window.key(pygame.K_PAGEUP)
    assert not window.button("undo").enabled, "nothing is taken back while one walks"


def test_the_moves_of_the_expected_line_can_be_seen_on_the_board(window):
    second = Seat(person=False, custom=True, algorithm="alpha-beta", turns=5)
    play = begin(window, second=second, thinking=True, figures=True)
    turns(window, play, 1)
    nodes, match = play.panel.line.nodes, play.match
    assert len(nodes) > 3
    first_not_played = next(node for node in nodes if node not in match.main_line)
    tree = list(match.root.below())
    window.click(play.panel.line.place_of(first_not_played).center)
    assert match.here is first_not_played
    assert match.here in play.panel.line.nodes
    assert list(match.root.below()) == tree, "looking adds nothing to the tree"
    window.key(pygame.K_END)
    assert match.here is match.tip
    rows = play.panel.moves.rect.height
    window.key(pygame.K_t, "t")
    assert say("thinking") not in window.said()
    assert play.panel.moves.rect.height > rows
    why = window.button(say("why"))
    assert play.panel.rect.contains(why.rect)
