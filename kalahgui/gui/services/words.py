"""The window's words in the player's language."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import i18n

from kalahgui.assets import asset

# Each by the name that its speakers give it.
LANGUAGES = {"en": "English", "ja": "日本語"}
_NAMESPACE = "kalahgui"

# Before the first word is said: what is said once is remembered.
i18n.load_path.append(str(asset("translations")))
i18n.set("file_format", "json")
i18n.set("fallback", "en")


def choose(language: str) -> None:
    """Let ``say`` speak a language of LANGUAGES."""
    i18n.set("locale", language)


def chosen() -> str:
    """Return the language that is spoken now."""
    return str(i18n.get("locale"))


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak another language in here."""
    before = chosen()
    choose(language)
    try:
        yield
    finally:
        choose(before)


def say(key: str, **values: object) -> str:
    """Return the words for a key with its values put in; ``count`` chooses the plural."""
    return _say(chosen(), key, tuple(values.items()))


@lru_cache(maxsize=2048)
def _say(language: str, key: str, values: tuple[tuple[str, object], ...]) -> str:
    # A frame says the same words as the one before: look each of them up once.
    return str(i18n.t(f"{_NAMESPACE}.{key}", locale=language, **dict(values)))


def system_language() -> str:
    """Return the language of the system when the window speaks it, else English."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), "") or locale.getlocale()[0] or ""
    code = name.replace("Japanese", "ja")[:2].lower()
    return code if code in LANGUAGES else "en"
