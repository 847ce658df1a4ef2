"""The review screen: from a game that was lost to what lost it, and back to play on."""

from collections import Counter

import pygame
import pytest
from driver import Driver

from kalahgui.engine.judgement import Judgement
from kalahgui.engine.method import Method
from kalahgui.games import GAMES, draft_of
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.panels import sentences
from kalahgui.gui.screens.editor.editor import Editor
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.review import review_cards
from kalahgui.gui.screens.review.attempt import Attempt, Verdict
from kalahgui.gui.screens.review.review import Review
from kalahgui.gui.screens.theatre.theatre_screen import Theatre
from kalahgui.gui.services.navigation import GameOf, MainScreen, StoredGame
from kalahgui.library.saved import stored_of
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Node
from kalahgui.words import LANGUAGES, say

COMPUTER = Player(computer=Method(algorithm="alpha-beta", turns=9))
PERSON = Player()
# A person who gives a won game away, and then another one.
LOST = ["a2", "c1", "b2", "b3", "a3", "a1", "c3", "b1"]


def played(window: Driver, texts=LOST, players=(PERSON, COMPUTER), key="tictactoe", variant="3x3"):
    """Open a game in which some plies have been played already; the computer waits."""
    match = Match(GAMES[key], variant, (), players)
    window.app.open(GameOf(match))
    play = window.app.screen
    assert isinstance(play, Play)
    play.session.paused = True
    for text in texts:
        play.session.play(match.parse(text))
    window.frames(3)
    return play


def lost(window: Driver, **how) -> Play:
    """Come to the end card of a game that the person has lost."""
    play = played(window, **how)
    window.end()
    assert play.match.over and play.match.winner == 1
    return play


def reviewed(window: Driver, play: Play) -> Review:
    """Review a game to the end of the analysis."""
    play.review()
    review = window.app.screen
    assert isinstance(review, Review)
    window.wait_for(lambda: play.session.analysis.reviewed)
    window.frames(2)
    return review


def heading(review: Review) -> str:
    """Return what is said first on the card, without what is said on other cards."""
    headings = [part.name for part in review.accessible_node().all if part.role is Role.HEADING]
    return headings[headings.index(say("review_title")) + 1]


def cell(review: Review, text: str) -> tuple[int, int]:
    """Return where a square is on the screen."""
    match = review.match
    return review.view.board.centre(review.view.cell_of(match.parse(text), match.position))


def test_by_mouse_from_a_lost_game_to_its_mistake_and_another_try(window):
    play = lost(window)
    window.wait_for(lambda: not play.session.analysis.looking_back)
    window.frames(2)
    moves = say("end_review_count", count=2)
    window.press(say("end_review_moves", moves=moves))
    review = window.app.screen
    assert isinstance(review, Review)
    window.wait_for(lambda: review.session.analysis.reviewed)
    window.frames(2)
    rows = review.course.mistakes
    assert [row.move for row in rows] == [play.match.parse("b2"), play.match.parse("c3")]
    parts = review.accessible_node().all
    listed = next(part for part in parts if part.role is Role.LIST and part.key == "mistakes")
    window.click(listed.parts[1].rect.center)
    assert review.walker.discussed is rows[1].node
    assert play.match.here is rows[1].node.parent
    assert "Better was c2: it is the only winning move." in " ".join(window.said())
    window.click(cell(review, "c3"))
    assert say("review_click") in window.services.notices.waiting
    window.press(say("review_why"))
    assert review.walker.showing is not None
    window.wait_for(lambda: not review.session.moving and play.match.here.over)
    assert play.match.game.winning_cells(play.session.shown.cells)
    window.app.rebuild()
    assert review.walker.discussed is rows[1].node
    window.press(say("review_why_better"))
    assert review.walker.showing.better
    window.press(say("review_why_back"))
    assert play.match.here is rows[1].node.parent
    answer = say("review_better_because", move="c2", why=say("move_reason_only_win"))
    assert answer in " ".join(window.said())
    window.press(say("review_again"))
    assert window.app.screen is review and play.match.here is rows[1].node.parent
    assert "find a better one than c3" in heading(review)
    said = window.said()
    assert not {"c2", "win", say("review_mistakes")} & {*said}, "the answer is hidden"
    window.click(cell(review, "c3"))
    window.wait_for(lambda: say("review_try_same") in heading(review))
    window.press(say("review_once_more"))
    assert play.match.here is rows[1].node.parent
    window.click(cell(review, "b1"))
    window.wait_for(lambda: say("review_try_draws") in heading(review))
    window.wait_for(lambda: not review.session.moving)
    assert not {"c2", "win"} & {*window.said()}
    window.click(cell(review, "c2"))
    assert play.match.here is rows[1].node.parent, "a click asks for once more"
    window.click(cell(review, "c2"))
    window.wait_for(lambda: say("review_try_right", move="c2") in heading(review))
    assert len(list(play.match.root.below())) == len(LOST), "the match stays as it is"
    window.press(say("review_go_on"))
    window.wait_for(lambda: not play.session.moving)
    assert play.match.end.winner == 0 and play.match.aside
    assert play.match.tip.plies == [play.match.parse(text) for text in LOST]


def test_a_try_is_told_anew_when_it_is_judged_otherwise_not_when_it_is_estimated_anew(
    window, monkeypatch
):
    review = reviewed(window, lost(window))
    window.key(pygame.K_n, "n")
    window.key(pygame.K_t, "t")
    window.type("c2")
    window.wait_for(lambda: not review.session.moving)
    texts = []
    for loss, value in ((0, 8), (0, 6), (4, 2), (4, 3)):
        verdict = Verdict(loss, False, 9, value)
        monkeypatch.setattr(Attempt, "verdict", lambda *known, verdict=verdict: verdict)
        review.refresh()
        window.frames(1)
        texts.append(review.said_about)
    assert texts[0] is not None and texts[0] is texts[1]
    assert texts[1] is not texts[2] and texts[2] is texts[3]


def test_by_keys_from_a_lost_game_to_its_mistake_and_another_try(window):
    play = lost(window)
    review = reviewed(window, play)
    line = play.match.tip.line
    first, second = [row.node for row in review.course.mistakes]
    for key, node in (
        (pygame.K_END, None),
        (pygame.K_HOME, line[0]),
        (pygame.K_RIGHT, line[1]),
        (pygame.K_LEFT, line[0]),
        (pygame.K_LEFT, line[0]),
        (pygame.K_n, first),
        (pygame.K_n, second),
    ):
        window.key(key, "n" if key == pygame.K_n else "")
        assert review.walker.discussed is node
    window.key(pygame.K_n, "N", pygame.KMOD_SHIFT)
    assert review.walker.discussed is first
    window.key(pygame.K_w, "w")
    window.wait_for(lambda: not review.session.moving and play.match.here is not first.parent)

    def side_lines() -> bool:
        return any(row.line is not None for row in review.moves.rows)

    assert not side_lines(), "what is shown is no line of the game"
    window.key(pygame.K_ESCAPE)
    assert review.walker.showing is None and play.match.here is first.parent
    review.walker.show_better()
    count = len(review.walker.showing.plies)
    window.wait_for(lambda: review.walker.showing.shown_count(play.match.here) == count)
    assert play.match.here not in list(play.match.root.below())
    window.app.rebuild()
    window.frames(3)
    assert review.walker.discussed is first, "the window was laid out anew"
    window.key(pygame.K_LEFT)
    assert review.walker.showing is None and play.match.here is first.parent
    window.key(pygame.K_t, "t")
    window.type("c3")
    window.wait_for(lambda: "Once more?" in heading(review))
    assert not side_lines()
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is review and review.walker.attempt is None
    assert play.match.here is first.parent and review.walker.discussed is first
    window.key(pygame.K_t, "t")
    for _ in range(4):
        window.key(pygame.K_RIGHT)
    assert play.match.here is first.parent and review.hands.selected is not None
    window.key(pygame.K_t, "t")
    assert review.walker.attempt is not None and review.hands.selected is None, "it begins anew"
    window.type("a1")
    window.wait_for(lambda: say("review_try_right", move="a1") in heading(review))
    window.press(say("review_go_on"))
    assert window.app.screen is play
    window.wait_for(lambda: len(play.match.end.plies) == 4)
    assert play.match.end.plies[:3] == [play.match.parse(text) for text in ("a2", "c1", "a1")]
    assert play.match.aside and window.button(say("list_back_review")) is not None
    window.key(pygame.K_ESCAPE)
    again = window.app.screen
    assert isinstance(again, Review) and again.walker.discussed is first
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is not again and play.match.here is play.match.tip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_that_makes_an_opening_is_told_with_its_name(window, language):
    window.speak(language)
    texts = ["f5", "d6", "c3", "d3", "c4", "f4"]
    play = played(window, texts, (PERSON, PERSON), "reversi", "8x8")
    play.review()
    review = window.app.screen
    assert isinstance(review, Review)
    name = {"en": "Tiger", "ja": "虎定石"}[language]
    for node in play.match.main_line[:-1]:
        review.walker.look_at(node)
        window.frames(2)
        assert (name in heading(review)) is (len(node.line) == 4)
        assert name in window.says(), "the game is a Tiger wherever one looks at it"


def test_a_turn_of_several_moves_is_tried_move_by_move(window):
    play = played(window, ["1", "2"], key="kalah", variant="4x3")
    review = reviewed(window, play)
    review.walker.look_before(play.match.tip.line[0])
    assert review.course.row.loss > 2
    window.key(pygame.K_t, "t")
    for text in ("2", "4"):
        assert play.match.position.turn == 0
        window.type(text)
        window.wait_for(lambda: not review.session.moving and "right" in heading(review))
    assert review.walker.attempt.plies == (1, 3) and "2 – 4 is right" in heading(review)
    assert play.match.main_line[-1].plies == [0, 1]


def test_the_reasons_of_a_move_are_found_once_for_all_that_is_said(window, monkeypatch):
    review = reviewed(window, lost(window))
    node, asked = review.course.mistakes[0].node, Counter()

    def counted(name: str):
        find = getattr(sentences, name)
        return lambda *what, **how: asked.update([name]) or find(*what, **how)

    for name in ("reasons_for", "turns_of"):
        monkeypatch.setattr(sentences, name, counted(name))
    review.walker.look_before(node)
    review.refresh()
    assert asked == {"reasons_for": 1, "turns_of": 1}


def with_side_line(window: Driver, *texts: str) -> tuple[Review, list[Node]]:
    """Review a lost game with a side line from the third ply on."""
    play = lost(window)
    before, line = play.match.tip.line[1], []
    for text in texts:
        before = play.match.add(before, play.match.parse(text))
        line.append(before)
    return reviewed(window, play), line


def test_leaving_a_review_keeps_what_was_found_so_far(window):
    play = lost(window)
    line, analysis = play.match.main_line, play.session.analysis
    analysis.drop()
    analysis.judged.clear()  # what was found for the end card
    play.review()
    window.press("pause")
    analysis.judged.clear()
    moves = line[0].position.moves()
    judgement = Judgement(2, dict.fromkeys(moves, 0), frozenset(), {move: [move] for move in moves})
    analysis.restore({line[0]: judgement}, whole=False)
    assert not window.services.autosave.review_of(play.stored)
    window.key(pygame.K_ESCAPE)
    assert not isinstance(window.app.screen, Review)
    assert list(window.services.autosave.review_of(play.stored).values()) == [judgement]
    assert not window.services.autosave.has_whole_review(play.stored)
    play.review()
    more = judgement._replace(depth=3)
    analysis.restore({line[0]: more}, whole=False)
    window.app.open(MainScreen.HOME)
    assert list(window.services.autosave.review_of(play.stored).values()) == [more]


@pytest.mark.slow
def test_in_a_game_under_way_the_last_move_of_the_person_is_looked_at(window):
    play = played(window, texts=["a1", "b2", "b1"])
    review = reviewed(window, play)
    assert review.walker.discussed is play.match.tip
    window.key(pygame.K_END)
    assert review.walker.discussed is None
    window.frames()  # the one before may have been taken by tidying up
    assert say("review_goes_on", name=say("review_computer_first")) in " ".join(window.said())
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is play and play.match.here is play.match.tip


@pytest.mark.few(1)
@pytest.mark.parametrize("by_key", [True, False])
def test_the_position_looked_at_is_set_up_and_the_way_leads_back(window, by_key):
    play = lost(window)
    review = reviewed(window, play)
    row = review.course.mistakes[1]
    review.walker.look_before(row.node)
    window.press(say("review_why"))
    window.wait_for(lambda: review.walker.showing.shown_count(play.match.here) > 0)
    window.settle()
    position, before = play.match.position.copy(), play.match.here
    if by_key:
        window.key(pygame.K_e, "\x05", pygame.KMOD_CTRL)
    else:
        window.press("edit")
    editor = window.app.screen
    assert isinstance(editor, Editor)
    assert editor.editing.draft == draft_of(play.match.game, position, (), "3x3")
    editor.change(editor.editing.drafting.start("3x3"))
    window.key(pygame.K_ESCAPE)
    window.frames(2)
    assert window.app.screen is review
    assert (review.walker.discussed, play.match.here) == (row.node, before)
    assert review.walker.showing is not None
    assert play.match.position == position
    window.press(say("review_why_back"))
    window.press(say("review_search"))
    theatre = window.app.screen
    assert isinstance(theatre, Theatre)
    assert theatre.visit.subject.root == row.node.parent.position
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is review


@pytest.mark.slow
def test_a_side_line_is_talked_about_becomes_the_game_and_is_deleted(window):
    review, line = with_side_line(window, "a1", "b1")
    match, notices, autosave = review.match, window.services.notices, window.services.autosave
    branch, tip, side = line[0].parent, match.tip, line[0]
    window.click(review.moves.place_of(side).center)
    assert match.here is branch
    assert review.walker.discussed is side and review.course.line[-1] is line[1]
    said = window.said(review.draw)
    assert any("a1" in line for line in said)
    review.walker.look_before(side)
    window.key(pygame.K_p, "p")
    assert window.app.screen is review, "P does what the tip of the list says"
    assert match.tip is line[1] and say("line_promoted") in notices.waiting
    window.wait_for(lambda: review.session.analysis.reviewed)
    window.frames(2)
    assert autosave.has_whole_review(review.stored)
    assert side in autosave.review_of(review.stored)
    window.key(pygame.K_z, "z")
    assert match.tip is tip and side in branch.children
    review.walker.look_before(side)
    window.key(pygame.K_DELETE)
    assert side not in branch.children and say("line_deleted") in notices.waiting
    window.key(pygame.K_z, "z")
    assert side in branch.children
    review.walker.look_before(match.main_line[1])
    window.key(pygame.K_DELETE)
    assert say("list_not_deleted") in notices.waiting


def test_escape_leads_back_to_where_the_game_stands_and_the_review_is_kept(window):
    play = lost(window)
    review = reviewed(window, play)
    known = [review.session.analysis.of(node) for node in play.match.main_line[:-1]]
    window.key(pygame.K_HOME)
    window.key(pygame.K_ESCAPE)
    assert play.match.here is play.match.tip
    ending = window.app.screen
    assert isinstance(ending, EndCard)
    window.frames(2)
    assert "c2" in " ".join(window.said(ending.draw))
    window.app.open(MainScreen.HOME)
    (record,) = window.app.store.matches()
    window.app.open(StoredGame(stored_of(record)))
    again = window.app.screen
    assert again.session.analysis.reviewed
    assert list(again.session.analysis.judged.values()) == known
    again.review()
    assert window.app.screen.course.mistakes


@pytest.mark.slow
def test_a_review_goes_on_behind_the_game_and_stops_when_asked_to(window):
    play = lost(window)
    analysis = play.session.analysis
    analysis.drop()
    analysis.judged.clear()  # what was found for the end card
    play.review()
    window.press(say("review_stop_tip"))
    window.frames(20)
    assert not analysis.reviewing and not analysis.reviewed
    window.press(say("review_go_on_tip"))
    window.key(pygame.K_ESCAPE)
    assert not analysis.reviewed
    window.wait_for(lambda: analysis.reviewed)
    window.frames(2)
    assert window.services.autosave.has_whole_review(play.stored)


def test_the_game_is_played_on_from_the_move_that_is_looked_at(window):
    play = lost(window)
    review = reviewed(window, play)
    review.session.go_to(play.match.main_line[2])
    window.frames(2)
    window.press(say("review_play_on"))
    assert window.app.screen is play and not play.match.here.over


@pytest.mark.slow
def test_of_two_computers_both_are_reviewed_nobody_plays_on_and_nothing_watched_is_kept(window):
    match = Match(GAMES["tictactoe"], "3x3", (), (COMPUTER, COMPUTER))
    match.replay_texts(LOST)
    window.app.open(GameOf(match, kept=False))
    review = reviewed(window, window.app.screen)
    assert review.course.seats == (0, 1)
    window.key(pygame.K_c, "c")
    assert window.app.screen is review
    assert say("review_nobody") in window.services.notices.waiting
    window.key(pygame.K_ESCAPE)
    window.app.open(MainScreen.HOME)
    assert list(window.app.store.matches()) == []


def test_players_whose_names_do_not_fit_are_told_by_their_signs(window, monkeypatch):
    signs, draw = [], review_cards.side_disc
    monkeypatch.setattr(
        review_cards, "side_disc", lambda *given: signs.append(given[2]) or draw(*given)
    )
    drawn = {}
    for name in ("Ann", "A very long name"):
        players = Player(name), Player("Ben")
        reviewed(window, played(window, players=players))
        signs.clear()
        assert (name in window.said()) == (name == "Ann")
        drawn[name] = list(signs)
    added = Counter(drawn["A very long name"]) - Counter(drawn["Ann"])
    assert added == {0: 1, 1: 1}
