"""A person's record against the levels, and the level that may suit them."""

from __future__ import annotations

import json
import sqlite3

import pytest

from kalahgui.games import GAMES
from kalahgui.library.statistics import LevelRecord, level_results
from kalahgui.library.store import MatchRecord, Store

KALAH = GAMES["kalah"]
WON, LOST, DRAWN = "first", "second", "draw"


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    yield store
    store.close()


def keep(store, *results, computer="4", seat=1, variant="6x6", players=None, seconds=30):
    """Keep matches that ended so, one a minute, after some seconds; the computer sits on a seat."""
    if players is None:
        players = [["Ann", ""], ["", ""]]
        players[seat][1] = computer
    for result in results:
        start = KALAH.position_text(KALAH.start(variant))
        begun = f"2026-01-01T10:{len(store.matches()):02}"
        text = json.dumps(players)
        saved = begun + (f":{seconds}" if seconds else "")
        store.save(MatchRecord("kalah", variant, "", start, "", text, result, 0, begun, saved))


def results(store, variant="6x6"):
    return level_results(store, KALAH, variant)


def test_games_count_by_level_for_the_person_whatever_the_seat(store):
    keep(store, WON, WON, LOST, DRAWN, "second resigned", "first resigned")
    keep(store, WON, "first resigned", seat=0, computer="5 varied")
    assert results(store).records == {4: LevelRecord(3, 2, 1), 5: LevelRecord(1, 1, 0)}


def test_only_games_of_one_person_against_a_level_of_today_count(store):
    keep(store, WON, "", computer="old:4")
    keep(store, WON, computer="alpha-beta:5")
    keep(store, WON, computer="no player")
    keep(store, WON, players=[["", "4"], ["", "4"]])
    keep(store, WON, players=[["Ann", ""], ["Bob", ""]])
    keep(store, WON, players="damaged")
    keep(store, "a wrong result", "")
    keep(store, WON, seconds=0)  # from a file
    keep(store, WON, variant="6x4")
    assert results(store) == ({}, None)
    assert results(store, "6x4").records == {4: LevelRecord(1)}


@pytest.mark.parametrize(
    ("played", "suits"),
    [
        ((WON, WON), None),
        ((WON, WON, WON), 5),
        ((WON, LOST, WON, WON), 5),
        ((WON, WON, WON, LOST, LOST), None),
        ((LOST, LOST, LOST), 3),
        ((WON, LOST, DRAWN, LOST, LOST), 3),
        ((WON, WON, WON, DRAWN, DRAWN), None),
    ],
)
def test_another_level_may_suit_after_a_few_games(store, played, suits):
    keep(store, *played)
    assert results(store).suits == suits


def test_the_level_played_last_is_what_counts(store):
    keep(store, WON, WON, WON)
    keep(store, LOST, computer="5")
    assert results(store).suits is None
    keep(store, LOST, LOST, computer="5")
    assert results(store).suits == 4


@pytest.mark.parametrize(("level", "result"), [("1", LOST), ("10", WON)])
def test_no_level_is_named_that_the_board_lacks(store, level, result):
    keep(store, *[result] * 4, computer=level)
    assert results(store).suits is None


def test_what_sqlite_lets_stand_costs_nothing(store, tmp_path):
    keep(store, WON)
    other = sqlite3.connect(tmp_path / "games.sqlite3")
    other.execute("UPDATE matches SET players = x'00'")
    other.commit()
    other.close()
    assert results(store).records == {}
