"""Opening books: what they say is true, they are whole, and those read them who may."""

import json
import random
from functools import cache

import pytest
from reference import moves_worth, worth

from kalahgui import words
from kalahgui.assets import asset
from kalahgui.cli import main
from kalahgui.core.prover import Prover
from kalahgui.core.table import table_for
from kalahgui.engine import book as books
from kalahgui.engine.book import SHIPPED, BadBook, Book, BookBoard, Entry, bad_books, read, write
from kalahgui.engine.endgame_store import EndgameStore
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.knowledge import Knowledge
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.games.game import children
from kalahgui.games.limit import HANDMADE, Limit
from kalahgui.words import say

KALAH = GAMES["kalah"]
TINY = "3x2"
RULES = [(), ("empty-capture",)]
BOTH = pytest.mark.parametrize("rules", RULES, ids=["standard", "empty-capture"])


@cache
def tiny(rules=()):
    """Return a book of every position of a tiny board, by plain minimax."""
    start = KALAH.start(TINY, rules).to_the_end()
    entries = {}
    todo = [start]
    while todo:
        here = todo.pop()
        if here.over or (here.own, here.opp) in entries:
            continue
        values = dict(moves_worth(here))
        best = sum(1 << move for move in values if values[move] == worth(here))
        entries[here.own, here.opp] = Entry(here.own, here.opp, worth(here) - here.lead, best)
        for move in values:
            todo.append(here.copy())
            todo[-1].play(move)
    return Book(BookBoard(*start.book_board()), "made up", entries.values())


@pytest.fixture
def shipped(monkeypatch, tmp_path):
    """Have the program find books in a folder of the test's own, of tiny boards alone."""
    subjects = tuple(BookBoard(*KALAH.start(TINY, rules).book_board()) for rules in RULES)
    monkeypatch.setattr(books, "asset", lambda *parts: tmp_path / parts[-1])
    monkeypatch.setattr(books, "SHIPPED", subjects)
    books.shipped.cache_clear()
    yield tmp_path
    books.shipped.cache_clear()


@pytest.fixture
def knowledge(shipped, tmp_path):
    """What is known of tiny boards: books, and no endgames."""
    for rules in RULES:
        book = tiny(rules)
        write(shipped / f"{book.subject.name}.book", book)
    return Knowledge(EndgameStore(tmp_path / "none"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "some.book"


def placed(subject, entry):
    """Return a position of a book, nobody being ahead."""
    rules = ("empty-capture",) if subject.empty_capture else ()
    position = KALAH.start(f"{subject.pits}x{subject.stones // (2 * subject.pits)}", rules)
    position = position.to_the_end()
    position.own, position.opp = entry.own, entry.opp
    return position


# -- what a book says


def test_a_lead_is_added_and_who_moves_does_not_matter():
    start = KALAH.start(TINY).to_the_end()
    value = tiny().find(start).value
    start.lead, start.turn = 5, 1
    assert tiny().find(start).value == value + 5


@BOTH
@pytest.mark.parametrize("side", [0, 1])
def test_a_player_by_the_book_never_does_worse_than_the_game_is_worth(knowledge, rules, side):
    thinker = Thinker(1, 12, knowledge=knowledge)
    start = KALAH.start(TINY, rules).to_the_end()

    @cache
    def least(position):
        if position.over:
            return position.final()
        moves = position.moves()
        if position.turn == side:
            finding = thinker.best(position, Limit(seconds=0.001, varied=True))
            assert (finding.exact, finding.nodes) == (True, 0), "it is not in the book"
            moves = finding.line[:1]
        return max(sign * least(child) for move, child, sign in children(position) if move in moves)

    result = least(start) * (1 if side == 0 else -1)
    assert result == worth(start) * (1 if side == 0 else -1)


# -- files


def what_is_wrong(path):
    with pytest.raises(BadBook) as caught:
        read(path)
    assert caught.value.file == path.name
    assert str(caught.value).count(".") - path.name.count(".") == 1, "one sentence"
    return caught.value.what


def test_a_book_goes_round(tmp_path, path):
    write(path, tiny())
    again = read(path)
    assert (again.subject, again.made, list(again)) == (tiny().subject, "made up", list(tiny()))
    assert [file.name for file in tmp_path.iterdir()] == ["some.book"]


def test_a_header_that_lies_is_told(path):
    write(path, tiny())
    line, _, rest = path.read_bytes().partition(b"\n")
    header = json.loads(line)
    for change, what in (
        ({"version": 2}, "foreign"),
        ({"version": 2, "more": 1}, "foreign"),
        ({"positions": len(tiny()) + 1}, "damaged"),
        ({"more": 1}, "damaged"),
        ({"sha256": "0"}, "damaged"),
    ):
        path.write_bytes(json.dumps(header | change).encode() + b"\n" + rest)
        assert what_is_wrong(path) == what


@pytest.mark.parametrize("how", ["missing", "damaged", "foreign"])
def test_the_program_says_it_once_and_plays_without_the_book(knowledge, shipped, capsys, how):
    [name] = [path for path in shipped.iterdir() if path.name == f"kalah-{TINY}.book"]
    if how == "missing":
        name.unlink()
    elif how == "damaged":
        name.write_bytes(b"nothing of the kind")
    else:
        name.write_bytes((shipped / f"kalah-{TINY}-empty-capture.book").read_bytes())
    assert [bad.what for bad in bad_books()] == [how]
    assert main(["match", f"kalah:{TINY}", "search:0.01s", "1", "--games", "2"]) == 0
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and name.name in err
    start = KALAH.start(TINY)
    assert knowledge.by_heart(start) is None
    finding = Thinker(1, 14, knowledge=knowledge).best(start, Limit(seconds=5.0))
    assert finding.nodes > 0


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (f"match kalah:{TINY} search:0.01s 1 --games 2", True),
        (f"review {{folder}}/{TINY}.txt", True),
        (f"match kalah:{TINY} 1 2 --games 2", False),
        ("match kalah:2x2 search:0.01s 1 --games 2", False),
        ("match tictactoe search:0.01s 1 --games 2", False),
        ("review {folder}/2x2.txt", False),
        (f"solve kalah:{TINY}", False),
        (f"perft kalah:{TINY} 1", False),
    ],
)
def test_a_bad_book_is_told_where_it_would_be_read(
    shipped, tmp_path, capsys, monkeypatch, command, told
):
    monkeypatch.setenv("KALAHGUI_CACHE", str(tmp_path / "cache"))
    for board in (TINY, "2x2"):
        (tmp_path / f"{board}.txt").write_text(f"kalah:{board}\n1\n", "utf-8")
    assert main(command.format(folder=tmp_path).split(" ")) == 0
    said = f"The opening book (kalah-{TINY}.book) is missing: the computer plays without it.\n"
    assert capsys.readouterr().err == said * told


def test_the_books_that_come_with_the_program_are_there_and_small():
    assert list(bad_books()) == []
    files = {path.name for path in asset("books").iterdir()}
    assert files == {f"{subject.name}.book" for subject in SHIPPED}
    for subject in SHIPPED:
        path = asset("books", f"{subject.name}.book")
        assert path.stat().st_size < 1 << 20
        start = placed(subject, Entry(0, 0, 0, 0)).rules()
        assert start[:3] == tuple(subject)
        assert " book kalah:" in read(path).made


# The values of the games, which are known from elsewhere.
VALUES = {BookBoard(6, 36): 2, BookBoard(6, 48): 8, BookBoard(6, 60): 10}


@pytest.mark.parametrize("subject", SHIPPED, ids=lambda subject: subject.name)
def test_in_a_shipped_book_best_moves_keep_the_value_and_no_move_gains_more(subject):
    book = read(asset("books", f"{subject.name}.book"))
    book_moves = book.find(KALAH.start(f"6x{subject.stones // 12}"))
    assert book_moves.value == VALUES[subject]
    followed = 0
    for entry in book:
        position = placed(subject, entry)
        for move, child, sign in children(position):
            after = None if child.over else book.find(child)
            value = sign * child.final() if child.over else after and sign * after.value
            if value is not None:
                followed += entry.best >> move & 1
                assert value == entry.gain if entry.best >> move & 1 else value <= entry.gain
    assert followed > len(book) / 4


@pytest.mark.parametrize("side", [0, 1])
def test_the_book_of_6x5_answers_every_line_of_the_other_side_for_four_plies(side):
    book = read(asset("books", "kalah-6x5.book"))
    layer = [KALAH.start("6x5").to_the_end()]
    for _ in range(4):
        following = []
        for here in layer:
            known = book.find(here)
            by_the_book = here.turn == side
            assert known is not None or not by_the_book
            moves = known.moves[:1] if by_the_book else here.moves()
            following += [child for move, child, _ in children(here) if move in moves]
        layer = following
    assert len(layer) > 6


def test_the_first_moves_of_6x3_have_their_known_values():
    book = read(asset("books", "kalah-6x3.book"))
    start = KALAH.start("6x3").to_the_end()
    values = [sign * book.find(child).value for _, child, sign in children(start)]
    assert values == [-14, -16, -10, -2, 2, 0]


@pytest.mark.slow
@pytest.mark.compiled
# A position of the book of 6x5 takes up to four thousand million nodes.
@pytest.mark.parametrize("subject", SHIPPED[:2], ids=lambda subject: subject.name)
def test_positions_of_a_shipped_book_are_proven_again(subject):
    entries = list(read(asset("books", f"{subject.name}.book")))
    stones = {entry: sum(entry.own.to_bytes(8) + entry.opp.to_bytes(8)) for entry in entries}
    near_the_end = sorted(entries, key=stones.__getitem__)[:200]
    chance = random.Random(7)
    prover = Prover(table_for(placed(subject, entries[0]), 20))
    for entry in chance.sample(near_the_end, 12):
        position = placed(subject, entry)
        assert reaches(prover, position, entry.gain) and not reaches(
            prover, position, entry.gain + 2
        )
        for move, child, sign in children(position):
            if entry.best >> move & 1 and sign > 0:
                assert reaches(prover, child, entry.gain)
            elif entry.best >> move & 1:
                assert not reaches(prover, child, 1 - entry.gain)


def reaches(prover, position, goal):
    if position.over:
        return position.final() >= goal
    return prover.bound(position, goal) >= goal


# -- who reads it


ENDGAMES, BOTH_KINDS = ["informed"], ["find", "informed"]


@pytest.mark.parametrize(
    ("limit", "looks_up"),
    [
        (Limit(seconds=0.01), BOTH_KINDS),
        (Limit(seconds=0.01, varied=True), BOTH_KINDS),
        (Limit(seconds=0.01, even=True), BOTH_KINDS),
        (Limit(), BOTH_KINDS),
        (Limit(seconds=0.01, evaluation=HANDMADE), ENDGAMES),
        (Limit(seconds=0.01, one_in=1000), []),
        (Limit(turns=2), []),
        (Limit(turns=2, seconds=5.0), []),
        (Limit(turns=2, varied=True), []),
        (Limit(turns=1, slip=0.5, slack=3), []),
        (Limit("alpha-beta", turns=2), []),
        (Limit("alpha-beta", seconds=0.01), []),
    ],
)
def test_only_players_limited_by_time_alone_look_anything_up(
    knowledge, monkeypatch, limit, looks_up
):
    asked = set()
    for kind, name in ((Book, "find"), (Knowledge, "informed")):
        whole = getattr(kind, name)
        monkeypatch.setattr(
            kind, name, lambda own, at, name=name, whole=whole: asked.add(name) or whole(own, at)
        )
    finding = Thinker(1, 14, knowledge=knowledge).best(KALAH.start(TINY), limit)
    assert sorted(asked) == looks_up
    if "find" in looks_up:
        assert (finding.exact, finding.nodes, finding.depth) == (True, 0, 0)
    assert Thinker(1, 14).best(KALAH.start(TINY), limit).nodes > 0, "nothing is known there"


def test_the_line_goes_as_far_as_the_book(knowledge):
    start = KALAH.start(TINY)
    finding = Thinker(1, 12, knowledge=knowledge).best(start, Limit(seconds=5.0))
    here = start.to_the_end()
    for move in finding.line:
        here.play(move)
    assert here.over, "the book of this board goes to the end"
    assert finding.value == worth(start.to_the_end())
    assert (1 if here.turn == 0 else -1) * here.final() == finding.value


def test_a_book_serves_its_own_board_and_capture_rule_only(knowledge):
    both = [tiny(rules).find(KALAH.start(TINY, rules)).value for rules in RULES]
    assert [knowledge.by_heart(KALAH.start(TINY, rules)).value for rules in RULES] == both
    majority = knowledge.by_heart(KALAH.start(TINY, ("last-stone",))).value
    assert majority == both[0] == worth(KALAH.start(TINY).to_the_end()), "it ends no book"
    for board in ("3x3", "4x2", "6x6"):
        assert knowledge.by_heart(KALAH.start(board)) is None
    reversi = GAMES["reversi"]
    assert knowledge.by_heart(reversi.start(reversi.variant)) is None


def test_values_of_moves_are_exact_from_the_first_step_on(knowledge):
    start = KALAH.start(TINY)
    first = next(Thinker(1, 12, knowledge=knowledge).judge(start, Interrupt()))
    assert first.exact and first.depth == 1
    assert first.values == dict(moves_worth(start.to_the_end()))
    for move, line in first.lines.items():
        here = start.to_the_end()
        for number, ply in enumerate(line):
            assert number or ply == move
            here.play(ply)
        assert (1 if here.turn == 0 else -1) * here.final() == first.values[move] or not here.over


def test_moves_that_the_book_does_not_have_are_searched(knowledge, shipped):
    book = read(shipped / f"kalah-{TINY}.book")
    start = KALAH.start(TINY)
    begin = [entry for entry in book if (entry.own, entry.opp) == (start.own, start.opp)]
    write(shipped / f"kalah-{TINY}.book", Book(book.subject, "", begin))
    books.shipped.cache_clear()
    steps = list(Thinker(1, 12, knowledge=knowledge).judge(start, Interrupt()))
    best = [move for move in start.moves() if begin[0].best >> move & 1]
    assert set(best) <= set(steps[0].exact_moves) and not steps[0].exact
    assert steps[-1].values == dict(moves_worth(start.to_the_end()))


def test_the_most_even_first_turn_is_chosen_by_exact_values(knowledge):
    start = KALAH.start(TINY)
    *_, chosen = Thinker(1, 12, knowledge=knowledge).think(start, Limit(seconds=5.0, even=True))
    *_, searched = Thinker(1, 14).think(start, Limit(seconds=60.0, even=True))
    assert chosen.exact and searched.exact and searched.nodes > 0
    assert (chosen.nodes, chosen.depth) == (0, 0)
    assert abs(chosen.value) == abs(searched.value)
    assert chosen.line == searched.line


# -- the window


@pytest.mark.few(2)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("what", ["missing", "damaged"])
def test_notices_say_that_the_program_plays_without_its_books_and_weights(
    shipped, own_weights, monkeypatch, language, what
):
    from driver import Driver

    from kalahgui.gui.services.navigation import MainScreen

    books = [BookBoard(*KALAH.start(TINY, rules).book_board()).name for rules in RULES]
    if what == "damaged":
        for name in books:
            (shipped / f"{name}.book").write_bytes(b"nothing of the kind")
        for name in ("kalah-6x6", "reversi-8x8"):
            (own_weights / f"{name}.weights").write_bytes(b"nothing of the kind")
    monkeypatch.setenv("LC_ALL", language)
    driver = Driver(own_weights / "games.sqlite3")
    files = {f"kalah-{TINY}.book": "book", "kalah-6x6.weights": "weights"}
    files["reversi-8x8.weights"] = "weights"
    notices = {say(f"notice_{kind}_{what}", file=name) for name, kind in files.items()}
    assert not any("%{" in notice for notice in notices)
    assert not notices & {*driver.services.notices.waiting}  # the home screen needs none of them
    driver.app.open(MainScreen.LIBRARY)
    driver.wait_for(lambda: notices <= {*driver.services.notices.waiting})
    for game, board in ((KALAH, "6x6"), (GAMES["reversi"], "8x8")):
        assert game.with_evaluation(game.start(board), "").evaluation is None
    driver.close()
