"""Bit operations on 64-bit words; compiled, bits.pxd replaces them by intrinsics."""

from __future__ import annotations


def popcount(word):
    """Count the set bits of a word."""
    return word.bit_count()


def lowest(word):
    """Return the number of the lowest set bit; the word must not be 0."""
    return (word & -word).bit_length() - 1


def highest(word):
    """Return the number of the highest set bit; the word must not be 0."""
    return word.bit_length() - 1
