#!/usr/bin/env node
/** Tally, the same small toy in every language that has a kit; tally.py says what it is. */

import { Engine, Refused, Unsettled, Unsupported, serve } from "../node/headjudge_adapter.mjs";

const LETTERS = [..."WUBRGC"];
const VALUE = { Forest: 0, Manalith: 3 };

class Tally extends Engine {
  static name = "tally";
  static build = "1";
  static cards = Object.keys(VALUE);
  static choices = ["mana", "trigger order"];
  static window = 8;

  start({ board }) {
    console.log("this goes to standard error");
    if (board.step !== "main") throw new Unsupported("feature", `starting in the ${board.step} step`);
    this.active = board.active;
    this.players = new Map(board.players.map((player, n) => [`p${n + 1}`, { pool: "", ...player }]));
    this.objects = new Map();
    for (const placed of board.objects) {
      if (!(placed.card in VALUE)) throw new Unsupported("card", placed.card);
      this.objects.set(placed.id, { controller: placed.owner, ...placed, counters: { ...placed.counters } });
    }
  }

  step(kind, step) {
    if (kind === "activate") {
      this.activate(step.by, step.object, step.ability ?? 1);
    } else if (kind === "play-land") {
      const card = this.objects.get(step.card);
      if (card.zone !== "hand" || card.owner !== step.by || card.card !== "Forest") {
        throw new Refused("it is no land in that player's hand");
      }
      card.zone = "battlefield";
    } else if (kind === "resolve") {
      this.resolve();
    } else if (kind === "resolve-all") {
      throw new Unsettled();
    } else if (kind === "pass") {
      throw new Error("the toy breaks down");
    } else if (kind === "attack") {
      throw new Unsupported("choice", "attackers");
    } else {
      throw new Unsupported("action", kind);
    }
  }

  activate(player, name, ability) {
    const source = this.objects.get(name);
    if (source.zone !== "battlefield" || source.controller !== player) {
      throw new Refused("it is not a permanent of that player");
    }
    if (source.tapped) throw new Refused("it is tapped");
    // What is done before a refusal has to be taken back where the step is only tried.
    source.tapped = true;
    const colors = LETTERS.slice(0, 5);
    const letter = source.card === "Forest" ? "G" : colors[this.choose(player, "mana", colors, { about: name })[0]];
    if (ability !== 1) throw new Refused("it has no such ability");
    this.players.get(player).pool += letter;
  }

  resolve() {
    const tapped = [...this.objects.values()].filter((o) => o.card === "Manalith" && o.zone === "battlefield" && o.tapped);
    const triggers = tapped.flatMap((source) => [source, source]);
    if (triggers.length === 0) throw new Refused("nothing is on the stack");
    const all = { least: triggers.length, most: triggers.length };
    for (const at of this.choose(this.active, "trigger order", triggers.map((source) => source.id), all)) {
      const { counters } = triggers[at];
      const charge = counters.charge ?? 0;
      counters.charge = at % 2 === 0 ? charge + 1 : charge * 2;
    }
  }

  snapshot(name) {
    const objects = [...this.objects.values()];
    const players = [...this.players].map(([player, { life, poison = 0, pool }]) => {
      const count = (zone) => objects.filter((o) => o.owner === player && o.zone === zone).length;
      const mana = LETTERS.map((letter) => [...pool].filter((c) => c === letter).length);
      const [hand, library, graveyard] = ["hand", "library", "graveyard"].map(count);
      return { life, poison, hand, library, graveyard, pool: mana, lost: false };
    });
    return { name, players, objects: objects.map(view), stack: [] };
  }
}

function view({ id, card, zone, owner, controller, tapped = false, counters }) {
  const some = Object.fromEntries(Object.entries(counters).filter(([, n]) => n > 0));
  return { id, name: card, zone, owner, controller, tapped, mana_value: VALUE[card], counters: some };
}

await serve(Tally);
