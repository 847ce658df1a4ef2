"""With reduced motion nothing flies and nothing glides, and all is seen that happens."""

from __future__ import annotations

import pytest


def progress_drawn(window, play, monkeypatch) -> tuple[set[float], set[object]]:
    """Return how far events were drawn to have come while a move is shown, and those events."""
    seen: set[float] = set()
    events: set[object] = set()
    draw = play.view.draw

    def note(surface, shown, match, look):
        if look.event is not None:
            seen.add(look.progress)
            events.add(look.event)
        draw(surface, shown, match, look)

    monkeypatch.setattr(play.view, "draw", note)
    window.type("d3" if play.match.game.key == "reversi" else "3")
    window.frames(2)
    while play.session.moving:
        window.frames()
    return seen, events


@pytest.mark.few(2)
@pytest.mark.parametrize("card", ["kalah", "reversi"])
@pytest.mark.parametrize("motion", ["reduced", "full"])
def test_events_are_seen_as_they_end(window, monkeypatch, card, motion):
    play = window.start(card, motion=motion, bar=True, pace="normal")
    seen, events = progress_drawn(window, play, monkeypatch)
    if motion == "reduced":
        assert seen == {1.0}
        assert events == set(play.match.events(play.match.tip.line))
    else:
        assert len(seen) > 2, "they are seen on their way"
    monkeypatch.setattr(type(play.bar), "share", property(lambda bar: 0.9))
    window.frames(2)
    assert play.bar.moving == (motion == "full"), "the bar glides or does not"
