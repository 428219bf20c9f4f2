"""The settings of a lobby, changed by its host in forms until the game begins."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord

from engine.edition_files import editions, load_edition
from i18n.translation import Words, languages, own_name
from tabletop.table import Table
from tabletop.time_control import PRESETS, preset_of, read_control
from ui import buttons, components
from ui.answers import RefusalError, put, show
from ui.features import add_to, extra_of
from ui.input import choices, suggestions
from ui.input.suggestions import said, values_of
from ui.interactions import Interaction, services_of, table_seen, words_of
from ui.texts import lobby, markup

MOST_KEPT: Final = 3  # the people for whom seats can be kept in the form


async def _change_game(interaction: Interaction, table: Table) -> None:
    _must_be_open_to_host(interaction, table)
    row, words = table.row, words_of(interaction)
    spoken = [(code, own_name(code)) for code in languages()]
    fields = (
        components.menu_field(
            words("What's on the board at the start"),
            "setup",
            said(suggestions.SETUP_CHOICES, words),
            row.setup,
        ),
        components.yes_or_no(words("Tiles can be mirrored"), "mirror", row.mirror, words),
        components.menu_field(
            words("Help with turns"), "help", said(suggestions.HELP_CHOICES, words), row.help
        ),
        components.yes_or_no(words("Counts in the ranking"), "rated", row.leaving_counts, words),
        components.menu_field(words("Language of the game"), "language", spoken, row.language),
    )
    form = f"arkadia:set-game-form:{table.number}"
    await components.open_form(interaction, buttons.SET_GAME.title(words), form, *fields)


async def _change_clock(interaction: Interaction, table: Table) -> None:
    _must_be_open_to_host(interaction, table)
    row, words = table.row, words_of(interaction)
    agreed = read_control(row.clock)
    offered = {str(control): control for control in (*PRESETS.values(), agreed)}
    prepared = words("Prepared turns can be played immediately")
    clocks = [(value, lobby.clock_in_short(control, words)) for value, control in offered.items()]
    fields = (
        components.menu_field(words("Time per turn"), "clock", clocks, str(agreed)),
        components.text_field(
            words("Or type a time"), "other", placeholder="12h+24h", max_length=40
        ),
        components.menu_field(
            words("When the time is up"), "late", said(suggestions.LATE_CHOICES, words), row.late
        ),
        components.menu_field(
            words("While a player is away"),
            "absence",
            said(suggestions.ABSENCE_CHOICES, words),
            row.absence,
        ),
        components.yes_or_no(prepared, "once", row.at_once, words),
    )
    form = f"arkadia:set-clock-form:{table.number}"
    await components.open_form(interaction, buttons.SET_CLOCK.title(words), form, *fields)


async def _choose_preset(interaction: Interaction, press: components.Press) -> None:
    found = choices.read_preset(interaction, press.chosen)
    if found is not None:
        changed = {"clock": str(found.clock), "late": found.late, "help": found.help}
        await _change(interaction, press.numbers[0], changed)


async def _choose_edition(interaction: Interaction, press: components.Press) -> None:
    """Store which edition is played, with no more seats than it has."""
    table, edition = await press.table(interaction), choices.read_edition(press.chosen)
    seats = min(table.row.seat_limit, edition.seat_counts[-1])
    await _change(interaction, table.number, {"edition": edition.id, "seat_limit": seats})


async def _change_people(interaction: Interaction, table: Table) -> None:
    _must_be_open_to_host(interaction, table)
    row, words = table.row, words_of(interaction)
    least, *_, most = load_edition(row.edition).seat_counts
    seats = [(str(count), words.number(count)) for count in range(least, most + 1)]
    all_may, invited = words("Everybody here can join."), words("Only invited people can join.")
    join = "invited" if row.invited_only else "all"
    fields = (
        components.menu_field(buttons.SET_PEOPLE.title(words), "seats", seats, str(row.seat_limit)),
        components.menu_field(
            words("Who may join"), "join", [("all", all_may), ("invited", invited)], join
        ),
        components.people_field(words("Keep seats for"), "kept", row.invited, MOST_KEPT),
        components.yes_or_no(words("Begins when it's full"), "full", row.begins_full, words),
    )
    form = f"arkadia:set-people-form:{table.number}"
    await components.open_form(interaction, buttons.SET_PEOPLE.title(words), form, *fields)


async def _game_sent(interaction: Interaction, sent: components.Submitted) -> None:
    words = words_of(interaction)
    changed = {
        "setup": sent.one_of("setup", values_of(suggestions.SETUP_CHOICES), words),
        "mirror": sent.says_yes("mirror", words),
        "help": sent.one_of("help", values_of(suggestions.HELP_CHOICES), words),
        "leaving_counts": sent.says_yes("rated", words),
        "language": sent.one_of("language", languages(), words),
    }
    await _change(interaction, int(sent.match[1]), changed)


async def _clock_sent(interaction: Interaction, sent: components.Submitted) -> None:
    """Store the chosen clock; a time that was typed goes before one from the menu."""
    words = words_of(interaction)
    typed = sent.texts.get("other", "").strip() or sent.texts.get("clock", "")
    changed = {
        "clock": str(read_control(typed)),
        "late": sent.one_of("late", values_of(suggestions.LATE_CHOICES), words),
        "absence": sent.one_of("absence", values_of(suggestions.ABSENCE_CHOICES), words),
        "at_once": sent.says_yes("once", words),
    }
    await _change(interaction, int(sent.match[1]), changed)


async def _people_sent(interaction: Interaction, sent: components.Submitted) -> None:
    words = words_of(interaction)
    counts = [str(count) for count in range(1, 10)]
    changed = {
        "seat_limit": int(sent.one_of("seats", counts, words)),
        "invited_only": sent.one_of("join", ("all", "invited"), words) == "invited",
        "begins_full": sent.says_yes("full", words),
    }
    kept = _people(interaction, sent.texts.get("kept", ""), words)
    await _change(interaction, int(sent.match[1]), changed, kept)


async def show_settings(interaction: Interaction, table: Table) -> None:
    """Show the settings of a lobby, to its host with the buttons that open the forms."""
    table.must_be_lobby()
    words, number, row = words_of(interaction), table.number, table.row
    if row.host_id != interaction.user.id:
        view = components.view_of(buttons.LOBBY.button(number, words=words))
        await put(interaction, lobby.settings_text(table, words), view=view)
        return
    now = preset_of(row.clock, row.late, row.help)
    presets = await choices.preset_options(interaction, now, row.seat_limit)
    boxes = [
        discord.SelectOption(
            label=one.title[: markup.OPTION_LIMIT], value=one.id, default=one.id == row.edition
        )
        for one in editions()[: markup.MOST_OPTIONS]
    ]
    view = components.view_of(
        buttons.SET_GAME.button(number, words=words),
        buttons.SET_CLOCK.button(number, words=words),
        buttons.SET_PEOPLE.button(number, words=words),
        buttons.LOBBY.button(number, words=words),
        buttons.SET_PRESET.menu(number, options=presets, words=words),
        *([buttons.SET_EDITION.menu(number, options=boxes, words=words)] if boxes[1:] else []),
    )
    add_to(view, await extra_of(interaction.client, "settings", table, words, row.host_id))
    choice = f"**{words.context('button', buttons.SET_PRESET.caption)}**"
    lines = [lobby.settings_text(table, words), choice, *lobby.meanings(words)]
    await put(interaction, "\n".join(lines), view=view)


def _must_be_open_to_host(interaction: Interaction, table: Table) -> None:
    table.must_be_lobby()
    table.must_host(interaction.user.id)


async def _change(
    interaction: Interaction,
    number: int,
    changed: Mapping[str, object],
    kept: Sequence[int] | None = None,
) -> None:
    """Store new settings for the host, show them, and bring the lobby's message up to date."""
    table = await table_seen(interaction, number)
    table = await services_of(interaction).tables.lobby.change(
        table.number, interaction.user.id, changed, kept
    )
    try:
        if table.row.state == "lobby":
            await show_settings(interaction, table)
        else:
            words, place = words_of(interaction), f"<#{table.place}>"
            begun = words(
                "Game {number} has begun in {place}. Have fun!", number=number, place=place
            )
            await put(interaction, begun)
    finally:
        await show(interaction, number)


def _people(interaction: Interaction, chosen: str, words: Words) -> list[int]:
    data: Mapping[str, Any] = interaction.data or {}
    users: Mapping[str, Mapping[str, Any]] = data.get("resolved", {}).get("users", {})
    people = [number for number in chosen.split() if number in users][:MOST_KEPT]
    if any(users[number].get("bot") for number in people):
        raise RefusalError(
            words(
                "You can only keep seats for people. For computers, use *Add a "
                "computer player…* in the lobby."
            )
        )
    return [int(number) for number in people]


PRESSES: Final = (
    components.at_table(buttons.SETTINGS, show_settings),
    components.at_table(buttons.SET_GAME, _change_game),
    components.at_table(buttons.SET_CLOCK, _change_clock),
    components.on(buttons.SET_PRESET, _choose_preset),
    components.on(buttons.SET_EDITION, _choose_edition),
    components.at_table(buttons.SET_PEOPLE, _change_people),
)
MODALS: Final = (
    components.on_form("arkadia:set-game-form:([0-9]{1,9})", _game_sent),
    components.on_form("arkadia:set-clock-form:([0-9]{1,9})", _clock_sent),
    components.on_form("arkadia:set-people-form:([0-9]{1,9})", _people_sent),
)
