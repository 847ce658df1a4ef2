"""The translations: complete, alike in their values; and why something is refused, in both."""

import ast
import errno
import json
import random
import re
from collections import Counter

import pygame
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from japanese import faults
from mutate_files import mutated
from sources import PACKAGE, reads_sources, sources
from written_games import random_files

from kalahgui import words
from kalahgui.assets import word_files, words_of
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine import method
from kalahgui.engine.levels import MOST_LEVELS
from kalahgui.games import GAMES, game_and_variant
from kalahgui.games.user_error import UserError, called
from kalahgui.gui.paint import theme
from kalahgui.gui.services.keymap import PLACES
from kalahgui.library import formats
from kalahgui.library.store_file import StoreError
from kalahgui.theatre.recording import TooManySteps
from kalahgui.words import LANGUAGES, as_text, say, spoken, why


def values_of(entry) -> set[str]:
    return set(re.findall(r"%\{(\w+)\}", json.dumps(entry)))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_language_has_every_word_with_the_same_values(language):
    english, other = words_of("en"), words_of(language)
    assert set(other) == set(english)
    for key, entry in english.items():
        assert values_of(other[key]) - {"count"} == values_of(entry) - {"count"}, key


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_key_stands_twice_in_a_translation(language):
    twice = []

    def read(pairs: list[tuple[str, object]]) -> dict[str, object]:
        counted = Counter(key for key, _ in pairs)
        twice.extend(key for key, count in counted.items() if count > 1)
        return dict(pairs)

    keys = Counter[str]()
    for path in word_files(language):
        keys.update(json.loads(path.read_text("utf-8"), object_pairs_hook=read)[language].keys())
    assert twice == [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_spoken_of(game):
    """These keys are put together of a game's: whoever adds one finds here what is missing."""
    kinds = "called_{} turn_{} turn_{}_you turn_did_{} move_of_{} review_move_{} rules_tab_{}"
    more = "review_move_first_{}", "review_move_again_{}"
    wanted = {kind.format(game) for kind in (*kinds.split(), *more)}
    wanted |= {f"rules_what_{game}_{part}" for part in GAMES[game].rule_parts}
    wanted |= {f"card_{card.key}{what}" for card in GAMES[game].cards for what in ("", "_what")}
    for language in words.LANGUAGES:
        assert wanted <= words_of(language).keys()


@reads_sources
def test_every_word_that_is_said_exists():
    english = words_of("en")
    said = set()
    for nodes in sources().values():
        for node in nodes:
            if not isinstance(node, ast.Call) or not node.args:
                continue
            first, name = node.args[0], getattr(node.func, "id", getattr(node.func, "attr", ""))
            text = first.value if isinstance(first, ast.Constant) else None
            if name in ("say", "of", "Message") and isinstance(text, str):
                said.add(text)
    assert said
    assert said <= set(english)


def test_every_key_that_is_told_of_has_its_words():
    rows = [row for place in PLACES.values() for row in place.rows if row.what]
    assert {"review_help_ply", "watch_help_step"} <= {row.what for row in rows}
    keys = {row.what for row in rows} | {f"{row.what}_what" for row in rows if row.on_cards}
    assert keys <= set(words_of("en"))


@reads_sources
def test_no_sentence_is_too_long_to_take_in():
    """At most 15 words in the window, 25 in what is read at leisure; values are not counted."""
    long = []
    for key, words_of_key in words_of("en").items():
        most = 25 if key.startswith(("article", "lesson", "terminal")) else 15
        texts = words_of_key.values() if isinstance(words_of_key, dict) else [words_of_key]
        for sentence in (
            sentence for text in texts for sentence in re.split(r"[.!?]\s|\n| · ", text)
        ):
            counted = re.findall(r"\S*[A-Za-z]\S*", re.sub(r"%{\w+}", "", sentence))
            if len(counted) > most:
                long.append((len(counted), key, sentence))
    assert long == []


def test_every_word_is_used():
    main = PACKAGE.parent / "main.py"
    source = "".join(path.read_text("utf-8") for path in [*sources(), main])
    algorithms = {"search", *ALGORITHMS, "table", "child-values", "simple", "glance"}
    quoted = set(re.findall(r"""(?<=["'])\w+(?=["'])""", source))
    # A key may be put together: f"help_{name}_what" begins or ends with a fixed part.
    parts = set(re.findall(r"\w*_(?=\{)|(?<=\})_\w+", source))
    unused = []
    for key in set(words_of("en")) - algorithms - quoted:
        cuts = [i for i, letter in enumerate(key) if letter == "_"]
        fixed = {part for i in cuts for part in (key[: i + 1], key[i:])}
        counted = {key[:i] for i in cuts if key[i + 1 :].isdigit()}
        if not fixed & parts and not counted & quoted:
            unused.append(key)
    assert unused == []


def test_the_system_language_is_the_first_choice(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert words.system_language() == "ja"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert words.system_language() == "en"


def test_counts_have_their_plural():
    assert say("stones", count=1) == "one stone"
    assert say("stones", count=8) == "8 stones"
    assert MOST_LEVELS == 10


# -- numbers, and what stands beside them


def test_thousands_are_apart_as_the_language_has_it():
    with spoken("en"):
        assert say("watch_counting", n=90968).startswith("90\u2009968")
    with spoken("ja"):
        assert words.number(-3648321) == "\u22123,648,321"
        assert why(TooManySteps()).startswith("100,000 ステップ")
        assert say("when_year_alone", year="2026") == "2026 年"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_numbers_within_the_words_are_written_as_those_beside_them(language):
    """Years have no thousands; the command line writes plain digits where it speaks English."""
    whole = r"(?<![\d.])(?:\d{1,3}(?:[\u2009\u202f\u00a0 ,]\d{3})+|\d{4,})(?![\d.]*\d)"
    wrong = []
    for key, entry in words_of(language).items():
        if key.startswith("terminal"):
            continue
        for text in entry.values() if isinstance(entry, dict) else [entry]:
            for written in re.findall(whole, text):
                value = int(re.sub(r"\D", "", written))
                with spoken(language):
                    right = written if 1900 < value < 2100 else words.number(value)
                if written != right:
                    wrong.append((key, written, right))
    assert wrong == []


def test_a_blank_parts_a_value_from_japanese_only_where_letters_meet_it():
    with spoken("ja"):
        assert say("review_strong", what="f5").startswith("f5：")
        assert (
            say("review_lost", what="あなたの手", points="3 個 ") == "あなたの手は 3 個の損でした。"
        )
        assert say("refused_search_in_use", path="a.kgs").endswith("a.kgs を使っています")
        said = [say("review_better", move=move) for move in ("f5", "3 番の穴", "(1, 1)")]
        assert [each.partition("のほう")[0] for each in said] == ["f5 ", "3 番の穴", "(1, 1) "]
        assert say("cell_pit", name="Zoë", n=3) == "Zoë の穴 3"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_fonts_have_every_sign_of_the_words(language):
    pygame.font.init()

    def picture(sign, bold):
        return pygame.image.tobytes(theme.font(24, bold).render(sign, True, "black"), "RGBA")

    texts = json.dumps([*words_of(language).values()], ensure_ascii=False)
    signs = {sign for sign in texts if sign.isprintable() and not sign.isspace()}
    for bold in (False, True):
        missing = picture("\ue000", bold)
        assert [sign for sign in sorted(signs) if picture(sign, bold) == missing] == []


def test_no_word_names_a_colour_that_another_theme_has_not():
    """What is told by a colour is told by its shape; a side of a game has its colour everywhere."""
    named = {
        "en": r"(?i)\b(green|red|gr[ae]y|blue|yellow|orange|brown)\b",
        "ja": "[緑赤青黄橙灰]色?(?=[のいは、])",
    }
    told = {
        key: re.findall(named[language], json.dumps(entry, ensure_ascii=False))
        for language in words.LANGUAGES
        for key, entry in words_of(language).items()
    }
    assert {key: found for key, found in told.items() if found} == {}


# -- Japanese


def test_japanese_has_one_way_for_each_word_and_its_own_signs():
    entries = words_of("ja").values()
    told = [
        text for each in entries for text in (each.values() if isinstance(each, dict) else [each])
    ]
    assert [fault for text in told for fault in faults(text)] == []


def test_japanese_outside_the_window_is_written_alike():
    """Of a desktop's entry, what stands behind its keys; of its other files, what is no tag."""
    files = (PACKAGE.parent / "release" / "linux").glob("*.[dmx]*")
    lines = [line for path in files for line in path.read_text("utf-8").splitlines()]
    told = [
        re.sub(r"<[^>]*>|^[\w[\]]+=|;", " ", line) for line in lines if re.search(JAPANESE, line)
    ]
    assert len(told) > 10 and [fault for line in told for fault in faults(line)] == []


@pytest.mark.parametrize(
    "text",
    (
        *(
            "ふつうの盤",
            "わかる",
            "よい手",
            "1～3",
            "1–3",
            "コンピューター",
            "二度目の探索",
            "2 手先",
        ),
        *(
            "石 (白)",
            "記事: 3",
            "座標は （列、行）",
            "f5と",
            "石7 個",
            "黒の手番です。 隅を打てます。",
            "16 差で勝ち",
            "β カット",
            "並べ替え. 前の日に戻す",
            "90\u2009968",
            "7 のうち 5 個",
            "7 個のうち 5 を",
        ),
    ),
)
def test_what_is_not_written_in_japanese_is_found(text):
    assert faults(text) != []


# -- why something is refused


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
KINDS = (
    "UserError", "Unusable", "TooMuch", "TooManyPositions", "UnknownText", "WorkerLost", "NoDask",
    "super().__init__",
)  # fmt: skip
# These read the program's own files, whose errors name the file.
OWN_FILES = ("weights.py", "move_classes.py")


def every_kind(error):
    """Yield the kinds of an error, however deep below it."""
    for kind in error.__subclasses__():
        yield kind
        yield from every_kind(kind)


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
    english = words_of("en")
    refusals = list(literal_refusals())
    assert len(dict(refusals)) > 100
    for key, names in refusals:
        assert set(re.findall(r"%\{(\w+)\}", english[key])) == names, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_before_another_gets_a_second_stop(language):
    texts = [
        text
        for entry in words_of(language).values()
        for text in (entry.values() if isinstance(entry, dict) else [entry])
        if text
    ]
    texts += ["a …", "He said “no.”", "(A note.)", "a;", "（注です。）", "「嫌です。」", "石、"]
    with spoken(language):
        stop, joint = say("sentence_stop"), say("sentence_joint")
        for text in texts:
            ended = as_text(text, "Next").removesuffix(f"{joint}Next")
            signs = text.rstrip(")]}\"'”’」』）】")
            assert ended == (text if signs[-1:] in "….:;,!?。、，：；！？" else text + stop), text


def test_every_refusal_is_said_in_japanese():
    """Two English words beside each other stand nowhere; what is to be written is not English."""
    for key, said in words_of("ja").items():
        if key.startswith(("refused_", "failed_", "possible_")):
            own = re.sub(r"%\{\w+\}", "", said)
            assert re.search(JAPANESE, own) or not re.search("[A-Za-z]", own), key
            assert not re.search(r"[a-z]{2,} [a-z]{2,}", said), key


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
        assert "カラー、リバーシ、〇×ゲーム、エイト" in why(refusal)


def test_what_a_text_says_again_is_one_short_line():
    assert str(UserError("refused_word", word="a\x1b[0m\nb\u2028 c", why="x")) == "'a [0m b c': x"
    assert str(UserError("refused_word", word="%{why}", why="%{word}")) == "'%{why}': %{word}"


def check(refusal):
    """See that a refusal is said in one line, by the window as by the error, and in Japanese."""
    with spoken("en"):
        # A console is not sure to have the narrow blank between thousands, and the true minus.
        assert why(refusal).translate({0x2009: "", 0x2212: "-"}) == str(refusal)
    with spoken("ja"):
        japanese = why(refusal)
    for said in (str(refusal), japanese):
        assert said.isprintable() and 0 < len(said) < 400
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
            contents = formats.read(mutated(chance, data))
        except UserError as refusal:
            check(refusal)
        else:
            for why_not in (*(bad.why for bad in contents.bad), *contents.notes):
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
