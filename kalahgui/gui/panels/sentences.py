"""What is said about a move: what it lost, what was better and why, and what answers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kalahgui.engine.judgement import Judgement, turn_of
from kalahgui.games.game import Game, Message
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.review.move_reasons import reasons
from kalahgui.review.rows import ONLY, ReviewRow

MoveText = Callable[[int, int], str]


def ordinal(number: int) -> str:
    """Write a number as a place in a row.

    >>> from kalahgui.gui.services import words
    >>> words.choose("en")
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    teen = number % 100 in (11, 12, 13)
    ending = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return say(f"review_{ending}", n=number)


def player_words(match: Match, seat: int, *, begins: bool = False) -> str:
    """Name a player in a sentence, or where it ``begins``; a nameless computer has an article."""
    player = match.players[seat]
    if not player.person and not player.name and match.players[1 - seat].person:
        return say("review_computer_first" if begins else "review_computer")
    return naming.player_name(match, seat)


def whose_move_words(match: Match, seat: int, number: int) -> str:
    """Say whose move it was, and which."""
    nth = ordinal(number)
    if naming.is_you(match, seat):
        return say("review_your_move", nth=nth)
    return say("review_their_move", name=player_words(match, seat, begins=True), nth=nth)


def move_words(game: Game, text: str, *, begins: bool = False) -> str:
    """Name a move in a sentence, or where it ``begins``."""
    return say(f"review_move_first_{game.key}" if begins else f"review_move_{game.key}", move=text)


def points_words(game: Game, count: int) -> str:
    """Say so many points of a game: stones or discs."""
    return say(f"review_points_{game.key}", count=count)


def value_words(game: Game, value: int) -> str:
    """Write what a move is worth to who plays it: a margin, or who wins where only that counts."""
    if game.has_points:
        return naming.signed(value)
    return result_words(value)


def result_words(value: int) -> str:
    """Say in a word how a game ends for who it is worth something to."""
    return say("value_win" if value > 0 else "value_loss" if value < 0 else "value_draw")


def sure_words(exact: bool, depth: int, selective: bool) -> str:
    """Say how sure a value is; ``selective`` where lines were left out that hardly matter."""
    if exact:
        return say("exact")
    words = say("review_depth", count=depth)
    return say("selective", depth=words) if selective else words


def joined(parts: Sequence[str]) -> str:
    """Join short words."""
    return say("review_comma").join(parts)


_MOST_REASONS = 3


class Said(NamedTuple):
    """Words about a move: its kind, a heading, how sure that is, and sentences below each other."""

    kind: str
    heading: str
    sure: str
    certain: bool
    sentences: tuple[str, ...]


class Teller:
    """Says what is known of the moves of a match; ``move_text`` writes a move of a side."""

    def __init__(self, match: Match, analysis: Analysis, move_text: MoveText) -> None:
        self._match = match
        self._game = match.game
        self._analysis = analysis
        self._move_text = move_text

    def about(
        self, node: Node, number: int, row: ReviewRow | None, most_reasons: int = _MOST_REASONS
    ) -> Said:
        """Say what there is to say about the ply that led to a node.

        ``number`` says which turn of its player it belongs to; without a ``row`` nothing is known.
        """
        match = self._match
        seat = match.seat_before(node)
        who = whose_move_words(match, seat, number)
        if node.ply == SWAP:
            return Said("", say("review_swapped", who=who), "", False, ())
        assert node.parent is not None and node.ply is not None
        text = self._move_text(node.ply, node.parent.position.turn)
        move = move_words(self._game, text)
        if row is None:
            what = say("review_what", who=who, move=move)
            return Said("", say("review_unknown", what=what), "", False, (say("review_waits"),))
        judgement = self._analysis.of(node.parent)
        assert judgement is not None, "a move with a row has been judged"
        sentences = [
            self._better(row, judgement, most_reasons),
            self._answer(row, judgement, most_reasons),
        ]
        return Said(
            row.kind,
            self._heading(row, say("review_what", who=who, move=move)),
            sure_words(row.exact, row.depth, self._game.uses_probcut(match.start)),
            row.exact,
            tuple(filter(None, sentences)),
        )

    def at_end(self, decided: ReviewRow | None, number: int) -> Said:
        """Say how the match ended, or that it goes on from here."""
        match = self._match
        if not match.over:
            seat = match.seat_of(match.position.turn)
            name = player_words(match, seat, begins=True)
            you = naming.is_you(match, seat)
            heading = say("review_goes_on_you" if you else "review_goes_on", name=name)
            return Said("", heading, "", False, ())
        parts = [naming.headline_words(match), naming.result_words(match)]
        heading = " · ".join(filter(None, parts))
        sentences = [naming.why_over_words(match)]
        if decided is not None:
            sentences.append(self.decided(decided, number))
        return Said("", heading, "", False, tuple(sentences))

    def decided(self, row: ReviewRow, number: int) -> str:
        """Say which move decided the match and what would have been better, and if that is sure."""
        game = self._game
        played, best = (self._move_text(move, row.side) for move in (row.move, row.best))
        sure = "review_decided" if row.exact else "review_read"
        ending = "draw" if row.best_value == 0 else "points" if game.has_points else "win"
        who = whose_move_words(self._match, row.seat, number)
        points = points_words(game, row.best_value) if row.best_value > 0 else ""
        return say(f"{sure}_{ending}", who=who, best=best, played=played, points=points)

    # -- parts

    def _heading(self, row: ReviewRow, what: str) -> str:
        game = self._game
        if row.loss == 0:
            assert row.node.parent is not None
            if len(row.node.parent.position.moves()) == 1:
                return say("review_forced", what=what)
            return say("review_only" if row.kind == ONLY else "review_best", what=what)
        if game.has_points:
            return say("review_lost", what=what, points=points_words(game, row.loss))
        before, after = result_words(row.best_value), result_words(row.value)
        return say("review_turned", what=what, before=before, after=after)

    def _better(self, row: ReviewRow, judgement: Judgement, most_reasons: int) -> str:
        """Say what the best move was worth, and why."""
        game, before = self._game, row.node.parent
        assert before is not None
        found = reasons(game, before.position, row.best, judgement)
        value, key = row.best_value, "review_better" if row.loss else "review_worth"
        if not game.has_points:
            key = _by_result(key, value)
        move = move_words(game, self._move_text(row.best, row.side), begins=True)
        said = say(key, move=move, value=value_words(game, value))
        return self._because(said, found[:most_reasons])

    def _because(self, said: str, found: list[Message]) -> str:
        """Say something with the reasons found for it, or by itself."""
        why = joined([naming.message_words(each, self._match) for each in found])
        return say("review_because", said=said, why=why) if why else say("review_stop", said=said)

    def _answer(self, row: ReviewRow, judgement: Judgement, most_reasons: int) -> str:
        """Say what answers the move that was played, and where that leads."""
        match, game, before = self._match, self._game, row.node.parent
        assert before is not None
        line = list(judgement.lines[row.move])
        here = before.position.to_the_end()
        own = turn_of(here, line)
        for move in own:
            here.play(move)
        answer = turn_of(here, line[len(own) :])
        if row.node.position.over or not answer:
            return ""
        texts = [self._move_text(move, row.side) for move in own]
        said = say(
            "review_after_you" if naming.is_you(match, 1 - row.seat) else "review_after",
            move=move_words(game, say("review_chain").join(texts)),
            name=player_words(match, 1 - row.seat),
            answer=say("review_chain").join(self._move_text(move, here.turn) for move in answer),
        )
        said = self._because(said, reasons(game, here, answer[0])[: min(1, most_reasons)])
        return say("review_then", said=said, outcome=self._outcome(row))

    def _outcome(self, row: ReviewRow) -> str:
        """Say how the game goes on for who is ahead after the move."""
        match, game, value = self._match, self._game, row.value
        if value == 0:
            return say("review_ends_level" if row.exact else "review_stays_level")
        seat = row.seat if value > 0 else 1 - row.seat
        you = naming.is_you(match, seat)
        name = player_words(match, seat, begins=True)
        if not game.has_points:
            return say("review_wins_you" if you else "review_wins", name=name)
        if row.exact:
            key = "review_wins_by_you" if you else "review_wins_by"
        else:
            key = "review_ahead_you" if you else "review_ahead"
        return say(key, name=name, points=points_words(game, abs(value)))


def mistake_words(
    match: Match, row: ReviewRow, number: int, move_text: MoveText
) -> tuple[str, str]:
    """Write a mistake as a line of a list: the move with the better one, and what was lost."""
    played, best = (move_text(move, row.side) for move in (row.move, row.best))
    words = say("review_mistake", n=number, played=played, best=best)
    if match.game.has_points:
        return words, naming.signed(row.value - row.best_value)
    before, after = result_words(row.best_value), result_words(row.value)
    return words, say("review_result_change", before=before, after=after)


def _by_result(key: str, value: int) -> str:
    ending = "win" if value > 0 else "loss" if value < 0 else "draw"
    return f"{key}_{ending}"
