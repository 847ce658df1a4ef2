"""The page of pictures: every figure of its sources is on it, where the axes say."""

import json
import re
from xml.etree import ElementTree

import pytest

from kalahgui.assets import asset
from lab import report
from lab.__main__ import main
from lab.report import Chart, Point, Scale, drawn


@pytest.fixture(scope="module")
def page():
    return report.page()


@pytest.fixture(scope="module")
def charts():
    text = report.LEVELS.read_text("utf-8")
    page_charts = [*report.ladders(text), *report.learning(), *report.puzzles()]
    page_charts += report.losses(
        json.loads(asset("tables", "level-losses.json").read_text("utf-8"))
    )
    return [
        *page_charts,
        *report.solving(json.loads(asset("tables", "starts.json").read_text("utf-8"))),
    ]


def figures(page):
    return re.findall(r"<td>([^<]*)</tr>", page)


def numbers(page):
    """Return the figures that have no error, with the names of what they are of."""
    rows = re.findall(r"<td>([^<]*)<td>([^<±]*)</tr>", page)
    return [(name, float(figure.replace(",", ""))) for name, figure in rows]


def test_the_page_needs_nothing_else(page, tmp_path):
    assert not re.search(r"https?:|src=|href=|@import|url\(|<script", page)
    assert main(["report", "--out", str(tmp_path / "page.html")]) == 0
    assert (tmp_path / "page.html").read_text("utf-8") == page
    assert main(["report", "--out", str(tmp_path / "none" / "page.html")]) == 2


def test_every_score_of_the_levels_is_on_it(page):
    scores = re.findall(r"\d\.\d{3} ± \d\.\d{3}", report.LEVELS.read_text("utf-8"))
    shown = [figure for figure in figures(page) if "±" in figure]
    assert len(scores) > 200 and sorted(shown) == sorted(scores)


def boards_of(name):
    return json.loads(asset("tables", f"{name}.json").read_text("utf-8"))["boards"]


def test_every_figure_of_the_tables_is_on_it(page):
    shown = {figure for _, figure in numbers(page)}
    for board in boards_of("level-losses").values():
        for level in board["levels"]:
            assert round(level["lost"] / level["moves"], 3) in shown
    for path in asset("weights").glob("*.json"):
        for result in json.loads(path.read_text("utf-8"))["rounds"]:
            for key in ("spread", "error_hand_set", "error_learnt"):
                assert round(result[key], 3) in shown
    for board, known in boards_of("starts").items():
        assert f"<td>{board}<td>{known['nodes']:,}</tr>" in page
        assert (board, round(known["seconds"], 3)) in numbers(page)


def test_every_puzzle_is_counted():
    lists = sorted(asset("puzzles").glob("*.txt"))
    charts = list(report.puzzles())
    assert [chart.title for chart in charts] == [path.stem for path in lists]
    for path, chart in zip(lists, charts, strict=True):
        ratings = [int(line.split(";")[4]) for line in path.read_text("utf-8").splitlines()]
        for place, count, _ in chart.series[""]:
            assert count == sum(int(place) <= rating < int(place) + 100 for rating in ratings)
        assert sum(point.figure for point in chart.series[""]) == len(ratings)


def test_a_source_that_changes_changes_the_page(monkeypatch, tmp_path, page):
    text = report.LEVELS.read_text("utf-8").replace("0.641 ± 0.023", "0.123 ± 0.045")
    monkeypatch.setattr(report, "LEVELS", tmp_path / "levels.md")
    report.LEVELS.write_text(text, "utf-8")
    assert "0.123 ± 0.045" in report.page() and "0.123 ± 0.045" not in page


def test_pictures_lie_within_their_frames(charts):
    for chart in charts:
        picture = ElementTree.fromstring(drawn(chart))
        points = [point for series in chart.series.values() for point in series]
        marks = picture.findall(".//rect" if chart.bars else ".//circle")
        assert len(marks) == len(points)
        for mark in marks:
            x, y = (float(mark.get(a) or mark.get(b)) for a, b in (("x", "cx"), ("y", "cy")))
            assert report.LEFT < x < report.WIDTH and y + 0.1 >= report.TOP
            assert y <= report.HEIGHT - report.BOTTOM + 0.1


def test_heights_follow_the_axis_and_errors_reach_as_far_both_ways():
    points = [Point("a", 1.0), Point("b", 10.0), Point("c", 1000.0)]
    scale = Scale(Chart("", "", "", {"": points}, logarithmic=True))
    one, ten, thousand = (scale.y(point.figure) for point in points)
    assert one > ten > thousand and (one - thousand) == pytest.approx(3 * (one - ten))
    chart = Chart("", "", "", {"": [Point("a", 0.5, 0.1), Point("b", 0.25)]}, most=1)
    even = Scale(chart)
    assert even.y(0) - even.y(0.5) == pytest.approx(2 * (even.y(0) - even.y(0.25)))
    assert even.y(0) == report.HEIGHT - report.BOTTOM and even.y(1) == report.TOP
    [bar] = re.findall(r'd="M[\d.]+ ([\d.]+)V([\d.]+)"', drawn(chart))
    low, high = map(float, bar)
    assert low - even.y(0.5) == pytest.approx(even.y(0.5) - high, abs=0.2)
    assert low - high == pytest.approx(even.y(0.4) - even.y(0.6), abs=0.2)
