"""Another edition is another file: a game of one with its own families and forms, by presses."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import Banner, End
from engine.random_play import random_action, random_start
from engine.record import Record
from engine.start import FREE, Start
from tabletop.opening import Opening
from tests.e2e.panels import Panel
from tests.e2e.playing import Dealt, Match
from tests.e2e.world import World
from tests.editions import ISLAND

pytestmark = pytest.mark.slow

TURNS_BEFORE_A_RESTART = 9
SEED = 4354
"""In this game all forms are built, and seals of the family that no other edition has are sold."""


async def begin(world: World, start: Start) -> Match:
    """A game of an edition, opened as ``/arkadia start`` opens those it can choose."""
    ada, bela, *_ = world.people
    world.bot.services.tables.lobby.dealer = Dealt(start)
    table = await world.bot.services.tables.lobby.open(
        Opening(
            guild=world.guild.id,
            channel=world.channel.id,
            host=ada.id,
            name="Ada",
            setup=start.setup,
            seats=start.seats,
            edition=start.edition.id,
        )
    )
    await bela.run("arkadia lobby join", game=table.number)
    await ada.run("arkadia lobby begin", game=table.number)
    return Match(world, table.number)


@pytest.mark.slow
async def test_a_whole_game_of_another_edition_with_pictures(world: World) -> None:
    rng = Random(SEED)
    match = await begin(world, random_start(ISLAND, FREE, 2, rng))
    panel: Panel | None = None
    turns = 0
    sold: set[str] = set()
    text = ""
    while not (game := await match.game()).position.over:
        if panel is None:
            turns += 1
            if turns % TURNS_BEFORE_A_RESTART == 0:
                await world.restart()
            panel = await Panel.open(match)
            text += (await match.newest()).text
        action = random_action(game.position, rng)
        if isinstance(action, Banner):
            sold.update(family for family, _ in action.sale)
        await panel.do(action)
        if isinstance(action, End):
            panel = None
            assert (await match.newest()).pictures
        else:
            assert panel.post.pictures
    assert (await match.newest()).pictures
    for name in (*ISLAND.families, *ISLAND.forms):
        assert name in text, name
    assert game.start.edition is ISLAND
    assert "blue" in sold
    record = Record.of(game.position, game.actions)
    assert Record.from_json(record.to_json()).replay() == game.position
