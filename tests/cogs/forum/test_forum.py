"""A forum as the home of games: posts with titles and tags, and what becomes of them."""

import asyncio

import discord
import pytest

from lab.discord.strict import wishes
from tests.e2e.forms import set_to, setting_of, start, turn_off
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.permissions import only_seen_by
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.world import ALL_RETRIES, Place, World
from tests.tabletop.playing import play_turn


class Home:
    """A server with a forum for games."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.forum = world.guild.create_forum_channel("arkadia-games")
        moderator = discord.Permissions(manage_guild=True)
        self.moderator: Person = world.newcomer("mod", permissions=moderator)

    async def chosen(self) -> None:
        answer = await set_to(self.moderator, "forum", self.forum)
        assert "Each new game gets its own post in the forum" in answer.text

    def titles(self) -> list[str]:
        return [post.name or "" for post in self.forum.threads]

    def tags(self, place: Place) -> set[str]:
        backend = self.world.env.backend
        forum = backend.get_channel(self.forum.id)
        offered = {int(tag["id"]): tag["name"] for tag in forum.available_tags}
        return {offered[number] for number in backend.get_channel(place.id).applied_tags}

    def lobby(self) -> Post:
        return self.world.newest(self.forum.threads[-1])

    async def begun(self) -> Place:
        """The post of a game that begins in the forum."""
        ada, bela, *_ = self.world.people
        await start(ada, seats=2, full=True, help="none")
        await bela.press(self.lobby(), "Join")
        await self.world.env.settle()
        [post] = self.forum.threads
        return post

    async def changed(self) -> None:
        """Waits until all changes of messages and threads are made."""
        async with asyncio.timeout(30):
            while self.world.bot.services.outbox._tasks:
                await self.world.env.settle()
                await asyncio.sleep(0)

    async def over(self, number: int = 1) -> None:
        await Match(self.world, number).finish()
        await self.changed()

    async def turn(self) -> None:
        services = self.world.bot.services
        await play_turn(services.tables, 1)
        await services.publisher.publish(1)
        await self.changed()


@pytest.fixture
async def home(world: World) -> Home:
    """A server whose moderators have named the forum."""
    home = Home(world)
    await home.chosen()
    return home


@pytest.mark.quick
async def test_a_game_is_a_post_from_its_lobby_to_its_end(world: World, home: Home) -> None:
    opened = await start(world.people[0], seats=2, full=True, help="none")
    assert f"Game 1 is open in <#{home.forum.threads[0].id}>" in opened.text
    assert world.posts() == []
    assert home.titles() == ["Arkadia, game 1: waiting for players"]
    [post] = home.forum.threads
    assert home.tags(post) == {"waiting for players", "no hints"}
    assert "## Arkadia, game 1: Ada is looking for players" in home.lobby().text
    await world.restart()
    await world.people[1].press(home.lobby(), "Join")
    await world.env.settle()
    [title] = home.titles()
    assert title in ("Arkadia, game 1: Ada, Bela", "Arkadia, game 1: Bela, Ada")
    assert home.tags(post) == {"running", "no hints"}
    active = await Match(world, 1).active()
    assert world.newest(post).text.startswith(f"{active.mention}, your turn")
    assert world.newest(post).pings == (active.id,)
    await home.over()
    assert home.tags(post) == {"over", "no hints"}
    assert "game 1" in world.newest(post).text
    assert "Rematch" in world.newest(post).buttons
    assert world.posts() == []


async def test_a_turn_opens_archived_posts_and_remakes_deleted(world: World, home: Home) -> None:
    post = await home.begun()
    before = world.newest(post)
    await world.archive(post)
    await home.turn()
    assert world.newest(post).id != before.id
    assert [one.id for one in home.forum.threads] == [post.id]
    await world.delete_place(post)
    await home.turn()
    [again] = home.forum.threads
    assert again.id != post.id
    assert "your turn in game 1" in world.newest(again).text
    assert home.tags(again) == {"running", "no hints"}


async def test_a_post_is_made_once_and_of_no_hidden_game(world: World, home: Home) -> None:
    hidden = world.guild.create_text_channel("hidden")
    only_seen_by(world, hidden, world.people[0].id, roles=False)
    await world.people[0].run("arkadia start", hidden)
    assert home.titles() == []
    assert "is looking for players" in world.newest(hidden).text
    world.lose_answer("POST", f"/channels/{home.forum.id}/threads")
    await world.people[0].run("arkadia start")
    await world.later(seconds=ALL_RETRIES)
    assert home.titles() == ["Arkadia, game 2: waiting for players"]
    assert "is looking for players" in home.lobby().text


async def test_a_missing_right_is_told_to_moderators_and_openers(world: World, home: Home) -> None:
    await world.forbid("send_messages", place=home.forum)
    opened = await world.people[0].run("arkadia start")
    assert home.titles() == []
    for answer in (opened, await setting_of(home.moderator, "forum")):
        assert (
            f"I can't write in <#{home.forum.id}>: I need *Send Messages* there. For now, games"
            in told(answer)
        )
    assert "is looking for players" in world.newest().text
    await world.forbid(place=home.forum)
    world.fail("POST", f"/channels/{home.forum.id}/threads", status=403, code=50013)
    await world.people[1].run("arkadia start")
    assert home.titles() == []
    assert "is looking for players" in world.newest().text
    for _ in range(2):
        world.fail("GET", "/guilds/*", status=503)
    assert "I can't" not in told(await setting_of(home.moderator, "forum"))


async def test_tags_of_moderators_stay_or_go_as_they_have_them(world: World, home: Home) -> None:
    """The names of the tags are asked of discord.py by a door of its own: this is its test."""
    backend = world.env.backend
    known = backend.get_channel(home.forum.id).available_tags
    favourite = {**known[0], "id": "77", "name": "favourite"}
    kept = [one for one in known if one["name"] != "running"]
    backend.edit_channel(home.forum.id, {"available_tags": [*kept, favourite]})
    post = await home.begun()
    assert home.tags(post) == {"no hints"}, "moderators took away the other one"
    applied = [*backend.get_channel(post.id).applied_tags, 77]
    backend.edit_channel(post.id, {"applied_tags": applied})
    await home.over()
    assert home.tags(post) == {"over", "no hints", "favourite"}


async def test_a_rematch_is_a_post_of_its_own(world: World, home: Home) -> None:
    first = await home.begun()
    await home.over()
    ada, bela, *_ = world.people

    async def rematch(post: Place) -> Answer:
        last = world.newest(post)
        await ada.press(last, "Rematch")
        answer = await bela.press(world.now(last), "Rematch with Ada")
        await home.changed()
        return answer

    answer = await rematch(first)
    _, again = home.forum.threads
    assert f"The rematch is game 2, in <#{again.id}>" in told(answer)
    assert home.tags(again) == {"running", "no hints"}
    assert home.titles()[1] in ("Arkadia, game 2: Ada, Bela", "Arkadia, game 2: Bela, Ada")
    assert "your turn in game 2" in world.newest(again).text
    assert world.posts() == []
    # Without the forum the next one is where it is asked for, and not a post that nobody sees.
    await turn_off(home.moderator, "forum")
    await home.over(2)
    await rematch(again)
    assert len(home.forum.threads) == 2
    assert "your turn in game 3" in world.newest(again).text


async def test_a_leagues_games_are_posts(world: World, home: Home) -> None:
    await home.moderator.run("arkadia-league open", name="Winter", rounds=1, seats=2)
    signup = world.newest()
    for person in world.people:
        await person.press(world.now(signup), "Join")
    await home.moderator.press(world.now(signup), "Begin")
    await home.changed()
    posts = home.forum.threads
    assert len(posts) == 2
    for post in posts:
        assert "your turn" in world.newest(post).text
        assert "running" in home.tags(post)
        assert f"<#{post.id}>" in world.newest().text


async def test_moderators_choose_it_and_give_it_up(world: World) -> None:
    home = Home(world)
    world.fail("PATCH", f"/channels/{home.forum.id}", status=403, code=50013)
    assert "*Manage Channels*" in refusal(await set_to(home.moderator, "forum", home.forum))
    await home.chosen()
    await home.chosen()
    assert len(world.env.backend.get_channel(home.forum.id).available_tags) == 4
    assert "- Forum for games: off" in told(await turn_off(home.moderator, "forum"))
    await world.people[0].run("arkadia start")
    assert home.titles() == []


async def test_a_forum_wanting_tags_without_room_is_not_promised(world: World) -> None:
    home = Home(world)
    mona, forum = home.moderator, home.forum
    backend = world.env.backend
    wishes(backend).tagged.add(forum.id)
    plain = {"moderated": False, "emoji_id": None, "emoji_name": None}
    tags = [{"id": str(n), "name": f"tag {n}", **plain} for n in range(1, 21)]
    backend.edit_channel(forum.id, {"available_tags": tags})
    assert f"Posts in <#{forum.id}> need a tag, but" in refusal(await set_to(mona, "forum", forum))
    assert "need a tag" not in told(await world.people[0].run("arkadia start"))
    backend.edit_channel(forum.id, {"available_tags": tags[:10]})
    await home.chosen()
    await world.people[1].run("arkadia start")
    [post] = forum.threads
    assert "is looking for players" in world.newest(post).text
    backend.edit_channel(forum.id, {"available_tags": tags})
    answer = await setting_of(mona, "forum")
    assert "need a tag" in answer.text
    assert "Each new game" not in answer.text
    assert "need a tag" in told(await world.people[2].run("arkadia start"))


async def test_who_was_given_the_commands_is_no_moderator_by_that(world: World, home: Home) -> None:
    backend, ada = world.env.backend, world.people[0]
    admin = backend.commands[None]["arkadia-admin", 1]
    allowed = {"id": str(ada.id), "type": 2, "permission": True}
    backend.set_command_permissions(world.guild.id, int(admin["id"]), [allowed])
    assert refusal(await ada.run("arkadia-admin settings")).startswith("That doesn't work here.")
    lobby = await ada.run("arkadia start")
    for custom_id in ("arkadia:setting-off:forum", "arkadia:server-settings:1"):
        forged = await ada.forge(lobby.post, custom_id, ["forum"])
        assert refusal(forged).startswith("Only moderators")
    assert f"<#{home.forum.id}>" in told(await setting_of(home.moderator, "forum"))
