"""Make the program's icon: ``python assets/make_icon.py`` writes icon.png, .ico and .icns.

A walnut tile with one carved pit and three glass stones, painted with the board's own painters.
"""

from __future__ import annotations

import os
import struct
from io import BytesIO
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from kalahgui.gui.paint import stones, theme, wood

FOLDER = Path(__file__).parent
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# The icon container of macOS names each size by four letters.
ICNS_SIZES = ((b"icp4", 16), (b"icp5", 32), (b"icp6", 64), (b"ic07", 128), (b"ic08", 256))
ICNS_SIZES = (*ICNS_SIZES, (b"ic09", 512))

AMBER, GREEN, BLUE = 1, 3, 0
SHADOW = (60, 34, 14, 90)


def tile(side: int) -> pygame.Surface:
    """Paint the icon; a small one has a larger pit and stones, and no margin to lose."""
    small = side < 48
    work = 1024
    picture = pygame.Surface((work, work), pygame.SRCALPHA).premul_alpha()
    inset = work * (0.02 if small else 0.085)
    size = round(work - 2 * inset)
    board, margin = wood.slab((size, size), round(size * 0.235), size * 0.27, SHADOW)
    corner = (round(inset) - margin, round(inset - work * (0.012 if small else 0.024)) - margin)
    picture.blit(board, corner, special_flags=wood.PREMULTIPLIED)

    wide = round(size * (0.82 if small else 0.74))
    hole, rim = wood.hollow((wide, wide), wide // 2, size * 0.52)
    middle = (work // 2, round(work * (0.488 if small else 0.476)))
    place = (middle[0] - wide // 2 - rim, middle[1] - wide // 2 - rim)
    picture.blit(hole, place, special_flags=wood.PREMULTIPLIED)

    diameter = round(wide * (0.455 if small else 0.42))
    for colour, x, y in ((BLUE, -0.485, -0.30), (GREEN, 0.53, -0.20), (AMBER, -0.03, 0.56)):
        stone = stones.resting(colour, diameter)
        centre = (round(middle[0] + x * diameter), round(middle[1] + y * diameter))
        picture.blit(stone, stone.get_rect(center=centre), special_flags=wood.PREMULTIPLIED)
    return straight(pygame.transform.smoothscale(picture, (side, side)))


def straight(picture: pygame.Surface) -> pygame.Surface:
    """Undo the premultiplied colours, which picture files do not know."""
    data = bytearray(pygame.image.tobytes(picture, "RGBA"))
    for i in range(0, len(data), 4):
        alpha = data[i + 3]
        if 0 < alpha < 255:
            for c in range(i, i + 3):
                data[c] = min(255, data[c] * 255 // alpha)
    return pygame.image.frombytes(bytes(data), picture.get_size(), "RGBA")


def png(picture: pygame.Surface) -> bytes:
    """Return a picture as a PNG file."""
    file = BytesIO()
    pygame.image.save(picture, file, "icon.png")
    return file.getvalue()


def ico(pictures: dict[int, bytes]) -> bytes:
    """Pack PNG files into an icon for Windows."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(head) + 16 * len(pictures)
    for side, data in pictures.items():
        head += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    return head + b"".join(pictures.values())


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """Pack PNG files into an icon for macOS."""
    body = b"".join(
        name + struct.pack(">I", len(data) + 8) + data for name, data in pictures.items()
    )
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main() -> None:
    """Write the icons."""
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    theme.clear()
    sides = sorted({*ICO_SIZES, *(side for _, side in ICNS_SIZES)})
    pictures = {side: png(tile(side)) for side in sides}
    (FOLDER / "icon.png").write_bytes(pictures[256])
    (FOLDER / "icon.ico").write_bytes(ico({side: pictures[side] for side in ICO_SIZES}))
    (FOLDER / "icon.icns").write_bytes(icns({name: pictures[side] for name, side in ICNS_SIZES}))


if __name__ == "__main__":
    main()
