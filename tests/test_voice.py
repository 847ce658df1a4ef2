"""What is heard: sounds that a board names, and what happens told in words, written and spoken."""

import random
import sys
from dataclasses import replace

import pygame
import pytest
from test_accessibility import Awake, a_game, theatre, walk

from kalahgui import words
from kalahgui.assets import asset
from kalahgui.games import GAMES
from kalahgui.games.game import Message
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.paint.theme import PALETTES
from kalahgui.gui.panels.narration import status_words
from kalahgui.gui.services.navigation import LearnOf, TheatreOf
from kalahgui.gui.services.services import SECONDS
from kalahgui.gui.services.settings import STAYS, Seat
from kalahgui.gui.services.voice import (
    ANNOUNCED,
    AUTOMATIC,
    SILENT,
    SPOKEN,
    WRITTEN,
    Sounds,
    Steady,
    Voice,
    speech_command,
)
from kalahgui.learning.exercise import Answer, Grade
from kalahgui.words import say, with_label

ELSEWHERE = {"win", "lose", "draw"}  # at the end of a game


def kept_sounds() -> set[str]:
    return {path.stem for path in asset("sounds").glob("*.wav")}


def sounds_of(key: str, seed: int) -> set[str]:
    """Return the sounds of a random game."""
    rng, game = random.Random(seed), GAMES[key]
    position = game.start(game.variant, game.rules[:1] if key == "kalah" else ())
    view = VIEWS[key](game, position, pygame.Rect(0, 0, 600, 400), 0, PALETTES["paper"])
    sounds: set[str] = set()
    while not position.over:
        move = rng.choice(position.moves())
        for event in game.tell(position, move):
            sounds |= {view.sound(event, ended) for ended in (False, True)}
        position.play(move)
    return sounds - {""}


def test_every_sound_of_a_game_is_there():
    sounds = {key: set.union(*(sounds_of(key, seed) for seed in range(20))) for key in GAMES}
    assert all(sounds.values())
    assert set.union(*sounds.values()) | ELSEWHERE == kept_sounds()


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
    lines: list[tuple[str, Speaking]] = []

    def start(command, line):
        lines.append((line, Speaking()))
        return lines[-1][1]

    voice = Voice(start)
    voice.way = SPOKEN
    return voice, lines


@pytest.mark.parametrize(
    ("platform", "language", "command"),
    [
        ("linux", "ja", "/bin/spd-say --wait --priority message --language ja --pipe-mode"),
        ("linux", "en", "/bin/spd-say --wait --priority message --language en --pipe-mode"),
        ("darwin", "en", "/bin/say -f -"),
        ("darwin", "ja", "/bin/say -v Kyoko -f -"),
        ("win32", "en", "/bin/powershell -NoProfile -NonInteractive -Command"),
    ],
)
def test_every_system_speaks_by_its_own_program(platform, language, command):
    arguments = speech_command(language, platform, lambda name: f"/bin/{name}")
    if platform == "win32":
        assert "[Console]::In.ReadToEnd()" in arguments.pop(), "it speaks what it reads"
    assert arguments == command.split()
    assert speech_command(language, platform, lambda name: None) == []


def test_no_line_is_a_command_of_the_voice(tmp_path, monkeypatch):
    heard = tmp_path / "heard"
    program = "import sys; open(sys.argv[1], 'wb').write(sys.stdin.buffer.read())"
    command = [sys.executable, "-c", program, str(heard)]
    monkeypatch.setattr("kalahgui.gui.services.voice.speech_command", lambda language: command)
    voice = Voice()
    voice.way = SPOKEN
    voice.tell("!-!STOP\nAnn: 3 石")
    while not voice.idle:
        voice.update()
    assert heard.read_text("utf-8") == " !-!STOP Ann: 3 石\n"


def test_lines_are_spoken_one_after_the_other(spoken, capsys):
    voice, lines = spoken
    voice.tell("one")
    voice.tell("two")
    voice.update()
    voice.update()
    assert [line for line, _ in lines] == ["one"]
    lines[0][1].ended = True
    voice.update()
    assert [line for line, _ in lines] == ["one", "two"]
    voice.close()
    assert lines[1][1].terminated
    assert capsys.readouterr().out == "one\ntwo\n"


def test_old_lines_give_way_to_news(spoken):
    voice, lines = spoken
    for number in range(40):
        voice.tell(str(number))
    for _ in range(40):
        voice.update()
        lines[-1][1].ended = True
    assert [line for line, _ in lines] == [str(number) for number in range(16, 40)]


def test_what_a_screen_says_no_more_is_not_told(spoken):
    voice, lines = spoken
    voice.tell("Ann: 4")
    voice.update()
    for cell_words in ("pit 4", "pit 1", ""):
        voice.tell_instead(cell_words)
        voice.tell("Bob: 2")
    for _ in range(9):
        lines[-1][1].ended = True
        voice.update()
    assert [line for line, _ in lines] == ["Ann: 4", "Bob: 2", "Bob: 2", "Bob: 2"]


def test_an_answer_comes_first_and_what_happened_is_told_after_it(spoken):
    voice, lines = spoken
    for line in ("one", "two", "three"):
        voice.tell(line)
    voice.update()
    voice.answer("the board")
    assert lines[0][1].terminated
    for _ in range(4):
        lines[-1][1].ended = True
        voice.update()
    assert [line for line, _ in lines] == ["one", "the board", "two", "three"]


@pytest.mark.parametrize("key", [pygame.K_F8, pygame.K_LCTRL])
def test_a_key_silences_the_voice(window, monkeypatch, key):
    monkeypatch.setattr("kalahgui.gui.services.voice.speech_command", lambda language: ["speak"])
    voice, speaking = window.services.voice, Speaking()
    voice.start = lambda command, line: speaking
    voice.way = SPOKEN
    for line in ("one", "two"):
        voice.tell(line)
    window.frames(1)
    window.key(key)
    assert speaking.terminated
    speaking.ended = True
    window.frames(2)
    assert voice.idle


def test_what_is_announced_waits_until_all_of_a_turn_is_told():
    voice, lines = Voice(), [f"Ann: {number}" for number in range(10)]
    voice.way = ANNOUNCED
    for line in lines:
        voice.tell(line)
    assert [line for _, line in voice.announced] == lines


def test_by_itself_the_voice_speaks_while_a_screen_reader_listens(spoken):
    voice, lines = spoken
    voice.choose(AUTOMATIC)
    voice.tell("one")
    voice.reader = True
    voice.tell("two")
    voice.tell_focus("a button")
    voice.update()
    assert [line for line, _ in lines] == ["two"], "the reader itself says what has the focus"
    assert voice.last == "two"


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


def test_who_falls_silent_says_no_more_nor_does_who_has_no_voice(spoken, capsys, monkeypatch):
    voice, lines = spoken
    for line in ("one", "two"):
        voice.tell(line)
    voice.update()
    voice.choose(SILENT)
    assert lines[0][1].terminated
    lines[0][1].ended = True
    capsys.readouterr()
    voice.tell("three")
    voice.update()
    assert [line for line, _ in lines] == ["one"]
    assert capsys.readouterr().out == ""
    voice.choose(SPOKEN)
    monkeypatch.setattr("kalahgui.gui.services.voice.speech_command", lambda language: [])
    voice.tell("four")
    voice.update()
    assert voice.idle and len(lines) == 1, "without a voice nothing waits for it"


def test_no_terminal_and_one_that_cannot_write_are_no_errors(monkeypatch):
    voice = Voice()
    voice.way = WRITTEN
    monkeypatch.setattr(sys, "stdout", None)
    voice.tell("one")
    with open("/dev/null", "w", encoding="ascii") as narrow:
        monkeypatch.setattr(sys, "stdout", narrow)
        voice.tell("日本語")


def test_what_is_looked_at_deeper_is_told_once():
    lines: list[str] = []
    steady, move, better = Steady(lines.append), object(), object()
    for line, about in (
        ("pit 4, 5 stones ahead", move),
        ("pit 4, 3 stones ahead", move),
        ("pit 1, 4 stones ahead", better),
        ("one", None),
        ("two", None),
    ):
        for _ in range(3):
            steady.update(line, 0.4, about)
    assert lines == ["pit 4, 5 stones ahead", "pit 1, 4 stones ahead", "one", "two"]


@pytest.fixture
def told(window, capsys):
    """Return the lines that the window has told in the terminal since they were asked for."""
    window.services.choose(events=WRITTEN)
    window.frames(2)
    capsys.readouterr()

    def lines() -> list[str]:
        window.app.wake()
        window.frames(40)
        return capsys.readouterr().out.splitlines()

    return lines


@pytest.mark.few(1)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_game_is_told_from_the_first_move_to_the_end(window, told, language):
    window.speak(language)
    window.start("tictactoe", Seat(name="Ann"), Seat(name="Bob"))
    players = ("Ann", "Bob", "Ann", "Bob", "Ann")
    moves = ("a1", "b1", "a2", "b2", "a3")
    plies = [with_label(*ply) for ply in zip(players, moves, strict=True)]
    for ply in plies:
        window.type(ply[-2:])
        window.frames(3)
    lines = told()
    assert [line for line in lines if line in plies] == plies
    assert any(line.startswith(say("wins", name="Ann")) for line in lines)


def test_how_many_discs_a_move_turns_is_told(window, told):
    window.start("diamond", Seat(name="Ann"), Seat(name="Bob"))
    window.type("c2")
    assert "Ann: c2. Turns one disc" in told()


def test_what_is_taken_back_is_told(window, told):
    window.start("tictactoe", Seat(name="Ann"), Seat(name="Bob"))
    window.type("a1b1")
    told()
    window.key(pygame.K_z, "z")
    window.key(pygame.K_z, "z")
    lines = told()
    assert "Taken back: b1." in lines and "Taken back: a1." in lines


@pytest.mark.slow
def test_a_side_line_and_a_resignation_are_told(window, told):
    play = window.start("tictactoe", Seat(name="Ann"), Seat(name="Bob"))
    window.type("a1b1a2")
    told()
    play.session.go_to(play.match.root.children[0])
    window.type("c3")
    assert "Bob: c3" in told()
    play.session.back_to_the_game()
    play.session.resign()
    assert say("by_resignation", name="Bob") in "\n".join(told())


@pytest.mark.slow
def test_what_the_board_says_of_a_move_and_what_is_under_the_hand_are_told(window, told):
    play = window.start("kalah", Seat(name="Ann"), Seat(name="Bob"))
    told()
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    under_hand = play.banner_words(play.cell_in_hand)
    assert under_hand and under_hand in told()
    window.type("1")
    text = "\n".join(told())
    assert say("said_again", name="Ann") in text
    assert text.count("Ann: 1") == 1


def test_notices_and_where_the_keys_are_are_told(window, told):
    window.services.notices.add("something has happened")
    window.services.notices.show_now("and something else")
    assert told() == ["something has happened", "and something else"]
    window.key(pygame.K_TAB)
    focused = window.app.screen.controls.focus_words
    assert focused and told() == [focused]


def test_little_time_and_every_answer_to_a_wrong_move_are_told(window, told):
    play = window.start("kalah", Seat(name="Ann"), Seat(name="Bob"), clock="90+0")
    window.type("1")
    told()
    seconds = iter((80.0, 61.0, 59.0, 11.0, 9.0, 8.0))
    for left in seconds:
        play.match.clock = replace(play.match.clock, left=(left, 90.0))
        window.frames(1)
    lines = told()
    warned = [say(f"told_time_{limit}", name="Ann") for limit in (60, 10)]
    assert [line for line in lines if line in warned] == warned
    for _ in range(2):
        window.type("1")
        assert told() == [say("empty_pit")]


def test_the_board_and_what_a_key_turns_on_are_said_and_said_again(window, told, monkeypatch):
    window.start("reversi", Seat(name="Ann"), Seat(name="Bob"))
    told()
    window.key(pygame.K_F5)
    assert told()[0].endswith("Ann to move. Moves: d3, c4, f5, e6.")
    play = window.start("kalah", Seat(name="Ann"), Seat(name="Bob"))
    assert status_words(play.session, play.view) in told()
    window.type("4")
    window.settle()
    assert told()[-1] == "Bob to move.", "briefly after the first time"
    window.type("ee")
    assert told() == ["Who is ahead: On", "Who is ahead: Off"]
    near = "Ann, pits: 6, 6, 6, 0, 7, 7. Store 1."
    board = [f"{near} Bob, pits: 7, 7, 7, 6, 6, 6. Store 0. Bob to move."]
    window.key(pygame.K_F5)
    assert told() == board
    window.key(pygame.K_F5, mod=pygame.KMOD_SHIFT)
    window.key(pygame.K_F7)
    assert told() == [near, near]
    window.services.choose(events=SILENT)
    window.key(pygame.K_F5)
    assert window.services.notices.waiting == board, "where nothing is told, it is shown"
    window.key(pygame.K_F8)
    assert not window.services.notices.waiting
    monkeypatch.setattr(Voice, "last", "")
    window.key(pygame.K_F7)
    assert window.services.notices.waiting == [], "nothing was said that could be said again"


def test_what_a_review_and_a_search_say_is_told_step_by_step(window, told):
    a_game(window).review()
    review = window.app.screen
    window.press(say("review_stop_tip"))
    told()
    window.key(pygame.K_HOME)
    words = told()
    assert words == [review.said] != [""]
    window.app.open(TheatreOf(tab="first"))
    page = window.app.screen.page
    window.key(pygame.K_SPACE, " ")
    assert not page.playing
    first = told()
    assert page.words() in first
    window.key(pygame.K_RIGHT)
    assert told() == [page.words()]
    assert page.words() not in first


def test_a_search_that_plays_is_told_when_it_stands_still_and_moves_no_focus(window, told):
    page = theatre(window, "watch")
    window.app.accessibility = Awake()
    window.wait_for(lambda: page.playback is not None and not page.watching.counting)

    def nodes() -> list[AccessibleNode]:
        parts = walk(window.app.accessible_node())
        return [part for part in parts if part.focused or (part.role is Role.NODE and part.on)]

    page.player.speed = "slow"
    window.key(pygame.K_SPACE)
    told()
    for _ in range(4):
        assert told() == []
        assert [part.role for part in nodes()] == [Role.TREE]
    assert page.playback.at > 2
    window.key(pygame.K_SPACE)
    assert told() == [page.said] != [""]
    assert [part.key for part in nodes()] == [page.playback.node]


def test_the_first_visit_waits_until_its_sentence_has_been_said(window, monkeypatch):
    monkeypatch.setattr("kalahgui.gui.services.voice.speech_command", lambda language: ["speak"])
    voice, lines = window.services.voice, []
    voice.start = lambda command, line: lines.append((line, Speaking())) or lines[-1][1]
    voice.way = SPOKEN
    page = theatre(window, "first")
    for at in (0, 1, 2):
        window.frames(60, 0.1)
        line, speaking = lines[-1]
        assert (page.lesson.at, line) == (at, page.words())
        speaking.ended = True
        window.frames(2, 0.1)
    voice.choose(ANNOUNCED)
    begun, seconds = window.seconds, voice.seconds_of(page.words())
    assert seconds > page.lesson.seconds
    while page.lesson.at == 3:
        window.frames(1, 0.1)
    assert abs(window.seconds - begun - seconds) < 0.5


@pytest.mark.parametrize("stay", STAYS)
def test_a_notice_stays_as_long_as_wanted(window, stay):
    window.services.choose(notices=stay)
    window.services.notices.add("something has happened")
    window.frames(1, dt=SECONDS + 1)
    window.frames(1, dt=0.1)
    assert bool(window.services.notices.waiting) is (stay != "usual")
    window.frames(2, dt=3 * SECONDS)
    assert bool(window.services.notices.waiting) is (stay == "closed")
    if stay == "closed":
        window.click((640, 775))
        assert not window.services.notices.waiting


def test_a_system_without_a_voice_says_so(window, monkeypatch):
    monkeypatch.setattr("kalahgui.gui.services.voice.speech_command", lambda language: [])
    window.services.choose(events=SPOKEN)
    assert window.services.notices.waiting == [say("notice_no_voice")]
    window.services.choose(events=AUTOMATIC)
    window.services.notices.close()
    window.app.accessibility = Awake()
    window.frames(2)
    assert window.services.notices.waiting == [say("notice_no_voice")]


def test_a_lesson_tells_the_cell_that_is_chosen_and_each_answer_anew(window, told):
    window.app.open(LearnOf("kalah"))
    window.key(pygame.K_RETURN)
    told()
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_F6)
    assert told() == ["Your pit 1, 4 stones"]
    for _ in range(2):
        window.key(pygame.K_RETURN)
        assert told() == ["That is not your store."]


def test_a_wrong_try_is_judged_in_words_before_it_is_refuted_on_the_board(
    window, told, monkeypatch
):
    window.app.open(LearnOf("kalah", "again"))
    lesson = window.app.screen
    told()
    ply, position = lesson.match.position.moves()[0], lesson.match.position.copy()
    position.play(ply)
    answer = Answer(Grade.WRONG, Message("learn_so_far"), tuple(position.moves()[:1]))
    monkeypatch.setattr(type(lesson.exercise.judge), "answer", lambda judge, match: answer)
    window.move(ply)
    window.wait_for(lambda: not lesson.busy)
    lines = [*told(), *told()]
    refuted = next(line for line in lines if line.startswith("Computer: "))
    assert lines.index(say("learn_so_far")) < lines.index(refuted)


def test_the_frame_of_one_switch_is_heard_where_a_screen_reader_listens(window, told):
    window.services.voice.reader = True
    window.services.choose(switch="fast")
    window.app.accessibility = Awake()
    window.frames(200)
    assert any(say("card_tictactoe") in line for line in told())


def test_a_sound_is_as_loud_as_chosen_and_a_device_that_is_lost_is_silence(monkeypatch):
    played = []

    class Heard(pygame.mixer.Sound):
        def play(self) -> None:
            played.append(self.get_volume())

    sounds = Sounds()
    assert sounds.available
    monkeypatch.setattr(pygame.mixer, "Sound", Heard)
    for sounds.volume, sounds.on in ((25, True), (100, False), (50, True)):
        sounds.play("stone1")
    assert played == pytest.approx([0.25, 0.5], abs=0.02)
    pygame.mixer.quit()
    sounds.play("stone1")
    assert not sounds.available
    sounds.play("stone1")
    assert len(played) == 2
