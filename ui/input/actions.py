"""Read actions from typed squares, tiles and draws; unclear input is refused with a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from engine.actions import Build, Draw, Workers
from engine.cards import Card, Orientation
from engine.legality import phase_refusal
from engine.position import Position
from engine.squares import SquareSet, column_of, first_square, row_of, square_name
from engine.start import Laid
from i18n.naming import Name
from i18n.translation import NC_, Words, languages, typed_in
from ui.answers import RefusalError
from ui.input.cards import (
    begins_abroad,
    cards_meant,
    cards_slipped,
    read_card,
    typed_abroad,
    typed_words,
)
from ui.input.squares import holds_square, read_squares
from ui.input.unclear import UnclearError
from ui.texts.escaping import TYPED, plain
from ui.texts.game.events import names_of
from words import boxes
from words.sentences import card_name

MOST_PLACES_NAMED = 8
NEAR_PLACES = 3

CASTLE: Final = NC_("name", "castle")
BUILDING: Final = NC_("name", "{building} {square}")


def orientation_of(squares: SquareSet, orientations: Iterable[Orientation]) -> Orientation | None:
    """Return the orientation in which a tile covers exactly these squares, or None."""
    if not squares:
        return None
    shape = squares >> (first_square(squares))
    return next((entry for entry in orientations if entry.squares == shape), None)


def read_place(
    position: Position, card: Card, text: str, turn: int | None, words: Words
) -> SquareSet:
    """Return the one legal place of a tile that covers the typed squares.

    Args:
        turn: quarter turns of the tile, if the person named them.

    Raises:
        NotationError: if something is no square of the board.
        IllegalActionError: if the tile may not lie on these squares, with the reason.
        RefusalError: if more than one place fits, or none.
    """
    edition = position.start.edition
    wanted = read_squares(text, edition)
    if not wanted:
        raise RefusalError(words("Name the squares of the building, such as `F7 F8`."))
    orientations = position.start.orientations[card.form]
    if wanted.bit_count() >= len(edition.forms[card.form].shape):
        # All squares were named, so the engine can say what is wrong with exactly this place.
        if (reason := position.refusal(Build(card, wanted, _any_draw(position)))) is not None:
            raise reason
        return wanted
    legal = list(position.placements(card))
    places = [squares for squares in legal if not wanted & ~squares]
    if turn is not None:
        places = [
            squares
            for squares in places
            if (entry := orientation_of(squares, orientations)) and entry.turn == turn
        ]
    if len(places) == 1:
        return places[0]
    if not places:
        near = sorted(legal, key=lambda squares: _distance(squares, wanted))[:NEAR_PLACES]
        text = _nowhere(position, card, wanted, near, words)
        raise UnclearError(text, "place", [names_of(squares) for squares in near])
    named = [names_of(squares) for squares in places[:MOST_PLACES_NAMED]]
    more = "; …" if len(places) > MOST_PLACES_NAMED else ""
    raise UnclearError(
        words.plural(
            "A {form} can lie on {squares} in {n} way: {places}. Name more of its squares.",
            "A {form} can lie on {squares} in {n} ways: {places}. Name more of its squares.",
            len(places),
            form=words.name(card.form),
            squares=names_of(wanted),
            places=words.parted(named) + more,
        ),
        "place",
        named,
    )


def _any_draw(position: Position) -> Card | Draw:
    """Return a draw that is possible, for a build that is only checked."""
    draws = position.draws()
    return (draws[0] or Draw.STACK) if draws else Draw.NONE


def _nowhere(
    position: Position, card: Card, wanted: SquareSet, near: Sequence[SquareSet], words: Words
) -> str:
    """Return a sentence that a tile cannot cover some squares, and where it can lie instead."""
    form = words.name(card.form)
    if not near:
        return words("There is no place left for the {form}. Build another card.", form=form)
    taken = wanted & ~position.vacant
    places = words.parted(names_of(squares) for squares in near)
    if taken:
        return words(
            "No {form} fits on {squares}: {taken} is not vacant. Near it are: {places}.",
            form=form,
            squares=names_of(wanted),
            taken=names_of(taken),
            places=places,
        )
    return words(
        "No {form} fits on {squares}. Near it are: {places}.",
        form=form,
        squares=names_of(wanted),
        places=places,
    )


def _distance(squares: SquareSet, wanted: SquareSet) -> int:
    here, there = first_square(squares), first_square(wanted)
    return abs(column_of(here) - column_of(there)) + abs(row_of(here) - row_of(there))


def read_build(
    position: Position, card: str, place: str, turn: int | None, words: Words
) -> tuple[Card, SquareSet]:
    """Return the typed card and place; the phase is checked first, then the card, then the place.

    Raises:
        IllegalActionError: if it is not the time to build, or the tile may not lie there.
        NotationError: if something is no square of the board.
        RefusalError: if card or place are unclear.
    """
    # "Not now" comes before "no such card": correcting a name would only lead to the next refusal.
    if (reason := phase_refusal(position, Build)) is not None:
        raise reason
    hand = position.hands[position.active]
    chosen = read_card(card, hand, position.start.edition, words)
    return chosen, read_place(position, chosen, place, turn, words)


def read_workers(
    position: Position, building: str | None, own: str | None, neutral: str | None, words: Words
) -> Workers:
    """Return the typed placement of workers.

    Raises:
        IllegalActionError: if it is not the time to place workers.
        NotationError: if something is no square of the board.
        RefusalError: if a building is named and a square is not next to it, or no square is named.
    """
    if (reason := phase_refusal(position, Workers)) is not None:
        raise reason
    edition = position.start.edition
    action = Workers(read_squares(own or "", edition), read_squares(neutral or "", edition))
    if building is None:
        return action
    border = border_of(position, building, words)
    vacant = border & position.vacant
    if not action.own | action.neutral:
        raise RefusalError(
            words(
                "Name squares for your workers with `own:` or `neutral:`. Vacant there: {squares}.",
                squares=names_of(vacant),
            )
        )
    apart = (action.own | action.neutral) & ~border
    if apart:
        raise RefusalError(
            words(
                "{squares} is not next to that building. Vacant there: {vacant}.",
                squares=names_of(apart),
                vacant=names_of(vacant),
            )
        )
    return action


def border_of(position: Position, building: str, words: Words) -> SquareSet:
    """Return the squares around a building, given by one of its squares or by its name.

    The castle counts as a building.

    Raises:
        NotationError: if the text names a square that is not on the board.
        RefusalError: if no building is there, or several may be meant.
    """
    start = position.start
    if holds_square(building):
        named_square = re.sub(r"[^\W\d_]{2,}", " ", building)  # "red house A1"
        square = read_squares(named_square, start.edition)
        if square & start.lot_squares:
            return start.lot_border
        for laid in position.buildings:
            if laid.squares & square:
                return laid.border
        raise RefusalError(words("No building stands on {squares}.", squares=names_of(square)))
    if _means_castle(building, words):
        return start.lot_border
    return _building_meant(position, building, words).border


def _means_castle(text: str, words: Words) -> bool:
    """Return whether a text is the castle's name in any language, or how that begins."""
    typed, spoken = "".join(typed_words(text, words)), languages()
    castle = (CASTLE, words.name(CASTLE), *words.typed(boxes.CASTLE))
    if typed and any("".join(typed_words(name, words)).startswith(typed) for name in castle):
        return True
    abroad = "".join(typed_abroad(text, spoken))
    return bool(abroad) and begins_abroad(abroad, typed_in(boxes.CASTLE, spoken))


def building_at(laid: Laid, words: Words) -> Name:
    """Return a laid building's name with its first square, to tell it from others of its kind."""
    return words.name(BUILDING).filled(
        building=card_name(laid.card, words), square=square_name(first_square(laid.squares))
    )


def _building_meant(position: Position, typed: str, words: Words) -> Laid:
    """Return the building named by its words: one where workers can be placed.

    Raises:
        RefusalError: if there is none, or several may be meant.
    """
    sites = [
        position.buildings[number] for number, _ in position.worker_sites() if number is not None
    ]
    cards = [laid.card for laid in sites]
    kinds = cards_meant(typed, cards, words) or cards_slipped(typed, cards, words)
    found = [laid for laid in sites if laid.card in kinds]
    if len(found) == 1:
        return found[0]
    listed = [building_at(laid, words) for laid in (found or sites)[:MOST_PLACES_NAMED]]
    if found:
        raise UnclearError(
            words(
                "“{typed}” fits several buildings: {buildings}. Name a square of the one you mean.",
                typed=plain(typed.strip(), TYPED),
                buildings=words.listing(listed),
            ),
            "building",
            listed,
        )
    listed = [words.name(CASTLE), *listed]
    raise UnclearError(
        words(
            "No building with vacant squares is called “{typed}”. There are: {buildings}.",
            typed=plain(typed.strip(), TYPED),
            buildings=words.listing(listed),
        ),
        "building",
        listed,
    )
