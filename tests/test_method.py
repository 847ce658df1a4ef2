"""How a computer plays, as text, there and back."""

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.core.reversi_measures import PUBLISHED
from kalahgui.core.search import MAX_DEPTH as SEARCH_DEPTH
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH
from kalahgui.engine.levels import MOST_LEVELS, levels_of, levels_on
from kalahgui.engine.method import MAX_FACTOR, MAX_ONE_IN, ORDERS, Method, parse, players
from kalahgui.games import GAMES
from kalahgui.games.game import MEASURES
from kalahgui.games.limit import CHILD_VALUES, HANDMADE, SEARCH, TABLE, WITHOUT_AMOUNT, Limit

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
games = st.sampled_from(list(GAMES.values()))


@st.composite
def methods(draw, game):
    varied = draw(st.booleans())
    if draw(st.booleans()):
        number = draw(st.integers(1, len(levels_of(game))))
        return Method(level=number, varied=varied)
    algorithm = draw(st.sampled_from(players(game, game.start(game.variant))))
    if algorithm in WITHOUT_AMOUNT:
        return Method(algorithm=algorithm, varied=varied)
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


factors = st.tuples(*[st.integers(0, MAX_FACTOR)] * 4)


@given(
    st.integers(1, MAX_DEPTH), factors | st.just(PUBLISHED), st.none() | st.integers(1, MAX_ONE_IN)
)
def test_measures_come_back_from_their_text(turns, factors, one_in):
    method = Method(algorithm=MEASURES, turns=turns, factors=factors, one_in=one_in)
    assert parse(str(method), REVERSI) == method
    limit = method.limit(REVERSI, REVERSI.start("8x8"))
    assert (limit.algorithm, limit.turns, limit.one_in) == ("minimax", turns, one_in)
    assert (
        REVERSI.with_evaluation(REVERSI.start("8x8"), limit.evaluation).evaluation.factors
        == factors
    )


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
        "simple",
        "alpha-beta:5",
        "minimax:0.25s",
        "search:1.5s",
        "nega-alpha:4:article:measures",
        "search:0.5s:measures",
        "search:0.5s:handmade varied",
        "mtd-f:1s:rising varied",
        "measures:2s varied",
        "measures:4:10,15,10,30:20",
    ],
)
def test_a_text_comes_back_from_its_method(text):
    assert str(parse(text, REVERSI)) == text
    usual = parse("measures:4:10,15,10,30", REVERSI)
    assert usual == parse("measures:4", REVERSI), "usual factors need not be told"


@settings(max_examples=examples(100, few=30))
@given(games, st.text("0123456789,sabehlnoprsuvm-.: ", max_size=24) | st.text(max_size=12))
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
        ("", "is not a player"),
        (" varied", "is not a player"),
        ("search:", "is not a player"),
        ("6:rising", "is not a player"),
        ("6 varied varied", "is not a player"),
        ("11", "levels go from 1 to 10"),
        ("old:6", "is not a player"),
        ("simple:3", "is not a player"),
        ("search:0", "looks 1 to 256 turns ahead"),
        ("minimax:65", "looks 1 to 64 turns ahead"),
        ("search:0s", "thinks 0.001 to 3600 seconds"),
        ("search:8:rising", r"takes one evaluation \(handmade\), not 'rising'"),
        ("minimax:3:handmade", r"takes one order of moves \(rising, article\), not 'handmade'"),
        ("minimax:3:rising:article", "takes one order of moves"),
        ("minimax:3:", "not ''"),
        ("measures:4", "is not a player"),
        ("table", "is not a player"),
        ("reversi measures", "is not a player"),
        ("reversi measures:0", "looks 1 to 64 turns ahead"),
        ("reversi measures:4:10,15,10", "takes its weights"),
        ("reversi measures:4:10,15,10,30:20:1", "takes its weights"),
        ("reversi measures:4:10,15,10,-30", "takes its weights"),
        ("reversi measures:4:10,15,10,1001", "a weight is 0 to 1000, not 1001"),
        ("reversi measures:4:10,15,10,30:0", "one move in 1 to 1000"),
        ("reversi table:4", "is not a player"),
        ("reversi child-values", "is not a player"),
        ("eight search:8:handmade", "search takes turns or seconds alone, not 'handmade'"),
    ],
)
def test_a_wrong_text_is_told_what_is_possible(text, says):
    key, _, rest = text.partition(" ")
    game, text = (GAMES[key], rest) if key in GAMES else (KALAH, text)
    with pytest.raises(ValueError, match=says.replace("256", str(SEARCH_DEPTH))):
        parse(text, game)


def test_a_board_offers_the_players_that_suit_it():
    usual = (SEARCH, *ALGORITHMS)
    assert players(KALAH, KALAH.start("6x6")) == usual
    assert players(REVERSI, REVERSI.start("8x8")) == (*usual, MEASURES)
    assert players(REVERSI, REVERSI.start("diamond")) == usual
    tictactoe = GAMES["tictactoe"]
    assert players(tictactoe, tictactoe.start("3x3")) == (*usual, TABLE, CHILD_VALUES)
    assert parse("table", tictactoe).limit(tictactoe) == Limit(TABLE, game="tictactoe")


def test_the_articles_order_is_the_default_on_the_diamond_alone():
    method = parse("nega-alpha:4", REVERSI)
    for variant in REVERSI.variants:
        article = variant.startswith("diamond")
        order = method.limit(REVERSI, REVERSI.start(variant)).order
        assert order == (REVERSI.article_order if article else ())
    rising = parse("nega-alpha:4:rising", REVERSI)
    assert rising.limit(REVERSI, REVERSI.start("diamond")).order == ()


def test_levels_belong_to_a_board():
    small, large = KALAH.start("6x3"), KALAH.start("6x6")
    most = len(levels_of(KALAH, small))
    assert most < len(levels_of(KALAH, large)) == MOST_LEVELS
    parse(str(most), KALAH).limit(KALAH, small)
    missing = parse(str(most + 1), KALAH)
    missing.limit(KALAH, large)
    with pytest.raises(ValueError, match=f"kalah:6x3 has no level {most + 1}; .* 1 to {most}$"):
        missing.limit(KALAH, small)


def test_a_board_that_was_not_measured_has_the_levels_of_the_nearest_one():
    for variant, like in (("6x2", "6x3"), ("8x9", "6x6"), ("5x5", "6x4"), ("1x1", "6x3")):
        assert levels_on(KALAH, variant) == levels_on(KALAH, like)
    assert levels_on(REVERSI, "diamond-parallel") == levels_on(REVERSI, "diamond")


def test_the_strongest_level_of_every_board_is_a_master_and_beginners_have_no_clock():
    for game in GAMES.values():
        for variant in game.variants:
            levels = levels_on(game, variant)
            ranks = [int(level.name.rpartition("_")[2]) for level in levels]
            assert (ranks[0], ranks[-1]) == (1, MOST_LEVELS)
            assert sorted(set(ranks)) == ranks
            assert all(level.limit.seconds is None for level in levels[:6])
