"""The documents: links, pictures, commands, features, the examples in docstrings."""

import ast
import doctest
import importlib
import re
from functools import cache
from pathlib import Path

import make_pictures
import pytest

import kalahgui
from kalahgui.assets import words_of
from kalahgui.cli import main, speed
from kalahgui.core.perft import perft
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games import GAMES
from kalahgui.games.reversi.game import BOARDS, Reversi

ROOT = Path(__file__).parent.parent
PAGES = {
    path: path.read_text("utf-8")
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("lab/*.md")]
}
LINK = re.compile(r"\]\((?!https?:)([^)]+)\)|src=\"([^\"]+)\"")
PICTURES = ROOT / "docs" / "pictures"


def links() -> list[tuple[Path, str, str]]:
    """Return every link inside the project: its page, the file and the heading."""
    addresses = [(page, a or b) for page, text in PAGES.items() for a, b in LINK.findall(text)]
    return [(page, *link.partition("#")[::2]) for page, link in addresses]


def headings(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_link_leads_to_a_file_and_a_heading():
    for page, file, heading in links():
        target = (page.parent / file.replace("\\", "")).resolve() if file else page
        assert target.exists(), (page.name, file)
        assert not heading or heading in headings(PAGES[target]), (page.name, heading)


def test_every_file_that_the_architecture_names_is_there():
    page = PAGES[ROOT / "docs" / "architecture.md"]
    named = re.findall(r"`(\w[\w/]*/[\w.]+)`", page)
    assert len(named) > 40
    assert [path for path in named if not any((at / path).exists() for at in (ROOT, PACKAGE))] == []


def test_the_screen_that_the_architecture_shows_is_the_one_of_the_window():
    page = PAGES[ROOT / "docs" / "architecture.md"]
    [path, screen] = re.findall(r"`([\w/.]+)`, without .*?```python\n(.*?)```", page, re.DOTALL)[0]
    source = (PACKAGE / path).read_text("utf-8").splitlines()
    shown = [line for line in screen.splitlines() if "_row(what, " not in line]  # shortened
    assert [line for line in shown if line not in source] == []


@pytest.mark.compiled
def test_the_board_that_is_added_as_an_example_has_the_figures_told_of_it(monkeypatch):
    page = PAGES[ROOT / "docs" / "adding-a-game.md"]
    monkeypatch.setitem(
        BOARDS, "octagon", re.findall(r'"octagon": """(.*?)"""', page, re.DOTALL)[0]
    )
    monkeypatch.setattr(Reversi, "variants", tuple(BOARDS))
    leaves = perft(GAMES["reversi"].start("octagon"), 8)
    assert f"leaves: {leaves}\n" in page
    assert f"prints\n  {speed.signature('reversi')} with the octagon" in page


def test_every_picture_is_shown_and_made_by_the_script():
    shown = {Path(file).stem for _, file, _ in links() if file.endswith(".png")}
    kept = {path.stem for path in PICTURES.iterdir()}
    assert shown == kept == set(make_pictures.NAMES)


@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_the_readme_begins_with_the_commands_to_play_and_to_test(page):
    blocks = re.findall(r"^```\n(.*?)\n```$", PAGES[ROOT / page], re.DOTALL | re.MULTILINE)
    install = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
    assert blocks[:2] == [
        f"{install} && .venv/bin/python main.py",
        f"{install} && .venv/bin/python -m pytest",
    ]


# What is written in a page as it is on a keyboard or in a terminal, whatever the language, and
# the marks of points and rows.
TYPED = re.compile(r"(?<!`)`([^`\n]+)`|^((?:python|pip) [^#\n]*\w)", re.MULTILINE)
POINT = re.compile(r"^(?:-|\d+\.|\|)(?= )", re.MULTILINE)


def sections(page: str) -> list[tuple[str, set[tuple[str, str]], int]]:
    """Return each heading's level, what is typed below it, and how many points and rows it has.

    The table of all keys, which is generated, is left out.
    """
    text = PAGES[ROOT / page].partition("<!-- keys -->")[0]
    _, *parts = re.split(r"^(#+) ", text, flags=re.MULTILINE)
    return [
        (level, {*TYPED.findall(below)}, len(POINT.findall(below)))
        for level, below in zip(parts[::2], parts[1::2], strict=True)
    ]


@pytest.mark.parametrize("page", ["README", "docs/guide"])
def test_the_japanese_page_has_the_sections_keys_and_points_of_the_english_one(page):
    assert sections(f"{page}.ja.md") == sections(f"{page}.md")


def test_what_the_japanese_pages_quote_are_words_of_the_window():
    said = str(words_of("ja"))
    pages = [PAGES[ROOT / "README.ja.md"], PAGES[ROOT / "docs" / "guide.ja.md"]]
    quoted = {name.strip("*") for page in pages for name in re.findall("「([^」…]+)」", page)}
    assert len(quoted) > 50
    assert {name for name in quoted if name not in said} == set()


def test_the_japanese_guide_calls_searches_and_measures_as_the_window_does():
    page, said = PAGES[ROOT / "docs" / "guide.ja.md"], words_of("ja")
    chosen = next(line for line in page.split("\n") if line.startswith("**アルゴリズム**"))
    names = {said[name] for name in (*ALGORITHMS, "search", "measures")}
    assert {name for name in names if name not in chosen} == set()
    measures = [said[f"measure_{name}"] for name in ("own", "opponent", "mobility", "stable")]
    assert "、".join(measures) in page
    assert len(re.findall("ネガアルファ法", page)) == len(
        re.findall("記事では「ネガアルファ法」", page)
    )


@pytest.mark.parametrize("page", ["README", "docs/guide"])
def test_each_page_begins_with_a_link_to_the_other_language(page):
    name = Path(page).name
    for here, there in ((f"{page}.md", f"{name}.ja.md"), (f"{page}.ja.md", f"{name}.md")):
        assert LINK.findall(PAGES[ROOT / here])[0][0] == there


FEATURES = PAGES[ROOT / "docs" / "features.md"]
ROW = re.compile(r"^\| [^|]+ \| `(test_\w+\.py)::(test_\w+)` \|$", re.MULTILINE)


def test_every_feature_names_a_test_that_holds_it():
    rows = ROW.findall(FEATURES)
    heads = FEATURES.count("| What | Held by |")
    assert len(rows) == len(re.findall(r"^\| ", FEATURES, re.MULTILINE)) - heads > 40
    slow = []
    for file, test in rows:
        tree = _parsed(file)
        [function] = [node for node in tree.body if getattr(node, "name", "") == test]
        marks = [
            ast.unparse(decorator) for decorator in (*function.decorator_list, *_module_marks(tree))
        ]
        seldom = [mark for mark in marks if re.search("mark.(slow|long)", mark)]
        slow += [test for mark in seldom if "parametrize" not in mark]
    assert slow == []


@cache
def _parsed(file):
    return ast.parse((ROOT / "tests" / file).read_text("utf-8"))


def _module_marks(tree):
    """Return what marks all tests of a file."""
    return [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    ]


COMMAND_LINE = PAGES[ROOT / "docs" / "command-line.md"]
HEAD, *SECTIONS = re.split(r"^## ", COMMAND_LINE, flags=re.MULTILINE)
SECTION = {section.partition("\n")[0]: section for section in SECTIONS}
# An argument as the usage has it, optional ones with their brackets.
ARGUMENT = re.compile(r"\[[^][]*(?:\[[^][]*\][^][]*)*\]|[^\s\[]\S*")
EXPLAINED = re.compile(r"^\| `(--[^`]+)` \|", re.MULTILINE)


def arguments_of(usage: str) -> list[str]:
    return sorted(" ".join(argument.split()) for argument in ARGUMENT.findall(usage))


@pytest.fixture
def usage(capsys):
    """Return the usage of a command and what stands below it, as --help prints them."""

    def usage(*command: str) -> tuple[str, str]:
        assert main([*command, "--help"]) == 0
        usage, _, below = capsys.readouterr().out.partition("\n\n")
        return usage.replace("usage: main.py ", "").replace(" [-h]", ""), below

    return usage


def test_the_page_has_the_commands_that_help_lists(usage):
    commands = usage()[1].partition("COMMAND\n")[2].partition("\n\n")[0]
    listed = re.findall(r"^ {4}(\w+)", commands, re.MULTILINE)
    assert sorted(listed) == sorted(re.findall(r"^## (\w+)$", COMMAND_LINE, re.MULTILINE))


def test_the_page_has_the_arguments_that_help_lists_and_explains_each(usage):
    for command, section in SECTION.items():
        written = section.partition("```\npython main.py ")[2].partition("\n```")[0]
        arguments = arguments_of(written)
        assert arguments == arguments_of(usage(command)[0]), command
        options = {argument[1:-1] for argument in arguments if argument.startswith("[--")}
        own, common = EXPLAINED.findall(section), EXPLAINED.findall(HEAD)
        assert set(own) <= options <= {*own, *common}, command


PACKAGE = Path(kalahgui.__file__).parent


def test_the_examples_in_docstrings_give_what_they_say():
    tried, failed = 0, []
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.parent.glob("lab/*.py")]):
        # A compiled file of core has no source to take examples from.
        if PACKAGE / "core" in path.parents or ">>> " not in path.read_text("utf-8"):
            continue
        module = importlib.import_module(
            ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        )
        for example in doctest.DocTestFinder().find(module):
            said: list[str] = []
            runner = doctest.DocTestRunner()
            if runner.run(example, out=said.append).failed:
                failed.append("".join(said))
            tried += runner.tries
    assert failed == [], "".join(failed)
    assert tried > 50
