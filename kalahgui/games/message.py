"""Words by a key of the translations, which are said in whatever language is spoken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Message:
    """Words to show: a key of the translations and its values.

    A ``seat`` among the values names a player, a ``side`` the player who has it.
    """

    key: str
    values: dict[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, key: str, /, **values: object) -> Message:
        """Make a message."""
        return cls(key, values)

    def said(self, say: Callable[..., str]) -> str:
        """Return the words as ``say`` has them for a key and values.

        Messages and refusals among the values are said as well, and so are all in a tuple. What
        other values have that cannot be printed becomes a blank: they may come from any file.
        """
        return say(self.key, **{name: _value(each, say) for name, each in self.values.items()})


def _value(value: object, say: Callable[..., str]) -> object:
    if isinstance(value, tuple):
        return say("list_joint").join(str(_value(each, say)) for each in value)
    message = getattr(value, "message", value)
    if isinstance(message, Message):
        return message.said(say)
    return value if isinstance(value, int) else _printable(str(value))


def _printable(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
