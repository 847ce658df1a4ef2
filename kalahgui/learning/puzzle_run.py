"""Puzzles one after the other, in one of four ways, and what comes of the first try at each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from random import Random

from kalahgui.games.game import Game
from kalahgui.games.user_error import Message
from kalahgui.learning import puzzles as lists
from kalahgui.learning.exercise import Answer, Exercise, Grade, Steps
from kalahgui.learning.puzzle_judge import PuzzleJudge
from kalahgui.learning.rating import BEGINNER, STAGES, Rating, after_try, stage_of
from kalahgui.library.learnt import PuzzleTry

TODAY, BY_RATING, STREAK, BY_THEME = WAYS = ("today", "rating", "streak", "theme")
THEME, FIRST_MOVE = "theme", "move"  # what a hint tells
# Who knows the theme has a part of the solution: so much of the change of the rating counts once it
# was told, and where it was chosen, when the puzzle is solved and when it is not.
_TOLD, _CHOSEN, _CHOSEN_FAILED = 0.5, 0.5, 0.75
_FOUND = {0: "puzzle_solved", 1: "puzzle_found_second", 2: "puzzle_found_third"}


@dataclass
class History:
    """The tries at the puzzles of a game, the first one first, and where the learner began."""

    tries: list[PuzzleTry]
    began: str = BEGINNER

    @property
    def rating(self) -> Rating:
        """Return the learner's rating after the last try."""
        if not self.tries:
            return Rating(STAGES[self.began])
        last = self.tries[-1]
        return Rating(last.rating, last.deviation, last.volatility)

    @property
    def course(self) -> list[float]:
        """Return the ratings after each try."""
        return [tried.rating for tried in self.tries]

    @property
    def stage(self) -> str:
        """Return how good the learner is: at first as good as was said."""
        return stage_of(self.rating.rating)

    @property
    def firsts(self) -> dict[tuple[str, int], bool]:
        """Return for each puzzle tried, by board and number, whether the first try solved it."""
        return {(tried.variant, tried.number): tried.solved for tried in reversed(self.tries)}

    def tried(self, variant: str) -> set[int]:
        """Return the numbers of the puzzles of a board that were tried."""
        return {number for board, number in self.firsts if board == variant}

    @property
    def days(self) -> dict[date, bool]:
        """Return the days whose puzzle was tried, on any board, and whether one was solved."""
        days: dict[date, bool] = {}
        for tried in self.tries:
            if tried.day:
                day = date.fromisoformat(tried.day)
                days[day] = tried.solved or days.get(day, False)
        return days

    def streaks(self, variant: str) -> list[list[int]]:
        """Return the numbers of the puzzles solved in each streak of a board; the last goes on."""
        streaks: list[list[int]] = [[]]
        for tried in self.tries:
            if (tried.variant, tried.way) == (variant, STREAK):
                if tried.solved:
                    streaks[-1].append(tried.number)
                else:
                    streaks.append([])
        return streaks

    def of_day(self, variant: str, day: date) -> bool | None:
        """Return whether a day's puzzle of a board was solved; None before it is tried."""
        done = self._try_of_day(variant, day)
        return None if done is None else done.solved

    def number_of_day(self, game: Game, variant: str, day: date) -> int:
        """Return the number of a day's puzzle: the one that was tried, or that of the stage."""
        done = self._try_of_day(variant, day)
        if done is not None and done.number <= len(lists.puzzles_of(game, variant)):
            return done.number
        return lists.number_of_day(game, variant, day, self.stage)

    def _try_of_day(self, variant: str, day: date) -> PuzzleTry | None:
        wanted = variant, day.isoformat()
        return next((done for done in self.tries if (done.variant, done.day) == wanted), None)


class PuzzleRun:
    """Puzzles of a board: today's, by rating, in a streak, or with a theme.

    The first try at a puzzle is kept and rated, once and for all. A hint tells the theme, and the
    try counts half; the next one tells the first move, which like the answer ends the try as one
    that does not change the rating and did not solve the puzzle. A day's puzzle counts for its day
    also when it was tried before. A streak ends with its first try that did not solve, and the next
    puzzle begins another one; after today's come puzzles by rating.
    """

    patience = stars = 0

    def __init__(
        self,
        game: Game,
        variant: str,
        way: str,
        theme: str,
        history: History,
        keep: Callable[[PuzzleTry], object],
        clock: Callable[[], datetime],
    ) -> None:
        """Begin; ``keep`` hears of each first try. UserError when the list cannot be used."""
        self.game, self.variant, self.board = game, variant, (game.key, variant)
        self._puzzles = lists.puzzles_of(game, variant)
        self.themes = [*lists.themes_in(self._puzzles)]
        self.way = way if way in WAYS else TODAY
        self.theme = theme if theme in self.themes else self.themes[0]
        self.history = history
        self.streak = history.streaks(variant)[-1]
        self._keep, self._clock = keep, clock
        # The same puzzle comes until it is tried, whoever asks for the next one.
        self._chance = Random(len(history.tries))
        self._begin()

    def _begin(self) -> None:
        self.day = self._clock().date()
        self.puzzle = self._next()
        self.solved = self.tried = self.lost = False
        self.told = self.helped = False  # the theme; the first move, or the answer
        self.wrong = 0
        self.gained = 0.0  # by the first try
        self._behind = 0
        rules, start = self.game.rules_to_the_end, self.puzzle.position
        goal, judge = Message("puzzle_goal"), PuzzleJudge(self.puzzle)
        self.exercise = Exercise(self.game, self.variant, rules, start, goal, judge)

    def _next(self) -> lists.Puzzle:
        puzzles, rating = self._puzzles, self.history.rating.rating
        tried = self.history.tried(self.variant)
        if self.way == TODAY:
            return puzzles[self.history.number_of_day(self.game, self.variant, self.day) - 1]
        if self.way == STREAK:
            return lists.in_streak(puzzles, self.streak, tried, self._chance)
        among = lists.with_theme(puzzles, self.theme) if self.way == BY_THEME else puzzles
        return lists.by_rating(among, rating, tried, self._chance)

    @property
    def title(self) -> Message:
        """Return what the whole is called."""
        return Message("learn_tab_puzzles")

    @property
    def about(self) -> Message:
        """Return the board and the way."""
        values: dict[str, object] = {"board": self.game.title(self.variant)}
        if self.way == TODAY:
            values["date"] = Message.of(f"when_month_{self.day.month}", day=self.day.day)
        elif self.way == STREAK:
            values["count"] = len(self.streak)
            values["best"] = self.best
        elif self.way == BY_THEME:
            values["theme"] = lists.theme_words(self.theme)
        over = "_over" if self.way == STREAK and self.lost else ""
        return Message(f"puzzle_about_{self.way}{over}", values)

    @property
    def best(self) -> int:
        """Return how many puzzles were solved in the longest streak of the board."""
        return max(map(len, (*self.history.streaks(self.variant), self.streak)))

    @property
    def steps(self) -> Steps:
        """Return how many of the solver's turns are behind."""
        parts = (len(self.puzzle.turns) + 1) // 2
        return Steps(1, 0, frozenset(), parts, parts if self.solved else self._behind)

    def note(self, answer: Answer) -> Message | None:
        """Hear how a try was answered; the first wrong one decides, or the end."""
        if answer.grade is Grade.WRONG:
            self.wrong += 1
            self._keep_first(solved=False)
        elif answer.grade is Grade.DONE:
            self._keep_first(solved=True)
            self.solved = True
        else:
            self._behind += bool(answer.reply)  # a turn has ended
        return None

    @property
    def hint(self) -> str:
        """Return what the next hint tells; a theme only where it is not known already."""
        chosen = {self.theme} if self.way == BY_THEME else set()
        new = {*self.puzzle.themes} - chosen
        return THEME if new and not (self.told or self.helped) else FIRST_MOVE

    def note_theme(self) -> None:
        """Hear that the theme is told."""
        self.told = True

    def note_help(self) -> None:
        """Hear that the first move or the answer is shown."""
        self.helped = True
        self._keep_first(solved=False)

    @property
    def found(self) -> str:
        """Return how the puzzle is solved: with help, or at which try."""
        if self.helped:
            return "puzzle_found_helped"
        return _FOUND.get(self.wrong, "puzzle_found_later")

    @property
    def _known(self) -> bool:
        return self.puzzle.number in self.history.tried(self.variant)

    @property
    def _new_today(self) -> bool:
        return self.way == TODAY and self.history.of_day(self.variant, self.day) is None

    @property
    def counts(self) -> bool:
        """Tell whether the next try is the one that counts."""
        return not self.tried and (self._new_today or not self._known)

    def _share(self, solved: bool) -> float:
        """Return how much of a result counts."""
        if self.helped:
            return 0.0
        if self.told:
            return _TOLD
        if self.way == BY_THEME:
            return _CHOSEN if solved else _CHOSEN_FAILED
        return 1.0

    def _keep_first(self, *, solved: bool) -> None:
        if self.tried:
            return
        self.tried, self.lost = True, not solved
        if solved and self.way == STREAK:
            self.streak.append(self.puzzle.number)
        known, today = self._known, self._new_today
        if known and not today:
            return
        before = after = self.history.rating
        if not known:
            after = after_try(before, self.puzzle.rating, solved, self._share(solved))
        self.gained = after.rating - before.rating
        day = self.day.isoformat() if today else ""
        results = after.rating, after.deviation, after.volatility
        done = PuzzleTry(
            *self.board, self.puzzle.number, self.way, solved, self.helped, *results, day
        )
        self.history.tries.append(done)
        self._keep(done)

    def can_go(self, step: int) -> bool:
        """Tell whether the next puzzle may come: once this one is done."""
        return step > 0 and self.solved

    def go_by(self, step: int) -> None:
        """Go to the next puzzle."""
        if self.way == TODAY:
            self.way = BY_RATING
        if self.lost:
            self.streak = []
        self._begin()
