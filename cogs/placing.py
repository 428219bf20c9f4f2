"""What people type for squares, tiles and draws, made into actions; unclear input is asked back."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cogs.answering import RefusalError
from cogs.telling import names_of
from engine.actions import Build, Draw, Workers
from engine.cards import Card, Orientation
from engine.edition import Edition
from engine.errors import NotationError
from engine.position import Position
from engine.squares import SquareSet
from translation import Words

MOST_PLACES_NAMED = 8
MOST_SQUARES_TYPED = 30


def read_squares(text: str, edition: Edition) -> SquareSet:
    """The squares somebody typed, in capitals or not, with spaces or commas between.

    Raises:
        NotationError: if something is no square of the board, or is named twice.
    """
    found = 0
    for word in [word for word in re.split(r"[\s,;+]+", text.upper()) if word][:MOST_SQUARES_TYPED]:
        bit = 1 << edition.square(word)
        if bit & found:
            raise NotationError("repeated-square", token=word)
        found |= bit
    return found


def read_card(text: str, edition: Edition) -> Card:
    """The card somebody typed, in the notation or with a space for the slash.

    Raises:
        NotationError: if there is no such card.
    """
    return edition.card("/".join(text.strip().lower().replace("/", " ").split()))


def orientation_of(squares: SquareSet, orientations: Iterable[Orientation]) -> Orientation | None:
    """The orientation in which a tile would lie on some squares, or None."""
    if not squares:
        return None
    shape = squares >> ((squares & -squares).bit_length() - 1)
    return next((entry for entry in orientations if entry.squares == shape), None)


def read_place(
    position: Position, card: Card, text: str, turn: int | None, words: Words
) -> SquareSet:
    """Where a tile is to lie: the one legal place that covers the squares typed.

    Args:
        turn: quarter turns of the tile, if the person said so.

    Raises:
        NotationError: if something is no square of the board.
        RefusalError: if more than one place fits, or none.
    """
    edition = position.start.edition
    wanted = read_squares(text, edition)
    if not wanted:
        raise RefusalError(words("Name the squares of the building, such as `F7 F8`."))
    orientations = position.start.orientations[card.form]
    if wanted.bit_count() == len(edition.forms[card.form].shape):
        return wanted
    places = [squares for squares in position.placements(card) if not wanted & ~squares]
    if turn is not None:
        places = [
            squares
            for squares in places
            if (entry := orientation_of(squares, orientations)) and entry.turn == turn
        ]
    if len(places) == 1:
        return places[0]
    if not places:
        raise RefusalError(
            words(
                "A {form} has no legal place on {squares}. Pick one of the places that are "
                "offered while you type.",
                form=words.name(card.form),
                squares=names_of(wanted),
            )
        )
    named = "; ".join(names_of(squares) for squares in places[:MOST_PLACES_NAMED])
    more = "; …" if len(places) > MOST_PLACES_NAMED else ""
    raise RefusalError(
        words(
            "A {form} can lie on {squares} in {count} ways: {places}. Name more of its squares.",
            form=words.name(card.form),
            squares=names_of(wanted),
            count=len(places),
            places=named + more,
        )
    )


def read_draw(position: Position, text: str | None, words: Words) -> Card | Draw:
    """What is to be drawn; what somebody left out is filled in when there is no choice.

    Raises:
        NotationError: if there is no such card.
        RefusalError: if there is a choice and nothing was said.
    """
    if text is not None:
        word = text.strip().lower()
        if word in (Draw.STACK.value, Draw.NONE.value):
            return Draw(word)
        return read_card(text, position.start.edition)
    draws = position.draws()
    if len(draws) > 1:
        named = ", ".join("`stack`" if card is None else f"`{card}`" for card in draws)
        raise RefusalError(words("Say with `draw:` what you draw: {draws}.", draws=named))
    if not draws:
        return Draw.NONE
    return draws[0] or Draw.STACK


def read_build(
    position: Position, card: str, place: str, turn: int | None, draw: str | None, words: Words
) -> Build:
    """The building somebody typed; see ``read_place`` and ``read_draw`` for what is refused."""
    chosen = read_card(card, position.start.edition)
    squares = read_place(position, chosen, place, turn, words)
    return Build(chosen, squares, read_draw(position, draw, words))


def read_workers(
    position: Position, building: str | None, own: str | None, neutral: str | None, words: Words
) -> Workers:
    """The workers somebody typed.

    Raises:
        NotationError: if something is no square of the board.
        RefusalError: if a building is named and a square is not next to it, or no square is named.
    """
    edition = position.start.edition
    action = Workers(read_squares(own or "", edition), read_squares(neutral or "", edition))
    if building is None:
        return action
    border = border_of(position, building, words)
    vacant = border & position.vacant
    if not action.own | action.neutral:
        raise RefusalError(
            words(
                "Vacant squares there: {squares}. Name some of them with `own:` and `neutral:`.",
                squares=names_of(vacant),
            )
        )
    apart = (action.own | action.neutral) & ~border
    if apart:
        raise RefusalError(
            words(
                "{squares} is not next to that building. Vacant squares there: {vacant}.",
                squares=names_of(apart),
                vacant=names_of(vacant),
            )
        )
    return action


def border_of(position: Position, building: str, words: Words) -> SquareSet:
    """The squares round the building on a square somebody typed, or round the castle.

    Raises:
        NotationError: if it is no square of the board.
        RefusalError: if no building is there.
    """
    start = position.start
    if building.strip().lower() == "castle":
        return start.lot_border
    square = read_squares(building, start.edition)
    if square & start.lot_squares:
        return start.lot_border
    for laid in position.buildings:
        if laid.squares & square:
            return laid.border
    raise RefusalError(words("No building stands on {squares}.", squares=names_of(square) or "?"))
