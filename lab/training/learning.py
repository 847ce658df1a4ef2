"""What a game brings along to have its evaluation learnt."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kalahgui.core.position import Evaluation
from kalahgui.core.search import StopWord

if TYPE_CHECKING:
    from kalahgui.games.game import Position
    from lab.training.fit import Floats, Layout, Samples, Settings


class NoLearning(ValueError):
    """There is nothing to learn for a board; the message is one clear sentence."""


class Sample(NamedTuple):
    """A position, seen by the side to move, and how far ahead that side will be in what is left."""

    own: int
    opp: int
    label: int


class Round(NamedTuple):
    """A round of games: how many turns ahead it labels, and its share of the games asked for."""

    turns: int
    share: float


class Learning(Protocol):
    """How the evaluation of one board is learnt."""

    @property
    def board(self) -> str:
        """Return the board as its text."""

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules that make a difference."""

    @property
    def start(self) -> Position:
        """Return the position that games begin with, judged by the hand-set evaluation."""

    @property
    def evaluation(self) -> str:
        """Return the name of the evaluation that takes the weights."""

    @property
    def games(self) -> int:
        """Return how many games the last round has when nobody says."""

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Return the rounds of games.

        The first one judges by the hand-set evaluation, every other one by what was learnt in the
        one before.
        """

    @property
    def edition(self) -> int:
        """Return a number that changes with whatever changes the games."""

    @property
    def layout(self) -> Layout:
        """Return the table that is fitted."""

    @property
    def settings(self) -> Settings:
        """Return how it is fitted."""

    def judge(self, weights: array[int]) -> Evaluation:
        """Return the evaluation that weights make."""

    def play(
        self, judge: Evaluation | None, turns: int, seed: str, stop: StopWord
    ) -> list[Sample] | None:
        """Play a game and return the positions that it gave, labelled; None when stopped.

        Without a judge the hand-set evaluation does. All that is random follows from the seed.
        """

    def samples(self, found: Sequence[Sample]) -> Samples:
        """Return positions as what is fitted."""

    def weights(self, table: Floats) -> array[int]:
        """Return a table as the whole numbers that the evaluation takes."""

    def completed(
        self,
        weights: array[int],
        found: Sequence[Sample],
        stop: StopWord,
        watch: Callable[[], None],
    ) -> array[int] | None:
        """Return the weights of the last round with all that goes into a file; None when stopped.

        ``found`` are positions that no weights were fitted to.
        """
