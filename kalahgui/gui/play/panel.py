"""The panel beside the board: the moves, what the computer thinks, the score."""

from __future__ import annotations

import pygame

from kalahgui.games.game import Game, Position
from kalahgui.gui.kit import naming, theme
from kalahgui.gui.kit.screen import Screen
from kalahgui.gui.kit.words import say
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match
from kalahgui.match.session import Session, Thought

_ROW = 32


class Panel:
    """Draws the panel; the wheel scrolls its list of moves."""

    def __init__(
        self, screen: Screen, rect: pygame.Rect, session: Session, stored: StoredMatch
    ) -> None:
        """Stand in a rectangle of the playing screen."""
        self.screen = screen
        self.rect = rect
        self.session = session
        self.match = session.match
        self._stored = stored
        self.rows_shown = range(0)
        self._back = 0

    def handle(self, event: pygame.Event) -> bool:
        """Scroll the moves; return True when the event was used."""
        inside = self.rect.collidepoint(pygame.mouse.get_pos())
        if event.type == pygame.MOUSEWHEEL and inside:
            self._back = max(0, self._back + event.y)
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and self.rect.collidepoint(event.pos)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        screen, px = self.screen, self.screen.scale.px
        screen.draw_card(surface, self.rect)
        self._left, self._right = self.rect.x + px(20), self.rect.right - px(20)
        bottom = self.rect.bottom - px(12)
        bottom = self._draw_score(surface, bottom)
        if any(not player.person for player in self.match.players):
            bottom = self._draw_thinking(surface, bottom)
        self._draw_moves(surface, bottom)

    def _heading(self, surface: pygame.Surface, y: int, words: str) -> None:
        palette, px = self.screen.palette, self.screen.scale.px
        theme.write(surface, words, (self._left, y), px(16), palette.ink, True, "midleft")

    def _rule(self, surface: pygame.Surface, y: int) -> None:
        px = self.screen.scale.px
        line = pygame.Rect(self._left, y, self._right - self._left, max(1, px(1.5)))
        surface.fill(self.screen.palette.line, line)

    def _draw_score(self, surface: pygame.Surface, bottom: int) -> int:
        """Draw the series from the bottom up and return where it begins."""
        screen, px = self.screen, self.screen.scale.px
        top = bottom - px(72)
        self._rule(surface, top)
        self._heading(surface, top + px(24), say("score"))
        size, ink = screen.scale.body, screen.palette.ink
        at = (self._right, top + px(24))
        score = naming.score_words(self._stored.series.counting(self.match))
        theme.write(surface, score, at, size, ink, True, "midright")
        words = theme.fit(naming.names_words(self.match), size, self._right - self._left)
        at = (self._left, top + px(52))
        theme.write(surface, words, at, screen.scale.body, screen.palette.quiet, anchor="midleft")
        return top

    def _draw_thinking(self, surface: pygame.Surface, bottom: int) -> int:
        screen, palette, px = self.screen, self.screen.palette, self.screen.scale.px
        shown = screen.app.choices.thinking
        top = bottom - px(190 if shown else 58)
        self._rule(surface, top)
        self._heading(surface, top + px(24), say("thinking"))
        thought = self.session.thought
        if not shown:
            note = say("hidden")
        elif thought is not None and thought.finding.exact:
            note = say("exact")
        else:
            note = ""
        at = (self._right, top + px(24))
        colour = palette.best if shown else palette.quiet
        theme.write(surface, note, at, screen.scale.small, colour, shown, "midright")
        if not shown:
            return top
        if thought is None:
            at = (self._left, top + px(58))
            words = theme.fit(say("idle_thinking"), screen.scale.small, self._right - self._left)
            theme.write(surface, words, at, screen.scale.body, palette.quiet, anchor="midleft")
            return top
        finding = thought.finding
        rows = [
            (say("depth_word"), str(finding.depth)),
            (self._lead_label(thought.position), naming.value_words(self.match.game, thought)),
            (say("n_positions"), f"{finding.nodes:,}".replace(",", "\u2009")),
        ]
        for row, (label, value) in enumerate(rows):
            y = top + px(56 + 28 * row)
            size = screen.scale.body
            theme.write(surface, label, (self._left, y), size, palette.quiet, anchor="midleft")
            theme.write(surface, value, (self._right, y), size, palette.ink, True, "midright")
        line = _line_words(self.match.game, thought)
        line = theme.fit(line, screen.scale.body, self._right - self._left)
        at = (self._left, top + px(56 + 28 * 3 + 14))
        theme.write(surface, line, at, screen.scale.body, palette.ink, anchor="midleft")
        return top

    def _lead_label(self, position: Position) -> str:
        """Say whose lead is expected: that of the player who thought."""
        match, px = self.match, self.screen.scale.px
        name = naming.player_name(match, match.seat_of(position.turn))
        words = say("expected_lead", name=name)
        return theme.fit(words, self.screen.scale.body, self._right - self._left - px(60))

    def _draw_moves(self, surface: pygame.Surface, bottom: int) -> None:
        screen, palette, px = self.screen, self.screen.palette, self.screen.scale.px
        top = self.rect.y + px(26)
        self._heading(surface, top, say("moves"))
        rows = _rows(self.match)
        room = max(1, (bottom - top - px(30)) // px(_ROW))
        self._back = min(self._back, max(0, len(rows) - room))
        first = max(0, len(rows) - room - self._back)
        self.rows_shown = range(first, min(len(rows), first + room))
        size = screen.scale.body
        columns = (
            self._left + px(40),
            self._left + px(40) + (self._right - self._left - px(40)) // 2,
        )
        width = (self._right - self._left - px(40)) // 2 - px(12)
        for place, number in enumerate(self.rows_shown):
            y = top + px(32 + _ROW * place)
            at = (self._left + px(4), y)
            theme.write(surface, str(number + 1), at, size, palette.quiet, anchor="midleft")
            for side, words in enumerate(rows[number]):
                last = number == len(rows) - 1 and (side == 1 or not rows[number][1])
                if last and words:
                    mark = pygame.Rect(columns[side] - px(8), y - px(14), width + px(12), px(28))
                    surface.blit(theme.rounded(mark.size, px(8), palette.accent_soft), mark)
                words = theme.fit(words, size, width, last)
                at = (columns[side], y)
                theme.write(surface, words, at, size, palette.ink, last, "midleft")


def _rows(match: Match) -> list[tuple[str, str]]:
    """Return the moves as rows: the first player's turn and the second's answer."""
    rows: list[tuple[str, str]] = []
    for side, plies in naming.turns_of(match):
        words = naming.turn_words(match, plies)
        if side == 0 or not rows:
            rows.append(("", "") if side else (words, ""))
        if side == 1:
            rows[-1] = (rows[-1][0], words)
    return rows


def _line_words(game: Game, thought: Thought) -> str:
    """Write an expected line turn by turn."""
    here = thought.position.to_the_end()
    turns: list[list[str]] = []
    side = None
    for move in thought.finding.line:
        if here.over:
            break
        if here.turn != side:
            turns.append([])
            side = here.turn
        turns[-1].append(game.text(move))
        here.play(move)
    return "   ".join("–".join(turn) for turn in turns)
