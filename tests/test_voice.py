"""What is heard: sounds that a board names, and what happens told in words, written and spoken."""

from __future__ import annotations

import random
import sys

import pygame
import pytest
from driver import Driver

from kalahgui.assets import asset
from kalahgui.games import GAMES
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.services import words
from kalahgui.gui.services.navigation import SetUpOf
from kalahgui.gui.services.settings import Seat
from kalahgui.gui.services.voice import SILENT, SPOKEN, WRITTEN, Voice, _started, speech_command
from kalahgui.gui.services.words import say

ELSEWHERE = {"win", "lose", "draw"}  # at the end of a game


def kept_sounds() -> set[str]:
    return {path.stem for path in asset("sounds").glob("*.wav")}


def sounds_of(key: str, seed: int) -> set[str]:
    """Return the sounds of a random game."""
    rng, game = random.Random(seed), GAMES[key]
    position = game.start(game.variant, game.rules[:1] if key == "kalah" else ())
    view = VIEWS[key](game, position, pygame.Rect(0, 0, 600, 400), 0, PALETTES["paper"])
    found: set[str] = set()
    while not position.over:
        move = rng.choice(position.moves())
        for event in game.tell(position, move):
            found |= {view.sound(event, ended) for ended in (False, True)}
        position.play(move)
    return found - {""}


@pytest.mark.parametrize("key", GAMES)
def test_every_sound_of_a_game_is_there(key):
    found = set.union(*(sounds_of(key, seed) for seed in range(5)))
    assert found
    assert found <= kept_sounds()


def test_no_sound_is_kept_in_vain():
    found = set.union(*(sounds_of(key, seed) for key in GAMES for seed in range(20)))
    assert found | ELSEWHERE == kept_sounds()


class Speaking:
    """A process that speaks until it is told that it has ended."""

    def __init__(self):
        self.ended = self.terminated = False

    def poll(self):
        return 0 if self.ended else None

    def terminate(self):
        self.terminated = True


@pytest.fixture
def spoken(monkeypatch):
    monkeypatch.setattr("kalahgui.gui.services.voice.speech_command", lambda language: ["speak"])
    found: list[tuple[str, Speaking]] = []

    def start(command, line):
        found.append((line, Speaking()))
        return found[-1][1]

    voice = Voice(start)
    voice.way = SPOKEN
    return voice, found


@pytest.mark.parametrize(
    ("platform", "language", "command"),
    [
        ("linux", "ja", "/bin/spd-say --wait --language ja --pipe-mode"),
        ("linux", "en", "/bin/spd-say --wait --language en --pipe-mode"),
        ("darwin", "en", "/bin/say -f -"),
        ("darwin", "ja", "/bin/say -v Kyoko -f -"),
    ],
)
def test_every_system_speaks_by_its_own_program(platform, language, command):
    found = speech_command(language, platform, lambda name: f"/bin/{name}")
    assert found == command.split()
    assert speech_command(language, platform, lambda name: None) == []


def test_windows_speaks_what_it_reads():
    *command, script = speech_command("en", "win32", lambda name: f"/bin/{name}")
    assert command == ["/bin/powershell", "-NoProfile", "-NonInteractive", "-Command"]
    assert "[Console]::In.ReadToEnd()" in script


def test_no_line_is_a_command_of_the_voice(tmp_path):
    heard = tmp_path / "heard"
    program = "import sys; open(sys.argv[1], 'wb').write(sys.stdin.buffer.read())"
    speaking = _started([sys.executable, "-c", program, str(heard)], "!-!STOP\nAnn: 3 石")
    assert speaking.wait(60) == 0
    assert heard.read_text("utf-8") == " !-!STOP Ann: 3 石\n"


def test_lines_are_spoken_one_after_the_other(spoken, capsys):
    voice, found = spoken
    voice.tell("one")
    voice.tell("two")
    voice.update()
    voice.update()
    assert [line for line, _ in found] == ["one"]
    found[0][1].ended = True
    voice.update()
    assert [line for line, _ in found] == ["one", "two"]
    voice.close()
    assert found[1][1].terminated
    assert capsys.readouterr().out == "one\ntwo\n"


def test_old_lines_give_way_to_news(spoken):
    voice, found = spoken
    for number in range(20):
        voice.tell(str(number))
    for _ in range(20):
        voice.update()
        found[-1][1].ended = True
    assert [line for line, _ in found] == [str(number) for number in range(14, 20)]


def test_a_voice_that_cannot_be_started_leaves_the_written_lines(monkeypatch, capsys):
    monkeypatch.setattr("kalahgui.gui.services.voice.speech_command", lambda language: ["speak"])

    def start(command, line):
        raise OSError("no such program")

    voice = Voice(start)
    voice.way = SPOKEN
    assert voice.available
    for line in ("one", "two"):
        voice.tell(line)
        voice.update()
    assert not voice.available
    assert capsys.readouterr().out == "one\ntwo\n"


def test_silence_says_nothing(spoken, capsys):
    voice, found = spoken
    voice.way = SILENT
    voice.tell("one")
    voice.update()
    assert (found, capsys.readouterr().out) == ([], "")


def test_who_falls_silent_says_no_more(spoken):
    voice, found = spoken
    for line in ("one", "two"):
        voice.tell(line)
    voice.update()
    voice.choose(SILENT)
    assert found[0][1].terminated
    found[0][1].ended = True
    voice.update()
    assert [line for line, _ in found] == ["one"]


def test_no_terminal_and_one_that_cannot_write_are_no_errors(monkeypatch):
    voice = Voice()
    voice.way = WRITTEN
    monkeypatch.setattr(sys, "stdout", None)
    voice.tell("one")
    with open("/dev/null", "w", encoding="ascii") as narrow:
        monkeypatch.setattr(sys, "stdout", narrow)
        voice.tell("日本語")


def told_game(tmp_path, card: str, language: str = "en") -> Driver:
    """Begin a game of two people that is told in the terminal."""
    window = Driver(tmp_path / "games.sqlite3")
    window.speak(language)
    window.choose(pace="off", first=Seat(name="Ann"), second=Seat(name="Bob"))
    window.services.choose(events=WRITTEN)
    window.app.open(SetUpOf(card))
    window.frames()
    window.press(say("start"))
    return window


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_game_is_told_from_the_first_move_to_the_end(tmp_path, language, capsys):
    window = told_game(tmp_path, "tictactoe", language)
    for square in ("a1", "b1", "a2", "b2", "a3"):
        window.type(square)
        window.frames(3)
    told = capsys.readouterr().out.splitlines()
    plies = [
        line
        for line in told
        if line.startswith(("Ann: ", "Bob: "))
        and line.partition(": ")[2] in ("a1", "b1", "a2", "b2", "a3")
    ]
    assert plies == ["Ann: a1", "Bob: b1", "Ann: a2", "Bob: b2", "Ann: a3"]
    assert any(line.startswith(say("wins", name="Ann")) for line in told)
    window.close()
    words.choose("en")


@pytest.mark.slow
def test_a_resignation_and_the_first_move_of_a_side_line_are_told(tmp_path, capsys):
    window = told_game(tmp_path, "tictactoe")
    play = window.app.screen
    for square in ("a1", "b1", "a2"):
        window.type(square)
        window.frames(3)
    play.session.go_to(play.match.root.children[0])
    window.frames(2)
    capsys.readouterr()
    window.type("c3")
    window.frames(3)
    assert "Bob: c3" in capsys.readouterr().out.splitlines()
    play.session.back_to_the_game()
    window.frames(3)
    play.session.resign()
    window.app.wake()
    window.frames(3)
    assert say("by_resignation", name="Bob") in capsys.readouterr().out
    window.close()


@pytest.mark.slow
def test_what_the_board_says_of_a_move_and_what_is_under_the_hand_are_told(tmp_path, capsys):
    window = told_game(tmp_path, "kalah")
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    play = window.app.screen
    under_hand = play.banner_words(play.cell_in_hand)
    assert under_hand
    window.frames(40)
    assert under_hand in capsys.readouterr().out
    window.type("1")
    window.frames(3)
    told = capsys.readouterr().out
    assert say("said_again", name="Ann") in told
    assert told.count("Ann: 1") == 1
    window.close()


@pytest.mark.slow
def test_words_that_change_quickly_are_told_when_they_stay(tmp_path, monkeypatch, capsys):
    window = told_game(tmp_path, "kalah")
    play = window.app.screen
    for depth in range(12):
        monkeypatch.setattr(play, "banner_words", lambda cell, depth=depth: f"depth {depth}")
        window.frames(6)
    window.frames(60)
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("depth")]
    assert told == ["depth 11"]
    window.close()


def test_notices_are_told(tmp_path, capsys):
    window = Driver(tmp_path / "games.sqlite3")
    window.services.choose(events=WRITTEN)
    window.services.notices.add("something has happened")
    window.services.notices.show_now("and something else")
    told = capsys.readouterr().out.splitlines()
    assert told == ["something has happened", "and something else"]
    window.close()


def test_where_the_keys_are_is_told(tmp_path, capsys):
    window = Driver(tmp_path / "games.sqlite3")
    window.services.choose(events=WRITTEN)
    window.frames(2)
    capsys.readouterr()
    window.key(pygame.K_TAB)
    window.frames(2)
    told = capsys.readouterr().out.splitlines()
    assert told == [window.app.screen.controls.focus_words]
    assert told[0]
    window.close()


def test_a_system_without_a_voice_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("kalahgui.gui.services.voice.speech_command", lambda language: [])
    window = Driver(tmp_path / "games.sqlite3")
    window.services.notices.waiting.clear()
    window.services.choose(events=SPOKEN)
    assert say("notice_no_voice") in window.services.notices.waiting
    window.close()
