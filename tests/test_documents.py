"""The documents: their links and pictures, and the first two commands of the README."""

from __future__ import annotations

import re
from pathlib import Path

import make_pictures

ROOT = Path(__file__).parent.parent
PAGES = {
    path: path.read_text("utf-8")
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("lab/*.md")]
}
LINK = re.compile(r"\]\((?!https?:)([^)]+)\)|src=\"([^\"]+)\"")
PICTURES = ROOT / "docs" / "pictures"


def links() -> list[tuple[Path, str, str]]:
    """Return every link inside the project: its page, the file and the heading."""
    found = [(page, a or b) for page, text in PAGES.items() for a, b in LINK.findall(text)]
    return [(page, *link.partition("#")[::2]) for page, link in found]


def headings(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_link_leads_to_a_file_and_a_heading():
    for page, file, heading in links():
        target = (page.parent / file.replace("\\", "")).resolve() if file else page
        assert target.exists(), (page.name, file)
        assert not heading or heading in headings(PAGES[target]), (page.name, heading)


def test_every_picture_is_shown_and_made_by_the_script():
    shown = {Path(file).stem for _, file, _ in links() if file.endswith(".png")}
    kept = {path.stem for path in PICTURES.iterdir()}
    assert shown == kept == set(make_pictures.NAMES)


def test_the_readme_begins_with_the_commands_to_play_and_to_test():
    blocks = re.findall(r"^```\n(.*?)\n```$", PAGES[ROOT / "README.md"], re.DOTALL | re.MULTILINE)
    assert blocks[:2] == [
        "pip install -r requirements.txt && python main.py",
        "pip install -r requirements.txt && python -m pytest",
    ]
