"""Programs that are killed, and strange places: what is looked for is found, here in few trials."""

import os
import sqlite3
from contextlib import closing

import pytest

from lab.trials import kills, places

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="kill -9 and limits are POSIX"),
]


@pytest.mark.long
def test_nothing_is_lost_in_any_scene():
    figures = kills.measure(len(kills.KILLED), seed=1)
    assert figures["found"] == []
    assert set(figures["kills"]) == set(kills.KILLED)
    assert figures["facts"] > 0 and figures["matches"] > 0


def test_what_is_lost_is_found(tmp_path):
    facts = kills.killed("play", tmp_path, 3, 2.0)
    assert list(kills.checked(tmp_path, facts)) == []
    *_, last = (fact["match"] for fact in facts if "match" in fact)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "0.sqlite3").write_bytes(b"SQLite format 3\0" + bytes(5000))
    (tmp_path / kills.BACKUP).write_bytes(b"nothing")
    with closing(sqlite3.connect(tmp_path / kills.STORE)) as store, store:
        store.execute(
            "UPDATE matches SET moves = '', side_lines = '', result = '' WHERE id = ?",
            (last["id"],),
        )
    gone = last | {"id": 10**6}
    claims = [*facts, {"match": gone}, {"count": 10**6}, {"review": last["id"]}, {"whole": False}]
    problems = " ".join(kills.checked(tmp_path, [*claims, {"ended": 1}, {"backup": 1}]))
    for words in (
        f"match {last['id']} has lost moves",
        "match 1000000 is gone",
        "of 1000000",
        f"the review of match {last['id']} is gone",
        "in part",
        "status 1",
        "the back-up cannot be read",
        "0.sqlite3 was brought up to date with 0 matches",
    ):
        assert words in problems


NAMES = ("a disk full at 100 KB", "no home", "a window of one point")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_can_be_played_in_strange_places(name, tmp_path):
    assert list(places.visited(places.PLACES[name], tmp_path)) == []


def test_what_is_not_as_it_should_be_is_found(tmp_path):
    wrong = places.PLACES["no sound device"]._replace(keeps=False, says="none of this")
    problems = list(places.visited(wrong, tmp_path))
    assert len(problems) == 2 and "it was said" in problems[0] and problems[1] == "the game is kept"
