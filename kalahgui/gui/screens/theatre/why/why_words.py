"""The words of the page Why: what a turn does, and why the recorded search prefers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kalahgui.core.search import Finding
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH
from kalahgui.engine.traced import Look, looks_of
from kalahgui.games.game import Position
from kalahgui.games.limit import GLANCE
from kalahgui.gui.panels.sentences import (
    move_words,
    outcome_words,
    player_words,
    points_words,
)
from kalahgui.gui.screens.theatre.step_words import MoveText
from kalahgui.gui.services import naming
from kalahgui.match.explaining_search import NO_TEXTBOOK, Why
from kalahgui.review.move_reasons import Turn, turns_of
from kalahgui.theatre.considered_moves import Considered, considered, line_through
from kalahgui.theatre.playback import Bound, Playback
from kalahgui.words import listed, say

# What is told of a turn, the weightiest first; its other reasons are asked for after these.
TOLD = ("wins", "again_took", "took", "corner", "again", "no_moves")
# The effects that are told of an answer, and in a row of the table.
_OF_ANSWERS = ("wins", "took", "corner", "again")
# The last move's reasons that say something by themselves, beside the effects above.
REASONS = {
    f"move_reason_{name}": name
    for name in (
        *("ends", "saves", "readies", "gives_corner", "leaves_corner", "denies_corner"),
        *("keeps_corners", "moves_left", "lets_win", "two_threats", "blocks", "threat", "turns"),
        *("makes_goal", "goes_over", "lets_make_goal", "total_wins"),
    )
}
# Effects on the other player: their words have two keys, one for "you" and one for "them".
_OF_THE_OTHER = frozenset(
    ("no_moves", "gives_corner", "leaves_corner", "denies_corner", "moves_left", "lets_win")
)
# Effects that every move has, or that speak against it: told where there are no others.
_QUIET = frozenset(("turns", "moves_left", "gives_corner", "leaves_corner"))
_QUIET |= {"lets_win", "goes_over", "lets_make_goal", "ends"}
# Effects on an answer or a later turn: a level that looks at its own move alone sees none.
_UNSEEN = frozenset(
    ("saves", "readies", "gives_corner", "leaves_corner", "denies_corner", "keeps_corners")
)
_UNSEEN |= {"moves_left", "lets_win", "lets_make_goal", "blocks", "threat", "two_threats"}
_MOST_LINES = 3  # below the first
# What is said of how a move was chosen by saying what is shown of that.
_OF_THE_SHOWN = frozenset(("why_exact", "why_varied", "why_shallower", "why_same_counts"))
_LONGEST_LINE = 8  # turns
_TO_THE_END = 20  # turns, from which on a level reads the game to its end


class Row(NamedTuple):
    """What the computer thought of a move: the value in words, its size for a bar, and a word.

    Where that has no room, a ``brief`` one stands for it. What a level that only looks saw is not
    weighed on the scale of a search, and has neither value nor size.
    """

    move: int
    node: int | None
    value: str
    size: int | None
    word: str
    brief: str = ""


class WhyWords:
    """Says why a turn was played; ``move_text`` writes a move of a side.

    Where the search that is shown ``agrees`` with the one that moved, the words are of both. Where
    it does not they are of one of them alone: of the ``small`` search that is shown, or of the one
    that moved, which has no tree.
    """

    def __init__(
        self, why: Why, playback: Playback, move_text: MoveText, *, small: bool = False
    ) -> None:
        """Take up what was found; the position is that at the recording's root."""
        self.why = why
        self.playback = playback
        self._recording = playback.recording
        self._game = why.match.game
        self._move_text = move_text
        self._you = naming.is_you(why.match, 1 - why.seat)
        self._root: Position = self._recording.plan.subject.root
        self.agrees = self.very_search or self._tells_the_same
        self.small = small and not self.agrees
        played = why.turn or tuple(self._recording.moves)
        if self.small:
            played = tuple(self._recording.moves)
        self.line = line_through(playback, played)
        self.moves = considered(playback, played[0])
        self.told = self._line_told(played)
        self._turns = turns_of(self._game, self._root, self.told)
        finding = None if why.thought is None else why.thought.finding
        self.looks = () if finding is None or self.small else looks_of(finding)

    def _line_told(self, played: tuple[int, ...]) -> tuple[int, ...]:
        """Return the line of which the sentences tell the first turn and the answer to it."""
        if not self.small and self.why.expected:
            return self.why.expected
        exact = self.small or (self.agrees and self.moves[0].exact)
        return tuple(self._recording.moves_to(self.line[-1])) if exact else played

    # -- which searches the words are of

    @property
    def has_tree(self) -> bool:
        """Tell whether the words are of the search that is shown."""
        return self.agrees or self.small

    @property
    def value(self) -> int | None:
        """Return what the turn told of is worth to who plays it; None where that is not known."""
        if self.has_tree:
            return self._recording.value
        return (
            None if self.why.thought is None or self.why.found is None else self.why.thought.value
        )

    @property
    def _tells_the_same(self) -> bool:
        """Tell whether the search shown has the turn, its value and the answer of the other one."""
        why, drawn = self.why, turns_of(self._game, self._root, self._recording.moves, 2)
        if why.thought is None:
            made_again = why.limit.algorithm in ALGORITHMS and not self.shallower
            return made_again and tuple(drawn[0].moves) == why.turn
        if why.found is None or not self._same_value(why.found):
            return False
        own = turns_of(self._game, self._root, why.expected, 2)
        return all([*a.moves] == [*b.moves] for a, b in zip(own, drawn, strict=False))

    def _same_value(self, found: Finding) -> bool:
        thought, value = self.why.thought, self._recording.value
        assert thought is not None, "it was found"
        if not self._game.only_wins(thought.position, found.value, thought.published):
            return self._in_points(value) and value == found.value
        if self._in_points(value):
            return False
        sure = found.value or found.exact == self._recording.read_out
        return bool(sure) and outcome_words(found.value) == outcome_words(value)

    # -- the head

    @property
    def shallower(self) -> bool:
        """Tell whether the search that is shown looks less far than the one that chose."""
        return self._recording.depth < self.why.depth and not self._recording.read_out

    @property
    def very_search(self) -> bool:
        """Tell whether what is shown is the very search that chose the turn."""
        return self.why.exact and not self.shallower and self._same_counts

    @property
    def _same_counts(self) -> bool:
        """Tell whether this search has counted as much as the computer's, or is known to be it."""
        counted, recording = self.why.statistics, self._recording
        if self.why.thought is not None or counted is None:
            return self.why.thought is not None
        same = counted.nodes, counted.evaluations
        return same == (recording.visits, recording.evaluations)

    def subtitles(self) -> list[str]:
        """Say by which method the move was found and what is shown of it, in ever shorter ways."""
        ahead = []
        if not self.very_search and self._recording.depth < MAX_DEPTH:  # not all of the game
            ahead = [say("watch_ahead", count=self._recording.depth)]
        if self.small:
            return [" · ".join([say("why_face_small"), *ahead])]
        words, shown = method_words(self.why), self._shown_beside()
        if self.agrees:
            shown += ahead
        kept = [words, words[:-1], words[:1], []]
        return [" · ".join(filter(None, (*version, *shown))) for version in kept]

    def _shown_beside(self) -> list[str]:
        """Say how the move was really chosen, and what the search shown is to that."""
        key = self._clause()
        if self.agrees:
            nearest = key in (*NO_TEXTBOOK.values(), "why_book", "why_database")
            return [say(key), say("why_nearest")] if nearest else [say(key)]
        said = [] if key in _OF_THE_SHOWN else [say(key)]
        if self.why.thought is None and key != "why_unknown":
            said.append(say("why_unknown"))
        return said

    def _clause(self) -> str:
        """Return the key of the words that compare the search shown with the one that chose."""
        why = self.why
        if why.exact and self.shallower:
            return "why_shallower"
        if why.thought is not None or not (why.exact or why.sentence == "why_unknown"):
            return why.sentence
        if self.very_search:
            return "why_same_counts"
        return "why_again" if self.agrees else "why_unknown"

    # -- the reason

    def sentences(self) -> list[str]:
        """Return the sentences that give the reason, the heading first, four at most."""
        if self.small:
            return self._of_small()
        if self.why.swaps:
            return [say("why_swapped")]
        facts = list(self._of_turn(self._turns[0]))
        compared = list(self._of_next())
        loud, quiet = ([fact for fact in facts if (fact[0] in _QUIET) == calm] for calm in (0, 1))
        if self._own_move_alone:
            quiet += [fact for fact in loud if fact[0] in _UNSEEN]
            loud = [fact for fact in loud if fact[0] not in _UNSEEN]
            quiet.sort(key=lambda fact: fact[0] in _QUIET)
        said = [*loud[:2], *quiet[: not loud]]
        does = [words for _, words in said]
        if self._own_move_alone and any(key in _UNSEEN for key, _ in said):
            does.append(say("why_unseen"))
        own, looks, answer = self._of_own(), self._of_looks(), self._of_answer()
        if len(self.moves) == 1:
            first, lines = [say("why_only")], [*does, *answer]
        elif not loud and own:
            first, lines = own, [*does, *looks, *answer, *compared]
        elif not loud and self.chose:
            first, lines = compared, [*does, *looks, *answer]
        else:
            told = [] if self.agrees or self.looks else own
            first, lines = does[:1], [*does[1:], *looks, *told, *answer, *compared]
        return [*first, *lines][: 1 + _MOST_LINES] or [self._of_method()]

    def _of_small(self) -> list[str]:
        """Say what the search that is shown would have played, and how it judges the moves."""
        turn = self._turns[0]
        key = "why_small_same" if tuple(turn.moves) == self.why.turn else "why_small_other"
        move, value = self.name(self._chain(turn)), self._value(self.value or 0)
        return [say(key, move=move, value=value), *self._of_answer(), *self._of_next()]

    def _of_method(self) -> str:
        """Say how the move was chosen, where nothing else is known of it."""
        if self.very_search:
            return say("why_seemed")
        key = self._clause()
        said = say("why_unknown" if key in _OF_THE_SHOWN else key)
        return say("why_stop", said=naming.capital(said))

    def _of_own(self) -> list[str]:
        """Say why the computer chose the move, where it did so by another method than is shown."""
        thought = self.why.thought
        if self.looks:
            most = max(look.gain for look in self.looks)
            alike = sum(look.gain == most for look in self.looks)
            if alike > 1:
                every = "_all" if alike == len(self.looks) else ""
                return [say(f"why_seemed_alike{every}", count=alike)]
            return [say("why_seemed")]
        if thought is None or self.why.found is None or self.very_search:
            return []
        value = self.value or 0
        if self._game.only_wins(thought.position, value, thought.published):
            words = naming.thought_words(self._game, thought)
        elif value:
            points = self._points(abs(value))
            words = say("why_ahead" if value > 0 else "why_behind", points=points)
        else:
            words = say("why_level")
        return [say("why_own_proved" if thought.finding.exact else "why_own_best", value=words)]

    @property
    def chose(self) -> bool:
        """Tell whether the very search that is shown has found the move to be the best."""
        others = [move for move in self.moves[1:] if move.value is not None]
        return self.very_search and self.moves[0].exact and bool(others)

    @property
    def _own_move_alone(self) -> bool:
        """Tell whether the level looked at what its own move does, and at nothing after it."""
        return bool(self.looks) and self.why.limit.turns == 1

    def _of_turn(self, turn: Turn) -> Iterator[tuple[str, str]]:
        """Yield what a turn does, the weightiest first: its name and its words."""
        key = _effect(turn, TOLD)
        if key:
            yield key, self._told(key, count=turn.effects[key.removeprefix("again_")])
        if len(turn.moves) > 1:
            yield "chain", say("why_chain", moves=self._chain(turn))
        here = self._root.copy()
        for move in turn.moves[:-1]:
            here.play(move)
        for reason in self._game.move_reasons(here, turn.moves[-1]):
            if reason.key in REASONS:
                key = REASONS[reason.key]
                yield key, self._told(key, **reason.values)

    def _told(self, key: str, **values: object) -> str:
        whose = ("_you" if self._you else "_them") if key in _OF_THE_OTHER else ""
        return say(f"why_does_{key}{whose}", **values)

    def _chain(self, turn: Turn) -> str:
        return naming.turn_words((turn.side, turn.moves), self._move_text)

    def name(self, moves: str) -> str:
        """Name a move, or several of a turn, in a sentence."""
        return move_words(self._game, moves)

    def _of_answer(self) -> Iterator[str]:
        if not self._own_move_alone and len(self._turns) > 1:
            turn = self._turns[1]
            key = _effect(turn, _OF_ANSWERS)
            sure = not self.small and (self.very_search or bool(self.why.expected))
            answer = self.name(self._chain(turn))
            said = say("why_answer" if sure else "why_answer_shown", answer=answer)
            if key:
                said += say(f"why_answer_{key}", count=turn.effects[key])
            yield say("why_stop", said=said)

    def _of_next(self) -> Iterator[str]:
        """Yield by how much the other moves are worse, as far as the search knows that."""
        chosen, *others = self.moves
        known = [move for move in others if move.value is not None]
        if not self.has_tree or chosen.value is None or not known:
            return
        best = self._recording.moves[0]
        if self.why.sentence == "why_varied" and self.very_search and best != chosen.move:
            yield say("why_drawn", move=self.name(self._text(best)))
            return
        shown = "" if self.very_search else "_shown"
        second = known[0]
        assert second.value is not None
        name = self.name(self._text(second.move))
        if not chosen.exact:
            return
        if not self._in_points(chosen.value) or not self._in_points(second.value):
            if second.exact:
                yield say(f"why_next_is{shown}", move=name, value=self._value(second.value))
        elif second.value == chosen.value:
            key = "why_next_equal" if second.exact else "why_no_better"
            alike = [move for move in known if move.exact and move.value == chosen.value]
            if len(alike) == len(others) > 1:
                key = "why_all_equal"
            yield say(f"{key}{shown}", move=name)
        elif second.exact:
            points = self._points(chosen.value - second.value)
            yield say(f"why_next{shown}", move=name, points=points)
        elif len(known) == len(others) and second.bound is Bound.AT_MOST:
            points = self._points(chosen.value - second.value)
            yield say(f"why_others{shown}", points=points)

    def _of_looks(self) -> Iterator[str]:
        """Yield what a level that looks has overlooked, or not noticed of its own move."""
        if not self.looks:
            return
        noticed = sum(look.noticed for look in self.looks)
        yield say("why_noticed", count=noticed, all=len(self.looks))
        missed = [(self._effect_of(look.move), look) for look in self.looks if not look.noticed]
        effects = [(key, count, look) for (key, count), look in missed if key]
        if effects:
            key, count, look = min(effects, key=lambda effect: (TOLD.index(effect[0]), -effect[1]))
            what = say(f"why_missed_{key}", count=count)
            key = "why_missed_own" if look.move == self.why.turn[0] else "why_missed"
            yield say(key, move=self.name(self._text(look.move)), what=what)

    def _effect_of(self, move: int) -> tuple[str, int]:
        turn = turns_of(self._game, self._root, [move])[0]
        key = _effect(turn, TOLD)
        return key, turn.effects[key.removeprefix("again_")]

    def line_words(self) -> str:
        """Write the line that the search that moved has found; empty where that is a turn alone."""
        turns = turns_of(self._game, self._root, self.told, _LONGEST_LINE)
        if len(turns) < 2 or self.why.swaps:
            return ""
        return say("why_line", line=listed(*map(self._chain, turns)))

    # -- the table

    def rows(self) -> list[Row]:
        """Return what the computer thought of each move, the one that it played first."""
        if self.looks:
            return self._looked()
        if not self.has_tree:
            return []
        points = [abs(move.value or 0) for move in self.moves if self._in_points(move.value or 0)]
        return [self._row(move, max(1, *points, 1)) for move in self.moves]

    def _row(self, move: Considered, most: int) -> Row:
        """Return a row; a game that is won or lost is as long as the ``most`` points."""
        row = self._valued(move, most)
        if not self.small or self.why.turn[:1] != (move.move,):
            return row
        played = say("why_word_played")
        return row._replace(word=" · ".join(filter(None, (played, row.word))), brief=played)

    def _valued(self, move: Considered, most: int) -> Row:
        if move.value is None:
            return Row(move.move, move.node, "", None, say("watch_left_out"))
        sign = move.bound.value
        value = (sign and f"{sign}\u2009") + self._value(move.value)
        size = move.value
        if not self._in_points(size):
            size = most * ((size > 0) - (size < 0))
        if move.exact:
            return Row(move.move, move.node, value, size, self._word(move.line))
        if move.held_by is None:
            return Row(move.move, move.node, value, size, say("why_cut"))
        held = self._recording.nodes[0].moves[move.held_by]
        word = say("why_cut_by", move=self.name(self._text(held)))
        return Row(move.move, move.node, value, size, word, say("why_cut"))

    def _word(self, line: Sequence[int]) -> str:
        turns = turns_of(self._game, self._root, line, 2)
        key = _effect(turns[0], TOLD)
        if key:
            return say(f"why_word_{key}", count=turns[0].effects[key.removeprefix("again_")])
        if len(turns) > 1:
            key = _effect(turns[1], _OF_ANSWERS)
            whose = "you" if self._you else "them"
            if key:
                return say(f"why_word_{key}_{whose}", count=turns[1].effects[key])
            return say("why_word_answer", move=self.name(self._chain(turns[1])))
        return ""

    def _looked(self) -> list[Row]:
        """Return whether a level that looks noticed each move, the one that it liked best first."""
        nodes = {move.move: move.node for move in self.moves}
        played = self.moves[0].move
        looks = sorted(self.looks, key=lambda look: (look.move != played, -look.gain))
        return [Row(look.move, nodes[look.move], "", None, self._seen(look)) for look in looks]

    def _seen(self, look: Look) -> str:
        key, count = self._effect_of(look.move)
        if not key:
            return say("why_looked" if look.noticed else "why_overlooked")
        what = say(f"why_word_{key}", count=count)
        return say("why_looked_at" if look.noticed else "why_overlooked_what", what=what)

    def heading(self) -> str:
        """Say what the table shows."""
        if self.looks:
            return say("why_looks")
        if self.very_search:
            return say("why_thought")
        return say("why_shown")

    def unit(self) -> str:
        """Say what the values count; empty where they say who wins."""
        if self.looks:
            return ""
        if self.why.evaluation and self.why.limit.algorithm in ALGORITHMS:
            return say("why_unit_points")
        return say(f"why_unit_{self._game.key}") if self._game.has_points else ""

    # -- values and moves

    def _text(self, move: int) -> str:
        return self._move_text(move, self._root.turn)

    def row_name(self, row: Row) -> str:
        """Name the move of a row."""
        return self.name(self._text(row.move))

    def _in_points(self, value: int) -> bool:
        return not self._game.only_wins(self._root, value, True)

    def _value(self, value: int) -> str:
        if self._in_points(value):
            return naming.signed(value)
        if not value and not self._recording.read_out:
            return say("value_open")
        return outcome_words(value)

    def _points(self, count: int) -> str:
        if self.why.evaluation:
            return say("value_points", count=count, n=count)
        return points_words(self._game, count)

    # -- the counts

    def counts(self, minimax: int | None) -> list[str]:
        """Say how many positions were looked at; ``minimax`` is what that would have needed."""
        said = []
        kept = None if self.small else self.why.statistics
        if not self.very_search and kept is not None and kept.nodes:
            time = naming.seconds_words(kept.seconds)
            looks = self.why.limit.algorithm == GLANCE
            said.append(
                say("why_own_looks" if looks else "why_own_counts", n=kept.nodes, time=time)
            )
        if not self.has_tree:
            return said
        visits = self._recording.visits
        # Of two searches each says whose it is.
        key = "why_counts" if self.very_search else "why_counts_shown"
        words = say(key, count=visits)
        if minimax is not None and minimax > visits:
            words = say("why_counts_than", said=words, n=minimax)
        return [*said, words]


def _effect(turn: Turn, keys: Sequence[str]) -> str:
    """Return the first of the ``keys`` of effects that a turn has; empty without one."""
    effects = turn.effects
    present = {key for key in keys if effects[key]}
    if "again_took" in keys and effects["again"] and effects["took"]:
        present.add("again_took")
    return next((key for key in keys if key in present), "")


def title_words(why: Why, move_text: MoveText) -> str:
    """Return the title of the page: the question why the turn was played."""
    name = player_words(why.match, why.seat)
    if why.swaps:
        return say("why_title_swap", name=name)
    game = why.match.game
    move = move_words(game, move_text(why.turn[0], why.position.turn))
    return say("why_title", name=name, move=move)


def method_words(why: Why) -> list[str]:
    """Name the level, and what it uses."""
    match, player = why.match, why.match.players[why.seat]
    method = player.computer
    assert method is not None, "a computer's turn is explained"
    level = naming.level_played(match, method)
    words = [] if level is None else [say("level_n", n=level.number)]
    if why.limit.algorithm != GLANCE:
        named = method.algorithm if level is None else why.limit.algorithm
        whole = why.limit.turns is not None and why.limit.turns >= _TO_THE_END
        words.append(say("why_to_the_end") if whole else naming.limit_words(why.limit, named))
    if why.thought is not None and why.limit.turns is None and why.thought.finding.depth:
        words.append(say("why_reached", count=why.thought.finding.depth))
    return words
