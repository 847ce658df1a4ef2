"""The program: it opens screens, and is the only file that knows them all.

A screen but the first one is imported when it is opened, so that the window is there soon.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import signal
import sys
import warnings
from collections.abc import Callable, Hashable
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

import pygame

from kalahgui import memory, streams
from kalahgui.assets import asset
from kalahgui.core import CAUSE, COMPILED
from kalahgui.engine.book import bad_books
from kalahgui.engine.endgame_store import LARGEST_IN_PLAY, EndgameStore
from kalahgui.engine.engine import Change, Priority
from kalahgui.engine.interrupt import YieldToFrames
from kalahgui.engine.thinker import Thinker
from kalahgui.folders import cache_folder, data_folder
from kalahgui.games import DRAFTING, bad_weights, draft_of
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.paint import cache
from kalahgui.gui.screens.exchange.exchange import Arrived, Backup, Exchange, SearchRecording
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.home.unfinished import UnfinishedGames
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.gui.services import naming
from kalahgui.gui.services.background import Endgames, Reading
from kalahgui.gui.services.daily_backup import DailyBackup
from kalahgui.gui.services.log import Log, noting
from kalahgui.gui.services.navigation import (
    ArticleOf,
    Destination,
    EditorOf,
    GameOf,
    LearnOf,
    MainScreen,
    ReviewOf,
    RulesOf,
    SetUpOf,
    SharingOf,
    StoredGame,
    TheatreOf,
)
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.gui.shell.app import App, monotonic
from kalahgui.gui.shell.one_window import OneWindow
from kalahgui.library import rotation
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import EMPTIED, NEWER, NO_FILE, SET_ASIDE, Notice, Store
from kalahgui.match.editing import Editing
from kalahgui.words import as_text, say, why

if TYPE_CHECKING:
    from kalahgui.gui.screens.articles.reading_state import ArticleReading
    from kalahgui.gui.screens.library.games import Browsing
    from kalahgui.gui.screens.play.play import Play

_LOGGER = logging.getLogger(__name__)


_LOOK_SECONDS = 0.2  # between two looks for what later starts ask
_Kind = TypeVar("_Kind", bound=Screen)


class Program(App):
    """The window with all of its screens."""

    def __init__(
        self,
        store: Store,
        size: tuple[int, int] | None = None,
        endgames: Endgames | None = None,
        log: Log | None = None,
        now: Callable[[], float] = monotonic,
        one_window: OneWindow | None = None,
    ) -> None:
        """Open the window on the home screen; ``size`` overrides the remembered one.

        By ``one_window`` later starts ask for something; without it nobody does.
        """
        super().__init__(store, size, endgames, log, now)
        self._one_window = one_window
        self._until_look = 0.0
        self._visit = Visit()
        drafting = next(iter(DRAFTING.values()))
        self._editing = Editing(drafting.start(drafting.game.variant))
        self.exchange = Exchange(self, self._show_arrived, _read_recording)
        self._bad_files: Reading[list[Exception]] = Reading()
        self._bad_files_told = False
        self._daily_backup = DailyBackup(self.services)
        self._announced: Notice | None = None  # of the store, which was announced
        # The path of what the keys had chosen when somebody left from there.
        self._chosen_at_home: tuple[Hashable, ...] | None = None
        self._announce()
        self.open(MainScreen.HOME)

    def start_again(self) -> None:
        """Go to the home screen, whatever state the screens are in."""
        super().start_again()
        self.open(MainScreen.HOME)

    @cached_property
    def _reading(self) -> ArticleReading:
        from kalahgui.gui.screens.articles.reading_state import ArticleReading

        return ArticleReading(self.services.engine, self.store.folder)

    @cached_property
    def _browsing(self) -> Browsing:
        from kalahgui.gui.screens.library.games import Browsing

        return Browsing()

    def open(self, destination: Destination) -> None:
        if destination is not MainScreen.HOME:
            self._look_at_files()
        match destination:
            case MainScreen.HOME:
                self._go_home()
            case MainScreen.LIBRARY:
                from kalahgui.gui.screens.library.library import Library

                self.show(Library(self, self._browsing))
            case MainScreen.UNFINISHED:
                self.push(UnfinishedGames(self))
            case MainScreen.SETTINGS:
                from kalahgui.gui.screens.settings_card import SettingsCard

                self.push(SettingsCard(self))
            case MainScreen.FILES:
                self.exchange.choose()
            case MainScreen.CLIPBOARD:
                self.exchange.paste()
            case SetUpOf():
                from kalahgui.gui.screens.setup.setup import Setup

                self.show(Setup(self, CATALOGUE.get(destination.card, CATALOGUE["kalah"])))
            case GameOf(kept=True):
                stored = StoredMatch(destination.match, series=destination.series)
                self.services.autosave.keep_match(stored)
                self._play(stored, destination.back)
            case GameOf():
                self._play(StoredMatch(destination.match), destination.back, kept=False)
            case StoredGame():
                play = self._play(destination.stored, destination.back)
                if destination.review:
                    play.review(destination.back)
            case RulesOf():
                from kalahgui.gui.screens.help import Help

                self.push(Help(self, destination))
            case LearnOf():
                self._learn(destination)
            case ArticleOf():
                from kalahgui.gui.screens.articles.articles import Articles

                if destination.key:
                    self._reading.open_article(destination.key)
                self.show(Articles(self, self._reading))
            case TheatreOf():
                from kalahgui.gui.screens.theatre.theatre_screen import Theatre

                if destination.subject is not None:
                    self._visit.open(destination.subject, **destination.how)
                self._visit.tab = destination.tab or self._visit.tab
                self._lay(
                    Theatre(self, self._visit, destination.over, destination.ten), destination.over
                )
            case EditorOf():
                from kalahgui.gui.screens.editor.editor import Editor

                if destination.draft is not None:
                    self._editing.change(destination.draft)
                self._lay(Editor(self, self._editing, destination.over), destination.over)
            case ReviewOf():
                from kalahgui.gui.screens.review.review import Review

                self.push(Review(self, destination))
            case SharingOf():
                self.exchange.share(destination.stored, destination.south)

    def _play(self, stored: StoredMatch, back: Destination, kept: bool = True) -> Play:
        from kalahgui.gui.screens.play.play import Play

        play = Play(self, stored, back, kept=kept)
        self.show(play)
        return play

    def _learn(self, destination: LearnOf) -> None:
        from kalahgui.gui.screens.learn.learn import Learn, lesson_screen
        from kalahgui.learning.course import courses

        if not courses()[0]:
            return  # of which a notice tells
        if destination.lesson:
            self._lay(lesson_screen(self, destination), destination.over)
        else:
            self._tell_of_game_left()
            self.show(Learn(self, destination))

    def leave(self) -> None:
        match self.screens:
            case [Home() as home, *_]:
                self._chosen_at_home = home.controls.look.focus
        super().leave()

    def _go_home(self) -> None:
        """Go to the home screen; what was painted and found elsewhere is not needed there."""
        cache.clear()
        self.leave()  # the game to go on with is read as it was left
        self.services.autosave.discard_hardly_begun(self.services.clock())
        home = Home(self)
        home.controls.focus_at(self._chosen_at_home)  # the keys go on where they were
        self.show(home)
        self._daily_backup.come_home()
        self.services.engine.start(Change(Thinker.forget), Priority.ANALYSIS)

    def _lay(self, screen: Screen, over: bool) -> None:
        if over:
            self.push(screen)
        else:
            self.show(screen)

    # -- what comes into the window

    def _show_arrived(self, arrived: Arrived) -> None:
        """Show what has come in: a game, a position, the recording of a search, a back-up."""
        match arrived:
            case SearchRecording():
                from kalahgui.gui.screens.theatre.theatre_screen import Theatre

                theatre = self._found(Theatre) or self._after_game_left(TheatreOf(), Theatre)
                theatre.watch(arrived.watched)
            case Backup():
                from kalahgui.gui.screens.library.library import Library

                library = self._found(Library) or self._after_game_left(MainScreen.LIBRARY, Library)
                while self.screen is not library:
                    self.pop()
                library.backups.fetch(arrived.path)
            case StoredMatch():
                self._show_match(arrived)
            case _:
                self._tell_of_game_left()
                where = arrived.game, arrived.start, arrived.rules, arrived.variant
                self.open(EditorOf(draft_of(*where)))

    def _found(self, kind: type[_Kind]) -> _Kind | None:
        return next((screen for screen in self.screens if isinstance(screen, kind)), None)

    def _after_game_left(self, destination: Destination, kind: type[_Kind]) -> _Kind:
        self._tell_of_game_left()
        self.open(destination)
        screen = self._found(kind)
        assert screen is not None
        return screen

    def _show_match(self, arrived: StoredMatch) -> None:
        """Show a match that has come in; one that was kept already is not kept twice."""
        autosave = self.services.autosave
        kept = autosave.alike(arrived)
        played = {play.stored.identifier: play.stored for play in self._games}
        if kept is not None and kept.identifier in played:
            kept = played[kept.identifier]  # which may have to be written once more
        else:
            self._tell_of_game_left()
        if kept is None:
            autosave.keep_match(arrived)
        self.open(StoredGame(kept or arrived))

    @property
    def _games(self) -> list[Play]:
        from kalahgui.gui.screens.play.play import Play

        return [screen for screen in self.screens if isinstance(screen, Play)]

    def _tell_of_game_left(self) -> None:
        """Say where a game is that goes on, and that something else takes the place of."""
        if any(play.stored.identifier and not play.match.over for play in self._games):
            self.services.notices.add(say("game_left"))

    def open_file(self, file: str) -> None:
        """Open a file as if it had been dropped on the window."""
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=file))

    def _look_for_later_starts(self, dt: float) -> None:
        """Come to the front when the program was started once more, and open what was named."""
        self._until_look -= dt
        if self._one_window is None or self._until_look > 0:
            return
        self._until_look = _LOOK_SECONDS
        for file in self._one_window.asked():
            self.come_to_front()
            if file:
                self.open_file(file)

    def takes(self, event: pygame.Event) -> bool:
        """Take what is dropped on the window, and the keys that paste and open."""
        return self.exchange.handle(event)

    def step(self, dt: float) -> None:
        """Do the work of one frame, and go on with what comes into the window and was asked for."""
        self._look_for_later_starts(dt)
        self.exchange.update()
        if isinstance(bad_files := self._bad_files.arrived(), list):
            for bad in bad_files:
                self._announce_bad(bad)
        if isinstance(self.screen, Home):
            self._daily_backup.update(dt)
        super().step(dt)
        self._announce_notice()

    @property
    def lively(self) -> bool:
        """Tell whether frames are drawn at the full rate now."""
        busy = self.exchange.busy or self._bad_files.busy
        return busy or self.services.background_jobs.busy or super().lively

    def close(self) -> None:
        """End the window; what was to be kept is kept."""
        try:
            self.exchange.close()
            self._bad_files.close()
            self.lost |= self.services.background_jobs.close()
        finally:
            super().close()

    def unkept(self) -> list[str]:
        painting = [say("leaving_paints")] if self.exchange.painting else []
        return [*painting, *super().unkept()]

    def _announce(self) -> None:
        self._announce_notice()
        if self._one_window is not None and self._one_window.beside:
            self.services.notices.add(say("notice_beside"))
        if not self.services.sounds.available and self.services.choices.sound:
            self.services.notices.add(say("notice_no_sound"))
        if not COMPILED and CAUSE != "asked":
            self.services.notices.add(say("notice_interpreted", why=say(f"core_{CAUSE}")))

    def _announce_notice(self) -> None:
        """Say what the store has noted, also of a file that has come to its place meanwhile."""
        notice = self.store.notice
        if notice is None or notice is self._announced:
            return
        self._announced = notice
        words = _words_of(notice)
        if notice.code in (EMPTIED, SET_ASIDE) and self._earlier_days:
            words = as_text(words, say("notice_earlier_days"))
        self.services.notices.add(words)

    @property
    def _earlier_days(self) -> bool:
        return bool(rotation.kept(self.store, self.services.clock().date()))

    def _look_at_files(self) -> None:
        """Read the files that most screens need, and announce those that are of no use."""
        if not self._bad_files_told:
            self._bad_files_told = True
            self._bad_files.begin(_bad_files)

    def _announce_bad(self, bad: Exception) -> None:
        self.services.notices.add(naming.capital(why(bad)))


def _words_of(notice: Notice) -> str:
    keys = {
        SET_ASIDE: "notice_set_aside",
        EMPTIED: "notice_emptied",
        NEWER: "notice_newer",
        NO_FILE: "notice_no_file",
    }
    path = Path(notice.path).name
    if notice.salvaged:
        lost = say("notice_salvaged_lost", count=notice.lost) if notice.lost else ""
        return as_text(say("notice_salvaged", count=notice.salvaged), lost)
    return say(keys.get(notice.code, "notice_memory"), path=path)


def _read_recording(path: Path, yield_to_frames: YieldToFrames) -> Any:
    from kalahgui.gui.screens.theatre.watch.take_along import recording_in

    return recording_in(path, yield_to_frames)


def _bad_files() -> list[Exception]:
    from kalahgui.learning.course import courses

    return [*bad_weights(), *bad_books(), *courses()[1]]


def open_display() -> int:
    """Make pygame ready to open a window; return 0, or the exit status after saying why not."""
    chosen = os.environ.get("SDL_VIDEODRIVER")
    if not chosen and sys.platform == "linux" and "WAYLAND_DISPLAY" not in os.environ:
        # Asking for Wayland where there is none makes its library print a complaint of its own.
        os.environ["SDL_VIDEODRIVER"] = "x11,kmsdrm,offscreen"
    try:
        pygame.display.init()
    except pygame.error as error:
        streams.tell(f"No window can be opened: {error}.", sys.stderr)
        return 2
    if not chosen and pygame.display.get_driver() in ("offscreen", "dummy"):
        streams.tell(
            "There is no display for the window; without one, use a sub-command: "
            "the option --help lists them.",
            sys.stderr,
        )
        return 2
    pygame.font.init()
    # Without a window manager a window may get another size than it asked for, which is fine.
    warnings.filterwarnings("ignore", message="Requested window was forcibly resized")
    with contextlib.suppress(pygame.error, FileNotFoundError):
        pygame.display.set_icon(pygame.image.load(str(asset("icon.png"))))
    pygame.key.set_repeat(350, 40)
    return 0


def run(
    screen_reader: bool | None = None, one_window: OneWindow | None = None, file: str = ""
) -> int:
    """Open the window and play; return the exit status.

    ``screen_reader`` says by hand whether screen readers are told what is on the screen. A ``file``
    is opened as soon as the window is; by ``one_window`` later starts ask for more. What there is
    too little memory for is raised.
    """
    status = open_display()
    if status:
        return status
    log = Log(data_folder())
    with noting(log):
        try:
            return int(_play(log, screen_reader, one_window, file))
        except Exception as error:
            if memory.is_short(error):
                raise
            _LOGGER.exception("the program has failed")
            details = f" The details are in {log.path}." if log.path else ""
            streams.tell(f"The program has failed.{details}", sys.stderr)
            return 1
        finally:
            pygame.quit()


def _play(log: Log, screen_reader: bool | None, one_window: OneWindow | None, file: str) -> bool:
    """Play until the window is closed; tell whether something that was accepted is lost."""
    endgames = Endgames(EndgameStore(cache_folder(), LARGEST_IN_PLAY))
    store = Store(data_folder() / "kalahgui.sqlite3")
    program = Program(store, endgames=endgames, log=log, one_window=one_window)
    if file:
        program.open_file(file)
    program.begin_telling(screen_reader)
    gc.freeze()  # what is there now stays, and no frame waits until it has been looked through
    gc.enable()

    def end(number: int, frame: FrameType | None) -> None:
        program.running = False  # without a question: nobody may be there to answer

    signal.signal(signal.SIGTERM, end)
    program.run()
    return program.lost
