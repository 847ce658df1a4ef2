"""A position split into others: whatever is proven in whatever order comes to its value."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from statistics import median

import pytest
from examples import examples
from small_kalah import at_random, word

from kalahgui.core.kalah import KalahPosition
from kalahgui.core.search import Search, StopWord
from kalahgui.core.table import table_for
from kalahgui.games import GAMES
from kalahgui.games.game import children
from kalahgui.solving.proof_tree import ProofTree, Task, bare
from kalahgui.solving.result_store import ResultStore
from kalahgui.solving.solver import solve
from kalahgui.solving.splitting import Bench, SplitSolving, Subject


def kalah(chance):
    pits = chance.randint(2, 4)
    own, opp = at_random(chance, pits, 10)
    position = KalahPosition(pits, sum(own + opp) + 7, chance.random() < 0.5, majority=False)
    position.own, position.opp = word(own), word(opp)
    position.lead, position.turn = 7, chance.randrange(2)
    return position


def later(game, variant, least, most):
    """Return what makes positions of a board after some random moves."""

    def made(chance):
        position = GAMES[game].start(variant)
        for _ in range(chance.randint(least, most)):
            after = position.copy()
            after.play(chance.choice(position.moves()))
            position = position if after.over else after
        return position

    return made


KINDS = {
    "kalah": kalah,
    "4x4": later("reversi", "4x4", 4, 8),
    "diamond": later("reversi", "diamond", 13, 17),
    "tictactoe": later("tictactoe", "3x3", 2, 6),
    "eight": later("eight", GAMES["eight"].variant, 0, 2),
}


@pytest.mark.law
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", range(examples(60, 6)))
def test_proofs_in_any_order_come_to_the_value_of_plain_solving(kind, number):
    chance = random.Random(f"{kind} {number}")
    position = KINDS[kind](chance)
    value = solve(position, StopWord()).value
    bench, budget = Bench(position, 12), chance.choice([1, 10, 200])
    tree = ProofTree(position, value + chance.randint(-3, 3), chance.randrange(3))
    held, done = [], []
    while tree.goals:
        held += islice(tree.waiting(), chance.randint(1, 5))
        assert len({task[:2] for task in held}) == len(held)
        task = held.pop(chance.randrange(len(held)))
        report = bench.attempt(task, budget)
        done.append((task, report["low"], report["high"], report["moves"]))
        tree.take(*done[-1])
        if len(done) % 10 == 0 and len(done) < 100:
            expected = tree.needed()
            for node in tree.nodes.values():
                node.work.clear()
            assert tree.needed() == expected
    assert tree.bounds.pair == (value, value)
    assert len({task for task, *_ in done}) == len(done)
    chance.shuffle(done)
    again = ProofTree(position, value)
    for proof in done:
        again.take(*proof)
    assert again.bounds.pair == (value, value)
    search = Search(table_for(position, 16))
    for words in chance.sample(sorted(tree.nodes), min(20, len(tree.nodes))):
        here, bounds = bare(position, *words), tree.nodes[words].bounds
        gain = here.final() if here.over else [*search.deepen(here)][-1].value
        assert bounds.low <= gain <= bounds.high


def test_one_goal_is_asked_alone():
    position = GAMES["kalah"].start("3x2").to_the_end()
    value, bench = solve(position, StopWord()).value, Bench(position, 12)
    for goal in (value, value + 1):
        tree = ProofTree(position, value, 2, goal)
        while tree.goals:
            assert tree.goals == [goal]
            task = next(tree.waiting())
            report = bench.attempt(task, 5)
            tree.take(task, report["low"], report["high"], report["moves"])
        assert tree.bounds.decide(goal) and not tree.bounds.meet
        assert (goal <= tree.bounds.low) == (goal == value)


def test_tasks_of_lost_workers_are_offered_again():
    tree = ProofTree(GAMES["kalah"].start("3x2").to_the_end(), 0)
    tasks = list(tree.waiting())
    assert tasks and not list(tree.waiting())
    tree.put_back()
    assert list(tree.waiting()) == tasks


def test_threads_of_one_worker_do_not_disturb_each_other():
    position = GAMES["kalah"].start("4x3").to_the_end()
    bench, search = Bench(position, 14), Search(table_for(position, 16))
    tasks, gains = [], []
    for _, child, _ in children(position):
        tasks += [Task(child.own, child.opp, goal) for goal in range(-9, 9, 3)]
        here = bare(position, child.own, child.opp)
        gains += 6 * [[*search.deepen(here)][-1].value]
    with ThreadPoolExecutor(4) as pool:
        reports = list(pool.map(lambda task: bench.attempt(task, 10**9), tasks))
    for report, gain in zip(reports, gains, strict=True):
        assert not report["moves"] and report["low"] <= gain <= report["high"]


class HereAlone:
    """Does tasks one by one in this process."""

    def results(self, work, tasks, stop, store, key, ahead):
        for task in tasks:
            yield task, store.keep(key(task), work(task))


def test_the_estimate_of_the_rest_is_of_the_right_size(tmp_path, monkeypatch):
    monkeypatch.setenv("KALAHGUI_CACHE", str(tmp_path))
    game = GAMES["kalah"]
    subject = Subject("kalah", (), game.position_text(game.start("4x3")))
    solving, known = SplitSolving(subject, 1, 30, ResultStore()), []
    solving.run(HereAlone(), StopWord(), lambda: known.append(solving.report()))
    nodes = known[-1]["nodes"]
    middle = [report for report in known if 0.2 < report["nodes"] / nodes < 0.8]
    errors = [report["rest_nodes"] / (nodes - report["nodes"]) for report in middle]
    assert len(errors) > 20 and 0.1 < median(errors) < 10
    assert known[0]["rest_nodes"] is None and known[-1]["rest_nodes"] == 0
