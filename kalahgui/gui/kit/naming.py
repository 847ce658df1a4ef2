"""How players, boards, rules and turns are called in the window."""

from __future__ import annotations

from kalahgui.engine.levels import levels_of
from kalahgui.engine.limit import Limit
from kalahgui.engine.method import Method
from kalahgui.games.game import Game, Message
from kalahgui.gui.kit.words import say
from kalahgui.match.match import SWAP, Match
from kalahgui.match.series import Series
from kalahgui.match.session import Thought


def default_name(person: bool, other_person: bool, seat: int) -> str:
    """Return what a nameless player is called beside the other one."""
    if person == other_person:
        return say(("first_player", "second_player")[seat])
    return say("you" if person else "computer")


def player_name(match: Match, seat: int) -> str:
    """Return a player's name, or what a nameless one is called."""
    player = match.players[seat]
    if player.name:
        return player.name
    return default_name(player.person, match.players[1 - seat].person, seat)


def is_you(match: Match, seat: int) -> bool:
    """Tell whether a player is spoken to: a nameless person against a computer."""
    player, other = match.players[seat], match.players[1 - seat]
    return player.person and not other.person and not player.name


def message_words(message: Message, match: Match) -> str:
    """Say a message about a match; a seat in it becomes the player's name."""
    values = dict(message.values)
    seat = values.pop("seat", None)
    if isinstance(seat, int):
        values["name"] = player_name(match, seat)
    return say(message.key, **values)


def limit_words(limit: Limit) -> str:
    """Say what a computer player uses for a move."""
    algorithm = say(limit.algorithm)
    if limit.seconds is not None:
        words = say("limit_seconds", algorithm=algorithm, n=f"{limit.seconds:g}")
    else:
        words = say("limit_turns", algorithm=algorithm, n=limit.turns)
    if limit.slip:
        slips = say("slips_often" if limit.slip >= 0.3 else "slips_seldom")
        words = f"{words}, {slips}"
    return words


def level_words(number: int, game: Game) -> str:
    """Say what is behind a level."""
    return limit_words(levels_of(game)[number - 1].limit)


def method_words(method: Method, game: Game) -> str:
    """Say how a computer player plays."""
    words = limit_words(method.limit(game))
    return words if method.level is None else f"{say('level_n', n=method.level)} · {words}"


def plate_words(match: Match, seat: int, side: int, narrow: bool = False) -> str:
    """Say the second line of a player's plate; a narrow one names the level alone."""
    player = match.players[seat]
    if player.computer is None:
        words = say(match.game.sides[side])
        # Two nameless persons are called by their sides already.
        return "" if words.casefold() == player_name(match, seat).casefold() else words
    words = method_words(player.computer, match.game)
    return words.partition(" · ")[0] if narrow else words


def title_of(game: Game, variant: str) -> str:
    """Return the name of a game on one of its boards."""
    title = game.title(variant)
    return say(title.key, **title.values)


def match_title(match: Match) -> str:
    """Return the game and board of a match."""
    return title_of(match.game, match.variant)


def points(match: Match) -> tuple[int, int] | None:
    """Return what the first and the second side have scored; None in a game without points."""
    return match.game.points(match.position)


def rules_words(match: Match) -> str:
    """Say the rules of a match."""
    keys = match.game.rule_words(match.rules)
    if match.pie:
        keys.append("rules_pie")
    return " · ".join(map(say, keys))


def turn_words(match: Match, plies: list[int]) -> str:
    """Write the plies of one turn."""
    return " – ".join(say("swap_short") if ply == SWAP else match.text(ply) for ply in plies)


def headline_words(match: Match) -> str:
    """Say who has won a match that is over."""
    if match.winner is None:
        return say("draw")
    if is_you(match, match.winner):
        return say("you_win")
    return say("wins", name=player_name(match, match.winner))


def result_words(match: Match) -> str:
    """Say by how much a match was won, the winner's points first."""
    if match.resigned is not None:
        return say("by_resignation", name=player_name(match, match.resigned))
    scored = points(match)
    if scored is None:
        return ""
    first, second = scored[::-1] if match.winner == match.seat_of(1) else scored
    return say("result", a=first, b=second)


def score_words(series: Series) -> str:
    """Say how a series stands, the first player's wins first."""
    first, second = series.wins
    words = f"{first} – {second}"
    return f"{words} · {say('draws', count=series.draws)}" if series.draws else words


def names_words(match: Match) -> str:
    """Say who plays against whom."""
    first, second = (player_name(match, seat) for seat in (0, 1))
    return f"{first} – {second}"


def signed(value: int) -> str:
    """Write a margin with its sign.

    >>> signed(4), signed(0), signed(-2)
    ('+4', '0', '\\u22122')
    """
    return f"+{value}" if value > 0 else f"\u2212{-value}" if value < 0 else "0"


def value_words(game: Game, thought: Thought) -> str:
    """Write what a computer expects for itself: a lead, or who wins where nothing else counts."""
    value = thought.finding.value
    if not game.only_wins(thought.position, value, thought.published):
        return signed(value)
    if value == 0:
        return say("value_draw" if thought.finding.exact else "value_open")
    return say("value_win" if value > 0 else "value_loss")


def turns_of(match: Match) -> list[tuple[int, list[int]]]:
    """Return the turns played: the side that moved and its plies."""
    turns: list[tuple[int, list[int]]] = []
    for node in match.here.line:
        assert node.parent is not None and node.ply is not None
        side = node.parent.position.turn
        if not turns or turns[-1][0] != side:
            turns.append((side, []))
        turns[-1][1].append(node.ply)
    return turns
