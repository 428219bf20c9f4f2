"""Not with me: a private list of people who cannot sit down with its owner, wherever both play.

They cannot join that person's lobbies, keep a seat for that person, challenge or nudge. What they
read is what anybody reads for whom no seat is free, so nobody learns of the list.
"""

from typing import Final

from discord.ext import commands

from cogs.blocks.store import TABLES, is_named, name, named
from i18n.translation import NC_, Words
from ui.answers import reply
from ui.components import ButtonFace, Press, Submitted, on, on_form, open_form, people_field
from ui.features import NOTHING, Extra, Feature, Page
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.services import services_in

NOT_WITH_ME: Final = ButtonFace("not-with-me", NC_("button", "Block players…"), 0)
FORM: Final = "arkadia:not-with-me-form"

MOST_NAMED: Final = 25  # as many people as one of Discord's menus takes, on each server


async def ask(interaction: Interaction, press: Press) -> None:
    """Open the form in which a person names people."""
    words, store = words_of(interaction), services_of(interaction).tables.store
    before = await store.ask(named, interaction.user.id, guild_of(interaction))
    # Translators: the label of a field; 45 characters at most.
    label = words("Who don't you want to play with?")
    # Translators: below the field; 100 characters at most.
    below = words("They can't join your games, invite you or nudge you. Nobody will know.")
    field = people_field(label, "people", before, MOST_NAMED, below)
    await open_form(interaction, NOT_WITH_ME.title(words), FORM, field)


async def sent(interaction: Interaction, form: Submitted) -> None:
    """Store the people whom a person named."""
    words, store = words_of(interaction), services_of(interaction).tables.store
    people = [int(one) for one in form.texts.get("people", "").split() if one.isdecimal()]
    people = people[:MOST_NAMED]
    await store.change(name, interaction.user.id, guild_of(interaction), people)
    if people:
        who = words.all_of(f"<@{person}>" for person in people)
        text = words(
            "From now on, {people} can't play with you. Only you know about this.", people=who
        )
    else:
        text = words("You haven't blocked anybody, so everybody can play with you.")
    await reply(interaction, text)


class Blocks(Feature):
    """The button with which a person names people, and what the core asks about them."""

    presses = (on(NOT_WITH_ME, ask),)
    modals = (on_form(FORM, sent),)

    async def cog_load(self) -> None:
        """Answer the core whether two people may be seated together."""
        await super().cog_load()
        self.services.tables.refused.add(self.refuses)

    async def cog_unload(self) -> None:
        """Answer no more."""
        self.services.tables.refused.remove(self.refuses)
        await super().cog_unload()

    async def refuses(self, user: int, other: int) -> bool:
        """Return whether a person does not want to sit down with another."""
        return await self.services.tables.store.ask(is_named, user, other)

    def offers(self, page: Page, words: Words) -> Extra:
        """Return the button, where people choose what suits them."""
        if page != "preferences":
            return NOTHING
        return Extra(buttons=[NOT_WITH_ME.button(words=words)])


async def setup(bot: commands.AutoShardedBot) -> None:
    """Load the table and add the cog to the bot."""
    await services_in(bot).tables.store.load(TABLES)
    await bot.add_cog(Blocks(bot))
