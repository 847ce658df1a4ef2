"""A position by the measures of an article: its parts for both sides, and what the board shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from kalahgui.games.game import MEASURES, Measured
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.panels.section import FIRST_ROW, ROW, Section
from kalahgui.gui.services import naming
from kalahgui.gui.services.settings import Choices
from kalahgui.gui.services.words import say
from kalahgui.match.match import Match

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
