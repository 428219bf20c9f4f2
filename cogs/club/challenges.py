"""Challenges: a game of two with one other person, by a user's menu, a command or a button."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from db.games.rows import GameSummary, State
from i18n.translation import N_, NC_
from tabletop.opening import Opening
from tabletop.time_control import Preset
from ui import buttons
from ui.answers import RefusalError, put, reply_and_show, think
from ui.components import ButtonFace, MenuFace, Press, on, view_of, with_numbers
from ui.features import NOTHING, told_of_ranked
from ui.input.choices import preset_choices, preset_options, read_preset
from ui.interactions import Interaction, asked_in, guild_of, public_language, services_of, words_of
from ui.public.announcement import not_notified
from ui.public.places import with_place
from ui.services.per_person import LockPerPerson
from ui.texts.markup import plain_name

CHALLENGE_THEM: Final = ButtonFace("challenge-them", NC_("button", "Challenge"), digits=19)
"""The number is the id of the person who is challenged."""
CHALLENGE: Final = MenuFace("challenge", NC_("button", "Choose a pace…"), digits=19)

MENU: Final = N_("Arkadia: challenge")
"""The entry in the menu of a user; Discord shows it in the reader's language."""

SEATS: Final = 2
LOBBY: Final[tuple[State, ...]] = ("lobby",)


class Challenging(LockPerPerson):
    """A lock for each two people of whom one challenges the other."""


class ChallengeCommands(commands.Cog):
    """The command that challenges a person."""

    @app_commands.command(description=N_("Challenge a person to a game of two"))
    @app_commands.describe(person=N_("The player to challenge"), preset=N_("Clock and help"))
    @app_commands.autocomplete(preset=preset_choices(SEATS))
    async def challenge(
        self,
        interaction: Interaction,
        person: discord.User,
        preset: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Challenge a person, by a preset that is named or chosen next."""
        _must_play(interaction, person)
        chosen = read_preset(interaction, preset)
        if chosen is None:
            await _ask_preset(interaction, person.id)
        else:
            await _challenge(interaction, person.id, chosen)


def challenge_menu() -> app_commands.ContextMenu:
    """Return the entry in the menu of a user that challenges them."""
    menu = app_commands.ContextMenu(name=MENU, callback=_chosen_in_menu)
    return app_commands.guild_only(menu)


async def _chosen_in_menu(interaction: Interaction, person: discord.Member) -> None:
    await think(interaction)
    _must_play(interaction, person)
    await _ask_preset(interaction, person.id)


async def _choose_challenge(interaction: Interaction, press: Press) -> None:
    """Challenge the person by the chosen preset."""
    preset = read_preset(interaction, press.chosen)
    if preset is not None:
        await _challenge(interaction, press.numbers[0], preset)


def _must_play(interaction: Interaction, person: discord.User | discord.Member) -> None:
    """Refuse a challenge to a bot."""
    if person.bot:
        words = words_of(interaction)
        name = plain_name(person.display_name)
        raise RefusalError(
            words("{name} is a bot. `/arkadia practice` plays against a computer.", name=name)
        )


async def _ask_preset(interaction: Interaction, person: int) -> None:
    """Show the presets of a challenge, each with the length of its game."""
    words = words_of(interaction)
    if person == interaction.user.id:
        raise RefusalError(
            words("Challenge another person. `/arkadia practice` plays against a computer.")
        )
    options = await preset_options(interaction, None, SEATS)
    view = view_of(CHALLENGE.menu(person, options=options, words=words))
    text = words(
        "A game of two with {person}. Choose its pace: the invitation is posted at once, and "
        "the game begins when they press *Join*.",
        person=f"<@{person}>",
    )
    await put(interaction, text, view=view)


async def _challenge(interaction: Interaction, person: int, preset: Preset) -> None:
    """Open a lobby for two with a seat kept for a person, unless one waits already."""
    words, services, me = words_of(interaction), services_of(interaction), interaction.user
    if interaction.channel_id is None:
        raise RefusalError(words("A game needs a channel. Type this in one."))
    if person == me.id:
        await _ask_preset(interaction, person)
    # One after the other: of two presses, or challenges that cross, the second finds the first's.
    async with services[Challenging].turn(frozenset((me.id, person))):
        waiting = await _waiting(interaction, person)
        if waiting is not None:
            await _show_waiting(interaction, waiting, person)
            return
        opening = Opening(
            guild=guild_of(interaction),
            channel=interaction.channel_id,
            host=me.id,
            name=me.display_name,
            seat_limit=SEATS,
            invited=(person,),
            invited_only=True,
            begins_full=True,
            language=await public_language(interaction),
            clock=str(preset.clock),
            late=preset.late,
            help=preset.help,
            asked=asked_in(interaction),
        )
        table = await services.tables.lobby.open(opening)
    table = await with_place(interaction, table)
    text = words(
        "{person} is challenged: game {number} in {place} begins when they press *Join*.",
        person=f"<@{person}>",
        number=table.number,
        place=f"<#{table.place}>",
    )
    extra = await told_of_ranked(interaction) if table.row.leaving_counts else NOTHING
    lines = [text, *await not_notified(interaction, table), *extra.lines]
    await reply_and_show(interaction, table.number, "\n".join(lines), view=extra.view)


async def _waiting(interaction: Interaction, person: int) -> GameSummary | None:
    """Return the challenge between two people that is not accepted yet, whoever made it."""
    store, me = services_of(interaction).tables.store, interaction.user.id
    rows = await store.games.find(guild_of(interaction), states=LOBBY, user=me)
    pairs = {(me, (person,)), (person, (me,))}
    return next((row for row in rows if (row.host_id, row.invited) in pairs), None)


async def _show_waiting(interaction: Interaction, row: GameSummary, person: int) -> None:
    """Show a challenge that waits already; one that the other person made can be accepted."""
    words = words_of(interaction)
    told = {"person": f"<@{person}>", "number": row.game_id, "place": f"<#{row.place}>"}
    if row.host_id == interaction.user.id:
        text = words("Game {number} in {place} waits for {person} already.", **told)
        await put(interaction, text)
        return
    text = words("{person} has challenged you: game {number} in {place} waits for you.", **told)
    await put(interaction, text, view=view_of(buttons.JOIN.button(row.game_id, words=words)))


PRESSES: Final = (
    with_numbers(CHALLENGE_THEM, _ask_preset),
    on(CHALLENGE, _choose_challenge),
)
