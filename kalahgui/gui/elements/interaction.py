"""Mouse, keys and focus on a tree of elements, and what is kept when the tree is made anew."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element, Look, Path, draw_all, number, seen_in
from kalahgui.gui.elements.field import Field
from kalahgui.gui.elements.layout import Painted, Scroll, Scrolled
from kalahgui.gui.elements.tips import draw_tip
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Palette, Scale
from kalahgui.gui.services import keymap
from kalahgui.words import as_text, say

_WHEEL = (4, 5)  # buttons that pygame reports besides, when it is turned
_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_KEYS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT)
_TIP_DELAY, _DOUBLE_CLICK = 0.45, 0.4  # seconds


class Interaction:
    """A tree of elements in a rectangle, with its focus, mouse and keys.

    What has the focus, is held or scrolled is known by its path: it stays when the tree is made
    anew.
    """

    def __init__(self, palette: Palette, scale: Scale) -> None:
        self.look = Look(palette, scale)
        self.root = Element()
        self._by_path: dict[Path, Element] = {}  # in the order of reading
        self._places: list[pygame.Rect] = []  # where each of them is seen
        self.taken: tuple[pygame.Rect, ...] = ()  # by what is drawn over the screen
        self._ringed = False  # what has the focus: not where the mouse gave it that
        self._place: Path | None = None  # clicked last: Tab goes on from there
        self._about: object = None  # what the mouse rests on, and where that stands
        self._hover_time = 0.0
        self._hushed: pygame.Rect | None = None  # pressed: no tip until the mouse has left it
        self._unheard = ""  # a sign that has led into a text field, and is not to be typed there
        self._clicked: Path | None = None
        self._clicks, self._since_click = 0, 0.0

    def use(self, palette: Palette, scale: Scale) -> None:
        """Look otherwise from now on."""
        self.look.palette, self.look.scale = palette, scale

    def show(self, root: Element, rect: pygame.Rect) -> None:
        """Show another tree in a rectangle; focus, scroll and what is held stay by their paths."""
        focused = self.focus
        clicked = self._known(self._place)
        number(root)
        self.root = root
        root.rect = rect
        self.arrange()
        self._follow()
        if self.look.focus not in self._by_path:
            self.look.focus = self._heir(focused)
        if self._place not in self._by_path:
            self._place = self._heir(clicked)
        if self.look.held not in self._by_path:
            self.look.held = None
        self.update(0.0)

    def _heir(self, gone: Element | None) -> Path | None:
        """Return what is called as an element that is gone, or stands there, and is of its kind."""
        if gone is None:
            return None
        alike = [element for element in self.all if type(element) is type(gone)]
        same = [
            element for element in alike if (element.key, element.name) == (gone.key, gone.name)
        ]
        there = [element for element in alike if element.rect.topleft == gone.rect.topleft]
        both = [element for element in same if element in there]
        return next((element.path for element in (*both, *same, *there)), None)

    def arrange(self, *scrolled: Element) -> None:
        """Lay out again what is in something scrolled, by default everything.

        That is when lists make their rows.
        """
        for subtree in scrolled or (self.root,):
            subtree.place(self.look, subtree.rect)
        seen = [*seen_in(self.root)]
        self._by_path = {element.path: element for element, _ in seen}
        self._places = [rect for _, rect in seen]
        assert len(self._by_path) == len(seen), "two elements have one path"

    def _found_at(self, point: tuple[int, int]) -> Iterator[Element]:
        """Yield what lies under a point, the topmost and innermost first."""
        elements = [*self._by_path.values()]
        for index in reversed(pygame.Rect(point, (1, 1)).collidelistall(self._places)):
            yield elements[index]

    @property
    def all(self) -> list[Element]:
        """Return what can take the focus, in the order of reading."""
        return [element for element in self._by_path.values() if element.takes_focus]

    @property
    def filled(self) -> list[pygame.Rect]:
        """Return where something is pressed, painted or written."""
        rects = []
        for element, rect in zip(self._by_path.values(), self._places, strict=True):
            if isinstance(element, Painted) or element.takes_focus:
                rects.append(rect)
            elif element.role is Role.TEXT:  # words fill a part of their line
                wide = element.wants(self.look, element.rect.width)[0]
                rects.append(pygame.Rect(rect.topleft, (min(wide, rect.width), rect.height)))
        return rects

    def parts(self) -> list[AccessibleNode]:
        """Return the accessible nodes of the tree, for screen readers and for one switch."""
        return self.root.parts(self.look, self.focus_on)

    # -- focus

    @property
    def focus(self) -> Element | None:
        """Return what the keys are for; None without any."""
        return self._known(self.look.focus)

    @property
    def held(self) -> Element | None:
        """Return what the mouse holds down; None without any."""
        return self._known(self.look.held)

    def _known(self, path: Path | None) -> Element | None:
        return None if path is None else self._by_path.get(path)

    def focus_on(self, element: Element) -> None:
        """Give an element the focus, and have it in sight."""
        self.look.focus, self._ringed = element.path, True
        self._reveal(element)
        self.arrange()

    def focus_at(self, path: Path | None) -> None:
        """Give the focus to what has a path, if it takes it."""
        element = self._known(path)
        if element is not None and element.takes_focus:
            self.focus_on(element)

    def focus_on_key(self, key: object) -> None:
        """Give the focus to the element of a key."""
        self.focus_on(next(element for element in self.all if element.key == key))

    def scroll(self, steps: int) -> None:
        """Move what is scrolled by so many notches of the wheel."""
        for scroll in self._by_path.values():
            if isinstance(scroll, Scroll) and scroll.scroller is not None:
                scroll.scroller.move_to(scroll.scroller.offset + steps * scroll.scroller.step)
        self.arrange()

    def _reveal(self, element: Element) -> list[Scroll]:
        """Have an element in sight, once all is arranged again; return what that scrolls."""
        scrolled = []
        for scroll in self._around(element):
            assert scroll.scroller is not None
            before = scroll.scroller.offset
            top = element.sight.y - scroll.rect.y + before
            scroll.scroller.reveal(top, top + element.sight.height)
            if scroll.scroller.offset != before:
                scrolled.append(scroll)
        return scrolled

    def _follow(self) -> None:
        """Have in sight what is chosen in an element, where it is another one than before."""
        for element in [*self._by_path.values()]:
            if element.at is None or self.look.kept.get(element.path) == element.at:
                continue
            self.look.kept[element.path] = element.at
            if scrolled := self._reveal(element):
                self.arrange(*scrolled)

    def _around(self, element: Element) -> Iterator[Scroll]:
        """Yield what an element is scrolled in."""
        for length in range(len(element.path)):
            ancestor = self._by_path.get(element.path[:length])
            if isinstance(ancestor, Scroll):
                yield ancestor

    def let_go(self) -> None:
        """Give the focus to nobody."""
        self.look.focus = None

    @property
    def typing(self) -> bool:
        """Tell whether a text field takes the keys."""
        return isinstance(self.focus, Field)

    @property
    def composing(self) -> bool:
        """Tell whether the keys are an input method's, in a text field."""
        return isinstance(self.focus, Field) and bool(self.focus.editing.composed)

    def type_into(self, field: Element, sign: str) -> None:
        """Have a text field typed into that a sign has led to; the sign itself is not typed."""
        self.focus_on(field)
        self._unheard = sign

    @property
    def sight(self) -> pygame.Rect | None:
        """Return the rectangle of what the keys have come to; None without any."""
        if self.focus is not None:
            return self.focus.sight
        return next(filter(None, (element.walked for element in self._by_path.values())), None)

    @property
    def focus_words(self) -> str:
        """Return what is called that has the focus, and how it is; empty without any."""
        focus = self.focus
        if focus is None:
            return ""
        # A switch is off; a choice, a lesson or a row is only not the one that is chosen.
        state = say("on") if focus.chosen else ""
        if focus.role is Role.SWITCH and focus.chosen is False:
            state = say("off")
        return as_text(focus.words, state)

    def walk(self, step: int) -> None:
        """Give the focus to the next element that takes it, or to the one before."""
        order = self.all[::step]
        here, paths = self.look.focus or self._place, [element.path for element in order]
        after = paths.index(here) + 1 if here in paths else 0
        usable = (element for element in (*order[after:], *order[:after]) if element.enabled)
        next_element = next(usable, None)
        if next_element is not None:
            self.focus_on(next_element)

    @property
    def arrows(self) -> dict[str, keymap.Command]:
        """Return the commands of the arrow keys where these choose an element."""
        return {"up": partial(self.walk, -1), "down": partial(self.walk, 1)}

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        if event.type == pygame.TEXTINPUT and event.text == self._unheard:
            self._unheard = ""
            return True
        if event.type == pygame.KEYDOWN:
            self._unheard = ""
        if self._keys(event):
            return True
        if self._painted(event):
            return True
        if event.type == pygame.MOUSEMOTION and self._drag(event):
            return True
        if self._scrolls(event):
            return True
        self._touch(event)
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1:
            return self._press(event)
        return False

    def _touch(self, event: pygame.Event) -> None:
        """Give the focus to what is touched by the mouse, where that takes the keys itself."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button not in _WHEEL:
            self._hover_time = 0.0
            under = self._under(event.pos)
            self.look.focus = under.path if isinstance(under, Field | Painted) else None
            self._ringed = False
            self._place = under.path if under else None
            self._hushed = under.tip_rect if under else None

    def _painted(self, event: pygame.Event) -> bool:
        """Have what is drawn by hand take an event of the mouse that is over it or held from it."""
        if event.type == pygame.MOUSEWHEEL:
            point = self.look.scale.magnifier.pointer()
        elif event.type in _MOUSE:
            point = event.pos
        else:
            return False
        held = self.held
        under = next((element for element in self._found_at(point) if _hears(element)), None)
        takes = held if event.type != pygame.MOUSEBUTTONDOWN and held is not None else under
        if not isinstance(takes, Painted) or takes.hears is None:
            return False
        used = takes.hears(event)
        if used and event.type == pygame.MOUSEBUTTONDOWN and event.button not in _WHEEL:
            self._touch(event)
            self.look.held = takes.path
        elif event.type == pygame.MOUSEBUTTONUP:
            self.look.held = None
        return used

    def _keys(self, event: pygame.Event) -> bool:
        """Take what is typed, or a key that walks or presses."""
        focus, is_key = self.focus, event.type == pygame.KEYDOWN
        commands: dict[str, keymap.Command] = {
            "next": partial(self.walk, 1),
            "before": partial(self.walk, -1),
        }
        if isinstance(focus, Field):
            commands["leave_field"] = self.let_go
            if is_key and not self.composing and keymap.press(("controls",), commands, event):
                return True
            return focus.handle(event)
        commands["press_button"] = self._press_focused
        if is_key and keymap.press(("controls",), commands, event):
            return True
        if is_key and keymap.press(("options",), keymap.arrows(self._choose_beside), event):
            return True
        hears = focus.hears if isinstance(focus, Painted) else None
        return hears is not None and event.type in _KEYS and hears(event)

    def _drag(self, event: pygame.Event) -> bool:
        """Select words while the mouse is held down in a field."""
        focus = self.focus
        if not isinstance(focus, Field) or self.look.held != focus.path or self._clicks > 1:
            return False
        focus.point(self.look, event.pos[0], select=True)
        return True

    def _scrolls(self, event: pygame.Event) -> bool:
        scrolled = [element for element in self._by_path.values() if isinstance(element, Scrolled)]
        for element in reversed(scrolled):
            if element.scroller is not None and element.scroller.handle(event):
                scrollers = (one.scroller for one in scrolled if one.scroller is not None)
                if any(one.dragged and one.longest for one in scrollers):
                    self.look.held = None  # what was dragged along is not pressed
                self.arrange(element)
                return True
        return False

    def _under(self, point: tuple[int, int]) -> Element | None:
        """Return what can be pressed or typed into at a point."""
        usable = (
            element for element in self._found_at(point) if element.act or element.takes_focus
        )
        return next(usable, None)

    def _press(self, event: pygame.Event) -> bool:
        under, held = self._under(event.pos), self.look.held
        self.look.held = None
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.look.held = under.path if under else None
            self._count_click(self.look.held)
            if isinstance(under, Field):
                select = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
                under.point(self.look, event.pos[0], select=select, clicks=self._clicks)
        elif under is not None and under.path == held:
            self._do(under)
        return under is not None

    def _count_click(self, path: Path | None) -> None:
        again = path == self._clicked and self._since_click < _DOUBLE_CLICK
        self._clicks = self._clicks + 1 if again else 1
        self._clicked, self._since_click = path, 0.0

    def _do(self, element: Element) -> None:
        """Press an element, or do what a second press of it means."""
        if self._clicks > 1 and element.act_again is not None:
            element.act_again()
        else:
            element.press()

    def _choose_beside(self, right: int, down: int) -> bool:
        """Choose the option beside the one that has the focus, if it has one, along its row."""
        focus = self.focus
        if not isinstance(focus, Button) or focus.role is not Role.CHOICE:
            return False
        around = self._by_path[focus.path[:-1]].children
        groups = [
            [*group] for _, group in groupby(around, lambda element: element.role is Role.CHOICE)
        ]
        options = [option for option in next(g for g in groups if focus in g) if option.enabled]
        if len(options) < 2 or focus not in options:
            return False
        step = right if len({option.rect.x for option in options}) > 1 else down
        if not step:
            return False
        beside = options[(options.index(focus) + step) % len(options)]
        self.focus_on(beside)
        beside.press()
        return True

    def _press_focused(self) -> bool:
        focus = self.focus
        if focus is None or focus.act is None or not focus.enabled:
            return False
        focus.press()
        return True

    # -- time and picture

    @property
    def restless(self) -> bool:
        """Tell whether something here changes with time: a tip that is to come, a cursor."""
        to_come = self._hushed is None and self._hover_time < _TIP_DELAY
        return self.typing or (to_come and bool(self._tipped))

    @property
    def _tipped(self) -> Element | None:
        element = self._known(self.look.hovered)
        return element if element is not None and element.tip_words else None

    @property
    def tip(self) -> Element | None:
        """Return what has the tip that is shown now."""
        return self._tipped if self._hover_time >= _TIP_DELAY else None

    def update(self, dt: float, reached: bool = True) -> None:
        """Let ``dt`` seconds pass; ``reached`` tells whether the mouse can reach the tree."""
        self._since_click += dt
        mouse = self.look.scale.magnifier.pointer()
        if self._hushed is not None and not self._hushed.collidepoint(mouse):
            self._hushed = None
        inside = reached and pygame.mouse.get_focused()
        under = self._found_at(mouse) if inside else iter(())
        tells = (
            element for element in under if element.act or element.takes_focus or element.tip_words
        )
        hovered = next(tells, None)
        self.look.hovered = None if hovered is None else hovered.path
        # What is drawn by hand has several things to tell of, and the mouse has to rest on each.
        about = None if hovered is None else (hovered.path, tuple(hovered.tip_rect))
        if about != self._about:
            self._about, self._hover_time = about, 0.0
        elif self._hushed is None:
            self._hover_time += dt

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tree, a ring around what has the focus, and a tip."""
        draw_all(self.root, surface, self.look)
        if self.held is not None:
            self.held.draw_held(surface)
        focus, px, palette = self.focus, self.look.px, self.look.palette
        # A field has an edge of its own.
        if focus is not None and self._ringed and not isinstance(focus, Field):
            ring = focus.rect.inflate(px(8), px(8))
            picture = theme.outline(ring.size, px(13), max(2, px(2.5)), palette.accent)
            seen = surface.get_clip()
            for scroll in self._around(focus):
                seen = seen.clip(scroll.rect.inflate(px(8), px(8)))
            with theme.clipped(surface, seen):
                surface.blit(picture, ring)
        tip = self.tip
        if tip is not None:
            kept_free = (
                element.rect for element in self._by_path.values() if element.keeps_tips_off
            )
            taken = (*self.taken, *kept_free, *tip.tip_apart)
            draw_tip(surface, tip.tip_words, tip.tip_rect, self.look.scale, palette, taken)


def _hears(element: Element) -> bool:
    """Tell whether the mouse is heard by an element, and not by what lies under it."""
    painted = isinstance(element, Painted) and element.hears is not None
    return painted or element.act is not None or element.takes_focus
