"""Tasks on the workers of a Dask cluster; this module alone knows Dask."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from http.client import HTTPException
from typing import Any
from urllib.request import urlopen

from kalahgui.games.user_error import UserError
from kalahgui.solving.program_digest import program_digest
from kalahgui.solving.workers import Task, WorkerLost, Workers

PATIENCE = 30  # seconds for a scheduler that is begun again to answer
_DASHBOARD_PATIENCE = 2  # seconds
_INSTALL = 'pip install -e ".[cluster]"'


class NoDask(UserError):
    """Dask is not installed; the message says what to do."""


class AnotherProgram(Exception):
    """A worker computes with another version of the program, another core or other weights."""


class ClusterWorkers(Workers):
    """The workers of a Dask cluster, as many as there are at the time.

    Tasks of a worker that is lost are done again by the others, and all that are in flight when the
    scheduler is lost and begun again. ``dashboard`` is where it shows what they do, if it does.
    """

    def __init__(self, address: str) -> None:
        """Join a cluster by the address of its scheduler.

        NoDask where that is missing, WorkerLost when no scheduler answers.
        """
        self._address = address
        self._seen: set[str] = set()
        super().__init__(1)
        self.dashboard = _served(self._client.dashboard_link)

    def __exit__(self, *error: object) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()

    def look_round(self) -> None:
        workers = self._client.scheduler_info()["workers"]
        self.jobs = max(1, sum(worker["nthreads"] for worker in workers.values()))
        self._seen |= workers.keys()
        self.lost = len(self._seen - workers.keys())

    def _submit(self, work: Callable[[Task], Any], task: Task) -> Future[Any]:
        return super()._submit(partial(_checked, program_digest(), work), task)

    def _result(self, done: Future[Any]) -> Any:
        from distributed import KilledWorker

        try:
            return super()._result(done)
        except AnotherProgram as error:
            raise WorkerLost("refused_another_program", host=str(error)) from None
        except ModuleNotFoundError as error:
            raise WorkerLost("refused_no_program", why=str(error)) from None
        except KilledWorker as error:
            raise WorkerLost("refused_deadly_task", why=str(error)) from None

    def _begin_again(self) -> None:
        self._client.close()
        self._executor = self._begun()

    def _begun(self) -> Executor:
        try:
            from distributed import Client
        except ImportError:
            raise NoDask("refused_no_dask", command=_INSTALL) from None
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what is wrong is told once
        try:
            self._client = Client(self._address, timeout=PATIENCE, set_as_default=False)
        except (
            OSError,
            TypeError,
            ValueError,
        ) as error:  # a TypeError without certificates for TLS
            raise WorkerLost(
                "refused_no_scheduler", address=self._address, why=str(error)
            ) from None
        executor: Executor = self._client.get_executor()
        return executor


def _served(link: str) -> str:
    """Return a link to a dashboard; nothing where a scheduler has none, or lacks Bokeh for it."""
    try:
        with urlopen(link, timeout=_DASHBOARD_PATIENCE) as page:
            lacking = b"needs bokeh" in page.read()
    except (OSError, ValueError, HTTPException):
        return ""
    return "" if lacking else link


def _checked(digest: str, work: Callable[[Task], Any], task: Task) -> Any:
    """Do a task, on a worker whose results are those of the program that asks."""
    if program_digest() != digest:
        raise AnotherProgram(socket.gethostname())
    return work(task)
