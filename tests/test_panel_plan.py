"""Which sections of the panel give way, and where the others stand."""

from __future__ import annotations

import itertools

import pytest

from kalahgui.gui.screens.play.panel import Wanted, plan

WANTED = [
    Wanted("graph", 110, 80),
    Wanted("measures", 172, 172),
    Wanted("thinking", 222, 120),
    Wanted("score", 72, 0),
]


def test_what_fits_stands_above_each_other_from_the_foot():
    planned = plan(1000, 200, WANTED)
    assert [(each.name, each.top) for each in planned] == [
        ("graph", 576),
        ("measures", 466),
        ("thinking", 294),
        ("score", 72),
    ]


@pytest.mark.parametrize("room", range(560, 900, 20))
def test_the_moves_keep_their_room_and_the_score_gives_way_first(room):
    planned = {each.name: each for each in plan(room, 180, WANTED)}
    assert sum(each.height for each in planned.values()) <= room - 180
    assert {"graph", "measures", "thinking"} <= set(planned)
    if any(each.short for each in planned.values()):
        assert "score" not in planned


def test_sections_give_way_from_the_last_to_the_first():
    short = []
    for room in range(900, 500, -1):
        names = {each.name for each in plan(room, 180, WANTED) if not each.short}
        if not short or names != short[-1]:
            short.append(names)
    for more, fewer in itertools.pairwise(short):
        assert fewer < more
