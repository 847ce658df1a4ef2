"""Libraries that were written by earlier versions, and by this one, open without a loss.

The samples are dumps of files that these versions wrote; version 7 is the last one without lessons.
"""

import json
import sqlite3
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.gui.services import naming, settings
from kalahgui.library import listing, reviews, saved
from kalahgui.library.earlier_versions import parse_method
from kalahgui.library.statistics import statistics
from kalahgui.library.store import Store

SAMPLES = Path(__file__).parent / "samples"
VERSIONS = (1, 7)
# The players of version 1 whose text has changed: levels were renumbered once.
_NOW = {'"6"': '"old:6"', '"8 varied"': '"old:8 varied"', '"2"': '"old:2"', '"3"': '"old:3"'}
_LAST_NOW = {'"1"]]': '"old:1"]]'}


@pytest.fixture
def library(tmp_path):
    """Return a function that writes the sample of a version; it returns the store and its rows."""

    def write(version):
        path = tmp_path / f"{version}.sqlite3"
        connection = sqlite3.connect(path, isolation_level=None)
        connection.executescript((SAMPLES / f"library-version-{version}.sql").read_text("utf-8"))
        connection.row_factory = sqlite3.Row
        rows = [dict(row) for row in connection.execute("SELECT * FROM matches ORDER BY id")]
        connection.close()
        store = Store(path)
        assert store.notice is None
        return store, rows

    return write


def as_kept_now(players, version):
    """Return the players of a sample's row as the present layout has them."""
    if version == 1:
        for before, after in (_NOW | _LAST_NOW).items():
            players = players.replace(before, after)
    return json.loads(players)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_match_is_there_and_written_again_as_it_was(library, version):
    store, rows = library(version)
    for row in rows:
        record = store.match(row["id"])
        kept = {name: value for name, value in asdict(record).items() if name in row}
        assert json.loads(kept.pop("players")) == as_kept_now(row["players"], version)
        assert kept == {name: row[name] for name in kept}
        again = replace(saved.record_of(saved.stored_of(record)), saved=record.saved)
        assert json.loads(again.players) == json.loads(record.players)
        assert replace(again, players=record.players) == record
        if not row.get("deleted"):
            assert store.save(record).revision == record.revision + 1


@pytest.mark.parametrize("version", VERSIONS)
def test_names_stars_and_the_bin_stay(library, version):
    store, rows = library(version)
    shown = {row.id: (row.name, row.starred) for row in listing.page(store, 99)}
    kept = {
        row["id"]: (row.get("name", ""), row.get("starred", 0))
        for row in rows
        if not row.get("deleted")
    }
    assert shown == kept
    assert listing.discarded(store) == [row["id"] for row in rows if row.get("deleted")]


def test_reviews_stay(library):
    store, _ = library(7)
    for identifier in (1, 2, 6):
        stored = saved.stored_of(store.match(identifier))
        assert reviews.is_whole(store, stored)
        judged = reviews.restored(store, stored)
        assert {node.parent for node in stored.match.tip.line} == set(judged)
    assert store.review_text(4) is None
    assert {figures.match: figures.edition for figures in store.review_figures("kalah")} == {
        1: 2,
        2: 1,
    }


def test_levels_of_the_first_edition_keep_their_limits_and_names(library):
    said = {}
    for version in VERSIONS:
        store, rows = library(version)
        for row in rows:
            match = saved.stored_of(store.match(row["id"])).match
            for player in match.players:
                if player.computer is not None and str(player.computer).startswith("old:"):
                    text = f"{match.game.key} {player.computer}"
                    said[text] = naming.method_words(player.computer, match.game, match.start)
    assert said == {
        "kalah old:6": "Level 6 · Expert · alpha-beta (article), 5 turns ahead",
        "kalah old:8 varied": "Level 8 · Master · playing search, 3 s a move",
        "reversi old:2": "Level 2 · Novice · alpha-beta (article), 2 turns ahead, sometimes slips",
        "tictactoe old:3": "Level 3 · Amateur · alpha-beta (article), 2 turns ahead",
        "eight old:1": "Level 1 · Beginner · alpha-beta (article), 1 turn ahead, often slips",
        "kalah old:4": "Level 4 · Intermediate · alpha-beta (article), 3 turns ahead",
    }


def test_levels_of_the_first_edition_are_counted_apart(library):
    store, _ = library(7)
    figures = statistics(GAMES["kalah"], "3x2", listing.page(store, 99))
    assert figures.earlier.won == 1 and {n: record.won for n, record in figures.levels.items()} == {
        2: 1
    }
    store, _ = library(1)
    figures = statistics(GAMES["kalah"], "6x4", listing.page(store, 99))
    assert figures.earlier.won == 1 and figures.levels == {}


def test_the_settings_of_this_version_are_read_as_they_were_written(library):
    store, _ = library(7)
    kept = store.get_setting("choices")
    read = json.loads(json.dumps(asdict(settings.load(store))))
    # The one clock stays where a game was begun last.
    clocks = {key: card["clocks"] for key, card in read["cards"].items() if card["clocks"]}
    assert [*clocks] == [kept["offer"]]
    assert [*clocks[kept["offer"]].values()] == [kept.pop("clock")]
    for key, card in kept["cards"].items():
        card["fair"] = ""  # games began with the board's own start
        card["clocks"] = read["cards"][key]["clocks"]
        for seat in (card["first"], card["second"]):
            # The usual level was nobody's choice: now it is the one that suits.
            seat["level"] = 0 if seat["level"] == 4 else seat["level"]
    # Silence was nobody's choice either: a screen reader has events told aloud.
    assert kept.pop("events") == "silent"
    since = {name: value for name, value in read.items() if name not in kept}
    assert read == kept | since | {"cards": read["cards"] | kept["cards"]}  # a game has a card more
    settings.save(store, settings.load(store))
    assert store.get_setting("choices") == read


def test_the_settings_of_version_1_become_those_of_every_card(library):
    store, _ = library(1)
    choices = settings.load(store)
    assert (choices.language, choices.theme, choices.pace) == ("ja", "slate", "slow")
    assert (choices.sound, choices.values, choices.text) == (False, True, "large")
    kalah = choices.cards["kalah"]
    assert (kalah.board, kalah.rules, kalah.pie) == ("5x3", ("empty-capture",), True)
    assert choices.cards["reversi"].handicap == 2
    assert choices.cards["diamond"].board == "diamond-parallel"
    for card in choices.cards.values():
        assert (card.first.name, card.first.level) == ("Ann", 7)
        second = card.second
        assert (second.person, second.algorithm, second.turns) == (False, "nega-alpha", 4)
        assert not second.timed


def test_players_of_earlier_versions_are_read_and_written_as_they_were():
    for game in GAMES.values():
        for text in ("old:1", "old:8 varied", "6", "alpha-beta:3 varied"):
            assert str(parse_method(text, game)) == text
        for text in ("old:0", "old:9"):
            with pytest.raises(UserError, match="levels go from 1 to 8"):
                parse_method(text, game)
        with pytest.raises(UserError, match="is not a player"):
            parse_method("old:x", game)
