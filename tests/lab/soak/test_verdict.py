"""The verdict finds every kind of wrong that it looks for, and none where all is right."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from db.store import Store
from engine.random_play import random_action
from lab.discord.history import Message
from lab.discord.model import Discord
from lab.discord.strict import Json
from lab.soak.verdict import judge, told_in
from lab.tables import tables_on
from tabletop.opening import Opening
from tabletop.table import Table

TURNS = 6


async def play(path: Path) -> Table:
    """A running game in which some turns were played, all of them shown."""
    store = await Store.open(path)
    tables = tables_on(store, lambda: 0, Random(1))
    table = await tables.lobby.open(Opening(guild=1, channel=2, host=3, name="A"))
    await tables.lobby.join(table.number, 4, "B")
    await tables.lobby.begin(table.number, 3)
    rng = Random(2)
    while (table := await tables.cache.get(table.number)).running_game().position.turn <= TURNS:
        action = random_action(table.running_game().position, rng)
        active = table.active
        assert active is not None
        assert active.user_id is not None
        await tables.turns.act(table.number, active.user_id, action)
    await store.close()
    return replace(table, row=replace(table.row, shown=table.row.news))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return asyncio.run(play(tmp_path_factory.mktemp("soak") / "arkadia.sqlite3"))


@pytest.fixture
def discord() -> Discord:
    return Discord()


def post(discord: Discord, table: Table, told: int | None, now: int, text: str = "") -> Message:
    """Posts what stands there before a turn, with the buttons of the message."""
    head = f"Turn {told}: **A** (red)\n- builds\n" if told else ""
    content = f"{head}{text}\n<@3>, your turn in game {table.number}."
    ids = [f"arkadia:{word}:{table.number}:{now}" for word in ("take", "board")]
    buttons: list[Json] = [{"type": 2, "style": 1, "custom_id": one, "label": "x"} for one in ids]
    rows: list[Json] = [{"type": 1, "components": buttons}]
    channel, bot = discord.channel, discord.bot_user.id
    return channel.messages[discord.create_message(channel.id, bot, content, components=rows).id]


def change(discord: Discord, message: Message, **fields: object) -> None:
    """Changes something of a message."""
    discord.edit_message(message.channel_id, message.id, fields)


def tell_all(discord: Discord, table: Table) -> list[Message]:
    """Tells every turn as it should be told."""
    messages = [post(discord, table, None, 1)]
    for turn in range(1, TURNS + 1):
        change(discord, messages[-1], components=[])
        messages.append(post(discord, table, turn, turn + 1))
    return messages


def found(discord: Discord, table: Table) -> list[str]:
    return list(judge(table, told_in(discord.history)[table.number]))


def test_nothing_is_found_where_all_is_right(discord: Discord, table: Table) -> None:
    tell_all(discord, table)
    assert found(discord, table) == []


def test_a_turn_told_twice(discord: Discord, table: Table) -> None:
    messages = tell_all(discord, table)
    change(discord, messages[-1], components=[])
    post(discord, table, TURNS, TURNS + 1)
    wrong = found(discord, table)
    assert f"turns told twice: [{TURNS}]" in wrong
    assert any(one.startswith("news told twice: take") for one in wrong)
    assert f"more than one ping: turn {TURNS + 1}" in wrong


def test_a_second_call_is_right_only_where_the_first_is_gone(
    discord: Discord, table: Table
) -> None:
    messages = tell_all(discord, table)
    post(discord, table, None, TURNS + 1)
    change(discord, messages[-1], components=[])
    assert f"more than one ping: turn {TURNS + 1}" in found(discord, table)
    discord.delete_message(messages[-1].channel_id, messages[-1].id)
    assert not [wrong for wrong in found(discord, table) if "ping" in wrong]


def test_a_turn_never_told(discord: Discord, table: Table) -> None:
    messages = tell_all(discord, table)
    del discord.channel.messages[messages[3].id]
    assert found(discord, table) == [f"turns never told: [3] of {TURNS}"]


def test_buttons_left_on_an_old_message(discord: Discord, table: Table) -> None:
    messages = tell_all(discord, table)
    change(discord, messages[2], components=messages[2].first["components"])
    assert found(discord, table) == ["an old turn message (3) keeps its buttons"]


def test_news_not_shown(discord: Discord, table: Table) -> None:
    tell_all(discord, table)
    behind = replace(table, row=replace(table.row, shown=table.row.news - 1))
    assert any(one.startswith("behind: ") for one in found(discord, behind))


def test_two_people_pinged(discord: Discord, table: Table) -> None:
    tell_all(discord, table)[-1].pings = (3, 4)
    assert found(discord, table) == ["a message pings 2 people"]
