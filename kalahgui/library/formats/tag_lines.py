"""Our own game text, taken apart: tags, and the moves in tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kalahgui.games.plain_text import one_line
from kalahgui.games.user_error import UserError
from kalahgui.library.formats.decoding import UNSEEN
from kalahgui.library.formats.found import LOSS_PATTERN, in_line
from kalahgui.library.formats.text_source import LONGEST_PART

# The quantifiers are possessive: what may be gone back to is kept in memory for every sign.
_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]{0,39})\s+"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*\]')
# What others write without escapes: the value goes to the last quotation mark.
_QUOTING_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]{0,39})\s+"(.*)"\s*\]')
OUR_TAGS = (
    "Game", "Rules", "First", "FirstComputer", "Second", "SecondComputer", "Start", "Result"
)  # fmt: skip
_LOSS = LOSS_PATTERN.replace(r"[ \t]", r"\s")
_TOKEN = re.compile(
    r"(?P<blank>\s+)|(?P<comment>\{(?P<said>[^\\}]*+(?:\\.[^\\}]*+)*+)\})|(?P<sign>[(){}])"
    rf"|(?P<number>\d+\.+)|(?P<word>{_LOSS}(?![^\s(){{}}])|[^\s(){{}}]+)",
    re.DOTALL,
)
_NOTED = re.compile(r"\s*(?:\[%[A-Za-z]+ [^\[\]{}\\\n]*\]\s*)+")
_MOST_TAGS = 1000
_LONGEST_TAG = LONGEST_COMMENT = 100_000
# Control characters but for tabs and line ends, surrogates, and what no text is read with.
_UNTOLD = UNSEEN | dict.fromkeys(
    (*range(9), *range(11, 32), *range(127, 160), *range(0xD800, 0xE000))
)


@dataclass
class Block:
    """The lines of a game: its tags, and all after them."""

    line: int
    tags: list[tuple[int, str]] = field(default_factory=list)
    moves_line: int = 0
    moves: str = ""


@dataclass(slots=True)
class Token:
    """A word, a comment (``{``) with what it says, or a parenthesis, and its line.

    A comment may begin with what is ``noted`` of a move, such as ``[%emt 12]``.
    """

    line: int
    kind: str
    text: str
    noted: str = ""


def blocks_of(lines: Iterable[tuple[int, str]]) -> Iterator[Block]:
    """Yield the games of a text; every line that begins with ``[`` is a tag, but for ``[%``."""
    block, moves, length = Block(1), list[str](), 0
    for number, line in lines:
        begin = line.lstrip()[:2]
        if (not begin and not moves) or line.startswith("%"):  # an escape of PGN
            continue
        if begin.startswith("[") and begin != "[%":
            if moves:
                block.moves = "\n".join(moves)
                yield block
                block, moves, length = Block(number), [], 0
            if not block.tags:
                block.line = number
            if len(block.tags) <= _MOST_TAGS:  # one more tells that there are too many
                block.tags.append((number, line.strip()))
        elif length <= LONGEST_PART:  # of a longer game, it is said that it is too long
            block.moves_line = block.moves_line or number
            moves.append(line)
            length += len(line) + 1
    block.moves = "\n".join(moves)
    if block.tags or moves:
        yield block


def tags_of(block: Block) -> dict[str, tuple[int, str]]:
    """Return the lines and values of a game's tags; UserError where one is none.

    Of a tag that stands there several times, the last counts that knows something.
    """
    tags: dict[str, tuple[int, str]] = {}
    if len(block.tags) > _MOST_TAGS:
        raise in_line(block.line, UserError("refused_tags", most=_MOST_TAGS))
    for number, line in block.tags:
        if len(line) > _LONGEST_TAG:
            raise in_line(number, UserError("refused_tag_length", most=_LONGEST_TAG))
        matched = _TAG.fullmatch(line) or _QUOTING_TAG.fullmatch(line)
        if matched is None:
            raise in_line(number, UserError("refused_tag"))
        value = one_line(_unescaped(matched[2]))
        if matched[1] in OUR_TAGS and matched[1] in tags:
            raise in_line(number, UserError("refused_tag_twice", tag=matched[1]))
        if matched[1] not in tags or "?" not in value:
            tags[matched[1]] = number, value
    return tags


def tokens_of(block: Block) -> Iterator[Token]:
    """Yield the moves of a game as tokens without their numbers; UserError for an open comment."""
    text, line, at = block.moves, block.moves_line, 0
    if len(text) > LONGEST_PART:
        raise in_line(line, UserError("refused_game_signs", most=LONGEST_PART))
    while at < len(text):
        token = _TOKEN.match(text, at)
        assert token is not None, "whatever is no blank and no sign is a word"
        kind, at = token.lastgroup or "", token.end()
        if kind == "comment":
            if len(token["said"]) > 2 * LONGEST_COMMENT:  # as long as that with every sign escaped
                raise in_line(line, UserError("refused_comment_length", most=LONGEST_COMMENT))
            noted = _NOTED.match(token["said"])
            rest = token["said"][noted.end() if noted else 0 :]
            yield Token(line, "{", said(_unescaped(rest)), noted[0].strip() if noted else "")
        elif kind == "sign":
            if token[0] == "{":
                raise in_line(line, UserError("refused_open_comment"))
            yield Token(line, token[0], token[0])
        elif kind == "word":
            yield Token(line, "word", " ".join(token[0].split()))
        line += token[0].count("\n")


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def said(text: str) -> str:
    """Return a comment without blanks around it and without what no text should hold."""
    return text.translate(_UNTOLD).strip()


def tag(name: str, value: str) -> str:
    """Return a tag as it is written."""
    escaped = re.sub(r'(["\\])', r"\\\1", one_line(value))
    return f'[{name} "{escaped}"]'


def comment(text: str, noted: str = "") -> str:
    """Return a comment as it is written, behind what is noted of a move."""
    lines = re.sub(r"([\\}])", r"\\\1", said(text)).split("\n")
    shown = "\n".join(re.sub(r"^(\s*)\[", r"\1\\[", line) for line in lines)
    return "{" + " ".join(filter(None, (noted, shown))) + "}"


def property_value(text: str) -> str:
    """Return the value of a property as GGF and SGF have it between brackets."""
    # With "(;" a game begins.
    return re.sub(r"([\]\\;])", r"\\\1", said(text))
