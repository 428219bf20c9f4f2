"""Everything one has played, as files of a record a line."""

from __future__ import annotations

import json
import sys

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from db.database import Place
from engine.record import Record
from tests.e2e.answers import refusal
from tests.e2e.finished import DAY, NOVEMBER, a_game, finished
from tests.e2e.people import Answer
from tests.e2e.world import World
from tests.visiting import visiting


def records(answer: Answer) -> list[Record]:
    """The records in the files of an answer, each of them replayed."""
    assert answer.private
    files = [picture for post in answer.posts for picture in post.pictures]
    assert all(file.name.endswith(".jsonl") for file in files)
    lines = [line for file in files for line in file.content.decode().splitlines()]
    found = [Record.from_json(line) for line in lines]
    for record in found:
        record.replay()
    return found


async def test_all_ones_finished_games_are_there(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await finished(world, ada, bela)
    await finished(world, bela, chiara, seed=2)
    await finished(world, chiara, ada, seed=3, at=NOVEMBER + DAY)
    await ada.run("arkadia start")
    answer = await ada.run("arkadia record export", everything=True)
    assert "Your 2 finished games here" in answer.posts[0].text
    found = records(answer)
    assert [list(record.actions) for record in found] == [
        a_game(1, 2).actions,
        a_game(3, 2).actions,
    ]
    line = answer.posts[1].pictures[0].content.decode().splitlines()[1]
    assert json.loads(line)["names"] == ["Chiara", "Ada"]
    assert json.loads(line)["started"] == "2026-11-02T00:00:00+00:00"


async def test_many_games_are_several_files(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bela, *_ = world.people
    for seed in (1, 2, 3):
        await finished(world, ada, bela, seed=seed)
    monkeypatch.setattr(sys.modules["cogs.arkadia.records"], "MOST_OF_A_FILE", 6_000)
    answer = await ada.run("arkadia record export", everything=True)
    names = [picture.name for post in answer.posts for picture in post.pictures]
    assert names == [f"arkadia-games-{number}.jsonl" for number in (1, 2, 3)]
    assert len(records(answer)) == 3


async def test_what_cannot_be_read_is_told_and_left_out(world: World, database: Place) -> None:
    ada, bela, *_ = world.people
    await finished(world, ada, bela)
    damaged = await finished(world, ada, bela, seed=2)
    with visiting(database) as connection:
        connection.execute(
            "UPDATE games SET lot = 'nowhere' WHERE game_id = :game", {"game": damaged}
        )
    answer = await ada.run("arkadia record export", everything=True)
    assert "1 game cannot be read" in answer.posts[0].text
    assert len(records(answer)) == 1


async def test_games_of_places_one_cannot_see_any_more_are_left_out(world: World) -> None:
    ada, bela, *_ = world.people
    secret = world.guild.create_text_channel("secret")
    hidden = discord.Permissions(view_channel=True).value
    overwrite = Overwrite(target_id=world.guild.id, type=OverwriteType.ROLE, deny=hidden)
    world.env.backend.set_overwrite(secret.id, overwrite)
    await world.env.settle()
    await finished(world, ada, bela, channel=secret.id)
    await finished(world, ada, bela, seed=2)
    answer = await ada.run("arkadia record export", everything=True)
    assert [list(record.actions) for record in records(answer)] == [a_game(2, 2).actions]


async def test_who_has_finished_nothing_is_told_so(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await finished(world, ada, bela)
    answer = await chiara.run("arkadia record export", everything=True)
    assert "no game" in refusal(answer)


async def test_it_is_done_once_at_a_time(world: World) -> None:
    ada, bela, *_ = world.people
    for seed in (1, 2, 3):
        await finished(world, ada, bela, seed=seed)
    async with world.at_once():
        first = await ada.run("arkadia record export", everything=True)
        second = await ada.run("arkadia record export", everything=True)
        third = await bela.run("arkadia record export", everything=True)
    assert len(records(first)) == 3
    assert "already" in refusal(second)
    assert len(records(third)) == 3
