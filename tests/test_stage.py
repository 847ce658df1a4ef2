"""The stage, and small trees drawn whole: what is painted, what is kept, what hands do."""

import itertools
import math
import random

import pygame
import pytest
from driver import Driver  # makes pygame ready to draw nowhere

from kalahgui.articles.example_trees import TREES
from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_drawing import SurfacePen, TreePicture, node_picture, tree_inks
from kalahgui.gui.screens.theatre.watch.stage import Stage
from kalahgui.gui.searching.figures import outcome_labels
from kalahgui.theatre.game_tree import read_tree, walk, whole_tree
from kalahgui.theatre.node_labels import NodeLabels, NodeState, game_labels
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import Plan, record
from kalahgui.theatre.subject import PositionSubject, WrittenSubject
from kalahgui.theatre.tree_painter import NodeInks, TreePainter

SIZE = (1280, 800)
RECT = pygame.Rect(500, 100, 730, 480)
PAPER = theme.PALETTES["paper"]
TEXT = "R(A(D(3 2) E(1 0)) B(F(4 3) G(6 8)) C(H(2 0) I(9 1) J(7 7)))"


@pytest.fixture(autouse=True)
def surface():
    assert Driver
    pygame.init()
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
    return Stage(playback, rect, PAPER, theme.Scale.of(size))


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


def paint_anew(stage, surface):
    """Have the next picture painted anew: another node was chosen for a moment."""
    chosen, stage.chosen = stage.chosen, stage.layout.slots[0][0]
    assert stage.chosen != chosen
    stage.draw(surface)
    stage.chosen = chosen


def different(one, two):
    """Return the share of pixels that differ."""
    width, height = one.get_size()
    same = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), two)
    return 1 - same.count() / (width * height)


def reach(stage, surface, at):
    """Go to a moment, and let the view come there."""
    stage.playback.go_to(at)
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


def test_what_is_kept_is_what_would_be_painted_anew(large, surface):
    """Whatever is done to it: played, moved about, folded."""
    stage = make(large, len(large.steps) // 2)
    chance = random.Random(7)
    for _ in range(12):
        stage.playback.go_to(stage.playback.at + chance.choice((-300, -7, -1, 1, 1, 5, 60, 500)))
        settle(stage, surface)
        stage.move_by(chance.randint(-90, 90), chance.randint(-40, 40))
        stage.fold(chance.choice([n for n in stage.layout.places if stage.layout.has_more(n)]))
        settle(stage, surface)
        kept = picture(stage, surface)
        paint_anew(stage, surface)
        assert different(kept, picture(stage, surface)) == 0


def test_nothing_is_painted_where_nothing_changes_and_what_is_hidden_not_asked(
    large, surface, monkeypatch
):
    asked, painted, paint, seen = set(), [], TreePainter.paint, Playback.seen
    monkeypatch.setattr(TreePainter, "paint", lambda *all, **how: painted.append(paint(*all)))
    monkeypatch.setattr(
        Playback, "seen", lambda self, node, at=None: asked.add(node) or seen(self, node, at)
    )
    stage = make(large)
    settle(stage, surface)
    assert 0 < len(asked) < len(large.nodes) / 8
    painted.clear()
    stage.elapse(1 / 60)
    stage.draw(surface)
    assert not painted
    stage.playback.back()
    stage.draw(surface)
    assert len(painted) == 1


# -- what is seen


def test_states_look_different_without_colour(surface):
    """A cut branch is dashed and struck through, one to come short and open, one gone solid."""

    def dark(stage, place, least=55):
        """Tell of points along an edge, from the top, whether they are dark."""
        shot, (start, end) = picture(stage, surface), stage.camera.slope(place)
        darkness = []
        for share in range(2, 99):
            x, y = (a + (b - a) * share / 100 for a, b in zip(start, end, strict=True))
            colours = [shot.get_at((round(x) + aside, round(y))) for aside in (-1, 0, 1)]
            darkness.append(max(255 - sum(colour[:3]) / 3 for colour in colours) > least)
        return darkness

    stage = make(small())
    labels = NodeLabels(stage.playback, stage.layout)
    places = range(len(stage.layout.parent))
    dashed = dark(stage, next(p for p in places if labels.of(p).state is NodeState.CUT_AWAY))
    solid = dark(stage, node_named(stage, "A"))
    begun = make(small(), 1)
    waiting = dark(begun, node_named(begun, "B"), least=90)
    assert sum(a != b for a, b in itertools.pairwise(dashed)) >= 6
    assert any(waiting[:35]) and not any(waiting[55:90])  # short; it goes on palely
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
    assert ink(0, -0.8, -0.8) == PAPER.best
    assert ink(node_named(stage, "B"), -0.8, -0.8) == PAPER.card


def test_nothing_is_drawn_beside_the_stage(large, surface):
    stage = make(large)
    stage.zoom_by(2)
    settle(stage, surface)
    surface.fill("magenta")
    stage.draw(surface)
    ground = pygame.Surface(SIZE)
    ground.fill("magenta")
    assert different(surface, ground) > 0
    surface.fill("magenta", stage.rect)
    assert different(surface, ground) == 0


def test_rows_are_named_by_who_moves(surface):
    """Also those that were folded away when the stage was taken over."""
    stage = make(small())
    stage.fold(0)
    other = Stage(stage.playback, RECT, PAPER, stage.scale, you=1, other="computer", before=stage)
    other.fold(0)
    settle(other, surface)
    assert names_of(other, surface) == ["computer", "you", "computer", "value"]
    game = GAMES["kalah"]
    stage = make(record(Plan(PositionSubject(game, game.start("6x6")), "minimax", 1)))
    assert names_of(stage, surface) == ["you", "again", "value"]
    last = [place for row in stage.layout.rows[:2] for place in row.places]
    assert all(stage.layout.slots[place] for place in last), "no leaf stands in a player's row"


def names_of(stage, surface):
    """Return the names of the rows that the stage shows."""
    paint_anew(stage, surface)
    said, write = [], theme.write
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            theme, "write", lambda *args, **how: said.append(args[1]) or write(*args, **how)
        )
        stage.draw(surface)
    return said[-len(stage.layout.rows) :]


# -- hands


def test_the_wheel_zooms_at_the_mouse(large, surface):
    stage = make(large)
    point = (stage.area.x + 200, stage.area.y + 150)
    local = (200, 150)
    before = stage.camera.across(local[0])
    assert stage.handle(pygame.Event(pygame.MOUSEWHEEL, pos=point, x=0, y=6, precise_y=6.0))
    for _ in range(30):
        stage.elapse(1 / 60)
        half_pixel = 0.51 / stage.camera.pitch
        assert stage.camera.across(local[0]) == pytest.approx(before, abs=half_pixel)
    settle(stage, surface)
    assert stage.camera.view.pitch > stage.camera.fitted.pitch
    beside = (10, 10)
    assert not stage.handle(pygame.Event(pygame.MOUSEWHEEL, pos=beside, x=0, y=1, precise_y=1.0))


def test_dragging_moves_the_tree_with_the_hand_and_it_follows_no_more(large, surface):
    stage = make(large)
    stage.zoom_by(2.4)
    settle(stage, surface)
    node = stage.layout.nearest(stage.camera.across(300), 2)
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
    view, layout = stage.camera.view, stage.layout
    reach(stage, surface, 700)
    assert (stage.camera.view, stage.layout) == (view, layout)
    stage.follow = True
    reach(stage, surface, 701)
    assert all(map(stage.layout.is_open, stage.playback.path[:-1]))


def test_a_click_chooses_a_node_and_at_a_stub_the_one_above(surface):
    stage = make(small(), 1)
    assert stage.node_at(place_of(stage, node_named(stage, "D"))) is None, "nobody went there"
    assert stage.node_at(place_of(stage, node_named(stage, "A"))) == node_named(stage, "A")
    stage = make(small())
    for node in range(len(stage.layout.nodes)):
        assert stage.node_at(place_of(stage, node)) == node
    beside = (stage.area.right - 3, stage.area.bottom - 3)
    assert stage.node_at(beside) is stage.node_at((5, 5)) is None
    node = node_named(stage, "G")
    stub = stage.layout.slots[node][1]
    assert stage.layout.is_stub(stub)
    for point, clicked in (
        (place_of(stage, node), node),
        (place_of(stage, stub), node),
        (beside, None),
    ):
        stage.clicked = None
        click(stage, point)
        assert stage.clicked == clicked
    assert stage.chosen == node


def test_keys_zoom_fit_and_fold(large, surface):
    stage = make(large)
    fitted, pitches = stage.camera.view, []
    for sign, times in (("+", 1), ("-", 1), ("+", 60), ("+", 1), ("-", 120)):
        assert all(press(stage, ord(sign), sign) for _ in range(times))
        settle(stage, surface)
        pitches.append(stage.camera.view.pitch)
    assert pitches[0] > fitted.pitch == pytest.approx(pitches[1])
    assert pitches[2] == pitches[3] < math.inf
    assert pitches[4] == stage.camera.readable
    assert press(stage, pygame.K_PLUS, "+")
    assert press(stage, pygame.K_0, "0")
    settle(stage, surface)
    assert stage.camera.view == fitted
    stage.chosen = next(filter(stage.layout.is_open, stage.layout.slots[0]))
    assert press(stage, pygame.K_f, "f")
    assert stage.chosen in stage.layout.folded
    assert press(stage, pygame.K_f, "f")
    assert stage.layout.is_open(stage.chosen)
    assert not press(stage, pygame.K_LEFT)
    assert not press(stage, pygame.K_x, "x")


def test_the_sign_at_a_node_folds_it_and_its_count_opens_it(surface):
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
    settle(stage, surface)
    x, below = place_of(stage, node)
    assert below == pytest.approx(y, abs=60)
    click(stage, (x, round(below + stage.camera.half(node) + stage.letter * 0.6)))
    assert stage.layout.is_open(node)
    assert stage.clicked is None


def test_walking_goes_along_the_tree(surface):
    stage = make(small())
    walked = [stage.walk(way) for way in ("down", "down", "right", "up", "left", "up", "up")]
    names = [None if node is None else stage.layout.nodes[node].text for node in walked]
    assert names == ["B", "F", "G", "B", "A", "", None]
    assert press(stage, pygame.K_DOWN, mod=pygame.KMOD_SHIFT)
    assert stage.clicked == node_named(stage, "B")


# -- the view


SIZES = [(RECT, SIZE), (pygame.Rect(310, 60, 460, 310), (800, 500))]


@pytest.mark.parametrize(("rect", "size"), SIZES)
def test_the_whole_tree_is_seen_at_both_ends_and_the_way_to_the_moment_between(
    large, surface, rect, size
):
    """Where the tree does not fit nothing is cut in half, and letters can be read."""
    for recording in (small(), large):
        stage = make(recording, 0, rect=rect, size=size)
        settle(stage, surface)
        assert all_is_in_view(stage)
        for at in range(0, len(recording.steps), 500):
            reach(stage, surface, at)
            line = stage.playback.path
            assert all(stage.layout.is_open(node) for node in line[:-1])
            assert stage.is_whole(line[-1])
            stage.chosen = line[-1]
            beside, row = stage.walk("left"), stage.layout.line_of
            assert beside is None or row(beside) == row(line[-1])
            stage.chosen = None
            assert stage.camera.pitch >= stage.camera.readable - 1e-9
        reach(stage, surface, len(recording.steps))
        assert all_is_in_view(stage)
        stage.fold(next(n for n in stage.layout.places if stage.layout.has_more(n)))
        stage.zoom_by(3)
        stage.fit()
        settle(stage, surface)
        assert all_is_in_view(stage)


def test_moves_for_which_there_is_no_room_are_gathered(surface):
    """In a small window, and never those that a line leads through."""
    game = GAMES["reversi"]
    position, chance = game.start("8x8"), random.Random(5)
    while len(position.moves()) < 14:
        position.play(chance.choice(position.moves()))
    rect, size = SIZES[1]
    recording = record(Plan(PositionSubject(game, position), "alpha-beta", 1))
    stage = make(recording, rect=rect, size=size)
    for at in range(0, len(recording.steps), 5):
        reach(stage, surface, at)
        layout = stage.layout
        shown = [place for place in layout.slots[0] if layout.is_shown(place)]
        gathered = sum(count - 1 for count in layout.gathered.values())
        assert len(shown) + gathered == len(layout.slots[0])
        assert all_is_in_view(stage)
        assert layout.is_shown(stage.playback.node)


def all_is_in_view(stage):
    hidden = [
        place for place in stage.layout.places if not stage.area.contains(stage.box_of(place))
    ]
    return not hidden and stage.layout.is_shown(0)


def test_folding_and_opening_glide(large, surface):
    stage = make(large)
    settle(stage, surface)
    node = next(n for n in stage.layout.places if stage.layout.is_open(n) and n)
    child = stage.layout.slots[node][0]
    at, above = stage.camera.at(child), stage.camera.at(node)
    stage.fold(node)
    assert stage.camera.at(child) == at
    stage.elapse(0.1)
    way = stage.camera.at(child)
    assert way not in (at, above)
    assert child in stage.camera.places
    assert not stage.is_whole(child), "leaves on their way lie over each other"
    settle(stage, surface)
    assert child not in stage.camera.places
    for begin, now, end in zip(at, way, stage.camera.at(node), strict=True):
        assert min(begin, end) <= now <= max(begin, end)
    stage.fold(node)
    assert stage.camera.at(child) == pytest.approx(stage.camera.at(node))
    assert not stage.is_whole(child)
    stage.elapse(1e9)  # as where motion is reduced
    assert not stage.camera.gliding


def test_what_was_folded_long_ago_is_painted_no_more_while_steps_fly_by(large):
    stage = make(large, 0)
    layouts = [stage.layout]
    while not stage.playback.finished:
        stage.playback.go_to(stage.playback.at + 40)
        stage.elapse(1 / 60)
        layouts += [stage.layout] * (stage.layout is not layouts[-1])
        assert {*stage.camera.places} <= {p for layout in layouts[-2:] for p in layout.places}


def test_a_large_tree_has_a_map_and_a_click_in_it_goes_there(large, surface):
    stage = make(small())
    settle(stage, surface)
    assert stage.map is None
    stage = make(large)
    settle(stage, surface)
    chart = stage.map
    hidden = [n for n in range(len(large.nodes)) if not stage.layout.is_shown(n)]
    x, y = chart.at(hidden[-1])
    click(stage, (round(stage.area.x + chart.rect.x + x), round(stage.area.y + chart.rect.y + y)))
    settle(stage, surface)
    node = chart.node_at((chart.rect.x + x, chart.rect.y + y))
    assert abs(chart.at(node)[0] - x) < 2
    assert stage.is_whole(node)
    stage.focus(hidden[0])
    settle(stage, surface)
    assert stage.layout.is_shown(hidden[0])
    assert stage.area.collidepoint(place_of(stage, hidden[0]))


def test_another_stage_takes_over_view_and_folds(large, surface):
    stage = make(large)
    node = next(filter(stage.layout.is_open, stage.layout.slots[0]))
    stage.fold(node)
    stage.chosen = 3
    settle(stage, surface)
    rect, scale = pygame.Rect(310, 60, 470, 380), theme.Scale.of((800, 500))
    other = Stage(stage.playback, rect, PAPER, scale, before=stage)
    assert node in other.layout.folded
    assert other.chosen == 3


@pytest.mark.parametrize("seed", range(3))
def test_whatever_hands_do_the_way_to_the_moment_stays_open(large, surface, seed):
    stage = make(large, 0)
    chance = random.Random(seed)
    area = stage.area

    def point():
        return chance.randrange(area.left, area.right), chance.randrange(area.top, area.bottom)

    deeds = [
        lambda: stage.playback.go_to(chance.randrange(len(large.steps))),
        lambda: stage.click(point()),
        lambda: stage.hover(point()),
        lambda: stage.zoom_by(chance.choice((0.5, 1.25, 3)), point()),
        lambda: stage.move_by(chance.randint(-300, 300), chance.randint(-200, 200)),
        lambda: stage.walk(chance.choice(("up", "down", "left", "right"))),
        lambda: stage.fold(chance.choice([n for n in stage.layout.places if n < len(large.nodes)])),
        stage.fit,
    ]
    for _ in range(70):
        chance.choice(deeds)()
        for dt in (0.0, 0.1, 1.0):
            stage.elapse(dt)
            stage.draw(surface)
        if stage.follow:
            assert all(map(stage.layout.shows_below, stage.playback.path[:-1]))


# -- pictures to take along


def test_a_picture_has_all_that_is_open(large, surface):
    for recording in (small(), large):
        stage = make(recording, rect=pygame.Rect(310, 60, 200, 150))
        shot = stage.picture()
        width, height = stage.camera.whole
        assert shot.get_width() > width
        assert shot.get_height() > height
        shot.set_colorkey(PAPER.card)
        assert shot.get_bounding_rect().width > 0.7 * width


def test_a_line_of_no_length_is_a_point(surface):
    pen = SurfacePen(surface, PAPER.card)
    for end in ((5.0, 5.0), (5.0, 5.0 + 1e-12)):
        for width in (1.0, 3.0):
            pen.line((5.0, 5.0), end, PAPER.ink, width)


# -- small trees drawn whole


EIGHT = whole_tree(GAMES["eight"], GAMES["eight"].start("8"))


def drawn(picture, labels, ground=PAPER.card):
    """Return a surface somewhat larger than the picture, with it."""
    surface = pygame.Surface((picture.rect.right + 20, picture.rect.bottom + 20))
    surface.fill(ground)
    picture.draw(surface, labels)
    return surface


@pytest.mark.few(4)
@pytest.mark.parametrize("size", [(260, 160), (500, 100), (500, 260), (900, 420)])
@pytest.mark.parametrize("case", [*TREES, "eight"])
def test_a_tree_fills_its_place_and_keeps_within(size, case):
    rect = pygame.Rect((20, 20), size)
    if case == "eight":
        picture = TreePicture(EIGHT, rect, PAPER, inks=tree_inks(PAPER, best=PAPER.accent))
        surface = drawn(picture, game_labels(EIGHT, (1, 0)))
    else:
        picture = TreePicture(TREES[case], rect, PAPER, 8 if size[0] < 300 else 13, ("up", "down"))
        surface = drawn(picture, outcome_labels(TREES[case], True))
    surface.set_colorkey(PAPER.card)
    around = surface.get_bounding_rect()
    assert rect.contains(around), "also in the first frame"
    assert around.width > 0.6 * rect.width or around.height > 0.8 * rect.height


@pytest.mark.parametrize("side", [18, 20, 24])
def test_a_bound_in_a_small_circle_keeps_off_its_rim(side):
    picture = node_picture(False, side, NodeInks("white", "white", "black"), "\u22642")
    rim, middle = side / 2 - 1.5, (side / 2 - 0.5, side / 2 - 0.5)
    ink = [at for at in itertools.product(range(side), repeat=2) if picture.get_at(at).r < 128]
    assert ink and max(math.dist(at, middle) for at in ink if picture.get_at(at).a) < rim


def test_a_picture_shows_new_labels_and_is_found_by_its_nodes():
    picture = TreePicture(EIGHT, pygame.Rect(20, 20, 900, 300), PAPER)
    shots = [drawn(picture, game_labels(EIGHT, path)) for path in ((), (2,), (2,))]
    ruled_out = picture.centre((0,))
    colours = [shot.get_at((ruled_out[0], ruled_out[1] - picture.side // 2)) for shot in shots]
    assert colours[0] != colours[1] == colours[2]
    for path, _ in walk(EIGHT):
        assert picture.path_at(picture.centre(path)) == path
    assert picture.path_at((5, 5)) is None


@pytest.mark.parametrize("path", [(), (1,), (1, 0, 1)])
def test_the_labels_of_games_tell_what_can_still_come(path):
    labels = game_labels(EIGHT, path)
    for way, node in walk(EIGHT):
        label = labels[way]
        assert (label.winner, label.value) == (node.value, {1: "+", -1: "\u2212"}[node.value])
        assert label.lit == (way == path[: len(way)])
        ruled_out = not label.lit and way[: len(path)] != path
        over = not ruled_out and (way == path or not node.children)
        assert (label.state is NodeState.RULED_OUT) == ruled_out
        assert (label.state is NodeState.DONE) == over
