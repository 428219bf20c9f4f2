"""The scene of a table for its page, as the public or one of its people may see it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.actions import Action
from engine.events import CardDrawn, Event, TileLaid, WorkersPlaced
from engine.game import Turn
from engine.squares import square_names
from engine.view import Phase, View, proceeds
from i18n.translation import SOURCE, Words, offered
from tabletop.outcome import as_counted
from tabletop.table import Table
from ui.panel.chances import chances_of, chances_told
from ui.panel.desk import Desk
from ui.panel.planned import may_be_at_once, planned_lines, possible
from ui.texts.game.events import Teller
from ui.texts.icons import without_marks
from web.scenes import choices_of, news_of, seen_of
from words.fulltext import board_text
from words.sentences import end_note, task

LOGGED: Final = 8
"""The turns whose sentences a scene has, the newest first."""

MOST_VERSIONS: Final = 1_000_000
"""More than any game has versions; with an epoch's seconds it is still exact in JavaScript."""


def watched(table: Table, words: Words) -> dict[str, Any]:
    """Return the scene of a game that has begun, as the public may see it.

    Raises:
        TableError: if the game has not begun.
    """
    last = table.turns_since(max(1, _completed(table)))
    return _scene(table, as_counted(table, table.view()), last, words)


def played(table: Table, user: int, words: Words, desk: Desk | None = None) -> dict[str, Any]:
    """Return the scene of a game as one of its people may see it.

    Args:
        user: the person, who has a seat.
        desk: what the person may do or prepare, with the prepared action; None if nothing.

    Raises:
        TableError: if the game has not begun, or the person has no seat.
    """
    seat = table.own_seat(user).seat
    news = table.turns_since_own(seat) or table.turns_since(max(1, _completed(table)))
    scene = _scene(table, as_counted(table, table.view(user)), news, words)
    if desk is None:
        return scene
    scene["may"] = _choices(desk)
    if not desk.ahead:
        game = table.running_game()
        scene["version"] = page_version(table, table.version)
        scene["news"] += news_of(game.start.edition, [game.turn])
        scene["done"] = told(Teller.of(table, words).lines(game.turn.events))
    return scene


def _choices(desk: Desk) -> dict[str, Any]:
    why_not = bare(desk.why_no_undo())
    may = choices_of(desk.position.view(desk.seat))
    best = {form: desk.choices(form)[0][1] for form, places in may["places"].items() if places}
    return {
        **may,
        # As in the panel: a tile lies first where it completes most, and covers most camps.
        "best": {form: " ".join(square_names(squares)) for form, squares in best.items()},
        "chances": told(chances_told(desk, chances_of(desk))),
        "ahead": desk.ahead,
        "prepared": _prepared(desk),
        "atOnce": may_be_at_once(desk),
        "planned": told(planned_lines(desk)),
        "hints": desk.help.hints,
        "undo": not desk.ahead and not why_not,
        "whyNoUndo": "" if desk.ahead else why_not,
    }


def previewed(desk: Desk, action: Action) -> dict[str, Any]:
    """Return what a legal action would bring its person, without any card that is hidden still.

    Raises:
        IllegalActionError: if the action is not legal.
    """
    after, events = desk.outlook(action)
    lines = [*_effects(desk, events)]
    if after.phase is Phase.CASTLE and desk.position.phase is Phase.MUST:
        lines.append(
            desk.words.plural(
                "then you place {n} castle piece",
                "then you place {n} castle pieces",
                after.owed,
            )
        )
    return {
        "said": told(lines),
        "values": list(after.values),
        "worth": [desk.worth(), proceeds(after.seals[desk.seat], after.values)],
    }


def _effects(desk: Desk, events: Iterable[Event]) -> list[str]:
    """Return the sentences of an action's consequences; the action itself is seen on the board."""
    known = (CardDrawn, TileLaid, WorkersPlaced)
    return desk.teller.lines(event for event in events if not isinstance(event, known))


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
        "task": told(
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
    """Return the number of turns that are completed."""
    position = table.running_game().position
    return position.turn - (not position.over)


def _told(turn: Turn, teller: Teller) -> dict[str, Any]:
    [head, *lines] = teller.turn(turn).split("\n")
    said = [line.removeprefix("- ") for line in lines]
    brief = bare(teller.headline(turn))
    return {
        "number": turn.number,
        "seat": turn.seat,
        "head": bare(head),
        "brief": brief,
        "said": told(said),
    }


def told(lines: Iterable[str]) -> list[str]:
    """Return sentences of the bot as a page shows them, without the empty ones."""
    return [bare(line) for line in lines if line]


def bare(text: str) -> str:
    r"""Return a sentence without Discord's markup and icons.

    >>> bare(r"**Ada \*the\* second** ends")
    'Ada *the* second ends'
    """
    return _MARKUP.sub(r"\1", without_marks(text))


_MARKUP: Final = re.compile(r"\\(.)|\*\*")


def _prepared(desk: Desk) -> str | None:
    """Return the first choice that a person has prepared and that is possible still."""
    if desk.planned is None or desk.planned.played:
        return None
    choice = possible(desk, desk.planned)
    return None if choice is None else str(choice.action)
