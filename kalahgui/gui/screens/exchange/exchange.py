"""What comes into the window: from the clipboard, dropped on it, or from the card of files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from kalahgui.engine.interrupt import YieldToFrames
from kalahgui.games.user_error import UserError
from kalahgui.gui.elements.cards import Question
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.screens.exchange.file_cards import (
    OpenFile,
    SaveFile,
    size_of,
)
from kalahgui.gui.screens.exchange.keeping import (
    SOME,
    GamesRead,
    KeepGames,
    Keeping,
    Source,
    read_some,
)
from kalahgui.gui.screens.exchange.share_card import Painting, Share
from kalahgui.gui.screens.exchange.system_dialog import NoDialogError, SystemDialog, serves
from kalahgui.gui.services.background import ADDS, FAILURES, Errand, Reading
from kalahgui.gui.services.keymap import press
from kalahgui.gui.services.naming import added_words
from kalahgui.gui.services.saving import TEXTS, pasted
from kalahgui.library import formats
from kalahgui.library.formats import Found, WrittenGame
from kalahgui.library.formats.found import WrittenPosition, taken
from kalahgui.library.saved import Added, StoredMatch, add_new
from kalahgui.library.store import Store
from kalahgui.words import say, why

_BEGIN = 4096  # bytes that tell what a file is
_DATABASE = b"SQLite format 3\0"


@dataclass(frozen=True)
class SearchRecording:
    """The recording of a search, as the theatre reads it."""

    watched: Any


@dataclass(frozen=True)
class Backup:
    """A file that may be a back-up of the library, for the library to read."""

    path: Path


@dataclass(frozen=True)
class Unreadable:
    """A file that nothing could be read from, and why."""

    path: Path
    why: Exception


Arrival = GamesRead | SearchRecording | Backup | Unreadable


ReadRecording = Callable[[Path, YieldToFrames], Any]


def _file(path: Path, yield_to_frames: YieldToFrames, read_recording: ReadRecording) -> Arrival:
    try:
        return _contents(path, yield_to_frames, read_recording)
    except FAILURES as error:
        return Unreadable(path, error)


def _contents(path: Path, yield_to_frames: YieldToFrames, read_recording: ReadRecording) -> Arrival:
    with path.open("rb") as file:
        begin = file.read(_BEGIN)
    # A recording is a JSON document, and no game begins like one.
    json = begin.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    if json or path.suffix.lower() == ".json":
        return SearchRecording(read_recording(path, yield_to_frames))
    if begin.startswith(_DATABASE):
        return Backup(path)
    return read_some(Source(path), yield_to_frames)


def _reason(error: Exception) -> str:
    """Say why nothing was read; how moves are typed helps nobody who has some other text."""
    return say("text_without_game") if isinstance(error, formats.UnknownText) else why(error)


class TakeGames(Question):
    """Ask before games are kept; tell how many could not be read, and why."""

    card_width = 560
    answer_width = 240

    def __init__(self, app: Host, contents: Found, take: Callable[[], None]) -> None:
        self._found = contents
        super().__init__(app, "", "take_yes", "take_no", take)

    @property
    def title_words(self) -> str:
        if self._found.more:
            return say("take_more_title", count=SOME)
        return say("take_title", count=len(self._found.games))

    def details(self) -> list[Element]:
        bad = self._found.bad
        sentences = [say("take_note", note=why(note)) for note in self._found.notes]
        if bad:
            sentences.insert(0, say("take_bad", count=len(bad), first=why(bad[0].why)))
        return [Text("\n".join(sentences), colour="quiet")] if sentences else []


Arrived = StoredMatch | WrittenPosition | SearchRecording | Backup
_LONG = 100_000  # bytes that take so long to read that it is said


class Exchange:
    """Takes in games, positions and recordings, whatever they come by, and shares games."""

    def __init__(
        self, host: Host, show: Callable[[Arrived], None], read_recording: ReadRecording
    ) -> None:
        """``show`` has what has come in shown on its screen."""
        self._host = host
        self._show = show
        self._read_recording = read_recording
        self._arrivals: Reading[Arrival] = Reading()
        self._painting = Painting()
        self._keeping: Keeping | None = None
        self._dialog = SystemDialog()
        self._refusal = ""  # the last one, until something else is to be read
        host.services.saver.ask = self._ask_place

    def handle(self, event: pygame.Event) -> bool:
        """Take what is dropped on the window, and the keys that paste and open."""
        if event.type == pygame.DROPFILE:
            if self.open(Path(event.file)):
                self._say_it_waits()
        elif event.type == pygame.DROPTEXT:
            self.take_text(event.text)
            self._say_it_waits()
        elif (
            event.type == pygame.KEYDOWN
            and "games" in self._with_keys.key_places
            and not self._host.screen.controls.typing
        ):
            return press(("games",), {"paste": self.paste, "open_file": self.choose}, event)
        else:
            return False
        return True

    @property
    def _with_keys(self) -> Screen:
        return next(screen for screen in reversed(self._host.screens) if screen.modal)

    @property
    def _under_card(self) -> bool:
        """Tell whether a card lies over the screens: it may be a question."""
        screen = self._with_keys
        return screen is not self._host.screens[0] and not screen.covers

    def _say_it_waits(self) -> None:
        if self._under_card:
            self._host.services.notices.show_now(say("opens_after_card"))

    def paste(self) -> None:
        """Take what is on the clipboard."""
        words = pasted(self._host.services.notices.show_now)
        if words:
            self.take_text(words)

    def take_text(self, words: str) -> None:
        """Take a text."""
        self._host.services.notices.withdraw(self._refusal)
        source = Source(data=words.encode("utf-8", "replace"))
        self._arrivals.begin(partial(read_some, source, self._host.services.frame_yield))

    def open(self, path: Path) -> bool:
        """Take a file; return False, and say why, when there is none to be read."""
        self._host.services.notices.withdraw(self._refusal)
        try:
            size = size_of(path)
        except (UserError, OSError) as error:
            self._say_unreadable(Unreadable(path, error))
            return False
        if size > _LONG:
            self._host.services.notices.show_now(say("reading_file", name=path.name))
        waits = self._host.services.frame_yield
        self._arrivals.begin(partial(_file, path, waits, self._read_recording))
        return True

    def _say_unreadable(self, file: Unreadable) -> None:
        name = file.path.name or str(file.path)
        self._refuse(say("file_not_opened", name=name, why=_reason(file.why)))

    def _refuse(self, words: str) -> None:
        self._refusal = words
        self._host.services.notices.answer(words)

    def choose(self) -> None:
        """Have a file chosen, in a dialog of the system or else on a card of ours.

        Who asks for it again has lost that dialog, and gets the card.
        """
        if serves(self._host) and not self._dialog.is_open:
            self._dialog.ask(self._host.services.saver.folders.first(TEXTS))
        else:
            self._choose_on_card()

    def _choose_on_card(self) -> None:
        """Lay our card over the screens, unless it lies there since somebody asked again."""
        if not any(isinstance(screen, OpenFile) for screen in self._host.screens):
            self._host.push(OpenFile(self._host, self.open))

    def _ask_place(self, kind: str, name: str, save: Callable[[Path], object]) -> None:
        self._host.push(SaveFile(self._host, kind, name, save))

    def share(self, stored: StoredMatch, south: int) -> None:
        """Lay the card over the screen on which a game is shared."""
        self._host.push(Share(self._host, stored, self._painting, south))

    # -- time

    @property
    def busy(self) -> bool:
        """Tell whether something is being read or painted; what waits for a card is at rest."""
        waits = self._arrivals.ready and self._under_card
        reads = self._arrivals.busy and not waits
        return reads or self.painting

    @property
    def painting(self) -> bool:
        """Tell whether a picture that is to be saved is not painted yet."""
        return self._painting.busy

    def update(self) -> None:
        """Go on with what was chosen, with what has been read, and with pictures."""
        try:
            chosen = self._dialog.answer()
        except NoDialogError:
            self._choose_on_card()
        else:
            if chosen is not None:
                self._host.wake()
                self._host.services.saver.folders.remember(TEXTS, chosen.parent)
                self.open(chosen)
        arrival = None if self._under_card else self._arrivals.arrived()
        if isinstance(arrival, FAILURES):
            self._refuse(say("not_opened", why=_reason(arrival)))
        elif isinstance(arrival, Unreadable):
            self._say_unreadable(arrival)
        elif arrival is not None:
            self._show_arrived(arrival)
        self._painting.update()

    def _show_arrived(self, arrival: GamesRead | SearchRecording | Backup) -> None:
        if isinstance(arrival, SearchRecording | Backup):
            self._show(arrival)
            return
        contents = arrival.found
        remarks = all(isinstance(note, formats.Remark) for note in contents.notes)
        if contents.position is not None:
            self._show(contents.position)
        elif len(contents.games) == 1 and not (contents.bad or contents.more) and remarks:
            self._show(taken(contents.games[0]))
            for note in contents.notes:
                self._host.services.notices.answer(say("take_note", note=why(note)))
        else:
            kept = tuple(game for game in contents.games if game.says_something)
            self._ask(replace(contents, games=kept), arrival.source)

    def _ask(self, several: Found, source: Source) -> None:
        if several.more:
            self._host.push(TakeGames(self._host, several, partial(self._keep_all, source)))
        elif several.games:
            self._host.push(TakeGames(self._host, several, partial(self._keep, several.games)))
        else:
            self._refuse(say("not_opened", why=say("text_without_game")))

    def _keep(self, games: Iterable[WrittenGame]) -> None:
        services = self._host.services

        games = tuple(games)
        words = partial(say, "leaving_adds", count=len(games))
        errand = Errand(ADDS, words, services.frame_yield)

        def add(store: Store) -> Added:
            return add_new(store, (game.record() for game in games), errand.go_on)

        services.background_jobs.start(add, self._tell_added, errand)

    def _keep_all(self, source: Source) -> None:
        """Keep the games of a large file, which is read once more, and show how it goes."""
        services = self._host.services
        keeping = self._keeping = Keeping(source, services.frame_yield)

        def tell(outcome: Added | Exception) -> None:
            keeping.ended = True
            besides = [say("take_note", note=why(note)) for note in keeping.notes]
            if keeping.bad:
                besides.insert(0, say("keeping_bad_at_the_end", count=keeping.bad))
            if isinstance(outcome, Exception) and any(keeping.added):
                besides.insert(0, say("keeping_broken_off", why=why(outcome)))
                outcome = keeping.added
            self._tell_added(outcome, *besides)

        self._host.push(KeepGames(self._host, keeping))
        services.background_jobs.start(keeping.run, tell, keeping)

    def _tell_added(self, outcome: Added | Exception, *besides: str) -> None:
        services = self._host.services
        if isinstance(outcome, Exception):
            services.notices.answer(say("games_not_taken", why=why(outcome)))
            return
        words = say("games_taken", count=outcome.added)
        if outcome.known:
            words = say("keeping_done", said=added_words(outcome))
        for sentence in besides:
            words = say("sentences", first=words, second=sentence)
        services.notices.answer(words)
        for screen in self._host.screens:
            screen.games_taken()

    def close(self) -> None:
        """Have what is painted be saved, and end; of a large file no more is kept."""
        self._dialog.close()
        if self._keeping is not None:
            self._keeping.stopped = True
        self._arrivals.close()
        self._painting.close()
