/* A scene as the bot sends it, as the board draws it. */

import { border, lotSquares, ringOf } from "../common/squares.js";

/** Return the game and its position in the form in which a `Board` shows them.
 * @type {(scene: Scene, edition: Edition) => [BoardGame, BoardScene]} */
export function drawable(scene, edition) {
  const { board, lot } = scene;
  const start = { edition, lot, colours: scene.seats.map(({ colour }) => colour) };
  const buildings = board.buildings.map(([form, family, squares, completed]) => ({
    form, family, squares, completed, border: border(edition, squares),
  }));
  const filled = [...lotSquares(edition, lot), ...buildings.flatMap(({ squares }) => squares), ...board.workers.flat(), ...board.neutral];
  const vacant = new Array(edition.columns * edition.rows).fill(true);
  for (const square of filled) vacant[square] = false;
  const state = { ...board, buildings, vacant, phase: scene.phase };
  return [{ start }, { state, news: scene.news }];
}

/** Return the squares of the castle's ring, the first one at the lot's top left corner.
 * @type {(scene: Scene, edition: Edition) => number[]} */
export function ring(scene, edition) {
  return ringOf(edition, scene.lot);
}
