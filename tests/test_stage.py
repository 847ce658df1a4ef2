"""The stage: what is painted, what is kept of it, and what hands do."""

import itertools
import math
import random

import pygame
import pytest
from driver import Driver  # makes pygame ready to draw nowhere

from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.theatre.stage import Stage
from kalahgui.gui.services import words
from kalahgui.theatre.game_tree import read_tree
from kalahgui.theatre.node_labels import NodeLabels, NodeState
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.subject import PositionSubject, WrittenSubject

SIZE = (1280, 800)
RECT = pygame.Rect(500, 100, 730, 480)
PAPER = theme.PALETTES["paper"]
# A smooth line that is cut off by the edge of a part may have another shade in a pixel or two.
HARDLY = 1e-4
TEXT = "R(A(D(3 2) E(1 0)) B(F(4 3) G(6 8)) C(H(2 0) I(9 1) J(7 7)))"


@pytest.fixture(autouse=True)
def surface():
    assert Driver
    pygame.init()
    words.choose("en")
    return pygame.display.set_mode(SIZE)


def small():
    subject = WrittenSubject(read_tree(TEXT))
    return record(Plan(subject, "nega-alpha", subject.least_depth))


@pytest.fixture(scope="module")
def large():
    """Return a search of two thousand nodes with many cuts."""
    game = GAMES["kalah"]
    return record(Plan(PositionSubject(game, game.start("6x6")), "nega-alpha", 5))


def make(recording, at=None, rect=RECT, size=SIZE):
    playback = Playback(recording)
    playback.go_to(playback.length if at is None else at)
    stage = Stage(rect, PAPER, theme.Scale.of(size))
    stage.show(playback)
    return stage


def settle(stage, surface):
    for _ in range(300):
        stage.elapse(1 / 60)
        stage.draw(surface)
        if not stage.moving:
            return
    raise AssertionError("the stage does not come to rest")


def picture(stage, surface):
    settle(stage, surface)
    surface.fill(PAPER.card)
    stage.draw(surface)
    return surface.subsurface(stage.area).copy()


def fresh_picture(stage, surface):
    """Return what a stage with the same view paints that has kept nothing."""
    other = Stage(stage.rect, stage.palette, stage.scale)
    other.take_over(stage)
    other.follow = False
    other.camera.look(stage.camera.view)
    return picture(other, surface)


def different(one, two):
    """Return the share of pixels that differ."""
    width, height = one.get_size()
    same = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), two)
    return 1 - same.count() / (width * height)


def near(stage, surface):
    stage.focus(stage.playback.node, near=True)
    settle(stage, surface)


def place_of(stage, node):
    x, y = stage.camera.at(node)
    return round(x) + stage.area.x, round(y) + stage.area.y


def node_named(stage, text):
    return next(i for i, node in enumerate(stage.layout.nodes) if node.text == text)


def press(stage, key, unicode="", mod=0):
    return stage.handle(pygame.Event(pygame.KEYDOWN, key=key, unicode=unicode, mod=mod))


def click(stage, point):
    stage.handle(pygame.Event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0)))
    stage.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=point, button=1))
    stage.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=point, button=1))


# -- what is kept


@pytest.mark.few(1)
@pytest.mark.parametrize("zoom", [1, 3, 60])
def test_what_is_kept_is_what_would_be_painted_anew(large, surface, zoom):
    """Whatever is done to it: played, moved about, folded."""
    stage = make(large, len(large.steps) // 2)
    stage.follow = False
    stage.focus(stage.playback.node)
    settle(stage, surface)
    stage.zoom_by(zoom)
    settle(stage, surface)
    chance = random.Random(zoom)
    for _ in range(8):
        stage.playback.go_to(stage.playback.at + chance.choice((-300, -7, -1, 1, 1, 5, 60, 5000)))
        settle(stage, surface)
    assert different(picture(stage, surface), fresh_picture(stage, surface)) <= HARDLY
    for _ in range(30):
        stage.move_by(chance.randint(-90, 90), chance.randint(-40, 40))
        stage.draw(surface)
    # Long lines are cut off by many edges then.
    assert different(picture(stage, surface), fresh_picture(stage, surface)) < 0.002
    stage.camera.look(stage.camera.fitted)
    for node in (stage.layout.slots[0][0], stage.layout.slots[0][1], stage.layout.slots[0][0]):
        stage.fold(node)
        settle(stage, surface)
    assert different(picture(stage, surface), fresh_picture(stage, surface)) <= HARDLY


@pytest.mark.parametrize(("rect", "share"), [(RECT, 1 / 8), (pygame.Rect(0, 0, 200, 400), 1)])
def test_only_what_is_visible_is_asked_about(large, surface, monkeypatch, rect, share):
    """Near that is a part of the tree, far away as much as there are pixels for."""
    stage = make(large, rect=rect)
    if share < 1:
        near(stage, surface)
    asked = set()
    seen = Playback.seen
    monkeypatch.setattr(
        Playback, "seen", lambda self, node, at=None: asked.add(node) or seen(self, node, at)
    )
    stage.as_mover = True
    picture(stage, surface)
    assert 0 < len(asked) < len(large.nodes) * share


def test_a_frame_paints_for_a_short_time_only(large, surface, monkeypatch):
    stage = make(large)
    monkeypatch.setattr("kalahgui.gui.screens.theatre.stage_canvas.BUDGET_SECONDS", 0.0)
    stage.zoom_by(2)
    stage.camera.look(stage.camera.goal)
    stage.draw(surface)
    assert stage.moving
    stage.move_by(-150, 0)  # what is not painted yet moves, too
    settle(stage, surface)
    assert not stage.moving
    assert different(picture(stage, surface), fresh_picture(stage, surface)) <= HARDLY


# -- what is seen


def test_states_look_different_without_colour(surface):
    """A cut branch is dashed and struck through, one to come short and open, one gone solid."""

    def dark(stage, place):
        """Tell of points along an edge, from the top, whether they are dark."""
        shot, (start, end) = picture(stage, surface), stage.camera.ends(place)
        found = []
        for share in range(2, 99):
            x, y = (a + (b - a) * share / 100 for a, b in zip(start, end, strict=True))
            colours = [shot.get_at((round(x) + aside, round(y))) for aside in (-1, 0, 1)]
            found.append(max(255 - sum(colour[:3]) / 3 for colour in colours) > 40)
        return found

    stage = make(small())
    labels = NodeLabels(stage.playback, stage.layout)
    places = range(len(stage.layout.parent))
    dashed = dark(stage, next(p for p in places if labels.of(p).state is NodeState.CUT_AWAY))
    solid = dark(stage, node_named(stage, "A"))
    begun = make(small(), 1)
    waiting = dark(begun, node_named(begun, "B"))
    assert sum(a != b for a, b in itertools.pairwise(dashed)) >= 6
    assert any(waiting[:35]) and not any(waiting[68:])  # short, and its name
    assert sum(solid) > 85


def test_shapes_and_colours_tell_who_moves_and_what_matters(surface):
    """The current line is lit, a cut is amber; squares maximise and circles minimise."""
    recording = small()
    stage = make(recording, Playback(recording).cuts[-1] + 1)
    shot = picture(stage, surface)

    def ink(node, right, down):
        x, y = stage.camera.at(node)
        half = stage.camera.half(node)
        return shot.get_at((round(x + right * half), round(y + down * half)))

    line = stage.playback.path
    assert all(ink(node, 0, -0.75) == PAPER.best for node in line[:-1])
    assert ink(line[-1], 0, -0.75) == PAPER.accent
    assert ink(node_named(stage, "D"), 0, -0.75) == PAPER.raised
    assert ink(0, -0.84, -0.84) == PAPER.best
    assert ink(node_named(stage, "B"), -0.84, -0.84) == PAPER.card


def test_nothing_is_drawn_beside_the_stage(large, surface):
    stage = make(large)
    near(stage, surface)
    surface.fill("magenta")
    stage.draw(surface)
    assert different(surface, fresh_magenta()) > 0
    surface.fill("magenta", stage.rect)
    assert different(surface, fresh_magenta()) == 0


def fresh_magenta():
    ground = pygame.Surface(SIZE)
    ground.fill("magenta")
    return ground


def test_levels_are_named_by_who_moves(surface, monkeypatch):
    """Also those that were folded away when the stage was taken over."""
    stage = make(small())
    stage.fold(0)
    other = Stage(RECT, PAPER, stage.scale, you=1)
    other.take_over(stage)
    other.fold(0)
    said = []
    write = theme.write
    monkeypatch.setattr(
        theme, "write", lambda *args, **how: said.append(args[1]) or write(*args, **how)
    )
    other.draw(surface)
    assert said[-4:] == ["them", "you", "them", "value"]


# -- hands


def test_the_wheel_zooms_at_the_mouse(large, surface):
    stage = make(large)
    point = (stage.area.x + 200, stage.area.y + 150)
    local = (200, 150)
    before = stage.camera.across(local[0]), stage.camera.level(local[1])
    assert stage.handle(pygame.Event(pygame.MOUSEWHEEL, pos=point, x=0, y=6, precise_y=6.0))
    for _ in range(12):
        stage.elapse(1 / 60)
        half_pixel = 0.51 / stage.camera.pitch
        assert stage.camera.across(local[0]) == pytest.approx(before[0], abs=half_pixel)
    settle(stage, surface)
    assert stage.camera.view.pitch > stage.camera.fitted.pitch
    assert stage.camera.level(local[1]) == pytest.approx(before[1], abs=0.6)
    beside = (10, 10)
    assert not stage.handle(pygame.Event(pygame.MOUSEWHEEL, pos=beside, x=0, y=1, precise_y=1.0))


def test_dragging_moves_the_tree_with_the_hand(large, surface):
    stage = make(large)
    near(stage, surface)
    stage.move_by(-200, 0)
    node = stage.layout.nearest(stage.camera.across(300), 5)
    before = place_of(stage, node)
    for button in (1, 2):
        start = (stage.area.x + 300, stage.area.y + 200)
        stage.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=button))
        for way in (30, 60):
            pos = (start[0] - way, start[1])
            stage.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(1, 0, 0)))
        stage.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button))
    assert place_of(stage, node) == pytest.approx((before[0] - 120, before[1]), abs=1)
    assert stage.clicked is None
    assert not stage.follow


def test_every_visited_node_is_found_where_it_is(surface):
    stage = make(small())
    for node in range(len(stage.layout.nodes)):
        assert stage.node_at(place_of(stage, node)) == node
    assert stage.node_at((stage.area.right - 3, stage.area.bottom - 3)) is None
    assert stage.node_at((5, 5)) is None


def test_a_click_chooses_a_node_and_at_a_stub_the_one_above(surface):
    stage = make(small())
    node = node_named(stage, "G")
    click(stage, place_of(stage, node))
    assert stage.clicked == stage.chosen == node
    stub = stage.layout.slots[node][1]
    assert stage.layout.is_stub(stub)
    stage.clicked = None
    click(stage, place_of(stage, stub))
    assert stage.clicked == node
    stage.clicked = None
    click(stage, (stage.area.right - 3, stage.area.bottom - 3))
    assert stage.clicked is None


def test_nothing_can_be_clicked_that_the_search_has_not_come_to(surface):
    stage = make(small(), 1)
    assert stage.node_at(place_of(stage, node_named(stage, "D"))) is None
    assert stage.node_at(place_of(stage, node_named(stage, "A"))) == node_named(stage, "A")


def test_keys_zoom_fit_and_fold(large, surface):
    stage = make(large)
    fitted = stage.camera.view
    assert press(stage, pygame.K_PLUS, "+")
    settle(stage, surface)
    assert stage.camera.view.pitch > fitted.pitch
    assert press(stage, pygame.K_MINUS, "-")
    settle(stage, surface)
    assert stage.camera.view.pitch == pytest.approx(fitted.pitch)
    assert press(stage, pygame.K_PLUS, "+")
    assert press(stage, pygame.K_0, "0")
    settle(stage, surface)
    assert stage.camera.view == fitted
    stage.chosen = stage.layout.slots[0][0]
    assert press(stage, pygame.K_f, "f")
    assert stage.layout.folded == {stage.chosen}
    assert press(stage, pygame.K_f, "f")
    assert not stage.layout.folded
    assert not press(stage, pygame.K_LEFT)
    assert not press(stage, pygame.K_x, "x")


def test_the_sign_at_a_node_folds_it(surface):
    stage = make(small())
    node = node_named(stage, "B")
    settle(stage, surface)
    x, y = place_of(stage, node)
    before = picture(stage, surface)
    stage.hover((x, y))
    assert different(before, picture(stage, surface)) > 0
    corner = round(stage.camera.half(node) * 0.86)
    click(stage, (x + corner, y + corner))
    assert stage.layout.folded == {node}
    assert stage.clicked is None
    settle(stage, surface)
    assert place_of(stage, node)[1] == pytest.approx(y, abs=60)


def test_walking_goes_along_the_tree(surface):
    stage = make(small())
    walked = [stage.walk(way) for way in ("down", "down", "right", "up", "left", "up", "up")]
    names = [None if node is None else stage.layout.nodes[node].text for node in walked]
    assert names == ["B", "F", "G", "B", "A", "", None]
    assert press(stage, pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    assert stage.clicked == node_named(stage, "B")


# -- the view


def test_the_whole_tree_is_seen_at_first(large, surface):
    for rect, size in ((RECT, SIZE), (pygame.Rect(310, 60, 470, 380), (800, 500))):
        for recording in (small(), large):
            stage = make(recording, rect=rect, size=size)
            area = pygame.Rect((0, 0), stage.area.size)
            rows = stage.layout.rows
            for row, level in ((rows[0], 0), (rows[-1], len(rows) - 1)):
                for place in (row.places[0], row.places[-1]):
                    assert area.inflate(-8, -20).collidepoint(stage.camera.at(place)), level
            assert stage.camera.x(stage.layout.left) >= 0
            assert stage.camera.x(stage.layout.right) <= area.width


@pytest.mark.slow
def test_the_view_follows_the_playback_until_it_is_dragged_away(large, surface):
    stage = make(large, 1)
    near(stage, surface)
    inside = pygame.Rect((0, 0), stage.area.size)
    for at in range(0, len(large.steps), 400):
        stage.playback.go_to(at)
        settle(stage, surface)
        assert inside.collidepoint(stage.camera.at(stage.playback.node))
    stage.follow = False
    view = stage.camera.view
    stage.playback.go_to(10)
    settle(stage, surface)
    assert stage.camera.view == view


def test_a_folded_tree_is_opened_for_a_node_to_be_shown(large, surface):
    stage = make(large)
    leaf = next(n for n in range(len(large.nodes) - 1, 0, -1) if stage.layout.level[n] == 5)
    stage.fold(stage.layout.line(leaf)[2])
    stage.focus(leaf, near=True)
    settle(stage, surface)
    assert stage.layout.is_shown(leaf)
    assert stage.area.collidepoint(place_of(stage, leaf))


def test_another_stage_takes_over_view_and_folds(large, surface):
    stage = make(large)
    near(stage, surface)
    stage.fold(stage.layout.slots[0][1])
    stage.chosen = 3
    stage.as_mover = True
    settle(stage, surface)
    rect = pygame.Rect(310, 60, 470, 380)
    other = Stage(rect, PAPER, theme.Scale.of((800, 500)))
    other.take_over(stage)
    assert other.layout is stage.layout
    assert other.chosen == 3
    assert other.as_mover
    assert other.camera.view.across == pytest.approx(stage.camera.view.across)
    assert other.camera.all_in_full


# -- pictures to take along


def test_a_picture_has_all_of_a_tree_that_can_be_read(surface):
    whole, complete = make(small()).picture()
    assert complete
    assert whole.get_width() > 300
    assert whole.get_height() > 300


def test_a_picture_of_a_huge_tree_is_what_is_shown(large, surface):
    stage = make(large)
    shot, complete = stage.picture()
    assert not complete
    assert shot.get_size() == stage.rect.size
    settle(stage, surface)
    surface.fill(PAPER.card)
    stage.draw(surface)
    # Of the nodes that share a column of pixels another one may be drawn.
    assert different(shot, surface.subsurface(stage.rect)) < 0.02
    paper = shot.copy()
    paper.fill(PAPER.card)
    assert different(shot, paper) > 0.1


def test_small_steps_and_zooms_end(large, surface):
    stage = make(large)
    for _ in range(60):
        stage.zoom_by(1.25)
    settle(stage, surface)
    most = stage.camera.view.pitch
    stage.zoom_by(2)
    settle(stage, surface)
    assert stage.camera.view.pitch == most < math.inf
    for _ in range(120):
        stage.zoom_by(0.8)
    settle(stage, surface)
    assert stage.camera.view == stage.camera.fitted
