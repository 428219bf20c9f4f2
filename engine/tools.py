"""The running of command-line tools: errors of one line, and exit statuses."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from engine.errors import one_line

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


def run_tool(
    parser: Callable[[], argparse.ArgumentParser],
    arguments: Sequence[str] | None,
    *refusals: type[Exception],
) -> int:
    """Run the tool that the arguments name, and return its exit status.

    Args:
        parser: makes the parser; a tool is the ``run`` of its options.
        refusals: the errors, besides ``CommandError``, whose text gives the reason in one line.
    """
    told: tuple[type[Exception], ...] = (CommandError, *refusals)
    try:
        options = parser().parse_args(arguments)
        status: int | None = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as ``head``, has seen enough.
        _drop_output()
        return FAILED
    except told as error:
        return complain(str(error))
    except OSError as error:
        _drop_output()
        return complain(f"cannot write: {error.strerror}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return status or 0


def complain(line: str) -> int:
    """Print an error in one line, and return the exit status."""
    sys.stderr.write(f"{one_line(line)}\n")
    return FAILED


def _drop_output() -> None:
    """Redirect standard output to nowhere, so that the flush at exit raises no second error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
