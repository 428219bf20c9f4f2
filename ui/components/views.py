"""Views for messages; presses on them are found by custom id, so no view is kept in memory."""

from __future__ import annotations

from typing import Any

import discord


def view_of(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """Return a view to be sent, with some buttons and menus.

    The view is stopped: discord.py would keep any other view for as long as it runs, one for each
    message, to dispatch presses. Here custom ids do that.
    """
    view = discord.ui.View(timeout=None)
    view.stop()
    for item in items:
        view.add_item(item)
    return view
