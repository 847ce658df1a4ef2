"""The part of ``bench`` that plays games by chance in the window, and says what came of it."""

from __future__ import annotations

from typing import Any

from kalahgui.cli.output import print_json, progress


def run(games: int, as_json: bool) -> int:
    """Open the window, play, print and return the exit status."""
    from kalahgui.gui.shell.program import open_display
    from kalahgui.gui.soak import measure

    status = open_display()
    if status:
        return status
    with progress() as bar:
        task = bar.add_task("games", total=games)
        figures = measure(games, lambda: bar.advance(task))
    if as_json:
        print_json(figures)
    else:
        _print(figures)
    return 0


def _print(figures: dict[str, Any]) -> None:
    longest = figures["longest_frame"]
    print(f"{figures['games']} games, {figures['frames']} frames, no error")
    print(
        f"longest frame: {longest['milliseconds']:.0f} ms, in game {longest['game']}"
        f" ({longest['action']})"
    )
    print(f"frames over 100 ms: {len(figures['frames_over_100_ms'])}")
    print(f"memory: {figures['megabytes']} MB, grown by {figures['megabytes_grown']} MB")
