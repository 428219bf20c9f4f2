"""The build step: a ghost tile on its place, and a button for each card that may be drawn."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from engine import actions, edition, errors
from engine.events import BuildingCompleted
from engine.squares import Square, SquareSet, column_of, first_square, row_of, square_name
from i18n.translation import N_, NC_
from ui.input.actions import read_squares
from ui.panel import page
from ui.panel.page import Numbers, Outcome, Values
from ui.panel.player import BUILD, CHOOSE, NO_DRAW, PanelPlayer, draw_at, middle_place, only_choice
from ui.texts.markup import MOST_OPTIONS
from words.sentences import Ghost, Marks

ARROWS: Final = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}
ARROW_LABELS: Final = {
    "left": NC_("button", "⬅ Left"),
    "up": NC_("button", "⬆ Up"),
    "down": NC_("button", "⬇ Down"),
    "right": NC_("button", "➡ Right"),
}
NO_PLACE: Final = N_("There's no way to cover {square} with this tile.")


class TileChoice(NamedTuple):
    """A choice in the build step, decoded from a custom id's numbers."""

    card: edition.Card
    way: int  # the number of the orientation
    squares: SquareSet  # the squares that the tile would cover
    draw: int  # the number of the draw in ``position.draws()``, or ``NO_DRAW``
    # every legal place with the number of its orientation, those that bring most first
    choices: list[tuple[int, SquareSet]]

    def numbers(self, player: PanelPlayer) -> tuple[int, ...]:
        """Return the choice as numbers for a custom id."""
        order = player.position.start.edition.card_order
        return order[self.card], self.way, first_square(self.squares), self.draw


def read(player: PanelPlayer, numbers: Numbers) -> TileChoice:
    """Return the choice in the build step that a custom id's numbers encode."""
    if len(numbers) != 4:
        raise page.NotOfferedError("four numbers are needed")
    order = player.position.start.edition.card_order
    card = next((card for card in player.hand if order[card] == numbers[0]), None)
    if card is None:
        raise page.NotOfferedError("no such card in the hand")
    choices = player.choices(card.form)
    for way_number, squares in choices:
        # Orientation and first square name a place in two numbers; its index among the choices
        # would mean another place as soon as the board changes.
        if (way_number, first_square(squares)) == numbers[1:3]:
            break
    else:
        raise page.NotOfferedError("no legal place")
    if numbers[3] >= len(player.position.draws()) and numbers[3] != NO_DRAW:
        raise page.NotOfferedError("no such draw")
    return TileChoice(card, way_number, squares, numbers[3], choices)


PLACE_MENUS: Final = 2  # menus of places: what five rows have room for beside the buttons
DRAW_VERBS: Final = "abcdefgh"  # verbs are letters alone: a draw's is that of its number


class BuildStep:
    """The step that moves the ghost tile and says what the place brings; a draw builds there."""

    def draw(self, player: PanelPlayer, numbers: Numbers) -> page.Page:
        """Return the page with the ghost tile on the board."""
        choice, words = read(player, numbers), player.words
        _, events = player.outlook(self._action(player, choice))
        completed = [event for event in events if isinstance(event, BuildingCompleted)]
        completes = _union(event.squares for event in completed)
        building, first = player.teller.building(choice.card), first_square(choice.squares)
        heading = N_("**{building:^}** on {squares}:")
        lines = [words(heading, building=building, squares=square_name(first))]
        lines += player.effects(events)
        lines.append(self._neighbours(player, choice.squares, completed))
        if len(choice.choices) == 1:
            # Translators: “its” is the tile's.
            lines.append(words("- this is the only place it fits"))
        buttons = (each(player, choice) for each in (self._draws, self._arrows, self._others))
        rows: list[page.PageRow] = [*self._places(player, choice), *buttons]
        marks = Marks(
            places=_union(squares for _, squares in choice.choices),
            ghost=Ghost(choice.card, choice.squares, completes),
        )
        return page.Page("", lines, rows, marks)

    def press(self, player: PanelPlayer, numbers: Numbers, verb: str, values: Values) -> Outcome:
        """Move, rotate, jump, build with a draw, or go back."""
        if verb == "back":
            return page.Go(CHOOSE, numbers[:3])
        choice = read(player, numbers)
        match verb:
            case "do" if choice.draw == NO_DRAW:
                raise page.NotOfferedError("no draw is chosen")
            case "do":
                return page.Do(self._action(player, choice))
            case "goto":
                return page.Ask(
                    "jump",
                    player.words.context("button", "Go to…"),
                    player.words("A square, such as F7"),
                    example="F7",
                )
            case "jump":
                return self._jump(player, choice, values)
            case "turn":
                return self._at(player, _turned(choice))
            case "next":
                # From the middle, where the tile lies at first, to the best one and on from there.
                middle = middle_place(choice.choices)
                ring = [middle, *(place for place in choice.choices if place != middle)]
                here = ring.index((choice.way, choice.squares))
                way, squares = ring[(here + 1) % len(ring)]
                return self._at(player, choice._replace(way=way, squares=squares))
        if verb in ARROWS:
            beyond = _beyond(_of_way(choice), choice.squares, verb)
            return self._at(player, choice._replace(squares=beyond or choice.squares))
        return self._drawn(player, choice, verb) or self._placed(player, choice, verb, values)

    def _drawn(self, player: PanelPlayer, choice: TileChoice, verb: str) -> page.Do | None:
        """Return the building with the draw that a verb names; None if it names none."""
        for number in range(len(player.position.draws())):
            if verb == f"draw{DRAW_VERBS[number]}":
                return page.Do(self._action(player, choice._replace(draw=number)))
        return None

    def _placed(
        self, player: PanelPlayer, choice: TileChoice, verb: str, values: Values
    ) -> page.Go:
        """Return the step with the tile on the place chosen in a menu."""
        for menu in self._places(player, choice):
            if verb == menu.verb:
                first = page.one(values, menu.options)
                return self._at(player, choice._replace(squares=_of_way(choice)[first]))
        raise page.NotOfferedError(verb)

    def _action(self, player: PanelPlayer, choice: TileChoice) -> actions.Build:
        draw = draw_at(player.position, choice.draw)
        return actions.Build(choice.card, choice.squares, draw)

    def _at(self, player: PanelPlayer, choice: TileChoice, note: str = "") -> page.Go:
        return page.Go(BUILD, choice.numbers(player), note)

    def _jump(self, player: PanelPlayer, choice: TileChoice, values: Values) -> page.Go:
        """Go to the nearest place that covers the typed square, turned only if need be."""
        typed = values[0] if values else ""
        try:
            wanted = read_squares(typed, player.position.start.edition)
        except errors.NotationError:
            wanted = 0
        covering = [entry for entry in choice.choices if wanted and not wanted & ~entry[1]]
        if not covering:
            # Typed text comes back in a message: nothing of it may be read as markdown or a
            # mention.
            shown = re.sub(r"[^A-Za-z0-9 ]", "", typed)[:20] or "?"
            return self._at(player, choice, player.words(NO_PLACE, square=shown))
        way, squares = min(
            covering,
            key=lambda entry: (entry[0] != choice.way, _distance(entry[1], choice.squares)),
        )
        return self._at(player, choice._replace(way=way, squares=squares))

    def _places(self, player: PanelPlayer, choice: TileChoice) -> list[page.PageMenu]:
        """Return menus of the places that the tile has as it is rotated, by their squares."""
        every, room = _of_way(choice), PLACE_MENUS * MOST_OPTIONS
        shown = list(every)
        if len(shown) > room:
            shown.sort(key=lambda first: _distance(every[first], choice.squares))
        shown = sorted(shown[:room])
        if len(shown) < 2:
            return []
        half = -(-len(shown) // -(-len(shown) // MOST_OPTIONS))
        return [
            self._menu(player, choice, number, shown[start : start + half])
            for number, start in enumerate(range(0, len(shown), half))
        ]

    def _menu(
        self, player: PanelPlayer, choice: TileChoice, number: int, firsts: Sequence[Square]
    ) -> page.PageMenu:
        first, last = square_name(firsts[0]), square_name(firsts[-1])
        prompt = player.words("Places {first} to {last}", first=first, last=last)
        here = first_square(choice.squares)
        # The first square says enough: the tile stays as it is rotated, and the picture shows it.
        options = [page.PageOption(at, square_name(at), chosen=at == here) for at in firsts]
        return page.PageMenu(f"place{DRAW_VERBS[number]}", prompt, options)

    def _draws(self, player: PanelPlayer, choice: TileChoice) -> list[page.PageButton]:
        draws = player.position.draws()
        if len(draws) < 2:
            words = player.words
            label = words.context("button", "Build here")
            if player.ahead:
                label = words.context("button", "Prepare this")
            return [page.PageButton("do", label, "go")]
        # A draw that was prepared or advised stands out; else all look alike.
        chosen = choice.draw != NO_DRAW
        return [
            page.PageButton(
                f"draw{DRAW_VERBS[number]}",
                self._draw_label(player, card),
                "go" if not chosen or number == choice.draw else "plain",
            )
            for number, card in enumerate(draws)
        ]

    def _draw_label(self, player: PanelPlayer, card: edition.Card | actions.Draw) -> str:
        words = player.words
        if isinstance(card, actions.Draw):
            if player.ahead:
                return words.context("button", "Prepare, draw from the stack")
            return words.context("button", "Build, draw from the stack")
        building = player.teller.building(card)
        if player.ahead:
            return words.context("button", "Prepare, take {building}", building=building)
        return words.context("button", "Build, take {building}", building=building)

    def _arrows(self, player: PanelPlayer, choice: TileChoice) -> list[page.PageButton]:
        places = _of_way(choice)
        arrows = [
            page.PageButton(
                verb,
                player.words.context("button", ARROW_LABELS[verb]),
                disabled=not _beyond(places, choice.squares, verb),
            )
            for verb in ARROWS
        ]
        alone = len({way for way, _ in choice.choices}) < 2
        rotate = player.words.context("button", "↻ Rotate")
        return [*arrows, page.PageButton("turn", rotate, disabled=alone)]

    def _others(self, player: PanelPlayer, choice: TileChoice) -> list[page.PageButton]:
        words = player.words
        alone = len(choice.choices) < 2
        buttons = [
            page.PageButton("next", words.context("button", "Next place"), disabled=alone),
            page.PageButton("goto", words.context("button", "Go to…"), disabled=alone),
        ]
        if only_choice(player) is None:
            buttons.append(page.PageButton("back", words.context("button", "Back")))
        return buttons

    def _neighbours(
        self, player: PanelPlayer, squares: SquareSet, completed: Sequence[BuildingCompleted]
    ) -> str:
        if any(event.squares == squares for event in completed):
            return player.words("- no squares left to fill")
        border = player.position.start.edition.border(squares) & player.position.vacant
        return player.words.plural("{n} square to go", "{n} squares to go", border.bit_count())


def _union(sets: Iterable[SquareSet]) -> SquareSet:
    return reduce(or_, sets, 0)


def _beyond(places: Mapping[Square, SquareSet], tile: SquareSet, arrow: str) -> SquareSet:
    """Return the next legal place in a direction, in the same orientation; 0 if there is none.

    A place one aside counts as two ahead, so that no arrow leaps over a part of the board for the
    sake of a straight line.
    """
    across, down = ARROWS[arrow]
    here = first_square(tile)
    ranked: list[tuple[int, int, SquareSet]] = []
    for there, squares in places.items():
        x, y = column_of(there) - column_of(here), row_of(there) - row_of(here)
        ahead, aside = (x * across, abs(y)) if across else (y * down, abs(x))
        if ahead > 0:
            ranked.append((ahead + 2 * aside, aside, squares))
    return min(ranked)[2] if ranked else 0


def _of_way(choice: TileChoice) -> dict[Square, SquareSet]:
    """Return the places of the tile as it is rotated, by their first squares."""
    return {first_square(squares): squares for way, squares in choice.choices if way == choice.way}


def _turned(choice: TileChoice) -> TileChoice:
    """Return the choice in the next orientation that fits somewhere, at its nearest place."""
    ways = sorted({way for way, _ in choice.choices})
    way = next((way for way in ways if way > choice.way), ways[0])
    squares = min(
        (squares for other, squares in choice.choices if other == way),
        key=lambda squares: _distance(squares, choice.squares),
    )
    return choice._replace(way=way, squares=squares)


def _distance(one_tile: SquareSet, other: SquareSet) -> tuple[int, int]:
    """Return a sort key for the distance of two tiles: most shared squares, then nearest."""
    here, there = first_square(one_tile), first_square(other)
    x = column_of(here) - column_of(there)
    y = row_of(here) - row_of(there)
    return -(one_tile & other).bit_count(), x * x + y * y
