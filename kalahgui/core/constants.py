"""The constants that several files of core share; compiled, constants.pxd replaces them."""

from __future__ import annotations

# A 64-bit word with its lowest bit set, and one with every bit set.
ONE = 1
WORD = 0xFFFFFFFFFFFFFFFF

# So many plies, extra moves included, a line of a search can have.
HEIGHTS = 256
# In place of a move, which is a number from 0 to 63.
NO_MOVE = 64

# What the value of a table entry is: a bound, or exact.
UPPER = 1
LOWER = 2
EXACT = 3
# In place of a margin: a position does not decide a window by itself.
UNDECIDED = 32767
# In place of a gain: the endgame database does not have it.
UNKNOWN = -128

# What the article's evaluation of Kalah makes of a majority.
WON = 99
