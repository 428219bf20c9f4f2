// Squares, shapes and the castle's lot, as the notation names them.

export const COLUMNS = "ABCDEFGHIJKLMNOP";

/** @type {(cell: Cell) => string} */
export function nameOf([column, row]) {
  return `${COLUMNS[column]}${row + 1}`;
}

/** @type {(name: string) => Cell} */
export function parseSquare(name) {
  return [COLUMNS.indexOf(name[0]), Number(name.slice(1)) - 1];
}

/** @type {(one: Cell, other: Cell) => number} */
export function byRows(one, other) {
  return one[1] - other[1] || one[0] - other[0];
}

/** @type {(cells: Cell[]) => Cell[]} */
export function inRows(cells) {
  return [...cells].sort(byRows);
}

/** @type {(names: string[]) => string[]} */
export function sortedNames(names) {
  return names.map(parseSquare).sort(byRows).map(nameOf);
}

/** @type {(cells: Cell[]) => Cell[]} */
export function turned(cells) {
  return cells.map(([x, y]) => [-y, x]);
}

/** @type {(cells: Cell[]) => Cell[]} */
export function mirrored(cells) {
  return cells.map(([x, y]) => [-x, y]);
}

/** Cells moved to the top left corner, row by row.
 * @type {(cells: Cell[]) => Cell[]} */
export function normal(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  return inRows(cells.map(([x, y]) => [x - left, y - top]));
}

/** The different ways in which a tile can lie, as texts that can be compared.
 * @type {(cells: Cell[], how?: { over?: boolean }) => Map<string, Cell[]>} */
export function ways(cells, { over = false } = {}) {
  const found = new Map();
  for (const side of over ? [cells, mirrored(cells)] : [cells]) {
    let lying = side;
    for (let turn = 0; turn < 4; turn += 1) {
      const way = normal(lying);
      found.set(JSON.stringify(way), way);
      lying = turned(lying);
    }
  }
  return found;
}

/** @type {(text: string) => LotPlace} */
export function parseLot(text) {
  const [corner, sides] = text.split(":");
  const [width, height] = sides.split("x").map(Number);
  return { corner: parseSquare(corner), width, height };
}

/** @type {(place: LotPlace) => string} */
export function lotName({ corner, width, height }) {
  return `${nameOf(corner)}:${width}x${height}`;
}

/** @type {(place: LotPlace) => Cell[]} */
export function lotSquares({ corner: [left, top], width, height }) {
  /** @type {Cell[]} */
  const squares = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) squares.push([left + x, top + y]);
  }
  return squares;
}

/** The border squares clockwise from the top left, in columns and rows of the lot.
 * @type {(width: number, height: number) => Cell[]} */
export function ring(width, height) {
  /** @type {Cell[]} */
  const squares = [];
  for (let x = 0; x < width - 1; x += 1) squares.push([x, 0]);
  for (let y = 0; y < height - 1; y += 1) squares.push([width - 1, y]);
  for (let x = width - 1; x > 0; x -= 1) squares.push([x, height - 1]);
  for (let y = height - 1; y > 0; y -= 1) squares.push([0, y]);
  return squares;
}

/** Every place of the lot on the board that covers no camp.
 * @type {(data: EditionData) => string[]} */
export function lotsOf({ board, camps, lot }) {
  const taken = new Set(camps);
  const found = new Map();
  for (const [width, height] of [[lot.long, lot.short], [lot.short, lot.long]]) {
    for (let row = 0; row + height <= board.rows; row += 1) {
      for (let column = 0; column + width <= board.columns; column += 1) {
        /** @type {LotPlace} */
        const place = { corner: [column, row], width, height };
        const free = lotSquares(place).every((square) => !taken.has(nameOf(square)));
        if (free) found.set(lotName(place), place);
      }
    }
  }
  return [...found.keys()];
}

/** @type {(cell: Cell, board: EditionData["board"]) => Cell[]} */
export function neighbours([column, row], { columns, rows }) {
  /** @type {Cell[]} */
  const beside = [[column, row - 1], [column - 1, row], [column + 1, row], [column, row + 1]];
  return beside.filter(([x, y]) => x >= 0 && y >= 0 && x < columns && y < rows);
}
