"""A recorded search, step by step: the tree at the right, what the step means at the left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Painted, Row, Space, Tip
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.screens.theatre.search_card import SearchCard, search_bar
from kalahgui.gui.screens.theatre.step_words import heading, sentence
from kalahgui.gui.screens.theatre.terms import TERMS, Explaining, TermSpot, TermSpots, node_words
from kalahgui.gui.screens.theatre.theatre_page import RecordedPage, TheatreScreen, two_cards
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.gui.screens.theatre.watch.asking import Asking
from kalahgui.gui.screens.theatre.watch.node_card import NodeCard
from kalahgui.gui.screens.theatre.watch.stage import Stage
from kalahgui.gui.screens.theatre.watch.stage_part import StageWords
from kalahgui.gui.screens.theatre.watch.take_along import saves_of
from kalahgui.gui.screens.theatre.watch.transport import (
    BESIDE,
    RecordingPlayer,
    TimeLine,
    transport,
)
from kalahgui.gui.screens.theatre.watching import Watched
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.saving import Saver
from kalahgui.learning.being_search import Choice
from kalahgui.theatre.order import RISING
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import MOST_STEPS
from kalahgui.theatre.stopping import Fixed
from kalahgui.words import say, with_label

_BETWEEN = " · "  # the parts of a legend
_LEFT, _INSIDE = 430, (24, 12, 24, 14)  # the card at the left and what is around it, in units
_HURRIED_SECONDS = 1 / 3  # so that nothing flashes more than three times a second


class WatchPage(RecordedPage):
    """Watch a search."""

    keys = "watch_keys"
    name = "watch"

    def __init__(self, screen: TheatreScreen, visit: Visit) -> None:
        super().__init__(screen, visit)
        show = screen.services.notices.show_now
        self.player = RecordingPlayer(self._follow, screen.refresh, lambda key: show(say(key)))
        self.line = TimeLine(self, self._at, self.player.go_to)
        self.stage: Stage | None = None
        self.spots = TermSpots(
            self, self._terms_beside, lambda term, node: self.node_card.term_words(term, node)
        )
        self.node_card = NodeCard(self, self.spots)
        self.asking: Asking | None = None
        self._was_playing = False
        self._carded: object = None  # what the card was made for
        self._staged: object = None  # and the stage
        self._shown: tuple[int, ...] = ()  # the moment that the tree was made for
        self._since_shown = 0.0

    def content(self) -> Element:
        self.watching.follow()
        self._shown, self._since_shown = self._moment, 0.0
        carded = self.playback, self.visit.revision, self.looks
        if carded != self._carded:
            self._carded = carded
            self.node_card.show(self.watching.shown)
        elif self.playback is not None:
            self.node_card.follow(self.playback)
        self.player.playback = self.playback
        self._follow_questions()
        self.spots.texts.clear()
        if self.playback is None:
            self.stage = None
        return Explaining(two_cards(self._left_card(), self._tree_card()), self.spots)

    def _left_card(self) -> Element:
        asking = self.asking
        if asking is not None and asking.open:
            upper = asking.content(self.answer)
        else:
            upper = self.node_card.content(self.watching)
        upper.grow = 1
        return Card(
            Column(upper, search_bar(self, self.look), gap=10), width=_LEFT, padding=_INSIDE
        )

    def _tree_card(self) -> Element:
        tree: Element
        said = self._legend().split(_BETWEEN)
        legend, *shorter = (_BETWEEN.join(said[:most]) for most in range(len(said), 0, -1))
        if self.playback is None:
            tree = self.waiting(self._offer())
        else:
            tree = Painted(
                self._draw_stage,
                placed=self._place_stage,
                hears=self._hear_stage,
                nodes=self._tell_stage,
                tips=self._node_tip,
                name=say("access_tree"),
                takes_focus=True,
                grow=1,
                key="stage",
            )
        marked = not self.visit.asking  # where a cut is, is asked
        below = transport(self, self.player, self.line, marked=marked)
        foot = Column(Text(legend, "small", "quiet", line=True, shorter=shorter), padding=BESIDE)
        upper = Column(Column(tree, padding=BESIDE, grow=1), below, gap=2, grow=1)
        return Card(Column(upper, foot, gap=10), padding=(11, 14, 11, 14))

    def _offer(self) -> Element | None:
        offer = self.watching.offer
        if offer is None:
            return None
        label = say("watch_offer", count=offer.recording.depth)
        button = Button(label, self.take_offer, style="go", width=260, height=44)
        return Row(Space(grow=1), button, Space(grow=1))

    def _at(self) -> int:
        return 0 if self.playback is None else self.playback.at

    @property
    def _moment(self) -> tuple[int, ...]:
        return self.watching.revision, self._at(), self.watching.compared_so_far

    @property
    def _is_late(self) -> bool:
        """Tell whether what is shown has to change: while steps fly by, now and then."""
        now, flies = self._moment, self.player.hurried or self.line.held
        if now == self._shown:
            return False
        moved = now[1] != self._shown[1] and not flies
        return moved or now[0] != self._shown[0] or self._since_shown >= _HURRIED_SECONDS

    def _follow_questions(self) -> None:
        playback, eyes = self.playback, self.visit.as_mover
        if playback is None or not self.visit.asking:
            self.asking = None
        elif self.asking is None or not self.asking.follows(playback, eyes):
            self.asking = Asking(self.screen, playback, eyes, self.visit.you)

    # -- the stage

    def _place_stage(self, rect: pygame.Rect) -> None:
        watched = self.watching.shown
        assert watched is not None
        staged = tuple(rect), watched.playback, self.looks
        if staged == self._staged and self.stage is not None:
            return
        self._staged, before = staged, self.stage
        screen, visit, wording = self.screen, self.visit, self.node_card.wording
        same = before is not None and before.playback is watched.playback
        self.stage = Stage(
            watched.playback,
            rect,
            screen.palette,
            screen.scale,
            tree=watched.layout,
            you=visit.you,
            other=visit.other,
            as_mover=visit.as_mover,
            move_name=wording.move,
            before=before if same else None,
        )
        self._told = StageWords(self.stage, wording, self.go_to_node)

    def _draw_stage(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self.stage is not None:
            self.stage.draw(surface)

    def _hear_stage(self, event: pygame.Event) -> bool:
        if self.stage is None or self.spots.tap(event) or not self.stage.handle(event):
            return False
        node, self.stage.clicked = self.stage.clicked, None
        if node is not None:
            self.player.go_to_node(node)
        return True

    def _tell_stage(self) -> list[AccessibleNode]:
        focus = self.screen.controls.focus
        focused = self.screen.is_top and (focus is None or focus.key == "stage")
        return [self._told.part(focused=focused, plays=self.player.playing)]

    def _play_first(self) -> None:
        """Play by itself where somebody came to see just that."""
        if self.player.playback is None:
            return
        plays, self.visit.plays = self.visit.plays, False
        if plays and not self.player.playing and self.screen.services.choices.motion != "reduced":
            self.player.toggle()

    # -- how to search

    def open_card(self) -> None:
        """Open the card with all choices of how to search."""
        app = self.screen.app
        app.push(SearchCard(app, self.visit, self.screen.refresh))

    def choose_algorithm(self, algorithm: str) -> None:
        self.player.stop()
        super().choose_algorithm(algorithm)

    def look(self, depth: int) -> None:
        """Look so many turns ahead."""
        self.player.stop()
        self.visit.search_by(depth=depth)
        self.screen.refresh()

    def take_offer(self) -> None:
        """Watch the deepest search that can be recorded."""
        if self.watching.offer is not None:
            self.watching.take(self.watching.offer)
            self.screen.refresh()

    # -- being asked

    def switch_asking(self) -> None:
        """Have the search stop where it turns, and ask, or not any more."""
        self.visit.asking = not self.visit.asking
        self.screen.refresh()

    def answer(self, answer: Choice | None) -> None:
        """Answer the question, or have it answered; then the search plays on."""
        if self.asking is None:
            return
        if self.asking.take(answer):
            self.screen.services.notices.show_now(self.asking.words)
            if self._was_playing and not self.player.playing:
                self.player.toggle()
        else:
            self.screen.services.voice.tell(self.asking.words)
        self.screen.refresh()

    def _ask(self, playing: bool) -> None:
        if self.asking is None or not self.asking.catch_up(playing):
            return
        if self.asking.open:
            self._was_playing = playing
            self.player.stand_still()
            self._follow()
        self.screen.refresh()
        if self.asking.card is not None:
            self.screen.services.voice.tell(self.asking.card.words)

    # -- moving along the recording

    @property
    def playback(self) -> Playback | None:
        """Return the playback of what is recorded, if anything is."""
        watched = self.watching.shown
        return None if watched is None else watched.playback

    def _follow(self) -> None:
        """Have the stage stay with the playback again."""
        if self.stage is None or self.playback is None:
            return
        self.stage.chosen = None
        self.stage.follow = True

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        if self.asking is not None and self.asking.handle(event):
            return True
        if self.spots.tap(event):
            return True
        if event.type == pygame.KEYDOWN and self._hear_stage(event):
            self.screen.controls.let_go()  # the tree has the keys
            return True
        return super().handle(event)

    def go_to_node(self, node: int) -> None:
        """Look at a node; where it is looked at already, fold what lies below, or unfold it."""
        if self.stage is None:
            return
        if node == self.stage.here:
            self.stage.fold(node)
        self.player.go_to_node(node)
        self.stage.chosen = node
        self.stage.focus(node)
        self.screen.app.wake()

    @property
    def commands(self) -> Commands:
        player = self.player
        return {
            "play": player.toggle,
            "step": partial(player.step, 1),
            "step_back": partial(player.step, -1),
            "to_start": partial(player.go_to, 0),
            "to_end": partial(player.go_to, MOST_STEPS),
            "next_cut": partial(player.leap, Playback.next_cut, "watch_no_cut"),
            "next_change": partial(player.leap, Playback.next_change_of_mind, "watch_no_change"),
            "wind": partial(player.toggle, winding=True),
            "speed": player.change_speed,
            "algorithm": partial(self.step_algorithm, 1),
            "choices": self.open_card,
            "eyes": self._change_eyes,
            "ask": self.switch_asking,
            **{f"depth_{depth}": partial(self.look, depth) for depth in self.visit.depths},
        }

    def _change_eyes(self) -> None:
        self.visit.as_mover = not self.visit.as_mover
        self.screen.refresh()

    # -- time

    @property
    def said(self) -> str:
        if (
            self.playback is None
            or self.stage is None
            or self.player.playing  # steps pass faster than they are told
            or (self.asking is not None and self.asking.open)
        ):
            return ""
        step = sentence(self.playback, self.node_card.wording)
        return with_label(heading(self.playback.step), step)

    @property
    def moving(self) -> bool:
        busy = self._shown != self._moment or self.watching.recording or self.watching.counting
        busy = busy or self.player.playing
        stage = self.stage is not None and self.stage.moving
        return busy or stage or self.node_card.moving

    def elapse(self, dt: float) -> None:
        super().elapse(dt)
        if self.asking is not None:
            self.asking.poll()

    def update(self, dt: float) -> None:
        playing = self.player.playing
        if self.asking is None or not self.asking.waits:
            self.player.update(dt)
        self._ask(playing)
        self._since_shown += dt
        if self._is_late:
            self.screen.refresh()
        self._play_first()
        self.node_card.update(dt)
        if self.stage is not None:
            if not self.stage.rect.collidepoint(self.pointer):
                self.stage.hover(None)
            self.stage.elapse(self.screen.glided(dt))

    # -- what can be taken along

    def saves(self, saver: Saver) -> dict[str, Callable[[], None]]:
        """Return how the tree and the recording are saved; nothing before there is one."""
        if self.stage is None:
            return {}
        return saves_of(self.stage, self.node_card.wording.move, saver)

    def show_recorded(self, watched: Watched) -> None:
        """Show a recording that was opened."""
        self.player.stop()
        self.watching.take(watched)

    def close(self) -> None:
        self.player.stop()
        if self.stage is not None:
            self.stage.let_go()
        super().close()

    # -- drawing

    @property
    def subtitle(self) -> str:
        watched = self.watching.shown
        depth = self.visit.depth if watched is None else watched.recording.depth
        words = [say("watch_ahead", count=depth)]
        if watched is not None:
            words += _how_words(watched)
        return " · ".join(words)

    @property
    def terms(self) -> Sequence[str]:
        # The search may have come since the page was last laid out, and the card not know it yet.
        return () if self.stage is None else [self.node_card.term_words(term) for term in TERMS]

    def _terms_beside(self) -> Sequence[TermSpot]:
        return [] if self.stage is None else self.stage.terms

    def _node_tip(self) -> Tip | None:
        """Have the node under the mouse tell what the search does there."""
        stage = self.stage
        node = None if stage is None else stage.node_at(self.pointer)
        if stage is None or node is None or self.spots.shown:
            return None
        words = node_words(node, stage.playback, self.node_card.wording)
        rect = stage.box_of(node)
        # What lies below is what it tells of.
        below = pygame.Rect(stage.area.x, rect.bottom, stage.area.width, 0)
        if stage.playback.recording.nodes[node].moves:
            below.height = round(stage.camera.step)
        return (words, rect, below) if words else None

    def _legend(self) -> str:
        if self.visit.as_mover:
            return self.legend("watch_legend_mover", "moves", "moves")
        return self.legend("watch_legend", "large", "small")


def _how_words(watched: Watched) -> list[str]:
    recording = watched.recording
    order, rule = recording.plan.order, recording.plan.rule
    words = []
    if order.listed and not order.name:
        words.append(say("watch_order_own"))
    elif order.name != RISING:
        words.append(say(f"watch_order_{order.name}"))
    if rule.name != Fixed.name:
        amount = str(rule).partition(":")[2]
        words.append(f"{say(f'watch_stop_{rule.name}')} {amount}")
    if rule.by_path:
        low, high = watched.turns
        if low == high:
            words.append(say("watch_lines_end_at", count=low))
        else:
            words.append(say("watch_lines_end", low=low, high=high))
    if recording.ended_by:
        words.append(say(f"watch_ended_by_{recording.ended_by}"))
    return words
