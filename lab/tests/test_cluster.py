"""Work on a Dask cluster: the numbers of one machine, each once, whatever is killed."""

import io
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
import uuid
from email.message import Message
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import Mock
from urllib.error import HTTPError, URLError

import pytest

from kalahgui.cli import main
from kalahgui.core.search import StopWord
from kalahgui.solving import cluster
from kalahgui.solving.cluster import ClusterWorkers
from kalahgui.solving.result_store import ResultStore
from kalahgui.solving.workers import WorkerLost


@pytest.fixture(scope="module")
def dask():
    return pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def started(dask):
    """Start a cluster of two processes of this machine."""
    with dask.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as local:
        yield local


def found_by(path):
    """Return what a store has of every task, but for the seconds that it took."""
    with sqlite3.connect(path) as file:
        rows = list(file.execute("SELECT subject, task, result FROM results"))
    results = {row[:2]: json.loads(row[2]) for row in rows}
    for result in results.values():
        if isinstance(result, dict):
            del result["seconds"]
    return results


@pytest.mark.slow
@pytest.mark.xdist_group("cluster")
def test_a_cluster_gives_the_numbers_of_one_machine(started, tmp_path, capfd):
    ladder = "lab ladder kalah:3x3 --levels 1-4 --games 8"
    tune = "tune reversi-weights --games 1 --json"
    for line in (ladder, tune):
        stores, printed = [], []
        for where in ("--jobs 1", f"--cluster {started.scheduler_address}"):
            stores.append(tmp_path / f"{len(stores)}-{len(line)}.sqlite3")
            assert run(f"{line} {where} --store {stores[-1]}") == 0
            printed.append(capfd.readouterr())
        assert found_by(stores[0]) == found_by(stores[1]) != {}
        assert printed[0].err == ""
        # Without Bokeh there is a page that says so, which helps nobody.
        served = "the cluster's own dashboard: http://.*/status\n" if find_spec("bokeh") else ""
        assert re.fullmatch(served, printed[1].err)
    assert printed[0].out == printed[1].out


def run(line):
    """Run a command of the laboratory or of the program."""
    from lab.__main__ import main as lab

    command, *rest = line.split()
    return lab(rest) if command == "lab" else main([command, *rest])


def mark(folder, number):
    """Leave a file of its own for every time that a task is done."""
    (Path(folder) / f"{number}-{uuid.uuid4().hex}").touch()
    time.sleep(0.05)
    return number * number


def times_done(folder, number):
    return len(list(folder.glob(f"{number}-*")))


def results_with(workers, store, folder, hit):
    """Return the results of 60 tasks, and those that were there when ``hit`` was called."""
    results, before = [], []
    tasks = range(60)
    for task, result in workers.results(partial(mark, str(folder)), tasks, StopWord(), store):
        results.append((task, result))
        if len(results) == 10:
            before = [number for number, _ in results]
            hit()
    assert sorted(results) == [(number, number * number) for number in tasks]
    assert all(store.get(str(number)) == number * number for number in tasks)
    return before


@pytest.mark.parametrize(
    ("answer", "served"),
    [
        (b"<html>a dashboard, by bokeh</html>", True),
        (b"<p>Dask needs bokeh>=3.1.0 for the dashboard.</p>", False),
        (HTTPError("http://localhost/status", 404, "Not Found", Message(), None), False),
        (URLError("refused"), False),
        (TimeoutError(), False),
        (ValueError("unknown url type"), False),
    ],
)
def test_a_dashboard_is_named_where_one_is_served(monkeypatch, answer, served):
    def open_page(link, timeout):
        if isinstance(answer, Exception):
            raise answer
        return io.BytesIO(answer)

    link = "http://localhost:8787/status"
    client = Mock(dashboard_link=link)
    monkeypatch.setitem(sys.modules, "distributed", Mock(Client=lambda *at, **how: client))
    monkeypatch.setattr(cluster, "urlopen", open_page)
    assert ClusterWorkers("tcp://127.0.0.1:9").dashboard == (link if served else "")


@pytest.mark.slow
@pytest.mark.xdist_group("cluster")
def test_a_worker_that_is_killed_loses_nothing(started, tmp_path):
    store, folder = ResultStore(tmp_path / "results.sqlite3"), tmp_path / "done"
    folder.mkdir()
    with ClusterWorkers(started.scheduler_address) as workers:
        before = results_with(
            workers, store, folder, lambda: os.kill(started.workers[0].process.pid, 9)
        )
        while not workers.lost:
            workers.look_round()
    assert len(before) == 10 and {times_done(folder, number) for number in before} == {1}


def begun(port):
    """Begin a scheduler and a worker in processes of their own."""
    address = f"tcp://127.0.0.1:{port}"
    return [
        subprocess.Popen(
            [sys.executable, "-m", "dask", *words.split()],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for words in (
            f"scheduler --port {port} --dashboard-address :0",
            f"worker {address} --nthreads 1 --no-dashboard",
        )
    ]


@pytest.mark.slow
@pytest.mark.xdist_group("cluster")
def test_a_scheduler_that_is_killed_and_begun_again_loses_nothing(dask, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    store, folder = ResultStore(tmp_path / "results.sqlite3"), tmp_path / "done"
    folder.mkdir()
    running = begun(port)

    def again():
        running[-2].kill()
        running[-2].wait()
        running.extend(begun(port))

    try:
        with ClusterWorkers(f"tcp://127.0.0.1:{port}") as workers:
            before = results_with(workers, store, folder, again)
    finally:
        for process in running:
            process.kill()
            process.wait()
    assert len(before) == 10 and {times_done(folder, number) for number in before} == {1}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.xdist_group("cluster")
def test_a_worker_of_another_core_is_refused(dask, command):
    with dask.LocalCluster(
        n_workers=1, dashboard_address=":0", env={"KALAHGUI_PURE": "1"}
    ) as other:
        line = ("classes", "eight", "--games", 2, "--anew", "--cluster", other.scheduler_address)
        status, out, err = command(*line)
    assert (status, out) == (1, "")
    assert f"a worker on {socket.gethostname()} has another version" in err.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.xdist_group("cluster")
@pytest.mark.parametrize("protocol", ["tcp", "tls"])  # there are no certificates
def test_where_no_scheduler_answers_it_is_told(dask, monkeypatch, protocol):
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    with pytest.raises(WorkerLost, match=f"no Dask scheduler answers at {protocol}:"):
        ClusterWorkers(f"{protocol}://127.0.0.1:9")


def test_without_dask_it_is_told_what_to_do(refused, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "distributed", None)
    out = tmp_path / "starts.json"
    for line in (("classes", "eight"), ("fair_starts", "kalah:3x2", "--out", out)):
        said = refused(*line, "--cluster", "tcp://127.0.0.1:9")
        assert said == 'a cluster needs Dask: run pip install -e ".[cluster]" first\n'
    assert not out.exists()
