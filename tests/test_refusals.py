"""Why something is refused: in both languages, with the same figures, however deep within."""

from __future__ import annotations

import ast
import errno
import json
import random
import re

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from mutate_formats import mutated
from sources import PACKAGE, reads_sources, sources
from written_games import random_files

from kalahgui.assets import asset
from kalahgui.engine import method
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.user_error import UserError, called
from kalahgui.gui.services.words import spoken, why
from kalahgui.library import formats
from kalahgui.library.store_file import StoreError

EXAMPLES = settings(max_examples=examples(100), deadline=None, derandomize=True)
TEXTS = st.one_of(
    st.text(max_size=60), st.text("0123456789abcdefhxXOo-.,<>: N", max_size=60), st.text("%{}word'")
)
JAPANESE = r"[\u3040-\u30ff\u4e00-\u9fff]"
# What reads texts that come from elsewhere, and says why one cannot be read.
READERS = (
    *(PACKAGE / "games").glob("*.py"),
    *(PACKAGE / "library" / "formats").glob("*.py"),
    *(PACKAGE / "theatre").glob("*.py"),
    PACKAGE / "engine" / "method.py",
    PACKAGE / "engine" / "levels.py",
    PACKAGE / "match" / "match.py",
)
# What makes a refusal.
KINDS = ("UserError", "Unusable", "TooMuch", "TooManyPositions", "UnknownText", "super().__init__")
# These read the program's own files, whose errors name the file.
OWN_FILES = ("weights.py", "move_classes.py")


def every_kind(error):
    """Yield the kinds of an error, however deep below it."""
    for kind in error.__subclasses__():
        yield kind
        yield from every_kind(kind)


def translation(language):
    path = asset("translations", f"kalahgui.{language}.json")
    return json.loads(path.read_text("utf-8"))[language]


def calls(path):
    """Yield the names that are called in a file, with the calls."""
    for node in sources()[path]:
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def literal_refusals():
    """Yield every refusal in the program that is given its key: the key and the values' names."""
    for path in sources():
        for name, call in calls(path):
            key = call.args[0] if call.args else None
            made = name in KINDS
            if made and isinstance(key, ast.Constant) and str(key.value).startswith("refused_"):
                yield key.value, {keyword.arg for keyword in call.keywords}


@reads_sources
def test_every_refusal_is_given_the_values_that_its_words_have():
    english = translation("en")
    found = list(literal_refusals())
    assert len(dict(found)) > 100
    for key, names in found:
        assert set(re.findall(r"%\{(\w+)\}", english[key])) == names, key


def test_every_refusal_is_said_in_japanese():
    """Two English words beside each other stand nowhere; what is to be written is not English."""
    for key, words in translation("ja").items():
        if key.startswith(("refused_", "failed_", "possible_")):
            own = re.sub(r"%\{\w+\}", "", words)
            assert re.search(JAPANESE, own) or not re.search("[A-Za-z]", own), key
            assert not re.search(r"[a-z]{2,} [a-z]{2,}", words), key


@reads_sources
def test_what_reads_texts_raises_no_sentence_of_one_language():
    assert [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in READERS
        for name, call in calls(path)
        if name == "ValueError" and path.name not in OWN_FILES
    ] == []


def test_a_reason_within_a_reason_is_said_in_the_language_of_the_window():
    text = b'[Game "kalah:4x3"]\n\n1. 2 7\n'
    with pytest.raises(UserError) as error:
        formats.read(text)
    english = "line 3: '7': a Kalah move is a pit number from 1 to 4, not '7'"
    assert str(error.value) == english
    with spoken("en"):
        assert why(error.value) == english
    with spoken("ja"):
        said = why(error.value)
    assert said == "3 行目、「7」：この盤のカラーの手は 1〜4 の穴の番号です。「7」は読めません"


def test_games_are_called_by_their_names_and_lists_are_joined_as_in_the_language():
    known = tuple(map(called, ("kalah", "reversi", "tictactoe", "eight")))
    refusal = UserError("refused_game", name="x", known=known)
    assert str(refusal) == "there is no game 'x'; there are kalah, reversi, tictactoe, eight"
    with spoken("ja"):
        assert "カラー、リバーシ、〇×、エイト" in why(refusal)


def test_what_a_text_says_again_is_one_short_line():
    assert str(UserError("refused_word", word="a\x1b[0m\nb\u2028 c", why="x")) == "'a [0m b c': x"
    assert str(UserError("refused_word", word="%{why}", why="%{word}")) == "'%{why}': %{word}"


def check(refusal):
    """See that a refusal is said in one line, by the window as by the error, and in Japanese."""
    with spoken("en"):
        assert why(refusal) == str(refusal)
    with spoken("ja"):
        japanese = why(refusal)
    for words in (str(refusal), japanese):
        assert words.isprintable() and 0 < len(words) < 400
    assert re.search(JAPANESE, japanese)
    assert str(refusal) not in japanese


@pytest.mark.parametrize("key", GAMES)
@EXAMPLES
@given(text=TEXTS)
def test_whatever_a_game_cannot_read_is_refused_in_both_languages(key, text):
    game = GAMES[key]
    start = game.start(game.variant)
    for read in (
        game.parse_move,
        lambda words: game.parse_move(words, start),
        game.parse_position,
        game.start,
        lambda words: game.check_rules([words]),
        lambda words: game.parse_position(words, (), game.variant),
        lambda words: game_and_variant(f"{key}:{words}"),
        game_and_variant,
        lambda words: method.parse(words, game).limit(game, start),
    ):
        try:
            read(text)
        except UserError as refusal:
            check(refusal)


@EXAMPLES
@given(seed=st.integers(0, 2**32))
def test_whatever_is_wrong_with_a_damaged_file_is_said_in_both_languages(seed):
    chance = random.Random(seed)
    for _, data in random_files(seed):
        try:
            found = formats.read(mutated(chance, data))
        except UserError as refusal:
            check(refusal)
        else:
            for why_not in (*(bad.why for bad in found.bad), *found.notes):
                check(why_not)


@pytest.mark.parametrize(
    "error",
    [
        *(kind() for kind in every_kind(StoreError)),
        FileNotFoundError(errno.ENOENT, "No such file or directory"),
        PermissionError(errno.EACCES, "Permission denied"),
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EROFS, "Read-only file system"),
        IsADirectoryError(errno.EISDIR, "Is a directory"),
        MemoryError(),
    ],
    ids=repr,
)
def test_what_the_store_and_files_often_meet_is_said_in_both_languages(error):
    with spoken("en"):
        assert re.search("[a-z]", why(error))
    with spoken("ja"):
        assert re.search(JAPANESE, why(error)) and not re.search("[A-Za-z]", why(error))


def test_a_store_that_fails_over_a_file_says_why_the_file_failed():
    failed = StoreError("No such file or directory")
    failed.__cause__ = FileNotFoundError(errno.ENOENT, "No such file or directory")
    with spoken("ja"):
        assert why(failed) == "ファイルがありません"
        assert why(StoreError("disk I/O error")) == "保存先のエラーです（disk I/O error）"
