"""People are reminded of games that wait for them: as often, where and when they wish."""

import pytest
import simcord

from db.preferences import Preferences
from tests.e2e.forms import MESSAGES, direct, prefer, quiet, reminders
from tests.e2e.panels import verb_of
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post, post_of
from tests.e2e.world import World


async def test_by_default_once_after_a_day_where_the_game_is(world: World) -> None:
    match = await Match.begin(world)
    ada, turn_message = await match.active(), await match.newest()
    await world.later(hours=23)
    assert reminders(world) == []
    await world.later(hours=2)
    [post] = reminders(world)
    assert post.text.startswith(
        f"{ada.mention}, your turn in game 1 is waiting. The turn began on <t:"
    )
    assert post.pings == (ada.id,)
    assert post.channel == (await match.place()).id
    panel = await ada.press(post, "Take your turn")
    assert panel.private
    assert "site" in map(verb_of, panel.post.menus)
    assert "Take your turn" in world.now(turn_message).buttons
    for _ in range(5):
        await world.later(days=1)
    assert reminders(world) == [post]


async def test_a_reminder_goes_when_the_turn_was_taken(world: World) -> None:
    match = await Match.begin(world)
    await world.later(hours=25)
    assert reminders(world)
    await match.turn()
    assert reminders(world) == []
    await world.later(hours=25)
    assert (await match.active()).mention in reminders(world)[0].text


async def test_daily_is_twice_at_most_and_the_newest_alone_stands_there(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await prefer(ada, remind="daily")
    sent = []
    for _ in range(6):
        await world.later(hours=24, minutes=1)
        sent.append([post.id for post in reminders(world)])
    assert sent[0] != sent[1] == sent[5]
    assert [len(ids) for ids in sent] == [1] * 6
    assert "is still waiting" in reminders(world)[0].text
    assert "the last reminder" in reminders(world)[0].text


@pytest.mark.parametrize("chosen", [{"remind": "never"}, {"mention": False}])
async def test_who_wants_none_gets_none(world: World, chosen: dict[str, str | bool]) -> None:
    match = await Match.begin(world)
    await prefer(await match.active(), **chosen)
    await world.later(days=3)
    assert reminders(world) == []


async def test_other_hours_count_from_the_turn_on(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await prefer(ada, remind="4h")
    await world.later(hours=3.9)
    assert reminders(world) == []
    await world.later(hours=0.2)
    assert len(reminders(world)) == 1


async def test_nothing_comes_in_quiet_hours(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await prefer(ada, remind="4h", quiet=quiet(world, 2, 10), zone="UTC")
    for _ in range(9):
        await world.later(hours=1)
        assert reminders(world) == []
    await world.later(hours=1.1)
    assert len(reminders(world)) == 1


async def test_a_turn_of_the_night_is_told_in_the_morning_and_reminded_of_later(
    world: World,
) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    await prefer(bela, remind="4h", quiet=quiet(world, -1, 8), zone="UTC")
    await match.turn()
    assert (await match.newest()).pings == ()
    await world.later(hours=7)
    assert reminders(world) == []
    await world.later(hours=1.1)
    [told] = reminders(world)
    assert told.pings == (bela.id,)
    assert "came in your quiet hours" in told.text
    await world.later(hours=4.1)
    [again] = reminders(world)
    assert again.id != told.id


@pytest.mark.nightly
async def test_who_wants_no_reminders_is_told_of_a_turn_of_the_night_all_the_same(
    world: World,
) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    await prefer(bela, remind="never", quiet=quiet(world, -1, 8), zone="UTC")
    await match.turn()
    for _ in range(3):
        await world.later(hours=9)
    assert len(reminders(world)) == 1


async def test_several_games_are_one_message(world: World) -> None:
    for _ in range(3):
        await Match.begin(world)
    for person in world.people[:2]:
        await prefer(person, remind="4h")
    waiting = [(await Match(world, number).active()).id for number in (1, 2, 3)]
    await world.later(hours=4.2)
    posts = reminders(world)
    assert sorted(person for post in posts for person in post.pings) == sorted(set(waiting))
    most = max(posts, key=lambda post: waiting.count(post.pings[0]))
    count = waiting.count(most.pings[0])
    assert f"{count - 1} more game" in most.text
    assert "game 3" not in most.text
    await world.later(days=2)
    assert reminders(world) == posts


@pytest.mark.nightly
async def test_an_outage_of_days_ends_with_one_reminder(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await prefer(ada, remind="daily")
    await world.bot.close()
    world.wall.ahead += 4 * 24 * 3_600_000
    await world.env.restart_bot(world._make_bot())
    await world.later(seconds=1)
    assert len(reminders(world)) == 1
    await world.later(hours=23)
    first = reminders(world)
    await world.later(hours=1.1)
    assert reminders(world) != first


async def alone(world: World, person: Person) -> Post:
    """The preferences that the button of the newest direct message opens, outside of a server."""
    user, place = person.actor.user, world.env.backend.get_dm_channel(person.id)
    [*_, newest] = simcord.ChannelHandle(world.env, None, place).history(viewer=user)
    opened = await user.click(newest, custom_id="arkadia:preferences")
    assert opened.response is not None
    return post_of(world.env, opened.response)


async def test_a_direct_message_tells_of_all_games_with_a_way_to_each(world: World) -> None:
    first = await Match.begin(world)
    ada = await first.active()
    await prefer(ada, remind="4h", remind_in="message")
    [hello] = direct(world, ada)
    await world.later(hours=4.2)
    assert reminders(world) == []
    _, post = direct(world, ada)
    place = f"<#{(await first.place()).id}>"
    assert f"Your turn in game 1 ({place}) is waiting. The turn began on <t:" in post["content"]
    [row] = post["components"]
    url = row["components"][0]["url"]
    assert url.endswith(f"/{(await first.newest()).channel}/{(await first.newest()).id}")
    shown = await alone(world, ada)
    never = await ada.actor.user.select(
        shown.source, ("never",), custom_id=shown.menus[0].custom_id
    )
    assert never.response is not None
    assert "- reminders: never" in post_of(world.env, never.response).text
    assert hello["content"].startswith("Here I will")


async def test_closed_direct_messages_are_said_once_and_the_game_is_the_place_then(
    world: World,
) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await prefer(ada, remind="daily", remind_in="message")
    world.fail("POST", "/users/@me/channels", status=403, code=50007)
    channel = world.env.backend.get_dm_channel(ada.id)
    world.fail("POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None)
    await world.later(hours=24.1)
    [post] = reminders(world)
    assert "takes no direct messages from me" in post.text
    assert world.bot.services.personal.preferences(ada.id).remind_in == "game"
    await world.later(hours=24.1)
    [again] = reminders(world)
    assert again.id != post.id
    assert "direct messages" not in again.text


@pytest.mark.parametrize("end", ["crash", "go on"])
async def test_what_was_sent_and_not_noted_is_told_once(world: World, end: str) -> None:
    match = await Match.begin(world)
    world.lose_answer("POST", MESSAGES)
    await world.later(hours=24.1)
    assert len(reminders(world)) == 1
    if end == "crash":
        await world.crash()
    await world.later(hours=1)
    await world.later(hours=48)
    assert len(reminders(world)) == 1
    await match.turn()
    assert reminders(world) == [], "the one that was found goes, too"


async def test_who_left_their_seat_to_a_computer_is_not_reminded(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await ada.run("arkadia seat resign", await match.place(), sure="yes")
    await world.later(hours=25)
    assert all(ada.id not in post.pings for post in reminders(world))


async def test_who_is_away_until_a_day_is_not_reminded_before(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await ada.run("arkadia seat away", await match.place(), until="3 days")
    await world.later(hours=25)
    await world.later(hours=25)
    assert reminders(world) == []
    await world.later(hours=24)
    assert [post.pings for post in reminders(world)] == [(ada.id,)]


async def test_a_chosen_zone_outlives_everything(world: World) -> None:
    ada = world.people[0]
    await prefer(ada, quiet="22-8", zone="Berlin")
    await world.crash()
    assert world.bot.services.personal.preferences(ada.id) == Preferences(
        confirm=False, zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=8 * 60
    )
