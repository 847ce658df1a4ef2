"""The example trees of the articles have the values and cuts that the articles print."""

import random

from kalahgui.articles.trees import (
    KALAH_ARTICLE,
    MINIMAX_ARTICLE,
    REVERSI_ARTICLE,
    alpha_beta,
    minimax,
    tree_of,
)


def inner(outcome, names):
    return [outcome.values[name] for name in names]


def test_minimax_on_the_kalah_article():
    outcome = minimax(KALAH_ARTICLE)
    assert inner(outcome, "RABCDEF") == [3, 3, 2, 3, 4, 2, 5]
    assert len(outcome.evaluated) == 8
    assert outcome.left_out == []


def test_alpha_beta_on_the_kalah_article():
    outcome = alpha_beta(KALAH_ARTICLE)
    assert outcome.value == 3
    assert "".join(outcome.evaluated) == "GHIKL"
    assert "".join(outcome.left_out) == "JMN"


def test_the_minimax_article():
    outcome = minimax(MINIMAX_ARTICLE)
    assert inner(outcome, ["E1", "E2", "E3", "R"]) == [1, -4, -3, 1]
    assert alpha_beta(MINIMAX_ARTICLE).value == 1


def test_the_reversi_article():
    outcome = minimax(REVERSI_ARTICLE)
    assert inner(outcome, ["B1", "B2", "A1", "A2"]) == [7, 3, 3, 4]
    assert outcome.line == ["A2"]


def random_tree(chance, depth):
    if depth == 0 or chance.random() < 0.1:
        return chance.randint(-9, 9)
    return {str(chance.random()): random_tree(chance, depth - 1) for _ in range(3)}


def test_alpha_beta_finds_the_minimax_value_and_misses_no_leaf():
    chance = random.Random(3)
    for _ in range(50):
        tree = tree_of({"A": random_tree(chance, 4), "B": random_tree(chance, 4)})
        whole, cut = minimax(tree), alpha_beta(tree)
        assert cut.value == whole.value
        assert cut.line == whole.line
        assert sorted(cut.evaluated + cut.left_out) == sorted(leaf.label for leaf in tree.leaves())
