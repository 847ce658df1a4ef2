"""The theatre, its watch page, and what is taken along from it, driven by posted events."""

import json
import os
from threading import Timer
from types import SimpleNamespace
from xml.etree import ElementTree

import pygame
import pytest
from driver import Driver

from kalahgui import words
from kalahgui.core.textbook import ALGORITHMS, Textbook
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.paint.paragraph import wrap
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.theatre.search_card import SearchCard
from kalahgui.gui.screens.theatre.step_words import heading, sentence
from kalahgui.gui.screens.theatre.theatre_screen import PAGES, Theatre
from kalahgui.gui.screens.theatre.watch.node_card import REASON_LINES
from kalahgui.gui.screens.theatre.watch.take_along import OpenRecording
from kalahgui.gui.screens.theatre.watch.transport import SPEEDS
from kalahgui.gui.screens.theatre.watch.watch_page import WatchPage
from kalahgui.gui.screens.theatre.watching import Record
from kalahgui.gui.services import saving
from kalahgui.gui.services.navigation import How, SetUpOf, TheatreOf
from kalahgui.gui.services.settings import Seat
from kalahgui.theatre import export, recording
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.order import ORDERS, Order, orders_of
from kalahgui.theatre.recording import BETTER, CUT, ROOT, Plan, record
from kalahgui.theatre.stopping import parse
from kalahgui.theatre.subject import PositionSubject, Subject, WrittenSubject
from kalahgui.words import say

KALAH = GAMES["kalah"]
START = PositionSubject(KALAH, KALAH.start("6x6"))
TREE = "R(A(C(1 3) D(4 2)) B(E(2 1) F(3 5)))"


def watched(window: Driver, subject: Subject | None = None, **how) -> WatchPage:
    """Open the theatre, or stay there, and wait until its search is recorded."""
    if subject is not None or how or not isinstance(window.app.screen, Theatre):
        window.app.open(TheatreOf(subject, tab="watch", how=how))
    page = window.app.screen.page
    assert isinstance(page, WatchPage)
    window.wait_for(lambda: page.playback is not None and not page.watching.counting)
    window.frames(3)
    return page


def written(window: Driver, **how) -> WatchPage:
    return watched(window, subject=WrittenSubject(read_tree(TREE)), depth=3, **how)


def play(window: Driver, level: int = 4, **choices) -> Play:
    """Begin a game of Kalah against a level."""
    window.choose(first=Seat(), second=Seat(person=False, level=level), **choices)
    window.choose_card("kalah", board="6x4")
    window.app.open(SetUpOf("kalah"))
    window.frames()
    window.press("Start")
    assert isinstance(window.app.screen, Play)
    return window.app.screen


def answered(window: Driver, screen: Play, pit: str = "5") -> None:
    """Sow a pit, and let the computer answer."""
    window.type(pit)
    window.wait_for(lambda: screen.session.persons_turn and not screen.session.moving)
    window.settle()


# -- the screen


def test_tabs_are_shown_by_mouse_and_by_keys(window):
    window.app.open(TheatreOf())
    screen = window.app.screen
    for tab, page in PAGES.items():
        window.press(say(f"theatre_tab_{tab}"))
        assert screen.visit.tab == tab
        assert type(screen.page) is page
    for key, mod, step in (
        (pygame.K_TAB, pygame.KMOD_CTRL, 1),
        (pygame.K_TAB, pygame.KMOD_CTRL | pygame.KMOD_SHIFT, -1),
        (pygame.K_PAGEDOWN, 0, 1),
        (pygame.K_PAGEUP, 0, -1),
    ):
        tabs = list(PAGES)
        before = tabs.index(screen.visit.tab)
        window.key(key, mod=mod)
        assert screen.visit.tab == tabs[(before + step) % len(tabs)]


def test_board_and_buttons_stay_where_they_are_when_a_search_comes(window):
    window.app.open(TheatreOf(START, tab="watch", how=How(depth=4)))

    def places() -> list[pygame.Rect]:
        rects = [part.rect for part in window.app.accessible_node().all if part.role is Role.TABLE]
        return [*rects, window.button("play").rect]

    before = places()
    assert len(before) == 2
    watched(window)
    for one, other in zip(before, places(), strict=True):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 2


# -- moving along the recording


def test_keys_and_buttons_move_along_the_recording(window):
    page = written(window)
    playback, player = page.playback, page.player
    assert page.watching.shown.range == (1, 4)
    for act, at in (
        (lambda: window.key(pygame.K_RIGHT), 1),
        (lambda: window.press("step"), 2),
        (lambda: window.key(pygame.K_LEFT), 1),
        (lambda: window.press("step_back"), 0),
        (lambda: window.key(pygame.K_END), playback.length),
        (lambda: window.press("to_start"), 0),
        (lambda: window.key(pygame.K_END), playback.length),
        (lambda: window.key(pygame.K_HOME), 0),
    ):
        act()
        assert playback.at == at
    window.press("play")
    assert player.playing
    window.press("pause")
    assert not player.playing
    window.press("fast")
    assert player.winding
    window.press("to_start")
    assert playback.at == 0 and not player.playing
    window.key(pygame.K_SPACE)
    window.frames(60, 1.0)
    assert playback.finished and not player.playing
    window.key(pygame.K_SPACE)  # from the beginning
    assert player.playing and playback.at < playback.length
    window.key(pygame.K_SPACE)
    at = playback.at
    window.frames(5, 1.0)
    assert playback.at == at
    window.key(pygame.K_SPACE)
    page.show_recorded(page.watching.shown)
    assert not player.playing


def test_the_time_line_is_dragged_and_the_tree_walked_and_found_again(window):
    page = written(window)
    track = page.line.track
    for kind, share in (
        (pygame.MOUSEBUTTONDOWN, 0.25),
        (pygame.MOUSEMOTION, 0.5),
        (pygame.MOUSEBUTTONUP, 0.5),
    ):
        point = (track.x + round(track.width * share), track.centery)
        more = {"rel": (1, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {}
        pygame.event.post(pygame.Event(kind, pos=point, button=1, touch=False, **more))
        window.frames()
        assert page.playback.at == pytest.approx(page.playback.length * share, abs=1)
    window.move_to((track.right, track.centery))
    assert not page.playback.finished
    window.key(pygame.K_END)
    window.key(pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    assert page.playback.recording.nodes[page.playback.node].parent == ROOT
    window.key(pygame.K_UP, mod=pygame.KMOD_SHIFT)
    assert page.playback.node == ROOT
    window.frames(60)
    node = next(
        i for i, tree_node in enumerate(page.playback.recording.nodes) if tree_node.text == "D"
    )
    window.click(page.stage.box_of(node).center)
    assert (page.playback.node, page.playback.step.kind) == (node, CUT)
    at, playback = page.playback.at, page.playback
    window.speak("ja")
    window.frames(3)
    assert window.app.screen.page is page
    assert (page.playback, page.playback.at) == (playback, at)
    window.key(pygame.K_ESCAPE)
    assert watched(window).playback.recording.plan.subject.position_text() == TREE


@pytest.mark.slow
def test_every_speed_is_faster_and_winding_the_fastest(window):
    page = watched(window, depth=3)
    reached = []
    assert page.player.speed == "usual"
    page.player.speed = "slow"
    for _ in SPEEDS:
        page.player.go_to(0)
        window.key(pygame.K_SPACE)
        window.frames(60)
        reached.append(page.playback.at)
        window.key(pygame.K_SPACE)
        window.key(pygame.K_s, "s")
    page.player.go_to(0)
    window.key(pygame.K_w, "w")
    window.frames(60)
    reached.append(page.playback.at)
    assert reached == sorted(set(reached))


def test_words_and_walls_change_three_times_a_second_at_most_while_steps_fly_by(
    window, monkeypatch
):
    page = watched(window, depth=3)
    made, shown = [], set()
    make = page.content
    monkeypatch.setattr(page, "content", lambda: made.append(1) or make())
    page.player.speed = "fast"
    window.key(pygame.K_SPACE)
    for _ in range(60):
        window.frames(2)
        shown.add(page.node_card.line.shown)
    assert page.playback.at > 40
    assert len(made) <= 8
    assert 2 < len(shown) <= len(made) + 1


def test_the_usual_speed_comes_to_the_end_within_half_a_minute(window):
    page = watched(window, depth=4)
    window.key(pygame.K_SPACE)
    window.frames(60, 0.5)
    assert page.playback.finished


def test_the_next_cut_and_the_next_change_of_mind_are_gone_to(window):
    page = written(window)
    cuts = []
    for _ in page.playback.cuts:
        window.key(pygame.K_c, "c")
        assert page.playback.step.kind == CUT
        cuts.append(page.playback.at - 1)
    assert cuts == page.playback.cuts
    at = page.playback.at
    window.key(pygame.K_c, "c")
    assert page.playback.at == at
    page = watched(window, subject=WrittenSubject(read_tree("R(A(1 2) B(3 4) C(0 5))")), depth=2)
    window.key(pygame.K_n, "n")
    step = page.playback.step
    assert (step.kind, step.node, step.move) == (BETTER, ROOT, "B")


def test_a_tree_that_went_under_the_hand_is_held_no_more(window):
    page = written(window)
    at = page.stage.area.center
    window.mouse(pygame.MOUSEBUTTONDOWN, at)
    window.key(pygame.K_TAB, mod=pygame.KMOD_CTRL)
    window.mouse(pygame.MOUSEBUTTONUP, at)
    window.key(pygame.K_TAB, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert window.app.screen.page is page
    window.move_to((at[0] + 90, at[1]))
    assert page.stage.follow, "nothing is pressed"


# -- how it is searched


@pytest.mark.few(1)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_counts_what_the_textbook_search_does(window, algorithm):
    game = GAMES["kalah"]
    start = game.start("6x3")
    page = watched(window, subject=PositionSubject(game, start), algorithm=algorithm, depth=2)
    book = Textbook(algorithm)
    book.run(start, 2)
    shown = page.watching.shown
    assert shown.counts(page.playback.length) == (book.nodes, book.evaluations)
    assert shown.counts(0) == (0, 0)
    minimax = Textbook("minimax")
    minimax.run(start, 2)
    assert page.watching.compared == minimax.nodes


@pytest.mark.few(1)
@pytest.mark.parametrize("tab", ["watch", "race", "order"])
@pytest.mark.parametrize("mod", [pygame.KMOD_LCTRL, pygame.KMOD_RALT, pygame.KMOD_LMETA])
def test_keys_held_with_a_command_key_are_left_alone(window, tab, mod):
    window.app.open(TheatreOf(tab=tab, how=How(depth=3)))
    screen = window.app.screen
    revision, asked = screen.visit.revision, getattr(screen.page, "depth", None)
    for key, text in (*((ord(letter), letter) for letter in "acnvh2p"), (pygame.K_RETURN, "")):
        window.key(key, text, mod)
    assert window.app.screen is screen
    assert (screen.visit.tab, screen.visit.revision) == (tab, revision)
    assert getattr(screen.page, "depth", None) == asked
    assert not screen.visit.as_mover
    assert window.services.notices.waiting == []


def test_everything_is_chosen_on_a_card(window, monkeypatch):
    # Its time never ends, and it is soon at its depth.
    monkeypatch.setattr(recording, "raise_after", lambda seconds, stop: Timer(seconds, int))
    page = watched(window, subject=PositionSubject(KALAH, KALAH.start("3x2")))
    window.key(pygame.K_h, "h")
    assert isinstance(window.app.screen, SearchCard)
    for label in ("nega-scout", "watch_order_best", "watch_stop_deepening"):
        window.press(say(label))
    window.press("+")
    window.press(say("watch_seen_mover"))
    window.key(pygame.K_ESCAPE)
    visit = page.visit
    assert (visit.algorithm, visit.order, visit.stop) == ("nega-scout", "best", "deepening:2")
    plan = watched(window).playback.recording.plan
    assert (plan.algorithm, plan.order.name, str(plan.rule)) == (
        visit.algorithm,
        "best",
        visit.stop,
    )
    assert page.stage.as_mover and "smallest" not in window.says()
    window.key(pygame.K_v, "v")
    assert not page.stage.as_mover, "also where the search is shown already"
    assert "opponent, smallest" in window.says()


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_stop_rules_of_two_articles_are_two_clicks_away_by_their_names(new_window, language):
    window = new_window((800, 500), language)
    page = watched(window, subject=PositionSubject(KALAH, KALAH.start("3x2")))
    rule = "fixed"
    for name in ("realization", "conspiracy", "fixed"):
        [control] = [
            part
            for part in window.app.accessible_node().all
            if part.role is Role.BUTTON
            and part.name == say("watch_ends", rule=say(f"watch_stop_{rule}"))
        ]
        window.click(control.rect.center)
        assert isinstance(window.app.screen, SearchCard)
        window.press(say(f"watch_stop_{name}"))
        assert say(f"watch_about_{name}") in window.says()
        window.key(pygame.K_ESCAPE)
        rule = name
        watched(window)
        assert page.playback.recording.plan.rule.name == rule


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("opened", "how", "note"),
    [
        (written, {"stop": "realization:0.01"}, "watch_unfit"),
        (written, {"stop": "conspiracy:3"}, "watch_unfit"),
        (watched, {"order": "99,98"}, "watch_unfit"),
        (watched, {"algorithm": "mtd-f", "stop": "conspiracy:3"}, "watch_no_memory"),
    ],
)
def test_what_does_not_go_together_is_refused_in_words(window, opened, how, note):
    page = opened(window)
    page.visit.search_by(**how)
    window.app.screen.refresh()
    window.frames(2)
    assert not page.watching.recording
    assert page.watching.note.key == note
    assert page.playback is None


def test_a_written_tree_is_watched_to_its_leaves(window):
    window.app.open(TheatreOf(tab="watch", how=How(depth=1, order="likely")))
    page = watched(window, subject=WrittenSubject(read_tree(TREE)))
    assert (page.visit.depth, page.visit.order) == (3, "rising")
    window.press(say("watch_to_leaves", n=3))
    for figure in "128\u00b2\u2462\u0663909":  # other signs for figures are no keys at all
        window.key(ord(figure), figure)
        assert page.visit.depth == 3
    assert page.watching.note is None
    assert watched(window).playback.recording.value == 3
    # What belongs to another subject is not asked of the next.
    page = watched(window, subject=WrittenSubject(read_tree(TREE)), depth=3, order="B,A")
    assert page.playback.recording.nodes[ROOT].texts == ("B", "A")
    page.visit.search_by(depth=20)
    window.app.open(TheatreOf(PositionSubject(KALAH, KALAH.start("6x1"))))
    assert (page.visit.order, page.visit.depth) == ("rising", 8)


@pytest.mark.few(1)
@pytest.mark.parametrize("subject", [START, WrittenSubject(read_tree(TREE))])
def test_the_card_offers_what_suits_the_subject(window, subject):
    watched(window, subject=subject, depth=3)
    window.key(pygame.K_h, "h")
    offered = window.labels()
    for name in ORDERS:
        assert (say(f"watch_order_{name}") in offered) == (name in orders_of(subject))
    board = isinstance(subject, PositionSubject)
    for rule in ("deepening", "realization", "conspiracy"):
        assert (say(f"watch_stop_{rule}") in offered) == board
    assert (say("watch_to_leaves", n=3) in offered) != board
    assert ("likely" in orders_of(subject)) == board


def test_a_search_that_stops_lines_is_compared_with_itself_to_the_whole_depth(window):
    page = watched(window, subject=START, algorithm="nega-alpha", depth=3, stop="conspiracy:3")
    counts = []
    for algorithm in ("nega-alpha", "minimax"):
        book = Textbook(algorithm)
        book.run(START.root, 3)
        counts.append(book.nodes)
    assert page.watching.compared == counts[0] != counts[1]


# -- what runs for a tab


@pytest.mark.parametrize("rule", ["deepening:3600", "fixed", "a file"])
def test_a_recording_that_was_paused_is_made_again(rule, tmp_path):
    plan = Plan(START, "nega-alpha", 3, Order("best"), parse(rule.replace("a file", "fixed")))
    task, path = Record(plan), tmp_path / "search.json"
    if rule == "a file":
        path.write_text(json.dumps(export.document(record(plan), True)), "utf-8")
        task = OpenRecording(path)
    interrupt = Interrupt()
    answers = task.answers(Thinker(), interrupt)
    interrupt.pause()
    assert next(answers) is None
    interrupt.resume()
    assert next(answers).recording.steps == record(plan).steps
    assert list(answers) == []


@pytest.mark.slow
@pytest.mark.compiled
def test_a_search_that_is_too_long_offers_the_deepest_that_fits(window):
    page = watched(window)
    page.visit.search_by(algorithm="minimax", depth=8)
    window.app.screen.refresh()
    window.wait_for(lambda: page.watching.note is not None)
    assert page.watching.note.key == "watch_too_many"
    window.frames(3)
    depth = page.watching.offer.recording.depth
    window.press(say("watch_offer", count=depth))
    assert page.playback.recording.depth == depth
    assert page.visit.depth == depth
    assert page.watching.note is None


# -- the ways in


def test_the_search_is_watched_from_the_board_and_the_board_comes_back(window):
    screen = play(window)
    assert not window.button(say("why_show"))
    window.key(pygame.K_q, "q")
    assert window.app.screen is screen, "no computer has played yet"
    answered(window, screen)
    plies, position = list(screen.match.plies), screen.match.position
    finding = screen.session.thought.finding
    window.press(say("study_search"))
    page = watched(window)
    assert page.playback.recording.plan.subject.root == position
    assert page.visit.you == 0
    window.key(pygame.K_c, "c")
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is screen and screen.match.plies == plies
    window.press(say("why_show"))
    window.press(say("why_watch"))
    page = watched(window)
    counts = page.watching.shown.counts(page.playback.length)
    assert counts == (finding.nodes, finding.evaluations)
    assert page.playback.recording.moves == list(finding.line)
    assert page.visit.why.exact and page.visit.you == 1
    window.press("chevron_left")
    assert window.app.screen.page.name == "why"
    window.press("chevron_left")
    assert window.app.screen is screen
    answered(window, screen, str(screen.match.position.moves()[0] + 1))
    assert screen.match.plies[: len(plies)] == plies


@pytest.mark.slow
@pytest.mark.compiled
def test_why_shows_as_much_of_the_playing_search_as_can_be_watched(window):
    screen = play(window, level=8)
    answered(window, screen)
    expected = screen.session.thought.finding.line
    window.key(pygame.K_q, "q")
    page = window.app.screen.page
    window.wait_for(lambda: page.words is not None)
    assert page.visit.why.expected == tuple(expected)
    recording = page.watching.shown.recording
    assert page.visit.depth == recording.depth < page.visit.why.depth
    plan = recording.plan
    assert (plan.algorithm, plan.order.name) == ("usual-nega-scout", "likely")
    assert plan.order.listed == (screen.match.last_turn[0].ply,)


@pytest.mark.slow
def test_a_game_that_is_over_has_nothing_to_search(window):
    screen = play(window)
    screen.match.resign(0)
    window.do("search")
    assert window.app.screen is screen
    assert screen.session.message.key == "theatre_nothing_left"


@pytest.mark.slow
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_sentence_has_room_in_the_smallest_window(new_window, language, algorithm):
    driver = new_window((800, 500), language)
    page = watched(driver, subject=START, algorithm=algorithm, depth=3)
    card, playback, screen = page.node_card, page.playback, driver.app.screen
    for page.visit.as_mover in (False, True):
        screen.refresh()
        title = heading(playback.step)
        room = next(
            element for element in screen.controls.root.all if element.name == title
        ).rect.width
        for at in range(playback.length + 1):
            playback.go_to(at)
            said = sentence(playback, card.wording)
            lines = [wrap(said, size, room) for size in (screen.scale.body, screen.scale.small)]
            assert len(lines[0]) <= REASON_LINES or len(lines[1]) <= REASON_LINES + 1, said


@pytest.mark.slow
def test_the_head_says_how_a_search_was_made(window):
    game = GAMES["kalah"]
    subject = PositionSubject(game, game.start("6x4"))
    page = watched(window, subject=subject, algorithm="nega-alpha", depth=3)
    assert page.subtitle == "3 turns ahead"
    for how, subtitle in (
        ({"order": "likely"}, "likely first"),
        ({"order": "3,1"}, "your own order"),
        ({"order": "rising", "stop": "conspiracy:1"}, "conspiracy 1 · lines end 1 to 2 turns"),
        ({"stop": "realization:0.9"}, "probability 0.9 · lines end 0 to 1 turns ahead"),
        ({"stop": "conspiracy:99"}, "all lines end 3 turns ahead"),
        ({"stop": "deepening:1000", "depth": 2}, "time 1000"),
    ):
        page.visit.search_by(**how)
        window.app.screen.refresh()
        page = watched(window)
        assert subtitle in page.subtitle


# -- a search is taken along as files


def test_what_is_saved_names_moves_as_the_board_does(window):
    window.choose(square_names="article")
    diamond = GAMES["reversi"].start("diamond")
    page = watched(window, PositionSubject(GAMES["reversi"], diamond), variant="diamond", depth=1)
    made = []
    saver = SimpleNamespace(save_made=lambda make, *_: made.append(make()))
    page.saves(saver)["drawing"]()
    picture = window.said(lambda _: page.stage.picture())
    root = page.playback.recording.nodes[0]
    for place, notation in enumerate(root.texts):
        name = page.node_card.wording.move(0, place)
        assert name != notation
        assert name in picture
        assert f">{name}<" in made[0]


@pytest.fixture
def files(window, tmp_path, monkeypatch):
    """Have a search watched in the window, and its files in a folder."""
    monkeypatch.setattr(saving, "folder", lambda kind: tmp_path)
    subject = PositionSubject(KALAH, KALAH.start("6x4"))
    watched(window, subject, variant="6x4", algorithm="nega-alpha", depth=2)
    return tmp_path


def test_a_search_is_saved_and_opened_again_from_the_card(window, files):
    page = window.app.screen.page
    page.playback.go_to(10**6)
    steps = page.playback.recording.steps
    for kind in ("picture (PNG)", "drawing (SVG)", "recording (JSON)"):
        window.key(pygame.K_s, "s", pygame.KMOD_CTRL)
        window.press(f"The {'search' if 'JSON' in kind else 'tree'} as a {kind}")
        window.save_as_suggested()
    window.key(pygame.K_p, "p")
    window.save_as_suggested()
    (saved,) = files.glob("kalahgui-watch*.png")
    assert pygame.image.load(str(saved)).get_size() == window.app.screen.shown.rect.size
    assert pygame.image.load(str(files / "kalahgui-search.png")).get_width() > 300
    drawing = ElementTree.parse(files / "kalahgui-search.svg").getroot()
    assert page.playback.recording.value == 0
    assert "0" in [text.text for text in drawing.iter() if text.tag.endswith("text")]
    page.look(1)
    window.wait_for(lambda: page.playback is not None)
    for number in range(7):
        (files / f"kalahgui-search {number}.json").write_text("{}")
    os.utime(files / "kalahgui-search.json", (2e9, 2e9))  # it is the newest all the same
    window.key(pygame.K_s, "s", pygame.KMOD_CTRL)
    assert sum(label.startswith("kalahgui-search") for label in window.labels()) == 5
    window.press("kalahgui-search")
    window.wait_for(lambda: page.visit.depth == 2)
    window.frames(3)
    assert page.playback.recording.steps == steps
    assert page.visit.variant == "6x4"


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file"),
        ("too long", "more than 20 steps: look fewer turns ahead"),
        *((text, "could not be opened") for text in ("", "{}", "\x00\x01", '{"game": "chess"}')),
    ],
)
def test_what_cannot_be_opened_is_said_and_changes_nothing(window, files, monkeypatch, text, why):
    page = window.app.screen.page
    before, path = page.playback, files / "wrong.json"
    if text == "too long":
        text = json.dumps(export.document(before.recording, True))
        monkeypatch.setattr(recording, "MOST_STEPS", 20)
    if text is not None:
        path.write_text(text, "utf-8")
    window.app.screen.open_file(path)
    window.settle()
    window.frames(3)
    assert page.playback is before
    assert why in window.services.notices.waiting[0]


def test_a_search_that_is_dropped_is_watched_whatever_tab_was_shown_first(window, tmp_path):
    game = GAMES["reversi"]
    recorded = record(Plan(PositionSubject(game, game.start("4x4")), "mtd-f", 3, guess=2))
    path = tmp_path / "elsewhere.json"
    path.write_text(json.dumps(export.document(recorded, True)), "utf-8")
    window.app.open(TheatreOf(tab="quiz"))
    window.drop(path)
    page = window.app.screen.page
    assert isinstance(page, WatchPage) and page.playback.recording.steps == recorded.steps
    assert (page.visit.tab, page.visit.algorithm) == ("watch", "mtd-f")
