"""Games that leave the window and come into it: clipboard, dropped files, the card of files."""

import contextlib
import json
import os
import random
import sys
import threading
from itertools import product
from pathlib import Path
from subprocess import PIPE, Popen

import pygame
import pytest
from written_games import wthor

from kalahgui import words
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.screens.editor.editor import Editor
from kalahgui.gui.screens.exchange import keeping, system_dialog
from kalahgui.gui.screens.exchange.exchange import TakeGames
from kalahgui.gui.screens.exchange.file_cards import OpenFile, SaveFile
from kalahgui.gui.screens.exchange.keeping import MOST_MOVES, SOME, KeepGames, fitting
from kalahgui.gui.screens.exchange.share_card import BoardPicture, Share
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.review.review import Review
from kalahgui.gui.screens.theatre.theatre_screen import Theatre
from kalahgui.gui.services import naming, saving
from kalahgui.gui.services.navigation import GameOf, MainScreen, RulesOf, TheatreOf
from kalahgui.gui.services.services import PASSING_SECONDS
from kalahgui.library import formats, saved
from kalahgui.library.days import day_of
from kalahgui.library.formats import WrittenGame
from kalahgui.library.formats.found import Bad, collected
from kalahgui.library.saved import stored_of
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player
from kalahgui.theatre import export
from kalahgui.theatre.recording import Plan, record
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import say, why

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
GAME = (
    '[Game "kalah:6x4"]\n[Event "Cup"]\n[Date "2001.02.03"]\n[First "Aiko"]\n[Second "Ren"]\n'
    '[Result "*"]\n\n1. 3 6 {good} 2. 4 (2. 1) 3. 1 *\n'
)


def paste(window, clip, text):
    """Paste a text and let it be read."""
    clip["text"] = text
    window.key(pygame.K_v, "\x16", CTRL)
    window.arrive()


def stored(window):
    """Return how many matches are in the store."""
    return len(window.app.store.rows("SELECT id FROM matches"))


def play_kalah(window):
    """Begin a game of two people."""
    game = GAMES["kalah"]
    window.app.open(GameOf(Match(game, "6x4", ("empty-capture",), (Player("A"), Player("B")))))
    window.frames(3)
    return window.app.screen


def test_a_game_with_too_large_a_tree_is_left_to_the_command_line(window, clip, monkeypatch):
    monkeypatch.setattr(keeping, "MOST_MOVES", 3)
    paste(window, clip, GAME)
    assert isinstance(window.app.screen, Home)
    assert stored(window) == 0
    assert any("at most 3 moves" in notice for notice in window.services.notices.waiting)


def test_a_game_is_copied_as_it_was_pasted(window, clip):
    paste(window, clip, GAME)
    screen = window.app.screen
    assert isinstance(screen, Play)
    assert screen.match.ply_texts() == ["3", "6", "4", "1"]
    (kept,) = window.services.autosave.unfinished()
    again = stored_of(kept.record)
    assert formats.text_of(formats.WrittenGame(again.match, again.tags)) == GAME
    assert again.begun == "2001-02-03"
    clip["text"] = ""
    window.key(pygame.K_c, "\x03", CTRL)
    assert clip["text"] == GAME
    assert window.services.notices.waiting[0] == say("copied_game")


def test_a_game_that_comes_in_again_is_the_one_that_is_kept(window, clip):
    paste(window, clip, GAME)
    window.type("2")
    window.settle()
    paste(window, clip, GAME)  # the game as it was before the last move is another one
    assert stored(window) == 2
    window.services.notices.waiting.clear()
    for _ in range(2):
        paste(window, clip, GAME)
        assert stored(window) == 2
        assert say("game_left") not in window.services.notices.waiting
    window.app.open(MainScreen.HOME)
    paste(window, clip, GAME)
    assert stored(window) == 2
    assert window.app.screen.match.ply_texts() == ["3", "6", "4", "1"]
    paste(window, clip, GAME.replace("{good}", "{bad}"))
    assert stored(window) == 3


def test_a_game_played_here_and_copied_is_known_again(window, clip):
    screen = play_kalah(window)
    window.type("36")
    window.settle()
    window.key(pygame.K_c, "\x03", CTRL)
    window.key(pygame.K_v, "\x16", CTRL)
    window.arrive()
    assert stored(window) == 1
    window.type("2")
    window.settle()
    assert window.app.screen.match.ply_texts() == ["3", "6", "2"]
    assert stored(window) == 1
    assert screen.stored is window.app.screen.stored


def test_the_answer_to_a_file_stands_in_place_of_the_one_before(window, tmp_path):
    notices, why = window.services.notices, say("text_without_game")
    for number, data in enumerate(
        (b"", b"hello", b"caf\xe9", b"\x89PNG\0\0", b"\x89PNG" + bytes(99), bytes(99))
    ):
        path = tmp_path / f"{number}.txt"
        path.write_bytes(data)
        window.drop(path)
        window.frames(3)
        window.settle()
        assert notices.waiting == [say("file_not_opened", name=path.name, why=why)]
    notices.update(PASSING_SECONDS)
    assert notices.waiting, "it does not pass like a word on what was done"
    good = tmp_path / "game.txt"
    good.write_text(GAME, "utf-8")
    notices.add(say("hidden_thinking"))
    for file in (good, path, good):
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(file)))
    window.frames(1)
    window.arrive()
    assert isinstance(window.app.screen, Play)
    assert len(notices.waiting) == 2, "those that come together are told apart"
    window.drop(good)
    assert notices.waiting == [say("hidden_thinking")], "a word about something else stays"


def test_the_position_looked_at_is_copied(window, clip):
    screen = play_kalah(window)
    window.type("36")
    window.settle()
    window.do("back")
    window.key(pygame.K_c, "\x03", CTRL | SHIFT)
    position = formats.read(clip["text"].encode()).position
    assert position.start == screen.match.root.children[0].position
    assert position.rules == ("empty-capture",)


def test_control_and_letters_do_nothing_else_in_a_game_or_a_review(window, clip):
    screen = play_kalah(window)
    window.type("3")
    window.settle()
    before = window.services.choices.values
    clip["text"] = " \n"
    window.key(pygame.K_v, "\x16", CTRL)
    assert window.services.choices.values == before
    assert window.services.notices.waiting[0] == say("clipboard_empty")
    screen.review()
    window.frames(3)
    assert isinstance(window.app.screen, Review)
    window.key(pygame.K_c, "\x03", CTRL)
    assert isinstance(window.app.screen, Review), "C alone would play on"
    assert '[Rules "empty-capture"]' in clip["text"]


def test_a_pasted_position_is_laid_out_to_be_edited_and_played(window, clip):
    paste(window, clip, "<6,1,0,3,4,4,4,4,4,4,4,4,4,4,4> N")
    editor = window.app.screen
    assert isinstance(editor, Editor)
    assert editor.editing.verdict.text == clip["text"]
    window.press(say("edit_play"))
    match = window.app.screen.match
    assert match.game.position_text(match.start) == clip["text"]
    paste(window, clip, "reversi:6x6 empties-winner " + "-" * 14 + "OX----XO" + "-" * 14 + " X")
    draft = window.app.screen.editing.draft
    assert (draft.game, draft.rules) == ("reversi", ("empties-winner",))


def test_a_bad_text_is_a_notice_and_nothing_is_lost(window, clip):
    for where in ("home", "play", "review"):
        if where == "play":
            play_kalah(window)
            window.type("3")
            window.settle()
        elif where == "review":
            window.app.screen.review()
            window.frames(3)
        before = window.app.screen
        window.services.notices.waiting.clear()
        paste(window, clip, "f5f5")
        assert window.app.screen is before
        assert window.services.notices.waiting == [
            say("not_opened", why="word 2 of the moves, 'f5': this move is not legal here")
        ]


def test_a_lack_of_memory_is_a_notice(window, clip, monkeypatch):
    def short_of_memory(*_, **__):
        raise MemoryError

    monkeypatch.setattr(formats, "games_in", short_of_memory)
    paste(window, clip, "kalah:6x4 3")
    assert window.services.notices.waiting[-1] == say("not_opened", why=say("failed_memory"))


def test_a_clipboard_that_fails_is_one_notice(window, monkeypatch):
    def fail(*_):
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", fail)
    monkeypatch.setattr(pygame.scrap, "get_text", fail)
    play_kalah(window)
    for key, mod in ((pygame.K_c, CTRL), (pygame.K_v, CTRL), (pygame.K_c, CTRL | SHIFT)):
        window.services.notices.waiting.clear()
        window.key(key, "", mod)
        assert window.services.notices.waiting == [say("no_clipboard")]


def test_several_games_are_taken_after_a_question(window, tmp_path):
    path = tmp_path / "WTH_2001.wtb"
    moves = ((56, 64), (56, 56), (56, 66))
    path.write_bytes(wthor([(0, 2 * n, 2 * n + 1, 0, list(line)) for n, line in enumerate(moves)]))
    with path.open("ab") as file:
        file.write(b"x")
    window.drop(path)
    question = window.app.screen
    assert isinstance(question, TakeGames)
    assert question.title_words == "Keep 2 games?"
    said = " ".join(window.said())
    assert "One could not be read: record 2: move 2, 56: this move is not legal here." in said
    assert "Note: the WTHOR file: 3 games need 220 bytes, and the file has 221." in said
    window.key(pygame.K_ESCAPE)
    window.arrive()
    assert stored(window) == 0 and isinstance(window.app.screen, Home)
    window.drop(path)
    window.key(pygame.K_RETURN)
    window.arrive()
    assert stored(window) == 2
    assert window.services.notices.waiting[-1] == say("games_taken", count=2)
    assert isinstance(window.app.screen, Home)
    assert window.app.screen.unfinished is None, "nobody has played on here"
    window.app.open(MainScreen.LIBRARY)
    window.app.screen.look_for("2001 年")
    window.settle()
    assert len(window.app.screen.games.shown) == 2
    said = window.says()
    whens = [line.rpartition(" · ")[2] for line in said.split("\n")]
    assert "2001" in whens and "January" not in said, "the year alone is known"


def test_games_that_are_still_to_be_kept_are_kept_when_the_window_closes(window, clip):
    paste(window, clip, "f5d6\nf5f6\nf5f4")
    window.key(pygame.K_RETURN)
    path = window.app.store.path
    window.app.close()
    assert len(Store(path).matches()) == 3


def test_of_several_games_all_are_kept_or_none(window, clip):
    window.app.store.change("CREATE UNIQUE INDEX no_second ON matches (game)")
    keep(window, clip, "f5d6\nf5f6\nf5f4\nf5")
    failed = say("store_failed", words="UNIQUE constraint failed: matches.game")
    assert window.services.notices.waiting == [say("games_not_taken", why=failed)]
    assert stored(window) == 0
    window.app.store.change("DROP INDEX no_second")
    keep(window, clip, "f5d6\nf5f6\nf5f4\nf5")
    assert stored(window) == 4


def test_several_games_are_not_kept_twice(window, clip):
    window.app.open(MainScreen.LIBRARY)
    window.settle()
    keep(window, clip, "f5d6\nf5f6")
    window.settle()
    assert len(window.app.screen.games.shown) == 2
    assert window.services.notices.waiting[-1] == say("games_taken", count=2)
    keep(window, clip, "f5d6\nf5f4\nf5f6\nf5f4")
    assert stored(window) == 3
    assert window.services.notices.waiting[-1] == "1 game added, 3 were here already."
    window.app.store.change("UPDATE matches SET side_lines = '{' WHERE moves = 'f5 d6'")
    keep(window, clip, "f5d6\nf5f6")
    assert stored(window) == 4, "what is damaged is no game"


def test_games_of_other_days_are_other_games_and_those_without_moves_are_none(window, clip):
    game = '[Game "tictactoe"]\n[First "Ann"]\n[Date "%s"]\na1 b2 c3\n'
    days = "2020.01.01", "2024.05.06", "2020.??.??"
    files = "".join(game % day for day in days), "".join(game % day for day in days[1:])
    said = "2 games added, 1 was here already.", "2 were here already."
    for text, words_said in zip(files, said, strict=True):
        keep(window, clip, text + '[Game "eight"]\n*\n')
        assert window.services.notices.waiting[-1] == words_said
    window.services.notices.waiting.clear()
    paste(window, clip, 2 * '[Game "eight"]\n*\n')
    assert window.services.notices.waiting == [say("not_opened", why=say("text_without_game"))]


def keep(window, clip, text: str) -> None:
    """Paste several games, and have them kept."""
    paste(window, clip, text)
    window.press(say("take_yes"))
    window.arrive()


@pytest.mark.few(1)
@pytest.mark.parametrize("where", ["home", "theatre", "play"])
def test_a_recording_opens_in_the_theatre_and_a_damaged_one_is_a_notice(window, tmp_path, where):
    if where == "theatre":
        window.app.open(TheatreOf())
    elif where == "play":
        play_kalah(window)
    window.frames(20)
    before, path = list(window.app.screens), tmp_path / "search.json"
    game = GAMES["reversi"]
    recording = record(Plan(PositionSubject(game, game.start("4x4")), "mtd-f", 3, guess=2))
    sound = export.document(recording, True)
    wrong = json.dumps(sound | {"value": 99, "steps": []})
    for text in ("", "f5d6", '{"game": "kalah"}', wrong):
        window.services.notices.waiting.clear()
        path.write_text(text, "utf-8")
        window.drop(path)
        window.frames(5)
        assert window.app.screens == before
        (notice,) = window.services.notices.waiting
        assert "JSON" in notice or "recording" in notice or "steps" in notice
    path = tmp_path / "search.whatever"
    path.write_text(json.dumps(sound), "utf-8")
    window.drop(path)
    screen = window.app.screen
    assert isinstance(screen, Theatre)
    window.wait_for(lambda: screen.visit.algorithm == "mtd-f")


@pytest.mark.few(1)
@pytest.mark.parametrize("card", [MainScreen.SETTINGS, RulesOf(), MainScreen.FILES])
def test_what_is_dropped_on_a_card_waits_until_that_is_gone(window, tmp_path, card):
    path = tmp_path / "game.txt"
    path.write_text(GAME, "utf-8")
    screen = play_kalah(window)
    window.app.open(card)
    over = window.app.screen
    window.drop(path)
    assert window.app.screens == [screen, over]
    assert window.services.notices.waiting[0] == say("opens_after_card")
    window.key(pygame.K_ESCAPE)
    window.arrive()
    assert window.app.screen is not screen
    assert window.app.screen.match.players[0].name == "Aiko"


@pytest.mark.slow
def test_there_is_one_question_at_a_time(window, tmp_path):
    for name, moves in (("a.txt", "f5d6\nf5f6"), ("b.txt", "f5d6\nf5f6\nf5f4")):
        (tmp_path / name).write_text(moves, "utf-8")
        window.drop(tmp_path / name)
    home, question = window.app.screens
    assert isinstance(home, Home)
    assert question.title_words == say("take_title", count=2)
    window.press(say("take_no"))
    window.arrive()
    assert [type(screen) for screen in window.app.screens] == [Home, TakeGames]
    assert window.app.screen.title_words == say("take_title", count=3)
    window.press(say("take_yes"))
    window.arrive()
    assert stored(window) == 3


@pytest.mark.slow
def test_a_game_in_play_that_another_one_replaces_is_kept_and_that_is_said(window, clip):
    play_kalah(window)
    window.type("3")
    window.settle()
    paste(window, clip, GAME)
    assert window.services.notices.waiting[-1] == say("game_left")
    assert stored(window) == 2
    window.services.notices.waiting.clear()
    window.app.open(MainScreen.HOME)
    paste(window, clip, GAME)
    assert say("game_left") not in window.services.notices.waiting


def test_what_cannot_be_opened_is_said_by_its_name(window, tmp_path, monkeypatch):
    bad, pipe, folder = tmp_path / os.fsdecode(b"bad\xff.txt"), tmp_path / "pipe", tmp_path / "d"
    folder.mkdir()
    said = {
        tmp_path / "none.txt": "none.txt could not be opened: No such file",
        tmp_path / "a\0b.txt": "a?b.txt could not be opened: a file cannot have this name",
        folder: "d could not be opened: this is a folder",
    }
    with contextlib.suppress(OSError, UnicodeEncodeError):  # there are no such names everywhere
        bad.write_bytes(b"\n" * 100_001 + b"hello")
        said[bad] = "bad?.txt could not be opened: there is no game in it that KalahGUI can read."
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
        said[pipe] = "pipe could not be opened: this is not a regular file"
    opened = Path.open

    def open_another(place, *how, **more):
        assert place not in (folder, pipe), "it was opened"
        return opened(place, *how, **more)

    monkeypatch.setattr(Path, "open", open_another)
    for path, words_said in said.items():
        window.drop(path)
        window.frames(3)
        window.settle()
        assert window.services.notices.waiting[-1].startswith(words_said)
    window.app.open(MainScreen.FILES)  # what cannot be read does not wait until a card is gone
    window.drop(folder)
    assert window.services.notices.waiting[-1].startswith(said[folder])


# -- the system's own dialog


class DialogOfFiles:
    """What the system says when a file is asked for, once ``let_go`` is set."""

    def __init__(self) -> None:
        self.let_go, self.asked = threading.Event(), []
        self.answer: object = ""

    def open_file(self, title: str, folder: str) -> object:
        self.asked.append((title, folder))
        if self.answer == "a program":  # as a system's dialog that is a program of its own
            self.program = Popen([sys.executable, "-c", "input()"], stdin=PIPE)
            self.let_go.set()
            self.program.wait()
            return ""
        assert self.let_go.wait(30)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def system(monkeypatch, files):
    """Return the dialog that a desktop has, in which nobody can be as quick as a test."""
    dialog = DialogOfFiles()
    monkeypatch.setitem(sys.modules, "crossfiledialog", dialog)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(system_dialog, "NO_HAND", 0.0)
    yield dialog
    dialog.let_go.set()


def ask_for_a_file(window) -> None:
    window.key(pygame.K_o, "\x0f", CTRL)


def answered(window, frames: int = 3) -> None:
    """Wait for the thread on which the dialog was shown."""
    for thread in threading.enumerate():
        if thread.name == "choosing a file":
            thread.join(30)
    window.frames(frames)


def test_a_file_is_chosen_in_the_dialog_of_the_system_while_the_window_goes_on(
    window, system, files
):
    below = window.app.screen
    ask_for_a_file(window)
    window.frames(5)
    assert window.app.screen is below
    system.answer = str(files / "a game.txt")
    system.let_go.set()
    answered(window)
    window.arrive()
    assert isinstance(window.app.screen, Play)
    assert system.asked == [(say("open_title"), str(files))]


def test_nothing_happens_when_no_file_is_chosen(window, system):
    below = window.app.screen
    system.answer = RuntimeError("execution error: User canceled. (-128)")
    for answer in (system.answer, "", None):
        system.answer = answer
        system.let_go.set()
        ask_for_a_file(window)
        answered(window)
        assert window.app.screen is below and not window.services.notices.waiting
    assert len(system.asked) == 3


@pytest.mark.parametrize("failure", [RuntimeError("no such program"), "in no time"])
def test_our_card_comes_where_the_system_has_no_dialog(window, system, monkeypatch, failure):
    system.answer = failure
    if failure == "in no time":
        system.answer = ""
        monkeypatch.setattr(system_dialog, "NO_HAND", 60.0)
    system.let_go.set()
    ask_for_a_file(window)
    answered(window)
    assert isinstance(window.app.screen, OpenFile)


def test_who_asks_again_has_lost_the_dialog_and_gets_our_card(window, system):
    ask_for_a_file(window)
    window.frames(2)
    ask_for_a_file(window)
    assert isinstance(window.app.screen, OpenFile)
    assert len(system.asked) == 1
    system.answer = RuntimeError("no such program")  # after all
    system.let_go.set()
    answered(window)
    assert sum(isinstance(screen, OpenFile) for screen in window.app.screens) == 1


def test_a_dialog_does_not_outlast_the_window(window, system):
    system.answer = "a program"
    ask_for_a_file(window)
    assert system.let_go.wait(30) and system.program.poll() is None
    window.app.close()
    answered(window, frames=0)
    assert system.program.returncode


def test_our_card_comes_to_who_is_not_served_by_the_system(window, system):
    for need in ({"switch": "slow"}, {"text": "times_2"}, {}):
        window.app.fullscreen = not need
        window.choose(**({"switch": "off", "text": "normal"} | need))
        window.app.open(MainScreen.FILES)
        assert isinstance(window.app.screen, OpenFile) and not system.asked
        window.app.pop()


# -- the card of files


@pytest.fixture
def files(tmp_path):
    """Put two files and a folder where the card looks first."""
    documents = tmp_path / "Documents"
    documents.mkdir()
    (documents / "a game.txt").write_text(GAME, "utf-8")
    (documents / "b.txt").write_text("nonsense", "utf-8")
    (documents / "folder").mkdir()
    (documents / "folder" / "c.txt").write_text("eight 1 2", "utf-8")
    return documents


def listed(window) -> list[str]:
    """Return the names in the list of the card on which a file is chosen."""
    [files] = [part for part in window.app.accessible_node().all if part.role is Role.LIST]
    return [item.name for item in files.parts]


def line_of(window) -> str:
    """Return the path that stands on the card."""
    [line] = [part for part in window.app.accessible_node().all if part.role is Role.FIELD]
    return line.value


def fill_in(window, text: str) -> None:
    """Have a path on the card in place of the one that is there."""
    window.key(pygame.K_a, mod=CTRL)
    window.key(pygame.K_DELETE)
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
    window.frames()


def click_on(window, name: str) -> None:
    """Click a file or a folder in the list."""
    [files] = [part for part in window.app.accessible_node().all if part.role is Role.LIST]
    window.click(next(item.rect.center for item in files.parts if item.name == name))


def choose(window, name, by):
    """Choose a file or a folder in the list."""
    if by == "mouse":
        click_on(window, name)
    else:
        for _ in range(listed(window).index(name) + 1):
            window.key(pygame.K_DOWN)
    window.frames(3)


@pytest.fixture
def unwritable(files):
    """Add files and a folder with names that are no text, and alike as far as they can be shown.

    Each file has a game with another move.
    """
    names = (b"bad\xff.txt", b"bad\xfe.txt", b"bad?.txt")
    bad = files / os.fsdecode(b"deep\xe9")
    try:
        bad.mkdir()
        for folder in (files, bad):
            for move, name in enumerate(names, 1):
                (folder / os.fsdecode(name)).write_text(f"kalah:6x4 {move}", "utf-8")
    except (OSError, UnicodeEncodeError):
        pytest.skip("there are no such names here")
    return bad


SHOWN = ["bad?.txt", "bad?.txt (2)", "bad?.txt (3)"]


@pytest.mark.parametrize(("name", "by"), [*zip(SHOWN, ("mouse", "keys", "mouse"), strict=True)])
def test_files_whose_names_no_font_can_write_are_shown_and_opened(
    window, files, unwritable, name, by
):
    for deep in (False, True):
        window.app.open(MainScreen.FILES)
        if not deep:
            assert listed(window) == ["deep?", "folder", "a game.txt", "b.txt", *SHOWN]
        else:
            choose(window, "deep?", by)
            window.key(pygame.K_RETURN, "\r")
            window.frames(3)
            assert listed(window) == SHOWN
        window.app.rebuild()  # as when the window becomes larger
        window.frames(3)
        folder = unwritable if deep else files
        moves = {path.name: path.read_text("utf-8")[-1] for path in folder.glob("bad*")}
        choose(window, name, by)
        chosen = window.app.screen.chosen
        assert chosen.parent == folder and (chosen.name == name) == (name == "bad?.txt")
        assert line_of(window) == words.writable(str(chosen))
        window.press(say("open_do")) if by == "mouse" else window.key(pygame.K_RETURN, "\r")
        window.arrive()
        assert isinstance(window.app.screen, Play)
        assert window.app.screen.match.ply_texts() == [moves[chosen.name]]
    window.app.open(MainScreen.FILES)
    assert window.app.screen.folder == folder


def test_files_are_sorted_by_the_numbers_in_their_names_and_hidden_ones_left_out(window, files):
    for name in ("game 10.txt", "Game 2.txt", "zzz", "\xc4hre.txt", "2.txt", ".hidden"):
        (files / name).touch()
    window.key(pygame.K_o, "\x0f", CTRL)
    first, last = ["folder", "2.txt", "a game.txt", "\xc4hre.txt"], ["game 10.txt", "zzz"]
    assert listed(window) == [*first, "b.txt", "Game 2.txt", *last]


def test_a_file_is_chosen_by_keys(window, files):
    window.key(pygame.K_o, "\x0f", CTRL)
    card = window.app.screen
    assert isinstance(card, OpenFile) and card.chosen is None
    window.key(pygame.K_DOWN)
    window.frames(3)
    assert card.chosen is None, "a folder is no file"
    window.key(pygame.K_DOWN)
    window.frames(3)
    assert card.chosen == files / "a game.txt"
    window.key(pygame.K_UP)
    window.frames(3)
    window.key(pygame.K_RETURN, "\r")
    window.frames(3)
    assert card.folder == files / "folder"
    window.key(pygame.K_DOWN)
    window.frames(3)
    assert card.chosen == files / "folder" / "c.txt"
    window.key(pygame.K_RETURN, "\r")
    window.frames(3)
    window.arrive()
    assert isinstance(window.app.screen, Play)
    # The next one is looked for where the last one was.
    window.key(pygame.K_o, "\x0f", CTRL)
    assert window.app.screen.folder == files / "folder"


def test_a_path_that_cannot_be_opened_is_said_on_the_card(window, files):
    window.app.open(MainScreen.FILES)
    window.frames(3)
    card = window.app.screen
    for number, (typed, said) in enumerate(
        {
            "nowhere/none.txt": "No such file",
            "folder": "This is a folder: choose a file in it.",
            "b.txt/none.txt": "could not be opened",
            "x" * 300: "could not be opened",
        }.items()
    ):
        path = str(files / typed)
        window.frames()
        card.controls.focus_on_key("path")
        fill_in(window, path)
        window.key(pygame.K_RETURN, "\r") if number % 2 else window.press(say("open_do"))
        window.frames(3)
        assert window.app.screen is card
        (notice,) = window.services.notices.waiting
        assert said in notice
        assert line_of(window) == path, "it can be mended"
    card.controls.focus_on_key("path")
    fill_in(window, str(files / "a game.txt"))
    window.press(say("open_do"))
    window.arrive()
    assert isinstance(window.app.screen, Play)
    assert not window.services.notices.waiting


def test_a_folder_that_cannot_be_read_is_said_and_the_one_before_stays(window, files, monkeypatch):
    window.key(pygame.K_o, "\x0f", CTRL)

    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    window.press(say("open_up"))
    assert window.app.screen.folder == files
    assert "could not be opened" in window.services.notices.waiting[0]


# -- sharing


@pytest.mark.skipif(sys.platform != "linux", reason="reads the settings of Linux desktops")
def test_the_folders_for_texts_and_pictures_have_the_names_that_the_system_gives(
    tmp_path, monkeypatch
):
    documents = tmp_path / "ドキュメント"
    for name in ("XDG_DOCUMENTS_DIR", "XDG_PICTURES_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings = f'XDG_DOCUMENTS_DIR="$HOME/{documents.name}"\n'
    (tmp_path / "user-dirs.dirs").write_text(settings, "utf-8")
    assert saving.folder(saving.TEXTS) == tmp_path
    documents.mkdir()
    assert saving.folder(saving.TEXTS) == documents
    assert saving.folder(saving.PICTURES) == tmp_path


def test_sharing_copies_and_saves(window, clip, tmp_path):
    screen = play_kalah(window)
    window.type("36")
    window.settle()
    window.press(say("study_share"))
    assert isinstance(window.app.screen, Share)
    window.press(f"{say('share_game')} (Ctrl+C)")
    assert window.app.screen is screen
    assert "1. 3 6 *" in clip["text"]
    window.press(say("study_share"))
    window.key(pygame.K_c, "\x03", CTRL | SHIFT)
    assert formats.read(clip["text"].encode()).position.start == screen.match.position
    for name in ("share_save_game", "share_save_picture"):
        window.press(say("study_share"))
        while window.app.screen.controls.focus_words != say(name):
            window.key(pygame.K_DOWN)
        window.key(pygame.K_RETURN)
        window.save_as_suggested()
    [game], [picture] = tmp_path.glob("Kalah*.kalah"), tmp_path.glob("Kalah*.png")
    assert formats.read_file(game).games[0].match.ply_texts() == ["3", "6"]
    assert game.stem.endswith(str(day_of(screen.stored.begun)))
    picture = pygame.image.load(str(picture))
    assert picture.get_size() == (1200, 640)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_picture_of_a_finished_game_says_who_won_and_not_who_led(language):
    chance = random.Random("pictures")
    for game, given_up in product(GAMES.values(), (False, True)):
        players = Player(), Player("", Method(level=1))
        match = Match(game, game.variant, (), players[:: chance.choice((1, -1))])
        while not match.here.over:
            if given_up and len(match.here.line) > 2:
                match.resign(chance.randrange(2))
            else:
                match.play(chance.choice(list(match.position.moves())))
        with words.spoken(language):
            said = BoardPicture(match, PALETTES["paper"], 0).words
            won, led = naming.headline_words(match), naming.lead_words(match)
            assert said.endswith(" · ".join(filter(None, (won, naming.result_words(match)))))
            assert not led or led not in said
            match.go_to(match.root)
            assert won not in BoardPicture(match, PALETTES["paper"], 0).words


@pytest.mark.slow
def test_a_picture_is_saved_where_the_clipboard_takes_none(window, tmp_path, monkeypatch):
    copied = []
    monkeypatch.setattr(saving, "copy_png", lambda data: copied.append(data) or True)
    play_kalah(window)
    window.do("share")
    window.press(say("share_picture"))
    window.arrive()
    assert copied[0][1:4] == b"PNG"
    assert window.services.notices.waiting[0] == say("copied_picture")
    assert not list(tmp_path.glob("*.png"))
    monkeypatch.setattr(saving, "copy_png", lambda data: False)
    window.do("share")
    window.press(say("share_picture"))
    window.arrive()
    [path] = tmp_path.glob("Kalah*.png")
    assert window.services.notices.waiting[-1].endswith(path.name)


def test_a_file_is_saved_under_the_name_and_in_the_folder_that_are_chosen(window, tmp_path):
    play_kalah(window)
    (tmp_path / "Games").mkdir()
    (tmp_path / "mine.kalah").write_text("taken")

    def save(*words: str) -> None:
        window.do("share")
        window.press(say("share_save_game"))
        window.frames(2)
        card = window.app.screen
        assert isinstance(card, SaveFile)
        for name in words:
            window.key(pygame.K_a, mod=CTRL)
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=name))
            window.frames()
            window.key(pygame.K_RETURN)
        window.arrive()

    save("mine")
    assert formats.read_file(tmp_path / "mine 2.kalah").games
    assert (tmp_path / "mine.kalah").read_text() == "taken", "nothing is written over"
    save(" ", "Games/again.KALAH")
    assert formats.read_file(tmp_path / "Games" / "again.KALAH").games
    save()
    window.app.screen.go_to(tmp_path / "Games")
    window.key(pygame.K_RETURN)
    window.arrive()
    assert len([*(tmp_path / "Games").iterdir()]) == 2
    save()
    assert window.app.screen.folder == tmp_path / "Games", "where the last one was saved"
    window.app.pop()
    save("nowhere/game")
    card = window.app.screen
    assert isinstance(card, SaveFile)
    nowhere = tmp_path / "Games" / "nowhere"
    assert window.services.notices.waiting[0] == say("save_no_folder", folder=nowhere)
    for name in ("CON", "nul.kalah", "a:b", "..", "x" * 300):
        window.services.notices.waiting.clear()
        card.go_to(tmp_path)
        card._type(name)
        card.do()
        assert window.app.screen is card, name
        assert "cannot be the name of a file" in window.services.notices.waiting[0]
    card.go_to(tmp_path)
    while card._at is None or card.entries[card._at].shown != "Games":
        window.key(pygame.K_DOWN)
    window.press(say("save_do"))
    assert window.app.screen is card and card.folder == tmp_path / "Games", "it is gone into"


def test_a_picture_whose_place_is_chosen_is_saved_also_when_the_window_closes(window, tmp_path):
    play_kalah(window)
    window.do("share")
    window.press(say("share_save_picture"))
    window.frames(2)
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="\r", mod=0))
    window.app.step(1 / 60)
    window.app.close()
    assert len([*tmp_path.glob("Kalah*.png")]) == 1


def game(moves: int) -> WrittenGame:
    """Return a game with so many moves in its variations."""
    chance = random.Random(1)
    match = Match(GAMES["reversi"], "8x8", (), (Player(), Player()))
    nodes = [match.root]
    while len(nodes) <= moves:
        node = chance.choice(nodes)
        free = [move for move in node.position.moves() if node.child(move) is None]
        if free and not node.position.over:
            nodes.append(match.add(node, chance.choice(free)))
    return WrittenGame(match)


def test_a_game_of_as_many_moves_as_the_window_takes_is_taken():
    whole = game(MOST_MOVES)
    assert list(fitting([whole])) == [whole]
    with pytest.raises(UserError) as refused:
        collected(fitting([game(MOST_MOVES + 1)]))
    said = {}
    for language in ("ja", "en"):
        words.choose(language)
        said[language] = why(refused.value)
    assert said["en"].replace("\u2009", "") == str(refused.value)
    assert "at most 5\u2009000 moves with all its variations" in said["en"]
    assert "5,000 手" in said["ja"]


def test_the_others_of_a_file_stay_with_their_places(monkeypatch):
    monkeypatch.setattr(keeping, "MOST_MOVES", 3)
    small, large, last = game(3), game(4), game(1)
    unread, rest = Bad(UserError("refused_nothing"), 2), UserError("refused_nothing")
    contents = collected(fitting([small, unread, large, last, rest]))
    assert contents.games == (small, last)
    assert [bad.number for bad in contents.bad] == [2, 3]
    assert contents.notes == (rest,)
    assert str(contents.bad[1]).startswith("game 3: the window takes at most 3 moves")
    assert [contents.numbered(number) for number in (1, 4)] == [small, last]


# -- files of more games than are looked through


@pytest.fixture
def many(window, tmp_path, monkeypatch):
    """Drop a file of 30 games, one of them bad, where 10 are many; a question is asked."""
    monkeypatch.setattr(keeping, "SOME", 10)
    game = GAMES["reversi"]
    chance, lines = random.Random(1), []
    while len(lines) < 29:
        position, moves = game.start("8x8"), []
        for _ in range(20):
            moves.append(chance.choice(position.moves()))
            position.play(moves[-1])
        lines.append("".join(map(game.text, moves)))
    path = tmp_path / "many.txt"
    path.write_text("\n".join([*lines, "a1a2"]), "ascii")
    window.drop(path)
    window.arrive()
    assert isinstance(window.app.screen, TakeGames)
    assert window.app.screen.title_words == say("take_more_title", count=SOME)
    return path


def test_the_games_of_a_large_file_are_kept_while_they_are_read(window, many):
    assert stored(window) == 0
    window.press(say("take_yes"))
    window.settle()
    assert isinstance(window.app.screen, Home)
    assert stored(window) == 29
    [notice] = window.services.notices.waiting
    assert say("games_taken", count=29) in notice
    assert say("keeping_bad_at_the_end", count=1) in notice
    window.drop(many)
    window.arrive()
    window.press(say("take_yes"))
    window.settle()
    assert stored(window) == 29, "none is there twice"


def test_what_was_kept_before_it_is_stopped_stays(window, many, monkeypatch):
    """The card with the bar shows how far it is, and its button stops it."""
    monkeypatch.setattr(saved, "AT_ONCE", 4)
    started = []
    monkeypatch.setattr(
        window.services.background_jobs,
        "start",
        lambda *what: started.append(what),
    )
    window.press(say("take_yes"))
    assert isinstance(window.app.screen, KeepGames)
    [(job, callback, errand)] = started
    go_on = errand.go_on

    def stop_after_eight():
        if errand.added.added == 8 and not errand.stopped:
            window.press(say("keeping_stop"))
        go_on()

    monkeypatch.setattr(errand, "go_on", stop_after_eight)
    callback(job(window.app.store))
    window.frames(2)
    assert isinstance(window.app.screen, Home)
    assert stored(window) == 8
    assert say("games_taken", count=8) in window.services.notices.waiting


def test_what_is_to_be_said_of_a_large_file_is_said_when_it_is_kept(window, tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "SOME", 1)
    path = tmp_path / "names.kalah"
    named = b'[Game "eight"]\n[First "%s"]\n1 2 1\n'
    path.write_bytes(named % b"Ann" + named % b"\xb0\xa1\xb0" + named % b"Bob")
    window.drop(path)
    window.arrive()
    window.press(say("take_yes"))
    window.settle()
    [notice] = window.services.notices.waiting
    assert say("games_taken", count=3) in notice
    assert why(UserError("noted_signs", n=3)) in notice
