// Elements of the page made in one call, and the reader's language.
import { LANGUAGES } from "./words.js";

const wanted = [...navigator.languages].map((code) => code.split("-")[0]);
export const reader = { language: wanted.find((code) => code in LANGUAGES) ?? "en" };

export function say(key, values = {}) {
  const text = LANGUAGES[reader.language].sentences[key];
  return text.replace(/\{(\w+)\}/g, (braces, name) => (name in values ? String(values[name]) : braces));
}

// A name of the notation as people read it.
export function called(name) {
  return LANGUAGES[reader.language].names[name] ?? name.replaceAll("-", " ");
}

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-") || name.startsWith("data-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

let fields = 0;

export function labelled(text, field) {
  fields += 1;
  field.id ||= `field-${fields}`;
  return element("div", { className: "field" }, element("label", { htmlFor: field.id, textContent: text }), field);
}

export function choice(options, value, change) {
  const field = element("select", { onchange: () => change(field.value) });
  for (const [option, text] of options) field.append(element("option", { value: option, textContent: text }));
  field.value = value;
  return field;
}

export function amount(value, change, { min = 0, max = 999 } = {}) {
  const field = element("input", { type: "number", min, max, value, onchange: () => change(Number(field.value)) });
  return field;
}
