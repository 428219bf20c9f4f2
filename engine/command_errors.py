"""How command-line tools refuse and how they end, the same in all of them."""

from __future__ import annotations

import argparse
from typing import Final, NoReturn

FAILED: Final = 1
"""The exit status after a refusal."""

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as shells have it."""


class CommandError(Exception):
    """A command cannot be carried out; the text says why, in one line."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are errors like all others."""

    def error(self, message: str) -> NoReturn:
        """Refuse what was typed.

        Raises:
            CommandError: always.
        """
        raise CommandError(f"{message}; {self.prog} --help shows what there is")
