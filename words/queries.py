"""Typed questions about a position: the surroundings of a square, the state of a building.

People type ``near:F7`` or ``building:silver smithy``. The parser is tolerant, and a text that it
cannot read is answered with what can be asked instead. The words that boxes print are accepted
beside the bot's own: people at one table have boxes in several languages, so the words of all are
known, and the reader's own language comes first.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from engine import Card, NotationError
from engine.opportunities import gap
from engine.squares import COLUMN_LETTERS, Square, iter_squares, square_name
from engine.view import Building, View
from i18n.translation import ENGLISH, N_, NC_, Words, folded, languages, typed_in, words_for
from words.places import around, building_line, castle_line, square_line
from words.sentences import card_name, squares_text

# Translators: what people type for the castle, with commas between, the box's word first.
CASTLE: Final = NC_("typed", "castle, fortress, stronghold")

# Translators: what people type: after the English name of a seal colour or building, which stays,
# your box's words for it, and others that come to mind, with commas between. The names themselves
# are understood anyway.
_CALLED: Final = NC_(
    "typed",
    "red = cloth merchants\n"
    "olive = spice merchants\n"
    "black = carpenters\n"
    "silver = silversmiths\n"
    "house = residential house, home\n"
    "farm = farmhouse, estate\n"
    "tavern = inn, pub\n"
    "mill = windmill\n"
    "smithy = forge, blacksmith\n"
    "trade-centre = trade center, trading post, market\n"
    "monastery = cloister, abbey",
)


def also_called(name: str, words: Words) -> frozenset[str]:
    """Return further folded words for a family or form, in English and the reader's language."""
    lines = f"{_CALLED}\n{words.context('typed', _CALLED)}".splitlines()
    listed = ",".join(line.partition("=")[2] for line in lines if line.startswith(f"{name} ="))
    return frozenset(folded(word.strip()) for word in listed.split(",") if word.strip())


@lru_cache(maxsize=64)
def family_anywhere(family: str, spoken: tuple[str, ...]) -> frozenset[str]:
    """Return the folded words for a family in some languages, those of boxes among them."""
    said = (words_for(code).name(family) for code in spoken)
    # As adjectives, too: *rote*, *rouges*; what has several words is for sentences.
    agreeing = (text for one in said for text in one.forms.values() if " " not in text)
    return _anywhere(family, spoken) | frozenset(map(folded, agreeing))


@lru_cache(maxsize=256)
def card_anywhere(card: Card, spoken: tuple[str, ...]) -> tuple[str, ...]:
    """Return the single words of what a card's family and form are called in some languages."""
    return _single((*family_anywhere(card.family, spoken), *_anywhere(card.form, spoken)))


def _anywhere(name: str, spoken: tuple[str, ...]) -> frozenset[str]:
    names = (folded(words_for(code).name(name)) for code in spoken)
    also = (word for code in spoken for word in also_called(name, words_for(code)))
    return frozenset((*names, *also))


@lru_cache(maxsize=2048)
def words_on_the_box(card: Card, words: Words) -> tuple[str, ...]:
    """Return the single words of what a card's family and form are also called."""
    return _single((*also_called(card.family, words), *also_called(card.form, words)))


def _single(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({word for text in texts for word in text.split()}))


LONGEST: Final = 100  # characters of a question that are read
_SQUARE: Final = re.compile(r"\b([a-z]) ?([1-9][0-9]?)\b")
_NEAR: Final = NC_("typed", "near")
_BUILDING: Final = NC_("typed", "building")
# Translators: what people type, with commas between. The first one is named in a sentence.
_OPEN: Final = NC_("typed", "open, unfinished, incomplete")
_SHOWN: Final = 25


@dataclass(frozen=True, slots=True)
class Near:
    """A parsed request, such as ``near:F7``, to describe a square and its neighbours."""

    square: Square


@dataclass(frozen=True, slots=True)
class About:
    """A parsed request, such as ``building:mill``, to describe buildings or the castle."""

    buildings: tuple[int, ...]  # the indices of the buildings in the view
    castle: bool = False  # True if the request is for the castle


@dataclass(frozen=True, slots=True)
class Unclear:
    """A text that cannot be read as a request; the reason is a sentence for its writer."""

    reason: str


Query: TypeAlias = Near | About | Unclear


def read_query(text: str, view: View, *, words: Words = ENGLISH) -> Query:
    """Parse a question about a position.

    Args:
        text: such as ``near:F7``, ``near f 7``, ``F7``, ``building: silver smithy``,
            ``smithy H10``, ``building:castle``, ``building:open``, in English or the reader's
            language.
    """
    typed = " ".join(text[:LONGEST].casefold().replace(":", " : ").split())
    for verb in (_NEAR, _BUILDING):
        for name in _in_all_languages(verb):
            if typed == name or typed.startswith((f"{name} ", f"{name}:")):
                rest = typed[len(name) :].lstrip(" :")
                return (_near if verb == _NEAR else _about)(rest, view, words)
    # Without a verb a single square is asked about, and all else is taken for a building.
    typed = typed.lstrip(" :")
    return _near(typed, view, words) if _SQUARE.fullmatch(typed) else _about(typed, view, words)


def _in_all_languages(verb: str) -> Iterator[str]:
    return (words_for(code).context("typed", verb).casefold() for code in languages())


def _near(typed: str, view: View, words: Words) -> Query:
    match = _SQUARE.fullmatch(typed)
    if match is None:
        return Unclear(
            words(
                "“{token}” isn't a square. A square is a letter and a number, such as F7.",
                token=_echo(typed),
            )
        )
    name = match[1].upper() + match[2]
    try:
        return Near(view.edition.square(name))
    except NotationError:
        return Unclear(
            words(
                "{token} is off the board: columns are A to {column}, rows 1 to {row}.",
                token=name,
                column=COLUMN_LETTERS[view.edition.columns - 1],
                row=view.edition.rows,
            )
        )


def _about(typed: str, view: View, words: Words) -> Query:
    # A square that is off the board gets the answer of ``near``, which names the board's edges.
    squares, rest = 0, typed
    for match in _SQUARE.finditer(typed):
        try:
            squares |= 1 << view.edition.square(match[1].upper() + match[2])
        except NotationError:
            return _near(match[0], view, words)
        rest = rest.replace(match[0], " ", 1)
    # Squares may stand anywhere among the words: "smithy H10" and "H10 smithy" are the same.
    tokens = rest.split()
    if not tokens and not squares:
        sentence = N_("Name a building, for example building:H10 or building:{name}.")
        return Unclear(words(sentence, name=_example(view, words)))
    if tokens and all(_begins(token, typed_in(CASTLE, languages())) for token in tokens):
        return About((), castle=True)
    # A square of the lot names the castle, as a square of a tile names its building.
    if squares & view.lot.squares and not tokens:
        return About((), castle=True)
    every = enumerate(view.buildings)
    there = [(number, one) for number, one in every if not squares & ~one.squares]
    for names in (_names, _names_on_boxes, _names_anywhere):
        found = tuple(
            number
            for number, building in there
            if all(_is_called(building, token, names(building.card, words)) for token in tokens)
        )
        if found:
            return About(found)
    return Unclear(_not_found(typed, view, words))


def _begins(token: str, names: Iterable[str]) -> bool:
    """Return whether a token begins one of some folded words."""
    # A single letter would begin too many words, and may be half of a square's name.
    return len(token) > 1 and any(name.startswith(folded(token)) for name in names)


def _is_called(building: Building, token: str, names: Iterable[str]) -> bool:
    # By beginnings of words: "sil smi" finds the silver smithy.
    open_ = not building.completed and _begins(token, typed_in(_OPEN, languages()))
    return open_ or _begins(token, names)


def _names(card: Card, words: Words) -> Iterable[str]:
    names = f"{card_name(card, words)} {card.family} {card.form}"
    return folded(names).replace("-", " ").split()


def _names_on_boxes(card: Card, words: Words) -> Iterable[str]:
    return *_names(card, words), *words_on_the_box(card, words)


def _names_anywhere(card: Card, words: Words) -> Iterable[str]:
    return card_anywhere(card, languages())


def _not_found(typed: str, view: View, words: Words) -> str:
    if not view.buildings:
        return words("There are no buildings yet.")
    return words(
        "There's no building “{typed}” on the board. Ask by square (building:{square}) "
        "or by name (building:{name}); building:open lists the unfinished ones.",
        typed=_echo(typed),
        square=square_name(next(iter_squares(view.buildings[-1].squares))),
        name=_example(view, words),
    )


def _example(view: View, words: Words) -> str:
    card = view.buildings[-1].card if view.buildings else view.edition.cards[0]
    return card_name(card, words)


def _echo(typed: str) -> str:
    """Return a typed text in a form that can be quoted without harm."""
    # Only letters, digits and spaces: no mention, link or markup gets through the bot.
    return re.sub(r"[^\w ]", "", typed)[:20].strip() or "?"


def query_text(view: View, query: Query, *, words: Words = ENGLISH) -> str:
    """Answer a question, one fact a line."""
    match query:
        case Near(square):
            return "\n".join(_near_lines(view, square, words))
        case About(numbers, castle):
            lines = _castle_lines(view, words) if castle else []
            buildings = [view.buildings[number] for number in numbers]
            lines += [building_line(view, one, words) for one in buildings[:_SHOWN]]
            return "\n".join(lines)
        case Unclear(reason):
            return reason


def _castle_lines(view: View, words: Words) -> list[str]:
    lot = view.lot
    round_it = squares_text(gap(view, lot.squares), words)
    return [
        castle_line(view, words),
        *(
            words.labelled(square_name(square), square_line(view, square, words))
            for square in lot.ring
        ),
        words("Vacant around the castle: {squares}", squares=round_it),
    ]


def _near_lines(view: View, square: Square, words: Words) -> list[str]:
    bit = 1 << square
    lines = [words.labelled(square_name(square), square_line(view, square, words))]
    seen = bit | view.edition.border(bit)
    for row in around(view, square):
        others = [other for other in row if other != square]
        told = [f"{square_name(other)} {square_line(view, other, words)}" for other in others]
        lines.append(words.parted(told))
    touching = [building for building in view.buildings if building.squares & seen]
    if touching:
        lines.append(words("Buildings on that square or next to it:"))
        lines += [f"· {building_line(view, building, words)}" for building in touching]
    return lines
