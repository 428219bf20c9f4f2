/* What a building would pay whom, in a sentence. */

import { vacantRound } from "./board.js";
import { called, cardName, listing, say } from "./language.js";
import { squareName } from "./squares.js";

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
