"""The rules of a server's ranking: moderators are asked once, and people leave by one press."""

from __future__ import annotations

import discord
import pytest

from tests.e2e.answers import refusal, told
from tests.e2e.finished import finished
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.world import World
from tests.tabletop.playing import finish

ASKED = "-# For moderators: this is the server's first result"


@pytest.fixture
def moderator(world: World) -> Person:
    return world.newcomer("mod", permissions=discord.Permissions(manage_guild=True))


async def over(world: World, match: Match) -> Post:
    """The last message of a game that is over."""
    await finish(world.bot.services.tables, match.number)
    await world.bot.services.publisher.publish(match.number)
    await world.env.settle()
    return await match.newest()


async def test_the_end_of_the_first_game_asks_moderators_once(
    world: World, moderator: Person
) -> None:
    ada, bela, *_ = world.people
    last = await over(world, await Match.begin(world))
    assert ASKED in last.text.rsplit("\n", 1)[1], "the victory comes first"
    assert refusal(await ada.press(last, "Rules of the ranking…")).startswith("Moderators choose")
    forged = await ada.forge(last, "arkadia:ranking-rule", ["everybody"])
    assert refusal(forged).startswith("Moderators choose")
    await world.restart()
    page = await moderator.press(last, "Rules of the ranking…")
    assert "lists those who choose it" in told(page)
    second = await over(world, await Match.begin(world))
    assert ASKED not in second.text
    # Twice at once is once.
    for _ in range(2):
        answer = await moderator.choose(page.post, "everybody", custom_id="arkadia:ranking-rule")
    assert "lists all who play" in told(answer)
    ranking = await bela.run("arkadia-club ranking")
    assert "Ada" not in ranking.text  # told nothing so far
    assert "You enter the ranking with your next finished game" in ranking.text
    third = await over(world, await Match.begin(world))
    assert "New in the ranking of this server: Ada and Bela." in third.text
    ranking = await bela.run("arkadia-club ranking")
    assert "Ada" in ranking.text
    assert "Bela" in ranking.text
    hidden = await bela.press(ranking.post, "Hide me")
    assert "Only you see your figures." in told(hidden)
    after = (await ada.run("arkadia-club ranking")).text
    assert "Bela" not in after
    assert "1 more person has results here and is not listed." in after


async def test_a_listed_person_is_told_with_the_seat_and_at_the_first_end(
    world: World, moderator: Person
) -> None:
    ada, bela, chiara, _ = world.people
    assert "lists all who play" in told(
        await moderator.run("arkadia-admin ranking", rule="everybody")
    )
    await finished(world, bela, chiara)
    opened = await ada.run("arkadia start", seats=2, full=True)
    assert "lists all who finish such a game. *Hide me* leaves you out" in opened.text
    joined = await bela.run("arkadia lobby join", game=2)
    assert "Hide me" not in joined.text  # whose first ranked game that is not
    match = Match(world, 2)
    last = await over(world, match)
    assert ASKED not in last.text
    assert "New in the ranking of this server: Ada. *Hide me* leaves it." in last.text
    assert "Only you see your figures." in told(await ada.press(last, "Hide me"))
    again = await ada.run("arkadia start")
    assert "Hide me" not in again.text
    exported = await ada.press((await ada.run("arkadia privacy")).post, "Export")
    assert f'"hidden_in": [\n  {world.guild.id}\n ]' in exported.post.pictures[0].content.decode()


async def test_where_games_do_not_count_they_are_friendly_unless_the_host_says_so(
    world: World, moderator: Person
) -> None:
    ada, *_ = world.people
    await moderator.run("arkadia-admin ranking", rule="none")
    await ada.run("arkadia start")
    assert "Friendly: it does not count in the ranking." in world.newest().text
    await ada.run("arkadia start", friendly=False)
    assert "Friendly" not in world.newest().text
