"""``tables``: reproduce the published tables and compare every figure."""

from __future__ import annotations

import argparse
from argparse import Namespace
from typing import Any

from rich.table import Table as RichTable

from kalahgui.articles import TABLES, Figures, PublishedTable, reproduce, three_measures
from kalahgui.cli import arguments
from kalahgui.cli.output import (
    Bar,
    Interrupt,
    complain,
    name_words,
    print_json,
    print_line,
    print_table,
    print_text,
    uninterrupted,
)
from kalahgui.core.textbook import ALGORITHMS
from kalahgui.games.move_names import article_names, line_words
from kalahgui.games.user_error import search_name
from kalahgui.words import listed, number, say

_DESCRIPTION = """\
Reproduce the tables of the articles behind this program, and compare every
figure. Where nothing stands under "published", the article is silent. A
figure that the article misprints has a star and its correction beside it. The exit
status is 1 when a figure differs.
"""


# What a row says about itself, besides its figures.
_ABOUT = ("table", "case", "published", "corrected", "matches", "error", "note")


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    names = "\n".join(f"  {table.name:18}{table.title}" for table in TABLES.values())
    examples = f"tables:\n{names}\n\nexample:\n  python main.py tables kalah-minimax --json\n"
    about = "reproduce the published tables"
    parser = arguments.add_command(commands, "tables", run, about, _DESCRIPTION, examples)
    parser.add_argument(
        "names", metavar="NAME", nargs="*", type=_name, help="a table; all when none is named"
    )
    text = "with reversi-weights, also play its experiment: N games for each choice of weights"
    arguments.add_number(parser, "--play", "N", (2, 100_000), text)
    arguments.add_seed(parser, "of the experiment; ")
    arguments.add_show(
        parser,
        "print the boards along the lines of diamond, with the article's numbers beside ours",
    )
    arguments.add_json(parser)


def _name(text: str) -> str:
    if text not in TABLES:
        said = say("terminal_no_table", name=text, known=listed(*TABLES))
        raise argparse.ArgumentTypeError(said)
    return text


def run(options: Namespace) -> int:
    """Run the command."""
    arguments.check_show(options)
    tables = [TABLES[name] for name in options.names or TABLES]
    if options.show and not any(table.played for table in tables):
        with_lines = listed(*(table.name for table in TABLES.values() if table.played))
        raise arguments.BadArguments(say("terminal_show_lines", tables=with_lines))
    if options.play is not None:
        if three_measures.TABLE not in tables:
            raise arguments.BadArguments(say("terminal_play_table"))
        tables.append(three_measures.experiment(options.play, options.seed))
    elif three_measures.TABLE in tables:
        tables.append(three_measures.SHARES)
    rows = uninterrupted(lambda interrupt: _measure(tables, interrupt))
    if options.json:
        print_json(rows)
    else:
        for table in tables:
            measured = [row for row in rows if row["table"] == table.name]
            if options.show:
                _show_lines(table, measured)
            _print(table, measured)
    wrong = sum(row["matches"] is False for row in rows)
    if wrong:
        complain(say("terminal_figures_differ", wrong=wrong, all=len(rows)))
        return 1
    return 0


def _measure(tables: list[PublishedTable], interrupt: Interrupt) -> list[Figures]:
    rows = []
    with Bar(total=sum(len(table.cells) for table in tables)) as bar:
        for table in tables:
            bar.show(description=table.name)
            for row in reproduce(table, interrupt.word()):
                rows.append(row)
                bar.show(advance=1)
    return rows


def _show_lines(table: PublishedTable, rows: list[Figures]) -> None:
    for row in rows:
        if table.played:
            said = say("terminal_said_of", name=table.name, why=_text(row["case"]))
            print_text(said, end="\n\n")
            game, start, moves = table.played(row["case"], row)
            print_line(game, start, moves, article_names(game, start))


def _print(table: PublishedTable, rows: list[Figures]) -> None:
    title = table.title.said(say)
    for names, alike in _alike(table, rows):
        print_table(_compared(table, title, names, alike))
        title = ""
    if any(row["corrected"] is not None for row in rows):
        print_text(say("terminal_misprinted"))
    for note in table.notes:
        print_text(note.said(say))
    for cell in table.cells:
        if cell.note and cell.note not in table.notes:
            why = cell.note.said(say)
            print_text(say("terminal_said_of", name=_text(cell.case), why=why))


def _alike(table: PublishedTable, rows: list[Figures]) -> list[tuple[list[str], list[Figures]]]:
    """Return rows one below the other that have figures in common, with the names of these."""
    names = [name for name in table.names if not _is_claim(name, rows)]
    groups: list[tuple[list[str], list[Figures]]] = []
    for row in rows:
        own = [name for name in names if name in row or name in row["published"]]
        if not groups or not {*groups[-1][0]} & {*own}:
            groups.append(([], []))
        groups[-1][0].extend(name for name in own if name not in groups[-1][0])
        groups[-1][1].append(row)
    return groups


def _compared(
    table: PublishedTable, title: str, names: list[str], rows: list[Figures]
) -> RichTable:
    """Return rows with what is published and what was measured side by side."""
    shown = RichTable(title=title or None, title_justify="left")
    shown.add_column(say("terminal_case"))
    for name in names:
        shown.add_column(say("terminal_published", what=_words(name)), justify="right")
        if table is not three_measures.SHARES:
            shown.add_column(say("terminal_measured"), justify="right")
    shown.add_column("")
    for row in rows:
        figures = []
        for name in names:
            printed = row["published"].get(name)
            misprint = (row["corrected"] or {}).get(name, printed) != printed
            figures.append(_text(printed) + " *" * misprint)
            if table is not three_measures.SHARES:
                error = f" ± {row['error']}" if table.chance else ""
                figures.append(_text(row.get(name)) + error)
        verdicts = {True: say("terminal_same"), False: say("terminal_differs"), None: ""}
        verdict = verdicts[row["matches"]]
        known = {*names, *_ABOUT}
        more = (
            say("terminal_said_of", name=_words(name), why=_text(row[name]))
            for name in row
            if name not in known
        )
        shown.add_row(_text(row["case"]), *figures, listed(verdict, *more))
    return shown


def _is_claim(name: str, rows: list[Figures]) -> bool:
    """Tell whether a name says that something holds: that is told behind the figures."""
    return any(isinstance(row.get(name), bool) for row in rows)


def _words(name: str) -> str:
    return name_words("figure", name).replace("_", " ")


def _text(figure: Any) -> str:
    if isinstance(figure, list) and figure and all(isinstance(part, list) for part in figure):
        first, second = map(_text, figure)
        return say("article_against", first=first, second=second)
    if figure is None:
        return ""
    if isinstance(figure, bool):
        return say("article_yes" if figure else "article_no")
    if isinstance(figure, list):
        return listed(*map(_text, figure))
    if isinstance(figure, dict):
        return listed(*(f"{name}={_text(value)}" for name, value in figure.items()))
    if isinstance(figure, int):
        return number(figure)
    if figure in ALGORITHMS:
        return search_name(figure).said(say)
    return name_words("case", line_words(str(figure), say))
