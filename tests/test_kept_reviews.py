"""Reviews that are kept: they come back onto a match, and tell what somebody plays like."""

import functools
import json
import random
from dataclasses import replace

import pytest
from test_store import write_beside

from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.library import reviews, saved
from kalahgui.library.earlier_versions import parse_method
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player
from kalahgui.review.judgements import is_whole, judge_moves, judgements_of, text_of
from kalahgui.review.like_level import (
    FEWEST_GAMES,
    BadLevelLosses,
    LevelLoss,
    ReviewedGame,
    falling_means,
    known_losses,
    like_level,
    read,
)
from kalahgui.review.review_rows import rows_of, summary_of

PERSON, COMPUTER = Player("Ann"), Player(computer=Method(level=2))
BOARDS = [("kalah", "3x2"), ("reversi", "4x4"), ("tictactoe", "3x3"), ("eight", "8")]


def played(key="kalah", variant="3x2", seed=0, players=(PERSON, COMPUTER), pie=False):
    chance = random.Random(f"{seed} {key} {variant}")
    match = Match(GAMES[key], variant, (), players, pie=pie)
    while not match.over:
        match.play(chance.choice(match.position.moves()))
    return match


def of_moves(*texts, players=(PERSON, PERSON), pie=False):
    match = Match(GAMES["kalah"], "6x4", (), players, pie=pie)
    match.replay_texts(texts)
    return match


def judged(match, seconds=30.0):
    return judge_moves(match, match.tip.line, seconds, Thinker(table_bits=12), Interrupt())


def replayed(match):
    """Return the same match, as it comes out of the store."""
    return saved.stored_of(saved.record_of(StoredMatch(match))).match


def plain(judgement):
    return (
        judgement.depth,
        dict(judgement.values),
        set(judgement.exact_moves),
        {move: list(line) for move, line in judgement.lines.items()},
    )


@pytest.mark.few(2)
@pytest.mark.parametrize(("key", "variant"), BOARDS)
def test_a_review_comes_back_onto_another_copy_of_the_match(key, variant):
    match = played(key, variant)
    known = judged(match)
    again = replayed(match)
    judgements = judgements_of(text_of(match, known), again)
    nodes = [match.root, *match.tip.line]
    others = [again.root, *again.tip.line]
    assert [node in known for node in nodes] == [node in judgements for node in others]
    for node, other in zip(nodes, others, strict=True):
        if node in known:
            assert plain(known[node]) == plain(judgements[other])
            assert (known[node].value, known[node].exact, known[node].most) == (
                judgements[other].value,
                judgements[other].exact,
                judgements[other].most,
            )
    rows, same = (rows_of(m, m.tip.line, k.get) for m, k in ((match, known), (again, judgements)))
    assert [(row.ply, row.loss, row.kind) for row in rows] == [
        (row.ply, row.loss, row.kind) for row in same
    ]


def test_a_review_of_moves_that_were_replaced_is_left_out():
    match = of_moves("1", "2", "3", "4")
    text = text_of(match, judged(match, 0.05))
    other = of_moves("1", "2", "6", "4")
    judgements = judgements_of(text, other)
    # The start and what comes after the first two plies are the same positions.
    assert list(judgements) == [other.root, *other.tip.line[:2]]
    shorter = of_moves("1")
    assert list(judgements_of(text, shorter)) == [shorter.root, shorter.tip]
    assert judgements_of(text, of_moves())


def test_side_lines_are_not_kept_and_nothing_known_is_no_text():
    match = of_moves("1", "2")
    assert text_of(match, {}) == ""
    assert judgements_of("", match) == {}
    known = judged(match, 0.05)
    match.undo()
    match.play(2)
    aside = [node for node in match.root.below() if node not in match.tip.line]
    assert aside
    assert text_of(match, {aside[0]: known[match.root]}) == ""


def test_a_first_turn_that_was_judged_without_the_swap_is_judged_again():
    match = Match(GAMES["kalah"], "3x2", (), (PERSON, COMPUTER), pie=True)
    match.play(match.position.moves()[0])
    while not match.over:
        match.play(match.position.moves()[0])
    judgements = judged(match)
    text = text_of(match, judgements, whole=True)
    assert set(judgements_of(text, match)) == set(judgements)
    assert is_whole(text, match)
    before = json.loads(text)
    assert before.pop("swap_counted") is True
    old = json.dumps(before)
    first = {node for node in judgements if match.swap_to_come_at(node)}
    assert first
    assert set(judgements_of(old, match)) == set(judgements) - first
    assert not is_whole(old, match)


@functools.cache
def reviewed():
    """Return a match and the text of its review."""
    match = played()
    return match, text_of(match, judged(match))


def first(review):
    return next(judgement for judgement in review["judgements"] if judgement)


DAMAGES = {
    "version": lambda review: review.update(version=2),
    "no plies": lambda review: review.pop("plies"),
    "plies": lambda review: review.update(plies=3),
    "too many": lambda review: review["judgements"].append(None),
    "judgements": lambda review: review.update(judgements=[7] * len(review["judgements"])),
    "another move": lambda review: first(review)["values"].update({"8": 1}),
    "no move": lambda review: first(review)["values"].update({"x": 1}),
    "a move is missing": lambda review: first(review)["values"].popitem(),
    "a value": lambda review: first(review)["values"].update({"1": "7"}),
    "a truth": lambda review: first(review)["values"].update({"1": True}),
    "a large value": lambda review: first(review)["values"].update({"1": 10**9}),
    "exact": lambda review: first(review).update(exact=["8"]),
    "exact is a number": lambda review: first(review).update(exact=7),
    "a bound that a value exceeds": lambda review: first(review).update(most=-72),
    "depth": lambda review: first(review).update(depth=None),
    "no depth": lambda review: first(review).update(depth=0),
    "a negative depth": lambda review: first(review).update(depth=-7),
    "a depth that nobody looks ahead": lambda review: first(review).update(depth=10_000),
    "a position at which the game is over": lambda review: review["judgements"].__setitem__(
        -1, {"depth": 1, "values": {}, "exact": [], "lines": {}}
    ),
    "a line is missing": lambda review: first(review)["lines"].popitem(),
    "another line": lambda review: first(review)["lines"].update({"1": "2"}),
    "an empty line": lambda review: first(review)["lines"].update({"1": ""}),
    "an illegal line": lambda review: first(review)["lines"].update({"1": "1 1 1 1 1 1 1"}),
    "a line is a number": lambda review: first(review)["lines"].update({"1": 1}),
}


@pytest.mark.parametrize("what", [*DAMAGES, "{", "[]", "7", "[" * 100_000, "\ufffd\ufffd"])
def test_a_damaged_text_is_refused_with_a_sentence(what):
    match, text = reviewed()
    review = json.loads(text)
    if what in DAMAGES:
        DAMAGES[what](review)
    with pytest.raises(ValueError, match="the review is damaged"):
        judgements_of(json.dumps(review) if what in DAMAGES else what, match)


# -- in the store


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    yield store
    store.close()


def kept_in(store, match):
    """Write a match into the store and return it with its id."""
    record = store.save(saved.record_of(StoredMatch(match)))
    return StoredMatch(match, identifier=record.id, revision=record.revision)


def test_the_figures_are_those_of_the_seats(store):
    match = played(players=(COMPUTER, PERSON), seed=3)
    stored = kept_in(store, match)
    known = judged(match)
    reviews.keep(store, stored, known, whole=True)
    (figures,) = store.review_figures("kalah")
    rows = rows_of(match, match.tip.line, known.get)
    assert reviews.summaries(figures) == tuple(
        summary_of(row for row in rows if row.seat == seat) for seat in (0, 1)
    )
    assert (figures.first_person, figures.second_person) == (0, 1)
    assert (figures.match, figures.variant, figures.complete) == (stored.identifier, "3x2", 1)
    one = next(iter(known))
    reviews.keep(store, stored, {one: known[one]})
    (figures,) = store.review_figures("kalah")
    assert figures.complete == 0
    assert sum(summary.moves for summary in reviews.summaries(figures)) == 1


def test_after_a_swap_the_figures_go_with_the_players(store):
    match = of_moves("1", "swap", "2", players=(PERSON, COMPUTER), pie=True)
    stored = kept_in(store, match)
    reviews.keep(store, stored, judged(match, 0.05))
    (figures,) = store.review_figures("kalah")
    # Who moved first has moved again, with the other side.
    assert (figures.first_moves, figures.second_moves) == (2, 0)


def test_a_game_counts_once_it_is_over_and_reviewed_to_its_end(store):
    over = played()
    unfinished = Match(over.game, over.variant, (), over.players)
    unfinished.replay_texts(over.ply_texts(over.tip)[:2])
    estimates = {
        node: judgement._replace(exact_moves=()) for node, judgement in judged(over).items()
    }
    for match, known, whole, counts in (
        (over, estimates, True, 1),
        (over, estimates, False, 0),
        (over, judged(over), False, 1),  # there is nothing left to find out
        (over, dict(list(judged(over).items())[1:]), False, 0),
        (unfinished, judged(unfinished), False, 0),
        (unfinished, judged(unfinished), True, 0),
    ):
        reviews.keep(store, kept_in(store, match), known, whole)
        figures, *_ = store.review_figures("kalah")
        assert figures.complete == counts


@pytest.mark.parametrize("damage", ["{oops", b"\xff\xfe", 7])
def test_a_damaged_review_leaves_the_match_playable(store, tmp_path, damage):
    stored = kept_in(store, played())
    reviews.keep(store, stored, judged(stored.match))
    store.close()
    write_beside(tmp_path / "games.sqlite3", "UPDATE reviews SET text = ?", damage)
    opened = Store(tmp_path / "games.sqlite3")
    again = saved.stored_of(opened.match(stored.identifier))
    with pytest.raises(ValueError, match="review"):
        reviews.restored(opened, again)
    assert again.match.plies == stored.match.plies
    opened.close()


MEASURED = {"kalah": {"3x2": [LevelLoss(10, 100 - 10 * level) for level in range(8)]}}


@pytest.fixture
def measured(monkeypatch):
    """Have the levels lose what MEASURED says."""
    monkeypatch.setattr("kalahgui.review.like_level.known_losses", lambda: MEASURED)


OLD = Player(computer=parse_method("old:1", GAMES["kalah"]))


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize(
    ("players", "whole", "counts"),
    [
        ((PERSON, COMPUTER), True, True),
        ((COMPUTER, PERSON), True, True),
        ((PERSON, COMPUTER), False, False),
        ((PERSON, PERSON), True, False),
        ((COMPUTER, COMPUTER), True, False),
        ((PERSON, OLD), True, False),
    ],
)
def test_the_level_is_that_of_five_whole_games_of_one_person_against_a_level(
    store, players, whole, counts
):
    for seed in range(5):
        assert reviews.level_like(store, GAMES["kalah"], "3x2") is None
        match = played(players=players, seed=seed)
        known = judged(match, 0.01)
        kept = known if whole else dict(list(known.items())[:2])
        reviews.keep(store, kept_in(store, match), kept, whole)
    assert (reviews.level_like(store, GAMES["kalah"], "3x2") is not None) == counts
    assert reviews.level_like(store, GAMES["kalah"], "4x3") is None


@pytest.mark.usefixtures("measured")
@pytest.mark.few(1)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_person_s_moves_are_looked_at_and_not_the_computer_s(store, seat):
    players = (COMPUTER, PERSON) if seat else (PERSON, COMPUTER)
    for seed in range(5):
        stored = kept_in(store, played(players=players, seed=seed))
        reviews.keep(store, stored, judged(stored.match), True)
        (figures, *_) = store.review_figures("kalah")
        lost = {"first_lost": 0, "second_lost": 0, ("first_lost", "second_lost")[seat]: 1000}
        store.save_review(
            replace(figures, **lost), store.review_text(stored.identifier), stored.revision
        )
    assert reviews.level_like(store, GAMES["kalah"], "3x2") == 1


@pytest.mark.usefixtures("measured")
def test_figures_that_nobody_wrote_are_not_counted(store, tmp_path):
    for seed in range(5):
        match = played(seed=seed)
        reviews.keep(store, kept_in(store, match), judged(match), True)
    assert reviews.level_like(store, GAMES["kalah"], "3x2") is not None
    damage = "UPDATE reviews SET first_lost = 'many' WHERE match = 1"
    write_beside(tmp_path / "games.sqlite3", damage)
    assert reviews.level_like(store, GAMES["kalah"], "3x2") is None


# -- the level that a player is like


KALAH = GAMES["kalah"]

# -- like which level

# On one board 10, 9, ... 1 points a move; on the other a tenth of it.
LEVEL_LOSSES = {
    "kalah": {
        "6x6": [LevelLoss(100, 100 * lost) for lost in range(10, 0, -1)],
        "6x7": [LevelLoss(100, 10 * lost) for lost in range(10, 0, -1)],
        "6x3": [LevelLoss(100, 100)] * 8,
        "4x3": [LevelLoss(100, 100)] * 8,
    }
}


def level(variant, *games):
    reviewed = [ReviewedGame(*game) for game in games]
    return like_level(KALAH, variant, reviewed, LEVEL_LOSSES)


@pytest.mark.parametrize(
    ("lost", "number"), [(200, 1), (100, 1), (98, 1), (94, 2), (41, 7), (10, 10), (0, 10)]
)
def test_a_player_is_like_the_level_that_loses_about_as_much(lost, number):
    games = [("6x6", 10, lost)] * FEWEST_GAMES
    assert level("6x6", *games) == number
    # Games of boards with the same pits count together, each by its own measure.
    mixed = [("6x6", 10, lost), ("6x7", 100, lost)] * 3
    assert level("6x6", *mixed) == level("6x7", *mixed) == number


def test_nothing_is_said_below_five_games_or_of_a_board_that_was_not_measured():
    assert FEWEST_GAMES == 5
    four = [("6x6", 10, 30)] * 4
    assert level("6x6", *four) is None
    assert level("6x6", *four, ("4x3", 10, 30)) is None
    assert level("6x6", *four, ("6x8", 10, 30)) is None
    assert level("6x6", *four, ("6x6", 0, 0)) is None
    assert level("6x6", *four, ("6x7", 10, 3)) == 8
    # Its levels are others, so they cannot be asked together.
    assert level("6x6", *four, ("6x3", 10, 30)) is None
    assert level("5x3", *[("5x3", 10, 10)] * 9) is None
    assert like_level(GAMES["eight"], "8", [ReviewedGame("8", 3, 0)] * 9, LEVEL_LOSSES) is None


def test_of_levels_that_lose_the_same_it_is_the_strongest():
    assert level("4x3", *[("4x3", 10, 10)] * 5) == 8


def test_levels_measured_the_other_way_round_are_taken_together():
    measured = [LevelLoss(10, lost) for lost in (80, 90, 40, 20, 30, 25, 5, 0)]
    means = falling_means(measured)
    assert means == [8.5, 8.5, 4.0, 2.5, 2.5, 2.5, 0.5, 0.0]
    weighted = falling_means([LevelLoss(10, 10), LevelLoss(30, 60), LevelLoss(10, 0)])
    assert weighted == [1.75, 1.75, 0.0]


# -- the file


def document(**changes):
    levels = [{"moves": 10, "lost": lost} for lost in range(100, 0, -10)]
    data = {"version": 2, "boards": {"kalah:6x6": {"levels": levels}}}
    return data | changes


def write(path, data):
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_a_file_is_read(tmp_path):
    losses = read(write(tmp_path / "losses.json", document()))
    assert losses["kalah"]["6x6"][0] == LevelLoss(10, 100)
    never = [{"moves": 0, "lost": 0}] * 10
    boards = document()["boards"] | {"kalah:6x7": {"levels": never}}
    assert list(read(write(tmp_path / "losses.json", document(boards=boards)))["kalah"]) == ["6x6"]


@pytest.mark.parametrize(
    "damaged",
    [
        [],
        {},
        document(version=1),
        document(boards=[]),
        document(boards={"chess:8x8": {"levels": []}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 10, "lost": 1}] * 9}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 10, "lost": -1}] * 10}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 1.5, "lost": 1}] * 10}}),
        document(boards={"kalah:6x6": {"levels": [{"moves": 10}] * 10}}),
        document(boards={"kalah:6x6": 7}),
    ],
)
def test_a_damaged_or_missing_file_is_told_in_one_sentence(tmp_path, damaged):
    path = write(tmp_path / "losses.json", damaged)
    for text in (path.read_text("utf-8"), "[" * 100_000):
        path.write_text(text, "utf-8")
        with pytest.raises(BadLevelLosses, match="is damaged: make it anew"):
            read(path)
    path.unlink()
    with pytest.raises(BadLevelLosses, match="cannot be read"):
        read(path)


def test_the_file_that_comes_with_the_program_has_the_boards_that_people_play():
    losses = known_losses()
    assert {"6x3", "6x4", "6x6"} <= set(losses["kalah"])
    assert {"diamond", "6x6"} <= set(losses["reversi"])
    for boards in losses.values():
        for levels in boards.values():
            means = falling_means(levels)
            # However the dice fell: beginners lose several times what the strongest do.
            assert means[0] > 2 * means[-1]
            assert means == sorted(means, reverse=True)


def test_the_mistakes_of_earlier_reviews_are_counted_by_todays_rule_and_nothing_else_changes():
    store = Store()
    kept = []
    for seed in range(3):
        stored = StoredMatch(played("kalah", "3x2", seed))
        record = store.save(saved.record_of(stored))
        stored = replace(stored, identifier=record.id, revision=record.revision)
        reviews.keep(store, stored, judged(stored.match))
        kept.append(record.id)
    before = store.rows("SELECT * FROM reviews ORDER BY match")
    assert sum(figures.first_mistakes for figures in store.review_figures("kalah"))
    store.change("UPDATE reviews SET first_mistakes = 99 WHERE match = ?", kept[0])
    store.change(
        "UPDATE reviews SET text = 'nonsense', first_mistakes = 98 WHERE match = ?", kept[2]
    )
    assert sorted(reviews.count_anew(store)) == [False, False, True]
    assert store.rows("SELECT * FROM reviews ORDER BY match")[:2] == before[:2]
    assert store.review_figures("kalah")[0].first_mistakes == 98, "what cannot be read stays"
    assert list(reviews.count_anew(store)) == [], "once for a store"
