"""A match: players, the tree of plies played and undone, and the result.

A ply is a move of the game or a swap of sides under the pie rule. Turns, sides and winners are
derived from the node in question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kalahgui.engine.method import Method
from kalahgui.games.game import Event, Game, Opening, Position
from kalahgui.games.limit import Limit
from kalahgui.games.plain_text import one_line
from kalahgui.games.user_error import UserError
from kalahgui.match.clock import Clock, TimeControl
from kalahgui.match.node import SWAP, SWAP_TEXT, Forfeit, Node, SearchTotals


@dataclass(frozen=True)
class Player:
    """A player: a person, or a computer that plays by a method.

    Wherever the name comes from, it is one line of signs that are seen.
    """

    name: str = ""
    computer: Method | None = None

    def __post_init__(self) -> None:
        """Clean the name."""
        object.__setattr__(self, "name", one_line(self.name))

    @property
    def person(self) -> bool:
        """Return whether the player is a person."""
        return self.computer is None

    def limit(self, game: Game, start: Position) -> Limit:
        """Return a computer player's limit for a move of a game that begins at ``start``."""
        assert self.computer is not None
        return self.computer.limit(game, start)


def players_swapped(players: Sequence[Player]) -> tuple[Player, Player]:
    """Return the players with their seats exchanged, for a rematch."""
    first, second = players
    return second, first


class Match:
    """A match as a tree of plies, with its main line and the node that is looked at.

    ``tip`` is the end of the main line, which begins at ``root``; plies that were undone lie
    beyond. ``end`` is the end of the line that is being played: the tip, or the end of a side line.
    ``here`` is the node looked at; it is the end unless somebody walks through the game. Whether
    the game is over, and what was played in it, holds of the tip; of other nodes they tell it.
    In a ``teaching`` game the computer asks so many times before a person's mistake, and has
    ``asked`` so often.
    ``players`` are those who were first and second at the start. ``clock`` has the clocks, None
    without. ``recorded_score`` is what a file says of the points at the end, where the moves do not
    lead to them. ``changes`` counts the changes of the tree, the order of lines and forfeits
    included.
    """

    def __init__(
        self,
        game: Game,
        variant: str,
        rules: tuple[str, ...],
        players: tuple[Player, Player],
        *,
        pie: bool = False,
        start: Position | None = None,
        control: TimeControl | None = None,
    ) -> None:
        """Begin at a position, by default at the board's start; ``control`` sets the clocks."""
        self.game = game
        self.variant = variant
        self.rules = rules
        self.players = players
        self.pie = pie
        self.changes = self.teaching = self.asked = 0
        self.recorded_score = ""
        self.clock = None if control is None else Clock.new(control)
        begin = game.start(variant, rules) if start is None else start
        self.root = Node(None, None, begin.copy())
        self.here = self.end = self.tip = self.root

    @property
    def begins_usually(self) -> bool:
        """Return whether the match begins at the usual start of its board, not at one set up."""
        usual = self.game.usual_starts(self.variant, self.rules)
        return self.game.position_text(self.start) in usual

    # -- the game: its main line, whatever is looked at

    @property
    def plies(self) -> list[int]:
        """Return the plies of the game."""
        return self.tip.plies

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.tip.over

    @property
    def winner(self) -> int | None:
        """Return the index of the player who has won the game; None without one."""
        return self.tip.winner

    @property
    def has_begun(self) -> bool:
        """Return whether anything was played, or given up at once."""
        return bool(self.root.children) or self.root.forfeit is not None

    @property
    def start(self) -> Position:
        """Return the position at the start; it may not be changed."""
        return self.root.position

    # -- the node looked at

    @property
    def position(self) -> Position:
        """Return the position looked at; it may not be changed (use ``play``)."""
        return self.here.position

    @property
    def walking(self) -> bool:
        """Return whether the node looked at is not the end of the line that is being played."""
        return self.here is not self.end

    @property
    def aside(self) -> bool:
        """Return whether a side line is being played."""
        return self.end is not self.tip

    def seat_of(self, side: int, node: Node | None = None) -> int:
        """Return the seat of the player who has a side (0 or 1) at a node (default: here).

        Seats stay when the players swap sides.
        """
        return side ^ (self.here if node is None else node).swapped

    def player_of(self, side: int, node: Node | None = None) -> Player:
        """Return the player who has a side at a node (default: here)."""
        return self.players[self.seat_of(side, node)]

    def seat_to_move_at(self, node: Node) -> int:
        """Return the index of the player to move at a node."""
        return self.seat_of(node.position.turn, node)

    def mover_at(self, node: Node) -> Player:
        """Return the player to move at a node."""
        return self.players[self.seat_to_move_at(node)]

    def seat_before(self, node: Node) -> int:
        """Return the seat of the player whose ply led to a node, which is not the root."""
        return self.seat_to_move_at(node.before)

    @property
    def mover(self) -> Player:
        """Return the player to move here."""
        return self.mover_at(self.here)

    def opening_to(self, node: Node) -> Opening | None:
        """Return the opening with a name that the line to a node went through last, if any."""
        here: Node | None = node if self.variant in self.game.named_plies else None
        while here is not None:
            opening = self.game.named_opening(here.position)
            if opening is not None:
                return opening
            here = here.parent
        return None

    # -- playing

    def can_swap_at(self, node: Node) -> bool:
        """Return whether the sides may be swapped: once, in answer to the first turn."""
        return (
            self.pie
            and not node.over
            and node.position.turn == 1
            and node.parent is not None
            and self._first_turn(node.parent)
        )

    @property
    def can_swap(self) -> bool:
        """Return whether the player to move may swap sides."""
        return self.can_swap_at(self.here)

    def swap_to_come_at(self, node: Node) -> bool:
        """Return whether the turn played at a node may be answered by a swap of sides."""
        return self.pie and self._first_turn(node)

    @property
    def swap_to_come(self) -> bool:
        """Return whether the present turn may be answered by a swap of sides."""
        return self.swap_to_come_at(self.here)

    def _first_turn(self, node: Node | None) -> bool:
        while node is not None:
            if node.position.turn != 0:
                return False
            node = node.parent
        return True

    def play(self, ply: int) -> None:
        """Play a move, or SWAP, at the node looked at; raise ValueError when it is not allowed.

        At the tip, and at the end of the line that is being played, that line goes on. Elsewhere
        the next ply of that line follows it, and any other begins a side line, or follows an
        existing one.
        """
        if self.here in (self.tip, self.end):
            self.end = self.here
            self.play_at_end(ply)
            return
        if self.here.over:
            raise UserError("refused_over")
        node = self._graft(self.here.child(ply) or self._made(self.here, ply))
        self._play_again(node)
        if node not in self.end.line:
            self.end = self.tip if node in self.main_line else node
        self.here = node

    def play_at_end(self, ply: int) -> None:
        """Play at the end of the line that is being played; whoever looks at it follows.

        Plies that were undone there become a side line. ValueError as in ``play``.
        """
        end = self.end
        if end.over:
            raise UserError("refused_over")
        node = end.child(ply) or self.add(end, ply)
        end.children.insert(0, end.children.pop(end.children.index(node)))
        self.changes += 1
        self._move(node)

    def _graft(self, node: Node) -> Node:
        """Add a line that was only looked at to the tree; return the node at its end there.

        Plies that the tree already has are followed, so none is there twice.
        """
        here = self.root
        for line_node in node.line:
            assert line_node.ply is not None
            known = here.child(line_node.ply)
            if known is None:
                line_node.parent, known = here, line_node
                here.children.append(line_node)
                self.changes += 1
            here = known
        return here

    def keeps(self, node: Node) -> bool:
        """Return whether a node belongs to the tree; others are only looked at."""
        while node.parent is not None:
            if node not in node.parent.children:
                return False
            node = node.parent
        return node is self.root

    def glimpse(self, node: Node, plies: Iterable[int]) -> list[Node]:
        """Return the nodes that plies lead to, for looking at; new ones stay out of the tree.

        They end where a ply is not legal, or where the game is over on the board.
        """
        line: list[Node] = []
        for ply in plies:
            if node.position.over or (ply != SWAP and ply not in node.position.moves()):
                break
            node = node.child(ply) or self._made(node, ply)
            line.append(node)
        return line

    def line_through(self, node: Node) -> list[Node]:
        """Return the nodes of the line through a node, which goes on with the first children."""
        line = node.line
        while node.children and node.forfeit is None:
            node = node.children[0]
            line.append(node)
        return line

    @property
    def main_line(self) -> list[Node]:
        """Return the nodes of the main line, from the root to the tip."""
        return [self.root, *self.tip.line]

    def add(self, parent: Node, ply: int) -> Node:
        """Add a ply as a node's last child without moving there; ValueError for an illegal one."""
        if parent.over:
            raise UserError("refused_over")
        node = self._made(parent, ply)
        parent.children.append(node)
        self.changes += 1
        return node

    def _made(self, parent: Node, ply: int) -> Node:
        """Return a new node that is no child of its parent yet; ValueError for an illegal ply."""
        position = parent.position.copy()
        if ply == SWAP:
            if not self.can_swap_at(parent):
                raise UserError("refused_swap")
        else:
            position.play(ply)
        return Node(parent, ply, position)

    def resign(self, seat: int, node: Node | None = None) -> None:
        """Record that a player gives up at a node (default: here); ValueError as in ``lose``."""
        self.lose(Forfeit(seat), self.here if node is None else node)

    def lose(self, forfeit: Forfeit, node: Node) -> None:
        """Record the loss of a player at a node, which ends the match there.

        ValueError where the match has ended already, or where its main line goes on.
        """
        if node.over:
            raise UserError("refused_over")
        self.end_as_recorded(forfeit, node)

    def end_as_recorded(self, forfeit: Forfeit, node: Node) -> None:
        """Record how a match ended at a node, also where it is over on the board.

        A clock may have decided against what lies there. ValueError where the main line goes on.
        """
        if node is not self.tip and node in self.main_line:
            raise UserError("refused_main_line")
        node.forfeit = forfeit
        self.changes += 1

    # -- taking back, and walking about

    def go_to(self, node: Node) -> None:
        """Look at a node of the tree; moves are still played at the ``end``, which stays."""
        self.here = node

    def back_to_the_match(self) -> None:
        """Look at the end of the main line, and play on from there."""
        self.here = self.end = self.tip

    def _move(self, node: Node) -> None:
        """Set the end of the line that is being played; the match and whoever looks follow.

        A side line that has been undone as a whole is no longer played.
        """
        if self.here is self.end:
            self.here = node
        self._play_again(node)
        if not self.aside:
            self.tip = node
        self.end = self.tip if node in self.main_line else node

    def _play_again(self, node: Node) -> None:
        """Take the mark of a line taken back from a node; what followed it there keeps the mark."""
        if node.taken_back:
            node.taken_back = False
            for follower in node.children[:1]:
                follower.taken_back = True

    def undo(self) -> int:
        """Undo the last ply of a person and all answers to it; return the number of plies.

        Without a person at the board, or with two, that is the last ply. Nothing happens before a
        person's first move, nor while somebody walks through the game. A side line is undone as far
        as the line that it left. A resignation is taken back alone, and so is a loss on time, after
        which the clocks begin anew.
        """
        if self.walking:
            return 0
        if self.here.forfeit is not None:
            self.here.forfeit = None
            self.changes += 1
            self.begin_clocks_anew()
            return 0
        line = self.here.line
        count = self._plies_to_undo()
        if count:
            self._move(line[-count].before)
            line[-count].taken_back = True
        return count

    def begin_clocks_anew(self) -> None:
        """Reset the clocks if one has run out, when a match lost on time goes on."""
        if self.clock is not None and 0.0 in self.clock.left:
            self.clock = Clock.new(self.clock.control)

    @property
    def can_undo(self) -> bool:
        """Return whether there is something to undo."""
        if self.walking:
            return False
        return self.here.forfeit is not None or self._plies_to_undo() > 0

    def _plies_to_undo(self) -> int:
        line = self.here.line
        if self.aside:
            main = set(self.main_line)
            line = [node for node in line if node not in main]
        if not self._one_person:
            return min(1, len(line))
        for count, node in enumerate(reversed(line), start=1):
            if self.players[self.seat_before(node)].person:
                return count
        return 0

    @property
    def _one_person(self) -> bool:
        return self.players[0].person != self.players[1].person

    @property
    def can_redo(self) -> bool:
        """Return whether there is something to redo."""
        return not self.walking and bool(self.here.children) and self.here.forfeit is None

    def redo(self) -> list[int]:
        """Redo the plies of the last undo; return them."""
        replayed: list[int] = []
        while self.can_redo:
            if replayed and not (self._one_person and not self.mover.person):
                break
            node = self.here.children[0]
            assert node.ply is not None
            self._move(node)
            replayed.append(node.ply)
        return replayed

    @property
    def last_turn(self) -> list[Node]:
        """Return the nodes of the last turn before here: all plies of one player in a row."""
        return self.turn_to(self.here)

    def turn_to(self, node: Node) -> list[Node]:
        """Return the nodes of the turn that leads to a node: all plies of one player in a row."""
        line = node.line
        turn: list[Node] = []
        while line and self.seat_before(line[-1]) == self.seat_before(node):
            turn.append(line.pop())
        return turn[::-1]

    def search_totals_of(self, *seats: int) -> SearchTotals:
        """Return the statistics of some players' searches in the line that is being played."""
        return SearchTotals.of(
            node.search_statistics for node in self.end.line if self.seat_before(node) in seats
        )

    # -- events and notation

    def events(self, line: Iterable[Node]) -> Iterator[Event]:
        """Yield the events of the plies that lead to some nodes; a swap of sides has none."""
        for node in line:
            if node.parent is not None and node.ply is not None and node.ply != SWAP:
                yield from self.game.tell(node.parent.position, node.ply)

    def text(self, ply: int) -> str:
        """Return a ply in notation, a swap as ``swap``."""
        return SWAP_TEXT if ply == SWAP else self.game.text(ply)

    def parse(self, text: str) -> int:
        """Return the ply of a text; UserError when it is none on this board."""
        return SWAP if text == SWAP_TEXT else self.game.parse_move(text, self.start)

    def ply_texts(self, node: Node | None = None) -> list[str]:
        """Return the plies that lead to a node (default: here) in notation."""
        return [self.text(ply) for ply in (node or self.here).plies]

    def replay_texts(self, texts: Iterable[str]) -> None:
        """Play plies given in notation; ValueError at the first that is not allowed."""
        for text in texts:
            self.play(self.parse(text))


@dataclass(frozen=True)
class Series:
    """The score of matches that the same players play one after the other, before the present one.

    ``wins`` are those of the players who are first and second in the present match.
    """

    wins: tuple[int, int] = (0, 0)
    draws: int = 0

    def counting(self, match: Match) -> Series:
        """Return the series with a match counted, if that is over."""
        if not match.over:
            return self
        if match.winner is None:
            return Series(self.wins, self.draws + 1)
        first, second = self.wins
        return Series((first + (match.winner == 0), second + (match.winner == 1)), self.draws)

    @property
    def swapped(self) -> Series:
        """Return the series for players who have exchanged their seats."""
        return Series(self.wins[::-1], self.draws)
