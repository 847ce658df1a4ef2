"""The page of the command line against what ``--help`` prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kalahgui.cli import main

PAGE = (Path(__file__).parent.parent / "docs" / "command-line.md").read_text("utf-8")
HEAD, *SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)
SECTION = {section.partition("\n")[0]: section for section in SECTIONS}
# An argument as the usage has it, optional ones with their brackets.
ARGUMENT = re.compile(r"\[[^][]*(?:\[[^][]*\][^][]*)*\]|[^\s\[]\S*")
EXPLAINED = re.compile(r"^\| `(--[^`]+)` \|", re.MULTILINE)


def arguments_of(usage: str) -> list[str]:
    return sorted(" ".join(found.split()) for found in ARGUMENT.findall(usage))


@pytest.fixture
def usage(capsys):
    """Return the usage of a command and what stands below it, as --help prints them."""

    def usage(*command: str) -> tuple[str, str]:
        assert main([*command, "--help"]) == 0
        usage, _, below = capsys.readouterr().out.partition("\n\n")
        return usage.replace("usage: main.py ", "").replace(" [-h]", ""), below

    return usage


def test_the_page_has_the_commands_that_help_lists(usage):
    commands = usage()[1].partition("COMMAND\n")[2].partition("\n\n")[0]
    listed = re.findall(r"^ {4}(\w+)", commands, re.MULTILINE)
    assert sorted(listed) == sorted(re.findall(r"^## (\w+)$", PAGE, re.MULTILINE))


def test_the_page_has_the_arguments_that_help_lists_and_explains_each(usage):
    for command, section in SECTION.items():
        written = section.partition("```\npython main.py ")[2].partition("\n```")[0]
        arguments = arguments_of(written)
        assert arguments == arguments_of(usage(command)[0]), command
        options = {argument[1:-1] for argument in arguments if argument.startswith("[--")}
        own, common = EXPLAINED.findall(section), EXPLAINED.findall(HEAD)
        assert set(own) <= options <= {*own, *common}, command
