"""Questions about the rules: two presses to an answer, or some typed words."""

from __future__ import annotations

from tests.e2e.world import World
from ui.texts.rulings import RULINGS, TOPICS


async def test_two_presses_lead_from_the_rules_to_an_answer(world: World) -> None:
    ada = world.people[0]
    rules = await ada.run("arkadia rules")
    asking = await ada.press(rules.post, "What if…?")
    assert asking.private
    offered = [name for menu in asking.post.menus for name in menu.choices]
    assert offered == list(RULINGS)
    answer = await ada.choose(asking.post, "camp", custom_id="arkadia:ruling:1")
    assert answer.private
    assert answer.post.id == asking.post.id
    assert answer.text.startswith("**What does a camp bring?**\nOne neutral worker for each camp")
    [picture] = answer.post.pictures
    assert "D6 D7" in picture.alt
    glossary = await ada.press(asking.post, "Words of the box")
    assert "**Payout**: the seals for a completed building." in glossary.text
    await world.restart()
    again = await ada.choose(answer.post, "tie", custom_id="arkadia:ruling:3")
    assert "share the victory" in again.text
    assert not again.post.pictures


async def test_typed_words_are_answered_and_others_offered(world: World) -> None:
    ada = world.people[0]
    shown = await ada.suggestions("arkadia rules", "ask", "flip a tile")
    assert next(iter(shown.items())) == ("May I turn or mirror a tile?", "mirror")
    chosen = await ada.run("arkadia rules", ask="mirror")
    typed = await ada.run("arkadia rules", ask="can I flip a tile over?")
    assert typed.private
    assert typed.text == chosen.text
    assert "The rulebooks do not say" in typed.text
    assert typed.post.menus[0].custom_id == "arkadia:ruling:0"
    other = await ada.choose(typed.post, "touch", custom_id="arkadia:ruling:0")
    assert other.text.startswith("**What must a new building touch?**")


async def test_words_without_a_ruling_open_the_menus(world: World) -> None:
    ada = world.people[0]
    answer = await ada.run("arkadia rules", ask="xyzzy")
    assert answer.private
    assert "Choose a question below" in answer.text
    assert len(answer.post.menus) == len(TOPICS)
    assert not await ada.suggestions("arkadia rules", "ask", "xyzzy")
