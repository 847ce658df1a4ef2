"""The courses: every lesson can be done within its par, and every answer to a try is true."""

import random
import re
import tomllib
from unittest.mock import patch

import pytest

from kalahgui.assets import asset, words_of
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games import GAMES
from kalahgui.games.game import Capture, Sow, children
from kalahgui.games.user_error import UserError
from kalahgui.learning import course as courses
from kalahgui.learning.being_search import IDEAS, Kind, Reply
from kalahgui.learning.breaking import TARGETS, Breaking
from kalahgui.learning.course import COURSES, LessonRun, course, lesson_about, read
from kalahgui.learning.exercise import Grade
from kalahgui.learning.goals import worth
from kalahgui.learning.misconceptions import names
from kalahgui.learning.search_task import nobody
from kalahgui.learning.tasks import MOST_ASKED, CellsAsked, Guessed, arrange_best
from kalahgui.match.match import Match, Player
from kalahgui.theatre.recording import BETTER, LEAF, ROOT, Plan, record
from kalahgui.theatre.subject import PositionSubject

LESSONS = [(key, lesson) for key in COURSES for lesson in course(key).lessons]
TASKS = [task for _, lesson in LESSONS for task in lesson.tasks]
BOARD_TASKS = [task for task in TASKS if task.judge is not None]


def at(task, plies):
    """Return a match of a task in which some moves were played."""
    match = task.match()
    for ply in plies:
        match.play(ply)
    return match


def tried(task, plies):
    match = at(task, plies)
    return match, task.judge.answer(match)


def solutions(task, longest=5):
    """Yield whole ways through a task, as plies with the replies, and the learner's inputs."""
    todo = [((), 0)]
    while todo:
        plies, inputs = todo.pop(0)
        for move in after(task.start, *plies).moves():
            _, answer = tried(task, (*plies, move))
            if answer.grade is Grade.DONE:
                yield (*plies, move), inputs + 1
            elif answer.grade is Grade.RIGHT and inputs + 1 < longest:
                todo.append(((*plies, move, *answer.reply), inputs + 1))


def fewest_inputs(task):
    if task.judge is not None:
        return min(inputs for _, inputs in solutions(task))
    return len(getattr(task.asking, "wanted", (0,))) if task.asking else 1


def answered(task, choose, patience):
    """Perform the search that a task is; return the inputs and whether something was shown."""
    search, inputs, wrong = task.made("7", nobody), 0, 0
    if isinstance(search, Breaking):
        arrange_best(search)
        assert search.met
        return 1, patience < 9
    while not search.done:
        inputs += 1
        if wrong >= patience:
            search.show_me()
            wrong = 0
        else:
            wrong = 0 if search.answer(choose(task, search.question, ())) else wrong + 1
    return inputs, search.helped


@pytest.mark.parametrize(
    ("key", "lesson"), LESSONS, ids=[f"{k}-{lesson.key}" for k, lesson in LESSONS]
)
def test_a_lesson_can_be_done_in_its_par_and_no_sooner(key, lesson):
    assert lesson.par == sum(map(fewest_inputs, lesson.tasks))


# -- what a move brings about, told from the positions alone


def side_stones(game, position, side):
    board = game.board(position)
    return [game.cells(position)[board.cell(side, pit)] for pit in range(board.pits)]


def after(position, *plies):
    here = position.copy()
    for ply in plies:
        here.play(ply)
    return here


def gained(game, position, move):
    mover = position.turn
    return game.points(after(position, move))[mover] - game.points(position)[mover]


def loses_stones(game, position, move):
    """Return how many stones of the side that waits go, by a sowing that ends no game."""
    child = after(position, move)
    if child.over:
        return 0
    other = 1 - position.turn
    before, now = side_stones(game, position, other), side_stones(game, child, other)
    return max([a - b for a, b in zip(before, now, strict=True)] + [0])


def most_lost(game, position, side):
    """Return the stones that a whole turn of one side can take out of single pits of the other."""
    if position.over or position.turn != side:
        return 0
    return max(
        max(loses_stones(game, position, move), most_lost(game, child, side))
        for move, child, _ in children(position)
    )


def winners(position):
    return [m for m, child, _ in children(position) if child.over and worth_to(position, child) > 0]


def worth_to(position, child, known=None):
    value = worth(child, known)
    return value if child.turn == position.turn else -value


def turned(game, position, move):
    cells, then = game.cells(position), game.cells(after(position, move))
    return [c for c, (a, b) in enumerate(zip(cells, then, strict=True)) if a and a != b]


def most_turned(game, position):
    return max(len(turned(game, position, move)) for move in position.moves())


def directions(game, position, move):
    board = game.board(position)
    x, y = board.places[board.cell(move)]
    ways = set()
    for cell in turned(game, position, move):
        a, b = board.places[cell]
        ways.add(((a > x) - (a < x), (b > y) - (b < y)))
    return len(ways)


def replies(position, move):
    child = after(position, move)
    return [] if child.over or child.turn == position.turn else child.moves()


def lying_on(game, position, most):
    """Return the squares that at most so many lines of the board pass through."""
    places = {*game.board(position).places}
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return {
        game.board(position).moves[cell]
        for cell, (x, y) in enumerate(game.board(position).places)
        if sum((x + a, y + b) in places and (x - a, y - b) in places for a, b in ways) <= most
    }


def best_worth(position):
    return max(worth_to(position, child) for _, child, _ in children(position))


def sown(game, position, move):
    return [event.cell for event in game.tell(position, move) if isinstance(event, Sow)]


def on_side(game, position, cell):
    return cell // (game.board(position).pits + 1)


# What is true of a move that reaches a goal.
REACHED = {
    "store": lambda g, p, m: gained(g, p, m) > 0,
    "stay": lambda g, p, m: all(on_side(g, p, c) == p.turn for c in sown(g, p, m)),
    "round": lambda g, p, m: p.pit(p.turn, m) >= 2 * g.board(p).pits + 1 - m,
    "again": lambda g, p, m: after(p, m).turn == p.turn and not after(p, m).over,
    "capture": lambda g, p, m: gained(g, p, m) > 1 and loses_stones(g, p, m) > 0,
    "nothing": lambda g, p, m: most_lost(g, after(p, m), 1 - p.turn) == 0,
    "win": lambda g, p, m: after(p, m).over and worth_to(p, after(p, m)) > 0,
    "value": lambda g, p, m: worth_to(p, after(p, m)) == best_worth(p),
    "block": lambda g, p, m: not winners(after(p, m)),
    "fork": lambda g, p, m: all(winners(child) for _, child, _ in children(after(p, m))),
    "most": lambda g, p, m: len(turned(g, p, m)) == most_turned(g, p),
    "lines": lambda g, p, m: directions(g, p, m) > 1,
    "pass": lambda g, p, m: after(p, m).turn == p.turn and not after(p, m).over,
    "corner": lambda g, p, m: m in lying_on(g, p, 0),
    "no_corner": lambda g, p, m: not {*replies(p, m)} & lying_on(g, p, 0),
    "few": lambda g, p, m: len(replies(p, m)) == min(len(replies(p, e)) for e in p.moves()),
    "edge": lambda g, p, m: REACHED["no_corner"](g, p, m) and m in lying_on(g, p, 1),
}
# What is true of a move by the sentence that answers it; ``v`` are the numbers said.
SAID = {
    "learn_short": lambda g, p, m, v: v["count"] == g.board(p).pits - m - p.pit(p.turn, m) > 0,
    "learn_past": lambda g, p, m, v: v["count"] == m + p.pit(p.turn, m) - g.board(p).pits > 0,
    "learn_gives_stones": lambda g, p, m, v: (
        v["count"] == sum(on_side(g, p, c) != p.turn for c in sown(g, p, m)) > 0
    ),
    "learn_ends_other": lambda g, p, m, v: on_side(g, p, sown(g, p, m)[-1]) != p.turn,
    "learn_stays": lambda g, p, m, v: REACHED["stay"](g, p, m),
    "learn_ends_full": lambda g, p, m, v: g.cells(p)[sown(g, p, m)[-1]] > 0,
    "learn_ends_opposite": lambda g, p, m, v: (
        g.cells(p)[sown(g, p, m)[-1]] == 0
        and not any(isinstance(event, Capture) for event in g.tell(p, m))
    ),
    "learn_ends_store": lambda g, p, m, v: sown(g, p, m)[-1] == g.board(p).store(p.turn),
    "learn_ends_capture": lambda g, p, m, v: REACHED["capture"](g, p, m),
    "learn_lets_take": lambda g, p, m, v: 0 < v["count"] <= most_lost(g, after(p, m), 1 - p.turn),
    "learn_goes_on": lambda g, p, m, v: not after(p, m).over,
    "learn_ends_game": lambda g, p, m, v: after(p, m).over,
    "learn_loses_points": lambda g, p, m, v: (
        v["count"] == best_worth(p) - worth_to(p, after(p, m)) > 0
    ),
    "learn_then_lost": lambda g, p, m, v: worth_to(p, after(p, m)) < 0,
    "learn_then_drawn": lambda g, p, m, v: worth_to(p, after(p, m)) == 0,
    "learn_lets_win": lambda g, p, m, v: winners(after(p, m)),
    "learn_one_threat": lambda g, p, m, v: not REACHED["fork"](g, p, m),
    "learn_no_threat": lambda g, p, m, v: not REACHED["fork"](g, p, m),
    "learn_turns": lambda g, p, m, v: (
        v["count"] == len(turned(g, p, m)) < v["most"] == most_turned(g, p)
    ),
    "learn_one_line": lambda g, p, m, v: directions(g, p, m) == 1,
    "learn_leaves": lambda g, p, m, v: v["count"] == len(replies(p, m)) > 0,
    "learn_no_corner": lambda g, p, m, v: m not in lying_on(g, p, 0),
    "learn_gives_corner": lambda g, p, m, v: not REACHED["no_corner"](g, p, m),
    "learn_no_edge": lambda g, p, m, v: m not in lying_on(g, p, 1),
    "learn_then_stuck": lambda g, p, m, v: after(p, m).turn == p.turn and not after(p, m).over,
}


def goals_of(task):
    return task.judge.goals


def test_no_accepted_answer_misses_the_goal():
    assert len(BOARD_TASKS) > 30
    for task in BOARD_TASKS:
        for plies, _ in solutions(task):
            position, facts = task.start.copy(), []
            for ply in plies:
                if position.turn == task.start.turn:
                    facts.append((position.copy(), ply))
                position.play(ply)
            if task.judge.to_end:
                held = [REACHED[goals_of(task)[0]](task.game, *fact) for fact in facts]
                ended = after(*facts[-1], *tried(task, plies)[1].reply)
                assert all(held) and ended.over, task.goal
            else:
                wanted = iter(facts)
                for goal in goals_of(task):
                    assert any(REACHED[goal](task.game, *fact) for fact in wanted), task.goal


def test_every_wrong_legal_move_gets_a_sentence_that_is_true_of_it():
    seen = set()
    english = words_of("en")
    for task in BOARD_TASKS:
        starts = {()} | {
            plies[:cut]
            for plies, _ in solutions(task)
            for cut in range(1, len(plies))
            if after(task.start, *plies[:cut]).turn == task.start.turn
        }
        for before in starts:
            position = after(task.start, *before)
            for move in position.moves():
                match, answer = tried(task, (*before, move))
                if answer.grade is not Grade.WRONG:
                    continue
                message = answer.message
                assert message.key in english and message.values["ply"] == move
                true = SAID[message.key](task.game, position, move, message.values)
                assert true, (task.goal, task.game.text(move), message)
                seen.add(message.key)
                for ply in answer.reply:  # what refutes it can be played
                    match.play(ply)
    assert len(seen) > 15


def test_every_cell_that_is_not_asked_for_gets_a_sentence_of_its_own_game():
    english = words_of("en")
    asked = [task for task in TASKS if isinstance(task.asking, CellsAsked)]
    assert len(asked) > 8
    for task in asked:
        for cell in {*range(len(task.game.cells(task.start)))} - task.asking.wanted:
            answer = task.asking.answer((cell,))
            assert answer.grade is Grade.WRONG
            words = english[answer.message.key]
            assert ("disc" in words) <= task.game.counts_pieces, words
            assert ("stone" in words or "pit" in words) <= (task.game.key == "kalah"), words


# -- learners


def run_of(key, lesson):
    kept = {}
    return LessonRun(course(key), lesson.key, {}, kept.__setitem__), kept


def learn(run, choose, patience):
    """Do a lesson, with the answer shown after so many wrong tries; return the inputs."""
    inputs, lesson = 0, run.lesson
    while True:
        task, match, chosen, wrong = run.exercise, run.exercise.match(), (), 0
        while not run.solved:
            if task.made is not None:
                more, helped = answered(task, choose, patience)
                inputs += more
                if helped:
                    run.note_help()
                run.note(DONE)
                continue
            inputs += 1
            if task.opponent is not None:
                run.note(DONE)
                continue
            shown = wrong >= patience
            if shown:
                run.note_help()
            if task.asking is not None:
                pick = task.asking.next_choice(chosen) if shown else choose(task, match, chosen)
                answer = task.asking.answer((*chosen, pick))
                run.note(answer)
                chosen = chosen if answer.grade is Grade.WRONG else (*chosen, pick)
            else:
                plies = task.judge.next_plies(match) if shown else [choose(task, match, chosen)]
                for ply in plies:
                    before = match.here
                    match.play(ply)
                    answer = task.judge.answer(match)
                    run.note(answer)
                    if answer.grade is Grade.WRONG:
                        match = at(task, before.plies)
                    elif answer.grade is Grade.RIGHT:
                        for reply in answer.reply:
                            match.play(reply)
            wrong += answer.grade is Grade.WRONG
        if run.task + 1 == len(lesson.tasks):
            return inputs
        run.go_by(1)


def test_a_random_learner_who_is_shown_answers_ends_every_lesson_with_one_star():
    ended = {True: set(), False: set()}
    for key, lesson in LESSONS:
        for seed in range(3):
            rng = random.Random(seed)

            def choose(task, match, chosen, rng=rng):
                if task.made is not None:
                    return rng.choice(match.choices or [match.truth])
                if task.asking is None:
                    return rng.choice(match.position.moves())
                return rng.randrange(len(task.asking.options) or len(task.game.cells(task.start)))

            run, kept = run_of(key, lesson)
            with patch.object(run, "note_help", wraps=run.note_help) as help:
                assert learn(run, choose, 3) <= 40
            ended[help.called].add(kept[lesson.key])
    assert ended[True] == {1} and 3 in ended[False]


def test_a_learner_who_searches_gets_three_stars_in_every_lesson():
    def choose(task, match, chosen):
        if task.made is not None:
            return match.truth
        if task.asking is not None:
            return task.asking.next_choice(chosen)
        return task.judge.next_plies(match)[0]

    for key, lesson in LESSONS:
        run, kept = run_of(key, lesson)
        inputs = learn(run, choose, 9)
        searched = any(task.made for task in lesson.tasks)
        assert inputs == lesson.par or searched
        assert kept == {lesson.key: 3}


DONE = courses.Answer(Grade.DONE)


def lesson_run(key, lesson, stars):
    return LessonRun(course(key), lesson, stars, lambda key, stars: None)


def do(run) -> str:
    """Do the present lesson; return the key of what is said at its end."""
    while True:
        message = run.note(DONE)
        if run.stars:
            return message.key
        run.go_by(1)


def test_lessons_follow_each_other_once_they_are_done():
    run = lesson_run("eight", "rule", {})
    assert not run.can_go(1) and not run.can_go(-1)
    run.note(DONE)
    run.go_by(1)
    assert (run.index, run.task, run.can_go(1)) == (0, 1, False)
    assert run.note(DONE).key == "learn_stars_3"
    run.go_by(1)
    assert (run.index, run.task, run.solved) == (1, 0, False)
    assert run.steps.done == {0} and not run.can_go(1)
    run.go_by(-1)
    assert run.index == 0 and run.can_go(1)


def test_a_course_is_finished_when_nothing_is_left_and_the_last_lesson_leads_to_what_is():
    keys = [lesson.key for lesson in course("tictactoe").lessons]
    run = lesson_run("tictactoe", keys[-1], {keys[0]: 1})
    assert do(run) == "learn_course_left"
    run.go_by(1)
    assert run.lesson.key == keys[1]  # the first one that was left out
    assert do(run) == "learn_stars_3"
    run.go_by(1)
    assert do(run) == "learn_course_done" and not run.can_go(1)
    run.go_by(-1)
    assert do(run) == "learn_stars_3" and run.can_go(1)  # once more, and nothing new


def first_turns(task):
    """Yield the whole turns that the learner may begin with, and those that end a game."""
    todo = [()]
    while todo:
        plies = todo.pop()
        here = after(task.start, *plies)
        if plies and (here.over or here.turn != task.start.turn):
            yield plies
        else:
            todo += [(*plies, move) for move in here.moves()]


def reaches(task, plies):
    """Tell whether a turn brings about what a task asks for, by the positions alone."""
    before = [after(task.start, *plies[:at]) for at in range(len(plies))]
    wanted = iter(zip(before, plies, strict=True))
    at_end = {"nothing", "no_corner", "edge", "value", "block", "few"}  # of what is answered
    return all(
        any(
            REACHED[goal](task.game, *fact)
            for fact in wanted
            if goal not in at_end or after(fact[0], fact[1]).turn != task.start.turn
        )
        for goal in goals_of(task)
    )


def test_every_way_that_reaches_the_goals_of_a_task_is_right():
    """Also after moves again, which the words of no task forbid."""
    longer = 0
    for task in (task for task in BOARD_TASKS if not task.judge.to_end):
        for plies in first_turns(task):
            if not reaches(task, plies):
                continue
            grades = []
            for at in range(len(plies)):
                grades.append(tried(task, plies[: at + 1])[1].grade)
                if grades[-1] is Grade.DONE:
                    break
            assert grades[-1] is Grade.DONE and Grade.WRONG not in grades, (task.goal, plies)
            longer += len(grades) > len(goals_of(task))
    assert longer > 5


@pytest.mark.parametrize(
    ("key", "lesson"), LESSONS, ids=[f"{k}-{lesson.key}" for k, lesson in LESSONS]
)
def test_every_way_that_is_right_earns_full_marks(key, lesson):
    for number, task in enumerate(lesson.tasks):
        if task.judge is None:
            continue
        longest = fewest_inputs(task) + 2
        for plies, _ in solutions(task, longest):
            run, kept = run_of(key, lesson)
            for other in lesson.tasks:
                if other is task:
                    position = task.start.copy()
                    for at, ply in enumerate(plies):
                        if position.turn == task.start.turn:
                            run.note(tried(task, plies[: at + 1])[1])
                        position.play(ply)
                else:
                    run.note(DONE)
                if run.can_go(1) and not run.stars:
                    run.go_by(1)
            assert kept == {lesson.key: 3}, (number, plies)


def test_wrong_tries_cost_stars_and_who_was_alone_is_not_told_to_try_it_alone():
    lesson = course("kalah").lessons[4]
    stars = [lesson.stars(wrong, helped=False) for wrong in range(6)]
    assert stars == [3, 2, 2, 2, 1, 1]
    for helped, said in ((False, "learn_stars_2"), (True, "learn_stars_1")):
        run = lesson_run("kalah", "round", {})
        if helped:
            run.note_help()
        for _ in range(9):
            run.note(courses.Answer(Grade.WRONG))
        assert do(run) == said and run.stars == 1


# -- files, words, and what has happened in a game


def test_every_lesson_has_words_that_are_short_and_do_not_hold_the_answer():
    for language in ("en", "ja"):
        said = words_of(language)
        for key, lesson in LESSONS:
            assert said[lesson.title.key]
            for task in lesson.tasks:
                words = said[task.goal.key]
                assert len(words.split()) <= 25, task.goal
                intro = said[task.intro.key] if task.intro else ""
                for sentence in re.split(r"[.?!](?: |$)", f"{words} {intro}"):
                    assert len(sentence.split()) <= 15, sentence
                if task.judge is not None:
                    first = tried_texts(task) & {*re.findall(r"[a-h][1-8]|pit \d|穴 \d", words)}
                    assert not first, (key, words)


# Where a term first stands in the course on searches, and the question that comes before it.
TERMS = {
    "NegaScout": ("null_1", "ネガスカウト法"),
    "null window": ("null_2", "null window"),
    "MTD(f)": ("memory_4", "MTD(f)"),
    "transposition table": ("memory_5", "置換表"),
}


@pytest.mark.parametrize("term", TERMS)
def test_a_term_of_the_course_on_searches_comes_after_a_question_without_it(term):
    first, japanese = TERMS[term]
    goals = [task.goal.key for lesson in course("computer").lessons for task in lesson.tasks]
    first = f"lesson_computer_{first}"
    for language, name, mark in (("en", term, "?"), ("ja", japanese, "？")):
        said = words_of(language)
        before = goals[: goals.index(first) + 1]
        assert not any(name in said[key] for key in before)
        earlier = (said.get(f"{key}_intro", "") for key in before[:-1])
        assert not any(name in words for words in earlier)
        assert mark in said[first] and name in said[f"{first}_intro"]


def test_no_task_target_or_question_of_a_search_lacks_its_words():
    ends = {f"break_{target}" for target in TARGETS} | {f"choice_{reply}" for reply in Reply}
    ends |= {f"{part}_{kind}" for part in ("head", "body", "ask") for kind in Kind}
    ends -= {"ask_bound"}
    ends |= {f"ask_bound_{side}_{who}" for side in ("hold", "get") for who in ("you", "they")}
    ends |= {f"idea_{idea}" for idea in IDEAS} | {f"wrong_{name}" for name in names()}
    wanted = {f"you_search_{end}" for end in ends} | {*ALGORITHMS}
    asked = (task.asking for task in TASKS if isinstance(task.asking, CellsAsked))
    wanted |= {asking.answer((-1,)).message.key for asking in asked}
    for language in ("en", "ja"):
        assert wanted <= words_of(language).keys(), language


def tried_texts(task):
    texts = {task.game.text(plies[0]) for plies, _ in solutions(task)}
    return texts | {f"pit {text}" for text in texts}


def test_what_happened_in_a_game_leads_to_its_lesson():
    def about(key, variant, moves):
        match = Match(GAMES[key], variant, (), (Player(), Player()))
        match.replay_texts(moves.split())
        lesson = lesson_about(course("kalah" if key == "kalah" else "reversi"), match)
        return lesson and lesson.key

    assert about("kalah", "6x4", "3") == "again"
    assert about("kalah", "6x4", "5 1 1") == "capture"
    assert about("kalah", "6x4", "1") is None
    assert about("kalah", "6x4", "5 4 3 4 1 5 5 4 4 3 6") == "end"
    assert about("reversi", "8x8", "c4 c3 f5 b4 a4 c5 b6 a5 c2 a3") == "pass"
    assert about("reversi", "8x8", "d3 c5 b6 b5 c6 b7 a8") == "corner"


def test_a_damaged_course_is_one_sentence(tmp_path):
    whole = asset("games", "kalah", "course-kalah.toml").read_text("utf-8")
    bad = [
        whole.replace('["again"]', '["gain"]', 1),
        whole.replace("kind", "kid", 1),
        whole.replace('"store"', '"stores"', 1),
        whole.replace('move = "2"', 'move = "9"', 1),
        whole.replace('move = "2", ring = "move", ', "", 1),
        whole.replace('move = "6", ring = "move", ', "", 1),
        whole.replace("<6,2,3", "<6,-2,3", 1),
        whole.replace("par = 4", "", 1),
        whole.replace("options = [20", "options = [1", 1).replace("21", "2", 1),
        whole[: len(whole) // 2],
        "game = 'go'",
        *(whole.replace("par = 4", f"par = {odd}", 1) for odd in ("inf", "[" * 100_000)),
        whole.replace("options = [20", "options = [inf", 1),
        "",
        "\x00",
    ]
    path = tmp_path / "kalah.toml"
    for text in bad:
        path.write_text(text, "utf-8")
        with pytest.raises(UserError, match=r"kalah\.toml"):
            read(path)
    with pytest.raises(UserError, match=r"none\.toml"):
        read(tmp_path / "none.toml")
    path.write_text(whole, "utf-8")
    assert read(path).lessons[0].key == "side"


def test_a_bad_course_leaves_the_others_alone(tmp_path, monkeypatch):
    whole = asset("games", "eight", "course-eight.toml").read_text("utf-8")
    (tmp_path / "course-eight.toml").write_text(whole, "utf-8")
    monkeypatch.setattr(courses, "asset", lambda *parts: tmp_path / parts[-1])
    monkeypatch.setattr(courses, "course", courses.course.__wrapped__)
    good, bad = courses.courses.__wrapped__()
    assert ([*good], len(bad)) == (["eight"], len(COURSES) - 1)


def test_the_other_side_answers_with_best_play_where_all_can_be_searched():
    seen = 0
    for task in BOARD_TASKS:
        if not {*goals_of(task)} & {"value", "fork"}:
            continue
        known = {}
        for move in task.start.moves():
            _, answer = tried(task, (move,))
            before = after(task.start, move)
            if answer.reply:
                then = after(before, *answer.reply)
                values = [worth_to(before, child, known) for _, child, _ in children(before)]
                assert worth_to(before, then, known) == max(values), (task.goal, move)
                seen += max(values) > min(values)
    assert seen > 5


@pytest.mark.parametrize("seed", range(10))
def test_every_search_of_a_lesson_asks_a_few_questions_and_can_be_performed(seed):
    for task in (task for task in TASKS if task.made):
        search = task.made(str(seed), nobody)
        if isinstance(search, Breaking):
            assert not search.met
            arrange_best(search)
            assert search.met
        else:
            order = search.row[0].kind == Kind.ORDER
            assert 2 - order <= len(search.row) <= MOST_ASKED
            algorithm, cost = search.recording.plan.algorithm, search.recording.evaluations
            assert cost < search.leaves or algorithm != "usual-nega-scout"
            probed = [q for q in search.row if q.kind in (Kind.BETTER, Kind.RESEARCH)]
            assert not any(q.path for q in probed)
            assert {Reply.TWICE, Reply.YES} & {q.truth for q in probed} or not probed
            while not search.done:
                assert search.answer(search.question.truth)
            assert search.mistakes == 0


def reached(position, turns):
    """Return how many positions there are so many turns ahead, ends among them."""
    if not turns or position.over:
        return 1
    count = 0
    for _, child, _ in children(position):
        again = child.turn == position.turn and not child.over
        count += reached(child, turns if again else turns - 1)
    return count


@pytest.mark.parametrize("turns", [2, 4, pytest.param(6, marks=pytest.mark.slow)])
def test_the_number_that_follows_a_guess_was_counted(turns):
    tasks = [task for task in TASKS if isinstance(task.asking, Guessed)]
    task = tasks[turns // 2 - 1]
    assert task.asking.truth == reached(task.start, turns)
    assert task.asking.answer((0,)).grade is Grade.DONE
    # What was told before stays in sight.
    before = tasks[turns // 2 - 2].asking.answer((0,)).message if turns > 2 else None
    assert task.asking.known == before


def test_a_guess_costs_stars_by_how_far_it_is_off():
    for guesses, stars in (((1, 2, 2), 3), ((1, 1, 2), 2), ((0, 3, 2), 2), ((0, 0, 0), 1)):
        run, kept = run_of(
            "computer", next(e for k, e in LESSONS if (k, e.key) == ("computer", "cost"))
        )
        for guess in guesses:
            run.note(run.exercise.asking.answer((guess,)))
            if run.can_go(1) and not kept:
                run.go_by(1)
        assert kept == {"cost": stars}, guesses


def looked(task, depth, leaves=None):
    """Return the best move that a look has found, after so many leaves or at its end."""
    recording = record(Plan(PositionSubject(task.game, task.start), "alpha-beta", depth))
    best = None
    for step in recording.steps:
        leaves = leaves if leaves is None else leaves - (step.kind == LEAF)
        if leaves == 0:
            break
        best = step.move if (step.kind, step.node) == (BETTER, ROOT) else best
    return best, recording.evaluations


def test_the_looks_of_a_deepening_are_those_of_the_search():
    lesson = course("computer").lessons[-1]
    file = tomllib.loads(asset("course-computer.toml").read_text("utf-8"))
    rows = zip(lesson.tasks, file["lesson"][-1]["task"], strict=True)
    rows = [(task, fields) for task, fields in rows if "time" in fields]
    assert [len(fields["best"]) for _, fields in rows] == [2, 3, 4]
    for task, fields in rows:
        left, finished = fields["time"], None
        for depth, (best, count) in enumerate(
            zip(fields["best"], fields["counts"], strict=True), 1
        ):
            in_time = count <= left
            assert looked(task, depth, None if in_time else left) == (best, count)
            finished = best if in_time else finished
            left -= count
        assert task.asking.options[task.asking.right].values["n"] == finished
    assert left < 0 and finished not in (fields["best"][-1], fields["best"][0])
