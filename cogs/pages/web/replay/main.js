/* The page that looks back: a finished game out of its link, turn by turn. */

import { Board, payment, sizeOf } from "../common/board.js";
import { drawn, element, partOf, picture } from "../common/elements.js";
import { allOf, called, cardName, know, languageField, reader, say, speak } from "../common/language.js";
import { EDITIONS, GAME, loadEdition } from "./editions.js";
import { OVER, finalGold, scenes } from "./game.js";
import { PackedError, markOf, namesIn, unpack } from "./packing.js";
import { headOf, linesOf, playerName, standOf } from "./telling.js";
import { LANGUAGES } from "./words.js";

const WIDTH = 600, HEIGHT = 220, EDGE = 8;

/** Return what each seat's gold and seals are worth after a scene.
 * @type {(state: Position) => number[]} */
export function worth(state) {
  return state.gold.map((gold, seat) => state.seals[seat].reduce((sum, count, number) => sum + count * state.values[number], gold));
}

/** Return the chart, with a mark at a scene; `go` is called with the scene that is pressed.
 * @type {(game: Game, scenes: Turn[], number: number, art: Art, go: (number: number) => void) => SVGElement} */
export function chartOf(game, scenes, number, art, go) {
  const totals = scenes.map((scene) => worth(scene.state));
  const most = Math.max(1, ...totals.flat()), turns = Math.max(1, scenes.length - 1);
  /** @type {(turn: number) => number} */
  const x = (turn) => EDGE + (turn / turns) * (WIDTH - 2 * EDGE);
  /** @type {(gold: number) => number} */
  const y = (gold) => HEIGHT - EDGE - (gold / most) * (HEIGHT - 2 * EDGE);
  const lines = game.start.colours.flatMap((colour, seat) => {
    const points = totals.map((total, turn) => `${x(turn).toFixed(1)},${y(total[seat]).toFixed(1)}`).join(" ");
    const dashes = ["", "14 6", "4 6", "18 5 4 5"][seat % 4];
    const look = { class: "line", points, stroke: art.players[colour], "stroke-dasharray": dashes };
    return [drawn("polyline", { class: "line edge", points }), drawn("polyline", look)];
  });
  /** @type {(event: MouseEvent & { currentTarget: Element }) => void} */
  const pressed = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.round(((share - EDGE) / (WIDTH - 2 * EDGE)) * turns));
  };
  return drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", "aria-hidden": "true", onclick: pressed },
    drawn("line", { class: "now", x1: x(number), x2: x(number), y1: 0, y2: HEIGHT }), ...lines);
}

const STEP_MS = 1600;
const page = partOf(document, "#page");
const shown = /** @type {Shown} */ ({ scenes: /** @type {Turn[]} */ ([]), number: 0, open: false, asked: null });
globalThis.arkadia = { shown, unpack, scenes, linesOf, markOf, speak, loadEdition };

/** The part after # holds the game, and what is shown of it: #GAME, turn, language.
 * @type {() => { text: string, t?: string, l?: string, p?: string }} */
function wanted() {
  // A page that is one file has its game within it.
  const [text = "", ...rest] = (location.hash.slice(1) || GAME).split(",");
  return { text, ...Object.fromEntries(rest.map((part) => part.split("="))) };
}

async function open() {
  const { text, t: turn, l: language, p: names } = wanted();
  stop();
  speak(language);
  document.documentElement.lang = reader.language;
  document.title = say("title");
  if (!text) return refuse("no-game");
  try {
    const mark = markOf(text);
    if (!EDITIONS.includes(mark)) throw new PackedError("edition");
    const { edition, art } = await loadEdition(mark);
    const { start, actions } = unpack(text, edition);
    const game = { start, names: namesIn(names, start.colours.length) };
    Object.assign(shown, { game, names, scenes: scenes(start, actions), art });
  } catch (error) {
    if (!(error instanceof PackedError)) throw error;
    return refuse(error.code);
  }
  furnish();
  show(turn === undefined ? shown.scenes.length - 1 : Math.trunc(Number(turn)) || 0);
}

/** @type {(code: string) => void} */
function refuse(code) {
  page.replaceChildren(element("h1", {}, say("title")), element("p", { role: "alert" }, say(code)), languageField((code) => relink({ l: code })));
}

/** Return a link to what is shown, with some of it changed.
 * @type {(changes?: Record<string, string | undefined>) => string} */
function link(changes = {}) {
  const { text } = wanted();
  const parts = { t: shown.number, l: reader.language, p: shown.names, ...changes };
  const rest = Object.entries(parts).filter(([, value]) => value !== undefined).map(([key, value]) => `,${key}=${value}`);
  return `${location.href.split("#")[0]}#${text}${rest.join("")}`;
}

/** @type {(changes: Record<string, string | undefined>) => void} */
function relink(changes) {
  history.replaceState(null, "", link(changes));
  open();
}

const part = /** @type {ReplayParts} */ ({});

function furnish() {
  const [width, height] = sizeOf(shown.game.start.edition);
  const total = shown.scenes.length - 1;
  part.board = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "board", role: "img" });
  part.base = new Board(shown.game.start.edition, shown.art, ask);
  part.board.append(part.base.whole);
  part.asked = element("p", { class: "asked" });
  part.slider = element("input", {
    type: "range", min: 0, max: total, step: 1, "aria-label": say("turn-of"),
    oninput: () => { stop(); show(Number(part.slider.value)); },
  });
  /** @type {(name: string, act: () => void) => HTMLButtonElement} */
  const button = (name, act) =>
    element("button", { type: "button", "aria-label": say(name), title: say(name), "data-name": name, onclick: act }, icon(name));
  const turning = part.play = button("play", () => (shown.timer ? stop() : play()));
  part.told = element("div", { class: "told panel", role: "status", "aria-live": "polite" });
  part.side = element("div", { class: "panels" });
  part.chart = element("div", { class: "panel" });
  part.copied = element("span", { role: "status" });
  const steps = element("div", { class: "steps", role: "group" },
    button("first", () => go(0)), button("back", () => go(shown.number - 1)), part.slider,
    button("on", () => go(shown.number + 1)), button("last", () => go(total)), turning);
  /** @type {(key: string, on: boolean, change: (on: boolean) => void) => HTMLElement} */
  const check = (key, on, change) => {
    /** @type {HTMLInputElement} */
    const field = element("input", { type: "checkbox", onchange: () => change(field.checked) });
    field.checked = on;
    return element("label", { class: "choice" }, field, say(key));
  };
  const copy = GAME ? null : element("button", { type: "button", class: "wide", onclick: copyLink }, say("link"));
  page.replaceChildren(
    element("h1", {}, say("title")),
    element("div", { class: "columns" },
      element("div", { class: "left" }, element("div", { class: "frame" }, part.board), steps, part.asked),
      element("div", { class: "right" }, part.told, part.side, part.chart,
        check("screens", shown.open, (on) => { shown.open = on; show(shown.number); }),
        shown.game.names.length ? element("button", { type: "button", class: "wide", onclick: () => relink({ p: undefined }) }, say("no-names")) : null,
        copy, part.copied, languageField((code) => relink({ l: code })), element("p", {}, say("private")))));
}

async function copyLink() {
  history.replaceState(null, "", link());
  await navigator.clipboard?.writeText(location.href);
  part.copied.textContent = say("copied");
}

/** @type {(number: number) => void} */
function go(number) {
  stop();
  show(number);
}

function play() {
  if (shown.number === shown.scenes.length - 1) show(0);
  shown.timer = setInterval(() => {
    if (shown.number === shown.scenes.length - 1) stop();
    else show(shown.number + 1);
  }, STEP_MS);
  label("pause");
}

function stop() {
  clearInterval(shown.timer);
  shown.timer = undefined;
  label("play");
}

/** @type {(name: string) => void} */
function label(name) {
  if (!part.play) return;
  part.play.setAttribute("aria-label", say(name));
  part.play.title = say(name);
  part.play.replaceChildren(icon(name));
}

/** Drawn, since not every device has letters for them.
 * @type {Record<string, string>} */
const ICONS = {
  first: "M5 5h3v14H5zM20 5v14L9 12z", back: "M17 5v14L6 12z", on: "M7 5v14l11-7z", last: "M16 5h3v14h-3zM4 5v14l11-7z",
  play: "M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM10 7.5v9l7-4.5z", pause: "M7 5h4v14H7zM13 5h4v14h-4z",
};

/** @type {(name: string) => SVGElement} */
function icon(name) {
  return drawn("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" },
    drawn("path", { d: ICONS[name], fill: "currentColor", "fill-rule": "evenodd" }));
}

/** Show a scene; a number beyond the game's shows its first or last.
 * @type {(number: number) => void} */
function show(number) {
  shown.number = Math.min(Math.max(number, 0), shown.scenes.length - 1);
  shown.asked = null;
  const scene = shown.scenes[shown.number], { game } = shown;
  part.base.show(game, scene);
  const head = headOf(game, scene, shown.scenes.length - 1);
  part.board.setAttribute("aria-label", `${say("board")}. ${head}`);
  part.slider.value = String(shown.number);
  part.slider.setAttribute("aria-valuetext", head);
  part.asked.textContent = "";
  part.told.replaceChildren(
    element("p", { class: "head" }, head),
    element("ul", {}, ...linesOf(game, scene).map((line) => element("li", {}, line))),
    element("p", { class: "spoken" }, standOf(game, scene).join(" ")),
    ...ending(game, scene),
  );
  part.side.replaceChildren(values(game, scene), ...game.start.colours.map((_, seat) => player(game, scene, seat)), cards(game, scene));
  part.chart.replaceChildren(element("p", { class: "spoken" }, say("chart")), chartOf(game, shown.scenes, shown.number, shown.art, go));
}

/** @type {(game: Game, scene: Turn) => HTMLElement[]} */
function ending(game, scene) {
  if (scene.state.phase !== OVER) return [];
  const gold = finalGold(scene.state), best = Math.max(...gold);
  const winners = gold.flatMap((amount, seat) => (amount === best ? [playerName(game, seat)] : []));
  return [element("p", { class: "head" }, say("winner", { players: allOf(winners) }))];
}

/** @type {(game: Game, scene: Turn) => HTMLElement} */
function values(game, scene) {
  const { families } = game.start.edition;
  return element("div", { class: "panel row", role: "group", "aria-label": say("values-heading") },
    ...families.map((family, number) => {
      const value = scene.state.values[number], before = scene.before[number];
      const sign = value > before ? " ▲" : value < before ? " ▼" : "";
      return element("span", { class: "value" }, picture(shown.art, `seal-${family}`, 28), element("span", { class: "spoken" }, called(family).bare), `${value}${sign}`);
    }));
}

/** @type {(game: Game, scene: Turn, seat: number) => HTMLElement} */
function player(game, scene, seat) {
  const { state } = scene, over = state.phase === OVER;
  const gold = over ? finalGold(state)[seat] : state.gold[seat];
  const rows = [];
  if (shown.open) {
    const hand = state.hands[seat].map((card) => cardName(card).bare).join(", ");
    const seals = state.seals[seat].map((count, number) =>
      element("span", { class: "value" }, picture(shown.art, `seal-${game.start.edition.families[number]}`, 22), String(count)));
    rows.push(
      element("p", { class: "quiet" }, `${say("hand")}: ${hand}`),
      element("p", { class: "quiet" }, `${say("own")}: ${state.own[seat]} · ${say("neutral")}: ${state.grey[seat]} · ${say("banners")}: ${state.banners[seat]}`),
      element("div", { class: "row", role: "group", "aria-label": say("seals-heading") }, ...seals),
    );
  }
  return element("div", { class: scene.mover === seat ? "panel player mover" : "panel player" },
    element("div", { class: "row" }, picture(shown.art, `worker-${game.start.colours[seat]}`, 36), element("span", { class: "name" }, playerName(game, seat)),
      picture(shown.art, "coin", 22), element("span", { class: "amount" }, String(gold))), ...rows);
}

/** @type {(game: Game, scene: Turn) => HTMLElement} */
function cards(game, scene) {
  const open = scene.state.open.map((card) => cardName(card).bare).join(", ");
  return element("div", { class: "panel quiet" }, `${say("open-cards")}: ${open || "–"} · ${say("stack", { n: scene.state.stack.length })}`);
}

/** Say what a building pays whom, when it is pointed at or tapped.
 * @type {(building: Laid) => void} */
function ask(building) {
  if (shown.asked === building) return;
  shown.asked = building;
  const { game } = shown, { state } = shown.scenes[shown.number];
  const names = game.start.colours.map((_, seat) => playerName(game, seat));
  part.asked.textContent = payment(game.start.edition, state, building, names);
}

/** @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => shown.number - 1, ArrowRight: () => shown.number + 1,
  Home: () => 0, End: () => shown.scenes.length - 1,
};

document.addEventListener("keydown", (event) => {
  const inField = event.target instanceof Element && event.target.matches("select, input[type=range]");
  if (inField || event.ctrlKey || event.metaKey || event.altKey || !shown.scenes.length) return;
  if (event.key in KEYS) {
    event.preventDefault();
    go(KEYS[event.key]());
  } else if (event.key === " " && event.target === document.body) {
    event.preventDefault();
    if (shown.timer) stop();
    else play();
  }
});
know(LANGUAGES);
addEventListener("hashchange", open);
open();
