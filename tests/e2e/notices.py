"""Every kind of notice: what has to be there first, what makes it news, and how it stands then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import discord

from db.leagues.rows import SIGNUP, STANDINGS
from db.outbox.rows import StoredItem
from db.timers.rows import StoredDue
from engine.actions import End
from tabletop.club.digest import KIND as DIGEST
from tabletop.club.digest import next_time
from tabletop.daily.positions import in_file
from tabletop.daily.service import KIND as DAILY
from tabletop.daily.service import next_time as next_day
from tabletop.endings import ENDED
from tabletop.publishing import GAME
from tabletop.reminders import REMIND
from tabletop.time_control import DAY
from tests.e2e.actions import one_worker
from tests.e2e.finished import finished
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.reminded import direct, quiet, reminders
from tests.e2e.world import Place, World
from tests.tabletop.playing import finish
from ui.public.announcement import ANNOUNCEMENT
from ui.public.thread_board import BOARD, BOARD_SOON

MODERATOR: Final = discord.Permissions(manage_guild=True, view_channel=True)

Step: TypeAlias = Callable[[World], Awaitable[None]]


@dataclass(frozen=True)
class Kind:
    """One kind of notice.

    Attributes:
        told: what tells it: the kind of its topic in the outbox, or of the due of a reminder.
        requests: how many requests for the public are made to say it.
        prepare: what is there before.
        cause: what makes it news.
        judge: looks whether it was told once, and what was there before is in order.
    """

    told: str
    requests: int
    prepare: Step
    cause: Step
    judge: Step


async def nothing(world: World) -> None:
    """Nothing needs to be there."""


async def start(world: World) -> None:
    await world.people[0].run("arkadia start")


async def one_lobby(world: World) -> None:
    [lobby] = world.posts()
    assert list(lobby.buttons)[:2] == ["Join", "Leave"]


async def gathered(world: World) -> None:
    await start(world)
    await world.people[1].press(world.newest(), "Join")


async def begin(world: World) -> None:
    await world.people[0].run("arkadia lobby begin", game=1)


async def one_beginning(world: World) -> None:
    lobby, *others = world.posts()
    assert "has begun" in lobby.text
    assert list(lobby.buttons) == ["Learn"]
    [post] = others or await Match(world, 1).posts()
    assert "Turn order: " in post.text
    assert len(post.pings) == 1


async def before_the_end_of_a_turn(world: World) -> None:
    match = await Match.begin(world)
    await match.do(await one_worker(match))


async def end_turn(world: World) -> None:
    await Match(world, 1).do(End())


async def one_turn(world: World) -> None:
    first, second = await Match(world, 1).posts()
    assert not first.buttons
    assert "Turn 1:" in second.text
    assert [len(first.pings), len(second.pings)] == [1, 1]
    assert "Take your turn" in second.buttons


async def begun(world: World) -> None:
    await Match.begin(world)


async def end_game(world: World) -> None:
    services = world.bot.services
    with world.env._bot_scope():
        await finish(services.tables, 1)
        await services.publisher.publish(1)
    await world.env.settle()


async def one_end(world: World) -> None:
    first, last = await Match(world, 1).posts()
    assert not first.buttons
    assert "Thank you for playing" in last.text
    assert len(last.pings) == 1


async def announced_in_a_channel(world: World) -> None:
    place = world.guild.create_text_channel("games")
    await moderator(world).run("arkadia-admin announce", channel=place)


async def one_announcement(world: World) -> None:
    await one_lobby(world)
    [post] = world.posts(channel(world, "games"))
    assert list(post.buttons) == ["Join", "Learn"]
    await world.people[1].run("arkadia lobby join", game=1)
    assert "Seats taken: 2 of 4" in world.newest(channel(world, "games")).text


async def open_league(world: World) -> None:
    await moderator(world).run("arkadia-league open", name="Winter", rounds=2, seats=3)


async def one_signup(world: World) -> None:
    [signup] = world.posts()
    assert "Winter: a league looks for players" in signup.text
    await world.people[0].press(signup, "Join")
    assert "1 person is in" in world.newest().text


async def begun_league(world: World) -> None:
    mona = moderator(world)
    await mona.run("arkadia-league open", name="Winter", rounds=2, seats=3)
    for person in (*world.people, world.newcomer("emre"), world.newcomer("fanny")):
        await person.press(world.newest(), "Join")
    await mona.press(world.newest(), "Begin")
    assert len(standings(world)) == 1


async def more_standings(world: World) -> None:
    services = world.bot.services
    item = StoredItem(STANDINGS, world.guild.id, 1, world.channel.id)
    with world.env._bot_scope():
        await services.tables.store.outbox.put(item)
        await services.league_scheduler.tend(1)
    await world.env.settle()


async def two_standings(world: World) -> None:
    before, now = standings(world)
    assert not before.buttons
    assert "The draw" in now.buttons


async def wanted_each_monday(world: World) -> None:
    place = world.guild.create_text_channel("news")
    await moderator(world).run("arkadia-admin digest", channel=place)
    ada, bela, *_ = world.people
    await finished(world, ada, bela, at=world.wall() + 60_000)


async def monday(world: World) -> None:
    await world.later(seconds=(next_time(world.wall()) - world.wall()) / 1000 + 1)


async def one_digest(world: World) -> None:
    _, post = world.posts(channel(world, "news"))
    assert "- 1 game began" in post.text


async def wanted_each_morning(world: World) -> None:
    place = world.guild.create_text_channel("news")
    positions, first = world.bot.services.daily.positions, next(iter(in_file().values()))
    # The file ends on some day; what is told does not depend on which position it is.
    today = world.wall() // DAY
    positions._known = {day: replace(first, day=day) for day in range(today, today + 3)}
    await moderator(world).run("arkadia-admin daily", channel=place)


async def morning(world: World) -> None:
    await world.later(seconds=(next_day(world.wall()) - world.wall()) / 1000 + 1)


async def one_position(world: World) -> None:
    _, post = world.posts(channel(world, "news"))
    assert "Arkadia, position of" in post.text
    assert list(post.buttons) == ["Answer"]


async def a_day_later(world: World) -> None:
    await world.later(hours=25)


async def one_reminder(world: World) -> None:
    [post] = reminders(world)
    assert len(post.pings) == 1
    [turn] = [post for post in await Match(world, 1).posts() if "Board" in post.buttons]
    assert "Take your turn" in turn.buttons


async def begun_by_who_wants_messages(world: World) -> None:
    for person in world.people[:2]:
        await person.run("arkadia preferences", remind_in="message")
    await Match.begin(world)


async def one_message(world: World) -> None:
    person = await Match(world, 1).active()
    path = f"/channels/{world.env.backend.get_dm_channel(person.id).id}/messages"
    taken = [sent for sent in world.sent if sent.path == path and sent.accepted]
    told = [sent.body["content"] for sent in taken if sent.method == "POST"]
    assert sum("is waiting" in text for text in told) == 1
    assert len(direct(world, person)) >= len(told)
    assert reminders(world) == []


async def ended_at_night(world: World) -> None:
    await Match.begin(world)
    for person in world.people[:2]:
        await person.run("arkadia preferences", quiet=quiet(world, -1, 8), zone="UTC")
    await end_game(world)


async def in_the_morning(world: World) -> None:
    await world.later(hours=9)


async def one_told_in_the_morning(world: World) -> None:
    told = [post for post in await Match(world, 1).posts() if "in your quiet hours" in post.text]
    assert [len(post.pings) for post in told] == [1]


def moderator(world: World) -> Person:
    return world.newcomer("mona", permissions=MODERATOR)


def channel(world: World, name: str) -> Place:
    return world.guild.channels[name]


async def a_turn_waits(world: World) -> None:
    now = world.wall()
    due = StoredDue(BOARD_SOON, now, world.guild.id, 1)
    with world.env._bot_scope():
        await world.bot.services.dispatcher.note(due)
    await world.later(seconds=1)


async def one_board(world: World) -> None:
    turn, board = await Match(world, 1).posts()
    assert "Take your turn" in turn.buttons
    assert "arkadia:newest:1:" in str(board.buttons)
    assert "turn 1" in board.text
    assert board.pings == ()


def standings(world: World) -> list[Post]:
    return [
        post
        for post in world.posts()
        if "**Winter**" in post.text and "has begun with" not in post.text
    ]


KINDS: Final = {
    "lobby": Kind(GAME, 1, nothing, start, one_lobby),
    "begin": Kind(GAME, 6, gathered, begin, one_beginning),
    "turn": Kind(GAME, 2, before_the_end_of_a_turn, end_turn, one_turn),
    "board": Kind(BOARD, 2, begun, a_turn_waits, one_board),
    "end": Kind(GAME, 2, begun, end_game, one_end),
    "announcement": Kind(ANNOUNCEMENT, 4, announced_in_a_channel, start, one_announcement),
    "signup": Kind(SIGNUP, 1, nothing, open_league, one_signup),
    "standings": Kind(STANDINGS, 2, begun_league, more_standings, two_standings),
    "digest": Kind(DIGEST, 3, wanted_each_monday, monday, one_digest),
    "daily": Kind(DAILY, 3, wanted_each_morning, morning, one_position),
    "reminder": Kind(REMIND, 1, begun, a_day_later, one_reminder),
    "message": Kind(REMIND, 1, begun_by_who_wants_messages, a_day_later, one_message),
    "morning": Kind(ENDED, 2, ended_at_night, in_the_morning, one_told_in_the_morning),
}
