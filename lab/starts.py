"""``starts``: what each first move of a board is worth with best play."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from kalahgui.assets import read_table
from kalahgui.cli import arguments
from kalahgui.cli.output import INTERRUPTED, complain, print_facts, report, signed, status_after
from kalahgui.cli.solve_command import searched
from kalahgui.core.search import Search
from kalahgui.core.table import table_for
from kalahgui.engine.starts import FILE, VERSION, BadStarts, KnownStart, Starts, starts_of
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game, Position, children
from kalahgui.games.reversi.drawn_line import mark_of
from kalahgui.solving.solution_steps import Bounds, Proof
from kalahgui.solving.solver import Proving

_DESCRIPTION = """\
Find what each first move of a board is worth with best play, and add it to the file
of what is known of the starts. The value of the board has to be proven; moves whose
values are not when the time is up are kept with their bounds. What an earlier run has
proven of them counts, too. Moves that mirror each other are searched once. Where the
value of a board of Kalah is in the file, its moves alone are searched, those of the
widest bounds first.
"""
_EXAMPLES = """\
examples:
  python -m lab starts kalah:6x3
  python -m lab starts kalah:6x5 --resume 6x5.solving --seconds 36000
"""
_GUESS_DEPTH, _GUESS_BITS = 12, 20


class FromOutside(Proving):
    """Closes in the values of all moves of a position whose own value is known.

    A null window costs less the farther it lies from the value, so the widest bounds are halved
    first: whenever this is stopped, all moves are known about equally well.
    """

    before: KnownStart

    def run(self, with_moves: bool) -> None:
        value = self.before.value
        self.known.bounds = Bounds(value, value)
        guesses = {move: self._take_up(move) for move in self.position.moves()}
        while not self.stop.raised:
            gaps = {move: self._gap(move, guess) for move, guess in guesses.items()}
            self._move = max(gaps, key=lambda move: gaps[move])
            if not gaps[self._move]:
                break
            guesses[self._move] = self._halve(self._move, guesses[self._move])
        self._move = None
        self.look()
        if self._checkpoint is not None:
            self._checkpoint.keep_all(*self._kept())

    def _take_up(self, move: int) -> int:
        """Take up what is known of a move; return a guess at the value of the position after it."""
        child, sign = self._after(move)
        low, high = self.before.moves[move]
        seen = Bounds(low, high) if sign > 0 else Bounds(-high, -low)
        bounds = self.known.moves.setdefault(move, Bounds(*child.bounds()))
        bounds.raise_low(seen.low)
        bounds.lower_high(seen.high)
        guess = 0
        for finding in Search(table_for(child, _GUESS_BITS), self.stop).deepen(child, _GUESS_DEPTH):
            guess = finding.value
        return bounds.nearest(guess - guess % 2)

    def _gap(self, move: int, guess: int) -> int:
        """Return how far from a guess the farther bound lies."""
        bounds = self.known.moves[move]
        return max(bounds.high - guess, guess - bounds.low)

    def _halve(self, move: int, guess: int) -> int:
        """Halve the wider side of a move's bounds, or learn that the guess is wrong; return it.

        All margins are even.
        """
        bounds = self.known.moves[move]
        child, _ = self._after(move)
        hopeful = guess - bounds.low > bounds.high - guess
        step = max(2, (self._gap(move, guess) // 4) * 2)
        goal = bounds.low + step if hopeful else bounds.high - step + 2
        window = Bounds(goal - 1, goal)
        self.shared.ask(Proof(self._inform(child), window, goal if hopeful else goal - 1))
        if window.meet and window.low >= goal:
            bounds.raise_low(window.low + window.low % 2)
        elif window.meet:
            bounds.lower_high(window.high - window.high % 2)
        return bounds.nearest(guess)


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "find what each first move of a board is worth"
    parser = arguments.add_command(commands, "starts", run, about, _DESCRIPTION, _EXAMPLES)
    arguments.add_board(parser)
    arguments.add_seconds(parser, "stop after S seconds")
    arguments.add_number(parser, "--threads", "T", (1, arguments.MAX_THREADS), "(1)", 1)
    text = "keep the search in FILE, and go on from there; it grows to 1 GB at most"
    arguments.add_file(parser, "--resume", text)
    parser.add_argument("--out", metavar="FILE", type=Path, default=FILE, help=f"({FILE.name})")
    arguments.add_json(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    game, variant = options.board
    variant = variant or game.variant
    board, start = f"{game.key}:{variant}", arguments.start(options)
    if start != game.start(variant):
        raise arguments.BadArguments(f"the starts are those of {board} by its usual rules")
    starts = _kept(options.out)
    before, begin = starts.get(board), time.process_time()
    alike = start.endgame_board() is None and (
        len({mark_of(child) for _, child, _ in children(start)}) == 1
    )
    options.moves = not alike
    proving = Proving
    if before is not None and start.proved_by_windows():
        proving = FromOutside
        FromOutside.before = before
    solution, interrupted = searched(game, start, options, proving)
    if not solution.exact:
        complain(f"the value of {board} is not proven yet: {options.out} stays as it is")
        return INTERRUPTED if interrupted else 1
    known = KnownStart(
        solution.value,
        dict.fromkeys(start.moves(), solution.bounds) if alike else solution.move_bounds,
        solution.line,
        solution.depth,
        solution.nodes - solution.nodes_before,  # the others stand in the file already
        round(time.process_time() - begin, 2),
        _command(board, options),
    )
    starts = {**starts, board: _with(known, before)}
    arguments.write_file(options.out, _document_of(starts))
    report(options, _written(starts[board], game), lambda _: _print(game, start, starts[board]))
    return status_after(interrupted)


def _document_of(starts: Starts) -> str:
    """Return the text of a file of starts."""
    boards = {board: _written(known, game_and_variant(board)[0]) for board, known in starts.items()}
    return json.dumps({"version": VERSION, "boards": boards}, indent=1) + "\n"


def _written(known: KnownStart, game: Game) -> dict[str, Any]:
    """Return what is known of a start as data for JSON."""
    moves = {game.text(move): list(bounds) for move, bounds in known.moves.items()}
    return {**known._asdict(), "moves": moves, "line": " ".join(map(game.text, known.line))}


def _kept(path: Path) -> Starts:
    if not path.exists():
        return {}
    with arguments.refusing(BadStarts):
        return read_table(path, starts_of, BadStarts)


def _with(known: KnownStart, before: KnownStart | None) -> KnownStart:
    """Return what is known now, with what was proven before of its moves, and what that took."""
    if before is None:
        return known
    moves = {
        move: (max(low, before.moves[move][0]), min(high, before.moves[move][1]))
        for move, (low, high) in known.moves.items()
    }
    line, depth = (known.line, known.depth) if known.line else (before.line, before.depth)
    nodes, seconds = before.nodes + known.nodes, round(before.seconds + known.seconds, 2)
    return known._replace(moves=moves, line=line, depth=depth, nodes=nodes, seconds=seconds)


def _command(board: str, options: Namespace) -> str:
    threads = f" --threads {options.threads}" if options.threads > 1 else ""
    return f"python -m lab starts {board}{threads}" + " --resume FILE" * bool(options.resume)


def _print(game: Game, start: Position, known: KnownStart) -> None:
    moves = (
        (
            f"move {game.text(move)}",
            signed(low) if low == high else f"{signed(low)} to {signed(high)}",
        )
        for move, (low, high) in known.moves.items()
    )
    print_facts([("value", signed(known.value)), *moves])
