"""What posts of a forum use of discord.py that is not public."""

from typing import Final

import discord

NAMES: Final = {
    "_applied_tags": ("cogs/forum.py", lambda: "_applied_tags" in discord.Thread.__slots__)
}
