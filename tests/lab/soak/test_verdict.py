"""The verdict finds every kind of wrong that it looks for, and none where all is right."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from db.store import Store
from engine.random_play import random_action
from lab.soak.figures import interval
from lab.soak.places import TEXT, Guild, Json, Message, Place, new_id
from lab.soak.verdict import Channels, Secrets, judge
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
def guild() -> Guild:
    guild = Guild("Arkadia")
    guild.add(TEXT, "arkadia")
    return guild


def post(guild: Guild, table: Table, told: int | None, now: int, text: str = "") -> Message:
    """Posts what stands there before a turn, with the buttons of the message."""
    [place] = guild.places.values()
    head = f"Turn {told}: **A** (red)\n- builds\n" if told else ""
    content = f"{head}{text}\n<@3>, it is your turn in game {table.number} (red, turn {now})."
    ids = (f"arkadia:take:{table.number}:{now}", f"arkadia:screen:{table.number}")
    buttons: list[Json] = [{"type": 2, "custom_id": one, "label": "x"} for one in ids]
    message = Message(new_id(), place.id, None, pings=(3,))
    message.put({"content": content, "components": [{"type": 1, "components": buttons}]}, [])
    place.messages[message.id] = message
    return message


def tell_all(guild: Guild, table: Table) -> list[Message]:
    """Tells every turn as it should be told."""
    messages = [post(guild, table, None, 1)]
    for turn in range(1, TURNS + 1):
        messages[-1].put({"components": []}, [])
        messages.append(post(guild, table, turn, turn + 1))
    return messages


def found(guild: Guild, table: Table, unnoted: Collection[int] = ()) -> list[str]:
    told = Channels.of(guild).told[table.number]
    return [wrong.what for wrong in judge(table, told, unnoted=unnoted)]


def only_place(guild: Guild) -> Place:
    [place] = guild.places.values()
    return place


def test_nothing_is_found_where_all_is_right(guild: Guild, table: Table) -> None:
    tell_all(guild, table)
    assert found(guild, table) == []


def test_a_turn_told_twice(guild: Guild, table: Table) -> None:
    messages = tell_all(guild, table)
    messages[-1].put({"components": []}, [])
    post(guild, table, TURNS, TURNS + 1)
    wrong = found(guild, table)
    assert f"turns told twice: [{TURNS}]" in wrong
    assert any(one.startswith("news told twice: take") for one in wrong)
    assert f"more than one ping: turn {TURNS + 1}" in wrong


def test_a_second_call_is_right_only_where_the_bot_cannot_know_of_the_first(
    guild: Guild, table: Table
) -> None:
    messages = tell_all(guild, table)
    messages[-1].deleted = True
    post(guild, table, TURNS, TURNS + 1)
    wrong = Channels.of(guild).told[table.number]
    [again] = judge(table, wrong)
    assert again.what == f"more than one ping: turn {TURNS + 1}"
    assert [f"{messages[-1].id} in" in str(one) for one in again.messages] == [True, False]
    assert found(guild, table, unnoted={messages[-1].id}) == []


def test_a_turn_never_told(guild: Guild, table: Table) -> None:
    messages = tell_all(guild, table)
    del only_place(guild).messages[messages[3].id]
    assert found(guild, table) == [f"turns never told: [3] of {TURNS}"]


def test_buttons_left_on_an_old_message(guild: Guild, table: Table) -> None:
    messages = tell_all(guild, table)
    messages[2].put({"components": messages[2].first["components"]}, [])
    assert found(guild, table) == ["an old turn message (3) keeps its buttons"]


def test_news_not_shown(guild: Guild, table: Table) -> None:
    tell_all(guild, table)
    behind = replace(table, row=replace(table.row, shown=table.row.news - 1))
    assert any(one.startswith("behind: ") for one in found(guild, behind))


def test_two_people_pinged(guild: Guild, table: Table) -> None:
    tell_all(guild, table)[-1].pings = (3, 4)
    assert found(guild, table) == ["a message pings 2 people"]


def test_a_hidden_card_named_wherever_it_stands(guild: Guild, table: Table) -> None:
    game = table.running_game()
    first = next(turn for turn in range(1, TURNS) if Secrets(table).pattern(turn))
    hidden = game.position.stack[-1]
    name = f"{hidden.family} {hidden.form.replace('-', ' ')}"
    messages = tell_all(guild, table)
    for change in ({"content": name}, {"embeds": [{"title": f"A {name}"}]}):
        messages[first].put(change, [])
    wrong = [one for one in found(guild, table) if "names the hidden" in one]
    assert len(wrong) == 2


def test_somebodys_gold(guild: Guild, table: Table) -> None:
    tell_all(guild, table)[2].put({"content": "Ada has 12 gold."}, [])
    assert any("tells of gold" in one for one in found(guild, table))


def test_intervals_hold_where_nothing_failed() -> None:
    assert interval(0, 1000)[0] == 0
    assert 0.003 < interval(0, 1000)[1] < 0.004
    low, high = interval(5, 100)
    assert low < 0.05 < high
