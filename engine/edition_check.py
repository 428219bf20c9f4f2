"""What can contradict itself in an edition's data; where nothing does, games can be played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from engine.cards import Form
from engine.edition import Edition
from engine.squares import COLUMN_LETTERS, MAX_ROWS, iter_squares, spread

_FLOORS = 3
_LEAST_SEATS = 2
_MOST_SIDE = 9
_WORD = re.compile(r"[a-z]+(-[a-z]+)*")
_WORDS_OF_ACTIONS = frozenset({"own", "neutral", "stack", "none", "draw", "sell"})


def problem(edition: Edition) -> str | None:
    """The first contradiction in an edition, or None."""
    return next(_problems(edition), None)


def _problems(edition: Edition) -> Iterator[str]:
    yield from _words(edition)
    yield from _board(edition)
    yield from _cards(edition)
    yield from _castle(edition)
    yield from _amounts(edition)
    yield from _first_game(edition)


def _words(edition: Edition) -> Iterator[str]:
    """Names stand in the notation, so they are words of it and different from each other."""
    for names in (edition.families, edition.colours, tuple(edition.forms)):
        for name in names:
            if _WORD.fullmatch(name) is None or name in _WORDS_OF_ACTIONS:
                yield f"“{name}” cannot be a name in the notation"
        if len(set(names)) != len(names):
            yield f"a name occurs twice in {', '.join(names)}"


def _board(edition: Edition) -> Iterator[str]:
    if not 1 <= edition.columns <= len(COLUMN_LETTERS) or not 1 <= edition.rows <= MAX_ROWS:
        yield f"a board of {edition.columns}x{edition.rows} squares has no names in the notation"
    if edition.camps & ~edition.board:
        yield "a camp lies off the board"
    if max(edition.lot_sides) > _MOST_SIDE:
        yield f"a lot of more than {_MOST_SIDE} squares a side has no name in the notation"
    if not edition.lots:
        yield "the lot has no place on the board"


def _cards(edition: Edition) -> Iterator[str]:
    for form in edition.forms.values():
        if form.tiles < 1:
            yield f"{form.name}: there is no card of it"
        if not _connected(form):
            yield f"{form.name}: its squares do not hang together"
    presets = Counter(preset.card for preset in edition.first_buildings)
    for card in presets - Counter(edition.cards):
        yield f"there are not enough cards {card} for the preset buildings"


def _connected(form: Form) -> bool:
    squares = form.turned[0].squares
    reached = 1
    while (further := (reached | spread(reached)) & squares) != reached:
        reached = further
    return reached == squares


def _castle(edition: Edition) -> Iterator[str]:
    """Floors 1 and 2 can be finished, and all pieces find a place (rules, section 3.2)."""
    size, families = edition.ring_size, len(edition.families)
    if min(edition.lot_sides) < 2:
        yield "the lot has no border to walk round"
    if size != 2 * sum(edition.lot_sides) - 4:
        yield "ring_seals does not name every border square of the lot"
    if set(edition.ring_seals) - {None, *edition.families}:
        yield "ring_seals names something that is no family"
    if len(edition.floors) != _FLOORS:
        yield f"the castle does not have {_FLOORS} floors"
    if any(count * families < size for count in edition.floors[:-1]):
        yield "a floor below the last has too few pieces to be finished"
    if sum(edition.floors) * families > size * _FLOORS:
        yield "the castle has more pieces than places"


def _amounts(edition: Edition) -> Iterator[str]:
    counts = edition.extra_neutral
    if not counts or sorted(counts) != [*range(min(counts), max(counts) + 1)]:
        yield "extra_neutral does not name every number of players"
        return
    if min(counts) < _LEAST_SEATS:
        yield f"a game is for {_LEAST_SEATS} players or more"
    most = max(counts)
    if most > len(edition.colours):
        yield f"{most} players but {len(edition.colours)} colours"
    if any(count * extra > edition.neutral_workers for count, extra in counts.items()):
        yield "there are not enough neutral workers for extra_neutral"
    if not 0 <= edition.start_workers <= edition.own_workers:
        yield "a player starts with more workers than there are"
    if len(edition.deck(first_game=True)) < most * edition.hand_size + edition.face_up:
        yield "there are not enough cards to deal"


def _first_game(edition: Edition) -> Iterator[str]:
    if edition.first_lot not in edition.lots:
        yield f"the first game's lot {edition.first_lot} covers a camp or leaves the board"
    taken = edition.first_lot.squares
    for preset in edition.first_buildings:
        if preset.squares & taken or preset.squares & ~edition.board:
            yield f"the preset {preset.card} overlaps something or leaves the board"
        first = next(iter_squares(preset.squares), 0)
        turned = edition.forms[preset.card.form].turned
        if preset.squares >> first not in {orientation.squares for orientation in turned}:
            yield f"the preset {preset.card} does not have the shape of its form"
        taken |= preset.squares
    for preset in edition.first_buildings:
        if not edition.border(preset.squares) & ~taken:
            yield f"the preset {preset.card} is enclosed from the start"
