/* What a turn may be besides a building: workers, a castle piece, a banner. */

import { UNIT, cornersOf, ringOf, squareName, squareOf } from "../common/board.js";
import { choice, drawn, element, picture, sprite } from "../common/elements.js";
import { called, cardName, say } from "../common/language.js";
import { capital, sealed } from "./panels.js";

/** A choice that nothing is known of; see `Choice` for what its parts are. */
export class Choosing {
  /** @param {OwnTable} table where it is chosen */
  constructor(table) {
    this.table = table;
  }

  /** @returns {string | null} */
  get action() {
    return null;
  }

  get previewed() {
    return this.action;
  }
}

export class Workers extends Choosing {
  kind = "workers";

  /**
   * @param {OwnTable} table where workers may be placed
   * @param {number | null} site the one to begin with
   */
  constructor(table, site = null) {
    super(table);
    this.stock = /** @type {NonNullable<Choices["workers"]>} */ (table.may.workers);
    /** @type {number[]} */
    this.own = [];
    /** @type {number[]} */
    this.neutral = [];
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

  layers() {
    const { art, scene, edition } = this.table, colour = scene.seats[scene.seat].colour, at = cornersOf(edition);
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

  named() {
    const sites = this.sites.map(({ number }, place) => [String(place), this.#name(number)]);
    const squares = (this.site?.squares ?? []).map((square) => {
      const name = squareName(this.table.edition, square);
      const key = this.own.includes(square) ? "own-on" : this.neutral.includes(square) ? "neutral-on" : "vacant-square";
      return element("button", { type: "button", className: key, "data-key": `on-${name}`, onclick: () => this.#toggle(square) }, say(key, { square: name }));
    });
    return [
      choice("site", say("which-site"), [["", "–"], ...sites], this.site ? String(this.sites.indexOf(this.site)) : "", (place) => this.#choose(place ? this.sites[Number(place)] : null)),
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

export class Castle extends Choosing {
  kind = "castle";

  /** @param {OwnTable} table where a piece may be placed */
  constructor(table) {
    super(table);
    const may = this.may = /** @type {NonNullable<Choices["castle"]>} */ (table.may.castle);
    /** @type {string | null} */
    this.family = may.families.length === 1 ? may.families[0] : null;
    /** @type {number | null} */
    this.ring = may.rings.length === 1 ? may.rings[0] : null;
    this.ringSquares = ringOf(table.edition, table.scene.lot);
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

  layers() {
    const { art, edition } = this.table;
    return this.may.rings.flatMap((place) => {
      const [x, y] = cornersOf(edition)(this.ringSquares[place - 1]);
      const chosen = place === this.ring;
      const number = drawn("text", { class: "ring-number", x: x + UNIT - 4, y: y + UNIT - 5 }, String(place));
      const frame = drawn("rect", { class: chosen ? "chosen" : "lit ring", x: x + 2, y: y + 2, width: UNIT - 4, height: UNIT - 4, rx: 6 });
      return [frame, chosen && this.family ? sprite(art, `seal-${this.family}`, x + 6, y + 6, UNIT - 12) : null, number].filter(Boolean);
    });
  }

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

  named() {
    const rings = this.may.rings.map((place) => [String(place), this.#ringName(place)]);
    return [choice("ring", say("which-ring"), [["", "–"], ...rings], String(this.ring ?? ""), (place) => this.#choose({ ring: Number(place) || null }))];
  }
}

export class Sale extends Choosing {
  kind = "banner";

  /** @param {OwnTable} table where a banner may be handed in */
  constructor(table) {
    super(table);
    const { most, workers } = /** @type {NonNullable<Choices["banner"]>} */ (table.may.banner);
    this.most = most;
    this.workers = workers;
    this.amounts = Object.fromEntries(Object.keys(most).map((family) => [family, 0]));
  }

  /** Return the choice that an action in the notation stands for.
   * @type {(table: OwnTable, text: string) => Sale} */
  static of(table, text) {
    const made = new Sale(table), sold = text.split(" ").slice(2);
    for (let place = 0; place < sold.length; place += 2) made.amounts[sold[place]] = Number(sold[place + 1]);
    return made;
  }

  get todo() {
    const brings = say("banner-brings", { n: this.workers });
    return Object.values(this.most).some(Boolean) ? `${brings} ${say("sell")}` : brings;
  }

  get action() {
    const sold = Object.entries(this.amounts).filter(([, amount]) => amount);
    return ["banner", ...(sold.length ? ["sell", ...sold.flat()] : [])].join(" ");
  }

  get previewed() {
    return null;
  }

  get told() {
    return say("gold", { n: this.gold, gold: this.gold });
  }

  get gold() {
    const { families } = this.table.edition, { values } = this.table.scene;
    return families.reduce((sum, family, number) => sum + this.amounts[family] * values[number], 0);
  }

  get doing() {
    return Object.values(this.amounts).some(Boolean) ? say("hand-in-for", { gold: this.told }) : say("hand-in");
  }

  /** @type {(family: string, amount: number) => void} */
  #set(family, amount) {
    this.amounts[family] = Math.min(Math.max(amount, 0), this.most[family]);
    this.table.changed();
  }

  controls() {
    const { art, edition, scene } = this.table;
    const lines = edition.families.filter((family) => this.most[family]).map((family) => {
      const amount = this.amounts[family], number = edition.families.indexOf(family);
      /** @type {(key: string, text: string, by: number) => HTMLElement} */
      const step = (key, text, by) => {
        const value = amount + by, none = value < 0 || value > this.most[family];
        return element("button", { type: "button", "data-key": `${key}-${family}`, "aria-label": say(key, { family: called(family) }), "aria-disabled": String(none), onclick: () => this.#set(family, value) }, text);
      };
      const told = say("sale-line", { family: called(family), amount, count: this.most[family], price: scene.values[number] });
      return element("div", { className: "sale", role: "group", "aria-label": called(family).bare },
        picture(art, `seal-${family}`, 30), step("fewer", "−", -1), step("more", "+", 1), element("span", {}, told));
    });
    const all = element("button", { type: "button", "data-key": "all", onclick: () => { Object.assign(this.amounts, this.most); this.table.changed(); } }, say("sell-all"));
    return [...lines, lines.length ? all : null];
  }
}
