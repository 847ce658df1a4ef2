"""The screens of the articles, driven by posted events."""

import codecs
import os
import re
from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pygame
import pytest
from driver import Driver

from kalahgui import words
from kalahgui.articles import three_measures
from kalahgui.articles.contents import (
    ARTICLES,
    PARTS,
    Article,
    ExampleTree,
    Experiment,
    Read,
    TreeFigure,
    WholeTree,
    WorkedExample,
)
from kalahgui.articles.published import SAME
from kalahgui.articles.weights_experiment import Trial, trial_subject
from kalahgui.games import GAMES
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.layout import Scroll
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import Point, ShareChart
from kalahgui.gui.screens.articles.articles import Articles
from kalahgui.gui.screens.articles.read_figures import figure_text
from kalahgui.gui.screens.articles.read_page import ReadPage
from kalahgui.gui.screens.articles.reading_state import ArticleReading
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.setup.setup import Setup
from kalahgui.gui.screens.theatre.theatre_screen import Theatre
from kalahgui.gui.searching.figures import cut_words, outcome_labels, search
from kalahgui.gui.services.navigation import ArticleOf, GameOf
from kalahgui.match.match import Match, Player
from kalahgui.solving.result_store import ResultStore
from kalahgui.theatre.node_labels import NodeState
from kalahgui.words import say

PLACES = [(key, place) for key, a in ARTICLES.items() for place in range(len(a.sections))]

SIZES = [(800, 500), (1280, 800), (1920, 1200)]


def articles(window: Driver, article: str = "", section: str = "") -> Articles:
    window.app.open(ArticleOf(article))
    screen = window.app.screen
    assert isinstance(screen, Articles)
    if section:
        keys = [article_section.key for article_section in screen.reading.article.sections]
        screen.open_section(keys.index(section))
    window.frames(2)
    return screen


def rows_told(screen: Articles) -> Sequence[AccessibleNode]:
    """Return the rows of the table on the screen."""
    return next(part for part in screen.accessible_node().all if part.role is Role.TABLE).parts


def with_table(monkeypatch, table) -> None:
    """Put an article of one cheap table in the place of the one on measures."""
    only = Article("measures", (WorkedExample("example", table),))
    monkeypatch.setitem(ARTICLES, "measures", only)


def table_with(measure):
    cells = three_measures.TABLE.cells
    return type(three_measures.TABLE)("reversi-weights", "", cells, measure)


# -- ways in and out


def test_keys_and_the_mouse_lead_through_articles_and_sections_and_into_the_cells(window):
    window.press(words.say("card_articles"))
    screen = window.app.screen
    assert isinstance(screen, Articles)
    reading = screen.reading
    window.key(pygame.K_DOWN)
    assert reading.article_key == "minimax"
    window.key(pygame.K_UP)
    window.key(pygame.K_UP)
    assert reading.article_key == "tictactoe"
    for key, section in (
        (pygame.K_RIGHT, "subtree"),
        (pygame.K_LEFT, "read"),
        (pygame.K_LEFT, "play"),
    ):
        window.key(key)
        assert reading.section.key == section
    window.press(say("article_diamond_name"))
    window.press("Counts")
    assert (reading.article_key, reading.section.key) == ("diamond", "counts")
    window.key(pygame.K_RETURN)
    assert reading.inside
    window.key(pygame.K_DOWN)
    assert screen.page.chosen == 1
    window.key(pygame.K_ESCAPE)  # leaves the cells first
    assert window.app.screen is screen and not reading.inside
    window.key(pygame.K_UP)
    assert reading.article_key == "minimax"
    window.key(pygame.K_DOWN)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.app.screen, Home)
    screen = articles(window)  # the reader finds the place again
    assert (screen.reading.section.key, screen.page.chosen) == ("counts", 1)
    window.press("home")
    assert isinstance(window.app.screen, Home)


# -- reading


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("article", ARTICLES)
def test_every_figure_stands_once_among_the_words(article, language):
    figures = ARTICLES[article].sections[0].figures
    with words.spoken(language):
        text = "\n".join(words.say(f"article_{article}_read_{part}") for part in PARTS)
    named = [int(number) for number in re.findall(r"^\[(\d)\]$", text, re.MULTILINE)]
    assert named == list(range(1, len(figures) + 1))
    assert text.count("[") == len(figures)


HOLDS = {
    "kalah": (
        *("Makoto Hiroi", "ミニマックス法とアルファベータ法", "2007", "815589", "90698"),
        *("+99 or −99", "handed down one bound", "shallow", "(>=)", "(>)"),
        *("searched to its end", "For a first program he suggests Reversi", "depth-first"),
        *("passes the bound on unchanged", "extremely high", "made on a copy", "weak at Go"),
    ),
    "minimax": (
        *("usapyonsoft.jp", "MinMax", "its other name is minimax", "Gekisashi", "KFEnd"),
        *("NegaMax", "as its own side sees it", "iterative"),
        *("three moves ahead", "returns the value alone"),
    ),
    "diamond": (
        *("ネガスカウト法", "2020", "fail low", "fail high", "usual NegaScout", "MTD(f)", "4 × 4"),
        *("the cross start is a draw", "ten discs", "1690895", "524627", "1207763"),
        *("move ordering", "very high", "feels quite unlike usual Reversi", "11 : 3"),
        *("An answer of alpha or less", "a narrower window", "−50 to 50"),
    ),
    "measures": (
        *(
            "亀崎裕登",
            "2020",
            "10 to the power of 58",
            "unsolved",
            "2310.19387",
            "took 10",
            "Self-play",
        ),
        *("by hand", "reinforcement learning", "66.7 %", "33.3 %"),
        *("with the article's bases", "our chosen weight is the next base"),
        *("a lifetime to master", "any number would do"),
    ),
    "tictactoe": (
        *("ysgeso", "1 ns is 1000 µs", "Breadth first", "Depth first", "7046", "549946"),
        *("static data", "dynamic computation", "Memoization", "search space"),
        *("approximate solution", "best solution", "leaves out the objects for nodes"),
        *("precision", "without chance", "Alpha-beta", "less than a second"),
    ),
}


HOLDS_IN_JAPANESE = {
    "kalah": (
        *(
            "+99 か −99",
            "境界",
            "浅い形",
            "（>=）",
            "（>）",
            "読み切れば",
            "リバーシかその変形版を勧め",
        ),
        *("深さ優先探索", "境界もそのまま渡し", "極めて高い", "局面を写し", "囲碁"),
    ),
    "minimax": (
        *("別名はミニマックス法", "NegaMax 法", "手番の側から見た最大の値"),
        *("3 手番先まで読む", "返すのは評価値だけ"),
    ),
    "diamond": (
        *("move ordering", "効果はとても高い", "ゲーム感覚", "11 対 3"),
        *("答えが α 値以下なら", "狭い window", "−50 から 50"),
    ),
    "measures": (
        *("記事の基準", "三つの勝率", "次の基準"),
        *("覚えるのに一分、極めるのに一生", "どんな値でも"),
    ),
    "tictactoe": (
        *("静的なデータ", "動的に計算", "メモ化", "探索空間", "近似解", "最適解"),
        *("ノードのオブジェクトを作らず", "精度", "二人零和有限確定完全情報ゲーム", "1 秒未満"),
    ),
}


def test_the_same_is_told_in_japanese(new_window):
    window = new_window(language="ja")
    for article, wanted in HOLDS_IN_JAPANESE.items():
        text = articles(window, article).page.text()
        assert [said for said in wanted if said not in text] == [], article


def test_what_the_article_holds_is_told_in_order_and_in_short_sentences(window):
    for article in ARTICLES:
        page = articles(window, article).page
        text = page.text().replace("\u2009", "")
        assert [phrase for phrase in HOLDS[article] if phrase not in text] == []
        for part in (*PARTS, "title"):
            said = words.say(f"article_{article}_read_{part}")
            for sentence in re.split(r"[.:?]\s", f"{said} "):
                assert len(sentence.split()) <= 25, sentence
        nodes = list(window.app.screen.accessible_node().all)
        names = [part.name for part in nodes if part.role in (Role.TEXT, Role.HEADING, Role.TABLE)]
        places = [
            names.index(paragraph.split("\n")[0]) for paragraph in page.text().strip().split("\n\n")
        ]
        assert places == sorted(set(places))
        trees = [figure for figure in page.section.figures if isinstance(figure, TreeFigure)]
        assert len([part for part in nodes if part.role is Role.TREE]) == len(trees)
        boards = [part for part in nodes if part.key == "board"]
        assert len(boards) == (page.section.board is not None)
        assert all(board.rect.height for board in boards)


def test_every_bar_is_drawn_with_its_number(window):
    for article in ARTICLES:
        page, seen = articles(window, article).page, set()
        while page.scroller.offset < page.scroller.longest or not seen:
            seen |= {*window.said()}
            page.scroll(1)
            window.frames(2)
        seen |= {*window.said()}
        texts = (figure_text(figure).splitlines() for figure in page.section.figures)
        numbers = [row.partition("\t")[2] for [_, *rows] in filter(None, texts) for row in rows]
        assert {*numbers} <= seen, article


def test_its_game_is_watched_and_its_program_played_against(window):
    for article in ARTICLES:
        section = ARTICLES[article].sections[0]
        articles(window, article)
        window.key(pygame.K_RETURN)
        if section.watched is None:
            assert isinstance(window.app.screen, Theatre)
            continue
        play = window.app.screen
        assert [str(player.computer) for player in play.match.players] == list(
            section.watched.players
        )
        articles(window, article)
        window.press(words.say(f"article_{article}_read_against"))
        play = window.app.screen
        person, program = play.match.players
        assert person.person and str(program.computer) == section.opponent
        assert play.match.variant == section.watched.variant


def test_words_that_are_longer_than_the_page_are_scrolled_and_found_again(window):
    screen = articles(window, "measures")
    scroller = screen.page.scroller
    assert scroller.longest and not scroller.offset
    window.key(pygame.K_PAGEDOWN)
    down = scroller.offset
    assert 0 < down < scroller.rect.height
    window.move_to(scroller.rect.center)
    window.wheel(-1)
    assert scroller.offset == down + scroller.step
    window.key(pygame.K_PAGEUP)
    assert scroller.offset == scroller.step + down - (scroller.rect.height - scroller.step)
    window.key(pygame.K_RETURN)
    window.key(pygame.K_ESCAPE)
    assert window.app.screen.page.scroller.offset == scroller.offset


# -- measuring


def test_space_measures_and_compares_every_cell(window):
    screen = articles(window, "measures", "example")
    assert screen.verdict(ARTICLES["measures"]) == ("", True)
    window.key(pygame.K_SPACE)
    window.wait_for(lambda: not screen.reading.running)
    sheet = screen.page.sheet
    assert sheet.figures[0] == {"sum": -3, "points": -30}
    assert [sheet.verdict(place) for place in range(5)] == [SAME] * 5
    assert screen.page.verdict_words() == ("all 5 cells match", True)
    assert screen.verdict(ARTICLES["measures"]) == ("all 5 cells match", True)
    window.frames(2)
    window.press("Measure again")
    window.wait_for(lambda: not screen.reading.running)


def test_a_wrong_figure_is_shown_as_differing(window, monkeypatch):
    def measure(case, stop):
        figures = three_measures.TABLE.measure(case, stop)
        return figures | {"points": 951} if case == "mobility" else figures

    with_table(monkeypatch, table_with(measure))
    screen = articles(window, "measures", "example")
    window.key(pygame.K_SPACE)
    window.wait_for(lambda: not screen.reading.running)
    assert screen.page.verdict_words() == ("one cell differs", False)
    assert screen.verdict(ARTICLES["measures"]) == ("one cell differs", False)
    window.frames(2)
    grounds = []
    for place in (0, 2):
        x, y = rows_told(screen)[place].rect.topleft
        at = x + screen.scale.px(8), y + screen.scale.px(8)
        grounds.append(window.app.surface.get_at(at))
    right, wrong = grounds
    assert wrong.r > wrong.g + 10 and right.g >= right.r


def test_leaving_stops_the_measuring_and_keeps_what_was_found(window, monkeypatch):
    never = Event()

    def measure(case, stop):
        while case == "mobility" and not stop.raised and not never.wait(0.01):
            pass
        return three_measures.TABLE.measure(case, stop)

    with_table(monkeypatch, table_with(measure))
    screen = articles(window, "measures", "example")
    window.key(pygame.K_SPACE)
    sheet = screen.page.sheet
    window.wait_for(lambda: sheet.count == 2)
    job = sheet.job
    assert screen.moving
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.app.screen, Home)
    assert job.interrupt.raised and not sheet.running
    screen = articles(window)
    assert sorted(screen.page.sheet.figures) == [0, 1]
    window.press("Go on measuring")
    assert screen.page.sheet.running
    window.press("Stop")
    assert not screen.page.sheet.running


# -- games to watch


def test_what_is_chosen_by_keys_or_a_click_is_watched_or_set_up(window):
    screen = articles(window, "kalah", "minimax")
    window.key(pygame.K_RETURN)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_LEFT)
    window.key(pygame.K_LEFT)
    case = screen.page.table.cells[screen.page.chosen].case
    assert list(case) == [3, 2]
    window.key(pygame.K_RETURN)
    play = window.app.screen
    assert isinstance(play, Play)
    assert play.match.variant == "6x6"
    assert [str(p.computer) for p in play.match.players] == ["minimax:3", "minimax:2"]
    assert not any(player.name for player in play.match.players)
    screen = articles(window, "diamond", "counts")
    window.click(rows_told(screen)[3].rect.center)
    assert screen.page.chosen == 3
    window.press("Watch one game")
    play = window.app.screen
    assert play.match.variant == "diamond-parallel"
    assert str(play.match.players[1].computer) == "nega-scout:20:article"
    articles(window, "tictactoe", "play").page.choose(1)
    window.press("Watch one game")
    play = window.app.screen
    assert play.match.ply_texts()[:2] == ["b2", "b1"] and not play.session.paused
    articles(window, "diamond", "play")
    window.key(pygame.K_SPACE)
    assert isinstance(window.app.screen, Setup)
    assert window.app.screen.offer.key == "diamond"


def test_a_watched_game_is_not_kept_and_leads_back(window):
    window.app.open(GameOf(Match(GAMES["kalah"], "6x3", (), (Player("Me"), Player("You")))))
    own = window.app.screen.match
    for _ in range(4):
        window.move(own.position.moves()[0])
        window.settle()
    screen = articles(window, "kalah", "minimax")
    screen.page.choose(5)
    window.key(pygame.K_RETURN)
    window.key(pygame.K_RETURN)
    play = window.app.screen
    assert isinstance(play, Play)
    window.wait_for(lambda: len(play.match.plies) > 3)
    window.do("new")
    window.key(pygame.K_RETURN)
    assert window.app.screen.match.plies == []
    window.key(pygame.K_ESCAPE)
    back = window.app.screen
    assert isinstance(back, Articles)
    assert (back.reading.section.key, back.page.chosen) == ("minimax", 5)
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.app.screen, Home)
    assert window.app.screen.unfinished.match.players == own.players
    assert len(window.app.store.matches()) == 1


# -- trees


def test_a_tree_is_shown_and_watched_by_minimax_and_by_alpha_beta(window):
    screen = articles(window, "kalah", "tree")
    window.key(pygame.K_SPACE)
    assert screen.reading.pruned
    for algorithm, looked in (("nega-alpha", 5), ("minimax", 8)):
        screen = articles(window, "kalah", "tree")
        window.press(say(algorithm))
        assert f"{looked} leaves of 8" in screen.page.text()
        window.press(say("article_watch_search"))
        assert window.app.screen.visit.algorithm == algorithm


def test_reasons_of_cuts_are_told_in_words(window):
    tree = ARTICLES["kalah"].sections[1].classic.tree
    sentences = [cut_words(cut) for cut in search(tree, True).cuts]
    assert sentences[0] == "D is at least 4, and A takes at most 3: J need not be looked at."
    assert sentences[1] == "B is at most 2, and R has 3 already: F (M, N) need not be looked at."


@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
def test_alpha_and_beta_of_neighbours_do_not_touch(size, new_window):
    window = new_window(size)
    screen = articles(window, "kalah", "tree")
    window.key(pygame.K_SPACE)
    screen.refresh()
    bounds = re.compile("[αβ] [−0-9∞]+(  β [−0-9∞]+)?")
    said = [rect for text, rect in window.written() if bounds.fullmatch(text)]
    places = [rect.inflate(0, -rect.height // 2) for rect in said]
    assert len(places) >= 6
    for place in places:
        assert place.collidelistall(places) == [places.index(place)]


def test_saved_text_is_for_other_programs(window):
    screen = articles(window, "kalah", "minimax")
    screen.page.sheet.figures[0] = {"stones": [41, 31], "evaluations": 11775}
    head, first, *_ = [line.split("\t") for line in screen.page.text().splitlines()]
    assert head[2:] == ["stones", "published", "evaluations", "published"]
    assert first == ["2", "2", "41 : 31", "41 : 31", "11775", "11775"]
    assert "the article prints 90\u2009968" in screen.page.text()


def test_labels_say_what_was_cut_and_what_was_chosen(window):
    tree = ARTICLES["kalah"].sections[1].classic.tree
    labels = {label.name: label for label in outcome_labels(tree, True).values()}
    assert labels["J"].state is labels["F"].state is NodeState.LEFT_OUT
    assert labels["D"].state is NodeState.CUT
    assert (labels["D"].value, labels["D"].cut) == ("≥4", "β cut: 4 ≥ 3")
    assert (labels["D"].window, labels["B"].window) == ("α −∞  β 3", "α 3  β ∞")
    assert [name for name, label in labels.items() if label.lit] == ["R", "A", "C", "H"]
    chosen = outcome_labels(ARTICLES["measures"].sections[2].classic.tree, False)
    assert [label.name for label in chosen.values() if label.lit] == ["R", "A2"]


def test_a_click_in_the_tree_of_eight_follows_a_game(window):
    screen = articles(window, "kalah", "whole")
    path = (1, 0, 1)
    assert screen.page.tree.path_at(screen.page.tree.centre(path)) == path
    window.click(screen.page.tree.centre(path))
    assert screen.page.path == path
    assert screen.page.tree.path_at((0, 0)) is None


# -- the experiment


def test_the_experiment_goes_on_where_the_command_line_has_stopped(window, tmp_path):
    kept = ResultStore(tmp_path / "data" / "results.sqlite3", trial_subject(0))
    for number in range(30):
        kept.keep(repr(Trial((10, 5, 0, 0), (10, 0, 0, 0), number)), 1.0)
    screen = articles(window, "measures", "experiment")
    assert screen.page.progress.count == 30
    assert "100.0 ± " in screen.page.text()
    assert "disagrees at: Opponent's squares 5." in screen.page.text()


def test_a_weight_is_chosen_by_a_click_in_its_chart_and_by_keys(window):
    screen = articles(window, "measures", "experiment")
    tables = [part for part in screen.accessible_node().all if part.role is Role.TABLE]
    window.click(tables[1].parts[2].rect.center)
    assert "Mobility 15: " in window.says()
    window.key(pygame.K_RETURN)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    assert "Stable discs 10: " in window.says()


@pytest.mark.compiled
def test_games_of_the_experiment_are_played_and_kept(window, tmp_path):
    screen = articles(window, "measures", "experiment")
    window.key(pygame.K_SPACE)
    trials = screen.reading.trials
    window.wait_for(lambda: trials.count >= 2)
    window.key(pygame.K_SPACE)
    assert not trials.running
    count = trials.count
    fresh = ArticleReading(window.services.engine, tmp_path / "data").trials
    assert fresh.count == count


def test_the_experiment_goes_through_its_stages_and_keeps_every_game_once(
    window, tmp_path, monkeypatch
):
    monkeypatch.setattr(
        "kalahgui.gui.screens.articles.reading_state.trial_score", lambda *asked: 1.0
    )
    screen = articles(window, "measures", "experiment")
    window.press("Measure")
    trials = screen.reading.trials
    window.wait_for(lambda: not trials.running)
    assert trials.done and trials.count == trials.total == 390
    fresh = ArticleReading(window.services.engine, tmp_path / "data").trials
    assert fresh.done and fresh.count == 390
    # All being equally good, the smallest factor that plays is chosen.
    assert trials.tuning.chosen == (10, 5, 5, 10)
    window.app.wake()
    window.frames(2)
    assert "10 / 5 / 5 / 10" in screen.page.text().replace("\u00a0", " ")
    # The article's bases are 10 / 15 / 0 / 0 and 10 / 15 / 10 / 0 in the second and third stage.
    count = screen.page.text().count(": our base is another one")
    assert count == 2
    assert "Opponent's squares: our base" not in screen.page.text()
    with pytest.raises(AssertionError):
        window.press("Measure again")


def test_results_that_cannot_be_kept_stop_the_experiment(window, tmp_path, monkeypatch):
    def refuse(store, task, result):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ResultStore, "keep", refuse)
    monkeypatch.setattr(
        "kalahgui.gui.screens.articles.reading_state.trial_score", lambda *asked: 1.0
    )
    screen = articles(window, "measures", "experiment")
    window.key(pygame.K_SPACE)
    window.wait_for(lambda: not screen.reading.trials.running)
    assert screen.reading.trials.failure == "No space left on device"
    window.frames(2)
    assert "No space left on device" in " ".join(window.said())


def test_a_chart_puts_half_of_all_in_the_middle():
    rect = pygame.Rect(0, 0, 400, 200)
    chart = ShareChart(rect, theme.PALETTES["paper"], [Point("5", 50.0)], 13)
    assert chart.y_of(0) == chart.plot.bottom and chart.y_of(100) == chart.plot.top
    assert abs(chart.y_of(50) - chart.plot.centery) <= 1
    picture = pygame.Surface(rect.size)
    chart.draw(picture)
    x = chart.x_of(0) - round(13 * 0.62)
    assert picture.get_at((x - 4, chart.y_of(50))) == theme.PALETTES["paper"].accent


# -- saving


def _saved(window: Driver, screen: Articles, key: int) -> str:
    window.key(key, chr(key))
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=chr(key)))  # it does not go into the name
    window.save_as_suggested()
    return window.services.notices.waiting.pop()


def test_a_table_is_saved_as_text_and_nothing_written_over(window, tmp_path):
    screen = articles(window, "measures", "example")
    window.key(pygame.K_SPACE)
    window.wait_for(lambda: not screen.reading.running)
    (tmp_path / "Documents").mkdir()
    path = tmp_path / "Documents" / "kalahgui-measures-example.tsv"
    assert _saved(window, screen, pygame.K_t) == f"Saved: {path}"
    assert path.read_bytes().startswith(codecs.BOM_UTF8), "spreadsheets take it for another code"
    rows = [line.split("\t") for line in path.read_text("utf-8-sig").splitlines()]
    terms = "(20 + 0) + (20 + 0) + (20 + 1) + (20 − 3) + (20 − 3)"
    assert rows[3] == ["Mobility", terms, "95", "950", "950"]
    second = path.with_name("kalahgui-measures-example 2.tsv")
    assert _saved(window, screen, pygame.K_t) == f"Saved: {second}"


@pytest.mark.parametrize("article", ARTICLES)
def test_prose_is_saved_as_a_text_and_a_table_for_spreadsheets(new_window, tmp_path, article):
    """Pages of prose and of trees, whose lines are no rows, are texts; the others have a mark."""
    screen = articles(window := new_window(language="ja"), article)
    for place, section in enumerate(screen.reading.article.sections):
        screen.open_section(place)
        screen.save_text()
        window.save_as_suggested()
        prose = isinstance(section, Read | ExampleTree | WholeTree)
        path = tmp_path / f"kalahgui-{article}-{section.key}{'.txt' if prose else '.tsv'}"
        mark = b"" if prose else codecs.BOM_UTF8
        words = screen.page.text().replace("\n", os.linesep)
        assert path.read_bytes() == mark + words.encode()


def test_a_picture_is_saved_in_the_home_folder_or_it_is_told_why_not(window, tmp_path, monkeypatch):
    screen = articles(window, "kalah", "tree")
    path = tmp_path / "kalahgui-kalah-tree.png"
    assert _saved(window, screen, pygame.K_p) == f"Saved: {path}"
    assert pygame.image.load(str(path)).get_size() == screen.card.size
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "nowhere")
    for key in (pygame.K_t, pygame.K_p):
        notice = _saved(window, screen, key)
        assert notice == say("save_no_folder", folder=tmp_path / "nowhere")
        assert "\n" not in notice


# -- what is told


def test_misprints_are_told_and_have_a_star_behind_their_figures(window):
    screen = articles(window)
    # As long as nothing is measured the stones are not shown.
    for marked in (["90968"], ["90698", "34 : 38"]):
        for section, stars in (("minimax", marked), ("alpha-beta", [])):
            articles(window, "kalah", section).refresh()
            said = [text.replace("\u2009", "") for text in window.said()]
            assert [said[at - 1] for at, text in enumerate(said) if text == "*"] == stars
            page_text = "\n".join(said)
            assert "90968" in page_text and "90698" in page_text and "exchanged" in page_text
            of_what = "article_of_the_most" if section == "minimax" else "article_of_minimax"
            note = window.app.screen.page.note_words()[-1]
            assert say(of_what) in note, "what the bars are shares of"
        fill(screen.reading)


def test_shares_of_minimax_are_those_of_the_article(window):
    screen = articles(window, "kalah", "alpha-beta")
    page = screen.page
    assert page.share(0) is None
    for place, cell in enumerate(page.table.cells):
        page.sheet.figures[place] = cell.right
    shares = [page.share(place) for place in range(16)]
    assert (round(100 * min(shares)), round(100 * max(shares))) == (11, 53)


# -- every section at every size


def fill(reading: ArticleReading) -> None:
    """Fill the sheets as if all had been measured, with what the article printed besides."""
    for article in ARTICLES.values():
        for section in article.sections:
            table = getattr(section, "table", None)
            if table is not None:
                sheet = reading.sheet(table)
                for place, cell in enumerate(table.cells):
                    sheet.figures[place] = {**cell.published, **cell.right}
                sheet.revision += 1
            if isinstance(section, Experiment):
                _fill_experiment(reading)


def _fill_experiment(reading: ArticleReading) -> None:
    """Have every challenger win, so that nearly all shares disagree."""
    tuning = reading.trials.tuning
    while not tuning.finished:
        for trial in list(tuning.stage.waiting()):
            tuning.take(trial, 1.0)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_all_that_an_experiment_has_found_is_seen_at_once(new_window, language):
    """Also in the smallest window, and where two shares and two bases are others."""
    screen = articles(new_window(SIZES[0], language), "measures", "experiment")
    tuning, ours = screen.reading.trials.tuning, {(2, 15): 32.0, (2, 5): 70.0, (3, 50): 67.0}
    while not tuning.finished:
        stage = tuning.stage.stage
        for trial in list(tuning.stage.waiting()):
            factor = trial.challenger[stage.index]
            share = ours.get((stage.index, factor), stage.percents.get(factor, 50.0))
            tuning.take(trial, float(trial.number % 30 < 0.3 * share))
    screen.refresh()
    [scrolled] = [part for part in screen.controls.root.all if isinstance(part, Scroll)]
    assert len(screen.page.text().splitlines()) > 15 and not scrolled.scroller.longest


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_no_words_are_cut_or_leave_their_page(new_window, reader, size, language):
    screen = articles(window := new_window(size, language))
    inside = window.app.surface.get_rect()
    for screen.reading.pruned in (False, True):  # and measured then
        for article, place in PLACES:
            screen.open_article(article)
            screen.open_section(place)
            screen.refresh()
            window.frames()
            assert screen.page.text().strip()
            reads = isinstance(screen.page, ReadPage)
            room = inside.inflate(0, 2 * inside.height) if reads else inside
            for _ in range(9 if reads else 1):  # as far as its words can be scrolled
                outside = [text for text, at in window.written() if not room.contains(at)]
                assert outside == [], (article, place)
                screen.page.scroll(1)
        fill(screen.reading)
    assert reader.cut == []
