"""Pictures with the same edges at every size, made from small ones."""

from __future__ import annotations

import pygame

Size = tuple[int, int]


def stretched(picture: pygame.Surface, size: Size) -> pygame.Surface:
    """Return a picture made larger in its middle, whose rows and columns are alike there."""
    for axis in (0, 1):
        extra = size[axis] - picture.get_size()[axis]
        if extra > 0:
            picture = _along(picture, axis, extra)
    return picture


def _along(picture: pygame.Surface, axis: int, extra: int) -> pygame.Surface:
    """Repeat the column in the middle (axis 0), or the row (axis 1), some times more."""
    whole = picture.get_rect()
    before, middle, after = whole.copy(), whole.copy(), whole.copy()
    room, step = list(whole.size), [0, 0]
    half = whole.size[axis] // 2
    room[axis] += extra
    step[axis] = extra
    if axis == 0:
        before.width, middle.width, after.width = half, 1, whole.width - half
        middle.x = after.x = half
        band = (extra, whole.height)
    else:
        before.height, middle.height, after.height = half, 1, whole.height - half
        middle.y = after.y = half
        band = (whole.width, extra)
    larger = pygame.Surface(room, pygame.SRCALPHA)
    parts = (
        (picture.subsurface(before), (0, 0)),
        (pygame.transform.scale(picture.subsurface(middle), band), middle.topleft),
        (picture.subsurface(after), (after.x + step[0], after.y + step[1])),
    )
    for part, at in parts:
        larger.blit(part, at, special_flags=pygame.BLEND_RGBA_ADD)
    return larger
