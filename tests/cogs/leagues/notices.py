"""The notices of leagues."""

from __future__ import annotations

from typing import Final

from cogs.leagues.scheduler import DUE, LeagueScheduler
from cogs.leagues.store import SIGNUP, STANDINGS
from db.outbox import StoredItem
from tests.e2e.notices import Kind, moderator, nothing
from tests.e2e.people import Person
from tests.e2e.posts import Post
from tests.e2e.world import World


async def open_league(world: World, **options: object) -> None:
    given: dict[str, object] = {"name": "Winter", "rounds": 2, "seats": 3}
    await moderator(world).run("arkadia-league open", **given | options)


async def sign_up(world: World, count: int = 6) -> list[Person]:
    """Have so many people sign up below the newest message, who are given."""
    signup, people = world.newest(), [*world.people][:count]
    people += [world.newcomer(name) for name in ("emre", "fanny")][: count - len(people)]
    for person in people:
        await person.press(world.now(signup), "Join")
    return people


async def begin(world: World) -> None:
    await moderator(world).press(world.newest(), "Begin")


async def one_signup(world: World) -> None:
    [signup] = world.posts()
    assert "Winter: a league is looking for players" in signup.text
    await world.people[0].press(signup, "Join")
    assert "1 player so far" in world.newest().text


async def begun_league(world: World) -> None:
    await open_league(world)
    await sign_up(world)
    await begin(world)
    assert len(standings(world)) == 1


async def more_standings(world: World) -> None:
    services = world.bot.services
    item = StoredItem(STANDINGS, world.guild.id, 1, world.channel.id)
    with world.env._bot_scope():
        await services.tables.store.outbox.put(item)
        await services[LeagueScheduler].tend(1)
    await world.env.settle()


async def two_standings(world: World) -> None:
    before, now = standings(world)
    assert not before.buttons
    assert "Pairings" in now.buttons


def standings(world: World) -> list[Post]:
    posts = [post for post in world.posts() if "**Winter**" in post.text]
    return [post for post in posts if "has begun with" not in post.text]


KINDS: Final = {
    "signup": Kind(SIGNUP, 1, nothing, open_league, one_signup),
    "standings": Kind(STANDINGS, 2, begun_league, more_standings, two_standings),
}

SILENT: Final = {DUE}
