"""The keys of the window: one table of which key does what, and where it holds.

What keys do, the tips of buttons, the cards of keys and the page of the documents come from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.words import say

# Does something. One that returns False means nothing now: the key goes on to whoever is next.
Command = Callable[[], object]
Commands = Mapping[str, Command]

_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META
_HELD = _COMMAND | pygame.KMOD_ALT
_NAMED = {
    "Enter": (pygame.K_RETURN, pygame.K_KP_ENTER),
    "Space": (pygame.K_SPACE,),
    "Tab": (pygame.K_TAB,),
    "Esc": (pygame.K_ESCAPE,),
    "Del": (pygame.K_DELETE,),
    "Backspace": (pygame.K_BACKSPACE,),
    "←": (pygame.K_LEFT,),
    "→": (pygame.K_RIGHT,),
    "↑": (pygame.K_UP,),
    "↓": (pygame.K_DOWN,),
    "Home": (pygame.K_HOME,),
    "End": (pygame.K_END,),
    "PgUp": (pygame.K_PAGEUP,),
    "PgDn": (pygame.K_PAGEDOWN,),
    ".": (pygame.K_PERIOD,),
    "Control": (pygame.K_LCTRL, pygame.K_RCTRL),
    "NumPlus": (pygame.K_KP_PLUS,),
    "NumMinus": (pygame.K_KP_MINUS,),
    "Num0": (pygame.K_KP0,),
    **{f"F{number}": (pygame.K_F1 + number - 1,) for number in range(1, 13)},
    **{chr(code).upper(): (code,) for code in range(pygame.K_a, pygame.K_z + 1)},
}


@dataclass(frozen=True)
class Stroke:
    """A key with what is held down, as it is named on a keyboard: "Z", "Shift+R", "Ctrl+C".

    Other modifiers than ``ctrl`` and ``shift`` do no harm. Without ``keys``, the stroke is a
    ``sign``, whatever keys that takes on a keyboard.
    """

    name: str
    sign: str
    keys: tuple[int, ...]
    ctrl: bool
    shift: bool

    @classmethod
    def parse(cls, name: str) -> Stroke:
        """Read a name.

        >>> Stroke.parse("Ctrl+Shift+C").ctrl, Stroke.parse("+").sign
        (True, '+')
        """
        *held, key = name.split("+") if len(name) > 1 else [name]
        return cls(name, key, _NAMED.get(key, ()), "Ctrl" in held, "Shift" in held)

    def is_typed(self, event: pygame.Event) -> bool:
        """Tell whether it is a sign for which AltGr is held: on some keyboards Control and Alt."""
        both = event.mod & pygame.KMOD_CTRL and event.mod & pygame.KMOD_ALT
        return not self.keys and bool(both or event.mod & pygame.KMOD_MODE)

    def is_in(self, event: pygame.Event) -> bool:
        """Tell whether a key that went down is this stroke."""
        if self.ctrl and not (event.mod & _COMMAND and not event.mod & pygame.KMOD_ALT):
            return False
        if self.shift and not event.mod & pygame.KMOD_SHIFT:
            return False
        return event.key in self.keys if self.keys else bool(event.unicode == self.sign)


class KeyRow:
    """Keys that are told of together, each with the command that it means.

    ``what`` says what they do, as a key of the translations; ``printed`` is what is written on the
    keys. Without that, ``what`` stands for it, and ``what`` with ``_what`` for what they do. What
    only the documents tell of has a ``note`` instead.
    """

    def __init__(self, what: str = "", printed: str = "", *, note: str = "", **keys: str) -> None:
        """``keys`` are the strokes of commands; ``depth="1–8"`` are ``depth_1`` to ``depth_8``."""
        self.what = what
        self.on_cards = bool(what) and not printed
        self._printed = printed
        self._note = note
        self.strokes: dict[str, list[Stroke]] = {}
        for command, names in keys.items():
            if "–" in names:
                first, last = map(int, names.split("–"))
                digits = {f"{command}_{n}": str(n) for n in range(first, last + 1)}
            else:
                digits = {command: names}
            for numbered, strokes in digits.items():
                self.strokes[numbered] = [Stroke.parse(name) for name in strokes.split()]

    @property
    def printed(self) -> str:
        """Return what is written on the keys."""
        if self.what:
            return self._printed or say(self.what)
        return self._printed or ", ".join(
            s.name for strokes in self.strokes.values() for s in strokes
        )

    @property
    def words(self) -> str:
        """Say what the keys do."""
        return say(f"{self.what}_what" if self.on_cards else self.what) if self.what else self._note


class KeyPlace:
    """Where keys hold; ``title`` names it in the documents."""

    def __init__(self, title: str, *rows: KeyRow, alone: int = 0) -> None:
        """Keys without Control mean nothing together with one of the modifiers of ``alone``."""
        self.title = title
        self.rows = rows
        self._alone = alone
        self._strokes = sorted(
            (
                (command, stroke)
                for row in rows
                for command, strokes in row.strokes.items()
                for stroke in strokes
            ),
            # Those with more held down first, then signs.
            key=lambda pair: (-pair[1].ctrl - pair[1].shift, bool(pair[1].keys)),
        )

    def meant(self, event: pygame.Event, modified: bool) -> Iterator[str]:
        """Yield what a key that went down may mean, the likeliest command first."""
        off = event.mod & self._alone
        for command, stroke in self._strokes:
            if modified and not (stroke.ctrl or stroke.shift):
                continue
            if (not off or stroke.ctrl or stroke.is_typed(event)) and stroke.is_in(event):
                yield command


def press(
    where: Sequence[str], commands: Commands, event: pygame.Event, *, modified: bool = False
) -> bool:
    """Do the command of a key that went down; return True when one was done.

    ``where`` names places of the table of keys, which are asked in that order. A command that is
    not in ``commands``, or returns False, leaves the key to the next one. With ``modified`` only
    keys together with Shift or Control count.
    """
    for place in where:
        for command in PLACES[place].meant(event, modified):
            if command in commands and commands[command]() is not False:
                return True
    return False


def key(where: Iterable[str], command: str) -> str:
    """Return the key that a tip names for a command; empty where it has none."""
    rows = (row for place in where for row in PLACES[place].rows)
    return next((row.strokes[command][0].name for row in rows if command in row.strokes), "")


def card(where: Iterable[str]) -> list[KeyRow]:
    """Return the rows of a card that tells of the keys of some places."""
    return [row for place in where for row in PLACES[place].rows if row.on_cards]


def arrows(step: Callable[[int, int], object]) -> dict[str, Command]:
    """Return the commands of the arrow keys; ``step`` goes so far to the right and down."""
    ways = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    return {command: partial(step, *way) for command, way in ways.items()}


def walking(walk: Callable[[int], object], page: int, *, ends: bool = True) -> dict[str, Command]:
    """Return the commands of a list; ``walk`` goes so many rows on, and a ``page`` has so many."""
    steps = {"up": -1, "down": 1, "page_up": -page, "page_down": page}
    if ends:
        steps |= {"first": -(10**6), "last": 10**6}
    return {command: partial(walk, step) for command, step in steps.items()}


_HELP = KeyRow("keys_do_help", "? F1", help="? F1")
_EDIT = KeyRow("keys_do_edit", "Ctrl+E", edit="Ctrl+E")
_FULL = KeyRow("help_full", full="F11")
_KEYS = KeyRow(note="all keys", keys="? F1")
_ARROWS = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
_EMPTY = {"empty": "Backspace Del"}

PLACES = {
    "window": KeyPlace(
        "everywhere",
        KeyRow("keys_do_full", "F11", full="F11"),
        KeyRow("keys_do_quit", "Ctrl+Q", quit="Ctrl+Q"),
        KeyRow("keys_do_again", "F7 / F8", again="F7", hush="F8"),
        KeyRow(note="be silent, as screen readers are", pause_voice="Control"),
    ),
    "switch": KeyPlace(
        "everywhere, with one switch", KeyRow(note="choose what the frame is on", choose="Space")
    ),
    "controls": KeyPlace(
        "buttons, text fields",
        KeyRow(
            "keys_do_tab",
            "Tab ←→ Enter",
            next="Tab",
            before="Shift+Tab",
            press_button="Enter Space",
        ),
        KeyRow(note="leave the text field", leave_field="Esc"),
        alone=_COMMAND,  # Ctrl+Tab is for the screen
    ),
    "options": KeyPlace(
        "buttons of which one is chosen",
        KeyRow(note="choose the one beside, along the row or column", **_ARROWS),
        alone=_HELD | pygame.KMOD_SHIFT,
    ),
    "field": KeyPlace(
        "text fields",
        KeyRow(note="to the letter beside", left="←", right="→"),
        KeyRow(note="to the word beside", word_left="Ctrl+←", word_right="Ctrl+→"),
        KeyRow(note="to the beginning, to the end", begin="Home", end="End"),
        KeyRow(
            note="the same, and select what lies between",
            select_left="Shift+←",
            select_right="Shift+→",
            select_word_left="Ctrl+Shift+←",
            select_word_right="Ctrl+Shift+→",
            select_begin="Shift+Home",
            select_end="Shift+End",
        ),
        KeyRow(note="select all", select_all="Ctrl+A"),
        KeyRow(
            note="erase a letter, a word",
            erase="Backspace",
            erase_next="Del",
            erase_word="Ctrl+Backspace",
            erase_next_word="Ctrl+Del",
        ),
        KeyRow(note="cut, copy, paste", cut="Ctrl+X", copy="Ctrl+C", paste="Ctrl+V"),
        KeyRow(note="undo, redo", undo="Ctrl+Z", redo="Ctrl+Y Ctrl+Shift+Z"),
        KeyRow(note="done", done="Enter"),
    ),
    "games": KeyPlace(
        "home, board, review, my games",
        KeyRow("keys_do_open", "Ctrl+V, Ctrl+O", paste="Ctrl+V", open_file="Ctrl+O"),
    ),
    "home": KeyPlace(
        "home",
        KeyRow("keys_do_library", "L", library="L"),
        _EDIT,
        KeyRow(note="set up the game that was played last", set_up="Enter"),
        KeyRow(note="learn", learn="N"),
        _HELP,
    ),
    "setup": KeyPlace(
        "set-up",
        KeyRow(note="begin", start="Enter"),
        KeyRow(note="learn the game", learn="L"),
        _EDIT,
        _HELP,
        KeyRow(note="back to the start screen", leave="Esc"),
    ),
    "board": KeyPlace(
        "board",
        KeyRow("keys_do_pit", "1 – 8"),
        KeyRow("keys_do_square", "a – h, 1 – 8"),
        KeyRow("keys_do_choose", "←↑↓→, Enter", **_ARROWS, choose="Enter"),
        KeyRow("keys_do_swap", "S", swap="S"),
        KeyRow("keys_do_undo", "Z / Y", undo="Z Backspace", redo="Y"),
        KeyRow("keys_do_new", "N", new="N"),
        KeyRow("keys_do_hint", "H, Shift+H", hint="H Shift+H"),
        KeyRow("keys_do_values", "V", values="V"),
        KeyRow("keys_do_bar", "E, Shift+E", bar="E Shift+E"),
        KeyRow("keys_do_graph", "G, Shift+G", graph="G Shift+G"),
        KeyRow("keys_do_thinking", "T", thinking="T"),
        KeyRow("keys_do_measures", "W", measures="W"),
        KeyRow("keys_do_tree", "X", tree="X"),
        KeyRow("keys_do_sheets", "F2 / F3 / F10", show="F2", study="F3", menu="F10"),
        KeyRow("keys_do_now", "Space", now="Space"),
        KeyRow("keys_do_step", ".", step="."),
        KeyRow("keys_do_walk", "PgUp / PgDn", back="PgUp", on="PgDn"),
        KeyRow("keys_do_ends", "Home / End", to_start="Home", to_end="End"),
        KeyRow("keys_do_review", "Shift+R", review="Shift+R"),
        KeyRow("keys_do_replay", "R", replay="R"),
        KeyRow("keys_do_flip", "F", flip="F"),
        KeyRow("keys_do_search", "L", search="L"),
        KeyRow("keys_do_why", "Q", why="Q"),
        _EDIT,
        KeyRow("keys_do_copy", "Ctrl(+Shift)+C", copy="Ctrl+C", copy_position="Ctrl+Shift+C"),
        KeyRow("keys_do_sound", "M", sound="M"),
        KeyRow("keys_do_speed", "+ / −", faster="+ =", slower="-"),
        _HELP,
        KeyRow("keys_do_escape", "Esc", leave="Esc"),
    ),
    "telling": KeyPlace(
        "board, review, lessons",
        KeyRow("keys_do_tell", "F5, F6", tell_board="F5", tell_cell="F6"),
        KeyRow("keys_do_type", "/", type="/"),
        KeyRow(note="say the near side, the far side", tell_near="Shift+F5", tell_far="Ctrl+F5"),
    ),
    "moves": KeyPlace(
        "list of moves, after a click or `Tab`",
        KeyRow(note="a move back, on", back="←", on="→"),
        KeyRow(note="scroll", up="↑", down="↓"),
        KeyRow("keys_do_mistakes", "N, Shift+N", mistake="N", mistake_before="Shift+N"),
        KeyRow("keys_do_line", "P / Del", promote="P", delete="Del"),
        KeyRow(note="make the side line the game", make_game="Enter"),
    ),
    "review": KeyPlace(
        "review",
        KeyRow("review_help_ply", back="←", on="→"),
        KeyRow("review_help_turn", turn_back="↑ PgUp", turn_on="↓ PgDn"),
        KeyRow("review_help_ends", to_start="Home", to_end="End"),
        KeyRow("review_help_mistake", mistake="N", mistake_before="Shift+N"),
        KeyRow("review_help_why", why="W Space", better="B"),
        KeyRow("review_help_again", try_again="T", play_on="C"),
        KeyRow("review_help_line", promote="P", delete="Del"),
        KeyRow("review_help_undo", undo="Z"),
        KeyRow("review_help_search", search="L"),
        KeyRow("review_help_edit", edit="Ctrl+E"),
        KeyRow("review_help_copy", copy="Ctrl+C", copy_position="Ctrl+Shift+C"),
        _FULL,
        KeyRow("review_help_escape", leave="Esc"),
        _KEYS,
    ),
    "search": KeyPlace(
        "my games: search",
        KeyRow(note="search; back up and restore", find="Ctrl+F", backups="Ctrl+S"),
        KeyRow(note="to the games found", lead_on="Enter ↑ ↓"),
        KeyRow(note="give the search up", give_up="Esc"),
    ),
    "library": KeyPlace(
        "my games",
        KeyRow("library_help_walk", up="↑", down="↓", page_up="PgUp", page_down="PgDn"),
        KeyRow(note="the first game, the last", first="Home", last="End"),
        KeyRow("library_help_open", open="Enter"),
        KeyRow("library_help_review", review="R"),
        KeyRow("library_help_name", rename="F2"),
        KeyRow("library_help_star", star="S"),
        KeyRow("library_help_share", share="E", export="Shift+E"),
        KeyRow("library_help_delete", delete="Del", undo="Ctrl+Z"),
        KeyRow("library_help_find", find="/ Ctrl+F"),
        KeyRow("library_help_chip", chip_before="←", chip="→"),
        KeyRow("library_help_board", board="B", board_before="Shift+B"),
        KeyRow("library_help_backup", backups="Ctrl+S"),
        _FULL,
        KeyRow("library_help_escape", leave="Esc"),
        _KEYS,
        alone=_HELD,
    ),
    "edit": KeyPlace(
        "editor",
        KeyRow("edit_help_undo", undo="Ctrl+Z Z", redo="Ctrl+Y Y Ctrl+Shift+Z Shift+Z"),
        KeyRow("edit_help_copy", copy="Ctrl+C", paste="Ctrl+V"),
        KeyRow("edit_help_on", play="Enter", analyse="A", search="L"),
        KeyRow("edit_help_escape", leave="Esc"),
        _FULL,
        KeyRow(note="all keys", keys="? F1 Ctrl+?"),
        alone=_HELD | pygame.KMOD_MODE,
    ),
    "edit_pits": KeyPlace(
        "editor: Kalah",
        KeyRow("edit_help_click"),
        KeyRow("edit_help_wheel"),
        KeyRow("edit_help_carry"),
        KeyRow("edit_help_arrows", **_ARROWS),
        KeyRow("edit_help_count", more="+ = Space", less="- −", type="0–9"),
        KeyRow("edit_help_empty", **_EMPTY),
    ),
    "edit_squares": KeyPlace(
        "editor: squares",
        KeyRow("edit_help_round", more="Space + ="),
        KeyRow(note="the other way round", less="- −"),
        KeyRow("edit_help_paint"),
        KeyRow("edit_help_arrows", **_ARROWS),
        KeyRow("edit_help_lay", type="0–2"),
        KeyRow("edit_help_empty", **_EMPTY),
    ),
    "edit_numbers": KeyPlace(
        "editor: Eight",
        KeyRow("edit_help_sum", left="←", right="→", more="+ = Space", less="- −"),
        KeyRow("edit_help_last", up="↑", down="↓", type="0–9"),
        KeyRow(note="no sum", **_EMPTY),
    ),
    "articles": KeyPlace(
        "articles",
        KeyRow(note="choose an article, a section or what is on the page", **_ARROWS),
        KeyRow(note="into the page; what is chosen there; watch its game", enter="Enter"),
        KeyRow(
            note="measure; minimax and alpha-beta in turn; play the article's program",
            space="Space",
        ),
        KeyRow(note="watch the search", watch="W"),
        KeyRow(note="a page up, down", page_up="PgUp", page_down="PgDn"),
        KeyRow(note="save the text, the picture", text="T", picture="P"),
        _HELP,
        KeyRow(note="out of the page; back to the start screen", leave="Esc"),
    ),
    "watch": KeyPlace(
        "theatre: watch",
        KeyRow("watch_help_play", play="Space"),
        KeyRow("watch_help_step", step_back="←", step="→", to_start="Home", to_end="End"),
        KeyRow("watch_help_jump", next_cut="C", next_change="N"),
        KeyRow("watch_help_wind", wind="W", speed="S"),
        KeyRow(
            "watch_help_walk",
            walk_up="Shift+↑",
            walk_down="Shift+↓",
            walk_left="Shift+←",
            walk_right="Shift+→",
        ),
        KeyRow("watch_help_zoom", zoom_in="+ = NumPlus", zoom_out="- NumMinus", whole="0 Num0"),
        KeyRow("watch_help_fold", fold="F"),
        KeyRow("watch_help_depth", depth="1–9"),
        KeyRow("watch_help_how", algorithm="A", choices="H", eyes="V"),
        KeyRow("you_search_help_ask", ask="Q"),
        alone=_HELD,
    ),
    "first": KeyPlace(
        "theatre: first visit",
        KeyRow("watch_help_play", play="Space"),
        KeyRow("watch_help_step", step_back="←", step="→", to_start="Home", to_end="End"),
        KeyRow("first_help_cut", next_cut="C"),
        KeyRow("first_help_go", again="A", go_on="Enter"),
        alone=_HELD,
    ),
    "why": KeyPlace(
        "theatre: why",
        KeyRow("why_help_choose", choose_before="↑", choose="↓"),
        KeyRow("why_help_on", watch="W Space", race="R"),
        alone=_HELD,
    ),
    "race": KeyPlace(
        "theatre: race",
        KeyRow("race_help_depth", depth="1–8"),
        KeyRow("race_help_start", start="Space Enter"),
        KeyRow("race_help_minimax", minimax="M"),
        KeyRow("race_help_scale", scale="L"),
        alone=_HELD,
    ),
    "order": KeyPlace(
        "theatre: order",
        KeyRow("order_help_choose", move_before="←", move="→"),
        KeyRow("order_help_carry", carry_back="Shift+←", carry="Shift+→"),
        KeyRow("order_help_orders", order_before="↑", order="↓"),
        KeyRow("order_help_algorithm", algorithm="A", algorithm_before="Shift+A"),
        KeyRow("order_help_depth", depth="1–8"),
        KeyRow("order_help_watch", watch="Enter"),
        alone=_HELD,
    ),
    "classics": KeyPlace(
        "theatre: classics",
        KeyRow("classics_help_arrows", **_ARROWS),
        KeyRow("classics_help_enter", watch="Enter"),
        alone=_HELD | pygame.KMOD_SHIFT,
    ),
    "answers": KeyPlace(
        "being the search",
        KeyRow("you_search_help_arrows", **_ARROWS),
        KeyRow("you_search_help_enter", choose="Enter Space"),
        KeyRow("you_search_help_choice", choice="1–6"),
        KeyRow("you_search_help_cut", look="L", cut="C"),
        KeyRow("you_search_help_show", show="S"),
        alone=_HELD | pygame.KMOD_SHIFT,
    ),
    "quiz": KeyPlace(
        "theatre: you search",
        KeyRow("you_search_help_new", new="N", watch="W"),
        KeyRow("you_search_help_how", algorithm="A", eyes="V"),
        KeyRow("you_search_help_break", **{"break": "B", "test": "T"}),
        alone=_HELD | pygame.KMOD_SHIFT,
    ),
    "tabs": KeyPlace(
        "theatre, learn",
        KeyRow("theatre_help_tabs", tab="Ctrl+Tab PgDn", tab_before="Ctrl+Shift+Tab PgUp"),
    ),
    "theatre": KeyPlace(
        "theatre",
        KeyRow("theatre_help_picture", picture="P"),
        KeyRow("theatre_help_along", along="Ctrl+S Ctrl+O"),
        _FULL,
        KeyRow("theatre_help_escape", leave="Esc"),
        _KEYS,
        alone=_HELD,
    ),
    "learn": KeyPlace(
        "learn",
        KeyRow("learn_help_course", course_before="↑", course="↓"),
        KeyRow("learn_help_lesson", lesson_before="←", lesson="→"),
        KeyRow("learn_help_begin", begin="Enter"),
        KeyRow("learn_help_play", play="P"),
        _FULL,
        KeyRow("learn_help_leave", leave="Esc"),
        _KEYS,
    ),
    "search_lesson": KeyPlace(
        "lessons that are a search",
        KeyRow("search_lesson_go", before="PgUp", next="PgDn Enter"),
        _FULL,
        KeyRow("learn_help_leave", leave="Esc"),
        _KEYS,
    ),
    "exercise": KeyPlace(
        "lessons",
        KeyRow("exercise_help_choose", **_ARROWS, choose="Enter"),
        KeyRow("exercise_help_option", option="1–9"),
        KeyRow("exercise_help_show", show="S"),
        KeyRow("exercise_help_go", before="PgUp", next="PgDn"),
        _FULL,
        KeyRow("learn_help_leave", leave="Esc"),
        _KEYS,
    ),
    "themes": KeyPlace(
        "learn: puzzles",
        KeyRow("puzzle_help_theme", theme="T", theme_before="Shift+T"),
    ),
    "puzzle": KeyPlace(
        "puzzles",
        KeyRow("puzzle_help_hint", hint="H Shift+H"),
        KeyRow("puzzle_help_search", search="L", play_on="P"),
        KeyRow("puzzle_help_walk"),
    ),
    "mistake": KeyPlace("one's own mistakes", KeyRow("mistake_help_put_away", put_away="Del")),
    "sheet": KeyPlace(
        "sheets below a button, cards of buttons",
        KeyRow(note="choose", up="↑", down="↓"),
        KeyRow(note="close it", close="Esc"),
    ),
    "typed": KeyPlace(
        "typed moves", KeyRow(note="do it", do="Enter"), KeyRow(note="close it", close="Esc")
    ),
    "card": KeyPlace("cards", KeyRow(note="close it", close="Esc")),
    "end": KeyPlace("end of a game, rules", KeyRow(note="do what is offered", go_on="Enter")),
    "teacher": KeyPlace("question of a teaching game", KeyRow(note="rules", help="? F1")),
    "question": KeyPlace("questions, back up", KeyRow(note="yes", yes="Enter")),
    "name": KeyPlace("name of a game", KeyRow(note="keep it", keep="Enter")),
    "file": KeyPlace("files", KeyRow(note="into the folder", enter_folder="Enter")),
    "list": KeyPlace(
        "lists on cards",
        KeyRow(note="choose", up="↑", down="↓"),
        KeyRow(note="a page up, down", page_up="PgUp", page_down="PgDn"),
        KeyRow(note="the first, the last", first="Home", last="End"),
    ),
    "unfinished": KeyPlace(
        "unfinished games",
        KeyRow(note="go on with the game, delete it", go_on="Enter", delete="Del"),
        KeyRow(note="put all away", put_away="A"),
    ),
    "keys": KeyPlace("cards of rules and keys", KeyRow(note="close it", close="? F1")),
}

# The keys on the card of the rules: its headings, and the rows below each (behind ``keys_do_``).
GROUPS = {
    "moves": "pit square choose type swap undo new",
    "help": "hint values bar graph thinking measures tree",
    "computer": "now step sheets",
    "looking": "tell walk ends mistakes line review replay flip search why edit",
    "files": "copy open",
    "window": "help library sound again speed full tab escape",
}


def groups() -> dict[str, list[KeyRow]]:
    """Return the rows on the card of the rules by their headings."""
    rows = {row.what: row for table in PLACES.values() for row in table.rows}
    return {
        heading: [rows[f"keys_do_{name}"] for name in names.split()]
        for heading, names in GROUPS.items()
    }
