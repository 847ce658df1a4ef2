"""Games and positions as text and files; docs/format.md describes our own text."""

from kalahgui.library.formats.found import (
    Bad,
    Found,
    UnknownText,
    Unwritable,
    WrittenGame,
    WrittenPosition,
)
from kalahgui.library.formats.game_text import text_of
from kalahgui.library.formats.ggf import ggf_of
from kalahgui.library.formats.reading import position_text, read, read_file
from kalahgui.library.formats.transcript import article_line_of, transcript_of

__all__ = [
    "Bad",
    "Found",
    "UnknownText",
    "Unwritable",
    "WrittenGame",
    "WrittenPosition",
    "article_line_of",
    "ggf_of",
    "position_text",
    "read",
    "read_file",
    "text_of",
    "transcript_of",
]
