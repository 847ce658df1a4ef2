"""Arguments and files of games: every mistake becomes one clear line and exit status 2."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from kalahgui import streams
from kalahgui.engine.parallel_search import usable_cores
from kalahgui.folders import cache_folder
from kalahgui.games import GAMES
from kalahgui.games.game import Game, Position
from kalahgui.games.user_error import UserError
from kalahgui.library import formats
from kalahgui.library.formats import Found
from kalahgui.library.formats.found import Item, collected
from kalahgui.library.formats.line import Board as FileBoard
from kalahgui.library.formats.wthor import Names
from kalahgui.solving.result_store import FILE_NAME, ResultStore
from kalahgui.words import listed, say, why

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

MAX_JOBS = 61  # Windows waits for no more
MAX_THREADS = 256
MOST_GAMES = 200_000  # among which one is looked for by its number
_STDIN = "-"

GAME_FILE = """\
The file, or standard input for "-", is recognised by its content. It holds
  - games in the program's own text (docs/format.md),
  - transcripts of 8x8 Reversi in any case (F5D6C3..., without passes), one a line,
    also with numbers, dashes, discs or a name behind them (a logbook),
  - games in PGN, GGF or SGF (GM[2]), or a WTHOR file (.wtb),
  - a line GAME[:VARIANT] [RULES] and then the moves in the notation of "solve",
    separated by blanks or line ends. Among them may be "swap" (the pie rule),
    "pass", and at the end "resign", "first resigned" or "second resigned",
  - a line in the numbers of an article: 19 34 45 on the diamond, (1, 1) (1, 0) in
    tic-tac-toe; Kalah's (0 to 12) behind GAME[:VARIANT] [RULES] article,
  - or a position alone; positions of Reversi one a line (.obf).
A game need not be finished."""


class BadArguments(Exception):
    """The arguments ask for something impossible; the message is one clear line."""


class Failed(Exception):
    """The work was begun and has failed; the message is one clear line."""


@contextlib.contextmanager
def refusing(
    *errors: type[Exception], before: str = "", key: str = "", **values: object
) -> Iterator[None]:
    """Let errors that say in a line what is wrong be BadArguments.

    Words may stand ``before`` it, or the words of a ``key`` with its values have it as their "why".
    """
    try:
        yield
    except errors as error:
        said = say(key, why=reason(error), **values) if key else f"{before}{reason(error)}"
        raise BadArguments(said) from None


def called() -> str:
    """Return how the program is called: as a checkout, or by the name it is installed under."""
    program = Path(sys.argv[0])
    if program.stem.lower().startswith("kalahgui"):
        return program.stem
    return "python -m kalahgui" if program.parent.name == "kalahgui" else "python main.py"


def moved(asked: str, command: str) -> BadArguments:
    """Return what is said of something that a command of the laboratory does now."""
    return BadArguments(say("terminal_moved", asked=asked, command=command))


class Parser(argparse.ArgumentParser):
    """An argument parser that raises BadArguments instead of printing its usage."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **options)

    def format_help(self) -> str:
        """Return the help; its examples have the program's name as it was called."""
        return super().format_help().replace("python main.py", called())

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        # argparse tells nobody when a help text cannot be written.
        if file is not None:
            file.write(streams.harmless(message))

    def error(self, message: str) -> NoReturn:
        """Raise BadArguments with the name of the command before the message."""
        raise BadArguments(say("terminal_said_of", name=self.prog, why=_translated(message)))


# What argparse says, with the key of the same words.
_SAID_BY_ARGPARSE = {
    r"argument (?P<name>\S+): (?P<why>.*)": "terminal_argument",
    r"the following arguments are required: (?P<list>.*)": "terminal_required",
    r"one of the arguments (?P<names>.*) is required": "terminal_one_required",
    r"unrecognized arguments: (?P<text>.*)": "terminal_unrecognized",
    r"invalid choice: (?P<text>.*) \(choose from (?P<list>.*)\)": "terminal_choice",
    r"expected one argument": "terminal_one_argument",
    r"expected at least one argument": "terminal_least_one_argument",
    r"expected at most one argument": "terminal_most_one_argument",
    r"expected (?P<n>\d+) arguments": "terminal_n_arguments",
    r"ignored explicit argument (?P<text>.*)": "terminal_explicit_argument",
    r"not allowed with argument (?P<name>.*)": "terminal_not_with",
}


def _translated(message: str) -> str:
    """Return what argparse says of an argument in the chosen language."""
    for pattern, key in _SAID_BY_ARGPARSE.items():
        if matched := re.fullmatch(pattern, message, re.DOTALL):
            values = matched.groupdict()
            if "why" in values:
                values["why"] = _translated(values["why"])
            if "text" in values:
                values["text"] = values["text"].strip("'")
            if "list" in values:
                values["list"] = listed(*(each.strip("'") for each in values["list"].split(", ")))
            return say(key, **values)
    return message


class Board(NamedTuple):
    """A game, and a variant when one was named."""

    game: Game
    variant: str | None

    def __str__(self) -> str:
        """Return the text that ``board`` reads."""
        return self.game.key if self.variant is None else f"{self.game.key}:{self.variant}"


def board(text: str) -> Board:
    """Read ``GAME`` or ``GAME:VARIANT``, in large or small letters as in files."""
    key, colon, variant = text.lower().partition(":")
    if key not in GAMES:
        named = text.partition(":")[0]
        raise argparse.ArgumentTypeError(say("refused_game", name=named, known=listed(*GAMES)))
    if not colon:
        return Board(GAMES[key], None)
    try:
        GAMES[key].start(variant)
    except ValueError as error:
        raise argparse.ArgumentTypeError(reason(error)) from None
    return Board(GAMES[key], variant)


def rules(text: str) -> tuple[str, ...]:
    """Read rule options separated by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from ``low`` to ``high``."""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else None
        if number is None or not low <= number <= high:
            said = say("terminal_whole_number", low=low, high=high, text=text)
            raise argparse.ArgumentTypeError(said)
        return number

    return read


def even(text: str) -> int:
    """Read a number of games, which are played in pairs."""
    games = whole(2, 1_000_000)(text)
    if games % 2:
        raise argparse.ArgumentTypeError(say("terminal_even_number", games=games))
    return games


def file(text: str) -> Path:
    """Read the name of a file."""
    if not text:  # for Path this is the folder that the program runs in
        raise argparse.ArgumentTypeError(say("terminal_no_name"))
    return Path(text)


def seconds(text: str) -> float:
    """Read a time in seconds."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number <= 1e7:
        raise argparse.ArgumentTypeError(say("terminal_seconds_number", text=text))
    return number


def add_command(
    commands: Any,
    name: str,
    run: Callable[[argparse.Namespace], int],
    short: str,
    description: str,
    examples: str,
) -> argparse.ArgumentParser:
    """Add a command to the sub-parsers ``commands`` and return its parser.

    ``run`` takes the parsed options and returns the exit status. ``short`` stands in the list of
    commands; ``description`` and ``examples`` begin and end the help of the command.
    """
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=short, description=description, epilog=examples
    )
    parser.set_defaults(run=run)
    return parser


def add_number(
    parser: argparse.ArgumentParser,
    name: str,
    sign: str,
    bounds: tuple[int, int],
    text: str,
    default: int | None = None,
) -> None:
    """Add an argument or option for a whole number within bounds, with its sign and help text."""
    parser.add_argument(name, metavar=sign, type=whole(*bounds), default=default, help=text)


def add_file(parser: argparse.ArgumentParser, name: str, text: str) -> None:
    """Add an option for the name of a file, with its help text."""
    parser.add_argument(name, metavar="FILE", type=file, help=text)


def add_seconds(parser: argparse.ArgumentParser, text: str, default: float | None = None) -> None:
    """Add the option --seconds with its help text."""
    parser.add_argument("--seconds", metavar="S", type=seconds, default=default, help=text)


def add_board(parser: argparse.ArgumentParser) -> None:
    """Add the arguments GAME[:VARIANT] and --rules."""
    parser.add_argument(
        "board",
        metavar="GAME[:VARIANT]",
        type=board,
        help="the game and its board, such as kalah:6x4 (pits x stones); games: "
        + ", ".join(GAMES),
    )
    known = "; ".join(
        f"{key}: {', '.join(game.rules)}" for key, game in GAMES.items() if game.rules
    )
    parser.add_argument(
        "--rules",
        metavar="RULES",
        type=rules,
        default=(),
        help=f"rule options separated by commas ({known})",
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the option --position."""
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="begin at this position; for Kalah "
        "'<M,S,N,south pits,north pits>', the side to move is South",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option --json."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_seed(parser: argparse.ArgumentParser, purpose: str = "") -> None:
    """Add the option --seed."""
    text = f"{purpose}the same seed plays the same games (0)"
    add_number(parser, "--seed", "K", (0, 10**12), text, default=0)


def add_jobs(parser: argparse.ArgumentParser, jobs: int | None = None) -> None:
    """Add the options --jobs, with its default, and --cluster."""
    text = "number of processes; the results do not depend on it, unless players have seconds"
    usual = "one for each core" if jobs is None else str(jobs)
    default = jobs or min(MAX_JOBS, usable_cores())
    add_number(parser, "--jobs", "J", (1, MAX_JOBS), f"{text} ({usual})", default)
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="work on a Dask cluster, with its scheduler at an address such as tcp://alpha:8786",
    )


def check_jobs(options: argparse.Namespace, timed: bool) -> None:
    """Raise BadArguments when players who go by the clock would take each other's time."""
    if timed and not options.cluster and options.jobs > usable_cores():
        raise BadArguments(say("terminal_cores", cores=usable_cores()))


def add_store(parser: argparse.ArgumentParser, folder: str = "your cache folder") -> None:
    """Add the options --store and --anew."""
    text = "where results are kept as they come, so that the same command goes on"
    add_file(parser, "--store", f"{text} ({FILE_NAME} in {folder})")
    parser.add_argument("--anew", action="store_true", help="forget what was kept of this")


def store(options: argparse.Namespace, subject: str, folder: Path | None = None) -> ResultStore:
    """Return the results that were kept of a subject; BadArguments when their file is none."""
    check_folder(options.store)
    results = opened(options.store or (folder or cache_folder()) / FILE_NAME, subject)
    if options.anew:
        results.forget()
    return results


def opened(path: Path, subject: str) -> ResultStore:
    """Return the results that a file keeps of a subject; BadArguments when it cannot be used."""
    with refusing(OSError, key="terminal_not_used", name=path):
        return ResultStore(path, subject)


def add_show(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the option --show."""
    parser.add_argument("--show", action="store_true", help=f"{what}, not with --json")


def check_show(options: argparse.Namespace) -> None:
    """Raise BadArguments when boards are to be shown in a JSON document."""
    if options.show and options.json:
        raise BadArguments(say("terminal_show_or_json"))


def start(options: argparse.Namespace) -> Position:
    """Return the position that GAME, --rules and --position ask for."""
    game, variant = options.board
    text = getattr(options, "position", None)
    with refusing(ValueError):
        if text is not None:
            return game.parse_position(text, options.rules, variant)
        return game.start(variant or game.variant, options.rules)


class GamesFile:
    """A file of games, or standard input, that is being read; close it at the end.

    BadArguments says why it cannot be read, at the beginning or in the middle.
    """

    def __init__(self, file: str, board: FileBoard | None = None) -> None:
        """Open a file; ``board`` is that of moves which do not name their own."""
        self.name = say("terminal_standard_input") if file == _STDIN else file
        self._path = None if file == _STDIN else Path(file)
        self._board = board
        with self._readable():
            self._file = self._path.open("rb") if self._path else streams.standard_input()
        self._size = os.fstat(self._file.fileno()).st_size if self._path else 0

    def _readable(self) -> contextlib.AbstractContextManager[None]:
        return refusing(OSError, key="terminal_not_read", name=self.name)

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._path is not None:
            self._file.close()

    @property
    def share_read(self) -> float:
        """Return how much of the file has been read, 0 to 1; 0 where nobody knows."""
        return self._file.tell() / self._size if self._size else 0.0

    def _names(self) -> Names:
        return Names() if self._path is None else formats.names_beside(self._path)

    def __iter__(self) -> Iterator[Item]:
        try:
            with self._readable(), refusing(UserError, key="terminal_said_of", name=self.name):
                yield from formats.games_in(self._file, self._board, self._names)
        except MemoryError:
            raise BadArguments(say("terminal_file_memory", name=self.name)) from None


def read_games(file: str, board: FileBoard | None = None) -> tuple[str, Found]:
    """Return what a file is called and what it holds, at most as many games as one looks through.

    BadArguments says why it is nothing.
    """
    with (
        GamesFile(file, board) as opened,
        refusing(UserError, key="terminal_said_of", name=opened.name),
    ):
        return opened.name, collected(opened, MOST_GAMES)


def reason(error: Exception) -> str:
    """Return what went wrong, in the chosen language as far as that has words for it."""
    return why(error)


def check_folder(path: Path | None) -> None:
    """Raise BadArguments, before any work is done, when a file that is named can be none."""
    if path and (path.is_dir() or not path.parent.is_dir()):
        said = say("terminal_not_written", name=path, why=say("terminal_no_folder"))
        raise BadArguments(said)


def write_file(path: Path, text: str) -> None:
    """Write the text that was asked for to the file that was named."""
    with refusing(OSError, key="terminal_not_written", name=path):
        path.write_text(text, "utf-8")
