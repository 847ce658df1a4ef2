"""Words by a key of the translations, and the sentence that says why something cannot be done.

The window says a message in the language chosen there. A ``UserError`` is English as any other
error, by the same translations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from string import Template

from kalahgui.assets import words_of
from kalahgui.games.plain_text import one_line


@dataclass(frozen=True)
class Message:
    """Words to show: a key of the translations and its values.

    A ``seat`` among the values names a player, a ``side`` the player who has it.
    """

    key: str
    values: dict[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, key: str, /, **values: object) -> Message:
        """Return a message with some values, given by name.

        >>> Message.of("move_reason_captures", count=3).values
        {'count': 3}
        """
        return cls(key, values)

    def __str__(self) -> str:
        """Return the English words."""
        return self.said(english)

    def said(self, say: Callable[..., str]) -> str:
        """Return the words that ``say`` has for the key and the values.

        Messages and UserErrors among the values become words as well; a tuple becomes a list of
        its words. Numbers stay, and any other value becomes one line of visible signs: it may come
        from a file.
        """
        return say(self.key, **{name: _value(value, say) for name, value in self.values.items()})


def _value(value: object, say: Callable[..., str]) -> object:
    if isinstance(value, tuple):
        return say("list_joint").join(str(_value(part, say)) for part in value)
    message = getattr(value, "message", value)
    if isinstance(message, Message):
        return message.said(say)
    return value if isinstance(value, int) else one_line(str(value))


Saying = Callable[..., str]  # what says the words of a key with its values
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
        return str(self.message)


class _Words(Template):
    delimiter = "%"


def english(key: str, **values: object) -> str:
    """Return the English words of a key of the translations with its values."""
    return _Words(words_of("en")[key]).substitute(values)


def short(word: str, longest: int = _LONGEST) -> str:
    """Return a word of somebody's input for a message, cut after ``longest`` signs.

    >>> short("f5"), short("9" * 99, 3)
    ('f5', '999...')
    """
    return word if len(word) <= longest else f"{word[:longest]}..."


def called(game: str) -> Message:
    """Return what the game with a key is called in sentences."""
    return Message(f"called_{game}")


def search_name(algorithm: str) -> Message:
    """Return what a search with a key is called, wherever a person reads of it.

    >>> str(search_name("nega-scout")), str(search_name("usual-nega-scout"))
    ('NegaScout (article)', 'NegaScout')
    """
    return Message(algorithm)
