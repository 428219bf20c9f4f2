/* The part of the board that is seen: pinch and pan, and taps told apart from drags. */

import { LEFT, TOP, UNIT } from "../common/board.js";

const STILL = 9, CLOSEST = 5;
/* The least side of a square that a finger finds, in pixels. */
const TOUCHED = 44;

export class Camera {
  /**
   * @param {SVGElement} svg the board
   * @param {Cell} size its width and height in units
   * @param {object} heard what is done by hand
   * @param {(column: number, row: number) => void} heard.tap
   * @param {(column: number, row: number, first: boolean) => boolean} heard.drag true if it takes it
   * @param {(on: boolean) => void} heard.zoomed
   */
  constructor(svg, size, heard) {
    this.svg = svg;
    this.size = size;
    this.heard = heard;
    /** @type {[x: number, y: number, width: number, height: number]} */
    this.seen = [0, 0, ...size];
    /** @type {Map<number, Cell>} */
    this.fingers = new Map();
    /** @type {{ from: Cell, moved: boolean, taken: boolean } | null} */
    this.held = null;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) svg.addEventListener(kind, (event) => this.#up(event));
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.#units(event));
    }, { passive: false });
    this.#show();
  }

  get zoomed() {
    return this.seen[2] < this.size[0] - 1;
  }

  /** Return the side of a square on the screen, in pixels. */
  get side() {
    return (this.svg.getBoundingClientRect().width / this.seen[2]) * UNIT;
  }

  /** Return whether a finger finds each square. */
  get fine() {
    return this.side >= TOUCHED - 0.5;
  }

  whole() {
    this.seen = [0, 0, ...this.size];
    this.#show();
  }

  /** @type {(factor: number) => void} */
  closer(factor) {
    const [x, y, width, height] = this.seen;
    this.#zoom(factor, [x + width / 2, y + height / 2]);
  }

  /** Show some cells so large that a finger finds each; nothing changes where it does already.
   * @type {(cells: Cell[]) => void} */
  nearTo(cells) {
    if (!cells.length || this.fine) return;
    /** @type {(values: number[]) => number} */
    const half = (values) => (Math.min(...values) + Math.max(...values) + 1) / 2;
    const x = LEFT + half(cells.map(([column]) => column)) * UNIT, y = TOP + half(cells.map(([, row]) => row)) * UNIT;
    const width = (this.svg.getBoundingClientRect().width / TOUCHED) * UNIT;
    const height = width * (this.size[1] / this.size[0]);
    this.seen = [x - width / 2, y - height / 2, width, height];
    this.#show();
  }

  #show() {
    let [x, y, width, height] = this.seen;
    width = Math.min(Math.max(width, this.size[0] / CLOSEST), this.size[0]);
    height = width * (this.size[1] / this.size[0]);
    x = Math.min(Math.max(x, 0), this.size[0] - width);
    y = Math.min(Math.max(y, 0), this.size[1] - height);
    this.seen = [x, y, width, height];
    this.svg.setAttribute("viewBox", this.seen.map((value) => value.toFixed(1)).join(" "));
    this.svg.classList.toggle("zoomed", this.zoomed);
    this.heard.zoomed(this.zoomed);
  }

  /** @type {(factor: number, point: Cell) => void} */
  #zoom(factor, [x, y]) {
    const [left, top, width, height] = this.seen;
    this.seen = [x - (x - left) / factor, y - (y - top) / factor, width / factor, height / factor];
    this.#show();
  }

  /** @type {(place: { clientX: number, clientY: number }) => Cell} */
  #units({ clientX, clientY }) {
    const box = this.svg.getBoundingClientRect(), [x, y, width, height] = this.seen;
    const scale = Math.min(box.width / width, box.height / height);
    const spare = [(box.width - width * scale) / 2, (box.height - height * scale) / 2];
    return [x + (clientX - box.left - spare[0]) / scale, y + (clientY - box.top - spare[1]) / scale];
  }

  /** Return where an event is, in columns and rows of the board.
   * @type {(event: PointerEvent) => Cell} */
  cell(event) {
    const [x, y] = this.#units(event);
    return [(x - LEFT) / UNIT, (y - TOP) / UNIT];
  }

  /** @type {(event: PointerEvent) => void} */
  #down(event) {
    /** @type {Cell} */
    const at = [event.clientX, event.clientY];
    this.fingers.set(event.pointerId, at);
    this.svg.setPointerCapture(event.pointerId);
    if (this.fingers.size === 1) {
      const taken = this.heard.drag(...this.cell(event), true);
      this.held = { from: at, moved: false, taken };
    } else this.held = { from: at, moved: true, taken: false };
  }

  /** @type {(event: PointerEvent) => void} */
  #move(event) {
    const before = this.fingers.get(event.pointerId), { held } = this;
    if (!before || !held) return;
    /** @type {Cell} */
    const now = [event.clientX, event.clientY];
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId);
    this.fingers.set(event.pointerId, now);
    if (others.length === 1) return this.#pinch(others[0][1], before, now);
    const far = Math.hypot(now[0] - held.from[0], now[1] - held.from[1]);
    if (far < STILL && !held.moved) return;
    held.moved = true;
    if (held.taken) this.heard.drag(...this.cell(event), false);
    else if (this.zoomed) {
      const scale = this.seen[2] / this.svg.getBoundingClientRect().width;
      this.seen[0] -= (now[0] - before[0]) * scale;
      this.seen[1] -= (now[1] - before[1]) * scale;
      this.#show();
    }
  }

  /** @type {(other: Cell, before: Cell, now: Cell) => void} */
  #pinch(other, before, now) {
    /** @type {(one: Cell) => number} */
    const apart = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
    const middle = { clientX: (other[0] + now[0]) / 2, clientY: (other[1] + now[1]) / 2 };
    this.#zoom(apart(now) / apart(before), this.#units(middle));
  }

  /** @type {(event: PointerEvent) => void} */
  #up(event) {
    if (!this.fingers.delete(event.pointerId) || !this.held) return;
    if (this.fingers.size) return;
    const { moved } = this.held;
    this.held = null;
    if (!moved && event.type === "pointerup") this.heard.tap(...this.cell(event));
  }
}
