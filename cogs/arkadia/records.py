"""Records of games: what came of one, its log page by page, as a file, and as an animation."""

import asyncio
import json
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.arkadia.boards import stepping
from db.games.archive import Listing
from engine import Record, Turn
from i18n.translation import N_, Words
from render import draw_replay
from tabletop import cache, errors, outcome
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, change_answer, put, reply
from ui.components import at_table, at_turn, nearest_page, page_buttons, view_of, with_numbers
from ui.features import add_to, extra_of
from ui.input import games, suggestions
from ui.interactions import Interaction, guild_of, seen, services_of, words_of
from ui.pictures import file_of, theme_of
from ui.public.end import told_again
from ui.services.per_person import Exports, Progress, Replays, StillBusyError
from ui.texts import events, markup
from ui.texts.turns import headline
from words.alt import describe_end

ROOM_FOR_HEAD: Final = 150  # characters, in any language

ONE_AT_ONCE: Final = N_("I'm still working on your last request. Please ask again when it's done.")


class LogCommands(commands.Cog):
    """The command that shows the log of a game."""

    @app_commands.command(description=N_("Read what happened, turn by turn"))
    @app_commands.describe(page=N_("Which page; leave it out for the newest"))
    @suggestions.game_option(games.PLAYED)
    async def log(
        self,
        interaction: Interaction,
        page: app_commands.Range[int, 1, 999] | None = None,
        game: int | None = None,
    ) -> None:
        """Show the log of a game in words."""
        table = await games.find_table(interaction, game, games.PLAYED)
        text, view = log_page(table, page, words_of(interaction))
        await reply(interaction, text, view=view)


async def _turn_to(interaction: Interaction, table: Table, page: int) -> None:
    text, view = log_page(table, page, words_of(interaction))
    await put(interaction, text, view=view)


def log_page(table: Table, page: int | None, words: Words) -> tuple[str, discord.ui.View]:
    """Return a page of the completed turns in words, by default the newest, with its buttons."""
    turns = table.turns_since(1)
    if not turns:
        text = words("Nobody has played a turn in game {number} yet.", number=table.number)
        return text, view_of()
    found = told_pages(turns, events.Teller.of(table, words))
    count = len(found)
    page = nearest_page(page or count, count)
    heading = f"**{words('Arkadia, game {number}', number=table.number)}**"
    head = words("{heading}, page {page} of {count}", heading=heading, page=page, count=count)
    faces = buttons.LOG_EARLIER, buttons.LOG_LATER
    view = view_of(*page_buttons(*faces, table.number, page=page, count=count, words=words))
    return f"{head}\n\n{found[page - 1]}", view


def told_pages(turns: Iterable[Turn], teller: events.Teller) -> list[str]:
    """Return turns in words, split into pages that stay the same when turns are added."""
    # Filled from the first turn on: the number of a full page never changes.
    return markup.pages(map(teller.turn, turns), markup.MESSAGE_LIMIT - ROOM_FOR_HEAD)


STEP_S: Final = 1.5  # how often the message tells how far the animation or the export is
MOST_EXPORTED: Final = 100_000  # the most games of a person that are written down at once
MOST_OF_A_FILE: Final = 9_000_000  # bytes; Discord takes 10 MiB everywhere


class RecordCommands(commands.Cog):
    """The command that opens a game's record."""

    @app_commands.command(description=N_("Revisit a game: result, replay, review, story, file"))
    @suggestions.game_option(games.PLAYED)
    async def record(self, interaction: Interaction, game: int | None = None) -> None:
        """Show what came of a game, with all ways to look at it again."""
        try:
            table = await games.find_table(interaction, game, games.PLAYED)
        except RefusalError as error:
            if error.view is not None:  # one of several games, or all of them as files
                error.view.add_item(buttons.ALL_RECORDS.button(words=words_of(interaction)))
            raise
        await show_record(interaction, table)


async def show_record(interaction: Interaction, table: Table) -> None:
    """Show a person what came of a game, or how it stands, with all ways to look at it again."""
    words, number = words_of(interaction), table.number
    view, lines, files = view_of(), [headline(table, words)], list[discord.File]()
    if table.running_game().position.over:
        lines, files = await told_again(table, words, theme_of(interaction))
        view.add_item(buttons.REPLAY.button(number, words=words))
    export = words.context("button", "As a file")
    view.add_item(buttons.TURN_BY_TURN.button(number, words=words))
    view.add_item(buttons.RECORD.button(number, words=words, label=export))
    view.add_item(buttons.ALL_RECORDS.button(words=words))
    if files and table.person(interaction.user.id) is not None:
        view.add_item(buttons.REMATCH.button(number, words=words))
    person = interaction.user.id
    add_to(view, await extra_of(interaction.client, "record", table, words, person))
    await reply(interaction, markup.pages("\n".join(lines))[0], files=files, view=view)


async def send_record(interaction: Interaction, table: Table) -> None:
    """Send a game as a file: the whole record once it is over, only the actions before."""
    words = words_of(interaction)
    game = table.running_game()
    if not game.position.over:
        # Without the turn that is being played, which only its player sees before it ends.
        completed = game.actions[: len(game.actions) - len(game.turn.plies)]
        text = "".join(f"{action}\n" for action in completed)
        file = file_of(text.encode(), f"arkadia-{table.number}-actions.txt")
        sentence = words(
            "Game {number} isn't over yet: here's everything played so far. Once it's "
            "over, you get the whole record, cards included.",
            number=table.number,
        )
        await reply(interaction, sentence, files=[file])
        return
    extra = await extra_of(interaction.client, "file", table, words, interaction.user.id)
    files = [file_of(record_line(table).encode(), f"arkadia-{table.number}.json"), *extra.files]
    lines = [words("The record of game {number}.", number=table.number), *extra.lines]
    await reply(interaction, "\n".join(lines), files=files, view=view_of(*extra.buttons))


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
    """Send a person files with the records of all games they finished here and can see."""
    words, services = words_of(interaction), services_of(interaction)
    user = interaction.user.id
    own = Listing(guild_of(interaction), [(user, None)])
    found = await services.tables.store.games.finished(own, 0, limit=MOST_EXPORTED)
    rows = await seen(interaction, found)
    if not rows:
        raise RefusalError(words("You haven't finished a game on this server yet."))
    try:
        with services[Exports].holding(user):
            # Oldest first, as one would read them; the store lists the newest first.
            await _send_records(interaction, [row.game_id for row in reversed(rows)], words)
    except StillBusyError as error:
        raise RefusalError(words(ONE_AT_ONCE)) from error


async def _send_records(interaction: Interaction, numbers: Sequence[int], words: Words) -> None:
    count, missing, files = len(numbers), 0, 0
    await reply(interaction, words("Collecting your games… {done} of {count}", done=0, count=count))
    lines, size, shown_at = list[bytes](), 0, time.monotonic()
    for done, number in enumerate(numbers):
        line = await _line_of(interaction, number)
        if line is None:
            missing += 1
            continue
        if lines and size + len(line) > MOST_OF_A_FILE:
            files += 1
            part = file_of(b"".join(lines), f"arkadia-games-{files}.jsonl")
            await reply(interaction, "", files=[part])
            lines, size = [], 0
        lines.append(line)
        size += len(line)
        # By time, not by games: Discord limits how often a message may be edited.
        if time.monotonic() - shown_at > STEP_S:
            shown_at = time.monotonic()
            text = words("Collecting your games… {done} of {count}", done=done, count=count)
            await change_answer(interaction, text)
    name = f"arkadia-games-{files + 1}.jsonl" if files else "arkadia-games.jsonl"
    if lines:
        await reply(interaction, "", files=[file_of(b"".join(lines), name)])
    text = words.plural(
        "Your {n} finished game here, one JSON record per line.",
        "Your {n} finished games here, one JSON record per line.",
        count - missing,
    )
    if missing:
        text += "\n" + words.plural(
            "{n} game is missing: it can't be read right now.",
            "{n} games are missing: they can't be read right now.",
            missing,
        )
    await change_answer(interaction, text)


async def _line_of(interaction: Interaction, number: int) -> bytes | None:
    stored = await services_of(interaction).tables.store.games.load(number)
    # The list is as old as the export takes: a game may have been deleted since.
    if stored is None or stored.state != "finished":
        return None
    try:
        # Not by the cache of tables, from which hundreds of old games would push the running ones.
        table = await asyncio.to_thread(cache.table_of, stored)
    except errors.UnreadableTableError:  # who opens it has it set aside
        return None
    return record_line(table).encode()


async def send_replay(interaction: Interaction, table: Table) -> None:
    """Make the animation of a finished game and send it, showing the progress meanwhile."""
    words = words_of(interaction)
    game = table.running_game()
    if not game.position.over:
        raise errors.TableError("not-over", number=table.number)
    record, end = Record.of(game.position, game.actions), outcome.as_counted(table, table.view())
    title = words("Game {number}", number=table.number)

    def draw(progress: Progress) -> bytes:
        look: dict[str, Any] = {"names": table.names, "title": title, "words": words}
        return draw_replay(record, **look, progress=progress, end=end)

    # Everything that is drawn: people who ask for the same animation share one drawing.
    key = table.number, table.names, words.language
    try:
        drawing = services_of(interaction)[Replays].draw(interaction.user.id, key, draw)
    except StillBusyError as error:
        raise RefusalError(words(ONE_AT_ONCE)) from error
    await reply(interaction, words("Making the animation… {percent}", percent=words.percent(0)))
    while not drawing.file.done():
        await asyncio.wait({drawing.file}, timeout=STEP_S)
        if not drawing.file.done():
            percent = words.percent(drawing.percent)
            text = words("Making the animation… {percent}", percent=percent)
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


PRESSES: Final = (
    at_table(buttons.RECORD, send_record),
    with_numbers(buttons.ALL_RECORDS, send_all_records),
    at_table(buttons.REPLAY, send_replay),
    at_turn(buttons.LOG_EARLIER, _turn_to),
    at_turn(buttons.LOG_LATER, _turn_to),
)
