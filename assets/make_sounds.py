"""Make every sound of the program: ``python assets/make_sounds.py`` writes assets/sounds/*.wav.

A struck thing rings in a few modes, each with its own pitch and decay. Everything here is a sum
of such modes and of a little filtered noise, in a small room. Nothing is recorded, and the same
bytes come out every time.
"""

from __future__ import annotations

import math
import random
import wave
from array import array
from collections.abc import Sequence
from pathlib import Path

RATE = 44_100
FOLDER = Path(__file__).parent / "sounds"

Samples = list[float]
Mode = tuple[float, float, float]  # hertz, seconds until it has fallen to 1/e, strength

GLASS: tuple[Mode, ...] = (
    (2640, 0.020, 0.50),
    (4130, 0.013, 0.34),
    (5870, 0.008, 0.18),
    (7420, 0.005, 0.08),
)
WOOD: tuple[Mode, ...] = (
    (196, 0.034, 0.55),
    (338, 0.040, 1.00),
    (612, 0.026, 0.62),
    (1005, 0.016, 0.36),
    (1490, 0.010, 0.20),
)
STORE: tuple[Mode, ...] = (
    (122, 0.075, 0.70),
    (203, 0.082, 1.00),
    (341, 0.058, 0.55),
    (566, 0.036, 0.34),
    (884, 0.020, 0.18),
)
FELT: tuple[Mode, ...] = (
    (158, 0.030, 0.80),
    (287, 0.028, 1.00),
    (655, 0.014, 0.40),
    (1260, 0.008, 0.22),
    (2210, 0.005, 0.10),
)


def silence(seconds: float) -> Samples:
    """Return so many seconds of nothing."""
    return [0.0] * round(seconds * RATE)


def mix(into: Samples, sound: Sequence[float], at: float = 0.0, gain: float = 1.0) -> None:
    """Add a sound at a time; what reaches past the end is dropped."""
    start = round(at * RATE)
    for i in range(max(0, min(len(sound), len(into) - start))):
        into[start + i] += gain * sound[i]


def ring(modes: Sequence[Mode], pitch: float = 1.0, attack: float = 0.0005) -> Samples:
    """Strike a thing with these modes; a longer attack is a softer hammer."""
    length = 7 * max(decay for _, decay, _ in modes)
    sound = silence(length)
    for hertz, decay, strength in modes:
        turn = 2 * math.pi * hertz * pitch / RATE
        fall, rise = math.exp(-1 / (decay * RATE)), math.exp(-1 / (attack * RATE))
        ringing, pushing = strength, 1.0
        for i in range(min(len(sound), round(7 * decay * RATE))):
            sound[i] += ringing * (1 - pushing) * math.sin(turn * i)
            ringing *= fall
            pushing *= rise
    return sound


def rustle(
    rng: random.Random, seconds: float, low: tuple[float, float], high: tuple[float, float]
) -> Samples:
    """Return noise that swells and fades, its band gliding between two pairs of hertz."""
    sound = silence(seconds)
    smooth = smoother = floor = 0.0
    for i in range(len(sound)):
        share = i / len(sound)
        upper = low[1] + (high[1] - low[1]) * share
        lower = low[0] + (high[0] - low[0]) * share
        passed = 1 - math.exp(-2 * math.pi * upper / RATE)
        smooth += passed * (rng.uniform(-1, 1) - smooth)
        smoother += passed * (smooth - smoother)
        floor += (1 - math.exp(-2 * math.pi * lower / RATE)) * (smoother - floor)
        sound[i] = (smoother - floor) * math.sin(math.pi * share) ** 2
    return sound


def drop(rng: random.Random, pitch: float = 1.0, bounces: int = 2) -> Samples:
    """Drop a glass bead on wood: it strikes, and bounces a little."""
    sound = silence(0.30)
    at, gap, gain = 0.0, 0.058, 1.0
    for _ in range(bounces + 1):
        here = pitch * rng.uniform(0.985, 1.015)
        mix(sound, ring(WOOD, here, 0.0008), at, 0.62 * gain)
        mix(sound, ring(GLASS, here, 0.0003), at, 0.30 * gain)
        mix(sound, rustle(rng, 0.006, (500, 3000), (500, 1500)), at, 0.9 * gain)
        at += gap * rng.uniform(0.92, 1.08)
        gap *= 0.52
        gain *= 0.24
    return sound


def clink(rng: random.Random) -> Samples:
    """Knock two glass beads together."""
    sound = ring(GLASS, rng.uniform(0.9, 1.3), 0.0004)
    mix(sound, ring(WOOD, rng.uniform(1.1, 1.5), 0.0008), 0.0, 0.35)
    return sound


def tine(hertz: float, decay: float = 0.19) -> Samples:
    """Pluck a tine of a thumb piano: a round note with a short bright start."""
    sound = ring(
        (
            (hertz, decay, 1.0),
            (hertz * 2.004, decay * 0.45, 0.16),
            (hertz * 3.01, decay * 0.25, 0.05),
            (hertz * 5.42, 0.022, 0.10),
        ),
        attack=0.0022,
    )
    mix(sound, ring(((165, 0.02, 1.0), (310, 0.014, 0.6)), attack=0.001), 0.0, 0.22)
    return sound


def room(sound: Sequence[float], wet: float = 0.20) -> Samples:
    """Add the first dull echoes of a small room."""
    dull, smooth = [], 0.0
    for sample in sound:
        smooth += 0.28 * (sample - smooth)
        dull.append(smooth)
    heard = list(sound)
    for delay, gain in (
        (0.0071, 0.9),
        (0.0113, -0.7),
        (0.0177, 0.55),
        (0.0269, 0.4),
        (0.0391, -0.3),
    ):
        mix(heard, dull, delay, wet * gain)
    return heard


def phrase(notes: Sequence[tuple[float, float, float]], seconds: float) -> Samples:
    """Play notes given as time, hertz and strength."""
    sound = silence(seconds)
    for at, hertz, gain in notes:
        mix(sound, tine(hertz), at, gain)
    return sound


def scatter(rng: random.Random, count: int, seconds: float, tail: float, spread: float) -> Samples:
    """Let a handful of beads fall close together; they knock against each other."""
    sound = silence(seconds + tail)
    for number in range(count):
        share = (number + rng.uniform(0.1, 0.9)) / count
        at = seconds * share
        gain = rng.uniform(0.45, 1.0) * (1 - 0.5 * share)
        mix(sound, drop(rng, rng.uniform(1 - spread, 1 + spread), 1), at, gain)
        if rng.random() < 0.6:
            mix(sound, clink(rng), at + rng.uniform(0.004, 0.022), 0.16 * gain)
    return sound


def lift(rng: random.Random) -> Samples:
    """Scoop stones out of a pit: a hand over wood, and beads touching in it."""
    sound = silence(0.24)
    mix(sound, rustle(rng, 0.20, (250, 900), (700, 2600)), 0.0, 1.0)
    for at in (0.055, 0.088, 0.131):
        mix(sound, clink(rng), at + rng.uniform(-0.008, 0.008), 0.035)
    return sound


def store(rng: random.Random) -> Samples:
    """Drop a bead into the deep hollow of a store, onto others."""
    sound = silence(0.48)
    mix(sound, ring(STORE, 1.0, 0.0014), 0.0, 0.85)
    mix(sound, ring(GLASS, 0.86, 0.0004), 0.0, 0.15)
    mix(sound, ring(STORE, 1.08, 0.0014), 0.071, 0.16)
    mix(sound, clink(rng), 0.073, 0.06)
    mix(sound, rustle(rng, 0.010, (200, 1500), (200, 800)), 0.0, 0.8)
    return sound


def sweep(rng: random.Random) -> Samples:
    """Roll a handful of stones over the board into the store."""
    sound = scatter(rng, 11, 0.42, 0.24, 0.14)
    for sample in range(len(sound)):
        sound[sample] *= 0.7
    mix(sound, rustle(rng, 0.52, (90, 500), (140, 750)), 0.0, 1.3)
    mix(sound, ring(STORE, 1.0, 0.002), 0.40, 0.40)
    return sound


def disc(rng: random.Random) -> Samples:
    """Put a disc on felt over wood."""
    sound = silence(0.24)
    mix(sound, ring(FELT, 1.0, 0.0012), 0.0, 0.9)
    mix(sound, rustle(rng, 0.014, (300, 2200), (200, 900)), 0.0, 0.9)
    mix(sound, ring(FELT, 1.12, 0.0012), 0.036, 0.13)
    return sound


def flip(rng: random.Random) -> Samples:
    """Turn a disc over: a breath of air, then it lies."""
    sound = silence(0.24)
    mix(sound, rustle(rng, 0.085, (500, 1600), (900, 3200)), 0.0, 0.55)
    mix(sound, ring(FELT, 1.34, 0.0009), 0.076, 0.62)
    mix(sound, rustle(rng, 0.008, (500, 3200), (300, 1400)), 0.076, 0.6)
    return sound


def click(rng: random.Random) -> Samples:
    """Press a button."""
    sound = silence(0.07)
    mix(sound, ring(((980, 0.007, 1.0), (1930, 0.004, 0.4), (430, 0.009, 0.5)), attack=0.0006))
    mix(sound, rustle(rng, 0.004, (800, 3500), (800, 2000)), 0.0, 0.3)
    return sound


def make() -> dict[str, tuple[Samples, float]]:
    """Return every sound with its peak in dBFS."""
    sounds: dict[str, tuple[Samples, float]] = {}
    for number, pitch in enumerate((1.0, 1.065, 0.945, 1.125), start=1):
        sounds[f"stone{number}"] = (room(drop(random.Random(number), pitch)), -13)
    sounds["lift"] = (room(lift(random.Random(11))), -22)
    sounds["capture"] = (room(scatter(random.Random(12), 5, 0.17, 0.28, 0.12)), -12)
    sounds["store"] = (room(store(random.Random(13))), -12)
    sounds["sweep"] = (room(sweep(random.Random(14))), -13)
    sounds["disc"] = (room(disc(random.Random(15))), -13)
    sounds["flip"] = (room(flip(random.Random(16))), -17)
    sounds["click"] = (room(click(random.Random(17)), 0.1), -21)
    again = ((0.0, 784.0, 0.8), (0.12, 1046.5, 1.0))
    sounds["again"] = (room(phrase(again, 0.62), 0.3), -16)
    win = ((0.0, 523.25, 0.8), (0.0, 261.63, 0.4), (0.1, 659.26, 0.8), (0.2, 783.99, 0.85))
    win = (*win, (0.32, 1046.5, 1.0), (0.32, 523.25, 0.45))
    sounds["win"] = (room(phrase(win, 0.67), 0.3), -13)
    lose = ((0.0, 587.33, 0.9), (0.13, 493.88, 0.8), (0.28, 392.0, 0.85), (0.28, 196.0, 0.45))
    sounds["lose"] = (room(phrase(lose, 0.67), 0.3), -15)
    draw = ((0.0, 523.25, 0.8), (0.14, 587.33, 0.75), (0.28, 523.25, 0.85), (0.28, 392.0, 0.5))
    sounds["draw"] = (room(phrase(draw, 0.67), 0.3), -14)
    return sounds


def finished(sound: Sequence[float], peak: float) -> array[int]:
    """Level a sound, close it without a click, and round it to 16 bits."""
    fade = min(len(sound) // 3, round(0.15 * RATE))
    levelled = list(sound)
    for i in range(fade):
        levelled[-1 - i] *= 0.5 - 0.5 * math.cos(math.pi * i / fade)
    top = 32767 * 10 ** (peak / 20) / max(abs(sample) for sample in levelled)
    return array("h", (round(top * sample) for sample in levelled))


def save(path: Path, samples: array[int]) -> None:
    """Write samples as a mono wave file."""
    little = array("h", samples)
    if array("H", [1]).tobytes() != b"\x01\x00":
        little.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(little.tobytes())


def main() -> None:
    """Write every sound."""
    FOLDER.mkdir(exist_ok=True)
    for name, (sound, peak) in make().items():
        save(FOLDER / f"{name}.wav", finished(sound, peak))


if __name__ == "__main__":
    main()
