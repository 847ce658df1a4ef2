"""The card at the end of a game, and the row of matches whose score it tells."""

import random
from itertools import combinations
from unittest.mock import patch

import pygame
import pytest
from driver import Driver, label_of

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.screens.play import ending as ending_module
from kalahgui.gui.screens.play.end_words import EndWords
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import GameOf, StoredGame
from kalahgui.gui.shell import notice as notice_module
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match, Player, Series
from kalahgui.words import say

PERSONS = (Player(), Player())
LONG = (Player("Bartholomew Mann"), Player("Maximiliane Wolf"))
COMPUTERS = tuple(
    Player(computer=Method(algorithm=name, turns=1)) for name in ("minimax", "alpha-beta")
)
WORDS = {
    "en": EndWords(
        "You were winning until your 12th move, with best play.",
        "Probable turning point: your 12th move",
        "Pit 6 instead of 3: a win by 16 stones with best play.",
        (("best moves found", "14 of 19"), ("against level 3", "3 – 1 · 2 draws")),
        ("Review: 13 moves to see", "Review the game"),
    ),
    "ja": EndWords(
        "双方最善なら、12 手目まではあなたの勝ちでした。",
        "おそらく分かれ目：あなたの 12 手目",
        "3 ではなく 6 番の穴なら、双方最善で 16 個差の勝ちでした。",
        (("見つけた最善手", "19 手中 14 手"), ("対レベル 3", "3 – 1 · 引き分け 2")),
        ("検討する（見直したい手 13）", "対局を検討する"),
    ),
}


def ended(window: Driver, key: str, players=PERSONS) -> EndCard:
    """Play a random game to its end card."""
    game = GAMES[key]
    match = Match(game, "4x4" if key == "reversi" else game.variant, (), players)
    rng = random.Random(7)
    window.app.open(GameOf(match))
    play = window.app.screen
    while not match.over:
        play.session.play(rng.choice(match.position.moves()))
    window.end()
    assert isinstance(window.app.screen, EndCard)
    return window.app.screen


def test_a_notice_keeps_off_the_board_screen_beside_the_card_as_well(window):
    card = ended(window, "kalah")
    play = window.app.screens[0]
    with patch.object(notice_module, "notice_place", wraps=notice_module.notice_place) as place:
        window.services.notices.waiting[:] = [say("notice_no_sound")]
        window.frames(2)
        window.draw()
    filled = place.call_args.args[3]
    for controls in (card.controls, play.controls):
        assert all(rect in filled for rect in controls.filled)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("size", "text", "language"),
    [((800, 500), "large", "ja"), ((800, 500), "large", "en"), ((2560, 1440), "normal", "ja")],
)
@pytest.mark.parametrize(
    ("key", "players"),
    [("kalah", COMPUTERS), ("reversi", LONG), ("tictactoe", LONG), ("eight", COMPUTERS)],
)
def test_the_card_covers_the_panel_not_the_board_and_nothing_on_it_overlaps(
    new_window, monkeypatch, size, text, language, players, key
):
    window = new_window(size, language, text=text)
    monkeypatch.setattr(ending_module, "end_words", lambda *known: WORDS[language])
    ending = ended(window, key, players)
    card, play = ending.card, window.app.screens[0]
    assert card.contains(play.panel.rect)
    assert window.app.surface.get_rect().contains(card)
    assert not card.colliderect(play.view.rect)
    assert all(not card.colliderect(plate.rect) for plate in play.plates)
    assert len(window.labels()) == 4
    seen = [
        element.rect
        for element in ending.controls.root.all
        if not element.children and element.role
    ]
    for place, beside in combinations(seen, 2):
        assert card.contains(place) and not place.colliderect(beside)


def test_the_card_says_who_won_by_how_much_and_why(window):
    card = ended(window, "kalah")
    match = window.app.screens[0].match
    assert match.winner == 1
    said = window.said(card.draw)
    first, second = match.game.points(match.position)
    assert said[:3] == [
        naming.headline_words(match),
        f"{max(first, second)} to {min(first, second)}",
        naming.why_over_words(match),
    ]


@pytest.mark.few(1)
@pytest.mark.parametrize("key", ["tictactoe", "kalah", "reversi"])
def test_a_button_beside_the_board_calls_the_card_back(window, key):
    card = ended(window, key)
    play = window.app.screens[0]

    window.press(say("look"))
    assert window.app.screen is play
    window.frames(2)
    assert window.button(say("end_show"))
    play.ending.show()
    again = window.app.screen
    assert isinstance(again, EndCard) and again is not card
    look = window.button(say("look"))
    window.click(look.rect.center)
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_z, "z")
    assert window.app.screen is again and play.match.over, "it does not hear at first"
    window.frames(30)
    play.commands["menu"]()
    window.frames(2)
    assert say("end_show") not in map(label_of, play.controls.all), "the card is still there"
    window.key(pygame.K_ESCAPE)
    window.click(look.rect.center)
    assert window.app.screen is play
    window.press(say("end_show"))
    window.frames(40)
    window.key(pygame.K_z)
    assert window.app.screen is play
    window.frames(2)
    assert not window.button(say("end_show")), "the game goes on"


@pytest.mark.slow
def test_the_card_goes_when_somebody_walks_through_the_game(window):
    ended(window, "reversi")
    play = window.app.screens[0]
    play.match.go_to(play.match.here.parent)
    window.app.wake()
    window.frames(2)
    assert window.app.screen is play


@pytest.mark.slow
def test_a_game_that_was_taken_up_again_tells_no_time(window):
    window.services.choose(figures=True)
    card = ended(window, "tictactoe")
    moves = say("n_moves", count=len(window.app.screens[0].match.plies))
    assert any(label.startswith(f"{moves} · ") for label in window.said(card.draw))
    window.app.open(StoredGame(window.app.screens[0].stored))
    window.end()
    assert moves in window.said(window.app.screen.draw)


@pytest.mark.slow
def test_the_card_of_an_end_comes_once_also_when_its_line_becomes_the_game(window):
    ended(window, "tictactoe")
    window.app.pop()
    play = window.app.screen
    session, match = play.session, play.match
    session.go_to_start()
    chance = random.Random(2)
    while not match.here.over or not match.aside:
        session.play(chance.choice(match.position.moves()))
    window.end()
    window.app.pop()
    session.promote(match.end)
    play.changed()
    window.frames(90)
    assert window.app.screen is play
    assert session.undo()


def test_a_look_back_that_found_nothing_is_said_to_have_ended(window, monkeypatch):
    looking = [True]
    monkeypatch.setattr(Analysis, "looking_back", property(lambda analysis: looking[0]))
    monkeypatch.setattr(f"{EndCard.__module__}.end_words", lambda *known: EndWords(review=("-",)))
    card = ended(window, "tictactoe")
    assert say("end_looking") in window.said(card.draw)
    looking[0] = False
    window.frames(2)
    assert say("end_looking") not in window.said(card.draw)


def test_what_the_look_back_finds_is_told_when_it_has_ended(window, monkeypatch):
    looking = [True]
    monkeypatch.setattr(Analysis, "looking_back", property(lambda analysis: looking[0]))
    monkeypatch.setattr(f"{EndCard.__module__}.end_words", lambda *known: WORDS["en"])
    card = ended(window, "tictactoe")
    assert card.said == ""
    looking[0] = False
    window.frames(2)
    assert card.said == (
        "You were winning until your 12th move, with best play. "
        "Probable turning point: your 12th move. "
        "Pit 6 instead of 3: a win by 16 stones with best play. "
        "Best moves found: 14 of 19. Against level 3: 3 – 1 · 2 draws."
    )


KALAH = GAMES["kalah"]
NAMED = (Player("Ann"), Player("Bob"))
BEFORE = Series((3, 1), 2)


def before_the_last_move(first: int, second: int) -> Match:
    """Return a match of 2 pits and 3 stones; after the move "2" it stands ``first : second``."""
    text = f"<2,{first - 1},{second - 1},0,1,0,1>"
    start = KALAH.parse_position(text, ["last-stone"])
    return Match(KALAH, "2x3", ("last-stone",), NAMED, start=start)


@pytest.mark.parametrize(
    ("first", "second", "resigned", "after"),
    [
        (9, 3, None, Series((4, 1), 2)),
        (3, 9, None, Series((3, 2), 2)),
        (6, 6, None, Series((3, 1), 3)),
        (9, 3, 0, Series((3, 2), 2)),
        (9, 3, 1, Series((4, 1), 2)),
    ],
)
def test_a_match_counts_for_its_winner_or_as_drawn(first, second, resigned, after):
    match = before_the_last_move(first, second)
    assert BEFORE.counting(match) == BEFORE, "a match under way counts nothing"
    if resigned is None:
        match.replay_texts(["2"])
    else:
        match.resign(resigned)
    assert match.over
    assert BEFORE.counting(match) == after
    assert after.swapped == Series(after.wins[::-1], after.draws)


def test_a_win_goes_to_the_seat_and_not_to_the_side_after_a_swap():
    match = Match(KALAH, "6x4", (), NAMED, pie=True)
    match.replay_texts(["1", "swap"])
    rng = random.Random(5)
    while not match.over:
        match.play(rng.choice(match.position.moves()))
    assert match.tip.margin != 0, "another seed is needed: this one ends in a draw"
    winner_sits_first = match.tip.margin < 0  # who sat down first has the second side now
    wins = (4, 1) if winner_sits_first else (3, 2)
    assert BEFORE.counting(match) == Series(wins, 2)


@pytest.mark.few(1)
@pytest.mark.parametrize(("first", "second"), [(9, 3), (3, 9), (6, 6)])
def test_the_end_card_counts_the_match_that_was_just_played(window, first, second):
    match = before_the_last_move(first, second)
    window.app.open(GameOf(match, BEFORE))
    window.type("2")
    window.end()
    card = window.app.screen
    assert isinstance(card, EndCard)
    standing = naming.score_words(BEFORE.counting(match))
    assert standing != naming.score_words(BEFORE)
    said = window.said(card.draw)
    assert said[said.index(standing) - 1 : said.index(standing) + 2].count("Ann – Bob") == 1
