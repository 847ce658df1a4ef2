"""Short sounds that go with the events of a move; silence where there is no device."""

from __future__ import annotations

import pygame

from kalahgui.assets import asset


class Sounds:
    """Plays the sounds of assets/sounds."""

    def __init__(self) -> None:
        self.on = True
        self.available = True
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        try:
            pygame.mixer.init(44100, -16, 1, 512)
        except pygame.error:
            self.available = False

    def play(self, name: str) -> None:
        """Play a sound by its name, if sounds are on; an empty name is silence."""
        if not (name and self.on and self.available):
            return
        if name not in self._loaded:
            self._loaded[name] = pygame.mixer.Sound(str(asset("sounds", f"{name}.wav")))
        self._loaded[name].play()
