"""What the page of features names is there: files, tests, and every setting's group."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = (HERE.parent / "docs" / "features.md").read_text("utf-8")
ROW = re.compile(r"^\| (?!What|-)[^|]+\| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def test_every_feature_names_where_it_lives_and_what_holds_it():
    rows = ROW.findall(PAGE)
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    heads = [line for line in lines if line.startswith("| What ")]
    assert len(rows) == len(lines) - len(heads) > 40
    for where, held in rows:
        places = re.findall(r"`([^`]+)`", where)
        assert places
        for place in places:
            assert (HERE.parent / "kalahgui" / place).exists(), place
        [(file, test)] = re.findall(r"`(test_\w+\.py)::(test_\w+)`", held)
        assert f"def {test}(" in (HERE / file).read_text("utf-8"), test


def test_every_screen_is_on_the_page():
    screens = {path.parent.name for path in (HERE.parent / "kalahgui" / "gui").glob("*/*.py")}
    for screen in screens - {"kit", "paint"}:
        assert f"`gui/{screen}/" in PAGE, screen
