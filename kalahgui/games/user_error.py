"""Why something cannot be read or done: one sentence, which every language has.

The window says a refusal in the language chosen there. As any other error it is English, by the
same translations.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from string import Template
from typing import Any

from kalahgui.assets import asset
from kalahgui.games.message import Message

_LONGEST = 20  # of a word that is said again whole


class UserError(ValueError):
    """Why not, as a ``message``; what is refused because of something smaller has that within.

    >>> str(UserError("refused_line", line=3, why=UserError("refused_illegal")))
    'line 3: this move is not legal here'
    """

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.message = Message(key, values)

    def __str__(self) -> str:
        """Return the English sentence."""
        return self.message.said(_english)


class _Words(Template):
    delimiter = "%"


def _english(key: str, **values: object) -> str:
    return _Words(_translation()[key]).substitute(values)


@functools.cache
def _translation() -> Mapping[str, Any]:
    text = asset("translations", "kalahgui.en.json").read_text("utf-8")
    words: Mapping[str, Any] = json.loads(text)["en"]
    return words


def short(word: str, longest: int = _LONGEST) -> str:
    """Return a word to be said again, cut where it goes on without end.

    >>> short("f5"), short("9" * 99, 3)
    ('f5', '999...')
    """
    return word if len(word) <= longest else f"{word[:longest]}..."


def called(game: str) -> Message:
    """Return what the game with a key is called in sentences."""
    return Message(f"called_{game}")
