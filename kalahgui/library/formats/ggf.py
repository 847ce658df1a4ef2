"""GGF: games of Othello as servers write them, ``(;GM[Othello]...;)``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from kalahgui.engine.interrupt import YieldToFrames, no_frames
from kalahgui.games import GAMES
from kalahgui.games.game import PASS, Game, Grid, Position
from kalahgui.games.plain_text import one_line
from kalahgui.games.reversi.game import Reversi
from kalahgui.games.user_error import UserError, short
from kalahgui.library.formats.found import (
    Bad,
    Unwritable,
    WrittenGame,
    check_length,
    in_game,
    name_of,
    passed,
    read_each,
)
from kalahgui.library.formats.left_out import (
    lost_notes,
    lost_of_the_tree,
    lost_rules,
    lost_tags,
)
from kalahgui.library.formats.line import GameLine, words_from_a1
from kalahgui.library.formats.recorded import RESULT_TAG, End, Recorded, winner_by
from kalahgui.library.formats.tag_lines import property_value, said
from kalahgui.library.formats.text_source import TextSource
from kalahgui.library.saved import SCORE_TAG
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Forfeit, Node

# So few blanks, so that where a text is cut does not matter.
_BEGIN = re.compile(r"\(\s{0,20};(?=\s{0,20}[A-Za-z]{1,8}\s{0,20}\[)")
_LONGEST_BEGIN = 80
_PROPERTY = re.compile(r"\s*([A-Za-z]{1,8})\s*\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_END = re.compile(r"\s*+;?\s*+\)")
_RESULT = re.compile(r"([+-]?[0-9]{1,4}(?:\.[0-9]{0,6})?)(?::([rtls]))?")
# Of a pair that is played at once (s), drawn by lot with so many discs (r), or with the colour that
# a player asked for (b, w). Others are played by other rules: in anti-games (a) fewer discs win,
# and komi (k) is a margin that black must exceed.
_TYPE = re.compile(r"s?([0-9]{1,2})(?P<random>r[0-9]{0,2})?[bw]?", re.IGNORECASE)
_MARKS = "-*O"
_MOVERS = ("*", "O")
_COLOURS = "BW"
_GAME, _PASS = "othello", "pa"
_TAGS = {
    "PC": "Site", "EV": "Event", "RB": "BlackElo", "RW": "WhiteElo", "TI": "TimeControl",
    "TB": "BlackTime", "TW": "WhiteTime",
}  # fmt: skip
# What is kept elsewhere; any other property becomes a tag of this name.
_KNOWN = {*_TAGS, *_COLOURS, "GM", "DT", "PB", "PW", "RE", "TY", "BO", "C"}
_OWN = "GGF_"
_MOST_PLIES = 500


def is_ggf(text: str) -> bool:
    """Tell whether a text begins as GGF does; a count of games may stand before."""
    return re.match(r"[\s0-9]*\(\s*;", text) is not None


def read_ggf(
    source: TextSource, yield_to_frames: YieldToFrames = no_frames
) -> Iterator[WrittenGame | Bad]:
    """Read games in GGF on boards of 4x4, 6x6 and 8x8 squares."""
    parts = enumerate(source.parts(_BEGIN, _LONGEST_BEGIN), start=1)
    return read_each(parts, _game, in_game, yield_to_frames)


def _properties(text: str) -> list[tuple[str, str]]:
    """Return the names and values of a game; UserError when they are none."""
    check_length(text)
    properties, at = [], 0
    while not _END.match(text, at):
        matched = _PROPERTY.match(text, at)
        if matched is None:
            rest = text[at:].strip()
            if not rest:
                raise UserError("refused_no_end")
            raise UserError("refused_property", text=short(rest))
        properties.append(
            (matched[1].upper(), re.sub(r"\\(.)", r"\1", matched[2], flags=re.DOTALL))
        )
        at = matched.end()
    return properties


def _game(text: str) -> WrittenGame:
    properties = _properties(text)
    about = {name: value for name, value in reversed(properties) if name not in _COLOURS}
    if about.get("GM", "").strip().lower() != _GAME:
        raise UserError("refused_not_othello", name=short(about.get("GM", "")))
    game = GAMES[Reversi.key]
    variant, start, owed = _begin(game, about)
    names = (Player(one_line(about.get("PB", ""))), Player(one_line(about.get("PW", ""))))
    line = GameLine(game, variant, (), names, start)
    _play(line, properties, owed)
    forfeit, said_of_result = _result_of(line, about.get("RE", "").strip())
    line.forfeit = forfeit
    return WrittenGame(tags={**_tags_of(about), **said_of_result}, line=line)


def _play(line: GameLine, properties: list[tuple[str, str]], owed: int | None) -> None:
    if sum(name in _COLOURS for name, _ in properties) > _MOST_PLIES:
        raise UserError("refused_plies", most=_MOST_PLIES)
    plies = 0
    by_name = words_from_a1(line.game.board(line.position))
    for name, value in properties:
        if name == "C":
            at = len(line.moves)
            line.comments[at] = "\n".join(filter(None, (line.comments.get(at), said(value))))
        if name not in _COLOURS:
            continue
        plies += 1
        word, _, noted = value.partition("/")
        try:
            owed = _after(line, _COLOURS.index(name), word.strip().lower(), owed, by_name)
        except UserError as why:
            move = f"{name}[{one_line(value)[:20]}]"
            raise UserError("refused_move", n=plies, move=move, why=why) from None
        if noted:
            of_pass = word.strip().lower() in (_PASS, PASS)
            at = len(line.moves)
            before = line.noted.get(at, "") if of_pass else ""
            line.noted[at] = " ".join(filter(None, (before, _noted(noted, of_pass))))
    line.comments = {at: comment for at, comment in line.comments.items() if comment}


def _noted(text: str, of_pass: bool) -> str:
    """Return the value and the time of a move as PGN has them, or of the pass behind a move."""
    begin = _OF_PASS if of_pass else ""
    value, _, time = one_line(_UNNOTED.sub(" ", text)).partition("/")
    return " ".join(
        f"[%{begin}{name} {figure}]" for name, figure in (("eval", value), ("emt", time)) if figure
    )


_UNNOTED = re.compile(r"[\[\]{}\\]")
_OF_PASS = "pass"
_OF_MOVES = ("eval", "emt", f"{_OF_PASS}eval", f"{_OF_PASS}emt")
_NOTED = re.compile(rf"\[%({'|'.join(_OF_MOVES)}) ([^\]]*)\]")


def _tags_of(about: dict[str, str]) -> dict[str, str]:
    tags = {tag: one_line(about.get(name, "")) for name, tag in _TAGS.items()}
    tags["Date"], tags["Time"] = _when(one_line(about.get("DT", "")))
    kind = one_line(about.get("TY", ""))
    if kind and not kind.isdecimal():
        tags[f"{_OWN}TY"] = kind
    for name, value in about.items():
        if name not in _KNOWN:
            tags[_OWN + name] = one_line(value)
    return {name: value for name, value in tags.items() if value}


def _when(text: str) -> tuple[str, str]:
    """Return a date and a time; some servers write the seconds since 1970 in place of them."""
    if re.fullmatch(r"[0-9]{9,10}", text):
        text = f"{datetime.fromtimestamp(int(text), UTC):%Y.%m.%d_%H:%M:%S.UTC}"
    date, _, time = text.partition("_")
    return date, time


def _begin(game: Game, about: dict[str, str]) -> tuple[str, Position | None, int | None]:
    """Return the board, the start unless it is the usual one, and the side that must pass there."""
    kind = _kind(about.get("TY", "").strip())
    board = re.match(r"([0-9]{1,2})(.*)", "".join(about.get("BO", "").split()))
    sizes = {int(matched[1]) for matched in (kind, board) if matched}
    if len(sizes) > 1:
        raise UserError("refused_two_sizes")
    if not sizes or (kind and kind["random"] and not board):
        raise UserError("refused_no_board")
    size = sizes.pop()
    variant = f"{size}x{size}"
    if variant not in game.variants:
        raise UserError("refused_board", variant=variant)
    if board is None:
        return variant, None, None
    marks, mover = board[2][:-1], board[2][-1:]
    if len(marks) != size * size or set(marks) - set(_MARKS) or mover not in _MOVERS:
        raise UserError("refused_ggf_board", n=size * size)
    text = f"{marks} {mover}".replace("*", "X")
    start = game.parse_position(text, (), variant)
    named = _MOVERS.index(mover)
    if start == game.start(variant):
        return variant, None, None
    return variant, start, None if start.turn == named else named


def _kind(text: str) -> re.Match[str] | None:
    """Read a type; None where none is given.

    Raises UserError for other rules and for unknown types.
    """
    kind = _TYPE.fullmatch(text)
    if text and kind is None:
        raise UserError("refused_ggf_type", type=short(text))
    return kind


def _after(
    line: GameLine, side: int, word: str, owed: int | None, by_name: Mapping[str, str]
) -> int | None:
    """Play a move of a side; return the side that has to pass then, if one has to.

    UserError says why the move cannot be played.
    """
    over = line.position.over
    if word in (_PASS, PASS):
        # Servers write passes behind the end as well.
        if side != owed and not over:
            raise UserError("refused_no_pass")
        return None
    if not over and side != line.position.turn:
        raise UserError("refused_other_turn")
    name = by_name.get(word)
    if name is None:
        raise UserError("refused_square_here")
    line.play(name)
    return 1 - line.position.turn if line.passed else None


def _result_of(line: GameLine, text: str) -> tuple[Forfeit | None, dict[str, str]]:
    """Return the end apart from the board that a result tells of, and the tags to be kept."""
    if text in _NO_RESULT:
        return None, {}
    recorded = _recorded(text)
    return (
        (None, {RESULT_TAG: one_line(text)}) if recorded is None else End.of(line).settled(recorded)
    )


def _recorded(text: str) -> Recorded | None:
    """Return a result with its margin; None where the text is none."""
    result = _RESULT.fullmatch(text)
    if result is None or result[2] in _UNDECIDED:
        return None
    margin = float(result[1])
    score = f"{int(margin):+d}" if margin.is_integer() else result[1]
    why = {"resigned": result[2] == "r", "on_time": result[2] == "t"}
    return Recorded.of_score(one_line(text), score, **why)


_NO_RESULT = ("", "?")
_UNDECIDED = ("l", "s")  # somebody has left


# -- writing


def ggf_of(written: WrittenGame) -> str:
    """Return a game in GGF on a line of its own; Unwritable for another game or board."""
    match, tags = written.match, written.tags
    grid = match.game.board(match.start)
    if not isinstance(match.game, Reversi) or len(grid.places) != grid.columns * grid.rows:
        raise Unwritable("unwritable_ggf", board=f"{match.game.key}:{match.variant}")
    size = grid.columns
    named = {name: tags.get(tag, "") for name, tag in _TAGS.items()}
    properties = [
        ("GM", _GAME.capitalize()),
        ("PC", named.pop("PC")),
        ("EV", named.pop("EV")),
        ("DT", "_".join(filter(None, (tags.get("Date", ""), tags.get("Time", ""))))),
        ("PB", name_of(match.players[0])),
        ("PW", name_of(match.players[1])),
        *named.items(),
        ("RE", _result(written)[0]),
        ("TY", tags.get(f"{_OWN}TY", str(size))),
        *((name[len(_OWN) :], tags[name]) for name in tags if _OTHER.fullmatch(name)),
        ("BO", _board(match)),
        ("C", match.root.comment),
    ]
    head = "".join(f"{name}[{property_value(value)}]" for name, value in properties if value)
    return f"(;{head}{''.join(_moves(match, grid.from_a1))};)\n"


_OTHER = re.compile(rf"{_OWN}(?!TY$)[A-Z]{{1,8}}")


def left_out_of_ggf(written: WrittenGame) -> Iterator[str]:
    """Yield what GGF has no place for, of what a game has."""
    yield from lost_of_the_tree(written, comments=False)
    yield from lost_rules(written)
    yield from lost_notes(written, _OF_MOVES)
    yield from lost_tags(written, {*_TAGS.values(), "Date", "Time", *_result(written)[1]}, _OWN)


def _result(written: WrittenGame) -> tuple[str, Sequence[str]]:
    tags, end = written.tags, End.of(written.line or written.match)
    text = tags.get(RESULT_TAG, "")
    if _RESULT.fullmatch(text) and end.contradicting(_recorded(text)):
        return text, (RESULT_TAG,)
    forfeit = end.forfeit
    if forfeit is None and not end.over:
        return "?", ()
    score = end.score_of(tags)
    margin: float = end.margin
    if score is not None and score.margin is not None:
        margin = score.margin
    elif forfeit is not None and not end.over:
        margin = 0 if forfeit.seat is None else end.size if forfeit.seat else -end.size
    elif forfeit is not None and forfeit.winner != winner_by(margin):
        margin = -margin  # the side that has won has the larger number
    figure = f"{margin:+.3f}".rstrip("0").rstrip(".")
    why = "" if forfeit is None or forfeit.recorded else ":t" if forfeit.on_time else ":r"
    return figure + why, (SCORE_TAG,) * (score is not None)


def _board(match: Match) -> str:
    cells, grid = match.game.cells(match.start), match.game.board(match.start)
    marks = "".join(_MARKS[cell] for cell in cells)
    rows = [marks[at : at + grid.columns] for at in range(0, len(marks), grid.columns)]
    return " ".join((str(grid.columns), *rows, _MOVERS[match.start.turn]))


def _moves(match: Match, names: Grid) -> Iterator[str]:
    node: Node
    noted: dict[str, str] = {}
    for node in match.tip.line:
        assert node.parent is not None and node.ply is not None
        side = node.parent.position.turn
        if passed(match, node.parent):
            yield f"{_COLOURS[1 - side]}[{_with_notes('PA', noted, _OF_PASS)}]"
        noted = dict(_NOTED.findall(node.noted))
        name = names.name(names.cell(node.ply)).upper()
        yield f"{_COLOURS[side]}[{_with_notes(name, noted)}]"
        if node.comment:
            yield f"C[{property_value(node.comment)}]"


def _with_notes(word: str, noted: Mapping[str, str], begin: str = "") -> str:
    value, time = (noted.get(f"{begin}{name}", "") for name in ("eval", "emt"))
    return "/".join((word, value, time)).rstrip("/")
