"""Tasks on several processes: each is done once, whatever ends."""

import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from kalahgui.core.search import StopWord
from kalahgui.solving.workers import WorkerLost, Workers

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="a process is ended the POSIX way"),
]


def square(number):
    return number * number


def square_or_die(task):
    """Square a number; end the process on the number 5, as often as the second part says."""
    number, deaths = task
    died = Path(deaths.partition(":")[2])
    if number == 5 and len(list(died.iterdir())) < int(deaths.partition(":")[0]):
        (died / str(os.getpid())).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def test_what_a_lost_process_was_at_is_done_again(tmp_path):
    tasks = [(number, f"2:{tmp_path}") for number in range(40)]
    with Workers(2) as workers:
        results = list(workers.results(square_or_die, tasks, StopWord()))
    assert workers.lost == 2
    assert sorted(results) == [(task, square(task[0])) for task in tasks]


def test_where_processes_are_lost_again_and_again_it_is_told(tmp_path):
    with Workers(1) as workers, pytest.raises(WorkerLost, match="ended unexpectedly"):
        list(workers.results(square_or_die, [(5, f"99:{tmp_path}")], StopWord()))


def test_tasks_are_taken_as_they_are_needed_and_a_stop_ends_them():
    taken, stop = count(), StopWord()
    with Workers(2) as workers:
        for number, (_, _) in enumerate(workers.results(square, taken, stop)):
            stop.raised = number >= 20
    assert next(taken) < 20 + 2 * 8 + 2


_WAITING = """
import os, sys
from test_workers import wait_for_ever
from kalahgui.core.search import StopWord
from kalahgui.solving.workers import Workers
with Workers(1) as workers:
    for _ in workers.results(wait_for_ever, [None], StopWord()):
        pass
"""


def wait_for_ever(task):
    print(os.getpid(), flush=True)
    signal.pause()


def test_processes_end_with_a_program_that_is_killed():
    here = Path(__file__).parent
    program = subprocess.Popen(
        [sys.executable, "-c", _WAITING], cwd=here, stdout=subprocess.PIPE, text=True
    )
    assert int(program.stdout.readline()) != program.pid
    program.kill()
    # The output ends when the last process that writes to it has ended.
    assert program.stdout.read() == ""
    program.wait()
