"""Sections of the panel: what the computer thinks, and a position by an article's measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from kalahgui.engine.limit import SEARCH
from kalahgui.games.game import MEASURES, Game, Measured
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.panels.section import FIRST_ROW, ROW, Section
from kalahgui.gui.services import naming
from kalahgui.gui.services.settings import Choices
from kalahgui.gui.services.words import say
from kalahgui.match.computer import Thought
from kalahgui.match.match import Match
from kalahgui.match.search_statistics import SearchStatistics
from kalahgui.match.session import Session

MEASURES_HEIGHT = FIRST_ROW + 5 * ROW
_PARTS = ("own", "opponent", "mobility", "stable")
_SIGNS = (1, -1, 1, 1)


def has_measures(match: Match) -> bool:
    """Tell whether an article measures the board of a match."""
    return bool(match.game.square_weights(match.start))


def factors_of(match: Match) -> Sequence[int]:
    """Return the factors of a player who plays by the measures, else the published ones."""
    methods = (player.computer for player in match.players)
    chosen = (each.factors for each in methods if each is not None and each.algorithm == MEASURES)
    return next(chosen, match.game.published_factors)


def both_sides(match: Match) -> list[Measured]:
    """Return the measures of the first and the second side here."""
    factors = factors_of(match)
    return [match.game.measured(match.position, side, factors) for side in (0, 1)]


def measures_shown(match: Match, choices: Choices) -> bool:
    """Tell whether a match has measures and they are to be seen."""
    return choices.measures and has_measures(match)


def marked_on_board(match: Match, choices: Choices) -> dict[str, Any]:
    """Return what a board's ``Look`` has to say of the measures."""
    if not measures_shown(match, choices):
        return {}
    stable = [cell for side in both_sides(match) for cell in side.stable_cells]
    return {"weights": match.game.square_weights(match.position), "stable": stable}


def draw_measures_section(surface: pygame.Surface, section: Section, match: Match) -> None:
    """Draw the section: a column for each side, the parts unweighted and their sum."""
    section.heading(surface, say("measures_heading"))
    sides = both_sides(match)
    for side in (0, 1):
        section.picture(
            surface,
            disc(side, section.screen.scale.px(20), section.screen.palette.patterned),
            1 - side,
        )
    for number, (part, factor, sign) in enumerate(
        zip(_PARTS, factors_of(match), _SIGNS, strict=True)
    ):
        label = f"{say(f'measure_{part}')} ×{naming.number(sign * factor)}"
        values = [naming.number(getattr(each, part)) for each in sides]
        section.row(surface, number, label, values)
    totals = [naming.number(each.sum) for each in sides]
    section.row(surface, len(_PARTS), say("measure_sum"), totals)


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
