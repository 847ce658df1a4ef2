"""Reversi discs: rendered once large, then scaled down and kept, also as they turn over."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from kalahgui.gui.paint import outlined, theme
from kalahgui.gui.paint.cache import kept

Tone = tuple[int, int, int]
Shade = tuple[int, int, int, int]

TURN_STEPS = 16
LAND_STEPS = 8

_MASTER = 512
_FACE = 0.865  # where the bevel ends, as a share of the radius
_THICK = 0.15  # of the diameter
_ROOM = 1.9  # a sprite's side as a share of the diameter
_LIGHT = (0.37, 0.31)
_SHADOW = (3, 20, 12)


@dataclass(frozen=True)
class _Finish:
    """Say how the discs of a set look, the black one first; ``grain`` renders the lines in it."""

    # From the lit spot to the rim of the face.
    faces: tuple[tuple[Tone, Tone, Tone], tuple[Tone, Tone, Tone]]
    # The bevel from the lit to the shaded side.
    bevels: tuple[tuple[Tone, Tone], tuple[Tone, Tone]]
    grooves: tuple[tuple[Shade, Shade], tuple[Shade, Shade]]
    gloss: tuple[int, int]
    spot: tuple[float, float] = (0.36, 0.21)  # of the gloss, and how blurred it is
    blur: float = 0.055
    rims: tuple[Tone, Tone] = ((21, 23, 27), (240, 234, 223))
    grain: Callable[[pygame.Surface, int], None] | None = None


def _wooden(picture: pygame.Surface, side: int) -> None:
    """Draw the grain of ebony or boxwood: fine lines, bent around a heart beside the disc."""
    rng, size = random.Random(41 + side), picture.width
    lines = pygame.Surface((size, size), pygame.SRCALPHA)
    tones = ((112, 84, 66), (140, 92, 44))
    heart, reach = (size * 0.5, -size * 1.3), size * 1.3
    while reach < size * 2.4:
        strength = rng.randrange(14, (54, 92)[side])
        pygame.draw.circle(lines, (*tones[side], strength), heart, reach, rng.randrange(2, 8))
        reach += rng.uniform(0.008, 0.05) * size
    picture.blit(pygame.transform.box_blur(lines, 1), (0, 0))


def _grown(picture: pygame.Surface, side: int) -> None:
    """Draw the fine lines in which a clam's shell grows; slate has none."""
    if side == 0:
        return
    size = picture.width
    lines = pygame.Surface((size, size), pygame.SRCALPHA)
    for number in range(26):
        reach = size * (0.55 + 0.035 * number + 0.0006 * number * number)
        colour = (176, 160, 134, 50 if number % 3 else 78)
        pygame.draw.circle(lines, colour, (-size * 0.25, size * 1.05), reach, 4)
    picture.blit(pygame.transform.box_blur(lines, 1), (0, 0))


_FINISHES = {
    theme.GLASS: _Finish(
        faces=(
            ((54, 57, 64), (21, 23, 27), (11, 12, 15)),
            ((255, 255, 255), (248, 244, 236), (229, 221, 207)),
        ),
        bevels=(((54, 57, 64), (6, 6, 8)), ((255, 253, 248), (184, 171, 150))),
        grooves=(
            ((0, 0, 0, 120), (255, 255, 255, 46)),
            ((128, 112, 88, 92), (255, 255, 255, 190)),
        ),
        gloss=(38, 120),
    ),
    "seeds": _Finish(  # ebony and boxwood
        faces=(
            ((52, 40, 33), (32, 24, 20), (20, 14, 12)),
            ((252, 228, 180), (242, 212, 158), (226, 190, 132)),
        ),
        bevels=(((66, 52, 44), (10, 7, 6)), ((255, 234, 190), (168, 128, 78))),
        grooves=(
            ((0, 0, 0, 150), (255, 236, 214, 40)),
            ((104, 66, 26, 120), (255, 246, 220, 170)),
        ),
        gloss=(20, 60),
        spot=(0.5, 0.3),
        blur=0.08,
        rims=((34, 26, 22), (226, 192, 136)),
        grain=_wooden,
    ),
    "pebbles": _Finish(  # slate and shell
        faces=(
            ((46, 49, 53), (20, 22, 25), (12, 13, 15)),
            ((255, 254, 250), (246, 241, 230), (214, 205, 188)),
        ),
        bevels=(((52, 56, 60), (8, 9, 10)), ((244, 240, 230), (170, 160, 142))),
        grooves=(((0, 0, 0, 0), (0, 0, 0, 0)), ((0, 0, 0, 0), (0, 0, 0, 0))),
        gloss=(26, 110),
        spot=(0.46, 0.30),
        blur=0.10,
        rims=((36, 39, 42), (232, 225, 210)),
        grain=_grown,
    ),
}


@lru_cache(maxsize=8)
def _master(side: int, pieces: str) -> pygame.Surface:
    """Render the opaque square picture that the round mask is cut from."""
    if pieces == theme.PATTERNED:
        return outlined.face(side, _MASTER)
    size, middle, finish = _MASTER, _MASTER / 2, _FINISHES[pieces]
    lit, shaded = (pygame.Color(*tone) for tone in finish.bevels[side])
    light = pygame.Surface((3, 3), pygame.SRCALPHA)
    for x in range(3):
        for y in range(3):
            light.set_at((x, y), lit.lerp(shaded, min(1.0, x * 0.18 + y * 0.36)))
    picture = pygame.transform.smoothscale(light, (size, size))
    face = _face(side, finish)
    mask = theme.soften(theme.round_mask(size, middle * _FACE), 5)
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(face, (0, 0))
    _groove(picture, finish.grooves[side])
    return picture


def _face(side: int, finish: _Finish) -> pygame.Surface:
    size = _MASTER
    bright, body, dark = (pygame.Color(*tone) for tone in finish.faces[side])
    face = pygame.Surface((size, size), pygame.SRCALPHA)
    face.fill(dark)

    def tone(share: float) -> pygame.Color:
        if share < 0.58:
            return bright.lerp(body, (share / 0.58) ** 0.85)
        return body.lerp(dark, ((share - 0.58) / 0.42) ** 1.2)

    theme.lit_from(face, _LIGHT, tone)
    if finish.grain is not None:
        finish.grain(face, side)
    gloss = theme.reflection(size, finish.spot, finish.gloss[side], finish.blur)
    theme.stamp(face, pygame.transform.rotate(gloss, 35), (size * 0.36, size * 0.29))
    return face


def _groove(picture: pygame.Surface, colours: tuple[Shade, Shade]) -> None:
    """Cut the fine line between the face and the bevel: a dark edge and a lit one below it."""
    # Half as large, so that scaling up softens it: that takes a quarter of the time.
    size = picture.get_width() / 2
    radius = size / 2 * _FACE
    for colour, shift in zip(colours, (0.0, 2.5), strict=True):
        ring = theme.clear((size, size), colour)
        middle = (size / 2 + shift * 0.6, size / 2 + shift)
        pygame.draw.circle(ring, colour, middle, radius, 4)
        ring = pygame.transform.box_blur(ring, 1)
        picture.blit(pygame.transform.smoothscale(ring, picture.get_size()), (0, 0))


@kept(32)
def disc(side: int, diameter: int, pieces: str = theme.GLASS) -> pygame.Surface:
    """Render a plain disc of a side, 0 black, 1 white, as it looks in a set."""
    size = (diameter, diameter)
    picture = pygame.transform.smoothscale(_master(side, pieces), size)
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
def resting(side: int, diameter: int, pieces: str = theme.GLASS) -> pygame.Surface:
    """Render a disc with its shadow where it lies, premultiplied, in the middle of a square."""
    canvas = _blank(diameter)
    d = diameter
    _put(canvas, _shadow(d, d, round(d * 0.10), 150), d * 0.025, d * 0.085)
    _put(canvas, _shadow(d, d, round(d * 0.03), 130), d * 0.008, d * 0.03)
    _put(canvas, disc(side, d, pieces).premul_alpha(), 0, 0)
    return canvas


@kept(16)
def ghost(side: int, diameter: int, pieces: str = theme.GLASS) -> pygame.Surface:
    """Render the translucent disc that lies under the hand, premultiplied."""
    picture = disc(side, diameter, pieces).premul_alpha()
    # Figures on it are dark on white, and without a shade behind them they need more of it.
    strength = 150 if side == 0 else 170 if pieces == theme.PATTERNED else 138
    picture.fill((strength,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def landing(side: int, diameter: int, progress: float, pieces: str = theme.GLASS) -> pygame.Surface:
    """Render a disc coming down from the hand, premultiplied; progress runs from 0 to 1."""
    step = _step(progress, LAND_STEPS)
    if step == LAND_STEPS:
        return resting(side, diameter, pieces)
    return _landing(side, diameter, step, pieces)


@kept(4 * LAND_STEPS)
def _landing(side: int, diameter: int, step: int, pieces: str) -> pygame.Surface:
    share = step / LAND_STEPS
    height = (1 - share) ** 2
    d = diameter
    canvas = _blank(d)
    strength = round(150 - 70 * height)
    dark = _shadow(d, d, round(d * (0.10 + 0.05 * height)), strength)
    _put(canvas, dark, d * (0.025 + 0.07 * height), d * (0.085 + 0.16 * height))
    falling = disc(side, round(d * (1 + 0.16 * height)), pieces)
    _put(canvas, falling.premul_alpha(), 0, -d * 0.20 * height)
    if share < 0.4:
        fade = round(255 * (0.35 + 0.65 * share / 0.4))
        canvas.fill((fade,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return canvas


def turning(
    side_before: int, diameter: int, progress: float, pieces: str = theme.GLASS
) -> pygame.Surface:
    """Render a disc turning over in the air, premultiplied; progress runs from 0 to 1."""
    step = _step(progress, TURN_STEPS)
    if step in (0, TURN_STEPS):
        return resting(side_before if step == 0 else 1 - side_before, diameter, pieces)
    return _turning(side_before, diameter, step, pieces)


def _step(progress: float, steps: int) -> int:
    return max(0, min(steps, round(progress * steps)))


@kept(4 * TURN_STEPS)
def _turning(side: int, diameter: int, step: int, pieces: str) -> pygame.Surface:
    angle = math.pi * step / TURN_STEPS
    lift = math.sin(angle)
    d = diameter
    canvas = _blank(d)
    flat = max(0.26, abs(math.cos(angle)))
    dark = _shadow(d, round(d * flat), round(d * (0.07 + 0.05 * lift)), round(150 - 55 * lift))
    _put(canvas, dark, d * (0.025 + 0.07 * lift), d * (0.085 + 0.13 * lift))
    body = _tilted(side, angle, _MASTER if d > 100 else _MASTER // 2, pieces)
    size = round(d * (1 + 0.10 * lift))
    _put(canvas, pygame.transform.smoothscale(body, (size, size)), 0, -d * 0.15 * lift)
    return canvas


@kept(4)
def _face_at(side: int, size: int, pieces: str) -> pygame.Surface:
    return pygame.transform.smoothscale(_master(side, pieces), (size, size))


def _tilted(side: int, angle: float, size: int, pieces: str) -> pygame.Surface:
    """Render a disc tilted about its horizontal axis: its two-coloured rim, then its face."""
    half = size * _THICK / 2 * math.sin(angle)
    tall = size * abs(math.cos(angle))
    # In between, the thickness must not make the disc outgrow its picture.
    room = min(1.0, size / (tall + 2 * half))
    tall, half = tall * room, half * room
    first_half = angle < math.pi / 2
    seen, hidden = (side, 1 - side) if first_half else (1 - side, side)
    away = half if first_half else -half
    rims = _FINISHES.get(pieces, _FINISHES[theme.GLASS]).rims
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    _barrel(picture, rims[hidden], away, tall)
    _barrel(picture, rims[seen], -away, tall)
    shade = pygame.Surface((4, 1), pygame.SRCALPHA)
    for x, tone in enumerate((205, 255, 228, 140)):
        shade.set_at((x, 0), (tone, tone, tone, 255))
    shade = pygame.transform.smoothscale(shade, (size, size))
    picture.blit(shade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    if tall >= 4:
        face = pygame.transform.smoothscale(_face_at(seen, size, pieces), (size, round(tall)))
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
