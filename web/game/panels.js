/* What stands beside the board: values, players, the own screen, and what happened. */

import { element, picture } from "../common/elements.js";
import { allOf, cardName, say } from "../common/language.js";
import { cardShown, sealed } from "./cards.js";

/** Return the values of the seals, for the top of the page.
 * @type {(table: Table) => HTMLElement} */
export function valuesOf({ art, scene, edition }) {
  return element("div", { className: "values", role: "group", "aria-label": say("values-heading") },
    ...edition.families.map((family, number) => sealed(art, family, scene.values[number])));
}

/** Return the cards that may be taken, and how many are in the stack.
 * @type {(table: Table) => HTMLElement} */
export function openCards({ scene }) {
  const open = scene.openCards.map((card) => cardName(card).bare).join(", ");
  return element("p", { className: "panel quiet" }, `${say("open-cards")}: ${open || "–"} · ${say("stack", { n: scene.stack })}`);
}

/** Return the players in the order of their seats.
 * @type {(table: Table) => HTMLElement} */
export function playersOf({ art, scene }) {
  const rows = scene.seats.map((seat, number) => {
    const name = seat.computer ? say("computer", seat) : seat.away ? say("away", seat) : seat.name;
    const gold = scene.result ? [picture(art, "coin", 22), element("span", { className: "amount" }, String(scene.result.gold[number]))] : [];
    const counts = `${say("cards", { n: seat.cards })} · ${say("own")}: ${seat.workers} · ${say("banners")}: ${seat.banners}`;
    const active = number === scene.active;
    return element("li", { className: active ? "panel player mover" : "panel player", "aria-current": active ? "true" : null },
      element("div", { className: "row" }, picture(art, `worker-${seat.colour}`, 34),
        element("span", { className: "name" }, name), ...gold),
      element("div", { className: "quiet" }, counts));
  });
  return element("section", { "aria-label": say("players") }, element("ul", { className: "players" }, ...rows));
}

/** Return what is behind the reader's own screen, or null for those who watch.
 * @type {(table: Table) => HTMLElement | null} */
export function screenOf({ art, scene, edition, may }) {
  const { own, seat } = scene;
  if (!own || seat === null) return null;
  const worth = edition.families.reduce((sum, _, number) => sum + own.seals[number] * scene.values[number], 0);
  const inHand = may?.cards.length ? null : element("div", { className: "cards" }, ...own.hand.map((card) => cardShown(art, card)));
  return element("section", { className: "panel", "aria-label": say("screen-heading") },
    element("h2", {}, say("screen")), inHand,
    element("div", { className: "row", role: "group", "aria-label": say("seals-heading") }, ...edition.families.map((family, number) => sealed(art, family, own.seals[number]))),
    element("p", {}, `${say("worth-now", { gold: say("gold", { n: worth, gold: worth }) })} ${say("gold-so-far", { gold: say("gold", { n: own.gold, gold: own.gold }) })}`),
    element("p", { className: "quiet" }, `${say("own")}: ${own.own} · ${say("neutral")}: ${own.neutral} · ${say("banners")}: ${scene.seats[seat].banners}`));
}

/** Return the newest turns in sentences.
 * @type {(table: Table) => HTMLElement} */
export function logOf({ scene }) {
  const turns = scene.log.map(({ head, said }) =>
    element("li", {}, element("p", { className: "head" }, head), element("ul", {}, ...said.map((line) => element("li", {}, line)))));
  const told = turns.length ? element("ol", { className: "log" }, ...turns) : element("p", { className: "quiet" }, say("no-turns"));
  return element("section", { className: "panel", "aria-label": say("log") }, element("h2", {}, say("log")), told);
}

/** Return who has won, when the game is over.
 * @type {(scene: Scene, result: NonNullable<Scene["result"]>) => string} */
export function winnersOf(scene, result) {
  const names = result.winners.map((seat) => scene.seats[seat].name);
  return say("winner", { players: allOf(names) });
}
