"""What the computer thinks, or thought last: how far, what it expects, and what that took."""

from __future__ import annotations

import pygame

from kalahgui.gui.boards.view import View
from kalahgui.gui.kit import naming
from kalahgui.gui.kit.words import say
from kalahgui.gui.play.section import FIRST_ROW, ROW, Section
from kalahgui.match.computer import Thought
from kalahgui.match.effort import Effort
from kalahgui.match.session import Session

_ROWS = 5
_LINE = FIRST_ROW + ROW * _ROWS + 4
_HIDDEN_HEIGHT = 56


def thinking_height(shown: bool) -> float:
    """Return the height of the section, in units of the layout."""
    return _LINE + 22 if shown else _HIDDEN_HEIGHT


def draw_thinking_section(
    surface: pygame.Surface, section: Section, session: Session, view: View
) -> None:
    """Draw the section; what a search took stays there until the next one."""
    section.heading(surface, say("thinking"))
    if not section.screen.app.choices.thinking:
        section.note(surface, say("hidden"), False)
        return
    thought = session.thought
    if thought is not None:
        _draw_thought(surface, section, thought, session, view)
    elif session.nodes_so_far:
        section.row(surface, 0, say("nodes_so_far"), [naming.count_words(session.nodes_so_far)])
    else:
        words = say("hidden_thinking" if session.thinking else "idle_thinking")
        section.line(surface, FIRST_ROW, words, quiet=True)


def _draw_thought(
    surface: pygame.Surface, section: Section, thought: Thought, session: Session, view: View
) -> None:
    match, finding = session.match, thought.finding
    effort = Effort.of(finding, thought.seconds)
    if finding.exact:
        section.note(surface, say("exact"), True)
    name = naming.player_name(match, match.seat_of(thought.position.turn))
    label = say("expected_value") if thought.measured else say("expected_lead", name=name)
    rows = [
        (say("turns_ahead"), naming.count_words(finding.depth or None)),
        (label, naming.value_words(match.game, thought)),
        (say("evaluations"), naming.count_words(effort.evaluations)),
        (say("nodes"), naming.count_words(effort.nodes)),
        (say("time_taken"), naming.seconds_words(effort.seconds)),
    ]
    for number, (words, value) in enumerate(rows):
        section.row(surface, number, words, [value])
    section.line(surface, _LINE, _line_words(view, thought))


def _line_words(view: View, thought: Thought) -> str:
    """Write an expected line turn by turn."""
    here = thought.position.to_the_end()
    moved: list[tuple[int, int]] = []
    for move in thought.finding.line:
        if here.over:
            break
        moved.append((here.turn, move))
        here.play(move)
    turns = naming.turns_in(view.game, moved)
    return "   ".join(naming.turn_words(turn, view.move_text, "–") for turn in turns)
