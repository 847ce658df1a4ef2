"""Damage what the program reads, and see that its readers raise nothing but what they document.

python tests/mutate_files.py [READER ...] [--inputs 100000] [--seed S]
"""

import argparse
import json
import random
import time
from array import array
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from written_games import BOARDS, ODD_BOARDS, random_files, random_match, wthor, wthor_moves

from kalahgui.assets import asset, read_table
from kalahgui.core.search import StopWord
from kalahgui.engine import book, starts
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore
from kalahgui.engine.interrupt import no_frames
from kalahgui.engine.judgement import Judgement
from kalahgui.games import GAMES, weights
from kalahgui.games.user_error import UserError
from kalahgui.gui.services import settings
from kalahgui.learning import course, puzzles
from kalahgui.library import backup, foreign, formats, learnt, reviews
from kalahgui.library.formats import Found, Unwritable, WrittenGame
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.library.store import MatchRecord, Store
from kalahgui.library.store_file import StoreError
from kalahgui.review import like_level
from kalahgui.theatre import export, game_tree, move_classes
from kalahgui.theatre.recording import Plan, Recorder
from kalahgui.theatre.subject import PositionSubject, WrittenSubject

# What formats are made of, to be put in anywhere.
PIECES = (
    b"(", b")", b"{", b"}", b"[", b"]", b'"', b"\\", b"*", b"--", b";", b"(;GM[Othello]", b"\0",
    b"\xff", b"\xe3\x81", b"pass ", b"swap ", b"resign ", b"first resigned ", b"9" * 20,
    b"-1", b"N", b"\n", b"\r", b"\t", b" ", b'[Start "<6,0,0>"]\n', b'[Game "kalah:8x9"]\n',
    b'[Rules "pie"]\n', b"PA", b"f5", b"1.", b"...", b",", b"<", b">", b"X", b"O", b"-", b"/",
    "½".encode(), "名".encode(), b"\xef\xbb\xbf", b"(1. 1 ", b"\x7f",
)  # fmt: skip
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))
_SLOWEST = 1.0  # seconds that a damaged file of some kilobytes may take
_MOST_MEMORY = 100_000_000


def mutated(chance: random.Random, data: bytes) -> bytes:
    """Return data with one to eight changes."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        at = chance.randint(0, len(changed))
        to = min(len(changed), at + chance.choice((1, 1, 1, 2, 8, 60, 1000)))
        change = chance.randrange(6)
        if change == 0 and changed:
            changed[min(at, len(changed) - 1)] = chance.randrange(256)
        elif change == 1:
            del changed[at:to]
        elif change == 2:
            changed[at:at] = changed[at:to] * chance.choice((1, 2, 20))
        elif change == 3:
            changed[at:at] = chance.choice(PIECES)
        elif change == 4:
            changed[at:at] = chance.choice(PIECES) * chance.choice((1, 3, 50))
        else:
            del changed[at:]
            changed += data[chance.randint(0, len(data)) :]
    return bytes(changed)


def check(data: bytes, board: tuple | None) -> str:
    """Read data and return what came of it; what a reader must not do is raised."""
    try:
        contents = formats.read(data, board)
    except UserError as error:
        _check_sentence(str(error))
        return "refused"
    _check_written(contents)
    for bad in (*contents.bad, *contents.notes):
        _check_sentence(str(bad))
    return "in part" if contents.bad_words else "read"


def _check_sentence(words: str) -> None:
    assert words and len(words) < 400, words
    # What joins two signs of a name is none that is printed.
    assert words.translate(_JOINERS).isprintable(), words


def _check_written(contents: Found) -> None:
    """See that what was read can be written, and is the same when it is read again."""
    assert contents.games or contents.position
    for written in contents.games:
        (again,) = formats.read(formats.text_of(written).encode()).games
        assert formats.text_of(again) == formats.text_of(written)
        for write in (formats.ggf_of, formats.transcript_of, formats.pgn_of, formats.sgf_of):
            try:
                write(written)
            except Unwritable as error:
                _check_sentence(str(error))


def overwritten(chance: random.Random, data: bytes) -> bytes:
    """Return data with one to eight signs written over: so a file with pages keeps its layout."""
    changed = bytearray(data)
    written = [at for at in (chance.randrange(len(data)) for _ in range(200)) if data[at]]
    for at in written[: chance.choice((1, 2, 8))]:
        piece = chance.choice((*PIECES, bytes([chance.randrange(256)])))[: len(data) - at]
        changed[at : at + len(piece)] = piece
    return bytes(changed)


# -- all other readers: each has files of its own, and says what came of a damaged one

Check = Callable[[bytes], str]


def backups(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Back-ups are counted and added to a library, whose games are read."""
    path = folder / "library.kalahgui"

    def check(data: bytes) -> str:
        path.write_bytes(data)
        with closing(Store()) as store:
            try:
                backup.count(path)
                backup.merge(store, path)
            except (foreign.BadBackup, StoreError) as error:
                _check_sentence(str(error))
                return "refused"
            return _games_of(store)

    return [_library(chance, folder)], check


def libraries(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Libraries are opened, and their games, reviews and settings read."""

    def check(data: bytes) -> str:
        with TemporaryDirectory(dir=folder) as home:
            (Path(home) / "library.sqlite3").write_bytes(data)
            with closing(Store(Path(home) / "library.sqlite3")) as store:
                settings.load(store)
                return "refused" if store.notice else _games_of(store)

    return [_library(chance, folder)], check


def _library(chance: random.Random, folder: Path) -> bytes:
    path = folder / "sample.sqlite3"
    with closing(Store(path)) as store:
        settings.save(store, settings.load(store))
        for key, variant in BOARDS:
            match = random_match(chance, key, variant, from_start=False)
            stored = StoredMatch(match, tags={"Event": "x"})
            stored.identifier, stored.revision = store.save(record_of(stored)).id, 1
            moves = match.start.moves()
            lines = {move: [move] for move in moves}
            judgement = Judgement(1, dict.fromkeys(moves, 0), (), lines)
            reviews.keep(store, stored, {match.root: judgement})
        learnt.keep_answer(store, "cut", True)
    return path.read_bytes()


def _games_of(store: Store) -> str:
    what = "read"
    try:
        records = store.matches()
    except StoreError:
        return "in part"
    for record in records:
        try:
            stored = stored_of(record)
            reviews.restored(store, stored)
        except (ValueError, StoreError) as error:
            assert str(error)
            what = "in part"
    return what


def records(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Games of the library, whose texts are damaged."""
    names = ("rules", "start", "moves", "players", "result", "side_lines", "series", "clock")

    def sample(key: str, variant: str) -> bytes:
        stored = StoredMatch(random_match(chance, key, variant), tags={"Event": "x"})
        record = record_of(stored)
        texts = [key, variant, *(getattr(record, name) for name in names)]
        return "\0".join(texts).encode()

    def check(data: bytes) -> str:
        key, variant, *texts = (data.decode("utf-8", "replace") + "\0" * 9).split("\0")[:10]
        record = MatchRecord(
            key, variant, **dict(zip(names, texts, strict=True)), pie=0, begun="x", saved="y"
        )
        return _outcome(lambda: record_of(stored_of(record)), ValueError)

    return [sample(*board) for board in BOARDS + ODD_BOARDS], check


def chosen(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Settings: whatever stands there, a game of every card can be begun."""
    store = Store()
    text = json.dumps(asdict(settings.load(store))).encode()

    def check(data: bytes) -> str:
        value = data.decode("utf-8", "replace")
        store.change("UPDATE settings SET value = ? WHERE name = 'choices'", value)
        choices = settings.load(store)
        for key, offer in settings.CATALOGUE.items():
            card = choices.cards[key]
            start = card.begin(offer, date(2026, 1, 1), 1)
            players = [seat.offered(1).player(offer.game, start) for seat in card.seats]
            assert len(players) == 2
            assert card.control is None or str(card.control) == card.clocks[card.clock_key]
        settings.save(store, choices)
        assert settings.load(store) == choices
        return "read"

    settings.save(store, settings.load(store))
    return [text], check


def recordings(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Recordings of the theatre, which are searched once more."""

    def sample(key: str, variant: str, algorithm: str) -> bytes:
        game = GAMES[key]
        subject = PositionSubject(game, game.start(variant))
        recording = Recorder(Plan(subject, algorithm, 2), StopWord(), no_frames).record()
        return json.dumps(export.document(recording, True)).encode()

    samples = [sample(*board, name) for board in BOARDS[::3] for name in ("alpha-beta", "mtd-f")]
    tree = WrittenSubject(game_tree.read_tree("R(A(3 J=5) B(-2 9))"))
    plan = Plan(tree, "minimax", tree.least_depth)
    recording = Recorder(plan, StopWord(), no_frames).record()
    samples.append(json.dumps(export.document(recording, True)).encode())
    return samples, lambda data: _outcome(
        lambda: export.opened(data.decode("utf-8", "replace")), UserError
    )


def trees(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Trees that somebody has written."""
    return [b"R(A(3 J=5) B(-2 9))", b"R(A(5 7) B(C(7 9) D(E(1 2) 3)))"], lambda data: _outcome(
        lambda: game_tree.read_tree(data.decode("utf-8", "replace")), UserError
    )


def courses(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Courses, here of one lesson each."""
    path, samples = folder / "course.toml", []
    for file in asset().rglob("course-*.toml"):
        head, *lessons = file.read_bytes().split(b"[[lesson]]")
        samples += [head + b"[[lesson]]" + lesson for lesson in lessons]

    def check(data: bytes) -> str:
        path.write_bytes(data)
        return _outcome(lambda: course.read(path), UserError)

    return samples, check


def puzzle_lists(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Puzzles, some lines of each list."""
    boards = dict(enumerate(puzzles.BOARDS))
    samples = []
    for number, (key, variant) in boards.items():
        path = asset("puzzles", puzzles.file_name(GAMES[key], variant))
        lines = path.read_bytes().splitlines()
        samples += [b"%d" % number + b"\n".join(chance.sample(lines, 2)) for _ in range(9)]

    def check(data: bytes) -> str:
        key, variant = boards.get(data[0] - 48 if data else 0, boards[0])
        lines = data[1:].decode("ascii", "replace").splitlines()
        return _outcome(
            lambda: puzzles.read_lines(GAMES[key], variant, lines, "puzzles"), UserError
        )

    return samples, check


def learnt_weights(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Weights, a few and all that come with the program."""
    path = folder / "sample.weights"
    few = weights.Weights("kalah", "3x3", (), "x", 2, array("h", range(99)), "nobody")
    weights.write(path, few)

    def check(data: bytes) -> str:
        path.write_bytes(data)
        return _outcome(lambda: weights.read(path), weights.BadWeights)

    return [path.read_bytes()], check


def books(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Opening books."""
    path = folder / "sample.book"
    entries = [book.Entry(number, 7, number % 5, 3) for number in range(40)]
    book.write(path, book.Book(book.BookBoard(3, 18), "nobody", entries))

    def check(data: bytes) -> str:
        path.write_bytes(data)
        return _outcome(lambda: book.read(path), book.BadBook)

    return [path.read_bytes()], check


def databases(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Endgame databases, which are set aside."""
    shape = EndgameShape(4, 4)
    store = EndgameStore(folder)
    store.build(shape, StopWord())
    path = store.path(shape)
    good = path.read_bytes()

    def check(data: bytes) -> str:
        path.unlink(missing_ok=True)  # the one before may be mapped
        path.write_bytes(data)
        again = EndgameStore(folder)
        endgame = again.find(4, False)
        for news in again.news():
            _check_sentence(news.why)
        assert endgame is None or data == good
        return "refused" if endgame is None else "read"

    return [good], check


def _table(
    table: Path, read: Callable[[Path], object], chance: random.Random, folder: Path
) -> tuple[list[bytes], Check]:
    path = folder / table.name

    def check(data: bytes) -> str:
        path.write_bytes(data)
        return _outcome(partial(read, path), ValueError)

    return [table.read_bytes()], check


def _outcome(read: Callable[[], object], documented: type[Exception]) -> str:
    try:
        read()
    except documented as error:
        if documented is not ValueError:  # which nobody is told of
            _check_sentence(str(error))
        return "refused"
    return "read"


def _read(samples: list[bytes]) -> tuple[list[bytes], Check]:
    return samples, lambda data: check(data, None)


def _written(chance: random.Random, write: Callable, **kind: object) -> list[bytes]:
    """Return games of Reversi as a format has them."""
    samples = []
    while len(samples) < 20:
        match = random_match(chance, "reversi", "8x8", rules=(), **kind)
        with suppress(Unwritable):
            samples.append(write(WrittenGame(match, {"Site": "x", "Round": "1"})).encode())
    return samples


def pgn(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Games in PGN, alone and several."""
    samples = _written(chance, formats.pgn_of)
    return _read([*samples, b"\n".join(samples), PGN])


def sgf(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Games in SGF, alone and several, as other programs write them, too."""
    samples = _written(chance, formats.sgf_of, from_start=False)
    return _read([*samples, b"".join(samples), *SGF])


def old_encodings(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Files in other encodings than UTF-8."""
    text = '[Game "reversi:8x8"]\n[First "René 名人 Иван"]\n\n1. f5 {はい} 2. d6 *\n'
    names = ("utf-16", "utf-32", "cp932", "gb18030", "cp949", "cp1251", "cp1252", "euc-jp")
    return _read([text.encode(name, "replace") for name in names])


def wthor_files(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Files of tournament games."""
    matches = [random_match(chance, "reversi", "8x8", tree=False, rules=()) for _ in range(9)]
    return _read([wthor([(1, 2, 3, 32, wthor_moves(match))]) for match in matches])


PGN = (
    b'[Event "The "Coq""]\n[Date "2001.??.??"]\n[Black "a"]\n[White "b"]\n[Result "64-0"]\n'
    b"1. f5 d6\n3. c3 d3\n5. c4\n64-0\n"
)
SGF = (
    b"(;FF[4]GM[2]AP[x]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+12]B[f5];W[d6];B[c3];)",
    b"(;GM[2];B[fe]C[a \\] b];W[df](;B[cc])(;B[f5]))(;GM[2];B[f5];W[@@@@])",
)
LINES = (
    b"+f5-d6+c3-d3+c4: +02 10",
    b"F5d6C3d3C4                          Tiger",
    b"Ann A 52-12 Bob : f5d6c3d3c4",
    "ｆ５ｄ６ｃ３".encode(),
    b"f5-d6-c3-d3-c4",
)
DRAWN = (
    b"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;",
    b"...........................wb......bw........................... b",
    b"8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *",
    b"--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n-------- X",
    b"  a b c d e f g h\n" + b"".join(b"%d - - - - - - X O\n" % row for row in range(1, 9)),
    b"4 state <3,0,0,3,3,3,3,3,3>",
)


def games(chance: random.Random, folder: Path) -> tuple[list[bytes], Check]:
    """Games and positions of every format."""
    boards = [None, *((game, game.variant) for game in GAMES.values())]
    samples = [data for _ in range(9) for _, data in random_files(chance.randrange(2**32))]
    return samples, lambda data: check(data, chance.choice(boards))


READERS: dict[str, Callable[[random.Random, Path], tuple[list[bytes], Check]]] = {
    reader.__name__: reader
    for reader in (
        games, pgn, sgf, old_encodings, wthor_files,
        backups, libraries, records, chosen, recordings, trees, courses, puzzle_lists,
        learnt_weights, books, databases,
    )
} | {
    # Logbooks, lists of openings, and moves with numbers and other signs between them.
    "lines": lambda *_: _read([*LINES, b"\n".join(LINES), b"1. f5 d6 2. c3 d3 3. c4 -- *"]),
    # Boards as others draw them, one or one a line.
    "boards": lambda *_: _read([*DRAWN, b"\n".join(DRAWN[:2])]),
    "known_starts": partial(
        _table, starts.FILE, lambda path: read_table(path, starts.starts_of, starts.BadStarts)
    ),
    "losses": partial(_table, asset("tables", "level-losses.json"), like_level.read),
    "classes": partial(_table, asset("games", "kalah", "move-classes.json"), move_classes.read),
}  # fmt: skip


def run(
    name: str, inputs: int, seed: int, begin_reading: Callable[[], object] = lambda: None
) -> Counter:
    """Give a reader so many damaged files; return how often what came of it.

    ``begin_reading`` is called when the files to be damaged are made.
    """
    counts: Counter = Counter()
    chance = random.Random(f"{name} {seed}")
    with TemporaryDirectory() as folder:
        samples, check = READERS[name](chance, Path(folder))
        paged = samples[0].startswith(b"SQLite")
        begin_reading()
        for _ in range(inputs):
            damage = overwritten if paged and chance.random() < 0.8 else mutated
            damaged = damage(chance, chance.choice(samples))
            begin = time.process_time()
            try:
                counts[check(damaged)] += 1
                took = time.process_time() - begin
                assert took < _SLOWEST, f"this takes {took:.1f} s"
            except Exception:
                print(f"{name}, damaged: {damaged!r}")
                raise
    return counts


def main() -> None:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", choices=[[], *READERS], metavar="READER")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    import resource  # not on Windows, where the tests import this file

    def limit_memory() -> None:
        """Let a reader that needs much more memory have an error that is not documented."""
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + _MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))

    for name in options.readers or READERS:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
        begin = time.process_time()
        counts = run(name, options.inputs, options.seed, limit_memory)
        outcomes = ", ".join(f"{what} {count:,}" for what, count in sorted(counts.items()))
        print(f"{name:15} {outcomes}: {time.process_time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
