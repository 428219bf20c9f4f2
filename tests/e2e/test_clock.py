"""Clocks through Discord: what the lobby and a turn say, warnings, late people, being away."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.e2e.forms import prefer, start
from tests.e2e.people import Person, refusal, told
from tests.e2e.playing import Match, until_a_person_is_due
from tests.e2e.world import World

pytestmark = pytest.mark.slow


async def deadline(match: Match) -> str:
    timing = match.services.tables.clock.turn_time(await match.table())
    assert timing is not None
    assert timing.deadline is not None
    return f"<t:{timing.deadline // 1000}:R>"


async def others(match: Match) -> list[Person]:
    table = await match.table()
    rest = [seat.user_id for seat in table.seats if seat != table.active]
    return [match.world.person(user) for user in sorted(rest, key=table.row.host_id.__eq__)]


@pytest.mark.parametrize(
    ("agreed", "said"),
    [
        ({}, "72 hours a turn, 24 hours in reserve.\n"),
        ({"clock": "endless"}, "A turn can take as long as you like."),
        ({"clock": "evening", "late": "turn"}, "10 minutes in reserve. Then a computer"),
        ({"clock": "12h", "late": "nothing"}, "12 hours a turn. Nothing happens when the time is"),
        ({"clock": "5d", "late": "seat"}, "5 days a turn. Then a computer plays until"),
        ({"absence": "computer"}, "While a player is away, a computer plays for them."),
    ],
)
async def test_a_lobby_says_what_is_agreed(world: World, agreed: dict[str, str], said: str) -> None:
    await start(world.people[0], **agreed)
    assert said in world.newest().text


async def test_a_turn_tells_its_deadline_and_in_the_panel_until_it_is_taken(world: World) -> None:
    match = await Match.begin(world, clock="daily")
    post = await match.newest()
    assert f"Deadline: {await deadline(match)}" in post.text
    assert "Deadline" not in post.text.splitlines()[0]
    assert "+ reserve" in (await (await match.active()).press(post, "Take your turn")).text
    await world.later(hours=43)  # the warning
    await world.later(hours=1)
    await match.turn()
    *old, newest = await match.posts()
    assert await deadline(match) in newest.text
    assert [post.text for post in old if ":R>" in post.text or "Deadline" in post.text] == []
    assert [post.text for post in old if "time is up" in post.text] == []


async def test_who_is_nearly_late_is_pinged_once_and_then_the_others_decide(world: World) -> None:
    match = await Match.begin(world, 3, clock="daily")
    absent, rest = await match.active(), await others(match)
    seat = (await match.table()).own_seat(absent.id).seat
    early = await rest[0].run("arkadia seat away", await match.place(), player=seat)
    assert "still has time for this turn. Try again <t:" in refusal(early)
    await world.later(hours=25)  # a reminder comes
    await world.later(hours=18)
    warned = await match.newest()
    assert "the time is nearly up" in warned.text.splitlines()[0]
    assert warned.pings == (absent.id,)
    assert "Then the others can let a computer take over" in warned.text
    await world.later(hours=2)
    assert (await match.newest()).id == warned.id
    await world.later(hours=5)
    asked = await match.newest()
    host = (await match.table()).row.host_id
    deciding = [person.id for person in rest if person.id == host] or [one.id for one in rest]
    assert sorted(asked.pings) == sorted(deciding)
    first = asked.text.split("\n")[0]
    assert f"game 1: {absent.name.capitalize()}'s time is up. Should a computer take over?" in first
    assert {"Computer takes this turn", "Computer until they're back"} <= set(asked.buttons)
    await world.later(hours=12)
    assert (await match.newest()).id == asked.id
    wanting = [person for person in rest if person.id != host]
    answer = await wanting[0].press(asked, "Computer takes this turn")
    assert "when the others agree too" in told(answer)
    assert "would like a computer to take this turn" in (await match.newest()).text
    last = next(person for person in rest if person != wanting[0])
    assert not (await match.newest()).pings
    await last.press(await match.newest(), "Computer takes this turn")
    assert any("A computer takes this turn for" in post.text for post in await match.posts())
    table = await until_a_person_is_due(match)
    assert table.running_game().position.turn == 2
    assert all(seat.status == "playing" for seat in table.seats)


async def test_what_a_host_decided_is_asked_no_more_and_an_old_press_is_moot(world: World) -> None:
    match = await Match.begin(world, 3, clock="12h")
    while (await match.active()).id == (await match.table()).row.host_id:
        await match.turn()
    other, host = await others(match)
    await world.later(hours=10)
    await world.later(hours=4)
    before, turn = len(await match.posts()), (await match.game()).position.turn
    asked = await match.newest()
    await other.press(asked, "Computer until they're back")
    assert "would like a computer" in (await match.newest()).text
    await host.press(await match.newest(), "Computer until they're back")
    told_later = (await match.posts())[before + 1 :]
    assert any("A computer plays for" in post.text for post in told_later)
    assert not any("would like a computer" in post.text for post in told_later)
    await until_a_person_is_due(match)
    old = await other.forge(asked, custom_id=f"arkadia:computer-turn:{match.number}:{turn}")
    assert "moved on" in told(old)


async def test_a_computer_plays_as_was_agreed_and_was_told_before(world: World) -> None:
    match = await Match.begin(world, clock="12h", late="seat")
    absent = await match.active()
    await world.later(hours=10)
    assert "a computer" in (await match.newest()).text
    assert (await match.table()).active is not None
    await world.later(hours=4)
    table = await until_a_person_is_due(match)
    assert table.running_game().position.turn == 2
    assert table.own_seat(absent.id).status == "away"
    assert "Welcome back" in told(await absent.press(await match.newest(), "I'm back"))
    assert (await match.table()).own_seat(absent.id).status == "playing"


async def test_an_outage_counts_for_nobody_and_the_new_deadline_is_told(world: World) -> None:
    match = await Match.begin(world, clock="daily", late="seat")
    before, told = await deadline(match), await match.newest()
    assert f"Deadline: {before}" in told.text
    await world.restart()
    assert await deadline(match) == before
    await world.bot.close()
    world.wall.ahead += 10 * 24 * 3_600_000
    await world.env.restart_bot(world._make_bot())
    table = await match.table()
    assert all(seat.status == "playing" for seat in table.seats)
    assert table.row.warned_at is None
    after, newest = await deadline(match), world.now(told)
    assert after != before
    assert newest.text == told.text.replace(before, after)
    assert (newest.components, newest.pictures) == (told.components, told.pictures)
    await world.later(hours=43)
    assert "the time is nearly up" in (await match.newest()).text
    await world.later(hours=7)
    assert any(seat.status == "away" for seat in (await match.table()).seats)


async def test_who_is_away_until_a_day_is_not_late(world: World) -> None:
    match = await Match.begin(world, clock="daily")
    absent, place = await match.active(), await match.place()
    answer = await absent.run("arkadia seat away", place, until="5 days")
    assert "is paused until <t:" in told(answer)
    assert "is away until <t:" in (await match.newest()).text
    await world.later(days=6)
    assert (await match.table()).row.warned_at is None
    refused = await absent.run("arkadia seat away", place, until="12d")
    assert "In this 30-day period, you can pause your clock for 9 more days" in refusal(refused)
    again = await absent.run("arkadia seat away", place, until="whenever")
    assert "“24 Dec”" in refusal(again)
    assert len(again.post.buttons) == 3
    assert not {"Practice", "Learn"} & set(again.post.buttons)
    offered = await absent.suggestions("arkadia seat away", "until", "next")
    assert list(offered.values()) == ["next Monday"]
    await prefer(absent, language="de")
    offered = await absent.suggestions("arkadia seat away", "until", "mon")
    assert offered["nächsten Montag"] == "next Monday"
    day = datetime.fromtimestamp(world.wall() / 1000, UTC).date() + timedelta(2)
    while day.day > 12 or day.day == day.month:
        day += timedelta(1)
    asked = await absent.run("arkadia seat away", place, until=f"{day.month}/{day.day}")
    names = {day.strftime("%d.%m.%Y"), day.replace(day=day.month, month=day.day).strftime("%d.%m")}
    assert len(asked.post.buttons) == 2
    assert all(any(one.startswith(name) for one in asked.post.buttons) for name in names)
    assert (await match.table()).row.warned_at is None
    assert "is away" not in (await match.newest()).text


async def test_one_may_be_away_from_all_games_at_once(world: World) -> None:
    matches = [await Match.begin(world, clock="daily") for _ in range(2)]
    ada = world.people[0]
    answer = await ada.run("arkadia seat away", until="3d", everywhere=True)
    for match in matches:
        assert f"game {match.number} is paused" in told(answer)
        assert "is away until" in (await match.newest()).text
    for said in ("Welcome back", "No computer is playing for you"):
        assert told(await ada.run("arkadia seat back", everywhere=True)).count(said) == 2
    nobody = await world.people[3].run("arkadia seat back", everywhere=True)
    assert "You're not in a game here." in told(nobody)
