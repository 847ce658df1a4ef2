"""The panel: the counts of a search, the measures, the passes, and which sections give way."""

import random
import re
from types import SimpleNamespace

import pygame
import pytest

from kalahgui import words
from kalahgui.core.textbook import Textbook
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.elements.layout import Row, Space
from kalahgui.gui.paint import theme
from kalahgui.gui.panels.graph import Graph
from kalahgui.gui.panels.move_rows import row_height, turns_along
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.play.play_panel import FEWEST_ROWS, giving_way
from kalahgui.gui.screens.play.thinking import both_sides, factors_of
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import GameOf
from kalahgui.gui.services.settings import Seat
from kalahgui.match.match import Match, Player
from kalahgui.words import say


def custom(algorithm: str, **fields) -> Seat:
    return Seat(person=False, custom=True, algorithm=algorithm, **fields)


# -- counts


def test_the_counts_of_a_textbook_search_are_told_and_stay(window):
    play = window.start("kalah", Seat(), custom("minimax", turns=4), board="6x6", figures=True)
    window.type("2")
    window.wait_for(lambda: play.session.persons_turn)
    window.settle()
    book = Textbook("minimax")
    book.run(play.match.here.line[1].parent.position, 4)
    said = window.said()
    for label, value in (
        ("evaluations", naming.number(book.evaluations)),
        ("nodes", naming.number(book.nodes)),
        ("turns_ahead", "4"),
    ):
        assert said[said.index(say(label)) + 1] == value
    assert book.nodes > 1000
    assert "\u2009" in naming.number(book.nodes)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("card", "computer", "selective"),
    [
        ("reversi", custom("search", turns=3), True),
        ("reversi", custom("search", turns=3, evaluation="handmade"), False),
        ("reversi", custom("alpha-beta", turns=3), False),
        ("diamond", custom("search", turns=3), False),
    ],
)
def test_what_a_computer_expects_says_where_searching_for_it_was_selective(
    window, card, computer, selective
):
    play = window.start(card, Seat(), computer, figures=True)
    play.session.play(play.session.match.position.moves()[0])
    window.wait_for(lambda: play.session.persons_turn)
    assert not play.session.thought.finding.exact
    said = window.said()
    assert (say("selective_alone") in said) == selective
    counted = computer.algorithm != "search"  # whose evaluations nobody counts
    assert (say("evaluations") in said) == counted
    assert "\u2013" not in said[said.index(say("turns_ahead")) :], "no row without a figure"


def test_a_fixed_depth_tells_how_far_it_has_come_and_no_count_when_it_is_stopped(window):
    play = window.start("kalah", Seat(), custom("minimax", turns=20), board="6x6", figures=True)
    window.type("2")
    window.wait_for(lambda: play.session.nodes_so_far > 1000)
    window.frames()
    said = window.said()
    assert int(said[said.index(say("nodes")) + 1].replace("\u2009", "")) > 1000
    assert len([words for words in said if re.search(r"\d\u2009\d{3}", words)]) == 1, "one count"
    assert say("hidden_thinking") in said
    assert say("evaluations") not in said
    window.choose(figures=False)
    play.refresh()
    assert window.said().count(say("hidden_thinking")) == 1, "beside the plate alone"
    window.choose(figures=True)
    window.press(say("move_now"))
    window.wait_for(lambda: play.session.persons_turn)
    window.settle()
    said = window.said()
    for label in ("evaluations", "nodes"):
        assert say(label) not in said


def test_the_card_at_the_end_has_the_sums_of_each_computer(window):
    play = window.start("tictactoe", custom("minimax", turns=2), custom("table"), figures=True)
    window.wait_for(lambda: play.match.over)
    window.end()
    said = window.said()
    total = 0
    for node in play.match.here.line:
        if play.match.seat_before(node) == 0:
            book = Textbook("minimax")
            book.run(node.parent.position, 2)
            total += book.evaluations
    card = said[said.index(naming.headline_words(play.match)) :]
    counts = naming.number(total)
    row = card.index(naming.player_name(play.match, 0))
    assert card[row + 1 : row + 3] == [say("evaluations"), counts]
    row = card.index(naming.player_name(play.match, 1), row)
    assert card[row + 1 : row + 5] == [say("evaluations"), "0", say("nodes"), "0"]
    row = card.index(say("both_players"))
    assert card[row + 1 : row + 3] == [say("evaluations"), counts]
    assert say("at_least") not in card
    window.press(say("look"))
    play.match.here.line[0].search_statistics = None  # as of a game that was loaded
    window.press(say("end_show"))
    assert say("at_least") in window.said()


# -- the measures


def middle_of_a_game(seed: int, plies: int = 20) -> Match:
    match = Match(GAMES["reversi"], "8x8", (), (Player(), Player()))
    rng = random.Random(seed)
    while len(match.plies) < plies and not match.over:
        match.play(rng.choice(match.position.moves()))
    return match


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("plies", [0, 9, 30, 56])
def test_the_measures_are_what_the_playing_evaluation_adds_up(seed, plies):
    match = middle_of_a_game(seed, plies)
    for factors in ((10, 15, 10, 30), (0, 5, 20, 100)):
        text = f"measures:{','.join(map(str, factors))}"
        judged = match.game.with_evaluation(match.position, text)
        side = match.position.turn
        measured = match.game.measured(match.position, side, factors)
        assert measured.sum == judged.published()
        other = match.game.measured(match.position, 1 - side, factors)
        assert (measured.own, measured.opponent) == (other.opponent, other.own)
        assert len(measured.stable_cells) == measured.stable


def test_only_the_full_board_is_measured(window):
    for game in GAMES.values():
        for board in game.variants:
            weights = game.square_weights(game.start(board))
            assert len(weights) in (0, 64)
            assert bool(weights) == (board == "8x8")


def test_a_key_and_a_button_show_the_measures_of_both_sides(window):
    play = window.start("reversi", Seat(), Seat())
    assert say("measures_heading") not in window.said()
    window.key(pygame.K_w, "w")
    for move in ("f5", "d6", "c3"):
        window.type(move)
    black, white = both_sides(play.match)
    said = window.said()
    factors = {"own": "10", "opponent": "\u221215", "mobility": "10", "stable": "30"}
    for part, factor in factors.items():
        label = f"{say(f'measure_{part}')} ×{factor}"
        at = said.index(label)
        expected = [naming.number(getattr(side, part)) for side in (black, white)]
        assert said[at + 1 : at + 3] == expected
    assert {"30", "\u221220", naming.number(black.sum), naming.number(white.sum)} <= set(said)
    window.press(say("show_measures"))
    assert say("measures_heading") not in window.said()


def test_each_disc_stands_over_the_measures_of_its_side(new_window):
    for size in ((800, 500), (1280, 800)):
        window = new_window(size)
        play = window.start("reversi", measures=True)
        window.frames(2)
        rows = (element.children for element in play.controls.root.all if isinstance(element, Row))
        [_, *discs] = next(row for row in rows if row[0].name == say("measures_heading"))
        written = window.written()
        at = [words for words, _ in written].index(say("measure_sum"))
        ends = [place.right for _, place in written[at + 1 : at + 3]]
        assert [disc.rect.right for disc in discs] == pytest.approx(ends, abs=1), size


def test_the_measures_follow_the_board_also_to_a_position_of_the_same_player(window):
    computer = custom("search", turns=1)
    play = window.start("reversi", Seat(), computer, measures=True, thinking=False)
    for _ in range(3):
        play.session.play(play.match.position.moves()[0])
        window.wait_for(lambda: play.session.persons_turn)
        window.settle()
    before = [naming.number(side.sum) for side in both_sides(play.match)]
    window.do("undo")
    window.frames(2)
    now = [naming.number(side.sum) for side in both_sides(play.match)]
    said = window.said()
    at = said.index(say("measure_sum"))
    assert said[at + 1 : at + 3] == now != before


def test_weights_and_stable_discs_are_marked_on_the_board(window):
    play = window.start("reversi", Seat(), Seat())
    given = GAMES["reversi"].parse_position(
        "XX" + "-" * 25 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"
    )
    play.match.root.position = given
    play.session.motion.shown = play.view.shown(play.match)

    def pictures() -> dict[str, bytes]:
        window.draw()
        shots = {}
        for name, cell in (("stable", 0), ("unstable", 28), ("empty", 20)):
            square = window.app.surface.subsurface(play.view.board.square_rect(cell))
            middle = square.get_rect().inflate(-square.get_width() // 2, -square.get_height() // 2)
            shots[name] = pygame.image.tobytes(square.subsurface(middle), "RGB")
            shots[f"{name} corner"] = pygame.image.tobytes(square, "RGB")
        return shots

    before = pictures()
    window.choose(measures=True)
    after = pictures()
    changed = {name for name in before if before[name] != after[name]}
    corners = {"stable corner", "unstable corner", "empty corner"}
    assert changed == {"stable", *corners}


@pytest.mark.slow
def test_the_factors_of_a_player_weigh_the_sum_and_its_value_is_in_points(window):
    seat = custom("measures", turns=1, factors=(10, 0, 20, 5))
    play = window.start("reversi", Seat(), seat, measures=True, figures=True)
    assert tuple(factors_of(play.match)) == (10, 0, 20, 5)
    window.type("f5")
    window.wait_for(lambda: play.session.persons_turn)
    said = window.said()
    value = play.session.thought.finding.value
    assert {f"{say('measure_mobility')} \u00d720", say("measures_name")} <= set(said)
    assert say("value_points", count=abs(value), n=naming.signed(value)) in said


# -- the moves


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_list_of_moves_says_a_pass(window, language):
    window.speak(language)
    match = Match(GAMES["reversi"], "4x4", (), (Player(), Player()))
    rng = random.Random(0)
    while all(turn.nodes for turn in turns_along(match, match.here.line)):  # until one must pass
        match.play(rng.choice(match.position.moves()))
    window.app.open(GameOf(match))
    assert {"en": "pass", "ja": "\u30d1\u30b9"}[language] in window.said()


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
def test_the_opening_is_named_above_the_moves_as_far_as_they_are_looked_at(
    new_window, size, language
):
    window = new_window(size, language)
    match = Match(GAMES["reversi"], "8x8", (), (Player(), Player(computer=Method(level=1))))
    for text in ["f5", "d6", "c3", "d3", "c4", "f4"]:
        match.play(match.parse(text))
    window.app.open(GameOf(match))
    window.frames(2)
    session = window.app.screen.session
    names = {"en": ("Perpendicular", "Tiger"), "ja": ("縦取り", "虎定石")}[language]
    for plies, named in ((6, names[1]), (5, names[1]), (4, names[0]), (2, names[0]), (1, None)):
        session.go_to(match.tip.line[plies - 1])
        window.app.screen.refresh()
        window.frames(2)
        said = window.says()
        assert [name for name in names if name in said] == ([named] if named else [])


@pytest.mark.slow
def test_after_a_swap_the_computer_still_expects_what_it_sees_for_itself(window):
    computer = custom("minimax", turns=2)
    play = window.start("kalah", Seat(), computer, "6x3", pie=True, figures=True)
    window.wait_for(lambda: play.session.persons_turn)
    play.session.play(3)
    play.session.play(4)
    assert play.match.can_swap
    window.wait_for(lambda: play.match.here.swapped, 5)
    window.frames(2)
    value = play.session.thought.finding.value
    assert value < 0, "it would stand worse, and so it swapped"
    said = window.said()
    assert said[said.index("Computer expects") + 1] == naming.signed(-value)


def test_sections_give_way_from_the_last_and_one_after_the_other():
    graph, short_graph, thinking, short_thinking, score = (Space(height=n) for n in range(5))
    sections = [(graph, short_graph), (thinking, short_thinking), (score, None)]
    assert list(giving_way(sections)) == [
        [graph, thinking, score],
        [graph, thinking, None],
        [graph, short_thinking, None],
        [short_graph, short_thinking, None],
    ]


@pytest.mark.few(2)
@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
@pytest.mark.parametrize("text", ["normal", "large"])
def test_the_moves_keep_their_room_whatever_else_is_shown(new_window, size, text):
    window = new_window(size, "en", text=text)
    shown = {"graph": True, "measures": True, "thinking": True, "figures": True}
    play = window.start("reversi", Seat(), custom("search", turns=1), **shown)
    window.type("f5")
    window.wait_for(lambda: play.session.persons_turn)
    window.frames(3)
    moves = play.panel.moves.rect
    assert play.panel.rect.contains(moves)
    assert moves.height >= FEWEST_ROWS * row_height(play, False)


def test_a_graph_that_went_under_the_hand_is_held_no_more(window):
    play = window.start("kalah", graph=True)
    for _ in range(4):
        window.move(play.match.position.moves()[0])
        window.settle()
    window.mouse(pygame.MOUSEBUTTONDOWN, play.panel.graph.rect.midleft)
    assert not play.match.here.line
    window.do("graph")
    window.mouse(pygame.MOUSEBUTTONUP, play.head.rect.center)
    window.do("graph")
    window.frames(2)
    window.move_to(play.panel.graph.rect.center)
    assert not play.match.here.line, "nothing is pressed"


def graph_of(play: Play, ink: pygame.Color, **marks) -> Graph:
    """Return a graph whose dots are of one colour, in a place of its own."""
    view, dot_of = (lambda: play.view), (lambda node: ink)
    graph = Graph(play, play.session, view=view, go_to=lambda node: None, dot_of=dot_of, **marks)
    graph.place(pygame.Rect(40, 40, 400, 120))
    return graph


@pytest.mark.parametrize("colour", ["bad", "other"])
def test_the_graph_tells_a_computers_mistakes_by_rings(window, monkeypatch, colour):
    play = window.start("kalah", board="6x6")
    window.type("2")
    window.settle()
    even = SimpleNamespace(margin=0, exact=False)
    monkeypatch.setattr(play.session.analysis, "evaluation", lambda node: even)
    ink = getattr(play.palette, colour)
    graph = graph_of(play, ink)
    graph.draw(window.app.surface, graph.rect)
    middle = graph.x(0, 2), graph.part(str).parts[0].rect.centery
    shown = window.app.surface.get_at(middle)
    assert shown == (play.palette.card if colour == "other" else ink)


def test_a_graph_has_a_dot_on_the_curve_and_none_at_a_single_position(window, monkeypatch):
    play = window.start("kalah", board="6x6")
    even, drawn = SimpleNamespace(margin=0, exact=False), []
    monkeypatch.setattr(play.session.analysis, "evaluation", lambda node: even)
    monkeypatch.setattr(Graph, "_draw_dot", lambda graph, *dot: drawn.append(dot))
    graph = graph_of(play, None)
    graph.draw(window.app.surface, graph.rect)
    assert drawn == []
    window.type("2")
    window.settle()
    graph.draw(window.app.surface, graph.rect)
    assert len(drawn) == 1


def test_the_figures_of_the_graph_keep_clear_of_its_dots(window, monkeypatch):
    """Where the course begins high up or far down, dots stand where they would."""
    play = window.start("kalah", board="6x6")
    for move in "2356":
        window.type(move)
        window.settle()

    def evaluation(node):
        return SimpleNamespace(margin=8 * (-1) ** len(node.line), exact=False)

    monkeypatch.setattr(play.session.analysis, "evaluation", evaluation)
    dots = set()
    monkeypatch.setattr(theme, "draw_dot", lambda surface, at, *rest: dots.add(at))
    graph = graph_of(play, pygame.Color("red"), marked=lambda: play.match.root)
    scale = [place for _, place in window.written(lambda surface: graph.draw(surface, graph.rect))]
    assert len(scale) == 2
    assert len(dots) == len(play.match.end.line) + 1
    for place in scale:
        assert graph.rect.contains(place)
        assert not [dot for dot in dots if place.inflate(6, 6).collidepoint(dot)]
        assert not place.left <= graph.x(0, len(dots)) <= place.right
