"""The actions of a turn as people type them: squares, a building with its place, workers."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine import Build, Position, Workers, errors, legality
from engine.edition import Card, Edition, Orientation
from engine.squares import COLUMN_LETTERS, SquareSet, column_of, first_square, row_of, square_name
from engine.start import Laid
from i18n.formats import Name
from i18n.translation import N_, NC_, Words, folded, languages, typed_in, without_combining
from ui.answers import RefusalError
from ui.input import hours, typed
from ui.texts.events import names_of
from words import queries
from words.sentences import card_name

MOST_CHUNKS: Final = 60  # parts of a typed text that are read at most

# Translators: what people type between two squares, with commas between; it may be a sign.
_AND: Final = NC_("typed", "and, plus")

_A: Final = re.compile(r"(?<=[0-9]) A (?=[A-Z][0-9])")  # as the French *à* without its accent
_WORD: Final = re.compile(r"\b[^\W\d_]+(?:[/'’][^\W\d_]+)?\b")
_DASHES: Final = re.compile(r"[-−~〜⁓](?:[\s−~〜⁓-]*[-−~〜⁓])?")
_BETWEEN: Final = re.compile(r"[\s,;:+&/|.()\[\]{}\"'“”„’‘<>=→*_、·•]+")
_RANGE: Final = re.compile(r" ?(?:-|\.\.+|…) ?")
_APART: Final = re.compile(r"\b([A-Z]) ?- ?([0-9])")
_SHORT_RANGE: Final = re.compile(r"([A-Z])([0-9]{1,3}) ?- ?([0-9]{1,3})(?![0-9A-Z])")  # F7-9
_SQUARES: Final = re.compile(r"(?:[A-Z][0-9]{1,3})+")
_TURNED: Final = re.compile(r"(?:[0-9]{1,3}[A-Z])+")
_EACH: Final = re.compile(r"([A-Z])([0-9]+)|([0-9]+)([A-Z])")


def read_squares(text: str, edition: Edition) -> SquareSet:
    """Return the typed squares: ``F7 F8``, ``f7,f8``, ``7F/8F``, ``F7-F9``, ``f 7 8``.

    >>> from engine.edition_files import load_edition
    >>> from engine.squares import square_names
    >>> list(square_names(read_squares("f7-9, 8e", load_edition())))
    ['F7', 'E8', 'F8', 'F9']
    """
    found = 0
    for name in _names(text, edition):
        bit = 1 << _on_board(name, edition)
        if bit & found:
            raise errors.NotationError("repeated-square", token=name)
        found |= bit
    return found


def _names(text: str, edition: Edition) -> Iterator[str]:
    """Yield the names of the squares one after the other, ranges written out."""
    # Some keyboards type full-width letters and digits, which mean the same.
    signs = _WORD.sub(_sign_of, unicodedata.normalize("NFKC", without_combining(text)))
    signs = "".join("-" if unicodedata.category(sign) == "Pd" else sign for sign in signs)
    line = _A.sub("-", " ".join(_DASHES.sub("-", signs).upper().split()))
    line = _SHORT_RANGE.sub(r"\1\2-\1\3", _APART.sub(r"\1\2", line))
    ends = [list(_chunk_names(part)) for part in _RANGE.split(line)]
    for number, names in enumerate(ends):
        if number and names and ends[number - 1]:
            yield from _between(ends[number - 1][-1], names[0], edition)
        yield from names


def _sign_of(word: re.Match[str]) -> str:
    """Return what a word between squares stands for: a dash, a space, or itself."""
    said, spoken = folded(word[0]).replace("'", "’"), languages()
    # A letter alone is a column, but the French word between two has an accent.
    if len(said) == 1 and said == word[0].casefold():
        return word[0]
    if said in typed_in(hours.TO, spoken):
        return "-"
    return " " if said in typed_in(_AND, spoken) else word[0]


def _chunk_names(text: str) -> Iterator[str]:
    # Bounded against hostile texts; no action of the game names nearly as many squares.
    chunks = [chunk for chunk in _BETWEEN.split(text) if chunk][:MOST_CHUNKS]
    column, number = "", 0
    while number < len(chunks):
        chunk = chunks[number]
        after = chunks[number + 1] if number + 1 < len(chunks) else ""
        number += 1
        if len(chunk) == 1 and chunk.isalpha() and _is_row(after):  # F 7
            chunk, number = chunk + after, number + 1
        elif _is_row(chunk) and len(after) == 1 and after.isalpha():  # 7 F
            chunk, number = after + chunk, number + 1
        elif _is_row(chunk) and column:  # F7 8
            chunk = column + chunk
        if not _SQUARES.fullmatch(chunk) and not _TURNED.fullmatch(chunk):
            if any(map(_is_foreign, chunk)):
                raise errors.NotationError("look-alike", token=chunk)
            raise errors.NotationError("bad-square", token=chunk)
        for match in _EACH.finditer(chunk):
            column = match[1] or match[4]
            yield f"{column}{int(match[2] or match[3])}"


def _is_foreign(sign: str) -> bool:
    """Return whether a letter or digit is of another alphabet, though it may look the same."""
    return not sign.isascii() and sign.isalnum() and "LATIN" not in unicodedata.name(sign, "LATIN")


def _is_row(chunk: str) -> bool:
    return chunk.isascii() and chunk.isdigit()


def _between(first: str, last: str, edition: Edition) -> Iterator[str]:
    """Yield the squares between two in one row or column; none between others."""
    here, there = _on_board(first, edition), _on_board(last, edition)
    x, y = column_of(there) - column_of(here), row_of(there) - row_of(here)
    if x and y:
        return
    for step in range(1, abs(x) + abs(y)):
        across, down = (step if x > 0 else -step, 0) if x else (0, step if y > 0 else -step)
        column = COLUMN_LETTERS[column_of(here) + across]
        yield f"{column}{row_of(here) + down + 1}"


def _on_board(name: str, edition: Edition) -> int:
    try:
        return edition.square(name)
    except errors.NotationError as error:  # such as Q1 and A0, which no board has
        last = square_name(edition.board.bit_length() - 1)
        raise errors.NotationError("off-board", token=name, column=last[0], row=last[1:]) from error


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
    """Return the one legal place of a tile on the typed squares, in its turn if one is named."""
    edition = position.start.edition
    wanted = read_squares(text, edition)
    if not wanted:
        raise RefusalError(words("Name the building's squares, for example `F7 F8`."))
    orientations = position.start.orientations[card.form]
    if wanted.bit_count() >= len(edition.forms[card.form].shape):
        # All squares were named, so the engine can say what is wrong with exactly this place.
        if (reason := position.refusal(Build(card, wanted, position.draws()[0]))) is not None:
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
        raise typed.UnclearError(text, "place", [names_of(squares) for squares in near])
    named = [names_of(squares) for squares in places[:MOST_PLACES_NAMED]]
    more = "; …" if len(places) > MOST_PLACES_NAMED else ""
    raise typed.UnclearError(
        words.plural(
            "There's {n} way to lay a {form} on {squares}: {places}. Name more squares.",
            "There are {n} ways to lay a {form} on {squares}: {places}. Name more squares.",
            len(places),
            form=words.name(card.form),
            squares=names_of(wanted),
            places=words.parted(named) + more,
        ),
        "place",
        named,
    )


def _nowhere(
    position: Position, card: Card, wanted: SquareSet, near: Sequence[SquareSet], words: Words
) -> str:
    form = words.name(card.form)
    if not near:
        return words("There's no place left for the {form}. Play another card.", form=form)
    taken = wanted & ~position.vacant
    places = words.parted(names_of(squares) for squares in near)
    if taken:
        return words(
            "The {form} doesn't fit on {squares}: there's something on {taken}. Places "
            "nearby: {places}.",
            form=form,
            squares=names_of(wanted),
            taken=names_of(taken),
            places=places,
        )
    sentence = N_("The {form} doesn't fit on {squares}. Places nearby: {places}.")
    return words(sentence, form=form, squares=names_of(wanted), places=places)


def _distance(squares: SquareSet, wanted: SquareSet) -> int:
    here, there = first_square(squares), first_square(wanted)
    return abs(column_of(here) - column_of(there)) + abs(row_of(here) - row_of(there))


def read_build(
    position: Position, card: str, place: str, turn: int | None, words: Words
) -> tuple[Card, SquareSet]:
    """Return the typed card and place, refused for the phase, the card or the place, in order."""
    # "Not now" comes before "no such card": correcting a name would only lead to the next refusal.
    if (reason := legality.phase_refusal(position, Build)) is not None:
        raise reason
    hand = position.hands[position.active]
    chosen = typed.read_card(card, hand, position.start.edition, words)
    return chosen, read_place(position, chosen, place, turn, words)


def read_workers(
    position: Position, building: str | None, own: str | None, neutral: str | None, words: Words
) -> Workers:
    """Return the typed placement of workers."""
    if (reason := legality.phase_refusal(position, Workers)) is not None:
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
                "Name squares for your workers with `own:` or `neutral:`. Vacant "
                "squares: {squares}.",
                squares=names_of(vacant),
            )
        )
    apart = (action.own | action.neutral) & ~border
    if apart:
        sentence = N_("Not next to that building: {squares}. Vacant squares beside it: {vacant}.")
        raise RefusalError(words(sentence, squares=names_of(apart), vacant=names_of(vacant)))
    return action


def border_of(position: Position, building: str, words: Words) -> SquareSet:
    """Return the squares round a building or the castle, by one of its squares or its name."""
    start = position.start
    if any(sign.isdigit() for sign in building):  # a square, and no name
        named_square = re.sub(r"[^\W\d_]{2,}", " ", building)  # "red house A1"
        square = read_squares(named_square, start.edition)
        if square & start.lot_squares:
            return start.lot_border
        for laid in position.buildings:
            if laid.squares & square:
                return laid.border
        raise RefusalError(words("There's no building on {squares}.", squares=names_of(square)))
    if _means_castle(building, words):
        return start.lot_border
    return _building_meant(position, building, words).border


def _means_castle(text: str, words: Words) -> bool:
    """Return whether a text is the castle's name in any language, or how that begins."""
    said, spoken = "".join(typed.typed_words(text, words)), languages()
    castle = (CASTLE, words.name(CASTLE), *words.typed(queries.CASTLE))
    if said and any("".join(typed.typed_words(name, words)).startswith(said) for name in castle):
        return True
    abroad = "".join(typed.typed_abroad(text, spoken))
    return bool(abroad) and typed.begins_abroad(abroad, typed_in(queries.CASTLE, spoken))


def building_at(laid: Laid, words: Words) -> Name:
    """Return a laid building's name with its first square, to tell it from others of its kind."""
    return words.name(BUILDING).filled(
        building=card_name(laid.card, words), square=square_name(first_square(laid.squares))
    )


def _building_meant(position: Position, text: str, words: Words) -> Laid:
    numbers = [number for number, _ in position.worker_sites() if number is not None]
    sites = [position.buildings[number] for number in numbers]
    cards = [laid.card for laid in sites]
    kinds = typed.cards_meant(text, cards, words) or typed.cards_slipped(text, cards, words)
    found = [laid for laid in sites if laid.card in kinds]
    if len(found) == 1:
        return found[0]
    listed = [building_at(laid, words) for laid in (found or sites)[:MOST_PLACES_NAMED]]
    if found:
        sentence = N_(
            "“{typed}” matches several buildings: {buildings}. Name a square of the one you mean."
        )
        raise typed.unclear(sentence, "building", "buildings", text, listed, words)
    listed = [words.name(CASTLE), *listed]
    sentence = N_("No unfinished building is called “{typed}”. You can choose: {buildings}.")
    raise typed.unclear(sentence, "building", "buildings", text, listed, words)
