"""The recording that is watched: made on the engine's thread, with a count to compare it with."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from kalahgui.core.search import StopWord
from kalahgui.core.textbook import ALGORITHMS, MTD_F, Textbook
from kalahgui.engine.engine import Engine, Job, Priority
from kalahgui.engine.interrupt import Interrupt, YieldToFrames, no_frames, whole
from kalahgui.engine.thinker import Thinker
from kalahgui.games.game import Message
from kalahgui.gui.screens.theatre.visit import Visit
from kalahgui.theatre import order, stopping
from kalahgui.theatre.cut_reasons import leaf_turns
from kalahgui.theatre.order import TooMuch, compiled_order
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import (
    ENTER,
    LEAF,
    MOST_STEPS,
    Plan,
    Recorder,
    Recording,
    Stopped,
    TooManySteps,
    record,
)
from kalahgui.theatre.stopping import Fixed, TimedDeepening
from kalahgui.theatre.subject import PositionSubject
from kalahgui.theatre.tree_layout import TreeLayout

MINIMAX = ALGORITHMS[0]


@dataclass(frozen=True)
class Watched:
    """A recording, with what is costly to make of it.

    ``looked_at`` and ``valued`` count the nodes and the leaves when so many steps are over, and
    ``range`` are the values between which nearly all leaves lie, that of the root among them;
    ``turns`` is how many turns ahead the nearest leaf lies, and the farthest.
    """

    recording: Recording
    playback: Playback
    layout: TreeLayout
    looked_at: array[int]
    valued: array[int]
    range: tuple[int, int]
    turns: tuple[int, int]

    @classmethod
    def of(cls, recording: Recording) -> Watched:
        """Make ready what the window needs of a recording."""
        kinds = [step.kind for step in recording.steps]
        nodes, leaves = recording.before
        return cls(
            recording,
            Playback(recording),
            TreeLayout(recording.nodes),
            array("q", accumulate((kind == ENTER for kind in kinds), initial=nodes)),
            array("q", accumulate((kind == LEAF for kind in kinds), initial=leaves)),
            _range(recording),
            _turns(recording),
        )

    def counts(self, at: int) -> tuple[int, int]:
        """Return how many nodes and leaves were looked at when so many steps are over."""
        return self.looked_at[at], self.valued[at]


def _range(recording: Recording) -> tuple[int, int]:
    """Return between which values nearly all leaves lie; a few far out would hide the others."""
    values = sorted(step.value for step in recording.steps if step.value is not None)
    few = len(values) // 50
    low, high = values[few], values[-1 - few]
    return min(low, recording.value), max(high, recording.value)


def _turns(recording: Recording) -> tuple[int, int]:
    turns = leaf_turns(recording)
    return min(turns), max(turns)


@dataclass(frozen=True)
class TooLong:
    """A search that cannot be recorded, and the deepest one that can, if any."""

    steps: bool  # whether it has too many steps, and not too costly an order
    instead: Watched | None = None


class Record:
    """Record a search, or else the deepest one that fits."""

    position = None

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._recorder: Recorder | None = None
        self._yield_to_frames = no_frames

    @property
    def nodes(self) -> int:
        """Return how many nodes the search has visited so far."""
        return 0 if self._recorder is None else self._recorder.nodes

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[Watched | TooLong | None]:
        """Yield the recording; None for one that a pause cut short, which is made again."""
        self._yield_to_frames = thinker.yield_to_frames
        return whole(self._found, interrupt)

    def _found(self, stop: StopWord) -> Watched | TooLong | None:
        try:
            return self._fitting(stop)
        except Stopped:
            return None

    def _fitting(self, stop: StopWord) -> Watched | TooLong:
        try:
            return Watched.of(self._record(self.plan, stop))
        except TooMuch as error:
            too_many_steps = isinstance(error, TooManySteps)
        deepest = None
        for depth in range(1, self.plan.depth):
            try:
                deepest = self._record(replace(self.plan, depth=depth), stop)
            except TooMuch:
                break
        return TooLong(too_many_steps, None if deepest is None else Watched.of(deepest))

    def _record(self, plan: Plan, stop: StopWord) -> Recording:
        if isinstance(plan.rule, TimedDeepening):
            return record(plan, stop, self._yield_to_frames)
        self._recorder = Recorder(plan, stop, self._yield_to_frames)
        return self._recorder.record()


@dataclass(frozen=True)
class Compare:
    """Count what another search would have looked at in the place of a recorded one.

    That is minimax. For a search with a rule that stops lines early it is the same algorithm to
    the whole depth, which tells what the rule saves.
    """

    plan: Plan
    position: None = None

    def answers(self, thinker: Thinker, interrupt: Interrupt) -> Iterator[int | None]:
        """Yield the count, 0 where it is not known; None for one that a pause cut short."""
        return whole(lambda stop: self._count(interrupt, stop, thinker.yield_to_frames), interrupt)

    def _count(self, interrupt: Interrupt, stop: StopWord, yield_to_frames: YieldToFrames) -> int:
        plan = self.plan
        if not isinstance(plan.subject, PositionSubject):
            # The compiled searches do not know written trees.
            try:
                return Recorder(plan, stop, yield_to_frames).record().visits
            except (TooMuch, Stopped):
                return 0
        orders = compiled_order(plan.subject, plan.order)
        if orders is None:
            return 0
        interrupt.watched = textbook = Textbook(plan.algorithm, stop=stop, **orders)
        textbook.run(plan.subject.root, plan.depth)
        return int(textbook.nodes)


class Watching:
    """What a visit watches, as far as it is recorded.

    ``note`` is a sentence about why there is nothing to watch, or something else than was asked
    for; ``offer`` is what can be watched instead. ``revision`` grows with every change.
    """

    def __init__(self, engine: Engine, visit: Visit) -> None:
        self._engine = engine
        self._visit = visit
        self.shown: Watched | None = None
        self.note: Message | None = None
        self.offer: Watched | None = None
        self.compared: int | None = None
        self.revision = 0
        self._counted: dict[Compare, int] = {}
        self._to_count: Compare | None = None
        self._asked: int | None = None
        self._to_record: Plan | None = None
        self._job: Job | None = None
        self._count_job: Job | None = None

    # -- what is asked for

    def follow(self) -> None:
        """Record anew when something else is visited, or takes another search."""
        if self._asked != self._visit.revision:
            self._asked = self._visit.revision
            self.stop()
            self._ask()
        elif self._to_count is not None and self._count_job is None:
            self._count()

    def _ask(self) -> None:
        visit = self._visit
        self.shown = self.offer = self.note = self.compared = self._to_count = None
        self.revision += 1
        try:
            rule = stopping.parse(visit.stop)
            rule.begin(visit.subject)
            arranged = order.parse(visit.order, visit.subject)
            if rule.by_path and visit.algorithm == MTD_F:
                self.note = Message("watch_no_memory")
                return
            plan = Plan(visit.subject, visit.algorithm, visit.depth, arranged, rule)
        except ValueError:
            self.note = Message("watch_unfit")
            return
        # Begun with the next frame: a page that is being laid out needs the interpreter for itself.
        self._to_record = plan

    def stop(self) -> None:
        """Ask the engine no more; what was found stays."""
        for job in (self._job, self._count_job):
            if job is not None:
                job.stop()
        if self.recording:
            self._asked = None  # what was not finished is asked for again
        self._job = self._count_job = self._to_record = None

    def take(self, watched: Watched) -> None:
        """Watch a recording instead of the one asked for, and search as it does from now on."""
        self.stop()
        self._visit.search_by(depth=watched.recording.depth)
        self._asked = self._visit.revision
        self.note = self.offer = None
        self._show(watched)

    # -- what comes in

    @property
    def recording(self) -> bool:
        """Tell whether a search is being recorded, or about to be."""
        return self._job is not None or self._to_record is not None

    @property
    def counting(self) -> bool:
        """Tell whether the other search is still being counted."""
        return self._count_job is not None

    @property
    def nodes_so_far(self) -> int:
        """Return how many nodes the search that is being recorded has visited."""
        task = self._job.task if self._job is not None else None
        return task.nodes if isinstance(task, Record) else 0

    @property
    def compared_so_far(self) -> int:
        """Return how many nodes the other search has visited while it is being counted."""
        return 0 if self._count_job is None else self._count_job.nodes

    def poll(self) -> None:
        """Take what the engine has found, and begin what was asked for."""
        if self._to_record is not None:
            self._job = self._engine.start(Record(self._to_record), Priority.ANALYSIS)
            self._to_record = None
        if self._job is not None:
            for report in self._job.reports():
                if report.done:
                    self._job = None
                    self._take(report.answer, report.failure)
                    break
        if self._count_job is not None:
            self._take_count(self._count_job)

    def _take_count(self, job: Job) -> None:
        counted = self._to_count
        assert counted is not None, "something is counted"
        for report in job.reports():
            if isinstance(report.answer, int) and report.answer:
                self.compared = self._counted[counted] = report.answer
                self.revision += 1
            if report.done:
                self._count_job = self._to_count = None

    def _take(self, answer: Any, failure: str) -> None:
        self.revision += 1
        if isinstance(answer, Watched):
            self._show(answer)
        elif isinstance(answer, TooLong):
            self._take_shorter(answer)
        elif failure:
            self.note = Message.of("watch_failed", why=failure)

    def _take_shorter(self, too_long: TooLong) -> None:
        if self._visit.why is not None and too_long.instead is not None:
            # Still the same visit, and still about the computer's turn.
            self._visit.depth = too_long.instead.recording.depth
            self._show(too_long.instead)
            return
        key = "watch_too_many" if too_long.steps else "watch_order_too_long"
        self.note = Message.of(key, steps=MOST_STEPS)
        self.offer = too_long.instead

    def _show(self, watched: Watched) -> None:
        self.shown = watched
        self.revision += 1
        plan = replace(watched.recording.plan, depth=watched.recording.depth)
        fixed = replace(plan, rule=Fixed())
        compared = Compare(fixed if plan.rule.by_path else Plan(plan.subject, MINIMAX, plan.depth))
        self.compared = self._counted.get(compared)
        self._to_count = None
        if plan.algorithm == MINIMAX and not plan.rule.by_path:
            self.compared = watched.recording.visits
        elif self.compared is None:
            self._to_count = compared
            self._count()

    def _count(self) -> None:
        assert self._to_count is not None
        self._count_job = self._engine.start(self._to_count, Priority.ANALYSIS)
