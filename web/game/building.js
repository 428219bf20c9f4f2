/* Choosing where a tile lies: its legal places light up, and it goes to the one nearest a tap. */

import { UNIT, lying, outline } from "../common/board.js";
import { drawn, element, sprite } from "../common/elements.js";
import { choice, labelled } from "../common/fields.js";
import { cardName, say } from "../common/language.js";
import { squareOf } from "../common/squares.js";
import { capital, cardButton } from "./cards.js";

/** @type {Record<string, Cell>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OTHERWISE = 0.8;
/** How many squares farther away a place may be that needs no turning. */

export class Building {
  kind = "build";

  /**
   * @param {OwnTable} table
   * @param {string} card
   */
  constructor(table, card) {
    const { edition, may } = table, [form] = card.split("/");
    this.table = table;
    this.card = card;
    /** @type {Cell} */
    this.grip = [0, 0];
    this.places = may.places[form].map((text) => placeOf(edition, form, text));
    this.place = this.places.length ? nearest(this.places, middle(this.places)) : null;
    /** @type {string | null} */
    this.draw = may.draw.length === 1 ? may.draw[0] : null;
  }

  /** Return the choice that an action in the notation stands for.
   * @type {(table: OwnTable, text: string) => Building} */
  static of(table, text) {
    const [, card, ...rest] = text.split(" "), [squares, draw] = rest.join(" ").split(" draw ");
    const made = new Building(table, card);
    made.place = made.places.find((one) => one.text === squares) ?? made.place;
    if (table.may.draw.includes(draw)) made.draw = draw;
    return made;
  }

  get todo() {
    if (!this.place) return say("no-place");
    return say("where");
  }

  /** @returns {string | null} */
  get action() {
    return this.place && this.draw ? this.previewed : null;
  }

  /** Return an action with the same effects on the board, whatever is drawn. */
  get previewed() {
    return this.place && `build ${this.card} ${this.place.text} draw ${this.draw ?? this.table.may.draw.at(-1)}`;
  }

  get told() {
    return this.place ? capital(say("site", { building: cardName(this.card), squares: this.place.text })) : "";
  }

  /** @type {(column: number, row: number) => void} */
  tap(column, row) {
    if (!this.place) return;
    const under = this.places.filter(({ cells }) => cells.some(([x, y]) => x === Math.floor(column) && y === Math.floor(row)));
    this.#put(nearest(under.length ? under : this.places, [column, row], this.place.way));
  }

  /** @type {(column: number, row: number, first: boolean) => boolean} */
  drag(column, row, first) {
    if (!this.place) return false;
    if (first) {
      const [x, y] = this.place.middle;
      this.grip = [x - column, y - row];
      return Math.hypot(...this.grip) < 2.5;
    }
    this.#put(nearest(this.places, [column + this.grip[0], row + this.grip[1]], this.place.way));
    return true;
  }

  /** @type {(name: string) => boolean} */
  key(name) {
    if (name in STEPS) this.#move(...STEPS[name]);
    else if (name === "r" || name === "R") this.#turn();
    else return false;
    return true;
  }

  /** @type {(right: number, down: number) => void} */
  #move(right, down) {
    const now = this.place;
    if (!now) return;
    const [x, y] = now.middle;
    const ahead = this.places.filter(({ middle: [a, b] }) => (a - x) * right + (b - y) * down > 0.3);
    /** @type {(place: TilePlace) => number} */
    const far = ({ middle: [a, b], way }) => {
      const [along, across] = right ? [a - x, b - y] : [b - y, a - x];
      return Math.abs(along) + 3 * Math.abs(across) + (way === now.way ? 0 : 2);
    };
    if (ahead.length) this.#put(ahead.reduce((one, other) => (far(other) < far(one) ? other : one)));
  }

  #turn() {
    const now = this.place;
    if (!now) return;
    const ways = [...new Set(this.places.map(({ way }) => way))].sort();
    const next = ways[(ways.indexOf(now.way) + 1) % ways.length];
    this.#put(nearest(this.places.filter(({ way }) => way === next), now.middle));
  }

  /** @type {(place: TilePlace | null) => void} */
  #put(place) {
    if (place === this.place) return;
    this.place = place;
    this.table.changed();
  }

  /** @type {() => Element[]} */
  layers() {
    if (!this.place) return [];
    const { art } = this.table, lit = new Set(this.places.flatMap(({ cells }) => cells.map(String)));
    const lights = [...lit].map((cell) => {
      const [column, row] = cell.split(",").map(Number);
      return drawn("rect", { class: "lit", x: column * UNIT + 3, y: row * UNIT + 3, width: UNIT - 6, height: UNIT - 6, rx: 8 });
    });
    const { way, left, top, squares } = this.place, [, family] = this.card.split("/");
    const { seal: [x, y], size } = art.spots[way];
    const ghost = drawn("g", { class: "ghost", transform: `translate(${left * UNIT} ${top * UNIT})` },
      sprite(art, way, 0, 0), sprite(art, `seal-${family}`, x - size / 2, y - size / 2, size));
    const { edition } = this.table;
    const edge = outline(edition, squares, (square) => [(square % edition.columns) * UNIT, Math.floor(square / edition.columns) * UNIT]);
    return [...lights, ghost, drawn("path", { class: "edge ink", d: edge }), drawn("path", { class: "edge", d: edge })];
  }

  /** @type {() => Child[]} */
  controls() {
    if (!this.place) return [];
    const { art, may } = this.table;
    const options = [...this.places].sort((one, other) => one.squares[0] - other.squares[0]).map(({ text }) => [text, text]);
    const where = choice(options, this.place.text, (text) => this.#put(this.places.find((one) => one.text === text) ?? this.place));
    where.dataset.key = "where";
    const turns = new Set(this.places.map(({ way }) => way)).size > 1;
    return [
      element("div", { className: "row" },
        labelled(say("squares-of-tile"), where),
        turns ? element("button", { type: "button", "data-key": "turn", onclick: () => this.#turn() }, say("turn-it")) : null),
      element("fieldset", {}, element("legend", { className: this.draw ? "" : "todo" }, say("which-draw")),
        element("div", { className: "cards" }, ...may.draw.map((draw) =>
          cardButton(art, draw, { chosen: draw === this.draw, key: `draw-${draw}`, press: () => this.#take(draw) })))),
    ];
  }

  /** @type {(draw: string) => void} */
  #take(draw) {
    this.draw = draw;
    this.table.changed();
  }
}

/** @type {(edition: Edition, form: string, text: string) => TilePlace} */
function placeOf(edition, form, text) {
  const squares = text.split(" ").map((name) => squareOf(edition, name));
  /** @type {Cell[]} */
  const cells = squares.map((square) => [square % edition.columns, Math.floor(square / edition.columns)]);
  const { name: way, left, top } = lying(edition, form, squares);
  return { text, squares, cells, way, left, top, middle: middle([{ cells }]) };
}

/** @type {(places: { cells: Cell[] }[]) => Cell} */
function middle(places) {
  const cells = places.flatMap(({ cells: some }) => some);
  /** @type {(place: 0 | 1) => number} */
  const half = (place) => cells.reduce((sum, cell) => sum + cell[place] + 0.5, 0) / cells.length;
  return [half(0), half(1)];
}

/** @type {(places: TilePlace[], point: Cell, way?: string | null) => TilePlace} */
function nearest(places, [x, y], way = null) {
  /** @type {(place: TilePlace) => number} */
  const far = (place) => Math.hypot(place.middle[0] - x, place.middle[1] - y) + (way && place.way !== way ? OTHERWISE : 0);
  return places.reduce((one, other) => (far(other) < far(one) ? other : one));
}
