"""Games and positions as text and files; docs/format.md describes our own text."""

from kalahgui.library.formats.article_line import article_line_of
from kalahgui.library.formats.boards import position_text
from kalahgui.library.formats.found import (
    Bad,
    Found,
    Item,
    Remark,
    UnknownText,
    Unwritable,
    WrittenGame,
    WrittenPosition,
)
from kalahgui.library.formats.ggf import ggf_of
from kalahgui.library.formats.reading import games_in, names_beside, read, read_file
from kalahgui.library.formats.sgf import sgf_of
from kalahgui.library.formats.text_writing import pgn_of, text_of
from kalahgui.library.formats.transcript import transcript_of

__all__ = [
    "Bad",
    "Found",
    "Item",
    "Remark",
    "UnknownText",
    "Unwritable",
    "WrittenGame",
    "WrittenPosition",
    "article_line_of",
    "games_in",
    "ggf_of",
    "names_beside",
    "pgn_of",
    "position_text",
    "read",
    "read_file",
    "sgf_of",
    "text_of",
    "transcript_of",
]
