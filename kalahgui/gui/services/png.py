"""Pictures as PNG: what pygame writes lets no other thread run, so a window would wait for it."""

from __future__ import annotations

import struct
import zlib
from typing import Literal

import pygame

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS = 8
_KINDS = {"RGB": 2, "RGBA": 6}  # what the format calls them


def png_of(picture: pygame.Surface, level: int = 6) -> bytes:
    """Return a picture as the bytes of a PNG file; ``level`` is zlib's, 1 the quickest.

    Source: the PNG specification, ISO/IEC 15948; every row is stored as it is, by filter 0.
    """
    kind: Literal["RGB", "RGBA"] = "RGBA" if picture.get_flags() & pygame.SRCALPHA else "RGB"
    width, height = picture.get_size()
    pixels = memoryview(pygame.image.tobytes(picture, kind))
    length = width * len(kind)
    rows = b"".join(
        part for row in range(height) for part in (b"\0", pixels[row * length : (row + 1) * length])
    )
    header = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _KINDS[kind], 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, level)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(name))
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)
