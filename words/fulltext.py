"""The full text form of a position: all that a picture shows, line by line, for screen readers.

It has the counts that a sighted player makes by eye: vacant squares, payouts, free ring squares. A
whole turn can be planned from these lines and those of the player's own screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.completion import gap, under_construction
from engine.squares import square_name
from engine.view import View
from i18n.translation import ENGLISH, Words
from words.places import building_line, castle_line, compass_lines, row_lines
from words.sentences import (
    by_family,
    card_name,
    drawn_shape,
    end_note,
    family_name,
    gold_text,
    player,
    some_by_family,
    squares_text,
    task,
)


def board_text(view: View, *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """Return the public part of a position, one fact a line of about 300 characters at most."""
    lines = [words("Turn {number} · {sentence}", number=view.turn, sentence=end_note(view, words))]
    if view.active is not None:
        who = player(view, names, view.active, words)
        lines.append(task(view, who, words))
    if view.result is not None:
        lines += [
            words(
                "{rank}. {player}: {gold}",
                rank=rank,
                player=player(view, names, seat, words),
                gold=gold_text(view.result.gold[seat], words),
            )
            for rank, seat in view.result.ranking
        ]
    lines.append("")
    lines.append(words("Seal values: {values}", values=by_family(view, view.values, words)))
    lines += _castle_lines(view, words)
    lines.append("")
    lines += _player_lines(view, names, words)
    cards = words.listing(card_name(card, words) for card in view.face_up) or words.context(
        "cards", "none"
    )
    lines.append(words("Open cards: {cards}", cards=cards))
    lines.append(words("Cards in the stack: {count}", count=view.stack))
    lines.append("")
    lines += _building_lines(view, words)
    lines.append("")
    lines.append(words("Vacant squares:"))
    lines += row_lines(view, words)
    camps = squares_text(view.camps, words)
    lines.append(words("Camps not built over: {squares}", squares=camps))
    lines += compass_lines(view, words)
    return "\n".join(lines)


def _castle_lines(view: View, words: Words) -> list[str]:
    tops = [
        words(
            "{number} ({square}) {family} height {height}",
            number=number,
            square=square_name(square),
            family=family_name(family, words),
            height=height,
        )
        for number, (square, family, height) in enumerate(
            zip(view.lot.ring, view.ring, view.heights, strict=True), start=1
        )
    ]
    # In two halves, which keeps the lines near 300 characters.
    half = (len(tops) + 1) // 2
    return [
        castle_line(view, words),
        words("Ring: {squares}", squares=words.listing(tops[:half])),
        words("Ring: {squares}", squares=words.listing(tops[half:])),
        words(
            "Vacant round the castle: {squares}",
            squares=squares_text(gap(view, view.lot.squares), words),
        ),
        *(
            words(
                "Pieces left for floor {floor}: {pieces}",
                floor=floor,
                pieces=some_by_family(view, pool, words),
            )
            for floor, pool in enumerate(view.pools, start=1)
        ),
    ]


def _player_lines(view: View, names: Sequence[str], words: Words) -> list[str]:
    lines = []
    for seat, open_seat in enumerate(view.seats):
        values = {
            "player": player(view, names, seat, words),
            "banners": words.plural("{n} banner", "{n} banners", open_seat.banners),
            "cards": words.plural("{n} card", "{n} cards", open_seat.cards),
        }
        if open_seat.workers:
            on = squares_text(open_seat.workers, words)
            line = words("{player}: {banners}, {cards}, workers on {squares}", squares=on, **values)
        else:
            line = words("{player}: {banners}, {cards}, no workers placed", **values)
        lines.append(line)
    lines.append(
        words("Neutral workers on {squares}", squares=squares_text(view.neutral, words))
        if view.neutral
        else words("No neutral workers placed")
    )
    return lines


def _building_lines(view: View, words: Words) -> list[str]:
    open_ones = under_construction(view)
    done = [building for building in view.buildings if building.completed]
    return [
        words("Under construction: {count}", count=len(open_ones)),
        *(f"· {building_line(view, building, words)}" for building in open_ones),
        words("Completed: {count}", count=len(done)),
        *(f"· {building_line(view, building, words)}" for building in done),
    ]


def screen_text(view: View, *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """Return the contents of a screen, one fact a line; for its owner alone."""
    screen, seat = view.screen, view.seat
    assert screen is not None
    assert seat is not None
    total = 0
    lines = [player(view, names, seat, words), words("Hand:")]
    forms = view.edition.forms
    lines += [
        f"· {card_name(card, words)} {drawn_shape(forms[card.form].shape)}" for card in screen.hand
    ] or [words("· no cards")]
    if screen.hand:
        lines.append(words("(Shapes as rows from the top: # is a square, . is none.)"))
    lines.append(
        words("Workers: {own} own, {neutral} neutral", own=screen.own, neutral=screen.neutral)
    )
    lines.append(words("Seals:"))
    for family, count, value in zip(view.edition.families, screen.seals, view.values, strict=True):
        total += count * value
        lines.append(
            words(
                "· {family}: {count}, worth {value} each, {worth} in all",
                family=words.name(family),
                count=count,
                value=value,
                worth=count * value,
            )
        )
    lines.append(words("All seals are worth {worth} now.", worth=gold_text(total, words)))
    lines.append(words("Gold from sales: {gold}", gold=screen.gold))
    lines.append(words("Banners: {banners}", banners=view.seats[seat].banners))
    return "\n".join(lines)
