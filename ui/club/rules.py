"""The rules of a server's ranking in words, and what new people are told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from i18n.translation import N_, Words
from tabletop.ranking_rules import RULES, Rule, rule_of
from ui import buttons
from ui.components.views import view_of
from ui.interactions import Interaction, guild_of, services_of, words_of

RULE_NAMES: Final[Mapping[Rule, str]] = {
    "everybody": N_("Games count; all who play are listed"),
    "chosen": N_("Games count; people choose to be listed"),
    "none": N_("Games do not count unless the host says so"),
}
"""The rules as moderators choose them."""

_TOLD: Final[Mapping[Rule, str]] = {
    "everybody": N_(
        "Games here count, and the ranking lists all who play, each from the next game on. A "
        "message tells them so; *Hide me* or `/arkadia-club leave` leaves it."
    ),
    "chosen": N_(
        "Games here count, and the ranking lists those who choose it: *Show me to others* or "
        "`/arkadia-club join`."
    ),
    "none": N_(
        "New games here are friendly and do not count, unless their host says otherwise. Games of "
        "leagues count."
    ),
}


def rule_text(rule: Rule, words: Words) -> str:
    """Return the sentences on a rule of the ranking, for moderators."""
    return words(_TOLD[rule])


def rules_view(rule: Rule, words: Words) -> discord.ui.View:
    """Return the menu by which a moderator chooses the rule."""
    options = [
        discord.SelectOption(label=words(RULE_NAMES[one]), value=one, default=one == rule)
        for one in RULES
    ]
    return view_of(
        buttons.RANKING_RULE.menu(options=options, words=words),
        buttons.RANKING.button(words=words),
    )


async def first_ranked(
    interaction: Interaction, counts: bool
) -> tuple[list[str], discord.ui.View | None]:
    """Return what a person is told who takes a seat in their first game that counts.

    Args:
        counts: whether the game counts.

    Returns:
        The sentences, and the button that leaves the ranking; nothing for all other people.
    """
    services, guild = services_of(interaction), guild_of(interaction)
    if not counts or not await services.club.will_list(guild, interaction.user.id):
        return [], None
    words = words_of(interaction)
    told = words(
        "It counts: the ranking of this server lists all who finish such a game. *Hide me* leaves "
        "you out, now or later."
    )
    return [told], view_of(buttons.HIDE_ME.button(words=words))


async def rule_here(interaction: Interaction) -> Rule:
    """Return the rule of the ranking of the server where a person asks."""
    return await rule_of(services_of(interaction).tables.store, guild_of(interaction))
