"""``report``: what was measured, as pictures on one page that needs nothing else."""

from __future__ import annotations

import json
import math
import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from kalahgui.assets import asset
from kalahgui.cli import arguments

_ROOT = Path(__file__).parent.parent
LEVELS = _ROOT / "docs" / "levels.md"

_DESCRIPTION = """\
Write one page with pictures of what was measured: the ladders with their errors, the
losses of the levels, the learning of the evaluations, what solving costs on each
board, and the puzzles by rating. The page is one file of HTML; it takes its figures
from the files of this checkout and nothing from the net.
"""
_EXAMPLES = """\
example:
  python -m lab report --out report.html
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    about = "write a page with pictures of what was measured"
    parser = arguments.add_command(commands, "report", run, about, _DESCRIPTION, _EXAMPLES)
    out = Path("report.html")
    parser.add_argument("--out", metavar="FILE", type=Path, default=out, help=f"({out})")


def run(options: Namespace) -> int:
    """Run the command."""
    arguments.check_folder(options.out)
    arguments.write_file(options.out, page())
    print(f"written to {options.out}")
    return 0


class Point(NamedTuple):
    """A figure above its place on the axis below, with its standard error where it has one."""

    place: str
    figure: float
    error: float | None = None


class Chart(NamedTuple):
    """A picture of some series of points; those of ``bars`` stand on the axis.

    ``what`` says what the figures are, ``axis`` what the places are.
    """

    title: str
    what: str
    axis: str
    series: dict[str, list[Point]]
    bars: bool = False
    logarithmic: bool = False
    most: float = 0.0


def page() -> str:
    """Return the page."""
    parts = (
        ("Ladders", "docs/levels.md", ladders(LEVELS.read_text("utf-8"))),
        (
            "Losses by level",
            "assets/tables/level-losses.json",
            losses(_json("tables", "level-losses")),
        ),
        ("Learning", "assets/weights", learning()),
        ("The cost of solving", "assets/tables/starts.json", solving(_json("tables", "starts"))),
        ("Puzzles by rating", "assets/puzzles", puzzles()),
    )
    body = "".join(
        f"<h2>{escape(title)}</h2><p>From <code>{source}</code>.</p><div>"
        + "".join(map(_figure, charts))
        + "</div>"
        for title, source, charts in parts
    )
    return _PAGE.replace("BODY", body)


def _json(folder: str, name: str) -> Any:
    return json.loads(asset(folder, f"{name}.json").read_text("utf-8"))


# -- what the files say


def ladders(text: str) -> Iterator[Chart]:
    """Yield two charts for each board of the page of levels: neighbours, and fixed players."""
    for section in text.split("\n## ")[1:]:
        board, _, rows = section.partition("\n")
        below: list[Point] = []
        fixed: dict[str, list[Point]] = {}
        names: list[str] = []
        for row in rows.splitlines():
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            if cells[0] == "Level against":
                names = [name.strip("`") for name in cells[1:]]
            scores = [re.fullmatch(r"(\d\.\d+) ± (\d\.\d+)", cell) for cell in cells[1:]]
            points = [m and Point(cells[0], float(m[1]), float(m[2])) for m in scores]
            if not names:
                below += filter(None, points)
            else:
                for name, point in zip(names, points, strict=False):
                    if point:
                        fixed.setdefault(name, []).append(point)
        score = "score, 0 to 1, with its standard error"
        yield Chart(board, f"{score}, against the level below", "level", {"": below}, most=1)
        if fixed:
            yield Chart(board, f"{score}, against fixed players", "level", fixed, most=1)


def losses(document: Any) -> Iterator[Chart]:
    """Yield a chart of what the levels of each board lose a move."""
    for board, measured in document["boards"].items():
        points = [
            Point(str(level), loss["lost"] / loss["moves"])
            for level, loss in enumerate(measured["levels"], start=1)
            if loss["moves"]
        ]
        moves = sum(loss["moves"] for loss in measured["levels"])
        yield Chart(board, f"points lost a move, {moves} moves", "level", {"": points})


_ERRORS = {"spread": "of the labels", "error_hand_set": "hand-set", "error_learnt": "learnt"}


def learning() -> Iterator[Chart]:
    """Yield a chart of the errors of every learnt evaluation, round by round."""
    for path in sorted(asset("weights").glob("*.json")):
        rounds = json.loads(path.read_text("utf-8"))["rounds"]
        series = {
            name: [Point(str(n), result[key]) for n, result in enumerate(rounds, start=1)]
            for key, name in _ERRORS.items()
        }
        what = "error on held-out positions, in stones or discs"
        yield Chart(path.stem, what, "round", series)


def solving(document: Any) -> Iterator[Chart]:
    """Yield a chart of the nodes, and one of the seconds, that the boards took to be solved."""
    boards = sorted(document["boards"].items(), key=lambda pair: pair[1]["nodes"])
    for unit in ("nodes", "seconds"):
        points = [Point(board, known[unit]) for board, known in boards]
        yield Chart(f"{unit} a board", unit, "", {"": points}, bars=True, logarithmic=True)


_BIN = 100


def puzzles() -> Iterator[Chart]:
    """Yield a chart for each list of puzzles: how many have a rating of each hundred."""
    for path in sorted(asset("puzzles").glob("*.txt")):
        lines = path.read_text("utf-8").splitlines()
        counts = Counter(int(line.split(";")[4]) // _BIN * _BIN for line in lines if line)
        bins = range(min(counts), max(counts) + 1, _BIN)
        points = [Point(str(rating), counts[rating]) for rating in bins]
        what = f"puzzles of {sum(counts.values())}"
        yield Chart(path.stem, what, f"rating, {_BIN} a bar", {"": points}, bars=True)


# -- drawing

WIDTH, HEIGHT = 460, 260
LEFT, RIGHT, TOP, BOTTOM = 52, 8, 12, 42
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_TICKS = 5
_ASIDE = 3


class Scale:
    """Where figures lie on the picture of a chart."""

    def __init__(self, chart: Chart) -> None:
        points = [point for series in chart.series.values() for point in series]
        self.logarithmic = chart.logarithmic
        most = chart.most or max(point.figure + (point.error or 0) for point in points)
        if chart.logarithmic:
            low = math.ceil(math.log10(min(point.figure for point in points))) - 1
            high = math.ceil(math.log10(most))
            step = math.ceil((high - low) / 8)
            high = low + math.ceil((high - low) / step) * step
            self.ticks = [10.0**power for power in range(low, high + 1, step)]
        else:
            unit = _round_step(most / _TICKS)
            self.ticks = [n * unit for n in range(math.ceil(most / unit - 1e-9) + 1)]
        self._low, self._high = (self._of(tick) for tick in (self.ticks[0], self.ticks[-1]))

    def _of(self, figure: float) -> float:
        return math.log10(figure) if self.logarithmic else figure

    def y(self, figure: float) -> float:
        """Return the height of a figure."""
        share = (self._of(figure) - self._low) / (self._high - self._low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _round_step(least: float) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that is no smaller."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))


def drawn(chart: Chart) -> str:
    """Return a chart as SVG."""
    scale = Scale(chart)
    places = list(dict.fromkeys(p.place for series in chart.series.values() for p in series))
    wide = (WIDTH - LEFT - RIGHT) / len(places)
    x_of = {place: LEFT + wide * (n + 0.5) for n, place in enumerate(places)}
    parts = []
    for tick in scale.ticks:
        y = scale.y(tick)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(_text(LEFT - 6, y + 4, _short(tick), "end"))
    for place in places[:: math.ceil(len(places) / 14)]:
        for line, words in enumerate(re.split("[:-]", place)):
            parts.append(_text(x_of[place], HEIGHT - BOTTOM + 14 + 12 * line, words, "middle"))
    parts.append(_text((LEFT + WIDTH) / 2, HEIGHT - 8, chart.axis, "middle"))
    for colour, points in zip(_COLOURS, chart.series.values(), strict=False):
        parts.append(_series(chart, scale, points, x_of, colour, 0.7 * wide))
        x_of = {place: x + _ASIDE for place, x in x_of.items()}  # errors lie beside each other
    title = escape(f"{chart.title}: {chart.what}")
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        + "".join(parts)
        + "</svg>"
    )


def _series(
    chart: Chart,
    scale: Scale,
    points: Sequence[Point],
    x_of: dict[str, float],
    colour: str,
    width: float,
) -> str:
    bottom = HEIGHT - BOTTOM
    shapes = []
    for place, figure, error in points:
        x, y = x_of[place], scale.y(figure)
        words = f"<title>{escape(place)}: {_told(figure, error)}</title>"
        if chart.bars:
            at = f'x="{x - width / 2:.1f}" y="{y:.1f}" width="{width:.1f}"'
            shapes.append(f'<rect {at} height="{bottom - y:.1f}">{words}</rect>')
            continue
        if error:
            low, high = scale.y(figure - error), scale.y(figure + error)
            shapes.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}"/>')
        shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3">{words}</circle>')
    if not chart.bars:
        line = "L".join(f"{x_of[p.place]:.1f} {scale.y(p.figure):.1f}" for p in points)
        shapes.append(f'<path class="line" d="M{line}"/>')
    return f'<g stroke="{colour}" fill="{colour}">{"".join(shapes)}</g>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _short(figure: float) -> str:
    for size, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if figure >= size:
            return f"{figure / size:g} {sign}"
    return f"{figure:g}"


def _told(figure: float, error: float | None = None) -> str:
    if error is not None:
        return f"{figure:.3f} ± {error:.3f}"
    return f"{figure:,.0f}" if figure == int(figure) else f"{figure:.3f}".rstrip("0")


def _figure(chart: Chart) -> str:
    """Return a chart with its title, the names of its series, and a table of its figures."""
    names = "".join(
        f'<b style="color:{colour}">● {escape(name)}</b> '
        for colour, name in zip(_COLOURS, chart.series, strict=False)
        if name
    )
    rows = "".join(
        f"<tr><td>{escape(name)}<td>{escape(point.place)}"
        f"<td>{_told(point.figure, point.error)}</tr>"
        for name, points in chart.series.items()
        for point in points
    )
    return (
        f"<figure><figcaption><strong>{escape(chart.title)}</strong> {escape(chart.what)}"
        f"<br>{names}</figcaption>{drawn(chart)}"
        f"<details><summary>Figures</summary><table>{rows}</table></details></figure>"
    )


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>KalahGUI: what was measured</title><style>
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 1240px; margin: 2em auto; padding: 0 1em; }
div { display: grid; grid-template-columns: repeat(auto-fill, minmax(360px, 1fr)); gap: 24px; }
figure { margin: 0; } svg { width: 100%; }
td { padding: 0 1em 0 0; } td:last-child { text-align: right; }
svg text { fill: currentColor; font-size: 11px; } .grid { stroke: currentColor; opacity: .18; }
.line { fill: none; opacity: .5; }
</style></head><body><h1>What was measured</h1>BODY</body></html>
"""
