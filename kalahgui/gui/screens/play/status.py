"""What stands around the board: title, whose turn it is, hint, narration, and players' plates."""

from __future__ import annotations

import pygame
from pygame_gui.elements import UIButton

from kalahgui.engine.judgement import Judgement
from kalahgui.games.game import Message
from kalahgui.gui.boards.view import MoveMark, View
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.panels.narration import status_words
from kalahgui.gui.panels.reason_words import because, comes_to, player_words
from kalahgui.gui.panels.sentences import move_words, sure_words
from kalahgui.gui.screens.play.layout import PlayLayout
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.controls import draw_banner
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.move_reasons import next_best, reasons_for
from kalahgui.review.pointers import Pointer, pointers
from kalahgui.review.rows import BEST
from kalahgui.review.turns import turns_of


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

    def words(self) -> str:
        """Say where one stands; nothing where the game is looked at."""
        match, before = self._match, self._match.end.parent
        unseen = before is not None and self._end in (match.root, *before.line)
        if match.walking and before is not None and unseen and not match.mover_at(before).person:
            return say("list_computer_has_moved")
        if match.here not in match.main_line:
            return say("list_side_line") if self.elsewhere else ""
        if not match.walking:
            return ""
        here = len(match.here.line)
        words = say("list_at_start")
        if here:
            words = say("list_earlier", n=here, of=len(match.tip.line))
        person = not match.over and match.mover.person
        return f"{words} {say('list_earlier_play')}" if person else words


class Status:
    """Writes words around the board of a playing screen; its ``layout`` says where."""

    layout: PlayLayout

    def __init__(self, screen: Screen, session: Session) -> None:
        self._screen = screen
        self._session = session

    def draw_title(self, surface: pygame.Surface, right: int) -> None:
        """Draw what is played and by which rules, as far as there is room up to ``right``."""
        screen, scale, match = self._screen, self._screen.scale, self._session.match
        x, y = self.layout.title
        room = right - x - scale.px(12)
        title, ink = naming.match_title(match), screen.palette.ink
        screen.write(surface, title, (x, y), scale.title, ink, bold=True, room=room)
        at = (x, theme.below(y, scale.title, scale.small, self.layout.rules[1] - y))
        rules = naming.rules_words(match)
        words = say("teaching_mark", rules=rules) if match.teaching else rules
        screen.write(surface, words, at, scale.small, room=room)

    def draw(
        self, surface: pygame.Surface, whereabouts: Whereabouts, view: View, *, turned: bool
    ) -> None:
        """Draw where one stands, whose turn it is, and the key that shows all others.

        Where one stands and whose turn it is may be ``turned`` to a reader who sits opposite.
        """
        screen, scale = self._screen, self._screen.scale
        words = whereabouts.words()
        if not self._session.match.walking:
            words = f"{words} {status_words(self._session, view)}".lstrip()
        if turned:
            picture = theme.text(words, scale.body, screen.palette.quiet)
            picture = pygame.transform.rotate(picture, 180)
            surface.blit(picture, picture.get_rect(midleft=self.layout.status))
        else:
            screen.write(surface, words, self.layout.status, scale.body)
        if not self._session.match.over:  # the card that says so may reach down here
            keys = say("keys_hint")
            screen.write(surface, keys, self.layout.hint, scale.small, anchor="midright")

    def draw_values_note(self, surface: pygame.Surface) -> None:
        """Draw beside the board how sure the values of the moves are."""
        judgement, match = self._session.judgement, self._session.match
        lines = [say("help_values_sought")]
        if judgement is not None:
            key = "help_values_exact" if judgement.exact else "help_values_best"
            sure = say(key if judgement.value_exact else "help_values_depth", count=judgement.depth)
            lines = [say("help_values_swap", values=sure) if match.swap_to_come else sure]
            if not judgement.exact and match.game.uses_probcut(match.start):
                # Beside a square board there is no room for both in one line.
                others = judgement.value_exact
                lines.append(say("help_values_others" if others else "selective_alone"))
        (x, y), anchor = self.layout.values_note
        size = self._screen.scale.small
        for number, line in enumerate(reversed(lines)):
            at = (x, y - round(1.4 * size) * number)
            self._screen.write(surface, line, at, size, anchor=anchor)

    def draw_thinking(self, surface: pygame.Surface, south: bool) -> None:
        """Draw that a player thinks and, among the figures, how far ahead."""
        session, scale, palette = self._session, self._screen.scale, self._screen.palette
        words, choices = say("hidden_thinking"), self._screen.services.choices
        if choices.thinking and choices.figures:
            if session.thought is not None:
                words = say("thinking_depth", count=session.thought.finding.depth)
            elif session.nodes_so_far:
                words = say("thinking_nodes", n=naming.number(session.nodes_so_far))
        at, anchor = self.layout.thinking(south)
        place = self._screen.write(surface, words, at, scale.small, anchor=anchor)
        # A dot that breathes.
        size = scale.px(6 + 5 * abs((session.seconds * 0.9) % 2 - 1))
        theme.draw_dot(surface, (place.left - scale.px(14), at[1]), size, palette.other)

    def draw_banner(self, surface: pygame.Surface, words: str, opposite: bool) -> pygame.Rect:
        """Draw words on a dark pill, and return where it is; ``opposite`` turns another one."""
        scale, palette = self._screen.scale, self._screen.palette
        controls, centre = self._screen.controls, self.layout.banner
        taken = list(controls.taken)
        ground = surface
        if taken:  # above it are buttons, and beside them the panel
            taken += [each.rect for each in controls.all if isinstance(each.element, UIButton)]
            ground = surface.subsurface((0, 0, self.layout.panel.left, surface.get_height()))
        place = draw_banner(ground, words, scale, palette, centre=centre, taken=taken)
        if opposite:
            room = pygame.Surface(self._screen.size, pygame.SRCALPHA)
            centre = self.layout.banner_opposite
            pill = draw_banner(room, words, scale, palette, centre=centre)
            surface.blit(pygame.transform.rotate(room.subsurface(pill), 180), pill)
        return place


_MOST_REASONS = 2
_LONGEST = 15  # words of a sentence with several reasons
_STAYS = 1.0  # seconds that a sentence stays, unless another move or result is found


class Hint:
    """A hint for the position looked at, until the next move or until it is called off."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._node: Node | None = None  # where it was asked for
        self._judged: Judgement | None = None  # what was said last, of this and on that board
        self._shown: tuple[View, bool] | None = None
        self._news: Judgement | None = None  # what was found when it last said something else
        self._found = ""
        self._said_for = 0.0  # seconds

    @property
    def wanted(self) -> bool:
        """Tell whether a hint is shown, or looked for."""
        return self._node is not None and self._node is self._session.match.here

    def toggle(self) -> None:
        """Ask for a hint, or call it off; where nobody is to move, say so."""
        if self.wanted:
            self._node = None
        elif self._session.persons_turn:
            self._node = self._session.match.here
            self._judged = self._session.message = None
        else:
            self._session.message = Message("hint_not_now")

    def update(self, dt: float) -> None:
        """Forget a hint whose position is no longer looked at; ``dt`` seconds have passed."""
        self._said_for += dt
        if not self.wanted:
            self._node = None

    def marks(self, view: View) -> dict[int, MoveMark]:
        """Return the mark of the move by its cell; none where none is shown."""
        if (move := self._move) is None:
            return {}
        return {view.cell_of(move, self._session.match.position): MoveMark(BEST)}

    def pointers(self) -> list[Pointer]:
        """Return what the move does, as arrows on the board; none where none is shown."""
        match = self._session.match
        return [] if (move := self._move) is None else pointers(match.game, match.position, move)

    def words(self, view: View, figures: bool) -> str:
        """Say the move, why it is good and what it is worth; with ``figures`` how sure that is."""
        if not self.wanted or self._session.moving:
            return ""
        match, judgement = self._session.match, self._session.judgement
        if judgement is None:
            return say("hint_sought")
        shown = (view, figures)
        if self._shown != shown or (self._judged is not judgement and self._is_news(judgement)):
            # Asked for in every frame, and reasons take longer than a frame may.
            if self._judged is None or _gist(self._judged) != _gist(judgement):
                self._news = judgement
            self._judged, self._shown, self._said_for = judgement, shown, 0.0
            self._found = self._sentence(view, judgement)
            if figures and not judgement.value_exact:
                selective = match.game.uses_probcut(match.position)
                self._found += f" · {sure_words(False, judgement.depth, selective)}"
        return self._found

    @property
    def _move(self) -> int | None:
        """Return the move shown on the board; None where none is known yet, or a swap is better."""
        judgement = self._session.judgement
        if not self.wanted or judgement is None or self._session.moving or self._swaps(judgement):
            return None
        return judgement.best

    def _swaps(self, judgement: Judgement) -> bool:
        """Tell whether a swap of sides is better than every move."""
        return self._session.match.can_swap and judgement.value < 0

    def _is_news(self, judgement: Judgement) -> bool:
        """Tell whether what is said must change now, and not only when it has been read."""
        said = self._judged
        if said is None or self._said_for >= _STAYS:
            return True
        return _gist(said) != _gist(judgement)

    @property
    def about(self) -> object:
        """Return what is told once: the move that is said now, until another one is found."""
        return self._news if self.wanted and self._session.judgement is not None else None

    def _sentence(self, view: View, judgement: Judgement) -> str:
        """Say the move and what it comes to in a sentence that is not too long."""
        if self._swaps(judgement):
            return self._coming_to(say("hint_swap"), -judgement.value, judgement.value_exact)
        said = self._said(view, judgement, _MOST_REASONS)
        return said if len(said.split()) <= _LONGEST else self._said(view, judgement, 1)

    def _said(self, view: View, judgement: Judgement, most: int) -> str:
        """Say the move with so many reasons, or else with its line, and what that comes to."""
        match, move = self._session.match, judgement.best
        game, position = match.game, match.position
        name = move_words(game, view.move_text(move, position.turn), begins=True)
        found = reasons_for(game, position, move, judgement, next_best(judgement, move))
        if match.swap_to_come:
            # What a move captures is no reason where the other player may have the better side.
            found = [Message("hint_even")]
        said = name
        if found:
            said = say("hint_because", move=name, why=because(match, found[:most]))
        else:
            line = judgement.lines[move]
            answer = turns_of(game, position.to_the_end(), line, most=2)[1:]
            if answer and answer[0].side != position.turn:
                turn = naming.turn_words((answer[0].side, answer[0].moves), view.move_text)
                other = player_words(match, match.seat_of(answer[0].side))
                said = say("hint_line", move=name, name=other, answer=turn)
        child = position.copy()
        child.play(move)
        if child.over:
            return say("review_stop", said=said)
        return self._coming_to(said, judgement.value, judgement.value_exact)

    def _coming_to(self, said: str, value: int, exact: bool) -> str:
        """Say what something comes to for the side to move."""
        match = self._session.match
        what = comes_to(match, match.seat_of(match.position.turn), value, exact)
        return say("review_stop", said=say("hint_comes_to", said=said, value=what))


def _gist(judgement: Judgement) -> tuple[object, ...]:
    """Return what a player goes by: the move, whether it is certain, and who is ahead."""
    value = judgement.value
    return judgement.best, judgement.value_exact, value > 0, value < 0


# How far the bar, and what stands below a plate, reach out of it, in units of the layout.
_BAR, _BELOW = 6, 42
_FREE_OF_FACE = 0.62  # of a disc with a pattern, for an initial
# A clock stands beside the name where a plate is wide enough, else below it.
_WIDE, _CLOCK_WIDTH, _CLOCK_HEIGHT = 300, 70, 32
_FEW_SECONDS = 20


def opposite(place: pygame.Rect, board: pygame.Rect) -> pygame.Rect:
    """Return the place of what stands at a player's left hand for who sits opposite."""
    return place.move(board.left + board.right - place.left - place.right, 0)


def clock_faces(match: Match) -> list[str]:
    """Return what the clocks of a match show."""
    return [] if match.clock is None else [naming.clock_face(left) for left in match.clock.left]


def draw_plate(
    surface: pygame.Surface,
    screen: Screen,
    rect: pygame.Rect,
    session: Session,
    side: int,
    *,
    to_move: bool,
    narrow: bool,
    turned: bool,
) -> None:
    """Draw who has a side; a bar marks the one to move; ``turned`` for a reader opposite."""
    if turned:
        place = plate_reach(screen, rect, session.match)
        room = pygame.Surface(place.size, pygame.SRCALPHA)
        inside = rect.move(-place.x, -place.y)
        draw_plate(
            room, screen, inside, session, side, to_move=to_move, narrow=narrow, turned=False
        )
        surface.blit(pygame.transform.rotate(room, 180), place)
        return
    match, scale, palette, px = session.match, screen.scale, screen.palette, screen.scale.px
    seat = match.seat_of(side)
    if to_move:
        bar = pygame.Rect(rect.x, rect.y - px(_BAR), px(4), rect.height + 2 * px(_BAR))
        surface.blit(theme.rounded(bar.size, px(2), palette.accent), bar)
    name = naming.player_name(match, seat)
    face = pygame.Rect(rect.x + px(12), rect.y + px(2), px(40), px(40))
    _draw_face(surface, screen, face, name[:1].upper(), side, discs=match.game.counts_pieces)
    left, room_left = face.right + px(12), rect.width - px(64)
    if match.clock is not None:
        place = _clock_place(screen, rect, beside_discs=match.game.counts_pieces)
        _draw_clock(surface, screen, place, match.clock.left[seat], to_move=to_move)
        narrow = True
        if place.y < rect.bottom:
            room_left = place.x - left - px(12)
    fits = theme.font(scale.heading, True).size(name)[0] <= room_left
    size = scale.heading if fits else scale.small
    at = (left, rect.y + px(12))
    screen.write(surface, name, at, size, palette.ink, bold=True, room=room_left)
    told = [naming.plate_words(match, seat, side, each) for each in (narrow, True)]
    words = theme.first_fitting([*told, told[0].partition(" · ")[0]], scale.small, room_left)
    y = theme.below(rect.y + px(12), size, scale.small, px(21))
    screen.write(surface, words, (left, y), scale.small, room=room_left)
    if match.game.counts_pieces:
        count = session.shown.cells.count(side + 1)
        _draw_discs(surface, screen, (left + px(10), rect.bottom + px(24)), side, count)


def _draw_face(
    surface: pygame.Surface,
    screen: Screen,
    place: pygame.Rect,
    initial: str,
    side: int,
    *,
    discs: bool,
) -> None:
    """Draw the initial of a player on a disc of the side's colour, or on one of the game's."""
    palette, px = screen.palette, screen.scale.px
    ink = palette.on_accent
    if discs:
        rim = place.inflate(px(2), px(2))
        surface.blit(theme.rounded(rim.size, rim.width // 2, palette.quiet), rim)
        theme.stamp(surface, disc(side, place.width, palette.patterned), place.center)
        ink, ground = map(pygame.Color, ("white", "black")[:: 1 - 2 * side])
        if palette.patterned:  # a mark in its middle makes room for the initial
            theme.draw_dot(surface, place.center, round(place.width * _FREE_OF_FACE), ground)
    else:
        colour = palette.accent if side == 0 else palette.other
        surface.blit(theme.rounded(place.size, px(20), colour), place)
    theme.write(surface, initial, place.center, screen.scale.heading, ink, True, "center")


def plate_reach(screen: Screen, rect: pygame.Rect, match: Match) -> pygame.Rect:
    """Return the place of a plate with all that sticks out of it."""
    px = screen.scale.px
    reaches = match.game.counts_pieces or match.clock is not None
    above, below = px(_BAR), px(_BELOW if reaches else _BAR)
    return pygame.Rect(rect.x, rect.y - above, rect.width, above + rect.height + below)


def _clock_place(screen: Screen, rect: pygame.Rect, *, beside_discs: bool) -> pygame.Rect:
    px = screen.scale.px
    place = pygame.Rect(0, 0, px(_CLOCK_WIDTH), px(_CLOCK_HEIGHT))
    if rect.width >= px(_WIDE):
        place.midright = (rect.x + px(_WIDE), rect.centery)
    elif beside_discs:
        place.midright = (rect.right, rect.bottom + px(24))
    else:
        place.midleft = (rect.x + px(64), rect.bottom + px(24))
    return place


def _draw_clock(
    surface: pygame.Surface, screen: Screen, place: pygame.Rect, left: float, *, to_move: bool
) -> None:
    """Draw what a player's clock shows, so that one sees whether it runs and that it runs out."""
    scale, palette, px = screen.scale, screen.palette, screen.scale.px
    short = left < _FEW_SECONDS
    ground = palette.bad if short and to_move else palette.banner if to_move else palette.raised
    ink = palette.on_accent if short and to_move else palette.on_banner if to_move else palette.ink
    surface.blit(theme.rounded(place.size, px(8), ground), place)
    theme.write(surface, naming.clock_face(left), place.center, scale.title, ink, True, "center")


def _draw_discs(
    surface: pygame.Surface, screen: Screen, place: tuple[int, int], side: int, count: int
) -> None:
    """Draw how many discs a player has on the board as it is shown."""
    px, palette = screen.scale.px, screen.palette
    # A thin ring keeps a black disc apart from a dark ground, and a white one from paper.
    theme.draw_ring(surface, place, px(28), max(1, px(1)), palette.quiet)
    theme.stamp(surface, disc(side, px(24), palette.patterned), place)
    at = (place[0] + px(20), place[1])
    theme.write(surface, str(count), at, px(22), palette.ink, True, "midleft")
