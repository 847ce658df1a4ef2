"""Words around the board: title, whose turn, where one looks, and what a move would do."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.screens.play.input import BoardInput
from kalahgui.gui.screens.play.layout import PlayLayout
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.controls import draw_banner
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.session import Session


class Whereabouts:
    """Knows where a match is looked at, and whether the computer has moved meanwhile."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._end = match.end  # as it was when somebody looked at it last

    def update(self) -> None:
        """Take notice of what is looked at."""
        if not self._match.walking:
            self._end = self._match.end

    @property
    def elsewhere(self) -> bool:
        """Tell whether something else is looked at, or played, than the game."""
        return self._match.walking or self._match.aside

    @property
    def computer_has_moved(self) -> bool:
        """Tell whether a computer has moved that nobody has seen."""
        end = self._match.end
        before = end.parent
        return (
            self._match.walking
            and before is not None
            and self._end in _before(end)
            and not self._match.mover_at(before).person
        )

    def words(self) -> str:
        """Say where one stands; nothing where the game is looked at."""
        match = self._match
        if self.computer_has_moved:
            return say("list_computer_has_moved")
        if match.here not in match.main_line:
            return say("list_side_line") if self.elsewhere else ""
        if not match.walking:
            return ""
        words = say("list_earlier", n=len(match.here.line), of=len(match.tip.line))
        person = not match.over and match.mover.person
        return f"{words} {say('list_earlier_play')}" if person else words


def _before(node: Node) -> list[Node]:
    """Return all nodes before one."""
    found = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found


def draw_title(
    surface: pygame.Surface, screen: Screen, layout: PlayLayout, session: Session, right: int
) -> None:
    """Draw what is played and by which rules, as far as there is room up to ``right``."""
    scale, palette = screen.scale, screen.palette
    room = right - layout.title[0] - scale.px(12)
    title = theme.fit(naming.match_title(session.match), scale.title, room, True)
    theme.write(surface, title, layout.title, scale.title, palette.ink, True, "midleft")
    rules = theme.fit(naming.rules_words(session.match), scale.small, room)
    x, y = layout.title
    at = (x, theme.below(y, scale.title, scale.small, layout.rules[1] - y))
    theme.write(surface, rules, at, scale.small, palette.quiet, anchor="midleft")


def draw_status(
    surface: pygame.Surface,
    screen: Screen,
    layout: PlayLayout,
    session: Session,
    whereabouts: Whereabouts,
    hint_key: str,
) -> None:
    """Draw where one stands, whose turn it is, and the keys that one should know."""
    scale, quiet = screen.scale, screen.palette.quiet
    words = whereabouts.words()
    if not session.match.walking:
        words = f"{words} {status_words(session)}".lstrip()
    theme.write(surface, words, layout.status, scale.body, quiet, anchor="midleft")
    if not session.match.over:  # the card that says so may reach down here
        keys = say("hint_keys", hint=hint_key)
        theme.write(surface, keys, layout.hint, scale.small, quiet, anchor="midright")


def draw_values_note(
    surface: pygame.Surface, screen: Screen, layout: PlayLayout, session: Session
) -> None:
    """Draw beside the board how sure the values of the moves are."""
    judgement, match = session.judgement, session.match
    selective = False
    if judgement is None:
        words = say("help_values_sought")
    elif judgement.exact:
        words = say("help_values_exact")
    else:
        words = say("help_values_depth", count=judgement.depth)
        selective = match.game.foresees(match.start)
    if judgement is not None and match.swap_to_come:
        words = say("help_values_swap", values=words)
    (x, y), anchor = layout.values_note
    size, colour = screen.scale.small, screen.palette.quiet
    # Beside a square board there is no room for both in one line.
    lines = [words, say("selective_alone")] if selective else [words]
    for number, line in enumerate(reversed(lines)):
        theme.write(surface, line, (x, y - round(1.4 * size) * number), size, colour, anchor=anchor)


def status_words(session: Session) -> str:
    """Say what is going on and what the person to move may do."""
    match = session.match
    if session.moving:
        seat = session.seat_shown
        key = "moving_status_you" if naming.is_you(match, seat) else "moving_status"
        return say(key, name=naming.player_name(match, seat))
    if match.over:
        return say("over_status")
    if session.interrupted:
        return say("interrupted_status")
    if session.paused and not match.mover.person:
        return say("paused_status")
    seat = match.seat_of(match.position.turn)
    name = naming.player_name(match, seat)
    if not match.mover.person:
        return say("computer_turn", name=name)
    key = "turn_swap" if match.can_swap else f"turn_{match.game.key}"
    if naming.is_you(match, seat):
        key += "_you"
    return say(key, name=name, count=match.game.most_moves(match.start))


def draw_thinking(
    surface: pygame.Surface, screen: Screen, layout: PlayLayout, session: Session, south: bool
) -> None:
    """Draw that a player thinks, and how far ahead."""
    words = say("hidden_thinking")
    if screen.services.choices.thinking and session.thought is not None:
        words = say("thinking_depth", count=session.thought.finding.depth)
    elif screen.services.choices.thinking and session.nodes_so_far:
        words = say("thinking_nodes", n=naming.number(session.nodes_so_far))
    at, anchor = layout.thinking(south)
    place = theme.write(surface, words, at, screen.scale.small, screen.palette.quiet, anchor=anchor)
    # A dot that breathes.
    px = screen.scale.px
    size = px(6 + 5 * abs((session.seconds * 0.9) % 2 - 1))
    dot = theme.rounded((size, size), size // 2, screen.palette.other)
    surface.blit(dot, dot.get_rect(center=(place.left - px(14), at[1])))


def banner_words(session: Session, hands: BoardInput, cell: int | None, hint: str) -> str:
    """Say what the move of a cell would do or, without one, a hint or what there is to say."""
    move = hands.move_of(cell)
    if move is not None:
        words = hands.view.preview_words(move, session.match.position)
        return f"{words} · {say('preview_tap')}" if cell == hands.armed else words
    if session.message is None:
        return hint
    return naming.message_words(session.message, session.match)


def draw_words(
    surface: pygame.Surface, screen: Screen, layout: PlayLayout, words: str, opposite: bool
) -> None:
    """Draw words on a dark pill; ``opposite`` says them to who sits there, too."""
    scale, palette = screen.scale, screen.palette
    draw_banner(surface, words, scale, palette, centre=layout.banner)
    if opposite:
        room = pygame.Surface(screen.size, pygame.SRCALPHA)
        pill = draw_banner(room, words, scale, palette, centre=layout.banner_opposite)
        surface.blit(pygame.transform.rotate(room.subsurface(pill), 180), pill)
