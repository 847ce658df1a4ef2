"""The files that a card offers: the newest of their kind, the newest first."""

from __future__ import annotations

import os

from kalahgui.gui.services import saving


def test_the_newest_files_of_a_kind_come_first(tmp_path, monkeypatch):
    monkeypatch.setattr(saving, "folder", lambda kind: tmp_path)
    for age, name in enumerate(("c.game", "a.game", "d.text", "b.game")):
        (tmp_path / name).write_text("", "utf-8")
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    (tmp_path / "gone.game").symlink_to(tmp_path / "nothing")
    assert [path.name for path in saving.newest_files("*.game", 2)] == ["c.game", "a.game"]
    assert [path.name for path in saving.newest_files("*.game", 9)] == [
        "c.game",
        "a.game",
        "b.game",
    ]
