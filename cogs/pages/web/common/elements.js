/* Elements of the pages, each made in one call, and fields of forms, each with its label. */

const SVG = "http://www.w3.org/2000/svg";

/** Give an element its listeners (`onclick`), properties (`textContent`) and attributes.
 * @type {<E extends Element>(made: E, properties: Properties, children: Child[]) => E} */
function dressed(made, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (name in made && made.namespaceURI !== SVG) Reflect.set(made, name, value);
    else made.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, properties?: Properties, ...children: Child[]) => HTMLElementTagNameMap[K]} */
export function element(tag, properties = {}, ...children) {
  return dressed(document.createElement(tag), properties, children);
}

/** @type {<K extends keyof SVGElementTagNameMap>(tag: K, properties?: Properties, ...children: Child[]) => SVGElementTagNameMap[K]} */
export function drawn(tag, properties = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), properties, children);
}

/** Return the part of a page that a selector finds.
 * @type {(whole: ParentNode, selector: string) => HTMLElement} */
export function partOf(whole, selector) {
  const found = whole.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new TypeError(`no part ${selector}`);
  return found;
}

/** Give a parent its children; those that it has already are left alone.
 * @type {(parent: Node, children: ChildNode[]) => void} */
export function fill(parent, children) {
  const wanted = new Set(children);
  for (const old of [...parent.childNodes]) if (!wanted.has(old)) old.remove();
  let next = parent.firstChild;
  for (const child of children)
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
}

/* The drawings that were read once, by their text. */
const read = new Map();

/** Return a drawing of the project's own art, which is no person's text.
 * @type {(art: Art, name: string, x: number, y: number, size?: number | null) => SVGElement} */
export function sprite(art, name, x, y, size = null) {
  const [width, height, painting] = art.sprites[name];
  if (!read.has(painting)) {
    const first = drawn("svg", { viewBox: `0 0 ${width} ${height}`, overflow: "visible", "aria-hidden": "true" });
    first.innerHTML = painting;
    read.set(painting, first);
  }
  return dressed(read.get(painting).cloneNode(true), { x, y, width: size ?? width, height: size ?? height }, []);
}

/** Return a sprite as a picture beside text.
 * @type {(art: Art, name: string, size: number) => SVGElement} */
export function picture(art, name, size) {
  const [width, height] = art.sprites[name];
  const whole = drawn("svg", { class: "icon", width: size, height: size, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  whole.append(sprite(art, name, 0, 0));
  return whole;
}

/** Return a field in which one of some options is chosen, with its label.
 * @type {(key: string, label: string, options: string[][], value: string, change: (value: string) => void) => HTMLElement} */
export function choice(key, label, options, value, change) {
  /** @type {HTMLSelectElement} */
  const field = element("select", { id: `field-${key}`, "data-key": key, onchange: () => change(field.value) });
  for (const [option, text] of options) field.append(element("option", { value: option, textContent: text }));
  field.value = value;
  return element("div", { className: "field" }, element("label", { htmlFor: field.id, textContent: label }), field);
}
