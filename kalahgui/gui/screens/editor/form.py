"""What stands around the board that is edited: what is chosen, the verdict, and the value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from kalahgui.engine.engine import Engine
from kalahgui.engine.judgement import Judgement
from kalahgui.games import DRAFTING
from kalahgui.games.draft import Draft, Drafting, Verdict
from kalahgui.gui.boards.view import View
from kalahgui.gui.elements.controls import Button, Choice
from kalahgui.gui.elements.element import Element, Look, Size
from kalahgui.gui.elements.layout import Card, Column, Row, Space
from kalahgui.gui.elements.writing import Text, wide
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.theme import Scale
from kalahgui.gui.panels import sentences
from kalahgui.gui.screens.editor.inputs import EditorInput
from kalahgui.gui.services import naming
from kalahgui.match.analysis import Analysis, NodeValue
from kalahgui.match.editing import Editing
from kalahgui.match.match import Match, Player
from kalahgui.words import as_text, say

WIDTH = 272  # of the rows of the form, in units of the layout
_FEW = 2  # in a row, where the words are long
_BUTTON = 36

Change = Callable[[Draft], None]


def _board_words(drafting: Drafting, board: str) -> str:
    """Return what a board is called; what is said of one with several starts is about a start."""
    words = "board" if len(drafting.starts(board)) == 1 else "edit_board"
    return drafting.board_text(board) or say(f"{words}_{board}")


def _ruled(others: Sequence[str]) -> Callable[[Draft, str], Draft]:
    """Return what has a rule, if it has a name, take the place of others."""

    def choose(draft: Draft, rule: str) -> Draft:
        rules = [kept for kept in draft.rules if kept not in others]
        return replace(draft, rules=(*rules, rule) if rule else tuple(rules))

    return choose


def form(
    editing: Editing, scale: Scale, choose_game: Callable[[str], None], change: Change
) -> Element:
    """Return the rows of a draft, the choice of the game first.

    What is chosen changes the draft as it is then: stones may be laid as long as a row stands.
    """
    draft, drafting, game = editing.draft, editing.drafting, editing.drafting.game

    def row(
        label: str,
        options: Sequence[tuple[str, str]],
        chosen: str,
        choose: Callable[[Draft, str], Draft],
    ) -> Element:
        act = lambda value: change(choose(editing.draft, value))  # noqa: E731
        return _row(scale, label, options, chosen, act)

    games = [(key, say(f"rules_tab_{key}")) for key in DRAFTING]
    rows = [_row(scale, say("edit_game"), games, draft.game, choose_game)]
    if len(drafting.boards) > 1:
        boards = [(board, _board_words(drafting, board)) for board in drafting.boards]
        here = drafting.board_of(draft.variant)
        rows.append(row(say(f"edit_board_{game.key}"), boards, here, drafting.on_board))
    if drafting.chooses_turn:
        sides = [(str(side), say(f"edit_side_{game.sides[side]}")) for side in (0, 1)]
        turned = lambda draft, side: drafting.with_turn(draft, int(side))  # noqa: E731
        rows.append(row(say("edit_to_move"), sides, str(draft.turn), turned))
    for name, choices in drafting.rule_choices(draft.variant):
        options = [(rule, say(f"edit_rule_{word}")) for rule, word in choices]
        chosen = next((rule for rule, _ in choices if rule in draft.rules), "")
        ruled = _ruled([word for _, word in choices])
        rows.append(row(say(f"edit_rules_{name}"), options, chosen, ruled))
    return Column(*rows, gap=10)


def _row(
    scale: Scale,
    label: str,
    options: Sequence[tuple[str, str]],
    chosen: str,
    choose: Callable[[str], None],
) -> Element:
    """Return a label and what there is to choose, in a row, or in two where words are long."""
    room = scale.px(WIDTH) / len(options) - scale.px(12)
    fit = all(wide(words, scale.body, False) <= room for _, words in options)
    in_row = len(options) if fit else _FEW
    rows = [
        Choice(options[first : first + in_row], chosen, choose, name=label, grow=1)
        for first in range(0, len(options), in_row)
    ]
    head = Text(label, bold=True, line=True, smaller="small", silent=True, height=24)
    return Column(head, *(Row(row, height=_BUTTON, stretch=True) for row in rows), gap=2)


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


class _Sign(Element):
    """A disc with a sign that says whether the position can be played."""

    def __init__(self, playable: bool) -> None:
        super().__init__(width=22, height=22)
        self._playable = playable

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, size, centre = look.palette, self.rect.height, self.rect.center
        theme.draw_dot(surface, centre, size, palette.best if self._playable else palette.bad)
        if self._playable:
            theme.stamp(surface, theme.icon("check", round(size * 0.72), palette.card), centre)
        else:
            theme.write(surface, "!", centre, look.type("body"), palette.card, True, "center")


class _Copied(Row):
    """A position as text and the keys that copy it; a long text takes all of the line."""

    def __init__(self, text: str) -> None:
        keys = Text(say("edit_copy_keys"), "small", "quiet", line=True)
        self._both = Text(text, line=True), Space(grow=1), keys
        super().__init__(*self._both, gap=16)

    def wants(self, look: Look, room: int) -> Size:
        needed = sum(element.wants(look, room)[0] for element in self._both)
        fits = needed + 2 * look.px(self.gap) <= room
        self.children = [*self._both] if fits else [self._both[0]]
        return super().wants(look, room)


def verdict_card(editing: Editing, change: Change) -> Element:
    """Return what the rules say of the draft, and the buttons that lay the whole board."""
    verdict, drafting, draft = editing.verdict, editing.drafting, editing.draft
    words = verdict_words(verdict, match_of(editing))

    def button(label: str, draft_of: Callable[[], Draft]) -> Element:
        return Button(label, lambda: change(draft_of()), style="soft", height=_BUTTON, key=label)

    starts = drafting.starts(draft.variant)
    buttons = [
        button(
            say("edit_start") if len(starts) == 1 else say(f"board_{variant}"),
            partial(drafting.start, variant, draft.rules),
        )
        for variant in starts
    ]
    if any(drafting.start(draft.variant).cells):
        buttons.append(button(say("edit_empty"), lambda: drafting.empty(editing.draft)))
    if drafting.swaps:
        buttons.append(button(say("edit_swap"), lambda: drafting.swapped(editing.draft)))
    if drafting.counts:
        label = say("edit_even_out", n=drafting.whole(draft))
        buttons.append(button(label, lambda: drafting.evened(editing.draft)))
    sign = Text(words, "title", bold=True, smaller="heading", grow=1)
    content = Column(
        Row(_Sign(verdict.playable), sign, gap=12),
        _Copied(verdict.text) if verdict.text else None,
        Space(grow=1),
        Row(
            *buttons,
            Space(grow=1),
            _begun_with(editing, change) if drafting.counts else None,
            gap=10,
        ),
        gap=4,
    )
    return Card(content, padding=(24, 16, 20, 18), height=150)


def _begun_with(editing: Editing, change: Change) -> Element:
    drafting, draft = editing.drafting, editing.draft
    stones = drafting.begins_with(draft)
    words = say("edit_per_pit", n=stones)

    def step(way: int, sign: str, spoken: str) -> Element:
        return Button(
            sign,
            lambda: change(drafting.begin_with(editing.draft, stones + way)),
            style="segment",
            enabled=1 <= stones + way <= drafting.most_to_begin,
            spoken=as_text(words, say(spoken)),
            width=_BUTTON,
            height=_BUTTON,
        )

    label = Text(words, "small", "quiet", line=True, silent=True)
    return Row(step(-1, "\u2212", "access_less"), label, step(1, "+", "access_more"), gap=8)


# Seconds without a change before the engine is asked: turning the wheel makes many changes.
_PAUSE = 0.15


class Value:
    """Asks the engine for the value of one position after the other."""

    def __init__(self, engine: Engine, failed: Callable[[str], None]) -> None:
        self._engine = engine
        self._failed = failed
        self._analysis: Analysis | None = None
        self._pause = 0.0

    def follow(self, match: Match | None) -> None:
        """Judge the start of a match, or nothing, and let go of what was asked before."""
        self.drop()
        self._analysis = None
        self._pause = _PAUSE
        if match is not None:
            self._match = match
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
        return None if self._analysis is None else self._analysis.evaluation(self._match.root)

    def content(self, hands: EditorInput, scale: Scale) -> Element | None:
        """Return what the position is worth, and below it how sure that is with the best turns."""
        if self._analysis is None:
            return None
        match, evaluation = self._match, self.evaluation
        judgement = self._analysis.of(match.root)
        name = say(match.game.sides[0])
        value, colour = "\u2026", "quiet"
        if evaluation is not None:
            margin, exact = evaluation.margin, evaluation.exact
            value, colour = sentences.value_words(match.game, margin, exact), "ink"
            if margin:
                colour = "best" if margin > 0 else "bad"
        lines = [say("edit_sought")]
        if judgement is not None:
            selective = match.game.uses_probcut(match.start)
            sure = sentences.sure_words(judgement.value_exact, judgement.depth, selective)
            best = _best_words(match, hands.view, judgement)
            lines = [f"{sure} \u00b7 {words}" for words in best]
            sure = sentences.sure_words(judgement.value_exact, judgement.depth, False)
            lines += [f"{sure} \u00b7 {best[-1]}", best[-1]]  # where there is no room for more
        worth, shorter = say("edit_worth", name=name), [naming.capital(name)]
        size = max(scale.title, scale.px(24))
        return Column(
            Row(
                Text(worth, "body", "quiet", line=True, shorter=shorter, grow=1),
                # Before a value is known, the line below says so in words.
                Text(value, size, colour, bold=True, line=True, silent=evaluation is None),
                gap=8,
                height=30,
            ),
            Text(lines[0], "small", "quiet", line=True, shorter=lines[1:]),
        )


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
    versions = [say("edit_best", first=first)]
    if len(turns) > 1:
        then = naming.turn_words(turns[1], view.move_text)
        versions.insert(0, say("edit_best_then", first=first, then=then))
    return versions
