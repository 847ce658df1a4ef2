"""Every code point in every field, tag and column: nothing fails, and what is seen stays."""

import json
import random
import sys
import unicodedata
from dataclasses import replace
from functools import cache

import accesskit
import pygame
import pytest
from driver import Driver
from test_names import NASTY, in_a_column, old_record, paste
from written_games import names_file, only, random_match

from kalahgui.games.plain_text import one_line
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.library.changes import NamingCard
from kalahgui.gui.screens.review.review import Review
from kalahgui.gui.services.navigation import MainScreen, SetUpOf
from kalahgui.library import listing
from kalahgui.library.formats import ggf_of, pgn_of, sgf_of, text_of
from kalahgui.library.formats.found import WrittenGame, taken
from kalahgui.library.formats.tag_lines import said
from kalahgui.library.formats.wthor import Names
from kalahgui.library.saved import record_of, stored_of
from kalahgui.library.store import Store
from kalahgui.match.match import Player

FORMS = ("{}", "{}Anna", "An{}na")
_AT_ONCE = 256
BLOCKS = range(0, sys.maxunicode + 1, _AT_ONCE)


@cache
def signs_of_every_kind() -> list[str]:
    """Return a sign of each category, direction of writing and width, and all that was trouble."""
    signs: dict[object, str] = {}
    for sign in map(chr, range(sys.maxunicode + 1)):
        kind = unicodedata.category(sign), unicodedata.bidirectional(sign)
        signs.setdefault((*kind, unicodedata.east_asian_width(sign)), sign)
    return [*signs.values(), *"\u200f\u200b\u202e\ufeff\u200d\u2066\u00ad\ufe0f", *NASTY.values()]


@pytest.mark.parametrize(
    "blocks", [[0, 0xD800, *random.Random(1).sample(BLOCKS, 20)]], ids=["some"]
)
def test_every_sign_is_measured_and_drawn(blocks):
    check_drawn(blocks)


@pytest.mark.long
def test_all_signs_are_measured_and_drawn():
    check_drawn(BLOCKS)


def check_drawn(blocks) -> None:
    face = theme.font(12)
    for first in blocks:
        for sign in map(chr, range(first, first + _AT_ONCE)):
            for form in FORMS:
                words = form.format(sign)
                width = face.render(words, True, "black").get_width()
                assert width == face.size(words)[0] or sign == "\n"  # which is drawn as two lines
        assert theme.fit(words, 12, 20)


@pytest.fixture(scope="module")
def played():
    """A game of a few moves that every format holds."""
    match = random_match(random.Random(3), "reversi", "8x8", tree=False, rules=())
    del match.tip.line[8].children[:]
    match.tip = match.end = match.here = match.tip.line[8]
    match.tip.forfeit = None
    return match


def check_written(match, first: int) -> None:
    """Write a block of signs as names, tags and comments, and read what was written."""
    words = [form.format(chr(first + at)) for at in range(_AT_ONCE) for form in FORMS]
    nodes = [match.root, *match.tip.line]
    for place, node in enumerate(nodes):
        node.comment = "".join(words[place :: len(nodes)])
    match.players = Player(words[1]), Player(words[2])
    written = WrittenGame(match, {f"T{at}": tag for at, tag in enumerate(words)})
    for write in (text_of, pgn_of, sgf_of, ggf_of):
        again = only(write(written))
        assert again.match.players == match.players
        if write in (text_of, pgn_of):
            assert [again.tags[name] for name in written.tags if one_line(written.tags[name])] == [
                one_line(text) for text in words if one_line(text)
            ]
        if write is not ggf_of:
            there = [again.match.root, *again.match.tip.line]
            assert [node.comment for node in there] == [said(node.comment) for node in nodes]
    record = record_of(taken(written))
    assert record_of(stored_of(record)).side_lines


@pytest.mark.parametrize("first", [0, 0x2000, 0xD800, 0xFE00, 0xFF00, 0xE0000], ids=hex)
def test_every_sign_of_a_tag_or_a_comment_is_written_and_read(played, first):
    check_written(played, first)


@pytest.mark.long
def test_all_signs_of_tags_and_comments_are_written_and_read(played):
    """Of blocks that only have signs without a meaning, all of which are alike, one in 64."""
    for number, first in enumerate(BLOCKS):
        kinds = {unicodedata.category(chr(first + at)) for at in range(_AT_ONCE)}
        if number % 64 == 0 or (not kinds <= {"Cn"} and not kinds <= {"Co"}):
            check_written(played, first)


def test_every_byte_of_a_name_in_a_list_of_wthor_is_read():
    names = [form.format(chr(byte)) for byte in range(1, 256) for form in FORMS]
    assert list(Names.of(names_file(names, 20)).players) == [one_line(name) for name in names]


# -- through the window


@pytest.fixture
def library(new_window, tmp_path):
    """Open the library of games whose names and notes are made of signs, three forms a game."""

    def made(signs) -> Driver:
        store = Store(tmp_path / "data" / "games.sqlite3")
        for sign in signs:
            alone, begin, within = (form.format(sign) for form in FORMS)
            notes = {"comments": {"0": alone, "5": within}, "tags": {"Event": begin, "Site": alone}}
            record = replace(old_record(begin, within), side_lines=json.dumps(notes))
            listing.rename(store, store.save(record).id, in_a_column(alone))
        store.close()
        window = new_window()
        window.app.open(MainScreen.LIBRARY)
        window.settle()
        return window

    (tmp_path / "data").mkdir()
    return made


def check_library(window: Driver, signs) -> None:
    games = window.app.screen.games
    assert len(games.shown) == len(signs)
    for place, sign in enumerate(reversed(signs)):  # the one saved last comes first
        window.app.open(MainScreen.LIBRARY)
        window.settle()
        screen = window.app.screen
        screen.game_list.choose(place)
        row = screen.game_list.chosen_row
        assert row.name == one_line(sign)
        window.do("rename")
        window.frames(2)
        hear(window)
        window.key(pygame.K_ESCAPE)
        window.do("review")
        window.frames(2)
        assert isinstance(window.app.screen, Review), ascii(sign)
        hear(window)
        name = window.app.screen.match.players[0].name
        assert name == one_line(f"{sign}Anna")
        assert {row.id} <= {match_row.id for match_row in found_by(window, name)}


def hear(window: Driver) -> None:
    """Give all that a screen reader is told to its library, which takes no half signs."""
    window.draw()
    waiting = [window.app.accessible_node()]
    for part in waiting:
        node = accesskit.Node(accesskit.Role.LABEL)
        node.set_label(part.name)
        node.set_value(part.value or "")
        waiting += part.parts


def found_by(window: Driver, words: str):
    window.app.open(MainScreen.LIBRARY)
    window.settle()
    window.app.screen.look_for(words)
    window.settle()
    rows = window.app.screen.games.shown
    window.app.screen.look_for("")
    return rows


def test_games_named_by_signs_that_were_trouble_are_listed_opened_and_found(library):
    signs = ["\ud800", "\u200f"]
    check_library(library(signs), signs)


@pytest.mark.long
def test_games_named_by_signs_of_every_kind_are_listed_opened_and_found(library):
    check_library(library(signs_of_every_kind()), signs_of_every_kind())


def check_fields(window: Driver, clip: dict[str, str], signs) -> None:
    opened = (
        lambda: window.app.open(SetUpOf("kalah")),
        lambda: window.app.open(MainScreen.LIBRARY),
        lambda: window.app.push(NamingCard(window.app, "", print)),
    )
    for open_it in opened:
        open_it()
        window.frames(2)
        controls = window.app.screen.controls
        for place in range(len(window.fields())):
            for words in (form.format(sign) for sign in signs for form in FORMS):
                field = window.fields()[place]
                controls.focus_on(field)
                field.fill("")
                paste(window, clip, words)
                assert one_line(words).startswith(field.value.strip()), ascii(words)
                assert bool(field.value) == bool(one_line(words))
            hear(window)


def test_every_field_takes_signs_that_were_trouble(window, clip):
    check_fields(window, clip, ["\u202e"])


@pytest.mark.long
def test_every_field_takes_signs_of_every_kind(window, clip):
    check_fields(window, clip, signs_of_every_kind())
