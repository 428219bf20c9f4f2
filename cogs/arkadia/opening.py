"""The commands that open a game: a lobby for others, and a practice against computer players."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from engine import FIRST_GAME, load_edition
from i18n.translation import N_, words_for
from tabletop.opening import Opening
from tabletop.time_control import ENDLESS, PRESETS, USUAL
from ui import buttons, interactions
from ui.answers import RefusalError, reply_and_show
from ui.components import view_of, with_numbers
from ui.features import NOTHING, begun_alone, told_of_ranked
from ui.input import choices, suggestions
from ui.interactions import Interaction, asked_in, channel_of, guild_of, services_of, words_of
from ui.public import announcement, places
from ui.texts.markup import plain_name

MOST_SEATS: Final = suggestions.most_seats()


class OpeningCommands(commands.Cog):
    """The command that opens a lobby for a new game."""

    @app_commands.command(description=N_("Open a game in this channel"))
    @app_commands.describe(
        with_1=N_("A player to keep a seat for"),
        with_2=N_("A player to keep a seat for"),
        with_3=N_("A player to keep a seat for"),
        preset=N_("Clock and help"),
        computers=N_("How many computer players to add"),
        level=N_("Playing strength"),
    )
    # A Discord option cannot take several people, and “with” is a keyword of Python.
    @app_commands.rename(with_1="with", with_2="with-2", with_3="with-3")
    @app_commands.autocomplete(preset=choices.preset_choices(), level=choices.level_choices)
    async def start(
        self,
        interaction: Interaction,
        with_1: discord.User | None = None,
        with_2: discord.User | None = None,
        with_3: discord.User | None = None,
        preset: app_commands.Range[str, 1, 100] | None = None,
        computers: app_commands.Range[int, 0, MOST_SEATS - 1] = 0,
        level: app_commands.Range[str, 1, 40] = "journeyman",
    ) -> None:
        """Open a lobby for a new game."""
        channel = channel_of(interaction)
        invited = _people(interaction, with_1, with_2, with_3)
        needed = 1 + len(invited) + computers
        base = choices.read_preset(interaction, preset) or USUAL
        opening = Opening(
            guild=guild_of(interaction),
            channel=channel,
            host=interaction.user.id,
            name=interaction.user.display_name,
            # Named people and computers need their seats; all else is set in the lobby.
            seat_limit=needed if invited else max(needed, load_edition().seat_counts[-1]),
            invited=invited,
            language=await interactions.public_language(interaction),
            computers=(await choices.read_level(interaction, level),) * computers,
            help=base.help,
            clock=str(base.clock),
            late=base.late,
            asked=asked_in(interaction),
        )
        await _open(interaction, opening)


def _people(interaction: Interaction, *named: discord.User | None) -> tuple[int, ...]:
    """For whom seats are to be kept: other people, each once."""
    people = [user for user in named if user is not None and user != interaction.user]
    for user in people:
        if user.bot:
            words = words_of(interaction)
            raise RefusalError(
                words(
                    "{name} is a bot. To add computer players, use `computers:`.",
                    name=plain_name(user.display_name),
                )
            )
    # A person named twice gets one seat.
    return tuple(dict.fromkeys(user.id for user in people))


async def _open(interaction: Interaction, opening: Opening) -> None:
    words = words_of(interaction)
    services = services_of(interaction)
    table = await places.with_place(interaction, await services.tables.lobby.open(opening))
    text = words(
        "Game {number} is open in {place}. When the others have pressed *Join*, press *Begin*.",
        number=table.number,
        place=f"<#{table.place}>",
    )
    extra = await told_of_ranked(interaction) if table.row.leaving_counts else NOTHING
    stays = await places.home_of(interaction.client).why_not(interaction, table)
    lines = [text, *stays, *await announcement.not_notified(interaction, table), *extra.lines]
    view = view_of(buttons.SETTINGS.button(table.number, words=words), *extra.buttons)
    await reply_and_show(interaction, table.number, "\n".join(lines), view=view)


class PracticeCommands(commands.Cog):
    """The command that begins a practice game."""

    @app_commands.command(description=N_("Play against the computer right away, in private"))
    @app_commands.describe(
        level=N_("Playing strength"),
        opponents=N_("How many opponents"),
        setup=N_("What's on the board at the start"),
        edition=N_("Edition"),
    )
    @app_commands.choices(setup=suggestions.SETUP_CHOICES)
    @app_commands.autocomplete(level=choices.level_choices, edition=choices.edition_choices)
    async def practice(
        self,
        interaction: Interaction,
        level: app_commands.Range[str, 1, 40] | None = None,
        opponents: app_commands.Range[int, 1, MOST_SEATS - 1] = 1,
        setup: str = FIRST_GAME,
        edition: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Open a game against computer players and begin it."""
        read, own = choices.read_level, choices.own_level
        chosen = await (read(interaction, level) if level else own(interaction))
        levels = (chosen,) * opponents
        await begin_practice(interaction, levels, setup, choices.read_edition(edition).id)


async def _play_practice(interaction: Interaction) -> None:
    if not await begun_alone(interaction):
        await begin_practice(interaction, (await choices.own_level(interaction),))


async def begin_practice(
    interaction: Interaction, levels: tuple[str, ...], setup: str = FIRST_GAME, edition: str = ""
) -> None:
    """Open a game of one person against computer players of some levels, and begin it."""
    words, here = words_of(interaction), channel_of(interaction)
    tables = services_of(interaction).tables
    home = await places.channel_for_threads(interaction)
    opening = Opening(
        guild=guild_of(interaction),
        channel=home.id if home else here,
        host=interaction.user.id,
        name=interaction.user.display_name,
        setup=setup,
        seat_limit=len(levels) + 1,
        language=interactions.private_language(interaction),
        computers=levels,
        help="all",
        # No clock: alone against computers, a slow person keeps nobody waiting.
        clock=str(PRESETS[ENDLESS]),
        edition=edition,
        asked=asked_in(interaction),
    )
    table = await tables.lobby.open(opening)  # refused before anything is made that is seen
    if home is not None:
        name = places.practice_name(interaction.user.display_name, words_for(opening.language))
        await places.own_thread(interaction, home, name, table.number)
    await tables.lobby.begin(table.number, interaction.user.id)
    place = f"<#{table.place}>"
    begun = words("Game {number} has begun in {place}. Have fun!", number=table.number, place=place)
    await reply_and_show(interaction, table.number, begun)


PRESSES: Final = (with_numbers(buttons.PRACTICE, _play_practice),)
