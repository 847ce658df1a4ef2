"""How large the table of a search is: the person's choice in megabytes, as entries."""

from __future__ import annotations

from kalahgui.core import COMPILED

MEGABYTES = (16, 32, 64, 128, 256)
USUAL_MEGABYTES = 64
ENTRY_BYTES = 16
_MOST_BITS = 64 if COMPILED else 16  # the interpreted search does not fill more
# Of a level's own table: the levels were measured with it, whatever the person chooses.
LEVEL_BITS = min(20, _MOST_BITS)


def table_bits(megabytes: int) -> int:
    """Return the bits of the largest table that takes at most so many megabytes.

    >>> table_bits(1) == 16
    True
    """
    entries = (megabytes << 20) // ENTRY_BYTES
    return min(entries.bit_length() - 1, _MOST_BITS)
