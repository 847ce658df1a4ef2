"""Solved games, played: won as soon and lost as late as can be, never worse than their worth."""

import functools
import random

import pytest
from examples import ALL

from kalahgui.articles.tictactoe import all_positions
from kalahgui.assets import asset
from kalahgui.core import COMPILED
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import Table
from kalahgui.engine import textbook_player
from kalahgui.engine.levels import levels_of
from kalahgui.engine.method import parse
from kalahgui.engine.ready_table import looked_up, made
from kalahgui.engine.textbook_player import by_distance_to_win
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.game import children
from kalahgui.library.earlier_versions import parse_method

TIC_TAC_TOE = GAMES["tictactoe"]
PLAYERS = (
    "minimax:9",
    "alpha-beta:9",
    "nega-alpha:9",
    "nega-scout:9",
    "usual-nega-scout:9",
    "mtd-f:9",
    "mtd-f:9 varied",
    "search:9",
    "search:60s",
    "search:60s varied",
    "table",
    "table varied",
    # The strongest level, and those of an earlier version.
    str(len(levels_of(TIC_TAC_TOE))),
    "old:7",
    "old:8",
)


@functools.cache
def outcome(position):
    """Return who wins with best play (1 the mover, -1 the other), and after how many plies."""
    if position.over:
        return position.final(), 0
    after = ends_of(position)
    best = max(value for value, _ in after)
    plies = [plies for value, plies in after if value == best]
    return best, max(plies) if best < 0 else min(plies)


def ends_of(position):
    """Return who wins after each move, and after how many plies."""
    outcomes = (outcome(child) for _, child, _ in children(position))
    return [(-value, plies + 1) for value, plies in outcomes]


def all_unfinished():
    """Return every unfinished position that can come about."""
    return [position for position in all_positions() if not position.over]


def plays_in_time(player, positions):
    """Check that a player's move is best and, where somebody wins, soonest or latest."""
    limit = parse_method(player, TIC_TAC_TOE).limit(TIC_TAC_TOE)
    thinker = Thinker(seed=1, table_bits=12)
    for position in positions:
        finding = thinker.best(position, limit)
        value, plies = outcome(position)
        assert finding.value == value, TIC_TAC_TOE.position_text(position)
        child = position.copy()
        child.play(finding.line[0])
        reached, left = outcome(child)
        assert -reached == value, TIC_TAC_TOE.position_text(position)
        assert value == 0 or left + 1 == plies, TIC_TAC_TOE.position_text(position)


@pytest.mark.parametrize(("text", "only"), [("o........", "b2"), ("x...o..o.", "b1")])
def test_a_varied_player_with_a_table_full_of_results_holds_a_draw(text, only):
    """What is exact by the table comes from a short search: the others must be as sure."""
    here = TIC_TAC_TOE.parse_position(text)
    limit = parse_method("search:60s varied", TIC_TAC_TOE).limit(TIC_TAC_TOE)
    thinker = Thinker(seed=1, table_bits=14)
    moves = {TIC_TAC_TOE.text(thinker.best(here, limit).line[0]) for _ in range(10)}
    assert moves == {only}


def choice_of_time(position):
    """Tell whether equally good moves win or lose after different numbers of plies."""
    ends = ends_of(position)
    best = max(value for value, _ in ends)
    return best != 0 and len({plies for value, plies in ends if value == best}) > 1


@pytest.mark.few(4)
@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_is_in_time(player):
    choices = [here for here in all_unfinished() if choice_of_time(here)]
    late = [here for here in choices if (here.own | here.opp).bit_count() >= 4]
    lost = [here for here in late if outcome(here)[0] < 0]
    assert len(lost) > 20
    assert len(all_unfinished()) == 4520
    plays_in_time(player, all_unfinished() if ALL and COMPILED else late[::20] + lost[::8])


def test_the_counts_of_a_search_stay_as_published():
    """The choice among equals is looked into afterwards and counts nothing."""
    start = TIC_TAC_TOE.parse_position(".x..o....")
    limit = parse_method("minimax:9", TIC_TAC_TOE).limit(TIC_TAC_TOE)
    finding = Thinker().best(start, limit)
    assert (finding.value, finding.nodes) == (1, 7064)


def test_a_short_sighted_player_is_in_time_as_far_as_it_sees():
    # Both b3 and a loop of threats win; b3 at once.
    here = TIC_TAC_TOE.parse_position("xoxxo.o..")
    for player in ("minimax:1", "minimax:3", "search:3", "nega-alpha:2"):
        limit = parse_method(player, TIC_TAC_TOE).limit(TIC_TAC_TOE)
        assert TIC_TAC_TOE.text(Thinker().best(here, limit).line[0]) == "b3"


def test_the_table_has_the_value_of_every_position():
    assert len(asset("tables", "tictactoe.txt").read_text("ascii").splitlines()) == 4520
    for position in all_unfinished()[::7]:
        assert looked_up("tictactoe", position).value == outcome(position)[0]


def test_a_game_without_a_table_has_none_to_make():
    with pytest.raises(ValueError, match="no table of all positions is kept for eight"):
        made(GAMES["eight"])


# -- solved games, played


WEAKER = ("nega-scout:4", "search:3", "alpha-beta:2")


def margin_of(board: str, strongest: int, other: str, seed: int) -> int:
    """Play the strongest level as a side and return the first player's margin."""
    game, variant = game_and_variant(board)
    position = game.start(variant)
    thinkers = Thinker(table_bits=20), Thinker(seed, table_bits=14)
    rng = random.Random(seed)
    best = levels_of(game)[-1].limit
    while not position.over:
        if position.turn == strongest:
            finding = thinkers[0].best(position, best)
            assert finding.exact, "the strongest level does not read the game out"
            move = finding.line[0]
        elif other:
            limit = parse(other, game).limit(game)
            move = thinkers[1].best(position, limit).line[0]
        else:
            move = rng.choice(position.moves())
        position.play(move)
    return position.final() if position.turn == 0 else -position.final()


@pytest.mark.few(1)
@pytest.mark.compiled
@pytest.mark.parametrize("other", [*WEAKER, ""])
def test_the_first_player_of_the_diamond_never_loses(other):
    for seed in range(4 if not other else 1):
        assert margin_of("reversi:diamond", 0, other, seed) >= 0


@pytest.mark.few(1)
@pytest.mark.compiled
@pytest.mark.parametrize("other", [*WEAKER, ""])
def test_the_second_player_of_the_parallel_start_never_loses_by_more_than_ten(other):
    for seed in range(4 if not other else 1):
        assert margin_of("reversi:diamond-parallel", 1, other, seed) <= 10


@pytest.mark.compiled
def test_the_best_on_both_sides_reach_the_value():
    for board, value in (("reversi:diamond", 0), ("reversi:diamond-parallel", 10)):
        for strongest in (0, 1):
            assert margin_of(board, strongest, "search:60", 1) == value


def test_the_second_player_of_eight_always_wins():
    for seed in range(8):
        assert margin_of("eight", 1, "", seed) == -1


def test_who_has_no_time_left_to_win_sooner_plays_what_was_found(monkeypatch):
    position = TIC_TAC_TOE.parse_position("oo.xx....")
    *_, finding = Search(Table(10)).deepen(position)
    slow = finding._replace(line=[8])
    stop, looked = StopWord(), []
    assert by_distance_to_win(position, slow, stop).line[0] == 2

    def interrupted(position, ahead, textbook):
        looked.append(ahead)
        stop.raised = True
        return {2: 1}

    monkeypatch.setattr(textbook_player, "move_values", interrupted)
    assert by_distance_to_win(position, slow, stop).line == [8] and looked == [1]
