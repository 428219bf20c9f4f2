/* The bot's own sentences, from its own catalogues: what happened in a turn. */

import { allOf, called, cardName, listing, say } from "../common/language.js";
import { squareName } from "../common/board.js";

/** @type {(name: string | Name, count: number) => string} */
const counted = (name, count) => say("counted", { name, count });

/** Return a player's name, or the colour where there is none.
 * @type {(game: Game, seat: number) => string} */
export function playerName(game, seat) {
  return game.names[seat] || called(game.start.colours[seat]).bare;
}

/** Return a player's name with the colour, as in “Ada (violet)”.
 * @type {(game: Game, seat: number) => string} */
export function person(game, seat) {
  const colour = called(game.start.colours[seat]);
  return game.names[seat] ? say("person", { name: game.names[seat], colour }) : colour.bare;
}

/** Return the sentences of a turn, one for each event that needs one.
 * @type {(game: Game, scene: Turn) => string[]} */
export function linesOf(game, scene) {
  return scene.events.map((event) => lineOf(game, scene.mover ?? 0, event)).filter(Boolean);
}

/** @type {(game: Game, mover: number, event: Happening) => string} */
function lineOf(game, mover, event) {
  const { edition } = game.start, { families } = edition;
  /** @type {(list: number[]) => string} */
  const squares = (list) => list.map((square) => squareName(edition, square)).join(" ");
  switch (event.kind) {
    case "built":
      return say("built", { building: cardName(event.card), squares: squares(event.squares) });
    case "camps": {
      const values = { camps: squares(event.camps), n: event.count };
      if (event.count === event.camps.length) return say("camps", values);
      return say(event.count ? "camps-last" : "camps-none", values);
    }
    case "drawn":
      return say("drawn");
    case "taken": {
      const revealed = event.revealed && cardName(event.revealed);
      return say(revealed ? "taken-revealed" : "taken", { card: cardName(event.card), revealed });
    }
    case "placed": {
      const colour = called(game.start.colours[mover]);
      const own = say("own-workers", { n: event.own.length, colour, squares: squares(event.own), mark: "" });
      const neutral = say("neutral-workers", { n: event.neutral.length, squares: squares(event.neutral), mark: "" });
      if (event.own.length && event.neutral.length) return say("places-both", { own, neutral });
      return say("places", { workers: event.own.length ? own : neutral });
    }
    case "passed":
      return say("passes");
    case "completed": {
      const gains = event.gains.map((count, seat) => count && counted(playerName(game, seat), count));
      const family = called(event.card.split("/")[1]);
      const square = squareName(edition, Math.min(...event.squares));
      const values = { building: cardName(event.card), square, family };
      return say("completes", { ...values, gains: listing(gains.filter(Boolean)) });
    }
    case "piece": {
      const changes = families.map((family, number) => {
        const values = { name: called(family), before: event.before[number], after: event.after[number] };
        return values.before === values.after ? "" : say("changed", values);
      });
      const told = listing(changes.filter(Boolean)) || say("values-stay");
      return say("piece", { family: called(event.family), ring: event.ring, changes: told });
    }
    case "forgone":
      return say("forgone", { n: event.count });
    case "floor": {
      const pieces = event.moved.map((count, number) => count && counted(called(families[number]), count));
      return say("floor", { floor: event.floor, pieces: listing(pieces.filter(Boolean)) || say("nothing") });
    }
    case "end-begun":
      return say("end-begun", { name: playerName(game, mover) });
    case "banner": {
      if (!event.sold.some(Boolean)) return say("banner", { n: event.workers });
      const sold = event.sold.map((n, number) => n && say("so-many", { n, family: called(families[number]) }));
      const count = event.sold.reduce((sum, n) => sum + n, 0);
      const seals = say("seals", { n: count, seals: allOf(sold.filter(Boolean)) });
      return say("banner-sale", { n: event.workers, sold: seals, gold: say("gold", { n: event.gold, gold: event.gold }) });
    }
    case "over":
      return say(event.cause === "idle" ? "over-idle" : "over");
  }
  return "";
}

/** Return the heading of a scene: its turn and player.
 * @type {(game: Game, scene: Turn, total: number) => string} */
export function headOf(game, scene, total) {
  if (scene.mover === null) return say("start", { n: total });
  return say("turn", { number: scene.number, total, player: person(game, scene.mover) });
}

/** Return what everybody can count after a scene: the values of seals, and gold.
 * @type {(game: Game, scene: Turn) => string[]} */
export function standOf(game, scene) {
  const { families } = game.start.edition;
  const values = listing(families.map((family, number) => counted(called(family), scene.state.values[number])));
  const gold = listing(scene.state.gold.map((amount, seat) => counted(person(game, seat), amount)));
  return [say("values", { values }), say("gold-so-far", { gold })];
}
