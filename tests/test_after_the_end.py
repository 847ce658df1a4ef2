"""What an end card offers and tells in every case, and how a win is celebrated."""

import random
import re
from dataclasses import replace
from unittest.mock import patch

import pygame
import pytest
from driver import Driver

from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import celebration
from kalahgui.gui.paint.celebration import Celebration
from kalahgui.gui.panels.section import Fact
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import GameOf, MainScreen, StoredGame
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Forfeit
from kalahgui.words import say

PERSON = Player()
# Of tic-tac-toe: the first player wins, nobody wins.
WON, DRAWN = [0, 3, 1, 4, 2], [0, 1, 2, 4, 3, 5, 7, 6, 8]


def level(number: int) -> Player:
    return Player(computer=Method(level=number))


def end(
    window: Driver,
    *players: Player,
    plies=WON,
    key="tictactoe",
    forfeit: Forfeit | None = None,
    kept=True,
) -> EndCard:
    """Play a game to its end card."""
    game = GAMES[key]
    window.app.open(GameOf(Match(game, game.variant, (), players), kept=kept))
    play = window.app.screen
    for ply in plies:
        play.session.play(ply)
    if forfeit is not None:
        play.match.lose(forfeit, play.match.tip)
        window.services.autosave.keep_match(play.stored)
    window.wait_for(lambda: isinstance(window.app.screen, EndCard))
    return window.app.screen


def known(window: Driver) -> EndCard:
    """Let the review in the background come to its end."""
    analysis = window.app.screens[0].session.analysis
    window.wait_for(lambda: not analysis.looking_back)
    window.frames(40)
    return window.app.screen


def rows(card: EndCard) -> dict[str, str]:
    """Return the labels on the card, and what stands behind them."""
    facts = (element.name for element in card.controls.root.all if isinstance(element, Fact))
    return dict(name.split(": ") for name in facts)


def flying(card: EndCard) -> Celebration | None:
    """Return what flies over the window now, if anything does."""
    seen: list[Celebration] = []
    with patch.object(Celebration, "draw", lambda self, *rest: seen.append(self)):
        card.draw(card.app.surface)
    return next(iter(seen), None)


def offered(window: Driver) -> str:
    """Return what is written on the filled button."""
    return window.labels()[0]


def test_after_a_win_the_next_level_is_offered_played_and_kept(window):
    window.start("tictactoe", second=replace(window.services.choices.cards["tictactoe"].second))
    end(window, PERSON, level(2))
    assert offered(window) == "Try level 3: computer begins"
    known(window)
    window.key(pygame.K_RETURN)
    match = window.app.screen.match
    assert [player.person for player in match.players] == [False, True], "the sides take turns"
    assert match.players[0].computer.level == 3
    assert window.services.choices.cards["tictactoe"].second.level == 3
    assert window.services.choices.cards["tictactoe"].first.person


def test_else_the_level_below_or_the_same_again_is_offered_and_who_begins(window):
    given_up, on_time = Forfeit(0), Forfeit(0, on_time=True)
    for players, plies, forfeit, words in (
        ((level(3), PERSON), WON, None, "Play again: you begin"),  # one loss changes nothing
        ((level(3), PERSON), WON, None, "Try level 2: you begin"),
        ((level(2), PERSON), WON, None, "Play again: you begin"),  # the first one against it
        ((level(1), PERSON), WON, None, "Play again: you begin"),
        ((level(1), PERSON), WON, None, "Play again: you begin"),  # there is none below
        ((PERSON, level(4)), WON, None, "Play again: computer begins"),  # nor one above
        ((PERSON, level(2)), [0], given_up, "Play again: computer begins"),
        ((PERSON, level(2)), [0, 1], on_time, "Try level 1: computer begins"),
        ((PERSON, level(3)), [0, 1], Forfeit(1, on_time=True), "Try level 4: computer begins"),
        ((PERSON, level(2)), DRAWN, None, "Play again: computer begins"),
        ((Player("Ann"), Player("Bob")), WON, None, "Play again: Bob begins"),
        ((PERSON, PERSON), WON, None, "Play again: sides swapped"),
        ((level(1), level(3)), WON, None, "Play again: Level 3 begins"),
        ((level(2), level(2)), WON, None, "Play again"),
        ((Player("Ann"), level(2)), DRAWN, None, "Play again: Computer begins"),
    ):
        card = end(window, *players, plies=plies, forfeit=forfeit)
        assert offered(window) == words
        winner = window.app.screens[0].match.winner
        won = winner is not None and players[winner].person
        assert (flying(card) is not None) == won, "nobody else's end is celebrated"
        if words.startswith("Play"):
            window.frames(40)
            window.key(pygame.K_RETURN)
            assert window.app.screen.match.players == players[::-1]
    window.choose(motion="reduced")
    assert flying(end(window, PERSON, level(2))) is None


def test_from_a_position_that_was_set_up_no_level_is_offered_and_nothing_counts(window):
    game = GAMES["tictactoe"]
    start = game.start("3x3")
    for ply in WON[:2]:
        start.play(ply)
    window.app.open(GameOf(Match(game, "3x3", (), (PERSON, level(2)), start=start)))
    for ply in WON[2:]:
        window.app.screen.session.play(ply)
    window.end()
    assert offered(window) == "Play again: computer begins"
    assert "against level 2" not in window.said()


def test_a_game_that_is_only_watched_can_be_watched_again_and_keeps_nothing(window):
    end(window, level(1), level(3), kept=False)
    assert offered(window) == "Watch it again"
    known(window)
    window.key(pygame.K_RETURN)
    window.wait_for(lambda: isinstance(window.app.screen, EndCard))
    assert offered(window) == "Watch it again"
    assert window.app.store.matches() == []


def test_at_the_end_of_a_side_line_the_filled_button_leads_back_to_the_game(window):
    window.app.open(GameOf(Match(GAMES["tictactoe"], "3x3", (), (PERSON, PERSON))))
    play = window.app.screen
    for ply in DRAWN[:4]:
        play.session.play(ply)
    play.session.go_to_start()
    for ply in [1, 3, 0, 4, 2]:
        play.session.play(ply)
    window.end()
    card = window.app.screen
    assert offered(window) == say("list_back")
    assert say("end_aside") in " ".join(window.said(card.draw))
    assert flying(card) is None and not play.session.analysis.looking_back
    window.key(pygame.K_RETURN)
    window.frames(5)
    assert window.app.screen is play
    assert play.match.here is play.match.tip and not play.match.over


def test_every_button_of_the_card_is_reached_by_tab_and_esc_shows_the_board(window):
    end(window, PERSON, level(2))
    card, words = known(window), set()
    for _ in card.controls.all:
        window.key(pygame.K_TAB)
        words.add(card.controls.focus_words)
    assert words == {*window.labels()} and len(words) == 5
    assert {"Try level 3: computer begins", "Play again", "See the board", "Home"} < words
    window.key(pygame.K_RETURN)
    assert not isinstance(window.app.screen, EndCard), "Enter presses what Tab has come to"
    end(window, PERSON, level(2))
    known(window)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.app.screen, Play)


# -- what is told


def test_the_record_counts_this_game_and_tells_wins_in_a_row_from_two_on(window):
    end(window, level(2), PERSON)
    end(window, PERSON, level(2))
    assert rows(window.app.screen)["against level 2"] == "1 – 1"
    assert say("end_in_a_row") not in rows(window.app.screen)
    end(window, PERSON, level(3))
    facts = rows(window.app.screen)
    assert facts["against level 3"] == "1 – 0"
    assert facts[say("end_in_a_row")] == "2"
    end(window, PERSON, level(3), plies=DRAWN)
    facts = rows(window.app.screen)
    assert facts["against level 3"] == "1 – 0" and facts[say("end_draws")] == "1"
    assert say("end_in_a_row") not in facts


def test_an_earlier_loss_that_is_looked_at_again_tells_of_no_later_wins(window):
    end(window, level(2), PERSON)
    lost = window.app.screens[0].stored
    for _ in range(2):
        end(window, PERSON, level(2))
    window.app.open(StoredGame(lost, MainScreen.LIBRARY))
    window.frames(5)
    window.app.screen.ending.show()
    assert rows(window.app.screen)["against level 2"] == "2 – 1"
    assert say("end_in_a_row") not in rows(window.app.screen)


def test_who_lost_is_consoled_by_something_true_or_by_nothing(window):
    # Instead of making three in a row, the first player lets the other one make them.
    end(window, PERSON, level(2), plies=[0, 3, 1, 4, 8, 5])
    assert known(window).said.startswith(
        "You were winning until your 3rd move, with best play. "
        "Turning point: your 3rd move. c1 was a win with best play; c3 was played."
    )
    end(window, level(2), Player("Ann"), plies=[2, 1, 4, 0, 7, 8, 5, 6, 3])
    card = known(window)
    assert card.said.startswith("Ann found 2 of 4 best moves. ")
    assert say("end_best") not in rows(card), "nothing is said twice"
    end(window, level(2), PERSON)
    card = known(window)
    assert card.said.startswith("Turning point: "), "nobody is consoled"
    assert rows(card)[say("end_best")] == "1 of 2"


def test_the_card_says_what_the_review_says(window):
    chance = random.Random(3)
    for _ in range(4):
        plies, probe = [], GAMES["tictactoe"].start("3x3")
        while not probe.over:
            plies.append(chance.choice(probe.moves()))
            probe.play(plies[-1])
        end(window, PERSON, level(1), plies=plies)
        card = known(window)
        play = window.app.screens[0]
        course = play.match_review.course
        row, said = course.decided, card.said
        assert ("Turning point" in said) == (row is not None)
        if row is not None:
            nth = course.numbers[row.node]
            whose = "the" if row.seat else "your"
            assert re.search(rf"Turning point: {whose}[^.]* {nth}", said)
            best, played = (play.view.move_text(move, row.side) for move in (row.best, row.move))
            assert played in said
            if play.match_review.look_back().reply is None:
                result = "a win" if row.best_value > 0 else "a draw"
                assert f". {best} was {result} with best play; {played} was played." in said
        count = len(course.mistakes)
        review = say("end_review_count", count=count) if count else say("end_review")
        assert any(review in label for label in window.labels())


def test_nothing_is_told_of_the_game_before_it_is_known(window):
    play = GAMES["kalah"]
    match = Match(play, "6x6", (), (PERSON, level(3)))
    chance = random.Random(7)
    window.app.open(GameOf(match))
    while not match.over:
        window.app.screen.session.play(chance.choice(match.position.moves()))
    screen = window.app.screen
    screen.session.analysis.drop()
    screen.session.analysis.judged.clear()
    screen.session.analysis.update = lambda: None
    window.wait_for(lambda: isinstance(window.app.screen, EndCard))
    card = window.app.screen
    written = [element.name for element in card.controls.root.all if type(element) is Text]
    ended = ["38 to 19", "More than half: 38 of 72"]
    assert written == [*ended, say("end_looking"), "against level 3"]
    assert [*rows(card)] == ["against level 3"]
    assert say("end_review") in window.labels()


@pytest.mark.parametrize("figures", [False, True])
def test_figures_of_the_searches_stand_there_only_when_they_are_wanted(window, figures):
    window.choose(figures=figures)
    match = Match(GAMES["tictactoe"], "3x3", (), (level(3), level(4)))
    window.app.open(GameOf(match))
    window.end()
    said = window.says()
    assert (say("time_taken") in said) == figures
    assert (say("n_moves", count=len(match.plies)) in said) == figures


# -- a win is celebrated


def test_a_win_is_celebrated_off_all_that_is_written_and_nobody_waits_for_it(new_window):
    for key, board, size in (
        ("kalah", "4x3", (1280, 800)),
        ("reversi", "4x4", (800, 500)),
        ("eight", "8", (1920, 1200)),
    ):
        window = new_window(size, "en")
        chance = random.Random(0)
        match = Match(GAMES[key], board, (), (PERSON, PERSON))
        window.app.open(GameOf(match))
        play = window.app.screen
        while not match.over:
            play.session.play(chance.choice(match.position.moves()))
        assert match.winner is not None
        window.wait_for(lambda w=window: isinstance(w.app.screen, EndCard))
        card = window.app.screen
        written = [place for _, place in window.written()]
        seen, celebrated = 0, flying(card)
        for tenth in range(15):
            for _, place in celebrated.places(tenth / 10):
                seen += 1
                assert place.collidelist(written) == -1
                assert not place.colliderect(card.card)
        assert seen > 50
        window.frames(31)
        assert flying(card), "it is not over when the card hears"
        window.key(pygame.K_ESCAPE)
        assert window.app.screen is play


def test_it_is_over_after_a_second_and_a_half_and_comes_but_once(window):
    end(window, PERSON, level(2))
    card = window.app.screen
    assert flying(card) and card.moving
    window.frames(round(celebration.SECONDS * 60) + 2)
    assert not flying(card)
    window.key(pygame.K_ESCAPE)
    window.app.screen.ending.show()
    assert flying(window.app.screen) is None


def test_what_the_card_has_found_is_kept_as_a_review_once_it_is_asked_for(window):
    end(window, PERSON, level(1))
    known(window)
    play, autosave = window.app.screens[0], window.services.autosave
    assert not autosave.has_whole_review(play.stored)
    window.key(pygame.K_r, "R", pygame.KMOD_SHIFT)
    window.frames(3)
    assert autosave.has_whole_review(play.stored)
