"""SGF of Othello, ``(;FF[4]GM[2]...)``: trees of games as several programs write them.

Squares are written ``f5``, and by some as two letters, ``fe``. Moves carry their colour, so a pass
need not be written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES
from kalahgui.games.game import PASS, Game, Position
from kalahgui.games.plain_text import one_line
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.user_error import UserError, short
from kalahgui.library.formats.found import (
    Bad,
    Unwritable,
    WrittenGame,
    in_game,
    name_of,
    read_each,
    stand,
)
from kalahgui.library.formats.left_out import lost_beyond_the_end, lost_rules, lost_tags
from kalahgui.library.formats.line import GameLine, words_from_a1
from kalahgui.library.formats.recorded import RESULT_TAG, End, Recorded, winner_by
from kalahgui.library.formats.tag_lines import property_value, said
from kalahgui.library.formats.text_source import LONGEST_PART, TextSource
from kalahgui.library.saved import SCORE_TAG
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Forfeit, Node

_OTHELLO = "2"  # the number of the game
_BEGIN = re.compile(r"\(\s{0,20};(?=\s{0,20}(?:G[a-z]{0,3}M[a-z]{0,3}|FF|CA|AP|SZ)\s{0,20}\[)")
_LONGEST_BEGIN = 80
_TOKEN = re.compile(
    r"\s*+(?:(?P<sign>[();])|(?P<name>[A-Za-z]{1,20})|\[(?P<value>[^\]\\]*+(?:\\.[^\]\\]*+)*+)\])",
    re.DOTALL,
)
_COLOURS = "BW"
_PASSES = ("", "pa", "ps", PASS, "@@@@", "tt")
_TAGS = {
    "PC": "Site", "EV": "Event", "RO": "Round", "DT": "Date", "TM": "TimeControl",
    "BR": "BlackElo", "WR": "WhiteElo",
}  # fmt: skip
_STONES = frozenset(("AB", "AW", "AE"))
_SETUP = (*_STONES, "PL")
_KNOWN = {*_TAGS, *_COLOURS, *_SETUP, "FF", "GM", "CA", "SZ", "PB", "PW", "RE", "C"}
_OWN = "SGF_"
_RESULT = re.compile(
    r"(?P<winner>[BW])\+(?:(?P<margin>[0-9]{1,3}(?:\.[0-9]+)?)|(?P<why>[A-Za-z]*))"
)
_DRAWN = ("0", "draw", "jigo")
_NO_RESULT = ("", "?", "void")
_MOST_PLIES = 100_000
_MOST_NESTED = 1000
# Of a node: what else is said there, with signs that have no other meaning.
_NOTABLE = re.compile(r"[^\[\]{}\\\n]*")
_NOTED = re.compile(r"\[%([A-Za-z]+) ([^\]]*)\]")
_NOTES = {"BL": "clk", "WL": "clk", "V": "eval", "EMT": "emt"}


@dataclass
class _Node:
    """A node of a tree: its properties, and the nodes behind it."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    below: list[_Node] = field(default_factory=list)

    def value(self, name: str) -> str:
        return next(iter(self.properties.get(name, ())), "")


def is_sgf(text: str) -> bool:
    """Tell whether a text begins as SGF does: its game has a number."""
    begin = re.match(r"[\s0-9]*\(\s*;", text)
    if begin is None:
        return False
    game = re.search(r"GM\s*\[\s*([^\]]*)\]", text)
    return game[1].strip().isdecimal() if game else _BEGIN.search(text) is not None


def read_sgf(
    source: TextSource, yield_to_frames: YieldToFrames = no_frames
) -> Iterator[WrittenGame | Bad]:
    """Read games in SGF on boards of 4x4, 6x6 and 8x8 squares, with their variations."""

    def read(part: str) -> WrittenGame:
        return _game(_tree(part), yield_to_frames)

    parts = enumerate(source.parts(_BEGIN, _LONGEST_BEGIN), start=1)
    return read_each(parts, read, in_game, yield_to_frames)


def _tree(text: str) -> _Node:
    """Return the tree of a game, whose first node has begun; UserError when it is none."""
    if len(text) > LONGEST_PART:
        raise UserError("refused_game_signs", most=LONGEST_PART)
    root = here = _Node()
    branches: list[_Node] = []
    values: list[str] = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            raise UserError("refused_property", text=short(text[at:].strip()))
        at = token.end()
        if token["value"] is not None:
            value = token["value"]
            values.append(_unescaped(value) if "\\" in value else value)
        elif token["name"]:
            # Lower case is no part of the name: GaMe is GM, as old files have it.
            name = token["name"]
            if not name.isupper():
                name = "".join(filter(str.isupper, name)) or name.upper()
            values = here.properties.setdefault(name, [])
        elif token["sign"] == ";":
            new = _Node()
            here.below.append(new)
            here = new
        elif token["sign"] == "(":
            if len(branches) > _MOST_NESTED:
                raise UserError("refused_nested", most=_MOST_NESTED)
            branches.append(here)
        elif branches:
            here = branches.pop()
        else:
            return root
    raise UserError("refused_no_end")


def _unescaped(text: str) -> str:
    """Return a value: an escaped line end is none, any other escaped sign is itself."""
    return re.sub(r"\\(.)", lambda escaped: escaped[1].strip("\n"), text, flags=re.DOTALL)


def _game(root: _Node, yield_to_frames: YieldToFrames) -> WrittenGame:
    if root.value("GM").strip() != _OTHELLO:
        raise UserError("refused_not_othello", name=short(root.value("GM").strip()))
    game: Game = GAMES[Reversi.key]
    variant = _variant(game, root.value("SZ"))
    start = _start(game, variant, root)
    players = (Player(one_line(root.value("PB"))), Player(one_line(root.value("PW"))))
    if _is_line(root):
        line = GameLine(game, variant, (), players, start)
        _Line(line).take(root, yield_to_frames)
        line.forfeit, said_of_result = _result_of(line, root)
        return WrittenGame(tags={**_tags_of(root), **said_of_result}, line=line)
    match = Match(game, variant, (), players, start=start)
    _grow(match, root, yield_to_frames)
    forfeit, said_of_result = _result_of(match, root)
    if forfeit is not None:
        match.end_as_recorded(forfeit, match.tip)
    return WrittenGame(match, {**_tags_of(root), **said_of_result})


def _is_line(root: _Node) -> bool:
    node = root
    while len(node.below) == 1:
        node = node.below[0]
    return not node.below


def _variant(game: Game, size: str) -> str:
    matched = re.fullmatch(r"\s*(\d{1,2})(?:\s*:\s*(\d{1,2}))?\s*", size or "8")
    if matched is None:
        raise UserError("refused_no_board")
    variant = f"{matched[1]}x{matched[2] or matched[1]}"
    if variant not in game.variants:
        raise UserError("refused_board", variant=variant)
    return variant


def _start(game: Game, variant: str, root: _Node) -> Position | None:
    usual: Position = game.start(variant)
    if not any(name in root.properties for name in _SETUP):
        return None
    grid = game.board(usual)
    cells = dict.fromkeys(words_from_a1(grid), "-")
    if "AB" not in root.properties and "AW" not in root.properties:
        cells |= zip(cells, ("-XO"[cell] for cell in game.cells(usual)), strict=True)
    for name, mark in (("AB", "X"), ("AW", "O"), ("AE", "-")):
        for value in root.properties.get(name, ()):
            for square in _squares_of(value):
                if square not in cells:
                    raise UserError("refused_square_here")
                cells[square] = mark
    mover = "O" if root.value("PL").strip().upper()[:1] in ("W", "2") else "X"
    start = game.parse_position(f"{''.join(cells.values())} {mover}", (), variant)
    return None if start == usual else start


def _square(text: str) -> str:
    """Return the name of a square, ``f5``; one of two letters has its row from the top."""
    name = text.strip().lower().removeprefix("p").removeprefix("@")
    if re.fullmatch(r"[a-h][a-h]", name):
        return name[0] + str(ord(name[1]) - ord("a") + 1)
    return name


def _squares_of(value: str) -> Iterator[str]:
    first, colon, last = value.partition(":")
    begin, end = _square(first), _square(last if colon else first)
    if not all(re.fullmatch(r"[a-h][1-8]", name) for name in (begin, end)):
        raise UserError("refused_square_here")
    for row in range(int(begin[1]), int(end[1]) + 1):
        for column in range(ord(begin[0]), ord(end[0]) + 1):
            yield f"{chr(column)}{row}"


def _tags_of(root: _Node) -> dict[str, str]:
    tags = {tag: one_line(root.value(name)) for name, tag in _TAGS.items()}
    tags["Date"] = tags["Date"].replace("-", ".")
    for name, values in root.properties.items():
        if name not in _KNOWN:
            tags[_OWN + name] = one_line(" ".join(values))
    return {name: value for name, value in tags.items() if value}


class _Move(NamedTuple):
    """A move of a node in the game's notation, empty for a pass."""

    side: int
    word: str


def _moves_of(node: _Node, names: Mapping[str, str]) -> Iterator[_Move]:
    for name, values in node.properties.items():
        if name in _COLOURS:
            for value in values or [""]:
                square = names.get(value)
                if square is None:
                    word = value.strip().lower()
                    square = "" if word in _PASSES else names.get(_square(word))
                if square is None:
                    raise UserError("refused_square_here")
                yield _Move(_COLOURS.index(name), square)


def _comment(node: _Node) -> str:
    if "C" not in node.properties:
        return ""
    return said("\n".join(node.properties.get("C", ())))


def _noted(node: _Node) -> str:
    if _KNOWN.issuperset(node.properties):
        return ""
    return " ".join(
        f"[%{_NOTES.get(name, name)} {values[0].strip()}]"
        for name, values in node.properties.items()
        if name not in _KNOWN and len(name) <= 4 and values and _NOTABLE.fullmatch(values[0])
    )


def _check_side(side: int, turn: int, over: bool) -> None:
    if not over and side != turn:
        raise UserError("refused_other_turn")


def _wrong(number: int, move: _Move, why: UserError) -> UserError:
    shown = f"{_COLOURS[move.side]}[{move.word}]"
    return UserError("refused_move", n=number, move=shown, why=why)


class _Line:
    """Plays the nodes of a tree that has no variations."""

    def __init__(self, line: GameLine) -> None:
        self._line = line
        self._names = words_from_a1(line.game.board(line.position))

    def take(self, root: _Node, yield_to_frames: YieldToFrames) -> None:
        """Play all nodes; UserError says which move is wrong."""
        node: _Node | None = root
        line = self._line
        while node is not None:
            yield_to_frames()
            _check_setup(node, root)
            for move in _moves_of(node, self._names):
                try:
                    self._play(move)
                except UserError as why:
                    raise _wrong(len(line.moves) + 1, move, why) from None
            for said_there, text, joint in (
                (line.comments, _comment(node), "\n"),
                (line.noted, _noted(node) if node is not root else "", " "),
            ):
                if text:
                    at = len(line.moves)
                    said_there[at] = joint.join(filter(None, (said_there.get(at), text)))
            node = node.below[0] if node.below else None

    def _play(self, move: _Move) -> None:
        line = self._line
        if not move.word:
            if move.side == line.position.turn and not line.position.over:
                raise UserError("refused_no_pass")
            return
        _check_side(move.side, line.position.turn, line.position.over)
        line.play(move.word)


def _check_setup(node: _Node, root: _Node) -> None:
    """Raise UserError where stones are set up in the middle of a game: nobody has played them."""
    if node is not root and not _STONES.isdisjoint(node.properties):
        raise UserError("refused_setup")


def _grow(match: Match, root: _Node, yield_to_frames: YieldToFrames) -> None:
    """Play all nodes of a tree into a match; its first branches are the main line."""
    names = words_from_a1(match.game.board(match.start))
    todo: list[tuple[_Node, Node, bool]] = [(root, match.root, True)]
    plies = 0
    while todo:
        yield_to_frames()
        node, at, main = todo.pop()
        _check_setup(node, root)
        for move in _moves_of(node, names):
            plies += 1
            if plies > _MOST_PLIES:
                raise UserError("refused_tree_size", most=_MOST_PLIES)
            try:
                at = _played(match, at, move)
            except UserError as why:
                raise _wrong(len(at.line) + 1, move, why) from None
        at.comment = "\n".join(filter(None, (at.comment, _comment(node))))
        if node is not root:
            at.noted = " ".join(filter(None, (at.noted, _noted(node))))
        if main and not node.below:
            stand(match, at)
        todo += [(child, at, main and child is node.below[0]) for child in node.below[::-1]]


def _played(match: Match, node: Node, move: _Move) -> Node:
    turn, over = node.position.turn, node.position.over
    if not move.word:
        if move.side == turn and not over:
            raise UserError("refused_no_pass")
        return node
    _check_side(move.side, turn, over)
    ply = match.parse(move.word)
    if not over and ply not in node.position.moves():
        raise UserError("refused_illegal")
    return node.child(ply) or match.add(node, ply)


def _result_of(played: GameLine | Match, root: _Node) -> tuple[Forfeit | None, dict[str, str]]:
    """Return the end apart from the board that a result tells of, and the tags to be kept."""
    text = one_line(root.value("RE"))
    if text.lower() in _NO_RESULT:
        return None, {}
    recorded = _recorded(text)
    return (None, {RESULT_TAG: text}) if recorded is None else End.of(played).settled(recorded)


def _recorded(text: str) -> Recorded | None:
    """Return a result by who has won, and why or by how much; None where the text is none."""
    if text.lower() in _DRAWN:
        return Recorded(text, None)
    result = _RESULT.fullmatch(text)
    if result is None:
        return None
    seat, why = _COLOURS.index(result["winner"]), (result["why"] or "").lower()[:1]
    if not result["margin"]:
        return Recorded(text, seat, resigned=why == "r", on_time=why == "t")
    margin = float(result["margin"]) * (1 if seat == 0 else -1)
    return Recorded(text, seat if margin else None, margin=margin, score=f"{margin:+g}")


# -- writing


def sgf_of(written: WrittenGame) -> str:
    """Return a game in SGF with its variations; Unwritable for another game or board."""
    match: Match = written.match
    tags, grid, cells = written.tags, match.game.board(match.start), match.game.cells(match.start)
    if not isinstance(match.game, Reversi) or len(grid.places) != grid.columns * grid.rows:
        raise Unwritable("unwritable_sgf", board=f"{match.game.key}:{match.variant}")
    names = list(words_from_a1(grid))
    properties = [
        ("FF", ["4"]),
        ("GM", [_OTHELLO]),
        ("CA", ["UTF-8"]),
        ("SZ", [str(grid.columns)]),
        *((name, [tags.get(tag, "")]) for name, tag in _TAGS.items()),
        ("PB", [name_of(match.players[0])]),
        ("PW", [name_of(match.players[1])]),
        ("RE", [_result(written)[0]]),
        *((name[len(_OWN) :], [tags[name]]) for name in tags if _OTHER.fullmatch(name)),
        ("AB", [name for name, cell in zip(names, cells, strict=True) if cell == 1]),
        ("AW", [name for name, cell in zip(names, cells, strict=True) if cell == 2]),
        ("PL", [_COLOURS[match.start.turn]]),
        ("C", [match.root.comment]),
    ]
    head = "".join(map(_property, *zip(*properties, strict=True)))
    return f"(;{head}{''.join(_written(match))})\n"


_OTHER = re.compile(rf"{_OWN}(?!CA$)[A-Z]{{1,8}}")


def _property(name: str, values: Sequence[str]) -> str:
    shown = "".join(f"[{property_value(value)}]" for value in values if value)
    return name + shown if shown else ""


def left_out_of_sgf(written: WrittenGame) -> Iterator[str]:
    """Yield what SGF has no place for, of what a game has."""
    yield from lost_beyond_the_end(written, ends=True)
    yield from lost_rules(written)
    yield from lost_tags(written, {*_TAGS.values(), *_result(written)[1]}, _OWN)


def _result(written: WrittenGame) -> tuple[str, Sequence[str]]:
    tags, end = written.tags, End.of(written.line or written.match)
    text = tags.get(RESULT_TAG, "")
    recorded = _recorded(text)
    if recorded is not None and end.contradicting(recorded):
        return text, (RESULT_TAG,)
    forfeit = end.forfeit
    if forfeit is None and not end.over:
        return "?", ()
    winner = forfeit.winner if forfeit is not None else winner_by(end.margin)
    score = end.score_of(tags)
    if winner is None:
        return "0", (SCORE_TAG,) * (score is not None)
    if forfeit is not None and not forfeit.recorded:
        return f"{_COLOURS[winner]}+{'Time' if forfeit.on_time else 'Resign'}", ()
    if score is not None and score.margin is not None:
        return f"{_COLOURS[winner]}+{abs(score.margin):g}", (SCORE_TAG,)
    return f"{_COLOURS[winner]}+{abs(end.margin) if forfeit is None else ''}", ()


def _written(match: Match) -> Iterator[str]:
    """Yield the nodes behind the start; branches are taken from a list, however deep they lie."""
    names = list(words_from_a1(match.game.board(match.start)))
    grid = match.game.board(match.start)
    main = set(match.tip.line)
    # What was taken back at the end has no place: it would be the main line.
    todo: list[Node | str] = _branches(match.root, main)[::-1] if main else []
    while todo:
        entry = todo.pop()
        if isinstance(entry, str):
            yield entry
            continue
        assert entry.parent is not None and entry.ply is not None
        side = entry.parent.position.turn
        noted = (
            _property(_sgf_name(name, side), [value]) for name, value in _NOTED.findall(entry.noted)
        )
        square = names[grid.cell(entry.ply)]
        yield f";{_COLOURS[side]}[{square}]{''.join(noted)}{_property('C', [entry.comment])}"
        if entry is not match.tip:
            todo += _branches(entry, main)[::-1]


def _sgf_name(name: str, side: int) -> str:
    """Return the name that SGF has for what is noted of a move."""
    return {"clk": f"{_COLOURS[side]}L", "eval": "V"}.get(name, name.upper())


def _branches(node: Node, main: set[Node]) -> list[Node | str]:
    """Return what stands behind a node: the next one, or several in parentheses."""
    children = sorted(node.children, key=lambda child: child not in main)
    if len(children) < 2:
        return list(children)
    return [entry for child in children for entry in ("(", child, ")")]
