"""The programs of the articles are found at once: from home, and from the card of their game."""

import pygame
import pytest
from driver import Driver

from kalahgui.articles.contents import ARTICLES, program_on
from kalahgui.games import GAMES
from kalahgui.games.move_names import article_names
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.theatre.theatre_screen import Theatre
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import SetUpOf, game_against, players_of
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.words import LANGUAGES, first_sentence, say

MOST_CLICKS = 3
# What is played, and what its answer is counted in.
PROGRAMS = {
    "kalah": ("6x6", "alpha-beta:5"),
    "diamond": ("diamond", "nega-scout:20:article"),
    "measures": ("8x8", "measures:4"),
}
CARDS = {"kalah": "kalah", "diamond": "diamond", "measures": "reversi"}


def part_called(window: Driver, role: Role, name: str) -> AccessibleNode:
    """Return the part of the window with a role and a name, in full or before its first stop."""
    parts = [part for part in window.app.accessible_node().all if part.role is role]
    [part] = [part for part in parts if name in (part.name, first_sentence(part.name))]
    return part


def line_of(article: str) -> str:
    """Return the line of the set-up that plays against an article's program."""
    method = players_of(ARTICLES[article])[1].computer
    name = naming.algorithm_words(method.algorithm)
    return say(
        "play_article",
        name=name,
        limit=naming.amount_words(method.limit(GAMES[ARTICLES[article].read.watched.game])),
    )


def click_through(window: Driver, *way: tuple[Role, str]) -> None:
    """Click one part after the other, each by its role and its name, from the home screen on."""
    assert isinstance(window.app.screen, Home) and len(way) <= MOST_CLICKS
    window.frames(2)
    for role, name in way:
        window.click(part_called(window, role, name).rect.center)
        window.frames(2)


def play_on(window: Driver, article: str) -> None:
    """See that an article's program plays, and that what it took is counted after its answer."""
    screen, (board, method) = window.app.screen, PROGRAMS[article]
    assert isinstance(screen, Play)
    match = screen.match
    assert (match.variant, match.rules) == (board, ())
    person, program = match.players
    assert person.person and str(program.computer) == method
    window.move(match.position.moves()[-1])  # of Kalah's, the first would move again
    window.wait_for(lambda: screen.session.thought and screen.session.persons_turn)
    assert screen.session.thought.finding.evaluations > 0
    thought = screen.session.thought
    assert thought.finding.exact == (say("exact") in window.said()) == (article == "diamond")
    assert say("evaluations") in window.said() and not window.services.choices.figures
    window.key(pygame.K_ESCAPE)
    assert window.app.screen.reading.article_key == article, "whose program it was"


@pytest.mark.compiled  # which reads the diamond out in a second
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("article", PROGRAMS)
def test_from_the_card_of_its_game(new_window, article, language):
    window = new_window((800, 500), language)
    card = Role.BUTTON, say(f"card_{CARDS[article]}")
    click_through(window, card, (Role.BUTTON, line_of(article)))
    play_on(window, article)


@pytest.mark.compiled
@pytest.mark.parametrize("article", PROGRAMS)
def test_from_the_card_of_the_articles(window, article):
    against = Role.BUTTON, say(f"article_{article}_read_against")
    name = Role.CHOICE, say(f"article_{article}_name")
    click_through(window, (Role.BUTTON, say("card_articles")), name, against)
    play_on(window, article)


# What a card lets choose besides the players, by the game.
CHOSEN = {
    "kalah": {"rules": ("empty-capture", "last-stone"), "pie": True},
    "reversi": {"handicap": 1},
    "tictactoe": {},
}


@pytest.mark.few(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["normal", "large"])
@pytest.mark.parametrize(
    ("card", "board"),
    [
        (card, board)
        for card, offer in CATALOGUE.items()
        for board in offer.boards
        if program_on(offer.game.key, board)
    ],
)
def test_the_program_says_who_it_is_and_plays_by_what_the_card_shows(
    new_window, language, text, card, board
):
    window = new_window((800, 500), language, text=text)
    game = CATALOGUE[card].game
    window.choose(teaching=True)
    window.choose_card(card, board=board, **CHOSEN[game.key])
    window.choose_clock(card, "300+3")
    window.choose(offer="eight")
    window.app.open(SetUpOf(card))
    window.frames(2)
    article = program_on(game.key, board)
    [method] = [player.computer for player in players_of(article) if player.computer]
    line = line_of(article.key)
    assert naming.algorithm_words(method.algorithm) in line and str(method.turns) in line
    assert "".join(line.split()) in "".join("".join(window.said()).split()), "it is not cut"
    shown = window.services.choices.cards[card].start(CATALOGUE[card])
    window.click(part_called(window, Role.BUTTON, line).rect.center)
    match = window.app.screen.match
    assert (match.variant, match.rules) == (board, CHOSEN[game.key].get("rules", ()))
    assert match.pie == CHOSEN[game.key].get("pie", False) and match.teaching
    assert game.position_text(match.start) == game.position_text(shown)
    assert match.clock.control == window.services.choices.cards[card].control
    assert [player.computer for player in match.players] == [None, method]
    assert window.services.choices.offer == card


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_draw_that_the_program_has_proved_is_said_to_be_one(new_window, language):
    window = new_window((1280, 800), language)
    card, line = (Role.BUTTON, say("card_tictactoe")), (Role.BUTTON, line_of("tictactoe"))
    click_through(window, card, line)
    screen = window.app.screen
    window.move(screen.match.position.moves()[-1])
    window.wait_for(lambda: screen.session.thought and screen.session.persons_turn)
    said = window.said()
    assert {say("value_draw"), say("exact")} <= {*said} and say("value_open") not in said


def test_every_board_that_an_article_is_about_has_its_program_and_no_other(window):
    boards = {
        (offer.game.key, board): program_on(offer.game.key, board)
        for offer in CATALOGUE.values()
        for board in offer.boards
    }
    assert {board: article.key for board, article in boards.items() if article} == {
        ("kalah", "6x6"): "kalah",
        ("reversi", "diamond"): "diamond",
        ("reversi", "diamond-parallel"): "diamond",
        ("reversi", "8x8"): "measures",
        ("tictactoe", "3x3"): "tictactoe",
    }
    assert {article.key for article in boards.values() if article} == {
        key for key, article in ARTICLES.items() if article.read.opponent
    }


@pytest.mark.parametrize("key", ["kalah", "diamond", "tictactoe"])
def test_the_theatre_over_a_game_of_an_article_calls_moves_as_the_game_does(window, key):
    window.app.open(game_against(ARTICLES[key]))
    play = window.app.screen
    play.session.play(play.match.position.moves()[-1])
    window.wait_for(lambda: play.session.persons_turn and len(play.match.plies) > 1)
    text = article_names(play.match.game, play.match.start).text
    for page in ("l", "q"):
        window.type(page)
        window.frames(3)
        shown = window.app.screen.choices
        assert isinstance(window.app.screen, Theatre)
        assert (shown.pit_numbers, shown.square_names) == ("article", "article")
        said = window.says()
        window.key(pygame.K_ESCAPE)
    played = play.match.here
    assert text(played.ply, played.before.position.turn) in said.splitlines()[0], "why this move"
    kept = window.services.choices
    assert (kept.pit_numbers, kept.square_names) == ("own", "own")
