"""What people keep for themselves: preferences for all games, and a note about each."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from db.rows import Preferences
from tabletop.personal import MOST_NOTE
from translation import N_, Words, languages
from ui.answers import RefusalError, reply, think
from ui.input import suggestions
from ui.input.games import PLAYED, find_table
from ui.input.options import THEME_CHOICES
from ui.input.suggestions import choice, quiet
from ui.interactions import Interaction, services_of, words_of

OWN_LANGUAGE = "discord"
"""What stands for the language of the person's Discord."""


class PersonalCommands(commands.Cog):
    """Preferences and notes. Nobody else ever sees them."""

    @app_commands.command(description=N_("Choose how the bot treats you in all games"))
    @app_commands.describe(
        theme=N_("For which of Discord's backgrounds your own pictures are made"),
        confirm=N_("Whether commands show what they would do before they do it"),
        mention=N_("Whether you are notified when it is your turn"),
        language=N_("The language of what only you read"),
    )
    @app_commands.choices(theme=THEME_CHOICES)
    async def preferences(
        self,
        interaction: Interaction,
        theme: str | None = None,
        confirm: bool | None = None,
        mention: bool | None = None,
        language: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        """Change what is named, and show all."""
        await think(interaction)
        personal, user = services_of(interaction).personal, interaction.user.id
        chosen = personal.preferences(user)
        if theme is not None:
            chosen = replace(chosen, theme=theme)
        if confirm is not None:
            chosen = replace(chosen, confirm=confirm)
        if mention is not None:
            chosen = replace(chosen, mention=mention)
        if language is not None:
            chosen = replace(chosen, language=_language(language, words_of(interaction)))
        await personal.prefer(user, chosen)
        await reply(interaction, _told(chosen, words_of(interaction)))

    @app_commands.command(description=N_("Keep a private note about a game; your screen shows it"))
    @app_commands.describe(
        text=N_("The note; it takes the place of the one before. Leave it out to read it"),
        clear=N_("Throw the note away"),
        game=N_("The game's number, if you play more than one here"),
    )
    async def note(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, MOST_NOTE] | None = None,
        clear: bool = False,
        game: int | None = None,
    ) -> None:
        """Write, read or throw away the note."""
        await think(interaction)
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

    @preferences.autocomplete("language")
    @quiet
    async def _language(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        words = words_of(interaction)
        own = choice(words("that of your Discord"), OWN_LANGUAGE)
        return [own, *(choice(code, code) for code in languages() if typed.casefold() in code)]

    @note.autocomplete("game")
    @quiet
    async def _noted(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggestions.games(interaction, typed, PLAYED)


def _language(code: str, words: Words) -> str | None:
    if code == OWN_LANGUAGE:
        return None
    if code not in languages():
        raise RefusalError(
            words("I do not speak that language. I know: {codes}.", codes=", ".join(languages()))
        )
    return code


def _told(chosen: Preferences, words: Words) -> str:
    yes, no = words("yes"), words("no")
    lines = [
        words("Your preferences, in all games:"),
        words("- background of your pictures: {theme}", theme=words.name(chosen.theme)),
        words("- commands ask before they act: {answer}", answer=yes if chosen.confirm else no),
        words("- you are notified of your turn: {answer}", answer=yes if chosen.mention else no),
        words("- language: {language}", language=chosen.language or words("that of your Discord")),
    ]
    return "\n".join(lines)
