"""Preferences are chosen in forms with menus or by the command; they outlive restarts."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from db.people.rows import Preferences
from tests.e2e.answers import refusal
from tests.e2e.people import Answer, Person
from tests.e2e.world import World
from ui.limits import MOST_OPTIONS


def preferred(world: World, person: Person) -> Preferences:
    return world.bot.services.personal.preferences(person.id)


async def opened(ada: Person, caption: str) -> Answer:
    return await ada.press((await ada.run("arkadia preferences")).post, caption)


@pytest.mark.quick
async def test_forms_show_what_is_chosen_and_keep_what_one_chooses(world: World) -> None:
    ada = world.people[0]
    form = await opened(ada, "Notices…")
    assert set(form.fields) == {"mention", "remind", "remind_in", "tell_end", "invites"}
    await world.restart()
    answer = await ada.fill(
        form, mention="yes", remind="4h", remind_in="game", tell_end="no", invites="met"
    )
    assert answer.private
    assert "reminders: once, after 4 hours, where the game is" in answer.text
    assert "notified of the end: no" in answer.text
    assert "seats kept for you by: people you have played with" in answer.text
    chosen = preferred(world, ada)
    assert (chosen.remind, chosen.remind_after, chosen.tell_end) == ("once", 4, False)
    assert chosen.confirm is False  # as it was before
    [default] = [
        option["value"]
        for option in (await opened(ada, "Notices…")).fields["remind"]["options"]
        if option.get("default")
    ]
    assert default == "4h"


async def test_the_message_is_changed_in_its_place(world: World) -> None:
    ada = world.people[0]
    shown = await ada.run("arkadia preferences")
    form = await ada.press(shown.post, "Pictures and commands…")
    answer = await ada.fill(
        form, theme="light", confirm="yes", tips="yes", language="discord", help="completions"
    )
    assert answer.post.id == shown.post.id
    assert "pictures: light" in answer.text
    assert preferred(world, ada) == Preferences(theme="light", help="completions")


async def test_quiet_hours_are_typed_as_people_type_them(world: World) -> None:
    ada = world.people[0]
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(
        form, hours="10pm - 8", zone="germany", weekend="yes", turns="no", nudges="yes"
    )
    assert "quiet hours: 22:00 to 08:00 and weekends (Berlin, now" in answer.text
    assert "your turn even then" not in answer.text
    assert answer.post.menus == ()
    chosen = preferred(world, ada)
    assert (chosen.quiet_from, chosen.quiet_until) == (22 * 60, 8 * 60)
    fields = (await opened(ada, "Quiet hours…")).fields
    assert (fields["hours"]["value"], fields["zone"]["value"]) == ("22:00-08:00", "Europe/Berlin")
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(form, hours="", zone="", weekend="no", turns="no", nudges="yes")
    assert "quiet hours: none" in answer.text
    assert preferred(world, ada).zone == "Europe/Berlin"


async def test_an_unclear_zone_is_found_by_what_time_it_is_and_nothing_else_is_lost(
    world: World,
) -> None:
    ada = world.people[0]
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(
        form, hours="23-7", zone="Rotterdam", weekend="no", turns="yes", nudges="no"
    )
    assert "I know no time zone “Rotterdam”. What time is it for you now?" in answer.text
    assert "23:00 to 07:00 (UTC" in answer.text
    [menu] = answer.post.menus
    assert len(menu.choices) <= MOST_OPTIONS
    here = datetime.fromtimestamp(world.wall() / 1000, ZoneInfo("Europe/Berlin")).utcoffset()
    assert here is not None
    minutes = str(round(here.total_seconds() / 60))
    [hour] = [value for value in menu.choices if minutes in value.strip("@").split()]
    await world.restart()
    asked = await ada.choose(answer.post, hour)
    assert "Which of these clocks is yours?" in asked.text
    [menu] = asked.post.menus
    # An English reader is shown the clock of Berlin by a place where English is spoken.
    assert menu.choices["Europe/Malta"].endswith(" · Malta")
    chosen = await ada.choose(asked.post, "Europe/Malta")
    assert "23:00 to 07:00 (Malta" in chosen.text
    assert "your turn even then: yes" in chosen.text
    assert chosen.post.menus == ()
    for unclear in ("usa", "Nice", "Berln", "10:15"):
        await ada.run("arkadia preferences", zone=unclear)
        assert preferred(world, ada).zone == "Europe/Malta"
    forged = await ada.forge(asked.post, "arkadia:zone", ["nowhere"])
    assert "I know no time zone" in forged.text
    assert preferred(world, ada).zone == "Europe/Malta"


async def test_hours_that_are_none_are_said_and_the_rest_is_kept(world: World) -> None:
    ada = world.people[0]
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(
        form, hours="at night", zone="Berlin", weekend="no", turns="no", nudges="yes"
    )
    assert "names no quiet hours" in answer.text
    assert preferred(world, ada).zone == "Europe/Berlin"


async def test_the_command_sets_all_of_it_directly(world: World) -> None:
    ada = world.people[0]
    await ada.run("arkadia preferences", remind="daily", end=False, weekend=True)
    await ada.run("arkadia preferences", quiet="22-8", zone="Europe/Berlin", quiet_turns=True)
    chosen = preferred(world, ada)
    assert chosen == Preferences(
        confirm=False,
        remind="daily",
        tell_end=False,
        quiet_from=1320,
        quiet_until=480,
        zone="Europe/Berlin",
        quiet_weekend=True,
        quiet_turns=True,
    )
    assert "such as `22-8`" in refusal(await ada.run("arkadia preferences", quiet="@everyone"))
    assert "such as `8h`" in refusal(await ada.run("arkadia preferences", remind="often"))
    assert preferred(world, ada) == chosen


@pytest.mark.parametrize(
    ("option", "typed", "value"),
    [
        ("remind", "", "never"),
        ("remind", "8h", "8h"),
        ("zone", "ber", "Europe/Berlin"),
        ("zone", "Nice", "@120"),
        ("zone", "", "@120"),
    ],
)
async def test_suggestions(world: World, option: str, typed: str, value: str) -> None:
    offered = await world.people[0].suggestions("arkadia preferences", option, typed)
    assert value in {str(one).partition(" ")[0] for one in offered.values()}


async def test_who_wants_direct_messages_gets_the_first_at_once(world: World) -> None:
    ada = world.people[0]
    form = await opened(ada, "Notices…")
    answer = await ada.fill(
        form, mention="yes", remind="24h", remind_in="message", tell_end="yes", invites="anyone"
    )
    assert "by a direct message" in answer.text
    [sent] = [sent for sent in world.sent if "I will remind you" in str(sent.body)]
    assert sent.owner == ada.id


async def test_who_takes_no_direct_messages_is_told_so(world: World) -> None:
    ada = world.people[0]
    await ada.run("arkadia preferences", remind="daily")
    world.fail("POST", "/users/@me/channels", status=403, code=50007)
    answer = await ada.run("arkadia preferences", remind_in="message", end=False)
    assert "takes no direct messages from me" in refusal(answer)
    chosen = preferred(world, ada)
    assert (chosen.remind_in, chosen.tell_end) == ("game", False)
