"""How players, boards, rules and turns are called in the window."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kalahgui.engine.levels import Level
from kalahgui.engine.method import Method
from kalahgui.games.game import MEASURES, Game, Message, Position
from kalahgui.games.limit import HANDMADE, SEARCH, WITHOUT_AMOUNT, Limit
from kalahgui.games.plain_text import count_letters, first_letters, folded
from kalahgui.games.user_error import search_name
from kalahgui.library.saved import Added
from kalahgui.match.clock import TimeControl
from kalahgui.match.match import Match, Series
from kalahgui.match.node import SWAP, Node, Sum, Thought
from kalahgui.theatre.subject import PositionSubject, Subject
from kalahgui.words import bracketed, chosen, listed, number, say

# A search of so many turns sees the end of every game for which a level has it.
_TO_THE_END = 20
# Names in files may be longer than those that can be typed; sentences have room for so many signs.
_LONGEST_NAME = 20
_SHORTEST_TIME = 0.001  # seconds, that are worth a figure
_TENTHS = 10  # with fewer seconds left a clock shows tenths

# Keys with other words, ``..._you``, for the player who is spoken to.
_SAID_TO_YOU = (
    "said_again",
    "said_pass",
    "said_swap",
    "end_no_discs",
    "board_tree_mover",
    "board_tree_wins",
)

# A side and its plies; without any it had to pass.
Turn = tuple[int, list[int]]


# Keys whose words name the players as they were called before the node.
_SAID_OF_BEFORE = ("said_swap",)


def default_name(game: Game, method: Method | None, other: Method | None, side: int) -> str:
    """Return what a nameless player on a side is called beside the other; a person has no method.

    It is called by what it is. Two of a kind are called by their sides, which are theirs only
    until they swap.
    """
    if _by_measures(method) and not _by_measures(other):
        return say("measures_name")
    if (method is None) != (other is None):
        return say("you" if method is None else "computer")
    if method is None or other is None or _short_words(method) == _short_words(other):
        return capital(say(game.sides[side]))
    return _short_words(method)


def capital(words: str) -> str:
    """Return words with a capital letter at the beginning; the others stay, and so does α.

    >>> capital("north to move"), capital("αβ法")
    ('North to move', 'αβ法')
    """
    return words[:1].upper() + words[1:] if words[:1].isascii() else words


def _by_measures(method: Method | None) -> bool:
    return method is not None and method.algorithm == MEASURES


def _short_words(method: Method) -> str:
    if method.level is not None:
        return say("level_n", n=method.level)
    return algorithm_words(method.algorithm)


def player_name(match: Match, seat: int, node: Node | None = None, *, whole: bool = False) -> str:
    """Return a player's name, or what a nameless player is called at a node (default: here).

    ``seat`` is 0 for who moved first at the start, 1 for the other one, also after a swap of
    sides. A long name is cut to fit into a sentence, unless it is asked for ``whole``.
    """
    player = match.players[seat]
    if player.name:
        name = player.name
        if whole or count_letters(name) <= _LONGEST_NAME:
            return name
        return f"{first_letters(name, _LONGEST_NAME - 1).rstrip()}…"
    side = seat ^ (node or match.here).swapped
    return default_name(match.game, player.computer, match.players[1 - seat].computer, side)


def is_you(match: Match, seat: int) -> bool:
    """Tell whether a player is spoken to: a nameless person against a computer."""
    player, other = match.players[seat], match.players[1 - seat]
    return player.person and not other.person and not player.name


def said_of(match: Match, seat: int, key: str, **values: object) -> str:
    """Say something of a player, or to the player, by the player's name unless one is given."""
    key = f"{key}_you" if is_you(match, seat) else key
    return say(key, **{"name": player_name(match, seat), **values})


def message_words(message: Message, match: Match) -> str:
    """Say a message about a match; a seat or side in it becomes its player's name, or "you"."""
    values, key = dict(message.values), message.key
    seat, side = values.pop("seat", None), values.pop("side", None)
    if isinstance(side, int):
        seat = match.seat_of(side)
    if isinstance(seat, int):
        node = match.here.parent if key in _SAID_OF_BEFORE else match.here
        values["name"] = player_name(match, seat, node)
        if key in _SAID_TO_YOU and is_you(match, seat):
            key = f"{key}_you"
    return say(key, **values)


def algorithm_words(algorithm: str, *, begins: bool = False) -> str:
    """Name a search, in a sentence or where one ``begins``."""
    words = search_name(algorithm).said(say)
    return capital(words) if begins else words


def limit_words(limit: Limit, algorithm: str) -> str:
    """Say what a computer player who plays by an algorithm uses for a move."""
    words = algorithm_words(algorithm)
    if limit.algorithm not in WITHOUT_AMOUNT:
        words = say("limited_algorithm", algorithm=words, limit=amount_words(limit))
    if limit.evaluation == HANDMADE:
        words = listed(words, say("judged_handmade"))
    if limit.slip:
        slips = say("slips_often" if limit.slip >= 0.3 else "slips_seldom")
        words = listed(words, slips)
    return words


def amount_words(limit: Limit) -> str:
    """Say how many turns ahead a computer player looks, or how long."""
    if limit.seconds is not None:
        return say("limit_seconds", n=f"{limit.seconds:g}")
    return say("limit_turns", count=limit.turns)


def level_words(level: Level) -> str:
    """Say what is behind a level."""
    limit = level.limit
    if limit.turns is not None and limit.turns >= _TO_THE_END:
        end = say("limit_end")
        return say("limited_algorithm", algorithm=algorithm_words(limit.algorithm), limit=end)
    return limit_words(limit, limit.algorithm)


def level_title(level: Level) -> str:
    """Return the number and the name of a level, which say more than what is behind it."""
    return f"{say('level_n', n=level.number)} · {say(level.name)}"


def behind_words(level: Level, game: Game) -> str:
    """Say by which algorithm a level plays, and within which limits."""
    limit = level.limit
    values: dict[str, int] = {}
    if limit.attention is not None:
        values = {"count": limit.attention.near, "share": round(100 * limit.attention.keen)}
    return say(
        "behind", how=capital(level_words(level)), about=say(f"about_{limit.algorithm}", **values)
    )


def manner_words(level: Level, game: Game) -> str:
    """Say what a level sees, what it misses, and how far it plans ahead."""
    limit = level.limit
    if limit.seconds is not None:
        return say("manner_seconds", n=f"{limit.seconds:g}")
    if limit.attention is not None and limit.attention.chain == 1:
        return say(f"manner_near_{game.key}")
    if limit.attention is not None:
        if limit.turns == 1:
            return say(f"manner_gains_{game.key}")
        if limit.attention.ahead == 1:
            return say(f"manner_all_answers_{game.key}")
        return say(f"manner_answers_{game.key}")
    if limit.turns is not None and limit.turns >= _TO_THE_END:
        return say("manner_to_the_end")
    if limit.evaluation == HANDMADE:
        return say("manner_rules_of_thumb")
    return say("manner_turns" if limit.algorithm == SEARCH else "manner_counts", count=limit.turns)


def level_played(match: Match, method: Method) -> Level | None:
    """Return the level that a computer of a match plays by; None when it has none."""
    if method.level is None:
        return None
    return method.level_on(match.game, match.start)


def strength_words(method: Method, game: Game, start: Position) -> str:
    """Say at which level a computer plays, or by which algorithm."""
    if method.level is not None:
        return level_title(method.level_on(game, start))
    return limit_words(method.limit(game), method.algorithm)


def method_words(method: Method, game: Game, start: Position | None = None) -> str:
    """Say how a computer player plays in a game that begins at a start position."""
    if method.level is not None:
        level = method.level_on(game, start)
        return f"{level_title(level)} · {level_words(level)}"
    return " · ".join([limit_words(method.limit(game), method.algorithm), *detail_words(method)])


def detail_words(method: Method) -> list[str]:
    """Say what else an algorithm is told: an order, an evaluation, factors, random moves."""
    words = []
    if method.order:
        words.append(say(f"ordered_{method.order}"))
    if method.evaluation == HANDMADE:
        words.append(say("judged_handmade"))
    if method.algorithm == MEASURES:
        words.append(" / ".join(map(str, method.factors)))
    if method.one_in is not None:
        words.append(say("random_one_in", n=method.one_in))
    return words


def plate_words(match: Match, seat: int, side: int, narrow: bool = False) -> str:
    """Say the second line of a player's plate: the side, the level, or how a computer plays.

    A narrow plate has room for the first word of an algorithm alone.
    """
    player = match.players[seat]
    if player.computer is None:
        words = say(match.game.sides[side])
        # Two nameless persons are called by their sides already.
        return "" if folded(words) == folded(player_name(match, seat)) else words
    method = player.computer
    if method.level is not None:
        return strength_words(method, match.game, match.start)
    if narrow and method.algorithm != MEASURES:
        return algorithm_words(method.algorithm)
    if narrow:
        return amount_words(method.limit(match.game))
    return method_words(method, match.game, match.start)


def opponent_words(match: Match, seat: int) -> str:
    """Say who sits on a seat, a computer with its level or how it plays."""
    method = match.players[seat].computer
    if method is None:
        return player_name(match, seat, whole=True)
    words = strength_words(method, match.game, match.start)
    name = match.players[seat].name
    return bracketed(name, words) if name else words


def against_words(match: Match) -> str:
    """Say who plays against whom, computers with their levels."""
    return say("against", first=opponent_words(match, 0), second=opponent_words(match, 1))


def lead_words(match: Match) -> str:
    """Say who leads and how it stands; nothing in a game without points."""
    scored = match.game.points(match.position)
    if scored is None:
        return ""
    more, less = max(scored), min(scored)
    if more == less:
        return say("lead_nobody", n=more)
    seat = match.seat_of(scored.index(more))
    if is_you(match, seat):
        return say("lead_you", a=more, b=less)
    return say("lead_of", name=player_name(match, seat), a=more, b=less)


def title_of(game: Game, variant: str) -> str:
    """Return the name of a game on one of its boards."""
    return game.title(variant).said(say)


def visited_words(subject: Subject[Any], variant: str, name: Message) -> str:
    """Say what the theatre searches: the game and its board, if any, and which position."""
    words = name.said(say)
    if not isinstance(subject, PositionSubject):
        return words
    game = subject.game
    title = game.match_title(variant or game.variant, subject.root)
    return listed(title.said(say), words)


def match_title(match: Match) -> str:
    """Return the game and board of a match."""
    words = match.game.match_title(match.variant, match.start).said(say)
    if match.begins_usually:
        return words
    fair = match.game.fair_starts(match.variant, match.rules)
    drawn = match.game.position_text(match.start) in fair
    return say("title_fair" if drawn else "title_set_up", title=words)


def opening_words(match: Match, node: Node) -> str:
    """Name the opening that the line to a node went through last; nothing without one."""
    opening = match.opening_to(node)
    return "" if opening is None else opening.name(chosen())


def rules_words(match: Match) -> str:
    """Say the rules of a match."""
    keys = match.game.rule_words(match.rules)
    if match.pie:
        keys.append("rules_pie")
    return " · ".join(map(say, keys))


def turn_words(turn: tuple[int, Sequence[int]], move_text: Callable[[int, int], str]) -> str:
    """Write one turn; ``move_text`` writes a move of a side."""
    side, plies = turn
    if not plies:
        return say("pass_short")
    return " – ".join(say("swap_short") if ply == SWAP else move_text(ply, side) for ply in plies)


def headline_words(match: Match, end: Node | None = None) -> str:
    """Say who has won at an end, by default of the line that is being played."""
    winner = (end or match.end).winner
    if winner is None:
        return say("draw")
    if is_you(match, winner):
        return say("you_win")
    return say("wins", name=player_name(match, winner))


def why_over_words(match: Match, end: Node | None = None) -> str:
    """Say why a match is over at an end, by default of the line that is being played."""
    end = end or match.end
    forfeit = end.forfeit
    if forfeit is not None and forfeit.seat is not None and not forfeit.recorded:
        key = "by_time" if forfeit.on_time else "by_resignation"
        return say(key, name=player_name(match, forfeit.seat))
    if forfeit is not None:
        return say("by_record")
    return message_words(match.game.why_over(end.position), match)


def clock_words(control: TimeControl | None) -> str:
    """Say in short how much time players have."""
    if control is None:
        return say("clock_none")
    if control.each_move:
        return say("clock_each_move", n=control.seconds)
    minutes, seconds = divmod(control.seconds, 60)
    time = say("clock_in_minutes", n=minutes) if not seconds else clock_face(control.seconds)
    return time if not control.increment else f"{time} + {control.increment}"


def clock_rule_words(control: TimeControl | None) -> str:
    """Say in a sentence what the clocks mean."""
    if control is None:
        return say("clock_rule_none")
    if control.each_move:
        return say("clock_rule_move")
    return say("clock_rule_increment" if control.increment else "clock_rule_game")


def clock_face(seconds: float) -> str:
    """Write what a clock shows: minutes and seconds, at the end tenths as well.

    >>> clock_face(300), clock_face(59.01), clock_face(9.94), clock_face(0.01), clock_face(3600)
    ('5:00', '1:00', '9.9', '0.0', '60:00')
    """
    if seconds < _TENTHS:
        return f"{int(10 * seconds) / 10:.1f}"
    whole = math.ceil(seconds)
    return f"{whole // 60}:{whole % 60:02}"


_DISCS_OF_BOTH = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")


def result_words(match: Match, end: Node | None = None) -> str:
    """Say by how much was won, the winner's points first; nothing where none count.

    That is at an end, by default of the line that is being played.
    """
    end = end or match.end
    scored = match.game.points(end.position)
    if end.forfeit is not None:
        recorded = _DISCS_OF_BOTH.fullmatch(match.recorded_score)
        if recorded is None or not end.forfeit.recorded:
            return ""
        scored = int(recorded[1]), int(recorded[2])
    if scored is None:
        return ""
    first, second = scored[::-1] if end.winner == match.seat_of(1, end) else scored
    return say("result", a=first, b=second)


def score_words(series: Series) -> str:
    """Say how a series stands, the first player's wins first."""
    first, second = series.wins
    words = f"{first} – {second}"
    return f"{words} · {say('draws', count=series.draws)}" if series.draws else words


def names_words(match: Match) -> str:
    """Say who plays against whom."""
    first, second = (player_name(match, seat, whole=True) for seat in (0, 1))
    return f"{first} – {second}"


def added_words(outcome: Added, bad: int = 0, added: str = "keeping_added") -> str:
    """Say how many games were ``added`` (a key of the words), were there, and could not be read.

    What is 0 is left out, unless all are.
    """
    counts = {added: outcome.added, "keeping_known": outcome.known, "keeping_bad": bad}
    said = (say(key, count=count) for key, count in counts.items() if count)
    return listed(*said) or say(added, count=0)


def signed(value: int) -> str:
    """Return a margin as text with its sign, as ``number`` writes it; 0 has none.

    >>> signed(4), signed(0), signed(-2)
    ('+4', '0', '\\u22122')
    """
    return f"+{number(value)}" if value > 0 else number(value)


def count_words(count: int | None) -> str:
    """Write a count; a dash where nobody counted."""
    return "\u2013" if count is None else number(count)


def sum_words(total: Sum | None, words: Callable[[float], str] | None = None) -> str:
    """Write a sum of counts; one that leaves some out is a lower bound."""
    if total is None:
        return count_words(None)
    known = number(round(total.known)) if words is None else words(total.known)
    if total.whole:
        return known
    # That it took at least hardly anything says nothing.
    return count_words(None) if known.startswith("<") else f"\u2265 {known}"


def seconds_words(seconds: float) -> str:
    """Write how long a search took, a short one exactly.

    >>> from kalahgui import words
    >>> words.choose("en")
    >>> seconds_words(0.0123), seconds_words(1.25), seconds_words(75), seconds_words(0)
    ('0.012 s', '1.2 s', '75 s', '< 0.001 s')
    """
    if seconds < _SHORTEST_TIME:
        return say("n_seconds", n=f"< {_SHORTEST_TIME}")
    digits = 3 if seconds < 0.1 else 2 if seconds < 1 else 1 if seconds < 10 else 0
    return say("n_seconds", n=f"{seconds:.{digits}f}")


def thought_words(game: Game, thought: Thought) -> str:
    """Write what a computer expects for itself: a lead, or who wins where nothing else counts."""
    value = thought.value
    if thought.measured:
        return say("value_points", count=abs(value), n=signed(value))
    if not game.only_wins(thought.position, value, thought.published):
        return signed(value)
    if value == 0:
        return say("value_draw" if thought.finding.exact else "value_open")
    return say("value_win" if value > 0 else "value_loss")


def turns_in(game: Game, moved: Iterable[tuple[int, int]]) -> list[Turn]:
    """Gather plies, each with the side that played it, into turns with the passes between."""
    turns: list[Turn] = []
    for side, ply in moved:
        again = bool(turns) and turns[-1][0] == side
        if again and game.has_passes:
            turns.append((1 - side, []))
        if not again or game.has_passes:
            turns.append((side, []))
        turns[-1][1].append(ply)
    return turns
