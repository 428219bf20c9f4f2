"""Commands as they are sent to Discord."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

Payload = dict[str, Any]

SENT = Path(__file__).with_name("commands.json")
"""What was sent to Discord when the commands were changed last.

After a change on purpose ``RENEW_COMMANDS=1 pytest tests/cogs/test_commands.py`` writes it anew.
"""


def parts(payload: Payload) -> Iterator[Payload]:
    """A command with all its groups, subcommands and options."""
    yield payload
    for option in payload.get("options", ()):
        yield from parts(option)
