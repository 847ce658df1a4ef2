"""Games that are one line of moves: thousands of them are read and kept without trees."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kalahgui.core.position import IllegalMove
from kalahgui.games import game_and_variant
from kalahgui.games.game import Game, Grid, Position
from kalahgui.games.user_error import UserError
from kalahgui.library.saved import (
    DRAW,
    SEATS,
    players_text,
    side_lines_text,
    words_of_forfeit,
)
from kalahgui.library.store import MatchRecord
from kalahgui.match.match import Match, Player
from kalahgui.match.node import Forfeit

LONGEST_WORD = 20  # that may be a move
TRANSCRIPT = "reversi:8x8"  # whose games are written without naming it
Board = tuple[Game, str]
TRANSCRIPT_BOARD: Board = game_and_variant(TRANSCRIPT)
_NOBODY = (Player(), Player())


@functools.cache
def _words(game: Game, variant: str) -> tuple[dict[str, int], dict[int, str]]:
    """Return the moves of a board by their words, and the words by the moves."""
    start = game.start(variant)
    by_move = {move: game.text(move) for move in game.board(start).moves}
    return {word: move for move, word in by_move.items()}, by_move


@functools.cache
def _usual(game: Game, variant: str, rules: tuple[str, ...]) -> tuple[Position, str]:
    start = game.start(variant, rules)
    return start, game.position_text(start)


@functools.cache
def words_from_a1(grid: Grid) -> dict[str, str]:
    """Return the moves of a board in notation by the names of its squares, which begin at a1.

    They are in the order of the cells, row by row.
    """
    return {grid.from_a1.name(cell): grid.name(cell) for cell in range(len(grid.moves))}


@dataclass
class GameLine:
    """A game that is being played from words, or has been.

    ``position`` is the one after the ``moves``. Behind the moves numbered ``again`` the same side
    moved once more. Comments and notes stand at the number of a move, 0 is the start.
    """

    game: Game
    variant: str
    rules: tuple[str, ...] = ()
    players: tuple[Player, Player] = _NOBODY
    start: Position | None = None
    moves: list[int] = field(default_factory=list)
    forfeit: Forfeit | None = None
    comments: dict[int, str] = field(default_factory=dict)
    noted: dict[int, str] = field(default_factory=dict)
    again: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        usual, text = _usual(self.game, self.variant, self.rules)
        self.position = (usual if self.start is None else self.start).copy()
        self._start_text = text if self.start is None else self.game.position_text(self.start)
        self._by_word, self._by_move = _words(self.game, self.variant)

    @property
    def over(self) -> bool:
        """Tell whether the game is over, on the board or apart from it."""
        return self.forfeit is not None or self.position.over

    def knows(self, word: str) -> bool:
        """Tell whether a word is a move on this board, legal or not."""
        return word in self._by_word

    def play(self, word: str) -> None:
        """Play a move in the game's notation; UserError says why it cannot be played."""
        move = self._by_word.get(word)
        if move is None or self.forfeit is not None:
            raise self._refused(word)
        self.play_move(move)

    def play_move(self, move: int) -> None:
        """Play a move by its number; UserError when it is not legal."""
        try:
            again = self.position.play(move)
        except IllegalMove:
            raise UserError("refused_over" if self.over else "refused_illegal") from None
        self.moves.append(move)
        if again:
            self.again.append(len(self.moves))

    def _refused(self, word: str) -> UserError:
        if self.over:
            return UserError("refused_over")
        if len(word) > LONGEST_WORD:
            return UserError("refused_no_move")
        try:
            self.game.parse_move(word, self.position)
        except UserError as why:
            return why
        return UserError("refused_illegal")

    @property
    def passed(self) -> bool:
        """Tell whether the last move left the other side without one."""
        return self.game.has_passes and self.again[-1:] == [len(self.moves)]

    def check_pass(self) -> None:
        """Raise UserError where the move before did not leave the other side without one."""
        if not self.passed or self.position.over:
            raise UserError("refused_pass")

    @property
    def margin(self) -> int:
        """Return the first side's points less the second's."""
        position = self.position
        lead = position.final() if position.over else position.lead
        return lead if position.turn == 0 else -lead

    @property
    def result(self) -> str:
        """Return the result as ``result_of`` does for a match."""
        if self.forfeit is not None:
            return words_of_forfeit(self.forfeit)
        if not self.position.over:
            return ""
        margin = self.margin
        return SEATS[margin < 0] if margin else DRAW

    @property
    def words(self) -> list[str]:
        """Return the moves in notation."""
        return [self._by_move[move] for move in self.moves]

    def match(self) -> Match:
        """Return the game as a match with a tree."""
        match = Match(self.game, self.variant, self.rules, self.players, start=self.start)
        for move in self.moves:
            match.tip = match.end = match.here = match.add(match.tip, move)
        nodes = match.main_line
        for number, comment in self.comments.items():
            nodes[number].comment = comment
        for number, noted in self.noted.items():
            nodes[number].noted = noted
        if self.forfeit is not None:
            match.end_as_recorded(self.forfeit, match.tip)
        return match

    def record(self, begun: str, tags: Mapping[str, str]) -> MatchRecord:
        """Return the game as a record that was never written, begun and saved at one moment."""
        said: dict[str, Any] = {"comments": self.comments, "noted": self.noted, "tags": dict(tags)}
        return MatchRecord(
            game=self.game.key,
            variant=self.variant,
            rules=",".join(self.rules),
            start=self._start_text,
            moves=" ".join(self.words),
            side_lines=side_lines_text(said),
            players=players_text(self.players),
            result=self.result,
            pie=0,
            begun=begun,
            saved=begun,
        )
