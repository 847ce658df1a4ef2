"""Prove puzzles of the lists again, from nothing: PYTHONPATH=. python tests/prove_puzzles.py.

Every whole turn of the solver is played and solved by itself. With --share N every Nth puzzle is.
"""

import sys
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from kalahgui.core.search import StopWord
from kalahgui.engine.judgement import whole_turns
from kalahgui.games import GAMES
from kalahgui.learning.puzzles import BOARDS, puzzles_of
from kalahgui.solving.solver import solve


def worth(position, turn):
    """Return the value of a whole turn for the side to move, and the position after it."""
    here = position.copy()
    for move in turn:
        again = here.play(move)
    assert not again
    solution = solve(here, StopWord())
    assert solution.exact
    return -solution.value, here


def wrong(puzzle):
    """Return what is not true of a puzzle; nothing where all is."""
    here, value = puzzle.position.copy(), puzzle.value
    for index, turn in enumerate(puzzle.turns):
        kept, after = worth(here, turn)
        if kept != value:
            return f"turn {index + 1} is worth {kept}, not {value}"
        if index % 2 == 0:
            others = {end for _, end in whole_turns(here) if end != after}
            values = [-solve(end, StopWord()).value for end in others]
            best = max(values, default=None)
            if best is not None and best >= value:
                return f"another turn than turn {index + 1} is worth {best}"
            if index == 0 and value - best != puzzle.gap:
                return f"the gap is {value - best}, not {puzzle.gap}"
        here, value = after, -value
    return ""


def count_wrong(share, board):
    """Tell what is wrong of the puzzles of a board; return how many are."""
    key, variant = board
    begin = time.perf_counter()
    tried = puzzles_of(GAMES[key], variant)[::share]
    failed = 0
    for puzzle in tried:
        said = wrong(puzzle)
        if said:
            failed += 1
            print(f"{key}:{variant} {puzzle.number}: {said}")
    seconds = time.perf_counter() - begin
    print(f"{key}:{variant}: {len(tried)} puzzles, {seconds:.0f} s", flush=True)
    return failed


def main():
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=int, default=1)
    share = parser.parse_args().share
    with ProcessPoolExecutor() as workers:
        return int(sum(workers.map(partial(count_wrong, share), BOARDS)) > 0)


if __name__ == "__main__":
    sys.exit(main())
