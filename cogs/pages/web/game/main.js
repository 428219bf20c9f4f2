/* The page of a running game: watched by those who have its link, played by those who have a seat. */

import { LEFT, TOP, Board, border, lotSquares, payment, sizeOf } from "../common/board.js";
import { drawn, element, partOf } from "../common/elements.js";
import { know, languageField, reader, say, speak } from "../common/language.js";
import { barOf, bringing, choiceOf, isOwn, offered } from "./bar.js";
import { Camera } from "./camera.js";
import { Castle, Workers } from "./choices.js";
import { FILES, act, goTo, hint, isOld, isOver, listen, look, otherGames, prepare, preview, watching } from "./line.js";
import { chancesOf, factsOf, logOf, openCards, othersOf, playersOf, screenOf, sinceOf, valuesOf, winnersOf } from "./panels.js";

const PREVIEW_MS = 150, AGAIN_MS = 4000, OTHERS_MS = 60_000;
const page = partOf(document, "#page");
const part = /** @type {GameParts} */ ({});
/** What was asked for, by the file's name.
 * @type {Map<string, Promise<unknown>>} */
const loaded = new Map();

/* What is shown: the scene with its edition, and what the reader is choosing. */
const table = /** @type {Table} */ ({
  may: null, chosen: null, brings: null, ideas: null, wrong: "", named: false, busy: false, elsewhere: false,
  changed: () => { Object.assign(table, { brings: null, wrong: "" }); tell(""); furnishBar(); overlay(); foresee(); },
  /** @type {(action: string | null, near: string) => void} */
  refuse: (action, near) => { tellWrong(action, near); },
  /** @param {number[]} squares */
  follow: (squares) => table.camera.follow(squares.map(cellOf)),
});
globalThis.arkadia = { table };

/** @type {(square: number) => Cell} */
const cellOf = (square) => [square % table.edition.columns, Math.floor(square / table.edition.columns)];

/** Ask for a file of data, once; one that did not come is asked for again when it is next needed.
 * @type {(name: string) => Promise<unknown>} */
function file(name) {
  const known = loaded.get(name);
  if (known) return known;
  const asked = fetch(`${FILES}/${name}.json`).then((response) => {
    if (!response.ok) throw new TypeError(`${name}: ${response.status}`);
    return response.json();
  });
  loaded.set(name, asked);
  asked.catch(() => loaded.delete(name));
  return asked;
}

/** @type {(code: string) => Promise<Played>} */
const editionFile = (code) => /** @type {Promise<Played>} */ (file(`editions/${code}`));

/** Load the sentences of a language, and those of no other one.
 * @type {(code: string) => Promise<void>} */
async function learn(code) {
  const words = /** @type {Language & { languages: Record<string, string> }} */ (await file(`words-${code}`));
  know(Object.fromEntries(Object.entries(words.languages).map(([other, called]) => [other, { called }])));
  know({ [code]: words });
  speak(code);
  document.documentElement.lang = reader.language;
}

/** Look at the game as it is now. */
async function refresh() {
  const answer = await look();
  if (answer.status === 200) return show(/** @type {Looked & Scene} */ (answer));
  if (isOver(answer)) return refuse(answer);
  // Too many asked, or the bot is about to start: the board stays, and it is asked again.
  tell([answer.said ?? say("no-answer")].flat().join(" "), true);
  setTimeout(refresh, AGAIN_MS);
}

/** Return the scene that came with the page, unless the reader asked for another language. */
function given() {
  const first = document.querySelector("#scene");
  if (!first?.textContent) return null;
  const scene = /** @type {Scene} */ (JSON.parse(first.textContent));
  first.remove();
  return reader.asked === "" || reader.asked === scene.language ? { status: 200, ...scene } : null;
}

async function begin() {
  const asked = new URLSearchParams(location.hash.slice(1)).get("l");
  reader.asked = asked ?? "";
  const answer = given() ?? await look();
  const language = answer.language ?? (asked ?? navigator.language).split("-")[0];
  // Both at once: over a slow line each costs a way there and back.
  if (answer.edition) editionFile(answer.edition);
  await learn(language).catch(() => learn("en"));
  if (answer.status !== 200) return refuse(answer);
  await show(/** @type {Looked & Scene} */ (answer));
  setInterval(() => document.hidden || showOthers(), OTHERS_MS);
  document.addEventListener("visibilitychange", () => document.hidden || showOthers());
  part.stop = listen({ turn: heard, gone: refuse, cut: () => tell(say("cut"), true), back: () => tell(say("again")) });
}

/** @type {(version: number, anew: boolean) => void} */
function heard(version, anew) {
  if (anew || version !== table.scene.version) refresh();
}

/** Say why nothing can be shown any more.
 * @type {(answer: Partial<Answer>) => void} */
function refuse({ said, status }) {
  part.stop?.();
  const sentences = said ? [said].flat() : [say("no-answer")];
  const again = element("button", { type: "button", onclick: () => location.reload() }, say("reload"));
  page.replaceChildren(element("h1", {}, "Arkadia"), element("div", { role: "alert" }, ...sentences.map((line) => element("p", {}, line))), status === 401 || status === 404 ? "" : again);
}

/** Show a scene; what was being chosen stays as long as the game has not gone on.
 * @type {(scene: Scene, acted?: boolean) => Promise<void>} */
async function show(scene, acted = false) {
  const before = table.scene;
  const { edition, art } = await editionFile(scene.edition);
  const kept = table.chosen?.action;
  const same = !acted && before?.version === scene.version && before?.language === scene.language;
  Object.assign(table, { scene, edition, art, may: scene.may });
  if (part.language !== reader.language) furnish();
  if (!same) {
    Object.assign(table, { chosen: null, brings: null, ideas: null, wrong: "" });
    // What was said belongs to the scene in which it was said, but that the line is back.
    if (!acted && part.note?.textContent !== say("again")) tell("");
    if (isOwn(table) && table.may.castle) table.chosen = new Castle(table);
    if (kept && isOwn(table) && table.may.ahead && offered(table, kept)) table.chosen = choiceOf(table, kept);
  }
  redraw();
  if (!same) step();
  if (before && !same) announce(before);
  if (!same) showOthers();
}

/** Have the icon say whether the bot waits for the reader, here or in another game. */
function badge() {
  partOf(document, "link[rel=icon]").setAttribute("href", `${FILES}/icon${isDue() || table.elsewhere ? "-due" : ""}.svg`);
}

/** Show the reader's other games, and whose turn it is in them now. */
async function showOthers() {
  // A page that was refused asks no more.
  const games = part.others.isConnected && await otherGames();
  if (!games) return;
  table.elsewhere = games.some(({ due }) => due);
  badge();
  part.others.replaceChildren(othersOf(games, async (game) => {
    const answer = await goTo(game);
    if (!answer.path) tell([answer.said ?? say("no-answer")].flat().join(" "), true);
  }) ?? "");
}

/** Begin a step: what it is about is seen, and its beginning. */
function step() {
  table.camera.step(table.chosen?.about?.map(cellOf));
  scrollTo(0, 0);
  part.bar.scrollTop = partOf(page, ".right").scrollTop = 0;
}

/** Say to those who hear the page what has happened since.
 * @type {(before: Scene) => void} */
function announce(before) {
  const { scene } = table, last = before.log[0]?.number ?? 0;
  const turns = scene.log.filter(({ number, seat }) => number > last && seat !== scene.seat).reverse();
  const lines = turns.flatMap(({ head, said }) => [head, ...said]);
  if (scene.result) lines.push(winnersOf(scene, scene.result));
  else if (scene.active === scene.seat && before.active !== scene.seat) lines.push(say("your-turn"));
  if (lines.length) part.spoken.replaceChildren(...lines.map((line) => element("p", {}, line)));
}

function furnish() {
  const size = sizeOf(table.edition);
  part.language = reader.language;
  part.board = drawn("svg", { class: "board", role: "img", "data-key": "board" });
  part.base = new Board(table.edition, table.art, pointed);
  part.asked = element("p", { className: "asked", role: "status" });
  part.overlay = drawn("g", { transform: `translate(${LEFT} ${TOP})` });
  part.board.append(part.base.whole, part.overlay);
  part.board.addEventListener("keydown", (event) => {
    if (table.chosen?.key?.(event.key)) event.preventDefault();
  });
  part.note ??= element("div", { className: "note", role: "status" });
  part.spoken = element("div", { className: "spoken", role: "log", "aria-live": "polite" });
  part.top = element("header", {});
  part.now = element("div", { className: "now" });
  part.bar = element("section", { className: "bar panel", "aria-label": say("now") }, part.note, part.now, part.asked);
  part.others ??= element("div", { className: "others" });
  part.side = element("div", { className: "side" });
  part.zoom = element("button", { type: "button", className: "zoom", onclick: () => table.camera.toggle() });
  const frame = element("div", { className: "frame" }, part.board);
  page.replaceChildren(part.top, frame, element("div", { className: "right" }, part.bar, part.side), part.spoken);
  // The bar at the bottom of a narrow window leaves the board to be seen.
  new ResizeObserver(() => page.style.setProperty("--above", `${frame.offsetTop + frame.offsetHeight}px`)).observe(frame);
  table.camera = new Camera(part.board, size, {
    tap: (column, row) => (table.chosen ? table.chosen.tap?.(column, row) : tapped(column, row)),
    zoomed: (on) => {
      part.zoom.textContent = on ? "⤢" : "+";
      part.zoom.title = say(on ? "whole" : "closer");
      part.zoom.setAttribute("aria-label", part.zoom.title);
    },
    drag: (column, row, first) => table.chosen?.drag?.(column, row, first) ?? false,
    twist: (clockwise) => table.chosen?.turn?.(clockwise ? 1 : -1),
  });
}

/** Say what a building would pay.
 * @type {(building: Laid | undefined) => void} */
function pointed(building) {
  if (!table.chosen) part.asked.textContent = building ? paymentOf(building) : "";
}

/** @type {(building: Laid) => string} */
function paymentOf(building) {
  return payment(table.edition, table.state, building, table.scene.seats.map(({ name }) => name));
}

/** Say what a tapped building pays, and begin with workers round it where they may be placed.
 * @type {(column: number, row: number) => void} */
function tapped(column, row) {
  const { state, edition } = table;
  const square = Math.floor(row) * edition.columns + Math.floor(column);
  const number = state.buildings.findIndex(({ squares }) => squares.includes(square));
  if (!isOwn(table) || !table.may.workers) return pointed(state.buildings[number]);
  const chosen = new Workers(table, number >= 0 ? number : null);
  if (!chosen.site && !chosen.open.has(square)) return;
  choose(chosen);
  if (!chosen.site) chosen.tap(column, row);
  if (number >= 0) part.asked.textContent = paymentOf(state.buildings[number]);
}

function redraw() {
  const { scene, edition } = table, { board, lot } = scene;
  const colours = scene.seats.map(({ colour }) => colour);
  const buildings = board.buildings.map(([form, family, squares, completed]) => ({
    form, family, squares, completed, border: border(edition, squares),
  }));
  const filled = [...lotSquares(edition, lot), ...buildings.flatMap(({ squares }) => squares), ...board.workers.flat(), ...board.neutral];
  const vacant = new Array(edition.columns * edition.rows).fill(true);
  for (const square of filled) vacant[square] = false;
  const title = say("title", { number: scene.game }), due = isDue();
  document.title = due ? `● ${say("your-turn")} ${title}` : title;
  badge();
  Object.assign(page.dataset, { version: scene.version, turn: scene.turn });
  table.state = { ...board, buildings, vacant, phase: scene.phase };
  part.asked.textContent = "";
  part.base.show({ start: { edition, lot, colours } }, { state: table.state, news: scene.news });
  part.top.replaceChildren(element("div", { className: "facts" }, element("h1", {}, title), factsOf(table)), valuesOf(table), part.zoom, playersOf(table));
  part.board.setAttribute("aria-label", `${say("board")}. ${scene.task.join(" ")}`);
  part.side.replaceChildren(...[
    openCards(table), part.others, chancesOf(table), sinceOf(table), screenOf(table), logOf(table), whatPays(), inWords(),
    languageField(relanguage), watching ? element("p", { className: "panel quiet" }, say("watching")) : null,
  ].filter(Boolean));
  furnishBar();
  overlay();
  foresee();
  if (isOld()) renew();
}

/** Return what each unfinished building would pay, for those who cannot point at it. */
function whatPays() {
  const lines = table.state.buildings.filter(({ completed }) => !completed).map((one) => element("li", {}, paymentOf(one)));
  return lines.length ? element("details", { className: "panel" }, element("summary", {}, say("what-pays")), element("ul", {}, ...lines)) : null;
}

function inWords() {
  const { text } = table.scene;
  return text ? element("details", { className: "panel" }, element("summary", {}, say("in-words")), element("pre", {}, text)) : null;
}

/** Draw the bar anew, and leave the focus where it was. */
function furnishBar() {
  const at = document.activeElement, held = at instanceof HTMLElement && part.bar.contains(at) ? at.dataset.key ?? "" : null;
  const parts = barOf(table, {
    choose, hint: advise, act: (action) => carryOut(act, { action }),
    prepare: (action) => carryOut(prepare, { action }), atOnce: (on) => carryOut(prepare, { atOnce: on }),
  });
  part.now.replaceChildren(...parts.filter(Boolean));
  part.bar.classList.toggle("own", isDue());
  if (held === null) return;
  const same = part.bar.querySelector(`[data-key="${CSS.escape(held)}"]:not([disabled])`);
  (same instanceof HTMLElement ? same : partOf(part.bar, "[data-key=todo]")).focus({ preventScroll: true });
}

function overlay() {
  const { chosen } = table;
  part.overlay.replaceChildren(...(chosen?.layers?.() ?? []));
  part.board.classList.toggle("choosing", Boolean(chosen));
  if (chosen?.kind === "build") {
    part.board.setAttribute("tabindex", "0");
    part.board.setAttribute("role", "application");
  } else {
    part.board.removeAttribute("tabindex");
    part.board.setAttribute("role", "img");
  }
}

/** Return whether the bot waits for the reader. */
const isDue = () => Boolean(table.may && !table.may.ahead);

/** @type {(chosen: Choice | null) => void} */
function choose(chosen) {
  const from = part.bar.contains(document.activeElement);
  Object.assign(table, { chosen, brings: null, wrong: "" });
  tell("");
  redraw();
  step();
  if (from) partOf(part.bar, "[data-key=todo]").focus({ preventScroll: true });
}

let asked = 0;

/** Ask what a choice would bring, once the reader rests on it. */
async function foresee() {
  const number = ++asked, { chosen } = table, action = chosen?.previewed;
  if (!chosen || !action || table.brings) return;
  await new Promise((done) => setTimeout(done, PREVIEW_MS));
  if (number !== asked) return;
  const answer = await preview(table.scene.version, action);
  if (number !== asked || answer.status !== 200 || answer.whyNot) return;
  table.brings = /** @type {Answer & Brings} */ (answer);
  partOf(part.bar, ".brings").replaceChildren(...bringing(chosen, table.brings));
}

/** Say why something that was tapped cannot be, and where something near can: the bot knows the reason.
 * @type {(action: string | null, near: string) => Promise<void>} */
async function tellWrong(action, near) {
  const { chosen, scene } = table, answer = action ? await preview(scene.version, action) : null;
  if (table.chosen !== chosen) return;
  table.wrong = [answer?.whyNot, near].filter(Boolean).join(" ");
  part.spoken.replaceChildren(element("p", {}, table.wrong));
  furnishBar();
  overlay();
}

/** @type {<A extends object>(how: (version: number, wanted: A) => Promise<Answer>, wanted: A) => Promise<void>} */
async function carryOut(how, wanted) {
  if (table.busy) return;
  table.busy = true;
  asked++; // What it would bring need not be known any more.
  page.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => tell(say("sending")), 400);
  const answer = await how(table.scene.version, wanted);
  clearTimeout(slow);
  table.busy = false;
  page.removeAttribute("aria-busy");
  await answered(answer);
}

/** @type {(answer: Answer) => Promise<void>} */
async function answered(answer) {
  if (answer.status === 401) return refuse(answer);
  if (answer.code === "old-page") return renew();
  tell(answer.status === 0 ? say("no-answer") : [answer.said ?? []].flat().join(" "), answer.status !== 200);
  if (!answer.scene) return;
  table.chosen = null;
  await show(answer.scene, true);
}

async function advise() {
  const answer = await hint(table.scene.version);
  if (answer.status !== 200) return answered(answer);
  table.ideas = { said: [answer.said ?? []].flat(), all: answer.ideas ?? [] };
  furnishBar();
}

/** Say something beside the board; what goes wrong stays until something else is said.
 * @type {(text: string, wrong?: boolean) => void} */
function tell(text, wrong = false) {
  part.note?.replaceChildren(text ? element("p", { className: wrong ? "wrong" : "" }, text) : "");
}

function renew() {
  const again = element("button", { type: "button", onclick: () => location.reload() }, say("reload"));
  part.note?.replaceChildren(element("p", { className: "wrong" }, say("old-page"), " "), again);
}

/** @type {(code: string) => Promise<void>} */
async function relanguage(code) {
  reader.asked = code;
  history.replaceState(null, "", `#l=${code}`);
  await learn(code);
  await refresh();
  partOf(part.side, "#language").focus();
}

begin();
