"""The card on which the library is checked: how far that is, and what was found."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial

from kalahgui.games import GAMES
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row, Space
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Bar, Text
from kalahgui.gui.services import naming
from kalahgui.gui.services.background import Worker
from kalahgui.gui.services.day_words import when_words
from kalahgui.library.checking import Check, Found
from kalahgui.library.store import MatchRecord
from kalahgui.library.store_file import StoreError, Unreadable
from kalahgui.words import listed, say, why

_NAMED = 3  # games that are named


class CheckCard(CardScreen):
    """Reads all games on a thread of its own, which ends with the card."""

    card_width = 560
    least_height = 290
    title = "library_check"
    key_places = ("sheet", "card")

    def __init__(self, app: Host, choose_day: Callable[[], None] | None) -> None:
        """Begin at once; ``choose_day`` offers earlier days, None where there are none."""
        self._choose_day = choose_day
        self._found: Found | Exception | None = None
        self._check = Check(app.services.frame_yield)
        # Others do not wait until it is done, nor does who leaves.
        self._thread = Worker("checking", (OSError, StoreError), awaited=False)
        store = app.services.autosave.store

        def read() -> Found:
            with closing(store.another()) as other:
                return self._check.run(other)

        self._future = self._thread.submit(read)
        super().__init__(app)

    def close(self) -> None:
        self._check.stopped = True
        self._thread.close()

    @property
    def moving(self) -> bool:
        return super().moving or self._found is None

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._found is not None:
            return
        if self._future.done():
            error = self._future.exception()
            self._found = error if isinstance(error, Exception) else self._future.result()
        self.refresh()  # how far it is, or what was found

    @property
    def said(self) -> str:
        """Return what was found, and what can be done."""
        outcome = self._found
        if outcome is None:
            return ""
        if isinstance(outcome, Unreadable):
            return f"{say('library_check_pages')}\n{say('library_check_pages_what')}"
        if isinstance(outcome, Exception):
            return say("library_check_failed", why=why(outcome))
        sentences = [say("library_check_mended")] if outcome.mended else []
        if not outcome.unreadable:
            return "\n".join([*sentences, say("library_check_sound", count=outcome.games)])
        named = [self._title(record) for record in outcome.unreadable[:_NAMED]]
        more = ["…"] if len(outcome.unreadable) > _NAMED else []
        games = listed(*named, *more)
        sentences.append(
            say("library_check_unreadable", count=len(outcome.unreadable), games=games)
        )
        if self._choose_day is not None:
            sentences.append(say("library_check_unreadable_what"))
        return "\n".join(sentences)

    def _title(self, record: MatchRecord) -> str:
        game = GAMES.get(str(record.game))
        known = game is not None and record.variant in game.variants
        title = naming.title_of(game, record.variant) if game and known else str(record.game)
        day = when_words(str(record.saved), self.services.clock())
        return say("library_check_game", title=title, day=day) if day else title

    # -- what is seen

    def body(self) -> Element:
        buttons = [
            Button(say(label), act, style="soft" if index else "primary", width=240, height=44)
            for index, (label, act) in enumerate(self._offered)
        ]
        elements = self._progress() if self._found is None else [Text(self.said)]
        return Column(*elements, Space(grow=1), Row(*buttons, gap=16), gap=14)

    def _progress(self) -> list[Element]:
        done, count = self._check.done, self._check.count
        words = say("library_check_reads")
        if count:
            values = {"done": naming.number(done), "count": naming.number(count)}
            words = say("library_check_progress", **values)
        return [Text(words), Bar(done / max(count, 1), self.title_words)]

    @property
    def _offered(self) -> list[tuple[str, Callable[[], object]]]:
        outcome = self._found
        if outcome is None:
            return [("library_check_stop", self.app.pop)]
        close = ("close", self.app.pop)
        if isinstance(outcome, Unreadable):
            return [("library_check_leave", self.app.quit), close]
        if isinstance(outcome, Found) and outcome.unreadable and self._choose_day is not None:
            return [("library_go_back", partial(self.close_for, self._choose_day)), close]
        return [close]
