"""How the commands of the laboratory are run."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lab.__main__ import main

_SCRIPT = """
import multiprocessing, os, signal, sys
from lab.__main__ import main
from {module} import {measuring}
take = {measuring}.take
def interrupting(self, *found):
    take(self, *found)
    if self.{done} == 5:
        os.killpg(0, signal.SIGINT)
{measuring}.take = interrupting
status = main(sys.argv[1:])
left = multiprocessing.active_children()
sys.exit(f"{{left}} play on" if left else status)
"""


@pytest.fixture
def command(capfd):
    """Run a command; return the exit status, standard output and standard error."""

    def run(*arguments):
        status = main([str(argument) for argument in arguments])
        return status, *capfd.readouterr()

    return run


@pytest.fixture
def interrupted():
    """Run a command, which Ctrl-C ends in the midst of games on several processes."""
    return _interrupted


def _interrupted(
    command: str, module: str, measuring: str, done: str
) -> subprocess.CompletedProcess[str]:
    """Run a command until five games are ``done``, as a class of a module counts them."""
    return subprocess.run(
        [
            sys.executable,
            "-c",
            _SCRIPT.format(module=module, measuring=measuring, done=done),
            *command.split(" "),
        ],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=60,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
