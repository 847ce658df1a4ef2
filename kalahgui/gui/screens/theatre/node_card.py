"""The card at the left of a tree: the node's position, the window, the reason, and the costs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look, View
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.paragraph import line_height, wrap
from kalahgui.gui.paint.writing import Line, heard, tell
from kalahgui.gui.panels.board import view_part
from kalahgui.gui.panels.window_line import Shown, WindowLine
from kalahgui.gui.screens.theatre.reasons import Wording, heading, is_best, sentence
from kalahgui.gui.screens.theatre.terms import TermSpots, term_words
from kalahgui.gui.screens.theatre.watching import Watched, Watching
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match, Player
from kalahgui.theatre.node_labels import negated
from kalahgui.theatre.playback import Phase, Playback
from kalahgui.theatre.recording import BETTER, CUT, KNOWN, Step, told
from kalahgui.theatre.subject import PositionSubject


class WrittenBoard:
    """Names the node that the search is at, and says what is known of each of its moves."""

    def __init__(self, screen: Screen, rect: pygame.Rect) -> None:
        self._screen = screen
        self._rect = rect

    def draw(self, surface: pygame.Surface, playback: Playback, wording: Wording) -> None:
        """Draw the node of the step shown."""
        scale, palette, px = self._screen.scale, self._screen.palette, self._screen.scale.px
        node = playback.recording.nodes[playback.node]
        side = min(px(84), self._rect.height)
        box = pygame.Rect(self._rect.x, 0, side, side)
        box.centery = self._rect.centery
        edge = palette.other if node.mover else palette.best
        body = theme.rounded(box.size, side // 2 if node.mover else side // 5, edge)
        surface.blit(body, box)
        name = theme.fit(node.text or say("watch_root"), scale.title, side - px(8), True)
        theme.write(surface, name, box.center, scale.title, palette.on_accent, True, "center")
        rows = self._rows(playback, wording)
        height = line_height(scale.body)
        shown = rows[: max(1, self._rect.height // height)]
        y = self._rect.centery - height * len(shown) // 2
        left = box.right + px(24)
        for move, words, known in shown:
            rect = theme.write(surface, move, (left, y), scale.body, palette.ink, True)
            ink = palette.ink if known else palette.quiet
            at = (max(rect.right, left + px(48)) + px(12), y)
            words = theme.fit(words, scale.body, self._rect.right - at[0])
            theme.write(surface, words, at, scale.body, ink)
            y += height

    @staticmethod
    def _rows(playback: Playback, wording: Wording) -> list[tuple[str, str, bool]]:
        """Return the moves of the node, what is said of each, and whether it has a value."""
        nodes = playback.recording.nodes
        at = nodes[playback.node]
        if not at.moves:
            return [(say("watch_leaf"), "", False)]
        here = playback.seen(playback.node)
        known = playback.step is not None and playback.step.kind == KNOWN
        over = here.cut is not None or here.phase is Phase.DONE or known
        rows = []
        for text, child in zip(at.texts, at.children, strict=True):
            seen = None if child is None else playback.seen(child)
            if seen is None or seen.phase in (Phase.WAITING, Phase.CUT_OFF):
                rows.append((text, say("watch_left_out" if over else "watch_to_come"), False))
            elif seen.phase is Phase.OPEN or seen.value is None:
                rows.append((text, say("watch_at_work"), False))
            else:
                rows.append((text, wording.brief_for(seen.value, at.mover, seen.bound), True))
        return rows


class PositionBoard:
    """Draws the positions of a search as the board on the playing screen does."""

    def __init__(
        self, screen: Screen, visit: Visit, subject: PositionSubject, rect: pygame.Rect
    ) -> None:
        """Lay the board out in a rectangle, the side of who is spoken to at the bottom."""
        self._screen = screen
        game = subject.game
        played = visit.played
        start = subject.root if played is None else played.start
        rules, pie = subject.rules, played is not None and played.pie
        variant = visit.variant or game.variant
        south = subject.root.turn ^ visit.you
        if played is None:
            you, them = (Player(say(f"stage_{who}").capitalize()) for who in ("you", "them"))
            players = (them, you) if south else (you, them)
        else:
            players = played.players
        self._match = Match(game, variant, rules, players, pie=pie, start=start)
        for ply in () if played is None else played.plies:
            self._match.play(ply)
        self._root = self._match.here
        self.view: View = VIEWS[game.key](game, start, rect, south, screen.palette)
        self.view.pit_numbers = screen.services.choices.pit_numbers
        self.view.square_names = screen.services.choices.square_names

    def draw(
        self, surface: pygame.Surface, moves: Sequence[int] = (), move: int | None = None
    ) -> None:
        """Draw the position after some moves, with what one more ``move`` would do."""
        match, view, choices = self._match, self.view, self._screen.services.choices
        match.go_to(self._root)
        for each in moves:
            match.play(each)
        cell = None if move is None else view.cell_of(move, match.position)
        look = Look(cell=cell, to_move=cell is not None, marks=False, numbers=choices.numbers)
        view.draw(surface, view.shown(match), match, look)

    @property
    def part(self) -> Part:
        """Return the position that is drawn, cell by cell."""
        return view_part(self.view, self._match)


REASON_LINES = 4
_HURRIED_SECONDS = 1 / 3  # so that nothing in it flashes more than three times a second


class NodeCard:
    """Draws what the search is at; its window glides, all else is painted when it changes."""

    def __init__(self, screen: Screen, visit: Visit, rect: pygame.Rect, bottom: int) -> None:
        """Stand in a rectangle; what is below ``bottom`` belongs to others."""
        self._screen = screen
        self._visit = visit
        self.rect = rect
        px = screen.scale.px
        self._left, self._right = rect.x + px(24), rect.right - px(24)
        self._lay_out(bottom)
        self.spots = TermSpots(screen.palette, screen.scale)
        self._watched: Watched | None = None
        self._board: PositionBoard | None = None
        self._line: WindowLine | None = None
        self._picture: pygame.Surface | None = None
        self._lines: list[Line] = []  # that stand on it
        self._painted: Hashable = None
        self._since_painted = 0.0

    def _lay_out(self, bottom: int) -> None:
        """Lay the card out from below; the board has what is left."""
        scale, px = self._screen.scale, self._screen.scale.px
        small, row = scale.small, line_height(scale.small)
        width = self._right - self._left
        self._bar = pygame.Rect(self._left, bottom - px(16), width, max(4, px(9)))
        self._counts_y = self._bar.y - px(6) - 2 * row
        title = round(scale.heading * 1.5)
        self._reason_y = self._counts_y - px(14) - REASON_LINES * line_height(scale.body) - title
        height = WindowLine.height(scale)
        self._line_rect = pygame.Rect(self._left, self._reason_y - px(6) - height, width, height)
        self._window_y = self._line_rect.y - title
        self._head_y = self.rect.y + px(12)
        top = self._head_y + title + px(4)
        board = max(small, self._window_y - px(8) - top)
        self._board_rect = pygame.Rect(self._left, top, width, board)

    # -- what is shown

    def show(self, watched: Watched | None) -> None:
        """Show another recording, or none."""
        self._watched = watched
        self._board = self._line = self._picture = None
        subject = self._visit.subject
        if isinstance(subject, PositionSubject):
            self._board = PositionBoard(self._screen, self._visit, subject, self._board_rect)
        if watched is None:
            return
        screen = self._screen
        self._line = WindowLine(*watched.range, screen.palette, screen.scale)
        self._line.show(self._shown(watched.playback), at_once=True)

    def term_words(self, term: str, node: int | None = None) -> str:
        """Explain a term by a node, by default that of the step shown."""
        assert self._watched is not None, "terms stand beside a search"
        return term_words(term, self._watched.playback, self.wording, node)

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

    @property
    def views(self) -> list[Part]:
        """Return the position of the step shown, where it is one of a game."""
        found = [] if self._board is None else [self._board.part]
        if self._line is not None:
            found.append(self._line.part(say("watch_matters"), self._line_rect))
        return found

    def update(self, dt: float) -> None:
        """Let the walls of the window glide for ``dt`` seconds."""
        self._since_painted += dt
        if self._line is not None:
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
            bounds = negated(bounds[1]), negated(bounds[0])
            found = negated(found)
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
            if self._line is not None and watched is not None:
                self._line.show(self._shown(watched.playback))
            with heard(surface) as self._lines:
                self._paint(surface, watching)
            self._picture = surface.subsurface(self._inside).copy()
            self._painted = state
            self._since_painted = 0.0
        else:
            surface.blit(self._picture, self._inside)
        tell(self._lines)
        if self._line is not None:
            self._line.draw(surface, self._line_rect)

    @property
    def _inside(self) -> pygame.Rect:
        edge = self._screen.scale.px(16)
        return self.rect.inflate(-edge, -edge)

    def _paint(self, surface: pygame.Surface, watching: Watching) -> None:
        watched = self._watched
        self.spots.clear()
        if watched is None:
            self._paint_root(surface)
            return
        self._paint_head(surface, watched.playback)
        self._paint_position(surface, watched.playback)
        self._paint_reason(surface, watched.playback)
        self._paint_counts(surface, watched, watching)

    def _title(self, surface: pygame.Surface, words: str, y: int, room: int) -> None:
        size, palette = self._screen.scale.heading, self._screen.palette
        words = theme.fit(words, size, room, True)
        rect = theme.write(surface, words, (self._left, y), size, palette.ink, True)
        self._mark(surface, words, [(words, rect)], size, True)

    def _mark(
        self,
        surface: pygame.Surface,
        words: str,
        lines: Sequence[tuple[str, pygame.Rect]],
        size: int,
        bold: bool = False,
    ) -> None:
        """Underline the terms of words; their tips keep off the part of the card around."""
        edges = (self._window_y, self._reason_y, self._counts_y, self._bar.bottom)
        y = lines[0][1].centery
        below = next((edge for edge in edges if y < edge), self._bar.bottom)
        top = max((edge for edge in edges if edge <= y), default=self.rect.y)
        around = pygame.Rect(self._left, top, self._right - self._left, below - top)
        self.spots.mark(surface, words, lines, size, bold, around=around)

    def _paint_root(self, surface: pygame.Surface) -> None:
        room = self._right - self._left
        who = "they" if self._visit.you else "you"
        self._title(surface, say(f"watch_root_{who}"), self._head_y, room)
        if self._board is not None:
            self._board.draw(surface)

    def _paint_head(self, surface: pygame.Surface, playback: Playback) -> None:
        palette, px, y = self._screen.palette, self._screen.scale.px, self._head_y
        room = self._right - self._left
        value = self._value_words(playback)
        if value:
            at = (self._right, y)
            size = self._screen.scale.heading
            rect = theme.write(surface, value, at, size, palette.best, True, "topright")
            room = rect.x - self._left - px(10)
        self._title(surface, self._line_words(playback, room), y, room)

    def _value_words(self, playback: Playback) -> str:
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
        WrittenBoard(self._screen, self._board_rect).draw(surface, playback, self.wording)

    def _paint_reason(self, surface: pygame.Surface, playback: Playback) -> None:
        scale, palette = self._screen.scale, self._screen.palette
        width = self._right - self._left
        words, size = say("watch_matters"), scale.small
        self._title(surface, words, self._window_y, width)
        at = (self._right, self._window_y + scale.px(2))
        room = width - theme.font(scale.heading, True).size(words)[0] - scale.px(10)
        told = say("watch_window"), say("watch_window_short")
        words = theme.first_fitting(told, size, room)
        rect = theme.write(surface, words, at, size, palette.quiet, anchor="topright")
        self._mark(surface, words, [(words, rect)], size)
        head, words = heading(playback.step), sentence(playback, self.wording)
        self._title(surface, head, self._reason_y, width)
        y = self._reason_y + round(scale.heading * 1.5)
        self._write_reason(surface, words, y)
        rule = self._counts_y - scale.px(8)
        surface.fill(palette.line, (self._left, rule, width, max(1, scale.px(1.5))))

    def _write_reason(self, surface: pygame.Surface, words: str, y: int) -> None:
        """Write a sentence; the lines of a long one move closer."""
        scale, palette = self._screen.scale, self._screen.palette
        lines, size = self.reason_lines(words)
        room = REASON_LINES * line_height(scale.body)
        step = min(line_height(size), room // len(lines))
        ink = palette.ink.lerp(palette.quiet, 0.3)
        written = []
        for line in lines:
            written.append((line, theme.write(surface, line, (self._left, y), size, ink)))
            y += step
        self._mark(surface, words, written, size)

    def reason_lines(self, words: str) -> tuple[tuple[str, ...], int]:
        """Break a sentence into lines, and return them and their size: small for a long one."""
        scale, width = self._screen.scale, self._right - self._left
        lines = wrap(words, scale.body, width)
        if len(lines) <= REASON_LINES:
            return lines, scale.body
        return wrap(words, scale.small, width), scale.small

    def _paint_counts(self, surface: pygame.Surface, watched: Watched, watching: Watching) -> None:
        scale, palette = self._screen.scale, self._screen.palette
        nodes, leaves = watched.counts(watched.playback.at)
        looked = say("watch_valued", nodes=number(nodes), n=number(leaves), count=leaves)
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
            y = self._counts_y + i * row
            ink = palette.quiet if i else palette.ink
            at, size = (self._right, y), scale.small
            rect = theme.write(surface, value, at, size, ink, True, "topright")
            self._mark(surface, value, [(value, rect)], size, True)
            label = theme.fit(label, size, rect.x - self._left - scale.px(8))
            rect = theme.write(surface, label, (self._left, y), size, palette.quiet)
            self._mark(surface, label, [(label, rect)], size)
        share = nodes / watching.compared if watching.compared else 0.0
        draw_bar(surface, self._bar, share, palette)


def _move_shown(playback: Playback) -> int | None:
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
