"""Private notes: each person can keep one about each game."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from i18n.translation import N_
from tabletop.personal import MOST_NOTE
from ui.answers import reply
from ui.input.games import PLAYED, find_table
from ui.input.suggestions import game_option
from ui.interactions import Interaction, services_of, words_of


class NoteCommands(commands.Cog):
    """The command for private notes, which only their writer sees."""

    @app_commands.command(description=N_("Keep a private note about a game"))
    @app_commands.describe(
        text=N_("The new note; leave it out to read yours"),
        clear=N_("Throw the note away"),
    )
    @game_option(PLAYED)
    async def note(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, MOST_NOTE] | None = None,
        clear: bool = False,
        game: int | None = None,
    ) -> None:
        """Write, show or delete the person's note about a game."""
        words, personal = words_of(interaction), services_of(interaction).personal
        table, user = await find_table(interaction, game, PLAYED), interaction.user.id
        if text is not None or clear:
            await personal.write_note(table, user, None if clear else text)
        note = await personal.note(table, user)
        if note is None:
            answer = words("You have no note about game {number}.", number=table.number)
        else:
            answer = words("Your note about game {number}: {note}", number=table.number, note=note)
        await reply(interaction, answer)
