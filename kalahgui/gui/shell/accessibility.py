"""What is on the screen, for screen readers: accesskit tells the system, and brings what is asked.

The system's threads wake it and ask for actions; all that is told is told on the main thread, once
a frame. accesskit holds a lock of its own while it asks for the interpreter's, so its handlers only
note what came, and nothing is told until they are certainly done.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from collections.abc import Callable, Hashable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.words import listed, say

_LOGGER = logging.getLogger(__name__)
ASKED = pygame.event.custom_type()
_SETTLES = 0.1  # seconds after which the thread that has woken it has let go of its lock
_PAUSE = 0.1  # seconds from one telling to the next
_STARTS = 5.0  # seconds within which another program may be drawing its first frame
_ROLES = {
    Role.WINDOW: "WINDOW",
    Role.DIALOG: "DIALOG",
    Role.BUTTON: "BUTTON",
    Role.SWITCH: "SWITCH",
    Role.CHOICE: "RADIO_BUTTON",
    Role.FIELD: "TEXT_INPUT",
    Role.HEADING: "HEADING",
    Role.TEXT: "LABEL",
    Role.NEWS: "LABEL",
    Role.LIST: "LIST_BOX",
    Role.ITEM: "LIST_BOX_OPTION",
    Role.TABLE: "TABLE",
    Role.ROW: "ROW",
    Role.CELL: "CELL",
    Role.TREE: "TREE",
    Role.NODE: "TREE_ITEM",
}
_CHECKED = (Role.SWITCH, Role.CHOICE)
_WRITTEN = 2**32  # added to the number of a field: that of what is written in it


class Told(NamedTuple):
    """An accessible node as it is told: two that are equal need not be told twice."""

    part: AccessibleNode
    children: tuple[int, ...]

    @property
    def likeness(self) -> tuple[object, ...]:
        """Return all that is told of the node."""
        part = self.part
        return (
            part.role,
            part.name,
            tuple(part.rect),
            part.on,
            part.enabled,
            part.value,
            part.selection,
            *(can is not None for can in (part.act, part.take, part.fill)),
            self.children,
        )


class Window(NamedTuple):
    """Where the window stands on the desktop and its picture lies, and whether it has the keys.

    The picture is larger than the window where it is magnified.
    """

    rect: pygame.Rect
    picture: pygame.Rect
    has_keys: bool


class Numbers:
    """Numbers accessible nodes; one keeps its number as long as it is there."""

    def __init__(self) -> None:
        self._next = count(1)
        self._known: dict[Hashable, int] = {}

    def numbered(self, root: AccessibleNode) -> dict[int, Told]:
        """Return the nodes of a tree by their numbers, the root first."""
        before, self._known = self._known, {}
        entries: dict[int, Told] = {}

        def visit(part: AccessibleNode, key: Hashable) -> int:
            number = self._known[key] = before.get(key) or next(self._next)
            entries[number] = Told(part, ())
            seen: dict[Hashable, int] = {}
            children = []
            for child in part.parts:
                key = (child.role, child.key if child.key is not None else child.name)
                seen[key] = seen.get(key, 0) + 1
                children.append(visit(child, (number, key, seen[key])))
            entries[number] = Told(part, tuple(children))
            return number

        visit(root, None)
        return entries


class Accessibility:
    """Tells screen readers what is on the screen while one is there."""

    def __init__(
        self,
        adapter: Callable[[Any, Any, Any], Any],
        mark: Path | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``adapter`` makes that of the system from the handlers of waking, actions and sleep.

        ``mark`` is a file that stays until a frame was drawn. ``now`` tells the time in seconds.
        """
        import accesskit

        self._kit = accesskit
        self._numbers = Numbers()
        self._told: dict[int, Told] = {}
        self._focus = 0
        self._now = now
        self.awake = False  # somebody listens, who wants to know what is written
        self._settled = 0.0  # when the thread that has woken it has let go of its lock
        self._ready = 0.0  # when something may be told again
        self._woken = self._told_to = 0  # so often somebody has begun to listen, and was told all
        self._window: object = None
        self._mark = mark
        self._adapter = adapter(self._wake, self._ask, self._sleep)

    # -- on threads of the system: nothing but notes

    def _wake(self) -> None:
        # In this order: the main thread may look in the midst of it.
        self._settled = self._now() + _SETTLES
        self._woken += 1
        self.awake = True

    def _sleep(self) -> None:
        self.awake = False

    def _ask(self, request: Any) -> None:
        asked = {"action": request.action, "number": request.target, "data": request.data}
        with contextlib.suppress(pygame.error):  # the window has gone
            pygame.event.post(pygame.Event(ASKED, asked))

    # -- on the main thread

    def drawn(self) -> None:
        """Hear that a frame was drawn: the start has not hung."""
        _remove(self._mark)
        self._mark = None

    @property
    def due(self) -> bool:
        """Tell whether it is time to tell what is new."""
        return self.awake and self._now() >= max(self._settled, self._ready)

    @property
    def knows_nothing(self) -> bool:
        """Tell whether somebody has begun to listen who was told nothing yet."""
        return self._woken != self._told_to

    def tell(self, root: AccessibleNode, window: Window) -> None:
        """Tell what has changed."""
        woken, whole = self._woken, self.knows_nothing
        self._ready = self._now() + _PAUSE
        before = {} if whole else self._told
        self._told = self._numbers.numbered(root)
        top = next(iter(self._told))
        focus = next((number for number, entry in self._told.items() if entry.part.focused), top)
        changed = {
            number: entry
            for number, entry in self._told.items()
            if number not in before or before[number].likeness != entry.likeness
        }
        has_news = bool(changed) or focus != self._focus
        self._focus = focus
        update = self._update(top, changed)  # an error in the adapter would leave its lock taken
        if not self.awake or self._woken != woken:
            return  # who has come meanwhile may hold the lock, and will be told all
        self._told_to = woken
        if window != self._window or whole:
            self._window = window
            rect = self._kit.Rect
            outer, inner = (
                rect(*area.topleft, *area.bottomright) for area in (window.rect, window.picture)
            )
            self._adapter.set_root_window_bounds(outer, inner)
            self._adapter.update_window_focus_state(window.has_keys)
        if has_news:
            self._adapter.update_if_active(lambda: update)

    def _update(self, top: int, changed: dict[int, Told]) -> Any:
        update = self._kit.TreeUpdate(self._focus)
        update.tree = self._kit.Tree(top)
        for number, entry in changed.items():
            node = self._node(entry)
            if entry.part.role is Role.FIELD:
                self._write(node, number, entry.part, update)
            update.nodes.append((number, node))
        return update

    def _write(self, field: Any, number: int, part: AccessibleNode, update: Any) -> None:
        """Tell what is written in a field, and where the cursor is; its value alone is not read."""
        kit, written = self._kit, number + _WRITTEN
        node = kit.Node(kit.Role.TEXT_RUN)
        node.set_value(part.value)
        node.set_character_lengths([len(sign.encode()) for sign in part.value])
        update.nodes.append((written, node))
        field.set_children([written])
        anchor, cursor = (
            kit.TextPosition(written, min(index, len(part.value))) for index in part.selection
        )
        field.set_text_selection(kit.TextSelection(anchor, cursor))

    def _node(self, entry: Told) -> Any:
        kit, part = self._kit, entry.part
        node = kit.Node(getattr(kit.Role, _ROLES[part.role]))
        name = part.name
        if not part.enabled:
            node.set_disabled()
            name = listed(name, say("access_disabled"))  # its own state is not told on Linux
        if part.role in (Role.TEXT, Role.NEWS):
            node.set_value(name)  # which is the name of what is written
            if part.role is Role.NEWS:
                node.set_live(kit.Live.POLITE)
        else:
            node.set_label(name)
        rect = part.rect
        node.set_bounds(kit.Rect(rect.left, rect.top, rect.right, rect.bottom))
        node.set_children(list(entry.children))
        if part.role is Role.DIALOG:
            node.set_modal()
        if part.role is Role.FIELD:
            node.set_value(part.value)
        if part.on is not None and part.role in _CHECKED:
            node.set_toggled(kit.Toggled.TRUE if part.on else kit.Toggled.FALSE)
        elif part.on is not None:
            node.set_selected(part.on)
        for action, done in (
            (kit.Action.CLICK, part.act),
            (kit.Action.FOCUS, part.take),
            (kit.Action.SET_VALUE, part.fill),
        ):
            if done is not None and part.enabled:
                node.add_action(action)
        return node

    def do(self, event: pygame.Event, root: AccessibleNode) -> None:
        """Do what a screen reader has asked for, if it can be done now; ``root`` is what is there.

        A node may have gone since it was told, or lie below a card.
        """
        entry = self._numbers.numbered(root).get(event.number)
        if entry is None or not entry.part.enabled:
            return
        part, kit = entry.part, self._kit
        if event.action == kit.Action.CLICK and part.act is not None:
            part.act()
        elif event.action == kit.Action.FOCUS and part.take is not None:
            part.take()
        elif event.action == kit.Action.SET_VALUE and part.fill is not None and event.data:
            part.fill(str(event.data[1]))


def _system_adapter(window: int) -> Callable[[Any, Any, Any], Any]:
    """Return what makes the adapter of this system; a window has a handle where that is needed."""
    import accesskit

    if sys.platform == "win32":  # nobody has tried it there yet
        return lambda wake, ask, sleep: _Raising(
            accesskit.windows.SubclassingAdapter(window, wake, ask)
        )
    if sys.platform == "darwin":  # nor there
        accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
        return lambda wake, ask, sleep: _Raising(
            accesskit.macos.SubclassingAdapter.for_window(window, wake, ask)
        )
    return lambda wake, ask, sleep: accesskit.unix.Adapter(wake, ask, sleep)


class _Raising:
    """An adapter whose events are to be raised, and that follows its window by itself."""

    def __init__(self, adapter: Any) -> None:
        self._adapter = adapter

    def update_if_active(self, update: Callable[[], Any]) -> None:
        """Tell what has changed."""
        events = self._adapter.update_if_active(update)
        if events is not None:
            events.raise_events()

    def set_root_window_bounds(self, outer: Any, inner: Any) -> None:
        """The window is known."""

    def update_window_focus_state(self, reached: bool) -> None:
        """Follow its focus, which macOS alone has to be told of."""
        if sys.platform == "darwin":
            events = self._adapter.update_view_focus_state(reached)
            if events is not None:
                events.raise_events()


def begin(
    folder: Path | None, wanted: bool | None, window: int, now: Callable[[], float]
) -> Accessibility | None:
    """Begin to tell screen readers what is on the screen, if that can be done.

    ``wanted`` says so by hand; None leaves it to us: on Linux, and where no start has hung before.
    That is noted in a file of the ``folder``. ``window`` is the system's handle of the window,
    ``now`` tells the time in seconds.
    """
    if not (sys.platform == "linux" if wanted is None else wanted):
        return None
    mark = folder / "screen-reader-starts" if folder else None
    if not wanted and _was_left(mark):
        _LOGGER.warning("screen readers are left out: the window has hung with them before")
        return None
    if mark:
        with contextlib.suppress(OSError):  # a folder that is read alone has no marks
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
    try:
        return Accessibility(_system_adapter(window), mark, now)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # what fails in accesskit is no Exception
        _LOGGER.warning("screen readers are told nothing: %s", error)
        _remove(mark)
        return None


def _was_left(mark: Path | None) -> bool:
    """Tell whether the mark of a start is there that is not just going on."""
    try:
        return mark is not None and time.time() - mark.stat().st_mtime > _STARTS
    except OSError:
        return False


def _remove(mark: Path | None) -> None:
    if mark is not None:
        with contextlib.suppress(OSError):
            mark.unlink()
