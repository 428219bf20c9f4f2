"""A building is typed as people type it, and what was not said of it is asked."""

from __future__ import annotations

from tests.e2e.actions import build_of_unknown_card
from tests.e2e.playing import Match
from tests.e2e.world import World
from ui.texts.game.events import names_of


async def test_the_draw_is_asked_for_after_card_and_place(world: World) -> None:
    match = await Match.begin(world)
    build = await build_of_unknown_card(match)
    card = f"{build.card.family.upper()}  {build.card.form}"
    place = names_of(build.squares).lower().replace(" ", ", ")
    answer = await (await match.active()).run(
        "arkadia build", await match.place(), card=card, place=place
    )
    assert answer.private
    assert "What do you draw?" in answer.text
    assert names_of(build.squares) in answer.text
    assert await match.log() == []
    active = await match.active()
    await active.press(answer.post, "Build, draw from the stack")
    assert [entry.split()[0] for entry in await match.log()] == ["build"]
