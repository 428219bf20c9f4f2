"""The ledger takes an answer for true only if what is saved says the same."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from random import Random

import pytest

from db.database import Place
from db.store import Store
from engine.actions import End
from engine.random_play import random_action
from lab.discord.history import COMMAND, Interaction, Person
from lab.discord.model import Discord
from lab.discord.people import command_data
from lab.soak.ledger import ASKED_FIRST, NOTHING_DONE, Ledger, Saved
from lab.tables import tables_on
from tabletop.opening import Opening
from tabletop.tables import Tables

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
    """A game that goes on, and what its people are told."""

    tables: Tables
    number: int
    ledger: Ledger

    async def version(self) -> int:
        return (await self.tables.cache.get(self.number)).version

    async def save(self) -> str:
        """Does something in the game; gives its entry in the log."""
        table = await self.tables.cache.get(self.number)
        position = table.running_game().position
        assert table.active is not None
        assert table.active.user_id is not None
        action = random_action(position, Random(1))
        await self.tables.turns.act(self.number, table.active.user_id, action)
        return str(action)

    def note(self, text: str | None, done: str, version: int) -> None:
        self.ledger.answered(told(text), self.number, done=done, version=version)


@pytest.fixture
async def run(database: Place) -> AsyncIterator[Run]:
    store = await Store.open(database)
    tables = tables_on(store, lambda: 0, Random(1))
    table = await tables.lobby.open(Opening(guild=1, channel=CHANNEL, host=3, name="A"))
    await tables.lobby.join(table.number, 4, "B")
    await tables.lobby.begin(table.number, 3)
    saved = Saved(database)
    yield Run(tables, table.number, Ledger(saved))
    saved.close()
    await store.close()


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
