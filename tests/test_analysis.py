"""One analysis of a match: what it judges, in which order, and what it says of every node."""

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahgui.core.search import StopWord
from kalahgui.engine.engine import Priority, Report, Values
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import Judgement, whole_turns
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.match.analysis import LOOK_BACK_SECONDS, SHARES, Analysis, TimeAllocation
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP
from kalahgui.solving.solver import solve

ANN, BO = Player("Ann"), Player("Bo")


def match_of(text="1 2 3 1 4", key="kalah", board="6x4", **options):
    match = Match(GAMES[key], board, (), (ANN, BO), **options)
    match.replay_texts(text.split())
    return match


def judged(position, depth=3, exact=(), values=None):
    moves = position.moves()
    values = values or {move: 10 * place for place, move in enumerate(moves)}
    return Judgement(depth, values, exact, {move: [move] for move in moves})


def plain(position):
    there = position.copy()
    there.evaluation = None
    return there


class Job:
    def __init__(self, task, priority):
        self.task, self.priority = task, priority
        self.stopped = False
        self.said = []

    @property
    def asked(self):
        """Return the position asked about as a match has it, whatever judges it."""
        return plain(self.task.position)

    def stop(self):
        self.stopped = True

    def find(self, done=True, depth=3, exact=(), seconds=0.1):
        answer = judged(self.task.position, depth, exact)
        self.said.append(Report(answer, seconds, done))

    def reports(self):
        said, self.said = self.said, []
        return said


class Engine:
    def __init__(self):
        self.jobs = []

    def start(self, task, priority):
        assert isinstance(task, Values)
        self.jobs.append(Job(task, priority))
        return self.jobs[-1]

    @property
    def open(self):
        return [job for job in self.jobs if not job.stopped]


@pytest.fixture
def engine():
    return Engine()


def analysis_of(match, engine):
    return Analysis(match, engine, failed=pytest.fail)


@pytest.fixture
def match():
    return match_of()


@pytest.fixture
def analysis(match, engine):
    return analysis_of(match, engine)


def answer(engine):
    """Answer all jobs that are open; return the positions that they asked about."""
    asked = []
    for job in engine.open:
        asked.append(job.asked)
        job.find()
        engine.jobs.remove(job)
    return asked


# -- what every move is worth


@settings(max_examples=examples(25))
@given(st.sampled_from([("kalah", "3x2"), ("reversi", "4x4"), ("tictactoe", "3x3")]), st.data())
def test_exact_values_are_those_of_the_solver(board, data):
    game = GAMES[board[0]]
    position = game.start(board[1])
    for _ in range(data.draw(st.integers(4, 12))):
        if position.over:
            break
        position.play(data.draw(st.sampled_from(position.moves())))
    if position.over:
        return
    wanted = solve(position, StopWord(), with_moves=True)
    for judgement in Thinker(table_bits=14).judge(position, Interrupt()):
        assert all(judgement.values[move] == wanted.moves[move] for move in judgement.exact_moves)
        assert judgement.value == wanted.value or not judgement.value_exact
        assert judgement.most is None or judgement.most >= judgement.value
    assert judgement.exact
    assert judgement.values == wanted.moves
    assert judgement.value == wanted.value
    assert wanted.moves[judgement.best] == wanted.value


@settings(max_examples=examples(25))
@given(st.sampled_from([("kalah", "6x4"), ("reversi", "6x6"), ("eight", "8")]), st.data())
def test_every_line_is_legal_and_begins_with_its_move(board, data):
    position = GAMES[board[0]].start(board[1])
    for _ in range(data.draw(st.integers(0, 4))):
        if not position.over:
            position.play(data.draw(st.sampled_from(position.moves())))
    if position.over:
        return
    for judgement, _ in zip(
        Thinker(table_bits=14).judge(position, Interrupt()), range(4), strict=False
    ):
        for move, line in judgement.lines.items():
            assert line[0] == move
            here = position.to_the_end()
            for ply in line:
                assert ply in here.moves()
                here.play(ply)


def test_judging_goes_on_from_what_is_known():
    position = GAMES["kalah"].start("6x4")
    first = next(Thinker(table_bits=14).judge(position, Interrupt()))
    assert first.depth == 1
    again = next(Thinker(table_bits=14).judge(position, Interrupt(), known=first))
    assert again.depth == 2
    known = judged(position, 9, tuple(position.moves()))
    assert list(Thinker(table_bits=14).judge(position, Interrupt(), known=known)) == []


def test_a_move_that_was_played_is_enough_when_it_is_exact_what_it_loses():
    position = GAMES["kalah"].start("4x2")
    played = position.moves()[-1]
    *_, whole = Thinker(table_bits=14).judge(position, Interrupt())
    *_, judgement = Thinker(table_bits=14).judge(position, Interrupt(), played=played)
    assert judgement.loss_exact(played) and not judgement.exact
    assert judgement.value == whole.value
    assert judgement.values[played] == whole.values[played]


def test_the_first_step_is_finished_whatever_the_time():
    steps = list(Thinker(table_bits=14).judge(GAMES["kalah"].start("6x6"), Interrupt(), 1e-9))
    assert [step.depth for step in steps] == [1]


# -- the order


def line_of(match):
    return [match.root, *match.tip.line]


def test_all_seconds_are_dealt_out_and_no_more():
    allocation = TimeAllocation(line_of(match_of()), 5.0)
    spent = 0.0
    while (portion := allocation.next({})) is not None:
        allocation.spent(portion.node, portion.seconds)
        spent += portion.seconds
    assert spent == pytest.approx(5.0)
    assert allocation.progress({}) == 1.0


def test_every_position_gets_a_look_even_if_others_took_too_long():
    match = match_of()
    nodes = line_of(match)
    allocation = TimeAllocation(nodes, 1.0)
    for node in nodes[::-1]:
        assert not allocation.begun({})
        portion = allocation.next({})
        assert portion.node is node
        assert portion.seconds > 0
        allocation.spent(node, 5.0)
    assert allocation.next({}) is None
    assert allocation.begun({})


def test_time_that_exact_positions_did_not_need_goes_to_the_ones_before_them():
    match = match_of()
    nodes = line_of(match)
    allocation = TimeAllocation(nodes, 1.0 * len(nodes))
    known = {node: judged(node.position, 20, node.position.moves()) for node in nodes[3:]}
    spent, last = 0.0, []
    while (portion := allocation.next(known)) is not None:
        seconds = portion.seconds
        if portion.played is not None:  # it is exact in half of the time
            seconds /= 2
            known[portion.node] = judged(portion.node.position, 20, portion.node.position.moves())
            last.append((portion.node, portion.played))
        allocation.spent(portion.node, seconds)
        spent += seconds
        assert portion.played is not None or not last, "others come first"
    assert last == [(nodes[place], nodes[place + 1].ply) for place in (2, 1, 0)]
    assert spent == pytest.approx(3.0 + 1.5 + 0.75 + 0.375)
    assert allocation.progress(known) == 1.0


def test_that_time_is_given_once_for_a_position_and_for_none_without_exact_ones_behind():
    nodes = line_of(match_of())
    allocation = TimeAllocation(nodes, 6.0)
    known = {nodes[-1]: judged(nodes[-1].position, 20, nodes[-1].position.moves())}
    given_nodes = [portion.node for portion in iter(lambda: given(allocation, known), None)]
    assert given_nodes.count(nodes[-2]) == len(SHARES) + 1
    assert len(given_nodes) == len(SHARES) * 5 + 1
    allocation = TimeAllocation(nodes, 6.0)
    assert len(list(iter(lambda: given(allocation, {}), None))) == len(SHARES) * 6


def given(allocation, known):
    """Take the next portion and need little of it."""
    if portion := allocation.next(known):
        allocation.spent(portion.node, portion.seconds / 10)
    return portion


# -- what is asked of the engine


def test_the_node_looked_at_is_judged_and_follows_whoever_walks(match, analysis, engine):
    analysis.want(looked_at=True, line=False)
    analysis.update()
    [job] = engine.open
    assert (job.asked, job.priority) == (match.position, Priority.VALUES)
    job.find(done=False, depth=4)
    analysis.update()
    assert analysis.of(match.here).depth == 4
    match.go_to(match.root)
    analysis.update()
    assert job.stopped
    [job] = engine.open
    assert job.asked == match.start
    match.go_to(match.tip)
    analysis.update()
    [job] = engine.open
    assert job.task.known.depth == 4, "it goes on where it was left"


def test_a_node_that_got_all_its_time_is_not_asked_about_again_but_what_was_dropped(
    analysis, engine
):
    analysis.want(looked_at=True, line=False)
    analysis.update()
    analysis.drop()
    assert engine.open == []
    assert analysis.busy
    analysis.update()
    [job] = engine.open
    job.find()
    for _ in range(3):
        analysis.update()
    assert engine.open == [job]
    assert not analysis.busy


@pytest.mark.parametrize(
    ("known", "finding", "taken"),
    [((12, 0), (5, 0), False), ((5, 0), (5, 1), True), ((5, 0), (6, 0), True)],
)
def test_a_finding_that_is_deeper_or_more_exact_replaces_another(
    match, analysis, engine, known, finding, taken
):
    moves = match.position.moves()
    analysis.restore({match.here: judged(match.position, known[0], moves[: known[1]])}, False)
    analysis.want(looked_at=True, line=False)
    analysis.update()
    engine.jobs[0].find(depth=finding[0], exact=moves[: finding[1]])
    analysis.update()
    depth, exact = finding if taken else known
    judgement = analysis.of(match.here)
    assert (judgement.depth, judgement.exact_moves) == (depth, moves[:exact])


def test_a_graph_is_whole_before_the_node_looked_at_gets_its_long_look(match, analysis, engine):
    analysis.want(looked_at=True, line=True)
    seen = []
    for _ in range(40):
        analysis.update()
        near = [job for job in engine.open if job.priority == Priority.VALUES]
        if near:
            break
        seen += answer(engine)
    assert near[0].asked == match.position
    assert seen[0] == match.position, "what is looked at comes first"
    for node in line_of(match):
        assert node.position in seen


def test_a_review_judges_the_main_line_and_tells_how_far_it_is(match, analysis, engine):
    assert (analysis.reviewing, analysis.progress) == (False, 0.0)
    analysis.review()
    analysis.want(looked_at=True, line=True)
    progress = []
    while analysis.reviewing:
        analysis.update()
        progress.append(analysis.progress)
        for job in engine.open:
            assert job.priority == Priority.ANALYSIS
            job.find(exact=job.task.position.moves())
            engine.jobs.remove(job)
    assert progress == sorted(progress)
    assert progress[-1] == 1.0
    assert analysis.reviewed
    assert set(analysis.judged) == set(line_of(match))
    match.play(match.position.moves()[0])
    assert not analysis.reviewed, "the game has gone on"


def test_a_review_turns_to_what_is_looked_at(match, analysis, engine):
    analysis.review()
    analysis.update()
    match.go_to(match.root.children[0])
    analysis.update()
    [job] = engine.open
    assert job.asked == match.position


@pytest.mark.parametrize("what", ["review", "look_back"])
def test_who_stops_the_analysis_stops_a_review_and_a_look_back(analysis, engine, what):
    getattr(analysis, what)()
    analysis.update()
    assert engine.open
    analysis.stop_review()
    analysis.update()
    assert engine.open == []
    assert not (analysis.reviewing or analysis.reviewed or analysis.looking_back)


def test_a_look_back_takes_its_seconds_and_says_whether_they_were_enough(match, analysis, engine):
    assert not analysis.looking_back and not analysis.looked_back
    analysis.look_back()
    spent = 0.0
    while analysis.looking_back:
        analysis.update()
        [job] = engine.open
        job.find(seconds=job.task.seconds)
        spent += job.task.seconds
        engine.jobs.remove(job)
        analysis.update()
    assert spent == pytest.approx(LOOK_BACK_SECONDS)
    assert analysis.looked_back and not analysis.reviewed
    assert set(analysis.judged) == set(line_of(match))
    match.play(match.position.moves()[0])
    assert not analysis.looking_back and not analysis.looked_back, "the game has gone on"
    analysis.look_back()
    assert analysis.looking_back
    analysis.update()
    engine.open[0].find(seconds=LOOK_BACK_SECONDS)
    engine.jobs.clear()
    analysis.update()
    assert not analysis.looking_back and not analysis.looked_back, "the first position took all"
    analysis.look_back()
    assert not analysis.looking_back, "it is not begun again"


def test_a_side_line_is_helped_while_the_game_is_reviewed(match, analysis, engine):
    """Who plays on from an earlier position waits for no review."""
    analysis.review()
    analysis.update()
    match.go_to(match.root)
    move = next(m for m in match.position.moves() if match.root.child(m) is None)
    match.play(move)
    analysis.want(looked_at=True, line=True)
    asked = []
    for _ in range(20):
        analysis.update()
        for job in engine.open:
            asked.append((job.asked, job.priority))
            if job.priority == Priority.ANALYSIS:
                job.find()
                engine.jobs.remove(job)
    assert (match.position, Priority.VALUES) in asked
    assert analysis.reviewing


def test_a_review_follows_the_game_and_looks_at_nothing_twice(match, analysis, engine):
    analysis.review()

    def finish():
        asked = []
        while analysis.reviewing:
            analysis.update()
            asked += answer(engine)
        return asked

    first = finish()
    assert len(first) == len(SHARES) * len(line_of(match))
    match.play(match.position.moves()[0])
    assert not analysis.reviewed
    analysis.review()
    assert finish() == [match.position] * len(SHARES)
    match.undo()
    assert analysis.reviewed


def test_what_was_only_looked_at_is_forgotten(match, analysis, engine):
    [seen] = match.glimpse(match.here, match.position.moves()[:1])
    match.go_to(seen)
    analysis.restore({seen: judged(seen.position), match.tip: judged(match.tip.position)}, False)
    analysis.update()
    assert analysis.of(seen) is not None
    match.go_to(match.tip)
    analysis.update()
    assert set(analysis.judged) == {match.tip}


# -- what it says of a node


def test_a_node_stands_as_its_own_moves_say_and_else_as_those_before():
    match = match_of()
    analysis = analysis_of(match, Engine())
    tip = match.tip
    before = tip.parent
    assert analysis.evaluation(tip) is None
    values = dict.fromkeys(before.position.moves(), -6) | {tip.ply: 4}
    analysis.restore({before: judged(before.position, 7, (), values)}, whole=False)
    sign = 1 if before.position.turn == 0 else -1
    assert analysis.evaluation(tip) == (4 * sign, False, 7)
    assert analysis.evaluation(before) == (4 * sign, False, 7)
    own = dict.fromkeys(tip.position.moves(), -9)
    analysis.restore({tip: judged(tip.position, 8, (), own)}, whole=False)
    own_sign = 1 if tip.position.turn == 0 else -1
    assert analysis.evaluation(tip) == (-9 * own_sign, False, 8)
    # What was exact before a move stays exact after it.
    analysis.restore({before: judged(before.position, 7, (tip.ply,), values)}, whole=False)
    assert analysis.evaluation(tip) == (4 * sign, True, 7)
    own = dict.fromkeys(tip.position.moves(), 4 * sign * own_sign)
    analysis.restore({tip: judged(tip.position, 9, tip.position.moves(), own)}, whole=False)
    assert analysis.evaluation(tip) == (4 * sign, True, 9)


def test_who_may_swap_has_the_better_side_before_the_swap_and_after():
    match = match_of("1", pie=True)
    swapped_from = match.here
    match.play(SWAP)
    analysis = analysis_of(match, Engine())
    for sign in (1, -1):
        values = dict.fromkeys(swapped_from.position.moves(), 4 * sign)
        analysis.restore({swapped_from: judged(swapped_from.position, 3, (), values)}, whole=False)
        assert analysis.evaluation(swapped_from) == (-4, False, 3)
        assert analysis.evaluation(match.here) == (-4 * sign, False, 3)


def test_a_first_turn_that_may_be_swapped_is_worth_the_worse_side():
    position = GAMES["kalah"].start("3x2")
    *_, judgement = Thinker(table_bits=14).judge(position, Interrupt(), swap_to_come=True)
    assert judgement.exact
    worth = {}
    for turn, after in whole_turns(position.to_the_end()):
        value = -abs(solve(after, StopWord()).value)
        worth[turn[0]] = max(value, worth.get(turn[0], value))
    assert dict(judgement.values) == worth
    assert max(worth.values()) <= 0


def test_a_game_that_a_majority_has_ended_is_valued_like_the_node_before():
    match = match_of("1 2 2 1 3 2 1 3 3 1 1 3 2 2 3", board="3x3")
    tip = match.tip
    assert match.over
    assert not tip.position.to_the_end().over
    *_, judgement = Thinker(table_bits=14).judge(tip.parent.position, Interrupt())
    analysis = analysis_of(match, Engine())
    analysis.restore({tip.parent: judgement}, whole=False)
    sign = 1 if tip.parent.position.turn == 0 else -1
    assert (match.tip.margin, sign * judgement.values[tip.ply]) == (5, 2)
    assert analysis.evaluation(tip) == (2, True, judgement.depth)


def test_a_finished_game_stands_as_it_ended():
    match = match_of("", board="1x1")
    while not match.over:
        match.play(match.position.moves()[0])
    assert analysis_of(match, Engine()).evaluation(match.here) == (match.tip.margin, True, 0)
