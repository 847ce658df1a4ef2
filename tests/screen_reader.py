"""A player who knows the window by the system's accessibility interface (AT-SPI) alone.

It is run by the system's Python, which has the bindings, on a bus of its own; what it finds wrong
is told by an assertion.
"""

import re
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

DEADLINE = 30.0


class Seen:
    """A part of the window as it was when it was looked at."""

    def __init__(self, accessible, within=()):
        accessible.clear_cache()
        self.accessible = accessible
        self.role = accessible.get_role_name()
        self.name = accessible.get_name()
        self.within = within
        states = accessible.get_state_set()
        self.focused = states.contains(Atspi.StateType.FOCUSED)
        self.on = states.contains(Atspi.StateType.CHECKED)
        self.chosen = states.contains(Atspi.StateType.SELECTED)

    def __repr__(self):
        return f"{self.role} {self.name!r}"


def application():
    """Return the program as the desktop knows it now, with nothing remembered."""
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()
    for number in range(desktop.get_child_count()):
        found = desktop.get_child_at_index(number)
        if found is not None:
            found.clear_cache()
            return found
    return None


def parts():
    """Return all parts of the window in the order of reading; none while it changes."""

    def walk(accessible, within):
        seen = Seen(accessible, within)
        yield seen
        for number in range(accessible.get_child_count()):
            child = accessible.get_child_at_index(number)
            if child is not None:
                yield from walk(child, (*within, seen.name))

    try:
        return list(walk(application(), ()))[1:]
    except (AttributeError, GLib.Error):
        return []


def wait_for(condition, what):
    """Return what a condition says as soon as it says anything."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}; there is {parts()}")


def find(pattern, role=""):
    """Wait for a part whose name a pattern matches, and return it."""

    def found():
        return [
            part for part in parts() if re.search(pattern, part.name) and part.role.endswith(role)
        ]

    return wait_for(found, f"{role} {pattern}")[0]


def press(pattern, role=""):
    """Press a part as soon as it is there."""
    part = find(pattern, role)
    assert Atspi.Action.do_action(part.accessible, 0), f"{part} cannot be pressed"


def check(parts):
    """Find no part without a name, and no two with the focus."""
    nameless = [part for part in parts if not part.name]
    assert nameless == [], nameless
    assert sum(part.focused for part in parts) <= 1


if __name__ == "__main__":
    check(wait_for(parts, "the window"))
    press("^Kalah. sow", "button")
    press("^Computer$", "radio button")
    press("^1. Level 1")
    print(*parts(), sep="\n")
    press("^Start", "button")
    find("^your pit 1", "")
    print(*parts(), sep="\n")
