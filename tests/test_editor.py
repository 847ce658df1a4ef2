"""The position editor, by mouse, wheel, drag and keys; and matches from what was set up."""

from itertools import chain, product
from unittest.mock import patch

import pygame
import pytest
from driver import assert_against_the_level_that_suits, choose_otherwise

from kalahgui import words
from kalahgui.core.kalah import MAX_STONES
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.levels import levels_of
from kalahgui.engine.method import Method
from kalahgui.games import DRAFTING, GAMES
from kalahgui.games.draft import Draft
from kalahgui.gui.boards.eight import way_to
from kalahgui.gui.paint.tiles import NumberTiles
from kalahgui.gui.panels.board import value_labels
from kalahgui.gui.screens.editor.editor import Editor
from kalahgui.gui.screens.editor.form import match_of, verdict_words
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.review.review import Review
from kalahgui.gui.screens.setup.setup import Setup
from kalahgui.gui.screens.theatre.theatre_screen import Theatre
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import EditorOf, GameOf, MainScreen, SetUpOf
from kalahgui.library import formats, reviews
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.library.statistics import level_results
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player
from kalahgui.words import say

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
MINUS = "\N{MINUS SIGN}"
POSITIONS = {
    "kalah": "<6,7,11,4,0,6,2,1,9,0,10,2,4,11,5>",
    "reversi": "------XOXX--OOXX--O--X-- O",
    "tictactoe": "ox..o...x",
    "eight": "5,2",
}


@pytest.fixture
def editor(window) -> Editor:
    """The editor, opened with a key from the home screen."""
    window.key(pygame.K_e, "\x05", CTRL)
    assert isinstance(window.app.screen, Editor)
    return window.app.screen


def lay(editor: Editor, key: str, text: str = "") -> None:
    """Have a position on the board."""
    editor.change(DRAFTING[key].read(text or POSITIONS[key]))


def place(editor: Editor, cell: int) -> tuple[int, int]:
    """Return the middle of a cell on the screen."""
    board = editor.hands.view.board
    return board.centre(cell)


def press(window, point, button: int = 1) -> None:
    window.mouse(pygame.MOUSEBUTTONDOWN, point, button)


def release(window, point, button: int = 1) -> None:
    window.mouse(pygame.MOUSEBUTTONUP, point, button)


def click(window, point, button: int = 1) -> None:
    press(window, point, button)
    release(window, point, button)


def sign(window, editor: Editor, words: str) -> tuple[int, int]:
    """Return where a sign is written on the board: the minus or the plus of a pill."""
    written = (at.center for label, at in window.written() if label == words)
    [point] = filter(editor.hands.view.rect.collidepoint, written)
    return point


def laid(editor: Editor) -> list[list[int]]:
    """Return the stones that are drawn in the cells."""
    board = editor.hands.view.board
    with patch.object(board, "draw", wraps=board.draw) as draw:
        editor.draw(editor.app.surface)
    return draw.call_args.args[1]


def cells(editor: Editor) -> tuple[int, ...]:
    return editor.editing.draft.cells


def match_of_moves(moves: str) -> Match:
    match = Match(GAMES["kalah"], "6x6", (), (Player(), Player()))
    match.replay_texts(moves.split())
    return match


# -- stones


def test_clicks_and_the_wheel_add_stones_and_take_them_away(window, editor):
    click(window, place(editor, 3))
    assert cells(editor)[3] == 7
    click(window, place(editor, 3), button=3)
    click(window, place(editor, 3), button=3)
    assert cells(editor)[3] == 5
    pygame.key.set_mods(SHIFT)
    click(window, place(editor, 3))
    pygame.key.set_mods(0)
    assert cells(editor)[3] == 4
    window.wheel(1)
    window.wheel(1)
    window.wheel(-1)
    assert cells(editor)[3] == 5
    click(window, place(editor, 6))
    assert cells(editor)[6] == 1
    assert sum(cells(editor)) == 72
    window.move_to(place(editor, 2))
    for end, stones in ((MINUS, 5), (MINUS, 4), ("+", 5)):
        click(window, sign(window, editor, end))
        assert cells(editor)[2] == stones


def test_a_drag_carries_stones_that_keep_their_colours(window, editor):
    carried = laid(editor)[1][-1]
    press(window, place(editor, 1))
    window.move_to(place(editor, 4))
    window.wheel(1)
    assert cells(editor)[1] == 6
    release(window, place(editor, 4))
    assert (cells(editor)[1], cells(editor)[4]) == (4, 8)
    stones = laid(editor)
    assert carried in stones[4]
    assert len({*chain(*stones)}) == 72
    editor.commands["undo"]()
    assert cells(editor) == (6, 6, 6, 6, 6, 6, 0) * 2
    press(window, place(editor, 1))
    window.move_to(place(editor, 4))
    release(window, (5, window.app.size[1] // 2))  # beside the board
    press(window, place(editor, 6))  # nothing lies there to be carried
    release(window, place(editor, 4))
    assert not editor.editing.can_undo


def test_keys_choose_a_cell_and_count_its_stones(window, editor):
    window.key(pygame.K_RIGHT)  # the first pit
    window.key(pygame.K_RIGHT)
    window.type("12")
    assert cells(editor)[1] == 12
    window.key(pygame.K_z, "\x1a", CTRL)  # a typed number is undone as one
    assert cells(editor)[1] == 6
    window.key(pygame.K_y, "\x19", CTRL)
    assert cells(editor)[1] == 12
    window.key(pygame.K_PLUS, "+")
    window.key(pygame.K_MINUS, "-")
    window.key(pygame.K_MINUS, "-")
    assert cells(editor)[1] == 11
    window.key(pygame.K_UP)  # what lies opposite
    window.key(pygame.K_BACKSPACE, "\x08")
    assert cells(editor)[11] == 0
    window.key(pygame.K_LEFT)
    window.key(pygame.K_LEFT)  # the second player's store
    window.type("3")
    assert cells(editor)[13] == 3
    window.type("999")
    assert cells(editor)[13] == 99


# -- discs, marks, numbers


def test_discs_and_marks_are_laid_by_clicks_a_drag_and_keys(window, editor):
    for key in ("tictactoe", "reversi"):
        editor.change(DRAFTING[key].empty(DRAFTING[key].start(GAMES[key].variant)))
        for held, button in ((1, 1), (2, 1), (0, 1), (1, 1), (0, 3), (2, 3)):
            click(window, place(editor, 2), button)
            assert cells(editor)[2] == held
    editor.change(DRAFTING["reversi"].empty(DRAFTING["reversi"].start("4x4")))
    press(window, place(editor, 0))
    for cell in (1, 2, 6):
        window.move_to(place(editor, cell))
    release(window, place(editor, 6))
    assert [cell for cell, held in enumerate(cells(editor)) if held == 1] == [0, 1, 2, 6]
    window.move_to(place(editor, 9))
    assert not cells(editor)[9]
    editor.commands["undo"]()  # of a drag as of one
    assert not any(cells(editor))
    editor.hands.cell = None
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN):
        window.key(key)
    keys = ((pygame.K_2, "2"), (pygame.K_SPACE, " "), (pygame.K_MINUS, "-"), (pygame.K_DELETE, ""))
    seen = [window.key(*stroke) or cells(editor)[5] for stroke in (*keys, (pygame.K_1, "1"))]
    assert seen == [2, 0, 2, 0, 1]


def test_eight_takes_its_sum_and_its_last_number(window, editor):
    editor.change(DRAFTING["eight"].start("8"))
    view = editor.hands.view
    tiles = NumberTiles(view.numbers, view.rect, editor.palette)
    click(window, tiles.hollow_centre(5))
    assert cells(editor) == (5, 0)
    assert editor.editing.verdict.message.key == "edit_last_missing"
    click(window, tiles.tile_rect(2).center)
    assert cells(editor) == (5, 2)
    assert editor.editing.verdict.playable
    window.wheel(1)
    window.key(pygame.K_LEFT)
    window.key(pygame.K_UP)
    assert cells(editor) == (5, 3)
    window.type("1")
    assert cells(editor) == (5, 1)
    click(window, tiles.tile_rect(1).center)
    click(window, sign(window, editor, "+"))
    assert cells(editor) == (6, 0)


# -- the form and the buttons


def test_games_boards_rules_and_the_side_to_move_are_chosen(window, editor):
    click(window, place(editor, 2))
    laid = cells(editor)
    window.press(say("edit_rule_last-stone"))
    assert cells(editor) == laid, "a rule leaves what was laid"
    for _ in range(2):
        editor.commands["undo"]()
    window.press("8")
    assert editor.editing.draft == DRAFTING["kalah"].start("8x6")
    window.press(say("edit_rule_empty-capture"))
    window.press(say("edit_rule_last-stone"))
    window.press(say("edit_side_second"))
    draft = editor.editing.draft
    assert (draft.rules, draft.turn) == (("empty-capture", "last-stone"), 1)
    window.press(say("edit_rule_usual-capture"))
    assert editor.editing.draft.rules == ("last-stone",)
    window.press(say("rules_tab_reversi"))
    assert editor.editing.draft == DRAFTING["reversi"].start("diamond")
    window.press("8 × 8")
    window.press(say("edit_rule_empties-nobody"))
    assert editor.editing.draft.rules == ("empties-nobody",)
    assert not editor.editing.verdict.position.empties_winner
    window.press(say("edit_rule_empties-winner"))
    assert editor.editing.verdict.position.empties_winner
    for _ in range(20):
        editor.commands["undo"]()
    window.frames(2)
    assert editor.editing.draft == DRAFTING["kalah"].start("6x6")


def test_whole_boards_are_laid_at_once(window, editor):
    window.press(say("edit_empty"))
    assert not any(cells(editor))
    window.press(say("edit_even_out", n=72))
    assert cells(editor) == (6, 6, 6, 6, 6, 6, 0) * 2
    click(window, place(editor, 0))
    window.press(say("edit_swap"))
    assert cells(editor)[7] == 7 and editor.editing.draft.turn == 1
    window.press("+")  # stones that a pit begins with
    window.press(say("edit_start"))
    assert editor.editing.draft == DRAFTING["kalah"].start("6x7")


def test_a_diamond_has_two_starts(window, editor):
    lay(editor, "reversi")
    window.press(say("board_diamond-parallel"))
    window.press(say("edit_play"))
    match = window.app.screen.match
    assert match.variant == "diamond-parallel" and match.begins_usually


# -- what cannot be


BAD = {
    "kalah": (0,) * 14,
    "reversi": (1,) * 24,
    "tictactoe": (1, 1, 0, 0, 0, 0, 0, 0, 0),
    "eight": (4, 2),
}


def test_what_cannot_be_played_leads_nowhere_and_says_why(window, editor):
    for key, language in product(BAD, words.LANGUAGES):
        editor.change(Draft(key, GAMES[key].variant, (), BAD[key]))
        window.speak(language)
        window.frames(2)
        said = verdict_words(editor.editing.verdict, match_of(editor.editing))
        assert said and "kalahgui." not in said and "%{" not in said
        assert not window.button(say("edit_play")).enabled
        window.services.notices.waiting.clear()
        window.key(pygame.K_RETURN, "\r")
        assert window.app.screen is editor
        assert window.services.notices.waiting == [said]
        assert editor.value.evaluation is None


# -- the value


def test_the_value_follows_what_lies_on_the_board(window, editor):
    for key, value in (("eight", 1), ("tictactoe", 1)):
        lay(editor, key)
        window.wait_for(lambda: editor.value.evaluation and editor.value.evaluation.exact)
        assert editor.value.evaluation.margin == value
    lay(editor, "kalah", "<2,0,0,1,0,0,1>")
    assert editor.value.evaluation is None
    window.wait_for(lambda: editor.value.evaluation and editor.value.evaluation.exact)
    window.settle()
    name = say(GAMES["kalah"].sides[0])
    assert say("edit_worth", name=name) in window.said()
    editor.change(DRAFTING["kalah"].with_turn(editor.editing.draft, 1))
    assert editor.value.evaluation is None
    window.wait_for(lambda: editor.value.evaluation)


# -- where it leads


@pytest.mark.few(1)
@pytest.mark.parametrize("key", POSITIONS)
def test_a_game_goes_on_from_here_against_the_computer(window, editor, key):
    choose_otherwise(window)
    lay(editor, key)
    position = editor.editing.verdict.position
    window.key(pygame.K_l, "l")
    theatre = window.app.screen
    assert isinstance(theatre, Theatre)
    assert theatre.visit.subject.position_text() == POSITIONS[key]
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_RETURN, "\r")
    play = window.app.screen
    assert isinstance(play, Play)
    assert play.match.start == position and not play.match.pie
    assert_against_the_level_that_suits(window, play.match, position.turn)
    assert naming.match_title(play.match).endswith(say("title_set_up", title=""))


def test_who_analyses_has_time_and_values(window, editor):
    lay(editor, "tictactoe")
    choose_otherwise(window)
    window.key(pygame.K_a, "a")
    play = window.app.screen
    assert isinstance(play, Play)
    assert all(player.person for player in play.match.players) and play.match.clock is None
    window.wait_for(lambda: value_labels(play.session, play.view, "?"))
    assert play.match.start == GAMES["tictactoe"].parse_position(POSITIONS["tictactoe"])


def test_what_was_laid_is_there_at_the_next_visit(window, editor):
    lay(editor, "reversi")
    click(window, place(editor, 0))
    laid = editor.editing.draft
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.app.screen, Home)
    window.press("edit")
    assert window.app.screen.editing.draft == laid
    window.app.screen.commands["undo"]()
    assert window.app.screen.editing.draft == DRAFTING["reversi"].read(POSITIONS["reversi"])


def test_a_game_waits_while_its_position_is_edited(window):
    match = match_of_moves("3 5")
    match.players = (Player("", Method(algorithm="search", seconds=60)), Player())
    window.app.open(GameOf(match))
    play = window.app.screen
    window.key(pygame.K_SPACE)
    window.wait_for(lambda: play.session.thinking)
    position = match.position.copy()
    window.key(pygame.K_e, "\x05", CTRL)
    editor = window.app.screen
    assert isinstance(editor, Editor)
    assert editor.editing.verdict.position == position
    assert not play.session.thinking
    click(window, place(editor, 0))
    window.key(pygame.K_ESCAPE)
    assert window.app.screen is play
    assert match.position == position


def test_the_set_up_leads_to_its_board_and_back(window):
    window.choose_card("kalah", board="4x3", rules=("last-stone",), more_boards=True)
    window.app.open(SetUpOf("kalah"))
    window.frames(2)
    window.press(say("edit_open"))
    editor = window.app.screen
    assert editor.editing.draft == DRAFTING["kalah"].start("4x3", ("last-stone",))
    window.press(say("edit_back"))
    assert isinstance(window.app.screen, Setup)


# -- the clipboard


def paste(window, clip, text):
    """Paste a text and let it be read."""
    clip["text"] = text
    window.key(pygame.K_v, "\x16", CTRL)
    window.wait_for(lambda: not window.app.screen.reading.busy)
    window.frames(2)


def test_a_position_is_copied_and_taken_again_with_its_board_and_rules(window, editor, clip):
    for key in POSITIONS:
        lay(editor, key)
        if key == "kalah":
            window.press(say("edit_rule_last-stone"))
        window.key(pygame.K_c, "\x03", CTRL)
        assert POSITIONS[key] in clip["text"]
        laid = editor.editing.draft
        editor.change(DRAFTING["kalah"].start("3x3"))
        window.key(pygame.K_v, "\x16", CTRL)
        window.frames(3)
        assert editor.editing.draft == laid
    numbers = "<6,1,0,3,4,4,4,4,4,4,4,4,4,4," + "%s4> N"
    for text, rules in (
        (numbers % (" " * 500), ()),
        ("kalah:6x4 empty-capture " + numbers % "", ("empty-capture",)),
    ):
        window.services.notices.waiting.clear()
        paste(window, clip, text)
        assert editor.editing.verdict.text == "<6,1,0,3,4,4,4,4,4,4,4,4,4,4,4> N"
        assert editor.editing.draft.rules == rules
        assert window.services.notices.waiting == []


def test_why_a_text_is_no_position_is_told_and_nothing_is_lost(window, editor, clip):
    laid = editor.editing.draft
    for text, why in (
        ("nothing", "'nothing' cannot be read as a position: a Kalah position looks like <M,S,N,"),
        ("x" * 5000, "'xxxxxxxxxxxxxxxxxxxx...' cannot be read as a position: a Kalah"),
        ("<6,1,2>", "'<6,1,2>' cannot be read as a position: a Kalah position with 6 pits has 15"),
        ("-XO X", "'-XO X' cannot be read as a position: a Reversi board has 16, 24,"),
        ("f5f5", "word 2 of the moves, 'f5': this move is not legal here"),
        ("kalah:4x3 2 99", "word 2 of the moves, '99': a Kalah move is a pit number from 1 to 4"),
        ("f5d6\nf5f6", "there are 2 games, but one position is needed"),
        ("f5d6\nzz", "there are 2 games, but one position is needed"),
        ("\0", "'' cannot be read as a position"),
    ):
        window.services.notices.waiting.clear()
        paste(window, clip, text)
        assert editor.editing.draft == laid
        [notice] = window.services.notices.waiting
        assert notice.startswith(f"It could not be pasted: {why}")


def test_of_a_game_the_last_position_is_taken_and_can_be_undone(window, editor, clip):
    laid = editor.editing.draft
    for text, board_laid in (
        ("kalah:4x3 last-stone 2 1", ("kalah", "4x3", ("last-stone",))),
        ("F5D6C3", ("reversi", "8x8", ())),
        ('[Game "tictactoe"]\n\n1. b2 (1. a1) 2. a1 first resigned', ("tictactoe", "3x3", ())),
        ("(;GM[Othello]TY[8]B[F5]W[D6];)", ("reversi", "8x8", ())),
        ("eight 3 2 3", ("eight", "8", ())),
    ):
        window.services.notices.waiting.clear()
        paste(window, clip, text)
        assert window.app.screen is editor
        assert window.services.notices.waiting == [say("edit_game_pasted")]
        draft, match = editor.editing.draft, formats.read(text.encode()).games[0].match
        assert (draft.game, draft.variant, draft.rules) == board_laid
        assert editor.editing.verdict.position == match.tip.position
        window.key(pygame.K_z, "\x1a", CTRL)
        assert editor.editing.draft == laid


# -- matches from here


def test_the_editor_keeps_the_board_of_the_game_that_it_is_opened_from(window):
    game = GAMES["kalah"]
    few = game.parse_position("<6,9,5,4,4,4,4,4,4,4,4,4,4,4,0>", ())
    window.app.open(GameOf(Match(game, "6x6", (), (Player(), Player()), start=few)))
    window.frames(3)
    window.key(pygame.K_e, "\x05", CTRL)
    editor = window.app.screen
    assert match_of(editor.editing).variant == editor.editing.draft.variant == "6x6"
    editor.change(DRAFTING["kalah"].begin_with(editor.editing.draft, 2))
    assert match_of(editor.editing).variant == "6x2"
    editor.change(Draft("kalah", "6x6", (), DRAFTING["kalah"].start("6x4").cells))
    match = match_of(editor.editing)
    assert match.variant == "6x4" and match.begins_usually, "a start laid by hand is its board's"


# -- matches from a position that was set up


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
    for _ in range(4):
        if not match.over:
            play.session.play(match.position.moves()[0])
            window.frames(3)
    plies = list(match.plies)
    window.app.open(MainScreen.HOME)
    window.frames(2)
    if not match.over:
        window.press(say("continue"))
        play = window.app.screen
        assert play.match.plies == plies and play.match.start == match.start
        window.press(say("study_search"))
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


def test_it_has_its_levels():
    sizes = [(pits, stones) for pits in range(1, 9) for stones in (1, 5, 72)]
    texts = [f"<{p},0,{n - 1}{',0' * (p - 1)},1{',0' * (p - 1)},{n}>" for p, n in sizes]
    cases = [("kalah", text) for text in texts]
    cases += [(case.partition(":")[0], text) for case, (text, *_) in SET_UP.items()]
    for key, text in cases:
        game = GAMES[key]
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


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_buttons_for_fewer_and_more_stones_are_alike_in_a_small_window(new_window, language):
    window = new_window((800, 500), language)
    window.app.open(EditorOf())
    begin = say("edit_per_pit", n=6)
    less, more = (
        button for button in window.app.screen.controls.all if button.name.startswith(begin)
    )
    assert abs(less.rect.width - more.rect.width) <= 1
