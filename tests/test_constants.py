"""The constants of core are written twice, for compiled and interpreted code: they must agree."""

import re
from pathlib import Path

from kalahgui.core import constants

TEXT = Path(constants.__file__).with_suffix(".pxd").read_text("ascii")
# Without its suffix a constant of C may be too narrow to be shifted.
MACROS = dict(re.findall(r"^    #define (\w+) (\w+)ULL$", TEXT, re.MULTILINE))
WORDS = re.findall(r'^    const unsigned long long (\w+) "(\w+)"$', TEXT, re.MULTILINE)
NUMBERS = re.findall(r"^    (\w+) = (\S+)$", TEXT, re.MULTILINE)
COMPILED = {name: int(MACROS[macro], 0) for name, macro in WORDS} | {
    name: int(number, 0) for name, number in NUMBERS
}
INTERPRETED = {name: value for name, value in vars(constants).items() if name.isupper()}


def test_the_declarations_could_all_be_read():
    known = r'\s*("""|#define .*|const .*|\w+ = .*|cdef extern from \*:|cdef enum:)?'
    assert all(re.fullmatch(known, line) for line in TEXT.splitlines())
    assert len(MACROS) == len(WORDS)


def test_compiled_and_interpreted_code_have_the_same_constants():
    assert COMPILED == INTERPRETED
