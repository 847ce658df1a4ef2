"""What comes after a match that is over: whether it is celebrated, its record, the next match."""

from __future__ import annotations

from dataclasses import replace

from kalahgui.engine.levels import levels_of
from kalahgui.engine.method import Method
from kalahgui.gui.services import naming
from kalahgui.gui.services.navigation import ArticleOf, Destination, GameOf, LearnOf, MainScreen
from kalahgui.gui.services.settings import SEATS, CardChoices, Choices, entry_of
from kalahgui.library.saved import StoredMatch
from kalahgui.library.statistics import LevelRecord, LevelResults
from kalahgui.match.match import Match, Player, Series, players_swapped
from kalahgui.words import say

_LOSSES = 2  # in a row, after which the level below is offered
_WINS = 2  # in a row, that are worth telling


class Aftermath:
    """The end of a line of a match, as it looks to who played it.

    ``seat`` is that of the only person; ``level`` that of the computer, where the match counts
    among the person's games against it. The ``results`` on the board have this match already.
    """

    def __init__(
        self,
        stored: StoredMatch,
        results: LevelResults | None,
        *,
        kept: bool,
        back: Destination,
    ) -> None:
        """Look at a match that is over; one that is only watched, or a lesson, is not ``kept``.

        Leaving it leads ``back``.

        Nothing is known of the record without ``results``.
        """
        self.stored = stored
        self.match = match = stored.match
        self.kept = kept
        self.back = back
        self.aside = match.aside
        persons = [seat for seat in (0, 1) if match.players[seat].person]
        self.seat = persons[0] if len(persons) == 1 else None
        counts = match.begins_usually and kept and not match.teaching
        self.level = self._level() if counts else None
        self._results = results

    def _level(self) -> int | None:
        if self.seat is None or self.aside:
            return None
        method = self.match.players[1 - self.seat].computer
        return None if method is None or method.fixed is not None else method.level

    @property
    def celebrated(self) -> bool:
        """Tell whether a person has won the match."""
        winner = self.match.winner
        return not self.aside and winner is not None and self.match.players[winner].person

    @property
    def consoled(self) -> bool:
        """Tell whether a person has lost the match to a computer."""
        return not self.aside and self.seat is not None and self.match.winner == 1 - self.seat

    # -- how it stands

    @property
    def record(self) -> LevelRecord | None:
        """Return the person's games against this level; None where they are not counted."""
        if self.level is None or self._results is None:
            return None
        return self._results.records.get(self.level)

    @property
    def won_in_a_row(self) -> int:
        """Return how many games the person has won in a row with this one, if worth telling."""
        won = self.record is not None and self.match.winner == self.seat
        if not won or self._results is None or self._results.won < _WINS:
            return 0
        return self._results.won

    @property
    def series(self) -> Series | None:
        """Return how the row of matches stands, where no record tells it; None for the first."""
        series = self.stored.series.counting(self.match)
        several = sum(series.wins) + series.draws > 1
        return series if several and self.record is None and not self.aside else None

    # -- what comes next

    @property
    def level_offered(self) -> int | None:
        """Return the level for the next match: the one above or below; None for the same."""
        level, winner = self.level, self.match.winner
        if level is None or winner is None:
            return None
        if winner == self.seat:
            most = len(levels_of(self.match.game, self.match.start))
            return level + 1 if level < most else None
        lost = 0 if self._results is None else self._results.lost
        return level - 1 if lost >= _LOSSES and level > 1 else None

    def next_game(self, *, swapped: bool, level: int | None = None) -> GameOf:
        """Return the same game from the beginning, with the sides ``swapped`` or as they are.

        One that is not kept leads back as before. A computer plays by another ``level`` if one is
        given; a new row of games begins with it.
        """
        match, back = self.match, self.back
        players = match.players if level is None else _with_level(match, level)
        fresh = Match(
            match.game,
            match.variant,
            match.rules,
            players_swapped(players) if swapped else players,
            pie=match.pie,
            start=match.start.copy(),
            control=None if match.clock is None else match.clock.control,
        )
        fresh.teaching = match.teaching
        series = self.stored.series.counting(match) if level is None else Series()
        if self.kept and not isinstance(back, ArticleOf):
            back = MainScreen.HOME
        elif isinstance(back, LearnOf):
            back = replace(back, played=fresh)
        series = series.swapped if swapped else series
        return GameOf(fresh, series, self.kept, back)

    def next_words(self) -> list[str]:
        """Say what the filled button does, in more words first."""
        if self.aside:
            return [say("list_back")]
        if isinstance(self.back, LearnOf):
            return [say("learn_to_lesson" if self.back.lesson else "puzzle_back")]
        if not self.kept:
            return [say("end_watch_again")]
        level, who = self.level_offered, self._beginner()
        if level is not None:
            versions = [
                say(key, n=level, who=who) for key in ("end_try_who", "end_try_short") if who
            ]
            return [*versions, say("end_try", n=level)]
        versions = [say("end_again", who=who), say("end_again_short", who=who)] if who else []
        return [*versions, say("rematch")]

    def _beginner(self) -> str:
        """Say who begins the next match; nothing for two computers that are called alike."""
        match = self.next_game(swapped=True).match
        seat = match.seat_to_move_at(match.root)
        if naming.is_you(match, seat):
            return say("end_begins_you")
        if naming.is_you(match, 1 - seat) and not match.players[seat].name:
            return say("end_begins_computer")
        name = naming.player_name(match, seat)
        before = naming.player_name(self.match, self.match.seat_to_move_at(self.match.root))
        if name != before:
            return say("end_begins", name=name)
        return say("end_begins_swapped") if match.players[seat].person else ""


def _with_level(match: Match, level: int) -> tuple[Player, Player]:
    first, second = (
        player
        if player.computer is None
        else replace(player, computer=Method(level=level, varied=player.computer.varied))
        for player in match.players
    )
    return first, second


def level_kept(choices: Choices, match: Match, level: int) -> dict[str, CardChoices]:
    """Return the choices of all cards, with a level for the computers of a match's card."""
    card = entry_of(match).key
    seats = {
        name: replace(seat, level=level, custom=False)
        for name, seat in zip(SEATS, choices.cards[card].seats, strict=True)
        if not seat.person
    }
    return choices.changed(card, **seats)
