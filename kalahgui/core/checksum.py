"""What tells learnt weights apart."""

from __future__ import annotations

import sys
from array import array
from hashlib import sha256


def checksum(weights):
    """Return the SHA-256 of 16-bit weights, the same on every machine."""
    ordered = array("h", weights)
    if sys.byteorder == "big":
        ordered.byteswap()
    return sha256(ordered.tobytes()).hexdigest()
