"""The simulated Discord does what the tests of games rely on."""

import discord
import pytest
import simcord

from tests.e2e.traces import Traces
from tests.e2e.world import World

pytestmark = pytest.mark.slow


@pytest.fixture
def extensions() -> tuple[str, ...]:
    return ("tests.e2e.extensions.counter",)


async def test_a_command_is_answered_with_text_picture_and_buttons(world: World) -> None:
    ada = world.people[0]
    answer = await ada.run("count show", start=3)
    post = answer.post
    assert not answer.private
    assert post.text == f"The number is 3, {ada.mention}"
    assert post.pings == (ada.id,)
    assert [(p.name, p.alt) for p in post.pictures] == [("number.png", "The number 3")]
    assert post.pictures[0].content.startswith(b"\x89PNG")
    assert list(post.buttons) == ["More", "Rename"]
    assert world.newest() == post


async def test_suggestions_come_for_what_is_typed(world: World) -> None:
    ada = world.people[0]
    assert await ada.suggestions("count whisper", "word", "ta") == {"TAVERN": "tavern"}


async def test_a_private_answer_is_seen_by_one_person(world: World) -> None:
    ada, bela, *_ = world.people
    answer = await ada.run("count whisper", word="secret")
    assert answer.private
    assert answer.text == "Psst: secret"
    assert answer.post in ada.sees()
    assert answer.post not in bela.sees()
    assert world.posts() == []


async def test_what_was_sent_is_known_with_those_who_see_it(world: World) -> None:
    ada = world.people[0]
    await ada.run("count whisper", word="secret")
    await ada.run("count show", start=7)
    public = [text for sent in world.public() for text in sent.strings]
    private = [text for sent in world.sent if sent.owner == ada.id for text in sent.strings]
    assert "Psst: secret" in private
    assert "Psst: secret" not in public
    assert {"The number 7", "number.png"} <= set(public)


async def test_buttons_work_after_a_restart(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("count show")
    await world.restart()
    answer = await bela.press(world.newest(), "More")
    assert answer.text == "Now 1"
    await world.crash()
    assert (await ada.press(world.newest(), "More")).text == "Now 2"


async def test_a_form_and_a_menu_are_filled_in(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("count show")
    form = await bela.press(world.newest(), "Rename")
    assert list(form.fields) == ["name"]
    answer = await bela.fill(form, name="Bela")
    assert answer.private
    assert answer.post.menus[0].choices == {"Bela": "Bela", "Nobody": "Nobody"}
    assert (await bela.choose(answer.post, "Bela")).text == "Hello Bela"


async def test_two_people_press_at_the_same_time(world: World) -> None:
    ada, bela, *_ = world.people
    post = (await ada.run("count show")).post
    async with world.at_once():
        first = await ada.press(post, "More")
        second = await bela.press(post, "More")
        assert [first.answered, second.answered] == [False, False]
    assert [first.answered, second.answered] == [True, True]


async def test_a_button_that_is_gone_can_be_forged_only(world: World) -> None:
    ada = world.people[0]
    post = (await ada.run("count show")).post
    await ada.press(post, "More")
    with pytest.raises(simcord.SetupError):
        await ada.press(post, "More")
    answer = await ada.forge(post, "more:0")
    assert answer.private
    assert answer.text == "Too late."


async def test_messages_threads_and_channels_are_deleted(world: World) -> None:
    ada = world.people[0]
    await ada.run("count show")
    await world.delete(world.newest())
    assert world.posts() == []
    await ada.run("count thread")
    [thread] = world.threads()
    assert world.newest(thread).text == "Here."
    await world.archive(thread)
    await world.delete_place(thread)
    assert world.threads() == []


async def test_permissions_are_taken_away(world: World) -> None:
    ada = world.people[0]
    await world.forbid("create_public_threads")
    assert (await ada.run("count thread")).text == "I may not."
    await world.forbid()
    assert (await ada.run("count thread")).text == "Done."


@pytest.mark.parametrize("status", [429, 500])
async def test_discord_refuses(world: World, status: int) -> None:
    ada = world.people[0]
    world.fail("POST", "/channels/*/threads", status=status)
    assert (await ada.run("count thread")).text == "I may not."
    assert (await ada.run("count thread")).text == "Done."


async def test_an_error_that_nobody_caught_is_known(world: World, traces: Traces) -> None:
    ada = world.people[0]
    world.fail("POST", "/channels/*/messages")
    assert not (await ada.run("count thread")).answered
    [error] = world.env.errors
    assert isinstance(error, discord.app_commands.CommandInvokeError)
    assert traces.take() == [error]
