"""The panel's common frame: a press is read, checked, carried out, and answered by one request."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any, Final, Self

import discord

from cogs.answering import RefusalError, put, where_of
from cogs.app import Interaction, app_of, guild_of, words_of
from cogs.buttons import Answered, Press
from cogs.panel import spots
from cogs.panel.building import Building
from cogs.panel.castling import Castling
from cogs.panel.choosing import Choosing, only_choice
from cogs.panel.desk import Desk
from cogs.panel.ending import Ending
from cogs.panel.ids import FORM, Spot, template
from cogs.panel.page import Ask, BadSpotError, Do, Forget, Go, Outcome, Screen, Undo
from cogs.panel.placing_workers import PlacingWorkers
from cogs.panel.putting import put_page
from cogs.panel.selling import Selling
from cogs.refusals import plain, refusal_text
from cogs.showing import show
from engine.actions import End
from engine.errors import EngineError
from engine.view import Phase
from tables.errors import TableError
from tables.table import Table
from translation import N_

log = logging.getLogger("arkadia.panel")

SCREENS: Final[dict[str, Screen]] = {
    spots.CHOOSE: Choosing(),
    spots.BUILD: Building(),
    spots.WORKERS: PlacingWorkers(),
    spots.CASTLE: Castling(),
    spots.BANNER: Selling(),
    spots.END: Ending(),
}


LEAVE: Final = "leave"
"""What *Back* says where the panel was opened by a command."""


class TakeTurn(Press, what="take", count=2):
    """Opens the panel. The second number tells messages apart."""

    caption = N_("Take your turn")
    style = discord.ButtonStyle.success

    async def press(self, interaction: Interaction) -> None:
        """Open the panel for the person whose turn it is, or who prepares one."""
        await open_panel(interaction, await self.table(interaction))


class PanelButton(
    Answered, discord.ui.DynamicItem[discord.ui.Button[Any]], template=template("turn")
):
    """Any button of a panel."""

    def __init__(self, item: discord.ui.Button[Any], spot: Spot, verb: str) -> None:
        super().__init__(item)
        self.spot, self.verb = spot, verb

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        assert isinstance(item, discord.ui.Button)
        return cls(item, *Spot.read(match))

    async def press(self, interaction: Interaction) -> None:
        """Carry out what the button means on its screen."""
        await press_panel(interaction, self.spot, self.verb, ())


class PanelMenu(
    Answered, discord.ui.DynamicItem[discord.ui.Select[Any]], template=template("pick")
):
    """Any menu of a panel."""

    def __init__(self, item: discord.ui.Select[Any], spot: Spot, verb: str) -> None:
        super().__init__(item)
        self.spot, self.verb = spot, verb

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu in which something was chosen."""
        assert isinstance(item, discord.ui.Select)
        return cls(item, *Spot.read(match))

    async def press(self, interaction: Interaction) -> None:
        """Carry out the choice."""
        await press_panel(interaction, self.spot, self.verb, self.item.values)


class PanelForm(discord.ui.Modal):
    """A form of a panel. What is filled in comes back by ``submitted``, also after a restart."""

    def __init__(self, spot: Spot, ask: Ask) -> None:
        super().__init__(title=ask.title, custom_id=spot.custom_id("form", ask.verb), timeout=900)
        self.add_item(
            discord.ui.TextInput(
                label=ask.label, placeholder=ask.example, custom_id="text", max_length=40
            )
        )


async def submitted(interaction: Interaction, custom_id: str, values: Sequence[str]) -> bool:
    """Carry out a form of a panel; False if the custom id is none of ours."""
    match = FORM.fullmatch(custom_id)
    if match is None:
        return False
    await press_panel(interaction, *Spot.read(match), values)
    return True


async def open_panel(interaction: Interaction, table: Table) -> None:
    """Open a panel for a person, where there is something to do or to prepare.

    Raises:
        RefusalError: if the person only watches, or has no turn any more.
        TableError: if the game does not run, or the person has left it.
    """
    words = words_of(interaction)
    table.must_run()
    if table.person(interaction.user.id) is None:
        raise RefusalError(
            words(
                "You watch game {number}. `/arkadia board` shows the board whenever you like.",
                number=table.number,
            )
        )
    desk = Desk.of(table, interaction.user.id, words)
    if desk.ahead and not desk.has_a_turn_ahead:
        raise RefusalError(words("You have had your last turn in this game."))
    await show_natural(interaction, desk)


async def press_panel(
    interaction: Interaction, spot: Spot, verb: str, values: Sequence[str]
) -> None:
    """Carry out a press on a panel and show what it led to; an outdated panel is drawn anew.

    Raises:
        RefusalError: if it is another person's panel.
        TableError: if there is no such table, or the person has left it.
    """
    words, user = words_of(interaction), interaction.user.id
    table = await app_of(interaction).tables.get(spot.table, guild_of(interaction))
    person = table.person(user)
    if person is None or person.seat != spot.seat:
        raise RefusalError(
            words("This panel is another person's. `/arkadia turn` opens your own when you play.")
        )
    if table.row.state != "running":
        await put(interaction, words("Game {number} is over.", number=table.number))
        return
    desk = Desk.of(table, user, words)
    if desk.ahead and not desk.has_a_turn_ahead:
        await put(interaction, words("You have had your last turn in this game."))
        return
    if (spot.ahead, spot.version) != (desk.ahead, desk.version):
        await show_natural(interaction, desk, [_gone_on(desk)])
        return
    if verb == LEAVE:
        await show_natural(interaction, desk)
        return
    if spot.screen == spots.CHOOSE:
        desk = await _with_plan(interaction, desk)
    try:
        if spot.screen not in SCREENS:
            raise BadSpotError(spot.screen)
        outcome = SCREENS[spot.screen].press(desk, spot.numbers, verb, values)
        await _carry_out(interaction, desk, spot, outcome)
    except BadSpotError:
        await show_natural(interaction, desk, [words("That is not possible here.")])
    except TableError as error:
        if error.code not in ("outdated", "not-your-turn"):
            raise
        table = await app_of(interaction).tables.get(spot.table, guild_of(interaction))
        desk = Desk.of(table, user, words)
        await show_natural(interaction, desk, [_gone_on(desk)])
    except EngineError as error:
        await show_natural(interaction, desk, [refusal_text(error, words)])


async def _carry_out(interaction: Interaction, desk: Desk, spot: Spot, outcome: Outcome) -> None:
    app, user, words = app_of(interaction), desk.user, desk.words
    match outcome:
        case Ask():
            await interaction.response.send_modal(PanelForm(spot, outcome))
        case Go():
            await show_screen(interaction, desk, outcome)
        case Forget():
            await app.personal.prepare(desk.table, user, None)
            await show_natural(interaction, desk, [words("Forgotten.")])
        case Do(action) if desk.ahead:
            if (reason := desk.position.refusal(action)) is not None:
                raise reason
            await app.personal.prepare(desk.table, user, action)
            kept = words("Kept. When it is your turn, you can look at it again and do it.")
            await show_natural(interaction, desk, [kept])
        case Do(action):
            table, events = await app.tables.act(desk.table.number, user, action, spot.version)
            log.info("Done", extra={"table": table.number, **where_of(interaction)})
            if isinstance(action, End):
                await _ended(interaction, table)
            else:
                after = Desk.of(table, user, words)
                lines = after.teller.lines(events) if after.position.phase is Phase.CASTLE else []
                await show_natural(interaction, after, [f"- {line}" for line in lines])
        case Undo():
            table, action = await app.tables.undo(desk.table.number, user, spot.version)
            log.info("Done", extra={"table": table.number, **where_of(interaction)})
            after = Desk.of(table, user, words)
            await show_natural(
                interaction, after, [words("Taken back: {action}.", action=after.told(action))]
            )


async def _ended(interaction: Interaction, table: Table) -> None:
    """Say who is next, then show everybody what was done; that is done even if saying fails."""
    words = words_of(interaction)
    text = words("Your turn has ended, and with it the game.")
    if table.active is not None:
        name = plain(table.active.name, 32)
        text = words("Your turn has ended. It is {name}'s turn now.", name=name)
    try:
        await put(interaction, text)
    finally:
        await show(interaction, table.number)


def _gone_on(desk: Desk) -> str:
    return desk.words("The game has gone on since. This is how it stands now.")


async def show_natural(interaction: Interaction, desk: Desk, notes: Sequence[str] = ()) -> None:
    """Show the screen on which the person finds what there is to do now."""
    go = spots.natural(desk)
    if go.screen == spots.CHOOSE and (only := only_choice(desk)) is not None:
        go = only
        notes = [*notes, desk.words("This is the only thing you can do now.")]
    await show_screen(interaction, desk, go, notes)


async def show_screen(
    interaction: Interaction, desk: Desk, go: Go, notes: Sequence[str] = ()
) -> None:
    """Show a screen of the panel."""
    if go.screen == spots.CHOOSE:
        desk = await _with_plan(interaction, desk)
    page = SCREENS[go.screen].draw(desk, go.numbers)
    notes = [*notes, go.note] if go.note else notes
    await put_page(interaction, desk, go, page, notes)


async def _with_plan(interaction: Interaction, desk: Desk) -> Desk:
    return desk.with_plan(await app_of(interaction).personal.prepared(desk.table, desk.user))
