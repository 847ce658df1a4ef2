"""Exercises from one's own mistakes: found in a review, judged, and asked again when due."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice

from fsrs import Card, Rating, Scheduler, State

from kalahgui.engine.judgement import Judgement, turn_of
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Message, Position
from kalahgui.learning.exercise import Answer, Exercise, Grade, Judge, Run, Steps
from kalahgui.library import learnt
from kalahgui.library.learnt import StoredExercise
from kalahgui.library.rows import parse_json
from kalahgui.library.saved import start_of
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Node
from kalahgui.review.judgements import read, written
from kalahgui.review.move_reasons import reasons_against, reasons_for
from kalahgui.review.review_rows import ReviewRow, is_mistake, kind_of_worse, rows_of

# The largest mistakes of a game become exercises, and one exercise in four is of a fine move.
MOST_OF_A_GAME, CONTROL_AMONG = 5, 4
MOST_IN_A_ROW = 12
# An exercise that need not be asked for as long as this is not asked again.
RETIRED_AFTER = timedelta(days=180)
PHASES = ("opening", "middle", "end")
# What a move missed, by what speaks for the better one or against it; the first that fits.
_KINDS = {
    "lets_win": "lets_win",
    "gives_corner": "gives_corner",
    "leaves_corner": "gives_corner",
    "lets_make_goal": "lets_win",
    "goes_over": "goes_over",
    "wins": "missed_win",
    "then_captures": "missed_capture",
    "captures": "missed_capture",
    "corner": "missed_corner",
    "saves": "left_to_take",
    "denies_corner": "gives_corner",
    "again": "missed_again",
    "no_moves": "missed_pass",
    "moves_left": "many_replies",
}
OTHER = "other"
KINDS = (*dict.fromkeys(_KINDS.values()), OTHER)

_LONGEST_DAYS = 36_500  # between two tries
_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def add_from_review(
    store: Store,
    match: Match,
    judged: Mapping[Node, Judgement],
    seats: Iterable[int],
    at: datetime,
) -> int:
    """Add a game's mistakes by some seats to the exercises, and now and then a fine move.

    The main line counts. Return how many positions were added; those that are exercises already
    are not added again, and no game has more than ``MOST_OF_A_GAME`` mistakes among them.
    """
    rows = [row for row in rows_of(match, match.tip.line, judged.get) if _counts(match, row, seats)]
    mistakes = sorted((row for row in rows if is_mistake(row.kind)), key=lambda row: -row.loss)
    room = MOST_OF_A_GAME - _controls_on(store, match).count(False)
    count, controls = learnt.count_exercises(store)
    added = 0
    for row in mistakes[: max(0, room)]:
        added += learnt.add_exercise(store, _exercise(match, row, judged, at))
    wanted = (count - controls + added) // (CONTROL_AMONG - 1) - controls
    for row in _controls(match, rows, judged):
        if wanted <= 0:
            break
        done = learnt.add_exercise(store, _exercise(match, row, judged, at))
        wanted, added = wanted - done, added + done
    return added


def _counts(match: Match, row: ReviewRow, seats: Iterable[int]) -> bool:
    """Tell whether a ply may become an exercise; not where it was to be even, for a swap."""
    assert row.node.parent is not None
    return row.seat in seats and not match.swap_to_come_at(row.node.parent)


def count_of(store: Store, match: Match) -> int:
    """Return how many exercises are positions of a match's main line."""
    return len(_controls_on(store, match))


def _controls_on(store: Store, match: Match) -> list[bool]:
    """Tell of each exercise that is a position of a match's main line whether it is a control."""
    line = " ".join([*match.ply_texts(match.tip), ""])
    ways = learnt.ways_from(store, *_begin(match))
    return [control for way, control in ways if line.startswith(f"{way} ".lstrip())]


def _begin(match: Match) -> tuple[str, str, str, str]:
    start = match.game.position_text(match.start)
    return match.game.key, match.variant, ",".join(match.rules), start


def _exercise(
    match: Match, row: ReviewRow, judged: Mapping[Node, Judgement], at: datetime
) -> StoredExercise:
    game, before = match.game, row.node.parent
    assert before is not None
    judgement = judged[before]
    control = not is_mistake(row.kind)
    share = (row.ply - 1) * len(PHASES) // max(1, len(match.tip.line))
    return StoredExercise(
        *_begin(match),
        moves=" ".join(match.ply_texts(before)),
        played=game.text(row.move),
        kind="" if control else missed(game, before.position, row.move, judgement),
        phase=PHASES[share],
        control=control,
        loss=row.loss,
        judgement=json.dumps(written(game, judgement), separators=(",", ":")),
        card=Card(card_id=row.ply, due=at.astimezone(UTC)).to_json(),
        due=_text(at),
    )


def _controls(
    match: Match, rows: Iterable[ReviewRow], judged: Mapping[Node, Judgement]
) -> list[ReviewRow]:
    """Return moves that were as good as any where a mistake was possible, the hardest first."""

    def at_stake(row: ReviewRow) -> int:
        assert row.node.parent is not None
        judgement = judged[row.node.parent]
        worse = [
            judgement.value - value
            for move, value in judgement.values.items()
            if is_mistake(kind_of_worse(match.game, judgement, move))
        ]
        return min(worse, default=0)

    staked = [(at_stake(row), row) for row in rows if row.loss == 0]
    return [row for stake, row in sorted(staked, key=lambda pair: pair[0]) if stake]


def missed(game: Game, position: Position, move: int, judgement: Judgement) -> str:
    """Return what a mistake missed or allowed: one of KINDS."""
    best = judgement.best
    reasons = [
        *reasons_against(game, position, move, judgement, best),
        *reasons_for(game, position, best, judgement, move),
    ]
    keys = {reason.key.removeprefix("move_reason_") for reason in reasons}
    return next((kind for key, kind in _KINDS.items() if key in keys), OTHER)


class MistakeJudge(Judge):
    """Answers moves at a position by the values that the review found there."""

    def __init__(self, game: Game, position: Position, exercise: StoredExercise) -> None:
        """Read what the review found; ValueError when the exercise makes no sense here."""
        self._game = game
        self._position = position
        self._played = game.parse_move(exercise.played)
        try:
            self._judgement = read(game, position, parse_json(exercise.judgement))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"the exercise is damaged ({error})") from None

    def answer(self, match: Match) -> Answer:
        """Answer the one move that was played at the position."""
        move, judgement = match.tip.line[0].ply, self._judgement
        assert move is not None, "a move was played"
        loss, exact = self.loss(move), judgement.loss_exact(move)
        if not loss:
            return Answer(Grade.DONE, Message(_told("mistake_right", exact)))
        if not is_mistake(kind_of_worse(self._game, judgement, move)):
            better = Message.of(_told("mistake_better", exact), ply=judgement.best, count=loss)
            return Answer(Grade.GOOD, better)
        again = move == self._played
        if self._game.has_points:
            key = "mistake_again" if again else "mistake_wrong"
            wrong = Message.of(_told(key, exact), count=loss)
        else:
            wrong = Message("mistake_again_result" if again else "mistake_wrong_result")
        # A turn that is not over goes on, and then comes the other side's.
        turns = 2 if match.position.turn == self._position.turn else 1
        reply = turn_of(match.position, judgement.lines[move][1:], turns)
        return Answer(Grade.WRONG, wrong, tuple(reply))

    def loss(self, move: int) -> int:
        """Return how many points a move loses."""
        return self._judgement.value - self._judgement.values[move]

    def next_plies(self, match: Match) -> tuple[int, ...]:
        return tuple(turn_of(self._position, self._judgement.lines[self._judgement.best]))


def _told(key: str, exact: bool) -> str:
    """Return the key of what is said; of estimates something less sure is."""
    return key if exact else f"{key}_about"


class MistakesRun(Run):
    """Exercises that are due, one after the other; the first try at each tells when it comes again.

    One that cannot be read is left out.
    """

    patience = 2
    stars = 0

    def __init__(
        self,
        exercises: Iterable[StoredExercise],
        keep: Callable[[StoredExercise], object],
        now: Callable[[], datetime],
    ) -> None:
        """Begin with the first one; ``keep`` hears of each that was tried. ValueError for none."""
        pairs = ((stored, exercise_of(stored)) for stored in exercises)
        readable = ((stored, exercise) for stored, exercise in pairs if exercise is not None)
        self._all = list(islice(readable, MOST_IN_A_ROW))
        if not self._all:
            raise ValueError("no exercise can be read")
        self._keep = keep
        self._now = now
        self._done: set[int] = set()
        self._tried: set[int] = set()
        self._at = 0

    @property
    def stored(self) -> StoredExercise:
        """Return the present exercise as it is kept."""
        return self._all[self._at][0]

    @property
    def title(self) -> Message:
        return Message("learn_tab_mistakes")

    @property
    def about(self) -> Message:
        return Message.of("mistake_of", n=self._at + 1, all=len(self._all))

    @property
    def exercise(self) -> Exercise:
        return self._all[self._at][1]

    @property
    def steps(self) -> Steps:
        return Steps(len(self._all), self._at, frozenset(self._done), behind=int(self.solved))

    @property
    def solved(self) -> bool:
        return self._at in self._done

    def note(self, answer: Answer) -> Message | None:
        """Hear how a try was answered; the first one is kept."""
        right = answer.grade is not Grade.WRONG
        self._keep_first(right)
        if right:
            self._done.add(self._at)
        return None

    def note_help(self) -> None:
        """Hear that the answer is shown, which makes the first try a wrong one."""
        self._keep_first(False)

    def put_away(self) -> None:
        """Have the present exercise not asked again; it counts as done."""
        self._keep(replace(self.stored, retired=True))
        self._tried.add(self._at)
        self._done.add(self._at)

    def _keep_first(self, right: bool) -> None:
        if self._at not in self._tried:
            self._tried.add(self._at)
            self._keep(graded(self.stored, right, self._now()))

    def can_go(self, step: int) -> bool:
        """Tell whether there is an exercise so far on; the next one once this one is done."""
        return 0 <= self._at + step < len(self._all) and (step < 0 or self.solved)

    def go_by(self, step: int) -> None:
        """Go to another exercise, where there is one."""
        self._at += step


def exercise_of(stored: StoredExercise) -> Exercise | None:
    """Return an exercise to be done; None when it cannot be read."""
    try:
        game = GAMES[stored.game]
        rules = tuple(rule for rule in stored.rules.split(",") if rule)
        start = start_of(game, stored.variant, rules, stored.start)
        players = Player(), Player()
        match = Match(game, stored.variant, rules, players, pie=True, start=start)
        match.replay_texts(stored.moves.split())
        position = match.position.copy()
        judge = MistakeJudge(game, position, stored)
    except (KeyError, ValueError):
        return None
    return Exercise(game, stored.variant, rules, position, Message("mistake_goal"), judge)


def graded(exercise: StoredExercise, right: bool, at: datetime) -> StoredExercise:
    """Return an exercise with the day at which it is asked again; help makes a try wrong."""
    done = at.astimezone(UTC)  # the scheduler takes no other time
    rating = Rating.Good if right else Rating.Again
    card, _ = _SCHEDULER.review_card(_card(exercise, done), rating, done)
    wait = card.due - done
    return replace(
        exercise,
        card=card.to_json(),
        due=_text(at + wait),  # by local time: a day may have 23 hours, or 25
        retired=wait >= RETIRED_AFTER,
    )


def _card(exercise: StoredExercise, at: datetime) -> Card:
    """Return how well an exercise is known; one that was never tried, or makes no sense, is new."""
    try:
        card = Card.from_dict(parse_json(exercise.card))
        assert card.stability is not None and card.difficulty is not None
        since = at - (card.last_review or at)
        known = 0 < card.stability <= _LONGEST_DAYS and 1 <= card.difficulty <= 10
        if card.state is State.Review and known and since.days <= _LONGEST_DAYS:
            return card
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError):
        pass
    return Card(card_id=exercise.id, due=at)


def due(store: Store, at: datetime) -> list[StoredExercise]:
    """Return the exercises that are due by the end of a day, the longest due first."""
    return learnt.exercises(store, _end_of_day(at))


def count_due(store: Store, at: datetime) -> int:
    """Return how many exercises are due by the end of a day, without reading them."""
    return learnt.count_due(store, _end_of_day(at))


def _end_of_day(at: datetime) -> str:
    return _text(at.replace(hour=23, minute=59, second=59, fold=1))  # the later one, if it is twice


def to_train(exercises: Iterable[StoredExercise]) -> tuple[Counter[str], Counter[str]]:
    """Return how many mistakes there are of each kind and in each phase."""
    mistakes = [exercise for exercise in exercises if not exercise.control]
    kinds = (mistake.kind if mistake.kind in KINDS else OTHER for mistake in mistakes)
    return Counter(kinds), Counter(mistake.phase for mistake in mistakes)


def _text(at: datetime) -> str:
    # By the timestamp, which goes on over an hour that the clocks leave out.
    return datetime.fromtimestamp(at.timestamp(), UTC).isoformat(timespec="seconds")
