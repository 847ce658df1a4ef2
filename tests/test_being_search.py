"""Being the search: what is asked is what the search decided, and what wrong answers come from."""

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product, repeat

import pytest
from examples import examples
from reference import minimax, random_position, with_values

from kalahgui import words
from kalahgui.core.textbook import ALGORITHMS, INFINITY
from kalahgui.games import GAMES
from kalahgui.gui.searching.question_card import question_words
from kalahgui.learning.being_search import IDEAS, Kind, Question, Reply, paths_of, questions
from kalahgui.learning.course import course
from kalahgui.learning.mastery import TAUGHT, examination, mastery
from kalahgui.learning.misconceptions import (
    MISREAD,
    figures,
    misconception,
    names,
    number_of,
    reason,
    sentence,
    why,
)
from kalahgui.learning.proven import spans
from kalahgui.learning.random_trees import DIFFICULTIES, random_search, random_tree, search_of
from kalahgui.learning.search_task import SearchTask, nobody, stops
from kalahgui.theatre.cut_reasons import Source, because
from kalahgui.theatre.first_lesson import ALGORITHM as FIRST_ALGORITHM
from kalahgui.theatre.first_lesson import TREE
from kalahgui.theatre.game_tree import read_tree, walk
from kalahgui.theatre.node_labels import NodeState
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import CUT, LEAF, Plan, TooManySteps, finite, record
from kalahgui.theatre.subject import PositionSubject, WrittenSubject


def random_recordings(count, seed="law"):
    """Yield searches of random trees, by every algorithm."""
    chance = random.Random(seed)
    for _ in range(count):
        tree = random_tree(chance, DIFFICULTIES[chance.choice(list(DIFFICULTIES))])
        for algorithm in ALGORITHMS:
            yield search_of(tree, algorithm)


def position_recordings(count, deepest=2, seed="law"):
    """Yield searches of random positions of every game, by every algorithm."""
    for key, game in GAMES.items():
        chance = random.Random(f"{seed} {key}")
        for _ in range(count):
            here = random_position(game, chance)
            for algorithm in ALGORITHMS:
                try:
                    yield record(
                        Plan(PositionSubject(game, here), algorithm, chance.randint(1, deepest))
                    )
                except TooManySteps:
                    continue


def rows(recordings):
    for recording in recordings:
        for as_mover in (False, True):
            for question in questions(recording, tuple(Kind), as_mover=as_mover):
                yield recording, as_mover, question


# -- the law: whoever applies the rules of the algorithm to the figures shown is always right


def better(q, one, other):
    return one > other if q.largest else one < other


def best(q, *values):
    return (max if q.largest else min)(values)


def reaches(q, value, bound):
    return not better(q, bound, value)


def knows(q):
    if q.largest:
        return q.low >= q.other or q.high <= q.own
    return q.high <= q.other or q.low >= q.own


RULES = {
    Kind.NODE: lambda q: q.next,
    Kind.VALUE: lambda q: best(q, q.value, q.child),
    Kind.BOUND: lambda q: best(q, q.own, q.value),
    Kind.PRUNE: lambda q: Reply.CUT if reaches(q, q.value, q.other) else Reply.LOOK,
    Kind.BETTER: lambda q: Reply.YES if better(q, q.child, q.own) else Reply.NO,
    Kind.RESEARCH: lambda q: (
        Reply.TWICE if better(q, q.child, q.own) and better(q, q.other, q.child) else Reply.SETTLED
    ),
    Kind.MEMORY: lambda q: Reply.KNOWN if knows(q) else Reply.SEARCH,
    Kind.PASS: lambda q: Reply.DONE if q.low == q.high else q.child + (q.child == q.low),
    Kind.HORIZON: lambda q: Reply.JUDGE if q.turns == q.depth else Reply.DEEPER,
    Kind.ORDER: lambda q: (q.counts.index(min(q.counts)),),
}


def keeps_the_law(recordings):
    kinds = Counter()
    for recording, as_mover, q in rows(recordings):
        assert q.truth in q.choices and len(set(q.choices)) == len(q.choices) > 1
        assert q.is_right(RULES[q.kind](q)), q
        if (q.kind, q.truth) == (Kind.PRUNE, Reply.LOOK):
            # To choose the next node is to look at it.
            assert q.is_right(q.next) and not q.is_right((*q.next[:-1], q.next[-1] + 1))
        kinds[q.kind] += 1
        figures_are_those_of_the_search(recording, as_mover, q)
    return kinds


def figures_are_those_of_the_search(recording, as_mover, q):
    node = recording.nodes[q.node]
    sign = -1 if as_mover and node.mover else 1
    assert q.largest is (as_mover or not node.mover)
    playback = recording.__dict__.setdefault("_playback", Playback(recording))
    if q.kind in (Kind.PASS, Kind.ORDER):
        return
    seen = playback.seen(q.node, q.at)
    if seen.value is not None and not seen.leaf:
        assert q.value == sign * seen.value
    if q.kind in (Kind.PRUNE, Kind.VALUE) and recording.plan.algorithm != "minimax":
        low, high = (seen.beta, seen.alpha) if node.mover else (seen.alpha, seen.beta)
        for value, bound in ((q.own, low), (q.other, high)):
            assert finite(value) == (None if finite(bound) is None else sign * bound)
    if q.kind == Kind.BOUND:
        was = playback.seen(q.node, q.at - 1)
        bound = finite(was.beta if node.mover else was.alpha)
        assert finite(q.own) == (None if bound is None else sign * bound)
    if q.holder is not None:
        numbers = {tree_path(recording, n): n for n in range(len(recording.nodes))}
        enter = playback.entered(numbers[q.holder], q.at)
        own = [
            step.beta if recording.nodes[step.node].mover else step.alpha
            for step in recording.steps[enter : q.at]
            if step.node == numbers[q.holder] and step.kind in ("enter", "better")
        ]
        was = finite([bound for bound in own if bound != own[-1]][-1])
        assert finite(q.before) == (None if was is None else sign * was)
    if (q.kind, q.truth) == (Kind.PRUNE, Reply.CUT):
        why = because(playback, q.at)
        held = why.source is Source.HELD
        assert (q.asked, q.shown) == (why.source is Source.ASKED, why.source is Source.SHOWN)
        assert q.holder == (tree_path(recording, why.holder) if held else None)


def tree_path(recording, node):
    line = recording.path(node)
    return tuple(recording.nodes[a].children.index(b) for a, b in pairwise(line))


def asks_every_step(recordings):
    """Every cut is asked for, where nothing is searched twice; nothing is asked for more often."""
    for recording in recordings:
        if recording.plan.algorithm == "minimax":
            continue
        row, told_of = questions(recording), Counter(step.kind for step in recording.steps)
        truths = Counter(question.truth for question in row if question.kind != Kind.MEMORY)
        # Whoever searches a node anew has seen leaves that the algorithm no longer knows.
        once = recording.plan.algorithm in ("alpha-beta", "nega-alpha")
        assert truths[Reply.CUT] == told_of["cut"] if once else truths[Reply.CUT] <= told_of["cut"]
        assert truths[Reply.TWICE] <= told_of["again"]
        assert [question.at for question in row] == sorted(question.at for question in row)


def test_the_searches_own_steps_are_always_graded_right():
    kinds = keeps_the_law(random_recordings(4)) + keeps_the_law(position_recordings(1))
    assert set(kinds) == {*RULES} - {Kind.ORDER}
    asks_every_step(random_recordings(20))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trees", "positions"), [(30, 1), pytest.param(200, 5, marks=pytest.mark.long)]
)
def test_they_are_on_many_random_trees_and_on_positions_of_every_game(trees, positions):
    keeps_the_law(random_recordings(trees))
    asks_every_step(random_recordings(trees))
    keeps_the_law(position_recordings(positions, 3, "more"))
    asks_every_step(position_recordings(positions, 3, "more"))


def test_minimax_visits_all_nodes_from_left_to_right():
    recording = random_search("walk", "minimax", "medium", 0)
    task = SearchTask(recording, questions(recording, (Kind.NODE,)))
    assert [q.truth for q in task.row] == [path for path, _ in walk(task.tree) if path]


# -- misconceptions: players who believe something wrong, and the names that their answers get

BELIEFS = {
    "cut_sibling": (Kind.NODE, lambda q: q.last_cut or q.next),
    "parent_skipped": (Kind.NODE, lambda q: (*q.next, 0)),
    "across": (Kind.NODE, lambda q: (*q.path[:-1], q.path[-1] + 1) if q.path else q.next),
    "skipped": (Kind.NODE, lambda q: (*q.next[:-1], q.next[-1] + 1)),
    "seen_before": (Kind.NODE, lambda q: q.path),
    "wrong_choice": (
        Kind.VALUE,
        lambda q: (
            q.child if finite(q.value) is None else (min if q.largest else max)(q.value, q.child)
        ),
    ),
    "sign_forgotten": (Kind.VALUE, lambda q: best(q, q.value, q.child_told)),
    "sign_turned": (Kind.VALUE, lambda q: best(q, q.value, -q.child)),
    "clamped": (Kind.VALUE, lambda q: sorted((q.came, best(q, q.value, q.child), q.other))[1]),
    "outside_window": (Kind.BOUND, lambda q: q.value),
    "other_bound": (Kind.BOUND, lambda q: q.other),
    "not_raised": (Kind.BOUND, lambda q: Reply.NONE if finite(q.own) is None else q.own),
    "less_than": (Kind.PRUNE, lambda q: Reply.CUT if better(q, q.value, q.other) else Reply.LOOK),
    "stale_bound": (
        Kind.PRUNE,
        lambda q: (
            RULES[Kind.PRUNE](q)
            if q.before is None or finite(q.before) is None or reaches(q, q.value, q.before)
            else Reply.LOOK
        ),
    ),
    "deep_forgotten": (Kind.PRUNE, lambda q: Reply.LOOK if q.deep else RULES[Kind.PRUNE](q)),
    "answered": (Kind.PRUNE, lambda q: Reply.LOOK if q.asked else RULES[Kind.PRUNE](q)),
    "unanswered": (Kind.PRUNE, lambda q: Reply.CUT if q.asked else RULES[Kind.PRUNE](q)),
    "agreed": (Kind.PRUNE, lambda q: Reply.LOOK if q.shown else RULES[Kind.PRUNE](q)),
    "cut_missed": (Kind.PRUNE, lambda q: Reply.LOOK),
    "not_handed_down": (
        Kind.PRUNE,
        lambda q: (
            Reply.CUT if q.further is not None and reaches(q, q.value, q.further) else q.truth
        ),
    ),
    "too_early": (Kind.PRUNE, lambda q: Reply.CUT if q.soon else q.truth),
    "own_bound": (
        Kind.PRUNE,
        lambda q: (
            Reply.CUT
            if finite(q.came) is not None and reaches(q, q.value, q.came)
            else RULES[q.kind](q)
        ),
    ),
    "no_bound": (Kind.PRUNE, lambda q: Reply.CUT if finite(q.other) is None else q.truth),
    "cut_within": (Kind.PRUNE, lambda q: Reply.CUT),
    "not_better": (Kind.BETTER, lambda q: Reply.NO if q.truth == Reply.YES else Reply.YES),
    "not_twice": (Kind.RESEARCH, lambda q: Reply.SETTLED),
    "twice_beyond": (
        Kind.RESEARCH,
        lambda q: Reply.TWICE if better(q, q.child, q.own) else Reply.SETTLED,
    ),
    "twice_below": (
        Kind.RESEARCH,
        lambda q: Reply.TWICE if better(q, q.other, q.child) else Reply.SETTLED,
    ),
    "bound_as_exact": (Kind.MEMORY, lambda q: Reply.KNOWN),
    "memory_unused": (Kind.MEMORY, lambda q: Reply.SEARCH),
    "pass_missing": (Kind.PASS, lambda q: Reply.DONE),
    "pass_needless": (Kind.PASS, lambda q: q.child if q.low == q.high else q.truth),
    "same_pass": (Kind.PASS, lambda q: q.other),
    "wrong_side": (Kind.PASS, lambda q: q.child + (q.child != q.low)),
    "again_counted": (Kind.HORIZON, lambda q: Reply.JUDGE if q.plies >= q.depth else Reply.DEEPER),
    "counted_early": (Kind.HORIZON, lambda q: Reply.JUDGE),
    "past_horizon": (Kind.HORIZON, lambda q: Reply.DEEPER),
    "worse_first": (Kind.ORDER, lambda q: (q.counts.index(max(q.counts)),)),
}


def asked():
    yield from random_recordings(40, "beliefs")
    yield from position_recordings(2, 2, "beliefs")


def test_each_misconception_is_named_where_it_alone_explains_the_answer():
    named = Counter()
    examined = [(None, False, q) for s in range(4) for _, q in examination(str(s))]
    for _, _, q in [*rows(asked()), *examined]:
        believers = {}
        for name, (kind, believes) in BELIEFS.items():
            if kind == q.kind and not q.is_right(answer := believes(q)):
                believers.setdefault(answer, set()).add(name)
        for answer, may in believers.items():
            name = misconception(q, answer)
            assert name in may, (name, may, answer, q)
            named[name] += 1
    assert set(named) == set(BELIEFS) == set(names()) - {MISREAD}
    assert len(named) > 10


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_is_said_of_a_wrong_answer_has_the_nodes_own_figures(language):
    words.choose(language)
    said = set()
    for _, _, q in rows(random_recordings(3, "said")):
        figures = [q.value, q.child, q.child_told, q.came, q.own, q.other, q.low, q.high]
        figures += [q.truth, q.before, q.further, q.turns, q.depth, 0]
        figures += [max(q.own, q.other), q.could]
        known = {str(abs(figure)) for figure in figures if isinstance(figure, int)}
        for answer in q.choices:
            told_words = (sentence(q, answer) if answer != q.truth else reason(q)).said(words.say)
            assert not any(fragment in told_words for fragment in ("you_search", "%{", "\u221e"))
            assert set(re.findall(r"\d+", told_words)) <= known | {str(answer)}
            assert "  " not in told_words
            said.add(misconception(q, answer))
    assert len(said) > 10


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_bounds_are_told_as_what_somebody_has_for_certain_and_no_bound_is_just_not_set(language):
    """Also after right answers, and to either player."""
    words.choose(language)
    told = set()
    nobodys = {
        "en": r"not set|no \w+ (here|holds)|\w's (α|β|alpha|beta)",
        "ja": "の [αβ] |[αβ] がありません",
    }
    for _, _, q in rows(random_recordings(3, "certain")):
        if q.kind not in (Kind.PRUNE, Kind.BOUND):
            continue
        for you in (0, 1):
            texts = [*question_words(q, you), why(q, you).said(words.say)]
            texts += [sentence(q, choice, you=you).said(words.say) for choice in q.choices]
            for text in texts:
                assert "%{" not in text and "you_search" not in text, text
                assert not re.search(nobodys[language], text), text
            if q.kind == Kind.BOUND or q.asked or q.shown:
                continue
            certain = figures(q, you)["have"].said(words.say)
            brings = figures(q, you)["brings"].said(words.say)
            assert certain in texts[1] and certain in texts[3] and brings in texts[0]
            # Who is spoken to holds the other side to it, where that one has it for certain.
            other = figures(q, 1 - you)["have"].said(words.say)
            assert certain != other
            told.add(figures(q, you)["have"].key)
            if finite(q.other) is not None:
                assert number_of(q.other) in certain and number_of(q.value) in brings
    assert len(told) == 12


def test_what_is_for_certain_is_the_bound_of_the_move_named():
    """The move named is worth the bound to the side that holds it."""
    named = 0
    for recording, as_mover, q in rows(random_recordings(20, "held")):
        if q.kind != Kind.PRUNE or not q.held or as_mover:
            continue
        held = next(
            path for path, node in walk(recording.plan.subject.root) if node.label == q.held
        )
        assert held[:-1] == q.holder and held != q.path
        low, high = spans(recording, q.at)[paths_of(recording).index(held)]
        assert q.other in (low, high)
        named += 1
    assert named > 20


# -- taking it


def test_a_task_is_answered_shown_and_graded_by_first_answers():
    recording = random_search("task", "nega-alpha", "easy", 0)
    graded = []
    task = SearchTask(recording, questions(recording), graded=lambda *answer: graded.append(answer))
    first = task.question
    wrong = next(choice for choice in first.choices if choice != first.truth)
    assert not task.answer(wrong) and task.question is first and task.wrong
    assert task.answer(first.truth) and not task.wrong
    task.show_me()
    while not task.done:
        assert task.answer(task.question.truth)
    assert (task.mistakes, task.helped, task.right) == (1, True, len(task.row) - 2)
    assert [right for _, right in graded] == [False, False] + [True] * task.right
    assert {idea for idea, _ in graded} <= set(IDEAS)
    assert task.looked_at == recording.evaluations < task.leaves == 9
    assert task.least <= recording.evaluations
    assert not task.answer(Reply.LOOK)


@pytest.mark.parametrize("algorithm", ["nega-alpha", "mtd-f"])
def test_nothing_is_shown_that_the_search_does_not_know_yet(algorithm):
    recording = random_search("shown", algorithm, "hard", 1)
    task = SearchTask(recording, questions(recording))
    numbers = {tuple(recording.moves_to(node)): node for node in range(len(recording.nodes))}
    while not task.done:
        seen = {step.node for step in recording.steps[: task.playback.at]}
        labels = task.labels()
        for path, number in numbers.items():
            if number not in seen:
                assert labels[path].value == "?"
        task.show_me()
    labels = task.labels()
    assert labels[()].value == str(recording.value)
    out = {path for path, label in labels.items() if label.state is NodeState.LEFT_OUT}
    assert out == {path for path, _ in walk(task.tree)} - numbers.keys()


# -- what is said and graded follows from the leaves seen


def seen_leaves(recording, at):
    paths = paths_of(recording)
    return {paths[s.node]: s.value for s in recording.steps[:at] if s.kind == "leaf"}


def filled(tree, seen, unseen):
    """Return a tree whose unseen leaves have the values of an iterator."""
    leaves = [path for path, node in walk(tree) if not node.children]
    return with_values(
        tree, {leaf: seen[leaf] if leaf in seen else next(unseen) for leaf in leaves}
    )


def node_at(tree, path):
    return node_at(tree.children[path[0]], path[1:]) if path else tree


def test_what_stands_at_a_node_is_what_the_leaves_seen_prove():
    for recording in random_recordings(examples(20), "proven"):
        for as_mover in (False, True):
            row = questions(recording, tuple(Kind), as_mover=as_mover)
            task = SearchTask(recording, row, as_mover=as_mover)
            while not task.done:
                stands_for_what_is_proven(task, recording, as_mover)
                task.show_me()
            stands_for_what_is_proven(task, recording, as_mover)


def stands_for_what_is_proven(task, recording, as_mover):
    seen = seen_leaves(recording, task.playback.at)
    known = {path[:end] for path in seen for end in range(len(path) + 1)}
    low, high = (filled(task.tree, seen, repeat(value)) for value in (-99, 99))
    hides = task.question is not None and task.question.kind in ("value", "better", "research")
    for path, label in task.labels().items():
        node = node_at(task.tree, path)
        below = {(*path, place) for place in range(len(node.children))}
        assert label.state is not NodeState.CUT or not below <= known
        proven = [minimax(node_at(tree, path)) for tree in (low, high)]
        if as_mover and node.mover:
            proven = [-value for value in reversed(proven)]
        sign, *_ = label.value
        words = label.value.replace("\u2212", "-").strip("\u2264\u2265?")
        told_of = [int(number) for number in words.split("\u2026") if number]
        least = -99 if sign in "\u2264?" else told_of[0]
        most = 99 if sign in "\u2265?" else told_of[-1]
        assert least <= proven[0] and proven[1] <= most, (label.value, proven)
        if least == -99 and most == 99 and not hides:
            assert proven == [-99, 99], (path, proven)


def test_what_is_asked_of_bounds_is_answered_by_the_leaves_seen():
    kinds = Counter()
    for recording in random_recordings(12, "bounds"):
        tree, paths = recording.plan.subject.root, paths_of(recording)
        for q in questions(recording, (Kind.PASS, Kind.MEMORY, Kind.RESEARCH, Kind.PRUNE)):
            seen = seen_leaves(recording, q.at)
            path = paths[recording.steps[q.at - 1].node] if q.kind == Kind.RESEARCH else q.path
            low, high = (
                minimax(node_at(filled(tree, seen, repeat(value)), path)) for value in (-99, 99)
            )
            if q.kind == Kind.PASS:
                assert (low == high) is (q.truth == Reply.DONE)
            elif q.kind == Kind.MEMORY:
                assert (low, high) == (max(q.low, -99), min(q.high, 99))
            elif q.kind == Kind.RESEARCH:
                assert low < high or q.truth == Reply.SETTLED
            elif q.asked:
                bound = q.other + (not q.largest)
                assert (q.truth == Reply.CUT) is (low >= bound or high < bound)
                assert finite(q.other) is not None
            kinds[q.kind, q.truth if isinstance(q.truth, Reply) else "", q.asked] += 1
    assert len(kinds) == 2 * 3 + 4


def can_matter(tree, seen, q, places):
    """Tell whether moves of a node can change the root, by all values of the unseen leaves."""
    unseen = [path for path, node in walk(tree) if not node.children and path not in seen]
    for values in product((-99, 99), repeat=len(unseen)):
        whole = filled(tree, seen, iter(values))
        if minimax(whole) != minimax(without(whole, q.path, places)):
            return True
    return False


def without(tree, path, places):
    children = list(tree.children)
    if not path:
        children = [child for place, child in enumerate(children) if place not in places]
        return replace(tree, children=tuple(children))
    children[path[0]] = without(children[path[0]], path[1:], places)
    return replace(tree, children=tuple(children))


def test_a_cut_is_right_where_no_values_of_the_unseen_leaves_change_the_root():
    looked = Counter()
    chance = random.Random("cuts")
    for _ in range(examples(30)):
        tree = random_tree(chance, DIFFICULTIES["easy"])
        for algorithm in ("alpha-beta", "nega-alpha", "usual-nega-scout", "mtd-f"):
            recording = search_of(tree, algorithm)
            task = SearchTask(recording, questions(recording, (Kind.PRUNE,)))
            while not task.done:
                q, leaf = task.question, task.ahead()
                seen = seen_leaves(recording, q.at)
                if q.asked:
                    assert leaf is None
                else:
                    place, matters = q.next[-1], q.truth == Reply.LOOK
                    assert can_matter(tree, seen, q, range(place, 9)) is matters
                    for value in (0, 4, q.value, 98, q.could) if leaf else ():
                        by_it = can_matter(tree, {**seen, leaf: value}, q, [place])
                        assert task.can_change(value) is by_it
                        assert by_it is matters or value != q.could
                looked[q.truth, q.asked] += 1
                task.show_me()
    assert len(looked) == 4


def test_a_second_search_is_announced_with_what_came_of_it():
    tree = read_tree("R(A(5 7) B(C(7 9) D(9 1)) E(F(6 1 2) G(3 4 7)))")
    recording = search_of(tree, "usual-nega-scout")
    task = SearchTask(recording, questions(recording, (Kind.PRUNE, Kind.RESEARCH)))
    told_of = []
    while not task.done:
        told_of.append((task.shown and task.shown.truth, task.again))
        task.show_me()
    assert [again for truth, again in told_of if truth == Reply.TWICE] == [("B", "")]
    assert [again for truth, again in told_of if truth != Reply.TWICE] == [("", "")] * (
        len(told_of) - 1
    )
    row = [q for q in questions(recording, (Kind.RESEARCH,)) if not q.path]
    task = SearchTask(recording, row)
    task.show_me()
    assert task.again == ("B", "9")
    task.show_me()
    leaves = Counter(step.node for step in recording.steps if step.kind == LEAF)
    assert task.best == "B" and task.looked_at == leaves.total()
    assert task.looked_again == leaves.total() - len(leaves) > 0


def test_a_watched_search_stops_where_it_turns_and_as_often_where_it_might():
    game = GAMES["kalah"]
    plan = Plan(PositionSubject(game, game.start("6x4")), "usual-nega-scout", 3)
    row = stops(record(plan))
    assert 20 <= len(row) <= 80
    for kind, turn in ((Kind.PRUNE, Reply.CUT), (Kind.RESEARCH, Reply.TWICE)):
        truths = Counter(q.truth for q in row if q.kind == kind)
        assert truths[turn] >= 1 and truths[turn] * 2 >= truths.total()
    assert {q.path for q in row if q.kind == Kind.VALUE} == {()}
    assert [q.at for q in row] == sorted(q.at for q in row)


# -- trees, examinations, mastery


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_random_search_has_its_shape_and_something_to_decide(algorithm, difficulty):
    shape = DIFFICULTIES[difficulty]
    recording = random_search("shapes", algorithm, difficulty, 3)
    tree = recording.plan.subject.root
    values = [leaf.value for leaf in tree.leaves()]
    assert tree.height == shape.turns
    assert shape.leaves[0] <= len(values) <= shape.leaves[1]
    assert len(list(tree.nodes())) <= 60
    assert min(values) < recording.value == minimax(tree) < max(values)
    assert recording.cuts >= (shape.cuts if algorithm != "minimax" else 0)
    again = random_search("shapes", algorithm, difficulty, 3)
    assert again.plan.subject.root == tree != random_tree(random.Random(1), shape)


def no_ties_and_a_clear_first_cut(recording):
    """Tell what a learner's first tree must be like, by the tree alone."""
    tree = recording.plan.subject.root
    roots = [minimax(move) for move in tree.children]
    assert roots.count(max(roots)) == 1
    cuts = [step for step in recording.steps if step.kind == CUT]
    if recording.plan.algorithm == "minimax":
        return
    first, leaves = cuts[0], list(tree.leaves())
    node = node_at(tree, tuple(recording.moves_to(first.node)))
    bound = first.alpha if node.mover else first.beta
    assert bound is None or (first.value < bound if node.mover else first.value > bound)
    spared = sum(len(list(move.leaves())) for move in node.children[first.move_index + 1 :])
    assert spared >= 2
    seen = {step.node for step in recording.steps if step.kind == LEAF}
    assert len(leaves) - len(seen) >= len(leaves) / 4


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_random_trees_have_no_ties_and_their_first_cut_needs_no_further_word(algorithm):
    for difficulty in DIFFICULTIES:
        for seed in range(12):
            recording = random_search(f"clear {seed}", algorithm, difficulty, seed)
            no_ties_and_a_clear_first_cut(recording)
            leaves = [leaf.value for leaf in recording.plan.subject.root.leaves()]
            assert difficulty != "easy" or len({*leaves}) == len(leaves)


def test_so_have_the_first_trees_of_the_theatre_and_of_the_course_on_searches():
    first = WrittenSubject(TREE)
    searches = [record(Plan(first, FIRST_ALGORITHM, TREE.height))]
    for lesson in course("computer").lessons:
        for task in (task for task in lesson.tasks if task.made is not None):
            for seed in "0123":
                made = task.made(seed, nobody)
                if isinstance(made, SearchTask):
                    searches.append(made.recording)
                else:
                    leaves = [leaf.value for leaf in made.tree.leaves()]
                    assert len({*leaves}) == len(leaves)
    assert len(searches) > 30
    for recording in searches:
        if recording.plan.algorithm != "mtd-f":
            no_ties_and_a_clear_first_cut(recording)


def test_an_examination_has_the_same_ten_kinds_on_new_trees():
    before, after = examination("before"), examination("after")
    for (recording, one), (again, other) in zip(before, after, strict=True):
        assert (one.kind, one.idea) == (other.kind, other.idea)
        assert recording.steps != again.steps
        assert one.is_right(RULES[one.kind](one))
    # What no lesson teaches is not asked about.
    assert {question.idea for _, question in before} == set(IDEAS) - {"deep"} == set(TAUGHT)
    assert len(before) == 10


def test_mastery_follows_from_answers_alone():
    assert mastery([]) == mastery([False] * 20) == 0
    assert mastery([True] * 8) == mastery([False] * 9 + [True] * 8) == 1
    grows = [mastery([True] * count) for count in range(9)]
    assert grows == sorted(set(grows))
    assert mastery([True] * 20 + [False]) < 1


def test_what_is_as_large_as_infinity_is_no_number():
    q = questions(random_search("first", "nega-alpha", "easy", 0), (Kind.PRUNE,))[0]
    assert q.other in (INFINITY, -INFINITY)
    assert misconception(q, Reply.CUT) in ("no_bound", "own_bound", "too_early")
    # Where one bound was handed down the other one is said to be missing.
    asked = Question(Kind.PRUNE, 0, 0, Reply.LOOK, (), (0,), value=3, came=5, other=INFINITY)
    said = sentence(asked, Reply.CUT)
    assert said.key == "you_search_wrong_no_bound"
    assert "Not yet" in said.said(words.say)
