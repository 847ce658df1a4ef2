"""Make the pictures of the documentation anew: tests/make_pictures.py [NAME ...]

It needs the root of the checkout in PYTHONPATH. Each is one of the real window at 1280x800, in
docs/pictures. NAME may end in ``-ja``. ``moving`` is an animation, smaller than the others.
"""

import random
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pygame
from driver import FRAME, Driver

from kalahgui import words
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES, draft_of
from kalahgui.games.game import Position
from kalahgui.games.limit import Limit
from kalahgui.gui.services.navigation import (
    ArticleOf,
    EditorOf,
    LearnOf,
    MainScreen,
    SetUpOf,
    TheatreOf,
)
from kalahgui.gui.services.settings import Seat
from kalahgui.learning.being_search import Kind, Reply
from kalahgui.learning.course import course
from kalahgui.learning.search_task import SearchRow
from kalahgui.library import learnt
from kalahgui.theatre.recording import CUT
from kalahgui.words import say
from lab.window.library import fill

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NOW = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
PERSON, COMPUTER = Seat(), Seat(person=False, level=5)
ALL = {"values": True, "bar": True, "graph": True}


# -- what leads to the pictures


def start(
    window: Driver, card: str, moves: int, *, board: str = "", clock: str = "", **choices: object
) -> None:
    """Begin a game against a computer, and play so many turns as a person might."""
    seats = {"first": PERSON, "second": COMPUTER} | choices
    window.choose(**seats)
    if board:
        window.choose_card(card, board=board)
    window.choose_clock(card, clock)
    window.app.open(SetUpOf(card))
    window.frames(2)
    window.press(say("start"))
    session, chance = window.app.screen.session, random.Random(card)
    while moves and not session.match.over:
        session.play(human_move(session.match.position, chance))
        rest(window)
        moves -= 1


def human_move(position: Position, chance: random.Random) -> int:
    """Return the move that looks best three times out of four."""
    if chance.randrange(4) == 0:
        return chance.choice(position.moves())
    return Thinker().best(position.copy(), Limit(turns=1)).line[0]


def rest(window: Driver) -> None:
    """Wait until the person is to move, or until the game is over."""
    session = window.app.screen.session
    window.wait_for(lambda: session.match.over or (session.persons_turn and not session.moving))


def known(window: Driver) -> None:
    """Wait until the values and the graph have come."""
    session = window.app.screen.session
    window.wait_for(lambda: not session.busy)
    window.frames(90)


def home(window: Driver) -> None:
    window.app.open(MainScreen.HOME)


def set_up(window: Driver) -> None:
    window.app.open(SetUpOf("kalah"))


def learn(window: Driver) -> None:
    for lesson in course("kalah").lessons[:5]:
        learnt.keep_stars(window.app.store, "kalah", lesson.key, 3)
    learnt.keep_stars(window.app.store, "eight", "rule", 2)
    window.app.open(LearnOf("kalah"))


def lesson(window: Driver) -> None:
    learn(window)
    window.app.open(LearnOf("kalah", "capture"))
    screen = window.app.screen
    window.click(screen.view.mark_place(4)[0].center)
    window.wait_for(lambda: screen.busy and not screen.session.moving)


def puzzle(window: Driver) -> None:
    window.app.open(LearnOf("reversi 8x8 rating", "run", "puzzles"))
    screen = window.app.screen
    while not screen.run.solved:
        window.move(window.next_ply())
        window.wait_for(lambda: not screen.busy)


def game(window: Driver) -> None:
    start(window, "kalah", 4, **ALL)
    known(window)


def end(window: Driver) -> None:
    start(window, "kalah", 60, board="6x3")
    analysis = window.app.screen.session.analysis
    window.end()
    window.wait_for(lambda: not analysis.looking_back and not window.app.screen.moving)


def diamond(window: Driver) -> None:
    start(window, "diamond", 3, **ALL)
    known(window)


def eight(window: Driver) -> None:
    start(window, "eight", 1)
    known(window)
    window.press(say("board_tree_show"))
    window.frames(60)


def review(window: Driver) -> None:
    start(window, "kalah", 60)
    session = window.app.screen.session
    window.end()
    window.app.pop()
    window.app.screen.review()
    window.wait_for(lambda: session.analysis.reviewed, 600.0)
    for _ in range(3):
        window.type("n")  # the next mistake
    known(window)


def editor(window: Driver) -> None:
    kalah = GAMES["kalah"]
    position = kalah.parse_position("<6,17,21,4,0,6,2,1,5,0,4,2,4,1,5>")
    window.app.open(EditorOf(draft_of(kalah, position, (), "6x6")))
    value = window.app.screen.value
    # The interpreted core gives up before it is exact.
    window.wait_for(
        lambda: value.evaluation and (value.evaluation.exact or not window.services.engine.busy)
    )


def library(window: Driver) -> None:
    fill(window.app.store, 300, seed=8)
    window.app.open(MainScreen.LIBRARY)
    window.wait_for(lambda: not window.app.screen.moving)


def contrast(window: Driver) -> None:
    window.choose(theme="contrast")
    window.app.rebuild()
    start(window, "kalah", 4, clock="300+5", first=Seat("Aiko"), **ALL)
    known(window)


def watch(window: Driver) -> None:
    start(window, "kalah", 4)
    window.type("l")
    page = window.app.screen.page
    window.wait_for(lambda: page.playback is not None and not page.watching.counting)
    window.type("cccc")  # four cuts on
    window.frames(60)


def race(window: Driver) -> None:
    window.app.open(TheatreOf(tab="race"))
    window.frames(2)
    page = window.app.screen.page
    window.wait_for(lambda: not (page.racing.running or page.moving))


def quiz(window: Driver) -> None:
    window.app.open(TheatreOf(tab="quiz"))
    window.frames(2)
    page = window.app.screen.page
    page.visit.searches = row = SearchRow("picture")
    while (row.task.question.kind, row.task.question.truth) != (Kind.PRUNE, Reply.CUT):
        row.task.answer(row.task.question.truth)
    page.screen.refresh()
    page.panel.answer(Reply.LOOK)
    window.frames(60)


def article(window: Driver, key: str, section: str) -> None:
    window.app.open(ArticleOf(key))
    screen = window.app.screen
    sections = [article_section.key for article_section in screen.reading.article.sections]
    screen.open_section(sections.index(section))
    window.frames(2)


def article_table(window: Driver) -> None:
    article(window, "kalah", "alpha-beta")
    window.type(" ")
    window.wait_for(lambda: not window.app.screen.moving, 600.0)


def article_read(window: Driver) -> None:
    article(window, "diamond", "read")


def article_tree(window: Driver) -> None:
    article(window, "kalah", "tree")
    window.type(" ")


SCENES: dict[str, Callable[[Driver], None]] = {
    "home": home,
    "start": set_up,
    "learn": learn,
    "lesson": lesson,
    "puzzle": puzzle,
    "game": game,
    "end": end,
    "diamond": diamond,
    "eight": eight,
    "review": review,
    "editor": editor,
    "library": library,
    "contrast": contrast,
    "theatre": watch,
    "race": race,
    "quiz": quiz,
    "article-read": article_read,
    "articles": article_table,
    "article-tree": article_tree,
}
LANGUAGES = {"": "en", "-ja": "ja"}
MOVING = "moving"
NAMES = [*SCENES, "home-ja", "game-ja", "theatre-ja", "articles-ja", MOVING]


# -- the animation


class Film:
    """Takes pictures of a window while it moves; what does not change takes no room."""

    size, step = (800, 500), 5  # pixels; frames of the window from one picture to the next

    def __init__(self, window: Driver) -> None:
        self.window = window
        self.pictures: list[tuple[bytes, float]] = []  # RGBA, and the seconds that it is seen

    def roll(self, seconds: float) -> None:
        """Let so much time pass."""
        for _ in range(round(seconds / FRAME / self.step)):
            self.window.frames(self.step)
            small = pygame.transform.smoothscale(self.window.app.surface, self.size)
            pixels = pygame.image.tobytes(small, "RGBA")
            before, seen = self.pictures[-1] if self.pictures else (b"", 0.0)
            if pixels == before:
                self.pictures.pop()
            else:
                seen = 0.0
            self.pictures.append((pixels, seen + self.step * FRAME))

    def changes(self) -> Iterator[tuple[pygame.Rect, bytes, float]]:
        """Return what each picture changes: the place, its rows with clear pixels where nothing
        changes, and the seconds that the picture is seen."""
        width, height = self.size
        before = [memoryview(bytes(4 * width)).cast("I")] * height
        for pixels, seconds in self.pictures:
            words = memoryview(pixels).cast("I")
            rows = [words[at : at + width] for at in range(0, width * height, width)]
            differ = [y for y in range(height) if rows[y] != before[y]]
            changed = [
                [new if new != old else 0 for new, old in zip(rows[y], before[y], strict=True)]
                for y in range(differ[0], differ[-1] + 1)
            ]
            columns = [x for x in range(width) if any(row[x] for row in changed)]
            left, right = columns[0], columns[-1] + 1
            place = pygame.Rect(left, differ[0], right - left, len(changed))
            packed = (struct.pack(f"={place.width}I", *row[left:right]) for row in changed)
            yield place, b"".join(b"\0" + row for row in packed), seconds  # 0: no filter
            before = rows

    def save(self, path: Path) -> None:
        """Write an animated PNG (PNG specification, third edition)."""
        chunks = [(b"IHDR", struct.pack(">IIBBBBB", *self.size, 8, 6, 0, 0, 0))]
        chunks.append((b"acTL", struct.pack(">II", len(self.pictures), 0)))
        for number, (place, pixels, seconds) in enumerate(self.changes()):
            at = (place.width, place.height, place.x, place.y)
            shown = (round(1000 * seconds), 1000, 0, 1)  # kept, and the next one laid over it
            order = max(0, 2 * number - 1)
            chunks.append((b"fcTL", struct.pack(">5I2H2B", order, *at, *shown)))
            data = zlib.compress(pixels, 9)
            first = (b"IDAT", data)
            chunks.append((b"fdAT", struct.pack(">I", order + 1) + data) if number else first)
        chunks.append((b"IEND", b""))
        written = b"".join(
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in chunks
        )
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + written)


def film(window: Driver) -> Film:
    """Take a capture, the computer's answer, and the first cut of a search from there."""
    window.choose(pace="normal", first=PERSON, second=COMPUTER)
    kalah, film = GAMES["kalah"], Film(window)
    position = kalah.parse_position("<6,10,10,3,4,1,0,2,0,7,1,0,2,5,3>")
    window.app.open(EditorOf(draft_of(kalah, position, (), "6x4")))
    window.key(pygame.K_RETURN)
    window.frames(60)
    session = window.app.screen.session
    film.roll(1.0)
    session.play(kalah.parse_move("2"))
    while session.moving or not session.persons_turn:
        film.roll(0.25)
    film.roll(1.0)
    window.type("l2")
    page = window.app.screen.page
    window.wait_for(lambda: page.playback is not None and not page.watching.counting)
    window.key(pygame.K_HOME)
    window.frames(60)
    film.roll(0.5)
    while page.playback.step is None or page.playback.step.kind != CUT:
        window.key(pygame.K_RIGHT)
        film.roll(0.5)
    film.roll(4.0)
    return film


def make(name: str, folder: Path) -> None:
    """Make one picture, in a window that has never been used."""
    scene = name.removesuffix("-ja")
    words.choose(LANGUAGES[name[len(scene) :]])
    with tempfile.TemporaryDirectory() as data:
        window = Driver(Path(data) / "games.sqlite3")
        window.services.clock = lambda: NOW
        window.speak(LANGUAGES[name[len(scene) :]])
        window.services.notices.waiting.clear()
        window.choose(pace="off", sound=False)
        if scene == MOVING:
            film(window).save(folder / f"{name}.png")
        else:
            SCENES[scene](window)
            window.services.notices.waiting.clear()
            pygame.mouse.set_pos((2, 798))
            window.frames(40)
            window.picture(str(folder / f"{name}.png"))
        window.close()


def main() -> int:
    """Make the pictures that are named, or all."""
    names = sys.argv[1:] or NAMES
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"there is no picture {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in names:
        make(name, FOLDER)
        print(name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
