/* Handing in a banner: how many seals of each family are sold with it. */

import { element, picture } from "../common/elements.js";
import { called, say } from "../common/language.js";

export class Sale {
  kind = "banner";

  /** @param {OwnTable} table where a banner may be handed in */
  constructor(table) {
    const { most, workers } = /** @type {NonNullable<Choices["banner"]>} */ (table.may.banner);
    this.table = table;
    this.most = most;
    this.workers = workers;
    /** @type {Record<string, number>} */
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

  get about() {
    return [];
  }

  tap() {}

  drag() {
    return false;
  }

  key() {
    return false;
  }

  /** @type {(family: string, amount: number) => void} */
  #set(family, amount) {
    this.amounts[family] = Math.min(Math.max(amount, 0), this.most[family]);
    this.table.changed();
  }

  /** @type {() => Element[]} */
  layers() {
    return [];
  }

  /** @type {() => Child[]} */
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

  named() {
    return [];
  }
}
