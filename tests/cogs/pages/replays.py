"""What the page that looks back must show of a game, out of the engine."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from playwright.async_api import Page

from cogs.pages.web.replaying import hash_of
from cogs.pages.web.scenes import numbers_of
from engine.actions import End
from engine.events import Event
from engine.packing import pack
from engine.position import Position
from engine.record import Record
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


def scenes_of(record: Record) -> Iterator[tuple[dict[str, Any], list[Event]]]:
    """The start of a game and each of its turns, with what happened in it."""
    position, events = Position(record.start), list[Event]()
    yield _scene(position, 0, None), []
    for action in record.actions:
        if isinstance(action, End):
            # The final sale comes after the last scene.
            scene = _scene(position, position.turn, position.active)
            events += position.apply(action)
            yield {**scene, "over": position.over}, events
            events = []
        else:
            events += position.apply(action)


def _scene(position: Position, number: int, mover: int | None) -> dict[str, Any]:
    view, edition = position.view(), position.start.edition
    return {
        "number": number,
        "mover": mover,
        "buildings": [
            [one.card.form, one.card.family, numbers_of(edition, one.squares), one.completed]
            for one in view.buildings
        ],
        "workers": [numbers_of(edition, workers) for workers in position.workers],
        "neutral": numbers_of(edition, position.neutral),
        "camps": numbers_of(edition, view.camps),
        "heights": list(position.heights),
        "taken": [bool(position.taken >> place & 1) for place in range(edition.ring_size)],
        "values": list(position.values),
        "pools": [list(pool) for pool in position.pools],
        "open": [str(card) for card in position.face_up],
        "hands": [[str(card) for card in hand] for hand in position.hands],
        "stack": [str(card) for card in position.stack[position.drawn :]],
        "gold": list(position.gold),
        "seals": [list(held) for held in position.seals],
        "banners": list(position.banners),
        "own": list(position.own_stock),
        "grey": list(position.neutral_stock),
        "floor": position.floor,
        "tops": list(view.ring),
        "over": False,
    }


def replay(address: str, record: Record, *, language: str = "en", turn: object = None) -> str:
    at = "" if turn is None else f",t={turn}"
    return f"{address}#{hash_of(record, NAMES[: record.start.seats], language)}{at}"
