/* The bot's own sentences, from its own catalogues: what happened in a turn. */

import { LANGUAGES } from "./words.js";

export const reader = { language: "en" };

/** Choose the reader's language: one asked for, else the browser's, else English. */
export function choose(asked) {
  const wanted = [asked, ...navigator.languages].map((code) => (code ?? "").split("-")[0]);
  reader.language = wanted.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

/** Return a sentence with its values filled in; of two forms the one for `values.n`. */
export function say(key, values = {}) {
  const { sentences, forms } = LANGUAGES[reader.language];
  const text = sentences[key];
  const n = values.n ?? 0;
  return filled(Array.isArray(text) ? text[forms[n % 100]] : text, values);
}

/* A name is an object: its bare text, and its inflected forms by name. */

function nameOf(written) {
  const [bare, ...lines] = written.split("\n");
  const forms = lines.filter((line) => line.includes(":")).map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  return { bare, forms: Object.fromEntries(forms) };
}

function formed(name, wanted) {
  const capital = wanted.startsWith("^");
  const text = name.forms[capital ? wanted.slice(1) : wanted] ?? name.bare;
  return capital ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
}

function filled(text, values) {
  // The name of a form may itself stand in braces: an adjective follows its noun.
  return text.replace(/\{(\w+)(?::((?:\{[^{}]*\}|[^{}])*))?\}/g, (braces, key, form) => {
    const value = values[key];
    if (value === undefined) return braces;
    return typeof value === "object" ? formed(value, filled(form ?? "", values)) : String(value);
  });
}

/** Return the name of a thing of the game. */
export function called(word) {
  return nameOf(LANGUAGES[reader.language].names[word] ?? word.replaceAll("-", " "));
}

/** Return a card or building for people, such as “red mill”. */
export function cardName(card) {
  const [form, family] = card.split("/").map(called);
  const whole = called("{family} {form}");
  const fill = (text) => filled(text, { form, family });
  return {
    bare: fill(whole.bare),
    forms: Object.fromEntries(Object.entries(whole.forms).map(([key, text]) => [key, fill(text)])),
  };
}

const listing = (items) => items.join(say("comma"));

/** Return items with commas and a final “and”. */
export function allOf(items) {
  return new Intl.ListFormat(reader.language === "en" ? "en-GB" : reader.language).format(items);
}

const counted = (name, count) => say("counted", { name, count });

/** Return a player's name, or the colour where there is none. */
export function playerName(game, seat) {
  return game.names[seat] || called(game.start.colours[seat]).bare;
}

/** Return a player's name with the colour, as in “Ada (violet)”. */
export function person(game, seat) {
  const colour = called(game.start.colours[seat]);
  return game.names[seat] ? say("person", { name: game.names[seat], colour }) : colour.bare;
}

/** Return the name of a square, such as “F7”. */
export function squareName(edition, square) {
  return "ABCDEFGHIJKLMNOP"[square % edition.columns] + (Math.floor(square / edition.columns) + 1);
}

/** Return the sentences of a turn, one for each event that needs one. */
export function linesOf(game, scene) {
  return scene.events.map((event) => lineOf(game, scene, event)).filter(Boolean);
}

function lineOf(game, scene, event) {
  const { edition } = game.start, { families } = edition;
  const squares = (list) => list.map((square) => squareName(edition, square)).join(" ");
  switch (event.kind) {
    case "built":
      return say("built", { building: cardName(event.card), squares: squares(event.squares) });
    case "camps": {
      const values = { camps: squares(event.camps), n: event.count };
      if (event.count === event.camps.length) return say("camps", values);
      return say(event.count ? "camps-last" : "camps-none", values);
    }
    case "drawn":
      return say("drawn");
    case "taken": {
      const revealed = event.revealed && cardName(event.revealed);
      return say(revealed ? "taken-revealed" : "taken", { card: cardName(event.card), revealed });
    }
    case "placed": {
      const colour = called(game.start.colours[scene.mover]);
      const own = say("own-workers", { n: event.own.length, colour, squares: squares(event.own), mark: "" });
      const neutral = say("neutral-workers", { n: event.neutral.length, squares: squares(event.neutral), mark: "" });
      if (event.own.length && event.neutral.length) return say("places-both", { own, neutral });
      return say("places", { workers: event.own.length ? own : neutral });
    }
    case "passed":
      return say("passes");
    case "completed": {
      const gains = event.gains.map((count, seat) => count && counted(playerName(game, seat), count));
      const family = called(event.card.split("/")[1]);
      const square = squareName(edition, Math.min(...event.squares));
      const values = { building: cardName(event.card), square, family };
      return say("completes", { ...values, gains: listing(gains.filter(Boolean)) });
    }
    case "piece": {
      const changes = families.map((family, number) => {
        const values = { name: called(family), before: event.before[number], after: event.after[number] };
        return values.before === values.after ? "" : say("changed", values);
      });
      const told = listing(changes.filter(Boolean)) || say("values-stay");
      return say("piece", { family: called(event.family), ring: event.ring, changes: told });
    }
    case "forgone":
      return say("forgone", { n: event.count });
    case "floor": {
      const pieces = event.moved.map((count, number) => count && counted(called(families[number]), count));
      return say("floor", { floor: event.floor, pieces: listing(pieces.filter(Boolean)) || say("nothing") });
    }
    case "end-begun":
      return say("end-begun", { name: playerName(game, scene.mover) });
    case "banner": {
      if (!event.sold.some(Boolean)) return say("banner", { n: event.workers });
      const sold = event.sold.map((n, number) => n && say("so-many", { n, family: called(families[number]) }));
      const gold = say("gold", { n: event.gold, gold: event.gold });
      return say("banner-sale", { n: event.workers, sold: allOf(sold.filter(Boolean)), gold });
    }
    case "over":
      return say(event.cause === "idle" ? "over-idle" : "over");
  }
  return "";
}

/** Return the heading of a scene: its turn and player. */
export function headOf(game, scene, total) {
  if (scene.mover === null) return say("start", { n: total });
  return say("turn", { number: scene.number, total, player: person(game, scene.mover) });
}

/** Return what everybody can count after a scene: the values of seals, and gold. */
export function standOf(game, scene) {
  const { families } = game.start.edition;
  const values = listing(families.map((family, number) => counted(called(family), scene.state.values[number])));
  const gold = listing(scene.state.gold.map((amount, seat) => counted(person(game, seat), amount)));
  return [say("values", { values }), say("gold-so-far", { gold })];
}
