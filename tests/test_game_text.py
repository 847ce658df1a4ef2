"""The program's own game text: what a hand may write, and what is said of mistakes."""

import random

import pytest
from written_games import match_of, random_match

from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.library import formats
from kalahgui.library.formats import WrittenGame
from kalahgui.match.edits import promote
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Forfeit

KALAH = '[Game "kalah:6x4"]\n'
REVERSI = '[Game "reversi:8x8"]\n'
PGN = '[Black "Aiko"]\n[White "Ken"]\n'


def lines_of(match):
    """Return every line of a match from the start to its end, in notation."""
    ends = [node for node in (match.root, *match.root.below()) if not node.children]
    return [" ".join(match.ply_texts(node)) for node in ends]


def test_a_game_looks_like_this():
    text = (
        '[Game "kalah:6x4"]\n[Rules "empty-capture, pie"]\n[Event "Club"]\n'
        '[First "Aiko"]\n[SecondComputer "5"]\n[Result "second resigned"]\n\n'
        "{A start} 1. 3 {good} (1. 1) 1... 6 (1... 5 2. 2 (2. 1)) 2. swap 3. 1 -- (4. 2\n"
        "5. 3) second resigned\n"
    )
    (written,) = formats.read(text.encode()).games
    assert formats.text_of(written) == text
    match = written.match
    assert (match.rules, match.pie, match.tip.resigned) == (("empty-capture",), True, 1)
    assert [player.name for player in match.players] == ["Aiko", ""]
    assert str(match.players[1].computer) == "5"
    assert written.tags == {"Event": "Club"}
    assert (match.root.comment, match.tip.line[0].comment) == ("A start", "good")
    assert lines_of(match) == ["3 6 swap 1 2 3", "3 5 2", "3 5 1", "1"]


@pytest.mark.parametrize(
    "moves",
    ["3 6 4 1", "1. 3 6 2. 4 3. 1", "1.3 6 2.4 3.1", "17... 3 6 *\n\n 4\t1", "3 6 4 1 *"],
)
def test_numbers_and_line_ends_are_the_writers_own_affair(moves):
    moves = moves.replace("*\n\n", "")
    assert match_of(KALAH + moves).ply_texts() == ["3", "6", "4", "1"]


def test_a_pass_may_be_written_where_there_is_one_and_may_be_left_out():
    match = next(filter(None, map(_random_game_with_a_pass, range(200))))
    text = formats.text_of(WrittenGame(match))
    assert ". pass" in text
    assert match_of(text).plies == match.plies
    before, _, after = text.partition(". pass")
    without = before.rpartition(" ")[0] + after
    assert match_of(without).plies == match.plies


def _random_game_with_a_pass(seed):
    match = random_match(random.Random(seed), "reversi", "8x8", tree=False, rules=())
    return match if ". pass" in formats.text_of(WrittenGame(match)) else None


def test_variations_stand_behind_the_move_that_they_take_the_place_of():
    match = match_of(KALAH + "1. 3 6 (1... 5 2. 1) (1... 4 2. 2 (2. 3 3. 1) 3. 1) 2. 4")
    assert lines_of(match) == ["3 6 4", "3 5 1", "3 4 2 1", "3 4 3 1"]
    assert match.tip.plies == match.tip.line[-1].plies
    # What a side line prefers stays so, too.
    assert formats.text_of(WrittenGame(match_of(formats.text_of(WrittenGame(match))))) == (
        formats.text_of(WrittenGame(match))
    )


def test_what_goes_on_comes_before_a_variation_that_begins_alike():
    match = match_of(KALAH + "3 (3 5) 6")
    assert lines_of(match) == ["3 6", "3 5"]
    match.go_to(match.root.children[0])
    assert match.text(match.here.children[0].ply) == "6"


def test_what_was_taken_back_lies_behind_the_end_of_a_line():
    match = match_of(KALAH + "-- (3 6) (1) *")
    assert match.tip is match.root
    assert lines_of(match) == ["3 6", "1"]
    match.redo()
    assert match.ply_texts() == ["3"]


def test_a_variation_may_resign_and_a_promoted_one_comes_first():
    match = match_of(KALAH + "3 6 (5 second resigned) 1")
    side = match.root.children[0].children[1]
    assert side.resigned == 1
    promote(match, side)
    assert formats.text_of(WrittenGame(match)).endswith("\n1. 3 5 (1... 6 2. 1) second resigned\n")


def test_a_result_may_be_told_by_a_tag_alone():
    assert match_of(KALAH + '[Result "first resigned"]\n3 6').tip.resigned == 0
    assert match_of(KALAH + '[Result "second"]\n3 6 first resigned').tip.resigned == 0
    assert match_of(KALAH + '[Result "*"]\n3 6').tip.resigned is None


def test_a_loss_on_time_is_read_and_written_in_the_game_and_in_a_variation():
    match = match_of(KALAH + "3 6 (5 second Out of  Time) 1 first out of time")
    assert match.tip.forfeit == Forfeit(0, on_time=True)
    side = next(node for node in match.root.below() if node.ply == 4)
    assert side.forfeit == Forfeit(1, on_time=True)
    text = formats.text_of(WrittenGame(match))
    assert '[Result "first out of time"]' in text
    again = formats.read(text.encode()).games[0].match
    assert [node.forfeit for node in again.root.below()] == [n.forfeit for n in match.root.below()]


def test_several_games_and_the_good_ones_of_several():
    text = f"{KALAH}3 6\n\n{KALAH}3 3\n\n{REVERSI}f5 d6 {{open\n{REVERSI}\n1. f5 *\n"
    contents = formats.read(text.encode())
    assert [written.match.ply_texts() for written in contents.games] == [["3", "6"], ["f5"]]
    assert [str(bad) for bad in contents.bad] == [
        "line 5: '3': this move is not legal here",
        "line 8: a comment is not closed: } is missing",
    ]
    assert contents.bad_words.startswith("2 of 4 games cannot be read; the first, line 5: ")
    # It would keep whatever was read before.
    assert all(bad.why.__traceback__ is None for bad in contents.bad)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Rules ""]\n3', "line 1: the tag that names the game is missing"),
        ('[Game "chess"]\ne4', "line 1: there is no game 'chess'"),
        ('[Game "kalah:9x9"]\n1', "line 1: a Kalah board has 1 to 8 pits"),
        (KALAH + '[Rules "odd"]\n1', "line 2: kalah has no rule 'odd'"),
        (REVERSI + '[Rules "pie"]\nf5', "line 2: reversi has no pie rule"),
        (KALAH + '[Start "<5,0,0,1,1,1,1,1,1,1,1,1,1>"]\n1', "line 2: the start position does not"),
        (KALAH + '[Start "<6,0>"]\n1', "line 2: a Kalah position with 6 pits"),
        (KALAH + '[Game "kalah:6x4"]\n1', "line 2: the tag Game is there twice"),
        (KALAH + "[Event x]\n1", 'line 2: a tag is written [Name "value"]'),
        (KALAH + '[FirstComputer "99"]\n1', "line 2: "),
        (KALAH + "\n1 x", "line 3: 'x': a Kalah move is a pit number"),
        (KALAH + "1 " + "9" * 500, "line 2: '99999999999999999999...': this cannot be read"),
        (KALAH + "(1)", "line 2: a variation stands after the move"),
        (KALAH + "1 (", "line 2: a variation is not closed: ) is missing"),
        (KALAH + "1\n)", "line 3: ) closes no variation"),
        (KALAH + "1 }", "line 2: } closes no comment"),
        (KALAH + "1 ()", "line 2: there is no move in the variation"),
        (KALAH + "1 (2 *)", "line 2: '*': a result stands at the end of the game"),
        (KALAH + "1 -- 2", "line 2: '2': the line has ended already"),
        (KALAH + "1 * 2", "line 2: there is more after the result"),
        (KALAH + "1 pass", "line 2: 'pass': nobody has to pass"),
        (KALAH + "3 swap", "line 2: 'swap': the sides cannot be swapped now"),
        (REVERSI + "f5 swap", "the sides cannot be swapped now"),
        (KALAH + "resign 1", "line 2: there is more after the result"),
        (PGN + "1. f5 d6\n2. 12", "line 4: '12': a Reversi move is a square"),
        (PGN + "1. f5 d6\n2. 12 c3", "line 4: '12': a Reversi move is a square"),
    ],
)
def test_a_mistake_is_told_with_its_line(text, said):
    with pytest.raises(UserError) as error:
        formats.read(text.encode())
    assert said in str(error.value) and "\n" not in str(error.value)
    assert len(str(error.value)) < 200


def test_variations_without_end_are_refused():
    text = KALAH + "(3 ".replace("(", "") + "(3 " * 5000
    with pytest.raises(UserError, match="nested more than 1000 deep"):
        formats.read(text.encode())
    with pytest.raises(UserError, match="is not a property"):
        formats.read(b"(;" + b"GM[Othello" * 3 + b"(;" * 9999)


def test_a_tree_nested_as_deep_as_a_game_is_long_is_written_and_read():
    match = Match(GAMES["kalah"], "8x9", ("last-stone",), (Player(), Player()))
    node = match.root
    depth = 0
    while not node.position.over:
        moves = node.position.moves()
        for move in moves[:2]:
            match.add(node, move)
        # The line goes on below the second child, so each variation lies in the one before.
        node = node.children[-1]
        depth += len(moves) > 1
    assert depth > 20
    text = formats.text_of(WrittenGame(match))
    again = match_of(text)
    assert formats.text_of(WrittenGame(again)) == text
    assert len(list(again.root.below())) == len(list(match.root.below()))
