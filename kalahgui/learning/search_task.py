"""A search that somebody performs: the question to answer, the mistakes, and what is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from kalahgui.core.textbook import ALGORITHMS, INFINITY
from kalahgui.engine.interrupt import no_frames
from kalahgui.learning.being_search import Choice, Kind, Question, Reply, paths_of, questions
from kalahgui.learning.misconceptions import misconception, number_of, span_words
from kalahgui.learning.proven import ANY, Span, chosen, open_window, spans
from kalahgui.learning.random_trees import DIFFICULTIES, random_search
from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.node_labels import NodeLabel, NodeState, cut_words
from kalahgui.theatre.playback import Phase, Playback, Seen
from kalahgui.theatre.recording import AGAIN, LEAF, ROOT, Recording, finite
from kalahgui.theatre.smallest_tree import smallest_tree

Graded = Callable[[str, bool], None]
_TAKES_OVER = Kind.VALUE, Kind.BETTER, Kind.RESEARCH


def nobody(idea: str, right: bool) -> None:
    """Keep no answer."""


class SearchTask:
    """A recorded search, performed question by question.

    ``wrong`` is the name of what the last answer came from, empty after a right one, and
    ``answered`` that answer. A question counts as right when its first answer is; ``graded`` hears
    of its idea and of that.
    """

    def __init__(
        self,
        recording: Recording,
        row: Sequence[Question],
        *,
        as_mover: bool = False,
        you: int = 0,
        graded: Graded = nobody,
    ) -> None:
        """Ask a row of questions about a recording, which may be all, or a single one.

        The root's player is spoken to, or the other one.
        """
        self.recording = recording
        self.as_mover, self.you = as_mover, you
        self.playback = Playback(recording)
        self.row = row
        self._graded = graded
        self.index = self.right = self.mistakes = 0
        self.helped = False
        self.wrong = ""
        self.answered: Choice | None = None
        self.shown: Question | None = None  # what was answered last
        self.was_shown = False  # and not by the learner
        self._tried = False
        self._go_on(0)

    @property
    def question(self) -> Question | None:
        """Return what is asked; None at the end."""
        return self.row[self.index] if self.index < len(self.row) else None

    @property
    def done(self) -> bool:
        """Tell whether the search is over."""
        return self.question is None

    def skip_to(self, at: int) -> None:
        """Leave out the questions before a moment that was gone to otherwise."""
        following = (index for index, question in enumerate(self.row) if question.at >= at)
        self._go_on(next(following, len(self.row)))
        self.wrong, self.shown = "", None

    def _go_on(self, index: int) -> None:
        self.index, self._tried = index, False
        here = self.question
        self.playback.go_to(self.playback.length if here is None else here.at)

    def answer(self, answer: Choice) -> bool:
        """Take an answer; tell whether it is right. The next question follows a right one."""
        asked = self.question
        if asked is None:
            return False
        right = asked.is_right(answer)
        self._grade(asked, right)
        self.answered, self.shown, self.was_shown = answer, asked, False
        if not right:
            self.mistakes += 1
            self.wrong = misconception(asked, answer)
            return False
        self.wrong = ""
        self._go_on(self.index + 1)
        return True

    def show_me(self) -> None:
        """Answer the question for the learner."""
        asked = self.question
        if asked is not None:
            self._grade(asked, False)
            self.helped, self.wrong = True, ""
            self.answered, self.shown, self.was_shown = asked.truth, asked, True
            self._go_on(self.index + 1)

    def _grade(self, asked: Question, right: bool) -> None:
        if not self._tried:
            self._tried = True
            self.right += right
            self._graded(asked.idea, right)

    # -- what is known

    @property
    def again(self) -> tuple[str, str]:
        """Return what was searched again since the last question, and what came of it so far."""
        if self.question is None or not self.index:
            return "", ""
        since = self.recording.steps[self.row[self.index - 1].at : self.question.at]
        nodes = self.recording.nodes
        again = (step.node for step in since if step.kind == AGAIN)
        node = next((number for number in again if nodes[number].moves), None)
        if node is None:
            return "", ""
        low, high = spans(self.recording, self.playback.at)[node]
        is_open = self.playback.seen(node).phase is Phase.OPEN
        return nodes[node].text, "" if is_open else span_words(low, high)

    @property
    def best(self) -> str:
        """Return the root's best move at the end of a search; a leaf has no name."""
        best, root = self.playback.seen(ROOT).best, self.recording.nodes[ROOT]
        child = None if best is None else root.children[best]
        has_name = child is not None and self.recording.nodes[child].moves
        return root.texts[best] if best is not None and has_name else ""

    @property
    def looked_at(self) -> int:
        """Return how many leaves were looked at so far; one looked at twice counts twice."""
        return len(self._looked_at)

    @property
    def looked_again(self) -> int:
        """Return how many of them had been looked at before."""
        return len(self._looked_at) - len({*self._looked_at})

    @property
    def _looked_at(self) -> list[int]:
        over = self.recording.steps[: self.playback.at]
        return [step.node for step in over if step.kind == LEAF]

    @cached_property
    def least(self) -> int:
        """Return how many leaves a perfect order needs."""
        plan = self.recording.plan
        return smallest_tree(plan.subject, plan.depth).evaluations

    @property
    def tree(self) -> TreeNode:
        """Return the tree that is searched; of a game that is what the search has come to."""
        root = self.recording.plan.subject.root
        if isinstance(root, TreeNode):
            return root
        over = self.recording.steps[: self.playback.at]
        return self._grown(ROOT, max((step.node for step in over), default=ROOT))

    def _grown(self, number: int, last: int) -> TreeNode:
        node = self.recording.nodes[number]
        below = (child for child in node.children if child is not None and child <= last)
        children = tuple(self._grown(child, last) for child in below)
        return TreeNode(node.text or "R", None, node.mover, children)

    @cached_property
    def leaves(self) -> int:
        """Return how many leaves minimax looks at."""
        return len(list(self.tree.leaves()))

    @cached_property
    def _numbers(self) -> dict[Path, int]:
        written = isinstance(self.recording.plan.subject.root, TreeNode)
        paths = _places(self.recording) if written else paths_of(self.recording)
        return {path: number for number, path in enumerate(paths)}

    def _tried_at(self) -> Question | None:
        """Return the question whose next leaf may be tried: this one, or the cut just now.

        A cut that answers the question of a null window is none of them: there the leaf may matter.
        """
        here, before = self.question, self.shown
        if (here is None or here.kind != Kind.PRUNE) and before is not None:
            here = before if before.truth == Reply.CUT else None
        return None if here is None or here.kind != Kind.PRUNE or here.asked else here

    def ahead(self) -> Path | None:
        """Return the first leaf behind the move that may be cut now, or that was cut just now."""
        here = self._tried_at()
        if here is None:
            return None
        nodes, path = dict(walk(self.tree)), here.next
        while nodes[path].children:
            path = (*path, 0)
        return None if self._numbers.get(path) in self._looked_at else path

    def can_change(self, value: int) -> bool:
        """Tell whether the root's value can depend on the leaf ahead being worth so much.

        By what is seen: whether there are values of the other unseen leaves with which the moves
        left out at the node would have made a difference.
        """
        here, leaf = self._tried_at(), self.ahead()
        assert here is not None and leaf is not None, "there is a leaf to be tried"
        proven = spans(self.recording, here.at)
        low, high = open_window(self.recording, proven, here.node, here.next[-1])
        nodes, span = dict(walk(self.tree)), (value, value)
        for end in range(len(leaf) - 1, len(here.next) - 1, -1):
            above = nodes[leaf[:end]]
            others = [ANY] * (len(above.children) - 1)
            span = chosen(above.mover, [span, *others])
        mover = self.recording.nodes[here.node].mover
        return low < high and (span[0] < high if mover else span[1] > low)

    def labels(self) -> dict[Path, NodeLabel]:
        """Return what is written at every node: what the search knows now, and no more."""
        labels: dict[Path, NodeLabel] = {}
        # Which order is best is asked before anything is searched, and all leaves lie open.
        ordering = self.question is not None and self.question.kind == Kind.ORDER
        here, steps = self.question, self.recording.steps
        # The value of a node that was left is not shown above it before it is asked for.
        hides = here is not None and here.kind in _TAKES_OVER
        unseen = steps[self.playback.at - 1].node if hides else None
        proven = spans(self.recording, self.playback.at, unseen)
        for path, node in walk(self.tree):
            number = self._numbers.get(path)
            seen = None if number is None or ordering else self.playback.seen(number)
            name = node.label if node.children else ""
            if ordering and not node.children:
                labels[path] = NodeLabel(NodeState.DONE, number_of(node.value))
            elif seen is None or seen.phase in (Phase.WAITING, Phase.CUT_OFF):
                out = path and self._is_left_out(labels[path[:-1]], path)
                state = NodeState.LEFT_OUT if out else NodeState.AHEAD
                labels[path] = NodeLabel(state, "?", name=name)
            else:
                assert number is not None, "what was seen has a number"
                span = proven[number]
                if number == unseen:
                    span = spans(self.recording, self.playback.at)[number]
                labels[path] = self._label(seen, number, span, name)
        return labels

    def _is_left_out(self, above: NodeLabel, path: Path) -> bool:
        if above.state is NodeState.LEFT_OUT:
            return True
        number = self._numbers.get(path[:-1])
        if number is None:
            return False
        seen = self.playback.seen(number)
        return seen.phase is Phase.DONE or seen.cut is not None

    def _label(self, seen: Seen, number: int, span: Span, name: str) -> NodeLabel:
        node = self.recording.nodes[number]
        flip, cut = self.as_mover and node.mover == 1, ""
        low, high = (-span[1], -span[0]) if flip else span
        own = 0 if flip or not node.mover else 1
        if seen.phase is Phase.OPEN and low < high and finite((low, high)[own]) is not None:
            low, high = (low, INFINITY) if own == 0 else (-INFINITY, high)
        told_now = self.shown is not None and self.shown.at == seen.cut
        if seen.cut is not None and seen.value is not None and (told_now or not self.row):
            cut = cut_words(seen.value, seen.alpha, seen.beta, node.mover, flip).replace("+", "")
        state = NodeState.OPEN if seen.phase is Phase.OPEN else NodeState.DONE
        # What was left out by one look may have been seen by another one.
        entered = self.playback.entered
        out = any(child is None or entered(child) is None for child in node.children)
        if out and (seen.cut is not None or seen.phase is Phase.DONE):
            state = NodeState.CUT
        value = span_words(low, high).replace("\u00a0", "") or "?"
        return NodeLabel(state, value, cut=cut, name=name)


# -- asking on the way through a larger search

_STOPS = Kind.PRUNE, Kind.RESEARCH, Kind.VALUE
_MOST_STOPS = 40


def stops(
    recording: Recording, *, as_mover: bool = False, heed: Callable[[], None] = no_frames
) -> list[Question]:
    """Return where a recording that is watched stops to ask, and what it asks there.

    It does so before cuts, second searches and new best moves, and as often where there might have
    been one: to be asked is no hint. Of many they are some, spread over the search.
    """
    candidates = [
        question
        for question in questions(recording, _STOPS, as_mover=as_mover, heed=heed)
        if question.kind != Kind.VALUE or question.path == ()
    ]
    kept: list[Question] = []
    for kind in _STOPS:
        of_kind = [question for question in candidates if question.kind == kind]
        yes = [question for question in of_kind if _is_turn(question)]
        no = [question for question in of_kind if not _is_turn(question)]
        kept += _spread(yes, _MOST_STOPS // 3) + _spread(no, min(len(yes), _MOST_STOPS // 3))
    return sorted(kept, key=lambda question: question.at)


def _is_turn(question: Question) -> bool:
    """Tell whether the search turns there: it cuts, looks again or finds a better move."""
    if question.kind == Kind.VALUE:
        return question.truth != question.value
    return question.truth in (Reply.CUT, Reply.TWICE)


def _spread(row: list[Question], most: int) -> list[Question]:
    """Return so many of a row at most, from all over it."""
    if len(row) <= most:
        return row
    return [row[round(index * len(row) / most)] for index in range(most)]


class SearchRow:
    """Searches of random trees without end, one task after the other, chosen by a seed."""

    def __init__(self, seed: str, graded: Graded = nobody) -> None:
        self.seed = seed
        self.algorithm = ALGORITHMS[1]
        self.difficulty = next(iter(DIFFICULTIES))
        self.as_mover = False
        self.number = 0
        self._graded = graded
        self.begin()

    def choose(
        self, *, algorithm: str = "", difficulty: str = "", as_mover: bool | None = None
    ) -> None:
        """Search by another algorithm, on trees of another difficulty, or in other eyes."""
        self.algorithm = algorithm or self.algorithm
        self.difficulty = difficulty or self.difficulty
        self.as_mover = self.as_mover if as_mover is None else as_mover
        self.begin()

    def ask_next(self) -> None:
        """Go on to the next tree."""
        self.number += 1
        self.begin()

    def begin(self) -> None:
        """Begin the search of the tree from the start."""
        recording = random_search(self.seed, self.algorithm, self.difficulty, self.number)
        row = questions(recording, as_mover=self.as_mover)
        self.task = SearchTask(recording, row, as_mover=self.as_mover, graded=self._graded)


def _places(recording: Recording) -> list[Path]:
    """Return where the nodes of a recording stand in its written tree, by their numbers."""
    return [tuple(recording.moves_to(number)) for number in range(len(recording.nodes))]
