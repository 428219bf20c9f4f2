"""The build screen: a ghost tile that goes from one legal place to the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from cogs.panel import spots
from cogs.panel.choosing import only_choice
from cogs.panel.desk import Desk, first_square
from cogs.panel.page import Ask, BadSpotError, Button, Do, Go, Menu, Option, Outcome, Page, Row, one
from cogs.placing import read_squares
from cogs.telling import names_of
from engine.actions import Build
from engine.cards import Card
from engine.errors import NotationError
from engine.events import BuildingCompleted
from engine.squares import SquareSet, column_of, row_of
from render import Ghost, Marks
from translation import N_

ARROWS: Final = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}
ARROW_LABELS: Final = {"left": "⬅", "up": "⬆", "down": "⬇", "right": "➡"}
NO_PLACE: Final = N_("No legal place of this tile covers {square}.")


class Ground(NamedTuple):
    """What the numbers of a custom id mean on this screen.

    Attributes:
        card: the card to be built.
        way: the number of the orientation.
        squares: where the tile would lie.
        draw: the number of the draw in ``position.draws()``.
        choices: every legal place with the number of its orientation, those that bring most first.
    """

    card: Card
    way: int
    squares: SquareSet
    draw: int
    choices: list[tuple[int, SquareSet]]

    def numbers(self, desk: Desk) -> tuple[int, ...]:
        """The numbers for the custom id."""
        order = desk.position.start.edition.card_order
        return order[self.card], self.way, first_square(self.squares), self.draw


def read(desk: Desk, numbers: tuple[int, ...]) -> Ground:
    """What the numbers mean.

    Raises:
        BadSpotError: if they are not a card of the hand on a legal place.
    """
    if len(numbers) != 4:
        raise BadSpotError("four numbers are needed")
    order = desk.position.start.edition.card_order
    card = next((card for card in desk.hand if order[card] == numbers[0]), None)
    if card is None:
        raise BadSpotError("no such card in the hand")
    choices = desk.choices(card.form)
    for way_number, squares in choices:
        if (way_number, first_square(squares)) == numbers[1:3]:
            break
    else:
        raise BadSpotError("no legal place")
    if numbers[3] >= max(1, len(desk.position.draws())):
        raise BadSpotError("no such draw")
    return Ground(card, way_number, squares, numbers[3], choices)


class Building:
    """Moves the ghost, picks the draw, says what the place would bring."""

    def draw(self, desk: Desk, numbers: tuple[int, ...]) -> Page:
        """The board with the ghost."""
        ground, words = read(desk, numbers), desk.words
        action = self._action(desk, ground)
        events = desk.position.completions(action)
        completes = 0
        for event in events:
            completes |= event.squares
        lines = [
            words(
                "The **{building}** on {squares}:",
                building=desk.teller.building(ground.card),
                squares=names_of(ground.squares),
            )
        ]
        lines += desk.bringing(action) or [words("- it brings nothing at once")]
        lines.append(self._neighbours(desk, ground.squares, events))
        if len(ground.choices) == 1:
            lines.append(words("- this is its only place"))
        rows: list[Row] = []
        options = self._draws(desk, ground)
        if len(options) > 1:
            rows.append(Menu("draw", words("What you draw"), options))
        lines.append(self._drawing(desk, options[ground.draw].label))
        rows.append(self._arrows(desk, ground))
        rows.append(self._others(desk, ground))
        marks = Marks(
            places=_union(squares for _, squares in ground.choices),
            ghost=Ghost(ground.card, ground.squares, completes),
        )
        todo = words("Move the tile, turn it, then build.")
        return Page(todo, lines, rows, marks)

    def press(
        self, desk: Desk, numbers: tuple[int, ...], verb: str, values: Sequence[str]
    ) -> Outcome:
        """Move, turn, jump, pick the draw, build, or go back."""
        if verb == "back":
            return Go(spots.CHOOSE)
        ground = read(desk, numbers)
        match verb:
            case "do":
                return Do(self._action(desk, ground))
            case "goto":
                return Ask(
                    "jump", desk.words("Go to…"), desk.words("A square, such as F7"), example="F7"
                )
            case "jump":
                return self._jump(desk, ground, values)
            case "draw":
                return self._at(desk, ground._replace(draw=one(values, self._draws(desk, ground))))
            case "turn":
                return self._at(desk, _turned(ground))
            case "next":
                here = ground.choices.index((ground.way, ground.squares))
                way, squares = ground.choices[(here + 1) % len(ground.choices)]
                return self._at(desk, ground._replace(way=way, squares=squares))
        if verb not in ARROWS:
            raise BadSpotError(verb)
        return self._at(desk, ground._replace(squares=_beyond(ground, verb) or ground.squares))

    def _action(self, desk: Desk, ground: Ground) -> Build:
        draw = spots.draw_at(desk.position, ground.draw)
        return Build(ground.card, ground.squares, draw)

    def _at(self, desk: Desk, ground: Ground, note: str = "") -> Go:
        return Go(spots.BUILD, ground.numbers(desk), note)

    def _jump(self, desk: Desk, ground: Ground, values: Sequence[str]) -> Go:
        """The nearest place that covers the square filled in, in the same orientation if one is."""
        typed = values[0] if values else ""
        try:
            wanted = read_squares(typed, desk.position.start.edition)
        except NotationError:
            wanted = 0
        covering = [entry for entry in ground.choices if wanted and not wanted & ~entry[1]]
        if not covering:
            shown = re.sub(r"[^A-Za-z0-9 ]", "", typed)[:20] or "?"
            return self._at(desk, ground, desk.words(NO_PLACE, square=shown))
        way, squares = min(
            covering,
            key=lambda entry: (entry[0] != ground.way, _distance(entry[1], ground.squares)),
        )
        return self._at(desk, ground._replace(way=way, squares=squares))

    def _draws(self, desk: Desk, ground: Ground) -> list[Option]:
        words, stack = desk.words, desk.position.stack_size
        options = [
            Option(
                number,
                words.plural(
                    "Draw from the stack ({n} card)", "Draw from the stack ({n} cards)", stack
                )
                if card is None
                else words("Take the open {card}", card=desk.teller.building(card)),
                chosen=number == ground.draw,
            )
            for number, card in enumerate(desk.position.draws())
        ]
        return options or [Option(0, words("No card is left to draw"), chosen=True)]

    def _drawing(self, desk: Desk, draw: str) -> str:
        if not desk.position.stack_size:
            return f"- {draw}"
        return desk.words("- {draw}; a card becomes known, so it cannot be undone", draw=draw)

    def _arrows(self, desk: Desk, ground: Ground) -> list[Button]:
        arrows = [
            Button(verb, ARROW_LABELS[verb], disabled=not _beyond(ground, verb)) for verb in ARROWS
        ]
        ways = {way for way, _ in ground.choices}
        return [*arrows, Button("turn", desk.words("Turn"), disabled=len(ways) < 2)]

    def _others(self, desk: Desk, ground: Ground) -> list[Button]:
        words = desk.words
        alone = len(ground.choices) < 2
        do = words("Prepare this") if desk.ahead else words("Build here")
        buttons = [
            Button("next", words("Next place"), disabled=alone),
            Button("goto", words("Go to…"), disabled=alone),
            Button("do", do, "go"),
        ]
        if only_choice(desk) is None:
            buttons.append(Button("back", words("Back")))
        return buttons

    def _neighbours(
        self, desk: Desk, squares: SquareSet, completed: Sequence[BuildingCompleted]
    ) -> str:
        if any(event.squares == squares for event in completed):
            return desk.words("- nothing round it stays open")
        border = desk.position.start.edition.border(squares) & desk.position.vacant
        return desk.words(
            "- still open round it: {squares}",
            squares=names_of(border),
        )


def _union(sets: Iterable[SquareSet]) -> SquareSet:
    return reduce(or_, sets, 0)


def _beyond(ground: Ground, arrow: str) -> SquareSet:
    """The next legal place in a direction, in the same orientation; nothing if there is none.

    One straight ahead goes before one aside, a near one before a far one.
    """
    across, down = ARROWS[arrow]
    here = first_square(ground.squares)
    found: tuple[tuple[int, int], SquareSet] | None = None
    for way, squares in ground.choices:
        if way != ground.way:
            continue
        there = first_square(squares)
        x, y = column_of(there) - column_of(here), row_of(there) - row_of(here)
        ahead, aside = (x * across, abs(y)) if across else (y * down, abs(x))
        if ahead > 0:
            rank = (0, ahead) if not aside else (ahead + 2 * aside, aside)
            if found is None or rank < found[0]:
                found = rank, squares
    return found[1] if found else 0


def _turned(ground: Ground) -> Ground:
    """The nearest place in the next orientation that fits somewhere."""
    ways = sorted({way for way, _ in ground.choices})
    way = next((way for way in ways if way > ground.way), ways[0])
    squares = min(
        (squares for other, squares in ground.choices if other == way),
        key=lambda squares: _distance(squares, ground.squares),
    )
    return ground._replace(way=way, squares=squares)


def _distance(one_tile: SquareSet, other: SquareSet) -> tuple[int, int]:
    """How far two tiles lie apart: those that share most squares are nearest."""
    here, there = first_square(one_tile), first_square(other)
    x = column_of(here) - column_of(there)
    y = row_of(here) - row_of(there)
    return -(one_tile & other).bit_count(), x * x + y * y
