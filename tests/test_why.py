"""Which search explains a computer's turn, and that it counts what the panel showed."""

from itertools import count

import pytest

from kalahgui.core.textbook import Textbook
from kalahgui.engine.engine import Engine
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.library.earlier_versions import parse_method
from kalahgui.match.explaining_search import can_explain, why_of
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP
from kalahgui.match.session import Session


@pytest.fixture
def engine():
    engine = Engine(Thinker(seed=1))
    yield engine
    engine.close()


def session_of(engine, player: str, game="kalah", variant="6x4", pie=False, first=False) -> Session:
    """Return a session of a person against a computer, which may have the first side."""
    players = [Player(), Player("", parse_method(player, GAMES[game]))]
    match = Match(GAMES[game], variant, (), tuple(players[:: -1 if first else 1]), pie=pie)
    session = Session(match, engine, VIEWS[game].shown, lambda: None, lambda *_: None, lambda: 0.0)
    session.motion.pace = 0.0
    return session


def let_answer(session: Session) -> None:
    """Let the computer play its whole turn."""
    for _ in count():
        session.update(0.5)
        if session.match.over or session.match.mover.person:
            return


def played(engine, player: str, *moves: str, game="kalah", variant="6x4", pie=False) -> Session:
    """Return a session in which a person's moves have been answered."""
    session = session_of(engine, player, game, variant, pie)
    for move in moves:
        session.play(GAMES[game].parse_move(move))
    let_answer(session)
    return session


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "algorithm",
    ["minimax", "alpha-beta", "nega-alpha", "nega-scout", "usual-nega-scout", "mtd-f"],
)
def test_a_textbook_player_is_explained_by_the_very_search(engine, algorithm):
    session = played(engine, f"{algorithm}:3", "2")
    why = why_of(session.match)
    assert why.exact
    assert why.sentence == "why_exact"
    assert (why.algorithm, why.depth) == (algorithm, 3)
    first = session.match.last_turn[0]
    assert why.position == first.parent.position
    book = Textbook(why.algorithm)
    value = book.run(why.position, why.depth)
    shown = session.thought.finding
    assert (value, book.nodes, book.evaluations) == (shown.value, shown.nodes, shown.evaluations)
    kept = first.search_statistics
    assert (kept.nodes, kept.evaluations) == (book.nodes, book.evaluations)


def test_the_article_order_and_its_evaluation_are_kept(engine):
    session = played(engine, "nega-alpha:2", "d3", game="reversi", variant="diamond")
    assert why_of(session.match).order == "article"
    session = played(engine, "nega-alpha:2:rising", "d3", game="reversi", variant="diamond")
    assert why_of(session.match).order == "rising"
    session = played(engine, "measures:2", "d3", game="reversi", variant="8x8")
    why = why_of(session.match)
    assert why.algorithm == "minimax"
    assert why.position.evaluation is not None
    book = Textbook("minimax")
    book.run(why.position, 2)
    assert book.evaluations == session.thought.finding.evaluations


def test_the_playing_search_is_explained_by_what_comes_nearest(engine):
    session = played(engine, "search:3", "2")
    why = why_of(session.match)
    assert not why.exact
    move = GAMES["kalah"].text(session.match.last_turn[0].ply)
    assert (why.algorithm, why.order) == ("usual-nega-scout", f"{move},likely")
    assert why.depth == session.thought.finding.depth
    assert why.expected == tuple(session.thought.finding.line)
    assert why.sentence == "why_search"


@pytest.mark.parametrize(
    ("player", "key"),
    [
        ("1", "why_glance"),
        ("old:1", "why_slip"),
        ("old:4", "why_exact"),
        ("4", "why_exact"),
        ("alpha-beta:3", "why_exact"),
        ("alpha-beta:2 varied", "why_varied"),
        ("alpha-beta:0.05s", "why_timed"),
        ("measures:2:10,15,10,30:1", "why_random"),
        ("table", "why_table"),
        ("child-values", "why_child_values"),
    ],
)
def test_it_is_said_how_a_choice_differs_from_one_search(engine, player, key):
    """Also when it was taken back and played again."""
    game, variant, move = {
        "measures": ("reversi", "8x8", "d3"),
        "table": ("tictactoe", "3x3", "b2"),
        "child-values": ("tictactoe", "3x3", "b2"),
    }.get(player.partition(":")[0], ("kalah", "6x4", "2"))
    session = played(engine, player, move, game=game, variant=variant)
    assert why_of(session.match).sentence == key
    assert session.undo()
    while session.redo():
        pass
    assert session.thought is None
    why = why_of(session.match)
    assert (why.sentence, why.exact) == (key, key in ("why_exact", "why_varied"))


def test_a_swap_of_sides_is_explained_by_the_search_before_it(engine):
    session = played(engine, "alpha-beta:3", "3", "6", pie=True)
    turn = session.match.last_turn
    assert [node.ply for node in turn] == [SWAP]
    why = why_of(session.match)
    assert why.position == turn[0].parent.position
    assert why.exact


@pytest.mark.parametrize(
    ("level", "key"), [("alpha-beta:2", "why_even"), ("1", "why_glance"), ("old:1", "why_slip")]
)
def test_the_first_turn_under_the_pie_rule_is_no_plain_search(engine, level, key):
    session = session_of(engine, level, pie=True, first=True)
    let_answer(session)
    match = session.match
    assert match.swap_to_come_at(match.last_turn[0].parent)
    why = why_of(match)
    assert (why.sentence, why.exact) == (key, False)


def test_nothing_is_explained_before_a_computer_has_moved(engine):
    session = session_of(engine, "alpha-beta:2")
    assert why_of(session.match) is None
    session.play(1)
    assert not can_explain(session.match)
    assert why_of(session.match) is None


def test_a_chain_is_explained_from_before_its_first_sowing(engine):
    """Of a loaded match no more is said than is known."""
    session = played(engine, "alpha-beta:2", "5")
    turn = session.match.last_turn
    assert [node.ply for node in turn] == [2, 1, 3]
    why = why_of(session.match)
    assert (why.position, why.exact) == (turn[0].parent.position, True)
    for node in session.match.here.line:
        node.search_statistics = node.thought = None
    why = why_of(session.match)
    assert why.position == turn[0].parent.position
    assert (why.depth, why.exact, why.sentence) == (2, False, "why_unknown")


def test_a_search_that_was_stopped_is_not_taken_for_the_whole_one(engine):
    session = session_of(engine, "minimax:12")
    session.play(1)
    session.update(0.5)
    session.move_now()
    let_answer(session)
    why = why_of(session.match)
    assert (why.sentence, why.exact) == ("why_stopped", False)
