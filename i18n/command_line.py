"""Command lines that answer in the language of the machine.

argparse looks its own messages up in gettext's default domain. This module makes the project's
catalogue that domain, and marks argparse's messages for it; argparse fills in the ``%`` fields.
"""

from __future__ import annotations

import gettext
from argparse import ArgumentParser
from typing import Final

from i18n.marking import N_
from i18n.translation import DOMAIN, FOLDER, Words

ARGPARSE: Final = (
    # Translators: before the form of a command line: usage: python bot.py [-h]
    N_("usage: "),
    # Translators: a heading, over what is given by its place in a command line.
    N_("positional arguments"),
    # Translators: a heading, over what begins with -- in a command line.
    N_("options"),
    # Translators: the colon after such a heading.
    N_("%(heading)s:"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    # Translators: an option, such as --port, and what is wrong with it.
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    # Translators: the type is always int, a number, and may be left out.
    N_("invalid %(type)s value: %(value)r"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
)
"""argparse's messages that the command lines of hosts can show."""


def command_line(program: str, about: str, words: Words) -> ArgumentParser:
    """Return a parser whose messages are in a language.

    Args:
        program: the command that starts it, such as ``python bot.py``.
        about: the description.
        words: the language of the machine, for argparse's own messages.
    """
    # gettext's default domain is global, which is harmless here: a process has one command line.
    if words.translated:
        gettext.bindtextdomain(DOMAIN, FOLDER)
        gettext.textdomain(DOMAIN)
    return ArgumentParser(prog=program, description=about)
