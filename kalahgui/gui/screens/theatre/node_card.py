"""The card at the left of a tree: the position, the window, the reason, and what it takes."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.paragraph import line_height, wrap
from kalahgui.gui.screens.theatre.reasons import heading, is_best, sentence
from kalahgui.gui.screens.theatre.watching import Watched, Watching
from kalahgui.gui.screens.theatre.window_line import Shown, WindowLine
from kalahgui.gui.screens.theatre.wording import Wording
from kalahgui.gui.screens.theatre.written_board import PositionBoard, WrittenBoard
from kalahgui.gui.services.naming import number, turn_words, turns_in
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import BETTER, CUT, Step, told
from kalahgui.theatre.subject import PositionSubject

REASON_LINES = 4
_TURNS_EXPECTED = 3
_HURRIED_SECONDS = 0.1  # between two paintings of the card


@dataclass(frozen=True)
class _CardPlaces:
    """Where the parts of the card begin, in pixels."""

    head: int
    board: pygame.Rect
    window: int
    line: pygame.Rect
    reason: int
    counts: int
    bar: pygame.Rect


class NodeCard:
    """Draws what the search is at; its window glides, all else is painted when it changes."""

    def __init__(self, screen: Screen, visit: Visit, rect: pygame.Rect, bottom: int) -> None:
        """Stand in a rectangle; what is below ``bottom`` belongs to others."""
        self._screen = screen
        self._visit = visit
        self.rect = rect
        px = screen.scale.px
        self._left, self._right = rect.x + px(24), rect.right - px(24)
        self._places = self._place(bottom)
        self._watched: Watched | None = None
        self._board: PositionBoard | None = None
        self._line: WindowLine | None = None
        self._picture: pygame.Surface | None = None
        self._painted: Hashable = None
        self._since_painted = 0.0

    def _place(self, bottom: int) -> _CardPlaces:
        """Lay the card out from below; the board has what is left."""
        scale, px = self._screen.scale, self._screen.scale.px
        small, row = scale.small, line_height(scale.small)
        width = self._right - self._left
        bar = pygame.Rect(self._left, bottom - px(16), width, max(4, px(9)))
        counts = bar.y - px(6) - 2 * row
        title = round(scale.heading * 1.5)
        reason = counts - px(14) - REASON_LINES * line_height(scale.body) - title
        height = WindowLine.height(scale)
        line = pygame.Rect(self._left, reason - px(6) - height, width, height)
        window = line.y - title
        head = self.rect.y + px(12)
        top = head + title + px(4)
        board = pygame.Rect(self._left, top, width, max(small, window - px(8) - top))
        return _CardPlaces(head, board, window, line, reason, counts, bar)

    # -- what is shown

    def show(self, watched: Watched | None) -> None:
        """Show another recording, or none."""
        self._watched = watched
        self._board = self._line = self._picture = None
        subject = self._visit.subject
        if isinstance(subject, PositionSubject):
            self._board = PositionBoard(self._screen, self._visit, subject, self._places.board)
        if watched is None:
            return
        self._line = WindowLine(*watched.range)
        self._line.show(self._shown(watched.playback), at_once=True)

    @property
    def wording(self) -> Wording:
        """Return the words for what is shown."""
        assert self._watched is not None
        text = None if self._board is None else self._board.view.move_text
        visit = self._visit
        return Wording(self._watched.recording, visit.you, visit.as_mover, text)

    @property
    def moving(self) -> bool:
        """Tell whether a wall of the window is under way."""
        return self._line is not None and self._line.moving

    def update(self, dt: float) -> None:
        """Let the walls of the window glide for ``dt`` seconds."""
        self._since_painted += dt
        if self._line is not None and self._watched is not None:
            self._line.show(self._shown(self._watched.playback))
            self._line.update(self._screen.glided(dt))

    def _shown(self, playback: Playback) -> Shown:
        """Return the window of the step shown, in the eyes in which values are told."""
        step = playback.step
        if step is None:
            return Shown()
        wording = self.wording
        mover = playback.recording.nodes[step.node].mover
        eyes = wording.eyes(mover)
        found = step.value if step.kind != "again" else None
        bounds = _bounds(step, mover)
        if eyes:
            bounds = _negated(bounds[1]), _negated(bounds[0])
            found = _negated(found)
        low, high = bounds
        words = [
            ""
            if bound is None
            else say(f"watch_have_{wording.who(side)}", value=wording.number(bound))
            for bound, side in zip(bounds, (eyes, 1 - eyes), strict=True)
        ]
        if low is not None and high is not None and high - low == 1:
            words = [say("watch_asked", bound=wording.number(low)), ""]
        own = 0 if mover == eyes else 1
        if step.kind in (BETTER, CUT) and found == bounds[own]:
            words[own] = ""
        said = say(f"watch_best_{wording.who(mover)}") if is_best(step, playback) else ""
        return Shown(low, high, found, words[0], words[1], said, own)

    # -- drawing

    def draw(self, surface: pygame.Surface, watching: Watching, hurried: bool) -> None:
        """Draw the card; ``hurried``, while steps fly by, it is not painted in every frame."""
        watched = self._watched
        state = (
            watching.revision,
            None if watched is None else watched.playback.at,
            watching.compared_so_far,
        )
        late = self._since_painted >= _HURRIED_SECONDS or not hurried
        if self._picture is None or (state != self._painted and late):
            self._paint(surface, watching)
            self._picture = surface.subsurface(self._inside).copy()
            self._painted = state
            self._since_painted = 0.0
        else:
            surface.blit(self._picture, self._inside)
        if self._line is not None:
            screen = self._screen
            self._line.draw(surface, self._places.line, screen.palette, screen.scale)

    @property
    def _inside(self) -> pygame.Rect:
        edge = self._screen.scale.px(16)
        return self.rect.inflate(-edge, -edge)

    def _paint(self, surface: pygame.Surface, watching: Watching) -> None:
        watched = self._watched
        if watched is None:
            self._paint_root(surface)
            return
        self._paint_head(surface, watched.playback)
        self._paint_position(surface, watched.playback)
        self._paint_reason(surface, watched.playback, watching)
        self._paint_counts(surface, watched, watching)

    def _title(self, surface: pygame.Surface, words: str, y: int, room: int) -> None:
        size, palette = self._screen.scale.heading, self._screen.palette
        words = theme.fit(words, size, room, True)
        theme.write(surface, words, (self._left, y), size, palette.ink, True)

    def _paint_root(self, surface: pygame.Surface) -> None:
        """Paint what is to be searched, before it is."""
        room = self._right - self._left
        who = "they" if self._visit.you else "you"
        self._title(surface, say(f"watch_root_{who}"), self._places.head, room)
        if self._board is not None:
            self._board.draw(surface)

    def _paint_head(self, surface: pygame.Surface, playback: Playback) -> None:
        palette, px, y = self._screen.palette, self._screen.scale.px, self._places.head
        room = self._right - self._left
        value = self._value_words(playback)
        if value:
            at = (self._right, y)
            size = self._screen.scale.heading
            rect = theme.write(surface, value, at, size, palette.best, True, "topright")
            room = rect.x - self._left - px(10)
        self._title(surface, self._line_words(playback, room), y, room)

    def _value_words(self, playback: Playback) -> str:
        """Say what is known of the node's value."""
        seen = playback.seen(playback.node)
        if seen.value is None:
            return ""
        mover = playback.recording.nodes[playback.node].mover
        return self.wording.brief_for(seen.value, mover, seen.bound)

    def _line_words(self, playback: Playback, room: int) -> str:
        """Say which moves lead here; of a long line its end."""
        line = self.wording.line(playback.path)
        if not line:
            return say(f"watch_root_{self.wording.who(0)}")
        for first in range(len(line)):
            shown = " \u2013 ".join(["\u2026", *line[first:]] if first else line)
            words = say("watch_after", line=shown)
            if theme.font(self._screen.scale.heading, True).size(words)[0] <= room:
                break
        return words

    def _paint_position(self, surface: pygame.Surface, playback: Playback) -> None:
        node = playback.node
        if self._board is not None:
            moves = playback.recording.moves_to(node)
            self._board.draw(surface, moves, _move_shown(playback))
            return
        WrittenBoard(self._screen, self._places.board).draw(surface, playback, self.wording)

    def _paint_reason(
        self, surface: pygame.Surface, playback: Playback, watching: Watching
    ) -> None:
        scale, palette, places = self._screen.scale, self._screen.palette, self._places
        width = self._right - self._left
        self._title(surface, say("watch_matters"), places.window, width)
        at = (self._right, places.window + scale.px(2))
        theme.write(surface, say("watch_window"), at, scale.small, palette.quiet, anchor="topright")
        head, words = heading(playback.step), sentence(playback, self.wording)
        if playback.step is None and self._visit.why is not None:
            head, words = say("why_heading"), self._why_words(watching)
        self._title(surface, head, places.reason, width)
        y = places.reason + round(scale.heading * 1.5)
        self._write_reason(surface, words, y)
        rule = places.counts - scale.px(8)
        surface.fill(palette.line, (self._left, rule, width, max(1, scale.px(1.5))))

    def _write_reason(self, surface: pygame.Surface, words: str, y: int) -> None:
        """Write a sentence; the lines of a long one move closer."""
        scale, palette = self._screen.scale, self._screen.palette
        lines, size = self.reason_lines(words)
        room = REASON_LINES * line_height(scale.body)
        step = min(line_height(size), room // len(lines))
        for line in lines:
            ink = palette.ink.lerp(palette.quiet, 0.3)
            theme.write(surface, line, (self._left, y), size, ink)
            y += step

    def reason_lines(self, words: str) -> tuple[tuple[str, ...], int]:
        """Break a sentence into lines, and return them and their size: small for a long one."""
        scale, width = self._screen.scale, self._right - self._left
        lines = wrap(words, scale.body, width)
        if len(lines) <= REASON_LINES:
            return lines, scale.body
        return wrap(words, scale.small, width), scale.small

    def _why_words(self, watching: Watching) -> str:
        """Say how the search shown stands to the one that chose the computer's turn."""
        why = self._visit.why
        assert why is not None
        parts = [say(why.sentence.key)]
        if watching.note is not None:
            parts.append(say(watching.note.key, **watching.note.values))
        if why.expected:
            parts.append(say("why_expected", line=self._expected_words(why.expected)))
        return " ".join(parts)

    def _expected_words(self, moves: tuple[int, ...]) -> str:
        """Write the first turns that the playing search expected."""
        assert self._watched is not None and self._board is not None
        subject = self._watched.recording.plan.subject
        assert isinstance(subject, PositionSubject)
        here = subject.root.to_the_end()
        moved: list[tuple[int, int]] = []
        for move in moves:
            if here.over:
                break
            moved.append((here.turn, move))
            here.play(move)
        turns = turns_in(subject.game, moved)[:_TURNS_EXPECTED]
        text = self._board.view.move_text
        return ", ".join(turn_words(turn, text, "\u2013") for turn in turns)

    def _paint_counts(self, surface: pygame.Surface, watched: Watched, watching: Watching) -> None:
        scale, palette, places = self._screen.scale, self._screen.palette, self._places
        nodes, leaves = watched.counts(watched.playback.at)
        looked = say("watch_valued", nodes=number(nodes), leaves=number(leaves))
        needs = "\u2013" if watching.compared is None else number(watching.compared)
        if watching.counting:
            needs = say("watch_counting", n=number(watching.compared_so_far))
        plan = watched.recording.plan
        other = say("watch_minimax_needs")
        if plan.rule.by_path:
            other = say("watch_fixed_needs", n=plan.depth)
        rows = ((say("watch_looked_at"), looked), (other, needs))
        row = line_height(scale.small)
        for i, (label, value) in enumerate(rows):
            y = places.counts + i * row
            ink = palette.quiet if i else palette.ink
            rect = theme.write(surface, value, (self._right, y), scale.small, ink, True, "topright")
            label = theme.fit(label, scale.small, rect.x - self._left - scale.px(8))
            theme.write(surface, label, (self._left, y), scale.small, palette.quiet)
        share = nodes / watching.compared if watching.compared else 0.0
        draw_bar(surface, places.bar, share, palette)


def _move_shown(playback: Playback) -> int | None:
    """Return the best move found at the node shown."""
    seen = playback.seen(playback.node)
    moves = playback.recording.nodes[playback.node].moves
    return None if seen.best is None else moves[seen.best]


def _bounds(step: Step, mover: int) -> tuple[int | None, int | None]:
    """Return the walls of a step; at a cut the bound that is held stands alone.

    The mover's own bound is the value found there, and has gone beyond the other wall.
    """
    alpha, beta = told(step.alpha), told(step.beta)
    if step.kind != CUT:
        return alpha, beta
    return (alpha, None) if mover else (None, beta)


def _negated(value: int | None) -> int | None:
    return None if value is None else -value
