"""Short sounds that go with the events of a move; silence where there is no device."""

from __future__ import annotations

import itertools

import pygame

from kalahgui.assets import asset
from kalahgui.game import Again, Capture, Event, Lift, Pits, Sow, Sweep

_STONES = ("stone1", "stone3", "stone2", "stone4")


class Sounds:
    """Plays the sounds of assets/sounds."""

    def __init__(self) -> None:
        self.on = True
        self.available = True
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        self._stone = itertools.cycle(_STONES)
        try:
            pygame.mixer.init(44100, -16, 1, 512)
        except pygame.error:
            self.available = False

    def play(self, name: str) -> None:
        """Play a sound by its name, if sounds are on."""
        if not (self.on and self.available):
            return
        if name not in self._loaded:
            self._loaded[name] = pygame.mixer.Sound(str(asset("sounds", f"{name}.wav")))
        self._loaded[name].play()

    def hear(self, event: Event, ended: bool, board: Pits) -> None:
        """Play what an event sounds like as it begins or ends."""
        match event, ended:
            case Lift(), False:
                self.play("lift")
            case Sow(cell), True:
                stores = (board.store(0), board.store(1))
                self.play("store" if cell in stores else next(self._stone))
            case Capture(), False:
                self.play("capture")
            case Sweep(), False:
                self.play("sweep")
            case Again(), False:
                self.play("again")
