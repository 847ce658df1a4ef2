"""Results of tasks: kept at once, found again by their subject and task, each once."""

import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from kalahgui.solving.result_store import ResultStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "results.sqlite3"


def rows(path):
    with sqlite3.connect(path) as file:
        return list(file.execute("SELECT * FROM results ORDER BY subject, task"))


def test_a_result_is_found_by_its_subject_and_task(path):
    one, two = ResultStore(path, "one"), ResultStore(path, "two")
    assert one.keep("task", (1 << 62, [0.5, None])) == [1 << 62, [0.5, None]]
    two.keep("task", {"else": False})
    assert [one.get("task"), two.get("task"), one.get("another")] == [
        [1 << 62, [0.5, None]],
        {"else": False},
        None,
    ]
    one.keep("task", 2)
    assert rows(path) == [("one", "task", "2"), ("two", "task", '{"else": false}')]
    one.forget()
    assert (ResultStore(path, "one").get("task"), two.get("task")) == (None, {"else": False})


def test_what_was_kept_outlasts_a_program_that_is_killed(path):
    code = (
        "import os, signal, sys; from pathlib import Path;"
        "from kalahgui.solving.result_store import ResultStore;"
        "store = ResultStore(Path(sys.argv[1]));"
        "[store.keep(str(number), number) for number in range(100)];"
        f"os.kill(os.getpid(), {int(signal.SIGKILL) if os.name == 'posix' else 15})"
    )
    assert subprocess.run([sys.executable, "-c", code, path]).returncode
    store = ResultStore(path)
    assert [store.get(str(number)) for number in range(100)] == list(range(100))


@pytest.mark.parametrize("kind", ["text", "another database"])
def test_a_file_of_something_else_is_left_alone(kind, tmp_path, refused):
    path = tmp_path / "notes.txt"
    if kind == "text":
        path.write_text("my notes\n", "utf-8")
    else:
        with sqlite3.connect(path) as file:
            file.execute("CREATE TABLE notes (note)")
    before = path.read_bytes()
    with pytest.raises(OSError):
        ResultStore(path)
    assert f"the file {path} cannot be used: " in refused(
        "tune", "reversi-weights", "--store", path
    )
    assert path.read_bytes() == before
