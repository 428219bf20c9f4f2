// The form of an edition's file: its keys, and of what kind their values are (engine/edition_form.py).
import { RULES } from "./rules.js";

const MOST = 999;
/** @type {Record<string, RegExp>} */
const PATTERNS = {
  word: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  square: /^[A-P][1-9][0-9]?$/,
  lot: /^[A-P][1-9][0-9]?:[1-9]x[1-9]$/,
  card: /^[^/]+\/[^/]+$/,
};
/** @type {Record<string, RegExp>} */
const KEYS = { "*": /^[^]+$/, "#": /^[1-9][0-9]{0,2}$/ };
const KNOWN = ["sourced", "one source", "inferred", "seen", "reconstructed"];
const ORIGIN = { known: "known", "source?": "text", "by?": "text", "on?": "day" };

/** @type {(code: string, parameters?: Finding["parameters"]) => Finding} */
export function finding(code, parameters = {}) {
  return { code, level: RULES.findings[code].level, parameters };
}

/** What is wrong with the form of an edition's data.
 * @type {(data: unknown) => Finding[]} */
export function wrongForm(data) {
  if (!isObject(data)) return [finding("not-an-object")];
  return wrong(data, RULES.form, "");
}

/** @type {(value: unknown, kind: FormKind, key: string) => Finding[]} */
function wrong(value, kind, key) {
  if (kind === "provenance") {
    if (value === "invented") return [];
    if (!isObject(value)) return [refused(value, "provenance", key)];
    kind = Object.fromEntries(Object.keys(RULES.facts).map((fact) => [fact, ORIGIN]));
  }
  if (Array.isArray(kind)) {
    if (!Array.isArray(value)) return [refused(value, "list", key)];
    const [each] = kind, empty = kind.length > 1 && !value.length ? [refused(value, "filled", key)] : [];
    return [...empty, ...value.flatMap((entry, number) => wrong(entry, each, `${key}.${number + 1}`))];
  }
  if (typeof kind !== "string") return wrongObject(value, kind, key);
  return fits(value, kind) ? [] : [refused(value, kind, key)];
}

/** @type {(value: unknown, kinds: { [key: string]: FormKind }, key: string) => Finding[]} */
function wrongObject(value, kinds, key) {
  if (!isObject(value)) return [refused(value, "object", key)];
  const start = key ? `${key}.` : "";
  const any = Object.keys(kinds)[0];
  if (any in KEYS) {
    return Object.entries(value).flatMap(([name, entry]) => [
      ...(KEYS[any].test(name) ? [] : [finding("unknown-key", { key: start + name })]),
      ...wrong(entry, kinds[any], start + name),
    ]);
  }
  const known = new Map(Object.entries(kinds).map(([name, kind]) => [name.replace(/\?$/, ""), kind]));
  let missing = Object.keys(kinds).filter((name) => !name.endsWith("?") && !Object.hasOwn(value, name));
  const found = [];
  for (const [name, entry] of Object.entries(value)) {
    const kind = known.get(name);
    if (kind !== undefined) {
      found.push(...wrong(entry, kind, start + name));
      continue;
    }
    const meant = closest(name, [...known.keys()].filter((other) => !Object.hasOwn(value, other)));
    if (meant) {
      missing = missing.filter((other) => other !== meant);
      found.push(finding("mistyped-key", { key: start + name, meant: start + meant }));
    } else {
      found.push(finding("unknown-key", { key: start + name }));
    }
  }
  return [...found, ...missing.map((name) => finding("missing-key", { key: start + name }))];
}

/** @type {(value: unknown, kind: string) => boolean} */
function fits(value, kind) {
  if (kind === "count" || kind === "number") {
    return typeof value === "number" && Number.isInteger(value) && value >= (kind === "number" ? 1 : 0) && value <= MOST;
  }
  if (kind === "cell") {
    return Array.isArray(value) && value.length === 2 && value.every((one) => fits(one, "count"));
  }
  if (kind === "family" && value === null) return true;
  if (typeof value !== "string" || !value) return false;
  if (kind === "known") return KNOWN.includes(value);
  if (kind === "day") return isDay(value);
  return !(kind in PATTERNS) || PATTERNS[kind].test(value);
}

/** @type {(text: string) => boolean} */
function isDay(text) {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(+day) && day.toISOString().startsWith(text);
}

/** @type {(value: unknown) => value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @type {(value: unknown, kind: string, key: string) => Finding} */
function refused(value, kind, key) {
  const text = JSON.stringify(value);
  return finding("wrong-value", { key, value: text.length > 40 ? `${text.slice(0, 39)}…` : text, kind });
}

/** The key that was meant: as alike as Python's difflib finds it, if it is alike enough.
 * @type {(name: string, keys: string[]) => string | null} */
function closest(name, keys) {
  const scored = keys.map((key) => ({ key, score: likeness(key, name) })).filter(({ score }) => score >= 0.6);
  scored.sort((one, other) => other.score - one.score || (one.key < other.key ? 1 : -1));
  return scored.length ? scored[0].key : null;
}

/** @type {(one: string, other: string) => number} */
function likeness(one, other) {
  return (2 * matching(one, other)) / (one.length + other.length);
}

/** @type {(one: string, other: string) => number} */
function matching(one, other) {
  let [length, at, there] = [0, 0, 0];
  for (let i = 0; i < one.length; i += 1) {
    for (let j = 0; j < other.length; j += 1) {
      let k = 0;
      while (i + k < one.length && one[i + k] === other[j + k]) k += 1;
      if (k > length) [length, at, there] = [k, i, j];
    }
  }
  if (!length) return 0;
  const before = matching(one.slice(0, at), other.slice(0, there));
  return length + before + matching(one.slice(at + length), other.slice(there + length));
}
