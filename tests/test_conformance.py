"""What every game must keep to, on every board: rules, events, notation, searches."""

import random
from importlib import import_module

import pytest
from examples import examples
from reference import moves_worth, slow_rules, worth

from kalahgui.core import COMPILED
from kalahgui.core.perft import perft
from kalahgui.core.position import IllegalMove
from kalahgui.core.search import Search
from kalahgui.core.table import Table
from kalahgui.core.textbook import ALGORITHMS, Textbook
from kalahgui.games import GAMES
from kalahgui.games.game import Again, fold

BOARDS = [(game, variant) for game in GAMES.values() for variant in game.variants]
SMALL_KALAH = [(GAMES["kalah"], variant) for variant in ("1x1", "2x3", "3x2", "8x9")]
CASES = [(game, variant, ()) for game, variant in BOARDS + SMALL_KALAH]
CASES += [
    (game, variant, (rule,))
    for game, variant in BOARDS + SMALL_KALAH
    for rule in game.rules
    if rule != "standard"
]


def named(case):
    game, variant, rules = case
    return ":".join((game.key, variant, *rules))


every_case = pytest.mark.parametrize("case", CASES, ids=named)


def random_game(case, seed, whole=False):
    """Yield the positions of a random game with the move played next, None at the end.

    A ``whole`` game goes on past a majority.
    """
    game, variant, rules = case
    chance = random.Random(f"{named(case)} {seed}")
    position = game.start(variant, rules)
    if whole:
        position = position.to_the_end()
    while not position.over:
        move = chance.choice(position.moves())
        yield position, move
        position = position.copy()
        position.play(move)
    yield position, None


@pytest.mark.law
@every_case
def test_events_tell_what_play_does_and_moves_are_those_of_a_slow_implementation(case):
    game = case[0]
    for seed in range(examples(3, 1)):
        for position, move in random_game(case, seed):
            assert position.moves() == slow_rules(game).legal_moves(game, position)
            assert position.over == (move is None)
            if move is None:
                continue
            before = position.copy()
            events = list(game.tell(position, move))
            assert position == before
            cells = fold(game.cells(position), events)
            after = position.copy()
            again = after.play(move)
            assert cells == game.cells(after)
            assert isinstance(events[-1], Again) == again
            assert not again or events[-1].passed == game.has_passes
            assert not any(isinstance(event, Again) for event in events[:-1])
            assert (after.turn == position.turn) == again
            assert not (again and after.over)


@every_case
def test_every_position_of_a_game_is_copied_guarded_bounded_and_written(case):
    game, variant, rules = case
    walked = [*random_game(case, 0, whole=True)]
    final = walked[-1][0].final() * (-1 if walked[-1][0].turn else 1)
    for position, _ in walked:
        low, high = position.bounds()
        assert low <= (-final if position.turn else final) <= high
    for position, move in random_game(case, 0):
        copy = position.copy()
        assert copy == position
        assert hash(copy) == hash(position)
        for illegal in set(range(-1, 65)) - set(position.moves()):
            with pytest.raises(IllegalMove):
                position.play(illegal)
        assert position == copy
        text = game.position_text(position)
        assert game.parse_position(text, rules) == position
        if game.key != "kalah":
            assert game.parse_position(text, rules, variant) == position
        if move is None:
            low, high = position.bounds()
            assert low <= position.final() <= high
            continue
        with pytest.raises(ValueError, match="not over"):
            position.final()
        assert game.parse_move(game.text(move)) == move
        copy.play(move)
        assert copy != position


@pytest.mark.parametrize(
    ("game", "variant"), BOARDS, ids=lambda parameter: getattr(parameter, "key", parameter)
)
def test_unknown_variants_and_rules_are_refused(game, variant):
    with pytest.raises(ValueError, match=r"\w"):
        game.start("no such board")
    with pytest.raises(ValueError, match="has no rule 'no such rule'"):
        game.start(variant, ["no such rule"])
    with pytest.raises(ValueError, match=r"\w"):
        game.parse_position("no such position")
    with pytest.raises(ValueError, match=r"\w"):
        game.parse_move("no such move")


def is_small(position, most):
    """Tell whether the whole tree below a position has at most so many nodes."""
    nodes = 0
    todo = [position]
    while todo and nodes <= most:
        here = todo.pop()
        nodes += 1
        for move in here.moves():
            child = here.copy()
            child.play(move)
            todo.append(child)
    return nodes <= most


def ending(case, seed, most=700):
    """Return the first position of a random whole game that can be searched by definition."""
    for position, _ in random_game(case, seed, whole=True):
        if is_small(position, most):
            return position
    raise AssertionError("a finished game is small")


@pytest.mark.law
@pytest.mark.few(16)
@every_case
def test_searches_agree_with_minimax_and_with_one_another(case):
    for seed in range(examples(3, 1)):
        position = ending(case, seed)
        if position.over:
            continue
        value = worth(position)
        *_, finding = Search(Table(10)).deepen(position)
        assert finding.exact
        assert finding.value == value
        assert dict(moves_worth(position))[finding.line[0]] == value
        assert len({Textbook(algorithm).run(position, 3) for algorithm in ALGORITHMS}) == 1


def after_some_moves(game, variant, plies):
    """Return a position of a game played by chance, in which it still goes on."""
    chance = random.Random(plies)
    here = last = game.start(variant)
    while plies and not here.over:
        last = here.copy()
        here.play(chance.choice(here.moves()))
        plies -= 1
    return last if here.over else here


def node_counts():
    """Return the nodes of small searches and trees of every game, to compare two cores."""
    counts = {}
    for game, variant in BOARDS:
        position = game.start(variant)
        figures = [perft(position, depth) for depth in (1, 2, 3)]
        for algorithm in ALGORITHMS:
            book = Textbook(algorithm)
            figures += [book.run(position, 2), book.nodes, book.evaluations, *book.line()]
        for finding in Search(Table(10)).deepen(position, 4):
            figures += [finding.value, finding.nodes, *finding.line]
        learnt = game.with_evaluation(position, "")
        if learnt.evaluation is not None:
            for finding in Search(Table(10)).deepen(learnt, 4):
                figures += [finding.value, finding.nodes, *finding.line]
            for plies in (24, 44, 52):
                there = game.with_evaluation(after_some_moves(game, variant, plies), "")
                for finding in Search(Table(10)).deepen(there, 4):
                    figures += [finding.value, finding.nodes, *finding.line]
            if not learnt.proved_by_windows():
                there = game.with_evaluation(after_some_moves(game, variant, 46), "")
                search = Search(Table(10))
                for finding in search.foresee(there):
                    figures += [finding.value, finding.nodes, *finding.line]
                figures += [search.bound(there, finding.value + i) for i in (0, 1)]
                figures += [search.nodes, *search.line]
        late = ending((game, variant, ()), 0, 200)
        for finding in Search(Table(10)).deepen(late):
            figures += [finding.value, finding.nodes, *finding.line]
        counts[f"{game.key}:{variant}"] = figures
    return counts


@pytest.mark.few(1)
@pytest.mark.skipif(not COMPILED, reason="there is only the interpreted core to count nodes with")
@pytest.mark.parametrize(
    ("module", "counts"),
    [
        ("test_endgame", "digests"),
        ("test_conformance", "node_counts"),
        ("test_search", "signatures"),
        ("test_solver", "count"),
    ],
)
def test_both_cores_search_the_same_nodes(interpreted, module, counts):
    assert interpreted(module, f"{counts}()") == getattr(import_module(module), counts)()
