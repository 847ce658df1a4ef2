"""The drawn line of 8x8 Reversi that was published: it is legal, and who leaves it is told so."""

from types import SimpleNamespace

import pygame
import pytest
from driver import Driver

from kalahgui import words
from kalahgui.articles.contents import ARTICLES
from kalahgui.games import GAMES
from kalahgui.games.reversi.drawn_line import DRAWN_LINE, plies_along
from kalahgui.gui.panels.sentences import Teller
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services.navigation import ArticleOf
from kalahgui.match.match import Match, Player
from kalahgui.words import say

REVERSI = GAMES["reversi"]
LINE = [REVERSI.parse_move(text) for text in DRAWN_LINE.split()]
# The start stays as it is when the board is mirrored along a diagonal, or turned half round.
FORMS = {
    "as published": lambda x, y: (x, y),
    "along one diagonal": lambda x, y: (y, x),
    "along the other": lambda x, y: (7 - y, 7 - x),
    "half round": lambda x, y: (7 - x, 7 - y),
}


def formed(form, line):
    squares = ((square % 8, square // 8) for square in line)
    return [x + 8 * y for x, y in (FORMS[form](*place) for place in squares)]


def left_at(form, ply):
    """Return a game that follows a form of the line and leaves all of them with a ply, or None."""
    line = formed(form, LINE)[: ply - 1]
    here = REVERSI.start("8x8")
    for move in line:
        here.play(move)
    known = [formed(other, LINE)[:ply] for other in FORMS]
    others = [move for move in here.moves() if [*line, move] not in known]
    return [*line, others[0]] if others else None


def told(match):
    """Return the plies at which the review says that the line was left."""
    teller = Teller(match, SimpleNamespace(), lambda move, side: REVERSI.text(move))
    sentence = say("review_drawn_line")
    return [
        ply
        for ply, node in enumerate(match.tip.line, start=1)
        if sentence in teller.about(node, 1, None).sentences
    ]


@pytest.mark.parametrize("form", FORMS)
def test_the_line_is_legal_and_a_draw(form):
    here = REVERSI.start("8x8")
    for move in formed(form, LINE):
        assert not here.over and move in here.moves()
        here.play(move)
    assert here.over and REVERSI.points(here) == (32, 32)
    assert plies_along(REVERSI.start("8x8"), formed(form, LINE)) == 60


@pytest.mark.parametrize("form", FORMS)
def test_a_game_that_leaves_the_line_is_told_so_where_it_does(form):
    words.choose("en")
    left = {ply: game for ply in range(2, 61) if (game := left_at(form, ply))}
    assert len(left) > 40 and 2 in left  # near the end a side has but one move
    for ply in [*left][::6]:
        assert plies_along(REVERSI.start("8x8"), left[ply]) == ply - 1
    for ply in (2, 3, 17, max(left)):
        match = Match(REVERSI, "8x8", (), (Player(), Player()))
        for move in left[ply]:
            match.play(move)
        if not match.over:
            match.play(match.position.moves()[0])
        assert plies_along(match.start, match.plies) == ply - 1
        assert told(match) == [ply]


def test_nobody_is_told_who_stays_on_it_or_plays_on_another_board():
    for variant, line in (("8x8", LINE), ("8x8", LINE[:9]), ("6x6", LINE[:4])):
        match = Match(REVERSI, variant, (), (Player(), Player()))
        for move in line:
            match.play(move)
        assert told(match) == []
    assert plies_along(REVERSI.start("6x6"), LINE[:4]) == 0
    later = REVERSI.start("8x8")
    later.play(LINE[0])
    assert plies_along(later, LINE[1:]) == 0


def test_the_command_says_how_far_a_game_follows_it(command, tmp_path):
    file = tmp_path / "some.txt"
    match = Match(REVERSI, "8x8", (), (Player(), Player()))
    for move in left_at("half round", 5):
        match.play(move)
    file.write_text(" ".join(match.ply_texts(match.tip)), "utf-8")
    _, out, err = command("review", str(file), "--seconds", "0.01")
    assert "Takizawa, 2023 (arXiv 2310.19387): up to ply 4\n" in out, err


def test_the_articles_walk_through_it():
    window = Driver()
    window.choose(pace="off", sound=False)
    window.app.open(ArticleOf("measures"))
    screen, sections = window.app.screen, ARTICLES["measures"].sections
    screen.open_section(len(sections) - 1)
    window.key(pygame.K_RETURN)
    for _ in sections[-1].watched[1:]:
        window.key(pygame.K_DOWN)
    assert screen.page.table_rows()[-1][0] == say("article_drawn_line")
    window.key(pygame.K_RETURN)
    window.frames(2)
    play = window.app.screen
    assert isinstance(play, Play) and play.match.here is play.match.root
    assert [node.ply for node in play.match.tip.line] == LINE
    window.key(pygame.K_END)
    window.frames(2)
    assert play.match.over and play.match.winner is None
    window.close()
