"""What is heard: short sounds of a move, and a line of text for each event, written or spoken."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence

import pygame

from kalahgui import streams
from kalahgui.assets import asset
from kalahgui.gui.services import machine


class Sounds:
    """Plays the sounds of assets/sounds."""

    def __init__(self) -> None:
        self.on = True
        self.volume = 100  # percent
        self.available = True
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        try:
            # Half of these 1024 would wake the processor twice as often, also in silence.
            pygame.mixer.init(44100, -16, 1, 1024)
        except pygame.error:
            self.available = False

    def play(self, name: str) -> None:
        """Play a sound by its name, if sounds are on; an empty name is silence.

        When the device has gone there are no sounds any more.
        """
        if not (name and self.on and self.available):
            return
        try:
            if name not in self._loaded:
                self._loaded[name] = pygame.mixer.Sound(str(asset("sounds", f"{name}.wav")))
            self._loaded[name].set_volume(self.volume / 100)
            self._loaded[name].play()
        except pygame.error:
            self.available = False


WAYS = ("automatic", "announced", "spoken", "written", "silent")
# AUTOMATIC is silent until a screen reader listens, which itself tells of the focus alone. Then it
# is SPOKEN on Linux, whose reader passes over what is ANNOUNCED, and ANNOUNCED elsewhere.
AUTOMATIC, ANNOUNCED, SPOKEN, WRITTEN, SILENT = WAYS
_MOST_ANNOUNCED = 12  # a turn of many moves in a moment, and its end

# A second, as a slow reader speaks: a letter of English has one byte, a sign of Japanese three.
_SPOKEN_BYTES = 12.0

# Lines that wait longer than these are no longer news.
_MOST_WAITING = 24
# Reads what is to be said from its standard input, so that no text is ever taken for a command.
_POWERSHELL = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)


def speech_command(
    language: str,
    platform: str = sys.platform,
    find: Callable[[str], str | None] = machine.find_program,
) -> list[str]:
    """Return the command that speaks its standard input; empty where the system has no voice."""
    if platform == "darwin" and (program := find("say")):
        return [program, *(["-v", "Kyoko"] if language == "ja" else []), "-f", "-"]
    if platform == "win32" and (program := find("powershell")):
        return [program, "-NoProfile", "-NonInteractive", "-Command", _POWERSHELL]
    if platform not in ("darwin", "win32") and (program := find("spd-say")):
        # A message waits for its turn; a text would end with the next word of a screen reader.
        ways = ["--wait", "--priority", "message"]
        return [program, *ways, "--language", language, "--pipe-mode"]
    return []


class Voice:
    """Tells lines one after the other, in the way that is chosen."""

    def __init__(
        self, start: Callable[[Sequence[str], str], subprocess.Popen[bytes]] | None = None
    ) -> None:
        """``start`` begins a command with a text on its standard input."""
        self.way = SILENT
        self.language = "en"
        self.reader = False  # a screen reader listens, which says by itself what has the focus
        self.start = start or _started
        self._waiting: deque[str] = deque(maxlen=_MOST_WAITING)
        self._speaking: subprocess.Popen[bytes] | None = None
        self._last = self._screens = ""
        # The last lines for the screen reader, each with its number: the same may be said twice.
        self.announced: deque[tuple[int, str]] = deque(maxlen=_MOST_ANNOUNCED)
        self._failed = False

    @property
    def available(self) -> bool:
        """Tell whether the system has a voice, as far as is known."""
        return bool(speech_command(self.language)) and not self._failed

    @property
    def telling(self) -> str:
        """Return the way in which lines are told now, which is never AUTOMATIC."""
        if self.way != AUTOMATIC:
            return self.way
        if not self.reader:
            return SILENT
        return SPOKEN if sys.platform == "linux" else ANNOUNCED

    @property
    def last(self) -> str:
        """Return what was told last, or would have been."""
        return self._last

    @property
    def idle(self) -> bool:
        """Tell whether nothing is spoken, and nothing waits for it."""
        return self._speaking is None and not self._waiting

    def seconds_of(self, line: str) -> float:
        """Estimate how long a screen reader speaks a line, which does not tell when it is done.

        Where the program speaks itself, it knows when it is ``idle``.
        """
        return len(line.encode()) / _SPOKEN_BYTES if self.telling == ANNOUNCED else 0.0

    def choose(self, way: str) -> None:
        """Tell lines in another way from now on; the voice stops at once if that needs none."""
        self.way = way
        if self.telling != SPOKEN:
            self.close()

    def tell(self, line: str) -> None:
        """Write a line, and have it spoken after those that wait already."""
        self._last = line or self._last
        if self.telling == SILENT or not line:
            return
        _write(line)
        if self.telling == ANNOUNCED:
            self.announced.append((self.announced[-1][0] + 1 if self.announced else 0, line))
        if self.telling == SPOKEN:
            self._waiting.append(line)

    def tell_instead(self, line: str) -> None:
        """Tell what a screen says now; what it said before is not told if it still waits."""
        if self._screens in self._waiting:
            self._waiting.remove(self._screens)
        self._screens = line
        self.tell(line)

    def answer(self, line: str) -> None:
        """Tell a line that was asked for: at once, before all that waits."""
        self._stop()
        self.tell(line)
        if self.telling == SPOKEN:
            self._waiting.rotate(1)

    def tell_focus(self, line: str) -> None:
        """Tell what has the focus, unless a screen reader does."""
        if not self.reader:
            self.tell(line)

    def update(self) -> None:
        """Go on with the next line when one has been spoken."""
        if self._speaking is not None and self._speaking.poll() is None:
            return
        self._speaking = None
        if self._waiting and not self.available:
            self._waiting.clear()  # nobody will say it
        if self._waiting:
            line = self._waiting.popleft()
            try:
                self._speaking = self.start(speech_command(self.language), line)
            except OSError:
                # A voice that cannot be started is none; the lines are still written.
                self._failed = True

    def close(self) -> None:
        """Be silent."""
        self._waiting.clear()
        self._stop()

    def _stop(self) -> None:
        if self._speaking is not None and self._speaking.poll() is None:
            self._speaking.terminate()


SETTLED = 0.5  # seconds, after which words have come to stay


class Steady:
    """Tells words once they stay, as a sentence that changes with every step.

    Of what they are said to be about they are told once, as of a hint that is looked at deeper.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._words = ""
        self._about: object = None
        self._since = 0.0

    @property
    def waiting(self) -> bool:
        """Tell whether words are to be told as soon as they have stayed."""
        return bool(self._words) and self._since < SETTLED

    def update(self, words: str, dt: float, about: object = None) -> None:
        """Hear the words of now, after ``dt`` seconds; about something else they are new."""
        settled = about is not None and self._since >= SETTLED
        if about is not self._about or (words != self._words and not settled):
            self._words, self._about, self._since = words, about, 0.0
        elif self._since < SETTLED <= self._since + dt:
            self._tell(words)
        self._since += dt


def _write(line: str) -> None:
    """Write to the terminal, if there is one that can hold the line."""
    with contextlib.suppress(UnicodeEncodeError, ValueError):
        streams.tell(line, sys.stdout)


def _started(command: Sequence[str], line: str) -> subprocess.Popen[bytes]:
    speaking = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    assert speaking.stdin is not None
    # To spd-say a line that begins with !-! is a command, and one without an end is not whole.
    with contextlib.suppress(BrokenPipeError):
        speaking.stdin.write(f" {' '.join(line.split())}\n".encode())
        speaking.stdin.close()
    return speaking
