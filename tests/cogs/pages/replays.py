"""What the page that looks back must show of a game, out of the engine."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from playwright.async_api import Page

from cogs.pages.web.replaying import hash_of
from engine.actions import End
from engine.edition import Edition
from engine.events import Event
from engine.packing import pack
from engine.position import Position
from engine.record import Record
from engine.squares import SquareSet, column_of, iter_squares, row_of
from tests.engine.renew_records import FOLDER

GOLDEN = [
    Record.from_json(line)
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text("utf-8").splitlines()
]
NAMES = ("Ada", "Bé <b>", "Саша", "Dö")

SCENES: Final = """
async ([games, language]) => {
  const { arkadia } = globalThis;
  const keys = ["workers", "neutral", "camps", "heights", "taken", "values", "pools", "open",
    "hands", "stack", "gold", "seals", "banners", "own", "grey", "floor"];
  arkadia.speak(language);
  const found = [];
  for (const text of games) {
    const { edition } = await arkadia.loadEdition(arkadia.markOf(text));
    const { start, actions } = arkadia.unpack(text, edition);
    const game = { start, names: [] };
    found.push(arkadia.scenes(start, actions).map((scene) => ({
      number: scene.number, mover: scene.mover, told: arkadia.linesOf(game, scene),
      buildings: scene.state.buildings.map(
        (one) => [one.form, one.family, one.squares, one.completed]),
      ...Object.fromEntries(keys.map((key) => [key, scene.state[key]])),
      tops: scene.state.tops.map((top) => top === null ? null : edition.families[top]),
      over: scene.state.phase === "over",
    })));
  }
  return JSON.stringify(found);
}
"""
"""Returns the scenes of packed games as the page has them, in a text."""


async def scenes_in(page: Page, records: Sequence[Record], language: str) -> list[Any]:
    """The scenes of games as the page has them, as one text: values one by one take long."""
    found: list[Any] = json.loads(
        await page.evaluate(SCENES, [[pack(record) for record in records], language])
    )
    return found


def numbers(edition: Edition, squares: SquareSet) -> list[int]:
    """Squares counted row by row, as the page counts them."""
    return [
        row_of(square) * edition.columns + column_of(square) for square in iter_squares(squares)
    ]


def scenes_of(record: Record) -> Iterator[tuple[dict[str, Any], list[Event]]]:
    """The start of a game and each of its turns, with what happened in it."""
    position = Position(record.start)
    yield _scene(position, 0, None, tuple(position.gold), position.seals), []
    events: list[Event] = []
    for action in record.actions:
        turn, mover, gold = position.turn, position.active, tuple(position.gold)
        seals = [list(held) for held in position.seals]
        events += position.apply(action)
        if isinstance(action, End):
            # The final sale comes after the last scene.
            held = seals if position.over else position.seals
            shown = gold if position.over else tuple(position.gold)
            yield _scene(position, turn, mover, shown, held), events
            events = []


def _scene(
    position: Position,
    number: int,
    mover: int | None,
    gold: tuple[int, ...],
    seals: list[list[int]],
) -> dict[str, Any]:
    view, edition = position.view(), position.start.edition
    return {
        "number": number,
        "mover": mover,
        "buildings": [
            [one.card.form, one.card.family, numbers(edition, one.squares), one.completed]
            for one in view.buildings
        ],
        "workers": [numbers(edition, workers) for workers in position.workers],
        "neutral": numbers(edition, position.neutral),
        "camps": numbers(edition, view.camps),
        "heights": list(position.heights),
        "taken": [bool(position.taken >> place & 1) for place in range(edition.ring_size)],
        "values": list(position.values),
        "pools": [list(pool) for pool in position.pools],
        "open": [str(card) for card in position.face_up],
        "hands": [[str(card) for card in hand] for hand in position.hands],
        "stack": [str(card) for card in position.stack[position.drawn :]],
        "gold": list(gold),
        "seals": [list(held) for held in seals],
        "banners": list(position.banners),
        "own": list(position.own_stock),
        "grey": list(position.neutral_stock),
        "floor": position.floor,
        "tops": list(view.ring),
        "over": position.over,
    }


def replay(address: str, record: Record, *, language: str = "en", turn: int | None = None) -> str:
    """The address of a game; the fixture's is that of the other page."""
    names = NAMES[: record.start.seats]
    where = address.replace("index.html", "replay/index.html")
    at = "" if turn is None else f",t={turn}"
    return f"{where}#{hash_of(record, names, language)}{at}"
