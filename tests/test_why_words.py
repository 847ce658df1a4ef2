"""Why a computer played: each sentence and each bar follows from what was recorded."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from examples import examples

from kalahgui import words
from kalahgui.assets import words_of
from kalahgui.core.search import Finding, StopWord
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore
from kalahgui.engine.knowledge import Knowledge
from kalahgui.engine.levels import levels_on
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.engine.traced import BOOK, DATABASE, Traced, looks_of, source_of
from kalahgui.games import GAMES
from kalahgui.games.game import children
from kalahgui.games.limit import GLANCE, HANDMADE, Limit
from kalahgui.gui.panels.sentences import points_words
from kalahgui.gui.screens.theatre.why import why_words as why_words_module
from kalahgui.gui.screens.theatre.why.why_words import REASONS, TOLD, WhyWords, title_words
from kalahgui.library.earlier_versions import parse_method
from kalahgui.match.explaining_search import NEAREST, why_of
from kalahgui.match.match import Match, Player
from kalahgui.match.node import NO_SEARCH, SearchStatistics, Thought
from kalahgui.review.move_reasons import turns_of
from kalahgui.theatre.considered_moves import considered, line_of, seen_at_end
from kalahgui.theatre.folded_tree import Folder
from kalahgui.theatre.order import parse as parse_order
from kalahgui.theatre.playback import Bound, Playback
from kalahgui.theatre.recording import Plan, record
from kalahgui.theatre.subject import PositionSubject
from kalahgui.theatre.tree_layout import TreeLayout
from kalahgui.words import say

BOARDS = [("kalah", "6x4"), ("kalah", "4x3"), ("reversi", "6x6"), ("reversi", "diamond")]
ALGORITHMS = ("minimax", "alpha-beta", "nega-alpha", "nega-scout", "usual-nega-scout", "mtd-f")


def positions(key, board, count):
    """Return so many positions that chance led to, and where nobody has won."""
    game, chance, samples = GAMES[key], random.Random(f"{key}{board}why"), []
    while len(samples) < count:
        position = game.with_evaluation(game.start(board, ()), HANDMADE)
        for _ in range(chance.randrange(14)):
            if not position.over:
                position.play(chance.choice(list(position.moves())))
        if not position.over:
            samples.append(position)
    return samples


def true_values(position, turns):
    """Return what minimax finds for each move, by a search of its own."""

    def value(here, left):
        if here.over or not left:
            return here.published()
        return max(sign * value(child, left - (sign < 0)) for _, child, sign in children(here))

    return {
        move: sign * value(child, turns - (sign < 0)) for move, child, sign in children(position)
    }


def playback_of(game, position, algorithm, turns):
    return Playback(record(Plan(PositionSubject(game, position), algorithm, turns)))


@pytest.mark.few(8)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("key, board", BOARDS)
def test_what_is_said_of_each_move_is_true_of_minimax(key, board, algorithm):
    game = GAMES[key]
    for position in positions(key, board, 6):
        playback = playback_of(game, position, algorithm, 2)
        truth = true_values(position, 2)
        moves = considered(playback, playback.recording.moves[0])
        assert sorted(move.move for move in moves) == sorted(position.moves())
        assert moves[0].exact and moves[0].value == max(truth.values())
        order = playback.recording.nodes[0].moves
        for move in moves:
            if move.exact:
                assert truth[move.move] == move.value
            elif move.bound is Bound.AT_MOST:
                assert truth[move.move] <= move.value
            elif move.bound is Bound.AT_LEAST:
                assert truth[move.move] >= move.value
            if move.held_by is not None:
                assert truth[move.move] <= truth[order[move.held_by]]


def explained(key, board, position, method, thought=True, turn=None):
    """Return the words for a turn that a computer has just played in a position."""
    game = GAMES[key]
    method = parse_method(method, game)
    seats = [Player(), Player()]
    seats[position.turn] = Player("", method)
    match = Match(game, board, (), tuple(seats), start=position.copy())
    limit = match.players[position.turn].limit(game, match.start)
    judged = game.with_evaluation(position, limit.judge)
    *_, finding = Thinker(seed=3).think(judged.copy(), limit)
    for number, ply in enumerate(turns_of(game, position, finding.line)[0].moves):
        match.play(ply)
        if number == 0 and thought:
            match.here.search_statistics = SearchStatistics.of(finding, 0.1)
            match.here.thought = Thought(judged, finding, limit, 0.1, position.turn)
    why = why_of(match)
    return words_for(why)


def words_for(why, *, small=False):
    game = why.match.game
    subject = PositionSubject(game, why.before.position.copy(), (), why.evaluation)
    order = parse_order(why.order, subject)
    plan = Plan(subject, why.algorithm, min(why.depth, 3), order)
    return WhyWords(why, Playback(record(plan)), move_text_of(game), small=small)


def move_text_of(game):
    return lambda move, side: game.text(move)


@pytest.mark.parametrize("key, board", BOARDS)
def test_how_much_worse_the_others_are_is_true_of_minimax(key, board):
    game, said_of = GAMES[key], set()
    for position in positions(key, board, 25):
        why_words = explained(key, board, position, "alpha-beta:2")
        truth = true_values(position, 2)
        played = why_words.why.turn[0]
        best = truth.pop(played)
        assert all(value <= best for value in truth.values())
        sentences = why_words.sentences()
        # The answer that is told is the one of the line found.
        line = why_words.why.thought.finding.line
        assert list(why_words.playback.recording.moves) == list(line)
        turns = turns_of(game, position, line)
        if len(turns) > 1:
            answer = why_words.name(" – ".join(map(game.text, turns[1].moves)))
            assert any(
                sentence.startswith(say("why_answer", answer=answer)) for sentence in sentences
            )
        took = turns[0].effects["took"]
        assert str(took) in sentences[0] or not took or turns[0].effects["wins"]
        assert 1 <= len(sentences) <= 4
        for move, value in truth.items():
            name, points = why_words.name(game.text(move)), points_words(game, best - value)
            if say("why_next", move=name, points=points) in sentences:
                assert value == max(truth.values()) < best
                said_of.add("next")
            if say("why_next_equal", move=name) in sentences:
                assert value == best
                said_of.add("equal")
        if say("why_all_equal") in sentences:
            assert {*truth.values()} == {best}
            said_of.add("equal")
        for less in range(1, 60):
            if say("why_others", points=points_words(game, less)) in sentences:
                assert max(truth.values()) <= best - less
                said_of.add("others")
    assert len(said_of) > 1, said_of


def test_what_heads_the_reason_never_speaks_against_the_move():
    bad = say("why_does_leaves_corner_you"), say("why_does_gives_corner_you")
    for position in positions("reversi", "diamond", 25):
        why_words = explained("reversi", "diamond", position, "alpha-beta:2")
        assert why_words.sentences()[0] not in bad


def test_the_only_move_there_is_needs_no_other_reason():
    position = GAMES["kalah"].start("4x3")
    position.own, position.opp = 0x02000000, 0x01020301
    for player in ("1", "alpha-beta:2", "search:2"):
        why_words = explained("kalah", "4x3", position, player)
        assert why_words.sentences()[0] == say("why_only")


def test_a_move_that_was_drawn_by_lot_is_as_good_as_the_one_it_is_compared_with():
    game, drawn = GAMES["reversi"], 0
    for position in positions("reversi", "6x6", 30):
        why_words = explained("reversi", "6x6", position, "alpha-beta:2 varied")
        best, played = why_words.playback.recording.moves[0], why_words.why.turn[0]
        said = say("why_drawn", move=why_words.name(game.text(best))) in why_words.sentences()
        assert said == (best != played)
        drawn += said
        truth = true_values(position, 2)
        assert truth[best] == truth[played] == max(truth.values())
    assert drawn


# -- levels that look


def test_a_level_that_looks_says_what_it_noticed_and_what_it_overlooked():
    kalah = GAMES["kalah"]
    limit = parse_method("1", kalah).limit(kalah, kalah.start("6x4"))
    assert limit.algorithm == GLANCE
    game, overlooked, saved, unseen = GAMES["kalah"], 0, 0, 0
    for position in positions("kalah", "6x4", 40):
        why_words = explained("kalah", "6x4", position, "1")
        looks = looks_of(why_words.why.thought.finding)
        assert [look.move for look in looks] == list(position.moves())
        sentences = why_words.sentences()
        noticed = sum(look.noticed for look in looks)
        assert say("why_noticed", count=noticed, all=len(looks)) in sentences
        for look in looks:
            effects = turns_of(game, position, [look.move])[0].effects
            for key in ("took", "again"):
                what = say(f"why_missed_{key}", count=effects[key])
                for said in ("why_missed", "why_missed_own"):
                    if say(said, move=why_words.name(game.text(look.move)), what=what) in sentences:
                        assert effects[key] and not look.noticed
                        overlooked += 1
        alike = sum(look.gain == max(other.gain for other in looks) for look in looks)
        assert (say("why_seemed_alike", count=alike) in sentences) <= (alike > 1)
        if alike == len(looks):
            assert say("why_seemed_alike", count=alike) not in sentences
        gains = {look.move: look.gain for look in looks}
        assert gains[why_words.why.turn[0]] == max(gains.values()), "it chooses by what it notices"
        rows = why_words.rows()
        liked = [gains[row.move] for row in rows]
        assert liked == sorted(liked, reverse=True) and rows[0].move == why_words.why.turn[0]
        assert {(row.value, row.size) for row in rows} == {("", None)}, "no scale but the tree's"
        saved += any(say("why_does_saves", count=count) in sentences for count in range(1, 25))
        unseen += say("why_unseen") in sentences
    assert overlooked > 3
    assert unseen >= saved > 1


# -- the method is named


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    ("player", "source", "key"),
    [
        ("alpha-beta:2", "", "why_exact"),
        ("alpha-beta:2 varied", "", "why_varied"),
        ("old:1", "", "why_slip"),
        ("1", "", "why_glance"),
        ("search:3", "", "why_search"),
        ("alpha-beta:0.05s", "", "why_timed"),
        ("search:0.05s", BOOK, "why_book"),
        ("search:0.05s", DATABASE, "why_database"),
    ],
)
def test_the_true_method_stands_below_the_title(player, source, key, language):
    with words.spoken(language):
        position = positions("kalah", "6x4", 1)[0]
        why_words = explained("kalah", "6x4", position, player)
        if source:
            thought = why_words.why.match.last_turn[0].thought
            traced = Traced.of(thought.finding, source)
            why_words.why.match.last_turn[0].thought = thought._replace(finding=traced)
            why_words = words_for(why_of(why_words.why.match))
        longest, *shorter = why_words.subtitles()
        assert say(key) in longest
        assert all(say(key) in subtitle and len(subtitle) <= len(longest) for subtitle in shorter)
        assert "%{" not in " ".join(
            (title_words(why_words.why, move_text_of(GAMES["kalah"])), longest)
        )
        assert why_words.very_search == (key in ("why_exact", "why_varied"))
        if not why_words.very_search:
            ahead = say("watch_ahead", count=why_words.playback.recording.depth)
            assert ahead in longest or not why_words.agrees
            if not why_words.agrees:
                assert ahead in words_for(why_words.why, small=True).subtitles()[0]
            assert why_words.heading() == say("why_looks" if why_words.looks else "why_shown")


def test_a_search_that_is_not_kept_is_made_again_and_that_is_said():
    position = positions("kalah", "6x4", 1)[0]
    why_words = explained("kalah", "6x4", position, "alpha-beta:2", thought=False)
    assert say("why_again") in why_words.subtitles()[0]
    assert not why_words.very_search
    worse = replace(
        why_words.why, turn=(next(m for m in position.moves() if m != why_words.why.turn[0]),)
    )
    why_words = WhyWords(worse, why_words.playback, move_text_of(GAMES["kalah"]))
    assert say("why_unknown") in why_words.subtitles()[0]


def test_another_search_than_the_one_shown_is_named_and_counted_beside_it():
    position = positions("kalah", "6x4", 1)[0]
    why_words = explained("kalah", "6x4", position, "search:3")
    assert why_words.why.algorithm == NEAREST
    nodes = why_words.why.thought.finding.nodes
    assert f"{nodes:,}".replace(",", "\u2009") in why_words.counts(None)[0]
    same = explained("kalah", "6x4", position, "alpha-beta:2")
    assert len(same.counts(None)) == 1
    assert str(same.why.statistics.nodes) in same.counts(None)[0]
    deep = [
        explained("kalah", "6x4", here, "alpha-beta:4") for here in positions("kalah", "6x4", 9)
    ]
    assert any(why_words.shallower for why_words in deep)
    for why_words in deep:
        shallower = why_words.shallower and why_words.agrees
        assert (say("why_shallower") in why_words.subtitles()[0]) == shallower
        assert why_words.very_search or say("why_exact") not in why_words.subtitles()[0]
    position = GAMES["tictactoe"].start("3x3")
    position.play(4)
    table = explained("tictactoe", "3x3", position, "table")
    assert say("why_table") in table.subtitles()[0]
    assert table.unit() == "", "its game is told in wins"


# -- one page tells one thing

LEVELS = [
    (key, board, level.number)
    for key, game in GAMES.items()
    for board in game.variants
    for level in levels_on(game, board)
]
BRIEF = 0.02  # seconds for levels that have more: how long they think is not what is tried


def match_with_a_turn(chance, key, board, level):
    """Return a match in which a level has just played a turn, now and then one that is not kept."""
    game = GAMES[key]
    position = game.start(board, ())
    for _ in range(chance.randrange(4 if key in ("tictactoe", "eight") else 30)):
        after = position.copy()
        after.play(chance.choice(list(after.moves())))
        position = position if after.over else after
    seats = [Player(), Player()]
    seats[position.turn] = Player("", Method(level=level, varied=chance.random() < 0.3))
    match = Match(game, board, (), tuple(seats), start=position.copy())
    limit = match.players[position.turn].limit(game, match.start)
    judged = game.with_evaluation(position, limit.judge)
    hurried = replace(limit, seconds=limit.seconds and BRIEF)
    finding = Thinker(chance.randrange(99), 14).best(judged.copy(), hurried)
    first, *rest = turns_of(game, position, finding.line)[0].moves
    match.play(first)
    match.here.search_statistics = SearchStatistics.of(finding, 0.1)
    if chance.random() < 0.8:
        match.here.thought = Thought(judged, finding, limit, 0.1, position.turn)
    for ply in rest:
        match.play(ply)
        match.here.search_statistics = NO_SEARCH
    return match


def may_be(known, bound, value):
    """Tell whether what is known of a node, exactly or as a bound, leaves room for a value."""
    if bound is Bound.EXACT:
        return known == value
    return value <= known if bound is Bound.AT_MOST else value >= known


def check_values(why_words):
    """Check that rows, root and the line that is lit leave room for the one value that is told."""
    value = why_words.playback.recording.value
    first, *others = why_words.moves
    assert why_words.value == value
    assert first.value is None or may_be(first.value, first.bound, value)
    assert all(move.value <= value for move in others if move.exact)
    for node in why_words.line:
        seen = seen_at_end(why_words.playback, node)
        assert seen.value is None or may_be(seen.value, seen.bound, value)
    found = why_words.why.found
    if found is not None and not why_words.small:
        game, thought = why_words.why.match.game, why_words.why.thought
        if game.only_wins(thought.position, found.value, thought.published):
            assert (found.value > 0) - (found.value < 0) == (value > 0) - (value < 0)
        else:
            assert found.value == value


def check_answers(why_words, heard):
    """Check that sentences, the first row and the line that is lit have one best answer."""
    game, root = why_words.why.match.game, why_words.playback.recording.plan.subject.root

    def answers(line):
        names = (" – ".join(map(game.text, turn.moves)) for turn in turns_of(game, root, line, 2))
        return {*map(why_words.name, [*names][1:])}

    told = {values["answer"] for _, values in heard if "answer" in values}
    assert told <= answers(why_words.told)
    if why_words.has_tree:
        first, row = why_words.moves[0], why_words.rows()[0]
        lit = tuple(why_words.playback.recording.moves_to(why_words.line[-1]))
        assert row.move == first.move == why_words.told[0] == lit[0]
        assert len(told | (answers(lit) if first.exact else set()) | answers(first.line)) <= 1


def test_one_page_tells_one_value_and_one_answer_for_one_thing(monkeypatch):
    chance, faces, heard = random.Random("one page"), Counter(), []

    def hear(key, **values):
        heard.append((key, values))
        return say(key, **values)

    monkeypatch.setattr(why_words_module, "say", hear)
    for _ in range(examples(300, few=24)):
        why = why_of(match_with_a_turn(chance, *chance.choice(LEVELS)))
        for small in (False, True):
            why_words = words_for(why, small=small)
            heard.clear()
            assert all(why_words.sentences()), "there is something to say of every turn"
            rows = why_words.rows()
            faces[why_words.agrees, why_words.small] += 1
            check_answers(why_words, heard)
            if why_words.has_tree:
                check_values(why_words)
                continue
            assert not rows or why_words.looks
            assert not any(key.endswith("_shown") or "_small_" in key for key, _ in heard)
            assert why_words.value in (None, why.thought and why.thought.value)
    assert len(faces) == 3, "searches that agree, that do not, and small ones beside these"


# -- where a finding comes from


def test_a_finding_out_of_the_endgame_database_or_a_book_says_so(tmp_path):
    finding = Finding(3, 2, [1], 10, False)
    traced = Traced.of(finding, BOOK)
    assert traced == finding and source_of(traced) == BOOK and not source_of(finding)
    store = EndgameStore(tmp_path)
    store.build(EndgameShape(4, 8), StopWord())
    knowing = Thinker(1, 12, knowledge=Knowledge(store))
    kalah, limit = GAMES["kalah"], Limit(seconds=0.01)
    position = kalah.start("4x2")
    position.own, position.opp = 0x00020100, 0x01000201
    for here, source in (
        (position, DATABASE),
        (kalah.start("6x4"), BOOK),
        (kalah.start("4x2"), ""),
    ):
        assert source_of(knowing.best(here.copy(), limit)) == source
        assert source_of(Thinker(1, 12).best(here, limit)) == ""


# -- the tree


@pytest.mark.few(4)
@pytest.mark.parametrize("most", [1, 3, 9])
@pytest.mark.parametrize("key, board", BOARDS)
def test_all_positions_are_shown_or_counted(key, board, most):
    for position in positions(key, board, 4):
        playback = playback_of(GAMES[key], position, "alpha-beta", 3)
        line, layout = line_of(playback.recording), TreeLayout(playback.recording.nodes)
        for levels in (1, 2, 99):
            tree = Folder(playback, layout.hidden_below).fold(line, levels, most)
            shown = [origin for origin in tree.origins if origin is not None]
            assert len(shown) + sum(tree.hidden) == len(playback.recording.nodes)
            assert set(line[: levels + 1]) <= set(shown)


def test_what_is_told_of_a_move_is_said_by_a_game_and_nothing_else_is_kept():
    english = words_of("en")
    assert {*REASONS} <= {*english}
    kept = {re.sub("_(you|them)$", "", key[9:]) for key in english if key.startswith("why_does_")}
    assert kept == {*REASONS.values(), *TOLD}
