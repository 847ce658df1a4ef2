"""Help while playing: hint, values, evaluation bar and graph, all from one analysis."""

import re

import pygame
import pytest
from driver import Driver

from kalahgui.engine.judgement import Judgement
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.boards.view import MoveMark
from kalahgui.gui.panels.board import value_labels
from kalahgui.gui.panels.graph import share_of
from kalahgui.gui.panels.reviewed_course import Course
from kalahgui.gui.panels.sentences import value_words
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.play.status import values_note
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import GameOf
from kalahgui.gui.services.settings import Seat
from kalahgui.gui.services.voice import Steady
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP, Node
from kalahgui.words import say

SHIFT = pygame.KMOD_SHIFT


def small(window: Driver, **choices) -> Play:
    """Start tic-tac-toe, which is read to its end in no time."""
    play = window.start("tictactoe", **choices)
    window.type("a1b2")
    window.frames(2)
    return play


def judged(window: Driver, play: Play) -> None:
    window.app.wake()
    window.wait_for(lambda: play.session.judgement and play.session.judgement.exact)
    window.frames(2)


def test_a_hint_shows_the_best_move_with_its_reason_and_how_sure(window):
    play = small(window)
    window.key(pygame.K_h, "h")
    judged(window, play)
    best = play.session.judgement.best
    assert play.hint.marks(play.view) == {
        play.view.cell_of(best, play.match.position): MoveMark("best")
    }
    words = play.banner_words(None)
    assert words.startswith(play.view.move_text(best, 0))
    assert words.endswith(". It is a draw with best play.")
    window.press("hint")
    assert not play.hint.wanted and play.banner_words(None) == ""
    window.press("hint")
    window.type("c3")
    window.frames(2)
    assert not play.hint.wanted
    window.key(pygame.K_z, "z")
    assert not play.hint.wanted, "a hint that has gone does not come back"


@pytest.mark.parametrize(("best", "named"), [("c4", True), ("c6", False)])
def test_a_hint_names_the_opening_that_its_move_makes(window, best, named):
    match = Match(GAMES["reversi"], "8x8", (), (Player(), Player()))
    for text in ("f5", "d6", "c3", "d3"):
        match.play(match.parse(text))
    window.app.open(GameOf(match))
    play = window.app.screen
    move = match.parse(best)
    values = dict.fromkeys(match.position.moves(), -4) | {move: 2}
    judgement = Judgement(4, values, (), {other: [other] for other in values})
    for language, name in (("en", "c4 (the Tiger)"), ("ja", "c4（虎定石）")):
        window.speak(language)
        play.hint.toggle()
        play.session.analysis.restore({match.here: judgement}, whole=False)
        said = play.banner_words(None)
        assert best in said and (name in said) is named
        play.hint.toggle()


def test_a_hint_says_so_while_it_is_sought_and_when_nobody_of_the_room_moves(window):
    play = window.start("kalah", second=Seat(person=False, level=1))
    play.hint.toggle()
    assert play.hint.words(play.view, True) == say("hint_sought")
    play.hint.toggle()
    window.type("2")
    window.key(pygame.K_h, "h")
    assert play.session.message.key == "hint_not_now"
    window.wait_for(lambda: play.session.persons_turn and not play.session.moving)
    # Where the computer had not thought yet, nothing of its search is shown.
    for walk, known in (("to_end", True), ("to_start", False), ("to_end", True)):
        window.do(walk)
        assert (play.session.thought is not None) == known
    window.do("to_start")
    window.type("1")
    assert play.match.aside and play.session.thought is None


def test_escape_drops_a_half_typed_square_before_it_leaves_the_game(window):
    play = window.start("reversi")
    window.type("d")
    assert play.session.message.key == "typing"
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is play and play.session.message is None
    window.type("3")
    assert not play.match.plies
    play.session.resign()
    play.ending.close()
    window.type("d")
    assert play.session.message is None, "no move is typed after the end"
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is not play


@pytest.mark.few(1)
@pytest.mark.parametrize("card,plain", [("kalah", True), ("reversi", False)])
def test_letters_that_play_moves_need_shift(window, card, plain):
    play = window.start(card)
    assert play.key("hint") == ("H" if plain else "Shift+H")
    for key, on in (
        (pygame.K_h, lambda: play.hint.wanted),
        (pygame.K_e, lambda: window.services.choices.bar),
        (pygame.K_g, lambda: window.services.choices.graph),
    ):
        window.key(key, chr(key))
        assert on() == plain
        window.key(key, chr(key).upper(), SHIFT)
        assert on() != plain
        tool = next(control for control in play.controls.all if control.icon == "hint")
        assert tool.keys == ("H" if plain else "Shift+H")


def test_values_bar_graph_and_hint_never_contradict_each_other(window):
    play = small(window, values=True, bar=True, graph=True)
    window.key(pygame.K_h, "h")
    seen = 0

    def agree() -> bool:
        nonlocal seen
        judgement = play.session.judgement
        if judgement is not None:
            seen += 1
            lead = judgement.value if play.match.position.turn == 0 else -judgement.value
            assert play.session.analysis.evaluation(play.match.here).margin == lead
            assert play.bar.share == share_of(play.match, lead)
            point = play.panel.graph.points[-1]
            assert point.lead == (lead if play.view.south == 0 else -lead)
            best = judgement.best
            labels = value_labels(play.session, play.view, "?")
            label, good = labels[play.view.cell_of(best, play.match.position)]
            unsure = judgement.value == 0 and best not in judgement.exact_moves
            known = value_words(play.match.game, judgement.value)
            assert label == ("?" if unsure else known)
            assert good
            assert play.hint.words(play.view, True) != say("hint_sought")
        return judgement is not None and judgement.exact

    window.app.wake()
    window.wait_for(agree)
    assert seen


@pytest.mark.few(1)
@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("margin", [8, -8])
def test_bar_and_graph_are_seen_from_where_the_person_sits(window, second, margin):
    computer = Seat(person=False, level=1)
    seats = (computer, Seat()) if second else (Seat(), computer)
    play = window.start("kalah", *seats, bar=True)
    play.session.paused = True
    play.session.set_aside()
    root = play.match.root
    play.session.analysis.restore({root: found(root, margin)}, whole=False)
    assert play.view.south == second
    lead = -margin if second else margin
    assert play.panel.graph.points[0].lead == lead
    play.bar.update(99.0)
    said = window.said(lambda surface: play.bar.draw(surface, play.bar.rect))
    assert said == [naming.signed(lead), say("exact")]
    sides = (play.palette.accent, play.palette.other)
    middle = window.app.surface.get_at(play.bar.rect.center)
    assert middle[:3] == sides[0 if margin > 0 else 1][:3], "who is ahead has more than half"
    for side, y in ((second, play.bar.rect.bottom - 8), (not second, play.bar.rect.top + 8)):
        assert window.app.surface.get_at((play.bar.rect.centerx, y))[:3] == sides[side][:3]


@pytest.mark.parametrize("key", GAMES)
def test_a_lead_takes_more_of_the_bar_the_larger_it_is(key):
    game = GAMES[key]
    match = Match(game, game.variant, (), (Player(), Player()))
    margins = range(-20, 21) if game.has_points else (-1, 0, 1)
    shares = [share_of(match, margin) for margin in margins]
    assert shares == sorted(set(shares))
    assert all(0 < share < 1 for share in shares)
    assert share_of(match, 0) == 0.5
    assert all(
        share_of(match, margin) + share_of(match, -margin) == pytest.approx(1) for margin in margins
    )


def test_a_click_on_the_graph_goes_there(window):
    play = small(window, graph=True)
    window.type("c3a3")
    window.frames(2)
    graph, line = play.panel.graph, play.match.main_line
    for place in (1, 3, len(line) - 1, 0):
        window.click((graph.x(place, len(line)), graph.rect.centery))
        assert play.match.here is line[place]


def known(play: Play, exact_from: int, lost: dict[int, int]) -> None:
    """Have the analysis know a line; ``lost`` says which plies of it lost how much."""
    line = play.match.main_line
    judged = {}
    for place, node in enumerate(line[:-1]):
        moves = node.position.moves()
        following = line[place + 1].ply
        values = dict.fromkeys(moves, 0) | {following: -lost.get(place + 1, 0)}
        exact = moves if place >= exact_from else ()
        judged[node] = Judgement(3, values, frozenset(exact), {move: [move] for move in moves})
    play.session.analysis.restore(judged, whole=False)


def found(node: Node, value: int) -> Judgement:
    """Judge all moves of a position to be worth the same, exactly."""
    moves = node.position.moves()
    lines = {move: [move] for move in moves}
    return Judgement(9, dict.fromkeys(moves, value), frozenset(moves), lines)


def judge(play: Play, exact: int, best: int = 0) -> Judgement:
    """Have so many moves here be known exactly, the best ones first."""
    moves = play.match.position.moves()
    values = {move: best - number for number, move in enumerate(moves)}
    judgement = Judgement(5, values, frozenset(moves[:exact]), {move: [move] for move in moves})
    play.session.analysis.restore({play.match.here: judgement}, whole=False)
    return judgement


def test_a_hint_stays_while_it_is_read_unless_the_result_changes(window):
    play = window.start("kalah")
    play.session.set_aside()
    play.hint.toggle()

    def said(best: int) -> str:
        judge(play, 0, best)
        return play.hint.words(play.view, False)

    words = said(4)
    assert "4 stones" in words and "turns" not in words
    assert said(5) == words
    play.hint.update(1.5)
    assert "5 stones" in said(5)
    assert "3 stones" in said(-3)


def test_a_hint_is_told_aloud_once_and_then_only_another_result_that_has_stayed(window):
    play = window.start("kalah")
    play.session.set_aside()
    lines: list[str] = []
    steady = Steady(lines.append)

    def told_in(seconds: int, *best: int) -> list[str]:
        """Return how far one is told to be ahead, while one result after the other is found."""
        lines.clear()
        for value in best:
            judge(play, 0, value)
            for _ in range(seconds * 10):
                play.hint.update(0.1)
                steady.update(play.hint.words(play.view, False), 0.1, play.hint.about)
        return re.findall(r"(\d) stones", " ".join(lines))

    for _ in range(2):
        play.hint.toggle()
        assert told_in(1, 4, 5, -3, -4, 4, -3, 6) == ["4"]
        assert told_in(6, 7) == []
        assert told_in(6, -3, -4, 8) == ["3", "8"]
        play.hint.toggle()


def test_another_result_of_a_hint_is_told_though_nothing_else_moves(window):
    play = window.start("kalah")
    play.session.set_aside()
    play.hint.toggle()
    for best in (4, -3):
        judge(play, 6, best)
        window.app.wake()
        window.frames(90)
    first = play.hint.about
    assert window.app.lively, "who hears still waits"
    window.frames(300)
    assert play.hint.about != first and not window.app.lively


def test_a_hint_leaves_both_players_in_sight_where_there_is_little_room(new_window, monkeypatch):
    window = new_window((800, 500), face="both")
    play = window.start("kalah")
    words = " ".join(["Pit 3 takes 12 stones, and you are ahead."] * 3)
    monkeypatch.setattr(play.hint, "words", lambda *rest: words if play.hint.wanted else "")
    for move in "21":
        window.type(move)
        window.draw()
        (near, far), mark = (plate.rect for plate in play.plates), play.scale.px(12)
        ends = [(near.x + mark, near.y, 100, near.height), (far.right - 110, far.y, 100, 36)]
        seen = [window.app.surface.subsurface(area).copy() for area in ends]
        play.hint.toggle()
        assert words in " ".join(window.said())
        for before, end in zip(seen, ends, strict=True):
            now = window.app.surface.subsurface(end)
            assert pygame.image.tobytes(now, "RGB") == pygame.image.tobytes(before, "RGB")
        play.hint.toggle()


@pytest.mark.few(1)
@pytest.mark.parametrize("card", ["kalah", "tictactoe"])
def test_a_hint_is_as_sure_as_the_bar_and_the_values(window, card):
    play = window.start(card)
    play.session.set_aside()
    play.hint.toggle()
    count = len(play.match.position.moves())
    for exact in (0, 1, count - 1, count):
        judgement = judge(play, exact)
        assert judgement.exact == (exact == count)
        assert play.session.analysis.evaluation(play.match.here).exact == judgement.exact
        note = values_note(play.session)
        assert (note == [say("help_values_exact")]) == judgement.exact
        words = play.hint.words(play.view, True)
        assert words.endswith("with best play.") == judgement.exact
        assert words.endswith(say("review_depth", count=5)) != judgement.exact
    proven = judge(play, 1)
    play.session.analysis.restore({play.match.here: proven._replace(most=proven.value)}, False)
    assert play.session.analysis.evaluation(play.match.here).exact
    assert play.hint.words(play.view, True).endswith("with best play.")
    assert values_note(play.session) == [say("help_values_best")]
    level = proven._replace(values=dict.fromkeys(proven.values, proven.value))
    for most, best in ((None, count), (proven.value, 1)):
        play.session.analysis.restore({play.match.here: level._replace(most=most)}, False)
        marked = [good for _, good in value_labels(play.session, play.view).values()]
        assert marked.count(True) == best


@pytest.mark.few(1)
@pytest.mark.parametrize(("card", "selective"), [("reversi", True), ("diamond", False)])
def test_an_estimate_says_that_searching_for_it_was_selective(window, card, selective):
    play = window.start(card)
    play.session.set_aside()
    play.hint.toggle()
    count = len(play.match.position.moves())
    judge(play, 0)
    note, depth = say("help_values_depth", count=5), say("review_depth", count=5)
    said = [note, say("selective_alone")] if selective else [note]
    assert values_note(play.session) == said
    assert play.hint.words(play.view, True).endswith(say("selective", depth=depth)) == selective
    proven = judge(play, 1)
    play.session.analysis.restore({play.match.here: proven._replace(most=proven.value)}, False)
    others = [say("help_values_others")] if selective else []
    assert values_note(play.session) == [say("help_values_best"), *others]
    judge(play, count)
    assert values_note(play.session) == [say("help_values_exact")]


def first_turn_under_pie(window) -> Play:
    """Begin a game whose sides may be swapped after the first turn."""
    window.app.open(
        GameOf(Match(GAMES["kalah"], "6x4", (), (Player("Ann"), Player("Ben")), pie=True))
    )
    window.frames()
    play = window.app.screen
    assert isinstance(play, Play)
    play.session.set_aside()
    return play


def test_before_a_swap_the_most_even_turn_is_advised_and_no_move_wins(window):
    play = first_turn_under_pie(window)
    play.hint.toggle()
    count = len(play.match.position.moves())
    judge(play, count)
    assert say("hint_even") in play.hint.words(play.view, True)
    exact = say("help_values_exact")
    assert values_note(play.session) == [say("help_values_swap", values=exact)]
    play.match.play(0)
    assert not play.match.swap_to_come
    play.session.set_aside()
    play.hint.toggle()
    judge(play, len(play.match.position.moves()))
    assert say("hint_even") not in play.hint.words(play.view, True)
    assert values_note(play.session) == [exact]
    assert len(play.hint.marks(play.view)) == 1
    judge(play, len(play.match.position.moves()), best=-2)
    said = play.hint.words(play.view, True)
    assert said == "Swap sides with S. Ben wins with best play: by 2 stones, if it is played out."
    assert not play.hint.marks(play.view) and not play.hint.pointers()


def test_the_graph_goes_with_a_player_through_a_swap(window):
    play = first_turn_under_pie(window)
    play.match.play(0)
    play.match.play(SWAP)
    root, after = play.match.root, play.match.here
    play.session.analysis.restore({root: found(root, 3), after: found(after, 3)}, whole=False)
    assert after.position.turn == 1, "whose seat the side to move at first has now"
    leads = [point.lead for point in play.panel.graph.points]
    assert leads[0] == leads[-1]


@pytest.mark.few(1)
@pytest.mark.parametrize("exact_from", [0, 2])
def test_the_graph_tells_how_every_position_stands_and_from_where_on_that_is_exact(
    window, exact_from
):
    play = small(window)
    window.type("c3a3")
    known(play, exact_from, {3: 1})
    graph = play.panel.graph
    assert [point.ply for point in graph.points] == [0, 1, 2, 3, 4]
    assert [point.exact for point in graph.points] == [n >= exact_from for n in range(5)]
    assert graph.exact_from() is play.match.main_line[exact_from]
    assert [point.lead for point in graph.points[:4]] == [0, 0, 0, 0]


@pytest.mark.few(1)
@pytest.mark.parametrize("computer", [None, 0, 1])
def test_keys_go_to_the_mistakes_of_the_persons_as_in_the_review(window, computer):
    play = small(window)
    window.type("c3a3c1")
    line, match = play.match.main_line, play.match
    minimax = Player(computer=Method(algorithm="minimax", turns=1))
    match.players = tuple(minimax if seat == computer else Player() for seat in (0, 1))
    play.session.paused = True
    known(play, 0, {1: 2, 2: 2, 3: 2, 4: 2})
    play.session.go_to_start()
    play.controls.focus_on(window.button(say("moves")))
    expected = [node for node in line[1:5] if match.seat_before(node) != computer]
    assert [row.node for row in Course(match, play.session.analysis).mistakes] == expected
    for node in expected:
        window.key(pygame.K_n, "n")
        assert match.here is node
    window.key(pygame.K_n, "n")
    assert match.here is expected[-1]
    assert play.session.message.key == "list_no_mistake"
    window.key(pygame.K_n, "N", SHIFT)
    assert match.here is expected[-2]
