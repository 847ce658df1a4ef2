"""What is on a screen, in the order of reading, for those who do not see it.

The parts are made from what is there anyway: the controls, the lines that were written while the
screen was drawn, and the views that say their cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import partial
from operator import itemgetter
from typing import TypeVar

import pygame

from kalahgui.gui.paint.theme import Scale
from kalahgui.gui.paint.writing import Line
from kalahgui.gui.widgets.control import Control, Kind

Act = Callable[[], object]


class Role(Enum):
    """What kind of thing a part is."""

    WINDOW = auto()
    DIALOG = auto()
    BUTTON = auto()
    SWITCH = auto()
    CHOICE = auto()
    FIELD = auto()
    HEADING = auto()
    TEXT = auto()
    NEWS = auto()
    LIST = auto()
    ITEM = auto()
    TABLE = auto()
    ROW = auto()
    CELL = auto()
    TREE = auto()
    NODE = auto()


@dataclass(frozen=True)
class Part:
    """A part of a screen: what it is, what it is called, and what can be done with it.

    One switch is led past what is not ``useful``: pressing it is answered by why not, or another
    part does the same. ``key`` tells it from the other parts of the same whole, now and later.
    ``on`` tells whether it is chosen or switched on, None of what is neither. ``value`` is what was
    typed into it. ``act`` presses it, ``take`` gives it the focus of the keys, ``fill`` types into
    it. It may stand for a ``control``.
    """

    role: Role
    name: str
    rect: pygame.Rect
    key: Hashable = None
    parts: Sequence[Part] = ()
    on: bool | None = None
    enabled: bool = True
    focused: bool = False
    value: str = ""
    useful: bool = True
    act: Act | None = field(default=None, compare=False)
    take: Act | None = field(default=None, compare=False)
    fill: Callable[[str], object] | None = field(default=None, compare=False)
    control: Control | None = field(default=None, compare=False)

    @property
    def all(self) -> Iterator[Part]:
        """Return the part and all that it has, the whole before its parts."""
        yield self
        for each in self.parts:
            yield from each.all


_ROLES = {
    Kind.BUTTON: Role.BUTTON,
    Kind.SWITCH: Role.SWITCH,
    Kind.CHOICE: Role.CHOICE,
    Kind.FIELD: Role.FIELD,
}


def parts_of(
    controls: Sequence[Control],
    lines: Iterable[Line],
    views: Sequence[Part],
    scale: Scale,
    take: Callable[[Control], None],
    focus: Control | None,
) -> list[Part]:
    """Return the parts of a screen in the order of reading.

    A view stands for all that is written in its place, and for the controls that it tells of or
    that have no action there; one without a name keeps silent about it. What is written on a
    control belongs to its name, and what one of several is chosen for stands before it.
    """
    own = {id(part.control) for view in views for part in view.all}
    shown = [
        each
        for each in controls
        if each.visible and id(each) not in own and not _is_view(each, views)
    ]
    told: list[list[str]] = [[] for _ in shown]
    places = [each.rect for each in shown]
    free: list[Line] = []
    for line in lines:
        if any(view.rect.collidepoint(line.rect.center) for view in views):
            continue
        on = pygame.Rect(line.rect.center, (1, 1)).collidelist(places)
        if on < 0:
            free.append(line)
        elif line.words not in told[on]:
            told[on].append(line.words)
    texts = _paragraphs(free, scale)
    found = [view for view in views if view.name]
    for control, place, words in zip(shown, places, told, strict=True):
        name = control.words(words) or _beside(place, texts)
        if control.row is not None:
            label = _label_of(control.row, texts, headed=not any(map(str.isalpha, name)))
            name = name if label in ("", name) else f"{label}: {name}"
        found.append(
            Part(
                _ROLES[control.kind],
                name,
                place,
                on=control.selected,
                enabled=control.enabled,
                focused=control is focus,
                value=control.value,
                act=control.press if control.action else None,
                take=partial(take, control),
                fill=control.fill if control.changed else None,
                control=control,
            )
        )
    names = [part.name for part in (*texts, *found)]
    said = [text for text in texts if any(map(str.isalnum, text.name))]  # no lone sign
    found += [text for text in said if not _is_badge(text.name, names)]
    return list(in_order_of_reading(found, scale))


def _is_view(control: Control, views: Iterable[Part]) -> bool:
    if control.action is not None or control.changed is not None:
        return False
    return any(view.rect.collidepoint(control.rect.center) for view in views)


def _is_badge(words: str, names: Iterable[str]) -> bool:
    """Tell whether words are the first letter of a name that stands beside it."""
    letter = len(words) == 1 and words.isalpha()
    return letter and any(len(name) > 1 and name[0] == words for name in names)


def _paragraphs(lines: Iterable[Line], scale: Scale) -> list[Part]:
    """Join lines that stand below one another as one text does."""
    runs: list[list[Line]] = []
    for line in lines:
        if runs and _goes_on(runs[-1], line):
            runs[-1].append(line)
        else:
            runs.append([line])
    return [
        Part(
            Role.HEADING if run[0].bold and run[0].size >= scale.heading else Role.TEXT,
            _joined(line.words for line in run),
            run[0].rect.unionall([line.rect for line in run]),
        )
        for run in runs
    ]


def _goes_on(run: Sequence[Line], line: Line) -> bool:
    before = run[-1]
    alike = (before.size, before.bold) == (line.size, line.bold)
    step = line.rect.y - before.rect.y
    below = 0 < step <= 2 * before.rect.height
    if len(run) > 1:  # the lines of a text are equally far apart
        below = abs(step - (before.rect.y - run[-2].rect.y)) <= 3
    ends = (before.rect.left, before.rect.centerx, before.rect.right)
    aligned = any(
        abs(a - b) <= 2
        for a, b in zip(ends, (line.rect.left, line.rect.centerx, line.rect.right), strict=True)
    )
    return alike and below and aligned


def _joined(words: Iterable[str]) -> str:
    """Join the lines of a text; between Japanese signs there is no space."""
    text = ""
    for line in words:
        narrow = text and (text[-1] < "\u2e80" or line[:1] < "\u2e80")
        text += f" {line}" if narrow else line
    return text


def _beside(rect: pygame.Rect, texts: Iterable[Part]) -> str:
    """Return what is written at the left of a place, or else above it."""
    left = [
        t for t in texts if t.rect.right <= rect.left and t.rect.top < rect.centery < t.rect.bottom
    ]
    above = [t for t in texts if t.rect.bottom <= rect.top and t.rect.left < rect.right]
    if left:
        return max(left, key=lambda text: text.rect.right).name
    return max(above, key=lambda text: text.rect.bottom).name if above else ""


_LABEL = 50  # signs at most: what is longer explains


def _label_of(row: pygame.Rect, texts: Sequence[Part], *, headed: bool) -> str:
    """Return what is written in a row of controls, before it or close above it, if anything is.

    A heading belongs to the names of a row that is ``headed``, as one of numbers.
    """
    inside = " ".join(text.name for text in texts if row.collidepoint(text.rect.center))
    if any(map(str.isalpha, inside)):
        return inside
    for text in texts:
        rect, near = text.rect, text.rect.height
        before = rect.top < row.centery < rect.bottom and 0 <= row.left - rect.right < 8 * near
        above = 0 <= row.top - rect.bottom < near and abs(rect.left - row.left) <= 2
        if (headed or text.role is Role.TEXT) and len(text.name) <= _LABEL and (before or above):
            return f"{text.name} {inside}".rstrip()
    return inside


def silent(rect: pygame.Rect) -> Part:
    """Return a view of which nothing is told: a picture of what is told elsewhere."""
    return Part(Role.TEXT, "", rect)


def as_dialog(told: Part, name: str, rect: pygame.Rect, *, heard: bool) -> Part:
    """Return a screen as a card that lies over others; while nothing on it does, it has the focus.

    ``heard`` tells whether the keys are the card's.
    """
    focused = heard and not any(part.focused for part in told.all)
    return replace(told, role=Role.DIALOG, name=name, rect=rect, focused=focused)


def in_order_of_tabs(
    controls: Iterable[Control], scale: Scale, cards: Iterable[pygame.Rect] = ()
) -> list[Control]:
    """Order controls as they are read, card by card; those of a row stay as they are."""
    rows: dict[object, _Row] = {}
    left = list(controls)
    for card in cards:
        inside = [each for each in left if card.collidepoint(each.rect.center)]
        left = [each for each in left if not card.collidepoint(each.rect.center)]
        rows[tuple(card)] = _Row(card, in_order_of_tabs(inside, scale))
    for control in left:
        key = id(control) if control.row is None else tuple(control.row)
        rows.setdefault(key, _Row(control.row or control.rect)).controls.append(control)
    ordered = in_order_of_reading([*rows.values()], scale)
    return [control for row in ordered for control in row.controls]


@dataclass
class _Row:
    """Controls that are read one after the other, and where they stand."""

    rect: pygame.Rect
    controls: list[Control] = field(default_factory=list)


Placed = TypeVar("Placed", Part, _Row)


def in_order_of_reading(parts: Sequence[Placed], scale: Scale) -> Sequence[Placed]:
    """Order parts as they are read: what stands at the head of the window first, from the left."""
    return [each for half in _head_and_rest(parts, scale) for each in _cut(half, scale)]


_HEAD = 100  # units of the layout, within which a head ends


def _head_and_rest(
    parts: Sequence[Placed], scale: Scale
) -> tuple[Sequence[Placed], Sequence[Placed]]:
    found = gaps((part.rect.top, part.rect.bottom) for part in parts)
    gap, top = next(((gap, top) for gap, top in found if gap > 0), (0, 0))
    if not gap or top - gap > scale.px(_HEAD):
        return (), parts
    head = [part for part in parts if part.rect.top < top]
    return head, [part for part in parts if part.rect.top >= top]


def _cut(parts: Sequence[Placed], scale: Scale) -> Sequence[Placed]:
    """Cut along the widest gap, again and again.

    The recursive X-Y cut (Nagy, Seth 1984): columns are told from lines by the gaps between them.
    """
    if len(parts) < 2:
        return parts
    across, x = max(gaps((part.rect.left, part.rect.right) for part in parts), key=itemgetter(0))
    down, y = max(gaps((part.rect.top, part.rect.bottom) for part in parts), key=itemgetter(0))
    if across <= 0 and down <= 0:
        return sorted(parts, key=lambda part: (part.rect.y, part.rect.x))
    # What stands side by side with a narrow gap is one line, whatever lies below it.
    aside = across > max(down, scale.px(20)) or down <= 0
    halves: tuple[list[Placed], list[Placed]] = ([], [])
    for part in parts:
        halves[part.rect.left >= x if aside else part.rect.top >= y].append(part)
    return [each for half in halves for each in _cut(half, scale)]


def gaps(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the gap before each span but the first, and where it ends; below 1 where is none."""
    reach: int | None = None
    for begin, end in sorted(spans):
        if reach is not None:
            yield begin - reach, begin
        reach = end if reach is None else max(reach, end)
