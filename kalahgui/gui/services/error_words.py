"""What went wrong, in words."""

from __future__ import annotations

import errno

from kalahgui.games.user_error import UserError
from kalahgui.gui.services.words import say
from kalahgui.library.store_file import StoreError

# What files meet most often; the system's words may be of another language than the window's.
_KNOWN = {
    errno.ENOENT: "failed_gone",
    errno.EACCES: "failed_forbidden",
    errno.EPERM: "failed_forbidden",
    errno.EROFS: "failed_read_only",
    errno.ENOSPC: "failed_full",
    errno.EISDIR: "refused_folder",
}


def why(error: Exception) -> str:
    """Return why something failed, in the language that is spoken as far as it has words for it.

    >>> from kalahgui.gui.services import words
    >>> words.choose("en")
    >>> why(FileNotFoundError(2, "No such file", "games.txt")), why(OSError(5, "Input error"))
    ('No such file or directory', 'Input error')
    >>> why(UserError("refused_nothing")), why(ValueError("no game"))
    ('there is no game', 'no game')
    """
    if isinstance(error, UserError):
        return error.message.said(say)
    if isinstance(error, StoreError):
        return _why_of_store(error)
    if isinstance(error, MemoryError):
        return say("failed_memory")
    if isinstance(error, OSError) and error.errno in _KNOWN:
        return say(_KNOWN[error.errno])
    return getattr(error, "strerror", None) or str(error)


def _why_of_store(error: StoreError) -> str:
    if error.code:
        return say(f"store_{error.code}")
    cause = error.__cause__
    return why(cause) if isinstance(cause, OSError) else say("store_failed", words=error)
