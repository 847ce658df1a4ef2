"""What is done with back-ups of the library, on a thread: written, merged, gone back to."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.screens.library.backup_cards import (
    Act,
    BackupCard,
    GoBackCard,
    GoBackQuestion,
    MergeQuestion,
    aside_words,
    day_words,
)
from kalahgui.gui.screens.library.check_card import CheckCard
from kalahgui.gui.services import naming
from kalahgui.gui.services.background import BACKS_UP, Errand
from kalahgui.gui.services.saving import TEXTS, folder, free_path, newest_files
from kalahgui.library import backup, rotation
from kalahgui.library.backup import SUFFIX
from kalahgui.library.foreign import BadBackup
from kalahgui.library.rotation import Differences, Kept
from kalahgui.library.saved import Added
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreError
from kalahgui.words import say, why, writable

FILE_NAME = "kalahgui-games"
_MOST, _MOST_ASIDE = 4, 2
_SET_ASIDE = re.compile(r"\.(unreadable|replaced)-[0-9]+")


def kept_backups() -> list[Path]:
    """Return the newest back-ups in the folder where they are written, the newest first."""
    return newest_files(folder(TEXTS).glob(f"*{SUFFIX}"), _MOST)


class Backups:
    """Writes back-ups of the library and brings their games back, on a thread."""

    def __init__(self, screen: Screen) -> None:
        """``screen`` is the one that cards are laid over as long as it is open."""
        self._screen = screen
        self._app = screen.app
        self._services = screen.services
        self._notices = screen.services.notices

    def open(self) -> None:
        """Show what has been backed up, and what can be done."""
        files = [(writable(path.name), partial(self.fetch, path)) for path in kept_backups()]
        now = self._services.clock()
        aside = []
        for path in newest_files(self._set_aside, _MOST_ASIDE):
            with contextlib.suppress(FileNotFoundError):  # another program may take one away
                aside.append((aside_words(path, now), partial(self._salvage, path)))
        self._app.push(BackupCard(self._app, self._acts, aside, files))

    @property
    def _acts(self) -> tuple[Act, ...]:
        automatic, what = self._automatic, say("library_go_back_none")
        if automatic:
            day = day_words(automatic[0], self._services.clock())
            what = say("library_go_back_what", count=len(automatic), day=day)
        in_file = self._services.autosave.store.path is not None
        return (
            Act("library_backup_write", say("library_backup_write_what"), self.back_up),
            Act("library_go_back", what, self._choose_day, bool(automatic)),
            Act("library_check", say("library_check_what"), self._check, in_file),
        )

    def _start(
        self, job: Callable[[Store], Any], tell: Callable[[Any], None], errand: Errand | None = None
    ) -> None:
        self._services.background_jobs.start(job, tell, errand)
        self._app.wake()

    def _use(
        self,
        path: Path,
        job: Callable[[Store], Any],
        tell: Callable[[Any], None],
        errand: Errand | None = None,
    ) -> None:
        def hear(outcome: Any) -> None:
            if isinstance(outcome, BadBackup):
                key = "library_newer_backup" if outcome.newer else "library_no_backup"
                self._notices.answer(say(key, name=path.name))
            elif isinstance(outcome, Exception):
                words = say("library_not_fetched", name=path.name, why=why(outcome))
                self._notices.answer(words)
            else:
                tell(outcome)

        self._start(job, hear, errand)

    # -- one file with all games

    def back_up(self) -> None:
        """Write the whole library to a new file in the folder of documents."""
        now = self._services.clock()
        path = free_path(folder(TEXTS) / f"{FILE_NAME}-{now:%Y-%m-%d}{SUFFIX}")

        def write(store: Store) -> Path:
            backup.back_up(store, path)
            return path

        def tell(outcome: Path | Exception) -> None:
            if isinstance(outcome, Path):
                self._notices.add(say("library_backed_up", path=outcome))
            else:
                self._notices.add(say("library_not_backed_up", why=why(outcome)))

        self._start(write, tell, Errand(BACKS_UP, partial(say, "leaving_backs_up")))

    def fetch(self, path: Path) -> None:
        """Look into a back-up, and ask whether its games are to be added."""

        def ask(count: int) -> None:
            if self._screen in self._app.screens:
                merge = partial(self._merge, path)
                self._app.push(MergeQuestion(self._app, path, count, merge))

        errand = Errand(yield_to_frames=self._services.frame_yield)
        self._use(path, lambda store: backup.count(path, errand.go_on), ask, errand)

    def _merge(self, path: Path) -> None:
        def tell(added: Added) -> None:
            self._tell_of_games(say("keeping_done", said=naming.added_words(added)))

        errand = self._merging(path)
        self._use(path, lambda store: backup.merge(store, path, errand.go_on), tell, errand)

    def _merging(self, path: Path) -> Errand:
        words = partial(say, "leaving_merges", name=path.name)
        return Errand(BACKS_UP, words, self._services.frame_yield)

    def _tell_of_games(self, words: str) -> None:
        self._notices.add(words)
        for screen in self._app.screens:
            screen.games_taken()

    # -- back to an earlier day

    @property
    def _automatic(self) -> list[Kept]:
        store = self._services.autosave.store
        return rotation.kept(store, self._services.clock().date())

    def _choose_day(self) -> None:
        """Show the days that can be gone back to; how many games they have comes after that."""
        card = GoBackCard(self._app, self._automatic, self._look_at)
        self._app.push(card)
        paths = [kept.path for kept in card.kept]

        def tell(outcome: list[int | None] | Exception) -> None:
            if card in self._app.screens:
                if isinstance(outcome, Exception):  # nothing can be gone back to either
                    outcome = [None] * len(paths)
                card.show_counts(outcome)

        # It needs nothing of the library, which may be damaged.
        jobs = self._services.background_jobs
        jobs.do(lambda: list(map(_games_of, paths)), tell, Errand())

    def _look_at(self, kept: Kept) -> None:
        def ask(differences: Differences) -> None:
            if self._screen in self._app.screens:
                merge, go_back = partial(self._merge, kept.path), partial(self._go_back, kept)
                self._app.push(GoBackQuestion(self._app, kept, differences, merge, go_back))

        self._use(kept.path, lambda store: rotation.differences(store, kept.path), ask)

    def _go_back(self, kept: Kept) -> None:
        now = self._services.clock()

        def tell(done: None) -> None:
            self._tell_of_games(say("library_went_back"))

        errand = Errand(yield_to_frames=self._services.frame_yield)
        go_back = partial(
            rotation.go_back, path=kept.path, today=now.date(), yield_to_frames=errand.go_on
        )
        self._use(kept.path, go_back, tell, errand)

    # -- what is damaged

    def _check(self) -> None:
        self._app.push(CheckCard(self._app, self._choose_day if self._automatic else None))

    @property
    def _set_aside(self) -> Iterator[Path]:
        """Yield the libraries that were set aside here, without what SQLite keeps of each."""
        path = self._services.autosave.store.path
        files = [] if path is None else path.parent.glob(f"{path.name}.*-*")
        return (file for file in files if _SET_ASIDE.fullmatch(file.suffix))

    def _salvage(self, path: Path) -> None:
        def tell(outcome: tuple[Added, int]) -> None:
            said = naming.added_words(*outcome, added="library_salvaged")
            self._tell_of_games(say("keeping_done", said=said))

        errand = self._merging(path)
        self._use(path, lambda store: backup.merge_damaged(store, path, errand.go_on), tell, errand)


def _games_of(path: Path) -> int | None:
    """Return how many games a back-up has; None where it cannot be read."""
    try:
        return rotation.count_games(path)
    except (OSError, StoreError):
        return None
