"""The set-up screen: what its buttons choose can be played, and computers of one's own choice."""

from datetime import datetime

import pygame
import pytest
from driver import Driver, label_of

from kalahgui import words
from kalahgui.core.kalah import MAX_PITS, MAX_STONES
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine.levels import first_level, levels_of
from kalahgui.engine.method import Method, players
from kalahgui.games import GAMES
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.setup.custom import Custom
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.gui.services.settings import CATALOGUE, FACES, WHAT_SUITS, Seat
from kalahgui.library import formats
from kalahgui.library.formats import text_of
from kalahgui.library.formats.found import written_of
from kalahgui.library.saved import stored_of
from kalahgui.library.store import MatchRecord
from kalahgui.words import say

BOARDS = [(key, board) for key, offer in CATALOGUE.items() for board in offer.boards]
MINUS, PLUS = "\u2212", "+"
MOST_TURNS = 20


@pytest.fixture
def window(new_window):
    return new_window((800, 500))


def begin(window: Driver, card: str = "kalah") -> None:
    """Open the set-up of a card."""
    window.app.open(SetUpOf(card))
    window.frames()


def choose_level(window: Driver, title: str) -> None:
    """Press the number of a level; its tip begins with the title."""
    tips = [control.tip for control in window.app.screen.controls.all]
    window.press(next(tip for tip in tips if tip.startswith(title)))


def texts(window: Driver) -> list[str]:
    return [label_of(control) for control in window.app.screen.controls.all]


def seat_with(window: Driver, button: str, **limit) -> Seat:
    """Open the set-up with such a computer as the first player, press its button, return it."""
    window.choose(first=Seat(person=False, custom=True, **limit), second=Seat())
    begin(window)
    window.press(button)
    return window.services.choices.cards["kalah"].first


def test_turns_and_seconds_go_step_by_step_and_never_round(window):
    most = MOST_TURNS
    for turns, button, after in (
        (1, MINUS, 1),
        (2, MINUS, 1),
        (most - 1, PLUS, most),
        (most, PLUS, most),
    ):
        seat = seat_with(window, button, algorithm="minimax", turns=turns)
        assert seat.turns == after and seat.makes_sense
    for seconds, button, after in (
        (0.2, MINUS, 0.2),
        (0.5, MINUS, 0.2),
        (2, PLUS, 3),
        (60, PLUS, 60),
    ):
        seat = seat_with(window, button, algorithm="search", seconds=float(seconds), timed=True)
        assert seat.seconds == after and seat.makes_sense


def test_pits_and_stones_stay_on_boards_that_there_are_and_lead_back_to_the_nearest(window):
    def card():
        return window.services.choices.cards["kalah"]

    window.choose(first=Seat(), second=Seat())
    largest = f"{MAX_PITS}x{MAX_STONES}"
    for board, label, after in (
        ("5x3", PLUS, "6x4"),
        ("5x3", MINUS, "4x2"),
        ("1x1", MINUS, "1x1"),
        (largest, PLUS, largest),
    ):
        window.choose_card("kalah", board=board, more_boards=True)
        begin(window)
        for rect in steppers(window, label):
            window.click(rect.center)
        assert card().board == after
    for board, usual in (("5x9", "6x6"), ("8x1", "6x3"), ("2x5", "6x5"), ("6x4", "6x4")):
        window.choose_card("kalah", board=board, more_boards=board != usual)
        begin(window)
        if board == usual:
            window.press(say("more_boards"))
            assert card().board == board
        window.press(say("usual_boards"))
        assert (card().more_boards, card().board) == (False, usual)
        assert card().makes_sense(CATALOGUE["kalah"])
    assert started(window).match.variant == usual


def test_a_name_is_kept_by_enter_and_blanks_are_none(window):
    window.app.open(SetUpOf("kalah"))
    window.frames(2)
    for typed, name in (("   ", ""), (" Ann ", "Ann")):
        field = window.fields()[0]
        window.click(field.rect.center)
        window.key(pygame.K_BACKSPACE)
        for letter in typed:
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
            window.frames()
        assert window.app.screen.controls.typing
        window.key(pygame.K_RETURN, "\r")
        window.frames(2)
        assert not isinstance(window.app.screen, Play) and not window.app.screen.controls.typing
        assert window.services.choices.cards["kalah"].first.name == name
        assert (say("you") in window.said()) == (not name)


def test_players_stay_with_their_card(window):
    window.choose(first=Seat(), second=Seat(person=False))
    begin(window, "kalah")
    choose_level(window, "Level 6")
    begin(window, "diamond")
    window.press("swap")
    cards = window.services.choices.cards
    assert [seat.level for seat in cards["kalah"].seats] == [WHAT_SUITS, 6]
    assert [seat.person for seat in cards["kalah"].seats] == [True, False]
    assert [seat.person for seat in cards["diamond"].seats] == [False, True]
    assert cards["diamond"].first.level == WHAT_SUITS


def test_a_board_with_fewer_levels_takes_the_strongest_in_place_of_one_it_lacks(window):
    window.choose(first=Seat(), second=Seat(person=False, level=9))
    begin(window, "diamond")
    most = len(levels_of(GAMES["reversi"], GAMES["reversi"].start("diamond")))
    assert most < 9
    window.press(say("start"))
    assert window.app.screen.match.players[1].computer.level == most
    assert window.services.choices.cards["kalah"].second.level == 9


def keep_games(window: Driver, level: int, *results: str) -> None:
    """Keep games of a nameless person who began on the usual board of Kalah."""
    start = GAMES["kalah"].position_text(GAMES["kalah"].start("6x6"))
    seats = f'[["",""],["","{level}"]]'
    for result in results:
        begun = f"2026-01-01T10:{len(window.app.store.matches()):02}"
        record = MatchRecord("kalah", "6x6", "", start, "", seats, result, 0, begun, "x")
        window.services.autosave.store.save(record)


def level_offered(window: Driver) -> int:
    """Return the level of the computer that a start would seat second."""
    return window.services.seats(CATALOGUE["kalah"], "6x6")[1].level


def test_the_level_that_suits_is_chosen_until_the_player_chooses_another(window):
    window.choose(first=Seat(), second=Seat(person=False))
    begin(window)
    assert "start here" in window.said() and level_offered(window) == 2
    keep_games(window, 2, "first", "second")
    begin(window)
    assert "suits you" in window.said() and "you against it: 1 won, 1 lost" in window.said()
    keep_games(window, 2, "first", "first")
    begin(window)
    assert level_offered(window) == 3
    assert "Level 3 · Learner" in window.said()
    choose_level(window, "Level 5")
    keep_games(window, 3, "first", "first", "first")
    begin(window)
    assert level_offered(window) == 5
    assert {"suits you", "Level 5 · Amateur"} <= {*window.said()}
    assert not any(words.startswith("you against it") for words in window.said())
    choose_level(window, "Level 4")  # which suits: from now on it goes by the games again
    keep_games(window, 4, *["second"] * 4)
    begin(window)
    assert level_offered(window) == 3
    keep_games(window, 8, "second")  # once alone
    begin(window)
    assert level_offered(window) == 8
    assert "your last game" in window.said() and "suits you" not in window.said()


def test_who_is_new_to_a_board_meets_a_computer_that_can_be_beaten(window):
    for card, board in BOARDS:
        offer = CATALOGUE[card]
        window.choose_card(card, board=board)
        begin(window, card)
        window.press(say("start"))
        person = int(card == "eight")  # where the second player wins with best play
        players = window.app.screen.match.players
        assert players[person].person
        method = players[1 - person].computer
        assert method is not None and method.level == first_level(offer.game, board)


def test_a_newcomer_meets_the_easiest_level_where_the_second_one_is_too_strong():
    easiest = {("reversi", "diamond"), ("reversi", "diamond-parallel"), ("tictactoe", "3x3")}
    easiest |= {("eight", "8")}
    for game in GAMES.values():
        for variant in game.variants:
            assert first_level(game, variant) == (1 if (game.key, variant) in easiest else 2)


@pytest.mark.parametrize("face", FACES)
def test_two_persons_choose_which_way_the_board_faces(window, face):
    begin(window)
    assert say(f"face_{face}") not in window.said(), "there is but one person"
    window.press(say("friend"))
    window.press(say(f"face_{face}"))
    assert window.services.choices.face == face
    assert say(f"face_about_{face}") in window.said()
    window.press(say("start"))
    screen = window.app.screen
    window.type("3" if screen.match.position.pits == 4 else "2")
    window.settle()
    assert screen.match.position.turn == 1
    assert screen.view.south == (face == "flip")


def test_two_computers_each_have_a_level_and_a_friend_has_none(window):
    begin(window)
    window.press("Two computers")
    choose_level(window, "Level 7")
    window.press("Second player")
    choose_level(window, "Level 3")
    assert "suits you" not in window.says() and "start here" not in window.says()
    window.press(say("start"))
    levels = [player.computer.level for player in window.app.screen.match.players]
    assert levels == [7, 3]
    begin(window)
    window.press("A friend")
    assert say("varied") not in window.said() and say("how_strong") not in window.said()
    window.press(say("start"))
    assert all(player.person for player in window.app.screen.match.players)
    begin(window)
    window.press("Computer")
    assert [seat.person for seat in window.services.choices.cards["kalah"].seats] == [True, False]
    window.choose(first=Seat(person=False), second=Seat())
    begin(window)
    window.press("Computer")  # who plays second stays there
    assert [seat.person for seat in window.services.choices.cards["kalah"].seats] == [False, True]


def test_the_algorithm_of_a_level_stands_behind_a_button(window):
    window.choose(first=Seat(), second=Seat(person=False, level=4))
    begin(window)
    manner, algorithm = "Sees everything in its own turn", "Alpha-beta (article), 1 turn ahead"
    assert manner in window.says() and algorithm not in window.says()
    window.press(say("how_it_plays"))
    assert manner not in window.says() and algorithm in window.says()
    window.press(say("choose_algorithm"))
    assert isinstance(window.app.screen, Custom)
    assert window.services.choices.cards["kalah"].second.custom


def test_a_tip_covers_nothing_that_is_said_of_the_level(window, monkeypatch):
    monkeypatch.setattr(pygame.mouse, "get_focused", lambda: True)
    window.choose(first=Seat(), second=Seat(person=False))
    begin(window)
    elements = window.app.screen.controls.root.all
    explained = [element.rect for element in elements if element.keeps_tips_off]
    assert len(explained) == 2
    for number in (1, 10):
        tips = {control.tip: control.rect for control in window.app.screen.controls.all}
        words = next(tip for tip in tips if tip.startswith(f"Level {number} · "))
        window.move_to(tips[words].center)
        window.frames(40)
        said, place = window.written()[-1]
        assert said == words
        assert place.collidelist([tips[words], *explained]) < 0


def test_rules_are_explained_where_they_are_chosen(window):
    begin(window)
    assert say("rule_standard", n=37) in window.said()
    window.press(say("change_rules"))
    for rule in ("empty-capture", "last-stone", "pie"):
        assert say(f"rule_{rule}") in window.said()
        window.press(naming.capital(say(f"rules_{rule}")))
    window.key(pygame.K_ESCAPE)
    card = window.services.choices.cards["kalah"]
    assert (card.rules, card.pie) == (("empty-capture", "last-stone"), True)
    said = window.says()
    assert say("rule_pie") in said and say("rule_standard", n=37) not in said


def test_what_a_start_is_worth_is_told_unless_sides_may_be_swapped(window):
    for pie in (False, True):
        window.choose_card("kalah", board="6x3", pie=pie)
        begin(window)
        assert (say("known_first_early", points=2) in window.says()) != pie


def test_a_fair_start_is_shown_played_and_kept(window):
    window.choose_card("kalah", board="6x4")
    begin(window)
    window.press(say("change_rules"))
    window.press(say("fair_today"))
    window.key(pygame.K_ESCAPE)
    assert say("rule_fair") in window.says()
    match = started(window).match
    start = match.game.position_text(match.start)
    assert start in match.game.fair_starts("6x4") and not match.begins_usually
    assert naming.match_title(match) == say("title_fair", title="Kalah 6 × 4")
    window.move(match.position.moves()[0])
    kept = stored_of(window.app.store.matches()[0])
    assert match.game.position_text(kept.match.start) == start
    (again,) = formats.read(text_of(written_of(kept)).encode()).games
    assert match.game.position_text(again.match.start) == start
    window.do("new")
    window.key(pygame.K_RETURN)
    assert window.app.screen.match.position == match.start


@pytest.mark.parametrize("seen", [False, True])
def test_the_fair_start_of_today_that_is_shown_is_played_also_at_midnight(window, seen):
    days = [datetime(2026, 5, 4, 23, 59, 59), datetime(2026, 5, 5)]
    window.services.clock = lambda: days[0]
    window.choose_card("kalah", board="6x4", fair="today")
    fair = CATALOGUE["kalah"]
    begin(window)
    shown = [window.services.choices.cards["kalah"].begin(fair, day.date(), 0) for day in days]
    assert shown[0] != shown[1]
    days.pop(0)
    if seen:
        window.frames(2)
    window.app.screen.commands["start"]()
    assert window.app.screen.match.start == shown[seen]


def test_boards_without_fair_starts_offer_none(window):
    window.choose_card("kalah", board="6x3", fair="random")
    begin(window)
    assert say("rule_fair") not in window.says()
    window.press(say("change_rules"))
    assert say("fair_start") not in window.says() and window.button(say("fair_today")) is None
    window.key(pygame.K_ESCAPE)
    assert started(window).match.begins_usually


def set_up(window: Driver, card: str, **custom) -> None:
    """Open the set-up of a card with a computer of one's own choice as the second player."""
    custom = {"algorithm": "minimax", "turns": 2} | custom
    window.choose(first=Seat(), second=Seat(person=False, custom=True, **custom))
    begin(window, card)


def open_custom(window: Driver) -> Custom:
    window.press("chevron_down")
    assert isinstance(window.app.screen, Custom)
    return window.app.screen


def started(window: Driver) -> Play:
    """Close the card, if it is open, and start the game."""
    if isinstance(window.app.screen, Custom):
        window.key(pygame.K_ESCAPE)
    window.press(say("start"))
    assert isinstance(window.app.screen, Play)
    return window.app.screen


def method_of(play: Play) -> Method:
    method = play.match.players[1].computer
    assert method is not None
    return method


def steppers(window: Driver, label: str) -> list[pygame.Rect]:
    """Return the places of the buttons with a label on the topmost screen, from above."""
    rects = [c.rect for c in window.app.screen.controls.all if label == label_of(c)]
    return sorted(rects, key=lambda rect: rect.y)


@pytest.mark.few(2)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(("card", "board"), BOARDS)
def test_every_player_of_a_board_can_be_chosen_and_reads_as_it_is_called(
    window, card, board, language
):
    window.speak(language)
    window.choose_card(card, board=board)
    set_up(window, card)
    screen = open_custom(window)
    shown = texts(window)
    offer = CATALOGUE[card]
    offered = players(offer.game, offer.game.start(board))
    assert [player for player in shown if player in map(say, offered)] == list(map(say, offered))
    assert screen.app.surface.get_rect().contains(screen.card)
    for name in offered:
        window.press(say(name))
        assert window.services.choices.cards[card].second.algorithm == name
        for control in window.app.screen.controls.all:
            assert screen.card.contains(control.rect)
            assert "\u2026" not in label_of(control) + control.tip


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("card", "algorithm"),
    [(card, name) for card in ("kalah", "diamond") for name in (*ALGORITHMS, "search")]
    + [("reversi", "measures"), ("tictactoe", "table"), ("tictactoe", "child-values")],
)
def test_every_player_plays(window, card, algorithm):
    set_up(window, card)
    open_custom(window)
    window.press(say(algorithm))
    play = started(window)
    assert method_of(play).algorithm == algorithm
    while play.session.persons_turn:
        play.session.play(play.match.position.moves()[0])
        window.frames()
    window.wait_for(lambda: play.session.persons_turn)
    finding = play.session.thought.finding
    assert (finding.evaluations is None) == (algorithm == "search")
    assert play.match.plies


def test_keys_choose_a_player(window):
    set_up(window, "kalah")
    open_custom(window)
    for _ in range(2):  # the button that closes the card is the first one
        window.key(pygame.K_TAB)
    window.key(pygame.K_RETURN)
    assert window.services.choices.cards["kalah"].second.algorithm == "search"
    names = list(players(GAMES["kalah"], GAMES["kalah"].start("6x6")))
    for key, step in ((pygame.K_DOWN, 1), (pygame.K_UP, -1)):
        before = names.index(window.services.choices.cards["kalah"].second.algorithm)
        window.key(key)
        after = window.services.choices.cards["kalah"].second.algorithm
        assert after == names[(before + step) % len(names)]


@pytest.mark.few(1)
@pytest.mark.parametrize("algorithm", ["minimax", "search"])
def test_turns_or_seconds(window, algorithm):
    set_up(window, "kalah", algorithm=algorithm)
    open_custom(window)
    window.press(say("by_seconds"))
    window.press(PLUS)
    window.key(pygame.K_ESCAPE)
    window.press(PLUS)  # the set-up screen itself changes the same number
    assert method_of(started(window)) == Method(algorithm=algorithm, seconds=5.0)
    set_up(window, "kalah", algorithm=algorithm, timed=True)
    open_custom(window)
    window.press(say("by_turns"))
    window.press(PLUS)
    assert method_of(started(window)) == Method(algorithm=algorithm, turns=3)


def test_two_presses_within_one_frame_are_two_steps(window):
    set_up(window, "kalah", algorithm="minimax")
    open_custom(window)
    before, at = window.services.choices.cards["kalah"].second.turns, steppers(window, PLUS)[0]
    window.move_to(at.center)
    for kind in 2 * (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=at.center, button=1, touch=False))
    window.frames()
    assert window.services.choices.cards["kalah"].second.turns == before + 2


def test_the_measures_begin_as_published_and_their_factors_stay_within_bounds(window):
    set_up(window, "reversi", turns=9, timed=True)
    open_custom(window)
    window.press(say("measures"))
    play = started(window)
    assert method_of(play) == Method(algorithm="measures", turns=4)
    assert naming.player_name(play.match, 1) == "Three measures"
    set_up(window, "reversi", algorithm="measures", factors=(5, 95, 10, 99))
    open_custom(window)
    window.press(say("measures"))  # once more, which changes nothing
    for row, label, presses in ((1, MINUS, 2), (2, PLUS, 2), (3, PLUS, 2), (4, PLUS, 2)):
        for _ in range(presses):
            window.click(steppers(window, label)[row].center)
    window.press(say("one_in", n=20))
    method = method_of(started(window))
    assert (method.factors, method.one_in, method.turns) == ((0, 100, 20, 100), 20, 2)


@pytest.mark.slow
def test_the_order_of_moves_is_asked_for_where_an_article_has_one(window):
    for before, chosen in (("", "rising"), ("rising", "article")):
        set_up(window, "diamond", order=before)
        open_custom(window)
        window.press(say(f"player_order_{chosen}"))
        assert method_of(started(window)).order == chosen
    for card in ("kalah", "reversi", "small"):
        set_up(window, card, order="rising")
        open_custom(window)
        assert say("player_order_rising") not in texts(window)
        assert method_of(started(window)).order == ""


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_hand_set_evaluation_can_be_chosen_where_another_one_was_learnt(window, language):
    window.speak(language)
    set_up(window, "kalah", algorithm="search")
    open_custom(window)
    window.press(say("evaluation_handmade"))
    play = started(window)
    assert method_of(play) == Method(algorithm="search", turns=2, evaluation="handmade")
    assert say("judged_handmade") in naming.method_words(method_of(play), play.match.game)
    set_up(window, "kalah", algorithm="search", evaluation="handmade")
    open_custom(window)
    window.press(say("evaluation_learnt"))
    assert method_of(started(window)).evaluation == ""
    for card, algorithm in (("diamond", "search"), ("kalah", "minimax")):  # which have but one
        set_up(window, card, algorithm=algorithm, evaluation="handmade")
        open_custom(window)
        assert say("evaluation_handmade") not in texts(window)
        assert method_of(started(window)).evaluation == ""


def test_a_player_that_a_board_has_not_is_seen_to_be_replaced(window):
    set_up(window, "reversi", algorithm="measures")
    begin(window)
    assert say("not_for_board", name=say("measures")) in window.said()
    labels = texts(window)
    assert say("alpha-beta") in labels
    assert say("measures") not in labels
    assert method_of(started(window)).algorithm == "alpha-beta"
    begin(window, "reversi")
    assert method_of(started(window)).algorithm == "measures"


@pytest.mark.parametrize("card", CATALOGUE)
def test_a_computer_can_be_varied_where_it_does_not_vary_by_itself(window, card):
    offer = CATALOGUE[card]
    start = offer.game.start(offer.boards[0])
    for level in levels_of(offer.game, start):
        window.choose(varied=False, second=Seat(person=False, level=level.number), first=Seat())
        begin(window, card)
        if level.limit.varies:
            assert say("varies_by_itself") in window.says()
            assert say("varied") not in window.said()
            continue
        window.press(say("varied"))
        assert method_of(started(window)).varied
    begin(window, card)
    window.press(say("varied"))
    assert not method_of(started(window)).varied
