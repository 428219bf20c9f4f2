/* Fields of forms, each with its label. */

import { element } from "./elements.js";

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
