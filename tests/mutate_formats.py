"""Damage files of every format, and see that readers raise nothing but a UserError.

python tests/mutate_formats.py --inputs 100000 [--seed S]
"""

import argparse
import random
import time
from collections import Counter

from written_games import random_files

from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.library import formats
from kalahgui.library.formats import Found, Unwritable

# What formats are made of, to be put in anywhere.
PIECES = (
    b"(", b")", b"{", b"}", b"[", b"]", b'"', b"\\", b"*", b"--", b";", b"(;GM[Othello]", b"\0",
    b"\xff", b"\xe3\x81", b"pass ", b"swap ", b"resign ", b"first resigned ", b"9" * 20,
    b"-1", b"N", b"\n", b"\r", b"\t", b" ", b'[Start "<6,0,0>"]\n', b'[Game "kalah:8x9"]\n',
    b'[Rules "pie"]\n', b"PA", b"f5", b"1.", b"...", b",", b"<", b">", b"X", b"O", b"-", b"/",
    "½".encode(), "名".encode(), b"\xef\xbb\xbf", b"(1. 1 ", b"\x7f",
)  # fmt: skip
_SLOWEST = 2.0  # seconds that a damaged file of some kilobytes may take


def mutated(chance: random.Random, data: bytes) -> bytes:
    """Return data with one to eight changes."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        at = chance.randint(0, len(found))
        to = min(len(found), at + chance.choice((1, 1, 1, 2, 8, 60, 1000)))
        change = chance.randrange(6)
        if change == 0 and found:
            found[min(at, len(found) - 1)] = chance.randrange(256)
        elif change == 1:
            del found[at:to]
        elif change == 2:
            found[at:at] = found[at:to] * chance.choice((1, 2, 20))
        elif change == 3:
            found[at:at] = chance.choice(PIECES)
        elif change == 4:
            found[at:at] = chance.choice(PIECES) * chance.choice((1, 3, 50))
        else:
            del found[at:]
            found += data[chance.randint(0, len(data)) :]
    return bytes(found)


def check(data: bytes, board: tuple | None) -> str:
    """Read data and return what came of it; what a reader must not do is raised."""
    begin = time.process_time()
    try:
        found = formats.read(data, board)
    except UserError as error:
        _check_sentence(str(error))
        return "refused"
    finally:
        assert time.process_time() - begin < _SLOWEST, "this takes too long"
    _check_written(found)
    for bad in (*found.bad, *found.notes):
        _check_sentence(str(bad))
    return "in part" if found.bad_words else "read"


def _check_sentence(words: str) -> None:
    assert words and len(words) < 400, words
    assert words.isprintable(), words


def _check_written(found: Found) -> None:
    """See that what was read can be written, and is the same when it is read again."""
    assert found.games or found.position
    for written in found.games:
        (again,) = formats.read(formats.text_of(written).encode()).games
        assert formats.text_of(again) == formats.text_of(written)
        for write in (formats.ggf_of, formats.transcript_of):
            try:
                write(written)
            except Unwritable as error:
                _check_sentence(str(error))


def run(inputs: int, seed: int) -> Counter:
    """Read so many damaged files; return how often what came of it, by format."""
    counts: Counter = Counter()
    chance = random.Random(seed)
    boards = [None, *((game, game.variant) for game in GAMES.values())]
    while True:
        for name, data in random_files(chance.randrange(2**32)):
            for _ in range(10):
                if counts.total() == inputs:
                    return counts
                damaged = mutated(chance, data)
                try:
                    counts[name, check(damaged, chance.choice(boards))] += 1
                except Exception:
                    print(f"{name}, damaged: {damaged!r}")
                    raise


def main() -> None:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    begin = time.perf_counter()
    counts = run(options.inputs, options.seed)
    for (name, what), count in sorted(counts.items()):
        print(f"{name:12} {what:8} {count:8,}")
    print(f"{counts.total():,} inputs, no undocumented error, {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
