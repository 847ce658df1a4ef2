"""The examples in the docstrings."""

import doctest
import importlib
from pathlib import Path

import kalahgui

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
