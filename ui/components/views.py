"""Views as Discord shows them; what they hold is found by custom id, so none is kept in memory."""

from __future__ import annotations

from typing import Any

import discord


def view_of(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """A view to be sent, with some buttons and menus.

    It is stopped: discord.py would keep any other for as long as it runs, one for each message, to
    find what is pressed. Here that is found by custom id.
    """
    view = discord.ui.View(timeout=None)
    view.stop()
    for item in items:
        view.add_item(item)
    return view
