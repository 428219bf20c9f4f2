/* Elements of the page, each made in one call. */

const SVG = "http://www.w3.org/2000/svg";

function dressed(made, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
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

/** Return a drawing of the project's own art, which is no person's text. */
export function sprite(art, name, x, y, size = null) {
  const [width, height, painting] = art.sprites[name];
  const made = drawn("svg", {
    x, y, width: size ?? width, height: size ?? height, viewBox: `0 0 ${width} ${height}`,
    overflow: "visible", "aria-hidden": "true",
  });
  made.innerHTML = painting;
  return made;
}
