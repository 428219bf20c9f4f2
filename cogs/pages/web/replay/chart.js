/* The course of the game: gold and the worth of unsold seals, turn by turn, to be pressed. */

import { drawn } from "../common/elements.js";

const WIDTH = 600, HEIGHT = 220, EDGE = 8;

/** Return what each seat's gold and seals are worth after a scene.
 * @type {(state: Position) => number[]} */
export function worth(state) {
  return state.gold.map((gold, seat) =>
    state.seals[seat].reduce((sum, count, number) => sum + count * state.values[number], gold),
  );
}

/** Return the chart, with a mark at a scene; `go` is called with the scene that is pressed.
 * @type {(game: Game, scenes: Turn[], number: number, art: Art, go: (number: number) => void) => SVGElement} */
export function chartOf(game, scenes, number, art, go) {
  const totals = scenes.map((scene) => worth(scene.state));
  const most = Math.max(1, ...totals.flat()), turns = Math.max(1, scenes.length - 1);
  /** @type {(turn: number) => number} */
  const x = (turn) => EDGE + (turn / turns) * (WIDTH - 2 * EDGE);
  /** @type {(gold: number) => number} */
  const y = (gold) => HEIGHT - EDGE - (gold / most) * (HEIGHT - 2 * EDGE);
  const lines = game.start.colours.flatMap((colour, seat) => {
    const points = totals.map((total, turn) => `${x(turn).toFixed(1)},${y(total[seat]).toFixed(1)}`).join(" ");
    const dashes = ["", "14 6", "4 6", "18 5 4 5"][seat % 4];
    return [
      drawn("polyline", { class: "line edge", points }),
      drawn("polyline", { class: "line", points, stroke: art.players[colour], "stroke-dasharray": dashes }),
    ];
  });
  /** @type {(event: MouseEvent & { currentTarget: Element }) => void} */
  const pressed = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.round(((share - EDGE) / (WIDTH - 2 * EDGE)) * turns));
  };
  return drawn(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", "aria-hidden": "true", onclick: pressed },
    drawn("line", { class: "now", x1: x(number), x2: x(number), y1: 0, y2: HEIGHT }),
    ...lines,
  );
}
