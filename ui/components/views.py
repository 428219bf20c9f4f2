"""Views for messages; presses on them are found by custom id, so no view is kept in memory."""

from __future__ import annotations

from typing import Any

import discord

from i18n.translation import Words
from ui.components.faces import ButtonFace


def nearest_page(page: int, count: int) -> int:
    """Return a page's number, from 1; a button of an older message may name one that is gone."""
    return min(max(page, 1), count)


def page_buttons(
    back: ButtonFace, on: ButtonFace, *numbers: int, page: int, count: int, words: Words
) -> tuple[discord.ui.Button[Any], discord.ui.Button[Any]]:
    """Return the buttons to the pages before and after one; the page stands after the numbers."""
    return (
        back.button(*numbers, nearest_page(page - 1, count), words=words, disabled=page == 1),
        on.button(*numbers, nearest_page(page + 1, count), words=words, disabled=page == count),
    )


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
