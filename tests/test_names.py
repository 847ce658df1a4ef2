"""Names of every nasty kind: typed, pasted, of a file or of earlier, on all screens and printed."""

import json
import time

import pygame
import pytest
from driver import Driver

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.games.plain_text import count_letters, one_line
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.field import LONGEST_NAME, Field
from kalahgui.gui.elements.layout import Column
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.library.changes import LONGEST_NAME as LONGEST_OF_GAME
from kalahgui.gui.screens.library.changes import NamingCard
from kalahgui.gui.screens.library.games import Games
from kalahgui.gui.screens.library.library import Library
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.review.review import Review
from kalahgui.gui.screens.setup.setup import Setup
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import GameOf, MainScreen, SetUpOf
from kalahgui.gui.services.settings import Seat
from kalahgui.library import backup, listing
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player
from kalahgui.words import LANGUAGES, say, writable

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
# What players' names were, and may be: with signs that turn the writing or that nobody sees,
# in several lines, of letters that no font here has, and without any sign that is seen.
NASTY = {
    "right to left": "\u200fשלום",
    "turned": "\u202egnp.exe",
    "isolated": "\u2067Anna\u2069",
    "mark of direction": "\u200f",
    "lines": "Anna\tB\r\nC",
    "escape": "\x1b[31mAnna\x1b[0m",
    "nothing seen": "\u200b\ufeff\u2060\u00ad",
    "filler": "\u3164",
    "selector": "\ufe0f",
    "tags": "\U000e0001\U000e0041\U000e007f",
    "joiner": "\u200d",
    "between": "An\u200dna",
    "emoji": "👩\u200d👩\u200d👧❤\ufe0f",
    "Persian": "می\u200cخواهم",
    "Indic": "क\u094d\u200dष",
    "tower": "Z" + "\u0301" * 30,
    "mark alone": "\u0301",
    "private": "\ue000\U0010fffd",
    "unknown": "\U0003ffff\ufdd0",
    "widths": "ｱﾝﾅ　ＦＯＯ",
    "NUL": "An\0na",
    "half a sign": "\ud800",
    "half a sign within": "An\udfffna",
    "no character": "\uffffAnna\ufffe",
    "thousand marks": "\u0301" * 1000,
    "syllable in parts": "\u1112\u1161\u11ab",
    "flags": "🇯🇵🇯🏴\U000e0067\U000e0062\U000e007f",
    "long": "Kashiwabara Takuji the Second of Kyoto",
}


@pytest.fixture(params=NASTY.values(), ids=NASTY)
def name(request):
    return request.param


def names_in_fields(window: Driver) -> list[str]:
    return [field.value for field in window.fields()]


def paste(window: Driver, clip: dict[str, str], text: str) -> None:
    clip["text"] = text
    window.key(pygame.K_v, "\x16", CTRL)
    window.frames(3)


def kept_name(window: Driver) -> str:
    return window.services.choices.cards["kalah"].first.name


@pytest.fixture
def in_field(window):
    """A window that types the first player's name."""
    window.choose(first=Seat(), second=Seat())
    window.app.open(SetUpOf("kalah"))
    window.app.screen.controls.focus_on(window.fields()[0])
    window.frames(2)
    return window


# -- pasted and typed


def test_what_is_pasted_becomes_one_line_of_as_many_letters_as_fit(in_field, clip):
    for name in NASTY.values():
        in_field.key(pygame.K_a, "\x01", CTRL)
        in_field.key(pygame.K_BACKSPACE)
        paste(in_field, clip, name)
        said = kept_name(in_field)
        assert one_line(name).startswith(said)
        assert count_letters(said) == min(LONGEST_NAME, count_letters(one_line(name)))
        in_field.app.screen.controls.let_go()
        in_field.app.rebuild()
        in_field.frames(2)
        assert names_in_fields(in_field)[0] == writable(said)
        in_field.app.screen.controls.focus_on(in_field.fields()[0])


def test_a_paste_of_400_000_signs_takes_no_time(in_field, clip):
    field = in_field.fields()[0]
    pasting = pygame.Event(pygame.KEYDOWN, key=pygame.K_v, unicode="\x16", mod=CTRL, scancode=0)
    for sign in ("é", "\u0301", "\u200b", "a ", "a\u0301", "😀\u200d", "\0", " "):
        clip["text"] = " Zoë " + sign * (400_000 // len(sign))
        field.fill("")
        begin = time.process_time()
        field.handle(pasting)
        assert time.process_time() - begin < 0.05
        assert field.value.startswith("Zoë")


def test_what_is_pasted_goes_to_the_cursor_and_in_place_of_what_is_selected(in_field, clip):
    paste(in_field, clip, "Anna Bell")
    for _ in range(4):
        in_field.key(pygame.K_LEFT)
    paste(in_field, clip, "Dora")
    assert kept_name(in_field) == "Anna DoraBell"
    paste(in_field, clip, "12345")
    assert kept_name(in_field) == "Anna Dora123Bell"  # as many as had room
    for _ in range(3):
        in_field.key(pygame.K_LEFT, mod=SHIFT)
    paste(in_field, clip, "x" * 99)
    assert kept_name(in_field) == "Anna DoraxxxBell"
    paste(in_field, clip, "no room")
    assert kept_name(in_field) == "Anna DoraxxxBell"
    in_field.key(pygame.K_a, "\x01", CTRL)
    paste(in_field, clip, "\u200f\x00")  # nothing of which is seen
    assert kept_name(in_field) == "Anna DoraxxxBell"
    paste(in_field, clip, "Kashiwabara Takuji")
    assert kept_name(in_field) == "Kashiwabara Taku"
    in_field.key(pygame.K_BACKSPACE)
    type_in(in_field, "o")
    assert kept_name(in_field) == "Kashiwabara Tako"


def type_in(window: Driver, text: str) -> None:
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
    window.frames()


def test_what_is_typed_is_kept_as_what_is_pasted(in_field):
    for name in NASTY.values():
        name = name[:40]
        in_field.key(pygame.K_a, "\x01", CTRL)
        in_field.key(pygame.K_BACKSPACE)
        for sign in name:
            type_in(in_field, sign)
        assert one_line(kept_name(in_field)) == kept_name(in_field)
        assert count_letters(kept_name(in_field)) <= LONGEST_NAME
        if name not in (NASTY["lines"], NASTY["escape"], NASTY["long"], NASTY["widths"]):
            assert kept_name(in_field) == one_line(name)
        for key, mod in ((pygame.K_HOME, 0), *[(pygame.K_RIGHT, SHIFT)] * len(name)):
            in_field.key(key, mod=mod)  # each sign is drawn alone once


def test_marks_are_typed_into_a_full_field_and_letters_are_not(in_field):
    type_in(in_field, "e" * (LONGEST_NAME + 3))
    assert kept_name(in_field) == "e" * LONGEST_NAME
    type_in(in_field, "\u0301")
    assert kept_name(in_field) == "e" * LONGEST_NAME + "\u0301"


def test_every_field_of_every_screen_takes_as_much_of_a_long_paste_as_it_can(window, clip):
    long = "word " * 60
    window.choose(first=Seat(), second=Seat())
    opened = {
        "set-up": lambda: window.app.open(SetUpOf("kalah")),
        "library": lambda: window.app.open(MainScreen.LIBRARY),
        "naming": lambda: window.app.push(NamingCard(window.app, "", print)),
    }
    for open_it in opened.values():
        open_it()
        window.frames(2)
        for field in window.fields():
            window.app.screen.controls.focus_on(field)
            window.frames(2)
            paste(window, clip, long)
            assert field.value and one_line(long).startswith(field.value.strip())
    assert count_letters(field.value) == LONGEST_OF_GAME


def test_escape_ends_what_is_composed_and_then_closes_the_card_of_a_name(window):
    window.app.push(NamingCard(window.app, "", print))
    window.frames(2)
    card = window.app.screen
    pygame.event.post(pygame.Event(pygame.TEXTEDITING, text="\u306b", start=0, length=1))
    window.frames()
    window.key(pygame.K_ESCAPE, "\x1b")
    assert window.app.screen is card
    pygame.event.post(pygame.Event(pygame.TEXTEDITING, text="", start=0, length=0))
    window.frames()
    window.key(pygame.K_ESCAPE, "\x1b")
    assert window.app.screen is not card


UNSEEN = [*"\u200f\u202e\u200d\ufeff\ufe0f\u00ad", "\u200f\u2067\u2069"]


def test_words_without_any_width_are_drawn_as_nothing_wherever_they_stand(window):
    for words in UNSEEN:
        for bold in (False, True):
            assert theme.text(words, 20, "black", bold).get_width() == 0
            assert theme.write(window.app.surface, words, (50, 50), 20, "black", bold).width == 0
        window.app.push(Unseen(window.app, words))
        for made in window.app.screen.controls.all:
            window.app.screen.controls.focus_on(made)
            window.frames()
            window.key(pygame.K_a, "\x01", CTRL)
        window.app.pop()


class Unseen(CardScreen):
    """A card with words in all that can have words."""

    title = "rules"

    def __init__(self, app, words: str) -> None:
        self.words = words
        super().__init__(app)

    def body(self) -> Element:
        words, field = self.words, Field(self.words, print, name=self.words, hint=self.words)
        return Column(Text(words), Text(words, line=True), Button(words, print), field)


# -- of earlier versions, of back-ups and of files


def old_record(name: str, second: str = ""):
    """Return a finished game as an earlier version has stored it."""
    match = Match(GAMES["tictactoe"], "3x3", (), (Player("Anna"), Player("", Method(level=2))))
    match.replay_texts(["a1", "b1", "a2", "b2", "a3"])
    record = record_of(StoredMatch(match))
    return record.__class__(**vars(record) | {"players": json.dumps([[name, ""], [second, "2"]])})


def in_a_column(name: str) -> str:
    """Return a name as SQLite can keep it: halves of signs stand in JSON alone."""
    return name.encode("utf-8", "ignore").decode()


def store_settings(path, name: str) -> None:
    window = Driver(path)
    window.choose(first=Seat(), second=Seat())
    for card in window.services.choices.cards.values():
        card.first.name = card.second.name = name
    window.services.choose(varied=True)
    window.close()


@pytest.mark.few(12)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_name_of_an_earlier_version_breaks_no_screen(new_window, tmp_path, name, language):
    path = tmp_path / "data" / "games.sqlite3"
    path.parent.mkdir()
    store_settings(path, name)
    store = Store(path)
    identifier = store.save(old_record(name)).id
    listing.rename(store, identifier, in_a_column(name))
    store.close()
    window = new_window(language=language)
    plain = one_line(name)
    window.app.open(SetUpOf("kalah"))
    window.frames(2)
    assert isinstance(window.app.screen, Setup)
    assert names_in_fields(window) == [plain, plain]
    window.press(say("start"))
    play = window.app.screen
    assert isinstance(play, Play) and [player.name for player in play.match.players] == [plain] * 2
    window.frames(3)
    window.app.open(MainScreen.LIBRARY)
    window.settle()
    library = window.app.screen
    assert isinstance(library, Library)
    (row,) = library.games.shown
    assert row.name == plain
    check_said(window)
    window.do("rename")
    window.frames(2)
    assert names_in_fields(window) == [plain]
    window.key(pygame.K_ESCAPE)
    window.do("review")
    window.frames(3)
    assert isinstance(window.app.screen, Review)
    check_said(window)


def check_said(window: Driver) -> None:
    """See that no sign reaches the picture that turns the writing or ends a line."""
    for words in window.said():
        assert not {*words} & {*"\0\t\r\n\x1b\u200f\u202e\u2067\u2069\u200b\ufeff\ufe0f\u3164"} - {
            *one_line(words)
        }, ascii(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_name_is_cut_to_its_place_and_whole_in_its_tip(new_window, language):
    names = NASTY["long"], "Anastasia " * 6
    window = new_window((800, 500), language)
    match = Match(GAMES["kalah"], "6x6", (), (Player(names[0]), Player(names[1])))
    match.replay_texts(["1", "3", "2", "4"])
    window.services.autosave.keep_match(StoredMatch(match))
    for open_it in (
        lambda: window.app.open(GameOf(match)),
        lambda: window.do("review"),
        lambda: window.app.open(MainScreen.HOME),
    ):
        open_it()
        window.frames(2)
        tips = [element.tip_words for element in window.app.screen.controls.root.all]
        assert all(any(name.strip() in tip for tip in tips) for name in names)
        place = window.app.surface.get_rect()
        assert all(place.contains(rect) for _, rect in window.written())


def test_a_name_of_a_back_up_is_clean_where_it_is_shown(tmp_path, name):
    theirs, ours = Store(tmp_path / "theirs.sqlite3"), Store()
    listing.rename(theirs, theirs.save(old_record(name)).id, in_a_column(name))
    backup.back_up(theirs, tmp_path / "theirs.kalahgui")
    theirs.close()
    assert backup.merge(ours, tmp_path / "theirs.kalahgui").added == 1
    assert backup.merge(ours, tmp_path / "theirs.kalahgui").known == 1
    (row,) = listing.page(ours, 9)
    assert row.name == one_line(name)
    match = stored_of(ours.match(row.id)).match
    assert match.players[0].name == one_line(name)
    # Not told apart from one who has no name.
    nameless = naming.player_name(match, 0) == say("you")
    assert nameless is (not one_line(name))
    ours.close()


@pytest.mark.few(8)
def test_names_are_printed_in_one_line_without_signs_that_turn_it(command, tmp_path, name):
    path = tmp_path / "game.kalah"
    tags = "".join(f'[{tag} "{value}"]\n' for tag, value in (("First", name), ("Event", name)))
    text = f'[Game "tictactoe"]\n{tags}\n1. a1 2. b1 3. a2 4. b2 5. a3\n'
    path.write_bytes(
        text.replace("\r", " ").replace("Anna\tB \nC", "Anna\tB C").encode("utf-8", "surrogatepass")
    )
    for arguments in (("review", path), ("convert", path)):
        status, out, _ = command(*arguments)
        assert status == 0
        for line in out.split("\n"):
            signs = {sign for sign in line if not sign.isprintable()}
            assert signs <= {*one_line(name)}, ascii(line)


# -- found and compared


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Zoë", "zoe"),
        ("Zoe", "ZOË"),
        ("İstanbul", "istanbul"),
        ("ISTANBUL", "ıstanbul"),
        ("foo", "ｆｏｏ"),
        ("ヒラガナ", "ひらがな"),
        ("ひらがな", "ﾋﾗｶﾞﾅ"),
        ("Łukasz", "lukasz"),
        ("An\u200dna\u200f", "anna"),
        ("山田　太郎", "山田 太郎"),
    ],
)
def test_a_search_finds_names_however_they_are_written(window, name, words):
    store = window.app.store
    saved = store.save(old_record(name)).id
    named = store.save(old_record("")).id
    listing.rename(store, named, name)
    store.save(old_record("Somebody else"))
    window.app.open(MainScreen.LIBRARY)
    window.settle()
    window.app.screen.look_for(words)
    window.settle()
    games: Games = window.app.screen.games
    assert {row.id for row in games.shown} == {saved, named}


def test_who_plays_here_is_known_however_the_name_is_written(window):
    window.choose(first=Seat("Zoë"))
    choices = window.services.choices
    assert choices.is_own("ZOE") and not choices.is_own("Zora") and not choices.is_own("")
