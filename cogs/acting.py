"""Doing what a command says, after asking where that is wished."""

from __future__ import annotations

import logging

from cogs.answering import reply, where_of
from cogs.app import Interaction, app_of, words_of
from cogs.panel.asking import ask, ask_undo
from cogs.pictures import board_file, marks_now, theme_of
from cogs.refusals import plain
from cogs.showing import reply_and_show
from cogs.telling import Teller
from engine.actions import Action, End, Pass
from engine.view import Phase
from tables.table import Table
from translation import Words

log = logging.getLogger("arkadia.turns")


async def act(interaction: Interaction, table: Table, action: Action, confirm: bool | None) -> None:
    """Carry out an action for a person; tell them what it did and what comes next.

    Args:
        confirm: whether the person is asked first; None for what the person prefers.
    """
    app, user = app_of(interaction), interaction.user.id
    words = words_of(interaction)
    if _asks(interaction, confirm):
        await ask(interaction, table, action)
        return
    # what the person saw is what was found for the command
    table, events = await app.tables.act(table.number, user, action, table.version)
    if isinstance(action, End):
        await reply_and_show(interaction, table.number, _ended(table, words))
        return
    game = table.running_game()
    teller = Teller(game.start.edition, table.names, game.start.colours, words)
    await _answer(interaction, table, teller.lines(events), words)


async def take_back(interaction: Interaction, table: Table, confirm: bool | None) -> None:
    """Take a person's last action back; see ``act``."""
    words = words_of(interaction)
    if _asks(interaction, confirm):
        await ask_undo(interaction, table)
        return
    table, action = await app_of(interaction).tables.undo(
        table.number, interaction.user.id, table.version
    )
    text = words("Taken back: `{action}`.", action=action)
    await _answer(interaction, table, [text], words)


def _asks(interaction: Interaction, confirm: bool | None) -> bool:
    if confirm is not None:
        return confirm
    return app_of(interaction).personal.preferences(interaction.user.id).confirm


async def _answer(interaction: Interaction, table: Table, lines: list[str], words: Words) -> None:
    """Show the person, and nobody else, the board in the middle of their turn."""
    log.info("Done", extra={"table": table.number, **where_of(interaction)})
    text = "\n".join([*(f"- {line}" for line in lines), next_step(table, words)])
    user = interaction.user.id
    file = await board_file(
        table, words, user=user, marks=marks_now(table, user), theme=theme_of(interaction)
    )
    await reply(interaction, text, files=[file])


def _ended(table: Table, words: Words) -> str:
    if table.active is None:
        return words("Your turn has ended, and with it the game.")
    return words("Your turn has ended. Next: {name}.", name=plain(table.active.name, 32))


def next_step(table: Table, words: Words) -> str:
    """What the active person can do now, with the commands for it."""
    position = table.running_game().position
    if position.phase is Phase.MUST:
        if position.is_legal(Pass()):
            return words("You can neither build nor place a worker: `/arkadia pass`.")
        return words("Build with `/arkadia build` or place workers with `/arkadia workers`.")
    if position.phase is Phase.CASTLE:
        return words.plural(
            "Place {n} castle piece with `/arkadia castle`.",
            "Place {n} castle pieces with `/arkadia castle`.",
            position.owed,
        )
    banners = position.banners[position.active]
    if position.banner_used or not banners:
        return words("`/arkadia end` ends your turn.")
    return words.plural(
        "Hand in your last banner with `/arkadia banner`, or end your turn with `/arkadia end`.",
        "Hand in one of {n} banners with `/arkadia banner`, or end your turn with `/arkadia end`.",
        banners,
    )
