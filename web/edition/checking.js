// What is to be said of an edition's data: the engine's checks over again, from the same rules.
import { finding, wrongForm } from "./form.js";
import { RULES } from "./rules.js";
import * as squares from "./squares.js";

const WORD = /^[a-z]+(-[a-z]+)*$/;
const TAKEN = ["own", "neutral", "stack", "none", "draw", "sell"];
/** @type {Record<string, string>} */
const COUNTS = { seen: "count-seen", "one source": "count-one-source" };
const LEVELS = ["error", "warning", "note"];

/** @type {(data: EditionData) => Finding[]} */
export function check(data) {
  let found = wrongForm(data);
  if (!found.length) found = [...unnameable(data)];
  if (found.length) return found;
  found = [...contradictions(data), ...oddities(data)];
  return found.sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
}

/** @type {(names: string[]) => string[]} */
function repeated(names) {
  return [...new Set(names.filter((name, place) => names.indexOf(name) !== place))];
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* unnameable(data) {
  for (const names of [data.families, data.colours, Object.keys(data.forms)]) {
    for (const name of names) {
      if (!WORD.test(name) || TAKEN.includes(name)) yield finding("bad-name", { name });
    }
    yield* repeated(names).map((name) => finding("name-twice", { name }));
  }
  for (const [name, form] of Object.entries(data.forms)) {
    const cells = form.squares.map(([x, y]) => `${name} [${x}, ${y}]`);
    yield* repeated(cells).map((cell) => finding("name-twice", { name: cell }));
  }
  for (const { card, squares: named } of data.first_game.buildings) {
    yield* repeated(named).map((square) => finding("name-twice", { name: `${card} ${square}` }));
  }
  yield* repeated(data.camps).map((square) => finding("camp-twice", { square }));
  const { columns, rows } = data.board;
  if (columns < 1 || columns > 16 || rows < 1 || rows > 99) yield finding("board-size", { columns, rows });
  const { long, short } = data.lot;
  if ([long, short].some((side) => side < 2 || side > 9)) yield finding("lot-size", { long, short });
  const presets = data.first_game.buildings.map(({ card }) => card);
  for (const card of new Set(presets)) {
    const [form, family] = card.split("/");
    const known = Object.hasOwn(data.forms, form) && data.families.includes(family);
    const cards = known ? data.forms[form].cards_per_family : 0;
    if (presets.filter((other) => other === card).length > cards) yield finding("preset-card", { card });
  }
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* contradictions(data) {
  yield* wrongBoard(data);
  yield* wrongCards(data);
  yield* wrongCastle(data);
  yield* wrongAmounts(data);
  yield* wrongFirstGame(data);
  yield* wrongOrigins(data);
}

/** @type {(cell: Cell, board: EditionData["board"]) => boolean} */
function inside([column, row], { columns, rows }) {
  return column < columns && row < rows;
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* wrongBoard(data) {
  for (const square of squares.sortedNames(data.camps)) {
    if (!inside(squares.parseSquare(square), data.board)) yield finding("camp-off-board", { square });
  }
  if (!squares.lotsOf(data).length) yield finding("lot-nowhere");
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* wrongCards(data) {
  for (const [form, { cards_per_family: cards, squares: cells }] of Object.entries(data.forms)) {
    if (cards * data.families.length < 1) yield finding("form-no-card", { form });
    if (!hangTogether(cells)) yield finding("form-apart", { form });
  }
}

/** @type {(cells: Cell[]) => boolean} */
function hangTogether(cells) {
  const left = new Map(cells.map((cell) => [cell.join(), cell]));
  const next = [cells[0]];
  for (let cell = next.pop(); cell; cell = next.pop()) {
    const [x, y] = cell;
    if (!left.delete(`${x},${y}`)) continue;
    for (const key of [`${x + 1},${y}`, `${x - 1},${y}`, `${x},${y + 1}`, `${x},${y - 1}`]) {
      const near = left.get(key);
      if (near) next.push(near);
    }
  }
  return !left.size;
}

/** @type {(data: EditionData) => number[]} */
function floors(data) {
  return Object.values(data.castle_pieces_per_family).map((count) => count * data.families.length);
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* wrongCastle(data) {
  const { long, short, ring_seals: seals } = data.lot;
  const needed = 2 * (long + short) - 4;
  if (seals.length !== needed) yield finding("ring-count", { count: seals.length, needed });
  for (const name of new Set(seals)) {
    if (name !== null && !data.families.includes(name)) yield finding("ring-family", { name });
  }
  const pieces = floors(data);
  for (const [place, count] of pieces.slice(0, -1).entries()) {
    if (count < needed) yield finding("floor-few", { floor: place + 1, count, needed });
  }
  const count = sum(pieces);
  const places = needed * pieces.length;
  if (count > places) yield finding("pieces-many", { count, needed: places });
}

/** @type {(numbers: number[]) => number} */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @type {(data: EditionData) => number} */
function cardCount(data) {
  return sum(Object.values(data.forms).map((form) => form.cards_per_family)) * data.families.length;
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* wrongAmounts(data) {
  const { own, start, neutral } = data.workers;
  if (start > own) yield finding("start-many", { count: start, own });
  const extra = data.first_game.extra_neutral;
  const numbers = Object.keys(extra).map(Number).sort((one, other) => one - other);
  const gap = numbers.some((number, place) => number !== numbers[0] + place);
  const most = numbers.at(-1);
  if (most === undefined || numbers[0] < 2 || gap) {
    yield finding("players");
    return;
  }
  if (most > data.colours.length) yield finding("colours-few", { count: data.colours.length, players: most });
  for (const players of numbers) {
    if (players * extra[players] > neutral) yield finding("neutral-few", { count: neutral, players });
  }
  const deck = cardCount(data) - data.first_game.buildings.length;
  if (deck < most * data.hand + data.face_up) yield finding("cards-few", { count: deck, players: most });
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* wrongFirstGame(data) {
  const { lot, buildings } = data.first_game;
  if (!squares.lotsOf(data).includes(lot)) yield finding("first-lot", { lot });
  const taken = new Set(squares.lotSquares(squares.parseLot(lot)).map(String));
  for (const { card, squares: names } of buildings) {
    const cells = names.map(squares.parseSquare);
    if (cells.some((cell) => taken.has(String(cell)) || !inside(cell, data.board))) {
      yield finding("preset-place", { card });
    }
    const shape = data.forms[card.split("/")[0]].squares;
    const lying = JSON.stringify(squares.normal(cells));
    if (!squares.ways(shape).has(lying)) {
      const over = squares.ways(shape, { over: true }).has(lying);
      yield finding(over ? "preset-mirrored" : "preset-shape", { card });
    }
    cells.forEach((cell) => taken.add(String(cell)));
  }
  for (const { card, squares: names } of buildings) {
    const border = names.flatMap((name) => squares.neighbours(squares.parseSquare(name), data.board));
    if (border.every((cell) => taken.has(String(cell)))) yield finding("preset-enclosed", { card });
  }
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* wrongOrigins(data) {
  if (data.provenance === "invented") return;
  for (const fact of Object.keys(RULES.facts)) {
    const { known, source, by, on } = data.provenance[fact];
    if (["sourced", "one source"].includes(known) && !source) yield finding("no-source", { fact });
    if (known === "seen" && !(by && on)) yield finding("no-witness", { fact });
  }
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* oddities(data) {
  const { provenance } = data, box = provenance !== "invented";
  if (box) {
    yield* otherCounts(data, provenance);
    for (const { card, squares: names } of data.first_game.buildings) {
      if (!names.some((name) => data.camps.includes(name))) yield finding("preset-no-camp", { card });
    }
  }
  yield* oddShapes(data);
  const lots = squares.lotsOf(data);
  yield finding("lots", { count: lots.length, lots: lots.join(" ") });
  if (!box) return;
  const unseen = Object.keys(RULES.facts).filter((fact) => provenance[fact].known !== "seen");
  if (unseen.length) yield finding("not-seen", { facts: unseen.join(" ") });
}

/** @type {(data: EditionData, origins: Record<string, Known>) => Generator<Finding>} */
function* otherCounts(data, origins) {
  for (const [what, count] of counted(data)) {
    const { is: box, fact } = RULES.box[what.split(" ")[0]];
    if (count === box) continue;
    yield finding(COUNTS[origins[fact].known] ?? "count", { what, count, box });
  }
}

/** @type {(data: EditionData) => Generator<[what: string, count: number]>} */
function* counted(data) {
  const families = data.families.length;
  yield ["squares", data.board.columns * data.board.rows];
  yield ["camps", data.camps.length];
  yield ["ring", data.lot.ring_seals.length];
  for (const family of data.families) {
    yield [`printed-seals ${family}`, data.lot.ring_seals.filter((seal) => seal === family).length];
  }
  yield ["families", families];
  yield ["colours", data.colours.length];
  yield ["tiles", cardCount(data)];
  yield ["seals", sum(Object.values(data.seals_per_family)) * families];
  yield ["pieces", sum(floors(data))];
  for (const [place, count] of floors(data).entries()) yield [`floor${place + 1}`, count];
  yield ["own", data.workers.own];
  yield ["neutral", data.workers.neutral];
  yield ["banners", data.workers.banners];
  yield ["presets", data.first_game.buildings.length];
}

/** @type {(data: EditionData) => Generator<Finding>} */
function* oddShapes(data) {
  const forms = Object.entries(data.forms);
  for (const [place, [form, { squares: cells }]] of forms.entries()) {
    for (const [other, { squares: others }] of forms.slice(place + 1)) {
      const shape = JSON.stringify(squares.normal(others));
      if (squares.ways(cells).has(shape)) yield finding("same-shape", { form, other });
      else if (squares.ways(cells, { over: true }).has(shape)) yield finding("mirrored-twin", { form, other });
    }
  }
  for (const [form, { squares: cells }] of forms) {
    if (squares.ways(cells, { over: true }).size > squares.ways(cells).size) yield finding("turns-over", { form });
  }
}
