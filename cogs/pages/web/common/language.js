/* What the pages say: the sentences of the catalogues in the reader's language, and names. */

import { element } from "./elements.js";

/** Who reads: the language, and the one that was asked for, if any.
 * @type {{ language: string, asked?: string }} */
export const reader = { language: "en" };

/** The languages by code, each with what it is called; those that are loaded have sentences.
 * @type {Record<string, Language>} */
const known = {};

/** Add languages, or sentences to them.
 * @type {(languages: Record<string, Partial<Language>>) => void} */
export function know(languages) {
  for (const [code, about] of Object.entries(languages)) known[code] = { ...known[code], ...about };
}

/** Choose the reader's language: one asked for, else the browser's, else English.
 * @param {string} [asked] its code */
export function speak(asked) {
  const wanted = [asked, ...navigator.languages].map((code) => (code ?? "").split("-")[0]);
  reader.language = wanted.find((code) => Object.hasOwn(known, code)) ?? "en";
}

/** Return the field by which the reader chooses a language.
 * @type {(changed: (code: string) => void) => HTMLElement} */
export function languageField(changed) {
  /** @type {HTMLSelectElement} */
  const field = element("select", { id: "language", onchange: () => changed(field.value) });
  for (const [code, { called: name }] of Object.entries(known)) field.append(element("option", { value: code, lang: code }, name));
  field.value = reader.language;
  return element("label", { class: "choice" }, say("language"), field);
}

/** Return a sentence with its values filled in; of two forms the one for `values.n`.
 * @type {(key: string, values?: Values) => string} */
export function say(key, values = {}) {
  const { sentences, forms } = known[reader.language];
  const text = sentences[key];
  const n = values.n ?? 0;
  return filled(Array.isArray(text) ? text[forms[n % 100]] : text, values);
}

/* A name is an object: its bare text, and its inflected forms by name. */

/** @type {(written: string) => Name} */
function nameOf(written) {
  const [bare, ...lines] = written.split("\n");
  const forms = lines.filter((line) => line.includes(":")).map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  return { bare, forms: Object.fromEntries(forms) };
}

/** @type {(name: Name, wanted: string) => string} */
function formed(name, wanted) {
  const capital = wanted.startsWith("^");
  const form = capital ? wanted.slice(1) : wanted;
  const text = Object.hasOwn(name.forms, form) ? name.forms[form] : name.bare;
  return capital ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
}

/** @type {(text: string, values: Values) => string} */
function filled(text, values) {
  // The name of a form may itself stand in braces: an adjective follows its noun.
  return text.replace(/\{(\w+)(?::((?:\{[^{}]*\}|[^{}])*))?\}/g, (braces, key, form) => {
    const value = values[key];
    if (value === undefined) return braces;
    return typeof value === "object" ? formed(value, filled(form ?? "", values)) : String(value);
  });
}

/** Return the name of a thing of the game.
 * @type {(word: string) => Name} */
export function called(word) {
  const { names } = known[reader.language];
  // An edition may call a family as JavaScript calls something of every object.
  return nameOf(Object.hasOwn(names, word) ? names[word] : word.replaceAll("-", " "));
}

/** Return a card or building for people, such as “red mill”.
 * @type {(card: string) => Name} */
export function cardName(card) {
  const [form, family] = card.split("/").map(called);
  const whole = called("{family} {form}");
  /** @type {(text: string) => string} */
  const fill = (text) => filled(text, { form, family });
  return {
    bare: fill(whole.bare),
    forms: Object.fromEntries(Object.entries(whole.forms).map(([key, text]) => [key, fill(text)])),
  };
}

/** Return items in a row.
 * @type {(items: string[]) => string} */
export const listing = (items) => items.join(say("comma"));

/** Return items with commas and a final “and”.
 * @type {(items: string[]) => string} */
export function allOf(items) {
  return new Intl.ListFormat(reader.language === "en" ? "en-GB" : reader.language).format(items);
}
