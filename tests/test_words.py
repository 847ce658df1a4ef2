"""The translations: complete, alike in their values, and every key that is used exists."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter

import pytest
from sources import reads_sources, sources

from kalahgui.assets import asset
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.engine.levels import MOST_LEVELS
from kalahgui.gui.services import words
from kalahgui.gui.services.keymap import PLACES


def translation(language: str) -> dict:
    path = asset("translations", f"kalahgui.{language}.json")
    return json.loads(path.read_text("utf-8"))[language]


def values_of(entry) -> set[str]:
    return set(re.findall(r"%\{(\w+)\}", json.dumps(entry)))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_language_has_every_word_with_the_same_values(language):
    english, other = translation("en"), translation(language)
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

    text = asset("translations", f"kalahgui.{language}.json").read_text("utf-8")
    json.loads(text, object_pairs_hook=read)
    assert twice == []


@reads_sources
def test_every_word_that_is_said_exists():
    english = translation("en")
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
    told = {row.what for row in rows} | {f"{row.what}_what" for row in rows if row.on_cards}
    assert told <= set(translation("en"))


@reads_sources
def test_every_word_is_used():
    source = "".join(path.read_text("utf-8") for path in sources())
    algorithms = {"search", *ALGORITHMS, "table", "simple", "glance"}
    quoted = set(re.findall(r"""(?<=["'])\w+(?=["'])""", source))
    # A key may be put together: f"help_{name}_what" begins or ends with a fixed part.
    parts = set(re.findall(r"\w*_(?=\{)|(?<=\})_\w+", source))
    unused = []
    for key in set(translation("en")) - algorithms - quoted:
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
    words.choose("en")
    assert words.say("stones", count=1) == "one stone"
    assert words.say("stones", count=8) == "8 stones"
    assert MOST_LEVELS == 10
