"""Challenges: a game of two for one person, accepted by one press, within what people allow."""

import asyncio
from collections.abc import Sequence

import discord

from tests.cogs.payloads import Payload
from tests.e2e.forms import forget, prefer, start
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.world import World


async def menu(world: World, who: Person, target: Person) -> Answer:
    result = await who.actor.context_menu(world.channel, "Arkadia challenge", target.actor)
    return Answer(who, result)


async def test_a_challenge_is_accepted_by_one_press(world: World) -> None:
    ada, bela, chiara, _ = world.people
    asked = await menu(world, ada, bela)
    assert asked.private
    assert "the invitation is posted at once" in asked.text
    assert not world.posts()
    # Two presses at once make one game.
    answers = await asyncio.gather(
        *(ada.forge(asked.post, f"arkadia:challenge:{bela.id}", ["daily"]) for _ in range(2))
    )
    texts = sorted(answer.text for answer in answers)
    assert f"You've challenged {bela.mention}: game 1" in texts[0] + texts[1]
    assert "is already waiting for" in texts[0] + texts[1]
    [lobby] = world.posts()
    assert lobby.text.splitlines()[0] == "## Arkadia, game 1: Ada invites you"
    assert "About 5 weeks." in lobby.text
    assert lobby.pings == (bela.id,)
    assert refusal(await chiara.press(lobby, "Join"))
    await world.restart()
    await bela.press(lobby, "Join")
    assert "has begun" in world.now(lobby).text
    assert len(world.threads()) == 1


async def test_the_command_is_its_twin_and_challenges_that_cross_are_one(world: World) -> None:
    ada, bela, chiara, deniz = world.people
    pairs = ((chiara, deniz), (deniz, chiara))
    menus = [(who, other, (await menu(world, who, other)).post) for who, other in pairs]
    await asyncio.gather(
        *(who.forge(post, f"arkadia:challenge:{other.id}", ["daily"]) for who, other, post in menus)
    )
    assert len(world.posts()) == 1
    answer = await ada.run("arkadia-club challenge", person=bela.actor, preset="evening")
    assert f"You've challenged {bela.mention}: game 2" in answer.text
    back = await bela.run("arkadia-club challenge", person=ada.actor, preset="daily")
    assert "has challenged you: game 2" in back.text
    await bela.press(back.post, "Join")
    assert (len(world.threads()), len(world.posts())) == (1, 2)
    asked = await ada.run("arkadia-club challenge", person=bela.actor)
    assert "Choose a pace" in asked.text
    again = await ada.choose(asked.post, "club", custom_id=f"arkadia:challenge:{bela.id}")
    assert f"You've challenged {bela.mention}: game 3" in told(again)
    assert not world.newest().pings  # once a day is enough
    assert "I can't notify " in again.text


async def test_who_declines_or_is_forgotten_ends_it_and_that_is_told(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await ada.run("arkadia-club challenge", person=chiara.actor, preset="evening")
    [declined] = world.posts()
    await chiara.press(declined, "Leave")
    _, notice = world.posts()
    assert "your challenge was declined: game 1 won't be played." in notice.text
    assert notice.pings == (ada.id,)
    assert "won't be played: the challenge was declined." in world.now(declined).text
    assert "Join" not in world.now(declined).buttons
    await ada.run("arkadia-club challenge", person=bela.actor, preset="evening")
    await start(ada, **{"with": bela.actor, "seats": 3})
    *_, challenge, lobby = world.posts()
    await forget(bela)
    assert "the challenge was declined" in world.now(challenge).text
    assert str(bela.id) not in world.now(challenge).text + world.now(lobby).text
    assert "is looking for players" in world.now(lobby).text


async def test_nobody_is_challenged_who_may_or_would_not_be(world: World) -> None:
    ada, bela, *_ = world.people
    asked = await menu(world, ada, bela)
    await prefer(bela, invites="nobody")
    unwilling = refusal(await ada.run("arkadia-club challenge", person=bela.actor, preset="daily"))
    await prefer(bela, invites="anyone")

    async def refuses(user: int, other: int) -> bool:
        return (user, other) == (bela.id, ada.id)

    world.bot.services.tables.refused.add(refuses)  # nor who does not want to sit with them
    again = await ada.run("arkadia-club challenge", person=bela.actor, preset="daily")
    assert refusal(again) == unwilling
    assert "another person" in refusal(await menu(world, ada, ada))
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert "another person" in refusal(await ada.run("arkadia-club challenge", person=robot))
    forged = await ada.forge(asked.post, f"arkadia:challenge:{ada.id}", ["daily"])
    assert "another person" in refusal(forged)
    assert not world.posts()


def test_a_persons_menu_has_an_entry_in_all_languages(all_payloads: Sequence[Payload]) -> None:
    [entry] = [one for one in all_payloads if one["type"] == discord.AppCommandType.user.value]
    assert entry["name"] == "Arkadia challenge"
    assert {"de", "fr", "nl"} <= set(entry["name_localizations"])
    assert all(1 <= len(name) <= 32 for name in entry["name_localizations"].values())
