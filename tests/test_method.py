"""How a computer plays, as text, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahgui.core.search import MAX_DEPTH as SEARCH_DEPTH
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH
from kalahgui.engine.levels import levels_of
from kalahgui.engine.limit import SEARCH, Limit
from kalahgui.engine.method import ORDERS, Method, parse
from kalahgui.games import GAMES
from kalahgui.games.game import HANDMADE

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
games = st.sampled_from(list(GAMES.values()))


@st.composite
def methods(draw, game):
    varied = draw(st.booleans())
    if draw(st.booleans()):
        return Method(level=draw(st.integers(1, len(levels_of(game)))), varied=varied)
    algorithm = draw(st.sampled_from((SEARCH, *ALGORITHMS)))
    search = algorithm == SEARCH
    known = [name for name in game.evaluations if search or name != HANDMADE]
    method = Method(
        algorithm=algorithm,
        order=draw(st.sampled_from(("",) if search else ("", *ORDERS))),
        evaluation=draw(st.sampled_from(["", *known])),
        varied=varied,
    )
    if draw(st.booleans()):
        turns = draw(st.integers(1, SEARCH_DEPTH if search else MAX_DEPTH))
        return Method(**(vars(method) | {"turns": turns}))
    seconds = draw(st.integers(1000, 3_600_000_000)) / 1_000_000
    return Method(**(vars(method) | {"seconds": seconds}))


@given(st.data())
def test_a_method_comes_back_from_its_text(data):
    game = data.draw(games)
    method = data.draw(methods(game))
    assert parse(str(method), game) == method
    assert isinstance(method.limit(game), Limit)


@pytest.mark.parametrize(
    "text",
    [
        "6",
        "6 varied",
        "alpha-beta:5",
        "minimax:0.25s",
        "search:8",
        "search:1.5s",
        "search:1.5s varied",
        "nega-alpha:4:rising",
        "nega-alpha:4:article:measures",
        "search:0.5s:measures",
        "search:0.5s:handmade varied",
    ],
)
def test_a_text_comes_back_from_its_method(text):
    assert str(parse(text, REVERSI)) == text


@given(games, st.text("0123456789sabehlnoprsuv-.: ", max_size=24) | st.text(max_size=12))
def test_any_other_text_is_refused_in_one_sentence(game, text):
    try:
        method = parse(text, game)
    except ValueError as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert parse(str(method), game) == method


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no player"),
        (" varied", "is no player"),
        ("search", "is no player"),
        ("search:", "is no player"),
        ("search:1.s", "is no player"),
        ("x:3", "is no player"),
        ("6:rising", "is no player"),
        ("6 varied varied", "is no player"),
        ("0", "levels go from 1 to 8"),
        ("9", "levels go from 1 to 8"),
        ("search:0", "looks 1 to 256 turns ahead"),
        ("minimax:65", "looks 1 to 64 turns ahead"),
        ("search:0s", "thinks 0.001 to 3600 seconds"),
        ("search:8:rising", r"given one evaluation \(handmade\), not 'rising'"),
        ("search:8:measures", r"given one evaluation \(handmade\), not 'measures'"),
        ("minimax:3:handmade", r"given one order of moves \(rising, article\), not 'handmade'"),
        ("minimax:3:rising:article", "given one order of moves"),
        ("minimax:3:rising:rising", "given one order of moves"),
        ("minimax:3:", "not ''"),
    ],
)
def test_a_wrong_text_is_told_what_is_possible(text, says):
    says = says.replace("256", str(SEARCH_DEPTH))
    with pytest.raises(ValueError, match=says):
        parse(text, KALAH)


def test_a_game_without_evaluations_takes_no_words():
    with pytest.raises(ValueError, match="search in eight can be given no words, not 'handmade'"):
        parse("search:8:handmade", GAMES["eight"])


def test_a_level_becomes_the_limit_of_its_game():
    assert parse("6", KALAH).limit(KALAH) == Limit("alpha-beta", turns=5)
    assert parse("6 varied", REVERSI).limit(REVERSI) == Limit(turns=6, varied=True)


def test_the_words_reach_the_limit():
    limit = parse("nega-alpha:4:rising:measures", REVERSI).limit(REVERSI)
    assert (limit.order, limit.evaluation) == ((), "measures")
    assert parse("minimax:2:article", REVERSI).limit(REVERSI).order == REVERSI.article_order


def test_the_measures_are_refused_on_a_small_board():
    method = parse("search:8:measures", REVERSI)
    method.limit(REVERSI, REVERSI.start("8x8"))
    with pytest.raises(ValueError, match="for the 8x8 board, not for 24 squares"):
        method.limit(REVERSI, REVERSI.start("diamond"))


def test_the_measures_judge_otherwise_than_the_game():
    start = REVERSI.start("8x8")
    start.play(start.moves()[0])
    measured = REVERSI.judged(start, "measures")
    assert measured.evaluate() != start.evaluate()
    assert REVERSI.cells(measured) == REVERSI.cells(start)
    assert REVERSI.judged(start, "handmade") is REVERSI.judged(start, "") is start


def test_a_time_of_any_length_goes_round():
    for seconds in (1 / 3, 0.1 + 0.2, 2.0, 0.001, 3600.0, 0.0123456789):
        method = Method(algorithm="search", seconds=seconds)
        assert parse(str(method), KALAH) == method
