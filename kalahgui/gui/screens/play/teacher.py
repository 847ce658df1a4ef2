"""A teaching game: before a move that loses much the computer asks whether it is meant."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.engine.judgement import Judgement
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Act, Element
from kalahgui.gui.elements.layout import Column, Row
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.panels.sentences import points_words
from kalahgui.gui.services.keymap import Commands
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.review.move_reasons import reasons_for, turns_of
from kalahgui.review.review_rows import BLUNDER, is_mistake, kind_of_worse
from kalahgui.words import as_text, say

_LONGEST_WAIT = 0.5  # seconds for which a move is held back until more is known of it
_DEPTH_ENOUGH = 4
# Against levels below this one the teacher asks before grave mistakes alone: those that change the
# result, or lose so many times as much as a mistake.
_STRICT_LEVEL, _GRAVE = 5, 2
# The effects told of the answer to a move; if it has none, those that the move misses.
_ANSWERS = ("wins", "took", "corner")
_MISSED = {
    "move_reason_again": "teacher_again",
    "move_reason_captures": "teacher_captures",
    "move_reason_then_captures": "teacher_captures",
}
# A press so soon, in seconds, was meant for the board before it was asked about.
_HASTE = 0.4
# Where the question stands, in units of the layout.
_LEFT, _BOTTOM = 40, 16


class Teacher:
    """Holds a person's move back until it is known not to lose much, or half a second is over."""

    def __init__(self, session: Session, play: Callable[[int], None]) -> None:
        """``play`` plays a move that nothing speaks against, or that is meant."""
        self._session = session
        self._play = play
        self._held: tuple[Node, int] | None = None
        self._waited = 0.0

    @property
    def watches(self) -> bool:
        """Tell whether the person's next move may be asked about."""
        match = self._session.match
        left = match.teaching > match.asked and self._session.persons_turn
        return left and match.here is match.end

    @property
    def holds(self) -> bool:
        """Tell whether a move waits to be looked at."""
        return self._held is not None

    def take(self, move: int) -> None:
        """Take a legal move: play it now, or as soon as it is known not to lose much."""
        match = self._session.match
        self._held, self._waited = None, 0.0
        if not self.watches or len(match.position.moves()) == 1:
            self._play(move)
        else:
            self._held = match.here, move

    def update(self, dt: float, ask: Callable[[int, str, Act], None]) -> None:
        """Play the move held back, or ``ask`` about it; nothing of a position that was left."""
        if self._held is None:
            return
        node, move = self._held
        if not self._is_at(node):
            self._held = None
            return
        self._waited += dt
        judgement = self._session.judgement
        known = judgement is not None and (
            judgement.loss_exact(move) or judgement.depth >= _DEPTH_ENOUGH
        )
        if not known and self._waited < _LONGEST_WAIT:
            return
        self._held = None
        if judgement is not None and self._loses_much(judgement, move):
            self._session.match.asked += 1
            ask(move, self._words(judgement, move), partial(self._play_meant, node, move))
        else:
            self._play(move)

    def _is_at(self, node: Node) -> bool:
        """Tell whether a move can be played at a position: time may have run out meanwhile."""
        return node is self._session.match.here and not node.over

    def _play_meant(self, node: Node, move: int) -> None:
        if self._is_at(node):
            self._play(move)

    def _loses_much(self, judgement: Judgement, move: int) -> bool:
        loss = judgement.value - judgement.values[move]
        if not loss:
            return False
        match = self._session.match
        kind = kind_of_worse(match.game, judgement, move)
        opponent = next((player.computer for player in match.players if player.computer), None)
        level = None if opponent is None else opponent.level
        if level is None or level >= _STRICT_LEVEL:
            return is_mistake(kind)
        return kind == BLUNDER or loss >= _GRAVE * match.game.loss_steps[1]

    def _words(self, judgement: Judgement, move: int) -> str:
        return as_text(self._gives_away(judgement, move), self._why(judgement, move))

    def _gives_away(self, judgement: Judgement, move: int) -> str:
        game = self._session.match.game
        if not game.has_points:
            return say("teacher_result")
        points = points_words(game, judgement.value - judgement.values[move])
        exact = judgement.loss_exact(move)
        return say("teacher_gives", points=points if exact else say("review_about", points=points))

    def _why(self, judgement: Judgement, move: int) -> str:
        """Say what answers a move, or what it misses, without the better one."""
        match = self._session.match
        game, position = match.game, match.position
        answer = turns_of(game, position.to_the_end(), judgement.lines[move], most=2)[1:]
        if answer and answer[0].key in _ANSWERS:
            key = answer[0].key
            return say(f"teacher_{key}", count=answer[0].effects[key])
        best = reasons_for(game, position, judgement.best, judgement, move)
        missed = next((_MISSED[reason.key] for reason in best if reason.key in _MISSED), "")
        return say(missed) if missed else ""


class TeacherQuestion(CardScreen):
    """Ask whether a move is meant, below the board; to take it back is what is offered first.

    A press on the move again leaves it, one elsewhere takes it back.
    """

    card_width = 860
    veils = False  # the board is to be seen
    title = "teacher_look"
    key_places = ("question", "teacher", "card")

    def __init__(
        self,
        app: Host,
        move: int,
        words: str,
        play: Act,
        at: Callable[[tuple[int, int]], object],
    ) -> None:
        """Ask about a ``move``; ``at`` tells what lies at a point: the same move, or a command."""
        self.move = move
        self._words, self._act, self._at = words, play, at
        self._seen = 0.0
        super().__init__(app)

    def content(self) -> Element:
        button = partial(Button, width=180, height=44)
        back = button(say("teacher_back"), self.app.pop, style="primary")
        leave = button(say("teacher_leave"), self._leave, style="soft")
        return Column(
            Heading(self.title_words, "title", line=True),
            Text(self._words),
            Row(back, leave, gap=16, padding=(0, 8, 0, 0)),
            gap=4,
            padding=(32, 16, 32, 24),
        )

    def place_of(self, content: Element) -> pygame.Rect:
        px = self.scale.px
        height = content.wants(self.controls.look, px(self.card_width))[1]
        self.card = pygame.Rect(0, 0, px(self.card_width), height)
        self.card.bottomleft = px(_LEFT), self.size[1] - px(_BOTTOM)
        return self.card

    def _leave(self) -> None:
        self.close_for(self._act)

    @property
    def commands(self) -> Commands:
        helped = self.app.screens[-2].commands["help"]
        return {**super().commands, "yes": self.app.pop, "help": helped}

    def handle(self, event: pygame.Event) -> bool:
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if not pressed or self.card.collidepoint(event.pos):
            return super().handle(event)
        self._press_beside(self._at(event.pos))
        return True

    def _press_beside(self, there: object) -> None:
        if there == "help":
            self.commands["help"]()
        elif there != self.move:
            self.app.pop()
        elif self._seen >= _HASTE:
            self._leave()

    def elapse(self, dt: float) -> None:
        super().elapse(dt)
        self._seen += dt
