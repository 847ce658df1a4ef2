"""The player's choices: every row does what it says, is kept, read, mended, and taken over."""

from __future__ import annotations

import json
from dataclasses import asdict

import pygame
import pytest
from driver import Driver

from kalahgui.engine.method import Method
from kalahgui.engine.thinker import USUAL_MEGABYTES, bits_within
from kalahgui.games import GAMES
from kalahgui.gui.screens import options
from kalahgui.gui.screens.options import _LABEL, _ROW, _TOP, GROUPS, ROWS, OptionRow, Options
from kalahgui.gui.services import settings
from kalahgui.gui.services.game_catalogue import CATALOGUE
from kalahgui.gui.services.navigation import GameOf, Room
from kalahgui.gui.services.settings import CardChoices, Choices, Seat, load, save
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player

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


def test_choices_of_the_version_before_are_taken_over_and_kept_in_the_present_form(store):
    choices = keep(store, json.loads(OLD))
    seats = {
        "first": Seat("Ann", level=2, turns=7),
        "second": Seat(person=False, custom=True, algorithm="minimax", turns=3, seconds=5.0),
    }
    taken_over = {
        "kalah": CardChoices("8x2", ("empty-capture",), pie=True, more_boards=True, **seats),
        "diamond": CardChoices("diamond-parallel", **seats),
        "reversi": CardChoices("8x8", handicap=2, **seats),
        "small": CardChoices("4x4", **seats),
        "tictactoe": CardChoices("3x3", **seats),
        "eight": CardChoices("8", **seats),
    }
    assert choices.cards | taken_over == choices.cards
    assert (choices.language, choices.theme, choices.offer) == ("ja", "slate", "small")
    assert (choices.window, choices.varied, choices.marks) == ((1000, 700), True, False)
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


@pytest.mark.parametrize(
    ("name", "wrong", "mended"),
    [
        ("pit_numbers", "roman", "own"),
        ("table_megabytes", 7_000_000, USUAL_MEGABYTES),
        *(("threads", wrong, settings.ALL_CORES) for wrong in (-1, 1_000_000, "2", True)),
    ],
)
def test_a_choice_that_there_is_not_is_mended(store, name, wrong, mended):
    assert getattr(keep(store, {name: wrong}), name) == mended


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_card_starts_with_its_first_board(key):
    offer = CATALOGUE[key]
    chosen = Choices().cards[key]
    assert chosen.start(offer) == offer.game.start(offer.boards[0])


def test_a_handicap_is_cut_to_what_the_board_allows():
    offer = CATALOGUE["small"]
    assert CardChoices("4x4", handicap=3).start(offer) == offer.game.start("4x4")


def opened(window) -> Options:
    window.app.open(Room.OPTIONS)
    window.frames(2)
    assert isinstance(window.app.screen, Options)
    return window.app.screen


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.field != "window"], ids=lambda row: row.field
)
def test_a_row_chooses_at_once_and_is_kept(window, row: OptionRow):
    screen = opened(window)
    screen.open_group(row.group)
    window.frames(2)
    for value in [value for value, _ in row.options()][::-1]:
        before = asdict(window.services.choices)
        label = dict(row.options())[value]
        place = screen.rows.index(row)
        buttons = [c for c in screen.controls.all if getattr(c.element, "text", "") == label]
        top = screen.inside(0, _TOP + _ROW * place + _LABEL).y
        button = next(c for c in buttons if c.rect.y == top)
        was = row.value(window.app)
        window.click(button.rect.center)
        assert row.value(window.app) == value
        after = asdict(window.services.choices)
        changed = [name for name in after if after[name] != before[name]]
        assert len(changed) == (was != value)
    assert asdict(load(window.app.store)) == asdict(window.services.choices)


def test_up_and_down_go_through_the_groups_and_round(window):
    screen = opened(window)
    seen = []
    for _ in GROUPS:
        seen.append(screen.group)
        window.key(pygame.K_DOWN)
    assert tuple(seen) == GROUPS
    assert screen.group == GROUPS[0]
    window.key(pygame.K_UP)
    assert screen.group == GROUPS[-1]


def row_of(name) -> OptionRow:
    return next(row for row in ROWS if row.field == name)


@pytest.mark.few(1)
@pytest.mark.parametrize(("kept", "cores", "threads"), [(0, 8, 8), (2, 8, 2), (6, 4, 4)])
def test_the_window_begins_with_the_cores_and_the_table_that_were_kept(
    tmp_path, monkeypatch, kept, cores, threads
):
    monkeypatch.setattr(settings, "usable_cores", lambda: cores)
    store = Store(tmp_path / "games.sqlite3")
    save(store, Choices(threads=kept, table_megabytes=32))
    store.close()
    driver = Driver(tmp_path / "games.sqlite3")
    thinker = driver.services.engine._thinker
    assert (thinker._threads, thinker._table_bits) == (threads, bits_within(32))
    driver.close()


@pytest.mark.few(2)
@pytest.mark.parametrize("cores", [1, 2, 8, 9, 128])
def test_the_numbers_of_cores_fit_into_a_row(window, monkeypatch, cores):
    monkeypatch.setattr(options, "usable_cores", lambda: cores)
    found = row_of("threads").options()
    assert len(found) <= 8
    window.services.choose(threads=cores)
    assert row_of("threads").value(window.app) in dict(found)


def test_another_size_of_the_table_and_number_of_cores_reach_the_engine_and_keep_the_game(
    window, monkeypatch
):
    app = window.app
    for place in (settings, options):
        monkeypatch.setattr(place, "usable_cores", lambda: 4)
    computer = Player(computer=Method(algorithm="search", turns=3))
    app.open(GameOf(Match(GAMES["kalah"], "4x3", (), (computer, Player()))))
    play = app.screen
    app.open(Room.OPTIONS)
    row_of("table_megabytes").apply(app, "16")
    app.pop()
    window.wait_for(lambda: play.session.persons_turn)
    assert app.screen is play
    assert play.match.tip is not play.match.root, "the computer has moved"
    thinker = app.services.engine._thinker
    window.wait_for(lambda: thinker._table_bits == bits_within(16))
    for chosen, threads in (("1", 1), ("3", 3), (str(settings.ALL_CORES), 4)):
        row_of("threads").apply(app, chosen)
        window.wait_for(lambda threads=threads: thinker._threads == threads)
    kept = load(app.store)
    assert (kept.table_megabytes, kept.threads) == (16, settings.ALL_CORES)
