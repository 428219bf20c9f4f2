"""What belongs to one person: preferences on one screen, notes, a prepared turn, being asked."""

from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from db.preferences import Preferences
from engine.actions import Build, Workers
from engine.random_play import random_action
from lab.tables import command_of
from tests.e2e.forms import filled_in, prefer
from tests.e2e.panels import Panel, verb_of
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.world import World
from ui.texts.markup import MOST_OPTIONS


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
    assert (await opened(ada, "Notices…")).fields["remind"]["value"] == "4h"


async def test_the_usual_ones_are_chosen_in_menus(world: World) -> None:
    ada = world.people[0]
    shown = await ada.run("arkadia preferences")
    told = shown.text.splitlines()
    assert [line.partition(":")[0] for line in told] == [
        "Your preferences",
        "- reminders",
        "- quiet hours",
        "- language",
    ]
    often, spoken = shown.post.menus
    again = await ada.choose(shown.post, "48h", custom_id=often.custom_id)
    assert again.post.id == shown.post.id
    assert "reminders: once, after 48 hours" in again.text
    # The menu is another one, so that Discord sends the same choice once more.
    assert again.post.menus[0].custom_id != often.custom_id
    await world.restart()
    spoken = again.post.menus[1]
    german = await ada.choose(again.post, "de", custom_id=spoken.custom_id)
    assert "- Sprache: Deutsch" in german.text
    forged = await ada.forge(german.post, "arkadia:prefer-language:1", ["klingon"])
    assert "Deutsch" in refusal(forged)
    chosen = preferred(world, ada)
    assert (chosen.remind, chosen.remind_after, chosen.language) == ("once", 48, "de")


async def test_the_message_is_changed_in_its_place(world: World) -> None:
    ada = world.people[0]
    shown = await ada.run("arkadia preferences")
    form = await ada.press(shown.post, "Pictures and commands…")
    answer = await ada.fill(form, theme="light", confirm="yes", help="completions")
    assert answer.post.id == shown.post.id
    assert "pictures: light" in answer.text
    assert preferred(world, ada) == Preferences(theme="light", help="completions")


async def test_quiet_hours_are_typed_as_people_type_them(world: World) -> None:
    ada = world.people[0]
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(form, hours="10pm - 8", zone="germany", weekend="yes", turns="no")
    assert "quiet hours: 22:00 to 08:00 and weekends (Berlin, now" in answer.text
    assert "your turn even then" not in answer.text
    assert len(answer.post.menus) == 2
    chosen = preferred(world, ada)
    assert (chosen.quiet_from, chosen.quiet_until) == (22 * 60, 8 * 60)
    fields = (await opened(ada, "Quiet hours…")).fields
    assert (fields["hours"]["value"], fields["zone"]["value"]) == ("22:00-08:00", "Europe/Berlin")
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(form, hours="", zone="", weekend="no", turns="no")
    assert "quiet hours: none" in answer.text
    assert preferred(world, ada).zone == "Europe/Berlin"


async def test_an_unclear_zone_is_found_by_what_time_it_is_and_nothing_else_is_lost(
    world: World,
) -> None:
    ada = world.people[0]
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(form, hours="23-7", zone="Rotterdam", weekend="no", turns="yes")
    assert "I don't know the time zone “Rotterdam”. What time is it for you now?" in answer.text
    assert "23:00 to 07:00 (UTC" in answer.text
    menu = answer.post.menus[2]
    assert len(menu.choices) <= MOST_OPTIONS
    here = datetime.fromtimestamp(world.wall() / 1000, ZoneInfo("Europe/Berlin")).utcoffset()
    assert here is not None
    minutes = str(round(here.total_seconds() / 60))
    [hour] = [value for value in menu.choices if minutes in value.strip("@").split()]
    await world.restart()
    asked = await ada.choose(answer.post, hour, custom_id=menu.custom_id)
    assert "Which of these clocks is yours?" in asked.text
    menu = asked.post.menus[2]
    # An English reader is shown the clock of Berlin by a place where English is spoken.
    assert menu.choices["Europe/Malta"].endswith(" · Malta")
    chosen = await ada.choose(asked.post, "Europe/Malta", custom_id=menu.custom_id)
    assert "23:00 to 07:00 (Malta" in chosen.text
    assert "your turn even then: yes" in chosen.text
    assert len(chosen.post.menus) == 2
    for unclear in ("usa", "Nice", "Berln", "10:15"):
        await prefer(ada, zone=unclear)
        assert preferred(world, ada).zone == "Europe/Malta"
    forged = await ada.forge(asked.post, "arkadia:zone", ["nowhere"])
    assert "I don't know the time zone" in forged.text
    assert preferred(world, ada).zone == "Europe/Malta"


async def test_hours_that_are_none_are_said_and_the_rest_is_kept(world: World) -> None:
    ada = world.people[0]
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(form, hours="at night", zone="Berlin", weekend="no", turns="no")
    assert "as quiet hours" in answer.text
    assert preferred(world, ada).zone == "Europe/Berlin"


async def test_all_of_it_is_set_in_forms(world: World) -> None:
    ada = world.people[0]
    await prefer(ada, remind="daily", end=False, weekend=True)
    await prefer(ada, quiet="22-8", zone="Europe/Berlin", quiet_turns=True)
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
    assert "such as `22-8`" in refusal(await prefer(ada, quiet="@everyone"))
    assert "such as `8h`" in refusal(await prefer(ada, remind="often"))
    assert preferred(world, ada) == chosen


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
    await prefer(ada, remind="daily")
    world.fail("POST", "/users/@me/channels", status=403, code=50007)
    answer = await prefer(ada, remind_in="message", end=False)
    assert "takes no direct messages from me" in refusal(answer)
    chosen = preferred(world, ada)
    assert (chosen.remind_in, chosen.tell_end) == ("game", False)


async def test_commands_ask_first_unless_told_otherwise(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await prefer(ada, confirm=True)
    action = random_action((await match.game()).position, Random(1))
    command, options = command_of(action)
    answer = await ada.run(command, await match.place(), **options)
    assert answer.private
    assert list(answer.post.buttons) == ["Confirm", "Back"]
    assert answer.post.pictures
    assert await match.log() == []
    back = await ada.press(answer.post, "Back")
    assert "site" in map(verb_of, back.post.menus)
    answer = await ada.run(command, await match.place(), **options)
    await ada.press(answer.post, "Confirm")
    assert await match.log() == [str(action)]
    asked = await ada.run("arkadia undo", await match.place())
    if "Confirm" in asked.post.buttons:
        await ada.press(asked.post, "Confirm")
        assert await match.log() == [str(action), "undo"]
        await ada.run(command, await match.place(), **options, confirm=False)
        assert len(await match.log()) == 3


@pytest.mark.nightly
async def test_every_command_of_a_turn_can_be_confirmed(world: World) -> None:
    match = await Match.begin(world)
    for person in world.people:
        await prefer(person, confirm=True)
    rng = Random(6)
    done: list[str] = []
    while len(done) < 40:
        action = random_action((await match.game()).position, rng)
        command, options = command_of(action)
        person = await match.active()
        answer = await person.run(command, await match.place(), **options)
        assert await match.log() == done
        await person.press(answer.post, "Confirm")
        done.append(str(action))
        assert await match.log() == done
    assert {entry.split()[0] for entry in done} >= {"build", "workers", "castle", "banner", "end"}


async def test_nobody_is_notified_who_does_not_want_it(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    await prefer(bela, mention=False)
    await match.turn()
    post = await match.newest()
    assert post.pings == ()
    assert bela.mention not in post.text
    await match.turn()
    assert (await match.newest()).pings == ((await match.active()).id,)


async def test_preferences_outlive_a_restart(world: World) -> None:
    ada = world.people[0]
    await prefer(ada, theme="light", mention=False, language="en")
    await world.restart()
    answer = await ada.run("arkadia preferences")
    assert "language: English" in answer.text
    looks = await ada.press(answer.post, "Pictures and commands…")
    assert filled_in(looks)["theme"] == "light"
    assert filled_in(await ada.press(answer.post, "Notices…"))["mention"] == "no"


async def test_a_theme_changes_what_one_sees_and_a_tables_what_all_see(world: World) -> None:
    match = await Match.begin(world)
    ada, public = await match.active(), (await match.newest()).pictures[0].content
    dark = (await ada.run("arkadia board")).post.pictures[0].content
    assert dark == public
    await prefer(ada, theme="light")
    light = (await ada.run("arkadia board")).post.pictures[0].content
    assert light != dark
    await ada.display(theme="light")
    await match.turn()
    board = (await ada.run("arkadia board")).post.pictures[0].content
    assert (await match.newest()).pictures[0].content == board
    stranger = world.people[3]
    refused = await stranger.display(theme="dark")
    assert "no seat" in refused.text


@pytest.mark.slow
async def test_a_note_stands_on_its_owners_screen_alone(world: World) -> None:
    match = await Match.begin(world)
    ada, bela = await match.active(), await match.waiting()
    answer = await ada.note("keep the mill for K6")
    assert answer.private
    assert "Your note: keep the mill for K6" in answer.text
    await world.restart()
    assert "Your note: keep the mill" in (await ada.press(await match.newest(), "My screen")).text
    assert "mill for" not in (await bela.press(await match.newest(), "My screen")).text
    form = await ada.through("arkadia screen", "Note…")
    assert form.fields["note"]["value"] == "keep the mill for K6"
    assert "only its players" in told(
        await world.people[3].forge(await match.newest(), "arkadia:note:1")
    )
    assert "Your note" not in (await ada.fill(form, note="")).text
    assert not any("mill for" in text for sent in world.public() for text in sent.strings)


async def test_refresh_changes_the_private_message_in_its_place(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    board = await bela.press(await match.newest(), "Board")
    screen = await bela.press(await match.newest(), "My screen")
    text = await bela.press(screen.post, "As text")
    assert "each" in text.text  # what each seal would bring now
    await match.turn()
    fresh = await bela.press(board.post, "Refresh")
    assert fresh.post.id == board.post.id
    assert "turn 2" in fresh.text
    again = await bela.press(screen.post, "Refresh")
    assert again.post.id == screen.post.id
    panel = await bela.press(again.post, "Take your turn")
    assert panel.post.id == screen.post.id
    assert "site" in map(verb_of, panel.post.menus)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Build, Workers])
async def test_a_prepared_turn_is_offered_and_never_played_by_itself(
    world: World, kind: type[Build | Workers]
) -> None:
    match = await Match.begin(world)
    ada, bela = await match.active(), await match.waiting()
    panel = await Panel.open(match, bela)
    assert panel.address.ahead
    if kind is Build:
        first = next(button for button in panel.post.buttons.values() if not button.disabled)
        await panel.press(first.custom_id.split(":")[6])
        answer = await panel.press("drawa")
    else:
        await panel.choose("site", 2)
        await panel.choose("who", 1)
        answer = await panel.press("do")
    assert "Prepared: " in answer.text
    assert await match.log() == []
    await world.restart()
    await match.turn()
    log = await match.log()
    assert await match.active() == bela
    panel = await Panel.open(match, bela)
    assert "You prepared" in panel.post.text or "no longer possible" in panel.post.text
    assert await match.log() == log
    if "You prepared" in panel.post.text:
        await panel.press("planned")
        await panel.press("drawa" if kind is Build else "do")
        assert len(await match.log()) == len(log) + 1
    told = [text for sent in world.public() for text in sent.strings]
    assert not any("repared: " in text or "You prepared" in text for text in told)
    seen = await ada.press(await match.newest(), "Take your turn")
    assert "repared:" not in seen.text


async def test_what_was_prepared_is_forgotten_when_asked_and_when_a_turn_has_passed(
    world: World,
) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    panel = await Panel.open(match, bela)
    await panel.choose("site", 2)
    await panel.choose("who", 1)
    await panel.press("do")
    assert "Prepared: " in panel.post.text
    await panel.press("forget")
    assert "Prepared:" not in panel.post.text
    await panel.choose("site", 2)
    await panel.choose("who", 1)
    await panel.press("do")
    await match.turn()
    await match.turn()
    panel = await Panel.open(match, bela)
    assert "repared:" not in panel.post.text


async def test_everybody_may_watch_but_nobody_may_see_a_screen(world: World) -> None:
    match = await Match.begin(world)
    await match.turn()
    watcher = world.people[3]
    for command in ("arkadia board", "arkadia log"):
        answer = await watcher.run(command, game=match.number)
        assert answer.private
        assert answer.text
    assert "watch" in (await watcher.run("arkadia screen", game=match.number)).text
    assert "watch" in (await watcher.run("arkadia turn", game=match.number)).text
    assert "watch" in (await watcher.press(await match.newest(), "Take your turn")).text


async def test_ones_screen_offers_the_turn_or_to_prepare_it(world: World) -> None:
    match = await Match.begin(world)
    place = await match.place()
    for person, label, said in (
        (await match.active(), "Take your turn", ": your turn."),
        (await match.waiting(), "Prepare my turn", ": your next turn."),
    ):
        post = (await person.run("arkadia screen", place)).post
        assert label in post.buttons
        assert said in (await person.press(post, label)).text
