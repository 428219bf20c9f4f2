"""Each kind of notice: what has to be there first, what makes it news, and how it stands then.

Those of a feature are in a module of the same name in its tests.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import discord

from db.timers import StoredDue
from engine.actions import End
from tabletop.publishing import GAME
from tabletop.reminders import ENDED, REMIND
from tests.e2e.forms import direct, prefer, quiet, reminders, set_to
from tests.e2e.people import Person
from tests.e2e.playing import Match, one_worker
from tests.e2e.world import Place, World
from ui.public.announcement import ANNOUNCEMENT
from ui.public.thread_board import BOARD, BOARD_SOON

Step: TypeAlias = Callable[[World], Awaitable[object]]


@dataclass(frozen=True)
class Kind:
    told: str  # what tells it: the kind of its topic in the outbox, or of the due of a reminder
    requests: int  # how many requests for the public are made to say it
    prepare: Step  # what is there before
    cause: Step  # what makes it news
    judge: Step  # looks whether it was told once, and what was there before is in order


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


async def one_beginning(world: World) -> None:
    lobby, *others = world.posts()
    assert "has begun" in lobby.text
    assert list(lobby.buttons) == ["Learn"]
    assert len(world.threads()) == (not others)
    [post] = others or await Match(world, 1).posts()
    assert "Turn order: " in post.text
    assert len(post.pings) == 1


async def with_a_worker(world: World) -> None:
    match = await Match.begin(world)
    await match.do(await one_worker(match))


async def one_turn(world: World) -> None:
    first, second = await Match(world, 1).posts()
    assert not first.buttons
    assert "Turn 1:" in second.text
    assert [len(first.pings), len(second.pings)] == [1, 1]
    assert "Take your turn" in second.buttons


async def one_end(world: World) -> None:
    first, last = await Match(world, 1).posts()
    assert not first.buttons
    assert "Thank you for playing" in last.text
    assert len(last.pings) == 1


async def announced_in_a_channel(world: World) -> None:
    await set_to(moderator(world), "announce", world.guild.create_text_channel("games"))


async def one_announcement(world: World) -> None:
    await one_lobby(world)
    [post] = world.posts(channel(world, "games"))
    assert list(post.buttons) == ["Join", "Learn"]
    await world.people[1].decide("join", game=1)
    assert "Seats taken: 2 of 4" in world.newest(channel(world, "games")).text


async def announced_without_the_role(world: World) -> None:
    """Two games, of which the second came too soon to notify the role, too."""
    await announced_in_a_channel(world)
    await set_to(moderator(world), "role", world.guild.create_role("players"))
    for person in world.people[:2]:
        await person.run("arkadia start")


async def one_call(world: World) -> None:
    first, second, called = world.posts(channel(world, "games"))
    assert [post.text.startswith("<@&") for post in (first, second, called)] == [True, False, True]
    assert [list(post.buttons) for post in (second, called)] == [[], ["Join", "Learn"]]


async def one_reminder(world: World) -> None:
    [post] = reminders(world)
    assert len(post.pings) == 1
    [turn] = [post for post in await Match(world, 1).posts() if "Board" in post.buttons]
    assert "Take your turn" in turn.buttons


async def begun_by_who_wants_messages(world: World) -> None:
    for person in world.people[:2]:
        await prefer(person, remind_in="message")
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
        await prefer(person, hours=quiet(world, -1, 8), zone="UTC")
    await Match(world, 1).finish()


async def one_told_in_the_morning(world: World) -> None:
    posts = await Match(world, 1).posts()
    told = [post for post in posts if "during your quiet hours" in post.text]
    assert [len(post.pings) for post in told] == [1]


def moderator(world: World) -> Person:
    permissions = discord.Permissions(manage_guild=True, view_channel=True)
    return world.newcomer("mona", permissions=permissions)


def channel(world: World, name: str) -> Place:
    return world.guild.channels[name]


async def a_turn_waits(world: World) -> None:
    due = StoredDue(BOARD_SOON, world.wall(), world.guild.id, 1)
    with world.env._bot_scope():
        await world.bot.services.dispatcher.note(due)
    await world.later(seconds=1)


async def one_board(world: World) -> None:
    turn, board = await Match(world, 1).posts()
    assert "Take your turn" in turn.buttons
    assert "arkadia:newest:1:" in str(board.buttons)
    assert "turn 1" in board.text
    assert board.pings == ()


def after(**passed: float) -> Step:
    return lambda world: world.later(**passed)


KINDS: Final = {
    "lobby": Kind(GAME, 1, nothing, start, one_lobby),
    "begin": Kind(GAME, 6, gathered, lambda w: w.people[0].decide("begin", game=1), one_beginning),
    "turn": Kind(GAME, 2, with_a_worker, lambda w: Match(w, 1).do(End()), one_turn),
    "board": Kind(BOARD, 2, Match.begin, a_turn_waits, one_board),
    "end": Kind(GAME, 2, Match.begin, lambda w: Match(w, 1).finish(), one_end),
    "announcement": Kind(ANNOUNCEMENT, 4, announced_in_a_channel, start, one_announcement),
    "role": Kind(ANNOUNCEMENT, 2, announced_without_the_role, after(minutes=31), one_call),
    "reminder": Kind(REMIND, 1, Match.begin, after(hours=24, seconds=1), one_reminder),
    # The bot was not there when it was due, so it looks back first.
    "message": Kind(REMIND, 2, begun_by_who_wants_messages, after(hours=25), one_message),
    "morning": Kind(ENDED, 2, ended_at_night, after(hours=9), one_told_in_the_morning),
}
