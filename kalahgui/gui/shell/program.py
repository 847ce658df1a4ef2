"""The program: it opens screens, and is the only file that knows them all."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import pygame

from kalahgui.assets import asset
from kalahgui.core import COMPILED, REASON
from kalahgui.engine.book import bad_books
from kalahgui.engine.endgame_store import EndgameStore
from kalahgui.engine.engine import Forget, Priority
from kalahgui.folders import cache_folder, data_folder
from kalahgui.games import DRAFTING, bad_weights, draft_of
from kalahgui.games.draft import Draft
from kalahgui.games.game import Game, Position
from kalahgui.gui.paint import cache
from kalahgui.gui.screens.articles.articles import Articles
from kalahgui.gui.screens.articles.reading import ArticleReading
from kalahgui.gui.screens.editor.editor import Editor
from kalahgui.gui.screens.exchange.exchange import Exchange
from kalahgui.gui.screens.help.help import Help
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.home.unfinished import UnfinishedGames
from kalahgui.gui.screens.library.games import Browsing
from kalahgui.gui.screens.library.library import Library
from kalahgui.gui.screens.options.options import Options
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.review.review import Review
from kalahgui.gui.screens.setup.setup import Setup
from kalahgui.gui.screens.theatre.theatre import Theatre
from kalahgui.gui.services.background_jobs import BackgroundJobs
from kalahgui.gui.services.endgames import Endgames
from kalahgui.gui.services.game_catalogue import CATALOGUE
from kalahgui.gui.services.log import Log, noting
from kalahgui.gui.services.theatre_visit import How, Visit
from kalahgui.gui.services.words import say
from kalahgui.gui.shell.app import App, monotonic
from kalahgui.gui.widgets.card import Question
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import Store
from kalahgui.match.editing import Editing
from kalahgui.match.match import Match, Series
from kalahgui.match.session import Session
from kalahgui.theatre.subject import Subject

_LOGGER = logging.getLogger(__name__)


class Program(App):
    """The window with all of its screens."""

    def __init__(
        self,
        store: Store,
        size: tuple[int, int] | None = None,
        endgames: Endgames | None = None,
        log: Log | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """Open the window on the home screen; ``size`` overrides the remembered one."""
        super().__init__(store, size, endgames, log, now)
        self._reading = ArticleReading(self.engine, store.folder)
        self._visit = Visit()
        self._browsing = Browsing()
        drafting = next(iter(DRAFTING.values()))
        self._editing = Editing(drafting.start(drafting.game.variant))
        self._exchange = Exchange(self)
        self.background_jobs = BackgroundJobs(store)
        self._announce()
        self.go_home()

    def go_home(self) -> None:
        """Go to the home screen; what was painted and found elsewhere is not needed there."""
        cache.clear()
        self.leave()  # the game to go on with is read as it was left
        self.show(Home(self))
        self.engine.start(Forget(), Priority.ANALYSIS)

    def start_again(self) -> None:
        """Go to the home screen, whatever state the screens are in."""
        super().start_again()
        self.go_home()

    def set_up(self, offer: str) -> None:
        """Go to the set-up of a card's game."""
        self.show(Setup(self, CATALOGUE.get(offer, CATALOGUE["kalah"])))

    def play(self, match: Match, series: Series | None = None) -> None:
        """Play a new match."""
        stored = StoredMatch(match, series=series or Series())
        self.autosave.keep_match(stored)
        self.show(Play(self, stored))

    def watch(self, match: Match) -> None:
        """Show a game of two computers that is not kept; leaving it leads back to the articles."""
        self.show(Play(self, StoredMatch(match), self.open_articles, kept=False))

    def resume(
        self,
        stored: StoredMatch,
        back: Callable[[], None] | None = None,
        *,
        review: bool = False,
    ) -> None:
        """Play a match from the store on; it stays the same match there."""
        play = Play(self, stored, back)
        self.show(play)
        if review:
            play.review(back)

    def open_library(self) -> None:
        """Go to the list of all games, as it was left."""
        self.show(Library(self, self._browsing))

    def open_game(self, stored: StoredMatch) -> None:
        """Keep a game that comes from elsewhere, and show it on the board."""
        self._tell_of_game_left()
        self.autosave.keep_match(stored)
        self.resume(stored)

    def open_position(
        self, game: Game, variant: str, rules: tuple[str, ...], start: Position
    ) -> None:
        """Set a position up that comes from elsewhere."""
        self._tell_of_game_left()
        self.open_editor(draft_of(game, start, rules, variant))

    def open_recording(self, path: Path) -> None:
        """Watch the recording of a search, in the theatre that is open or in a new one."""
        theatre = next((each for each in self.screens if isinstance(each, Theatre)), None)
        if theatre is None:
            self._tell_of_game_left()
            self.open_theatre()
            (theatre,) = (each for each in self.screens if isinstance(each, Theatre))
        theatre.open_file(path)

    def paste(self) -> None:
        """Take what is on the clipboard."""
        self._exchange.paste()

    def open_backup(self, path: Path) -> None:
        """Have the library fetch a back-up, in the place of what lies over it."""
        library = next((each for each in self.screens if isinstance(each, Library)), None)
        if library is None:
            self._tell_of_game_left()
            library = Library(self, self._browsing)
            self.show(library)
        while self.screen is not library:
            self.pop()
        library.fetch(path)

    def open_file(self) -> None:
        """Lay a card over the screen on which a file is chosen."""
        self._exchange.choose()

    def share(self, stored: StoredMatch, south: int) -> None:
        """Lay a card over the screen on which a match is shared."""
        self._exchange.share(stored, south)

    def open_help(self, game: Game | None = None) -> None:
        """Lay the rules of a game and the keys over the screen."""
        self.push(Help(self, game))

    def open_unfinished(self) -> None:
        """Lay the list of the games that can be continued over the screen."""
        self.push(UnfinishedGames(self))

    def open_options(self) -> None:
        """Lay the settings over the screen."""
        self.push(Options(self))

    def open_articles(self, article: str = "") -> None:
        """Go to the articles, where the reader was last or to one of them."""
        if article:
            self._reading.open_article(article)
        self.show(Articles(self, self._reading))

    def open_theatre(
        self,
        subject: Subject[Any] | None = None,
        *,
        tab: str = "",
        back: Callable[[], None] | None = None,
        **how: Unpack[How],
    ) -> None:
        """Go to the theatre, over the present screen when there is a way ``back``."""
        visit = self._visit
        if subject is not None:
            visit.open(subject, **how)
        visit.tab = tab or visit.tab
        if back is None:
            self.show(Theatre(self, visit, self.go_home, back=False))
        else:
            self.push(Theatre(self, visit, partial(self._uncover, back), back=True))

    def _uncover(self, back: Callable[[], None]) -> None:
        self.pop()
        back()

    def open_editor(
        self, draft: Draft | None = None, *, back: Callable[[], None] | None = None
    ) -> None:
        """Go to the position editor, over the present screen when there is a way ``back``."""
        if draft is not None:
            self._editing.change(draft)
        if back is None:
            self.show(Editor(self, self._editing, self.go_home, back=False))
        else:
            self.push(Editor(self, self._editing, partial(self._uncover, back), back=True))

    def open_review(
        self,
        session: Session,
        stored: StoredMatch,
        *,
        keep: Callable[[], None],
        back: Callable[[], None],
        leave: Callable[[], None] | None = None,
    ) -> None:
        """Lay the review of a match over the present screen."""
        self.push(Review(self, session, stored, keep, back, leave))

    def ask(self, title: str, yes: str, no: str, act: Callable[[], None]) -> None:
        """Ask a question (keys of translations); do ``act`` when the answer is ``yes``."""
        self.push(Question(self, title, yes, no, act))

    # -- what comes into the window

    def _tell_of_game_left(self) -> None:
        """Say where a game is that goes on, and that something else takes the place of."""
        for screen in self.screens:
            if isinstance(screen, Play) and screen.stored.identifier and not screen.match.over:
                self.notices.add(say("game_left"))

    def takes(self, event: pygame.Event) -> bool:
        """Take what is dropped on the window, and the keys that paste and open."""
        return self._exchange.handle(event)

    def step(self, dt: float) -> None:
        """Do the work of one frame, and go on with what comes into the window and was asked for."""
        self._exchange.update()
        self.background_jobs.update()
        super().step(dt)

    @property
    def lively(self) -> bool:
        """Tell whether frames are drawn at the full rate now."""
        return self._exchange.busy or self.background_jobs.busy or super().lively

    def close(self) -> None:
        """End the window; what was to be kept is kept."""
        try:
            self._exchange.close()
            self.background_jobs.close()
        finally:
            super().close()

    def _announce(self) -> None:
        """Say what the player should know before playing."""
        if self.store.notice is not None:
            keys = {"set-aside": "notice_set_aside", "newer": "notice_newer"}
            key = keys.get(self.store.notice.code, "notice_memory")
            self.notices.add(say(key, path=Path(self.store.notice.path).name))
        if not self.sounds.available and self.choices.sound:
            self.notices.add(say("notice_no_sound"))
        if not COMPILED and "KALAHGUI_PURE" not in REASON:
            self.notices.add(say("notice_interpreted", why=REASON))
        for bad in bad_weights():
            self.notices.add(say(f"notice_weights_{bad.what}", file=bad.file))
        for book in bad_books():
            self.notices.add(say(f"notice_book_{book.what}", file=book.file))


def _store_path() -> Path | None:
    try:
        return Path(pygame.system.get_pref_path("KalahGUI", "KalahGUI")) / "kalahgui.sqlite3"
    except pygame.error:
        return None


def open_display() -> int:
    """Make pygame ready to open a window; return 0, or the exit status after saying why not."""
    chosen = os.environ.get("SDL_VIDEODRIVER")
    if not chosen and sys.platform == "linux" and "WAYLAND_DISPLAY" not in os.environ:
        # Asking for Wayland where there is none makes its library print a complaint of its own.
        os.environ["SDL_VIDEODRIVER"] = "x11,kmsdrm,offscreen"
    try:
        pygame.display.init()
    except pygame.error as error:
        print(f"No window can be opened: {error}.", file=sys.stderr)
        return 2
    if not chosen and pygame.display.get_driver() in ("offscreen", "dummy"):
        print(
            "There is no display for the window; without one, use a sub-command: "
            "main.py --help lists them.",
            file=sys.stderr,
        )
        return 2
    pygame.font.init()
    # Without a window manager a window may get another size than it asked for, which is fine.
    warnings.filterwarnings("ignore", message="Requested window was forcibly resized")
    with contextlib.suppress(pygame.error, FileNotFoundError):
        pygame.display.set_icon(pygame.image.load(str(asset("icon.png"))))
    pygame.key.set_repeat(350, 40)
    return 0


def run() -> int:
    """Open the window and play; return the exit status."""
    status = open_display()
    if status:
        return status
    log = Log(data_folder())
    with noting(log):
        try:
            _play(log)
        except Exception:
            _LOGGER.exception("the program has failed")
            details = f" The details are in {log.path}." if log.path else ""
            print(f"The program has failed.{details}", file=sys.stderr)
            return 1
        finally:
            pygame.quit()
    return 0


def _play(log: Log) -> None:
    path = _store_path()
    endgames = Endgames(EndgameStore(cache_folder()))
    program = Program(Store(path), endgames=endgames, log=log)
    if path is None:
        program.notices.add(say("notice_memory"))
    program.run()
