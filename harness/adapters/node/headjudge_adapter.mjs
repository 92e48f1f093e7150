/**
 * An adapter kit for Headjudge: everything between the lines of JSON and an engine. Node 18 or newer, no packages.
 *
 * Derive from `Engine`, then call `serve(YourEngine)`. Each case gets a new instance:
 *
 *     start(scenario)     set up the final board; the stack is empty and the active player has priority
 *     step(kind, step)    carry out one step of the script; throw `Refused` if it is not legal
 *     snapshot(name)      observe the game
 *
 * Anywhere, throw `Unsupported` for what the engine lacks, `Unsettled` where the game never comes to rest, and call
 * `this.choose(...)` where a player has to choose. Each of the three may be `async`.
 * harness/protocol/README.md in the project's repository says what the messages mean.
 */

export const VERSION = 1;
const LONGEST = 1 << 20;
// So many milliseconds a reply may wait for others before it is written: the time limit of the next case has begun.
const PATIENCE = 50;

/** The engine lacks something: `what` is "card", "action", "choice" or "feature". */
export class Unsupported extends Error {
  constructor(what, name) {
    super(`${what}: ${name}`);
    this.what = what;
    this.lacking = name;
  }
}

/** The step is not legal here. The text is for people and never judged. */
export class Refused extends Error {}

/** The game does not come to rest: state-based actions and triggers go on for ever. */
export class Unsettled extends Error {}

class Needs extends Error {
  constructor(question) {
    super("a player has to choose");
    this.question = question;
  }
}

/** Options of which equal ones are numbered: x, x#2, x#3. */
export function numbered(options) {
  const seen = new Map();
  return options.map((option) => {
    const many = (seen.get(option) ?? 0) + 1;
    seen.set(option, many);
    return many === 1 ? option : `${option}#${many}`;
  });
}

/** What `serve` plays cases on. */
export class Engine {
  static name = "unnamed";
  static build = "";
  // Claims, which are checked: who claims something and then says `unsupported` for it has claimed too much. null claims nothing
  // and is held to nothing; an empty list says that there is nothing, and what passes all the same is merely reported.
  static features = null; // names from the protocol's list of features
  static cards = null; // names of cards
  static choices = null; // kinds of questions to which the engine takes answers
  static window = null; // how many cases it wants in flight, if not as many as there may be

  #case = null;

  start(_scenario) {
    throw new Error("an engine has a method `start`");
  }

  step(_kind, _step) {
    throw new Error("an engine has a method `step`");
  }

  snapshot(_name) {
    throw new Error("an engine has a method `snapshot`");
  }

  /**
   * What `restore` needs to take back a step that was only tried. Undefined, and it is taken back by playing the case again
   * up to that step, on a new instance. Answers that were used stay used. It has to share nothing with the engine that a step
   * may change: `structuredClone(...)`, not the objects themselves.
   */
  save() {
    return undefined;
  }

  restore(_saved) {
    throw new Error("an engine that can `save` has a method `restore`");
  }

  /** Kind and picks of the first answer left to a question of these kinds, without using it; null if there is none. */
  nextPinned(player, kinds, about = null) {
    const at = this.#case.answer(player, kinds, about);
    return at < 0 ? null : { kind: this.#case.answers[at].kind, picks: this.#case.answers[at].picks };
  }

  /** The positions of what the player picks from the options: from the scenario's answers, or from the harness. */
  choose(player, kind, options, { least = 1, most = 1, about = null } = {}) {
    return this.#case.choose(player, kind, options, least, most, about);
  }

  static of(make, current) {
    const engine = new make();
    engine.#case = current;
    return engine;
  }
}

/** One case on its way: the engine, the answers, and what has been done so far. */
class Case {
  constructor(make, id, scenario) {
    this.make = make;
    this.id = id;
    this.scenario = scenario;
    this.answers = scenario.answers ?? [];
    this.used = new Set();
    this.asked = [];
    // What has happened to the engine, each step with the answers that were used before it.
    this.done = [];
    // States are written down as they are taken: what the engine shares with them may change.
    this.snapshots = [];
    this.observed = { tried: [] };
  }

  /** The reply, in JSON. */
  async play() {
    try {
      this.engine = Engine.of(this.make, this);
      await this.engine.start(this.scenario);
      await this.note("start");
      await this.script();
      await this.note("after");
      return this.outcome();
    } catch (why) {
      const { id, asked } = this;
      if (why instanceof Unsettled) {
        this.observed.unsettled = true;
        return this.outcome();
      }
      if (why instanceof Unsupported) return JSON.stringify({ reply: "unsupported", id, what: why.what, name: why.lacking });
      if (why instanceof Needs) return JSON.stringify({ reply: "needs", id, question: why.question, asked });
      // Whatever the engine does, the next case is another.
      return error(id, String(why?.stack ?? why));
    }
  }

  outcome() {
    const rest = JSON.stringify({ ...this.observed, asked: this.asked }).slice(1);
    return `{"reply":"outcome","id":${this.id},"outcome":{"snapshots":[${this.snapshots.join(",")}],${rest}}`;
  }

  async script() {
    for (const [at, step] of (this.scenario.script ?? []).entries()) {
      try {
        await this.step(step);
      } catch (why) {
        if (!(why instanceof Refused)) throw why;
        this.observed.refused = { step: at, why: why.message };
        return;
      }
    }
  }

  async note(name) {
    this.done.push({ kind: "note", body: name });
    this.snapshots.push(JSON.stringify(await this.engine.snapshot(name)));
  }

  async step(step) {
    // A step without anything to say about it is a mere word.
    const [kind, body] = typeof step === "string" ? [step, null] : Object.entries(step)[0];
    if (kind === "note") {
      await this.note(body);
    } else if (kind === "try") {
      this.observed.tried.push({ name: body.name, legal: await this.legal(body.step) });
    } else {
      this.done.push({ kind, body, used: new Set(this.used) });
      await this.engine.step(kind, body);
    }
  }

  /** Whether a step is legal. If it is not, whatever it did is taken back. */
  async legal(step) {
    const saved = await this.engine.save();
    const before = this.done.length;
    try {
      await this.step(step);
      return true;
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      this.done.length = before;
      if (saved === undefined) await this.again();
      else await this.engine.restore(saved);
      return false;
    }
  }

  /** A new engine, brought to where this one was before the step that was refused. */
  async again() {
    const { used, asked } = this;
    [this.used, this.asked] = [new Set(), []];
    try {
      this.engine = Engine.of(this.make, this);
      await this.engine.start(this.scenario);
      for (const { kind, body, used } of this.done) {
        if (kind === "note") {
          await this.engine.snapshot(body);
        } else {
          this.used = new Set(used);
          await this.engine.step(kind, body);
        }
      }
    } catch (why) {
      throw new Error(`played again up to a step that was tried, the engine does something else: ${why?.message}`);
    }
    [this.used, this.asked] = [used, asked];
  }

  answer(player, kinds, about) {
    return this.answers.findIndex(
      (answer, at) =>
        answer.player === player &&
        kinds.includes(answer.kind) &&
        (answer.about === undefined || answer.about === about) &&
        !this.used.has(at),
    );
  }

  choose(player, kind, options, least, most, about) {
    const names = numbered(options);
    const question = { player, kind, options: names, min: least, max: most };
    const at = this.answer(player, [kind], about);
    if (at < 0) throw new Needs(question);
    this.used.add(at);
    const picked = [];
    for (const pick of this.answers[at].picks) {
      const left = (option, n) => option === pick && !picked.includes(n);
      const plain = options.findIndex(left);
      const found = plain < 0 ? names.findIndex(left) : plain;
      if (found < 0) throw new Needs({ ...question, pick });
      picked.push(found);
    }
    this.asked.push({ player, kind, options: [...options], picked: picked.map((n) => options[n]) });
    return picked;
  }
}

const error = (id, message) => JSON.stringify({ reply: "error", id, message });
const TOO_LONG = `a line is longer than ${LONGEST} bytes`;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function hello(make, { from, to }) {
  if (!Number.isInteger(from) || !Number.isInteger(to)) return error(0, "this is no request: `from` and `to` are missing");
  if (!(from <= VERSION && VERSION <= to)) return error(0, `only version ${VERSION} is spoken here`);
  const reply = { reply: "hello", version: VERSION, engine: make.name, build: make.build };
  if (make.features !== null) reply.features = [...make.features];
  if (make.cards !== null) reply.cards = [...make.cards].sort();
  if (make.choices !== null) reply.choices = [...make.choices];
  if (make.window !== null) reply.limits = { window: make.window };
  return JSON.stringify(reply);
}

/** The reply to a line, in JSON; null if it is the last. */
async function replyTo(make, line) {
  let request;
  const none = (why) => {
    const known = Number.isSafeInteger(request?.id) && request.id >= 0;
    return error(known ? request.id : 0, `this is no request: ${why}`);
  };
  try {
    request = JSON.parse(utf8.decode(line));
  } catch (why) {
    return none(why.message);
  }
  if (request?.ask === "hello") return hello(make, request);
  if (request?.ask === "bye") return null;
  if (request?.ask !== "case") return none("it asks for nothing");
  const { id, scenario } = request;
  if (!Number.isSafeInteger(id) || id < 0 || scenario === null || typeof scenario !== "object") {
    return none("a case has a number and a scenario");
  }
  const reply = await new Case(make, id, scenario).play();
  if (reply.length * 3 <= LONGEST || Buffer.byteLength(reply) <= LONGEST) return reply;
  return error(id, `the reply would be longer than ${LONGEST} bytes`);
}

/** Answers the harness until it says goodbye. Whatever the engine prints goes to standard error. */
export async function serve(make) {
  const output = process.stdout;
  const say = output.write.bind(output);
  output.write = process.stderr.write.bind(process.stderr);
  let replies = "";
  const flush = async () => {
    const text = replies;
    replies = "";
    if (text !== "" && !say(text)) await new Promise((resume) => output.once("drain", resume));
  };
  // Lines are cut out of bytes, so that no character is cut in two.
  let rest = [];
  let held = 0;
  reading: for await (const chunk of process.stdin) {
    let from = 0;
    let since = performance.now();
    for (let end; (end = chunk.indexOf(10, from)) >= 0; from = end + 1) {
      const part = chunk.subarray(from, end);
      const line = held === 0 ? part : Buffer.concat([...rest, part]);
      [rest, held] = [[], 0];
      const reply = line.length > LONGEST ? error(0, TOO_LONG) : await replyTo(make, line);
      if (reply === null) break reading;
      replies += `${reply}\n`;
      if (line.length > LONGEST) break reading;
      if (performance.now() - since > PATIENCE) {
        await flush();
        since = performance.now();
      }
    }
    if (from < chunk.length) {
      rest.push(chunk.subarray(from));
      held += chunk.length - from;
    }
    if (held > LONGEST) {
      replies += `${error(0, TOO_LONG)}\n`;
      [rest, held] = [[], 0];
      break;
    }
    // Nothing more to answer: now the harness hears of it.
    await flush();
  }
  if (held > 0) replies += `${error(0, "the input ends in the middle of a line")}\n`;
  await flush();
}
