/* The board of a scene as SVG, in the units of the bot's pictures: sixty a square. */

import { drawn, sprite } from "./elements.js";
import { beside, ringOf, squareName } from "./squares.js";

export const UNIT = 60, LEFT = 36, TOP = 33;
const RIM = 8, SEAL = 48;

/** Return the size of a board's drawing: width and height in units. */
export function sizeOf(edition) {
  return [LEFT + edition.columns * UNIT + RIM, TOP + edition.rows * UNIT + RIM];
}

/** Return the layers of a scene's board.
 *
 * @param {object} game start and names
 * @param {object} scene as `scenes` returns it
 * @param {object} art sprites, spots and colours
 * @param {(building: object | null) => void} asked what is pointed at
 */
export function boardOf(game, scene, art, asked) {
  const { edition } = game.start, { state } = scene;
  const at = (square) => [(square % edition.columns) * UNIT, Math.floor(square / edition.columns) * UNIT];
  const land = drawn("g", { transform: `translate(${LEFT} ${TOP})` }, sprite(art, "land", 0, 0));
  for (const camp of state.camps) land.append(sprite(art, "camp", ...at(camp)));
  land.append(castle(game, state, art, at));
  for (const building of state.buildings) land.append(house(edition, state, building, art, asked));
  const standing = [
    ...state.workers.map((squares, seat) => [game.start.colours[seat], squares]),
    [art.neutral, state.neutral],
  ];
  for (const [colour, squares] of standing)
    for (const square of squares) {
      const camped = state.camps.includes(square) ? "camped" : "worker";
      land.append(sprite(art, `${camped}-${colour}`, ...at(square)));
    }
  land.append(towers(game, state, art, at));
  land.append(...framed(game, scene, art, at));
  return [drawn("rect", { class: "rim", width: sizeOf(edition)[0], height: sizeOf(edition)[1], rx: 10 }), coordinates(edition), land];
}

function coordinates(edition) {
  const signs = drawn("g", { class: "coordinates", "aria-hidden": "true" });
  for (let column = 0; column < edition.columns; column++)
    signs.append(drawn("text", { x: LEFT + (column + 0.5) * UNIT, y: 25 }, squareName(edition, column).slice(0, 1)));
  for (let row = 0; row < edition.rows; row++)
    signs.append(drawn("text", { x: LEFT / 2, y: TOP + (row + 0.5) * UNIT + 9 }, String(row + 1)));
  return signs;
}

function castle(game, state, art, at) {
  const { edition, lot } = game.start, whole = drawn("g", {});
  const [corner, width, height] = lot, [x, y] = at(corner);
  const upright = height > width;
  // The courtyard is drawn lying; it stands with the lot.
  const turn = upright ? `translate(${x + 2 * UNIT} ${y + UNIT}) rotate(90)` : `translate(${x + UNIT} ${y + UNIT})`;
  whole.append(drawn("g", { transform: turn }, sprite(art, "courtyard", 0, 0)));
  const lacks = state.phase !== "over" && state.pools[state.floor].some(Boolean);
  ringOf(edition, lot).forEach((square, place) => {
    const [left, top] = at(square), floors = state.heights[place];
    const lacking = lacks && !state.taken[place] ? "-lacking" : "";
    whole.append(sprite(art, `block-${Math.min(floors, 3)}${lacking}`, left, top));
    const family = state.tops[place];
    if (family === null) return;
    const middle = Math.max((UNIT - (floors ? Math.min(floors, 3) * 8 + 3 : 0)) / 2, SEAL * 0.4);
    const across = (UNIT - 2.6 * floors) / 2;
    const name = `seal-${edition.families[family]}`;
    whole.append(sprite(art, name, left + across - SEAL / 2, top + middle - SEAL / 2, SEAL));
  });
  return whole;
}

function towers(game, state, art, at) {
  const { edition, lot } = game.start, [corner, width, height] = lot, found = drawn("g", {});
  const [x, y] = at(corner), half = art.sprites["tower-0"][0] / 2;
  ringOf(edition, lot).forEach((square, place) => {
    const [left, top] = at(square), column = (left - x) / UNIT, row = (top - y) / UNIT;
    if (![0, width - 1].includes(column) || ![0, height - 1].includes(row)) return;
    const name = `tower-${Math.min(state.heights[place], 3)}`;
    found.append(sprite(art, name, left + (column ? UNIT : 0) - half, top + (row ? UNIT : 0) - half));
  });
  return found;
}

/** Return how many squares round a building are vacant. */
export function vacantRound(state, building) {
  return building.border.filter((square) => state.vacant[square]).length;
}

/** Return how a building lies: its sprite's name, and its corner's column and row. */
export function lying(edition, form, squares) {
  const cells = squares.map((square) => [square % edition.columns, Math.floor(square / edition.columns)]);
  const left = Math.min(...cells.map(([column]) => column)), top = Math.min(...cells.map(([, row]) => row));
  const shape = JSON.stringify(cells.map(([column, row]) => [column - left, row - top]));
  const number = edition.forms[form].mirrored.findIndex((one) => JSON.stringify(one) === shape);
  return { name: `${form}-${number}`, left, top };
}

function house(edition, state, building, art, asked) {
  const { form, family, squares, completed } = building;
  const { name, left, top } = lying(edition, form, squares), spots = art.spots[name];
  const part = drawn("g", {
    class: "building", transform: `translate(${left * UNIT} ${top * UNIT})`,
    onclick: () => asked(building), onpointerenter: () => asked(building),
  });
  part.append(sprite(art, completed ? `${name}-done` : name, 0, 0));
  if (completed) return part;
  const [x, y] = spots.seal;
  part.append(sprite(art, `seal-${family}`, x - spots.size / 2, y - spots.size / 2, spots.size));
  const vacant = vacantRound(state, building), [across, down] = spots.chip;
  const strong = vacant <= 3;
  part.append(
    drawn("circle", { class: strong ? "chip strong" : "chip", cx: across, cy: down, r: 16 }),
    drawn("text", { class: strong ? "vacant strong" : "vacant", x: across, y: down + 10.5 }, String(vacant)),
  );
  return part;
}

/** Return the frames of what is new: an ink edge, a paper hairline, the mover's colour. */
function framed(game, { news }, art, at) {
  const { edition, colours, lot } = game.start, ring = ringOf(edition, lot);
  return news.flatMap(({ seat, tiles, workers, rings }) => {
    const groups = [...tiles, ...workers.map((square) => [square]), ...rings.map((place) => [ring[place - 1]])];
    return groups.flatMap((squares) => {
      const path = outline(edition, squares, at);
      return [
        drawn("path", { class: "frame ink", d: path }),
        drawn("path", { class: "frame paper", d: path }),
        drawn("path", { class: "frame", d: path, stroke: art.players[colours[seat]] }),
      ];
    });
  });
}

/** Return the outline of some squares as the commands of a path. */
export function outline(edition, squares, at) {
  const inside = new Set(squares);
  const sides = squares.flatMap((square) => {
    const [x, y] = at(square), column = square % edition.columns;
    const next = { up: square - edition.columns, down: square + edition.columns };
    const near = beside(edition, square);
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
