"""Discord's limits."""

from __future__ import annotations

from typing import Final

MESSAGE_LIMIT: Final = 2000
"""Characters of a message."""

ALT_TEXT_LIMIT: Final = 1024
"""Characters of a file's alt text."""

CUSTOM_ID_LIMIT: Final = 100
"""Characters of the custom id of a button, a menu or a modal."""

LABEL_LIMIT: Final = 80
"""Characters on a button."""

OPTION_LIMIT: Final = 100
"""Characters of a menu's option, of its description, and of a suggestion."""

NAME_LIMIT: Final = 100
"""Characters of a thread's name."""

MOST_OPTIONS: Final = 25
"""Options of a menu, and suggestions while people type."""
