"""A running game as plain data for its page, made of a view: what is seen, and what may be done.

Squares are counted row by row from the top left, without the engine's gap. A scene is that of a
table as the public or one of its people may see it. It is made without a position, so no page can
show more than its reader's view.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine import Action, Card, Draw, Edition, Turn
from engine import squares as grid
from engine.events import CardDrawn, TileLaid, WorkersPlaced
from engine.legality import anchors_on, laid_on
from engine.opportunities import vacant
from engine.story import changes_of
from engine.view import Phase, View, proceeds
from i18n.translation import SOURCE, Words, offered
from tabletop.outcome import as_counted
from tabletop.table import Table
from ui.panel.player import PanelPlayer, chances_of, chances_told
from ui.panel.steps.turn import may_be_at_once, planned_lines, possible
from ui.texts.events import Teller
from ui.texts.markup import without_marks
from words.fulltext import board_text
from words.sentences import end_note, task


def number_of(edition: Edition, square: grid.Square) -> int:
    """Return a square's number on the pages."""
    return grid.row_of(square) * edition.columns + grid.column_of(square)


def numbers_of(edition: Edition, squares: grid.SquareSet) -> list[int]:
    """Return the numbers of a set's squares, in order."""
    return [number_of(edition, square) for square in grid.iter_squares(squares)]


def lot_numbers(edition: Edition, lot: grid.Lot) -> list[int]:
    """Return a lot as the number of its corner, its width and its height."""
    return [number_of(edition, lot.corner), lot.width, lot.height]


LOT: Final = -1  # the number of the castle's lot among the sites of workers; buildings count from 0


def seen_of(view: View) -> dict[str, Any]:
    """Return what a view shows of a game, the own screen only where the view has one."""
    return {
        "seat": view.seat,
        "edition": view.edition.fingerprint,
        "lot": lot_numbers(view.edition, view.lot),
        "turn": view.turn,
        "active": view.active,
        "phase": view.phase.value,
        "values": list(view.values),
        "openCards": [str(card) for card in view.face_up],
        "stack": view.stack,
        "board": _board(view),
        "seats": [
            {
                "colour": one.colour,
                "banners": one.banners,
                "cards": one.cards,
                "workers": view.workers_left(seat),
            }
            for seat, one in enumerate(view.seats)
        ],
        "own": _screen(view),
        "result": None
        if view.result is None
        else {"gold": list(view.result.gold), "winners": list(view.result.winners)},
    }


def _board(view: View) -> dict[str, Any]:
    edition = view.edition
    numbers = edition.family_number
    return {
        "buildings": [
            [one.card.form, one.card.family, numbers_of(edition, one.squares), one.completed]
            for one in view.buildings
        ],
        "workers": [numbers_of(edition, one.workers) for one in view.seats],
        "neutral": numbers_of(edition, view.neutral),
        "camps": numbers_of(edition, view.camps),
        "tops": [None if family is None else numbers[family] for family in view.ring],
        "heights": list(view.heights),
        "taken": [not free for free in view.placeable],
        "floor": view.floor - 1,
        "pools": [list(pool) for pool in view.pools],
    }


def _screen(view: View) -> dict[str, Any] | None:
    if view.screen is None:
        return None
    return {
        "hand": [str(card) for card in view.screen.hand],
        "neutral": view.screen.neutral,
        "seals": list(view.screen.seals),
        "gold": view.screen.gold,
    }


def news_of(edition: Edition, turns: Iterable[Turn]) -> list[dict[str, Any]]:
    """Return what turns changed on the board, by turn: squares and ring squares."""
    found = []
    for turn in turns:
        changes = changes_of([turn])
        found.append(
            {
                "seat": turn.seat,
                "tiles": [numbers_of(edition, tile.squares) for tile in changes.tiles],
                "workers": [
                    number
                    for placed in changes.workers
                    for number in numbers_of(edition, placed.own | placed.neutral)
                ],
                "rings": [piece.ring for piece in changes.pieces],
            }
        )
    return found


def choices_of(view: View) -> dict[str, Any]:
    """Return what the seat of a view may do now, in the record's notation.

    To prepare a turn, the view is that of ``engine.preview.in_turn``.
    """
    screen, phase = view.screen, view.phase
    if screen is None:
        raise ValueError("the public has no choices")
    must = phase is Phase.MUST
    places = _places(view, screen.hand) if must else {}
    workers = _workers(view) if must else None
    banner = phase is Phase.CAN and not view.banner_used and bool(view.seats[_own(view)].banners)
    return {
        "cards": [str(card) for card in dict.fromkeys(screen.hand)] if must else [],
        "places": places,
        "draw": _draws(view) if must else [],
        "workers": workers,
        "castle": _castle(view) if phase is Phase.CASTLE else None,
        "banner": _sale(view) if banner else None,
        "pass": must and workers is None and not any(places.values()),
        "end": phase is Phase.CAN,
    }


def _own(view: View) -> int:
    assert view.seat is not None
    return view.seat


def _places(view: View, hand: Iterable[Card]) -> dict[str, list[str]]:
    """Return every legal place of each form in a hand (rules, section 3.1, A)."""
    free, found = vacant(view), dict[str, list[str]]()
    for form in dict.fromkeys(card.form for card in hand):
        ways = view.edition.forms[form].orientations(mirror=view.mirror)
        tiles = laid_on(anchors_on(free, view.edition.board, ways))
        found[form] = [" ".join(grid.square_names(squares)) for squares in tiles]
    return found


def _draws(view: View) -> list[str]:
    """Return what may be drawn after building; ``none`` when no card is left."""
    cards = [str(card) for card in dict.fromkeys(view.face_up)]
    if view.stack:
        cards.append(str(Draw.STACK))
    return cards or [str(Draw.NONE)]


def _workers(view: View) -> dict[str, Any] | None:
    """Return the workers in stock and the sites round which they may stand, or None."""
    assert view.screen is not None
    free, border = vacant(view), view.edition.border
    gaps = [(LOT, border(view.lot.squares) & free)]
    gaps += [
        (number, border(one.squares) & free)
        for number, one in enumerate(view.buildings)
        if not one.completed
    ]
    sites = [[number, grid.square_names(gap)] for number, gap in gaps if gap]
    if not sites or not view.screen.own + view.screen.neutral:
        return None
    return {"own": view.screen.own, "neutral": view.screen.neutral, "sites": sites}


def _castle(view: View) -> dict[str, Any]:
    pool, families = view.pools[view.floor - 1], view.edition.families
    return {
        "families": [family for family, left in zip(families, pool, strict=True) if left],
        "rings": [ring for ring, free in enumerate(view.placeable, start=1) if free],
    }


def _sale(view: View) -> dict[str, Any]:
    assert view.screen is not None
    edition = view.edition
    on_board = view.seats[_own(view)].workers.bit_count()
    supply = edition.own_workers - view.screen.own - on_board
    return {
        "workers": min(edition.workers_per_banner, supply),
        "most": dict(zip(edition.families, view.screen.seals, strict=True)),
    }


LOGGED: Final = 8  # the turns whose sentences a scene has, the newest first
MOST_VERSIONS: Final = 1_000_000  # of a game; with an epoch's seconds still exact in JavaScript


def watched(table: Table, words: Words) -> dict[str, Any]:
    """Return the scene of a game that has begun, as the public may see it."""
    last = table.turns_since(max(1, _completed(table)))
    return _scene(table, as_counted(table, table.view()), last, words)


def played(
    table: Table, user: int, words: Words, player: PanelPlayer | None = None
) -> dict[str, Any]:
    """Return the scene of a game as one of its people may see it, and what they may do."""
    seat = table.own_seat(user).seat
    news = table.turns_since_own(seat) or table.turns_since(max(1, _completed(table)))
    scene = _scene(table, as_counted(table, table.view(user)), news, words)
    if player is None:
        return scene
    scene["may"] = _choices(player)
    if not player.ahead:
        game = table.running_game()
        scene["version"] = page_version(table, table.version)
        scene["news"] += news_of(game.start.edition, [game.turn])
        scene["done"] = sentences(Teller.of(table, words).lines(game.turn.events))
    return scene


def _choices(player: PanelPlayer) -> dict[str, Any]:
    why_not = bare(player.why_no_undo())
    may = choices_of(player.position.view(player.seat))
    best = {form: player.choices(form)[0][1] for form, places in may["places"].items() if places}
    return {
        **may,
        # As in the panel: a tile lies first where it completes most, and covers most camps.
        "best": {form: " ".join(grid.square_names(squares)) for form, squares in best.items()},
        "chances": sentences(chances_told(player, chances_of(player))),
        "ahead": player.ahead,
        "prepared": _prepared(player),
        "atOnce": may_be_at_once(player),
        "planned": sentences(planned_lines(player)),
        "hints": player.help.hints,
        "undo": not player.ahead and not why_not,
        "whyNoUndo": "" if player.ahead else why_not,
    }


def previewed(player: PanelPlayer, action: Action) -> dict[str, Any]:
    """Return what a legal action would bring its person, without any card that is hidden still."""
    after, events = player.outlook(action)
    # The action itself is seen on the board.
    known = (CardDrawn, TileLaid, WorkersPlaced)
    lines = player.teller.lines(event for event in events if not isinstance(event, known))
    if after.phase is Phase.CASTLE and player.position.phase is Phase.MUST:
        lines.append(
            player.words.plural(
                "then you place {n} castle piece", "then you place {n} castle pieces", after.owed
            )
        )
    return {
        "said": sentences(lines),
        "worth": [player.worth(), proceeds(after.seals[player.seat], after.values)],
    }


def _scene(table: Table, view: View, news: Sequence[Turn], words: Words) -> dict[str, Any]:
    seen = seen_of(view)
    for shown, seat in zip(seen["seats"], table.seats, strict=True):
        shown |= {"name": seat.name, "computer": seat.is_computer, "away": seat.status == "away"}
    teller = Teller.of(table, words)
    log = table.turns_since(max(1, _completed(table) - LOGGED + 1))
    return {
        **seen,
        # The public position changes once a turn: the number of entries would tell more.
        "version": page_version(table, view.ply),
        "game": table.number,
        "state": table.row.state,
        # Discord's own codes name a country, too, for which there is no file of sentences.
        "language": offered(words.language) or SOURCE,
        "task": sentences(
            [task(view, teller.person(view.active), words)] if view.active is not None else []
        ),
        "ends": bare(end_note(view, words)),
        "news": news_of(view.edition, news),
        "log": [_told(turn, teller) for turn in reversed(log)],
        "done": [],
        "text": board_text(view, names=table.names, words=words),
        "may": None,
    }


def page_version(table: Table, version: int) -> int:
    """Return a table's version as pages have it: that of another stretch of history is another one.

    As in a panel's address, since after a loss of history the same versions come again. A page
    compares versions and sends them back, and knows nothing of what is in them.
    """
    return table.epoch * MOST_VERSIONS + version


def _completed(table: Table) -> int:
    position = table.running_game().position
    return position.turn - (not position.over)


def _told(turn: Turn, teller: Teller) -> dict[str, Any]:
    [head, *lines] = teller.turn(turn).split("\n")
    return {
        "number": turn.number,
        "seat": turn.seat,
        "head": bare(head),
        "brief": bare(teller.headline(turn)),
        "said": sentences(line.removeprefix("- ") for line in lines),
    }


def sentences(lines: Iterable[str]) -> list[str]:
    """Return sentences of the bot as a page shows them, without the empty ones."""
    return [bare(line) for line in lines if line]


def bare(text: str) -> str:
    r"""Return a sentence without Discord's markup and icons.

    >>> bare(r"**Ada \*the\* second** ends")
    'Ada *the* second ends'
    """
    return _MARKUP.sub(r"\1", without_marks(text))


_MARKUP: Final = re.compile(r"\\(.)|\*\*")


def _prepared(player: PanelPlayer) -> str | None:
    """Return the first choice that a person has prepared and that is possible still."""
    if player.planned is None or player.planned.played:
        return None
    choice = possible(player, player.planned)
    return None if choice is None else str(choice.action)
