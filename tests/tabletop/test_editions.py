"""A table of another edition: played to the end and read again, or refused."""

from random import Random

import pytest

from db.store import Store
from engine.edition import Edition
from engine.edition_files import load_edition
from engine.errors import EditionError
from lab.tables import tables_on
from tabletop.errors import TableError
from tabletop.opening import Opening
from tabletop.tables import Tables
from tests.editions import ISLAND, SMALL
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, GUILD, play_turn


@pytest.mark.parametrize(
    "edition", [SMALL, ISLAND, load_edition("atoll")], ids=lambda edition: edition.id
)
async def test_a_game_of_another_edition(store: Store, tables: Tables, edition: Edition) -> None:
    opening = Opening(GUILD, CHANNEL, ADA, "Ada", seat_limit=3, edition=edition.id)
    number = (await tables.lobby.open(opening)).number
    for other in (BELA, CHIARA):
        await tables.lobby.join(number, other, f"P{other}")
    table = await tables.lobby.begin(number, ADA)
    while table.row.state == "running":
        table = await play_turn(tables, number, table.version)
    again = (await tables_on(store, tables.now, Random(1)).get(number)).running_game()
    assert again.start.edition is edition
    assert again.position == table.running_game().position


async def test_seats_are_the_editions(tables: Tables) -> None:
    with pytest.raises(TableError, match="bad-seats") as caught:
        await tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada", seat_limit=4, edition=SMALL.id))
    assert caught.value.parameters == {"least": 2, "most": 3}


async def test_an_unknown_edition_is_refused(tables: Tables) -> None:
    with pytest.raises(EditionError):
        await tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada", edition="none"))
