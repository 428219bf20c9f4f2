/* The bar beside or below the board: what the reader may do now, step by step. */

import { element } from "../common/elements.js";
import { say } from "../common/language.js";
import { Building } from "./building.js";
import { cardButton, winnersOf } from "./panels.js";
import { Castle, Sale, Workers } from "./choices.js";

/** @type {Record<string, { of(table: OwnTable, action: string): Choice }>} */
const KINDS = { build: Building, workers: Workers, castle: Castle, banner: Sale };

/** Return whether the reader may do something.
 * @type {(table: Table) => table is OwnTable} */
export function isOwn(table) {
  return table.may !== null;
}

/** Return the choice that an action in the notation stands for.
 * @type {(table: OwnTable, action: string) => Choice} */
export function choiceOf(table, action) {
  return KINDS[action.split(" ")[0]].of(table, action);
}

/** Return whether an action is among what may be chosen now.
 * @type {(table: OwnTable, action: string) => boolean} */
export function offered({ may }, action) {
  const [kind, what] = action.split(" ");
  if (kind === "build") return may.cards.includes(what);
  return Boolean({ workers: may.workers, castle: may.castle, banner: may.banner }[kind]);
}

/** @type {Record<string, string>} */
const DOING = { build: "do-build", workers: "do-workers", castle: "do-castle" };

/** Return the parts of the bar.
 *
 * @param {Table} table the scene with what is chosen
 * @param {Doing} doing what its buttons do
 * @returns {Child[]}
 */
export function barOf(table, doing) {
  const { chosen } = table;
  if (!isOwn(table)) return [todo(waiting(table))];
  return chosen ? choosing(table, chosen, doing) : [...said(table), ...planned(table), todo(...idle(table)), ...ideas(table, doing), ...ways(table, doing), buttons(table, doing)];
}

/** @type {(...sentences: string[]) => HTMLElement} */
function todo(...sentences) {
  return element("p", { className: "todo", "data-key": "todo", tabIndex: -1 }, sentences.filter(Boolean).join(" "));
}

/** @type {(table: Table) => string} */
function waiting(table) {
  const { scene } = table;
  if (scene.result) return winnersOf(scene, scene.result);
  if (scene.state !== "running") return say("closed");
  return scene.task.join(" · ");
}

/** Return what is to be done as long as nothing is chosen.
 * @type {(table: OwnTable) => string[]} */
function idle({ scene, may }) {
  if (may.ahead) return [scene.task[0], say("ahead")];
  if (may.end) return [say(may.banner ? "may-sell" : "may-end"), may.whyNoUndo];
  if (may.pass) return [say("your-turn"), say("only-pass")];
  const building = Object.values(may.places).some((places) => places.length);
  if (!building) return [say("your-turn"), say("only-workers")];
  return [say("your-turn"), say(may.workers ? "begin" : "only-build")];
}

/** @type {(table: Table) => HTMLElement[]} */
function said({ scene }) {
  if (!scene.done.length) return [];
  return [element("p", { className: "quiet" }, say("done-heading")), element("ul", {}, ...scene.done.map((line) => element("li", {}, line)))];
}

/** @type {(table: OwnTable) => HTMLElement[]} */
function planned({ may }) {
  return may.planned.length ? [element("ul", { className: "planned" }, ...may.planned.map((line) => element("li", {}, line)))] : [];
}

/** @type {(table: OwnTable, doing: Doing) => HTMLElement[]} */
function ways(table, { choose }) {
  const { may, art, scene } = table;
  if (!may.cards.length && !may.workers) return [];
  const cards = scene.own.hand.map((card, place) => {
    const made = cardButton(art, card, { key: `card-${place}`, press: () => choose(new Building(table, card)) });
    if (!may.places[card.split("/")[0]].length) made.classList.add("unfit");
    return made;
  });
  return [element("div", { className: "cards", role: "group", "aria-label": say("hand") }, ...cards)];
}

/** @type {(table: OwnTable, doing: Doing) => HTMLElement[]} */
function ideas(table, { choose }) {
  if (!table.ideas) return [];
  const shown = table.ideas.all.map(({ action, text }, number) => offered(table, action)
    ? button(`idea-${number}`, text, () => choose(choiceOf(table, action)), "wide") : text);
  return [element("div", { className: "ideas" },
    element("p", { className: "head" }, say("hint-heading")), element("ol", {}, ...shown.map((idea) => element("li", {}, idea))), ...table.ideas.said.map((line) => element("p", { className: "quiet" }, line)))];
}

/** @type {(table: OwnTable, doing: Doing) => HTMLElement} */
function buttons(table, doing) {
  const { may } = table;
  const { prepared } = may, look = prepared !== null && offered(table, prepared);
  return element("div", { className: "row buttons" },
    may.undo ? button("undo", say("undo"), () => doing.act("undo")) : null,
    may.workers ? button("workers", say("do-workers"), () => doing.choose(new Workers(table))) : null,
    may.banner ? button("banner", say("banner"), () => doing.choose(new Sale(table))) : null,
    look ? button("look", say("look"), () => doing.choose(choiceOf(table, prepared))) : null,
    may.atOnce === null ? null : button("at-once", say(may.atOnce ? "wait" : "at-once"), () => doing.atOnce(!may.atOnce), may.atOnce ? "" : "go"),
    may.ahead && prepared ? button("forget", say("forget"), () => doing.prepare(null)) : null,
    may.hints && !may.ahead ? button("hint", say("hint"), doing.hint) : null,
    may.pass && !may.ahead ? button("pass", say("pass"), () => doing.act("pass"), "go") : null,
    may.end ? button("end", say("end"), () => doing.act("end"), "go") : null);
}

/** @type {(key: string, text: string, press: () => void, className?: string) => HTMLButtonElement} */
function button(key, text, press, className = "") {
  return element("button", { type: "button", "data-key": key, className, onclick: press }, text);
}

/** @type {(table: OwnTable, chosen: Choice, doing: Doing) => Child[]} */
function choosing(table, chosen, doing) {
  const { may, brings, wrong } = table, { action } = chosen, named = chosen.named?.() ?? [];
  const why = table.ideas?.all.find((idea) => idea.action === action)?.why;
  const confirm = may.ahead
    ? button("do", say("do-prepare"), () => action && doing.prepare(action), "go")
    : button("do", chosen.doing ?? say(DOING[chosen.kind]), () => action && doing.act(action), "go");
  confirm.disabled = !action;
  const leaves = chosen.kind !== "castle";
  return [
    todo(chosen.todo),
    wrong ? element("p", { className: "wrong" }, wrong) : null,
    why ? element("p", { className: "quiet" }, why) : null,
    ...chosen.controls(),
    named.length ? byName(table, chosen, named) : null,
    element("div", { className: "row buttons" },
      leaves ? button("back", say("back"), () => doing.choose(null)) : null,
      !leaves && may.undo ? button("undo", say("undo"), () => doing.act("undo")) : null,
      ...(chosen.tools?.() ?? []), confirm),
    // Last, and above the rest where the bar stands at the bottom: it comes a moment later, when a finger may be on its way to a button.
    element("div", { className: "brings", role: "status" }, ...bringing(chosen, brings)),
  ];
}

/** Return the fields by which everything can be chosen without the board, behind what is chosen.
 * @type {(table: Table, chosen: Choice, fields: Child[]) => HTMLElement} */
function byName(table, chosen, fields) {
  const whole = element("details", { className: "by-name", open: table.named }, element("summary", { "data-key": "names" }, chosen.told || say("by-name")), ...fields);
  whole.addEventListener("toggle", () => { table.named = whole.open; });
  return whole;
}

/** Return what a choice would bring, as far as it is known.
 * @type {(chosen: Choice, brings: Brings | null) => HTMLElement[]} */
export function bringing(chosen, brings) {
  const told = chosen.told ? [element("p", { className: "spoken" }, chosen.told)] : [];
  if (!brings) return told;
  const [before, after] = brings.worth;
  const lines = before === after ? brings.said : [...brings.said, say("worth", { before, after })];
  return [...told, ...(lines.length ? lines : [say("brings-nothing")]).map((line) => element("p", {}, line))];
}
