"""A server's players in figures, and their ranking, which people can leave."""

from __future__ import annotations

from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from i18n.translation import N_, Words
from tabletop.club.ranking import Ranking
from ui import buttons
from ui.answers import RefusalError, put
from ui.club.figures import (
    ON_A_PAGE,
    ORDERS,
    about_reader,
    player_text,
    ranked,
    ranking_text,
)
from ui.components.presses import Press, on, with_numbers
from ui.components.views import nearest_page, page_buttons, view_of
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.leagues.finding import is_moderator
from ui.pictures import course_file, theme_of
from ui.texts.escaping import NAME, plain_name, short


class ClubPeopleCommands(commands.Cog):
    """The commands for players' figures and the ranking."""

    @app_commands.command(
        description=N_("A person's games, wins, rating and habits on this server")
    )
    @app_commands.describe(person=N_("Who; you if you name nobody"))
    async def player(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the figures of a player."""
        who = person or interaction.user
        await show_player(interaction, who.id, who.display_name)

    @app_commands.command(description=N_("The ranking of the people of this server"))
    @app_commands.describe(by=N_("What they are ranked by"))
    @app_commands.choices(
        by=[
            app_commands.Choice(name=order.caption, value=number)
            for number, order in enumerate(ORDERS)
        ]
    )
    async def ranking(self, interaction: Interaction, by: int = 0) -> None:
        """Show the ranking of the server."""
        await show_ranking(interaction, by, 1)

    @app_commands.command(description=N_("Join the ranking of this server"))
    async def join(self, interaction: Interaction) -> None:
        """Add the person to the ranking."""
        await _show_me(interaction, shown=True)

    @app_commands.command(description=N_("Leave the ranking of this server"))
    async def leave(self, interaction: Interaction) -> None:
        """Remove the person from the ranking."""
        await _show_me(interaction, shown=False)


async def _rank_by(interaction: Interaction, press: Press) -> None:
    """Show the ranking, sorted by the chosen figure."""
    await show_ranking(interaction, press.chosen_number, 1)


async def _look_at_player(interaction: Interaction, press: Press) -> None:
    """Show the figures of the chosen person."""
    await show_player(interaction, press.chosen_number, None)


async def show_player(interaction: Interaction, person: int, name: str | None) -> None:
    """Show the figures of the reader, or of a member who opted in to the ranking.

    Args:
        name: the person's name; without it, the name from their last game is used.

    Raises:
        RefusalError: if the person did not choose to be shown.
    """
    words, services = words_of(interaction), services_of(interaction)
    ranking = await services.club.ranking(guild_of(interaction), person)
    own, shown = person == interaction.user.id, ranking.shows(person)
    called = name or ranking.names.get(person, "?")
    # Figures are shown to others by the person's own choice, or by a rule the person knows of.
    if not own and not shown:
        raise RefusalError(
            words("{name} is not shown here: each person decides it.", name=plain_name(called))
        )
    figures = ranking.of(person)
    lines = [player_text(ranking, figures, called, words)]
    if own:
        lines.append(about_reader(ranking, person, words))
    files = []
    if figures.rating is not None and not figures.provisional:
        course = [(point.at, point.rating) for point in figures.course]
        theme = theme_of(interaction)
        files.append(await course_file(course, short(called, NAME), words, theme=theme))
    view = view_of(
        buttons.RANKING.button(words=words), buttons.GAMES_OF.button(person, words=words)
    )
    if not own:
        view.add_item(buttons.CHALLENGE_THEM.button(person, words=words))
    if own:
        view.add_item((buttons.HIDE_ME if shown else buttons.SHOW_ME).button(words=words))
    await put(interaction, "\n".join(lines), files=files, view=view)


async def show_ranking(interaction: Interaction, by: int, page: int) -> None:
    """Show a page of the ranking, sorted by one of the figures.

    Args:
        by: the number of the figure to sort by; an unknown number means the default.
        page: the number of the page, from 1; the nearest page if it does not exist.
    """
    words, services = words_of(interaction), services_of(interaction)
    ranking = await services.club.ranking(guild_of(interaction), interaction.user.id)
    # A button of another version may name an order that is gone.
    by = by if by < len(ORDERS) else 0
    people = ranked(ranking, ORDERS[by])
    count = max(1, -(-len(people) // ON_A_PAGE))
    page = nearest_page(page, count)
    text = ranking_text(ranking, people, ORDERS[by], page, count, words)
    view = _ranking_view(ranking, by, page, count, words)
    shown = ranking.shows(interaction.user.id)
    view.add_item((buttons.HIDE_ME if shown else buttons.SHOW_ME).button(words=words))
    if is_moderator(interaction):
        view.add_item(buttons.RANKING_RULES.button(words=words))
    about = about_reader(ranking, interaction.user.id, words)
    await put(interaction, f"{text}\n{about}", view=view)


def _ranking_view(
    ranking: Ranking, by: int, page: int, count: int, words: Words
) -> discord.ui.View:
    view = view_of()
    if count > 1:
        faces = buttons.RANKING_BACK, buttons.RANKING_ON
        for button in page_buttons(*faces, by, page=page, count=count, words=words):
            view.add_item(button)
    first = (page - 1) * ON_A_PAGE
    people = ranked(ranking, ORDERS[by])[first : first + ON_A_PAGE]
    if not people:
        return view
    orders = [
        discord.SelectOption(label=words(order.caption), value=str(number), default=number == by)
        for number, order in enumerate(ORDERS)
    ]
    view.add_item(buttons.RANK_BY.menu(options=orders, words=words))
    named = [
        discord.SelectOption(
            label=short(ranking.names.get(one.person, "?"), NAME) or "?", value=str(one.person)
        )
        for one in people
    ]
    view.add_item(buttons.PLAYER.menu(options=named, words=words))
    return view


async def _show_me(interaction: Interaction, *, shown: bool) -> None:
    """Put the person into the ranking or take them out, and show their standing."""
    user = interaction.user
    await services_of(interaction).club.show(guild_of(interaction), user.id, shown)
    await show_player(interaction, user.id, user.display_name)


PRESSES: Final = (
    with_numbers(buttons.SHOW_ME, partial(_show_me, shown=True)),
    with_numbers(buttons.HIDE_ME, partial(_show_me, shown=False)),
    with_numbers(buttons.RANKING, partial(show_ranking, by=0, page=1)),
    with_numbers(buttons.RANKING_BACK, show_ranking),
    with_numbers(buttons.RANKING_ON, show_ranking),
    on(buttons.RANK_BY, _rank_by),
    on(buttons.PLAYER, _look_at_player),
)
