"""Alt text: what a sighted player looks for first, within the length Discord keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import Cell
from engine.edition import Edition
from engine.view import Phase, View
from render.check import check_result, check_screen, check_view
from render.sentences import (
    by_family,
    card_name,
    end_note,
    player,
    some_by_family,
    squares_text,
    task,
)
from translation import ENGLISH, Words

LIMIT: Final = 1024
"""Characters Discord keeps of an attachment's description."""


def _joined(sentences: Sequence[str]) -> str:
    """As many whole sentences as fit; the most important come first."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) > LIMIT:
            break
        text = longer
    return text


def describe_board(view: View, *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """A board picture in words, at most 1024 characters.

    Whose turn it is, the values, how near the end is, then the players, the open cards and the
    buildings that wait for their completion.

    Raises:
        TypeError: if it is no view.
        DrawError: if the view contradicts itself.
    """
    check_view(view, names)
    sentences = [words("Arkadia, turn {number}.", number=view.turn)]
    if view.active is not None:
        who = player(view, names, view.active, words)
        sentences.append(words("{player} is {task}.", player=who, task=task(view, words)))
    if view.result is not None:
        winners = ", ".join(player(view, names, seat, words) for seat in view.result.winners)
        sentences.append(words("Won by {players}.", players=winners))
    sentences.append(words("Seal values: {values}.", values=by_family(view, view.values, words)))
    if view.phase is not Phase.OVER:
        sentences.append(f"{end_note(view, words)}.")
    sentences += [
        words(
            "{player}: {banners}, {cards}, {workers}.",
            player=player(view, names, seat, words),
            banners=words.plural("{n} banner", "{n} banners", open_seat.banners),
            cards=words.plural("{n} card", "{n} cards", open_seat.cards),
            workers=words.plural(
                "{n} worker on the board",
                "{n} workers on the board",
                open_seat.workers.bit_count(),
            ),
        )
        for seat, open_seat in enumerate(view.seats)
    ]
    cards = ", ".join(card_name(card, words) for card in view.face_up) or words("none")
    sentences.append(words("Open cards: {cards}; stack {stack}.", cards=cards, stack=view.stack))
    open_buildings = [building for building in view.buildings if not building.completed]
    sentences.append(
        words(
            "{completed} buildings completed, {open} under construction:",
            completed=len(view.buildings) - len(open_buildings),
            open=len(open_buildings),
        )
        if open_buildings
        else words("All {completed} buildings are completed.", completed=len(view.buildings))
    )
    sentences += [
        f"{card_name(building.card, words)} {squares_text(building.squares, words)};"
        for building in reversed(open_buildings)
    ]
    return _joined(sentences).rstrip(";:")


def describe_screen(view: View, *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """A screen picture in words, at most 1024 characters; for its owner alone.

    Raises:
        TypeError: if it is no view.
        DrawError: if the view is the public's or contradicts itself.
    """
    check_view(view, names)
    screen = check_screen(view)
    worth = sum(count * value for count, value in zip(screen.seals, view.values, strict=True))
    hand = ", ".join(card_name(card, words) for card in screen.hand) or words("no cards")
    return _joined(
        [
            words("Your hand: {cards}.", cards=hand),
            words("Workers: {own} own, {neutral} neutral.", own=screen.own, neutral=screen.neutral),
            words("Seals: {seals}.", seals=some_by_family(view, screen.seals, words)),
            words("Worth {worth} gold now; {gold} gold from sales.", worth=worth, gold=screen.gold),
            words("Seal values: {values}.", values=by_family(view, view.values, words)),
        ]
    )


def describe_end(view: View, *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """The picture of a finished game in words, at most 1024 characters: the ranking first.

    Raises:
        TypeError: if it is no view.
        DrawError: if the game is not over, or the view contradicts itself.
    """
    check_view(view, names)
    result = check_result(view)
    sentences = [words("The game is over after turn {number}.", number=view.turn)]
    sentences += [
        words(
            "{rank}. {player}: {gold} gold, {sold} of it at the end.",
            rank=rank,
            player=player(view, names, seat, words),
            gold=result.gold[seat],
            sold=result.sold[seat],
        )
        for rank, seat in result.ranking
    ]
    sentences.append(words("Seal values: {values}.", values=by_family(view, view.values, words)))
    sentences.append(words("Below: the final board, and gold and seal values by turn."))
    return _joined(sentences)


def describe_forms(edition: Edition, *, mirror: bool = False, words: Words = ENGLISH) -> str:
    """The sheet of buildings in words, at most 1024 characters: each form's squares, drawn as rows.

    A row is written with # for a square and . for a gap, rows from the top separated by slashes.
    """
    sentences = [words("The buildings, as rows of squares from the top:")]
    for name, form in edition.forms.items():
        ways = form.orientations(mirror=mirror)
        sentences.append(
            words(
                "{form} {rows}: {tiles}, {ways}.",
                form=words.name(name),
                rows=_drawn(ways[0].cells),
                tiles=words.plural("{n} tile", "{n} tiles", form.tiles),
                ways=words.plural("lies one way", "lies {n} ways", len(ways)),
            )
        )
    return _joined(sentences)


def _drawn(cells: tuple[Cell, ...]) -> str:
    columns = 1 + max(column for column, _ in cells)
    rows = 1 + max(row for _, row in cells)
    return "/".join(
        "".join("#" if (column, row) in cells else "." for column in range(columns))
        for row in range(rows)
    )
