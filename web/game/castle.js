/* Choosing a castle piece: its colour, and the square of the castle on which it goes. */

import { UNIT } from "../common/board.js";
import { drawn, element, sprite } from "../common/elements.js";
import { choice, labelled } from "../common/fields.js";
import { called, say } from "../common/language.js";
import { capital, sealed } from "./cards.js";
import { ring } from "./scene.js";

export class Castle {
  kind = "castle";

  constructor(table) {
    const { families, rings } = table.may.castle;
    Object.assign(this, { table, family: families.length === 1 ? families[0] : null, ring: rings.length === 1 ? rings[0] : null });
    this.ringSquares = ring(table.scene, table.edition);
    table.closeTo(this.ringSquares);
  }

  /** Return the choice that an action in the notation stands for. */
  static of(table, text) {
    const made = new Castle(table), [, family, place] = text.split(" ");
    return Object.assign(made, { family, ring: Number(place) });
  }

  get todo() {
    return say("piece");
  }

  get action() {
    return this.family && this.ring ? `castle ${this.family} ${this.ring}` : null;
  }

  get previewed() {
    return this.action;
  }

  get told() {
    return this.action ? `${capital(called(this.family).bare)}, ${this.#ringName(this.ring)}` : "";
  }

  tap(column, row) {
    const square = Math.floor(row) * this.table.edition.columns + Math.floor(column);
    const place = this.ringSquares.indexOf(square) + 1;
    if (this.table.may.castle.rings.includes(place)) this.#choose({ ring: place });
  }

  drag() {
    return false;
  }

  key() {
    return false;
  }

  #choose(chosen) {
    Object.assign(this, chosen);
    this.table.changed();
  }

  #ringName(place) {
    const top = this.table.scene.board.tops[place - 1], { families } = this.table.edition;
    return say("ring", { number: place, covered: top === null ? say("blank") : called(families[top]).bare });
  }

  layers() {
    const { art, edition, may } = this.table;
    return may.castle.rings.flatMap((place) => {
      const square = this.ringSquares[place - 1];
      const [x, y] = [(square % edition.columns) * UNIT, Math.floor(square / edition.columns) * UNIT];
      const chosen = place === this.ring;
      const number = drawn("text", { class: "ring-number", x: x + UNIT - 4, y: y + UNIT - 5 }, String(place));
      const frame = drawn("rect", { class: chosen ? "chosen" : "lit strong", x: x + 2, y: y + 2, width: UNIT - 4, height: UNIT - 4, rx: 6 });
      return [frame, chosen && this.family ? sprite(art, `seal-${this.family}`, x + 6, y + 6, UNIT - 12) : null, number].filter(Boolean);
    });
  }

  controls() {
    const { art, may, edition, scene } = this.table;
    const pool = scene.board.pools[scene.board.floor];
    const colours = may.castle.families.map((family) => {
      const number = edition.families.indexOf(family);
      return element("button", { type: "button", className: "family", "aria-pressed": String(family === this.family), "data-key": `family-${family}`, onclick: () => this.#choose({ family }) },
        sealed(art, family, `${capital(called(family).bare)} ×${pool[number]}`));
    });
    const which = choice([["", "–"], ...may.castle.rings.map((place) => [String(place), this.#ringName(place)])], String(this.ring ?? ""), (place) => this.#choose({ ring: Number(place) || null }));
    which.dataset.key = "ring";
    return [
      element("fieldset", {}, element("legend", {}, say("which-colour")), element("div", { className: "row" }, ...colours)),
      labelled(say("which-ring"), which),
    ];
  }
}
