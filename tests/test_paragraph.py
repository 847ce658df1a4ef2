"""Words broken into lines, in both languages, and the sizes of type."""

import pytest
from driver import Driver  # makes pygame ready to draw nowhere

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, wrap
from kalahgui.gui.paint.theme import Scale
from kalahgui.gui.services.settings import TEXT_SIZES

ENGLISH = "Two computers play whole games from six stones a pit, looking 2 to 5 turns ahead."
JAPANESE = "穴に 6 個ずつ石を置き、2 手から 5 手先まで読む「計算機」どうしが、最後まで対局します。"


@pytest.fixture(autouse=True)
def fonts():
    assert Driver
    theme.font(13)


@pytest.mark.parametrize("words", [ENGLISH, JAPANESE])
@pytest.mark.parametrize("width", [90, 160, 300])
def test_lines_fit_and_lose_nothing(words, width):
    for lines in (wrap(words, 13, width), balance(words, 13, width)):
        assert max(theme.font(13).size(line)[0] for line in lines) <= width
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
        assert len(lines) > 1


def test_no_line_of_japanese_begins_with_a_stop_or_ends_with_a_bracket():
    for width in range(60, 400, 7):
        lines = wrap(JAPANESE, 13, width)
        assert not any(line[0] in "、。」" for line in lines)
        assert not any(line[-1] in "「" for line in lines)


def test_a_number_with_narrow_spaces_stays_whole():
    for width in range(60, 300, 7):
        lines = wrap("ミニマックス法の回数は 90\u2009968 です", 13, width)
        assert any("90\u2009968" in line for line in lines)


def test_line_breaks_stay():
    assert wrap("one\ntwo", 13, 500) == ("one", "two")


@pytest.mark.parametrize("text", TEXT_SIZES.values())
@pytest.mark.parametrize("window", [(800, 500), (1000, 640), (1280, 800), (2560, 1440)])
def test_larger_kinds_of_text_are_never_smaller(window, text):
    scale = Scale.of(window, text)
    sizes = [scale.small, scale.body, scale.heading, scale.title, scale.huge]
    assert sizes == sorted(sizes)
    assert scale.body < scale.heading < scale.title
