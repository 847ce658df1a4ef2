"""Reversi discs: rendered once large, then scaled down and kept, also as they turn over."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from kalahgui.gui.paint import outlined, theme
from kalahgui.gui.paint.cache import kept

Tone = tuple[int, int, int]

TURN_STEPS = 16
LAND_STEPS = 8

_MASTER = 512
_FACE = 0.865  # where the bevel ends, as a share of the radius
_THICK = 0.15  # of the diameter
_ROOM = 1.9  # a sprite's side as a share of the diameter
_LIGHT = (0.37, 0.31)
_SHADOW = (3, 20, 12)

# From the lit spot to the rim of the face.
_FACES: tuple[tuple[Tone, Tone, Tone], ...] = (
    ((54, 57, 64), (21, 23, 27), (11, 12, 15)),
    ((255, 255, 255), (248, 244, 236), (229, 221, 207)),
)
# The bevel from the lit to the shaded side.
_BEVELS: tuple[tuple[Tone, Tone], ...] = (
    ((54, 57, 64), (6, 6, 8)),
    ((255, 253, 248), (184, 171, 150)),
)
_GROOVES = (((0, 0, 0, 120), (255, 255, 255, 46)), ((128, 112, 88, 92), (255, 255, 255, 190)))
_GLOSS = (38, 120)
_RIMS: tuple[Tone, Tone] = ((21, 23, 27), (240, 234, 223))


@lru_cache(maxsize=4)
def _master(side: int, patterned: bool) -> pygame.Surface:
    """Render the opaque square picture that the round mask is cut from."""
    if patterned:
        return outlined.face(side, _MASTER)
    size, middle = _MASTER, _MASTER / 2
    lit, shaded = (pygame.Color(*tone) for tone in _BEVELS[side])
    light = pygame.Surface((3, 3), pygame.SRCALPHA)
    for x in range(3):
        for y in range(3):
            light.set_at((x, y), lit.lerp(shaded, min(1.0, x * 0.18 + y * 0.36)))
    picture = pygame.transform.smoothscale(light, (size, size))
    face = _face(side)
    mask = theme.soften(theme.round_mask(size, middle * _FACE), 5)
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(face, (0, 0))
    _groove(picture, side)
    return picture


def _face(side: int) -> pygame.Surface:
    size = _MASTER
    bright, body, dark = (pygame.Color(*tone) for tone in _FACES[side])
    face = pygame.Surface((size, size), pygame.SRCALPHA)
    face.fill(dark)

    def tone(share: float) -> pygame.Color:
        if share < 0.58:
            return bright.lerp(body, (share / 0.58) ** 0.85)
        return body.lerp(dark, ((share - 0.58) / 0.42) ** 1.2)

    theme.lit_from(face, _LIGHT, tone)
    gloss = theme.reflection(size, (0.36, 0.21), _GLOSS[side], 0.055)
    theme.stamp(face, pygame.transform.rotate(gloss, 35), (size * 0.36, size * 0.29))
    return face


def _groove(picture: pygame.Surface, side: int) -> None:
    """Cut the fine line between the face and the bevel: a dark edge and a lit one below it."""
    # Half as large, so that scaling up softens it: that takes a quarter of the time.
    size = picture.get_width() / 2
    radius = size / 2 * _FACE
    for colour, shift in zip(_GROOVES[side], (0.0, 2.5), strict=True):
        ring = theme.clear((size, size), colour)
        middle = (size / 2 + shift * 0.6, size / 2 + shift)
        pygame.draw.circle(ring, colour, middle, radius, 4)
        ring = pygame.transform.box_blur(ring, 1)
        picture.blit(pygame.transform.smoothscale(ring, picture.get_size()), (0, 0))


@kept(32)
def disc(side: int, diameter: int, patterned: bool = False) -> pygame.Surface:
    """Render a plain disc of a side, 0 black, 1 white; ``patterned`` is told apart by its marks."""
    size = (diameter, diameter)
    picture = pygame.transform.smoothscale(_master(side, patterned), size)
    mask = pygame.transform.smoothscale(theme.round_mask(_MASTER, _MASTER / 2 - 1), size)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def _blank(diameter: int) -> pygame.Surface:
    room = round(diameter * _ROOM) // 2 * 2
    return pygame.Surface((room, room), pygame.SRCALPHA).premul_alpha()


def _put(canvas: pygame.Surface, part: pygame.Surface, x: float, y: float) -> None:
    """Add a part to a premultiplied canvas, a shift away from its middle."""
    at = (round(canvas.width / 2 + x), round(canvas.width / 2 + y))
    theme.stamp(canvas, part, at, flags=pygame.BLEND_PREMULTIPLIED)


def _shadow(width: int, height: int, reach: int, strength: int) -> pygame.Surface:
    size = (max(2, width), max(2, height))
    dark = theme.soft_shadow(size, min(size) // 2, max(1, reach), (*_SHADOW, strength))
    return dark.premul_alpha()


@kept(32)
def resting(side: int, diameter: int, patterned: bool = False) -> pygame.Surface:
    """Render a disc with its shadow where it lies, premultiplied, in the middle of a square."""
    canvas = _blank(diameter)
    d = diameter
    _put(canvas, _shadow(d, d, round(d * 0.10), 150), d * 0.025, d * 0.085)
    _put(canvas, _shadow(d, d, round(d * 0.03), 130), d * 0.008, d * 0.03)
    _put(canvas, disc(side, d, patterned).premul_alpha(), 0, 0)
    return canvas


@kept(16)
def ghost(side: int, diameter: int, patterned: bool = False) -> pygame.Surface:
    """Render the translucent disc that lies under the hand, premultiplied."""
    picture = disc(side, diameter, patterned).premul_alpha()
    strength = 150 if side == 0 else 138
    picture.fill((strength,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def landing(side: int, diameter: int, progress: float, patterned: bool = False) -> pygame.Surface:
    """Render a disc coming down from the hand, premultiplied; progress runs from 0 to 1."""
    step = _step(progress, LAND_STEPS)
    if step == LAND_STEPS:
        return resting(side, diameter, patterned)
    return _landing(side, diameter, step, patterned)


@kept(4 * LAND_STEPS)
def _landing(side: int, diameter: int, step: int, patterned: bool) -> pygame.Surface:
    share = step / LAND_STEPS
    height = (1 - share) ** 2
    d = diameter
    canvas = _blank(d)
    strength = round(150 - 70 * height)
    dark = _shadow(d, d, round(d * (0.10 + 0.05 * height)), strength)
    _put(canvas, dark, d * (0.025 + 0.07 * height), d * (0.085 + 0.16 * height))
    falling = disc(side, round(d * (1 + 0.16 * height)), patterned)
    _put(canvas, falling.premul_alpha(), 0, -d * 0.20 * height)
    if share < 0.4:
        fade = round(255 * (0.35 + 0.65 * share / 0.4))
        canvas.fill((fade,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return canvas


def turning(
    side_before: int, diameter: int, progress: float, patterned: bool = False
) -> pygame.Surface:
    """Render a disc turning over in the air, premultiplied; progress runs from 0 to 1."""
    step = _step(progress, TURN_STEPS)
    if step in (0, TURN_STEPS):
        return resting(side_before if step == 0 else 1 - side_before, diameter, patterned)
    return _turning(side_before, diameter, step, patterned)


def _step(progress: float, steps: int) -> int:
    return max(0, min(steps, round(progress * steps)))


@kept(4 * TURN_STEPS)
def _turning(side: int, diameter: int, step: int, patterned: bool) -> pygame.Surface:
    angle = math.pi * step / TURN_STEPS
    lift = math.sin(angle)
    d = diameter
    canvas = _blank(d)
    flat = max(0.26, abs(math.cos(angle)))
    dark = _shadow(d, round(d * flat), round(d * (0.07 + 0.05 * lift)), round(150 - 55 * lift))
    _put(canvas, dark, d * (0.025 + 0.07 * lift), d * (0.085 + 0.13 * lift))
    body = _tilted(side, angle, _MASTER if d > 100 else _MASTER // 2, patterned)
    size = round(d * (1 + 0.10 * lift))
    _put(canvas, pygame.transform.smoothscale(body, (size, size)), 0, -d * 0.15 * lift)
    return canvas


@kept(4)
def _face_at(side: int, size: int, patterned: bool) -> pygame.Surface:
    return pygame.transform.smoothscale(_master(side, patterned), (size, size))


def _tilted(side: int, angle: float, size: int, patterned: bool) -> pygame.Surface:
    """Render a disc tilted about its horizontal axis: its two-coloured rim, then its face."""
    half = size * _THICK / 2 * math.sin(angle)
    tall = size * abs(math.cos(angle))
    # In between, the thickness must not make the disc outgrow its picture.
    room = min(1.0, size / (tall + 2 * half))
    tall, half = tall * room, half * room
    first_half = angle < math.pi / 2
    seen, hidden = (side, 1 - side) if first_half else (1 - side, side)
    away = half if first_half else -half
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    _barrel(picture, _RIMS[hidden], away, tall)
    _barrel(picture, _RIMS[seen], -away, tall)
    shade = pygame.Surface((4, 1), pygame.SRCALPHA)
    for x, tone in enumerate((205, 255, 228, 140)):
        shade.set_at((x, 0), (tone, tone, tone, 255))
    shade = pygame.transform.smoothscale(shade, (size, size))
    picture.blit(shade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    if tall >= 4:
        face = pygame.transform.smoothscale(_face_at(seen, size, patterned), (size, round(tall)))
        # The face that turns away from the light darkens a little.
        tone = round(255 * (1 - (0.04 if first_half else 0.12) * math.sin(angle)))
        face.fill((tone, tone, tone, 255), special_flags=pygame.BLEND_RGBA_MULT)
        mask = pygame.Surface(face.get_size(), pygame.SRCALPHA)
        pygame.draw.ellipse(mask, "white", mask.get_rect())
        face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        theme.stamp(picture, face, (size // 2, round(size / 2 - away)))
    return picture.premul_alpha()


def _barrel(picture: pygame.Surface, colour: Tone, reach: float, tall: float) -> None:
    size = picture.get_width()
    # Even on edge the corners stay a little round, as the bevel has worn them.
    box = pygame.Rect(0, 0, size, max(round(size * 0.035), round(tall)))
    for y in (0.0, reach):
        box.center = (size // 2, round(size / 2 + y))
        pygame.draw.ellipse(picture, colour, box)
    strip = pygame.Rect(0, round(size / 2 + min(0.0, reach)), size, max(1, round(abs(reach))))
    pygame.draw.rect(picture, colour, strip)
