"""The data of the page that looks back: editions with their pieces, and sentences by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import Orientation
from engine.edition import Edition
from engine.edition_files import editions
from engine.packing import mark_of
from engine.start import SETUPS
from i18n.translation import NAMES, Words, own_name
from render import draw_sprites, sprite_spots
from render.colours import DARK, FAMILY, LIGHT, PLAYER, UNOWNED, Surface
from web.sentences import BUILDING, REPLAY, REPLAY_IN_CONTEXT
from web.squares import lot_numbers, numbers_of


def edition_of_page(edition: Edition) -> dict[str, Any]:
    """Return what the page plays a game of an edition with; squares are numbered row by row."""
    return {
        "mark": mark_of(edition),
        "title": edition.title,
        "columns": edition.columns,
        "rows": edition.rows,
        "camps": numbers_of(edition, edition.camps),
        "setups": list(SETUPS),
        "lots": [lot_numbers(edition, lot) for lot in edition.lots],
        "firstLot": lot_numbers(edition, edition.first_lot),
        "firstBuildings": [
            [preset.card.form, preset.card.family, numbers_of(edition, preset.squares)]
            for preset in edition.first_buildings
        ],
        "ringSeals": list(edition.ring_seals),
        "families": list(edition.families),
        "colours": list(edition.colours),
        "forms": {
            name: {"turned": _cells(form.turned), "mirrored": _cells(form.turned_and_mirrored)}
            for name, form in edition.forms.items()
        },
        "cards": [str(card) for card in edition.cards],
        "floors": list(edition.floors),
        "ownWorkers": edition.own_workers,
        "startWorkers": edition.start_workers,
        "banners": edition.banners,
        "workersPerBanner": edition.workers_per_banner,
        "neutralWorkers": edition.neutral_workers,
        "handSize": edition.hand_size,
        "faceUp": edition.face_up,
        "seatCounts": list(edition.seat_counts),
        "extraNeutral": {str(seats): extra for seats, extra in edition.extra_neutral.items()},
    }


def _cells(orientations: tuple[Orientation, ...]) -> list[list[tuple[int, int]]]:
    return [list(orientation.cells) for orientation in orientations]


def art_of_page(edition: Edition) -> dict[str, Any]:
    """Return the sprites of an edition's pieces, their places, and the colours."""
    return {
        "sprites": {name: list(sprite) for name, sprite in draw_sprites(edition).items()},
        "spots": sprite_spots(edition),
        "players": {colour: _css(PLAYER[colour]) for colour in edition.colours},
        "families": {family: _css(FAMILY[family]) for family in edition.families},
        "neutral": UNOWNED,
    }


def colours_of_page() -> str:
    """Return the surfaces of the pictures as custom properties of a style sheet."""
    dark, light = (_properties(surface) for surface in (DARK, LIGHT))
    return f":root {{{light}}}\n@media (prefers-color-scheme: dark) {{ :root {{{dark}}} }}\n"


def _properties(surface: Surface) -> str:
    names = ("page", "panel", "panel_edge", "text", "strong", "quiet", "active", "rim")
    return " ".join(f"--{name}: {_css(getattr(surface, name))};" for name in names)


def _css(colour: tuple[int, ...]) -> str:
    return "#" + "".join(f"{value:02x}" for value in colour)


def said_by_page(words: Words) -> dict[str, Any]:
    """Return the sentences of the page that looks back, with names in braces, and those names."""
    return said_of(words, REPLAY, REPLAY_IN_CONTEXT)


def said_of(
    words: Words,
    messages: Mapping[str, str | tuple[str, str]],
    in_context: Mapping[str, tuple[str, str]],
) -> dict[str, Any]:
    """Return sentences in a language, with names in braces, and the names of things.

    Args:
        words: the language.
        messages: the sentences, or their two plural forms, by the page's name for each.
        in_context: those with a context, which stands first.
    """
    sentences: dict[str, Any] = {}
    for key, message in messages.items():
        if isinstance(message, str):
            sentences[key] = _plain(words(message))
        else:
            sentences[key] = [_plain(form) for form in words.forms(*message)]
    for key, (context, text) in in_context.items():
        sentences[key] = words.context(context, text)
    things = {name for one in editions() for name in (*one.forms, *one.families, *one.colours)}
    return {
        "called": own_name(words.language),
        "forms": [words.form_number(n) for n in range(100)],
        "sentences": sentences,
        "names": {
            name: words.context(NAMES, name.replace("-", " "))
            for name in sorted({*things, UNOWNED, BUILDING})
        },
    }


def _plain(text: str) -> str:
    """Return a sentence without Discord's marks for bold letters."""
    return text.replace("**", "")
