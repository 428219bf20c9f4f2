"""Help: five buttons, each of which shows its page; what is known of the components."""

from __future__ import annotations

import pytest

from tests.e2e.world import World

PAGES = ("Learning", "My turn", "Looking", "Games", "Settings")


@pytest.mark.quick
async def test_five_buttons_lead_to_five_pages_in_one_private_message(world: World) -> None:
    ada = world.people[0]
    answer = await ada.run("arkadia help")
    assert tuple(answer.post.buttons) == PAGES
    for caption in PAGES:
        page = await ada.press(answer.post, caption)
        assert page.private
        assert page.post.id == answer.post.id
        assert page.text.startswith(f"**{caption}**")
        assert page.post.buttons[caption].disabled
        answer = page


async def test_a_page_opens_what_it_is_about(world: World) -> None:
    ada = world.people[0]
    learn = await ada.press((await ada.run("arkadia help")).post, "Learning")
    assert "What it is about" in (await ada.press(learn.post, "Rules")).text
    assert "lesson-" in str((await ada.press(learn.post, "Learn")).post)
    settings = await ada.press(learn.post, "Settings")
    assert (await ada.press(settings.post, "Notices…")).fields
    await world.restart()
    assert "**Games**" in (await ada.press(settings.post, "Games")).text


async def test_about_is_short_and_the_button_tells_the_rest(world: World) -> None:
    ada = world.people[0]
    about = await ada.run("arkadia about")
    assert len(about.text) < 500
    assert f"client_id={world.bot.application_id}" in about.post.links["Add to a server"]
    told = await ada.press(about.post, "Where the components are from")
    assert told.private
    assert "Made up by us" in told.text
    assert "Concluded" in told.text
