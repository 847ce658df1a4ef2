"""The page that explains a computer's turn, by posted events."""

import pygame
import pytest
from driver import Driver

from kalahgui import words
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.theatre.race.race_page import RacePage
from kalahgui.gui.screens.theatre.theatre_screen import Theatre
from kalahgui.gui.screens.theatre.watch.watch_page import WatchPage
from kalahgui.gui.screens.theatre.why.why_page import WhyPage
from kalahgui.gui.services.navigation import GameOf, MainScreen, StoredGame, TheatreOf
from kalahgui.gui.services.settings import Seat
from kalahgui.library.saved import record_of, stored_of
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP, SearchStatistics, Thought
from kalahgui.theatre.folded_tree import Folder
from kalahgui.theatre.recording import ROOT
from kalahgui.words import say


def answered(window: Driver, card: str, level: int, moves: tuple[str, ...], board="") -> Play:
    """Play moves against a level, which answers each."""
    screen = window.start(card, Seat(), Seat(person=False, level=level), board)
    for text in moves:
        moves = screen.match.position.moves()
        screen.session.play(screen.match.game.parse_move(text) if text else moves[-1])
        window.wait_for(lambda: screen.session.persons_turn and not screen.session.moving)
    return screen


def explained(window: Driver) -> WhyPage:
    """Ask why, and wait for the whole answer."""
    window.key(pygame.K_q, "q")
    page = window.app.screen.page
    assert isinstance(page, WhyPage)
    window.wait_for(lambda: page.words is not None and not page.watching.counting)
    window.frames(3)
    return page


def drawn(window: Driver) -> WhyPage:
    """Ask why, and have the small search told of, where the one that moved is another one."""
    page = explained(window)
    if not page.words.has_tree:
        window.press(say("why_face_small"))
    return page


def test_a_turn_is_explained_watched_and_raced_and_then_no_more(window):
    screen = answered(window, "kalah", 5, ("2",))
    window.key(pygame.K_l, "l")
    visit = window.app.screen.visit
    visit.search_by(algorithm="minimax", depth=2)
    own = "minimax", 2, visit.order
    window.key(pygame.K_ESCAPE)
    page = explained(window)
    assert page.visit.algorithm != own[0]
    move, said = screen.match.last_turn[0].ply + 1, window.said()
    assert f"Why did the computer play pit {move}?" in said
    assert any(text.endswith("the very search that chose it") for text in said)
    assert page.words.sentences()[0] in said
    for row in page.words.rows():
        assert {page.words.row_name(row), row.value} <= {*said}
    finding = screen.match.last_turn[0].thought.finding
    assert any(text.startswith(f"{finding.nodes} positions looked at") for text in said)
    shown = page.watching.shown
    window.press(say("why_watch"))
    watch = window.app.screen.page
    assert isinstance(watch, WatchPage) and watch.watching.shown is shown
    assert watch.player.playing, "to watch it think nobody presses play"
    window.key(pygame.K_ESCAPE)
    assert window.app.screen.page is page
    window.services.choose(motion="reduced")
    window.press(say("why_race"))
    assert isinstance(window.app.screen.page, RacePage)
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_w, "w")
    assert window.app.screen.page is watch and not watch.player.playing
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is screen
    # Who comes from home has no turn to go back to, and the board's own position is searched as
    # before.
    window.key(pygame.K_l, "l")
    page = window.app.screen.page
    assert isinstance(page, WatchPage) and page.visit.why is None
    window.wait_for(lambda: page.playback is not None)
    plan = page.playback.recording.plan
    assert plan.subject.root == screen.match.position
    assert (plan.algorithm, plan.depth, plan.order.name) == own
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is screen
    window.app.open(MainScreen.HOME)
    window.app.open(TheatreOf(tab="watch"))
    assert window.app.screen.visit.why is None
    window.key(pygame.K_ESCAPE)
    assert not isinstance(window.app.screen, Theatre)


def test_a_row_and_a_node_tell_their_reason(window, monkeypatch):
    answered(window, "kalah", 6, ("5", "3"))
    page = drawn(window)
    rows = [row for row in page.words.rows() if row.node is not None]
    for row in rows:  # also where all who move again are folded away
        page.choose(row.node)
        # The names of the rows begin where the tree does.
        inside = page.tree.rect.contains
        written = [line for line in window.written() if inside(line[1])]
        levels = sorted((place.y, words) for words, place in written if place.x == page.tree.rect.x)
        assert [words for _, words in levels].index(say("stage_values")) == len(levels) - 1
    window.click(window.row(page.words.row_name(rows[-1])).rect.center)
    assert page.chosen == rows[-1].node
    heading, reason = page.headline_and_reason()
    assert reason and heading in window.said()
    folds, fold = [], Folder.fold
    monkeypatch.setattr(Folder, "fold", lambda *all: folds.append(all) or fold(*all))
    narrow = page.tree.rect.inflate(-page.tree.rect.width // 2, 0)
    page.tree.element().place(page.screen.controls.look, narrow)
    assert len(folds) < 6, "a frame has no time for more: six moves can be gathered in five ways"
    page.choose(page.chosen)
    root = next(
        (x, y)
        for x in range(page.tree.rect.x, page.tree.rect.right, 6)
        for y in range(page.tree.rect.y, page.tree.rect.bottom, 6)
        if page.tree.node_at((x, y)) == ROOT
    )
    window.click(root)
    assert page.chosen == ROOT
    window.key(pygame.K_DOWN)
    assert page.chosen == rows[0].node
    window.key(pygame.K_UP)
    assert page.chosen == rows[-1].node


def test_the_reason_of_the_turn_is_told_before_that_of_a_node(window):
    answered(window, "kalah", 6, ("5", "3"))
    page = drawn(window)
    reason = " ".join(page.words.sentences())
    assert page.said == f"{reason} {'. '.join(filter(None, page.headline_and_reason()))}"
    page.choose(next(row.node for row in page.words.rows() if row.node not in (None, page.chosen)))
    assert page.said == ". ".join(page.headline_and_reason())


def test_what_a_computer_thought_outlasts_taking_back_walking_and_opening_again(window):
    screen = answered(window, "kalah", 1, ("2", "4"))
    turn = screen.match.last_turn[0]
    looks, nodes = turn.thought.finding.looks, turn.search_statistics.nodes
    assert looks and nodes
    screen.session.step_by(-1)
    screen.session.go_to_end()
    screen.session.undo()
    while screen.session.redo():
        pass
    assert explained(window).words.looks == looks
    window.key(pygame.K_ESCAPE)
    stored = screen.stored
    assert stored.identifier is not None
    window.app.open(MainScreen.HOME)
    window.app.open(StoredGame(stored_of(record_of(stored))))
    page = explained(window)
    assert page.words.looks == looks
    assert page.words.why.statistics.nodes == nodes


def test_after_a_restart_the_search_is_made_again_and_compared_with_what_was_counted(window):
    screen = answered(window, "kalah", 5, ("2",))
    nodes = screen.match.last_turn[0].search_statistics.nodes
    stored = stored_of(record_of(screen.stored))
    stored.identifier = None  # nothing is remembered of it
    window.app.open(StoredGame(stored))
    page = explained(window)
    assert stored.match.last_turn[0].thought is None
    assert page.words.why.statistics.nodes == page.watching.shown.recording.visits == nodes
    assert say("why_same_counts") in page.words.subtitles()[0]
    stored.match.last_turn[0].search_statistics = SearchStatistics(1, 1, 0.1)
    window.key(pygame.K_ESCAPE)
    assert say("why_again") in explained(window).words.subtitles()[0]


@pytest.mark.parametrize("level", [1, 5])
def test_a_swap_of_sides_is_explained(window, level):
    kalah = GAMES["kalah"]
    players = (Player(), Player("", Method(level=level)))
    match = Match(kalah, "6x4", (), players, pie=True)
    match.play(2)
    match.play(5)
    limit = players[1].limit(kalah, match.start)
    position = kalah.with_evaluation(match.position, limit.judge)
    *_, finding = Thinker(seed=1).think(position.copy(), limit)
    match.play(SWAP)
    match.here.search_statistics = SearchStatistics.of(finding, 0.1)
    match.here.thought = Thought(position, finding, limit, 0.1, 1, swaps=True)
    window.app.open(GameOf(match))
    page = explained(window)
    said = window.said()
    assert "Why did the computer swap sides?" in said
    assert page.words.sentences() == [say("why_swapped")]
    page.show_face("small")
    window.frames(2)
    assert len(page.words.rows()) == len(position.moves())


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    ("card", "level", "moves"),
    [
        ("kalah", 1, ("2",)),
        ("kalah", 5, ("2",)),
        ("kalah", 8, ("2",)),
        ("reversi", 4, ("d3",)),
        ("diamond", 5, ("",)),
        ("tictactoe", 4, ("b2",)),
        ("eight", 2, ("1",)),
    ],
)
@pytest.mark.few(3)
def test_all_words_have_room_and_none_covers_another(
    new_window, reader, monkeypatch, language, card, level, moves
):
    window = new_window((800, 500), language)
    answered(window, card, level, moves)
    page = explained(window)
    faces = ("small",) if page.words.agrees else ("own", "small")
    for face in faces:
        reader.cut.clear()
        reader.outside.clear()
        page.show_face(face)  # and so painted anew
        said = window.written()
        assert reader.cut == []
        assert reader.outside == []
    assert theme.font(page.screen.scale.small).get_height() >= 11
    inside = [
        (label, place) for label, place in said if label and page.screen.shown.rect.contains(place)
    ]
    tree = [(label, place) for label, place in inside if page.tree.rect.contains(place)]
    for number, (label, place) in enumerate(tree):
        for other, beside in tree[number + 1 :]:
            common = place.clip(beside)
            # Letters have some room of their own above and below.
            assert common.w <= 2 or common.h <= place.h * 0.4, (label, other, place, beside)


def test_a_small_search_stands_behind_its_own_words_where_another_one_moved(window):
    answered(window, "kalah", 1, ("2",))
    page = explained(window)
    assert not page.words.has_tree and say("why_small_about") not in " ".join(window.said())
    assert say("why_watch_small") in window.said() and page.headline_and_reason() == ("", "")
    assert page.said.strip() == " ".join(page.words.sentences())
    window.press(say("why_face_small"))
    assert page.words.has_tree and say("why_small_about") in " ".join(window.said())
    assert page.words.moves[0].move == page.watching.shown.recording.moves[0]
    window.press(say("why_face_own"))
    assert not page.words.has_tree
    window.key(pygame.K_ESCAPE)
    answered(window, "kalah", 5, ("2",))
    assert explained(window).words.has_tree and say("why_face_small") not in window.said()


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 11))
def test_every_level_is_explained(window, level):
    answered(window, "kalah", level, ("2",))
    page = explained(window)
    assert 1 <= len(page.words.sentences()) <= 4
    assert "%{" not in window.says()


def test_a_board_that_was_half_hidden_at_first_is_seen_whole_later(window):
    answered(window, "kalah", 5, ("2",))
    page, (width, height), pictures = explained(window), window.app.size, set()
    for hidden in range(0, height, height // 8):
        surface = pygame.Surface((width, height))
        page.screen.refresh()  # the board is drawn anew
        for top in (hidden, 0):
            surface.set_clip((0, top, width, height))
            page.screen.draw(surface)
        beside_tree = surface.subsurface((0, 0, page.tree.rect.x, height))
        pictures.add(pygame.image.tobytes(beside_tree, "RGB"))
    assert len(pictures) == 1
