"""Words on a dark pill: tips beside what they explain, notices at the foot, hints on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.paint.theme import Palette, Scale

# Lengths in units of the layout.
_GAP = 8
_MARGIN = 4
_PADDING = 12
_WIDEST = 420


def tip_place(
    size: theme.Size,
    beside: pygame.Rect,
    window: pygame.Rect,
    gap: int,
    taken: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Return where a tip of a size stands in a window: below a rectangle, above or beside it.

    It never lies on the rectangle, nor on what is ``taken`` by other words, unless that leaves no
    room for it on any side. Where the rectangle is part of what is taken, it may stand beside that.
    """
    tip = pygame.Rect((0, 0), size)
    whole = beside.unionall([rect for rect in taken if rect.colliderect(beside)])
    for block in (beside, whole):
        for anchor, to in (
            ("midtop", (beside.centerx, block.bottom + gap)),
            ("midbottom", (beside.centerx, block.top - gap)),
            ("midright", (block.left - gap, beside.centery)),
            ("midleft", (block.right + gap, beside.centery)),
        ):
            setattr(tip, anchor, to)
            rect = tip.clamp(window)
            if not rect.colliderect(beside) and rect.collidelist(taken) < 0:
                return rect
    if taken:
        return tip_place(size, beside, window, gap)
    tip.midbottom = window.midbottom
    return tip.clamp(window)


def draw_tip(
    surface: pygame.Surface,
    words: str,
    beside: pygame.Rect,
    scale: Scale,
    palette: Palette,
    taken: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw a tip beside a rectangle, where it is seen, and return its rectangle."""
    px, size = scale.px, scale.small
    seen = scale.magnifier.within(surface.get_rect())
    window = seen.inflate(-2 * px(_MARGIN), -2 * px(_MARGIN))
    widest = min(max(px(_WIDEST), 24 * size), window.width - 2 * px(_PADDING))
    lines = balance(words, size, widest)
    width = max(theme.font(size).size(line)[0] for line in lines) + 2 * px(_PADDING)
    step = line_height(size)
    pill = tip_place((width, step * len(lines) + px(10)), beside, window, px(_GAP), taken)
    radius = min(pill.height // 2, px(15))
    surface.blit(theme.rounded(pill.size, radius, palette.banner), pill)
    top = pill.centery - step * (len(lines) - 1) / 2
    for row, line in enumerate(lines):
        at = (pill.centerx, top + step * row)
        theme.write(surface, line, at, size, palette.on_banner, anchor="center")
    return pill


def notice_place(
    words: str, window: theme.Size, scale: Scale, filled: Sequence[pygame.Rect] = ()
) -> _Shape:
    """Return where a notice stands in what is seen of a window, and its lines.

    It covers nothing of what is ``filled``, as near to the foot and to the middle as it can, in
    short lines if need be; or else as little as it can at the foot.
    """
    px, seen = scale.px, scale.magnifier.within(pygame.Rect((0, 0), window))
    apart = [rect.inflate(2 * px(_GAP), px(_GAP)) for rect in filled]
    across, high = seen.width - 2 * px(8), seen.height - px(4) - px(8)
    within = pygame.Rect(seen.x + px(8), seen.y + px(4), across, high)
    usual = _shaped(words, seen.width - px(104), scale)
    for pill, lines in _shapes(usual, words, seen.width // 3, scale):
        # Where nothing is in the way lower down, a place is at the foot or right above something.
        tops = {rect.top for rect in apart if within.top + pill.height <= rect.top < within.bottom}
        for bottom in (within.bottom, *sorted(tops, reverse=True)):
            for place in _row(pill, bottom, within, apart):
                if place.collidelist(apart) == -1:
                    return place, lines
    pill, lines = usual
    return min(_row(pill, within.bottom, within, apart), key=partial(_covered, apart)), lines


_Shape = tuple[pygame.Rect, list[str]]


def _shapes(usual: _Shape, words: str, room: int, scale: Scale) -> Iterator[_Shape]:
    """Yield a shape of words, and one in short lines where these have room for every word."""
    yield usual
    face, lines = theme.font(scale.body), balance(words, scale.body, room)
    if all(face.size(line)[0] <= room for line in lines):
        yield _shaped(words, room, scale)


def _shaped(words: str, room: int, scale: Scale) -> _Shape:
    """Return a pill for words in lines that are no longer than a room, and the lines."""
    px, size = scale.px, scale.body
    # A path may be one word that is longer than a line.
    lines = [theme.fit(line, size, room) for line in balance(words, size, room)]
    widest = max(theme.font(size).size(line)[0] for line in lines)
    high = px(40) + line_height(size) * (len(lines) - 1)
    return pygame.Rect(0, 0, widest + px(40), high), lines


def _row(
    pill: pygame.Rect, bottom: int, within: pygame.Rect, filled: Sequence[pygame.Rect]
) -> list[pygame.Rect]:
    """Return where a pill may stand in a row, from the middle out.

    That is in the middle, at the ends, or flush with something in the row: between two such places
    it covers no less than at one of them.
    """
    middle = pill.copy()
    middle.midbottom = (within.centerx, bottom)
    ends = {middle.x, min(middle.x, within.left), max(middle.x, within.right - pill.width)}
    for rect in filled:
        if rect.top < middle.bottom and middle.top < rect.bottom:
            ends |= {edge - wide for edge in (rect.left, rect.right) for wide in (0, pill.width)}
    lefts = [left for left in ends if within.left <= left <= within.right - pill.width]
    lefts = sorted(lefts, key=lambda left: abs(left - middle.x)) or [middle.x]
    return [pygame.Rect((left, middle.y), pill.size) for left in lefts]


def _covered(filled: Sequence[pygame.Rect], pill: pygame.Rect) -> int:
    """Return how much of what is filled lies under a pill."""
    under = [rect.clip(pill) for rect in filled]
    return sum(rect.width * rect.height for rect in under)


def draw_notice(
    surface: pygame.Surface, pill: pygame.Rect, lines: list[str], scale: Scale, palette: Palette
) -> None:
    """Draw a sentence in its place."""
    px, size = scale.px, scale.body
    surface.blit(theme.rounded(pill.size, px(20), palette.banner), pill)
    at = (pill.centerx, pill.y + px(20) - line_height(size) // 2)
    write_lines(surface, lines, at, size, palette.on_banner, anchor="center")


def draw_banner(
    surface: pygame.Surface,
    label: str,
    scale: Scale,
    palette: Palette,
    *,
    centre: tuple[int, int],
    room: pygame.Rect | None = None,
    taken: Iterable[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw words on a dark pill around a point, or above what is ``taken``, where it is seen.

    It stays in a ``room``, if that is wide enough where it is seen, in as many lines as it needs.
    """
    px, size, step = scale.px, scale.body, line_height(scale.body)
    seen = scale.magnifier.within(surface.get_rect())
    if room is not None and seen.clip(room).width > seen.width // 3:
        seen = seen.clip(room)
    lines = balance(label, size, seen.width - px(32))
    widest = max(theme.font(size).size(line)[0] for line in lines)
    pill = pygame.Rect(0, 0, widest + px(32), px(44) + step * (len(lines) - 1))
    pill.center = centre
    pill.clamp_ip(seen)
    for rect in taken:
        if pill.colliderect(rect):
            pill.bottom = rect.top - px(4)
    surface.blit(theme.rounded(pill.size, px(44) // 2, palette.banner), pill)
    at = (pill.centerx, pill.centery - step * len(lines) // 2)
    write_lines(surface, lines, at, size, palette.on_banner, anchor="center")
    return pill
