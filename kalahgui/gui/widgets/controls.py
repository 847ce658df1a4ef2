"""The controls of a screen: pygame_gui's, with a focus order, icons and tips of ours."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import pygame
import pygame_gui
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton, UITextEntryLine

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Palette, Scale, icon
from kalahgui.gui.services import keymap
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Action, Area, Control, Kind
from kalahgui.gui.widgets.manager import Manager
from kalahgui.gui.widgets.text_field import LONGEST_NAME, TextField
from kalahgui.gui.widgets.tips import draw_tip

_TIP_DELAY = 0.45


def _likeness(rect: pygame.Rect, label: str, style: str) -> Hashable:
    """Return what buttons have in common that look the same."""
    return rect.x, rect.y, rect.width, rect.height, label, style


class _Button(UIButton):
    """A button whose looks (under the mouse, pressed, chosen) are drawn when they are needed.

    pygame_gui would draw another one of every button with each frame, seen or not.
    """

    def rebuild(self) -> None:
        super().rebuild()
        assert self.drawable_shape is not None
        self.drawable_shape.states_to_redraw_queue.clear()

    def update(self, time_delta: float) -> None:
        assert self.drawable_shape is not None
        # Else what a look is drawn with would be kept, sixteen times as large as the button.
        self.drawable_shape.need_to_clean_up = True
        super().update(time_delta)


class Controls:
    """The controls of one screen, in the order in which Tab goes through them."""

    def __init__(self, size: tuple[int, int], scale: Scale, palette: Palette) -> None:
        self.scale = scale
        self.palette = palette
        self.manager = Manager(size, scale, palette)
        self._size = size
        self.all: list[Control] = []
        self._spare: dict[Hashable, UIButton] = {}  # what stood there before, while it is replaced
        self._focus: Control | None = None
        self._focus_before: Control | None = None  # had it until the controls were replaced
        self._place: Control | None = None  # clicked last: Tab goes on from there
        self._pressed: Control | None = None  # the area in which the mouse went down
        self._hovered: Control | None = None
        self._hover_time = 0.0
        self._hushed: pygame.Rect | None = None  # pressed: no tip until the mouse has left it
        self._unheard = ""  # a sign that has led into a text field, and is not to be typed there
        self.taken: tuple[pygame.Rect, ...] = ()  # by what is drawn over the screen

    @contextmanager
    def replaced(self) -> Iterator[None]:
        """Put what is added meanwhile in the place of all controls.

        Building a button takes about a millisecond, so one that is added again as it was stays,
        and stays held down: a click is not lost because the screen changes in the midst of it.
        """
        gone, focus, place = self.all, self._focus, self._place
        before = [each for each in self.all if not isinstance(each.element, Area)]
        self._spare = {
            _likeness(each.rect, each.element.text, each.style): each.element
            for each in before
            if isinstance(each.element, UIButton) and each.element.visible
        }
        self.all = []
        self._focus_before = self._focus
        pressed = self._pressed
        self._focus = self._place = self._pressed = self._hovered = None
        self.manager.set_focus_set(None)
        yield
        self._focus_before = None
        self._inherit(gone, focus, place)
        if pressed is not None:
            alike = (each for each in self.all if each.element == pressed.element)
            self._pressed = next(alike, None)
        stayed = {id(each.element) for each in self.all}
        for each in before:
            if id(each.element) not in stayed:
                each.element.kill()
        self._spare = {}

    def inherit(self, gone: Controls) -> None:
        """Give the focus of the keys to what stands in the place of what had it."""
        self._inherit(gone.all, gone._focus, gone._place)

    def _inherit(
        self, gone: Sequence[Control], focus: Control | None, place: Control | None
    ) -> None:
        if self._place is None and place is not None:
            self._place = self._heir(gone, place)
        heir = None if focus is None or self._focus is not None else self._heir(gone, focus)
        if heir is not None:
            self.focus_on(heir)

    def _heir(self, gone: Sequence[Control], lost: Control) -> Control | None:
        """Return what is called as a control that is lost, or else stands where it stood."""
        twins = [each for each in gone if each.likeness == lost.likeness]
        named = [each for each in self.all if each.likeness == lost.likeness]
        number = next((n for n, each in enumerate(twins) if each is lost), 0)
        if number < len(named):
            return named[number]
        alike = [each for each in self.all if each.kind is lost.kind]
        there = next((each for each in alike if each.rect.topleft == lost.rect.topleft), None)
        if there is None and len(gone) == len(self.all):  # in another size or language
            there = next((b for a, b in zip(gone, self.all, strict=True) if a is lost), None)
        return there

    def button(
        self,
        rect: pygame.Rect,
        label: str,
        action: Action,
        *,
        style: str = "button",
        tip: str = "",
        key: str = "",
        icon: str = "",
        selected: bool | None = None,
        enabled: bool = True,
        kind: Kind | None = None,
    ) -> Control:
        """Add a button; an icon stands alone, or behind the label at the right.

        ``key`` names the key that does the same, as it is printed on a keyboard: it is shown
        behind the tip, and is the same in every language. One that is ``selected`` or not is a
        switch, unless it is of another kind.
        """
        element = self._spare.pop(_likeness(rect, label, style), None)
        spare = element is not None
        held = element is not None and element.held
        element = element or _Button(
            rect, label, self.manager, object_id=ObjectID(class_id=f"@{style}")
        )
        kind = kind or (Kind.BUTTON if selected is None else Kind.SWITCH)
        control = Control(element, action, icon, tip, style, key=key, kind=kind)
        if spare:
            element.enable()
            control.show_selected(False)
        control.selected = selected
        # pygame_gui calls a command with or without the event by its signature; ours take none.
        element.bind(pygame_gui.UI_BUTTON_PRESSED, lambda: control.press())
        if selected:
            element.select()
        if not enabled:
            element.disable()
        element.held = held and enabled
        self.all.append(control)
        return control

    def area(
        self,
        rect: pygame.Rect,
        action: Action | None,
        name: str = "",
        *,
        kind: Kind = Kind.BUTTON,
        selected: bool | None = None,
    ) -> Control:
        """Add a part of the screen that can be pressed; the screen draws it.

        ``name`` is what it is called in words. One without an action takes the focus alone, and
        the screen hears all its keys.
        """
        control = Control(Area(rect, name=name), action, kind=kind, selected=selected)
        self.all.append(control)
        return control

    def steps(
        self,
        less: pygame.Rect,
        more: pygame.Rect,
        step: Callable[[int], object],
        usable: Callable[[int], bool] = lambda way: True,
    ) -> None:
        """Add a minus and a plus with that between them which they count."""
        row = less.union(more)
        for rect, label, name, way in ((less, "\u2212", "less", -1), (more, "+", "more", 1)):
            act, can = partial(step, way), usable(way)
            control = self.button(rect, label, act, style="segment", enabled=can)
            control.row, control.name = row, say(f"access_{name}")

    def segments(
        self,
        rect: pygame.Rect,
        options: Sequence[tuple[str, str]],
        chosen: str,
        choose: Callable[[str], None],
        tips: Sequence[str] = (),
    ) -> list[Control]:
        """Add a row of buttons of which one is chosen; options are (value, label)."""
        gap = self.scale.px(4)
        width = (rect.width - gap * (len(options) - 1)) / len(options)
        made = []
        for i, (value, label) in enumerate(options):
            left = rect.x + round(i * (width + gap))
            box = pygame.Rect(left, rect.y, round(width), rect.height)
            tip = tips[i] if i < len(tips) else ""
            size = self.scale.body
            padded = round(width) - self.scale.px(8)
            style = "segment"
            if theme.font(size).size(label)[0] > padded:
                style, size = "segment_small", self.scale.small
            made.append(
                self.button(
                    box,
                    theme.fit(label, size, padded),
                    partial(choose, value),
                    style=style,
                    tip=tip,
                    selected=value == chosen,
                    kind=Kind.CHOICE,
                )
            )
            made[-1].row = rect
        return made

    def entry(
        self,
        rect: pygame.Rect,
        words: str,
        changed: Callable[[str], None],
        hint: str = "",
        most: int = LONGEST_NAME,
    ) -> Control:
        """Add a text field for so many letters; ``changed`` hears every change.

        ``hint`` stands in an empty one.
        """
        # pygame_gui would write the hint in the ink of what was typed.
        element = TextField(rect, self.manager, words, most)
        control = Control(element, changed=changed, hint=hint, kind=Kind.FIELD)
        self.all.append(control)
        return control

    @property
    def typing(self) -> bool:
        """Tell whether a text field takes the keys."""
        return self._typed_into is not None

    @property
    def _typed_into(self) -> Control | None:
        """Return the text field that takes the keys, after a click, too."""
        fields = (each for each in self.all if isinstance(each.element, UITextEntryLine))
        return next((field for field in fields if field.element.is_focused), None)

    @property
    def tip(self) -> Control | None:
        """Return the control whose tip should be shown now."""
        return self._hovered if self._hover_time >= _TIP_DELAY else None

    @property
    def restless(self) -> bool:
        """Tell whether something here changes with time (a tip to come, a cursor)."""
        waiting = self._hovered is not None and self._hover_time < _TIP_DELAY
        return waiting or self.typing

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was for a control."""
        if event.type == pygame.TEXTINPUT and event.text == self._unheard:
            self._unheard = ""
            return True
        if event.type == pygame.KEYDOWN:
            self._unheard = ""
            return self._key(event)
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED:
            for control in self.all:
                if control.element is event.ui_element and control.changed is not None:
                    control.changed(str(event.text))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._focus = None
            self._hover_time = 0.0
            self._place = next((c for c in self.all if c.rect.collidepoint(event.pos)), None)
            self._hushed = None if self._place is None else self._place.rect
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1:
            self._press_area(event)
        used = bool(self.manager.process_events(event))
        if event.type == pygame.MOUSEBUTTONUP:
            # What is chosen looks so again: pygame_gui forgets it once the mouse is let go of.
            for control in self.all:
                if isinstance(control.element, UIButton) and control.element.is_selected:
                    control.element.select()
        return used

    def _key(self, event: pygame.Event) -> bool:
        walks = {"next": partial(self.walk, 1), "before": partial(self.walk, -1)}
        leaves = {"leave_field": partial(self.manager.set_focus_set, None)}
        if keymap.press(("controls",), walks | leaves if self.typing else walks, event):
            return True
        self.manager.process_events(event)
        presses = {"press_button": self._press_focused}
        return self.typing or keymap.press(("controls",), presses, event)

    def _press_area(self, event: pygame.Event) -> None:
        areas = (c for c in self.all if isinstance(c.element, Area))
        here = next((area for area in areas if area.rect.collidepoint(event.pos)), None)
        down, self._pressed = self._pressed, None
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._pressed = here
        elif here is not None and here is down:
            here.press()

    def _press_focused(self) -> bool:
        """Press what the keys have come to; return False where that is no button."""
        focus = self._focus
        if focus is None or focus.action is None or not (focus.visible and focus.enabled):
            return False
        focus.press()
        return True

    def walk(self, step: int) -> None:
        """Give the focus of the keys to the next control, or to the one before."""
        here = self._focus or self._place
        at = next((n for n, each in enumerate(self.all) if each is here), -1 if step > 0 else 0)
        count = len(self.all)
        order = [self.all[(at + step * n) % count] for n in range(1, count + 1)]
        found = next((control for control in order if control.enabled and control.visible), None)
        if found is not None:
            self.focus_on(found)

    @property
    def arrows(self) -> dict[str, keymap.Command]:
        """Return the commands of the arrow keys where these choose a control."""
        return {"up": partial(self.walk, -1), "down": partial(self.walk, 1)}

    @property
    def focused(self) -> bool:
        """Tell whether a control has the focus of the keys."""
        return self._focus is not None

    @property
    def focus_rect(self) -> pygame.Rect | None:
        """Return the place of the control that has the focus of the keys; None without one."""
        return None if self._focus is None else self._focus.rect

    @property
    def focus_words(self) -> str:
        """Return what the control is called that has the focus of the keys; empty without one."""
        focus = self._focus
        if focus is None:
            return ""
        state = "" if focus.selected is None else say("on" if focus.selected else "off")
        if focus.kind is Kind.CHOICE and not focus.selected:
            state = ""
        return ". ".join(filter(None, (focus.words(), state)))

    @property
    def focus(self) -> Control | None:
        """Return the control that has the focus of the keys, or that is typed into."""
        return self._focus or self._typed_into

    def focus_on(self, control: Control) -> None:
        """Give a control the focus of the keys; a text field is typed into, and no other one."""
        self._focus = control
        typing = isinstance(control.element, UITextEntryLine)
        self.manager.set_focus_set(control.element if typing else None)

    def type_into(self, field: Control, sign: str) -> None:
        """Have a text field typed into that a sign has led to; the sign itself is not typed."""
        self.focus_on(field)
        self._unheard = sign

    def let_go(self) -> None:
        """Give the focus of the keys to nobody."""
        self._focus = None
        self.manager.set_focus_set(None)

    def has_focus(self, control: Control) -> bool:
        """Tell whether a control has the focus, or had it until it is being replaced."""
        return control in (self._focus, self._focus_before)

    def update(self, dt: float, reached: bool = True) -> None:
        """Let time pass for the controls (seconds); ``reached`` tells whether the mouse can."""
        self.manager.update(dt)
        mouse = self.scale.lens.pointer()
        inside = reached and pygame.mouse.get_focused()
        if self._hushed is not None and not self._hushed.collidepoint(mouse):
            self._hushed = None
        inside = inside and self._hushed is None
        with_tips = (c for c in self.all if c.tip and c.visible and inside)
        under = next((c for c in with_tips if c.rect.collidepoint(mouse)), None)
        if under is not self._hovered:
            self._hovered, self._hover_time = under, 0.0
        elif under is not None:
            self._hover_time += dt

    def draw(self, surface: pygame.Surface, *taken: pygame.Rect) -> None:
        """Draw the controls, their icons, the focus ring and a tip, which keeps off ``taken``."""
        self.manager.draw_ui(surface)
        for control in filter(lambda each: each.visible, self.all):
            if control.icon:
                self._draw_icon(surface, control)
            elif isinstance(control.element, UITextEntryLine):
                self._draw_field(surface, control)
        if self._focus is not None and self._focus.visible:
            px, colour = self.scale.px, self.palette.accent
            ring = self._focus.rect.inflate(px(8), px(8))
            surface.blit(theme.outline(ring.size, px(13), max(2, px(2.5)), colour), ring)
        if self.tip is not None:
            # The tips of pygame_gui follow the mouse in every manager by itself: they would stay
            # under a card that opens and when the mouse leaves, and lie below our icons.
            tip, off = self.tip, (*self.taken, *taken)
            draw_tip(surface, tip.tip_words, tip.rect, self.scale, self.palette, off)

    def _draw_icon(self, surface: pygame.Surface, control: Control) -> None:
        element = control.element
        colour = self.palette.ink
        if not control.enabled:
            colour = self.palette.faded
        elif element.is_selected or control.style in ("primary", "go"):
            colour = self.palette.on_accent
        px, rect = self.scale.px, control.rect
        picture = icon(control.icon, px(22), colour)
        place = picture.get_rect(center=rect.center)
        if control.style in ("tool", "tool_opens"):
            place.left = rect.left + px(12)
        elif control.style == "tool_under":
            place.top = rect.top + px(7)
        elif element.text:
            place.right = rect.right - px(10)
        surface.blit(picture, place)
        if control.style == "tool_opens":
            arrow = icon("chevron_down", px(18), colour)
            surface.blit(arrow, arrow.get_rect(midright=(rect.right - px(10), rect.centery)))

    def _draw_field(self, surface: pygame.Surface, control: Control) -> None:
        element, palette, px, rect = control.element, self.palette, self.scale.px, control.rect
        ready, size = element.is_focused, self.scale.body
        width = max(2, px(2)) if ready else max(1, px(1))
        colour = palette.accent if ready else palette.edge
        surface.blit(theme.outline(rect.size, px(10), width, colour), rect)
        if control.hint and not ready and not element.get_text().strip():
            at = (rect.x + px(14), rect.centery)
            hint = theme.fit(control.hint, size, rect.width - px(28))
            theme.write(surface, hint, at, size, palette.quiet, anchor="midleft")


def draw_banner(
    surface: pygame.Surface,
    label: str,
    scale: Scale,
    palette: Palette,
    *,
    centre: tuple[int, int],
    taken: Iterable[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw words on a dark pill around a point, or above what is ``taken``, where it is seen."""
    width = theme.font(scale.body).size(label)[0] + scale.px(32)
    pill = pygame.Rect(0, 0, width, scale.px(44))
    pill.center = centre
    pill.clamp_ip(scale.lens.within(surface.get_rect()))
    for place in taken:
        if pill.colliderect(place):
            pill.bottom = place.top - scale.px(4)
    surface.blit(theme.rounded(pill.size, pill.height // 2, palette.banner), pill)
    theme.write(surface, label, pill.center, scale.body, palette.on_banner, anchor="center")
    return pill
