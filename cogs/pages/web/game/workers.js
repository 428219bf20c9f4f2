/* Choosing squares for workers: all of a turn stand round one building or round the castle. */

import { UNIT } from "../common/board.js";
import { drawn, element, picture, sprite } from "../common/elements.js";
import { choice, labelled } from "../common/fields.js";
import { cardName, say } from "../common/language.js";
import { squareName, squareOf } from "../common/squares.js";

export class Workers {
  kind = "workers";

  /**
   * @param {OwnTable} table where workers may be placed
   * @param {number | null} site the one to begin with
   */
  constructor(table, site = null) {
    this.table = table;
    this.stock = /** @type {NonNullable<Choices["workers"]>} */ (table.may.workers);
    /** @type {number[]} */
    this.own = [];
    /** @type {number[]} */
    this.neutral = [];
    /** @type {Site[]} */
    this.sites = this.stock.sites.map(([number, names]) => ({ number, squares: names.map((name) => squareOf(table.edition, name)) }));
    this.sites.sort((one, other) => one.squares.length - other.squares.length);
    /** @type {Site | null} */
    this.site = this.sites.find(({ number }) => number === site) ?? null;
    /** The kind that a tap puts on a square, as far as the stock goes. */
    this.kept = "own";
  }

  get about() {
    return this.site?.squares ?? [];
  }

  /** Return the choice that an action in the notation stands for.
   * @type {(table: OwnTable, text: string) => Workers} */
  static of(table, text) {
    const made = new Workers(table);
    /** @type {(kind: string) => number[]} */
    const part = (kind) => (text.match(`${kind}((?: [A-P]\\d+)+)`)?.[1] ?? "").trim().split(" ").filter(Boolean).map((name) => squareOf(table.edition, name));
    made.own = part("own");
    made.neutral = part("neutral");
    made.site = made.sites.find(({ squares }) => [...made.own, ...made.neutral].every((square) => squares.includes(square))) ?? null;
    return made;
  }

  get todo() {
    return say("squares");
  }

  /** Return how many of a kind are in stock still.
   * @type {(kind: string) => number} */
  #left(kind) {
    return kind === "own" ? this.stock.own - this.own.length : this.stock.neutral - this.neutral.length;
  }

  /** The kind that the next tap puts on a square. */
  get hand() {
    return this.#left(this.kept) ? this.kept : this.kept === "own" ? "neutral" : "own";
  }

  get action() {
    return this.own.length + this.neutral.length ? this.#written(this.own, this.neutral) : null;
  }

  /** @type {(own: number[], neutral: number[]) => string} */
  #written(own, neutral) {
    /** @type {(kind: string, squares: number[]) => string[]} */
    const of = (kind, squares) => (squares.length ? [kind, ...[...squares].sort((one, other) => one - other).map((square) => squareName(this.table.edition, square))] : []);
    return ["workers", ...of("own", own), ...of("neutral", neutral)].join(" ");
  }

  get previewed() {
    return this.action;
  }

  get told() {
    /** @type {(key: string, squares: number[]) => string[]} */
    const some = (key, squares) => squares.map((square) => say(key, { square: squareName(this.table.edition, square) }));
    return [...some("own-on", this.own), ...some("neutral-on", this.neutral)].join(", ");
  }

  /** Return the squares on which a worker may stand beside those that are chosen. */
  get open() {
    const chosen = [...this.own, ...this.neutral];
    const fitting = this.sites.filter(({ squares }) => chosen.every((square) => squares.includes(square)));
    return new Set(fitting.flatMap(({ squares }) => squares));
  }

  /** @type {(column: number, row: number) => void} */
  tap(column, row) {
    const { edition } = this.table;
    if (!this.table.camera.near([column, row])) return;
    const square = Math.floor(row) * edition.columns + Math.floor(column);
    if (this.open.has(square)) return this.#toggle(square);
    /** @type {(one: number) => number} */
    const far = (one) => Math.hypot((one % edition.columns) + 0.5 - column, Math.floor(one / edition.columns) + 0.5 - row);
    const near = [...this.open].reduce((one, other) => (far(other) < far(one) ? other : one)), { hand } = this;
    const tried = this.#written(hand === "own" ? [...this.own, square] : this.own, hand === "own" ? this.neutral : [...this.neutral, square]);
    this.table.refuse(tried, say("near-worker", { square: squareName(edition, near) }));
  }

  drag() {
    return false;
  }

  key() {
    return false;
  }

  /** Put a worker on a square, or take the one back that was put there.
   * @type {(square: number) => void} */
  #toggle(square) {
    const taken = [...this.own, ...this.neutral].includes(square), { hand } = this;
    if (!taken && !this.#left(hand)) return this.table.refuse(null, say("none-left"));
    this.own = this.own.filter((one) => one !== square);
    this.neutral = this.neutral.filter((one) => one !== square);
    if (!taken) (hand === "own" ? this.own : this.neutral).push(square);
    const stands = [...this.own, ...this.neutral];
    if (!this.site || !stands.every((one) => this.site?.squares.includes(one)))
      this.site = this.sites.find(({ squares }) => squares.includes(square) && stands.every((one) => squares.includes(one))) ?? null;
    this.table.changed();
  }

  /** @type {() => Element[]} */
  layers() {
    const { art, scene, edition } = this.table, colour = scene.seats[scene.seat].colour;
    /** @type {At} */
    const at = (square) => [(square % edition.columns) * UNIT, Math.floor(square / edition.columns) * UNIT];
    /** @type {(squares: number[], name: string) => Element[]} */
    const standing = (squares, name) => squares.map((square) => sprite(art, `worker-${name}`, ...at(square)));
    const chosen = [...this.own, ...this.neutral];
    const rings = [...this.open].map((square) => {
      const [x, y] = at(square);
      const kind = chosen.includes(square) ? "chosen" : this.site?.squares.includes(square) ? "lit strong" : "lit";
      return drawn("rect", { class: kind, x: x + 4, y: y + 4, width: UNIT - 8, height: UNIT - 8, rx: 26 });
    });
    return [...rings, ...standing(this.own, colour), ...standing(this.neutral, art.neutral)];
  }

  /** @type {() => Child[]} */
  controls() {
    const { art, scene } = this.table;
    /** @type {(kind: "own" | "neutral", colour: string) => HTMLElement} */
    const button = (kind, colour) => {
      const press = () => { this.kept = kind; this.table.changed(); };
      return element("button", { type: "button", className: "kind", "data-key": `put-${kind}`, "aria-pressed": String(this.hand === kind), disabled: !this.#left(kind), onclick: press },
        picture(art, `worker-${colour}`, 30), say(`put-${kind}`, { n: this.#left(kind) }));
    };
    return [element("div", { className: "row kinds", role: "group", "aria-label": say("which-worker") },
      this.stock.own ? button("own", scene.seats[scene.seat].colour) : null, this.stock.neutral ? button("neutral", art.neutral) : null)];
  }

  /** @type {() => Child[]} */
  named() {
    const sites = this.sites.map(({ number }, place) => [String(place), this.#name(number)]);
    const which = choice([["", "–"], ...sites], this.site ? String(this.sites.indexOf(this.site)) : "", (place) => this.#choose(place ? this.sites[Number(place)] : null));
    which.dataset.key = "site";
    const squares = (this.site?.squares ?? []).map((square) => {
      const name = squareName(this.table.edition, square);
      const key = this.own.includes(square) ? "own-on" : this.neutral.includes(square) ? "neutral-on" : "vacant-square";
      return element("button", { type: "button", className: key, "data-key": `on-${name}`, onclick: () => this.#toggle(square) }, say(key, { square: name }));
    });
    return [
      labelled(say("which-site"), which),
      squares.length ? element("div", { className: "row squares", role: "group", "aria-label": say("which-squares") }, ...squares) : null,
    ];
  }

  /** @type {(site: Site | null) => void} */
  #choose(site) {
    this.site = site;
    /** @type {(squares: number[]) => number[]} */
    const kept = (squares) => squares.filter((square) => site?.squares.includes(square));
    this.own = kept(this.own);
    this.neutral = kept(this.neutral);
    if (site) this.table.follow(site.squares);
    this.table.changed();
  }

  /** @type {(number: number) => string} */
  #name(number) {
    if (number < 0) return say("the-castle");
    const [form, family, squares] = this.table.scene.board.buildings[number];
    return say("site", { building: cardName(`${form}/${family}`), squares: squareName(this.table.edition, squares[0]) });
  }
}
