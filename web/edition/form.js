// The form of an edition's file: its keys, and of what kind their values are (engine/edition_form.py).
import { RULES } from "./rules.js";

const MOST = 999;
const PATTERNS = {
  word: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  square: /^[A-P][1-9][0-9]?$/,
  lot: /^[A-P][1-9][0-9]?:[1-9]x[1-9]$/,
  card: /^[^/]+\/[^/]+$/,
};
const KEYS = { "*": /^[^]+$/, "#": /^[1-9][0-9]{0,2}$/ };
const KNOWN = ["sourced", "one source", "inferred", "seen", "reconstructed"];
const ORIGIN = { known: "known", "source?": "text", "by?": "text", "on?": "day" };

export function finding(code, parameters = {}) {
  return { code, level: RULES.findings[code].level, parameters };
}

// What is wrong with the form of an edition's data.
export function wrongForm(data) {
  if (!isObject(data)) return [finding("not-an-object")];
  return wrong(data, RULES.form, "");
}

function wrong(value, kind, key) {
  if (kind === "provenance") {
    if (value === "invented") return [];
    if (!isObject(value)) return [refused(value, "provenance", key)];
    kind = Object.fromEntries(Object.keys(RULES.facts).map((fact) => [fact, ORIGIN]));
  }
  if (Array.isArray(kind)) {
    if (!Array.isArray(value)) return [refused(value, "list", key)];
    const empty = kind.length > 1 && !value.length ? [refused(value, "filled", key)] : [];
    return [...empty, ...value.flatMap((entry, number) => wrong(entry, kind[0], `${key}.${number + 1}`))];
  }
  if (isObject(kind)) return wrongObject(value, kind, key);
  return fits(value, kind) ? [] : [refused(value, kind, key)];
}

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
  const known = new Map(Object.keys(kinds).map((name) => [name.replace(/\?$/, ""), name]));
  let missing = Object.keys(kinds).filter((name) => !name.endsWith("?") && !Object.hasOwn(value, name));
  const found = [];
  for (const [name, entry] of Object.entries(value)) {
    if (known.has(name)) {
      found.push(...wrong(entry, kinds[known.get(name)], start + name));
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

function fits(value, kind) {
  if (kind === "count" || kind === "number") {
    return Number.isInteger(value) && value >= (kind === "number" ? 1 : 0) && value <= MOST;
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

function isDay(text) {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(+day) && day.toISOString().startsWith(text);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refused(value, kind, key) {
  const text = JSON.stringify(value);
  return finding("wrong-value", { key, value: text.length > 40 ? `${text.slice(0, 39)}…` : text, kind });
}

// The key that was meant: as alike as Python's difflib finds it, if it is alike enough.
function closest(name, keys) {
  const scored = keys.map((key) => [likeness(key, name), key]).filter(([score]) => score >= 0.6);
  scored.sort(([one, a], [other, b]) => other - one || (a < b ? 1 : -1));
  return scored.length ? scored[0][1] : null;
}

function likeness(one, other) {
  return (2 * matching(one, other)) / (one.length + other.length);
}

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
