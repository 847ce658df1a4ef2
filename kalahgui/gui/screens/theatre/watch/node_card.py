"""The card at the left of a tree: the node's position, the window, the reason, and the costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from kalahgui.gui.boards.view import Look as BoardLook
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.layout import (
    Column,
    Fitting,
    Grid,
    Layers,
    Row,
    Rule,
    Scroll,
    Space,
)
from kalahgui.gui.elements.writing import Bar, Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.panels.board import StillBoard
from kalahgui.gui.screens.theatre.step_words import Wording, heading, is_best, sentence
from kalahgui.gui.screens.theatre.terms import TermSection, TermSpots, TermText, term_words
from kalahgui.gui.screens.theatre.theatre_page import TheatrePage
from kalahgui.gui.screens.theatre.watching import Watched, Watching
from kalahgui.gui.searching.window_line import Shown, WindowLine
from kalahgui.gui.services.naming import number
from kalahgui.match.match import Match, Player
from kalahgui.theatre.node_labels import negated
from kalahgui.theatre.playback import Phase, Playback
from kalahgui.theatre.recording import BETTER, CUT, KNOWN, Step, finite
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import say


class _NodeSign(Element):
    """The node that the search is at, by its name in a written tree."""

    role = Role.TEXT

    def __init__(self, name: str, mover: int) -> None:
        super().__init__(width=84, height=84)
        self.name, self._mover = name, mover

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        box, palette = self.rect, look.palette
        edge = palette.other if self._mover else palette.best
        radius = box.width // 2 if self._mover else box.width // 5
        surface.blit(theme.rounded(box.size, radius, edge), box)
        size = look.type("title")
        name = theme.fit(self.name, size, box.width - look.px(8), True)
        theme.write(surface, name, box.center, size, palette.on_accent, True, "center")


def _written(playback: Playback, wording: Wording) -> Element:
    node = playback.recording.nodes[playback.node]
    cells: list[Element] = []
    for move, words, known in _moves_known(playback, wording):
        cells.append(Text(move, bold=True, line=True))
        cells.append(Text(words, colour="ink" if known else "quiet", line=True))
    moves = Scroll(Grid(2, *cells, gap=40), grow=1)
    return Row(_NodeSign(node.text or say("watch_root"), node.mover), moves, gap=24, grow=1)


def _moves_known(playback: Playback, wording: Wording) -> list[tuple[str, str, bool]]:
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


class PositionBoard(StillBoard):
    """Draws the positions of a search as the board on the playing screen does."""

    def __init__(self, page: TheatrePage, subject: PositionSubject) -> None:
        """Have the side of who is spoken to at the bottom."""
        visit, game, played = page.visit, subject.game, page.visit.played
        start = subject.root if played is None else played.start
        south = subject.root.turn ^ visit.you
        if played is None:
            you, them = (Player(say(f"stage_{who}").capitalize()) for who in ("you", "them"))
            players = (them, you) if south else (you, them)
        else:
            players = played.players
        pie = played is not None and played.pie
        variant = visit.variant or game.variant
        match = Match(game, variant, subject.rules, players, pie=pie, start=start)
        for ply in () if played is None else played.plies:
            match.play(ply)
        super().__init__(page.screen, match, south)
        self._root = match.here

    def content(
        self, moves: Sequence[int] = (), move: int | None = None, *, most: float | None = None
    ) -> Element:
        """Return the position after some moves, with what one more ``move`` would do."""
        match = self.match
        match.go_to(self._root)
        for ply in moves:
            match.play(ply)
        self._move = move
        self._picture: pygame.Surface | None = None  # with the shadow of the board
        return self.element(most=most, grow=1)

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        edge = 2 * self._screen.scale.px(_SHADOW)
        around = rect.inflate(edge, edge).clip(surface.get_rect())
        if self._picture is not None:
            surface.blit(self._picture, around)
            return
        view, match = self.view, self.match
        cell = None if self._move is None else view.cell_of(self._move, match.position)
        numbers = self._screen.services.choices.numbers
        look = BoardLook(cell=cell, to_move=cell is not None, marks=False, numbers=numbers)
        view.draw(surface, view.shown(match), match, look)
        if surface.get_clip().contains(rect):  # and not scrolled away in part
            self._picture = surface.subsurface(around).copy()


_SHADOW = 14  # of a board, in units of the layout
REASON_LINES = 4


class NodeCard:
    """What the search is at: the position, its window, which glides, the reason and the costs."""

    def __init__(self, page: TheatrePage, spots: TermSpots) -> None:
        self._page = page
        self._spots = spots
        self._watched: Watched | None = None
        self._board: PositionBoard | None = None
        self.line: WindowLine | None = None

    # -- what is shown

    def show(self, watched: Watched | None) -> None:
        """Show another recording, or none."""
        self._watched = watched
        self._board = self.line = None
        subject = self._page.visit.subject
        if isinstance(subject, PositionSubject):
            self._board = PositionBoard(self._page, subject)
        if watched is not None:
            screen = self._page.screen
            self.line = WindowLine(*watched.range, screen.palette, screen.scale)
            self.line.show(self._shown(watched.playback), at_once=True)

    def follow(self, playback: Playback) -> None:
        """Have the walls of the window glide to where they are at the step shown."""
        if self.line is not None:
            self.line.show(self._shown(playback))

    def term_words(self, term: str, node: int | None = None) -> str:
        """Explain a term by a node, by default that of the step shown."""
        assert self._watched is not None, "terms stand beside a search"
        return term_words(term, self._watched.playback, self.wording, node)

    @property
    def wording(self) -> Wording:
        """Return the words for what is shown."""
        assert self._watched is not None
        text = None if self._board is None else self._board.view.move_text
        visit = self._page.visit
        return Wording(self._watched.recording, visit.you, visit.as_mover, text, visit.other)

    @property
    def moving(self) -> bool:
        """Tell whether a wall of the window is under way."""
        return self.line is not None and self.line.moving

    def update(self, dt: float) -> None:
        """Let the walls of the window glide for ``dt`` seconds."""
        if self.line is not None:
            self.line.update(self._page.screen.glided(dt))

    def _shown(self, playback: Playback) -> Shown:
        """Return the window of the step shown, in the eyes in which values are told."""
        step = playback.step
        if step is None:
            return Shown()
        wording = self.wording
        mover = playback.recording.nodes[step.node].mover
        eyes = wording.eyes(mover)
        value = step.value if step.kind != "again" else None
        bounds = _bounds(step, mover)
        if eyes:
            bounds = negated(bounds[1]), negated(bounds[0])
            value = negated(value)
        low, high = bounds
        words = [
            ""
            if bound is None
            else wording.say(f"watch_have_{wording.who(side)}", value=wording.number(bound))
            for bound, side in zip(bounds, (eyes, 1 - eyes), strict=True)
        ]
        if low is not None and high is not None and high - low == 1:
            words = [say("watch_asked", bound=wording.number(low)), ""]
        own = 0 if mover == eyes else 1
        if step.kind in (BETTER, CUT) and value == bounds[own]:
            words[own] = ""
        said = wording.say(f"watch_best_{wording.who(mover)}") if is_best(step, playback) else ""
        return Shown(low, high, value, words[0], words[1], said, own)

    # -- what is on the card

    def content(self, watching: Watching) -> Element:
        """Return what is on the card."""
        watched = self._watched
        if watched is None:
            who = "they" if self._page.visit.you else "you"
            board = Space(grow=1) if self._board is None else self._board.content()
            title = self._title(say(f"watch_root_{who}"))
            return Column(title, board, Space(height=self._height_below), gap=4, grow=1)
        playback = watched.playback
        return Column(
            self._position(playback),
            self._window(),
            self._reason(playback),
            Rule(),
            self._counts(watched, watching),
            gap=6,
            grow=1,
        )

    @property
    def _height_below(self) -> float:
        """Return how high what stands below a board is: it stays there when a search comes."""
        scale = self._page.screen.scale
        lines = 2 * line_height(scale.heading) + 2 * line_height(scale.small)
        lines += WindowLine.height(scale) + REASON_LINES * line_height(scale.body)
        return lines / scale.layout + 40

    def _title(self, words: str, shorter: Sequence[str] = ()) -> Element:
        return TermText(self._spots, words, "heading", bold=True, line=True, shorter=shorter)

    def _small(self, words: str, colour: str = "quiet", **text: Any) -> Element:
        return TermText(self._spots, words, "small", colour, line=True, **text)

    def _position(self, playback: Playback) -> Element:
        words, *shorter = self._line_words(playback)
        title = self._title(words, shorter)
        title.grow = 1
        value = Text(self._value_words(playback), "heading", "best", bold=True, line=True)
        if self._board is None:
            board = _written(playback, self.wording)
        else:
            moves = playback.recording.moves_to(playback.node)
            board = self._board.content(moves, _move_shown(playback))
        return TermSection(Row(title, value, gap=10), board, gap=4, grow=1)

    def _value_words(self, playback: Playback) -> str:
        seen = playback.seen(playback.node)
        if seen.value is None:
            return ""
        mover = playback.recording.nodes[playback.node].mover
        return self.wording.brief_for(seen.value, mover, seen.bound)

    def _line_words(self, playback: Playback) -> list[str]:
        """Say which moves lead here; of a long line its ends, as they get shorter."""
        line = self.wording.line(playback.path)
        if not line:
            return [say(f"watch_root_{self.wording.who(0)}")]
        ends = [line, *(["\u2026", *line[first:]] for first in range(1, len(line)))]
        return [say("watch_after", line=" \u2013 ".join(end)) for end in ends]

    def _window(self) -> Element:
        line = self.line
        assert line is not None
        words, short = say("watch_matters"), say("watch_window_short")
        beside = self._small(say("watch_window"), shorter=[short], align="right", grow=1)
        return TermSection(Row(self._title(words), beside, gap=10), line.element(words), gap=2)

    def _reason(self, playback: Playback) -> Element:
        scale, words = self._page.screen.scale, sentence(playback, self.wording)
        room = Space(height=REASON_LINES * line_height(scale.body) / scale.layout)
        versions = [TermText(self._spots, words, size, "soft") for size in ("body", "small")]
        title = self._title(heading(playback.step))
        return TermSection(title, Layers(room, Fitting(*versions)), gap=2)

    def _counts(self, watched: Watched, watching: Watching) -> Element:
        nodes, leaves = watched.counts(watched.playback.at)
        looked = say("watch_valued", nodes=nodes, count=leaves)
        needs = "\u2013" if watching.compared is None else number(watching.compared)
        if watching.counting:
            needs = say("watch_counting", n=watching.compared_so_far)
        plan = watched.recording.plan
        other = say("watch_minimax_needs")
        if plan.rule.by_path:
            other = say("watch_fixed_needs", n=plan.depth)
        rows = ((say("watch_looked_at"), looked, "ink"), (other, needs, "quiet"))
        share = nodes / watching.compared if watching.compared else 0.0

        return TermSection(
            *(
                Row(self._small(label, grow=1), self._small(value, ink, bold=True), gap=8)
                for label, value, ink in rows
            ),
            Space(height=6),
            Bar(share, "", colour="best", height=9),
        )


def _move_shown(playback: Playback) -> int | None:
    seen = playback.seen(playback.node)
    moves = playback.recording.nodes[playback.node].moves
    return None if seen.best is None else moves[seen.best]


def _bounds(step: Step, mover: int) -> tuple[int | None, int | None]:
    """Return the walls of a step; at a cut the bound that is held stands alone.

    The mover's own bound is the value found there, and has gone beyond the other wall.
    """
    alpha, beta = finite(step.alpha), finite(step.beta)
    if step.kind != CUT:
        return alpha, beta
    return (alpha, None) if mover else (None, beta)
