"""A match: plies, undo and redo, the pie rule, the result, what its searches took; as records."""

from dataclasses import replace
from itertools import pairwise

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from test_session import FakeEngine, session_of

from kalahgui.core.search import Finding
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.library.saved import StoredMatch, record_of, result_of, stored_of
from kalahgui.match.edits import delete, promote
from kalahgui.match.match import Match, Player, Series
from kalahgui.match.node import NO_SEARCH, SWAP, SearchStatistics, SearchTotals, Sum

KALAH = GAMES["kalah"]
PERSON = Player("Ann")
OTHER = Player("Bo")
COMPUTER = Player("", Method(level=3))


def match(*players, board="6x6", rules=(), plies=(), **options):
    """Return a match of Kalah with some plies played."""
    game = Match(KALAH, board, rules, players or (PERSON, OTHER), **options)
    for ply in plies:
        game.play(ply)
    return game


def over(board):
    """Return a match that has been played to its end."""
    game = match(board=board)
    while not game.here.over:
        game.play(game.position.moves()[0])
    return game


def test_a_match_begins_at_the_start_and_takes_legal_plies_alone():
    game = match()
    for ply in (6, 64, SWAP):
        with pytest.raises(ValueError, match=r"not legal|cannot be swapped"):
            game.play(ply)
    assert (game.position, game.mover, game.here.plies) == (KALAH.start("6x6"), PERSON, [])
    assert (game.here.over, game.here.winner, game.here.margin) == (False, None, 0)
    assert not game.can_undo


@pytest.mark.parametrize(
    ("players", "ends"),
    [
        ((PERSON, OTHER), ([0, 1, 0], [0, 1], [0], [])),
        ((PERSON, COMPUTER), ([0, 1, 0], [0], [])),
        ((COMPUTER, PERSON), ([1],)),
    ],
)
def test_undo_goes_back_to_where_a_person_moved_and_redo_brings_it_back(players, ends):
    game = match(*players, plies=ends[0])
    for before, after in pairwise(ends):
        assert game.can_undo and game.undo() == len(before) - len(after)
        assert game.here.plies == after
    assert (game.can_undo, game.undo()) == (False, 0)
    for after, before in pairwise(reversed(ends)):
        assert game.redo() == before[len(after) :]
        assert game.here.plies == before
    assert game.redo() == []


def test_a_ply_played_instead_becomes_the_main_line():
    game = match(plies=(0, 1, 2))
    game.undo()
    game.undo()
    game.play(3)
    assert game.here.plies == [0, 3]
    assert game.redo() == []
    assert texts(game) == [["1", "4"], ["1", "2", "3"]]
    game.undo()
    assert game.redo() == [3]


def test_a_ply_played_while_walking_about_is_a_side_line():
    game = match(plies=(0, 1, 2))
    tip = game.tip
    game.go_to(game.root.children[0])
    assert game.here is not game.tip
    game.play(4)
    assert (game.here.plies, game.tip) == ([0, 4], tip)
    game.play(5)
    assert texts(game) == [["1", "2", "3"], ["1", "5", "6"]]
    assert game.undo() == 1
    assert game.here.plies == [0, 4]
    assert game.redo() == [5]
    game.back_to_the_match()
    assert game.here.plies == [0, 1, 2]
    game.play(0)
    assert texts(game) == [["1", "2", "3", "1"], ["1", "5", "6"]]


def test_the_result_is_that_of_the_main_line():
    game = match(plies=(0, 1, 2))
    game.go_to(game.root)
    game.play(3)
    game.resign(1)
    assert (game.here.over, game.here.winner) == (True, 0)
    assert result_of(game) == ""
    game.back_to_the_match()
    assert not game.here.over
    game.resign(0)
    assert (game.here.winner, result_of(game)) == (1, "first resigned")


def test_nobody_resigns_where_the_match_has_ended_or_goes_on():
    game = over("1x2")
    for node, refusal in ((game.tip, "over"), (game.root, "goes on")):
        game.go_to(node)
        with pytest.raises(ValueError, match=refusal):
            game.resign(0)
    assert game.position == game.start
    assert game.root.resigned is None


def test_a_resignation_ends_the_match_until_it_is_taken_back():
    game = match(pie=True, plies=(0, 1))
    game.undo()
    game.resign(0)
    assert (game.here.over, game.here.winner) == (True, 1)
    assert (game.can_undo, game.can_redo, game.can_swap, game.redo()) == (True, False, False, [])
    for ply in (1, 2):
        with pytest.raises(ValueError, match="over"):
            game.play(ply)
    assert game.undo() == 0
    assert (game.here.over, game.here.plies) == (False, [0])


def test_the_second_player_may_swap_once_and_the_seats_follow():
    game = match(pie=True)
    for ply in (0, 1):
        assert not game.can_swap
        with pytest.raises(ValueError, match="swapped"):
            game.play(SWAP)
        game.play(ply)
    for _ in range(2):
        assert game.can_swap
        game.play(SWAP)
        assert not game.can_swap
        assert (game.mover, game.player_of(0)) == (PERSON, OTHER)
        assert game.ply_texts() == ["1", "2", "swap"]
        game.undo()
    game.play(SWAP)
    game.play(3)
    first, extra, swap, answer = game.here.line
    assert [game.seat_before(node) for node in (first, extra, swap, answer)] == [0, 0, 1, 0]
    assert (game.seat_of(0, first), game.seat_of(0, swap)) == (0, 1)
    game.go_to(extra)
    assert game.can_swap
    assert game.player_of(0) == PERSON


def texts(game):
    """Return every line of a match from the start to its end, the main line first."""
    leaves = [node for node in [game.root, *game.root.below()] if not node.children]
    return [[game.text(node.ply) for node in leaf.line] for leaf in leaves]


def test_a_turn_is_all_plies_of_one_player_in_a_row():
    game = match()
    game.play(0)
    game.play(1)
    assert [node.ply for node in game.last_turn] == [0, 1]
    game.play(0)
    assert [node.ply for node in game.last_turn] == [0]
    game.undo()
    assert [node.ply for node in game.last_turn] == [0, 1]
    assert match().last_turn == []


def test_the_winner_has_the_seat_of_the_winning_side():
    for plies, winner in (([0, 1], 1), ([0, SWAP, 1], 0)):
        game = match(board="2x2", start=KALAH.parse_position("<2,1,4,1,1,1,1>"), pie=True)
        for ply in plies:
            game.play(ply)
        assert game.here.over
        assert (game.here.margin, game.here.winner) == (-4, winner)


def restored(game):
    """Return a match as it comes back from the store."""
    return stored_of(record_of(StoredMatch(game))).match


STEPS = ("play", "play", "play", "undo", "redo", "go", "back", "note")


@settings(max_examples=examples(60))
@given(
    steps=st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 999)), max_size=60),
    board=st.sampled_from(["6x6", "3x2", "1x5"]),
    pie=st.booleans(),
)
def test_the_whole_tree_of_a_match_comes_back(steps, board, pie):
    game = match(PERSON, OTHER, board=board, pie=pie)
    for word, number in steps:
        nodes = [game.root, *game.root.below()]
        node = nodes[number % len(nodes)]
        if word == "play" and not game.here.over:
            plies = game.position.moves() + [SWAP] * game.can_swap
            game.play(plies[number % len(plies)])
        elif word == "undo":
            game.undo()
        elif word == "redo":
            game.redo()
        elif word == "go":
            game.go_to(node)
        elif word == "back":
            game.back_to_the_match()
        elif word == "note":
            node.comment = f"note {number}"
            free = node is not game.tip and node not in (game.root, *game.tip.line)
            if number % 5 == 0 and free and not node.over:
                game.resign(number % 2, node)
        check_tree(game)
    again = restored(game)
    check_tree(again)
    assert texts(again) == texts(game)
    assert again.here is again.tip
    assert again.plies == [node.ply for node in game.tip.line]
    for ours, theirs in zip(
        [again.root, *again.root.below()], [game.root, *game.root.below()], strict=True
    ):
        assert (ours.position, ours.comment) == (theirs.position, theirs.comment)
        assert ours.resigned == theirs.resigned


def check_tree(game):
    """Check what must hold of every match."""
    for node in game.root.below():
        assert node in node.parent.children
        assert len({child.ply for child in node.parent.children}) == len(node.parent.children)
        if node.ply == SWAP:
            assert node.position == node.parent.position
        else:
            position = node.parent.position.copy()
            position.play(node.ply)
            assert position == node.position
        assert node.swapped == ([other.ply for other in node.line].count(SWAP) % 2 == 1)
    for node in game.tip.line:
        assert node.parent.children[0] is node, "the main line comes first"


def test_there_is_something_to_keep_as_soon_as_something_has_happened():
    assert not StoredMatch(match()).has_something
    assert StoredMatch(match(), series=Series((1, 0))).has_something
    assert StoredMatch(match(), identifier=3).has_something
    resigned, played_on = StoredMatch(match()), StoredMatch(match())
    resigned.match.resign(0)
    played_on.match.play(0)
    assert resigned.has_something and played_on.has_something


def test_what_the_store_knows_of_a_match_comes_back():
    stored = StoredMatch(match(), "2026-01-01", Series((2, 1), 3), 7, 4)
    stored.match.play(0)
    again = stored_of(record_of(stored))
    assert (again.begun, again.identifier, again.revision) == ("2026-01-01", 7, 4)
    assert again.series == Series((2, 1), 3)


ENDED = record_of(StoredMatch(over("1x2")))
SIDE_LINES = (
    "{oops",
    "[]",
    '{"nodes": [[9, "1"]]}',
    '{"nodes": [[0, "7"]]}',
    '{"nodes": [[0, "swap"]]}',
    '{"nodes": [["0", "2"]]}',
    '{"nodes": [0]}',
    '{"nodes": 3}',
    '{"comments": [1]}',
    '{"comments": {"7": "x"}}',
    '{"resigned": {"0": 2}}',
    '{"resigned": {"0": 0}}',
    '{"resigned": {"1": 1.0}}',
    '{"resigned": {"1": 0}, "nodes": [[1, "1"]]}',
    '{"nodes": [[true, "2"]]}',
    '{"searched": {"7": [1, 2, 0.5]}}',
    '{"searched": {"1": [1, 2]}}',
    '{"searched": {"1": ["1", 2, 0.5]}}',
    '{"searched": {"1": [1, -2, 0.5]}}',
    '{"searched": {"1": [1, 2, NaN]}}',
    "[" * 100_000,
)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"variant": "9x9"},
        {"variant": "5x6"},
        {"rules": "chess"},
        {"start": "<6,1>"},
        {"moves": "1 2 7"},
        {"moves": "1 x"},
        {"moves": "swap"},
        {"moves": "1 1"},
        {"players": ""},
        {"players": '[["a", ""]]'},
        {"players": '[["a", ""], ["b", "magic:3"]]'},
        {"players": '[["a", ""], ["b", 3]]'},
        {"result": "first!"},
        {"result": "nobody"},
        {"players": "[" * 100_000},
        {"moves": "1 2", "result": "drawn"},
        {
            "variant": "1x2",
            "start": ENDED.start,
            "moves": f"{ENDED.moves} 1",
            "result": ENDED.result,
        },
        *({"series": series} for series in ("", "1 2", "-1 0 0", "a b c")),
        *({"side_lines": lines} for lines in SIDE_LINES),
    ],
)
def test_a_record_that_is_not_wholly_legal_is_refused(wrong):
    game = match(PERSON, COMPUTER, plies=(0,))
    with pytest.raises(ValueError):
        stored_of(replace(record_of(StoredMatch(game)), **wrong))


def test_players_of_an_older_record_are_read():
    record = replace(
        record_of(StoredMatch(match())), players='[["Ann", ""], ["", "search:1.5s varied"]]'
    )
    first, second = stored_of(record).match.players
    assert first == PERSON
    assert second.computer == Method(algorithm="search", seconds=1.5, varied=True)
    assert record_of(stored_of(record)).players == record.players


def test_a_record_with_an_evaluation_that_does_not_suit_its_board_is_refused():
    game = Match(GAMES["reversi"], "4x4", (), (PERSON, OTHER))
    record = replace(
        record_of(StoredMatch(game)), players='[["Ann", ""], ["", "search:4:measures"]]'
    )
    with pytest.raises(ValueError, match="8x8 board"):
        stored_of(record)


def with_side_line():
    """Return a match of three plies with a side line of two that leaves it after the first."""
    game = match(plies=(0, 1, 2))
    game.go_to(game.root.children[0])
    game.play(4)
    game.play(5)
    return game


def test_a_side_line_goes_on_while_somebody_walks_about():
    game = with_side_line()
    assert (game.aside, game.walking) == (True, False)
    end = game.end
    game.go_to(game.root)
    for ply in (0, 4):
        game.play(ply)
        assert game.end is end, "what is played already is walked along"
    assert game.here.plies == [0, 4]
    game.go_to(game.tip)
    assert (game.aside, game.walking) == (True, True)
    game.play_at_end(0)
    assert game.here is game.tip
    assert (game.end.before, game.end.plies) == (end, [0, 4, 5, 0])


def test_a_side_line_is_taken_back_as_far_as_the_line_it_left():
    game = with_side_line()
    for plies, aside, walking in (([0, 4], True, False), ([0], False, True)):
        assert game.undo() == 1
        assert (game.here.plies, game.aside, game.walking) == (plies, aside, walking)
    assert (game.can_undo, game.undo()) == (False, 0)
    assert game.tip.plies == [0, 1, 2]


def test_another_answer_to_the_same_move_leaves_what_was_taken_back_unlisted():
    game = match(plies=(0, 1, 2))
    [first] = game.root.children
    for _ in range(3):
        game.undo()
    game.play(0)
    game.play(3)
    assert [node.plies for node in game.root.below() if node.taken_back] == [[0, 1], [0, 1, 2]]
    game.undo()
    game.go_to(first)
    game.play(1)  # on purpose
    assert [node.plies for node in game.root.below() if node.taken_back] == [[0, 1, 2], [0, 3]]


def test_nothing_is_taken_back_or_played_again_while_walking():
    game = match(plies=(0, 1, 2))
    game.undo()
    game.go_to(game.root)
    assert (game.can_undo, game.can_redo) == (False, False)
    assert (game.undo(), game.redo()) == (0, [])


def test_what_is_only_looked_at_is_kept_once_it_is_played_on():
    game = match(plies=(0,))
    seen = game.glimpse(game.here, [1, 2, 3])
    assert [node.ply for node in seen] == [1, 2, 3]
    assert list(game.here.below()) == []
    game.go_to(seen[1])
    game.play(4)
    assert texts(game) == [["1", "2", "3", "5"]]
    assert game.tip.plies == [0]
    assert game.aside


def test_a_glimpse_ends_where_a_ply_is_not_legal_or_the_match_is_over():
    moves, game = over("1x1").plies, match(board="1x1")
    assert len(game.glimpse(game.root, [*moves, 0])) == len(moves)
    assert game.glimpse(game.root, [5]) == []


def test_a_side_line_becomes_the_game_and_that_can_be_taken_back():
    game = with_side_line()
    stood, before = game.tip, texts(game)
    edit = promote(game, game.end.parent)
    assert game.tip.plies == [0, 4, 5]
    assert (game.aside, game.walking) == (False, False)
    assert texts(game)[0] == ["1", "5", "6"]
    edit.take_back()
    assert (game.tip, texts(game)) == (stood, before)
    assert game.aside


def test_a_side_line_is_deleted_with_all_below_it_and_comes_back():
    game = with_side_line()
    before, end = texts(game), game.end
    edit = delete(game, end.parent)
    assert texts(game) == [["1", "2", "3"]]
    assert (game.here.plies, game.aside) == ([0], False)
    edit.take_back()
    assert texts(game) == before
    assert game.here is game.end is end
    [seen] = game.glimpse(game.tip, [0])
    for change, refusal in ((promote, "the game already"), (delete, "cannot be deleted")):
        with pytest.raises(ValueError, match=refusal):
            change(game, game.tip)
        with pytest.raises(ValueError, match="not been played"):
            change(game, seen)


def test_a_line_that_goes_on_after_a_resignation_takes_it_back():
    game = match(plies=(0, 1))
    game.undo()
    game.resign(0)
    edit = promote(game, game.here.children[0])
    assert game.tip.plies == [0, 1]
    assert not game.tip.over
    assert stored_of(record_of(StoredMatch(game))).match.plies == [0, 1]
    edit.take_back()
    assert (game.tip.plies, game.tip.resigned) == ([0], 0)


# -- what searches took


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([], None),
        ([3, 4], Sum(7, True)),
        ([0, 0], Sum(0, True)),
        ([3, None], Sum(3, False)),
        ([None, None], None),
        ([0, None], None),
    ],
)
def test_a_sum_says_whether_it_is_whole_and_nothing_where_nobody_counted(counts, expected):
    assert Sum.of(counts) == expected


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (Finding(5, 2, [1], 0, False, None), SearchStatistics(None, None, 0.5)),  # it was stopped
        (Finding(5, 2, [1], 90, True, None), SearchStatistics(None, 90, 0.5)),
        (Finding(0, 1, [1], 0, True, 0), SearchStatistics(0, 0, 0.5)),  # of a table
    ],
)
def test_a_search_has_the_counts_that_it_made(finding, expected):
    assert SearchStatistics.of(finding, 0.5) == expected


@pytest.mark.parametrize(
    ("plies", "counted", "expected"),
    [
        ((0, 0, 1), (10, 3, 1), (Sum(11, True), Sum(3, True))),
        # The swap is the second player's, what comes after it the first one's, who was not counted.
        ((0, SWAP, 0), (None, 3, 5), (Sum(5, False), Sum(3, True))),
    ],
)
def test_each_player_has_the_sum_of_his_own_plies(plies, counted, expected):
    game = match(COMPUTER, COMPUTER, board="6x4", pie=True, plies=plies)
    for node, count in zip(game.here.line, counted, strict=True):
        node.search_statistics = count and SearchStatistics(count, 2 * count, count / 2)
    for seat, total in enumerate(expected):
        twice, half = (replace(total, known=factor * total.known) for factor in (2, 0.5))
        assert game.search_totals_of(seat) == SearchTotals(total, twice, half)
    while game.undo():
        pass
    assert game.search_totals_of(1) == SearchTotals(), "what is taken back counts no more"
    while game.redo():
        pass
    assert game.search_totals_of(1).evaluations == expected[1]


def test_the_first_ply_of_a_turn_has_all_the_statistics():
    match = Match(KALAH, "6x4", (), (COMPUTER, PERSON))
    engine = FakeEngine()
    engine.line = [2, 0]  # the third pit moves again
    session = session_of(match, engine)
    while not session.persons_turn:
        session.update(0.5)
    assert match.plies == [2, 0]
    assert [node.search_statistics for node in match.here.line] == [
        SearchStatistics(7, 9, 1.5),
        NO_SEARCH,
    ]
    assert match.search_totals_of(0) == SearchTotals(Sum(7, True), Sum(9, True), Sum(1.5, True))


def test_a_single_step_is_searched_anew_for_the_next_ply():
    match = Match(KALAH, "6x4", (), (COMPUTER, PERSON))
    engine = FakeEngine()
    engine.line = [2, 0]
    session = session_of(match, engine)
    session.toggle_pause()
    for count in (1, 2):
        session.step()
        while len(match.plies) < count:
            session.update(0.5)
        engine.line = [0]
    assert [node.search_statistics for node in match.here.line] == [SearchStatistics(7, 9, 1.5)] * 2


def test_a_match_that_was_loaded_has_no_statistics():
    match = Match(GAMES["kalah"], "6x4", (), (COMPUTER, PERSON))
    match.replay_texts(["1", "1", "2"])
    assert match.search_totals_of(0) == SearchTotals()


def test_what_holds_of_the_game_holds_wherever_one_looks():
    game = match(Player(), Player(), plies=(2, 0, 1))
    game.resign(0)
    side = game.add(game.root, 5)
    for node in (game.root, game.root.children[0], side, game.tip):
        game.go_to(node)
        assert (game.over, game.winner, game.plies) == (True, 1, game.tip.plies)
        assert game.here.over == (node is game.tip)
        assert Series().counting(game) == Series((0, 1))
