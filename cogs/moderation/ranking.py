"""The rules of a server's ranking: a command for moderators, and the buttons that lead there."""

from __future__ import annotations

import logging
from typing import Final

from discord import app_commands
from discord.ext import commands

from i18n.translation import N_
from runtime.logs import pseudonym
from tabletop.ranking_rules import RULES, Rule
from ui import buttons
from ui.answers import RefusalError, put
from ui.club.rules import RULE_NAMES, rule_here, rule_text, rules_view
from ui.components.presses import Press, on, with_numbers
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.leagues.finding import is_moderator

log = logging.getLogger("arkadia.moderation")


class RankingRuleCommands(commands.Cog):
    """The command by which moderators choose the rules of the ranking."""

    @app_commands.command(description=N_("Whether games count here, and whom the ranking lists"))
    @app_commands.describe(rule=N_("Which; leave it out to see it"))
    @app_commands.choices(
        rule=[app_commands.Choice(name=RULE_NAMES[rule], value=rule) for rule in RULES]
    )
    async def ranking(self, interaction: Interaction, rule: str | None = None) -> None:
        """Choose the rules of the server's ranking, or show them."""
        if rule is not None:
            await _choose(interaction, rule)
        await _show(interaction)


async def _show_rules(interaction: Interaction) -> None:
    """Show the rules with the menu that changes them."""
    _must_moderate(interaction)
    await _show(interaction)


async def _choose_rule(interaction: Interaction, press: Press) -> None:
    """Choose the rule, and show it."""
    _must_moderate(interaction)
    await _choose(interaction, press.chosen)
    await _show(interaction)


def _must_moderate(interaction: Interaction) -> None:
    if not is_moderator(interaction):
        words = words_of(interaction)
        raise RefusalError(
            words("Moderators choose this: people with *Manage Server*. `/arkadia-club ranking`")
        )


async def _choose(interaction: Interaction, chosen: str) -> None:
    rule: Rule | None = next((one for one in RULES if one == chosen), None)
    if rule is None:  # forged
        return
    guild = guild_of(interaction)
    await services_of(interaction).club.choose_rule(guild, rule)
    who = {"guild": guild, "by": pseudonym(interaction.user.id)}
    log.info("Ranking", extra={**who, "now": rule})


async def _show(interaction: Interaction) -> None:
    words, rule = words_of(interaction), await rule_here(interaction)
    await put(interaction, rule_text(rule, words), view=rules_view(rule, words))


PRESSES: Final = (
    with_numbers(buttons.RANKING_RULES, _show_rules),
    on(buttons.RANKING_RULE, _choose_rule),
)
