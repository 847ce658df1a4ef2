"""Printing: results on standard output, everything else on standard error; boards, too."""

from __future__ import annotations

import contextlib
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from threading import Thread
from typing import Any, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.containers import Lines
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.status import Status
from rich.table import Table as RichTable
from rich.text import Text

from kalahgui import streams
from kalahgui.cli.arguments import Failed, reason, refusing
from kalahgui.engine.book import bad_book_for
from kalahgui.engine.interrupt import Interrupt
from kalahgui.games.game import Game, Position
from kalahgui.games.move_names import MoveNames
from kalahgui.line_breaks import PHRASE, parts_of
from kalahgui.match.tournament import Spectator
from kalahgui.solving.cluster import ClusterWorkers, NoDask
from kalahgui.solving.workers import WorkerLost, Workers
from kalahgui.words import chosen, listed, named, say

INTERRUPTED = 130

Result = TypeVar("Result")
Document = TypeVar("Document")


def complain(message: str) -> None:
    """Print one line on standard error."""
    streams.tell(" ".join(message.split()), sys.stderr)


def complain_of_book(position: Position) -> None:
    """Print one line on standard error where the book of a position's board is of no use."""
    bad = bad_book_for(position)
    if bad is not None:
        complain(reason(bad))


def print_text(text: str, end: str = "\n", *, flush: bool = False) -> None:
    """Print text, of which nothing steers a terminal: names in it come from anywhere."""
    print(streams.harmless(text), end=end, flush=flush)  # noqa: T201


def print_json(document: Any) -> None:
    """Print a JSON document."""
    print_text(json.dumps(document, ensure_ascii=False))


def report(options: Namespace, document: Document, show: Callable[[Document], object]) -> int:
    """Print a JSON document where that is asked for, else ``show`` it; return the status 0."""
    if options.json:
        print_json(document)
    else:
        show(document)
    return 0


def status_after(interrupted: bool) -> int:
    """Return the status of a command that tells what it has found, and say if it was stopped."""
    if interrupted:
        complain(say("terminal_interrupted_so_far"))
    return INTERRUPTED if interrupted else 0


def signed(value: int) -> str:
    """Return a margin with its sign; a draw has none."""
    return f"{value:+d}" if value else "0"


def side_words(game: Game, side: int) -> str:
    """Say which side it is."""
    name = game.sides[side]
    return say(f"article_{name}", default=say(name))


def name_words(kind: str, name: str) -> str:
    """Say a name of a kind, such as that of a figure; in English it is as in the document."""
    if chosen() == "en":
        return name
    return named(kind, name, "terminal", "article", otherwise=say(f"{kind}_{name}", default=name))


def figures_table(*headings: str, left: Iterable[str] = (), **looks: Any) -> RichTable:
    """Return an empty table with columns of figures; those named in ``left`` have words."""
    table = RichTable(title_justify="left", **looks)
    for heading in headings:
        table.add_column(heading, justify="left" if heading in left else "right")
    return table


def print_facts(facts: Iterable[tuple[str, str]]) -> None:
    """Print facts below each other, each behind what it is."""
    table = RichTable(show_header=False, box=None)
    for row in facts:
        table.add_row(*row)
    print_table(table)


def print_document(document: dict[str, Any]) -> None:
    """Print a document of single figures, each behind its name."""
    print_facts((name, str(value)) for name, value in document.items())


class _Words(Text):
    """Words of which no line ends where the window ends none, be they as long as they may."""

    def wrap(self, console: Console, width: int, **looks: Any) -> Lines:
        lines = self.split(allow_blank=True)
        broken = (part for line in lines for part in line.divide(_ends(line.plain, width)))
        return Text("\n").join(broken).wrap(console, width, **looks)


def _ends(words: str, width: int) -> list[int]:
    """Return where the lines of words end that take so many cells."""
    ends, at, line = list[int](), 0, ""
    for part in parts_of(words, PHRASE, lambda part: cell_len(part) <= width):
        if line and cell_len((line + part).rstrip()) > width:
            ends.append(at)
            line = ""
        line += part
        at += len(part)
    return ends


class _Console(Console):
    """A console with which nobody has to read what it writes, and which no words steer."""

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, emoji=False, **options)

    def render_str(self, text: str, **looks: Any) -> Text:
        shown = super().render_str(streams.harmless(text), **looks)
        return _Words(
            shown.plain,
            shown.style,
            justify=shown.justify,
            overflow=shown.overflow,
            spans=shown.spans,
        )

    def on_broken_pipe(self) -> None:
        """Raise what ``print`` does when nobody reads results; work goes on without its bars."""
        if not self.stderr:
            raise BrokenPipeError
        self.quiet = True
        streams.give_up(sys.stderr)


def spinner(words: str) -> Status:
    """Return a line on standard error that says what is being worked at, for a ``with``."""
    return _Console(stderr=True).status(words)


def print_table(table: RichTable) -> None:
    """Print a table, as wide as it needs to be where no terminal sets the width."""
    for column in table.columns:
        column.overflow = "fold"  # figures are never cut short
    console = _Console()
    if not console.is_terminal:
        console.width = 160
    console.print(table)


class _Rate(ProgressColumn):
    """The tasks done in a minute, and the processes that were lost."""

    def __init__(self, workers: Workers) -> None:
        super().__init__()
        self._workers = workers

    def render(self, task: Task) -> Text:
        said = say("terminal_a_minute", n=f"{60 * task.speed:.0f}") if task.speed else ""
        lost = self._workers.lost
        return Text(listed(said, say("terminal_lost", n=lost)) if lost else said)


class Bar(Progress):
    """A progress bar on standard error; it shows nothing where that is no terminal."""

    def __init__(
        self,
        description: str = "",
        total: float | None = None,
        completed: int = 0,
        done: type[ProgressColumn] = MofNCompleteColumn,
        more: Iterable[ProgressColumn] = (),
        quiet: bool = False,
    ) -> None:
        """``done`` is the column that says how much is done; ``more`` follow behind the time."""
        console = _Console(stderr=True)
        super().__init__(
            TextColumn("{task.description}"),
            BarColumn(),
            done(),
            TimeElapsedColumn(),
            *more,
            console=console,
            transient=True,
            disable=quiet or not console.is_terminal,
        )
        self._only = self.add_task(description, total=total, completed=completed)

    def show(self, **news: Any) -> None:
        """Show what has changed: the description, the total, what is completed."""
        self.update(self._only, **news)


@contextlib.contextmanager
def working(
    options: Namespace,
    description: str = "",
    total: float | None = None,
    completed: int = 0,
    quiet: bool = False,
) -> Iterator[tuple[Bar, Workers]]:
    """Provide a progress bar, and the processes or the cluster that a command's options ask for.

    The bar of a ``quiet`` command, which prints while it works, shows nothing.
    """
    with refusing(NoDask):
        workers = ClusterWorkers(options.cluster) if options.cluster else Workers(options.jobs)
    more = (_Rate(workers), TimeRemainingColumn())
    with workers:
        if workers.dashboard:
            complain(say("terminal_dashboard", address=workers.dashboard))
        with Bar(description, total, completed, more=more, quiet=quiet) as bar:
            yield bar, workers


@contextlib.contextmanager
def share_done(description: str) -> Iterator[Callable[[float], None]]:
    """Provide what shows how much of some work is done, 0 to 1, on standard error."""
    with Bar(description, 1.0, done=TaskProgressColumn) as bar:
        yield lambda share: bar.show(completed=share)


def stoppable(work: Callable[[Interrupt], Result]) -> tuple[Result, bool]:
    """Run work on a thread of its own; return its result and whether Ctrl-C stopped it.

    The compiled search does not hear signals, so the main thread waits for them; Ctrl-C raises
    the stop word, a second one leaves at once. What the work raises is raised here.
    """
    interrupt = Interrupt()
    answer: Future[Result] = Future()

    def run() -> None:
        try:
            answer.set_result(work(interrupt))
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=run, daemon=True).start()
    while not answer.done():
        try:
            # Not Thread.join: interrupted, it takes the thread for ended (Python 3.11).
            wait([answer], 0.1)
        except KeyboardInterrupt:
            if interrupt.raised:
                raise
            interrupt.stop()
    return answer.result(), interrupt.raised


def uninterrupted(work: Callable[[Interrupt], Result], said: str = "") -> Result:
    """Run stoppable work whose unfinished result is of no use: Ctrl-C is raised again.

    Something else than that it was interrupted may be ``said`` then.
    """
    with contextlib.suppress(KeyboardInterrupt):  # of work that gives up by itself
        result, interrupted = stoppable(work)
        if not interrupted:
            return result
    raise KeyboardInterrupt(said)


@contextlib.contextmanager
def going_on(done: Callable[[], str], show: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Say of work that ends early how much is ``done``, and that the same command goes on.

    What there is then, or at the end, is shown by ``show``; nothing of work that is refused.
    """
    ended: BaseException | None = None
    try:
        yield
    except KeyboardInterrupt:
        ended = KeyboardInterrupt(say("terminal_interrupted_goes_on", done=done()))
    except (WorkerLost, OSError) as error:
        ended = Failed(say("terminal_goes_on", why=reason(error)))
    show()
    if ended is not None:
        raise ended


def print_board(game: Game, position: Position) -> None:
    """Print what both sides have, the board, and an empty line."""
    tally = game.tally(position, say)
    if tally:
        print_text(tally)
    print_text(game.drawing(position, say), end="\n\n")


def print_move(
    game: Game, position: Position, move: int, player: str = "", other_name: str = ""
) -> None:
    """Print a move with who makes it and the board after it, and the pass that it forces.

    The position, in which the move is legal, is left as it is; ``player`` is named beside the side,
    and what else the move is called beside it.
    """
    said, *passed = game.line_texts(position, [move])
    after = position.copy()
    again = after.play(move) and not passed
    side, other = (side_words(game, each) for each in (position.turn, 1 - position.turn))
    who = say("terminal_player", side=side, player=player) if player else side
    said = say("terminal_player", side=said, player=other_name) if other_name else said
    print_text(say("terminal_moves_again" if again else "terminal_moves", who=who, move=said))
    print_board(game, after)
    for _ in passed:
        print_text(say("terminal_moves", who=other, move=say("pass_short")), end="\n\n")


def print_line(
    game: Game, position: Position, moves: Iterable[int], names: MoveNames | None = None
) -> None:
    """Print a position and the boards along a line of moves, with other ``names`` beside ours."""
    here = position.copy()
    print_board(game, here)
    for move in moves:
        print_move(game, here, move, other_name=names.text(move, here.turn) if names else "")
        here.play(move)


class Announcer(Spectator):
    """Prints the games of a match as they are played."""

    def __init__(self, game: Game, start: Position, players: tuple[str, str], games: int) -> None:
        """``players`` are the texts of both players."""
        self._first = 0
        self._game = game
        self._start = start
        self._players = players
        self._games = games

    def begin(self, number: int, first: int) -> None:
        self._first = first
        seats = listed(*(self._seat(player) for player in (first, 1 - first)))
        said = say("terminal_game_of", n=number + 1, games=self._games, seats=seats)
        print_text(said, end="\n\n")
        print_board(self._game, self._start)

    def move(self, position: Position, move: int, player: int | None) -> None:
        chance = say("terminal_at_random")
        print_move(self._game, position, move, chance if player is None else self._players[player])

    def end(self, position: Position, margin: int) -> None:
        key = "terminal_game_won_by" if self._game.has_points else "terminal_game_won"
        key = key if margin else "terminal_game_drawn"
        said = say(key, who=self._seat(int(margin < 0)), margin=abs(margin))
        print_text(said, end="\n\n", flush=True)

    def _seat(self, player: int) -> str:
        side = side_words(self._game, player ^ self._first)
        return say("terminal_player", side=side, player=self._players[player])
