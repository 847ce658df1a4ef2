"""Names of files that are saved: every system takes them, whatever players and games are called."""

import unicodedata
from pathlib import Path
from unittest.mock import patch

import pytest

from kalahgui.articles.contents import ARTICLES
from kalahgui.games import GAMES
from kalahgui.gui.screens.library.library import Library
from kalahgui.gui.screens.theatre.watch import take_along
from kalahgui.gui.services import saving
from kalahgui.gui.services.navigation import ArticleOf, MainScreen, StoredGame, TheatreOf
from kalahgui.library import backup
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match, Player
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import say

KALAH = GAMES["kalah"]
HOSTILE = [
    "..",
    "CON",
    "lpt1.txt",
    "a.",
    "a ",
    "../../a",
    "..\\a",
    "C:\\a",
    "n" * 300,
    "a\0b",
    '<a>:"|?*',
    "\u202egnp.exe",
]
# What Windows keeps for devices, also before a dot.
DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{kind}{n}" for kind in ("com", "lpt") for n in range(10)),
}


def is_harmless(name):
    odd = [sign for sign in name if sign in r'\/:*?"<>|' or unicodedata.category(sign)[0] == "C"]
    whole = all(part == part.strip(" .") for part in (name, name.rpartition(".")[0]))
    whole = whole and name.partition(".")[0].lower() not in DEVICES
    return not odd and whole and len(name.encode()) < 200


@pytest.mark.parametrize("name", HOSTILE)
def test_what_no_system_takes_is_noticed(name):
    assert not is_harmless(name) and not is_harmless(f"{name}.png")


@pytest.fixture
def saved(monkeypatch, tmp_path):
    """The paths at which something is to be saved, which is written elsewhere."""
    paths, elsewhere = [], tmp_path / "saved"
    monkeypatch.setattr(saving, "free_path", lambda wanted: paths.append(wanted) or elsewhere)
    return paths


@pytest.mark.few(1)
@pytest.mark.parametrize("name", HOSTILE)
def test_players_and_games_give_files_harmless_names(window, saved, tmp_path, name):
    match = Match(KALAH, "6x4", (), (Player(name), Player(name)))
    match.play(2)
    window.app.open(StoredGame(StoredMatch(match, tags={"Event": name})))
    window.frames(2)
    for action in ("share_save_game", "share_save_picture"):
        window.do("share")
        window.press(say(action))
        window.save_as_suggested()
    window.app.open(TheatreOf(PositionSubject(KALAH, KALAH.start("2x2"))))
    window.wait_for(lambda: window.app.screen.page.playback is not None)
    window.frames(2)
    for save in window.app.screen.page.saves(window.services.saver).values():
        save()
        window.save_as_suggested()
    window.app.open(MainScreen.LIBRARY)
    assert isinstance(window.app.screen, Library)
    window.app.screen.backups.back_up()
    window.arrive()
    backups = list(tmp_path.glob(f"*{backup.SUFFIX}"))
    assert len(saved) == 5 and len(backups) == 1
    for path in (*saved, *backups):
        assert path.parent == tmp_path and is_harmless(path.name)


@pytest.mark.few(1)
@pytest.mark.parametrize("article", ARTICLES)
def test_what_is_saved_of_an_article_has_a_harmless_name(window, saved, article):
    window.app.open(ArticleOf(article))
    screen = window.app.screen
    with patch.object(window.services.saver, "save_made") as save:
        for place in range(len(screen.reading.article.sections)):
            screen.open_section(place)
            screen.save_text()
    assert save.call_count == len(screen.reading.article.sections)
    assert all(is_harmless(call.args[1]) for call in save.call_args_list)


def test_a_name_that_is_taken_gets_a_number(tmp_path):
    path = tmp_path / "kalahgui-game.kalah"
    path.touch()
    assert is_harmless(saving.free_path(path).name)
    assert is_harmless(f"{take_along.FILE_NAME}{take_along.SUFFIX}")
    assert saving.free_path(path) == Path(tmp_path, "kalahgui-game 2.kalah")
