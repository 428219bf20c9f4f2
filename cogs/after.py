"""After a game: its record as a file, and a rematch."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import discord

from cogs.answering import reply, think
from cogs.app import Interaction, app_of, words_of
from cogs.buttons import Press
from cogs.pictures import file_of
from cogs.showing import reply_and_show
from engine.record import Record
from tables.lobbies import Opening
from tables.table import Table
from translation import N_


class GetRecord(Press, what="record"):
    """Gives the record of a game as a file."""

    caption = N_("Record")

    async def press(self, interaction: Interaction) -> None:
        """Send the record to the person."""
        await think(interaction)
        await send_record(interaction, await self.table(interaction))


class Rematch(Press, what="rematch"):
    """Opens a new game with the same set-up."""

    caption = N_("Rematch")
    style = discord.ButtonStyle.success

    async def press(self, interaction: Interaction) -> None:
        """Open a lobby like that of this game, hosted by the person, where the game was begun."""
        await think(interaction)
        row = (await self.table(interaction)).row
        computers = tuple(seat.level for seat in row.seats if seat.user_id is None and seat.level)
        opening = Opening(
            guild=row.guild_id,
            channel=row.channel_id,
            host=interaction.user.id,
            name=interaction.user.display_name,
            setup=row.setup,
            mirror=row.mirror,
            seats=row.seat_limit,
            language=row.language,
            computers=computers,
            hints=row.hints,
            patience=row.patience,
        )
        await open_game(interaction, opening)


async def open_game(interaction: Interaction, opening: Opening) -> None:
    """Open a lobby and show it."""
    words = words_of(interaction)
    table = await app_of(interaction).tables.open(opening)
    text = words(
        "Game {number} is open in {place}. When the others have pressed *Join*, press *Begin*.",
        number=table.number,
        place=f"<#{opening.channel}>",
    )
    await reply_and_show(interaction, table.number, text)


async def send_record(interaction: Interaction, table: Table) -> None:
    """Send a game as a file: the whole record once it is over, before that only the actions.

    Raises:
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    game = table.running_game()
    if not game.position.over:
        completed = game.actions[: len(game.actions) - len(game.turn.steps)]
        text = "".join(f"{action}\n" for action in completed)
        file = file_of(text.encode(), f"arkadia-{table.number}-actions.txt")
        sentence = words(
            "Game {number} is not over: here is what was played up to the last turn. Once it "
            "is over you get the whole record, cards included.",
            number=table.number,
        )
        await reply(interaction, sentence, files=[file])
        return
    started = datetime.fromtimestamp((table.row.begun_at or 0) / 1000, UTC)
    record = json.loads(Record.of(game.position, game.actions).to_json())
    record["names"] = list(table.names)
    record["started"] = started.isoformat(timespec="seconds")
    line = json.dumps(record, ensure_ascii=False) + "\n"
    file = file_of(line.encode(), f"arkadia-{table.number}.json")
    sentence = words("The record of game {number}.", number=table.number)
    await reply(interaction, sentence, files=[file])
