/* The board of a scene: its squares, its drawing as SVG in the units of the bot's pictures (sixty a
square), and what its buildings would pay. */

import { drawn, fill, sprite } from "./elements.js";
import { called, cardName, listing, say } from "./language.js";

/** Return the squares orthogonally next to a square.
 * @type {(edition: Edition, square: number) => number[]} */
export function beside(edition, square) {
  const column = square % edition.columns, found = [];
  if (square >= edition.columns) found.push(square - edition.columns);
  if (column > 0) found.push(square - 1);
  if (column < edition.columns - 1) found.push(square + 1);
  if (square < edition.columns * (edition.rows - 1)) found.push(square + edition.columns);
  return found;
}

/** Return the board squares round some squares, in order.
 * @type {(edition: Edition, squares: number[]) => number[]} */
export function border(edition, squares) {
  const inside = new Set(squares);
  const round = new Set(squares.flatMap((square) => beside(edition, square)));
  return [...round].filter((square) => !inside.has(square)).sort((one, other) => one - other);
}

/** Return the lot's border squares clockwise from its top left corner.
 * @type {(edition: Edition, lot: Lot) => number[]} */
export function ringOf(edition, lot) {
  const [corner, width, height] = lot, right = width - 1, bottom = height - 1, walk = [];
  for (let x = 0; x < right; x++) walk.push([x, 0]);
  for (let y = 0; y < bottom; y++) walk.push([right, y]);
  for (let x = right; x > 0; x--) walk.push([x, bottom]);
  for (let y = bottom; y > 0; y--) walk.push([0, y]);
  return walk.map(([x, y]) => corner + y * edition.columns + x);
}

/** Return all squares of a lot.
 * @type {(edition: Edition, lot: Lot) => number[]} */
export function lotSquares(edition, [corner, width, height]) {
  const found = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) found.push(corner + y * edition.columns + x);
  return found;
}

const LETTERS = "ABCDEFGHIJKLMNOP";

/** Return the name of a square, such as “F7”.
 * @type {(edition: Edition, square: number) => string} */
export function squareName(edition, square) {
  return LETTERS[square % edition.columns] + (Math.floor(square / edition.columns) + 1);
}

/** Return the square with a name.
 * @type {(edition: Edition, name: string) => number} */
export function squareOf(edition, name) {
  return (Number(name.slice(1)) - 1) * edition.columns + LETTERS.indexOf(name[0]);
}

export const UNIT = 60, LEFT = 36, TOP = 33, RIM = 8;

/** Return the size of a board's drawing: width and height in units.
 * @type {(edition: Edition) => [width: number, height: number]} */
export function sizeOf(edition) {
  return [LEFT + edition.columns * UNIT + RIM, TOP + edition.rows * UNIT + RIM];
}

/** Return where the squares lie in the drawing.
 * @type {(edition: Edition) => At} */
export function cornersOf(edition) {
  return (square) => [(square % edition.columns) * UNIT, Math.floor(square / edition.columns) * UNIT];
}

/** @type {(key: string, make: () => Element) => Piece} */
const piece = (key, make) => [key, make];

/** A board; what stays as it was from one scene to the next is not drawn again. */
export class Board {
  /**
   * @param {Edition} edition whose board it is
   * @param {Art} art sprites, spots and colours
   * @param {(building: Laid) => void} asked what is pointed at
   */
  constructor(edition, art, asked) {
    this.art = art;
    this.asked = asked;
    /** @type {Map<string, Element>} */
    this.pieces = new Map();
    const [width, height] = sizeOf(edition);
    this.land = drawn("g", { transform: `translate(${LEFT} ${TOP})` });
    this.whole = drawn("g", {}, drawn("rect", { class: "rim", width, height, rx: 10 }), coordinates(edition), this.land);
  }

  /** Show a scene, as `scenes` returns it, of a game.
   * @type {(game: BoardGame, scene: BoardScene) => void} */
  show(game, scene) {
    const before = this.pieces;
    this.pieces = new Map(this.#piecesOf(game, scene).map(([key, make]) => [key, before.get(key) ?? make()]));
    fill(this.land, [...this.pieces.values()]);
  }

  /** Return what lies on the board, the lowest first: what it is, and how it is drawn.
   * @type {(game: BoardGame, scene: BoardScene) => Piece[]} */
  #piecesOf(game, scene) {
    const { edition } = game.start, { state } = scene, { art } = this, at = cornersOf(edition);
    /** @type {(name: string, square: number) => Piece} */
    const laid = (name, square) => [`${name} ${square}`, () => sprite(art, name, ...at(square))];
    /** @type {(colour: string, squares: number[]) => [number, Piece][]} */
    const standing = (colour, squares) =>
      squares.map((square) => [square, laid(`${state.camps.includes(square) ? "camped" : "worker"}-${colour}`, square)]);
    // From the north: each stands before those behind it, and the castle before its north.
    const people = [
      ...state.workers.flatMap((squares, seat) => standing(game.start.colours[seat], squares)),
      ...standing(art.neutral, state.neutral),
    ].sort(([one], [other]) => one - other);
    const [corner, , height] = game.start.lot;
    const foot = (Math.floor(corner / edition.columns) + height) * edition.columns;
    return [
      ["land", () => sprite(art, "land", 0, 0)],
      ...state.camps.map((camp) => laid("camp", camp)),
      ...state.buildings.map((building) => house(edition, state, building, art, this.asked)),
      ...people.filter(([square]) => square < foot).map(([, piece]) => piece),
      ...castle(game, state, art, at),
      ...towers(game, state, art, at),
      ...people.filter(([square]) => square >= foot).map(([, piece]) => piece),
      ...framed(game, scene, art, at),
    ];
  }
}

/** @type {(edition: Edition) => SVGElement} */
function coordinates(edition) {
  const signs = drawn("g", { class: "coordinates", "aria-hidden": "true" });
  for (let column = 0; column < edition.columns; column++)
    signs.append(drawn("text", { x: LEFT + (column + 0.5) * UNIT, y: 25 }, squareName(edition, column).slice(0, 1)));
  for (let row = 0; row < edition.rows; row++)
    signs.append(drawn("text", { x: LEFT / 2, y: TOP + (row + 0.5) * UNIT + 9 }, String(row + 1)));
  return signs;
}

/** @type {(game: BoardGame, state: BoardState, art: Art, at: At) => Piece[]} */
function castle(game, state, art, at) {
  const { edition, lot } = game.start;
  const lacks = state.phase !== "over" && state.pools[state.floor].some(Boolean);
  // What stands further south hides what is behind it.
  const places = [...ringOf(edition, lot).entries()].sort(([, one], [, other]) => one - other);
  const blocks = places.map(([place, square]) => {
    const floors = Math.min(state.heights[place], 3), family = state.tops[place];
    const name = `block-${floors}${lacks && !state.taken[place] ? "-lacking" : ""}`;
    const seal = family === null ? null : edition.families[family];
    return piece(`${name} ${square} ${seal}`, () => block(art, name, at(square), floors, seal));
  });
  return [[`courtyard ${lot}`, () => courtyard(lot, art, at)], ...blocks];
}

/** @type {(lot: Lot, art: Art, at: At) => SVGElement} */
function courtyard([corner, width, height], art, at) {
  const [x, y] = at(corner);
  // The courtyard is drawn lying; it stands with the lot.
  const turn = height > width ? `translate(${x + 2 * UNIT} ${y + UNIT}) rotate(90)` : `translate(${x + UNIT} ${y + UNIT})`;
  return drawn("g", { transform: turn }, sprite(art, "courtyard", 0, 0));
}

/** @type {(art: Art, name: string, corner: Cell, floors: number, family: string | null) => SVGElement} */
function block(art, name, [left, top], floors, family) {
  const whole = drawn("g", {}, sprite(art, name, left, top));
  if (family === null) return whole;
  // A block's top rises with its floors, and shares it with their number.
  const [x, y, size] = floors ? [15.5, 36 - 10 * floors, 38] : [30, 31, 42];
  whole.append(sprite(art, `seal-${family}`, left + x - size / 2, top + y - size / 2, size));
  return whole;
}

/** @type {(game: BoardGame, state: BoardState, art: Art, at: At) => Piece[]} */
function towers(game, state, art, at) {
  const { edition, lot } = game.start, [corner, width, height] = lot;
  const [x, y] = at(corner), half = art.sprites["tower-0"][0] / 2;
  return ringOf(edition, lot).flatMap((square, place) => {
    const [left, top] = at(square), column = (left - x) / UNIT, row = (top - y) / UNIT;
    if (![0, width - 1].includes(column) || ![0, height - 1].includes(row)) return [];
    const name = `tower-${Math.min(state.heights[place], 3)}`;
    const draw = () => sprite(art, name, left + (column ? UNIT + 7 : -7) - half, top + (row ? UNIT : 6) - half);
    return [piece(`${name} ${square}`, draw)];
  });
}

/** Return how many squares round a building are vacant.
 * @type {(state: BoardState, building: Laid) => number} */
export function vacantRound(state, building) {
  return building.border.filter((square) => state.vacant[square]).length;
}

/** Return how a building lies: its sprite's name, and its corner's column and row.
 * @type {(edition: Edition, form: string, squares: number[]) => { name: string, left: number, top: number }} */
export function lying(edition, form, squares) {
  const cells = squares.map((square) => [square % edition.columns, Math.floor(square / edition.columns)]);
  const left = Math.min(...cells.map(([column]) => column)), top = Math.min(...cells.map(([, row]) => row));
  const shape = JSON.stringify(cells.map(([column, row]) => [column - left, row - top]));
  const number = edition.forms[form].mirrored.findIndex((one) => JSON.stringify(one) === shape);
  return { name: `${form}-${number}`, left, top };
}

/** @type {(edition: Edition, state: BoardState, building: Laid, art: Art, asked: (building: Laid) => void) => Piece} */
function house(edition, state, building, art, asked) {
  const { form, family, squares, completed } = building, vacant = vacantRound(state, building);
  return [`${form} ${family} ${squares} ${completed || vacant}`, () => {
    const { name, left, top } = lying(edition, form, squares);
    const part = drawn("g", {
      class: "building", transform: `translate(${left * UNIT} ${top * UNIT})`,
      onclick: () => asked(building), onpointerenter: () => asked(building),
    });
    part.append(sprite(art, completed ? `${name}-done` : name, 0, 0));
    if (!completed) part.append(...signs(art, art.spots[name], family, vacant));
    return part;
  }];
}

/** Return what stands on a building: its seal, and the number of vacant squares round it.
 * @type {(art: Art, spot: Art["spots"][string], family: string, vacant: number) => SVGElement[]} */
function signs(art, { seal: [x, y], size, chip: [across, down] }, family, vacant) {
  const strong = vacant <= 3;
  return [
    sprite(art, `seal-${family}`, x - size / 2, y - size / 2, size),
    drawn("circle", { class: strong ? "chip strong" : "chip", cx: across, cy: down, r: 18 }),
    drawn("text", { class: strong ? "vacant strong" : "vacant", x: across, y: down + 10.5 }, String(vacant)),
  ];
}

/** Return the frames of what is new: an ink edge, a paper hairline, the mover's colour.
 * @type {(game: BoardGame, scene: BoardScene, art: Art, at: At) => Piece[]} */
function framed(game, { news, state }, art, at) {
  const { edition, colours, lot } = game.start, ring = ringOf(edition, lot);
  return news.flatMap(({ seat, tiles, workers, rings }) => {
    const paths = [...tiles, ...workers.map((square) => [square])].map((squares) => outline(edition, squares, at));
    // A block is framed as high as it stands.
    paths.push(...rings.map((place) => {
      const [x, y] = at(ring[place - 1]), top = 14 - 10 * Math.min(state.heights[place - 1], 3);
      return `M${x} ${y + top}h${UNIT}v${UNIT - top}h${-UNIT}z`;
    }));
    return paths.map((path) => {
      return piece(`frame ${seat} ${path}`, () => drawn("g", {},
        drawn("path", { class: "frame ink", d: path }),
        drawn("path", { class: "frame paper", d: path }),
        drawn("path", { class: "frame", d: path, stroke: art.players[colours[seat]] })));
    });
  });
}

/** Return the outline of some squares as the commands of a path.
 * @type {(edition: Edition, squares: number[], at: At) => string} */
export function outline(edition, squares, at) {
  const inside = new Set(squares);
  const sides = squares.flatMap((square) => {
    const [x, y] = at(square), column = square % edition.columns;
    const next = { up: square - edition.columns, down: square + edition.columns };
    const near = beside(edition, square);
    /** @type {(other: number) => boolean} */
    const open = (other) => !near.includes(other) || !inside.has(other);
    const found = [];
    if (open(next.up)) found.push(`M${x} ${y}h${UNIT}`);
    if (open(next.down)) found.push(`M${x} ${y + UNIT}h${UNIT}`);
    if (column === 0 || open(square - 1)) found.push(`M${x} ${y}v${UNIT}`);
    if (column === edition.columns - 1 || open(square + 1)) found.push(`M${x + UNIT} ${y}v${UNIT}`);
    return found;
  });
  return sides.join("");
}

/** Return what a building would pay if it were completed now, or that it is.
 *
 * @param {Edition} edition of the game
 * @param {BoardState} state what lies on the board
 * @param {Laid} building one of its buildings
 * @param {string[]} names of the players, by seat
 */
export function payment(edition, state, building, names) {
  const values = {
    building: cardName(`${building.form}/${building.family}`),
    squares: building.squares.map((square) => squareName(edition, square)).join(" "),
    family: called(building.family),
  };
  if (building.completed) return say("paid", values);
  const gains = earned(state, building).map((count, seat) => count && say("counted", { name: names[seat], count })).filter(Boolean);
  const told = gains.length ? say("pays", { ...values, gains: listing(gains) }) : say("pays-nobody", values);
  return `${told} ${say("vacant", { n: vacantRound(state, building) })}`;
}

/** Return how many workers of each seat stand round a building.
 * @type {(state: BoardState, building: Laid) => number[]} */
export function earned(state, building) {
  return state.workers.map((workers) => building.border.filter((square) => workers.includes(square)).length);
}
