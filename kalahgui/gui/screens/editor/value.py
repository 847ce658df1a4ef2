"""What the position is worth while one edits: the engine is asked anew after every change."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.engine.engine import Engine
from kalahgui.engine.judgement import Judgement
from kalahgui.games.game import Game
from kalahgui.gui.boards.view import View
from kalahgui.gui.paint import theme
from kalahgui.gui.panels import sentences
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.analysis import Analysis, NodeValue
from kalahgui.match.match import Match

# So long nothing changes before the engine is asked: whoever turns the wheel means the end of it.
_PAUSE = 0.15


class Value:
    """Asks the engine for the value of one position after the other."""

    def __init__(self, engine: Engine, failed: Callable[[str], None]) -> None:
        self._engine = engine
        self._failed = failed
        self._match: Match | None = None
        self._analysis: Analysis | None = None
        self._pause = 0.0

    def follow(self, match: Match | None) -> None:
        """Judge the start of a match, or nothing, and let go of what was asked before."""
        self.drop()
        self._match = match
        self._analysis = None
        self._pause = _PAUSE
        if match is not None:
            self._analysis = Analysis(match, self._engine, self._failed)
            self._analysis.want(looked_at=True, line=False)

    def drop(self) -> None:
        """Ask the engine nothing; with the next ``elapse`` all goes on."""
        if self._analysis is not None:
            self._analysis.drop()

    def elapse(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._pause -= dt
        if self._analysis is not None and self._pause <= 0:
            self._analysis.update()

    @property
    def changes(self) -> int:
        """Return how often the findings about the position have changed."""
        return 0 if self._analysis is None else self._analysis.changes

    @property
    def evaluation(self) -> NodeValue | None:
        """Return how the position stands, as far as it is known."""
        if self._match is None or self._analysis is None:
            return None
        return self._analysis.evaluation(self._match.root)

    @property
    def judgement(self) -> Judgement | None:
        """Return what the moves of the position are worth, as far as it is known."""
        if self._match is None or self._analysis is None:
            return None
        return self._analysis.of(self._match.root)

    # -- drawing

    def draw(self, surface: pygame.Surface, screen: Screen, view: View, place: pygame.Rect) -> None:
        """Draw two lines: what the position is worth, and how sure that is with the best turns."""
        scale, palette = screen.scale, screen.palette
        match, evaluation, judgement = self._match, self.evaluation, self.judgement
        if match is None:
            return
        name = say(match.game.sides[0])
        middle = place.y + scale.px(14)
        value, colour = "\u2026", palette.quiet
        if evaluation is not None:
            value, colour = _value_words(match.game, evaluation), palette.ink
            if evaluation.margin:
                colour = palette.best if evaluation.margin > 0 else palette.bad
        size = max(scale.title, scale.px(24))
        right = theme.write(surface, value, (place.right, middle), size, colour, True, "midright")
        room = right.x - place.x - scale.px(8)
        names = (say("edit_worth", name=name), name[:1].upper() + name[1:])
        words = theme.first_fitting(names, scale.body, room)
        screen.write(surface, words, (place.x, middle), scale.body)
        lines = [say("edit_sought")]
        if judgement is not None:
            sure = _sure_words(match, judgement)
            lines = [f"{sure} \u00b7 {best}" for best in _best_words(match, view, judgement)]
        words = theme.first_fitting(lines, scale.small, place.width)
        at = (place.x, middle + scale.px(27))
        screen.write(surface, words, at, scale.small)


def _value_words(game: Game, evaluation: NodeValue) -> str:
    """Write what a position is worth; where only winning counts, what is open is no draw."""
    if not game.has_points and not evaluation.margin and not evaluation.exact:
        return say("value_open")
    return sentences.value_words(game, evaluation.margin)


def _sure_words(match: Match, judgement: Judgement) -> str:
    selective = not judgement.exact and match.game.uses_probcut(match.start)
    return sentences.sure_words(judgement.exact, judgement.depth, selective)


def _best_words(match: Match, view: View, judgement: Judgement) -> list[str]:
    """Write the best turn with the one that answers it, where that is known, and then alone."""
    # Lines go on past a majority, as the values do.
    here = match.start.to_the_end()
    moved = []
    for move in judgement.lines[judgement.best]:
        moved.append((here.turn, move))
        here.play(move)
    turns = naming.turns_in(match.game, moved)
    first = naming.turn_words(turns[0], view.move_text)
    found = [say("edit_best", first=first)]
    if len(turns) > 1:
        then = naming.turn_words(turns[1], view.move_text)
        found.insert(0, say("edit_best_then", first=first, then=then))
    return found
