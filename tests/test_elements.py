"""The kit of the window: a tree says once what is on a screen, and everything is read from it."""

import time
from itertools import pairwise

import pygame
import pytest
from driver import Driver

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import (
    Button,
    Choice,
    Link,
    Press,
    Stepper,
    Switch,
    Tabs,
    headed,
    labelled,
)
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.field import LONGEST_NAME, Field
from kalahgui.gui.elements.layout import (
    Card,
    Column,
    Fitting,
    Flow,
    Grid,
    Layers,
    Painted,
    Pinned,
    Row,
    Rule,
    Scroll,
    Space,
    Turned,
    cards_on_paper,
)
from kalahgui.gui.elements.lists import List
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.text_editing import Editing, path_line
from kalahgui.gui.elements.writing import Bar, Heading, Live, Text
from kalahgui.gui.paint import theme
from kalahgui.gui.services.settings import MAGNIFIED, TEXT_SIZES
from kalahgui.words import LANGUAGES, say

LONG = "Sowing brings the last stone into the own store, which is worth another move. "
CUT = LONG * 4
SIZES = [(800, 500), (1280, 800), (1100, 900)]


class Everything(CardScreen):
    """A card with every element of the kit."""

    card_width = 760
    title = "settings"

    def __init__(self, app) -> None:
        self.name, self.chosen, self.on, self.number = "Ann", "b", False, 3
        self.pressed: list[str] = []
        self.heard: list[str] = []
        self.drawn: tuple[str, ...] = ()
        self.corner: pygame.Rect | None = None  # of the drawing, which has a tip
        self.more = 0  # rows before the others
        self.entered = False
        super().__init__(app)

    def body(self) -> Element:
        options = [(letter, letter * 3) for letter in "abc"]
        return Row(
            Tabs(options, self.chosen, self.choose, width=120),
            Column(
                *(Text(f"row {number}", key=f"more {number}") for number in range(self.more)),
                Heading("A heading"),
                Text(LONG * 2, colour="quiet"),
                labelled("Name", Field(self.name, self.type, name="Name", hint="nobody", key="n")),
                labelled("Choice", Choice(options, self.chosen, self.choose, name="Choice")),
                headed("Number", Stepper(str(self.number), "plies", self.step, name="Number")),
                Rule(),
                Switch("Preview", "shows what a move does", on=self.on, turn=self.turn),
                Row(
                    Button("Go on", lambda: self.pressed.append("go on"), style="primary", grow=1),
                    Button("Not now", lambda: self.pressed.append("not"), enabled=False, grow=2),
                    gap=10,
                ),
                Table(
                    "Values", ("move", "value"), [(Text("1"), Text("+3")), (Text("2"), Text(""))]
                ),
                Grid(2, Text("one"), Text("two"), Text("three"), gap=8),
                Painted(
                    lambda surface, rect: None,
                    hears=self.hear,
                    nodes=self.drawing,
                    tips=lambda: ("a corner", self.corner) if self.corner else None,
                    takes_focus=True,
                    height=60,
                    key="drawn",
                ),
                Bar(0.4, "read"),
                Text(CUT, line=True),
                Card(Link("New here?", lambda: self.pressed.append("new")), padding=(16, 8, 16, 8)),
                Space(height=10),
                gap=12,
                grow=1,
            ),
            gap=20,
            stretch=True,
        )

    def choose(self, value: str) -> None:
        self.chosen = value
        self.refresh()

    def step(self, way: int) -> None:
        self.number += way
        self.refresh()

    def turn(self) -> None:
        self.on = not self.on
        self.refresh()

    def type(self, words: str) -> None:
        self.name = words
        self.refresh()

    def drawing(self) -> list[AccessibleNode]:
        rect = pygame.Rect(0, 0, 9, 9)
        lines = [
            AccessibleNode(Role.ITEM, name, rect, name, on=name == "second") for name in self.drawn
        ]
        return [AccessibleNode(Role.LIST, "a drawing", rect, "drawn", lines)]

    def hear(self, event: pygame.Event) -> bool:
        self.heard.append(pygame.event.event_name(event.type))
        return True


@pytest.fixture
def card(window):
    return opened(window)


def opened(window: Driver, card: type[CardScreen] = Everything, *given) -> CardScreen:
    """Return a card that is open, which was made of what it is given."""
    window.app.push(card(window.app, *given))
    window.frames(2)
    return window.app.screen


class Alone(CardScreen):
    """A card with a choice of one."""

    title = "settings"

    def __init__(self, app) -> None:
        self.chosen: list[str] = []
        super().__init__(app)

    def body(self) -> Element:
        return Choice([("a", "only")], "a", self.chosen.append)


def test_arrows_go_on_to_the_screen_where_there_is_nothing_beside_to_choose(window):
    card = opened(window, Alone)
    card.controls.focus_on(found(card, "only"))
    for key in (pygame.K_DOWN, pygame.K_RIGHT):
        assert not card.controls.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    assert card.chosen == []


def found(card: CardScreen, name: str) -> Element:
    """Return the element of a role and name that can be used."""
    return next(element for element in card.controls.all if element.name == name)


# -- place


@pytest.mark.few(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", TEXT_SIZES)
def test_every_element_is_in_its_parent_and_on_no_other(new_window, size, language, text):
    card = opened(new_window(size, language, text=text))

    def check(element: Element) -> None:
        children = [child for child in element.children if child.rect.width]
        for number, child in enumerate(children):
            if not isinstance(element, Scroll):
                assert element.rect.contains(child.rect), (element, child)
            assert all(not child.rect.colliderect(other.rect) for other in children[:number])
            check(child)

    assert pygame.Rect((0, 0), card.size).contains(card.controls.root.rect)
    check(card.controls.root)


def test_words_that_are_cut_have_a_tip_with_all_of_them(window, card):
    cut = next(element for element in card.controls.root.all if element.name == CUT)
    assert cut.tip_words == CUT
    window.move_to(cut.rect.center)
    window.frames(40)
    assert card.controls.tip is cut
    window.move_to(found(card, "Go on").rect.center)
    window.frames(40)
    assert card.controls.tip is None


def test_a_card_is_as_wide_as_its_title_needs(window):
    class Titled(Everything):
        title_words = LONG

    card = opened(window, Titled)
    [title] = [element for element in card.controls.root.all if element.name == LONG]
    assert not title.tip and title.rect.right < window.button("close").rect.x


def test_a_label_that_is_cut_leaves_room_beside_it(window):
    class Long(Everything):
        def body(self) -> Element:
            return Button(CUT, print)

    card = opened(window, Long)
    button = found(card, CUT)
    [label] = [place for words, place in window.written(card.controls.draw) if words[:9] == CUT[:9]]
    assert button.tip == CUT
    assert min(label.x - button.rect.x, button.rect.right - label.right) >= card.scale.px(10)


def test_growing_elements_share_what_the_others_leave(card):
    one, two = found(card, "Go on"), found(card, "Not now")
    assert abs(2 * one.rect.width - two.rect.width) <= 2
    row = [
        element.rect for element in card.controls.root.all if element.name.startswith("Choice: ")
    ]
    assert all(a.right < b.left for a, b in pairwise(row))
    assert max(rect.width for rect in row) - min(rect.width for rect in row) <= 1


def test_a_drawing_grows_to_its_most_and_of_several_versions_the_first_that_fits_is_shown(card):
    drawing = Painted(lambda surface, rect: None, height=30, grow=1, most=90)
    Column(drawing).place(card.controls.look, pygame.Rect(0, 0, 100, 200))
    assert drawing.rect.height == 90
    column = Column(drawing, Space(height=60, grow=1))
    column.place(card.controls.look, pygame.Rect(0, 0, 100, 40))
    assert column.children[-1].rect.bottom == 40, "both give way, and nothing leaves its place"
    for height, shown in ((200, 150), (149, 40), (20, 40)):
        versions = Fitting(*(Column(Space(height=pixels)) for pixels in (150, 40)))
        versions.place(card.controls.look, pygame.Rect(0, 0, 100, height))
        [column] = versions.children
        assert column.wants(card.controls.look, 100)[1] == shown


def test_a_card_over_a_drawing_is_not_drawn_with_the_paper(card):
    below, over = Card(Text("below")), Card(Text("over"), over=True)
    assert [*cards_on_paper(Column(below, over))] == [below]
    assert below.on_paper and not over.on_paper


def test_a_bar_without_a_name_is_silent(card):
    look = card.controls.look
    assert Bar(0.5, "").parts(look, print) == []
    assert [part.name for part in Bar(0.5, "done").parts(look, print)] == ["done: 50%"]


def test_what_has_no_room_in_a_line_flows_into_the_next(card):
    look = card.controls.look
    flow = Flow(*(Space(width=wide, height=20) for wide in (40, 40, 30, 90, 20)), gap=10)
    assert flow.wants(look, 100)[1] == 4 * 20 + 3 * 10
    flow.place(look, pygame.Rect(0, 0, 100, 200))
    places = [tuple(child.rect) for child in flow.children]
    assert [place[:2] for place in places] == [(0, 0), (50, 0), (0, 30), (0, 60), (0, 90)]
    two = Flow(*(Space(width=40, height=20) for _ in range(2)), gap=10)
    assert two.wants(look, 90)[1] == 20, "what just fits needs no line of its own"


def test_a_line_without_room_says_what_is_shorter_and_has_a_tip_with_all(window, card):
    look, words = card.controls.look, Text(CUT, line=True, shorter=(LONG, "Sowing"))
    narrow = 2 * Text("Sowing", line=True).wants(look, 10_000)[0]
    for width, said in ((narrow, "Sowing"), (look.scale.px(900), LONG)):
        words.place(look, pygame.Rect(0, 0, width, 30))
        assert window.said(lambda surface: words.draw(surface, look)) == [said]
        assert words.tip == CUT


def test_a_choice_gives_long_words_more_room_where_all_alike_would_cut_them(window, card):
    look = card.controls.look
    for words, width in ((["one", "two", "three"], 400), (["one", "two", LONG[:40]], 400)):
        choice = Choice([(option, option) for option in words], "one", print)
        choice.place(look, pygame.Rect(0, 0, width, 38))
        assert not any(button.tip for button in choice.children)
        widths = [button.rect.width for button in choice.children]
        assert (max(widths) - min(widths) <= 1) == (words[2] == "three")


def test_a_choice_wants_no_more_than_its_words_and_leaves_the_rest_to_what_is_beside_it(card):
    look = card.controls.look
    choice = Choice([(option, option) for option in ("one", "three")], "one", print)
    after = Button("", print)
    row = Row(title := Text("title", grow=1), choice, after)
    row.place(look, pygame.Rect(0, 0, 600, 38))
    assert title.rect.width > 0 and after.rect.width == after.rect.height
    assert len({button.rect.width for button in choice.children}) == 1
    row = Row(choice := Choice([(LONG, LONG), ("two", "two")], "two", print))
    row.place(look, pygame.Rect(0, 0, 600, 38))
    assert choice.rect.width == 600


def test_the_columns_of_a_table_are_in_line_and_its_cells_say_their_heads(card):
    [table] = [part for part in card.accessible_node().all if part.role is Role.TABLE]
    assert [row.name for row in table.parts] == ["move: 1, value: +3", "move: 2"]
    lefts = {row.parts[0].rect.left for row in table.parts}
    assert len(lefts) == 1


class Tabled(CardScreen):
    """A card with a table of numbers, of which a row is chosen."""

    card_width = 500
    title = "settings"
    numbers = ("1", "23 456", "789")

    def __init__(self, app, lines: int = 1, chosen: int = 1) -> None:
        self.chosen, self.opened, self.lines = chosen, [], lines
        super().__init__(app)

    def body(self) -> Element:
        rows = [(Text("\n".join("abcd"[: self.lines])), Text(number)) for number in self.numbers]
        return Table(
            "Counts",
            ("name", "nodes"),
            [*rows, (Text("too long to be counted, as all can see " * 3, line=True),)],
            headed=[
                Button("turn", self.opened.clear, style="small", height=24),
                Text("nodes", silent=True),
            ],
            right={1},
            shares=(1, 0),
            tall=300,
            chosen=self.chosen,
            choose=self.choose,
            opens=self.opened.append,
            fixed={3},
            takes_focus=True,
            ruled={2},
            gap=10,
        )

    def choose(self, place: int) -> None:
        self.chosen = place
        self.refresh()

    @property
    def table(self) -> Table:
        return next(element for element in self.controls.root.all if isinstance(element, Table))


@pytest.fixture
def counts(window):
    return opened(window, Tabled)


def test_columns_of_numbers_end_in_line_below_their_head_and_what_is_long_goes_across(
    window, counts
):
    head, *rows, across = counts.table.children
    [cell] = across.children
    assert {row.children[1].rect.right for row in (head, *rows)} == {cell.rect.right}
    assert len({row.children[1].rect.left for row in rows}) == len(rows), "as wide as their figures"
    assert cell.rect.left == rows[0].children[0].rect.left and cell.tip
    assert "nodes" in window.said()
    [table] = [part for part in counts.accessible_node().all if part.role is Role.TABLE]
    assert table.parts[1].name == "name: a, nodes: 23 456"
    assert "nodes" not in [part.name for part in counts.accessible_node().all]
    window.draw()
    places = [(row.rect.centerx, row.rect.y) for row in counts.table.rows]
    edges = [window.app.surface.get_at(place) for place in places]
    assert [edge == counts.palette.line for edge in edges] == [False, False, True, False]


def test_a_row_of_a_table_is_chosen_by_a_press_and_opened_by_another(window, counts):
    window.click(counts.table.rows[2].rect.center)
    assert (counts.chosen, counts.opened) == (2, [])
    window.click(counts.table.rows[2].rect.center)
    assert (counts.chosen, counts.opened) == (2, [2])
    [table] = [part for part in counts.accessible_node().all if part.role is Role.TABLE]
    assert [part.on for part in table.parts] == [False, False, True, None]
    assert table.parts[3].act is None
    window.click(counts.table.rows[3].rect.center)
    assert counts.chosen == 2
    table.parts[0].take()
    assert counts.chosen == 0 and counts.controls.focus is counts.table
    [focused] = [part for part in counts.accessible_node().all if part.focused]
    assert focused.name == "name: a, nodes: 1"
    names = [part.name for part in counts.accessible_node().all]
    assert names.index("turn") < names.index("Counts")
    window.press("turn")  # in the head
    assert not counts.opened


@pytest.mark.parametrize("lines", [1, 4])
def test_rows_of_a_table_give_room_up_before_it_is_scrolled(window, lines):
    card = opened(window, Tabled, lines)
    [scroll] = [element for element in card.controls.root.all if isinstance(element, Scroll)]
    assert card.table.rows[0].rect.height < card.scale.px(300)
    assert not scroll.scroller.longest
    assert scroll.rect.contains(card.table.rows[-1].rect)


class Many(Tabled):
    """A card with a table that is longer than its place."""

    numbers = tuple(map(str, range(60)))

    @property
    def scroll(self) -> Scroll:
        return next(element for element in self.controls.root.all if isinstance(element, Scroll))


@pytest.fixture
def many(window):
    return opened(window, Many)


def test_the_focus_brings_the_chosen_row_of_a_long_table_into_sight(many):
    for place in (1, 59, 30, 0):
        many.choose(place)
        many.controls.focus_on(many.table)
        assert many.scroll.rect.contains(many.table.rows[place].rect)
    assert many.scroll.scroller.offset == 0, "with the heads"


def test_another_row_of_a_long_table_comes_into_sight_and_the_same_one_is_let_be(window, many):
    for place in (40, 0, 59):
        many.choose(place)
        assert many.scroll.rect.contains(many.table.rows[place].rect)
    assert many.controls.focus is None
    window.move_to(many.scroll.rect.center)
    window.wheel(100)
    many.refresh()
    assert many.scroll.scroller.offset == 0
    window.app.push(late := Many(window.app, chosen=50))
    assert late.scroll.rect.contains(late.table.rows[50].rect)


def test_the_beginning_of_what_is_longer_than_its_place_comes_into_sight(many):
    scroller = many.scroll.scroller
    scroller.reveal(100, 100 + 2 * scroller.rect.height)
    assert scroller.offset == 100


def test_a_tree_of_many_elements_is_made_placed_and_told_in_a_moment(window, card):
    card.more = 120
    card.refresh()
    begin = time.process_time()
    for _ in range(10):
        card.refresh()
        card.accessible_node()
    assert len(list(card.controls.root.all)) > 150
    assert (time.process_time() - begin) / 10 < 0.1, "a tenth of what it may take is usual"


# -- hands


def test_the_focus_goes_in_the_order_of_the_tree_and_round(window, card):
    usable = [control.words for control in card.controls.all if control.enabled]
    seen = []
    for _ in usable:
        window.key(pygame.K_TAB)
        seen.append(card.controls.focus.words)
    assert seen == usable
    window.key(pygame.K_TAB)
    assert card.controls.focus.words == usable[0]
    window.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert card.controls.focus.words == usable[-1]


def test_the_focus_stays_when_the_tree_is_made_anew_and_moves_along_with_its_key(window, card):
    card.controls.focus_on(found(card, "Go on"))
    card.more = 3
    card.refresh()
    assert card.controls.focus.name == "Go on"
    window.key(pygame.K_RETURN)
    assert card.pressed == ["go on"]


@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_keys_go_on_where_a_button_has_given_way_to_another_one(window, by_mouse):
    class Turns(Everything):
        def body(self) -> Element:
            answer = Button("Answer", self.refresh, key="answer")
            more = [Button(name, print) for name in ("First", "Last")]
            if self.more:
                answer = Button("Question", print, key="question")
            return Column(more[0], answer, more[1])

    window.app.push(card := Turns(window.app))
    window.frames()
    if by_mouse:
        window.click(found(card, "Answer").rect.center)
    else:
        card.controls.focus_on(found(card, "Answer"))
    card.more = 1
    card.refresh()
    assert card.controls.focus_words == ("" if by_mouse else "Question")
    window.key(pygame.K_TAB)
    assert card.controls.focus_words == "Last"


def test_no_tip_lies_on_what_keeps_tips_off_nor_comes_after_a_press(window, monkeypatch):
    class Explained(Everything):
        def body(self) -> Element:
            below = Space(height=100)
            below.keeps_tips_off = True
            return Column(Button("Go on", lambda: self.pressed.append("go on"), tip=LONG), below)

    monkeypatch.setattr(pygame.mouse, "get_focused", lambda: True)
    card = opened(window, Explained)
    button = found(card, "Go on")
    window.move_to(button.rect.center)
    window.frames(40)
    below = next(element for element in card.controls.root.all if element.keeps_tips_off)
    words, place = window.written()[-1]
    assert words in LONG
    assert not place.colliderect(below.rect) and not place.colliderect(button.rect)
    window.click(button.rect.center)
    assert card.pressed and not card.controls.restless


def test_a_button_is_pressed_where_the_mouse_goes_down_and_up_on_it(window, card):
    go_on, other = found(card, "Go on"), found(card, "Choice: aaa")
    window.mouse(pygame.MOUSEBUTTONDOWN, go_on.rect.center)
    card.refresh()  # in the midst of it
    window.mouse(pygame.MOUSEBUTTONUP, go_on.rect.center)
    window.mouse(pygame.MOUSEBUTTONUP, go_on.rect.center)
    assert card.pressed == ["go on"], "it is let go of: another half of a click is none"
    window.mouse(pygame.MOUSEBUTTONDOWN, go_on.rect.center)
    window.mouse(pygame.MOUSEBUTTONUP, other.rect.center)
    assert card.pressed == ["go on"] and card.chosen == "b"
    window.click(found(card, "Not now").rect.center)
    assert card.pressed == ["go on"]
    window.mouse(pygame.MOUSEBUTTONDOWN, at := found(card, "Go on").rect.center)
    card.more = 3
    card.refresh()
    window.mouse(pygame.MOUSEBUTTONUP, at)
    assert card.pressed == ["go on"], "something else stands there now"


def test_an_empty_field_shows_its_hint_quietly(window, card):
    card.name = ""
    card.refresh()
    field = window.fields()[0].rect

    def inks() -> set[tuple[int, ...]]:
        window.move_to((2, 2))
        window.draw()
        inside = window.app.surface.subsurface(field.inflate(-20, -12))
        spots = ((x, y) for x in range(inside.get_width()) for y in range(inside.get_height()))
        return {tuple(inside.get_at(spot))[:3] for spot in spots}

    quiet, ink = (tuple(colour)[:3] for colour in (card.palette.quiet, card.palette.ink))
    assert quiet in inks() and ink not in inks()
    card.name = "Ann"
    card.refresh()
    assert ink in inks() and quiet not in inks()


def test_what_has_the_focus_is_scrolled_into_sight(new_window):
    window = new_window((800, 500))
    card = opened(window)
    card.more = 30
    card.refresh()
    scroll = next(element for element in card.controls.root.all if isinstance(element, Scroll))
    assert not scroll.rect.contains(found(card, "Go on").rect)
    card.controls.focus_on(found(card, "Go on"))
    assert scroll.rect.contains(found(card, "Go on").rect)
    window.move_to(scroll.rect.center)
    window.wheel(100)
    assert scroll.scroller.offset == 0
    hidden = found(card, "Go on").rect
    window.click((hidden.centerx, min(hidden.centery, window.app.size[1] - 2)))
    assert card.pressed == [], "what is out of sight is not pressed"


class Long(CardScreen):
    """A card with a list that is longer than its place."""

    least_height = 400
    title = "settings"

    def __init__(self, app) -> None:
        self.chosen, self.opened = None, []
        super().__init__(app)

    def body(self) -> Element:
        return List(
            50,
            lambda place: Text(f"row {place}", line=True),
            lambda place: f"row {place}",
            title="rows",
            chosen=self.chosen,
            choose=self.choose,
            opens=self.opened.append,
        )

    def choose(self, place: int) -> None:
        self.chosen = place
        self.refresh()


@pytest.fixture
def rows(window):
    elements = opened(window, Long).controls.root.all
    return next(element for element in elements if isinstance(element, List))


def drag(window: Driver, point: tuple[int, int], to: tuple[int, int]) -> None:
    window.mouse(pygame.MOUSEBUTTONDOWN, point)
    window.move_to(to)
    window.mouse(pygame.MOUSEBUTTONUP, to)


def test_a_list_that_is_dragged_scrolls_and_chooses_nothing(window, rows):
    x, y = rows.rect.center
    drag(window, (x, y), (x, y - 100))
    assert rows.scroller.offset == 100
    assert window.app.screen.chosen is None
    drag(window, (x, y), (x + 3, y - 3))  # a hand is never still
    assert window.app.screen.chosen is not None


def test_a_list_stays_where_it_is_while_what_is_chosen_is_in_sight(window, rows):
    screen, scroller = window.app.screen, rows.scroller
    window.move_to(rows.rect.center)
    window.wheel(-10)
    before = scroller.offset
    screen.choose(first := before // scroller.step + 2)
    assert screen.chosen == first and scroller.offset == before
    screen.choose(0)
    assert scroller.offset == 0


def test_the_bar_of_a_list_is_taken_hold_of(window, rows):
    x, y = rows.rect.right - 3, rows.rect.y + 5
    drag(window, (x, y), (x, rows.rect.bottom - 5))
    assert rows.scroller.offset == rows.scroller.longest > 0


def test_a_row_is_opened_by_a_second_press_and_those_in_sight_alone_are_under_the_frame(
    window, rows
):
    for _ in range(2):
        window.mouse(pygame.MOUSEBUTTONDOWN, rows.rect.center)
        window.mouse(pygame.MOUSEBUTTONUP, rows.rect.center)
    assert window.app.screen.opened == [window.app.screen.chosen]
    node = next(part for part in window.app.screen.accessible_node().all if part.role is Role.LIST)
    assert all(rows.rect.contains(part.rect) or not part.rect.height for part in node.parts)
    assert len(node.parts) == 50


class Games(Long):
    """A list that is read little by little, with a button in each row."""

    count, step, grows = 1000, 32.0, False

    def body(self) -> Element:
        return List(
            self.count,
            lambda place: Row(
                Text(f"row {place}", grow=1), Press("delete", print, name="d", shy=True)
            ),
            lambda place: f"row {place}",
            title="rows",
            chosen=0,
            choose=self.choose,
            step=self.step,
            grows=self.grows,
        )

    @property
    def list(self) -> List:
        return next(element for element in self.controls.root.all if isinstance(element, List))


@pytest.fixture
def games(window):
    return opened(window, Games)


def test_a_list_that_grows_stays_where_it_was_also_with_rows_of_another_height(window, games):
    window.move_to(games.list.rect.center)
    window.wheel(-30)
    before, step = games.list.scroller.offset, games.list.scroller.step
    assert before == 30 * step
    games.count, games.grows = 3, True
    games.refresh()
    games.count, games.step = 1000, 64.0
    games.refresh()
    assert games.list.scroller.offset == before * games.list.scroller.step // step > before
    games.count, games.grows = 3, False
    games.refresh()
    assert games.list.scroller.offset == 0


def test_what_is_shy_is_drawn_in_the_row_that_is_chosen_or_under_the_mouse(
    window, games, monkeypatch
):
    drawn, icon = [], theme.icon
    monkeypatch.setattr(pygame.mouse, "get_focused", lambda: True)
    monkeypatch.setattr(theme, "icon", lambda name, *look: drawn.append(name) or icon(name, *look))
    for point, count in (((5, 5), 1), (games.list.children[4].rect.center, 2)):
        window.move_to(point)
        drawn.clear()
        window.draw()
        assert drawn.count("delete") == count
    window.key(pygame.K_DOWN)  # the mouse rests
    drawn.clear()
    window.draw()
    assert drawn.count("delete") == 1


def test_the_wheel_leaves_the_focus(window, card):
    card.controls.focus_on(found(card, "Name"))
    window.mouse(pygame.MOUSEBUTTONDOWN, card.card.center, button=5)
    assert card.controls.typing


def test_what_is_scrolled_out_of_sight_is_told_and_ringed_nowhere_else(new_window):
    window = new_window((800, 500))
    card = opened(window)
    card.more = 30
    card.refresh()
    scroll = next(element for element in card.controls.root.all if isinstance(element, Scroll))
    rects = {part.name: part.rect for part in card.accessible_node().all}
    assert not rects["Go on"].height
    assert scroll.rect.contains(rects["Name"]) or not rects["Name"].height
    card.controls.focus_on(found(card, "Go on"))
    # Its upper edge alone stays in sight.
    scroller, button = scroll.scroller, found(card, "Go on").rect
    scroller.move_to(scroller.offset - (scroll.rect.bottom - button.top) + 6)
    card.controls.arrange()
    assert found(card, "Go on").rect.top == scroll.rect.bottom - 6
    window.draw()
    ring = card.palette.accent
    below = range(scroll.rect.bottom + card.scale.px(8), card.size[1])
    assert below
    seen = {tuple(window.app.surface.get_at((x, y))) for x in range(card.size[0]) for y in below}
    assert tuple(ring) not in seen


def test_what_goes_on_beyond_the_edges_of_a_scroll_fades_out_there(new_window):
    window = new_window((800, 500))
    card = opened(window)
    card.more = 30
    card.refresh()
    scroll = next(each for each in card.controls.root.all if isinstance(each, Scroll))
    ground = card.palette.card
    for offset in (0, scroll.scroller.longest // 2, scroll.scroller.longest):
        scroll.scroller.move_to(offset)
        card.controls.arrange()
        window.draw()
        for edge in (scroll.rect.top, scroll.rect.bottom - 1):
            across = range(scroll.rect.left, scroll.rect.right - scroll.scroller.grip)
            row = {tuple(window.app.surface.get_at((x, edge)))[:3] for x in across}
            goes_on = offset > 0 or edge != scroll.rect.top
            goes_on = goes_on and (offset < scroll.scroller.longest or edge == scroll.rect.top)
            assert not goes_on or row == {tuple(ground)[:3]}, (offset, edge)


def test_screen_readers_are_told_every_element_its_state_and_what_it_does(window, card):
    parts = {part.name: part for part in card.accessible_node().all}
    assert parts["Preview. shows what a move does"].role is Role.SWITCH
    assert parts["Preview. shows what a move does"].on is False
    assert not parts["Not now"].enabled
    assert parts["A heading"].role is Role.HEADING
    assert parts["read: 40%"].role is Role.TEXT
    assert parts["Choice: bbb"].on and not parts["Choice: aaa"].on
    parts["Choice: aaa"].act()
    assert card.chosen == "a"
    parts["Number: 3 plies. more"].act() if "Number: 3 plies. more" in parts else card.step(1)
    assert card.number == 4
    field = next(part for part in card.accessible_node().all if part.role is Role.FIELD)
    assert (field.name, field.value) == ("Name", "Ann")
    field.fill("Ben")
    assert card.name == "Ben"
    field.take()
    [focused] = [part for part in card.accessible_node().all if part.focused]
    assert focused.role is Role.FIELD


# -- what is typed


@pytest.fixture
def typed(window, card):
    """A field that is typed into, with the cursor at its end."""
    window.click(found(card, "Name").rect.center)
    window.key(pygame.K_END)
    return card


def write(window: Driver, words: str) -> None:
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=words))
    window.frames()


def compose(window: Driver, words: str) -> None:
    pygame.event.post(pygame.Event(pygame.TEXTEDITING, text=words, start=0, length=len(words)))
    window.frames()


def test_words_are_typed_at_the_cursor_and_erased(window, typed):
    write(window, "e")
    assert typed.name == "Anne"
    window.key(pygame.K_HOME)
    write(window, "J")
    window.key(pygame.K_DELETE)
    assert typed.name == "Jnne"
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_BACKSPACE)
    assert typed.name == "Jne"


def test_a_field_says_how_many_letters_have_room_once_no_more_have(window, typed):
    limit = say("field_full", n=LONGEST_NAME)
    write(window, "a" * (LONGEST_NAME - 4))
    assert limit not in window.said()
    write(window, "bc")
    assert typed.name == f"Ann{'a' * (LONGEST_NAME - 4)}b"
    assert limit in window.said()
    window.key(pygame.K_ESCAPE)
    assert limit not in window.said()


def test_what_is_selected_is_replaced_copied_and_cut(window, typed, clip):
    window.key(pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    window.key(pygame.K_c, mod=pygame.KMOD_CTRL)
    assert clip["text"] == "n"
    write(window, "a")
    assert typed.name == "Ana"
    window.key(pygame.K_a, mod=pygame.KMOD_CTRL)
    window.key(pygame.K_x, mod=pygame.KMOD_CTRL)
    assert (typed.name, clip["text"]) == ("", "Ana")
    window.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert typed.name == "Ana"
    window.key(pygame.K_y, mod=pygame.KMOD_CTRL)
    assert typed.name == ""


def test_what_is_composed_is_shown_and_only_then_written(window, typed):
    compose(window, "にほ")
    assert typed.name == "Ann"
    assert "Annにほ" in window.said()
    window.key(pygame.K_BACKSPACE)  # the input method's
    window.key(pygame.K_ESCAPE)
    assert typed.name == "Ann" and typed.controls.typing
    compose(window, "")
    write(window, "日本")
    assert typed.name == "Ann日本"
    window.key(pygame.K_BACKSPACE)
    assert typed.name == "Ann日"
    compose(window, "にほ")
    window.click(found(typed, "Choice: aaa").rect.center)
    window.click(found(typed, "Name").rect.center)
    window.key(pygame.K_END)
    window.key(pygame.K_BACKSPACE)
    assert typed.name == "Ann", "what was composed has gone with the focus"


def test_candidates_of_an_input_method_stand_at_the_cursor_of_a_magnified_window(
    new_window, monkeypatch
):
    window = new_window((1280, 800), text=next(iter(MAGNIFIED)))
    card, placed = opened(window), []
    card.controls.focus_on(found(card, "Name"))
    magnifier = window.app.magnifier
    magnifier.show(pygame.Rect(window.app.size, (1, 1)))
    assert magnifier.part.x > 0

    def place(rect: pygame.Rect) -> None:
        placed.append(rect.move(magnifier.part.topleft))

    monkeypatch.setattr(pygame.key, "set_text_input_rect", place)
    window.draw()
    compose(window, "にほん")
    assert all(found(card, "Name").rect.contains(caret) for caret in placed)
    assert placed[-1].x > placed[0].x


def test_escape_and_a_click_elsewhere_leave_the_field_and_tab_goes_on(window, typed):
    window.key(pygame.K_ESCAPE)
    assert not typed.controls.typing and window.app.screen is typed
    window.click(found(typed, "Name").rect.center)
    assert typed.controls.typing
    window.key(pygame.K_TAB)
    assert typed.controls.focus.name == "Choice: aaa"
    window.click(found(typed, "Name").rect.center)
    window.click((typed.card.x + 4, typed.card.y + 4))
    assert not typed.controls.typing


def test_the_mouse_puts_the_cursor_and_selects(window, typed):
    field = found(typed, "Name").rect
    window.mouse(pygame.MOUSEBUTTONDOWN, (field.x + 3, field.centery))
    window.frames(60)
    window.move_to((field.right - 3, field.centery))
    window.mouse(pygame.MOUSEBUTTONUP, (field.right - 3, field.centery))
    write(window, "B")
    assert typed.name == "B"
    window.frames(60)
    typed.type("Ann Lee")
    for _ in range(2):
        window.mouse(pygame.MOUSEBUTTONDOWN, (field.x + 20, field.centery))
        window.mouse(pygame.MOUSEBUTTONUP, (field.x + 20, field.centery))
    write(window, "Eve")
    assert typed.name == "Eve Lee"


def test_a_field_shows_what_was_made_of_its_words_once_it_is_left(window, typed):
    write(window, "  ")
    typed.name = "Ann"
    typed.refresh()
    assert found(typed, "Name").value == "Ann "
    typed.controls.let_go()
    typed.refresh()
    assert found(typed, "Name").value == "Ann"


def test_a_long_text_scrolls_with_the_cursor(window, monkeypatch):
    class Narrow(Everything):
        def body(self) -> Element:
            return Field(self.name, self.type, name="Name", most=200, width=120)

    card = opened(window, Narrow)
    window.click(found(card, "Name").rect.center)
    write(window, "w" * 60)
    cursors = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", cursors.append)
    window.draw()
    window.key(pygame.K_HOME)
    window.draw()
    assert all(found(card, "Name").rect.inflate(4, 4).contains(cursor) for cursor in cursors)


@pytest.mark.parametrize(
    ("text", "place"), [("Zoe\u0308", 4), ("ab", 2), ("\u0915\u094d\u200d\u0937", 4)]
)
def test_letters_with_their_marks_are_gone_over_and_erased_whole(text, place):
    line = Editing(text, 16)
    assert line.cursor == place
    line.move(-1)
    line.erase(1)
    assert line.text == text[: line.cursor]
    assert line.undo() and line.text == text


def test_a_mark_alone_is_typed_after_its_letter_and_not_pasted():
    line = Editing("e", 9)
    assert line.type("\u0301") and line.text == "e\u0301"
    assert not line.put("\u0301\u202e") and line.text == "e\u0301"


def test_words_are_gone_over_erased_and_selected_also_from_behind_their_last_letter():
    line = Editing("one two three", 40)
    line.move(-1, word=True)
    assert line.cursor == 8
    line.erase(-1, word=True)
    assert line.text == "one three"
    for place in (1, 3):
        line.select_word(place)
        assert line.selected.strip() == "one"


def test_a_path_keeps_its_blanks():
    line = Editing("/tmp/a  file.txt", 400, path_line)
    line.type(" ")
    line.put("two\n b")
    assert line.text == "/tmp/a  file.txt two  b"


def test_letters_typed_one_after_the_other_are_undone_together():
    line = Editing("", 40)
    for sign in "abc":
        line.type(sign)
    line.go_to(0)
    line.type("x")
    assert line.undo() and line.text == "abc"
    assert line.undo() and line.text == ""
    assert not line.undo()
    assert line.redo() and line.text == "abc"


def test_what_is_drawn_by_hand_hears_the_mouse_until_it_is_let_go_and_the_keys(window, card):
    drawn = next(element for element in card.controls.root.all if element.key == "drawn")
    assert "a drawing" in {part.name for part in card.accessible_node().all}
    window.click(drawn.rect.center)
    assert {"MouseButtonDown", "MouseButtonUp"} <= set(card.heard)
    assert card.controls.focus is drawn
    beside, ring = (drawn.rect.x - card.scale.px(3), drawn.rect.centery), card.palette.accent
    assert window.app.surface.get_at(beside) != ring
    card.controls.focus_on(drawn)
    window.draw()
    assert window.app.surface.get_at(beside) == ring, "around what the keys have come to"
    card.heard.clear()
    window.key(pygame.K_x)
    assert "KeyDown" in card.heard

    window.move_to(drawn.rect.center)
    window.mouse(pygame.MOUSEBUTTONDOWN, drawn.rect.center)
    card.heard.clear()
    below = (drawn.rect.x, drawn.rect.bottom + 60)
    window.move_to(below)
    window.mouse(pygame.MOUSEBUTTONUP, below)
    assert card.heard[-1] == "MouseButtonUp" and "MouseMotion" in card.heard
    card.heard.clear()
    window.move_to((below[0], below[1] + 5))
    assert card.heard == [], "no more, now that it is let go of"


def test_what_is_in_the_hand_is_drawn_over_all_else(window, card):
    drawn = next(element for element in card.controls.root.all if element.key == "drawn")
    drawn.draw_held = lambda surface: surface.fill("red", card.card)
    window.mouse(pygame.MOUSEBUTTONDOWN, drawn.rect.center)
    assert window.app.surface.get_at(card.card.center) == pygame.Color("red")
    window.mouse(pygame.MOUSEBUTTONUP, drawn.rect.center)
    assert window.app.surface.get_at(card.card.center) != pygame.Color("red")


def test_what_is_chosen_in_a_drawing_that_has_the_focus_has_it(window, card):
    def focused() -> list[str]:
        return [part.name for part in card.accessible_node().all if part.focused]

    card.controls.focus_on_key("drawn")
    assert focused() == ["a drawing"]
    card.drawn = ("first", "second")
    assert focused() == ["second"]
    card.controls.let_go()
    assert not {"a drawing", "second"} & set(focused())


def test_a_drawing_has_tips_for_what_is_in_it(window, card):
    drawn = next(element for element in card.controls.root.all if element.key == "drawn")
    window.move_to(drawn.rect.center)
    window.frames(40)
    assert "a corner" not in window.said()
    card.corner = pygame.Rect(drawn.rect.center, (8, 8))
    window.frames(40)
    [(_, place)] = [line for line in window.written() if line[0] == "a corner"]
    assert not place.colliderect(card.corner)


def test_words_that_are_asked_for_are_those_of_now_without_a_new_tree(window, card):
    said = ["one"]
    live = Live(lambda: said[0], width=60)
    upside_down = Turned(Live(lambda: said[0]))
    corner = pygame.Rect(300, 20, 40, 40)
    button = Button("Here", print)
    root = Layers(
        Painted(lambda surface, rect: None, hears=card.hear, grow=1),
        Column(live, upside_down),
        Pinned(button, lambda: corner),
    )
    card.controls.show(root, pygame.Rect(0, 0, 400, 400))
    for words in ("one", "two", "three"):
        said[0] = words
        assert window.said(card.controls.draw)[:2] == [words, words]
        assert [part.name for part in card.controls.parts()][:2] == [words, words]
    said[0] = CUT
    assert live.tip_words == CUT
    assert button.rect == corner
    card.heard.clear()
    window.click((200, 200))
    assert card.heard, "words that lie over a drawing leave the mouse to it"
    card.heard.clear()
    window.click(corner.center)
    assert "MouseButtonDown" not in card.heard, "a button over it has its own"


@pytest.mark.parametrize(("room", "type"), [(400, "title"), (90, "small")])
def test_a_line_without_room_is_smaller_before_it_is_cut(window, card, monkeypatch, room, type):
    look, sizes = card.controls.look, list[int]()
    text = Text("A long name", "title", line=True, smaller="small")
    text.place(look, pygame.Rect(0, 0, room, 40))
    monkeypatch.setattr(theme, "write", lambda *given, **more: sizes.append(given[3]))
    text.draw(window.app.surface, look)
    assert sizes == [look.type(type)] and not text.tip


@pytest.mark.parametrize("keys", [True, False])
def test_a_list_has_the_focus_by_its_chosen_row_where_the_arrows_go_through_it(card, keys):
    rows = List(3, lambda n: Text(str(n)), str, title="rows", chosen=1, choose=print, keys=keys)
    card.controls.show(Column(rows), pygame.Rect(0, 0, 400, 400))
    [node] = card.controls.parts()
    assert [part.focused for part in node.parts] == [False, keys, False]


class Counted(CardScreen):
    """A card of a number that others count up, also while the card is made."""

    title = "settings"
    number, made = 0, 0

    @property
    def state(self) -> int:
        return self.number

    def body(self) -> Element:
        text = Text(str(self.number))
        self.number += not self.made
        self.made += 1
        return text


def test_a_screen_follows_its_state_also_when_it_changed_while_the_screen_was_made(window):
    card = Counted(window.app)
    window.app.push(card)
    window.frames(2)
    assert "1" in [element.name for element in card.controls.root.all]
    made = card.made
    window.frames(2)
    assert card.made == made
    card.number = 7
    window.frames()
    assert "7" in [element.name for element in card.controls.root.all]
