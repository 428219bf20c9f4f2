/* Squares as the pages count them: row by row from the top left, from 0. */

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
