"""Names and descriptions of commands in the reader's language."""

from __future__ import annotations

import discord
from discord import app_commands

from i18n.translation import words_for


class CatalogueTranslator(app_commands.Translator):
    """A translator of command descriptions by the catalogues, English where one has no entry."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation of a description or a choice; None for names of commands."""
        kept = (
            app_commands.TranslationContextLocation.command_name,
            app_commands.TranslationContextLocation.group_name,
            app_commands.TranslationContextLocation.parameter_name,
        )
        menu = isinstance(context.data, app_commands.ContextMenu)  # read, and never typed
        # Names of commands stand in sentences and pages in every language, so they stay the same.
        if context.location in kept and not menu:
            return None
        words = words_for(locale.value)
        if not words.translated:
            return None
        if meant := string.extras.get("context"):
            sentence = words.context(meant, string.message)
        else:
            # A sentence with an edition's names is in the catalogues with its gaps, as the names
            # may be any.
            names = {key: words.name(name) for key, name in string.extras.get("names", {}).items()}
            sentence = words(string.extras.get("sentence", string.message), **names)
        return sentence if sentence != string.message else None
