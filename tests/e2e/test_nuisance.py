"""Nobody is notified more often than there may be, whatever a member does in between."""

import pytest

from tests.e2e.forms import direct, pings, prefer, start
from tests.e2e.people import Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.world import World

pytestmark = pytest.mark.slow


async def open_and_cancel(world: World, person: Person, times: int, **options: object) -> list[str]:
    answers = []
    for _ in range(times):
        answers.append((await start(person, **options)).text)
        if "is open in" in answers[-1]:
            await person.press(world.newest(), "Cancel")
    return answers


async def test_no_lifted_block_or_forgetting_lowers_counts(world: World, moderator: Person) -> None:
    ada, bela, *_ = world.people
    await open_and_cancel(world, ada, 10, **{"with": bela.actor})
    await moderator.run("arkadia-admin block", person=ada.actor)
    await moderator.run("arkadia-admin block", person=ada.actor, allow=True)
    assert "That's the limit for now." in refusal(await ada.run("arkadia start"))
    shown = await ada.through("arkadia help", "Privacy")
    await ada.forge(shown.post, "arkadia:forget-me-now")
    assert "That's the limit for now" in refusal(await ada.run("arkadia start"))
    await world.later(minutes=61)
    await open_and_cancel(world, ada, 1, **{"with": bela.actor})
    assert pings(world, bela.id) == 1


async def test_an_invited_person_is_notified_once_a_day_by_the_same_host(world: World) -> None:
    ada, bela, chiara, _ = world.people
    answers = await open_and_cancel(world, ada, 9, **{"with": bela.actor})
    assert pings(world, bela.id) == 1
    assert "notifications are off" not in answers[0]
    assert f"I can't notify <@{bela.id}> this time" in answers[1]
    await chiara.run("arkadia start", **{"with": bela.actor})
    assert pings(world, bela.id) == 2, "another host is another matter"
    await world.later(hours=25)
    await ada.run("arkadia start", **{"with": bela.actor})
    assert pings(world, bela.id) == 3


async def test_many_hosts_together_notify_a_person_a_few_times_an_hour(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start", **{"with": bela.actor})
    for number in range(3):
        other = world.guild.create_text_channel(f"other-{number}")
        await ada.decide("move-here", other, game=1)
        assert world.posts(other)
    assert pings(world, bela.id) == 1, "a lobby that moves notifies nobody again"
    for number in range(9):
        await world.newcomer(f"troll{number}").run("arkadia start", **{"with": bela.actor})
    assert pings(world, bela.id) == 6


@pytest.mark.nightly
async def test_a_host_is_called_a_few_times_an_hour_to_lobbies_that_are_full(world: World) -> None:
    ada, bela, *_ = world.people
    for _ in range(4):
        await start(ada, seats=2)
        for _ in range(3):
            await bela.press(world.newest(), "Join")
            await bela.press(world.newest(), "Leave")
    assert pings(world, ada.id) == 6


async def test_a_person_is_invited_by_those_alone_from_whom_they_want_it(world: World) -> None:
    ada, bela, *_ = world.people
    invited = {"with": bela.actor}
    await prefer(bela, invites="nobody")
    refused = refusal(await ada.run("arkadia start", **invited))
    assert f"You can't keep a seat for <@{bela.id}>" in refused
    answer = await prefer(bela, invites="met")
    assert "Who can keep a seat for me: people I've played with" in told(answer)
    assert "You can't keep a seat for" in refusal(await ada.run("arkadia start", **invited))
    await Match.begin(world)
    await ada.run("arkadia start", **invited)
    assert pings(world, bela.id) >= 1
    assert "nobody" in (await prefer(bela, invites="nobody")).text
    assert "You can't keep a seat for" in refusal(await ada.run("arkadia start", **invited))


@pytest.mark.nightly
async def test_a_running_game_that_moves_opens_only_so_many_threads(world: World) -> None:
    match = await Match.begin(world)
    ada, answers = world.people[0], []
    channels = [world.guild.create_text_channel(f"other-{number}") for number in range(20)]
    for channel in channels:
        answers.append(await ada.decide("move-here", channel, game=match.number))
        await world.later(minutes=1)
    threads = [thread for channel in channels for thread in channel.threads]
    assert len(threads) == 14
    assert "That's the limit for now" in refusal(answers[-1])


async def test_a_message_to_try_if_one_can_be_written_to_is_sent_a_few_times(world: World) -> None:
    ada, answers = world.people[0], []
    for number in range(14):
        answers.append(await prefer(ada, remind_in="game" if number % 2 else "message"))
    assert len(direct(world, ada)) == 5
    assert "That's the limit for now." in refusal(answers[-2])


@pytest.mark.nightly
async def test_a_rematch_cancelled_again_and_again_calls_the_absent_once(world: World) -> None:
    match = await Match.begin(world, 3)
    await match.finish()
    last, (ada, bela, chiara, _) = await match.newest(), world.people
    called, answers = pings(world, chiara.id), []
    for _ in range(4):
        await ada.press(last, custom_id="arkadia:rematch:1")
        answers.append(await bela.press(last, custom_id="arkadia:rematch:1"))
        await bela.press(world.newest(), "Cancel")
    assert pings(world, chiara.id) - called == 1
    assert f"I can't notify <@{chiara.id}> this time" in told(answers[-1])
