"""Every game in the window: whole games by mouse and by keys, and what each board says."""

import itertools
import random

import pygame
import pytest

from kalahgui import words
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.games.game import Again, Lift, Sow
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.eight import path_of
from kalahgui.gui.boards.kalah import Piles
from kalahgui.gui.elements.element import draw_all
from kalahgui.gui.elements.layout import Turned
from kalahgui.gui.panels.board import value_labels
from kalahgui.gui.screens.home.home import rows_of
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.plates import Plate
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.naming import title_of
from kalahgui.gui.services.navigation import GameOf
from kalahgui.gui.services.settings import CATALOGUE, FACES, Seat, entry_of
from kalahgui.library import saved
from kalahgui.match.match import Match, Player
from kalahgui.match.timeline import duration
from kalahgui.theatre.game_tree import whole_tree
from kalahgui.words import say

pytestmark = pytest.mark.both_cores

OTHERS = [key for key in CATALOGUE if key != "kalah"]


def place(play: Play, move: int) -> tuple[int, int]:
    cell = play.view.cell_of(move, play.match.position)
    if hasattr(play.view, "tiles"):
        return play.view.tiles.tile_rect(cell).center
    return play.view.board.centre(cell)


def test_a_stone_flies_the_way_it_is_sown(window):
    view = window.start("kalah").view
    piles = Piles([4] * 14, view.geometry)
    piles.apply(Lift(0))
    (here, _), (there, _) = map(view.board.centre, (0, 1))
    _, flying = view._in_flight(piles, Sow(1), 0.5)
    assert len(flying) == 4 and all(abs(x - there) < abs(here - there) for _, x, *_ in flying)


@pytest.mark.few(1)
@pytest.mark.parametrize("offer", CATALOGUE)
@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_whole_game_by_mouse(window, offer, by_mouse):
    play = window.start(offer, second=Seat(person=False, level=4))

    def choose(move: int) -> None:
        if by_mouse:
            window.click(place(play, move))
        else:
            window.type(play.view.move_text(move, play.match.position.turn))

    rng = random.Random(2)
    while not play.match.over:
        window.wait_for(lambda: play.match.over or play.session.persons_turn)
        window.settle()
        if play.session.persons_turn:
            choose(rng.choice(play.match.position.moves()))
    window.settle()
    assert isinstance(window.app.screen, EndCard)
    assert window.app.store.matches()[0].result == saved.result_of(play.match) != ""


@pytest.mark.few(1)
@pytest.mark.parametrize("offer", CATALOGUE)
def test_arrows_and_enter_play(window, offer):
    play = window.start(offer)
    window.key(pygame.K_RIGHT)
    while play.view.move_of(play.hands.selected, play.match.position) is None:
        window.key(pygame.K_RIGHT)
    window.key(pygame.K_RETURN)
    assert len(play.match.plies) == 1


@pytest.mark.parametrize("face", FACES)
def test_after_a_move_the_arrows_go_on_near_it(window, face):
    play = window.start("kalah", face=face)
    for key in [pygame.K_RIGHT] * 4 + [pygame.K_RETURN]:
        window.key(key)
    window.settle()
    assert play.hands.selected == 9, "the pit opposite, wherever it lies"
    before = play.view.mark_place(9)[0]
    window.key(pygame.K_RIGHT)
    beside = play.view.mark_place(play.hands.selected)[0]
    assert 0 < beside.x - before.x < 2 * before.width
    for _ in range(2):
        window.key(pygame.K_RETURN)
        window.key(pygame.K_z, "z")
        assert play.view.mark_place(play.hands.selected)[0] == beside, "it can be played again"


def test_nothing_is_chosen_while_the_computer_moves_nor_does_what_stays_hide_a_hint(window):
    play = window.start("tictactoe", second=Seat(person=False, level=1), pace="fast")
    for key in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):
        window.key(key)
    while play.session.moving or not play.session.persons_turn:
        assert play.hands.selected is play.cell_in_hand is None
        window.frames()
    window.frames()
    stays = play.hands.selected
    assert stays == play.cell_in_hand and play.hands.move_of(stays) is not None
    assert stays != play.view.step(None, 1, 0, play.match.position)
    assert play.banner_words(play.cell_told) == play.view.preview_words(stays, play.match.position)
    window.key(pygame.K_h, "h", pygame.KMOD_SHIFT)
    assert play.banner_words(play.cell_told) == play.banner_words(None) != ""
    window.click(window.place_of(play.match.position.moves()[0]))
    assert play.hands.selected is None, "the mouse leaves none"


@pytest.mark.few(2)
@pytest.mark.parametrize("offer", CATALOGUE)
def test_what_is_shown_follows_the_rules(window, offer):
    play = window.start(offer)
    rng = random.Random(5)
    while not play.match.over:
        play.session.play(rng.choice(play.match.position.moves()))
        cells = play.match.game.cells(play.match.position)
        shown = play.session.shown
        if offer == "eight":
            assert [sum(shown.numbers), shown.numbers[-1]] == cells
        elif offer == "kalah":
            assert list(map(len, shown.cells)) == cells
            assert sorted(itertools.chain(*shown.cells)) == list(range(sum(cells)))
        else:
            assert shown.cells == cells


@pytest.mark.few(1)
@pytest.mark.parametrize("offer", OTHERS)
def test_the_values_of_all_moves_can_be_seen(window, offer):
    play = window.start(offer)
    window.key(pygame.K_v)
    # In Eight a look ahead says nothing before it comes to the end.
    window.wait_for(lambda: (found := play.session.judgement) and (found.exact or offer != "eight"))
    values = value_labels(play.session, play.view, "?")
    assert set(values) == {
        play.view.cell_of(move, play.match.position) for move in play.match.position.moves()
    }
    # In Eight every first number loses, and none of them is painted as good.
    assert any(best for _, best in values.values()) == (offer != "eight")


def test_a_move_that_is_none_gets_a_sentence(window):
    play = window.start("diamond")
    taken = play.match.game.cells(play.match.position).index(1)
    for cell, key in ((0, "turns_nothing"), (taken, "square_taken")):
        window.click(play.view.board.centre(cell))
        assert play.session.message.key == key
    assert play.match.plies == []
    play = window.start("eight")
    window.type("22")
    assert play.session.message.key == "number_just_named"
    assert play.match.plies == [2]


def test_a_pass_is_announced_and_waits(window):
    play = window.start("small", board="4x4", pace="normal")
    match, rng = play.match, random.Random(0)

    def passing() -> list[int]:
        events_of = {
            move: list(match.game.tell(match.position, move)) for move in match.position.moves()
        }
        return [move for move, events in events_of.items() if isinstance(events[-1], Again)]

    while not passing():
        match.play(rng.choice(match.position.moves()))
    play.session.motion.shown = play.view.shown(match)
    play.session.play(passing()[0])
    while not isinstance(play.session.timeline.event, Again):
        window.frames()
    event = play.session.timeline.event
    assert play.view.said(event, play.session.shown, match).key == "said_pass"
    assert duration(event) > 1.0


def test_the_tree_of_eight_is_whole(window):
    play = window.start("eight")
    root = whole_tree(play.match.game, play.match.start)
    assert sum(1 for _ in root.nodes()) == 62
    assert root.value == -1
    assert path_of(root, [2, 1, 3]) == [1, 0, 1]


def test_a_handicap_gives_black_corners(window):
    play = window.start("reversi", handicap=2)
    cells = play.match.game.cells(play.match.position)
    corners = play.match.game.board(play.match.position).corners
    assert [cells[corner] for corner in corners] == [1, 1, 0, 0]
    window.click(place(play, play.match.position.moves()[0]))
    record = window.app.store.matches()[0]
    assert saved.stored_of(record).match.position == play.match.position
    window.do("new")
    window.key(pygame.K_RETURN)
    assert window.app.screen.match.position == play.match.start


def test_every_card_shows_a_game_of_its_own(window):
    for offer in CATALOGUE.values():
        match = offer.picture()
        assert not match.over
        assert entry_of(match) is offer or match.variant not in offer.boards


@pytest.mark.parametrize("count", range(1, 20))
@pytest.mark.parametrize("first", ["kalah", "reversi"])
def test_any_number_of_cards_is_dealt_evenly(count, first):
    cards = [first] + ["small"] * (count - 1)
    rows = rows_of(cards)
    assert [card for row in rows for card in row] == cards
    widths = [sum(2 if VIEWS[CATALOGUE[card].game.key].wide else 1 for card in row) for row in rows]
    assert max(widths) <= 5
    assert widths == sorted(widths, reverse=True)


def test_every_game_has_a_view_and_every_view_a_card(window):
    assert set(VIEWS) == set(GAMES)
    keys = [card.key for game in GAMES.values() for card in game.cards]
    assert sorted(keys) == sorted(CATALOGUE)
    assert all(window.button(say(f"card_{key}")) for key in (*CATALOGUE, "articles", "theatre"))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_game_and_board_has_its_words(language):
    words.choose(language)
    for offer in CATALOGUE.values():
        keys = [f"card_{offer.key}", f"card_{offer.key}_what"]
        keys += [f"turn_{offer.game.key}", f"turn_{offer.game.key}_you"]
        keys += offer.game.rule_words(())
        if len(offer.boards) > 1 and offer.game.key != "kalah":
            keys += [f"board_{board}" for board in offer.boards]
        keys = [key for key in keys if words.say(key, count=2) == f"kalahgui.{key}"]
        assert keys == []
        for board in offer.boards:
            assert "kalahgui." not in title_of(offer.game, board)


def progress_drawn(window, play, monkeypatch) -> tuple[set[float], set[object]]:
    """Return how far events were drawn to have come while a move is shown, and those events."""
    seen: set[float] = set()
    events: set[object] = set()
    draw = play.view.draw

    def note(surface, shown, match, look):
        if look.event is not None:
            seen.add(look.progress)
            events.add(look.event)
        draw(surface, shown, match, look)

    monkeypatch.setattr(play.view, "draw", note)
    window.type("d3" if play.match.game.key == "reversi" else "3")
    window.frames(2)
    while play.session.moving:
        window.frames()
    return seen, events


@pytest.mark.few(2)
@pytest.mark.parametrize("card", ["kalah", "reversi"])
@pytest.mark.parametrize("motion", ["reduced", "full"])
def test_events_are_seen_as_they_end(window, monkeypatch, card, motion):
    play = window.start(card, motion=motion, bar=True, pace="normal")
    seen, events = progress_drawn(window, play, monkeypatch)
    if motion == "reduced":
        assert seen == {1.0}
        assert events == set(play.match.events(play.match.tip.line))
    else:
        assert len(seen) > 2, "they are seen on their way"
    monkeypatch.setattr(type(play.bar), "share", property(lambda bar: 0.9))
    window.frames(2)
    assert play.bar.moving == (motion == "full"), "the bar glides or does not"


# -- the tree of Eight


EIGHT = GAMES["eight"]
COMPUTER = Player(computer=Method(level=1))


def eight_begun(window, *players: Player) -> Play:
    window.app.open(GameOf(Match(EIGHT, "8", (), players)))
    window.frames(2)
    return window.app.screen


@pytest.mark.parametrize("players", [(Player(), Player()), (Player(), COMPUTER)])
def test_a_person_sees_the_tree_when_asked_for_and_no_longer(window, players):
    play = eight_begun(window, *players)
    legend = say("board_tree_ruled_out")
    assert legend not in window.said()
    window.press(say("board_tree_show"))
    assert play.view.tree_shown and legend in window.said()
    window.press(say("board_tree_hide"))
    assert not play.view.tree_shown and legend not in window.said()
    window.key(pygame.K_x, "x")
    assert play.view.tree_shown
    if players[1] is COMPUTER:
        assert {say("board_tree_mover_you"), say("board_tree_wins_you")} <= set(window.said())
        return
    window.key(pygame.K_x, "x")
    for text in "2313":
        assert not play.view.tree_shown
        window.type(text)
    assert play.match.over
    window.end()
    assert play.view.tree_shown, "when the game is over"
    assert say("board_tree_hide") not in window.labels()
    window.key(pygame.K_z)
    window.frames(2)
    assert not play.match.over and not play.view.tree_shown


def test_between_computers_the_tree_is_there_and_nothing_asks(window):
    play = eight_begun(window, COMPUTER, COMPUTER)
    assert play.view.tree_shown
    assert not {say("board_tree_show"), say("board_tree_hide")} & set(window.labels())


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_legend_says_whose_turn_and_whose_win_a_node_is(window, language):
    window.speak(language)
    play = eight_begun(window, Player("Ann"), Player("Bob"))
    window.key(pygame.K_x, "x")
    said = window.written()
    texts = [label for label, _ in said]
    for name in ("Ann", "Bob"):
        assert say("board_tree_mover", name=name) in texts
        assert say("board_tree_wins", name=name) in texts
    places = [place for label, place in said if label in _legend_words()]
    assert len(places) == 6
    button = play.view.tree_button
    for place in places:
        assert play.view.rect.contains(place)
        assert not place.colliderect(button)
        assert not place.colliderect(play.view.tree.rect.inflate(0, -4))


def _legend_words() -> set[str]:
    names = [say(f"board_tree_{key}", name=name)
             for key in ("mover", "wins") for name in ("Ann", "Bob")]  # fmt: skip
    return {*names, say("board_tree_played"), say("board_tree_ruled_out")}


# -- the plates of the players


PERSONS = (Player("Ann"), Player("Bob"))


def begun(window, key: str, variant: str, **choices) -> Play:
    window.services.choose(face="both", **choices)
    window.app.open(GameOf(Match(GAMES[key], variant, (), PERSONS, pie=True)))
    window.frames(2)
    return window.app.screen


@pytest.mark.few(1)
@pytest.mark.parametrize(("key", "variant"), [("kalah", "6x4"), ("reversi", "8x8")])
def test_who_sits_opposite_has_the_plate_at_the_left_hand(window, key, variant):
    play = begun(window, key, variant)
    near, far = play.plates
    assert isinstance(far, Turned) and not isinstance(near, Turned)
    if key == "reversi":  # beside a square board there is but one place
        assert far.rect.x == near.rect.x
        assert_turned(play)
        return
    board = play.view.rect
    assert near.rect.left - board.left == board.right - far.rect.right
    assert near.rect.size == far.rect.size
    assert far.rect.centerx > board.centerx
    play.session.play(0)
    window.frames(3)
    button = window.button(say("swap"))
    assert button.rect.left == board.left and button.rect.bottom < board.top
    assert not button.rect.colliderect(play.plates[1].rect)
    assert_turned(play)


def assert_turned(play: Play) -> None:
    """See that a turned plate is the other one upside down, with all that belongs to it."""
    shown = []
    for turned in (False, True):
        straight = Plate(play.session, 0, broad=True)
        element = Turned(straight) if turned else straight
        surface = pygame.Surface(play.size)
        element.place(play.controls.look, pygame.Rect(300, 200, 380, 100))
        draw_all(element, surface, play.controls.look)
        shown.append(surface.subsurface(_painted(surface)))
    turned_back = pygame.transform.rotate(shown[1], 180)
    assert shown[0].get_size() == turned_back.get_size()
    # What is seen through is blended in another order.
    colours = (pygame.image.tobytes(picture, "RGB") for picture in (shown[0], turned_back))
    assert max(abs(one - other) for one, other in zip(*colours, strict=True)) <= 2


def _painted(surface: pygame.Surface) -> pygame.Rect:
    copy = surface.convert()
    copy.set_colorkey((0, 0, 0))
    return copy.get_bounding_rect()
