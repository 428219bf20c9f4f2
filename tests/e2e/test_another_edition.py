"""Another edition is another file: games of two, by presses, by the text form and by hints."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import Banner, End
from engine.edition import Edition
from engine.edition_files import load_edition
from engine.random_play import random_action, random_start
from engine.record import Record
from engine.start import FREE, Start
from engine.view import Phase
from tabletop.opening import Opening
from tests.e2e.panels import Panel
from tests.e2e.playing import Match, prepare
from tests.e2e.world import World
from tests.editions import ISLAND
from tests.often import often
from tests.words import text_player

pytestmark = pytest.mark.slow

TURNS_BEFORE_A_RESTART = 9
ATOLL = load_edition("atoll")
SEEDS = {ISLAND.id: 4354, ATOLL.id: 382}
"""In these games all forms are built, and seals are sold: those of the family that no other edition
has, and those of all families."""

EDITIONS = (ISLAND, ATOLL)


async def begin(world: World, start: Start) -> Match:
    """A game of an edition, opened as ``/arkadia start`` opens those it can choose."""
    ada, bela, *_ = world.people
    prepare(world, start)
    table = await world.bot.services.tables.lobby.open(
        Opening(
            guild=world.guild.id,
            channel=world.channel.id,
            host=ada.id,
            name="Ada",
            setup=start.setup,
            seat_limit=start.seats,
            edition=start.edition.id,
            help="all",
        )
    )
    await bela.run("arkadia lobby join", game=table.number)
    await ada.run("arkadia lobby begin", game=table.number)
    return Match(world, table.number)


@pytest.mark.nightly
@pytest.mark.parametrize("edition", often(EDITIONS, ISLAND), ids=lambda edition: edition.id)
async def test_a_whole_game_by_the_panel_with_pictures(world: World, edition: Edition) -> None:
    rng = Random(SEEDS[edition.id])
    match = await begin(world, random_start(edition, FREE, 2, rng))
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
    for name in (*edition.families, *edition.forms):
        assert name in text, name
    assert game.start.edition is edition
    assert sold >= ({"blue"} if edition is ISLAND else set(edition.families))
    record = Record.of(game.position, game.actions)
    assert Record.from_json(record.to_json()).replay() == game.position


async def texts(match: Match) -> tuple[str, str]:
    """The board and the screen of the person whose turn it is, as they can be read aloud."""
    person, place = await match.active(), await match.place()
    board = await person.run("arkadia board", place, text=True)
    screen = await person.run("arkadia screen", place, text=True)
    return "\n".join(post.text for post in board.posts), screen.text


@pytest.mark.nightly
@pytest.mark.parametrize("edition", often(EDITIONS, ATOLL), ids=lambda edition: edition.id)
async def test_a_whole_game_by_the_text_form(world: World, edition: Edition) -> None:
    """Each action is found in the words alone, until nothing is left that can be built."""
    rng = Random(SEEDS[edition.id])
    match = await begin(world, random_start(edition, FREE, 2, rng))
    found = 0
    while not (game := await match.game()).position.over:
        position, chosen = game.position, None
        if position.phase is Phase.MUST:
            board, screen = await texts(match)
            ways = text_player.builds(board, screen)
            chosen = text_player.workers(board, screen) or (rng.choice(ways) if ways else None)
        elif position.phase is Phase.CASTLE:
            chosen = text_player.castle((await texts(match))[0])
        found += chosen is not None
        await match.do(position.parse(chosen) if chosen else random_action(position, rng))
    assert found > len(game.actions) // 3
    assert game.position.result is not None


@pytest.mark.nightly
async def test_a_whole_game_by_hints(world: World) -> None:
    """The first idea is carried out by its button, and each time it says for what it was fitted."""
    rng = Random(SEEDS[ATOLL.id])
    match = await begin(world, random_start(ATOLL, FREE, 2, rng))
    while not (await match.game()).position.over:
        before = len(await match.log())
        person = await match.active()
        hint = await person.run("arkadia hint", await match.place())
        assert "fitted to another edition" in hint.text
        await person.press(hint.post, "1: do it")
        assert len(await match.log()) > before
