"""Names of moves: what is shown is what is typed, suggested, pasted and read."""

import random
import re
from io import BytesIO
from itertools import islice, product

import pygame
import pytest

from kalahgui import words
from kalahgui.articles import TABLES
from kalahgui.articles.contents import ARTICLES, ArticleGames, Crossed, WatchedGame
from kalahgui.games import GAMES
from kalahgui.games.move_names import article_names
from kalahgui.games.user_error import UserError
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.panels.move_rows import ply_words
from kalahgui.gui.panels.narration import status_words
from kalahgui.gui.panels.telling import TypedLine, cell_of
from kalahgui.gui.screens.articles.article_page import match_of
from kalahgui.gui.screens.play.ending import EndCard
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.searching.figures import figure_words
from kalahgui.gui.services.navigation import ArticleOf, GameOf, MainScreen, SetUpOf
from kalahgui.gui.services.settings import PIT_NUMBERS, SQUARE_NAMES
from kalahgui.library.formats import games_in, read
from kalahgui.library.formats.article_line import article_line_of
from kalahgui.library.formats.found import WrittenGame
from kalahgui.library.formats.reading import LONGEST_BARE
from kalahgui.library.formats.transcript import MOST_LINES_OF_ONE
from kalahgui.match.match import Match, Player
from kalahgui.words import LANGUAGES, say

PERSONS = (Player("Ann"), Player("Bob"))
BOARDS = [(game, variant) for game in GAMES.values() for variant in game.variants]
NUMBERED = [(game, variant) for game, variant in BOARDS if article_names(game, game.start(variant))]
IN_ARTICLE = {"pit_numbers": "article", "square_names": "article"}


def named(board) -> str:
    return f"{board[0].key}-{board[1]}"


def random_games(game, variant, count):
    for seed in range(count):
        rng = random.Random(f"{game.key} {variant} {seed}")
        match = Match(game, variant, (), PERSONS)
        while not match.over:
            yield match
            match.play(rng.choice(match.position.moves()))
        yield match


def view_of(game, variant, pit_numbers="article", square_names="article"):
    rect = pygame.Rect(0, 0, 600, 600)
    view = VIEWS[game.key](game, game.start(variant), rect, 0, PALETTES["paper"])
    view.pit_numbers, view.square_names = pit_numbers, square_names
    return view


def typed_into(view, text, position):
    """Return the cell that a name leads to when it is typed sign by sign."""
    cell, before = None, ""
    for sign in text:
        assert cell is None or not sign.isalnum()
        cell, before = view.typed(sign, before, position) or (cell, before)
    return cell


def test_the_boards_of_the_articles_are_numbered_by_them():
    assert {named(board) for board in NUMBERED} == {
        *(f"kalah-6x{stones}" for stones in "3456"),
        *("reversi-diamond", "reversi-diamond-parallel", "tictactoe-3x3"),
    }


@pytest.mark.parametrize("choice", list(zip(PIT_NUMBERS, SQUARE_NAMES, strict=True)))
@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_every_legal_move_is_written_typed_and_read_back_as_the_same_move(board, choice):
    game, variant = board
    view = view_of(game, variant, *choice)
    for match in random_games(game, variant, 1):
        position = match.position
        for move in position.moves():
            shown, cell = view.move_text(move, position.turn), view.cell_of(move, position)
            assert view.move_names.move(shown, position.turn) == move
            assert typed_into(view, shown, position) == cell_of(shown, view, match) == cell


@pytest.mark.parametrize("board", NUMBERED, ids=named)
def test_every_game_in_an_article_s_numbers_is_read_back(board):
    game, variant = board
    for match in random_games(game, variant, 1):
        if not (1 <= len(match.plies) <= 4 or match.over):
            continue
        line = article_line_of(WrittenGame(match))
        numbers = article_names(game, match.start)
        turns = [node.before.position.turn for node in match.tip.line]
        shown = [numbers.text(*each) for each in zip(match.plies, turns, strict=True)]
        assert line.replace(" pass", "").endswith(" ".join(shown))
        for text in (line, f"{game.key}:{variant} article {' '.join(shown)}"):
            again = read(text.encode()).games[0].match
            assert (again.game, again.variant, again.plies) == (game, variant, match.plies)
        if numbers.takes_notation:
            assert read(" ".join(shown).encode(), board).games[0].match.plies == match.plies
        usual = [game.text(ply) for ply in match.plies]
        assert read(f"{game.key}:{variant} {' '.join(usual)}".encode()).games[0].match.plies == (
            match.plies
        )


def test_lines_that_name_their_board_are_games_each():
    lines = "kalah:6x4 article 2 0 9\n\nkalah:6x3 empty-capture Article 2 8\n"
    first, second = (game.match for game in read(lines.encode()).games)
    assert (first.variant, first.plies) == ("6x4", [2, 0, 2])
    assert (second.variant, second.rules, second.plies) == ("6x3", ("empty-capture",), [2, 1])
    found = read(f"{lines}kalah:6x4 article 2 2".encode())
    assert len(found.games) == 2 and "line 4: word 2" in found.bad_words


@pytest.mark.parametrize("key", ["reversi", "tictactoe"])
def test_the_usual_names_are_read_beside_those_of_an_article(key):
    game = GAMES[key]
    view, position = view_of(game, game.variant), game.start(game.variant)
    for move in game.board(position).moves:
        assert view.move_names.move(game.text(move), 0) == move
        assert typed_into(view, game.text(move), position) == view.cell_of(move, position)


def test_a_pit_means_the_one_that_is_numbered_so():
    game = GAMES["kalah"]
    view, position = view_of(game, "6x6"), game.start("6x6")
    assert [view.move_names.move(str(n), 0) for n in range(14)] == [*range(6), *(None,) * 8]
    assert [view.move_names.move(str(n), 1) for n in range(14)] == [*(None,) * 7, *range(6), None]
    position.turn = 1
    assert view.typed("1", "", position) == (None, "1")
    assert view.typed("2", "1", position) == (12, "")


def begun(window, game, variant, *moves) -> Play:
    match = Match(GAMES[game], variant, (), PERSONS)
    match.replay_texts(moves)
    window.app.open(GameOf(match))
    window.frames(2)
    return window.app.screen


@pytest.mark.few(2)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    ("key", "variant", "first", "second"),
    [
        ("reversi", "diamond", "19", "34"),
        ("kalah", "6x6", "1", "8"),
        ("tictactoe", "3x3", "(1, 1)", "(1, 0)"),
    ],
)
def test_the_window_suggests_and_takes_what_it_shows(window, language, key, variant, first, second):
    window.speak(language)
    window.choose(**IN_ARTICLE)
    play = begun(window, key, variant)
    if key == "kalah":
        assert "0" in status_words(play.session, play.view)
        window.type("1")  # the second pit, by the numbers on the board
        assert play.match.plies == [1]
        play = begun(window, key, variant)
    for text in (first, second):
        position = play.match.position
        named = play.view.move_text(position.moves()[0], position.turn)
        assert named in status_words(play.session, play.view) or key == "kalah"
        play.commands["type"]()
        window.frames(2)
        line = window.app.screen
        assert isinstance(line, TypedLine) and say("typed_example", move=named) == line.state
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
        window.frames()
        window.key(pygame.K_RETURN)
        window.key(pygame.K_ESCAPE)
        window.wait_for(lambda: not play.session.moving)
    said = [ply_words(play.view, node) for node in play.match.here.line]
    assert said[0] == first and said[-1] == second


def test_the_printed_lines_of_the_diamond_are_pasted_dropped_and_typed():
    for cell in TABLES["diamond"].cells:
        if "line" not in cell.right:
            continue
        variant = {"cross": "diamond", "parallel": "diamond-parallel"}[cell.case[0]]
        printed = cell.right["line"]
        wrapped = "\n".join([printed[:29], printed[29:]])
        for text in (printed, f"({printed})\n", printed.replace(" ", ", "), wrapped):
            (game,) = read(text.encode()).games
            assert (game.match.variant, game.match.over) == (variant, True)
            numbers = [int(word) for word in printed.split() if word != "pass"]
            assert game.match.plies == numbers
    assert len(read(b"19 34\n19 34 45\n18 21\n").games) == 3


def test_the_printed_line_is_pasted_into_the_window(window, clip):
    printed = next(cell.right["line"] for cell in TABLES["diamond"].cells)
    clip["text"] = f"({printed})"
    window.key(pygame.K_v, "\x16", pygame.KMOD_CTRL)
    window.arrive()
    match = window.app.screen.match
    assert (match.variant, " ".join(map(str, match.tip.plies))) == ("diamond", printed)


def test_numbers_that_name_no_squares_of_an_article_are_no_line_of_one():
    for text in ("99 98 19", "(1, 1", "1 2 3", "0 5 3"):
        with pytest.raises(ValueError, match="no game begins with"):
            read(text.encode())


def wrong_words(game) -> dict[str, str]:
    """Return words in the place of a move in an article's numbers, and what is said of them."""
    number = {"reversi": "99", "kalah": "13", "tictactoe": "(5, 5)"}[game.key]
    return {number: say("refused_article_number"), "z9": ""}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", NUMBERED, ids=named)
def test_a_wrong_number_is_named_with_its_place(board, language):
    words.choose(language)
    game, variant = board
    names = article_names(game, game.start(variant))
    match = [*islice(random_games(game, variant, 1), 6)][-1]
    numbers = [names.text(node.ply, node.before.position.turn) for node in match.tip.line][-5:]
    shapes = [f"{game.key}:{variant} article %s"] + ["%s", "(%s)"] * names.takes_notation
    for at, (word, why), shape in product(range(5), wrong_words(game).items(), shapes):
        line = [*numbers[:at], word, *numbers[at + 1 :]]
        with pytest.raises(UserError) as refused:
            read((shape % " ".join(line)).encode())
        said = refused.value.message.said(say)
        assert said.startswith(say("refused_nth_word", n=at + 1, word=word, why=why))


@pytest.mark.parametrize("board", NUMBERED, ids=named)
def test_a_line_without_end_is_said_to_be_too_long(board):
    game, variant = board
    names, start = article_names(game, game.start(variant)), game.start(variant)
    numbers = " ".join(names.text(move, 0) for move in start.moves()) + " "
    for begin in (f"{game.key}:{variant} article ", "")[: 1 + names.takes_notation]:
        line = begin + numbers * (LONGEST_BARE // len(numbers) + 1)
        with pytest.raises(UserError, match="line 1: the text of the game is longer"):
            read(line.encode())


def test_a_long_file_in_an_article_s_numbers_has_a_game_a_line():
    for line in ("19 34 45 21", "kalah:6x4 article 2 0 9", "(1, 1) (0, 1)"):
        count = LONGEST_BARE // len(line) + 1
        games = games_in(BytesIO(f"{line}\n".encode() * count + b"99 99"))
        found = [*islice(games, 3)]
        assert all(isinstance(game, WrittenGame) for game in found)


def test_blank_lines_are_no_lines_of_a_game_in_an_article_s_numbers():
    game, variant = GAMES["reversi"], "diamond"
    match = [*islice(random_games(game, variant, 1), 6)][-1]
    names = article_names(game, game.start(variant))
    numbers = [names.text(node.ply, node.before.position.turn) for node in match.tip.line]
    (whole,) = read(("\n" * MOST_LINES_OF_ONE).join(numbers).encode()).games
    assert whole.match.plies == match.plies


def test_an_article_s_number_where_the_notation_is_read_tells_how_to_give_it():
    with pytest.raises(UserError, match="write article before the moves"):
        read(b"kalah:6x6 0 6 3")


_JOINS = (" ", ", ", "、", "，", "　", ",", " 、 ", "-")


@pytest.mark.parametrize("wide", [False, True], ids=["plain", "wide"])
@pytest.mark.parametrize("board", NUMBERED, ids=named)
def test_whatever_parts_numbers_in_what_the_program_prints_is_read(board, wide):
    game, variant = board
    names = article_names(game, game.start(variant))
    match = next(each for each in random_games(game, variant, 1) if len(each.plies) >= 3)
    line = [names.text(node.ply, node.before.position.turn) for node in match.tip.line]
    usual = [game.text(ply) for ply in match.plies]
    beginnings = [(f"{game.key}:{variant} article ", line)]
    beginnings += [("", line)] * names.takes_notation
    if game.key == "kalah":
        beginnings += [(f"{game.key}:{variant} ", usual)]
    for (begin, words_of_line), join, end in product(beginnings, _JOINS, ("", " ...", "…")):
        text = join.join(words_of_line) + end
        text = begin + (text.translate(_WIDE) if wide else text)
        assert read(text.encode()).games[0].match.plies == match.plies, text


_WIDE = {ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789(),"}


@pytest.mark.parametrize("board", [each for each in NUMBERED if each[0].key == "kalah"], ids=named)
def test_numbers_that_are_no_pits_of_the_notation_are_those_of_the_article(board):
    game, variant = board
    names = article_names(game, game.start(variant))
    usual = {game.text(move) for move in game.board(game.start(variant)).moves}
    for match in islice(random_games(game, variant, 2), 20):
        numbers = [names.text(node.ply, node.before.position.turn) for node in match.tip.line]
        if not {*numbers} <= usual:
            text = " ".join(numbers).encode()
            alone = variant == "6x6" and len(numbers) > 1
            for named_by in (board, None) if alone else (board,):
                found = read(text, named_by).games[0].match
                assert (found.variant, found.plies) == (variant, match.plies)


def test_each_line_below_an_article_s_numbers_has_them_too():
    assert [game.match.plies for game in read(b"0 1 10\n\n1\n").games] == [[0, 1, 3], [1]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["1 2 3", "0", "article 1 11 0", "１、２", "0 5 3", "(1", "(1, 1"])
def test_numbers_that_may_be_of_several_boards_are_told_how_to_name_theirs(text, language):
    words.choose(language)
    with pytest.raises(UserError) as refused:
        read(text.encode())
    assert "kalah article 1 8" in refused.value.message.said(say)


@pytest.mark.parametrize(("language", "pairs"), [("en", "column and row"), ("ja", "列と行")])
def test_the_setting_of_squares_names_what_it_changes_on_every_board(language, pairs):
    words.choose(language)
    heading = say("setting_square_names")
    assert pairs in heading and {"11", "52"} <= {*re.findall(r"\d+", heading)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pass_is_written_said_and_read_back(language):
    words.choose(language)
    line = next(row.right["line"] for row in TABLES["diamond"].cells if "pass" in str(row.right))
    said = figure_words(line)
    assert say("pass_short") in said
    for text in (line, said, said.replace(" ", "、")):
        written = read(text.encode()).games[0]
        assert article_line_of(written) == line, "so it is read back as well"


@pytest.mark.parametrize(("text", "nth"), [("19 99", 2), ("(3, 1)", 1), ("19-34-99", 3)])
def test_numbers_near_those_of_an_article_are_refused_by_their_place(text, nth):
    with pytest.raises(UserError, match=f"word {nth} .*no move on this board has this number"):
        read(text.encode())


def test_a_game_of_an_article_looks_like_it_whatever_is_chosen(window):
    chosen = {
        "pit_numbers": "hidden", "square_names": "own", "thinking": False, "figures": False,
    }  # fmt: skip
    window.choose(pace="off", **chosen)
    window.app.open(ArticleOf("kalah"))
    window.frames(2)
    section = next(each for each in ARTICLES["kalah"].sections if isinstance(each, Crossed))
    window.app.screen.page.watch(section.watched([2, 2]))
    window.frames(2)
    play = window.app.screen
    assert play.view.pit_labels()[0] == "0" and play.view.move_text(0, 1) == "7"
    assert (play.choices.figures, play.choices.thinking) == (True, True)
    play.commands["figures"]()  # a switch is that of this game
    assert not play.choices.figures
    window.app.open(ArticleOf("tictactoe"))
    window.frames(2)
    window.app.screen.page.watch(ARTICLES["tictactoe"].sections[-1].watched[1])
    play = window.app.screen
    window.wait_for(lambda: isinstance(window.app.screen, EndCard))
    window.frames(2)
    assert say("evaluations") in window.said()
    window.app.pop()
    play.review()
    window.frames(2)
    assert window.app.screen.view.move_text(4, 0) == "(1, 1)"
    window.app.open(MainScreen.HOME)
    assert {name: getattr(window.services.choices, name) for name in chosen} == chosen
    window.app.open(SetUpOf("kalah"))
    play = begun(window, "kalah", "6x6")
    assert play.view.pit_labels() == {}


@pytest.mark.parametrize(
    ("watched", "said"),
    [
        (ARTICLES["tictactoe"].sections[-1].watched[1], ("7\u2009064", "7\u2009046")),
        pytest.param(
            WatchedGame("kalah", "6x6", ("minimax:3", "minimax:2")),
            ("90\u2009698", "90\u2009968"),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            WatchedGame("kalah", "6x6", ("alpha-beta:2", "alpha-beta:2")),
            ("6\u2009207", ""),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_end_card_says_what_was_published_and_what_misprinted(window, watched, said):
    window.choose(pace="off")
    window.app.open(GameOf(match_of(watched), kept=False, back=ArticleOf()))
    window.wait_for(lambda: isinstance(window.app.screen, EndCard))
    window.frames(2)
    told = " ".join(window.said())
    right, printed = said
    assert f"{right} " in told
    assert ("as published" in told, "a misprint" in told) == (not printed, bool(printed))
    assert printed in told


def test_the_list_of_games_has_the_article_s_columns_and_rows(window):
    window.app.open(ArticleOf("tictactoe"))
    window.frames(2)
    screen = window.app.screen
    sections = ARTICLES["tictactoe"].sections
    screen.open_section(next(n for n, s in enumerate(sections) if isinstance(s, ArticleGames)))
    window.frames(2)
    said = " ".join(window.said())
    assert "(1, 1), (1, 0)" in said and "b2" not in said


@pytest.mark.parametrize("side", [400, 170])
@pytest.mark.parametrize("theme", PALETTES)
def test_numbers_can_be_read_above_discs(theme, side):
    """At 800x500 the board of a game is the large one, and that beside an article the small one."""
    game, rect = GAMES["reversi"], pygame.Rect(0, 0, side, side)
    view = VIEWS["reversi"](game, game.start("diamond"), rect, 0, PALETTES[theme])
    view.square_names = "article"
    match, pictures = Match(game, "diamond", (), PERSONS), []
    for held in (0, 1, 2):
        surface, shown = pygame.Surface(rect.size), view.shown(match)
        shown.cells = [held] * len(shown.cells)
        view.draw(surface, shown, match, Look())
        square = view.board.square_rect(view.grid.cell(27))
        box = pygame.Rect(square.x + 2, square.y + 1, 12, 10)
        places = [(x, y) for x in range(box.left, box.right) for y in range(box.top, box.bottom)]
        pictures.append({at: sum(surface.get_at(at)[:3]) / 3 for at in places})
    darkest, brightest = min(pictures[0].values()), max(pictures[0].values())
    written = {at for at, light in pictures[0].items() if light > (darkest + brightest) / 2}
    assert len(written) > 10
    for picture in pictures:
        letters = [light for at, light in picture.items() if at in written]
        ground = [light for at, light in picture.items() if at not in written]
        assert sum(letters) / len(letters) > sum(ground) / len(ground) + 50
