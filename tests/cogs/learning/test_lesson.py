"""A newcomer goes through the lesson in the panel, presses wrong things, leaves and comes back."""

import pytest

from cogs.learning.lesson import POINTER
from cogs.learning.progress import LEARNED
from cogs.learning.stages import STAGES
from tests.e2e.panels import choose_in
from tests.e2e.people import Person
from tests.e2e.posts import Post
from tests.e2e.world import World


def head(name: str) -> str:
    number = next(at for at, stage in enumerate(STAGES, 1) if stage.name == name)
    return f"Lesson {number} of {len(STAGES)}: {STAGES[number - 1].title}"


async def point(person: Person, post: Post) -> Post:
    """Presses every other control, which all say why not now, and then the marked one."""
    marked = next((label for label in post.buttons if POINTER in label), None)
    own = {"Skip", "One step back", "From the start"}
    for label, button in post.buttons.items():
        if label != marked and label not in own and not button.disabled:
            refused = await person.press(post, custom_id=button.custom_id)
            assert "with 👉" in refused.text
            assert marked is None or marked in refused.post.buttons
    if marked is None:
        return (await choose_in(person, post, "site", 2)).post
    answer = await person.press(post, marked)
    assert answer.private
    return answer.post


async def to(person: Person, name: str) -> Post:
    post = (await person.run("arkadia learn")).post
    while head(name) not in post.text:
        way = "Skip" if "Skip" in post.buttons else "Next"
        post = (await person.press(post, way)).post
    return post


@pytest.mark.slow
async def test_a_newcomer_learns_in_the_panel_and_then_plays(world: World) -> None:
    ada = world.people[0]
    post = (await ada.run("arkadia learn")).post
    assert head("turn") in post.text
    post = await point(ada, post)
    assert head("place") in post.text
    assert not any(POINTER in label for label in post.buttons)
    form = await ada.press(post, "Go to…")
    post = (await ada.fill(form, text="D7")).post
    assert "+1 neutral worker" in post.text
    post = (await ada.press(post, "Build, draw from the stack")).post
    post = await point(ada, post)
    assert head("numbers") in post.text
    post = await point(ada, post)
    assert head("workers") in post.text
    refused = await ada.press((await choose_in(ada, post, "who", 101)).post, "Place")
    assert "let Orange finish the building" in refused.text
    post = (await ada.press((await choose_in(ada, refused.post, "who", 1)).post, "Place")).post
    assert head("earned") in post.text
    assert "you earned 1 black" in post.text
    post = (await ada.press(post, "Next")).post
    post = await completing(ada, post)
    assert head("banner") in post.text
    post = (await ada.press(post, "Hand in a banner… (9 gold)")).post
    post = (await ada.press(post, "Sell all for 9 gold")).post
    assert head("puzzle") in post.text
    post = await puzzle(ada, post)
    assert head("done") in post.text
    answer = await ada.press(post, "Play practice")
    assert "has begun" in answer.posts[-1].text
    assert world.bot.services.personal.value(ada.id, LEARNED)
    assert head("turn") in (await ada.run("arkadia learn")).text
    assert not world.env.errors


async def completing(ada: Person, post: Post) -> Post:
    """Completes the farm and raises black, each with a miss before, which brings the answer."""
    assert head("complete") in post.text
    assert "Solution" not in post.text
    post = (await choose_in(ada, post, "site", 2)).post
    post = (await choose_in(ada, post, "who", 101, 102)).post
    missed = await ada.press(post, "Place")
    assert "You can do better" in missed.text
    assert "Solution" not in missed.text
    missed = await ada.press(missed.post, "Place")
    assert "Solution: fill E5 F5 with your own workers" in missed.text
    post = (await choose_in(ada, missed.post, "who", 1, 2)).post
    post = (await ada.press(post, "Place")).post
    assert head("castle") in post.text
    assert "You have 3 black seals" in post.text
    missed = await choose_in(ada, post, "familya", 2)
    assert "Which colour do you hold" in missed.text
    missed = await choose_in(ada, missed.post, "familya", 3)
    assert "Solution: a black piece over red" in missed.text
    return (await choose_in(ada, missed.post, "familyc", 1)).post


async def puzzle(ada: Person, post: Post) -> Post:
    """Solves the puzzle after a miss, which brings no answer."""
    assert not any(POINTER in label for label in post.buttons)
    post = (await choose_in(ada, post, "site", 2)).post
    post = (await choose_in(ada, post, "who", 101, 102)).post
    missed = await ada.press(post, "Place")
    assert "Not quite" in missed.text
    assert "E5" not in missed.text.split("\n")[2]
    post = (await ada.press(missed.post, "Back")).post
    post = (await ada.press(post, "Olive house")).post
    form = await ada.press(post, "Go to…")
    post = (await ada.fill(form, text="E5 F5")).post
    return (await ada.press(post, "Build, draw from the stack")).post


@pytest.mark.quick
async def test_the_lesson_is_taken_up_after_a_restart_and_taken_back(world: World) -> None:
    ada, bela = world.people[:2]
    post = await to(ada, "castle")
    await world.restart()
    post = (await choose_in(ada, post, "familya", 2)).post
    assert head("castle") in post.text
    answer = await ada.run("arkadia learn")
    assert head("castle") in answer.text
    assert head("complete") in (await ada.press(answer.post, "One step back")).text
    answer = await ada.run("arkadia learn")
    assert head("complete") in answer.text
    anew = await ada.press(answer.post, "From the start")
    assert head("turn") in anew.text
    assert "One step back" not in anew.post.buttons
    assert head("turn") in (await bela.run("arkadia learn")).text
    # An old message shows the stage at which the person is.
    assert head("turn") in (await ada.press(post, "Skip")).text
    for custom_id in (  # invented
        "arkadia:lesson-skip:99",
        "arkadia:lesson-back:0",
        "arkadia:turn:0:0:p0:nowhere:do:",
        "arkadia:turn:0:1:p0:build:do:9.9.9.9",
        "arkadia:turn:0:0:p9:end:end:",
        "arkadia:turn:0:0:a0:choose:zzz:",
    ):
        assert head("turn") in (await ada.forge(post, custom_id)).text


async def test_the_lesson_is_offered_where_newcomers_are(world: World) -> None:
    ada, bela = world.people[:2]
    await ada.run("arkadia start")
    lobby = world.newest()
    answer = await bela.press(lobby, "Learn")
    assert answer.private
    assert head("turn") in answer.text
    await bela.press(lobby, "Join")
    await ada.press(world.now(lobby), "Begin")
    assert list(world.now(lobby).buttons) == ["Learn"]
    assert (await bela.press(world.now(lobby), "Learn")).private
    rules = (await ada.run("arkadia rules")).post
    assert {"Learn", "Play practice"} <= set(rules.buttons)
    help_page = (await ada.run("arkadia help")).post
    assert "- learn the game, or look something up: " in help_page.text
    assert "What it's about" in (await ada.press(help_page, "Rules")).text
    assert head("turn") in (await ada.press(help_page, "Learn")).text
