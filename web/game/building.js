/* Choosing where a tile lies: its legal places light up, and it goes to the one nearest a tap. */

import { UNIT, lying, outline } from "../common/board.js";
import { drawn, element, sprite } from "../common/elements.js";
import { choice, labelled } from "../common/fields.js";
import { cardName, say } from "../common/language.js";
import { squareOf } from "../common/squares.js";
import { capital, cardButton } from "./cards.js";

const OTHERWISE = 0.8;
/** How many squares farther away a place may be that needs no turning. */

export class Building {
  kind = "build";

  constructor(table, card) {
    const { edition, may } = table, [form] = card.split("/");
    Object.assign(this, { table, card });
    this.places = may.places[form].map((text) => placeOf(edition, form, text));
    this.place = this.places.length ? nearest(this.places, middle(this.places)) : null;
    this.draw = may.draw.length === 1 ? may.draw[0] : null;
  }

  /** Return the choice that an action in the notation stands for. */
  static of(table, text) {
    const [, card, rest] = text.match(/^build (\S+) (.*)$/), [squares, draw] = rest.split(" draw ");
    const made = new Building(table, card);
    made.place = made.places.find((one) => one.text === squares) ?? made.place;
    if (table.may.draw.includes(draw)) made.draw = draw;
    return made;
  }

  get todo() {
    if (!this.place) return say("no-place");
    return say("where");
  }

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

  tap(column, row) {
    if (!this.place) return;
    const under = this.places.filter(({ cells }) => cells.some(([x, y]) => x === Math.floor(column) && y === Math.floor(row)));
    this.#put(nearest(under.length ? under : this.places, [column, row], this.place.way));
  }

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

  key(name) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[name];
    if (step) this.#move(...step);
    else if (name === "r" || name === "R") this.#turn();
    else return false;
    return true;
  }

  #move(right, down) {
    const [x, y] = this.place.middle;
    const ahead = this.places.filter(({ middle: [a, b] }) => (a - x) * right + (b - y) * down > 0.3);
    const far = ({ middle: [a, b], way }) => {
      const [along, across] = right ? [a - x, b - y] : [b - y, a - x];
      return Math.abs(along) + 3 * Math.abs(across) + (way === this.place.way ? 0 : 2);
    };
    if (ahead.length) this.#put(ahead.reduce((one, other) => (far(other) < far(one) ? other : one)));
  }

  #turn() {
    const ways = [...new Set(this.places.map(({ way }) => way))].sort();
    const next = ways[(ways.indexOf(this.place.way) + 1) % ways.length];
    this.#put(nearest(this.places.filter(({ way }) => way === next), this.place.middle));
  }

  #put(place) {
    if (place === this.place) return;
    this.place = place;
    this.table.changed();
  }

  layers() {
    if (!this.place) return [];
    const { art } = this.table, lit = new Set(this.places.flatMap(({ cells }) => cells.map(String)));
    const lights = [...lit].map((cell) => {
      const [column, row] = cell.split(",");
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

  controls() {
    if (!this.place) return [];
    const { art, may } = this.table;
    const options = [...this.places].sort((one, other) => one.squares[0] - other.squares[0]).map(({ text }) => [text, text]);
    const where = choice(options, this.place.text, (text) => this.#put(this.places.find((one) => one.text === text)));
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

  #take(draw) {
    this.draw = draw;
    this.table.changed();
  }
}

function placeOf(edition, form, text) {
  const squares = text.split(" ").map((name) => squareOf(edition, name));
  const cells = squares.map((square) => [square % edition.columns, Math.floor(square / edition.columns)]);
  const { name: way, left, top } = lying(edition, form, squares);
  return { text, squares, cells, way, left, top, middle: middle([{ cells }]) };
}

function middle(places) {
  const cells = places.flatMap(({ cells: some }) => some);
  const sum = cells.reduce(([x, y], [column, row]) => [x + column + 0.5, y + row + 0.5], [0, 0]);
  return sum.map((value) => value / cells.length);
}

function nearest(places, [x, y], way = null) {
  const far = (place) => Math.hypot(place.middle[0] - x, place.middle[1] - y) + (way && place.way !== way ? OTHERWISE : 0);
  return places.reduce((one, other) => (far(other) < far(one) ? other : one));
}
