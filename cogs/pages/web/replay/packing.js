/* Reads a packed record: the twin of engine/packing.py, whose walk it follows step by step. */

import { CAN, CASTLE, OVER, apply, begin } from "./game.js";
import { beside, border, lotSquares } from "../common/board.js";

export const VERSION = "1";
const CHECK = 0xa7can, ENDS = [1, 4095], MUST_WEIGHTS = [20, 11, 1], CAN_WEIGHTS = [6, 1];

/** A text that is not a packed record of a known edition; `code` says why. */
export class PackedError extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.number = BigInt("0x" + (hexOf(text) || "0"));
  }

  /** @type {(weights: number[]) => number} */
  weighted(weights) {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const place = Number(this.number % BigInt(total));
    let low = 0, found = 0;
    while (place >= low + weights[found]) low += weights[found++];
    this.number = BigInt(weights[found]) * (this.number / BigInt(total)) + BigInt(place - low);
    return found;
  }

  /** @type {(limit: number) => number} */
  below(limit) {
    if (limit > 256) return this.below(Math.ceil(limit / 256)) * 256 + this.below(256);
    return this.weighted(new Array(limit).fill(1));
  }

  /** @type {<T>(among: T[]) => T} */
  oneOf(among) {
    if (!among.length) throw new PackedError("damaged");
    // Not `below`: a mirrored tile may have more than 256 places.
    return among[this.weighted(new Array(among.length).fill(1))];
  }
}

/** @type {(text: string) => string} */
function hexOf(text) {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new PackedError("damaged");
  let bytes;
  try {
    bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new PackedError("damaged");
  }
  return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/** Return the mark of the edition that a text was packed with, to be known before all else.
 * @type {(text: string) => number} */
export function markOf(text) {
  if (!text.startsWith(VERSION)) throw new PackedError("version");
  return new Reader(text.slice(1)).below(2 ** 32);
}

/** Return start and actions of a packed record.
 *
 * @param {string} text as the bot makes it
 * @param {Edition} edition the edition with the text's mark
 */
export function unpack(text, edition) {
  if (markOf(text) !== edition.mark) throw new PackedError("edition");
  const reader = new Reader(text.slice(1));
  const start = readStart(reader, edition);
  const actions = readActions(reader, start);
  if (reader.number !== CHECK) throw new PackedError("damaged");
  return { start, actions };
}

/** @type {(reader: Reader, edition: Edition) => Start} */
function readStart(reader, edition) {
  reader.below(2 ** 32);
  const first = reader.below(2) === edition.setups.indexOf("first-game");
  const mirror = reader.below(2) === 1;
  const lot = first ? edition.firstLot : reader.oneOf(edition.lots);
  const seats = reader.oneOf(edition.seatCounts);
  const left = [...edition.colours], colours = [];
  for (let seat = 0; seat < seats; seat++) {
    const colour = reader.oneOf(left);
    left.splice(left.indexOf(colour), 1);
    colours.push(colour);
  }
  const cards = [...edition.cards];
  if (first)
    for (const [form, family] of edition.firstBuildings) cards.splice(cards.indexOf(`${form}/${family}`), 1);
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  const deck = cards.map(() => {
    const kinds = [...counts.keys()].filter((card) => counts.get(card));
    const card = kinds[reader.weighted(kinds.map((kind) => counts.get(kind)))];
    counts.set(card, counts.get(card) - 1);
    return card;
  });
  return { edition, first, mirror, lot, colours, deck };
}

/** @type {(reader: Reader, start: Start) => Action[]} */
function readActions(reader, start) {
  const state = begin(start), actions = [];
  while (state.phase !== OVER && reader.weighted(ENDS)) {
    const action = readAction(reader, state);
    apply(state, action);
    actions.push(action);
  }
  return actions;
}

/** @type {(reader: Reader, state: Position) => Action} */
function readAction(reader, state) {
  if (state.phase === CASTLE) return readCastle(reader, state);
  if (state.phase === CAN) {
    const may = state.banners[state.active] && !state.bannerUsed;
    if (!may || !reader.weighted(CAN_WEIGHTS)) return { kind: "end" };
    return { kind: "banner", sale: state.seals[state.active].map((count) => reader.below(count + 1)) };
  }
  const kind = ["build", "workers", "pass"][reader.weighted(MUST_WEIGHTS)];
  if (kind === "pass") return { kind };
  return kind === "build" ? readBuild(reader, state) : readWorkers(reader, state);
}

/** @type {(reader: Reader, state: Position) => Action} */
function readBuild(reader, state) {
  const card = reader.oneOf([...new Set(state.hands[state.active])]);
  const squares = reader.oneOf(placements(state, card.split("/")[0]));
  const sources = [...new Set(state.open), ...(state.stack.length ? ["stack"] : [])];
  return { kind: "build", card, squares, draw: reader.oneOf(sources.length ? sources : ["none"]) };
}

/** Return the squares of every legal place of a form's tile, in the engine's order.
 * @type {(state: Position, form: string) => number[][]} */
export function placements(state, form) {
  const { edition, vacant } = state, found = [];
  const { turned, mirrored } = edition.forms[form];
  for (const cells of state.start.mirror ? mirrored : turned)
    for (let square = 0; square < vacant.length; square++) {
      if (!vacant[square]) continue;
      const column = (square % edition.columns) - cells[0][0];
      const row = Math.floor(square / edition.columns) - cells[0][1];
      const squares = squaresAt(edition, cells, column, row);
      if (!squares?.every((one) => vacant[one])) continue;
      if (squares.some((one) => beside(edition, one).some((next) => !vacant[next]))) found.push(squares);
    }
  return found;
}

/** @type {(edition: Edition, cells: Cell[], column: number, row: number) => number[] | null} */
function squaresAt(edition, cells, column, row) {
  const places = cells.map(([x, y]) => [column + x, row + y]);
  const inside = places.every(([x, y]) => x >= 0 && x < edition.columns && y < edition.rows);
  return inside ? places.map(([x, y]) => y * edition.columns + x) : null;
}

/** @type {(reader: Reader, state: Position) => Action} */
function readWorkers(reader, state) {
  const seat = state.active, round = border(state.edition, lotSquares(state.edition, state.start.lot));
  const open = state.buildings.filter((building) => !building.completed);
  const areas = [round, ...open.map((building) => building.border)]
    .map((area) => area.filter((square) => state.vacant[square]))
    .filter((area) => area.length);
  const area = reader.oneOf(areas);
  const own = readSome(reader, area, Math.min(state.own[seat], area.length));
  const rest = area.filter((square) => !own.includes(square));
  const neutral = readSome(reader, rest, Math.min(state.grey[seat], rest.length));
  return { kind: "workers", own, neutral };
}

/** @type {(reader: Reader, area: number[], most: number) => number[]} */
function readSome(reader, area, most) {
  let count = reader.below(most + 1);
  /** @type {number[]} */
  const found = [];
  area.forEach((square, place) => {
    if (!count) return;
    const left = area.length - place;
    if (count === left || reader.weighted([left - count, count])) {
      found.push(square);
      count--;
    }
  });
  return found;
}

/** @type {(reader: Reader, state: Position) => Action} */
function readCastle(reader, state) {
  const { families } = state.edition;
  const family = reader.oneOf(families.filter((_, number) => state.pools[state.floor][number]));
  const free = state.taken.map((taken, place) => (taken ? 0 : place + 1)).filter(Boolean);
  return { kind: "castle", family, ring: reader.oneOf(free) };
}

/** Return the names that stand in a link, one for each seat; none where they do not fit.
 * @type {(text: string | undefined, seats: number) => string[]} */
export function namesIn(text, seats) {
  if (!text) return [];
  const bytes = Uint8Array.from(hexOf(text).match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const names = new TextDecoder().decode(bytes).split("\n");
  return names.length === seats ? names.map((name) => name.slice(0, 60)) : [];
}
