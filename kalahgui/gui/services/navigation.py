"""Where the window can be asked to go: a value for each screen, with what it is to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, TypedDict

from kalahgui.articles.classics import Classic
from kalahgui.articles.contents import Article
from kalahgui.engine.method import parse
from kalahgui.games import GAMES
from kalahgui.games.draft import Draft
from kalahgui.games.game import Game, Message, Position
from kalahgui.library.saved import StoredMatch
from kalahgui.match.explaining_search import Why
from kalahgui.match.match import Match, Player, Series
from kalahgui.match.node import Node
from kalahgui.match.session import Session
from kalahgui.theatre.subject import Subject


@dataclass(frozen=True)
class Played:
    """The game that has led to what is searched: where it began, its plies, and who plays."""

    start: Position
    plies: tuple[int, ...]
    pie: bool
    players: tuple[Player, Player]


class How(TypedDict, total=False):
    """How a subject is looked at, where that is not as usual.

    ``variant`` is the board of a game and ``name`` says in words what the subject is. ``order`` and
    ``stop`` are the texts that the command line reads. ``you`` is who is spoken to, the player of
    the root (0) or the other (1), and ``other`` what the one who is not is: "computer" or
    "opponent". ``why`` comes with what explains a computer's turn, and
    ``played`` where a game has led there.
    """

    variant: str
    name: Message
    algorithm: str
    depth: int
    order: str
    stop: str
    you: int
    other: str
    why: Why
    played: Played


def how_in_match(match: Match, node: Node) -> How:
    """Return what the theatre is told of a match that has led to a node."""
    turn = node.position.turn
    mover, other = (match.players[match.seat_of(side, node)] for side in (turn, 1 - turn))
    you = 1 if other.person and not mover.person else 0
    played = Played(match.start, tuple(node.plies), match.pie, match.players)
    against = "computer" if mover.person != other.person else "opponent"
    return How(variant=match.variant, you=you, other=against, played=played)


def how_to_watch(classic: Classic) -> How:
    """Return the search that shows what a classic is about."""
    return How(
        variant=classic.variant,
        name=Message(f"classics_{classic.key}_where"),
        algorithm=classic.algorithm,
        depth=classic.depth,
        order=classic.order,
    )


class MainScreen(Enum):
    """What is opened as it was left, or lies over the present screen without a word more."""

    HOME = auto()
    LIBRARY = auto()
    UNFINISHED = auto()
    SETTINGS = auto()
    FILES = auto()  # a card on which a file is chosen
    CLIPBOARD = auto()  # the game, the games or the position there


@dataclass(frozen=True)
class SetUpOf:
    """The set-up of a card of the home screen."""

    card: str


@dataclass(frozen=True)
class GameOf:
    """A new match to be played, which is written to the store if it is ``kept``.

    One of two computers that is not kept is only watched. Leaving it leads ``back``.
    """

    match: Match
    series: Series = field(default_factory=Series)
    kept: bool = True
    back: Destination = MainScreen.HOME


@dataclass(frozen=True)
class StoredGame:
    """A match of the store, to be played on or reviewed; ``back`` is where leaving leads."""

    stored: StoredMatch
    back: Destination = MainScreen.HOME
    review: bool = False


@dataclass(frozen=True)
class RulesOf:
    """The rules of a game and the keys, on a card; without a game those of the one chosen last.

    The ``lesson`` of its course explains what has just happened in a match, which is told to
    ``wait`` before that is laid over it.
    """

    game: Game | None = None
    lesson: str = ""
    wait: Callable[[], None] | None = None


@dataclass(frozen=True)
class LearnOf:
    """The Learn screen with a tab and a course, or a lesson of the course.

    A lesson may lie ``over`` the present screen, which waits as it is. One that is a game goes on
    with what was ``played``.
    """

    course: str = ""
    lesson: str = ""
    tab: str = ""
    over: bool = False
    played: Match | None = None


@dataclass(frozen=True)
class ArticleOf:
    """An article; without a key the one that was read last."""

    key: str = ""


def players_of(article: Article) -> tuple[Player, Player]:
    """Return a person, who begins, and the program of an article."""
    read = article.read
    assert read.watched is not None and read.opponent, "the article has a program"
    return Player(), Player("", parse(read.opponent, GAMES[read.watched.game]))


def game_against(article: Article) -> GameOf:
    """Return a game against the program of an article, on its board and by its rules."""
    watched, players = article.read.watched, players_of(article)
    assert watched is not None
    match = Match(GAMES[watched.game], watched.variant, (), players)
    return GameOf(match, back=ArticleOf(article.key))


@dataclass(frozen=True)
class TheatreOf:
    """The theatre with a subject, or with the one looked at last.

    When it lies ``over`` the present screen, that waits as it is, and leaving leads back there.
    Whoever is sent to ``ten`` questions goes on to where that says.
    """

    subject: Subject[Any] | None = None
    tab: str = ""
    over: bool = False
    how: How = field(default_factory=How)
    ten: Destination | None = None


@dataclass(frozen=True)
class EditorOf:
    """The position editor with a position, or with the one edited last; ``over`` as above."""

    draft: Draft | None = None
    over: bool = False


@dataclass(frozen=True)
class ReviewOf:
    """The review of a match, over the present screen, which waits as it is.

    ``keep_whole`` keeps a review that has come to its end, and tells that it did so. ``back`` is
    done when the present screen goes on, with the move in place of which another one is tried
    there. Leaving leads there, or where ``leave`` says. ``discussed`` is the move to begin at, and
    ``own_choices`` hold whatever the player has chosen.
    """

    session: Session
    stored: StoredMatch
    keep_whole: Callable[[], bool]
    back: Callable[[Node | None], None]
    leave: Destination | None = None
    discussed: Node | None = None
    own_choices: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SharingOf:
    """A card on which a match is copied or saved; ``south`` is drawn at the foot of a picture."""

    stored: StoredMatch
    south: int


Destination = (
    MainScreen
    | SetUpOf
    | GameOf
    | StoredGame
    | RulesOf
    | LearnOf
    | ArticleOf
    | TheatreOf
    | EditorOf
    | ReviewOf
    | SharingOf
)
