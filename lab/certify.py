"""``certify`` and ``verify``: write the proof of a bound to a file; check such a file."""

from __future__ import annotations

import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from kalahgui import __version__
from kalahgui.cli import arguments
from kalahgui.cli.endgame_command import complain_of
from kalahgui.cli.output import Bar, print_facts, report, uninterrupted
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.prover import Prover
from kalahgui.core.search import StopWord
from kalahgui.core.table import table_for
from kalahgui.engine.book import BookBoard
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore
from kalahgui.folders import cache_folder
from kalahgui.solving.solving_memory import table_bits
from lab.book import database
from lab.certificate_making import AT_LEAST, AT_MOST, BOUNDS, Certificate, value_of

SUFFIX = ".certificate"
_FEW = 12
_MOST_FEW = 24

_DESCRIPTION = f"""\
Prove a bound of the value of a board of Kalah, to the last stone, and write the
proof to a file that "python -m lab verify" checks by the rules alone. Without a bound
the value is found first, and both bounds of it are proven, a file each.

A certificate has no placings of up to {_FEW} stones, or as many as --database says: verify
works them all out. More of them make the file smaller and take verify longer: 12
stones of six pits some seconds, 18 some minutes. With 0 all lines end in finished
games.
"""
_EXAMPLES = """\
examples:
  python -m lab certify kalah:6x3
  python -m lab certify kalah:6x4 --at-least 8 --database 18
"""
_VERIFYING = """\
Check a certificate by the rules of Kalah alone, with a program of its own that shares
no code with the search (lab/verify.py). The exit status is 0 when it proves what it
says, and 1 when it is refused. It needs numpy: pip install -e ".[train]"
"""


def add_to(commands: Any) -> None:
    """Add both commands to a parser."""
    about = "prove a bound and write the proof to a file"
    parser = arguments.add_command(commands, "certify", run, about, _DESCRIPTION, _EXAMPLES)
    arguments.add_board(parser)
    bounds = parser.add_mutually_exclusive_group()
    for kind, bound in enumerate(BOUNDS):
        text = f"prove that the side to move can reach {bound} V"
        name = "--" + bound.replace(" ", "-")
        bounds.add_argument(name, metavar="V", dest=f"bound_{kind}", type=int, help=text)
    text = f"placings of up to N stones are left to verify ({_FEW})"
    arguments.add_number(parser, "--database", "N", (0, _MOST_FEW), text, _FEW)
    text = "the folder for the certificates (this one)"
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=Path(), help=text)
    arguments.add_json(parser)
    about = "check such a proof by the rules alone"
    parser = arguments.add_command(commands, "verify", run_verify, about, _VERIFYING, "")
    parser.add_argument("file", metavar="FILE", type=Path, help="a certificate")


def run_verify(options: Namespace) -> int:
    """Run ``verify``."""
    try:
        from lab.verify import verify
    except ModuleNotFoundError as error:
        raise arguments.BadArguments(
            f'verify needs {error.name}: pip install -e ".[train]" brings it'
        ) from None
    with arguments.refusing(OSError, before=f"the file {options.file} cannot be used: "):
        file = options.file.open("rb")
    try:
        with file:
            print("proven:", verify(file))
    except Exception as error:  # whatever it is, nothing is proven
        raise arguments.Failed(f"{options.file} is refused: {error}") from None
    return 0


def run(options: Namespace) -> int:
    """Run ``certify``."""
    game, _ = options.board
    start = arguments.start(options)
    if not isinstance(start, KalahPosition):
        raise arguments.BadArguments(f"there are certificates of kalah, not of {game.key}")
    if not options.out.is_dir():
        raise arguments.BadArguments(f"{options.out} is not a folder")
    store = EndgameStore(cache_folder())
    begin = time.perf_counter()
    try:
        written = uninterrupted(
            lambda interrupt: _written(start, options, store, interrupt.word()),
            "interrupted: an unfinished certificate is not kept",
        )
    except OSError as error:
        raise arguments.Failed(
            f"the certificate cannot be written: {arguments.reason(error)}"
        ) from None
    finally:
        complain_of(store)
    figures = {"certificates": written, "seconds": round(time.perf_counter() - begin, 3)}
    return report(options, figures, _print)


def _written(
    start: KalahPosition, options: Namespace, store: EndgameStore, stop: StopWord
) -> list[dict[str, Any]]:
    board = BookBoard(*start.book_board())
    start = start.to_the_end()
    start.evaluation = None
    few = min(options.database, board.stones // 2)
    with Bar() as bar:

        def show(stones: int, records: int) -> None:
            bar.show(description=f"{records:,} placings, {stones} stones and fewer to do")

        if few > 1:
            shape = EndgameShape(board.pits, few, board.empty_capture)
            start = start.knowing(
                database(shape, store, stop, lambda said: bar.show(description=said))
            )
        bar.show(description="search")
        prover = Prover(table_for(start, table_bits(start)), stop)
        asked = {kind: vars(options)[f"bound_{kind}"] for kind in (AT_LEAST, AT_MOST)}
        if asked == {AT_LEAST: None, AT_MOST: None}:
            asked = dict.fromkeys(asked, value_of(start, prover))
        return [
            _certified(Certificate(start, kind, value, prover, few, show), board, options.out)
            for kind, value in asked.items()
            if value is not None
        ]


def _certified(certificate: Certificate, board: BookBoard, folder: Path) -> dict[str, Any]:
    bound, value, few = certificate.bound, certificate.value, certificate.few
    certificate.make()
    option = f"--{bound.replace(' ', '-')}"
    path = folder / f"{board.name}{option[1:]}{value:+}{SUFFIX}"
    name, rules = board.name.replace("-", ":", 1), ""
    if board.empty_capture:
        name, rules = name.removesuffix("-empty-capture"), " --rules empty-capture"
    command = f"python -m lab certify {name}{rules} {option} {value} --database {few}"
    certificate.write(path, f"{command} (version {__version__})")
    return {
        "bound": bound,
        "value": value,
        "placings": sum(certificate.count),
        "bytes": path.stat().st_size,
        "file": str(path),
    }


def _print(figures: dict[str, Any]) -> None:
    for certificate in figures["certificates"]:
        proven = f"{certificate['bound']} {certificate['value']:+}"
        about = f"{certificate['placings']:,} placings, {certificate['bytes']:,} bytes"
        print_facts([("proven", proven), ("size", about), ("file", certificate["file"])])
    print_facts([("seconds", f"{figures['seconds']:.2f}")])
