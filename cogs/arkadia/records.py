"""Records of games: as a file, as an animation, and as a review of the person's own turns."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.arkadia.past import stepping
from cogs.arkadia.reviews import send_review
from cogs.arkadia.story import tell_story
from db.games.archive import Listing
from engine.record import Record
from engine.view import View
from i18n.translation import N_, Words
from render import draw_replay
from tabletop.cache import table_of
from tabletop.errors import UnreadableTableError
from tabletop.outcome import as_counted
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, change_answer, reply
from ui.components.presses import at_table
from ui.components.views import view_of
from ui.input.games import FINISHED, PLAYED, find_table
from ui.input.suggestions import game_option
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.audience import seen
from ui.pictures import file_of
from ui.public.posts.final import names_at_end, page_button
from ui.services.per_person import StillBusyError
from ui.services.replays import Progress, StillDrawingError
from web.links import hash_of
from web.replaying import one_file
from words.alt import describe_end

STEP_S: Final = 1.5
"""How often the message tells how far the animation or the export is."""

MOST_EXPORTED: Final = 100_000
"""The most games of a person that are written down at once."""

MOST_OF_A_FILE: Final = 9_000_000
"""Bytes; Discord takes 10 MiB everywhere."""


class RecordCommands(commands.Cog):
    """The commands that export, replay and review games."""

    record = app_commands.Group(name="record", description=N_("The game written down"))

    @record.command(description=N_("Get a game as a file"))
    @app_commands.describe(everything=N_("All games you finished on this server"))
    @game_option(PLAYED)
    async def export(
        self, interaction: Interaction, game: int | None = None, everything: bool = False
    ) -> None:
        """Send the record of one game as a file, or of all the person's games."""
        if everything:
            await send_all_records(interaction)
            return
        await send_record(interaction, await find_table(interaction, game, PLAYED))

    @record.command(description=N_("Watch a finished game as an animation"))
    @game_option(PLAYED)
    async def replay(self, interaction: Interaction, game: int | None = None) -> None:
        """Send the animation of a finished game."""
        await send_replay(interaction, await find_table(interaction, game, FINISHED))

    @record.command(description=N_("Look back at your turns of a finished game"))
    @game_option(PLAYED)
    async def review(self, interaction: Interaction, game: int | None = None) -> None:
        """Review the person's own turns of a finished game."""
        await send_review(interaction, await find_table(interaction, game, FINISHED))

    @record.command(description=N_("What happened so far"))
    @app_commands.describe(since=N_("The first turn to show"))
    @game_option(PLAYED)
    async def story(
        self,
        interaction: Interaction,
        game: int | None = None,
        since: app_commands.Range[int, 1, 9999] | None = None,
    ) -> None:
        """Tell the story of a game."""
        await tell_story(interaction, await find_table(interaction, game, PLAYED), since or 0)


async def send_record(interaction: Interaction, table: Table) -> None:
    """Send a game as a file: the whole record once it is over, only the actions before.

    Raises:
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    game = table.running_game()
    if not game.position.over:
        # Without the turn that is being played, which only its player sees before it ends.
        completed = game.actions[: len(game.actions) - len(game.turn.plies)]
        text = "".join(f"{action}\n" for action in completed)
        file = file_of(text.encode(), f"arkadia-{table.number}-actions.txt")
        sentence = words(
            "Game {number} is not over: here is what was played up to the last turn. Once it "
            "is over you get the whole record, cards included.",
            number=table.number,
        )
        await reply(interaction, sentence, files=[file])
        return
    files = [file_of(record_line(table).encode(), f"arkadia-{table.number}.json")]
    sentence = words("The record of game {number}.", number=table.number)
    link = page_button(table, words, services_of(interaction).settings.looking_back)
    if link is not None:
        await reply(interaction, sentence, files=files, view=view_of(link))
        return
    # In a thread: the pieces are drawn.
    page = await asyncio.to_thread(_page_of, table, words)
    files.append(file_of(page, f"arkadia-{table.number}.html"))
    sentence += " " + words("Open the page in a browser to go through it turn by turn.")
    await reply(interaction, sentence, files=files)


def _page_of(table: Table, words: Words) -> bytes:
    """Return the page that looks back at a finished game, as one file."""
    game = table.running_game()
    record = Record.of(game.position, game.actions)
    return one_file(record, hash_of(record, names_at_end(table, words), words.language))


def record_line(table: Table) -> str:
    """Return the record of a finished game as a line of JSON."""
    game = table.running_game()
    started = datetime.fromtimestamp((table.row.begun_at or 0) / 1000, UTC)
    record = json.loads(Record.of(game.position, game.actions).to_json())
    # The engine's record has no people and no dates: it must replay without either.
    record["names"] = list(table.names)
    record["started"] = started.isoformat(timespec="seconds")
    if table.row.begun_in is not None:
        record["continues"] = {"game": table.row.begun_in, "turn": table.row.begun_turn}
    return json.dumps(record, ensure_ascii=False) + "\n"


async def send_all_records(interaction: Interaction) -> None:
    """Send a person files with the records of all games they finished here and can see.

    Raises:
        RefusalError: if there is none, or they are being written down already.
    """
    words, services = words_of(interaction), services_of(interaction)
    user = interaction.user.id
    own = Listing(guild_of(interaction), [(user, None)])
    found = await services.tables.store.games.finished(own, 0, limit=MOST_EXPORTED)
    rows = await seen(interaction, found)
    if not rows:
        raise RefusalError(words("You have finished no game on this server yet."))
    try:
        with services.exports.holding(user):
            # Oldest first, as one would read them; the store lists the newest first.
            await _send_records(interaction, [row.game_id for row in reversed(rows)], words)
    except StillBusyError as error:
        raise RefusalError(words("Your games are being written down already.")) from error


async def _send_records(interaction: Interaction, numbers: Sequence[int], words: Words) -> None:
    """Write games down in as few files as Discord takes, telling how far it is."""
    count, missing, files = len(numbers), 0, 0
    await reply(interaction, words.plural("Your {n} game…", "Your {n} games…", count))
    lines, size, told = list[bytes](), 0, time.monotonic()
    for done, number in enumerate(numbers):
        line = await _line_of(interaction, number)
        if line is None:
            missing += 1
            continue
        if lines and size + len(line) > MOST_OF_A_FILE:
            files += 1
            await _send_lines(interaction, lines, f"arkadia-games-{files}.jsonl")
            lines, size = [], 0
        lines.append(line)
        size += len(line)
        # By time, not by games: Discord limits how often a message may be edited.
        if time.monotonic() - told > STEP_S:
            told = time.monotonic()
            text = words("Your games… {done} of {count}", done=done, count=count)
            await change_answer(interaction, text)
    name = f"arkadia-games-{files + 1}.jsonl" if files else "arkadia-games.jsonl"
    if lines:
        await _send_lines(interaction, lines, name)
    text = words.plural(
        "Your {n} finished game here, a record in JSON on each line.",
        "Your {n} finished games here, a record in JSON on each line.",
        count - missing,
    )
    if missing:
        text += "\n" + words.plural(
            "{n} game cannot be read now and is missing.",
            "{n} games cannot be read now and are missing.",
            missing,
        )
    await change_answer(interaction, text)


async def _line_of(interaction: Interaction, number: int) -> bytes | None:
    """Return the record of a game; None if it cannot be read, or is gone."""
    stored = await services_of(interaction).tables.store.games.load(number)
    # The list is as old as the export takes: a game may have been deleted since.
    if stored is None or stored.state != "finished":
        return None
    try:
        # Not by the cache of tables, from which hundreds of old games would push the running ones.
        table = await asyncio.to_thread(table_of, stored)
    except UnreadableTableError:  # who opens it has it set aside
        return None
    return record_line(table).encode()


async def _send_lines(interaction: Interaction, lines: Sequence[bytes], name: str) -> None:
    await reply(interaction, "", files=[file_of(b"".join(lines), name)])


async def send_replay(interaction: Interaction, table: Table) -> None:
    """Make the animation of a finished game and send it, showing the progress meanwhile.

    Raises:
        RefusalError: if the game is not over.
        TableError: if it has not begun.
    """
    words = words_of(interaction)
    game = table.running_game()
    if not game.position.over:
        raise RefusalError(
            words(
                "Game {number} is not over yet. It can be replayed afterwards.", number=table.number
            )
        )
    record, end = Record.of(game.position, game.actions), as_counted(table, table.view())
    title = words("Game {number}", number=table.number)
    draw = partial(_draw, record, end, table.names, title, words)
    # Everything that is drawn: people who ask for the same animation share one drawing.
    key = table.number, table.names, words.language
    try:
        drawing = services_of(interaction).replays.draw(interaction.user.id, key, draw)
    except StillDrawingError as error:
        raise RefusalError(
            words("Another game is being drawn for you. Please ask again when it is there.")
        ) from error
    await reply(interaction, words("Drawing the game…"))
    while not drawing.file.done():
        await asyncio.wait({drawing.file}, timeout=STEP_S)
        if not drawing.file.done():
            percent = words.percent(drawing.percent.done)
            text = words("Drawing the game… {percent}", percent=percent)
            await change_answer(interaction, text)
    final = describe_end(end, names=table.names, words=words)
    alt = words.plural(
        "Game {number} as an animation: the board after its only turn. {end}",
        "Game {number} as an animation: the board after each of its {n} turns. {end}",
        game.position.turn,
        number=table.number,
        end=final,
    )
    file = file_of(drawing.file.result(), f"arkadia-{table.number}.gif", alt)
    text = words("Game {number}, turn by turn:", number=table.number)
    view = stepping(table, game.position.turn, words)
    await change_answer(interaction, text, files=[file], view=view)


def _draw(
    record: Record, end: View, names: Sequence[str], title: str, words: Words, progress: Progress
) -> bytes:
    return draw_replay(record, names=names, title=title, words=words, progress=progress, end=end)


PRESSES: Final = (
    at_table(buttons.RECORD, send_record),
    at_table(buttons.REPLAY, send_replay),
)
