"""A newcomer goes through the lesson, presses wrong things, leaves and comes back."""

from __future__ import annotations

import pytest

from tests.e2e.people import Person
from tests.e2e.posts import Post
from tests.e2e.world import World
from ui.lesson.script import STEPS, Step


async def solve(person: Person, post: Post, step: Step) -> Post:
    """Presses all that is wrong in a step and then what is right."""
    for choice in sorted(step.choices, key=lambda one: one.right):
        answer = await person.press(post, choice.label)
        assert answer.private
        post = answer.post
        assert choice.label in post.text
        assert post.pictures[0].alt
        assert ("Next" in post.buttons) == choice.right
        assert ("Skip" in post.buttons) != choice.right
    return post


@pytest.mark.slow
async def test_a_newcomer_learns_and_then_plays(world: World) -> None:
    ada = world.people[0]
    answer = await ada.run("arkadia learn")
    assert answer.private
    post = answer.post
    for number, step in enumerate(STEPS, 1):
        assert f"Lesson {number} of {len(STEPS)}: {step.title}" in post.text
        assert post.pictures[0].alt
        post = await solve(ada, post, step)
        if step is not STEPS[-1]:
            post = (await ada.press(post, "Next")).post
    answer = await ada.press(post, "Play practice")
    assert "has begun" in answer.posts[-1].text
    assert world.bot.services.personal.preferences(ada.id).learned
    again = await ada.run("arkadia learn")
    assert STEPS[0].title in again.text
    assert world.bot.services.personal.preferences(ada.id).learned


async def test_the_lesson_is_taken_up_after_a_restart(world: World) -> None:
    ada, bela = world.people[:2]
    post = (await ada.run("arkadia learn")).post
    for _ in range(4):
        post = (await ada.press(post, "Skip")).post
    await world.restart()
    old = await ada.press(post, STEPS[4].choices[0].label)
    assert "Red 2 → 3" in old.text
    answer = await ada.run("arkadia learn")
    assert STEPS[4].title in answer.text
    back = await ada.press(answer.post, "Back")
    assert STEPS[3].title in back.text
    answer = await ada.run("arkadia learn")
    assert STEPS[3].title in answer.text
    anew = await ada.press(answer.post, "From the start")
    assert STEPS[0].title in anew.text
    assert "Back" not in anew.post.buttons
    assert STEPS[0].title in (await bela.run("arkadia learn")).text


async def test_invented_steps_show_the_nearest_one(world: World) -> None:
    ada = world.people[0]
    post = (await ada.run("arkadia learn")).post
    for custom_id, number in (
        ("arkadia:lesson-try:99:99", len(STEPS)),
        ("arkadia:lesson-on:0", 1),
        ("arkadia:lesson-try:2:9", 2),
    ):
        answer = await ada.forge(post, custom_id)
        assert f"Lesson {number} of" in answer.text


async def test_the_lesson_is_offered_where_newcomers_are(world: World) -> None:
    ada, bela = world.people[:2]
    await ada.run("arkadia start")
    lobby = world.newest()
    answer = await bela.press(lobby, "Learn")
    assert answer.private
    assert STEPS[0].title in answer.text
    await bela.press(lobby, "Join")
    await ada.press(world.now(lobby), "Begin")
    assert list(world.now(lobby).buttons) == ["Learn"]
    assert (await bela.press(world.now(lobby), "Learn")).private
    rules = (await ada.run("arkadia rules")).post
    assert {"Learn", "Play practice"} <= set(rules.buttons)
