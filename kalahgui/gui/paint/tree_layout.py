"""Where the nodes of a tree lie: children below their parent, subtrees close together."""

from __future__ import annotations

from kalahgui.theatre.tree import Node, Path, walk


def pack(root: Node, inner: float = 0.0) -> dict[Path, float]:
    """Place nodes across, one apart at least, every parent over the middle of its children.

    Subtrees move together until their outlines touch at some depth. A node that is no leaf takes
    ``inner`` more room on either side.
    """
    shifts: dict[Path, float] = {(): 0.0}

    def outline(node: Node, path: Path) -> list[tuple[float, float]]:
        """Return the leftmost and rightmost place at each depth, seen from the node."""
        if not node.children:
            return [(0.0, 0.0)]
        merged: list[tuple[float, float]] = []
        offsets: list[float] = []
        for i, child in enumerate(node.children):
            below = outline(child, (*path, i))
            pairs = zip(merged, below, strict=False)
            offset = max((right + 1 - left for (_, right), (left, _) in pairs), default=0.0)
            offsets.append(offset)
            moved = [(left + offset, right + offset) for left, right in below]
            shared = [(one[0], two[1]) for one, two in zip(merged, moved, strict=False)]
            longer = merged if len(merged) > len(moved) else moved
            merged = shared + longer[len(shared) :]
        middle = (offsets[0] + offsets[-1]) / 2
        for i, offset in enumerate(offsets):
            shifts[(*path, i)] = offset - middle
        return [(-inner, inner), *((left - middle, right - middle) for left, right in merged)]

    outline(root, ())
    return {
        path: sum(shifts[path[:depth]] for depth in range(len(path) + 1)) for path, _ in walk(root)
    }
