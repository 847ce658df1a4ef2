"""Sentences at the foot of the smallest window: a long reason is read whole."""

from __future__ import annotations

import pytest
from driver import Driver
from test_nothing_cut import SMALLEST, Reader

from kalahgui.games.user_error import UserError
from kalahgui.gui.services.settings import TEXT_SIZES
from kalahgui.gui.services.words import LANGUAGES, say, why
from kalahgui.gui.widgets.tips import draw_notice
from kalahgui.library import formats

DEEP = b'[Game "reversi:6x6"]\n[FirstComputer "alpha-betas:5:rising:measures:and:more"]\nd3\n'


@pytest.mark.few(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", TEXT_SIZES)
def test_a_reason_deep_within_is_not_cut(monkeypatch, language, size):
    window = Driver(None, SMALLEST)
    window.services.choose(text=size)
    window.speak(language)
    with pytest.raises(UserError) as refusal:
        formats.read(DEEP)
    window.frames(3)
    reader = Reader(monkeypatch)
    written = []
    monkeypatch.setattr(
        "kalahgui.gui.paint.theme.fit",
        lambda *words: written.append(words[0]) or reader._listen_fit(*words),
    )
    window.services.notices.waiting[:] = [say("not_opened", why=why(refusal.value))]
    app = window.app
    draw_notice(app.surface, app.services.notices.waiting[0], app.scale, app.palette)
    assert (reader.cut, reader.outside) == ([], [])
    assert len(written) > 1
    assert "".join(written).replace(" ", "") == app.services.notices.waiting[0].replace(" ", "")
    window.speak("en")
    window.close()
