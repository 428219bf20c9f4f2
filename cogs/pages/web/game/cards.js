/* Cards as buttons: the tile's own drawing, the family's seal, and their name. */

import { drawn, element, picture, sprite } from "../common/elements.js";
import { called, cardName, say } from "../common/language.js";

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
