"""The soak plays; its ledger and verdict find every kind of wrong, and none where all is right."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from db.database import Place
from db.store import opened
from engine.actions import End
from engine.random_play import random_action
from lab.discord.history import COMMAND, Interaction, Message, Person
from lab.discord.model import Discord
from lab.discord.people import command_data
from lab.discord.strict import Json
from lab.soak.ledger import ASKED_FIRST, NOTHING_DONE, Ledger, Saved
from lab.soak.run import Options, Soak
from lab.soak.verdict import judge, told_in
from lab.tables import begun, due, tables_on
from tabletop.table import Table
from tabletop.tables import Tables


@pytest.mark.slow
async def test_games_are_played_and_nothing_is_wrong(database: Place) -> None:
    quiet = Options(seconds=10, tables=4, rate=0, kill_every=0, mishap_every=0, in_time=30)
    run = Soak(quiet, database)
    await run.run()
    assert not run.findings, run.report()
    assert run.ledger.entries


@pytest.mark.kill
async def test_killed_hindered_and_with_a_full_disk_and_nothing_is_wrong(tmp_path: Path) -> None:
    options = Options(seed=2, seconds=20, tables=4, kill_every=3, mishap_every=1.5, in_time=30)
    run = Soak(options, tmp_path / "soak.sqlite3")
    await run.run()
    assert not run.findings, run.report()
    assert run.mishaps.count["killed"] + run.mishaps.count["stopped"]
    assert run.ledger.entries


# The ledger takes an answer for true only if what is saved says the same.


DISCORD = Discord()
CHANNEL = DISCORD.channel.id


def told(text: str | None) -> Interaction:
    """An action that was answered by a text; by nothing if there is none."""
    data = command_data("arkadia workers", {})
    asked = DISCORD.begin(Person(7, "ada"), COMMAND, "arkadia workers", CHANNEL, data)
    if text is not None:
        path = f"/interactions/{asked.record.id}/{asked.record.token}/callback"
        DISCORD.request("POST", path, json={"type": 4, "data": {"content": text}})
    return asked


@dataclass
class Run:
    tables: Tables
    number: int
    ledger: Ledger

    async def version(self) -> int:
        return (await self.tables.cache.get(self.number)).version

    async def save(self) -> str:
        """Does something in the game; gives its entry in the log."""
        table = await self.tables.cache.get(self.number)
        action = random_action(table.running_game().position, Random(1))
        await self.tables.turns.act(self.number, due(table), action)
        return str(action)

    def note(self, text: str | None, done: str, version: int) -> None:
        self.ledger.answered(told(text), self.number, done=done, version=version)


@pytest.fixture
async def run(database: Place) -> AsyncIterator[Run]:
    async with opened(database) as store:
        tables = tables_on(store, lambda: 0, Random(1))
        number = await begun(tables, 1, CHANNEL, (3, "A"), (4, "B"))
        saved = Saved(database)
        yield Run(tables, number, Ledger(saved))
        saved.close()


DONE = "Taken back: all is well"


async def test_what_was_told_is_there(run: Run) -> None:
    version = await run.version()
    run.note(DONE, await run.save(), version)
    assert run.ledger.lies == []
    run.note(DONE, str(End()), await run.version())
    assert ["is lost" in lie for lie in run.ledger.lies] == [True]


async def test_what_came_between_was_asked_before_and_never_answered(run: Run) -> None:
    async def after_another(*, answered: bool) -> str:
        version = await run.version()
        between = await run.save()
        if not answered:
            run.note(None, between, version)
        run.note(DONE, await run.save(), version)
        return between

    wrong = [await after_another(answered=True)]
    await after_another(answered=False)
    wrong.append(await after_another(answered=True))
    assert [lie.partition(" came after ")[2] for lie in run.ledger.lies] == wrong


async def test_who_was_cut_off_by_a_deleted_channel_may_have_been_heard(run: Run) -> None:
    version = await run.version()
    between, asked = await run.save(), told(None)
    asked.gone = True
    asked.end()
    run.ledger.answered(asked, run.number, done=between, version=version)
    run.note(DONE, await run.save(), version)
    assert run.ledger.lies == []
    assert run.ledger.cut == 1


async def test_nothing_was_done_is_true_too(run: Run) -> None:
    version = await run.version()
    run.note(NOTHING_DONE, await run.save(), version)
    assert ["is done" in lie for lie in run.ledger.lies] == [True]
    run.note(f"{ASKED_FIRST}.", str(End()), await run.version())
    run.note(NOTHING_DONE, str(End()), await run.version())
    assert len(run.ledger.lies) == 1


# The verdict finds every kind of wrong that it looks for, and none where all is right.


TURNS = 6


async def play(path: Path) -> Table:
    """A running game in which some turns were played, all of them shown."""
    async with opened(path) as store:
        tables = tables_on(store, lambda: 0, Random(1))
        number = await begun(tables, 1, 2, (3, "A"), (4, "B"))
        rng = Random(2)
        while (table := await tables.cache.get(number)).running_game().position.turn <= TURNS:
            action = random_action(table.running_game().position, rng)
            await tables.turns.act(number, due(table), action)
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
    discord.edit_message(message.channel_id, message.id, fields)


def tell_all(discord: Discord, table: Table) -> list[Message]:
    messages = [post(discord, table, None, 1)]
    for turn in range(1, TURNS + 1):
        change(discord, messages[-1], components=[])
        messages.append(post(discord, table, turn, turn + 1))
    return messages


def found(discord: Discord, table: Table) -> list[str]:
    return list(judge(table, told_in(discord.history)[table.number]))


def test_a_turn_told_twice_and_nothing_where_all_is_right(discord: Discord, table: Table) -> None:
    messages = tell_all(discord, table)
    assert found(discord, table) == []
    change(discord, messages[-1], components=[])
    post(discord, table, TURNS, TURNS + 1)
    wrong = found(discord, table)
    assert f"turns told twice: [{TURNS}]" in wrong
    assert any(one.startswith("news told twice: take") for one in wrong)
    assert f"more than one ping: turn {TURNS + 1}" in wrong


def test_a_second_call_is_right_only_if_the_first_is_gone(discord: Discord, table: Table) -> None:
    messages = tell_all(discord, table)
    post(discord, table, None, TURNS + 1)
    change(discord, messages[-1], components=[])
    assert f"more than one ping: turn {TURNS + 1}" in found(discord, table)
    discord.delete_message(messages[-1].channel_id, messages[-1].id)
    assert not [wrong for wrong in found(discord, table) if "ping" in wrong]


def test_one_thing_that_is_wrong(discord: Discord, table: Table) -> None:
    messages = tell_all(discord, table)
    behind = replace(table, row=replace(table.row, shown=table.row.news - 1))
    assert [one.partition(":")[0] for one in found(discord, behind)] == ["behind"]
    messages[-1].pings = (3, 4)
    assert found(discord, table) == ["a message pings 2 people"]
    messages[-1].pings = (3,)
    change(discord, messages[2], components=messages[2].first["components"])
    assert found(discord, table) == ["an old turn message (3) keeps its buttons"]
    change(discord, messages[2], components=[])
    del discord.channel.messages[messages[3].id]
    assert found(discord, table) == [f"turns never told: [3] of {TURNS}"]
