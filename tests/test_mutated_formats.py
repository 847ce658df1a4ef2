"""A slice of what mutate_formats.py does at length."""

from mutate_formats import run


def test_damaged_files_raise_nothing_but_a_format_error():
    counts = run(1500, seed=1)
    assert counts.total() == 1500
    # Whatever is damaged is sometimes still read, so all of the readers have been at work.
    assert {name for name, what in counts if what == "read"} >= {"text", "ggf", "named"}
