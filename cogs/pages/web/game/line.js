/* The line to the bot: what the page asks, what it does, and what happens meanwhile. */

import { element } from "../common/elements.js";
import { reader } from "../common/language.js";

const WAIT_MS = 15_000, TRIES = 3, LONGEST_PAUSE_MS = 30_000, SLEPT_MS = 45_000, POLL_MS = 5_000;

/* The session of a page in a frame, where a browser keeps no cookie: in memory alone, in no address. */
const handed = document.querySelector("#session"), session = /** @type {{ path?: string, token?: string }} */ (JSON.parse(handed?.textContent || "{}"));
handed?.remove();
const [, BASE, OWN_PATH] = /** @type {string[]} */ (location.pathname.match(/^(.*\/)((?:play|watch|enter)\/[^/]+)\/?$/)), PATH = session.path ?? OWN_PATH;
if (session.path) history.replaceState(null, "", BASE + PATH);
export const watching = PATH.startsWith("watch/");
const API = `${BASE}api/${PATH}`;
/** @type {Record<string, string>} */
const SIGNED = session.token ? { Authorization: `Bearer ${session.token}` } : {};

/** The folder of this page's files; its last part changes with each update of the bot. */
export const FILES = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const HASH = FILES.split("/").pop();

const newest = { hash: HASH };

/** Return whether the bot has a newer page than this one. */
export function isOld() {
  return newest.hash !== HASH;
}

/** Ask the bot; an answer that does not come has the status 0.
 *
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Answer & Partial<Scene> & Partial<Brings>>}
 */
async function ask(path, body) {
  /** @type {RequestInit} */
  const asking = { signal: /** @type {TimedSignal} */ (/** @type {unknown} */ (AbortSignal)).timeout(WAIT_MS), cache: "no-store", headers: SIGNED };
  if (body) {
    const headers = { ...SIGNED, "Content-Type": "application/json", "X-Arkadia": "1", "X-Arkadia-Page": HASH };
    Object.assign(asking, { method: "POST", headers, body: JSON.stringify(body) });
  }
  const wished = reader.asked ? `?l=${reader.asked}` : "";
  try {
    const response = await fetch(`${API}${path}${wished}`, asking);
    newest.hash = response.headers.get("X-Page") ?? newest.hash;
    return { status: response.status, ...(await response.json()) };
  } catch (error) {
    // Neither a broken connection nor a proxy's own page is an answer of the bot's.
    if (error instanceof TypeError || error instanceof SyntaxError || (error instanceof DOMException && error.name === "TimeoutError")) return { status: 0 };
    throw error;
  }
}

export const look = () => ask("");
/** @type {(version: number, action: string) => Promise<Answer & Partial<Brings>>} */
export const preview = (version, action) => ask("/preview", { version, action });
/** @type {(version: number) => Promise<Answer>} */
export const hint = (version) => ask("/hint", { version });

/** Do something once: tried again with the same number, since an answer may be lost.
 * @type {(path: string, body: object) => Promise<Answer>} */
async function once(path, body) {
  const known = { ...body, once: uuid() };
  for (let tried = 1; ; tried++) {
    const answer = await ask(path, known);
    if (answer.status !== 0 || tried === TRIES) return answer;
    await new Promise((done) => setTimeout(done, tried * 1000));
  }
}

/** @type {(version: number, wanted: { action: string }) => Promise<Answer>} */
export const act = (version, wanted) => once("/act", { version, ...wanted });
/** Prepare an action, forget what was prepared, or have it played at once or not.
 * @type {(version: number, wanted: { action?: string | null, atOnce?: boolean }) => Promise<Answer>} */
export const prepare = (version, wanted) => once("/prepare", { version, ...wanted });

/** Return the reader's other games on the same server; nothing while the bot does not answer. */
export const otherGames = async () => (watching ? [] : (await ask("/games", {})).games);

/** Go to the page of another game; one that the browser is not signed in to is entered by a link.
 * @type {(game: number) => Promise<Answer>} */
export async function goTo(game) {
  const answer = await ask("/go", { game });
  if (answer.path?.startsWith("play/")) location.assign(BASE + answer.path);
  else if (answer.path) {
    const form = element("form", { method: "post", action: BASE + answer.path });
    document.body.append(form);
    form.submit();
  }
  return answer;
}

/* The browser makes one by itself only where the page came by HTTPS. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Return whether an answer says that its reader may not see the game, now or later.
 * @type {(answer: Answer) => boolean} */
export const isOver = ({ status }) => [401, 403, 404, 410].includes(status);

/** Hear of what happens in the game, for as long as the page is open.
 *
 * @param {object} heard what is to be done then
 * @param {(version: number, anew: boolean) => void} heard.turn `anew` if something may have changed within a version
 * @param {(why: Partial<Answer>) => void} heard.gone
 * @param {() => void} heard.cut
 * @param {() => void} heard.back
 */
export function listen(heard) {
  /** @type {AbortController | undefined} */
  let stream;
  /** @type {number | undefined} */
  let waiting;
  /** @type {number | undefined} */
  let asking;
  let seen = "", pause = 1000, lost = false, missed = false, ended = false, hiddenAt = 0;
  const stop = () => {
    ended = true;
    stream?.abort();
    clearInterval(asking);
  };
  /** @param {Partial<Answer>} why */
  const end = (why) => {
    stop();
    heard.gone(why);
  };
  // A refused stream does not say why, and the browser does not open it again.
  const refused = async () => {
    const answer = await look();
    if (ended) return;
    if (isOver(answer)) return end(answer);
    clearTimeout(waiting);
    waiting = setTimeout(connect, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };
  /** @type {(version: number, anew: boolean) => void} */
  const turn = (version, anew) => {
    pause = 1000;
    if (lost) heard.back();
    heard.turn(version, anew || missed);
    lost = missed = false;
  };
  /** Hear one event, or none in what only keeps the stream open.
   * @type {(text: string) => void} */
  const hear = (text) => {
    const [, kind, id, data] = text.match(/^event: (.*)\n(?:id: (.*)\n)?data: (.*)$/m) ?? [];
    if (kind === "gone") end(JSON.parse(data));
    else if (kind === "turn") {
      clearInterval(asking);
      seen = id ?? "";
      const { version, anew } = JSON.parse(data);
      turn(version, anew);
    }
  };
  // A proxy may hold a stream back, whose first event comes at once: then the page asks by itself.
  const poll = async () => {
    const answer = document.hidden ? { status: 0 } : await look();
    if (ended || answer.status === 0) return;
    if (isOver(answer)) end(answer);
    else if (answer.version !== undefined) turn(answer.version, false);
  };
  const connect = async () => {
    clearTimeout(waiting);
    clearInterval(asking);
    stream?.abort();
    const opened = stream = new AbortController();
    asking = setInterval(poll, POLL_MS);
    try {
      const response = await fetch(`${API}/events`, { headers: { ...SIGNED, "Last-Event-ID": seen }, cache: "no-store", signal: opened.signal });
      if (!response.ok || !response.body) return opened.abort(), cut();
      const reader = response.body.getReader(), decoder = new TextDecoder();
      for (let text = "", quiet = 0; ;) {
        clearTimeout(quiet);
        quiet = setTimeout(() => opened.abort(), SLEPT_MS);
        const { value, done } = await reader.read();
        clearTimeout(quiet);
        if (done) break;
        const parts = (text + decoder.decode(value, { stream: true })).split("\n\n");
        text = parts.pop() ?? "";
        parts.forEach(hear);
      }
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
    if (stream === opened) cut();
  };
  const cut = () => {
    clearInterval(asking);
    if (ended) return;
    if (!lost) heard.cut();
    lost = missed = true;
    refused();
  };
  const again = () => {
    if (ended) return;
    missed = true;
    connect();
  };
  // A phone that slept may believe in a stream that is long gone.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > SLEPT_MS) again();
  });
  addEventListener("online", again);
  addEventListener("pageshow", (event) => event.persisted && again());
  connect();
  return stop;
}
