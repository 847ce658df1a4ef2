"""The page of features: each is held by a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = (HERE.parent / "docs" / "features.md").read_text("utf-8")
ROW = re.compile(r"^\| [^|]+ \| `(test_\w+\.py)::(test_\w+)` \|$", re.MULTILINE)


def test_every_feature_names_a_test_that_holds_it():
    rows = ROW.findall(PAGE)
    heads = PAGE.count("| What | Held by |")
    assert len(rows) == len(re.findall(r"^\| ", PAGE, re.MULTILINE)) - heads > 40
    for file, test in rows:
        assert f"def {test}(" in (HERE / file).read_text("utf-8"), test
