"""The full text form of a position: all that a picture shows, line by line, for screen readers.

It has the counts that a sighted player makes by eye: vacant squares, payouts, free ring squares. A
whole turn can be planned from these lines and those of the player's own screen.
"""

from collections.abc import Sequence

from engine import View, square_name
from engine.opportunities import gap, under_construction
from i18n.translation import ENGLISH, N_, Words
from words import sentences
from words.places import building_line, castle_line, compass_lines, row_lines


def board_text(view: View, *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """Return the public part of a position, one fact a line of about 300 characters at most."""
    turn = words("Turn {number}", number=view.turn)
    lines = [f"{turn} · {sentences.end_note(view, words)}"]
    if view.active is not None:
        who = sentences.player(view, names, view.active, words)
        lines.append(sentences.task(view, who, words))
    lines += [*sentences.ranking(view, names, words), "", sentences.seal_values(view, words)]
    lines += [*_castle_lines(view, words), "", *_player_lines(view, names, words)]
    lines += [sentences.open_cards(view.face_up, view.stack, words), ""]
    lines.append(sentences.building_counts(view, words))
    done = [building for building in view.buildings if building.completed]
    for building in (*under_construction(view), *done):
        lines.append(f"· {building_line(view, building, words)}")
    lines += ["", words("Vacant squares:"), *row_lines(view, words)]
    camps = sentences.squares_text(view.camps, words)
    lines.append(words("Camps not covered: {squares}", squares=camps))
    lines += compass_lines(view, words)
    return "\n".join(lines)


def _castle_lines(view: View, words: Words) -> list[str]:
    tops = [
        words(
            "{number} ({square}) {family} at height {height}",
            number=number,
            square=square_name(square),
            family=sentences.family_name(family, words),
            height=height,
        )
        for number, (square, family, height) in enumerate(
            zip(view.lot.ring, view.ring, view.heights, strict=True), start=1
        )
    ]
    # In two halves, which keeps the lines near 300 characters.
    half = (len(tops) + 1) // 2
    around = sentences.squares_text(gap(view, view.lot.squares), words)
    return [
        castle_line(view, words),
        words("Ring squares: {squares}", squares=words.listing(tops[:half])),
        words("Ring squares: {squares}", squares=words.listing(tops[half:])),
        words("Vacant around the castle: {squares}", squares=around),
        *(
            words(
                "Pieces left for floor {floor}: {pieces}.",
                floor=floor,
                pieces=sentences.some_by_family(view, pool, words),
            )
            for floor, pool in enumerate(view.pools, start=1)
        ),
    ]


def _player_lines(view: View, names: Sequence[str], words: Words) -> list[str]:
    lines = []
    for seat, open_seat in enumerate(view.seats):
        count = open_seat.workers.bit_count()
        facts = (
            words.plural("{n} banner", "{n} banners", open_seat.banners),
            words.plural("{n} card", "{n} cards", open_seat.cards),
            words.plural(
                "a worker on {squares}",
                "workers on {squares}",
                count,
                squares=sentences.squares_text(open_seat.workers, words),
            )
            if count
            else words.plural("{n} worker on the board", "{n} workers on the board", count),
        )
        who = sentences.player(view, names, seat, words)
        lines.append(words.labelled(who, words.listing(facts)))
    if view.neutral:
        lines.append(
            words.plural(
                "Neutral worker on {squares}.",
                "Neutral workers on {squares}.",
                view.neutral.bit_count(),
                squares=sentences.squares_text(view.neutral, words),
            )
        )
    return lines


def screen_text(view: View, *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """Return the contents of a screen, one fact a line; for its owner alone."""
    screen, seat = view.screen, view.seat
    assert screen is not None
    assert seat is not None
    banners = words.plural("{n} banner", "{n} banners", view.seats[seat].banners)
    forms = view.edition.forms
    hand = words.listing(
        f"{sentences.card_name(card, words)} {sentences.drawn_shape(forms[card.form].shape)}"
        for card in screen.hand
    )
    lines = [
        words.labelled(sentences.player(view, names, seat, words), banners),
        words("Your hand: {cards}.", cards=hand or words.context("cards", "none")),
    ]
    if screen.hand:
        lines.append(words("(Shapes as rows from the top: # is a square, . is empty.)"))
    workers = {"own": screen.own, "neutral": screen.neutral}
    lines.append(words("Workers: {own} own, {neutral} neutral.", **workers))
    for family, count, value in zip(view.edition.families, screen.seals, view.values, strict=True):
        sentence = N_("· {family}: {count}, worth {value} each, {worth} in all")
        name, worth = words.name(family), count * value
        lines.append(words(sentence, family=name, count=count, value=value, worth=worth))
    return "\n".join([*lines, sentences.worth(view, words)])
