"""How many examples a law is tried on: a few by default, all with ``KALAHGUI_TESTS=all``."""

import os

ALL = os.environ.get("KALAHGUI_TESTS") == "all"


def examples(many: int, few: int = 0) -> int:
    """Return how many examples to try; ``few`` by default, or a tenth of ``many``."""
    return many if ALL else few or max(2, many // 10)
