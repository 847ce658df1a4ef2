"""Do what might never end."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any


def within(seconds: float, work: Callable[[], Any]) -> Any:
    """Return what some work returns, or raise what it raises; fail when it takes too long."""
    outcome: Future[Any] = Future()

    def do() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    thread = Thread(target=do, daemon=True)
    thread.start()
    thread.join(seconds)
    assert outcome.done(), f"it was not done after {seconds} s"
    return outcome.result()
