"""Puzzles: what the lists say is true, tries are judged by it, and ratings follow them."""

from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from random import Random

import prove_puzzles
import pytest

from kalahgui.assets import asset, words_of
from kalahgui.core.search import StopWord
from kalahgui.games import GAMES
from kalahgui.games.game import children
from kalahgui.games.user_error import UserError
from kalahgui.learning import puzzles as lists
from kalahgui.learning.exercise import Grade
from kalahgui.learning.puzzle_judge import PuzzleJudge
from kalahgui.learning.puzzle_run import History
from kalahgui.learning.puzzles import (
    BOARDS,
    by_rating,
    days_in_a_row,
    ends_of_turn,
    file_name,
    in_streak,
    number_of_day,
    puzzles_of,
    row_of_days,
    theme_words,
    themes_in,
    with_theme,
    written,
)
from kalahgui.learning.rating import (
    BEGINNER,
    MOST_LOST,
    PLAYER,
    PUZZLE_DEVIATION,
    STRONG,
    Rating,
    Result,
    after_try,
    rated,
)
from kalahgui.match.match import Match, Player
from kalahgui.solving.solver import solve

BOARD = pytest.mark.parametrize("board", BOARDS, ids="-".join)
KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]


def on(board):
    return puzzles_of(GAMES[board[0]], board[1])


@cache
def small(board, count):
    """Return the puzzles of a board that are solved soonest."""
    return sorted(on(board), key=lambda puzzle: (_left(puzzle.position), puzzle.number))[:count]


def _left(position):
    if not position.proved_by_windows():
        return position.most_turns()
    low, high = position.bounds()
    return high - low


def match_at(board, puzzle, plies=()):
    game = GAMES[board[0]]
    match = Match(
        game, board[1], game.rules_to_the_end, (Player(), Player()), start=puzzle.position
    )
    for ply in plies:
        match.play(ply)
    return match


# -- the lists


@BOARD
def test_a_board_has_a_list_of_puzzles(board):
    puzzles = on(board)
    assert len(puzzles) >= 500
    assert [puzzle.number for puzzle in puzzles] == list(range(1, len(puzzles) + 1))
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        assert puzzle.gap >= 2 and puzzle.value >= 0 and 600 <= puzzle.rating <= 2400
        assert len(puzzle.position.moves()) >= 3
        # Two turns or more are to be found, or the only one that wins or draws.
        second = puzzle.value - puzzle.gap
        assert len(puzzle.turns) >= 3 or second < 0 or second == 0 < puzzle.value


def test_all_lists_together_are_small():
    sizes = [path.stat().st_size for path in asset("puzzles").iterdir()]
    assert len(sizes) == len(BOARDS) and sum(sizes) <= 500_000


@BOARD
def test_a_puzzle_is_as_it_says_when_it_is_solved_from_nothing(board):
    assert [prove_puzzles.wrong(puzzle) for puzzle in small(board, 4)] == [""] * 4


@pytest.mark.long
@pytest.mark.compiled
@BOARD
def test_puzzles_from_the_whole_list_are_as_they_say(board):
    tried = on(board)[:: len(on(board)) // 3]  # .ci/long tries them all
    assert {prove_puzzles.wrong(puzzle) for puzzle in tried} == {""}


def test_a_proof_finds_what_is_not_true():
    puzzle = small(("reversi", "diamond"), 1)[0]
    goal = puzzle.goals[0]
    wrong = next(turn for end, turn in ends_of_turn(puzzle.position).items() if end != goal)
    for other in (
        replace(puzzle, value=puzzle.value + 2),
        replace(puzzle, gap=puzzle.gap + 1),
        replace(puzzle, turns=(wrong,)),
    ):
        assert prove_puzzles.wrong(other)


@BOARD
def test_a_line_is_written_as_it_is_read(board):
    game = GAMES[board[0]]
    text = asset("puzzles", file_name(game, board[1])).read_text("ascii")
    assert [written(game, puzzle) for puzzle in on(board)] == text.splitlines()


DAMAGES = (
    lambda line: line[:-9],
    lambda line: line.replace(";", ",", 1),
    lambda line: "".join(line.split(" ")),
    lambda line: line.replace(">", ""),
    lambda line: line.split(";")[0],
    lambda line: line.replace(";", ";9 ", 1),
    lambda line: "",
)


def test_a_damaged_file_is_refused_by_its_line_and_a_missing_one_is_told(tmp_path, monkeypatch):
    name = file_name(KALAH, "6x6")
    lines = asset("puzzles", name).read_text("ascii").splitlines()[:3]
    monkeypatch.setattr(lists, "asset", lambda *parts: tmp_path / parts[-1])

    def refused(why):
        with pytest.raises(UserError, match=why):
            puzzles_of.__wrapped__(KALAH, "6x6")

    refused(f"{name} is missing or damaged")
    for content in (b"", b"\xff\xfe"):
        (tmp_path / name).write_bytes(content)
        refused(f"{name} is missing or damaged")
    for damage in DAMAGES:
        damaged = [lines[0], damage(lines[1]), lines[2]]
        (tmp_path / name).write_text("\n".join(damaged), "ascii")
        refused(f"^line 2 of the list of puzzles {name} is damaged")


def test_every_theme_has_its_words():
    for language in ("en", "ja"):
        words = words_of(language)
        for board in BOARDS:
            assert {theme_words(theme).key for theme in themes_in(on(board))} <= set(words)


# -- the judge


def orders(position):
    """Yield every whole turn, in every order of its moves, with the position after it."""
    for move, child, sign in children(position):
        if sign < 0:
            yield (move,), child
        else:
            yield from (((move, *rest), end) for rest, end in orders(child))


@BOARD
def test_every_order_of_the_right_turn_is_right_and_every_other_turn_is_wrong(board):
    for puzzle in small(board, 3):
        judge = PuzzleJudge(puzzle)
        played = ()
        for index in range(0, len(puzzle.turns), 2):
            goal = puzzle.goals[index // 2]
            here = match_at(board, puzzle, played).position.copy()
            best = Grade.DONE if index + 1 == len(puzzle.turns) else Grade.RIGHT
            for turn, end in list(orders(here))[:40]:
                answer = judge.answer(match_at(board, puzzle, (*played, *turn)))
                assert answer.grade is (best if end == goal else Grade.WRONG)
                if answer.grade is Grade.RIGHT:
                    assert answer.reply == puzzle.turns[index + 1]
            played += sum(puzzle.turns[index : index + 2], ())


@BOARD
def test_what_is_said_of_a_wrong_turn_is_true_and_its_refutation_can_be_played(board):
    for puzzle in small(board, 3):
        for end, turn in ends_of_turn(puzzle.position).items():
            if end == puzzle.goals[0]:
                continue
            match = match_at(board, puzzle, turn)
            answer = PuzzleJudge(puzzle).answer(match)
            worth = -solve(end, StopWord()).value
            assert answer.message.values["loss"] == puzzle.value - worth >= puzzle.gap
            kind, points = answer.message.values["result"].key, abs(worth)
            assert kind == (
                "result_draw"
                if worth == 0
                else "result_wins_by_you"
                if worth > 0
                else "puzzle_result_lost"
            )
            assert worth == 0 or answer.message.values["result"].values == {"points": points}
            here = end.copy()
            again = bool(answer.reply)
            for ply in answer.reply:
                assert again, "it is one turn"
                again = here.play(ply)
            if not end.over:
                assert -solve(here, StopWord()).value == -worth, "and it is a best one"


def test_a_chain_that_leads_nowhere_is_wrong_at_once_and_the_rest_of_it_is_played():
    board, chains = ("kalah", "6x3"), 0
    for puzzle in small(board, 90):
        for move, child, sign in children(puzzle.position):
            if sign < 0 or puzzle.goals[0] in ends_of_turn(child):
                continue
            chains += 1
            answer = PuzzleJudge(puzzle).answer(match_at(board, puzzle, (move,)))
            assert answer.grade is Grade.WRONG
            match = match_at(board, puzzle, (move, *answer.reply))
            assert match.over or match.position.turn == puzzle.position.turn
    assert chains >= 5


@BOARD
def test_what_the_judge_shows_solves_a_puzzle(board):
    for puzzle in on(board)[::10]:
        judge, match = PuzzleJudge(puzzle), match_at(board, puzzle)
        shown = judge.next_plies(match)
        while shown:
            match.play(shown[0])
            # Also in the middle of a turn.
            assert judge.next_plies(match) == shown[1:]
            answer = judge.answer(match)
            for ply in answer.reply:
                match.play(ply)
            shown = shown[1:] or judge.next_plies(match)
        assert answer.grade is Grade.DONE


# -- which puzzle


SATURDAY = date(2026, 1, 31)


@BOARD
def test_the_puzzle_of_a_day_rises_through_the_week_and_comes_once_in_months(board):
    game, variant = GAMES[board[0]], board[1]
    numbers = [number_of_day(game, variant, SATURDAY + timedelta(n)) for n in range(7 * 35)]
    assert len(set(numbers)) == len(numbers)
    ratings = [on(board)[number - 1].rating for number in numbers]
    for week in range(2, 7 * 34, 7):  # from Monday on
        assert sorted(ratings[week : week + 7]) == ratings[week : week + 7]
    everything, quarter = sorted(puzzle.rating for puzzle in on(board)), len(on(board)) // 4
    assert everything[quarter] <= min(ratings) < max(ratings) <= everything[3 * quarter]


@BOARD
def test_the_puzzle_of_a_day_is_one_for_newcomers_players_or_the_strong(board):
    game, variant = GAMES[board[0]], board[1]
    ratings = sorted(puzzle.rating for puzzle in on(board))
    quarters = [ratings[125 * n] for n in range(4)]
    newcomer = History([])
    assert newcomer.stage == BEGINNER
    for stage, least, most in (
        (BEGINNER, ratings[0], quarters[1]),
        (PLAYER, quarters[1], quarters[3]),
        (STRONG, quarters[3], ratings[-1]),
    ):
        history = History([], stage)
        assert history.stage == stage
        days = [SATURDAY + timedelta(n) for n in range(7 * 17)]
        numbers = [history.number_of_day(game, variant, day) for day in days]
        assert len(set(numbers)) == len(numbers)
        assert all(least <= on(board)[number - 1].rating <= most for number in numbers)


def test_the_puzzle_of_a_day_stays_and_is_another_one_on_each_board():
    numbers = [number_of_day(GAMES[key], variant, SATURDAY) for key, variant in BOARDS]
    assert numbers == NUMBERS_OF_THE_DAY and len({*numbers}) == len(numbers)


NUMBERS_OF_THE_DAY = [295, 457, 393, 254, 67, 15]


@BOARD
def test_puzzles_come_by_rating_by_theme_and_in_a_rising_streak(board):
    puzzles, chance = on(board), Random(1)
    easiest = by_rating(puzzles, 600, (), chance)
    assert easiest.rating <= sorted(puzzle.rating for puzzle in puzzles)[9]
    tried = {puzzle.number for puzzle in puzzles if puzzle.number != 7}
    assert by_rating(puzzles, 2400, tried, chance).number == 7
    assert by_rating(puzzles, 2400, tried | {7}, chance) in puzzles
    for theme, count in themes_in(puzzles).items():
        assert len(with_theme(puzzles, theme)) == count
        assert theme in by_rating(with_theme(puzzles, theme), 1500, (), chance).themes
    streak = []
    for _ in range(60):
        streak.append(in_streak(puzzles, [puzzle.number for puzzle in streak], (), chance))
    assert len(set(streak)) == 60
    rising = [puzzle.rating for puzzle in streak[:20]]
    assert rising == sorted(rising) and rising[-1] > rising[0]
    assert in_streak(puzzles, (1,), tried, chance).number == 7
    assert in_streak(puzzles, (1,), tried | {7}, chance) in puzzles[1:]
    assert in_streak(puzzles, (1, 10**6), (), chance) in puzzles  # of a list that was longer


def test_a_row_of_days_survives_one_day_a_week():
    today = date(2026, 3, 20)

    def row(*ago):
        return days_in_a_row({today - timedelta(days) for days in ago}, today)

    assert (row(), row(0), row(1), row(2), row(3)) == (0, 1, 1, 1, 0)
    assert row(*range(30)) == 30
    assert row(0, 1, 3, 4) == 4
    assert row(0, 1, 3, 5) == 3, "a second day within a week"
    assert row(*(days for days in range(22) if days not in (3, 10, 17))) == 19
    days = {today - timedelta(ago) for ago in (1, 2, 4, 5, 12)}
    assert [(today - day).days for day in row_of_days(days, today)] == [1, 2, 3, 4, 5]
    assert row_of_days({today - timedelta(3)}, today) == []


# -- ratings


def test_no_try_takes_more_than_sixty_points_and_a_share_of_it_less():
    for deviation in range(45, 351, 15):
        player = Rating(1200.0, float(deviation))
        for puzzle in range(600, 2401, 200):
            lost, won = (after_try(player, puzzle, solved) for solved in (False, True))
            assert -MOST_LOST <= lost.rating - 1200 < 0 < won.rating - 1200
            half = after_try(player, puzzle, False, 0.5)
            assert half.rating - 1200 == pytest.approx((lost.rating - 1200) / 2)
            assert after_try(player, puzzle, True, 0.0) == player
            if deviation <= 110:  # it is sure, and no bound is needed
                result = Result(puzzle, PUZZLE_DEVIATION, 0.0)
                assert lost.rating == rated(player, [result]).rating


def test_a_rating_follows_the_tries_within_its_bounds():
    new = Rating(1500.0)
    won, lost = after_try(new, 1500, True), after_try(new, 1500, False)
    assert won.rating > 1600 and lost.rating == 1500 - MOST_LOST
    for solved, full in ((True, won), (False, lost)):
        less = after_try(new, 1500, solved, 0.5)
        assert 0 < abs(less.rating - 1500) < abs(full.rating - 1500)
        assert full.deviation < less.deviation < 350
    chance, player = Random(2), new
    for _ in range(400):
        player = after_try(player, 1700, chance.random() < 0.5)
        assert 45 <= player.deviation <= 350
    assert player.rating == pytest.approx(1700, abs=100) and player.deviation < 80
    draws = [Result(1500, 30, 0.5)] * 100
    assert rated(Rating(1500, 60), draws).deviation == 45
    assert rated(Rating(1500, 350, 20.0), []).deviation == 350
    for _ in range(300):
        player = after_try(player, 600, False)
    assert 0 < player.volatility < 1


# -- the command line


@BOARD
def test_a_puzzle_is_printed_as_a_document(board, document):
    game, name = GAMES[board[0]], ":".join(board)
    puzzle = small(board, 1)[0]
    puzzle_document = document("puzzle", name, "--number", puzzle.number)
    assert list(puzzle_document) == [
        *("game", "number", "position", "rating", "themes", "solution", "value", "gap")
    ]
    assert (puzzle_document["game"], puzzle_document["number"], puzzle_document["themes"]) == (
        name,
        puzzle.number,
        list(puzzle.themes),
    )
    position = game.parse_position(puzzle_document["position"], game.rules_to_the_end)
    here = position.copy()
    for index, turn in enumerate(puzzle_document["solution"]):
        assert here.turn == position.turn ^ (index % 2)
        for move in turn:
            here.play(game.parse_move(move))
    assert here == puzzle.goals[-1]
    value = solve(here, StopWord()).value
    assert puzzle_document["value"] == (value if here.turn == position.turn else -value)


def test_todays_puzzle_is_printed(document, printed):
    number = number_of_day(GAMES["kalah"], "6x6", SATURDAY)
    assert document("puzzle", "kalah", "--today", "2026-01-31")["number"] == number
    before = date.today()
    numbers = {document("puzzle", "kalah", *option)["number"] for option in ((), ("--today",))}
    # A day may end meanwhile.
    assert numbers <= {number_of_day(GAMES["kalah"], "6x6", day) for day in (before, date.today())}
    assert printed("puzzle", "kalah", "--count") == f"{len(on(('kalah', '6x6')))}\n"
    assert "solution" not in printed("puzzle", "kalah:6x6", "--number", 7)
    text = printed("puzzle", "kalah:6x6", "--number", 7, "--solution")
    assert "solution   6 2, (2), 6 5 6 3 6 5" in text and "in brackets" in text
