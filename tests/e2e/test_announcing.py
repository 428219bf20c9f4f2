"""Open games are announced where moderators want it, once, and the announcement keeps up."""

import pytest

from tests.e2e.forms import pings, set_to, setting_of, start, turn_off
from tests.e2e.people import Person, refusal, told
from tests.e2e.permissions import only_seen_by
from tests.e2e.playing import Match
from tests.e2e.world import Place, World

pytestmark = pytest.mark.slow


@pytest.fixture
async def games(world: World, moderator: Person) -> Place:
    place = world.guild.create_text_channel("games")
    assert "- Announcements: off" in told(await setting_of(moderator, "announce"))
    assert f"- Announcements: <#{place.id}>" in told(await set_to(moderator, "announce", place))
    return place


async def test_a_game_is_announced_while_it_waits_for_people(world: World, games: Place) -> None:
    ada, bela, chiara, _ = world.people
    await start(ada, seats=3)
    [post] = world.posts(games)
    place = f"<#{world.channel.id}>"
    assert post.text == f"Ada is looking for players: game 1 in {place}. Seats taken: 1 of 3."
    assert not post.payload["mention_roles"]
    await bela.press(post, "Join")
    assert "Seats taken: 2 of 3" in world.now(post).text
    await world.restart()
    await chiara.press(world.now(post), "Join")
    assert world.now(post).buttons["Join"].disabled
    await ada.press(world.newest(), "Begin")
    [now] = world.posts(games)
    assert now.text.startswith("**Arkadia, game 1** has begun: ")
    assert [*now.buttons] == ["Learn"]


async def test_a_cancelled_game_is_announced_no_more(world: World, games: Place) -> None:
    ada, bela, chiara, _ = world.people
    await ada.run("arkadia start")
    for person, label in ((bela, "Join"), (chiara, "Join"), (chiara, "Leave"), (ada, "Cancel")):
        await person.press(world.newest(), label)
    assert [post.pings for post in world.posts()] == [()], "nor does the lobby notify anybody"
    [now] = world.posts(games)
    assert "won't be played" in now.text
    assert now.buttons == {}


async def test_what_others_cannot_join_or_see_is_not_announced(world: World, games: Place) -> None:
    ada, *others = world.people
    await ada.run("arkadia start", computers=3)
    invited = {f"with{n}": one.actor for n, one in zip(("", "-2", "-3"), others, strict=True)}
    await ada.run("arkadia start", **invited)
    secret = world.guild.create_text_channel("secret")
    only_seen_by(world, secret, ada.id, roles=False)
    await world.env.settle()
    await ada.run("arkadia start", secret)
    assert len(world.posts(secret)) == 1
    assert world.posts(games) == []


async def test_it_is_told_once_the_bot_may(world: World, games: Place, moderator: Person) -> None:
    await world.forbid("send_messages", place=games)
    assert f"I can't write in <#{games.id}>" in told(await setting_of(moderator, "announce"))
    mute = world.guild.create_text_channel("mute")
    await world.forbid("view_channel", place=mute)
    refused = await set_to(moderator, "announce", mute)
    assert f"➡ I can't write in <#{mute.id}>: I need *View Channel* there." in refusal(refused)
    assert f"- Announcements: <#{games.id}>" in told(await setting_of(moderator, "announce"))
    await Match.begin(world)
    assert len(world.threads()) == 1
    await world.people[0].run("arkadia start")
    await world.later(hours=1.1)
    assert world.posts(games) == []
    await world.restart()
    await world.forbid(place=games)
    await world.later(hours=1.1)
    [post] = world.posts(games)
    await world.people[1].press(post, "Join")
    assert "Seats taken: 2 of 4" in world.now(post).text
    await world.later(hours=3)
    assert len(world.posts(games)) == 1


async def test_a_role_is_notified_if_moderators_wish(world: World, moderator: Person) -> None:
    place, role = world.guild.create_text_channel("games"), world.guild.create_role("players")
    await world.forbid("mention_everyone", place=place)
    assert "First choose the channel" in told(await set_to(moderator, "role", role))
    await set_to(moderator, "announce", place)
    answer = await set_to(moderator, "role", role)
    assert f"- Role that announcements notify: <@&{role.id}>" in told(answer)
    assert "at most once every 30 minutes." in told(answer)
    assert f"I can't notify <@&{role.id}>" in told(answer)
    await world.people[0].run("arkadia start")
    [post] = world.posts(place)
    assert post.text.startswith(f"<@&{role.id}> Ada is looking for players")
    assert post.payload["mention_roles"] == [str(role.id)]
    assert "- Announcements: off" in told(await turn_off(moderator, "announce"))
    await world.people[0].run("arkadia start")
    assert len(world.posts(place)) == 1


async def test_a_role_is_notified_together(world: World, games: Place, moderator: Person) -> None:
    role = world.guild.create_role("players")
    await set_to(moderator, "role", role)
    for person in world.people:
        await person.run("arkadia start")
    await world.people[1].decide("cancel", game=2)
    assert pings(world, role.id) == 1
    silent = world.posts(games)[2]
    await world.later(minutes=29)
    assert pings(world, role.id) == 1
    await world.restart()
    await world.later(minutes=2)
    assert pings(world, role.id) == 2
    called = world.posts(games)[-1]
    assert called.text.startswith(f"<@&{role.id}> Chiara is looking for players: game 3 ")
    assert called.text.endswith(f"Also looking for players: game 4 in <#{world.channel.id}>.")
    assert "Join" in called.buttons
    assert world.now(silent).buttons == {}
    await world.people[0].press(called, "Join")
    await world.later(hours=2)
    assert pings(world, role.id) == 2
