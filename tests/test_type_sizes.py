"""The sizes of type: headings are never smaller than what stands under them."""

from __future__ import annotations

import pytest

from kalahgui.gui.paint.theme import Scale
from kalahgui.gui.services.settings import TEXT_SIZES


@pytest.mark.parametrize("text", TEXT_SIZES.values())
@pytest.mark.parametrize("window", [(800, 500), (1000, 640), (1280, 800), (2560, 1440)])
def test_larger_kinds_of_text_are_never_smaller(window, text):
    scale = Scale.of(window, text)
    sizes = [scale.small, scale.body, scale.heading, scale.title, scale.huge]
    assert sizes == sorted(sizes)
    assert scale.body < scale.heading < scale.title
