"""Eight in the window: number tiles, and the whole tree of the game in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pygame

from kalahgui.games.game import Event, Game, Message, Numbers, Position, Say
from kalahgui.gui.boards.view import Look, View, fold_line
from kalahgui.gui.paint import tree_drawing
from kalahgui.gui.paint.tiles import NumberTiles
from kalahgui.gui.paint.tree_drawing import TreeLegend, TreePicture, tree_inks
from kalahgui.gui.services import naming
from kalahgui.match.match import Match
from kalahgui.match.node import Node
from kalahgui.theatre.game_tree import Path, TreeNode, whole_tree
from kalahgui.theatre.node_labels import NodeLabel, NodeState, game_labels
from kalahgui.words import listed, say

# Shares of the height: the tiles beside the tree and alone, and the row at the foot.
_TILES, _TILES_ALONE, _FOOT = 0.43, 0.84, 0.085
_GAP = 0.03
_BUTTON = 0.27  # of the height, the width of the button at the foot


class Spoken:
    """The numbers named so far."""

    def __init__(self, numbers: Sequence[int] = ()) -> None:
        self.numbers = list(numbers)

    def apply(self, event: Event) -> None:
        """Change what was said by a whole event."""
        if isinstance(event, Say):
            self.numbers.append(event.number)


_HIDDEN = NodeLabel(NodeState.HIDDEN)


@cache
def _tree(game: Game) -> TreeNode:
    return whole_tree(game, game.start(game.variant))


def way_to(game: Game, position: Position) -> tuple[int, ...]:
    """Return numbers that lead to a position from the beginning; there may be other ways.

    Those of a way with the same side to move, where there is one.
    """
    fallback: tuple[int, ...] = ()
    todo: list[tuple[tuple[int, ...], Position]] = [((), game.start(game.variant))]
    while todo:
        way, here = todo.pop()
        if game.cells(here) == game.cells(position):
            fallback = way
            if here.turn == position.turn:
                return way
        for number in here.moves():
            child = here.copy()
            child.play(number)
            todo.append(((*way, number), child))
    return fallback


class EightView(View):
    """Eight: tiles to press, the sum, and the tree."""

    has_tree = True
    asks = False  # which numbers may follow, so that none is crossed out

    def prepare(self, start: Position) -> None:
        game, rect, palette = self.game, self.rect, self.palette
        self.numbers: Numbers = game.board(start)
        foot = pygame.Rect(rect.x, 0, rect.width, round(rect.height * _FOOT))
        foot.bottom = rect.bottom
        self._button = pygame.Rect(0, 0, round(rect.height * _BUTTON), round(foot.height * 0.75))
        self._button.midleft = foot.midleft
        beside = foot.copy()
        beside.left = self._button.right + round(rect.height * _GAP)
        beside.width = foot.right - beside.left
        self._legend = TreeLegend(beside, palette)
        self._foot = foot
        top = rect.y + round(rect.height * (_TILES + _GAP))
        lower = pygame.Rect(rect.x, top, rect.width, foot.y - round(rect.height * 0.01) - top)
        ground = palette.paper_top.lerp(palette.paper_bottom, 0.6)
        inks = tree_inks(palette, ground, palette.accent)
        self.tree = TreePicture(_tree(game), lower, palette, inks=inks)
        self._tiles = {
            shown: NumberTiles(
                self.numbers, pygame.Rect(rect.topleft, (rect.width, rect.height * share)), palette
            )
            for shown, share in ((True, _TILES), (False, _TILES_ALONE))
        }

    @property
    def tiles(self) -> NumberTiles:
        """Return the tiles where they lie now."""
        return self._tiles[self.tree_shown]

    @property
    def tree_button(self) -> pygame.Rect:
        rect = self._button.copy()
        if not self.tree_shown:
            rect.center = self._foot.center
        return rect

    @staticmethod
    def shown(match: Match, node: Node | None = None) -> Spoken:
        spoken = Spoken(way_to(match.game, match.start))
        fold_line(match, spoken, node)
        return spoken

    def cells(self, position: Position) -> range:
        return range(1, self.numbers.highest + 1)

    def cell_at(self, point: tuple[int, int]) -> int | None:
        return self.tiles.tile_at(point)

    def move_of(self, cell: int, position: Position) -> int | None:
        return cell if cell in position.moves() else None

    def cell_of(self, move: int, position: Position) -> int:
        return move

    def why_not(self, cell: int, match: Match) -> Message | None:
        return Message.of("number_just_named", n=cell)

    def step(self, cell: int | None, right: int, down: int, position: Position) -> int | None:
        moves = position.moves()
        step = right or down
        if cell not in moves:
            first: int = moves[0 if step > 0 else -1]
            return first
        after: int = moves[(moves.index(cell) + step) % len(moves)]
        return after

    @property
    def rows(self) -> list[list[int]]:
        return [list(range(1, self.numbers.highest + 1))]

    def side_words(self, side: int, match: Match) -> str:
        return self.board_words(match)

    def board_words(self, match: Match) -> str:
        return say("board_sum", total=match.game.cells(match.position)[0])

    def cell_words(self, cell: int, match: Match) -> str:
        move = self.move_of(cell, match.position)
        if move is not None:
            effects_told = self.effects_told
            return self.preview_words(move, match.position) if effects_told else str(cell)
        return naming.message_words(Message.of("number_just_named", n=cell), match)

    def preview_words(self, move: int, position: Position) -> str:
        child = position.copy()
        child.play(move)
        total = self.game.cells(child)[0]
        words = say("preview_sum", n=move, total=total)
        if child.over:
            wins = total == self.numbers.goal
            words = listed(words, say("preview_wins" if wins else "preview_loses"))
        return words

    def sound(self, event: Event, ended: bool) -> str:
        return "" if ended else "click"

    def draw(self, surface: pygame.Surface, shown: Spoken, match: Match, look: Look) -> None:
        event = look.event
        # The values stand where a ring passes.
        self.draw_rings(surface, look)
        self.tiles.draw(
            surface,
            shown.numbers,
            allowed=self.cells(match.position) if self.asks else match.position.moves(),
            hovered=None if look.by_keys else look.cell,
            chosen=look.cell if look.by_keys else None,
            pressed=(event.number, look.progress) if isinstance(event, Say) else None,
            values=look.values,
        )
        self.draw_badges(surface, look)
        if self.tree_shown:
            self.tree.draw(surface, self.labels(tuple(path_of(self.tree.tree, shown.numbers))))
            if not self.asks:
                self._legend.draw(surface, _legend_of(match))

    def labels(self, path: Path) -> dict[Path, NodeLabel]:
        """Return what stands in the tree; where something is asked, only what can still follow."""
        labels = game_labels(self.tree.tree, path)
        if not self.asks:
            return labels
        near = {way for way in labels if way[: len(path)] == path or path[: len(way)] == way}
        return {
            way: replace(label, value="", winner=None) if way in near else _HIDDEN
            for way, label in labels.items()
        }

    def mark_place(self, cell: int) -> tuple[pygame.Rect, int]:
        rect = self.tiles.tile_rect(cell)
        around = round(rect.height * 0.12)
        return rect.inflate(around, around), round(rect.height * 0.2)

    def piece(self, number: int, size: int) -> pygame.Surface:
        return self.tiles.stone(number % 2, size)

    def draw_still(self, surface: pygame.Surface, shown: Spoken) -> None:
        said = shown.numbers
        allowed = [n for n in range(1, self.numbers.highest + 1) if not said or n != said[-1]]
        tiles = NumberTiles(self.numbers, self.rect, self.palette)
        tiles.draw(surface, said, allowed=allowed, hovered=None, chosen=None)


def _legend_of(match: Match) -> tuple[list[tree_drawing.Entry], ...]:
    """Say what the shapes and signs of the tree mean, by the names of the players."""
    moves, wins = (
        [naming.message_words(Message.of(key, side=side), match) for side in (0, 1)]
        for key in ("board_tree_mover", "board_tree_wins")
    )
    return (
        [
            (tree_drawing.FIRST, moves[0]),
            (tree_drawing.SECOND, moves[1]),
            (tree_drawing.PLAYED, say("board_tree_played")),
        ],
        [
            (tree_drawing.WON, wins[0]),
            (tree_drawing.LOST, wins[1]),
            (tree_drawing.RULED_OUT, say("board_tree_ruled_out")),
        ],
    )


def path_of(root: TreeNode, numbers: list[int]) -> list[int]:
    """Return which child each number leads to, from the root."""
    path = []
    here = root
    for number in numbers:
        labels = [child.label for child in here.children]
        path.append(labels.index(str(number)))
        here = here.children[path[-1]]
    return path


VIEW = EightView
