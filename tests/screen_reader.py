"""A player who knows the window by the system's accessibility interface (AT-SPI) alone.

It is run by the system's Python, which has the bindings, on a bus of its own; what it finds wrong
is told by an assertion.
"""

import contextlib
import json
import re
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

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
        program = desktop.get_child_at_index(number)
        if program is not None:
            program.clear_cache()
            return program
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


def check():
    """Find no part without a name, and no two with the focus; return the parts.

    One that goes while it is looked at has no name: it is looked at once more.
    """

    def well_told():
        seen = parts()
        return all(part.name for part in seen) and sum(part.focused for part in seen) < 2 and seen

    return wait_for(well_told, "names, and one focus")


def inside(name):
    """Return the parts within one that is called so."""
    return [part for part in parts() if name in part.within]


def plies():
    """Return the plies that the list of moves has."""
    return [part.name for part in inside("Moves")]


def play_a_game():
    """Play Kalah to its end by what the cells say; return the plies."""
    while not [part for part in parts() if re.search("^You win|^Computer wins|^A draw", part.name)]:
        legal = "^your pit [1-6], (?!0 )"
        seen = check()
        ready = any("our turn" in part.name for part in seen)
        cells = [part for part in seen if re.search(legal, part.name)]
        if not (ready and cells):
            time.sleep(0.05)
            continue
        again = [cell for cell in cells if "move again" in cell.name]
        before = len(plies())
        assert Atspi.Action.do_action((again or cells)[-1].accessible, 0)
        wait_for(lambda before=before: len(plies()) > before, "the move in the list")
    return plies()


def listen(on):
    """Say on the bus that a screen reader is there, or has gone."""
    status = "org.a11y.Status"
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    value = GLib.Variant("(ssv)", (status, "IsEnabled", GLib.Variant("b", on)))
    where = "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set"
    bus.call_sync(*where, value, None, Gio.DBusCallFlags.NONE, 1000, None)


def choose_a_mistake():
    """Choose the first mistake of the review; tell whether one is chosen.

    The list changes while the review looks deeper: what was chosen may be no mistake any more.
    """
    mistakes = inside("Mistakes")
    if any(mistake.chosen for mistake in mistakes):
        return True
    with contextlib.suppress(GLib.Error):
        for mistake in mistakes[:1]:
            Atspi.Action.do_action(mistake.accessible, 0)
    return False


def a_game():
    """Choose how events are told, and play a game; print its plies."""
    check()
    press("^Settings$", "button")
    press("^Access$", "radio button")
    press("In the terminal$", "radio button")
    press("^Sound and speed$", "radio button")
    press("^Speed of the stones: Off$", "radio button")
    press("^Close", "button")
    press("^Kalah. sow", "button")
    press("Computer$", "radio button")
    press("^Level 1", "radio button")
    press("^Start", "button")
    print(json.dumps(play_a_game()))
    press("^Review the game$", "button")
    wait_for(choose_a_mistake, "the chosen mistake")
    press("^start, ", "list item")  # a game's last mistakes leave nothing to cut
    press(r"^Watch the search \(L\)$", "button")
    press("^next cut", "button")
    print(find("cut, because", "tree item").name)


def a_lesson():
    """Do the first lesson of Kalah."""
    press("^Learn. ", "button")
    press("^Begin", "button")
    find("Stones in your store are your points", "heading")
    press("^your store, ", "cell")
    find("Click all of your pits", "heading")
    for pit in "123":
        press(f"^your pit {pit}", "cell")
    find("^Well done!$", "label")
    check()


def announcements():
    """Have events announced, play a move, and print what is announced."""
    press("^Settings$", "button")
    press("^Access$", "radio button")
    press("Screen reader$", "radio button")
    press("^Close", "button")
    press("^Kalah. sow", "button")
    press("A friend$", "radio button")
    press("^Start", "button")
    heard = []
    listener = Atspi.EventListener.new(lambda event: heard.append(event.any_data))
    listener.register("object:announcement")
    press("pit 1, 6 stones, ends in", "cell")
    context, end = GLib.MainContext.default(), time.monotonic() + DEADLINE
    while not any("moves again" in line for line in heard[:-1]) and time.monotonic() < end:
        context.iteration(False)
        time.sleep(0.01)
    print(json.dumps(heard))


def on_and_off(times=15):
    """Come and go as a screen reader while two computers play."""
    press("^Kalah. sow", "button")
    press("Two computers$", "radio button")
    press("^Start", "button")
    for _ in range(times):
        find("^Computer|Level", "")
        listen(False)
        time.sleep(0.3)
        listen(True)
    press("^Home", "button")
    find("^Settings$", "button")


if __name__ == "__main__":
    {
        "game": a_game,
        "news": announcements,
        "lesson": a_lesson,
        "on-and-off": on_and_off,
        "start": lambda: find("^Settings$"),
    }[sys.argv[1]]()
