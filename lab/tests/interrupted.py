"""A command that plays games on several processes, interrupted by Ctrl-C in their midst."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

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


def run(command: str, module: str, measuring: str, done: str) -> subprocess.CompletedProcess[str]:
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
