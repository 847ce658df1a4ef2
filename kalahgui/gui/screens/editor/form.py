"""What stands around the board that is edited: what is chosen, the verdict, and the value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from kalahgui.engine.engine import Engine
from kalahgui.engine.judgement import Judgement
from kalahgui.games import DRAFTING
from kalahgui.games.draft import Draft, Drafting, Verdict
from kalahgui.gui.boards.view import View
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.paint.theme import icon
from kalahgui.gui.panels import sentences
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.analysis import Analysis, NodeValue
from kalahgui.match.editing import Editing
from kalahgui.match.match import Match, Player

_LABEL, _HEIGHT, _GAP = 24, 36, 12
_FEW = 2  # in a row, where the words are long


@dataclass(frozen=True)
class FormRow:
    """A row of the form: its label, what there is to choose (value and words), and what is chosen.

    ``choose`` returns the draft that a choice leads to from another one: stones may be laid as long
    as the row stands.
    """

    label: str
    options: Sequence[tuple[str, str]]
    chosen: str
    choose: Callable[[Draft, str], Draft]


def rows_of(editing: Editing) -> list[FormRow]:
    """Return the rows that the game of a draft has, besides the choice of the game."""
    draft, drafting = editing.draft, editing.drafting
    game = drafting.game
    found = []
    if len(drafting.boards) > 1:
        found.append(
            FormRow(
                say(f"edit_board_{game.key}"),
                [(board, _board_words(drafting, board)) for board in drafting.boards],
                drafting.board_of(draft.variant),
                drafting.on_board,
            )
        )
    if drafting.chooses_turn:
        sides = [(str(side), say(f"edit_side_{game.sides[side]}")) for side in (0, 1)]
        found.append(
            FormRow(
                say("edit_to_move"),
                sides,
                str(draft.turn),
                lambda draft, side: drafting.with_turn(draft, int(side)),
            )
        )
    for name, choices in drafting.rule_choices(draft.variant):
        options = [(rule, say(f"edit_rule_{word}")) for rule, word in choices]
        chosen = next((rule for rule, _ in choices if rule in draft.rules), "")
        words = [word for _, word in choices]
        found.append(FormRow(say(f"edit_rules_{name}"), options, chosen, _ruled(words)))
    return found


def _board_words(drafting: Drafting, board: str) -> str:
    """Return what a board is called; what is said of one with several starts is about a start."""
    words = "board" if len(drafting.starts(board)) == 1 else "edit_board"
    return drafting.board_text(board) or say(f"{words}_{board}")


def _ruled(others: Sequence[str]) -> Callable[[Draft, str], Draft]:
    """Return what has a rule, if it has a name, take the place of others."""

    def choose(draft: Draft, rule: str) -> Draft:
        rules = [each for each in draft.rules if each not in others]
        return replace(draft, rules=(*rules, rule) if rule else tuple(rules))

    return choose


class EditorForm:
    """The rows of a draft, in a column of the panel."""

    def __init__(
        self,
        screen: Screen,
        editing: Editing,
        place: tuple[float, float, float],
        change: Callable[[Draft], None],
        choose_game: Callable[[str], None],
    ) -> None:
        """Add the controls; ``place`` is left, top and width in units of the layout."""
        self._screen, self._editing, self._change = screen, editing, change
        self._labels: list[tuple[float, str]] = []
        self._x, self._y, self._width = place
        games = [(key, say(f"rules_tab_{key}")) for key in DRAFTING]
        self._add(say("edit_game"), games, editing.draft.game, choose_game)
        for row in rows_of(editing):
            choose = partial(self._choose, row)
            self._add(row.label, row.options, row.chosen, choose)

    def _add(
        self,
        label: str,
        options: Sequence[tuple[str, str]],
        chosen: str,
        choose: Callable[[str], None],
    ) -> None:
        """Add a label and what there is to choose, in a row, or in two where words are long."""
        self._labels.append((self._y, label))
        self._y += _LABEL
        scale = self._screen.scale
        room = scale.px(self._width) / len(options) - scale.px(12)
        fit = all(theme.font(scale.body).size(words)[0] <= room for _, words in options)
        in_row = len(options) if fit else _FEW
        for first in range(0, len(options), in_row):
            rect = self._screen.box(self._x, self._y, self._width, _HEIGHT)
            part = options[first : first + in_row]
            self._screen.controls.segments(rect, part, chosen, choose)
            self._y += _HEIGHT + 4
        self._y += _GAP - 4

    def _choose(self, row: FormRow, chosen: str) -> None:
        self._change(row.choose(self._editing.draft, chosen))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the labels."""
        scale, palette = self._screen.scale, self._screen.palette
        for y, label in self._labels:
            at = self._screen.box(self._x, y + 9, 0, 0).topleft
            room = scale.px(self._width)
            size = (
                scale.body if theme.font(scale.body, True).size(label)[0] <= room else scale.small
            )
            self._screen.write(surface, label, at, size, palette.ink, bold=True, room=room)


_BUTTON = 36
_MARK = 22  # the disc with the sign that says whether the position can be played


def match_of(editing: Editing) -> Match:
    """Return a match of two persons from the draft, or from the start where it is no position."""
    draft, drafting, position = editing.draft, editing.drafting, editing.verdict.position
    game = drafting.game
    variant = draft.variant
    if position is not None:
        for other in drafting.starts(game.variant_of(position)):
            if position == game.start(other, draft.rules):
                variant = other
    return Match(game, variant, draft.rules, (Player(), Player()), start=position)


def verdict_words(verdict: Verdict, match: Match) -> str:
    """Say whether a draft can be played, and if not why."""
    if verdict.ended is not None:
        why = naming.message_words(verdict.ended, match)
        return say(verdict.message.key, why=why)
    return naming.message_words(verdict.message, match)


class VerdictCard:
    """Says what the rules say of the draft, and has the buttons that lay the whole board."""

    def __init__(
        self, screen: Screen, editing: Editing, rect: pygame.Rect, change: Callable[[Draft], None]
    ) -> None:
        """Add the buttons; ``rect`` is the card."""
        self.rect = rect
        self._screen = screen
        self._editing = editing
        self._change = change
        self._right = rect.right - screen.scale.px(20)
        self._add_buttons()

    def _add_buttons(self) -> None:
        screen, drafting, draft = self._screen, self._editing.drafting, self._editing.draft
        px = screen.scale.px
        starts = drafting.starts(draft.variant)
        buttons: list[tuple[str, Callable[[], Draft]]] = [
            (
                say("edit_start") if len(starts) == 1 else say(f"board_{variant}"),
                partial(drafting.start, variant, draft.rules),
            )
            for variant in starts
        ]
        if any(drafting.start(draft.variant).cells):
            buttons.append((say("edit_empty"), lambda: drafting.empty(self._editing.draft)))
        if drafting.swaps:
            buttons.append((say("edit_swap"), lambda: drafting.swapped(self._editing.draft)))
        if drafting.counts:
            words = say("edit_even_out", n=drafting.whole(draft))
            buttons.append((words, lambda: drafting.evened(self._editing.draft)))
        x, y = self.rect.x + px(24), self.rect.bottom - px(18 + _BUTTON)
        face = theme.font(screen.scale.body, True)
        for words, draft_of in buttons:
            width = face.size(words)[0] + px(28)
            rect = pygame.Rect(x, y, width, px(_BUTTON))
            lay = partial(self._lay, draft_of)
            screen.controls.button(rect, words, lay, style="soft")
            x += width + px(10)
        self._stepper: tuple[int, int, str] | None = None
        if drafting.counts:
            self._add_stepper(drafting, draft, y)

    def _lay(self, draft_of: Callable[[], Draft]) -> None:
        self._change(draft_of())

    def _add_stepper(self, drafting: Drafting, draft: Draft, y: int) -> None:
        screen, px = self._screen, self._screen.scale.px
        stones = drafting.begins_with(draft)
        words = say("edit_per_pit", n=stones)
        room = theme.font(screen.scale.small).size(say("edit_per_pit", n=drafting.most_to_begin))[
            0
        ] + px(12)
        plus = pygame.Rect(self._right - px(_BUTTON), y, px(_BUTTON), px(_BUTTON))
        minus = plus.move(-room - px(_BUTTON), 0)
        screen.controls.steps(
            minus,
            plus,
            self._step_begin,
            lambda step: 1 <= stones + step <= drafting.most_to_begin,
        )
        self._stepper = ((minus.right + plus.left) // 2, plus.centery, words)

    def _step_begin(self, step: int) -> None:
        drafting, draft = self._editing.drafting, self._editing.draft
        self._change(drafting.begin_with(draft, drafting.begins_with(draft) + step))

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words and the position as text; the screen draws the card and the buttons."""
        screen, verdict = self._screen, self._editing.verdict
        scale, palette, px = screen.scale, screen.palette, screen.scale.px
        x, y = self.rect.x + px(24), self.rect.y + px(34)
        colour = palette.best if verdict.playable else palette.bad
        size = px(_MARK)
        disc = theme.rounded((size, size), size // 2, colour)
        place = disc.get_rect(midleft=(x, y))
        surface.blit(disc, place)
        if verdict.playable:
            theme.stamp(surface, icon("check", round(size * 0.72), palette.card), place.center)
        else:
            theme.write(surface, "!", place.center, scale.body, palette.card, True, "center")
        words = verdict_words(verdict, match_of(self._editing))
        self._write_verdict(surface, words, place.right + px(12), y)
        if verdict.text:
            self._write_text(surface, verdict.text, x)
        if self._stepper is not None:
            left, middle, words = self._stepper
            at = (left, middle)
            screen.write(surface, words, at, scale.small, anchor="center")

    def _write_verdict(self, surface: pygame.Surface, words: str, x: int, y: int) -> None:
        """Write the verdict in one line, or in two smaller ones."""
        scale, palette = self._screen.scale, self._screen.palette
        room = self._right - x
        if theme.font(scale.title, True).size(words)[0] <= room:
            theme.write(surface, words, (x, y), scale.title, palette.ink, True, "midleft")
            return
        # Without a text below there is room for another line.
        lines = wrap(words, scale.heading, room, True)[:3]
        at = (x, y - line_height(scale.heading) // 2)
        write_lines(surface, lines, at, scale.heading, palette.ink, True, "midleft")

    def _write_text(self, surface: pygame.Surface, text: str, x: int) -> None:
        scale, palette = self._screen.scale, self._screen.palette
        middle, room = self.rect.y + scale.px(70), self._right - x
        at, ink = (x, middle), palette.ink
        place = self._screen.write(surface, text, at, scale.body, ink, room=room)
        keys, at = say("edit_copy_keys"), (self._right, middle)
        # A long text takes all of the line; the buttons above say their keys, too.
        if theme.font(scale.small).size(keys)[0] + scale.px(16) <= self._right - place.right:
            self._screen.write(surface, keys, at, scale.small, anchor="midright")


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
            margin, exact = evaluation.margin, evaluation.exact
            value, colour = sentences.value_words(match.game, margin, exact), palette.ink
            if margin:
                colour = palette.best if margin > 0 else palette.bad
        size = max(scale.title, scale.px(24))
        right = theme.write(surface, value, (place.right, middle), size, colour, True, "midright")
        room = right.x - place.x - scale.px(8)
        names = (say("edit_worth", name=name), name[:1].upper() + name[1:])
        words = theme.first_fitting(names, scale.body, room)
        screen.write(surface, words, (place.x, middle), scale.body)
        lines = [say("edit_sought")]
        if judgement is not None:
            selective = match.game.uses_probcut(match.start)
            sure = sentences.sure_words(judgement.value_exact, judgement.depth, selective)
            best = _best_words(match, view, judgement)
            lines = [f"{sure} \u00b7 {words}" for words in best]
            sure = sentences.sure_words(judgement.value_exact, judgement.depth, False)
            lines += [f"{sure} \u00b7 {best[-1]}", best[-1]]  # where there is no room for more
        words = theme.first_fitting(lines, scale.small, place.width)
        at = (place.x, middle + scale.px(27))
        screen.write(surface, words, at, scale.small)


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
