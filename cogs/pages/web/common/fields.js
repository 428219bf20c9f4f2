/* Fields of forms, each with its label. */

import { element } from "./elements.js";

let fields = 0;

/** @type {(text: string, field: HTMLElement) => HTMLElement} */
export function labelled(text, field) {
  fields += 1;
  field.id ||= `field-${fields}`;
  return element("div", { className: "field" }, element("label", { htmlFor: field.id, textContent: text }), field);
}

/** @type {(options: string[][], value: string, change: (value: string) => void) => HTMLSelectElement} */
export function choice(options, value, change) {
  /** @type {HTMLSelectElement} */
  const field = element("select", { onchange: () => change(field.value) });
  for (const [option, text] of options) field.append(element("option", { value: option, textContent: text }));
  field.value = value;
  return field;
}

/** @type {(value: number, change: (value: number) => void, limits?: { min?: number, max?: number }) => HTMLInputElement} */
export function amount(value, change, { min = 0, max = 999 } = {}) {
  /** @type {HTMLInputElement} */
  const field = element("input", { type: "number", min, max, value, onchange: () => change(Number(field.value)) });
  return field;
}
