"""What belongs to one person: preferences, notes, being asked, and turns that are prepared."""

from collections.abc import Sequence
from datetime import datetime
from itertools import combinations, permutations
from random import Random
from zoneinfo import ZoneInfo

import pytest

from db.preferences import Preferences
from engine.actions import Build, End, Workers
from engine.preview import in_turn, rests_on
from engine.random_play import random_action
from engine.squares import iter_squares
from lab.tables import command_of
from tests.e2e.forms import filled, prefer, start
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
    shown = await ada.run("arkadia preferences")
    looks = await ada.press(shown.post, "Pictures and commands…")
    answer = await ada.fill(looks, theme="light", confirm="no", help="completions")
    assert answer.post.id == shown.post.id
    assert "Your Discord theme: light" in answer.text
    assert preferred(world, ada) == Preferences(theme="light", help="completions", confirm=False)
    form = await opened(ada, "Notices…")
    assert set(form.fields) == {"mention", "remind", "remind_in", "tell_end", "invites"}
    await world.restart()
    answer = await ada.fill(
        form, mention="yes", remind="4h", remind_in="game", tell_end="no", invites="met"
    )
    assert answer.private
    assert "Remind me of my turn: once, after 4 hours, in the game's channel" in answer.text
    assert "Notify me when games end: no" in answer.text
    assert "Who can keep a seat for me: people I've played with" in answer.text
    chosen = preferred(world, ada)
    assert (chosen.remind, chosen.remind_after, chosen.tell_end) == ("once", 4, False)
    assert chosen.confirm is False  # as it was before
    assert (await opened(ada, "Notices…")).opened["remind"] == "4h"
    assert (await opened(ada, "Pictures and commands…")).opened["theme"] == "light"


async def test_the_usual_ones_are_chosen_in_menus(world: World) -> None:
    ada = world.people[0]
    shown = await ada.run("arkadia preferences")
    told = shown.text.splitlines()
    assert [line.partition(":")[0] for line in told] == [
        "Your preferences",
        "- Remind me of my turn",
        "- Quiet hours",
        "- Language",
    ]
    often, _ = shown.post.menus
    again = await ada.choose(shown.post, "48h", custom_id=often.custom_id)
    assert again.post.id == shown.post.id
    assert "Remind me of my turn: once, after 48 hours" in again.text
    # The menu is another one, so that Discord sends the same choice once more.
    assert again.post.menus[0].custom_id != often.custom_id
    await world.restart()
    german = await ada.choose(again.post, "de", custom_id=again.post.menus[1].custom_id)
    assert "- Sprache: Deutsch" in german.text
    forged = await ada.forge(german.post, "arkadia:prefer-language:1", ["klingon"])
    assert "Deutsch" in refusal(forged)
    chosen = preferred(world, ada)
    assert (chosen.remind, chosen.remind_after, chosen.language) == ("once", 48, "de")


async def test_quiet_hours_are_typed_as_people_type_them(world: World) -> None:
    ada = world.people[0]
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(form, hours="10pm - 8", zone="germany", weekend="yes", turns="no")
    assert "Quiet hours: 22:00 to 08:00 and weekends (Berlin, now" in answer.text
    assert "Notify me in quiet hours too" not in answer.text
    assert len(answer.post.menus) == 2
    form = await opened(ada, "Quiet hours…")
    hours = {"hours": "22:00-08:00", "zone": "Europe/Berlin", "weekend": "yes", "turns": "no"}
    assert form.opened == hours
    answer = await ada.fill(form, hours="at night", zone="Paris", weekend="no", turns="no")
    assert "as quiet hours" in answer.text
    assert preferred(world, ada).zone == "Europe/Paris"
    form = await opened(ada, "Quiet hours…")
    answer = await ada.fill(form, hours="", zone="", weekend="no", turns="no")
    assert "Quiet hours: none" in answer.text
    await prefer(ada, remind="daily", hours="22-8", zone="Berlin", turns=True, weekend=True)
    chosen = preferred(world, ada)
    assert chosen == Preferences(
        confirm=False,
        remind="daily",
        quiet_from=1320,
        quiet_until=480,
        zone="Europe/Berlin",
        quiet_weekend=True,
        quiet_turns=True,
    )
    assert "such as `22-8`" in refusal(await prefer(ada, hours="@everyone"))
    assert "such as `8h`" in refusal(await prefer(ada, remind="often"))
    assert preferred(world, ada) == chosen
    await prefer(ada, hours="", zone="Paris", weekend=False)
    assert preferred(world, ada).zone == "Europe/Paris"


async def test_an_unclear_zone_is_found_by_the_time_and_nothing_else_is_lost(world: World) -> None:
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
    assert "Which of these clocks shows your time?" in asked.text
    menu = asked.post.menus[2]
    # An English reader is shown the clock of Berlin by a place where English is spoken.
    assert menu.choices["Europe/Malta"].endswith(" · Malta")
    chosen = await ada.choose(asked.post, "Europe/Malta", custom_id=menu.custom_id)
    assert "23:00 to 07:00 (Malta" in chosen.text
    assert "Notify me in quiet hours too: yes" in chosen.text
    assert len(chosen.post.menus) == 2
    for unclear in ("usa", "Nice", "Berln", "10:15"):
        await prefer(ada, zone=unclear)
        assert preferred(world, ada).zone == "Europe/Malta"
    forged = await ada.forge(asked.post, "arkadia:zone", ["nowhere"])
    assert "I don't know the time zone" in forged.text
    assert preferred(world, ada).zone == "Europe/Malta"


async def test_the_first_direct_message_comes_at_once_or_none_can(world: World) -> None:
    ada, bela, *_ = world.people
    assert "by direct message" in (await prefer(bela, remind_in="message")).text
    [sent] = [sent for sent in world.sent if "I'll remind you" in str(sent.body)]
    assert sent.owner == bela.id
    await prefer(ada, remind="daily")
    world.fail("POST", "/users/@me/channels", status=403, code=50007)
    answer = await prefer(ada, remind_in="message", tell_end=False)
    assert "Discord won't let me send you direct messages" in refusal(answer)
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
    assert "site" in map(verb_of, (await ada.press(answer.post, "Back")).post.menus)
    await ada.press((await ada.run(command, await match.place(), **options)).post, "Confirm")
    assert await match.log() == [str(action)]
    asked = await ada.run("arkadia undo", await match.place())
    if "Confirm" in asked.post.buttons:
        await ada.press(asked.post, "Confirm")
        assert await match.log() == [str(action), "undo"]
        await ada.run(command, await match.place(), **options, confirm=False)
        assert len(await match.log()) == 3


async def test_a_theme_changes_what_one_sees_and_a_tables_what_all_see(world: World) -> None:
    match = await Match.begin(world)
    ada, public = await match.active(), (await match.newest()).pictures[0].content
    dark = (await ada.run("arkadia board")).post.pictures[0].content
    assert dark == public
    await prefer(ada, theme="light")
    assert (await ada.run("arkadia board")).post.pictures[0].content != dark
    await ada.display(theme="light")
    await match.turn()
    board = (await ada.run("arkadia board")).post.pictures[0].content
    assert (await match.newest()).pictures[0].content == board
    assert "not in game" in (await world.people[3].display(theme="dark")).text


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
    assert "You're not in game 1" in told(
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
async def test_a_prepared_turn_is_offered_alone(world: World, kind: type[Build | Workers]) -> None:
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
    assert "You prepared" in panel.post.text or "doesn't work any more" in panel.post.text
    assert await match.log() == log
    if "You prepared" in panel.post.text:
        await panel.press("planned")
        await panel.press("drawa" if kind is Build else "do")
        assert len(await match.log()) == len(log) + 1
    told = [text for sent in world.public() for text in sent.strings]
    assert not any("repared: " in text or "You prepared" in text for text in told)
    assert "repared:" not in (await ada.press(await match.newest(), "Take your turn")).text


async def test_what_was_prepared_is_forgotten_when_asked_or_a_turn_has_passed(world: World) -> None:
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
    assert "repared:" not in (await Panel.open(match, bela)).post.text


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


async def apart(match: Match, count: int) -> list[Workers]:
    """Single workers that complete nothing, none on a square on which another one rests."""
    table = await match.table()
    position = in_turn(table.running_game().before_turn, await waiting_seat(match))
    squares = {1 << square for _, gap in position.worker_sites() for square in iter_squares(gap)}
    every = [Workers(square, 0) for square in sorted(squares)]
    rests = {one: rests_on(position, one) for one in every if not position.completions(one)}
    for some in combinations(rests, count):
        if not any(rests[one] & other.own for one, other in permutations(some, 2)):
            return list(some)
    raise AssertionError("all of them rest on each other")


async def waiting_seat(match: Match) -> int:
    table = await match.table()
    assert table.active is not None
    return (table.active.seat + 1) % len(table.seats)


async def typed(person: Person, match: Match, actions: Sequence[Workers], **more: object) -> Answer:
    names = dict(zip(("turn", "otherwise"), map(str, actions), strict=False))
    answer = await person.run("arkadia seat prepare", await match.place(), **names, **more)
    assert answer.private
    return answer


@pytest.mark.quick
async def test_what_was_prepared_is_played_at_once_and_its_owner_is_told(world: World) -> None:
    match = await Match.begin(world, at_once=True)
    ada, bela = await match.active(), await match.waiting()
    wanted, other = await apart(match, 2)
    panel = await Panel.open(match, bela)
    await panel.show(wanted, in_turn((await match.game()).position, await waiting_seat(match)))
    await panel.press("do")
    assert "Prepared: a worker on" in panel.post.text
    await panel.press("atonce")
    assert "It's played immediately if these squares stay vacant:" in panel.post.text
    await panel.press("wait")
    await panel.press("atonce")
    await world.restart()
    posts = len(await match.posts())
    await match.do(other)
    assert len(await match.log()) == 1
    await match.do(End())
    assert await match.log() == [str(other), "end", str(wanted), "end"]
    assert await match.active() == ada
    newest = await match.newest()
    assert len(await match.posts()) == posts + 1
    assert newest.pings == (ada.id,)
    assert newest.text.count("Turn ") == 2
    told = await bela.press(newest, "Take your turn")
    assert "Turn 2 was played as you prepared it: a worker on" in told.text
    await world.restart()
    await match.turn(seed=3)
    assert await match.active() == bela
    told = await bela.press(await match.newest(), "Take your turn")
    assert "Turn 2 was played as you prepared it" in told.text
    assert not any("repared" in text for sent in world.public() for text in sent.strings[1:2])


async def test_the_second_choice_is_played_where_the_first_is_hindered(world: World) -> None:
    ada, bela, *_ = world.people
    await start(ada, seats=2)
    answer = await filled(world, ada, "Clock…", once="yes")
    assert "can be played automatically when it's your turn" in answer.text
    assert "can be played automatically when it's your turn" in world.newest().text
    await bela.decide("join", game=1)
    await ada.decide("begin", game=1)
    match = Match(world, 1)
    bela = await match.waiting()
    first, second = await apart(match, 2)
    answer = await typed(bela, match, (first, second), at_once=True)
    assert "Second choice: a worker on" in answer.text
    await match.play([first, End()])
    assert (await match.log())[2:] == [str(second), "end"]
    told = await bela.press(await match.newest(), "Take your turn")
    assert "Turn 2 was played with your second choice: a worker on" in told.text


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_is_hindered_is_offered_with_the_reason(world: World, at_once: bool) -> None:
    match = await Match.begin(world, at_once=True)
    bela = await match.waiting()
    first, second = await apart(match, 2)
    await typed(bela, match, (first, second), at_once=at_once)
    position = (await match.game()).position
    avoided = first.own | rests_on(position, second)
    beside = rests_on(position, first) & ~avoided
    beside &= -beside
    assert beside
    await match.play([Workers(beside, 0), End()])
    log = await match.log()
    if not at_once:
        assert log[2:] == []
        assert "You prepared: a worker on" in (await Panel.open(match, bela)).post.text
        return
    assert log[2:] == [str(second), "end"], "the second choice does not rest on what changed"


async def test_where_it_was_not_agreed_nothing_is_played_at_once(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    wanted, other = await apart(match, 2)
    answer = await typed(bela, match, (wanted,), at_once=True)
    assert "Prepared turns aren't played immediately" in refusal(answer)
    panel = await Panel.open(match, bela)
    await panel.show(wanted, in_turn((await match.game()).position, await waiting_seat(match)))
    await panel.press("do")
    assert "Play it immediately" not in panel.post.buttons
    forged = panel.button("forget").custom_id.replace(":forget:", ":atonce:")
    assert "Prepared turns aren't" in (await bela.forge(panel.post, forged)).text
    await match.play([other, End()])
    assert len(await match.log()) == 2
    assert "You prepared: a worker on" in (await Panel.open(match, bela)).post.text


async def test_what_would_complete_a_building_waits_for_its_owner(world: World) -> None:
    match = await Match.begin(world, at_once=True)
    bela = await match.waiting()
    position = in_turn((await match.game()).position, await waiting_seat(match))
    completing = next(
        action
        for action in position.legal_actions()
        if isinstance(action, Workers) and position.completions(action)
    )
    answer = await typed(bela, match, (completing,), at_once=True)
    assert "it completes a building" in refusal(answer)
    answer = await typed(bela, match, (completing,))
    assert "It won't be played immediately: it completes a building" in answer.text
    assert "has been cleared" in (await typed(bela, match, ())).text
    refused = await typed(await match.active(), match, (completing,))
    assert "You have no turn to prepare" in refusal(refused)


async def test_two_prepared_turns_follow_each_other(world: World) -> None:
    match = await Match.begin(world, 3, at_once=True)
    third = await apart(match, 3)
    table = await match.table()
    assert table.active is not None
    order = [world.person(table.seats[(table.active.seat + by) % 3].user_id) for by in range(3)]
    for person, action in zip(order[1:], third[1:], strict=True):
        await typed(person, match, (action,), at_once=True)
    await match.play([third[0], End()])
    assert (await match.log())[2:] == [str(third[1]), "end", str(third[2]), "end"]
    assert await match.active() == order[0]
    assert (await match.newest()).pings == (order[0].id,)
