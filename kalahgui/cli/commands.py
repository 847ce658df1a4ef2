"""The sub-commands, and what is said of arguments that name none."""

from __future__ import annotations

import io
import os
import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Callable, Container, Iterable, Sequence

from kalahgui import __version__, streams
from kalahgui.cli import (
    bench_command,
    convert_command,
    endgame_command,
    match_command,
    puzzle_command,
    review_command,
    solve_command,
    tables_command,
    theatre_command,
    tune_command,
)
from kalahgui.cli.arguments import BadArguments, Board, Failed, Parser, called, moved, reason
from kalahgui.cli.output import INTERRUPTED, complain
from kalahgui.cli.window_command import READERS, is_wanted, names_file
from kalahgui.core import CAUSE, COMPILED
from kalahgui.games import GAMES
from kalahgui.games.game import Game
from kalahgui.solving.workers import WorkerLost
from kalahgui.words import LANGUAGES, choose, say, system_language, writable_language

BAD_ARGUMENTS = 2
# Commands that are not part of the program any more: they measure it or make its data.
_MOVED = ("book", "classes", "ladder", "losses", "train")

_EXAMPLES = """\
examples:
  python main.py                       open the window
  python main.py game.kalah            open it with a game
  python main.py tables                reproduce the published tables
  python main.py perft kalah:6x6 8     count the positions eight moves ahead
  python main.py solve kalah:6x3       find the value with best play
  python main.py review game.txt       tell what each move of a game lost
  python main.py convert game.txt      write games in another format
  python main.py theatre kalah minimax:2  show a search step by step
  python main.py match kalah 5 6       let two computers play
  python main.py puzzle kalah:6x6      print today's puzzle with its solution
  python main.py tune reversi-weights  choose the weights of an evaluation by games
  python main.py endgame               build Kalah's endgame database
  python main.py bench                 measure the speed of this machine

"python main.py COMMAND --help" tells more about a command.
"""


def run(arguments: Sequence[str]) -> int:
    """Run the command that the arguments name and return the exit status."""
    return status_of(lambda: _run(arguments))


def status_of(run: Callable[[], int]) -> int:
    """Return the exit status of what ``run`` does; what goes wrong is told in one line."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal without the sign for a margin of error shows something else in its place.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = _status_of(run)
        streams.finish()
        return status
    except BrokenPipeError:  # nobody reads on
        status = 0
    except OSError as error:
        complain(say("terminal_result_lost", why=reason(error)))
        status = 1
    streams.give_up(sys.stdout)
    return status


def _status_of(run: Callable[[], int]) -> int:
    try:
        return run()
    except BadArguments as error:
        complain(str(error))
        return BAD_ARGUMENTS
    except (Failed, WorkerLost) as error:
        complain(reason(error))
        return 1
    except KeyboardInterrupt as interruption:
        complain(str(interruption) or say("terminal_interrupted"))
        return INTERRUPTED
    except SystemExit as end:  # argparse has printed a help text or the version
        return int(end.code or 0)


def _speak(language: str) -> None:
    """Speak a language, or English where the output has no signs for it."""
    language = writable_language(language, sys.stdout.encoding)
    choose(language, plain=language == "en")  # as other programs read it


def _in_language(arguments: Sequence[str]) -> list[str]:
    """Speak the language that is asked for, else the system's; return the other arguments."""
    _speak(system_language())
    options, others = _language_parser().parse_known_args(arguments)
    if options.lang:
        _speak(options.lang)
    return others


def _language_parser() -> Parser:
    parser = Parser(prog=_program(), add_help=False)
    text = "the language of what commands print (the system's)"
    parser.add_argument("--lang", choices=[*LANGUAGES], help=text)
    return parser


def _program() -> str:
    return called().replace("python main.py", "main.py")


def _run(arguments: Sequence[str]) -> int:
    arguments = _in_language(arguments)
    if is_wanted(arguments):
        raise BadArguments(say("terminal_language_window"))
    first = next(argument for argument in arguments if argument not in READERS)
    if first in _MOVED:
        raise moved(first, first)
    if names_file(first):
        if os.path.isfile(first):
            raise BadArguments(say("terminal_one_file"))
        why = "terminal_no_file" if os.path.exists(first) else "terminal_no_such_file"
        raise BadArguments(say("terminal_not_opened", name=first, why=say(why)))
    parser, commands = _parser()
    if first not in commands and (first in ("-", "--") or not first.startswith("-")):
        raise BadArguments(say("terminal_no_command", name=repr(first)[1:-1], program=called()))
    return run_command(parser, arguments)


def run_command(parser: ArgumentParser, arguments: Sequence[str]) -> int:
    """Run the command that a parser finds in the arguments; return its exit status."""
    options = parser.parse_args(arguments)
    if getattr(options, "accessibility", None) is not None:
        raise BadArguments(say("terminal_accessibility_window"))
    if not COMPILED and CAUSE != "asked":
        complain(say("terminal_interpreted", why=say(f"core_{CAUSE}")))
    for game in _games_asked_for(options):
        for bad in game.bad_weights():
            complain(reason(bad))
    status: int = options.run(options)
    return status


def _games_asked_for(options: Namespace) -> Iterable[Game]:
    """Return the game that a command is about, or all of them."""
    board = getattr(options, "board", None)
    return [board.game] if isinstance(board, Board) else GAMES.values()


def _parser() -> tuple[Parser, Container[str]]:
    parser = Parser(
        prog=_program(),
        parents=[_language_parser()],
        description="Kalah and more, against a computer that shows how it thinks. "
        "Without a command the window opens.",
        epilog=_EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"KalahGUI {__version__}")
    parser.add_argument(
        "--accessibility",
        action=BooleanOptionalAction,
        help="open the window, and tell screen readers what is on it, or not",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for add_to in (
        tables_command.add_to,
        bench_command.add_perft_to,
        solve_command.add_to,
        review_command.add_to,
        convert_command.add_to,
        theatre_command.add_to,
        theatre_command.add_tree_to,
        match_command.add_to,
        puzzle_command.add_to,
        tune_command.add_to,
        endgame_command.add_to,
        bench_command.add_to,
    ):
        add_to(commands)
    return parser, commands.choices
