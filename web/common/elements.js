/* Elements of the pages, each made in one call. */

const SVG = "http://www.w3.org/2000/svg";

/** Give an element its listeners (`onclick`), properties (`textContent`) and attributes. */
function dressed(made, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && made.namespaceURI !== SVG) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function element(tag, properties = {}, ...children) {
  return dressed(document.createElement(tag), properties, children);
}

export function drawn(tag, properties = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), properties, children);
}

/** Give a parent its children; those that it has already are left alone. */
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

/** Return a drawing of the project's own art, which is no person's text. */
export function sprite(art, name, x, y, size = null) {
  const [width, height, painting] = art.sprites[name];
  if (!read.has(painting)) {
    const first = drawn("svg", { viewBox: `0 0 ${width} ${height}`, overflow: "visible", "aria-hidden": "true" });
    first.innerHTML = painting;
    read.set(painting, first);
  }
  return dressed(read.get(painting).cloneNode(true), { x, y, width: size ?? width, height: size ?? height }, []);
}

/** Return a sprite as a picture beside text. */
export function picture(art, name, size) {
  const [width, height] = art.sprites[name];
  const whole = drawn("svg", { class: "icon", width: size, height: size, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  whole.append(sprite(art, name, 0, 0));
  return whole;
}
