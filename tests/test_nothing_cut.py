"""In the smallest window nothing is cut, in either language, with large text."""

import json
from dataclasses import replace
from functools import partial

import pygame
import pytest
from driver import Driver, Reader, label_of

from kalahgui import words
from kalahgui.articles.contents import ARTICLES, ArticleGames
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine import method
from kalahgui.engine.levels import levels_on
from kalahgui.engine.method import Method
from kalahgui.games import DRAFTING, GAMES, read_draft
from kalahgui.games.user_error import UserError
from kalahgui.gui.elements.cards import KeysCard, Question
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.layout import Scroll
from kalahgui.gui.elements.tips import draw_notice, notice_place
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.articles.article_page import match_of
from kalahgui.gui.screens.articles.reading_state import Sheet
from kalahgui.gui.screens.editor.form import Value
from kalahgui.gui.screens.help import TABS
from kalahgui.gui.screens.settings_card import GROUPS
from kalahgui.gui.screens.setup.forms import Clocks, GameForm
from kalahgui.gui.screens.setup.setup import Setup
from kalahgui.gui.screens.theatre.theatre_screen import PAGES
from kalahgui.gui.services.navigation import (
    ArticleOf,
    EditorOf,
    GameOf,
    LearnOf,
    MainScreen,
    RulesOf,
    SetUpOf,
    TheatreOf,
)
from kalahgui.gui.services.settings import CATALOGUE, TEXT_SIZES, Seat
from kalahgui.learning.course import COURSES, course
from kalahgui.library import formats, listing, saved
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match, Player
from kalahgui.match.session import Session
from kalahgui.words import LANGUAGES, say, why
from lab.window.library import fill

SMALLEST = (800, 500)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_of_the_home_screen_say_what_they_lead_to(new_window, language):
    window = new_window(size=SMALLEST)
    window.speak(language)
    window.frames(2)
    window.app.rebuild()  # what is painted on them is written anew
    said = window.said()
    assert not [text for text in said if "…" in text]
    articles = [*say("card_articles_about").split("\n"), say("card_articles_what")]
    assert len(articles[:-1]) == len(ARTICLES)
    assert {*articles} <= {*said}, "all that is in it"
    tip = window.button(say("card_articles")).tip
    assert say("card_articles_spoken") in tip
    assert all(text.lower() in tip.lower() for text in articles[:-1])
    # A newcomer is shown no bare figures: those below belong to boards and to the tree.
    assert not [text for text in said if "".join(text.split()).isdecimal() and len(text) > 2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_leaves_all_buttons_beside_it_their_room(new_window, language):
    window = new_window(SMALLEST, language, text="large")
    said = "".join(window.said())
    assert ("カラー（Kalah）とひし形リバーシ" in said) == (language == "ja")
    buttons = [each for each in window.app.screen.controls.all if isinstance(each, Button)]
    assert len({each.rect.size for each in buttons if each.icon}) == 1


def unfit_buttons(window: Driver) -> list[str]:
    """Return the labels of buttons that are too narrow, leave the window or lie on another."""
    labels, before = [], []
    for control in window.app.screen.controls.all:
        if isinstance(control, Button):
            wide = control.tip_words == label_of(control) != ""
            inside = window.app.surface.get_rect().contains(control.rect)
            if wide or not inside or control.rect.collidelist(before) != -1:
                labels.append(label_of(control) or control.icon)
            before.append(control.rect)
    return labels


def check(window: Driver, reader: Reader) -> None:
    check_fit(window, reader)
    assert reader.outside == []


def check_fit(window: Driver, reader: Reader) -> None:
    window.services.notices.waiting.clear()
    window.frames(4)
    window.draw()
    assert reader.cut == []
    assert unfit_buttons(window) == []


# In the smallest window large text has a larger picture; of some kinds of it the usual one has
# less room, and the large one of others.
LEAST_ROOM = [*zip(words.LANGUAGES, ("normal", "large"), strict=True)]
LEAST_ROOM += [
    pytest.param((language, text), marks=pytest.mark.slow)
    for language, text in zip(words.LANGUAGES, ("large", "normal"), strict=True)
]


@pytest.fixture(params=LEAST_ROOM, ids="-".join)
def small(request, new_window):
    """A window with the least room; test_every_screen.py has the other sizes of text."""
    language, text = request.param
    driver = new_window(SMALLEST, language, text=text)
    for moves, game, variant, level in (
        ("1 3 6 2", "kalah", "6x6", 4),
        ("f5 d6", "reversi", "8x8", 8),
    ):
        match = Match(GAMES[game], variant, (), (Player(), Player("", Method(level=level))))
        match.replay_texts(moves.split())
        driver.services.autosave.keep_match(StoredMatch(match))
    driver.app.open(MainScreen.HOME)
    return driver


def settings(window: Driver, group: str) -> None:
    window.app.open(MainScreen.SETTINGS)
    window.frames(2)
    window.app.screen.open_group(group)


def rules(window: Driver, tab: str) -> None:
    window.app.open(RulesOf())
    window.frames(2)
    window.app.screen.open_tab(tab)


def question(window: Driver, about: str) -> None:
    no = "home_delete_no" if about == "home_delete" else "resign_no"
    keys = f"{about}_question", f"{about}_yes", no
    window.app.push(Question(window.app, *keys, lambda: None))


def kalah_with_all_rules(window: Driver, more: bool) -> None:
    rules = ("empty-capture", "last-stone")
    window.choose_card("kalah", rules=rules, pie=True, more_boards=more)
    window.app.open(SetUpOf("kalah"))


def rules_card(window: Driver) -> None:
    """Open the card that has a fair start to choose as well."""
    window.choose_card("kalah", board="6x4", rules=("last-stone",), pie=True, fair="random")
    window.app.open(SetUpOf("kalah"))
    window.frames(2)
    window.press(say("change_rules"))


def reviewing(window: Driver) -> None:
    match = Match(GAMES["kalah"], "6x6", (), (Player(), Player()))
    match.replay_texts(["1", "3"])
    window.app.open(GameOf(match))
    window.app.screen.review()


def puzzle_solved(window: Driver) -> None:
    window.app.open(LearnOf("reversi 8x8 theme x-square", "run", "puzzles"))
    screen = window.app.screen
    screen.commands["show"]()
    window.wait_for(lambda: screen.run.solved and not screen.busy)


SCENES = {
    "home": lambda window: window.app.open(MainScreen.HOME),
    "games": lambda window: window.app.open(MainScreen.UNFINISHED),
    "articles": lambda window: window.app.open(ArticleOf()),
    "rules of kalah": partial(kalah_with_all_rules, more=False),
    "rules card": rules_card,
    "more boards": partial(kalah_with_all_rules, more=True),
    **{f"settings of {group}": partial(settings, group=group) for group in GROUPS},
    **{f"help about {tab}": partial(rules, tab=tab) for tab in TABS},
    "learn": lambda window: window.app.open(LearnOf("kalah")),
    "puzzles": lambda window: window.app.open(LearnOf("reversi 8x8 theme", tab="puzzles")),
    "puzzle": lambda window: window.app.open(LearnOf("kalah 6x6 theme chain", "run", "puzzles")),
    "puzzle solved": puzzle_solved,
    **{about: partial(question, about=about) for about in ("resign", "new", "home_delete")},
}


@pytest.mark.few(8)
@pytest.mark.parametrize("scene", SCENES)
def test_a_screen(small, reader, scene):
    SCENES[scene](small)
    check(small, reader)


@pytest.mark.few(3)
@pytest.mark.parametrize("card", CATALOGUE)
def test_the_set_up(small, reader, card):
    for seats in (
        (Seat(), Seat(person=False, level=4)),
        (Seat(person=False, level=2), Seat(person=False, custom=True)),
    ):
        small.choose_card(card, first=seats[0], second=seats[1])
        small.services.choose(varied=True)
        small.app.open(SetUpOf(card))
        check(small, reader)


@pytest.mark.few(2)
@pytest.mark.parametrize("card", CATALOGUE)
def test_all_of_the_set_up_is_seen_without_scrolling(small, card):
    """Also beside how a level plays, which "i" opens, and beside any algorithm."""
    small.services.choose(teaching=3)
    game, hidden = CATALOGUE[card].game, []
    algorithms = method.players(game, game.start(CATALOGUE[card].boards[0]))
    chosen = [Seat(person=False, custom=True, algorithm=name) for name in algorithms]
    for seat in (Seat(person=False, level=2), *chosen):
        small.choose_card(card, first=Seat(), second=seat)
        small.app.open(SetUpOf(card))
        small.frames(2)
        if not seat.custom:
            small.press(say("how_it_plays"))
        small.frames(2)
        assert small.button(say("teaching")) is not None
        scrolled = [e for e in small.app.screen.controls.root.all if isinstance(e, Scroll)]
        hidden += [seat.algorithm for e in scrolled if e.scroller.height > e.rect.height]
    assert hidden == []


@pytest.mark.few(1)
@pytest.mark.parametrize("card", CATALOGUE)
def test_what_is_said_of_a_level_stays_above_the_start(small, reader, card):
    offer = CATALOGUE[card]
    for level in levels_on(offer.game, offer.boards[0]):
        small.choose_card(card, first=Seat(), second=Seat(person=False, level=level.number))
        small.app.open(SetUpOf(card))
        small.frames(2)
        for _ in range(2):
            check(small, reader)
            start = small.button(say("start")).rect
            elements = small.app.screen.controls.root.all
            said = [element.rect.bottom for element in elements if element.keeps_tips_off]
            assert max(said) <= start.top
            small.press(say("how_it_plays"))


@pytest.mark.few(2)
@pytest.mark.parametrize("key", COURSES)
def test_the_lessons(small, reader, key):
    for lesson in course(key).lessons:
        small.app.open(LearnOf(key, lesson.key))
        for task in lesson.tasks:
            screen = small.app.screen
            screen.run.patience = 0  # the answer is offered
            screen.refresh()
            check_fit(small, reader)
            assert task.tree or reader.outside == []  # signs fill the nodes of a small tree
            reader.outside.clear()
            screen.run.solved = True
            screen.go(1)


@pytest.mark.few(1)
@pytest.mark.parametrize("opened", ["list", "keys", "backups", "name"])
def test_the_library(small, reader, opened):
    fill(small.app.store, 12, reviewed=1)
    small.app.open(MainScreen.LIBRARY)
    small.settle()
    screen = small.app.screen
    if opened == "keys":
        screen.commands["keys"]()
    elif opened == "backups":
        screen.backups.open()
    elif opened == "name":
        screen.changes.rename(screen.games.shown[0])
    else:
        screen.changes.delete(screen.games.shown[0])
    # The list is cut where it scrolls.
    check_fit(small, reader)


def editing(window: Driver, game: str) -> None:
    window.app.open(EditorOf(DRAFTING[game].start(GAMES[game].variant)))


WITH_KEYS = {
    "review": reviewing,
    **{game: partial(editing, game=game) for game in GAMES},
    **{
        tab: lambda window, tab=tab: window.app.open(TheatreOf(tab=tab))
        for tab in (*PAGES, "first")
    },
}


@pytest.mark.few(3)
@pytest.mark.parametrize("place", WITH_KEYS)
def test_a_place_with_many_keys_and_its_card_of_keys(small, reader, place):
    WITH_KEYS[place](small)
    small.frames(2)
    if place != "review":  # names of players give way there
        check_fit(small, reader)
    small.key(pygame.K_F1)
    card = small.app.screen
    assert isinstance(card, KeysCard)
    reader.cut.clear()  # of what lies below it
    card.draw(small.app.surface)
    assert reader.cut == []
    assert small.app.surface.get_rect().contains(card.card)


@pytest.mark.few(1)
@pytest.mark.parametrize("clock", ["", "300+5", "20/move"])
def test_the_clocks(small, reader, clock):
    small.choose_clock("kalah", clock)
    setup = Setup(small.app, CATALOGUE["kalah"])
    small.app.push(Clocks(small.app, GameForm(setup, CATALOGUE["kalah"])))
    check(small, reader)
    card = small.app.screen
    inside = card.card.inflate(-2 * card.scale.px(20), -2 * card.scale.px(12))
    assert all(inside.contains(element.rect) for element in card.controls.root.all if element.name)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>", 4),
        ("<2,0,0,6,6,6,6>", 4),
        ("-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO-XO- X", 2),
        (".........", 3),
        ("0,0", 1),
    ],
)
def test_the_editor(small, reader, text, turns):
    draft = read_draft(text, "kalah", ())
    small.app.open(EditorOf(draft))
    editor = small.app.screen
    check_fit(small, reader)
    small.wait_for(lambda: _depth(editor.value) >= turns)
    check_fit(small, reader)
    editor.change(replace(draft, cells=(1,) * len(draft.cells)))
    check_fit(small, reader)


def _depth(value: Value) -> int:
    evaluation = value.evaluation
    return 0 if evaluation is None else 99 if evaluation.exact else evaluation.depth


@pytest.mark.few(1)
@pytest.mark.parametrize("board", [("eight", "8"), ("reversi", "diamond"), ("tictactoe", "3x3")])
def test_the_rows_of_the_library(small, reader, board):
    key, variant = board
    record = saved.record_of(StoredMatch(Match(GAMES[key], variant, (), (Player(), Player()))))
    strangers, computer = [["", ""], ["", ""]], [["", ""], ["", "old:2"]]
    for players in (strangers, computer, [["Aiko", ""], ["Ben", ""]], [["", "mtd-f:4"], ["", "1"]]):
        for result in ("first resigned", "second resigned", "second out of time", ""):
            store = small.app.store
            kept = store.save(replace(record, players=json.dumps(players), result=result))
            if not result:
                listing.rename(store, kept.id, "日曜の一局")
    small.app.open(MainScreen.LIBRARY)
    for _ in range(10):
        small.settle()
        check_fit(small, reader)
        small.key(pygame.K_PAGEDOWN)


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(300, 1500), (300, 200), (800, 1100), (5000, 300)])
def test_every_screen_is_drawn_in_a_window_of_any_shape(new_window, size):
    window = new_window(size, text="large")
    assert window.app.size[1] <= max(400, 1.1 * window.app.size[0])
    match = Match(GAMES["kalah"], "6x6", (), (Player(), Player()))
    match.play(1)
    window.services.autosave.keep_match(StoredMatch(match))
    set_ups = {card: lambda window, card=card: window.app.open(SetUpOf(card)) for card in CATALOGUE}
    for scene in (*SCENES.values(), *WITH_KEYS.values(), *set_ups.values()):
        scene(window)
        window.frames(2)
        window.draw()  # nothing in it is smaller than nothing


GAMES_IN_PLAY = (
    ("kalah", "6x6", "1 3 6 2 4"),
    ("reversi", "8x8", "f5 d6"),
    ("reversi", "diamond", "d3 c5"),
    ("tictactoe", "3x3", "b2 a1"),
    ("eight", "8", "1 2"),
)


@pytest.mark.few(2)
@pytest.mark.parametrize("helped", [False, True], ids=["plain", "helped"])
@pytest.mark.parametrize("game", GAMES_IN_PLAY, ids=["-".join(case[:2]) for case in GAMES_IN_PLAY])
def test_a_game_in_play(small, reader, game, helped):
    key, variant, moves = game
    small.services.choose(**dict.fromkeys(("values", "bar", "graph", "measures"), helped))
    level = min(6, len(levels_on(GAMES[key], variant)))
    match = Match(GAMES[key], variant, (), (Player(), Player("", Method(level=level))))
    match.replay_texts(moves.split())
    small.app.open(GameOf(match))
    play = small.app.screen
    # The list of moves is a picture of rows that scroll, cut at its ends.
    play.session.toggle_pause()
    check_fit(small, reader)
    play.session.resign()
    play.ending.show()
    check_fit(small, reader)


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES_IN_PLAY, ids=["-".join(case[:2]) for case in GAMES_IN_PLAY])
def test_the_plate_of_a_computer_names_how_it_plays(small, reader, game):
    key, variant, _ = game
    for algorithm in method.players(GAMES[key], GAMES[key].start(variant)):
        turns = None if algorithm in method.WITHOUT_AMOUNT else 2
        computer = Player("A", Method(algorithm=algorithm, turns=turns))
        small.app.open(GameOf(Match(GAMES[key], variant, (), (Player(), computer))))
        check_fit(small, reader)


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES_IN_PLAY, ids=["-".join(case[:2]) for case in GAMES_IN_PLAY])
def test_what_a_search_has_counted_so_far_is_written_whole(small, reader, monkeypatch, game):
    key, variant, _ = game
    monkeypatch.setattr(Session, "nodes_so_far", 123_456_789)
    small.services.choose(figures=True, thinking=True)
    players = Player("A", Method(algorithm="minimax", turns=20)), Player("B")
    match = Match(GAMES[key], variant, (), players)
    small.app.open(GameOf(match))
    small.wait_for(lambda: small.app.screen.session.thinking or match.main_line)
    check_fit(small, reader)


def test_the_measures_are_named_in_full_beside_their_values(new_window, reader):
    window = new_window(SMALLEST, "ja", measures=True)
    window.app.open(GameOf(Match(GAMES["reversi"], "8x8", (), (Player(), Player()))))
    check_fit(window, reader)


@pytest.mark.few(1)
def test_the_reader_hears_what_is_cut(small, reader):
    theme.fit("much too long", 20, 40)
    edge = small.app.surface.get_rect().inflate(-20, -20).bottomright
    theme.write(small.app.surface, "outside", edge, 20, pygame.Color("black"))
    assert (reader.cut, reader.outside) == (["much too long"], ["outside"])


DEEP = b'[Game "reversi:6x6"]\n[FirstComputer "alpha-betas:5:rising:measures:and:more"]\nd3\n'


@pytest.mark.few(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", TEXT_SIZES)
def test_a_reason_deep_within_is_not_cut(new_window, reader, language, size):
    window = new_window(SMALLEST, language, text=size)
    with pytest.raises(UserError) as refusal:
        formats.read(DEEP)
    app, notice = window.app, say("not_opened", why=why(refusal.value))
    reader.cut.clear()
    place = notice_place(notice, app.size, app.scale)
    written = window.said(lambda surface: draw_notice(surface, *place, app.scale, app.palette))
    assert (reader.cut, reader.outside) == ([], [])
    assert len(written) > 1
    assert "".join(written).replace(" ", "") == notice.replace(" ", "")


@pytest.mark.few(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_searches_of_the_theatre_are_named_in_full(new_window, reader, language):
    window = new_window(SMALLEST, language, text="large")
    window.app.open(TheatreOf(tab="watch"))
    page = window.app.screen.page
    for algorithm in ALGORITHMS:
        page.choose_algorithm(algorithm)
        check_fit(window, reader)
    window.do("choices")
    check_fit(window, reader)


@pytest.mark.parametrize("measured", [1, 2, 16])
def test_how_far_the_tables_of_an_article_agree_is_said_whole(small, reader, monkeypatch, measured):
    monkeypatch.setattr(Sheet, "tally", (measured, 0, 32))
    small.app.open(ArticleOf())
    check(small, reader)


@pytest.mark.parametrize("article", [key for key in ARTICLES if key in ("kalah", "tictactoe")])
def test_the_panel_of_a_watched_game_and_the_line_to_type_in_are_whole(small, reader, article):
    [games] = [part for part in ARTICLES[article].sections if isinstance(part, ArticleGames)]
    small.app.open(GameOf(match_of(games.watched[0]), kept=False, back=ArticleOf()))
    play = small.app.screen
    small.wait_for(lambda: play.session.thought is not None)
    small.frames(2)
    panel = [place for _, place in small.written() if place.left > 0.7 * SMALLEST[0]]
    assert panel
    play.commands["type"]()
    small.frames(2)
    small.draw()
    assert reader.cut == reader.outside == []
    card = small.app.screen.card
    assert [place for place in panel if place.colliderect(card)] == []
