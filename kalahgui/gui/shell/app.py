"""The window: one loop, a stack of screens, and what the screens share."""

from __future__ import annotations

import contextlib
import gc
import logging
import math
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import pygame

from kalahgui import memory, words
from kalahgui.engine.engine import Engine
from kalahgui.engine.interrupt import FrameYield
from kalahgui.engine.thinker import Thinker, bits_within
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.paint.magnifier import Magnifier
from kalahgui.gui.services import machine, settings
from kalahgui.gui.services.autosave import Autosave
from kalahgui.gui.services.background import BackgroundJobs, Endgames, finish, time_left
from kalahgui.gui.services.keymap import press
from kalahgui.gui.services.log import Log
from kalahgui.gui.services.naming import capital
from kalahgui.gui.services.saving import Saver
from kalahgui.gui.services.services import Notices, Services
from kalahgui.gui.services.voice import SILENT, SPOKEN, Sounds, Steady, Voice
from kalahgui.gui.shell.accessibility import ASKED, Accessibility, Window, begin
from kalahgui.gui.shell.geometry import (
    SMALLEST,
    first_size,
    picture_size,
    place_on_screens,
    size_on_screen,
)
from kalahgui.gui.shell.leaving import Leaving
from kalahgui.gui.shell.notice import ShownNotice
from kalahgui.gui.shell.scanning import Scanning
from kalahgui.library.store import Store
from kalahgui.match.computer import RememberedThoughts
from kalahgui.words import say

_LOGGER = logging.getLogger(__name__)
# To wait for an event in pygame's way is to look for one a thousand times a second.
LIVELY_FPS, IDLE_FPS, RESTED_FPS = 60, 20, 10
LOOKS_A_STEP = 4  # for an event, at rest: a step is much more work than a look
_LIVELY_SECONDS = 0.5
_RESTED_SECONDS = 5.0
_RESIZE_SECONDS = 0.15
_TIDY_SECONDS = 0.4
_LONGEST_STEP = 0.1  # of what moves: after a stall it goes on where it was
_RECOVERY_SECONDS = 10.0
# The autosave may wait for a busy store for two thirds of these.
CLOSING_SECONDS = 1.2
# A late frame leaves the same thing to the next one so often in a row at most: more would mean that
# it is never done. A picture that is broken off goes on from where it was.
_MOST_LEFT, MOST_PICTURES_LEFT = 1, 40


def monotonic() -> float:
    """Return the seconds of a clock that never goes back.

    Where the system has one, it is a clock that goes on while the machine sleeps.
    """
    names = (name for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC") if hasattr(time, name))
    name = next(names, None)
    return time.monotonic() if name is None else time.clock_gettime(getattr(time, name))


class App(Host):
    """The window and everything that lives as long as it does."""

    def __init__(
        self,
        store: Store,
        size: tuple[int, int] | None = None,
        endgames: Endgames | None = None,
        log: Log | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """Open the window; ``size`` overrides the remembered one.

        Without ``endgames`` no database is looked into, and none is built. ``log`` is where
        defects are noted. ``now`` tells the time by which the players' clocks run.
        """
        choices = settings.load(store)
        words.choose(choices.language)
        if size is not None:
            choices.window = size
        self.fullscreen = False
        machine.keep_large_blocks_apart()
        self._open_window(size or size_on_screen(choices.window or first_size()), choices.place)
        self.magnifier = Magnifier()
        self._focus_told = ""
        self._chosen_by_keys: pygame.Rect | None = None
        self._topmost: Screen | None = None  # when it was looked at last
        self.endgames = endgames
        self.services = self._serve(store, choices, log, now)
        self._commands = {
            "full": self.toggle_fullscreen,
            "quit": self.quit,
            "hush": self._hush,
            "pause_voice": self._pause_voice,
            "again": lambda: self.services.answer(self.services.voice.last),
        }
        self._steady = Steady(self.services.voice.tell_instead)
        self.running = True
        self.lost = False  # something that was accepted, at the end
        self.leaving = Leaving(self, self.unkept, self._leave_now)
        # Seconds from the begin of a frame after which the next one goes on with what is new. With
        # what is drawn anyway and a last picture of up to 50 ms it stays below a tenth of a second.
        self.patience = 0.02
        self.screens: list[Screen] = []
        self._held: set[int] = set()
        self._unheard = ""  # what the key types that has led to this screen
        self._clock = pygame.time.Clock()
        self._since_input = 0.0
        self._frame_begin = 0.0
        # How often in a row something was left; the first picture is drawn at a stretch.
        self._left = Counter(moving=_MOST_LEFT, picture=MOST_PICTURES_LEFT)
        self._was_lively = True
        self._not_moved = 0.0  # seconds of a frame that had no time for them
        self._day = self.services.clock().date()
        self._to_lay_out: list[Screen] = []
        self._tidy_left: float | None = None
        self._resize_left: float | None = None
        self._old_picture: pygame.Surface | None = None
        self.accessibility: Accessibility | None = None
        self.scanning = Scanning(self, self._reached)
        self._to_tell = True  # something was drawn since screen readers were told
        self._notice = ShownNotice(self, lambda: self.seen)
        self._news: tuple[tuple[int, str], ...] = ()  # announced when they were told
        self._measure()

    def _serve(
        self, store: Store, choices: settings.Choices, log: Log | None, now: Callable[[], float]
    ) -> Services:
        frame_yield = FrameYield()
        thinker = Thinker(
            table_bits=bits_within(choices.table_megabytes),
            knowledge=None if self.endgames is None else self.endgames.knowledge,
            threads=settings.threads_for(choices.threads),
            yield_to_frames=frame_yield,
        )
        sounds = Sounds()
        sounds.on, sounds.volume = choices.sound, choices.volume
        voice = Voice()
        voice.way, voice.language = choices.events, choices.language
        notices = Notices(self.wake, voice.tell, choices)
        jobs = BackgroundJobs(store)
        return Services(
            choices=choices,
            engine=Engine(thinker),
            frame_yield=frame_yield,
            autosave=Autosave(store, choices, notices.add),
            background_jobs=jobs,
            saver=Saver(jobs, notices.add),
            notices=notices,
            sounds=sounds,
            voice=voice,
            log=log,
            thoughts=RememberedThoughts(),
            clock=datetime.now,
            now=now,
        )

    # -- the window

    def _open_window(self, size: tuple[int, int], position: tuple[int, ...]) -> None:
        pygame.display.set_mode(size, pygame.RESIZABLE)
        with warnings.catch_warnings():
            # pygame means to replace this way to the window and has no other yet.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._window = pygame.Window.from_display_module()
        self._window.minimum_size = tuple(map(min, SMALLEST, size))
        position = place_on_screens(position, size)
        if position:
            self._window.position = position
        pygame.display.set_caption(say("program"))

    def _measure(self) -> None:
        window = pygame.display.get_surface()
        assert window is not None
        chosen, room = self.services.choices.text, picture_size(window)
        text = settings.TEXT_SIZES.get(chosen, 1.0)
        zoom = settings.MAGNIFIED.get(chosen, theme.Scale.growth(room, text))
        self.magnifier = replace(self.magnifier, window=room, zoom=zoom, origin=(0, 0))
        self.size = self.magnifier.picture
        # A picture that is as large as the window is drawn there at once.
        self.surface = window if self.size == window.get_size() else pygame.Surface(self.size)
        if self.magnifier.by_keys:
            self._topmost = None  # they find what they had come to again
        else:
            self.magnifier.follow(pygame.mouse.get_pos())
        self.scale = replace(theme.Scale.of(self.size, text), magnifier=self.magnifier)
        choices = self.services.choices
        self.palette = theme.palette(choices.theme, choices.board, choices.pieces)

    def rebuild(self) -> None:
        cache.clear()
        pygame.display.set_caption(say("program"))
        self._measure()
        self._to_lay_out = self.screens.copy()
        if not self._late:
            self._lay_out()
        self._tidy_soon()
        self.wake()

    def _lay_out(self) -> None:
        """Lay screens out that wait for it, as long as the frame has time; none is drawn before.

        The lowest comes first, as sheets and cards hang on what is below them.
        """
        while self._to_lay_out:
            screen = self._to_lay_out.pop(0)
            if screen in self.screens:
                screen.rebuild()
            if self._late:
                break

    @property
    def _late(self) -> bool:
        return time.perf_counter() > self._frame_begin + self.patience

    def _leaves(self, what: str, most: int = _MOST_LEFT) -> bool:
        """Tell whether the frame is so late that it leaves something to the next one.

        Never more than so often until it is done: a slow machine does everything as well.
        """
        leaves = self._late and self._left[what] < most
        self._left[what] += leaves
        return leaves

    def toggle_fullscreen(self) -> None:
        self._begin_resize()
        self.fullscreen = not self.fullscreen
        if self.fullscreen:
            self._window.set_fullscreen(True)
        else:
            self._window.set_windowed()

    def quit(self) -> None:
        self.leaving.ask()

    def unkept(self) -> list[str]:
        """Say in sentences what was accepted and is not kept yet."""
        services = self.services
        return [*services.background_jobs.unkept, *services.autosave.unkept()]

    def _leave_now(self) -> None:
        self.services.background_jobs.stop()
        self.running = False

    def come_to_front(self) -> None:
        """Show the window before all others, as far as the system lets it."""
        if not pygame.display.get_active():
            self._window.restore()
        self._window.focus()
        self.wake()

    def wake(self) -> None:
        self._since_input = 0.0

    # -- screens

    @property
    def seen(self) -> list[Screen]:
        """Return the screens that are seen: the last one that covers the window, and all above."""
        first = max((index for index, s in enumerate(self.screens) if s.covers), default=0)
        return self.screens[first:]

    def show(self, screen: Screen) -> None:
        """Put one screen in the place of all others."""
        self.leave()
        self.screens = [screen]
        self._tidy_soon()
        self.wake()

    def leave(self) -> None:
        """Close all screens, and keep what they leave behind."""
        for old in self.screens:
            old.close()
        self.screens = []
        self.services.autosave.write()

    # -- keeping things

    @property
    def store(self) -> Store:
        """Return where matches and settings are kept."""
        return self.services.autosave.store

    # -- the loop

    @property
    def lively(self) -> bool:
        """Tell whether frames are drawn at the full rate now."""
        moving = any(screen.moving for screen in self.seen)
        soon = self._resize_left is not None or self.leaving.waits
        return moving or self._since_input < _LIVELY_SECONDS or soon

    def run(self) -> None:
        """Show the window until it is closed.

        After a defect, or where memory is short, it goes on from the beginning; a second one soon
        after ends it, and the next window has the usual size: the one it had may be what fails.
        """
        failed = -math.inf
        try:
            while self.running:
                try:
                    self.step(self.wait())
                except Exception as error:
                    before, failed = failed, time.monotonic()
                    if failed - before < _RECOVERY_SECONDS:
                        self.services.choose(window=settings.Choices().window)
                        raise
                    if memory.is_short(error):
                        self.services.notices.add(capital(say("failed_memory")))
                    else:
                        _LOGGER.exception("the window has failed")
                    self.start_again()
        finally:
            self.close()

    def start_again(self) -> None:
        """Close all screens, whatever state they are in."""
        for screen in self.screens:
            try:
                screen.close()
            except Exception:
                _LOGGER.exception("a screen could not be closed")
        self.screens = []

    def wait(self) -> float:
        """Wait for the next frame and return by how many seconds what moves is to go on."""
        if self._rested:
            return self._wait_at_rest()
        rate = LIVELY_FPS if self.lively else IDLE_FPS
        return min(self._clock.tick(rate) / 1000, _LONGEST_STEP)

    def _wait_at_rest(self) -> float:
        for _ in range(LOOKS_A_STEP):
            dt = self._clock.tick(RESTED_FPS) / 1000
            # What an event sets in motion has not moved while the program waited for it, so the
            # looks before are not counted.
            if pygame.event.peek():
                return min(dt, 1 / IDLE_FPS)
        return LOOKS_A_STEP / RESTED_FPS

    @property
    def _rested(self) -> bool:
        """Tell whether nothing has come for a while, and nothing is awaited but an event."""
        if self._since_input <= _RESTED_SECONDS or self.lively:
            return False
        voice = self.services.voice
        busy = self.services.engine.busy or self.scanning.on or not voice.idle
        told_soon = self._steady.waiting and voice.telling != SILENT
        return not (busy or told_soon or any(screen.ticking for screen in self.seen))

    def step(self, dt: float) -> None:
        """Do the work of one frame, ``dt`` seconds after the one before."""
        with self.services.frame_yield.frame():
            self._step(dt)

    def _step(self, dt: float) -> None:
        self._frame_begin = time.perf_counter()
        before, self._since_input = self._since_input, self._since_input + dt
        if before <= _RESTED_SECONDS < self._since_input:
            self._tidy_soon()  # what was drawn since the last time has taken memory as well
        for screen in self.seen:
            screen.elapse(dt)
        self._lay_out()
        # While screens wait, so do the events: they are meant for what will be seen.
        while not self._to_lay_out and (event := pygame.event.poll()).type != pygame.NOEVENT:
            self._handle(event)
        if (day := self.services.clock().date()) != self._day:
            self._day = day
            for screen in self.screens:
                screen.day_begun()
        self._keep(dt)
        if (log := self.services.log) is not None and log.has_news():
            key = "notice_defect" if log.path else "notice_defect_not_kept"
            self.services.notices.add(say(key, path=log.path))
        if self.endgames is not None:
            self.endgames.update(self.services.notices.add)
        self.services.notices.update(dt)
        self._tell(dt)
        self.scanning.update(dt)
        self._follow_keys()
        if self._tidies(dt):
            return
        if self._resize_left is not None:
            if not self._leaves("resizing", MOST_PICTURES_LEFT):
                self._left["resizing"] = 0
                self._resize(dt)
        elif (self.lively or self._was_lively) and not self._to_lay_out:
            self._animate(dt)
        self._tell_readers()

    def _keep(self, dt: float) -> None:
        """Go on with what is to be kept, and leave when that is done and somebody wants to."""
        autosave, jobs = self.services.autosave, self.services.background_jobs
        if jobs.update(dt):
            self.leaving.stay()  # what has failed is told
        failed = autosave.failing
        autosave.update(dt)
        if failed and not autosave.failing:
            for screen in self.screens:
                screen.games_taken()
        self.leaving.update(dt)

    def _animate(self, dt: float) -> None:
        """Have what moves go on, and draw it, each as far as the frame has time."""
        # One frame more: what has come to rest is drawn as it stays.
        lively, self._was_lively = self.lively, True
        self._not_moved += dt
        if not self._leaves("moving"):
            dt, self._not_moved, self._left["moving"] = self._not_moved, 0.0, 0
            for screen in self.seen:
                screen.update(dt)
        if self._leaves("picture"):
            self._to_tell = False  # it is told as it is seen
            return
        self._was_lively = lively
        self.draw()

    def _follow_keys(self) -> None:
        """Have in sight what the keys have opened, or chosen, once that is new.

        What lies over another screen comes into sight for the mouse as well.
        """
        if self.magnifier.zoom == 1:
            return
        screen = self.screen
        if screen is not self._topmost:
            self._topmost, self._chosen_by_keys = screen, None
            rect = screen.controls.root.rect
            if self.magnifier.by_keys or rect.size != self.size:
                self.magnifier.show(rect)
        if not self.magnifier.by_keys or self._since_input > _LIVELY_SECONDS:
            return  # and nothing new can have been chosen
        if (chosen := screen.controls.sight) != self._chosen_by_keys:
            self._chosen_by_keys = chosen
            if chosen is not None:
                self.magnifier.show(chosen)

    def _tell(self, dt: float) -> None:
        """Tell what has the focus, and what the screen says."""
        voice = self.services.voice
        listened, voice.reader = voice.reader, bool(self.accessibility and self.accessibility.awake)
        if voice.reader and not listened and voice.telling == SPOKEN and not voice.available:
            self.services.notices.add(say("notice_no_voice"))
        words = self.screen.controls.focus_words
        if words != self._focus_told:
            self._focus_told = words
            voice.tell_focus(words)
        if voice.telling != SILENT:
            self._steady.update(self.screen.said, dt, self.screen.said_about)
        voice.update()

    def _pause_voice(self) -> bool:
        """Be silent; the key may go on to others."""
        self.services.voice.close()
        return False

    def _hush(self) -> None:
        self.services.voice.close()
        self.services.notices.close()

    def _tidy_soon(self) -> None:
        """See to the memory of what is gone when what is new has been drawn."""
        self._tidy_left = _TIDY_SECONDS

    def _tidies(self, dt: float) -> bool:
        """Let old controls go, whose elements know one another, and give back the memory that
        drawing took; tell whether that was due. It takes a frame of its own."""
        if self._tidy_left is None:
            return False
        self._tidy_left -= dt
        if self._tidy_left > 0 or self._late:
            return False
        self._tidy_left = None
        gc.collect()
        machine.give_memory_back()
        return True

    def _resize(self, dt: float) -> None:
        assert self._resize_left is not None and self._old_picture is not None
        self._resize_left -= dt
        if self._resize_left <= 0:
            self._resize_left = self._old_picture = None
            window = pygame.display.get_surface()
            if not self.fullscreen and window is not None:
                self.services.choose(window=window.get_size())
            self.rebuild()
        else:
            surface = pygame.display.get_surface() or self.surface
            surface.fill(self.palette.paper_bottom)
            picture = pygame.transform.scale(self._old_picture, picture_size(surface))
            surface.blit(picture, (0, 0))
            pygame.display.flip()

    def _repeated(self, event: pygame.Event) -> bool:
        """Tell whether a key is only held down; text fields alone want that."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        if event.type != pygame.KEYDOWN:
            return False
        again = event.key in self._held
        self._held.add(event.key)
        return again and not self.screen.controls.typing

    def _handle(self, event: pygame.Event) -> None:
        if self._repeated(event):
            return
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.VIDEORESIZE:
            self._begin_resize()
        elif event.type == ASKED:
            self.wake()
            self.magnifier.by_keys = True
            if self.accessibility is not None:
                self.accessibility.do(event, self.accessible_node())
        elif not (event.type == pygame.KEYDOWN and press(("window",), self._commands, event)):
            self.wake()
            event = self.magnifier.translated(event)
            if self.scanning.takes(event):
                return
            if self._led_here(event) or self._notice.closes(event) or self.takes(event):
                return
            before = self.screen
            for screen in reversed(list(self.screens)):
                if screen.handle(event) or screen.modal:
                    break
            if event.type == pygame.KEYDOWN:
                self._unheard = event.unicode if self.screen is not before else ""

    def _led_here(self, event: pygame.Event) -> bool:
        """Tell whether a sign is that of the key that led to this screen, and not typed here."""
        if event.type != pygame.TEXTINPUT or not self._unheard:
            return False
        unheard, self._unheard = self._unheard, ""
        return bool(event.text == unheard)

    def takes(self, event: pygame.Event) -> bool:
        """Take an event that is for the whole window; return True when it was used."""
        return False

    def _begin_resize(self) -> None:
        if self._resize_left is None:
            self._old_picture = self._picture()
        self._resize_left = _RESIZE_SECONDS

    def draw(self) -> None:
        """Draw a frame; where too much must be rendered first, the next one goes on with it."""
        taken = (rect,) if (rect := self._notice.rect) else ()
        may_leave = self._left["picture"] < MOST_PICTURES_LEFT
        patience = self.patience if may_leave else math.inf
        try:
            with cache.within(patience, self._frame_begin):
                for screen in self.seen:
                    screen.controls.taken = taken
                    screen.draw(self.surface)
                self.scanning.draw(self.surface)
                self._notice.draw(self.surface)
        except cache.Late:
            self._left["picture"] += 1
            self._to_tell = False  # it is told as it is seen
            self.wake()
            return
        self._left["picture"] = 0
        self._to_tell = True
        if self.accessibility is not None:
            self.accessibility.drawn()
        window = pygame.display.get_surface()
        if window is not None and self.surface is not window:
            width, height = self.magnifier.window
            window.blit(self.surface, (0, 0), self.magnifier.part)
            if height < window.get_height():  # the paper goes on, in a card's shade as well
                window.fill(window.get_at((0, height - 1)), (0, height, width, window.get_height()))
        pygame.display.flip()

    @property
    def _screens_told(self) -> list[AccessibleNode]:
        reached = (screen for screen in self.seen if screen.reached)
        return [screen.accessible_node() for screen in reached]

    def _reached(self) -> AccessibleNode:
        """Return what can be reached now, of all screens."""
        parts = [*self._screens_told, *self._notice.parts]
        return AccessibleNode(Role.WINDOW, "", self.surface.get_rect(), parts=parts)

    def accessible_node(self) -> AccessibleNode:
        """Return what is on the window for those who do not see it."""
        *below, top = self._screens_told
        parts = [*below, top] if below or top.role is Role.DIALOG else top.parts
        news = [
            AccessibleNode(Role.NEWS, line, pygame.Rect(0, 0, 0, 0), number)
            for number, line in self.services.voice.announced
        ]
        name = " \N{EN DASH} ".join(filter(None, (top.name, say("program"))))
        return AccessibleNode(
            Role.WINDOW, name, self.surface.get_rect(), parts=[*parts, *self._notice.parts, *news]
        )

    def begin_telling(self, wanted: bool | None) -> None:
        """Begin to tell screen readers what is on the window; ``wanted`` says so by hand."""
        window = pygame.display.get_wm_info().get("window", 0)
        hides = sys.platform == "win32" and wanted  # there it must not be seen before
        if hides:
            self._window.hide()
        self.accessibility = begin(self.store.folder, wanted, window, self.services.now)
        if hides:
            self._window.show()

    def _tell_readers(self) -> None:
        """Tell screen readers what is new; a failure of theirs never ends the window."""
        if self.accessibility is None or not self.accessibility.due:
            return
        news = tuple(self.services.voice.announced)
        if not (self._to_tell or news != self._news or self.accessibility.knows_nothing):
            return
        self._to_tell, self._news = False, news
        rect = pygame.Rect(self._window.position, self._window.size)
        left, top = self.magnifier.part.topleft
        picture = pygame.Rect(rect.move(-left, -top).topleft, self.size)
        try:
            self.accessibility.tell(
                self.accessible_node(), Window(rect, picture, pygame.key.get_focused())
            )
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # what fails in accesskit is no Exception
            _LOGGER.exception("screen readers are told nothing any more")
            self.accessibility = None

    def _picture(self) -> pygame.Surface:
        """Draw the window as it was, as much of it as there is time for."""
        picture = pygame.Surface(self.size)
        with contextlib.suppress(cache.Late), cache.within(self.patience, self._frame_begin):
            for screen in self.seen:
                screen.draw(picture)
        return picture.subsurface(self.magnifier.part)

    def close(self) -> None:
        """End the window: write what is not written yet and wait for threads, but not for long."""
        end = time.monotonic() + CLOSING_SECONDS
        if self.accessibility is not None:
            self.accessibility.drawn()  # who ends before the first frame has not hung
        try:
            for screen in self.screens:
                screen.close()
            if not self.fullscreen:
                self.services.choices.place = tuple(self._window.position)
        finally:
            self._stop_thinking(0.0)  # it stops while the store is written
            self.lost |= self.services.autosave.close()
            if self.lost:
                _LOGGER.warning("the window was closed before everything was kept")
            self.services.voice.close()
            self._stop_thinking(end)
            finish(end)

    def _stop_thinking(self, end: float) -> None:
        """Have all searches end, and wait for their threads until ``end`` at most."""
        self.services.engine.close(time_left(end))
        if self.endgames is not None:
            self.endgames.close(time_left(end))
