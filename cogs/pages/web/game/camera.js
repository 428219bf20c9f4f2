/* The part of the board that is seen: pinch and pan, and taps told apart from drags. */

import { LEFT, RIM, TOP, UNIT } from "../common/board.js";

const STILL = 9, CLOSEST = 5, TWIST = 0.6;
/* The side of a square that a finger finds at once, and with care, in pixels. */
const TOUCHED = 44, LEAST = 24;

export class Camera {
  /**
   * @param {SVGElement} svg the board
   * @param {Cell} size its width and height in units
   * @param {object} heard what is done by hand
   * @param {(column: number, row: number) => void} heard.tap
   * @param {(column: number, row: number, first: boolean) => boolean} heard.drag true if it takes it
   * @param {(on: boolean) => void} heard.zoomed
   * @param {(clockwise: boolean) => void} heard.twist two fingers have turned
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
    this.byHand = false;
    this.angle = 0;
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

  /** Show the whole board closer, or a part of it whole, as the reader asks for it. */
  toggle() {
    const [x, y, width, height] = this.seen;
    if (this.zoomed) this.#frame([]);
    else this.#zoom(1.8, [x + width / 2, y + height / 2]);
    this.byHand = true;
  }

  /** Begin a step with the cells that it is about, or with the whole board.
   * @type {(cells?: Cell[]) => void} */
  step(cells = []) {
    this.byHand = false;
    this.#frame(cells);
  }

  /** Show some cells that are not seen, or too small, unless the reader has moved the board in this step.
   * @type {(cells: Cell[]) => void} */
  follow(cells) {
    const [x, y, width, height] = this.seen;
    const shown = cells.every(([column, row]) => {
      const [left, top] = [LEFT + column * UNIT - x, TOP + row * UNIT - y];
      return left > -1 && top > -1 && left + UNIT < width + 1 && top + UNIT < height + 1;
    });
    if (!this.byHand && !(shown && this.side >= LEAST)) this.#frame(cells);
  }

  /** Return whether a finger finds a cell; if not, show it so large that the next one does.
   * @type {(cell: Cell) => boolean} */
  near([column, row]) {
    if (this.side >= TOUCHED - 0.5) return true;
    this.#frame([[Math.floor(column), Math.floor(row)]]);
    return false;
  }

  /** Show some cells with what is round them, so large that a finger finds each if they all fit.
   * @type {(cells: Cell[]) => void} */
  #frame(cells) {
    const box = this.svg.getBoundingClientRect(), [wide, high] = this.size;
    this.seen = [0, 0, wide, high];
    if (cells.length && (box.width / wide) * UNIT < TOUCHED - 0.5) {
      /** @type {(values: number[]) => Cell} */
      const ends = (values) => [Math.min(...values), Math.max(...values) + 1];
      const [left, right] = ends(cells.map(([column]) => column)), [top, bottom] = ends(cells.map(([, row]) => row));
      const width = Math.max((box.width / TOUCHED) * UNIT, (right - left + 1.5) * UNIT, (bottom - top + 1.5) * UNIT * (wide / high));
      const height = width * (high / wide);
      this.seen = [LEFT + ((left + right) / 2) * UNIT - width / 2, TOP + ((top + bottom) / 2) * UNIT - height / 2, width, height];
    }
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
    this.byHand = true;
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
    } else {
      const [one, other] = [...this.fingers.values()];
      this.angle = angleOf(one, other);
      this.held = { from: at, moved: true, taken: false };
    }
  }

  /** @type {(event: PointerEvent) => void} */
  #move(event) {
    const before = this.fingers.get(event.pointerId), { held } = this;
    if (!before || !held) return;
    /** @type {Cell} */
    const now = [event.clientX, event.clientY];
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId);
    this.fingers.set(event.pointerId, now);
    if (others.length === 1) {
      const [one, other] = [...this.fingers.values()];
      return this.#twisted(angleOf(one, other)) ? undefined : this.#pinch(others[0][1], before, now);
    }
    const far = Math.hypot(now[0] - held.from[0], now[1] - held.from[1]);
    if (far < STILL && !held.moved) return;
    held.moved = true;
    if (held.taken) this.heard.drag(...this.cell(event), false);
    else if (this.zoomed) {
      const scale = this.seen[2] / this.svg.getBoundingClientRect().width;
      this.seen[0] -= (now[0] - before[0]) * scale;
      this.seen[1] -= (now[1] - before[1]) * scale;
      this.byHand = true;
      this.#show();
    }
  }

  /** Tell of two fingers that have turned far enough.
   * @type {(angle: number) => boolean} */
  #twisted(angle) {
    const turned = Math.atan2(Math.sin(angle - this.angle), Math.cos(angle - this.angle));
    if (Math.abs(turned) < TWIST) return false;
    this.angle = angle;
    this.heard.twist(turned > 0);
    return true;
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
    const [column, row] = this.cell(event), [wide, high] = this.size;
    const on = column >= 0 && row >= 0 && column * UNIT < wide - LEFT - RIM && row * UNIT < high - TOP - RIM;
    if (on && !moved && event.type === "pointerup") this.heard.tap(column, row);
  }
}

/** @type {(one: Cell, other: Cell) => number} */
function angleOf([x, y], [right, down]) {
  return Math.atan2(down - y, right - x);
}
