"""The player's choices: kept, read, mended, and taken over from older versions."""

from __future__ import annotations

import json

import pytest

from kalahgui.games import GAMES
from kalahgui.gui.services.game_catalogue import CATALOGUE
from kalahgui.gui.services.settings import CardChoices, Choices, Seat, load, save
from kalahgui.library.store import Store

# As the version before wrote it.
OLD = """
{"language": "ja", "theme": "slate", "pace": "fast", "sound": false, "preview": true,
 "thinking": false, "face": "both", "text": "large", "window": [1000, 700],
 "first": {"name": "Ann", "person": true, "level": 2, "custom": false,
           "algorithm": "alpha-beta", "plies": 7, "seconds": 2.0},
 "second": {"name": "", "person": false, "level": 4, "custom": true,
            "algorithm": "minimax", "plies": 3, "seconds": 5.0},
 "offer": "small", "boards": {"small": "4x4", "diamond": "diamond-parallel"}, "handicap": 2,
 "varied": true, "marks": false, "numbers": true, "values": true, "pits": 8, "stones": 2,
 "more_boards": true, "empty_capture": true, "last_stone": false, "pie": true}
"""


@pytest.fixture
def store():
    return Store(None)


def keep(store: Store, record: object) -> Choices:
    store.set_setting("choices", record)
    return load(store)


def test_choices_of_the_version_before_are_taken_over(store):
    choices = keep(store, json.loads(OLD))
    seats = {
        "first": Seat("Ann", level=2, turns=7),
        "second": Seat(person=False, custom=True, algorithm="minimax", turns=3, seconds=5.0),
    }
    assert choices.cards == {
        "kalah": CardChoices("8x2", ("empty-capture",), pie=True, more_boards=True, **seats),
        "diamond": CardChoices("diamond-parallel", **seats),
        "reversi": CardChoices("8x8", handicap=2, **seats),
        "small": CardChoices("4x4", **seats),
        "tictactoe": CardChoices("3x3", **seats),
        "eight": CardChoices("8", **seats),
    }
    assert (choices.language, choices.theme, choices.offer) == ("ja", "slate", "small")
    assert (choices.window, choices.varied, choices.marks) == ((1000, 700), True, False)


def test_what_was_taken_over_is_kept_in_the_present_form(store):
    choices = keep(store, json.loads(OLD))
    save(store, choices)
    record = store.get_setting("choices")
    assert not {"pits", "stones", "boards", "handicap", "pie", "first", "second"} & set(record)
    assert "plies" not in record["cards"]["kalah"]["first"]
    assert load(store) == choices


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        {"cards": None},
        {"cards": {"kalah": 3, "chess": {}}},
        {"cards": {"kalah": {"board": "9x9", "more_boards": True}}},
        {"cards": {"kalah": {"board": "5x4"}}},
        {"cards": {"kalah": {"rules": [1, []]}}},
        {"cards": {"reversi": {"handicap": 5}, "small": {"handicap": 1}}},
        {"cards": {"diamond": {"board": "8x8"}}},
        {"boards": 3, "pits": [], "pie": 1, "first": {"plies": "x"}},
        {"offer": "chess", "second": {"person": False, "level": 11}},
    ],
)
def test_what_makes_no_sense_is_as_at_the_first_start(store, record):
    choices = keep(store, record)
    fresh = load(Store(None))
    assert (choices.cards, choices.offer) == (fresh.cards, "kalah")


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": 0},
        {"turns": 0},
        {"seconds": 0.0},
        {"algorithm": "x"},
        {"turns": 65},
        {"order": "x"},
        {"factors": (10, 15, 10)},
        {"factors": (10, 15, 10, -5)},
        {"factors": (10, 15, 10, 105)},
        {"factors": (10, 15, 10, 2.5)},
    ],
)
def test_a_seat_that_nobody_could_play_from_makes_no_sense(wrong):
    assert Seat().makes_sense
    assert not Seat(**wrong).makes_sense


def test_a_seat_from_before_keeps_its_limit(store):
    """The playing search had seconds then, every other algorithm turns."""
    seat = {"name": "", "person": False, "level": 4, "custom": True, "turns": 3, "seconds": 5.0}
    record = {"first": seat | {"algorithm": "search"}, "second": seat | {"algorithm": "minimax"}}
    chosen = keep(store, record).cards["kalah"]
    assert chosen.first == Seat(
        person=False, custom=True, algorithm="search", turns=3, seconds=5.0, timed=True
    )
    kalah = GAMES["kalah"]
    methods = [seat.method(kalah, kalah.start("6x6")) for seat in chosen.seats]
    assert list(map(str, methods)) == ["search:5s", "minimax:3"]


def test_what_a_seat_is_told_is_kept(store):
    seat = Seat(
        person=False,
        custom=True,
        algorithm="measures",
        timed=True,
        order="rising",
        factors=(0, 5, 95, 100),
        random_moves=True,
    )
    kept = Choices(pit_numbers="article", measures=True)
    kept.cards = kept.changed("reversi", second=seat)
    save(store, kept)
    choices = load(store)
    assert choices.cards == kept.cards
    assert choices.cards["kalah"].second == Seat(person=False)
    assert (choices.pit_numbers, choices.measures) == ("article", True)


def test_players_of_before_sit_on_every_card_that_has_none_of_its_own(store):
    """They had been carried from game to game, so each card shows what it showed before."""
    own = {"board": "6x4", "second": {"name": "Eve", "person": True}}
    record = {"cards": {"kalah": own}, "first": {"name": "Ann"}, "second": {"level": 7}}
    cards = keep(store, record).cards
    assert [seat.name for seat in cards["kalah"].seats] == ["Ann", "Eve"]
    assert {card.first.name for card in cards.values()} == {"Ann"}
    assert {key: card.second.level for key, card in cards.items()} == {
        key: 4 if key == "kalah" else 7 for key in CATALOGUE
    }


def test_an_impossible_board_does_not_cost_a_card_its_players(store):
    card = {"board": "9x9", "first": {"name": "Ann"}, "second": {"level": 11, "name": "Eve"}}
    assert keep(store, {"cards": {"kalah": card}}).cards["kalah"] == CardChoices(
        "6x6", first=Seat("Ann")
    )


@pytest.mark.parametrize("kept", [{"board": "6x4"}, {"board": "6x3", "pie": True}])
def test_a_board_that_was_chosen_stays(store, kept):
    assert keep(store, {"cards": {"kalah": kept}}).cards["kalah"] == CardChoices(**kept)


def test_a_way_to_number_pits_that_there_is_not_is_mended(store):
    assert keep(store, {"pit_numbers": "roman"}).pit_numbers == "own"


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_card_starts_with_its_first_board(key):
    offer = CATALOGUE[key]
    chosen = Choices().cards[key]
    assert chosen.start(offer) == offer.game.start(offer.boards[0])


def test_a_handicap_is_cut_to_what_the_board_allows():
    offer = CATALOGUE["small"]
    assert CardChoices("4x4", handicap=3).start(offer) == offer.game.start("4x4")
