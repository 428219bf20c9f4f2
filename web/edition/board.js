// The board as squares to be painted, over the photo if there is one, and the small grids of shapes.
import { element } from "./common/elements.js";
import { choice, labelled } from "./common/fields.js";
import { called, say } from "./common/language.js";
import { convex, matrixOf } from "./photo.js";
import * as squares from "./squares.js";

const SIDE = 44;
/** @type {Record<string, Cell>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {(state: Drawing, changed: (name: string) => void) => HTMLElement} */
export function painted(state, changed) {
  const { data } = state;
  const { columns, rows } = data.board;
  const className = state.tool === "building" ? "grid moving" : "grid";
  const grid = element("div", { className, role: "group", "aria-label": say("board") });
  grid.style.gridTemplateColumns = `repeat(${columns}, ${SIDE}px)`;
  const board = element("div", { className: state.photo ? "board" : "board bare" });
  board.style.width = `${columns * SIDE}px`;
  if (state.photo) board.append(straightened(state.photo, columns * SIDE, rows * SIDE));
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) grid.append(squareButton(state, [column, row], changed));
  }
  grid.addEventListener("keydown", (event) => walk(event, grid, columns));
  board.append(grid);
  return element("div", { className: "scroll" }, board);
}

/** @type {(photo: Photo, wide: number, high: number) => HTMLElement} */
function straightened({ url, width, height, corners }, wide, high) {
  const image = element("img", { src: url, alt: "" });
  image.style.width = `${width}px`;
  image.style.height = `${height}px`;
  if (convex(corners)) {
    /** @type {Cell[]} */
    const onto = [[0, 0], [wide, 0], [wide, high], [0, high]];
    image.style.transform = `matrix3d(${matrixOf(corners, onto).join()})`;
  }
  return image;
}

/** @type {(state: Drawing, cell: Cell, changed: (name: string) => void) => HTMLElement} */
function squareButton(state, cell, changed) {
  const name = squares.nameOf(cell);
  const { camps, first_game: first } = state.data;
  const building = first.buildings.find((one) => one.squares.includes(name));
  const lot = squares.lotSquares(squares.parseLot(first.lot)).map(squares.nameOf).includes(name);
  const kinds = [camps.includes(name) && "camp", lot && "lot", building && "building"].filter(Boolean);
  const told = [name, ...kinds.map((kind) => (kind === "building" && building ? cardName(building.card) : say(kind)))];
  return element("button", {
    type: "button",
    className: kinds.join(" "),
    textContent: building ? called(building.card.split("/")[0]).bare.slice(0, 1).toUpperCase() : "",
    title: told.join(", "),
    "aria-label": told.join(", "),
    "data-square": name,
    tabIndex: state.at === name || (!state.at && name === "A1") ? 0 : -1,
    onfocus: () => { state.at = name; },
    onclick: () => { paint(state, cell); changed(name); },
    onpointerdown: () => { state.dragged = building && state.tool === "building" ? [building, cell] : null; },
    onpointerup: (event) => {
      const under = squareUnder(event);
      if (under && moved(state, squares.parseSquare(under))) changed(under);
    },
  });
}

/** The square under a pointer: the events of a finger all go to the square that it touched first.
 * @type {(place: PointerEvent) => string | undefined} */
function squareUnder({ clientX, clientY }) {
  const under = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
  return under?.getAttribute("data-square") ?? undefined;
}

/** Moves the building that is dragged to where it is let go.
 * @type {(state: Drawing, to: Cell) => boolean} */
function moved(state, [column, row]) {
  if (!state.dragged) return false;
  const [building, [fromColumn, fromRow]] = state.dragged;
  state.dragged = null;
  if (fromColumn === column && fromRow === row) return false;
  const cells = building.squares.map(squares.parseSquare);
  /** @type {Cell[]} */
  const there = cells.map(([x, y]) => [x + column - fromColumn, y + row - fromRow]);
  const inside = there.every(([x, y]) => x >= 0 && y >= 0 && x < state.data.board.columns && y < state.data.board.rows);
  if (inside) building.squares = there.map(squares.nameOf);
  return inside;
}

/** @type {(state: Drawing, cell: Cell) => void} */
function paint(state, cell) {
  const { data, tool } = state;
  const name = squares.nameOf(cell);
  if (tool === "camp") {
    const there = data.camps.includes(name);
    data.camps = squares.sortedNames(there ? data.camps.filter((camp) => camp !== name) : [...data.camps, name]);
  } else if (tool === "lot") {
    const { long, short } = data.lot;
    const [width, height] = state.upright ? [short, long] : [long, short];
    data.first_game.lot = squares.lotName({ corner: cell, width, height });
  } else {
    paintBuilding(state, cell, name);
  }
}

/** @type {(state: Drawing, cell: Cell, name: string) => void} */
function paintBuilding(state, [column, row], name) {
  const { buildings } = state.data.first_game;
  const there = buildings.findIndex((one) => one.squares.includes(name));
  if (there >= 0) {
    buildings.splice(there, 1);
    return;
  }
  const shapes = [...squares.ways(state.data.forms[state.form].squares).values()];
  const way = shapes[state.way % shapes.length];
  const [left, top] = way[0];
  /** @type {Cell[]} */
  const cells = way.map(([x, y]) => [x + column - left, y + row - top]);
  if (cells.some(([x]) => x < 0 || x >= state.data.board.columns)) return;
  buildings.push({ card: `${state.form}/${state.family}`, squares: cells.map(squares.nameOf) });
}

/** @type {(card: string) => string} */
export function cardName(card) {
  return card.split("/").map((part) => called(part).bare).join(" / ");
}

/** @type {(event: KeyboardEvent, grid: HTMLElement, columns: number) => void} */
function walk(event, grid, columns) {
  const step = ARROWS[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...grid.querySelectorAll("button")];
  const place = buttons.findIndex((one) => one === document.activeElement);
  const column = (place % columns) + step[0];
  const next = buttons[place + step[0] + step[1] * columns];
  if (next && column >= 0 && column < columns) next.focus();
}

/** What is painted next: camps, the lot, or a building with its card and the way it lies.
 * @type {(state: Drawing, changed: () => void) => HTMLElement} */
export function tools(state, changed) {
  const kinds = ["camp", "lot", "building"].map((tool) =>
    element("button", {
      type: "button",
      textContent: say(tool),
      "aria-pressed": String(state.tool === tool),
      onclick: () => { state.tool = tool; changed(); },
    }),
  );
  const row = element("div", { className: "row tools" }, ...kinds);
  if (state.tool === "building") {
    row.append(
      labelled(say("form"), choice(Object.keys(state.data.forms).map((form) => [form, called(form).bare]), state.form, (form) => { state.form = form; state.way = 0; })),
      labelled(say("family"), choice(state.data.families.map((family) => [family, called(family).bare]), state.family, (family) => { state.family = family; })),
    );
  }
  if (state.tool !== "camp") {
    row.append(element("button", { type: "button", textContent: say("turn"), onclick: () => { state.way += 1; state.upright = !state.upright; changed(); } }));
    row.append(element("span", { textContent: lies(state) }));
  }
  return row;
}

/** @type {(state: Drawing) => string} */
function lies(state) {
  if (state.tool === "lot") {
    const { long, short } = state.data.lot;
    return state.upright ? `${short}x${long}` : `${long}x${short}`;
  }
  const shapes = [...squares.ways(state.data.forms[state.form].squares).values()];
  const way = shapes[state.way % shapes.length];
  const rows = Math.max(...way.map(([, y]) => y)) + 1;
  const columns = Math.max(...way.map(([x]) => x)) + 1;
  const drawn = Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (__, x) => (way.some(([a, b]) => a === x && b === y) ? "■" : "□")).join(""),
  );
  return drawn.join(" / ");
}

/** A form on a small grid, with how many cards each family has of it.
 * @type {(form: string, entry: Form, changed: (cell: string) => void) => HTMLElement} */
export function shape(form, entry, changed) {
  const size = Math.max(4, ...entry.squares.flat().map((number) => number + 2));
  const grid = element("div", { className: "grid shape", role: "group", "aria-label": called(form).bare });
  grid.style.gridTemplateColumns = `repeat(${size}, ${SIDE}px)`;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const there = entry.squares.some(([a, b]) => a === x && b === y);
      grid.append(element("button", {
        type: "button",
        "aria-pressed": String(there),
        "aria-label": `${called(form).bare} ${x + 1}, ${y + 1}`,
        "data-cell": `${form} ${x} ${y}`,
        onclick: () => {
          const others = entry.squares.filter(([a, b]) => a !== x || b !== y);
          entry.squares = there ? others : squares.inRows([...others, [x, y]]);
          changed(`${form} ${x} ${y}`);
        },
      }));
    }
  }
  return grid;
}
