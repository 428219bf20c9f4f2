"""Marks on a picture of the board, and short phrases that pictures and texts share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.edition import Card, Cell
from engine.opportunities import Opportunity, under_construction
from engine.squares import Square, SquareSet, square_names
from engine.story import NOTHING_CHANGED, Changes
from engine.view import Counts, Phase, View, proceeds
from i18n.formats import Name, capital
from i18n.translation import NC_, Words


@dataclass(frozen=True, slots=True)
class Ghost:
    """A preview of a tile before it is laid."""

    card: Card  # the card it would be built with
    squares: SquareSet  # the squares it would cover
    completes: SquareSet = 0  # the squares of all buildings it would complete, its own included


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The marks on a board picture; none by default.

    Attributes:
        changed: the changes of some turns, such as all since the person last looked.
        places: squares that the tile being placed could cover.
        ghost: the tile being placed.
        numbered: free squares round a building, numbered from 1 in this order.
        own, neutral: the squares on which own and neutral workers would be placed.
        ring_numbers: whether the ring squares that may take a piece carry their numbers.
        piece: the castle piece being placed: ring square (from 1) and family.
        focus: the squares of the building being chosen.
        chances: the ways to complete a building now, numbered from 1 in this order.
    """

    changed: Changes = NOTHING_CHANGED
    places: SquareSet = 0
    ghost: Ghost | None = None
    numbered: tuple[Square, ...] = ()
    own: SquareSet = 0
    neutral: SquareSet = 0
    ring_numbers: bool = False
    piece: tuple[int, str] | None = None
    focus: SquareSet = 0
    chances: tuple[Opportunity, ...] = ()


NO_MARKS = Marks()

_LONGEST_NAME: Final = 40


@lru_cache(maxsize=1024)
def short_name(name: str, colour: str, words: Words) -> str:
    """Return a player's name cut to a readable length, or the colour if it has no visible sign."""
    # Names come from Discord as people set them: with line breaks, zero-width signs, or blank.
    plain = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not plain:
        return capital(words.name(colour))
    return plain if len(plain) <= _LONGEST_NAME else plain[: _LONGEST_NAME - 1].rstrip() + "…"


def player(view: View, names: Sequence[str], seat: int, words: Words) -> str:
    """Return a player's name with the colour: ``Max (yellow)``."""
    return _player(names[seat], view.seats[seat].colour, words)


# Memoized, like the other phrases: a picture's alt text repeats nearly all of the one before.
@lru_cache(maxsize=1024)
def _player(name: str, colour: str, words: Words) -> str:
    short = short_name(name, colour, words)
    if short == capital(words.name(colour)):
        return short
    return words("{name} ({colour})", name=short, colour=words.name(colour))


_BUILDING: Final = NC_("name", "{family} {form}")
_NO_SEAL: Final = NC_("name", "no seal")


@lru_cache(maxsize=1024)
def card_name(card: Card, words: Words) -> Name:
    """Return a card or building for people: ``red mill``."""
    family, form = words.name(card.family), words.name(card.form)
    return words.name(_BUILDING).filled(family=family, form=form)


def family_name(family: str | None, words: Words) -> Name:
    """Return the name of the family of a seal, such as ``olive``, or ``no seal``."""
    return words.name(family or _NO_SEAL)


def counted(name: str, count: int, words: Words) -> str:
    """Return a name with a number, for a list: ``yellow 2``."""
    return words.context("one of a list", "{name} {count}", name=name, count=count)


def gold_text(gold: float, words: Words) -> str:
    """Return an amount of gold, as it stands in sentences: ``41 gold``."""
    # Averages are fractions, but plural rules are of whole numbers.
    # Translators: stands in other sentences for {gold} or {worth}, wherever no noun follows.
    return words.plural("{gold} gold", "{gold} gold", int(gold), gold=words.number(gold))


def gold_of_winners(gold: Sequence[int], words: Words) -> str:
    """Return the gold of winners: one amount, or each one's own where a seat was set back.

    >>> from i18n.translation import ENGLISH
    >>> gold_of_winners((90, 90), ENGLISH), gold_of_winners((90, 80), ENGLISH)
    ('90 gold', '90 gold and 80 gold')
    """
    told = gold if len(set(gold)) > 1 else gold[:1]
    return words.all_of(gold_text(one, words) for one in told)


def changed(name: str, before: int, after: int, words: Words) -> str:
    """Return a name with a number before and after a change, for a list: ``red 3 → 4``."""
    return words.context(
        "one of a list", "{name} {before} → {after}", name=name, before=before, after=after
    )


def by_family(view: View, counts: Counts, words: Words) -> str:
    """List counts by family: ``red 2, olive 0, black 3, silver 1``."""
    return _by_family(view.edition.families, counts, words)


@lru_cache(maxsize=1024)
def _by_family(families: tuple[str, ...], counts: Counts, words: Words) -> str:
    pairs = zip(families, counts, strict=True)
    return words.listing(counted(words.name(family), count, words) for family, count in pairs)


def seal_values(view: View, words: Words) -> str:
    """Return a sentence with the value of a seal of each family."""
    return words("Seal values: {values}.", values=by_family(view, view.values, words))


def worth(view: View, words: Words) -> str:
    """Return a sentence on what the seals behind a screen are worth, and what sales brought."""
    assert view.screen is not None
    # Translators: what somebody's seals are worth, and what earlier sales brought.
    return words(
        "Seals worth {worth} now, and {gold} from sales.",
        worth=gold_text(proceeds(view.screen.seals, view.values), words),
        gold=gold_text(view.screen.gold, words),
    )


@lru_cache(maxsize=1024)
def open_cards(face_up: tuple[Card, ...], stack: int, words: Words) -> str:
    """Return a sentence on the open cards and the stack."""
    cards = words.listing(card_name(card, words) for card in face_up)
    cards = cards or words.context("cards", "none")
    return words("Open cards: {cards}. In the stack: {stack}.", cards=cards, stack=stack)


def building_counts(view: View, words: Words) -> str:
    """Return a sentence on how many buildings are completed, and how many are not."""
    left = len(under_construction(view))
    return words.plural(
        "{n} building completed, {open} under construction.",
        "{n} buildings completed, {open} under construction.",
        len(view.buildings) - left,
        open=left,
    )


def ranking(view: View, names: Sequence[str], words: Words) -> list[str]:
    """Return a sentence on each player of a finished game, the winners first; none before."""
    result = view.result
    if result is None:
        return []
    return [
        words(
            "{rank}. {player}: {gold}, {sold} of it from the final sale.",
            rank=rank,
            player=player(view, names, seat, words),
            gold=gold_text(result.gold[seat], words),
            sold=result.sold[seat],
        )
        for rank, seat in result.ranking
    ]


def some_by_family(view: View, counts: Counts, words: Words) -> str:
    """List the counts above zero by family, or "none"."""
    pairs = [pair for pair in zip(view.edition.families, counts, strict=True) if pair[1]]
    return words.listing(
        counted(words.name(family), count, words) for family, count in pairs
    ) or words.context("of the families", "none")


def by_seat(view: View, counts: Iterable[int], words: Words) -> str:
    """List counts by the seats' colours: ``violet 2, green 0``."""
    pairs = zip(view.seats, counts, strict=True)
    return words.listing(counted(words.name(seat.colour), count, words) for seat, count in pairs)


@lru_cache(maxsize=4096)
def squares_text(squares: SquareSet, words: Words) -> str:
    """Return the names of squares, or "none"."""
    return " ".join(square_names(squares)) or words.context("squares", "none")


def floors_done(view: View) -> tuple[int, int]:
    """Return the castle pieces placed on all floors but the last, and how many fit there."""
    # The end begins once all floors below the last are full, so the last one does not count.
    floors = len(view.edition.floors) - 1
    placed = sum(min(height, floors) for height in view.heights)
    return placed, floors * view.edition.ring_size


def end_note(view: View, words: Words) -> str:
    """Describe the distance to the end in a few words."""
    if view.phase is Phase.OVER:
        return words("The game is over")
    if view.turns_left is not None:
        return words.plural("Last turn", "{n} turns left", view.turns_left)
    placed, total = floors_done(view)
    return words.plural("{n} piece until the end", "{n} pieces until the end", total - placed)


def task(view: View, who: str, words: Words) -> str:
    """Describe the next decision of the active player, given by name and colour."""
    if view.phase is Phase.CASTLE:
        return words.plural(
            "{player}: place {n} castle piece.",
            "{player}: place {n} castle pieces.",
            view.owed,
            player=who,
        )
    if view.phase is Phase.CAN:
        return words("{player}: hand in a banner or end the turn.", player=who)
    return words("{player}: build or place workers.", player=who)


def drawn_shape(cells: Sequence[Cell]) -> str:
    """Write a shape as rows from the top, # for a square and . for none: ``##/#.``."""
    columns = 1 + max(column for column, _ in cells)
    rows = 1 + max(row for _, row in cells)
    return "/".join(
        "".join("#" if (column, row) in cells else "." for column in range(columns))
        for row in range(rows)
    )
