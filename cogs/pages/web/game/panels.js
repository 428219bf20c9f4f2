/* What stands beside the board: values, players, cards, the own screen, and what happened. */

import { drawn, element, picture, sprite } from "../common/elements.js";
import { allOf, called, cardName, say } from "../common/language.js";

/** Return the drawing of a card's tile with its seal.
 * @type {(art: Art, card: string, height?: number) => SVGElement} */
export function tile(art, card, height = 46) {
  const [form, family] = card.split("/"), name = `${form}-0`;
  const [wide, high] = art.sprites[name], { seal: [x, y], size } = art.spots[name];
  const whole = drawn("svg", { class: "tile", viewBox: `0 0 ${wide} ${high}`, height, width: Math.round((height * wide) / high), "aria-hidden": "true" });
  whole.append(sprite(art, name, 0, 0), sprite(art, `seal-${family}`, x - size / 2, y - size / 2, size));
  return whole;
}

/** Return the drawing of a pile of cards seen from behind. */
function back() {
  const cards = [8, 4, 0].map((away) => drawn("rect", { class: "back", x: 2 + away, y: 2 + away, width: 28, height: 34, rx: 4 }));
  return drawn("svg", { viewBox: "0 0 40 46", width: 40, height: 46, "aria-hidden": "true" }, ...cards);
}

/** Return a card as a button; `chosen` is null where it is not one of several to choose from.
 * @type {(art: Art, card: string, how: { chosen?: boolean | null, key: string, press: () => void }) => HTMLButtonElement} */
export function cardButton(art, card, { chosen = null, key, press }) {
  const text = card === "stack" ? say("from-stack") : card === "none" ? say("nothing-left") : capital(cardName(card).bare);
  const name = element("span", { className: "caption" }, text);
  const drawing = card.includes("/") ? tile(art, card) : card === "stack" ? back() : null;
  const pressed = chosen === null ? {} : { "aria-pressed": String(chosen) };
  return element("button", { type: "button", className: "card", "data-key": key, onclick: press, ...pressed }, drawing, name);
}

/** Return a card that cannot be chosen now.
 * @type {(art: Art, card: string, height?: number) => HTMLElement} */
export function cardShown(art, card, height = 46) {
  return element("span", { className: "card" }, tile(art, card, height), element("span", { className: "caption" }, capital(cardName(card).bare)));
}

/** Return a family's seal beside a number, with its name for those who hear it.
 * @type {(art: Art, family: string, text: string | number, size?: number) => HTMLElement} */
export function sealed(art, family, text, size = 26) {
  return element("span", { className: "value" }, picture(art, `seal-${family}`, size), element("span", { className: "spoken" }, called(family).bare), String(text));
}

/** @type {(text: string) => string} */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Return the values of the seals, and the castle pieces that are left on this floor.
 * @type {(table: Table) => HTMLElement} */
export function valuesOf({ art, scene, edition }) {
  const { floor, pools } = scene.board;
  /** @type {(name: string, text: string, counts: number[]) => HTMLElement} */
  const group = (name, text, counts) => element("div", { className: "values", role: "group", "aria-label": text, title: text },
    picture(art, name, 22), element("span", { className: "quiet", "aria-hidden": "true" }, text), ...edition.families.map((family, number) => sealed(art, family, counts[number], 22)));
  return element("div", { className: "counts" }, group("coin", say("values-heading"), scene.values), pools[floor] ? group("block-1", say("floor", { floor: floor + 1 }), pools[floor]) : null);
}

/** Return how far the game is, and how far its end.
 * @type {(table: Table) => HTMLElement} */
export function factsOf({ scene }) {
  return element("p", {}, say("turn-now", { number: scene.turn }), " · ", element("strong", {}, scene.ends));
}

/** Return the cards that may be taken, and how many are in the stack.
 * @type {(table: Table) => HTMLElement | null} */
export function openCards({ art, chosen, may, scene }) {
  // In the step that takes one of them they stand there.
  if (scene.result || chosen?.kind === "build" && may?.draw.length) return null;
  return element("section", { className: "panel open", "aria-label": say("open-cards") },
    element("p", { className: "quiet" }, `${say("open-cards")} · ${say("stack", { n: scene.stack })}`),
    element("div", { className: "cards" }, ...scene.openCards.map((card) => cardShown(art, card, 32))));
}

/** Return what the reader can complete by one action, where help is agreed on.
 * @type {(table: Table) => HTMLElement | null} */
export function chancesOf({ may }) {
  if (!may?.chances.length) return null;
  return element("section", { className: "panel chances" }, ...may.chances.map((line) => element("p", {}, line)));
}

/** Return what the others did since the reader's last turn, a line a turn.
 * @type {(table: Table) => HTMLElement | null} */
export function sinceOf({ scene }) {
  const own = scene.log.findIndex(({ seat }) => seat === scene.seat), turns = own < 0 ? scene.log : scene.log.slice(0, own);
  if (scene.seat === null || !turns.length || scene.done.length) return null;
  return element("section", { className: "panel since" }, element("p", { className: "quiet" }, say("since")),
    element("ul", {}, ...[...turns].reverse().map(({ brief }) => element("li", {}, brief))));
}

/** @type {Record<string, string>} */
const SIGNS = {
  card: "M4 2h8v12h-8z",
  worker: "M8 2a3 3 0 0 1 2 5.2l3 6.8H3l3-6.8A3 3 0 0 1 8 2z",
  banner: "M4 1h1v14H4zM6 2h7l-2 3 2 3H6z",
};

/** Return the sign of what people have a number of.
 * @type {(name: string) => SVGElement} */
function sign(name) {
  return drawn("svg", { class: "sign", viewBox: "0 0 16 16", width: 14, height: 14 }, drawn("path", { d: SIGNS[name] }));
}

/** Return the players in the order of their seats.
 * @type {(table: Table) => HTMLElement} */
export function playersOf({ art, scene }) {
  const rows = scene.seats.map((seat, number) => {
    const name = seat.computer ? say("computer", seat) : seat.away ? say("away", seat) : seat.name;
    const gold = scene.result ? [picture(art, "coin", 22), element("span", { className: "amount" }, String(scene.result.gold[number]))] : [];
    const counts = `${say("cards", { n: seat.cards })} · ${say("own")}: ${seat.workers} · ${say("banners")}: ${seat.banners}`;
    const active = number === scene.active;
    return element("li", { className: active ? "player mover" : "player", "aria-current": active ? "true" : null },
      picture(art, `worker-${seat.colour}`, 28), element("span", { className: "name" }, name), ...gold,
      element("span", { className: "spoken" }, counts),
      scene.result ? null : element("span", { className: "has", "aria-hidden": "true", title: counts }, sign("card"), `${seat.cards}`, sign("worker"), `${seat.workers}`, sign("banner"), `${seat.banners}`));
  });
  return element("section", { "aria-label": say("players") }, element("ul", { className: "players" }, ...rows));
}

/** Return what is behind the reader's own screen, or null for those who watch.
 * @type {(table: Table) => HTMLElement | null} */
export function screenOf({ art, scene, edition, may }) {
  const { own } = scene;
  if (!own) return null;
  const worth = edition.families.reduce((sum, _, number) => sum + own.seals[number] * scene.values[number], 0);
  const inHand = may?.cards.length ? null : element("div", { className: "cards" }, ...own.hand.map((card) => cardShown(art, card)));
  return element("section", { className: "panel", "aria-label": say("screen-heading") },
    inHand,
    element("div", { className: "row", role: "group", "aria-label": say("seals-heading") }, ...edition.families.map((family, number) => sealed(art, family, own.seals[number]))),
    element("p", {}, `${say("worth-now", { gold: say("gold", { n: worth, gold: worth }) })} ${say("gold-so-far", { gold: say("gold", { n: own.gold, gold: own.gold }) })}`,
      element("span", { className: "quiet" }, ` ${say("neutral")}: ${own.neutral}`)));
}

/** Return buttons to the reader's other games, those first that wait for them; null without any.
 * @type {(games: OtherGame[], go: (game: number) => void) => HTMLElement | null} */
export function othersOf(games, go) {
  if (!games.length) return null;
  const buttons = [...games].sort((one, other) => Number(other.due) - Number(one.due)).map(({ game, due, names }) =>
    element("button", { type: "button", className: due ? "due" : "", "data-key": `game-${game}`, onclick: () => go(game) },
      `${due ? "● " : ""}${say("title", { number: game })}: ${allOf(names)}`, due ? element("span", { className: "spoken" }, ` ${say("your-turn")}`) : null));
  return element("nav", { className: "games", "aria-label": say("others") }, ...buttons);
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
