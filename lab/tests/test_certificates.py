"""Certificates: what is proven is accepted by a program of its own, and nothing else."""

import ast
import importlib.util
import json
import lzma
import random
import sys
from functools import cache
from pathlib import Path

import pytest
from examples import examples
from reference import worth
from small_kalah import at_random, built, placed, word

from kalahgui.core.prover import Prover
from kalahgui.core.table import table_for
from kalahgui.games import GAMES
from kalahgui.games.game import children
from lab import certify
from lab.certificate_making import AT_LEAST, AT_MOST, Certificate

KALAH = GAMES["kalah"]
RULES = [(), ("empty-capture",)]
BOTH_RULES = pytest.mark.parametrize("rules", RULES, ids=["standard", "empty-capture"])
BOTH_KINDS = pytest.mark.parametrize("kind", [AT_LEAST, AT_MOST], ids=["at-least", "at-most"])
BOARD = "3x2"
PITS, START = 3, ([1, 1, 2], [2, 2, 4])  # of many with as many stones it has the longest proof
VERIFIER = Path(certify.__file__).with_name("verify.py")

needs_numpy = pytest.mark.skipif(
    importlib.util.find_spec("numpy") is None, reason="verify needs numpy"
)


@cache
def gains(empty_capture):
    """Return the database of all placings of the small board."""
    return built(PITS, 12, empty_capture)


def start_of(rules=()):
    return placed(PITS, *START, bool(rules))


@cache
def certificate(kind, rules, few):
    start = start_of(rules)
    value = gains(bool(rules)).gain(start.own, start.opp)
    if few:
        start = start.knowing(gains(bool(rules)))
    made = Certificate(start, kind, value, Prover(table_for(start, 14)), few)
    made.make()
    return made


class Contents:
    """A certificate taken to pieces: its first line, and the lists of its records."""

    def __init__(self, folder, kind=AT_LEAST, rules=(), few=0):
        self.path = folder / "some.certificate"
        certificate(kind, rules, few).write(self.path, "made in a test")
        with self.path.open("rb") as file:
            self.told = json.loads(file.readline())
            rows = lzma.decompress(file.read())
        width = 2 * PITS + 1
        rows = [rows[at : at + width] for at in range(0, len(rows), width)]
        self.kinds = [rows[: self.told["records"][0]], rows[self.told["records"][0] :]]

    def write(self):
        """Write what is in it now; return where."""
        self.told["records"] = [len(rows) for rows in self.kinds]
        packed = lzma.compress(b"".join(self.kinds[0] + self.kinds[1]))
        self.path.write_bytes(json.dumps(self.told).encode() + b"\n" + packed)
        return self.path

    def start(self, kind):
        """Return the index of the record of the start."""
        start = bytes(self.told["own"] + self.told["opp"])
        return next(at for at, row in enumerate(self.kinds[kind]) if row[:-1] == start)


@pytest.fixture
def verify(command):
    """Run ``verify``; return whether a certificate is accepted."""

    def run(path):
        status, out, err = command("verify", path)
        assert (status, out == "", err.count("\n")) in [(0, False, 0), (1, True, 1)]
        assert status == 0 or "is refused: " in err
        return status == 0

    return run


def test_the_verifier_is_short_and_shares_nothing():
    source = VERIFIER.read_text("utf-8")
    assert source.count("\n") <= 150
    imported = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module)
    assert "numpy" in imported
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names | {"numpy"}


# -- what is accepted


@needs_numpy
@BOTH_RULES
@BOTH_KINDS
@pytest.mark.parametrize("few", [0, 7])
def test_what_is_proven_is_accepted(verify, tmp_path, kind, rules, few):
    contents = Contents(tmp_path, kind, rules, few)
    assert min(map(len, contents.kinds)) > (0 if few else 10)
    assert verify(contents.path)


@needs_numpy
@BOTH_RULES
def test_the_command_proves_both_bounds_of_the_value(command, tmp_path, rules):
    line = ["certify", f"kalah:{BOARD}", "--out", tmp_path, "--json"]
    status, out, err = command(*line, *(["--rules", rules[0]] if rules else []))
    assert (status, err) == (0, "")
    value = worth(KALAH.start(BOARD, rules).to_the_end())
    certificates = json.loads(out)["certificates"]
    assert [entry["bound"] for entry in certificates] == ["at least", "at most"]
    for entry in certificates:
        assert entry["value"] == value
        assert Path(entry["file"]).stat().st_size == entry["bytes"]
        said = f"proven: {entry['bound']} {value:+}, by {entry['placings']:,} placings\n"
        assert command("verify", entry["file"]) == (0, said, "")


@needs_numpy
@pytest.mark.slow
@pytest.mark.compiled
def test_the_value_of_a_larger_board_is_proven(command, tmp_path):
    status, out, _ = command("certify", "kalah:6x3", "--out", tmp_path, "--json")
    assert status == 0
    certificates = json.loads(out)["certificates"]
    assert [(entry["bound"], entry["value"]) for entry in certificates] == [
        ("at least", 2),
        ("at most", 2),
    ]
    for entry in certificates:
        status, out, _ = command("verify", entry["file"])
        assert status == 0 and out.startswith(f"proven: {entry['bound']} +2, ")


# -- what is refused: ten kinds of sabotage, then any at all


def better(contents, kind):
    contents.told["value"] += 2 if kind == AT_LEAST else -2


def no_number(contents, kind):
    contents.told["value"] = float("nan")


def other_kind(contents, kind):
    contents.told["bound"] = ["at most", "at least"][kind]


def other_start(contents, kind):
    contents.told["own"][0] += 1


def swapped(contents, kind):
    contents.kinds.reverse()


def stronger(contents, kind):
    at = contents.start(kind)
    row = contents.kinds[kind][at]
    contents.kinds[kind][at] = row[:-1] + bytes([row[-1] + (2 if kind == AT_LEAST else -2)])
    better(contents, kind)


def without_start(contents, kind):
    del contents.kinds[kind][contents.start(kind)]


def without_answer(contents, kind):
    # What the start follows from: its one move, or one of all its moves.
    for _, child, sign in children(start_of()):
        rows = contents.kinds[kind if sign > 0 else 1 - kind]
        for at, row in enumerate(rows):
            if row[:-1] == bytes(_words(child)):
                del rows[at]
                return
    raise AssertionError("the start follows from no record")


def other_placing(contents, kind):
    at = contents.start(kind)
    row = bytearray(contents.kinds[kind][at])
    row[0] -= 1
    row[1] += 1
    contents.kinds[kind][at] = bytes(row)


def twice(contents, kind):
    row = contents.kinds[kind][contents.start(kind)]
    contents.kinds[kind].append(row[:-1] + bytes([row[-1] - 2]))


def too_many_stones(contents, kind):
    own, opp = contents.told["own"], contents.told["opp"]
    contents.kinds[kind].append(bytes([own[0] + 1, *own[1:], *opp, 128 + (13 if kind else -13)]))


def _words(position):
    for half in (position.own, position.opp):
        yield from half.to_bytes(8, "little")[:PITS]


SABOTAGE = [
    better, no_number, other_kind, other_start, swapped, stronger, without_start, without_answer,
    other_placing, twice, too_many_stones,
]  # fmt: skip


@needs_numpy
@BOTH_KINDS
@pytest.mark.parametrize("sabotage", SABOTAGE)
def test_a_sabotaged_certificate_is_refused(verify, tmp_path, sabotage, kind):
    contents = Contents(tmp_path, kind)
    assert verify(contents.write())
    sabotage(contents, kind)
    assert not verify(contents.write())


@needs_numpy
def test_a_file_that_ends_early_or_begins_otherwise_is_refused(verify, tmp_path):
    path = Contents(tmp_path).path
    data = path.read_bytes()
    lines = (b"", b"[]", b"{}", b'"', b"[" * 4000, b'{"own": [-1, 2], "opp": [1, 1]}')
    others = [line + b"\n" + data.partition(b"\n")[2] for line in lines]
    for spoilt in (*(data[:much] for much in (0, 1, 100, -1)), *others):
        path.write_bytes(spoilt)
        assert not verify(path)


@needs_numpy
@BOTH_RULES
def test_whatever_is_accepted_is_true(verify, tmp_path, rules):
    known = gains(bool(rules))
    outcomes = set()
    for number in range(examples(300)):
        chance = random.Random(number)
        contents = Contents(tmp_path, AT_LEAST, rules, few=5)
        rows = contents.kinds[chance.randrange(2)]
        own, opp = at_random(chance, PITS, 8)
        more = chance.choice([-2, 0, 2])
        rows.append(bytes([*own, *opp, 128 + known.gain(word(own), word(opp)) + more]))
        accepted = verify(contents.write())
        for kind, some in enumerate(contents.kinds):
            for row in some:
                gain, bound = known.gain(*_packed(row)), row[-1] - 128
                true = gain >= bound if kind == AT_LEAST else gain <= bound
                assert true or not accepted
        outcomes.add((accepted, more))
    assert len(outcomes) == 6, "what is exact, too strong or too weak is accepted here, there not"


def _packed(row):
    return [int.from_bytes(side, "little") for side in (row[:PITS], row[PITS:-1])]


# -- the rules once more


@needs_numpy
@BOTH_RULES
@pytest.mark.parametrize("pits", [1, 2, 3, 6, 8])
def test_the_rules_are_those_of_the_game(pits, rules):
    import numpy as np

    from lab.verify import moves

    chance = random.Random(pits)
    here = [at_random(chance, pits, chance.choice([8, 30, 60])) for _ in range(examples(300))]
    cells = np.array([own + opp for own, opp in here], np.int16).T
    outcomes = {}
    for pit, (which, gain, after, again, over) in enumerate(moves(cells, bool(rules))):
        for at, place in enumerate(which):
            outcomes[place, pit] = gain[at], again[at] and not over[at], over[at], after[:, at]
    for place, (own, opp) in enumerate(here):
        position = placed(pits, own, opp, bool(rules))
        assert [pit for pit in range(pits) if (place, pit) in outcomes] == position.moves()
        for pit, child, sign in children(position):
            gain, again, over, after = outcomes[place, pit]
            assert (gain, again, over) == (sign * child.lead, sign > 0, child.over)
            if not over:
                sides = (child.own.to_bytes(8, "little"), child.opp.to_bytes(8, "little"))
                assert after.tolist() == [n for side in sides for n in side[:pits]]


@needs_numpy
@BOTH_RULES
def test_placings_of_a_few_stones_are_worked_out_as_the_database_has_them(rules):
    import numpy as np

    from lab.verify import Known

    none = np.zeros((0, 2 * PITS + 1), np.uint8)
    known = Known(bytes([2] * 2 * PITS), bool(rules), 9, [none, none])
    numbers = np.arange(len(known.gains))
    placings = known.placings(numbers)
    assert (known.number(placings) == numbers).all()
    seen = 0
    for placing, gain in zip(placings.T.tolist(), known.gains.tolist(), strict=True):
        if any(placing[:PITS]) and any(placing[PITS:]):
            seen += 1
            assert gain == gains(bool(rules)).gain(*_packed(bytes([*placing, 0])))
    assert seen > 4000


# -- mistakes


def test_there_is_no_proof_of_what_is_false(command, tmp_path):
    value = worth(KALAH.start(BOARD).to_the_end())
    line = ["certify", f"kalah:{BOARD}", "--at-least", value + 1, "--out", tmp_path]
    status, out, err = command(*line)
    assert (status, out, err.count("\n")) == (1, "", 1) and "not true" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("certify tictactoe", "certificates of kalah"),
        ("certify kalah:3x2 --out nowhere", "not a folder"),
        ("certify kalah:3x2 --at-least 1 --at-most 2", "not allowed with"),
        ("certify kalah:3x2 --database 99", "--database"),
    ],
)
def test_a_mistake_is_one_line(refused, line, why):
    assert why in refused(*line.split())


def test_a_file_that_is_not_there_and_numpy_that_is_not_are_one_line(
    refused, tmp_path, monkeypatch
):
    if importlib.util.find_spec("numpy"):
        assert "no.certificate" in refused("verify", tmp_path / "no.certificate")
    monkeypatch.setitem(sys.modules, "lab.verify", None)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert "[train]" in refused("verify", tmp_path)
