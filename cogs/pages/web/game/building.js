/* Choosing where a tile lies: its legal places light up, and it goes to the one nearest a tap. */

import { UNIT, cornersOf, lying, outline, squareName, squareOf } from "../common/board.js";
import { choice, drawn, element, sprite } from "../common/elements.js";
import { cardName, say } from "../common/language.js";
import { Choosing } from "./choices.js";
import { capital, cardButton } from "./panels.js";

/** @type {Record<string, Cell>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/* How many squares farther away a place may be that needs no turning, and how far one turns or slips. */
const OTHERWISE = 0.8, TURNING = 3, SLIP = 1.5;

export class Building extends Choosing {
  kind = "build";

  /**
   * @param {OwnTable} table
   * @param {string} card
   */
  constructor(table, card) {
    super(table);
    const { edition, may } = table, [form] = card.split("/");
    this.card = card;
    this.grip = [0, 0];
    this.places = may.places[form].map((text) => placeOf(edition, form, text));
    /** @type {TilePlace | null} */
    this.place = this.places.find(({ text }) => text === may.best[form]) ?? null;
    /** @type {TilePlace | null} */
    this.offered = null;
    this.moved = false;
    /** @type {string | null} */
    this.draw = may.draw.length === 1 ? may.draw[0] : null;
  }

  /** Return the choice that an action in the notation stands for.
   * @type {(table: OwnTable, text: string) => Building} */
  static of(table, text) {
    const [, card, ...rest] = text.split(" "), [squares, draw] = rest.join(" ").split(" draw ");
    const made = new Building(table, card);
    made.place = made.places.find((one) => one.text === squares) ?? made.place;
    made.moved = true;
    if (table.may.draw.includes(draw)) made.draw = draw;
    return made;
  }

  get todo() {
    if (!this.place) return say("no-place");
    return say(this.draw ? "build-ready" : this.moved ? "which-draw" : "where");
  }

  get about() {
    return this.moved && this.place ? this.place.squares : [];
  }

  get action() {
    return this.place && this.draw ? this.previewed : null;
  }

  /** An action with the same effects on the board, whatever is drawn. */
  get previewed() {
    return this.place && `build ${this.card} ${this.place.text} draw ${this.draw ?? this.table.may.draw.at(-1)}`;
  }

  get told() {
    return this.place ? capital(say("site", { building: cardName(this.card), squares: this.place.text })) : "";
  }

  /** @type {(column: number, row: number) => void} */
  tap(column, row) {
    if (!this.place) return;
    const { way } = this.place;
    /** @type {(place: TilePlace) => boolean} */
    const covers = ({ cells }) => cells.some(([x, y]) => x === Math.floor(column) && y === Math.floor(row));
    if (covers(this.place)) return this.turn(1);
    const under = this.places.filter(covers), close = nearest(this.places, [column, row], way);
    // Where squares are smaller than a finger, one beside it may have been meant.
    const slipped = this.table.camera.side < 24 && distance(close.middle, [column, row]) < SLIP;
    if (under.length || slipped) return this.#put(under.length ? nearest(under, [column, row], way) : close);
    this.offered = close;
    this.table.refuse(`build ${this.card} ${this.#movedTo(column, row)} draw ${this.table.may.draw.at(-1)}`, say("near", { squares: close.text }));
  }

  /** Return the squares of the tile as it lies, moved to a cell and kept on the board.
   * @type {(column: number, row: number) => string} */
  #movedTo(column, row) {
    const { edition } = this.table, cells = this.place?.cells ?? [];
    const [x, y] = cells[Math.floor(cells.length / 2)];
    /** @type {(by: number, side: 0 | 1, size: number) => number} */
    const kept = (by, side, size) => {
      const along = cells.map((cell) => cell[side]);
      return Math.min(Math.max(by, -Math.min(...along)), size - 1 - Math.max(...along));
    };
    const right = kept(Math.floor(column) - x, 0, edition.columns), down = kept(Math.floor(row) - y, 1, edition.rows);
    return cells.map(([a, b]) => squareName(edition, (b + down) * edition.columns + a + right)).join(" ");
  }

  /** @type {(column: number, row: number, first: boolean) => boolean} */
  drag(column, row, first) {
    if (!this.place) return false;
    if (first) {
      const [x, y] = this.place.middle;
      this.grip = [x - column, y - row];
      return Math.hypot(...this.grip) < 2.5;
    }
    this.#put(nearest(this.places, [column + this.grip[0], row + this.grip[1]], this.place.way), false);
    return true;
  }

  /** @type {(name: string) => boolean} */
  key(name) {
    if (name in STEPS) this.#move(...STEPS[name]);
    else if (name === "r" || name === "R") this.turn(1);
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

  /** Turn the tile to the next way in which it fits about where it lies.
   * @type {(by: number) => void} */
  turn(by) {
    const now = this.place;
    if (!now) return;
    const ways = [...new Set(this.places.map(({ way }) => way))].sort();
    for (let step = 1; step < ways.length; step++) {
      const next = ways[(ways.indexOf(now.way) + by * step + ways.length * step) % ways.length];
      const place = nearest(this.places.filter(({ way }) => way === next), now.middle);
      if (distance(place.middle, now.middle) < TURNING) return this.#put(place);
    }
    this.table.refuse(null, say("no-turn"));
  }

  /** @type {(place: TilePlace | null, seen?: boolean) => void} */
  #put(place, seen = true) {
    this.moved = true;
    this.offered = null;
    this.place = place;
    if (place && seen) this.table.follow(place.squares);
    this.table.changed();
  }

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
    const edge = this.#outline(squares);
    const near = this.offered ? [drawn("path", { class: "near", d: this.#outline(this.offered.squares) })] : [];
    return [...lights, ghost, drawn("path", { class: "edge ink", d: edge }), drawn("path", { class: "edge", d: edge }), ...near];
  }

  /** @type {(squares: number[]) => string} */
  #outline(squares) {
    return outline(this.table.edition, squares, cornersOf(this.table.edition));
  }

  controls() {
    if (!this.place) return [];
    const { art, may } = this.table;
    return [
      element("div", { className: "cards draws", role: "group", "aria-label": say("which-draw") }, ...may.draw.map((draw) =>
        cardButton(art, draw, { chosen: draw === this.draw, key: `draw-${draw}`, press: () => { this.draw = draw; this.table.changed(); } }))),
    ];
  }

  named() {
    if (!this.place) return [];
    const options = [...this.places].sort((one, other) => one.squares[0] - other.squares[0]).map(({ text }) => [text, text]);
    return [choice("where", say("squares-of-tile"), options, this.place.text, (text) => this.#put(this.places.find((one) => one.text === text) ?? this.place))];
  }

  tools() {
    if (new Set(this.places.map(({ way }) => way)).size < 2) return [];
    return [element("button", { type: "button", "data-key": "turn", onclick: () => this.turn(1) }, say("turn-it"))];
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

/** @type {(one: Cell, other: Cell) => number} */
const distance = ([x, y], [right, down]) => Math.hypot(right - x, down - y);

/** @type {(places: TilePlace[], point: Cell, way?: string | null) => TilePlace} */
function nearest(places, point, way = null) {
  /** @type {(place: TilePlace) => number} */
  const far = (place) => distance(place.middle, point) + (way && place.way !== way ? OTHERWISE : 0);
  return places.reduce((one, other) => (far(other) < far(one) ? other : one));
}
