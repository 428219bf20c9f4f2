/* The rules that say what follows from an action: a game as plain data, and its scenes.

Squares are numbers, row by row from the top left. Actions are taken as legal: whoever unpacks a
record checks them against the engine before it becomes a link. */

import { border, earned, lotSquares } from "../common/board.js";

export const MUST = "must", CASTLE = "castle", CAN = "can", OVER = "over";

/** Return the position in which a game begins.
 * @type {(start: Start) => Position} */
export function begin(start) {
  const { edition, deck } = start, seats = start.colours.length, families = edition.families;
  const vacant = new Array(edition.columns * edition.rows).fill(true);
  /** @type {(squares: number[]) => void} */
  const take = (squares) => squares.forEach((square) => (vacant[square] = false));
  take(lotSquares(edition, start.lot));
  const presets = start.first ? edition.firstBuildings : [];
  const buildings = presets.map(([form, family, squares]) => laid(edition, form, family, squares));
  buildings.forEach((building) => take(building.squares));
  const extra = start.first ? edition.extraNeutral[seats] : 0;
  /** @type {<T>(value: (_: unknown, seat: number) => T) => T[]} */
  const each = (value) => Array.from({ length: seats }, value);
  const dealt = edition.handSize * seats;
  const tops = edition.ringSeals.map((family) => (family === null ? null : families.indexOf(family)));
  return {
    start, edition, vacant, buildings,
    turn: 1, active: 0, phase: MUST, owed: 0, bannerUsed: false, passed: false, idle: 0,
    turnsLeft: null,
    workers: each(() => []), neutral: [],
    own: each(() => edition.startWorkers), ownSupply: each(() => edition.ownWorkers - edition.startWorkers),
    grey: each(() => extra), greySupply: edition.neutralWorkers - extra * seats,
    banners: each(() => edition.banners),
    seals: each(() => families.map(() => 0)), gold: each(() => 0), sold: null,
    hands: each((_, seat) => deck.slice(edition.handSize * seat, edition.handSize * (seat + 1))),
    open: deck.slice(dealt, dealt + edition.faceUp), stack: deck.slice(dealt + edition.faceUp),
    tops, heights: tops.map(() => 0), taken: tops.map(() => false),
    values: families.map((_, number) => tops.filter((top) => top === number).length),
    floor: 0, pools: edition.floors.map((count) => families.map(() => count)),
    camps: edition.camps.filter((camp) => !presets.some(([, , squares]) => squares.includes(camp))),
  };
}

/** @type {(edition: Edition, form: string, family: string, squares: number[]) => Laid} */
function laid(edition, form, family, squares) {
  return { form, family, squares, border: border(edition, squares), completed: false };
}

/** Change a position by an action; return what is to be told of it.
 * @type {(state: Position, action: Action) => Happening[]} */
export function apply(state, action) {
  /** @type {Happening[]} */
  const events = [];
  switch (action.kind) {
    case "build": build(state, action, events); complete(state, events); break;
    case "workers": placeWorkers(state, action, events); complete(state, events); break;
    case "pass": state.passed = true; state.phase = CAN; events.push({ kind: "passed" }); break;
    case "castle": placePiece(state, action, events); break;
    case "banner": useBanner(state, action, events); break;
    case "end": endTurn(state, events); break;
  }
  return events;
}

/** @type {(cards: string[], card: string) => string[]} */
const without = (cards, card) => {
  const place = cards.indexOf(card);
  return [...cards.slice(0, place), ...cards.slice(place + 1)];
};

/** @type {(state: Position, action: Build, events: Happening[]) => void} */
function build(state, { card, squares, draw }, events) {
  const seat = state.active, [form, family] = card.split("/");
  state.hands[seat] = without(state.hands[seat], card);
  squares.forEach((square) => (state.vacant[square] = false));
  state.buildings.push(laid(state.edition, form, family, squares));
  events.push({ kind: "built", card, squares });
  const camps = squares.filter((square) => state.edition.camps.includes(square));
  if (camps.length) {
    const count = Math.min(camps.length, state.greySupply);
    state.greySupply -= count;
    state.grey[seat] += count;
    state.camps = state.camps.filter((camp) => !camps.includes(camp));
    events.push({ kind: "camps", count, camps });
  }
  if (draw === "none") return;
  const top = state.stack.shift();
  if (draw === "stack") {
    if (top !== undefined) state.hands[seat] = [...state.hands[seat], top];
    events.push({ kind: "drawn" });
    return;
  }
  state.hands[seat] = [...state.hands[seat], draw];
  const place = state.open.indexOf(draw);
  const refill = top === undefined ? [] : [top];
  state.open = [...state.open.slice(0, place), ...refill, ...state.open.slice(place + 1)];
  events.push({ kind: "taken", card: draw, revealed: top });
}

/** @type {(state: Position, action: Place, events: Happening[]) => void} */
function placeWorkers(state, { own, neutral }, events) {
  const seat = state.active;
  /** @type {(squares: number[]) => number[]} */
  const inOrder = (squares) => squares.sort((one, other) => one - other);
  state.workers[seat] = inOrder([...state.workers[seat], ...own]);
  state.neutral = inOrder([...state.neutral, ...neutral]);
  state.own[seat] -= own.length;
  state.grey[seat] -= neutral.length;
  [...own, ...neutral].forEach((square) => (state.vacant[square] = false));
  events.push({ kind: "placed", own, neutral });
}

/** @type {(state: Position, events: Happening[]) => void} */
function complete(state, events) {
  const enclosed = state.buildings.filter(({ border, completed }) => !completed && !border.some((square) => state.vacant[square]));
  state.phase = CAN;
  for (const building of enclosed) {
    building.completed = true;
    const family = state.edition.families.indexOf(building.family);
    const gains = earned(state, building);
    gains[state.active] += 1;
    gains.forEach((count, seat) => (state.seals[seat][family] += count));
    const { form, squares } = building;
    events.push({ kind: "completed", card: `${form}/${building.family}`, squares, gains });
  }
  if (!enclosed.length) return;
  state.owed = enclosed.length;
  oweOrForgo(state, events);
}

/** @type {(state: Position, events: Happening[]) => void} */
function oweOrForgo(state, events) {
  if (state.owed && !state.pools[state.floor].some(Boolean)) {
    events.push({ kind: "forgone", count: state.owed });
    state.owed = 0;
  }
  state.phase = state.owed ? CASTLE : CAN;
}

/** @type {(state: Position, action: Castling, events: Happening[]) => void} */
function placePiece(state, { family, ring }, events) {
  const number = state.edition.families.indexOf(family), place = ring - 1;
  const before = [...state.values];
  const covered = state.tops[place];
  if (covered !== null) state.values[covered] -= 1;
  state.values[number] += 1;
  state.tops[place] = number;
  state.heights[place] += 1;
  state.taken[place] = true;
  state.pools[state.floor][number] -= 1;
  state.owed -= 1;
  events.push({ kind: "piece", family, ring, floor: state.floor + 1, before, after: [...state.values] });
  if (state.floor < state.pools.length - 1 && state.taken.every(Boolean)) finishFloor(state, events);
  oweOrForgo(state, events);
}

/** @type {(state: Position, events: Happening[]) => void} */
function finishFloor(state, events) {
  const last = state.pools.length - 1, moved = state.pools[state.floor];
  state.pools[state.floor] = moved.map(() => 0);
  state.pools[last] = state.pools[last].map((there, number) => there + moved[number]);
  state.floor += 1;
  state.taken = state.taken.map(() => false);
  events.push({ kind: "floor", floor: state.floor, moved });
  if (state.floor !== last) return;
  state.turnsLeft = state.own.length + 1;
  events.push({ kind: "end-begun" });
}

/** @type {(state: Position, action: Sell, events: Happening[]) => void} */
function useBanner(state, { sale }, events) {
  const seat = state.active;
  const workers = Math.min(state.edition.workersPerBanner, state.ownSupply[seat]);
  state.banners[seat] -= 1;
  state.bannerUsed = true;
  state.ownSupply[seat] -= workers;
  state.own[seat] += workers;
  const gold = sale.reduce((sum, amount, number) => sum + amount * state.values[number], 0);
  sale.forEach((amount, number) => (state.seals[seat][number] -= amount));
  state.gold[seat] += gold;
  events.push({ kind: "banner", workers, sold: sale, gold });
}

/** @type {(state: Position, events: Happening[]) => void} */
function endTurn(state, events) {
  const seats = state.own.length;
  state.idle = state.passed && !state.bannerUsed ? state.idle + 1 : 0;
  if (state.turnsLeft !== null) state.turnsLeft -= 1;
  if (state.turnsLeft === 0 || state.idle === seats) {
    state.sold = state.seals.map((seals) => seals.reduce((sum, count, number) => sum + count * state.values[number], 0));
    state.phase = OVER;
    events.push({ kind: "over", cause: state.turnsLeft === 0 ? "castle" : "idle" });
    return;
  }
  state.active = (state.active + 1) % seats;
  state.turn += 1;
  state.phase = MUST;
  state.bannerUsed = state.passed = false;
}

/** Return the start of a game and the position after each of its turns, with what was told.
 * @type {(start: Start, actions: Action[]) => Turn[]} */
export function scenes(start, actions) {
  const state = begin(start);
  /** @type {Turn[]} */
  const found = [{ number: 0, mover: null, events: [], news: [], state: structuredClone(state), before: [...state.values] }];
  /** @type {Happening[]} */
  let events = [];
  let before = [...state.values];
  for (const action of actions) {
    const number = state.turn, mover = state.active;
    events.push(...apply(state, action));
    if (action.kind !== "end") continue;
    found.push({ number, mover, events, news: [newsOf(mover, events)], state: structuredClone(state), before });
    events = [];
    before = [...state.values];
  }
  return found;
}

/** Return what a turn changed on the board: tiles, squares of workers, ring squares.
 * @type {(seat: number, events: Happening[]) => News} */
function newsOf(seat, events) {
  return {
    seat,
    tiles: events.flatMap((event) => (event.kind === "built" ? [event.squares] : [])),
    rings: events.flatMap((event) => (event.kind === "piece" ? [event.ring] : [])),
    workers: events.flatMap((event) => (event.kind === "placed" ? [...event.own, ...event.neutral] : [])),
  };
}

/** Return each seat's gold when all its seals are sold at the end.
 * @type {(state: Position) => number[]} */
export function finalGold(state) {
  return state.gold.map((gold, seat) => gold + (state.sold?.[seat] ?? 0));
}
