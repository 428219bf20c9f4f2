"""Command lines answer in the language of the machine, argparse's own sentences included."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from typing import Final

import pytest

from i18n.command_line import ARGPARSE, command_line
from i18n.translation import words_for

WRONG: Final[tuple[list[str], ...]] = (
    *([], ["other"], ["check"], ["check", "x"], ["check", "1", "--kept", "x"]),
    *(["check", "1", "--kept"], ["check", "1", "--aside=x"], ["check", "1", "--no"]),
    ["check", "1", "--a"],
)


@pytest.fixture
def _catalogue() -> Iterator[None]:
    before = gettext.textdomain()
    yield
    gettext.textdomain(before)


@pytest.mark.usefixtures("_catalogue")
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_argparse_speaks_the_language_of_the_machine(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    parser = command_line("python -m db", "X.", words_for(language))
    check = parser.add_subparsers(required=True, dest="command").add_parser("check")
    check.add_argument("games", type=int, nargs="+")
    check.add_argument("--kept", type=int)
    check.add_argument("--aside", action="store_true")
    check.add_argument("--again", action="store_true")
    for arguments in (["--help"], ["check", "--help"], *WRONG):
        with pytest.raises(SystemExit):
            parser.parse_args(arguments)
    shown = "\n".join(capsys.readouterr())
    for said in ARGPARSE:
        translated = words_for(language)(said)
        assert _longest(translated) in shown, said
        assert said == translated or _longest(said) not in shown or len(_longest(said)) < 3


def _longest(sentence: str) -> str:
    """What of a sentence argparse does not fill in."""
    return max(re.split(r"%(?:\(\w+\))?[rs]", sentence.strip()), key=len)
