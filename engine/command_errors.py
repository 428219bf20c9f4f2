"""Errors and exit statuses shared by the command-line tools."""

from __future__ import annotations

import argparse
from typing import Final, NoReturn

FAILED: Final = 1
"""The exit status after a refusal."""

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as shells have it."""


class CommandError(Exception):
    """A command cannot be carried out; the text gives the reason in one line."""


class Parser(argparse.ArgumentParser):
    """An argparse parser that raises ``CommandError`` instead of exiting the process."""

    # argparse would print its usage and exit with 2; the tools print one line and exit with 1.

    def error(self, message: str) -> NoReturn:
        """Raise the parser's error message as a ``CommandError``.

        Raises:
            CommandError: always.
        """
        raise CommandError(f"{message}; {self.prog} --help shows what there is")
