"""The words about a match that is over: its turning point, a consolation, what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from kalahgui.articles.published_games import published_count
from kalahgui.gui.panels.sentences import (
    MoveText,
    margin_key,
    move_words,
    ordinal,
    player_words,
    points_words,
)
from kalahgui.gui.screens.play.after import Aftermath
from kalahgui.gui.services import naming
from kalahgui.match.match import Match, Series
from kalahgui.match.node import Node, SearchStatistics, SearchTotals, Sum
from kalahgui.review.look_back import LookBack
from kalahgui.review.review_rows import ReviewRow, Summary
from kalahgui.words import say

_FEWEST_MOVES = 3  # that a consolation is about


class EndWords(NamedTuple):
    """What an end card says by what is known: empty where nothing is.

    ``rows`` are labels and figures, ``review`` is what the button to the review says, in more
    words first.
    """

    console: str = ""
    heading: str = ""
    sentence: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    review: tuple[str, ...] = ()


def end_words(
    after: Aftermath, look_back: LookBack, numbers: Mapping[Node, int], move_text: MoveText
) -> EndWords:
    """Say what is known; ``numbers`` says which move of its player each ply belongs to."""
    teller = _Teller(after, look_back, numbers, move_text)
    heading, sentence = teller.turn()
    console, about_best = teller.console()
    rows = (*(() if about_best else teller.found_rows()), *teller.record_rows())
    return EndWords(console, heading, sentence, rows, teller.review())


def published_words(match: Match) -> str:
    """Say that the searches of a game counted what its article says; nothing where it is silent."""
    line = match.end.line
    first = next((node for node in line if node.search_statistics is not None), None)
    if first is None or first.search_statistics is None:
        return ""
    methods = [player.computer for player in match.players]
    opening = match.ply_texts(first.before)
    count = published_count(match.game.key, match.variant, methods, opening)
    if count is None:
        return ""
    sums: SearchTotals | SearchStatistics = first.search_statistics
    if count.whole:
        sums = match.search_totals_of(0, 1)
    counted = getattr(sums, count.name)
    if (counted.known if isinstance(counted, Sum) else counted) != count.right:
        return ""
    key = f"end_{'whole' if count.whole else 'first'}_{count.name}"
    said = say(key, n=count.right)
    if count.right == count.printed:
        return say("end_published", said=said)
    return say("end_misprint", said=said, printed=count.printed)


@dataclass(frozen=True)
class _Teller:
    after: Aftermath
    look_back: LookBack
    numbers: Mapping[Node, int]
    text: MoveText

    @property
    def match(self) -> Match:
        return self.after.match

    # -- the turning point

    def turn(self) -> tuple[str, str]:
        row, look_back = self.look_back.turn, self.look_back
        if row is None:
            if look_back.settled is None:
                return "", ""
            return self._settled(look_back.settled), ""
        sure = "end_turn" if look_back.certain else "end_turn_read"
        nth = ordinal(self.numbers[row.node])
        name = player_words(self.match, row.seat)
        heading = naming.said_of(self.match, row.seat, sure, name=name, nth=nth)
        if look_back.reply is not None and naming.is_you(self.match, look_back.reply.seat):
            text = self.text(row.move, row.side)
            played = move_words(self.match.game, text, begins=True)
            return heading, say("end_turn_used", played=played)
        return heading, self._instead(row)

    def _settled(self, row: ReviewRow) -> str:
        n = self.numbers[row.node]
        if not row.value:
            return say("end_settled_draw", n=n)
        seat = row.seat if row.value > 0 else 1 - row.seat
        name = player_words(self.match, seat, begins=True)
        return naming.said_of(self.match, seat, "end_settled", name=name, n=n)

    def _instead(self, row: ReviewRow) -> str:
        game = self.match.game
        best = move_words(game, self.text(row.best, row.side), begins=True)
        played = say(f"review_move_again_{game.key}", move=self.text(row.move, row.side))
        if not row.exact:
            points = points_words(game, row.loss)
            return say("end_instead_read", best=best, played=played, points=points)
        if row.best_value == 0:
            return say("end_instead_draw", best=best, played=played)
        if not game.has_points:
            return say("end_instead_win", best=best, played=played)
        points = points_words(game, row.best_value)
        key = margin_key(self.match, "end_instead_points")
        return say(key, best=best, played=played, points=points)

    # -- the person

    def console(self) -> tuple[str, bool]:
        """Console a person by something true, if there is any; tell whether it is the best moves.

        That somebody led is told when it is certain.
        """
        after, seat = self.after, self.after.seat
        if not after.consoled or seat is None:
            return "", False
        said = partial(naming.said_of, self.match, seat)
        row = self.look_back.led_until(seat)
        if row is not None and self.look_back.certain and self._late(row):
            nth = ordinal(self.numbers[row.node])
            return said("end_led", nth=nth), False
        best = self.look_back.found.get(seat)
        if best is None or best.moves < _FEWEST_MOVES or 2 * best.found < best.moves:
            return "", False
        return said("end_found", n=best.found, count=best.moves), True

    def _late(self, row: ReviewRow) -> bool:
        """Tell whether a move came so late that it is good to have led until then."""
        plies = len(self.match.tip.line)
        return self.numbers[row.node] >= _FEWEST_MOVES and 3 * row.ply >= plies

    def found_rows(self) -> list[tuple[str, str]]:
        summaries = self.look_back.found
        return [(self._found_label(seat), _of(best)) for seat, best in summaries.items()]

    def _found_label(self, seat: int) -> str:
        if self.after.seat is not None:
            return say("end_best")
        return say("end_best_of", name=naming.player_name(self.match, seat))

    def record_rows(self) -> list[tuple[str, str]]:
        after = self.after
        if after.record is not None:
            won, lost, drawn = after.record
            rows = [(say("end_against", n=after.level), naming.score_words(Series((won, lost))))]
            if drawn:
                rows.append((say("end_draws"), str(drawn)))
            if after.won_in_a_row:
                rows.append((say("end_in_a_row"), str(after.won_in_a_row)))
            return rows
        if after.series is not None:
            return [(naming.names_words(self.match), naming.score_words(after.series))]
        return []

    def review(self) -> tuple[str, ...]:
        plain, mistakes = say("end_review"), self.look_back.mistakes
        if not mistakes:
            return (plain,)
        count = say("end_review_count", count=mistakes)
        return say("end_review_moves", moves=count), count, plain


def _of(best: Summary) -> str:
    return say("end_of", n=best.found, all=best.moves)
