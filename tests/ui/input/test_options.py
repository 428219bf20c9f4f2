"""Options of commands come from editions: nothing names a family or counts seats by itself."""

from __future__ import annotations

from typing import Any

from discord import Interaction, Locale, app_commands
from discord.ext import commands

from engine import load_edition
from tests.editions import ISLAND
from ui.input.editions import editions_like, read_edition
from ui.input.options import families, most_seats, named, one_option_each
from ui.texts.translator import CatalogueTranslator


class Sale(commands.Cog):
    """A command that sells seals of the island's families."""

    @app_commands.command()
    @app_commands.describe(**{name: named("Sell {family}", family=name) for name in families()})
    @one_option_each(ISLAND.families, app_commands.Range[int, 0, 9])
    async def sell(
        self, interaction: Interaction, /, piece: str, game: int | None = None, **amounts: int
    ) -> dict[str, Any]:
        """Sell seals."""
        return {"piece": piece, "game": game, **amounts}


def test_there_is_an_option_for_each_family() -> None:
    options = {option.name: option for option in Sale.sell.parameters}
    assert list(options) == ["piece", *ISLAND.families, "game"]
    for family in ISLAND.families:
        assert (options[family].min_value, options[family].max_value) == (0, 9)
        assert not options[family].required
    assert str(options["red"].description) == "Sell red"


async def test_the_amounts_reach_the_command() -> None:
    command: Any = Sale.sell
    sold = await command.callback(Sale(), None, piece="x", red=0, blue=3)
    assert sold == {"piece": "x", "game": None, "red": 0, "blue": 3}


def test_all_editions_can_be_chosen_and_seated() -> None:
    edition = load_edition()
    assert edition.id == editions_like("")[0].value == editions_like("ARKADIA (")[0].value
    assert read_edition(None) is read_edition(edition.title.upper()) is edition
    assert set(edition.families) <= set(families())
    assert edition.seat_counts[-1] <= most_seats()


def test_families_have_the_room_that_other_options_leave() -> None:
    assert "red" not in families("red")
    assert len(families(*map(str, range(23)))) == 2


async def test_what_has_no_translation_stays_english() -> None:
    context: Any = app_commands.TranslationContext(
        app_commands.TranslationContextLocation.parameter_description,
        Sale.sell.parameters[1],
    )
    translated = await CatalogueTranslator().translate(
        named("How many {family} seals you sell", family="red"), Locale.japanese, context
    )
    assert translated is None
