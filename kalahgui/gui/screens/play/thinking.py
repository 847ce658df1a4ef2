"""What the computer thinks, or thought last: how far, what it expects, and what that took."""

from __future__ import annotations

import pygame

from kalahgui.engine.limit import SEARCH
from kalahgui.games.game import Game
from kalahgui.gui.panels.section import FIRST_ROW, ROW, Section
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.computer import Thought
from kalahgui.match.search_statistics import SearchStatistics
from kalahgui.match.session import Session

_ROWS, _FEW_ROWS = 5, 1
_LINE_ROW = 25
_LINE_ROWS, _FEW_LINE_ROWS = 2, 1


def thinking_height(short: bool) -> float:
    """Return the height of the section, in units of the layout; a short one tells less."""
    line, rows = line_place(short)
    return line + rows * _LINE_ROW + 8


def line_place(short: bool) -> tuple[float, int]:
    """Return where the expected line begins, in units from the section's top, and its rows."""
    rows = _FEW_ROWS if short else _ROWS
    return FIRST_ROW + ROW * rows - ROW / 2, _FEW_LINE_ROWS if short else _LINE_ROWS


def draw_thinking_section(
    surface: pygame.Surface, section: Section, session: Session, short: bool
) -> None:
    """Draw all but the expected line; what a search took stays there until the next one."""
    section.heading(surface, say("thinking"))
    thought = session.thought
    if thought is not None:
        _draw_thought(surface, section, thought, session, short)
    elif session.nodes_so_far:
        section.row(surface, 0, say("nodes_so_far"), [naming.count_words(session.nodes_so_far)])
    else:
        words = say("hidden_thinking" if session.thinking else "idle_thinking")
        section.line(surface, FIRST_ROW, words, quiet=True)


def _draw_thought(
    surface: pygame.Surface, section: Section, thought: Thought, session: Session, short: bool
) -> None:
    match, finding = session.match, thought.finding
    statistics = SearchStatistics.of(finding, thought.seconds)
    if finding.exact:
        section.note(surface, say("exact"), True)
    elif _selective(thought, match.game):
        section.note(surface, say("selective_alone"), False)
    # The thought is one about the line that is being played, whatever is looked at.
    name = naming.player_name(match, thought.seat, match.end)
    label = say("expected_value") if thought.measured else say("expected_lead", name=name)
    rows = [
        (say("turns_ahead"), naming.count_words(finding.depth or None)),
        (label, naming.value_words(match.game, thought)),
        (say("evaluations"), naming.count_words(statistics.evaluations)),
        (say("nodes"), naming.count_words(statistics.nodes)),
        (say("time_taken"), naming.seconds_words(statistics.seconds)),
    ]
    for number, (words, value) in enumerate(rows[1 : 1 + _FEW_ROWS] if short else rows):
        section.row(surface, number, words, [value])


def _selective(thought: Thought, game: Game) -> bool:
    """Tell whether lines were left out that hardly matter."""
    limit = thought.limit
    return limit.algorithm == SEARCH and game.foresees(thought.position, limit.judge)
