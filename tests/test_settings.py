"""The player's choices: every row does what it says, is kept, read, mended, and taken over."""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

import kalahgui
from kalahgui.assets import asset
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import USUAL_MEGABYTES, Thinker, bits_within
from kalahgui.games import GAMES, draft_of
from kalahgui.gui.paint import natural, theme
from kalahgui.gui.paint.materials import MATERIALS
from kalahgui.gui.paint.pen import PenBoard
from kalahgui.gui.screens import settings_card
from kalahgui.gui.screens.exchange.share_card import BoardPicture
from kalahgui.gui.screens.settings_card import GROUPS, ROWS, SettingRow, SettingsCard
from kalahgui.gui.services import saving, settings
from kalahgui.gui.services.navigation import EditorOf, GameOf, LearnOf, MainScreen, SetUpOf
from kalahgui.gui.services.settings import (
    CATALOGUE,
    WHAT_SUITS,
    CardChoices,
    Choices,
    Seat,
    load,
    save,
)
from kalahgui.library import saved
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import Store
from kalahgui.match.clock import TimeControl
from kalahgui.match.match import Match, Player
from kalahgui.words import say, with_label


@pytest.fixture
def store():
    return Store(None)


def keep(store: Store, record: object) -> Choices:
    store.set_setting("choices", record)
    return load(store)


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
        {"cards": {"kalah": {"fair": "tomorrow"}}},
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
    ("clock", "stays"),
    [("300+5", {"6x6 1": "300+5"}), ("soon", {}), ("0300+5", {}), (3, {}), ("", {})],
)
def test_the_one_clock_of_before_stays_where_a_game_was_begun_last(store, clock, stays):
    for kept in (
        {"offer": "kalah", "clock": clock},
        {"cards": {"kalah": {"clocks": {"6x6 1": clock}}}},
    ):
        cards = keep(store, kept).cards
        assert [card.clocks for card in cards.values()] == [stays] + [{}] * (len(cards) - 1)


@pytest.mark.parametrize("key", ["6x6 3", "99x99 1", "diamond 1", "", " 1", "1", "x" * 9999])
def test_a_clock_of_nobody_and_of_no_board_is_forgotten(store, key):
    cards = keep(store, {"cards": {"kalah": {"clocks": {key: "60+5", "6x6 2": "20/move"}}}}).cards
    assert cards["kalah"].clocks == {"6x6 2": "20/move"}


def test_the_clock_of_before_is_kept_also_where_the_board_is_none(store):
    cards = keep(store, {"clock": "300+5", "cards": {"kalah": {"board": "0x0"}}}).cards
    assert cards["kalah"].control == TimeControl(300, 5)


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": -1},
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
        key: WHAT_SUITS if key == "kalah" else 7 for key in CATALOGUE
    }


def test_the_level_of_before_that_nobody_chose_gives_way_to_what_suits(store):
    seats = {"first": {"person": True, "level": 4}, "second": {"person": False, "level": 4}}
    strong = {"second": {"person": False, "level": 8, "name": "Eve"}}
    cards = keep(store, {"cards": {"kalah": seats, "diamond": strong}}).cards
    assert [seat.level for seat in cards["kalah"].seats] == [WHAT_SUITS, WHAT_SUITS]
    assert (cards["diamond"].second.level, cards["diamond"].second.name) == (8, "Eve")
    chosen = Choices()
    chosen.cards = chosen.changed("kalah", second=Seat(person=False, level=4))
    save(store, chosen)
    assert load(store).cards["kalah"].second.level == 4


def test_a_board_that_was_chosen_stays_and_an_impossible_one_costs_a_card_no_players(store):
    for kept in ({"board": "6x4"}, {"board": "6x3", "pie": True}):
        assert keep(store, {"cards": {"kalah": kept}}).cards["kalah"] == CardChoices(**kept)
    card = {"board": "9x9", "first": {"name": "Ann"}, "second": {"level": 11, "name": "Eve"}}
    mended = keep(store, {"cards": {"kalah": card}}).cards["kalah"]
    assert mended == CardChoices("6x6", first=Seat("Ann"))


@pytest.mark.parametrize(
    ("name", "wrong", "mended"),
    [
        ("pit_numbers", "roman", "own"),
        ("table_megabytes", 7_000_000, USUAL_MEGABYTES),
        *(("threads", wrong, settings.ALL_CORES) for wrong in (-1, 1_000_000, "2", True)),
        *(("board", wrong, "walnut") for wrong in ("glass", "", 2, None)),
        *(("pieces", wrong, "glass") for wrong in ("patterned", "walnut", [])),
    ],
)
def test_a_choice_that_there_is_not_is_mended(store, name, wrong, mended):
    assert getattr(keep(store, {name: wrong}), name) == mended


def test_every_card_starts_with_its_first_board_and_a_handicap_is_cut_to_what_that_allows():
    for key, offer in CATALOGUE.items():
        assert Choices().cards[key].start(offer) == offer.game.start(offer.boards[0])
    offer = CATALOGUE["small"]
    assert CardChoices("4x4", handicap=3).start(offer) == offer.game.start("4x4")


def opened(window) -> SettingsCard:
    window.app.open(MainScreen.SETTINGS)
    window.frames(2)
    assert isinstance(window.app.screen, SettingsCard)
    return window.app.screen


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "row",
    # The volume first: that it is heard is always tried.
    sorted((row for row in ROWS if row.field != "window"), key=lambda row: row.field != "volume"),
    ids=lambda row: row.field,
)
def test_a_row_chooses_at_once_and_is_kept(window, row: SettingRow, monkeypatch):
    screen = opened(window)
    screen.open_group(row.group)
    window.frames(2)
    sounds, heard = window.services.sounds, []
    monkeypatch.setattr(sounds, "play", lambda name: heard.append((name, sounds.volume)))
    for value in [value for value, _ in row.options()][::-1]:
        before = asdict(window.services.choices)
        label = dict(row.options())[value]
        was = row.value(window.app)
        window.press(with_label(row.label, label))
        assert row.value(window.app) == value
        after = asdict(window.services.choices)
        changed = [name for name in after if after[name] != before[name]]
        assert len(changed) == (was != value)
        if row.field == "volume":
            assert heard.pop() == ("stone1", int(value)), "it is heard when it is chosen"
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


def row_of(name) -> SettingRow:
    return next(row for row in ROWS if row.field == name)


def test_the_numbers_of_cores_fit_into_a_row(window, monkeypatch):
    for cores in (1, 2, 8, 9, 128):
        monkeypatch.setattr(settings_card, "usable_cores", lambda cores=cores: cores)
        options = row_of("threads").options()
        assert len(options) <= 8
        window.services.choose(threads=cores)
        assert row_of("threads").value(window.app) in dict(options)


def test_another_size_of_the_table_and_number_of_cores_reach_the_engine_and_keep_the_game(
    window, monkeypatch
):
    app, heard = window.app, {"resize": [], "use_threads": []}
    for place in (settings, settings_card):
        monkeypatch.setattr(place, "usable_cores", lambda: 4)
    for name, said in heard.items():
        monkeypatch.setattr(Thinker, name, lambda thinker, count, said=said: said.append(count))
    computer = Player(computer=Method(algorithm="search", turns=3))
    app.open(GameOf(Match(GAMES["kalah"], "4x3", (), (computer, Player()))))
    play = app.screen
    app.open(MainScreen.SETTINGS)
    row_of("table_megabytes").apply(app, "16")
    app.pop()
    window.wait_for(lambda: play.session.persons_turn)
    assert app.screen is play
    assert play.match.tip is not play.match.root, "the computer has moved"
    window.wait_for(lambda: heard["resize"] == [bits_within(16)])
    for chosen, threads in (("1", 1), ("3", 3), (str(settings.ALL_CORES), 4)):
        row_of("threads").apply(app, chosen)
        window.wait_for(lambda threads=threads: heard["use_threads"][-1:] == [threads])
    kept = load(app.store)
    assert (kept.table_megabytes, kept.threads) == (16, settings.ALL_CORES)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_card_about_the_program_shows_the_data_and_the_licences(
    new_window, monkeypatch, language, tmp_path
):
    window, shown, programs = new_window(language=language), [], ["xdg-open"]
    monkeypatch.setattr(saving.sys, "platform", "linux")
    monkeypatch.setattr(
        saving.machine, "find_program", lambda name: name if name in programs else None
    )

    def begin(command, **streams):
        shown.append(command)
        return SimpleNamespace(poll=lambda: 0)

    monkeypatch.setattr(saving.subprocess, "Popen", begin)
    monkeypatch.setattr(settings_card, "data_folder", lambda: tmp_path)
    opened(window).open_group("about")
    window.frames(2)
    said = "".join(window.said()).replace(" ", "")
    for words in (kalahgui.__version__, str(tmp_path), "LGPL", "MIT", "zlib"):
        assert words in said
    buttons = say("about_open_data"), say("about_licences")
    for button in buttons:
        window.press(button)
    assert shown == [["xdg-open", str(tmp_path)], ["xdg-open", str(asset("licences.txt"))]]
    programs.clear()
    window.press(buttons[0])
    assert say("about_not_shown", path=tmp_path) in window.services.notices.waiting
    assert len(shown) == 2


def test_each_system_shows_folders_in_its_own_way():
    path = Path("somewhere")
    for platform, program in (("linux", "xdg-open"), ("darwin", "open"), ("win32", "explorer")):
        assert saving.showing_command(path, platform, lambda name: name) == [program, "somewhere"]
        assert saving.showing_command(path, platform, lambda name: None) == []


# -- looks of boards and pieces

UNDER_WAY = {  # on boards that are judged at once
    "kalah": ("4x3", "2 4"),
    "reversi": ("diamond", "d3 c5 f6 f3 b5"),
    "eight": ("8", "3 2"),
}


def under_way(game: str) -> Match:
    variant, moves = UNDER_WAY[game]
    match = Match(GAMES[game], variant, (), (Player(), Player()))
    match.replay_texts(moves.split())
    return match


def in_library(window, game: str) -> None:
    window.app.store.save(saved.record_of(StoredMatch(under_way(game))))
    window.app.open(MainScreen.LIBRARY)


def in_editor(window, game: str) -> None:
    match = under_way(game)
    window.app.open(EditorOf(draft_of(match.game, match.position, (), match.variant)))


SEEN = {
    "home": lambda window: window.app.open(MainScreen.HOME),
    "settings": lambda window: opened(window).open_group("looks"),
    "start": lambda window: window.app.open(SetUpOf("reversi")),
    "lesson": lambda window: window.app.open(LearnOf("kalah", "capture")),
    "puzzle": lambda window: window.app.open(LearnOf("reversi 8x8 rating", "run", "puzzles")),
    **{
        f"{where} {game}": partial(way, game=game)
        for game in UNDER_WAY
        for where, way in (
            ("play", lambda window, game: window.app.open(GameOf(under_way(game)))),
            ("library", in_library),
            ("editor", in_editor),
        )
    },
}


def seen(window, field: str, value: str) -> bytes:
    """Choose a look; return all that is drawn then."""
    row_of(field).apply(window.app, value)
    window.services.notices.waiting.clear()
    window.frames(2)
    value = getattr(window.app.screen, "value", None)  # of what the editor has
    window.wait_for(lambda: value is None or (value.evaluation and value.evaluation.exact))
    window.wait_for(lambda: not window.app.screen.moving)
    window.draw()
    return pygame.image.tobytes(window.app.surface, "RGB")


@pytest.mark.few(5)
@pytest.mark.parametrize("field", ["board", "pieces"])
@pytest.mark.parametrize("screen", SEEN)
def test_every_board_follows_the_looks_but_in_patterns(window, screen, field):
    SEEN[screen](window)
    window.frames(2)
    window.wait_for(lambda: not window.app.screen.moving)
    values = [value for value, _ in row_of(field).options()]
    looks = [seen(window, field, value) for value in (*values, values[0])]
    assert len(set(looks)) == len(values)
    assert looks[0] == looks[-1], "what is kept belongs to its look"
    window.choose(theme="contrast")
    assert len({seen(window, field, value) for value in values}) == 1


@pytest.mark.parametrize("game", UNDER_WAY)
def test_a_shared_picture_is_of_the_chosen_looks(game):
    pygame.display.init()
    pygame.font.init()
    palettes = {
        theme.palette("paper", board, pieces)
        for board in settings.BOARDS
        for pieces in settings.PIECES
    }
    pictures = {
        pygame.image.tobytes(BoardPicture(under_way(game), palette, 0).paint(), "RGB")
        for palette in palettes
    }
    assert len(pictures) == len(palettes) == 9


def test_noughts_and_crosses_are_of_chalk_on_slate_and_of_ink_elsewhere():
    pygame.display.init()
    pygame.font.init()
    game, drawn = GAMES["tictactoe"], {}
    for name in settings.BOARDS:
        surface = pygame.Surface((300, 300))
        palette = theme.palette("paper", name)
        PenBoard(game.board(game.start("3x3")), surface.get_rect(), palette).draw(surface, [1] * 9)
        drawn[name] = pygame.image.tobytes(surface, "RGB")
    assert drawn["walnut"] == drawn["paper"] != drawn["slate"]


def test_every_look_has_its_colours_and_names():
    assert (*MATERIALS,) == settings.BOARDS
    assert (theme.GLASS, *natural.SETS) == settings.PIECES
    assert all(say(f"board_{name}") != f"board_{name}" for name in settings.BOARDS)


def test_high_contrast_says_that_it_has_a_look_of_its_own(new_window):
    window = new_window(theme="contrast")
    window.app.rebuild()
    opened(window).open_group("looks")
    window.frames(2)
    assert say("looks_of_contrast") in " ".join(window.said())
    assert window.button(with_label(say("setting_board"), say("board_slate"))) is None
    window.press(with_label(say("setting_theme"), say("theme_slate")))
    window.press(with_label(say("setting_board"), say("board_slate")))
    assert window.app.palette is theme.palette("slate", "slate")
