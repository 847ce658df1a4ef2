"""The sentences of review and hint: what a move lost, what was better and why, what answers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kalahgui.engine.judgement import Judgement
from kalahgui.games.game import Game, Message
from kalahgui.games.reversi.drawn_line import plies_along
from kalahgui.gui.services import naming
from kalahgui.match.analysis import Analysis
from kalahgui.match.match import Match
from kalahgui.match.node import SWAP, Node
from kalahgui.review.move_reasons import HANGS, next_best, reasons_for, turns_of
from kalahgui.review.review_rows import STRONG, ReviewRow, gives_away
from kalahgui.words import as_text, chosen, say


def player_words(match: Match, seat: int, *, begins: bool = False) -> str:
    """Name a player in a sentence, or where it ``begins``; a nameless computer has an article."""
    player = match.players[seat]
    if not player.person and not player.name and match.players[1 - seat].person:
        return say("review_computer_first" if begins else "review_computer")
    return naming.player_name(match, seat)


def points_words(game: Game, count: int) -> str:
    """Say so many points of a game: stones or discs."""
    return say(f"review_points_{game.key}", count=count)


def comes_to(match: Match, seat: int, value: int, exact: bool) -> str:
    """Say what a value for a player comes to: a result with best play, or an estimate."""
    game = match.game
    if not value:
        level = "estimate_level" if game.has_points else "estimate_open"
        return say("result_draw" if exact else level)
    ahead = seat if value > 0 else 1 - seat
    key = "result_wins" if exact else "estimate_ahead"
    points = ""
    if game.has_points:
        key, points = f"{key}_by", points_words(game, abs(value))
        key = margin_key(match, key) if exact else key
    return naming.said_of(match, ahead, key, name=player_words(match, ahead), points=points)


def margin_key(match: Match, key: str) -> str:
    """Return the key of a win by so many points; nobody comes to that who may win early."""
    return f"{key}_early" if match.game.may_end_early(match.start) else key


def because(match: Match, reasons: Sequence[Message]) -> str:
    """Join reasons for a move to one phrase, which says what the move does."""
    # Said first, it would seem to be the only move that does the other thing, too.
    ordered = sorted(reasons, key=lambda reason: reason.key in HANGS)
    return say("review_and").join(naming.message_words(reason, match) for reason in ordered)


def sentence(clause: str) -> str:
    """Make a sentence of a clause."""
    return say("review_stop", said=naming.capital(clause))


MoveText = Callable[[int, int], str]


def ordinal(number: int) -> str:
    """Write a number as a place in a row.

    >>> from kalahgui import words
    >>> words.choose("en")
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    teen = number % 100 in (11, 12, 13)
    ending = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return say(f"review_{ending}", n=number)


def whose_move_words(match: Match, node: Node, number: int) -> str:
    """Say whose move has led to a node, and which: of their turns, and of the moves of a turn."""
    seat = match.seat_before(node)
    rank, several = _rank_in_turn(match, node)
    nth = ordinal(number)
    if several and naming.is_you(match, seat):
        return say("review_your_turn", place=rank, nth=nth)
    if several:
        return say("review_their_turn", name=player_words(match, seat), place=rank, nth=nth)
    if naming.is_you(match, seat):
        return say("review_your_move", nth=nth)
    return say("review_their_move", name=player_words(match, seat, begins=True), nth=nth)


def _rank_in_turn(match: Match, node: Node) -> tuple[int, bool]:
    if match.game.has_passes or node.ply == SWAP:
        return 1, False
    rank, here = 1, node.before
    side = here.position.turn
    while here.parent is not None and here.ply != SWAP and here.parent.position.turn == side:
        rank, here = rank + 1, here.parent
    goes_on = node.position.turn == side and not node.over
    return rank, rank > 1 or goes_on


def move_words(game: Game, text: str, *, begins: bool = False) -> str:
    """Name a move in a sentence, or where it ``begins``."""
    return say(f"review_move_first_{game.key}" if begins else f"review_move_{game.key}", move=text)


def value_words(game: Game, value: int, exact: bool = True) -> str:
    """Write what a move is worth to who plays it: a margin, or who wins where only that counts.

    A draw of those that is not ``exact`` is open.
    """
    if game.has_points:
        return naming.signed(value)
    return outcome_words(value) if value or exact else say("value_open")


def outcome_words(value: int) -> str:
    """Say in a word how a game ends for who it is worth something to."""
    return say("value_win" if value > 0 else "value_loss" if value < 0 else "value_draw")


def sure_words(exact: bool, depth: int, selective: bool) -> str:
    """Say how sure a value is; ``selective`` where lines were left out that hardly matter."""
    if exact:
        return say("exact")
    words = say("review_depth", count=depth)
    return say("selective", depth=words) if selective else words


MOST_REASONS = 2


class Said(NamedTuple):
    """Words about a move: its kind, a heading, how sure that is, and sentences below each other."""

    kind: str
    heading: str
    sure: str
    certain: bool
    sentences: tuple[str, ...]


def always(said: Said) -> Callable[[int], Said]:
    """Return what says the same with any number of reasons."""
    return lambda most: said


@dataclass(frozen=True)
class Teller:
    """Says what is known of the moves of a match; ``move_text`` writes a move of a side."""

    match: Match
    analysis: Analysis
    move_text: MoveText

    def about(self, node: Node, number: int, row: ReviewRow | None) -> Said:
        """Say what there is to say about the ply that led to a node.

        ``number`` says which turn of its player it belongs to; without a ``row`` nothing is known.
        """
        return self.telling(node, number, row)(MOST_REASONS)

    def telling(self, node: Node, number: int, row: ReviewRow | None) -> Callable[[int], Said]:
        """Return what says the same with at most so many reasons, which are found once."""
        match = self.match
        who = whose_move_words(match, node, number)
        if node.ply == SWAP:
            return always(Said("", say("review_swapped", who=who), "", False, ()))
        assert node.ply is not None
        text, left = self.move_text(node.ply, node.before.position.turn), self._left_the_line(node)
        what = self._what(node, who, move_words(match.game, text))
        if row is None:
            sentences = tuple(filter(None, (left, say("review_waits"))))
            return always(Said("", say("review_unknown", what=what), "", False, sentences))
        judgement = self.analysis.of(node.before)
        assert judgement is not None, "a move with a row has been judged"
        heading = self._heading(row, judgement, what)
        sure = sure_words(row.exact, row.depth, match.game.uses_probcut(match.start))
        reasons, answer = self._reasons(row, judgement), self._answer(row, judgement)
        weigh = self._better if row.loss else self._best

        def said(most: int) -> Said:
            weighed = weigh(row, judgement, because(match, reasons[:most]))
            sentences = tuple(filter(None, (left, weighed, *answer)))
            return Said(row.kind, heading, sure, row.exact, sentences)

        return said

    def at_end(self, decided: ReviewRow | None, number: int) -> Said:
        """Say how the match ended, or that it goes on from here."""
        match, here = self.match, self.match.here
        if not here.over:
            seat = match.seat_of(match.position.turn)
            name = player_words(match, seat, begins=True)
            heading = naming.said_of(match, seat, "review_goes_on", name=name)
            return Said("", heading, "", False, ())
        parts = [naming.headline_words(match, here), naming.result_words(match, here)]
        heading = " · ".join(filter(None, parts))
        sentences = [naming.why_over_words(match, here)]
        if decided is not None:
            sentences.append(self.decided(decided, number))
        return Said("", heading, "", False, tuple(sentences))

    def decided(self, row: ReviewRow, number: int) -> str:
        """Say which move decided the match and what would have been better, and if that is sure."""
        game = self.match.game
        best = move_words(game, self.move_text(row.best, row.side))
        sure = "review_decided" if row.exact else "review_read"
        ending = "draw" if row.best_value == 0 else "points" if game.has_points else "win"
        who = whose_move_words(self.match, row.node, number)
        points = points_words(game, row.best_value) if ending == "points" else ""
        key = f"{sure}_{ending}"
        if row.exact and points:
            key = margin_key(self.match, key)
        return say(key, who=who, best=best, points=points)

    # -- parts

    def _what(self, node: Node, who: str, move: str) -> str:
        opening = self.match.game.named_opening(node.position)
        if opening is None:
            return say("review_what", who=who, move=move)
        return say("review_what_opening", who=who, move=move, opening=opening.name(chosen()))

    def _left_the_line(self, node: Node) -> str:
        left = plies_along(self.match.start, node.plies) == len(node.plies) - 1 > 0
        return say("review_drawn_line") if left else ""

    def _heading(self, row: ReviewRow, judgement: Judgement, what: str) -> str:
        game = self.match.game
        if row.loss == 0:
            if len(row.node.before.position.moves()) == 1:
                return say("review_forced", what=what)
            return say("review_strong" if row.kind == STRONG else "review_best", what=what)
        if row.exact and gives_away(judgement, row.move):
            before, after = outcome_words(row.best_value), outcome_words(row.value)
            return say("review_turned", what=what, before=before, after=after)
        if not game.has_points:
            return say("review_not_best", what=what)
        lost = "review_lost" if row.exact else "review_lost_about"
        return say(lost, what=what, points=points_words(game, row.loss))

    def _best(self, row: ReviewRow, judgement: Judgement, why: str) -> str:
        said, other = say("review_it", why=why) if why else "", next_best(judgement, row.move)
        strong = row.kind == STRONG and self.match.game.has_points
        if strong and not why and other is not None:
            points = points_words(self.match.game, row.value - judgement.values[other])
            move = move_words(self.match.game, self.move_text(other, row.side))
            said = say("review_gap", move=move, points=points)
        return as_text(said, self._comes_to(row, judgement, row.move))

    def _better(self, row: ReviewRow, judgement: Judgement, why: str) -> str:
        game = self.match.game
        move = move_words(game, self.move_text(row.best, row.side))
        points = points_words(game, row.loss) if game.has_points else ""
        key = "review_better_because" if why else "review_better_by" if points else "review_better"
        said = say(key, move=move, why=why, points=points)
        return as_text(said, self._comes_to(row, judgement, row.best))

    def _reasons(self, row: ReviewRow, judgement: Judgement) -> list[Message]:
        """Return what the best move does that the one played does not, or that the next does not.

        That is nothing where there is no other, or where the best one is the most even one.
        """
        before, other = row.node.before, row.move if row.loss else next_best(judgement, row.move)
        if other is None or self.match.swap_to_come_at(before):
            return []
        move = row.best if row.loss else row.move
        return reasons_for(self.match.game, before.position, move, judgement, other)

    def _comes_to(self, row: ReviewRow, judgement: Judgement, move: int) -> str:
        """Say what a move comes to, unless it ends the game at once."""
        here = row.node.before.position.copy()
        here.play(move)
        if here.over:
            return ""
        exact = move in judgement.exact_moves
        return sentence(comes_to(self.match, row.seat, judgement.values[move], exact))

    def _answer(self, row: ReviewRow, judgement: Judgement) -> list[str]:
        """Say what answers the move that was played, where that leads, and what it makes ready."""
        match, game, before = self.match, self.match.game, row.node.before
        if row.node.position.over:
            return []
        turns = turns_of(game, before.position.to_the_end(), judgement.lines[row.move], most=4)
        if len(turns) < 2:  # the game ends with this turn
            if not row.loss:
                return []
            exact = row.move in judgement.exact_moves
            result = comes_to(match, row.seat, row.value, exact)
            move = move_words(game, self.move_text(row.move, row.side))
            return [say("review_with", move=move, result=result)]
        chains = (naming.turn_words((t.side, t.moves), self.move_text) for t in turns)
        own, answer, *later = (move_words(game, chain) for chain in chains)
        other, key = 1 - row.seat, f"review_answer_{turns[1].key}"
        if turns[1].key not in ("wins", "took", "corner", "no_moves"):
            key = "review_answer"
        said = naming.said_of(
            match,
            other,
            key,
            move=own,
            name=player_words(match, other),
            answer=answer,
            count=turns[1].effects[turns[1].key],
        )
        then, more = turns[-1].key, []
        if key == "review_answer" and len(turns) == 4 and then in ("wins", "took", "corner"):
            # The answer only made it ready: this is what it is feared for.
            key = f"review_then_{then}"
            name, count = player_words(match, other, begins=True), turns[-1].effects[then]
            values = {"name": name, "answer": later[-1], "count": count}
            more = [naming.said_of(match, other, key, **values)]
        # What a best move comes to has been said already.
        known = row.loss == 0 or turns[1].key == "wins"
        result = "" if known else self._comes_to(row, judgement, row.move)
        return [as_text(said, result), *more]


def mistake_words(
    match: Match, row: ReviewRow, number: int, move_text: MoveText
) -> tuple[str, str]:
    """Write a mistake as a line of a list: the move with the better one, and what was lost."""
    texts = [move_text(move, row.side) for move in (row.move, row.best)]
    played = move_words(match.game, texts[0])
    words = say("review_mistake", n=number, played=played, best=texts[1])
    if match.game.has_points:
        return words, naming.signed(row.value - row.best_value)
    before, after = outcome_words(row.best_value), outcome_words(row.value)
    return words, say("review_result_change", before=before, after=after)
