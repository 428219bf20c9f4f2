// A photo of the board, straightened by its four corners so that squares can be painted over it.

/** The matrix that takes four points of a plane to four others, as CSS writes it.
 * @type {(from: Cell[], to: Cell[]) => number[]} */
export function matrixOf(from, to) {
  /** @type {number[][]} */
  const rows = [];
  from.forEach(([x, y], place) => {
    const [u, v] = to[place];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u]);
    rows.push([0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  const [a, b, c, d, e, f, g, h] = solved(rows);
  return [a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, 1];
}

/** The solution of linear equations, by Gauss: each row ends with what the others come to.
 * @type {(rows: number[][]) => number[]} */
function solved(rows) {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column; row < size; row += 1) {
      if (Math.abs(rows[row][column]) > Math.abs(rows[best][column])) best = row;
    }
    [rows[column], rows[best]] = [rows[best], rows[column]];
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const factor = rows[row][column] / rows[column][column];
      rows[row] = rows[row].map((value, place) => value - factor * rows[column][place]);
    }
  }
  return rows.map((row, place) => row[size] / row[place]);
}

/** Whether four corners, clockwise, make a shape that a board can have in a photo.
 * @type {(corners: Cell[]) => boolean} */
export function convex(corners) {
  return corners.every(([x, y], place) => {
    const [u, v] = corners[(place + 1) % 4];
    const [s, t] = corners[(place + 2) % 4];
    return (u - x) * (t - v) - (v - y) * (s - u) > 1;
  });
}
