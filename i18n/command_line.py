"""Command lines that answer in the language of whoever runs the bot.

What argparse says by itself it looks up in gettext's default catalogue. Ours is made that one, and
has its sentences; what stands behind a ``%`` is filled in by argparse.
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
"""What argparse may say of the command lines that hosts use."""


def command_line(program: str, about: str, words: Words) -> ArgumentParser:
    """What reads a command line.

    Args:
        program: how it is started, such as ``python bot.py``.
        about: what it does.
        words: in which argparse speaks: those of the machine.
    """
    if words.translated:
        gettext.bindtextdomain(DOMAIN, FOLDER)
        gettext.textdomain(DOMAIN)
    return ArgumentParser(prog=program, description=about)
