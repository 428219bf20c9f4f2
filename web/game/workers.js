/* Choosing squares for workers: all of a turn stand round one building or round the castle. */

import { UNIT } from "../common/board.js";
import { drawn, element, sprite } from "../common/elements.js";
import { choice, labelled } from "../common/fields.js";
import { cardName, say } from "../common/language.js";
import { squareName, squareOf } from "../common/squares.js";
import { capital } from "./cards.js";

export class Workers {
  kind = "workers";

  constructor(table, site = null) {
    const { edition, may } = table;
    Object.assign(this, { table, own: [], neutral: [] });
    this.sites = may.workers.sites.map(([number, names]) => ({ number, squares: names.map((name) => squareOf(edition, name)) }));
    this.sites.sort((one, other) => one.squares.length - other.squares.length);
    this.site = this.sites.find(({ number }) => number === site) ?? null;
  }

  /** Return the choice that an action in the notation stands for. */
  static of(table, text) {
    const made = new Workers(table), part = (kind) => (text.match(`${kind}((?: [A-P]\\d+)+)`)?.[1] ?? "").trim().split(" ").filter(Boolean);
    for (const kind of ["own", "neutral"]) made[kind] = part(kind).map((name) => squareOf(table.edition, name));
    made.site = made.sites.find(({ squares }) => [...made.own, ...made.neutral].every((square) => squares.includes(square))) ?? null;
    return made;
  }

  get todo() {
    const { own, neutral } = this.table.may.workers;
    return `${say("squares")} ${say("left", { own: own - this.own.length, neutral: neutral - this.neutral.length })}`;
  }

  get action() {
    const names = (squares) => [...squares].sort((one, other) => one - other).map((square) => squareName(this.table.edition, square));
    const parts = [["own", this.own], ["neutral", this.neutral]].filter(([, squares]) => squares.length);
    return parts.length ? ["workers", ...parts.flatMap(([kind, squares]) => [kind, ...names(squares)])].join(" ") : null;
  }

  get previewed() {
    return this.action;
  }

  get told() {
    const some = (key, squares) => squares.map((square) => say(key, { square: squareName(this.table.edition, square) }));
    return [...some("own-on", this.own), ...some("neutral-on", this.neutral)].join(", ");
  }

  /** Return the squares on which a worker may stand beside those that are chosen. */
  get open() {
    const chosen = [...this.own, ...this.neutral];
    const fitting = this.sites.filter(({ squares }) => chosen.every((square) => squares.includes(square)));
    return new Set(fitting.flatMap(({ squares }) => squares));
  }

  tap(column, row) {
    const { edition } = this.table;
    if (!this.table.near([column, row])) return;
    const square = Math.floor(row) * edition.columns + Math.floor(column);
    if (this.open.has(square)) this.#toggle(square);
  }

  drag() {
    return false;
  }

  key() {
    return false;
  }

  /** Change a square from vacant to an own worker, to a neutral one, and back, as far as stocks go. */
  #toggle(square) {
    const { own, neutral } = this.table.may.workers;
    const was = this.own.includes(square) ? "own" : this.neutral.includes(square) ? "neutral" : "none";
    this.own = this.own.filter((one) => one !== square);
    this.neutral = this.neutral.filter((one) => one !== square);
    if (was === "none" && this.own.length < own) this.own.push(square);
    else if (was !== "neutral" && this.neutral.length < neutral) this.neutral.push(square);
    const stands = [...this.own, ...this.neutral];
    if (!this.site || !stands.every((one) => this.site.squares.includes(one)))
      this.site = this.sites.find(({ squares }) => squares.includes(square) && stands.every((one) => squares.includes(one)));
    this.table.changed();
  }

  layers() {
    const { art, scene, edition } = this.table, colour = scene.seats[scene.seat].colour;
    const at = (square) => [(square % edition.columns) * UNIT, Math.floor(square / edition.columns) * UNIT];
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
    const sites = this.sites.map(({ number }, place) => [String(place), this.#name(number)]);
    const which = choice([["", "–"], ...sites], this.site ? String(this.sites.indexOf(this.site)) : "", (place) => this.#choose(this.sites[place] ?? null));
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

  #choose(site) {
    this.site = site;
    const kept = (squares) => squares.filter((square) => site?.squares.includes(square));
    this.own = kept(this.own);
    this.neutral = kept(this.neutral);
    this.table.closeTo(site?.squares ?? []);
    this.table.changed();
  }

  #name(number) {
    if (number < 0) return say("the-castle");
    const [form, family, squares] = this.table.scene.board.buildings[number];
    return say("site", { building: cardName(`${form}/${family}`), squares: squareName(this.table.edition, squares[0]) });
  }
}
