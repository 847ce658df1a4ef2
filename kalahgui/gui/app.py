"""The window: one loop, a stack of screens, and what the screens share."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from pathlib import Path

# All set before pygame opens a display: real pixels on Windows, no greeting on the console.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# We draw in memory; where a window can take that as it is, a detour through a renderer costs
# up to four times the work of a frame (a software OpenGL takes the engine's processor for it).
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")

import pygame

from kalahgui import __version__, saved
from kalahgui.assets import asset
from kalahgui.core import COMPILED, REASON
from kalahgui.engine import Engine
from kalahgui.gui import boards, felt, icons, pen, settings, theme, tiles, words
from kalahgui.gui.offers import OFFERS
from kalahgui.gui.screens.home import Home
from kalahgui.gui.screens.play import Play
from kalahgui.gui.screens.screen import Screen
from kalahgui.gui.screens.setup import Setup
from kalahgui.gui.session import Kept, Series
from kalahgui.gui.sound import Sounds
from kalahgui.gui.words import say
from kalahgui.match import Match
from kalahgui.store import MatchRecord, Store, StoreBusy, StoreError

LIVELY_FPS, IDLE_FPS = 60, 20
_LIVELY_SECONDS = 0.5
_RESIZE_SECONDS = 0.15
_NOTICE_SECONDS, _PASSING_SECONDS = 7.0, 1.6
_LONGEST_STEP = 0.1
_SMALLEST_WINDOW = (800, 500)
_LOOKED_THROUGH = 20  # matches, for one to go on with
_LAST_TRIES = 40  # each waits up to 0.05 s for a busy store


class App:
    """The window and everything that lives as long as it does."""

    def __init__(self, store: Store, size: tuple[int, int] | None = None) -> None:
        """Open the window; ``size`` overrides the remembered one."""
        self.store = store
        self.choices = settings.load(store)
        words.choose(self.choices.language)
        if size is not None:
            self.choices.window = size
        self.fullscreen = False
        self._open_window()
        self.sounds = Sounds()
        self.sounds.on = self.choices.sound
        self.engine = Engine()
        self.running = True
        self._held: set[int] = set()
        self._clock = pygame.time.Clock()
        self.notices: list[str] = []
        self._passing = ""
        self._notice_left = 0.0
        self._since_input = 0.0
        self._resize_left: float | None = None
        self._unsaved: list[Kept] = []
        self._choices_unsaved = False
        self._measure()
        self._collect_notices()
        self.screens: list[Screen] = []
        self.show(Home(self))

    # -- the window

    def _open_window(self) -> None:
        if self.fullscreen:
            self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.surface = pygame.display.set_mode(self.choices.window, pygame.RESIZABLE)
            with warnings.catch_warnings():
                # pygame means to replace this way to the window and has no other yet.
                warnings.simplefilter("ignore", DeprecationWarning)
                pygame.Window.from_display_module().minimum_size = _SMALLEST_WINDOW
        pygame.display.set_caption(say("program"))

    def _measure(self) -> None:
        self.size = self.surface.get_size()
        text = settings.TEXT_SIZES[self.choices.text]
        self.scale = theme.Scale.of(self.size, text)
        self.palette = theme.PALETTES[self.choices.theme]

    def speak(self, language: str) -> None:
        """Change the language of the whole window."""
        self.choose(language=language)
        words.choose(language)
        pygame.display.set_caption(say("program"))
        self.rebuild()

    def rebuild(self) -> None:
        """Lay every screen out anew after a change of size, language, theme or text."""
        theme.clear()
        icons.clear()
        for painter in (boards, felt, pen, tiles):
            painter.clear()
        self._measure()
        for screen in self.screens:
            screen.rebuild()
        self.wake()

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to the window."""
        self.fullscreen = not self.fullscreen
        self._open_window()
        self.rebuild()

    def wake(self) -> None:
        """Draw at full rate for a while."""
        self._since_input = 0.0

    # -- screens

    @property
    def screen(self) -> Screen:
        """Return the topmost screen."""
        return self.screens[-1]

    def show(self, screen: Screen) -> None:
        """Put one screen in the place of all others."""
        for old in self.screens:
            old.close()
        self.screens = [screen]
        self.wake()

    def push(self, screen: Screen) -> None:
        """Lay a screen over the others."""
        self.screens.append(screen)
        self.wake()

    def pop(self) -> None:
        """Take the topmost screen away."""
        self.screens.pop().close()
        self.wake()

    def start_screen(self) -> None:
        """Go to the home screen."""
        self.show(Home(self))

    def set_up(self, offer: str) -> None:
        """Go to the set-up of a card's game."""
        self.show(Setup(self, OFFERS.get(offer, OFFERS["kalah"])))

    def play(self, match: Match, series: Series | None = None) -> None:
        """Play a new match in the window."""
        self.show(Play(self, Kept(match, saved.now()), series or Series()))

    # -- keeping things

    def choose(self, **changes: object) -> None:
        """Change choices and keep them."""
        for name, value in changes.items():
            setattr(self.choices, name, value)
        self.keep_choices()

    def keep_choices(self) -> None:
        """Write the choices on this frame, or as soon as the store is free."""
        self._choices_unsaved = True
        self._write()

    def keep_match(self, kept: Kept) -> None:
        """Write a match on this frame, or as soon as the store is free."""
        if kept.match.plies or kept.identifier is not None:
            self._unsaved.append(kept)
            self._write()

    def _write(self) -> None:
        try:
            if self._choices_unsaved:
                settings.save(self.store, self.choices)
                self._choices_unsaved = False
            while self._unsaved:
                kept = self._unsaved[-1]
                record = saved.record_of(kept.match, kept.begun, kept.identifier)
                kept.identifier = self.store.save(record)
                self._unsaved = [other for other in self._unsaved if other is not kept]
        except StoreBusy:
            return  # the next frame tries again
        except StoreError as error:
            self._unsaved.clear()
            self._choices_unsaved = False
            self.notify(say("notice_not_saved", why=error))

    def unfinished(self) -> tuple[MatchRecord, Match] | None:
        """Return the newest match that can be continued."""
        with contextlib.suppress(StoreError):
            for record in self.store.matches(_LOOKED_THROUGH):
                if not record.result:
                    try:
                        return record, saved.match_of(record)
                    except ValueError:
                        self.notify(say("notice_bad_match"))
        return None

    def resume(self, record: MatchRecord, match: Match) -> None:
        """Play a match from the store on; it stays the same match there."""
        self.show(Play(self, Kept(match, record.begun, record.id), Series()))

    def set_sound(self, on: bool) -> None:
        """Turn the sound on or off, and say so when there is no device for it."""
        self.sounds.on = on
        self.choose(sound=on)
        if on and not self.sounds.available:
            self.notify(say("notice_no_sound"))

    # -- notices

    def _collect_notices(self) -> None:
        if self.store.notice is not None:
            keys = {"set-aside": "notice_set_aside", "newer": "notice_newer"}
            key = keys.get(self.store.notice.code, "notice_memory")
            self.notify(say(key, path=Path(self.store.notice.path).name))
        if not self.sounds.available and self.choices.sound:
            self.notify(say("notice_no_sound"))
        if not COMPILED and "KALAHGUI_PURE" not in REASON:
            self.notify(say("notice_interpreted", why=REASON))

    def notify(self, notice: str) -> None:
        """Show a sentence at the foot of the window for a while, after those before it."""
        if notice not in self.notices:
            self.notices.append(notice)

    def show_now(self, notice: str) -> None:
        """Show a passing sentence at once, in place of a passing one before it."""
        if self._passing in self.notices:
            self.notices.remove(self._passing)
        self._passing = notice
        self.notices.insert(0, notice)
        self._notice_left = _NOTICE_SECONDS - _PASSING_SECONDS

    def _update_notices(self, dt: float) -> None:
        if self.notices:
            self._notice_left += dt
            if self._notice_left > _NOTICE_SECONDS:
                self._notice_left = 0.0
                self.notices.pop(0)
                self.wake()

    def _draw_notice(self) -> None:
        px = self.scale.px
        width = self.size[0] - px(64)
        label = theme.fit(self.notices[0], self.scale.body, width - px(40))
        pill = pygame.Rect(0, 0, theme.font(self.scale.body).size(label)[0] + px(40), px(40))
        pill.midbottom = (self.size[0] // 2, self.size[1] - px(8))
        self.surface.blit(theme.rounded(pill.size, px(20), self.palette.banner), pill)
        colour = self.palette.on_banner
        theme.write(self.surface, label, pill.center, self.scale.body, colour, anchor="center")

    # -- the loop

    @property
    def lively(self) -> bool:
        """Tell whether frames are drawn at the full rate now."""
        moving = any(screen.moving for screen in self.screens)
        return moving or self._since_input < _LIVELY_SECONDS or self._resize_left is not None

    def run(self) -> None:
        """Show the window until it is closed."""
        try:
            while self.running:
                self.step(self.wait())
        finally:
            self.close()

    def wait(self) -> float:
        """Wait for the next frame and return the seconds since the one before."""
        dt = self._clock.tick(LIVELY_FPS if self.lively else IDLE_FPS) / 1000
        return min(dt, _LONGEST_STEP)

    def step(self, dt: float) -> None:
        """Do the work of one frame, ``dt`` seconds after the one before."""
        self._since_input += dt
        for screen in self.screens:
            screen.elapse(dt)
        for event in pygame.event.get():
            self._handle(event)
        if self._unsaved or self._choices_unsaved:
            self._write()
        self._update_notices(dt)
        if self._resize_left is not None:
            self._resize(dt)
        elif self.lively:
            self._update(dt)
            self._draw()

    def _resize(self, dt: float) -> None:
        """While the window changes its size, show the old picture scaled."""
        assert self._resize_left is not None
        self._resize_left -= dt
        if self._resize_left <= 0:
            self._resize_left = None
            self.surface = pygame.display.get_surface() or self.surface
            if not self.fullscreen:
                self.choose(window=self.surface.get_size())
            self.rebuild()
        else:
            surface = pygame.display.get_surface() or self.surface
            surface.blit(pygame.transform.scale(self._old_picture, surface.get_size()), (0, 0))
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
            self.running = False
        elif event.type == pygame.VIDEORESIZE:
            self._begin_resize()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.toggle_fullscreen()
        else:
            self.wake()
            for screen in reversed(list(self.screens)):
                if screen.handle(event) or screen.modal:
                    break

    def _begin_resize(self) -> None:
        if self._resize_left is None:
            self._old_picture = self._picture()
        self._resize_left = _RESIZE_SECONDS

    def _update(self, dt: float) -> None:
        for screen in list(self.screens):
            screen.update(dt)

    def _draw(self) -> None:
        for screen in self.screens:
            screen.draw(self.surface)
        if self.notices:
            self._draw_notice()
        pygame.display.flip()

    def _picture(self) -> pygame.Surface:
        picture = pygame.Surface(self.size)
        for screen in self.screens:
            screen.draw(picture)
        return picture

    def close(self) -> None:
        """End the window: stop thinking and write what is not written yet."""
        for screen in self.screens:
            screen.close()
        self.engine.close()
        for _ in range(_LAST_TRIES):
            self._write()
            if not (self._unsaved or self._choices_unsaved):
                break
        self.store.close()

    @property
    def about(self) -> str:
        """Say which version and which core runs."""
        core = say("core_compiled" if COMPILED else "core_interpreted")
        return say("about", version=__version__, core=core)


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
            "tables, perft, solve, match or bench.",
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
    path = _store_path()
    app = App(Store(path))
    if path is None:
        app.notify(say("notice_memory"))
    try:
        app.run()
    finally:
        pygame.quit()
    return 0
