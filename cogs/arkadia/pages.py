"""Links to the pages of games: to play by touch, to watch, and to end that."""

from __future__ import annotations

from typing import Final

from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, reply
from ui.components.presses import at_table, with_numbers
from ui.components.views import view_of
from ui.interactions import Interaction, services_of, words_of
from ui.interactions.audience import is_open
from ui.pages import link_button, play_url, visit_url, watch_url


async def give_link(interaction: Interaction, table: Table) -> None:
    """Answer with a link to a game's page: to play for those who have a seat, else to watch.

    Raises:
        RefusalError: if this bot serves no pages.
        TableError: if the game has not begun.
    """
    words, services, user = words_of(interaction), services_of(interaction), interaction.user.id
    if not services.settings.web_url:
        raise RefusalError(
            words("This bot has no pages. `/arkadia turn` and `/arkadia board` show games here.")
        )
    table.running_game()
    number = table.number
    if table.person(user) is not None:
        text = words(
            "**Your board of game {number}.** This link works once, within an hour. The browser "
            "that opens it can play for you for a week, so keep it to yourself. *Sign out* ends "
            "that at once.",
            number=number,
        )
        link = link_button(play_url(services, number, user, words.language), words)
        view = view_of(link, buttons.SIGN_OUT.button(words=words))
    elif await is_open(interaction.client, table.row):
        text = words(
            "**Game {number}, to watch.** Everybody with this link sees what this channel sees.",
            number=number,
        )
        view = view_of(link_button(watch_url(services, number), words))
    else:
        text = words(
            "**Game {number}, to watch.** This link is yours and works for an hour.",
            number=number,
        )
        view = view_of(link_button(visit_url(services, number, user), words))
    await reply(interaction, text, view=view)


async def sign_out(interaction: Interaction) -> None:
    """Close all pages of a person, and the links that they have not used."""
    words = words_of(interaction)
    await services_of(interaction).doors.close(interaction.user.id)
    text = words("You are signed out: no page plays for you now, and your old links are closed.")
    await reply(interaction, text)


PRESSES: Final = (
    at_table(buttons.OPEN_BOARD, give_link),
    at_table(buttons.WATCH, give_link),
    with_numbers(buttons.SIGN_OUT, sign_out),
)
