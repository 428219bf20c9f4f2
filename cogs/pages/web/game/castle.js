/* Choosing a castle piece: its colour, and the square of the castle on which it goes. */

import { UNIT } from "../common/board.js";
import { drawn, element, sprite } from "../common/elements.js";
import { choice, labelled } from "../common/fields.js";
import { called, say } from "../common/language.js";
import { capital, sealed } from "./cards.js";
import { squareName } from "../common/squares.js";
import { ring } from "./scene.js";

export class Castle {
  kind = "castle";

  /** @param {OwnTable} table where a piece may be placed */
  constructor(table) {
    this.table = table;
    const may = this.may = /** @type {NonNullable<Choices["castle"]>} */ (table.may.castle);
    /** @type {string | null} */
    this.family = may.families.length === 1 ? may.families[0] : null;
    /** @type {number | null} */
    this.ring = may.rings.length === 1 ? may.rings[0] : null;
    this.ringSquares = ring(table.scene, table.edition);
  }

  get about() {
    return this.ringSquares;
  }

  /** Return the choice that an action in the notation stands for.
   * @type {(table: OwnTable, text: string) => Castle} */
  static of(table, text) {
    const made = new Castle(table), [, family, place] = text.split(" ");
    return Object.assign(made, { family, ring: Number(place) });
  }

  get todo() {
    return say(this.action ? "piece-ready" : "piece");
  }

  get action() {
    return this.family && this.ring ? `castle ${this.family} ${this.ring}` : null;
  }

  get previewed() {
    return this.action;
  }

  get told() {
    return this.family && this.ring ? `${capital(called(this.family).bare)}, ${this.#ringName(this.ring)}` : "";
  }

  /** @type {(column: number, row: number) => void} */
  tap(column, row) {
    const square = Math.floor(row) * this.table.edition.columns + Math.floor(column);
    const place = this.ringSquares.indexOf(square) + 1;
    if (this.may.rings.includes(place)) return this.#choose({ ring: place });
    const near = this.may.rings.map((one) => squareName(this.table.edition, this.ringSquares[one - 1]));
    this.table.refuse(place ? `castle ${this.family ?? this.may.families[0]} ${place}` : null, say("near-ring", { squares: near.join(" ") }));
  }

  drag() {
    return false;
  }

  key() {
    return false;
  }

  /** @type {(chosen: { ring?: number | null, family?: string }) => void} */
  #choose(chosen) {
    Object.assign(this, chosen);
    this.table.changed();
  }

  /** @type {(place: number) => string} */
  #ringName(place) {
    const top = this.table.scene.board.tops[place - 1], { families } = this.table.edition;
    return say("ring", { number: place, covered: top === null ? say("blank") : called(families[top]).bare });
  }

  /** @type {() => Element[]} */
  layers() {
    const { art, edition } = this.table;
    return this.may.rings.flatMap((place) => {
      const square = this.ringSquares[place - 1];
      const [x, y] = [(square % edition.columns) * UNIT, Math.floor(square / edition.columns) * UNIT];
      const chosen = place === this.ring;
      const number = drawn("text", { class: "ring-number", x: x + UNIT - 4, y: y + UNIT - 5 }, String(place));
      const frame = drawn("rect", { class: chosen ? "chosen" : "lit ring", x: x + 2, y: y + 2, width: UNIT - 4, height: UNIT - 4, rx: 6 });
      return [frame, chosen && this.family ? sprite(art, `seal-${this.family}`, x + 6, y + 6, UNIT - 12) : null, number].filter(Boolean);
    });
  }

  /** @type {() => Child[]} */
  controls() {
    const { art, edition, scene } = this.table;
    const pool = scene.board.pools[scene.board.floor];
    const colours = this.may.families.map((family) => {
      const number = edition.families.indexOf(family);
      return element("button", { type: "button", className: "family", "aria-pressed": String(family === this.family), "data-key": `family-${family}`, onclick: () => this.#choose({ family }) },
        sealed(art, family, `${capital(called(family).bare)} ×${pool[number]}`));
    });
    return [element("div", { className: "row families", role: "group", "aria-label": say("which-colour") }, ...colours)];
  }

  /** @type {() => Child[]} */
  named() {
    const which = choice([["", "–"], ...this.may.rings.map((place) => [String(place), this.#ringName(place)])], String(this.ring ?? ""), (place) => this.#choose({ ring: Number(place) || null }));
    which.dataset.key = "ring";
    return [labelled(say("which-ring"), which)];
  }
}
