"""A recorded search, step by step: the tree at the right, what the step means at the left."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height
from kalahgui.gui.screens.theatre.asking import Asking
from kalahgui.gui.screens.theatre.node_card import NodeCard
from kalahgui.gui.screens.theatre.page import TheatrePage
from kalahgui.gui.screens.theatre.reasons import heading, sentence
from kalahgui.gui.screens.theatre.search_card import SearchBar, SearchCard
from kalahgui.gui.screens.theatre.stage import Stage
from kalahgui.gui.screens.theatre.stage_part import StageWords
from kalahgui.gui.screens.theatre.take_along import FILE_NAME, SUFFIX
from kalahgui.gui.screens.theatre.terms import TERMS, NodeRest, TermSpots, node_words
from kalahgui.gui.screens.theatre.transport import RecordingPlayer, Transport
from kalahgui.gui.screens.theatre.watching import Watched, Watching
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.naming import number
from kalahgui.gui.services.saving import PICTURES, Saver
from kalahgui.gui.services.theatre_visit import Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Control
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.tips import draw_tip
from kalahgui.learning.being_search import Choice
from kalahgui.theatre.export import document
from kalahgui.theatre.order import RISING
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.stopping import Fixed
from kalahgui.theatre.svg import TreeWords, svg
from kalahgui.theatre.tree_layout import TreeLayout

_BETWEEN = " · "  # the parts of a legend
_LEFT, _GAP = 430, 20  # the card at the left and the gap to the tree, in units


class WatchPage(TheatrePage):
    """Watch a search."""

    keys = "watch_keys"
    name = "watch"

    def __init__(self, screen: Screen, visit: Visit, rect: pygame.Rect, watching: Watching) -> None:
        """``watching`` has the recording, which the explanation of a turn shows, too."""
        self.watching = watching
        self.player = RecordingPlayer(self._follow, self._show_player, self._say)
        self.stage: Stage | None = None
        self._told: StageWords | None = None
        self._area: Control | None = None
        self._revision = -1
        self._rest = NodeRest()
        self.asking: Asking | None = None
        self._was_playing = False
        super().__init__(screen, visit, rect)

    # -- layout

    def lay_out(self) -> None:
        self.watching.follow()
        px, screen = self.scale.px, self.screen
        self._node_rect = pygame.Rect(self.rect.x, self.rect.y, px(_LEFT), self.rect.height)
        left = self._node_rect.right + px(_GAP)
        self._tree_rect = pygame.Rect(left, self.rect.y, self.rect.right - left, self.rect.height)
        self.cards = (self._node_rect, self._tree_rect)
        self._bar = SearchBar(
            screen, self.visit, self._node_rect, self.choose_algorithm, self.look, self.open_card
        )
        self.node_card = NodeCard(screen, self.visit, self._node_rect, self._bar.top)
        inside = self._tree_rect.inflate(-2 * px(20), 0)
        legend = line_height(self.scale.small)
        self._legend_y = self._tree_rect.bottom - px(14) - legend
        height = Transport.height(screen)
        place = pygame.Rect(inside.x, self._legend_y - px(10) - height, inside.width, height)
        self.transport = Transport(screen, place, self.player, self.commands)
        self._stage_rect = pygame.Rect(
            inside.x, self.rect.y + px(14), inside.width, place.y - px(10) - self.rect.y - px(14)
        )
        self._lay_out_offer()
        self._beside = TermSpots(self.palette, self.scale)  # the nodes of the tree
        self._show()
        self._lay_out_question()

    def _lay_out_offer(self) -> None:
        """Add the button that shows fewer turns, where only those can be shown."""
        px, offer = self.scale.px, self.watching.offer
        place = pygame.Rect(0, 0, px(260), max(24, px(44)))
        place.midtop = (self._stage_rect.centerx, self._stage_rect.centery + px(20))
        if offer is not None:
            words = say("watch_offer", count=offer.recording.depth)
            self.screen.controls.button(place, words, self.take_offer, style="go")

    def _lay_out_question(self) -> None:
        """Lay out the question in the place of the node's card, where one is asked."""
        playback, eyes = self.playback, self.visit.as_mover
        if playback is None or not self.visit.asking:
            self.asking = None
        elif self.asking is None or not self.asking.follows(playback, eyes):
            self.asking = Asking(self.screen, playback, eyes)
        if self.asking is not None and self.asking.open:
            room = self._node_rect.copy()
            room.height = self._bar.top - room.y
            self.asking.lay_out(room, self.answer)

    def _show(self) -> None:
        watched = self.watching.shown
        self._revision = self.watching.revision
        self.player.playback = self.playback
        self.node_card.show(watched)
        before = self.stage
        self.stage = self._told = None
        if watched is None:
            self.transport.show(0, ())
            return
        named = self.node_card.wording.move
        self.stage = Stage(self._stage_rect, self.palette, self.scale, self.visit.you, named)
        if before is not None and before.playback is watched.playback:
            self.stage.take_over(before)
        else:
            self.stage.show(watched.playback, watched.layout)
        self.stage.as_mover = self.visit.as_mover
        self._told = StageWords(self.stage, self.node_card.wording, self.go_to_node)
        place, name = self._stage_rect, say("access_tree")
        self._area = self.screen.controls.area(place, None, name)
        # Who is asked is not told beforehand where the cuts are.
        marks = () if self.visit.asking else watched.playback.cuts
        self.transport.show(watched.playback.length, marks)
        self._play_first()

    def _play_first(self) -> None:
        """Play by itself where somebody came to see just that."""
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
            self._say_words(self.asking.words)
            if self._was_playing and not self.player.playing:
                self.player.toggle()
        else:
            self.screen.services.voice.tell(self.asking.words)
        self.screen.refresh()

    def _say_words(self, words: str) -> None:
        self.screen.services.notices.show_now(words)

    def _ask(self, playing: bool) -> None:
        """Stop at a question that the search has come to."""
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

    def _show_player(self) -> None:
        self.transport.show_player()
        self.screen.app.wake()

    def _say(self, key: str) -> None:
        self._say_words(say(key))

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
        if self._point_at_term(event):
            return True
        if self.transport.handle(event):
            return True
        if self.stage is not None and self.stage.handle(event):
            if event.type == pygame.KEYDOWN:
                self.screen.controls.let_go()  # the tree has the keys
            self._take_click()
            return True
        return super().handle(event)

    def _point_at_term(self, event: pygame.Event) -> bool:
        """Have a term explain itself under the mouse, or when it is tapped."""
        spots = self.node_card.spots, self._beside
        if event.type == pygame.MOUSEMOTION:
            for each in spots:
                each.hover(event.pos)
            node = None if self.stage is None else self.stage.node_at(event.pos)
            self._rest.hover(node, event.pos)
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        tapped = [each.tap(event.pos) for each in spots]  # what is not forgets
        return any(tapped)

    def _take_click(self) -> None:
        assert self.stage is not None
        node, self.stage.clicked = self.stage.clicked, None
        if node is not None:
            self.player.go_to_node(node)

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
    def views(self) -> list[Part]:
        asks = self.asking is not None and self.asking.card is not None
        found = [] if asks else self.node_card.views
        if self._told is not None:
            found.append(self._told.part(focused=self.screen.heard_by(self._area)))
        return found

    @property
    def commands(self) -> Commands:
        player = self.player
        return {
            "play": player.toggle,
            "step": partial(player.step, 1),
            "step_back": partial(player.step, -1),
            "to_start": partial(player.go_to, 0),
            "to_end": player.to_end,
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
            or (self.asking is not None and self.asking.open)
        ):
            return ""
        step = sentence(self.playback, self.node_card.wording)
        return f"{heading(self.playback.step)}: {step}"

    @property
    def moving(self) -> bool:
        news = self._revision != self.watching.revision
        busy = news or self.watching.recording or self.watching.counting or self.player.playing
        stage = self.stage is not None and self.stage.moving
        return busy or stage or self.node_card.moving or self._rest.waiting

    def elapse(self, dt: float) -> None:
        self.watching.poll()
        if self.asking is not None:
            self.asking.poll()

    def update(self, dt: float) -> None:
        playing = self.player.playing
        if self.asking is None or not self.asking.waits:
            self.player.update(dt)
        self._ask(playing)
        self._rest.update(dt)
        self.node_card.update(dt)
        if self.stage is not None:
            self.stage.elapse(self.screen.glided(dt))
        if self._revision != self.watching.revision:
            self.screen.refresh()

    # -- what can be taken along

    def saves(self, saver: Saver) -> dict[str, Callable[[], None]]:
        """Return how the tree and the recording are saved; nothing before there is one.

        The keys are those of translations behind ``along_``.
        """
        if self.stage is None or self.playback is None:
            return {}
        stage, playback = self.stage, self.playback
        # The drawing is made on a thread, and the playback goes on meanwhile.
        moment = Playback(playback.recording)
        moment.go_to(playback.at)
        folded, as_mover, words = stage.layout.folded, stage.as_mover, _tree_words()
        named = self.node_card.wording.move

        def drawing() -> str:
            layout = TreeLayout(moment.recording.nodes).with_folded(folded)
            return svg(moment, layout, as_mover, words, named)

        return {
            "picture": lambda: saver.save_picture(stage.picture(), FILE_NAME),
            "drawing": lambda: saver.save_made(drawing, f"{FILE_NAME}.svg", PICTURES),
            "recording": lambda: saver.save_made(
                lambda: json.dumps(document(moment.recording, True)), FILE_NAME + SUFFIX
            ),
        }

    def show_recorded(self, watched: Watched) -> None:
        """Show a recording that was opened."""
        self.player.stop()
        self.watching.take(watched)

    def close(self) -> None:
        self.player.stop()
        self.watching.stop()

    # -- drawing

    @property
    def subtitle(self) -> str:
        watched = self.watching.shown
        depth = self.visit.depth if watched is None else watched.recording.depth
        words = [say("watch_ahead", count=depth)]
        if watched is not None:
            words += _how_words(watched)
        return " · ".join(words)

    def draw(self, surface: pygame.Surface) -> None:
        hurried = self.player.hurried or self.transport.dragging
        if self.asking is not None and self.asking.card is not None:
            self.asking.card.draw(surface)
        else:
            self.node_card.draw(surface, self.watching, hurried)
        self._bar.draw(surface)
        playback = self.playback
        if self.stage is not None and playback is not None:
            self.stage.draw(surface)
            self._beside.spots = self.stage.terms
            self.transport.draw(surface, playback.at)
        else:
            self._draw_waiting(surface)
        at, room = (self._stage_rect.x, self._legend_y), self._stage_rect.width
        quiet, small = self.palette.quiet, self.scale.small
        said = self._legend().split(_BETWEEN)
        while theme.font(small).size(_BETWEEN.join(said))[0] > room and len(said) > 1:
            said.pop()
        self.write(surface, _BETWEEN.join(said), at, small, colour=quiet, room=room)

    @property
    def terms(self) -> Sequence[str]:
        # The search may have come since the page was last laid out, and the card not know it yet.
        return () if self.stage is None else [self.node_card.term_words(term) for term in TERMS]

    @property
    def kept_clear(self) -> Sequence[pygame.Rect]:
        rows = self._node_rect.copy()
        rows.y, rows.height = self._bar.top, rows.bottom - self._bar.top
        return (rows,)

    def draw_over(self, surface: pygame.Surface) -> None:
        if self.stage is not None:
            card = self.node_card
            spots = card.spots if card.spots.shown else self._beside
            spots.draw(surface, card.term_words)
            if not spots.shown:
                self._draw_node_tip(surface)

    def _draw_node_tip(self, surface: pygame.Surface) -> None:
        """Have the node on which the mouse rests tell what the search does there."""
        stage, playback, node = self.stage, self.playback, self._rest.node
        if stage is None or playback is None or node is None or self._rest.waiting:
            return
        if node >= len(playback.recording.nodes):
            return  # of what was watched before
        words = node_words(node, playback, self.node_card.wording)
        here = stage.node_at(self._rest.point) == node  # also after the tree has moved
        if words and here:
            place = stage.box_of(node)
            # What lies below is what it tells of.
            below = pygame.Rect(stage.area.x, place.bottom, stage.area.width, 0)
            if playback.recording.nodes[node].moves:
                below.height = round(stage.camera.step)
            draw_tip(surface, words, place, self.scale, self.palette, (below,))

    def _draw_waiting(self, surface: pygame.Surface) -> None:
        note, size = self.watching.note, self.scale.body
        words = say("watch_recording", n=number(self.watching.nodes_so_far))
        if note is not None:
            words = say(note.key, **note.values)
        lines = balance(words, size, round(self._stage_rect.width * 0.8))
        y = self._stage_rect.centery - line_height(size) * len(lines)
        for line in lines:
            at = (self._stage_rect.centerx, y)
            self.write(surface, line, at, size, colour=self.palette.quiet, anchor="midtop")
            y += line_height(size)

    def _legend(self) -> str:
        who = ("you", "they") if self.visit.you == 0 else ("they", "you")
        if self.visit.as_mover:
            square, circle = (say(f"watch_legend_moves_{each}") for each in who)
            return say("watch_legend_mover", square=square, circle=circle)
        return say(
            "watch_legend",
            square=say(f"watch_legend_large_{who[0]}"),
            circle=say(f"watch_legend_small_{who[1]}"),
        )


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


def _tree_words() -> TreeWords:
    return TreeWords(
        say("theatre_title"),
        say("stage_you"),
        say("stage_them"),
        say("stage_again"),
        say("stage_values"),
        say("stage_cut", values="{}"),
    )
