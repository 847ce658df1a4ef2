"""Games to write and to read again: random trees of every game, and files made by hand."""

import random
import struct

from kalahgui.engine import method
from kalahgui.games import GAMES
from kalahgui.library import formats
from kalahgui.library.formats import WrittenGame
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP

BOARDS = [(game.key, variant) for game in GAMES.values() for variant in game.variants]
ODD_BOARDS = [("kalah", "1x1"), ("kalah", "1x9"), ("kalah", "3x2"), ("kalah", "8x9")]
COMMENTS = (
    "good",
    "a } and a { and a \\",
    '[Game "kalah"]\n[x\n  [y',
    "二行\n\nのコメント",
    "(1. 2) first resigned",
)
NAMES = ("", "Aiko", 'a "b" \\ c', "名人", "[x]", "(;GM[Othello]")


def plies_at(match, node):
    """Return the plies that may be played at a node."""
    if node.over:
        return []
    return node.position.moves() + [SWAP] * match.can_swap_at(node)


def play_on(chance, match, node, most):
    """Add a random line of up to so many plies below a node and return its end."""
    for _ in range(most):
        plies = plies_at(match, node)
        if not plies:
            break
        ply = chance.choice(plies)
        node = node.child(ply) or match.add(node, ply)
    return node


def random_match(chance, key, variant, *, tree=True, from_start=True, rules=None):
    """Return a random match, by default with side lines, comments and resignations."""
    game = GAMES[key]
    if rules is None:
        rules = tuple(rule for rule in game.rules[:2] if chance.random() < 0.3)[:1]
    start = game.start(variant, rules)
    if not from_start:
        for _ in range(chance.randrange(8)):
            if not start.over:
                start.play(chance.choice(start.moves()))
    seats = [Player(chance.choice(NAMES)) for _ in range(2)]
    if chance.random() < 0.3:
        seats[chance.randrange(2)] = Player(chance.choice(NAMES), method.parse("search:3", game))
    pie = game.has_pie_rule and chance.random() < 0.5
    match = Match(game, variant, rules, tuple(seats), pie=pie, start=start)
    whole = chance.random() < 0.5
    end = play_on(chance, match, match.root, 400 if whole else chance.randrange(12))
    match.tip = match.end = match.here = end
    if tree:
        grow(chance, match)
    if not match.over and chance.random() < 0.3:
        match.resign(chance.randrange(2))
    return match


def grow(chance, match):
    """Add side lines, comments and resignations to a match."""
    for _ in range(chance.randrange(6)):
        nodes = [match.root, *match.root.below()]
        end = play_on(chance, match, chance.choice(nodes), chance.randrange(1, 6))
        on_main_line = end in match.main_line
        if not on_main_line and not end.over and chance.random() < 0.2:
            match.resign(chance.randrange(2), end)
    for node in [match.root, *match.root.below()]:
        if chance.random() < 0.1:
            node.comment = chance.choice(COMMENTS)


def shape(match, node=None):
    """Return all that a match's tree says, as data that can be compared."""
    tree = []
    todo = [(match.root, tree)]
    while todo:
        node, into = todo.pop()
        below = []
        into.append((node.ply, node.comment, node.resigned, below))
        todo += [(child, below) for child in node.children]
    return tree


def only(data, board=None):
    """Return the one game of a text or a file that holds nothing else."""
    contents = formats.read(data if isinstance(data, bytes) else data.encode(), board)
    assert (contents.bad, contents.position) == ((), None)
    (written,) = contents.games
    return written


def match_of(data):
    """Return the match of a text with one game."""
    return only(data).match


def facts(written):
    """Return all that our text keeps of a game."""
    match = written.match
    return (
        match.game.key,
        match.variant,
        match.rules,
        match.pie,
        match.players,
        match.start,
        match.plies,
        match.tip.resigned,
        shape(match),
        dict(written.tags),
    )


def wthor(records, *, year=2001, size=8, count=None):
    """Return a WTHOR file of records (tournament, black, white, discs, move bytes)."""
    head = struct.pack(
        "<4Bihh4B", 20, 1, 2, 3, len(records) if count is None else count, 0, year, size, 0, 0, 0
    )
    return head + b"".join(
        struct.pack("<3h2B60s", *numbers, discs, 0, bytes(moves))
        for *numbers, discs, moves in records
    )


def names_file(names, length):
    """Return a file of names as WTHOR has them."""
    return bytes(16) + b"".join(name.encode("latin-1").ljust(length, b"\0") for name in names)


def wthor_moves(match):
    """Return the plies of a match as WTHOR has them."""
    return [10 * (ply // 8 + 1) + ply % 8 + 1 for ply in match.tip.plies]


def random_files(seed):
    """Yield (name, bytes) of files of every format, to be read or to be damaged."""
    from kalahgui.library.formats import ggf_of, pgn_of, sgf_of, text_of, transcript_of

    chance = random.Random(seed)
    for key, variant in BOARDS + ODD_BOARDS:
        written = WrittenGame(random_match(chance, key, variant, from_start=False), {"Event": "x"})
        yield "text", text_of(written).encode()
        yield "position", written.match.game.position_text(written.match.start).encode()
        words = " ".join(written.match.ply_texts(written.match.tip))
        yield "named", f"{key}:{variant} {','.join(written.match.rules)}\n{words}".encode()
    games = [
        WrittenGame(random_match(chance, "reversi", "8x8", tree=False, rules=()), {"Site": "s"})
        for _ in range(3)
    ]
    yield "text", "\n".join(map(text_of, games)).encode()
    yield "ggf", "".join(map(ggf_of, games)).encode()
    yield "pgn", "\n".join(map(pgn_of, games)).encode()
    yield "sgf", "".join(map(sgf_of, games)).encode()
    played = [game for game in games if game.match.tip.plies]
    yield "transcripts", "\n".join(map(transcript_of, played)).encode()
    yield (
        "wthor",
        wthor([(1, 2, 3, 32, wthor_moves(game.match)) for game in games]),
    )
