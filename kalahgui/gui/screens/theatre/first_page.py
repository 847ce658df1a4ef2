"""What is seen of the theatre first: three sentences, and a small search that plays itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height, wrap, write_lines
from kalahgui.gui.paint.trees import SurfacePen, TreePicture
from kalahgui.gui.panels.tree_parts import picture_part
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.screens.theatre.reasons import Wording
from kalahgui.gui.screens.theatre.terms import TermSpot, TermSpots, term_words
from kalahgui.gui.screens.theatre.transport import Knob, add_tools
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control, Kind, Tool
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.theatre.explanation import Cut, Valued
from kalahgui.theatre.first_lesson import FirstLesson, moves_named

# Those of a search by alpha-beta; no other term occurs here.
CHIPS = ("minimax", "evaluation", "alpha", "beta", "cut")
_LEFT, _INSET = 400, 28  # the card at the left and what its words keep from its edge, in units
_BUTTON, _GAP = 36, 20
_NOW_LINES = 4  # of what happens, at most
_RING = 1.24  # the width of the ring around the node shown, of the node's


class FirstPage(TheatrePage):
    """See what a search is."""

    name = "first"
    about = "first_about"

    def __init__(self, screen: Screen, visit: Visit, rect: pygame.Rect) -> None:
        self.lesson = FirstLesson()
        self.playing = not self._by_hand(screen)
        self.term = ""  # the one that explains itself
        self._shown_for = 0.0  # seconds
        self._knob = Knob()
        screen.services.choose(theatre_seen=True)
        super().__init__(screen, visit, rect)

    @staticmethod
    def _by_hand(screen: Screen) -> bool:
        """Tell whether nothing shall move by itself."""
        return bool(screen.services.choices.motion == "reduced")

    # -- layout

    def lay_out(self) -> None:
        px, scale = self.scale.px, self.scale
        left, right = self.cards = self.two_cards(_LEFT)
        self._words = left.inflate(-2 * px(_INSET), -2 * px(_INSET))
        self._lay_out_buttons()
        self._lay_out_chips()
        self._lay_out_words()
        inside = right.inflate(-2 * px(_INSET), -2 * px(_INSET))
        self._lay_out_tools(inside)
        line = line_height(scale.body)
        self.track = pygame.Rect(inside.x, 0, inside.width, max(4, px(7)))
        self.track.bottom = self._tools[0].rect.y - line - px(22)
        self._below_track = self.track.bottom + px(10) + line // 2
        self._lay_out_link()
        tree = inside.copy()
        tree.height = self.track.y - px(18) - inside.y
        names = say("stage_you"), say("first_row_they")
        lesson = self.lesson.tree
        self.tree = TreePicture(
            lesson,
            tree,
            self.palette,
            max(11, px(16)),
            names,
            1.15,
            leaves=say("first_row_ends"),
            move_name=lambda node, move: lesson.children[move].label if not node else "",
            cut=say("stage_cut", values="{}"),
        )
        self._spots = TermSpots(self.palette, scale)
        self._tell()

    def _lay_out_buttons(self) -> None:
        px, add, room = self.scale.px, self.screen.controls.button, self._words
        height = max(px(48), round(self.scale.body * 2.1))
        row = pygame.Rect(room.x, room.bottom - height, room.width, height)
        again = row.copy()
        again.width = round(row.width * 0.42)
        add(again, say("first_again"), self.play_again, style="soft")
        row.width -= again.width + px(12)
        row.right = room.right
        add(row, say("first_yours"), self.go_on, style="go")
        self._words_bottom = row.y - px(14)

    def _lay_out_words(self) -> None:
        """Find the largest letters in which all fits, up to four lines of what happens."""
        scale, px, room = self.scale, self.scale.px, self._words
        texts = [say(f"first_words_{n}") for n in (1, 2, 3)]
        for size in range(max(12, px(19 * scale.text)), scale.small - 1, -1):
            self._size = size
            self._lines = [balance(words, size, room.width) for words in texts]
            lines = sum(map(len, self._lines)) + _NOW_LINES
            self._now_y = self._words_bottom - line_height(size) * _NOW_LINES - self._chips_height
            self._now_y -= round(scale.heading * 1.6) + px(16)
            needed = round(self._head * 1.9) + lines * line_height(size) + 4 * px(14)
            if (
                room.y + needed + self._chips_height + round(scale.heading * 1.6)
                <= self._words_bottom
            ):
                break

    @property
    def _chip_height(self) -> int:
        return round(self.scale.small * 2.0)

    @property
    def _head(self) -> int:
        return max(14, self.scale.px(21 * self.scale.text))

    def _lay_out_chips(self) -> None:
        """Add the chips, in as many rows as they need."""
        px, scale, room = self.scale.px, self.scale, self._words
        face, height, gap = theme.font(scale.small, True), self._chip_height, px(7)
        row, places = pygame.Rect(room.x - gap, room.y, 0, height), {}
        for term in CHIPS:
            width = face.size(say(f"term_{term}_named"))[0] + px(18)
            if row.right + gap + width > room.right:
                row = pygame.Rect(room.x - gap, row.bottom + gap, 0, height)
            row = places[term] = pygame.Rect(row.right + gap, row.y, width, height)
        self._chips_height = row.bottom - room.y
        self.chips: dict[str, Control] = {}
        down = self._words_bottom - row.bottom
        for term, place in places.items():
            words = say(f"term_{term}_named")
            explains = partial(self.explain, term)
            place, chosen = place.move(0, down), term == self.term
            self.chips[term] = self.screen.controls.area(
                place, explains, words, kind=Kind.SWITCH, selected=chosen
            )
        self._what_at = (row.right + gap, row.centery + down)

    def _lay_out_tools(self, inside: pygame.Rect) -> None:
        px, screen = self.scale.px, self.screen
        side, gap = max(22, px(_BUTTON)), px(_GAP)
        tools = [
            Tool("to_start", "watch_to_start", "to_start"),
            Tool("step_back", "watch_step_back", "step_back"),
            Tool("step", "watch_step", "step", self._by_hand(screen)),
        ]
        if not self._by_hand(screen):
            play = ("pause", "watch_pause") if self.playing else ("play", "watch_play")
            tools.insert(2, Tool(*play, "play", True))
        left = inside.centerx - (len(tools) * (side + gap) - gap) // 2
        first = pygame.Rect(left, inside.bottom - side, side, side)
        self._tools = add_tools(screen, tools, first, gap, self.commands, self.name)

    def _lay_out_link(self) -> None:
        size = self.scale.body
        self._link = say("watch_next_cut")
        place = pygame.Rect((0, 0), theme.font(size, True).size(self._link))
        place.midright = (self.track.right, self._below_track)
        self._link_at = place.midright
        self.screen.controls.area(place.inflate(8, 8), self.next_cut, self._link)

    # -- what the visitor does

    def explain(self, term: str) -> None:
        """Have a term explain itself, or no more."""
        self.term = "" if self.term == term else term
        self._pause()

    def play_again(self) -> None:
        """Show it once more."""
        self.lesson.go_to(0)
        self.playing = not self._by_hand(self.screen)
        self._moved()

    def go_on(self) -> None:
        """Go to a position of one's own."""
        last = self.screen.services.autosave.newest()
        self.close()
        self.visit.open_own(None if last is None or last.stored is None else last.stored.match)
        self.visit.plays = True
        self.screen.refresh()

    def next_cut(self) -> None:
        """Go to the next cut, after the last one to the first."""
        cuts = self.lesson.cuts
        self._go(next((at for at in cuts if at > self.lesson.at), cuts[0]))

    def _go(self, at: int) -> None:
        self.playing = False
        self.lesson.go_to(at)
        self._moved()

    def _toggle(self) -> None:
        if self._by_hand(self.screen):
            self._go(self.lesson.at + 1)
        elif self.lesson.finished:
            self.play_again()
        else:
            self.playing = not self.playing
            self._moved()

    def _pause(self) -> None:
        self.playing = False
        self.screen.refresh()

    def _moved(self) -> None:
        self.term, self._shown_for = "", 0.0
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        at = self.lesson.at
        return {
            "play": self._toggle,
            "step": partial(self._go, at + 1),
            "step_back": partial(self._go, at - 1),
            "to_start": partial(self._go, 0),
            "to_end": partial(self._go, len(self.lesson.steps)),
            "next_cut": self.next_cut,
            "again": self.play_again,
            "go_on": self.go_on,
        }

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._spots.hover(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            spots = self._spots
            if spots.tap(event.pos):
                self._pause()
                self._spots = spots  # the page was laid out anew
                return True
        share = self._knob.pulled(event, self.track, self.scale)
        if share is None:
            return super().handle(event)
        at = round(share * len(self.lesson.steps))
        if at != self.lesson.at:
            self._go(at)
        return True

    @property
    def views(self) -> list[Part]:
        step, lesson = self.lesson.step, self.lesson
        here = () if step is None else step.at
        choices = "access_you_choose", "access_they_choose"
        name = say("first_title")
        return [picture_part(self.tree, lesson.labels(), name, here=here, choices=choices)]

    # -- time

    @property
    def said(self) -> str:
        return self.term_words(self.term) if self.term else self.words()

    @property
    def moving(self) -> bool:
        return self.playing

    def update(self, dt: float) -> None:
        if not self.playing:
            return
        self._shown_for += dt
        if self._shown_for >= self.lesson.seconds:
            self._shown_for -= self.lesson.seconds
            self.lesson.go_to(self.lesson.at + 1)
            self.term = ""
            if self.lesson.finished:
                self._pause()
            self._tell()

    def close(self) -> None:
        self.playing = False
        if self.visit.tab == self.name:
            self.visit.tab = "watch"

    # -- what is said

    def _tell(self) -> None:
        """Have the chips tell of the node shown."""
        for term, chip in self.chips.items():
            chip.tip = "" if term == self.term else self.term_words(term)

    def term_words(self, term: str, node: int | None = None) -> str:
        """Explain a term by a node, by default that of the step shown.

        All values lie above 0 and need no sign.
        """
        playback = self.lesson.playback
        return term_words(term, playback, Wording(playback.recording), node).replace("+", "")

    @property
    def terms(self) -> Sequence[str]:
        return [self.term_words(term) for term in CHIPS]

    def words(self) -> str:
        """Say what has just happened."""
        lesson, step = self.lesson, self.lesson.step
        if step is None:
            return say("first_begin")
        move = moves_named(step, lesson.tree)
        if isinstance(step, Cut):
            held = lesson.best()
            assert held is not None, "somebody holds the bound"
            name = lesson.tree.children[held[0]].label
            return say("first_cut", value=step.value, held=name, bound=step.bound)
        value = step.known[step.at].value
        if lesson.finished:
            best = lesson.best()
            assert best is not None, "a search finds a move"
            name, seen = lesson.tree.children[best[0]].label, lesson.looked_at
            return say("first_done", move=name, value=value, n=seen, all=len(lesson.leaves))
        if len(step.at) > 1:
            key = "first_end_better" if step.better else "first_end_worse"
            return say(key, value=value, move=move, bound=step.known[step.at[:1]].value)
        return self._move_words(step, move)

    def _move_words(self, step: Valued, move: str) -> str:
        """Say what a move of the root is worth, beside the best one before."""
        lesson, value = self.lesson, step.known[step.at].value
        before = lesson.best(before=1)
        if before is None:
            return say("first_move", move=move, value=value)
        held, bound = lesson.tree.children[before[0]].label, step.known[before].value
        key = "first_move_better" if step.better else "first_move_worse"
        return say(key, move=move, value=value, held=held, bound=bound)

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self._spots.clear()
        self._draw_words(surface)
        self._draw_now(surface)
        self._draw_chips(surface)
        self.tree.draw(surface, self.lesson.labels())
        for term, path, rect in self.tree.terms():
            # What was cut away is to be seen.
            around = rect.unionall([self.tree.box_of(each) for each in (path, (*path, 0))])
            self._spots.spots.append(TermSpot(term, rect, around, self.lesson.node(path)))
        self._draw_ring(surface)
        self._draw_track(surface)

    def draw_over(self, surface: pygame.Surface) -> None:
        self._spots.draw(surface, self.term_words)

    def _draw_words(self, surface: pygame.Surface) -> None:
        px, palette = self.scale.px, self.palette
        x, y = self._words.topleft
        self.write(surface, say("first_title"), (x, y), self._head, bold=True)
        y += round(self._head * 1.9)
        ink = palette.ink.lerp(palette.quiet, 0.3)
        for lines in self._lines:
            y = write_lines(surface, lines, (x, y), self._size, ink) + px(14)
        y = (y + self._now_y) // 2 - px(4)
        pygame.draw.line(surface, palette.line, (x, y), (self._words.right, y))

    def _draw_now(self, surface: pygame.Surface) -> None:
        scale, room = self.scale, self._words
        head = say("first_term") if self.term else say("first_now")
        words = self.term_words(self.term) if self.term else self.words()
        self.write(surface, head, (room.x, self._now_y), scale.heading, bold=True)
        at = (room.x, self._now_y + round(scale.heading * 1.6))
        size, y, written = self._size, at[1], []
        for line in wrap(words, size, room.width):
            written.append((line, self.write(surface, line, (room.x, y), size)))
            y += line_height(size)
        around = pygame.Rect(at, (room.width, y - at[1]))
        self._spots.mark(surface, words, written, size, around=around)

    def _draw_chips(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for term, chip in self.chips.items():
            chosen, rect = term == self.term, chip.rect
            fill = palette.best if chosen else palette.card.lerp(palette.best, 0.14)
            ink = palette.on_accent if chosen else palette.best
            surface.blit(theme.rounded(rect.size, rect.height // 2, fill), rect)
            words = say(f"term_{term}_named")
            theme.write(surface, words, rect.center, scale.small, ink, True, "center")
        room, words = self._words.right - self._what_at[0], say("first_what")
        if theme.font(scale.small).size(words)[0] <= room:
            at = self._what_at
            theme.write(surface, words, at, scale.small, palette.quiet, anchor="midleft")

    def _draw_ring(self, surface: pygame.Surface) -> None:
        step = self.lesson.step
        if step is None:
            return
        side = round(self.tree.side_of(step.at) * _RING)
        pen = SurfacePen(surface, self.palette.card)
        square, width = len(step.at) % 2 == 0, max(2, self.scale.px(4))
        pen.ring(self.tree.centre(step.at), side, square, self.palette.accent, width)

    def _draw_track(self, surface: pygame.Surface) -> None:
        px, scale, palette, track = self.scale.px, self.scale, self.palette, self.track
        share = self.lesson.at / len(self.lesson.steps)
        radius = track.height // 2
        surface.blit(theme.rounded(track.size, radius, palette.line), track)
        x = track.x + round(track.width * share)
        if share:
            done = (max(track.height, x - track.x), track.height)
            surface.blit(theme.rounded(done, radius, palette.accent), track)
        for cut in self.lesson.cuts:
            mark = pygame.Rect(0, 0, max(2, px(3)), track.height + 2 * px(8))
            mark.center = (
                track.x + round(track.width * cut / len(self.lesson.steps)),
                track.centery,
            )
            surface.fill(palette.best, mark)
        theme.draw_dot(surface, (x, track.centery), max(11, px(20)), palette.accent)
        lesson, at = self.lesson, (track.x, self._below_track)
        words = say("first_looked_at", n=lesson.looked_at, all=len(lesson.leaves))
        theme.write(surface, words, at, scale.body, palette.ink, True, "midleft")
        theme.write(surface, self._link, self._link_at, scale.body, palette.best, True, "midright")
