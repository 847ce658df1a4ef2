"""A match from a position that was set up is played, kept, reviewed and watched as any other."""

from __future__ import annotations

import pygame
import pytest
from driver import Driver

from kalahgui.core.kalah import MAX_STONES
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.levels import levels_of
from kalahgui.engine.method import Method
from kalahgui.games import DRAFTING, GAMES
from kalahgui.games.draft import Draft
from kalahgui.gui.boards.eight import way_to
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.review.review import Review
from kalahgui.gui.screens.theatre.theatre import Theatre
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import EditorOf, GameOf, Room
from kalahgui.gui.services.words import say
from kalahgui.library import reviews
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.library.statistics import level_results
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player

# A position of each game, the rules, and moves from there.
SET_UP = {
    "kalah": ("<6,7,11,4,0,6,2,1,9,0,10,2,4,11,5> N", ("empty-capture",), 3),
    "kalah:odd": ("<3,0,1,1,2,3,4,5,1>", ("last-stone",), 3),
    "kalah:few": ("<5,0,0,0,0,1,0,1,0,1,0,0,2>", (), 2),
    "kalah:many": ("<2,10,4,40,30,35,25>", (), 3),
    "reversi": ("------XOXX--OOXX--O--X-- O", ("empties-winner",), 3),
    "reversi:4x4": ("-----XO--OXX---- O", (), 3),
    "reversi:6x6": ("-------------OOX--XXO--------------- X", (), 3),
    "reversi:8x8": (
        "------------------O------XXX-----OXO----XO---X------------------ X",
        ("empties-nobody",),
        3,
    ),
    "tictactoe": ("ox..o...x", (), 2),
    "eight": ("3,2", (), 2),
}


def match_from(case: str, *players: Player) -> Match:
    text, rules, _ = SET_UP[case]
    game = GAMES[case.partition(":")[0]]
    position = game.parse_position(text, rules)
    pair = (players[0], players[1]) if players else (Player(), Player())
    return Match(game, game.variant_of(position), rules, pair, start=position)


def play_on(match: Match, count: int) -> None:
    for _ in range(count):
        if not match.over:
            match.play(match.position.moves()[-1])


@pytest.mark.few(1)
@pytest.mark.parametrize("case", SET_UP)
def test_it_is_continued_reviewed_and_watched(window, case):
    match = match_from(case)
    window.app.open(GameOf(match))
    play = window.app.screen
    assert isinstance(play, Play)
    window.frames(2)
    for _ in range(2):
        play.session.play(match.position.moves()[0])
        window.frames(3)
    plies = list(match.plies)
    window.app.open(Room.HOME)
    window.frames(2)
    if not match.over:
        window.press(say("continue"))
        play = window.app.screen
        assert play.match.plies == plies and play.match.start == match.start
        window.press("search")
        assert isinstance(window.app.screen, Theatre)
        window.frames(3)
        window.key(pygame.K_ESCAPE)
        play.review()
        assert isinstance(window.app.screen, Review)
        window.frames(5)
        window.key(pygame.K_HOME)
        assert play.match.position == match.start
        window.key(pygame.K_ESCAPE)
    assert window.services.notices.waiting == []


@pytest.mark.parametrize("case", [*SET_UP, "every size"])
def test_it_has_its_levels(case):
    texts = [SET_UP[case][0]] if case in SET_UP else []
    game = GAMES[case.partition(":")[0] if case in SET_UP else "kalah"]
    if not texts:
        sizes = [(pits, stones) for pits in range(1, 9) for stones in (1, 5, 72)]
        texts = [f"<{p},0,{n - 1}{',0' * (p - 1)},1{',0' * (p - 1)},{n}>" for p, n in sizes]
    for text in texts:
        position = game.parse_position(text)
        assert game.start(game.variant_of(position))
        for level in levels_of(game, position):
            Method(level=level.number).limit(game, position)


def test_a_kalah_board_with_odd_stones_is_called_by_them(window):
    odd, even = match_from("kalah:odd"), match_from("kalah")
    assert naming.match_title(odd) == "Kalah, 17 stones, set up"
    assert naming.match_title(even) == "Kalah 6 × 6, set up"
    usual = Match(GAMES["kalah"], "6x6", (), (Player(), Player()))
    assert naming.match_title(usual) == "Kalah 6 × 6"
    assert GAMES["kalah"].variant_of(match_from("kalah:few").start) == "5x1"
    assert GAMES["kalah"].variant_of(match_from("kalah:many").start) == f"2x{MAX_STONES}"


def test_a_handicap_is_no_set_up_position():
    game = GAMES["reversi"]
    start = game.with_handicap(game.start("8x8"), 3)
    assert Match(game, "8x8", (), (Player(), Player()), start=start).begins_usually
    assert not match_from("reversi:8x8").begins_usually


def test_it_does_not_count_for_the_record_against_a_level(window):
    game = GAMES["tictactoe"]
    person, level = Player(), Player("", Method(level=1))
    for start in (game.start("3x3"), game.parse_position("oo.xx....")):
        match = Match(game, "3x3", (), (person, level), start=start)
        while not match.over:
            match.play(match.position.moves()[0])
        window.services.autosave.keep_match(StoredMatch(match))
    records = level_results(window.app.store, game, "3x3").records
    assert sum(sum(record) for record in records.values()) == 1


def test_its_review_does_not_count_for_the_level_that_one_plays_like():
    store = Store()
    game, players = GAMES["tictactoe"], (Player(), Player("", Method(level=1)))
    usual = Match(game, "3x3", (), players)
    kept = []
    for match in (match_from("tictactoe", *players), usual):
        moves = match.position.moves()
        match.play(moves[0])
        stored = StoredMatch(match)
        record = store.save(record_of(stored))
        stored.identifier, stored.revision = record.id, record.revision
        lines = {move: [move] for move in moves}
        judgement = Judgement(9, dict.fromkeys(moves, 0), frozenset(), lines)
        reviews.keep(store, stored, {match.root: judgement})
        kept.append(record.id)
    editions = {figures.match: figures.edition for figures in store.review_figures("tictactoe")}
    assert [editions[identifier] for identifier in kept] == [0, 2]


@pytest.mark.parametrize("text", ["4,1", "4,1 N", "3,1", "5,2", "5,2 N", "1,1 N"])
def test_the_numbers_of_eight_are_those_of_whoever_said_them(text):
    game = GAMES["eight"]
    position = game.parse_position(text)
    way = way_to(game, position)
    assert (sum(way), way[-1]) == tuple(game.cells(position))
    drafting = DRAFTING["eight"]
    if drafting.judge(drafting.of(position)).playable:
        assert len(way) % 2 == position.turn


def test_the_next_match_sits_down_by_the_card_of_its_board(window):
    window.choose_card("small", first=window.services.choices.cards["small"].second)
    window.app.open(EditorOf(Draft("reversi", "4x4", (), (0,) * 5 + (2, 1, 0, 0, 1, 2) + (0,) * 5)))
    window.press(say("edit_play"))
    assert not any(player.person for player in window.app.screen.match.players)


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
def test_the_title_and_the_rules_end_before_the_buttons(tmp_path, size):
    small = Driver(tmp_path / "games.sqlite3", size)
    small.app.open(GameOf(match_from("reversi:8x8")))
    small.frames(2)
    left = min(control.rect.left for control, _ in small.app.screen._tools)
    head = [(w, place) for w, place in small.written() if w.startswith(("Rev", "black begins"))]
    assert len({words for words, _ in head}) == 2
    assert not any("kalahgui." in words for words, _ in head)
    assert all(place.right <= left for _, place in head)
    small.close()


@pytest.mark.parametrize("case", SET_UP)
def test_it_is_kept_read_again_taken_back_to_its_start_and_played_again(case):
    match = match_from(case, Player("A"), Player("B"))
    play_on(match, SET_UP[case][2])
    read = stored_of(record_of(StoredMatch(match))).match
    assert read.start == match.start and read.position == match.position
    assert (read.variant, read.rules, read.pie) == (match.variant, match.rules, False)
    assert read.plies == match.plies
    start, plies = read.start.copy(), list(match.plies)
    while read.can_undo:
        read.undo()
    assert read.position == start and plies
    while read.can_redo:
        read.redo()
    assert read.plies == plies
