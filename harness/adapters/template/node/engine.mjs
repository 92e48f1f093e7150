#!/usr/bin/env node
/**
 * The adapter of an engine, to be filled in. So far it says of every case that it cannot set up a board.
 *
 * headjudge_adapter.mjs, beside this file, does everything between the lines of JSON and these three methods. Fill them in from
 * the top; what is not there yet is `unsupported`, which is counted and is neither a pass nor a failure. Never guess: say
 * `unsupported`. Each method may be `async`.
 */

import { Engine, Refused, Unsettled, Unsupported, serve } from "./headjudge_adapter.mjs";

class MyEngine extends Engine {
  static name = "my engine";
  static build = "0.1";

  /** Sets up a position, not a history: nothing triggers on its coming about. The active player has priority. */
  start({ board }) {
    // board.players  [{ life: 20, pool: "GG", poison: 0 }, …] in turn order: p1, p2, …
    // board.active   "p1"
    // board.step     "main", "upkeep", …
    // board.objects  [{ id: "land", card: "Forest", owner: "p1", zone: "battlefield", tapped: true }, …]
    //
    // this.game = new MyGame(board.players.length);
    // for (const placed of board.objects) {
    //   if (!MyGame.hasCard(placed.card)) throw new Unsupported("card", placed.card);
    //   this.game.put(placed.card, placed.owner, placed.zone);
    // }
    throw new Unsupported("feature", "setting up a board");
  }

  /** Carries out a step of the script. `step` has its details: null for a mere word such as `resolve`. */
  step(kind, step) {
    // if (kind === "activate") {
    //   if (!this.game.canActivate(step.by, step.object, step.ability)) throw new Refused("why it is not legal, for people");
    //   return this.game.activate(step.by, step.object, step.ability);
    // }
    //
    // Where a player has to choose, the answer comes from the scenario:
    //   const [at] = this.choose(step.by, "mana", ["W", "U"], { about: step.object });
    //
    // Where state-based actions and triggers go on for ever: throw new Unsettled();
    throw new Unsupported("action", kind);
  }

  /** Observes the game: objects in the order of the scenario, wherever they are now, then tokens made in play. */
  snapshot(name) {
    // return {
    //   name,
    //   players: [{ life: 20, hand: 0, library: 0, graveyard: 0, pool: [0, 0, 0, 0, 0, 0], lost: false }, …],
    //   objects: [{ id: "land", name: "Forest", zone: "battlefield", owner: "p1", controller: "p1" }, …],
    //   stack: [],
    // };
    throw new Unsupported("feature", "observing");
  }
}

await serve(MyEngine);
