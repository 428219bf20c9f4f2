// The page on which whoever owns the box draws its board; nothing of it leaves the browser.
import { BASE } from "./base.js";
import { cardName, painted, shape, tools } from "./board.js";
import { check } from "./checking.js";
import { element, partOf } from "./common/elements.js";
import { amount, choice, labelled } from "./common/fields.js";
import { called, know, languageField, reader, say, speak } from "./common/language.js";
import { convex } from "./photo.js";
import { RULES } from "./rules.js";
import * as squares from "./squares.js";
import { LANGUAGES } from "./words.js";

const page = partOf(document, "#page");
/** @type {Record<string, Cell>} */
const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CORNERS = ["top-left", "top-right", "bottom-right", "bottom-left"];

/** @type {Drawing} */
const state = {
  data: { ...structuredClone(BASE), revision: BASE.revision + 1 },
  photo: null,
  tool: "camp",
  form: Object.keys(BASE.forms)[0],
  family: BASE.families[0],
  way: 0,
  upright: false,
  at: null,
  dragged: null,
  before: BASE.provenance,
  seen: new Set(),
  by: "",
  on: "",
};
globalThis.arkadia = { check, state };

function draw() {
  document.documentElement.lang = reader.language;
  document.title = say("title");
  page.replaceChildren(
    element("h1", { textContent: say("title") }),
    element("p", { textContent: say("intro") }),
    languageField((code) => { speak(code); draw(); }),
    section("photo", photoParts()),
    section("board", boardParts()),
    section("castle", castleParts()),
    section("shapes", [element("div", { className: "shapes" }, ...Object.entries(state.data.forms).map(formPart))]),
    section("numbers", numberParts()),
    section("facts", factParts()),
    section("check", [element("ul", { className: "findings", role: "status", "aria-live": "polite" })]),
    section("file", fileParts()),
  );
  tell();
}

/** @type {(name: string, parts: Child[]) => HTMLElement} */
function section(name, parts) {
  return element("section", { id: name }, element("h2", { textContent: say(`${name}-heading`) }), element("p", { textContent: say(`${name}-help`) }), ...parts);
}

/** Gives the focus to what a selector finds, if it is still there.
 *
 * @param {HTMLElement} whole
 * @param {string} [selector]
 */
function focusOn(whole, selector) {
  const found = selector ? whole.querySelector(selector) : null;
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

/** Draws a part of the page anew, and gives the focus back to what had it.
 *
 * @param {string} name of the part
 * @param {Child[]} parts
 * @param {string} [focus] finds what had it
 */
function redraw(name, parts, focus) {
  const drawn = partOf(page, `#${name}`);
  const left = drawn.querySelector(".scroll")?.scrollLeft ?? 0;
  drawn.replaceChildren(...section(name, parts).childNodes);
  const scroll = drawn.querySelector(".scroll");
  if (scroll) scroll.scrollLeft = left;
  focusOn(drawn, focus);
  tell();
}

/** @type {() => HTMLElement[]} */
function photoParts() {
  /** @type {HTMLInputElement} */
  const picked = element("input", { type: "file", accept: "image/*", onchange: () => lay(picked.files?.[0]) });
  const parts = [labelled(say("choose-photo"), picked)];
  if (state.photo) parts.push(element("div", { className: "scroll" }, cornered(state.photo)));
  return parts;
}

/** @type {(file: File | undefined) => void} */
function lay(file) {
  if (!file) return;
  const url = URL.createObjectURL(file);
  const image = element("img", { src: url, alt: "" });
  image.addEventListener("load", () => {
    const { naturalWidth: width, naturalHeight: height } = image;
    const [left, top, right, bottom] = [width * 0.1, height * 0.1, width * 0.9, height * 0.9];
    state.photo = { url, width, height, corners: [[left, top], [right, top], [right, bottom], [left, bottom]] };
    draw();
  });
}

/** The photo with its four corners, which are moved by pointer or by arrow keys.
 * @type {(photo: Photo) => HTMLElement} */
function cornered(photo) {
  const { url, width, height, corners } = photo;
  const frame = element("div", { className: "photo" }, element("img", { src: url, alt: say("photo-alt"), draggable: false }));
  corners.forEach((corner, place) => {
    const handle = element("button", { type: "button", className: "corner", textContent: String(place + 1), "aria-label": say(CORNERS[place]), "data-corner": String(place) });
    /** @type {(x: number, y: number) => void} */
    const put = (x, y) => {
      /** @type {Cell} */
      const wanted = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
      const all = corners.map((one, other) => (other === place ? wanted : one));
      if (!convex(all)) return;
      corners[place] = wanted;
      handle.style.left = `${(wanted[0] / width) * 100}%`;
      handle.style.top = `${(wanted[1] / height) * 100}%`;
      redraw("board", boardParts());
    };
    handle.style.left = `${(corner[0] / width) * 100}%`;
    handle.style.top = `${(corner[1] / height) * 100}%`;
    handle.addEventListener("keydown", (event) => {
      const step = STEP[event.key];
      if (!step) return;
      event.preventDefault();
      const far = event.shiftKey ? 20 : 2;
      put(corners[place][0] + step[0] * far, corners[place][1] + step[1] * far);
    });
    handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = frame.getBoundingClientRect();
      put(((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
    });
    frame.append(handle);
  });
  return frame;
}

/** @type {() => Child[]} */
function boardParts() {
  const { board } = state.data;
  const resized = () => redraw("board", boardParts());
  return [
    element("div", { className: "row" },
      labelled(say("columns"), amount(board.columns, (count) => { board.columns = count; resized(); }, { min: 1, max: 16 })),
      labelled(say("rows"), amount(board.rows, (count) => { board.rows = count; resized(); }, { min: 1, max: 99 })),
      element("button", { type: "button", textContent: say("clear-camps"), onclick: () => { state.data.camps = []; resized(); } }),
      element("button", { type: "button", textContent: say("clear-buildings"), onclick: () => { state.data.first_game.buildings = []; resized(); } })),
    tools(state, () => redraw("board", boardParts())),
    painted(state, (name) => redraw("board", boardParts(), `[data-square="${name}"]`)),
    element("ul", {}, ...state.data.first_game.buildings.map(({ card, squares: names }) => element("li", { textContent: `${cardName(card)}: ${names.join(" ")}` }))),
  ];
}

/** @type {() => Child[]} */
function castleParts() {
  const { lot, families } = state.data;
  const options = [["", say("blank")], ...families.map((family) => [family, called(family).bare])];
  const around = squares.ring(lot.long, lot.short);
  lot.ring_seals = around.map((_, place) => lot.ring_seals[place] ?? null);
  const fields = around.map((_, place) =>
    labelled(String(place + 1), choice(options, lot.ring_seals[place] ?? "", (family) => { lot.ring_seals[place] = family || null; tell(); })));
  const sized = () => redraw("castle", castleParts());
  return [
    element("div", { className: "row" },
      labelled(say("long"), amount(lot.long, (count) => { lot.long = count; sized(); }, { min: 2, max: 9 })),
      labelled(say("short"), amount(lot.short, (count) => { lot.short = count; sized(); }, { min: 2, max: 9 }))),
    element("div", { className: "row" }, ...fields),
  ];
}

/** @type {(named: [name: string, entry: Form]) => HTMLElement} */
function formPart([form, entry]) {
  const part = element("div", { id: `form-${form}` });
  /** @type {(focus?: string) => void} */
  const fill = (focus) => {
    part.replaceChildren(
      element("h3", { textContent: called(form).bare }),
      shape(form, entry, (cell) => { fill(`[data-cell="${cell}"]`); tell(); }),
      labelled(say("cards"), amount(entry.cards_per_family, (count) => { entry.cards_per_family = count; tell(); })),
    );
    focusOn(part, focus);
  };
  fill();
  return part;
}

function numberParts() {
  const { workers, castle_pieces_per_family: pieces, seals_per_family: seals, first_game: first } = state.data;
  /** @type {<K extends string>(text: string, holder: Record<K, number>, key: K) => HTMLElement} */
  const field = (text, holder, key) => labelled(text, amount(holder[key], (count) => { holder[key] = count; tell(); }));
  return [element("div", { className: "row" },
    field(say("own"), workers, "own"), field(say("start"), workers, "start"), field(say("per-banner"), workers, "per_banner"),
    field(say("banners"), workers, "banners"), field(say("neutral"), workers, "neutral"),
    field(say("hand"), state.data, "hand"), field(say("face-up"), state.data, "face_up"),
    ...Object.keys(pieces).map((floor) => field(say("pieces", { floor: floor.slice(5) }), pieces, floor)),
    ...Object.keys(seals).map((value) => field(say("seals", { value }), seals, value)),
    ...Object.keys(first.extra_neutral).map((players) => field(say("extra", { players }), first.extra_neutral, players)))];
}

/** @type {() => Child[]} */
function factParts() {
  const by = element("input", { value: state.by, maxLength: 80, onchange: () => { state.by = by.value; note(); } });
  const on = element("input", { type: "date", value: state.on, onchange: () => { state.on = on.value; note(); } });
  const facts = Object.keys(RULES.facts).map((fact) =>
    labelled(say(`fact ${fact}`), choice([["not", say("not-looked-at")], ["seen", say("seen")]], state.seen.has(fact) ? "seen" : "not", (value) => {
      if (value === "seen") state.seen.add(fact);
      else state.seen.delete(fact);
      note();
    })));
  const all = element("button", { type: "button", textContent: say("all-seen"), onclick: () => { Object.keys(RULES.facts).forEach((fact) => state.seen.add(fact)); note(); redraw("facts", factParts()); } });
  return [element("div", { className: "row" }, labelled(say("by"), by), labelled(say("on"), on), all), element("div", { className: "facts" }, ...facts)];
}

// Notes in the data which facts were seen, by whom and on which day.
function note() {
  const { before } = state;
  const known = before === "invented" ? {} : before;
  state.data.provenance = before === "invented" && !state.seen.size ? before : Object.fromEntries(Object.keys(RULES.facts).map((fact) => {
    const seen = { known: "seen", ...(state.by && { by: state.by }), ...(state.on && { on: state.on }) };
    const unseen = known[fact] && known[fact].known !== "seen" ? known[fact] : { known: "reconstructed" };
    return [fact, state.seen.has(fact) ? seen : unseen];
  }));
  tell();
}

function tell() {
  const list = partOf(page, ".findings");
  const found = check(state.data);
  const lines = found.map(({ code, level, parameters }) => element("li", { className: level, textContent: say(`finding ${code}`, named(parameters)) }));
  if (!found.some(({ level }) => level === "error")) lines.unshift(element("li", { textContent: say("playable") }));
  list.replaceChildren(...lines);
}

/** Parameters of a finding as people read them.
 * @type {(parameters: Finding["parameters"]) => Values} */
function named(parameters) {
  return Object.fromEntries(Object.entries(parameters).map(([name, given]) => {
    const value = String(given);
    if (name === "fact") return [name, say(`fact ${value}`)];
    if (name === "facts") return [name, value.split(" ").map((fact) => say(`fact ${fact}`)).join("; ")];
    if (name === "kind") return [name, say(`kind ${value}`)];
    if (name === "what") {
      const [what, family] = value.split(" ");
      return [name, say(`counted ${what}`, family ? { family: called(family) } : {})];
    }
    if (name === "form" || name === "other") return [name, called(value)];
    return [name, name === "card" ? cardName(value) : given];
  }));
}

function fileParts() {
  const { data } = state;
  const id = element("input", { value: data.id, onchange: () => { data.id = id.value; tell(); } });
  const title = element("input", { value: data.title, onchange: () => { data.title = title.value; tell(); } });
  /** @type {HTMLInputElement} */
  const opened = element("input", { type: "file", accept: ".json,application/json", onchange: async () => {
    const file = opened.files?.[0];
    if (file) open(await file.text());
  } });
  const said = element("p", { role: "alert", id: "opened" });
  return [
    element("div", { className: "row" },
      labelled(say("id"), id), labelled(say("name"), title),
      labelled(say("revision"), amount(data.revision, (count) => { data.revision = count; tell(); }, { min: 1 })),
      element("button", { type: "button", id: "save", textContent: say("save"), onclick: save })),
    labelled(say("open"), opened), said,
    element("p", { textContent: say("send") }),
  ];
}

function save() {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(state.data, null, 1)}\n`], { type: "application/json" }));
  element("a", { href: url, download: `${state.data.id}.json` }).click();
  URL.revokeObjectURL(url);
}

/** Goes on with a file, if there is nothing in it that could not even be drawn.
 * @type {(text: string) => void} */
function open(text) {
  const opened = partOf(page, "#opened");
  /** @type {EditionData} */
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    opened.textContent = say("finding not-json", { reason: error.message });
    return;
  }
  const wrong = check(data).filter(({ code }) => ["wrong-value", "missing-key", "not-an-object", "unknown-key", "mistyped-key", "board-size", "lot-size"].includes(code));
  if (wrong.length) {
    opened.textContent = wrong.map(({ code, parameters }) => say(`finding ${code}`, named(parameters))).join("; ");
    return;
  }
  const origins = data.provenance === "invented" ? {} : data.provenance;
  state.data = data;
  state.before = data.provenance;
  state.seen = new Set(Object.keys(origins).filter((fact) => origins[fact].known === "seen"));
  const witness = Object.values(origins).find(({ known }) => known === "seen");
  Object.assign(state, { by: witness?.by ?? "", on: witness?.on ?? "", form: Object.keys(data.forms)[0], family: data.families[0], way: 0, at: null });
  draw();
}

know(LANGUAGES);
speak();
draw();
