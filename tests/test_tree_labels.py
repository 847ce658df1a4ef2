"""No label of a tree covers another one, a node, a ring or an edge, wherever a search stands."""

import random
from dataclasses import replace
from itertools import combinations, product

import pygame
import pytest
from driver import Driver  # noqa: F401  makes pygame ready to draw nowhere

from kalahgui import words
from kalahgui.articles.contents import ARTICLES, ExampleTree
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games import GAMES
from kalahgui.gui.paint import theme, tree_drawing
from kalahgui.gui.paint.tree_drawing import letter_of, text_width
from kalahgui.gui.screens.theatre.watch import stage as stages
from kalahgui.gui.searching.figures import outcome_labels
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import Plan, TooManySteps, record
from kalahgui.theatre.subject import PositionSubject
from kalahgui.words import say

SIZES = {
    (800, 500): (311, 63, 460, 300),
    (1280, 800): (498, 102, 734, 503),
    (1920, 1200): (747, 153, 1101, 755),
}
# Of a tree on the page of an article.
ARTICLE_SIZES = {
    (800, 500): (236, 183, 528, 214),
    (1280, 800): (376, 268, 848, 374),
    (2400, 1350): (634, 454, 1672, 628),
}
BOARDS = [
    ("kalah", "6x6"),
    ("kalah", "6x4"),
    ("kalah", "4x3"),
    ("reversi", "8x8"),
    ("reversi", "6x6"),
    ("tictactoe", "3x3"),
]
LEAST = 13  # pixels that letters are high


class BoxPen:
    """Keeps where all is that would be drawn."""

    def __init__(self):
        self.edges, self.nodes, self.labels, self.wedges, self.letters = [], [], [], [], []
        self.rings, self.pills = [], []

    def line(self, start, end, colour, width=1.0, dash=0.0):
        self.edges.append((start, end))

    def node(self, at, side, square, inks, words, edge):
        box = pygame.FRect(0, 0, side, side)
        box.center = at
        self.nodes.append(box)
        if words:
            self.letters.append((words, letter_of(words, side)))

    def write(self, words, at, letter, ink, bold=False, side=0):
        width = text_width(words, letter, bold) - 4
        left = at[0] - width / 2 * (1 - side)
        # Capitals and figures; what lies below the line is air.
        self.labels.append((words, pygame.FRect(left, at[1] - letter * 0.4, width, letter * 0.8)))
        self.letters.append((words, letter))

    def pill(self, words, at, letter, fill, ink):
        width = text_width(words, letter, True) - 4 + round(letter * 1.5)
        box = pygame.FRect(at[0] - width / 2, at[1], width, round(letter * 1.65))
        self.labels.append((words, box))
        self.pills.append((words, box))
        self.letters.append((words, letter))

    def wedge(self, corners, colour):
        xs, ys = zip(*corners, strict=True)
        self.wedges.append(pygame.FRect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))

    def ring(self, at, side, square, colour, width):
        box = pygame.FRect(0, 0, side, side)
        box.center = at
        self.rings.append(box)

    def width(self, words, letter, bold=False):
        return text_width(words, letter, bold)


def faults(pen):
    """Return what covers something else, in words."""
    sentences = []
    for i, (one, box) in enumerate(pen.labels):
        others = (words for words, other in pen.labels[i + 1 :] if meet(box, other))
        sentences += [f"{one} on {words}" for words in others]
        sentences += [f"{one} on a node" for node in pen.nodes if meet(box, node)]
        sentences += [f"{one} on a ring" for ring in pen.rings if meet(box, ring)]
    for start, end in pen.edges:
        upright = abs(start[0] - end[0]) < 5
        for one, box in pen.labels:
            # A move's name interrupts its own edge, straight down.
            own = upright and abs(start[0] - box.centerx) < 5
            if not own and box.inflate(-2, -2).clipline(start, end):
                sentences.append(f"{one} on an edge")
        for box in (*pen.wedges, *pen.nodes):
            if box.inflate(-6, -6).clipline(start, end):
                sentences.append("an edge through a node or what it hides")
    sentences += ["a node on a node" for one, two in combinations(pen.nodes, 2) if meet(one, two)]
    return sentences


def meet(one, two):
    return one.inflate(-1, -1).colliderect(two.inflate(-1, -1))


def positions(count):
    """Yield stages at moments of searches of random positions, in all sizes and languages."""
    chance = random.Random(22)
    while count:
        name, board = chance.choice(BOARDS)
        game = GAMES[name]
        position = game.start(board)
        for _ in range(chance.randrange(12)):
            if position.moves():
                position.play(chance.choice(position.moves()))
        if not position.moves():
            continue
        algorithm, depth = chance.choice(ALGORITHMS), chance.randint(1, 4)
        try:
            recording = record(Plan(PositionSubject(game, position), algorithm, depth))
        except TooManySteps:
            continue
        count -= 1
        yield recording, chance


@pytest.mark.parametrize(
    "count",
    [12, pytest.param(80, marks=pytest.mark.slow), pytest.param(300, marks=pytest.mark.long)],
)
def test_no_label_covers_anything_and_all_letters_can_be_read(count, monkeypatch):
    """At the start, at the end and between, in all sizes, both languages and by both eyes."""
    pygame.init()
    pens = []
    monkeypatch.setattr(stages, "SurfacePen", lambda *_: pens.append(BoxPen()) or pens[-1])
    covered = []
    for number, (recording, chance) in enumerate(positions(count)):
        size = list(SIZES)[number % 3]
        words.choose(("en", "ja")[number // 3 % 2])
        playback = Playback(recording)
        rect, scale = pygame.Rect(SIZES[size]), theme.Scale.of(size)
        paper, as_mover = theme.PALETTES["paper"], number % 4 == 3
        stage = stages.Stage(playback, rect, paper, scale, as_mover=as_mover)
        surface = pygame.Surface(size)
        between = sorted(chance.randrange(playback.length + 1) for _ in range(6))
        for at in (0, *between, playback.length):
            playback.go_to(at)
            while stage.moving:
                stage.elapse(1.0)
                stage.draw(surface)
            stage.draw(surface)
            pen, _ = pens[-2:]  # of the last painting, and of the names of its rows
            small = [f"{said} is small" for said, letter in pen.letters if letter < LEAST]
            case = f"{size} {recording.plan.algorithm}:{recording.depth} {at}: "
            covered += [case + fault for fault in faults(pen) + small]
    words.choose("en")
    assert not covered, "\n".join(covered[:40]) + f"\n{len(covered)}"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_how_much_a_folded_node_hides_is_seen_whole_or_not_at_all(language, monkeypatch):
    pens, cut = [], []
    monkeypatch.setattr(stages, "SurfacePen", lambda *_: pens.append(BoxPen()) or pens[-1])
    words.choose(language)
    start = PositionSubject(GAMES["kalah"], GAMES["kalah"].start("6x6"))
    for depth, (size, rect) in product((2, 3, 4), SIZES.items()):
        playback = Playback(record(Plan(start, "alpha-beta", depth)))
        scale = theme.Scale.of(size)
        stage = stages.Stage(playback, pygame.Rect(rect), theme.PALETTES["paper"], scale)
        for at in (0, playback.length // 3, playback.length):
            playback.go_to(at)
            while stage.moving:
                stage.elapse(1.0)
                stage.draw(pygame.Surface(size))
            stage.draw(pygame.Surface(size))
            lowest = max((wedge.bottom for wedge in pens[-2].wedges), default=0.0)
            if lowest > stage.area.height:
                cut.append((size, depth, at, lowest, stage.area.height))
    words.choose("en")
    assert cut == []


def faults_of_cuts(pen, rect):
    """Return what covers a badge of a cut, or is covered by one, and which of them leave a tree."""
    outside = [f"{words} leaves the tree" for words, box in pen.pills if not rect.contains(box)]
    said = [words for words, _ in pen.pills]
    covered = [fault for fault in faults(pen) if any(words in fault for words in said)]
    return outside + covered


def with_values(tree, chance):
    """Return a tree with other values at its leaves."""
    if not tree.children:
        return replace(tree, value=chance.randint(-9, 9))
    return replace(tree, children=tuple(with_values(child, chance) for child in tree.children))


TREES = [
    section.classic.tree
    for article in ARTICLES.values()
    for section in article.sections
    if isinstance(section, ExampleTree)
]
CHANCE = random.Random(5)
OTHERS = [with_values(CHANCE.choice(TREES), CHANCE) for _ in range(12)]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_badge_of_a_cut_covers_anything_or_leaves_a_small_tree(language, monkeypatch):
    """In trees of the articles' shapes, with their values and others."""
    pens, faulty, cuts = [], [], [0, 0]
    monkeypatch.setattr(tree_drawing, "SurfacePen", lambda *_: pens.append(BoxPen()) or pens[-1])
    words.choose(language)

    def look(picture, labels):
        picture.draw(pygame.Surface(picture.rect.bottomright), labels)
        cuts[0] += sum(bool(label.cut) for label in labels.values())
        cuts[1] += len(pens[-1].pills)
        faulty.extend(
            f"{language} {picture.rect}: {e}" for e in faults_of_cuts(pens[-1], picture.rect)
        )

    levels, paper = (say("article_row_max"), say("article_row_min")), theme.PALETTES["paper"]
    for size, rect in ARTICLE_SIZES.items():
        for tree in (*TREES, *OTHERS):
            letter = theme.Scale.of(size).small
            picture = tree_drawing.TreePicture(tree, pygame.Rect(rect), paper, letter, levels)
            look(picture, outcome_labels(tree, pruned=True))
    words.choose("en")
    assert not faulty, "\n".join(faulty[:40]) + f"\n{len(faulty)}"
    assert cuts[1] >= 0.9 * cuts[0] > 0, cuts
