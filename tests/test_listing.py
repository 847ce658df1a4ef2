"""The list of matches in the store: pages, names, stars, the bin; and what it says of a person."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from test_store import FIGURES, RECORD

from kalahgui.games import GAMES
from kalahgui.library import listing, saved
from kalahgui.library.listing import MatchRow
from kalahgui.library.rows import UNREADABLE
from kalahgui.library.saved import StoredMatch, match_players, winner_of
from kalahgui.library.statistics import (
    LAST_GAMES,
    WINDOW,
    LevelRecord,
    Statistics,
    level_results,
    statistics,
)
from kalahgui.library.store import MatchRecord, Store, StoreConflict
from kalahgui.match.match import Match, Player, Series

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
Change = Callable[[StoredMatch], object]


@pytest.fixture
def store():
    store = Store()
    yield store
    store.close()


def keep(store: Store, count: int) -> list[int]:
    """Keep matches, the last one saved last; return their ids."""
    return [store.save(replace(RECORD, saved=f"2026-01-01T10:{n:02}")).id for n in range(count)]


def ids(store: Store) -> list[int]:
    return [row.id for row in listing.page(store, 1000)]


def test_pages_follow_each_other_without_a_gap(store):
    kept = keep(store, 7)
    same = store.save(replace(RECORD, saved="2026-01-01T10:03")).id
    listed, after = [], None
    for length in (3, 3, 2, 0):
        page = listing.page(store, 3, after)
        assert len(page) == length
        listed += [row.id for row in page]
        after = page[-1] if page else after
    assert listed == [*kept[:3:-1], same, *kept[3::-1]]


def test_a_row_counts_plies_and_has_the_figures_of_its_review(store):
    match = store.save(replace(RECORD, moves="1 2 3", result="draw"))
    empty = store.save(replace(RECORD, moves="", saved="2025-01-01"))
    store.save_review(replace(FIGURES, match=match.id), "text", match.revision)
    reviewed, bare = listing.page(store, 10)
    assert (reviewed.plies, reviewed.complete, reviewed.judged) == (3, 1, 23)
    assert reviewed.mistakes == (2, 1)
    assert (reviewed.rules, reviewed.start) == (RECORD.rules, RECORD.start)
    assert (bare.id, bare.plies, bare.complete, bare.judged) == (empty.id, 0, None, 0)


def test_names_and_stars_stay_when_the_match_goes_on(store):
    match = store.save(RECORD)
    assert listing.rename(store, match.id, "石の勝負")
    assert listing.star(store, match.id, True)
    store.save(replace(match, moves="1 2 3"))
    [row] = listing.page(store, 10)
    assert (row.name, row.starred, row.plies) == ("石の勝負", 1, 3)
    listing.star(store, match.id, False)
    assert listing.row_of(store, match.id).starred == 0
    assert not listing.rename(store, 99, "nobody")


def test_what_is_in_the_bin_is_nowhere_and_comes_back_whole(store):
    match = store.save(RECORD)
    other = store.save(replace(RECORD, result="first"))
    store.save_review(replace(FIGURES, match=match.id), "text", match.revision)
    assert listing.discard(store, match.id)
    assert not listing.discard(store, match.id)
    assert ids(store) == [other.id]
    assert listing.row_of(store, match.id) is None
    assert [record.id for record in store.matches()] == [other.id]
    assert store.unfinished(10) == []
    assert store.review_figures("kalah") == []
    with pytest.raises(StoreConflict):
        store.save(replace(match, moves="1 2 3"))
    listing.discard(store, other.id)
    assert listing.finished(store, "kalah", "6x6") == []
    assert listing.discarded(store) == [other.id, match.id]
    assert listing.bring_back(store, match.id)
    assert not listing.bring_back(store, match.id)
    assert store.match(match.id) == match
    assert store.review_text(match.id) == "text"
    assert [record.id for record in store.unfinished(10)] == [match.id]


def test_the_bin_is_emptied_of_what_has_been_there_long_enough(store):
    old, new = keep(store, 2)
    now = datetime(2026, 5, 5, 12, tzinfo=UTC)
    for identifier, ago in ((old, timedelta(hours=25)), (new, timedelta(hours=23))):
        listing.discard(store, identifier, (now - ago).isoformat(timespec="milliseconds"))
    assert listing.empty_bin(store, now) == 0
    assert listing.empty_bin(store, now + timedelta(hours=24)) == 0
    assert listing.empty_bin(store, now + timedelta(hours=25)) == 1
    assert listing.discarded(store) == [new]
    assert store.match(old) is None
    listing.bring_back(store, new)
    assert listing.empty_bin(store, now + timedelta(days=9)) == 0
    assert store.match(new) is not None


RIGHT = datetime(2026, 5, 5, 12, tzinfo=UTC)
EARLY, LATE = datetime(1970, 1, 1, tzinfo=UTC), datetime(2099, 1, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize("deleted", [RIGHT, EARLY, LATE])
@pytest.mark.parametrize("wrong", [(), (EARLY,), (LATE, LATE + HOUR), (EARLY, EARLY + HOUR)])
@pytest.mark.parametrize("before", [(), (RIGHT,), (RIGHT - 9 * DAY,)])
def test_a_match_stays_in_the_bin_for_a_day_whatever_one_clock_says(store, deleted, wrong, before):
    [match] = keep(store, 1)
    for moment in before:
        listing.empty_bin(store, moment)
    listing.discard(store, match, deleted.isoformat(timespec="milliseconds"))
    if deleted is RIGHT or not wrong:
        for moment in (*wrong, RIGHT + HOUR, RIGHT + 2 * HOUR, RIGHT + 23 * HOUR):
            assert listing.empty_bin(store, moment) == 0
        for moment in (RIGHT + 2 * DAY, RIGHT + 4 * DAY):
            listing.empty_bin(store, moment)
        assert listing.discarded(store) == ([match] if deleted is LATE else [])


# -- what is put away


def test_what_is_put_away_is_offered_again_when_it_is_played_on_and_forgotten_when_it_has_gone(
    store,
):
    kept = keep(store, 5)
    listing.put_all_away(store)
    assert (listing.count_offered(store), listing.offered(store, 10)) == (0, [])
    assert ids(store) == kept[::-1]
    played = store.save(replace(store.match(kept[2]), moves="1 2 3"))
    new = store.save(RECORD)
    assert listing.count_offered(store) == 2
    assert {match.id for match in listing.offered(store, 10)} == {played.id, new.id}
    listing.discard(store, kept[0])
    store.save(replace(store.match(kept[1]), result="draw"))
    listing.put_all_away(store)
    assert sorted(map(int, store.get_setting("put_away"))) == [*kept[2:], new.id]


def test_pages_of_what_is_offered_leave_out_what_is_put_away(store):
    for _ in range(3):
        keep(store, 3)
        listing.put_all_away(store)
        keep(store, 4)
    all_of_them, paged, after = listing.offered(store, 100), [], None
    while page := listing.offered(store, 2, after):
        paged += page
        after = page[-1]
    assert paged == all_of_them
    assert len(paged) == listing.count_offered(store) == 4


@pytest.mark.parametrize("name", ["put_away", "hardly_begun"])
@pytest.mark.parametrize(
    "damage",
    [
        *(7, None, "1", [[1]], [None, "1", 1.5, True]),
        *({"1": "9"}, {"1": None}, {"1": [9]}, {"1": True}),
        *({"one": 9, "²": 9, "-1": 9, "": 9}, {"9" * 5000: 9}),
    ],
)
def test_of_a_damaged_setting_nothing_is_put_away_and_nothing_is_lost(store, name, damage):
    keep(store, 2)
    store.set_setting(name, damage)
    assert listing.count_offered(store) == len(listing.offered(store, 10)) == 2
    listing.discard_hardly_begun(store, LATE)
    assert len(ids(store)) == 2


def leave(store: Store, moves: str = "3 6 4", change: Change = lambda stored: None) -> int:
    """Write a match of two persons at RIGHT, as the window does; return its id."""
    match = Match(KALAH, "6x4", (), (Player("Ann"), Player("Bob")))
    match.replay_texts(moves.split())
    stored = StoredMatch(match)
    change(stored)
    record = replace(saved.record_of(stored), begun="2026-05-05", saved=RIGHT.isoformat())
    record = store.save(record)
    stored.identifier, stored.revision = record.id, record.revision
    listing.put_away_when_hardly_begun(store, stored)
    return record.id


def test_a_match_hardly_begun_goes_into_the_bin_a_day_after_it_was_left(store):
    few, enough = leave(store), leave(store, "3 6 4 1")
    for moment, discarded in ((RIGHT, []), (RIGHT + DAY - HOUR, []), (RIGHT + DAY + HOUR, [few])):
        listing.discard_hardly_begun(store, moment)
        assert listing.discarded(store) == discarded
    assert ids(store) == [enough]
    listing.bring_back(store, few)
    listing.discard_hardly_begun(store, LATE)
    assert listing.discarded(store) == [], "what was brought back stays"


def take_back(stored: StoredMatch) -> None:
    for _ in range(2):
        stored.match.undo()
    stored.match.replay_texts(["1", "2"])


def set_up(stored: StoredMatch) -> None:
    stored.match = Match(KALAH, "6x4", (), stored.match.players, start=stored.match.tip.position)


@pytest.mark.parametrize(
    "change",
    [
        lambda stored: setattr(stored.match.tip, "comment", "a trap"),
        lambda stored: setattr(stored, "series", Series((1, 0))),
        lambda stored: setattr(stored, "tags", {"Event": "Final"}),
        take_back,
        set_up,
    ],
    ids=["comment", "score", "tags", "side lines", "position"],
)
def test_a_match_of_few_moves_stays_when_somebody_has_made_something_of_it(store, change):
    match = leave(store, change=change)
    assert listing.count_offered(store) == 0
    listing.discard_hardly_begun(store, LATE)
    assert ids(store) == [match]


def test_a_match_of_few_moves_stays_as_long_as_it_has_a_name_or_a_star(store):
    match = leave(store)
    for act, reset in ((listing.rename, ""), (listing.star, False)):
        act(store, match, "1")
        listing.discard_hardly_begun(store, LATE)
        assert ids(store) == [match]
        act(store, match, reset)
    listing.discard_hardly_begun(store, LATE)
    assert ids(store) == []


@pytest.mark.parametrize("wrong", [EARLY, LATE])
def test_a_clock_that_is_wrong_once_loses_no_match_of_few_moves(store, wrong):
    match = leave(store)
    for moment in (wrong, RIGHT + HOUR, RIGHT + 2 * HOUR):
        listing.discard_hardly_begun(store, moment)
        listing.empty_bin(store, moment)
    assert store.match(match) is not None
    assert listing.discarded(store) == ([match] if wrong is LATE else [])


@pytest.mark.parametrize(
    "column", ["game", "rules", "start", "players", "saved", "name", "starred"]
)
def test_a_row_with_something_else_in_a_column_is_there_beside_all_others(store, column):
    match = store.save(RECORD)
    good = store.save(replace(RECORD, saved="2025-01-01"))
    store.change(f"UPDATE matches SET {column} = x'FFFE' WHERE id = ?", match.id)
    default = {"saved": "", "name": "", "starred": 0}.get(column, UNREADABLE)
    assert getattr(listing.row_of(store, match.id), column) == default
    rows = listing.page(store, 1)
    rows += listing.page(store, 5, rows[-1])
    assert {row.id for row in rows} == {match.id, good.id}


# -- who played


def test_who_played_is_read_from_the_record():
    one = match_players('[["Ann", ""], ["", "4 varied"]]', "kalah")
    assert (one.names, one.person, one.opponent.level) == (("Ann", ""), 0, 4)
    both = match_players('[["Ann", ""], ["Bob", ""]]', "kalah")
    assert (both.person, both.persons, both.opponent) == (None, (0, 1), None)
    no_method = (
        '[["Ann", "no player"], ["", ""]]',
        '[["Ann", 5], ["", ""]]',
        '[["", 0], ["", null]]',
    )
    for damaged in ("", "7", "[[]]", *no_method, "[" * 100_000):
        assert match_players(damaged, "kalah") is None
    assert match_players('[["Ann", ""], ["", "4"]]', "chess") is None


def test_a_wrong_result_has_no_winner():
    assert [winner_of(result) for result in ("second", "second resigned", "draw")] == [1, 0, None]
    for wrong in ("", "third", "draw resigned", "first "):
        with pytest.raises(ValueError):
            winner_of(wrong)


# -- openings


def test_a_row_knows_the_openings_that_its_match_went_through(store):
    start = REVERSI.position_text(REVERSI.start("8x8"))
    tiger = "f5 d6 c3 d3 c4 f4 c5 b3 c2"
    rose_bill = ["Perpendicular", "Tiger", "Rose-Bill"]
    long = f"{tiger} e3 d2 c6 b4 a3 g3 g4 f3 c1 b5 a4 a6 d1 e2 f2"
    hook = [*rose_bill, "Rooster Hook"]
    games = {tiger: rose_bill, long: hook, f"{tiger} a1 b2": rose_bill, "swap": [], "": []}
    kinds = {"game": "reversi", "start": start}
    for moves, names in games.items():
        record = store.save(replace(RECORD, **kinds, variant="8x8", moves=moves))
        row = listing.row_of(store, record.id)
        found = listing.openings_of(row)
        assert [opening.english for opening in found] == names
        other = listing.row_of(store, store.save(replace(RECORD, moves=moves)).id)
        assert listing.openings_of(other) == ()
    damaged = store.save(replace(RECORD, **kinds | {"start": "?"}, variant="8x8", moves=tiger))
    row = listing.row_of(store, damaged.id)
    assert listing.openings_of(row) == ()


def test_the_best_and_the_worst_opening_are_told_of_games_that_are_enough():
    def played(line: str, *results: str) -> list[MatchRow]:
        begins = " ".join(line[at : at + 2] for at in range(0, len(line), 2))
        start = REVERSI.position_text(REVERSI.start("8x8"))
        kind = {"game": "reversi", "variant": "8x8", "start": start, "begins": begins}
        return [row(n, result)._replace(**kind) for n, result in enumerate(results)]

    tiger = played("f5d6c3d3c4", "first", "second", "second", "second")
    mirrored = played("c4e3f6e6f5", "draw")
    rabbit = played("f5d6c5f4e3", "first", "first", "first")
    seldom = played("f5f4e3f6d3", "second", "second")
    figures = statistics(REVERSI, "8x8", [*tiger, *mirrored, *rabbit, *seldom])
    best, worst = figures.best_and_worst_opening
    assert (best.english, figures.openings[best]) == ("Rabbit", LevelRecord(3))
    assert (worst.english, figures.openings[worst]) == ("Tiger", LevelRecord(1, 3, 1))
    assert statistics(REVERSI, "8x8", seldom).best_and_worst_opening is None, "too few"
    alone = statistics(REVERSI, "8x8", tiger)
    assert alone.openings and alone.best_and_worst_opening is None, "nothing to compare with"


# -- statistics


def row(number: int, result: str = "first", **changes: object) -> MatchRow:
    """Return the row of a match against level 4; the number gives its time."""
    begun = f"2026-01-{1 + number // 24:02}T{number % 24:02}:00:00.000+00:00"
    saved = begun.replace(":00:00.", ":05:00.")
    variant = changes.get("variant", "6x6")
    start = KALAH.position_text(KALAH.start(variant))
    players = '[["", ""], ["", "4"]]'
    fresh = MatchRow(
        number, "kalah", variant, "", start, players, result, begun, saved, 1, "", 0, 40
    )
    return fresh._replace(**changes)


def reviewed(number: int, lost: int, moves: int = 20) -> MatchRow:
    return row(number, complete=1, first_moves=moves, first_lost=lost, first_mistakes=1)


def test_results_are_counted_by_level_and_the_first_edition_apart():
    old = json.dumps([["", "old:4"], ["", ""]])
    rows = [
        row(1),
        row(2, "second"),
        row(3, "draw"),
        row(4, "second resigned", players='[["", ""], ["", "7"]]'),
        row(5, "second", players=old),
        row(6, "first", players='[["A", ""], ["B", ""]]'),
        row(7, ""),
        row(8, "a wrong result"),
        row(9, "first", variant="6x4"),
    ]
    figures = statistics(KALAH, "6x6", rows)
    assert figures.levels == {4: LevelRecord(1, 1, 1), 7: LevelRecord(1)}
    assert figures.earlier == LevelRecord(1)


def test_matches_from_a_position_that_was_set_up_say_nothing_of_a_person():
    rows = [reviewed(n, lost=0) for n in range(WINDOW)]
    usual = statistics(KALAH, "6x6", rows)
    position = KALAH.start("6x6")
    position.play(2)
    set_up = KALAH.position_text(position)
    beside = [reviewed(n + 20, lost=500)._replace(start=set_up) for n in range(WINDOW)]
    old = row(90, players='[["", ""], ["", "old:4"]]', start=set_up)
    assert statistics(KALAH, "6x6", [*rows, *beside, old]) == usual
    assert statistics(KALAH, "6x6", beside) == Statistics()


def test_a_match_with_a_handicap_began_as_its_board_does():
    reversi = GAMES["reversi"]
    handicap = reversi.position_text(reversi.with_handicap(reversi.start("8x8"), 2))
    given = row(1)._replace(game="reversi", variant="8x8", start=handicap)
    assert statistics(reversi, "8x8", [given]).levels == {4: LevelRecord(1)}


def test_games_from_files_are_nobodys_own():
    mine, strange = row(1), row(2, result="second")
    strange = strange._replace(saved=strange.begun)
    figures = statistics(KALAH, "6x6", [mine, strange])
    assert (figures, strange.from_file) == (statistics(KALAH, "6x6", [mine]), True)


def test_streaks_follow_the_time_of_the_games_and_not_their_order():
    results = ["first", "first", "first", "second", "first", "first"]
    rows = [row(number, result) for number, result in enumerate(results)]
    figures = statistics(KALAH, "6x6", reversed(rows))
    assert (figures.streak, figures.running) == (3, 2)
    figures = statistics(KALAH, "6x6", [*rows, row(9, "draw")])
    assert (figures.streak, figures.running) == (3, 0)


def test_the_longest_game_began_and_was_finished_on_this_board():
    position = KALAH.start("6x6")
    position.play(2)
    set_up = row(4, plies=97, start=KALAH.position_text(position))
    rows = [row(1, plies=70), row(2, "", plies=99), row(3, variant="6x4", plies=98), set_up]
    assert statistics(KALAH, "6x6", rows).longest == 70
    assert statistics(KALAH, "6x5", rows).longest == 0


def test_the_loss_a_move_is_that_of_the_last_games_reviewed_to_their_end():
    rows = [reviewed(number, lost=number) for number in range(1, LAST_GAMES + 6)]
    rows.append(row(40, complete=0, first_moves=20, first_lost=500))
    figures = statistics(KALAH, "6x6", rows)
    assert [loss.lost for loss in figures.losses] == list(range(6, LAST_GAMES + 6))
    assert figures.loss_a_move == pytest.approx(sum(range(6, LAST_GAMES + 6)) / 20 / LAST_GAMES)
    assert statistics(KALAH, "6x6", []).loss_a_move is None


def test_the_course_tells_who_plays_better_than_before():
    rows = [reviewed(n, lost=80) for n in range(15)]
    rows += [reviewed(n, lost=0) for n in range(15, 15 + WINDOW)]
    figures = statistics(KALAH, "6x6", rows)
    assert figures.course[0].level < figures.course[-1].level
    assert figures.course[-1].moment == rows[-1].begun
    assert figures.course[0].level <= figures.level <= figures.course[-1].level
    few = statistics(KALAH, "6x6", rows[:3])
    assert (few.level, few.course) == (None, [])


# -- results against the levels

WON, LOST, DRAWN = "first", "second", "draw"


def keep_results(store, *results, computer="4", seat=1, variant="6x6", players=None, seconds=30):
    """Keep matches that ended so, one a minute, after some seconds; the computer sits on a seat."""
    if players is None:
        players = [["Ann", ""], ["", ""]]
        players[seat][1] = computer
    for result in results:
        start = KALAH.position_text(KALAH.start(variant))
        begun = f"2026-01-01T10:{len(store.matches()):02}"
        text = json.dumps(players)
        saved = begun + (f":{seconds}" if seconds else "")
        store.save(MatchRecord("kalah", variant, "", start, "", text, result, 0, begun, saved))


def results(store, variant="6x6"):
    return level_results(store, KALAH, variant)


def test_games_count_by_level_for_the_person_whatever_the_seat(store):
    keep_results(store, WON, WON, LOST, DRAWN, "second resigned", "first resigned")
    keep_results(store, WON, "first resigned", seat=0, computer="5 varied")
    assert results(store).records == {4: LevelRecord(3, 2, 1), 5: LevelRecord(1, 1, 0)}


def test_only_games_of_one_person_against_a_level_of_today_count(store):
    keep_results(store, WON, "", computer="old:4")
    keep_results(store, WON, computer="alpha-beta:5")
    keep_results(store, WON, computer="no player")
    keep_results(store, WON, players=[["", "4"], ["", "4"]])
    keep_results(store, WON, players=[["Ann", ""], ["Bob", ""]])
    keep_results(store, WON, players="damaged")
    keep_results(store, "a wrong result", "")
    keep_results(store, WON, seconds=0)  # from a file
    keep_results(store, WON, variant="6x4")
    assert results(store) == ({}, 2, False, 0, 0)
    assert results(store, "6x4").records == {4: LevelRecord(1)}


def test_wins_in_a_row_are_against_any_level_and_losses_against_the_last_one(store):
    keep_results(store, LOST, WON, computer="3")
    keep_results(store, WON)
    assert (results(store).won, results(store).lost) == (2, 0)
    keep_results(store, LOST, computer="3")
    keep_results(store, LOST, LOST)
    assert (results(store).won, results(store).lost) == (0, 2)
    keep_results(store, DRAWN)
    assert (results(store).won, results(store).lost) == (0, 0)


@pytest.mark.parametrize(
    ("played", "suits", "proven"),
    [
        ((WON, WON), 4, False),
        ((WON, LOST), 4, True),
        ((LOST,), 4, False),
        ((DRAWN,), 4, True),
        ((WON, WON, WON), 5, True),
        ((WON, LOST, WON, WON), 5, True),
        ((WON, WON, WON, LOST, LOST), 4, True),
        ((LOST, LOST, LOST), 3, True),
        ((WON, LOST, DRAWN, LOST, LOST), 3, True),
        ((WON, WON, WON, DRAWN, DRAWN), 4, True),
    ],
)
def test_another_level_may_suit_after_a_few_games(store, played, suits, proven):
    keep_results(store, *played)
    assert results(store)[1:3] == (suits, proven)


def test_the_level_played_last_is_what_counts(store):
    keep_results(store, WON, WON, WON)
    keep_results(store, LOST, computer="5")
    assert results(store)[1:3] == (5, False)
    keep_results(store, LOST, LOST, computer="5")
    assert results(store).suits == 4


@pytest.mark.parametrize(("level", "result"), [("1", LOST), ("10", WON)])
def test_no_level_is_named_that_the_board_lacks(store, level, result):
    keep_results(store, *[result] * 4, computer=level)
    assert results(store)[1:3] == (int(level), False)


def test_what_sqlite_lets_stand_costs_nothing(store):
    keep_results(store, WON)
    store.change("UPDATE matches SET players = x'00'")
    assert results(store).records == {}
