"""The real program under Xvfb, played with xdotool; what it did is read from its store."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint.pits import PitsBoard
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.learning import mistakes
from kalahgui.learning.course import course
from kalahgui.learning.exercise import Answer, Grade
from kalahgui.learning.puzzle_run import STREAK, TODAY, History, PuzzleRun
from kalahgui.library import learnt, saved
from kalahgui.library.store import Store
from kalahgui.theatre import export
from kalahgui.words import say

ROOT = Path(__file__).parent.parent
SIZE = (1280, 800)
BOARD = PitsBoard(6, pygame.Rect(40, 172, 860, 444))
SQUARES = pygame.Rect(250, 76, 680, 648)
DEADLINE = 60.0

pytestmark = [
    pytest.mark.display,
    pytest.mark.xdist_group("display"),
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(shutil.which(tool) for tool in ("Xvfb", "xdotool", "xwininfo")),
        reason="needs Xvfb, xdotool and xwininfo",
    ),
]


def wait_for(condition):
    """Wait until a condition holds and return what it says; fail at the deadline."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("waited in vain")


@pytest.fixture(scope="module")
def display():
    read, write = os.pipe()
    # Larger than the window, which leaves room for a system's bars.
    size = f"{SIZE[0] + 100}x{SIZE[1] + 100}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-noreset"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    # Without -noreset a server starts over when its last program leaves, and the next one may
    # come while it does.
    number = b""
    while not number.endswith(b"\n"):
        number += os.read(read, 16)
    os.close(read)
    yield f":{number.decode().strip()}"
    server.terminate()
    server.wait()


# Opens the window some days later, and tells of all words that are drawn.
LATER = """
import sys
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

from kalahgui.gui.paint import theme
from kalahgui.gui.shell import app, program

days, said = timedelta(days=int(sys.argv[1])), Path(sys.argv[2]).open("w")
app.datetime = SimpleNamespace(now=lambda: datetime.now() + days)
write = theme.write

def tell(surface, words, *rest, **options):
    print(words, file=said, flush=True)
    return write(surface, words, *rest, **options)

theme.write = tell
sys.exit(program.run())
"""


class Program:
    """The program as a person has it: a process, a window, a keyboard and a mouse.

    One that runs some days ``later`` tells of its words. Another ``command`` starts it elsewhere.
    """

    def __init__(
        self, display: str, home: Path, later: int | None = None, command: Sequence[str] = ()
    ) -> None:
        self.path = home / "KalahGUI" / "KalahGUI" / "kalahgui.sqlite3"
        self.env = dict(os.environ, DISPLAY=display, XDG_DATA_HOME=str(home), LANG="C.UTF-8")
        self.env |= {"SDL_AUDIODRIVER": "dummy", "SDL_FRAMEBUFFER_ACCELERATION": "0"}
        self.env["HOME"] = str(home)  # where pictures are saved
        for name in ("SDL_VIDEODRIVER", "LC_ALL", "LC_MESSAGES"):
            self.env.pop(name, None)
        self._said = home / "said.txt"
        folder = home if command else ROOT
        if later is not None:
            command = [sys.executable, "-c", LATER, str(later), str(self._said)]
        command = command or [sys.executable, str(ROOT / "main.py")]
        self.process = subprocess.Popen(command, env=self.env, cwd=folder)
        self.origin = wait_for(self._window)

    def _window(self):
        tree = subprocess.run(
            ["xwininfo", "-root", "-tree"], env=self.env, capture_output=True, text=True
        ).stdout
        matched = re.search(r'"Kalah".* (\d+)x(\d+)\+-?\d+\+-?\d+ +\+(-?\d+)\+(-?\d+)', tree)
        return (int(matched[3]), int(matched[4])) if matched else None

    def do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=self.env, check=True)

    def click(self, point: tuple[int, int]) -> None:
        x, y = point[0] + self.origin[0], point[1] + self.origin[1]
        self.do("mousemove", x, y, "click", 1)

    def rows(self, query: str) -> list[tuple]:
        try:
            with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=5) as store:
                return store.execute(query).fetchall()
        except sqlite3.OperationalError:
            return []

    def says(self, words: str) -> bool:
        """Tell whether a line of words was drawn."""
        return words in self._said.read_text("utf-8").splitlines()

    def match(self):
        """Return the newest match as it stands in the store."""
        store = Store(self.path)
        try:
            records = store.matches(1)
            return saved.stored_of(records[0]).match if records else None
        finally:
            store.close()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def choose(home: Path, **choices) -> None:
    """Leave choices in the store as an earlier run of the program would."""
    folder = home / "KalahGUI" / "KalahGUI"
    folder.mkdir(parents=True)
    store = Store(folder / "kalahgui.sqlite3")
    store.set_setting("choices", {"pace": "off", "sound": False, "language": "en"} | choices)
    store.close()


THREE_STONES = {"kalah": {"board": "6x3"}}
EASY = {"name": "", "person": False, "level": 3}


@pytest.fixture
def program(display, tmp_path):
    choose(tmp_path, cards=THREE_STONES, second=EASY, window=list(SIZE))
    running = Program(display, tmp_path)
    yield running
    running.end()


def persons_move(program: Program, plies: int):
    """Return the match once it is over, or the person's turn with more plies than before."""

    def ready():
        match = program.match()
        if match is None:
            return None
        done = match.over or (match.mover.person and len(match.plies) > plies)
        return match if done else None

    return wait_for(ready)


def play_whole_game(program: Program, sow, first: int = 3, place: int = -1) -> None:
    """Play a first move, and then always the legal one at a place."""
    sow(first)  # at three stones a pit the fourth of six ends in the store
    match = persons_move(program, 0)  # there is none in the store before
    while not match.over:
        plies = len(match.plies)
        sow(match.position.moves()[place])
        match = persons_move(program, plies)
    assert saved.result_of(match)


def test_a_whole_game_by_mouse(program):
    wait_for(lambda: program.process.poll() is None)
    press_start(program, by_mouse=True)
    play_whole_game(program, lambda pit: program.click(BOARD.centre(pit)))


def test_a_whole_game_by_keys(program):
    press_start(program, by_mouse=False)
    play_whole_game(program, lambda pit: program.do("key", str(pit + 1)))


CARDS = {
    "diamond": (628, 290),
    "reversi": (868, 290),
    "small": (1108, 290),
    "tictactoe": (169, 596),
    "eight": (404, 596),
}


@pytest.mark.parametrize("offer", CARDS)
def test_a_whole_game_of_every_other_kind_by_mouse(program, offer):
    time.sleep(0.5)
    program.click(CARDS[offer])
    time.sleep(0.5)
    program.click((1092, 712))
    time.sleep(0.5)
    game, variant = CATALOGUE[offer].game, CATALOGUE[offer].boards[0]
    start = game.start(variant)
    view = VIEWS[game.key](game, start, SQUARES, 0, PALETTES["paper"])
    view.tree_shown = False  # a person plays

    def click(position) -> None:
        cell = view.cell_of(position.moves()[-1], position)
        tiles = getattr(view, "tiles", None)
        program.click(tiles.tile_rect(cell).center if tiles else view.board.centre(cell))

    click(start)
    match = persons_move(program, 0)
    while not match.over:
        plies = len(match.plies)
        click(match.position)
        match = persons_move(program, plies)
    assert match.game is game
    assert saved.result_of(match)


def test_the_theatre_by_mouse_and_keys(program, tmp_path):
    time.sleep(0.5)
    program.click((1110, 596))
    time.sleep(1.0)
    for _ in (1, 2):  # from the first visit to a small part of a position, and to the whole
        program.do("key", "Return")
        time.sleep(1.0)

    def save() -> Path:
        before = set(tmp_path.glob("kalahgui-watch*.png"))
        program.do("key", "p")
        time.sleep(0.5)
        program.do("key", "Return")  # where it is suggested
        # A file is there before all of it is written.
        return wait_for(
            lambda: next(iter(set(tmp_path.glob("kalahgui-watch*.png")) - before), None)
        )

    first = save()
    program.do("key", "c", "c")
    time.sleep(0.5)
    second = save()
    time.sleep(0.5)
    pictures = [pygame.image.load(str(path)) for path in (first, second)]
    assert pictures[0].get_size() == pictures[1].get_size() == (1224, 640)
    assert pygame.image.tobytes(pictures[0], "RGB") != pygame.image.tobytes(pictures[1], "RGB")
    program.do("key", "Escape")
    press_start(program, by_mouse=True)
    program.click(BOARD.centre(3))
    assert wait_for(lambda: (m := program.match()) and m.plies and m).plies[0] == 3


def test_a_search_from_the_board_is_taken_along(program, tmp_path):
    """A move by keys, the search of what came of it, and its recording as a file."""
    press_start(program, by_mouse=False)
    program.do("key", "3")
    match = persons_move(program, 0)
    program.do("key", "l")
    time.sleep(0.5)
    program.do("key", "2")
    program.do("key", "a")
    time.sleep(0.5)
    program.do("key", "ctrl+s")
    time.sleep(0.5)
    program.click((640, 428))
    time.sleep(0.5)
    program.do("key", "Return")
    path = tmp_path / "kalahgui-search.json"
    wait_for(lambda: path.exists() and path.read_text("utf-8").endswith("}"))
    recording = export.opened(path.read_text("utf-8"))
    assert recording.plan.subject.root.copy().moves() == match.position.moves()
    assert export.document(recording)["position"] == match.game.position_text(match.position)
    assert (recording.plan.algorithm, recording.depth) == ("nega-alpha", 2)
    program.do("key", "Escape")
    time.sleep(0.5)
    program.do("key", str(match.position.moves()[0] + 1))
    wait_for(lambda: len(program.match().plies) > len(match.plies))


SMALL_BOARD = PitsBoard(4, pygame.Rect(40, 172, 860, 444))
REVIEW, SHOW_WHY, TRY_AGAIN, FIRST_MISTAKE = (1102, 642), (1102, 684), (1024, 730), (1102, 476)
EXERCISES, BEGIN, TO_MISTAKES, TO_HOME = (887, 38), (540, 721), (44, 38), (44, 38)


@pytest.mark.parametrize(
    "by_mouse", [True, pytest.param(False, marks=pytest.mark.long)], ids=["mouse", "keys"]
)
def test_a_lost_game_is_reviewed_and_its_exercises_come_again(display, tmp_path, by_mouse):
    small = {"kalah": {"board": "4x3", "more_boards": True}}
    choose(tmp_path, cards=small, second=EASY | {"level": 6}, window=list(SIZE))
    program = Program(display, tmp_path, later=0)
    sow = (
        (lambda pit: program.click(SMALL_BOARD.centre(pit)))
        if by_mouse
        else (lambda pit: program.do("key", str(pit + 1)))
    )

    def press(place: tuple[int, int], *keys: str) -> None:
        program.click(place) if by_mouse else program.do("key", *keys)
        time.sleep(0.5)

    try:
        press_start(program, by_mouse)
        play_whole_game(program, sow, first=0, place=0)
        game = program.match()
        line = game.ply_texts(game.tip)
        assert game.tip.winner == 1, "it was played badly on purpose"
        time.sleep(1.5)
        press(REVIEW, "shift+r")
        wait_for(lambda: program.rows("SELECT match FROM reviews WHERE complete"))
        press(FIRST_MISTAKE, "n")
        press(SHOW_WHY, "w")
        press(SHOW_WHY, "w")  # back to the mistake
        press(TRY_AGAIN, "t")

        sow(1)  # judged within the review: the game stays as it was
        time.sleep(1.0)
        match = program.match()
        assert match.ply_texts(match.tip) == line
        program.do("key", "Escape")
        time.sleep(0.5)

        due = mistakes.due(Store(program.path), datetime.now().astimezone())
        assert due
        if by_mouse:
            press(EXERCISES)
            press(BEGIN)
        else:
            for key in ("Escape", "Escape", "Escape", "n", "Next", "Next", "Return"):
                program.do("key", key)
                time.sleep(0.5)
        answer_exercise(program, mistakes.exercise_of(due[0]), by_mouse)
        press(TO_MISTAKES, "Escape")
        press(TO_HOME, "Escape")
        today = datetime.now().astimezone()
        assert mistakes.count_due(Store(program.path), today) == len(due) - 1
        program.end()
        program = Program(display, tmp_path, later=1)
        wait_for(lambda: program.says(say("mistake_card", count=len(due))))
    finally:
        program.end()


def answer_exercise(program: Program, exercise, by_mouse: bool) -> None:
    """Answer an exercise with the worst move, and then with the best."""
    game, judge, match = exercise.game, exercise.judge, exercise.match()
    view = VIEWS[game.key](game, exercise.start, LESSON_BOARD, 0, PALETTES["paper"])
    worst = max(match.position.moves(), key=judge.loss)
    for move in (worst, judge.next_plies(match)[0]):
        if by_mouse:
            program.click(view.mark_place(view.cell_of(move, exercise.start))[0].center)
        else:
            program.do("key", game.text(move))
        time.sleep(4.0)  # the board comes back
    assert program.says(say("mistake_right"))


USUAL = GAMES["kalah"].start(GAMES["kalah"].variant).stones


def test_a_position_is_set_up_and_its_game_found_in_the_library_by_keys(program):
    time.sleep(0.5)
    program.do("key", "ctrl+e")
    time.sleep(0.5)
    for key in ("Right", "plus", "plus", "Return"):
        program.do("key", key)
        time.sleep(0.3)
    program.do("key", "1")
    match = wait_for(lambda: program.match())
    assert match.start.stones == USUAL + 2
    program.do("key", "Escape", "key", "Escape")
    time.sleep(0.5)
    program.do("key", "l")
    time.sleep(1.0)
    for key, gone in (("Delete", True), ("ctrl+z", False)):
        program.do("key", key)
        wait_for(lambda gone=gone: program.rows("SELECT deleted != '' FROM matches") == [(gone,)])
    program.do("key", "s")
    wait_for(lambda: program.rows("SELECT starred FROM matches") == [(1,)])
    moves = program.rows("SELECT moves FROM matches")
    program.do("key", "Return")
    time.sleep(0.8)
    program.do("key", "2", "key", "3", "key", "4")
    wait_for(lambda: program.rows("SELECT moves FROM matches") != moves)


def test_a_position_is_set_up_and_its_game_found_in_the_library_by_mouse(program):
    time.sleep(0.5)
    program.click((1110, 70))  # the pencil
    time.sleep(0.8)
    for _ in range(3):
        program.click((205, 418))  # the first pit of the side below
        time.sleep(0.2)
    program.click((1098, 646))  # play from here
    time.sleep(0.8)
    program.do("key", "1")
    match = wait_for(lambda: program.match())
    assert match.start.stones == USUAL + 3
    program.click((44, 38))  # home
    time.sleep(0.8)
    program.click((779, 70))  # my games
    time.sleep(1.0)
    program.click((300, 180))  # the first row chooses, a second click opens
    program.click((300, 180))
    time.sleep(0.8)
    moves = program.rows("SELECT moves FROM matches")
    program.do("key", "2", "key", "3", "key", "4")
    wait_for(lambda: program.rows("SELECT moves FROM matches") != moves)


def press_start(program: Program, by_mouse: bool) -> None:
    """Choose Kalah and start, with time for the window to draw each screen."""
    time.sleep(0.5)
    if by_mouse:
        program.click((280, 290))
        time.sleep(0.5)
        program.click((1092, 712))
    else:
        program.do("key", "Return")
        time.sleep(0.5)
        program.do("key", "Return")
    time.sleep(0.5)


LESSON_BOARD = pygame.Rect(40, 79, 1200, 457)


def do_task(program: Program, task, shown: float = 1.8) -> None:
    """Do a task of a lesson: cells by clicks, moves and answers by keys.

    What follows is ``shown`` for so many seconds, and the next task comes by itself.
    """
    if task.asking is not None and not task.asking.options:
        view = VIEWS[task.game.key](task.game, task.start, LESSON_BOARD, 0, PALETTES["paper"])
        for cell in sorted(task.asking.wanted):
            program.click(view.mark_place(cell)[0].center)
            time.sleep(0.3)
    elif task.asking is not None:
        program.do("key", task.asking.next_choice(()) + 1)
    else:
        match = task.match()
        for ply in task.judge.next_plies(match):
            program.do("key", task.game.text(ply))
            time.sleep(0.6)
    time.sleep(shown)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_course_of_kalah_by_mouse_and_keys(program, whole):
    time.sleep(0.5)
    program.click((640, 596))
    time.sleep(1.0)
    program.do("key", "Return")
    time.sleep(1.0)
    lessons = course("kalah").lessons
    for number, lesson in enumerate(lessons[: -1 if whole else 2], 1):
        for task in lesson.tasks:
            do_task(program, task, 3.6 if lesson.key == "end" else 1.8)  # a sweep takes longer
        stars = dict(program.rows("SELECT lesson, stars FROM lessons"))
        assert stars == {done.key: 3 for done in lessons[:number]}
        program.do("key", "Return")
        time.sleep(0.6)
    if not whole:
        return
    program.click((1009, 676))  # a small game, which any moves bring to an end

    def finished():
        program.do("key", "1", "2", "3", "Return")
        time.sleep(0.3)
        return len(program.rows("SELECT lesson FROM lessons")) == len(lessons)

    wait_for(finished)


def solve_puzzle(program: Program, run: PuzzleRun) -> None:
    """Solve the present puzzle of a run by keys, and wait for its try."""
    game, count = run.game, len(run.history.tries)
    for number, turn in enumerate(run.puzzle.turns):
        if number % 2:
            time.sleep(0.8 + 0.4 * len(turn))  # the reply is played
            continue
        for ply in turn:
            program.do("key", game.text(ply))
            time.sleep(0.6)
    run.note(Answer(Grade.DONE))
    wait_for(lambda: len(program.rows("SELECT id FROM puzzle_tries")) == count + 1)


def test_todays_puzzle_by_mouse_and_keys_and_a_streak_to_its_end(program):
    def run_of(way: str) -> PuzzleRun:
        tries = learnt.tries(Store(program.path), "kalah")
        keep = [].append
        return PuzzleRun(GAMES["kalah"], "6x6", way, "", History(tries), keep, datetime.now)

    time.sleep(0.5)
    program.click((640, 596))
    time.sleep(1.0)
    program.click((1013, 39))  # the tab
    time.sleep(0.6)
    program.do("key", "Return")
    time.sleep(0.6)
    today = run_of(TODAY)
    solve_puzzle(program, today)
    day = str(today.day)
    query = "SELECT number, way, solved, day FROM puzzle_tries ORDER BY id"
    assert program.rows(query) == [(today.puzzle.number, "today", 1, day)]
    program.click((415, 748))  # the streak
    time.sleep(0.8)
    streak = run_of(STREAK)
    for _ in (1, 2):
        solve_puzzle(program, streak)
        program.do("key", "Return")
        time.sleep(0.8)
        streak.go_by(1)
    for _ in (1, 2):  # the theme is told, and then the first move, which ends it
        program.do("key", "h")
        time.sleep(0.6)
    wait_for(lambda: len(program.rows(query)) == 4)
    assert [row[1:] for row in program.rows(query)] == [
        ("today", 1, day),
        ("streak", 1, ""),
        ("streak", 1, ""),
        ("streak", 0, ""),
    ]
    assert program.rows(query)[-1][0] == streak.puzzle.number


def test_killed_in_the_middle_it_continues(display, tmp_path):
    choose(tmp_path, second={"person": True}, window=list(SIZE))
    program = Program(display, tmp_path)
    try:
        press_start(program, by_mouse=False)
        for count, key in enumerate("1346", 1):
            program.do("key", key)
            wait_for(
                lambda count=count: len(program.match().plies) == count if program.match() else 0
            )
        before = program.match().position
        os.kill(program.process.pid, signal.SIGKILL)
        program.process.wait()
        program.end()
        program = Program(display, tmp_path)
        time.sleep(0.5)
        program.click((1136, 178))
        time.sleep(0.5)
        program.do("key", "2")
        after = wait_for(lambda: (m := program.match()) and len(m.plies) == 5 and m)
        assert after.here.line[3].position == before
        assert len(program.rows("SELECT id FROM matches")) == 1
    finally:
        program.end()


LONG = f'[Game "kalah:6x4"]\n\n1. 3 6{" " * 2_000_000}2. 4 *\n'
needs_xclip = pytest.mark.skipif(shutil.which("xclip") is None, reason="needs xclip")


def xclip(program: Program, *options: str, given: str | None = None) -> str:
    """Copy what is given on the display of a program, or return what is to be pasted there."""
    command = ["xclip", "-selection", "clipboard", *options]
    # One that has copied stays, and would keep a pipe open.
    with (program.path.parent / "pasted").open("w+") as file:
        subprocess.run(command, env=program.env, input=given, text=True, stdout=file, check=True)
        file.seek(0)
        return file.read()


@needs_xclip
def test_a_text_that_comes_in_parts_is_pasted(program):
    time.sleep(0.5)
    xclip(program, given=LONG)
    program.do("key", "ctrl+v")
    assert wait_for(program.match).ply_texts() == ["3", "6", "4"]


@needs_xclip
def test_what_was_copied_outlasts_the_program(program):
    """X11 keeps nothing itself, and there is no program here that would."""
    press_start(program, by_mouse=False)
    program.do("key", "3")
    persons_move(program, 0)
    program.do("key", "ctrl+c")
    time.sleep(0.5)
    copied = xclip(program, "-out")
    assert copied.startswith("[Game ")
    program.do("key", "ctrl+q")
    assert program.process.wait(DEADLINE) == 0
    assert xclip(program, "-out") == copied


def test_without_a_display_it_says_so(tmp_path):
    env = {
        k: v
        for k, v in os.environ.items()
        if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py")],
        env=env | {"XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "--help" in done.stderr
